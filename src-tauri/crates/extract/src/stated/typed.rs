//! Values whose form tells what they are: hours, days, figures with units, counts, versions, numbered
//! spots, names. Where they stand is [`super`]'s.

use crate::daytime;
use crate::linking::Span;
use crate::measure::{self, Unit};
use crate::phrase;
use crate::predicate::is_status;
use crate::shape;
use crate::token::{Shape, Token};
use crate::words;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Hour,
    Rhythm,
    Date,
    Money,
    Percent,
    Bytes,
    Lasting,
    Length,
    Mass,
    Heat,
    Rate,
    /// A whole number with the noun that it counts.
    Count,
    Version,
    Phone,
    /// "level 5", "site 17".
    Spot,
    Status,
    /// "vegan".
    Diet,
    /// "the meter box", behind a preposition of place.
    Place,
    Name,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Typed {
    pub span: Span,
    pub kind: Kind,
    /// The noun after a figure that it counts or measures ("3 pods", "4 mm needles").
    pub noun: Option<usize>,
}

/// Nouns that a number after them makes a place or a position of.
fn is_spot(word: &str) -> bool {
    matches!(
        word,
        "level"
            | "floor"
            | "room"
            | "site"
            | "bay"
            | "gate"
            | "desk"
            | "platform"
            | "locker"
            | "table"
            | "lot"
            | "berth"
            | "stall"
            | "pitch"
            | "shelf"
            | "aisle"
            | "hall"
            | "suite"
            | "seat"
            | "row"
            | "lane"
            | "unit"
            | "rack"
            | "bin"
            | "slot"
            | "court"
            | "cabin"
            | "plot"
            | "ward"
            | "studio"
            | "mooring"
            | "box"
            | "track"
            | "channel"
            | "zone"
    )
}

/// The value that begins at a word.
pub(crate) fn at(tokens: &[Token<'_>], at: usize, hi: usize) -> Option<Typed> {
    let token = &tokens[at];
    if !token.is_content() || matches!(token.shape, Shape::Hole | Shape::Speech) {
        return None;
    }
    // "from 10 s to 30 s": what was.
    let from = at > 0
        && tokens[at - 1].is("from")
        && tokens[at..hi].iter().any(|t| t.any(&["to", "→", "->", "onto"]));
    if from {
        return None;
    }
    let typed = |end: usize, kind: Kind| Some(Typed { span: (at, end), kind, noun: None });
    let digits = |end: usize| -> usize {
        tokens[at..end].iter().map(|t| t.text.bytes().filter(u8::is_ascii_digit).count()).sum()
    };
    if let Some(end) = shape::phone_end(tokens, at, hi).filter(|end| digits(*end) >= 7 && *end > at + 1) {
        return typed(end, Kind::Phone);
    }
    if let Some(end) = rhythm_end(tokens, at, hi) {
        return typed(end, Kind::Rhythm);
    }
    if let Some(end) = daytime::time_end(tokens, at, hi) {
        return typed(end, Kind::Hour);
    }
    if let Some(end) = measure::date_end(tokens, at, hi) {
        let exact =
            tokens[at..end].iter().any(Token::has_digit) && (end > at + 1 || measure::is_iso_day(token.text));
        return exact.then_some(Typed { span: (at, end), kind: Kind::Date, noun: None });
    }
    if token.shape == Shape::Word
        && is_spot(&words::one(&token.lower))
        && let Some(next) = tokens[..hi].get(at + 1).filter(|t| {
            t.has_digit() && t.text.len() <= 4
                || t.shape == Shape::Word && words::number_word(&t.lower).is_some()
                || t.text.len() == 1 && t.capital()
        })
        && measure::measure(tokens, at + 1, hi).is_none_or(|m| m.unit == Unit::None)
        && !next.text.contains(['%', '$', '€', '£'])
    {
        return typed(at + 2, Kind::Spot);
    }
    if token.has_digit()
        && shape::is_clear_version(token.text)
        && !measure::is_iso_day(token.text)
        && measure::measure(tokens, at, hi).is_none_or(|m| m.unit == Unit::None)
    {
        return typed(at + 1, Kind::Version);
    }
    if let Some(found) = figure(tokens, at, hi) {
        return Some(found);
    }
    if token.any(&["vegan", "vegetarian", "pescatarian", "coeliac", "keto", "halal", "kosher", "gluten-free"])
    {
        return typed(at + 1, Kind::Diet);
    }
    if let Some(end) = status_end(tokens, at, hi) {
        return typed(end, Kind::Status);
    }
    if let Some(span) = place(tokens, at, hi) {
        return Some(Typed { span, kind: Kind::Place, noun: None });
    }
    let mut end = phrase::proper_name_end(tokens, at, hi);
    // "Ezra 128 cm": the figure is none of the name.
    if let Some(figure) = (at + 1..end).find(|&i| {
        measure::measure(tokens, i, hi).is_some_and(|m| m.unit != Unit::None)
            || daytime::time_end(tokens, i, hi).is_some()
    }) {
        end = figure;
    }
    if end == at || !named(tokens, at, end) {
        return None;
    }
    // "St Bede's": a name that ends so.
    let whose = tokens[..hi].get(end).is_some_and(|t| t.is("'s"))
        && end > at + 1
        && tokens.get(end + 1).is_none_or(|t| !t.is_content());
    typed(end + usize::from(whose), Kind::Name)
}

/// Days that come round: "Saturdays", "every third day", "first Monday of the month", "daily".
fn rhythm_end(tokens: &[Token<'_>], at: usize, hi: usize) -> Option<usize> {
    let token = &tokens[at];
    let ordinal = |i: usize| {
        tokens[..hi].get(i).is_some_and(|t| {
            t.any(&["first", "second", "third", "fourth", "last", "1st", "2nd", "3rd", "4th"])
        })
    };
    let day = |i: usize| tokens[..hi].get(i).is_some_and(|t| words::is_weekday(&t.lower));
    if ordinal(at) && day(at + 1) {
        let month = tokens[..hi].get(at + 2).is_some_and(|t| t.any(&["of", "in"]))
            && tokens[..hi].get(at + 3).is_some_and(|t| t.any(&["the", "each", "every"]));
        return Some(if month { (at + 5).min(hi) } else { at + 2 });
    }
    if token.shape == Shape::Word
        && (words::is_weekday(&token.lower)
            && !(at > 0
                && tokens[at - 1].any(&[
                    "next",
                    "last",
                    "this",
                    "by",
                    "until",
                    "till",
                    "since",
                    "yesterday",
                ]))
            || token.any(&[
                "every",
                "each",
                "daily",
                "weekly",
                "fortnightly",
                "monthly",
                "nightly",
                "hourly",
            ]))
    {
        // "every night" after an hour says how often, and not when.
        let vague = token.any(&["every", "each"])
            && tokens[..hi]
                .get(at + 1)
                .is_none_or(|t| t.any(&["time", "single", "one", "bit", "week", "year"]))
            || tokens[..hi].get(at + 1).is_some_and(|t| t.any(&["second", "other", "third"]))
                && tokens[..hi].get(at + 2).is_none_or(|t| !t.is_content());
        let short = matches!(token.lower.as_str(), "sat" | "sun" | "wed" | "mon") && !token.capital();
        let end = if words::is_weekday(&token.lower) {
            shape::weekday_end(tokens, at, hi)?
        } else {
            shape::schedule_end(tokens, at, hi)?
        };
        // "Monday's demo", "Friday deploys"
        let owner = tokens[..hi].get(end).is_some_and(|t| t.is("'s") || noun(t));
        return (!vague && !owner && !short).then_some(end);
    }
    None
}

fn noun(token: &Token<'_>) -> bool {
    token.shape == Shape::Word
        && !phrase::is_boundary(token)
        && !token.verb.is_some_and(|v| v.past || v.gerund)
        && !words::is_time_word(&token.lower)
        && !words::is_determiner(&token.lower)
        && !words::is_possessive(&token.lower)
}

fn figure(tokens: &[Token<'_>], at: usize, hi: usize) -> Option<Typed> {
    let token = &tokens[at];
    let m = measure::measure(tokens, at, hi)?;
    if !token.has_digit() && (m.unit != Unit::None || token.any(&["one", "a"])) {
        return None;
    }
    let next = tokens[..hi].get(m.end).filter(|t| noun(t)).map(|_| m.end);
    let kind = match m.unit {
        Unit::Duration => Kind::Lasting,
        Unit::Bytes => Kind::Bytes,
        Unit::Percent => Kind::Percent,
        Unit::Money => Kind::Money,
        Unit::Mass => Kind::Mass,
        Unit::Length => Kind::Length,
        Unit::Rate => Kind::Rate,
        Unit::Temperature => Kind::Heat,
        Unit::Other => return None,
        Unit::None if !m.whole => Kind::Version,
        Unit::None => {
            if !token.has_digit() {
                return None;
            }
            // "34 of us"
            let us = tokens[..hi].get(at + 1).is_some_and(|t| t.is("of"))
                && tokens[..hi].get(at + 2).is_some_and(|t| t.any(&["us", "them"]));
            if us {
                return Some(Typed { span: (at, m.end), kind: Kind::Count, noun: Some(at + 2) });
            }
            let counted = next.filter(|_| m.end == at + 1)?;
            let noun = &tokens[counted].lower;
            let one = matches!(token.text, "1" | "one");
            if !(one || noun.ends_with('s') || matches!(noun.as_str(), "people" | "staff" | "ppl" | "crew")) {
                return None;
            }
            return Some(Typed { span: (at, m.end), kind: Kind::Count, noun: Some(counted) });
        }
    };
    Some(Typed { span: (at, m.end), kind, noun: next })
}

fn status_end(tokens: &[Token<'_>], at: usize, hi: usize) -> Option<usize> {
    const LONGEST: usize = 3;
    if tokens[at].capital() || tokens[at].any(&["on", "up", "off", "down", "done", "live"]) {
        return None;
    }
    let hi = hi.min(tokens.len());
    let mut text = String::with_capacity(48);
    let mut ends = [0; LONGEST];
    let words = &tokens[at..hi.min(at + LONGEST)];
    for (end, token) in ends.iter_mut().zip(words) {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&token.lower);
        *end = text.len();
    }
    let status = |n: usize| is_status(&text[..ends[n]]) || closed(&text[..ends[n]]);
    let end = at + 1 + (0..words.len()).rev().find(|&n| status(n))?;
    let particle = tokens[..hi].get(end).is_some_and(|t| t.any(&["up", "down", "off", "out", "to", "by"]));
    (!particle).then_some(end)
}

fn closed(word: &str) -> bool {
    matches!(word, "shut" | "broken" | "locked" | "unlocked" | "out of action")
}

/// A common noun phrase that a preposition makes a place of: "under the gnome"; or "home".
fn place(tokens: &[Token<'_>], at: usize, hi: usize) -> Option<Span> {
    let before = at.checked_sub(1).map(|i| &tokens[i])?;
    let token = &tokens[at];
    if token.is("home") && (before.lemma_is("be") || before.any(&["at", "back"])) {
        let ends = tokens[..hi].get(at + 1).is_none_or(|t| !t.is_content() || phrase::is_boundary(t));
        return ends.then_some((at, at + 1));
    }
    let near = ["under", "behind", "beside", "near", "inside", "above", "below", "by"];
    let inner = ["in", "at", "on", "into", "to", "onto"];
    if !(before.any(&near) || before.any(&inner)) {
        return None;
    }
    let definite = token.any(&["the", "our", "my"]);
    let from = at + usize::from(definite);
    let end = phrase::noun_phrase_end(tokens, at, hi);
    let words = tokens.get(from..end).filter(|w| !w.is_empty() && w.len() <= 4)?;
    let last = words.last()?;
    let plain = words.iter().all(|t| t.shape == Shape::Word && !t.is("of"))
        && !words::is_time_word(&last.lower)
        && !words::is_weekday(&last.lower)
        && measure::date_end(tokens, from, end).is_none()
        && !crate::complement::is_state(&last.lower)
        && !crate::complement::is_thought(&last.lower)
        && !last.any(&[
            "shop",
            "garage",
            "hospital",
            "mechanic",
            "pub",
            "bar",
            "cinema",
            "restaurant",
            "cleaners",
        ])
        && !crate::person::is_event_noun(&last.lower)
        && !crate::person::is_person_noun(&last.lower);
    let known = words.iter().any(|t| crate::complement::is_place(&t.lower));
    let fits = if before.any(&near) { definite || known } else { definite && known || last.is("cattery") };
    // "on the hook for the budget"
    let idiom = last.is("hook") && tokens[..hi].get(end).is_some_and(|t| t.is("for"));
    let fits = fits || definite && !idiom && before.any(&["in", "at", "on"]) && furnished(&last.lower);
    (plain && fits && !last.capital()).then_some((from, end))
}

/// Nouns for what something is kept in or on, beside places.
fn furnished(word: &str) -> bool {
    matches!(
        word,
        "tin"
            | "jar"
            | "pot"
            | "pocket"
            | "drawer"
            | "fridge"
            | "hook"
            | "rack"
            | "bowl"
            | "basket"
            | "boot"
            | "glovebox"
            | "kennel"
            | "stable"
            | "paddock"
            | "crate"
            | "tray"
            | "bench"
            | "counter"
            | "landing"
            | "stairs"
            | "mantelpiece"
            | "windowsill"
    )
}

/// Whether capitals tell a name: not of a word that merely opens the sentence.
fn named(tokens: &[Token<'_>], at: usize, end: usize) -> bool {
    let token = &tokens[at];
    if token.is_punct() || token.text.chars().count() < 2 || words::is_month(&token.lower) {
        return false;
    }
    let opens = at == 0 || !tokens[at - 1].is_content() && !tokens[at - 1].any(&[":", "=", "→", "&"]);
    !opens
        || end > at + 1
        || !crate::gazetteer::kinds(&token.lower).is_empty()
        || phrase::is_title(&token.lower)
        || token.verb.is_none()
            && !words::is_filler(&token.lower)
            && tokens.get(end).is_some_and(|t| {
                words::is_preposition(&t.lower)
                    || t.is("'s")
                    || t.any(&["has", "is"])
                    || t.verb.is_some_and(|v| v.third)
            })
}
