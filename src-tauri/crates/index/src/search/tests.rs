//! Sorting everything is the obvious right answer: the index must agree with it.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use crate::near::scramble;
use crate::source::HeldVectors;

fn model() -> ModelId {
    ModelId::from_stored("test@1")
}

fn vector(values: &[f32]) -> Vector {
    Vector::normalize(&model(), values.to_vec()).unwrap()
}

/// An index and the vectors behind it, kept alike.
struct Both {
    index: VectorIndex,
    held: Arc<HeldVectors>,
    naive: BTreeMap<i64, Vector>,
}

impl Both {
    fn new(dimensions: usize) -> Self {
        let held = Arc::new(HeldVectors::default());
        let source: Arc<dyn VectorSource> = Arc::clone(&held) as _;
        Both { index: VectorIndex::new(&model(), dimensions, source), held, naive: BTreeMap::new() }
    }

    fn insert(&mut self, id: i64, vector: Vector) {
        self.index.insert(id, &vector).unwrap();
        self.held.insert(id, vector.clone());
        self.naive.insert(id, vector);
    }

    fn sorted(&self, query: &Vector, k: usize, filter: impl Fn(i64) -> bool) -> Vec<Hit> {
        let mut all: Vec<Hit> = self
            .naive
            .iter()
            .filter(|(id, _)| filter(**id))
            .map(|(id, v)| Hit { id: *id, score: query.cosine(v).unwrap() })
            .collect();
        all.sort_by(|a, b| b.score.total_cmp(&a.score).then(scramble(a.id).cmp(&scramble(b.id))));
        all.truncate(k);
        all
    }
}

/// Vectors around a few centres, as those of texts are; the same on every run.
fn clustered(seed: u64, dimensions: usize) -> Vector {
    let noise = |seed: u64, i: usize| {
        let mixed = scramble((seed.wrapping_mul(0x1000_0000_01b3) ^ i as u64).cast_signed());
        (mixed >> 40) as f32 / (1u32 << 23) as f32 - 1.0
    };
    let centre = scramble(seed.cast_signed()) % 7;
    vector(&(0..dimensions).map(|i| noise(centre + 1_000_003, i) + 0.5 * noise(seed, i)).collect::<Vec<_>>())
}

#[test]
fn nearest_first_within_the_filter() {
    let mut both = Both::new(2);
    for (id, values) in [(1, [1.0, 0.0]), (2, [1.0, 0.1]), (3, [0.0, 1.0]), (-4, [1.0, 0.05])] {
        both.insert(id, vector(&values));
    }
    let ids = |k, filter: &(dyn Fn(i64) -> bool + Sync)| -> Vec<i64> {
        both.index.search(&vector(&[1.0, 0.0]), k, filter).unwrap().iter().map(|hit| hit.id).collect()
    };
    assert_eq!(ids(3, &|_| true), [1, -4, 2]);
    assert_eq!(ids(10, &|id| id > 1), [2, 3]);
    assert_eq!(ids(0, &|_| true), [0i64; 0]);
    assert_eq!(ids(usize::MAX, &|_| true).len(), 4);
    assert_eq!(ids(10, &|_| false), [0i64; 0]);
}

#[test]
fn equal_scores_follow_no_age_and_no_order_of_insertion() {
    let (mut forwards, mut backwards) = (Both::new(2), Both::new(2));
    for id in 1..=1000 {
        forwards.insert(id, vector(&[1.0, 0.0]));
        backwards.insert(1001 - id, vector(&[1.0, 0.0]));
    }
    let top = forwards.index.search(&vector(&[1.0, 0.0]), 200, &|_| true).unwrap();
    assert_eq!(top, backwards.index.search(&vector(&[1.0, 0.0]), 200, &|_| true).unwrap());
    let old = top.iter().filter(|hit| hit.id <= 500).count();
    assert!((70..=130).contains(&old), "{old} of 200 are from the older half");
}

#[test]
fn an_index_holds_one_model() {
    let mut both = Both::new(2);
    both.insert(1, vector(&[1.0, 0.0]));
    let other = Vector::normalize(&ModelId::from_stored("test@2"), vec![1.0, 0.0]).unwrap();
    let index = &mut both.index;
    assert!(matches!(index.insert(2, &other), Err(IndexError::OtherModel { .. })));
    assert!(matches!(index.search(&other, 1, &|_| true), Err(IndexError::OtherModel { .. })));
    assert!(matches!(index.insert(2, &vector(&[1.0])), Err(IndexError::OtherDimensions { .. })));
    assert_eq!(index.len(), 1);
    // Nor does a source slip another model's vectors in.
    both.held.insert(1, other);
    assert!(matches!(both.index.get(1), Err(IndexError::OtherModel { .. })));
    let found = both.index.search(&vector(&[1.0, 0.0]), 1, &|_| true);
    assert!(matches!(found, Err(IndexError::OtherModel { .. })));
}

#[test]
fn a_vector_that_went_from_the_source_shuts_no_other_out() {
    let mut both = Both::new(8);
    for id in 0..300 {
        both.insert(id, clustered(id.cast_unsigned(), 8));
    }
    let query = clustered(1_000, 8);
    for gone in both.sorted(&query, 5, |_| true) {
        both.held.remove(gone.id);
        both.naive.remove(&gone.id);
    }
    assert_eq!(both.index.search(&query, 5, &|_| true).unwrap(), both.sorted(&query, 5, |_| true));
}

#[test]
fn large_sets_in_two_threads_agree_with_sorting_everything() {
    let mut both = Both::new(24);
    for id in 0..40_000 {
        both.insert(id, clustered(id.cast_unsigned(), 24));
    }
    for (seed, k) in [(1u64 << 40, 1), (1 << 41, 10), (1 << 42, 30), (1 << 43, 480)] {
        let query = clustered(seed, 24);
        for every in [1, 10, 1000] {
            let expected = both.sorted(&query, k, |id| id % every == 0);
            assert_eq!(both.index.search(&query, k, &|id| id % every == 0).unwrap(), expected, "{k} {every}");
        }
        // The signs of 24 dimensions tell little: what they leave over is still in order.
        let by_signs = both.index.search_by(Some(Method::Signs), &query, k, &|_| true).unwrap();
        assert_eq!(by_signs.len(), k);
        assert!(by_signs.windows(2).all(|pair| pair[0].score >= pair[1].score));
    }
}

#[test]
fn what_is_near_can_be_told_bit_by_bit() {
    let mut both = Both::new(24);
    for id in 0..40_000 {
        both.insert(id, clustered(id.cast_unsigned(), 24));
    }
    let query = clustered(1 << 40, 24);
    let all = both.sorted(&query, 300, |_| true);
    let mut near = both.index.near(&query, 300).unwrap();
    assert_eq!(near.known().count(), 0);
    for count in [0, 5, 30, 7, 120, 300, 1000] {
        assert_eq!(near.first(count).unwrap(), all[..count.min(300)], "{count}");
        assert!(near.known().count() >= count.min(300));
    }
    // One that goes while others are read already.
    let mut near = both.index.near(&query, 300).unwrap();
    assert_eq!(near.first(5).unwrap(), all[..5]);
    let later = near.known().count() + 100;
    both.held.remove(all[later].id);
    both.naive.remove(&all[later].id);
    assert_eq!(near.first(300).unwrap(), both.sorted(&query, 300, |_| true));
}

#[test]
fn few_rows_are_all_looked_at_by_signs_too() {
    let mut both = Both::new(16);
    for id in 0..2_000 {
        both.insert(id, clustered(id.cast_unsigned(), 16));
    }
    let query = clustered(1 << 40, 16);
    let by_signs = both.index.search_by(Some(Method::Signs), &query, 10, &|id| id % 2 == 0).unwrap();
    assert_eq!(by_signs, both.sorted(&query, 10, |id| id % 2 == 0));
}

#[test]
fn signs_leave_over_those_that_differ_least() {
    let mut both = Both::new(64);
    for id in 0..40_000 {
        both.insert(id, clustered(id.cast_unsigned(), 64));
    }
    let query = clustered(1 << 40, 64);
    let differing = |v: &Vector| {
        v.values().iter().zip(query.values()).filter(|(a, b)| (**a >= 0.0) != (**b >= 0.0)).count()
    };
    for first in [1, 50, 1_000, 100_000] {
        let mut all: Vec<usize> = both.naive.values().map(differing).collect();
        all.sort_unstable();
        let limit = all[first.min(all.len()) - 1];
        let alike = |id| differing(&both.naive[&id]) <= limit;
        let expected = both.sorted(&query, 10, alike);
        assert_eq!(both.index.search_by_signs(&query, 10, first, &|_| true).unwrap(), expected, "{first}");
    }
}

#[derive(Clone, Debug)]
enum Step {
    Insert(i64, [i8; 3]),
    Remove(i64),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        3 => (0..12i64, any::<[i8; 3]>()).prop_map(|(id, values)| Step::Insert(id, values)),
        1 => (0..12i64).prop_map(Step::Remove),
    ]
}

proptest! {
    #[test]
    fn agrees_with_sorting_everything_after_any_history(
        steps in prop::collection::vec(step(), 0..60),
        query in any::<[i8; 3]>(),
        k in 0..14usize,
    ) {
        let read = |v: [i8; 3]| vector(&[f32::from(v[0]), f32::from(v[1]), f32::from(v[2]) + 0.5]);
        let mut both = Both::new(3);
        for step in steps {
            match step {
                Step::Insert(id, values) => both.insert(id, read(values)),
                Step::Remove(id) => {
                    prop_assert_eq!(both.index.remove(id), both.naive.remove(&id).is_some());
                }
            }
        }
        let query = read(query);
        let expected = both.sorted(&query, k, |id| id % 3 != 0);
        prop_assert_eq!(both.index.search(&query, k, &|id| id % 3 != 0).unwrap(), expected);
        prop_assert_eq!(both.index.len(), both.naive.len());
        for (id, v) in &both.naive {
            prop_assert!(both.index.contains(*id));
            let got = both.index.get(*id).unwrap();
            prop_assert_eq!(got.as_ref(), Some(v));
        }
    }

    // Many vectors nearly alike: their order is far finer than the codes can tell.
    #[test]
    fn agrees_with_sorting_everything_where_codes_cannot_tell(
        seeds in prop::collection::vec(0..400u64, 1..300),
        fine in 1e-6f32..0.3,
        k in 1..20usize,
    ) {
        let base = clustered(9, 40);
        let near = |seed: u64| {
            let other = clustered(seed, 40);
            vector(&base.values().iter().zip(other.values()).map(|(a, b)| a + fine * b).collect::<Vec<_>>())
        };
        let mut both = Both::new(40);
        for (id, seed) in (0i64..).zip(&seeds) {
            both.insert(id, near(*seed));
        }
        let query = near(1_000);
        prop_assert_eq!(both.index.search(&query, k, &|_| true).unwrap(), both.sorted(&query, k, |_| true));
    }
}
