//! Expressions that recur until a year, a month or a day is given: "March", "the 15th", "Friday",
//! "summer", "Q1", "Easter", "the morning". Finds their occurrences and the one that a tense
//! means. How they are spelt is the grammar's.

use chrono::{Datelike as _, NaiveDate, NaiveTime, Weekday};

use crate::civil::{Grain, Moment, Period, add_days, add_months, midnight, unit_at};
use crate::context::Context;
use crate::holiday::HolidayRule;
use crate::lexicon::{DayPart, Season, Unit};

/// Which occurrence a sentence means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// The last one begun.
    Past,
    /// The one running or to come.
    Coming,
    /// The nearer of the two.
    Nearest,
}

/// A time of day as it is spelt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockTime {
    pub time: NaiveTime,
    /// 24:00: the end of the day.
    pub end_of_day: bool,
    /// Said to be before or after noon, or written with 24 hours.
    pub certain: bool,
    /// Minutes east of UTC, where a zone is given.
    pub offset: Option<i32>,
    /// A named zone.
    pub zone: Option<chrono_tz::Tz>,
}

impl ClockTime {
    pub fn new(hour: u32, minute: u32, second: u32, certain: bool) -> Option<Self> {
        let end_of_day = hour == 24 && minute == 0 && second == 0;
        let time = NaiveTime::from_hms_opt(if end_of_day { 0 } else { hour }, minute, second)?;
        Some(ClockTime { time, end_of_day, certain, offset: None, zone: None })
    }

    /// On a local day; the zone of the time, if it has one, says what the day is.
    pub fn on(&self, day: NaiveDate, context: &Context) -> Option<Moment> {
        let day = if self.end_of_day { day.succ_opt()? } else { day };
        let local = day.and_time(self.time);
        if let Some(zone) = self.zone {
            return Some(Moment::exact(crate::civil::local_instant(local, zone).0, context.zone));
        }
        match self.offset {
            None => Some(Moment::local(local)),
            Some(minutes) => {
                let utc = local.checked_sub_signed(chrono::Duration::minutes(i64::from(minutes)))?;
                Some(Moment::exact(utc.and_utc(), context.zone))
            }
        }
    }

    /// The same figure twelve hours later, where it may be meant so.
    pub fn afternoon(mut self) -> Self {
        if !self.certain
            && let Some(later) = (chrono::Timelike::hour(&self.time) < 12)
                .then(|| self.time.overflowing_add_signed(chrono::Duration::hours(12)).0)
        {
            self.time = later;
            self.certain = true;
        }
        self
    }
}

/// Something that has an occurrence in each year, month, week or day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    Month(u32),
    MonthDay {
        month: u32,
        day: u32,
        weekday: Option<Weekday>,
    },
    DayOfMonth {
        day: u32,
        weekday: Option<Weekday>,
    },
    Weekday(Weekday),
    Season(Season),
    Quarter(u32),
    Half(u32),
    Week(u32),
    Holiday(HolidayRule),
    /// Saturday and Sunday.
    Weekend,
    DayPart(DayPart),
    Clock(ClockTime),
    /// Two times of one day.
    ClockRange(ClockTime, ClockTime),
}

/// The hours of a part of a day; 24 is the end of it.
pub fn hours_of(part: DayPart) -> (u32, u32) {
    match part {
        DayPart::EarlyMorning => (4, 6),
        DayPart::Morning => (6, 12),
        DayPart::Afternoon => (12, 18),
        DayPart::Evening | DayPart::Night => (18, 24),
    }
}

/// A part of a given day.
pub fn part_of_day(day: NaiveDate, part: DayPart) -> Option<Period> {
    let (from, to) = hours_of(part);
    let at = |hour: u32| -> Option<Moment> {
        Some(Moment::local(if hour == 24 { midnight(day.succ_opt()?) } else { day.and_hms_opt(hour, 0, 0)? }))
    };
    Some(Period { from: at(from)?, to: at(to)?, grain: Grain::DayPart })
}

/// The ISO week of a year.
pub fn iso_week(year: i32, week: u32) -> Option<Period> {
    let monday = NaiveDate::from_isoywd_opt(year, week, Weekday::Mon)?;
    Some(Period::days(monday, add_days(monday, 7)?, Grain::Week))
}

impl Pattern {
    /// The occurrence in a year, for patterns that have one.
    pub fn in_year(&self, year: i32) -> Option<Period> {
        match *self {
            Pattern::Month(month) => Period::month(year, month),
            Pattern::MonthDay { month, day, .. } => Period::day(NaiveDate::from_ymd_opt(year, month, day)?),
            Pattern::Season(season) => Period::season(year, season),
            Pattern::Quarter(quarter) => Period::quarter(year, quarter),
            Pattern::Half(half) => Period::half(year, half),
            Pattern::Week(week) => iso_week(year, week),
            Pattern::Holiday(rule) => {
                let (from, to) = rule.days(year)?;
                Some(Period::days(
                    from,
                    to,
                    if matches!(rule, HolidayRule::Lent) { Grain::Month } else { Grain::Day },
                ))
            }
            _ => None,
        }
    }

    /// Whether the pattern recurs yearly.
    pub fn is_yearly(&self) -> bool {
        !matches!(
            self,
            Pattern::DayOfMonth { .. }
                | Pattern::Weekday(_)
                | Pattern::Weekend
                | Pattern::DayPart(_)
                | Pattern::Clock(_)
                | Pattern::ClockRange(..)
        )
    }

    pub fn weekday(&self) -> Option<Weekday> {
        match *self {
            Pattern::MonthDay { weekday, .. } | Pattern::DayOfMonth { weekday, .. } => weekday,
            _ => None,
        }
    }

    /// The `index`-th occurrence from today's: 0 lies in the running year, month, week or day.
    fn occurrence(&self, index: i64, context: &Context) -> Option<Period> {
        let today = context.today();
        match *self {
            Pattern::DayOfMonth { day, .. } => {
                let month = add_months(today.with_day(1)?, index)?;
                Period::day(NaiveDate::from_ymd_opt(month.year(), month.month(), day)?)
            }
            Pattern::Weekday(weekday) => {
                let ahead = i64::from(
                    (7 + weekday.num_days_from_monday() - today.weekday().num_days_from_monday()) % 7,
                );
                Period::day(add_days(today, ahead.checked_add(index.checked_mul(7)?)?)?)
            }
            Pattern::Weekend => unit_at(today, Unit::Weekend, index, context),
            Pattern::DayPart(part) => part_of_day(add_days(today, index)?, part),
            Pattern::Clock(clock) => Some(Period::moment(clock.on(add_days(today, index)?, context)?)),
            Pattern::ClockRange(from, to) => {
                let day = add_days(today, index)?;
                let begin = from.on(day, context)?;
                let end = to.on(day, context)?;
                let end = if end.local <= begin.local { to.on(day.succ_opt()?, context)? } else { end };
                Some(Period { from: begin, to: end, grain: Grain::Instant })
            }
            _ => self.in_year(today.year().checked_add(i32::try_from(index).ok()?)?),
        }
    }

    /// How far occurrences can lie apart: 29 February needs eight years, the 31st two months.
    fn reach(&self) -> i64 {
        match self {
            Pattern::MonthDay { month: 2, day: 29, .. } => 9,
            Pattern::DayOfMonth { .. } => 3,
            Pattern::Week(53) => 8,
            _ => 2,
        }
    }

    /// All occurrences around now, in order.
    fn around(&self, context: &Context) -> Vec<Period> {
        let reach = self.reach();
        (-reach..=reach).filter_map(|i| self.occurrence(i, context)).collect()
    }

    /// The last occurrence begun; a weekday must be before today.
    fn past(&self, context: &Context) -> Option<Period> {
        let now = context.local_now();
        let strictly = matches!(self, Pattern::Weekday(_));
        self.around(context)
            .into_iter()
            .rev()
            .find(|p| if strictly { p.first_day() < context.today() } else { p.from.local <= now })
    }

    /// The occurrence running or to come.
    fn coming(&self, context: &Context) -> Option<Period> {
        let now = context.local_now();
        self.around(context)
            .into_iter()
            .find(|p| if p.is_moment() { p.from.local >= now } else { p.to.local > now })
    }

    /// The occurrence that a direction means. A weekday beside a date picks the occurrence that
    /// falls on it, if one is near.
    pub fn resolve(&self, direction: Direction, context: &Context) -> Option<Period> {
        if let Some(weekday) = self.weekday()
            && let Some(period) = self.on_weekday(weekday, direction, context)
        {
            return Some(period);
        }
        let now = context.local_now();
        // A week's number without a year is said of the year at hand.
        let direction = if matches!(self, Pattern::Week(_)) && direction == Direction::Coming {
            Direction::Nearest
        } else {
            direction
        };
        match direction {
            Direction::Past => self.past(context).or_else(|| self.coming(context)),
            Direction::Coming => self.coming(context).or_else(|| self.past(context)),
            Direction::Nearest => {
                let (past, coming) = (self.past(context), self.coming(context));
                match (past, coming) {
                    (Some(past), Some(coming)) => {
                        let back = (now - past.to.local).max(chrono::Duration::zero());
                        let ahead = (coming.from.local - now).max(chrono::Duration::zero());
                        Some(if back <= ahead { past } else { coming })
                    }
                    (past, coming) => past.or(coming),
                }
            }
        }
    }

    fn on_weekday(&self, weekday: Weekday, direction: Direction, context: &Context) -> Option<Period> {
        let now = context.local_now();
        let reach = if matches!(self, Pattern::DayOfMonth { .. }) { 14 } else { 6 };
        let fits = |p: &Period| p.first_day().weekday() == weekday;
        let back = (-reach..=0)
            .rev()
            .filter_map(|i| self.occurrence(i, context))
            .find(|p| fits(p) && p.from.local <= now);
        let ahead =
            (0..=reach).filter_map(|i| self.occurrence(i, context)).find(|p| fits(p) && p.to.local > now);
        // "Sunday, Feb 10" two days ago is not in six years: the near one wins over the tense.
        let near = |p: &Period| (p.first_day() - context.today()).num_days().abs() <= 45;
        // Of years far apart the nearer is meant, whatever the tense.
        let far = |p: &Period| (p.first_day() - context.today()).num_days().abs() > 730;
        if let (Some(b), Some(a)) = (back, ahead)
            && match direction {
                Direction::Past => far(&b),
                Direction::Coming => far(&a),
                Direction::Nearest => false,
            }
        {
            let closer_back = context.today() - b.first_day() <= a.first_day() - context.today();
            return Some(if closer_back { b } else { a });
        }
        match direction {
            Direction::Past => back.filter(near).or(ahead.filter(near)).or(back).or(ahead),
            Direction::Coming => ahead.filter(near).or(back.filter(near)).or(ahead).or(back),
            Direction::Nearest => match (back, ahead) {
                (Some(b), Some(a)) => {
                    let (db, da) = (context.today() - b.first_day(), a.first_day() - context.today());
                    Some(if db <= da { b } else { a })
                }
                (b, a) => b.or(a),
            },
        }
    }

    /// "last", "this", "next" before the pattern: -1, 0, 1 and more.
    pub fn directed(&self, step: i64, direction: Direction, context: &Context) -> Option<Period> {
        let now = context.local_now();
        let today = context.today();
        match *self {
            Pattern::Weekday(weekday) => match step {
                // "this Friday" is the coming one where no tense says otherwise.
                0 if direction == Direction::Nearest => self.resolve(Direction::Coming, context),
                0 => self.resolve(direction, context),
                1 => {
                    // The weekday of the following calendar week.
                    let week = unit_at(today, Unit::Week, 1, context)?.first_day();
                    let ahead =
                        (7 + weekday.num_days_from_monday() - week.weekday().num_days_from_monday()) % 7;
                    Period::day(add_days(week, i64::from(ahead))?)
                }
                10 => {
                    let p = self.occurrence(0, context)?;
                    if p.first_day() > today { Some(p) } else { self.occurrence(1, context) }
                }
                _ => self.past(context),
            },
            Pattern::DayPart(part) => {
                let day = if step.abs() == 10 { step.signum() } else { step };
                part_of_day(add_days(today, day)?, part)
            }
            Pattern::Clock(_) | Pattern::ClockRange(..) => None,
            _ => {
                let around = self.around(context);
                match step {
                    // The one of the running year; where a tense is past, the last one begun.
                    0 => {
                        let running = around.into_iter().find(|p| p.from.local <= now && now < p.to.local);
                        running
                            .or_else(|| {
                                self.occurrence(0, context)
                                    .filter(|p| direction != Direction::Past || p.from.local <= now)
                            })
                            .or_else(|| self.resolve(direction, context))
                    }
                    1 | 10 => around.into_iter().find(|p| p.from.local > now),
                    _ => around.into_iter().rev().find(|p| p.to.local <= now),
                }
            }
        }
    }

    /// The first occurrence that begins at or after a day.
    pub fn first_from(&self, day: NaiveDate, context: &Context) -> Option<Period> {
        let moved = context_at(context, day);
        if let Some(weekday) = self.weekday()
            && let Some(p) = self.on_weekday(weekday, Direction::Coming, &moved)
            && p.first_day() >= day
        {
            return Some(p);
        }
        self.around(&moved).into_iter().find(|p| p.first_day() >= day)
    }

    /// The last occurrence that begins at or before a day.
    pub fn last_until(&self, day: NaiveDate, context: &Context) -> Option<Period> {
        self.around(&context_at(context, day)).into_iter().rev().find(|p| p.first_day() <= day)
    }
}

/// The same customs at noon of another day.
pub fn context_at(context: &Context, day: NaiveDate) -> Context {
    let noon = day.and_hms_opt(12, 0, 0).unwrap_or(midnight(day));
    Context { now: crate::civil::local_instant(noon, context.zone).0, ..*context }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::DateTime;
    use chrono_tz::Tz;

    fn context(now: &str) -> Context {
        Context::new(DateTime::parse_from_rfc3339(now).unwrap().to_utc(), Tz::UTC)
    }

    fn first(pattern: Pattern, direction: Direction, now: &str) -> String {
        pattern.resolve(direction, &context(now)).unwrap().first_day().to_string()
    }

    #[test]
    fn a_tense_picks_the_occurrence() {
        let june = Pattern::Month(6);
        assert_eq!(first(june, Direction::Past, "2027-02-20T09:00:00Z"), "2026-06-01");
        assert_eq!(first(june, Direction::Coming, "2027-02-20T09:00:00Z"), "2027-06-01");
        assert_eq!(first(june, Direction::Past, "2027-06-20T09:00:00Z"), "2027-06-01");
        assert_eq!(first(june, Direction::Nearest, "2027-02-20T09:00:00Z"), "2027-06-01");
        assert_eq!(first(june, Direction::Nearest, "2026-09-20T09:00:00Z"), "2026-06-01");
    }

    #[test]
    fn a_weekday_is_never_today_in_the_past() {
        let thursday = Pattern::Weekday(Weekday::Thu);
        assert_eq!(first(thursday, Direction::Past, "2026-05-14T09:00:00Z"), "2026-05-07");
        assert_eq!(first(thursday, Direction::Coming, "2026-05-14T09:00:00Z"), "2026-05-14");
    }

    #[test]
    fn days_that_not_every_month_has_are_found() {
        let day = Pattern::DayOfMonth { day: 31, weekday: None };
        assert_eq!(first(day, Direction::Past, "2026-05-13T09:00:00Z"), "2026-03-31");
        let leap = Pattern::MonthDay { month: 2, day: 29, weekday: None };
        assert_eq!(first(leap, Direction::Past, "2026-05-13T09:00:00Z"), "2024-02-29");
        assert_eq!(first(leap, Direction::Coming, "2097-05-13T09:00:00Z"), "2104-02-29");
    }

    #[test]
    fn a_weekday_beside_a_date_picks_the_year() {
        let friday = Pattern::MonthDay { month: 7, day: 24, weekday: Some(Weekday::Fri) };
        assert_eq!(first(friday, Direction::Past, "2026-09-01T09:00:00Z"), "2026-07-24");
        let near = Pattern::MonthDay { month: 8, day: 29, weekday: Some(Weekday::Sat) };
        assert_eq!(first(near, Direction::Coming, "2026-09-01T09:00:00Z"), "2026-08-29");
    }
}
