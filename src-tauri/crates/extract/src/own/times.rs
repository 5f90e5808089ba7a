//! How many times somebody has done a thing: "I've worn my boots four times already", "that's six
//! times now that I've worn them", "I've had my camera with me on five trips". The key is the doing
//! with the name of its object.

use super::{doer, done, kind_of, pointed, summed, tally::tell};
use crate::candidate::Candidate;
use crate::measure::{self, Unit};
use crate::nominal::Clause;
use crate::phrase::noun_phrase_end;
use crate::scene::Scene;
use crate::subject::Subject;
use crate::token::{Shape, Token};
use crate::words;

pub(super) fn read(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    for at in c.lo + 1..c.hi {
        let counted =
            c.tokens[at].is("times") && measure::measure(c.tokens, at - 1, at).is_some_and(|m| m.whole);
        if counted {
            // "four times a week" is a rhythm.
            let rhythm = c.tokens[..c.hi].get(at + 1).is_some_and(|t| {
                t.any(&[
                    "a", "per", "each", "every", "as", "more", "the", "larger", "bigger", "faster", "slower",
                    "daily", "weekly",
                ])
            });
            if !rhythm {
                number_of(c, at, scene, out);
            }
        }
        trips(c, at, scene, out);
    }
}

fn number_of(c: &Clause<'_, '_>, at: usize, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    let number = (at - 1, at);
    // "I've worn my boots four times"
    if let Some(verb) = (c.lo + 1..at - 1)
        .rev()
        .find(|&i| c.tokens[i].verb.is_some_and(|v| v.lemma != "be" || c.tokens[i].is("been")) && done(c, i))
        && let Some(subject) = doer(c, verb, scene)
        && let Some(key) = deed(c, verb, at - 1, scene)
    {
        let score = if key.1 { 9 } else { 5 };
        tell(c, subject, key.0, number, score, out);
        return;
    }
    // "that's six times now that I've worn them"
    let opens = c.tokens[c.lo..at].iter().rev().take(4).any(|t| t.any(&["'s", "is", "makes"]));
    let Some(verb) = (at + 1..c.tokens.len().min(at + 8)).find(|&i| {
        c.tokens[i].verb.is_some_and(|v| v.participle && v.lemma != "be" && v.lemma != "have")
            && c.tokens[at..i].iter().any(|t| t.any(&["i", "i've"]))
    }) else {
        return;
    };
    let mut stop = verb + 1;
    while stop < c.tokens.len() && !c.tokens[stop].is_punct() {
        stop += 1;
    }
    if opens && let Some(key) = deed(c, verb, stop, scene) {
        tell(c, Subject::user(), key.0, number, if key.1 { 9 } else { 5 }, out);
    }
}

/// The doing with its object as a key, and whether the object is named.
fn deed(c: &Clause<'_, '_>, verb: usize, stop: usize, scene: &Scene<'_>) -> Option<(String, bool)> {
    let mut lemma = c.tokens[verb].verb?.lemma.to_owned();
    let mut from = verb + 1;
    if let Some(inner) = c.tokens.get(from).and_then(|t| t.verb).filter(|v| v.gerund) {
        lemma = inner.lemma.to_owned();
        from += 1;
    }
    if c.tokens.get(from).is_some_and(|t| t.any(&["to", "out", "up", "on", "at", "in"])) {
        if c.tokens[from].is("to") {
            lemma.push_str(" to");
        }
        from += 1;
    }
    let end = noun_phrase_end(c.tokens, from, stop);
    if end > from {
        let name = named(c.tokens, from, end);
        return (!name.is_empty()).then(|| (format!("times {lemma} {name}"), true));
    }
    let points = c.tokens.get(from).is_some_and(|t| t.any(&["it", "them"]));
    if points {
        let name =
            pointed(c, verb, scene, |tokens, a, b| Some(named(tokens, a, b))).filter(|n| !n.is_empty());
        return Some(match name {
            Some(name) => (format!("times {lemma} {name}"), true),
            None => (format!("times {lemma} it"), false),
        });
    }
    // "I've moved four times"
    (from >= stop || !c.tokens[from].is_content() || c.tokens[from].has_digit() || from + 1 == stop)
        .then(|| (format!("times {lemma}"), true))
}

/// What an object goes by: the head of its proper name, else its kind.
fn named(tokens: &[Token<'_>], lo: usize, hi: usize) -> String {
    let proper = |t: &Token<'_>| t.capital() && t.shape == Shape::Word && t.text.len() > 1;
    match tokens[lo..hi].iter().find(|t| proper(t)) {
        Some(name) => name.lower.clone(),
        None => kind_of(tokens, lo, hi),
    }
}

/// "I've had my camera with me on five trips now".
fn trips(c: &Clause<'_, '_>, at: usize, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    if !c.tokens[at].any(&["on", "to"]) {
        return;
    }
    let Some(m) = measure::measure(c.tokens, at + 1, c.hi).filter(|m| m.whole && m.unit == Unit::None) else {
        return;
    };
    let end = noun_phrase_end(c.tokens, m.end, c.hi);
    let Some(noun) = end.checked_sub(1).filter(|n| *n >= m.end).map(|n| &c.tokens[n]) else { return };
    if !noun.lower.ends_with('s') || !summed(c, at) || crate::possession::is_vague(&noun.lower) {
        return;
    }
    let Some(verb) = (c.lo + 1..at).find(|&i| {
        done(c, i)
            && c.tokens[i].verb.is_some_and(|v| {
                matches!(v.lemma, "have" | "take" | "bring" | "carry" | "use" | "wear" | "be" | "go")
            })
    }) else {
        return;
    };
    let Some(subject) = doer(c, verb, scene) else { return };
    let stop = noun_phrase_end(c.tokens, verb + 1, at);
    let kind = words::singular(&noun.lower);
    let scope = if stop > verb + 1 {
        format!("{kind} with {}", named(c.tokens, verb + 1, stop))
    } else {
        format!("{kind} go")
    };
    tell(c, subject, scope, (at + 1, m.end), 8, out);
}
