//! Files that are damaged, of a newer program, or not ours at all: a clear error with its code, and
//! not a byte of the file is changed.

use std::path::{Path, PathBuf};

use memstrata_ledger::{FactPattern, Ledger, LedgerError, Moment, OpenOptions, Told, Write};
use memstrata_tests::log::{SPACE, export, folder, open};
use memstrata_tests::tell::{at, fact_from, note};
use rusqlite::Connection;

const NOW: &str = "2026-11-29T12:00:00Z";

/// A settled ledger of some size, and its bytes.
fn some_ledger(path: &Path) -> Vec<u8> {
    let ledger = open(path).expect("a ledger");
    let writes: Vec<Write> = (0..300)
        .map(|place| Write {
            episode: Some(note(&format!("The port of service {place} is {}.", 8000 + place), None)),
            told: vec![Told::Assert(fact_from(
                &format!("service {}", place % 40),
                "port",
                &(8000 + place).to_string(),
                "2026-03-01T00:00:00Z",
            ))],
            ..Write::new(SPACE, at("2026-03-02T00:00:00Z"))
        })
        .collect();
    ledger.append_all(&writes).expect("writes");
    ledger.settle().expect("settled");
    drop(ledger);
    std::fs::read(path).expect("the file")
}

/// A settled file is not in WAL mode: opening it turns the mode back on, which is two bytes of the
/// header. So that "nothing changed" can be said of bytes, the file is put into that mode first.
fn in_wal_mode(path: &Path) -> Vec<u8> {
    some_ledger(path);
    drop(open(path).expect("it opens"));
    std::fs::read(path).expect("the file")
}

fn code_of(path: &Path) -> &'static str {
    let options = OpenOptions { create: false, ..OpenOptions::default() };
    match Ledger::open(path, &options) {
        Err(error) => {
            assert!(error.to_string().contains(&path.display().to_string()), "names the file: {error}");
            assert!(error.hint().is_some(), "says what to do: {error}");
            error.code()
        }
        Ok(_) => "opened",
    }
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

#[test]
fn a_file_of_a_newer_program_is_left_alone() {
    let folder = folder();
    let path = folder.path().join("newer.db");
    in_wal_mode(&path);
    let connection = Connection::open(&path).expect("a connection");
    connection.pragma_update(None, "user_version", 99).expect("a newer version");
    drop(connection);
    let bytes = std::fs::read(&path).expect("the file");
    assert_eq!(code_of(&path), "ledger_newer");
    assert_eq!(std::fs::read(&path).expect("the file"), bytes);
    assert!(!beside(&path, "-wal").exists(), "nothing is left beside it");
}

#[test]
fn a_ledger_whose_layout_was_changed_by_hand_is_left_alone() {
    let folder = folder();
    let path = folder.path().join("changed.db");
    in_wal_mode(&path);
    let connection = Connection::open(&path).expect("a connection");
    connection
        .execute("UPDATE meta SET value = x'00' WHERE name = 'migration 1'", [])
        .expect("another digest");
    drop(connection);
    let bytes = std::fs::read(&path).expect("the file");
    let error = open(&path).expect_err("refused");
    assert_eq!(error.code(), "migration_changed");
    assert_eq!(std::fs::read(&path).expect("the file"), bytes);
}

#[test]
fn what_is_no_ledger_is_left_alone() {
    let folder = folder();
    // Another program's database.
    let other = folder.path().join("other.db");
    let connection = Connection::open(&other).expect("a database");
    connection
        .execute_batch("CREATE TABLE songs (title TEXT); INSERT INTO songs VALUES ('x');")
        .expect("a table");
    drop(connection);
    // A text, and a picture's beginning.
    let text = folder.path().join("notes.txt");
    std::fs::write(&text, "these are notes, and not a few of them\n".repeat(200)).expect("a file");
    let picture = folder.path().join("picture.png");
    std::fs::write(&picture, b"\x89PNG\r\n\x1a\n0000").expect("a file");
    for path in [&other, &text, &picture] {
        let bytes = std::fs::read(path).expect("the file");
        assert_eq!(code_of(path), "not_a_ledger", "{}", path.display());
        assert_eq!(std::fs::read(path).expect("the file"), bytes, "{}", path.display());
        assert!(!beside(path, "-wal").exists() && !beside(path, "-shm").exists());
    }
}

#[test]
fn a_folder_in_place_of_a_file_is_an_error_and_stays() {
    let folder = folder();
    let path = folder.path().join("a folder");
    std::fs::create_dir(&path).expect("a folder");
    let error = Ledger::open(&path, &OpenOptions::default()).expect_err("a folder");
    assert_ne!(error.code(), "sqlite", "{error}");
    assert!(path.is_dir() && std::fs::read_dir(&path).expect("a folder").next().is_none());
}

/// Every way of reading a file: each gives an answer or an error with a code, none panics.
fn read_everything(path: &Path) -> Vec<&'static str> {
    let ledger = match open(path) {
        Ok(ledger) => ledger,
        Err(error) => return vec![error.code()],
    };
    let mut codes = Vec::new();
    let mut note = |heard: Result<(), LedgerError>| {
        if let Err(error) = heard {
            codes.push(error.code());
        }
    };
    let moment = Moment { as_of: at(NOW), known_at: None };
    let all = FactPattern { all: true, ..FactPattern::default() };
    note(ledger.facts(SPACE, &all, moment).map(drop));
    note(ledger.log(SPACE, 0).map(drop));
    note(ledger.search_words(SPACE, "port service", None, 10).map(drop));
    note(export(&ledger).map(drop));
    note(ledger.lanes(SPACE, &memstrata_model::view::LaneQuery::default(), at(NOW)).map(drop));
    match ledger.verify(&mut |_| true) {
        Ok(report) if report.findings.is_empty() => {}
        Ok(_) => codes.push("found"),
        Err(error) => codes.push(error.code()),
    }
    codes
}

#[test]
fn a_corrupt_page_is_an_error_or_a_finding_and_changes_nothing() {
    let folder = folder();
    let path = folder.path().join("sound.db");
    let bytes = in_wal_mode(&path);
    let page = 4096;
    assert!(bytes.len() > 30 * page, "{} bytes", bytes.len());
    let damaged = folder.path().join("damaged.db");
    let mut silent = Vec::new();
    for place in (0..bytes.len() / page).step_by(3) {
        let mut copy = bytes.clone();
        // The first page keeps its header: with that gone it is no ledger.
        let start = place * page + if place == 0 { 100 } else { 0 };
        copy[start..(place + 1) * page].fill(0xa5);
        std::fs::write(&damaged, &copy).expect("a file");
        let codes = read_everything(&damaged);
        let free = codes.is_empty();
        if free {
            silent.push(place);
        }
        for code in codes {
            assert!(
                ["corrupt", "found", "migration_changed", "not_a_ledger", "bad_value"].contains(&code),
                "page {place}: {code}"
            );
        }
        assert!(std::fs::read(&damaged).expect("the file") == copy, "page {place} was written to");
        for ending in ["-wal", "-shm"] {
            let _ = std::fs::remove_file(beside(&damaged, ending));
        }
    }
    assert!(silent.is_empty(), "pages whose damage nobody noticed: {silent:?}");
}

#[test]
fn a_truncated_file_is_an_error_or_a_finding_and_changes_nothing() {
    let folder = folder();
    let path = folder.path().join("sound.db");
    let bytes = in_wal_mode(&path);
    let cut = folder.path().join("cut.db");
    for length in [20, 100, 1000, 4096, 8192, bytes.len() / 2, bytes.len() - 4096, bytes.len() - 1] {
        std::fs::write(&cut, &bytes[..length]).expect("a file");
        let codes = read_everything(&cut);
        assert!(!codes.is_empty(), "{length} of {} bytes: nobody noticed", bytes.len());
        for code in codes {
            assert!(["truncated", "corrupt", "not_a_ledger"].contains(&code), "{length} bytes: {code}");
        }
        assert!(std::fs::read(&cut).expect("the file") == bytes[..length], "{length} bytes were written to");
        for ending in ["-wal", "-shm"] {
            let _ = std::fs::remove_file(beside(&cut, ending));
        }
    }
}

/// A log that is cut off in the middle of a frame, or holds rubbish behind the last commit, is what a
/// machine that lost power leaves: the commits before it stand.
#[test]
fn a_torn_write_ahead_log_keeps_the_commits_before_it() {
    let folder = folder();
    let path = folder.path().join("torn.db");
    let ledger = open(&path).expect("a ledger");
    let mut exports = Vec::new();
    let mut lengths = Vec::new();
    for place in 0..12 {
        let told = fact_from("service", "port", &place.to_string(), "2026-03-01T00:00:00Z");
        ledger
            .append(&Write {
                told: vec![Told::Assert(told)],
                ..Write::new(SPACE, at("2026-03-02T00:00:00Z"))
            })
            .expect("a write");
        exports.push(export(&ledger).expect("an export"));
        lengths.push(std::fs::metadata(beside(&path, "-wal")).expect("a log").len());
    }
    let (file, wal) =
        (std::fs::read(&path).expect("the file"), std::fs::read(beside(&path, "-wal")).expect("the log"));
    drop(ledger);
    let torn = folder.path().join("power.db");
    for place in 1..lengths.len() {
        let (committed, next) = (lengths[place - 1] as usize, lengths[place] as usize);
        for cut in [committed, committed + 1, committed + 24, (committed + next) / 2, next - 1] {
            for rubbish in [false, true] {
                let mut log = wal[..cut].to_vec();
                if rubbish {
                    log.resize(next, 0x5a);
                }
                std::fs::write(&torn, &file).expect("a file");
                std::fs::write(beside(&torn, "-wal"), &log).expect("a log");
                let _ = std::fs::remove_file(beside(&torn, "-shm"));
                let ledger = open(&torn).expect("it opens");
                let told = export(&ledger).expect("an export");
                assert_eq!(told, exports[place - 1], "cut at {cut} of {committed} to {next}");
                assert_eq!(memstrata_tests::tell::findings(&ledger), [""; 0]);
            }
        }
    }
}
