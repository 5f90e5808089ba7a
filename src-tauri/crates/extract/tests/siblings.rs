//! Families of phrasings that tell of one thing in many ways, each beside look-alikes that tell of
//! another or of none: `siblings.tsv` holds kind, sentence and all that it tells
//! (`subject|relation|object`, "!" before what ends, parted by "; "; "-" for nothing).

mod common;

use memstrata_extract::FoundOp;

#[test]
fn siblings_are_read_alike() {
    let said_at = "2026-05-20T09:00:00Z".parse().expect("an instant");
    let (mut total, mut wrong) = (0, Vec::new());
    for line in include_str!("siblings.tsv").lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        let [kind, text, wanted] = cells[..] else { panic!("three cells: {line:?}") };
        let mut wanted: Vec<String> =
            wanted.split("; ").filter(|w| *w != "-").map(str::to_lowercase).collect();
        let facts = common::extract(&text.replace("\\n", "\n"), said_at, kind).facts;
        let mut found: Vec<String> = facts
            .iter()
            .map(|f| {
                let ends = if f.op == FoundOp::Assert { "" } else { "!" };
                format!("{ends}{}|{}|{}", f.subject, f.relation, f.object).to_lowercase()
            })
            .collect();
        wanted.sort();
        found.sort();
        total += 1;
        if wanted != found {
            wrong.push(format!("{kind}: {text}\n    wanted {wanted:?}\n    found  {found:?}"));
        }
    }
    assert!(total > 300, "{total} sentences");
    assert!(wrong.is_empty(), "{} of {total}:\n{}", wrong.len(), wrong.join("\n"));
}
