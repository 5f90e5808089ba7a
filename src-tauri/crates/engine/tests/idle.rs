//! Looking over while nobody writes: when it is the time, what cuts it off, and where it goes on.

mod common;

use common::{Story, at};
use memstrata_engine::{FoundKind, Idle, Looked};
use memstrata_model::Instant;

/// A value that is long past its half-life, two names of one thing, and some texts of no matter.
fn harbour() -> Story {
    let story = Story::new();
    let prose: Vec<String> = (0..300).map(|n| format!("On round {n} nothing was seen.")).collect();
    let prose: Vec<&str> = prose.iter().map(String::as_str).collect();
    story.texts("2020-01-01", &["The tide gauge listens on port 8080."]);
    story.texts("2020-01-02", &prose);
    story.texts(
        "2020-01-03",
        &["The habrour crane listens on port 7000.", "The harbour crane listens on port 7001."],
    );
    story
}

fn set(story: &Story, moment: &str) {
    story.clock.set(at(moment));
}

fn whole(looked: Looked) -> Vec<FoundKind> {
    match looked {
        Looked::Whole(done) => done.proposed.iter().map(|found| found.kind).collect(),
        other => panic!("not whole: {other:?}"),
    }
}

#[test]
fn it_waits_until_nobody_has_written_for_a_while_and_looks_once() {
    let story = harbour();
    let (mut idle, mut look) = (Idle::default(), |_| true);
    set(&story, "2020-01-03T09:05:00Z");
    let looked = story.engine.consolidate_when_idle(&mut idle, &mut look).unwrap();
    assert_eq!(looked, Looked::NotNow, "somebody wrote five minutes ago");
    set(&story, "2026-01-01T09:00:00Z");
    let found = whole(story.engine.consolidate_when_idle(&mut idle, &mut look).unwrap());
    assert!(found.contains(&FoundKind::Stale) && found.contains(&FoundKind::NearNames), "{found:?}");
    let waiting = story.engine.review(false).unwrap().len();
    assert_eq!(waiting, found.len());
    // Nothing is new, though its own proposals were written just now; a day on, values have aged.
    set(&story, "2026-01-01T21:00:00Z");
    assert_eq!(story.engine.consolidate_when_idle(&mut idle, &mut look).unwrap(), Looked::NotNow);
    set(&story, "2026-01-03T09:00:00Z");
    assert_eq!(whole(story.engine.consolidate_when_idle(&mut idle, &mut look).unwrap()), []);
    assert_eq!(story.engine.review(false).unwrap().len(), waiting);
}

#[test]
fn a_slice_ends_by_the_clock_and_the_next_goes_on_from_there() {
    let story = harbour();
    set(&story, "2026-01-01T09:00:00Z");
    let mut idle = Idle::default();
    let (mut slices, mut read) = (0, Vec::new());
    loop {
        slices += 1;
        assert!(slices < 20, "it comes to an end");
        let looked = story.engine.consolidate_when_idle(&mut idle, &mut |at| {
            if at.stage == "ends in kept texts" {
                read.push(at.done);
            }
            // Each stage takes twenty seconds.
            story
                .clock
                .set(Instant::from_micros(memstrata_model::Clock::now(&*story.clock).micros() + 20_000_000));
            true
        });
        match looked.unwrap() {
            Looked::InPart => {}
            Looked::Whole(_) => break,
            Looked::NotNow => panic!("its own proposals stopped it"),
        }
    }
    assert!(slices > 2, "{slices}");
    // No text is read twice: 303 texts in strides of 256.
    assert!(read.len() <= 2, "{read:?}");
    let stages = story.engine.review(false).unwrap().len();
    assert!(stages >= 2, "{stages}");
}

#[test]
fn somebody_who_writes_cuts_it_off_and_it_can_be_stopped_or_switched_off() {
    let story = harbour();
    set(&story, "2026-01-01T09:00:00Z");
    let mut idle = Idle::default();
    let mut wrote = false;
    let looked = story.engine.consolidate_when_idle(&mut idle, &mut |_| {
        if !std::mem::replace(&mut wrote, true) {
            story.engine.remember(&memstrata_engine::Remember::text("Fog came in.")).unwrap();
        }
        true
    });
    assert_eq!(looked.unwrap(), Looked::InPart);
    let next = story.engine.consolidate_when_idle(&mut idle, &mut |_| true).unwrap();
    assert_eq!(next, Looked::NotNow, "somebody wrote just now");
    set(&story, "2026-01-01T10:00:00Z");
    let stopped = story.engine.consolidate_when_idle(&mut idle, &mut |_| false).unwrap_err();
    assert_eq!(stopped.code, "cancelled");

    let mut settings = story.engine.settings_page().unwrap().settings;
    assert_eq!(story.engine.settings_page().unwrap().published.idle, Some(true));
    settings.scoring.idle = Some(false);
    story.engine.keep_settings(&settings).unwrap();
    set(&story, "2026-01-02T10:00:00Z");
    assert_eq!(story.engine.consolidate_when_idle(&mut idle, &mut |_| true).unwrap(), Looked::NotNow);
    settings.scoring.idle = Some(true);
    story.engine.keep_settings(&settings).unwrap();
    set(&story, "2026-01-02T11:00:00Z");
    assert!(!whole(story.engine.consolidate_when_idle(&mut idle, &mut |_| true).unwrap()).is_empty());
}
