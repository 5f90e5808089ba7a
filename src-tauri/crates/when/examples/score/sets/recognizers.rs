//! The specs of Recognizers-Text: start and end, spans, and sentences that name no time.

use std::path::Path;

use chrono::{DateTime, NaiveDateTime, Utc};
use chrono_tz::Tz;
use memstrata_when::{Context, Expression, find};
use serde_json::Value;

use super::convention::convention;
use super::duckling::duckling_context;
use super::{Known, Row, Seen, Start, lines, local, show, text};

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
            let dated =
                ["date", "datetime"].contains(&want.kind.as_str()) && expected(row).len() == 1 && !spans;
            let start = dated.then(|| {
                let starts = want.values.iter().filter_map(|v| local(v["value"].as_str()?));
                let starts = starts.map(|at| at.format("%Y-%m-%dT%H:%M").to_string()).collect();
                let ours = hit.and_then(|e| e.bounds.from.or(e.bounds.to));
                Start::new(&words, &context, true, starts, want.kind == "date", ours)
            });
            out.push(Row {
                verdict: known.judge_with(
                    if spans { "recognizers-span" } else { "recognizers" },
                    &id,
                    &words,
                    Seen { read: hit.is_some(), right },
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
                start,
            });
        }
    }
    Some(out)
}

pub(super) fn recognizers(root: &Path, known: &Known) -> Option<Vec<Row>> {
    recognizer_results(root, known, false)
}

pub(super) fn recognizer_spans(root: &Path, known: &Known) -> Option<Vec<Row>> {
    recognizer_results(root, known, true)
}

pub(super) fn must_not_parse(root: &Path, known: &Known) -> Option<Vec<Row>> {
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
            start: Some(Start::new(
                &words,
                context,
                true,
                Vec::new(),
                true,
                found.first().and_then(|e| e.bounds.from.or(e.bounds.to)),
            )),
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
