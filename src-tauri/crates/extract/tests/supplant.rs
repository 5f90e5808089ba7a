//! Changes told in other words, and what looks like one: `supplant.tsv` holds what was told, the
//! sentence, and the value that holds after it; where that is the old one, nothing may be closed.

mod common;

use memstrata_extract::{FoundOp, KnownSubjects, Recollection};

#[test]
fn changes_in_other_words_close_and_nothing_else_does() {
    let said_at = "2026-05-20T09:00:00Z".parse().expect("an instant");
    let (mut changes, mut kept, mut wrong) = (0, 0, Vec::new());
    for line in include_str!("supplant.tsv").lines().skip(1).filter(|l| !l.starts_with('#')) {
        let cells: Vec<&str> = line.split('\t').collect();
        let [told, text, value] = cells[..] else { panic!("three cells: {line:?}") };
        let mut known = Recollection::default();
        let first = common::extract_knowing(told, said_at, "note", &known).facts;
        first.iter().for_each(|f| known.tell(f));
        let Some(fact) = first.iter().rfind(|f| f.op == FoundOp::Assert) else {
            panic!("{told} tells nothing")
        };
        let second = common::extract_knowing(text, said_at, "note", &known).facts;
        // What closes nothing waits for somebody to settle it.
        second.iter().filter(|f| f.op != FoundOp::Assert || f.closes).for_each(|f| known.tell(f));
        let holds: Vec<String> = known
            .held(&fact.subject)
            .into_iter()
            .filter(|h| h.relation == fact.relation && h.scope == fact.scope)
            .map(|h| h.object)
            .collect();
        let wanted: Vec<&str> = value.split("; ").filter(|v| !v.is_empty()).collect();
        if value == fact.object {
            kept += 1
        } else {
            changes += 1
        }
        if holds != wanted {
            let found: Vec<String> = second.iter().map(common::written).collect();
            wrong.push(format!("{told} / {text}\n    holds {holds:?}, wanted {wanted:?} ({found:?})"));
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(changes >= 35 && kept >= 40, "{changes} changes, {kept} that are none");
}
