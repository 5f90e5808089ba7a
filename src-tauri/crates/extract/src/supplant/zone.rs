//! The words of a clause that tell of a thing and its value, and whether those around them leave it
//! alone: another spell ("on Sundays"), place or part, a share of it, somebody else's.

use super::spoken::{Span, Spoken};
use crate::linking::{self, How, Link};
use crate::measure;
use crate::phrase;
use crate::token::Token;
use crate::words;

/// Words that make a part of a thing, or another of its kind, of its name.
const PARTS: &[&str] = &[
    "half",
    "part",
    "some",
    "most",
    "one",
    "every",
    "each",
    "any",
    "another",
    "other",
    "old",
    "former",
    "previous",
    "both",
    "many",
    "few",
    "several",
    "first",
    "last",
    "second",
    "next",
    "his",
    "her",
    "their",
    "your",
    "its",
    "neighbour",
    "neighbours",
    "neighbor",
    "someone",
    "somebody",
    "everyone",
    "everybody",
    "nobody",
    "client",
    "clients",
    "customer",
    "customers",
    "competitor",
    "interns",
    "students",
    "guest",
];

/// The words from the thing to the value, with the verb that governs them.
pub(super) fn between(tokens: &[Token<'_>], thing: Span, value: Span, link: Link) -> Span {
    let from = thing.0.min(value.0);
    let verb = (0..from)
        .rev()
        .find(|&i| linking::acts(&tokens[i]))
        .filter(|_| link.verb.is_some() && !link.reversed);
    let inside = (thing.1.min(value.1)..thing.0.max(value.0))
        .any(|i| linking::acts(&tokens[i]) || tokens[i].lemma_is("be"));
    (verb.filter(|_| !inside).unwrap_or(from), thing.1.max(value.1))
}

/// Whether what stands before the zone says nothing that takes the thing or the time from it.
/// `exact` is whether the value comes with the very noun of the key.
pub(super) fn opens(
    tokens: &[Token<'_>],
    key: &Spoken,
    (from, _): Span,
    thing: Span,
    link: Link,
    exact: bool,
) -> bool {
    // "For the record …" is no condition.
    let record = usize::from(tokens.len() > 3 && tokens[0].is("for") && tokens[2].is("record")) * 3;
    let before = &tokens[record.min(from)..from];
    let governed = from < thing.0.min(tokens.len()) && link.verb.is_some() && !link.reversed;
    let started = link.verb == Some("start");
    let part = |t: &Token<'_>| {
        !(started && t.is("first")) && (PARTS.contains(&t.lower.as_str()) || words::is_environment(&t.lower))
    };
    // "On Sundays the shop opens at 10": only then.
    let fronted =
        before.iter().any(|t| words::is_weekday(&t.lower) || t.any(&["weekends", "weekdays", "nights"]))
            || before
                .first()
                .is_some_and(|t| t.any(&["at", "during", "between", "in", "on", "for", "below", "under"]))
                && !governed;
    let direct: &[Token<'_>] = &tokens[from.saturating_sub(3)..thing.0.max(from)];
    if fronted || direct.iter().any(part) {
        return false;
    }
    // "gave a tour of S to V": of the tour.
    let around: Vec<&Token<'_>> = tokens[from..thing.0]
        .iter()
        .filter(|t| !words::is_determiner(&t.lower) && !words::is_possessive(&t.lower))
        .collect();
    let of = around.last().is_some_and(|t| t.any(&["of", "about"]))
        || around.last().is_some_and(|t| t.any(&["for", "with", "from", "in", "at"]))
            && around.len() > 1
            && around[around.len() - 2].verb.is_none()
            && !linking::acts(around[around.len() - 2]);
    if of && !link.reversed {
        return false;
    }
    if governed {
        return !before.iter().any(part);
    }
    // "going with 4 mm for the scarf"
    let agent = usize::from(from > 0 && words::is_pronoun(&tokens[0].lower));
    if link.reversed
        && from > agent
        && linking::opening(tokens, (agent, from), (from, from), &|_| false).is_some()
    {
        return true;
    }
    let Some(last) = before
        .iter()
        .rev()
        .find(|t| !words::is_determiner(&t.lower) && !t.any(&["my", "our", "new", "whole", "entire"]))
    else {
        return true;
    };
    // "a seat on S goes for $23"
    let each = (exact || key.held.relation == "price") && last.any(&["on", "of", "for", "at"]);
    let first = link.verb == Some("start") && last.is("for");
    !last.is_content()
        || each
        || linking::knows(last)
        || first
        || words::is_conjunction(&last.lower)
        || words::is_filler(&last.lower)
        || words::is_adverb(&last.lower)
        || last.any(&["says", "say", "it", "'s", "off", "gone", "away", "out", "helped"])
}

/// Whether what follows the value leaves it what it is.
pub(super) fn closes(tokens: &[Token<'_>], key: &Spoken, (_, end): Span, how: How) -> bool {
    let own = super::alien::key_words(key);
    let mut at = end;
    while at < tokens.len() {
        let token = &tokens[at];
        if !token.is_content() || words::is_adverb(&token.lower) || words::is_filler(&token.lower) {
            at += 1;
            continue;
        }
        if words::is_conjunction(&token.lower)
            || token.any(&["which", "that", "because", "cos", "due", "thanks"])
        {
            return !token
                .any(&["when", "whenever", "if", "while", "until", "unless", "than", "or", "though"])
                || how == How::Change && token.is("while");
        }
        if let Some(date) = measure::date_end(tokens, at, tokens.len()) {
            let day = words::is_weekday(&token.lower) && token.lower.ends_with('s');
            if day {
                return false;
            }
            at = date;
            continue;
        }
        if super::alien::is_of(&own, &token.lower) || token.any(&["me", "us", "now", "here", "there"]) {
            at += 1;
            continue;
        }
        // "to dodge the dump": what for.
        if token.is("to") && tokens.get(at + 1).is_some_and(|t| t.verb.is_none_or(|v| v.base) && !t.capital())
        {
            return true;
        }
        if words::is_preposition(&token.lower) {
            let next = phrase::noun_phrase_end(tokens, at + 1, tokens.len()).max(at + 1);
            let words = &tokens[at + 1..next];
            let since = token.any(&["since", "from", "as", "by"]);
            if since
                || words.iter().all(|t| super::alien::is_of(&own, &t.lower) || words::is_determiner(&t.lower))
            {
                at = next;
                continue;
            }
            let spell = words.iter().any(|t| {
                words::is_weekday(&t.lower) && t.lower.ends_with('s')
                    || words::is_environment(&t.lower)
                    || PARTS.contains(&t.lower.as_str())
                    || t.any(&[
                        "weekends", "weekdays", "nights", "night", "holidays", "season", "summer", "winter",
                    ])
                    || t.capital()
            });
            let bare = token.any(&["with", "on", "in", "to"]) && !spell;
            // "the timeout is 10 s for reads": of a part of it.
            if !bare {
                return false;
            }
            at = next;
            continue;
        }
        // "$23 a seat", "41 heads", "a month"
        let unit = at == end || words::is_determiner(&token.lower) || words::is_time_word(&token.lower);
        let noun = !token.capital() && token.verb.is_none_or(|v| v.base);
        if !(unit || at == end + 1) || !noun {
            return false;
        }
        at += 1;
    }
    true
}
