//! Changes and ends in many wordings: `changes.tsv` holds what was told before, the sentence that
//! tells the change, and the facts that it states, with sentences that look alike and tell none.
//! `unsure` closes nothing.

mod common;

use std::collections::BTreeSet;

use memstrata_extract::{FoundOp, Recollection};

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
        let mut known = Recollection::default();
        for earlier in told.split("; ").filter(|t| !t.is_empty()) {
            let found = common::extract_knowing(earlier, said_at, kind, &known).facts;
            assert!(!found.is_empty(), "{earlier} tells nothing");
            found.iter().for_each(|fact| known.tell(fact));
        }
        let wanted: BTreeSet<String> =
            facts.split("; ").filter(|f| !f.is_empty()).map(str::to_owned).collect();
        let found: BTreeSet<String> = common::extract_knowing(text, said_at, kind, &known)
            .facts
            .iter()
            .map(|f| {
                let written = common::written(f);
                let unsure = f.op == FoundOp::Assert && !f.closes && !f.set_valued;
                if unsure { written.replace("|assert", "|unsure") } else { written }
            })
            .collect();
        total += 1;
        if wanted != found {
            wrong.push(format!("{told} / {text}\n    wanted {wanted:?}\n    found  {found:?}"));
        }
    }
    assert!(total > 80, "{total} sentences");
    assert!(wrong.is_empty(), "{} of {total}:\n{}", wrong.len(), wrong.join("\n"));
}
