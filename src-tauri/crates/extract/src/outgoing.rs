//! Releases: "Otter 3.2.1 was released on 4 May", "version 4.4 is here", "1.9.2 went out this morning".
//! The number is the newest release of what stands before it.

use crate::candidate::{Candidate, Relation};
use crate::matching::skippable;
use crate::nominal::Clause;
use crate::phrase;
use crate::scene::Scene;
use crate::shape;
use crate::subject::{Class, Subject};
use crate::token::Token;
use crate::words;

/// Adds the reading of a clause.
pub(crate) fn read(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    if c.cues.negated || c.cues.ends || c.cues.future || c.cues.never {
        return;
    }
    let Some(spec) = c.lexicon.get("latest_release") else { return };
    let Some(at) = (c.lo..c.hi).find(|&i| is_number(&c.tokens[i])) else { return };
    if !is_out(c, at + 1) || c.tokens[c.lo..at].iter().any(|t| words::is_preposition(&t.lower)) {
        return;
    }
    let mut hi = at;
    while hi > c.lo && c.tokens[hi - 1].any(&["version", "release", "v"]) {
        hi -= 1;
    }
    let lo = (c.lo..hi)
        .find(|&i| {
            let t = &c.tokens[i];
            t.is_content() && !words::is_filler(&t.lower) && !words::is_determiner(&t.lower)
        })
        .unwrap_or(hi);
    let named =
        c.tokens[lo..hi].iter().all(|t| t.is_content() && t.verb.is_none_or(|v| v.base || t.capital()));
    if !named || hi - lo > 4 {
        return;
    }
    let subject = if lo == hi {
        scene.topic.clone().or_else(|| scene.heading.clone()).unwrap_or_else(Subject::project)
    } else {
        Subject { text: phrase::written(scene.text, c.tokens, lo, hi).0.to_owned(), class: Class::Thing }
    };
    out.push(Candidate {
        subject,
        relation: Relation::Known(spec),
        scope: None,
        object: (at, at + 1),
        object_text: None,
        op: c.cues.op(false),
        set_valued: false,
        score: 12,
        rule: "released",
        clause: (c.lo, c.hi),
    });
}

fn is_number(t: &Token<'_>) -> bool {
    shape::is_clear_version(t.text) && !shape::is_ip(t.text)
}

/// "is out", "was released", "has shipped", "went live", "is now available".
fn is_out(c: &Clause<'_, '_>, from: usize) -> bool {
    let mut at = from;
    while at < c.hi && (skippable(&c.tokens[at]) || c.tokens[at].lemma_is("be")) && !c.tokens[at].is("out") {
        at += 1;
    }
    let Some(verb) = c.tokens[..c.hi].get(at) else { return false };
    let next = |words: &[&str]| c.tokens[..c.hi].get(at + 1).is_some_and(|t| t.any(words));
    let been = at > from;
    verb.any(&["released", "published", "shipped", "tagged", "launched"])
        || been && verb.any(&["out", "here", "available", "live"])
        || verb.any(&["goes", "went", "gone"]) && next(&["out", "live"])
        || verb.any(&["came", "comes", "come"]) && next(&["out"]) && verb.is("came")
}
