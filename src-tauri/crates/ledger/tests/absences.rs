//! An empty answer says why it is empty.

mod common;

use common::{Fixture, assert, at, bounded, end, merge};
use memstrata_ledger::{Absence, FactPattern, Moment, NewRelation, Told};
use memstrata_model::{Authority, Cardinality, OnConflict};

fn why(f: &Fixture, subject: &str, scope: Option<&str>, as_of: &str, known_at: Option<&str>) -> Absence {
    let pattern = FactPattern {
        subject: Some(subject.into()),
        relation: Some("city".into()),
        scope: scope.map(str::to_owned),
        all: false,
    };
    let moment = Moment { as_of: at(as_of), known_at: known_at.map(at) };
    assert!(f.ledger.facts("default", &pattern, moment).unwrap().is_empty(), "it is no empty answer");
    let mut found = f.ledger.absences("default", &pattern, moment, 5).unwrap();
    assert_eq!(found.len(), 1, "{found:?}");
    found.remove(0).why
}

#[test]
fn nothing_held_then_and_from_when_it_first_did() {
    let f = Fixture::new();
    f.tell("2026-03-01", assert("Ana", "city", "Porto", "2026-02-01"));
    f.tell("2026-03-02", assert("Ana", "city", "Rome", "2026-04-01"));
    let absence = why(&f, "ana", None, "2026-01-15", None);
    assert_eq!(absence, Absence::NotYet { from: at("2026-02-01"), object: "Porto".into() });
}

#[test]
fn it_was_recorded_later() {
    let f = Fixture::new();
    f.tell("2026-01-01", assert("Bo", "city", "Bern", "2026-01-01"));
    f.tell("2026-03-01", assert("Ana", "city", "Porto", "2026-02-01"));
    let absence = why(&f, "Ana", None, "2026-02-15", Some("2026-02-15"));
    let on = at("2026-03-01");
    assert_eq!(
        absence,
        Absence::RecordedLater { on, object: "Porto".into(), valid_from: Some(at("2026-02-01")) }
    );
}

#[test]
fn it_ended_and_when_the_next_began() {
    let f = Fixture::new();
    f.tell("2026-01-01", assert("Ana", "city", "Porto", "2026-01-01"));
    f.tell("2026-05-01", end("Ana", "city", "2026-05-01"));
    let Absence::Ended { on, object, next_from, .. } = why(&f, "Ana", None, "2026-06-01", None) else {
        panic!("it ended")
    };
    assert_eq!((on, object.as_str(), next_from), (at("2026-05-01"), "Porto", None));
    f.tell("2026-08-01", assert("Ana", "city", "Rome", "2026-08-01"));
    let Absence::Ended { next_from, .. } = why(&f, "Ana", None, "2026-06-01", None) else {
        panic!("it ended")
    };
    assert_eq!(next_from, Some(at("2026-08-01")));
}

#[test]
fn it_is_unsettled_since_a_bounded_fact_was_over() {
    let f = Fixture::new();
    f.tell("2026-01-01", assert("Ana", "city", "Porto", "2026-01-01"));
    let trip = f.tell("2026-03-01", bounded("Ana", "city", "Oslo", "2026-03-01", "2026-04-01"));
    let unsettled = Absence::Unsettled {
        since: at("2026-04-01"),
        object: "Oslo".into(),
        before: "Porto".into(),
        item: trip.clone(),
    };
    assert_eq!(why(&f, "Ana", None, "2026-06-01", None), unsettled);
    // Two bounded facts after each other interrupt nothing.
    f.tell("2026-01-01", bounded("Bo", "city", "Bern", "2026-01-01", "2026-02-01"));
    f.tell("2026-01-02", bounded("Bo", "city", "Genf", "2026-02-01", "2026-03-01"));
    assert!(matches!(why(&f, "Bo", None, "2026-06-01", None), Absence::Ended { .. }));
    // Settled again, it is so no more.
    f.tell("2026-07-01", common::confirm("Ana", "city", "Porto", "2026-04-01"));
    assert_eq!(f.values("Ana", "city", "2026-06-01"), ["Porto"]);
}

#[test]
fn it_exists_under_another_name() {
    let f = Fixture::new();
    let Told::Assert(staging) = assert("api", "city", "Lagos", "2026-01-01") else { unreachable!() };
    f.tell(
        "2026-01-01",
        Told::Assert(memstrata_ledger::NewAssert { scope: Some("staging".into()), ..staging }),
    );
    let Absence::ExistsAs { names } = why(&f, "api", Some("production"), "2026-02-01", None) else {
        panic!("another scope")
    };
    assert_eq!(names[0].scope.as_deref(), Some("staging"));
    // Before two names were one, the other had it.
    f.tell("2026-01-01", assert("Ana", "city", "Porto", "2026-01-01"));
    f.tell("2026-03-01", merge("Ana", "Ana Reis"));
    let Absence::ExistsAs { names } = why(&f, "Ana Reis", None, "2026-02-01", Some("2026-02-01")) else {
        panic!("a name of then")
    };
    assert_eq!(names.iter().map(|name| name.subject.as_str()).collect::<Vec<_>>(), ["Ana"]);
    assert_eq!(f.values("Ana Reis", "city", "2026-02-01"), ["Porto"]);
}

#[test]
fn it_was_withdrawn_or_waits_or_was_never_told() {
    let f = Fixture::new();
    let wrong = f.tell("2026-01-01", assert("Ana", "city", "Porto", "2026-01-01"));
    f.tell("2026-02-01", Told::Void(wrong));
    assert_eq!(
        why(&f, "Ana", None, "2026-03-01", None),
        Absence::Withdrawn { on: at("2026-02-01"), object: "Porto".into() }
    );
    assert_eq!(why(&f, "Cy", None, "2026-03-01", None), Absence::NeverTold);
    let guard =
        NewRelation { on_conflict: Some(OnConflict::Confirm), ..NewRelation::new("city", Cardinality::One) };
    f.tell("2026-02-02", Told::Relation(guard));
    f.tell("2026-02-03", assert("Eva", "city", "Bari", "2026-02-03"));
    let held = f.by(Authority::Model, "2026-02-04", assert("Eva", "city", "Lecce", "2026-02-03"));
    f.tell("2026-02-05", Told::Void(first_event(&f, "Eva")));
    let Absence::Withdrawn { object, .. } = why(&f, "Eva", None, "2026-03-01", None) else {
        panic!("withdrawn")
    };
    assert_eq!(object, "Bari");
    let proposal = memstrata_ledger::NewProposal {
        reason: "seen in a file".into(),
        about: vec![held.applied[0].event.clone()],
        acts: vec![assert("Finn", "city", "Bari", "2026-02-03")],
    };
    f.tell("2026-02-06", Told::Propose(proposal));
    let Absence::Waiting { object, .. } = why(&f, "Finn", None, "2026-03-01", None) else {
        panic!("it waits")
    };
    assert_eq!(object, "Bari");
}

fn first_event(f: &Fixture, subject: &str) -> String {
    let moment = Moment { as_of: at("2026-03-01"), known_at: None };
    let pattern = FactPattern { subject: Some(subject.into()), ..FactPattern::default() };
    f.ledger.facts("default", &pattern, moment).unwrap()[0].asserted_by.clone()
}

#[test]
fn keys_that_have_a_value_need_no_reason_and_a_subject_lists_its_keys() {
    let f = Fixture::new();
    f.tell("2026-01-01", assert("Ana", "city", "Porto", "2026-01-01"));
    f.tell("2026-01-01", assert("Ana", "team", "harbour", "2026-06-01"));
    f.tell("2026-01-01", assert("Ana", "desk", "4", "2026-06-01"));
    let pattern = FactPattern { subject: Some("Ana".into()), ..FactPattern::default() };
    let moment = Moment { as_of: at("2026-03-01"), known_at: None };
    let found = f.ledger.absences("default", &pattern, moment, 10).unwrap();
    assert_eq!(found.iter().map(|absent| absent.key.relation.as_str()).collect::<Vec<_>>(), ["desk", "team"]);
    assert_eq!(f.ledger.absences("default", &pattern, moment, 1).unwrap().len(), 1);
}
