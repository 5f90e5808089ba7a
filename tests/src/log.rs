//! Logs of keys as lines of the file format, and a key's timeline as the ledger tells it, in the
//! naive model's words.

use std::path::Path;

use memstrata_ledger::{Ledger, LedgerError, OpenOptions};
use memstrata_model::Instant;
use serde_json::{Value, json};

use crate::naive::{Act, Event, Interval, Time};

/// The space of all logs made here.
pub const SPACE: &str = "default";

/// A key and what was told of it.
#[derive(Clone, Debug)]
pub struct KeyLog {
    pub subject: String,
    pub relation: String,
    pub set: bool,
    pub events: Vec<Event>,
}

/// RFC 3339 of a place in time.
#[must_use]
pub fn instant(at: Time) -> Instant {
    Instant::from_micros(at)
}

/// The place in time of a JSON string; null is none.
///
/// # Panics
/// The string is no instant.
#[must_use]
pub fn time(value: &Value) -> Option<Time> {
    value.as_str().map(|text| text.parse::<Instant>().expect("an instant").micros())
}

/// A line of the log file.
#[must_use]
pub fn line(key: &KeyLog, event: &Event) -> Value {
    let at = |at: &Time| instant(*at).to_string();
    let mut fields = json!({ "id": event.id, "space": SPACE, "recorded_at": at(&event.recorded_at) });
    let mut put = |name: &str, value: Value| {
        fields[name] = value;
    };
    if matches!(event.act, Act::Assert { .. } | Act::End { .. } | Act::Confirm { .. }) {
        put("subject", json!(key.subject));
        put("relation", json!(key.relation));
    }
    match &event.act {
        Act::Assert { object, from, to, window, stated } => {
            put("type", json!("assert"));
            put("object", json!(object));
            put("valid_from", json!(from.as_ref().map(at)));
            put("valid_to", json!(to.as_ref().map(at)));
            if *window {
                put("window", json!(true));
            }
            if from.is_some() && !stated {
                put("valid_from_source", json!("said_at"));
            }
        }
        Act::End { object, at: when } => {
            put("type", json!("end"));
            if let Some(object) = object {
                put("object", json!(object));
            }
            put("at", json!(at(when)));
        }
        Act::Confirm { object, at: when } => {
            put("type", json!("confirm"));
            put("object", json!(object));
            put("at", json!(at(when)));
        }
        Act::Void { target } => {
            put("type", json!("void"));
            put("target", json!(target));
        }
        Act::Cardinality { set } => {
            put("type", json!("relation"));
            put("relation", json!(key.relation));
            put("cardinality", json!(if *set { "set" } else { "one" }));
        }
    }
    fields
}

/// The log file of some keys, in system-time order.
#[must_use]
pub fn file(keys: &[KeyLog]) -> String {
    let mut lines = vec![json!({
        "type": "header", "format": "memstrata-log", "version": 1,
        "spaces": [{ "name": SPACE, "timezone": "UTC", "locale": "en-GB" }],
    })];
    for key in keys.iter().filter(|key| key.set) {
        lines.push(
            json!({ "type": "relation", "space": SPACE, "relation": key.relation, "cardinality": "set" }),
        );
    }
    let mut events: Vec<(&KeyLog, &Event)> =
        keys.iter().flat_map(|key| key.events.iter().map(move |event| (key, event))).collect();
    events.sort_by_key(|(_, event)| event.recorded_at);
    lines.extend(events.into_iter().map(|(key, event)| line(key, event)));
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// A folder that is gone with the test; in memory where the system has such a place, since these
/// ledgers are many and test meaning, not durability.
///
/// # Panics
/// No folder can be made.
#[must_use]
pub fn folder() -> tempfile::TempDir {
    let memory = Path::new("/dev/shm");
    tempfile::tempdir_in(memory).or_else(|_| tempfile::tempdir()).expect("a folder")
}

/// A new ledger, in UTC.
///
/// # Errors
/// Those of the ledger.
pub fn open(path: &Path) -> Result<Ledger, LedgerError> {
    Ledger::open(path, &OpenOptions::default())
}

/// A new ledger out of a log file's text.
///
/// # Errors
/// Those of the ledger.
pub fn restore(path: &Path, text: &str, now: Time) -> Result<Ledger, LedgerError> {
    let ledger = open(path)?;
    memstrata_ledger::restore_from(&ledger, &mut text.as_bytes(), instant(now), &mut |_| true)?;
    Ok(ledger)
}

/// The whole ledger as text.
///
/// # Errors
/// Those of the ledger.
pub fn export(ledger: &Ledger) -> Result<String, LedgerError> {
    let mut out = Vec::new();
    memstrata_ledger::export_to(ledger, &mut out, &mut |_| true)?;
    Ok(String::from_utf8(out).expect("the export is UTF-8"))
}

/// What the ledger tells of a key at a system time; `opened_by` is left out, which a timeline does
/// not show. A key that it does not know has no intervals.
///
/// # Errors
/// Those of the ledger.
pub fn told(ledger: &Ledger, key: &KeyLog, known_at: Time, now: Time) -> Result<Vec<Interval>, LedgerError> {
    let told =
        ledger.timeline(SPACE, &key.subject, &key.relation, None, Some(instant(known_at)), instant(now));
    let timeline = match told {
        Ok(timeline) => timeline,
        Err(LedgerError::NotFound { what: "key", .. }) => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let mut intervals: Vec<Interval> = timeline
        .intervals
        .into_iter()
        .map(|interval| Interval {
            from: interval.valid_from.map(Instant::micros),
            object: interval.object,
            to: interval.valid_to.map(Instant::micros),
            closing_rule: interval.closing_rule,
            superseded_by: interval.superseded_by,
            opened_by: String::new(),
        })
        .collect();
    intervals.sort();
    Ok(intervals)
}

/// Intervals without what a timeline does not show.
#[must_use]
pub fn shown(intervals: Vec<Interval>) -> Vec<Interval> {
    intervals.into_iter().map(|interval| Interval { opened_by: String::new(), ..interval }).collect()
}
