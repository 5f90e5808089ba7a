//! Civil dates as people and files write them (`2026`, `2026-Q1`, `2026-03`, `2026-03-10`, an
//! RFC 3339 instant) and the instants at which they begin in a time zone. Dates in English
//! sentences are the `when` crate's.

use chrono::{Datelike as _, Duration, MappedLocalTime, NaiveDate, NaiveDateTime, TimeZone as _};
use chrono_tz::Tz;

use crate::time::{Instant, Precision};

/// A date together with how finely it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownDate {
    /// Where the date begins.
    pub from: Instant,
    /// Where the date ends (exclusive); equal to `from` for an instant.
    pub to: Instant,
    pub precision: Precision,
}

/// A date that is malformed or cannot exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DateError {
    #[error(
        "'{0}' is not a date: write 2026, 2026-Q1, 2026-03, 2026-03-10 or an instant such as 2026-03-10T09:00:00Z"
    )]
    Malformed(String),
    #[error("'{0}' does not exist in the calendar")]
    Impossible(String),
    #[error("'{0}' is further away than dates are kept: write a year from -200000 to 200000")]
    TooFar(String),
    #[error("'{0}' is not a time zone: use an IANA name such as Europe/Lisbon")]
    UnknownZone(String),
}

/// The zone of an IANA name.
///
/// # Errors
/// [`DateError::UnknownZone`] quotes the name.
pub fn read_zone(name: &str) -> Result<Tz, DateError> {
    name.parse().map_err(|_| DateError::UnknownZone(name.to_owned()))
}

/// The instant of a local time. One that falls into a gap is the first valid instant after it;
/// one that exists twice is the first.
#[must_use]
pub fn local_instant(local: NaiveDateTime, zone: Tz) -> Instant {
    match zone.from_local_datetime(&local) {
        MappedLocalTime::Single(at) | MappedLocalTime::Ambiguous(at, _) => Instant::from(at.to_utc()),
        MappedLocalTime::None => first_after_gap(local, zone),
    }
}

fn first_after_gap(local: NaiveDateTime, zone: Tz) -> Instant {
    // The longest gap known is a whole day (Samoa, 2011); a day before is always on its near side.
    let exists = |at: &NaiveDateTime| zone.from_local_datetime(at).earliest().is_some();
    let (mut before, mut after) = (local, local + Duration::hours(25));
    while !exists(&after) {
        after += Duration::hours(25);
    }
    while after - before > Duration::seconds(1) {
        let middle = before + (after - before) / 2;
        if exists(&middle) { after = middle } else { before = middle }
    }
    let second = after.and_utc().timestamp();
    let after = chrono::DateTime::from_timestamp(second, 0).map_or(after, |at| at.naive_utc());
    zone.from_local_datetime(&after)
        .earliest()
        .map_or_else(|| Instant::from(after.and_utc()), |at| Instant::from(at.to_utc()))
}

/// The instant at which a civil day begins in a zone.
#[must_use]
pub fn day_start(day: NaiveDate, zone: Tz) -> Instant {
    local_instant(day.and_hms_opt(0, 0, 0).expect("midnight is a time of day"), zone)
}

/// Years further away are refused: near the bounds of the calendar no zone and no period could be added.
const FURTHEST_YEAR: i32 = 200_000;

/// Reads a date written in figures; where it has no time of day it begins in `zone`.
///
/// # Errors
/// [`DateError`] quotes the text.
pub fn read_date(text: &str, zone: Tz) -> Result<KnownDate, DateError> {
    let text = text.trim();
    if text.contains('T') || text.contains(':') {
        return read_moment(text, zone);
    }
    let malformed = || DateError::Malformed(text.to_owned());
    let impossible = || DateError::Impossible(text.to_owned());
    let (sign, rest) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let parts: Vec<&str> = rest.split('-').collect();
    let digits = |part: &str, lengths: std::ops::RangeInclusive<usize>| -> Result<i32, DateError> {
        if lengths.contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit()) {
            part.parse().map_err(|_| malformed())
        } else {
            Err(malformed())
        }
    };
    let year = sign * digits(parts[0], 4..=6)?;
    if year.abs() > FURTHEST_YEAR {
        return Err(DateError::TooFar(text.to_owned()));
    }
    let day = |year: i32, month: i32, day: i32| -> Result<NaiveDate, DateError> {
        let (month, day) = (u32::try_from(month), u32::try_from(day));
        let (Ok(month), Ok(day)) = (month, day) else { return Err(impossible()) };
        NaiveDate::from_ymd_opt(year, month, day).ok_or_else(impossible)
    };
    let span = |from: NaiveDate, to: NaiveDate, precision| KnownDate {
        from: day_start(from, zone),
        to: day_start(to, zone),
        precision,
    };
    let months_later = |year: i32, month: i32, by: i32| {
        let index = month - 1 + by;
        day(year + index / 12, index % 12 + 1, 1)
    };
    match parts.as_slice() {
        [_] => Ok(span(day(year, 1, 1)?, day(year + 1, 1, 1)?, Precision::Year)),
        [_, quarter] if quarter.starts_with(['Q', 'q']) => {
            let quarter = digits(&quarter[1..], 1..=1)?;
            if !(1..=4).contains(&quarter) {
                return Err(impossible());
            }
            let month = quarter * 3 - 2;
            Ok(span(day(year, month, 1)?, months_later(year, month, 3)?, Precision::Quarter))
        }
        [_, month] => {
            let month = digits(month, 2..=2)?;
            Ok(span(day(year, month, 1)?, months_later(year, month, 1)?, Precision::Month))
        }
        [_, month, date] => {
            let date = day(year, digits(month, 2..=2)?, digits(date, 2..=2)?)?;
            let next = date.succ_opt().ok_or_else(impossible)?;
            Ok(span(date, next, Precision::Day))
        }
        _ => Err(malformed()),
    }
}

fn read_moment(text: &str, zone: Tz) -> Result<KnownDate, DateError> {
    let moment = |from| KnownDate { from, to: from, precision: Precision::Instant };
    if let Ok(at) = text.parse::<Instant>() {
        if at.to_utc().year().abs() > FURTHEST_YEAR {
            return Err(DateError::TooFar(text.to_owned()));
        }
        return Ok(moment(at));
    }
    let text_t = text.replacen(' ', "T", 1);
    ["%Y-%m-%dT%H:%M:%S%.f", "%Y-%m-%dT%H:%M"]
        .iter()
        .find_map(|form| NaiveDateTime::parse_from_str(&text_t, form).ok())
        .map(|local| moment(local_instant(local, zone)))
        .ok_or_else(|| DateError::Malformed(text.to_owned()))
}

/// An instant written at the precision it is known, in a zone (`2026-03`, `2026-03-10`).
#[must_use]
pub fn show_date(at: Instant, precision: Precision, zone: Tz) -> String {
    let local = at.to_utc().with_timezone(&zone);
    match precision {
        Precision::Year => local.format("%Y").to_string(),
        Precision::Quarter => format!("{}-Q{}", local.format("%Y"), local.month0() / 3 + 1),
        Precision::Month => local.format("%Y-%m").to_string(),
        Precision::Week | Precision::Day => local.format("%Y-%m-%d").to_string(),
        Precision::Instant => local.format("%Y-%m-%d %H:%M").to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, zone: &str) -> KnownDate {
        read_date(text, read_zone(zone).unwrap()).unwrap()
    }

    #[test]
    fn a_date_begins_in_its_zone() {
        let day = read("2026-07-01", "Europe/Lisbon");
        assert_eq!(day.from.to_string(), "2026-06-30T23:00:00Z");
        assert_eq!(day.to.to_string(), "2026-07-01T23:00:00Z");
        assert_eq!(day.precision, Precision::Day);
    }

    #[test]
    fn coarse_dates_span_their_unit() {
        assert_eq!(read("2026", "UTC").to.to_string(), "2027-01-01T00:00:00Z");
        assert_eq!(read("2026-Q4", "UTC").to.to_string(), "2027-01-01T00:00:00Z");
        assert_eq!(read("2026-12", "UTC").to.to_string(), "2027-01-01T00:00:00Z");
        assert_eq!(read("2024-02-29", "UTC").to.to_string(), "2024-03-01T00:00:00Z");
    }

    #[test]
    fn a_missing_midnight_is_the_first_instant_after_the_gap() {
        // Santiago skips midnight on 2024-09-08; Apia skipped the whole of 2011-12-30.
        assert_eq!(read("2024-09-08", "America/Santiago").from.to_string(), "2024-09-08T04:00:00Z");
        assert_eq!(read("2011-12-30", "Pacific/Apia").from.to_string(), "2011-12-30T10:00:00Z");
        assert_eq!(read("2026-03-29T01:30", "Europe/Lisbon").from.to_string(), "2026-03-29T01:00:00Z");
    }

    #[test]
    fn far_years_begin_in_their_zone_and_their_text_is_read_back() {
        for year in ["0000", "-0001", "-44000", "9999", "10000", "+12000", "-200000", "200000"] {
            for zone in ["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago", "Europe/Lisbon"] {
                let date = read(year, zone);
                assert!(date.from < date.to, "{year} in {zone}");
                for at in [date.from, date.to] {
                    assert_eq!(at.to_string().parse::<Instant>().unwrap(), at, "{year} in {zone}");
                    assert!(!show_date(at, Precision::Instant, read_zone(zone).unwrap()).is_empty());
                }
            }
        }
        for text in ["200001", "-200001-01-01", "+262142-12-31T23:59:59Z"] {
            assert_eq!(read_date(text, Tz::UTC), Err(DateError::TooFar(text.to_owned())));
        }
    }

    #[test]
    fn what_cannot_exist_is_refused_and_quoted() {
        for text in ["2026-02-31", "2026-13", "2026-13-01", "2026-Q5", "2026-00"] {
            let error = read_date(text, Tz::UTC).unwrap_err();
            assert_eq!(error, DateError::Impossible(text.to_owned()));
        }
        for text in ["", "soon", "26-3-1", "2026-3", "2026-03-1", "12:30"] {
            assert!(matches!(read_date(text, Tz::UTC), Err(DateError::Malformed(_))), "{text}");
        }
    }
}
