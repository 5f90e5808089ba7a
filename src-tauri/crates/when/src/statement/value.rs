//! Dates of a statement that are its value or name a thing ("born on", "the invoice of 3 March"), and
//! the words that end a validity with the day that is named.

use std::ops::Range;

use super::Statement;
use crate::civil::Grain;
use crate::cue::Cue;
use crate::expression::{Found, What};
use crate::lexicon::{Preposition, Sense, VerbTense, Words};
use crate::reading::Relation;
use crate::relation::Time;

impl Statement<'_, '_, '_> {
    /// "not until", "won't … until".
    pub(super) fn negated(&self, first: usize) -> bool {
        (first.saturating_sub(5)..first).any(|i| self.parser.word(i, "not") || self.any(i, Words::ShortNot))
            && self.parser.word(first, "until")
            && !(first.saturating_sub(5)..first).any(|i| self.any(i, Words::ValueBefore))
    }

    pub(super) fn inclusive(&self, next: usize) -> bool {
        self.any(next, Words::Inclusive)
            || self.parser.mark(next, '(') && self.any(next + 1, Words::Inclusive)
    }

    /// "July 10: Sam owns billing", "Update (July 10): …", "Sam owns billing (July 10)": the day that a
    /// note was made, from which it holds.
    pub(super) fn heads_note(&self, clause: &Range<usize>, found: &Found, grain: Grain) -> bool {
        let value = (clause.start..found.first).any(|i| self.cue(i, Cue::Value).is_some());
        let verb = self.tenses.any_in(&(clause.start..found.first));
        if grain != Grain::Day || found.core != found.first || value {
            return false;
        }
        let dash = |i: usize| self.parser.dash(i) && !self.parser.glued(i) && !self.parser.glued(i + 1);
        let colon = |i: usize| self.parser.mark(i, ':') && !self.parser.glued(i + 1);
        let bracket = found.first > clause.start
            && (self.parser.mark(found.first - 1, '(') || self.parser.mark(found.first - 1, '['))
            && (self.parser.mark(found.next, ')') || self.parser.mark(found.next, ']'));
        let ended = bracket && (found.next + 1 >= clause.end || self.parser.mark(found.next + 1, '.'));
        let told = |from: usize| self.tenses.any_in(&(from..clause.end));
        let after = found.next + usize::from(bracket);
        let heads = !verb && (colon(after) || dash(after)) && told(after);
        // "Update 7/10: …", "7/10 standup: …"
        let labelled = crate::lead::heads_note(self.parser, found.first, found.next) && told(after);
        heads || labelled || ended && verb
    }

    /// "on the first Monday of the month", where no verb of the past or future singles one out.
    pub(super) fn recurs(&self, found: &Found) -> bool {
        let running = found.next >= 3
            && self.parser.word(found.next - 3, "of")
            && self.parser.word(found.next - 2, "the")
            && self.any(found.next - 1, Words::RunningUnit)
            && found.next - 3 > found.core + 1;
        let ends = self.any(found.core, Words::PartNoun) || self.any(found.core + 1, Words::PartNoun);
        running
            && !ends
            && !matches!(
                self.tenses.near(found.first, found.next),
                Some(VerbTense::Past | VerbTense::Perfect | VerbTense::Future)
            )
    }

    /// Where the six words before a date begin; what is written together counts as one ("since commit
    /// 1a2b3c4 of 3 August").
    pub(super) fn words_before(&self, clause: &Range<usize>, found: &Found) -> usize {
        let mut start = found.first;
        for _ in 0..6 {
            start = start.saturating_sub(1).max(clause.start);
            while start > clause.start && found.first - start < 40 && self.parser.glued(start) {
                start -= 1;
            }
        }
        start
    }

    /// Whether "expires on", "valid until" or the like stands right before.
    pub(super) fn ends_before(&self, clause: &Range<usize>, first: usize, core: usize) -> bool {
        let from = first.saturating_sub(8).max(clause.start);
        (from..core).any(|i| {
            // "the financial year ends in March"
            let dated = self.parser.word(i, "ended")
                || (core..core + 6).any(|at| self.parser.plain_figures(at, 4..=4).is_some());
            if i > clause.start && self.any(i - 1, Words::YearNoun) && !dated {
                return false;
            }
            self.cue(i, Cue::Ends).is_some_and(|next| {
                (next >= first && next <= core)
                    || (next..first).all(|at| self.any(at, Words::NounToDate) || self.parser.mark(at, ':'))
                    || self.day_of_a_role(next, first)
            })
        })
    }

    /// "Anna's first day is Monday": it begins then.
    pub(super) fn begins_before(&self, clause: &Range<usize>, found: &Found) -> bool {
        let from = found.first.saturating_sub(8).max(clause.start);
        (from..found.first).any(|i| {
            self.cue(i, Cue::Begins).is_some_and(|next| {
                (next..found.first).all(|at| self.any(at, Words::NounToDate))
                    || self.day_of_a_role(next, found.first)
            })
        })
    }

    /// "last day as head is", "first day of the lease was": what the day belongs to stands before the
    /// verb.
    fn day_of_a_role(&self, next: usize, first: usize) -> bool {
        next > 0
            && self.parser.word(next - 1, "day")
            && next < first
            && self.any(first - 1, Words::CopulaBare)
    }

    /// "a Clio from 2011": the year of a thing.
    pub(super) fn is_model_year(&self, found: &Found, time: &Time) -> bool {
        let past = time.named.1 <= self.context.now;
        time.bare_from
            && past
            && time.period.grain >= Grain::Year
            && !self.any(found.next, Words::NotAlone)
            && found.first > 0
            && self.parser.tokens[found.first - 1].is_word()
            && !matches!(
                self.tenses.near(found.first, found.next),
                Some(VerbTense::Past | VerbTense::Perfect | VerbTense::Future)
            )
    }

    /// "moved from Tuesday to Thursday", "we moved the launch from 3 June to 10 June": two dates,
    /// and no time between them.
    pub(super) fn moved_between(&self, found: &Found, time: &Time) -> bool {
        let verbs = Words::MovedVerb;
        let changed = |i: usize| {
            let mut at = i + 1;
            while self.any(at, Words::MovedAdverb) {
                at += 1;
            }
            let object = |s| matches!(s, Sense::Article | Sense::Possessive).then_some(());
            self.any(i, verbs) && (at == found.first || self.parser.sense(at, object).is_some())
        };
        time.period.grain <= Grain::Month
            && self.parser.word(found.first, "from")
            && (found.first..found.next).any(|i| self.parser.word(i, "to"))
            && (found.first.saturating_sub(5)..found.first).any(changed)
    }

    /// "the invoice of 3 March is paid", "the 3 March build is broken": the day tells which one.
    pub(super) fn names_a_thing(&self, clause: &Range<usize>, found: &Found, grain: Grain) -> bool {
        let near = self.words_before(clause, found)..found.first;
        let tied = near.clone().any(|i| self.any(i, Words::LastingEdge));
        let of = found.first > clause.start && self.parser.word(found.first - 1, "of");
        let which = self.parser.word(found.first, "the")
            && self.parser.token(found.first + 1).is_some_and(|t| t.digits() > 0)
            && crate::support::noun_follows(self.parser, found.next);
        // "The form is IR330, version March 2019"
        let version = found.first > clause.start && self.any(found.first - 1, Words::VersionNoun);
        // "The report for May is late" tells which report, "The rent for May is 900" when.
        let tie = |t: &Time| {
            t.preposition == Some(Preposition::For)
                || t.preposition == Some(Preposition::On) && grain == Grain::Day
        };
        let about = (of || matches!(&found.what, What::Time(t) if tie(t)))
            && found.first > clause.start
            && self.any(found.next, Words::FiniteBe)
            && !self.tenses.any_in(&(clause.start..found.first))
            && self.names_which(clause, found);
        grain == Grain::Day && !tied && (of || which) || about || version || self.is_matter(clause, found)
    }

    /// Whether what is said after a date is an adjective and no value: no figure and no name.
    pub(super) fn names_which(&self, clause: &Range<usize>, found: &Found) -> bool {
        (found.next + 1..clause.end).all(|i| {
            let token = &self.parser.tokens[i];
            token.digits() == 0 && !token.capitalised()
        })
    }

    /// "covers the 1930s", "holds letters from 1840 to 1907": what the verb's object is about.
    pub(super) fn is_matter(&self, clause: &Range<usize>, found: &Found) -> bool {
        let What::Time(time) = &found.what else { return false };
        let Some(before) = found.first.checked_sub(1).filter(|&b| b >= clause.start) else { return false };
        let object = ["decade", "century"].contains(&time.rule)
            && time.preposition.is_none()
            && self.parser.tokens[before].is_word();
        let noun = self.parser.tokens[before].is_word()
            && self
                .parser
                .sense(before, |s| matches!(s, Sense::Tense(_) | Sense::Function | Sense::Be).then_some(()))
                .is_none();
        let range = time.relation == Relation::Between
            && self.parser.word(found.first, "from")
            && time.named.1 <= self.context.now
            && noun
            && self.tenses.near(found.first, found.next) == Some(VerbTense::Present)
            && !self.is_copular(clause);
        object || range
    }

    /// Whether the date is the object of the statement: "born on", "the deadline is", "moved to
    /// Monday", "next inspection: September".
    pub(super) fn value_before(&self, clause: &Range<usize>, found: &Found) -> bool {
        // "for Friday" is what it is for; "for the week of 18 May" and "for the last year" last.
        let lasts = |t: &Time| t.rule == "rolling" || t.period.grain >= Grain::Week;
        if matches!(&found.what, What::Time(t) if t.preposition == Some(Preposition::For) && !lasts(t)) {
            return true;
        }
        if matches!(&found.what, What::Time(t) if t.preposition == Some(Preposition::AsOf)) {
            return false;
        }
        // "the first of May is a holiday", "we always go there at Easter"
        let subject =
            found.first == clause.start && found.core == found.first && self.any(found.next, Words::FiniteBe);
        let habit = clause.clone().any(|i| self.any(i, Words::Habit));
        if subject || habit {
            return true;
        }
        // "next inspection: September" is the value, "PTO: 18 to 22 May" a time.
        let range = matches!(&found.what, What::Time(t) if t.relation == Relation::Between);
        // "Ana (b. 3 May 1990)"
        let born = found.first >= 2
            && self.parser.mark(found.first - 1, '.')
            && self.parser.word(found.first - 2, "b");
        if born {
            return true;
        }
        let Some(mut before) = found.first.checked_sub(1).filter(|&b| b >= clause.start) else {
            return false;
        };
        // "not 2 March", "now Monday", "currently"
        while before > clause.start && self.any(before, Words::BeforeComplement) {
            before -= 1;
        }
        // "the flag was on from 14:00 to 15:30"
        let on = range && self.any(found.first, Words::RangeStart) && self.any(found.first - 1, Words::OnOff);
        // "Bo's back on Monday" begins then.
        if self.parser.word(found.first, "back") {
            return false;
        }
        // "Code freeze was from 20 December to 3 January"
        let on = on || range && self.parser.word(found.first, "from");
        // "it's Monday", "the party's on Friday"; "at their dad's this weekend" owns.
        let short = self.any(before, Words::ShortIs)
            && !crate::tense::owns_place(self.parser, before)
            && (before > 0 && self.parser.has(before - 1, Sense::Function)
                || !self.tenses.any_in(&(clause.start..before)));
        let copula = !on && self.any(before, Words::CopulaBare) || short;
        let to = self.parser.word(before, "to")
            || !range && (self.parser.mark(before, ':') || self.parser.mark(before, '='));
        if copula || to {
            return true;
        }
        let near = before.saturating_sub(4).max(clause.start);
        // "Bo dated Kim in 2024"
        let value = |i: usize| {
            self.cue(i, Cue::Value).is_some()
                && !(i > 0 && self.parser.word(i - 1, "fully"))
                && !(range && self.parser.word(i, "booked"))
                && !(self.parser.word(i, "dated")
                    && self.parser.token(i + 1).is_some_and(|t| t.capitalised()))
        };
        (near..=before).any(value)
            || (clause.start..=before).any(|i| {
                // "was born in 1990 and moved to Austin in 2015": another deed has its own date.
                let other =
                    || (i + 1..before).any(|at| self.any(at, Words::Joining) && self.participle(at + 1));
                self.cue(i, Cue::Value).is_some_and(|_| self.any(i, Words::DatedNoun)) && !other()
            })
    }
}
