//! What a question costs here: a search among 100,000 vectors (and 1,000,000 with
//! `MEMSTRATA_MILLION=1`), beside reading the same codes from memory once, with its recall; and one
//! embedding (with the real model, where the set-up has put it). The searched vectors are
//! synthetic, since embedding so many sentences takes hours; how much the signs lose is told for
//! real sentences too. The same searches by usearch are in `peer`.

mod synthetic;

use std::collections::BTreeSet;
use std::hint::black_box;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use criterion::{Criterion, criterion_group, criterion_main};
use memstrata_index::{
    Embedder as _, FastEmbedder, HeldVectors, IndexError, Method, ModelId, ModelStore, Vector, VectorIndex,
    VectorSource,
};
use synthetic::{DIMENSIONS, question, read_once, vector};

const QUESTIONS: u64 = 50;

/// Vectors made anew whenever they are asked for: a million of them need no 1.5 GB here, and what
/// fetching from a file costs is not the index's to say.
#[derive(Debug)]
struct Made {
    model: ModelId,
    fetched: AtomicUsize,
}

impl VectorSource for Made {
    fn fetch(&self, ids: &[i64]) -> Result<Vec<Option<Vector>>, IndexError> {
        self.fetched.fetch_add(ids.len(), Ordering::Relaxed);
        ids.iter()
            .map(|id| Vector::from_normalized(&self.model, vector(id.cast_unsigned())).map(Some))
            .collect()
    }
}

fn search(c: &mut Criterion) {
    let model = ModelId::from_stored("synthetic@1");
    let million = std::env::var_os("MEMSTRATA_MILLION").is_some();
    let source = Arc::new(Made { model: model.clone(), fetched: AtomicUsize::new(0) });
    let mut index = VectorIndex::new(&model, DIMENSIONS, Arc::clone(&source) as _);
    let questions: Vec<Vector> = (0..QUESTIONS)
        .map(|number| Vector::from_normalized(&model, vector(question(number))).expect("of length 1"))
        .collect();
    for count in [100_000i64, 1_000_000] {
        if count > 100_000 && !million {
            continue;
        }
        for id in index.len() as i64..count {
            index.insert(id, &vector_of(&model, id)).expect("one model");
        }
        println!("{count} vectors: {:.0} bytes each", index.memory() as f64 / count as f64);
        let mut group = c.benchmark_group(format!("top 10 of {count} synthetic vectors of {DIMENSIONS}"));
        let codes: Vec<u64> = vec![1; count.unsigned_abs() as usize * DIMENSIONS / 8];
        for threads in [1, 2] {
            group.bench_function(format!("reading the codes once, threads: {threads}"), |b| {
                b.iter(|| read_once(black_box(&codes), threads))
            });
        }
        drop(codes);
        for (share, every) in [("all pass", 1), ("a tenth passes", 10)] {
            let filter = |id: i64| id % every == 0;
            for method in [Method::Exact, Method::Signs] {
                source.fetched.store(0, Ordering::Relaxed);
                let found = recall(&index, &questions, method, &filter);
                let fetched = source.fetched.load(Ordering::Relaxed) / questions.len();
                println!(
                    "{share}, {method:?}: recall@10 {found:.4}, {fetched} whole vectors fetched a search"
                );
                let mut next = questions.iter().cycle();
                group.bench_function(format!("{share}, {method:?}"), |b| {
                    b.iter(|| {
                        let query = next.next().expect("a cycle");
                        index.search_by(Some(method), black_box(query), 10, &filter)
                    })
                });
            }
        }
        group.finish();
    }
}

fn vector_of(model: &ModelId, id: i64) -> Vector {
    Vector::from_normalized(model, vector(id.cast_unsigned())).expect("of length 1")
}

/// The share of the ten nearest that a method finds.
fn recall(
    index: &VectorIndex,
    questions: &[Vector],
    method: Method,
    filter: &(dyn Fn(i64) -> bool + Sync),
) -> f64 {
    let found = |query: &Vector, method| -> BTreeSet<i64> {
        let hits = index.search_by(Some(method), query, 10, filter).expect("one model");
        hits.into_iter().map(|hit| hit.id).collect()
    };
    let (mut right, mut all) = (0, 0);
    for query in questions {
        let nearest = found(query, Method::Exact);
        right += found(query, method).intersection(&nearest).count();
        all += nearest.len();
    }
    right as f64 / all.max(1) as f64
}

/// What the signs lose on real sentences: those of the public sets beside the repository.
fn signs_on_sentences(_: &mut Criterion) {
    let shared = std::env::var_os("MEMSTRATA_SHARED").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../../shared")),
        PathBuf::from,
    );
    let Some(sentences) = sentences(&shared.join("data/public")) else {
        return eprintln!("skipped: no sentences in {}", shared.display());
    };
    let embedder =
        match ModelStore::from_environment(&[]).paths().and_then(|paths| FastEmbedder::load(&paths)) {
            Ok(embedder) => embedder,
            Err(error) => return eprintln!("skipped: {error}"),
        };
    let held = Arc::new(HeldVectors::default());
    let mut index = VectorIndex::new(embedder.model(), embedder.dimensions(), Arc::clone(&held) as _);
    let mut questions = Vec::new();
    for (id, sentence) in (0i64..).zip(&sentences) {
        let vector = embedder.embed(&[sentence.as_str()]).expect("a sentence embeds").remove(0);
        if id % 10 == 0 {
            questions.push(vector);
        } else {
            index.insert(id, &vector).expect("one model");
            held.insert(id, vector);
        }
    }
    let mut line = format!("{} sentences, {} asked for: recall@10 by signs", index.len(), questions.len());
    for first in [32, 64, 128, 256] {
        let (mut right, mut all) = (0, 0);
        for query in &questions {
            let ids =
                |hits: Vec<memstrata_index::Hit>| hits.into_iter().map(|hit| hit.id).collect::<BTreeSet<_>>();
            let nearest = ids(index.search(query, 10, &|_| true).expect("one model"));
            let found = ids(index.search_by_signs(query, 10, first, &|_| true).expect("one model"));
            right += found.intersection(&nearest).count();
            all += nearest.len();
        }
        line.push_str(&format!(", of {first} kept {:.4}", f64::from(right as u32) / f64::from(all as u32)));
    }
    println!("{line}");
}

/// Different sentences of all JSON Lines files of a folder, at most 3,000.
fn sentences(folder: &std::path::Path) -> Option<Vec<String>> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path()).collect();
    files.sort();
    let mut sentences = BTreeSet::new();
    for file in files.iter().filter(|file| file.extension().is_some_and(|ending| ending == "jsonl")) {
        for line in std::fs::read_to_string(file).ok()?.lines() {
            if let Ok(item) = serde_json::from_str::<serde_json::Value>(line) {
                texts_in(&item, &mut sentences);
            }
        }
    }
    let step = (sentences.len() / 3_000).max(1);
    let some: Vec<String> = sentences.into_iter().step_by(step).take(3_000).collect();
    (some.len() > 500).then_some(some)
}

fn texts_in(item: &serde_json::Value, into: &mut BTreeSet<String>) {
    match item {
        serde_json::Value::String(text) if (20..400).contains(&text.len()) && text.contains(' ') => {
            into.insert(text.clone());
        }
        serde_json::Value::Array(items) => items.iter().for_each(|item| texts_in(item, into)),
        serde_json::Value::Object(items) => items.values().for_each(|item| texts_in(item, into)),
        _ => {}
    }
}

fn embedding(c: &mut Criterion) {
    let paths = match ModelStore::from_environment(&[]).paths() {
        Ok(paths) => paths,
        Err(error) => return eprintln!("skipped: {error}"),
    };
    let mut group = c.benchmark_group("one embedding");
    for threads in [1, 2] {
        let embedder = FastEmbedder::load_with_threads(&paths, threads).expect("files that are there load");
        group.bench_function(format!("a question of 9 tokens, threads: {threads}"), |b| {
            b.iter(|| embedder.embed(black_box(&["Where does the service run today, exactly?"])))
        });
        let sentence = "In the spring of last year the team moved the payments service from the old data \
                        centre to a new region in Lisbon.";
        group.bench_function(
            format!("a sentence of {} tokens, threads: {threads}", embedder.count_tokens(sentence)),
            |b| b.iter(|| embedder.embed(black_box(&[sentence]))),
        );
    }
    group.bench_function("load, digests checked", |b| b.iter(|| FastEmbedder::load(&paths)));
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = search, signs_on_sentences, embedding
}
criterion_main!(benches);
