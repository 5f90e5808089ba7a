//! Laws of stored time, on what is told to a ledger one write after another: what the ledger
//! says at every system time is what the naive model makes of what was told, and stays so.

mod random;

use memstrata_ledger::{Ledger, NewAssert, NewConfirm, NewEnd, NewRelation, Told, Write};
use memstrata_model::{Cardinality, Instant, Outcome, ValidFromSource};
use memstrata_tests::log::{KeyLog, SPACE, export, folder, instant, open, restore, shown, told};
use memstrata_tests::naive::{Act, Event, Interval, timeline};
use proptest::prelude::*;
use random::{ALL, DAY, NO_VOIDS, OBJECTS, RECORDED, START, cases, key_logs};
use serde_json::Value;

const NOW: i64 = RECORDED + 30 * DAY;

fn relation(key: &KeyLog, set: bool) -> Told {
    Told::Relation(NewRelation {
        relation: key.relation.clone(),
        cardinality: if set { Cardinality::Set } else { Cardinality::One },
        half_life_days: None,
        on_conflict: None,
        importance: None,
        aliases: Vec::new(),
    })
}

/// What an event is when it is told; a void's target is the id that the ledger gave.
fn tell(key: &KeyLog, act: &Act) -> Told {
    let (subject, relation_name) = (key.subject.clone(), key.relation.clone());
    match act {
        Act::Assert { object, from, to, window, stated } => Told::Assert(NewAssert {
            subject,
            relation: relation_name,
            object: object.clone(),
            valid_from: from.map(instant),
            valid_from_source: Some(match (from, stated) {
                (None, _) => ValidFromSource::Unknown,
                (_, true) => ValidFromSource::Stated,
                (_, false) => ValidFromSource::SaidAt,
            }),
            valid_to: to.map(instant),
            window: *window,
            ..NewAssert::default()
        }),
        Act::End { object, at } => Told::End(NewEnd {
            subject,
            relation: relation_name,
            object: object.clone(),
            at: Some(instant(*at)),
            ..NewEnd::default()
        }),
        Act::Confirm { object, at } => Told::Confirm(NewConfirm {
            subject,
            relation: relation_name,
            object: object.clone(),
            at: Some(instant(*at)),
            ..NewConfirm::default()
        }),
        Act::Void { target } => Told::Void(target.clone()),
        Act::Cardinality { set } => relation(key, *set),
    }
}

/// Tells it all, one write an event in system-time order, and answers with the keys as they came
/// to stand in the log: the ids and the system times are the ledger's.
fn tell_all(ledger: &Ledger, keys: &[KeyLog]) -> Vec<KeyLog> {
    let mut told: Vec<KeyLog> = keys.iter().map(|key| KeyLog { events: Vec::new(), ..key.clone() }).collect();
    for key in keys.iter().filter(|key| key.set) {
        write(ledger, RECORDED - DAY, vec![relation(key, true)]);
    }
    let mut order: Vec<(usize, usize)> = (0..keys.len())
        .flat_map(|lane| (0..keys[lane].events.len()).map(move |place| (lane, place)))
        .collect();
    order.sort_by_key(|(lane, place)| keys[*lane].events[*place].recorded_at);
    let mut ids = std::collections::BTreeMap::new();
    for (lane, place) in order {
        let event = &keys[lane].events[place];
        let act = match &event.act {
            Act::Void { target } => {
                let target: &String = &ids[target];
                Act::Void { target: target.clone() }
            }
            other => other.clone(),
        };
        let id = write(ledger, event.recorded_at, vec![tell(&keys[lane], &act)]).remove(0);
        ids.insert(event.id.clone(), id.clone());
        told[lane].events.push(Event { id, recorded_at: event.recorded_at, act });
    }
    told
}

/// One write; the ids of its entries in the order told.
fn write(ledger: &Ledger, at: i64, told: Vec<Told>) -> Vec<String> {
    let receipt = ledger.append(&Write { told, ..Write::new(SPACE, instant(at)) }).expect("a write");
    receipt.applied.into_iter().map(|applied| applied.event).collect()
}

/// System time of each entry, as the log has it.
fn recorded(ledger: &Ledger) -> Vec<(String, i64)> {
    let lines = export(ledger).expect("an export");
    lines
        .lines()
        .filter_map(|line| {
            let line: Value = serde_json::from_str(line).expect("JSON");
            let at: Instant = line["recorded_at"].as_str()?.parse().expect("an instant");
            Some((line["id"].as_str()?.to_owned(), at.micros()))
        })
        .collect()
}

fn covers(intervals: &[Interval], v: i64) -> bool {
    intervals
        .iter()
        .any(|interval| interval.from.is_none_or(|from| from <= v) && interval.to.is_none_or(|to| v < to))
}

/// Two objects that differ.
fn two_objects() -> impl Strategy<Value = (&'static str, &'static str)> {
    let places = (0..OBJECTS.len(), 1..OBJECTS.len());
    places.prop_map(|(one, by)| (OBJECTS[one], OBJECTS[(one + by) % OBJECTS.len()]))
}

/// The intervals of one object.
fn of_object(intervals: Vec<Interval>, object: &str) -> Vec<Interval> {
    intervals.into_iter().filter(|interval| interval.object == object).collect()
}

fn ledger() -> (tempfile::TempDir, Ledger) {
    let folder = folder();
    let ledger = open(&folder.path().join("live.db")).expect("a ledger");
    (folder, ledger)
}

proptest! {
    #![proptest_config(cases(40))]

    #[test]
    fn what_is_told_live_is_the_naive_models(keys in key_logs(ALL, 8, 10)) {
        let (folder, ledger) = ledger();
        let keys = tell_all(&ledger, &keys);
        let times: std::collections::BTreeMap<String, i64> = recorded(&ledger).into_iter().collect();
        for key in &keys {
            for event in &key.events {
                prop_assert_eq!(times[&event.id], event.recorded_at, "the wall clock was ahead of the head");
                let expected = shown(timeline(&key.events, key.set, event.recorded_at));
                prop_assert_eq!(told(&ledger, key, event.recorded_at, NOW).expect("a timeline"), expected);
            }
        }
        let log = export(&ledger).expect("an export");
        let again = restore(&folder.path().join("again.db"), &log, NOW).expect("its own export");
        prop_assert_eq!(export(&again).expect("an export"), log);
        for key in &keys {
            for event in &key.events {
                prop_assert_eq!(
                    told(&again, key, event.recorded_at, NOW).expect("a timeline"),
                    told(&ledger, key, event.recorded_at, NOW).expect("a timeline")
                );
            }
        }
    }

    /// "What `known_at = s` returns never changes after `s`, whatever is written later."
    #[test]
    fn a_past_belief_never_changes(keys in key_logs(ALL, 2, 12)) {
        let (_folder, ledger) = ledger();
        for key in keys.iter().filter(|key| key.set) {
            write(&ledger, RECORDED - DAY, vec![relation(key, true)]);
        }
        let mut events: Vec<(&KeyLog, &Event)> =
            keys.iter().flat_map(|key| key.events.iter().map(move |event| (key, event))).collect();
        events.sort_by_key(|(_, event)| event.recorded_at);
        let mut ids = std::collections::BTreeMap::new();
        let mut believed: Vec<(i64, Vec<Vec<Interval>>)> = Vec::new();
        for (key, event) in events {
            let act = match &event.act {
                Act::Void { target } => Act::Void { target: String::clone(&ids[target]) },
                other => other.clone(),
            };
            let id = write(&ledger, event.recorded_at, vec![tell(key, &act)]).remove(0);
            ids.insert(event.id.clone(), id);
            let all = |at: i64| -> Vec<Vec<Interval>> {
                keys.iter().map(|key| told(&ledger, key, at, at).expect("a timeline")).collect()
            };
            believed.push((event.recorded_at, all(event.recorded_at)));
            for (at, then) in &believed {
                prop_assert_eq!(&all(*at), then, "what was believed at {} changed", instant(*at));
            }
        }
    }

    /// A correction (the wrong assert voided, another value told with its `valid_from`) in one write
    /// shows the key without a value at no system time either.
    #[test]
    fn a_correction_in_one_write_leaves_no_hole(
        key in key_logs(NO_VOIDS, 1, 6),
        which in any::<prop::sample::Index>(),
        void_first in any::<bool>(),
    ) {
        let (_folder, ledger) = ledger();
        let key = tell_all(&ledger, &key).remove(0);
        let asserts: Vec<(&Event, Option<i64>)> = key
            .events
            .iter()
            .filter_map(|event| match event.act {
                Act::Assert { from, window: false, to: None, .. } => Some((event, from)),
                _ => None,
            })
            .collect();
        if asserts.is_empty() {
            return Ok(());
        }
        let (wrong, from) = asserts[which.index(asserts.len())];
        let object = "right".to_owned();
        let mut both = vec![
            tell(&key, &Act::Assert { object, from, to: None, window: false, stated: from.is_some() }),
            Told::Void(wrong.id.clone()),
        ];
        if void_first {
            both.reverse();
        }
        let before = key.events.last().map_or(RECORDED, |event| event.recorded_at);
        let ids = write(&ledger, RECORDED + DAY, both);
        let between: Vec<i64> =
            recorded(&ledger).into_iter().filter(|(id, _)| ids.contains(id)).map(|(_, at)| at).collect();
        for half_day in -1..30 {
            let v = START + half_day * DAY / 2;
            let covered = |known_at: i64| covers(&told(&ledger, &key, known_at, NOW).expect("a timeline"), v);
            if covered(before) && covered(between[1]) {
                prop_assert!(covered(between[0]), "a hole at {} while it was written", instant(v));
            }
        }
    }

    /// Where "no longer X" and "now Y" come in one write, whichever is told first, no system time
    /// shows the key without a value between. Of a set-valued key, where neither takes the place of
    /// the other, that is so of each object alone.
    #[test]
    fn a_change_of_value_in_one_write_leaves_no_hole(
        key in key_logs(NO_VOIDS, 1, 8),
        (old, new) in two_objects(),
        day in 0..7_i64,
        end_first in any::<bool>(),
    ) {
        let (_folder, ledger) = ledger();
        let key = tell_all(&ledger, &key).remove(0);
        let before = key.events.last().map_or(RECORDED, |event| event.recorded_at);
        let at = START + day * DAY;
        let mut both = vec![
            tell(&key, &Act::Assert { object: new.to_owned(), from: Some(at), to: None, window: false, stated: true }),
            tell(&key, &Act::End { object: Some(old.to_owned()), at }),
        ];
        if end_first {
            both.reverse();
        }
        let ids = write(&ledger, RECORDED + DAY, both);
        let between: Vec<i64> =
            recorded(&ledger).into_iter().filter(|(id, _)| ids.contains(id)).map(|(_, at)| at).collect();
        prop_assert_eq!(between.len(), 2);
        let objects: Vec<Option<&str>> =
            if key.set { OBJECTS.iter().copied().map(Some).collect() } else { vec![None] };
        for object in objects {
            let of = |known_at: i64| {
                let all = told(&ledger, &key, known_at, NOW).expect("a timeline");
                object.map_or_else(|| all.clone(), |object| of_object(all.clone(), object))
            };
            let (before, between, after) = (of(before), of(between[0]), of(between[1]));
            for half_day in -1..30 {
                let v = START + half_day * DAY / 2;
                if covers(&before, v) && covers(&after, v) {
                    prop_assert!(covers(&between, v), "a hole at {} while it was written", instant(v));
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(25))]

    #[test]
    fn a_long_history_told_live_is_the_naive_models(key in random::long_log(ALL, 60..150, 40)) {
        let (_folder, ledger) = ledger();
        let key = tell_all(&ledger, std::slice::from_ref(&key)).remove(0);
        let last = key.events.last().expect("an event").recorded_at;
        for known_at in key.events.iter().map(|event| event.recorded_at).step_by(5).chain([last]) {
            let expected = shown(timeline(&key.events, key.set, known_at));
            prop_assert_eq!(told(&ledger, &key, known_at, NOW).expect("a timeline"), expected);
        }
    }

    /// "A withdrawn batch brings back exactly the answers of before, in present belief, while the
    /// log keeps both"; withdrawing the withdrawal brings the batch back.
    #[test]
    fn a_withdrawn_batch_leaves_the_answers_of_before(
        (keys, imported) in (1..5_usize).prop_flat_map(|n| (
            prop::collection::vec(random::told(ALL, 6), n),
            prop::collection::vec(random::told(NO_VOIDS, 5), n),
        )),
    ) {
        let (_folder, ledger) = ledger();
        let logs = |told: Vec<(bool, Vec<random::Raw>)>| -> Vec<KeyLog> {
            told.into_iter().enumerate().map(|(lane, told)| random::key_log(lane, told)).collect()
        };
        let keys = tell_all(&ledger, &logs(keys));
        let all = |at: i64| -> Vec<Vec<Interval>> {
            keys.iter().map(|key| told(&ledger, key, at, NOW).expect("a timeline")).collect()
        };
        let day = |n: i64| RECORDED + n * DAY;
        let before = all(day(1) - 1);
        let batch = Told::Batch { id: "import".to_owned(), label: "a file".to_owned() };
        write(&ledger, day(1), vec![batch]);
        for (key, import) in keys.iter().zip(logs(imported)) {
            let told = import.events.iter().map(|event| tell(key, &event.act)).collect();
            let write =
                Write { told, batch: Some("import".to_owned()), ..Write::new(SPACE, instant(day(2))) };
            ledger.append(&write).expect("a write");
        }
        let with = all(day(3) - 1);
        let withdrawal = write(&ledger, day(3), vec![Told::Void("import".to_owned())]).remove(0);
        prop_assert_eq!(&all(day(4) - 1), &before);
        write(&ledger, day(4), vec![Told::Void(withdrawal)]);
        prop_assert_eq!(&all(day(5)), &with);
        prop_assert_eq!(&all(day(1) - 1), &before);
        prop_assert_eq!(&all(day(3) - 1), &with);
        prop_assert_eq!(&all(day(4) - 1), &before);
    }
}

/// Of a set-valued key each object has a timeline of its own: where one begins later than was believed
/// and another is believed again before that, nothing held of both in between.
#[test]
fn objects_of_a_set_take_no_place_of_each_other_in_one_write() {
    let (_folder, ledger) = ledger();
    let assert = |object: &str, from: Option<i64>| Act::Assert {
        object: object.into(),
        from,
        to: None,
        window: false,
        stated: from.is_some(),
    };
    let at = START + 2 * DAY;
    let told_before = [assert("old", None), assert("old", Some(at)), assert("new", None)];
    let events = (0..)
        .zip(told_before)
        .map(|(place, act)| Event { id: place.to_string(), recorded_at: RECORDED + place, act })
        .collect();
    let key = KeyLog { subject: "s".into(), relation: "r".into(), set: true, events };
    let key = tell_all(&ledger, &[key]).remove(0);
    let both =
        vec![tell(&key, &Act::End { object: Some("old".into()), at }), tell(&key, &assert("new", Some(at)))];
    write(&ledger, RECORDED + DAY, both);
    let timeline = |known_at: i64| {
        let all = told(&ledger, &key, known_at, NOW).expect("a timeline");
        let mut all: Vec<_> = all.into_iter().map(|i| (i.object, i.from, i.to)).collect();
        all.sort();
        all
    };
    let interval = |object: &str, from: Option<i64>, to: Option<i64>| (object.to_owned(), from, to);
    assert_eq!(timeline(RECORDED + 2), [interval("new", None, None), interval("old", Some(at), None)]);
    // The assert is entered first; the end then takes back that the old value began here.
    assert_eq!(timeline(RECORDED + DAY), [interval("new", Some(at), None), interval("old", Some(at), None)]);
    assert_eq!(
        timeline(RECORDED + DAY + 1),
        [interval("new", Some(at), None), interval("old", None, Some(at))]
    );
}

/// A wall clock that stands still or steps back never gives a system time twice.
#[test]
fn system_time_outruns_a_clock_that_steps_back() {
    let (_folder, ledger) = ledger();
    let key = KeyLog { subject: "s".into(), relation: "r".into(), set: false, events: Vec::new() };
    for (place, wall) in [0, 0, -3_600_000_000, 5, -1, 3].into_iter().enumerate() {
        let object = format!("v{place}");
        let act = Act::Assert { object, from: Some(START), to: None, window: false, stated: true };
        write(&ledger, RECORDED + wall, vec![tell(&key, &act)]);
    }
    let times: Vec<i64> = recorded(&ledger).into_iter().map(|(_, at)| at - RECORDED).collect();
    assert_eq!(times, [0, 1, 2, 5, 6, 7]);
}

/// A refused thing told takes its whole write with it.
#[test]
fn a_refused_write_stores_nothing() {
    let (_folder, ledger) = ledger();
    let key = KeyLog { subject: "s".into(), relation: "r".into(), set: false, events: Vec::new() };
    let good =
        |at: i64| Act::Assert { object: "A".into(), from: Some(at), to: None, window: false, stated: true };
    write(&ledger, RECORDED, vec![tell(&key, &good(START))]);
    let log = export(&ledger).expect("an export");
    let empty =
        Act::Assert { object: "B".into(), from: Some(START), to: Some(START), window: false, stated: true };
    let endless = Act::Assert { object: "B".into(), from: Some(START), to: None, window: true, stated: true };
    for (bad, code) in [
        (tell(&key, &empty), "empty_interval"),
        (tell(&key, &endless), "window_without_end"),
        (Told::Void("no such entry".into()), "not_found"),
    ] {
        let told = vec![tell(&key, &good(START + DAY)), bad];
        let error = ledger
            .append(&Write { told, ..Write::new(SPACE, instant(RECORDED + DAY)) })
            .expect_err("a refused write");
        assert_eq!(error.code(), code);
        assert_eq!(export(&ledger).expect("an export"), log);
    }
}

/// The outcomes of section 5 that follow from the key alone.
#[test]
fn a_writer_is_told_how_each_fact_met_its_key() {
    let (_folder, ledger) = ledger();
    let key = KeyLog { subject: "service".into(), relation: "port".into(), set: false, events: Vec::new() };
    let day = |n: i64| START + n * DAY;
    let assert = |object: &str, from: i64, to: Option<i64>| Act::Assert {
        object: object.into(),
        from: Some(from),
        to,
        window: false,
        stated: true,
    };
    let end = |object: Option<&str>, at: i64| Act::End { object: object.map(str::to_owned), at };
    let told = [
        (assert("8000", day(10), None), Outcome::Novel),
        (assert("8000", day(12), None), Outcome::Reinforced),
        (assert("8080", day(20), None), Outcome::Superseded),
        (assert("7000", day(5), Some(day(8))), Outcome::Backfilled),
        (assert("8443", day(30), Some(day(40))), Outcome::Unsettled),
        (end(Some("6000"), day(41)), Outcome::NothingToEnd),
        (assert("8081", day(50), None), Outcome::Novel),
        (end(None, day(60)), Outcome::Ended),
        (assert("9000", day(400), None), Outcome::Pending),
    ];
    let mut wrong = Vec::new();
    for (place, (act, expected)) in told.into_iter().enumerate() {
        let at = instant(RECORDED + i64::try_from(place).expect("small") * 1000);
        let receipt =
            ledger.append(&Write { told: vec![tell(&key, &act)], ..Write::new(SPACE, at) }).expect("a write");
        if receipt.applied[0].outcome != expected {
            wrong.push(format!("{act:?}: {} instead of {expected}", receipt.applied[0].outcome));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
