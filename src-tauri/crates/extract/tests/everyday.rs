//! What people and coding agents tell a memory on an ordinary day, written before the rules were
//! looked at: `everyday.tsv` holds set, family, sentence, subject, relation, object and operation,
//! alternatives parted by "||". The first set was mended by families, the other two were new to the
//! rules when they were first counted (124 of 150 and 63 of 100). Not every sentence is read; each
//! set has a floor, and what is read otherwise is listed with `--nocapture`.

mod common;

use std::collections::BTreeMap;

use memstrata_extract::{FoundFact, FoundOp};

fn says(wanted: &str, found: &str) -> bool {
    wanted == "*" || wanted.split("||").any(|w| common::fold(w) == common::fold(found))
}

fn fits(cells: &[&str], fact: &FoundFact) -> bool {
    let [_, _, _, subject, relation, object, op] = cells[..] else { return false };
    let ends = fact.op != FoundOp::Assert;
    says(subject, &fact.subject)
        && says(relation, &fact.relation)
        && says(object, &fact.object)
        && (op == "*" || (op == "retract") == ends)
}

#[test]
fn everyday_sentences_are_keyed() {
    let said_at = "2026-05-20T09:00:00Z".parse().expect("an instant");
    let mut sets: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for line in include_str!("everyday.tsv").lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        assert_eq!(cells.len(), 7, "{line:?}");
        let facts = common::extract(cells[2], said_at, "note").facts;
        let keyed = facts.iter().any(|f| fits(&cells, f));
        let set = sets.entry(cells[0]).or_default();
        set.0 += usize::from(keyed);
        set.1 += 1;
        if !keyed {
            let found: Vec<String> = facts.iter().map(common::written).collect();
            println!("{}: {} {found:?}", cells[0], cells[2]);
        }
    }
    for (set, (keyed, total)) in &sets {
        println!("{set}: {keyed} of {total}");
    }
    for (set, floor, total) in FLOORS {
        assert_eq!(sets[set].1, total, "{set}");
        assert!(sets[set].0 >= floor, "{set}: {} keyed of {total}, the floor is {floor}", sets[set].0);
    }
}

/// What was read when the table was last mended.
const FLOORS: [(&str, usize, usize); 3] = [("first", 270, 300), ("second", 144, 150), ("third", 74, 100)];
