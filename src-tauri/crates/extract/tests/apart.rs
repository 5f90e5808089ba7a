//! What a sentence tells apart (a relative clause, an apposition) has its own dates and no other's.

mod common;

use memstrata_extract::FoundFact;

fn facts(text: &str) -> Vec<FoundFact> {
    common::extract(text, "2026-06-10T09:00:00Z".parse().expect("an instant"), "chat").facts
}

/// The dates of the fact of a relation, as they are written.
fn dated(text: &str, relation: &str) -> (Option<String>, Option<String>) {
    let facts = facts(text);
    let fact = facts.iter().find(|f| f.relation == relation).unwrap_or_else(|| panic!("{text}: {facts:?}"));
    let date = |date: &Option<memstrata_extract::FoundDate>| date.as_ref().map(|date| date.text.clone());
    (date(&fact.valid_from), date(&fact.valid_to))
}

#[test]
fn a_date_of_the_rest_is_none_of_what_is_told_apart() {
    for (text, relation) in [
        ("The landlord, who lives in Spain, is visiting this week.", "lives_in"),
        ("Kim, who owns the parser, is out this week.", "owner"),
        ("Priya, who runs the data team, was in London in May.", "owner"),
        ("The gateway, which listens on 8443, was down yesterday.", "port"),
        ("Our vendor Acme, based in Oslo, raised prices on 1 June.", "headquarters"),
        ("Marta, our tech lead, is on holiday until 20 June.", "role_holder"),
    ] {
        assert_eq!(dated(text, relation), (None, None), "{text}");
    }
}

#[test]
fn a_date_in_what_is_told_apart_is_none_of_the_rest() {
    for (text, relation) in [
        ("Ana, who joined us in May, lives in Porto.", "lives_in"),
        ("The scanner that Sam set up in March uses A4 paper.", "uses"),
    ] {
        assert_eq!(dated(text, relation), (None, None), "{text}");
    }
}

#[test]
fn each_keeps_its_own() {
    let day = |text: &str| Some(text.to_owned());
    let text = "Marta, our tech lead, is on holiday until 20 June.";
    assert_eq!(dated(text, "availability"), (None, day("2026-06-20")));
    assert_eq!(dated("Since March, our rent is 980 euros.", "price").0, day("2026-03"));
    assert_eq!(dated("From 1 March the gateway listens on port 9000.", "port").0, day("2026-03-01"));
}

/// Who or what moves to a place is the same one still.
#[test]
fn what_moves_to_a_place_is_replaced_by_none() {
    for (text, relation) in [
        ("My barber moved to Hill Street.", "barber"),
        ("My doctor moved to Leeds.", "doctor"),
        ("My gym moved to the old cinema on Park Street.", "membership"),
    ] {
        let facts = facts(text);
        assert!(facts.iter().all(|f| f.relation != relation), "{text}: {facts:?}");
    }
    let facts = facts("My dentist changed to Dr. Reis.");
    assert!(facts.iter().any(|f| f.relation == "dentist" && f.object == "Dr. Reis"), "{facts:?}");
}

/// A list after a label is one value, and gives way as a whole.
#[test]
fn a_list_after_a_label_is_one_value() {
    for (text, object) in [
        ("Supported regions: eu-west-1, us-east-1.", "eu-west-1, us-east-1"),
        ("Order of events: check-in, breakfast, keynote.", "check-in, breakfast, keynote"),
    ] {
        let facts = facts(text);
        assert!(facts.iter().any(|f| f.object == object), "{text}: {facts:?}");
        assert!(facts.iter().all(|f| f.object == object), "{text}: {facts:?}");
    }
    let one = facts("Door code: 4471, ask Kim.");
    assert!(one.iter().any(|f| f.object == "4471"), "{one:?}");
}

/// Hours of some days of the week leave those of the others as they are.
#[test]
fn hours_of_some_days_are_a_key_of_their_own() {
    for (text, scope) in [
        ("The pool closes at 18:00 on Sundays.", Some("sundays")),
        ("On Mondays the standup is at 10:15.", Some("mondays")),
        ("The pool closes at 20:00.", None),
        ("The pool closes at 20:00 on Sunday.", None),
    ] {
        let facts = facts(text);
        assert!(facts.iter().any(|f| f.scope.as_deref() == scope), "{text}: {facts:?}");
        assert_eq!(facts.len(), 1, "{text}: {facts:?}");
    }
}

/// "Version 2 of the API" names one of several, and tells of no change.
#[test]
fn a_version_that_does_something_is_no_version_told() {
    for text in ["Version 2 of the API times out after 10 s.", "Version 3.1 of the app crashes on start."] {
        let facts = facts(text);
        assert!(facts.iter().all(|f| f.relation != "version"), "{text}: {facts:?}");
    }
    assert!(facts("We run version 3.1 of the app.").iter().any(|f| f.relation == "version"));
}
