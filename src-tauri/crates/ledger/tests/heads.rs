//! A conditional write meets what its key says now, whatever brought that about.

mod common;

use common::{Fixture, assert, confirm, merge, relation};
use memstrata_ledger::{LedgerError, Told};
use memstrata_model::Cardinality;

fn head(f: &Fixture, subject: &str) -> String {
    f.ledger.key_head("default", subject, "port", None).unwrap()
}

fn write_on(f: &Fixture, seen: &str) -> Result<(), LedgerError> {
    let mut write = f.write("2026-06-01", vec![assert("db", "port", "9", "2026-06-01")]);
    write.if_head = Some(seen.to_owned());
    f.ledger.preview(&write).map(|_| ())
}

#[test]
fn the_head_moves_with_whatever_changes_the_key() {
    type Change = fn(&Fixture, &str) -> String;
    let changes: [(&str, Change); 7] = [
        ("a value", |f, _| f.tell("2026-02-01", assert("db", "port", "2", "2026-02-01"))),
        ("a repeat", |f, _| f.tell("2026-02-01", confirm("db", "port", "1", "2026-02-01"))),
        ("a void", |f, head| f.tell("2026-02-01", Told::Void(head.to_owned()))),
        ("a void of a void", |f, head| {
            let void = f.tell("2026-02-01", Told::Void(head.to_owned()));
            f.tell("2026-02-02", Told::Void(void))
        }),
        ("an alias that brings a value in", |f, _| {
            // What it brings was told before.
            f.tell("2026-02-01", merge("database", "db"))
        }),
        ("an alias taken back", |f, _| {
            let alias = f.tell("2026-02-01", merge("database", "db"));
            f.tell("2026-02-02", Told::Void(alias))
        }),
        ("a relation of many values", |f, _| f.tell("2026-02-01", relation("port", Cardinality::Set, &[]))),
    ];
    for (what, change) in changes {
        let f = Fixture::new();
        f.tell("2026-01-01", assert("database", "port", "5", "2026-01-20"));
        f.tell("2026-01-01", assert("db", "port", "0", "2025-01-01"));
        let seen = f.tell("2026-01-02", assert("db", "port", "1", "2026-01-01"));
        assert_eq!(head(&f, "db"), seen);
        write_on(&f, &seen).unwrap();
        let moved = change(&f, &seen);
        assert_eq!(head(&f, "db"), moved, "{what}");
        write_on(&f, &moved).unwrap();
        match write_on(&f, &seen) {
            Err(LedgerError::HeadMoved { present, .. }) => assert_eq!(present, moved, "{what}"),
            other => panic!("{what}: {other:?}"),
        }
        f.check();
    }
}

#[test]
fn another_key_moves_no_head() {
    let f = Fixture::new();
    let seen = f.tell("2026-01-02", assert("db", "port", "1", "2026-01-01"));
    let other = f.tell("2026-01-03", assert("web", "port", "1", "2026-01-01"));
    f.tell("2026-01-04", Told::Void(other));
    f.tell("2026-01-05", merge("web", "site"));
    assert_eq!(head(&f, "db"), seen);
    write_on(&f, &seen).unwrap();
}

#[test]
fn a_name_that_leads_to_a_key_has_its_head() {
    let f = Fixture::new();
    let seen = f.tell("2026-01-02", assert("db", "port", "1", "2026-01-01"));
    f.tell("2026-01-03", merge("store", "db"));
    assert_eq!(head(&f, "store"), seen);
    assert_eq!(head(&f, "nobody"), "");
}
