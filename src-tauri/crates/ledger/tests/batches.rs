//! A batch, which another thread reads ahead of, comes to what its writes come to one by one: of
//! keys told again and again, of texts told twice, beside entries that were withdrawn, held or moved
//! to other names.

mod common;

use common::{Fixture, assert, at, bounded, confirm, end, episode, merge};
use memstrata_ledger::{NewAssert, Receipt, Told, Write};

/// What a receipt says, but for ids.
fn said(receipt: &Receipt) -> String {
    let acts: Vec<String> = receipt
        .applied
        .iter()
        .map(|applied| {
            let closed: Vec<String> = applied
                .superseded
                .iter()
                .map(|s| format!("{} {:?}..{:?}", s.object, s.valid_from, s.valid_to))
                .collect();
            format!("{:?} [{}]", applied.outcome, closed.join(", "))
        })
        .collect();
    format!("{} {}", receipt.duplicate, acts.join("; "))
}

/// Tells all at once in one ledger and one by one in another that begins alike.
fn compare(before: impl Fn(&Fixture), batch: impl Fn(&Fixture) -> Vec<Write>) -> Vec<String> {
    let (together, apart) = (Fixture::new(), Fixture::new());
    before(&together);
    before(&apart);
    let receipts = together.ledger.append_all(&batch(&together)).unwrap();
    let receipts: Vec<String> = receipts.iter().map(said).collect();
    let alone: Vec<String> =
        batch(&apart).iter().map(|write| said(&apart.ledger.append(write).unwrap())).collect();
    assert_eq!(receipts, alone);
    assert_eq!(together.believed(), apart.believed());
    together.check();
    receipts
}

fn name(place: usize) -> String {
    format!("service {place}")
}

/// Enough ordinary keys with a value for a batch to be read ahead and posted in portions.
fn ports(f: &Fixture) {
    for place in 0..30 {
        f.tell("2026-01-01", assert(&name(place), "port", "1000", "2026-01-01"));
    }
}

fn filler(f: &Fixture, day: &str) -> Vec<Write> {
    (5..30).map(|place| f.write("2026-02-01", vec![assert(&name(place), "port", "2000", day)])).collect()
}

#[test]
fn a_key_that_is_told_again_is_known_as_it_was_told() {
    let receipts = compare(ports, |f| {
        let told =
            |value: &str, day: &str| f.write("2026-02-01", vec![assert("Service 1", "port", value, day)]);
        let mut writes = vec![told("2000", "2026-01-10"), told("3000", "2026-01-20")];
        writes.extend(filler(f, "2026-01-15"));
        // A value of this batch again, one of before, and one between.
        writes.extend([told("3000", "2026-01-25"), told("1000", "2026-01-30"), told("4000", "2026-01-05")]);
        writes
    });
    assert!(receipts[0].contains("Superseded [1000 "), "{}", receipts[0]);
    assert!(receipts[1].contains("Superseded [2000 "), "{}", receipts[1]);
    let rest = &receipts[receipts.len() - 3..];
    assert!(rest[0].contains("Reinforced"), "{rest:?}");
}

#[test]
fn an_end_beside_an_assert_closes_what_held() {
    compare(ports, |f| {
        let mut writes = vec![f.write(
            "2026-02-01",
            vec![
                end("service 1", "port", "2026-01-20"),
                assert("service 1", "port", "2000", "2026-01-10"),
                confirm("service 1", "port", "2000", "2026-01-25"),
            ],
        )];
        writes.extend(filler(f, "2026-01-15"));
        writes
            .push(f.write("2026-02-01", vec![bounded("service 1", "port", "5", "2026-01-12", "2026-01-14")]));
        writes
    });
}

#[test]
fn a_text_that_is_told_twice_in_a_batch_is_one_episode() {
    let receipts = compare(ports, |f| {
        let note = || {
            let mut write = f.write("2026-02-01", vec![assert("service 1", "port", "2000", "2026-01-10")]);
            let mut said = episode("Service 1 listens on port 2000 since the tenth.", "ana");
            said.occurred_at = Some(at("2026-01-10"));
            write.episode = Some(said);
            write
        };
        let mut writes = vec![note(), note()];
        writes.extend(filler(f, "2026-01-15"));
        writes.push(note());
        writes
    });
    assert!(receipts[0].starts_with("false"), "{receipts:?}");
    assert!(receipts[1].starts_with("true"), "{receipts:?}");
    assert!(receipts[receipts.len() - 1].starts_with("true"), "{receipts:?}");
}

/// The file looks for a text by the first bytes of its digest, which are the same for these two.
#[test]
fn texts_whose_digests_begin_alike_are_told_apart() {
    const ALIKE: [&str; 2] = ["Ticket 23887 is closed.", "ticket 66717 is closed"];
    let starts = ["ticket 23887 is closed", "ticket 66717 is closed"]
        .map(|text| memstrata_ledger::text_digest(text)[..8].to_owned());
    assert_eq!(starts[0], starts[1]);
    let note = |f: &Fixture, text: &str, told_at: &str| {
        let mut write = f.write(told_at, Vec::new());
        let mut said = episode(text, "ana");
        said.occurred_at = Some(at("2026-01-10"));
        write.episode = Some(said);
        write
    };
    let receipts = compare(
        |f| {
            ports(f);
            f.ledger.append(&note(f, ALIKE[0], "2026-01-11")).unwrap();
        },
        |f| {
            let mut writes = vec![note(f, ALIKE[1], "2026-02-01")];
            writes.extend(filler(f, "2026-01-15"));
            writes.extend(ALIKE.iter().map(|text| note(f, text, "2026-02-01")));
            writes
        },
    );
    let rest = &receipts[receipts.len() - 2..];
    assert!(receipts[0].starts_with("false"), "{receipts:?}");
    assert!(rest.iter().all(|receipt| receipt.starts_with("true")), "{rest:?}");
}

#[test]
fn long_texts_are_posted_before_many_entries_wait() {
    let receipts = compare(ports, |f| {
        (0..12)
            .map(|place| {
                let told = assert(&name(place % 5), "port", &place.to_string(), "2026-01-20");
                let mut write = f.write("2026-02-01", vec![told]);
                write.episode = Some(episode(&format!("note {} ", place % 7).repeat(300), "ana"));
                write
            })
            .collect()
    });
    assert!(receipts.iter().all(|receipt| receipt.starts_with("false")), "{receipts:?}");
}

#[test]
fn what_was_withdrawn_before_the_batch_or_in_it_counts_no_more() {
    let withdrawn = |f: &Fixture| {
        ports(f);
        let wrong = f.tell("2026-01-02", assert("service 1", "port", "666", "2026-01-05"));
        f.tell("2026-01-03", Told::Void(wrong));
    };
    let receipts = compare(withdrawn, |f| {
        let mut writes = vec![f.write("2026-02-01", vec![assert("service 1", "port", "2000", "2026-01-10")])];
        writes.extend(filler(f, "2026-01-15"));
        writes
    });
    assert!(receipts[0].contains("Superseded [1000 "), "{}", receipts[0]);

    let receipts = compare(
        |f| {
            ports(f);
            f.tell("2026-01-02", assert("service 2", "port", "666", "2026-01-05"));
        },
        |f| {
            let wrong =
                f.ledger.asserter("default", &memstrata_model::Key::new("service 2", "port", None), "666");
            let mut writes = vec![f.write("2026-02-01", vec![Told::Void(wrong.unwrap().unwrap())])];
            writes.push(f.write("2026-02-01", vec![assert("service 2", "port", "2000", "2026-01-10")]));
            writes.extend(filler(f, "2026-01-15"));
            writes
        },
    );
    assert!(receipts[1].contains("Superseded [1000 "), "{}", receipts[1]);
}

#[test]
fn a_key_of_the_batch_is_found_again_after_names_were_merged() {
    compare(ports, |f| {
        let told =
            |value: &str, day: &str| f.write("2026-02-01", vec![assert("gateway", "port", value, day)]);
        let mut writes = vec![told("1", "2026-01-10")];
        writes.extend(filler(f, "2026-01-15"));
        writes.push(f.write("2026-02-01", vec![merge("service 3", "service 4")]));
        writes.push(f.write("2026-02-01", vec![assert("service 3", "port", "7", "2026-01-20")]));
        writes.extend([told("2", "2026-01-20"), told("1", "2026-01-30")]);
        writes.extend(filler(f, "2026-01-20"));
        writes
    });
}

#[test]
fn what_is_held_in_a_batch_waits_and_what_follows_counts() {
    let receipts = compare(ports, |f| {
        let Told::Assert(told) = assert("service 1", "port", "9", "2026-01-10") else { unreachable!() };
        let unsure = Told::Assert(NewAssert { uncertain: true, ..told });
        let mut writes = vec![f.write("2026-02-01", vec![unsure])];
        writes.push(f.write("2026-02-01", vec![assert("service 1", "port", "2000", "2026-01-20")]));
        writes.extend(filler(f, "2026-01-15"));
        writes
    });
    assert!(receipts[0].contains("Held"), "{}", receipts[0]);
    assert!(receipts[1].contains("Superseded [1000 "), "{}", receipts[1]);
}

#[test]
fn many_values_of_a_set_are_told_again_in_a_batch() {
    let set = |f: &Fixture| {
        f.tell("2026-01-01", common::relation("tags", memstrata_model::Cardinality::Set, &[]));
        for place in 0..8 {
            f.tell("2026-01-01", assert("notes", "tags", &format!("tag {place}"), "2026-01-01"));
        }
        f.tell("2026-01-02", end("notes", "tags", "2026-01-05"));
    };
    compare(set, |f| {
        let mut writes: Vec<Write> = (0..20)
            .map(|place| {
                let tag = format!("Tag {}", place % 10);
                f.write(
                    "2026-02-01",
                    vec![assert("notes", "tags", &tag, &format!("2026-01-{:02}", 6 + place))],
                )
            })
            .collect();
        writes.push(f.write("2026-02-01", vec![end("notes", "tags", "2026-01-30")]));
        writes
    });
}
