//! A window, commands and importers on one file at once: no write is lost, nobody is told that the file
//! is locked, system time never repeats, and what came of the raced key is what the naive model makes of
//! its log.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use memstrata_engine::{Engine, FactPattern, NewAssert, NewConfirm, NewEnd, Remember, Told};
use memstrata_model::view::LaneQuery;
use memstrata_model::{Instant, SystemClock};
use memstrata_tests::log::{KeyLog, export, open, shown, told};
use memstrata_tests::naive::{Act, Event, timeline};
use serde_json::Value;

const ROUNDS: usize = 8;

fn command(ledger: &Path, arguments: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_memstrata"))
        .args(arguments)
        .arg("--json")
        .env("MEMSTRATA_LEDGER", ledger)
        .env("MEMSTRATA_CACHE", ledger.with_extension("no-models"))
        .env("TZ", "UTC")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {error}");
    assert!(!error.contains("locked") && !error.contains("busy"), "{arguments:?}: {error}");
    serde_json::from_slice(&output.stdout).unwrap()
}

fn ids(document: &Value, list: &str) -> Vec<String> {
    let told = document[list].as_array().unwrap().iter();
    told.map(|one| one["event"].as_str().unwrap().to_owned()).collect()
}

/// Writes of one kind over and over; answers with the ids that were acknowledged.
fn commands(ledger: &Path, writer: usize) -> Vec<String> {
    let mut acknowledged = Vec::new();
    for round in 0..ROUNDS {
        let value = format!("w{writer}n{round}");
        let day = format!("2026-{:02}-{:02}", 1 + (round * 5 + writer * 3) % 12, 1 + round % 28);
        match writer {
            0 => {
                let told = command(ledger, &["assert", "hot", "value", &value, "--from", &day]);
                acknowledged.extend(ids(&told, "applied"));
            }
            1 => {
                let told = command(ledger, &["assert", "hot", "value", &value, "--from", &day]);
                acknowledged.extend(ids(&told, "applied"));
                let told = command(ledger, &["end", "hot", "value", &value, "--at", "2026-12-15"]);
                acknowledged.extend(ids(&told, "applied"));
            }
            2 => {
                let text = format!("The gateway of site {round} listens on port {}.", 8000 + round);
                let told = command(ledger, &["remember", &text, "--at", &day]);
                assert!(!told["facts"].as_array().unwrap().is_empty());
                acknowledged.extend(ids(&told, "facts"));
                acknowledged.push(told["episode"].as_str().unwrap().to_owned());
            }
            _ => {
                let notes = ledger.with_file_name(format!("notes{round}.txt"));
                let paragraphs: Vec<String> =
                    (0..4).map(|n| format!("The pump {round}x{n} listens on port {n}.")).collect();
                std::fs::write(&notes, paragraphs.join("\n\n")).unwrap();
                let told = command(ledger, &["import", notes.to_str().unwrap()]);
                assert_eq!(told["episodes"], 4);
                acknowledged.push(told["batch"].as_str().unwrap().to_owned());
            }
        }
    }
    acknowledged
}

/// What the window does meanwhile: it tells, embeds, and reads all that it shows.
fn window(ledger: &Path, over: &AtomicBool) -> Vec<String> {
    let mut options = memstrata_tests::desk::options(Arc::new(memstrata_model::FixedClock::at(Instant::MIN)));
    options.clock = Arc::new(SystemClock);
    let engine = Engine::open(ledger, options).unwrap();
    let mut acknowledged = Vec::new();
    for round in 0.. {
        let object = format!("window{round}");
        let tell = |told: Told| engine.tell(vec![told], None, None).unwrap().applied.remove(0).event;
        if round < ROUNDS {
            let at = format!("2026-{:02}-20T00:00:00Z", 1 + round % 12).parse().unwrap();
            let (subject, relation) = ("hot".to_owned(), "value".to_owned());
            let assert = NewAssert {
                subject: subject.clone(),
                relation: relation.clone(),
                object: object.clone(),
                valid_from: Some(at),
                ..NewAssert::default()
            };
            acknowledged.push(tell(Told::Assert(assert)));
            let confirm = NewConfirm {
                subject: subject.clone(),
                relation: relation.clone(),
                object: object.clone(),
                at: Some(at.plus_micros(1)),
                ..NewConfirm::default()
            };
            acknowledged.push(tell(Told::Confirm(confirm)));
            let end = NewEnd {
                subject,
                relation,
                object: Some(object),
                at: Some(at.plus_micros(9)),
                ..NewEnd::default()
            };
            acknowledged.push(tell(Told::End(end)));
            let said = engine.remember(&Remember::text(&format!("Noted in the window, {round}."))).unwrap();
            acknowledged.push(said.episode.unwrap());
        }
        engine.index_some(8).unwrap();
        engine.info().unwrap();
        engine.lane_index(&LaneQuery::default()).unwrap();
        engine.facts(&FactPattern::default(), None, None).unwrap();
        if over.load(Ordering::Relaxed) && round >= ROUNDS {
            engine.index_all(&mut |_| true).unwrap();
            break;
        }
    }
    acknowledged
}

/// The log of the key that everybody wrote to, as the file has it, and all ids in it.
fn read_back(path: &Path) -> (Vec<String>, KeyLog) {
    let ledger = open(path).unwrap();
    let mut hot = KeyLog { subject: "hot".into(), relation: "value".into(), set: false, events: Vec::new() };
    let (mut ids, mut last) = (Vec::new(), i64::MIN);
    for line in export(&ledger).unwrap().lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        let Some(id) = line["id"].as_str() else { continue };
        let at = |name: &str| line[name].as_str().map(|at| at.parse::<Instant>().unwrap().micros());
        let recorded_at = at("recorded_at").unwrap();
        assert!(recorded_at > last, "system time repeats or goes back");
        last = recorded_at;
        ids.push(id.to_owned());
        if line["subject"] != "hot" {
            continue;
        }
        let object = line["object"].as_str().map(str::to_owned);
        let act = match line["type"].as_str() {
            Some("assert") => Act::Assert {
                object: object.unwrap(),
                from: at("valid_from"),
                to: None,
                window: false,
                stated: true,
            },
            Some("confirm") => Act::Confirm { object: object.unwrap(), at: at("at").unwrap() },
            Some("end") => Act::End { object, at: at("at").unwrap() },
            other => panic!("{other:?}"),
        };
        hot.events.push(Event { id: id.to_owned(), recorded_at, act });
    }
    (ids, hot)
}

#[test]
fn a_window_commands_and_an_importer_on_one_file_lose_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path: PathBuf = folder.path().join("shared.memstrata");
    let over = AtomicBool::new(false);
    let acknowledged: Vec<String> = std::thread::scope(|scope| {
        let shown = scope.spawn(|| window(&path, &over));
        let writers: Vec<_> = (0..4)
            .map(|writer| {
                let path = &path;
                scope.spawn(move || commands(path, writer))
            })
            .collect();
        let told: Vec<_> = writers.into_iter().map(std::thread::ScopedJoinHandle::join).collect();
        // Also where a writer failed: the window would go on for ever.
        over.store(true, Ordering::Relaxed);
        let mut all: Vec<String> = told.into_iter().flat_map(|told| told.unwrap()).collect();
        all.extend(shown.join().unwrap());
        all
    });
    assert!(acknowledged.len() > ROUNDS * 8);
    let (in_log, hot) = read_back(&path);
    let lost: Vec<&String> = acknowledged.iter().filter(|id| !in_log.contains(id)).collect();
    assert!(lost.is_empty(), "acknowledged and lost: {lost:?}");
    assert_eq!(hot.events.len(), ROUNDS * 6);
    let ledger = open(&path).unwrap();
    let now = hot.events.last().unwrap().recorded_at + 1;
    for event in hot.events.iter().step_by(5).chain(hot.events.last()) {
        let expected = shown(timeline(&hot.events, false, event.recorded_at));
        assert_eq!(told(&ledger, &hot, event.recorded_at, now).unwrap(), expected);
    }
    let (texts, waiting) = ledger.indexed().unwrap();
    assert_eq!((texts as usize, waiting), (ROUNDS * 6, 0));
    assert_eq!(command(&path, &["verify"])["findings"], serde_json::json!([]));
}
