//! Where things are printed: documents on standard output, notes, progress and errors on standard
//! error. Colour only where a person looks.

use std::io::{IsTerminal as _, Write as _};

use memstrata_engine::Error;
use serde::Serialize;

#[derive(Clone, Copy, Debug)]
pub struct Output {
    pub json: bool,
    pub quiet: bool,
    colour: bool,
}

impl Output {
    pub fn new(json: bool, quiet: bool) -> Self {
        let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Output { json, quiet, colour: !json && !plain && std::io::stdout().is_terminal() }
    }

    /// Prints a JSON document. A closed pipe is no failure: whoever read has read enough.
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
        if writeln!(std::io::stdout(), "{text}").is_err() {
            std::process::exit(0);
        }
    }

    /// A remark that is no result.
    pub fn note(&self, text: &str) {
        if !self.quiet {
            let _ = writeln!(std::io::stderr(), "{text}");
        }
    }

    /// How far long work is, on one line.
    pub fn progress(&self, what: &str, done: usize, total: usize) {
        if !self.quiet && std::io::stderr().is_terminal() {
            let _ = write!(std::io::stderr(), "\r\x1b[K{what} {done} of {total}");
        }
    }

    pub fn progress_done(&self) {
        if !self.quiet && std::io::stderr().is_terminal() {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }

    pub fn error(&self, error: &Error) {
        if self.json {
            let document = serde_json::json!({"error": error.failure()});
            let _ = writeln!(std::io::stderr(), "{document}");
        } else {
            let _ = writeln!(std::io::stderr(), "error: {}", error.message);
            if let Some(hint) = &error.hint {
                let _ = writeln!(std::io::stderr(), "hint: {hint}");
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
