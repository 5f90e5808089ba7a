//! The file of a ledger and the file of its log: what is damaged, reordered or not understood is
//! refused with its place named, a changed byte is found, and one space knows nothing of another.

use memstrata_ledger::{
    FactPattern, Ledger, LedgerError, Moment, NewAssert, NewEpisode, OpenOptions, Told, Write, restore_from,
};
use memstrata_model::{EpisodeKind, Instant};
use memstrata_tests::log::{SPACE, export, folder, open};
use memstrata_tests::repository;

fn at(text: &str) -> Instant {
    text.parse().expect("an instant")
}

fn now() -> Instant {
    at("2026-11-29T12:00:00Z")
}

const HEADER: &str = r#"{"type":"header","format":"memstrata-log","version":1,"spaces":[{"name":"default","timezone":"Europe/Lisbon","locale":"en-GB"},{"name":"other","timezone":"UTC","locale":"en-GB"}]}"#;

fn assert_line(id: &str, space: &str, recorded: &str, object: &str) -> String {
    format!(
        r#"{{"type":"assert","id":"{id}","space":"{space}","recorded_at":"{recorded}","subject":"service","relation":"port","object":"{object}","valid_from":"2026-03-01T09:00:00Z","episodes":[]}}"#
    )
}

/// What is wrong with a log, and on which line.
fn refusal(lines: &[&str]) -> (usize, String) {
    let folder = folder();
    let ledger = open(&folder.path().join("refused.db")).expect("a ledger");
    let empty = export(&ledger).expect("an export");
    let text = lines.join("\n") + "\n";
    let refused = restore_from(&ledger, &mut text.as_bytes(), now(), &mut |_| true);
    assert_eq!(export(&ledger).expect("an export"), empty, "nothing was written");
    match refused {
        Err(LedgerError::BadLine { line, reason }) => (line, reason),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_log_that_is_not_understood_is_refused_with_its_line() {
    let first = assert_line("a", "default", "2026-03-01T09:00:01Z", "8000");
    let earlier = assert_line("b", "default", "2026-03-01T09:00:00Z", "8080");
    let same_id = assert_line("a", "default", "2026-03-01T09:00:02Z", "8080");
    let nowhere = assert_line("b", "no such space", "2026-03-01T09:00:02Z", "8080");
    let broken = &first[..first.len() - 10];
    let unknown_field = first.replace("\"episodes\"", "\"episode\"");
    let unknown_type = first.replace("\"assert\"", "\"assertion\"");
    let empty = first.replace("\"episodes\"", "\"valid_to\":\"2026-03-01T09:00:00Z\",\"episodes\"");
    let no_episode = first.replace("[]", "[\"e1\"]");
    let void = r#"{"type":"void","id":"v","space":"default","recorded_at":"2026-03-01T09:00:03Z","target":"later","episodes":[]}"#;
    for (name, lines, expected) in [
        ("an empty file", vec![], 1),
        ("no header", vec![first.as_str()], 1),
        ("two headers", vec![HEADER, HEADER], 2),
        ("a newer format", vec![&*HEADER.replace("\"version\":1", "\"version\":2"), &first], 1),
        ("another format", vec![&*HEADER.replace("memstrata-log", "diary"), &first], 1),
        ("no such zone", vec![&*HEADER.replace("Europe/Lisbon", "Europe/Atlantis"), &first], 1),
        ("half a line", vec![HEADER, &first, broken], 3),
        ("an unknown field", vec![HEADER, &unknown_field], 2),
        ("an unknown type", vec![HEADER, &unknown_type], 2),
        ("system time going back", vec![HEADER, &first, &earlier], 3),
        ("an id told twice", vec![HEADER, &first, &same_id], 3),
        ("a space that is not there", vec![HEADER, &first, &nowhere], 3),
        ("an interval without length", vec![HEADER, &empty], 2),
        ("an episode that is not there", vec![HEADER, &no_episode], 2),
        ("a void of nothing", vec![HEADER, &first, void], 3),
    ] {
        let (line, reason) = refusal(&lines);
        assert_eq!(line, expected, "{name}: {reason}");
        assert!(!reason.is_empty());
    }
}

/// The sample as a ledger exports it, with its hashes.
fn sample_export(folder: &tempfile::TempDir) -> String {
    let sample = std::fs::read_to_string(repository("assets/sample/sample.jsonl")).expect("the sample");
    let ledger = memstrata_tests::log::restore(&folder.path().join("sample.db"), &sample, now().micros())
        .expect("the sample restores");
    export(&ledger).expect("an export")
}

/// An export whose hashes are there is checked against them.
#[test]
fn a_log_changed_by_hand_does_not_fit_its_chain() {
    let folder = folder();
    let log = sample_export(&folder);
    let lines: Vec<&str> = log.lines().collect();
    let place = lines.iter().position(|line| line.contains("\"8080\"")).expect("a line to change");
    let change = |with: &dyn Fn(&mut Vec<String>)| -> usize {
        let mut lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        with(&mut lines);
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        refusal(&lines).0
    };
    assert_eq!(change(&|lines| lines[place] = lines[place].replace("\"8080\"", "\"8081\"")), place + 1);
    assert_eq!(change(&|lines| lines[place] = lines[place].replace("2026-04-02", "2026-04-03")), place + 1);
    assert!(change(&|lines| lines.swap(place, place + 1)) > place);
    assert!(change(&|lines| drop(lines.remove(place))) > place);
}

/// An export tells its own end, and its header what it was.
#[test]
fn a_log_that_lost_its_end_is_refused_and_a_changed_header_is_named() {
    let folder = folder();
    let log = sample_export(&folder);
    let lines: Vec<&str> = log.lines().collect();
    for left in [1, 2, lines.len() / 2, lines.len() - 1] {
        let (line, reason) = refusal(&lines[..left]);
        assert_eq!(line, left + 1, "{reason}");
        assert!(reason.contains(&format!("{left} of its {} lines", lines.len())), "{reason}");
    }
    let last = lines[lines.len() - 1];
    let more = format!("{{\"type\":\"batch\",\"label\":\"after {}\"}}", last.len());
    let mut longer = lines.clone();
    longer.push(&more);
    assert_eq!(refusal(&longer).0, lines.len() + 1);
    // Whatever is changed in the header, it is the header that is named.
    let header = lines[0];
    let count = format!("\"lines\":{}", lines.len());
    for (old, new) in [
        ("\"monday\"", "\"sunday\""),
        ("\"default\"", "\"defauld\""),
        (count.as_str(), "\"lines\":2"),
        ("\"seal\":\"", "\"seal\":\"0"),
    ] {
        let changed = header.replace(old, new);
        assert_ne!(changed, header, "{old}");
        let mut damaged = lines.clone();
        damaged[0] = &changed;
        assert_eq!(refusal(&damaged).0, 1, "{new}");
    }
    // A file that tells neither is read as far as it goes, and the report says so.
    let bare = &header[..header.find(",\"lines\"").expect("the count")];
    let older = format!("{bare}}}\n{}\n", lines[1..lines.len() - 1].join("\n"));
    let read = |name: &str, log: &str| {
        let ledger = open(&folder.path().join(name)).expect("a ledger");
        restore_from(&ledger, &mut log.as_bytes(), now(), &mut |_| true).expect("it restores").counted
    };
    assert!(!read("older.db", &older) && read("whole.db", &log));
}

#[test]
fn a_restore_needs_a_new_ledger() {
    let folder = folder();
    let path = folder.path().join("used.db");
    let ledger = open(&path).expect("a ledger");
    let told =
        NewAssert { subject: "s".into(), relation: "r".into(), object: "o".into(), ..NewAssert::default() };
    ledger.append(&Write { told: vec![Told::Assert(told)], ..Write::new(SPACE, now()) }).expect("a write");
    let log = export(&ledger).expect("an export");
    let refused = restore_from(&ledger, &mut log.as_bytes(), now(), &mut |_| true).expect_err("not new");
    assert_eq!(refused.code(), "ledger_not_new");
    assert_eq!(export(&ledger).expect("an export"), log);
}

#[test]
fn what_is_no_ledger_is_left_alone() {
    let folder = folder();
    let path = folder.path().join("notes.txt");
    let bytes = "these are notes, and not a few of them\n".repeat(200);
    std::fs::write(&path, &bytes).expect("a file");
    let error = open(&path).expect_err("no ledger");
    assert_eq!(error.code(), "not_a_ledger");
    assert_eq!(std::fs::read_to_string(&path).expect("the file"), bytes);
    let missing = folder.path().join("missing.db");
    let error = Ledger::open(&missing, &OpenOptions { create: false, ..OpenOptions::default() })
        .expect_err("no file");
    assert_eq!(error.code(), "not_found");
    assert!(!missing.exists());
}

/// Two spaces with the same names in them, and ids handed across.
#[test]
fn one_space_knows_nothing_of_another() {
    let folder = folder();
    let log = [
        HEADER.to_owned(),
        r#"{"type":"episode","id":"theirs","space":"other","kind":"note","text":"Ours is 9090, keep it quiet.","occurred_at":"2026-03-01T09:00:00Z","recorded_at":"2026-03-01T09:00:00Z"}"#.to_owned(),
        assert_line("their-assert", "other", "2026-03-01T09:00:01Z", "9090").replace("[]", "[\"theirs\"]"),
        assert_line("our-assert", "default", "2026-03-01T09:00:02Z", "8000"),
    ]
    .join("\n");
    let ledger =
        memstrata_tests::log::restore(&folder.path().join("two.db"), &log, now().micros()).expect("a log");
    let moment = Moment { as_of: now(), known_at: None };
    let facts = |space: &str| ledger.facts(space, &FactPattern::default(), moment).expect("facts");
    assert_eq!(facts("default").iter().map(|fact| fact.object.as_str()).collect::<Vec<_>>(), ["8000"]);
    assert_eq!(facts("other").iter().map(|fact| fact.object.as_str()).collect::<Vec<_>>(), ["9090"]);
    let theirs = facts("other").remove(0);
    let seq = ledger.episode_seq("other", "theirs").expect("it is there");
    let not_found = |result: Result<(), LedgerError>| {
        assert_eq!(result.expect_err("another space's").code(), "not_found");
    };
    not_found(ledger.fact("default", &theirs.id, moment).map(drop));
    not_found(ledger.timeline_of_fact("default", &theirs.id, None, now()).map(drop));
    not_found(ledger.episode("default", seq, moment).map(drop));
    not_found(ledger.episode_seq("default", "theirs").map(drop));
    not_found(ledger.facts("nowhere", &FactPattern::default(), moment).map(drop));
    let tell = |told: Told| ledger.append(&Write { told: vec![told], ..Write::new(SPACE, now()) }).map(drop);
    not_found(tell(Told::Void("their-assert".to_owned())));
    not_found(tell(Told::Resolve { dispute: "their-assert".to_owned(), choice: "accept".to_owned() }));
    let batch = Write { batch: Some("their-assert".to_owned()), ..Write::new(SPACE, now()) };
    not_found(ledger.append(&batch).map(drop));
    let log = ledger.log("default", 0).expect("a log");
    assert_eq!(log.len(), 1);
    assert_eq!(ledger.key_head("default", "service", "port", None).expect("a head"), "our-assert");
    assert_eq!(ledger.stats("default").expect("counts").episodes, 0);
    // The same sentence here is no duplicate of theirs.
    let said = NewEpisode {
        id: None,
        kind: EpisodeKind::Note,
        text: "Ours is 9090, keep it quiet.".to_owned(),
        occurred_at: None,
        author: None,
        locator: None,
        importance: None,
    };
    let receipt = ledger.append(&Write { episode: Some(said), ..Write::new(SPACE, now()) }).expect("a write");
    assert!(!receipt.duplicate);
}

/// Every fact and every line that a ledger tells.
fn all_told(ledger: &Ledger) -> Result<String, LedgerError> {
    let pattern = FactPattern { all: true, ..FactPattern::default() };
    let mut told = export(ledger)?;
    for known_at in ["2025-01-01T00:00:00Z", "2026-05-01T12:00:00Z", "2026-11-29T00:00:00Z"] {
        let moment = Moment { as_of: now(), known_at: Some(at(known_at)) };
        told += &format!("{:?}", ledger.facts(SPACE, &pattern, moment)?);
    }
    Ok(told)
}

/// Opens a ledger file whose bytes were changed: what `verify` finds there, or that it tells all
/// that it told before.
fn found_or_harmless(path: &std::path::Path, bytes: &[u8], before: &str) -> bool {
    for ending in ["", "-wal", "-shm"] {
        let mut name = path.as_os_str().to_owned();
        name.push(ending);
        let _ = std::fs::remove_file(name);
    }
    std::fs::write(path, bytes).expect("a file");
    let Ok(ledger) = open(path) else { return true };
    match ledger.verify(&mut |_| true) {
        Err(_) => true,
        Ok(report) if !report.findings.is_empty() => true,
        Ok(_) => all_told(&ledger).is_ok_and(|told| told == before),
    }
}

/// One changed byte, anywhere in the file, is found by `verify`, unless it changes nothing that
/// the ledger tells.
#[test]
fn a_changed_byte_is_found() {
    let folder = folder();
    let path = folder.path().join("sample.db");
    let sample = std::fs::read_to_string(repository("assets/sample/sample.jsonl")).expect("the sample");
    let ledger = memstrata_tests::log::restore(&path, &sample, now().micros()).expect("the sample restores");
    let before = all_told(&ledger).expect("all that it tells");
    ledger.settle().expect("the write-ahead log is taken in");
    drop(ledger);
    let bytes = std::fs::read(&path).expect("the file");
    let changed = folder.path().join("changed.db");
    assert!(found_or_harmless(&changed, &bytes, &before), "an unchanged copy tells the same");

    // Everywhere that a value is written down.
    let mut places: Vec<usize> = Vec::new();
    for word in ["eu-south-2", "Postgres 16", "Ingrid Solheim", "later_valid_time", "said_at"] {
        places.extend(
            bytes.windows(word.len()).enumerate().filter(|(_, w)| *w == word.as_bytes()).map(|(at, _)| at),
        );
    }
    assert!(places.len() > 10, "{} places", places.len());
    // And a sample of everything else, by a fixed stride.
    let stride = bytes.len() / 80 + 1;
    places.extend((0..bytes.len()).step_by(stride).map(|start| start + start / stride % stride));
    let mut missed = Vec::new();
    for place in places.into_iter().filter(|place| *place < bytes.len()) {
        let mut copy = bytes.clone();
        copy[place] ^= 1;
        if !found_or_harmless(&changed, &copy, &before) {
            missed.push(place);
        }
    }
    assert!(missed.is_empty(), "changed bytes that verify does not find: {missed:?}");
}
