//! Lines in, lines out, without a ledger: what `extract` and `when` of the command do.

use chrono_tz::Tz;
use memstrata_extract::{Extractor, Lexicon, NoKnownSubjects, Telling, to_json_line};
use memstrata_model::date::read_zone;
use memstrata_model::{Instant, ParseInstantError};
use memstrata_when::{Context, explain, explain_statement, read_question, read_statement};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::Error;

/// A text to read facts from.
#[derive(Clone, Debug, Deserialize)]
pub struct ExtractLine {
    #[serde(default)]
    pub id: Value,
    pub text: String,
    pub spoken_at: String,
    #[serde(default)]
    pub timezone: Option<String>,
    #[serde(default)]
    pub kind: Option<String>,
}

/// The line, and what its moment is read with.
#[derive(Clone, Debug, Deserialize)]
pub struct Spoken {
    #[serde(default)]
    pub id: Value,
    #[serde(default)]
    pub timezone: Option<String>,
    #[serde(default)]
    pub locale: Option<String>,
}

/// A question to read the time of.
#[derive(Clone, Debug, Deserialize)]
pub struct WhenLine {
    pub question: String,
    pub asked_at: String,
    #[serde(flatten)]
    pub spoken: Spoken,
}

/// A statement to read the validity of.
#[derive(Clone, Debug, Deserialize)]
pub struct WhenTextLine {
    pub text: String,
    pub spoken_at: String,
    #[serde(flatten)]
    pub spoken: Spoken,
}

impl Spoken {
    /// What a moment of the line is read against.
    fn context(&self, moment: &str, zone: Option<&str>) -> Result<Context, Error> {
        let zone = zone_of(self.timezone.as_deref(), zone, moment)?;
        let now: Instant = moment.parse()?;
        Ok(Context::new(now.to_utc(), zone).with_locale(self.locale.as_deref().unwrap_or("en-GB")))
    }
}

/// The zone of a line: its own, else the one given for all, else the offset of its moment as far
/// as whole hours go, else UTC.
fn zone_of(own: Option<&str>, given: Option<&str>, moment: &str) -> Result<Tz, Error> {
    if let Some(name) = own.or(given) {
        return Ok(read_zone(name)?);
    }
    let offset = chrono::DateTime::parse_from_rfc3339(moment)
        .map_err(|_| ParseInstantError(moment.to_owned()))?
        .offset()
        .local_minus_utc();
    // POSIX names count the other way round.
    let hours = -offset / 3600;
    let name = if offset % 3600 == 0 && hours != 0 { format!("Etc/GMT{hours:+}") } else { "UTC".to_owned() };
    Ok(read_zone(&name).unwrap_or(Tz::UTC))
}

/// The facts of a text, as one line of JSON.
///
/// # Errors
/// The moment or the zone cannot be read.
pub fn extract_line(line: &ExtractLine, zone: Option<&str>) -> Result<String, Error> {
    let telling = Telling {
        text: &line.text,
        said_at: line.spoken_at.parse()?,
        zone: zone_of(line.timezone.as_deref(), zone, &line.spoken_at)?,
        locale: "en-GB",
        kind: line.kind.as_deref().unwrap_or("note"),
        known_subjects: &NoKnownSubjects,
    };
    let id = match &line.id {
        Value::String(id) => id.clone(),
        other => other.to_string(),
    };
    Ok(to_json_line(&id, &Extractor::new(Lexicon::built_in()).extract(&telling)))
}

/// A document with its line's id first.
fn with_id(id: &Value, reading: &impl Serialize) -> Value {
    let mut document = serde_json::Map::new();
    document.insert("id".to_owned(), id.clone());
    if let Ok(Value::Object(fields)) = serde_json::to_value(reading) {
        document.extend(fields);
    }
    Value::Object(document)
}

/// The time of a question.
///
/// # Errors
/// The moment or the zone cannot be read.
pub fn when_line(line: &WhenLine, zone: Option<&str>) -> Result<Value, Error> {
    let reading = read_question(&line.question, &line.spoken.context(&line.asked_at, zone)?);
    Ok(with_id(&line.spoken.id, &reading))
}

/// The validity of a statement.
///
/// # Errors
/// The moment or the zone cannot be read.
pub fn when_text_line(line: &WhenTextLine, zone: Option<&str>) -> Result<Value, Error> {
    let reading = read_statement(&line.text, &line.spoken.context(&line.spoken_at, zone)?);
    Ok(with_id(&line.spoken.id, &reading))
}

/// The validity of one statement: the document, and the explanation in words.
///
/// # Errors
/// The zone cannot be read.
pub fn explain_when_text(
    text: &str,
    now: Instant,
    zone: &str,
    locale: &str,
) -> Result<(Value, String), Error> {
    let context = Context::new(now.to_utc(), read_zone(zone)?).with_locale(locale);
    let reading = read_statement(text, &context);
    let words = explain_statement(&reading, &context);
    Ok((serde_json::to_value(&reading).unwrap_or_else(|_| json!({})), words))
}

/// The time of one expression or question: the document, and the explanation in words.
///
/// # Errors
/// The zone cannot be read.
pub fn explain_when(text: &str, now: Instant, zone: &str, locale: &str) -> Result<(Value, String), Error> {
    let context = Context::new(now.to_utc(), read_zone(zone)?).with_locale(locale);
    let reading = read_question(text, &context);
    let words = explain(&reading);
    Ok((serde_json::to_value(&reading).unwrap_or_else(|_| json!({})), words))
}
