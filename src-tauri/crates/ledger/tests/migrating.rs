//! Files of earlier formats are brought to the present one, with a copy of before beside them.

use std::path::{Path, PathBuf};

use memstrata_ledger::{FactPattern, Ledger, Moment, NewEpisode, OpenOptions, ReviewKind, Write, export_to};
use memstrata_model::{EpisodeKind, Instant};

/// The format that this program writes.
const PRESENT: u32 = 8;

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

fn at(text: &str) -> Instant {
    text.parse().unwrap()
}

fn open(path: &Path) -> Ledger {
    Ledger::open(path, &OpenOptions { create: false, ..OpenOptions::default() }).unwrap()
}

fn format_of(path: &Path) -> u32 {
    let bytes = std::fs::read(path).unwrap();
    u32::from_be_bytes(bytes[60..64].try_into().unwrap())
}

#[test]
fn a_ledger_of_the_first_format_is_copied_migrated_and_answers_as_before() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.memstrata");
    std::fs::copy(data("format-1.memstrata"), &path).unwrap();
    let copy = folder.path().join("old.memstrata.before-migration-1");
    // One that was cut short is no hindrance.
    std::fs::write(folder.path().join("old.memstrata.before-migration-1.making"), "half a copy").unwrap();
    assert_eq!(format_of(&path), 1);
    {
        let ledger = open(&path);
        assert_eq!(ledger.verify(&mut |_| true).unwrap().findings, []);
        let mut log = Vec::new();
        export_to(&ledger, &mut log, &mut |_| true).unwrap();
        let told = std::fs::read_to_string(data("format-1.jsonl")).unwrap();
        assert_eq!(as_of_then(log), told, "the log is what the program of then exported");
        let moment = Moment { as_of: at("2026-06-01T00:00:00Z"), known_at: None };
        let facts = ledger.facts("default", &FactPattern::default(), moment).unwrap();
        let held: Vec<&str> = facts.iter().map(|fact| fact.object.as_str()).collect();
        assert_eq!(held, ["Porto", "figs", "rye", "9443", "Lagos"]);
        // Why a claim fell is derived anew, with what made it fall.
        let inbox = ledger.review("default", false).unwrap();
        assert_eq!(inbox.iter().map(|item| item.kind).collect::<Vec<_>>(), [ReviewKind::Claim]);
        assert!(inbox[0].reason.ends_with("was superseded"), "{}", inbox[0].reason);
        ledger.settle().unwrap();
    }
    assert_eq!(format_of(&path), PRESENT);
    assert_eq!(format_of(&copy), 1);
    let names: Vec<_> =
        std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names.len(), 2, "{names:?}");
    // The copy is the ledger of before, and can be opened in its place.
    let again = folder.path().join("again.memstrata");
    std::fs::copy(&copy, &again).unwrap();
    assert_eq!(open(&again).stats("default").unwrap(), open(&path).stats("default").unwrap());
}

/// An export without what its header tells of its end, which programs of then did not.
fn as_of_then(log: Vec<u8>) -> String {
    let log = String::from_utf8(log).unwrap();
    let (header, entries) = log.split_once('\n').unwrap();
    let bare = &header[..header.find(",\"lines\":").unwrap()];
    format!("{bare}}}\n{entries}")
}

/// The file holds the log of the first one, and was written by the program that wrote the third format.
#[test]
fn a_ledger_of_the_third_format_is_copied_and_finds_its_texts_as_before() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.memstrata");
    std::fs::copy(data("format-3.memstrata"), &path).unwrap();
    assert_eq!(format_of(&path), 3);
    {
        let ledger = open(&path);
        assert_eq!(ledger.verify(&mut |_| true).unwrap().findings, []);
        let mut log = Vec::new();
        export_to(&ledger, &mut log, &mut |_| true).unwrap();
        let told = std::fs::read_to_string(data("format-1.jsonl")).unwrap();
        assert_eq!(as_of_then(log), told);
        let tell = |text: &str| {
            let mut write = Write::new("default", at("2027-01-01T00:00:00Z"));
            write.episode = Some(NewEpisode {
                id: None,
                kind: EpisodeKind::Note,
                text: text.to_owned(),
                occurred_at: Some(at("2027-01-01T00:00:00Z")),
                author: None,
                locator: None,
                importance: None,
            });
            ledger.append(&write).unwrap()
        };
        let again = tell("the gateway listens on  port 8080");
        assert!(again.duplicate);
        assert_eq!(again.episode.as_deref(), Some("e77c6n3ffc0p9xb83c6b0v"));
        assert!(!tell("The gateway listens on port 8081.").duplicate);
        assert_eq!(ledger.verify(&mut |_| true).unwrap().findings, []);
        ledger.settle().unwrap();
    }
    assert_eq!(format_of(&path), PRESENT);
    assert_eq!(format_of(&folder.path().join("old.memstrata.before-migration-3")), 3);
}

/// The file was written by the program that wrote the fourth format: two of its texts were forgotten,
/// one of a value that another text tells too. Where their words stood goes now, and all else stays.
#[test]
fn a_ledger_of_the_fourth_format_forgets_where_forgotten_words_stood() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.memstrata");
    std::fs::copy(data("format-4.memstrata"), &path).unwrap();
    let before = std::fs::read_to_string(data("format-4.jsonl")).unwrap();
    let (gone, gone_too) = (r#"{"id":"e77c6n4v6w85gsafge8967","span":[28,68]}"#, r#","span":[0,31]"#);
    assert!(before.contains(gone) && before.contains(gone_too));
    assert_eq!(format_of(&path), 4);
    let after = {
        let ledger = open(&path);
        assert_eq!(ledger.verify(&mut |_| true).unwrap().findings, []);
        let after = export(&ledger);
        assert_ne!(after, before);
        assert!(!after.contains("[28,68]") && !after.contains(gone_too), "{after}");
        // But for the places and the seals it is the same log, with the same hashes.
        assert_eq!(after.matches(",\"seal\":\"").count(), before.matches(",\"seal\":\"").count() + 2);
        let told = |log: &str| -> Vec<serde_json::Value> { log.lines().map(bare_line).collect() };
        assert_eq!(told(&after), told(&before));
        ledger.settle().unwrap();
        after
    };
    assert_eq!(format_of(&path), PRESENT);
    assert_eq!(format_of(&folder.path().join("old.memstrata.before-migration-4")), 4);
    // What that program exported is restored to the same as what it left.
    let restored = Ledger::open(&folder.path().join("new.memstrata"), &OpenOptions::default()).unwrap();
    let now = at("2027-01-01T00:00:00Z");
    memstrata_ledger::restore_from(&restored, &mut before.as_bytes(), now, &mut |_| true).unwrap();
    assert_eq!(export(&restored), after);
    assert_eq!(restored.verify(&mut |_| true).unwrap().findings, []);
}

/// The file was written by the program that wrote the fifth format, in which a claim that cites a text
/// outlasted what the text told.
#[test]
fn a_claim_of_the_fifth_format_falls_with_what_its_text_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.memstrata");
    std::fs::copy(data("format-5.memstrata"), &path).unwrap();
    assert_eq!(format_of(&path), 5);
    {
        let ledger = open(&path);
        assert_eq!(ledger.verify(&mut |_| true).unwrap().findings, []);
        let inbox = ledger.review("default", false).unwrap();
        assert_eq!(inbox.iter().map(|item| item.kind).collect::<Vec<_>>(), [ReviewKind::Claim]);
        assert!(inbox[0].reason.starts_with("oven · heat: 90 ("), "{}", inbox[0].reason);
        ledger.settle().unwrap();
    }
    assert_eq!(format_of(&path), PRESENT);
}

/// The file was written by the program that wrote the seventh format, in which nothing told a changed
/// vector, or a name in other capitals, from what was kept.
#[test]
fn names_and_vectors_of_the_seventh_format_are_checked_from_now_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.memstrata");
    std::fs::copy(data("format-7.memstrata"), &path).unwrap();
    assert_eq!(format_of(&path), 7);
    let findings = |path: &Path| {
        let ledger = open(path);
        let findings = ledger.verify(&mut |_| true).unwrap().findings;
        ledger.settle().unwrap();
        findings
    };
    assert_eq!(findings(&path), []);
    assert_eq!(format_of(&path), PRESENT);
    assert_eq!(format_of(&folder.path().join("old.memstrata.before-migration-7")), 7);
    let sound = std::fs::read(&path).unwrap();
    for (check, sql) in [
        ("key", "UPDATE key SET shown_subject = 'billing Gateway' WHERE shown_subject = 'Billing Gateway'"),
        ("key", "UPDATE key SET shown_relation = 'Works_at' WHERE shown_relation = 'works_at'"),
        ("vectors", "UPDATE vector SET bytes = zeroblob(1536) WHERE place = (SELECT max(place) FROM vector)"),
    ] {
        std::fs::write(&path, &sound).unwrap();
        assert_eq!(rusqlite::Connection::open(&path).unwrap().execute(sql, []).unwrap(), 1, "{sql}");
        let found = findings(&path);
        assert_eq!(found.iter().map(|finding| finding.check.as_str()).collect::<Vec<_>>(), [check], "{sql}");
        assert!(found[0].place.starts_with(['e', 'v']), "an entry is named: {}", found[0].place);
    }
}

fn export(ledger: &Ledger) -> String {
    let mut log = Vec::new();
    export_to(ledger, &mut log, &mut |_| true).unwrap();
    String::from_utf8(log).unwrap()
}

/// A line without places of words and without seals.
fn bare_line(line: &str) -> serde_json::Value {
    let mut line: serde_json::Value = serde_json::from_str(line).unwrap();
    let fields = line.as_object_mut().unwrap();
    fields.remove("seal");
    if let Some(episodes) = fields.get_mut("episodes").and_then(serde_json::Value::as_array_mut) {
        for episode in episodes {
            if let Some(id) = episode.get("id") {
                *episode = id.clone();
            }
        }
    }
    line
}

#[test]
fn an_edited_migration_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.memstrata");
    let mut bytes = std::fs::read(data("format-1.memstrata")).unwrap();
    let name = b"migration 1";
    let place = bytes.windows(name.len()).position(|window| window == name).unwrap() + name.len();
    bytes[place] ^= 1;
    std::fs::write(&path, &bytes).unwrap();
    let error = Ledger::open(&path, &OpenOptions::default()).unwrap_err();
    assert_eq!(error.code(), "migration_changed", "{error}");
    assert!(std::fs::read(&path).unwrap() == bytes);
}

/// Vectors of before lay in a tree by model and text: each goes to its place in the one by number.
#[test]
fn vectors_of_two_models_are_found_where_they_lie_since_the_fifth_format() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.memstrata");
    std::fs::copy(data("format-4.memstrata"), &path).unwrap();
    let old = rusqlite::Connection::open(&path).unwrap();
    let mut statement = old.prepare("SELECT seq FROM episode_text ORDER BY seq").unwrap();
    let texts: Vec<i64> = statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    drop(statement);
    assert!(texts.len() >= 2, "{texts:?}");
    let bytes = |model: &str, seq: i64| format!("{model} of {seq}, {}", "long ".repeat(300)).into_bytes();
    // The second model was on its way to serve: one text lacked its vector still.
    let kept = [("zeta@1", &texts[..]), ("alpha@2", &texts[1..])];
    for (model, texts) in kept {
        for seq in texts {
            let vector = rusqlite::params![seq, model, bytes(model, *seq)];
            old.execute("INSERT INTO vector (seq, model, bytes) VALUES (?1, ?2, ?3)", vector).unwrap();
        }
    }
    old.execute_batch(
        "DELETE FROM outbox; DELETE FROM meta WHERE name = 'index model' OR name LIKE 'vectors of %';
         INSERT INTO meta (name, value) VALUES ('index model', 'zeta@1');",
    )
    .unwrap();
    drop(old);
    let ledger = open(&path);
    for (model, with) in kept {
        let expected: Vec<Option<Vec<u8>>> =
            texts.iter().map(|seq| with.contains(seq).then(|| bytes(model, *seq))).collect();
        assert_eq!(ledger.vectors_of(model, &texts).unwrap(), expected, "{model}");
        assert_eq!(ledger.vector_count(model).unwrap(), with.len());
        let mut each = Vec::new();
        ledger.each_vector(model, 0, 100, |seq, _, bytes| each.push((seq, bytes.to_vec()))).unwrap();
        assert_eq!(each, with.iter().map(|seq| (*seq, bytes(model, *seq))).collect::<Vec<_>>());
    }
    assert_eq!(ledger.index_stamp().unwrap().model.as_deref(), Some("zeta@1"));
    let lacking: Vec<i64> =
        ledger.lacking("alpha@2", 0, 100).unwrap().into_iter().map(|(seq, _)| seq).collect();
    assert_eq!(lacking, texts[..1]);
    assert_eq!(ledger.vectors_of("unknown@3", &texts).unwrap(), vec![None; texts.len()]);
    assert_eq!(ledger.verify(&mut |_| true).unwrap().findings, []);
}
