//! Events that a question names instead of a date: "before the migration", "since Priya joined",
//! "between the kickoff and the launch". Finding them in a ledger is left to others.

use crate::expression::Found;
use crate::grammar::Parser;
use crate::lexicon::{Sense, Unit};
use crate::reading::{Anchor, Intent};
use crate::tense::ends_sentence;

/// An event and how the question is tied to it.
#[derive(Clone, Debug)]
pub struct Anchored {
    pub anchor: Anchor,
    pub intent: Intent,
    /// Tokens with the preposition.
    pub first: usize,
    pub next: usize,
}

/// The words that tie an event to a question, and the intent they give.
const TIES: [(&[&str], Intent); 29] = [
    (&["at", "the", "time", "of"], Intent::At),
    (&["at", "the", "time", "when"], Intent::At),
    (&["on", "the", "day", "of"], Intent::At),
    (&["around", "the", "time", "of"], Intent::At),
    (&["by", "the", "time"], Intent::Before),
    (&["up", "until"], Intent::Before),
    (&["up", "to"], Intent::Before),
    (&["prior", "to"], Intent::Before),
    (&["ahead", "of"], Intent::Before),
    (&["right", "before"], Intent::Before),
    (&["just", "before"], Intent::Before),
    (&["before"], Intent::Before),
    (&["until"], Intent::Before),
    (&["till"], Intent::Before),
    (&["ever", "since"], Intent::During),
    (&["since"], Intent::During),
    (&["right", "after"], Intent::After),
    (&["just", "after"], Intent::After),
    (&["shortly", "after"], Intent::After),
    (&["soon", "after"], Intent::After),
    (&["as", "soon", "as"], Intent::After),
    (&["after"], Intent::After),
    (&["following"], Intent::After),
    (&["once"], Intent::After),
    (&["as", "of"], Intent::At),
    (&["during"], Intent::During),
    (&["throughout"], Intent::During),
    (&["while"], Intent::During),
    (&["whilst"], Intent::During),
];

fn phrase(parser: &Parser<'_, '_>, i: usize, words: &[&str]) -> bool {
    words.iter().enumerate().all(|(n, word)| parser.word(i + n, word))
}

/// The event of a question, if it names one outside the times that were found.
pub fn find(parser: &Parser<'_, '_>, found: &[Found]) -> Option<Anchored> {
    let mut times = found.iter().peekable();
    let mut i = 0;
    while i < parser.tokens.len().min(crate::intent::ASKING) {
        while times.next_if(|f| f.next <= i).is_some() {}
        if let Some(f) = times.peek()
            && f.first <= i
        {
            // "before the release on 3 May" keeps its tie; a time read at the tie does not.
            i = f.next;
            continue;
        }
        if let Some(anchored) = at(parser, i) {
            return Some(anchored);
        }
        i += 1;
    }
    None
}

fn at(parser: &Parser<'_, '_>, i: usize) -> Option<Anchored> {
    if !parser.token(i)?.is_word() || parser.glued(i) && i > 0 && !parser.mark(i - 1, '(') {
        return None;
    }
    if parser
        .token(i + 1)
        .is_some_and(|t| t.glued && !matches!(t.kind, crate::token::Kind::Mark(c) if ",?.!".contains(c)))
    {
        return None;
    }
    // "how long before a session expires" asks for a length.
    if i > 0
        && ["long", "soon", "often", "much", "far", "shortly", "days", "hours", "minutes", "weeks"]
            .iter()
            .any(|w| parser.word(i - 1, w))
    {
        return None;
    }
    // "the after party", "the before state"
    if i > 0
        && parser.sense(i - 1, |s| matches!(s, Sense::Article | Sense::Possessive).then_some(())).is_some()
    {
        return None;
    }
    if parser.word(i, "between") {
        return between(parser, i);
    }
    if parser.word(i, "from") {
        return from_on(parser, i);
    }
    if parser.word(i, "when") {
        return when(parser, i);
    }
    if parser.word(i, "since") && parser.word(i + 1, "when")
        || parser.word(i, "as") && parser.word(i + 2, "what")
    {
        return None;
    }
    let (words, intent) = TIES.iter().find(|(words, _)| phrase(parser, i, words))?;
    let start = i + words.len();
    let end = phrase_end(parser, start);
    let text = event(parser, start, end)?;
    Some(Anchored { anchor: Anchor::One(text), intent: *intent, first: i, next: end })
}

/// "which tier did we have when Noor left", "when Noor left, which tier …".
fn when(parser: &Parser<'_, '_>, i: usize) -> Option<Anchored> {
    let verb = parser
        .sense(i + 1, |s| matches!(s, Sense::Tense(_) | Sense::Be | Sense::Have).then_some(()))
        .is_some();
    if verb || parser.word(i + 1, "in") || parser.word(i + 1, "exactly") {
        return None;
    }
    let end = phrase_end(parser, i + 1);
    if i == 0 && !parser.mark(end, ',') {
        return None;
    }
    let asks = |word: &str| i > 0 && parser.word(i - 1, word);
    if ["know", "me", "remember", "since", "tell", "about", "of", "and", "or", "say", "recall"]
        .into_iter()
        .any(asks)
    {
        return None;
    }
    // A state lasts, a happening does not.
    let state = (i + 1..end.min(i + 5)).any(|at| {
        ["was", "were", "lived", "worked", "had", "used", "stayed", "owned", "studied", "ran"]
            .iter()
            .any(|w| parser.word(at, w))
    });
    let text = event(parser, i + 1, end)?;
    let intent = if state { Intent::During } else { Intent::At };
    Some(Anchored { anchor: Anchor::One(text), intent, first: i, next: end })
}

fn between(parser: &Parser<'_, '_>, i: usize) -> Option<Anchored> {
    let end = phrase_end(parser, i + 1);
    let and = (i + 2..end).find(|&at| parser.word(at, "and"))?;
    let first = event(parser, i + 1, and)?;
    let second = event(parser, and + 1, end)?;
    Some(Anchored { anchor: Anchor::Two(first, second), intent: Intent::Between, first: i, next: end })
}

/// "from the offsite on", "from release 3 onwards".
fn from_on(parser: &Parser<'_, '_>, i: usize) -> Option<Anchored> {
    let end = phrase_end(parser, i + 1);
    let on = end.checked_sub(1).filter(|&at| at > i + 1)?;
    let last = ["on", "onwards", "onward", "forward"].iter().any(|w| parser.word(on, w));
    if !last {
        return None;
    }
    let text = event(parser, i + 1, on)?;
    Some(Anchored { anchor: Anchor::One(text), intent: Intent::During, first: i, next: end })
}

/// Where the words of an event end: a comma, the sentence's end, or the question itself.
fn phrase_end(parser: &Parser<'_, '_>, start: usize) -> usize {
    let noun = parser.token(start).is_some_and(|_| {
        parser.sense(start, |s| matches!(s, Sense::Article | Sense::Possessive).then_some(())).is_some()
    });
    let mut i = start;
    while let Some(token) = parser.token(i) {
        if i > start && token.new_line || i - start > 40 {
            break;
        }
        let stop = match token.kind {
            crate::token::Kind::Mark(',' | ';' | '?' | '!' | ')' | '\u{2014}' | '\u{2013}') => true,
            crate::token::Kind::Mark('.' | ':') => ends_sentence(parser, i) || !parser.glued(i + 1),
            _ => false,
        };
        let question = i > start + 1
            && (["what", "which", "who", "where", "how"].iter().any(|w| parser.word(i, w))
                || noun && ["did", "do", "does"].iter().any(|w| parser.word(i, w)));
        if stop || question {
            break;
        }
        i += 1;
    }
    i
}

/// The words between two tokens, if they name something that can happen.
fn event(parser: &Parser<'_, '_>, start: usize, end: usize) -> Option<String> {
    if start >= end {
        return None;
    }
    let content = (start..end).any(|i| {
        let number = parser.tokens[i].digits() > 0;
        let unit = parser
            .sense(i, |s| {
                matches!(s, Sense::Unit(Unit::Day | Unit::Week | Unit::Month | Unit::Year | Unit::Night))
                    .then_some(())
            })
            .is_some();
        parser.tokens[i].is_word() && !parser.has(i, Sense::Function) && !unit || number && start + 1 < end
    });
    if end == start + 1 && parser.word(start, "possible") {
        return None;
    }
    let pronoun =
        ["that", "this", "it", "then", "these", "those", "when", "now"].iter().any(|w| parser.word(start, w))
            && end == start + 1;
    let counts = parser.tokens[start].digits() > 0;
    if !content || pronoun || counts {
        return None;
    }
    Some(parser.text[parser.tokens[start].start..parser.tokens[end - 1].end()].to_owned())
}
