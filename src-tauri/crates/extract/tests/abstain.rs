//! Sentences that look like facts and are none, beside like ones that are: `abstain.tsv` holds kind,
//! sentence, and what must be read. A false fact that retires a true one is the worst there is.

mod common;

use memstrata_extract::FoundOp;

#[test]
fn what_only_looks_like_a_fact_is_left_alone() {
    let said_at = "2026-05-20T09:00:00Z".parse().expect("an instant");
    let mut wrong = Vec::new();
    let mut total = 0;
    for line in include_str!("abstain.tsv").lines().skip(1) {
        let mut cells = line.split('\t');
        let (Some(kind), Some(text), Some(wanted)) = (cells.next(), cells.next(), cells.next()) else {
            panic!("three cells: {line:?}");
        };
        let text = text.replace("\\n", "\n");
        let found = common::extract(&text, said_at, kind).facts;
        let told = |closing: bool| -> Vec<String> {
            found
                .iter()
                .filter(|f| f.op == FoundOp::Assert && (f.closes || !closing))
                .map(|f| format!("{}|{}|{}", f.subject, f.relation, f.object))
                .collect()
        };
        let ended = || found.iter().filter(|f| f.op == FoundOp::End).count();
        let right = match wanted {
            "-" => told(false).is_empty() && ended() == 0,
            "~" => told(true).is_empty() && ended() == 0,
            facts => facts.split("; ").all(|wanted| {
                found.iter().any(|f| format!("{}|{}|{}", f.subject, f.relation, f.object) == wanted)
            }),
        };
        total += 1;
        if !right {
            wrong.push(format!("{text}\n    wanted {wanted}\n    found  {:?}", told(false)));
        }
    }
    assert!(total > 80, "{total} sentences");
    assert!(wrong.is_empty(), "{} of {total}:\n{}", wrong.len(), wrong.join("\n"));
}
