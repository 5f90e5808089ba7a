//! Several writers on one file at once, as threads with handles of their own and as processes:
//! nothing acknowledged is lost, system time never repeats, and what came out of the race is what
//! the naive model makes of the log.

use std::path::Path;
use std::process::Command;

use memstrata_ledger::{FactPattern, LedgerError, Moment, NewAssert, Told, Write};
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

/// Counts a key on, each time from the value that was seen, and only if it still stands; answers with the
/// ids acknowledged. Whoever comes too late looks again.
fn count_on(path: &Path) -> Vec<String> {
    let ledger = open(path).expect("a ledger");
    let day = |n: i64| instant(START + n * DAY);
    let mut acknowledged = Vec::new();
    while acknowledged.len() < WRITES {
        let head = ledger.key_head(SPACE, "count", "value", None).expect("a head");
        let moment = Moment { as_of: day(10_000), known_at: None };
        let pattern = FactPattern { subject: Some("count".to_owned()), ..FactPattern::default() };
        let seen = ledger.facts(SPACE, &pattern, moment).expect("the value");
        assert!(seen.len() <= 1, "two values at once: {seen:?}");
        let next = seen.first().map_or(1, |fact| fact.object.parse::<i64>().expect("a number") + 1);
        let told = Told::Assert(NewAssert {
            subject: "count".to_owned(),
            relation: "value".to_owned(),
            object: next.to_string(),
            valid_from: Some(day(next)),
            ..NewAssert::default()
        });
        let write = Write { told: vec![told], if_head: Some(head), ..Write::new(SPACE, day(300)) };
        match ledger.append(&write) {
            Ok(receipt) => acknowledged.extend(receipt.applied.into_iter().map(|applied| applied.event)),
            Err(LedgerError::HeadMoved { seen, present }) => assert_ne!(seen, present),
            Err(error) => panic!("{error}"),
        }
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

/// As many processes as there are writers, on one file; the ids that were acknowledged to them.
fn in_processes(job: &str, path: &Path) -> Vec<String> {
    let program = std::env::current_exe().expect("this program");
    let writers: Vec<_> = (0..WRITERS)
        .map(|writer| {
            Command::new(&program)
                .args(["--exact", "a_process_that_writes", "--ignored", "--nocapture"])
                .env(AS_WRITER, format!("{job} {writer} {}", path.display()))
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
    acknowledged
}

#[test]
fn processes_on_one_file_lose_no_write() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("shared.db");
    let acknowledged = in_processes("write", &path);
    assert_eq!(acknowledged.len(), WRITERS * WRITES * 2);
    check(&path, &acknowledged);
}

/// Of those who saw the same value one takes its place: nobody's count is lost, and none is counted twice.
#[test]
fn processes_that_write_on_what_they_saw_supersede_nothing_unseen() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("shared.db");
    let acknowledged = in_processes("count", &path);
    assert_eq!(acknowledged.len(), WRITERS * WRITES);
    let (in_log, count) = read_back(&path, "count");
    assert!(acknowledged.iter().all(|id| in_log.contains(id)), "an acknowledged write is missing");
    let told = count.events.iter().map(|event| match &event.act {
        Act::Assert { object, .. } => object.parse().expect("a number"),
        _ => 0,
    });
    assert_eq!(told.collect::<Vec<usize>>(), (1..=WRITERS * WRITES).collect::<Vec<_>>());
    assert_eq!(memstrata_tests::tell::findings(&open(&path).expect("a ledger")), [""; 0]);
}

#[test]
#[ignore = "one of the processes that the tests of this file start"]
fn a_process_that_writes() {
    let Ok(task) = std::env::var(AS_WRITER) else { return };
    let mut words = task.splitn(3, ' ');
    let (job, writer, path) = (words.next(), words.next(), words.next());
    let (job, path) = (job.expect("a job"), Path::new(path.expect("a path")));
    println!();
    let acknowledged = match job {
        "count" => count_on(path),
        _ => write_all(path, writer.and_then(|n| n.parse().ok()).expect("a number")),
    };
    for id in acknowledged {
        println!("acknowledged {id}");
    }
}
