//! What its clause makes of a value that may be the next: come to, so now, so, or compared and
//! denied. By the word before it and by what it does as a subject.

use super::role::{self, Arrive, Part, before, idle, some_before};
use super::spoken::Span;
use super::turns::{self, turn};
use crate::phrase;
use crate::sentence;
use crate::token::{Shape, Token};
use crate::words;

/// What is said of a value that may be the next.
pub(super) fn arriving(tokens: &[Token<'_>], parts: &[Part], span: Span) -> Arrive {
    let Some(part) = role::part_of(parts, span.0) else { return Arrive::Nothing };
    let (a, b) = span;
    if part.cues.ends || part.cues.negated {
        // "It isn't Jira any more, Linear": only what the denial does not reach.
        return Arrive::Barred;
    }
    let present = present_tense(tokens, part);
    let standing = |told: Arrive| {
        if part.now && told != Arrive::Barred && told != Arrive::Taken { Arrive::Now } else { told }
    };
    // "to port 8095", "in shoe size 31": a figure with the noun that it is of.
    let mut from = a;
    if tokens[a].has_digit() {
        while from > part.lo
            && a - from < 3
            && tokens[from - 1].shape == Shape::Word
            && !phrase::is_boundary(&tokens[from - 1])
            && !idle(&tokens[from - 1])
            && tokens[from - 1].verb.is_none_or(|v| v.base && !v.past)
            && turn(&tokens[from - 1]) == turns::Turn::default()
        {
            from -= 1;
        }
        if from == part.lo {
            from = a;
        }
    }
    let Some(p) = before(tokens, part, from) else { return standing(leads(tokens, part, span, present)) };
    let token = &tokens[p];
    let prior = |words: &[&str]| p > part.lo && tokens[p - 1].any(words);
    let verbal = (part.lo..a).any(|i| tokens[i].verb.is_some());
    let reach = Part { lo: if verbal { part.lo } else { 0 }, ..*part };
    let moved =
        some_before(tokens, &reach, p, |t, _| t.moves || t.drops || t.passes || t.takes || t.replaces);
    // "rose by 50 €": how much, and not to what.
    if token.is("by") && tokens[a].has_digit() {
        return Arrive::Barred;
    }
    let told = match token.lower.as_str() {
        "than" | "like" | "unlike" | "versus" | "vs" | "beside" | "near" | "behind" | "before"
        | "between" | "among" | "or" | "nor" | "plus" | "both" | "&" | "about" | "not" | "without"
        | "despite" | "until" | "till" | "except" | "around" => return Arrive::Barred,
        "and" if p > part.lo && tokens[p - 1].capital() && tokens[p - 1].is_content() => {
            return Arrive::Barred;
        }
        "to" | "into" | "onto"
            if prior(&["hello", "hi", "welcome", "way", "over", "up", "down", "back", "on"]) =>
        {
            Arrive::Taken
        }
        "to" if prior(&[
            "next",
            "close",
            "similar",
            "compared",
            "thanks",
            "due",
            "according",
            "goodbye",
            "talked",
            "spoke",
            "wrote",
            "listened",
        ]) =>
        {
            return Arrive::Barred;
        }
        "to" | "into" | "onto" if moved => Arrive::Taken,
        "to" if present => Arrive::So,
        "with"
            if some_before(tokens, part, p, |t, w| {
                t.replaces || t.drops && t.past || w.any(&["going", "went", "settled", "signed", "landed"])
            }) =>
        {
            Arrive::Taken
        }
        "with" | "on" | "in" | "at" | "through" | "via" | "from" | "under" if present => Arrive::So,
        "with" | "on" | "through" | "via" if !sentence::has_verb(tokens, part.lo, part.hi) => Arrive::So,
        "by" if some_before(tokens, part, p, |t, _| t.replaces || t.takes || t.drops || t.moves) => {
            Arrive::Taken
        }
        "by" if present => Arrive::So,
        "for"
            if some_before(tokens, part, p, |t, w| {
                t.drops
                    || t.moves && w.any(&["swapped", "changed", "exchanged", "gone"])
                    || w.any(&["room", "way", "favour", "favor", "exchange"])
            }) =>
        {
            Arrive::Taken
        }
        "for" => Arrive::Nothing,
        "of" if prior(&["favour", "favor", "hands"]) => Arrive::Taken,
        "of" => return Arrive::Barred,
        "hello" | "welcome" | "meet" | "enter" | "hi" | "→" => Arrive::Taken,
        "was" | "were" => return Arrive::Barred,
        "as" => Arrive::Nothing,
        _ if token.lemma_is("be") && present => Arrive::So,
        _ if token.lemma_is("become") || token.any(&["became", "becomes"]) => Arrive::Taken,
        _ => {
            let verb = turns::done(tokens, p);
            let first = tokens[part.lo..p].iter().all(|t| {
                t.any(&["i", "we", "'ve", "have", "'m", "'re", "so", "and", "then", "they"])
                    || words::is_adverb(&t.lower)
                    || words::is_filler(&t.lower)
                    || t.is_punct()
            });
            if verb.takes && !verb.third && first {
                Arrive::Taken
            } else if present && first && token.verb.is_some() {
                Arrive::So
            } else if p + 1 == a
                && token.verb.is_none()
                && !phrase::is_boundary(token)
                && token.is_content()
                && !token.capital()
            {
                // "colleague Oleg": part of another name.
                leads(tokens, part, span, present)
            } else {
                leads(tokens, part, span, present)
            }
        }
    };
    let _ = b;
    standing(told)
}

/// By what the value, as a subject, does.
fn leads(tokens: &[Token<'_>], part: &Part, (a, b): Span, present: bool) -> Arrive {
    let opens = tokens[part.lo..a].iter().all(|t| {
        idle(t)
            || t.is_punct()
            || words::is_filler(&t.lower)
            || words::is_conjunction(&t.lower)
            || words::is_adverb(&t.lower)
            || turns::present_end(tokens, part.lo, a).is_some()
    });
    // "Since Monday Joy …": after a time that leads the clause.
    let after_time = part.now
        && (part.lo..a).all(|i| {
            !tokens[i].verb.is_some_and(|v| v.lemma != "be" && (v.third || v.past))
                && !tokens[i].any(&["i", "we", "they", "he", "she"])
        });
    if !opens && !after_time {
        return Arrive::Nothing;
    }
    let rest = &tokens[b..part.hi];
    let Some(at) = rest.iter().position(|t| !words::is_adverb(&t.lower)) else {
        return if part.now { Arrive::Now } else { Arrive::Nothing };
    };
    let token = &rest[at];
    let next = rest.get(at + 1);
    let has = token.any(&["has", "have", "'s", "'ve", "had"]);
    let main = if has { rest[at + 1..].iter().find(|t| !words::is_adverb(&t.lower)) } else { Some(token) };
    let Some(main) = main else { return Arrive::Nothing };
    let follows = |words: &[&str]| rest.iter().take(6).any(|t| t.any(words));
    if main.any(&["took", "taken", "takes", "taking"])
        && follows(&[
            "over", "place", "helm", "reins", "job", "role", "post", "spot", "seat", "charge", "baton",
            "mantle",
        ])
    {
        return Arrive::Taken;
    }
    let verb = turn(main);
    if verb.replaces && !rest.iter().take(at + 2).any(|t| t.lemma_is("be") && !t.is("'s")) {
        return Arrive::Taken;
    }
    if token.lemma_is("be")
        && next.is_some_and(|t| t.any(&["in"]))
        && rest.get(at + 2).is_none_or(|t| !t.is_content())
    {
        return Arrive::Taken;
    }
    if main.any(&["became", "become", "stepped", "joined", "inherited", "succeeded"]) && !token.lemma_is("be")
    {
        return Arrive::Taken;
    }
    if token.lemma_is("be") && !token.any(&["was", "were"]) && present
        || main.is("been") && has
        || token.verb.is_some_and(|v| v.third) && !token.lemma_is("be")
    {
        return Arrive::So;
    }
    Arrive::Nothing
}

/// Whether a clause is in the present tense, or has no verb in the past one.
fn present_tense(tokens: &[Token<'_>], part: &Part) -> bool {
    let words = &tokens[part.lo..part.hi];
    let past = words.iter().enumerate().any(|(i, t)| {
        t.any(&["was", "were", "had", "did"])
            || t.verb.is_some_and(|v| v.past && !v.base && v.lemma != "be")
                && !(0..i)
                    .rev()
                    .take(3)
                    .any(|n| words[n].lemma_is("be") || words[n].any(&["has", "have", "'ve", "got"]))
                && !t.capital()
    });
    !past && !words.iter().any(|t| t.is("got"))
        || words.iter().any(|t| t.any(&["have", "'ve", "has"])) && words.iter().any(|t| t.is("been"))
}
