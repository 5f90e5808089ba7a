//! Which ledger is open.

use std::path::PathBuf;
use std::sync::Arc;

use memstrata_model::view::{Failure, LedgerInfo};

use super::{Ledger, blocking, on_ledger};
use crate::open::Start;

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
    let start = path.map_or(Start::Sample, |path| Start::File(PathBuf::from(path)));
    blocking(move || ledger.replace(&start)?.info().map_err(|error| error.failure())).await
}
