//! Civil time: periods between local times, their arithmetic, and the way to instants through a
//! zone with its gaps and repeated hours. Which period a text means is left to the grammar.

use chrono::{DateTime, Datelike as _, Days, Duration, MappedLocalTime, Months, NaiveDate, NaiveDateTime};
use chrono::{NaiveTime, TimeZone as _, Utc, Weekday};
use chrono_tz::Tz;

use crate::context::Context;
use crate::lexicon::{Part, Season, Unit};
use crate::reading::Precision;

/// What a period is: the unit it was named by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grain {
    /// A clock time or a count of hours.
    Instant,
    DayPart,
    Day,
    Weekend,
    Week,
    Month,
    Quarter,
    Season,
    Half,
    Year,
    Decade,
    Century,
}

impl Grain {
    pub fn precision(self) -> Precision {
        match self {
            Grain::Instant => Precision::Instant,
            Grain::DayPart | Grain::Day | Grain::Weekend => Precision::Day,
            Grain::Week => Precision::Week,
            Grain::Month => Precision::Month,
            Grain::Quarter | Grain::Season => Precision::Quarter,
            Grain::Half | Grain::Year | Grain::Decade | Grain::Century => Precision::Year,
        }
    }

    pub fn of(unit: Unit) -> Self {
        match unit {
            Unit::Second | Unit::Minute | Unit::Hour => Grain::Instant,
            Unit::Day | Unit::Night | Unit::BusinessDay => Grain::Day,
            Unit::Weekend => Grain::Weekend,
            Unit::Week | Unit::WorkWeek | Unit::Fortnight => Grain::Week,
            Unit::Month => Grain::Month,
            Unit::Quarter => Grain::Quarter,
            Unit::Half => Grain::Half,
            Unit::Year => Grain::Year,
            Unit::Decade => Grain::Decade,
            Unit::Century => Grain::Century,
        }
    }
}

/// A place on the local time line; `exact` where the instant is known better than its local time
/// tells (a stamp with an offset, a count of elapsed hours).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    pub local: NaiveDateTime,
    pub exact: Option<DateTime<Utc>>,
}

impl Moment {
    pub fn local(local: NaiveDateTime) -> Self {
        Moment { local, exact: None }
    }

    pub fn exact(at: DateTime<Utc>, zone: Tz) -> Self {
        Moment { local: at.with_timezone(&zone).naive_local(), exact: Some(at) }
    }

    /// The instant, and what had to be decided.
    pub fn instant(self, zone: Tz) -> (DateTime<Utc>, Option<Adjustment>) {
        match self.exact {
            Some(at) => (at, None),
            None => local_instant(self.local, zone),
        }
    }
}

/// `[from, to)` of local time; a moment has `from == to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    pub from: Moment,
    pub to: Moment,
    pub grain: Grain,
}

impl Period {
    pub fn days(from: NaiveDate, to: NaiveDate, grain: Grain) -> Self {
        Period { from: Moment::local(midnight(from)), to: Moment::local(midnight(to)), grain }
    }

    pub fn day(day: NaiveDate) -> Option<Self> {
        Some(Self::days(day, day.succ_opt()?, Grain::Day))
    }

    pub fn moment(at: Moment) -> Self {
        Period { from: at, to: at, grain: Grain::Instant }
    }

    pub fn month(year: i32, month: u32) -> Option<Self> {
        let first = NaiveDate::from_ymd_opt(year, month, 1)?;
        Some(Self::days(first, add_months(first, 1)?, Grain::Month))
    }

    pub fn year(year: i32) -> Option<Self> {
        Self::years(year, 1, Grain::Year)
    }

    pub fn years(year: i32, count: i32, grain: Grain) -> Option<Self> {
        let first = NaiveDate::from_ymd_opt(year, 1, 1)?;
        Some(Self::days(first, NaiveDate::from_ymd_opt(year.checked_add(count)?, 1, 1)?, grain))
    }

    pub fn quarter(year: i32, quarter: u32) -> Option<Self> {
        let first = NaiveDate::from_ymd_opt(year, quarter.checked_mul(3)?.checked_sub(2)?, 1)?;
        Some(Self::days(first, add_months(first, 3)?, Grain::Quarter))
    }

    pub fn half(year: i32, half: u32) -> Option<Self> {
        let first = NaiveDate::from_ymd_opt(year, if half == 1 { 1 } else { 7 }, 1)?;
        Some(Self::days(first, add_months(first, 6)?, Grain::Half))
    }

    /// Winter belongs to the year of its December.
    pub fn season(year: i32, season: Season) -> Option<Self> {
        let month = match season {
            Season::Spring => 3,
            Season::Summer => 6,
            Season::Autumn => 9,
            Season::Winter => 12,
        };
        let first = NaiveDate::from_ymd_opt(year, month, 1)?;
        Some(Self::days(first, add_months(first, 3)?, Grain::Season))
    }

    pub fn first_day(&self) -> NaiveDate {
        self.from.local.date()
    }

    /// The last day that the period touches.
    pub fn last_day(&self) -> NaiveDate {
        if self.from == self.to {
            return self.to.local.date();
        }
        self.to.local.checked_sub_signed(Duration::microseconds(1)).map_or(self.to.local.date(), |t| t.date())
    }

    pub fn is_moment(&self) -> bool {
        self.from == self.to
    }
}

pub fn midnight(day: NaiveDate) -> NaiveDateTime {
    day.and_time(NaiveTime::MIN)
}

/// Months later (or earlier), clamped to the month's end.
pub fn add_months(day: NaiveDate, months: i64) -> Option<NaiveDate> {
    let count = Months::new(u32::try_from(months.unsigned_abs()).ok()?);
    if months >= 0 { day.checked_add_months(count) } else { day.checked_sub_months(count) }
}

pub fn add_days(day: NaiveDate, days: i64) -> Option<NaiveDate> {
    if days >= 0 {
        day.checked_add_days(Days::new(days as u64))
    } else {
        day.checked_sub_days(Days::new(days.unsigned_abs()))
    }
}

/// Working days later (or earlier): Saturdays and Sundays do not count.
pub fn add_business_days(day: NaiveDate, days: i64) -> Option<NaiveDate> {
    let is_working = |d: NaiveDate| !matches!(d.weekday(), Weekday::Sat | Weekday::Sun);
    let step = days.signum();
    let (weeks, rest) = ((days.abs() - 1).max(0) / 5, if days == 0 { 0 } else { (days.abs() - 1) % 5 + 1 });
    let mut day = add_days(day, step * weeks * 7)?;
    for _ in 0..rest {
        day = add_days(day, step)?;
        while !is_working(day) {
            day = add_days(day, step)?;
        }
    }
    Some(day)
}

/// A count of calendar units from a day; the unit must be a day or longer.
pub fn shift_day(day: NaiveDate, unit: Unit, count: i64) -> Option<NaiveDate> {
    match unit {
        Unit::Second | Unit::Minute | Unit::Hour => None,
        Unit::Day | Unit::Night => add_days(day, count),
        Unit::BusinessDay => add_business_days(day, count),
        Unit::Week | Unit::WorkWeek | Unit::Weekend => add_days(day, count.checked_mul(7)?),
        Unit::Fortnight => add_days(day, count.checked_mul(14)?),
        Unit::Month => add_months(day, count),
        Unit::Quarter => add_months(day, count.checked_mul(3)?),
        Unit::Half => add_months(day, count.checked_mul(6)?),
        Unit::Year => add_months(day, count.checked_mul(12)?),
        Unit::Decade => add_months(day, count.checked_mul(120)?),
        Unit::Century => add_months(day, count.checked_mul(1200)?),
    }
}

/// The calendar unit that holds a day, moved by whole units.
pub fn unit_at(day: NaiveDate, unit: Unit, offset: i64, context: &Context) -> Option<Period> {
    let grain = Grain::of(unit);
    Some(match unit {
        Unit::Second | Unit::Minute | Unit::Hour => return None,
        Unit::Day | Unit::Night => Period::day(add_days(day, offset)?)?,
        Unit::BusinessDay => Period::day(add_business_days(day, offset)?)?,
        Unit::Weekend => {
            let monday = add_days(day, -i64::from(day.weekday().num_days_from_monday()))?;
            let saturday = add_days(monday, offset.checked_mul(7)?.checked_add(5)?)?;
            Period::days(saturday, add_days(saturday, 2)?, grain)
        }
        Unit::WorkWeek => {
            let monday = add_days(day, -i64::from(day.weekday().num_days_from_monday()))?;
            let monday = add_days(monday, offset.checked_mul(7)?)?;
            Period::days(monday, add_days(monday, 5)?, grain)
        }
        Unit::Week => {
            let first = add_days(context.week_of(day), offset.checked_mul(7)?)?;
            Period::days(first, add_days(first, 7)?, grain)
        }
        Unit::Fortnight => {
            let first = add_days(context.week_of(day), offset.checked_mul(14)?)?;
            Period::days(first, add_days(first, 14)?, grain)
        }
        Unit::Month => {
            let first = add_months(day.with_day(1)?, offset)?;
            Period::month(first.year(), first.month())?
        }
        Unit::Quarter => {
            let first = add_months(day.with_day(1)?, offset.checked_mul(3)?)?;
            Period::quarter(first.year(), first.month0() / 3 + 1)?
        }
        Unit::Half => {
            let first = add_months(day.with_day(1)?, offset.checked_mul(6)?)?;
            Period::half(first.year(), first.month0() / 6 + 1)?
        }
        Unit::Year => Period::year(day.year().checked_add(i32::try_from(offset).ok()?)?)?,
        Unit::Decade => {
            let year = day.year().div_euclid(10).checked_add(i32::try_from(offset).ok()?)?.checked_mul(10)?;
            Period::years(year, 10, grain)?
        }
        Unit::Century => {
            let year =
                day.year().div_euclid(100).checked_add(i32::try_from(offset).ok()?)?.checked_mul(100)?;
            Period::years(year, 100, grain)?
        }
    })
}

/// The first, middle or last third of a period, or one of its halves. Of a month these are the
/// days 1–10, 11–20 and the rest; of a year four months each; of a week three days each (Monday to Wednesday, Wednesday to
/// Friday, Friday to Sunday).
pub fn part_of(period: &Period, part: Part) -> Option<Period> {
    let (first, end) = (period.first_day(), period.to.local.date());
    let days = (end - first).num_days();
    let cut = |a: NaiveDate, b: NaiveDate| Period::days(a, b, period.grain);
    let by_months = |months: i64| -> Option<Period> {
        Some(match part {
            Part::Early => cut(first, add_months(first, months)?),
            Part::Mid => cut(add_months(first, months)?, add_months(first, 2 * months)?),
            Part::Late => cut(add_months(first, 2 * months)?, end),
            Part::FirstHalf => cut(first, add_months(first, months * 3 / 2)?),
            Part::SecondHalf => cut(add_months(first, months * 3 / 2)?, end),
        })
    };
    let by_days = |early: i64, late: i64, half: i64| -> Option<Period> {
        Some(match part {
            Part::Early => cut(first, add_days(first, early)?),
            Part::Mid => cut(add_days(first, early)?, add_days(first, late)?),
            Part::Late => cut(add_days(first, late)?, end),
            Part::FirstHalf => cut(first, add_days(first, half)?),
            Part::SecondHalf => cut(add_days(first, half)?, end),
        })
    };
    match period.grain {
        Grain::Instant => None,
        Grain::DayPart | Grain::Day if days <= 1 => {
            let length = period.to.local - period.from.local;
            let third = length / 3;
            let (a, b) = match part {
                Part::Early => (Duration::zero(), third),
                Part::Mid => (third, third * 2),
                Part::Late => (third * 2, length),
                Part::FirstHalf => (Duration::zero(), length / 2),
                Part::SecondHalf => (length / 2, length),
            };
            let at = |by: Duration| Some(Moment::local(period.from.local.checked_add_signed(by)?));
            Some(Period { from: at(a)?, to: at(b)?, grain: Grain::DayPart })
        }
        Grain::Year if days >= 365 => by_months(4),
        Grain::Half if days >= 181 => by_months(2),
        Grain::Quarter | Grain::Season if days >= 89 => {
            if matches!(part, Part::FirstHalf | Part::SecondHalf) {
                by_days(1, 1, days / 2)
            } else {
                by_months(1)
            }
        }
        Grain::Month if days >= 28 => by_days(10, 20, 15),
        // Thirds rounded outward to whole days: three days each, the middle one overlapping both.
        Grain::Week if days == 7 => Some(match part {
            Part::Early => cut(first, add_days(first, 3)?),
            Part::Mid => cut(add_days(first, 2)?, add_days(first, 5)?),
            Part::Late => cut(add_days(first, 4)?, end),
            Part::FirstHalf => cut(first, add_days(first, 4)?),
            Part::SecondHalf => cut(add_days(first, 3)?, end),
        }),
        Grain::Decade | Grain::Century => {
            let years = i64::from(end.year() - first.year());
            let third = |n: i64| add_months(first, (years * n + 2) / 3 * 12);
            Some(match part {
                Part::Early => cut(first, third(1)?),
                Part::Mid => cut(third(1)?, third(2)?),
                Part::Late => cut(third(2)?, end),
                Part::FirstHalf => cut(first, add_months(first, years * 6)?),
                Part::SecondHalf => cut(add_months(first, years * 6)?, end),
            })
        }
        _ => by_days((days + 2) / 3, (2 * days + 2) / 3, (days + 1) / 2),
    }
}

/// What a zone forced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Adjustment {
    /// The local time does not exist; the first instant after the gap was taken.
    Gap,
    /// The local time exists twice; the first was taken.
    Fold,
}

/// The instant of a local time: the first after a gap, the first of two.
pub fn local_instant(local: NaiveDateTime, zone: Tz) -> (DateTime<Utc>, Option<Adjustment>) {
    match zone.from_local_datetime(&local) {
        MappedLocalTime::Single(at) => (at.to_utc(), None),
        MappedLocalTime::Ambiguous(at, _) => (at.to_utc(), Some(Adjustment::Fold)),
        MappedLocalTime::None => (after_gap(local, zone), Some(Adjustment::Gap)),
    }
}

fn after_gap(local: NaiveDateTime, zone: Tz) -> DateTime<Utc> {
    // A gap is at most a day long (Samoa, 2011), so the near side lies within two days.
    let exists = |at: NaiveDateTime| zone.from_local_datetime(&at).earliest();
    let (mut before, mut after) = (0_i64, 0_i64);
    for hours in [1, 2, 4, 25, 49] {
        after = hours * 3600;
        if local.checked_add_signed(Duration::seconds(after)).is_some_and(|at| exists(at).is_some()) {
            break;
        }
        before = after;
    }
    while after - before > 1 {
        let middle = i64::midpoint(before, after);
        if exists(local + Duration::seconds(middle)).is_some() { after = middle } else { before = middle }
    }
    let near = local.checked_add_signed(Duration::seconds(after)).unwrap_or(local);
    let near = near - Duration::nanoseconds(i64::from(near.and_utc().timestamp_subsec_nanos()));
    exists(near).map_or_else(|| near.and_utc(), |at| at.to_utc())
}

/// Whether a whole civil day is missing in a zone.
pub fn day_is_missing(day: NaiveDate, zone: Tz) -> bool {
    let Some(next) = day.succ_opt() else { return false };
    let (from, adjusted) = local_instant(midnight(day), zone);
    adjusted == Some(Adjustment::Gap) && local_instant(midnight(next), zone).0 <= from
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn at(text: &str, zone: Tz) -> (String, Option<Adjustment>) {
        let (at, adjusted) = local_instant(text.parse().unwrap(), zone);
        (at.to_string(), adjusted)
    }

    #[test]
    fn gaps_and_folds_take_the_first_instant() {
        assert_eq!(
            at("2027-03-28T02:30:00", Tz::Europe__Berlin),
            ("2027-03-28 01:00:00 UTC".into(), Some(Adjustment::Gap))
        );
        assert_eq!(
            at("2027-10-31T02:30:00", Tz::Europe__Berlin),
            ("2027-10-31 00:30:00 UTC".into(), Some(Adjustment::Fold))
        );
        assert_eq!(
            at("2024-09-08T00:00:00", Tz::America__Santiago),
            ("2024-09-08 04:00:00 UTC".into(), Some(Adjustment::Gap))
        );
        assert_eq!(
            at("2011-12-30T12:00:00", Tz::Pacific__Apia),
            ("2011-12-30 10:00:00 UTC".into(), Some(Adjustment::Gap))
        );
        assert!(day_is_missing(day("2011-12-30"), Tz::Pacific__Apia));
        assert!(!day_is_missing(day("2011-12-31"), Tz::Pacific__Apia));
        assert!(!day_is_missing(day("2024-09-08"), Tz::America__Santiago));
    }

    #[test]
    fn months_clamp_to_their_end() {
        assert_eq!(add_months(day("2027-08-31"), -6), Some(day("2027-02-28")));
        assert_eq!(add_months(day("2028-02-29"), 12), Some(day("2029-02-28")));
        assert_eq!(add_months(day("2027-01-31"), i64::MAX), None);
    }

    #[test]
    fn working_days_leave_the_weekend_out() {
        assert_eq!(add_business_days(day("2026-05-15"), 1), Some(day("2026-05-18")));
        assert_eq!(add_business_days(day("2026-05-18"), -1), Some(day("2026-05-15")));
        assert_eq!(add_business_days(day("2026-05-13"), 10), Some(day("2026-05-27")));
        assert_eq!(add_business_days(day("2026-05-13"), 0), Some(day("2026-05-13")));
    }

    #[test]
    fn thirds_follow_the_calendar() {
        let february = Period::month(2028, 2).unwrap();
        let late = part_of(&february, Part::Late).unwrap();
        assert_eq!((late.first_day(), late.last_day()), (day("2028-02-21"), day("2028-02-29")));
        let year = Period::year(2027).unwrap();
        assert_eq!(part_of(&year, Part::Mid).unwrap().first_day(), day("2027-05-01"));
        assert_eq!(part_of(&year, Part::SecondHalf).unwrap().first_day(), day("2027-07-01"));
        let quarter = Period::quarter(2027, 2).unwrap();
        assert_eq!(part_of(&quarter, Part::Late).unwrap().first_day(), day("2027-06-01"));
    }
}
