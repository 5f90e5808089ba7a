//! Laws of stored time, on random logs restored from a file: the ledger against the naive model.

mod random;

use std::collections::{BTreeMap, BTreeSet};

use memstrata_ledger::{FactPattern, Ledger, Moment};
use memstrata_model::{Fact, Instant};
use memstrata_tests::log::{KeyLog, SPACE, export, file, folder, instant, restore, shown, told};
use memstrata_tests::naive::{Act, Interval, timeline};
use proptest::prelude::*;
use random::{ALL, DAY, NO_VOIDS, RECORDED, START, cases, key_logs, long_log};

/// After everything.
const NOW: i64 = RECORDED + 30 * DAY;

fn fresh(keys: &[KeyLog]) -> (tempfile::TempDir, Ledger) {
    let folder = folder();
    let ledger = restore(&folder.path().join("laws.db"), &file(keys), NOW).expect("the log is understood");
    (folder, ledger)
}

fn system_times(key: &KeyLog) -> Vec<i64> {
    let mut times = vec![RECORDED - 1];
    times.extend(key.events.iter().map(|event| event.recorded_at));
    times.push(NOW);
    times
}

fn versions(ledger: &Ledger, key: &KeyLog, known_at: i64) -> Vec<Fact> {
    let pattern = FactPattern { subject: Some(key.subject.clone()), all: true, ..FactPattern::default() };
    let moment = Moment { as_of: instant(NOW), known_at: Some(instant(known_at)) };
    ledger.facts(SPACE, &pattern, moment).expect("facts")
}

fn set_at(key: &KeyLog, known_at: i64) -> bool {
    let counting = key.events.iter().filter(|event| {
        event.recorded_at <= known_at && memstrata_tests::naive::counts(event, &key.events, known_at)
    });
    let mut said = counting.filter_map(|event| match event.act {
        Act::Cardinality { set } => Some(set),
        _ => None,
    });
    said.next_back().unwrap_or(key.set)
}

proptest! {
    #![proptest_config(cases(120))]

    #[test]
    fn the_timeline_is_the_naive_models_at_every_system_time(keys in key_logs(ALL, 24, 12)) {
        let (_folder, ledger) = fresh(&keys);
        for key in &keys {
            for known_at in system_times(key) {
                let expected = shown(timeline(&key.events, key.set, known_at));
                let told = told(&ledger, key, known_at, NOW).expect("a timeline");
                prop_assert_eq!(
                    &told, &expected, "at {} of {}", instant(known_at), serde_json::to_string(
                        &key.events.iter().map(|e| memstrata_tests::log::line(key, e)).collect::<Vec<_>>()
                    ).expect("JSON")
                );
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(60))]

    /// The gate of section 4: what is read at a moment is what stands there, no more, no less.
    #[test]
    fn a_moment_on_both_clocks_shows_what_stands_there(keys in key_logs(ALL, 6, 10)) {
        let (_folder, ledger) = fresh(&keys);
        for key in &keys {
            for known_at in system_times(key) {
                let believed = timeline(&key.events, key.set, known_at);
                for half_day in -1..22 {
                    let as_of = START + half_day * DAY / 2;
                    let mut expected: Vec<(String, Option<i64>, Option<i64>, String)> = believed
                        .iter()
                        .filter(|i| i.from.is_none_or(|from| from <= as_of) && i.to.is_none_or(|to| as_of < to))
                        .map(|i| (i.object.clone(), i.from, i.to, i.opened_by.clone()))
                        .collect();
                    let pattern = FactPattern { subject: Some(key.subject.clone()), ..FactPattern::default() };
                    let moment = Moment { as_of: instant(as_of), known_at: Some(instant(known_at)) };
                    let mut told: Vec<_> = ledger
                        .facts(SPACE, &pattern, moment)
                        .expect("facts")
                        .into_iter()
                        .map(|fact| (
                            fact.object,
                            fact.valid_from.map(Instant::micros),
                            fact.valid_to.map(Instant::micros),
                            fact.asserted_by,
                        ))
                        .collect();
                    expected.sort();
                    told.sort();
                    if !set_at(key, known_at) {
                        prop_assert!(told.len() <= 1, "two values at one moment: {:?}", told);
                    }
                    prop_assert_eq!(told, expected);
                }
            }
        }
    }

    /// Versions are rectangles that do not overlap: for one value at a time none of a key's, for
    /// many none of one object's. A version keeps its bounds, and is believed from its `sys_from`
    /// on without a break, once.
    #[test]
    fn rectangles_of_one_value_never_overlap(keys in key_logs(ALL, 12, 10)) {
        let (_folder, ledger) = fresh(&keys);
        for key in &keys {
            let mut seen: BTreeMap<String, Fact> = BTreeMap::new();
            let mut over: BTreeSet<String> = BTreeSet::new();
            for known_at in system_times(key) {
                let believed = versions(&ledger, key, known_at);
                let one_value = !set_at(key, known_at);
                for (place, version) in believed.iter().enumerate() {
                    prop_assert!(!over.contains(&version.id), "believed again: {:?}", version);
                    match seen.get(&version.id) {
                        None => prop_assert_eq!(version.sys_from, instant(known_at)),
                        Some(first) => prop_assert_eq!(bounds(first), bounds(version)),
                    }
                    seen.entry(version.id.clone()).or_insert_with(|| version.clone());
                    for other in &believed[place + 1..] {
                        prop_assert!(
                            !(meet(version, other) && (one_value || version.object == other.object)),
                            "{:?} overlaps {:?}", version, other
                        );
                    }
                }
                let now: BTreeSet<&String> = believed.iter().map(|version| &version.id).collect();
                over.extend(seen.keys().filter(|id| !now.contains(id)).cloned());
            }
        }
    }

    /// The log is the one source of truth: a ledger made out of it is the same ledger.
    #[test]
    fn a_ledger_rebuilt_from_its_log_is_the_same(keys in key_logs(ALL, 12, 10)) {
        let (folder, ledger) = fresh(&keys);
        let log = export(&ledger).expect("an export");
        let again = restore(&folder.path().join("again.db"), &log, NOW).expect("its own export is understood");
        prop_assert_eq!(&export(&again).expect("an export"), &log);
        prop_assert_eq!(ledger.verify(&mut |_| true).expect("a check").findings, []);
        again.rebuild().expect("a rebuild");
        prop_assert_eq!(again.verify(&mut |_| true).expect("a check").findings, []);
        for key in &keys {
            for known_at in system_times(key) {
                prop_assert_eq!(versions(&again, key, known_at), versions(&ledger, key, known_at));
            }
        }
    }

    /// "As long as no two events share a change point, the order of arrival does not matter to the
    /// present timeline."
    #[test]
    fn arrival_order_does_not_matter_where_change_points_differ(
        keys in key_logs(NO_VOIDS, 12, 8),
        order in prop::collection::vec(any::<u32>(), 12),
    ) {
        let keys: Vec<KeyLog> = keys.into_iter().map(without_shared_change_points).collect();
        let permuted: Vec<KeyLog> = keys
            .iter()
            .map(|key| {
                let mut places: Vec<usize> = (0..key.events.len()).collect();
                places.sort_by_key(|place| order[*place]);
                let mut key = key.clone();
                let times: Vec<i64> = key.events.iter().map(|event| event.recorded_at).collect();
                for (arrival, place) in places.into_iter().enumerate() {
                    key.events[place].recorded_at = times[arrival];
                }
                key
            })
            .collect();
        let (_one, as_told) = fresh(&keys);
        let (_two, as_permuted) = fresh(&permuted);
        for (key, other) in keys.iter().zip(&permuted) {
            let one: Vec<Interval> = told(&as_told, key, NOW, NOW).expect("a timeline");
            let two: Vec<Interval> = told(&as_permuted, other, NOW, NOW).expect("a timeline");
            prop_assert_eq!(one, two);
        }
    }
}

proptest! {
    #![proptest_config(cases(12))]

    /// A key that much was told of stands as well as one of which little was.
    #[test]
    fn long_histories_are_the_naive_models(key in long_log(ALL, 80..260, 45)) {
        let (_folder, ledger) = fresh(std::slice::from_ref(&key));
        let last = key.events.last().expect("an event").recorded_at;
        for known_at in key.events.iter().map(|event| event.recorded_at).step_by(7).chain([last]) {
            let expected = shown(timeline(&key.events, key.set, known_at));
            prop_assert_eq!(told(&ledger, &key, known_at, NOW).expect("a timeline"), expected);
        }
    }
}

fn bounds(fact: &Fact) -> (&str, Option<Instant>, Option<Instant>, Instant, &str) {
    (&fact.object, fact.valid_from, fact.valid_to, fact.sys_from, &fact.asserted_by)
}

/// Whether two facts share a moment of valid time.
fn meet(one: &Fact, other: &Fact) -> bool {
    let before = |from: Option<Instant>, to: Option<Instant>| from.zip(to).is_none_or(|(from, to)| from < to);
    before(one.valid_from, other.valid_to) && before(other.valid_from, one.valid_to)
}

/// Keeps the first entry of each change point.
fn without_shared_change_points(mut key: KeyLog) -> KeyLog {
    let mut taken = std::collections::BTreeSet::new();
    key.events.retain(|event| match &event.act {
        Act::Assert { from, .. } => taken.insert(*from),
        Act::End { at, .. } | Act::Confirm { at, .. } => taken.insert(Some(*at)),
        Act::Void { .. } | Act::Cardinality { .. } => false,
    });
    key
}
