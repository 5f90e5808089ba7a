//! The real model, where the set-up has put it; without it each test says that it was skipped.

use std::io::Write as _;
use std::sync::LazyLock;

use memstrata_index::{
    Embedder as _, FastEmbedder, FileState, IndexError, ModelStore, RuntimeLibrary, Vector,
};

static EMBEDDER: LazyLock<Option<FastEmbedder>> =
    LazyLock::new(|| match ModelStore::from_environment(&[]).paths() {
        Ok(paths) => Some(FastEmbedder::load(&paths).expect("files that are there load")),
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "skipped: {error}");
            None
        }
    });

macro_rules! embedder_or_skip {
    () => {
        match EMBEDDER.as_ref() {
            Some(embedder) => embedder,
            None => return,
        }
    };
}

fn one(embedder: &FastEmbedder, text: &str) -> Vector {
    embedder.embed(&[text]).unwrap().remove(0)
}

#[test]
fn a_text_is_nearest_itself() {
    let embedder = embedder_or_skip!();
    for text in ["The service runs on port 8000.", "", "日本語", "🙂", "\0\u{feff}"] {
        let vector = one(embedder, text);
        assert_eq!(vector.values().len(), embedder.dimensions());
        assert_eq!(vector.model(), embedder.model());
        let with_itself = vector.cosine(&one(embedder, text)).unwrap();
        assert!((with_itself - 1.0).abs() < 1e-5, "{text:?}: {with_itself}");
    }
}

#[test]
fn meaning_is_nearer_than_words() {
    let embedder = embedder_or_skip!();
    let fact = one(embedder, "Ana moved to Lisbon in March.");
    let same = fact.cosine(&one(embedder, "Where does Ana live now?")).unwrap();
    let other = fact.cosine(&one(embedder, "The March release moved to port 8080.")).unwrap();
    assert!(same > other, "{same} {other}");
}

#[test]
fn a_vector_does_not_depend_on_its_batch() {
    let embedder = embedder_or_skip!();
    let long = "The deployment moved to another region last week. ".repeat(30);
    let texts = ["The port is 8080.", long.as_str(), "", "Ana moved to Lisbon.", "The port is 8080."];
    let together = embedder.embed(&texts).unwrap();
    for (text, vector) in texts.iter().zip(&together) {
        assert_eq!(&one(embedder, text), vector, "{text:.30}");
    }
    assert_eq!(together[0], together[4]);
    assert!(embedder.embed(&[]).unwrap().is_empty());
}

#[test]
fn a_vector_does_not_depend_on_the_threads() {
    let embedder = embedder_or_skip!();
    let paths = ModelStore::from_environment(&[]).paths().unwrap();
    let single = FastEmbedder::load_with_threads(&paths, 1).unwrap();
    let long = "The deployment moved to another region last week. ".repeat(30);
    for text in ["The port is 8080.", long.as_str()] {
        assert_eq!(one(embedder, text), one(&single, text), "{text:.30}");
    }
}

#[test]
fn tokens_are_the_models_own_and_not_cut() {
    let embedder = embedder_or_skip!();
    assert_eq!(embedder.count_tokens(""), 0);
    assert_eq!(embedder.count_tokens("The port is 8080."), 6);
    // "tokenization" is two pieces of this vocabulary.
    assert_eq!(embedder.count_tokens("tokenization"), 2);
    assert_eq!(embedder.count_tokens(&"port ".repeat(1000)), 1000);
}

#[test]
fn whole_files_are_reported_as_present() {
    let _embedder = embedder_or_skip!();
    let status = ModelStore::from_environment(&[]).status(true);
    assert!(status.files.iter().all(|file| file.state == FileState::Present), "{status:?}");
    assert!(status.remedy.is_none());
}

#[test]
fn a_second_runtime_is_refused_once_one_is_loaded() {
    let _embedder = embedder_or_skip!();
    let mut paths = ModelStore::from_environment(&[]).paths().unwrap();
    let dir = tempfile::tempdir().unwrap();
    let other = dir.path().join("libonnxruntime.so");
    std::fs::write(&other, "another library").unwrap();
    paths.runtime = RuntimeLibrary::Given(other);
    assert!(matches!(FastEmbedder::load(&paths), Err(IndexError::OtherRuntimeLoaded { .. })));
}
