//! Sentences of every kind that people and coding agents tell a memory, as many as a development set
//! has, written with their facts before the rules were tried on them (135 of 193 facts then, 67 of 69 lines without a fact silent): `fresh.tsv` holds kind, sentence
//! and the facts that must be read (`subject~relation~object~retract`, parted by "; ", alternatives by
//! "||"); a line without facts tells none. Each kind has floors, and every miss and every false
//! assertion is listed with `--nocapture`.

mod common;

use std::collections::BTreeMap;

use memstrata_extract::{FoundFact, FoundOp};

fn says(wanted: &str, found: &str) -> bool {
    wanted == "*" || wanted.split("||").any(|w| common::fold(w) == common::fold(found))
}

fn fits(wanted: &str, fact: &FoundFact) -> bool {
    let cells: Vec<&str> = wanted.split('~').collect();
    let [subject, relation, object, ref op @ ..] = cells[..] else { return false };
    says(subject, &fact.subject)
        && says(relation, &fact.relation)
        && says(object, &fact.object)
        && op.contains(&"retract") == (fact.op != FoundOp::Assert)
}

#[derive(Default)]
struct Count {
    facts: usize,
    read: usize,
    empty: usize,
    silent: usize,
}

#[test]
fn fresh_sentences_are_keyed() {
    let said_at = "2026-05-20T09:00:00Z".parse().expect("an instant");
    let mut kinds: BTreeMap<&str, Count> = BTreeMap::new();
    for line in include_str!("fresh.tsv").lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        let [kind, text, wanted] = cells[..] else { panic!("three cells: {line:?}") };
        let facts = common::extract(text, said_at, kind).facts;
        let found: Vec<String> = facts.iter().map(common::written).collect();
        let count = kinds.entry(kind).or_default();
        if wanted.is_empty() {
            let silent = facts.iter().all(|f| f.op != FoundOp::Assert);
            count.empty += 1;
            count.silent += usize::from(silent);
            if !silent {
                println!("FALSE {kind}: {text} {found:?}");
            }
        }
        for fact in wanted.split("; ").filter(|f| !f.is_empty()) {
            let read = facts.iter().any(|f| fits(fact, f));
            count.facts += 1;
            count.read += usize::from(read);
            if !read {
                println!("MISS  {kind}: {text} wanted {fact} found {found:?}");
            }
        }
    }
    for (kind, c) in &kinds {
        println!("{kind}: {} of {} facts, {} of {} without a fact", c.read, c.facts, c.silent, c.empty);
    }
    for (kind, read, facts, silent, empty) in FLOORS {
        let c = &kinds[kind];
        assert_eq!((c.facts, c.empty), (facts, empty), "{kind}");
        assert!(c.read >= read, "{kind}: {} read of {facts}, the floor is {read}", c.read);
        assert!(c.silent >= silent, "{kind}: {} silent of {empty}, the floor is {silent}", c.silent);
    }
}

/// Facts read of how many, lines without a fact of which nothing was asserted of how many.
const FLOORS: [(&str, usize, usize, usize, usize); 6] = [
    ("chat", 42, 46, 14, 14),
    ("commit", 27, 31, 14, 14),
    ("personal", 29, 44, 12, 12),
    ("release_notes", 17, 19, 11, 11),
    ("runbook", 26, 27, 9, 9),
    ("standup", 22, 26, 8, 9),
];
