//! What the window is told without asking.

use memstrata_model::view::LedgerInfo;
use serde::{Deserialize, Serialize};

/// The ledger, or how far its embeddings are, changed: by whom does not matter.
#[derive(Clone, Debug, Serialize, Deserialize, specta::Type, tauri_specta::Event)]
pub struct LedgerChanged(pub LedgerInfo);
