//! The last word on what is asked for, where no key answers or a newer text tells of another value than
//! the key: the newest text about it up to the time asked about, and no text about something else.

mod common;

use common::Story;

/// Texts of one thing that no value can be read out of for one key, with remarks beside them.
fn quarter() -> Story {
    let story = Story::by_meaning();
    story.texts("2026-01-05", &["for the kiln room one rings Imke"]);
    story.texts("2026-02-02", &["quiet month, the yard got swept"]);
    story.texts("2026-03-09", &["Imke being poorly, for the kiln room one rings Radek"]);
    story
}

#[test]
fn the_newest_text_on_it_answers_with_the_value_that_the_older_do_not_have() {
    let story = quarter();
    let column = story.temporal("2026-07-01", "Who does one ring for the kiln room?");
    assert_eq!(column.answer.as_deref(), Some("Radek"), "{}", column.explanation);
    assert!(column.explanation.contains("2026-03-09"), "{}", column.explanation);
    assert!(column.passages.first().is_some_and(|p| p.text.contains("Radek")), "{:?}", column.passages);
    let then = story.temporal("2026-07-01", "Who did one ring for the kiln room on 1 February 2026?");
    assert!(then.answer.as_deref().is_some_and(|a| a.contains("Imke") && !a.contains("Radek")), "{then:?}");
}

#[test]
fn a_text_of_something_else_or_without_such_a_value_answers_nothing() {
    let story = quarter();
    story.texts("2026-04-01", &["Tova's darkroom: the red lamp flickers"]);
    for question in [
        "Who opens the boat shed?",
        "How much does the kiln room cost?",
        "Which lamp is in my darkroom?",
        "Where does the man who one rings for the kiln room live?",
    ] {
        let column = story.temporal("2026-07-01", question);
        assert_eq!(column.answer, None, "{question}: {}", column.explanation);
    }
}

#[test]
fn a_newer_text_of_another_value_answers_and_a_remark_does_not() {
    let story = Story::by_meaning();
    story.texts("2026-01-01", &["The press uses 512 MB of memory."]);
    let question = "How much memory does the press use?";
    story.texts("2026-02-01", &["The press is loud, memory or no memory."]);
    let column = story.temporal("2026-07-01", question);
    assert_eq!(column.answer.as_deref(), Some("512 MB"), "{}", column.explanation);
    story.texts("2026-03-01", &["memory at last, they gave the press 768 MB"]);
    let column = story.temporal("2026-07-01", question);
    assert!(column.answer.as_deref().is_some_and(|a| a.contains("768")), "{column:?}");
    let then = story.temporal("2026-07-01", "How much memory did the press use on 5 February 2026?");
    assert_eq!(then.answer.as_deref(), Some("512 MB"), "{}", then.explanation);
}

/// A newer text gives the former value as the same relation of another thing that is called much the same.
#[test]
fn the_same_relation_of_another_thing_is_no_last_word() {
    let story = Story::by_meaning();
    story.texts(
        "2025-12-01",
        &["The name of the current head of state in United States of Veld is Onno Vis."],
    );
    story.texts(
        "2026-01-01",
        &["The name of the current head of state in United States of Veld is Ilse Brandt."],
    );
    story.texts(
        "2026-03-01",
        &["The name of the current head of the United States of Veld government is Onno Vis."],
    );
    let question = "What is the name of the current head of state in United States of Veld?";
    let column = story.temporal("2026-07-01", question);
    assert_eq!(column.answer.as_deref(), Some("Ilse Brandt"), "{}", column.explanation);
}

/// A newer text of another whose name has more to it: the key's own value stands.
#[test]
fn a_longer_name_is_of_somebody_or_something_else() {
    let story = Story::by_meaning();
    for text in ["Ana lives in Porto.", "The report is due on 4 May 2027.", "The pass costs 30 euros."] {
        story.texts("2026-01-10", &[text]);
    }
    for text in [
        "Ana Paula lives in Lagos.",
        "The annual report is due on 9 May 2027.",
        "The student pass costs 20 euros.",
    ] {
        story.texts("2026-02-12", &[text]);
    }
    for (question, answer) in [
        ("Where does Ana live?", "Porto"),
        ("When is the report due?", "4 May 2027"),
        ("How much does the pass cost?", "30 euros"),
        ("Where does Ana Paula live?", "Lagos"),
    ] {
        let column = story.temporal("2026-07-01", question);
        assert_eq!(column.answer.as_deref(), Some(answer), "{question}: {}", column.explanation);
    }
}

/// Nothing is known of what is asked about, and the same is known of others: it stays unknown.
#[test]
fn the_value_of_another_thing_is_not_taken_for_one_that_is_unknown() {
    let story = Story::by_meaning();
    for text in ["The cache listens on port 6379.", "The staging database is on version 15."] {
        story.texts("2026-03-01", &[text]);
    }
    for question in ["Which port does the gateway listen on?", "Which version is the production database on?"]
    {
        let column = story.temporal("2026-07-01", question);
        assert_eq!(column.answer, None, "{question}: {}", column.explanation);
    }
    let column = story.temporal("2026-07-01", "Which port does the cache listen on?");
    assert_eq!(column.answer.as_deref(), Some("6379"), "{}", column.explanation);
}

#[test]
fn what_was_only_asked_supposed_or_said_later_is_no_last_word() {
    let story = quarter();
    story.texts("2026-04-01", &["If for the kiln room one rings Agata, is that quicker?"]);
    let column = story.temporal("2026-07-01", "Who does one ring for the kiln room?");
    assert_eq!(column.answer.as_deref(), Some("Radek"), "{}", column.explanation);
    let before = story.temporal("2026-07-01", "Who did one ring for the kiln room on 1 December 2025?");
    assert_eq!(before.answer, None, "{}", before.explanation);
}

#[test]
fn a_key_that_ended_since_is_known_to_hold_nothing() {
    let story = Story::by_meaning();
    story.texts("2026-01-01", &["Vera is on call for the pump. Vera likes the pump."]);
    story.texts("2026-02-01", &["Vera is no longer on call for the pump."]);
    let column = story.temporal("2026-07-01", "Who is on call for the pump?");
    assert_eq!(column.answer, None, "{}", column.explanation);
}

#[test]
fn the_former_value_beside_the_new_one_is_no_part_of_the_answer() {
    let story = Story::by_meaning();
    story.texts("2026-01-05", &["spare canoe key dangles by the eel trap"]);
    story
        .texts("2026-02-05", &["someone took the eel trap, so the spare canoe key dangles over the bathtub"]);
    let column = story.temporal("2026-07-01", "Where does the spare canoe key dangle?");
    let answer = column.answer.expect("it was told");
    assert!(answer.contains("bathtub") && !answer.contains("eel trap"), "{answer}");
}

/// A word that many texts say tells none of them from the others: the name of what all are about.
#[test]
fn a_text_that_shares_the_name_of_the_thing_alone_answers_nothing() {
    let story = Story::by_meaning();
    for (day, text) in [
        ("2026-01-01", "gannet went down twice, nobody minded"),
        ("2026-01-02", "a postcard about gannet came from the printers"),
        ("2026-01-03", "everybody sang for gannet at lunch"),
        ("2026-01-04", "the stickers of gannet peel off in the rain"),
        ("2026-01-05", "gannet smells of varnish, still"),
    ] {
        story.texts(day, &[text]);
    }
    for question in
        ["Which licence does gannet have?", "Who tests gannet?", "How big is the cache of gannet?"]
    {
        let column = story.temporal("2026-07-01", question);
        assert_eq!(column.answer, None, "{question}: {}", column.explanation);
    }
}
