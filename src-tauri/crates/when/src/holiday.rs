//! Named days that a calendar alone can compute: fixed dates, the nth weekday of a month, and
//! those that hang on Easter, western or eastern. Feasts of other calendars are left out.

use chrono::{Datelike as _, Days, NaiveDate, Weekday};

/// How the day of a feast is found in a year.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HolidayRule {
    Fixed {
        month: u32,
        day: u32,
    },
    /// The nth weekday of a month (from its end where negative), and days after it.
    Nth {
        month: u32,
        weekday: Weekday,
        nth: i32,
        after: i64,
    },
    /// Days from western Easter Sunday.
    Easter(i64),
    /// Days from eastern Easter Sunday.
    Orthodox(i64),
    /// Ash Wednesday up to Easter.
    Lent,
}

impl HolidayRule {
    /// Reads a value of the table, such as `nth 11 thu 4`.
    pub fn parse(value: &str) -> Option<Self> {
        let words: Vec<&str> = value.split(' ').collect();
        Some(match words.as_slice() {
            ["fixed", month, day] => {
                HolidayRule::Fixed { month: month.parse().ok()?, day: day.parse().ok()? }
            }
            ["nth", month, weekday, nth] => HolidayRule::Nth {
                month: month.parse().ok()?,
                weekday: weekday.parse().ok()?,
                nth: nth.parse().ok()?,
                after: 0,
            },
            ["nth_after", month, weekday, nth, after] => HolidayRule::Nth {
                month: month.parse().ok()?,
                weekday: weekday.parse().ok()?,
                nth: nth.parse().ok()?,
                after: after.parse().ok()?,
            },
            ["easter", days] => HolidayRule::Easter(days.parse().ok()?),
            ["orthodox", days] => HolidayRule::Orthodox(days.parse().ok()?),
            ["lent", _] => HolidayRule::Lent,
            _ => return None,
        })
    }

    /// The first day and the day after the last.
    pub fn days(self, year: i32) -> Option<(NaiveDate, NaiveDate)> {
        let first = match self {
            HolidayRule::Fixed { month, day } => NaiveDate::from_ymd_opt(year, month, day)?,
            HolidayRule::Nth { month, weekday, nth, after } => {
                plus(nth_weekday(year, month, weekday, nth)?, after)?
            }
            HolidayRule::Easter(days) => plus(easter(year)?, days)?,
            HolidayRule::Orthodox(days) => plus(orthodox_easter(year)?, days)?,
            HolidayRule::Lent => {
                let easter = easter(year)?;
                return Some((plus(easter, -46)?, easter));
            }
        };
        Some((first, first.succ_opt()?))
    }
}

fn plus(day: NaiveDate, days: i64) -> Option<NaiveDate> {
    day.checked_add_signed(chrono::Duration::try_days(days)?)
}

/// The nth weekday of a month, counted from the end where `nth` is negative.
pub fn nth_weekday(year: i32, month: u32, weekday: Weekday, nth: i32) -> Option<NaiveDate> {
    if nth > 0 {
        return NaiveDate::from_weekday_of_month_opt(year, month, weekday, u8::try_from(nth).ok()?);
    }
    let next = if month == 12 {
        NaiveDate::from_ymd_opt(year.checked_add(1)?, 1, 1)?
    } else {
        NaiveDate::from_ymd_opt(year, month + 1, 1)?
    };
    let last = next.pred_opt()?;
    let back = (7 + last.weekday().num_days_from_monday() - weekday.num_days_from_monday()) % 7;
    let day = last.checked_sub_days(Days::new(u64::from(back) + 7 * u64::from(nth.unsigned_abs() - 1)))?;
    (day.month() == month).then_some(day)
}

/// Easter Sunday of the Gregorian calendar (Meeus, Jones, Butcher).
pub fn easter(year: i32) -> Option<NaiveDate> {
    if year < 1 {
        return None;
    }
    let (a, b, c) = (year % 19, year / 100, year % 100);
    let (d, e) = (b / 4, b % 4);
    let f = (b + 8) / 25;
    let g = (b - f + 1) / 3;
    let h = (19 * a + b - d - g + 15) % 30;
    let (i, k) = (c / 4, c % 4);
    let l = (32 + 2 * e + 2 * i - h - k) % 7;
    let m = (a + 11 * h + 22 * l) / 451;
    let month = (h + l - 7 * m + 114) / 31;
    let day = (h + l - 7 * m + 114) % 31 + 1;
    NaiveDate::from_ymd_opt(year, month as u32, day as u32)
}

/// Easter Sunday of the Julian calendar, as a Gregorian date (Meeus).
pub fn orthodox_easter(year: i32) -> Option<NaiveDate> {
    if year < 1 {
        return None;
    }
    let (a, b, c) = (year % 4, year % 7, year % 19);
    let d = (19 * c + 15) % 30;
    let e = (2 * a + 4 * b - d + 34) % 7;
    let month = (d + e + 114) / 31;
    let day = (d + e + 114) % 31 + 1;
    let shift = i64::from(year / 100 - year / 400 - 2);
    plus(NaiveDate::from_ymd_opt(year, month as u32, day as u32)?, shift)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn easter_falls_where_the_tables_say() {
        for (year, day) in
            [(1818, "1818-03-22"), (2024, "2024-03-31"), (2026, "2026-04-05"), (2038, "2038-04-25")]
        {
            assert_eq!(easter(year).unwrap().to_string(), day);
        }
        for (year, day) in [(2024, "2024-05-05"), (2025, "2025-04-20"), (2026, "2026-04-12")] {
            assert_eq!(orthodox_easter(year).unwrap().to_string(), day);
        }
    }

    #[test]
    fn weekdays_are_counted_from_both_ends() {
        assert_eq!(nth_weekday(2026, 11, Weekday::Thu, 4).unwrap().to_string(), "2026-11-26");
        assert_eq!(nth_weekday(2026, 5, Weekday::Mon, -1).unwrap().to_string(), "2026-05-25");
        assert_eq!(nth_weekday(2026, 2, Weekday::Mon, 5), None);
        assert_eq!(nth_weekday(2026, 2, Weekday::Mon, -5), None);
    }

    #[test]
    fn feasts_that_hang_on_others_follow() {
        let day = |value: &str, year| HolidayRule::parse(value).unwrap().days(year).unwrap().0.to_string();
        assert_eq!(day("nth_after 11 thu 4 1", 2026), "2026-11-27");
        assert_eq!(day("easter -2", 2026), "2026-04-03");
        assert_eq!(day("fixed 12 25", 1900), "1900-12-25");
    }
}
