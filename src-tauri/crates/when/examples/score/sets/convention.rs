//! The conventions that differ throughout, recognised by the bounds themselves.

use chrono::NaiveDateTime;

/// The end of a value of a grain.
pub(super) fn grain_end(from: NaiveDateTime, grain: &str) -> Option<NaiveDateTime> {
    use chrono::Months;
    Some(match grain {
        "Day" => from + chrono::Duration::days(1),
        "Week" => from + chrono::Duration::days(7),
        "Month" => from.checked_add_months(Months::new(1))?,
        "Quarter" => from.checked_add_months(Months::new(3))?,
        "Year" => from.checked_add_months(Months::new(12))?,
        _ => from,
    })
}

/// The conventions that differ throughout, by the names that `known_differences.tsv` gives them.
pub(super) fn convention(
    rule: &str,
    from: Option<NaiveDateTime>,
    to: Option<NaiveDateTime>,
    a: Option<NaiveDateTime>,
    b: Option<NaiveDateTime>,
    precision: &str,
    now: NaiveDateTime,
) -> Option<&'static str> {
    use chrono::Duration;
    let unit = |at: NaiveDateTime| match precision {
        "year" => grain_end(at, "Year"),
        "quarter" => grain_end(at, "Quarter"),
        "month" => grain_end(at, "Month"),
        "week" => grain_end(at, "Week"),
        "day" => grain_end(at, "Day"),
        _ => None,
    };
    let (from_at, to_at) = (from?, to?);
    // The last unit of a range is included here and not there.
    if let (Some(a), Some(b)) = (a, b)
        && (from_at == a || from_at.date() == a.date() && from_at == now)
        && b > a
        && [unit(b), grain_end(b, "Day"), grain_end(b, "Month"), grain_end(b, "Year")]
            .into_iter()
            .flatten()
            .any(|end| end == to_at)
        && rule == "range"
    {
        return Some("range-end");
    }
    // There a range of times includes its last minute or hour, and one of days its last day.
    if let (Some(a), Some(b)) = (a, b)
        && from_at == a
        && ["clock-range", "date-time", "for-duration", "range"].contains(&rule)
        && [Duration::seconds(1), Duration::minutes(1), Duration::hours(1), Duration::days(1)]
            .iter()
            .any(|d| to_at + *d == b)
    {
        return Some("closed-end");
    }
    // The hours of a part of the day.
    if ["part-of-day", "tonight", "part"].contains(&rule)
        && a.is_some_and(|a| a.date() == from_at.date())
        && to_at - from_at < Duration::days(1)
        && b.is_none_or(|b| (b - to_at).abs() <= Duration::hours(6))
    {
        return Some("day-part");
    }
    // "last 2 weeks" runs to the moment of asking here, and is whole calendar units there.
    if rule == "rolling" && (from_at == now || to_at == now) {
        return Some("rolling");
    }
    // A count of days or longer is a whole day here.
    if ["ago", "ahead", "count-from"].contains(&rule)
        && to_at - from_at == Duration::days(1)
        && let Some(a) = a
        && (a.date() == from_at.date() || a.date() < from_at.date() && b.is_some_and(|b| b >= to_at))
    {
        return Some("count-of-days");
    }
    None
}
