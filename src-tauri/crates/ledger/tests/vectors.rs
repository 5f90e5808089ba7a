//! The worked cases of the specification, at every system time they name.

use std::collections::{BTreeMap, BTreeSet};

use memstrata_ledger::calculus::{Act, ActKind, spans};
use memstrata_model::Instant;
use serde_json::Value;

fn instant(value: &Value) -> Option<Instant> {
    value.as_str().map(|text| text.parse().unwrap())
}

/// The events of a case that count at `known_at`, as the fold takes them.
fn acts(case: &Value, known_at: Instant, names: &mut Vec<String>) -> Vec<Act> {
    let events: Vec<&Value> = case["events"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|e| instant(&e["recorded_at"]).unwrap() <= known_at)
        .collect();
    let mut voided = BTreeSet::new();
    for event in events.iter().rev() {
        if event["kind"] == "void" && !voided.contains(event["id"].as_str().unwrap()) {
            voided.insert(event["target"].as_str().unwrap());
        }
    }
    let mut value = |event: &Value| {
        event["object"].as_str().map(|name| {
            if !names.iter().any(|n| n == name) {
                names.push(name.to_owned());
            }
            names.iter().position(|n| n == name).unwrap() as i64
        })
    };
    let mut acts = Vec::new();
    for (seq, event) in case["events"].as_array().unwrap().iter().enumerate() {
        let id = event["id"].as_str().unwrap();
        if instant(&event["recorded_at"]).unwrap() > known_at || voided.contains(id) {
            continue;
        }
        let (at, kind) = match event["kind"].as_str().unwrap() {
            "assert" => (
                instant(&event["valid_from"]),
                ActKind::Assert {
                    value: value(event).unwrap(),
                    to: instant(&event["valid_to"]),
                    window: event["window"] == true,
                    stated: event.get("valid_from_source").is_none_or(|s| s == "stated")
                        && !event["valid_from"].is_null(),
                },
            ),
            "confirm" => (
                instant(&event["at"]),
                ActKind::Assert { value: value(event).unwrap(), to: None, window: false, stated: false },
            ),
            "end" => (instant(&event["at"]), ActKind::End { value: value(event) }),
            _ => continue,
        };
        acts.push(Act { seq: seq as i64, at, kind });
    }
    acts.sort_by_key(|a| (a.at, a.seq));
    acts
}

#[test]
fn every_worked_case_holds_at_every_system_time() {
    let text = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../tests/fixtures/timeline-vectors.json"
    ))
    .unwrap();
    let cases: Vec<Value> = serde_json::from_str(&text).unwrap();
    assert_eq!(cases.len(), 60);
    let mut wrong = Vec::new();
    for case in &cases {
        for expect in case["expect"].as_array().unwrap() {
            let mut names = Vec::new();
            let acts = acts(case, instant(&expect["known_at"]).unwrap(), &mut names);
            let mut lanes: BTreeMap<i64, Vec<Act>> = BTreeMap::new();
            if case["set_valued"] == true {
                for value in 0..names.len() as i64 {
                    lanes.insert(
                        value,
                        acts.iter()
                            .copied()
                            .filter(|a| match a.kind {
                                ActKind::Assert { value: v, .. } => v == value,
                                ActKind::End { value: v } => v.is_none_or(|v| v == value),
                                ActKind::Resolve { .. } => false,
                            })
                            .collect(),
                    );
                }
            } else {
                lanes.insert(0, acts);
            }
            let show = |seq: i64| case["events"][seq as usize]["id"].clone();
            let mut got: Vec<Value> = lanes
                .values()
                .flat_map(|acts| spans(acts))
                .map(|s| {
                    serde_json::json!({
                        "object": names[s.value as usize], "valid_from": s.from, "valid_to": s.to,
                        "closing_rule": s.closing, "superseded_by": s.superseded_by.map(show),
                    })
                })
                .collect();
            got.sort_by_key(|v| (v["valid_from"].as_str().unwrap_or("").to_owned(), v["object"].to_string()));
            let mut want = expect["intervals"].as_array().unwrap().clone();
            want.sort_by_key(|v| {
                (v["valid_from"].as_str().unwrap_or("").to_owned(), v["object"].to_string())
            });
            if got != want {
                wrong.push(format!(
                    "{} at {}\n got {}\nwant {}",
                    case["name"],
                    expect["known_at"],
                    serde_json::to_string(&got).unwrap(),
                    serde_json::to_string(&want).unwrap()
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
