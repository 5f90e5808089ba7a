//! The bars of the readers on data beside the repository: skipped, with a note, where it is
//! absent. The sets and the judging are those of `--example score`.

#[path = "../examples/score/sets/mod.rs"]
mod sets;

use std::io::Write as _;

use sets::{Known, Row, Verdict};

fn rows(name: &str) -> Option<Vec<Row>> {
    let (_, run) = sets::ALL.iter().find(|(n, _)| *n == name).expect("a set of that name");
    let rows = run(&sets::shared(), &Known::load());
    if rows.is_none() {
        // Past what a test that passes prints, which is kept back.
        let _ = writeln!(std::io::stderr(), "skipped: {name}: no data under {}", sets::shared().display());
    }
    rows
}

/// Right of those in scope, and the rows that are wrong.
fn share(rows: &[Row]) -> (f64, String) {
    let count = |verdict| rows.iter().filter(|r| r.verdict == verdict).count() as f64;
    let (right, wrong) = (count(Verdict::Right), count(Verdict::Wrong));
    let missed: Vec<&str> =
        rows.iter().filter(|r| r.verdict == Verdict::Wrong).map(|r| r.text.as_str()).collect();
    (right / (right + wrong).max(1.0), missed.join("\n"))
}

fn reaches(name: &str, bar: f64) {
    let Some(rows) = rows(name) else { return };
    let (share, missed) = share(&rows);
    assert!(share >= bar, "{name}: {share:.3} is below {bar}\n{missed}");
}

#[test]
fn questions_reach_the_bar() {
    reaches("questions", 0.97);
    reaches("questions without a time", 1.0);
}

#[test]
fn stated_dates_reach_the_bar() {
    let Some(rows) = rows("extraction dates") else { return };
    let stated: Vec<Row> = rows.into_iter().filter(|r| r.category.starts_with("stated")).collect();
    let (share, missed) = share(&stated);
    assert!(share >= 0.95, "{share:.3}\n{missed}");
}

#[test]
fn the_public_corpora_reach_the_bar() {
    reaches("duckling", 0.92);
    reaches("recognizers", 0.88);
    reaches("recognizers spans", 0.92);
    reaches("must not parse", 0.99);
}

#[test]
fn known_differences_are_rows_that_still_differ() {
    // A row that reads right by now must leave the list.
    let known = Known::load();
    let mut used = std::collections::BTreeSet::new();
    let mut data = false;
    for (_, run) in sets::ALL {
        for row in run(&sets::shared(), &known).into_iter().flatten() {
            data |= !row.category.starts_with("pairs");
            if matches!(row.verdict, Verdict::Differs | Verdict::OutOfScope) {
                used.insert(row.id);
            }
        }
    }
    if data {
        let stale: Vec<&str> = known.keys().filter(|key| !used.contains(*key)).collect();
        assert!(stale.is_empty(), "{stale:#?}");
    }
}
