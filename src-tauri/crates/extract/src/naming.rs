//! Values that are names or words: where a product, a zone, an enumerated word or the name inside a
//! phrase ends. Which of them a relation takes is [`crate::value`]'s.

use crate::measure::{self, Unit};
use crate::phrase::{is_boundary, is_code_like, noun_phrase_end, proper_name_end};
use crate::shape::is_version;
use crate::token::{Shape, Token};
use crate::value::Read;
use crate::words;

/// "my Spotify subscription": the name inside a phrase that ends in its class.
pub(crate) fn name_inside(tokens: &[Token<'_>], at: usize, limit: usize) -> Option<Read> {
    let end = noun_phrase_end(tokens, at, limit);
    let start = (at + 1..end).find(|&i| tokens[i].capital() && tokens[i].shape != Shape::Hole)?;
    let stop = proper_name_end(tokens, start, end);
    let class = end - stop == 1
        && tokens[stop].any(&[
            "subscription",
            "membership",
            "account",
            "plan",
            "gym",
            "club",
            "course",
            "office",
            "store",
            "branch",
            "job",
            "contract",
        ]);
    (stop > start && (class || stop == end) && words::is_possessive(&tokens[at].lower)).then_some(Read {
        start,
        end: stop,
        strong: true,
    })
}

/// "the city of Porto": the word says what kind of thing the value is.
pub(crate) fn names_class(word: &str) -> bool {
    matches!(
        word,
        "city"
            | "town"
            | "country"
            | "continent"
            | "sport"
            | "religion"
            | "position"
            | "village"
            | "island"
            | "language"
            | "genre"
            | "state"
            | "field"
    )
}

pub(crate) fn name_or_word(tokens: &[Token<'_>], at: usize, limit: usize) -> usize {
    if is_boundary(&tokens[at]) && !tokens[at].any(&["on", "off"]) {
        return at;
    }
    if tokens[at].any(&["on", "off"]) {
        return at + 1;
    }
    noun_phrase_end(tokens, at, limit)
}

/// One word, or two where the first is a particle ("on hold", "in progress", "switched off").
pub(crate) fn enum_end(tokens: &[Token<'_>], at: usize, limit: usize) -> usize {
    let token = &tokens[at];
    let next = tokens[..limit].get(at + 1);
    if matches!(token.text, "A" | "B" | "AB" | "O" | "0")
        && next.is_some_and(|t| t.any(&["pos", "neg", "positive", "negative", "+", "-"]))
    {
        return at + 2;
    }
    if token.is("out")
        && next.is_some_and(|t| t.is("of"))
        && tokens[..limit].get(at + 2).is_some_and(|t| t.any(&["order", "stock", "service", "use", "print"]))
    {
        return at + 3;
    }
    if token.any(&["in", "on", "under", "at", "out"]) {
        let noun = next
            .is_some_and(|t| t.shape == Shape::Word && !is_boundary(t) && !words::is_determiner(&t.lower));
        let single = token.any(&["in", "on", "out"]);
        return if noun { at + 2 } else { at + usize::from(single) };
    }
    if token.any(&["switched", "turned", "shut", "powered", "taken", "phased", "locked"])
        && next.is_some_and(|t| t.any(&["off", "on", "down", "out", "up"]))
    {
        return at + 2;
    }
    if is_boundary(token) && !token.any(&["off", "down", "up", "live"]) { at } else { at + 1 }
}

/// A product with an optional version: `MySQL 8`, `React Native 0.72.6`, `debian:bookworm-slim`.
pub(crate) fn product_end(tokens: &[Token<'_>], start: usize, limit: usize) -> Option<Read> {
    let token = &tokens[start];
    // "a 2018 Corolla": the year is none of the name.
    let year = token.text.len() == 4
        && matches!(token.text.parse(), Ok(1950..=2039))
        && tokens[..limit].get(start + 1).is_some_and(Token::capital);
    if year {
        return product_end(tokens, start + 1, limit);
    }
    // "32-bit Windows"
    let bits = token.lower.ends_with("-bit") && tokens[..limit].get(start + 1).is_some_and(Token::capital);
    if bits {
        return product_end(tokens, start + 1, limit).map(|r| Read { start, ..r });
    }
    // A figure is no product.
    if measure::measure(tokens, start, limit).is_some() {
        return None;
    }
    let name = proper_name_end(tokens, start, limit);
    let mut end = name;
    let strong = name > start || token.shape == Shape::Solid || is_code_like(token);
    if name == start {
        if strong {
            end = start + 1;
        } else {
            end = noun_phrase_end(tokens, start, limit);
            if end == start {
                return None;
            }
            // "plain Postgres", "a rusty Czech": the name is what counts.
            if let Some(named) = (start + 1..end).find(|&i| {
                // "vitamin D"
                tokens[i].capital() && tokens[i].text.len() > 1 && proper_name_end(tokens, i, end) == end
            }) && tokens[start..named].iter().all(|t| {
                t.shape == Shape::Word && !t.is("of") && !t.verb.is_some_and(|v| v.gerund || v.third)
            }) {
                return Some(Read { start: named, end, strong: true });
            }
        }
    }
    if tokens[..limit].get(end).is_some_and(|t| {
        is_version(t.text)
            && !measure::measure(tokens, end, limit).is_some_and(|m| !matches!(m.unit, Unit::None))
    }) {
        end += 1;
    }
    if name > start && end == name {
        end = with_noun(tokens, start, end, limit);
    }
    Some(Read { start, end, strong })
}

/// "the OS encoder", "the Mk II sensor": letters or a numeral say which, the noun after them what.
fn with_noun(tokens: &[Token<'_>], start: usize, end: usize, limit: usize) -> usize {
    let last = &tokens[end - 1];
    let letters = end == start + 1
        && (2..=4).contains(&last.text.len())
        && last.text.chars().all(char::is_uppercase)
        && crate::gazetteer::kinds(&last.lower).is_empty();
    let numeral = end > start + 1 && last.text.chars().all(|c| matches!(c, 'I' | 'V' | 'X'));
    let noun = tokens[..limit].get(end).is_some_and(|t| {
        t.shape == Shape::Word
            && !t.capital()
            && t.text.len() > 3
            && !is_boundary(t)
            && !words::is_determiner(&t.lower)
            && !words::is_time_word(&t.lower)
            && t.verb.is_none_or(|v| v.base && !v.past && !v.participle)
    });
    let whole = tokens[..limit].get(end + 1).is_none_or(|t| !t.is_content() || is_boundary(t));
    if (letters || numeral) && noun && whole { end + 1 } else { end }
}

/// "the Growth team": a name keeps its group noun.
pub(crate) fn with_group(tokens: &[Token<'_>], _start: usize, end: usize, limit: usize) -> usize {
    match tokens[..limit].get(end) {
        Some(t) if t.any(&["team", "squad", "group", "crew", "guild", "department"]) => end + 1,
        _ => end,
    }
}

pub(crate) fn zone_end(tokens: &[Token<'_>], start: usize, limit: usize) -> Option<Read> {
    let token = &tokens[start];
    let get = |i: usize| tokens[..limit].get(i);
    let known = token.text.parse::<chrono_tz::Tz>().is_ok() && token.text.contains('/')
        || token.lower.starts_with("utc")
        || token.lower.starts_with("gmt")
        || matches!(token.text, "CET" | "CEST" | "WET" | "EST" | "PST" | "IST" | "JST" | "BST" | "EET");
    if known {
        return Some(Read { start, end: start + 1, strong: true });
    }
    let end = proper_name_end(tokens, start, limit);
    if end == start {
        return None;
    }
    if get(end).is_some_and(|t| t.any(&["time", "hours"])) {
        return Some(Read { start, end: end + 1, strong: true });
    }
    Some(Read { start, end, strong: false })
}

pub(crate) fn is_last(tokens: &[Token<'_>], end: usize, limit: usize) -> bool {
    tokens[..limit].get(end).is_none_or(|t| !t.is_content() || is_boundary(t))
}

/// "1000 records": the end of a number with the noun it counts.
pub(crate) fn counted(tokens: &[Token<'_>], at: usize, limit: usize) -> Option<usize> {
    tokens[..limit].get(at).filter(|t| t.shape == Shape::Word && !is_boundary(t)).map(|_| at)
}
