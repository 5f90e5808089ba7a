//! The inbox: what waits for a decision, deciding, and the background pass that fills it.

use std::sync::Arc;

use memstrata_engine::Engine;
use memstrata_model::inbox::{Inbox, InboxAnswer, InboxEffect, PassReport};
use memstrata_model::view::Failure;
use tauri::{AppHandle, State};
use tauri_specta::Event as _;

use super::{Ledger, blocking, on_ledger};
use crate::events::PassMoved;
use crate::pass::Pass;

/// What waits for a decision, oldest first, and what was decided lately.
#[tauri::command]
#[specta::specta]
pub async fn inbox(ledger: Ledger<'_>) -> Result<Inbox, Failure> {
    on_ledger(ledger, Engine::inbox).await
}

/// What an answer would change; nothing is stored.
#[tauri::command]
#[specta::specta]
pub async fn inbox_effect(
    ledger: Ledger<'_>,
    item: String,
    answer: InboxAnswer,
) -> Result<InboxEffect, Failure> {
    on_ledger(ledger, move |engine| engine.inbox_effect(&item, &answer)).await
}

/// Decides on an item; answers the entry that says so.
#[tauri::command]
#[specta::specta]
pub async fn answer_inbox(ledger: Ledger<'_>, item: String, answer: InboxAnswer) -> Result<String, Failure> {
    on_ledger(ledger, move |engine| engine.answer_inbox(&item, &answer)).await
}

/// Takes a decision back.
#[tauri::command]
#[specta::specta]
pub async fn withdraw(ledger: Ledger<'_>, event: String) -> Result<(), Failure> {
    on_ledger(ledger, move |engine| engine.undo(&event).map(drop)).await
}

/// Looks the whole space over and proposes what should be decided on.
#[tauri::command]
#[specta::specta]
pub async fn consolidate(
    app: AppHandle,
    ledger: Ledger<'_>,
    pass: State<'_, Arc<Pass>>,
) -> Result<PassReport, Failure> {
    let (ledger, pass) = (Arc::clone(&ledger), Arc::clone(&pass));
    blocking(move || {
        let engine = ledger.engine()?;
        let report = pass.run(&engine, &mut |at| {
            // Fails only while the window closes.
            let _ = PassMoved::of(at).emit(&app);
        });
        report.map_err(|error| error.failure())
    })
    .await
}

/// Stops the pass that runs.
#[tauri::command]
#[specta::specta]
pub fn cancel_consolidate(pass: State<'_, Arc<Pass>>) {
    pass.cancel();
}
