//! What the tests across crates share: the naive model of stored time that the ledger is held
//! against ([`naive`]), logs as files and in memory ([`log`]), short words for telling and reading
//! ([`tell`]), an engine with a clock that stands still ([`desk`]), copies of a test program that
//! can be killed ([`process`]), other people's data ([`data`]), and where things lie in the
//! repository. The tests themselves stand in `tests/`.

pub mod data;
pub mod desk;
pub mod log;
pub mod naive;
pub mod process;
pub mod tell;

use std::path::{Path, PathBuf};

/// A path inside the repository.
#[must_use]
pub fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new(".")).join(path)
}

/// How many times the usual number of random cases or rounds is wanted: `MEMSTRATA_CASES`, default 1.
#[must_use]
pub fn cases() -> u32 {
    std::env::var("MEMSTRATA_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(1)
}
