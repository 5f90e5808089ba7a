//! Claims that cite a text rest on whatever the text told: when any of it falls, so does the claim.

mod common;

use common::{Fixture, assert, at, confirm};
use memstrata_ledger::{NewEnd, Receipt, ReviewKind, Told};

fn claim(f: &Fixture, day: &str, text: &str, on: &[&str]) -> String {
    let sources = on.iter().map(|id| (*id).to_owned()).collect();
    f.say(day, "ana", text, vec![Told::Claim(sources)]).applied[0].event.clone()
}

fn end(object: Option<&str>) -> Told {
    Told::End(NewEnd {
        subject: "oven".into(),
        relation: "heat".into(),
        object: object.map(str::to_owned),
        at: Some(at("2026-02-01")),
        ..NewEnd::default()
    })
}

fn oven(f: &Fixture) -> Receipt {
    let told = vec![assert("oven", "heat", "90", "2026-01-01"), assert("oven", "fuel", "wood", "2026-01-01")];
    f.say("2026-01-01", "ana", "The oven's heat is 90, its fuel wood.", told)
}

/// Why each claim fell that is in review.
fn fallen(f: &Fixture) -> Vec<(String, String)> {
    let items = f.ledger.review("default", false).unwrap();
    items.into_iter().filter(|i| i.kind == ReviewKind::Claim).map(|i| (i.id, i.reason)).collect()
}

#[test]
fn a_claim_on_a_text_falls_with_any_fact_that_it_told_and_says_which() {
    for (act, words) in [
        (assert("oven", "heat", "95", "2026-02-01"), "oven · heat: 90 (ID) was superseded"),
        (end(Some("90")), "oven · heat: 90 (ID) ended"),
        (end(None), "oven · heat: 90 (ID) ended"),
    ] {
        let f = Fixture::new();
        let told = oven(&f);
        let text = told.episode.clone().unwrap();
        let on_text = claim(&f, "2026-01-02", "The oven is hot.", &[&text]);
        // On a claim, at any depth.
        let above = claim(&f, "2026-01-03", "Bread can be baked.", &[&on_text]);
        // One that names the fact that stays rests on nothing else of the text.
        claim(&f, "2026-01-03", "Smoke comes.", &[&text, &told.applied[1].event]);
        let wrong = f.tell("2026-02-01", act);
        let reason = words.replace("ID", &told.applied[0].event);
        assert_eq!(fallen(&f), [(on_text, reason.clone()), (above, reason)]);
        // They stand again when what took the fact away is withdrawn.
        f.tell("2026-02-02", Told::Void(wrong));
        assert_eq!(fallen(&f), []);
        f.check();
    }
}

#[test]
fn a_claim_on_a_text_falls_when_what_it_told_is_withdrawn_or_repeated_and_then_superseded() {
    let f = Fixture::new();
    let told = oven(&f);
    let again =
        f.say("2026-01-05", "bo", "Still 90 degrees.", vec![confirm("oven", "heat", "90", "2026-01-05")]);
    let first = claim(&f, "2026-01-06", "The oven is hot.", &[told.episode.as_deref().unwrap()]);
    let repeat = claim(&f, "2026-01-06", "Bo says so too.", &[again.episode.as_deref().unwrap()]);
    f.tell("2026-02-01", Told::Void(told.applied[0].event.clone()));
    let reason = format!("oven · heat: 90 ({}) was voided", told.applied[0].event);
    assert_eq!(fallen(&f), [(first.clone(), reason)], "the other text still tells it");
    f.tell("2026-03-01", assert("oven", "heat", "95", "2026-03-01"));
    assert_eq!(fallen(&f).into_iter().map(|(id, _)| id).collect::<Vec<_>>(), [first, repeat]);
    assert!(fallen(&f)[1].1.ends_with("was superseded"));
    f.check();
}

#[test]
fn what_a_forgotten_text_takes_along_is_shown_before_and_named_after() {
    let f = Fixture::new();
    let told = oven(&f);
    let text = told.episode.unwrap();
    claim(&f, "2026-01-02", "The oven is hot.", &[&text]);
    let preview = f.ledger.rehearse(&[f.write("2026-02-01", vec![Told::Forget(text.clone())])]).unwrap();
    let falling: Vec<_> = preview.claims.iter().map(|claim| claim.text.as_deref()).collect();
    assert_eq!(falling, [Some("The oven is hot.")]);
    f.tell("2026-02-01", Told::Forget(text));
    assert_eq!(fallen(&f).len(), 1);
    f.check();
}

#[test]
fn a_confirmed_claim_stands_until_something_else_falls() {
    let f = Fixture::new();
    let told = oven(&f);
    let on_text = claim(&f, "2026-01-02", "The oven is hot.", &[told.episode.as_deref().unwrap()]);
    f.tell("2026-02-01", assert("oven", "fuel", "gas", "2026-02-01"));
    assert_eq!(fallen(&f).len(), 1);
    f.tell("2026-02-02", Told::Resolve { dispute: on_text, choice: "accept".into() });
    assert_eq!(fallen(&f), []);
    f.tell("2026-03-01", assert("oven", "heat", "95", "2026-03-01"));
    assert_eq!(fallen(&f).len(), 1);
    f.check();
}
