//! Prepares what tauri compiles in. The window's pages have to be there by then.

use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=../ui/dist");
    if !Path::new("../ui/dist/index.html").is_file() {
        println!(
            "cargo::error=the window's pages are not built (ui/dist/index.html is missing): run `npm ci && npm run \
             build --workspace ui` in the project folder first, or `npm start`, which does it all"
        );
        std::process::exit(1);
    }
    tauri_build::build();
}
