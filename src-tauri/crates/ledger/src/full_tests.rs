//! A ledger that may have no more pages: SQLite says of it what it says of a full disk, and in the same
//! places of a write. A real file system without room is `tests/durability`'s, where one may be mounted.

use memstrata_model::{EpisodeKind, Instant};

use crate::{Ledger, LedgerError, NewAssert, NewEpisode, OpenOptions, Told, Write, export_to};

fn write(place: usize) -> Write {
    // Many different words: the search index grows with them too.
    let words: Vec<String> = (0..200).map(|word| format!("w{place}x{word}")).collect();
    let episode = NewEpisode {
        id: None,
        kind: EpisodeKind::Note,
        text: words.join(" "),
        occurred_at: None,
        author: None,
        locator: None,
        importance: None,
    };
    let told = NewAssert {
        subject: "disk".to_owned(),
        relation: "used".to_owned(),
        object: place.to_string(),
        ..NewAssert::default()
    };
    Write {
        episode: Some(episode),
        told: vec![Told::Assert(told)],
        ..Write::new("default", Instant::from_micros(1_767_225_600_000_000))
    }
}

/// Lets the file have so many pages more than it has, or as many as it likes.
fn allow(ledger: &Ledger, more: Option<i64>) {
    let writing = ledger.writing();
    let pages: i64 = writing.connection.pragma_query_value(None, "page_count", |row| row.get(0)).unwrap();
    let limit = more.map_or(i64::from(i32::MAX), |more| pages + more);
    writing
        .connection
        .query_row(&format!("PRAGMA max_page_count = {limit}"), [], |row| row.get::<_, i64>(0))
        .unwrap();
}

fn log(ledger: &Ledger) -> String {
    let mut log = Vec::new();
    export_to(ledger, &mut log, &mut |_| true).unwrap();
    String::from_utf8(log).unwrap()
}

/// Tries something with so many pages more each time, until there is enough of it; answers how often there was not.
fn try_with_more_room(
    ledger: &Ledger,
    step: usize,
    act: impl Fn(&Ledger) -> Result<(), LedgerError>,
) -> usize {
    let before = log(ledger);
    for (refused, more) in (0..400).step_by(step).enumerate() {
        allow(ledger, Some(more));
        match act(ledger) {
            Ok(()) => {
                allow(ledger, None);
                return refused;
            }
            Err(error) => {
                assert_eq!(error.code(), "disk_full", "{error}");
                assert!(error.hint().is_some());
            }
        }
        // Reading goes on, and nothing of it is there.
        assert!(log(ledger) == before, "with {more} pages more");
    }
    panic!("it was refused with any room");
}

#[test]
fn without_room_a_write_is_refused_whole_and_the_rest_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = Ledger::open(&folder.path().join("l.memstrata"), &OpenOptions::default()).unwrap();
    for place in 0..20 {
        ledger.append(&write(place)).unwrap();
    }
    // A page may have room for one write: several come to the end of each.
    let refused: usize = (0..5)
        .map(|n| try_with_more_room(&ledger, 1, |ledger| ledger.append(&write(100 + n)).map(drop)))
        .sum();
    assert!(refused > 2, "{refused} writes were refused");
    let many: Vec<Write> = (200..500).map(write).collect();
    let refused = try_with_more_room(&ledger, 16, |ledger| ledger.append_all(&many).map(drop));
    assert!(refused > 5, "{refused} batches were refused");
    assert_eq!(ledger.verify(&mut |_| true).unwrap().findings, []);
    ledger.append(&write(900)).unwrap();
    assert_eq!(ledger.verify(&mut |_| true).unwrap().findings, []);
    assert_eq!(ledger.stats("default").unwrap().episodes, 20 + 5 + 300 + 1);
}
