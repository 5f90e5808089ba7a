//! The shell: a window over one open ledger. It owns which ledger is open and when the window is
//! told of changes; what the window shows is the engine's, how it looks is the page's.

pub mod arguments;
pub mod backing_up;
pub mod bindings;
mod commands;
pub mod events;
pub mod follow;
pub mod graphics;
pub mod indexing;
pub mod open;
pub mod pass;

use std::sync::Arc;

use anyhow::Context as _;
use tauri::Url;
use tauri::plugin::TauriPlugin;

use crate::open::{OpenLedger, Start};
use crate::pass::Pass;

/// Opens the window and stays until it is closed.
///
/// # Errors
/// The system's web view is missing or cannot start.
pub fn run(start: Start) -> anyhow::Result<()> {
    let ledger = Arc::new(OpenLedger::default());
    // The ledger opens while the web view starts; commands wait for it.
    let opening = Arc::clone(&ledger);
    std::thread::Builder::new()
        .name("open".to_owned())
        .spawn(move || opening.start(start))
        .context("no thread can be started")?;

    let pass = Arc::<Pass>::default();
    let looking = Arc::clone(&pass);
    let bindings = bindings::builder();
    tauri::Builder::default()
        .plugin(stay_home())
        .manage(Arc::clone(&ledger))
        .manage(pass)
        .invoke_handler(bindings.invoke_handler())
        .setup(move |app| {
            bindings.mount_events(app);
            follow::start(app.handle().clone(), Arc::clone(&ledger))?;
            backing_up::start(Arc::clone(&ledger))?;
            pass::start(Arc::clone(&looking), Arc::clone(&ledger))?;
            indexing::start(ledger)?;
            Ok(())
        })
        .run(tauri::generate_context!())
        .context("the window cannot be opened")
}

/// The window shows the program's own pages and goes nowhere else.
fn stay_home<R: tauri::Runtime>() -> TauriPlugin<R> {
    tauri::plugin::Builder::new("stay-home").on_navigation(|_, url| is_own_page(url)).build()
}

fn is_own_page(url: &Url) -> bool {
    match url.scheme() {
        "tauri" => url.host_str() == Some("localhost"),
        // Where a web view knows no schemes of its own.
        "http" | "https" => url.host_str() == Some("tauri.localhost"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_goes_nowhere_else() {
        let own = |url: &str| is_own_page(&url.parse().expect("a URL"));
        assert!(own("tauri://localhost/index.html#asof=2026-01-01"));
        assert!(own("http://tauri.localhost/"));
        for foreign in [
            "https://example.org/",
            "http://localhost:1420/",
            "file:///etc/passwd",
            "tauri://other/",
            "data:text/html,x",
        ] {
            assert!(!own(foreign), "{foreign}");
        }
    }
}
