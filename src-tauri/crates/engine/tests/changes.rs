//! Questions of what changed in a period: each value that began or ended in it, with the one before.

mod common;

use common::Story;

fn quay() -> Story {
    let story = Story::new();
    story.facts(
        "2026-01-10",
        &[("winch", "port", "7001"), ("winch", "owner", "Vera Holm"), ("crane", "log_level", "info")],
    );
    story.facts("2026-03-04", &[("winch", "port", "7002")]);
    story.facts("2026-03-20", &[("winch", "owner", "Otto Lind")]);
    story.facts("2026-05-02", &[("crane", "log_level", "debug")]);
    story
}

#[test]
fn the_changes_of_a_period_are_listed_with_what_was_before() {
    let story = quay();
    let march = "the port of winch: 7002 since 2026-03-04, before that 7001; \
                 the owner of winch: Otto Lind since 2026-03-20, before that Vera Holm";
    let may = "the log level of crane: debug since 2026-05-02, before that info";
    for (question, answer) in [
        ("What changed in March 2026?", Some(march)),
        ("Did anything change in March 2026?", Some(march)),
        ("What's new since 1 April 2026?", Some(may)),
        ("What has changed since April 2026?", Some(may)),
        ("Which values changed in May 2026?", Some(may)),
        ("What changed about the winch in March 2026?", Some(march)),
        ("What changed about the crane in March 2026?", None),
        ("What changed in April 2026?", None),
        ("What changed?", None),
    ] {
        let column = story.temporal("2026-06-01", question);
        assert_eq!(column.answer.as_deref(), answer, "{question}: {}", column.explanation);
    }
}

#[test]
fn what_came_and_went_within_the_period_has_changed() {
    let story = quay();
    story.facts("2026-07-03", &[("gate", "guard", "Ivo")]);
    story.facts("2026-07-09", &[("gate", "guard", "Ada")]);
    story.facts("2026-07-20", &[("winch", "port", "7009")]);
    story.facts("2026-07-24", &[("winch", "port", "7002")]);
    let column = story.temporal("2026-09-01", "What changed in July 2026?");
    let answer = column.answer.unwrap_or_default();
    for told in [
        "the guard of gate: Ivo since 2026-07-03",
        "the guard of gate: Ada since 2026-07-09, before that Ivo",
        "the port of winch: 7009 since 2026-07-20, before that 7002",
        "the port of winch: 7002 since 2026-07-24, before that 7009",
    ] {
        assert!(answer.contains(told), "{told}: {answer}");
    }
}

#[test]
fn nothing_that_changed_is_said_so() {
    let column = quay().temporal("2026-06-01", "What changed in April 2026?");
    assert_eq!(column.explanation, "No value that is known began or ended in that time.");
}

#[test]
fn a_question_about_one_value_is_none_of_these() {
    let story = quay();
    for (question, answer) in [
        ("When did the port of the winch change?", "2026-03-04 (7001 to 7002)"),
        (
            "What was the port of the winch in March 2026?",
            "7001 until 2026-03-04, then 7002 since 2026-03-04",
        ),
    ] {
        let column = story.temporal("2026-06-01", question);
        assert_eq!(column.answer.as_deref(), Some(answer), "{question}: {}", column.explanation);
    }
}
