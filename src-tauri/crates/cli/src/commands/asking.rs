//! Asking questions, by one way of retrieval or by both.

use memstrata_engine::{Engine, Error};
use memstrata_model::view::{AskAnswer, AskMode, AskRequest, Column, IndexPhase, Reading, Viewpoint};

use super::moments;
use crate::Session;
use crate::args;
use crate::show;

pub fn ask(session: &Session, args: &args::Ask) -> Result<u8, Error> {
    if args.reader != "extractive" {
        return Err(Error::usage(
            "unknown_reader",
            format!("'{}' is no reader here", args.reader),
            Some("use extractive"),
        ));
    }
    if matches!(args.mode, args::Mode::Temporal) && (args.hybrid || args.rerank) {
        return Err(Error::usage(
            "no_plain_retrieval",
            "--hybrid and --rerank are of plain retrieval, which this question is not asked".to_owned(),
            Some("add --mode plain or --mode compare"),
        ));
    }
    let mut options = session.options(false);
    options.ablation.hybrid = args.hybrid;
    options.ablation.rerank = args.rerank;
    if let (Some(endpoint), Some(model)) = (&args.endpoint, &args.model) {
        let key = std::env::var("MEMSTRATA_API_KEY").ok();
        let reranker = memstrata_engine::model_reranker(endpoint, model, key);
        // A space that wants none asks without one, however the endpoint is written.
        options.reranker = if args.rerank { Some(reranker?) } else { reranker.ok() };
    }
    let engine = session.open_with(options)?;
    let (as_of, known_at) = moments(&engine, &args.moments)?;
    catch_up(session, &engine)?;
    let request = AskRequest {
        question: args.question.clone(),
        view: Viewpoint { as_of, known_at },
        mode: match args.mode {
            args::Mode::Temporal => AskMode::Temporal,
            args::Mode::Plain => AskMode::Plain,
            args::Mode::Compare => AskMode::Compare,
        },
        k: args.k.unwrap_or(0),
        budget: args.budget,
        follow: args.follow.as_deref().map(reading_before).transpose()?,
    };
    let answer = engine.ask(&request)?;
    if let Some((loaded, of)) = engine.index_loading() {
        session
            .output
            .note(&format!("Keys and words were searched, meanings not yet: index loading {loaded} of {of}"));
    }
    if let Some(retrieval) = answer.plain.as_ref().and_then(|plain| plain.retrieval.as_ref())
        && let Some(error) = &retrieval.rerank_error
    {
        let gave = retrieval.reranker.as_ref().map(|model| format!("{model} gave no order: "));
        session
            .output
            .note(&format!("Plain retrieval's passages stand as found: {}{error}", gave.unwrap_or_default()));
    }
    if session.output.json {
        session.output.document(&answer);
        return Ok(0);
    }
    print_answer(session, &engine, &answer);
    Ok(0)
}

/// The reading of an earlier question, from what `ask --json` printed or from the reading alone.
fn reading_before(path: &std::path::Path) -> Result<Reading, Error> {
    let bad = |why: String| {
        Error::usage(
            "bad_follow",
            format!("'{}' holds no reading: {why}", path.display()),
            Some("give what `memstrata ask --json` printed"),
        )
    };
    let text = std::fs::read_to_string(path).map_err(|error| bad(error.to_string()))?;
    serde_json::from_str::<AskAnswer>(&text)
        .map(|answer| answer.reading)
        .or_else(|_| serde_json::from_str(&text))
        .map_err(|error| bad(error.to_string()))
}

/// Embeds what was told since the last time; without a model it is said and words are searched.
pub fn catch_up(session: &Session, engine: &Engine) -> Result<(), Error> {
    let state = engine.index_state()?;
    if state.state == IndexPhase::Unavailable {
        session.output.note(&format!(
            "Words are searched, meanings are not: {}",
            state.message.unwrap_or_else(|| "there is no embedding model".to_owned())
        ));
        return Ok(());
    }
    if state.done == state.total {
        return Ok(());
    }
    let done = engine.index_all(&mut |progress| {
        session.output.progress("embedded", progress.done, progress.total);
        session.goes_on()
    });
    session.output.progress_done();
    match done {
        Err(error) if error.code == "no_model" => {
            session.output.note(&format!("Words are searched, meanings are not: {}", error.message));
            Ok(())
        }
        other => other.map(|_| ()),
    }
}

fn print_answer(session: &Session, engine: &Engine, answer: &AskAnswer) {
    let reading = &answer.reading;
    let mut read = format!("Read as: {}", reading.reading);
    if !read.contains(&reading.timezone) {
        read.push_str(&format!(" ({})", reading.timezone));
    }
    if let Some(note) = &reading.note {
        read.push_str(&format!("; {note}"));
    }
    session.output.line(&session.output.faint(&read));
    if let (Some(plain), Some(temporal)) = (&answer.plain, &answer.temporal) {
        print_both(session, engine, plain, temporal);
        if let Some(verdict) = &answer.verdict {
            session.output.line(&session.output.strong(&verdict.sentence));
        }
        if session.global.verbose {
            for (title, column) in [("PLAIN", plain), ("TEMPORAL", temporal)] {
                session.output.line(title);
                print_evidence(session, engine, column);
            }
        }
        return;
    }
    let Some(column) = answer.temporal.as_ref().or(answer.plain.as_ref()) else { return };
    let unknown = if column.uncertain.is_empty() { "I do not know." } else { "That is uncertain." };
    session.output.line(&session.output.strong(column.answer.as_deref().unwrap_or(unknown)));
    session.output.line(&show::explanation(column));
    print_evidence(session, engine, column);
}

fn print_evidence(session: &Session, engine: &Engine, column: &Column) {
    for line in show::evidence(engine, column, session.global.verbose) {
        session.output.line(&session.output.faint(&line));
    }
}

/// The two columns of a comparison, stale values marked.
pub fn print_both(session: &Session, engine: &Engine, plain: &Column, temporal: &Column) {
    let cell = |column: &Column, title: &str| {
        let unknown = if column.uncertain.is_empty() { "(abstains)" } else { "(uncertain)" };
        let answer = column.answer.as_deref().unwrap_or(unknown);
        let mark = show::mark(engine, column, temporal);
        let mark = if mark.is_empty() { mark } else { format!("  [{mark}]") };
        format!("{title}\n{answer}{mark}\n{}", show::explanation(column))
    };
    let text = show::side_by_side(&cell(plain, "PLAIN"), &cell(temporal, "TEMPORAL"), 46);
    session.output.line(text.trim_end());
}
