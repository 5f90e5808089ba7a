//! The tense of a sentence: which verb stands nearest to an expression, and so whether a date
//! without a year lies behind or ahead.

use crate::aside::{Part, part};
use crate::grammar::Parser;
use crate::lexicon::{Sense, VerbTense, Words};
use crate::pattern::Direction;
pub use crate::verb::{is_participle, owns_place};
use crate::verb::{may_be_present, only_looks_auxiliary, plural_noun, same_past, third_person, verb_sense};

/// The verbs of a text that tell a tense, and where its clauses and sentences end.
#[derive(Debug)]
pub struct Tenses {
    /// Token and tense, in order.
    verbs: Vec<(usize, VerbTense)>,
    /// Verbs in a clause that only describes ("the team that owns billing", "while I am away"): they
    /// tell of a date that stands right beside them, and of no other.
    aside: Vec<(usize, VerbTense)>,
    /// Words in -s after a noun that may be verbs of the present no table has ("the mill loses").
    unsure: Vec<usize>,
    clauses: Vec<u32>,
    sentences: Vec<u32>,
}

impl Tenses {
    pub fn of(parser: &Parser<'_, '_>) -> Self {
        let count = parser.tokens.len();
        let (mut aside, mut unsure) = (Vec::new(), Vec::new());
        let (mut verbs, mut clauses, mut sentences) =
            (Vec::new(), Vec::with_capacity(count), Vec::with_capacity(count));
        let (mut clause, mut sentence) = (0, 0);
        for (i, token) in parser.tokens.iter().enumerate() {
            let next_glued = parser.glued(i + 1);
            if token.new_line || i > 0 && ends_sentence(parser, i - 1) {
                sentence += 1;
                clause += 1;
            }
            // "we agreed that as of Monday Ana leads"
            let told = |by: usize| i >= by && parser.has(i - by, Sense::Cue(crate::cue::Cue::Telling));
            if parser.word(i, "that") && (told(1) || told(2)) {
                clause += 1;
            }
            clauses.push(clause);
            sentences.push(sentence);
            if (token.is_mark(',')
                || token.is_mark(';')
                || token.is_mark(':')
                || token.is_mark('(')
                || token.is_mark('\u{2014}'))
                && !next_glued
                || parser.is(i, Words::Joining)
            {
                clause += 1;
            }
            if may_be_present(parser, i) {
                unsure.push(i);
            }
            if let Some(tense) = tense_at(parser, i) {
                match part(parser, i, tense, verbs.last().copied()) {
                    Part::Main => verbs.push((i, tense)),
                    Part::Aside => aside.push((i, tense)),
                    Part::Idle => {}
                }
            }
        }
        Tenses { verbs, aside, unsure, clauses, sentences }
    }

    /// The verbs that tell a tense, in order, by their tokens.
    pub fn verbs(&self) -> impl Iterator<Item = (usize, VerbTense)> + '_ {
        self.verbs.iter().chain(&self.aside).copied()
    }

    /// The last verb before a token.
    pub fn last_before(&self, i: usize) -> Option<(usize, VerbTense)> {
        self.verbs.partition_point(|&(at, _)| at < i).checked_sub(1).map(|at| self.verbs[at])
    }

    /// Whether the sentence of a token has a word that may be a verb of the present, and no other verb.
    pub fn unsure_present(&self, i: usize) -> bool {
        let same = |at: usize| self.sentences.get(at) == self.sentences.get(i);
        let near = self.unsure.partition_point(|&at| at < i);
        self.unsure[near.saturating_sub(1)..(near + 1).min(self.unsure.len())].iter().any(|&at| same(at))
    }

    /// Whether a verb that tells a tense stands in a range of tokens.
    pub fn any_in(&self, range: &std::ops::Range<usize>) -> bool {
        let any = |verbs: &[(usize, VerbTense)]| {
            let at = verbs.partition_point(|&(i, _)| i < range.start);
            verbs.get(at).is_some_and(|&(i, _)| i < range.end)
        };
        any(&self.verbs) || any(&self.aside)
    }

    /// The nearest verb: one of the same clause first, before the expression first.
    pub fn near(&self, first: usize, next: usize) -> Option<VerbTense> {
        let beside = self.aside.partition_point(|&(i, _)| i < first);
        if let Some((at, tense)) = beside.checked_sub(1).map(|at| self.aside[at])
            && at + 2 >= first
            && self.clauses.get(at) == self.clauses.get(first)
        {
            return Some(tense);
        }
        let split = self.verbs.partition_point(|&(i, _)| i < first);
        let before = split.checked_sub(1).map(|at| self.verbs[at]);
        let after = self.verbs[split..].iter().copied().find(|&(i, _)| i >= next);
        let same = |ids: &[u32], verb: Option<(usize, VerbTense)>| {
            verb.filter(|&(i, _)| ids.get(i) == ids.get(first)).map(|(_, tense)| tense)
        };
        same(&self.clauses, before)
            .or_else(|| same(&self.clauses, after))
            .or_else(|| same(&self.sentences, before))
            .or_else(|| same(&self.sentences, after))
            .or_else(|| {
                let after = self.aside[beside..].iter().copied().find(|&(i, _)| i >= next);
                same(&self.sentences, beside.checked_sub(1).map(|at| self.aside[at]))
                    .or_else(|| same(&self.sentences, after))
            })
    }

    /// The direction of an expression between two tokens, or the one given.
    pub fn direction(&self, first: usize, next: usize, default: Direction) -> Direction {
        match self.near(first, next) {
            Some(VerbTense::Past | VerbTense::Perfect) => Direction::Past,
            Some(VerbTense::Present | VerbTense::Future) => Direction::Coming,
            None => default,
        }
    }
}

/// Whether the verb before an expression is a state in the perfect ("has been lead", "have used"): a
/// length after it runs to now. "has been booked for two weeks" tells another length.
pub fn lasts_until_now(parser: &Parser<'_, '_>, tenses: &Tenses, i: usize) -> bool {
    let begin = i.saturating_sub(12);
    let Some(have) = (begin..i).rev().find(|&at| verb_sense(parser, at) == Some(VerbTense::Perfect)) else {
        return false;
    };
    let verb = |at: usize| {
        is_participle(parser, at)
            || verb_sense(parser, at) == Some(VerbTense::Past)
            || parser.has(at, Sense::Participle)
    };
    let Some(main) = (have + 1..i.min(have + 6)).find(|&at| verb(at)) else { return false };
    // Nothing else may be told between the verb and the length.
    let apart = (main + 1..i).any(|at| {
        matches!(parser.tokens[at].kind, crate::token::Kind::Mark(',' | ';' | ':' | '('))
            || parser.is(at, Words::AndThat)
    });
    if apart || tenses.any_in(&(main + 2..i)) {
        return false;
    }
    if !parser.word(main, "been") {
        return parser.has(main, Sense::Cue(crate::cue::Cue::State));
    }
    let mut next = main + 1;
    while parser.token(next).is_some_and(|t| t.text.ends_with("ly")) {
        next += 1;
    }
    let happening = verb(next) && !parser.is(next, Words::Lasting);
    next <= i && !happening
}

/// Whether token `i` ends a sentence.
pub fn ends_sentence(parser: &Parser<'_, '_>, i: usize) -> bool {
    let Some(token) = parser.token(i) else { return true };
    let open = !parser
        .token(i + 1)
        .is_some_and(|t| t.glued && (t.is_alphanumeric() || t.is_mark('.') || t.is_mark(',')));
    // "1. July", "the 3. of May": the point of an ordinal.
    let ordinal = token.is_mark('.')
        && token.glued
        && i > 0
        && (1..=2).contains(&parser.tokens[i - 1].digits())
        && parser
            .sense(i + 1, |s| matches!(s, Sense::Month(_) | Sense::Of | Sense::To).then_some(()))
            .is_some();
    // "the U.S. launch", "Acme Inc. closed"
    let letter = token.is_mark('.')
        && token.glued
        && i > 1
        && (parser.tokens[i - 1].text.len() == 1 && parser.mark(i - 2, '.')
            || parser.has(i - 1, Sense::Company))
        && parser.tokens[i - 1].capitalised()
        && parser.token(i + 1).is_some_and(|t| t.text.starts_with(char::is_lowercase) && !t.new_line);
    if letter {
        return false;
    }
    // "Ms. Park": a short title.
    let title = token.is_mark('.')
        && token.glued
        && i > 0
        && parser.is(i - 1, Words::TitleShort)
        && parser.token(i + 1).is_some_and(|t| t.capitalised() && !t.new_line);
    if title {
        return false;
    }
    // "Apr. 3": the month is cut short.
    let month = token.is_mark('.')
        && token.glued
        && i > 0
        && parser.tokens[i - 1].text.len() <= 4
        && parser.token(i + 1).is_some_and(|t| t.digits() > 0 && !t.new_line)
        && parser.sense(i - 1, |s| matches!(s, Sense::Month(_)).then_some(())).is_some();
    (token.is_mark('.') || token.is_mark('!') || token.is_mark('?')) && open && !ordinal && !month
}

/// The token before, past an adverb or "not".
fn previous_verb(parser: &Parser<'_, '_>, i: usize) -> Option<usize> {
    let mut at = i.checked_sub(1)?;
    for _ in 0..2 {
        let text = parser.token(at)?.text;
        let adverb = text.len() > 3 && text.ends_with("ly") || parser.lexicon.lists(Words::VerbAdverb, text);
        if !adverb {
            break;
        }
        at = at.checked_sub(1)?;
    }
    Some(at)
}

/// Whether "to" stands right before, or "did", "will" or "would" shortly before with no new clause
/// between, so that a
/// form of the present at `i` is its infinitive (or a noun on the way).
fn governed(parser: &Parser<'_, '_>, i: usize) -> bool {
    let finite = parser.is(i, Words::PresentFinite)
        || parser.token(i).is_some_and(|t| t.text.starts_with(['\'', '\u{2019}']));
    if finite {
        return false;
    }
    // "had to do the dishes"
    if i > 0 && parser.word(i - 1, "to") {
        return true;
    }
    for at in (i.saturating_sub(8)..i).rev() {
        let opens = parser.is(at, Words::ClauseStart);
        if opens || !parser.tokens[at].is_alphanumeric() && !parser.glued(at) || ends_sentence(parser, at) {
            return false;
        }
        if parser.is(at, Words::Auxiliary) {
            return true;
        }
    }
    false
}

fn tense_at(parser: &Parser<'_, '_>, i: usize) -> Option<VerbTense> {
    let token = parser.token(i)?;
    let form = verb_sense(parser, i)
        .or_else(|| third_person(parser, i).then_some(VerbTense::Present))
        .or_else(|| same_past(parser, i).then_some(VerbTense::Past));
    let participle = is_participle(parser, i);
    if form.is_none() && !participle {
        // "won't" is a future; "won" alone is in the table.
        return None;
    }
    if only_looks_auxiliary(parser, i) || form == Some(VerbTense::Present) && plural_noun(parser, i) {
        return None;
    }
    if parser.word(i, "won") && parser.token(i + 1).is_some_and(|t| t.glued && t.text.ends_with('t')) {
        return Some(VerbTense::Future);
    }
    // The month is no modal.
    if token.text.eq_ignore_ascii_case("may") {
        let written = token.capitalised() && i > 0 && !ends_sentence(parser, i - 1) && !token.new_line;
        let dated = written
            || parser
                .token(i + 1)
                .is_some_and(|t| t.digits() > 0 || t.is_mark('?') || t.is_mark(',') || t.is_mark('.'))
            || i > 0
                && (parser.tokens[i - 1].digits() > 0
                    || parser
                        .sense(i - 1, |s| {
                            matches!(
                                s,
                                Sense::Preposition(_)
                                    | Sense::From
                                    | Sense::Of
                                    | Sense::Direction(_)
                                    | Sense::Part(_)
                            )
                            .then_some(())
                        })
                        .is_some())
            || i + 1 == parser.tokens.len();
        if dated {
            return None;
        }
    }
    // "what did Tom do on 3 April": the auxiliary tells, not its infinitive.
    let plan = form == Some(VerbTense::Future) && parser.is(i, Words::Planning);
    if (plan || form == Some(VerbTense::Present)) && governed(parser, i) {
        return None;
    }
    // "read the report on Thursday": a noun. "at 9 am in Rome": no verb.
    let noun = i > 0
        && parser.sense(i - 1, |s| matches!(s, Sense::Article | Sense::Possessive).then_some(())).is_some();
    let meridiem = parser.word(i, "am") && i > 0 && parser.tokens[i - 1].digits() > 0;
    if form == Some(VerbTense::Present) && (noun || meridiem) {
        return None;
    }
    // "'s" is a verb after a pronoun, and a possessive after a noun.
    if token.text.eq_ignore_ascii_case("'s") || token.text == "\u{2019}s" {
        let pronoun = i > 0 && parser.has(i - 1, Sense::Function);
        // "Ana's back", "Ana's on leave"
        let stands = parser.is(i + 1, Words::StandsAfter) && !owns_place(parser, i);
        return (pronoun || stands).then_some(VerbTense::Present);
    }
    if form == Some(VerbTense::Perfect) {
        let infinitive = (i.saturating_sub(4)..i).any(|at| parser.is(at, Words::GoverningAuxiliary));
        if infinitive {
            return None;
        }
        let completed = (i + 1..=i + 5)
            .any(|at| is_participle(parser, at) || verb_sense(parser, at) == Some(VerbTense::Past));
        return Some(if completed { VerbTense::Perfect } else { VerbTense::Present });
    }
    let passive = participle
        || form == Some(VerbTense::Past) && !parser.has(i, Sense::Be) && !parser.is(i, Words::PastHelper);
    let planned = form == Some(VerbTense::Future);
    // "as planned in March": the planning is over, whenever the plan is for.
    if planned && participle && i > 0 && parser.word(i - 1, "as") {
        return Some(VerbTense::Past);
    }
    if passive || planned {
        let before = previous_verb(parser, i);
        if let Some(at) = before {
            // "will have worked here by August": the auxiliary tells.
            if parser.word(at, "have") && (at.saturating_sub(4)..at).any(|k| parser.is(k, Words::FutureShort))
            {
                return None;
            }
            if parser.has(at, Sense::Be) || parser.word(at, "be") || parser.is(at, Words::GetForm) {
                // "is held", "will be renewed": the auxiliary tells.
                return planned.then_some(VerbTense::Future);
            }
            if parser.is(at, Words::PassiveBe) {
                return Some(VerbTense::Past);
            }
            if participle
                && form.is_none()
                && parser
                    .sense(at, |s| matches!(s, Sense::Article | Sense::Possessive).then_some(()))
                    .is_some()
            {
                return None;
            }
        }
    }
    Some(form.unwrap_or(VerbTense::Past))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::Context;
    use crate::lexicon::english;
    use chrono::DateTime;

    fn direction(text: &str, at: &str) -> Option<VerbTense> {
        let now = DateTime::parse_from_rfc3339("2026-05-13T09:00:00Z").unwrap().to_utc();
        let context = Context::new(now, chrono_tz::Tz::UTC);
        let parser = Parser::new(text, english(), &context);
        let first = parser.tokens.iter().position(|t| t.text == at).unwrap();
        Tenses::of(&parser).near(first, first + 1)
    }

    #[test]
    fn the_nearest_verb_of_the_clause_tells_the_tense() {
        assert_eq!(direction("who chaired the board on Thursday", "Thursday"), Some(VerbTense::Past));
        assert_eq!(
            direction("who chairs it, and who will speak on Thursday", "Thursday"),
            Some(VerbTense::Future)
        );
        assert_eq!(direction("on Thursday, who signed?", "Thursday"), Some(VerbTense::Past));
        assert_eq!(direction("Thursday it is. Nobody objected.", "Thursday"), Some(VerbTense::Present));
    }

    #[test]
    fn auxiliaries_outrank_participles() {
        assert_eq!(direction("what is planned for June", "June"), Some(VerbTense::Future));
        assert_eq!(direction("the review is held in June", "June"), Some(VerbTense::Present));
        assert_eq!(direction("the review was held in June", "June"), Some(VerbTense::Past));
        assert_eq!(direction("what have we got in June", "June"), Some(VerbTense::Past));
        assert_eq!(direction("it won't run in June", "June"), Some(VerbTense::Future));
        assert_eq!(direction("the proposed budget of June", "June"), None);
    }
}
