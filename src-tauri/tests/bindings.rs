//! The window's half of the interface is made from the shell's; this fails where it is stale.

use std::path::Path;

use specta_typescript::Typescript;

/// Set to write the file instead.
const WRITE: &str = "MEMSTRATA_WRITE_BINDINGS";
const HEADER: &str = "/** Generated from src-tauri/src/bindings.rs; written anew by
 * `MEMSTRATA_WRITE_BINDINGS=1 cargo test -p memstrata-app --test bindings`. */
/* eslint-disable */
";

#[test]
fn the_bindings_of_the_window_are_those_of_the_shell() {
    let folder = tempfile::tempdir().expect("a folder");
    let made = folder.path().join("bindings.ts");
    memstrata_app::bindings::builder()
        .export(Typescript::default().header(HEADER), &made)
        .expect("the types can be written in TypeScript");
    let made = std::fs::read_to_string(made).expect("what was just written");
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ui/src/backend/bindings.ts");
    if std::env::var_os(WRITE).is_some() {
        std::fs::write(&kept, &made).expect("ui/src/backend can be written");
    }
    let stale = std::fs::read_to_string(&kept).unwrap_or_default() != made;
    assert!(!stale, "{} is stale; run this test once with {WRITE}=1", kept.display());
}
