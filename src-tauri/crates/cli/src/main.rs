//! The `memstrata` command: the terminal's program, and what agents and scripts use. It reads
//! arguments and prints documents; everything else is the engine's.

mod args;
mod commands;
mod output;
mod show;
mod told;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use clap::Parser as _;
use clap::error::{ContextKind, ContextValue};
use memstrata_engine::{Engine, EngineOptions, Error, Exit};
use memstrata_model::{Clock as _, Instant, SystemClock};
use tempfile::TempDir;

use crate::args::{Arguments, Global};
use crate::output::Output;

/// Batches are told by one thread with what another has read: pieces of memory that one thread gives
/// back for another are cheap here (ADR 10).
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// What every command is given.
#[derive(Debug)]
pub struct Session {
    pub global: Global,
    pub output: Output,
    cancelled: Arc<AtomicBool>,
    /// Where a ledger is tried that is not to be made.
    scratch: OnceLock<TempDir>,
}

impl Session {
    /// Opens the ledger; commands that only read do not make one.
    pub fn open(&self, create: bool) -> Result<Engine, Error> {
        self.open_with(self.options(create))
    }

    /// As [`Session::open`], in a space of that name.
    pub fn open_in(&self, space: &str, create: bool) -> Result<Engine, Error> {
        self.open_with(EngineOptions { space: space.to_owned(), ..self.options(create) })
    }

    /// Opens the ledger to tell it something, or only to try to: that makes none where there is none.
    pub fn open_to_tell(&self, options: EngineOptions, dry_run: bool) -> Result<Engine, Error> {
        if !dry_run || self.ledger_exists() {
            return self.open_with(options);
        }
        let folder = tempfile::tempdir()
            .map_err(|error| Error::failed("io", format!("no temporary folder: {error}"), None))?;
        let engine = Engine::open(&folder.path().join("tried.memstrata"), options)?;
        let _ = self.scratch.set(folder);
        Ok(engine)
    }

    pub fn open_with(&self, options: EngineOptions) -> Result<Engine, Error> {
        let create = options.create;
        let path = self.ledger_path()?;
        if create && std::fs::metadata(&path).is_ok_and(|data| data.is_file() && data.len() == 0) {
            self.output.note(&format!("warning: {} was empty; a new ledger begins in it", path.display()));
        }
        let engine = Engine::open(&path, options).map_err(|error| match error.code {
            "not_found" if !create && !path.exists() => Error::not_found(
                format!("there is no ledger at {}", path.display()),
                Some("tell it something first (`memstrata remember`), or try `memstrata demo`"),
            ),
            _ => error,
        })?;
        for warning in engine.place_warnings() {
            self.output.note(&format!("warning: {} ({})", warning.message, warning.hint));
        }
        // A backup that fails must not keep anyone from the ledger.
        match engine.back_up_if_due() {
            Ok(Some(path)) if self.global.verbose => {
                self.output.note(&format!("Backed up to {}", path.display()));
            }
            Ok(_) => {}
            Err(error) => self.output.note(&format!("warning: the backup that is due failed: {error}")),
        }
        Ok(engine)
    }

    pub fn ledger_path(&self) -> Result<PathBuf, Error> {
        match &self.global.ledger {
            Some(path) => Ok(path.clone()),
            None => memstrata_engine::default_ledger(),
        }
    }

    pub fn ledger_exists(&self) -> bool {
        self.ledger_path().is_ok_and(|path| path.exists())
    }

    pub fn options(&self, create: bool) -> EngineOptions {
        let mut options = EngineOptions::new(Arc::new(SystemClock));
        options.space.clone_from(&self.global.space);
        options.timezone.clone_from(&self.global.tz);
        options.create = create;
        options
    }

    /// Whether the person has not asked to stop.
    pub fn goes_on(&self) -> bool {
        !self.cancelled.load(Ordering::Relaxed)
    }
}

/// What is no command line of this build: help and the version end well, the rest is wrong usage.
fn not_understood(error: &clap::Error) -> ExitCode {
    // The page that fixes the command line keeps the name for what other builds may have.
    if matches!(error.get(ContextKind::InvalidSubcommand), Some(ContextValue::String(name)) if name == "mcp")
    {
        Output::new(false, false).error(&Error::usage(
            "no_mcp",
            "this build has no MCP server",
            Some("agents can call the commands themselves: `memstrata remember`, `memstrata ask --json`"),
        ));
        return ExitCode::from(Exit::Usage as u8);
    }
    let _ = error.print();
    ExitCode::from(if error.use_stderr() { Exit::Usage as u8 } else { 0 })
}

/// A clock before 1970 was never set: what is written by it would be dated wrongly for good.
fn clock_is_set() -> Result<(), Error> {
    let now = SystemClock.now();
    if now >= Instant::from_micros(0) {
        return Ok(());
    }
    Err(Error::failed(
        "clock",
        format!("the system's clock says {now}"),
        Some("set the clock, then try again"),
    ))
}

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return not_understood(&error),
    };
    let cancelled = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&cancelled);
    // A second interrupt ends the program at once; the ledger's transactions make that safe.
    let _ = ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(Exit::Cancelled as i32);
        }
    });
    let output = Output::new(arguments.global.json, arguments.global.quiet);
    let session = Session { global: arguments.global, output, cancelled, scratch: OnceLock::new() };
    match clock_is_set().and_then(|()| commands::run(&session, arguments.command)) {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            session.output.error(&error);
            ExitCode::from(error.exit as u8)
        }
    }
}
