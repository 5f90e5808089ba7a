//! What the extractor is given and what it hands back: tellings, found facts, skipped spans, and
//! their JSON Lines form. How text becomes facts is the business of the other modules.

use memstrata_model::time::Precision;
use memstrata_model::{Instant, ValidFromSource};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::known::KnownSubjects;

/// A piece of text with all that its reading depends on.
#[derive(Clone, Copy, Debug)]
pub struct Telling<'a> {
    pub text: &'a str,
    /// When it was said; relative dates resolve against it.
    pub said_at: Instant,
    pub zone: chrono_tz::Tz,
    /// BCP 47 tag; decides the order of `03/04/2026`.
    pub locale: &'a str,
    /// Any word: chat, commit, standup, runbook, release_notes, personal, …
    pub kind: &'a str,
    pub known_subjects: &'a dyn KnownSubjects,
}

/// What a clause does to its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FoundOp {
    Assert,
    /// "No longer": the world changed.
    End,
    /// "That was never so": we were wrong.
    Void,
}

/// A date that a clause states.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FoundDate {
    /// As known in the telling's zone: `2026`, `2026-03`, `2026-03-10` or an instant.
    pub text: String,
    /// Where it begins.
    pub at: Instant,
    pub precision: Precision,
}

/// One fact as a clause tells it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FoundFact {
    pub subject: String,
    /// Canonical name of the lexicon, or a plain lower-case noun phrase.
    pub relation: String,
    /// Environment, tier, file, role: what separates keys of one subject and relation.
    pub scope: Option<String>,
    /// As written.
    pub object: String,
    pub op: FoundOp,
    pub set_valued: bool,
    pub valid_from: Option<FoundDate>,
    pub valid_to: Option<FoundDate>,
    pub valid_from_source: ValidFromSource,
    /// An observation that says nothing about its own bounds.
    pub window: bool,
    /// 0 to 1.
    pub confidence: f64,
    /// Whether it may close another value of its key.
    pub closes: bool,
    /// Byte range of the clause.
    pub span: (usize, usize),
    /// Byte range of the object.
    pub object_span: (usize, usize),
    /// Name of the rule that read it.
    pub rule: &'static str,
}

/// A clause that was read and deliberately yields no fact.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Skipped {
    pub span: (usize, usize),
    /// question, request, hypothetical, wish, plan, quotation, hearsay, example, …
    pub reason: &'static str,
}

/// All that one telling yields, in the order of the text.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Extraction {
    pub facts: Vec<FoundFact>,
    pub skipped: Vec<Skipped>,
}

/// One line of `memstrata extract`, without the line break.
#[must_use]
pub fn to_json_line(id: &str, extraction: &Extraction) -> String {
    let date = |d: &Option<FoundDate>| d.as_ref().map_or(Value::Null, |d| json!(d.text));
    let utc = |d: &Option<FoundDate>| d.as_ref().map_or(Value::Null, |d| json!(d.at.to_string()));
    let facts: Vec<Value> = extraction
        .facts
        .iter()
        .map(|f| {
            let precision = f.valid_from.as_ref().or(f.valid_to.as_ref()).map(|d| d.precision);
            json!({
                "subject": f.subject, "relation": f.relation, "scope": f.scope, "object": f.object,
                "op": f.op, "set_valued": f.set_valued,
                "valid_from": date(&f.valid_from), "valid_to": date(&f.valid_to),
                "valid_from_utc": utc(&f.valid_from), "valid_to_utc": utc(&f.valid_to),
                "valid_from_source": f.valid_from_source, "window": f.window,
                "precision": precision, "confidence": f.confidence,
                "span": [f.span.0, f.span.1], "rule": f.rule,
            })
        })
        .collect();
    let skipped: Vec<Value> = extraction
        .skipped
        .iter()
        .map(|s| json!({"span": [s.span.0, s.span.1], "reason": s.reason}))
        .collect();
    json!({"id": id, "facts": facts, "skipped": skipped}).to_string()
}
