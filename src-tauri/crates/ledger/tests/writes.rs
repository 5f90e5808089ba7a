//! Things told together in one write.

use memstrata_ledger::{FactPattern, Ledger, Moment, NewAssert, NewEnd, OpenOptions, Told, Write};
use memstrata_model::Instant;

fn at(text: &str) -> Instant {
    text.parse().unwrap()
}

fn ledger() -> (tempfile::TempDir, Ledger) {
    let folder = tempfile::tempdir().unwrap();
    let ledger = Ledger::open(&folder.path().join("l.memstrata"), &OpenOptions::default()).unwrap();
    (folder, ledger)
}

fn assert(object: &str, from: &str) -> Told {
    Told::Assert(NewAssert {
        subject: "api".into(),
        relation: "port".into(),
        object: object.into(),
        valid_from: Some(at(from)),
        ..NewAssert::default()
    })
}

fn end(from: &str) -> Told {
    Told::End(NewEnd {
        subject: "api".into(),
        relation: "port".into(),
        at: Some(at(from)),
        ..NewEnd::default()
    })
}

fn values(ledger: &Ledger, as_of: &str) -> Vec<String> {
    let moment = Moment { as_of: at(as_of), known_at: None };
    let facts = ledger.facts("default", &FactPattern::default(), moment).unwrap();
    facts.into_iter().map(|fact| fact.object).collect()
}

fn write(ledger: &Ledger, now: &str, told: Vec<Told>) {
    let mut write = Write::new("default", at(now));
    write.told = told;
    ledger.append(&write).unwrap();
}

#[test]
fn an_end_of_whatever_held_beside_a_new_value_ends_the_old_one() {
    let (_folder, ledger) = ledger();
    write(&ledger, "2026-01-01T00:00:00Z", vec![assert("8000", "2026-01-01T00:00:00Z")]);
    write(
        &ledger,
        "2026-02-01T00:00:00Z",
        vec![end("2026-02-01T00:00:00Z"), assert("8080", "2026-02-01T00:00:00Z")],
    );
    assert_eq!(values(&ledger, "2026-01-15T00:00:00Z"), ["8000"]);
    assert_eq!(values(&ledger, "2026-02-15T00:00:00Z"), ["8080"]);
}

#[test]
fn an_end_where_nothing_held_does_not_reach_the_value_told_beside_it() {
    let (_folder, ledger) = ledger();
    write(
        &ledger,
        "2026-02-01T00:00:00Z",
        vec![assert("8080", "2026-02-01T00:00:00Z"), end("2026-02-01T00:00:00Z")],
    );
    assert_eq!(values(&ledger, "2026-02-15T00:00:00Z"), ["8080"]);
}
