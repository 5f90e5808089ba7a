//! What the timeline and the details show.

use std::sync::Arc;

use memstrata_model::view::{
    Density, FactDetails, Failure, LaneIndex, LaneQuery, MarkQuery, Strip, Viewpoint,
};
use tauri::ipc::{InvokeResponseBody, IpcResponse};

use super::{Ledger, on_ledger};

/// Lane marks as columns of bytes, in the layout of `model::view::LaneMarks`; they cross as they
/// are, without JSON.
#[derive(Clone, Debug)]
pub struct MarkBytes(Vec<u8>);

impl IpcResponse for MarkBytes {
    fn body(self) -> tauri::Result<InvokeResponseBody> {
        Ok(InvokeResponseBody::Raw(self.0))
    }
}

impl specta::Type for MarkBytes {
    fn definition(_: &mut specta::Types) -> specta::datatype::DataType {
        specta_typescript::define("ArrayBuffer").into()
    }
}

/// The lanes of a query, in the order they are drawn.
#[tauri::command]
#[specta::specta]
pub async fn lane_index(ledger: Ledger<'_>, query: LaneQuery) -> Result<LaneIndex, Failure> {
    on_ledger(ledger, move |engine| engine.lane_index(&query)).await
}

/// The marks of some lanes in a window of time.
#[tauri::command]
#[specta::specta]
pub async fn lane_marks(ledger: Ledger<'_>, query: MarkQuery) -> Result<MarkBytes, Failure> {
    let sent = Arc::clone(&ledger);
    let marks =
        on_ledger(ledger, move |engine| engine.lane_marks(&query).map(|marks| marks.to_bytes())).await?;
    sent.lanes_sent();
    Ok(MarkBytes(marks))
}

/// One tick a commit. The strip shows the whole ledger from every viewpoint.
#[tauri::command]
#[specta::specta]
pub async fn strip(ledger: Ledger<'_>, view: Viewpoint) -> Result<Strip, Failure> {
    let _ = view;
    on_ledger(ledger, |engine| engine.strip()).await
}

/// How many values begin, over valid time.
#[tauri::command]
#[specta::specta]
pub async fn density(ledger: Ledger<'_>, query: LaneQuery, buckets: u32) -> Result<Density, Failure> {
    on_ledger(ledger, move |engine| engine.density(&query.view, buckets)).await
}

/// All that Details shows of a fact.
#[tauri::command]
#[specta::specta]
pub async fn fact_details(ledger: Ledger<'_>, fact: String, view: Viewpoint) -> Result<FactDetails, Failure> {
    on_ledger(ledger, move |engine| engine.details(&fact, &view)).await
}
