//! One fact in every wording: active, passive, nominal and the other way round. `wordings.tsv` holds
//! for each relation whose values are people, places or organisations some names and the wordings;
//! every sentence made of them must land on one key, that of the owned thing.

mod common;

use std::collections::BTreeSet;

use memstrata_extract::FoundOp;

fn bare(text: &str) -> String {
    let lower = text.to_lowercase();
    ["the ", "our "].iter().find_map(|d| lower.strip_prefix(d)).unwrap_or(&lower).to_owned()
}

/// The sentence that a wording and two names make.
fn sentence(wording: &str, subject: &str, object: &str) -> String {
    let filled: Vec<String> = wording
        .split(' ')
        .map(|word| {
            let (stem, rest) = word.find(['\'', ':']).map_or((word, ""), |at| word.split_at(at));
            match stem {
                "S" => format!("{subject}{rest}"),
                "O" => format!("{object}{rest}"),
                _ => word.to_owned(),
            }
        })
        .collect();
    let text =
        filled.join(" ").replace("The our ", "Our ").replace("the our ", "our ").replace("the the ", "the ");
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| format!("{}{}.", first.to_uppercase(), letters.as_str()))
}

#[test]
fn every_wording_lands_on_one_key() {
    let said_at = "2026-05-20T09:00:00Z".parse().expect("an instant");
    let (mut total, mut relations, mut wrong) = (0, BTreeSet::new(), Vec::new());
    for line in include_str!("wordings.tsv").lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        let [relation, names, wordings] = cells[..] else { panic!("three cells: {line:?}") };
        relations.insert(relation);
        for (subject, object) in names.split(';').filter_map(|pair| pair.split_once('=')) {
            for wording in wordings.split('|') {
                let text = sentence(wording, subject, object);
                let facts = common::extract(&text, said_at, "note").facts;
                total += 1;
                let told = facts.iter().any(|f| {
                    f.op == FoundOp::Assert
                        && f.relation == relation
                        && bare(&f.subject) == bare(subject)
                        && bare(&f.object) == bare(object)
                });
                if !told {
                    let found: Vec<String> = facts.iter().map(common::written).collect();
                    wrong.push(format!("{relation}: {text} {found:?}"));
                }
            }
        }
    }
    assert!(total > 400 && relations.len() > 35, "{total} sentences of {} relations", relations.len());
    assert!(wrong.is_empty(), "{} of {total}:\n{}", wrong.len(), wrong.join("\n"));
}
