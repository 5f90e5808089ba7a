//! The typed interface between the window and the shell. `ui/src/backend/bindings.ts` is made
//! from it, and a test fails where the two differ.

use specta_typescript::semantic::Configuration;
use tauri_specta::{Builder, collect_commands, collect_events};

use crate::commands::{ask, ledger, review, settings, timeline};
use crate::events::{LedgerChanged, PassMoved};

/// All commands and events.
#[must_use]
pub fn builder() -> Builder<tauri::Wry> {
    Builder::new()
        .commands(collect_commands![
            ledger::ledger_info,
            ledger::open_ledger,
            ledger::open_space,
            timeline::lane_index,
            timeline::lane_marks,
            timeline::strip,
            timeline::density,
            timeline::fact_details,
            ask::ask,
            review::inbox,
            review::inbox_effect,
            review::answer_inbox,
            review::withdraw,
            review::consolidate,
            review::cancel_consolidate,
            settings::settings,
            settings::settings_effect,
            settings::keep_settings,
            settings::history_claim,
            settings::keep_history,
        ])
        .events(collect_events![LedgerChanged, PassMoved])
        .disable_serde_phases()
        // No number of a document is ever NaN or infinite, so none becomes null in JSON.
        .semantic_types(Configuration::empty().enable_lossless_floats())
}
