//! Things and their values in the fewest words: "payroll export fires 02:15", "Ezra 128 cm", "dwh =
//! Redshift", "NTI insures the fleet". The form of the value and the words beside it tell the relation;
//! where they do not, nothing is read. Readings of whole sentences come before these.

mod naming;
mod things;
pub(crate) mod typed;

use crate::candidate::{Candidate, Relation};
use crate::cue;
use crate::dates::{Around, Stated};
use crate::fact::{Extraction, FoundFact, FoundOp, Telling};
use crate::finding::{clause_span, fact};
use crate::guard;
use crate::lexicon::{Lexicon, RelationSpec};
use crate::linking::{self, How, Link, Span};
use crate::scene::Scene;
use crate::sentence::{self, Lead, Segment};
use crate::subject::Subject;
use crate::supplant;
use crate::token::Token;
use crate::vouch;
use typed::Typed;

/// How sure a reading is that nothing held contradicts.
const TOLD: i32 = 9;

/// A thing, its value and what links them.
#[derive(Clone, Copy, Debug)]
struct Pair {
    thing: Span,
    value: Typed,
    link: Link,
    clause: Span,
}

/// Adds what a sentence states of things besides what was read of it.
pub(crate) fn take(
    lexicon: &'static Lexicon,
    tokens: &[Token<'_>],
    before: usize,
    telling: &Telling<'_>,
    stated: &mut Option<Stated>,
    scene: &Scene<'_>,
    out: &mut Extraction,
) {
    let found = read(lexicon, tokens, scene, out.facts.get(before..).unwrap_or_default());
    if found.is_empty() {
        return;
    }
    let dates = stated.get_or_insert_with(|| Stated::read(telling));
    let clauses: Vec<Span> = found.iter().map(|(c, _)| clause_span(c, tokens)).collect();
    for (candidate, (from, to)) in found {
        let thing = (tokens[from].span.0, tokens[to - 1].span.1);
        let mut fact =
            fact(candidate, tokens, telling, Some(dates), Around { clauses: &clauses, apart: &scene.apart });
        supplant::settle(std::slice::from_mut(&mut fact), scene);
        let (a, b) = fact.object_span;
        let mut n = 0;
        out.facts.retain(|f| {
            n += 1;
            // "Pickle the cat is home": what has a state is nobody's home.
            let misread = f.rule.starts_with("verb")
                && matches!(f.subject.as_str(), "user" | "project")
                && thing.0 <= f.object_span.0
                && f.object_span.1 <= thing.1;
            n <= before
                || !misread
                    && !((weak(f) || f.rule == "clause") && f.object_span.0 < b && a < f.object_span.1)
        });
        out.facts.push(fact);
    }
}

/// What a sentence states of things besides what was read of it.
fn read(
    lexicon: &'static Lexicon,
    tokens: &[Token<'_>],
    scene: &Scene<'_>,
    told: &[FoundFact],
) -> Vec<(Candidate, Span)> {
    let noted = matches!(scene.kind, "release_notes" | "changelog" | "release" | "commit");
    if noted || tokens.len() > 40 || vouch::passing(tokens) {
        return Vec::new();
    }
    let segments = sentence::segments(tokens);
    let mut out: Vec<(Candidate, Span)> = Vec::new();
    for pair in pairs(tokens, &segments) {
        let span = (tokens[pair.value.span.0].span.0, tokens[pair.value.span.1 - 1].span.1);
        let met = |f: &FoundFact| f.object_span.0 < span.1 && span.0 < f.object_span.1;
        let own = tokens[pair.clause.0.min(pair.thing.0)..pair.clause.1]
            .iter()
            .any(|t| t.any(&["my", "our", "i", "we"]));
        let read = told.iter().any(|f| met(f) && (own || !weak(f)) && f.rule != "clause");
        if read || out.iter().any(|(c, _)| c.object.0 < pair.value.span.1 && pair.value.span.0 < c.object.1) {
            continue;
        }
        if told_on(tokens, &pair) || tokens[pair.thing.0..pair.thing.1].iter().any(|t| t.is("dot")) {
            continue;
        }
        let Some(found) = naming::name(lexicon, tokens, &pair, scene) else { continue };
        out.push((candidate(pair, found, scene), pair.thing));
    }
    out
}

/// "Exit code 137 means …", "the printer in room 9 eats paper", "the truck came at six": the value is
/// part of what something else is told of, or was so once.
fn told_on(tokens: &[Token<'_>], pair: &Pair) -> bool {
    // "Use `as_bytes` on Rust 1.74 and above": an order is no thing that needs a version.
    let head = &tokens[pair.thing.0];
    let orders = head.verb.is_some_and(|v| v.base)
        && tokens.get(pair.thing.0 + 1).is_some_and(|t| !matches!(t.shape, crate::token::Shape::Word))
        && pair.thing.1 > pair.thing.0 + 1;
    if orders {
        return true;
    }
    let finite = |t: &Token<'_>| {
        t.shape == crate::token::Shape::Word
            && !t.capital()
            && t.verb.is_some_and(|v| v.third || v.lemma == "be" && !v.gerund)
            && !t.is("'s")
    };
    let after = pair.value.span.1.max(pair.thing.1);
    let more = tokens[..pair.clause.1].get(after + 1).is_some_and(Token::is_content);
    let goes_on = more && tokens[..pair.clause.1].get(after).is_some_and(finite) && pair.link.verb.is_none();
    let (lo, hi) = (pair.thing.1.min(pair.value.span.0), pair.value.span.0);
    let was = tokens.get(lo..hi).unwrap_or_default().iter().any(|t| {
        t.verb.is_some_and(|v| v.past && !v.base && !v.participle) || t.any(&["came", "went", "did"])
    });
    // "Berth 1 is reserved by crew 1": what is done to it is no thing.
    let first = &tokens[pair.thing.0];
    let done = pair.thing.1 == pair.thing.0 + 1
        && !first.capital()
        && first.verb.is_some_and(|v| v.participle && !v.base && !v.gerund);
    goes_on || was || done
}

/// Whether a reading gave what nobody is named for to the speaker, by a noun of the sentence.
pub(crate) fn weak(fact: &FoundFact) -> bool {
    matches!(fact.subject.as_str(), "user" | "project")
        && fact.op == FoundOp::Assert
        && Lexicon::built_in().get(&fact.relation).is_none()
}

/// A reading with its key.
struct Named {
    subject: Subject,
    relation: Relation,
    scope: Option<String>,
}

fn candidate(pair: Pair, found: Named, scene: &Scene<'_>) -> Candidate {
    let set_valued = found.relation.spec().is_some_and(RelationSpec::set_valued);
    let held = scene.known.held(&found.subject.text).iter().any(|h| h.relation == found.relation.name());
    Candidate {
        subject: found.subject,
        relation: found.relation,
        scope: found.scope,
        object: pair.value.span,
        object_text: None,
        op: FoundOp::Assert,
        set_valued,
        // Whether it takes the place of what is held, other words would have to say.
        score: if held { guard::UNSURE } else { TOLD },
        rule: "stated",
        clause: (pair.clause.0.min(pair.thing.0), pair.clause.1),
    }
}

/// The things of a sentence with the values beside them.
fn pairs(tokens: &[Token<'_>], segments: &[Segment]) -> Vec<Pair> {
    let mut out = Vec::new();
    for (n, segment) in segments.iter().enumerate() {
        let clauses = sentence::clauses(tokens, segment.lo, segment.hi);
        for (i, &(lo, hi)) in clauses.iter().enumerate() {
            let stands = cue::clause_cues(tokens, lo, hi)
                .is_ok_and(|c| !(c.negated || c.ends || c.past || c.future || c.never));
            if !stands {
                continue;
            }
            let mut at = lo;
            while at < hi {
                let Some(value) = typed::at(tokens, at, hi) else {
                    at += 1;
                    continue;
                };
                at = value.span.1;
                let before = (i == 0).then(|| segments[..n].last()).flatten();
                let label = label(segments).filter(|_| n > 0);
                let inner = inside(tokens, (lo, hi), value);
                // "cutter: service first Monday": a noun of the thing before the colon.
                let bare = inner.is_some_and(|p| {
                    let t = &tokens[p.thing.0];
                    p.thing.1 == p.thing.0 + 1 && !t.capital() && p.link.how == How::Beside
                });
                let outer = label.filter(|_| bare).and_then(|l| labelled(tokens, l, (lo, hi), value));
                let found = outer.or(inner).or_else(|| across(tokens, segments, n, before, (lo, hi), value));
                out.extend(found);
            }
        }
    }
    out
}

/// What stands before a colon or a dash at the head of the sentence.
fn label(segments: &[Segment]) -> Option<&Segment> {
    segments.get(1).filter(|s| matches!(s.lead, Lead::Colon | Lead::Dash)).and_then(|_| segments.first())
}

/// A thing before a colon whose value stands beside a noun of it.
fn labelled(tokens: &[Token<'_>], label: &Segment, clause: Span, value: Typed) -> Option<Pair> {
    let thing = things::whole(tokens, (label.lo, label.hi))?;
    Some(Pair {
        thing,
        value,
        link: Link { how: How::Equal, verb: None, lead: None, reversed: false },
        clause,
    })
}

/// A thing in the clause of its value.
fn inside(tokens: &[Token<'_>], clause: Span, value: Typed) -> Option<Pair> {
    let pair = |thing: Span| {
        let link = linking::link(tokens, clause, thing, value.span)?;
        Some(Pair { thing, value, link, clause })
    };
    things::before(tokens, clause, value.span)
        .and_then(pair)
        .or_else(|| things::after(tokens, clause, value).and_then(pair))
}

/// A thing that stands before a sign or a comma, and its value behind: "pottery, 6:30pm".
fn across(
    tokens: &[Token<'_>],
    segments: &[Segment],
    n: usize,
    before: Option<&Segment>,
    clause: Span,
    value: Typed,
) -> Option<Pair> {
    let before = before?;
    let lead = segments[n].lead;
    let first = n == 1 || n == 2 && segments[1].lead == Lead::Colon && lead == Lead::Comma;
    if !first || !matches!(lead, Lead::Comma | Lead::Colon | Lead::Dash) {
        return None;
    }
    let thing = things::whole(tokens, (before.lo, before.hi))?;
    let (how, verb) = linking::opening(tokens, clause, value.span, &|_| false)?;
    // "restrung the Strat: 10s"
    let verb = verb.or_else(|| (how == How::Beside).then(|| linking::done(&tokens[before.lo])).flatten());
    let before_value = value.span.0.checked_sub(1).filter(|i| *i >= clause.0);
    let prep = before_value.filter(|i| crate::words::is_preposition(&tokens[*i].lower));
    let how = if how == How::Beside && lead != Lead::Comma { How::Equal } else { how };
    Some(Pair { thing, value, link: Link { how, verb, lead: prep, reversed: false }, clause })
}
