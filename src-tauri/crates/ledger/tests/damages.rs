//! Damage of single bits and fields: `verify` finds it and names the entry, whatever it is that cannot be
//! read any more.

mod common;

use std::path::{Path, PathBuf};

use common::{Fixture, assert, bounded, confirm, end};
use memstrata_ledger::{Finding, Ledger, OpenOptions};
use rusqlite::Connection;
use rusqlite::config::DbConfig;

/// A ledger in one file, and the id of an entry of it.
fn settled(f: &Fixture) -> (PathBuf, String) {
    let told = f.say("2026-01-01", "ana", "db is on 1", vec![assert("db", "port", "1", "2026-01-01")]);
    f.tell("2026-01-02", bounded("web", "port", "2", "2026-01-01", "2026-02-01"));
    f.tell("2026-01-03", confirm("db", "port", "1", "2026-01-03"));
    f.tell("2026-01-04", end("db", "port", "2026-02-01"));
    f.ledger.settle().unwrap();
    (f.folder.join("l.memstrata"), told.applied[0].event.clone())
}

fn findings(path: &Path) -> Vec<Finding> {
    let options = OpenOptions { create: false, ..OpenOptions::default() };
    let ledger = Ledger::open(path, &options).unwrap();
    ledger.verify(&mut |_| true).unwrap().findings
}

fn fresh(path: &Path, bytes: &[u8]) {
    for ending in ["-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{ending}", path.display()));
    }
    std::fs::write(path, bytes).unwrap();
}

/// Everything that is stored in tables, as SQLite reads it.
fn content(path: &Path) -> Vec<String> {
    let connection = Connection::open(path).unwrap();
    let tables: Vec<String> = connection
        .prepare(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%fts5%' ORDER BY name",
        )
        .unwrap()
        .query_map([], |row| row.get(0))
        .unwrap()
        .collect::<Result<_, _>>()
        .unwrap();
    let mut rows = Vec::new();
    for table in tables {
        let mut statement = connection.prepare(&format!("SELECT * FROM \"{table}\"")).unwrap();
        let columns = statement.column_count();
        let mut found = statement.query([]).unwrap();
        while let Some(row) = found.next().unwrap() {
            let row: Vec<String> = (0..columns).map(|at| format!("{:?}", row.get_ref(at).unwrap())).collect();
            rows.push(format!("{table}: {}", row.join(", ")));
        }
    }
    rows
}

#[test]
fn a_bit_of_an_entry_is_a_finding_that_names_it() {
    let f = Fixture::new();
    let (path, id) = settled(&f);
    let bytes = std::fs::read(&path).unwrap();
    let copy = f.folder.join("damaged.memstrata");
    let whole = content(&path);
    let stands = |bytes: &[u8]| -> Vec<usize> {
        (0..bytes.len() - id.len()).filter(|at| &bytes[*at..*at + id.len()] == id.as_bytes()).collect()
    };
    let places = stands(&bytes);
    assert!(!places.is_empty());
    let mut named = 0;
    for place in places {
        // The columns before the id, their kinds before those, the id itself, and what follows it.
        for (number, at) in (place - 40..place + id.len() + 90).enumerate() {
            let mut damaged = bytes.clone();
            damaged[at] ^= if number % 2 == 0 { 0x80 } else { 1 << (number % 7) };
            fresh(&copy, &damaged);
            let options = OpenOptions { create: false, ..OpenOptions::default() };
            let Ok(ledger) = Ledger::open(&copy, &options) else { continue };
            let report = ledger.verify(&mut |_| true);
            let report = report.unwrap_or_else(|error| panic!("byte {at}: {error}"));
            drop(ledger);
            if report.findings.is_empty() {
                assert_eq!(content(&copy), whole, "byte {at}: what is stored changed unseen");
            }
            named += usize::from(report.findings.iter().any(|found| found.check == "chain"));
        }
    }
    assert!(named > 100, "{named} name an entry of the chain");
    // An id that is no text any more is named as far as it can be read.
    let mut damaged = bytes.clone();
    damaged[stands(&bytes)[0] + 3] |= 0x80;
    fresh(&copy, &damaged);
    let found = findings(&copy);
    assert!(found.iter().any(|found| found.place.ends_with(&id[4..]) && found.check == "chain"), "{found:?}");
}

#[test]
fn a_field_that_an_entry_has_no_use_for_is_a_finding_where_it_is_filled() {
    let f = Fixture::new();
    let (path, _) = settled(&f);
    let bytes = std::fs::read(&path).unwrap();
    let copy = f.folder.join("damaged.memstrata");
    for (change, about) in [
        ("UPDATE entry SET source = 'x' WHERE kind = 'end'", "end"),
        ("UPDATE entry SET precision = 'x' WHERE kind = 'confirm'", "confirm"),
        ("UPDATE entry SET authority = 'x' WHERE kind = 'assert'", "assert"),
        ("UPDATE entry SET lane = 1 WHERE kind = 'end'", "end"),
        ("UPDATE entry SET lane = 1 WHERE kind = 'episode'", "episode"),
        ("UPDATE evidence SET span_from = 1", "assert"),
        ("UPDATE evidence SET span_to = 1", "assert"),
    ] {
        fresh(&copy, &bytes);
        assert_eq!(findings(&copy), []);
        let connection = Connection::open(&copy).unwrap();
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false).unwrap();
        connection.pragma_update(None, "foreign_keys", "OFF").unwrap();
        assert!(connection.execute(change, []).unwrap() > 0, "{change}");
        let ids: Vec<String> = connection
            .prepare("SELECT id FROM entry WHERE kind = ?1")
            .unwrap()
            .query_map([about], |row| row.get(0))
            .unwrap()
            .collect::<Result<_, _>>()
            .unwrap();
        drop(connection);
        let found = findings(&copy);
        assert!(found.iter().any(|found| ids.contains(&found.place)), "{change}: {found:?}");
    }
}
