//! Releases: "Otter 3.2.1 was released on 4 May", "version 4.4 is here", "1.9.2 went out this morning".
//! The number is the newest release of what stands before it, unless it is one before the release
//! ("3.0 beta"), one of an older branch, or lower than the one that is known.

use crate::candidate::{Candidate, Relation};
use crate::fact::{FoundFact, FoundOp};
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
    if !is_out(c, at + 1)
        || !is_newest(c, at)
        || c.tokens[c.lo..at].iter().any(|t| words::is_preposition(&t.lower))
    {
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
    is_release(verb)
        || been && verb.any(&["out", "here", "available", "live"])
        || verb.any(&["goes", "went", "gone"]) && next(&["out", "live"])
        || verb.any(&["came", "comes", "come"]) && next(&["out"]) && verb.is("came")
}

/// Whether a verb brings something out.
pub(crate) fn is_release(verb: &Token<'_>) -> bool {
    verb.any(&["released", "published", "shipped", "tagged", "launched"])
}

/// Whether a number that came out is one that replaces those before it: no trial of one to come, and
/// none of a branch that is kept up beside the newest.
pub(crate) fn is_newest(c: &Clause<'_, '_>, at: usize) -> bool {
    let number = c.tokens[at].lower.split_once('-').map_or("", |(_, mark)| mark);
    let tried = |t: &Token<'_>| is_trial(&t.lower);
    let beside =
        c.tokens[..c.hi].get(at + 1).is_some_and(tried) || c.tokens[c.lo..at].iter().rev().take(3).any(tried);
    let older = c.tokens[at + 1..c.hi].iter().any(|t| {
        t.any(&["branch", "line", "series", "lts", "backport", "maintenance", "legacy", "stream", "train"])
    });
    !is_trial(number) && !beside && !older
}

/// "beta", "rc.1", "alpha2": what is tried before it is released.
fn is_trial(mark: &str) -> bool {
    let word = mark.trim_end_matches(|ch: char| ch.is_ascii_digit() || matches!(ch, '.' | '-'));
    matches!(
        word,
        "alpha" | "beta" | "rc" | "pre" | "preview" | "nightly" | "snapshot" | "dev" | "canary" | "candidate"
    )
}

/// Leaves what is known of a version where a lower one is told, unless it is told as a step back.
pub(crate) fn settle(tokens: &[Token<'_>], from: usize, scene: &Scene<'_>, facts: &mut [FoundFact]) {
    for fact in facts.iter_mut().skip(from) {
        // What something runs on may be any version; what came out last is none that is lower.
        if fact.relation != "latest_release"
            || fact.op != FoundOp::Assert
            || !fact.closes
            || fact.valid_from.is_some()
        {
            continue;
        }
        let held = scene
            .known
            .held(&fact.subject)
            .into_iter()
            .find(|h| h.relation == fact.relation && h.scope == fact.scope);
        let lower = held.and_then(|h| is_lower(&fact.object, &h.object)).unwrap_or(false);
        if lower && !tokens.iter().any(steps_back) {
            fact.closes = false;
        }
    }
}

/// Whether a word tells that something was changed, or put back.
fn steps_back(t: &Token<'_>) -> bool {
    t.any(&["back", "down", "again", "reverted", "pinned", "stuck", "instead", "not", "actually", "still"])
        || t.verb
            .is_some_and(|v| words::is_change(v.lemma) || matches!(v.lemma, "downgrade" | "revert" | "pin"))
}

/// Whether a version is before another, where both are numbers with dots.
fn is_lower(told: &str, held: &str) -> Option<bool> {
    let parts = |v: &str| {
        v.trim_start_matches(['v', 'V']).split('.').map(str::parse::<u64>).collect::<Result<Vec<_>, _>>().ok()
    };
    Some(parts(told)? < parts(held)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_tried_is_no_release() {
        for mark in ["beta", "beta2", "rc.1", "RC1", "alpha", "nightly", "pre"] {
            assert!(is_trial(&mark.to_lowercase()), "{mark}");
        }
        for mark in ["", "1", "final", "ga", "lts"] {
            assert!(!is_trial(mark), "{mark}");
        }
    }

    #[test]
    fn versions_are_ordered_by_their_numbers() {
        assert_eq!(is_lower("2.3.9", "2.10"), Some(true));
        assert_eq!(is_lower("v3.0", "2.10"), Some(false));
        assert_eq!(is_lower("2.3", "2.3"), Some(false));
        assert_eq!(is_lower("jammy", "2.3"), None);
    }
}
