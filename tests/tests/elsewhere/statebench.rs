//! Supersessions given as typed writes: a write that names the key it supersedes is told to the key
//! at the beginning of that chain. Then the newest value of each chain holds and none that it
//! superseded, at the end and at every moment between, and facts beside it are left alone.

use std::collections::{BTreeMap, BTreeSet};

use memstrata_ledger::{FactPattern, Ledger, Moment, NewAssert, Told, Write};
use memstrata_model::{Instant, Key};
use memstrata_tests::data::{json_lines, public};
use memstrata_tests::log::{SPACE, folder, open};
use memstrata_tests::tell::findings;
use serde::Deserialize;

#[derive(Debug, Deserialize)]
struct Scenario {
    id: String,
    initial_state: Initial,
    events: Vec<Event>,
}

#[derive(Debug, Deserialize)]
struct Initial {
    persistent_facts: Vec<Fact>,
}

#[derive(Debug, Deserialize)]
struct Fact {
    key: String,
    value: String,
    ts: String,
}

#[derive(Debug, Deserialize)]
struct Event {
    ts: String,
    #[serde(default)]
    writes: Vec<TypedWrite>,
}

#[derive(Debug, Deserialize)]
struct TypedWrite {
    key: String,
    value: String,
    supersedes: Option<String>,
}

/// A value told to the key that its chain began with.
#[derive(Clone, Debug)]
struct Value {
    subject: String,
    relation: String,
    value: String,
    at: Instant,
}

/// The times of the data have no zone.
fn instant(text: &str) -> Instant {
    format!("{text}Z").parse().unwrap_or_else(|error| panic!("{error}"))
}

/// All values of a scenario in the order told; writes that supersede a key that is nowhere in the
/// scenario are left out and counted.
fn values(scenario: &Scenario, unknown: &mut usize) -> Vec<Value> {
    let mut began: BTreeMap<&str, &str> = BTreeMap::new();
    let mut values = Vec::new();
    let value = |relation: &str, value: &str, ts: &str| Value {
        subject: scenario.id.clone(),
        relation: relation.to_owned(),
        value: value.to_owned(),
        at: instant(ts),
    };
    for fact in &scenario.initial_state.persistent_facts {
        began.insert(&fact.key, &fact.key);
        values.push(value(&fact.key, &fact.value, &fact.ts));
    }
    for event in &scenario.events {
        for write in &event.writes {
            let first = match &write.supersedes {
                None => write.key.as_str(),
                Some(superseded) => match began.get(superseded.as_str()) {
                    Some(first) => first,
                    None => {
                        *unknown += 1;
                        continue;
                    }
                },
            };
            began.insert(&write.key, first);
            values.push(value(first, &write.value, &event.ts));
        }
    }
    values
}

fn tell(ledger: &Ledger, values: &[Value]) {
    let writes: Vec<Write> = values
        .iter()
        .map(|value| {
            let assert = NewAssert {
                subject: value.subject.clone(),
                relation: value.relation.clone(),
                object: value.value.clone(),
                valid_from: Some(value.at),
                ..NewAssert::default()
            };
            Write { told: vec![Told::Assert(assert)], ..Write::new(SPACE, value.at) }
        })
        .collect();
    ledger.append_all(&writes).expect("the writes");
}

fn check(file: &str, least: usize) {
    let Some(text) = public(file) else { return };
    let scenarios: Vec<Scenario> = json_lines(&text);
    let mut unknown = 0;
    let mut all: Vec<Value> = scenarios.iter().flat_map(|s| values(s, &mut unknown)).collect();
    all.sort_by_key(|value| value.at);
    let folder = folder();
    let ledger = open(&folder.path().join("statebench.db")).expect("a ledger");
    tell(&ledger, &all);

    let mut chains: BTreeMap<(String, String), Vec<&Value>> = BTreeMap::new();
    for value in &all {
        let key = (value.subject.clone(), Key::new(&value.subject, &value.relation, None).relation);
        chains.entry(key).or_default().push(value);
    }
    let superseded: usize = chains.values().map(|chain| chain.len() - 1).sum();
    println!("{file}: {} values, {superseded} superseded, {unknown} of unknown keys left out", all.len());
    assert!(superseded >= least, "{superseded} supersessions");

    let end = all.last().map_or(Instant::MIN, |value| value.at).plus_micros(1);
    for (subject, relation) in chains.keys() {
        let chain = &chains[&(subject.clone(), relation.clone())];
        let key = Key::new(subject, relation, None);
        for (place, value) in chain.iter().enumerate() {
            // Of several in one moment the last one holds.
            let held = chain[place..].iter().take_while(|other| other.at == value.at).last();
            let told = ledger.value(SPACE, &key, Moment { as_of: value.at, known_at: None });
            assert_eq!(told.expect("a value").as_deref(), held.map(|v| v.value.as_str()), "{key:?}");
            if let Some(before) = place.checked_sub(1).map(|before| chain[before])
                && before.at < value.at
            {
                let as_of = value.at.plus_micros(-1);
                let told = ledger.value(SPACE, &key, Moment { as_of, known_at: None }).expect("a value");
                assert_eq!(told.as_deref(), Some(before.value.as_str()), "{key:?} before {}", value.at);
            }
        }
    }
    // What holds of each scenario in the end: the last of each chain and nothing else.
    for scenario in &scenarios {
        let pattern = FactPattern { subject: Some(scenario.id.clone()), ..FactPattern::default() };
        let moment = Moment { as_of: end, known_at: None };
        let told: BTreeSet<String> =
            ledger.facts(SPACE, &pattern, moment).expect("facts").into_iter().map(|f| f.object).collect();
        let expected: BTreeSet<String> = chains
            .iter()
            .filter(|((subject, _), _)| *subject == scenario.id)
            .filter_map(|(_, chain)| chain.last().map(|value| value.value.clone()))
            .collect();
        assert_eq!(told, expected, "{}", scenario.id);
    }
    assert_eq!(findings(&ledger), [""; 0]);
}

#[test]
fn superseded_values_do_not_hold() {
    check("statebench-dev.jsonl", 150);
}

#[test]
fn superseded_values_do_not_hold_in_839_scenarios() {
    check("statebench-train.jsonl", 560);
}
