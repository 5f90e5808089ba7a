//! Reads JSON Lines of documents (`{"id", "texts": […], "kind"}`) from standard input, replays the
//! facts of each document, and prints every value that a later text of it closes: for judging
//! supersessions on real text. `cargo run -p memstrata-extract --example closings < FILE`

#[path = "../tests/common/mod.rs"]
mod common;

use std::collections::BTreeMap;
use std::io::BufRead as _;

use memstrata_extract::FoundOp;
use memstrata_model::Instant;

fn main() {
    let (mut sentences, mut facts, mut closings) = (0_usize, 0_usize, 0_usize);
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let Ok(document) = serde_json::from_str::<serde_json::Value>(&line) else { continue };
        let kind = document["kind"].as_str().unwrap_or("note");
        let mut held: BTreeMap<_, (String, String)> = BTreeMap::new();
        for (n, text) in
            document["texts"].as_array().into_iter().flatten().filter_map(|t| t.as_str()).enumerate()
        {
            sentences +=
                text.split(['.', '!', '?', '\n']).filter(|s| s.split_whitespace().count() > 2).count();
            let at =
                Instant::from_micros(i64::try_from(n).unwrap_or(0) * 86_400_000_000 + 1_700_000_000_000_000);
            for f in common::extract(text, at, kind).facts {
                facts += 1;
                if f.op != FoundOp::Assert || f.set_valued {
                    continue;
                }
                let key = common::key_of(&f);
                let value = common::value_of(&f);
                let clause = text.get(f.span.0..f.span.1).unwrap_or_default().to_owned();
                if let Some((old, before)) = held.get(&key)
                    && *old != value
                    && f.closes
                {
                    closings += 1;
                    println!(
                        "{} {key:?}\n    {old} <- {before}\n    {value} <- {clause} ({})",
                        document["id"], f.rule
                    );
                }
                held.insert(key, (value, clause));
            }
        }
    }
    println!("{sentences} sentences, {facts} facts, {closings} closings");
}
