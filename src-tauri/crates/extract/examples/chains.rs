//! Reads numbered facts in plain sentences, a later one newer, and asks one-hop questions:
//! `cargo run -p memstrata-extract --example chains -- FILE [-v]`. Shows how many sentences yield
//! a fact and how many questions lead to the key whose newest value is a gold answer.

#[path = "../tests/common/mod.rs"]
mod common;

use memstrata_extract::{FoundOp, Lexicon, read_query};
use memstrata_model::{Instant, Key};
use std::collections::BTreeMap;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let verbose = args.iter().any(|a| a == "-v");
    let Some(path) = args.iter().find(|a| !a.starts_with('-')) else {
        println!("name a file of facts");
        return;
    };
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let data: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
    let context = data["context"].as_str().unwrap_or_default();
    let mut current: BTreeMap<Key, (String, String)> = BTreeMap::new();
    let (mut read, mut total) = (0, 0);
    for line in context.lines() {
        let Some((number, fact)) = line.split_once(". ") else { continue };
        let Ok(number) = number.parse::<i64>() else { continue };
        total += 1;
        let facts = common::extract(fact, Instant::from_micros(number * 1_000_000), "note").facts;
        let found = facts
            .iter()
            .filter(|f| f.op == FoundOp::Assert)
            .max_by(|a, b| a.confidence.total_cmp(&b.confidence));
        match found {
            Some(f) => {
                read += 1;
                let loose = !f.closes || f.rule == "clause";
                if verbose && loose {
                    println!("LOOSE {fact} -> {} | {} | {} ({})", f.subject, f.relation, f.object, f.rule);
                }
                current.insert(common::key_of(f), (f.object.clone(), fact.to_owned()));
            }
            None if verbose => println!("NONE {fact}"),
            None => {}
        }
    }
    println!("sentences with a fact {read}/{total}");
    let questions = data["questions"].as_array().cloned().unwrap_or_default();
    let answers = data["answers"].as_array().cloned().unwrap_or_default();
    let mut ok = 0;
    for (question, gold) in questions.iter().zip(&answers) {
        let question = question.as_str().unwrap_or_default();
        let query = read_query(question, Lexicon::built_in());
        let score = |k: &Key| query.score(&k.subject, &k.relation.replace(' ', "_"), None);
        let best = current.iter().max_by(|a, b| score(a.0).total_cmp(&score(b.0)));
        let hit = best.is_some_and(|(_, (value, _))| {
            gold.as_array()
                .into_iter()
                .flatten()
                .filter_map(|g| g.as_str())
                .any(|g| common::fold(g) == common::fold(value))
        });
        if hit {
            ok += 1;
        } else if verbose {
            println!(
                "ASK {question} gold {gold} got {:?} {:.2} {:?}",
                best.map(|b| &b.1.1),
                best.map_or(0.0, |b| score(b.0)),
                query.keys.first()
            );
        }
    }
    println!("questions answered by their key {ok}/{}", questions.len());
}
