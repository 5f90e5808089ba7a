//! A question end to end on many facts, with synthetic vectors:
//! `cargo run --release -p memstrata-engine --example questions -- [facts] [--keep FILE]
//! [--answers FILE]` (default 100,000 over a tenth as many keys, each told in a text of its own).
//! With `--keep` the ledger is made once and used again; with `--answers` all that was answered is
//! written down, to be compared with another run's. What the embedding model would take is not in the
//! figures.

#[path = "../../index/benches/synthetic.rs"]
#[allow(dead_code, reason = "shared with the benches of the index")]
mod synthetic;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant as Stopwatch;

use memstrata_engine::{Embedding, Engine, EngineOptions, Lap, Laps};
use memstrata_index::{Embedder, IndexError, ModelId, Vector};
use memstrata_ledger::{Ledger, NewAssert, NewEpisode, OpenOptions, Told, Write};
use memstrata_model::view::{AskAnswer, AskMode, AskRequest, Viewpoint};
use memstrata_model::{EpisodeKind, FixedClock, Instant};

/// As in the programs.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const DAY: i64 = 86_400_000_000;
const START: i64 = 1_600_000_000_000_000;
/// Values that each key has had.
const DEPTH: usize = 10;
const QUESTIONS: usize = 200;
const MODEL: &str = "synthetic@1";
/// Bars of the 95th percentile, milliseconds: a question without what its embedding takes; its time
/// read and its candidates judged.
const END_TO_END: f64 = 15.0;
const READ_AND_GATED: f64 = 1.0;
/// Seconds to the first answer, bytes of memory a fact.
const OPENED: f64 = 2.0;
const MEMORY: f64 = 600.0;

/// A question about a key by its number.
type Wording = fn(usize) -> String;

type Failure = Box<dyn std::error::Error>;

/// Gives every text one of the synthetic vectors, by a hash of its words.
#[derive(Debug)]
struct Synthetic(ModelId);

impl Embedder for Synthetic {
    fn model(&self) -> &ModelId {
        &self.0
    }

    fn dimensions(&self) -> usize {
        synthetic::DIMENSIONS
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vector>, IndexError> {
        let seed = |text: &str| text.bytes().fold(7u64, |sum, byte| sum.wrapping_mul(31) + u64::from(byte));
        texts
            .iter()
            .map(|text| {
                let values = synthetic::vector(synthetic::question(seed(text) % 1_000_000));
                Vector::from_normalized(&self.0, values)
            })
            .collect()
    }

    fn count_tokens(&self, text: &str) -> usize {
        text.split_whitespace().count() * 4 / 3 + 1
    }
}

/// When a value of a key began.
fn began(key: usize, value: usize) -> Instant {
    Instant::from_micros(START + value as i64 * 100 * DAY + (key % 86_400) as i64 * 1_000_000)
}

fn port(key: usize, value: usize) -> usize {
    1_024 + (key * 31 + value * 977) % 60_000
}

fn told(key: usize, value: usize) -> Write {
    let said = began(key, value);
    let mut write = Write::new("default", said);
    let object = port(key, value).to_string();
    let text = format!("Since this morning service-{key} listens on port {object}, says the runbook.");
    write.told = vec![Told::Assert(NewAssert {
        subject: format!("service-{key}"),
        relation: "port".into(),
        object,
        valid_from: Some(said),
        ..NewAssert::default()
    })];
    write.episode = Some(NewEpisode {
        id: None,
        kind: EpisodeKind::Note,
        text,
        occurred_at: Some(said),
        author: None,
        locator: None,
        importance: None,
    });
    write
}

fn fill(path: &Path, facts: usize) -> Result<(), Failure> {
    let ledger = Ledger::open(path, &OpenOptions::default())?;
    let keys = (facts / DEPTH).max(1);
    let watch = Stopwatch::now();
    for value in 0..DEPTH {
        for from in (0..keys).step_by(5_000) {
            let writes: Vec<Write> = (from..(from + 5_000).min(keys)).map(|key| told(key, value)).collect();
            ledger.append_all(&writes)?;
        }
        eprintln!("told {} facts in {:.0} s", (value + 1) * keys, watch.elapsed().as_secs_f64());
    }
    let model = ModelId::from_stored(MODEL);
    loop {
        let waiting = ledger.waiting(10_000)?;
        if waiting.is_empty() {
            return Ok(());
        }
        let kept = waiting
            .iter()
            .map(|(seq, _)| {
                let values = synthetic::vector(seq.unsigned_abs());
                Ok((*seq, Vector::from_normalized(&model, values)?.to_blob()))
            })
            .collect::<Result<Vec<_>, IndexError>>()?;
        ledger.keep_vectors(MODEL, &kept)?;
    }
}

fn open(path: &Path) -> Result<Engine, Failure> {
    let now = Instant::from_micros(START + DEPTH as i64 * 100 * DAY);
    let mut options = EngineOptions::new(Arc::new(FixedClock::at(now)));
    options.embedding = Embedding::Given(Arc::new(Synthetic(ModelId::from_stored(MODEL))));
    options.timezone = Some("UTC".to_owned());
    Ok(Engine::open(path, options)?)
}

fn request(question: String, mode: AskMode) -> AskRequest {
    AskRequest { question, view: Viewpoint::default(), mode, k: 5, budget: 1024, follow: None }
}

fn at(times: &[f64], share: f64) -> f64 {
    let mut times = times.to_vec();
    times.sort_by(f64::total_cmp);
    times[((times.len() - 1) as f64 * share).round() as usize]
}

fn percentiles(times: &[f64]) -> String {
    format!("p50 {:>8.2} ms   p95 {:>8.2} ms", at(times, 0.5), at(times, 0.95))
}

/// Memory of this process that is resident and its own, megabytes: the program's code, which lies in a
/// file, is left out.
fn memory() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("RssAnon:")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|kb| kb.parse::<f64>().ok()).unwrap_or_default() / 1024.0
}

/// An answer as a line, without what differs from run to run.
fn line_of(mut answer: AskAnswer) -> Result<String, Failure> {
    for column in [&mut answer.temporal, &mut answer.plain].into_iter().flatten() {
        column.ms = 0.0;
    }
    Ok(serde_json::to_string(&answer)? + "\n")
}

/// Processor time of this process so far, all threads together, milliseconds (in ticks of ten).
fn work() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |at: usize| fields.get(at).and_then(|ticks| ticks.parse::<f64>().ok()).unwrap_or_default();
    (ticks(11) + ticks(12)) * 10.0
}

fn ask(engine: &Engine, keys: usize, answers: &mut String) -> Result<(), Failure> {
    let pick = |n: usize| (n * 7_919 + 13) % keys;
    let kinds: [(&str, Wording); 4] = [
        ("a key's value now", |key| format!("Which port does service-{key} listen on?")),
        ("a key's value on a day", |key| format!("Which port did service-{key} listen on on 1 July 2022?")),
        ("a key's history", |key| format!("How has the port of service-{key} changed?")),
        ("no key, common words", |key| {
            format!("Which runbook says what listens since morning {}?", key % 10)
        }),
    ];
    let mut verdicts: Vec<(String, f64, f64)> = Vec::new();
    for (name, question) in kinds {
        for (mode_name, mode) in [("temporal", AskMode::Temporal), ("both", AskMode::Compare)] {
            let (mut whole, mut gated, mut right) = (Vec::new(), Vec::new(), 0);
            let mut parts: Vec<Vec<f64>> = vec![Vec::new(); Lap::ALL.len()];
            let before = work();
            for n in 0..QUESTIONS {
                let request = request(question(pick(n)), mode);
                let laps = Laps::default();
                let watch = Stopwatch::now();
                let answer = engine.ask_timed(&request, &laps)?;
                let took = watch.elapsed().as_secs_f64() * 1000.0;
                for (lap, times) in Lap::ALL.into_iter().zip(&mut parts) {
                    times.push(laps.of(lap).as_secs_f64() * 1000.0);
                }
                let answered = answer.temporal.as_ref().and_then(|column| column.answer.clone());
                answers.push_str(&line_of(answer)?);
                right +=
                    usize::from(answered.is_some_and(|a| a.contains(&port(pick(n), DEPTH - 1).to_string())));
                // The model's own time is no part of the bar, and is nearly nothing here.
                let ms = |lap: Lap| laps.of(lap).as_secs_f64() * 1000.0;
                whole.push(took - ms(Lap::Embedding));
                gated.push(ms(Lap::Reading) + ms(Lap::Outlines) + ms(Lap::Gate));
            }
            let each = (work() - before) / QUESTIONS as f64;
            println!(
                "{name:<24} {mode_name:<9} {}   work {each:>5.2} ms   now's value in {right} of {QUESTIONS}",
                percentiles(&whole)
            );
            verdicts.push((
                format!("{name}, {mode_name}: end to end without embedding"),
                at(&whole, 0.95),
                END_TO_END,
            ));
            verdicts.push((
                format!("{name}, {mode_name}: reading and gating"),
                at(&gated, 0.95),
                READ_AND_GATED,
            ));
            for (lap, times) in Lap::ALL.into_iter().zip(parts) {
                println!("    {:<30} {}", lap.name(), percentiles(&times));
            }
        }
    }
    println!("\nagainst the bars (p95, milliseconds; the bars are for 1,000,000 facts on two quiet cores):");
    for (what, took, bar) in verdicts {
        let verdict = if took <= bar { "met" } else { "NOT met" };
        println!("  {verdict:<8} {took:>8.2} of {bar:>5.1}  {what}");
    }
    Ok(())
}

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let facts = arguments.first().and_then(|n| n.parse().ok()).unwrap_or(100_000);
    let option = |name: &str| arguments.iter().position(|a| a == name).and_then(|at| arguments.get(at + 1));
    let folder = tempfile::tempdir()?;
    let path = option("--keep").map_or_else(|| folder.path().join("questions.memstrata"), PathBuf::from);
    if !path.exists() {
        fill(&path, facts)?;
    }
    let keys = (facts / DEPTH).max(1);
    let before = memory();
    let watch = Stopwatch::now();
    let engine = open(&path)?;
    let first = engine.ask(&request("Which port does service-7 listen on?".to_owned(), AskMode::Temporal))?;
    let answer = first.temporal.and_then(|column| column.answer).unwrap_or_default();
    let opened = watch.elapsed().as_secs_f64();
    let met = |met: bool| if met { "met" } else { "NOT met" };
    println!(
        "{facts} facts, {keys} keys; opened and answered ({answer}) in {opened:.2} s of {OPENED}: {}",
        met(opened <= OPENED)
    );
    while engine.index_loading().is_some() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    engine.ask(&request("Which port does service-8 listen on?".to_owned(), AskMode::Temporal))?;
    println!("all vectors in memory after {:.2} s", watch.elapsed().as_secs_f64());
    let after = memory();
    // With what the process keeps of the file, some 100 MB at any size: above what the index takes.
    let each = (after - before) * 1_048_576.0 / facts as f64;
    println!(
        "memory: {before:.0} MB before, {after:.0} MB with the index and the pages kept of the file; \
         {each:.0} bytes a fact of {MEMORY}: {}",
        met(each <= MEMORY)
    );
    let mut answers = String::new();
    ask(&engine, keys, &mut answers)?;
    if let Some(file) = option("--answers") {
        std::fs::write(file, answers)?;
    }
    Ok(())
}
