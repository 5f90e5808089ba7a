//! Search over codes in memory, with whole vectors for the order. Every vector that passes the
//! filter is compared, so a narrow gate never costs an answer; up to [`EXACT_ROWS`] passing rows
//! the answer is exactly that of sorting all of them, by a bound that is proven and not guessed.
//! Which rows exist, and since when, is the ledger's to say.

use std::sync::Arc;

use crate::error::IndexError;
use crate::kernel;
use crate::near::{Near, Sought};
use crate::rows::Rows;
use crate::source::VectorSource;
use crate::vector::{ModelId, Vector};

/// A vector found, by the id it was inserted under.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    pub id: i64,
    /// The cosine with the query, from −1 to 1.
    pub score: f32,
}

/// How rows are chosen for the comparison with whole vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// All codes are read and the answer is that of sorting every vector.
    Exact,
    /// Signs first, then the codes of the nearest few thousand: an eighth of the memory is read,
    /// and a vector that its signs misjudge may be missed.
    Signs,
}

/// Passing rows up to which a search is exact.
pub const EXACT_ROWS: usize = 250_000;

/// Rows that the signs leave over: so many at least, and so many for each hit asked for.
const SIGNS_LEAST: usize = 4096;
const SIGNS_EACH: usize = 64;

/// Codes of vectors of one model, by id: 490 bytes for each vector of 384 dimensions. The vectors
/// stay where the [`VectorSource`] has them.
#[derive(Debug)]
pub struct VectorIndex {
    model: ModelId,
    pub(crate) rows: Rows,
    source: Arc<dyn VectorSource>,
}

impl VectorIndex {
    /// An empty index for vectors of one model, which `source` hands out whole.
    #[must_use]
    pub fn new(model: &ModelId, dimensions: usize, source: Arc<dyn VectorSource>) -> Self {
        VectorIndex { model: model.clone(), rows: Rows::new(dimensions), source }
    }

    #[must_use]
    pub fn model(&self) -> &ModelId {
        &self.model
    }

    #[must_use]
    pub fn dimensions(&self) -> usize {
        self.rows.dimensions()
    }

    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    #[must_use]
    pub fn contains(&self, id: i64) -> bool {
        self.rows.contains(id)
    }

    /// Bytes of memory that the index holds, by capacity.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.rows.memory()
    }

    /// The vector of an id, whole.
    ///
    /// # Errors
    /// Those of the source, or [`IndexError::OtherModel`] where it hands out another model's.
    pub fn get(&self, id: i64) -> Result<Option<Vector>, IndexError> {
        Ok(self.fetch(&[id])?.pop().flatten())
    }

    /// The cosine of each id's vector with a query; none where it has no vector.
    ///
    /// # Errors
    /// As [`VectorIndex::search`].
    pub fn similarities(&self, query: &Vector, ids: &[i64]) -> Result<Vec<Option<f32>>, IndexError> {
        self.check(query)?;
        let cosine = |vector: Vector| kernel::dot(query.values(), vector.values());
        Ok(self.fetch(ids)?.into_iter().map(|vector| vector.map(cosine)).collect())
    }

    /// Puts a vector under an id, in place of the one there was. The source must hand out the same.
    ///
    /// # Errors
    /// [`IndexError::OtherModel`] or [`IndexError::OtherDimensions`] where the vector is of
    /// another space; the index is unchanged.
    pub fn insert(&mut self, id: i64, vector: &Vector) -> Result<(), IndexError> {
        self.check(vector)?;
        self.rows.remove(id);
        self.rows.push(id, vector.values());
        Ok(())
    }

    /// Takes an id out; false where it was not there.
    pub fn remove(&mut self, id: i64) -> bool {
        self.rows.remove(id)
    }

    /// The `k` vectors nearest to the query among those whose id passes the filter, nearest first;
    /// exact up to [`EXACT_ROWS`] that pass.
    ///
    /// Where scores are equal, as they are for texts told twice, the order follows a fixed
    /// scramble of the id: the same on every run and whatever the order of insertion, and
    /// favouring neither the older nor the newer.
    ///
    /// # Errors
    /// [`IndexError::OtherModel`] or [`IndexError::OtherDimensions`] where the query is of another
    /// space than the vectors; those of the source.
    pub fn search(
        &self,
        query: &Vector,
        k: usize,
        filter: &(dyn Fn(i64) -> bool + Sync),
    ) -> Result<Vec<Hit>, IndexError> {
        self.search_by(None, query, k, filter)
    }

    /// As [`VectorIndex::search`], by a method of the caller's choice.
    ///
    /// # Errors
    /// As [`VectorIndex::search`].
    pub fn search_by(
        &self,
        method: Option<Method>,
        query: &Vector,
        k: usize,
        filter: &(dyn Fn(i64) -> bool + Sync),
    ) -> Result<Vec<Hit>, IndexError> {
        let sought = Sought { method, first: signs_first(k), filter: Some(filter) };
        self.near_rows(sought, query, k)?.first(k)
    }

    /// As [`VectorIndex::search_by`] signs, comparing the codes of so many rows at least.
    ///
    /// # Errors
    /// As [`VectorIndex::search`].
    pub fn search_by_signs(
        &self,
        query: &Vector,
        k: usize,
        first: usize,
        filter: &(dyn Fn(i64) -> bool + Sync),
    ) -> Result<Vec<Hit>, IndexError> {
        let sought = Sought { method: Some(Method::Signs), first, filter: Some(filter) };
        self.near_rows(sought, query, k)?.first(k)
    }

    /// The `k` nearest of all vectors, to be told in order as far as they are asked for.
    ///
    /// # Errors
    /// As [`VectorIndex::search`].
    pub fn near<'i>(&'i self, query: &'i Vector, k: usize) -> Result<Near<'i>, IndexError> {
        self.near_rows(Sought { method: None, first: signs_first(k), filter: None }, query, k)
    }

    fn near_rows<'i>(
        &'i self,
        sought: Sought<'i>,
        query: &'i Vector,
        k: usize,
    ) -> Result<Near<'i>, IndexError> {
        self.check(query)?;
        Ok(Near::new(self, sought, query, k))
    }

    pub(crate) fn fetch(&self, ids: &[i64]) -> Result<Vec<Option<Vector>>, IndexError> {
        let vectors = self.source.fetch(ids)?;
        vectors.iter().flatten().try_for_each(|vector| self.check(vector))?;
        if vectors.len() == ids.len() {
            Ok(vectors)
        } else {
            let reason = format!("{} vectors came for {} ids", vectors.len(), ids.len());
            Err(IndexError::SourceFailed { reason })
        }
    }

    fn check(&self, vector: &Vector) -> Result<(), IndexError> {
        if vector.model() != &self.model {
            return Err(IndexError::OtherModel {
                expected: self.model.clone(),
                found: vector.model().clone(),
            });
        }
        if vector.values().len() != self.dimensions() {
            return Err(IndexError::OtherDimensions {
                model: self.model.clone(),
                expected: self.dimensions(),
                found: vector.values().len(),
            });
        }
        Ok(())
    }
}

/// How many rows the signs leave over for so many hits.
fn signs_first(k: usize) -> usize {
    SIGNS_LEAST.max(SIGNS_EACH.saturating_mul(k))
}

#[cfg(test)]
mod tests;
