//! Instants in UTC microseconds and half-open intervals of them. Civil dates and time zones
//! are in [`crate::date`].

use std::fmt;
use std::str::FromStr;

use chrono::{DateTime, Datelike as _, SecondsFormat, TimeZone as _, Utc};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A moment: microseconds since the Unix epoch, UTC. Text form: RFC 3339 with `Z`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instant(i64);

impl Instant {
    /// The earliest moment that has a text form (year −262143).
    pub const MIN: Instant = Instant(-8_334_601_228_800_000_000);
    /// The latest moment that has a text form (year 262142).
    pub const MAX: Instant = Instant(8_210_266_876_799_999_999);

    /// From microseconds since the Unix epoch; values without a text form are clamped.
    #[must_use]
    pub fn from_micros(micros: i64) -> Self {
        Instant(micros.clamp(Self::MIN.0, Self::MAX.0))
    }

    #[must_use]
    pub fn micros(self) -> i64 {
        self.0
    }

    /// Milliseconds since the epoch as the window's scales use them.
    #[must_use]
    pub fn millis_f64(self) -> f64 {
        self.0 as f64 / 1000.0
    }

    #[must_use]
    pub fn plus_micros(self, micros: i64) -> Self {
        Self::from_micros(self.0.saturating_add(micros))
    }

    #[must_use]
    pub fn to_utc(self) -> DateTime<Utc> {
        Utc.timestamp_micros(self.0).single().expect("clamped to chrono's range on construction")
    }
}

impl From<DateTime<Utc>> for Instant {
    fn from(at: DateTime<Utc>) -> Self {
        Instant::from_micros(at.timestamp_micros())
    }
}

impl fmt::Display for Instant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let utc = self.to_utc();
        let digits = if self.0 % 1_000_000 == 0 { SecondsFormat::Secs } else { SecondsFormat::Micros };
        let text = utc.to_rfc3339_opts(digits, true);
        // RFC 3339 ends with the year 9999; beyond it years are written as ISO 8601 expands them.
        match utc.year() {
            0..=9999 => f.write_str(&text),
            year => write!(f, "{year:+07}{}", after_year(&text)),
        }
    }
}

/// What follows the year in a text form; a sign may stand before it.
fn after_year(text: &str) -> &str {
    text.get(1..).and_then(|text| text.find('-').map(|end| &text[end..])).unwrap_or_default()
}

/// Text that is no RFC 3339 instant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not an instant: write RFC 3339, for example 2026-03-01T09:00:00Z")]
pub struct ParseInstantError(pub String);

impl FromStr for Instant {
    type Err = ParseInstantError;

    /// Any RFC 3339 instant; the offset is applied, so `…T11:00:00Z` equals `…T13:00:00+02:00`.
    /// Digits finer than a microsecond are cut. Years beyond 0000 to 9999 are read as they are written,
    /// with a sign.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let given = text.trim();
        let read = if given.starts_with(['+', '-']) {
            given.parse::<DateTime<Utc>>()
        } else {
            DateTime::parse_from_rfc3339(given).map(|at| at.with_timezone(&Utc))
        };
        read.map(Instant::from).map_err(|_| ParseInstantError(text.to_owned()))
    }
}

impl Serialize for Instant {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Instant {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// `[from, to)`. A `from` of `None` is "since some unknown time"; a `to` of `None` is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Interval {
    pub from: Option<Instant>,
    pub to: Option<Instant>,
}

impl Interval {
    #[must_use]
    pub fn new(from: Option<Instant>, to: Option<Instant>) -> Self {
        Interval { from, to }
    }

    /// Whether `at` lies inside.
    #[must_use]
    pub fn contains(&self, at: Instant) -> bool {
        self.from.is_none_or(|from| from <= at) && self.to.is_none_or(|to| at < to)
    }

    /// Whether the two share any moment. An instant period (`from == to`) counts as its moment.
    #[must_use]
    pub fn meets(&self, other: &Interval) -> bool {
        let starts_before_end = |a: &Interval, b: &Interval| match (a.from, b.to) {
            (Some(from), Some(to)) => from < to || (b.from == b.to && from <= to),
            _ => true,
        };
        starts_before_end(self, other) && starts_before_end(other, self)
    }
}

/// How finely a date is known. A coarse date is stored at its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum Precision {
    Instant,
    Day,
    Week,
    Month,
    Quarter,
    Year,
}

impl Precision {
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Precision::Instant => "instant",
            Precision::Day => "day",
            Precision::Week => "week",
            Precision::Month => "month",
            Precision::Quarter => "quarter",
            Precision::Year => "year",
        }
    }

    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "instant" => Precision::Instant,
            "day" => Precision::Day,
            "week" => Precision::Week,
            "month" => Precision::Month,
            "quarter" => Precision::Quarter,
            "year" => Precision::Year,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Instant {
        text.parse().unwrap()
    }

    #[test]
    fn offsets_name_the_same_instant() {
        assert_eq!(at("2026-05-01T11:00:00Z"), at("2026-05-01T13:00:00+02:00"));
    }

    #[test]
    fn text_keeps_microseconds_and_drops_empty_ones() {
        assert_eq!(at("2026-03-01T09:00:01.000001Z").to_string(), "2026-03-01T09:00:01.000001Z");
        assert_eq!(at("2026-03-01T09:00:01Z").to_string(), "2026-03-01T09:00:01Z");
    }

    #[test]
    fn far_years_survive_the_round_trip() {
        for text in ["1066-10-14T00:00:00Z", "1969-12-31T23:59:59.999999Z", "2999-01-01T00:00:00Z"] {
            assert_eq!(at(text).to_string(), text);
        }
        assert_eq!(Instant::from_micros(i64::MAX), Instant::MAX);
        assert_eq!(Instant::MIN.to_utc().timestamp_micros(), Instant::MIN.micros());
        assert_eq!(Instant::MAX.to_utc().timestamp_micros(), Instant::MAX.micros());
    }

    #[test]
    fn years_beyond_four_digits_are_read_back_as_they_are_written() {
        for text in [
            "0000-01-01T00:00:00Z",
            "9999-12-31T23:59:59.999999Z",
            "+010000-01-01T00:00:00Z",
            "+010000-01-01T00:00:00.000001Z",
            "-000001-12-31T23:59:59.999999Z",
            "-000044-03-15T00:00:00Z",
            "+262142-12-31T23:59:59.999999Z",
        ] {
            assert_eq!(at(text).to_string(), text);
        }
        for far in [Instant::MIN, Instant::MAX, Instant::MIN.plus_micros(1), Instant::MAX.plus_micros(-1)] {
            assert_eq!(at(&far.to_string()), far, "{far}");
        }
        // An offset reaches over the bounds.
        assert_eq!(at("9999-12-31T23:00:00-02:00").to_string(), "+010000-01-01T01:00:00Z");
        assert_eq!(at("0000-01-01T01:00:00+02:00").to_string(), "-000001-12-31T23:00:00Z");
        assert_eq!(at("+10000-01-01T00:00:00Z"), at("+010000-01-01T00:00:00Z"), "as older exports wrote it");
        for text in
            ["+10000", "+-10000-01-01T00:00:00Z", "+010000-13-01T00:00:00Z", "-", "+999999-01-01T00:00:00Z"]
        {
            assert!(text.parse::<Instant>().is_err(), "{text}");
        }
    }

    #[test]
    fn bad_text_is_quoted() {
        let error = "yesterday".parse::<Instant>().unwrap_err();
        assert!(error.to_string().contains("'yesterday'"));
    }

    #[test]
    fn intervals_are_half_open() {
        let march = Interval::new(Some(at("2026-03-01T00:00:00Z")), Some(at("2026-04-01T00:00:00Z")));
        let april = Interval::new(march.to, None);
        let moment = Interval::new(march.to, march.to);
        assert!(march.contains(at("2026-03-01T00:00:00Z")) && !march.contains(at("2026-04-01T00:00:00Z")));
        assert!(!march.meets(&april) && april.meets(&moment) && !march.meets(&moment));
        assert!(Interval::new(None, None).meets(&march));
    }
}
