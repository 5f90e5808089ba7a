//! The settings of the open space, and the history of a key kept as a claim.

use std::sync::Arc;

use memstrata_model::settings::{HistoryClaim, Settings, SettingsEffect, SettingsPage};
use memstrata_model::view::Failure;

use super::{Ledger, blocking, on_ledger};

/// The settings of the open space, with what holds where nothing is set.
#[tauri::command]
#[specta::specta]
pub async fn settings(ledger: Ledger<'_>) -> Result<SettingsPage, Failure> {
    on_ledger(ledger, |engine| engine.settings_page()).await
}

/// What keeping settings would change; nothing is stored.
#[tauri::command]
#[specta::specta]
pub async fn settings_effect(ledger: Ledger<'_>, settings: Settings) -> Result<SettingsEffect, Failure> {
    on_ledger(ledger, move |engine| engine.settings_effect(&settings)).await
}

/// Keeps settings of the open space.
#[tauri::command]
#[specta::specta]
pub async fn keep_settings(ledger: Ledger<'_>, settings: Settings) -> Result<(), Failure> {
    let ledger = Arc::clone(&ledger);
    blocking(move || {
        let engine = ledger.engine()?;
        let before = engine.settings_page().map_err(|error| error.failure())?.settings;
        engine.keep_settings(&settings).map_err(|error| error.failure())?;
        let read_otherwise = (before.timezone, before.locale, before.week_start)
            != (settings.timezone, settings.locale, settings.week_start);
        // An engine reads dates as the space had it when it was opened.
        if read_otherwise { ledger.reopen() } else { Ok(()) }
    })
    .await
}

/// The history of a key in a sentence, as it would be kept.
#[tauri::command]
#[specta::specta]
pub async fn history_claim(
    ledger: Ledger<'_>,
    subject: String,
    relation: String,
    scope: Option<String>,
) -> Result<HistoryClaim, Failure> {
    on_ledger(ledger, move |engine| {
        let (rolled, _) = engine.rehearse_roll_up(&subject, &relation, scope.as_deref())?;
        Ok(HistoryClaim::from(&rolled))
    })
    .await
}

/// Keeps the history of a key in a sentence, as a claim; `withdraw` takes it back.
#[tauri::command]
#[specta::specta]
pub async fn keep_history(
    ledger: Ledger<'_>,
    subject: String,
    relation: String,
    scope: Option<String>,
) -> Result<HistoryClaim, Failure> {
    on_ledger(ledger, move |engine| {
        Ok(HistoryClaim::from(&engine.roll_up(&subject, &relation, scope.as_deref())?))
    })
    .await
}
