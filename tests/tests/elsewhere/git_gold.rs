//! Files over the commits of real repositories: told commit by commit, the ledger gives what the
//! file said at every commit, on both clocks. A commit's author time is when it was true, its commit
//! time when it was known.

use std::collections::BTreeMap;

use memstrata_ledger::{Ledger, Moment, NewAssert, NewEnd, Told, Write};
use memstrata_model::{Instant, Key};
use memstrata_tests::data::{json_lines, public};
use memstrata_tests::log::{SPACE, folder, open};
use memstrata_tests::tell::findings;
use serde::Deserialize;

#[derive(Debug, Deserialize)]
struct Change {
    subject: String,
    relation: String,
    old: Option<String>,
    new: Option<String>,
    commit: String,
    author_time: Instant,
    commit_time: Instant,
}

impl Change {
    fn key(&self) -> Key {
        Key::new(&self.subject, &self.relation, None)
    }

    fn told(&self) -> Told {
        let (subject, relation) = (self.subject.clone(), self.relation.clone());
        match &self.new {
            Some(object) => Told::Assert(NewAssert {
                subject,
                relation,
                object: object.clone(),
                valid_from: Some(self.author_time),
                ..NewAssert::default()
            }),
            None => Told::End(NewEnd {
                subject,
                relation,
                object: self.old.clone(),
                at: Some(self.author_time),
                ..NewEnd::default()
            }),
        }
    }
}

/// What the file said after a commit, and when the ledger knew.
struct Committed {
    at: Instant,
    known_before: Option<Instant>,
    known: Instant,
    said: BTreeMap<Key, String>,
}

fn replay(ledger: &Ledger, changes: &[Change]) -> Vec<Committed> {
    let mut said: BTreeMap<Key, String> = BTreeMap::new();
    let mut commits = Vec::new();
    for changes in changes.chunk_by(|one, other| one.commit == other.commit) {
        let known_before = ledger.head_time().expect("a head");
        let at = changes[0].commit_time;
        let write = Write { told: changes.iter().map(Change::told).collect(), ..Write::new(SPACE, at) };
        ledger.append(&write).expect("a commit");
        for change in changes {
            let held = said.get(&change.key());
            assert_eq!(held, change.old.as_ref(), "{change:?}");
            match &change.new {
                Some(new) => said.insert(change.key(), new.clone()),
                None => said.remove(&change.key()),
            };
        }
        let known = ledger.head_time().expect("a head").expect("an entry");
        commits.push(Committed { at, known_before, known, said: said.clone() });
    }
    commits
}

/// Replays a file's history; answers how many values were told only after they were so.
fn check(name: &str, commits_expected: usize) -> Option<usize> {
    let changes: Vec<Change> = json_lines(&public(&format!("git-gold/{name}.jsonl"))?);
    let folder = folder();
    let ledger = open(&folder.path().join("git.db")).expect("a ledger");
    let commits = replay(&ledger, &changes);
    assert_eq!(commits.len(), commits_expected, "{name}");
    let keys: Vec<Key> = {
        let mut keys: Vec<Key> = changes.iter().map(Change::key).collect();
        keys.sort();
        keys.dedup();
        keys
    };
    let value = |key: &Key, as_of: Instant, known_at: Option<Instant>| {
        ledger.value(SPACE, key, Moment { as_of, known_at }).expect("a value")
    };
    // At every commit, as believed then: what the file said, of every key it ever had.
    for commit in &commits {
        for key in &keys {
            let told = value(key, commit.at, Some(commit.known));
            assert_eq!(told.as_ref(), commit.said.get(key), "{name}: {key:?} at {}", commit.at);
        }
    }
    // Along the valid axis, as known today: each value begins when it was written, and up to then
    // the one before it held.
    for change in &changes {
        let key = change.key();
        assert_eq!(value(&key, change.author_time, None), change.new, "{name}: {change:?}");
        let before = change.author_time.plus_micros(-1);
        assert_eq!(value(&key, before, None), change.old, "{name}: before {change:?}");
    }
    // Along the system axis: what was written and not yet committed was not yet believed.
    let mut late = 0;
    for (commit, changes) in commits.iter().zip(changes.chunk_by(|one, other| one.commit == other.commit)) {
        for change in changes.iter().filter(|change| change.author_time < commit.at) {
            let Some(known_before) = commit.known_before else { continue };
            let then = value(&change.key(), commit.at, Some(known_before));
            assert_eq!(then, change.old, "{name}: before the commit of {change:?}");
            late += 1;
        }
    }
    assert_eq!(findings(&ledger), [""; 0]);
    Some(late)
}

#[test]
fn a_cargo_manifest_over_170_commits() {
    check("hyperfine_cargo", 170);
}

#[test]
fn a_package_manifest_over_163_commits() {
    check("chrono_package_json", 163);
}

#[test]
fn small_histories_and_one_of_images() {
    check("parse_datetime_cargo", 45);
    check("voting_compose_images", 4);
}

/// The two clocks differ in this data, so that the checks above tell them apart.
#[test]
fn some_changes_were_committed_after_they_were_written() {
    if let Some(late) = check("hyperfine_cargo", 170) {
        assert!(late > 20, "{late} late changes");
    }
}
