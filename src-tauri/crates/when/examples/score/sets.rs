//! The sets and how a row of each is judged. Shared by the printed table and by the tests that
//! assert the bars.
#![allow(dead_code)]

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use chrono::{DateTime, NaiveDate, NaiveDateTime, Utc};
use chrono_tz::Tz;
use memstrata_when::{Context, Expression, QuestionReading, find, read_question, read_statement};
use serde_json::Value;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Right,
    Wrong,
    /// A known difference of convention.
    Differs,
    OutOfScope,
}

#[derive(Clone, Debug)]
pub struct Row {
    pub id: String,
    pub category: String,
    pub text: String,
    pub want: String,
    pub got: String,
    pub verdict: Verdict,
}

/// Rows set apart, with their reasons: set, kind, row (a letter for the file and the line, with
/// the number of the result where a line has several), reason.
#[derive(Debug, Default)]
pub struct Known {
    rows: HashMap<(String, String), Verdict>,
}

impl Known {
    pub fn load() -> Self {
        let text = include_str!("../../known_differences.tsv");
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
    fn judge_with(&self, set: &str, key: &str, right: bool, convention: Option<&str>) -> Verdict {
        match self.judge(set, key, right) {
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

type Run = fn(&Path, &Known) -> Option<Vec<Row>>;

pub const ALL: [(&str, Run); 8] = [
    ("questions", questions),
    ("questions without a time", false_times),
    ("extraction dates", extraction),
    ("duckling", duckling),
    ("recognizers", recognizers),
    ("recognizers spans", recognizer_spans),
    ("must not parse", must_not_parse),
    ("pairs", pairs),
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

// ---- questions, by the rules of score_questions.py

/// Words that tie an anchor are not compared, nor are articles.
fn anchor_words(value: &Value) -> Vec<Vec<String>> {
    let norm = |s: &str| -> Vec<String> {
        let lower: String = s
            .to_lowercase()
            .chars()
            .map(|c| if c.is_alphanumeric() || "_. ".contains(c) { c } else { ' ' })
            .collect();
        let mut rest = lower.trim();
        for tie in ["before", "after", "during", "since", "until", "when", "at the time of", "right", "back"]
        {
            if let Some(tail) = rest.strip_prefix(tie)
                && tail.starts_with(' ')
            {
                rest = tail.trim();
                break;
            }
        }
        rest.split_whitespace().filter(|w| !["the", "a", "an"].contains(w)).map(str::to_owned).collect()
    };
    match value {
        Value::String(s) => vec![norm(s)],
        Value::Array(list) => {
            let mut all: Vec<_> = list.iter().filter_map(Value::as_str).map(norm).collect();
            all.sort();
            all
        }
        _ => Vec::new(),
    }
}

fn question_right(want: &Value, got: &QuestionReading, json: &Value) -> bool {
    let want_error = want.get("error").is_some_and(|e| !e.is_null());
    if want_error || got.error.is_some() {
        return want_error == got.error.is_some();
    }
    let near = |intent: &str| if intent == "at" { "during".to_owned() } else { intent.to_owned() };
    let intent = near(want["intent"].as_str().unwrap_or_default());
    let system = |v: &Value| match v {
        Value::Object(o) => Some((instant(&o["from"]), instant(&o["to"]))),
        _ => None,
    };
    let times = intent == "current"
        || same(&want["from"], got.bounds.from)
            && same(&want["to"], got.bounds.to)
            && system(&want["expect_system"]) == system(&json["expect_system"]);
    intent == near(got.intent.as_str())
        && want["clock"] == json["clock"]
        && times
        && anchor_words(&want["anchor"]) == anchor_words(&json["anchor"])
}

fn question_rows(root: &Path) -> Option<Vec<(Value, QuestionReading)>> {
    let rows = lines(root.join("data/dev/questions-dev.jsonl"))?;
    Some(
        rows.into_iter()
            .map(|mut row| {
                if let Some(system) = row.get("expect_system").cloned() {
                    row["expect"]["expect_system"] = system;
                }
                let zone: Tz = text(&row, "timezone").parse().expect("a zone");
                let now = instant(&row["asked_at"]).expect("an instant");
                let context = Context::new(now, zone).with_locale(&text(&row, "locale"));
                let reading = read_question(&text(&row, "question"), &context);
                (row, reading)
            })
            .collect(),
    )
}

fn questions(root: &Path, known: &Known) -> Option<Vec<Row>> {
    Some(
        question_rows(root)?
            .into_iter()
            .map(|(row, reading)| {
                let json = serde_json::to_value(&reading).expect("a document");
                let expect = row["expect"].clone();
                let mut accepted = vec![expect.clone()];
                for over in row["also"].as_array().into_iter().flatten() {
                    let mut one = expect.clone();
                    for (key, value) in over.as_object().into_iter().flatten() {
                        one[key] = value.clone();
                    }
                    accepted.push(one);
                }
                let right = accepted.iter().any(|want| question_right(want, &reading, &json));
                let precise = accepted.iter().any(|want| {
                    question_right(want, &reading, &json)
                        && (want["precision"].is_null()
                            || want["intent"] == "current"
                            || want["precision"] == json["precision"])
                });
                let id = text(&row, "id");
                let category = if expect.get("error").is_some_and(|e| !e.is_null()) {
                    "error".into()
                } else {
                    text(&expect, "intent")
                };
                Row {
                    verdict: known.judge("questions", &id, right && precise),
                    id,
                    category,
                    text: text(&row, "question"),
                    want: expect.to_string(),
                    got: json.to_string(),
                }
            })
            .collect(),
    )
}

fn false_times(root: &Path, known: &Known) -> Option<Vec<Row>> {
    Some(
        question_rows(root)?
            .into_iter()
            .filter(|(row, _)| {
                row["expect"]["intent"] == "none" && row["expect"].get("error").is_none_or(Value::is_null)
            })
            .map(|(row, reading)| {
                let id = text(&row, "id");
                let right = reading.bounds.from.is_none()
                    && reading.bounds.to.is_none()
                    && reading.anchor.is_none()
                    && reading.error.is_none();
                Row {
                    verdict: known.judge("questions", &id, right),
                    id,
                    category: "no time".into(),
                    text: text(&row, "question"),
                    want: "nothing".into(),
                    got: serde_json::to_string(&reading).expect("a document"),
                }
            })
            .collect(),
    )
}

// ---- dates of statements, by the rules of score_extract.py

/// The sentence or clause of a text that holds a value.
fn clause_of<'t>(text: &'t str, object: &str) -> &'t str {
    let lower = text.to_lowercase();
    let at = lower.find(&object.to_lowercase()).unwrap_or(0).min(text.len());
    let boundary = |i: usize| {
        let rest = &text[i..];
        rest.starts_with(". ")
            || rest.starts_with("! ")
            || rest.starts_with("? ")
            || rest.starts_with('\n')
            || rest.starts_with("; ")
    };
    let begin = (0..at).rev().find(|&i| text.is_char_boundary(i) && boundary(i)).map_or(0, |i| i + 1);
    let end = (at..text.len()).find(|&i| text.is_char_boundary(i) && boundary(i)).unwrap_or(text.len());
    &text[begin..end]
}

fn extraction(root: &Path, known: &Known) -> Option<Vec<Row>> {
    let rows = lines(root.join("data/dev/extraction-dev.jsonl"))?;
    let mut out = Vec::new();
    for row in rows {
        let said = DateTime::parse_from_rfc3339(&text(&row, "spoken_at")).expect("an instant");
        // The labels are in Lisbon time, as the offsets of the lines are.
        let context = Context::new(said.to_utc(), Tz::Europe__Lisbon);
        let line = text(&row, "text");
        for fact in row["facts"].as_array().into_iter().flatten() {
            if fact["optional"].as_bool() == Some(true) {
                continue;
            }
            let mut names = vec![text(fact, "o")];
            names.extend(
                fact["o_any"].as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned),
            );
            let object = names
                .iter()
                .find(|o| line.to_lowercase().contains(&o.to_lowercase()))
                .cloned()
                .unwrap_or_default();
            let clause = clause_of(&line, &object);
            let clauses = memstrata_when::read_statements(&line, &context);
            let begin = clause.as_ptr() as usize - line.as_ptr() as usize;
            let object_at = line.to_lowercase().find(&object.to_lowercase()).unwrap_or(begin);
            let reading = clauses
                .iter()
                .find(|(span, _)| span.contains(&object_at))
                .map_or_else(|| read_statement(clause, &context), |(_, reading)| reading.clone());
            let retract = fact["op"] == "retract";
            let from = reading.valid_from.as_ref().map(|p| p.text.clone());
            let to = reading.valid_to.as_ref().map(|p| p.text.clone());
            for (key, any, got) in [("valid_from", "vf_any", &from), ("valid_to", "vt_any", &to)] {
                let want = fact[key].as_str();
                let others: Vec<Option<&str>> =
                    fact[any].as_array().into_iter().flatten().map(Value::as_str).collect();
                let fits = |got: &Option<String>| match got {
                    None => want.is_none(),
                    Some(got) => std::iter::once(want)
                        .chain(others.iter().copied())
                        .flatten()
                        .any(|w| got.starts_with(w)),
                };
                // The date of a retraction is its end, whichever way the clause says it.
                let got = if retract && key == "valid_to" {
                    got.clone().or_else(|| from.clone())
                } else {
                    got.clone()
                };
                let id = format!("{}:{}:{key}", text(&row, "id"), object);
                if want.is_some() {
                    out.push(Row {
                        verdict: known.judge("extraction", &id, fits(&got)),
                        id,
                        category: format!("stated {key}"),
                        text: line.clone(),
                        want: format!("{want:?} {others:?}"),
                        got: format!("{got:?} {:?}", reading.expression),
                    });
                } else if got.is_some() && !(retract && key == "valid_from") {
                    // A date read where none is labelled is a false one, unless it is tolerated.
                    let tolerated = fits(&got);
                    out.push(Row {
                        verdict: known.judge("extraction", &id, tolerated),
                        id,
                        category: format!("not stated {key}"),
                        text: line.clone(),
                        want: format!("none {others:?}"),
                        got: format!("{got:?} {:?}", reading.expression),
                    });
                }
            }
        }
    }
    Some(out)
}

// ---- duckling

fn local(text: &str) -> Option<NaiveDateTime> {
    let text = text.split(['+', 'Z']).next()?;
    NaiveDateTime::parse_from_str(text, "%Y-%m-%dT%H:%M:%S%.f")
        .or_else(|_| NaiveDateTime::parse_from_str(text, "%Y-%m-%d %H:%M:%S"))
        .ok()
        .or_else(|| NaiveDate::parse_from_str(text, "%Y-%m-%d").ok()?.and_hms_opt(0, 0, 0))
}

fn duckling_context() -> Context {
    let now = DateTime::parse_from_rfc3339("2013-02-12T04:30:00-02:00").expect("an instant").to_utc();
    Context::new(now, Tz::Etc__GMTPlus2).with_locale("en-US")
}

fn show(from: Option<NaiveDateTime>, to: Option<NaiveDateTime>) -> String {
    let one = |at: Option<NaiveDateTime>| {
        at.map_or_else(|| "open".to_owned(), |at| at.format("%Y-%m-%dT%H:%M:%S").to_string())
    };
    format!("{} .. {}", one(from), one(to))
}

/// The end of a value of a grain.
fn grain_end(from: NaiveDateTime, grain: &str) -> Option<NaiveDateTime> {
    use chrono::Months;
    Some(match grain {
        "Day" => from + chrono::Duration::days(1),
        "Week" => from + chrono::Duration::days(7),
        "Month" => from.checked_add_months(Months::new(1))?,
        "Quarter" => from.checked_add_months(Months::new(3))?,
        "Year" => from.checked_add_months(Months::new(12))?,
        _ => from,
    })
}

/// The conventions that differ throughout, by the names that `known_differences.tsv` gives them.
fn convention(
    rule: &str,
    from: Option<NaiveDateTime>,
    to: Option<NaiveDateTime>,
    a: Option<NaiveDateTime>,
    b: Option<NaiveDateTime>,
    precision: &str,
    now: NaiveDateTime,
) -> Option<&'static str> {
    use chrono::Duration;
    let unit = |at: NaiveDateTime| match precision {
        "year" => grain_end(at, "Year"),
        "quarter" => grain_end(at, "Quarter"),
        "month" => grain_end(at, "Month"),
        "week" => grain_end(at, "Week"),
        "day" => grain_end(at, "Day"),
        _ => None,
    };
    let (from_at, to_at) = (from?, to?);
    // The last unit of a range is included here and not there.
    if let (Some(a), Some(b)) = (a, b)
        && (from_at == a || from_at.date() == a.date() && from_at == now)
        && b > a
        && [unit(b), grain_end(b, "Day"), grain_end(b, "Month"), grain_end(b, "Year")]
            .into_iter()
            .flatten()
            .any(|end| end == to_at)
        && rule == "range"
    {
        return Some("range-end");
    }
    // There a range of times includes its last minute or hour, and one of days its last day.
    if let (Some(a), Some(b)) = (a, b)
        && from_at == a
        && ["clock-range", "date-time", "for-duration", "range"].contains(&rule)
        && [Duration::seconds(1), Duration::minutes(1), Duration::hours(1), Duration::days(1)]
            .iter()
            .any(|d| to_at + *d == b)
    {
        return Some("closed-end");
    }
    // The hours of a part of the day.
    if ["part-of-day", "tonight", "part"].contains(&rule)
        && a.is_some_and(|a| a.date() == from_at.date())
        && to_at - from_at < Duration::days(1)
        && b.is_none_or(|b| (b - to_at).abs() <= Duration::hours(6))
    {
        return Some("day-part");
    }
    // "last 2 weeks" runs to the moment of asking here, and is whole calendar units there.
    if rule == "rolling" && (from_at == now || to_at == now) {
        return Some("rolling");
    }
    // A count of days or longer is a whole day here.
    if ["ago", "ahead", "count-from"].contains(&rule)
        && to_at - from_at == Duration::days(1)
        && let Some(a) = a
        && (a.date() == from_at.date() || a.date() < from_at.date() && b.is_some_and(|b| b >= to_at))
    {
        return Some("count-of-days");
    }
    None
}

fn duckling(root: &Path, known: &Known) -> Option<Vec<Row>> {
    let context = duckling_context();
    let rows = lines(root.join("data/public/duckling-en.jsonl"))?;
    Some(
        rows.iter()
            .enumerate()
            .filter(|(_, row)| row["kind"] != "NEGATIVE")
            // A text in several rows has several readings; any of them is right.
            .map(|(n, row)| (n, row, rows.iter().filter(|r| r["text"] == row["text"]).collect::<Vec<_>>()))
            .map(|(n, row, readings)| {
                let id = format!("d{}", n + 1);
                let words = text(row, "text");
                let reading = read_question(&words, &context);
                let civil =
                    |at: Option<DateTime<Utc>>| at.map(|at| at.with_timezone(&context.zone).naive_local());
                let (from, to) = (civil(reading.bounds.from), civil(reading.bounds.to));
                let of = |row: &Value| -> (Vec<NaiveDateTime>, String, String) {
                    let values = row["values"].as_array().into_iter().flatten();
                    (
                        values.filter_map(|v| local(v.as_str()?)).collect(),
                        text(row, "grain"),
                        text(row, "dir"),
                    )
                };
                let fits = |row: &Value| {
                    let (values, grain, dir) = of(row);
                    match (dir.as_str(), values.as_slice()) {
                        ("After", [at]) => from == Some(*at) && to.is_none(),
                        ("Before", [at]) => to == Some(*at) && from.is_none(),
                        (_, [at]) => {
                            let moment = matches!(grain.as_str(), "Hour" | "Minute" | "Second");
                            from == Some(*at)
                                && (moment && to == from || !moment && to == grain_end(*at, &grain))
                        }
                        (_, [a, b]) => from == Some(*a) && to == Some(*b),
                        _ => false,
                    }
                };
                let right = readings.iter().any(|r| fits(r));
                let (values, grain, _) = of(row);
                let convention = readings.iter().find_map(|r| {
                    let (values, grain, _) = of(r);
                    let (a, b) =
                        (*values.first()?, values.get(1).copied().or_else(|| grain_end(values[0], &grain))?);
                    convention(
                        reading.rule?,
                        from,
                        to,
                        Some(a),
                        Some(b),
                        reading.precision?.as_str(),
                        context.local_now(),
                    )
                });
                let want = format!("{values:?} {grain} {}", text(row, "dir"));
                Row {
                    verdict: known.judge_with("duckling", &id, right, convention),
                    id,
                    category: text(row, "kind"),
                    text: words,
                    want,
                    got: format!("{} {:?} {:?}", show(from, to), reading.rule, reading.expression),
                }
            })
            .collect(),
    )
}

// ---- recognizers

const READ: [&str; 6] = ["date", "daterange", "datetime", "datetimerange", "time", "timerange"];

fn recognizer_context(row: &Value) -> Option<Context> {
    let reference = local(row["reference"].as_str()?)?;
    Some(Context::new(reference.and_utc(), Tz::UTC).with_locale("en-US"))
}

/// Spans are compared without the words that tie them to the sentence.
fn core_words(text: &str) -> String {
    let mut rest = text.trim().to_lowercase();
    loop {
        let before = rest.clone();
        for tie in [
            "in ", "on ", "at ", "the ", "for ", "from ", "of ", "by ", "around ", "during ", "over ",
            "since ", "before ", "after ", "until ", "within ", "year ", "this ", "back ", "about ",
        ] {
            if let Some(tail) = rest.strip_prefix(tie)
                && !(tie == "this " || tie == "year ") | tail.is_empty()
            {
                rest = tail.trim().to_owned();
            }
        }
        rest = rest.trim_matches(|c: char| !c.is_alphanumeric() && c != '\'').to_owned();
        if rest == before {
            return rest;
        }
    }
}

struct Expected {
    text: String,
    kind: String,
    values: Vec<Value>,
    resolved: bool,
}

fn expected(row: &Value) -> Vec<Expected> {
    row["results"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|r| {
            let values: Vec<Value> = r["values"].as_array().cloned().unwrap_or_default();
            Expected {
                text: text(r, "text"),
                kind: text(r, "type"),
                resolved: values.iter().any(|v| v["value"] != "not resolved"),
                values,
            }
        })
        .collect()
}

fn matches_value(value: &Value, kind: &str, e: &Expression, context: &Context) -> bool {
    let civil = |at: Option<DateTime<Utc>>| at.map(|at| at.with_timezone(&context.zone).naive_local());
    let (from, to) = (civil(e.bounds.from), civil(e.bounds.to));
    let date_only = |at: Option<NaiveDateTime>| at.map(|at| at.date());
    if kind == "time" || kind == "timerange" {
        let time = |v: &Value| v.as_str().and_then(|s| chrono::NaiveTime::parse_from_str(s, "%H:%M:%S").ok());
        if kind == "time" {
            return time(&value["value"]).is_some_and(|t| from.is_some_and(|f| f.time() == t) && from == to);
        }
        let (start, end) = (time(&value["start"]), time(&value["end"]));
        return start == from.map(|f| f.time()) && end == to.map(|f| f.time());
    }
    if let Some(at) = value["value"].as_str() {
        let Some(want) = local(at) else { return false };
        return if kind == "date" {
            date_only(from) == Some(want.date())
                && to.is_some_and(|t| t.date() - want.date() <= chrono::Duration::days(1))
        } else {
            from == Some(want) && to == Some(want)
        };
    }
    let ends = |key: &str| value[key].as_str().and_then(local);
    if kind == "daterange" {
        // Their dates carry no time of day.
        return date_only(ends("start")) == date_only(from) && date_only(ends("end")) == date_only(to);
    }
    ends("start") == from && ends("end") == to
}

/// The expression that overlaps the next place where the expected words stand.
fn overlapping<'e>(
    row_text: &str,
    want: &Expected,
    found: &'e [Expression],
    used: &mut usize,
) -> Option<&'e Expression> {
    let (lower, words) = (row_text.to_lowercase(), want.text.to_lowercase());
    let first = lower.get(*used..)?.find(&words)? + *used;
    let mut at = first;
    loop {
        let end = at + words.len();
        let free = |e: &&Expression| e.span.start < end && at < e.span.end && e.span.start >= *used;
        if let Some(hit) = found.iter().find(free) {
            *used = end.max(hit.span.end.min(end));
            return Some(hit);
        }
        match lower.get(end..).and_then(|rest| rest.find(&words)) {
            Some(next) => at = end + next,
            None => break,
        }
    }
    *used = first + words.len();
    None
}

fn recognizer_results(root: &Path, known: &Known, spans: bool) -> Option<Vec<Row>> {
    let rows = lines(root.join("data/public/recognizers-text-datetime-en.jsonl"))?;
    let mut out = Vec::new();
    for (n, row) in rows.iter().enumerate() {
        let Some(context) = recognizer_context(row) else { continue };
        let words = text(row, "text");
        let found = find(&words, &context);
        let mut used = 0;
        for (k, want) in expected(row).into_iter().enumerate() {
            let id = format!("r{}.{}", n + 1, k + 1);
            let hit = overlapping(&words, &want, &found, &mut used);
            if !READ.contains(&want.kind.as_str()) || !want.resolved {
                continue;
            }
            let right = hit.is_some_and(|e| {
                if spans {
                    let core = core_words(&want.text);
                    core == core_words(&words[e.span.clone()]) || core == core_words(&words[e.core.clone()])
                } else {
                    want.values.iter().any(|v| matches_value(v, &want.kind, e, &context))
                }
            });
            let key = format!("{} | {}", words.replace(['\n', '\t'], " "), want.text);
            let differs = hit.filter(|_| !spans).and_then(|e| {
                let civil =
                    |at: Option<DateTime<Utc>>| at.map(|at| at.with_timezone(&context.zone).naive_local());
                want.values.iter().find_map(|v| {
                    let time_only = want.kind.starts_with("time");
                    let at = |key: &str| {
                        v[key].as_str().and_then(|s| {
                            if time_only {
                                local(&format!("{} {s}", civil(e.bounds.from)?.date()))
                            } else {
                                local(s)
                            }
                        })
                    };
                    convention(
                        e.rule,
                        civil(e.bounds.from),
                        civil(e.bounds.to),
                        at("start"),
                        at("end"),
                        e.precision.as_str(),
                        context.local_now(),
                    )
                })
            });
            out.push(Row {
                verdict: known.judge_with(
                    if spans { "recognizers-span" } else { "recognizers" },
                    &id,
                    right,
                    differs,
                ),
                id,
                category: want.kind.clone(),
                text: key,
                want: format!(
                    "{} {}",
                    want.text,
                    want.values.iter().map(Value::to_string).collect::<Vec<_>>().join(" ")
                ),
                got: hit.map_or_else(
                    || "nothing".into(),
                    |e| {
                        let civil = |at: Option<DateTime<Utc>>| {
                            at.map(|at| at.with_timezone(&context.zone).naive_local())
                        };
                        format!(
                            "'{}' {} {}",
                            &words[e.span.clone()],
                            show(civil(e.bounds.from), civil(e.bounds.to)),
                            e.rule
                        )
                    },
                ),
            });
        }
    }
    Some(out)
}

fn recognizers(root: &Path, known: &Known) -> Option<Vec<Row>> {
    recognizer_results(root, known, false)
}

fn recognizer_spans(root: &Path, known: &Known) -> Option<Vec<Row>> {
    recognizer_results(root, known, true)
}

fn must_not_parse(root: &Path, known: &Known) -> Option<Vec<Row>> {
    let mut out = Vec::new();
    let mut row = |set: &str, id: String, words: String, context: &Context| {
        let found = find(&words, context);
        out.push(Row {
            verdict: known.judge("none", &id, found.is_empty()),
            id,
            category: set.to_owned(),
            got: found
                .iter()
                .map(|e| format!("'{}' {}", &words[e.span.clone()], e.rule))
                .collect::<Vec<_>>()
                .join("; "),
            want: "nothing".into(),
            text: words,
        });
    };
    for (n, one) in lines(root.join("data/public/duckling-en.jsonl"))?.iter().enumerate() {
        if one["kind"] == "NEGATIVE" {
            row("duckling", format!("d{}", n + 1), text(one, "text"), &duckling_context());
        }
    }
    let now = DateTime::from_timestamp(1_478_476_800, 0).expect("an instant");
    for (n, one) in lines(root.join("data/public/recognizers-text-datetime-en.jsonl"))?.iter().enumerate() {
        if expected(one).is_empty() {
            let context =
                recognizer_context(one).unwrap_or_else(|| Context::new(now, Tz::UTC).with_locale("en-US"));
            row("recognizers", format!("r{}", n + 1), text(one, "text"), &context);
        }
    }
    Some(out)
}

// ---- the same period said absolutely and relatively

fn pairs(_: &Path, known: &Known) -> Option<Vec<Row>> {
    let table = include_str!("../../tests/pairs.tsv");
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
                }
            })
            .collect(),
    )
}
