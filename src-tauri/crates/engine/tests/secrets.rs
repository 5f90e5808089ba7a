//! A secret is refused wherever it is told: nothing of it is stored, sent or shown.

mod common;

use std::sync::Arc;

use common::{Story, at};
use memstrata_engine::{
    Embedding, Engine, EngineOptions, Error, ImportSource, NewAssert, NewConfirm, Proposal, ProposalError,
    Proposer, Remember, Told,
};
use memstrata_model::FixedClock;

/// Assembled, so that no scanner of this source takes it for real.
fn key() -> String {
    ["sk-", "live-abcdef1234567890abcdef1234567890"].concat()
}

/// A model that must not be asked.
#[derive(Debug)]
struct Unasked;

impl Proposer for Unasked {
    fn name(&self) -> String {
        "model".to_owned()
    }

    fn propose(&self, text: &str) -> Result<Vec<Proposal>, ProposalError> {
        panic!("sent to a model: {text}");
    }
}

fn refused<T: std::fmt::Debug>(answer: Result<T, Error>) -> Error {
    let error = answer.expect_err("a refusal");
    assert_eq!((error.code, error.exit as u8), ("secret", 1), "{error}");
    let shown = format!("{error:?}");
    assert!(!shown.contains(&key()) && !shown.contains("abcdef1234567890"), "{shown}");
    error
}

/// Whether the words stand anywhere in the files of a folder.
fn in_files(folder: &std::path::Path, words: &str) -> bool {
    std::fs::read_dir(folder).unwrap().any(|entry| {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        bytes.windows(words.len()).any(|window| window == words.as_bytes())
    })
}

#[test]
fn a_text_with_a_secret_is_refused_and_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut options = EngineOptions::new(Arc::new(FixedClock::at(at("2026-03-01T09:00:00Z"))));
    options.timezone = Some("UTC".into());
    options.embedding = Embedding::Off;
    options.proposer = Some(Arc::new(Unasked));
    let engine = Engine::open(&folder.path().join("l.memstrata"), options).unwrap();
    let text = Remember::text(&format!("The API key is {}.", key()));
    let error = refused(engine.remember(&text));
    assert!(error.message.contains("the text holds an API key (sk-…) (characters 16 to 55)"), "{error}");
    refused(engine.preview(&text));
    let beside = Remember {
        source: Some(format!("https://ana:{}@notes.example/1", &key()[8..])),
        ..Remember::text("The gateway listens on port 8080.")
    };
    assert!(refused(engine.remember(&beside)).message.contains("the source holds"));
    let claim = Remember { derived_from: vec!["e1".to_owned()], ..text.clone() };
    refused(engine.remember(&claim));
    assert_eq!(engine.log(0).unwrap().len(), 0);
    assert!(!in_files(folder.path(), "abcdef1234567890"), "the file has it");
}

#[test]
fn a_secret_in_what_is_told_by_hand_is_refused() {
    let story = Story::new();
    let engine = &story.engine;
    let assert = |relation: &str, object: &str| {
        Told::Assert(NewAssert {
            subject: "billing gateway".into(),
            relation: relation.into(),
            object: object.into(),
            ..NewAssert::default()
        })
    };
    let confirm = Told::Confirm(NewConfirm {
        subject: "gateway".into(),
        relation: "credential".into(),
        object: key(),
        ..NewConfirm::default()
    });
    // A bare random value is a secret under a name that says so.
    for told in [assert("api key", &key()), assert("api key", "9f8e7d6c5b4a39281706f5e4d3c2b1a0"), confirm] {
        refused(engine.tell(vec![told.clone()], None, None));
        refused(engine.rehearse(vec![told], None, None));
    }
    let evidence = Remember::text(&format!("it is {}", key()));
    refused(engine.tell(vec![assert("port", "8080")], Some(&evidence), None));
    assert_eq!(engine.log(0).unwrap().len(), 0);
    engine.tell(vec![assert("commit", "9f8e7d6c5b4a39281706f5e4d3c2b1a0")], None, None).expect("no secret");
    engine.remember(&Remember::text("The Wi-Fi password is hunter22.")).expect("a note");
    // An edit in review is told like anything else.
    let edit = Told::Decide { item: "x".into(), choice: "edit".into(), acts: vec![assert("port", &key())] };
    refused(engine.tell(vec![edit], None, None));
}

#[test]
fn an_import_leaves_out_the_passage_and_says_so() {
    let story = Story::new();
    let source = |content: String| ImportSource {
        name: "notes.txt".to_owned(),
        content,
        format: ImportSource::format("text").unwrap(),
        modified_at: None,
        bring_back: false,
    };
    let mixed = source(format!(
        "The gateway listens on port 8080.\n\nThe API key is {}.\n\nThe gateway is owned by Ana.",
        key()
    ));
    let tried = story.engine.import(std::slice::from_ref(&mixed), "notes", true, &mut |_, _| true).unwrap();
    assert_eq!((tried.episodes, tried.refused.len()), (2, 1));
    let done = story.engine.import(&[mixed], "notes", false, &mut |_, _| true).unwrap();
    assert_eq!((done.episodes, done.known, done.refused.len()), (2, 0, 1));
    let refused = &done.refused[0];
    assert_eq!((refused.source.as_str(), refused.secret.as_str()), ("notes.txt", "an API key (sk-…)"));
    assert!(!format!("{done:?}").contains("abcdef"), "{done:?}");
    let kept = story.engine.facts(&memstrata_engine::FactPattern::default(), None, None).unwrap();
    assert_eq!(kept.len(), 2, "{kept:?}");
    let entries = story.engine.log(0).unwrap();
    assert!(!format!("{entries:?}").contains("abcdef"));
    // A source of secrets alone is no batch.
    let only = source(format!("token: {}", key()));
    let none = story.engine.import(&[only], "notes", false, &mut |_, _| true).unwrap();
    assert_eq!((none.batch, none.episodes, none.refused.len()), (None, 0, 1));
    assert_eq!(story.engine.log(0).unwrap().len(), entries.len());
}
