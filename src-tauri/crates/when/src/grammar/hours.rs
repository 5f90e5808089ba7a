//! Two times of one day ("3-4pm", "from 9:30 to 11"), and a part of the day as a term of its own.

use chrono::{NaiveDate, Timelike as _};

use crate::civil::{Grain, Period};
use crate::cue::Cue;
use crate::grammar::{Need, Parser, Term};
use crate::lexicon::{DayPart, Sense, Words};
use crate::pattern::{ClockTime, Pattern};

impl Parser<'_, '_> {
    /// Two times of one day: "3-4pm", "from 9:30 to 11", "between 10 and noon". Where `tied`, a
    /// date stands beside it and bare hours count.
    pub(super) fn clock_range(&self, i: usize, tied: bool) -> Option<(ClockTime, ClockTime, usize)> {
        let worded = self.is(i, Words::RangeStart);
        let mut at = if worded || self.word(i, "at") { i + 1 } else { i };
        // "at ten to five" is a time.
        if !worded && self.past_the_hour(at).is_some() {
            return None;
        }
        if self.word(at, "later") && self.word(at + 1, "than") {
            at += 2;
        }
        let sure_from = self.clock_time(at).is_some() || self.spelt_to_the_minute(at);
        let (mut from, next) = self.loose_time(at)?;
        let next = if self.word(next, "but") { next + 1 } else { next };
        let dash = self.dash(next);
        let connector = dash
            || self.sense(next, |s| (s == Sense::To).then_some(())).is_some()
                && (!self.word(next, "and") || self.word(i, "between"))
            || self.word(next, "before") && worded;
        if !connector {
            return None;
        }
        let (mut to, end) = self.loose_time(next + 1)?;
        // "4 May 9:00 to 5 May 10:30", "… to 5.12.2026": a day stands there.
        let short = self.token(next + 1).is_some_and(|t| t.digits() <= 2);
        let dated = end == next + 2 && self.textual_date(next + 1).is_some()
            || self.numeric_date(next + 1).is_some_and(|t| t.next > end);
        if short && dated {
            return None;
        }
        // "02-02-2020" is a date.
        if self.dash(end)
            && self.glued(end)
            && self.glued(end + 1)
            && self.token(end + 1).is_some_and(|t| t.digits() > 0)
        {
            return None;
        }
        let sure_to = self.clock_time(next + 1).is_some() || self.spelt_to_the_minute(next + 1);
        if !(sure_from || sure_to || tied) {
            return None;
        }
        // "7-6" beside "Friday" is a date, and "2014-2018" are years.
        if !sure_from && !sure_to && (self.token(at)?.digits() > 2 || self.token(next + 1)?.digits() > 2) {
            return None;
        }
        if to.certain && !from.certain && to.time.hour() >= 12 {
            let later = from.afternoon();
            if later.time <= to.time {
                from = later;
            }
        }
        if !to.certain && to.time <= from.time {
            to = to.afternoon();
        }
        if from.offset.is_none() && from.zone.is_none() {
            from.offset = to.offset;
            from.zone = to.zone;
        }
        Some((from, to, end))
    }

    /// A span of times on a day; one that ends earlier than it begins runs past midnight.
    pub(super) fn clock_span(&self, day: NaiveDate, from: ClockTime, to: ClockTime) -> Option<Period> {
        let begin = from.on(day, self.context)?;
        let mut end = to.on(day, self.context)?;
        if end.local <= begin.local {
            end = to.on(day.succ_opt()?, self.context)?;
        }
        Some(Period { from: begin, to: end, grain: Grain::Instant })
    }

    /// A part of the day as a term of its own: "the morning", "in the afternoon".
    pub(super) fn day_part(&self, i: usize) -> Option<Term> {
        let at = self.past_article(i);
        if self.token(at)?.text.ends_with(['s', 'S']) {
            return None;
        }
        let (part, next) =
            self.sense(at, |s| if let Sense::DayPart(part) = s { Some(part) } else { None })?;
        // "in the morning at 7"
        let timed = if self.word(next, "at") { self.loose_time(next + 1) } else { self.clock_time(next) };
        if let Some((time, end)) = timed {
            let time =
                if part == DayPart::Morning { ClockTime { certain: true, ..time } } else { time.afternoon() };
            return Some(Term::pattern(Pattern::Clock(time), end, "clock", Need::Nothing));
        }
        Some(Term::pattern(Pattern::DayPart(part), next, "part-of-day", Need::Name))
    }

    /// Whether a verb of rising, falling or moving stands shortly before.
    pub fn amounts_change(&self, i: usize) -> bool {
        (i.saturating_sub(6)..i).any(|at| {
            [Cue::AmountChange, Cue::ChangeBase, Cue::ChangePast]
                .into_iter()
                .any(|cue| self.has(at, Sense::Cue(cue)))
        })
    }

    /// Two times without a date, as a term.
    pub(super) fn clock_range_term(&self, i: usize) -> Option<Term> {
        let Some((from, to, next)) = self.clock_range(i, false) else {
            // "between 3 and 5 on 1 May", "6-8 next Monday": bare hours beside a day.
            let dashed = self.dash(i + 1) && self.glued(i + 1);
            // "rose from 10 to 12 yesterday" tells of amounts.
            let told = !self.amounts_change(i);
            let from = self.word(i, "from") && told;
            if !(self.word(i, "between") || dashed && told || from) {
                return None;
            }
            let (from, to, next) = self.clock_range(i, true)?;
            let hours = from.time.hour() > 0 && to.time.hour() > 0;
            let beside = self.word(next, "on")
                || self
                    .sense(next, |s| {
                        matches!(s, Sense::Day(_) | Sense::Direction(_) | Sense::Weekday(_) | Sense::Tonight)
                            .then_some(())
                    })
                    .is_some();
            return (hours && beside)
                .then(|| Term::pattern(Pattern::ClockRange(from, to), next, "clock-range", Need::Hour));
        };
        Some(Term::pattern(Pattern::ClockRange(from, to), next, "clock-range", Need::Nothing))
    }
}
