//! What stands beside an answer: where the newest value was told, what is known today where an
//! earlier belief was asked for, and what waits for a decision.

mod common;

use common::{Story, at, request};
use memstrata_engine::{NewAssert, Told};

fn relay() -> Story {
    let story = Story::new();
    story.texts("2026-01-10", &["The relay runs on port 8000."]);
    story.texts("2026-03-20", &["The relay runs on port 8080."]);
    story
}

#[test]
fn a_change_and_a_history_are_told_where_the_new_value_was_said() {
    let story = relay();
    for question in ["When did the port of the relay change?", "How has the port of the relay changed?"] {
        let column = story.temporal("2026-07-01", question);
        assert!(column.explanation.contains("Said on 2026-03-20"), "{question}: {}", column.explanation);
    }
    let before = story.temporal("2026-07-01", "What was the previous port of the relay?");
    assert_eq!(before.answer.as_deref(), Some("8000"));
    assert!(before.explanation.contains("Said on 2026-01-10"), "{}", before.explanation);
}

#[test]
fn a_past_belief_says_what_is_known_today() {
    let story = relay();
    let told = NewAssert {
        subject: "relay".into(),
        relation: "port".into(),
        object: "8001".into(),
        valid_from: Some(at("2026-01-10T09:00:00Z")),
        ..NewAssert::default()
    };
    story.clock.set(at("2026-05-01T09:00:00Z"));
    story.engine.tell(vec![Told::Assert(told)], None, None).unwrap();
    story.clock.set(at("2026-07-01T09:00:00Z"));
    let mut asked = request("Which port does the relay run on?");
    asked.view.as_of = Some(at("2026-02-01T00:00:00Z"));
    asked.view.known_at = Some(at("2026-04-01T00:00:00Z"));
    let then = story.engine.ask(&asked).unwrap().temporal.unwrap();
    assert_eq!(then.answer.as_deref(), Some("8000"));
    assert!(then.explanation.contains("as known on 2026-04-01"), "{}", then.explanation);
    assert!(then.explanation.contains("As known today it was 8001."), "{}", then.explanation);
    asked.view.known_at = None;
    let now = story.engine.ask(&asked).unwrap().temporal.unwrap();
    assert_eq!(now.answer.as_deref(), Some("8001"));
    assert!(!now.explanation.contains("As known"), "{}", now.explanation);
}

#[test]
fn what_waits_for_a_decision_is_named_and_answers_nothing() {
    let story = relay();
    let unsure = NewAssert {
        subject: "relay".into(),
        relation: "port".into(),
        object: "9999".into(),
        valid_from: Some(at("2026-08-01T00:00:00Z")),
        confidence: Some(0.5),
        uncertain: true,
        ..NewAssert::default()
    };
    story.clock.set(at("2026-05-01T09:00:00Z"));
    let receipt = story.engine.tell(vec![Told::Assert(unsure)], None, None).unwrap();
    let question = "Which port does the relay run on?";
    let column = story.temporal("2026-09-01", question);
    assert_eq!(column.answer.as_deref(), Some("8080"));
    let waits = "Waiting for a decision: 9999, from 2026-08-01 (read with too little certainty";
    assert!(column.explanation.contains(waits), "{}", column.explanation);
    let reject = Told::Resolve { dispute: receipt.applied[0].event.clone(), choice: "reject".into() };
    story.engine.tell(vec![reject], None, None).unwrap();
    let decided = story.temporal("2026-09-01", question);
    assert!(!decided.explanation.contains("Waiting"), "{}", decided.explanation);
}

#[test]
fn a_viewpoint_without_a_year_looks_back() {
    let story = relay();
    story.clock.set(at("2026-11-30T10:00:00Z"));
    for (words, moment) in [
        ("1 March", "2026-03-01T23:59:59.999999Z"),
        ("March", "2026-03-31T23:59:59.999999Z"),
        ("5 December", "2025-12-05T23:59:59.999999Z"),
        ("next March", "2027-03-31T23:59:59.999999Z"),
        ("1 March 2027", "2027-03-01T23:59:59.999999Z"),
        ("tomorrow", "2026-12-01T23:59:59.999999Z"),
    ] {
        assert_eq!(story.engine.read_viewpoint(words).unwrap(), at(moment), "{words}");
    }
}
