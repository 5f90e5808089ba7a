//! What may follow a term and belongs to it: a year, a week, a month, a time of day, a part of
//! the day, a duration.

use chrono::{Datelike as _, NaiveDate};

use crate::civil::{Grain, Period, add_days, unit_at};
use crate::grammar::{Need, Note, Parser, Term, Value};
use crate::lexicon::{Sense, Unit, Words};
use crate::pattern::{Direction, Pattern};

impl Parser<'_, '_> {
    pub(super) fn extend(&self, mut term: Term, depth: u32) -> Term {
        if matches!(term.value, Value::Impossible(_) | Value::Unread) {
            return term;
        }
        if let Some(lent) = self.with_month(&term, depth).filter(|lent| lent.next == term.next) {
            term = lent;
        }
        if let Some(lent) = self.with_lent_week(&term, depth) {
            return lent;
        }
        for _ in 0..5 {
            if !self.step() {
                break;
            }
            match self.longer(&term, depth) {
                Some(longer) if longer.next > term.next => term = longer,
                _ => break,
            }
        }
        term
    }

    pub(super) fn joined(&self, term: &Term, value: Value, next: usize, rule: &'static str) -> Term {
        Term { value, next, rule, need: Need::Nothing, notes: term.notes.clone(), tie: term.tie }
    }

    fn longer(&self, term: &Term, depth: u32) -> Option<Term> {
        let mut best: Option<Term> = None;
        for found in [
            self.with_year(term, depth),
            self.in_year_of(term),
            self.with_week(term, depth),
            self.with_month(term, depth),
            self.with_clock(term),
            self.on_day(term, depth),
            self.with_day_part(term),
            self.with_weekend(term),
            self.with_duration(term),
            self.with_sum(term),
            self.with_later_week(term),
            self.with_trailing_last(term),
        ]
        .into_iter()
        .flatten()
        {
            if best.as_ref().is_none_or(|b| found.next > b.next) {
                best = Some(found);
            }
        }
        best
    }

    /// "Q4 last year", "Christmas of next year", "Easter in 2010", "March in a year",
    /// "Thanksgiving 1 year ago", "June this year".
    pub(super) fn with_year(&self, term: &Term, depth: u32) -> Option<Term> {
        let pattern = term.as_pattern().filter(Pattern::is_yearly)?;
        let mut at = self.past_comma(term.next);
        let of = self.has(at, Sense::Of) || self.word(at, "in");
        if of {
            at += 1;
        }
        if let Some(year) = self.before_last(at).filter(|t| of && t.rule == "before-last")
            && let Value::Period(period) = year.value
            && period.grain == Grain::Year
        {
            let found = pattern.in_year(period.first_day().year())?;
            return Some(self.joined(term, Value::Period(found), year.next, term.rule));
        }
        // "May (2025)"
        if self.mark(at, '(')
            && let Some((year, end)) = self.year(at + 1)
            && self.mark(end, ')')
        {
            return Some(self.joined(term, Value::Period(pattern.in_year(year)?), end + 1, term.rule));
        }
        if self.word(at, "the")
            && self.unit(at + 1).is_some_and(|(u, _)| u == Unit::Year)
            && of
            && self.year(at + 2).is_none()
        {
            let period = pattern.in_year(self.context.today().year())?;
            return Some(self.joined(term, Value::Period(period), at + 2, term.rule));
        }
        if (of || at > term.next || !matches!(pattern, Pattern::Month(_)))
            && let Some((year, end)) = self.year(at)
            && !(self.mark(end, ':') && self.glued(end) && self.glued(end + 1))
        {
            return Some(match pattern.in_year(year) {
                Some(period) => self.joined(term, Value::Period(period), end, term.rule),
                None => Term::impossible("impossible_date", end),
            });
        }
        let inner = self.directed(at, depth + 1).or_else(|| {
            let from = if of { at - 1 } else { at };
            self.counted(from, 3)
        })?;
        let Value::Period(period) = inner.value else { return None };
        let year = match (inner.rule, period.grain) {
            ("directed-unit" | "before-last", Grain::Year) => {
                let year = period.first_day().year();
                // "29 February last year"
                if pattern.in_year(year).is_none() {
                    return Some(Term::impossible("impossible_date", inner.next));
                }
                year
            }
            ("ago" | "ahead", Grain::Day) => {
                // "Thanksgiving in 9 months": the one that is nearest to that day.
                let day = period.first_day();
                let today = self.context.today();
                if (day.month(), day.day()) == (today.month(), today.day()) {
                    // "in a year", "three years ago": the one of that year.
                    return Some(self.joined(
                        term,
                        Value::Period(pattern.in_year(day.year())?),
                        inner.next,
                        term.rule,
                    ));
                }
                let near = [-1, 0, 1]
                    .into_iter()
                    .filter_map(|by| pattern.in_year(day.year().checked_add(by)?))
                    .min_by_key(|p| (p.first_day() - day).num_days().abs())?;
                return Some(self.joined(term, Value::Period(near), inner.next, term.rule));
            }
            _ => return None,
        };
        Some(self.joined(term, Value::Period(pattern.in_year(year)?), inner.next, term.rule))
    }

    /// "31 January minus one month", "today plus 3 days", "now - 2 hours", "3 May + 10 days".
    fn with_sum(&self, term: &Term) -> Option<Term> {
        let spaced = |i: usize| !self.glued(i) && !self.glued(i + 1);
        let near = matches!(term.rule, "now" | "day-word");
        let (sign, next) = match self.sense(term.next, |s| if let Sense::Sum(n) = s { Some(n) } else { None })
        {
            Some(found) => found,
            None if self.mark(term.next, '+') && spaced(term.next) => (1, term.next + 1),
            None if near && self.mark(term.next, '-') && spaced(term.next) => (-1, term.next + 1),
            None => return None,
        };
        if term.need == Need::Year {
            return None;
        }
        let (amounts, end) = self.amounts(next)?;
        let base = self.resolve(&term.value)?;
        Some(self.joined(term, Value::Period(self.away_from(&base, &amounts, sign < 0)?), end, "sum"))
    }

    /// "Friday week", "today fortnight", "a week last Tuesday" (read from the other side): the day a
    /// week after the coming one.
    fn with_later_week(&self, term: &Term) -> Option<Term> {
        let named = matches!(term.value, Value::Pattern(Pattern::Weekday(_)));
        if !(named || term.rule == "day-word") || self.past_article(term.next) > term.next {
            return None;
        }
        let weeks = if self.word(term.next, "week") {
            1
        } else if self.word(term.next, "fortnight") {
            2
        } else {
            return None;
        };
        let end = term.next + 1;
        if !self.ends_phrase_after(end) {
            return None;
        }
        let day = match term.as_pattern() {
            Some(pattern) => pattern.resolve(Direction::Coming, self.context)?,
            None => self.resolve(&term.value)?,
        };
        let later = crate::civil::shift_day(day.first_day(), Unit::Week, weeks)?;
        Some(self.joined(term, Value::Period(Period::day(later)?), end, "later-week"))
    }

    /// "December last", "Monday next", where nothing comes after.
    fn with_trailing_last(&self, term: &Term) -> Option<Term> {
        let pattern = term.as_pattern().filter(|p| matches!(p, Pattern::Month(_) | Pattern::Weekday(_)))?;
        let (step, end) = self
            .sense(term.next, |s| if let Sense::Direction(n @ (-1 | 1)) = s { Some(n) } else { None })
            .filter(|&(_, end)| end == term.next + 1)?;
        if self.token(end).is_some_and(|t| t.is_alphanumeric() && !t.new_line) {
            return None;
        }
        let period = pattern.directed(step, self.direction(), self.context)?;
        Some(self.joined(term, Value::Period(period), end, "directed"))
    }

    fn weekday_of(&self, value: &Value) -> Option<chrono::Weekday> {
        match value {
            Value::Pattern(Pattern::Weekday(day)) => Some(*day),
            _ => None,
        }
    }

    /// "Monday and Tuesday of last week": the week of the second.
    fn with_lent_week(&self, term: &Term, depth: u32) -> Option<Term> {
        let weekday = self.weekday_of(&term.value)?;
        let joins = self.sense(term.next, |s| matches!(s, Sense::And | Sense::Or).then_some(())).is_some();
        let (_, next) = self.weekday(term.next + 1).filter(|_| joins)?;
        let at = if self.has(next, Sense::Of) || self.word(next, "in") { next + 1 } else { next };
        let inner = self.directed(at, depth + 1).or_else(|| self.week_of(at, depth + 1))?;
        let week = self.resolve(&inner.value).filter(|p| p.grain == Grain::Week)?;
        let day = Self::in_week(&week, weekday)?;
        Some(self.joined(term, Value::Period(day), term.next, "weekday-of-week"))
    }

    fn in_week(week: &Period, weekday: chrono::Weekday) -> Option<Period> {
        (0..7)
            .filter_map(|by| add_days(week.first_day(), by))
            .find(|d| d.weekday() == weekday)
            .and_then(Period::day)
    }

    /// "Monday of last week", "Wednesday next week", "next week on Tuesday", "Monday two weeks
    /// from now", "in 3 days on Friday".
    pub(super) fn with_week(&self, term: &Term, depth: u32) -> Option<Term> {
        let mut at = self.past_comma(term.next);
        if let Some(weekday) = self.weekday_of(&term.value) {
            let of = self.has(at, Sense::Of) || self.word(at, "in") && !self.word(at + 1, "a");
            if of {
                at += 1;
            }
            // "the Monday of the week of 8 March" names its week.
            let named = self.has(at + 2, Sense::Of) || self.is(at + 2, Words::Containing);
            if of && !named && self.word(at, "the") && self.unit(at + 1).is_some_and(|(u, _)| u == Unit::Week)
            {
                let week = unit_at(self.context.today(), Unit::Week, 0, self.context)?;
                return Some(self.joined(
                    term,
                    Value::Period(Self::in_week(&week, weekday)?),
                    at + 2,
                    "weekday-of-week",
                ));
            }
            if let Some(numbered) = self.calendar(at, 9).filter(|t| t.rule == "iso-week")
                && let Some(week) = self.resolve(&numbered.value)
            {
                let day = Self::in_week(&week, weekday)?;
                return Some(self.joined(term, Value::Period(day), numbered.next, "weekday-of-week"));
            }
            let inner = self
                .directed(at, depth + 1)
                .or_else(|| self.counted(at, depth + 1))
                .or_else(|| self.week_of(at, depth + 1))?;
            let Value::Period(period) = inner.value else { return None };
            let week = match (inner.rule, period.grain) {
                ("directed-unit" | "before-last" | "week-of", Grain::Week) => period,
                ("ago" | "ahead" | "count-from", Grain::Day) => {
                    unit_at(period.first_day(), Unit::Week, 0, self.context)?
                }
                _ => return None,
            };
            return Some(self.joined(
                term,
                Value::Period(Self::in_week(&week, weekday)?),
                inner.next,
                "weekday-of-week",
            ));
        }
        let Value::Period(period) = term.value else { return None };
        let week = match (term.rule, period.grain) {
            ("directed-unit" | "before-last" | "week-of" | "nth", Grain::Week) => period,
            ("ahead", Grain::Day) => unit_at(period.first_day(), Unit::Week, 0, self.context)?,
            // "two weeks ago on Monday"
            ("ago", Grain::Day) if self.word(at, "on") => {
                unit_at(period.first_day(), Unit::Week, 0, self.context)?
            }
            _ => return None,
        };
        if self.dash(at) {
            at += 1;
        }
        let at = if self.word(at, "on") { at + 1 } else { at };
        if self.plural_weekday(at) {
            return None;
        }
        let (weekday, end) = self.weekday(at)?;
        Some(self.joined(term, Value::Period(Self::in_week(&week, weekday)?), end, "weekday-of-week"))
    }

    /// "20 of next month", "the 15th of the month", "the 21st this month", "20th of the current
    /// month".
    fn with_month(&self, term: &Term, depth: u32) -> Option<Term> {
        let Value::Pattern(Pattern::DayOfMonth { day, weekday }) = term.value else { return None };
        // "the 1st and 15th of April": the month of the second.
        let joins = self.sense(term.next, |s| matches!(s, Sense::And | Sense::Or).then_some(())).is_some();
        if joins
            && weekday.is_none()
            && let Some(second) = self.textual_date(term.next + 1)
        {
            let month = self.resolve(&second.value)?.first_day();
            let date = NaiveDate::from_ymd_opt(month.year(), month.month(), day)?;
            return Some(Term {
                next: term.next,
                ..self.joined(term, Value::Period(Period::day(date)?), term.next, "date")
            });
        }
        let of = self.has(term.next, Sense::Of);
        let at = if of { term.next + 1 } else { term.next };
        let (month, end) =
            if of && self.word(at, "the") && self.unit(at + 1).is_some_and(|(u, _)| u == Unit::Month) {
                (unit_at(self.context.today(), Unit::Month, 0, self.context)?, at + 2)
            } else {
                let inner = self.directed(at, depth + 1)?;
                let Value::Period(period) = inner.value else { return None };
                (period, inner.next)
            };
        if month.grain != Grain::Month {
            return None;
        }
        let first = month.first_day();
        let Some(date) = NaiveDate::from_ymd_opt(first.year(), first.month(), day) else {
            return Some(Term::impossible("impossible_date", end));
        };
        let contradicts = weekday.filter(|w| date.weekday() != *w).map(Note::WeekdayContradicts);
        Some(self.joined(term, Value::Period(Period::day(date)?), end, "day-of-month").noting(contradicts))
    }

    /// "Labor Day weekend", "Halloween weekend 2021".
    fn with_weekend(&self, term: &Term) -> Option<Term> {
        if term.rule != "holiday" {
            return None;
        }
        let (unit @ (Unit::Weekend | Unit::Week), next) = self.unit(term.next)? else { return None };
        let year = self.year(next);
        let feast = match (term.as_pattern(), year) {
            (Some(pattern), Some((year, _))) => pattern.in_year(year)?,
            _ => self.resolve(&term.value)?,
        };
        let day = feast.first_day();
        if unit == Unit::Week {
            let week = unit_at(day, unit, 0, self.context)?;
            return Some(self.joined(
                term,
                Value::Period(week),
                year.map_or(next, |(_, end)| end),
                "holiday-week",
            ));
        }
        let weekend = self.weekend_with(day)?;
        Some(self.joined(term, Value::Period(weekend), year.map_or(next, |(_, end)| end), "holiday-weekend"))
    }

    /// The weekend that a free day makes longer: from a Thursday or Friday, or to a Monday.
    pub(super) fn weekend_with(&self, day: NaiveDate) -> Option<Period> {
        use chrono::Weekday::{Fri, Mon, Thu};
        let monday = day.weekday() == Mon;
        let weekend = unit_at(day, Unit::Weekend, if monday { -1 } else { 0 }, self.context)?;
        let from = if matches!(day.weekday(), Thu | Fri) { day } else { weekend.first_day() };
        let to = if monday { day.succ_opt()? } else { weekend.to.local.date() };
        Some(Period::days(from, to, Grain::Weekend))
    }
}
