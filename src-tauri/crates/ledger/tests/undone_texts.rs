//! Texts that were undone or forgotten, and told again.

mod common;

use common::{Fixture, assert, at, bounded, episode, relation};
use memstrata_ledger::{NewAssert, NewEpisode, NewRetract, Receipt, ReviewChoice, Told};
use memstrata_model::{Cardinality, Outcome};

/// A text that was forgotten, and withdrawn before or after, is still one that was forgotten.
#[test]
fn undoing_what_was_forgotten_does_not_let_it_back() {
    for undone_first in [false, true] {
        let f = Fixture::new();
        let batch = Told::Batch { id: "import1".into(), label: "notes".into() };
        f.tell("2026-01-01", batch);
        let told = || vec![assert("g", "port", "8", "2026-01-01")];
        let mut write = f.write("2026-01-01", told());
        write.episode = Some(episode("The g runs on port 8.", "ann"));
        write.batch = Some("import1".into());
        let text = f.ledger.append(&write).unwrap().episode.unwrap();
        let mut acts = [Told::Forget(text), Told::Void("import1".into())];
        if undone_first {
            acts.reverse();
        }
        for act in acts {
            f.tell("2026-01-02", act);
        }
        write.batch = None;
        let log = f.log();
        for said in [None, Some(at("2026-01-01")), Some(at("2026-02-01"))] {
            write.episode.as_mut().unwrap().occurred_at = said;
            for again in
                [f.ledger.append(&write), f.ledger.append_news(&[write.clone()]).map(|mut r| r.remove(0))]
            {
                let again = again.unwrap();
                assert_eq!(again.applied[0].outcome, Outcome::Refused, "{said:?}");
                assert!(again.forgotten.is_some(), "{said:?}");
            }
        }
        assert_eq!(f.log(), log);
        write.bring_back = true;
        f.ledger.append(&write).unwrap();
        assert_eq!(f.values("g", "port", "2026-03-01"), ["8"]);
        f.check();
    }
}

/// Told again by hand, a text of which all was withdrawn by hand is no repeat; in an import it is.
#[test]
fn a_text_that_was_taken_back_is_told_anew_by_whoever_tells_it_again() {
    let f = Fixture::new();
    let written = |batch: Option<&str>| {
        let told =
            vec![assert("api", "port", "5", "2026-01-01"), assert("api", "owner", "Ana", "2026-01-01")];
        let mut write = f.write("2026-01-01", told);
        let text = episode("The api runs on port 5, and Ana owns it.", "ann");
        write.episode = Some(NewEpisode { occurred_at: Some(at("2026-01-01")), ..text });
        write.batch = batch.map(str::to_owned);
        write
    };
    let telling = |batch: Option<&str>| f.ledger.append(&written(batch)).unwrap();
    let events: Vec<String> = telling(None).applied.into_iter().map(|applied| applied.event).collect();
    f.tell("2026-01-02", Told::Batch { id: "import0".into(), label: "notes".into() });
    f.tell("2026-01-02", Told::Void(events[0].clone()));
    // Not all that it says holds: by hand it is told anew.
    assert!(!f.ledger.preview(&written(None)).unwrap().duplicate);
    assert!(telling(Some("import0")).duplicate);
    f.tell("2026-01-03", Told::Void(events[1].clone()));
    f.tell("2026-01-04", Told::Batch { id: "import1".into(), label: "notes".into() });
    assert!(telling(Some("import1")).duplicate);
    assert_eq!(f.believed(), [""; 0]);
    let again = telling(None);
    assert_eq!((again.duplicate, again.applied[0].outcome), (false, Outcome::Novel));
    assert_eq!(f.values("api", "port", "2026-02-01"), ["5"]);
    assert!(telling(None).duplicate);
    f.check();
    // What a correction took back is corrected: the old text brings it back for nobody.
    let mut correction = f.write(
        "2026-03-01",
        vec![
            Told::Retract(NewRetract {
                subject: "api".into(),
                relation: "port".into(),
                object: "5".into(),
                ..NewRetract::default()
            }),
            Told::Retract(NewRetract {
                subject: "api".into(),
                relation: "owner".into(),
                object: "Ana".into(),
                ..NewRetract::default()
            }),
        ],
    );
    correction.episode = Some(episode("It was neither.", "ann"));
    f.ledger.append(&correction).unwrap();
    assert_eq!(f.believed(), [""; 0]);
    assert!(telling(None).duplicate);
    f.check();
}

/// An import that reads one text, said at one moment, out of a file.
fn imported(f: &Fixture, batch: &str, file: &str) -> Receipt {
    f.tell("2026-01-02", Told::Batch { id: batch.into(), label: file.into() });
    let mut write = f.write(
        "2026-01-02",
        vec![
            assert("api", "port", "5", "2025-12-01"),
            bounded("api", "owner", "Ana", "2026-01-01", "2026-06-01"),
        ],
    );
    let text = episode("The api runs on port 5 since December, and Ana owns it until June.", "ann");
    write.episode = Some(NewEpisode { occurred_at: Some(at("2026-01-01")), ..text });
    write.batch = Some(batch.into());
    f.ledger.append_news(&[write]).unwrap().remove(0)
}

/// Two files say the same of the same moment: the text is one, and who withdraws one of the imports
/// keeps what the other told, as if the first had not been.
#[test]
fn a_text_of_two_imports_holds_when_either_is_undone() {
    for (undone, kept) in [("one", "two"), ("two", "one")] {
        let f = Fixture::new();
        imported(&f, "one", "a/notes.md");
        let alone = f.believed();
        let second = imported(&f, "two", "b/diary.md");
        assert!(second.duplicate);
        assert_eq!(
            second.applied.iter().map(|told| told.outcome).collect::<Vec<_>>(),
            [Outcome::Duplicate; 2]
        );
        assert_eq!(f.believed(), alone);
        assert_eq!(f.ledger.stats("default").unwrap().episodes, 1);
        // Neither tells anything when it is run again, wherever its file has gone.
        let log = f.log();
        for (batch, file) in [("again1", "a/notes.md"), ("again2", "b/diary.md"), ("again3", "c/diary.md")] {
            assert!(imported(&f, batch, file).applied.iter().all(|told| told.event.is_empty()), "{file}");
        }
        assert_eq!(without_batches(&f.log()), without_batches(&log));
        f.tell("2026-01-03", Told::Void(undone.into()));
        assert_eq!(f.believed(), alone, "{undone} is undone");
        f.tell("2026-01-04", Told::Void(kept.into()));
        assert_eq!(f.believed(), [""; 0]);
        f.check();
    }
}

/// The lines of a log but for the openings of imports, which these tests tell by hand, and its header.
fn without_batches(log: &str) -> Vec<&str> {
    log.lines().skip(1).filter(|line| !line.contains(r#""type":"batch""#)).collect()
}

/// What was withdrawn with its text is told anew by an import, run again, of the same file.
#[test]
fn an_import_after_its_text_was_undone_tells_anew() {
    let f = Fixture::new();
    let first = imported(&f, "one", "a/notes.md");
    let alone = f.believed();
    let text = first.episode.unwrap();
    let told = f.ledger.told_in("default", &text).unwrap().unwrap();
    let undo = f.write("2026-01-03", told.into_iter().map(Told::Void).collect());
    f.ledger.append(&undo).unwrap();
    assert_eq!(f.believed(), [""; 0]);
    assert_eq!(f.ledger.told_in("default", &text).unwrap().unwrap(), [""; 0], "nothing is left of it");
    let again = imported(&f, "two", "a/notes.md");
    assert_eq!((again.duplicate, again.applied[0].outcome), (false, Outcome::Novel));
    assert_eq!(f.believed(), alone);
    f.check();
}

/// What a text says of its own bounds it says again when it is told again: the first telling may go, and
/// what was only observed stays an observation.
#[test]
fn a_bounded_fact_told_again_keeps_its_bounds() {
    let window = |told: Told| {
        let Told::Assert(told) = told else { unreachable!() };
        Told::Assert(NewAssert { window: true, ..told })
    };
    let unstated = |told: Told| {
        let Told::Assert(told) = told else { unreachable!() };
        Told::Assert(NewAssert { valid_from: None, ..told })
    };
    let ana = || bounded("api", "owner", "Ana", "2026-01-01", "2026-06-01");
    for (told, alone) in [
        (ana(), "2026-01-01"),
        (window(ana()), "2026-01-01"),
        // It holds since it was said: the second telling was later.
        (unstated(ana()), "2026-03-01"),
        (assert("api", "owner", "Ana", "2026-01-01"), "2026-01-01"),
    ] {
        let f = Fixture::new();
        let tell = |batch: &str, said: &str| {
            f.tell(said, Told::Batch { id: batch.into(), label: batch.into() });
            let mut write = f.write(said, vec![told.clone()]);
            let text = episode("Ana owns the api from January to May.", "ann");
            write.episode = Some(NewEpisode { occurred_at: Some(at(said)), ..text });
            write.batch = Some(batch.into());
            f.ledger.append(&write).unwrap()
        };
        tell("one", "2026-02-01");
        let before = f.believed();
        let again = tell("two", "2026-03-01");
        assert_eq!((again.duplicate, again.applied[0].outcome), (true, Outcome::Duplicate), "{told:?}");
        assert_eq!(f.believed(), before, "{told:?}");
        f.tell("2026-04-01", Told::Void("one".into()));
        let kept = f.believed();
        let since = before[0].replace("2026-02-01T", &format!("{alone}T"));
        assert_eq!(kept, [since], "{told:?}");
        f.check();
    }
}

/// What two sources said differently and somebody decided is not asked again when one of them, or another
/// file, says the same once more.
#[test]
fn a_decided_dispute_is_not_opened_by_a_text_told_again() {
    for cardinality in [Cardinality::One, Cardinality::Fixed] {
        let f = Fixture::new();
        f.tell("2026-01-01", relation("limit", cardinality, &[]));
        let said = |author: &str, limit: &str, moment: &str, batch: Option<&str>| {
            if let Some(batch) = batch {
                f.tell(moment, Told::Batch { id: batch.into(), label: format!("{batch}.md") });
            }
            let mut write = f.write(moment, vec![assert("api", "limit", limit, "2026-03-01")]);
            let text = episode(&format!("The limit is {limit} since March."), author);
            write.episode = Some(NewEpisode { occurred_at: Some(at(moment)), ..text });
            write.batch = batch.map(str::to_owned);
            f.ledger.append(&write).unwrap()
        };
        let one = said("ana", "240", "2026-03-02", None);
        let two = said("bo", "300", "2026-03-03", None);
        let choice = one.applied[0].event.clone();
        f.tell("2026-03-04", Told::Resolve { dispute: two.applied[0].event.clone(), choice });
        assert_eq!(f.ledger.review("default", false).unwrap(), []);
        let believed = f.believed();
        for (moment, batch) in
            [("2026-05-01", None), ("2026-03-02", Some("notes")), ("2026-05-02", Some("diary"))]
        {
            assert!(said("ana", "240", moment, batch).duplicate, "{moment} {batch:?}");
            assert_eq!(f.believed(), believed, "{cardinality:?}: {moment} {batch:?}");
            assert_eq!(f.ledger.review("default", false).unwrap(), [], "{cardinality:?}: {moment} {batch:?}");
        }
        f.check();
    }
}

/// A gap that somebody decided on stays decided when the text that left it is told again.
#[test]
fn a_decided_gap_is_not_asked_about_again_by_a_text_told_again() {
    for choice in [ReviewChoice::Reject, ReviewChoice::Accept] {
        let f = Fixture::new();
        f.tell("2026-01-01", assert("Ana", "city", "Porto", "2026-01-01"));
        let said = |moment: &str| {
            let trip = bounded("Ana", "city", "Oslo", "2026-03-01", "2026-04-01");
            let mut write = f.write(moment, vec![trip]);
            let text = episode("In March Ana is in Oslo.", "ann");
            write.episode = Some(NewEpisode { occurred_at: Some(at(moment)), ..text });
            f.ledger.append(&write).unwrap()
        };
        let trip = said("2026-02-01").applied.remove(0).event;
        let decision = f.ledger.decision("default", &trip, &choice).unwrap();
        f.tell("2026-02-02", decision);
        assert_eq!(f.ledger.review("default", false).unwrap(), []);
        let believed = f.believed();
        assert!(said("2026-03-15").duplicate);
        assert_eq!(f.believed(), believed, "{choice:?}");
        assert_eq!(f.ledger.review("default", false).unwrap(), [], "{choice:?}");
        f.check();
    }
}
