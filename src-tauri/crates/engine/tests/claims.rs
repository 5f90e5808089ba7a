//! Questions that name a value themselves: yes or no, when it began or ended, what stood beside it.

mod common;

use common::Story;

fn harbour() -> Story {
    let story = Story::new();
    story.texts(
        "2026-01-10",
        &[
            "Vera Lund owns the crane service.",
            "The crane service runs on port 7001.",
            "Otto lives in Faro.",
            "Otto speaks Danish.",
            "Ida is vegetarian.",
        ],
    );
    story.texts("2026-03-05", &["Nils Berg owns the crane service now.", "Otto speaks Polish."]);
    story.texts("2026-04-01", &["The crane service now runs on port 7443.", "Ida is no longer vegetarian."]);
    story.texts("2026-05-20", &["Otto moved to Tavira."]);
    story
}

#[test]
fn whether_is_answered_with_yes_or_no_and_what_holds() {
    let story = harbour();
    for (question, answer) in [
        ("Is the crane service still owned by Vera?", "No: Nils Berg"),
        ("Does Nils Berg own the crane service?", "Yes: Nils Berg"),
        ("Does Otto still live in Faro?", "No: Tavira"),
        ("Is the crane service on port 7001?", "No: 7443"),
        ("Was the crane service on port 7001 in February?", "Yes: 7001"),
        ("Did Otto ever live in Faro?", "Yes: Faro"),
        ("Does Otto speak Danish?", "Yes: Danish"),
        ("Is Ida vegetarian?", "No"),
    ] {
        let column = story.temporal("2026-07-01", question);
        assert_eq!(column.answer.as_deref(), Some(answer), "{question}: {}", column.explanation);
    }
}

#[test]
fn the_day_on_which_a_value_began_or_ended() {
    let story = harbour();
    for (question, answer) in [
        ("When did Otto move to Tavira?", "2026-05-20"),
        ("When did Otto leave Faro?", "2026-05-20"),
        ("When did Nils take over the crane service?", "2026-03-05"),
        ("Since when is Nils Berg the owner of the crane service?", "2026-03-05"),
        ("When did Ida stop being vegetarian?", "2026-04-01"),
        ("When did the port of the crane service change?", "2026-04-01 (7001 to 7443)"),
        ("How long did Vera own the crane service?", "1 month"),
        ("How long has Otto lived in Tavira?", "1 month"),
    ] {
        let column = story.temporal("2026-07-01", question);
        assert_eq!(column.answer.as_deref(), Some(answer), "{question}: {}", column.explanation);
    }
}

#[test]
fn the_value_beside_one_that_is_named() {
    let story = harbour();
    for (question, answer) in [
        ("Who owned the crane service before Nils?", "Vera Lund"),
        ("Who owned the crane service after Vera Lund?", "Nils Berg"),
        ("What was the port of the crane service before 7443?", "7001"),
        ("Where did Otto live before Tavira?", "Faro"),
    ] {
        let column = story.temporal("2026-07-01", question);
        assert_eq!(column.answer.as_deref(), Some(answer), "{question}: {}", column.explanation);
    }
    let after = story.temporal("2026-07-01", "Who owned the crane service after Nils?");
    assert!(after.abstained, "{:?}", after.answer);
    assert!(after.explanation.contains("nothing came after"), "{}", after.explanation);
}

#[test]
fn all_values_are_told_with_their_dates() {
    let story = harbour();
    for (question, values) in [
        ("Which ports has the crane service had?", ["7001", "7443"]),
        ("Who has owned the crane service?", ["Vera Lund", "Nils Berg"]),
        ("Where has Otto lived?", ["Faro", "Tavira"]),
    ] {
        let column = story.temporal("2026-07-01", question);
        let answer = column.answer.unwrap_or_default();
        assert!(values.iter().all(|value| answer.contains(value)), "{question}: {answer}");
    }
}

#[test]
fn nothing_is_claimed_of_what_was_not_told() {
    let story = harbour();
    for question in [
        "Does Vera live in Faro?",
        "Is the crane service reliable?",
        "Does the winch service run on port 7001?",
        "When did Vera move to Tavira?",
    ] {
        let column = story.temporal("2026-07-01", question);
        assert!(column.abstained, "{question}: {:?} {}", column.answer, column.explanation);
    }
}

#[test]
fn the_first_value_and_what_held_last_before_a_gap() {
    let story = harbour();
    for (question, answer) in [
        ("Who was the first owner of the crane service?", "Vera Lund"),
        ("What was the original port of the crane service?", "7001"),
        ("What was Ida's diet before June 2026?", "vegetarian"),
    ] {
        let column = story.temporal("2026-07-01", question);
        assert_eq!(column.answer.as_deref(), Some(answer), "{question}: {}", column.explanation);
    }
}

#[test]
fn what_holds_is_no_answer_to_what_held_before() {
    let story = harbour();
    story.texts("2026-05-21", &["The winch service runs on port 9100."]);
    let column = story.temporal("2026-07-01", "What was the previous port of the winch service?");
    assert!(column.abstained, "{:?}", column.answer);
    assert!(column.explanation.contains("9100"), "{}", column.explanation);
}

#[test]
fn a_look_alike_is_another_thing() {
    let story = harbour();
    for question in [
        "Which port does the old quay crane service run on?",
        "What is the admin port of the crane service?",
        "Where does Otto's sister live?",
        "Where does Ottoline live?",
        "Where does Nils Berg's wife live?",
    ] {
        let column = story.temporal("2026-07-01", question);
        assert!(column.abstained, "{question}: {:?} {}", column.answer, column.explanation);
    }
}

#[test]
fn one_name_that_begins_so_is_meant_and_several_are_offered() {
    let story = harbour();
    story.texts("2026-05-21", &["Vera Lund lives in Oslo.", "The reading room closes at 18:00."]);
    let column = story.temporal("2026-07-01", "Where does Vera live?");
    assert_eq!(column.answer.as_deref(), Some("Oslo"), "{}", column.explanation);
    story.texts("2026-05-22", &["Vera Holm lives in Bergen."]);
    let column = story.temporal("2026-07-01", "Where does Vera live?");
    assert!(column.abstained, "{:?}", column.answer);
    for name in ["Vera Lund", "Vera Holm"] {
        assert!(column.explanation.contains(name), "{}", column.explanation);
    }
}

#[test]
fn what_stands_around_a_question_changes_nothing() {
    let story = harbour();
    for (question, answer) in [
        ("On 2 May 2026, where did we think Otto had lived on 1 March 2026?", "Faro"),
        ("Do you know which port the crane service runs on?", "7443"),
        ("On 20 March 2026, who did we think owned the crane service?", "Nils Berg"),
    ] {
        let column = story.temporal("2026-07-01", question);
        assert_eq!(column.answer.as_deref(), Some(answer), "{question}: {}", column.explanation);
    }
}
