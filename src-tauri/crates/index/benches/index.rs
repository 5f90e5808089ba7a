//! What a question costs here: one embedding (with the real model, where the set-up has put it)
//! and an exact search. The searched vectors are synthetic, since embedding 100,000 real sentences
//! takes longer than a benchmark should; the cost of a search does not depend on their values.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use memstrata_index::{Embedder as _, FastEmbedder, ModelId, ModelStore, Vector, VectorIndex};

const VECTORS: i64 = 100_000;
const DIMENSIONS: usize = 384;

/// Values spread over −1 to 1 from a counter (SplitMix64): the same on every run.
fn synthetic(model: &ModelId, seed: u64) -> Vector {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = state;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ (x >> 31)) >> 40) as f32 / (1_u32 << 23) as f32 - 1.0
    };
    Vector::normalize(model, (0..DIMENSIONS).map(|_| next()).collect()).expect("not all 0")
}

fn search(c: &mut Criterion) {
    let model = ModelId::from_stored("synthetic@1");
    let mut index = VectorIndex::new(&model, DIMENSIONS);
    for id in 0..VECTORS {
        index.insert(id, &synthetic(&model, id.cast_unsigned() + 1)).expect("one model");
    }
    let query = synthetic(&model, 0);
    let mut group = c.benchmark_group("exact top-10 of 100,000 synthetic vectors of 384");
    group.bench_function("a tenth passes the filter", |b| {
        b.iter(|| index.search(black_box(&query), 10, &|id| id % 10 == 0))
    });
    group.throughput(Throughput::Bytes(VECTORS.cast_unsigned() * DIMENSIONS as u64 * 4));
    group.bench_function("all", |b| b.iter(|| index.search(black_box(&query), 10, &|_| true)));
    group.finish();
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
    targets = search, embedding
}
criterion_main!(benches);
