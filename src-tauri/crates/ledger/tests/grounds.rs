//! Claims and the ground they stand on: one that was never there, and one that is there all the same.

mod common;

use common::{Fixture, LATER, assert, at, bounded, confirm, end, relation};
use memstrata_ledger::{FactPattern, Moment, NewRelation, ReviewKind, Told};
use memstrata_model::{Authority, Cardinality, OnConflict};

fn claim(f: &Fixture, day: &str, text: &str, on: &str) -> String {
    f.say(day, "ana", text, vec![Told::Claim(vec![on.to_owned()])]).applied[0].event.clone()
}

/// Claims that wait for a look, with the reason.
fn fallen(f: &Fixture) -> Vec<(String, String)> {
    let items = f.ledger.review("default", false).unwrap();
    let claims = items.into_iter().filter(|item| item.kind == ReviewKind::Claim);
    claims.map(|item| (item.id, item.reason)).collect()
}

/// Whether the text of a claim is left out of answers.
fn left_out(f: &Fixture, claim: &str) -> bool {
    let walk = f.ledger.sources_of("default", claim, 1).unwrap();
    let text = walk.links.iter().rfind(|link| link.kind == "episode" && link.span.is_none()).unwrap();
    let seq = f.ledger.episode_seq("default", &text.id).unwrap();
    let moment = Moment { as_of: at("2026-12-01"), known_at: None };
    f.ledger.episode("default", seq, moment).unwrap().fallen.is_some()
}

fn resolve(dispute: &str, choice: &str) -> Told {
    Told::Resolve { dispute: dispute.to_owned(), choice: choice.to_owned() }
}

#[test]
fn a_claim_on_what_was_withdrawn_before_waits_for_a_look_at_once() {
    let f = Fixture::new();
    let source = f.tell("2026-01-01", assert("db", "port", "1", "2026-01-01"));
    let void = f.tell("2026-01-02", Told::Void(source.clone()));
    let low = claim(&f, "2026-01-03", "The db is on one.", &source);
    let high = claim(&f, "2026-01-04", "All is on one.", &low);
    let reason = format!("db · port: 1 ({source}) was voided");
    assert_eq!(fallen(&f), [(low.clone(), reason.clone()), (high.clone(), reason)]);
    assert!(left_out(&f, &low) && left_out(&f, &high));
    f.check();
    let back = f.tell("2026-01-05", Told::Void(void));
    assert_eq!(fallen(&f), [], "the source is there again");
    f.tell("2026-01-06", Told::Void(back));
    assert_eq!(fallen(&f).len(), 2);
    f.tell("2026-01-07", resolve(&low, "accept"));
    assert_eq!(fallen(&f).iter().map(|(id, _)| id).collect::<Vec<_>>(), [&high], "somebody stands by it");
    assert!(!left_out(&f, &low));
    f.check();
}

#[test]
fn a_claim_on_what_was_forgotten_fell_or_was_rejected_waits_for_a_look_at_once() {
    let f = Fixture::new();
    let told = f.say("2026-01-01", "ana", "Web: 7.", vec![assert("web", "port", "7", "2026-01-01")]);
    let (text, fact) = (told.episode.unwrap(), told.applied[0].event.clone());
    f.tell("2026-01-02", Told::Forget(text.clone()));
    let on_text = claim(&f, "2026-01-03", "It has a port.", &text);
    let on_fact = claim(&f, "2026-01-03", "It has one port.", &fact);
    assert_eq!(
        fallen(&f),
        [(on_text, format!("{text} was forgotten")), (on_fact, format!("web · port ({fact}) was forgotten"))]
    );

    let f = Fixture::new();
    let source = f.tell("2026-01-01", assert("q", "port", "1", "2026-01-01"));
    let low = claim(&f, "2026-01-02", "Claim on q.", &source);
    f.tell("2026-01-03", Told::Void(source));
    let late = claim(&f, "2026-01-04", "Claim on a fallen claim.", &low);
    assert_eq!(fallen(&f).iter().map(|(id, _)| id).collect::<Vec<_>>(), [&low, &late]);
    f.tell("2026-01-05", resolve(&low, "reject"));
    let later = claim(&f, "2026-01-06", "Claim on a rejected claim.", &low);
    assert!(fallen(&f).iter().any(|(id, _)| *id == later) && left_out(&f, &later));

    let f = Fixture::new();
    f.tell(
        "2026-01-01",
        Told::Relation(NewRelation {
            on_conflict: Some(OnConflict::Confirm),
            ..NewRelation::new("owner", Cardinality::One)
        }),
    );
    f.tell("2026-01-01", assert("g", "owner", "Ana", "2026-01-01"));
    let held = f.by(Authority::Agent, "2026-01-02", assert("g", "owner", "Bob", "2026-01-02")).applied[0]
        .event
        .clone();
    f.tell("2026-01-03", resolve(&held, "reject"));
    let on_held = claim(&f, "2026-01-04", "Bob owns it.", &held);
    assert_eq!(fallen(&f), [(on_held, format!("g · owner: Bob ({held}) was rejected"))]);
    f.check();
}

#[test]
fn a_claim_stands_while_the_value_that_it_rests_on_holds() {
    type Change = fn(&Fixture, &str);
    let changes: [(&str, Change); 5] = [
        ("told from an earlier day", |f, _| {
            f.tell("2026-03-01", assert("x", "port", "1", "2025-06-01"));
        }),
        ("told again and the first withdrawn", |f, source| {
            f.tell("2026-03-01", assert("x", "port", "1", "2026-01-01"));
            f.tell("2026-03-02", Told::Void(source.to_owned()));
        }),
        ("vouched for later and the first withdrawn", |f, source| {
            f.tell("2026-03-01", confirm("x", "port", "1", "2026-03-01"));
            f.tell("2026-03-02", Told::Void(source.to_owned()));
        }),
        ("a relation of many values after all", |f, _| {
            f.tell("2026-03-01", assert("x", "port", "2", "2026-02-01"));
            f.tell("2026-03-02", relation("port", Cardinality::Set, &[]));
        }),
        ("another value lies ahead", |f, _| {
            f.tell("2026-03-01", assert("x", "port", "2", "2030-01-01"));
        }),
    ];
    for (what, change) in changes {
        let f = Fixture::new();
        let source = f.tell("2026-01-01", assert("x", "port", "1", "2026-01-01"));
        let rests = claim(&f, "2026-01-02", "One it is.", &source);
        change(&f, &source);
        assert_eq!(fallen(&f), [], "{what}");
        assert!(!left_out(&f, &rests), "{what}");
        f.check();
        // And it falls when the value does.
        f.tell("2031-01-01", end("x", "port", "2026-05-01"));
        assert_eq!(fallen(&f).len(), 1, "{what}");
        f.check();
    }
}

#[test]
fn a_dispute_decided_for_the_source_lets_the_claim_stand() {
    let f = Fixture::new();
    let say = |author: &str, text: &str, told| {
        f.say("2026-03-01", author, text, vec![told]).applied[0].event.clone()
    };
    let source = say("ana", "d is on 1", assert("d", "port", "1", "2026-03-01"));
    claim(&f, "2026-03-02", "One it is.", &source);
    let rival = say("bob", "d is on 2", assert("d", "port", "2", "2026-03-01"));
    assert_eq!(fallen(&f).len(), 1);
    let decision = f.tell("2026-03-03", resolve(&rival, &source));
    assert_eq!(fallen(&f), []);
    f.check();
    f.tell("2026-03-04", Told::Void(decision));
    assert_eq!(fallen(&f)[0].1, format!("d · port: 1 ({source}) was superseded"), "nobody voided it");
}

#[test]
fn a_claim_falls_with_its_value_and_says_how() {
    let f = Fixture::new();
    let source = f.tell("2026-01-01", assert("x", "port", "1", "2026-01-01"));
    claim(&f, "2026-01-02", "One it is.", &source);
    let again = f.tell("2026-03-01", assert("x", "port", "1", "2025-06-01"));
    f.tell("2026-03-02", Told::Void(again));
    assert_eq!(fallen(&f), []);
    let other = f.tell("2026-03-03", assert("x", "port", "2", "2026-03-03"));
    assert_eq!(fallen(&f)[0].1, format!("x · port: 1 ({source}) was superseded"));
    f.tell("2026-03-04", Told::Void(other));
    assert_eq!(fallen(&f), []);
    f.tell("2026-03-05", Told::Void(source.clone()));
    assert_eq!(fallen(&f)[0].1, format!("x · port: 1 ({source}) was voided"));
    // A bounded value in its midst leaves it unsettled: it does not go on.
    let f = Fixture::new();
    let source = f.tell("2026-01-01", assert("x", "port", "1", "2026-01-01"));
    claim(&f, "2026-01-02", "One it is.", &source);
    f.tell("2026-03-01", bounded("x", "port", "3", "2026-02-01", "2026-03-01"));
    assert_eq!(fallen(&f).len(), 1);
    f.check();
}

/// Of what is past a claim says what was: its end was known then, and it stands while that stays.
#[test]
fn a_claim_on_a_past_value_stands_with_it() {
    let f = Fixture::new();
    f.tell("2026-01-01", assert("x", "port", "1", "2026-01-01"));
    f.tell("2026-03-01", assert("x", "port", "2", "2026-03-01"));
    let pattern = FactPattern { all: true, ..FactPattern::default() };
    let facts = f.ledger.facts("default", &pattern, Moment { as_of: at(LATER), known_at: None }).unwrap();
    let past = facts.into_iter().find(|fact| fact.object == "1").unwrap().id;
    claim(&f, "2026-03-02", "It was 1 till March.", &past);
    f.tell("2026-04-01", assert("x", "port", "1", "2025-12-01"));
    assert_eq!(fallen(&f), [], "it began earlier");
    f.tell("2026-04-02", assert("x", "port", "9", "2026-02-15"));
    assert_eq!(fallen(&f).len(), 1, "it ended earlier");
    f.check();
}
