//! The 60 worked cases of the specification, at every system time they name, through the naive
//! model and through a real ledger.

use memstrata_tests::log::{KeyLog, file, folder, restore, shown, time, told};
use memstrata_tests::naive::{Act, Event, Interval, timeline};
use memstrata_tests::repository;
use serde_json::Value;

struct Case {
    name: String,
    log: KeyLog,
    expect: Vec<(i64, Vec<Interval>)>,
}

fn text(value: &Value) -> String {
    value.as_str().expect("a string").to_owned()
}

fn event(name: &str, value: &Value) -> Event {
    let object = value["object"].as_str().map(str::to_owned);
    let at = time(&value["at"]);
    let act = match value["kind"].as_str() {
        Some("assert") => Act::Assert {
            object: object.expect("an object"),
            from: time(&value["valid_from"]),
            to: time(&value["valid_to"]),
            window: value["window"] == true,
            stated: value["valid_from_source"].as_str().unwrap_or("stated") == "stated",
        },
        Some("end") => Act::End { object, at: at.expect("a time") },
        Some("confirm") => Act::Confirm { object: object.expect("an object"), at: at.expect("a time") },
        Some("void") => Act::Void { target: format!("{name}-{}", text(&value["target"])) },
        other => panic!("{other:?} in {name}"),
    };
    Event {
        id: format!("{name}-{}", text(&value["id"])),
        recorded_at: time(&value["recorded_at"]).expect("a time"),
        act,
    }
}

fn cases() -> Vec<Case> {
    let file =
        std::fs::read_to_string(repository("tests/fixtures/timeline-vectors.json")).expect("the cases");
    let cases: Vec<Value> = serde_json::from_str(&file).expect("JSON");
    cases
        .iter()
        .map(|case| {
            let name = text(&case["name"]);
            let list = |value: &Value| value.as_array().expect("a list").clone();
            let interval = |value: &Value| Interval {
                from: time(&value["valid_from"]),
                object: text(&value["object"]),
                to: time(&value["valid_to"]),
                closing_rule: serde_json::from_value(value["closing_rule"].clone()).expect("a rule"),
                superseded_by: value["superseded_by"].as_str().map(|id| format!("{name}-{id}")),
                opened_by: String::new(),
            };
            let expect = list(&case["expect"])
                .iter()
                .map(|expect| {
                    let mut intervals: Vec<Interval> =
                        list(&expect["intervals"]).iter().map(interval).collect();
                    intervals.sort();
                    (time(&expect["known_at"]).expect("a time"), intervals)
                })
                .collect();
            let log = KeyLog {
                subject: name.clone(),
                relation: "value".to_owned(),
                set: case["set_valued"] == true,
                events: list(&case["events"]).iter().map(|value| event(&name, value)).collect(),
            };
            Case { name, log, expect }
        })
        .collect()
}

#[test]
fn the_naive_model_tells_every_worked_case() {
    let cases = cases();
    assert_eq!(cases.len(), 60);
    let mut wrong = Vec::new();
    for case in &cases {
        for (known_at, expected) in &case.expect {
            let told = shown(timeline(&case.log.events, case.log.set, *known_at));
            if told != *expected {
                wrong.push(format!("{} at {known_at}: {told:#?}\nexpected {expected:#?}", case.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn the_ledger_tells_every_worked_case() {
    let mut wrong = Vec::new();
    for case in cases() {
        let folder = folder();
        let now = case.log.events.iter().map(|event| event.recorded_at).max().expect("events") + 1;
        let ledger = restore(&folder.path().join("case.db"), &file(std::slice::from_ref(&case.log)), now)
            .expect("the log of a case is understood");
        for (known_at, expected) in &case.expect {
            let told = told(&ledger, &case.log, *known_at, now).expect("a timeline");
            if told != *expected {
                wrong.push(format!("{} at {known_at}: {told:#?}\nexpected {expected:#?}", case.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}

/// "With `window` it is an observation: it says nothing about its own bounds"; inside an interval
/// of its own object it "changes no bounds", an unknown start included.
#[test]
fn an_observation_does_not_fix_an_unknown_start() {
    let said = |id: &str, recorded_at: i64, from: Option<i64>, to: Option<i64>, window: bool| Event {
        id: id.to_owned(),
        recorded_at,
        act: Act::Assert { object: "A".to_owned(), from, to, window, stated: from.is_some() },
    };
    let log = KeyLog {
        subject: "service".to_owned(),
        relation: "owner".to_owned(),
        set: false,
        events: vec![
            said("since-ever", 1_000, None, None, false),
            said("seen", 2_000, Some(10), Some(20), true),
        ],
    };
    let folder = folder();
    let ledger =
        restore(&folder.path().join("case.db"), &file(std::slice::from_ref(&log)), 3_000).expect("a log");
    let expected = shown(timeline(&log.events, false, 2_000));
    assert_eq!(expected[0].from, None);
    assert_eq!(told(&ledger, &log, 2_000, 3_000).expect("a timeline"), expected);
}
