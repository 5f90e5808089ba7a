//! Questions that go on from the one before them and leave out what it said.

mod common;

use common::{Story, at, request};
use memstrata_engine::{NewAssert, Told};
use memstrata_model::view::{AskAnswer, AskRequest};

fn quay() -> Story {
    let story = Story::new();
    story.texts(
        "2026-01-10",
        &[
            "The winch service listens on port 7001.",
            "The winch service listens on port 7501 in staging.",
            "The crane service listens on port 7101.",
            "The winch service is owned by Vera Holm.",
            "The crane service is owned by Otto Lind.",
            "Vera Holm lives in Faro.",
            "Otto Lind lives in Moss.",
            "I live in Porto.",
            "My brother Emil lives in Cork.",
            "My dentist is Dr. Sand.",
            "My manager is Ulla.",
        ],
    );
    story.texts("2026-03-10", &["The winch service now listens on port 7002.", "I moved to Braga."]);
    story.texts("2026-06-10", &["The winch service now listens on port 7003."]);
    story
}

/// Plain retrieval is asked what was asked, and not the question before.
#[test]
fn beside_a_question_that_goes_on_plain_retrieval_reads_its_own_words() {
    let story = quay();
    let first = story.ask("2026-09-01", "Which port does the winch service listen on?");
    let next = story.go_on(&first, "And before that?");
    let before = next.temporal.as_ref().and_then(|column| column.answer.as_deref());
    assert_eq!(before, Some("7002"));
    let read: Vec<&str> =
        next.temporal.iter().flat_map(|column| &column.passages).map(|p| p.text.as_str()).collect();
    assert!(read.iter().any(|text| text.contains("7002")), "{read:?}");
    assert!(!read.iter().any(|text| text.contains("7003")), "{read:?}");
    let alone = story.ask("2026-09-01", "And before that?");
    let texts = |answer: AskAnswer| {
        let passages = answer.plain.expect("both ways").passages;
        passages.into_iter().map(|passage| passage.text).collect::<Vec<_>>()
    };
    assert_eq!(texts(next), texts(alone));
}

/// What is served beside a date is the text that tells it, and nothing of another time.
#[test]
fn beside_a_date_stands_the_text_that_tells_it() {
    let story = quay();
    story.texts(
        "2026-07-10",
        &["As always, port 7003 answers for the winch service.", "The winch service is on port 7003."],
    );
    let now = "Which port does the winch service listen on?";
    let then = "Which port did the winch service listen on in April 2026?";
    for (first, next, answer, proof) in [
        (now, "Since when?", "2026-06-10", "The winch service now listens on port 7003."),
        (then, "Since when?", "2026-03-10", "The winch service now listens on port 7002."),
        (then, "Until when?", "2026-06-10", "The winch service now listens on port 7003."),
    ] {
        let before = story.ask("2026-09-01", first);
        let said = story.go_on(&before, next);
        let column = said.temporal.as_ref().expect("temporal");
        assert_eq!(column.answer.as_deref(), Some(answer), "{first} {next}");
        assert_eq!(column.passages.first().map(|p| p.text.as_str()), Some(proof), "{first} {next}");
        // It stands for its fact, as far as that was scored: what came after is no answer here.
        assert_eq!(column.passages[0].score > 0.0, next == "Since when?", "{first} {next}");
        assert!(column.context.contains(proof), "{first} {next}: {}", column.context);
        let ranks: Vec<u32> = column.passages.iter().map(|passage| passage.rank).collect();
        assert!(ranks.iter().copied().eq(1..=ranks.len() as u32), "{ranks:?}");
        let verdict = said.verdict.as_ref().expect("compared as the first answer is");
        assert!(verdict.sentence.contains(answer), "{}", verdict.sentence);
        if first == then && next == "Since when?" {
            assert!(!column.passages.iter().any(|p| p.text.contains("7003")), "{:?}", column.passages);
        }
    }
}

/// Asks one after the other, each going on from the one before; the answers.
fn asked(story: &Story, questions: &[&str]) -> Vec<Option<String>> {
    let mut before: Option<AskAnswer> = None;
    questions
        .iter()
        .map(|question| {
            let follow = before.take().map(|answer| answer.reading);
            let answer = story.asked("2026-09-01", &AskRequest { follow, ..request(question) });
            let said = answer.temporal.as_ref().and_then(|column| column.answer.clone());
            before = Some(answer);
            said
        })
        .collect()
}

fn check(questions: &[(&str, Option<&str>)]) {
    let story = quay();
    let said = asked(&story, &questions.iter().map(|(question, _)| *question).collect::<Vec<_>>());
    for ((question, wanted), said) in questions.iter().zip(said) {
        assert_eq!(said.as_deref(), *wanted, "{question} of {questions:?}");
    }
}

#[test]
fn the_time_alone_may_be_named() {
    check(&[
        ("Which port does the winch service listen on?", Some("7003")),
        ("And in April 2026?", Some("7002")),
        ("And in February 2026?", Some("7001")),
        ("And now?", Some("7003")),
    ]);
}

#[test]
fn values_beside_the_one_that_was_answered() {
    check(&[
        ("Which port does the winch service listen on?", Some("7003")),
        ("And before that?", Some("7002")),
        ("And before that?", Some("7001")),
        ("And before that?", None),
    ]);
    check(&[
        ("Which port did the winch service listen on in February 2026?", Some("7001")),
        ("And then?", Some("7002")),
        ("And after that?", Some("7003")),
        ("And after that?", None),
    ]);
}

/// An observation that stopped did not end anything; an end that was stated did.
#[test]
fn what_was_only_observed_is_not_said_to_have_ended() {
    let story = Story::new();
    let told = |subject: &str, window: bool| {
        Told::Assert(NewAssert {
            subject: subject.into(),
            relation: "port".into(),
            object: "7001".into(),
            valid_from: Some(at("2026-03-01T00:00:00Z")),
            valid_to: Some(at("2026-04-01T00:00:00Z")),
            window,
            ..NewAssert::default()
        })
    };
    story.engine.tell(vec![told("winch service", true), told("crane service", false)], None, None).unwrap();
    for (of, wanted) in [("winch", "7001 was observed until"), ("crane", "7001 ended on")] {
        let question = format!("Which port did the {of} service listen on in March 2026?");
        let next = story.go_on(&story.ask("2026-09-01", &question), "And after that?");
        let said = next.temporal.map(|column| column.explanation).unwrap_or_default();
        assert_eq!(said, format!("{wanted} 2026-04-01; no later value is known."));
    }
}

#[test]
fn when_and_how_long_are_of_the_value_answered() {
    check(&[
        ("Which port does the winch service listen on?", Some("7003")),
        ("Since when?", Some("2026-06-10")),
        ("And before that?", Some("7002")),
        ("Since when?", Some("2026-03-10")),
        ("Until when?", Some("2026-06-10")),
        ("For how long?", Some("3 months")),
    ]);
}

#[test]
fn another_thing_scope_or_relation_takes_its_place() {
    check(&[
        ("Which port does the winch service listen on?", Some("7003")),
        ("What about the crane service?", Some("7101")),
        ("And the owner?", Some("Otto Lind")),
        ("And the winch service?", Some("Vera Holm")),
        ("And the buoy service?", None),
        ("And the crane service?", Some("Otto Lind")),
    ]);
    check(&[
        ("Which port does the winch service listen on?", Some("7003")),
        ("And in staging?", Some("7501")),
    ]);
    check(&[
        ("Where do I live?", Some("Braga")),
        ("And my brother?", Some("Cork")),
        ("And Vera Holm?", Some("Faro")),
    ]);
    check(&[("Who is my manager?", Some("Ulla")), ("And my dentist?", Some("Dr. Sand"))]);
}

#[test]
fn pronouns_stand_for_what_was_answered_or_asked_about() {
    check(&[
        ("Who owns the winch service?", Some("Vera Holm")),
        ("Where does she live?", Some("Faro")),
        ("Where does she work?", None),
    ]);
    check(&[
        ("Who owned the winch service in February 2026?", Some("Vera Holm")),
        ("Which port was it on?", Some("7001")),
        ("And now?", Some("7003")),
    ]);
}

#[test]
fn what_was_taken_is_said() {
    let story = quay();
    let first = story.ask("2026-09-01", "Which port does the winch service listen on?");
    let then = story.go_on(&first, "And in April 2026?");
    let note = then.reading.note.expect("a note");
    assert!(note.contains("Which port does the winch service listen on in April 2026?"), "{note}");
    assert_eq!(then.question, "And in April 2026?");
}

#[test]
fn a_question_by_itself_is_not_touched() {
    check(&[
        ("Where does Vera Holm live?", Some("Faro")),
        ("Who owns the crane service?", Some("Otto Lind")),
        ("Where do I live?", Some("Braga")),
        ("Why?", None),
    ]);
}

/// A month that is named after a question about the present is the last one: of the next nothing is known.
#[test]
fn a_month_that_goes_on_from_the_present_is_the_last_one() {
    let story = quay();
    let asked = "Which port does the winch service listen on?";
    let first = story.ask("2026-11-30", asked);
    for (next, year, port) in [
        ("And in April?", "April 2026", "7002"),
        ("And in February?", "February 2026", "7001"),
        ("And in 2026?", "2026", "7003"),
    ] {
        let answer = story.go_on(&first, next);
        assert!(answer.reading.reading.contains(year), "{next}: {}", answer.reading.reading);
        let value = answer.temporal.and_then(|column| column.answer).unwrap_or_default();
        assert!(value.contains(port), "{next}: {value}");
    }
    // A question by itself keeps the rule of its tense.
    let fresh = story.ask("2026-11-30", "Which port does the winch service listen on in April?");
    assert!(fresh.reading.reading.contains("April 2027"), "{}", fresh.reading.reading);
}

/// What held before is shown as over, beside its value.
#[test]
fn evidence_of_a_value_before_is_marked_as_past() {
    let story = quay();
    let first = story.ask("2026-11-30", "Which port does the winch service listen on?");
    let next = story.go_on(&first, "And before that?");
    let column = next.temporal.expect("temporal");
    assert_eq!(column.answer.as_deref(), Some("7002"));
    let told = column.passages.iter().flat_map(|passage| &passage.facts);
    let states: Vec<_> = told.filter(|told| told.object == "7002").map(|told| told.state).collect();
    assert!(
        !states.is_empty() && states.iter().all(|state| *state == memstrata_model::FactState::Past),
        "{states:?}"
    );
}

#[test]
fn a_scope_is_kept_or_changed_as_the_phrase_says() {
    let story = Story::new();
    story.texts(
        "2026-01-05",
        &[
            "The staging database is Postgres 14.",
            "The production database is Postgres 13.",
            "The staging region is eu-west-1.",
            "The production region is us-east-1.",
        ],
    );
    for (first, next, answer) in [
        ("What is the production database?", "What about staging?", "Postgres 14"),
        ("What is the database in production?", "And in staging?", "Postgres 14"),
        ("What is the staging database?", "And the region?", "eu-west-1"),
        ("What is the production database?", "And the region?", "us-east-1"),
        ("What is the production region?", "And staging?", "eu-west-1"),
    ] {
        let before = story.ask("2026-09-01", first);
        let column = story.go_on(&before, next).temporal.expect("temporal");
        assert_eq!(column.answer.as_deref(), Some(answer), "{first} {next}: {}", column.explanation);
    }
}

#[test]
fn a_genitive_names_whose_it_is() {
    let story = Story::new();
    story.texts("2026-01-05", &["Ana's manager is Oda.", "Ben's manager is Ida.", "Ben lives in Graz."]);
    for (first, next, answer) in [
        ("Who is Ana's manager?", "And Ben's?", "Ida"),
        ("Who is Ana's manager?", "And Ben?", "Ida"),
        ("Who is Ben's manager?", "What about Ana's?", "Oda"),
    ] {
        let before = story.ask("2026-09-01", first);
        let column = story.go_on(&before, next).temporal.expect("temporal");
        assert_eq!(column.answer.as_deref(), Some(answer), "{first} {next}: {}", column.explanation);
    }
}
