//! Files that are no ledgers, or no longer whole: refused by name and code, and not touched.

mod common;

use std::path::{Path, PathBuf};

use common::{Fixture, assert};
use memstrata_ledger::{Ledger, OpenOptions};

fn open(path: &Path, create: bool) -> Result<Ledger, memstrata_ledger::LedgerError> {
    Ledger::open(path, &OpenOptions { create, ..OpenOptions::default() })
}

/// A whole ledger in one file, without its write-ahead log.
fn settled(f: &Fixture) -> PathBuf {
    for day in 1..=9 {
        let from = format!("2026-01-0{day}");
        f.tell(&from, assert("api", "port", &format!("800{day}"), &from));
    }
    f.ledger.settle().unwrap();
    let path = f.folder.join("whole.memstrata");
    std::fs::copy(f.ledger.path(), &path).unwrap();
    path
}

/// Refused with a code and the name of the file, and not a byte of it changed.
fn refused(path: &Path, code: &str) {
    let before = std::fs::read(path).unwrap_or_default();
    let names = |folder: &Path| -> Vec<_> {
        let mut names: Vec<_> =
            std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    let folder = path.parent().unwrap();
    let listed = names(folder);
    let error = open(path, true).expect_err(code);
    assert_eq!(error.code(), code, "{error}");
    assert!(error.to_string().contains(path.file_name().unwrap().to_str().unwrap()), "{error}");
    assert!(error.hint().is_some(), "{error}");
    assert!(std::fs::read(path).unwrap_or_default() == before, "{code}: the file was touched");
    assert_eq!(names(folder), listed, "{code}: something was left beside it");
}

#[test]
fn a_file_that_is_cut_short_is_told_from_one_that_is_whole() {
    let f = Fixture::new();
    let path = settled(&f);
    let whole = std::fs::read(&path).unwrap();
    drop(open(&path, false).unwrap());
    for kept in [whole.len() - 1, whole.len() - 4096, whole.len() / 2, 4096, 100, 99, 17, 5] {
        std::fs::write(&path, &whole[..kept]).unwrap();
        for ending in ["-wal", "-shm"] {
            let _ = std::fs::remove_file(format!("{}{ending}", path.display()));
        }
        refused(&path, "truncated");
    }
}

#[test]
fn an_empty_file_is_no_ledger_to_read_from() {
    let f = Fixture::new();
    let path = f.folder.join("empty.memstrata");
    std::fs::write(&path, "").unwrap();
    assert_eq!(open(&path, false).unwrap_err().code(), "truncated");
    assert_eq!(std::fs::read(&path).unwrap(), b"");
    // Where copies are kept of what was in it, it was one.
    let kept = f.folder.join("empty.memstrata.backups");
    std::fs::create_dir(&kept).unwrap();
    assert_eq!(open(&path, true).unwrap_err().code(), "truncated");
    assert_eq!(std::fs::read(&path).unwrap(), b"");
    std::fs::remove_dir(&kept).unwrap();
    // A program that was killed right after it made the file must not be in the way for ever.
    let made = open(&path, true).unwrap();
    assert_eq!(made.stats("default").unwrap().entries, 0);
}

#[test]
fn what_is_no_database_or_another_programs_is_left_alone() {
    let f = Fixture::new();
    let path = f.folder.join("notes.txt");
    for text in ["dear diary\n".repeat(400), "x".to_owned(), "SQLite format 4\0 of another kind".repeat(9)] {
        std::fs::write(&path, text).unwrap();
        refused(&path, "not_a_ledger");
    }
    let folder = f.folder.join("folder.memstrata");
    std::fs::create_dir(&folder).unwrap();
    let error = open(&folder, true).unwrap_err();
    assert_eq!(error.code(), "cannot_open", "{error}");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
}

#[test]
fn a_ledger_of_a_newer_program_is_left_alone() {
    let f = Fixture::new();
    let path = settled(&f);
    let mut bytes = std::fs::read(&path).unwrap();
    // The user version, big-endian, at byte 60 of the header.
    bytes[60..64].copy_from_slice(&999u32.to_be_bytes());
    std::fs::write(&path, bytes).unwrap();
    refused(&path, "ledger_newer");
}

/// The pages that SQLite keeps to use again, from 0 on, without those that list them.
fn free_pages(file: &[u8]) -> Vec<usize> {
    let number = |at: usize| u32::from_be_bytes(file[at..at + 4].try_into().unwrap()) as usize;
    let (mut free, mut list) = (Vec::new(), number(32));
    while list > 0 {
        let at = (list - 1) * 4096;
        free.extend((0..number(at + 4)).map(|place| number(at + 8 + place * 4) - 1));
        list = number(at);
    }
    free
}

#[test]
fn a_page_that_is_overwritten_is_found() {
    let f = Fixture::new();
    let path = settled(&f);
    let whole = std::fs::read(&path).unwrap();
    let pages = whole.len() / 4096;
    // What stands in a free page is nobody's.
    let free = free_pages(&whole);
    assert!(free.len() < 8, "{free:?}");
    for page in (1..pages).filter(|page| !free.contains(page)) {
        let mut bytes = whole.clone();
        bytes[page * 4096..(page + 1) * 4096].fill(0xA5);
        std::fs::write(&path, &bytes).unwrap();
        for ending in ["-wal", "-shm"] {
            let _ = std::fs::remove_file(format!("{}{ending}", path.display()));
        }
        let found = match open(&path, false) {
            Err(error) => error.code() == "corrupt",
            Ok(ledger) => match ledger.verify(&mut |_| true) {
                Err(error) => error.code() == "corrupt",
                Ok(report) => !report.findings.is_empty(),
            },
        };
        assert!(found, "page {page} of {pages} was overwritten and nobody noticed");
    }
}

#[test]
fn a_ledger_that_others_are_making_is_a_ledger() {
    for _ in 0..20 {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new.memstrata");
        std::thread::scope(|scope| {
            let all: Vec<_> = (0..6)
                .map(|_| scope.spawn(|| Ledger::open(&path, &OpenOptions::default()).map(|_| ())))
                .collect();
            for one in all {
                one.join().unwrap().unwrap();
            }
        });
    }
}
