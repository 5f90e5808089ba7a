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

/// Told in ways without "is": beside its name, beside an account, or only as a fact is read.
const TOLD: &[&str] = &[
    "The billing service uses the password hunter2-x9",
    "billing uses password hunter2",
    "Log in to the mailer with the passphrase hunter2-x9, please.",
    "The mailer's login: ana / hunter2",
    "credentials: ana:hunter22",
    "Sign in as ana@example.org / swordfish.",
];

/// What is said of passwords, and what stands where one could.
const SAID: &[&str] = &[
    "The password is in 1Password.",
    "Passwords expire after 90 days.",
    "login: SSO",
    "The password field is required.",
    "billing uses the password manager",
    "billing uses password SHA-256 hashing",
    "The mailer's login: SSO / OAuth2",
    "The default password is postgres.",
    "The Wi-Fi uses the password hunter22.",
];

fn log_of(text: &str) -> String {
    format!(
        "{}\n{}\n",
        serde_json::json!({"type": "header", "format": "memstrata-log", "version": 1,
            "spaces": [{"name": "default", "timezone": "UTC", "locale": "en-GB"}]}),
        serde_json::json!({"type": "episode", "id": "e1", "space": "default", "kind": "note", "text": text,
            "occurred_at": "2026-03-01T09:00:00Z", "recorded_at": "2026-03-01T09:00:01Z"}),
    )
}

/// How many secrets remembering, importing, restoring and reading again find in a text.
fn found_in(text: &str) -> [usize; 4] {
    let story = Story::new();
    let source = ImportSource {
        name: "notes.txt".to_owned(),
        content: text.to_owned(),
        format: ImportSource::format("text").unwrap(),
        modified_at: None,
        bring_back: false,
    };
    let imported = story.engine.import(&[source], "notes", true, &mut |_, _| true).unwrap().refused;
    let remembered = story.engine.remember(&Remember::text(text));
    if let Err(error) = &remembered {
        assert_eq!((error.code, error.exit as u8), ("secret", 1), "{text}: {error}");
    }
    let told = format!("{imported:?} {remembered:?}");
    let value = text.split([' ', ':']).next_back().unwrap_or("").trim_end_matches('.');
    assert!(remembered.is_ok() || !told.contains(value), "{told}");
    let restored = Story::new();
    restored.engine.restore(&mut log_of(text).as_bytes(), &mut |_| true).expect("a log");
    let kept = restored.engine.kept_secrets().unwrap();
    let again = restored.engine.reread(true, &mut |_, _| true).unwrap();
    [imported.len(), usize::from(remembered.is_err()), kept.len(), again.secret]
}

#[test]
fn a_secret_is_one_alike_wherever_it_comes_from() {
    for text in TOLD {
        assert_eq!(found_in(text), [1; 4], "{text}");
    }
    for text in SAID {
        assert_eq!(found_in(text), [0; 4], "{text}");
    }
}

/// No words beside the value name it: the key that it is read under does.
#[test]
fn a_fact_that_is_read_is_held_to_what_a_fact_told_by_hand_is() {
    let story = Story::new();
    let fact = NewAssert {
        subject: "billing".into(),
        relation: "use password".into(),
        object: "swordfish".into(),
        ..NewAssert::default()
    };
    refused(story.engine.tell(vec![Told::Assert(fact)], None, None));
    let error =
        refused(story.engine.remember(&Remember::text("| service | password |\n| mailer | swordfish |")));
    assert!(error.message.contains("the text holds a password (a value that it tells)"), "{error}");
    assert_eq!(story.engine.log(0).unwrap().len(), 0);
}
