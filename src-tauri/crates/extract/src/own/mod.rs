//! What people tell of their own doings in a chat: counts so far ([`tally`]), where they keep things
//! ([`keeping`]), how often and when they do them ([`rhythm`]), how far and how long they have been at
//! them ([`progress`]). Whether the clause asserts is the gate's; attributes ("my best time is …")
//! are [`crate::attribute`]'s.

mod keeping;
mod progress;
mod rhythm;
mod tally;
mod times;

use crate::candidate::Candidate;
use crate::matching::skippable;
use crate::nominal::Clause;
use crate::phrase::noun_phrase_end;
use crate::scene::Scene;
use crate::subject::Subject;
use crate::token::{self, Shape, Token};
use crate::words;

/// Adds the readings of a clause.
pub(crate) fn read(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    if c.cues.negated || c.cues.ends || c.cues.future {
        return;
    }
    // Most clauses tell of nobody's own doings.
    let own =
        c.tokens.iter().any(|t| t.shape == Shape::Word && t.any(&["i", "we", "my", "our", "ive", "im"]));
    keeping::read(c, scene, out);
    if own {
        tally::read(c, scene, out);
        times::read(c, scene, out);
        rhythm::read(c, scene, out);
        progress::read(c, scene, out);
    }
    if out.iter().any(|f| is_own(f.rule)) {
        settle(c, out);
    }
}

const RULES: [&str; 9] =
    ["tally", "kept", "lies", "habit", "daily", "spent", "progress", "lasting", "standing"];

fn is_own(rule: &str) -> bool {
    RULES.contains(&rule)
}

/// What looser templates make of the same words is no second fact: who attends is whoever speaks,
/// and where a thing is kept is no attribute of its owner.
fn settle(c: &Clause<'_, '_>, out: &mut Vec<Candidate>) {
    let place = out.iter().any(|f| matches!(f.rule, "kept" | "lies" | "standing"));
    let total = out.iter().any(|f| f.rule == "tally");
    out.retain(|f| {
        let idle = matches!(
            f.relation.name(),
            "attendee" | "owner" | "religion" | "blocked_by" | "studies_at" | "event_time" | "assignee"
        );
        is_own(f.rule)
            || !(place
                && f.score <= 14
                && (f.relation.spec().is_none()
                    || f.relation.name() == "location"
                    || f.relation.name() == "secret_location" && !c.tokens[f.object.0].capital())
                || total && f.relation.spec().is_none()
                || idle && f.rule.starts_with("verb"))
    });
}

/// What a plan takes for granted: "hoping to beat my personal best of 25:50".
pub(crate) fn presupposed(c: &Clause<'_, '_>, scene: &Scene<'_>) -> Vec<Candidate> {
    let beaten = (c.lo..c.hi).find(|&i| {
        c.tokens[i].verb.is_some_and(|v| matches!(v.lemma, "beat" | "break" | "improve" | "top"))
            && c.tokens[i + 1..c.hi].iter().take(2).any(|t| t.is("my"))
    });
    let Some(at) = beaten.filter(|_| !c.cues.negated) else { return Vec::new() };
    let mut out = Vec::new();
    crate::possession::in_passing(&Clause { lo: at, ..*c }, scene, &mut out);
    out.retain(|f| f.relation.name() == "record");
    // One record is known: it is the one.
    let held = scene.known.held("user");
    let mut records = held.iter().filter(|h| h.relation == "record");
    if let (Some(record), None) = (records.next(), records.next()) {
        out.iter_mut().filter(|f| f.scope.is_none()).for_each(|f| f.scope.clone_from(&record.scope));
    }
    out
}

/// Verbs that a doing hangs on: "managed to see", "remember seeing", "like to see".
fn leads(t: &Token<'_>) -> bool {
    t.any(&["to", "managed", "remember", "recall", "like", "prefer", "tend", "started", "'m", "keep"])
}

/// The first person whose doing the verb at `at` tells, in the singular or the plural.
fn doer(c: &Clause<'_, '_>, at: usize, scene: &Scene<'_>) -> Option<Subject> {
    let mut i = at;
    while i > c.lo {
        let t = &c.tokens[i - 1];
        if t.shape == Shape::Word && t.any(&["i", "ive", "im"]) {
            return Some(Subject::user());
        }
        if t.shape == Shape::Word && t.is("we") {
            return Some(scene.plural());
        }
        let idle = skippable(t) || words::is_auxiliary(&t.lower) || words::is_adverb(&t.lower) || leads(t);
        if !idle {
            return None;
        }
        i -= 1;
    }
    // "I started in May and have read 12": the clause before had the subject.
    let joined = c.lo > 0 && c.tokens[c.lo - 1].any(&["and", ",", "but"]);
    scene.running.clone().filter(|s| joined && at == i + (at - c.lo) && s.text == "user")
}

/// How the verb at `at` tells of doings that are over and may go on.
fn done(c: &Clause<'_, '_>, at: usize) -> bool {
    let Some(form) = c.tokens[at].verb else { return false };
    let before = |words: &[&str]| {
        c.tokens[c.lo..at].iter().rev().take_while(|t| skippable(t) || leads(t)).any(|t| t.any(words))
    };
    let perfect = form.participle && before(&["have", "'ve", "has", "ive"])
        // "I have now read"; "read" is its own participle.
        || form.base && form.past && before(&["have", "'ve", "has"]);
    let managed = form.base && before(&["managed"]) && at > c.lo && c.tokens[at - 1].is("to");
    let did = form.base && before(&["did"]) && !c.cues.negated;
    let recalled = form.gerund && at > c.lo && c.tokens[at - 1].any(&["remember", "recall"]);
    let just = form.past && at > c.lo && c.tokens[at - 1].is("just") && completes(form.lemma);
    let summed = form.past && summed(c, at);
    perfect || managed || did || recalled || just || summed
}

/// Verbs that say of any doing that it is over.
fn completes(lemma: &str) -> bool {
    matches!(lemma, "complete" | "finish" | "do" | "reach" | "hit" | "pass" | "cover" | "get")
}

/// "so far", "in total", "to date", "already", "since I started" after a doing.
fn summed(c: &Clause<'_, '_>, at: usize) -> bool {
    let rest = c.tokens.get(at + 1..).unwrap_or_default();
    let rest = rest.split(|t| t.is_punct() && !t.is("'")).next().unwrap_or(rest);
    rest.windows(2).any(|w| {
        w[0].is("so") && w[1].is("far")
            || w[0].is("in") && w[1].is("total")
            || w[0].is("to") && w[1].is("date")
            || w[0].is("since") && w[1].any(&["i", "we", "then"])
    }) || rest.iter().any(|t| t.any(&["already", "altogether", "overall", "now"]))
}

/// A noun phrase as the words of a key: no determiners, no mere praise, singular and lower case.
fn kind_of(tokens: &[Token<'_>], lo: usize, hi: usize) -> String {
    let plain: Vec<String> = tokens[lo..hi.max(lo)]
        .iter()
        .filter(|t| {
            t.is_content()
                && !words::is_determiner(&t.lower)
                && !words::is_possessive(&t.lower)
                && !is_praise(&t.lower)
                && !t.any(&["'s", "'"])
                && !words::is_adverb(&t.lower)
        })
        .map(|t| t.lower.trim_matches(['"', '*']).to_owned())
        .collect();
    let text = plain.join(" ");
    match text.split_once(" of ") {
        Some((head, rest)) => format!("{} of {rest}", words::singular(head)),
        None => words::singular(&text),
    }
}

/// Adjectives that part no kind from another.
fn is_praise(word: &str) -> bool {
    matches!(
        word,
        "good"
            | "great"
            | "nice"
            | "new"
            | "different"
            | "various"
            | "separate"
            | "amazing"
            | "wonderful"
            | "delicious"
            | "lovely"
            | "own"
            | "other"
            | "whole"
            | "full"
            | "entire"
            | "interesting"
            | "beautiful"
            | "trusty"
            | "favourite"
            | "favorite"
            | "more"
            | "certain"
    )
}

/// The kind that "them", "ones" or nothing at all stands for: what the same verb was said of, else
/// the last plural, in this sentence or just before it.
fn meant(c: &Clause<'_, '_>, before: usize, lemma: &str, scene: &Scene<'_>) -> Option<String> {
    if let Some(kind) = plural_before(&c.tokens[..before], lemma) {
        return Some(kind);
    }
    plural_before(&just_before(c, scene), lemma)
}

fn plural_before(tokens: &[Token<'_>], lemma: &str) -> Option<String> {
    let plural = |end: usize| {
        end > 0
            && tokens[end - 1].lower.len() > 3
            && tokens[end - 1].lower.ends_with('s')
            && !tokens[end - 1].lower.ends_with("ss")
            && !tokens[end - 1].is("'s")
            && tokens[end - 1].verb.is_none_or(|v| v.lemma != "be")
    };
    let after = |i: usize| {
        let from = i + 1 + usize::from(tokens.get(i + 1).is_some_and(|t| t.any(&["out", "up", "any"])));
        let end = noun_phrase_end(tokens, from, tokens.len());
        (end > from && plural(end)).then(|| kind_of(tokens, from, end))
    };
    let same = (0..tokens.len()).rev().filter(|&i| tokens[i].lemma_is(lemma)).find_map(after);
    same.or_else(|| {
        let last = (0..tokens.len()).rev().find(|&i| {
            plural(i + 1)
                && tokens[i].shape == Shape::Word
                && !words::is_adverb(&tokens[i].lower)
                && !crate::possession::is_vague(&tokens[i].lower)
                && !crate::phrase::is_boundary(&tokens[i])
        })?;
        let mut first = last;
        while first > 0
            && tokens[first - 1].shape == Shape::Word
            && !crate::phrase::is_boundary(&tokens[first - 1])
            && !words::is_determiner(&tokens[first - 1].lower)
            && !words::is_possessive(&tokens[first - 1].lower)
            && last - first < 2
            && !tokens[first - 1].verb.is_some_and(|v| v.gerund)
        {
            first -= 1;
        }
        Some(kind_of(tokens, first, last + 1))
    })
    .filter(|kind| !kind.is_empty())
}

/// What "it" or "them" stands for as an object: the last "my X" before, in this sentence or just
/// before it, as `take` makes it of its words.
fn pointed<T>(
    c: &Clause<'_, '_>,
    before: usize,
    scene: &Scene<'_>,
    take: impl Fn(&[Token<'_>], usize, usize) -> Option<T>,
) -> Option<T> {
    let last = |tokens: &[Token<'_>]| {
        (0..tokens.len()).rev().find_map(|i| {
            let own = tokens[i].any(&["my", "our"]) && tokens[i].shape == Shape::Word;
            let end = noun_phrase_end(tokens, i, tokens.len());
            (own && end > i + 1).then_some((i, end))
        })
    };
    if let Some((lo, hi)) = last(&c.tokens[..before]) {
        return take(c.tokens, lo, hi);
    }
    let tokens = just_before(c, scene);
    last(&tokens).and_then(|(lo, hi)| take(&tokens, lo, hi))
}

/// The words that were said just before this sentence.
fn just_before<'a>(c: &Clause<'_, '_>, scene: &Scene<'a>) -> Vec<Token<'a>> {
    const NEAR: usize = 260;
    let start = c.tokens.first().map_or(0, |t| t.span.0);
    let mut from = start.saturating_sub(NEAR);
    while from < start && !scene.text.is_char_boundary(from) {
        from += 1;
    }
    let text = scene.text.get(from..start).unwrap_or_default();
    // A word cut in two is none.
    let cut = if from > 0 { text.find(' ').unwrap_or(text.len()) } else { 0 };
    crate::work::steps(text.len());
    token::tokens(&text[cut..], from + cut)
}
