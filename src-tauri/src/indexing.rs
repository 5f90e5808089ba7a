//! Embeds in the background what waits in the outbox. The model is loaded after the window has
//! its first lanes; without a model this stays quiet, and the ledger's state says what is missing.

use std::sync::Arc;
use std::time::Duration;

use memstrata_engine::Engine;

use crate::open::OpenLedger;

/// Longer than any start should take: embedding must not wait for a window that never asks.
const FIRST_LANES: Duration = Duration::from_secs(10);
/// How often it looks for new texts.
const PAUSE: Duration = Duration::from_millis(500);
/// After a failure, such as a ledger that another process keeps busy.
const LONGER_PAUSE: Duration = Duration::from_secs(5);
/// Texts a step; between steps it sees whether another ledger was opened.
const STEP: usize = 32;

/// Starts to embed, for as long as the program runs.
///
/// # Errors
/// No thread can be started.
pub fn start(ledger: Arc<OpenLedger>) -> std::io::Result<()> {
    std::thread::Builder::new().name("embed".to_owned()).spawn(move || {
        ledger.wait_for_lanes(FIRST_LANES);
        let mut ready: Option<(Arc<Engine>, bool)> = None;
        loop {
            std::thread::sleep(step(&ledger, &mut ready));
        }
    })?;
    Ok(())
}

/// One step of work; answers how long to pause. `ready` is the ledger it was last done on and
/// whether that has a model.
fn step(ledger: &OpenLedger, ready: &mut Option<(Arc<Engine>, bool)>) -> Duration {
    let Some(engine) = ledger.present().map(|opened| opened.engine) else { return PAUSE };
    let known = ready.as_ref().filter(|(of, _)| Arc::ptr_eq(of, &engine)).map(|(_, has_model)| *has_model);
    let has_model = known.unwrap_or_else(|| {
        let has_model = engine.embedder().is_ok();
        *ready = Some((Arc::clone(&engine), has_model));
        ledger.changed_beside();
        has_model
    });
    if !has_model {
        return PAUSE;
    }
    match engine.index_some(STEP) {
        Ok(0) => PAUSE,
        Ok(_) => Duration::ZERO,
        Err(_) => LONGER_PAUSE,
    }
}
