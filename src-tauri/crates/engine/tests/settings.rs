//! The settings of a space as the window shows and changes them, and the thread of a question that
//! goes on from another.

mod common;

use std::sync::Arc;

use memstrata_engine::{Embedding, Engine, EngineOptions, Remember};
use memstrata_model::FixedClock;
use memstrata_model::settings::{HistoryClaim, ScoringSettings};
use memstrata_model::view::AskRequest;

fn open(folder: &tempfile::TempDir) -> Engine {
    let clock = Arc::new(FixedClock::at("2026-06-01T09:00:00Z".parse().unwrap()));
    let mut options = EngineOptions::new(clock);
    options.embedding = Embedding::Off;
    options.timezone = Some("Europe/Lisbon".into());
    Engine::open(&folder.path().join("l.memstrata"), options).unwrap()
}

#[test]
fn what_is_not_set_is_shown_as_published_and_what_is_set_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let engine = open(&folder);
    let page = engine.settings_page().unwrap();
    assert_eq!(page.settings.scoring, ScoringSettings::default());
    assert_eq!((page.settings.timezone.as_str(), page.example.as_str()), ("Europe/Lisbon", "2026-04-03"));
    assert_eq!((page.published.recall, page.published.passages), (Some(30), Some(5)));
    assert_eq!((page.published.recency_half_life_days, page.published.hybrid), (Some(14.0), Some(false)));
    assert_eq!(page.reranker, None);
    let mut wanted = page.settings.clone();
    wanted.locale = "en-US".to_owned();
    wanted.scoring.recency = Some(0.5);
    wanted.scoring.hybrid = Some(true);
    let effect = engine.settings_effect(&wanted).unwrap();
    assert_eq!((effect.changed, effect.keys, effect.example.as_str()), (true, 0, "2026-03-04"));
    assert_eq!(engine.settings_page().unwrap(), page, "a look stores nothing");
    assert!(!engine.settings_effect(&page.settings).unwrap().changed);
    engine.keep_settings(&wanted).unwrap();
    assert_eq!(engine.settings_page().unwrap().settings, wanted);
    assert!(engine.verify(&mut |_| true).unwrap().findings.is_empty());
}

#[test]
fn what_cannot_be_is_refused_and_quoted() {
    let folder = tempfile::tempdir().unwrap();
    let engine = open(&folder);
    let page = engine.settings_page().unwrap();
    let mut nowhere = page.settings.clone();
    nowhere.timezone = "Europe/Lisbonn".to_owned();
    assert!(engine.settings_effect(&nowhere).unwrap_err().to_string().contains("Europe/Lisbonn"));
    let mut heavy = page.settings.clone();
    heavy.scoring.recency = Some(101.0);
    assert!(engine.keep_settings(&heavy).unwrap_err().to_string().contains("101"));
    let mut other = page.settings.clone();
    other.name = "other".to_owned();
    assert!(engine.keep_settings(&other).unwrap_err().to_string().contains("other"));
    assert_eq!(engine.settings_page().unwrap(), page);
}

#[test]
fn a_question_says_whether_it_took_something_from_the_one_before() {
    let folder = tempfile::tempdir().unwrap();
    let engine = open(&folder);
    engine.remember(&Remember::text("Since 2026-01-12 the gateway listens on port 8000.")).unwrap();
    engine.remember(&Remember::text("Since 2026-04-02 the gateway listens on port 8080.")).unwrap();
    let asked = |question: &str, follow| {
        engine.ask(&AskRequest { follow, ..common::request(question) }).unwrap().reading
    };
    let first = asked("Which port does the gateway listen on?", None);
    assert!(!first.follows);
    assert!(asked("And before that?", Some(first.clone())).follows);
    assert!(asked("And in March 2026?", Some(first.clone())).follows);
    assert!(!asked("Which port does the gateway listen on?", Some(first)).follows);
    let march = asked("Which port did the gateway listen on in March 2026?", None);
    assert!(asked("Which port does the gateway listen on?", Some(march)).follows, "its time is kept");
}

#[test]
fn a_history_tells_what_it_rests_on() {
    let folder = tempfile::tempdir().unwrap();
    let engine = open(&folder);
    engine.remember(&Remember::text("Since 2026-01-12 the gateway listens on port 8000.")).unwrap();
    let (rolled, _) = engine.rehearse_roll_up("gateway", "port", None).unwrap();
    let claim = HistoryClaim::from(&rolled);
    assert!(claim.text.contains("8000") && claim.changed && claim.claim.is_none());
    assert_eq!((claim.entries, claim.replaces), (1, false));
    assert!(HistoryClaim::from(&engine.roll_up("gateway", "port", None).unwrap()).claim.is_some());
}
