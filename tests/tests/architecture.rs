//! The laws of the crates and of the window's code, read off the manifests and the sources
//! themselves. A new crate or a new use has to be written down here first.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use memstrata_tests::repository;
use serde_json::Value;

/// What each crate may use of the others; `model` is everybody's.
const MAY_USE: &[(&str, &[&str])] = &[
    ("model", &[]),
    ("when", &[]),
    ("ingest", &[]),
    ("extract", &["when"]),
    ("ledger", &[]),
    ("index", &[]),
    ("retrieve", &["ledger", "index", "when"]),
    ("answer", &["retrieve"]),
    ("engine", &["when", "ingest", "extract", "ledger", "index", "retrieve", "answer"]),
    ("app", &["engine"]),
    // `memstrata bench` runs what the evaluation's own program runs.
    ("cli", &["engine", "bench"]),
    ("bench", &["engine"]),
];

/// Dependencies that one crate alone may name.
const ALONE: &[(&str, &[&str])] = &[
    ("tauri", &["app"]),
    ("tauri-build", &["app"]),
    ("tauri-specta", &["app"]),
    ("ort", &["index"]),
    ("fastembed", &["index"]),
    ("rusqlite", &["ledger"]),
    ("clap", &["cli", "bench"]),
];

fn metadata() -> Value {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline", "--manifest-path"])
        .arg(repository("Cargo.toml"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// Each member's short name and what its manifest names, dev-dependencies apart.
fn members() -> BTreeMap<String, BTreeSet<String>> {
    let metadata = metadata();
    let packages = metadata["packages"].as_array().expect("packages");
    packages
        .iter()
        .map(|package| {
            let name = package["name"].as_str().expect("a name");
            let uses = package["dependencies"].as_array().expect("a list").iter();
            let uses = uses
                .filter(|uses| uses["kind"].as_str() != Some("dev"))
                .map(|uses| short(uses["name"].as_str().expect("a name")))
                .collect();
            (short(name), uses)
        })
        .collect()
}

fn short(name: &str) -> String {
    name.strip_prefix("memstrata-").unwrap_or(name).to_owned()
}

#[test]
fn crates_use_only_what_the_architecture_allows() {
    let members = members();
    let mut wrong = Vec::new();
    for (name, uses) in members.iter().filter(|(name, _)| *name != "tests") {
        let Some((_, allowed)) = MAY_USE.iter().find(|(member, _)| member == name) else {
            wrong.push(format!("{name} has no place in the architecture"));
            continue;
        };
        for used in uses.iter().filter(|used| members.contains_key(*used)) {
            if used != "model" && !allowed.contains(&used.as_str()) {
                wrong.push(format!("{name} uses {used}"));
            }
        }
    }
    for (name, _) in MAY_USE {
        if !members.contains_key(*name) {
            wrong.push(format!("{name} is no member of the workspace"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn heavy_dependencies_stand_in_one_crate() {
    let members = members();
    let mut wrong = Vec::new();
    for (dependency, allowed) in ALONE {
        for (name, uses) in &members {
            if uses.contains(*dependency) && !allowed.contains(&name.as_str()) {
                wrong.push(format!("{name} names {dependency}, which is {allowed:?}'s"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Source files below a folder, without what is built, fetched or generated.
fn sources(folder: &str, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![repository(folder)];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for entry in entries {
            let path = entry.expect("an entry").path();
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
            if path.is_dir() {
                if !["target", "node_modules", "dist", "gen"].contains(&name.as_str())
                    && !name.starts_with('.')
                {
                    folders.push(path);
                }
            } else if path
                .extension()
                .and_then(|ending| ending.to_str())
                .is_some_and(|ending| endings.contains(&ending))
            {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn all_sources() -> Vec<PathBuf> {
    ["src-tauri", "tests", "ui/src", "assets/setup"]
        .iter()
        .flat_map(|folder| sources(folder, &["rs", "ts", "svelte", "mjs", "js", "css"]))
        .collect()
}

fn shown(path: &Path) -> String {
    path.strip_prefix(repository("")).unwrap_or(path).display().to_string()
}

#[test]
fn tauri_is_imported_in_the_backend_folder_alone() {
    let backend = repository("ui/src/backend");
    let mut wrong = Vec::new();
    for path in sources("ui/src", &["ts", "svelte", "js"]) {
        let text = std::fs::read_to_string(&path).expect("text");
        let imports =
            |how: &str| ['"', '\''].iter().any(|quote| text.contains(&format!("{how}{quote}@tauri-apps/")));
        let imported = ["from ", "import ", "import("].into_iter().any(imports);
        if imported && !path.starts_with(&backend) {
            wrong.push(shown(&path));
        }
    }
    assert!(wrong.is_empty(), "these import @tauri-apps/: {wrong:?}");
}

#[test]
fn no_source_file_is_longer_than_800_lines() {
    let generated = |path: &Path| path.ends_with("bindings.ts");
    let long: Vec<String> = all_sources()
        .iter()
        .filter(|path| !generated(path))
        .filter_map(|path| {
            let lines = std::fs::read_to_string(path).expect("text").lines().count();
            (lines > 800).then(|| format!("{} has {lines} lines", shown(path)))
        })
        .collect();
    assert!(long.is_empty(), "{}", long.join("\n"));
}

#[test]
fn every_rust_file_says_first_what_it_is() {
    let bare: Vec<String> = all_sources()
        .iter()
        .filter(|path| path.extension().is_some_and(|ending| ending == "rs"))
        .filter(|path| !std::fs::read_to_string(path).expect("text").starts_with("//!"))
        .map(|path| shown(path))
        .collect();
    assert!(bare.is_empty(), "these do not open with `//!`: {bare:?}");
}
