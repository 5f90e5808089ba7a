//! Spellings of one name meet in one key, whichever was told first; different names never do.

use memstrata_ledger::{
    FactPattern, Ledger, Moment, NewAlias, NewAssert, NewEnd, OpenOptions, Told, Write, export_to,
    restore_from,
};
use memstrata_model::{Instant, Outcome};

const NOW: &str = "2026-06-01T00:00:00Z";

fn at(text: &str) -> Instant {
    text.parse().unwrap()
}

fn ledger(folder: &tempfile::TempDir) -> Ledger {
    Ledger::open(&folder.path().join("l.memstrata"), &OpenOptions::default()).unwrap()
}

fn fact(subject: &str, relation: &str, scope: Option<&str>, object: &str) -> Told {
    Told::Assert(NewAssert {
        subject: subject.into(),
        relation: relation.into(),
        scope: scope.map(str::to_owned),
        object: object.into(),
        valid_from: Some(at("2026-01-01T00:00:00Z")),
        ..NewAssert::default()
    })
}

fn write(told: Vec<Told>) -> Write {
    Write { told, ..Write::new("default", at(NOW)) }
}

fn tell(ledger: &Ledger, told: Told) -> Outcome {
    ledger.append(&write(vec![told])).unwrap().applied[0].outcome
}

fn facts(ledger: &Ledger, subject: &str) -> Vec<String> {
    let pattern = FactPattern { subject: Some(subject.to_owned()), ..FactPattern::default() };
    let moment = Moment { as_of: at(NOW), known_at: None };
    let facts = ledger.facts("default", &pattern, moment).unwrap();
    facts.iter().map(|f| format!("{} {} {}", f.subject, f.relation, f.object)).collect()
}

fn keys(ledger: &Ledger) -> i64 {
    ledger.stats("default").unwrap().keys
}

/// Every spelling that the specification names, and every order of two of them.
#[test]
fn all_spellings_of_a_name_are_one_key_in_any_order() {
    let spellings = [
        "billing service",
        "billing-service",
        "billing_service",
        "billingService",
        "BillingService",
        "Billing Service:",
        "BILLING SERVICE",
        "The Billing-Service",
    ];
    for first in spellings {
        for second in spellings {
            let folder = tempfile::tempdir().unwrap();
            let ledger = ledger(&folder);
            assert_eq!(tell(&ledger, fact(first, "port", None, "8080")), Outcome::Novel);
            let met = tell(&ledger, fact(second, "port", None, "8080"));
            assert_eq!(met, Outcome::Reinforced, "{first}, then {second}");
            tell(&ledger, fact(second, "owner", None, "Ana"));
            assert_eq!(keys(&ledger), 2, "{first}, then {second}");
            for asked in spellings {
                assert_eq!(facts(&ledger, asked).len(), 2, "{first}, then {second}, asked as {asked}");
                let line = ledger.timeline("default", asked, "port", None, None, at(NOW)).unwrap();
                assert_eq!(line.intervals.len(), 1);
                assert!(ledger.has_key("default", asked, "port", None).unwrap());
            }
        }
    }
}

#[test]
fn names_with_capitals_are_the_same_in_small_letters_and_apart() {
    for group in [
        ["GitHub", "github", "git hub"],
        ["HTTPServer", "httpserver", "http server"],
        ["svcA", "SvcA", "svc-a"],
        ["PostgreSQL", "postgresql", "postgre sql"],
    ] {
        let folder = tempfile::tempdir().unwrap();
        let ledger = ledger(&folder);
        for (place, name) in group.iter().enumerate() {
            let met = tell(&ledger, fact(name, "owner", None, "Ana"));
            assert_eq!(met, if place == 0 { Outcome::Novel } else { Outcome::Reinforced }, "{name}");
        }
        // As it was first told.
        assert_eq!(facts(&ledger, group[2]), [format!("{} owner Ana", group[0])]);
        assert_eq!(ledger.verify(&mut |_| true).unwrap().findings, []);
    }
}

/// Nothing is taken apart or put together that nobody wrote with capitals.
#[test]
fn different_names_stay_apart() {
    for [one, other] in [
        ["car pet", "carpet"],
        ["Ann A", "Anna"],
        ["node 2", "node 20"],
        ["v1 2", "v12"],
        ["node A-B", "node AB"],
        ["AServer", "server"],
        ["MyService", "service"],
        ["BillingService", "Billing"],
        ["BillingService", "BillingServiceB"],
        ["auth/session.py", "auth session py"],
    ] {
        for [first, second] in [[one, other], [other, one]] {
            let folder = tempfile::tempdir().unwrap();
            let ledger = ledger(&folder);
            tell(&ledger, fact(first, "owner", None, "Ana"));
            assert_eq!(
                tell(&ledger, fact(second, "owner", None, "Ana")),
                Outcome::Novel,
                "{first}, {second}"
            );
            assert_eq!(keys(&ledger), 2);
        }
    }
}

/// Two that were told apart stay apart, whatever is told later: what was believed does not change.
#[test]
fn what_is_known_under_two_names_stays_so() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = ledger(&folder);
    tell(&ledger, fact("git hub", "owner", None, "Bo"));
    tell(&ledger, fact("github", "owner", None, "Ana"));
    assert_eq!(tell(&ledger, fact("GitHub", "owner", None, "Ana")), Outcome::Reinforced);
    assert_eq!(facts(&ledger, "git hub"), ["git hub owner Bo"]);
    // Whoever says so makes them one.
    let alias = NewAlias { subject: "git hub".into(), into_subject: "GitHub".into(), ..NewAlias::default() };
    tell(&ledger, Told::Alias(alias));
    assert_eq!(facts(&ledger, "git hub").len(), 1);
}

#[test]
fn relations_and_scopes_and_ends_and_the_heads_of_keys_go_by_any_spelling() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = ledger(&folder);
    tell(&ledger, fact("relay", "listens on", Some("pre prod"), "9090"));
    assert_eq!(tell(&ledger, fact("relay", "ListensOn", Some("PreProd"), "9090")), Outcome::Reinforced);
    tell(&ledger, fact("HTTPServer", "DeployBranch", None, "main"));
    assert_eq!(tell(&ledger, fact("http-server", "deploy_branch", None, "main")), Outcome::Reinforced);
    assert_eq!(keys(&ledger), 2);
    // Under a head that was read in one spelling, told in another.
    let head = ledger.key_head("default", "http server", "DeployBranch", None).unwrap();
    assert!(!head.is_empty());
    let mut told = write(vec![fact("HttpServer", "deploy branch", None, "next")]);
    told.if_head = Some(head);
    assert_eq!(ledger.append(&told).unwrap().applied[0].outcome, Outcome::Superseded);
    let end = NewEnd {
        subject: "http server".into(),
        relation: "deploy branch".into(),
        at: Some(at("2026-05-01T00:00:00Z")),
        ..NewEnd::default()
    };
    assert_eq!(tell(&ledger, Told::End(end)), Outcome::Ended);
    assert_eq!(facts(&ledger, "HTTPServer").len(), 0);
}

/// In one transaction, many at once, and in one write; and the log restores to the same.
#[test]
fn spellings_meet_within_a_batch_and_through_the_log() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = ledger(&folder);
    let mut writes = Vec::new();
    for number in 0..300 {
        let names = [format!("BillingService{number}x"), format!("billing service{number}x")];
        let names = if number % 2 == 0 { names } else { [names[1].clone(), names[0].clone()] };
        writes.extend(names.iter().map(|name| write(vec![fact(name, "port", None, "1")])));
    }
    writes.push(write(vec![fact("TaxService", "port", None, "1"), fact("tax service", "owner", None, "Bo")]));
    let receipts = ledger.append_all(&writes).unwrap();
    let outcomes: Vec<Outcome> = receipts.iter().map(|receipt| receipt.applied[0].outcome).collect();
    assert_eq!(outcomes.iter().filter(|outcome| **outcome == Outcome::Novel).count(), 301);
    assert_eq!(keys(&ledger), 302);
    assert_eq!(facts(&ledger, "tax service").len(), 2);
    assert_eq!(ledger.verify(&mut |_| true).unwrap().findings, []);
    let mut log = Vec::new();
    export_to(&ledger, &mut log, &mut |_| true).unwrap();
    let copy = Ledger::open(&folder.path().join("copy.memstrata"), &OpenOptions::default()).unwrap();
    restore_from(&copy, &mut log.as_slice(), at(NOW), &mut |_| true).unwrap();
    let mut again = Vec::new();
    export_to(&copy, &mut again, &mut |_| true).unwrap();
    assert!(again == log);
    assert_eq!(facts(&copy, "TaxService").len(), 2);
}

/// A name that another space knows is not known here.
#[test]
fn spellings_are_of_a_space() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = ledger(&folder);
    let there =
        memstrata_ledger::line::SpaceSettings { name: "there".to_owned(), ..OpenOptions::default().space };
    ledger.make_space(&there, at(NOW)).unwrap();
    let elsewhere =
        Write { space: "there".to_owned(), ..write(vec![fact("billing service", "port", None, "1")]) };
    ledger.append(&elsewhere).unwrap();
    let known = |space: &str| ledger.known_subject(space, "BillingService").unwrap();
    assert_eq!(known("there").as_deref(), Some("billing service"));
    assert_eq!(known("default"), None);
    assert_eq!(tell(&ledger, fact("BillingService", "owner", None, "Ana")), Outcome::Novel);
    assert_eq!(facts(&ledger, "BillingService"), ["BillingService owner Ana"]);
}

/// Letters that another case spells otherwise: what was told first is the name, in either order, told
/// apart or in one write; a ledger that has both keeps both.
#[test]
fn names_that_case_alone_tells_apart_are_one() {
    for (one, other) in [
        ("straße", "STRASSE"),
        ("Weiß", "WEISS"),
        ("Σίσυφος", "ΣΊΣΥΦΟΣ"),
        ("İstanbul", "istanbul"),
        ("Istanbul", "İSTANBUL"),
    ] {
        for (first, second) in [(one, other), (other, one)] {
            for together in [false, true] {
                let folder = tempfile::tempdir().unwrap();
                let ledger = ledger(&folder);
                let told = vec![fact(first, "port", None, "1"), fact(second, "port", None, "2")];
                if together {
                    ledger.append(&write(told)).unwrap();
                } else {
                    told.into_iter().for_each(|told| {
                        ledger.append(&write(vec![told])).unwrap();
                    });
                }
                let pattern = FactPattern { subject: Some(second.to_owned()), ..FactPattern::default() };
                let moment = Moment { as_of: at(NOW), known_at: None };
                let facts = ledger.facts("default", &pattern, moment).unwrap();
                let found: Vec<_> = facts.iter().map(|f| (f.subject.as_str(), f.object.as_str())).collect();
                assert_eq!(found, [(first, "2")], "{first}, {second}, together: {together}");
                let all = ledger.facts("default", &FactPattern::default(), moment).unwrap();
                assert_eq!(all.len(), 1, "{first}, {second}");
                assert_eq!(ledger.verify(&mut |_| true).unwrap().findings, []);
            }
        }
    }
}
