//! What changed between two beliefs, and between two times.

mod common;

use common::{Fixture, assert, at, bounded, end, relation};
use memstrata_ledger::{Difference, LedgerError, Told};
use memstrata_model::Cardinality;

fn shown(difference: &Difference) -> Vec<String> {
    difference
        .keys
        .iter()
        .map(|key| {
            let list = |values: &[memstrata_ledger::DifferenceValue]| {
                values.iter().map(|value| value.object.as_str()).collect::<Vec<_>>().join(",")
            };
            format!("{} {}: {} -> {}", key.key.subject, key.key.relation, list(&key.before), list(&key.after))
        })
        .collect()
}

#[test]
fn between_two_beliefs() {
    let f = Fixture::new();
    f.tell("2026-01-01", assert("api", "port", "8000", "2026-01-01"));
    f.tell("2026-01-02", assert("Ana", "city", "Porto", "2026-01-01"));
    let first = f.ledger.head_time().unwrap().unwrap();
    let wrong = f.tell("2026-02-01", assert("api", "port", "8080", "2026-02-01"));
    f.tell("2026-02-02", assert("db", "host", "pg1", "2026-02-01"));
    let second = f.ledger.head_time().unwrap().unwrap();
    f.tell("2026-03-01", Told::Void(wrong));
    let third = f.ledger.head_time().unwrap().unwrap();
    let between = |from, to| shown(&f.ledger.difference_of_beliefs("default", from, to).unwrap());
    assert_eq!(between(first, second), ["api port: 8000 -> 8000,8080", "db host:  -> pg1"]);
    assert_eq!(between(second, third), ["api port: 8000,8080 -> 8000"]);
    assert_eq!(between(first, third), ["db host:  -> pg1"], "there and back is no change");
    assert_eq!(between(second, second), [""; 0]);
    let wrong_way = f.ledger.difference_of_beliefs("default", third, first);
    assert!(matches!(wrong_way, Err(LedgerError::BadValue { .. })));
    assert_eq!(f.ledger.difference_of_beliefs("elsewhere", first, third).unwrap_err().code(), "not_found");
}

#[test]
fn between_two_times_as_believed_at_one() {
    let f = Fixture::new();
    f.tell("2026-01-01", relation("likes", Cardinality::Set, &[]));
    f.tell("2026-01-01", assert("api", "port", "8000", "2026-01-01"));
    f.tell("2026-01-01", bounded("Ana", "likes", "figs", "2026-01-01", "2026-02-01"));
    f.tell("2026-01-01", assert("Ana", "likes", "rye", "2026-01-01"));
    let known_at = f.ledger.head_time().unwrap();
    f.tell("2026-03-01", assert("api", "port", "8080", "2026-02-01"));
    f.tell("2026-03-02", end("Ana", "likes", "2026-03-01"));
    let between = |from: &str, to: &str, known_at| {
        shown(&f.ledger.difference_of_times("default", at(from), at(to), known_at).unwrap())
    };
    assert_eq!(between("2026-01-15", "2026-02-15", None), ["Ana likes: figs -> ", "api port: 8000 -> 8080"]);
    assert_eq!(between("2026-01-15", "2026-02-15", known_at), ["Ana likes: figs -> "]);
    assert_eq!(between("2026-02-15", "2026-03-15", None), ["Ana likes: rye -> "]);
    assert_eq!(between("2025-01-01", "2026-01-15", known_at).len(), 2);
}
