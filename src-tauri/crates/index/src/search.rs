//! Exact search over vectors in memory: every vector that passes the filter is compared, so a
//! narrow gate never costs an answer. Which rows exist, and since when, is the ledger's to say.

use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashMap};

use crate::error::IndexError;
use crate::kernel;
use crate::vector::{ModelId, Vector};

/// A vector found, by the id it was inserted under.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    pub id: i64,
    /// The cosine with the query, from −1 to 1.
    pub score: f32,
}

/// Vectors of one model, by id. Rows lie one after the other, so that a search reads memory once
/// from end to end. 1,536 bytes for each vector of 384 dimensions.
#[derive(Debug)]
pub struct VectorIndex {
    model: ModelId,
    dimensions: usize,
    ids: Vec<i64>,
    rows: Vec<f32>,
    places: HashMap<i64, usize>,
}

impl VectorIndex {
    /// An empty index for vectors of one model.
    #[must_use]
    pub fn new(model: &ModelId, dimensions: usize) -> Self {
        VectorIndex {
            model: model.clone(),
            dimensions,
            ids: Vec::new(),
            rows: Vec::new(),
            places: HashMap::new(),
        }
    }

    #[must_use]
    pub fn model(&self) -> &ModelId {
        &self.model
    }

    #[must_use]
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    #[must_use]
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    #[must_use]
    pub fn contains(&self, id: i64) -> bool {
        self.places.contains_key(&id)
    }

    /// The vector of an id.
    #[must_use]
    pub fn get(&self, id: i64) -> Option<&[f32]> {
        let place = *self.places.get(&id)?;
        Some(self.row(place))
    }

    fn row(&self, place: usize) -> &[f32] {
        &self.rows[place * self.dimensions..(place + 1) * self.dimensions]
    }

    /// Puts a vector under an id, in place of the one there was.
    ///
    /// # Errors
    /// [`IndexError::OtherModel`] or [`IndexError::OtherDimensions`] where the vector is of
    /// another space; the index is unchanged.
    pub fn insert(&mut self, id: i64, vector: &Vector) -> Result<(), IndexError> {
        self.check(vector)?;
        if let Some(&place) = self.places.get(&id) {
            let start = place * self.dimensions;
            self.rows[start..start + self.dimensions].copy_from_slice(vector.values());
        } else {
            self.places.insert(id, self.ids.len());
            self.ids.push(id);
            self.rows.extend_from_slice(vector.values());
        }
        Ok(())
    }

    /// Takes an id out; false where it was not there.
    pub fn remove(&mut self, id: i64) -> bool {
        let Some(place) = self.places.remove(&id) else { return false };
        let last = self.ids.len() - 1;
        self.ids.swap_remove(place);
        if place != last {
            self.rows.copy_within(last * self.dimensions.., place * self.dimensions);
            self.places.insert(self.ids[place], place);
        }
        self.rows.truncate(last * self.dimensions);
        true
    }

    /// The `k` vectors nearest to the query among those whose id passes the filter, nearest first.
    ///
    /// Where scores are equal, as they are for texts told twice, the order follows a fixed
    /// scramble of the id: the same on every run and whatever the order of insertion, and
    /// favouring neither the older nor the newer.
    ///
    /// # Errors
    /// [`IndexError::OtherModel`] or [`IndexError::OtherDimensions`] where the query is of another
    /// space than the vectors.
    pub fn search(
        &self,
        query: &Vector,
        k: usize,
        filter: &dyn Fn(i64) -> bool,
    ) -> Result<Vec<Hit>, IndexError> {
        self.check(query)?;
        let mut best: BinaryHeap<Candidate> = BinaryHeap::with_capacity(k.min(self.len()));
        for (&id, row) in self.ids.iter().zip(self.rows.chunks_exact(self.dimensions.max(1))) {
            if k == 0 || !filter(id) {
                continue;
            }
            let candidate = Candidate(Hit { id, score: kernel::dot(query.values(), row) });
            if best.len() < k {
                best.push(candidate);
            } else if let Some(mut worst) = best.peek_mut()
                && candidate < *worst
            {
                *worst = candidate;
            }
        }
        Ok(best.into_sorted_vec().into_iter().map(|candidate| candidate.0).collect())
    }

    fn check(&self, vector: &Vector) -> Result<(), IndexError> {
        if vector.model() != &self.model {
            return Err(IndexError::OtherModel {
                expected: self.model.clone(),
                found: vector.model().clone(),
            });
        }
        if vector.values().len() != self.dimensions {
            return Err(IndexError::OtherDimensions {
                model: self.model.clone(),
                expected: self.dimensions,
                found: vector.values().len(),
            });
        }
        Ok(())
    }
}

/// A hit ordered from best to worst, so that the heap's greatest is the one to give up.
struct Candidate(Hit);

impl Ord for Candidate {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_score = other.0.score.total_cmp(&self.0.score);
        by_score.then_with(|| scramble(self.0.id).cmp(&scramble(other.0.id)))
    }
}

impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Candidate {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Candidate {}

/// A one-to-one mixing of an id's bits (the finaliser of SplitMix64, Steele et al. 2014).
fn scramble(id: i64) -> u64 {
    let mut x = id.cast_unsigned().wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn model() -> ModelId {
        ModelId::from_stored("test@1")
    }

    fn vector(values: &[f32]) -> Vector {
        Vector::normalize(&model(), values.to_vec()).unwrap()
    }

    #[test]
    fn nearest_first_within_the_filter() {
        let mut index = VectorIndex::new(&model(), 2);
        for (id, values) in [(1, [1.0, 0.0]), (2, [1.0, 0.1]), (3, [0.0, 1.0]), (-4, [1.0, 0.05])] {
            index.insert(id, &vector(&values)).unwrap();
        }
        let ids = |k, filter: &dyn Fn(i64) -> bool| -> Vec<i64> {
            index.search(&vector(&[1.0, 0.0]), k, filter).unwrap().iter().map(|hit| hit.id).collect()
        };
        assert_eq!(ids(3, &|_| true), [1, -4, 2]);
        assert_eq!(ids(10, &|id| id > 1), [2, 3]);
        assert_eq!(ids(0, &|_| true), [0i64; 0]);
        assert_eq!(ids(10, &|_| false), [0i64; 0]);
    }

    #[test]
    fn equal_scores_follow_no_age_and_no_order_of_insertion() {
        let mut forwards = VectorIndex::new(&model(), 2);
        let mut backwards = VectorIndex::new(&model(), 2);
        for id in 1..=1000 {
            forwards.insert(id, &vector(&[1.0, 0.0])).unwrap();
            backwards.insert(1001 - id, &vector(&[1.0, 0.0])).unwrap();
        }
        let top = forwards.search(&vector(&[1.0, 0.0]), 200, &|_| true).unwrap();
        assert_eq!(top, backwards.search(&vector(&[1.0, 0.0]), 200, &|_| true).unwrap());
        let old = top.iter().filter(|hit| hit.id <= 500).count();
        assert!((70..=130).contains(&old), "{old} of 200 are from the older half");
    }

    #[test]
    fn an_index_holds_one_model() {
        let mut index = VectorIndex::new(&model(), 2);
        index.insert(1, &vector(&[1.0, 0.0])).unwrap();
        let other = Vector::normalize(&ModelId::from_stored("test@2"), vec![1.0, 0.0]).unwrap();
        assert!(matches!(index.insert(2, &other), Err(IndexError::OtherModel { .. })));
        assert!(matches!(index.search(&other, 1, &|_| true), Err(IndexError::OtherModel { .. })));
        assert!(matches!(index.insert(2, &vector(&[1.0])), Err(IndexError::OtherDimensions { .. })));
        assert_eq!(index.len(), 1);
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
        // Sorting everything is the obvious right answer; the index must agree after any history.
        #[test]
        fn agrees_with_sorting_everything(
            steps in prop::collection::vec(step(), 0..60),
            query in any::<[i8; 3]>(),
            k in 0..14usize,
        ) {
            let read = |v: [i8; 3]| vector(&[f32::from(v[0]), f32::from(v[1]), f32::from(v[2]) + 0.5]);
            let mut index = VectorIndex::new(&model(), 3);
            let mut naive = std::collections::BTreeMap::new();
            for step in steps {
                match step {
                    Step::Insert(id, values) => {
                        index.insert(id, &read(values)).unwrap();
                        naive.insert(id, read(values));
                    }
                    Step::Remove(id) => {
                        prop_assert_eq!(index.remove(id), naive.remove(&id).is_some());
                    }
                }
            }
            let query = read(query);
            let mut expected: Vec<Hit> = naive
                .iter()
                .filter(|(id, _)| *id % 3 != 0)
                .map(|(id, v)| Hit { id: *id, score: query.cosine(v).unwrap() })
                .collect();
            expected.sort_by(|a, b| {
                b.score.total_cmp(&a.score).then(scramble(a.id).cmp(&scramble(b.id)))
            });
            expected.truncate(k);
            prop_assert_eq!(index.search(&query, k, &|id| id % 3 != 0).unwrap(), expected);
            prop_assert_eq!(index.len(), naive.len());
            for (id, v) in &naive {
                prop_assert_eq!(index.get(*id), Some(v.values()));
            }
        }
    }
}
