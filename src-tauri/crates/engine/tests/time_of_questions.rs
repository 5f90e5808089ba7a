//! Events named in questions, follow-ups, the two clocks, and lengths of time.

mod common;

use common::{Story, at, request};

fn relay() -> Story {
    let story = Story::new();
    story.texts("2026-01-10", &["The relay runs on port 8000.", "The relay keeps its data in SQLite."]);
    story.texts("2026-02-14", &["Anna joined the team today."]);
    story.texts("2026-03-20", &["We migrated the relay yesterday.", "The relay runs on port 8080."]);
    story.texts("2026-04-02", &["The launch is today."]);
    story.texts("2026-05-05", &["The relay keeps its data in Postgres."]);
    story.texts("2026-06-10", &["The relay runs on port 9443."]);
    story
}

#[test]
fn an_event_gives_the_time() {
    let story = relay();
    for (question, answer, date) in [
        ("Which port did the relay run on before the migration?", "8000", "2026-03-19"),
        ("Which port did the relay run on when Anna joined?", "8000", "2026-02-14"),
        ("Which port did the relay run on during the launch?", "8080", "2026-04-02"),
        ("Where did the relay keep its data before the launch?", "SQLite", "2026-04-02"),
    ] {
        let answered = story.ask("2026-07-01", question);
        let column = answered.temporal.expect("a column");
        assert_eq!(
            column.answer.as_deref(),
            Some(answer),
            "{question}: {} / {}",
            column.explanation,
            answered.reading.reading
        );
        assert!(answered.reading.reading.contains(date), "{question}: {}", answered.reading.reading);
        assert_eq!(answered.reading.anchors.len(), 1);
    }
}

#[test]
fn after_an_event_everything_since_is_told() {
    let story = relay();
    let column = story.temporal("2026-07-01", "Which port did the relay run on after the launch?");
    let answer = column.answer.expect("an answer");
    assert!(answer.starts_with("8080 until 2026-06-10"), "{answer}");
    assert!(answer.contains("9443"), "{answer}");
}

#[test]
fn a_change_point_is_an_event_too() {
    let story = relay();
    let answered =
        story.ask("2026-07-01", "Which port did the relay run on after the relay moved to Postgres?");
    assert_eq!(answered.reading.anchors[0].candidates.len(), 1, "{:?}", answered.reading);
    assert!(answered.reading.reading.contains("2026-05-05"), "{}", answered.reading.reading);
    let answer = answered.temporal.unwrap().answer.unwrap_or_default();
    assert!(answer.starts_with("8080 until"), "{answer}");
}

#[test]
fn several_events_are_offered_and_none_is_said() {
    let story = relay();
    story.texts("2026-06-20", &["Another launch: version two went out today."]);
    let answered = story.ask("2026-07-01", "Which port did the relay run on before the launch?");
    let column = answered.temporal.expect("a column");
    assert!(column.abstained, "{:?}", column.answer);
    assert_eq!(answered.reading.anchors[0].candidates.len(), 2);
    for date in ["2026-04-02", "2026-06-20"] {
        assert!(column.explanation.contains(date), "{}", column.explanation);
    }
    let answered = story.ask("2026-07-01", "Which port did the relay run on before the regatta?");
    assert_eq!(answered.temporal.expect("a column").answer.as_deref(), Some("9443"));
    let note = answered.reading.note.expect("a note");
    assert!(note.contains("the regatta") && note.contains("no time is read"), "{note}");
}

#[test]
fn a_follow_up_keeps_the_time() {
    let story = relay();
    let first = story.ask("2026-07-01", "Which port did the relay run on in February 2026?");
    assert_eq!(first.temporal.unwrap().answer.as_deref(), Some("8000"));
    let mut next = request("Where does the relay keep its data?");
    next.follow = Some(first.reading.clone());
    let answered = story.engine.ask(&next).unwrap();
    assert_eq!(answered.temporal.unwrap().answer.as_deref(), Some("SQLite"));
    assert!(answered.reading.reading.contains("as in the question before"), "{}", answered.reading.reading);
    // A time of its own, or one that is given, goes before it.
    let mut own = request("Where does the relay keep its data now?");
    own.follow = Some(first.reading.clone());
    assert_eq!(story.engine.ask(&own).unwrap().temporal.unwrap().answer.as_deref(), Some("Postgres"));
    let mut given = request("Which port does the relay run on?");
    given.follow = Some(first.reading);
    given.view.as_of = Some(at("2026-04-01T00:00:00Z"));
    assert_eq!(story.engine.ask(&given).unwrap().temporal.unwrap().answer.as_deref(), Some("8080"));
    // A question without a time leaves nothing to keep.
    let timeless = story.ask("2026-07-01", "Which port does the relay run on?");
    let mut next = request("Where does the relay keep its data?");
    next.follow = Some(timeless.reading);
    let answered = story.engine.ask(&next).unwrap();
    assert_eq!(answered.temporal.unwrap().answer.as_deref(), Some("Postgres"));
    assert_eq!(answered.reading.reading, "now");
}

#[test]
fn one_clock_in_the_past_is_said_aloud_and_given_moments_go_before_words() {
    let story = relay();
    let answered = story.ask("2026-07-01", "Which port did the relay run on in February 2026?");
    assert_eq!(answered.reading.note.as_deref(), Some("what was true then, as known now"));
    let mut given = request("Which port did the relay run on in February 2026?");
    given.view.as_of = Some(at("2026-04-01T00:00:00Z"));
    given.view.known_at = Some(at("2026-04-01T00:00:00Z"));
    let answered = story.engine.ask(&given).unwrap();
    assert_eq!(answered.temporal.unwrap().answer.as_deref(), Some("8080"));
    assert_eq!(answered.reading.note, None);
    given.view.as_of = None;
    given.question = "Which port does the relay run on?".into();
    let answered = story.engine.ask(&given).unwrap();
    assert_eq!(answered.reading.note.as_deref(), Some("what was believed then of today"));
}

#[test]
fn a_timeless_question_about_what_turns_over_says_since_when() {
    let story = relay();
    let column = story.temporal("2026-07-01", "Which port does the relay run on?");
    assert_eq!(column.answer.as_deref(), Some("9443"));
    assert_eq!(column.since, Some(at("2026-06-10T09:00:00Z")));
    assert!(column.explanation.starts_with("Since 2026-06-10"), "{}", column.explanation);
}

#[test]
fn how_long_is_answered_with_a_length() {
    let story = Story::new();
    story.texts("2024-03-01", &["I live in Lisbon."]);
    story.texts("2025-06-01", &["I live in Porto."]);
    for (question, answer) in [
        ("How long have I lived in Porto?", "1 year and 1 month"),
        ("How long did I live in Lisbon?", "1 year and 3 months"),
    ] {
        let column = story.temporal("2026-07-05", question);
        assert_eq!(column.answer.as_deref(), Some(answer), "{question}: {}", column.explanation);
    }
}

#[test]
fn a_fact_without_a_text_answers_too() {
    let story = Story::new();
    story.facts("2026-02-01", &[("quay scanner", "port", "7001")]);
    let column = story.temporal("2026-07-01", "Which port does the quay scanner listen on?");
    assert_eq!(column.answer.as_deref(), Some("7001"));
}

#[test]
fn both_values_of_a_disagreement_come_with_the_rule() {
    let story = Story::new();
    for (author, text) in [
        ("Ilse", "The relay runs on port 8000 since 1 March 2026."),
        ("Piet", "The relay runs on port 8081 since 1 March 2026."),
    ] {
        let mut telling = memstrata_engine::Remember::text(text);
        telling.at = Some(at("2026-03-05T09:00:00Z"));
        telling.author = Some(author.to_owned());
        story.engine.remember(&telling).unwrap();
    }
    let column = story.temporal("2026-07-01", "Which port does the relay run on?");
    assert_eq!(column.answer.as_deref(), Some("8081"), "{}", column.explanation);
    let values: Vec<(&str, bool)> = column.disputed.iter().map(|d| (d.value.as_str(), d.stands)).collect();
    assert_eq!(values, [("8081", true), ("8000", false)]);
    assert!(
        column.explanation.contains("8000") && column.explanation.contains("later recorded"),
        "{}",
        column.explanation
    );
}

#[test]
fn a_distance_from_an_event_is_a_day_of_its_own() {
    let story = Story::new();
    story.texts("2026-01-10", &["The winch service listens on port 8000."]);
    story.texts("2026-04-15", &["The winch service now listens on port 8080."]);
    story.texts("2026-04-20", &["The outage lasted all day."]);
    story.texts("2026-04-27", &["The winch service now listens on port 9443."]);
    for (question, answer) in [
        ("Which port did the winch service listen on two weeks before the outage?", "8000"),
        ("Which port did the winch service listen on the day before the outage?", "8080"),
        ("Which port did the winch service listen on a week after the outage?", "9443"),
        ("Which port did the winch service listen on 3 days after the outage?", "8080"),
        ("Which port did the winch service listen on a month before the outage?", "8000"),
    ] {
        let answered = story.ask("2026-06-01", question);
        let column = answered.temporal.expect("asked of temporal retrieval");
        let value = column.answer.unwrap_or_default();
        assert!(
            value.split([' ', ',']).next() == Some(answer),
            "{question}: {value}: {} ({})",
            column.explanation,
            answered.reading.reading
        );
        assert!(answered.reading.reading.contains("that is 2026-"), "{}", answered.reading.reading);
    }
}

#[test]
fn what_comes_is_told_where_it_is_asked_for() {
    let story = Story::new();
    story.texts("2026-01-10", &["The workshop is in Faro.", "The fee of the workshop is 40 euros."]);
    story.texts("2026-06-01", &["From 1 February 2027 the workshop is in Silves."]);
    for (question, answer) in [
        ("Where will the workshop be next year?", "Silves"),
        ("Where will the workshop be in June 2027?", "Silves"),
        ("Where is the workshop?", "Faro"),
        ("What will the fee of the workshop be?", "40 euros"),
    ] {
        let column = story.temporal("2026-11-30", question);
        let told = column.answer.unwrap_or_default();
        assert!(told.contains(answer), "{question}: {told}: {}", column.explanation);
    }
    // What is told of the thing itself goes before what is told of whoever has it.
    story.texts("2026-01-11", &["Our studio is in Lagos."]);
    story.texts("2026-06-02", &["The studio will move to Sagres on 1 March 2027."]);
    let told = story.temporal("2026-11-30", "Where will the studio be in April 2027?").answer;
    assert_eq!(told.as_deref(), Some("Sagres"));
    let told = story.temporal("2026-11-30", "Where will the workshop be?").answer.unwrap_or_default();
    assert_eq!(told, "Faro until 2027-02-01, then Silves since 2027-02-01");
}

#[test]
fn the_day_that_something_happened_and_the_moment_right_after_it() {
    let story = Story::new();
    story.texts("2026-01-01", &["The gate runs on port 8080."]);
    story.texts("2026-02-10", &["Lia joined the team."]);
    story.texts("2026-02-12", &["The gate now runs on port 9443."]);
    story.texts("2026-03-20", &["We did the second migration."]);
    story.texts("2026-05-12", &["The gate now runs on port 9666."]);
    for (question, port) in [
        ("Which port did the gate run on on the day that Lia joined?", "8080"),
        ("Which port did the gate run on on the day Lia joined?", "8080"),
        ("Which port did the gate run on right after the second migration?", "9443"),
    ] {
        let column = story.temporal("2026-11-30", question);
        assert_eq!(column.answer.as_deref(), Some(port), "{question}: {}", column.explanation);
    }
}
