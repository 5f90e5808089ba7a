//! A value for each of several scopes: all of them where none is asked for, and which there are where
//! another is.

mod common;

use common::Story;

fn depot() -> Story {
    let story = Story::new();
    story.texts(
        "2026-01-10",
        &[
            "The staging port of the lock keeper is 6100.",
            "The production port of the lock keeper is 6200.",
            "The lock keeper is owned by Ines.",
        ],
    );
    story
}

#[test]
fn each_scope_is_told_where_none_is_asked_for() {
    let story = depot();
    let column = story.temporal("2026-02-01", "Which port does the lock keeper listen on?");
    let answer = column.answer.expect("an answer");
    for told in ["6100 (staging)", "6200 (production)"] {
        assert!(answer.contains(told), "{answer}");
    }
    assert_eq!(column.passages.len(), 2, "{}", column.context);
    assert!(column.explanation.contains("ask for the one that is meant"), "{}", column.explanation);
    let column = story.temporal("2026-02-01", "Which port does the lock keeper listen on in staging?");
    assert_eq!(column.answer.as_deref(), Some("6100"));
    // What changes in one of them is told beside what stays in the other.
    story.texts("2026-02-10", &["The staging port of the lock keeper is 6101 now."]);
    let answer =
        story.temporal("2026-02-11", "What is the port of the lock keeper?").answer.unwrap_or_default();
    assert!(
        answer.contains("6101 (staging)") && answer.contains("6200") && !answer.contains("6100"),
        "{answer}"
    );
}

#[test]
fn a_scope_that_is_not_there_says_which_are() {
    let story = depot();
    for question in [
        "What is the port of the lock keeper on preprod?",
        "Which port does the lock keeper listen on in QA?",
        "Which port does the lock keeper use for the canary?",
    ] {
        let column = story.temporal("2026-02-01", question);
        assert!(column.abstained, "{question}: {:?}", column.answer);
        let said = &column.explanation;
        assert!(said.contains("staging (6100)") && said.contains("production (6200)"), "{question}: {said}");
    }
}
