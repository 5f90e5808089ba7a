//! Secrets that the ledger holds already: a restored log is one's own data, and its hashes leave it
//! nothing to take out, so that what `remember` and `import` would refuse is let in, and said.

use std::io::{Error as IoError, ErrorKind, Write};

use memstrata_ledger::line::Line;
use serde::Serialize;

use crate::refusal::Refusal;
use crate::{Engine, Error};

/// A secret in what is stored: where, never what it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KeptSecret {
    /// The entry that holds it.
    pub entry: String,
    /// The part of it: `text`, `source`, `object`, …
    pub part: &'static str,
    /// What kind of secret.
    pub secret: &'static str,
    /// Where in that part.
    pub place: String,
}

impl Engine {
    /// The entries of all spaces that hold a secret, oldest first. Reads the whole log.
    ///
    /// # Errors
    /// The ledger cannot be read.
    pub fn kept_secrets(&self) -> Result<Vec<KeptSecret>, Error> {
        let mut search = Search::default();
        self.export(&mut search, &mut |_| true)?;
        Ok(search.found)
    }
}

/// Looks through a log as it is written.
#[derive(Default)]
struct Search {
    line: Vec<u8>,
    found: Vec<KeptSecret>,
}

impl Write for Search {
    fn write(&mut self, bytes: &[u8]) -> Result<usize, IoError> {
        let (taken, ends) = match bytes.iter().position(|byte| *byte == b'\n') {
            Some(end) => (end + 1, true),
            None => (bytes.len(), false),
        };
        self.line.extend_from_slice(&bytes[..taken]);
        if ends {
            let line = serde_json::from_slice(&self.line)
                .map_err(|error| IoError::new(ErrorKind::InvalidData, error))?;
            self.line.clear();
            if let Some((entry, refusal)) = in_line(&line) {
                self.found.push(refusal.kept_in(entry));
            }
        }
        Ok(taken)
    }

    fn flush(&mut self) -> Result<(), IoError> {
        Ok(())
    }
}

fn in_line(line: &Line) -> Option<(&str, Refusal)> {
    macro_rules! fact {
        ($line:ident) => {{
            let fact = (&*$line.subject, &*$line.relation, $line.scope.as_deref(), $line.object.as_deref());
            (&$line.id, Refusal::of_fact(fact))
        }};
    }
    let (id, found) = match line {
        Line::Episode(l) => {
            let parts = [("text", &l.text), ("author", &l.author), ("source", &l.locator)];
            let found = parts.into_iter().find_map(|(part, text)| Refusal::in_part(part, text.as_deref()?));
            (&l.id, found)
        }
        Line::Assert(l) => fact!(l),
        Line::End(l) => fact!(l),
        Line::Confirm(l) => fact!(l),
        Line::Batch(l) => (&l.id, Refusal::in_part("label", &l.label)),
        Line::Alias(l) => (&l.id, Refusal::of_fact((&l.subject, "", None, Some(&l.into_subject)))),
        Line::Proposal(l) => (&l.id, Refusal::in_part("reason", &l.reason)),
        _ => return None,
    };
    Some((id.as_deref()?, found?))
}
