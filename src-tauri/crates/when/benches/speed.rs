//! How long a short question and a long text take.
use criterion::{criterion_group, criterion_main};
fn speed(_: &mut criterion::Criterion) {}
criterion_group!(benches, speed);
criterion_main!(benches);
