//! What one date of a clause says of its validity: where it begins, where it ends, both, or nothing.

use std::ops::Range;

use chrono::{DateTime, Timelike as _, Utc};

use super::Statement;
use crate::civil::Grain;
use crate::cue::Cue;
use crate::expression::Found;
use crate::lexicon::{Preposition, Sense, VerbTense, Words};
use crate::reading::{Relation, StatementReading};
use crate::relation::Time;
use crate::wording;

impl Statement<'_, '_, '_> {
    /// Takes an expression as validity; `false` where it is a value or says nothing.
    pub(super) fn take(
        &self,
        reading: &mut StatementReading,
        clause: &Range<usize>,
        found: &Found,
        time: &Time,
        last: &mut Option<DateTime<Utc>>,
    ) -> bool {
        let grain = self.told_grain(time);
        let from = |reading: &mut StatementReading, at| {
            if reading.valid_from.is_none() {
                reading.valid_from = Some(self.part(at, grain));
            }
        };
        let to = |reading: &mut StatementReading, at| {
            if reading.valid_to.is_none() {
                reading.valid_to =
                    Some(self.part(at, if grain == Grain::DayPart { Grain::Instant } else { grain }));
            }
        };
        let ends = self.ends_before(clause, found.first, found.core);
        // "the card number ends in 2024"
        let figures = time.rule == "year"
            && found.next == found.core + 1
            && (clause.start..found.first).any(|i| self.any(i, Words::ValueNoun));
        if ends && figures && self.parser.word(found.first, "in") {
            return false;
        }
        let had = reading.valid_from.is_some() || reading.valid_to.is_some();
        let as_of = time.preposition == Some(Preposition::AsOf);
        let hour = time.any_day && matches!(time.relation, Relation::Within | Relation::Between) && !as_of;
        if time.rule == "now" || hour || self.asks_or_allows(clause, found, time) {
            return false;
        }
        // "Check-in is from 3 PM, check-out until 11 AM": hours of any day.
        if time.any_day
            && (time.bare_from
                || time.relation == Relation::After
                || time.relation == Relation::Before && !self.tenses.any_in(&self.segment(clause, found)))
        {
            return false;
        }
        // "tokens expire in 15 minutes" tells how long they last.
        let dated = self.tenses.near(found.first, found.next) == Some(VerbTense::Future)
            || found.first == clause.start;
        if time.rule == "ahead" && grain == Grain::Instant && !dated {
            return false;
        }
        // "except on 5 November", "if it rains on Friday, …"
        let excepted = found.first > 0 && self.any(found.first - 1, Words::Except);
        let comma = (clause.start..found.first).any(|i| self.parser.mark(i, ','));
        let supposed = !comma && self.any(clause.start, Words::Supposed);
        if excepted || supposed {
            return false;
        }
        if self.recurs(found) {
            return false;
        }
        let over = time.named.1 <= self.context.now;
        match time.relation {
            // "Since Monday is a holiday, …" gives a reason; "the code since Monday is 1984" does not.
            Relation::Since
                if !time.bare_from
                    && self.any(found.next, Words::FiniteBe)
                    && (found.first == clause.start || self.tenses.any_in(&(clause.start..found.first))) =>
            {
                return false;
            }
            // "The invoice from March is paid"
            Relation::Since
                if time.bare_from
                    && found.first > clause.start
                    && self.any(found.next, Words::FiniteBe)
                    && !self.tenses.any_in(&(clause.start..found.first))
                    && self.names_which(clause, found) =>
            {
                return false;
            }
            Relation::Since => {
                // "correction from yesterday: …" dates the correction.
                let noted = time.bare_from && over && self.parser.mark(found.next, ':');
                let note = found.first > 0 && self.any(found.first - 1, Words::NoteNoun);
                if self.is_model_year(found, time) || noted && !note {
                    return false;
                }
                if reading.valid_from.is_some() {
                    return false;
                }
                from(reading, time.named.0);
            }
            Relation::After => {
                // "A late fee applies after the 5th" of any month.
                let any = time.rule == "day-of-month"
                    && self.any(clause.start, Words::IndefiniteArticle)
                    && self.tenses.near(found.first, found.next) != Some(VerbTense::Future);
                if any || !(self.has_verb(clause) || self.has_value(clause)) {
                    return false;
                }
                from(reading, time.named.1);
            }
            Relation::Before | Relation::Through if reading.valid_to.is_some() => return false,
            // "postponed the demo until Thursday": the new date is the value.
            Relation::Before
                if (found.first.saturating_sub(6)..found.first).any(|i| self.any(i, Words::Deferred)) =>
            {
                return false;
            }
            Relation::Before => {
                if self.negated(found.first) {
                    // "not until March": it begins there.
                    from(reading, time.named.0);
                } else if ends || self.inclusive(found.next) {
                    to(reading, time.named.1);
                } else if time.preposition == Some(Preposition::Until)
                    || self.state(clause, found) == Some(true)
                    || self.state(clause, found).is_none() && self.has_value(clause)
                    || found.first == clause.start && self.tells_hours(clause)
                {
                    to(reading, time.named.0);
                } else {
                    return false;
                }
            }
            Relation::Through => to(reading, time.named.1),
            Relation::By => return false,
            Relation::Between => {
                let spans = time.rule == "for-duration";
                if !spans && (self.value_before(clause, found) || self.is_matter(clause, found))
                    || self.moved_between(found, time)
                {
                    return false;
                }
                from(reading, time.named.0);
                // "2019 to date" is open.
                if time.named.1 != self.context.now {
                    to(reading, time.named.1);
                }
            }
            Relation::Within => {
                // "commences on 1 August and terminates on 31 July 2028"
                // "closes on 3 May and reopens on 15 May"
                if had
                    && reading.valid_to.is_none()
                    && (found.first.saturating_sub(2)..=found.first).any(|i| self.any(i, Words::ReturnVerb))
                    && reading.valid_from.as_ref().is_some_and(|from| from.at < time.named.0)
                {
                    to(reading, time.named.0);
                    reading.spans.push(self.bytes(found));
                    return true;
                }
                // "expires in 90 days" is over when they are.
                let end = if time.rule == "ahead" { time.named.0 } else { time.named.1 };
                if ends && had && reading.valid_to.is_none() {
                    to(reading, end);
                } else if had {
                    // "in 2021 and 2022 we used Travis": neighbours are one period.
                    let joined = reading.spans.last().is_some_and(|s| {
                        let between = &self.parser.text[s.end..self.parser.tokens[found.first].start];
                        self.parser.lexicon.lists(Words::EndJoin, between.trim())
                    });
                    let next = match &reading.valid_to {
                        Some(end) => end.at == time.named.0,
                        // "out today and tomorrow"
                        None => *last == Some(time.named.0) && self.state(clause, found) == Some(true),
                    };
                    if !(joined && next) {
                        return false;
                    }
                    reading.valid_to = Some(self.part(time.named.1, grain));
                    let bytes = self.bytes(found);
                    if let (Some(words), Some(first)) = (&mut reading.expression, reading.spans.first()) {
                        *words = self.parser.text[first.start..bytes.end].to_owned();
                    }
                    reading.spans.push(bytes);
                    return true;
                }
                if had {
                    // Both ends are said.
                } else if ends {
                    to(reading, end);
                } else if self.begins_before(clause, found) || self.heads_note(clause, found, grain) {
                    from(reading, time.named.0);
                } else {
                    if self.value_before(clause, found) || self.names_a_thing(clause, found, grain) {
                        return false;
                    }
                    self.within(reading, clause, found, time, &from, &to);
                    if reading.valid_from.is_none() && reading.valid_to.is_none() {
                        return false;
                    }
                }
            }
        }
        let bytes = self.bytes(found);
        if had {
            if let Some(words) = &mut reading.expression {
                let start = reading.spans.first().map_or(bytes.start, |s| s.start);
                *words = self.parser.text[start..bytes.end].to_owned();
            }
        } else {
            reading.expression = Some(self.parser.text[bytes.clone()].to_owned());
            reading.precision = Some(time.precision());
            reading.reading = Some(wording::reading(time, self.context));
            reading.rule = Some(time.rule);
        }
        reading.spans.push(bytes);
        *last = Some(time.named.1);
        true
    }

    /// The grain that a date is told with: "as of midnight" is the day that begins then.
    fn told_grain(&self, time: &Time) -> Grain {
        let midnight = time.any_day && time.preposition == Some(Preposition::AsOf) && {
            let local = time.named.0.with_timezone(&self.context.zone).naive_local();
            local.num_seconds_from_midnight() == 0
        };
        if midnight { Grain::Day } else { time.period.grain }
    }

    /// "Should we meet on Friday?": a clause that asks states nothing.
    fn asks(&self, clause: &Range<usize>) -> bool {
        let opens = self.any(clause.start, Words::AskOpener) || self.any(clause.start, Words::ValueAsked);
        opens && clause.end > clause.start && self.parser.mark(clause.end - 1, '?')
    }

    /// Whether a date belongs to what is asked for, allowed or usual, so that nothing holds from it.
    fn asks_or_allows(&self, clause: &Range<usize>, found: &Found, time: &Time) -> bool {
        let tense = self.tenses.near(found.first, found.next);
        let within = time.relation == Relation::Within;
        // "See you on Monday!", "Let's meet on Friday", "Call mum on Sunday"
        let first = if self.parser.word(clause.start, "please") { clause.start + 1 } else { clause.start };
        let noted = time.bare_from && found.first > 0 && self.any(found.first - 1, Words::NoteNoun);
        let asked = (first..found.first)
            .any(|i| (i == first || self.parser.mark(i - 1, '"')) && self.cue(i, Cue::Imperative).is_some());
        let request = (within || noted)
            && asked
            && !self.tenses.any_in(clause)
            && (!self.has_value(clause) || self.parser.mark(found.next, '"'));
        // "respond within 4 hours"
        let allowed = time.rule == "rolling"
            && time.named.1 > self.context.now
            && self.any(found.first, Words::WithinTie);
        // "p95 over the last 5 minutes must be under 200 ms"
        let owed = time.rule == "rolling"
            && time.period.grain == Grain::Instant
            && clause.clone().any(|i| self.any(i, Words::Owing));
        // "When we meet on Friday, bring the port"
        let whenever = within && self.parser.word(clause.start, "when") && tense.is_none();
        // "In summer we use port 9000": any summer, where no year and no other tense says which.
        let season = within
            && time.rule == "season"
            && !(found.first..found.next).any(|i| self.parser.tokens[i].digits() > 0)
            && !matches!(tense, Some(VerbTense::Past | VerbTense::Perfect | VerbTense::Future));
        // "led between Tom leaving in March and Sue joining in May": the dates are the events'.
        let starting = time.relation == Relation::Since && !self.parser.word(found.first, "since");
        let between = (within || starting)
            && (found.first.saturating_sub(12)..found.first)
                .rev()
                .take_while(|&i| !crate::tense::ends_sentence(self.parser, i))
                .any(|i| self.parser.word(i, "between"));
        // "Happy Friday!", "That's so last season"
        let greeting = found.first > 0
            && (self.any(found.first - 1, Words::Greeting)
                || self.parser.word(found.first - 1, "so") && found.next + 1 >= clause.end);
        // "I might move in June", "Bo wants to move in June": it need not come true.
        let unreal = within
            && (clause.start..found.first).any(|i| {
                self.any(i, Words::Unreal) || self.parser.word(i, "would") && self.parser.word(i + 1, "have")
            });
        // "Open Monday to Friday"
        let opening = time.relation == Relation::Between
            && (found.first..found.next).filter(|&i| self.parser.weekday_at(i)).count() == 2
            && !(found.first..found.next)
                .any(|i| self.parser.sense(i, |s| matches!(s, Sense::Direction(_)).then_some(())).is_some())
            && !matches!(tense, Some(VerbTense::Past | VerbTense::Perfect | VerbTense::Future))
            && (self.denies(clause) || clause.clone().any(|i| self.any(i, Words::OpeningWord)));
        // "TODO: renew it in May", "- [ ] call the vet on Monday"
        let todo = within
            && (self.any(clause.start, Words::TodoMark)
                || (clause.start..clause.start + 3)
                    .any(|i| self.parser.mark(i, '[') && self.parser.mark(i + 1, ']')));
        // "Had Bo left in 2020, we'd have folded", "In the story, Bo moves in 1950"
        let supposed = self.parser.word(clause.start, "had");
        let told = self.any(clause.start, Words::InOn) && self.parser.word(clause.start + 1, "the");
        let fiction = supposed || told && self.any(clause.start + 2, Words::FictionNoun);
        // "The rule says: "applications close on 1 June""
        let mark = |i: usize| self.parser.mark(i, '"');
        let quoted = (clause.start + 1..found.first).filter(|&i| mark(i)).count() % 2 == 1
            && !mark(clause.start)
            && (found.next..clause.end).any(mark);
        // "we open an hour earlier", "three years later it reopened", "the following week it was red":
        // counted from what was told before.
        let past = matches!(tense, Some(VerbTense::Past | VerbTense::Perfect));
        let shifted = within
            && found.next > found.first + 1
            && (self.parser.word(found.next - 1, "earlier")
                || past && time.rule == "ahead" && self.parser.word(found.next - 1, "later")
                || past && (found.first..found.core + 2).any(|i| self.parser.word(i, "following")));
        // "Because of the audit in May, it is free", "faster than in 2025", "we used to close on Thursday"
        let reason = within
            && (self.any(clause.start, Words::ReasonWord) && self.parser.mark(found.next, ',')
                || found.first > 0 && self.parser.word(found.first - 1, "than"));
        let used = within
            && time.rule == "weekday"
            && (clause.start..found.first)
                .any(|i| self.parser.word(i, "used") && self.parser.word(i + 1, "to"));
        if reason || used {
            return true;
        }
        if todo || fiction || quoted || shifted {
            return true;
        }
        if greeting || unreal || opening || self.asks(clause) {
            return true;
        }
        request || allowed || owed || whenever || season || between
    }

    /// A period inside which something happened, or held.
    fn within(
        &self,
        reading: &mut StatementReading,
        clause: &Range<usize>,
        found: &Found,
        time: &Time,
        from: &dyn Fn(&mut StatementReading, DateTime<Utc>),
        to: &dyn Fn(&mut StatementReading, DateTime<Utc>),
    ) {
        let grain = time.period.grain;
        if time.rule == "rolling" && time.named.1 > self.context.now {
            // "for the next two weeks" ends with them.
            if self.state(clause, found) != Some(false) {
                from(reading, time.named.0);
                to(reading, time.named.1);
            }
            return;
        }
        // "was closed for the last three weeks": over by now.
        let past_only = self.tenses.near(found.first, found.next) == Some(VerbTense::Past)
            && self.state(clause, found) == Some(true)
            && !(clause.start..found.first).any(|i| self.any(i, Words::PerfectHave));
        if time.rule == "rolling" && past_only {
            from(reading, time.named.0);
            to(reading, time.named.1);
            reading.window = true;
            return;
        }
        if time.rule == "rolling" {
            // "for the last three years" began then; "in the last week" only happened in it.
            if time.preposition == Some(Preposition::For) || self.state(clause, found) == Some(true) {
                from(reading, time.named.0);
            }
            return;
        }
        if matches!(time.preposition, Some(Preposition::AsOf)) || grain == Grain::Instant {
            from(reading, time.named.0);
            return;
        }
        // "since the fire in 2019", "until the merger in June": the date is the event's.
        let near = self.words_before(clause, found);
        let event = (near..found.first).any(|i| self.any(i, Words::EventNoun));
        if (near..found.first).any(|i| self.parser.word(i, "since") || event && self.parser.word(i, "from")) {
            from(reading, time.named.0);
            return;
        }
        // "upgrades its till on Tuesday" is no end.
        let noun = |i: usize| {
            i > 0
                && !self.any(i - 1, Words::ShortIs)
                && self
                    .parser
                    .sense(i - 1, |s| matches!(s, Sense::Article | Sense::Possessive).then_some(()))
                    .is_some()
        };
        if (near..found.first).any(|i| self.any(i, Words::UntilWord) && !noun(i)) {
            to(reading, time.named.0);
            return;
        }
        // "Ana led before Tom came in March", "… after Tom left in March": the date is the other deed's.
        let told =
            |at: usize| self.tenses.any_in(&(at + 1..found.first)) && self.tenses.any_in(&(clause.start..at));
        if let Some(at) = (near..found.first).find(|&i| self.any(i, Words::EventEdge)).filter(|&at| told(at))
        {
            if self.parser.word(at, "before") {
                to(reading, time.named.0)
            } else {
                from(reading, time.named.0)
            }
            return;
        }
        let tense = self.tenses.near(found.first, found.next);
        let past = matches!(tense, Some(VerbTense::Past | VerbTense::Perfect));
        let clause = &self.segment(clause, found);
        let days = time.period.first_day() != time.period.last_day();
        let long = grain >= Grain::Weekend || grain == Grain::DayPart || days && grain == Grain::Day;
        let lasting = self.state(clause, found);
        let over = time.named.1 <= self.context.now;
        // "April 2025: the fee is now 20": what is over heads a note of then.
        let noted = over
            && tense == Some(VerbTense::Present)
            && crate::lead::heads_note(self.parser, found.first, found.next);
        match lasting {
            _ if noted => from(reading, time.named.0),
            // "the port will be 9001 in two weeks": it begins then.
            Some(true) if time.rule == "ahead" && grain == Grain::Day => from(reading, time.named.0),
            // "come Monday, Ana leads" goes on.
            Some(true) if found.first == clause.start + 1 && self.parser.word(clause.start, "come") => {
                from(reading, time.named.0);
            }
            Some(true) if past || long || time.named.0 > self.context.now => {
                from(reading, time.named.0);
                to(reading, time.named.1);
                reading.window = past || over;
            }
            // "Kim's off today"
            Some(true) if time.rule == "day-word" && clause.clone().any(|i| self.any(i, Words::AwayWord)) => {
                from(reading, time.named.0);
                to(reading, time.named.1);
            }
            // "Fees on 29/2/2028 are $40"
            Some(true)
                if time.preposition == Some(Preposition::On)
                    && time.rule != "day-word"
                    && grain == Grain::Day =>
            {
                from(reading, time.named.0);
                to(reading, time.named.1);
            }
            // "No school on 19 March"
            None if grain >= Grain::Day && self.denies(clause) => {
                from(reading, time.named.0);
                to(reading, time.named.1);
            }
            // "Flo in Sydney next week", "rate 9 AUD in March 2027": what a fragment tells lasts so long.
            None if long && grain != Grain::DayPart && self.is_fragment(clause, found) => {
                from(reading, time.named.0);
                to(reading, time.named.1);
                reading.window = over;
            }
            None if long
                && (self.has_value(clause)
                    && !(grain == Grain::DayPart && time.named.0 <= self.context.now)
                    || self.denies(clause)) =>
            {
                from(reading, time.named.0);
                to(reading, time.named.1);
                reading.window = over;
            }
            _ => from(reading, time.named.0),
        }
    }
}
