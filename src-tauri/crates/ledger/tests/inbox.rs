//! What waits for a decision, and what deciding does, each a part of the log.

mod common;

use common::{Fixture, assert, at, bounded, end, merge};
use memstrata_ledger::{NewProposal, NewRelation, ReviewChoice, ReviewKind, Told};
use memstrata_model::{Authority, Cardinality, OnConflict, Outcome};

fn kinds(f: &Fixture, decided: bool) -> Vec<ReviewKind> {
    f.ledger.review("default", decided).unwrap().into_iter().map(|item| item.kind).collect()
}

fn decide(f: &Fixture, now: &str, item: &str, choice: &ReviewChoice) -> String {
    let told = f.ledger.decision("default", item, choice).unwrap();
    f.tell(now, told)
}

/// An owner whom only a person may change, and an agent's word against it.
fn guarded(f: &Fixture) -> String {
    let guard =
        NewRelation { on_conflict: Some(OnConflict::Confirm), ..NewRelation::new("owner", Cardinality::One) };
    f.tell("2026-01-01", Told::Relation(guard));
    f.tell("2026-01-02", assert("api", "owner", "Ana", "2026-01-02"));
    let held = f.by(Authority::Agent, "2026-01-03", assert("api", "owner", "Bo", "2026-01-03"));
    assert_eq!(held.applied[0].outcome, Outcome::Held);
    held.applied[0].event.clone()
}

#[test]
fn a_held_entry_is_accepted_rejected_or_edited_and_the_decision_can_be_taken_back() {
    let f = Fixture::new();
    let item = guarded(&f);
    let listed = f.ledger.review("default", false).unwrap();
    assert_eq!(listed.len(), 1);
    assert_eq!((listed[0].kind, listed[0].id.as_str()), (ReviewKind::Held, item.as_str()));
    assert_eq!(listed[0].authority.as_deref(), Some("agent"));
    assert_eq!(listed[0].options[0].object.as_deref(), Some("Bo"));

    let edit = ReviewChoice::Edit { object: "Cy".into(), valid_from: Some(at("2026-01-10")), valid_to: None };
    for (choice, owner) in [(ReviewChoice::Accept, "Bo"), (ReviewChoice::Reject, "Ana"), (edit, "Cy")] {
        let decision = decide(&f, "2026-02-01", &item, &choice);
        assert_eq!(f.values("api", "owner", "2026-03-01"), [owner]);
        assert!(kinds(&f, false).is_empty());
        let decided = f.ledger.review_item("default", &item).unwrap().decision.unwrap();
        assert_eq!(decided.id, decision);
        assert_eq!(kinds(&f, true), [ReviewKind::Held]);
        // Decided is decided, until the decision is taken back.
        let again =
            f.try_tell("2026-02-02", Told::Resolve { dispute: item.clone(), choice: "accept".into() });
        assert_eq!(again.unwrap_err().code(), "decided");
        f.tell("2026-02-03", Told::Void(decision));
        assert_eq!(f.values("api", "owner", "2026-03-01"), ["Ana"]);
        assert_eq!(kinds(&f, false), [ReviewKind::Held]);
    }
    f.check();
}

#[test]
fn a_proposal_waits_counts_as_a_whole_and_is_withdrawn_as_a_whole() {
    let f = Fixture::new();
    let wrong = f.tell("2026-01-01", assert("Ana", "city", "Porto", "2026-01-01"));
    f.tell("2026-01-02", assert("Ana Reis", "city", "Rome", "2026-01-02"));
    let before = f.believed();
    let proposal = NewProposal {
        reason: "both names are one person, who moved".into(),
        about: vec![wrong.clone()],
        acts: vec![
            merge("Ana", "Ana Reis"),
            Told::Void(wrong),
            assert("Ana Reis", "team", "harbour", "2026-01-05"),
        ],
    };
    let receipt = f.by(Authority::Model, "2026-02-01", Told::Propose(proposal));
    let item = receipt.applied[0].event.clone();
    assert_eq!(receipt.applied[0].outcome, Outcome::Held);
    assert_eq!(f.believed(), before, "nothing counts yet");
    f.check();
    let listed = f.ledger.review_item("default", &item).unwrap();
    assert_eq!((listed.kind, listed.authority.as_deref()), (ReviewKind::Proposal, Some("model")));
    let acts: Vec<(&str, Option<&str>)> =
        listed.options.iter().map(|o| (o.act.as_str(), o.object.as_deref())).collect();
    assert_eq!(acts[0], ("alias", Some("Ana counts for Ana Reis")));
    assert_eq!((acts[1].0, acts[2]), ("void", ("assert", Some("harbour"))));

    let decision = decide(&f, "2026-02-02", &item, &ReviewChoice::Accept);
    assert_eq!(f.values("Ana", "city", "2026-03-01"), ["Rome"]);
    assert!(f.values("Ana Reis", "city", "2026-01-01").is_empty(), "the wrong one is void");
    assert_eq!(f.values("Ana", "team", "2026-03-01"), ["harbour"]);
    f.check();
    f.tell("2026-02-03", Told::Void(decision));
    assert_eq!(f.believed(), before);
    assert_eq!(kinds(&f, false), [ReviewKind::Proposal]);
    decide(&f, "2026-02-04", &item, &ReviewChoice::Reject);
    assert_eq!(f.believed(), before);
    assert!(kinds(&f, false).is_empty());
    f.check();
}

#[test]
fn a_withdrawn_proposal_is_gone_from_the_inbox_and_bad_ones_are_refused() {
    let f = Fixture::new();
    let propose =
        |acts: Vec<Told>| Told::Propose(NewProposal { reason: "why not".into(), about: Vec::new(), acts });
    let item = f.tell("2026-01-01", propose(vec![end("api", "port", "2026-01-01")]));
    assert_eq!(kinds(&f, false), [ReviewKind::Proposal]);
    f.tell("2026-01-02", Told::Void(item));
    assert!(kinds(&f, true).is_empty());
    let log = f.log();
    for bad in [
        propose(Vec::new()),
        propose(vec![Told::Forget("e1".into())]),
        Told::Propose(NewProposal {
            reason: " ".into(),
            about: Vec::new(),
            acts: vec![end("a", "b", "2026-01-01")],
        }),
        Told::Propose(NewProposal {
            reason: "x".into(),
            about: vec!["nobody".into()],
            acts: vec![end("a", "b", "2026-01-01")],
        }),
    ] {
        assert!(f.try_tell("2026-01-03", bad).is_err());
    }
    assert_eq!(f.log(), log);
}

#[test]
fn a_dispute_is_settled_by_naming_one_of_its_values() {
    let f = Fixture::new();
    let one = f.say("2026-01-02", "ana", "It is 240.", vec![assert("api", "limit", "240", "2026-01-01")]);
    let two = f.say("2026-01-03", "bo", "It is 300.", vec![assert("api", "limit", "300", "2026-01-01")]);
    let (one, two) = (one.applied[0].event.clone(), two.applied[0].event.clone());
    let listed = f.ledger.review("default", false).unwrap();
    assert_eq!((listed[0].kind, listed[0].id.as_str()), (ReviewKind::Dispute, two.as_str()));
    let options: Vec<_> = listed[0]
        .options
        .iter()
        .map(|o| (o.object.as_deref(), o.author.as_deref(), o.text.as_deref()))
        .collect();
    assert_eq!(
        options,
        [(Some("300"), Some("bo"), Some("It is 300.")), (Some("240"), Some("ana"), Some("It is 240."))]
    );
    assert_eq!(f.ledger.decision("default", &two, &ReviewChoice::Accept).unwrap_err().code(), "bad_value");
    let decision = decide(&f, "2026-01-04", &two, &ReviewChoice::Choose(one));
    assert_eq!(f.values("api", "limit", "2026-02-01"), ["240"]);
    assert!(kinds(&f, false).is_empty());
    assert_eq!(kinds(&f, true), [ReviewKind::Dispute]);
    f.tell("2026-01-05", Told::Void(decision));
    assert_eq!(f.values("api", "limit", "2026-02-01"), ["300"]);
    assert_eq!(kinds(&f, false), [ReviewKind::Dispute]);
    f.check();
}

#[test]
fn an_unsettled_key_offers_its_old_value() {
    let f = Fixture::new();
    f.tell("2026-01-01", assert("Ana", "city", "Porto", "2026-01-01"));
    let trip = f.tell("2026-03-01", bounded("Ana", "city", "Oslo", "2026-03-01", "2026-04-01"));
    let listed = f.ledger.review_item("default", &trip).unwrap();
    assert_eq!(listed.kind, ReviewKind::Unsettled);
    assert_eq!(listed.options[0].object.as_deref(), Some("Porto"));
    assert_eq!(listed.options[0].valid_from, Some(at("2026-04-01")));
    let before = f.believed();
    let decision = decide(&f, "2026-05-01", &trip, &ReviewChoice::Accept);
    assert_eq!(f.values("Ana", "city", "2026-06-01"), ["Porto"]);
    assert_eq!(f.values("Ana", "city", "2026-03-15"), ["Oslo"]);
    assert!(kinds(&f, false).is_empty());
    f.tell("2026-05-02", Told::Void(decision));
    assert_eq!(f.believed(), before);
    let elsewhere = ReviewChoice::Edit { object: "Faro".into(), valid_from: None, valid_to: None };
    decide(&f, "2026-05-03", &trip, &elsewhere);
    assert_eq!(f.values("Ana", "city", "2026-06-01"), ["Faro"]);
    f.check();
}

#[test]
fn a_fallen_claim_can_be_stood_by_and_falls_again() {
    let f = Fixture::new();
    let told = f.say_where_the_vault_is();
    let source = told.applied[0].event.clone();
    let claim = f.say("2026-01-02", "ana", "The south is safe.", vec![Told::Claim(vec![source.clone()])]);
    let claim = claim.applied[0].event.clone();
    assert!(kinds(&f, false).is_empty());
    f.tell("2026-02-01", assert("vault", "city", "Lagos", "2026-02-01"));
    let item = f.ledger.review("default", false).unwrap().remove(0);
    assert_eq!((item.kind, item.id.as_str()), (ReviewKind::Claim, claim.as_str()));
    assert_eq!(item.reason, format!("vault · city: Faro ({source}) was superseded"));
    let decision = decide(&f, "2026-02-02", &claim, &ReviewChoice::Accept);
    assert!(kinds(&f, false).is_empty());
    f.tell("2026-02-03", Told::Void(decision));
    assert_eq!(kinds(&f, false), [ReviewKind::Claim], "nobody stands by it any more");
    decide(&f, "2026-02-04", &claim, &ReviewChoice::Accept);
    f.tell("2026-03-01", Told::Forget(told.episode.unwrap()));
    let item = f.ledger.review("default", false).unwrap().remove(0);
    assert!(item.reason.contains("forgotten"), "{}", item.reason);
    // Its text went with its only source: nothing is left that could stand.
    let choice = f.ledger.decision("default", &claim, &ReviewChoice::Accept).unwrap();
    let refused = f.try_tell("2026-03-02", choice).unwrap_err();
    assert_eq!(refused.code(), "forgotten");
    decide(&f, "2026-03-02", &claim, &ReviewChoice::Reject);
    assert!(kinds(&f, false).is_empty());
    f.check();
}

#[test]
fn a_proposed_value_can_be_forgotten() {
    let f = Fixture::new();
    let mut write = f.write(
        "2026-01-01",
        vec![Told::Propose(NewProposal {
            reason: "read in a note".into(),
            about: Vec::new(),
            acts: vec![assert("Ines", "medication", "zanubrutinib", "2026-01-01")],
        })],
    );
    write.episode = Some(common::episode("Ines takes zanubrutinib.", "ana"));
    let receipt = f.ledger.append(&write).unwrap();
    let episode = receipt.episode.unwrap();
    assert_eq!(f.ledger.preview_forget("default", &episode).unwrap().objects, ["zanubrutinib"]);
    f.tell("2026-01-02", Told::Forget(episode));
    f.ledger.scrub().unwrap();
    let bytes = f.bytes();
    assert!(!bytes.windows(12).any(|window| window == b"zanubrutinib"));
    f.check();
}

#[test]
fn a_value_that_never_changes_is_disputed_once_and_for_that_reason() {
    let f = Fixture::new();
    f.tell("2026-01-01", Told::Relation(NewRelation::new("birthplace", Cardinality::Fixed)));
    f.tell("2026-01-02", assert("Ana", "birthplace", "Porto", "2026-01-02"));
    let second = f.tell("2026-01-03", assert("Ana", "birthplace", "Faro", "2026-01-03"));
    let listed = f.ledger.review("default", false).unwrap();
    assert_eq!(listed.len(), 1, "{listed:?}");
    assert_eq!((listed[0].kind, &listed[0].id), (ReviewKind::Dispute, &second));
    assert_eq!(listed[0].reason, "this never changes, and more than one value was told");
    let values: Vec<&str> = listed[0].options.iter().filter_map(|o| o.object.as_deref()).collect();
    assert_eq!(values, ["Faro", "Porto"]);
    // A third makes it no second dispute, and one decision settles it.
    let third = f.tell("2026-01-04", assert("Ana", "birthplace", "Lagos", "2026-01-04"));
    let listed = f.ledger.review("default", false).unwrap();
    assert_eq!(listed.iter().map(|item| &item.id).collect::<Vec<_>>(), [&third]);
    assert_eq!(listed[0].options.len(), 3);
    decide(&f, "2026-01-05", &third, &ReviewChoice::Choose(third.clone()));
    assert!(kinds(&f, false).is_empty());
    // Two sources at one time are a dispute of the other kind.
    f.by(Authority::User, "2026-02-01", assert("api", "port", "80", "2026-02-01"));
    f.by(Authority::Agent, "2026-02-02", assert("api", "port", "81", "2026-02-01"));
    assert_eq!(
        f.ledger.review("default", false).unwrap()[0].reason,
        "two sources give different values for the same time"
    );
    f.check();
}

/// Two values of what never changes need not begin at one time: whichever is chosen holds, the other
/// was never so, whoever repeated it; withdrawing the choice brings the dispute back.
#[test]
fn a_choice_between_values_of_what_never_changes_takes_the_other_back() {
    for chosen in [0, 1] {
        let f = Fixture::new();
        let fixed = NewRelation::new("birthday", Cardinality::Fixed);
        f.tell("2026-01-01", Told::Relation(fixed));
        let told = [("3 May", "2020-01-01"), ("4 May", "2021-01-01"), ("4 May", "2022-01-01")];
        let entries = told.map(|(day, from)| f.tell("2026-01-02", assert("ana", "birthday", day, from)));
        let before = f.believed();
        let item = f.ledger.review("default", false).unwrap().remove(0);
        assert_eq!((item.kind, item.options.len()), (ReviewKind::Dispute, 2));
        let choice = ReviewChoice::Choose(entries[chosen].clone());
        let decision = decide(&f, "2026-02-01", &item.id, &choice);
        assert_eq!(f.values("ana", "birthday", "2026-03-01"), [told[chosen].0]);
        assert_eq!(f.believed().len(), 1, "{:?}", f.believed());
        assert!(kinds(&f, false).is_empty());
        // Chosen already: nothing is written, where a person asks for it.
        let mut again =
            f.write("2026-02-02", vec![Told::Resolve { dispute: item.id, choice: entries[chosen].clone() }]);
        again.unless_so = true;
        assert_eq!(f.ledger.append(&again).unwrap().applied[0].event, "");
        f.tell("2026-02-03", Told::Void(decision));
        assert_eq!(f.believed(), before);
        assert_eq!(kinds(&f, false), [ReviewKind::Dispute]);
        f.check();
    }
}
