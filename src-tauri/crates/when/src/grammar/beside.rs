//! A unit, a part of a day or a weekday beside a date: "the day before 1 March 2024", "the year
//! after 2019", "the evening before Easter", "the Monday after 3 April"; a month or a feast after its year.

use chrono::{Datelike as _, NaiveDate, Weekday};

use crate::civil::{Grain, Period, add_days, shift_day, unit_at};
use crate::grammar::{Need, Parser, Term, Value};
use crate::lexicon::{DayPart, Preposition, Sense, Unit, Words};
use crate::pattern::{Pattern, part_of_day};

enum Kind {
    Unit(Unit),
    Part(DayPart),
    Weekday(Weekday),
}

impl Parser<'_, '_> {
    /// The unit, part or weekday right before or after a date. A unit needs its article: "two days
    /// before" is a count, and "day before 3 April" is no phrase.
    pub(super) fn beside(&self, i: usize, depth: u32) -> Option<Term> {
        if let Some(term) = self.run_beside(i, depth).or_else(|| self.eve(i, depth)) {
            return Some(term);
        }
        let at = self.past_article(i);
        let article = at > i;
        let part = |s| if let Sense::DayPart(part) = s { Some(part) } else { None };
        let (kind, next) = if let Some((part, next)) = self.sense(at, part) {
            (Kind::Part(part), next)
        } else if let Some((unit, next)) = self.unit(at) {
            let plural = self.token(next - 1)?.text.ends_with('s');
            if plural || unit < Unit::Day || unit == Unit::BusinessDay {
                return None;
            }
            (Kind::Unit(unit), next)
        } else {
            let (day, next) = self.weekday(at)?;
            (Kind::Weekday(day), next)
        };
        // "the day before yesterday" is a word of its own.
        let word = self.sense(at, |s| matches!(s, Sense::Day(_)).then_some(())).is_some();
        if !article || word || self.plural_weekday(at) {
            return None;
        }
        let (preposition, after) = self.sense(next, |s| match s {
            Sense::Preposition(p @ (Preposition::Before | Preposition::After)) => Some(p),
            _ => None,
        })?;
        let base = self.term(after, depth + 1)?;
        if matches!(
            base.value,
            Value::Impossible(_)
                | Value::Unread
                | Value::Pattern(Pattern::Clock(_) | Pattern::ClockRange(..) | Pattern::DayPart(_))
        ) {
            return None;
        }
        // "the week before 2000 users came": a bare year is counted from by years only.
        if base.rule == "year" && !matches!(kind, Kind::Unit(unit) if unit >= Unit::Year) {
            return None;
        }
        let period = self.day_like(&base)?;
        if period.is_moment() || period.grain < Grain::Day {
            return None;
        }
        let back = preposition == Preposition::Before;
        let edge = if back { period.first_day() } else { period.last_day() };
        let by = if back { -1 } else { 1 };
        let near = add_days(edge, by)?;
        let found = match kind {
            Kind::Unit(Unit::Day) => Period::day(near)?,
            Kind::Unit(Unit::Night) => part_of_day(near, DayPart::Night)?,
            Kind::Part(part) => part_of_day(near, part)?,
            Kind::Weekday(day) => Period::day(nearest(near, day, by)?)?,
            Kind::Unit(Unit::Weekend) => {
                let saturday = if back {
                    add_days(nearest(near, Weekday::Sun, -1)?, -1)?
                } else {
                    nearest(near, Weekday::Sat, 1)?
                };
                unit_at(saturday, Unit::Weekend, 0, self.context)?
            }
            Kind::Unit(Unit::WorkWeek | Unit::Fortnight) => return None,
            // Beside a day the whole unit next to its own; beside a month the week at its edge.
            Kind::Unit(unit) if period.grain == Grain::Day || Grain::of(unit) <= period.grain => {
                let own = unit_at(edge, unit, 0, self.context)?;
                let split = period.grain > Grain::Day && own.first_day() <= near && near <= own.last_day();
                unit_at(edge, unit, if split { 0 } else { by }, self.context)?
            }
            Kind::Unit(_) => return None,
        };
        Some(Term::period(found, base.next, "beside"))
    }

    /// "the eve of 1 May": the day before.
    fn eve(&self, i: usize, depth: u32) -> Option<Term> {
        let at = self.past_article(i);
        let next = self.eat(at, Sense::Eve).filter(|&next| self.has(next, Sense::Of))?;
        let base = self.term(next + 1, depth + 1)?;
        let period = self.day_like(&base).filter(|p| !p.is_moment())?;
        let day = add_days(period.first_day(), -1)?;
        (base.need != Need::Year).then_some(())?;
        Some(Term::period(Period::day(day)?, base.next, "beside"))
    }

    /// "the two weeks before 1 April", "the three months after June 2025": all of them, where
    /// "two weeks before" alone is a day.
    fn run_beside(&self, i: usize, depth: u32) -> Option<Term> {
        if !self.word(i, "the") {
            return None;
        }
        let (count, next) = self.cardinal(i + 1)?;
        let (unit, next) = self.unit(next)?;
        let whole =
            matches!(unit, Unit::Day | Unit::Week | Unit::Month | Unit::Quarter | Unit::Year | Unit::Decade);
        let back = self.word(next, "before");
        if !(whole && (1..=1000).contains(&count) && (back || self.word(next, "after"))) {
            return None;
        }
        let base = self.term(next + 1, depth + 1)?;
        if base.rule == "year" && unit < Unit::Year {
            return None;
        }
        let period = self.day_like(&base)?;
        if period.is_moment() || period.grain < Grain::Day {
            return None;
        }
        let (from, to) = if back {
            (shift_day(period.first_day(), unit, -count)?, period.first_day())
        } else {
            let start = add_days(period.last_day(), 1)?;
            (start, shift_day(start, unit, count)?)
        };
        Some(Term::period(Period::days(from, to, Grain::of(unit)), base.next, "beside"))
    }

    /// "last year in April", "two years ago in spring".
    pub(super) fn in_year_of(&self, term: &Term) -> Option<Term> {
        let Value::Period(period) = term.value else { return None };
        let day = period.first_day();
        let today = self.context.today();
        let year = match (term.rule, period.grain) {
            ("directed-unit" | "before-last" | "year", Grain::Year) => day.year(),
            ("ago", Grain::Day) if (day.month(), day.day()) == (today.month(), today.day()) => day.year(),
            _ => return None,
        };
        // "was 1500 in March": only a year that is tied is one.
        let year_at = term.next - 1;
        let loose = term.rule == "year"
            && year_at > 0
            && self.tokens[year_at].digits() > 0
            && (self.tokens[year_at - 1].is_word() && !self.is(year_at - 1, Words::YearTie)
                || self.dash(year_at - 1)
                || self.mark(year_at - 1, ':')
                || self.mark(year_at - 1, '=')
                || self.amounts_change(year_at) && !self.is(year_at - 1, Words::InsideTie));
        if loose {
            return None;
        }
        let at = self.past_comma(term.next);
        let tied = self.is(at, Words::InOn);
        if !(tied || term.rule != "year" && self.word(at, "at")) {
            return None;
        }
        // "in 2025 on March 25"
        if let Some(date) = self.textual_date(at + 1)
            && let Some(pattern) = date.as_pattern()
        {
            return Some(self.joined(term, Value::Period(pattern.in_year(year)?), date.next, date.rule));
        }
        let inner = self.calendar(at + 1, 9)?;
        let pattern = inner.as_pattern().filter(Pattern::is_yearly)?;
        Some(self.joined(term, Value::Period(pattern.in_year(year)?), inner.next, inner.rule))
    }
}

fn nearest(from: NaiveDate, day: Weekday, by: i64) -> Option<NaiveDate> {
    let mut date = from;
    while date.weekday() != day {
        date = add_days(date, by)?;
    }
    Some(date)
}
