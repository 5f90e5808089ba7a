//! "last", "this", "next", "past" and "coming" before a unit, a count of units or a name; "the
//! week before last".

use chrono::Duration;

use crate::civil::{Grain, Moment, Period, shift_day, unit_at};
use crate::grammar::number::Count;
use crate::grammar::{Need, Parser, Term};
use crate::lexicon::{DayPart, Preposition, Sense, Unit, Words};
use crate::pattern::{Pattern, part_of_day};

impl Parser<'_, '_> {
    fn direction_word(&self, i: usize) -> Option<(i64, usize)> {
        let (step, next) = self.sense(i, |s| if let Sense::Direction(n) = s { Some(n) } else { None })?;
        // "this past weekend", "this coming Friday"
        if step == 0
            && let Some((more @ (-10 | 10), end)) =
                self.sense(next, |s| if let Sense::Direction(n) = s { Some(n) } else { None })
        {
            return Some((more, end));
        }
        Some((step, next))
    }

    pub(super) fn unit(&self, i: usize) -> Option<(Unit, usize)> {
        self.sense(i, |s| if let Sense::Unit(unit) = s { Some(unit) } else { None })
    }

    /// Whether a running span is asked for ("in the last month", "over the past week").
    fn is_rolling(&self, i: usize, article: bool) -> bool {
        article && i > 0 && self.is(i - 1, Words::SpanTie)
    }

    /// The span from now back, or ahead, by a count of units.
    pub(super) fn rolling(&self, count: Count, unit: Unit, back: bool) -> Option<Period> {
        let now = Moment::exact(self.context.now, self.context.zone);
        let other = self.moved(now, &[(count, unit)], back)?;
        let grain = Grain::of(unit);
        Some(if back {
            Period { from: other, to: now, grain }
        } else {
            Period { from: now, to: other, grain }
        })
    }

    /// A moment moved by counts of units: calendar units keep the local time, shorter ones are
    /// elapsed time.
    pub(crate) fn moved(&self, from: Moment, amounts: &[(Count, Unit)], back: bool) -> Option<Moment> {
        let sign = if back { -1 } else { 1 };
        let mut local = from.local;
        let mut elapsed = Duration::zero();
        let mut calendar = false;
        for &(count, unit) in amounts {
            let (unit, value) = split_fraction(count, unit);
            match unit {
                Unit::Second | Unit::Minute | Unit::Hour => {
                    let seconds = match unit {
                        Unit::Hour => 3600.0,
                        Unit::Minute => 60.0,
                        _ => 1.0,
                    } * value;
                    if seconds.abs() > 1e12 {
                        return None;
                    }
                    elapsed += Duration::try_milliseconds((seconds * 1000.0).round() as i64)?;
                }
                _ => {
                    calendar = true;
                    let day = shift_day(local.date(), unit, sign * Count { value }.whole()?)?;
                    local = day.and_time(local.time());
                }
            }
        }
        let start = if calendar { Moment::local(local) } else { from };
        if elapsed.is_zero() {
            return Some(start);
        }
        let (at, _) = start.instant(self.context.zone);
        let at = at.checked_add_signed(if back { -elapsed } else { elapsed })?;
        Some(Moment::exact(at, self.context.zone))
    }

    pub(super) fn directed(&self, i: usize, depth: u32) -> Option<Term> {
        if let Some(term) = self.before_last(i) {
            return Some(term);
        }
        let at = self.past_article(i);
        let article = at > i;
        // "the 2 next days", "5 past minutes", "two upcoming weeks"
        if let Some((count, next)) = self.count(at)
            && let Some((step, after)) = self.direction_word(next)
            && step != 0
            && let Some((unit, end)) = self.unit(after)
            && (count.value == 1.0
                || step.abs() == 10
                || self.token(end - 1).is_some_and(|t| t.text.ends_with('s')))
        {
            return Some(Term::period(self.rolling(count, unit, step < 0)?, end, "rolling"));
        }
        let (step, next) = self.direction_word(at)?;
        // "following Thursday's vote": after it.
        let behind = !article
            && self.word(at, "following")
            && self.weekday(next).is_some_and(|(_, end)| self.is(end, Words::ShortIs));
        if behind {
            return None;
        }
        let back = step < 0;
        if step != 0
            && let Some(term) = self.rolling_count(next, back)
        {
            return Some(term);
        }
        let glued_calendar = if self.word(next, "calendar") { next + 1 } else { next };
        if let Some((unit, end)) = self.unit(glued_calendar) {
            return self.directed_unit(i, step, unit, end, article);
        }
        if self.has(next, Sense::SeasonUnit) {
            return self.directed_season(step, next + 1);
        }
        if let Some((part, end)) =
            self.sense(next, |s| if let Sense::DayPart(part) = s { Some(part) } else { None })
        {
            let day = if step.abs() == 10 { step.signum() } else { step };
            let period = part_of_day(shift_day(self.context.today(), Unit::Day, day)?, part)?;
            return Some(Term::period(period, end, "part-of-day"));
        }
        let _ = depth;
        // "past Christmas" ties to it, "this past Christmas" is the last one.
        if step == -10 && !article && !self.word(at, "this") && self.weekday(next).is_none() {
            return None;
        }
        // "this Friday (Jun-15)", "this Friday 7/6": the date says it all.
        if let Some(date) = self.textual_date(next)
            && self.weekday(next).is_some()
        {
            return Some(date);
        }
        // "last August 3rd"
        if let Some(mut date) =
            self.textual_date(next).filter(|_| self.month(next).is_some() || self.ordinal(next).is_some())
            && let Some(pattern) = date.as_pattern()
        {
            date.value = super::Value::Period(pattern.directed(step, self.direction(), self.context)?);
            date.need = Need::Nothing;
            date.rule = "directed";
            return Some(date);
        }
        let mut named = self.calendar(next, 9)?;
        if self.token(next)?.digits() > 0 || self.has(next, Sense::Article) {
            return None;
        }
        let Some(pattern) = named.as_pattern() else {
            // "this Friday 7/6", "next March 2027": the date says it all.
            let own = named.rule != "year" && named.need == Need::Nothing;
            return own.then_some(named);
        };
        if pattern.weekday().is_some() {
            return Some(named);
        }
        let period = pattern.directed(step, self.direction(), self.context)?;
        named.value = super::Value::Period(period);
        named.need = if matches!(pattern, Pattern::Week(_)) { Need::Name } else { Need::Nothing };
        named.rule = match pattern {
            Pattern::Weekday(_) => "directed-weekday",
            Pattern::Month(_) => "directed-month",
            Pattern::Season(_) => "directed-season",
            _ => "directed",
        };
        Some(named)
    }

    /// "last 3 months", "next two weeks", "last 3 months and 2 days".
    fn rolling_count(&self, i: usize, back: bool) -> Option<Term> {
        if self.is(i, Words::IndefiniteArticle) {
            return None;
        }
        let (count, mut after) = self.count(i)?;
        if self.is(after, Words::CountAdjective) {
            after += 1;
        }
        let (unit, mut end) = self.unit(after).or_else(|| self.short_unit(after))?;
        if self.has(end, Sense::Of) && self.month_like(end + 1) {
            return None;
        }
        let mut amounts = vec![(count, unit)];
        let counts_back =
            |at: usize| self.sense(at, |s| matches!(s, Sense::Ago | Sense::Hence).then_some(())).is_some();
        while amounts.len() < 4
            && self.has(end, Sense::And)
            && let Some((count, next)) = self.count(end + 1)
            && let Some((unit, after)) = self.unit(next)
            && !counts_back(after)
            && (!self.has(after, Sense::And) || self.amount_chain_ends_plain(after))
        {
            amounts.push((count, unit));
            end = after;
        }
        let now = Moment::exact(self.context.now, self.context.zone);
        let other = self.moved(now, &amounts, back)?;
        let (from, to) = if back { (other, now) } else { (now, other) };
        Some(Term::period(Period { from, to, grain: Grain::of(unit) }, end, "rolling"))
    }

    /// Whether no count that belongs to "ago" follows ("… and 2 days ago" is another expression).
    fn amount_chain_ends_plain(&self, i: usize) -> bool {
        let mut at = i;
        for _ in 0..4 {
            if !self.has(at, Sense::And) {
                return self.sense(at, |s| matches!(s, Sense::Ago | Sense::Hence).then_some(())).is_none();
            }
            let Some((_, next)) = self.count(at + 1) else { return true };
            let Some((_, after)) = self.unit(next) else { return true };
            at = after;
        }
        true
    }

    /// Whether a month, year or the like begins here (for "the last 4 months of 2021").
    fn month_like(&self, i: usize) -> bool {
        let at = self.past_article(i);
        self.year(at).is_some()
            || self.month(at).is_some()
            || self.unit(at).is_some()
            || self.sense(at, |s| matches!(s, Sense::Direction(_) | Sense::Season(_)).then_some(())).is_some()
    }

    fn directed_unit(&self, i: usize, step: i64, unit: Unit, end: usize, article: bool) -> Option<Term> {
        let today = self.context.today();
        let plural = self.token(end - 1).is_some_and(|t| t.text.len() > 3 && t.text.ends_with(['s', 'S']))
            && unit != Unit::Weekend;
        if plural && step != 0 {
            // "the past months": no count, no period.
            return None;
        }
        match unit {
            Unit::Night => {
                let day = shift_day(today, Unit::Day, step.signum())?;
                return Some(Term::period(part_of_day(day, DayPart::Night)?, end, "part-of-day"));
            }
            Unit::Second | Unit::Minute => {
                return (step != 0)
                    .then(|| self.rolling(Count { value: 1.0 }, unit, step < 0))
                    .flatten()
                    .map(|p| Term::period(p, end, "rolling"));
            }
            Unit::Hour => {
                if step == 0 {
                    return None;
                }
                return Some(Term::period(
                    self.rolling(Count { value: 1.0 }, unit, step < 0)?,
                    end,
                    "rolling",
                ));
            }
            Unit::Day | Unit::BusinessDay if step != 0 => {
                // "the next day" hangs on what was said before; "in the last day" does not.
                if step == -10 || self.is_rolling(i, article) {
                    return Some(Term::period(
                        self.rolling(Count { value: 1.0 }, unit, step < 0)?,
                        end,
                        "rolling",
                    ));
                }
                return None;
            }
            _ => {}
        }
        let rolls = step == -10 && !matches!(unit, Unit::Weekend | Unit::WorkWeek)
            || step == -1 && unit != Unit::Quarter && unit != Unit::Weekend && self.is_rolling(i, article)
            || unit == Unit::Fortnight && step != 0;
        if rolls && !self.word(i.wrapping_sub(1), "this") {
            return Some(Term::period(self.rolling(Count { value: 1.0 }, unit, step < 0)?, end, "rolling"));
        }
        let period = if unit == Unit::Weekend {
            match step {
                // The last one that is over, the coming one, the one of the following week.
                -1 | -10 => {
                    let this = unit_at(today, unit, 0, self.context)?;
                    if this.to.local <= self.context.local_now() {
                        this
                    } else {
                        unit_at(today, unit, -1, self.context)?
                    }
                }
                10 => unit_at(today, unit, 0, self.context)?,
                _ => unit_at(today, unit, step, self.context)?,
            }
        } else {
            unit_at(today, unit, step.signum(), self.context)?
        };
        Some(Term::period(period, end, "directed-unit"))
    }

    fn directed_season(&self, step: i64, end: usize) -> Option<Term> {
        let month = i64::from(chrono::Datelike::month0(&self.context.today()));
        let first = shift_day(self.context.today(), Unit::Month, -((month + 1) % 3) + 3 * step.signum())?;
        let first = chrono::Datelike::with_day(&first, 1)?;
        let period = Period::days(first, shift_day(first, Unit::Month, 3)?, Grain::Season);
        Some(Term::period(period, end, "directed-season"))
    }

    /// "the week before last", "the year after next", "the Friday before last", "March after next".
    pub(super) fn before_last(&self, i: usize) -> Option<Term> {
        let at = self.past_article(i);
        let (unit, named, next) = match self.unit(at) {
            Some((unit, next)) => (Some(unit), None, next),
            None => {
                let named = self
                    .weekday(at)
                    .map(|(day, next)| (Pattern::Weekday(day), next))
                    .or_else(|| self.month(at).map(|(month, next)| (Pattern::Month(month), next)))
                    .or_else(|| {
                        self.sense(at, |s| {
                            if let Sense::Season(season) = s { Some(Pattern::Season(season)) } else { None }
                        })
                    })?;
                (None, Some(named.0), named.1)
            }
        };
        let preposition = self.sense(next, |s| match s {
            Sense::Preposition(p @ (Preposition::Before | Preposition::After)) => Some(p),
            _ => None,
        })?;
        let (step, end) = self.direction_word(preposition.1)?;
        let twice = match (preposition.0, step) {
            (Preposition::Before, -1) => -1,
            (Preposition::After, 1) => 1,
            _ => return None,
        };
        // "the week before last week" is another phrase.
        let more =
            self.sense(end, |s| matches!(s, Sense::Holiday(_) | Sense::Season(_)).then_some(())).is_some();
        if more || self.unit(end).is_some() || self.weekday(end).is_some() || self.month(end).is_some() {
            return None;
        }
        let period = match (unit, named) {
            (Some(Unit::Night), _) => {
                part_of_day(shift_day(self.context.today(), Unit::Day, 2 * twice)?, DayPart::Night)?
            }
            (Some(unit), _) => unit_at(self.context.today(), unit, 2 * twice, self.context)?,
            (None, Some(pattern)) => {
                let near = pattern.directed(twice, self.direction(), self.context)?;
                match pattern {
                    Pattern::Weekday(_) => Period::day(shift_day(near.first_day(), Unit::Week, twice)?)?,
                    _ => pattern.in_year(
                        chrono::Datelike::year(&near.first_day()).checked_add(i32::try_from(twice).ok()?)?,
                    )?,
                }
            }
            _ => return None,
        };
        Some(Term::period(period, end, "before-last"))
    }
}

/// Halves and quarters in the next smaller unit that holds them whole.
fn split_fraction(count: Count, unit: Unit) -> (Unit, f64) {
    if count.value.fract() == 0.0 {
        return (unit, count.value);
    }
    let in_smaller = |smaller: Unit, factor: f64| (smaller, (count.value * factor).round());
    match unit {
        Unit::Century | Unit::Decade => {
            in_smaller(Unit::Year, if unit == Unit::Century { 100.0 } else { 10.0 })
        }
        Unit::Year => in_smaller(Unit::Month, 12.0),
        Unit::Half => in_smaller(Unit::Month, 6.0),
        Unit::Quarter => in_smaller(Unit::Month, 3.0),
        Unit::Month => in_smaller(Unit::Day, 30.0),
        Unit::Fortnight => in_smaller(Unit::Day, 14.0),
        Unit::Week | Unit::WorkWeek | Unit::Weekend => in_smaller(Unit::Day, 7.0),
        Unit::Day | Unit::Night | Unit::BusinessDay => in_smaller(Unit::Hour, 24.0),
        _ => (unit, count.value),
    }
}
