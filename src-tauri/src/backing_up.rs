//! Makes the backups that are planned, while the window is open: soon after a ledger was opened,
//! and whenever the next one is due.

use std::sync::Arc;
use std::time::Duration;

use crate::open::OpenLedger;

/// The first look waits until the window has painted.
const FIRST_LANES: Duration = Duration::from_secs(10);
/// How often it is asked whether a backup is due.
const EVERY: Duration = Duration::from_secs(60);

/// Starts to look after backups, for as long as the program runs.
///
/// # Errors
/// No thread can be started.
pub fn start(ledger: Arc<OpenLedger>) -> std::io::Result<()> {
    std::thread::Builder::new().name("back up".to_owned()).spawn(move || {
        ledger.wait_for_lanes(FIRST_LANES);
        loop {
            look(&ledger);
            std::thread::sleep(EVERY);
        }
    })?;
    Ok(())
}

/// Makes the backup that is due, if one is. A failure is said on standard error and tried again.
fn look(ledger: &OpenLedger) {
    let Some(opened) = ledger.present() else { return };
    if let Err(error) = opened.engine.back_up_if_due() {
        eprintln!("memstrata: the backup that is due failed: {error}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::open::{Start, Which};
    use memstrata_engine::{BackupPlan, Engine, EngineOptions};
    use memstrata_model::SystemClock;

    #[test]
    fn a_planned_backup_is_made_once_for_the_open_ledger() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("own.memstrata");
        let engine = Engine::open(&path, EngineOptions::new(Arc::new(SystemClock))).expect("a new ledger");
        let ledger = OpenLedger::default();
        look(&ledger);
        ledger.start(Start::of(Which::File(path)));
        look(&ledger);
        assert!(engine.kept_backups().expect("a list").is_empty(), "none is planned");
        let plan = BackupPlan { every_hours: 24, keep: 2, folder: None };
        engine.plan_backups(Some(&plan)).expect("a plan");
        look(&ledger);
        look(&ledger);
        assert_eq!(engine.kept_backups().expect("a list").len(), 1);
    }
}
