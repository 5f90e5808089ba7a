//! Which words are verbs, and in which form: what the table has, what an ending tells, and what only looks
//! like a verb. The tense of a sentence is [`crate::tense`]'s.

use crate::grammar::Parser;
use crate::lexicon::{Sense, VerbTense, Words};
use crate::tense::ends_sentence;

/// A word that ends in -ed and is meant as a verb form.
pub fn is_participle(parser: &Parser<'_, '_>, i: usize) -> bool {
    let Some(token) = parser.token(i) else { return false };
    let text = token.text;
    token.is_word()
        && text.len() >= 4
        && text.is_ascii()
        && text[text.len() - 2..].eq_ignore_ascii_case("ed")
        && !parser.lexicon.lists(Words::NoParticiple, text)
}

pub fn verb_sense(parser: &Parser<'_, '_>, i: usize) -> Option<VerbTense> {
    parser.sense(i, |s| if let Sense::Tense(tense) = s { Some(tense) } else { None }).map(|(tense, _)| tense)
}

/// "he turns", "it freezes": a word in -s after a pronoun, which no table needs to list.
pub fn third_person(parser: &Parser<'_, '_>, i: usize) -> bool {
    let Some(before) = i.checked_sub(1) else { return false };
    let token = &parser.tokens[i];
    let text = token.text;
    let ends = text.len() > 3
        && text.ends_with('s')
        && !parser.lexicon.of(Words::NoVerbEnding).iter().any(|end| text.ends_with(end));
    ends && token.is_word()
        && text.starts_with(char::is_lowercase)
        && parser.is(before, Words::ThirdPerson)
        && !parser.lexicon.lists(Words::NoVerb, text)
        && parser.sense(i, |s| (s == Sense::Function).then_some(())).is_none()
}

/// "the mill loses its status", "Rao umpires": a word in -s after a name or a noun with its article.
pub fn may_be_present(parser: &Parser<'_, '_>, i: usize) -> bool {
    let Some(before) = i.checked_sub(1) else { return false };
    let (token, subject) = (&parser.tokens[i], &parser.tokens[before]);
    let ends = token.text.len() > 3
        && token.text.ends_with('s')
        && !parser.lexicon.of(Words::NoVerbEnding).iter().any(|end| token.text.ends_with(end));
    let named = subject.capitalised() && parser.matches.at(before).is_empty();
    let noun = before > 0
        && subject.is_word()
        && !subject.text.ends_with('s')
        && parser
            .sense(before - 1, |s| matches!(s, Sense::Article | Sense::Possessive).then_some(()))
            .is_some();
    // "we raise prices"
    let bare = parser.is(before, Words::Subject)
        && !token.text.ends_with("ed")
        && verb_sense(parser, i).is_none()
        && !parser.is(i, Words::SamePast);
    (ends && (named || noun) || bare)
        && token.is_word()
        && token.text.starts_with(char::is_lowercase)
        && !parser.lexicon.lists(Words::NoVerb, token.text)
        && !parser.has(i, Sense::Function)
        && !parser.matches.temporal(i)
}

/// "the mill cut its staff": a form that past and present share, after a subject that would need an -s.
pub fn same_past(parser: &Parser<'_, '_>, i: usize) -> bool {
    if !parser.is(i, Words::SamePast) || i == 0 {
        return false;
    }
    let subject = &parser.tokens[i - 1];
    // "Elevator shut until 3 October" tells what holds.
    let goes_on = parser.matches.temporal(i + 1)
        || parser
            .sense(i + 1, |s| matches!(s, Sense::Preposition(_) | Sense::From | Sense::To).then_some(()))
            .is_some();
    let named = subject.capitalised() && !parser.has(i - 1, Sense::Function) && !goes_on;
    let noun = i > 1
        && subject.is_word()
        && !subject.text.ends_with('s')
        && parser.sense(i - 2, |s| matches!(s, Sense::Article | Sense::Possessive).then_some(())).is_some();
    subject.is_word() && (named || noun)
}

/// "we move to Flo's on Thursday": a place after its preposition, and no short form of "is".
pub fn owns_place(parser: &Parser<'_, '_>, i: usize) -> bool {
    i >= 2
        && parser.tokens[i - 1].capitalised()
        && parser
            .sense(i - 2, |s| {
                matches!(s, Sense::Preposition(_) | Sense::To | Sense::From | Sense::Function).then_some(())
            })
            .is_some()
}

/// Whether a word in -s is a noun in the plural and no verb: nothing that could be its subject stands
/// before it ("show costs in April", "in April costs were 900"), or a verb right after.
pub fn plural_noun(parser: &Parser<'_, '_>, i: usize) -> bool {
    let text = parser.tokens[i].text;
    if !text.ends_with('s') || text.len() < 4 || parser.lexicon.lists(Words::NoNounPlural, text) {
        return false;
    }
    let finite = parser.is(i + 1, Words::FiniteAfterNoun);
    let Some(before) = i.checked_sub(1).filter(|&b| !ends_sentence(parser, b) && !parser.tokens[i].new_line)
    else {
        return true;
    };
    let token = &parser.tokens[before];
    let asks = parser.is(before, Words::AskingFor);
    let dated =
        parser.sense(before, |s| matches!(s, Sense::Month(_) | Sense::Weekday(_)).then_some(())).is_some();
    let tied = parser
        .sense(before, |s| {
            matches!(s, Sense::Preposition(_) | Sense::Of | Sense::From | Sense::And | Sense::Be)
                .then_some(())
        })
        .is_some();
    finite
        || asks
        || dated
        || tied
        || token.is_mark(':')
        || verb_sense(parser, before) == Some(VerbTense::Past) && !is_participle(parser, before)
}

/// "Will", "May" and "Can" as names, "must-have", "to-do", "the AM shift": no auxiliaries.
pub fn only_looks_auxiliary(parser: &Parser<'_, '_>, i: usize) -> bool {
    let token = &parser.tokens[i];
    let auxiliary = parser.is(i, Words::NameAuxiliary);
    let hyphened = parser.dash(i + 1) && parser.glued(i + 1) && parser.glued(i + 2)
        || i > 0 && token.glued && parser.dash(i - 1);
    let name = parser.word(i, "will")
        && token.capitalised()
        && i > 0
        && !ends_sentence(parser, i - 1)
        && !token.new_line;
    // "Ana's will", "the will"
    let owned = parser.word(i, "will")
        && i > 0
        && parser.sense(i - 1, |s| matches!(s, Sense::Article | Sense::Possessive).then_some(())).is_some();
    auxiliary && hyphened || name || owned || token.text == "AM"
}
