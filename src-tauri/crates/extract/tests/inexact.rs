//! Bounds, ranges, approximations and amounts of change: `inexact.tsv` has what was told before, what
//! is told then, and the facts of it ("unsure": it closes nothing).

use std::collections::BTreeSet;

mod common;

const TOLD: &str = include_str!("inexact.tsv");

#[test]
fn what_is_no_exact_value_closes_none() {
    let said_at = "2026-05-20T09:00:00Z".parse().expect("an instant");
    let mut missed = Vec::new();
    for line in TOLD.lines().skip(1).filter(|l| !l.is_empty()) {
        let cells: Vec<&str> = line.split('\t').collect();
        let [told, text, wanted] = cells[..] else { panic!("three cells: {line:?}") };
        let found = common::told_after(told, text, said_at, "note");
        let wanted: BTreeSet<String> = wanted.split("; ").filter(|w| *w != "-").map(str::to_owned).collect();
        if found != wanted {
            missed.push(format!("{told} / {text}\n    wanted {wanted:?}\n    found  {found:?}"));
        }
    }
    assert!(missed.is_empty(), "{}:\n{}", missed.len(), missed.join("\n"));
}
