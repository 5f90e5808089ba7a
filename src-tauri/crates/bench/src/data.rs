//! The evolving data sets: the same key told two or three times with different values.

use anyhow::Context as _;
use memstrata_model::Instant;
use serde::Deserialize;
use sha2::{Digest as _, Sha256};

/// One telling of a value.
#[derive(Clone, Debug, Deserialize)]
pub struct State {
    pub text: String,
    /// The value that it tells.
    #[serde(rename = "o")]
    pub value: String,
    pub occurred_at: Instant,
}

/// A question with its right answer.
#[derive(Clone, Debug, Deserialize)]
pub struct Asking {
    pub question: String,
    pub gold: String,
}

/// A value that changes, and what is asked of it.
#[derive(Clone, Debug)]
pub struct EvolvingItem {
    pub id: String,
    /// In the order told.
    pub states: Vec<State>,
    pub asking: Asking,
    /// Values that were right once.
    pub stale: Vec<String>,
    /// When the question is put; after everything where not given.
    pub asked_at: Option<Instant>,
    /// A question on a time in the past.
    pub as_of: Option<Asking>,
}

/// A data set.
#[derive(Clone, Debug)]
pub struct EvolvingSet {
    pub name: String,
    /// SHA-256 of the file.
    pub sha256: String,
    /// Whether it is free of words that tell old from new.
    pub marker_free: bool,
    pub items: Vec<EvolvingItem>,
}

const FILES: [(&str, bool, &str); 5] = [
    ("code_mutation", true, include_str!("../../../../assets/benchmarks/code_mutation.jsonl")),
    ("config_migration", true, include_str!("../../../../assets/benchmarks/config_migration.jsonl")),
    ("dependency_bump", true, include_str!("../../../../assets/benchmarks/dependency_bump.jsonl")),
    ("api_evolution", true, include_str!("../../../../assets/benchmarks/api_evolution.jsonl")),
    ("messy_evolving", false, include_str!("../../../../assets/benchmarks/messy_evolving.jsonl")),
];

#[derive(Deserialize)]
#[serde(untagged)]
enum Stale {
    One(String),
    Many(Vec<String>),
}

#[derive(Deserialize)]
struct Line {
    id: String,
    state_a: Option<State>,
    state_b: Option<State>,
    #[serde(default)]
    states: Vec<State>,
    #[serde(flatten)]
    asking: Asking,
    stale: Stale,
    asked_at: Option<Instant>,
    as_of: Option<Asking>,
}

/// The sets that ship with the program.
///
/// # Errors
/// The file and line that cannot be read.
pub fn built_in_sets() -> anyhow::Result<Vec<EvolvingSet>> {
    FILES.iter().map(|(name, marker_free, text)| read_set(name, *marker_free, text)).collect()
}

/// Reads a set in the format of the ones that ship.
///
/// # Errors
/// The line that cannot be read.
pub fn read_set(name: &str, marker_free: bool, text: &str) -> anyhow::Result<EvolvingSet> {
    let mut items = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, l)| !l.trim().is_empty()) {
        let line: Line =
            serde_json::from_str(line).with_context(|| format!("{name}.jsonl, line {}", number + 1))?;
        items.push(EvolvingItem {
            id: line.id,
            states: line.state_a.into_iter().chain(line.state_b).chain(line.states).collect(),
            asking: line.asking,
            stale: match line.stale {
                Stale::One(value) => vec![value],
                Stale::Many(values) => values,
            },
            asked_at: line.asked_at,
            as_of: line.as_of,
        });
    }
    let sha256 = Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(EvolvingSet { name: name.to_owned(), sha256, marker_free, items })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_read_and_whole() {
        let sets = built_in_sets().unwrap();
        assert_eq!(sets.iter().map(|s| s.items.len()).collect::<Vec<_>>(), [30, 30, 30, 30, 60]);
        for set in &sets {
            for item in &set.items {
                assert!(item.states.len() >= 2, "{}", item.id);
                assert!(!item.stale.contains(&item.asking.gold), "{}", item.id);
                assert!(item.states.iter().all(|s| !s.text.is_empty()), "{}", item.id);
            }
        }
        assert_eq!(sets[4].items.iter().filter(|i| i.as_of.is_some()).count(), 20);
    }
}
