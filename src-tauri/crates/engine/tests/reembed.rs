//! Another embedding model: in the background, interrupted and gone on with, the old one serving
//! until the last text has its new vector.

use std::path::Path;
use std::sync::Arc;

use memstrata_engine::{Embedding, Engine, EngineOptions, Remember};
use memstrata_index::{Embedder, HashEmbedder};
use memstrata_ledger::{Ledger, OpenOptions};
use memstrata_model::FixedClock;
use memstrata_model::view::{AskMode, AskRequest, IndexPhase, Viewpoint};

const OLD: usize = 64;
const NEW: usize = 96;

fn model(dimensions: usize) -> String {
    HashEmbedder::for_tests(dimensions).model().as_str().to_owned()
}

/// An engine whose own model is the old one, to be re-embedded with the new one or not.
fn open(path: &Path, own: usize, next: Option<usize>) -> Engine {
    let clock = Arc::new(FixedClock::at("2026-06-01T09:00:00Z".parse().unwrap()));
    let given = |dimensions| Arc::new(HashEmbedder::for_tests(dimensions)) as Arc<dyn Embedder>;
    let options = EngineOptions {
        embedding: Embedding::Given(given(own)),
        reembed_with: next.map(given),
        timezone: Some("UTC".to_owned()),
        ..EngineOptions::new(clock)
    };
    Engine::open(path, options).unwrap()
}

fn tell(engine: &Engine, numbers: std::ops::Range<usize>) {
    for number in numbers {
        engine.remember(&Remember::text(&format!("Room {number} smells of juniper{number}."))).unwrap();
    }
}

/// The passages found for a text, by meaning alone where there is a model.
fn nearest(engine: &Engine, question: &str) -> Vec<String> {
    let request = AskRequest {
        question: question.to_owned(),
        view: Viewpoint::default(),
        mode: AskMode::Plain,
        k: 3,
        budget: 1000,
        follow: None,
    };
    let plain = engine.ask(&request).unwrap().plain.unwrap();
    plain.passages.into_iter().map(|passage| passage.text).collect()
}

fn finds(engine: &Engine, number: usize) {
    let text = format!("Room {number} smells of juniper{number}.");
    assert_eq!(nearest(engine, &text).first(), Some(&text));
}

/// How many vectors of the old and of the new model are in the file.
fn kept(path: &Path) -> (usize, usize) {
    let ledger = Ledger::open(path, &OpenOptions { create: false, ..OpenOptions::default() }).unwrap();
    let count = |dimensions| {
        let model = model(dimensions);
        let noted = ledger.vector_count(&model).unwrap();
        let mut counted = 0;
        ledger.each_vector(&model, 0, usize::MAX, |_, _, _| counted += 1).unwrap();
        assert_eq!(noted, counted, "what is noted is what there is");
        noted
    };
    (count(OLD), count(NEW))
}

#[test]
fn the_old_model_serves_until_the_new_one_has_every_text() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("l.memstrata");
    let engine = open(&path, OLD, None);
    tell(&engine, 0..100);
    engine.index_all(&mut |_| true).unwrap();
    drop(engine);

    // Interrupted by whoever watches.
    let engine = open(&path, OLD, Some(NEW));
    let mut steps = 0;
    let stopped = engine.reembed(&mut |progress| {
        assert_eq!((progress.done, progress.total), (steps * 32, 100));
        steps += 1;
        steps < 3
    });
    assert!(stopped.is_err());
    assert_eq!(kept(&path), (100, 64));
    assert_eq!(engine.embedder().unwrap().model().as_str(), model(OLD));
    finds(&engine, 7);
    let state = engine.index_state().unwrap();
    assert_eq!((state.state, state.done, state.total), (IndexPhase::Indexing, 64, 100));
    assert_eq!(state.model, Some(model(OLD)));
    assert!(state.message.is_some_and(|message| message.contains("64 of 100")));

    // Killed, and gone on with in the background of another program; texts arrive meanwhile.
    drop(engine);
    let engine = open(&path, OLD, Some(NEW));
    tell(&engine, 100..120);
    assert_eq!(engine.index_some(20).unwrap(), 20);
    assert_eq!(kept(&path), (120, 64));
    finds(&engine, 110);
    let mut steps = 0;
    while engine.embedder().unwrap().model().as_str() == model(OLD) {
        assert!(kept(&path).0 >= 120, "the old vectors stay as long as they serve");
        finds(&engine, 110);
        assert!(engine.index_some(10).unwrap() > 0);
        steps += 1;
        if steps == 4 {
            tell(&engine, 120..121);
        }
    }
    assert_eq!(kept(&path), (121, 121));
    finds(&engine, 110);
    finds(&engine, 120);
    while engine.index_some(10).unwrap() > 0 {}
    assert_eq!(kept(&path), (0, 121));
    let state = engine.index_state().unwrap();
    assert_eq!((state.state, state.done, state.total), (IndexPhase::Ready, 121, 121));
    assert_eq!((state.model, state.message), (Some(model(NEW)), None));

    // New texts get the new model's vectors; a program with the old model alone mixes nothing in.
    tell(&engine, 121..122);
    let old = open(&path, OLD, None);
    assert_eq!(old.index_some(10).unwrap(), 0);
    assert_eq!(old.requeue(false).unwrap(), 0);
    assert_eq!(old.index_state().unwrap().state, IndexPhase::Unavailable);
    finds(&old, 110);
    assert_eq!(engine.index_all(&mut |_| true).unwrap(), 1);
    assert_eq!(kept(&path), (0, 122));
    assert!(engine.verify(&mut |_| true).unwrap().findings.is_empty());
}

#[test]
fn reindexing_changes_the_model_where_another_is_given_and_is_nothing_where_none_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("l.memstrata");
    let engine = open(&path, OLD, None);
    tell(&engine, 0..40);
    assert_eq!(engine.reembed(&mut |_| true).unwrap(), 40);
    assert_eq!(engine.reembed(&mut |_| true).unwrap(), 0);
    assert_eq!(kept(&path), (40, 0));
    drop(engine);
    // Opened with the new model alone: words answer until it was asked to re-embed.
    let engine = open(&path, NEW, None);
    assert_eq!(engine.index_some(100).unwrap(), 0);
    finds(&engine, 3);
    assert_eq!(engine.reembed(&mut |_| true).unwrap(), 40);
    assert_eq!(kept(&path), (0, 40));
    finds(&engine, 3);
    // And anew from nothing.
    assert_eq!(engine.requeue(true).unwrap(), 40);
    assert_eq!(kept(&path), (0, 0));
    assert_eq!(engine.index_all(&mut |_| true).unwrap(), 40);
    assert_eq!(kept(&path), (0, 40));
    finds(&engine, 3);
}

#[test]
fn a_forgotten_text_has_no_vector_of_either_model() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("l.memstrata");
    let engine = open(&path, OLD, Some(NEW));
    drop(open(&path, OLD, None));
    tell(&open(&path, OLD, None), 0..10);
    open(&path, OLD, None).index_all(&mut |_| true).unwrap();
    let told = engine.remember(&Remember::text("Quetzal is the word.")).unwrap();
    engine.index_some(32).unwrap();
    engine.index_some(32).unwrap();
    assert_eq!(kept(&path), (11, 11));
    engine.forget(&told.episode.unwrap()).unwrap();
    assert_eq!(kept(&path), (10, 10));
    while engine.index_some(32).unwrap() > 0 {}
    assert_eq!(kept(&path), (0, 10));
    finds(&engine, 3);
}
