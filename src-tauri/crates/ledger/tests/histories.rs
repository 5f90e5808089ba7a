//! Short random histories of a few keys, with every act that there is: what is believed at every
//! moment of belief is the same in the ledger that was written, in what its log derives anew, and in
//! a restore of its export; and what was believed once does not change.

mod common;

use common::{Fixture, assert, at, bounded, confirm, end, merge, relation};
use memstrata_ledger::{
    FactPattern, Ledger, Moment, NewAlias, NewEnd, NewRetract, OpenOptions, Told, Write, export_to,
    restore_from,
};
use memstrata_model::{Authority, Cardinality, FORGOTTEN, Instant};

/// SplitMix64: the same history for a seed on every machine.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((z ^ (z >> 31)) % sides as u64).unwrap()
    }

    fn of<'a>(&mut self, names: &[&'a str]) -> &'a str {
        names[self.roll(names.len())]
    }
}

const SUBJECTS: &[&str] = &["a", "b", "c"];
const RELATIONS: &[&str] = &["owner", "port", "zag"];
const VALUES: &[&str] = &["One", "one", "Two", "Three"];
const DAYS: &[&str] = &["2026-01-01", "2026-01-15", "2026-02-01", "2026-02-15", "2026-03-01", "2026-03-15"];
const ENDS: &[&str] = &["2026-02-20", "2026-03-20", "2026-04-20"];
const NOW: &str = "2026-06-01";

/// The entries that a history has so far: what may be withdrawn, and the texts.
#[derive(Default)]
struct SoFar {
    entries: Vec<String>,
    texts: Vec<String>,
    batches: usize,
    /// Writes with a text, to be told again.
    writes: Vec<Write>,
}

fn alias(dice: &mut Dice) -> Told {
    let (subject, into) = (dice.of(SUBJECTS), dice.of(SUBJECTS));
    if dice.roll(2) == 0 {
        return merge(subject, into);
    }
    Told::Alias(NewAlias {
        subject: subject.into(),
        relation: Some(dice.of(RELATIONS).into()),
        into_subject: into.into(),
        into_relation: Some(dice.of(RELATIONS).into()),
        ..NewAlias::default()
    })
}

fn registry(dice: &mut Dice) -> Told {
    let cardinality = [Cardinality::One, Cardinality::Set, Cardinality::Fixed][dice.roll(3)];
    let aliases: Vec<&str> = RELATIONS.iter().copied().filter(|_| dice.roll(4) == 0).collect();
    relation(dice.of(RELATIONS), cardinality, &aliases)
}

fn fact(dice: &mut Dice) -> Told {
    let (subject, relation, value) = (dice.of(SUBJECTS), dice.of(RELATIONS), dice.of(VALUES));
    let day = dice.of(DAYS);
    match dice.roll(10) {
        0 => bounded(subject, relation, value, "2026-01-01", dice.of(ENDS)),
        1 => end(subject, relation, day),
        2 => Told::End(NewEnd {
            subject: subject.into(),
            relation: relation.into(),
            object: Some(value.into()),
            at: Some(at(day)),
            ..NewEnd::default()
        }),
        3 => confirm(subject, relation, value, day),
        _ => assert(subject, relation, value, day),
    }
}

/// One write of a history; what the ledger refuses is part of it too.
fn step(f: &Fixture, dice: &mut Dice, so_far: &mut SoFar) {
    let earlier =
        |dice: &mut Dice, ids: &[String]| (!ids.is_empty()).then(|| ids[dice.roll(ids.len())].clone());
    let mut write = Write::new("default", at(NOW));
    match dice.roll(24) {
        0..10 => {
            write.told = vec![fact(dice)];
            if dice.roll(5) == 0 {
                write.told.push(fact(dice));
            }
            if dice.roll(2) == 0 {
                let text = format!("{:?}", write.told);
                write.episode = Some(common::episode(&text, dice.of(&["ann", "bob"])));
            }
            write.authority = [Authority::User, Authority::Agent][dice.roll(2)];
        }
        10..13 => write.told = vec![alias(dice)],
        13 | 14 => write.told = vec![registry(dice)],
        15 | 16 => write.told.extend(earlier(dice, &so_far.entries).map(Told::Void)),
        17 => write.told.extend(earlier(dice, &so_far.texts).map(Told::Forget)),
        18 => {
            so_far.batches += 1;
            let id = format!("batch{}", so_far.batches);
            let bracket = Told::Batch { id: id.clone(), label: "import".into() };
            if f.ledger.append(&Write { told: vec![bracket], ..write.clone() }).is_err() {
                return;
            }
            so_far.entries.push(id.clone());
            write.batch = Some(id);
            write.told = vec![fact(dice), fact(dice)];
        }
        19 => {
            let Some(source) = earlier(dice, &so_far.entries) else { return };
            write.told = vec![Told::Claim(vec![source])];
            write.episode = Some(common::episode(dice.of(&["So it seems.", "All in all."]), "eve"));
        }
        20 => {
            write.told = vec![Told::Retract(NewRetract {
                subject: dice.of(SUBJECTS).into(),
                relation: dice.of(RELATIONS).into(),
                object: dice.of(VALUES).into(),
                everywhere: dice.roll(2) == 0,
                ..NewRetract::default()
            })];
            write.episode = Some(common::episode(&format!("{:?}", write.told), "eve"));
        }
        21 | 22 => {
            if so_far.writes.is_empty() {
                return;
            }
            write = so_far.writes[dice.roll(so_far.writes.len())].clone();
            write.bring_back = dice.roll(2) == 0;
        }
        _ => {
            let (Some(one), Some(other)) = (earlier(dice, &so_far.entries), earlier(dice, &so_far.entries))
            else {
                return;
            };
            write.told = vec![Told::Resolve { dispute: one, choice: other }];
        }
    }
    if write.told.is_empty() {
        return;
    }
    if let Ok(receipt) = f.ledger.append(&write) {
        if write.episode.is_some() {
            so_far.writes.push(write);
        }
        so_far.texts.extend(receipt.episode);
        so_far
            .entries
            .extend(receipt.applied.into_iter().map(|applied| applied.event).filter(|id| !id.is_empty()));
    }
}

/// All that is believed at a system time, as it stands for somebody who asks for a day.
fn believed(ledger: &Ledger, as_of: &str, known_at: Option<Instant>) -> Vec<String> {
    let pattern = FactPattern { all: true, ..FactPattern::default() };
    let facts = ledger.facts("default", &pattern, Moment { as_of: at(as_of), known_at }).unwrap();
    facts.into_iter().map(|fact| format!("{fact:?}")).collect()
}

/// The same without what forgetting takes out.
fn bounds(ledger: &Ledger, known_at: Option<Instant>) -> Vec<String> {
    let pattern = FactPattern { all: true, ..FactPattern::default() };
    let facts = ledger.facts("default", &pattern, Moment { as_of: at(NOW), known_at }).unwrap();
    let mut lines: Vec<String> = facts
        .into_iter()
        .map(|f| {
            format!("{} {} {:?} {:?} {}", f.subject, f.relation, f.valid_from, f.valid_to, f.asserted_by)
        })
        .collect();
    lines.sort();
    lines
}

fn head(ledger: &Ledger) -> Option<Instant> {
    ledger.stats("default").unwrap().head
}

fn history(seed: u64, length: usize) {
    let f = Fixture::new();
    let (mut dice, mut so_far) = (Dice(seed), SoFar::default());
    let mut then: Vec<(Instant, Vec<String>)> = Vec::new();
    for _ in 0..length {
        step(&f, &mut dice, &mut so_far);
        if let Some(known_at) = head(&f.ledger) {
            then.push((known_at, bounds(&f.ledger, Some(known_at))));
        }
    }
    then.dedup_by_key(|(known_at, _)| *known_at);
    let log = f.log();
    let findings = f.ledger.verify(&mut |_| true).unwrap().findings;
    assert_eq!(findings, [], "seed {seed}: {log}");
    let copy = Ledger::open(&f.folder.join("copy.memstrata"), &OpenOptions::default()).unwrap();
    restore_from(&copy, &mut log.as_bytes(), at(NOW), &mut |_| true)
        .unwrap_or_else(|error| panic!("seed {seed}: {error}: {log}"));
    let mut again = Vec::new();
    export_to(&copy, &mut again, &mut |_| true).unwrap();
    assert_eq!(log, String::from_utf8(again).unwrap(), "seed {seed}");
    let findings = copy.verify(&mut |_| true).unwrap().findings;
    assert_eq!(findings, [], "seed {seed}, restored: {log}");
    for (known_at, said) in &then {
        assert_eq!(*said, bounds(&f.ledger, Some(*known_at)), "seed {seed}, believed at {known_at}: {log}");
        for as_of in [DAYS[0], DAYS[3], NOW] {
            let [live, restored] = [&f.ledger, &copy].map(|l| believed(l, as_of, Some(*known_at)));
            assert_eq!(live, restored, "seed {seed}, {as_of} as known at {known_at}: {log}");
        }
    }
    assert_eq!(believed(&f.ledger, NOW, None), believed(&copy, NOW, None), "seed {seed}: {log}");
}

#[test]
fn a_history_its_rebuild_and_its_restore_are_believed_alike() {
    // More of them: MEMSTRATA_HISTORIES=1000:2000.
    let given = std::env::var("MEMSTRATA_HISTORIES").ok();
    let bounds = given.as_deref().and_then(|given| given.split_once(':'));
    let (from, to) = bounds.map_or((0, 60), |(from, to)| (from.parse().unwrap(), to.parse().unwrap()));
    let mut bad = Vec::new();
    for seed in from..to {
        let length = 6 + usize::try_from(seed % 20).unwrap();
        if std::panic::catch_unwind(|| history(seed, length)).is_err() {
            bad.push((length, seed));
        }
    }
    bad.sort_unstable();
    assert_eq!(bad, [], "lengths and seeds that differ");
}

/// A value told under two names, one of whose texts is forgotten.
fn forgotten_of_two(told: impl Fn(&Fixture) -> String) -> Fixture {
    let f = Fixture::new();
    let text = told(&f);
    f.tell(NOW, Told::Forget(text));
    f.check();
    f
}

#[test]
fn a_value_of_a_merged_key_forgotten_in_part_stays_one_value() {
    let say = |f: &Fixture, subject: &str, relation: &str, value: &str, from: &str| {
        let text = format!("{subject} {relation} is {value}.");
        f.say(NOW, "bob", &text, vec![assert(subject, relation, value, from)]).episode.unwrap()
    };
    let merged_first = |f: &Fixture| {
        f.tell(NOW, merge("b", "a"));
        let text = say(f, "b", "owner", "One", "2026-03-15");
        say(f, "a", "owner", "One", "2026-01-15");
        text
    };
    let merged_after = |f: &Fixture| {
        let text = say(f, "b", "owner", "One", "2026-03-15");
        say(f, "a", "owner", "One", "2026-01-15");
        f.tell(NOW, merge("b", "a"));
        text
    };
    let of_relations = |f: &Fixture| {
        let text = say(f, "a", "fang", "One", "2026-03-15");
        f.tell(NOW, relation("owner", Cardinality::One, &["fang"]));
        say(f, "a", "owner", "one", "2026-01-15");
        text
    };
    for told in [&merged_first as &dyn Fn(&Fixture) -> String, &merged_after, &of_relations] {
        let f = forgotten_of_two(told);
        let value = f.values("a", "owner", "2026-05-01");
        assert!(value == ["One"] || value == ["one"], "{value:?}");
        // What is told later splits nothing that was one.
        f.tell(NOW, assert("a", "owner", "Two", "2026-05-01"));
        assert_eq!(f.values("a", "owner", "2026-04-01"), value);
        f.check();
    }
    // Told first, and forgotten: the other one who told it still says what it is.
    let f = forgotten_of_two(|f| {
        f.tell(NOW, merge("b", "a"));
        let text = say(f, "b", "owner", "One", "2026-01-15");
        say(f, "a", "owner", "One", "2026-03-15");
        text
    });
    assert_eq!(f.values("a", "owner", "2026-04-01"), ["One"]);
    // Both forgotten, and the merge undone and made again: still one value, and nobody knows which.
    let f = forgotten_of_two(|f| {
        let undone = f.tell(NOW, merge("b", "a"));
        let text = say(f, "b", "owner", "One", "2026-01-15");
        let other = say(f, "a", "owner", "One", "2026-03-15");
        f.tell(NOW, Told::Forget(other));
        f.tell(NOW, Told::Void(undone));
        text
    });
    f.tell(NOW, merge("b", "a"));
    assert_eq!(f.values("a", "owner", "2026-04-01"), [FORGOTTEN]);
    assert_eq!(f.believed().len(), 1, "{:?}", f.believed());
    f.check();
}

#[test]
fn two_entries_and_two_spellings_of_a_forgotten_value_stay_one() {
    let f = Fixture::new();
    let one = f.say(NOW, "ann", "It is One.", vec![assert("a", "owner", "One", "2026-01-01")]);
    let two = f.say(NOW, "bob", "One it is.", vec![assert("a", "owner", "One", "2026-02-01")]);
    f.say(NOW, "eve", "It was one.", vec![assert("a", "owner", "one", "2026-03-01")]);
    for text in [one, two] {
        f.tell(NOW, Told::Forget(text.episode.unwrap()));
        f.check();
    }
    f.tell(NOW, assert("a", "owner", "ONE", "2026-04-01"));
    assert_eq!(f.believed().len(), 1, "{:?}", f.believed());
    assert_eq!(f.values("a", "owner", "2026-01-10"), ["one"]);
    let log = f.log();
    let copy = Ledger::open(&f.folder.join("copy.memstrata"), &OpenOptions::default()).unwrap();
    restore_from(&copy, &mut log.as_bytes(), at(NOW), &mut |_| true).unwrap();
    assert_eq!(believed(&copy, NOW, None), believed(&f.ledger, NOW, None));
}
