//! The same period said absolutely and relatively.

use std::path::Path;

use chrono::DateTime;
use memstrata_when::{Context, read_question};

use super::{Known, Row};

pub(super) fn pairs(_: &Path, known: &Known) -> Option<Vec<Row>> {
    let table = include_str!("../../../tests/pairs.tsv");
    let rows = table.lines().filter(|l| !l.is_empty() && !l.starts_with('#'));
    Some(
        rows.enumerate()
            .map(|(n, line)| {
                let columns: Vec<&str> = line.split('\t').collect();
                let [now, zone, absolute, relative] = columns[..] else { panic!("malformed row: {line}") };
                let now = DateTime::parse_from_rfc3339(now).expect("an instant").to_utc();
                let context = Context::new(now, zone.parse().expect("a zone"));
                let (a, b) = (read_question(absolute, &context), read_question(relative, &context));
                let id = format!("p{:03}", n + 1);
                let read = a.bounds.from.is_some() || a.bounds.to.is_some();
                let right = read && a.bounds == b.bounds && a.intent == b.intent && a.clock == b.clock;
                Row {
                    verdict: known.judge("pairs", &id, right),
                    id,
                    category: "pairs".into(),
                    text: format!("{absolute} / {relative}"),
                    want: format!("{:?} {:?}", a.bounds, a.intent),
                    got: format!("{:?} {:?}", b.bounds, b.intent),
                    start: None,
                }
            })
            .collect(),
    )
}
