//! Questions.

use memstrata_model::view::{AskAnswer, AskRequest, Failure};

use super::{Ledger, on_ledger};

/// Answers a question by one way of retrieval or by both.
#[tauri::command]
#[specta::specta]
pub async fn ask(ledger: Ledger<'_>, request: AskRequest) -> Result<AskAnswer, Failure> {
    on_ledger(ledger, move |engine| engine.ask(&request)).await
}
