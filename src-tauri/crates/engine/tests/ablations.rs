//! Asking otherwise than usual: what the switches of the bench change, and what they leave.

mod common;

use std::sync::Arc;

use memstrata_engine::{Ablation, Embedding, Engine, EngineOptions, Remember};
use memstrata_index::HashEmbedder;
use memstrata_model::FixedClock;
use memstrata_model::view::{AskAnswer, AskRequest};

const TEXTS: [&str; 8] = [
    "The quay scanner listens on port 7001.",
    "The berth allocator listens on port 7002.",
    "The harbour office opens at nine on Mondays.",
    "The crane was painted in the spring.",
    "Nobody has seen the ledger of the old pilots.",
    "The tide table hangs beside the door.",
    "Vera likes the coffee at the pier.",
    "Code QX-4417 opens the pump house.",
];

fn asked(question: &str, ablation: Ablation) -> AskAnswer {
    let folder = tempfile::tempdir().unwrap();
    let clock = Arc::new(FixedClock::at("2026-06-01T09:00:00Z".parse().unwrap()));
    let options = EngineOptions {
        embedding: Embedding::Given(Arc::new(HashEmbedder::for_tests(64))),
        timezone: Some("UTC".into()),
        ablation,
        ..EngineOptions::new(clock)
    };
    let engine = Engine::open(&folder.path().join("l.memstrata"), options).unwrap();
    for text in TEXTS {
        engine.remember(&Remember::text(text)).unwrap();
    }
    engine.index_all(&mut |_| true).unwrap();
    let request = AskRequest { k: 3, ..common::request(question) };
    engine.ask(&request).unwrap()
}

fn texts(answer: &AskAnswer) -> Vec<String> {
    let plain = answer.plain.as_ref().unwrap();
    plain.passages.iter().map(|passage| passage.text.clone()).collect()
}

#[test]
fn triples_stand_in_the_context_in_place_of_sentences() {
    let question = "Which port does the quay scanner listen on?";
    let usual = asked(question, Ablation::default());
    let bare = asked(question, Ablation { triples: true, ..Ablation::default() });
    let context = |answer: &AskAnswer| answer.temporal.as_ref().unwrap().context.clone();
    assert!(context(&usual).contains("The quay scanner listens on port 7001."), "{}", context(&usual));
    assert!(context(&bare).contains("quay scanner | port | 7001"), "{}", context(&bare));
    assert!(!context(&bare).contains("listens on port 7001"), "{}", context(&bare));
    let answer = |answer: &AskAnswer| answer.temporal.as_ref().unwrap().answer.clone();
    assert_eq!(answer(&bare).as_deref(), Some("7001"));
    assert_eq!(answer(&bare), answer(&usual));
    let plain = |answer: &AskAnswer| answer.plain.as_ref().unwrap().context.clone();
    assert_eq!(plain(&bare), plain(&usual));
}

#[test]
fn hybrid_retrieval_finds_by_words_what_meaning_misses() {
    // Common words of other texts are most of the question; the code is in one text alone.
    let question =
        "Who likes the table beside the door, the coffee at the pier, the harbour office, or 4417?";
    let usual = asked(question, Ablation::default());
    let hybrid = asked(question, Ablation { hybrid: true, ..Ablation::default() });
    assert_ne!(texts(&usual), texts(&hybrid));
    assert_eq!(texts(&hybrid).len(), 3);
    let temporal = |answer: &AskAnswer| {
        answer.temporal.as_ref().map(|column| (column.answer.clone(), column.context.clone()))
    };
    assert_eq!(temporal(&usual), temporal(&hybrid), "only plain retrieval has the switch");
}

#[test]
fn as_if_nothing_could_be_read_the_last_word_answers() {
    let question = "Who likes the coffee at the pier?";
    let unread = asked(question, Ablation { unread: true, ..Ablation::default() }).temporal.unwrap();
    assert_eq!(unread.answer.as_deref(), Some("Vera"), "{}", unread.explanation);
    assert!(unread.explanation.starts_with("Taken from the newest text"), "{}", unread.explanation);
    let usual = asked(question, Ablation::default()).temporal.unwrap();
    assert!(usual.answer.is_some_and(|answer| answer.contains("Vera")));
    assert!(usual.explanation.starts_with("Said on"), "{}", usual.explanation);
}
