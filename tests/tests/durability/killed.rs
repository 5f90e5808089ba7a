//! A process killed at any moment (`kill -9`): what it was told is stored is there, each write and
//! each import is there whole or not at all, and the file checks out. `MEMSTRATA_CASES` times the
//! rounds; each round kills at another moment.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use memstrata_engine::{Engine, ImportSource};
use memstrata_ledger::{Ledger, NewAssert, NewEnd, OpenOptions, Told, Write};
use memstrata_model::{FixedClock, Instant};
use memstrata_tests::cases;
use memstrata_tests::log::{SPACE, export, instant, open, restore};
use memstrata_tests::process::{Chance, acknowledge, start, task};
use memstrata_tests::tell::{findings, note};
use serde_json::Value;

const START: i64 = 1_767_225_600_000_000;
const DAY: i64 = 86_400_000_000;
/// Rounds on one file, before a new one is begun: checking takes longer as it grows.
const A_FILE: u64 = 10;
const VICTIM: &str = "killed::a_process_to_be_killed";
/// Texts of an import by the engine, and of one on the ledger.
const TEXTS: usize = 6;
const MANY: usize = 60;

#[test]
#[ignore = "the process that the tests of this file start and kill"]
fn a_process_to_be_killed() {
    let Some((words, path)) = task() else { return };
    let first: i64 = words[1].parse().expect("a number");
    match words[0].as_str() {
        "write" => {
            let ledger = open(&path).expect("a ledger");
            for round in first.. {
                let receipt = ledger.append(&write(round)).expect("a write");
                acknowledge(&receipt.episode.expect("an episode"));
            }
        }
        "batch" => {
            let ledger = open(&path).expect("a ledger");
            for round in first.. {
                ledger.append_news(&batch(round)).expect("a batch");
                acknowledge(&format!("batch-{round}"));
            }
        }
        "import" => {
            let engine = engine(&path);
            for round in first.. {
                let done = engine.import(&[source(round)], "notes", false, &mut |_, _| true);
                acknowledge(&done.expect("an import").batch.expect("a batch"));
            }
        }
        "new" => {
            for round in first.. {
                let ledger = open(&path.join(format!("{round}.db"))).expect("a ledger");
                ledger.append(&write(round)).expect("a write");
                acknowledge(&round.to_string());
            }
        }
        "index" => {
            let engine = engine(&path);
            for round in first.. {
                engine.requeue(true).expect("queued");
                engine.index_all(&mut |_| true).expect("vectors");
                acknowledge(&round.to_string());
            }
        }
        "switch" => {
            for round in first.. {
                switch(&path).expect("another model serves");
                acknowledge(&round.to_string());
            }
        }
        other => panic!("{other}"),
    }
}

fn engine(path: &Path) -> Engine {
    let clock = std::sync::Arc::new(FixedClock::at(instant(START + 300 * DAY)));
    Engine::open(path, memstrata_tests::desk::options(clock)).expect("an engine")
}

/// The two models that a ledger is switched between, by the dimensions of their vectors.
const MODELS: [usize; 2] = [64, 96];

fn model(dimensions: usize) -> String {
    format!("word-hash-for-tests@{dimensions}")
}

/// Embeds everything with the model that does not serve, lets it serve and drops the other's vectors;
/// finishes what was cut short first.
fn switch(path: &Path) -> Result<usize, memstrata_engine::Error> {
    let serving = open(path).expect("a ledger").index_stamp().expect("a stamp").model;
    let own = usize::from(serving == Some(model(MODELS[1])));
    let given = |which: usize| -> std::sync::Arc<dyn memstrata_index::Embedder> {
        std::sync::Arc::new(memstrata_index::HashEmbedder::for_tests(MODELS[which]))
    };
    let clock = std::sync::Arc::new(FixedClock::at(instant(START + 300 * DAY)));
    let mut options = memstrata_tests::desk::options(clock);
    options.embedding = memstrata_engine::Embedding::Given(given(own));
    options.reembed_with = Some(given(1 - own));
    Engine::open(path, options)?.reembed(&mut |_| true)
}

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
        episode: Some(note(&format!("In round {round} the port and the colour are {object}."), None)),
        told: vec![assert("port"), assert("colour"), Told::End(end)],
        ..Write::new(SPACE, instant(START + 300 * DAY))
    }
}

/// A batch of many writes in one transaction, as an import has it.
fn batch(round: i64) -> Vec<Write> {
    let id = format!("batch-{round}");
    let opening = Told::Batch { id: id.clone(), label: "a file".to_owned() };
    let mut writes = vec![Write { told: vec![opening], ..Write::new(SPACE, instant(START + 300 * DAY)) }];
    for place in 0..MANY {
        let mut write = write(round * 1000 + i64::try_from(place).expect("small"));
        write.batch = Some(id.clone());
        writes.push(write);
    }
    writes
}

fn source(round: i64) -> ImportSource {
    let texts: Vec<String> =
        (0..TEXTS).map(|place| format!("The service s{round}x{place} listens on port {place}.")).collect();
    ImportSource {
        name: "notes.txt".to_owned(),
        content: texts.join("\n\n"),
        format: None,
        modified_at: Some(instant(START)),
        bring_back: false,
    }
}

/// The lines of a ledger's log by type.
struct Log {
    text: String,
    episodes: BTreeSet<String>,
    facts: usize,
    /// How many episodes, and how many facts, each batch has.
    batches: BTreeMap<String, (usize, usize)>,
}

fn read(ledger: &Ledger) -> Log {
    let text = export(ledger).expect("an export");
    let mut log = Log { text, episodes: BTreeSet::new(), facts: 0, batches: BTreeMap::new() };
    let mut last = i64::MIN;
    for line in log.text.lines() {
        let line: Value = serde_json::from_str(line).expect("JSON");
        let Some(recorded) = line["recorded_at"].as_str() else { continue };
        let recorded: Instant = recorded.parse().expect("an instant");
        assert!(recorded.micros() > last, "system time goes back");
        last = recorded.micros();
        let id = line["id"].as_str().expect("an id").to_owned();
        let batch = line["batch"].as_str().map(str::to_owned);
        match line["type"].as_str() {
            Some("batch") => {
                log.batches.insert(id, (0, 0));
            }
            Some("episode") => {
                log.episodes.insert(id);
                if let Some(counts) = batch.and_then(|batch| log.batches.get_mut(&batch)) {
                    counts.0 += 1;
                }
            }
            _ => {
                log.facts += 1;
                if let Some(counts) = batch.and_then(|batch| log.batches.get_mut(&batch)) {
                    counts.1 += 1;
                }
            }
        }
    }
    log
}

/// Starts, kills at some moment, checks, over and over; `check` is given the file and all that was
/// acknowledged on it. Answers how many things were acknowledged in all.
fn rounds(job: &str, rounds: u64, longest_micros: u64, check: impl Fn(&Path, &[String])) -> usize {
    // On disk, not in memory: this is about durability.
    let folder = tempfile::tempdir().expect("a folder");
    let mut chance = Chance::new(rounds ^ longest_micros);
    let mut acknowledged: Vec<String> = Vec::new();
    let (mut path, mut all) = (PathBuf::new(), 0);
    for round in 0..rounds * u64::from(cases()) {
        if round.is_multiple_of(A_FILE) {
            all += acknowledged.len();
            acknowledged.clear();
            path = folder.path().join(format!("victim{round}.db"));
        }
        let mut victim = start(VICTIM, &format!("{job} {}", round * 10_000), &path);
        // Not before it writes, and then at another moment each time.
        acknowledged.push(victim.hear().expect("it did something"));
        acknowledged.extend(victim.kill_after(chance.micros(longest_micros)));
        check(&path, &acknowledged);
    }
    all + acknowledged.len()
}

/// The file is sound, and its log makes the same ledger again.
fn sound(ledger: &Ledger, log: &Log) {
    assert_eq!(findings(ledger), [""; 0]);
    let folder = memstrata_tests::log::folder();
    let again =
        restore(&folder.path().join("again.db"), &log.text, START + 400 * DAY).expect("the chain holds");
    assert_eq!(export(&again).expect("an export"), log.text);
}

#[test]
fn a_killed_writer_loses_nothing_acknowledged() {
    let all = rounds("write", 120, 40_000, |path, acknowledged| {
        let ledger = open(path).expect("it opens");
        let log = read(&ledger);
        sound(&ledger, &log);
        assert_eq!(log.facts, log.episodes.len() * 3, "no write is there in part");
        let missing: Vec<&String> = acknowledged.iter().filter(|id| !log.episodes.contains(*id)).collect();
        assert!(missing.is_empty(), "acknowledged and lost: {missing:?}");
        // At most the one that was under way is there unacknowledged.
        let rounds_here = acknowledged.len() as u64 + A_FILE;
        assert!(log.episodes.len() as u64 <= rounds_here, "more than was told");
    });
    assert!(all > 120, "the writers got somewhere: {all}");
}

#[test]
fn a_killed_batch_is_there_whole_or_not_at_all() {
    rounds("batch", 60, 60_000, |path, acknowledged| {
        let ledger = open(path).expect("it opens");
        let log = read(&ledger);
        assert_eq!(findings(&ledger), [""; 0]);
        for (batch, counts) in &log.batches {
            assert_eq!(*counts, (MANY, MANY * 3), "{batch} is there in part");
        }
        assert_eq!(log.episodes.len(), log.batches.len() * MANY);
        assert_eq!(log.facts, log.episodes.len() * 3);
        let missing: Vec<&String> = acknowledged.iter().filter(|id| !log.batches.contains_key(*id)).collect();
        assert!(missing.is_empty(), "acknowledged and lost: {missing:?}");
    });
}

#[test]
fn a_killed_import_is_there_whole_or_not_at_all() {
    rounds("import", 60, 60_000, |path, acknowledged| {
        let ledger = open(path).expect("it opens");
        let log = read(&ledger);
        assert_eq!(findings(&ledger), [""; 0]);
        let whole: BTreeSet<(usize, usize)> = log.batches.values().copied().collect();
        assert_eq!(whole.len(), 1, "an import is there in part: {:?}", log.batches);
        assert!(whole.iter().all(|(texts, facts)| *texts == TEXTS && *facts >= TEXTS), "{whole:?}");
        let missing: Vec<&String> = acknowledged.iter().filter(|id| !log.batches.contains_key(*id)).collect();
        assert!(missing.is_empty(), "acknowledged and lost: {missing:?}");
    });
}

/// A new file is made in one transaction: killed on the way, it is no ledger yet or a whole one, and
/// opening it goes on from there.
#[test]
fn a_killed_beginning_leaves_a_file_that_opens() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut chance = Chance::new(7);
    for round in 0..60 * u64::from(cases()) {
        let path = folder.path().join(round.to_string());
        std::fs::create_dir(&path).expect("a folder");
        let mut victim = start(VICTIM, "new 0", &path);
        let mut acknowledged = vec![victim.hear().expect("it did something")];
        acknowledged.extend(victim.kill_after(chance.micros(30_000)));
        let mut files: Vec<PathBuf> = std::fs::read_dir(&path)
            .expect("the folder")
            .map(|entry| entry.expect("an entry").path())
            .filter(|file| file.extension().is_some_and(|ending| ending == "db"))
            .collect();
        // The last one made, where the kill may have struck, and one that was done.
        let number = |file: &PathBuf| -> i64 {
            file.file_stem().and_then(|stem| stem.to_str()?.parse().ok()).expect("a number")
        };
        files.sort_by_key(number);
        files.drain(1..(files.len() - 1).max(1));
        for file in &files {
            let ledger = Ledger::open(file, &OpenOptions::default()).expect("it opens");
            assert_eq!(findings(&ledger), [""; 0]);
            let written = read(&ledger).episodes.len();
            if acknowledged.contains(&number(file).to_string()) {
                assert_eq!(written, 1, "acknowledged and lost");
            }
            assert!(written <= 1);
            ledger.append(&write(99)).expect("it goes on");
        }
    }
}

/// Vectors come from an outbox in the same file: killed while everything is embedded again, every
/// text has its vector or waits for one, and the log is untouched.
#[test]
fn a_killed_indexer_leaves_no_text_without_vector_or_place_in_the_outbox() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("victim.db");
    let ledger = open(&path).expect("a ledger");
    let texts = 120;
    let writes: Vec<Write> = (0..texts).map(write).collect();
    ledger.append_all(&writes).expect("texts");
    let before = export(&ledger).expect("an export");
    drop(ledger);
    let mut chance = Chance::new(11);
    let mut waiting_seen = 0;
    for _ in 0..60 * cases() {
        let mut victim = start(VICTIM, "index 0", &path);
        victim.hear().expect("it did something");
        let _ = victim.kill_after(chance.micros(30_000));
        let ledger = open(&path).expect("it opens");
        assert_eq!(findings(&ledger), [""; 0]);
        let (all, waiting) = ledger.indexed().expect("counts");
        let kept = ledger.vector_count("word-hash-for-tests@64").expect("a count");
        assert_eq!((i64::from(all), kept + waiting as usize), (texts, 120), "a text was left behind");
        waiting_seen += usize::from(waiting > 0);
        assert_eq!(export(&ledger).expect("an export"), before);
    }
    println!("{waiting_seen} kills struck in the middle of the work");
    let engine = engine(&path);
    engine.index_all(&mut |_| true).expect("it goes on");
    assert_eq!(engine.index_state().expect("a state").done, 120);
}

/// Killed on the way from one model to another, the one that serves has a vector of every text, whichever
/// it is; the work goes on from where it stopped, and ends with the vectors of one model.
#[test]
fn a_killed_switch_of_models_leaves_one_that_serves_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("victim.db");
    let ledger = open(&path).expect("a ledger");
    let texts = 120;
    let writes: Vec<Write> = (0..texts).map(write).collect();
    ledger.append_all(&writes).expect("texts");
    let before = export(&ledger).expect("an export");
    drop(ledger);
    engine(&path).index_all(&mut |_| true).expect("vectors");
    let mut chance = Chance::new(13);
    let (mut between, mut served) = (0, BTreeSet::new());
    for _ in 0..60 * cases() {
        let mut victim = start(VICTIM, "switch 0", &path);
        victim.hear().expect("it did something");
        let _ = victim.kill_after(chance.micros(40_000));
        let ledger = open(&path).expect("it opens");
        assert_eq!(findings(&ledger), [""; 0]);
        let stamp = ledger.index_stamp().expect("a stamp");
        let counts = MODELS.map(|dimensions| ledger.vector_count(&model(dimensions)).expect("a count"));
        let serving = stamp.model.expect("a model that serves");
        let own = MODELS.iter().position(|dimensions| model(*dimensions) == serving).expect("one of the two");
        assert_eq!((counts[own], stamp.kept), (texts as usize, texts as usize), "{serving}: {counts:?}");
        assert_eq!(ledger.indexed().expect("counts").1, 0, "no text waits");
        between += usize::from(counts[1 - own] > 0);
        served.insert(serving);
        assert_eq!(export(&ledger).expect("an export"), before);
    }
    println!("{between} kills struck between two models");
    assert!(between > 0 && served.len() == 2, "{between} between, {served:?} served");
    switch(&path).expect("it goes on");
    let ledger = open(&path).expect("it opens");
    let counts = MODELS.map(|dimensions| ledger.vector_count(&model(dimensions)).expect("a count"));
    assert!(counts.contains(&0) && counts.contains(&(texts as usize)), "{counts:?}");
}
