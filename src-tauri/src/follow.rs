//! Follows the open ledger: whoever writes to it, the window hears of it within a moment.

use std::sync::Arc;
use std::time::Duration;

use memstrata_engine::Engine;
use memstrata_model::view::LedgerInfo;
use tauri::AppHandle;
use tauri_specta::Event as _;

use crate::events::LedgerChanged;
use crate::open::OpenLedger;

/// How often the ledger is looked at.
const EVERY: Duration = Duration::from_millis(250);

/// Starts to follow, for as long as the program runs.
///
/// # Errors
/// No thread can be started.
pub fn start(app: AppHandle, ledger: Arc<OpenLedger>) -> std::io::Result<()> {
    std::thread::Builder::new().name("follow".to_owned()).spawn(move || {
        let mut follower = Follower::default();
        loop {
            std::thread::sleep(EVERY);
            if let Some(info) = follower.look(&ledger) {
                // Fails only while the window closes.
                let _ = LedgerChanged(info).emit(&app);
            }
        }
    })?;
    Ok(())
}

/// What was seen at the last look.
#[derive(Debug, Default)]
pub struct Follower {
    seen: Option<Seen>,
}

#[derive(Debug)]
struct Seen {
    engine: Arc<Engine>,
    mark: i64,
    beside: u64,
}

impl Follower {
    /// How the ledger stands, where that changed since the last look or, at the first, since it
    /// was opened. A ledger that cannot be read now is looked at again next time.
    pub fn look(&mut self, ledger: &OpenLedger) -> Option<LedgerInfo> {
        let opened = ledger.present()?;
        let beside = ledger.beside();
        let mark = opened.engine.change_mark().ok()?;
        let before = match &self.seen {
            Some(seen) if Arc::ptr_eq(&seen.engine, &opened.engine) => (seen.mark, seen.beside),
            // The window asks for the state of a ledger that it opens.
            _ => (opened.mark, beside),
        };
        let info = if before == (mark, beside) { None } else { Some(opened.engine.info().ok()?) };
        self.seen = Some(Seen { engine: opened.engine, mark, beside });
        info
    }
}
