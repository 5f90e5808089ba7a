//! The registry of relations: what can be set, what that replays, other names, and taking it back.

mod common;

use common::{Fixture, assert, at, merge, relation};
use memstrata_ledger::{FactPattern, LedgerError, Moment, NewAlias, NewRelation, Told};
use memstrata_model::view::LaneQuery;
use memstrata_model::{Authority, Cardinality, OnConflict, Outcome};

#[test]
fn a_change_of_cardinality_replays_its_keys_and_can_be_undone() {
    let f = Fixture::new();
    for (value, from) in [("figs", "2026-01-01"), ("rye", "2026-02-01")] {
        f.tell(from, assert("Ana", "likes", value, from));
        f.tell(from, assert("Ana", "city", value, from));
    }
    let before = f.believed();
    let set = f.tell("2026-03-01", relation("likes", Cardinality::Set, &[]));
    assert_eq!(f.values("Ana", "likes", "2026-04-01"), ["figs", "rye"]);
    assert_eq!(f.values("Ana", "city", "2026-04-01"), ["rye"], "another relation stays as it is");
    f.check();
    let fixed = f.tell("2026-03-02", relation("likes", Cardinality::Fixed, &[]));
    let timeline = f.ledger.timeline("default", "Ana", "likes", None, None, at("2026-04-01")).unwrap();
    assert_eq!(timeline.intervals.iter().map(|i| i.disputed).collect::<Vec<_>>(), [true, true]);
    // The registry is history too: what was believed before it was set so says what it said.
    for (known_at, many) in [("2026-02-15", false), ("2026-03-01T12:00:00Z", true)] {
        let then =
            f.ledger.timeline("default", "Ana", "likes", None, Some(at(known_at)), at("2026-04-01")).unwrap();
        assert_eq!(then.set_valued, many, "{known_at}");
        assert!(then.intervals.iter().all(|interval| !interval.disputed), "{known_at}");
    }
    f.tell("2026-03-03", Told::Void(fixed));
    assert_eq!(f.values("Ana", "likes", "2026-04-01"), ["figs", "rye"]);
    f.tell("2026-03-04", Told::Void(set));
    assert_eq!(f.believed(), before);
    assert!(f.ledger.relations("default").unwrap().is_empty());
    f.check();
}

#[test]
fn everything_that_can_be_set_is_kept_listed_and_taken_back() {
    let f = Fixture::new();
    let first = NewRelation {
        half_life_days: Some(30),
        on_conflict: Some(OnConflict::Confirm),
        importance: Some(0.8),
        aliases: vec!["Listening Port".into()],
        ..NewRelation::new("port", Cardinality::One)
    };
    f.tell("2026-01-01", Told::Relation(first.clone()));
    let second = f.tell(
        "2026-01-02",
        Told::Relation(NewRelation {
            half_life_days: Some(-1),
            importance: None,
            aliases: Vec::new(),
            ..first
        }),
    );
    let now = f.ledger.relation("default", "port").unwrap().unwrap();
    assert_eq!((now.half_life_days, now.importance, now.aliases.len()), (Some(-1), None, 0));
    f.tell("2026-01-03", Told::Void(second));
    let now = f.ledger.relation("default", "listening_port").unwrap().unwrap();
    assert_eq!(now.name, "port");
    assert_eq!((now.half_life_days, now.importance), (Some(30), Some(0.8)));
    assert_eq!((now.on_conflict, now.aliases), (OnConflict::Confirm, vec!["listening port".to_owned()]));
    let refused =
        |relation: NewRelation| f.try_tell("2026-01-04", Told::Relation(relation)).unwrap_err().code();
    let port = || NewRelation::new("port", Cardinality::One);
    assert_eq!(refused(NewRelation { importance: Some(1.5), ..port() }), "bad_value");
    assert_eq!(refused(NewRelation { half_life_days: Some(-2), ..port() }), "bad_value");
    assert_eq!(refused(NewRelation::new(" ", Cardinality::One)), "bad_value");
    f.check();
}

#[test]
fn keys_told_under_an_alias_count_for_the_relation_before_and_after() {
    let f = Fixture::new();
    f.tell("2026-01-01", assert("api", "port", "8000", "2026-01-01"));
    f.tell("2026-02-01", assert("api", "listening port", "8080", "2026-02-01"));
    let before = f.believed();
    let aliased = f.tell("2026-03-01", relation("port", Cardinality::One, &["listening port", "tcp port"]));
    assert_eq!(f.values("api", "port", "2026-03-01"), ["8080"]);
    assert_eq!(f.values("api", "Listening_Port", "2026-01-15"), ["8000"]);
    assert_eq!(f.values("api", "tcp port", "2026-03-01"), ["8080"], "never told under this name");
    // A key that is made later follows too.
    let told = f.try_tell("2026-04-01", assert("api", "tcp port", "9000", "2026-04-01")).unwrap();
    assert_eq!(told.applied[0].outcome, Outcome::Superseded);
    assert_eq!(told.applied[0].superseded[0].object, "8080");
    assert_eq!(f.values("api", "port", "2026-05-01"), ["9000"]);
    let timeline = f.ledger.timeline("default", "api", "tcp port", None, None, at("2026-05-01")).unwrap();
    assert_eq!(timeline.intervals.len(), 3);
    // What was believed before the alias stays as it was.
    let then =
        f.ledger.timeline("default", "api", "port", None, Some(at("2026-02-15")), at("2026-05-01")).unwrap();
    assert_eq!(then.intervals.iter().map(|i| i.object.as_str()).collect::<Vec<_>>(), ["8000"]);
    f.check();
    f.tell("2026-05-01", Told::Void(told.applied[0].event.clone()));
    f.tell("2026-05-02", Told::Void(aliased));
    assert_eq!(f.believed(), before);
    f.check();
}

#[test]
fn a_relation_is_renamed_and_merged_with_its_settings() {
    let f = Fixture::new();
    f.tell("2026-01-01", relation("knows", Cardinality::Set, &[]));
    f.tell("2026-01-02", assert("Ana", "knows", "Bo", "2026-01-02"));
    f.tell("2026-01-03", assert("Ana", "friend", "Cy", "2026-01-03"));
    f.tell("2026-01-04", assert("Ana", "friend", "bo", "2026-01-04"));
    let before = f.believed();
    let renamed = f.tell("2026-02-01", relation("acquaintance", Cardinality::Set, &["knows"]));
    let merged = f.tell("2026-02-02", relation("acquaintance", Cardinality::Set, &["knows", "friend"]));
    let listed: Vec<String> =
        f.ledger.relations("default").unwrap().into_iter().map(|relation| relation.name).collect();
    assert_eq!(listed, ["acquaintance"], "the other names are no relations of their own any more");
    let mut all: Vec<String> =
        f.values("Ana", "friend", "2026-03-01").into_iter().map(|value| value.to_lowercase()).collect();
    all.sort();
    assert_eq!(all, ["bo", "cy"]);
    f.check();
    f.tell("2026-03-01", Told::Void(merged));
    f.tell("2026-03-02", Told::Void(renamed));
    assert_eq!(f.believed(), before);
    f.check();
}

#[test]
fn names_of_relations_in_a_circle_are_refused() {
    let f = Fixture::new();
    f.tell("2026-01-01", relation("a1", Cardinality::One, &["b1"]));
    f.tell("2026-01-02", relation("c1", Cardinality::One, &["a1"]));
    let log = f.log();
    for (name, alias) in [("b1", "c1"), ("x1", "X1"), ("x1", " ")] {
        let refused = f.try_tell("2026-01-03", relation(name, Cardinality::One, &[alias]));
        assert!(
            matches!(refused, Err(LedgerError::BadValue { .. } | LedgerError::Empty { .. })),
            "{name} {alias}: {refused:?}"
        );
    }
    assert_eq!(f.log(), log);
}

#[test]
fn of_two_relations_that_claim_a_name_the_later_has_it_until_it_is_withdrawn() {
    let f = Fixture::new();
    f.tell("2026-01-01", assert("api", "listener", "80", "2026-01-01"));
    f.tell("2026-01-02", relation("port", Cardinality::One, &["listener"]));
    let later = f.tell("2026-01-03", relation("socket", Cardinality::One, &["listener"]));
    assert_eq!(f.values("api", "socket", "2026-02-01"), ["80"]);
    assert!(f.values("api", "port", "2026-02-01").is_empty());
    f.tell("2026-01-04", Told::Void(later));
    assert_eq!(f.values("api", "port", "2026-02-01"), ["80"]);
    f.check();
}

#[test]
fn merged_keys_are_in_dispute_where_they_differ_and_not_where_they_agree() {
    let f = Fixture::new();
    for (who, subject, value) in [("ana", "Ana", "Porto"), ("bo", "Ana Reis", "Rome")] {
        f.say(
            "2026-01-05",
            who,
            &format!("{subject}: {value}"),
            vec![assert(subject, "city", value, "2026-01-01")],
        );
    }
    for (who, subject, value) in [("ana", "Ana", "blue"), ("bo", "Ana Reis", "Blue")] {
        f.say(
            "2026-01-06",
            who,
            &format!("{subject}: {value}"),
            vec![assert(subject, "colour", value, "2026-01-01")],
        );
    }
    let known_at = f.ledger.head_time().unwrap();
    f.tell("2026-02-01", merge("Ana", "Ana Reis"));
    let now = at("2026-03-01");
    let disputed = |relation: &str, known_at| -> Vec<bool> {
        let timeline = f.ledger.timeline("default", "Ana Reis", relation, None, known_at, now).unwrap();
        timeline.intervals.iter().map(|interval| interval.disputed).collect()
    };
    assert_eq!(disputed("city", None), [true], "two sources, two cities for one day");
    assert_eq!(disputed("colour", None), [false], "one colour in two spellings");
    assert_eq!(disputed("city", known_at), [false], "they were two people then");
    let query = LaneQuery { conflicts: true, ..LaneQuery::default() };
    let lanes = f.ledger.lanes("default", &query, now).unwrap();
    assert_eq!(lanes.index.rows.iter().map(|row| row.relation.as_str()).collect::<Vec<_>>(), ["city"]);
    // Either value can be chosen, whatever name it was told under.
    let item = f.ledger.review("default", false).unwrap().remove(0);
    let shown = f.values("Ana", "city", "2026-03-01");
    let other = item.options.iter().find(|option| option.object.as_ref() != shown.first()).unwrap();
    let decision = f.tell("2026-03-01", Told::Resolve { dispute: item.id.clone(), choice: other.id.clone() });
    assert_eq!(f.values("Ana", "city", "2026-03-01"), [other.object.clone().unwrap()]);
    assert_eq!(disputed("city", None), [false]);
    f.check();
    f.tell("2026-03-02", Told::Void(decision));
    assert_eq!(f.values("Ana", "city", "2026-03-01"), shown);
    f.check();
}

#[test]
fn a_lesser_source_is_held_under_an_alias_of_the_relation_too() {
    let f = Fixture::new();
    let guard = NewRelation {
        on_conflict: Some(OnConflict::Confirm),
        aliases: vec!["proprietor".into()],
        ..NewRelation::new("owner", Cardinality::One)
    };
    f.tell("2026-01-01", Told::Relation(guard));
    f.tell("2026-01-02", assert("api", "owner", "Ana", "2026-01-02"));
    let held = f.by(Authority::Agent, "2026-01-03", assert("api", "proprietor", "Bo", "2026-01-03"));
    assert_eq!(held.applied[0].outcome, Outcome::Held);
    assert_eq!(f.values("api", "owner", "2026-02-01"), ["Ana"]);
    f.check();
}

#[test]
fn a_moved_key_and_an_alias_of_its_relation_lead_on_together() {
    let f = Fixture::new();
    f.tell("2026-01-01", assert("api", "tcp port", "8000", "2026-01-01"));
    f.tell("2026-01-02", relation("port", Cardinality::One, &["tcp port"]));
    f.tell(
        "2026-01-03",
        Told::Alias(NewAlias {
            subject: "api".into(),
            relation: Some("port".into()),
            into_subject: "gateway".into(),
            ..NewAlias::default()
        }),
    );
    assert_eq!(f.values("gateway", "port", "2026-02-01"), ["8000"]);
    let all = FactPattern { all: true, ..FactPattern::default() };
    let moment = Moment { as_of: at("2026-02-01"), known_at: None };
    assert_eq!(f.ledger.facts("default", &all, moment).unwrap().len(), 1);
    f.check();
}

/// A change of a relation says all that it is called; a merge before it can be undone all the same.
#[test]
fn a_merge_is_undone_also_after_a_later_change_of_the_relation() {
    let f = Fixture::new();
    f.tell("2026-01-01", assert("x", "fang", "One", "2026-01-01"));
    f.tell("2026-01-02", assert("x", "tooth", "Two", "2026-01-02"));
    f.tell("2026-01-03", relation("tooth", Cardinality::One, &["tusk"]));
    let before = f.believed();
    let merged = f.tell("2026-01-04", relation("tooth", Cardinality::One, &["tusk", "fang"]));
    assert_eq!(f.values("x", "fang", "2026-02-01"), ["Two"]);
    f.tell("2026-01-05", relation("tooth", Cardinality::Set, &["tusk", "fang"]));
    let changed = f.tell("2026-01-06", relation("tooth", Cardinality::One, &["tusk", "fang"]));
    let undone = f.tell("2026-01-07", Told::Void(merged));
    assert_eq!(f.believed(), before);
    assert_eq!(f.ledger.relation("default", "tooth").unwrap().unwrap().aliases, ["tusk"]);
    f.check();
    // Told anew after that, it is no alias that merely goes on.
    let again = f.tell("2026-01-08", relation("tooth", Cardinality::One, &["tusk", "fang"]));
    assert_eq!(f.values("x", "fang", "2026-02-01"), ["Two"]);
    f.tell("2026-01-09", Told::Void(again));
    assert_eq!(f.believed(), before);
    f.tell("2026-01-10", Told::Void(undone));
    assert_eq!(f.values("x", "fang", "2026-02-01"), ["Two"]);
    f.tell("2026-01-11", Told::Void(changed));
    assert_eq!(f.values("x", "fang", "2026-02-01"), ["One", "Two"]);
    f.check();
}
