//! One space knows nothing of another: the whole API of the ledger and of the engine is walked with
//! ids and names of another space. Whatever takes an id says "not found"; whatever takes a name tells
//! no more than of a name that is nowhere. What the walk leaves out is listed with the reason, and a
//! public function that is in neither list makes the test fail.

mod engine;
mod ledger;
mod source;

use memstrata_ledger::{Ledger, NewAssert, Told, Write};
use memstrata_model::{Authority, Instant};
use memstrata_tests::log::{SPACE, restore};
use memstrata_tests::tell::{at, fact, fact_from, note};

const OTHER: &str = "other";
const NOW: &str = "2026-11-29T12:00:00Z";
/// Words that stand in the other space and nowhere else.
const SECRETS: &[&str] = &["quayside", "q9090q", "q9191q", "keep it quiet", "winch", "their import"];

/// Ids of things in the other space.
#[derive(Debug)]
struct Theirs {
    fact: String,
    episode: String,
    seq: i64,
    assert: String,
    disputing: String,
    held: String,
    claim: String,
    batch: String,
    alias: String,
}

/// A ledger with two spaces in a folder: a little in ours, one of everything in the other.
fn two_spaces(folder: &std::path::Path) -> (Ledger, Theirs) {
    let header = r#"{"type":"header","format":"memstrata-log","version":1,"spaces":[{"name":"default","timezone":"UTC","locale":"en-GB"},{"name":"other","timezone":"UTC","locale":"en-GB"}]}"#;
    let ledger = restore(&folder.join("two.memstrata"), header, at(NOW).micros()).expect("two spaces");
    let tell = |space: &str, text: Option<(&str, &str)>, authority: Authority, told: Vec<Told>| {
        let episode = text.map(|(author, text)| {
            let mut episode = note(text, None);
            episode.author = Some(author.to_owned());
            episode
        });
        let write = Write { episode, told, authority, ..Write::new(space, at("2026-03-01T09:00:00Z")) };
        ledger.append(&write).expect("told")
    };
    let user = Authority::User;
    let from = "2026-03-01T00:00:00Z";
    tell(
        SPACE,
        Some(("me", "The harbour listens on port 8000.")),
        user,
        vec![Told::Assert(fact_from("harbour", "port", "8000", from))],
    );
    let said = tell(
        OTHER,
        Some(("ana", "The quayside listens on q9090q, keep it quiet.")),
        user,
        vec![Told::Assert(memstrata_ledger::NewAssert {
            read_by: Some("the quayside's reader".to_owned()),
            ..fact_from("quayside", "port", "q9090q", from)
        })],
    );
    let second = tell(
        OTHER,
        Some(("bo", "The quayside listens on q9191q.")),
        user,
        vec![Told::Assert(fact_from("quayside", "port", "q9191q", from))],
    );
    let guarded = memstrata_ledger::NewRelation {
        on_conflict: Some(memstrata_model::OnConflict::Confirm),
        aliases: vec!["keeper".to_owned()],
        ..memstrata_ledger::NewRelation::new("owner", memstrata_model::Cardinality::One)
    };
    let owned = Told::Assert(fact("quayside", "owner", "Ana"));
    tell(OTHER, None, user, vec![Told::Relation(guarded), owned]);
    let later = NewAssert { valid_from: Some(at("2026-04-01T00:00:00Z")), ..fact("quayside", "owner", "Bo") };
    let held = tell(OTHER, None, Authority::Agent, vec![Told::Assert(later)]);
    let assert = said.applied[0].event.clone();
    let claim =
        tell(OTHER, Some(("ana", "The winch is loud.")), user, vec![Told::Claim(vec![assert.clone()])]);
    let batch = Told::Batch { id: "their-batch".to_owned(), label: "their import".to_owned() };
    let batch = tell(OTHER, None, user, vec![batch]);
    tell(
        OTHER,
        None,
        user,
        vec![Told::Assert(fact_from("winch house", "port", "q9090q", "2026-02-01T00:00:00Z"))],
    );
    let alias = memstrata_ledger::NewAlias {
        subject: "winch house".to_owned(),
        into_subject: "quayside".to_owned(),
        ..memstrata_ledger::NewAlias::default()
    };
    let alias = tell(OTHER, None, user, vec![Told::Alias(alias)]);
    let moved = memstrata_ledger::NewAlias {
        subject: "pontoon".to_owned(),
        relation: Some("port".to_owned()),
        into_subject: "quayside".to_owned(),
        ..memstrata_ledger::NewAlias::default()
    };
    tell(OTHER, None, user, vec![Told::Alias(moved)]);
    let episode = said.episode.expect("an episode");
    let pattern = memstrata_ledger::FactPattern { all: true, ..memstrata_ledger::FactPattern::default() };
    let moment = memstrata_ledger::Moment { as_of: at(NOW), known_at: None };
    let facts = ledger.facts(OTHER, &pattern, moment).expect("facts");
    let theirs = Theirs {
        fact: facts.iter().find(|fact| fact.object == "q9191q").expect("a fact").id.clone(),
        seq: ledger.episode_seq(OTHER, &episode).expect("there"),
        episode,
        assert,
        disputing: second.applied[0].event.clone(),
        held: held.applied[0].event.clone(),
        claim: claim.applied[0].event.clone(),
        batch: batch.applied[0].event.clone(),
        alias: alias.applied[0].event.clone(),
    };
    (ledger, theirs)
}

/// What a call with another space's ids or names is to come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expect {
    /// An error that says "not found".
    NotFound,
    /// An answer, or "not found", in which nothing of the other space stands.
    Nothing,
    /// A refusal with another code, which quotes nothing of the other space but the id given.
    Refused(&'static str),
}

/// Holds an answer (as text) or a failure (code and message) against what is expected.
fn judge(
    name: &str,
    expect: Expect,
    heard: Result<String, (&'static str, String)>,
    given: &[&str],
) -> Option<String> {
    let mut text = match (&heard, expect) {
        (Err((code, message)), Expect::NotFound | Expect::Nothing) if *code == "not_found" => message.clone(),
        (Err((code, message)), Expect::Refused(expected)) if *code == expected => message.clone(),
        (Ok(text), Expect::Nothing) => text.clone(),
        _ => return Some(format!("{name}: {expect:?} expected, heard {heard:?}")),
    };
    // What the caller gave may be quoted back.
    for given in given {
        text = text.replace(given, "");
    }
    let told = SECRETS.iter().find(|secret| text.to_lowercase().contains(*secret));
    told.map(|secret| format!("{name} tells '{secret}': {heard:?}"))
}

/// Fails where the public functions of a source folder and those of the walk differ.
fn complete(source: &str, kind: &str, walked: &[&str], left_out: &[(&str, &str)]) {
    let found = source::functions(source, kind);
    assert!(found.len() > 20, "the functions of {source} are found: {found:?}");
    let listed = |name: &str| walked.contains(&name) || left_out.iter().any(|(left, _)| *left == name);
    let missing: Vec<&String> = found.iter().filter(|name| !listed(name)).collect();
    assert!(
        missing.is_empty(),
        "public functions of {kind} that the walk through spaces does not take: {missing:?}; add them to \
         it with ids of the other space, or to those left out with the reason"
    );
    let gone: Vec<&str> = walked
        .iter()
        .copied()
        .chain(left_out.iter().map(|(name, _)| *name))
        .filter(|name| !found.iter().any(|found| found == name))
        .collect();
    assert!(gone.is_empty(), "the walk lists what is no longer there: {gone:?}");
    assert!(left_out.iter().all(|(_, reason)| reason.len() > 10), "each has its reason");
}

fn instant(text: &str) -> Instant {
    at(text)
}
