//! Texts told again: what says nothing new, and what must be heard because it does not hold any more.

mod common;

use common::{Story, at};
use memstrata_engine::{FactPattern, ImportReport, ImportSource, Remember, Told};
use memstrata_model::{Authority, Outcome};

const FIVE: &str = "The api runs on port 5.";

fn held(story: &Story) -> Vec<String> {
    let facts = story.engine.facts(&FactPattern::default(), None, None).unwrap();
    facts.into_iter().map(|fact| fact.object).collect()
}

fn entries(story: &Story) -> usize {
    story.engine.log(0).unwrap().len()
}

fn import(story: &Story, name: &str, content: &str, changed: &str) -> ImportReport {
    let source = ImportSource {
        name: name.to_owned(),
        content: content.to_owned(),
        format: None,
        modified_at: Some(at(changed)),
        bring_back: false,
    };
    story.clock.set(at(changed));
    story.engine.import(&[source], name, false, &mut |_, _| true).unwrap()
}

#[test]
fn a_text_whose_fact_was_withdrawn_is_heard_again() {
    let story = Story::new();
    let first = story.told("2026-01-01", FIVE);
    story.engine.tell(vec![Told::Void(first.facts[0].event.clone())], None, None).unwrap();
    let again = story.told("2026-01-01", FIVE);
    assert_eq!((again.duplicate, again.facts[0].outcome), (false, Outcome::Novel));
    assert_eq!(held(&story), ["5"]);
    let third = story.told("2026-01-01", FIVE);
    assert_eq!((third.duplicate, third.facts[0].outcome), (true, Outcome::Duplicate));
    // Also where another value took its very place.
    story.facts("2026-01-01", &[("api", "port", "6")]);
    let fourth = story.told("2026-01-01", FIVE);
    assert!(!fourth.duplicate);
    assert_eq!(held(&story), ["5"]);
    // A value that was followed by another holds still where it was said to.
    story.told("2026-02-01", "The api runs on port 8.");
    let before = entries(&story);
    assert!(story.told("2026-01-01", FIVE).duplicate);
    assert_eq!(entries(&story), before);
}

#[test]
fn a_statement_of_an_end_is_heard_again_once_the_end_is_taken_back() {
    let story = Story::new();
    story.told("2026-01-01", "Ana works at Acme.");
    let left = "Ana no longer works at Acme.";
    let first = story.told("2026-02-01", left);
    assert_eq!(first.facts[0].outcome, Outcome::Ended, "{first:?}");
    assert!(story.told("2026-02-01", left).duplicate);
    story.engine.tell(vec![Told::Void(first.facts[0].event.clone())], None, None).unwrap();
    let again = story.told("2026-02-01", left);
    assert_eq!((again.duplicate, again.facts[0].outcome), (false, Outcome::Ended));
}

#[test]
fn what_an_agent_told_and_waits_is_no_duplicate_for_who_has_more_say() {
    let story = Story::new();
    let guarded = memstrata_engine::NewRelation {
        on_conflict: Some(memstrata_model::OnConflict::Confirm),
        ..memstrata_engine::NewRelation::new("owner", memstrata_model::Cardinality::One)
    };
    story.engine.tell(vec![Told::Relation(guarded)], None, None).unwrap();
    story.facts("2026-01-01", &[("gateway", "owner", "Ana")]);
    let said = at("2026-02-01T09:00:00Z");
    story.clock.set(said);
    let bob = |authority| {
        let request =
            Remember { at: Some(said), authority, ..Remember::text("The owner of the gateway is Bob.") };
        story.engine.remember(&request).unwrap()
    };
    assert_eq!(bob(Authority::Agent).facts[0].outcome, Outcome::Held);
    let waiting = entries(&story);
    let repeated = bob(Authority::Agent);
    assert_eq!((repeated.facts[0].outcome, entries(&story)), (Outcome::Held, waiting), "it waits already");
    assert_eq!(bob(Authority::User).facts[0].outcome, Outcome::Superseded);
    assert_eq!(held(&story), ["Bob"]);
}

#[test]
fn a_file_that_was_only_touched_tells_nothing() {
    let story = Story::new();
    let text = "The web runs on port 10.\n\nThe web is owned by Ana.\n";
    import(&story, "notes/n.md", text, "2026-01-01T00:00:00Z");
    story.facts("2026-03-01", &[("web", "port", "11")]);
    let before = (entries(&story), held(&story));
    for (name, changed) in [("notes/n.md", "2026-05-28T00:00:00Z"), ("/copy/of/n.md", "2026-06-01T00:00:00Z")]
    {
        let again = import(&story, name, text, changed);
        assert_eq!((again.known, again.batch), (2, None), "{name}");
        assert_eq!((entries(&story), held(&story)), before, "{name}");
    }
    // Moved down by what was written above, and touched again.
    let longer = format!("The api runs on port 3.\n\n{text}");
    assert_eq!(import(&story, "notes/n.md", &longer, "2026-06-02T00:00:00Z").known, 2);
    assert_eq!(import(&story, "notes/n.md", &longer, "2026-06-03T00:00:00Z").known, 3);
    let mut now = held(&story);
    now.sort();
    assert_eq!(now, ["11", "3", "Ana"]);
}

#[test]
fn a_file_that_says_the_old_again_after_it_said_otherwise_is_heard() {
    let story = Story::new();
    let [ten, eleven] = ["10", "11"].map(|port| format!("The web runs on port {port}.\n"));
    import(&story, "n.md", &ten, "2026-01-01T00:00:00Z");
    import(&story, "n.md", &eleven, "2026-02-01T00:00:00Z");
    assert_eq!(import(&story, "n.md", &ten, "2026-03-01T00:00:00Z").known, 0);
    assert_eq!(held(&story), ["10"]);
    let all = FactPattern { all: true, ..FactPattern::default() };
    assert_eq!(story.engine.facts(&all, None, None).unwrap().len(), 3, "three intervals");
    assert_eq!(import(&story, "n.md", &ten, "2026-03-05T00:00:00Z").known, 1, "touched once more");
    // Another file is another source.
    let before = entries(&story);
    assert_eq!(import(&story, "other.md", &eleven, "2026-03-06T00:00:00Z").known, 0);
    assert!(entries(&story) > before);
}

#[test]
fn an_import_that_was_withdrawn_can_be_made_again() {
    let story = Story::new();
    let text = "The web runs on port 10.\n";
    let batch = import(&story, "n.md", text, "2026-01-01T00:00:00Z").batch.unwrap();
    story.engine.undo(&batch).unwrap();
    assert_eq!(held(&story), [""; 0]);
    assert_eq!(import(&story, "n.md", text, "2026-02-01T00:00:00Z").known, 0);
    assert_eq!(held(&story), ["10"]);
}
