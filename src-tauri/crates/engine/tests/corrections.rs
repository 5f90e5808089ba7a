//! "We were wrong": what was told is withdrawn, and what is told in its place holds since then.

mod common;

use common::{Story, at};
use memstrata_engine::{FactPattern, Remember, Remembered};
use memstrata_model::{Authority, Instant, Outcome};

fn day(day: &str) -> Instant {
    at(&format!("{day}T12:00:00Z"))
}

/// What the vault's port was on a day, as known on another.
fn port(story: &Story, as_of: &str, known_at: &str) -> Option<String> {
    let engine = &story.engine;
    let pattern = FactPattern {
        subject: Some("vault".to_owned()),
        relation: Some("port".to_owned()),
        ..FactPattern::default()
    };
    let facts = engine.facts(&pattern, Some(day(as_of)), Some(day(known_at))).unwrap();
    assert!(facts.len() < 2);
    facts.first().map(|fact| fact.object.clone())
}

fn ports(story: &Story) -> Vec<(String, Option<Instant>, Option<Instant>)> {
    let timeline = story.engine.timeline("vault", "port", None, None).unwrap();
    timeline.intervals.into_iter().map(|i| (i.object, i.valid_from, i.valid_to)).collect()
}

#[test]
fn a_correction_holds_since_the_mistake_did() {
    for (text, value) in [
        ("Correction: the vault's port is 82.", "82"),
        ("I was wrong, the vault's port is 82, not 80.", "82"),
        ("Actually the vault's port was never 80, it is 82.", "82"),
        ("Sorry, I was wrong: the vault's port was 81 all along.", "81"),
        ("The vault's port has always been 82.", "82"),
        ("It turned out the vault's port was 82 all along.", "82"),
    ] {
        let story = Story::new();
        story.told("2026-01-01", "The vault's port is 80.");
        let before = ports(&story);
        story.clock.set(day("2026-03-01"));
        let mut telling = Remember::text(text);
        telling.at = Some(day("2026-03-01"));
        let (seen, preview) = story.engine.preview(&telling).unwrap();
        assert_eq!(ports(&story), before, "{text}: a preview changes nothing");
        let done = story.engine.remember(&telling).unwrap();

        let outcomes = |done: &Remembered| -> Vec<(String, Outcome, usize, Option<Instant>)> {
            let fact = |f: &memstrata_engine::RememberedFact| {
                (format!("{} {}", f.op, f.object), f.outcome, f.superseded.len(), f.valid_from)
            };
            done.facts.iter().map(fact).collect()
        };
        let mut wanted = vec![
            ("void 80".to_owned(), Outcome::Voided, 0, None),
            (format!("assert {value}"), Outcome::Novel, 0, Some(at("2026-01-01T09:00:00Z"))),
        ];
        let mut found = outcomes(&done);
        assert_eq!(outcomes(&seen), found, "{text}: the preview says the same");
        wanted.sort_by(|a, b| a.0.cmp(&b.0));
        found.sort_by(|a, b| a.0.cmp(&b.0));
        assert_eq!(found, wanted, "{text}");
        assert_eq!(preview.changes.len(), 1);
        assert_eq!(preview.changes[0].after.len(), 1, "{text}");
        assert_eq!(preview.changes[0].after[0].valid_from, Some(at("2026-01-01T09:00:00Z")), "{text}");

        assert_eq!(port(&story, "2026-02-10", "2026-03-02").as_deref(), Some(value), "{text}");
        assert_eq!(port(&story, "2026-02-10", "2026-02-20").as_deref(), Some("80"), "{text}");
        assert_eq!(port(&story, "2026-03-10", "2026-03-10").as_deref(), Some(value), "{text}");
        assert_eq!(ports(&story).len(), 1, "{text}");

        // Withdrawn, every answer is as before it; the log keeps both.
        story.clock.set(day("2026-04-01"));
        story.engine.undo(&done.episode.unwrap()).unwrap();
        assert_eq!(ports(&story), before, "{text}");
        assert_eq!(port(&story, "2026-02-10", "2026-04-02").as_deref(), Some("80"), "{text}");
        assert_eq!(port(&story, "2026-02-10", "2026-03-20").as_deref(), Some(value), "{text}");
        assert!(story.engine.verify(&mut |_| true).unwrap().findings.is_empty(), "{text}");
    }
}

#[test]
fn a_correction_with_a_date_of_its_own_keeps_it() {
    let story = Story::new();
    story.told("2026-01-01", "The vault's port is 80.");
    story.told("2026-03-01", "Correction: the vault's port is 82 since 5 February 2026.");
    assert_eq!(port(&story, "2026-01-20", "2026-03-02"), None);
    assert_eq!(port(&story, "2026-02-10", "2026-03-02").as_deref(), Some("82"));
}

#[test]
fn a_correction_takes_back_every_repeat_of_the_mistake_and_what_was_before_stays() {
    let story = Story::new();
    story.told("2025-11-01", "The vault's port is 79.");
    story.told("2026-01-01", "The vault's port is 80.");
    story.told("2026-02-01", "The vault is still on port 80.");
    story.told("2026-02-15", "The vault runs on port 80.");
    let done = story.told("2026-03-01", "I was wrong, the vault's port is 82.");
    let assert = done.facts.iter().find(|fact| fact.op == "assert").unwrap();
    assert_eq!(assert.outcome, Outcome::Superseded, "it replaces 79, which held before the mistake");
    let values: Vec<String> = ports(&story).into_iter().map(|(value, _, _)| value).collect();
    assert_eq!(values, ["79", "82"]);
    assert_eq!(port(&story, "2026-02-20", "2026-03-02").as_deref(), Some("82"));
    assert_eq!(port(&story, "2025-12-20", "2026-03-02").as_deref(), Some("79"));
    assert_eq!(port(&story, "2026-02-20", "2026-02-25").as_deref(), Some("80"));
}

#[test]
fn a_correction_of_another_author_is_no_dispute_of_what_it_takes_back() {
    let story = Story::new();
    story.told("2026-01-01", "The vault's port is 80.");
    story.clock.set(day("2026-03-01"));
    let mut telling = Remember::text("Correction: the vault's port is 82.");
    telling.at = Some(day("2026-03-01"));
    telling.author = Some("Mona".to_owned());
    let done = story.engine.remember(&telling).unwrap();
    assert!(done.facts.iter().all(|fact| fact.outcome != Outcome::Disputed), "{:?}", done.facts);
    assert!(story.engine.review(false).unwrap().is_empty());
}

#[test]
fn a_lesser_source_corrects_nothing_of_a_guarded_relation_by_itself() {
    let story = Story::new();
    let mut guarded = memstrata_ledger::NewRelation::new("port", memstrata_model::Cardinality::One);
    guarded.on_conflict = Some(memstrata_model::OnConflict::Confirm);
    story.engine.tell(vec![memstrata_ledger::Told::Relation(guarded)], None, None).unwrap();
    story.told("2026-01-01", "The vault's port is 80.");
    for text in ["Correction: the vault's port is 82.", "The vault's port was never 80."] {
        let mut telling = Remember::text(text);
        telling.at = Some(day("2026-03-01"));
        telling.authority = Authority::Agent;
        story.clock.set(day("2026-03-01"));
        let done = story.engine.remember(&telling).unwrap();
        assert!(done.facts.iter().all(|fact| fact.outcome == Outcome::Held), "{text}: {:?}", done.facts);
        assert_eq!(port(&story, "2026-03-10", "2026-03-10").as_deref(), Some("80"), "{text}");
    }
}

#[test]
fn a_correction_is_read_again_as_it_was_read() {
    let story = Story::new();
    story.told("2026-01-01", "The vault's port is 80.");
    story.told("2026-03-01", "Correction: the vault's port is 82.");
    let again = story.engine.reread(true, &mut |_, _| true).unwrap();
    assert_eq!((again.changes.len(), again.same), (0, 2), "{:?}", again.changes);
}

#[test]
fn what_is_withdrawn_already_is_not_withdrawn_twice() {
    let story = Story::new();
    let first = story.told("2026-01-01", "The vault's port is 80.");
    let event = first.facts[0].event.clone();
    story.engine.undo(&event).unwrap();
    let entries = story.engine.log(0).unwrap().len();
    let again = story.engine.undo(&event).unwrap();
    assert_eq!(again.applied.len(), 1);
    assert_eq!((again.applied[0].event.as_str(), again.applied[0].outcome), ("", Outcome::Duplicate));
    assert!(story.engine.undo(&first.episode.unwrap()).unwrap().applied.is_empty());
    assert_eq!(story.engine.log(0).unwrap().len(), entries, "nothing is written");
}

#[test]
fn what_somebody_withdrew_does_not_come_back_for_being_read_again() {
    let story = Story::new();
    let first = story.told("2026-01-01", "The vault's port is 80.");
    story.engine.undo(&first.facts[0].event).unwrap();
    let again = story.engine.reread(false, &mut |_, _| true).unwrap();
    assert_eq!(again.changes, []);
    assert_eq!(ports(&story), []);
}

/// Whatever is withdrawn first, what is left is what the rest says.
#[test]
fn corrections_withdrawn_in_any_order_leave_the_same() {
    for order in [[0, 1], [1, 0]] {
        let story = Story::new();
        story.told("2026-01-01", "The db runs on port 1.");
        let corrections = [
            ("2026-02-01", "Correction: the db runs on port 2."),
            ("2026-03-02", "Correction: the db runs on port 3."),
        ]
        .map(|(day, text)| story.told(day, text).episode.unwrap());
        let held = || -> Vec<String> {
            let pattern = memstrata_engine::FactPattern { all: true, ..Default::default() };
            let facts = story.engine.facts(&pattern, None, None).unwrap();
            facts.into_iter().map(|fact| fact.object).collect()
        };
        assert_eq!(held(), ["3"], "{order:?}");
        story.engine.undo(&corrections[order[0]]).unwrap();
        assert_eq!(held(), [["3", "2"][order[0]]], "{order:?}");
        story.engine.undo(&corrections[order[1]]).unwrap();
        assert_eq!(held(), ["1"], "{order:?}");
        let entries = story.engine.log(0).unwrap().len();
        story.engine.undo(&corrections[0]).unwrap();
        assert_eq!(story.engine.log(0).unwrap().len(), entries, "withdrawn already");
    }
}
