//! How fast is the ledger, beside plain SQLite doing the bare inserts and reads in the same run?
//!
//! `cargo run --release -p memstrata-ledger --example measure -- [versions …] [batches | writes | texts]`
//! (default 10000 and 100000; `batches` and `writes` leave out what comes after, `texts` all but the
//! rows with texts and what they stand beside). Every figure names its durability: `durable` is one
//! transaction a write with `synchronous=FULL` in WAL mode; `batch` is one transaction for all.

mod clock;
mod plain;
mod texts;

use clock::{Took, Watch, memory, percentiles, rate, timed};
use memstrata_ledger::{
    FactPattern, LaneWindow, Ledger, Moment, NewAssert, NewEpisode, OpenOptions, Told, Write, export_to,
    restore_from,
};
use memstrata_model::view::LaneQuery;
use memstrata_model::{EpisodeKind, Instant};
use plain::{insert_plain, plain_sqlite, same_rows};

/// As the programs have it.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const DAY: i64 = 86_400_000_000;
const START: i64 = 1_600_000_000_000_000;
/// Values that each key has had.
const DEPTH: usize = 10;
/// Events of one transaction in batches, here and in plain SQLite, at the most.
const BATCH: usize = 10_000;

/// Numbers that look random and are the same on every run (SplitMix64).
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ (x >> 31)) % n as u64) as usize
    }
}

fn subject(key: usize) -> String {
    format!("service {key}")
}

fn told(key: usize, value: usize) -> Told {
    Told::Assert(NewAssert {
        subject: subject(key),
        relation: "port".into(),
        object: format!("{}", 1000 + value),
        valid_from: Some(Instant::from_micros(START + value as i64 * 30 * DAY + key as i64)),
        ..NewAssert::default()
    })
}

fn episode(key: usize, value: usize) -> NewEpisode {
    NewEpisode {
        id: None,
        kind: EpisodeKind::Note,
        text: format!("Since this morning service {key} listens on port {}, says the runbook.", 1000 + value),
        occurred_at: Some(Instant::from_micros(START + value as i64 * 30 * DAY + key as i64)),
        author: None,
        locator: None,
        importance: None,
    }
}

fn write(told_at: i64, told: Vec<Told>, episode: Option<NewEpisode>) -> Write {
    let mut write = Write::new("default", Instant::from_micros(told_at));
    write.told = told;
    write.episode = episode;
    write
}

/// How much is measured.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Batches,
    Writes,
    Texts,
    All,
}

/// Tells every key its values, key by key in order and value by value, in batches: how many events each
/// batch had, and how long it took.
fn append_in_batches(
    ledger: &Ledger,
    keys: usize,
    batch: usize,
    episode: impl Fn(usize, usize) -> Option<NewEpisode>,
) -> Vec<(usize, Took)> {
    let all: Vec<(usize, usize)> =
        (0..DEPTH).flat_map(|value| (0..keys).map(move |key| (key, value))).collect();
    all.chunks(batch)
        .map(|chunk| {
            let writes: Vec<Write> = chunk
                .iter()
                .map(|(key, value)| write(START, vec![told(*key, *value)], episode(*key, *value)))
                .collect();
            let watch = Watch::start();
            ledger.append_all(&writes).expect("an append");
            (chunk.len(), watch.read())
        })
        .collect()
}

fn measure(versions: usize, mode: Mode) {
    let keys = (versions / DEPTH).max(1);
    // At every size a batch tells at most one value of each key.
    let batch = keys.min(BATCH);
    println!("\n{versions} facts over {keys} keys");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("l.memstrata");
    let ledger = Ledger::open(&path, &OpenOptions::default()).expect("a ledger");

    let seconds = append_in_batches(&ledger, keys, batch, |_, _| None);
    let over = |parts: &[(usize, Took)]| {
        parts.iter().fold((0, Took::default()), |(count, mut time), (more, took)| {
            time += *took;
            (count + more, time)
        })
    };
    let (count, time) = over(&seconds);
    let ours = rate("keyed events, batches (hashes and versions kept up)", count, time);
    if seconds.len() >= 10 {
        let tenth = seconds.len() / 10;
        for (name, part) in [("first", &seconds[..tenth]), ("last", &seconds[seconds.len() - tenth..])] {
            let (count, time) = over(part);
            rate(&format!("  of them the {name} tenth"), count, time);
        }
    }

    if mode == Mode::Texts {
        texts::same_events(keys, batch);
        texts::random_keys(&ledger, versions, keys, &mut Dice(versions as u64));
        return;
    }

    let plain = plain_sqlite(folder.path());
    let mut time = Took::default();
    let all: Vec<(usize, usize)> =
        (0..DEPTH).flat_map(|value| (0..keys).map(move |key| (key, value))).collect();
    for chunk in all.chunks(batch) {
        let watch = Watch::start();
        plain.execute_batch("BEGIN").expect("begin");
        for (key, value) in chunk {
            insert_plain(&plain, *key, *value);
        }
        plain.execute_batch("COMMIT").expect("commit");
        time += watch.read();
    }
    let bare = rate("  plain SQLite, bare inserts, batches", keys * DEPTH, time);
    println!("  {:<58} {:>12.2} ×", "  ratio", ours / bare);
    let (count, time) = same_rows(folder.path(), &path, batch);
    let bare = rate("  plain SQLite, the ledger's rows in its tables and indexes", count, time);
    println!("  {:<58} {:>12.2} ×", "  ratio", ours / bare);

    if mode == Mode::Batches {
        return;
    }

    let mut dice = Dice(versions as u64);
    let singles = 4000;
    let picks: Vec<usize> = (0..singles).map(|_| dice.below(keys)).collect();
    // By turns, so that what the disk and others do meanwhile befalls both; and apart, so that what is
    // brought into the file beside the writes is not paid for by the other.
    let (mut own, mut other) = (Took::default(), Took::default());
    for part in picks.chunks(250) {
        let watch = Watch::start();
        for key in part {
            ledger.append(&write(START, vec![told(*key, DEPTH)], None)).expect("an append");
        }
        own += watch.read();
        std::thread::sleep(std::time::Duration::from_millis(100));
        let watch = Watch::start();
        for key in part {
            insert_plain(&plain, *key, DEPTH);
        }
        other += watch.read();
    }
    let ours = rate("single writes, durable", singles, own);
    let bare = rate("  plain SQLite, bare inserts, durable", singles, other);
    println!("  {:<58} {:>12.2} ×", "  ratio", ours / bare);

    texts::same_events(keys, batch);
    texts::random_keys(&ledger, versions, keys, &mut dice);

    if mode == Mode::Writes {
        return;
    }

    let now = Instant::from_micros(START + 400 * DAY);
    let read = |key: usize, known_at| {
        let pattern = FactPattern {
            subject: Some(subject(key)),
            relation: Some("port".into()),
            scope: Some(String::new()),
            all: false,
        };
        let moment = Moment { as_of: Instant::from_micros(START + 100 * DAY), known_at };
        assert!(ledger.facts("default", &pattern, moment).expect("a read").len() <= 1);
    };
    percentiles(
        "fact with its sources at two clocks, known now",
        timed(3000, |_| read(dice.below(keys), None)),
    );
    let mut dice = Dice(7);
    percentiles(
        "fact with its sources at two clocks, known then",
        timed(3000, |_| read(dice.below(keys), Some(Instant::from_micros(START + 1000)))),
    );
    percentiles(
        "value at two clocks, known now",
        timed(3000, |_| {
            let key = memstrata_model::Key::new(&subject(dice.below(keys)), "port", None);
            let moment = Moment { as_of: Instant::from_micros(START + 100 * DAY), known_at: None };
            ledger.value("default", &key, moment).expect("a read");
        }),
    );
    let mut dice = Dice(7);
    percentiles(
        "  plain SQLite, newest row at or before",
        timed(3000, |_| {
            let _: Option<String> = plain
                .prepare_cached(
                    "SELECT object FROM fact WHERE subject = ?1 AND relation = 'port' AND valid_from <= ?2
                     ORDER BY valid_from DESC LIMIT 1",
                )
                .and_then(|mut s| {
                    s.query_row(rusqlite::params![subject(dice.below(keys)), START + 100 * DAY], |r| r.get(0))
                })
                .ok();
        }),
    );
    percentiles(
        "timeline of one key",
        timed(1000, |_| {
            let key = dice.below(keys);
            ledger.timeline("default", &subject(key), "port", None, None, now).expect("a timeline");
        }),
    );
    let query = LaneQuery::default();
    let watch = Watch::start();
    let list = ledger.lanes("default", &query, now).expect("lanes");
    println!("  {:<58} {:>9.1} ms", "list of all lanes", watch.read().seconds * 1e3);
    let window =
        LaneWindow { from_ms: START as f64 / 1e3, to_ms: (START + 330 * DAY) as f64 / 1e3, width_px: 1200 };
    let moment = Moment { as_of: now, known_at: None };
    percentiles(
        "marks of a full window (36 rows, 1200 px)",
        timed(300, |_| {
            let first = dice.below(keys.saturating_sub(36).max(1));
            ledger.lane_marks(&list, first, 36, window, moment, chrono_tz::UTC).expect("marks");
        }),
    );

    let stats = ledger.stats("default").expect("counts");
    let size = std::fs::metadata(&path).map(|m| m.len()).unwrap_or_default();
    println!("  {:<58} {:>9.0} bytes", "file a version", size as f64 / stats.versions as f64);
    let watch = Watch::start();
    let report = ledger.verify(&mut |_| true).expect("a check");
    assert_eq!(report.findings, []);
    rate("verify: hashes, digests, a rebuild compared, the index", report.entries, watch.read());
    let watch = Watch::start();
    let entries = ledger.rebuild().expect("a rebuild");
    rate("rebuild", entries, watch.read());
    let mut log = Vec::new();
    export_to(&ledger, &mut log, &mut |_| true).expect("an export");
    let copy =
        Ledger::open(&folder.path().join("copy.memstrata"), &OpenOptions::default()).expect("a ledger");
    let watch = Watch::start();
    let report = restore_from(&copy, &mut log.as_slice(), now, &mut |_| true).expect("a restore");
    rate("restore, hashes checked", report.lines, watch.read());
    memory();
}

fn hot_key() {
    println!("\none hot key");
    let folder = tempfile::tempdir().expect("a folder");
    let ledger = Ledger::open(&folder.path().join("l.memstrata"), &OpenOptions::default()).expect("a ledger");
    for part in 0..10 {
        let writes: Vec<Write> =
            (0..10_000).map(|i| write(START, vec![told(0, part * 10_000 + i)], None)).collect();
        let watch = Watch::start();
        ledger.append_all(&writes).expect("an append");
        if part % 3 == 0 {
            rate(
                &format!("values {} to {}, batch", part * 10_000, (part + 1) * 10_000),
                10_000,
                watch.read(),
            );
        }
    }
}

fn main() {
    let sizes: Vec<usize> = std::env::args().skip(1).filter_map(|size| size.parse().ok()).collect();
    let sizes = if sizes.is_empty() { vec![10_000, 100_000] } else { sizes };
    println!("MemStrata ledger beside plain SQLite {}, same machine, same run", rusqlite::version());
    let asked = |name: &str| std::env::args().any(|argument| argument == name);
    let mode = [("batches", Mode::Batches), ("writes", Mode::Writes), ("texts", Mode::Texts)]
        .into_iter()
        .find(|(name, _)| asked(name))
        .map_or(Mode::All, |(_, mode)| mode);
    for size in sizes {
        measure(size, mode);
    }
    if mode == Mode::All {
        hot_key();
    }
}
