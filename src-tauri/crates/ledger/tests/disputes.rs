//! Two sources that differ: also where one of them vouches for its value, and of what never changes.

mod common;

use common::{Fixture, LATER, assert, at, confirm, relation};
use memstrata_ledger::{ReviewChoice, ReviewKind, Told};
use memstrata_model::{Authority, Cardinality, OnConflict, Outcome};

fn say(f: &Fixture, author: &str, told: Told) -> (String, Outcome) {
    let applied = f.say("2026-03-01", author, &format!("{author} says"), vec![told]).applied.remove(0);
    (applied.event, applied.outcome)
}

/// The disputes in the inbox, each as the values to choose from.
fn disputes(f: &Fixture) -> Vec<(String, Vec<String>)> {
    let items = f.ledger.review("default", false).unwrap();
    let disputes = items.into_iter().filter(|item| item.kind == ReviewKind::Dispute);
    disputes
        .map(|item| {
            let mut values: Vec<String> =
                item.options.into_iter().filter_map(|option| option.object).collect();
            values.sort();
            values.dedup();
            (item.id, values)
        })
        .collect()
}

/// How many intervals of a key are flagged, of how many.
fn flagged(f: &Fixture, subject: &str, relation: &str) -> (usize, usize) {
    let intervals = f.ledger.timeline("default", subject, relation, None, None, at(LATER)).unwrap().intervals;
    (intervals.iter().filter(|interval| interval.disputed).count(), intervals.len())
}

#[test]
fn who_vouches_for_another_value_at_the_same_time_disputes_it() {
    let f = Fixture::new();
    let (_, told) = say(&f, "ann", assert("d", "port", "1", "2026-03-01"));
    assert_eq!(told, Outcome::Novel);
    let (other, outcome) = say(&f, "bob", confirm("d", "port", "2", "2026-03-01"));
    assert_eq!(outcome, Outcome::Disputed);
    assert_eq!(disputes(&f), [(other.clone(), vec!["1".to_owned(), "2".to_owned()])]);
    assert_eq!(flagged(&f, "d", "port"), (1, 1));
    f.check();
    let item = f.ledger.review("default", false).unwrap().remove(0);
    let first = item.options.iter().find(|option| option.object.as_deref() == Some("1")).unwrap().id.clone();
    f.tell("2026-03-02", f.ledger.decision("default", &other, &ReviewChoice::Choose(first)).unwrap());
    assert_eq!((disputes(&f), f.values("d", "port", LATER)), (vec![], vec!["1".to_owned()]));
    f.check();
}

#[test]
fn an_assert_against_what_was_vouched_for_is_a_dispute_too() {
    let f = Fixture::new();
    say(&f, "ann", confirm("d", "port", "1", "2026-03-01"));
    assert_eq!(say(&f, "bob", assert("d", "port", "2", "2026-03-01")).1, Outcome::Disputed);
    assert_eq!(disputes(&f).len(), 1);
    // The same source corrects itself, another time is a change, the same value is agreed on.
    for (author, told) in [
        ("ann", confirm("e", "port", "2", "2026-03-01")),
        ("bob", confirm("e", "port", "2", "2026-03-02")),
        ("bob", confirm("e", "port", "1", "2026-03-01")),
    ] {
        let f = Fixture::new();
        say(&f, "ann", assert("e", "port", "1", "2026-03-01"));
        assert_ne!(say(&f, author, told).1, Outcome::Disputed);
        assert_eq!(disputes(&f), []);
    }
}

#[test]
fn what_never_changes_stays_in_review_until_it_is_decided() {
    type Second = fn(&str, &str, &str, &str) -> Told;
    for second in [assert as Second, confirm as Second] {
        let f = Fixture::new();
        f.tell("2026-01-01", relation("born in", Cardinality::Fixed, &[]));
        let rome = f.tell("2026-01-02", assert("p", "born in", "Rome", "1990-01-01"));
        let outcome = f.try_tell("2026-01-03", second("p", "born in", "Paris", "1995-01-01")).unwrap();
        assert_eq!(outcome.applied[0].outcome, Outcome::Disputed);
        let both = vec!["Paris".to_owned(), "Rome".to_owned()];
        let values = |f: &Fixture| disputes(f).into_iter().map(|(_, values)| values).collect::<Vec<_>>();
        assert_eq!(values(&f), std::slice::from_ref(&both));
        assert_eq!(flagged(&f, "p", "born in"), (2, 2));
        f.tell("2026-01-04", confirm("p", "born in", "Rome", "2010-01-01"));
        let open = disputes(&f);
        assert_eq!(values(&f), [both]);
        assert_eq!(flagged(&f, "p", "born in"), (3, 3));
        f.check();
        f.tell("2026-01-05", f.ledger.decision("default", &open[0].0, &ReviewChoice::Choose(rome)).unwrap());
        assert_eq!(disputes(&f), []);
        assert_eq!(f.values("p", "born in", LATER), ["Rome"]);
        assert_eq!(flagged(&f, "p", "born in").0, 0);
        f.check();
    }
}

#[test]
fn to_vouch_for_another_value_changes_no_guarded_one() {
    let f = Fixture::new();
    let Told::Relation(guarded) = relation("owner", Cardinality::One, &[]) else { unreachable!() };
    f.tell(
        "2026-01-01",
        Told::Relation(memstrata_ledger::NewRelation { on_conflict: Some(OnConflict::Confirm), ..guarded }),
    );
    f.tell("2026-01-02", assert("g", "owner", "Ana", "2026-01-01"));
    let told = f.by(Authority::Agent, "2026-02-01", confirm("g", "owner", "Bob", "2026-02-01"));
    assert_eq!(told.applied[0].outcome, Outcome::Held);
    assert_eq!(f.values("g", "owner", LATER), ["Ana"]);
    let same = f.by(Authority::Agent, "2026-02-02", confirm("g", "owner", "Ana", "2026-01-15"));
    assert_eq!(same.applied[0].outcome, Outcome::Reinforced);
    f.check();
    f.tell("2026-02-03", Told::Resolve { dispute: told.applied[0].event.clone(), choice: "accept".into() });
    assert_eq!(f.values("g", "owner", LATER), ["Bob"]);
    f.check();
}
