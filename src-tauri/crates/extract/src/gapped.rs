//! Clauses that leave out the verb of the one before: "rename A to B, and C to D", "set X to 8 (from 16)
//! and Y to 250", "came off amlodipine on 6 January, on losartan instead".

use crate::candidate::{Candidate, is_figure};
use crate::fact::FoundOp;
use crate::scene::Scene;
use crate::sentence::Segment;
use crate::subject;
use crate::token::Token;
use crate::value::{self, ValueType};
use crate::words;

/// Adds the readings that are understood from those before them.
pub(crate) fn read(
    tokens: &[Token<'_>],
    segments: &[Segment],
    scene: &Scene<'_>,
    chosen: &mut Vec<Candidate>,
) {
    let told = chosen.clone();
    for first in told.iter().filter(|c| c.object.1 <= tokens.len()) {
        pair(tokens, first, scene, chosen);
        instead(tokens, segments, first, chosen);
    }
}

/// "… and Y to 250": the same is done to another.
fn pair(tokens: &[Token<'_>], first: &Candidate, scene: &Scene<'_>, chosen: &mut Vec<Candidate>) {
    let Some(spec) = first.relation.spec() else { return };
    let named = matches!(spec.name, "name" | "setting" | "version") || is_figure(spec.value_type);
    let to = first.object.0.checked_sub(1).is_some_and(|i| tokens[i].any(&["to", "into"]));
    let told = matches!(first.rule, "verb" | "knob" | "change") && first.op == FoundOp::Assert;
    if !named || spec.set_valued() || !to || !told {
        return;
    }
    let mut at = first.object.1;
    // "(from 16)"
    if tokens.get(at).is_some_and(|t| t.is("(")) {
        let Some(close) = (at..tokens.len().min(at + 6)).find(|&i| tokens[i].is(")")) else { return };
        at = close + 1;
    }
    at += usize::from(tokens.get(at).is_some_and(|t| t.is(",")));
    if !tokens.get(at).is_some_and(|t| t.any(&["and", "&"])) {
        return;
    }
    let end = tokens.len();
    let Some(to) = (at + 2..end.min(at + 5)).find(|&i| tokens[i].any(&["to", "into"])) else { return };
    let plain = tokens[at + 1..to].iter().all(|t| t.is_content() && !words::is_pronoun(&t.lower));
    let verb = tokens[at + 1].verb.is_some_and(|v| v.base && !tokens[at + 1].capital())
        && tokens[at + 1].text.chars().all(char::is_lowercase)
        && to > at + 2;
    let Some(read) = value::read(spec.value_type, tokens, to + 1, end).filter(|_| plain && !verb) else {
        return;
    };
    if chosen.iter().any(|c| c.object.0 == read.start) {
        return;
    }
    if let Some(subject) = subject::resolve(tokens, at + 1, to, scene) {
        chosen.push(Candidate {
            subject,
            object: (read.start, read.end),
            object_text: None,
            scope: None,
            rule: "gapped",
            clause: (at + 1, read.end),
            ..first.clone()
        });
    }
}

/// "…, on losartan instead": what was taken in its place.
fn instead(tokens: &[Token<'_>], segments: &[Segment], first: &Candidate, chosen: &mut Vec<Candidate>) {
    if first.op != FoundOp::End || first.relation.name() != "medication" {
        return;
    }
    let after = segments.iter().find(|s| s.lo > first.object.1 && tokens[s.lo].any(&["on", "now"]));
    let Some(segment) = after else { return };
    let from = segment.lo + 1 + usize::from(tokens[segment.lo].is("now"));
    let Some(read) = value::read(ValueType::Product, tokens, from, segment.hi) else { return };
    let rest = &tokens[read.end..segment.hi];
    let whole =
        rest.iter().all(|t| t.any(&["instead", "now", "again", "since"]) || t.has_digit() || t.is("mg"));
    if whole && read.end == read.start + 1 && !chosen.iter().any(|c| c.object.0 == read.start) {
        chosen.push(Candidate {
            object: (read.start, read.end),
            object_text: None,
            op: FoundOp::Assert,
            rule: "gapped",
            clause: (segment.lo, segment.hi),
            ..first.clone()
        });
    }
}
