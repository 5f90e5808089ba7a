//! How far from an event a question stands: "two weeks before the outage", "the day after we moved".

use chrono::{Days, Months};
use memstrata_extract::number_word;
use memstrata_model::{Instant, Interval};

const DAY: i64 = 86_400_000_000;

/// Days or months before (negative) or after an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Offset {
    Days(i64),
    Months(i64),
}

impl Offset {
    /// The distance that the words before an event tell; none where they tell of no number of units.
    pub fn of(expression: &str) -> Option<Offset> {
        let lower = expression.to_lowercase();
        let mut words = lower.split_whitespace().peekable();
        while words
            .next_if(|word| matches!(*word, "on" | "in" | "at" | "exactly" | "about" | "around"))
            .is_some()
        {}
        let count = words.next()?;
        let count = match count {
            "a" | "an" | "the" | "one" => 1,
            word => word.parse::<u32>().ok().or_else(|| number_word(word))?,
        };
        let unit = words.next()?;
        let side = match words.next()? {
            "before" | "prior" => -1,
            "after" => 1,
            _ => return None,
        };
        // More than anything is told of is no distance.
        let far = side * i64::from(count.min(100_000));
        match unit.strip_suffix('s').unwrap_or(unit) {
            "day" => Some(Offset::Days(far)),
            "week" => Some(Offset::Days(far * 7)),
            "fortnight" => Some(Offset::Days(far * 14)),
            "month" => Some(Offset::Months(far)),
            "year" => Some(Offset::Months(far * 12)),
            _ => None,
        }
    }

    /// The day that lies so far from an event: before its beginning, or after its last day.
    pub fn from(self, event: Interval) -> Option<Interval> {
        let (first, end) = (event.from?, event.to?);
        let last = first.max(end.plus_micros(-DAY));
        let (base, far) = match self {
            Offset::Days(far) | Offset::Months(far) => (if far < 0 { first } else { last }, far),
        };
        let (at, steps) = (base.to_utc(), far.unsigned_abs());
        let day = match (self, far < 0) {
            (Offset::Days(_), true) => at.checked_sub_days(Days::new(steps)),
            (Offset::Days(_), false) => at.checked_add_days(Days::new(steps)),
            (Offset::Months(_), true) => at.checked_sub_months(Months::new(u32::try_from(steps).ok()?)),
            (Offset::Months(_), false) => at.checked_add_months(Months::new(u32::try_from(steps).ok()?)),
        }?;
        let from = Instant::from_micros(day.timestamp_micros());
        Some(Interval::new(Some(from), Some(from.plus_micros(DAY))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_of_units_before_or_after_is_a_distance() {
        for (expression, offset) in [
            ("on two weeks before the outage", Some(Offset::Days(-14))),
            ("a week after the outage", Some(Offset::Days(7))),
            ("the day before the outage", Some(Offset::Days(-1))),
            ("2 months after we moved", Some(Offset::Months(2))),
            ("three years prior to the merger", Some(Offset::Months(-36))),
            ("before the outage", None),
            ("the outage after lunch", None),
            ("two ports before the outage", None),
            ("", None),
        ] {
            assert_eq!(Offset::of(expression), offset, "{expression}");
        }
    }

    #[test]
    fn it_is_counted_from_the_events_first_or_last_day() {
        let at = |text: &str| text.parse::<Instant>().expect("a moment");
        let event = Interval::new(Some(at("2026-03-30T00:00:00Z")), Some(at("2026-04-01T00:00:00Z")));
        for (offset, day) in [
            (Offset::Days(-14), "2026-03-16T00:00:00Z"),
            (Offset::Days(7), "2026-04-07T00:00:00Z"),
            (Offset::Months(-1), "2026-02-28T00:00:00Z"),
            (Offset::Months(12), "2027-03-31T00:00:00Z"),
        ] {
            assert_eq!(offset.from(event).and_then(|day| day.from), Some(at(day)), "{offset:?}");
        }
        assert_eq!(Offset::Months(i64::from(u32::MAX)).from(event), None);
        assert_eq!(Offset::Days(1).from(Interval::new(None, None)), None);
    }
}
