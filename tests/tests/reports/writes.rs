//! Reports about writes: what two of them make of one key, and of each other's times.

use memstrata_ledger::{Ledger, NewAssert, Told, Write, export_to};
use memstrata_model::{Instant, Outcome};
use memstrata_tests::log::{SPACE, export, folder, open};
use memstrata_tests::tell::{at, end, fact, fact_from, findings, note, say, tell, timeline, values, write};

const NOW: &str = "2026-11-29T12:00:00Z";

fn ledger() -> (tempfile::TempDir, Ledger) {
    let folder = folder();
    let ledger = open(&folder.path().join("reports.db")).expect("a ledger");
    (folder, ledger)
}

fn shown(object: &str, from: Option<&str>, to: Option<&str>) -> memstrata_tests::tell::Shown {
    (object.to_owned(), from.map(str::to_owned), to.map(str::to_owned))
}

#[test]
fn an_equal_valid_time_does_not_leave_two_current_values() {
    let (_folder, ledger) = ledger();
    let from = "2026-03-01T00:00:00Z";
    for (object, now) in [("eu-west-1", "2026-03-02T00:00:00Z"), ("eu-west-2", "2026-03-03T00:00:00Z")] {
        tell(&ledger, now, vec![Told::Assert(fact_from("service", "region", object, from))]);
    }
    assert_eq!(values(&ledger, "service", "region", NOW, None), ["eu-west-2"]);
    assert_eq!(timeline(&ledger, "service", "region").len(), 1);
    // Both in one write as well.
    let both = ["a", "b"].map(|object| Told::Assert(fact_from("other", "region", object, from)));
    tell(&ledger, "2026-03-04T00:00:00Z", both.to_vec());
    assert_eq!(values(&ledger, "other", "region", NOW, None), ["b"]);
}

#[test]
fn a_missing_valid_time_does_not_leave_two_current_values() {
    let (_folder, ledger) = ledger();
    tell(&ledger, "2026-03-02T00:00:00Z", vec![Told::Assert(fact("service", "region", "eu-west-1"))]);
    tell(&ledger, "2026-03-03T00:00:00Z", vec![Told::Assert(fact("service", "region", "eu-west-2"))]);
    assert_eq!(values(&ledger, "service", "region", NOW, None), ["eu-west-2"]);
    // Since some unknown time, twice, and then beside a known start.
    let unknown = |object: &str| {
        let source = Some(memstrata_model::ValidFromSource::Unknown);
        Told::Assert(NewAssert { valid_from_source: source, ..fact("host", "owner", object) })
    };
    tell(&ledger, "2026-03-04T00:00:00Z", vec![unknown("Ana")]);
    tell(&ledger, "2026-03-05T00:00:00Z", vec![unknown("Bo")]);
    assert_eq!(values(&ledger, "host", "owner", NOW, None), ["Bo"]);
    tell(&ledger, "2026-03-06T00:00:00Z", vec![Told::Assert(fact("host", "owner", "Cy"))]);
    for as_of in ["1999-01-01T00:00:00Z", "2026-03-05T12:00:00Z", NOW] {
        assert_eq!(values(&ledger, "host", "owner", as_of, None).len(), 1, "{as_of}");
    }
}

#[test]
fn a_later_touch_of_an_old_fact_does_not_revive_it() {
    let (_folder, ledger) = ledger();
    let old = fact_from("Ana", "lives_in", "Porto", "2025-01-01T00:00:00Z");
    say(&ledger, "2025-01-02T00:00:00Z", "Ana has lived in Porto since New Year.", vec![old.clone()]);
    tell(
        &ledger,
        "2026-02-01T00:00:00Z",
        vec![Told::Assert(fact_from("Ana", "lives_in", "Faro", "2026-02-01T00:00:00Z"))],
    );
    let current = |what: &str| assert_eq!(values(&ledger, "Ana", "lives_in", NOW, None), ["Faro"], "{what}");
    // The old sentence read again, by an import of the file it stands in.
    say(&ledger, "2025-01-02T00:00:00Z", "Ana has lived in Porto since New Year.", vec![old.clone()]);
    current("read again");
    // The same fact in other words, about the same old time.
    say(&ledger, "2026-03-01T00:00:00Z", "At New Year 2025 Ana moved to Porto.", vec![old.clone()]);
    current("told in other words");
    // Vouched for, for a time when it held.
    let vouched = memstrata_ledger::NewConfirm {
        subject: "Ana".to_owned(),
        relation: "lives_in".to_owned(),
        object: "Porto".to_owned(),
        at: Some(at("2025-06-01T00:00:00Z")),
        ..memstrata_ledger::NewConfirm::default()
    };
    tell(&ledger, "2026-03-02T00:00:00Z", vec![Told::Confirm(vouched)]);
    current("vouched for");
    // An end of it, told twice, and its vector made anew.
    tell(
        &ledger,
        "2026-03-03T00:00:00Z",
        vec![end("Ana", "lives_in", Some("Porto"), "2026-02-01T00:00:00Z")],
    );
    ledger.requeue("some model", true).expect("queued again");
    current("ended again");
    assert_eq!(
        timeline(&ledger, "Ana", "lives_in"),
        [
            shown("Porto", Some("2025-01-01T00:00:00Z"), Some("2026-02-01T00:00:00Z")),
            shown("Faro", Some("2026-02-01T00:00:00Z"), None)
        ]
    );
}

#[test]
fn two_writes_in_the_same_millisecond_are_two_system_times() {
    let (_folder, ledger) = ledger();
    let now = "2026-03-01T09:00:00.123Z";
    let times: Vec<Instant> = ["8000", "8080", "9090"]
        .into_iter()
        .map(|port| {
            tell(&ledger, now, vec![Told::Assert(fact_from("service", "port", port, now))]);
            ledger.head_time().expect("a head").expect("an entry")
        })
        .collect();
    assert!(times[0] < times[1] && times[1] < times[2], "{times:?}");
    assert!(times[2] < at("2026-03-01T09:00:00.124Z"), "they stay near the clock: {times:?}");
    for (time, port) in times.iter().zip(["8000", "8080", "9090"]) {
        assert_eq!(values(&ledger, "service", "port", NOW, Some(&time.to_string())), [port]);
    }
}

#[test]
fn an_instant_with_an_offset_is_the_same_instant() {
    let (_folder, ledger) = ledger();
    let utc = fact_from("service", "port", "8000", "2026-05-01T11:00:00Z");
    tell(&ledger, "2026-05-02T00:00:00Z", vec![Told::Assert(utc)]);
    let offset = fact_from("service", "port", "8000", "2026-05-01T13:00:00+02:00");
    let again = tell(&ledger, "2026-05-03T00:00:00Z", vec![Told::Assert(offset)]);
    assert_eq!(again.applied[0].outcome, Outcome::Reinforced);
    assert_eq!(timeline(&ledger, "service", "port").len(), 1);
    // Text order is not the order of instants: the one that looks later begins earlier.
    let early = fact_from("host", "port", "1", "2026-05-01T13:30:00+05:00");
    let late = fact_from("host", "port", "2", "2026-05-01T11:00:00Z");
    tell(&ledger, "2026-05-04T00:00:00Z", vec![Told::Assert(late), Told::Assert(early)]);
    assert_eq!(values(&ledger, "host", "port", NOW, None), ["2"]);
    assert_eq!(values(&ledger, "host", "port", "2026-05-01T12:59:59+02:00", None), ["1"]);
}

#[test]
fn a_backdated_correction_never_inverts_an_interval() {
    let (_folder, ledger) = ledger();
    let told = tell(
        &ledger,
        "2026-03-02T00:00:00Z",
        vec![Told::Assert(fact_from("Ana", "works_at", "Acme", "2026-03-01T00:00:00Z"))],
    );
    tell(
        &ledger,
        "2026-04-02T00:00:00Z",
        vec![Told::Assert(fact_from("Ana", "works_at", "Globex", "2026-04-01T00:00:00Z"))],
    );
    // The start was wrong: it lies before, between, and after the next value's.
    let mut wrong = told.applied[0].event.clone();
    for from in ["2025-12-01T00:00:00Z", "2026-03-15T00:00:00Z", "2026-06-01T00:00:00Z"] {
        let right = Told::Assert(fact_from("Ana", "works_at", "Acme", from));
        let corrected = tell(&ledger, "2026-07-01T00:00:00Z", vec![Told::Void(wrong), right]);
        wrong = corrected.applied[1].event.clone();
        let told = ledger.timeline(SPACE, "Ana", "works_at", None, None, at(NOW)).expect("a timeline");
        for interval in &told.intervals {
            assert!(interval.valid_to.is_none_or(|to| Some(to) > interval.valid_from), "{interval:?}");
        }
        for two in told.intervals.windows(2) {
            assert!(two[0].valid_to.is_some_and(|to| Some(to) <= two[1].valid_from), "{two:?}");
        }
        assert_eq!(values(&ledger, "Ana", "works_at", from, None), ["Acme"], "from {from}");
    }
    assert_eq!(values(&ledger, "Ana", "works_at", NOW, None), ["Acme"]);
    // An end before the beginning is refused, whoever says so.
    let inverted = NewAssert {
        valid_to: Some(at("2026-01-01T00:00:00Z")),
        ..fact_from("Ana", "works_at", "Acme", "2026-02-01T00:00:00Z")
    };
    let refused = ledger.append(&write("2026-07-02T00:00:00Z", vec![Told::Assert(inverted)]));
    assert_eq!(refused.expect_err("refused").code(), "empty_interval");
}

#[test]
fn knowing_bob_does_not_wipe_knowing_alice() {
    let (_folder, ledger) = ledger();
    for (name, now) in [("Alice", "2026-03-01T09:00:00Z"), ("Bob", "2026-03-02T09:00:00Z")] {
        let knows = NewAssert { set_valued: true, ..fact("user", "knows", name) };
        let told = say(&ledger, now, &format!("I know {name}."), vec![knows]);
        assert!(told.applied[0].superseded.is_empty(), "{told:?}");
    }
    assert_eq!(values(&ledger, "user", "knows", NOW, None), ["Alice", "Bob"]);
    // Nor does the end of one.
    tell(&ledger, "2026-04-01T09:00:00Z", vec![end("user", "knows", Some("Bob"), "2026-04-01T00:00:00Z")]);
    assert_eq!(values(&ledger, "user", "knows", NOW, None), ["Alice"]);
}

#[test]
fn an_import_run_twice_changes_nothing() {
    let (_folder, ledger) = ledger();
    let writes = |batch: &str| -> Vec<Write> {
        let opening = Told::Batch { id: batch.to_owned(), label: "notes.jsonl".to_owned() };
        let mut writes = vec![write("2026-03-01T00:00:00Z", vec![opening])];
        let notes = [
            ("2026-01-01T09:00:00Z", "The importer uses pandas 2.2.0.", Some("2.2.0")),
            ("2026-01-05T09:00:00Z", "Lunch was good.", None),
            ("2026-02-01T09:00:00Z", "The importer uses pandas 1.5.3.", Some("1.5.3")),
            ("2026-02-02T09:00:00Z", "The importer uses pandas 2.2.0.", Some("2.2.0")),
        ];
        for (said, text, version) in notes {
            let told = version.map(|version| Told::Assert(fact("importer", "pandas", version)));
            writes.push(Write {
                episode: Some(note(text, Some(said))),
                batch: Some(batch.to_owned()),
                ..write("2026-03-01T00:00:00Z", told.into_iter().collect())
            });
        }
        writes
    };
    ledger.append_news(&writes("first")).expect("an import");
    let (log, marked) = (export(&ledger).expect("an export"), ledger.change_mark().expect("a mark"));
    let again = ledger.append_news(&writes("second")).expect("an import");
    assert!(again[1..].iter().all(|receipt| receipt.duplicate), "{again:?}");
    assert_eq!(export(&ledger).expect("an export"), log);
    assert_eq!(ledger.change_mark().expect("a mark"), marked);
    assert_eq!(
        timeline(&ledger, "importer", "pandas").into_iter().map(|i| i.0).collect::<Vec<_>>(),
        ["2.2.0", "1.5.3", "2.2.0"]
    );
}

/// Ids made in one run must not return in another, even where the clock, the texts and the file's
/// name are the same: an undo, a void or a decision would strike the wrong entry.
#[test]
fn ids_from_one_run_never_collide_with_anothers() {
    let folder = folder();
    let mut seen = std::collections::BTreeSet::new();
    let mut made = 0;
    for _run in 0..3 {
        let _ = std::fs::remove_file(folder.path().join("run.db"));
        for _opened in 0..2 {
            let ledger = open(&folder.path().join("run.db")).expect("a ledger");
            let before = ids(&ledger);
            for place in 0..20 {
                let text = format!("The port of service {place} is 8000.");
                let told = fact(&format!("service {place}"), "port", "8000");
                say(&ledger, &format!("2026-03-01T09:00:{place:02}Z"), &text, vec![told]);
            }
            let now: Vec<String> = ids(&ledger).into_iter().filter(|id| !before.contains(id)).collect();
            made += now.len();
            seen.extend(now);
        }
    }
    assert!(made >= 3 * 40, "{made} ids");
    assert_eq!(seen.len(), made, "an id was made twice");
}

fn ids(ledger: &Ledger) -> Vec<String> {
    let mut log = Vec::new();
    export_to(ledger, &mut log, &mut |_| true).expect("an export");
    String::from_utf8(log)
        .expect("text")
        .lines()
        .filter_map(|line| {
            let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
            line["id"].as_str().map(str::to_owned)
        })
        .collect()
}

#[test]
fn an_end_given_at_creation_holds_under_a_past_known_at_too() {
    let (_folder, ledger) = ledger();
    let bounded = NewAssert {
        valid_to: Some(at("2026-04-01T00:00:00Z")),
        ..fact_from("Ana", "on_call", "yes", "2026-03-01T00:00:00Z")
    };
    tell(&ledger, "2026-03-01T09:00:00Z", vec![Told::Assert(bounded)]);
    let known = "2026-03-02T00:00:00Z";
    tell(
        &ledger,
        "2026-05-01T09:00:00Z",
        vec![Told::Assert(fact_from("Ana", "on_call", "yes", "2026-05-01T00:00:00Z"))],
    );
    for known_at in [Some(known), None] {
        assert_eq!(values(&ledger, "Ana", "on_call", "2026-03-31T23:59:59Z", known_at), ["yes"]);
        let after = values(&ledger, "Ana", "on_call", "2026-04-01T00:00:00Z", known_at);
        assert_eq!(after, [""; 0], "known at {known_at:?}");
    }
    assert_eq!(values(&ledger, "Ana", "on_call", "2026-05-02T00:00:00Z", Some(known)), [""; 0]);
}

#[test]
fn a_fact_backdated_today_is_visible_at_a_past_as_of_and_not_at_a_past_known_at() {
    let (_folder, ledger) = ledger();
    tell(
        &ledger,
        "2026-06-10T09:00:00Z",
        vec![Told::Assert(fact_from("service", "region", "eu-south-2", "2026-03-01T00:00:00Z"))],
    );
    let april = "2026-04-01T00:00:00Z";
    assert_eq!(values(&ledger, "service", "region", april, None), ["eu-south-2"]);
    assert_eq!(values(&ledger, "service", "region", april, Some("2026-06-10T09:00:00Z")), ["eu-south-2"]);
    assert_eq!(values(&ledger, "service", "region", april, Some("2026-06-10T08:59:59Z")), [""; 0]);
    assert_eq!(values(&ledger, "service", "region", april, Some(april)), [""; 0]);
}

#[test]
fn an_end_recorded_before_a_late_assert_still_ends_it() {
    let (_folder, ledger) = ledger();
    let nothing = tell(
        &ledger,
        "2026-04-02T00:00:00Z",
        vec![end("user", "subscription", Some("Pro"), "2026-04-01T00:00:00Z")],
    );
    assert_eq!(nothing.applied[0].outcome, Outcome::NothingToEnd);
    tell(
        &ledger,
        "2026-05-02T00:00:00Z",
        vec![Told::Assert(fact_from("user", "subscription", "Pro", "2026-01-01T00:00:00Z"))],
    );
    assert_eq!(values(&ledger, "user", "subscription", "2026-02-01T00:00:00Z", None), ["Pro"]);
    assert_eq!(values(&ledger, "user", "subscription", NOW, None), [""; 0]);
    assert_eq!(
        timeline(&ledger, "user", "subscription"),
        [shown("Pro", Some("2026-01-01T00:00:00Z"), Some("2026-04-01T00:00:00Z"))]
    );
    assert_eq!(findings(&ledger), [""; 0]);
}

#[test]
fn a_read_does_not_refresh_last_verified() {
    let (_folder, ledger) = ledger();
    say(&ledger, "2026-03-01T09:00:00Z", "It is on port 8000.", vec![fact("service", "port", "8000")]);
    let log = export(&ledger).expect("an export");
    let verified = || {
        let told = ledger.timeline(SPACE, "service", "port", None, None, at(NOW)).expect("a timeline");
        told.intervals[0].last_verified
    };
    let mark = ledger.change_mark().expect("a mark");
    for _ in 0..5 {
        assert_eq!(values(&ledger, "service", "port", NOW, None), ["8000"]);
        ledger.search_words(SPACE, "port 8000", None, 5).expect("found");
        assert_eq!(verified(), Some(at("2026-03-01T09:00:00Z")));
    }
    assert_eq!(ledger.change_mark().expect("a mark"), mark);
    assert_eq!(export(&ledger).expect("an export"), log);
}
