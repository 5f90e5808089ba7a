//! One function a command, a file for each group of them.

mod asking;
mod bench;
mod consolidate;
mod curating;
mod demo;
mod export;
mod keeping;
mod lines;
mod preview;
mod reading;
mod registry;
mod review;
mod telling;

use clap::CommandFactory as _;
use memstrata_engine::Error;
use memstrata_model::Instant;

use crate::Session;
use crate::args::{Arguments, Command, Moments};
use crate::output::Printer;

/// Carries out a command; the number is its exit code.
pub fn run(session: &Session, command: Command) -> Result<u8, Error> {
    match command {
        Command::Demo(demo) => demo::demo(session, &demo),
        Command::Remember(remember) => telling::remember(session, &remember),
        Command::Assert(assert) => telling::assert(session, &assert),
        Command::End(end) => telling::end(session, &end),
        Command::Void { event, dry_run } => telling::void(session, &event, dry_run),
        Command::Confirm(confirm) => telling::confirm(session, &confirm),
        Command::Import(import) => telling::import(session, &import),
        Command::Undo { id, dry_run } => telling::void(session, &id, dry_run),
        Command::Reread { yes } => telling::reread(session, yes),
        Command::Extract => lines::extract(session),
        Command::When(when) => lines::when(session, &when),
        Command::Ask(ask) => asking::ask(session, &ask),
        Command::Facts(facts) => reading::facts(session, &facts),
        Command::Timeline(timeline) => reading::timeline(session, &timeline),
        Command::Why { fact, depth } => reading::why(session, &fact, depth),
        Command::Dependents { episode, depth } => reading::dependents(session, &episode, depth),
        Command::Alias(alias) => curating::alias(session, &alias),
        Command::Relations { action } => registry::relations(session, action),
        Command::Calibrate(calibrate) => registry::calibrate(session, &calibrate),
        Command::Space { action } => registry::spaces(session, action),
        Command::Diff(diff) => reading::diff(session, &diff),
        Command::Consolidate { dry_run } => consolidate::consolidate(session, dry_run),
        Command::Evidence { claim, drop, dry_run } => {
            consolidate::evidence(session, claim.as_deref(), drop.as_deref(), dry_run)
        }
        Command::Review { action, all } => review::review(session, action, all),
        Command::Forget { episode, yes, dry_run: _ } => curating::forget(session, &episode, yes),
        Command::Resolve { dispute, choice, dry_run } => {
            curating::resolve(session, &dispute, &choice, dry_run)
        }
        Command::Log { since } => reading::log(session, since),
        Command::Export { file, overwrite } => export::export(session, file.as_deref(), overwrite),
        Command::Restore { file } => keeping::restore(session, &file),
        Command::Backup(backup) => keeping::backup(session, &backup),
        Command::Vacuum { dry_run } => keeping::vacuum(session, dry_run),
        Command::Verify => keeping::verify(session),
        Command::Reindex { all } => keeping::reindex(session, all),
        Command::Doctor { digests, usage } => keeping::doctor(session, digests, usage),
        Command::Bench(run) => bench::bench(session, &run),
        Command::Completions { shell } => {
            clap_complete::generate(shell, &mut Arguments::command(), "memstrata", &mut Printer);
            Ok(0)
        }
        Command::Man { command } => man(command.as_deref()),
    }
}

fn man(command: Option<&str>) -> Result<u8, Error> {
    let mut program = Arguments::command();
    program.build();
    let page = match command {
        None => clap_mangen::Man::new(program),
        Some(name) => {
            let found = program.find_subcommand(name).ok_or_else(|| {
                Error::not_found(format!("no command '{name}' here"), Some("`memstrata help` lists them"))
            })?;
            clap_mangen::Man::new(found.clone())
        }
    };
    page.render(&mut Printer).map_err(|error| Error::failed("io", format!("cannot print: {error}"), None))?;
    Ok(0)
}

/// The moments of a command line on both clocks.
fn moments(
    engine: &memstrata_engine::Engine,
    given: &Moments,
) -> Result<(Option<Instant>, Option<Instant>), Error> {
    let read = |text: &Option<String>| text.as_deref().map(|text| engine.read_viewpoint(text)).transpose();
    Ok((read(&given.as_of)?, read(&given.known_at)?))
}

/// Reads all of standard input.
fn standard_input() -> Result<String, Error> {
    std::io::read_to_string(std::io::stdin()).map_err(|error| {
        Error::usage("bad_input", format!("standard input: {error}"), Some("give UTF-8 text"))
    })
}

fn read_file(path: &std::path::Path) -> Result<String, Error> {
    std::fs::read_to_string(path).map_err(|error| {
        let message = format!("cannot read {}: {error}", path.display());
        match error.kind() {
            std::io::ErrorKind::NotFound => Error::not_found(message, None),
            std::io::ErrorKind::InvalidData => Error::usage("bad_input", message, Some("give UTF-8 text")),
            _ => Error::failed("io", message, None),
        }
    })
}
