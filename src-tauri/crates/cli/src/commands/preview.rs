//! What an act would change, in words and as a document.

use memstrata_engine::{DifferenceValue, Engine, Error, KeyDifference, Preview, key_in_words};
use memstrata_model::{Outcome, Precision};
use serde::Serialize;
use serde_json::{Value, json};

use crate::Session;
use crate::show;
use crate::told::met;

/// Prints what acts by hand would come to.
pub fn report(session: &Session, engine: &Engine, preview: &Preview, what: &str) -> Result<u8, Error> {
    if session.output.json {
        session.output.document(&beside(&json!({}), preview));
        return Ok(0);
    }
    session.output.note("Nothing is stored: this is what would be.");
    let mut lines: Vec<String> = Vec::new();
    for applied in preview.receipts.iter().flat_map(|receipt| &receipt.applied) {
        let so = applied.event.is_empty() && applied.outcome == Outcome::Duplicate;
        let outcome = match applied.outcome {
            _ if so => "so already",
            Outcome::Voided => "would be withdrawn",
            outcome => met(engine, outcome, &applied.superseded).0,
        };
        lines.push(format!("{what}: {outcome}"));
    }
    // All that a text or a batch told goes under one name.
    lines.dedup();
    lines.iter().for_each(|line| session.output.line(line));
    print(session, engine, preview);
    Ok(0)
}

/// A preview beside what the act itself answers.
pub fn beside(answer: &impl Serialize, preview: &Preview) -> Value {
    let mut document = serde_json::to_value(answer).unwrap_or_else(|_| json!({}));
    if let (Value::Object(fields), Ok(Value::Object(more))) = (&mut document, serde_json::to_value(preview)) {
        fields.insert("dry_run".to_owned(), Value::Bool(true));
        fields.extend(more);
    }
    document
}

/// Prints what would change.
pub fn print(session: &Session, engine: &Engine, preview: &Preview) {
    if preview.changes.is_empty() && preview.claims.is_empty() && preview.erased.is_empty() {
        session.output.line("No value would change.");
    }
    print_changes(session, engine, &preview.changes, usize::MAX);
    for erased in &preview.erased {
        session
            .output
            .line(&format!("Would erase: {}", erased.text.as_deref().unwrap_or("(nothing)").trim()));
        for object in &erased.objects {
            session.output.line(&format!("  and the value {object}"));
        }
        for sentence in &erased.sentences {
            session.output.line(&format!("  and what was derived from it alone: {}", sentence.trim()));
        }
    }
    for claim in &preview.claims {
        let text = claim.text.as_deref().unwrap_or("(no text)").trim();
        session.output.line(&match &claim.falls {
            Some(reason) => format!("Would fall: {text}  ({reason})"),
            None => format!("Would stand again: {text}"),
        });
    }
    session.output.line(if preview.reversible {
        "It could be taken back with `memstrata undo`."
    } else {
        "It could not be undone."
    });
}

/// Prints which values go and which come, key by key.
pub fn print_changes(session: &Session, engine: &Engine, changes: &[KeyDifference], at_most: usize) {
    for change in changes.iter().take(at_most) {
        session.output.line(&session.output.strong(&key_in_words(&change.key)));
        for value in &change.before {
            session.output.line(&session.output.faint(&format!("  - {}", value_line(engine, value))));
        }
        for value in &change.after {
            session.output.line(&format!("  + {}", value_line(engine, value)));
        }
    }
    if changes.len() > at_most {
        session.output.line(&format!("… and {}", show::counted(changes.len() - at_most, "more key")));
    }
}

fn value_line(engine: &Engine, value: &DifferenceValue) -> String {
    format!(
        "{}  {} → {}",
        value.object,
        show::bound(engine, value.valid_from, Precision::Day, "unknown"),
        show::bound(engine, value.valid_to, Precision::Day, "∞")
    )
}
