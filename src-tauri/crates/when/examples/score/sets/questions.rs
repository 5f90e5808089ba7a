//! The development questions, by the rules of `score_questions.py`.

use std::path::Path;

use chrono_tz::Tz;
use memstrata_when::{Context, QuestionReading, read_question};
use serde_json::Value;

use super::{Known, Row, Start, instant, lines, same, text};

/// Words that tie an anchor are not compared, nor are articles.
fn anchor_words(value: &Value) -> Vec<Vec<String>> {
    let norm = |s: &str| -> Vec<String> {
        let lower: String = s
            .to_lowercase()
            .chars()
            .map(|c| if c.is_alphanumeric() || "_. ".contains(c) { c } else { ' ' })
            .collect();
        let mut rest = lower.trim();
        for tie in ["before", "after", "during", "since", "until", "when", "at the time of", "right", "back"]
        {
            if let Some(tail) = rest.strip_prefix(tie)
                && tail.starts_with(' ')
            {
                rest = tail.trim();
                break;
            }
        }
        rest.split_whitespace().filter(|w| !["the", "a", "an"].contains(w)).map(str::to_owned).collect()
    };
    match value {
        Value::String(s) => vec![norm(s)],
        Value::Array(list) => {
            let mut all: Vec<_> = list.iter().filter_map(Value::as_str).map(norm).collect();
            all.sort();
            all
        }
        _ => Vec::new(),
    }
}

fn question_right(want: &Value, got: &QuestionReading, json: &Value) -> bool {
    let want_error = want.get("error").is_some_and(|e| !e.is_null());
    if want_error || got.error.is_some() {
        return want_error == got.error.is_some();
    }
    let near = |intent: &str| if intent == "at" { "during".to_owned() } else { intent.to_owned() };
    let intent = near(want["intent"].as_str().unwrap_or_default());
    let system = |v: &Value| match v {
        Value::Object(o) => Some((instant(&o["from"]), instant(&o["to"]))),
        _ => None,
    };
    let times = intent == "current"
        || same(&want["from"], got.bounds.from)
            && same(&want["to"], got.bounds.to)
            && system(&want["expect_system"]) == system(&json["expect_system"]);
    intent == near(got.intent.as_str())
        && want["clock"] == json["clock"]
        && times
        && anchor_words(&want["anchor"]) == anchor_words(&json["anchor"])
}

fn context_of(row: &Value) -> Context {
    let zone: Tz = text(row, "timezone").parse().expect("a zone");
    let now = instant(&row["asked_at"]).expect("an instant");
    Context::new(now, zone).with_locale(&text(row, "locale"))
}

fn question_rows(root: &Path) -> Option<Vec<(Value, QuestionReading)>> {
    let rows = lines(root.join("data/dev/questions-dev.jsonl"))?;
    Some(
        rows.into_iter()
            .map(|mut row| {
                if let Some(system) = row.get("expect_system").cloned() {
                    row["expect"]["expect_system"] = system;
                }
                let reading = read_question(&text(&row, "question"), &context_of(&row));
                (row, reading)
            })
            .collect(),
    )
}

pub(super) fn questions(root: &Path, known: &Known) -> Option<Vec<Row>> {
    Some(
        question_rows(root)?
            .into_iter()
            .map(|(row, reading)| {
                let json = serde_json::to_value(&reading).expect("a document");
                let expect = row["expect"].clone();
                let mut accepted = vec![expect.clone()];
                for over in row["also"].as_array().into_iter().flatten() {
                    let mut one = expect.clone();
                    for (key, value) in over.as_object().into_iter().flatten() {
                        one[key] = value.clone();
                    }
                    accepted.push(one);
                }
                let right = accepted.iter().any(|want| question_right(want, &reading, &json));
                let precise = accepted.iter().any(|want| {
                    question_right(want, &reading, &json)
                        && (want["precision"].is_null()
                            || want["intent"] == "current"
                            || want["precision"] == json["precision"])
                });
                let id = text(&row, "id");
                let category = if expect.get("error").is_some_and(|e| !e.is_null()) {
                    "error".into()
                } else {
                    text(&expect, "intent")
                };
                Row {
                    verdict: known.judge("questions", &id, right && precise),
                    id,
                    category,
                    text: text(&row, "question"),
                    want: expect.to_string(),
                    got: json.to_string(),
                    start: None,
                }
            })
            .collect(),
    )
}

pub(super) fn false_times(root: &Path, known: &Known) -> Option<Vec<Row>> {
    Some(
        question_rows(root)?
            .into_iter()
            .filter(|(row, _)| {
                row["expect"]["intent"] == "none" && row["expect"].get("error").is_none_or(Value::is_null)
            })
            .map(|(row, reading)| {
                let id = text(&row, "id");
                let right = reading.bounds.from.is_none()
                    && reading.bounds.to.is_none()
                    && reading.anchor.is_none()
                    && reading.error.is_none();
                Row {
                    verdict: known.judge("questions", &id, right),
                    id,
                    category: "no time".into(),
                    text: text(&row, "question"),
                    want: "nothing".into(),
                    got: serde_json::to_string(&reading).expect("a document"),
                    start: Some(Start::new(
                        &text(&row, "question"),
                        &context_of(&row),
                        false,
                        Vec::new(),
                        true,
                        reading.bounds.from.or(reading.bounds.to),
                    )),
                }
            })
            .collect(),
    )
}
