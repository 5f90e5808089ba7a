//! Whether the verb of a clause tells a state ("was", "lived") or a happening ("moved").

use std::ops::Range;

use super::Statement;
use crate::cue::Cue;
use crate::expression::Found;
use crate::lexicon::{Sense, VerbTense, Words};
use crate::tense::is_participle;

impl Statement<'_, '_, '_> {
    /// A fragment that states a value ("Rent in March: 780").
    pub(super) fn has_value(&self, clause: &Range<usize>) -> bool {
        clause.clone().any(|i| self.parser.mark(i, ':') && !self.parser.glued(i + 1))
    }

    pub(super) fn has_verb(&self, clause: &Range<usize>) -> bool {
        clause.clone().any(|i| {
            // "8-10 am"
            let hour = self.parser.word(i, "am") && i > 0 && self.parser.tokens[i - 1].digits() > 0;
            // "No school on 19 May"
            let month = self.parser.word(i, "may") && self.parser.tokens[i].capitalised() && i > clause.start;
            is_participle(self.parser, i)
                || !(hour || month)
                    && self
                        .parser
                        .sense(i, |s| matches!(s, Sense::Tense(_) | Sense::Be | Sense::Have).then_some(()))
                        .is_some()
        })
    }

    /// Whether a form of "be" or "have" tells the state, or one that stays.
    pub(super) fn is_copular(&self, clause: &Range<usize>) -> bool {
        clause.clone().any(|i| {
            self.any(i, Words::CopulaForm)
                || self.any(i, Words::BareState)
                || self.any(i, Words::PerfectHave)
                || self.parser.token(i).is_some_and(|t| self.parser.lexicon.lists(Words::ShortBe, t.text))
        })
    }

    /// "the pool closed at 9": a verb with an hour of any day is a habit.
    pub(super) fn tells_hours(&self, clause: &Range<usize>) -> bool {
        clause.clone().any(|i| {
            self.parser.word(i, "at")
                && self.parser.token(i + 1).is_some_and(|t| (1..=2).contains(&t.digits()))
        })
    }

    /// "Flo in Sydney next week": no verb, not even one that no table has, and nothing that happens.
    pub(super) fn is_fragment(&self, clause: &Range<usize>, found: &crate::expression::Found) -> bool {
        !self.has_verb(clause)
            && !self.tenses.any_in(clause)
            && !self.tenses.unsure_present(found.first)
            && !clause.clone().any(|i| {
                let token = &self.parser.tokens[i];
                let begins = i == clause.start;
                let moves = self.cue(i, Cue::AmountChange).or_else(|| self.cue(i, Cue::ChangeBase));
                self.any(i, Words::EventNoun)
                    || moves.is_some()
                    || self.any(i, Words::Subject)
                    || self.any(i, Words::SamePast)
                    || self.parser.word(i, "to")
                    || !begins && token.text.len() > 5 && token.text.ends_with("ing")
            })
    }

    /// "No meetings in January": a fragment that denies.
    pub(super) fn denies(&self, clause: &Range<usize>) -> bool {
        self.parser.word(clause.start, "no") && !self.has_verb(clause)
    }

    /// Whether the clause's verb tells a state; `None` where it has no verb.
    pub(super) fn state(&self, clause: &Range<usize>, found: &Found) -> Option<bool> {
        let clause = &self.segment(clause, found);
        let mut state = None;
        let inside = |i: usize| (found.first..found.next).contains(&i);
        for i in clause.clone().filter(|&i| !inside(i)) {
            // "the team that runs billing moved to Leeds": the verb after the relative one tells.
            let relative = i > clause.start && self.any(i - 1, Words::ThatWhich);
            if relative && (i + 2..found.first.min(i + 10)).any(|at| self.participle(at)) {
                continue;
            }
            let copula = self.any(i, Words::CopulaForm);
            let short =
                self.parser.token(i).is_some_and(|t| self.parser.lexicon.lists(Words::ShortBe, t.text));
            // "yesterday's deploy", "Sam's address": no verb. "It's", "who's": one.
            let stands = (self.any(i + 1, Words::StandsAfter) || self.parser.word(i + 1, "off"))
                && !crate::tense::owns_place(self.parser, i);
            let possessive = short && !stands && !(i > 0 && self.parser.has(i - 1, Sense::Function));
            if possessive {
                continue;
            }
            // "ceased to be the lead": the verb before tells.
            let infinitive = self.parser.word(i, "be")
                && i >= 2
                && self.parser.word(i - 1, "to")
                && self.any(i - 2, Words::PhaseVerb);
            // "rumour has it"
            let said = self.parser.word(i, "has") && self.parser.word(i + 1, "it");
            if infinitive || said {
                continue;
            }
            // "we use port 9000"
            if i > clause.start && self.any(i - 1, Words::Subject) && self.any(i, Words::BareState) {
                return Some(true);
            }
            if copula || short {
                // "was retired" is a happening, "was 8000" a state.
                let mut at = i + 1;
                while self.any(at, Words::CopulaAdverb) {
                    at += 1;
                }
                let passive = self.participle(at) && !self.any(at, Words::Lasting);
                let progressive =
                    self.parser.token(at).is_some_and(|t| t.text.len() > 4 && t.text.ends_with("ing"))
                        && !self.any(at, Words::LastingDoing);
                // "I'm back on Monday", "it is live on 3 May": it begins then.
                let begins = self.any(at, Words::BeginsState);
                // "the fee is to rise on 1 June"
                let infinitive = self.parser.word(at, "to")
                    && self.parser.token(at + 1).is_some_and(|t| t.is_word() && !t.capitalised())
                    && self
                        .parser
                        .sense(at + 1, |s| matches!(s, Sense::Article | Sense::Possessive).then_some(()))
                        .is_none();
                return Some(!passive && !progressive && !infinitive && !begins);
            }
            // "did not run", "didn't run"
            if self.any(i, Words::DidForm) && self.any(i + 1, Words::NotWord) {
                return Some(true);
            }
            // "sold pies" is a trade, "sold the flat" a deed.
            if self.any(i, Words::TradeVerb) {
                let trade = self.parser.token(i + 1).is_some_and(|t| t.is_word() && !t.capitalised())
                    && !self.parser.has(i + 1, Sense::Function);
                state = state.or(Some(trade));
                continue;
            }
            if self.cue(i, Cue::State).is_some() {
                if self.any(i, Words::PerfectHave) {
                    // An auxiliary: its participle tells.
                    let done = (i + 1..(i + 4).min(clause.end)).find(|&at| {
                        is_participle(self.parser, at)
                            || self
                                .parser
                                .sense(at, |s| (s == Sense::Tense(VerbTense::Past)).then_some(()))
                                .is_some()
                    });
                    if let Some(at) = done {
                        state = Some(self.cue(at, Cue::State).is_some());
                        continue;
                    }
                }
                return Some(true);
            }
            let verb = is_participle(self.parser, i)
                || self
                    .parser
                    .sense(i, |s| {
                        matches!(s, Sense::Tense(VerbTense::Past | VerbTense::Present | VerbTense::Future))
                            .then_some(())
                    })
                    .is_some();
            if verb && state.is_none() {
                let modal =
                    self.parser.sense(i, |s| (s == Sense::Tense(VerbTense::Future)).then_some(())).is_some();
                if modal {
                    let stays = (i + 1..(i + 4).min(clause.end)).any(|at| {
                        self.any(at, Words::BareState)
                            || self.parser.word(at, "be") && !self.participle(at + 1)
                    });
                    return Some(stays);
                }
                state = Some(false);
            }
        }
        state
    }

    /// The part of a clause whose verb tells of a date: its own side of a colon ("Ticket opened on 3
    /// May: timeout is 30 s"), or what stands with it between two commas ("The rent, last raised in
    /// May, is 900"), where that part has a verb.
    pub(super) fn segment(&self, clause: &Range<usize>, found: &Found) -> Range<usize> {
        let mark = |i: usize, c: char| self.parser.mark(i, c) && !self.parser.glued(i + 1);
        let mut part = clause.clone();
        if let Some(at) = (found.next..clause.end).find(|&i| mark(i, ':'))
            && self.tenses.any_in(&(clause.start..at))
        {
            part.end = at;
        }
        // "started in May 2019 and stayed until August 2021": another deed.
        if let Some(at) = (found.next..part.end).find(|&i| {
            self.any(i, Words::Joining)
                && (is_participle(self.parser, i + 1)
                    || self
                        .parser
                        .sense(i + 1, |s| (s == Sense::Tense(VerbTense::Past)).then_some(()))
                        .is_some())
        }) && self.tenses.any_in(&(clause.start..found.first))
        {
            part.end = at;
        }
        let left = (part.start..found.first).rev().find(|&i| mark(i, ','));
        let right = (found.next..part.end).find(|&i| mark(i, ','));
        if let (Some(left), Some(right)) = (left, right)
            && self.tenses.any_in(&(left + 1..right))
        {
            return left + 1..right;
        }
        part
    }

    /// A participle that tells of a happening, with -ed or without.
    pub(super) fn participle(&self, i: usize) -> bool {
        is_participle(self.parser, i)
            || self.parser.sense(i, |s| (s == Sense::Participle).then_some(())).is_some()
            || self.parser.sense(i, |s| (s == Sense::Tense(VerbTense::Past)).then_some(())).is_some()
                && self.cue(i, Cue::State).is_none()
    }
}
