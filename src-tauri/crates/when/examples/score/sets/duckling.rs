//! The corpus of duckling: the period of each phrase, and phrases that name none.

use std::path::Path;

use chrono::{DateTime, NaiveDateTime, Utc};
use chrono_tz::Tz;
use memstrata_when::{Context, read_question};
use serde_json::Value;

use super::convention::{convention, grain_end};
use super::{Known, Row, Seen, Start, lines, local, show, text};

pub(super) fn duckling_context() -> Context {
    let now = DateTime::parse_from_rfc3339("2013-02-12T04:30:00-02:00").expect("an instant").to_utc();
    Context::new(now, Tz::Etc__GMTPlus2).with_locale("en-US")
}

pub(super) fn duckling(root: &Path, known: &Known) -> Option<Vec<Row>> {
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
                let seen = Seen { read: from.is_some() || to.is_some(), right };
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
                let starts: Vec<String> = readings
                    .iter()
                    .filter_map(|r| of(r).0.first().map(|at| at.format("%Y-%m-%dT%H:%M").to_string()))
                    .collect();
                let by_day = ["Day", "Week", "Month", "Quarter", "Year"].contains(&grain.as_str());
                let start = Start::new(
                    &words,
                    &context,
                    true,
                    starts,
                    by_day,
                    reading.bounds.from.or(reading.bounds.to),
                );
                let want = format!("{values:?} {grain} {}", text(row, "dir"));
                Row {
                    verdict: known.judge_with("duckling", &id, &words, seen, convention),
                    id,
                    category: text(row, "kind"),
                    text: words,
                    want,
                    got: format!("{} {:?} {:?}", show(from, to), reading.rule, reading.expression),
                    start: Some(start),
                }
            })
            .collect(),
    )
}
