//! Copies of a ledger made while writes go on: each is a whole ledger of some moment, with all that
//! was acknowledged before the copy was asked for.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use memstrata_ledger::{Told, Write};
use memstrata_tests::log::{SPACE, export, open, restore};
use memstrata_tests::tell::{at, fact, findings, note};

fn write(writer: usize, place: usize) -> Write {
    Write {
        episode: Some(note(&format!("Writer {writer} counts {place}."), None)),
        told: vec![Told::Assert(fact(&format!("writer {writer}"), "count", &place.to_string()))],
        ..Write::new(SPACE, at("2026-03-01T09:00:00Z"))
    }
}

#[test]
fn a_backup_while_writes_go_on_is_a_whole_ledger_of_one_moment() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("busy.db");
    let begun = open(&path).expect("a ledger");
    let filling: Vec<Write> = (0..400).map(|place| write(9, place)).collect();
    begun.append_all(&filling).expect("writes");
    let (over, acknowledged) = (AtomicBool::new(false), Mutex::new(Vec::<String>::new()));
    let copies: Vec<(std::path::PathBuf, Vec<String>)> = std::thread::scope(|scope| {
        for writer in 0..3 {
            let (path, over, acknowledged) = (&path, &over, &acknowledged);
            scope.spawn(move || {
                let ledger = open(path).expect("a ledger");
                for place in 0.. {
                    let receipt = ledger.append(&write(writer, place)).expect("nobody is turned away");
                    acknowledged.lock().expect("unpoisoned").push(receipt.episode.expect("an episode"));
                    if over.load(Ordering::Relaxed) {
                        break;
                    }
                }
            });
        }
        let copies = (0..4)
            .map(|copy| {
                std::thread::sleep(std::time::Duration::from_millis(40));
                let before = acknowledged.lock().expect("unpoisoned").clone();
                let target = folder.path().join(format!("copy{copy}.db"));
                begun.back_up(&target).expect("a backup");
                (target, before)
            })
            .collect();
        over.store(true, Ordering::Relaxed);
        copies
    });
    assert_eq!(findings(&begun), [""; 0], "what was copied is sound");
    let whole = export(&begun).expect("an export");
    // The header tells how many lines there are, and is otherwise the same.
    let entries = |log: &str| {
        let (header, entries) = log.split_once('\n').expect("a header");
        let bare = header.split_once(",\"lines\":").expect("how many lines").0;
        format!("{bare}\n{entries}")
    };
    assert!(copies.last().is_some_and(|(_, before)| before.len() > 10), "the writers were busy");
    for (target, before) in copies {
        assert!(!beside(&target, "-wal") && !beside(&target, "-journal"), "one file, which can be moved");
        let copy = open(&target).expect("a ledger");
        assert_eq!(findings(&copy), [""; 0]);
        let log = export(&copy).expect("an export");
        // A moment of the original: its log up to there, to the byte.
        assert!(entries(&whole).starts_with(&entries(&log)), "not a beginning of the ledger's log");
        let missing: Vec<&String> = before.iter().filter(|id| !log.contains(id.as_str())).collect();
        assert!(missing.is_empty(), "acknowledged before the copy, not in it: {missing:?}");
        // It is a ledger like any other: writing goes on in it, and its log restores.
        copy.append(&write(7, 0)).expect("a write");
        assert_eq!(findings(&copy), [""; 0]);
        let again = restore(&target.with_extension("again"), &log, at("2027-01-01T00:00:00Z").micros());
        assert_eq!(export(&again.expect("its log restores")).expect("an export"), log);
    }
}

fn beside(path: &Path, ending: &str) -> bool {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    Path::new(&name).exists()
}

#[test]
fn a_backup_never_takes_the_place_of_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let ledger = open(&folder.path().join("l.db")).expect("a ledger");
    ledger.append(&write(0, 0)).expect("a write");
    let target = folder.path().join("diary.txt");
    std::fs::write(&target, "dear diary").expect("a file");
    let error = ledger.back_up(&target).expect_err("something is there");
    assert!(error.to_string().contains("diary.txt"), "{error}");
    assert_eq!(std::fs::read_to_string(&target).expect("the file"), "dear diary");
    // Nor is anything left where the copy could not be made.
    let nowhere = folder.path().join("no such folder").join("copy.db");
    ledger.back_up(&nowhere).expect_err("no such folder");
    assert!(!nowhere.exists());
}
