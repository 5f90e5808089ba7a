//! The public functions of a type and those that take it, read off the source of a crate.

use std::collections::BTreeSet;
use std::path::PathBuf;

use memstrata_tests::repository;

/// The names of the public functions in `impl KIND { … }` blocks and of free ones that take `&KIND`.
pub fn functions(folder: &str, kind: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for file in files(repository(folder)) {
        let text = std::fs::read_to_string(&file).expect("text");
        found.extend(in_text(&text, kind));
    }
    found
}

fn files(folder: PathBuf) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                found.push(path);
            }
        }
    }
    found
}

fn in_text(text: &str, kind: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut inside = false;
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        if line == format!("impl {kind} {{") {
            inside = true;
        } else if line == "}" {
            inside = false;
        }
        let (method, free) = (line.strip_prefix("    pub fn "), line.strip_prefix("pub fn "));
        let Some(signature) = method.filter(|_| inside).or(free) else { continue };
        let name: String = signature.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        // A signature may go over several lines.
        let mut whole = signature.to_owned();
        while !whole.contains('{') {
            let Some(next) = lines.next() else { break };
            whole.push_str(next);
        }
        if inside || whole.contains(&format!(": &{kind}")) {
            found.insert(name);
        }
    }
    found
}

#[test]
fn functions_are_found_whatever_their_signature() {
    let text = "impl Shelf {\n    pub fn one(&self) -> u8 {\n    }\n    pub(crate) fn hidden(&self) {\n    }\n\
                \x20   pub fn two(\n        &self,\n        id: &str,\n    ) -> u8 {\n    }\n}\nimpl Other {\n    \
                pub fn three(&self) {\n    }\n}\npub fn four(\n    shelf: &Shelf,\n) {\n}\npub fn five(n: u8) {\n}\n";
    let found: Vec<String> = in_text(text, "Shelf").into_iter().collect();
    assert_eq!(found, ["four", "one", "two"]);
}
