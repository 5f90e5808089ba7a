//! Dates with words: day and month, months, years, quarters, halves, seasons, decades, weekdays,
//! days of the month, named days, and "today" with its neighbours.

use chrono::{Datelike as _, NaiveDate, Weekday};

use crate::civil::Period;
use crate::grammar::{Need, Note, Parser, Term, Value};
use crate::holiday::HolidayRule;
use crate::lexicon::{Sense, Unit, Words};
use crate::pattern::Pattern;

impl Parser<'_, '_> {
    pub(super) fn month(&self, i: usize) -> Option<(u32, usize)> {
        self.sense(i, |s| if let Sense::Month(n) = s { Some(n) } else { None })
    }

    pub(super) fn weekday(&self, i: usize) -> Option<(Weekday, usize)> {
        self.sense(i, |s| if let Sense::Weekday(day) = s { Some(day) } else { None })
    }

    /// A weekday in the plural ("Mondays") recurs, and is no date.
    pub fn plural_weekday(&self, i: usize) -> bool {
        self.weekday(i).is_some()
            && self.token(i).is_some_and(|t| t.text.len() > 5 && t.text.ends_with(['s', 'S']))
    }

    pub(super) fn past_era(&self, i: usize) -> usize {
        self.sense(i, |s| matches!(s, Sense::Era(false)).then_some(())).map_or(i, |(_, next)| next)
    }

    /// Everything with a name: months, years, quarters, halves, seasons, decades, weekdays, days
    /// of the month, feasts.
    pub(super) fn calendar(&self, i: usize, depth: u32) -> Option<Term> {
        let mut best: Option<Term> = None;
        for term in [
            self.month_term(i),
            self.quarter_or_half(i, depth),
            self.season(i),
            self.decade(i),
            self.year_term(i),
            self.weekday_term(i),
            self.day_of_month(i),
            self.holiday(i),
            self.iso_week_term(i),
            self.day_of_year(i),
        ]
        .into_iter()
        .flatten()
        {
            if best.as_ref().is_none_or(|b| term.next > b.next) {
                best = Some(term);
            }
        }
        best
    }

    /// "March", "March 2026", "Mar '26", "2014-10" in words, "April of 87".
    fn month_term(&self, i: usize) -> Option<Term> {
        // "2020 March", "2020-Sep"
        if let Some(year @ 1000..=2999) = self.plain_figures(i, 4..=4) {
            // "goes to 2500 jan 1"
            let amount = self.amounts_change(i) && i > 0 && self.word(i - 1, "to");
            if (amount || !(1900..=2199).contains(&year)) && !self.glued(i + 1) {
                return None;
            }
            let at =
                if (self.dash(i + 1) || self.mark(i + 1, '/')) && self.glued(i + 1) { i + 2 } else { i + 1 };
            let (month, next) = self.month(at)?;
            // "2019–March 2021" are two ends.
            let range = at == i + 2 && self.dash(i + 1) && self.year(next).is_some();
            if range || self.word(at, "may") && at == i + 1 {
                return None;
            }
            // "2020-Sep-23"
            let after =
                if (self.dash(next) || self.mark(next, '/')) && self.glued(next) { next + 1 } else { next };
            if after > next
                && let Some(day) = self.plain_figures(after, 1..=2)
            {
                return Some(match NaiveDate::from_ymd_opt(year as i32, month, day as u32) {
                    Some(date) => Term::period(Period::day(date)?, after + 1, "date"),
                    None => Term::impossible("impossible_date", after + 1),
                });
            }
            // "2020 Mar 25"
            if !self.glued(next)
                && let Some(day) = self.plain_figures(next, 1..=2)
                && self.ends_phrase_after(next + 1)
                && let Some(date) = NaiveDate::from_ymd_opt(year as i32, month, day as u32)
            {
                return Some(Term::period(Period::day(date)?, next + 1, "date"));
            }
            return Some(Term::period(Period::month(year as i32, month)?, next, "month"));
        }
        let at = self.past_article(i);
        let (month, next) = self.month(at)?;
        let next = self.past_dot(next);
        if at > i && !self.has(next, Sense::Of) {
            return Some(Term::pattern(Pattern::Month(month), next, "month", Need::Name));
        }
        if let Some((year, end)) = self.year_after(next, false) {
            // "September-2020-23"
            if self.dash(end)
                && self.glued(end)
                && self.glued(end + 1)
                && let Some(day) = self.plain_figures(end + 1, 1..=2)
                && let Some(date) = NaiveDate::from_ymd_opt(year, month, day as u32)
            {
                return Some(Term::period(Period::day(date)?, end + 2, "date"));
            }
            return Some(Term::period(Period::month(year, month)?, self.past_era(end), "month"));
        }
        if let Some(year) = self.lent_year(next) {
            return Some(Term::period(Period::month(year, month)?, next, "month"));
        }
        if let Some(two) = self.year_after_in(i, next) {
            let end = if self.dash(next) { next + 2 } else { next + 1 };
            return Some(Term::period(Period::month(self.full_year(two), month)?, end, "month"));
        }
        // "April of 87", "Sep '19"
        if self.has(next, Sense::Of)
            && let Some(two) = self.plain_figures(next + 1, 2..=2)
        {
            return Some(Term::period(Period::month(self.full_year(two), month)?, next + 2, "month"));
        }
        Some(Term::pattern(Pattern::Month(month), next, "month", Need::Name))
    }

    /// "in Jan-25", "in Jan25": after "in" no day can stand, so the figures are a year.
    pub(super) fn year_after_in(&self, i: usize, next: usize) -> Option<i64> {
        if i == 0 || !self.is(i - 1, Words::InsideTie) || !self.glued(next) {
            return None;
        }
        let figures = if self.dash(next) && self.glued(next + 1) { next + 1 } else { next };
        self.plain_figures(figures, 2..=2)
    }

    /// "day 84 of 2025"
    fn day_of_year(&self, i: usize) -> Option<Term> {
        if !self.word(i, "day") || !self.has(i + 2, Sense::Of) {
            return None;
        }
        let day = self.plain_figures(i + 1, 1..=3)?;
        let (year, next) = self.year(i + 3)?;
        Some(match NaiveDate::from_yo_opt(year, u32::try_from(day).ok()?) {
            Some(date) => Term::period(Period::day(date)?, next, "date"),
            None => Term::impossible("impossible_date", next),
        })
    }

    /// "2024", "'24", "the year 2024", "year of 2008", "fiscal" years are left alone.
    fn year_term(&self, i: usize) -> Option<Term> {
        let at = self.past_article(i);
        let named = self
            .sense(at, |s| (s == Sense::Unit(Unit::Year)).then_some(()))
            .map(|(_, next)| if self.has(next, Sense::Of) { next + 1 } else { next });
        if let Some(next) = named
            && !self.word(at, "years")
        {
            // "year 9" is a form at school; "the year 9" and "the year 1066" are years.
            if self.glued(next) {
                return None;
            }
            let least = if at > i || next > at + 1 { 1 } else { 4 };
            let far = || self.plain_figures(next, least..=4).map(|year| (year as i32, next + 1));
            let (year, end) = self.year(next).or_else(far)?;
            return Some(Term::period(Period::year(year)?, end, "year"));
        }
        if at > i {
            return None;
        }
        // "in AD 800"
        if let Some((before, figures)) = self.era(i)
            && let Some(n) = self.plain_figures(figures, 1..=4)
        {
            let year = i32::try_from(n).ok()?;
            return Some(Term::period(
                Period::year(if before { 1 - year } else { year })?,
                figures + 1,
                "year",
            ));
        }
        let (year, next) = match self.year(i) {
            Some(found) => found,
            // "in 14 AD"
            None => {
                let n = self.plain_figures(i, 1..=4)?;
                self.era(i + 1)?;
                (n as i32, i + 1)
            }
        };
        if let Some((before, end)) = self.era(next) {
            let year = if before { 1 - year } else { year };
            return Some(Term::period(Period::year(year)?, end, "year"));
        }
        Some(Term::period(Period::year(year)?, next, "year").needing(Need::Year))
    }

    fn era(&self, i: usize) -> Option<(bool, usize)> {
        if let Some(found) = self.sense(i, |s| if let Sense::Era(bc) = s { Some(bc) } else { None }) {
            return Some(found);
        }
        // "B.C.", "a.d."
        let dotted = |class: Words| {
            self.mark(i + 1, '.')
                && self.glued(i + 2)
                && self.tokens.get(i).zip(self.tokens.get(i + 2)).is_some_and(|(first, last)| {
                    self.lexicon.lists(class, &self.text[first.start..last.end()])
                })
        };
        let bc = dotted(Words::EraBefore);
        (bc || dotted(Words::EraAfter)).then(|| (bc, if self.mark(i + 3, '.') { i + 4 } else { i + 3 }))
    }

    /// "Friday", "Friday the 13th", "Tuesday 19th", "Friday 31".
    fn weekday_term(&self, i: usize) -> Option<Term> {
        if self.plural_weekday(i) {
            return None;
        }
        let at = self.past_article(i);
        let (weekday, next) = self.weekday(at)?;
        let next = self.past_dot(next);
        let after = self.past_comma(next);
        let plain = self.plain_figures(after, 1..=2).is_some();
        let timed = |end: usize| {
            self.sense(end, |s| matches!(s, Sense::Meridiem(_) | Sense::OClock).then_some(())).is_some()
                || self.clock_range(after, true).is_some_and(|(_, _, to)| to > end)
        };
        if let Some((day @ 1..=31, end, ordinal)) = self.day_number(after)
            && !timed(end)
            && (ordinal && after == next
                || self.word(after, "the")
                || plain && after == next && self.ends_phrase(end))
        {
            let pattern = Pattern::DayOfMonth { day, weekday: Some(weekday) };
            return Some(Term::pattern(pattern, end, "weekday-and-day", Need::Nothing));
        }
        // "Friday 7/6"
        if let Some(mut date) = self.numeric_date(after)
            && let Value::Pattern(Pattern::MonthDay { month, day, .. }) = date.value
        {
            let pattern = Pattern::MonthDay { month, day, weekday: Some(weekday) };
            // "Friday 7-6" is a date only if it is a Friday; else it is a pair of hours.
            let falls = self.mark(after + 1, '/')
                || pattern.resolve(self.direction(), self.context).is_some_and(|p| {
                    p.first_day().weekday() == weekday
                        && (p.first_day() - self.context.today()).num_days().abs() < 400
                });
            let longer = self.clock_range(after, true).is_some_and(|(_, _, to)| to > date.next);
            if falls && !longer {
                date.value = Value::Pattern(pattern);
                return Some(date.needing(Need::Nothing));
            }
        }
        if let Some(stamp) = self.stamp(after).or_else(|| self.numeric_date(after))
            && let Value::Period(period) = stamp.value
        {
            let contradicts =
                (period.first_day().weekday() != weekday).then_some(Note::WeekdayContradicts(weekday));
            return Some(stamp.noting(contradicts).needing(Need::Nothing));
        }
        let short = next - at == 1 && self.token(at)?.text.len() <= 4;
        // "on call Mon, Tue & Wed": with a capital in mid-sentence, "Sun" left out.
        let clear = self.token(at)?.capitalised()
            && self.token(at)?.text.chars().skip(1).all(char::is_lowercase)
            && self.is(at, Words::ShortWeekday)
            && self.ends_phrase(next);
        let need = if at > i || short && !clear { Need::Name } else { Need::Weekday };
        Some(Term::pattern(Pattern::Weekday(weekday), next, "weekday", need))
    }

    /// Whether nothing that a number could count follows.
    pub(super) fn ends_phrase(&self, i: usize) -> bool {
        self.token(i).is_none_or(|t| {
            t.new_line
                || matches!(t.kind, crate::token::Kind::Mark(c) if ".,;:!?)".contains(c))
                    && !(t.glued && self.token(i + 1).is_some_and(|n| n.glued))
                || self
                    .sense(i, |s| {
                        matches!(
                            s,
                            Sense::Between | Sense::Preposition(_) | Sense::Function | Sense::And | Sense::Or
                        )
                        .then_some(())
                    })
                    .is_some()
        })
    }

    /// "the 15th", "15th", "the 24".
    fn day_of_month(&self, i: usize) -> Option<Term> {
        let (day @ 1..=31, next, ordinal) = self.day_number(i)? else { return None };
        // "who's on first?": in words it needs its article.
        if ordinal && !self.word(i, "the") && self.token(i)?.digits() == 0 {
            return None;
        }
        // "20 of next month"
        let of_month = self.has(next, Sense::Of)
            && self.sense(next + 1, |s| matches!(s, Sense::Direction(_)).then_some(())).is_some();
        if !ordinal && !self.word(i, "the") && !of_month {
            return None;
        }
        let pattern = Pattern::DayOfMonth { day, weekday: None };
        Some(Term::pattern(pattern, next, "day-of-month", Need::DayOfMonth))
    }

    /// "Easter", "Christmas 2014", "New Year's Eve".
    fn holiday(&self, i: usize) -> Option<Term> {
        let at = self.past_article(i);
        let (rule, next) =
            self.sense(at, |s| if let Sense::Holiday(rule) = s { Some(rule) } else { None })?;
        let common = matches!(rule, HolidayRule::Lent) || self.word(at, "may");
        let need = if common { Need::Name } else { Need::Weekday };
        if let Some((year, end)) = self.year_after(next, false) {
            return Some(Term::period(Pattern::Holiday(rule).in_year(year)?, end, "holiday"));
        }
        Some(Term::pattern(Pattern::Holiday(rule), next, "holiday", need))
    }

    /// "week 12", "week 12 of 2026", "W12", "calendar week 3".
    fn iso_week_term(&self, i: usize) -> Option<Term> {
        let at = self.past_article(i);
        let short = self.is(at, Words::WeekLetters);
        let number = if short || self.word(at, "w") {
            let spaced = short && self.token(at)?.text.starts_with(char::is_uppercase);
            (spaced || self.glued(at + 1)).then_some(at + 1)?
        } else {
            self.sense(at, |s| (s == Sense::Unit(Unit::Week)).then_some(()))?.1
        };
        if self.word(at, "weeks") {
            return None;
        }
        let number = if self.word(number, "number") { number + 1 } else { number };
        let week = self.plain_figures(number, 1..=2)? as u32;
        let next = number + 1;
        if let Some((year, end)) = self.year_after(next, false) {
            return Some(match crate::pattern::iso_week(year, week) {
                Some(period) => Term::period(period, end, "iso-week"),
                None => Term::impossible("impossible_date", end),
            });
        }
        (1..=53).contains(&week).then(|| Term::pattern(Pattern::Week(week), next, "iso-week", Need::Name))
    }
}
