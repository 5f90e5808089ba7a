//! Things and values in few words, and the same thing told of again with another value of the kind:
//! `stated.tsv` holds what was told first and then, the relation, and the value that holds after both;
//! where that is the first one, the second sentence only looks like a change.

mod common;

use memstrata_extract::{FoundOp, KnownSubjects, Recollection};

#[test]
fn states_in_few_words_are_kept_and_changed() {
    let first_at = "2026-03-02T09:00:00Z".parse().expect("an instant");
    let then_at = "2026-05-20T09:00:00Z".parse().expect("an instant");
    let (mut changed, mut kept, mut wrong) = (0, 0, Vec::new());
    for line in include_str!("stated.tsv").lines().skip(1).filter(|l| !l.starts_with('#')) {
        let cells: Vec<&str> = line.split('\t').collect();
        let [first, then, relation, value] = cells[..] else { panic!("four cells: {line:?}") };
        let mut known = Recollection::default();
        let told = common::extract_knowing(first, first_at, "note", &known).facts;
        told.iter().for_each(|f| known.tell(f));
        let Some(fact) = told.iter().find(|f| f.op == FoundOp::Assert && f.relation == relation) else {
            let found: Vec<String> = told.iter().map(common::written).collect();
            wrong.push(format!("{first}\n    tells {found:?}"));
            continue;
        };
        let second = common::extract_knowing(then, then_at, "note", &known).facts;
        second.iter().filter(|f| f.op != FoundOp::Assert || f.closes).for_each(|f| known.tell(f));
        let holds: Vec<String> = known
            .held(&fact.subject)
            .into_iter()
            .filter(|h| h.relation == fact.relation && h.scope == fact.scope)
            .map(|h| h.object)
            .collect();
        if value == fact.object {
            kept += 1
        } else {
            changed += 1
        }
        if holds != [value] {
            let found: Vec<String> = second.iter().map(common::written).collect();
            wrong.push(format!("{first} / {then}\n    holds {holds:?}, wanted {value} ({found:?})"));
        }
    }
    assert!(wrong.is_empty(), "{} ({changed} changed, {kept} kept):\n{}", wrong.len(), wrong.join("\n"));
    assert!(changed >= 30 && kept >= 20, "{changed} changes, {kept} that are none");
}
