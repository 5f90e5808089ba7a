//! Parts of a period: "early March", "the end of the year", "the first Monday of June", "the week
//! of 8 March", "the last three months of 2021", "the morning of the 3rd".

use chrono::{Datelike as _, Weekday};

use crate::civil::{Grain, Moment, Period, add_days, add_months, part_of, unit_at};
use crate::grammar::number::Count;
use crate::grammar::{Need, Parser, Term};
use crate::lexicon::{Part, Preposition, Sense, Unit, Words};
use crate::pattern::{Pattern, part_of_day};

impl Parser<'_, '_> {
    /// A unit that runs now ("the month", "this" left out), or any term.
    fn whole(&self, i: usize, depth: u32) -> Option<(Period, usize, bool)> {
        let at = self.past_article(i);
        if let Some((unit, next)) = self.unit(at)
            && unit >= Unit::Day
            && self.year(next).is_none()
            && !(self.has(next, Sense::Of) && self.term(at, depth + 1).is_some_and(|t| t.next > next))
        {
            // "end of the year", "early in the day Wednesday"
            if unit == Unit::Day
                && let Some(term) = self.term(next, depth + 1)
                && let Some(day) = self.resolve(&term.value).filter(Self::is_day)
            {
                return Some((day, term.next, false));
            }
            return Some((unit_at(self.context.today(), unit, 0, self.context)?, next, true));
        }
        let term = self.term(i, depth + 1)?;
        if matches!(term.need, Need::Hour) {
            return None;
        }
        Some((self.resolve(&term.value)?, term.next, false))
    }

    /// "early March", "mid-April", "the end of 2025", "later this week", "in the second half of".
    pub(super) fn part(&self, i: usize, depth: u32) -> Option<Term> {
        let at = self.past_article(i);
        // "the whole of November"
        if at > i && self.is(at, Words::WholeOf) && self.has(at + 1, Sense::Of) {
            let (period, end, _) = self.whole(at + 2, depth)?;
            let now = self.context.local_now();
            let rest = self.word(at, "rest")
                && period.grain > Grain::Day
                && period.from.local <= now
                && now < period.to.local;
            // The rest begins today, what is later tomorrow.
            let today = self.context.today();
            let period =
                if rest { Period::days(today, period.to.local.date(), period.grain) } else { period };
            return (period.grain >= Grain::Day).then(|| Term::period(period, end, "part"));
        }
        let (part, next) = self.sense(at, |s| if let Sense::Part(part) = s { Some(part) } else { None })?;
        // "open late this Friday"
        if i > 0 && self.is(i - 1, Words::StaysLate) && self.token(i).is_some_and(|t| !t.capitalised()) {
            let day =
                self.sense(next, |s| matches!(s, Sense::Direction(_) | Sense::Weekday(_)).then_some(()));
            if day.is_some() {
                return None;
            }
        }
        let mut inner = next;
        let mut tied = false;
        if self.dash(inner) && self.glued(inner) {
            inner += 1;
        }
        let noun = self.is(at, Words::EdgeNoun);
        // "the contract will end in 2150": a verb.
        if self.has(inner, Sense::Of) || !noun && self.is(inner, Words::InOn) {
            inner += 1;
            tied = true;
            inner = self.eat(inner, Sense::Approximately).unwrap_or(inner);
        }
        if noun
            && !tied
            && (at > i || inner > next || self.month(inner).is_none() && self.year(inner).is_none())
        {
            return None;
        }
        // "mid 2025", but no "late 5pm"
        let (period, end, running) = self.whole(inner, depth)?;
        // "beginning January 7th" opens a span.
        if noun && !tied && period.grain <= Grain::Day {
            return None;
        }
        if running && !tied {
            return None;
        }
        if period.grain == Grain::Instant {
            return None;
        }
        let rest = self.is(at, Words::Remaining);
        let cut = if rest
            && period.from.local <= self.context.local_now()
            && self.context.local_now() < period.to.local
        {
            self.rest_of(&period, part)?
        } else {
            part_of(&period, part)?
        };
        let rule = match part {
            Part::Late if self.word(at, "end") => "end-of",
            Part::Early if self.is(at, Words::StartNoun) => "start-of",
            _ => "part",
        };
        Some(Term::period(cut, end, rule))
    }

    /// "earlier this month" ends today; "later this month" begins tomorrow.
    fn rest_of(&self, period: &Period, part: Part) -> Option<Period> {
        let today = self.context.today();
        if period.grain <= Grain::Day {
            let now = Moment::exact(self.context.now, self.context.zone);
            let (from, to) = if part == Part::Early { (period.from, now) } else { (now, period.to) };
            return Some(Period { from, to, grain: Grain::DayPart });
        }
        Some(if part == Part::Early {
            Period::days(period.first_day(), today.succ_opt()?, period.grain)
        } else {
            let tomorrow = today.succ_opt()?;
            if period.to.local.date() <= tomorrow {
                let now = Moment::exact(self.context.now, self.context.zone);
                return Some(Period { from: now, to: period.to, grain: period.grain });
            }
            Period::days(tomorrow, period.to.local.date(), period.grain)
        })
    }

    /// "the first Monday of June", "last day of 2025", "the 2nd week of May", "the second last
    /// Friday in October", "the last four months of 2021", "third Tuesday after Christmas".
    pub(super) fn nth(&self, i: usize, depth: u32) -> Option<Term> {
        let at = self.past_article(i);
        let last = |at: usize| self.is(at, Words::FinalWord);
        let (n, mut next) = match self.ordinal(at) {
            // "the second last Friday", "the second to last Friday"
            Some((n, next, _)) if last(next) => (-i64::from(n), next + 1),
            Some((n, next, _)) if self.word(next, "to") && last(next + 1) => (-i64::from(n), next + 2),
            Some((n, next, _)) => (i64::from(n), next),
            None if last(at) => (-1, at + 1),
            None => return None,
        };
        let run = self.cardinal(next).filter(|&(count, after)| count > 0 && self.unit(after).is_some());
        if let Some((_, after)) = run {
            next = after;
        }
        enum Kind {
            Unit(Unit),
            Weekday(Weekday),
        }
        let (kind, next) = match self.unit(next) {
            Some((unit, next)) => (Kind::Unit(unit), next),
            None => {
                let (day, next) = self.weekday(next)?;
                (Kind::Weekday(day), next)
            }
        };
        // "third Tuesday after Christmas 2014"
        if let (Kind::Weekday(day), Some((preposition, after))) = (
            &kind,
            self.sense(next, |s| match s {
                Sense::Preposition(p @ (Preposition::Before | Preposition::After)) => Some(p),
                _ => None,
            }),
        ) && (n > 0 || n == -1 && self.word(next, "before"))
        {
            let n = n.abs();
            let base = self.term(after, depth + 1)?;
            let period = self.resolve(&base.value)?;
            let step = |from, by: i64| {
                let mut date = add_days(from, by)?;
                while date.weekday() != *day {
                    date = add_days(date, by)?;
                }
                add_days(date, by * 7 * (n - 1))
            };
            let date = if preposition == Preposition::After {
                step(period.last_day(), 1)?
            } else {
                step(period.first_day(), -1)?
            };
            return Some(Term::period(Period::day(date)?, base.next, "nth-weekday"));
        }
        let mut next = self.past_dot(next);
        // "the first Monday evening of next month"
        let of_day = self.sense(next, |s| if let Sense::DayPart(part) = s { Some(part) } else { None });
        let hours = self.clock_range(next, true).filter(|_| of_day.is_none());
        if let Some((_, after)) = of_day {
            next = after;
        } else if let Some((_, _, after)) = hours {
            next = after;
        }
        if !(self.has(next, Sense::Of) || self.word(next, "in")) {
            // "on the third Friday" of a month that is not said is no other Friday.
            let counted = matches!(kind, Kind::Weekday(_))
                && (at > i || self.token(at).is_some_and(|t| t.is_word()))
                && n > 0
                && run.is_none();
            return counted.then(|| Term::unread(next));
        }
        let (whole, end, _) = self.whole(next + 1, depth)?;
        if whole.grain < Grain::Week {
            return None;
        }
        // "last year in April" is a month of last year, and no year of an April.
        if matches!(kind, Kind::Unit(unit) if run.is_none() && Grain::of(unit) > whole.grain) {
            return None;
        }
        let (first, stop) = (whole.first_day(), whole.to.local.date());
        let period = match (kind, run) {
            // "the first two hours of 2026"
            (Kind::Unit(unit @ (Unit::Second | Unit::Minute | Unit::Hour)), Some((count, _))) => {
                let run = [(Count { value: count as f64 }, unit)];
                match n {
                    1 => Period {
                        from: whole.from,
                        to: self.moved(whole.from, &run, false)?,
                        grain: Grain::Instant,
                    },
                    -1 => Period {
                        from: self.moved(whole.to, &run, true)?,
                        to: whole.to,
                        grain: Grain::Instant,
                    },
                    _ => return None,
                }
            }
            (Kind::Unit(unit), Some((count, _))) => {
                if n == 1 {
                    Period::days(first, crate::civil::shift_day(first, unit, count)?, Grain::of(unit))
                } else if n == -1 {
                    Period::days(crate::civil::shift_day(stop, unit, -count)?, stop, Grain::of(unit))
                } else {
                    return None;
                }
            }
            (Kind::Unit(Unit::Day | Unit::Night), None) => {
                Period::day(if n > 0 { add_days(first, n - 1)? } else { add_days(stop, n)? })?
            }
            (Kind::Unit(unit @ (Unit::Week | Unit::WorkWeek)), None) => {
                let anchor = if n > 0 { first } else { whole.last_day() };
                unit_at(anchor, unit, if n > 0 { n - 1 } else { n + 1 }, self.context)?
            }
            (Kind::Unit(Unit::Weekend), None) => {
                let anchor = if n > 0 { first } else { whole.last_day() };
                let mut at = unit_at(anchor, Unit::Weekend, 0, self.context)?;
                if n < 0 && at.first_day() > whole.last_day() {
                    at = unit_at(anchor, Unit::Weekend, -1, self.context)?;
                }
                unit_at(at.first_day(), Unit::Weekend, if n > 0 { n - 1 } else { n + 1 }, self.context)?
            }
            (Kind::Unit(unit @ (Unit::Month | Unit::Quarter | Unit::Half | Unit::Year)), None) => {
                let anchor = if n > 0 { first } else { whole.last_day() };
                unit_at(anchor, unit, if n > 0 { n - 1 } else { n + 1 }, self.context)?
            }
            (Kind::Unit(unit @ (Unit::Second | Unit::Minute | Unit::Hour)), None) => {
                let one = Count { value: 1.0 };
                let many = Count { value: (n.abs() - 1) as f64 };
                let (near, back) = if n > 0 { (whole.from, false) } else { (whole.to, true) };
                let a = self.moved(near, &[(many, unit)], back)?;
                let b = self.moved(a, &[(one, unit)], back)?;
                if back {
                    Period { from: b, to: a, grain: Grain::Instant }
                } else {
                    Period { from: a, to: b, grain: Grain::Instant }
                }
            }
            (Kind::Unit(Unit::BusinessDay), None) => {
                let base = if n > 0 { add_days(first, -1)? } else { stop };
                Period::day(crate::civil::add_business_days(base, n)?)?
            }
            (Kind::Unit(_), None) => return None,
            (Kind::Weekday(day), _) => {
                let ahead = |from: chrono::NaiveDate| {
                    i64::from((7 + day.num_days_from_monday() - from.weekday().num_days_from_monday()) % 7)
                };
                let date = if n > 0 {
                    add_days(first, ahead(first) + 7 * (n - 1))?
                } else {
                    let week = add_days(stop, -7)?;
                    add_days(week, ahead(week) + 7 * (n + 1))?
                };
                Period::day(date)?
            }
        };
        // The sixth Monday of a month is no day of it, and neither is the month.
        let inside = period.last_day() >= first && period.first_day() < stop;
        if !inside {
            return Some(Term::impossible("impossible_date", end));
        }
        let period = match (of_day, hours) {
            (Some((part, _)), _) => part_of_day(period.first_day(), part)?,
            (None, Some((from, to, _))) => self.clock_span(period.first_day(), from, to)?,
            _ => period,
        };
        Some(Term::period(period, end, "nth"))
    }

    /// "the three weeks to 3 May", "the year to March 2026", "the month ending 15 May".
    fn span_to(&self, i: usize, depth: u32) -> Option<Term> {
        let at = self.past_article(i);
        if at == i {
            return None;
        }
        let (count, unit_at) =
            self.count(at).map_or((1, at), |(count, next)| (count.whole().unwrap_or(0), next));
        let (
            unit @ (Unit::Day | Unit::Week | Unit::Fortnight | Unit::Month | Unit::Quarter | Unit::Year),
            next,
        ) = self.unit(unit_at)?
        else {
            return None;
        };
        let to = self.is(next, Words::ToEnding);
        if !to || count < 1 || unit == Unit::Week && count == 1 && self.word(next, "ending") {
            return None;
        }
        let after = if self.word(next + 1, "on") { next + 2 } else { next + 1 };
        let inner = self.term(after, depth + 1)?;
        let end = self.resolve(&inner.value).filter(|p| !p.is_moment())?.to.local.date();
        let from = crate::civil::shift_day(end, unit, -count)?;
        Some(Term::period(Period::days(from, end, Grain::of(unit)), inner.next, "span-to"))
    }

    /// "the week of 8 March", "week commencing 4 February", "w/c Feb 4", "the weekend of
    /// Halloween", "the month of May", "the morning of the 3rd".
    pub(super) fn week_of(&self, i: usize, depth: u32) -> Option<Term> {
        if self.word(i, "w") && self.mark(i + 1, '/') && self.is(i + 2, Words::WeekOfLetter) {
            let inner = self.term(i + 3, depth + 1)?;
            let day = self.resolve(&inner.value)?.first_day();
            return Some(Term::period(unit_at(day, Unit::Week, 0, self.context)?, inner.next, "week-of"));
        }
        let at = self.past_article(i);
        if let Some((part, next)) =
            self.sense(at, |s| if let Sense::DayPart(part) = s { Some(part) } else { None })
        {
            if !(self.has(next, Sense::Of) || self.word(next, "on")) {
                return None;
            }
            let inner = self.term(next + 1, depth + 1)?;
            let day = self.resolve(&inner.value).filter(Self::is_day)?.first_day();
            return Some(Term::period(part_of_day(day, part)?, inner.next, "part-of-day"));
        }
        if let Some(term) = self.span_to(i, depth) {
            return Some(term);
        }
        let (unit @ (Unit::Week | Unit::WorkWeek | Unit::Weekend | Unit::Month), next) = self.unit(at)?
        else {
            return None;
        };
        let starts = self.is(next, Words::StartingFrom);
        let ends = self.word(next, "ending");
        let holds = self.has(next, Sense::Of) || self.is(next, Words::Containing);
        if !(starts || ends || holds) {
            return None;
        }
        let after = if self.word(next + 1, "on") { next + 2 } else { next + 1 };
        let inner = self.term(after, depth + 1)?;
        let period = self.resolve(&inner.value)?;
        if matches!(inner.value, super::Value::Pattern(Pattern::Clock(_) | Pattern::DayPart(_))) {
            return None;
        }
        let period = match unit {
            Unit::Month if period.grain == Grain::Month => period,
            Unit::Month => return None,
            Unit::Weekend => {
                let day = period.first_day();
                if inner.rule == "holiday" {
                    return Some(Term::period(self.weekend_with(day)?, inner.next, "week-of"));
                }
                let offset = if day.weekday() == Weekday::Mon { -1 } else { 0 };
                unit_at(day, unit, offset, self.context)?
            }
            _ if period.grain > Grain::Week => return None,
            _ if starts => Period::days(period.first_day(), add_days(period.first_day(), 7)?, Grain::Week),
            _ if ends => {
                let stop = add_days(period.last_day(), 1)?;
                Period::days(add_days(stop, -7)?, stop, Grain::Week)
            }
            _ => unit_at(period.first_day(), unit, 0, self.context)?,
        };
        let _ = add_months;
        Some(Term::period(period, inner.next, "week-of"))
    }
}
