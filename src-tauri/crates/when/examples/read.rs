//! Prints how texts are read: `cargo run -p memstrata-when --example read -- TEXT [NOW] [ZONE] [LOCALE]`,
//! or with `-` for TEXT one short line for each line of standard input.

use chrono::DateTime;
use memstrata_when::{Context, explain, find, read_question, read_statement, read_statements};

fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let text = arguments.next().unwrap_or_default();
    let now = arguments.next().unwrap_or_else(|| "2026-05-13T10:30:00+01:00".to_owned());
    let zone = arguments.next().unwrap_or_else(|| "Europe/Lisbon".to_owned());
    let zone = zone.parse().map_err(|_| anyhow::anyhow!("'{zone}' is not a time zone"))?;
    let locale = arguments.next().unwrap_or_else(|| "en-GB".to_owned());
    let context = Context::new(DateTime::parse_from_rfc3339(&now)?.to_utc(), zone).with_locale(&locale);
    if text == "-" {
        for line in std::io::stdin().lines() {
            short(&line?, &context)?;
        }
        return Ok(());
    }
    let question = read_question(&text, &context);
    println!("{}\n{}", serde_json::to_string_pretty(&question)?, explain(&question));
    for expression in find(&text, &context) {
        println!("{} {}", &text[expression.span.clone()], serde_json::to_string(&expression)?);
    }
    for (span, statement) in read_statements(&text, &context) {
        println!("{} | {} {:?}", &text[span], serde_json::to_string(&statement)?, statement.window);
    }
    Ok(())
}

fn short(line: &str, context: &Context) -> anyhow::Result<()> {
    let at = |at: Option<DateTime<chrono::Utc>>| {
        at.map_or_else(
            || "-".to_owned(),
            |at| at.with_timezone(&context.zone).format("%Y-%m-%dT%H:%M").to_string(),
        )
    };
    if let Some(statement) = line.strip_prefix('!') {
        let reading = read_statement(statement, context);
        let part = |p: Option<memstrata_when::DatePart>| p.map_or_else(|| "-".to_owned(), |p| p.text);
        println!(
            "{statement}\n    {} .. {} {} {:?} {:?}",
            part(reading.valid_from),
            part(reading.valid_to),
            if reading.window { "window" } else { "extent" },
            reading.expression,
            reading.rule
        );
        return Ok(());
    }
    let reading = read_question(line, context);
    if let Some(error) = reading.error {
        println!("{line}\n    {} '{}'", error.code, error.expression);
        return Ok(());
    }
    println!(
        "{line}\n    {} {} [{} .. {}) {:?} '{}' {} {} {}",
        reading.intent.as_str(),
        reading.clock.as_str(),
        at(reading.bounds.from),
        at(reading.bounds.to),
        reading.precision,
        reading.expression.unwrap_or_default(),
        reading.anchor.map_or_else(String::new, |a| format!("anchor {a:?}")),
        reading.expect_system.map_or_else(String::new, |s| format!(
            "system [{} .. {})",
            at(s.from),
            at(s.to)
        )),
        reading.rule.unwrap_or("-"),
    );
    Ok(())
}
