//! A step of a chain on which sources disagree is told as one: both values, the rule that chooses, and
//! where the other one would have led.

mod common;

use common::Story;

fn told(story: &Story, author: &str, text: &str) {
    let mut telling = memstrata_engine::Remember::text(text);
    telling.at = Some("2026-02-05T09:00:00Z".parse().expect("an instant"));
    telling.author = Some(author.to_owned());
    story.engine.remember(&telling).expect("told");
}

#[test]
fn a_disputed_step_is_told_with_both_ways() {
    let story = Story::new();
    told(&story, "Ilse", "The owner of Atlas is Mira since 1 February 2026.");
    told(&story, "Piet", "The owner of Atlas is Jonas since 1 February 2026.");
    story.texts(
        "2026-02-06",
        &["Mira lives in Rome.", "Jonas lives in Oslo.", "The owner of Borealis is Mira."],
    );
    let column = story.temporal("2026-07-01", "Where does the owner of Atlas live?");
    assert_eq!(column.answer.as_deref(), Some("Oslo"), "{}", column.explanation);
    let values: Vec<(&str, bool)> = column.disputed.iter().map(|d| (d.value.as_str(), d.stands)).collect();
    assert_eq!(values, [("Jonas", true), ("Mira", false)]);
    for said in ["Sources disagree", "later recorded", "Where does Mira live? Rome"] {
        assert!(column.explanation.contains(said), "{said}: {}", column.explanation);
    }
    // A step that nobody disputes is told as before.
    let column = story.temporal("2026-07-01", "Where does the owner of Borealis live?");
    assert_eq!(column.answer.as_deref(), Some("Rome"), "{}", column.explanation);
    assert!(column.disputed.is_empty() && !column.explanation.contains("disagree"), "{}", column.explanation);
}
