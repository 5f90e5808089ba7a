//! What a reading is made against: the moment, the zone, and the customs of the place (the order
//! of a numeric date, the first day of the week). Nothing here looks at a clock.

use chrono::{DateTime, Datelike as _, NaiveDate, NaiveDateTime, Utc, Weekday};
use chrono_tz::Tz;

/// How `03/04/2026` is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DateOrder {
    /// 3 April.
    #[default]
    DayFirst,
    /// 4 March.
    MonthFirst,
}

impl DateOrder {
    /// The order of a locale such as `en-GB`, `en_US.UTF-8` or `pt-PT`: day first but for the
    /// United States.
    #[must_use]
    pub fn of_locale(locale: &str) -> Self {
        let mut parts = locale.split(['-', '_', '.']);
        let _language = parts.next();
        if parts.any(|part| part.eq_ignore_ascii_case("us")) {
            DateOrder::MonthFirst
        } else {
            DateOrder::DayFirst
        }
    }
}

/// The moment of asking (or of telling) and the customs to read against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Context {
    /// When the question was asked or the text was told.
    pub now: DateTime<Utc>,
    /// Where days begin.
    pub zone: Tz,
    /// How numeric dates are read.
    pub date_order: DateOrder,
    /// The first day of a week.
    pub week_start: Weekday,
}

impl Context {
    /// Day first, weeks from Monday.
    #[must_use]
    pub fn new(now: DateTime<Utc>, zone: Tz) -> Self {
        Context { now, zone, date_order: DateOrder::DayFirst, week_start: Weekday::Mon }
    }

    /// Takes the date order of a locale (`en-US` is month first).
    #[must_use]
    pub fn with_locale(mut self, locale: &str) -> Self {
        self.date_order = DateOrder::of_locale(locale);
        self
    }

    /// Takes a date order.
    #[must_use]
    pub fn with_date_order(mut self, order: DateOrder) -> Self {
        self.date_order = order;
        self
    }

    /// Takes another first day of the week.
    #[must_use]
    pub fn with_week_start(mut self, day: Weekday) -> Self {
        self.week_start = day;
        self
    }

    /// The same with a moment that has room for a century on both sides in chrono's calendar, so
    /// that no local time of it overflows.
    pub(crate) fn within_the_calendar(&self) -> Self {
        let edge = |year: i32| {
            NaiveDate::from_ymd_opt(year, 1, 1).unwrap_or_default().and_time(chrono::NaiveTime::MIN).and_utc()
        };
        Context { now: self.now.clamp(edge(-250_000), edge(250_000)), ..*self }
    }

    /// The local date and time of asking.
    #[must_use]
    pub fn local_now(&self) -> NaiveDateTime {
        self.now.with_timezone(&self.zone).naive_local()
    }

    /// The local date of asking.
    #[must_use]
    pub fn today(&self) -> NaiveDate {
        self.local_now().date()
    }

    /// The first day of the week that holds `day`.
    #[must_use]
    pub fn week_of(&self, day: NaiveDate) -> NaiveDate {
        let back = (7 + day.weekday().num_days_from_monday() - self.week_start.num_days_from_monday()) % 7;
        day - chrono::Days::new(u64::from(back))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_united_states_put_the_month_first() {
        for (locale, order) in [
            ("en-US", DateOrder::MonthFirst),
            ("en_US.UTF-8", DateOrder::MonthFirst),
            ("es-US", DateOrder::MonthFirst),
            ("en-GB", DateOrder::DayFirst),
            ("us", DateOrder::DayFirst),
            ("", DateOrder::DayFirst),
        ] {
            assert_eq!(DateOrder::of_locale(locale), order, "{locale}");
        }
    }

    #[test]
    fn a_week_begins_where_the_space_says() {
        let now = DateTime::parse_from_rfc3339("2026-05-17T12:00:00Z").unwrap().to_utc();
        let monday = Context::new(now, Tz::UTC);
        assert_eq!(monday.week_of(monday.today()).to_string(), "2026-05-11");
        let sunday = monday.with_week_start(Weekday::Sun);
        assert_eq!(sunday.week_of(sunday.today()).to_string(), "2026-05-17");
    }
}
