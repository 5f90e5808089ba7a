//! Prints how well the extractor reads the shared development data, by category, and with `-v`
//! each miss: `cargo run -p memstrata-extract --example score -- [-v] [--only=NAME] [--kind=KIND] [shared dir]`.

#[path = "../tests/common/mod.rs"]
mod common;

use std::path::PathBuf;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let verbose = args.iter().any(|a| a == "-v");
    let only = args.iter().find_map(|a| a.strip_prefix("--only="));
    let kind = args.iter().find_map(|a| a.strip_prefix("--kind=")).unwrap_or("note");
    let dir = args.iter().find(|a| !a.starts_with('-')).map(PathBuf::from).or_else(common::shared);
    let Some(dir) = dir else {
        println!("no shared data: pass its folder or set MEMSTRATA_SHARED");
        return;
    };
    let dev = dir.join("data/dev");
    let wanted = |name: &str| only.is_none_or(|o| name.contains(o));
    if wanted("dev") {
        let score = common::dev(&common::lines(&dev.join("extraction-dev.jsonl")));
        println!(
            "extraction-dev        precision {:.3}  recall {:.3}  (tp {} fp {} fn {})",
            score.precision(),
            score.recall(),
            score.tp,
            score.fp,
            score.fn_
        );
        for (kind, (tp, fp, missed)) in &score.by_kind {
            println!("  {kind:<18}  found {tp:>3}  false {fp:>3}  missed {missed:>3}");
        }
        println!("pairs                 {}/{}", score.pairs_ok, score.pairs);
        println!("look-alikes           {}/{}", score.look_alikes_ok, score.look_alikes);
        println!("no-fact lines         {} false of {}", score.no_fact_bad, score.no_fact);
        println!("dates                 {}/{}", score.dates_ok, score.dates);
        if verbose {
            score.notes.iter().for_each(|n| println!("  {n}"));
        }
    }
    let mut keyed = Vec::new();
    for name in ["code_mutation", "config_migration", "dependency_bump", "api_evolution", "messy_evolving"] {
        if !wanted(name) {
            continue;
        }
        let items = common::evolving(&common::lines(&dev.join(format!("benchmarks/{name}.jsonl"))));
        let total = items.len();
        let mut ok = 0;
        for item in items {
            match common::shared_key(&item, kind) {
                Ok(key) => {
                    ok += 1;
                    keyed.push((item, key));
                }
                Err(note) if verbose => println!("  {note}"),
                Err(_) => {}
            }
        }
        println!("{name:<20}  {ok}/{total}");
    }
    let (ok, notes) = common::questions(&keyed);
    println!("questions to keys     {ok}/{}", keyed.len());
    if verbose {
        notes.iter().for_each(|n| println!("  {n}"));
    }
}
