//! The table: rows right, wrong and set apart, by category.

use std::collections::BTreeMap;

use crate::sets::{Row, Verdict};

/// The rows in scope that have a start or must not have one.
pub fn print_starts(set: &str, rows: &[Row]) -> anyhow::Result<()> {
    for row in rows.iter().filter(|r| r.verdict != Verdict::OutOfScope) {
        if let Some(start) = &row.start {
            let mut line = serde_json::to_value(start)?;
            line["set"] = set.into();
            line["id"] = row.id.as_str().into();
            println!("{line}");
        }
    }
    Ok(())
}

pub fn print(name: &str, rows: &[Row], verbose: bool) {
    println!("\n{name}");
    println!(
        "  {:<26} {:>6} {:>6} {:>6} {:>8} {:>6} {:>8}",
        "category", "rows", "right", "wrong", "differs", "out", "right %"
    );
    let mut table: BTreeMap<&str, [usize; 5]> = BTreeMap::new();
    for row in rows {
        for category in [row.category.as_str(), "~ all"] {
            let counts = table.entry(category).or_default();
            counts[0] += 1;
            counts[match row.verdict {
                Verdict::Right => 1,
                Verdict::Wrong => 2,
                Verdict::Differs => 3,
                Verdict::OutOfScope => 4,
            }] += 1;
        }
    }
    for (category, [all, right, wrong, differs, out]) in &table {
        let share = if right + wrong == 0 { 100.0 } else { 100.0 * *right as f64 / (right + wrong) as f64 };
        println!("  {category:<26} {all:>6} {right:>6} {wrong:>6} {differs:>8} {out:>6} {share:>7.1}%");
    }
    if verbose {
        for row in rows.iter().filter(|r| r.verdict == Verdict::Wrong) {
            println!(
                "  MISS {:<6} {}\n         want {}\n         got  {}",
                row.id, row.text, row.want, row.got
            );
        }
    }
}
