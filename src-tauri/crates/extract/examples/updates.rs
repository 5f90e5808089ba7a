//! Knowledge that changes in long chats: tells the user's turns of each knowledge-update question in
//! order and shows whether the answer is a current value at the end, what was closed on the way, and
//! the kinds of the misses: `cargo run -p memstrata-extract --example updates -- [-v] FILE`.

#[path = "../tests/common/mod.rs"]
mod common;

use std::collections::BTreeMap;

use memstrata_extract::{FoundOp, Recollection};
use memstrata_model::{Instant, Key};
use serde_json::Value;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let verbose = args.iter().any(|a| a == "-v");
    let Some(path) = args.iter().find(|a| !a.starts_with('-')) else {
        println!("name the file of questions with their evidence");
        return;
    };
    let (mut asked, mut right) = (0, 0);
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for line in common::lines(std::path::Path::new(path)) {
        let turns = turns(&line);
        if line["question_type"] != "knowledge-update" || turns.is_empty() {
            continue;
        }
        asked += 1;
        // "25 minutes and 50 seconds (or 25:50)"
        let golds: Vec<String> = line["answers"]
            .as_array()
            .into_iter()
            .flatten()
            .map(answer)
            .flat_map(|gold| {
                gold.split("(or ").map(|g| g.trim_end_matches(')').to_owned()).collect::<Vec<_>>()
            })
            .collect();
        let mut known = Recollection::default();
        let mut held: BTreeMap<Key, Vec<String>> = BTreeMap::new();
        let (mut told, mut closed) = (0, Vec::new());
        for (n, text) in turns.iter().enumerate() {
            let day = i64::try_from(n).unwrap_or(0) * 86_400_000_000;
            let at = Instant::from_micros(1_700_000_000_000_000 + day);
            for fact in common::extract_knowing(text, at, "chat", &known).facts {
                known.tell(&fact);
                told += 1;
                let values = held.entry(common::key_of(&fact)).or_default();
                if fact.op != FoundOp::Assert {
                    values.retain(|v| common::fold(v) != common::fold(&fact.object));
                    continue;
                }
                if !fact.set_valued && fact.closes {
                    closed.extend(
                        values
                            .iter()
                            .filter(|v| common::fold(v) != common::fold(&fact.object))
                            .map(|v| format!("{v} → {}", fact.object)),
                    );
                    values.clear();
                }
                values.push(fact.object.clone());
            }
        }
        let current = held.values().flatten().any(|value| golds.iter().any(|gold| says(gold, value)));
        let kind = if current {
            right += 1;
            "current"
        } else if told == 0 {
            "no fact read"
        } else if closed.is_empty() {
            "other facts read"
        } else {
            "something else closed"
        };
        *kinds.entry(kind).or_default() += 1;
        if verbose {
            println!("{kind}: {} {golds:?}", line["question"].as_str().unwrap_or_default());
            closed.iter().for_each(|c| println!("    closed {c}"));
            if !current {
                for (key, values) in &held {
                    println!("    {} | {} {} | {values:?}", key.subject, key.relation, key.scope);
                }
            }
        }
    }
    println!("answer current {right}/{asked}");
    for (kind, count) in kinds {
        println!("  {kind:<22} {count}");
    }
}

fn turns(line: &Value) -> Vec<String> {
    line["evidence_sessions"]
        .as_array()
        .into_iter()
        .flatten()
        .flat_map(|session| session["turns"].as_array().into_iter().flatten())
        .filter(|turn| turn["role"] == "user")
        .filter_map(|turn| turn["content"].as_str().map(str::to_owned))
        .collect()
}

fn answer(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Whether a value says the answer: the same words, or one whole inside the other.
fn says(gold: &str, value: &str) -> bool {
    // "on Fridays" is "Friday".
    let day = |s: String| {
        s.split(' ')
            .map(|w| if w.ends_with("days") { &w[..w.len() - 1] } else { w })
            .collect::<Vec<_>>()
            .join(" ")
    };
    let (gold, value) = (day(common::fold(gold)), day(common::fold(value)));
    let words = |s: &str| format!(" {s} ");
    !gold.is_empty()
        && !value.is_empty()
        && (words(&gold).contains(&words(&value)) && value.len() * 4 >= gold.len()
            || words(&value).contains(&words(&gold)))
}
