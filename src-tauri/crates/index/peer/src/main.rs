//! Our search beside usearch's, in one run: the same vectors, questions and filters, the time of
//! reading the same codes from memory once, and the recall of each against comparing every float.
//!
//! `cargo run --release -- 100000`, and `-- 1000000 ours` for a million without the peer, whose
//! graph takes long to build. The search's own files are compiled in, without the embedding model.

#![allow(dead_code, unused_imports, reason = "the search's files have more than is measured")]

#[path = "../../src/error.rs"]
mod error;
#[path = "../../src/kernel.rs"]
mod kernel;
#[path = "../../src/quantize.rs"]
mod quantize;
#[path = "../../src/rows.rs"]
mod rows;
#[path = "../../src/scan.rs"]
mod scan;
#[path = "../../src/search.rs"]
mod search;
#[path = "../../src/source.rs"]
mod source;
#[path = "../../src/vector.rs"]
mod vector;

pub use error::IndexError;
pub use search::{Hit, VectorIndex};
pub use source::{HeldVectors, VectorSource};
pub use vector::{ModelId, Vector};

#[path = "../../benches/synthetic.rs"]
mod synthetic;

use std::collections::BTreeSet;
use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use search::Method;
use synthetic::{DIMENSIONS, question, read_once};
use usearch::{IndexOptions, MetricKind, ScalarKind};

const QUESTIONS: u64 = 50;

const SHARES: [(&str, u64); 3] = [("all pass", 1), ("a tenth passes", 10), ("a thousandth passes", 1000)];

/// The floats, where a ledger has its file.
#[derive(Debug)]
struct Floats {
    model: ModelId,
    rows: Vec<f32>,
    fetched: AtomicUsize,
}

impl Floats {
    fn row(&self, id: u64) -> &[f32] {
        &self.rows[id as usize * DIMENSIONS..(id as usize + 1) * DIMENSIONS]
    }
}

impl VectorSource for Floats {
    fn fetch(&self, ids: &[i64]) -> Result<Vec<Option<Vector>>, IndexError> {
        self.fetched.fetch_add(ids.len(), Ordering::Relaxed);
        let one =
            |id: &i64| Vector::from_normalized(&self.model, self.row(id.unsigned_abs()).to_vec()).map(Some);
        ids.iter().map(one).collect()
    }
}

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let mut arguments = std::env::args().skip(1);
    let count: u64 = arguments.next().map_or(Ok(100_000), |count| count.parse())?;
    let ours_alone = arguments.next().is_some_and(|word| word == "ours");
    let model = ModelId::from_stored("synthetic@1");
    let mut rows = Vec::with_capacity(count as usize * DIMENSIONS);
    (0..count).for_each(|seed| rows.extend(synthetic::vector(seed)));
    let floats = Arc::new(Floats { model, rows, fetched: AtomicUsize::new(0) });
    let questions: Vec<Vec<f32>> = (0..QUESTIONS).map(|number| synthetic::vector(question(number))).collect();
    let truth = SHARES.map(|(_, every)| {
        questions.iter().map(|query| nearest(query, &floats.rows, every as usize)).collect::<Vec<_>>()
    });
    read_memory(count);
    ours(count, &floats, &questions, &truth)?;
    read_memory(count);
    if !ours_alone {
        theirs(count, &floats, &questions, &truth)?;
    }
    Ok(())
}

/// As many bytes as the codes have.
fn read_memory(count: u64) {
    let codes: Vec<u64> = (0..count * DIMENSIONS as u64 / 8).collect();
    for threads in [1, 2] {
        let times = timed(20, |_| read_once(black_box(&codes), threads));
        println!("reading {} bytes once, threads: {threads}: {}", codes.len() * 8, shown(times));
    }
}

fn ours(
    count: u64,
    floats: &Arc<Floats>,
    questions: &[Vec<f32>],
    truth: &[Vec<BTreeSet<u64>>; 3],
) -> Result<(), Failure> {
    let model = &floats.model;
    let mut index = VectorIndex::new(model, DIMENSIONS, Arc::clone(floats) as _);
    let start = Instant::now();
    for id in 0..count {
        index.insert(id.cast_signed(), &Vector::from_normalized(model, floats.row(id).to_vec())?)?;
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "ours: {count} vectors in {seconds:.1} s, {:.0} bytes each",
        index.memory() as f64 / count as f64
    );
    let queries: Vec<Vector> = questions
        .iter()
        .map(|query| Vector::from_normalized(model, query.clone()))
        .collect::<Result<_, _>>()?;
    for ((share, every), truth) in SHARES.into_iter().zip(truth) {
        let filter = |id: i64| id.unsigned_abs() % every == 0;
        for method in [Method::Exact, Method::Signs] {
            floats.fetched.store(0, Ordering::Relaxed);
            let (mut right, mut all) = (0, 0);
            for (query, nearest) in queries.iter().zip(truth) {
                let hits = index.search_by(Some(method), query, 10, &filter)?;
                right += hits.iter().filter(|hit| nearest.contains(&hit.id.unsigned_abs())).count();
                all += nearest.len();
            }
            let fetched = floats.fetched.load(Ordering::Relaxed) / queries.len();
            let times =
                timed(queries.len(), |number| index.search_by(Some(method), &queries[number], 10, &filter));
            let recall = f64::from(right as u32) / f64::from(all as u32);
            println!(
                "ours {method:?}, {share}: {}, recall@10 {recall:.4}, floats read of {fetched}",
                shown(times)
            );
        }
    }
    Ok(())
}

fn theirs(
    count: u64,
    floats: &Floats,
    questions: &[Vec<f32>],
    truth: &[Vec<BTreeSet<u64>>; 3],
) -> Result<(), Failure> {
    for (name, quantization) in [("i8", ScalarKind::I8), ("f32", ScalarKind::F32)] {
        let options = IndexOptions {
            dimensions: DIMENSIONS,
            metric: MetricKind::Cos,
            quantization,
            ..IndexOptions::default()
        };
        let index = usearch::new_index(&options)?;
        index.reserve(count as usize)?;
        let start = Instant::now();
        let added = std::thread::scope(|scope| {
            let add = |from: u64, to: u64| (from..to).all(|id| index.add(id, floats.row(id)).is_ok());
            let second = scope.spawn(move || add(count / 2, count));
            add(0, count / 2) && second.join().is_ok_and(|added| added)
        });
        println!(
            "usearch {name}: {} vectors in {:.0} s, {} bytes each, all added: {added}",
            index.size(),
            start.elapsed().as_secs_f64(),
            index.memory_usage() / index.size().max(1)
        );
        for ((share, every), truth) in SHARES.into_iter().zip(truth) {
            let ids = |number: usize| -> Vec<u64> {
                let found = if every == 1 {
                    index.search(&questions[number], 10)
                } else {
                    index.filtered_search(&questions[number], 10, |id| id % every == 0)
                };
                found.map(|found| found.keys).unwrap_or_default()
            };
            let (mut right, mut all) = (0, 0);
            for (number, nearest) in truth.iter().enumerate() {
                right += ids(number).iter().filter(|id| nearest.contains(id)).count();
                all += nearest.len();
            }
            let times = timed(questions.len(), |number| ids(number));
            let recall = f64::from(right as u32) / f64::from(all as u32);
            println!("usearch {name}, {share}: {}, recall@10 {recall:.4}", shown(times));
        }
    }
    Ok(())
}

/// The ten nearest, by comparing everything that passes.
fn nearest(query: &[f32], rows: &[f32], every: usize) -> BTreeSet<u64> {
    let dot = |row: &[f32]| -> f32 { row.iter().zip(query).map(|(a, b)| a * b).sum() };
    let mut all: Vec<(f32, u64)> = rows
        .chunks_exact(DIMENSIONS)
        .enumerate()
        .step_by(every)
        .map(|(id, row)| (dot(row), id as u64))
        .collect();
    all.sort_by(|a, b| b.0.total_cmp(&a.0));
    all.into_iter().take(10).map(|(_, id)| id).collect()
}

/// How long runs took.
struct Times {
    /// Milliseconds by the clock, shortest first.
    passed: Vec<f64>,
    /// Milliseconds of processor time a run, of all threads together: what other programs leave
    /// nearly alone. None where the system does not tell.
    worked: Option<f64>,
}

/// Runs at least so often, and until the processor time is many ticks of the system's count.
fn timed<T>(times: usize, run: impl Fn(usize) -> T) -> Times {
    let before = worked();
    let start = Instant::now();
    let mut passed = Vec::new();
    while passed.len() < times || (start.elapsed().as_secs() < 2 && passed.len() < 20_000) {
        let start = Instant::now();
        black_box(run(passed.len() % times));
        passed.push(start.elapsed().as_secs_f64() * 1000.0);
    }
    let worked = worked().zip(before).map(|(after, before)| (after - before) / passed.len() as f64);
    passed.sort_by(f64::total_cmp);
    Times { passed, worked }
}

/// Processor time of this program in milliseconds, counted in hundredths of a second.
fn worked() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = fields.get(11)?.parse::<f64>().ok()? + fields.get(12)?.parse::<f64>().ok()?;
    Some(ticks * 10.0)
}

fn shown(times: Times) -> String {
    // On a machine with other work the least says what the search costs, the rest what it met.
    let passed = &times.passed;
    let at = |share: usize| passed[(passed.len() * share / 100).min(passed.len() - 1)];
    let worked = times.worked.map_or_else(|| "-".to_owned(), |worked| format!("{worked:.2}"));
    format!("{worked} ms of work, {:.2} ms least, {:.2} median, {:.2} p95", at(0), at(50), at(95))
}
