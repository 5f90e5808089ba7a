//! Reading kept texts again: what an older extractor read otherwise changes as one batch, and
//! withdrawing it brings back every answer.

use std::sync::Arc;

use memstrata_engine::{
    Embedding, Engine, EngineOptions, FactPattern, NewAssert, NewEnd, Remember, RereadReport, Told,
};
use memstrata_model::{FixedClock, Instant};

fn at(text: &str) -> Instant {
    text.parse().unwrap()
}

fn engine(folder: &tempfile::TempDir) -> Engine {
    let clock = Arc::new(FixedClock::at(at("2026-06-01T09:00:00Z")));
    let options = EngineOptions {
        embedding: Embedding::Off,
        timezone: Some("UTC".to_owned()),
        ..EngineOptions::new(clock)
    };
    Engine::open(&folder.path().join("l.memstrata"), options).unwrap()
}

/// A text and a fact that an older version read from it.
fn read_by_an_older_version(engine: &Engine, text: &str, fact: NewAssert) {
    let request = Remember { at: Some(at("2026-03-01T09:00:00Z")), ..Remember::text(text) };
    let fact = NewAssert { read_by: Some("extract-0.0.1 older".to_owned()), ..fact };
    engine.tell(vec![Told::Assert(fact)], Some(&request), None).unwrap();
}

fn assert(subject: &str, relation: &str, object: &str) -> NewAssert {
    NewAssert {
        subject: subject.to_owned(),
        relation: relation.to_owned(),
        object: object.to_owned(),
        ..NewAssert::default()
    }
}

fn all_facts(engine: &Engine) -> Vec<String> {
    let pattern = FactPattern { all: true, ..FactPattern::default() };
    let facts = engine.facts(&pattern, None, None).unwrap();
    facts
        .iter()
        .map(|f| format!("{} {} {} {:?} {:?}", f.subject, f.relation, f.object, f.valid_from, f.valid_to))
        .collect()
}

fn reread(engine: &Engine, dry_run: bool) -> RereadReport {
    engine.reread(dry_run, &mut |_, _| true).unwrap()
}

#[test]
fn what_is_read_alike_stays_and_nothing_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let engine = engine(&folder);
    for (day, text) in [
        ("2026-03-01T09:00:00Z", "The gateway listens on port 8080."),
        ("2026-05-01T09:00:00Z", "We moved the gateway to port 9443."),
        ("2026-05-02T09:00:00Z", "Lunch was good."),
    ] {
        engine.remember(&Remember { at: Some(at(day)), ..Remember::text(text) }).unwrap();
    }
    let before = engine.log(0).unwrap().len();
    let report = reread(&engine, false);
    assert_eq!((report.episodes, report.same, report.changes.len()), (3, 2, 0), "{:?}", report.changes);
    assert_eq!((report.batch, engine.log(0).unwrap().len()), (None, before));
}

#[test]
fn a_fact_read_wrongly_once_is_put_right_as_one_batch_and_the_batch_can_be_withdrawn() {
    let folder = tempfile::tempdir().unwrap();
    let engine = engine(&folder);
    read_by_an_older_version(&engine, "The gateway listens on port 8080.", assert("gateway", "port", "80"));
    read_by_an_older_version(&engine, "Lunch was good, was it not?", assert("lunch", "quality", "good"));
    let told = all_facts(&engine);
    let entries = engine.log(0).unwrap().len();

    let preview = reread(&engine, true);
    assert_eq!(preview.changes.len(), 2);
    assert_eq!((all_facts(&engine), engine.log(0).unwrap().len()), (told.clone(), entries), "a preview");

    let done = reread(&engine, false);
    assert_eq!(done.changes, preview.changes, "what the preview said");
    let port = &done.changes[0];
    assert_eq!(port.was.as_ref().and_then(|f| f.object.as_deref()), Some("80"));
    let becomes = port.becomes.as_ref().unwrap();
    assert_eq!((becomes.object.as_deref(), becomes.at), (Some("8080"), Some(at("2026-03-01T09:00:00Z"))));
    assert!(becomes.read_by.starts_with(memstrata_engine::EXTRACTOR_VERSION));
    assert!(done.changes[1].was.is_some() && done.changes[1].becomes.is_none());
    let now = all_facts(&engine);
    assert_eq!(now.len(), 1, "{now:?}");
    assert!(now[0].starts_with("gateway port 8080"), "{now:?}");
    assert_eq!(reread(&engine, false).changes, Vec::new(), "a second time there is nothing to do");

    engine.undo(&done.batch.unwrap()).unwrap();
    assert_eq!(all_facts(&engine), told);
    assert!(engine.verify(&mut |_| true).unwrap().findings.is_empty());
}

#[test]
fn what_was_told_by_hand_and_what_was_cancelled_stay() {
    let folder = tempfile::tempdir().unwrap();
    let engine = engine(&folder);
    let request = Remember::text("The gateway listens on port 8080.");
    let end = NewEnd {
        subject: "gateway".to_owned(),
        relation: "owner".to_owned(),
        at: Some(at("2026-02-01T00:00:00Z")),
        ..NewEnd::default()
    };
    let by_hand = vec![Told::Assert(assert("gateway", "colour", "blue")), Told::End(end)];
    engine.tell(by_hand, Some(&request), None).unwrap();
    let stopped = engine.reread(false, &mut |_, _| false).unwrap_err();
    assert_eq!(stopped.code, "cancelled");
    let report = reread(&engine, false);
    assert_eq!(report.changes.len(), 1, "the port was never read: {:?}", report.changes);
    assert!(report.changes[0].was.is_none());
    let facts = all_facts(&engine);
    assert!(facts.iter().any(|f| f.starts_with("gateway colour blue")), "{facts:?}");
}

#[test]
fn the_log_keeps_who_read_a_fact_through_export_and_restore() {
    let folder = tempfile::tempdir().unwrap();
    let engine = engine(&folder);
    let diary = Remember { kind: "diary".to_owned(), ..Remember::text("The gateway listens on port 8080.") };
    engine.remember(&diary).unwrap();
    let mut log = Vec::new();
    engine.export(&mut log, &mut |_| true).unwrap();
    let text = String::from_utf8(log.clone()).unwrap();
    assert!(text.contains(&format!("\"read_by\":\"{} ", memstrata_engine::EXTRACTOR_VERSION)), "{text}");
    assert!(text.contains(" as diary\""), "{text}");

    let other = tempfile::tempdir().unwrap();
    let copy = self::engine(&other);
    copy.restore(&mut log.as_slice(), &mut |_| true).unwrap();
    let mut again = Vec::new();
    copy.export(&mut again, &mut |_| true).unwrap();
    assert_eq!(String::from_utf8(again).unwrap(), text);
    assert_eq!(reread(&copy, false).changes, Vec::new());
    assert!(copy.verify(&mut |_| true).unwrap().findings.is_empty());
}
