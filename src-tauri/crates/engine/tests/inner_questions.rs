//! Questions with another question in them that says its own time, or that picks some of several.

mod common;

use common::Story;

#[test]
fn somebody_before_another_is_found_first() {
    let story = Story::new();
    story.texts(
        "2026-01-01",
        &["Sam owns the mailer.", "Sam's phone is 555-1111.", "Tom's phone is 555-2222."],
    );
    story.texts("2026-02-15", &["Tom owns the mailer now."]);
    story.texts("2026-06-01", &["Sam's phone is now 555-1199."]);
    let question = "What is the phone of the person who owned the mailer before Tom?";
    let answer = story.ask("2026-07-01", question);
    assert_eq!(answer.question, question);
    let column = answer.temporal.expect("temporal");
    assert_eq!(column.answer.as_deref(), Some("555-1199"), "{}", column.explanation);
    assert!(
        column.hops.iter().any(|hop| hop.facts.iter().any(|fact| fact.object == "Sam")),
        "{:?}",
        column.hops
    );
    let column =
        story.temporal("2026-07-01", "What is the phone of the person who owned the mailer before Sam?");
    assert!(column.abstained, "{:?}", column.answer);
}

#[test]
fn of_several_those_are_kept_of_which_the_rest_is_true() {
    let story = Story::new();
    story.texts(
        "2026-01-01",
        &[
            "Kim's friends are Bo, Al and Ida.",
            "Bo lives in Rome.",
            "Al lives in Oslo.",
            "Ida lives in Oslo.",
        ],
    );
    for (question, kept) in
        [("Which friend of Kim lives in Rome?", "Bo"), ("Which of Kim's friends live in Rome?", "Bo")]
    {
        let column = story.temporal("2026-07-01", question);
        assert_eq!(column.answer.as_deref(), Some(kept), "{question}: {}", column.explanation);
    }
    let column = story.temporal("2026-07-01", "Which friend of Kim lives in Oslo?");
    let answer = column.answer.unwrap_or_default();
    assert!(answer.contains("Al") && answer.contains("Ida") && !answer.contains("Bo"), "{answer}");
    let column = story.temporal("2026-07-01", "Which friend of Kim lives in Lima?");
    assert!(column.abstained, "{:?}", column.answer);
}
