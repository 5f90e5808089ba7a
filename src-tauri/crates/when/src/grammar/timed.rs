//! A time or a part of the day beside its day, and a length from there on: "yesterday at 5pm", "at 3pm
//! on Friday", "Monday morning", "from 4pm for thirty minutes".

use chrono::{NaiveDate, Timelike as _};

use crate::civil::{Grain, Moment, Period, midnight};
use crate::grammar::{Need, Parser, Term, Value};
use crate::lexicon::{Part, Preposition, Sense, Unit, Words};
use crate::pattern::{ClockTime, Pattern, part_of_day};

impl Parser<'_, '_> {
    /// The day that a term names, if it names one.
    pub(super) fn day_of(&self, term: &Term) -> Option<NaiveDate> {
        if let Some(Pattern::Clock(_) | Pattern::ClockRange(..) | Pattern::DayPart(_)) = term.as_pattern() {
            return None;
        }
        let period = self.resolve(&term.value)?;
        Self::is_day(&period).then(|| period.first_day())
    }

    /// The day of a part of the day that a term is, and the hour where the part begins.
    pub(super) fn part_day(&self, term: &Term) -> Option<(NaiveDate, u32)> {
        match term.value {
            Value::Period(period) if period.grain == Grain::DayPart && !period.is_moment() => {
                Some((period.first_day(), period.from.local.time().hour()))
            }
            _ => None,
        }
    }

    fn at_clock(&self, day: NaiveDate, pm: Option<u32>, time: ClockTime) -> Option<Period> {
        let (time, day) = match pm {
            // "this evening at 12" is midnight.
            Some(begin) if begin >= 18 && time.time.hour() == 12 && !time.certain => {
                return Some(Period::moment(Moment::local(midnight(day.succ_opt()?))));
            }
            // "tonight at 2" is after midnight.
            Some(begin) if begin >= 18 && time.time.hour() < 5 && !time.end_of_day => (time, day.succ_opt()?),
            Some(begin) if begin >= 12 => (time.afternoon(), day),
            _ => (time, day),
        };
        Some(Period::moment(time.on(day, self.context)?))
    }

    /// "yesterday at 5pm", "on 29 March 2026 at 01:30", "Saturday morning at 9", "tonight at 8",
    /// "Thursday from 9 to 11", "before lunch yesterday" (read from the other side).
    pub(super) fn with_clock(&self, term: &Term) -> Option<Term> {
        let part = self.part_day(term);
        let day = match part {
            Some((day, _)) => day,
            None => self.day_of(term)?,
        };
        let pm = part.map(|(_, pm)| pm);
        let at = self.past_comma(term.next);
        let dash = self.dash(at) && !self.glued(at + 1);
        // "01/Feb/2028:09:00:00"
        let log = self.mark(at, ':') && self.glued(at) && self.glued(at + 1) && term.rule == "date";
        let at = if dash || log { at + 1 } else { at };
        if let Some((from, to, end)) = self.clock_range(at, true) {
            let (from, to) = if pm.is_some_and(|begin| begin >= 12) {
                (from.afternoon(), to.afternoon())
            } else {
                (from, to)
            };
            let period = self.clock_span(day, from, to)?;
            return Some(self.joined(term, Value::Period(period), end, "clock-range"));
        }
        // "Thursday before 5pm", "Monday after 3pm", "3 February no later than 6:00"
        if let Some((preposition, next)) = self.sense(at, |s| match s {
            Sense::Preposition(
                p @ (Preposition::Before
                | Preposition::After
                | Preposition::By
                | Preposition::Until
                | Preposition::Since),
            ) => Some(p),
            _ => None,
        }) {
            let next = if self.has(next, Sense::Approximately) { next + 1 } else { next };
            let (time, end) = self.clock_time(next)?;
            let mut joined =
                self.joined(term, Value::Period(self.at_clock(day, pm, time)?), end, "date-time");
            joined.tie = Some(preposition);
            return Some(joined);
        }
        // "yesterday at this time"
        if self.word(at, "at")
            && self.word(at + 1, "this")
            && self.is(at + 2, Words::SameNoun)
            && self.word(at + 2, "time")
        {
            let local = day.and_time(self.context.local_now().time());
            return Some(self.joined(
                term,
                Value::Period(Period::moment(Moment::local(local))),
                at + 3,
                "date-time",
            ));
        }
        let tie = |i: usize| {
            self.word(i, "at")
                || self.mark(i, '@')
                || self.word(i, "for")
                || self.has(i, Sense::Approximately)
        };
        // "14 February from 9:30am for 7 hours"
        if self.word(at, "from")
            && let Some((time, end)) = self.clock_time(at + 1)
            && self.word(end, "for")
        {
            return Some(self.joined(term, Value::Period(self.at_clock(day, pm, time)?), end, "date-time"));
        }
        if tie(at)
            && self.plain_figures(at + 1, 1..=2).is_some()
            && self.mark(at + 2, ':')
            && self.glued(at + 2)
            && self.glued(at + 3)
            && self.plain_figures(at + 3, 2..=2).is_some()
            && self.clock_time(at + 1).is_none()
        {
            return Some(Term::impossible("impossible_time", at + 4));
        }
        let (time, end) = if tie(at) {
            let next = if tie(at + 1) { at + 2 } else { at + 1 };
            if self.word(at, "for") { self.clock_time(next)? } else { self.loose_time(next)? }
        } else {
            self.clock_time(at)?
        };
        Some(self.joined(term, Value::Period(self.at_clock(day, pm, time)?), end, "date-time"))
    }

    /// "at 3pm on Friday", "13:00 February 28", "5:30 tomorrow evening", "lunch yesterday".
    pub(super) fn on_day(&self, term: &Term, depth: u32) -> Option<Term> {
        let pattern = term.as_pattern()?;
        if !matches!(pattern, Pattern::Clock(_) | Pattern::ClockRange(..) | Pattern::DayPart(_)) {
            return None;
        }
        let mut at = self.past_comma(term.next);
        if self.dash(at) && !self.glued(at) {
            at += 1;
        }
        let bare = self.word(at, "on") || self.has(at, Sense::Of);
        let at = if bare { at + 1 } else { at };
        let inner = self.primary(at, depth + 1)?;
        if matches!(inner.need, Need::Year | Need::Hour) || !bare && matches!(inner.need, Need::Figures) {
            return None;
        }
        let inner = if self.day_of(&inner).is_some() {
            let extended = self
                .with_year(&inner, depth + 1)
                .or_else(|| self.with_week(&inner, depth + 1))
                .or_else(|| self.with_day_part(&inner));
            extended.unwrap_or(inner)
        } else {
            inner
        };
        let (day, pm) = match self.part_day(&inner) {
            Some((day, pm)) => (day, Some(pm)),
            None => (self.day_of(&inner)?, None),
        };
        // "9:00 on 1 February Asia/Tokyo"
        let (pattern, inner) = match pattern {
            Pattern::Clock(time) if time.zone.is_none() && time.offset.is_none() && pm.is_none() => {
                let (time, next) = self.with_zone(time, inner.next);
                (Pattern::Clock(time), Term { next, ..inner })
            }
            _ => (pattern, inner),
        };
        let period = match pattern {
            Pattern::Clock(time) => self.at_clock(day, pm, time)?,
            Pattern::ClockRange(from, to) => {
                let later = pm.is_some_and(|begin| begin >= 12);
                let (from, to) = if later { (from.afternoon(), to.afternoon()) } else { (from, to) };
                self.clock_span(day, from, to)?
            }
            Pattern::DayPart(part) => part_of_day(day, part)?,
            _ => return None,
        };
        let mut joined = self.joined(term, Value::Period(period), inner.next, "date-time");
        joined.notes.extend(inner.notes);
        Some(joined)
    }

    /// "Monday morning", "the 15th of February in the morning", "tomorrow night", "Friday early
    /// in the morning".
    pub(super) fn with_day_part(&self, term: &Term) -> Option<Term> {
        let day = self.day_of(term)?;
        let mut at = self.past_comma(term.next);
        let early = self.sense(at, |s| {
            if let Sense::Part(part @ (Part::Early | Part::Late)) = s { Some(part) } else { None }
        });
        if let Some((_, next)) = early {
            at = next;
        }
        if self.is(at, Words::InAt) {
            at = self.past_article(at + 1);
        }
        let plural = self.token(at)?.text.ends_with(['s', 'S']);
        let (part, next) =
            self.sense(at, |s| if let Sense::DayPart(part) = s { Some(part) } else { None })?;
        if plural {
            return None;
        }
        let mut period = part_of_day(day, part)?;
        if let Some((third, _)) = early {
            period = crate::civil::part_of(&period, third)?;
        }
        Some(self.joined(term, Value::Period(period), next, "part-of-day"))
    }

    /// "18 December for 10 days", "from 4pm for thirty minutes".
    pub(super) fn with_duration(&self, term: &Term) -> Option<Term> {
        if !self.word(term.next, "for") {
            return None;
        }
        let (count, next) = self.count(term.next + 1)?;
        let (unit, end) = self.unit(next).or_else(|| self.short_unit(next))?;
        let period = self.resolve(&term.value)?;
        if !(period.is_moment() || period.grain == Grain::Day)
            || unit == Unit::Night
            || self.word(end, "from")
        {
            return None;
        }
        let from = if period.is_moment() { period.from } else { Moment::local(midnight(period.first_day())) };
        // "3 hours 30 minutes"
        let (more, end) = match self.count(end).and_then(|(count, next)| Some((count, self.unit(next)?))) {
            Some((count, (unit, end))) if unit <= Unit::Hour => (Some((count, unit)), end),
            _ => (None, end),
        };
        let amounts: Vec<_> = std::iter::once((count, unit)).chain(more).collect();
        let to = self.moved(from, &amounts, false)?;
        Some(self.joined(term, Value::Period(Period { from, to, grain: period.grain }), end, "for-duration"))
    }
}
