//! The dates of statements, by the rules of `score_extract.py`.

use std::path::Path;

use chrono::DateTime;
use chrono_tz::Tz;
use memstrata_when::{Context, read_statement};
use serde_json::Value;

use super::{Known, Row, lines, text};

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

pub(super) fn extraction(root: &Path, known: &Known) -> Option<Vec<Row>> {
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
                        start: None,
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
                        start: None,
                    });
                }
            }
        }
    }
    Some(out)
}
