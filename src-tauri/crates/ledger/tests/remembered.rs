//! What a ledger remembers between writes holds only while nobody else writes: two that write one
//! file in turn come to what one would.

mod common;

use common::{Fixture, assert, at, end, merge, relation};
use memstrata_ledger::{Ledger, OpenOptions, Told, Write};
use memstrata_model::Cardinality;

/// Things that change what is known of names, relations, claims and numbers of rows, each followed
/// by one that would go wrong on what was known before.
fn story(voided: impl Fn(usize) -> Told) -> Vec<Told> {
    vec![
        assert("ann", "friend", "bo", "2026-01-01"),
        assert("api", "port", "8000", "2026-01-01"),
        relation("friend", Cardinality::Set, &[]),
        assert("ann", "friend", "cy", "2026-02-01"),
        merge("main service", "api"),
        assert("main service", "port", "8080", "2026-02-01"),
        voided(5),
        assert("api", "port", "8081", "2026-03-01"),
        end("api", "port", "2026-04-01"),
        relation("companion", Cardinality::Set, &["friend"]),
        assert("ann", "friend", "di", "2026-03-01"),
        assert("ann", "companion", "ed", "2026-03-02"),
    ]
}

/// Tells the story, each thing by the ledger whose turn it is.
fn told(ledgers: &[&Ledger]) -> Vec<String> {
    let mut ids: Vec<String> = Vec::new();
    for place in 0..12 {
        let known = ids.clone();
        let mut things = story(|place| Told::Void(known.get(place).cloned().unwrap_or_default()));
        let mut write = Write::new("default", at("2026-06-01"));
        write.told = vec![things.swap_remove(place)];
        let receipt = ledgers[place % ledgers.len()].append(&write).unwrap();
        ids.push(receipt.applied[0].event.clone());
    }
    ids
}

#[test]
fn two_ledgers_that_write_one_file_in_turn_come_to_what_one_would() {
    let alone = Fixture::new();
    told(&[&alone.ledger]);
    let shared = Fixture::new();
    let other = Ledger::open(&shared.folder.join("l.memstrata"), &OpenOptions::default()).unwrap();
    told(&[&shared.ledger, &other]);
    assert!(alone.believed().len() >= 6, "{:?}", alone.believed());
    assert_eq!(shared.believed(), alone.believed());
    shared.check();
}

#[test]
fn what_a_write_that_failed_had_read_is_forgotten() {
    let one = Fixture::new();
    one.tell("2026-01-01", assert("api", "port", "8000", "2026-01-01"));
    let mut failing = one.write("2026-01-02", vec![assert("web", "port", "1", "2026-01-01")]);
    failing.told.push(Told::Void("no such entry".into()));
    one.ledger.append(&failing).unwrap_err();
    one.tell("2026-01-03", assert("web", "port", "2", "2026-01-01"));
    assert_eq!(one.values("web", "port", "2026-03-01"), ["2"]);
    one.check();
}
