//! The optional model path against a server that the test starts: what is accepted, what is sent,
//! and that no failure of the model loses a text.

#[path = "common/server.rs"]
mod server;

use std::sync::Arc;
use std::time::Duration;

use memstrata_engine::{
    Embedding, Engine, EngineOptions, FactPattern, Remember, Remembered, model_proposer_within,
};
use memstrata_model::{FixedClock, Outcome};
use serde_json::{Value, json};
use server::server;

fn engine(folder: &tempfile::TempDir, endpoint: Option<(&str, Duration)>) -> Engine {
    let clock = Arc::new(FixedClock::at("2026-06-01T09:00:00Z".parse().unwrap()));
    let mut options = EngineOptions { embedding: Embedding::Off, ..EngineOptions::new(clock) };
    options.timezone = Some("UTC".to_owned());
    options.proposer = endpoint.map(|(endpoint, patience)| {
        model_proposer_within(endpoint, "small", Some("s3cret".to_owned()), patience).unwrap()
    });
    Engine::open(&folder.path().join("l.memstrata"), options).unwrap()
}

const PATIENT: Duration = Duration::from_secs(20);

fn proposal(subject: &str, relation: &str, object: &str, quote: &str) -> Value {
    json!({ "subject": subject, "relation": relation, "object": object, "op": "assert", "time_phrase": null, "quote": quote })
}

/// A text that the rules read nothing from, so that what is found is the model's.
const TEXT: &str = "Honestly, ever since the harbour gig we have gone by Low Tide.";

fn ollama_reply(content: &str) -> String {
    json!({ "message": { "role": "assistant", "content": content }, "prompt_eval_count": 400 }).to_string()
}

fn remember(engine: &Engine, text: &str) -> Remembered {
    engine.remember(&Remember::text(text)).unwrap()
}

fn facts(engine: &Engine) -> Vec<(String, String, String)> {
    let pattern = FactPattern { all: true, ..FactPattern::default() };
    let facts = engine.facts(&pattern, None, None).unwrap();
    facts.into_iter().map(|f| (f.subject, f.relation, f.object)).collect()
}

#[test]
fn what_stands_in_the_text_is_accepted_and_named_after_the_model() {
    let list = json!([
        proposal("user", "stage name", "Low Tide", "we have gone by Low Tide"),
        proposal("user", "stage name", "High Tide", "we have gone by Low Tide"),
        proposal("user", "founded", "2019", "founded in 2019"),
    ]);
    let (base, seen) = server(200, ollama_reply(&format!("Here:\n```json\n{list}\n```")), Duration::ZERO);
    let folder = tempfile::tempdir().unwrap();
    let quiet = engine(&folder, None);
    remember(&quiet, "My salary is 4321 euros.");
    drop(quiet);
    let engine = engine(&folder, Some((&format!("ollama:{base}"), PATIENT)));
    let done = remember(&engine, TEXT);
    let note = done.model.as_ref().unwrap();
    assert_eq!((note.proposed, note.accepted, &note.error), (3, 1, &None));
    assert_eq!(done.facts.len(), 1);
    assert!(facts(&engine).contains(&("user".into(), "stage name".into(), "Low Tide".into())));

    let seen = seen.recv_timeout(PATIENT).unwrap();
    assert_eq!((seen.path.as_str(), seen.body["messages"][1]["content"].as_str()), ("/api/chat", Some(TEXT)));
    assert!(!seen.body.to_string().contains("4321"), "the model never sees what the ledger holds");
    assert!(seen.body["options"]["num_ctx"].as_u64().unwrap() >= 1024);

    let mut log = Vec::new();
    engine.export(&mut log, &mut |_| true).unwrap();
    let log = String::from_utf8(log).unwrap();
    let line = log.lines().find(|line| line.contains("Low Tide") && line.contains("\"assert\"")).unwrap();
    assert!(
        line.contains("\"read_by\":\"model small\"") && line.contains("\"authority\":\"model\""),
        "{line}"
    );
    assert!(engine.verify(&mut |_| true).unwrap().findings.is_empty());
    // The rules' reading again leaves what a model read alone.
    assert_eq!(engine.reread(true, &mut |_, _| true).unwrap().changes, Vec::new());
}

/// The rules find no secret in the text; where a model names one, it is not followed.
#[test]
fn a_secret_that_a_model_proposes_is_not_kept_as_a_fact() {
    let text = "Mailer: swordfish is what we type there, on the quay.";
    let list = json!([
        proposal("mailer", "password", "swordfish", "swordfish is what we type there"),
        proposal("mailer", "place", "the quay", "on the quay"),
    ]);
    let (base, _seen) = server(200, ollama_reply(&list.to_string()), Duration::ZERO);
    let folder = tempfile::tempdir().unwrap();
    let engine = engine(&folder, Some((&format!("ollama:{base}"), PATIENT)));
    let done = remember(&engine, text);
    let note = done.model.as_ref().unwrap();
    assert_eq!((note.proposed, note.accepted, &note.error), (2, 1, &None));
    assert_eq!(facts(&engine), [("mailer".into(), "location".into(), "the quay".into())]);
}

#[test]
fn an_openai_endpoint_gets_the_key_and_a_known_value_is_never_closed_unasked() {
    let list = json!([proposal("gateway", "port", "9443", "9443 these days for the gateway")]);
    let reply = json!({ "choices": [{ "message": { "content": list.to_string() } }], "usage": { "prompt_tokens": 300 } });
    let (base, seen) = server(200, reply.to_string(), Duration::ZERO);
    let folder = tempfile::tempdir().unwrap();
    let engine = engine(&folder, Some((&format!("openai:{base}/v1"), PATIENT)));
    let first = Remember {
        at: Some("2026-03-01T09:00:00Z".parse().unwrap()),
        ..Remember::text("The gateway listens on port 8080.")
    };
    engine.remember(&first).unwrap();
    let done = remember(&engine, "Hm, could well be 9443 these days for the gateway or so.");
    assert_eq!(done.facts.iter().map(|f| f.outcome).collect::<Vec<_>>(), [Outcome::Held], "{done:?}");
    let pattern = FactPattern { subject: Some("gateway".to_owned()), ..FactPattern::default() };
    let now = engine.facts(&pattern, None, None).unwrap();
    assert_eq!(now.iter().map(|f| f.object.as_str()).collect::<Vec<_>>(), ["8080"]);
    let seen = seen.recv_timeout(PATIENT).unwrap();
    assert_eq!(seen.path, "/v1/chat/completions");
    assert_eq!(seen.authorization.as_deref(), Some("Bearer s3cret"));
}

/// An end needs words that end something, a subject stands in the text, and a bad item costs none of
/// the good ones.
#[test]
fn what_the_text_does_not_bear_out_is_refused_item_by_item() {
    let text = "Honestly, ever since the harbour gig we have gone by Low Tide. Otter has been on Redis.";
    let end = json!({ "subject": "Otter", "relation": "cache", "object": "Redis", "op": "end", "quote": "Otter has been on Redis" });
    let unknown = json!({ "subject": "Otter", "relation": "cache", "object": "Redis", "op": "replace", "quote": "Otter" });
    let list = json!([
        end,
        unknown,
        { "subject": "Otter" },
        proposal("Beaver", "stage name", "Low Tide", "we have gone by Low Tide"),
        proposal("user", "stage name", "Low Tide", "we have gone by Low Tide"),
    ]);
    let (base, _seen) = server(200, ollama_reply(&list.to_string()), Duration::ZERO);
    let folder = tempfile::tempdir().unwrap();
    let engine = engine(&folder, Some((&format!("ollama:{base}"), PATIENT)));
    let done = remember(&engine, text);
    let note = done.model.as_ref().unwrap();
    assert_eq!(note.error, None);
    let told: Vec<_> = done.facts.iter().filter(|f| f.relation == "stage name").collect();
    assert_eq!(told.len(), 1, "{done:?}");
    assert_eq!(told[0].subject, "user");
    assert!(done.facts.iter().all(|f| f.outcome != Outcome::Ended && f.outcome != Outcome::NothingToEnd));
}

#[test]
fn no_failure_of_the_model_loses_the_text() {
    let refusal = json!({ "choices": [{ "message": { "content": null, "refusal": "I may not" } }] });
    let filtered =
        json!({ "choices": [{ "message": { "content": "" }, "finish_reason": "content_filter" }] });
    let loading = json!({ "message": { "role": "assistant", "content": "" }, "done_reason": "load" });
    let cut = json!({ "message": { "content": "[]" }, "prompt_eval_count": 3 });
    let cases = [
        ("ollama", 200, ollama_reply("I cannot help with that"), Duration::ZERO, PATIENT, "no list of facts"),
        ("ollama", 200, "<html>".to_owned(), Duration::ZERO, PATIENT, "no list of facts"),
        ("ollama", 500, "{\"error\":\"out of memory\"}".to_owned(), Duration::ZERO, PATIENT, "status 500"),
        (
            "ollama",
            200,
            "{\"error\":\"model 'small' not found\"}".to_owned(),
            Duration::ZERO,
            PATIENT,
            "not found",
        ),
        (
            "openai",
            200,
            json!({ "error": { "message": "over quota" } }).to_string(),
            Duration::ZERO,
            PATIENT,
            "over quota",
        ),
        ("openai", 200, filtered.to_string(), Duration::ZERO, PATIENT, "content_filter"),
        ("ollama", 200, ollama_reply(""), Duration::ZERO, PATIENT, "no list of facts"),
        ("ollama", 200, loading.to_string(), Duration::ZERO, PATIENT, "no list of facts"),
        ("ollama", 302, String::new(), Duration::ZERO, PATIENT, "status 302"),
        ("ollama", 200, cut.to_string(), Duration::ZERO, PATIENT, "cut the text"),
        ("openai", 200, refusal.to_string(), Duration::ZERO, PATIENT, "refused"),
        (
            "openai",
            200,
            "{}".to_owned(),
            Duration::from_secs(30),
            Duration::from_millis(200),
            "within 200 ms",
        ),
    ];
    for (api, status, body, wait, patience, says) in cases {
        let (base, _seen) = server(status, body, wait);
        let folder = tempfile::tempdir().unwrap();
        let engine = engine(&folder, Some((&format!("{api}:{base}"), patience)));
        let done = remember(&engine, TEXT);
        let error = done.model.unwrap().error.unwrap();
        assert!(error.contains(says), "{says}: {error}");
        assert!(!error.contains("s3cret"), "{error}");
        assert_eq!((done.facts.len(), engine.log(0).unwrap().len()), (0, 1), "{says}: the text is kept");
    }
    let folder = tempfile::tempdir().unwrap();
    let engine = engine(&folder, Some(("ollama:http://127.0.0.1:9", PATIENT)));
    let done = remember(&engine, TEXT);
    assert!(done.model.unwrap().error.unwrap().contains("127.0.0.1:9"));
    assert_eq!(engine.log(0).unwrap().len(), 1);
}
