//! Changes and ends in many wordings: `changes.tsv` holds what was told before, the sentence that
//! tells the change, and the facts that it states, with sentences that look alike and tell none.
//! `unsure` closes nothing.

mod common;

use std::collections::BTreeSet;

#[test]
fn a_change_falls_on_the_key_that_it_changes() {
    let said_at = "2026-05-20T09:00:00Z".parse().expect("an instant");
    let (mut total, mut wrong) = (0, Vec::new());
    for line in include_str!("changes.tsv").lines().skip(1).filter(|l| !l.starts_with('#')) {
        let mut cells = line.split('\t');
        let (Some(kind), Some(told), Some(text), Some(facts)) =
            (cells.next(), cells.next(), cells.next(), cells.next())
        else {
            panic!("four cells: {line:?}");
        };
        let wanted: BTreeSet<String> =
            facts.split("; ").filter(|f| !f.is_empty()).map(str::to_owned).collect();
        let found = common::told_after(told, text, said_at, kind);
        total += 1;
        if wanted != found {
            wrong.push(format!("{told} / {text}\n    wanted {wanted:?}\n    found  {found:?}"));
        }
    }
    assert!(total > 80, "{total} sentences");
    assert!(wrong.is_empty(), "{} of {total}:\n{}", wrong.len(), wrong.join("\n"));
}
