//! Other people's data, read where it lies beside the repository, and never copied into it.

use std::io::Write as _;
use std::path::PathBuf;

use crate::repository;

/// The folder of the shared data: `MEMSTRATA_SHARED`, else `../shared` beside the repository.
#[must_use]
pub fn shared() -> PathBuf {
    std::env::var_os("MEMSTRATA_SHARED")
        .filter(|folder| !folder.is_empty())
        .map_or_else(|| repository("../shared"), PathBuf::from)
}

/// Says that the test that runs was skipped, and why. What a test that passes prints is kept back; this
/// is not.
pub fn skipped(why: &str) {
    let thread = std::thread::current();
    let _ = writeln!(std::io::stderr(), "skipped: {}: {why}", thread.name().unwrap_or("a test"));
}

/// A file of the public test data; where it is absent, that is said and there is none.
#[must_use]
pub fn public(name: &str) -> Option<String> {
    let path = shared().join("data/public").join(name);
    match std::fs::read_to_string(&path) {
        Ok(text) => Some(text),
        Err(error) => {
            skipped(&format!("{} cannot be read: {error}", path.display()));
            None
        }
    }
}

/// The lines of a JSON Lines file.
///
/// # Panics
/// A line is no JSON of that form.
pub fn json_lines<T: serde::de::DeserializeOwned>(text: &str) -> Vec<T> {
    text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}
