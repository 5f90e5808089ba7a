//! A reading in sentences for the terminal: what was read, against which moment and zone, and by
//! which rule.

use std::fmt::Write as _;

use crate::context::Context;
use crate::reading::{Anchor, Clock, Intent, QuestionReading, StatementReading, rfc3339};

/// A reading in a few lines: the period in words and in UTC, the intent, the clock, the moment
/// and zone it was read against, the rule, and what had to be decided.
#[must_use]
pub fn explain(reading: &QuestionReading) -> String {
    let mut out = String::new();
    let zone = reading.timezone.as_str();
    let now = zone.parse::<chrono_tz::Tz>().map_or_else(
        |_| rfc3339(reading.now),
        |tz| reading.now.with_timezone(&tz).format("%-d %B %Y, %H:%M").to_string(),
    );
    if let Some(error) = &reading.error {
        let _ = writeln!(out, "Cannot read '{}': {}.", error.expression, error.message);
        let _ = write!(out, "Read against {now} ({zone}).");
        return out;
    }
    match (&reading.expression, &reading.reading) {
        (Some(words), Some(said)) => {
            let _ = writeln!(out, "Reading '{words}' as {said}.");
        }
        (Some(words), None) => {
            let _ = writeln!(out, "Reading '{words}' as an event to be looked up in the ledger.");
        }
        _ => {
            let _ = writeln!(out, "No time is read.");
        }
    }
    match &reading.anchor {
        Some(Anchor::One(event)) => {
            let _ = writeln!(out, "Event: {event}.");
        }
        Some(Anchor::Two(first, second)) => {
            let _ = writeln!(out, "Events: {first}; {second}.");
        }
        None => {}
    }
    let intent = match reading.intent {
        Intent::Current => "what holds now",
        Intent::At => "what held then",
        Intent::During => "what held in that time",
        Intent::Before => "what held last before it",
        Intent::After => "what held first after it, and since",
        Intent::Between => "what held from the one to the other, both included",
        Intent::Change => "when it changed",
        Intent::History => "everything that ever held",
        Intent::Previous => "what held before the present value",
        Intent::None => "nothing about time; the present is meant",
    };
    let clock = match reading.clock {
        Clock::Valid => "when it was true",
        Clock::System => "when it was believed",
    };
    let _ = writeln!(
        out,
        "Asked: {intent} (intent {}); clock: {clock} ({}).",
        reading.intent.as_str(),
        reading.clock.as_str()
    );
    let bounds = &reading.bounds;
    if bounds.from.is_some() || bounds.to.is_some() {
        let end = |at: Option<chrono::DateTime<chrono::Utc>>| at.map_or_else(|| "open".to_owned(), rfc3339);
        let _ = writeln!(out, "Period: [{}, {}).", end(bounds.from), end(bounds.to));
    }
    if let Some(system) = &reading.expect_system {
        let end = |at: Option<chrono::DateTime<chrono::Utc>>| at.map_or_else(|| "open".to_owned(), rfc3339);
        let _ = writeln!(out, "As believed: [{}, {}).", end(system.from), end(system.to));
    }
    for note in &reading.notes {
        let _ = writeln!(out, "Note: {note}.");
    }
    let _ = write!(out, "Read against {now} ({zone}), rule '{}'.", reading.rule.unwrap_or("none"));
    out
}

/// When a statement holds, in a few lines: the words, the period as known and in UTC, the moment and
/// zone it was read against, and the rule.
#[must_use]
pub fn explain_statement(reading: &StatementReading, context: &Context) -> String {
    let mut out = String::new();
    match (&reading.expression, &reading.reading) {
        (Some(words), Some(said)) => {
            let _ = writeln!(out, "Reading '{words}' as {said}.");
        }
        (Some(words), None) => {
            let _ = writeln!(out, "Reading '{words}'.");
        }
        _ => {
            let _ = writeln!(out, "No time of validity is read; it holds from when it is told.");
        }
    }
    let (from, to) = (&reading.valid_from, &reading.valid_to);
    if from.is_some() || to.is_some() {
        let known =
            |part: &Option<crate::DatePart>| part.as_ref().map_or("open".to_owned(), |p| p.text.clone());
        let exact =
            |part: &Option<crate::DatePart>| part.as_ref().map_or("open".to_owned(), |p| rfc3339(p.at));
        let _ = writeln!(
            out,
            "Valid: [{}, {}), in UTC [{}, {}).",
            known(from),
            known(to),
            exact(from),
            exact(to)
        );
        let kind = if reading.window {
            "it held in that time; what held outside is not said"
        } else if to.is_some() {
            "it holds in all of that time, and ends with it"
        } else {
            "it begins then, and no end is said"
        };
        let _ = writeln!(out, "Meant: {kind}.");
    }
    let now = context.local_now().format("%-d %B %Y, %H:%M");
    let _ = write!(out, "Read against {now} ({}), rule '{}'.", context.zone, reading.rule.unwrap_or("none"));
    out
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use crate::{Context, explain, read_question};

    fn said(question: &str) -> String {
        let now = DateTime::parse_from_rfc3339("2027-08-19T15:00:00+02:00").unwrap().to_utc();
        explain(&read_question(question, &Context::new(now, chrono_tz::Tz::Europe__Madrid)))
    }

    #[test]
    fn an_explanation_names_the_words_the_moment_the_zone_and_the_rule() {
        let words = said("who chaired the panel two months ago?");
        for part in [
            "'two months ago'",
            "19 June 2027",
            "Europe/Madrid",
            "19 August 2027, 15:00",
            "rule 'ago'",
            "intent at",
        ] {
            assert!(words.contains(part), "{part} in {words}");
        }
    }

    #[test]
    fn an_explanation_of_nothing_an_event_and_an_error_say_so() {
        assert!(said("who chairs the panel?").contains("No time is read"));
        assert!(said("who chaired the panel before the merger?").contains("Event: the merger."));
        assert!(said("who chaired it on 31 June?").contains("Cannot read '31 June'"));
    }

    #[test]
    fn what_was_decided_is_said() {
        assert!(said("what was it on 29 March 2026 at 02:30?").contains("does not exist in Europe/Madrid"));
        assert!(said("what was it on Tuesday 18 August 2027?").contains("is a Wednesday, not a Tuesday"));
        assert!(said("what was it on 5/31/2027?").contains("flipped"));
    }
}
