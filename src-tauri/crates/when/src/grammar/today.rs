//! Days and units named from today: "yesterday", "tonight", "this day last year", "now", "EOM",
//! "year to date".

use chrono::{Datelike as _, NaiveDate};

use crate::civil::{Grain, Moment, Period, add_days, midnight};
use crate::grammar::{Need, Parser, Term};
use crate::lexicon::{Sense, Unit, Words};
use crate::pattern::Pattern;

impl Parser<'_, '_> {
    /// "this date in 2019", "this day two years ago", "the same day in March": today's day of the
    /// month in another year or month.
    fn same_day(&self, noun: usize) -> Option<Term> {
        if !self.is(noun, Words::SameNoun) {
            return None;
        }
        let today = self.context.today();
        let at = noun + 1;
        if let Some((amounts, next)) =
            self.amounts(at).filter(|(list, _)| list.iter().all(|(_, u)| *u >= Unit::Week))
            && let Some(end) = self.eat(next, Sense::Ago)
        {
            let day = self.away_from(&Period::day(today)?, &amounts, true)?;
            return Some(Term::period(day, end, "day-word"));
        }
        if !(self.word(at, "in") || self.has(at, Sense::Of)) {
            return None;
        }
        let (year, month, end) = if let Some((year, end)) = self.year(at + 1) {
            (year, today.month(), end)
        } else {
            let term = self.calendar(at + 1, 9).filter(|t| t.rule == "month")?;
            let month = self.resolve(&term.value)?.first_day();
            (month.year(), month.month(), term.next)
        };
        Some(match NaiveDate::from_ymd_opt(year, month, today.day()) {
            Some(date) => Term::period(Period::day(date)?, end, "day-word"),
            None => Term::impossible("impossible_date", end),
        })
    }

    /// "today", "yesterday", "tonight", "the day after tomorrow", "now", "EOM", "year to date".
    pub(super) fn day_word(&self, i: usize) -> Option<Term> {
        let at = self.past_article(i);
        let today = self.context.today();
        if let Some((days, next)) = self.sense(at, |s| if let Sense::Day(n) = s { Some(n) } else { None }) {
            let mut day = add_days(today, days)?;
            // A day that the zone skipped is no yesterday.
            while days != 0 && crate::civil::day_is_missing(day, self.context.zone) {
                day = add_days(day, days.signum())?;
            }
            return Some(Term::period(Period::day(day)?, next, "day-word"));
        }
        // "this time last year", "on this day last month"
        let this = self.word(i, "this");
        let same = self.word(i, "the") && self.word(i + 1, "same");
        let noun = if this { i + 1 } else { i + 2 };
        if (this || same)
            && self.is(noun, Words::SameNoun)
            && let Some((step @ (-1 | 1), after)) =
                self.sense(noun + 1, |s| if let Sense::Direction(n) = s { Some(n) } else { None })
            && let Some((unit @ (Unit::Week | Unit::Month | Unit::Year), next)) = self.unit(after)
        {
            return Some(Term::period(
                Period::day(crate::civil::shift_day(today, unit, step)?)?,
                next,
                "day-word",
            ));
        }
        if (this || same)
            && let Some(term) = self.same_day(noun)
        {
            return Some(term);
        }
        if let Some((_, next)) = self.sense(at, |s| (s == Sense::Tonight).then_some(())) {
            return Some(Term::period(
                crate::pattern::part_of_day(today, crate::lexicon::DayPart::Evening)?,
                next,
                "tonight",
            ));
        }
        if let Some((_, next)) = self.sense(i, |s| (s == Sense::Now).then_some(())) {
            let now = Moment::exact(self.context.now, self.context.zone);
            return Some(Term::period(Period::moment(now), next, "now"));
        }
        if let Some(((part, unit), next)) = self
            .sense(at, |s| if let Sense::Abbreviation(part, unit) = s { Some((part, unit)) } else { None })
        {
            if self.has(next, Sense::Of)
                || (next == at + 1 && self.word(at, "boy") && !self.token(at)?.text.starts_with("BO"))
            {
                return None;
            }
            if unit == Unit::Year
                && let Some((year, end)) = self.year(next)
            {
                let period = crate::civil::part_of(&Period::year(year)?, part)?;
                return Some(Term::period(period, end, "end-of-unit").needing(Need::Name));
            }
            let period = crate::civil::unit_at(today, unit, 0, self.context)?;
            if unit == Unit::Day {
                // "close of business Friday", "EOD on 3 May"
                let day = if self.word(next, "on") { next + 1 } else { next };
                let dated = self
                    .textual_date(day)
                    .or_else(|| self.stamp(day))
                    .or_else(|| self.numeric_date(day))
                    .or_else(|| self.calendar(day, 3).filter(|t| t.rule == "weekday"))
                    .or_else(|| self.day_word(day).filter(|t| t.rule == "day-word"));
                if let Some(term) = dated
                    && let Some(day) = self.resolve(&term.value)
                {
                    // "close of business on 3 May" is the day, of which no hour is known.
                    if self.is(at, Words::Closing) {
                        return Some(Term::period(Period::day(day.first_day())?, term.next, "end-of-day"));
                    }
                    let end = Moment::local(midnight(day.first_day().succ_opt()?));
                    let period = Period { from: end, to: end, grain: Grain::DayPart };
                    return Some(Term::period(period, term.next, "end-of-day"));
                }
                let end = Moment::local(midnight(today.succ_opt()?));
                return Some(
                    Term::period(Period { from: end, to: end, grain: Grain::DayPart }, next, "end-of-day")
                        .needing(Need::Name),
                );
            }
            return Some(
                Term::period(crate::civil::part_of(&period, part)?, next, "end-of-unit").needing(Need::Name),
            );
        }
        // "for the whole weekend"
        let weekend = if at > i && self.is(at, Words::OneAdjective) { at + 1 } else { at };
        if let Some((Unit::Weekend, next)) = self.unit(weekend) {
            let plural = self.token(next - 1)?.text.ends_with(['s', 'S']);
            return (!plural).then(|| Term::pattern(Pattern::Weekend, next, "weekend", Need::Name));
        }
        // "YTD"
        if let Some((unit, next)) =
            self.sense(at, |s| if let Sense::ToDate(unit) = s { Some(unit) } else { None })
        {
            return self.until_now(unit, next);
        }
        let (unit, next) = self.sense(at, |s| {
            if let Sense::Unit(unit @ (Unit::Year | Unit::Quarter | Unit::Month | Unit::Week)) = s {
                Some(unit)
            } else {
                None
            }
        })?;
        if self.word(next, "to") && self.word(next + 1, "date") {
            return self.until_now(unit, next + 2);
        }
        None
    }

    /// The running unit up to now.
    fn until_now(&self, unit: Unit, next: usize) -> Option<Term> {
        let period = crate::civil::unit_at(self.context.today(), unit, 0, self.context)?;
        let now = Moment::exact(self.context.now, self.context.zone);
        Some(Term::period(Period { from: period.from, to: now, grain: period.grain }, next, "to-date"))
    }
}
