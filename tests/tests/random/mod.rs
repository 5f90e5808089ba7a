//! Random logs, small on purpose: few objects and few change points, so that all that can
//! coincide does.

use memstrata_tests::log::KeyLog;
use memstrata_tests::naive::{Act, Event, Time};
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;

pub const DAY: Time = 86_400_000_000;
/// Where the change points begin: 1 January 2026.
pub const START: Time = 1_767_225_600_000_000;
/// Where system time begins: 1 July 2026, in the middle of nothing.
pub const RECORDED: Time = START + 181 * DAY;

/// Something told; a void's target is a place among the entries told before it.
#[derive(Clone, Debug)]
pub enum Raw {
    Act(Act),
    Void(prop::sample::Index),
}

/// What a log may hold beside plain asserts and ends.
#[derive(Clone, Copy, Debug)]
pub struct Mix {
    pub voids: bool,
    pub cardinality: bool,
}

pub const ALL: Mix = Mix { voids: true, cardinality: true };
pub const NO_VOIDS: Mix = Mix { voids: false, cardinality: false };

fn day(days: i64) -> impl Strategy<Value = Time> {
    (0..days).prop_map(|day| START + day * DAY)
}

/// Few, so that they meet.
pub const OBJECTS: [&str; 3] = ["A", "B", "C"];

pub fn object() -> impl Strategy<Value = String> {
    prop::sample::select(OBJECTS.to_vec()).prop_map(str::to_owned)
}

fn assert(days: i64) -> impl Strategy<Value = Act> {
    let from = prop_oneof![8 => day(days).prop_map(Some), 1 => Just(None)];
    let length = prop_oneof![3 => Just(None), 2 => (1..5_i64).prop_map(Some)];
    (object(), from, length, prop::bool::weighted(0.35), prop::bool::weighted(0.7), 0..days).prop_map(
        |(object, from, length, window, stated, until)| {
            let to = match from {
                Some(from) => length.map(|days| from + days * DAY),
                None => length.map(|_| START + until * DAY),
            };
            Act::Assert { object, from, to, window: window && to.is_some(), stated: stated && from.is_some() }
        },
    )
}

fn raw(mix: Mix, days: i64) -> impl Strategy<Value = Raw> {
    let none_or = prop_oneof![1 => Just(None), 3 => object().prop_map(Some)];
    prop_oneof![
        12 => assert(days).prop_map(Raw::Act),
        4 => (none_or, day(days)).prop_map(|(object, at)| Raw::Act(Act::End { object, at })),
        3 => (object(), day(days)).prop_map(|(object, at)| Raw::Act(Act::Confirm { object, at })),
        if mix.voids { 4 } else { 0 } => any::<prop::sample::Index>().prop_map(Raw::Void),
        u32::from(mix.cardinality) => any::<bool>().prop_map(|set| Raw::Act(Act::Cardinality { set })),
    ]
}

/// What is told of one key, in order, and whether its relation has many values from the beginning.
pub fn told(mix: Mix, longest: usize) -> impl Strategy<Value = (bool, Vec<Raw>)> {
    (prop::bool::weighted(0.3), prop::collection::vec(raw(mix, 7), 1..=longest))
}

/// A long history of one key, over many change points.
pub fn long_log(mix: Mix, length: std::ops::Range<usize>, days: i64) -> impl Strategy<Value = KeyLog> {
    (prop::bool::weighted(0.3), prop::collection::vec(raw(mix, days), length))
        .prop_map(|told| key_log(0, told))
}

/// Gives entries their ids and system times; `lane` keeps several keys' entries apart and
/// interleaved.
pub fn key_log(lane: usize, (set, told): (bool, Vec<Raw>)) -> KeyLog {
    let mut events: Vec<Event> = Vec::new();
    for (place, raw) in told.into_iter().enumerate() {
        let act = match raw {
            Raw::Act(act) => act,
            Raw::Void(_) if events.is_empty() => continue,
            Raw::Void(target) => Act::Void { target: events[target.index(events.len())].id.clone() },
        };
        events.push(Event {
            id: format!("k{lane}-{place}"),
            recorded_at: RECORDED + i64::try_from(place * 1000 + lane).expect("a small number"),
            act,
        });
    }
    KeyLog { subject: format!("subject {lane}"), relation: format!("relation {lane}"), set, events }
}

/// Several keys' logs at once: a ledger costs more than a key.
pub fn key_logs(mix: Mix, keys: usize, longest: usize) -> impl Strategy<Value = Vec<KeyLog>> {
    prop::collection::vec(told(mix, longest), 1..=keys)
        .prop_map(|keys| keys.into_iter().enumerate().map(|(lane, told)| key_log(lane, told)).collect())
}

/// How many random ledgers a law is tried on: `MEMSTRATA_CASES` times the usual number, default 1.
pub fn cases(usual: u32) -> ProptestConfig {
    let times = std::env::var("MEMSTRATA_CASES").ok().and_then(|n| n.parse::<u32>().ok()).unwrap_or(1);
    ProptestConfig {
        // Beside the source: proptest's own place for them is found by a library's or program's root.
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("proptest-regressions"))),
        cases: usual.saturating_mul(times),
        max_shrink_iters: 20_000,
        ..ProptestConfig::default()
    }
}
