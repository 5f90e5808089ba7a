//! Whether a question asks for past belief rather than past fact: "what did we think", "as known
//! on", "according to our notes", "on file", "when did we learn".

use crate::cue::Cue;
use crate::grammar::Parser;
use crate::lexicon::{Sense, Words};

/// A sign that the system clock is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Belief {
    pub first: usize,
    pub next: usize,
    /// "as known on X": the time after it is the belief's, whatever else stands before.
    pub leads: bool,
    /// "learn": the question is when it became known.
    pub learns: bool,
}

fn holder(parser: &Parser<'_, '_>, i: usize) -> bool {
    parser.is(i, Words::Holder)
}

fn cue_at(parser: &Parser<'_, '_>, i: usize, wanted: Cue) -> Option<usize> {
    parser.eat(i, Sense::Cue(wanted))
}

/// The first sign of belief in a question.
pub fn find(parser: &Parser<'_, '_>) -> Option<Belief> {
    if !parser.matches.asks {
        return None;
    }
    (0..parser.tokens.len().min(crate::intent::ASKING)).find_map(|i| at(parser, i))
}

fn at(parser: &Parser<'_, '_>, i: usize) -> Option<Belief> {
    let belief = |next: usize, leads: bool, learns: bool| Some(Belief { first: i, next, leads, learns });
    if parser.matches.at(i).is_empty() && !parser.word(i, "told") {
        return None;
    }
    if let Some(next) = cue_at(parser, i, Cue::According) {
        if !parser.word(i, "according") {
            return belief(next, true, false);
        }
        // "according to the contract" is somebody else's word.
        let ours = parser.is(next, Words::OurSource);
        let kept = (next..next + 4).any(|at| parser.is(at, Words::KeptRecord));
        return if ours && kept { belief(next, true, false) } else { None };
    }
    if let Some(next) = cue_at(parser, i, Cue::BeliefNoun) {
        return belief(next, false, false);
    }
    if let Some(next) = cue_at(parser, i, Cue::Recorded) {
        let phrase = next > i + 1;
        let passive = i > 0
            && (i.saturating_sub(3)..i).any(|at| {
                parser.sense(at, |s| matches!(s, Sense::Be | Sense::Have).then_some(())).is_some()
                    || parser.is(at, Words::PassiveBe)
            });
        // "where was the podcast recorded?" asks for the place of it.
        if !phrase && parser.word(0, "where") && !parser.word(next, "as") {
            return None;
        }
        // "what is X in the notes?" asks what stands there now.
        let present =
            phrase && parser.word(i, "in") && (0..i).take(3).any(|at| parser.is(at, Words::PresentFinite));
        if present && !(0..i).any(|at| parser.is(at, Words::PassiveBe)) {
            return None;
        }
        let asked = (0..i).take(3).any(|at| parser.is(at, Words::ToldWhen));
        return if phrase || passive || asked { belief(next, false, true) } else { None };
    }
    // "we thought", "we had assumed"
    if let Some(next) = cue_at(parser, i, Cue::BelievePast) {
        let said = i > 0
            && (holder(parser, i - 1) || parser.has(i - 1, Sense::Have) && i > 1 && holder(parser, i - 2));
        // "was supposed to host" tells a duty.
        let passive = i > 0
            && parser.is(i - 1, Words::PassiveBe)
            && !(parser.word(i, "supposed") && parser.word(next, "to"));
        return if said || passive { belief(next, false, false) } else { None };
    }
    // "what had you been told", "what was I told"
    if parser.word(i, "told") && i >= 2 {
        let passive = parser.is(i - 1, Words::PassiveBe) || parser.is(i - 2, Words::PassiveBe);
        let held = (i.saturating_sub(3)..i).any(|at| parser.is(at, Words::HeldBy));
        if passive && held {
            return belief(i + 1, false, false);
        }
    }
    // "since when do we know"
    if parser.is(0, Words::WhenSince) && parser.is(i, Words::GeneralDo) && holder(parser, i + 1) {
        let next = cue_at(parser, i + 2, Cue::BelieveBase)?;
        return belief(next, false, true);
    }
    // "were you aware", "what have I told you"
    let told = parser.is(i, Words::PerfectHave) && holder(parser, i + 1) && parser.is(i + 2, Words::SelfTold);
    let aware = parser.is(i, Words::PassiveBe) && holder(parser, i + 1) && parser.is(i + 2, Words::AwareWord);
    if told || aware {
        return belief(i + 3, false, false);
    }
    // "what did your notes say on 3 June"
    let own = parser.is(i, Words::DidHad)
        && parser.sense(i + 1, |s| (s == Sense::Possessive).then_some(())).is_some()
        && parser.is(i + 2, Words::KeptRecord)
        && cue_at(parser, i + 3, Cue::BelieveBase).is_some();
    if own {
        return belief(i + 4, false, false);
    }
    // "have we known", "what have you learned"
    if parser.word(i, "have") && holder(parser, i + 1) && parser.is(i + 2, Words::PerfectBelief) {
        let learns = cue_at(parser, i + 2, Cue::Learn).is_some();
        return belief(i + 3, false, learns || parser.is(0, Words::WhenSince));
    }
    // "did we think", "had you known", "did the team learn"
    if parser.is(i, Words::DidHad) {
        let subject = if parser.is(i + 1, Words::OurArticle) { i + 2 } else { i + 1 };
        if !holder(parser, subject) {
            return None;
        }
        let mut at = subject + 1;
        // "did we wrongly believe"
        if parser.token(at).is_some_and(|t| t.text.len() > 4 && t.text.ends_with("ly")) {
            at += 1;
        }
        if parser.is(at, Words::BeliefAdverb) {
            at += 1;
        }
        // "did we use to believe"
        if parser.word(at, "use") && parser.word(at + 1, "to") {
            at += 2;
        }
        // "what had I told you"
        if parser.word(i, "had") && parser.is(at, Words::SelfTold) {
            return belief(at + 1, false, false);
        }
        // "who had we down as owner?"
        if parser.is(at, Words::HoldsDown) && parser.word(at + 1, "as") {
            return belief(at + 2, false, false);
        }
        // "did I know Ana in Boston", "did she think of the film": acquaintance and opinion of one person.
        let single = parser.is(subject, Words::SinglePerson);
        let about = parser.is(at + 1, Words::OpinionObject);
        if single && (parser.word(at, "know") && !about || parser.word(at + 1, "of")) {
            return None;
        }
        if let Some(next) =
            cue_at(parser, at, Cue::BelieveBase).or_else(|| cue_at(parser, at, Cue::BelievePast))
        {
            // "did we know how to" and "did we expect" are beliefs all the same.
            return belief(next, false, false);
        }
        // "where did I learn French": a skill.
        let skill =
            single && parser.token(at + 1).is_some_and(|t| t.capitalised()) && parser.word(at, "learn");
        if let Some(next) = cue_at(parser, at, Cue::Learn).filter(|_| !skill) {
            return belief(next, false, true);
        }
        // "did we have the port as", "did we have on file"
        if parser.word(at, "have")
            && (at + 1..at + 6).any(|k| {
                cue_at(parser, k, Cue::Recorded).is_some()
                    || parser.word(k, "down") && parser.word(k + 1, "as")
            })
        {
            return belief(at + 1, false, false);
        }
    }
    None
}
