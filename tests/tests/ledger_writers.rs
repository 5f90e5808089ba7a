//! Several writers on one file at once, as threads with handles of their own and as processes:
//! nothing acknowledged is lost, system time never repeats, and what came out of the race is what
//! the naive model makes of the log.

use std::path::Path;
use std::process::Command;

use memstrata_ledger::{NewAssert, Told, Write};
use memstrata_model::Instant;
use memstrata_tests::log::{KeyLog, SPACE, export, instant, open, restore, shown, told};
use memstrata_tests::naive::{Act, Event, timeline};
use serde_json::Value;

const WRITERS: usize = 4;
const WRITES: usize = 40;
const START: i64 = 1_767_225_600_000_000;
const DAY: i64 = 86_400_000_000;
/// Tells a started copy of this test program which ledger to write to, and as whom.
const AS_WRITER: &str = "MEMSTRATA_TEST_WRITER";

fn hot_key() -> KeyLog {
    KeyLog { subject: "hot".into(), relation: "value".into(), set: false, events: Vec::new() }
}

/// Writes to one key of everybody's and one of its own; answers with the ids acknowledged.
fn write_all(path: &Path, writer: usize) -> Vec<String> {
    let ledger = open(path).expect("a ledger");
    let mut acknowledged = Vec::new();
    for place in 0..WRITES {
        let assert = |subject: &str| {
            let day = i64::try_from((place * 7 + writer * 3) % 30).expect("a small number");
            Told::Assert(NewAssert {
                subject: subject.to_owned(),
                relation: "value".to_owned(),
                object: format!("w{writer}n{place}"),
                valid_from: Some(instant(START + day * DAY)),
                ..NewAssert::default()
            })
        };
        // All walls stand still at the same moment, the hardest case for system time.
        let write = Write {
            told: vec![assert("hot"), assert(&format!("own {writer}"))],
            ..Write::new(SPACE, instant(START + 300 * DAY))
        };
        let receipt = ledger.append(&write).expect("nobody is turned away");
        acknowledged.extend(receipt.applied.into_iter().map(|applied| applied.event));
    }
    acknowledged
}

/// What each assert in the log says, and its place on the system clock.
fn read_back(path: &Path, subject: &str) -> (Vec<String>, KeyLog) {
    let ledger = open(path).expect("a ledger");
    let mut key = KeyLog { subject: subject.to_owned(), ..hot_key() };
    let (mut ids, mut last) = (Vec::new(), i64::MIN);
    for line in export(&ledger).expect("an export").lines() {
        let line: Value = serde_json::from_str(line).expect("JSON");
        let Some(id) = line["id"].as_str() else { continue };
        let at =
            |name: &str| line[name].as_str().map(|at| at.parse::<Instant>().expect("an instant").micros());
        let recorded_at = at("recorded_at").expect("a system time");
        assert!(recorded_at > last, "system time is strictly increasing: {recorded_at} after {last}");
        last = recorded_at;
        ids.push(id.to_owned());
        if line["subject"] == subject {
            let object = line["object"].as_str().expect("an object").to_owned();
            let act = Act::Assert { object, from: at("valid_from"), to: None, window: false, stated: true };
            key.events.push(Event { id: id.to_owned(), recorded_at, act });
        }
    }
    (ids, key)
}

fn check(path: &Path, acknowledged: &[String]) {
    let ledger = open(path).expect("a ledger");
    let (in_log, hot) = read_back(path, "hot");
    assert_eq!(in_log.len(), WRITERS * WRITES * 2);
    assert!(acknowledged.iter().all(|id| in_log.contains(id)), "an acknowledged write is missing");
    assert_eq!(hot.events.len(), WRITERS * WRITES);
    let now = START + 400 * DAY;
    for event in hot.events.iter().step_by(13).chain(hot.events.last()) {
        let expected = shown(timeline(&hot.events, false, event.recorded_at));
        assert_eq!(told(&ledger, &hot, event.recorded_at, now).expect("a timeline"), expected);
    }
    for writer in 0..WRITERS {
        let (_, own) = read_back(path, &format!("own {writer}"));
        let order: Vec<&str> = own
            .events
            .iter()
            .map(|event| match &event.act {
                Act::Assert { object, .. } => object.as_str(),
                _ => "",
            })
            .collect();
        let expected: Vec<String> = (0..WRITES).map(|place| format!("w{writer}n{place}")).collect();
        assert_eq!(order, expected, "a writer's own writes stand in its order");
        assert_eq!(
            told(&ledger, &own, now, now).expect("a timeline"),
            shown(timeline(&own.events, false, now))
        );
    }
    let log = export(&ledger).expect("an export");
    let again = restore(&path.with_extension("again"), &log, now).expect("the chain holds");
    assert_eq!(export(&again).expect("an export"), log);
}

#[test]
fn threads_on_one_file_lose_no_write() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("shared.db");
    let acknowledged: Vec<String> = std::thread::scope(|scope| {
        let writers: Vec<_> = (0..WRITERS)
            .map(|writer| {
                let path = &path;
                scope.spawn(move || write_all(path, writer))
            })
            .collect();
        writers.into_iter().flat_map(|writer| writer.join().expect("a writer")).collect()
    });
    assert_eq!(acknowledged.len(), WRITERS * WRITES * 2);
    check(&path, &acknowledged);
}

#[test]
fn processes_on_one_file_lose_no_write() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("shared.db");
    let program = std::env::current_exe().expect("this program");
    let writers: Vec<_> = (0..WRITERS)
        .map(|writer| {
            Command::new(&program)
                .args(["--exact", "a_process_that_writes", "--ignored", "--nocapture"])
                .env(AS_WRITER, format!("{writer} {}", path.display()))
                .stdout(std::process::Stdio::piped())
                .spawn()
                .expect("a process")
        })
        .collect();
    let mut acknowledged = Vec::new();
    for writer in writers {
        let output = writer.wait_with_output().expect("an end");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let told = text.lines().filter_map(|line| line.strip_prefix("acknowledged "));
        acknowledged.extend(told.map(str::to_owned));
    }
    assert_eq!(acknowledged.len(), WRITERS * WRITES * 2);
    check(&path, &acknowledged);
}

#[test]
#[ignore = "one of the processes that `processes_on_one_file_lose_no_write` starts"]
fn a_process_that_writes() {
    let Ok(task) = std::env::var(AS_WRITER) else { return };
    let (writer, path) = task.split_once(' ').expect("a number and a path");
    println!();
    for id in write_all(Path::new(path), writer.parse().expect("a number")) {
        println!("acknowledged {id}");
    }
}
