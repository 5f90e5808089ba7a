//! How a space scores is set in it, reaches the answers, and half-lives are fitted and proposed.

mod common;

use common::at;
use memstrata_engine::{Engine, NewAssert, Remember, ReviewChoice, Scoring, SpaceSettings, Told};
use memstrata_model::view::{AskMode, AskRequest, Column, Viewpoint};

fn engine(folder: &std::path::Path) -> Engine {
    common::engine(folder, "2026-07-01T00:00:00Z")
}

fn set(engine: &Engine, scoring: Scoring) {
    let settings = engine.space_settings(engine.space()).unwrap();
    engine.set_space(&SpaceSettings { scoring: Some(scoring), ..settings }).unwrap();
}

fn say(engine: &Engine, day: &str, text: &str) {
    let said = at(&format!("{day}T09:00:00Z"));
    engine.remember(&Remember { at: Some(said), ..Remember::text(text) }).unwrap();
}

fn ask(engine: &Engine, question: &str) -> Column {
    let request = AskRequest {
        question: question.into(),
        view: Viewpoint::default(),
        mode: AskMode::Temporal,
        k: 0,
        budget: 1000,
        follow: None,
    };
    engine.ask(&request).unwrap().temporal.unwrap()
}

#[test]
fn a_grace_period_shows_what_has_just_ended_and_never_answers_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let engine = engine(folder.path());
    say(&engine, "2026-05-01", "The tide gate listens on port 7000.");
    say(&engine, "2026-06-20", "The tide gate listens on port 7100.");
    let question = "Which port does the tide gate listen on?";
    let served = |column: &Column, port: &str| column.passages.iter().any(|p| p.text.contains(port));

    let strict = ask(&engine, question);
    assert!(served(&strict, "7100") && !served(&strict, "7000"));

    // The old value ended eleven days before the question.
    set(&engine, Scoring { grace_days: Some(14.0), ..Scoring::default() });
    let lenient = ask(&engine, question);
    assert_eq!(lenient.answer, strict.answer, "what has ended is no answer");
    let old = lenient.passages.iter().find(|p| p.text.contains("7000")).expect("within its grace period");
    assert_eq!(old.marks.len(), 1, "{:?}", old.marks);
    assert!(old.marks[0].contains("held until 2026-06-20"), "{}", old.marks[0]);
    assert!(lenient.context.contains(&old.marks[0]), "a reader is told");
    let new = lenient.passages.iter().find(|p| p.text.contains("7100")).unwrap();
    assert!(old.rank > new.rank);
    assert!(lenient.facts.iter().all(|f| f.fact.object != "7000"));

    set(&engine, Scoring { grace_days: Some(10.0), ..Scoring::default() });
    assert!(!served(&ask(&engine, question), "7000"), "its grace is over");
}

#[test]
fn the_number_of_passages_and_the_weights_are_those_of_the_space() {
    let folder = tempfile::tempdir().unwrap();
    let engine = engine(folder.path());
    for berth in 1..=7 {
        say(&engine, &format!("2026-03-0{berth}"), &format!("Berth {berth} is reserved by crew {berth}."));
    }
    let question = "Which berth is reserved?";
    assert_eq!(ask(&engine, question).passages.len(), 5);
    set(&engine, Scoring { passages: Some(2), ..Scoring::default() });
    assert_eq!(ask(&engine, question).passages.len(), 2);

    let bad = engine.space_settings(engine.space()).unwrap();
    for scoring in [
        Scoring { recency: Some(-1.0), ..Scoring::default() },
        Scoring { similarity: Some(f64::NAN), ..Scoring::default() },
        Scoring { recency_half_life_days: Some(0.0), ..Scoring::default() },
        Scoring { grace_factor: Some(1.5), ..Scoring::default() },
        Scoring { passages: Some(0), ..Scoring::default() },
    ] {
        let refused = engine.set_space(&SpaceSettings { scoring: Some(scoring), ..bad.clone() });
        assert!(refused.is_err(), "{scoring:?}");
    }
    assert_eq!(engine.space_settings(engine.space()).unwrap(), bad, "nothing was changed");
}

/// Values of one key, each for so many days, the last one still open.
fn turn_over(engine: &Engine, subject: &str, days: &[i64]) {
    let mut from = at("2024-01-01T00:00:00Z");
    for (place, length) in days.iter().enumerate() {
        let told = NewAssert {
            subject: subject.to_owned(),
            relation: "port".to_owned(),
            object: format!("{}", 8000 + place),
            valid_from: Some(from),
            ..NewAssert::default()
        };
        engine.tell(vec![Told::Assert(told)], None, None).unwrap();
        from = from.plus_micros(length * 86_400_000_000);
    }
}

#[test]
fn half_lives_are_fitted_proposed_once_and_changed_by_a_decision_alone() {
    let folder = tempfile::tempdir().unwrap();
    let engine = engine(folder.path());
    turn_over(&engine, "relay", &[10, 20, 10, 20, 10, 20, 10, 20, 1]);
    turn_over(&engine, "gateway", &[5, 15, 5, 15, 1]);
    let before = engine.relation("port").unwrap().half_life_days;

    let fitted = engine.calibrate(None, false).unwrap();
    assert_eq!(fitted.len(), 1);
    let port = &fitted[0];
    assert_eq!((port.relation.as_str(), port.changes, port.open), ("port", 12, 2));
    // Days until each key's last value began, and from there to 1 July 2026.
    let begun_to_now = 912.0 * 2.0;
    assert!((port.days - begun_to_now).abs() < 1e-6, "{}", port.days);
    let half_life = port.half_life_days.unwrap();
    assert!((half_life - std::f64::consts::LN_2 * begun_to_now / 12.0).abs() < 1e-6);
    assert!(port.at_least < half_life && half_life < port.at_most.unwrap());
    assert_eq!(engine.relation("port").unwrap().half_life_days, before, "looking changes nothing");
    assert!(engine.review(false).unwrap().is_empty());

    let days = port.proposed.expect("the lexicon's half-life lies outside the interval");
    let item = engine.calibrate(Some("port"), true).unwrap()[0].item.clone().expect("an item");
    assert_eq!(engine.calibrate(None, true).unwrap()[0].item.as_deref(), Some(item.as_str()), "once");
    assert_eq!(engine.review(false).unwrap().len(), 1);
    assert_eq!(engine.relation("port").unwrap().half_life_days, before, "a proposal changes nothing");

    engine.decide(&item, &ReviewChoice::Accept).unwrap();
    assert_eq!(engine.relation("port").unwrap().half_life_days, Some(days));
    let again = &engine.calibrate(None, true).unwrap()[0];
    assert_eq!((again.set, again.proposed, again.item.clone()), (Some(days), None, None));
    assert!(engine.calibrate(Some("no such relation"), false).is_err());
}

/// The parts of every score are told, with what they weigh: the formula over them is the score.
#[test]
fn a_score_is_the_formula_over_its_parts() {
    let folder = tempfile::tempdir().unwrap();
    let engine = engine(folder.path());
    say(&engine, "2026-05-01", "The tide gate listens on port 7000.");
    say(&engine, "2026-06-20", "The tide gate listens on port 7100.");
    say(&engine, "2026-06-21", "The tide gate was greased and the port was swept.");
    let scoring = Scoring {
        grace_days: Some(14.0),
        grace_factor: Some(0.4),
        recency: Some(0.5),
        importance: Some(2.0),
        ..Scoring::default()
    };
    set(&engine, scoring);
    for (question, recency) in [
        ("Which port does the tide gate listen on?", 0.5),
        // A time that is named silences recency.
        ("Which port did the tide gate listen on on 25 June 2026?", 0.0),
    ] {
        let column = ask(&engine, question);
        let weights = column.weights.expect("what the parts weigh");
        assert_eq!((weights.recency, weights.importance, weights.similarity), (recency, 2.0, 1.0));
        let mut gates = Vec::new();
        for passage in &column.passages {
            let parts = passage.score_parts.expect("it is scored");
            let sum = weights.recency * parts.recency
                + weights.importance * parts.importance
                + weights.similarity * parts.similarity;
            let score = sum * parts.gate * parts.freshness;
            assert!((score - passage.score).abs() < 1e-12, "{question}: {passage:?}");
            gates.push((passage.text.contains("7000"), parts.gate));
        }
        assert!(gates.contains(&(true, 0.4)) && gates.contains(&(false, 1.0)), "{question}: {gates:?}");
        for scored in column.facts.iter().filter(|scored| scored.fact.object == "7100") {
            assert!((scored.score_parts.gate - 1.0).abs() < 1e-12, "{scored:?}");
        }
    }
    let request = AskRequest { mode: AskMode::Plain, ..common::request("Which port is it?") };
    let plain = engine.ask(&request).unwrap().plain.unwrap();
    assert!(plain.weights.is_none() && plain.passages.iter().all(|p| p.score_parts.is_none()));
}
