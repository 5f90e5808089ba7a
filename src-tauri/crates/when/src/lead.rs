//! What stands before a term: its preposition, "from", "around", and the direction in which a date
//! without a year is then looked for.

use crate::grammar::Parser;
use crate::lexicon::{Preposition, Sense, VerbTense, Words};
use crate::pattern::Direction;
use crate::tense::{Tenses, ends_sentence};

/// What stands before a term.
#[derive(Clone, Copy)]
pub struct Lead {
    pub preposition: Option<Preposition>,
    pub from: bool,
    pub core: usize,
    /// "since" itself, and no "starting" or "effective".
    pub since: bool,
}

/// Whether the sentence of a token begins with a verb in the imperative.
fn asked_for(parser: &Parser<'_, '_>, i: usize) -> bool {
    let begin = (i.saturating_sub(12)..i)
        .rev()
        .find(|&at| ends_sentence(parser, at) || parser.token(at + 1).is_some_and(|t| t.new_line))
        .map_or(i.saturating_sub(12), |at| at + 1);
    let first = if parser.word(begin, "please") { begin + 1 } else { begin };
    first < i && parser.has(first, Sense::Cue(crate::cue::Cue::Imperative))
}

/// Whether the text begins with a request for an answer ("tell me").
pub fn requests(parser: &Parser<'_, '_>, i: usize) -> bool {
    let first = usize::from(parser.word(0, "please"));
    first + 1 < i && parser.is(first, Words::RequestVerb) && parser.is(first + 1, Words::SelfObject)
}

/// "Update 7/10: …", "7/10 standup: …", "3 May: …": a date that heads a note, with its label beside it.
pub fn heads_note(parser: &Parser<'_, '_>, first: usize, next: usize) -> bool {
    let begins = |i: usize| i == 0 || parser.tokens[i].new_line || ends_sentence(parser, i - 1);
    let label = |i: usize| parser.is(i, Words::NoteNoun);
    let before = begins(first) || first > 0 && label(first - 1) && begins(first - 1);
    // "(2/26) disk replaced"
    if first > 0 && parser.mark(first - 1, '(') && parser.mark(next, ')') && begins(first - 1) {
        return true;
    }
    let end = if label(next) { next + 1 } else { next };
    let dash = parser.dash(end) && !parser.glued(end) && !parser.glued(end + 1);
    before && (dash || parser.mark(end, ':') && !parser.glued(end + 1))
}

/// Whether nothing but a date stands between the start of a line, a bracket or a comma and a colon, a
/// dash or the bracket's end.
fn heads(parser: &Parser<'_, '_>, i: usize) -> bool {
    let opens = i == 0
        || parser.token(i).is_some_and(|t| t.new_line)
        || ends_sentence(parser, i - 1)
        || parser.mark(i - 1, '(')
        || parser.mark(i - 1, '[')
        || parser.mark(i - 1, ',');
    if i > 0 && parser.is(i - 1, Words::NoteNoun) || (i..i + 6).any(|at| parser.is(at, Words::NoteNoun)) {
        return (i..i + 6)
            .any(|next| next > i && parser.matches.temporal(next - 1) && heads_note(parser, i, next));
    }
    let dated = |at: &usize| {
        parser.matches.temporal(*at)
            || parser.word(*at, "to")
            || parser.mark(*at, ',')
            || parser.mark(*at, '.')
            || parser.mark(*at, '/')
    };
    let Some(end) = (i..i + 8).find(|at| !dated(at)) else { return false };
    let dash = parser.dash(end) && !parser.glued(end) && !parser.glued(end + 1);
    let colon = parser.mark(end, ':') && !parser.glued(end + 1);
    opens && end > i && (colon || dash || parser.mark(end, ')') || parser.mark(end, ']'))
}

pub fn direction_of(
    parser: &Parser<'_, '_>,
    tenses: &Tenses,
    lead: &Lead,
    i: usize,
    default: Direction,
) -> Direction {
    let plain = lead.preposition.is_none() && !lead.from;
    // "the letter of 3 May": a thing that has a date exists.
    let thing = plain && i > 0 && parser.has(i - 1, Sense::Of);
    if thing && !matches!(tenses.near(i, i + 1), Some(VerbTense::Future)) {
        return Direction::Past;
    }
    // "Notes from Monday: Sam owns billing"
    let noted = lead.from
        && i > 0
        && parser.tokens[i - 1].is_word()
        && !parser.has(i - 1, Sense::Function)
        && (i..i + 6).any(|at| parser.mark(at, ':') && !parser.glued(at + 1));
    if noted {
        return Direction::Nearest;
    }
    // "Tell me the owner on 3 May" asks as a question does, "Give me the rota for 2 November" for what is
    // near.
    if default == Direction::Past && requests(parser, i) && tenses.near(i, i + 1).is_none() {
        let month = parser.sense(lead.core, |s| matches!(s, Sense::Month(_)).then_some(())).is_some()
            && parser.token(lead.core + 1).is_none_or(|t| t.digits() == 0);
        let ahead = lead.preposition == Some(Preposition::For) && !month;
        return if ahead { Direction::Nearest } else { default };
    }
    // "what's known about the port in March?", "what's new in April?": what is known or new has been.
    let known = (i.saturating_sub(8)..i).any(|at| {
        let new = parser.eat(at, Sense::Cue(crate::cue::Cue::ChangeNoun)).is_some_and(|next| next > at + 1);
        new || parser.has(at, Sense::Cue(crate::cue::Cue::BeliefNoun))
    });
    if known && !matches!(tenses.near(i, i + 1), Some(VerbTense::Future)) {
        return Direction::Past;
    }
    // "See you on Monday!", "Call mum on Sunday": what is asked for lies ahead.
    if asked_for(parser, i) && tenses.near(i, i + 1).is_none() {
        return Direction::Coming;
    }
    // "July 10 - Sam owns billing", "Update (July 10): …": a date that heads a note is near.
    if plain && heads(parser, i) {
        return Direction::Nearest;
    }
    // "limit = 30 until March", "mill insured until March": what holds now ends later.
    let ends = matches!(lead.preposition, Some(Preposition::Until | Preposition::Through));
    if default == Direction::Nearest
        && (ends || parser.range(lead.core).is_some())
        && !told_past(parser, tenses, i)
    {
        let days = parser.weekday_at(lead.core + usize::from(parser.word(lead.core, "from")));
        return if ends || days { Direction::Coming } else { Direction::Nearest };
    }
    // "how many days until July 20?" counts to the coming one.
    if lead.preposition == Some(Preposition::Until)
        && parser.word(0, "how")
        && tenses.near(i, i + 1).is_none()
    {
        return Direction::Coming;
    }
    // "starting Monday the lead is Eva", "from Friday I'm off": a weekday is the coming one.
    let opens = lead.from || lead.preposition == Some(Preposition::Since) && !lead.since;
    let present = matches!(tenses.near(i, i + 1), Some(VerbTense::Present));
    if opens && present && parser.weekday_at(lead.core) {
        return Direction::Coming;
    }
    match lead.preposition {
        Some(Preposition::Since) if !matches!(tenses.near(i, i + 1), Some(VerbTense::Future)) => {
            let started = match tenses.near(i, i + 1) {
                Some(VerbTense::Past | VerbTense::Perfect) => Direction::Past,
                _ => Direction::Nearest,
            };
            // "since March" looks back, whatever the tense; "starting March" need not.
            if lead.since { Direction::Past } else { started }
        }
        Some(Preposition::AsOf) => match tenses.near(i, i + 1) {
            Some(VerbTense::Past | VerbTense::Perfect) => Direction::Past,
            Some(VerbTense::Future) => Direction::Coming,
            Some(_) if default == Direction::Past => Direction::Nearest,
            _ => default,
        },
        // "The rent for April is 900"
        Some(Preposition::For)
            if default == Direction::Nearest && matches!(tenses.near(i, i + 1), Some(VerbTense::Present)) =>
        {
            Direction::Nearest
        }
        // "from March the price is 20": begun or to begin, whichever is nearer.
        None if lead.from && matches!(tenses.near(i, i + 1), Some(VerbTense::Present)) => Direction::Nearest,
        _ => {
            let told = tenses.near(i, i + 1);
            // "the mill loses its status in March"
            if told.is_none() && default == Direction::Nearest && tenses.unsure_present(i) {
                return Direction::Coming;
            }
            tenses.direction(i, i + 1, default)
        }
    }
}

/// Whether the past is told before a token, and not only a participle that tells what holds since ("mill
/// insured", "loan extended").
fn told_past(parser: &Parser<'_, '_>, tenses: &Tenses, i: usize) -> bool {
    if !matches!(tenses.near(i, i + 1), Some(VerbTense::Past | VerbTense::Perfect)) {
        return tenses.near(i, i + 1).is_some();
    }
    let Some((at, _)) = tenses.last_before(i) else { return true };
    // "The pool closed at 9 till August": a whole sentence.
    let begin = (at.saturating_sub(12)..at)
        .rev()
        .find(|&k| ends_sentence(parser, k) || parser.tokens[k + 1].new_line)
        .map_or(at.saturating_sub(12), |k| k + 1);
    let whole =
        parser.sense(begin, |s| matches!(s, Sense::Article | Sense::Possessive).then_some(())).is_some()
            || parser.is(begin, Words::Subject);
    if whole {
        return true;
    }
    let state = parser.has(at, Sense::Cue(crate::cue::Cue::State)) && !parser.word(at + 1, "by");
    let participle = crate::tense::is_participle(parser, at) || parser.word(at + 1, "by");
    state || !participle || tenses.any_in(&(at.saturating_sub(3)..at))
}

/// The preposition at a token, with "around" and the like after it.
pub fn lead(parser: &Parser<'_, '_>, i: usize) -> Lead {
    let found = parser.sense(i, |s| match s {
        Sense::Preposition(p) => Some((Some(p), false)),
        Sense::From => Some((None, true)),
        _ => None,
    });
    let Some(((preposition, from), next)) = found else {
        let Some(next) = parser.eat(i, Sense::Approximately) else {
            return Lead { preposition: None, from: false, core: i, since: false };
        };
        // "around 2019", "circa March"; "about March" may be a subject.
        let preposition = if !parser.word(i, "about") {
            Some(Preposition::At)
        } else {
            // "what about 2024?"
            let asked = i == 1 && parser.is(0, Words::WhatHow);
            asked.then_some(Preposition::In)
        };
        return Lead { preposition, from: false, core: next, since: false };
    };
    // "what is different from last week?" compares with it.
    if from && i > 0 && parser.is(i - 1, Words::Differing) {
        return Lead { preposition: Some(Preposition::In), from: false, core: next, since: false };
    }
    // "upgrades its till on Thursday"
    let noun = preposition == Some(Preposition::Until)
        && i > 0
        && !parser.is(i - 1, Words::ShortIs)
        && parser.sense(i - 1, |s| matches!(s, Sense::Article | Sense::Possessive).then_some(())).is_some();
    if noun {
        return Lead { preposition: None, from: false, core: i, since: false };
    }
    // "the run-up to 2024" has no preposition of its own.
    let compound = i >= 2 && parser.glued(i) && parser.dash(i - 1) && parser.tokens[i - 2].is_word();
    if compound {
        return Lead { preposition: None, from: false, core: i, since: false };
    }
    let at_sign = parser.mark(i, '@');
    if at_sign && parser.glued(i + 1) && parser.glued(i) {
        return Lead { preposition: None, from: false, core: i, since: false };
    }
    // "in both March and April"
    let next = if parser.is(next, Words::BothWord) { next + 1 } else { next };
    let core = parser.eat(next, Sense::Approximately).unwrap_or(next);
    // "valid from: 1 November"
    let core = if from && parser.mark(core, ':') && !parser.glued(core + 1) { core + 1 } else { core };
    // "since on Monday", "until on 3 May", "effective on"
    let core = if parser.word(core, "on") && preposition != Some(Preposition::On) { core + 1 } else { core };
    let since = (i..next).any(|at| parser.word(at, "since"));
    Lead { preposition, from, core, since }
}
