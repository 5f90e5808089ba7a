//! Sentences that lean on what was told before: `recall.tsv` holds what was told, the sentence, and
//! the facts that it adds, with as many sentences that add none. `unsure` closes nothing.

mod common;

use std::collections::BTreeSet;

#[test]
fn what_is_known_is_taken_up_and_nothing_guessed() {
    let said_at = "2026-05-20T09:00:00Z".parse().expect("an instant");
    let (mut total, mut wrong) = (0, Vec::new());
    for line in include_str!("recall.tsv").lines().skip(1) {
        let mut cells = line.split('\t');
        let (Some(told), Some(text), Some(facts)) = (cells.next(), cells.next(), cells.next()) else {
            panic!("three cells: {line:?}");
        };
        let wanted: BTreeSet<String> =
            facts.split("; ").filter(|f| !f.is_empty()).map(str::to_owned).collect();
        let found = common::told_after(told, text, said_at, "note");
        total += 1;
        if wanted != found {
            wrong.push(format!("{told} / {text}\n    wanted {wanted:?}\n    found  {found:?}"));
        }
    }
    assert!(total > 40, "{total} sentences");
    assert!(wrong.is_empty(), "{} of {total}:\n{}", wrong.len(), wrong.join("\n"));
}
