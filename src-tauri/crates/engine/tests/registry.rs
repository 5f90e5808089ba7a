//! What the space's registry says of a relation reaches the scores of an answer, and its names
//! reach what is told.

mod common;

use common::at;
use memstrata_engine::{Engine, FactPattern, RelationChange, Remember, Told};
use memstrata_model::Cardinality;
use memstrata_model::view::{AskMode, AskRequest, Viewpoint};

fn engine(folder: &std::path::Path) -> Engine {
    common::engine(folder, "2026-07-01T00:00:00Z")
}

fn set(engine: &Engine, name: &str, change: &RelationChange) -> String {
    let told = engine.relation_change(name, change).unwrap();
    engine.tell(vec![told], None, None).unwrap().applied.remove(0).event
}

/// Freshness and importance of the best fact of an answer.
fn parts(engine: &Engine, question: &str) -> (f64, f64) {
    let request = AskRequest {
        question: question.into(),
        view: Viewpoint::default(),
        mode: AskMode::Temporal,
        k: 5,
        budget: 1000,
        follow: None,
    };
    let answer = engine.ask(&request).unwrap().temporal.unwrap();
    let fact = answer.facts.first().expect("a fact");
    (fact.score_parts.freshness, fact.score_parts.importance)
}

#[test]
fn half_lives_and_importance_of_the_registry_reach_the_scores() {
    let folder = tempfile::tempdir().unwrap();
    let engine = engine(folder.path());
    for (text, said) in [
        ("The gateway listens on port 8080.", "2026-01-01T00:00:00Z"),
        ("The owner of the gateway is Ana.", "2026-01-02T00:00:00Z"),
    ] {
        engine.remember(&Remember { at: Some(at(said)), ..Remember::text(text) }).unwrap();
    }
    let question = "Which port does the gateway listen on?";
    let (by_lexicon, even) = parts(&engine, question);
    assert!(by_lexicon < 1.0, "the lexicon's half-life of a port is a year: {by_lexicon}");
    assert!((even - 0.5).abs() < 1e-9, "nobody said what matters more");

    let days = |days: i64| RelationChange { half_life_days: Some(days), ..RelationChange::default() };
    let never = set(&engine, "port", &days(-1));
    assert!((parts(&engine, question).0 - 1.0).abs() < 1e-9);
    set(&engine, "port", &days(10));
    let fast = parts(&engine, question).0;
    assert!(fast < by_lexicon / 10.0, "{fast} against {by_lexicon}");
    let important = RelationChange { importance: Some(0.9), ..RelationChange::default() };
    let last = set(&engine, "port", &important);
    let (kept, importance) = parts(&engine, question);
    assert!((kept - fast).abs() < 1e-9, "what was not given stays");
    assert!((importance - 1.0).abs() < 1e-9, "the most important of the candidates");
    engine.tell(vec![Told::Void(last)], None, None).unwrap();
    assert!((parts(&engine, question).1 - 0.5).abs() < 1e-9);
    assert!(!never.is_empty());
}

#[test]
fn a_renamed_relation_of_the_lexicon_takes_what_is_read_from_texts() {
    let folder = tempfile::tempdir().unwrap();
    let engine = engine(folder.path());
    engine
        .remember(&Remember {
            at: Some(at("2026-01-01T00:00:00Z")),
            ..Remember::text("The gateway listens on port 8080.")
        })
        .unwrap();
    let told = engine.relation_renaming("port", "listener").unwrap();
    engine.tell(vec![told], None, None).unwrap();
    engine
        .remember(&Remember {
            at: Some(at("2026-02-01T00:00:00Z")),
            ..Remember::text("The gateway listens on port 9443.")
        })
        .unwrap();
    let pattern = FactPattern {
        subject: Some("gateway".into()),
        relation: Some("listener".into()),
        all: true,
        ..FactPattern::default()
    };
    let facts = engine.facts(&pattern, None, None).unwrap();
    assert_eq!(facts.iter().map(|fact| fact.object.as_str()).collect::<Vec<_>>(), ["8080", "9443"]);
    let names: Vec<String> = engine.relations().unwrap().into_iter().map(|relation| relation.name).collect();
    assert!(names.contains(&"listener".to_owned()) && !names.contains(&"port".to_owned()));
    assert_eq!(engine.relation("port").unwrap().name, "listener");
}

#[test]
fn a_set_of_the_lexicon_stays_one_when_something_else_of_it_is_changed() {
    let folder = tempfile::tempdir().unwrap();
    let engine = engine(folder.path());
    let change = RelationChange { importance: Some(0.2), ..RelationChange::default() };
    set(&engine, "uses", &change);
    let relation = engine.relation("uses").unwrap();
    assert_eq!(
        (relation.cardinality, relation.importance, relation.own),
        (Cardinality::Set, Some(0.2), true)
    );
    assert_eq!(engine.relation("no such relation").unwrap_err().code, "not_found");
}

#[test]
fn a_relation_that_was_set_keeps_the_names_of_the_lexicon_in_sight() {
    let folder = tempfile::tempdir().unwrap();
    let engine = engine(folder.path());
    let before = engine.relation("port").unwrap().aliases;
    assert!(!before.is_empty());
    let change = RelationChange {
        half_life_days: Some(50),
        add_aliases: vec!["berth number".into()],
        ..RelationChange::default()
    };
    set(&engine, "port", &change);
    let relation = engine.relation("port").unwrap();
    assert_eq!(relation.half_life_days, Some(50));
    for alias in before.iter().chain([&"berth number".to_owned()]) {
        assert_eq!(relation.aliases.iter().filter(|known| *known == alias).count(), 1, "{alias}");
    }
    // Setting it again tells the ledger no names of the lexicon's.
    let Told::Relation(told) = engine.relation_change("port", &RelationChange::default()).unwrap() else {
        panic!("no relation");
    };
    assert_eq!(told.aliases, ["berth number"]);
}
