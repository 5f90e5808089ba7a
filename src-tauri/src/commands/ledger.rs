//! Which ledger is open.

use std::path::PathBuf;
use std::sync::Arc;

use memstrata_model::view::{Failure, LedgerInfo};

use super::{Ledger, blocking, on_ledger};
use crate::open::{Start, Which};

/// What is open, and how it is.
#[tauri::command]
#[specta::specta]
pub async fn ledger_info(ledger: Ledger<'_>) -> Result<LedgerInfo, Failure> {
    on_ledger(ledger, |engine| engine.info()).await
}

/// Opens another ledger; null opens the sample.
#[tauri::command]
#[specta::specta]
pub async fn open_ledger(ledger: Ledger<'_>, path: Option<String>) -> Result<LedgerInfo, Failure> {
    let ledger = Arc::clone(&ledger);
    let start = Start::of(path.map_or(Which::Sample, |path| Which::File(PathBuf::from(path))));
    blocking(move || ledger.replace(&start)?.info().map_err(|error| error.failure())).await
}

/// Opens another space of the open ledger.
#[tauri::command]
#[specta::specta]
pub async fn open_space(ledger: Ledger<'_>, space: String) -> Result<LedgerInfo, Failure> {
    let ledger = Arc::clone(&ledger);
    blocking(move || ledger.enter(space)?.info().map_err(|error| error.failure())).await
}
