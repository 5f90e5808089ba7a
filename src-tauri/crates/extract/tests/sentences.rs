//! Sentences of every family with the facts that they state, and as many that state none:
//! `sentences.tsv` holds kind, sentence, and `subject|relation|object|op` of each fact.

mod common;

use std::collections::BTreeSet;

#[test]
fn each_sentence_tells_its_facts_and_no_other() {
    let table = include_str!("sentences.tsv");
    let said_at = "2026-05-20T09:00:00Z".parse().expect("an instant");
    let (mut total, mut wrong) = (0, Vec::new());
    for line in table.lines().skip(1) {
        let mut cells = line.split('\t');
        let (Some(kind), Some(text), Some(facts)) = (cells.next(), cells.next(), cells.next()) else {
            panic!("three cells: {line:?}");
        };
        let wanted: BTreeSet<String> =
            facts.split("; ").filter(|f| !f.is_empty()).map(str::to_owned).collect();
        let found: BTreeSet<String> =
            common::extract(text, said_at, kind).facts.iter().map(common::written).collect();
        total += 1;
        if wanted != found {
            wrong.push(format!("{text}\n    wanted {wanted:?}\n    found  {found:?}"));
        }
    }
    assert!(total > 200, "{total} sentences");
    assert!(wrong.is_empty(), "{} of {total}:\n{}", wrong.len(), wrong.join("\n"));
}
