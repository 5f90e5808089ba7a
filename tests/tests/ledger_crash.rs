//! A writer killed at any moment: what it was told is stored is there, nothing half-done is seen,
//! and the file checks out. `MEMSTRATA_CASES` times 15 rounds.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use memstrata_ledger::{NewAssert, NewEnd, NewEpisode, Told, Write};
use memstrata_model::{EpisodeKind, Instant};
use memstrata_tests::log::{SPACE, export, instant, open, restore};
use serde_json::Value;

const START: i64 = 1_767_225_600_000_000;
const DAY: i64 = 86_400_000_000;
/// Tells a started copy of this test program which ledger to write to.
const AS_VICTIM: &str = "MEMSTRATA_TEST_VICTIM";

/// An episode with three facts, so that a torn write would show.
fn write(round: i64) -> Write {
    let object = format!("v{round}");
    let assert = |relation: &str| {
        Told::Assert(NewAssert {
            subject: "service".to_owned(),
            relation: relation.to_owned(),
            object: object.clone(),
            valid_from: Some(instant(START + round % 97 * DAY)),
            ..NewAssert::default()
        })
    };
    let end = NewEnd {
        subject: "service".to_owned(),
        relation: "colour".to_owned(),
        object: Some(object.clone()),
        at: Some(instant(START + (round % 97 + 3) * DAY)),
        ..NewEnd::default()
    };
    Write {
        episode: Some(NewEpisode {
            id: None,
            kind: EpisodeKind::Note,
            text: format!("In round {round} the port and the colour are {object}."),
            occurred_at: None,
            author: None,
            locator: None,
            importance: None,
        }),
        told: vec![assert("port"), assert("colour"), Told::End(end)],
        ..Write::new(SPACE, instant(START + 300 * DAY))
    }
}

#[test]
#[ignore = "the process that `a_killed_writer_loses_nothing_acknowledged` starts and kills"]
fn a_process_to_be_killed() {
    let Ok(task) = std::env::var(AS_VICTIM) else { return };
    let (first, path) = task.split_once(' ').expect("a number and a path");
    let ledger = open(Path::new(path)).expect("a ledger");
    println!();
    let first: i64 = first.parse().expect("a number");
    for round in first.. {
        let receipt = ledger.append(&write(round)).expect("a write");
        println!("acknowledged {}", receipt.episode.expect("an episode"));
    }
}

#[test]
fn a_killed_writer_loses_nothing_acknowledged() {
    let rounds = 15 * std::env::var("MEMSTRATA_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(1_u64);
    // On disk, not in memory: this one is about durability.
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("victim.db");
    let program = std::env::current_exe().expect("this program");
    let mut acknowledged: Vec<String> = Vec::new();
    for round in 0..rounds {
        let first = i64::try_from(round * 100_000).expect("a small number");
        let mut victim = Command::new(&program)
            .args(["--exact", "a_process_to_be_killed", "--ignored", "--nocapture"])
            .env(AS_VICTIM, format!("{first} {}", path.display()))
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("a process");
        let mut output = BufReader::new(victim.stdout.take().expect("its output")).lines();
        // Not before it writes, and then at another moment each time.
        let begun =
            output.find_map(|line| line.expect("a line").strip_prefix("acknowledged ").map(str::to_owned));
        acknowledged.push(begun.expect("it wrote something"));
        std::thread::sleep(Duration::from_micros(round * 7_919 % 40_000));
        victim.kill().expect("it runs");
        victim.wait().expect("it ended");
        let rest = output.map_while(Result::ok).filter_map(|line| {
            // A line cut off in the middle was never told to anybody.
            line.strip_prefix("acknowledged ")
                .filter(|id| id.len() == acknowledged[0].len())
                .map(str::to_owned)
        });
        acknowledged.extend(rest.collect::<Vec<_>>());
        check(&path, &acknowledged);
    }
    assert!(acknowledged.len() as u64 > rounds, "the writers got somewhere");
}

fn check(path: &Path, acknowledged: &[String]) {
    let ledger = open(path).expect("it opens");
    assert_eq!(ledger.verify(&mut |_| true).expect("a check").findings, []);
    let log = export(&ledger).expect("an export");
    let mut episodes = Vec::new();
    let mut facts = 0;
    let mut last = i64::MIN;
    for line in log.lines() {
        let line: Value = serde_json::from_str(line).expect("JSON");
        let Some(recorded) = line["recorded_at"].as_str() else { continue };
        let recorded: Instant = recorded.parse().expect("an instant");
        assert!(recorded.micros() > last);
        last = recorded.micros();
        match line["type"].as_str() {
            Some("episode") => episodes.push(line["id"].as_str().expect("an id").to_owned()),
            _ => facts += 1,
        }
    }
    assert_eq!(facts, episodes.len() * 3, "no write is there in part");
    let missing: Vec<&String> = acknowledged.iter().filter(|id| !episodes.contains(id)).collect();
    assert!(missing.is_empty(), "acknowledged and lost: {missing:?}");
    let again = tempfile::tempdir().expect("a folder");
    let again = restore(&again.path().join("again.db"), &log, START + 400 * DAY).expect("the chain holds");
    assert_eq!(export(&again).expect("an export"), log);
}
