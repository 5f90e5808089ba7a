//! Measures the readers against every set and prints a table by category.
//!
//! `cargo run -p memstrata-when --example score -- [path to shared] [-v] [SET…]`
//!
//! With `-v` each miss is listed; with `--rows` the starts are printed as JSON Lines for
//! `peers/peers.mjs`, which runs other libraries on the same rows. Rows that differ by convention or are out of scope are in
//! `known_differences.tsv` with their reasons; they are counted apart.

mod report;
mod sets;

use std::path::PathBuf;

fn main() -> anyhow::Result<()> {
    let mut verbose = false;
    let mut only_rows = false;
    let mut root = None;
    let mut wanted = Vec::new();
    for argument in std::env::args().skip(1) {
        if argument == "-v" {
            verbose = true;
        } else if argument == "--rows" {
            only_rows = true;
        } else if PathBuf::from(&argument).is_dir() {
            root = Some(PathBuf::from(argument));
        } else {
            wanted.push(argument);
        }
    }
    let root = root.unwrap_or_else(sets::shared);
    let known = sets::Known::load();
    for (name, run) in sets::ALL {
        if !wanted.is_empty() && !wanted.iter().any(|w| name.contains(w.as_str())) {
            continue;
        }
        match run(&root, &known) {
            Some(rows) if only_rows => report::print_starts(name, &rows)?,
            Some(rows) => report::print(name, &rows, verbose),
            None => println!("{name}: no data under {}, skipped", root.display()),
        }
    }
    Ok(())
}
