//! Clocks that misbehave and dates at the edges: a wall clock that steps back or stands still, years
//! before 1970 and after 2262, leap days, days without a midnight and days that never were.

use memstrata_engine::{NewAssert, Told};
use memstrata_ledger::Moment;
use memstrata_model::{FixedClock, Instant, Precision};
use memstrata_tests::desk::Desk;
use memstrata_tests::log::{SPACE, export, folder, open, restore};
use memstrata_tests::tell::{at, fact, fact_from, findings, tell, timeline, values};

/// The day before nanoseconds since 1970 no longer fit 64 bits, and the day after.
const EDGES: &[&str] = &[
    "0001-01-01T00:00:00Z",
    "1066-10-14T09:00:00Z",
    "1677-09-21T00:12:43.145224Z",
    "1969-12-31T23:59:59.999999Z",
    "1970-01-01T00:00:00Z",
    "1970-01-01T00:00:00.000001Z",
    "2262-04-11T23:47:16.854775Z",
    "2262-04-12T00:00:00Z",
    "2999-12-31T23:59:59.999999Z",
    "9999-12-31T23:59:59.999999Z",
];

#[test]
fn valid_time_reaches_before_1970_and_after_2262() {
    let folder = folder();
    let ledger = open(&folder.path().join("far.db")).expect("a ledger");
    // Told in no order of time.
    let mut order: Vec<usize> = (0..EDGES.len()).collect();
    order.rotate_left(4);
    order.swap(0, 7);
    for place in order {
        let told = fact_from("era", "name", &format!("era {place}"), EDGES[place]);
        tell(&ledger, "2026-03-01T09:00:00Z", vec![Told::Assert(told)]);
    }
    let told = timeline(&ledger, "era", "name");
    assert_eq!(told.len(), EDGES.len());
    for (place, (object, from, to)) in told.iter().enumerate() {
        assert_eq!(*object, format!("era {place}"));
        assert_eq!(from.as_deref(), Some(EDGES[place]));
        assert_eq!(to.as_deref(), EDGES.get(place + 1).copied());
        assert_eq!(values(&ledger, "era", "name", EDGES[place], None), std::slice::from_ref(object));
        let before = at(EDGES[place]).plus_micros(-1).to_string();
        let expected: Vec<String> = place.checked_sub(1).map(|p| format!("era {p}")).into_iter().collect();
        assert_eq!(values(&ledger, "era", "name", &before, None), expected);
    }
    assert_eq!(findings(&ledger), [""; 0]);
    let log = export(&ledger).expect("an export");
    let again = restore(&folder.path().join("again.db"), &log, at("2027-01-01T00:00:00Z").micros());
    let again = again.expect("its log restores");
    assert_eq!(timeline(&again, "era", "name"), told);
    assert_eq!(export(&again).expect("an export"), log);
}

/// A machine whose clock was never set, or is set to a year that few formats reach.
#[test]
fn system_time_reaches_before_1970_and_after_2262() {
    let folder = folder();
    let ledger = open(&folder.path().join("clock.db")).expect("a ledger");
    let nows =
        ["1969-07-20T20:17:40Z", "2262-04-12T00:00:00Z", "2026-01-01T00:00:00Z", "2300-01-01T00:00:00Z"];
    let mut times: Vec<Instant> = Vec::new();
    for (place, now) in nows.iter().enumerate() {
        let told = fact_from("service", "port", &place.to_string(), "1960-01-01T00:00:00Z");
        tell(&ledger, now, vec![Told::Assert(told)]);
        times.push(ledger.head_time().expect("a head").expect("an entry"));
    }
    assert_eq!(times[0], at(nows[0]));
    // The third clock had stepped back by 236 years: one microsecond further, then.
    assert_eq!(times[2], at(nows[1]).plus_micros(1));
    assert_eq!(times[3], at(nows[3]));
    for (place, time) in times.iter().enumerate() {
        let known_at = Some(time.to_string());
        let told = values(&ledger, "service", "port", "1965-01-01T00:00:00Z", known_at.as_deref());
        assert_eq!(told, [place.to_string()]);
    }
    let log = export(&ledger).expect("an export");
    let again = restore(&folder.path().join("again.db"), &log, at("2400-01-01T00:00:00Z").micros());
    assert_eq!(export(&again.expect("its log restores")).expect("an export"), log);
}

/// What was just told must hold now and be believed now, although the wall clock says that it lies
/// in the future; what is told next comes after it.
#[test]
fn a_clock_that_steps_back_an_hour_hides_nothing_and_turns_nothing_round() {
    let desk = Desk::new("2026-10-25T01:30:00Z");
    desk.remember("The gateway listens on port 8080.");
    let first = desk.now();
    desk.at("2026-10-25T00:30:00Z");
    assert_eq!(desk.facts_of("gateway"), ["port: 8080"], "hidden by the clock");
    let told = desk.remember("The gateway listens on port 9443.");
    assert_eq!(told.facts[0].outcome, memstrata_model::Outcome::Superseded, "{told:?}");
    assert_eq!(desk.facts_of("gateway"), ["port: 9443"]);
    assert!(desk.now() > first);
    // Another process, its clock another hour behind, goes on from there too.
    let other = desk.beside("2026-10-24T23:30:00Z");
    assert_eq!(other.facts_of("gateway"), ["port: 9443"]);
    other.remember("The gateway listens on port 7000.");
    for side in [&desk, &other] {
        assert_eq!(side.facts_of("gateway"), ["port: 7000"]);
    }
    let log = desk.engine.log(0).expect("a log");
    let times: Vec<Instant> = log
        .iter()
        .filter_map(|entry| serde_json::to_value(&entry.line).ok()?["recorded_at"].as_str()?.parse().ok())
        .collect();
    assert_eq!(times.len(), log.len());
    assert!(times.windows(2).all(|two| two[0] < two[1]), "{times:?}");
    // At every one of these times, what was believed then is still what is told of then.
    let known = |at: Instant| desk.facts_at("gateway", Some("2027-01-01T00:00:00Z"), Some(&at.to_string()));
    assert_eq!(known(first), ["port: 8080"]);
    assert_eq!(known(*times.last().expect("times")), ["port: 7000"]);
    assert_eq!(desk.findings(), [""; 0]);
}

#[test]
fn a_clock_that_stands_still_gives_every_entry_its_own_microsecond() {
    let folder = folder();
    let ledger = open(&folder.path().join("still.db")).expect("a ledger");
    let now = "2026-03-01T09:00:00.000009Z";
    for place in 0..50 {
        let told = (0..3).map(|n| Told::Assert(fact(&format!("s{n}"), "count", &place.to_string())));
        tell(&ledger, now, told.collect());
    }
    let last = ledger.head_time().expect("a head").expect("an entry");
    assert_eq!(last, at(now).plus_micros(149));
    // Every value was believed for exactly three microseconds.
    for place in 0..50 {
        let known = Some(at(now).plus_micros(place * 3 + 2).to_string());
        for subject in ["s0", "s1", "s2"] {
            let told = values(&ledger, subject, "count", "2026-03-02T00:00:00Z", known.as_deref());
            assert_eq!(told, [place.to_string()]);
        }
    }
}

fn since(desk: &Desk, date: &str) -> Result<(), memstrata_engine::Error> {
    let date = desk.engine.read_when(date)?;
    let told = NewAssert {
        valid_from: Some(date.from),
        precision: Some(date.precision),
        ..fact("clinic", "opening", "new")
    };
    desk.engine.tell(vec![Told::Assert(told)], None, None).map(drop)
}

#[test]
fn leap_days_exist_in_leap_years_alone() {
    let desk = Desk::new("2026-03-01T09:00:00Z");
    for (date, day_after) in [
        ("2024-02-29", "2024-03-01T00:00:00Z"),
        ("2000-02-29", "2000-03-01T00:00:00Z"),
        ("1904-02-29", "1904-03-01T00:00:00Z"),
        ("2400-02-29", "2400-03-01T00:00:00Z"),
    ] {
        let read = desk.engine.read_when(date).expect("a date");
        assert_eq!((read.to, read.precision), (at(day_after), Precision::Day), "{date}");
    }
    for date in ["2023-02-29", "1900-02-29", "2100-02-29", "2024-02-30"] {
        let error = since(&desk, date).expect_err("no such day");
        assert_eq!(error.code, "bad_date");
        assert!(error.message.contains(date), "{}", error.message);
    }
    assert_eq!(desk.engine.log(0).expect("a log").len(), 0, "nothing was stored");
    since(&desk, "2024-02-29").expect("a leap day");
    let before = desk.facts_at("clinic", Some("2024-02-28T23:59:59.999999Z"), None);
    assert_eq!(before, [""; 0]);
    assert_eq!(desk.facts_at("clinic", Some("2024-02-29T00:00:00Z"), None), ["opening: new"]);
    // In a sentence too.
    let told = desk.remember("Ana has lived in Porto since 29 February 2024.");
    assert_eq!(told.facts[0].valid_from, Some(at("2024-02-29T00:00:00Z")), "{told:?}");
}

/// Where clocks spring forward at midnight, the day begins an hour later; where a whole day was
/// skipped, it is empty and the next one begins.
#[test]
fn a_date_whose_midnight_is_missing_begins_at_the_first_moment_that_exists() {
    for (zone, date, begins) in [
        ("America/Santiago", "2024-09-08", "2024-09-08T04:00:00Z"),
        ("Asia/Beirut", "2024-03-31", "2024-03-30T22:00:00Z"),
        ("Africa/Cairo", "2024-04-26", "2024-04-25T22:00:00Z"),
        ("Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00Z"),
        // Midnight comes twice: the first one is where the day begins.
        ("America/Havana", "2024-11-03", "2024-11-03T04:00:00Z"),
    ] {
        let desk = Desk::in_zone("2026-03-01T09:00:00Z", zone);
        since(&desk, date).expect("a date");
        let just_before = at(begins).plus_micros(-1).to_string();
        assert_eq!(desk.facts_at("clinic", Some(&just_before), None), [""; 0], "{zone}");
        assert_eq!(desk.facts_at("clinic", Some(begins), None), ["opening: new"], "{zone}");
    }
    // Said in a sentence, in the space's zone.
    let desk = Desk::in_zone("2026-03-01T09:00:00Z", "America/Santiago");
    let told = desk.remember("Ana has lived in Porto since 8 September 2024.");
    assert_eq!(told.facts[0].valid_from, Some(at("2024-09-08T04:00:00Z")), "{told:?}");
}

/// The bounds of the axis itself are told and read without an overflow.
#[test]
fn the_first_and_the_last_instant_are_instants() {
    let folder = folder();
    let ledger = open(&folder.path().join("bounds.db")).expect("a ledger");
    for (bound, object) in [(Instant::MIN, "first"), (Instant::MAX, "last")] {
        let told = memstrata_ledger::NewAssert { valid_from: Some(bound), ..fact("axis", "end", object) };
        tell(&ledger, "2026-03-01T09:00:00Z", vec![Told::Assert(told)]);
        let moment = Moment { as_of: bound, known_at: Some(Instant::MAX) };
        let value = ledger.value(SPACE, &memstrata_model::Key::new("axis", "end", None), moment);
        assert_eq!(value.expect("a value").as_deref(), Some(object));
    }
    assert_eq!(timeline(&ledger, "axis", "end").len(), 2);
    assert_eq!(findings(&ledger), [""; 0]);
    // A wall clock at the end of time: what comes after it is refused or recorded, never turned round.
    let clock = FixedClock::at(Instant::MAX);
    let last = memstrata_ledger::Write {
        told: vec![Told::Assert(fact("axis", "clock", "stuck"))],
        ..memstrata_ledger::Write::new(SPACE, memstrata_model::Clock::now(&clock))
    };
    if ledger.append(&last).is_ok() {
        let head = ledger.head_time().expect("a head").expect("an entry");
        let again = ledger.append(&last);
        let after = ledger.head_time().expect("a head").expect("an entry");
        assert!(again.is_err() || after > head, "two entries at {head}");
    }
    assert_eq!(findings(&ledger), [""; 0]);
}
