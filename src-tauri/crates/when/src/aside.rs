//! Clauses inside another: which verbs only describe a noun or a circumstance ("the service that Anna
//! owns", "while I am away"), and so tell the tense of the sentence no more than a noun does. The
//! tense itself is [`crate::tense`]'s.

use crate::cue::Cue;
use crate::grammar::Parser;
use crate::lexicon::{Sense, VerbTense, Words};
use crate::tense::{ends_sentence, is_participle};
use crate::verb::verb_sense;

/// The words of a subject between a relative pronoun and its verb, and of the noun before the pronoun.
const LONGEST: usize = 5;

/// What a verb tells of the tense of its sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// It may be the verb of the sentence.
    Main,
    /// It tells of a date that stands right beside it, and of no other.
    Aside,
    /// It tells nothing.
    Idle,
}

/// The part of a verb, with the last verb before it that may be its sentence's.
pub fn part(parser: &Parser<'_, '_>, i: usize, tense: VerbTense, main: Option<(usize, VerbTense)>) -> Part {
    let any = |at: usize, words: Words| parser.is(at, words);
    // "the team that owns", "Ana, who is": a relative after a noun; "who owns" at the start asks.
    let relative = i >= 2
        && any(i - 1, Words::RelativePronoun)
        && parser.tokens[i - 2].is_alphanumeric() | parser.mark(i - 2, ',')
        && !ends_sentence(parser, i - 2)
        && !any(i - 2, Words::NoRelativeAfter);
    let relative = relative && !(parser.mark(i - 2, ',') && i >= 3 && !parser.tokens[i - 3].capitalised());
    let pronoun = if relative { Some(i - 1) } else { pronoun_of(parser, i) };
    if pronoun.is_some_and(|at| framed(parser, at)) && (tense == VerbTense::Present || !dated(parser, i)) {
        return Part::Idle;
    }
    let circumstance = (i.saturating_sub(4)..i)
        .rev()
        .take_while(|&at| !parser.mark(at, ','))
        .any(|at| any(at, Words::Circumstance));
    let describes = tense == VerbTense::Present && (circumstance || pronoun.is_some());
    if !describes && !inserted(parser, i) {
        return Part::Main;
    }
    if asked_past(parser, i, main) { Part::Idle } else { Part::Aside }
}

/// Whether a time follows a verb directly ("the pilot that Bo hired in July").
fn dated(parser: &Parser<'_, '_>, i: usize) -> bool {
    let leads =
        parser.sense(i + 1, |s| matches!(s, Sense::Preposition(_) | Sense::From).then_some(())).is_some();
    parser.matches.temporal(i + 1) || leads && parser.matches.temporal(i + 2)
}

/// "Tom, who was lead at Acme, will join": a verb between two commas, after a name.
fn inserted(parser: &Parser<'_, '_>, i: usize) -> bool {
    i >= 3
        && parser.is(i - 1, Words::RelativePronoun)
        && parser.mark(i - 2, ',')
        && parser.tokens[i - 3].capitalised()
        && !parser.matches.temporal(i - 3)
        && (i + 1..i + 12).take_while(|&at| !ends_sentence(parser, at)).any(|at| parser.mark(at, ','))
}

/// "What was the fee of the plan that we use in March?": what describes a noun by a state of now has
/// no part in a question of what was.
fn asked_past(parser: &Parser<'_, '_>, i: usize, main: Option<(usize, VerbTense)>) -> bool {
    let Some((at, VerbTense::Past)) = main else { return false };
    let begin = (0..at).rev().find(|&k| ends_sentence(parser, k)).map_or(0, |k| k + 1);
    let asks = parser.is(begin, Words::AskingWord) || parser.is(begin + 1, Words::AskingWord);
    asks && parser.has(i, Sense::Cue(Cue::State)) && (at..i).all(|k| !ends_sentence(parser, k))
}

/// The relative pronoun before the subject of a verb: "the service that Anna owns", "the team whose
/// lead is Bo", after a noun.
fn pronoun_of(parser: &Parser<'_, '_>, i: usize) -> Option<usize> {
    // "The ferry that was sold", "that Bo's cousin owns".
    let part = |at: usize| {
        parser.tokens[at].text.starts_with(['\'', '\u{2019}'])
            || at + 1 == i && (parser.has(at, Sense::Be) || parser.is(at, Words::PastHelper))
    };
    let inner = |at: usize| {
        parser.tokens[at].is_alphanumeric()
            && !ends_sentence(parser, at)
            && (verb_sense(parser, at).is_none() || part(at))
            && !parser.is(at, Words::Joining)
    };
    let begin = i.saturating_sub(LONGEST + 1);
    let at = (begin..i).rev().find(|&at| parser.is(at, Words::RelativeOpener) || !inner(at))?;
    let noun = at.checked_sub(1)?;
    // "Anna said that Bo leads", "it was decided that Bo leads" tell, and describe nothing.
    let told = |by: usize| at >= by && parser.has(at - by, Sense::Cue(Cue::Telling));
    let tied = parser
        .sense(noun, |s| {
            matches!(s, Sense::Preposition(_) | Sense::From | Sense::To | Sense::Of).then_some(())
        })
        .is_some();
    (at + 1 < i
        && parser.is(at, Words::RelativeOpener)
        && parser.tokens[noun].is_alphanumeric()
        && !ends_sentence(parser, noun)
        && !parser.is(noun, Words::NoRelativeAfter)
        && verb_sense(parser, noun).is_none()
        && !is_participle(parser, noun)
        && !(told(1) || told(2) || tied))
        .then_some(at)
}

/// "Which port did the service that …", "where will Anna, who …": the clause describes the subject of
/// a helper that stands before it, and the helper tells the tense.
fn framed(parser: &Parser<'_, '_>, pronoun: usize) -> bool {
    let begin = pronoun.saturating_sub(LONGEST);
    let helper = (begin..pronoun).rev().find(|&at| verb_sense(parser, at).is_some());
    helper.is_some_and(|at| {
        let subject = at + 1 < pronoun
            && (parser.tokens[at + 1].capitalised()
                || parser
                    .sense(at + 1, |s| matches!(s, Sense::Article | Sense::Possessive).then_some(()))
                    .is_some());
        subject
            && (parser.is(at, Words::Auxiliary) || parser.is(at, Words::PastHelper))
            && at > 0
            && (at..pronoun).all(|k| !ends_sentence(parser, k))
            && (0..at).rev().take(LONGEST).any(|k| parser.is(k, Words::AskingWord))
    })
}
