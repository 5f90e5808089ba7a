//! Where things are printed: documents on standard output, notes, progress and errors on standard
//! error. Colour only where a person looks.

use std::io::{self, ErrorKind, IsTerminal as _, Write};

use memstrata_engine::{Error, Exit};
use serde::Serialize;

/// Standard output, for whatever is printed there. Who closes a pipe has read enough: the program
/// ends there, and has done what it was asked. What cannot be written for another reason has failed.
#[derive(Clone, Copy, Debug)]
pub struct Printer;

impl Write for Printer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        io::stdout().write(bytes).map_err(end)
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stdout().flush().map_err(end)
    }
}

fn end(error: io::Error) -> io::Error {
    match error.kind() {
        // To be tried again.
        ErrorKind::Interrupted | ErrorKind::WouldBlock => error,
        ErrorKind::BrokenPipe => std::process::exit(0),
        _ => {
            let _ = writeln!(io::stderr(), "error: cannot print: {error}");
            std::process::exit(Exit::Failed as i32);
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Output {
    pub json: bool,
    pub quiet: bool,
    colour: bool,
}

impl Output {
    pub fn new(json: bool, quiet: bool) -> Self {
        let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Output { json, quiet, colour: !json && !plain && io::stdout().is_terminal() }
    }

    /// Prints a JSON document.
    pub fn document(&self, document: &impl Serialize) {
        if let Ok(text) = serde_json::to_string_pretty(document) {
            self.line(&text);
        }
    }

    /// Prints one line of JSON Lines.
    pub fn json_line(&self, document: &impl Serialize) {
        if let Ok(text) = serde_json::to_string(document) {
            self.line(&text);
        }
    }

    pub fn line(&self, text: &str) {
        let _ = writeln!(Printer, "{text}");
    }

    /// A remark that is no result.
    pub fn note(&self, text: &str) {
        if !self.quiet {
            let _ = writeln!(io::stderr(), "{text}");
        }
    }

    /// How far long work is, on one line.
    pub fn progress(&self, what: &str, done: usize, total: usize) {
        if !self.quiet && io::stderr().is_terminal() {
            let _ = write!(io::stderr(), "\r\x1b[K{what} {done} of {total}");
        }
    }

    pub fn progress_done(&self) {
        if !self.quiet && io::stderr().is_terminal() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }

    pub fn error(&self, error: &Error) {
        if self.json {
            let document = serde_json::json!({"error": error.failure()});
            let _ = writeln!(io::stderr(), "{document}");
        } else {
            let _ = writeln!(io::stderr(), "error: {}", error.message);
            if let Some(hint) = &error.hint {
                let _ = writeln!(io::stderr(), "hint: {hint}");
            }
        }
    }

    pub fn strong(&self, text: &str) -> String {
        self.styled(text, "1")
    }

    pub fn faint(&self, text: &str) -> String {
        self.styled(text, "2")
    }

    pub fn warn(&self, text: &str) -> String {
        self.styled(text, "33")
    }

    fn styled(&self, text: &str, style: &str) -> String {
        if self.colour { format!("\x1b[{style}m{text}\x1b[0m") } else { text.to_owned() }
    }
}
