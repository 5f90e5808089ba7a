//! Questions under another name of a subject, as somebody said that it is one.

mod common;

use common::Story;
use memstrata_ledger::{NewAlias, Told};

fn alias(story: &Story, name: &str, into: &str) -> String {
    let told =
        Told::Alias(NewAlias { subject: name.into(), into_subject: into.into(), ..NewAlias::default() });
    story.engine.tell(vec![told], None, None).unwrap().applied.remove(0).event
}

#[test]
fn another_name_of_a_subject_leads_to_what_it_counts_for() {
    let story = Story::new();
    story
        .facts("2026-01-05", &[("Margaret Holm", "works_at", "Norvik"), ("billing gateway", "port", "7450")]);
    story.facts("2026-02-01", &[("Peg", "likes", "chess"), ("Pegasus", "port", "9001")]);
    let asked = |question: &str| story.temporal("2026-03-01", question).answer;
    assert_eq!(asked("Where does Maggie work?"), None);
    let maggie = alias(&story, "Maggie", "Margaret Holm");
    alias(&story, "Peg", "Maggie");
    alias(&story, "bgw", "billing gateway");
    for (question, answer) in [
        ("Where does Maggie work?", "Norvik"),
        ("Where does maggie work?", "Norvik"),
        ("What is Maggie's employer?", "Norvik"),
        // An alias of an alias, and one that had a key of its own.
        ("Where does Peg work?", "Norvik"),
        ("Where does Margaret Holm work?", "Norvik"),
        ("Which port does bgw run on?", "7450"),
        // A name within a longer one is none.
        ("Which port does Pegasus run on?", "9001"),
    ] {
        assert_eq!(asked(question).as_deref(), Some(answer), "{question}");
    }
    // Taken back, it leads nowhere again.
    story.engine.tell(vec![Told::Void(maggie)], None, None).unwrap();
    assert_eq!(asked("Where does Maggie work?"), None);
    assert_eq!(asked("Which port does bgw run on?").as_deref(), Some("7450"));
}

#[test]
fn a_key_that_was_moved_is_found_under_its_old_name() {
    let story = Story::new();
    story.facts(
        "2026-01-05",
        &[("mailer", "port", "25"), ("mailer", "owner", "Ana"), ("relay", "owner", "Bo")],
    );
    let told = Told::Alias(NewAlias {
        subject: "mailer".into(),
        relation: Some("port".into()),
        into_subject: "relay".into(),
        ..NewAlias::default()
    });
    let moved = story.engine.tell(vec![told.clone()], None, None).unwrap().applied.remove(0).event;
    let pattern = memstrata_ledger::FactPattern {
        subject: Some("mailer".into()),
        relation: Some("port".into()),
        ..memstrata_ledger::FactPattern::default()
    };
    let found = || -> Vec<String> {
        let facts = story.engine.facts(&pattern, None, None).unwrap();
        facts.into_iter().map(|fact| format!("{} {}: {}", fact.subject, fact.relation, fact.object)).collect()
    };
    assert_eq!(found(), ["relay port: 25"]);
    let asked = |question: &str| story.temporal("2026-03-01", question).answer;
    assert_eq!(asked("What is the mailer's port?").as_deref(), Some("25"));
    assert_eq!(asked("What is the relay's port?").as_deref(), Some("25"));
    // The other keys of both stay where they are.
    assert_eq!(asked("Who owns the mailer?").as_deref(), Some("Ana"));
    assert_eq!(asked("Who owns the relay?").as_deref(), Some("Bo"));
    // Moved already: that is said, and nothing is written.
    let entries = story.engine.log(0).unwrap().len();
    let again = story.engine.tell(vec![told], None, None).unwrap().applied.remove(0);
    assert_eq!((again.event.as_str(), again.outcome), ("", memstrata_model::Outcome::Duplicate));
    assert_eq!(story.engine.log(0).unwrap().len(), entries);
    story.engine.undo(&moved).unwrap();
    assert_eq!(found(), ["mailer port: 25"]);
}

#[test]
fn a_name_in_letters_of_another_case_is_the_known_one() {
    let story = Story::new();
    story.facts("2026-01-05", &[("Hauptstraße", "port", "7450"), ("address", "color", "red")]);
    let asked = |question: &str| story.temporal("2026-02-01", question).answer;
    assert_eq!(asked("What is the port of HAUPTSTRASSE?").as_deref(), Some("7450"));
    assert_eq!(asked("What is the color of the address?").as_deref(), Some("red"));
    story.facts("2026-02-05", &[("HAUPTSTRASSE", "port", "7451")]);
    assert_eq!(
        story.temporal("2026-03-01", "What is the port of Hauptstraße?").answer.as_deref(),
        Some("7451")
    );
}
