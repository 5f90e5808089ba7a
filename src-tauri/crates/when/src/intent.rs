//! What a question asks of time apart from its dates: a change, a history, the value before, the
//! present one.

use crate::cue::Cue;
use crate::expression::{Found, What};
use crate::grammar::Parser;
use crate::lexicon::{Sense, VerbTense, Words};
use crate::reading::Intent;
use crate::tense::is_participle;

/// An intent that words gave, with their tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    pub intent: Intent,
    pub first: usize,
    pub next: usize,
    pub rule: &'static str,
}

/// The words that ask stand within so many tokens: a text that is longer is no question, and is
/// not searched again and again.
pub const ASKING: usize = 400;

fn cue(parser: &Parser<'_, '_>, i: usize, wanted: Cue) -> Option<usize> {
    parser.eat(i, Sense::Cue(wanted))
}

/// Whether a token belongs to a time or to a code ("before_save").
fn taken(parser: &Parser<'_, '_>, found: &[Found], i: usize, next: usize) -> bool {
    let code = parser.glued(i) && i > 0 && parser.tokens[i - 1].is_alphanumeric()
        || parser.token(next).is_some_and(|t| {
            let goes_on = parser.token(next + 1).is_some_and(|n| n.glued && n.is_alphanumeric());
            let ends = matches!(t.kind, crate::token::Kind::Mark(c) if ",.?!:;)".contains(c)) && !goes_on;
            t.glued && !ends && !t.text.starts_with(['\'', '\u{2019}'])
        })
        || parser.glued(i)
            && i > 0
            && matches!(parser.tokens[i - 1].kind, crate::token::Kind::Mark(c) if "_-/.@#".contains(c));
    let at = found.partition_point(|f| f.next <= i);
    code || found.get(at).is_some_and(|f| matches!(f.what, What::Time(_)) && f.first <= i && next <= f.next)
}

/// The intent of the words, the strongest first.
pub fn find(parser: &Parser<'_, '_>, found: &[Found]) -> Option<Asked> {
    if !parser.matches.asks {
        return None;
    }
    let count = parser.tokens.len().min(ASKING);
    let first = |wanted: Intent, rule: &'static str, pick: &dyn Fn(usize) -> Option<usize>| {
        (0..count).find_map(|i| {
            let next = pick(i)?;
            (!taken(parser, found, i, next)).then_some(Asked { intent: wanted, first: i, next, rule })
        })
    };
    first(Intent::History, "how-has", &|i| developed(parser, i))
        .or_else(|| first(Intent::Change, "when-changed", &|i| when_changed(parser, i)))
        .or_else(|| first(Intent::History, "history", &|i| history(parser, i)))
        .or_else(|| first(Intent::Change, "changed", &|i| changed(parser, i)))
        .or_else(|| first(Intent::Previous, "previous", &|i| previous(parser, i)))
}

/// "how has the fee evolved", "how did the price develop".
fn developed(parser: &Parser<'_, '_>, i: usize) -> Option<usize> {
    // "walk me through how the rate has developed"
    if i > 0 && parser.word(i, "how") {
        let have = (i + 2..i + 9).find(|&at| parser.is(at, Words::PerfectHave))?;
        return cue(parser, have + 1, Cue::Evolve);
    }
    let next = cue(parser, i, Cue::HowHas)?;
    // "how do I change my password?" asks for a way.
    if parser.is(next - 1, Words::GeneralDo) && parser.is(next, Words::GeneralSubject) {
        return None;
    }
    let verb = (next..(next + 12).min(parser.tokens.len())).find_map(|at| cue(parser, at, Cue::Evolve))?;
    Some(verb)
}

/// "when did", "since when", "when was … renamed", "when will … change", "know when it changed".
fn when_changed(parser: &Parser<'_, '_>, i: usize) -> Option<usize> {
    if let Some(next) = cue(parser, i, Cue::WhenDid) {
        return Some(next);
    }
    if let Some(next) = cue(parser, i, Cue::ChangePhrase) {
        // "how long is the cable" asks for a length.
        let asks_length = parser.word(i, "how")
            && parser.word(i + 1, "long")
            && !parser.is(next, Words::NoLength)
            && !parser.word(next - 1, "ago");
        return (!asks_length).then_some(next);
    }
    // "which date did the rent change on", "in what month of 2025 did the code change"
    let asks_date = parser.is(i, Words::WhichWord) && parser.is(i + 1, Words::DateNoun);
    if asks_date && let Some(did) = (i + 2..i + 7).find(|&at| parser.is(at, Words::DateAuxiliary)) {
        let end = (did + 12).min(parser.tokens.len());
        return (did + 1..end).any(|at| cue(parser, at, Cue::ChangeBase).is_some()).then_some(i + 2);
    }
    // "how much did the rent increase last year"
    if parser.word(i, "how") && parser.is(i + 1, Words::HowFar) && parser.is(i + 2, Words::HowFarAuxiliary) {
        let end = (i + 12).min(parser.tokens.len());
        let moves = Words::AmountMoves;
        return (i + 3..end).any(|at| parser.is(at, moves)).then_some(i + 3);
    }
    if parser.word(i, "when") && parser.word(i + 1, "in") {
        // "when in 2023 did the fee drop"
        return (i + 2..(i + 8).min(parser.tokens.len()))
            .any(|at| parser.is(at, Words::ChangeAuxiliary))
            .then_some(i + 1);
    }
    let be = cue(parser, i, Cue::WhenBe).or_else(|| (parser.word(i, "when") && i > 0).then_some(i + 1))?;
    let past = parser.is(be - 1, Words::PastWhenBe);
    let end = (be + 14).min(parser.tokens.len());
    let changes =
        |at: usize| cue(parser, at, Cue::ChangeBase).or_else(|| cue(parser, at, Cue::ChangePast)).is_some();
    let participle = |at: usize| {
        is_participle(parser, at)
            || parser.sense(at, |s| (s == Sense::Tense(VerbTense::Past)).then_some(())).is_some()
                && !parser.is(at, Words::PlainAuxiliary)
    };
    let indirect = be == i + 1;
    let told = i > 0 && parser.is(i - 1, Words::IndirectAsk);
    let hit = (be..end).take_while(|&at| !parser.mark(at, ',') && !parser.mark(at, '?')).any(|at| {
        changes(at) && !parser.is(at, Words::NounLikeVerb)
            || past && participle(at)
            || indirect && told && participle(at)
    });
    (hit && (!indirect || told)).then_some(be)
}

fn history(parser: &Parser<'_, '_>, i: usize) -> Option<usize> {
    if let Some(next) = cue(parser, i, Cue::History) {
        // "the history service" is a name; "history of" and the plain word are not.
        // "how often does the plane come?" asks of no past.
        if parser.word(i, "how") && parser.is(next, Words::GeneralDo) {
            return None;
        }
        // "who wrote A Brief History of Time?"
        if i > 0 && parser.tokens[i].capitalised() && parser.tokens[i - 1].capitalised() {
            return None;
        }
        let named = parser.is(i, Words::HistoryNoun);
        let part = parser.token(next).is_some_and(|t| {
            t.is_word()
                && !parser.has(next, Sense::Function)
                && parser
                    .sense(next, |s| matches!(s, Sense::Preposition(_) | Sense::Of).then_some(()))
                    .is_none()
        });
        return (!(named && part)).then_some(next);
    }
    // "list every manager I have had", "all my managers so far"
    // "list everyone who has managed Priya"
    let managed = i > 0
        && parser.is(i, Words::Everyone)
        && parser.is(i - 1, Words::ListVerb)
        && parser.word(i + 1, "who")
        && parser.is(i + 2, Words::PerfectHave);
    if managed {
        return Some(i + 3);
    }
    let every = parser.is(i, Words::AllWord);
    let listed = i > 0 && parser.is(i - 1, Words::ListVerb);
    let ever = (i..(i + 8).min(parser.tokens.len()))
        .any(|at| parser.word(at, "ever") || parser.is(at, Words::ListedNoun));
    (every && listed && ever).then_some(i + 1)
}

/// "did the retention change", "what changed", "has the owner changed".
fn changed(parser: &Parser<'_, '_>, i: usize) -> Option<usize> {
    if let Some(next) = cue(parser, i, Cue::ChangeNoun) {
        let noun = parser.word(i, "changes");
        let verb = noun && i > 0 && parser.is(i - 1, Words::RelativeSubject);
        // "are the changes of August live?"
        if noun && i >= 2 && parser.is(i - 2, Words::CopulaForm) && i == 2 {
            return None;
        }
        // "what's new in Ubuntu 24.04?": the release of a thing.
        // "what is New Year Honours?"
        let name = parser.word(next - 1, "new") && parser.tokens[next - 1].capitalised() && i + 1 < next;
        if name && parser.tokens[i].text.chars().any(char::is_lowercase) {
            return None;
        }
        let release = parser.word(next - 1, "new")
            && parser.word(next, "in")
            && parser.token(next + 1).is_some_and(|t| t.capitalised())
            && !parser.matches.temporal(next + 1);
        if release {
            return None;
        }
        return (!verb || parser.word(i - 1, "what")).then_some(next);
    }
    if i > 0 && parser.word(i - 1, "who") && cue(parser, i, Cue::ChangePast).is_some() && i < 3 {
        return Some(i + 1);
    }
    let asks_value = (0..i).any(|at| parser.is(at, Words::ValueAsked));
    // "what did it change to?"
    let other_side = parser.is(i, Words::ChangeEnd)
        && parser.token(i + 1).is_none_or(|t| t.is_mark('?') || t.is_mark('.'))
        && i > 1
        && parser.word(i - 1, "change");
    if other_side {
        return Some(i + 1);
    }
    // "which of our beliefs changed in June?"
    if i > 0 && parser.is(0, Words::WhichWord) && cue(parser, i, Cue::ChangePast).is_some() {
        let of = (1..i.min(4)).any(|at| parser.has(at, Sense::Of));
        let verb = |at: usize| {
            parser.sense(at, |s| matches!(s, Sense::Tense(_)).then_some(())).is_some()
                && !parser.matches.temporal(at)
        };
        let plain = !(1..i).any(verb);
        return (of && plain).then_some(i + 1);
    }
    if asks_value {
        return None;
    }
    if parser.is(i, Words::ChangeDo) {
        let end = (i + 12).min(parser.tokens.len());
        let verb = (i + 2..end)
            .take_while(|&at| !parser.mark(at, '?'))
            .find_map(|at| cue(parser, at, Cue::ChangeBase).map(|next| (at, next)))
            .filter(|&(_, next)| !parser.is(next, Words::FallParticle))?;
        return Some(verb.1);
    }
    if parser.is(i, Words::HaveOrBe) {
        let end = (i + 12).min(parser.tokens.len());
        let copula = parser.is(i, Words::AskedCopula);
        return (i + 2..end).take_while(|&at| !parser.mark(at, '?')).find_map(|at| {
            let next = cue(parser, at, Cue::ChangePast)?;
            // "is the renamed service up" is no change.
            let attributive = parser
                .sense(at - 1, |s| matches!(s, Sense::Article | Sense::Possessive).then_some(()))
                .is_some();
            let present = copula && parser.word(i, "is");
            (!attributive && !present).then_some(next)
        });
    }
    None
}

fn determiner(parser: &Parser<'_, '_>, i: usize) -> bool {
    parser.sense(i, |s| (s == Sense::Possessive).then_some(())).is_some() || parser.is(i, Words::TheWhose)
}

/// "the previous owner", "what was it before?", "the old port", "previously".
fn previous(parser: &Parser<'_, '_>, i: usize) -> Option<usize> {
    if let Some(next) = cue(parser, i, Cue::Previous) {
        let adjective = parser.is(i, Words::PriorAdjective);
        if adjective && (parser.word(i + 1, "to") || i == 0 || !determiner(parser, i - 1)) {
            return None;
        }
        // "used to" as a habit is the value before; "is used to sign" is a purpose.
        if parser.word(i, "used")
            && i > 0
            && parser.sense(i - 1, |s| (s == Sense::Be).then_some(())).is_some()
        {
            return None;
        }
        if parser.word(i, "used") && i > 0 && parser.is(i - 1, Words::BeForm) {
            return None;
        }
        return Some(next);
    }
    // "the ex-owner"
    if parser.word(i, "ex")
        && parser.dash(i + 1)
        && parser.glued(i + 1)
        && parser.glued(i + 2)
        && parser.token(i + 2).is_some_and(|t| t.is_word())
    {
        return Some(i + 3);
    }
    if cue(parser, i, Cue::Old).is_some() {
        let noun = parser.token(i + 1).is_some_and(|t| t.is_word() && !t.capitalised());
        return (i > 0 && determiner(parser, i - 1) && noun).then_some(i + 1);
    }
    // "where did I use to live"
    if cue(parser, i, Cue::UseTo).is_some() && (i.saturating_sub(3)..i).any(|at| parser.word(at, "did")) {
        return Some(i + 2);
    }
    if let Some(next) = cue(parser, i, Cue::PreviousEnd) {
        let ends = parser
            .token(next)
            .is_none_or(|t| matches!(t.kind, crate::token::Kind::Mark(c) if "?.!".contains(c)));
        // "the Friday before" hangs on a day that was said.
        let hangs = i > 0
            && parser
                .sense(i - 1, |s| {
                    matches!(s, Sense::Unit(_) | Sense::Weekday(_) | Sense::DayPart(_)).then_some(())
                })
                .is_some();
        return (ends && !hangs).then_some(next);
    }
    None
}

/// "our current database", "the latest value".
pub fn current(parser: &Parser<'_, '_>, found: &[Found]) -> Option<Asked> {
    if !parser.matches.asks
        && !parser.tokens.iter().take(ASKING).any(|t| t.text.eq_ignore_ascii_case("present"))
    {
        return None;
    }
    (0..parser.tokens.len().min(ASKING)).find_map(|i| {
        let possessed = i > 0 && parser.sense(i - 1, |s| (s == Sense::Possessive).then_some(())).is_some();
        let present =
            (parser.word(i, "present") && possessed && !is_participle(parser, i + 1)).then_some(i + 1);
        let next = cue(parser, i, Cue::Current).or(present)?;
        if taken(parser, found, i, next)
            || parser.has(i, Sense::LookAlike)
            || parser.sense(i, |s| (s == Sense::LookAlike).then_some(())).is_some()
        {
            return None;
        }
        let stands = i == 0 || determiner(parser, i - 1);
        // "What's the latest?"
        let latest = i > 1
            && parser.is(i - 2, Words::AskedIs)
            && parser.has(i, Sense::Cue(Cue::Current))
            && !parser.word(i, "current")
            && parser.token(next).is_none_or(|t| t.is_mark('?'));
        // "is the current strong?", "the current in amps"
        let electric = parser.word(i, "current")
            && (parser.is(next, Words::CurrentWord)
                || parser.sense(next, |s| matches!(s, Sense::Preposition(_)).then_some(())).is_some());
        let noun = !electric && parser.token(next).is_some_and(|t| t.is_word()) || latest;
        (stands && noun).then_some(Asked { intent: Intent::Current, first: i, next, rule: "current" })
    })
}
