//! What is kept in memory of where texts stand says what the file says, whatever is told.

mod common;

use std::sync::atomic::AtomicBool;

use common::{Fixture, LATER, assert, at, merge};
use memstrata_ledger::{EpisodeView, Followed, Moment, Standings, Told};
use memstrata_model::{Authority, Cardinality, FactState, Interval};

fn read(fixture: &Fixture) -> Standings {
    fixture.ledger.standings(&AtomicBool::new(false)).unwrap().expect("nobody stops it")
}

/// When the one fact of a text holds, by the file.
fn by_the_file(view: &EpisodeView) -> Option<Interval> {
    let [told] = view.facts.as_slice() else { return None };
    let plain = !view.ends && view.fallen.is_none() && told.fact.state != FactState::Withdrawn;
    (plain && told.fact.sys_to.is_none()).then(|| Interval::new(told.fact.valid_from, told.fact.valid_to))
}

/// Holds every text that is known against the file; answers how many are known.
fn compare(fixture: &Fixture, standings: &Standings) -> usize {
    let moment = Moment { as_of: at(LATER), known_at: None };
    let episodes = fixture.ledger.episodes("default", None).unwrap();
    let views = fixture.ledger.episode_outlines("default", &episodes, moment).unwrap();
    let known: Vec<_> =
        views.iter().filter_map(|view| Some((view, standings.of(view.record.seq)?))).collect();
    for (view, held) in &known {
        assert_eq!(by_the_file(view), Some(*held), "{view:?}");
    }
    known.len()
}

#[test]
fn what_is_in_memory_is_what_the_file_says_after_whatever_is_told() {
    let fixture = Fixture::new();
    let mut standings = read(&fixture);
    let (mut stale, mut known) = (0, 0);
    let mut events: Vec<String> = Vec::new();
    // A fixed walk through everything that can be told.
    let mut state = 7u64;
    let mut next = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    for step in 0..240u64 {
        let now = format!("2026-{:02}-{:02}T{:02}:00:00Z", 1 + step / 250, 1 + step / 10 % 25, step % 10);
        let subject = ["relay", "crane", "buoy", "the old relay"][next(4) as usize];
        let value = ["1", "2", "3"][next(3) as usize];
        let day = format!("2026-{:02}-{:02}", 1 + next(9), 1 + next(28));
        let told = match next(20) {
            0 => match events.get(next(events.len().max(1) as u64) as usize) {
                Some(event) => Told::Void(event.clone()),
                None => continue,
            },
            1 => common::end(subject, "port", &day),
            2 => common::confirm(subject, "port", value, &day),
            3 if step % 3 == 0 => merge("the old relay", "relay"),
            4 if step % 5 == 0 => {
                common::relation("port", [Cardinality::Set, Cardinality::One][next(2) as usize], &[])
            }
            5 => common::bounded(subject, "port", value, &day, LATER),
            _ => assert(subject, "port", value, &day),
        };
        let mut write = fixture.write(&now, vec![told]);
        if next(10) == 0 {
            write.authority = Authority::Agent;
        }
        // Some are told without a text, some of two things in one.
        if next(8) > 0 {
            write.episode = Some(common::episode(&format!("Step {step}, {subject} {value}."), "anna"));
        }
        if next(9) == 0 {
            write.told.push(assert("buoy", "colour", value, &day));
        }
        let Ok(receipt) = fixture.ledger.append(&write) else { continue };
        events.extend(receipt.applied.iter().map(|applied| applied.event.clone()));
        if step % 41 == 40
            && let Some(episode) = receipt.episode
        {
            fixture.tell(&now, Told::Forget(episode));
        }
        match fixture.ledger.follow_standings(&mut standings).unwrap() {
            Followed::UpToDate => {}
            Followed::Stale => {
                stale += 1;
                standings = read(&fixture);
            }
            Followed::Ahead => panic!("nothing is ahead of the newest state"),
        }
        known += compare(&fixture, &standings);
        if step % 50 == 49 {
            standings = read(&fixture);
            assert!(compare(&fixture, &standings) > 0);
        }
    }
    assert!(stale > 5 && known > 500, "{stale} times stale, {known} comparisons");
}

#[test]
fn of_a_state_before_its_own_nothing_is_told() {
    let fixture = Fixture::new();
    fixture.say("2026-01-01", "anna", "The relay is on 1.", vec![assert("relay", "port", "1", "2026-01-01")]);
    let held = fixture.ledger.hold().unwrap();
    assert_eq!(fixture.ledger.episodes("default", None).unwrap().len(), 1);
    fixture.say("2026-01-02", "anna", "The relay is on 2.", vec![assert("relay", "port", "2", "2026-01-02")]);
    assert_eq!(fixture.ledger.episodes("default", None).unwrap().len(), 1, "one state is held");
    let mut later = std::thread::scope(|scope| scope.spawn(|| read(&fixture)).join().unwrap());
    assert_eq!(later.len(), 2);
    assert_eq!(fixture.ledger.follow_standings(&mut later).unwrap(), Followed::Ahead);
    drop(held);
    assert_eq!(fixture.ledger.episodes("default", None).unwrap().len(), 2);
    assert_eq!(fixture.ledger.follow_standings(&mut later).unwrap(), Followed::UpToDate);
    assert_eq!(compare(&fixture, &later), 2);
    assert!(fixture.ledger.standings(&AtomicBool::new(true)).unwrap().is_none(), "stopped");
}
