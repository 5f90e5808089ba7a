//! Ranges whose second end lends the first what both share: "1.–5.12.2026", "the first and third Friday
//! of May".

use chrono::Datelike as _;

use crate::civil::{Grain, Period, add_days};
use crate::grammar::range::Range;
use crate::grammar::{Need, Parser, Value};

impl Parser<'_, '_> {
    /// A first end that has only its number, where the month stands with the second.
    pub(super) fn shared_month(&self, at: usize, between: bool, worded: bool) -> Option<Range> {
        self.pointed_days(at, between, worded).or_else(|| self.counted_weekdays(at, between, worded))
    }

    /// "1.–5.12.2026", "from 1. to 5.12.2026": a day with its point before a date with points.
    fn pointed_days(&self, at: usize, between: bool, worded: bool) -> Option<Range> {
        let day = self.plain_figures(at, 1..=2)?;
        if !(self.mark(at + 1, '.') && self.glued(at + 1)) {
            return None;
        }
        let (second_at, dash) = self.connector(at + 2, between)?;
        // "2. – 5.12.2026" is a numbered line.
        if dash && !worded && !self.glued(second_at) {
            return None;
        }
        // "1.-5. December"
        let named = || self.textual_date(second_at).filter(|_| self.mark(second_at + 1, '.'));
        let numeric = self.numeric_date(second_at).filter(|_| self.mark(second_at + 1, '.'));
        let second = numeric.or_else(named)?;
        let last = self.resolve(&second.value)?.first_day();
        if self.plain_figures(second_at, 1..=2)? != i64::from(last.day()) {
            return None;
        }
        let first = last.with_day(u32::try_from(day).ok()?)?;
        let period = (first < last).then_some(Period::days(first, last.succ_opt()?, Grain::Day))?;
        Some(Range {
            from: period.from,
            to: period.to,
            grain: Grain::Day,
            next: second.next,
            need: second.need,
            notes: second.notes,
            worded,
            impossible: None,
        })
    }

    /// "between the first and third Friday of May": the weekday and the month of the second.
    fn counted_weekdays(&self, at: usize, between: bool, worded: bool) -> Option<Range> {
        let (first, next, _) = self.ordinal(self.past_article(at))?;
        let named = self.weekday(next);
        let next = named.map_or(next, |(_, next)| next);
        let (second_at, _) = self.connector(next, between).filter(|_| worded)?;
        let (second, weekday, _) = self.ordinal(self.past_article(second_at))?;
        let (day, _) = self.weekday(weekday)?;
        if named.is_some_and(|(named, _)| named != day) {
            return None;
        }
        let term = self.nth(second_at, 1)?;
        let Value::Period(period) = term.value else { return None };
        let last = period.first_day();
        let begin = add_days(last, 7 * (i64::from(first) - i64::from(second)))?;
        let period = (begin < last).then_some(Period::days(begin, last.succ_opt()?, Grain::Day))?;
        Some(Range {
            from: period.from,
            to: period.to,
            grain: Grain::Day,
            next: term.next,
            need: Need::Nothing,
            notes: term.notes,
            worded,
            impossible: None,
        })
    }

    /// Whether two ordinals and a weekday stand at `at`, with or without a month.
    pub(super) fn counts_weekdays(&self, at: usize, between: bool) -> bool {
        self.ordinal(self.past_article(at))
            .and_then(|(_, next, _)| self.connector(next, between))
            .and_then(|(second_at, _)| self.ordinal(self.past_article(second_at)))
            .is_some_and(|(_, next, _)| self.weekday(next).is_some())
    }
}
