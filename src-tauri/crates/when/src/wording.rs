//! A period in words that a person can check: "March 2026 (Europe/Lisbon)".

use chrono::{DateTime, Datelike as _, NaiveDate, NaiveDateTime, Timelike as _, Utc};

use crate::civil::{Grain, Period};
use crate::context::Context;
use crate::grammar::Note;
use crate::reading::Relation;
use crate::relation::Time;

/// A note as a sentence.
pub fn note(note: &Note, period: &Period) -> String {
    match note {
        Note::WeekdayContradicts(said) => {
            let day = period.first_day();
            format!(
                "{} is a {}, not a {}; the date is taken",
                day.format("%-d %B %Y"),
                day.format("%A"),
                long_name(*said)
            )
        }
        Note::OrderFlipped => {
            format!("the order of day and month is flipped: {}", period.first_day().format("%-d %B %Y"))
        }
    }
}

fn long_name(day: chrono::Weekday) -> &'static str {
    match day {
        chrono::Weekday::Mon => "Monday",
        chrono::Weekday::Tue => "Tuesday",
        chrono::Weekday::Wed => "Wednesday",
        chrono::Weekday::Thu => "Thursday",
        chrono::Weekday::Fri => "Friday",
        chrono::Weekday::Sat => "Saturday",
        chrono::Weekday::Sun => "Sunday",
    }
}

fn day(date: NaiveDate) -> String {
    date.format("%-d %B %Y").to_string()
}

fn moment(at: NaiveDateTime) -> String {
    let seconds = at.second() != 0;
    at.format(if seconds { "%-d %B %Y, %H:%M:%S" } else { "%-d %B %Y, %H:%M" }).to_string()
}

/// The period alone, without its zone.
pub fn period(period: &Period, context: &Context) -> String {
    let local = |at: DateTime<Utc>| at.with_timezone(&context.zone).naive_local();
    let from = local(period.from.instant(context.zone).0);
    let to = local(period.to.instant(context.zone).0);
    if period.is_moment() {
        return moment(from);
    }
    let midnight = from.time() == chrono::NaiveTime::MIN && to.time() == chrono::NaiveTime::MIN;
    if !midnight || period.grain == Grain::Instant {
        let same_day = from.date() == to.date();
        let ends_midnight = to.time() == chrono::NaiveTime::MIN && from.date().succ_opt() == Some(to.date());
        return if same_day {
            format!("{} to {}", moment(from), to.format("%H:%M"))
        } else if ends_midnight {
            format!("{} to 24:00", moment(from))
        } else {
            format!("{} to {}", moment(from), moment(to))
        };
    }
    let (first, last) = (from.date(), to.date().pred_opt().unwrap_or(to.date()));
    let whole_months = first.day() == 1 && to.date().day() == 1;
    let months = (to.date().year() - first.year()) * 12 + to.date().month() as i32 - first.month() as i32;
    if first >= last {
        day(first)
    } else if whole_months && months == 1 {
        first.format("%B %Y").to_string()
    } else if whole_months && months == 12 && first.month() == 1 {
        first.format("%Y").to_string()
    } else if whole_months && period.grain == Grain::Quarter && months == 3 {
        format!(
            "Q{} {} ({} to {})",
            first.month0() / 3 + 1,
            first.format("%Y"),
            first.format("%B"),
            last.format("%B")
        )
    } else if whole_months && first.month() == 1 && months % 12 == 0 {
        format!("{} to {}", first.format("%Y"), last.format("%Y"))
    } else if whole_months {
        format!("{} to {}", first.format("%B %Y"), last.format("%B %Y"))
    } else {
        format!("{} to {}", day(first), day(last))
    }
}

/// What an expression means, with its preposition and the zone.
pub fn reading(time: &Time, context: &Context) -> String {
    let named = period(&time.period, context);
    let words = match time.relation {
        Relation::Within | Relation::Between => named,
        Relation::Before => format!("before {named}"),
        Relation::By | Relation::Through => format!("up to and including {named}"),
        Relation::After => format!("after {named}"),
        Relation::Since => format!("from {named} on"),
    };
    let mut out = format!("{words} ({})", context.zone);
    for note in &time.notes {
        out.push_str("; ");
        out.push_str(note);
    }
    out
}
