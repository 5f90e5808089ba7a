//! What is forgotten is gone from the file, and what rested on it says so.

use std::path::{Path, PathBuf};

use memstrata_ledger::{
    FactPattern, Ledger, Moment, NewAssert, NewEpisode, OpenOptions, Receipt, Told, Write, export_to,
    restore_from,
};
use memstrata_model::{EpisodeKind, Instant, Outcome};

fn at(text: &str) -> Instant {
    text.parse().unwrap()
}

const NOW: &str = "2026-06-01T00:00:00Z";

fn open(path: &Path) -> Ledger {
    Ledger::open(path, &OpenOptions::default()).unwrap()
}

fn tell(ledger: &Ledger, text: &str, told: Vec<Told>) -> Receipt {
    let mut write = Write::new("default", at(NOW));
    write.told = told;
    write.episode = Some(NewEpisode {
        id: None,
        kind: EpisodeKind::Note,
        text: text.into(),
        occurred_at: None,
        author: None,
        locator: None,
        importance: None,
    });
    ledger.append(&write).unwrap()
}

fn bare(ledger: &Ledger, told: Told) -> Receipt {
    let mut write = Write::new("default", at(NOW));
    write.told = vec![told];
    ledger.append(&write).unwrap()
}

fn assert(relation: &str, object: &str, from: &str) -> Told {
    Told::Assert(NewAssert {
        subject: "Ines".into(),
        relation: relation.into(),
        object: object.into(),
        valid_from: Some(at(from)),
        ..NewAssert::default()
    })
}

fn values(ledger: &Ledger) -> Vec<String> {
    let moment = Moment { as_of: at("2026-12-01T00:00:00Z"), known_at: None };
    ledger.facts("default", &FactPattern::default(), moment).unwrap().into_iter().map(|f| f.object).collect()
}

/// Every file that belongs to the ledger, as bytes.
fn raw(path: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    for ending in ["", "-wal"] {
        let mut name = path.as_os_str().to_owned();
        name.push(ending);
        bytes.extend(std::fs::read(PathBuf::from(name)).unwrap_or_default());
    }
    bytes
}

/// Places of words in bytes that stand for nothing else: SQLite stores them one after the other,
/// three bytes each.
const SPAN: (u32, u32) = (0x5a_7e11, 0x5a_7e99);
const SPAN_BYTES: [u8; 6] = [0x5a, 0x7e, 0x11, 0x5a, 0x7e, 0x99];

fn holds_span(bytes: &[u8]) -> bool {
    bytes.windows(6).any(|window| window == SPAN_BYTES)
}

fn spanned(relation: &str, object: &str, from: &str) -> Told {
    let Told::Assert(told) = assert(relation, object, from) else { unreachable!() };
    Told::Assert(NewAssert { span: Some(SPAN), ..told })
}

fn log_of(ledger: &Ledger) -> String {
    let mut log = Vec::new();
    export_to(ledger, &mut log, &mut |_| true).unwrap();
    String::from_utf8(log).unwrap()
}

fn holds(bytes: &[u8], word: &str) -> bool {
    bytes.windows(word.len()).any(|window| window.eq_ignore_ascii_case(word.as_bytes()))
}

#[test]
fn a_forgotten_text_is_in_no_byte_of_the_file_and_the_chain_still_verifies() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("l.memstrata");
    let ledger = open(&path);
    tell(&ledger, "Ines moved to Braga in spring.", vec![assert("city", "Braga", "2026-03-01T00:00:00Z")]);
    let secret = tell(
        &ledger,
        "Ines takes zanubrutinib, says the oncologist Quetzalcoatl.",
        vec![assert("medication", "zanubrutinib", "2026-04-01T00:00:00Z")],
    );
    tell(&ledger, "Also seen: zanubrutinib is not what Bo takes.", vec![]);
    let episode = secret.episode.unwrap();
    let seq = ledger.episode_seq("default", &episode).unwrap();
    ledger.keep_vectors("m", &[(seq, b"VECTORBYTESOFIT!".to_vec())]).unwrap();
    assert!(holds(&raw(&path), "quetzalcoatl") && holds(&raw(&path), "VECTORBYTESOFIT!"));

    let preview = ledger.preview_forget("default", &episode).unwrap();
    assert_eq!(preview.objects, ["zanubrutinib"]);
    bare(&ledger, Told::Forget(episode.clone()));
    ledger.scrub().unwrap();
    for file in [path.clone(), {
        let backup = folder.path().join("backup.memstrata");
        ledger.back_up(&backup).unwrap();
        backup
    }] {
        let bytes = raw(&file);
        assert!(!holds(&bytes, "quetzalcoatl"), "the text is still in {}", file.display());
        assert!(!holds(&bytes, "oncologist"), "a word is still in {}", file.display());
        assert!(!holds(&bytes, "VECTORBYTESOFIT!"), "the vector is still in {}", file.display());
        assert!(holds(&bytes, "Braga"));
    }
    assert_eq!(values(&ledger), ["Braga", "(forgotten)"]);
    assert_eq!(ledger.search_words("default", "oncologist", None, 5).unwrap(), []);
    assert_eq!(ledger.verify(&mut |_| true).unwrap().findings, []);

    let mut log = Vec::new();
    export_to(&ledger, &mut log, &mut |_| true).unwrap();
    assert!(!holds(&log, "quetzalcoatl"));
    let copy = open(&folder.path().join("copy.memstrata"));
    restore_from(&copy, &mut log.as_slice(), at(NOW), &mut |_| true).unwrap();
    assert_eq!(copy.verify(&mut |_| true).unwrap().findings, []);
    assert_eq!(values(&copy), ["Braga", "(forgotten)"]);

    // An import does not bring it back; whoever insists does.
    let again = tell(
        &ledger,
        "Ines takes zanubrutinib, says the oncologist Quetzalcoatl.",
        vec![assert("medication", "zanubrutinib", "2026-04-01T00:00:00Z")],
    );
    assert_eq!(again.applied[0].outcome, Outcome::Refused);
    assert!(!holds(&raw(&path), "quetzalcoatl"));
}

#[test]
fn what_rests_on_another_source_too_survives() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = open(&folder.path().join("l.memstrata"));
    let first = tell(&ledger, "Ines is in Braga.", vec![assert("city", "Braga", "2026-03-01T00:00:00Z")]);
    tell(&ledger, "Braga it is, for Ines.", vec![assert("city", "Braga", "2026-04-01T00:00:00Z")]);
    bare(&ledger, Told::Forget(first.episode.unwrap()));
    assert_eq!(values(&ledger), ["Braga"]);
    assert_eq!(ledger.verify(&mut |_| true).unwrap().findings, []);
}

#[test]
fn a_claim_falls_with_what_it_rests_on_at_any_depth_until_it_is_accepted_again() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = open(&folder.path().join("l.memstrata"));
    let told = tell(&ledger, "Ines is in Braga.", vec![assert("city", "Braga", "2026-03-01T00:00:00Z")]);
    let source = told.applied[0].event.clone();
    let near = tell(&ledger, "Ines lives in the north.", vec![Told::Claim(vec![source.clone()])]);
    let near_id = near.applied[0].event.clone();
    let far = tell(&ledger, "Northerners bring an umbrella.", vec![Told::Claim(vec![near_id.clone()])]);
    let far_seq = ledger.episode_seq("default", far.episode.as_deref().unwrap()).unwrap();
    let moment = Moment { as_of: at(NOW), known_at: None };
    let fallen = |seq| ledger.episode("default", seq, moment).unwrap().fallen;
    assert_eq!(fallen(far_seq), None);
    let up = ledger.dependents_of("default", &source, 1).unwrap();
    assert_eq!((up.links.len(), up.beyond), (1, 1));
    let down = ledger.sources_of("default", &far.applied[0].event, 5).unwrap();
    assert!(down.links.iter().any(|link| link.id == source && link.depth == 2), "{down:?}");

    tell(&ledger, "Ines is in Faro now.", vec![assert("city", "Faro", "2026-05-01T00:00:00Z")]);
    assert_eq!(fallen(far_seq), Some(format!("Ines · city: Braga ({source}) was superseded")));
    bare(&ledger, Told::Resolve { dispute: far.applied[0].event.clone(), choice: "accept".into() });
    assert_eq!(fallen(far_seq), None);
    assert_eq!(ledger.verify(&mut |_| true).unwrap().findings, []);
    assert!(ledger.dependents_of("default", "no such", 1).is_err());
}

/// The hash of what was told of a text covers where its words stood. That goes too, and what is left is
/// still known from anything else.
#[test]
fn where_forgotten_words_stood_is_in_no_byte_and_what_is_left_is_sealed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("l.memstrata");
    let ledger = open(&path);
    let first = tell(&ledger, "Ines is in Braga.", vec![spanned("city", "Braga", "2026-03-01T00:00:00Z")]);
    let mut other = Write::new("default", at(NOW));
    other.told = vec![assert("city", "Braga", "2026-04-01T00:00:00Z")];
    ledger.append(&other).unwrap();
    let second = tell(&ledger, "Ines is well.", vec![spanned("mood", "well", "2026-03-01T00:00:00Z")]);
    assert!(holds_span(&raw(&path)) && log_of(&ledger).contains("5930513"));
    for (place, told) in [&first, &second].into_iter().enumerate() {
        bare(&ledger, Told::Forget(told.episode.clone().unwrap()));
        ledger.scrub().unwrap();
        let left = log_of(&ledger).matches("\"span\"").count();
        assert_eq!(left, 1 - place, "the other's stays");
    }
    let backup = folder.path().join("backup.memstrata");
    ledger.back_up(&backup).unwrap();
    for file in [&path, &backup] {
        assert!(!holds_span(&raw(file)), "the place is still in {}", file.display());
    }
    let log = log_of(&ledger);
    assert_eq!(log.matches("\"seal\"").count(), 3, "of the header and of two entries");
    assert_eq!(ledger.verify(&mut |_| true).unwrap().findings, []);
    // Its log restores to the same, seals and hashes too.
    let copy = open(&folder.path().join("copy.memstrata"));
    restore_from(&copy, &mut log.as_bytes(), at(NOW), &mut |_| true).unwrap();
    assert_eq!(copy.verify(&mut |_| true).unwrap().findings, []);
    assert_eq!(log_of(&copy), log);
    // A line that was changed is refused, and a seal is taken for nothing else.
    let line = log.lines().position(|line| line.contains("\"relation\":\"mood\"")).unwrap();
    for (from, to) in [
        ("\"relation\":\"mood\"", "\"relation\":\"room\""),
        ("\"seal\":\"", "\"seal\":\"0"),
        ("\"seal\":", "\"batch\":"),
        ("\"hash\":\"", "\"hash\":\"00"),
    ] {
        let changed: Vec<String> = log
            .lines()
            .enumerate()
            .map(|(place, text)| if place == line { text.replace(from, to) } else { text.to_owned() })
            .collect();
        let new = open(&folder.path().join(format!("{}.memstrata", to.len())));
        let refused = restore_from(&new, &mut changed.join("\n").as_bytes(), at(NOW), &mut |_| true);
        let error = refused.unwrap_err().to_string();
        assert!(error.starts_with(&format!("line {}: ", line + 1)), "{from}: {error}");
        std::fs::remove_file(new.path()).unwrap();
    }
}

/// Forgetting seals what it finds sound, so that nobody can have a change sealed by it.
#[test]
fn what_was_changed_before_is_still_found_when_its_text_was_forgotten() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("l.memstrata");
    let ledger = open(&path);
    let told = tell(&ledger, "Ines is in Braga.", vec![spanned("city", "Braga", "2026-03-01T00:00:00Z")]);
    let event = told.applied[0].event.clone();
    let other = rusqlite::Connection::open(&path).unwrap();
    other
        .execute_batch("DROP TRIGGER entry_is_final; UPDATE entry SET valid_to = 9 WHERE kind = 'assert'")
        .unwrap();
    drop(other);
    bare(&ledger, Told::Forget(told.episode.unwrap()));
    let found = ledger.verify(&mut |_| true).unwrap().findings;
    let named = |found: &memstrata_ledger::Finding| found.check == "chain" && found.place == event;
    assert!(found.iter().any(named), "{found:?}");
}

/// A reader of an older state keeps the log from being emptied: that is said, and it is done by the first
/// write after that, or the first opening.
#[test]
fn what_a_reader_keeps_in_the_log_is_taken_out_when_it_is_done() {
    for reopened in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("l.memstrata");
        let mut ledger = open(&path);
        let told = tell(&ledger, "Says the oncologist Quetzalcoatl.", vec![]);
        let reader = rusqlite::Connection::open(&path).unwrap();
        reader.execute_batch("BEGIN").unwrap();
        let texts = |reader: &rusqlite::Connection| -> i64 {
            reader.query_row("SELECT count(*) FROM episode_text", [], |row| row.get(0)).unwrap()
        };
        assert_eq!(texts(&reader), 1);
        bare(&ledger, Told::Forget(told.episode.unwrap()));
        assert!(!ledger.scrub().unwrap(), "it cannot be done yet, and that is said");
        assert!(holds(&raw(&path), "quetzalcoatl"));
        // A write meanwhile is not kept from anything.
        tell(&ledger, "It rained.", vec![]);
        assert_eq!(texts(&reader), 1, "the reader reads on what it read");
        reader.execute_batch("COMMIT").unwrap();
        if reopened {
            // Another connection stays, so that closing the ledger does not bring the log in.
            drop(ledger);
            assert!(holds(&raw(&path), "quetzalcoatl"));
            ledger = open(&path);
        } else {
            tell(&ledger, "It rained again.", vec![]);
        }
        assert!(!holds(&raw(&path), "quetzalcoatl"), "reopened: {reopened}");
        assert!(!holds(&raw(&path), "oncologist"));
        assert_eq!(ledger.verify(&mut |_| true).unwrap().findings, []);
        assert!(ledger.scrub().unwrap());
    }
}

/// A program that is killed between forgetting and scrubbing leaves the rest to the next opening.
#[test]
fn what_was_cut_short_after_forgetting_is_finished_at_the_next_opening() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("l.memstrata");
    let ledger = open(&path);
    let told = tell(&ledger, "Says the oncologist Quetzalcoatl.", vec![]);
    // It keeps the log from being brought in when the ledger is closed.
    let other = rusqlite::Connection::open(&path).unwrap();
    other.query_row("SELECT count(*) FROM entry", [], |row| row.get::<_, i64>(0)).unwrap();
    bare(&ledger, Told::Forget(told.episode.unwrap()));
    drop(ledger);
    assert!(holds(&raw(&path), "quetzalcoatl"));
    let ledger = open(&path);
    assert!(!holds(&raw(&path), "quetzalcoatl") && !holds(&raw(&path), "oncologist"));
    assert_eq!(ledger.verify(&mut |_| true).unwrap().findings, []);
}

/// A sentence goes with what it was derived from, and went when that did.
#[test]
fn a_text_that_went_with_another_went_when_the_last_of_its_sources_did() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = open(&folder.path().join("l.memstrata"));
    let first = tell(&ledger, "Ines is in Braga.", vec![]).episode.unwrap();
    let second = tell(&ledger, "Ines is well.", vec![]).episode.unwrap();
    let near =
        tell(&ledger, "Braga is good for her.", vec![Told::Claim(vec![first.clone(), second.clone()])]);
    let far = tell(&ledger, "The north is.", vec![Told::Claim(vec![near.applied[0].event.clone()])]);
    let forget_on = |episode: &str, day: &str| {
        let told = vec![Told::Forget(episode.to_owned())];
        ledger.append(&Write { told, ..Write::new("default", at(day)) }).unwrap();
    };
    let on = |episode: &str| ledger.forgotten_on("default", episode).unwrap();
    forget_on(&first, "2026-07-01T00:00:00Z");
    let texts = [near.episode.unwrap(), far.episode.unwrap()];
    assert!(texts.iter().all(|text| on(text).is_none()));
    forget_on(&second, "2026-08-01T00:00:00Z");
    assert_eq!(on(&first), Some(at("2026-07-01T00:00:00Z")));
    for text in texts {
        assert_eq!(on(&text), Some(at("2026-08-01T00:00:00Z")));
    }
}

#[test]
fn a_forgotten_text_is_not_told_again_as_a_claim() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = open(&folder.path().join("l.memstrata"));
    let source = bare(&ledger, assert("city", "Porto", "2026-01-01T00:00:00Z")).applied[0].event.clone();
    let text = "Ines lives where the river ends.";
    let forgotten = tell(&ledger, text, vec![]).episode.unwrap();
    bare(&ledger, Told::Forget(forgotten));
    let refused = tell(&ledger, text, vec![Told::Claim(vec![source.clone()])]);
    assert_eq!(refused.applied[0].outcome, Outcome::Refused);
    assert!(refused.forgotten.is_some());
    let mut log = Vec::new();
    export_to(&ledger, &mut log, &mut |_| true).unwrap();
    assert!(!String::from_utf8(log).unwrap().contains("river"));
    // Of a text that is kept, a claim is told beside it as before.
    tell(&ledger, "Porto is by the sea.", vec![]);
    let kept = tell(&ledger, "Porto is by the sea.", vec![Told::Claim(vec![source])]);
    assert_eq!((kept.applied[0].outcome, kept.duplicate), (Outcome::Novel, false));
}
