//! What may answer and what may not: a value that waits for a decision puts the one before it in
//! doubt, a step answers only what it says, and a rumour is no answer.

mod common;

use common::Story;

#[test]
fn a_later_value_that_waits_is_said_with_its_text() {
    let story = Story::new();
    story.texts("2026-01-05", &["The wifi password is 4410."]);
    story.texts("2026-03-02", &["The wifi password is now 9023."]);
    let answer = |question: &str| story.temporal("2026-05-01", question);
    let now = answer("What is the wifi password?");
    // Whether it is read surely is the reader's; the older value alone is never the answer.
    assert!(now.answer.as_deref().is_some_and(|a| a.contains("9023")), "{:?}", now.answer);
    let before = answer("What was the wifi password in February 2026?");
    assert_eq!(before.answer.as_deref(), Some("4410"));
}

#[test]
fn the_last_step_of_a_chain_answers_what_it_says() {
    let story = Story::new();
    story.facts(
        "2026-01-05",
        &[
            ("Vera Holm", "works_at", "Brisk"),
            ("Brisk", "ceo", "Otto Lund"),
            ("Otto Lund", "lives_in", "Faro"),
        ],
    );
    let married = story.temporal("2026-05-01", "Who is the CEO of the employer of Vera Holm married to?");
    assert!(married.abstained, "{:?}", married.answer);
    let ceo = story.temporal("2026-05-01", "Who is the CEO of the employer of Vera Holm?");
    assert_eq!(ceo.answer.as_deref(), Some("Otto Lund"));
    let home = story.temporal("2026-05-01", "Where does the CEO of the employer of Vera Holm live?");
    assert_eq!(home.answer.as_deref(), Some("Faro"));
}

#[test]
fn a_case_that_may_not_come_is_no_answer() {
    let story = Story::new();
    story.texts("2026-01-05", &["If the bid fails, the fee of the harbour pilot will be 300 euros."]);
    let fee = story.temporal("2026-05-01", "How much will the fee of the harbour pilot be if the bid fails?");
    assert!(fee.abstained, "{:?}", fee.answer);
}

#[test]
fn two_questions_in_one_are_both_answered() {
    let story = Story::new();
    story.facts("2026-01-05", &[("Vera Holm", "lives_in", "Faro"), ("Vera Holm", "works_at", "Brisk")]);
    story.facts("2026-03-05", &[("Vera Holm", "lives_in", "Ghent")]);
    let ask = |question: &str| story.temporal("2026-05-01", question).answer.unwrap_or_default();
    assert_eq!(ask("Where does Vera Holm live and who employs her?"), "Ghent; Brisk");
    assert_eq!(ask("Where did Vera Holm live in February 2026 and where does she live now?"), "Faro; Ghent");
    let half = ask("Where does Vera Holm live and who is her landlord?");
    assert!(half.starts_with("Ghent; not known"), "{half}");
}
