//! The sets and how a row of each is judged. Shared by the printed table and by the tests that
//! assert the bars.
#![allow(dead_code)]

mod convention;
mod duckling;
mod pairs;
mod questions;
mod recognizers;
mod statements;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use chrono::{DateTime, NaiveDate, NaiveDateTime, Utc};
use memstrata_when::Context;
use serde_json::Value;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Right,
    Wrong,
    /// A known difference of convention.
    Differs,
    OutOfScope,
}

/// What a row says of the start alone, which is all that other libraries give.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Start {
    pub text: String,
    pub now: String,
    /// Minutes east of UTC.
    pub offset: i32,
    pub month_first: bool,
    /// Whether a date without a year lies ahead.
    pub ahead: bool,
    /// Local starts that are right; none where the row names no time.
    pub starts: Vec<String>,
    /// The row names a day or more, so that a time of day does not count.
    pub by_day: bool,
    pub ours: Option<String>,
}

impl Start {
    fn new(
        text: &str,
        context: &Context,
        ahead: bool,
        starts: Vec<String>,
        by_day: bool,
        ours: Option<DateTime<Utc>>,
    ) -> Self {
        use chrono::Offset as _;
        let local = context.now.with_timezone(&context.zone);
        Start {
            text: text.to_owned(),
            now: context.now.format("%Y-%m-%dT%H:%M:%SZ").to_string(),
            offset: local.offset().fix().local_minus_utc() / 60,
            month_first: context.date_order == memstrata_when::DateOrder::MonthFirst,
            ahead,
            starts,
            by_day,
            ours: ours.map(|at| at.with_timezone(&context.zone).format("%Y-%m-%dT%H:%M").to_string()),
        }
    }
}

#[derive(Clone, Debug)]
pub struct Row {
    pub id: String,
    pub category: String,
    pub text: String,
    pub want: String,
    pub got: String,
    pub verdict: Verdict,
    pub start: Option<Start>,
}

/// Rows set apart, with their reasons: set, kind, row (a letter for the file and the line, with
/// the number of the result where a line has several), reason.
#[derive(Debug, Default)]
pub struct Known {
    rows: HashMap<(String, String), Verdict>,
}

impl Known {
    pub fn load() -> Self {
        let text = include_str!("../../../known_differences.tsv");
        let mut rows = HashMap::new();
        for line in text.lines().filter(|l| !l.is_empty() && !l.starts_with('#')) {
            let columns: Vec<&str> = line.split('\t').collect();
            let [set, kind, row, _reason] = columns[..] else { panic!("malformed row: {line}") };
            let verdict = if kind == "scope" { Verdict::OutOfScope } else { Verdict::Differs };
            rows.insert((set.to_owned(), row.to_owned()), verdict);
        }
        Known { rows }
    }

    /// The rows that are set apart one by one.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.rows.keys().filter(|(set, _)| set != "*").map(|(_, row)| row.as_str())
    }

    /// As [`Self::judge`], where a convention of the whole set may apply.
    fn judge_with(&self, set: &str, key: &str, text: &str, seen: Seen, convention: Option<&str>) -> Verdict {
        match self.judge(set, key, seen.right) {
            // A time that was read where it is out of scope is a wrong one.
            Verdict::OutOfScope if seen.read => Verdict::Wrong,
            Verdict::Wrong if !seen.read && names_other_feast(text) => Verdict::OutOfScope,
            Verdict::Wrong
                if convention
                    .is_some_and(|name| self.rows.contains_key(&("*".to_owned(), name.to_owned()))) =>
            {
                Verdict::Differs
            }
            verdict => verdict,
        }
    }

    fn judge(&self, set: &str, key: &str, right: bool) -> Verdict {
        if right {
            return Verdict::Right;
        }
        self.rows.get(&(set.to_owned(), key.to_owned())).copied().unwrap_or(Verdict::Wrong)
    }
}

/// What came of a row: whether anything was read, and whether it is right.
#[derive(Clone, Copy, Debug)]
struct Seen {
    read: bool,
    right: bool,
}

/// Whether a text names a feast of a calendar that is not computed, by the vocabulary.
fn names_other_feast(text: &str) -> bool {
    let lower = text.to_lowercase();
    let table = include_str!("../../../lexicon/en.tsv").lines().filter(|l| l.starts_with("other_feast\t"));
    table.flat_map(|l| l.rsplit('\t').next().unwrap_or_default().split('|')).any(|form| {
        let form = form.replace(" - ", "-").replace(" '", "'");
        lower.match_indices(&form).any(|(at, _)| {
            let outside = |c: Option<char>| !c.is_some_and(char::is_alphabetic);
            outside(lower[..at].chars().next_back()) && outside(lower[at + form.len()..].chars().next())
        })
    })
}

type Run = fn(&Path, &Known) -> Option<Vec<Row>>;

pub const ALL: [(&str, Run); 8] = [
    ("questions", questions::questions),
    ("questions without a time", questions::false_times),
    ("extraction dates", statements::extraction),
    ("duckling", duckling::duckling),
    ("recognizers", recognizers::recognizers),
    ("recognizers spans", recognizers::recognizer_spans),
    ("must not parse", recognizers::must_not_parse),
    ("pairs", pairs::pairs),
];

/// The sibling folder, or where `MEMSTRATA_SHARED` points.
pub fn shared() -> PathBuf {
    std::env::var_os("MEMSTRATA_SHARED")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../shared"), PathBuf::from)
}

fn lines(path: PathBuf) -> Option<Vec<Value>> {
    let text = std::fs::read_to_string(path).ok()?;
    Some(
        text.lines()
            .filter(|l| !l.is_empty())
            .map(|l| serde_json::from_str(l).expect("a JSON line"))
            .collect(),
    )
}

fn text(value: &Value, key: &str) -> String {
    value[key].as_str().unwrap_or_default().to_owned()
}

fn instant(value: &Value) -> Option<DateTime<Utc>> {
    value.as_str().and_then(|s| DateTime::parse_from_rfc3339(s).ok()).map(|at| at.to_utc())
}

fn same(want: &Value, got: Option<DateTime<Utc>>) -> bool {
    match (instant(want), got) {
        (None, None) => true,
        (Some(a), Some(b)) => (a - b).num_milliseconds().abs() < 1000,
        _ => false,
    }
}

/// A civil time of a corpus, its offset left out.
fn local(text: &str) -> Option<NaiveDateTime> {
    let text = text.split(['+', 'Z']).next()?;
    NaiveDateTime::parse_from_str(text, "%Y-%m-%dT%H:%M:%S%.f")
        .or_else(|_| NaiveDateTime::parse_from_str(text, "%Y-%m-%d %H:%M:%S"))
        .ok()
        .or_else(|| NaiveDate::parse_from_str(text, "%Y-%m-%d").ok()?.and_hms_opt(0, 0, 0))
}

fn show(from: Option<NaiveDateTime>, to: Option<NaiveDateTime>) -> String {
    let one = |at: Option<NaiveDateTime>| {
        at.map_or_else(|| "open".to_owned(), |at| at.format("%Y-%m-%dT%H:%M:%S").to_string())
    };
    format!("{} .. {}", one(from), one(to))
}
