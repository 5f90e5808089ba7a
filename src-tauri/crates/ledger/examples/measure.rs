//! How fast is the ledger, beside plain SQLite doing the bare inserts and reads in the same run?
//!
//! `cargo run --release -p memstrata-ledger --example measure -- [versions …] [batches | writes]`
//! (default 10000 and 100000; `batches` and `writes` leave out what comes after). Every figure names its durability: `durable` is one transaction a write with
//! `synchronous=FULL` in WAL mode; `batch` is one transaction for all.

use std::time::Instant as Stopwatch;

use memstrata_ledger::{
    FactPattern, LaneWindow, Ledger, Moment, NewAssert, NewEpisode, OpenOptions, Told, Write, export_to,
    restore_from,
};
use memstrata_model::view::LaneQuery;
use memstrata_model::{EpisodeKind, Instant};
use rusqlite::Connection;

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

fn percentiles(name: &str, (mut times, cpu): (Vec<f64>, f64)) {
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    let mean = cpu * 1e6 / times.len() as f64;
    println!(
        "  {name:<58} p50 {:>9.1} µs   p95 {:>9.1} µs   mean {mean:>9.1} µs of processor time",
        at(0.5),
        at(0.95)
    );
}

fn rate(name: &str, count: usize, took: Took) -> f64 {
    let of = |seconds: f64| count as f64 / seconds.max(1e-9);
    let (rate, own, all) = (of(took.seconds), of(took.own), of(took.all));
    println!(
        "  {name:<58} {rate:>9.0} /s   {own:>9.0} /s of this thread's processor time, {all:>9.0} /s of all"
    );
    rate
}

/// How long something took: by the clock, of the processor in this thread, and in all threads. On a
/// busy machine the second tells what the clock would say on a quiet one with a second core, but for
/// waiting for the disk; the third what was spent in all.
#[derive(Clone, Copy, Default)]
struct Took {
    seconds: f64,
    own: f64,
    all: f64,
}

impl std::ops::AddAssign for Took {
    fn add_assign(&mut self, other: Took) {
        self.seconds += other.seconds;
        self.own += other.own;
        self.all += other.all;
    }
}

struct Watch(Stopwatch, f64, f64);

impl Watch {
    fn start() -> Watch {
        Watch(Stopwatch::now(), processor_time(), time_of_all())
    }

    fn read(&self) -> Took {
        Took {
            seconds: self.0.elapsed().as_secs_f64(),
            own: processor_time() - self.1,
            all: time_of_all() - self.2,
        }
    }
}

/// What this thread has used of the processor, in seconds (Linux; 0 elsewhere).
fn processor_time() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split_whitespace().next().and_then(|n| n.parse::<f64>().ok()).unwrap_or_default() / 1e9
}

/// What all threads of this process have used, those that are over too, in seconds: to a hundredth
/// (Linux; 0 elsewhere).
fn time_of_all() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // After the program's name in brackets; user and system time are the 14th and 15th fields.
    let fields: Vec<&str> = text.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |place: usize| fields.get(place).and_then(|n| n.parse::<f64>().ok()).unwrap_or_default();
    (ticks(11) + ticks(12)) / 100.0
}

/// How long each repeat took, in microseconds, and the processor time of all, in seconds.
fn timed(repeats: usize, mut work: impl FnMut(usize)) -> (Vec<f64>, f64) {
    let before = processor_time();
    let times = (0..repeats)
        .map(|i| {
            let watch = Stopwatch::now();
            work(i);
            watch.elapsed().as_secs_f64() * 1e6
        })
        .collect();
    (times, processor_time() - before)
}

/// The bare rows of the same size in a file of the same settings.
fn plain_sqlite(folder: &std::path::Path) -> Connection {
    let connection = Connection::open(folder.join("plain.db")).expect("a file");
    connection
        .execute_batch(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
             CREATE TABLE fact (id INTEGER PRIMARY KEY, subject TEXT, relation TEXT, object TEXT, valid_from INTEGER,
                 valid_to INTEGER, recorded_at INTEGER);
             CREATE INDEX fact_by_key ON fact (subject, relation, valid_from);",
        )
        .expect("the schema");
    connection
}

fn insert_plain(connection: &Connection, key: usize, value: usize) {
    connection
        .prepare_cached("INSERT INTO fact (subject, relation, object, valid_from, recorded_at) VALUES (?1, 'port', ?2, ?3, ?4)")
        .and_then(|mut statement| {
            statement.execute(rusqlite::params![
                subject(key),
                format!("{}", 1000 + value),
                START + value as i64 * 30 * DAY + key as i64,
                START
            ])
        })
        .expect("an insert");
}

/// How much is measured.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Batches,
    Writes,
    All,
}

/// The rows of keyed events in the ledger's own tables and indexes, put there by SQLite alone, in
/// batches: what the layout of the file costs, with nothing worked out, sealed or compared.
fn same_rows(folder: &std::path::Path, ledger: &std::path::Path, batch: usize) -> (usize, Took) {
    const TABLES: [(&str, &str); 4] =
        [("key", "key_id"), ("object", "object_id"), ("entry", "seq"), ("version", "version_id")];
    let source = Connection::open(ledger).expect("the ledger");
    let bare = Connection::open(folder.join("bare.db")).expect("a file");
    bare.execute_batch(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = OFF;
         PRAGMA cache_size = -262144; PRAGMA wal_autocheckpoint = 16000;",
    )
    .expect("the settings");
    let mut schema = source
        .prepare(
            "SELECT sql FROM sqlite_schema WHERE type IN ('table', 'index') AND sql IS NOT NULL
                 AND tbl_name IN ('space', 'key', 'object', 'entry', 'version') ORDER BY type DESC, rowid",
        )
        .expect("the schema");
    let schema: Vec<String> =
        schema.query_map([], |row| row.get(0)).expect("rows").collect::<Result<_, _>>().expect("rows");
    bare.execute_batch(&schema.join(";")).expect("the schema");
    let rows = |sql: &str, from: i64, to: i64| -> Vec<Vec<rusqlite::types::Value>> {
        let mut statement = source.prepare_cached(sql).expect("a statement");
        let columns = statement.column_count();
        let rows = statement.query_map([from, to], |row| (0..columns).map(|at| row.get(at)).collect());
        rows.expect("rows").collect::<Result<_, _>>().expect("rows")
    };
    let head: i64 = source.query_row("SELECT max(seq) FROM entry", [], |row| row.get(0)).expect("a head");
    let mut closings: Vec<(i64, i64)> = source
        .prepare("SELECT sys_to, version_id FROM version WHERE sys_to IS NOT NULL")
        .and_then(|mut s| s.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect())
        .expect("versions");
    closings.sort_unstable();
    let (mut time, mut closed, mut last) = (Took::default(), 0, [0; 4]);
    let batch = batch as i64;
    for from in (1..=head).step_by(batch as usize) {
        let to = head.min(from + batch - 1);
        let until: i64 = source
            .query_row("SELECT recorded_at FROM entry WHERE seq = ?1", [to], |row| row.get(0))
            .expect("an entry");
        // The rows that this batch brought: their numbers rise with the entries.
        let mut parts = Vec::new();
        for (place, (table, id)) in TABLES.iter().enumerate() {
            let bound: i64 = match *table {
                "entry" => to,
                "version" => source
                    .query_row(
                        "SELECT ifnull(max(version_id), 0) FROM version WHERE version_id > ?1 AND version_id <= ?1 + 4 * ?2
                             AND sys_from <= ?3",
                        [last[place], batch, until],
                        |row| row.get(0),
                    )
                    .expect("a bound"),
                _ => source
                    .query_row(
                        &format!("SELECT ifnull(max({id}), 0) FROM entry WHERE seq BETWEEN ?1 AND ?2"),
                        [from, to],
                        |row| row.get(0),
                    )
                    .expect("a bound"),
            };
            let columns = if *table == "version" {
                "version_id, key_id, lane, valid_from, valid_to, sys_from, NULL AS sys_to, asserted_by, superseded_by,
                 closing_rule"
            } else {
                "*"
            };
            let found = rows(
                &format!("SELECT {columns} FROM {table} WHERE {id} > ?1 AND {id} <= ?2"),
                last[place],
                bound,
            );
            last[place] = bound.max(last[place]);
            parts.push(found);
        }
        let first = closed;
        closed = closings.partition_point(|(at, _)| *at <= until);
        let watch = Watch::start();
        bare.execute_batch("BEGIN").expect("begin");
        for ((table, _), rows) in TABLES.iter().zip(&parts) {
            let Some(one) = rows.first() else { continue };
            let columns = if *table == "version" {
                "(version_id, key_id, lane, valid_from, valid_to, sys_from, sys_to, asserted_by, superseded_by,
                  closing_rule)"
            } else {
                ""
            };
            let places = vec!["?"; one.len()].join(", ");
            let mut insert = bare
                .prepare_cached(&format!("INSERT INTO {table} {columns} VALUES ({places})"))
                .expect("a statement");
            for row in rows {
                insert.execute(rusqlite::params_from_iter(row)).expect("an insert");
            }
        }
        let mut close =
            bare.prepare_cached("UPDATE version SET sys_to = ?1 WHERE version_id = ?2").expect("a statement");
        for (at, version) in &closings[first..closed] {
            close.execute([at, version]).expect("an update");
        }
        drop(close);
        bare.execute_batch("COMMIT").expect("commit");
        time += watch.read();
    }
    (head as usize, time)
}

fn measure(versions: usize, mode: Mode) {
    let keys = (versions / DEPTH).max(1);
    // At every size a batch tells at most one value of each key.
    let batch = keys.min(BATCH);
    println!("\n{versions} facts over {keys} keys");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("l.memstrata");
    let ledger = Ledger::open(&path, &OpenOptions::default()).expect("a ledger");

    let writes: Vec<Write> = (0..DEPTH)
        .flat_map(|value| (0..keys).map(move |key| write(START, vec![told(key, value)], None)))
        .collect();
    let mut seconds = Vec::new();
    for chunk in writes.chunks(batch) {
        let watch = Watch::start();
        ledger.append_all(chunk).expect("an append");
        seconds.push((chunk.len(), watch.read()));
    }
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
    let singles = 2000;
    let picks: Vec<usize> = (0..singles).map(|_| dice.below(keys)).collect();
    let watch = Watch::start();
    for key in &picks {
        ledger.append(&write(START, vec![told(*key, DEPTH)], None)).expect("an append");
    }
    let ours = rate("single writes, durable", singles, watch.read());
    let watch = Watch::start();
    for key in &picks {
        insert_plain(&plain, *key, DEPTH);
    }
    let bare = rate("  plain SQLite, bare inserts, durable", singles, watch.read());
    println!("  {:<58} {:>12.2} ×", "  ratio", ours / bare);

    let with_texts: Vec<Write> = (0..versions.clamp(5000, 50_000))
        .map(|i| write(START, vec![told(dice.below(keys), DEPTH + 1)], Some(episode(i, DEPTH + 1))))
        .collect();
    let watch = Watch::start();
    ledger.append_all(&with_texts).expect("an append");
    rate("keyed events with their episodes in the text index, batch", with_texts.len(), watch.read());

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

/// The most memory that this process has had, so far (Linux).
fn memory() {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    if let Some(line) = status.lines().find(|line| line.starts_with("VmHWM")) {
        println!("  most memory of this process so far:{}", line.trim_start_matches("VmHWM:"));
    }
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
    let mode = match (asked("batches"), asked("writes")) {
        (true, _) => Mode::Batches,
        (_, true) => Mode::Writes,
        _ => Mode::All,
    };
    for size in sizes {
        measure(size, mode);
    }
    if mode == Mode::All {
        hot_key();
    }
}
