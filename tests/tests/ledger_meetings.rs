//! How what is told meets its key when it comes with its words and from somebody: repeats, returns,
//! quarrels, lesser sources, races for a key, and neighbours that must not touch each other.

use memstrata_ledger::{
    FactPattern, Ledger, LedgerError, Moment, NewAssert, NewEnd, NewEpisode, NewRelation, Receipt, Told,
    Write,
};
use memstrata_model::{Authority, Cardinality, EpisodeKind, Instant, OnConflict, Outcome};
use memstrata_tests::log::{SPACE, export, folder, open};

fn ledger() -> (tempfile::TempDir, Ledger) {
    let folder = folder();
    let ledger = open(&folder.path().join("meetings.db")).expect("a ledger");
    (folder, ledger)
}

fn at(text: &str) -> Instant {
    text.parse().expect("an instant")
}

fn now() -> Instant {
    at("2026-11-29T12:00:00Z")
}

fn episode(text: &str, author: &str, said: &str) -> Option<NewEpisode> {
    Some(NewEpisode {
        id: None,
        kind: EpisodeKind::Note,
        text: text.to_owned(),
        occurred_at: Some(at(said)),
        author: Some(author.to_owned()),
        locator: None,
        importance: None,
    })
}

fn assert(subject: &str, relation: &str, object: &str) -> NewAssert {
    NewAssert {
        subject: subject.to_owned(),
        relation: relation.to_owned(),
        object: object.to_owned(),
        ..NewAssert::default()
    }
}

/// One sentence, one fact, said by somebody at some time.
fn say(ledger: &Ledger, author: &str, said: &str, text: &str, fact: NewAssert) -> Receipt {
    let write = Write {
        episode: episode(text, author, said),
        told: vec![Told::Assert(fact)],
        ..Write::new(SPACE, at(said).plus_micros(1_000_000))
    };
    ledger.append(&write).expect("a write")
}

fn outcome(receipt: &Receipt) -> Outcome {
    receipt.applied[0].outcome
}

/// Objects of a key in order of their starts.
fn timeline(ledger: &Ledger, subject: &str, relation: &str) -> Vec<String> {
    let told = ledger.timeline(SPACE, subject, relation, None, None, now()).expect("a timeline");
    told.intervals.into_iter().map(|interval| interval.object).collect()
}

fn current(ledger: &Ledger, subject: &str, relation: &str) -> Vec<String> {
    let pattern = FactPattern {
        subject: Some(subject.to_owned()),
        relation: Some(relation.to_owned()),
        ..FactPattern::default()
    };
    let moment = Moment { as_of: now(), known_at: None };
    ledger.facts(SPACE, &pattern, moment).expect("facts").into_iter().map(|fact| fact.object).collect()
}

#[test]
fn the_same_text_while_it_holds_is_a_duplicate_and_moves_last_verified() {
    let (_folder, ledger) = ledger();
    let text = "The service runs on port 8000.";
    let first = say(&ledger, "ana", "2026-03-01T09:00:00Z", text, assert("service", "port", "8000"));
    assert_eq!(outcome(&first), Outcome::Novel);
    let again = "the service  runs on port 8000";
    let second = say(&ledger, "ana", "2026-03-05T09:00:00Z", again, assert("service", "port", "8000"));
    assert!(second.duplicate);
    assert_eq!(outcome(&second), Outcome::Duplicate);
    assert_eq!(second.episode, first.episode);
    assert_eq!(ledger.stats(SPACE).expect("counts").episodes, 1);
    let told = ledger.timeline(SPACE, "service", "port", None, None, now()).expect("a timeline");
    assert_eq!(told.intervals.len(), 1);
    assert_eq!(told.intervals[0].last_verified, Some(at("2026-03-05T09:00:00Z")));
}

#[test]
fn a_sentence_that_returns_after_another_held_opens_a_third_interval() {
    let (_folder, ledger) = ledger();
    let (a, b) = ("We deploy on Thursday.", "We deploy on Tuesday.");
    let deploy = |object: &str| assert("project", "deploy_day", object);
    say(&ledger, "ana", "2026-03-01T09:00:00Z", a, deploy("Thursday"));
    say(&ledger, "ana", "2026-04-01T09:00:00Z", b, deploy("Tuesday"));
    let third = say(&ledger, "ana", "2026-05-01T09:00:00Z", a, deploy("Thursday"));
    assert!(!third.duplicate);
    assert_eq!(outcome(&third), Outcome::Superseded);
    assert_eq!(third.applied[0].superseded[0].object, "Tuesday");
    assert_eq!(timeline(&ledger, "project", "deploy_day"), ["Thursday", "Tuesday", "Thursday"]);
}

#[test]
fn two_sources_for_one_change_point_are_in_dispute_until_it_is_resolved() {
    let (_folder, ledger) = ledger();
    let from = |object: &str| NewAssert {
        valid_from: Some(at("2026-06-01T00:00:00Z")),
        ..assert("service", "limit", object)
    };
    let first = say(&ledger, "ana", "2026-06-02T09:00:00Z", "The limit is 240 from 1 June.", from("240"));
    let second = say(&ledger, "bo", "2026-06-03T09:00:00Z", "From 1 June the limit is 300.", from("300"));
    assert_eq!(outcome(&second), Outcome::Disputed);
    assert_eq!(current(&ledger, "service", "limit"), ["300"]);
    let disputed = |ledger: &Ledger| -> Vec<bool> {
        let told = ledger.timeline(SPACE, "service", "limit", None, None, now()).expect("a timeline");
        told.intervals.iter().map(|interval| interval.disputed).collect()
    };
    assert_eq!(disputed(&ledger), [true]);
    let resolve =
        Told::Resolve { dispute: second.applied[0].event.clone(), choice: first.applied[0].event.clone() };
    let write = Write { told: vec![resolve], ..Write::new(SPACE, at("2026-06-04T09:00:00Z")) };
    ledger.append(&write).expect("a decision");
    assert_eq!(current(&ledger, "service", "limit"), ["240"]);
    assert_eq!(disputed(&ledger), [false]);
    let then = ledger
        .timeline(SPACE, "service", "limit", None, Some(at("2026-06-03T12:00:00Z")), now())
        .expect("a timeline");
    assert_eq!(then.intervals[0].object, "300", "what was believed before the decision stays on record");
}

#[test]
fn the_same_source_may_change_its_mind_about_a_change_point_without_a_dispute() {
    let (_folder, ledger) = ledger();
    let from = |object: &str| NewAssert {
        valid_from: Some(at("2026-06-01T00:00:00Z")),
        ..assert("service", "limit", object)
    };
    say(&ledger, "ana", "2026-06-02T09:00:00Z", "The limit is 240 from 1 June.", from("240"));
    let second = say(&ledger, "ana", "2026-06-03T09:00:00Z", "From 1 June the limit is 300.", from("300"));
    assert_ne!(outcome(&second), Outcome::Disputed);
    assert_eq!(current(&ledger, "service", "limit"), ["300"]);
}

#[test]
fn a_lesser_source_is_held_where_the_relation_asks_for_it() {
    let (_folder, ledger) = ledger();
    let guarded = NewRelation {
        relation: "owner".to_owned(),
        cardinality: Cardinality::One,
        half_life_days: None,
        on_conflict: Some(OnConflict::Confirm),
        importance: None,
        aliases: Vec::new(),
    };
    let write =
        Write { told: vec![Told::Relation(guarded)], ..Write::new(SPACE, at("2026-01-01T00:00:00Z")) };
    ledger.append(&write).expect("a relation");
    say(&ledger, "ana", "2026-02-01T09:00:00Z", "Ana owns it.", assert("service", "owner", "Ana"));
    let by_agent = Write {
        authority: Authority::Agent,
        told: vec![Told::Assert(NewAssert {
            valid_from: Some(at("2026-03-01T00:00:00Z")),
            ..assert("service", "owner", "Bo")
        })],
        ..Write::new(SPACE, at("2026-03-01T09:00:00Z"))
    };
    let receipt = ledger.append(&by_agent).expect("a write");
    assert_eq!(outcome(&receipt), Outcome::Held);
    assert_eq!(current(&ledger, "service", "owner"), ["Ana"]);
    let accept = Told::Resolve { dispute: receipt.applied[0].event.clone(), choice: "accept".to_owned() };
    let write = Write { told: vec![accept], ..Write::new(SPACE, at("2026-03-02T09:00:00Z")) };
    ledger.append(&write).expect("a decision");
    assert_eq!(current(&ledger, "service", "owner"), ["Bo"]);
}

#[test]
fn of_two_who_saw_the_same_head_one_is_refused() {
    let (_folder, ledger) = ledger();
    let tell = |object: &str, head: &str, when: &str| {
        let assert = NewAssert { valid_from: Some(at(when)), ..assert("service", "port", object) };
        let write = Write {
            told: vec![Told::Assert(assert)],
            if_head: Some(head.to_owned()),
            ..Write::new(SPACE, at(when))
        };
        ledger.append(&write)
    };
    tell("8000", "", "2026-03-01T09:00:00Z").expect("nobody was here");
    let head = ledger.key_head(SPACE, "service", "port", None).expect("a head");
    let won = tell("8080", &head, "2026-04-01T09:00:00Z").expect("the first of two");
    let log = export(&ledger).expect("an export");
    match tell("9090", &head, "2026-04-01T09:00:01Z") {
        Err(LedgerError::HeadMoved { seen, present }) => {
            assert_eq!((seen, present), (head, won.applied[0].event.clone()));
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(export(&ledger).expect("an export"), log);
    assert_eq!(current(&ledger, "service", "port"), ["8080"]);
}

#[test]
fn spellings_of_a_key_are_one_and_other_names_are_others() {
    let (_folder, ledger) = ledger();
    say(&ledger, "ana", "2026-03-01T09:00:00Z", "one", assert("The Service", "requestTimeout", "5 s"));
    say(&ledger, "ana", "2026-04-01T09:00:00Z", "two", assert("service", "request_timeout", "6 s"));
    say(&ledger, "ana", "2026-05-01T09:00:00Z", "three", assert("service 2", "request timeout", "7 s"));
    say(
        &ledger,
        "ana",
        "2026-05-02T09:00:00Z",
        "four",
        assert("my brother's service", "request timeout", "8 s"),
    );
    assert_eq!(timeline(&ledger, "SERVICE", "request-timeout"), ["5 s", "6 s"]);
    assert_eq!(current(&ledger, "service 2", "request timeout"), ["7 s"]);
}

#[test]
fn facts_about_one_subject_leave_each_other_alone() {
    let (_folder, ledger) = ledger();
    let knows = |object: &str| NewAssert { set_valued: true, ..assert("user", "knows", object) };
    say(&ledger, "me", "2026-03-01T09:00:00Z", "I know Alice.", knows("Alice"));
    say(&ledger, "me", "2026-03-02T09:00:00Z", "I know Bob.", knows("Bob"));
    say(&ledger, "me", "2026-03-03T09:00:00Z", "I live in Faro.", assert("user", "lives_in", "Faro"));
    let staging =
        NewAssert { scope: Some("staging".to_owned()), ..assert("user", "lives_in", "a container") };
    say(&ledger, "me", "2026-03-04T09:00:00Z", "On staging I live in a container.", staging);
    assert_eq!(current(&ledger, "user", "knows"), ["Alice", "Bob"]);
    let mut homes = current(&ledger, "user", "lives_in");
    homes.sort();
    assert_eq!(homes, ["Faro", "a container"]);
    let gone = NewEnd {
        subject: "user".to_owned(),
        relation: "knows".to_owned(),
        object: Some("Bob".to_owned()),
        at: Some(at("2026-04-01T00:00:00Z")),
        ..NewEnd::default()
    };
    let write = Write { told: vec![Told::End(gone)], ..Write::new(SPACE, at("2026-04-01T09:00:00Z")) };
    assert_eq!(outcome(&ledger.append(&write).expect("a write")), Outcome::Ended);
    assert_eq!(current(&ledger, "user", "knows"), ["Alice"]);
}

#[test]
fn a_read_refreshes_nothing() {
    let (_folder, ledger) = ledger();
    say(&ledger, "ana", "2026-03-01T09:00:00Z", "It is on port 8000.", assert("service", "port", "8000"));
    let log = export(&ledger).expect("an export");
    let verified = |ledger: &Ledger| {
        ledger.timeline(SPACE, "service", "port", None, None, now()).expect("a timeline").intervals[0]
            .last_verified
    };
    let before = verified(&ledger);
    for _ in 0..5 {
        assert_eq!(current(&ledger, "service", "port"), ["8000"]);
    }
    assert_eq!(verified(&ledger), before);
    assert_eq!(export(&ledger).expect("an export"), log);
}

#[test]
fn one_instant_has_many_spellings() {
    let (_folder, ledger) = ledger();
    let from = |text: &str, object: &str| NewAssert {
        valid_from: Some(at(text)),
        ..assert("service", "port", object)
    };
    say(&ledger, "ana", "2026-05-02T09:00:00Z", "one", from("2026-05-01T11:00:00Z", "8000"));
    let same = say(&ledger, "ana", "2026-05-03T09:00:00Z", "two", from("2026-05-01T13:00:00+02:00", "8000"));
    assert_eq!(outcome(&same), Outcome::Reinforced);
    let told = ledger.timeline(SPACE, "service", "port", None, None, now()).expect("a timeline");
    assert_eq!(told.intervals.len(), 1);
}
