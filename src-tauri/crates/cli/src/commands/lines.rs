//! The two filters that touch no ledger: facts and time expressions out of JSON Lines.

use std::io::BufRead as _;

use memstrata_engine::Error;
use memstrata_engine::filter::{
    ExtractLine, WhenLine, WhenTextLine, explain_when, explain_when_text, extract_line, when_line,
    when_text_line,
};
use memstrata_model::{Clock as _, SystemClock};

use crate::Session;
use crate::args;

/// Hands out the lines of standard input, each read as JSON; the first that is not is an error
/// that names it.
fn each_line<T: serde::de::DeserializeOwned>(
    mut take: impl FnMut(T) -> Result<(), Error>,
) -> Result<(), Error> {
    for (number, line) in std::io::stdin().lock().lines().enumerate() {
        let bad = |reason: String| {
            Error::usage("bad_line", format!("standard input, line {}: {reason}", number + 1), None)
        };
        let line = line.map_err(|error| bad(error.to_string()))?;
        if line.trim().is_empty() {
            continue;
        }
        take(serde_json::from_str(&line).map_err(|error| bad(error.to_string()))?).map_err(|error| {
            Error { message: format!("standard input, line {}: {}", number + 1, error.message), ..error }
        })?;
    }
    Ok(())
}

pub fn extract(session: &Session) -> Result<u8, Error> {
    each_line(|line: ExtractLine| {
        session.output.line(&extract_line(&line, session.global.tz.as_deref())?);
        Ok(())
    })?;
    Ok(0)
}

pub fn when(session: &Session, args: &args::When) -> Result<u8, Error> {
    let zone = session.global.tz.as_deref();
    if let Some(expression) = &args.expression {
        let now = match &args.now {
            Some(now) => now.parse()?,
            None => SystemClock.now(),
        };
        let read = if args.texts { explain_when_text } else { explain_when };
        let (document, words) = read(expression, now, zone.unwrap_or("UTC"), &args.locale)?;
        if session.output.json {
            session.output.document(&document);
        } else {
            session.output.line(&words);
        }
        return Ok(0);
    }
    if args.texts {
        each_line(|line: WhenTextLine| {
            session.output.json_line(&when_text_line(&line, zone)?);
            Ok(())
        })?;
    } else {
        each_line(|line: WhenLine| {
            session.output.json_line(&when_line(&line, zone)?);
            Ok(())
        })?;
    }
    Ok(0)
}
