//! Texts that no value was read out of and that are newer than the value that holds: one that tells of
//! another value answers in its own words, one that merely speaks of the same thing is said beside.

mod common;

use common::Story;

#[test]
fn a_remark_about_a_thing_takes_no_values_place() {
    let story = Story::by_meaning();
    story.texts("2026-01-01", &["The region is eu-west-1."]);
    story.texts("2026-02-01", &["The region is cheap."]);
    let column = story.temporal("2026-07-01", "What is the region?");
    assert_eq!(column.answer.as_deref(), Some("eu-west-1"), "{}", column.explanation);
    assert!(column.explanation.contains("\"The region is cheap.\""), "{}", column.explanation);

    let story = Story::by_meaning();
    story.texts("2026-01-01", &["I take ibuprofen."]);
    story.texts("2026-02-01", &["I stopped taking aspirin."]);
    for question in ["Which medication do I take?", "What medication do I take now?"] {
        let column = story.temporal("2026-07-01", question);
        assert_eq!(column.answer.as_deref(), Some("ibuprofen"), "{question}: {}", column.explanation);
    }
}

#[test]
fn a_text_of_another_value_answers_from_its_day_on_and_not_before() {
    let story = Story::by_meaning();
    story.texts("2026-01-01", &["The vault's motto is calm seas."]);
    story.texts("2026-03-01", &["As for the vault's motto, they swapped it for the one about storms."]);
    let ask = |question: &str| story.temporal("2026-07-01", question);
    let now = ask("What is the vault's motto?");
    assert!(
        now.answer.as_deref().is_some_and(|a| a.contains("storms")),
        "{:?} {}",
        now.answer,
        now.explanation
    );
    let then = ask("What was the vault's motto on 5 April 2026?");
    assert!(
        then.answer.as_deref().is_some_and(|a| a.contains("storms")),
        "{:?} {}",
        then.answer,
        then.explanation
    );
    let before = ask("What was the vault's motto on 5 February 2026?");
    assert!(before.answer.as_deref().is_some_and(|a| a.contains("calm seas")), "{:?}", before.answer);
}

#[test]
fn a_value_told_under_a_longer_name_of_the_same_thing_is_no_flat_stale_answer() {
    let story = Story::by_meaning();
    story.facts("2026-01-01", &[("shop", "endpoint", "https://a.example.com/v1")]);
    story.texts("2026-01-01", &["The shop's endpoint is https://a.example.com/v1."]);
    story.texts("2026-02-01", &["The endpoint of the shop moved to https://b.example.com."]);
    let column = story.temporal("2026-07-01", "What is the endpoint of the shop?");
    let says = column.answer.as_deref().unwrap_or_default();
    assert!(
        says.contains("https://b.example.com") && !says.contains("a.example"),
        "{says}: {}",
        column.explanation
    );
}
