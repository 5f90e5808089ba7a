//! What the window is told without asking.

use memstrata_engine::ConsolidationProgress;
use memstrata_model::view::LedgerInfo;
use serde::{Deserialize, Serialize};

/// The ledger, or how far its embeddings are, changed: by whom does not matter.
#[derive(Clone, Debug, Serialize, Deserialize, specta::Type, tauri_specta::Event)]
pub struct LedgerChanged(pub LedgerInfo);

/// How far the background pass is.
#[derive(Clone, Debug, Serialize, Deserialize, specta::Type, tauri_specta::Event)]
pub struct PassMoved {
    /// What it looks at, in words.
    pub stage: String,
    pub done: u32,
    pub total: u32,
}

impl PassMoved {
    pub(crate) fn of(at: ConsolidationProgress) -> Self {
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        PassMoved { stage: at.stage.to_owned(), done: count(at.done), total: count(at.total) }
    }
}
