//! What the window can ask for: a few lines each over the engine, all of them off the main thread.

pub mod ask;
pub mod ledger;
pub mod review;
pub mod settings;
pub mod timeline;

use std::sync::Arc;

use memstrata_engine::{Engine, Error};
use memstrata_model::view::Failure;
use tauri::State;

use crate::open::OpenLedger;

/// The open ledger, as tauri hands it to a command.
pub type Ledger<'a> = State<'a, Arc<OpenLedger>>;

/// Runs work on the open ledger on a thread that may block.
async fn on_ledger<T: Send + 'static>(
    ledger: Ledger<'_>,
    work: impl FnOnce(&Engine) -> Result<T, Error> + Send + 'static,
) -> Result<T, Failure> {
    let ledger = Arc::clone(&ledger);
    blocking(move || work(&*ledger.engine()?).map_err(|error| error.failure())).await
}

/// Runs work on a thread that may block.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    tauri::async_runtime::spawn_blocking(work).await.unwrap_or_else(|error| {
        Err(Failure {
            code: "unexpected".to_owned(),
            message: format!("a command ended unexpectedly: {error}"),
            hint: Some("this is a defect of the program; the ledger is not harmed".to_owned()),
        })
    })
}
