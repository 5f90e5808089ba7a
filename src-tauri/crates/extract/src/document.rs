//! What one text says of one key in several places. In a change log the newest release says what
//! is, and older ones are history; elsewhere two items of a list or table that contradict each
//! other are two things that the reading cannot tell apart, and close nothing.

use std::collections::BTreeMap;

use memstrata_model::Key;

use crate::fact::{FoundFact, FoundOp};
use crate::lexicon::Lexicon;
use crate::normalize::normalize_value;

/// Where a fact was read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub block: usize,
    /// Bytes of the heading that names a release.
    pub release: Option<(usize, usize)>,
    /// Whether the block is an item of a list or table.
    pub item: bool,
}

/// Settles what is said twice.
pub(crate) fn reconcile(facts: &mut Vec<FoundFact>, places: &[Place], text: &str) {
    if places.iter().all(|p| p.block == places[0].block) {
        return;
    }
    let mut groups: BTreeMap<Key, Vec<usize>> = BTreeMap::new();
    for (i, fact) in facts.iter().enumerate() {
        if fact.op == FoundOp::Assert && !fact.set_valued && !fact.window {
            groups.entry(Key::new(&fact.subject, &fact.relation, fact.scope.as_deref())).or_default().push(i);
        }
    }
    let mut history = vec![false; facts.len()];
    for group in groups.values().filter(|g| g.len() > 1) {
        let value = |i: usize| normalize_value(Lexicon::built_in().get(&facts[i].relation), &facts[i].object);
        let first = value(group[0]);
        let blocks = group.iter().any(|&i| places[i].block != places[group[0]].block);
        if !blocks || group.iter().all(|&i| value(i) == first) {
            continue;
        }
        let releases: Vec<Option<Vec<u64>>> =
            group.iter().map(|&i| version(places[i].release, text)).collect();
        if releases.iter().all(Option::is_some) {
            let newest = releases.iter().flatten().max().cloned();
            for (&i, release) in group.iter().zip(&releases) {
                history[i] = *release != newest;
            }
            let left: Vec<usize> = group.iter().copied().filter(|&i| !history[i]).collect();
            let values = value_of(facts, &left);
            unsure(facts, &left, &values);
        } else if group.iter().any(|&i| places[i].item) || scattered(facts, group) {
            let values = value_of(facts, group);
            unsure(facts, group, &values);
        }
    }
    let mut gone = history.iter();
    facts.retain(|_| !gone.next().is_some_and(|gone| *gone));
}

/// A relation of no lexicon that a document tells anew in place after place ("Docs: …") is one of
/// each place.
fn scattered(facts: &[FoundFact], group: &[usize]) -> bool {
    let open = group.iter().all(|&i| Lexicon::built_in().get(&facts[i].relation).is_none());
    let mut values = value_of(facts, group);
    values.sort();
    values.dedup();
    open && values.len() > 2 || values.len() > 3
}

fn value_of(facts: &[FoundFact], group: &[usize]) -> Vec<String> {
    group
        .iter()
        .map(|&i| normalize_value(Lexicon::built_in().get(&facts[i].relation), &facts[i].object))
        .collect()
}

/// Values that differ in one place close nothing.
fn unsure(facts: &mut [FoundFact], group: &[usize], values: &[String]) {
    if values.windows(2).any(|w| w[0] != w[1]) {
        for &i in group {
            facts[i].closes = false;
        }
    }
}

/// The version that a heading names; what is unreleased is newer than all.
fn version(heading: Option<(usize, usize)>, text: &str) -> Option<Vec<u64>> {
    let (a, b) = heading?;
    let title = text.get(a..b)?.to_lowercase();
    if title.contains("unreleased") || title.contains("next") {
        return Some(vec![u64::MAX]);
    }
    let word = title.split_whitespace().find(|w| w.bytes().any(|b| b.is_ascii_digit()))?;
    let from = word.find(|c: char| c.is_ascii_digit())?;
    let figures = word[from..].split(|c: char| !(c.is_ascii_digit() || c == '.')).next()?;
    figures.split('.').filter(|p| !p.is_empty()).map(|p| p.parse().ok()).collect()
}
