//! Plain retrieval is given what the temporal way has, its gate and its last word aside: on what never changed
//! the two find, serve and read the same.

mod common;

use common::Story;
use memstrata_model::view::{AskAnswer, Column, Passage};

/// Facts that are told once, and prose that nothing is read out of.
fn harbour() -> Story {
    let story = Story::by_meaning();
    for (day, text) in [
        ("2026-01-05", "The quay scanner listens on port 7001."),
        ("2026-01-06", "The berth allocator is written in Rust."),
        ("2026-01-07", "Rosa owns the tide gauge."),
        ("2026-01-08", "for the kiln room one rings Imke"),
        ("2026-01-09", "the spare canoe key dangles over the bathtub"),
        ("2026-01-10", "Nobody has seen the ledger of the old pilots."),
        ("2026-01-11", "the fog horn of the east mole sounds every 40 s"),
    ] {
        story.texts(day, &[text]);
    }
    story
}

fn both(answer: AskAnswer) -> (Column, Column) {
    (answer.temporal.expect("temporal"), answer.plain.expect("plain"))
}

/// What was found, served or not needed.
fn found(column: &Column) -> Vec<String> {
    let beside = column.left_out.iter().filter(|p| p.reason.as_deref() == Some(memstrata_retrieve::BESIDE));
    let mut found: Vec<String> = column.passages.iter().chain(beside).map(|p| p.episode.clone()).collect();
    found.sort();
    found
}

#[test]
fn what_never_changed_is_found_and_answered_alike_by_both() {
    let story = harbour();
    for (question, answer) in [
        ("Which port does the quay scanner listen on?", "7001"),
        ("What is the berth allocator written in?", "Rust"),
        ("Who owns the tide gauge?", "Rosa"),
        ("Who does one ring for the kiln room?", "Imke"),
        ("Where does the spare canoe key dangle?", "bathtub"),
        ("How often does the fog horn of the east mole sound?", "40 s"),
    ] {
        let (temporal, plain) = both(story.ask("2026-07-01", question));
        assert_eq!(found(&temporal), found(&plain), "{question}");
        let says = |column: &Column| column.answer.as_deref().is_some_and(|said| said.contains(answer));
        assert!(says(&temporal), "{question}: {:?} {}", temporal.answer, temporal.explanation);
        assert!(says(&plain), "{question}: {:?} {}", plain.answer, plain.explanation);
        assert_eq!(temporal.rests_on, plain.rests_on, "{question}");
        let own = |passage: &&Passage| plain.rests_on.contains(&passage.episode);
        assert_eq!(plain.passages.iter().filter(own).count(), 1, "{question}");
    }
    for question in ["Who paints the quay scanner?", "Which lamp is in the boat shed?"] {
        let (temporal, plain) = both(story.ask("2026-07-01", question));
        assert_eq!((temporal.answer, plain.answer), (None, None), "{question}");
        assert!(temporal.rests_on.is_empty() && plain.rests_on.is_empty(), "{question}");
    }
}

/// It has no last word: of two texts about the same the nearer is taken, whichever is newer.
#[test]
fn where_a_text_was_overtaken_plain_retrieval_reads_the_nearer() {
    let story = harbour();
    story.texts("2026-03-09", &["Imke being poorly, for the kiln room one rings Radek"]);
    let (temporal, plain) = both(story.ask("2026-07-01", "Who does one ring for the kiln room?"));
    assert_eq!(temporal.answer.as_deref(), Some("Radek"), "{}", temporal.explanation);
    let nearest = plain.passages.first().expect("one is nearest");
    assert_eq!(plain.rests_on, std::slice::from_ref(&nearest.episode), "{:?}", plain.answer);
    assert!(nearest.text.starts_with("for the kiln room"), "{}", nearest.text);
    assert!(plain.answer.is_some_and(|said| said.contains("Imke")));
}
