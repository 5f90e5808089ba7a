//! The inbox in words: the question, what holds beside what waits, what an answer would change and
//! what it changes, and that it can be taken back.

mod common;

use common::at;
use memstrata_engine::{Engine, FactPattern, NewAssert, NewEnd, NewProposal, Remember, Told};
use memstrata_model::Authority;
use memstrata_model::inbox::{InboxAnswer, InboxItem, InboxKind, InboxRole};

fn engine(folder: &tempfile::TempDir, day: &str) -> Engine {
    common::engine(folder.path(), &format!("{day}T09:00:00Z"))
}

/// Tells by hand with a sentence as evidence; what an agent tells of `asks` waits.
fn tell(engine: &Engine, told: Told, text: &str, day: &str, authority: Authority) {
    let text = Remember {
        at: Some(at(&format!("{day}T09:00:00Z"))),
        // What is said on another day is another source.
        author: Some(format!("the note of {day}")),
        authority,
        ..Remember::text(text)
    };
    engine.tell(vec![told], Some(&text), None).unwrap();
}

fn port(object: &str, from: &str) -> Told {
    Told::Assert(NewAssert {
        subject: "harbour".to_owned(),
        relation: "port".to_owned(),
        object: object.to_owned(),
        valid_from: Some(at(&format!("{from}T00:00:00Z"))),
        ..NewAssert::default()
    })
}

fn asking_engine(folder: &tempfile::TempDir) -> Engine {
    let engine = engine(folder, "2026-06-01");
    let change = memstrata_engine::RelationChange {
        on_conflict: Some(memstrata_model::OnConflict::Confirm),
        ..memstrata_engine::RelationChange::default()
    };
    let told = engine.relation_change("port", &change).unwrap();
    engine.tell(vec![told], None, None).unwrap();
    tell(&engine, port("8080", "2026-02-01"), "It listens on 8080.", "2026-02-02", Authority::User);
    engine
}

fn only(engine: &Engine) -> InboxItem {
    let inbox = engine.inbox().unwrap();
    assert_eq!((inbox.waiting.len(), inbox.total), (1, 1), "{inbox:#?}");
    inbox.waiting.into_iter().next().unwrap()
}

fn ports(engine: &Engine) -> Vec<String> {
    let facts = engine.facts(&FactPattern::default(), None, None).unwrap();
    facts.into_iter().map(|fact| fact.object).collect()
}

#[test]
fn a_held_change_is_asked_with_both_values_their_dates_and_their_sentences() {
    let folder = tempfile::tempdir().unwrap();
    let engine = asking_engine(&folder);
    tell(&engine, port("9443", "2026-05-01"), "Saw it on 9443.", "2026-05-02", Authority::Agent);
    let item = only(&engine);
    assert_eq!(item.kind, InboxKind::Held);
    assert_eq!(item.question, "Last we heard 8080; now 9443. Did it change?");
    let sides: Vec<_> = item
        .sides
        .iter()
        .map(|side| {
            let source = side.source.as_ref().unwrap();
            (side.role, side.object.as_deref(), side.valid_from, source.text.as_deref(), source.occurred_at)
        })
        .collect();
    let (first, second) = (at("2026-02-01T00:00:00Z"), at("2026-05-01T00:00:00Z"));
    assert_eq!(
        sides,
        [
            (
                InboxRole::Holds,
                Some("8080"),
                Some(first),
                Some("It listens on 8080."),
                at("2026-02-02T09:00:00Z")
            ),
            (
                InboxRole::Waits,
                Some("9443"),
                Some(second),
                Some("Saw it on 9443."),
                at("2026-05-02T09:00:00Z")
            ),
        ]
    );
    assert!(item.editable);

    let effect = |answer: &InboxAnswer| engine.inbox_effect(&item.id, answer).unwrap().words;
    assert_eq!(effect(&InboxAnswer::Accept), "8080 until 2026-05-01; 9443 from 2026-05-01");
    assert_eq!(effect(&InboxAnswer::Reject), "no value changes");
    let edit =
        InboxAnswer::Edit { object: " 9444 ".to_owned(), from: "2026-05-20".to_owned(), to: String::new() };
    assert_eq!(effect(&edit), "8080 until 2026-05-20; 9444 from 2026-05-20");
    assert_eq!(ports(&engine), ["8080"], "an effect that is shown stores nothing");
    let unread = InboxAnswer::Edit { object: "1".to_owned(), from: "xyzzy".to_owned(), to: String::new() };
    assert_eq!(engine.inbox_effect(&item.id, &unread).unwrap_err().code, "bad_date");

    let event = engine.answer_inbox(&item.id, &edit).unwrap();
    assert_eq!(ports(&engine), ["9444"]);
    let inbox = engine.inbox().unwrap();
    assert_eq!((inbox.total, inbox.decided.len()), (0, 1));
    let decision = inbox.decided[0].decision.clone().unwrap();
    assert_eq!((decision.event.as_str(), decision.words.as_str()), (event.as_str(), "another value given"));
    assert_eq!(engine.answer_inbox(&item.id, &InboxAnswer::Accept).unwrap_err().code, "decided");

    engine.undo(&event).unwrap();
    assert_eq!(ports(&engine), ["8080"]);
    assert_eq!(only(&engine), item, "it waits as before");
}

#[test]
fn a_proposed_end_has_a_question_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let engine = asking_engine(&folder);
    let end = NewEnd {
        subject: "harbour".to_owned(),
        relation: "port".to_owned(),
        object: Some("8080".to_owned()),
        at: Some(at("2026-05-03T00:00:00Z")),
        ..NewEnd::default()
    };
    let reason = "a kept text says so".to_owned();
    let proposal = NewProposal { reason, about: Vec::new(), acts: vec![Told::End(end)] };
    tell(&engine, Told::Propose(proposal), "It is closed.", "2026-05-03", Authority::Agent);
    let item = only(&engine);
    assert_eq!((item.kind, item.reason.as_str()), (InboxKind::Ended, "a kept text says so"));
    assert_eq!(item.question, "Did 8080 end on 2026-05-03?");
    assert_eq!(item.choices[0].words, "Yes, it ended");
    let effect = engine.inbox_effect(&item.id, &item.choices[0].answer).unwrap();
    assert_eq!((effect.words.as_str(), effect.keys), ("8080 until 2026-05-03", 1));
}

#[test]
fn a_dispute_offers_each_of_its_values() {
    let folder = tempfile::tempdir().unwrap();
    let engine = engine(&folder, "2026-06-01");
    tell(&engine, port("8080", "2026-02-01"), "8080, says the file.", "2026-02-02", Authority::Document);
    tell(&engine, port("9090", "2026-02-01"), "9090, says the page.", "2026-02-03", Authority::Document);
    let item = only(&engine);
    assert_eq!((item.kind, item.editable), (InboxKind::Dispute, false));
    let offered: Vec<&str> = item.choices.iter().map(|choice| choice.words.as_str()).collect();
    assert_eq!(offered.len(), 2, "{item:#?}");
    assert!(item.sides.iter().all(|side| side.role == InboxRole::Rival && side.source.is_some()));
    let chosen = item.choices.iter().find(|choice| choice.words == "9090 is right").unwrap();
    let effect = engine.inbox_effect(&item.id, &chosen.answer).unwrap();
    assert_eq!(effect.words, "no value changes; the conflict is settled");
    engine.answer_inbox(&item.id, &chosen.answer).unwrap();
    assert_eq!(ports(&engine), ["9090"]);
    let inbox = engine.inbox().unwrap();
    assert_eq!(inbox.decided[0].decision.as_ref().unwrap().words, "9090 chosen");
    assert_eq!(inbox.total, 0);
}

#[test]
fn what_the_background_pass_proposes_is_asked_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let told = engine(&folder, "2026-01-01");
    tell(&told, port("8080", "2025-12-01"), "It listens on 8080.", "2025-12-02", Authority::User);
    drop(told);
    let later = engine(&folder, "2036-01-01");
    later.consolidate(false, &mut |_| true).unwrap();
    let item = only(&later);
    assert_eq!(item.kind, InboxKind::Still);
    assert_eq!(item.question, "Last we heard 8080, on 2025-12-02. Is it still so?");
    assert_eq!(item.sides.len(), 1);
    assert_eq!(item.sides[0].source.as_ref().unwrap().text.as_deref(), Some("It listens on 8080."));
    later.answer_inbox(&item.id, &InboxAnswer::Accept).unwrap();
    assert_eq!(ports(&later), ["8080"]);
    assert_eq!(later.inbox().unwrap().total, 0);
}
