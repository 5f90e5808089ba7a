//! Who is in a choir, a club or a band, and who left one: "I'm in a choir now", "Petra's not in the book
//! club anymore", "left the choir on 1 June". Teams and squads at work are the lexicon's.

use crate::candidate::{Candidate, Relation};
use crate::fact::FoundOp;
use crate::matching::skippable;
use crate::nominal::Clause;
use crate::phrase::noun_phrase_end;
use crate::scene::Scene;
use crate::subject::{self, Class, Subject};
use crate::token::{Shape, Token};
use crate::words;

/// Adds the reading of a clause.
pub(crate) fn read(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    if c.cues.negated && !c.cues.ends || c.cues.future || c.cues.never {
        return;
    }
    let Some(spec) = c.lexicon.get("membership") else { return };
    for at in c.lo..c.hi {
        let Some((from, leaves)) = verb(c, at) else { continue };
        let Some((start, end)) = group(c, from) else { continue };
        let Some(subject) = somebody(c, at, scene) else { continue };
        let op = if leaves || c.cues.ends { FoundOp::End } else { FoundOp::Assert };
        if op == FoundOp::Assert && c.tokens[at].any(&["was", "were"]) {
            continue;
        }
        out.push(Candidate {
            subject,
            relation: Relation::Known(spec),
            scope: None,
            object: (start, end),
            object_text: None,
            op,
            set_valued: spec.set_valued(),
            score: 19,
            rule: "group",
            clause: (c.lo, c.hi),
        });
        return;
    }
}

/// Where the group begins that a verb at `at` is about, and whether somebody leaves it.
fn verb(c: &Clause<'_, '_>, at: usize) -> Option<(usize, bool)> {
    let token = &c.tokens[at];
    let form = token.verb.filter(|_| token.shape == Shape::Word)?;
    let mut next = at + 1;
    while next < c.hi && (skippable(&c.tokens[next]) || c.tokens[next].any(&["part", "member", "a", "of"])) {
        // "is a member of the club" is the lexicon's.
        if c.tokens[next].is("a") && !c.tokens[..c.hi].get(next + 1).is_some_and(|t| t.is("member")) {
            break;
        }
        next += 1;
    }
    match form.lemma {
        "be" => c.tokens[..c.hi].get(next).filter(|t| t.is("in")).map(|_| (next + 1, false)),
        "leave" | "quit" if form.past || form.base || form.third => Some((at + 1, true)),
        "drop" if c.tokens[..c.hi].get(at + 1).is_some_and(|t| t.is("out")) => Some((at + 3, true)),
        "join" if form.past || form.participle => Some((at + 1, false)),
        _ => None,
    }
}

/// A group's name: a noun phrase of which the last noun is one for people who meet.
fn group(c: &Clause<'_, '_>, from: usize) -> Option<(usize, usize)> {
    let led = c.tokens[..c.hi]
        .get(from)
        .is_some_and(|t| words::is_determiner(&t.lower) || words::is_possessive(&t.lower));
    let end = noun_phrase_end(c.tokens, from, c.hi);
    let start = from + usize::from(led);
    let end = (start + 1..end).find(|&i| c.tokens[i].is("of")).unwrap_or(end);
    let head = c.tokens[..c.hi].get(end.checked_sub(1)?).filter(|_| led && end > start)?;
    is_group(head).then_some((start, end))
}

fn is_group(t: &Token<'_>) -> bool {
    t.any(&[
        "choir",
        "club",
        "band",
        "orchestra",
        "society",
        "league",
        "troupe",
        "ensemble",
        "quartet",
        "union",
        "co-op",
        "cooperative",
        "association",
        "guild",
        "gym",
        "squadron",
        "committee",
        "council",
        "party",
        "chorus",
        "scouts",
        "brigade",
        "pta",
        "board",
    ])
}

fn somebody(c: &Clause<'_, '_>, verb: usize, scene: &Scene<'_>) -> Option<Subject> {
    let cleaned = subject::clean(c.tokens, c.lo, verb);
    if cleaned.lo >= cleaned.hi {
        return scene.is_talk().then(|| scene.missing()).filter(|s| s.class == Class::Person);
    }
    subject::resolve(c.tokens, cleaned.lo, cleaned.hi, scene)
        .filter(|s| matches!(s.class, Class::Person | Class::Name))
}
