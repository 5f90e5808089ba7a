//! Prints how a text is read: `cargo run -p memstrata-when --example read -- TEXT [NOW] [ZONE]`.

use chrono::DateTime;
use memstrata_when::{Context, explain, find, read_question, read_statements};

fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let text = arguments.next().unwrap_or_default();
    let now = arguments.next().unwrap_or_else(|| "2026-05-13T10:30:00+01:00".to_owned());
    let zone = arguments.next().unwrap_or_else(|| "Europe/Lisbon".to_owned());
    let zone = zone.parse().map_err(|_| anyhow::anyhow!("'{zone}' is not a time zone"))?;
    let context = Context::new(DateTime::parse_from_rfc3339(&now)?.to_utc(), zone);
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
