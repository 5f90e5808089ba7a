//! Names that look much alike: what is known of one is no answer about the other, and is offered.

mod common;

use common::Story;

fn quay() -> Story {
    let story = Story::new();
    story.texts(
        "2026-02-01",
        &[
            "The winch listens on port 7001.",
            "The crane's log level is info.",
            "The tide service is owned by Vera Holm.",
            "The buoy frontend runs on port 3001.",
            "My sister Runa lives in Moss.",
            "My car is a Lada.",
            "The Bergen office closes at 18:00.",
        ],
    );
    story
}

#[test]
fn a_longer_name_is_another_thing() {
    let story = quay();
    for question in [
        "Which port does the winch-relay listen on?",
        "Which port does the winch relay use?",
        "Which port does winch-2 listen on?",
        "Which port does the winch panel listen on?",
        "What is the crane worker's log level?",
        "What is the log level of the crane worker?",
        "What is the crane-3's log level?",
        "Who owns the tide worker?",
        "Who owns tide-ui?",
        "Which port does the lamp frontend run on?",
        "When does the Moss office close?",
    ] {
        let column = story.temporal("2026-07-01", question);
        assert_eq!(column.answer, None, "{question}: {}", column.explanation);
    }
}

#[test]
fn what_is_called_much_the_same_is_offered() {
    let column = quay().temporal("2026-07-01", "Which port does the winch relay use?");
    assert!(column.explanation.contains("the port of winch"), "{}", column.explanation);
}

#[test]
fn the_name_itself_still_answers() {
    let story = quay();
    for (question, answer) in [
        ("Which port does the winch listen on?", "7001"),
        ("Which port does the winch use?", "7001"),
        ("Which port does the winch service listen on?", "7001"),
        ("What is the crane's log level?", "info"),
        ("Who owns the tide service?", "Vera Holm"),
        ("Who owns the tide?", "Vera Holm"),
        ("Which port is the buoy frontend on?", "3001"),
        ("Which port was the winch using in March 2026?", "7001"),
        ("Where does my sister live?", "Moss"),
        ("What car do I drive?", "Lada"),
        ("What do I drive?", "Lada"),
    ] {
        let column = story.temporal("2026-07-01", question);
        assert_eq!(column.answer.as_deref(), Some(answer), "{question}: {}", column.explanation);
    }
}

#[test]
fn a_kind_is_not_the_other_of_its_row() {
    let story = quay();
    for question in ["Where does my brother live?", "What bike do I ride?", "What bike do I have?"] {
        let column = story.temporal("2026-07-01", question);
        assert_eq!(column.answer, None, "{question}: {}", column.explanation);
    }
}
