//! Whoever tells something, the log says by which authority: of every kind of entry, also of those that
//! come along with another, and in the export.

use memstrata_tests::log::{export, folder};
use serde_json::Value;

use super::tamper::everything;

#[test]
fn every_entry_says_by_which_authority_it_was_told() {
    let folder = folder();
    let ledger = everything(&folder.path().join("all.db"));
    let log = export(&ledger).expect("an export");
    let mut kinds = std::collections::BTreeSet::new();
    for line in log.lines().skip(1) {
        let line: Value = serde_json::from_str(line).expect("JSON");
        let known = ["user", "document", "agent", "model"];
        assert!(line["authority"].as_str().is_some_and(|who| known.contains(&who)), "{line}");
        kinds.insert(line["type"].as_str().expect("a kind").to_owned());
    }
    let told = [
        "alias", "assert", "batch", "claim", "confirm", "end", "episode", "forget", "relation", "resolve",
        "void",
    ];
    assert!(told.iter().all(|kind| kinds.contains(*kind)), "{kinds:?}");
}
