//! What one date of a clause says of its validity: where it begins, where it ends, both, or nothing.

use std::ops::Range;

use chrono::{DateTime, Utc};

use super::Statement;
use crate::civil::Grain;
use crate::expression::Found;
use crate::lexicon::{Preposition, VerbTense, Words};
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
    ) -> bool {
        let grain = time.period.grain;
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
        let had = reading.valid_from.is_some() || reading.valid_to.is_some();
        if time.rule == "now" || time.any_day && matches!(time.relation, Relation::Within | Relation::Between)
        {
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
        let dated = self.tenses.near(found.first, found.next) == Some(VerbTense::Future);
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
            // "Since Monday is a holiday, …" gives a reason.
            Relation::Since if !time.bare_from && self.any(found.next, Words::FiniteBe) => {
                return false;
            }
            Relation::Since => {
                // "correction from yesterday: …" dates the correction.
                if self.is_model_year(found, time)
                    || time.bare_from && over && self.parser.mark(found.next, ':')
                {
                    return false;
                }
                if reading.valid_from.is_some() {
                    return false;
                }
                from(reading, time.named.0);
            }
            Relation::After => {
                if !self.has_verb(clause) {
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
                {
                    to(reading, time.named.0);
                } else {
                    return false;
                }
            }
            Relation::Through => to(reading, time.named.1),
            Relation::By => return false,
            Relation::Between => {
                if self.value_before(clause, found) || self.moved_between(found, time) {
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
                if ends && had && reading.valid_to.is_none() {
                    to(reading, time.named.1);
                } else if had {
                    // "in 2021 and 2022 we used Travis": neighbours are one period.
                    let joined = reading.spans.last().is_some_and(|s| {
                        let between = &self.parser.text[s.end..self.parser.tokens[found.first].start];
                        self.parser.lexicon.lists(Words::EndJoin, between.trim())
                    });
                    let next = reading.valid_to.as_ref().is_some_and(|end| end.at == time.named.0);
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
                    to(reading, time.named.1);
                } else if self.heads_note(clause, found, grain) {
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
        true
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
        let near = found.first.saturating_sub(6).max(clause.start);
        if (near..found.first).any(|i| self.parser.word(i, "since")) {
            from(reading, time.named.0);
            return;
        }
        if (near..found.first).any(|i| self.any(i, Words::UntilWord)) {
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
        let long = grain >= Grain::Weekend;
        let lasting = self.state(clause, found);
        let over = time.named.1 <= self.context.now;
        match lasting {
            // "the port will be 9001 in two weeks": it begins then.
            Some(true) if time.rule == "ahead" && grain == Grain::Day => from(reading, time.named.0),
            Some(true) if past || long || time.named.0 > self.context.now => {
                from(reading, time.named.0);
                to(reading, time.named.1);
                reading.window = past || over;
            }
            None if long && self.has_value(clause) => {
                from(reading, time.named.0);
                to(reading, time.named.1);
                reading.window = over;
            }
            _ => from(reading, time.named.0),
        }
    }
}
