//! Settings by the look of their name: "lower RETRY_CAP to 3", "MAX_TABS goes from 5 to 8", "config:
//! debounce_ms to 300". Whatever the verb, what stands behind "to", "at" or an equals sign is the value.

use crate::candidate::{Candidate, Relation};
use crate::nominal::Clause;
use crate::scene::Scene;
use crate::subject;
use crate::token::{Shape, Token};
use crate::value::{self, ValueType};
use crate::words;

/// Adds the readings of a clause.
pub(crate) fn read(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    if c.cues.negated || c.cues.ends || c.cues.never {
        return;
    }
    let Some(spec) = c.lexicon.get("setting") else { return };
    for at in c.lo..c.hi {
        if !is_knob(&c.tokens[at]) || !turned(c, at) {
            continue;
        }
        let Some(to) = (at + 1..c.hi).rev().find(|&i| c.tokens[i].any(&["to", "at", "=", "→", "now"]))
        else {
            continue;
        };
        let Some(read) = value::read(ValueType::Scalar, c.tokens, to + 1, c.hi).filter(|r| r.strong) else {
            continue;
        };
        let idle = |t: &Token<'_>| {
            t.has_digit()
                || t.any(&["from", "to", "up", "down", "set", "is", "are", "stays", "was", "goes", "go"])
                || t.verb.is_some_and(|v| words::is_change(v.lemma) || v.lemma == "be")
                || words::is_adverb(&t.lower)
        };
        let tail = c.tokens[read.end..c.hi].iter().all(|t| !t.is_content() || words::is_adverb(&t.lower));
        let tail = tail || c.tokens[read.end].any(&["on", "in", "for"]);
        if !c.tokens[at + 1..to].iter().all(idle) || !tail {
            continue;
        }
        let Some(subject) = subject::resolve(c.tokens, at, at + 1, scene) else { continue };
        out.push(Candidate {
            subject,
            relation: Relation::Known(spec),
            scope: crate::verbal::trailing_environment(c.tokens, read.end, c.hi),
            object: (read.start, read.end),
            object_text: None,
            op: c.cues.op(false),
            set_valued: false,
            score: 13,
            rule: "knob",
            clause: (c.lo, c.hi),
        });
        return;
    }
}

/// Whether nothing stands before the name but a verb that turns it.
fn turned(c: &Clause<'_, '_>, at: usize) -> bool {
    c.tokens[c.lo..at].iter().all(|t| {
        !t.is_content()
            || words::is_filler(&t.lower)
            || words::is_adverb(&t.lower)
            || words::is_determiner(&t.lower)
            || t.any(&["we", "i", "and", "now"])
            || t.verb
                .is_some_and(|v| words::is_change(v.lemma) || matches!(v.lemma, "tune" | "tweak" | "cap"))
    })
}

/// `RETRY_CAP`, `debounce_ms`: a name with an underscore, or a shouted one of some length.
fn is_knob(t: &Token<'_>) -> bool {
    let text = t.text;
    let plain = text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') && !text.starts_with('_');
    let shouted = text.len() > 5 && text.chars().all(|c| c.is_ascii_uppercase() || c == '_');
    matches!(t.shape, Shape::Word | Shape::Solid | Shape::Code)
        && plain
        && (text.contains('_') && text.chars().any(char::is_alphabetic) || shouted)
}
