//! How far a value reaches: `partial.tsv` has what was told before, what is told then, and the facts
//! of it with their scopes ("unsure": it closes nothing).

use std::collections::BTreeSet;

use memstrata_extract::Recollection;

mod common;

const TOLD: &str = include_str!("partial.tsv");

#[test]
fn what_holds_in_part_closes_nothing_of_the_whole() {
    let said_at = "2026-05-20T09:00:00Z".parse().expect("an instant");
    let mut missed = Vec::new();
    for line in TOLD.lines().skip(1).filter(|l| !l.is_empty()) {
        let cells: Vec<&str> = line.split('\t').collect();
        let [told, text, wanted] = cells[..] else { panic!("three cells: {line:?}") };
        let mut known = Recollection::default();
        common::extract(told, said_at, "note").facts.iter().for_each(|f| known.tell(f));
        let found: BTreeSet<String> = common::extract_knowing(text, said_at, "note", &known)
            .facts
            .iter()
            .map(|f| {
                let scope = f.scope.as_ref().map_or(String::new(), |s| format!("[{s}]"));
                let unsure = if f.closes || f.set_valued { "" } else { "|unsure" };
                format!("{}|{}{scope}|{}{unsure}", f.subject, f.relation, f.object)
            })
            .collect();
        let wanted: BTreeSet<String> = wanted.split("; ").filter(|w| *w != "-").map(str::to_owned).collect();
        if found != wanted {
            missed.push(format!("{told} / {text}\n    wanted {wanted:?}\n    found  {found:?}"));
        }
    }
    assert!(missed.is_empty(), "{}:\n{}", missed.len(), missed.join("\n"));
}
