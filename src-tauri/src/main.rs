//! The window's program: reads the arguments, prepares the graphics and opens the window.

// No console beside the window on Windows.
#![cfg_attr(all(windows, not(debug_assertions)), windows_subsystem = "windows")]

use std::process::ExitCode;

use memstrata_app::arguments::{self, Asked};
use memstrata_app::graphics;

/// Batches are told by one thread with what another has read: pieces of memory that one thread gives
/// back for another are cheap here (ADR 10).
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let start = match arguments::read(std::env::args_os().skip(1)) {
        Ok(Asked::Window(start)) => start,
        Ok(Asked::Words(words)) => {
            println!("{words}");
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            eprintln!("memstrata-app: {error}\n\n{}", arguments::USAGE);
            return ExitCode::from(2);
        }
    };
    if let Err(error) = graphics::prepare() {
        eprintln!("memstrata-app: {error}");
        return ExitCode::FAILURE;
    }
    match memstrata_app::run(start) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("memstrata-app: {error:#}");
            ExitCode::FAILURE
        }
    }
}
