//! What the tests across crates share: the naive model of stored time that the ledger is held
//! against ([`naive`]), logs as files and in memory ([`log`]), and where things lie in the
//! repository. The tests themselves stand in `tests/`.

pub mod log;
pub mod naive;

use std::path::{Path, PathBuf};

/// A path inside the repository.
#[must_use]
pub fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new(".")).join(path)
}
