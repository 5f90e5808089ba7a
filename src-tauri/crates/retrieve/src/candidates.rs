//! The nearest episodes of a space: by meaning where there is a model, by words, or by both.

use std::collections::HashMap;

use memstrata_index::{Hit, Vector, VectorIndex};
use memstrata_ledger::Ledger;
use memstrata_model::Instant;

use crate::RetrieveError;

/// What is searched.
#[derive(Clone, Copy, Debug)]
pub struct Searcher<'a> {
    pub ledger: &'a Ledger,
    pub space: &'a str,
    /// The vectors of this space and the question's own; absent without a model.
    pub vectors: Option<(&'a VectorIndex, &'a Vector)>,
}

/// An episode that may answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    pub seq: i64,
    /// Cosine with the question, or, without a model, the share of the best BM25 score.
    pub similarity: f64,
    /// Merged rank score; larger is better.
    pub fused: f64,
}

/// The constant of reciprocal rank fusion (Cormack, Clarke, Büttcher 2009).
const RRF: f64 = 60.0;

impl Searcher<'_> {
    /// The `k` nearest of everything ever said: by meaning alone where there is a model.
    ///
    /// # Errors
    /// The space does not exist, or the vectors are of another model.
    pub fn nearest(&self, question: &str, k: usize) -> Result<Vec<Candidate>, RetrieveError> {
        match self.vectors {
            Some((index, vector)) => {
                let hits = index.search(vector, k, &|_| true)?;
                Ok(hits.iter().map(|hit| by_meaning(*hit)).collect())
            }
            None => self.by_words(question, None, k),
        }
    }

    /// The `recall` best by meaning and by words together, of what was known at a time.
    ///
    /// # Errors
    /// As [`Searcher::nearest`].
    pub fn merged(
        &self,
        question: &str,
        known_at: Option<Instant>,
        recall: usize,
    ) -> Result<Vec<Candidate>, RetrieveError> {
        let words = self.by_words(question, known_at, recall)?;
        let Some((index, vector)) = self.vectors else { return Ok(words) };
        let near = index.search(vector, recall, &|_| true)?;
        let mut fused: HashMap<i64, f64> = HashMap::new();
        for (rank, hit) in near.iter().enumerate() {
            *fused.entry(hit.id).or_default() += 1.0 / (RRF + rank as f64 + 1.0);
        }
        for (rank, candidate) in words.iter().enumerate() {
            *fused.entry(candidate.seq).or_default() += 1.0 / (RRF + rank as f64 + 1.0);
        }
        let mut merged: Vec<Candidate> = fused
            .into_iter()
            .map(|(seq, fused)| Candidate { seq, similarity: self.similarity(seq), fused })
            .collect();
        merged.sort_by(|a, b| {
            b.fused.total_cmp(&a.fused).then(b.similarity.total_cmp(&a.similarity)).then(a.seq.cmp(&b.seq))
        });
        Ok(merged)
    }

    /// Cosine of an episode with the question; 0 where it has no vector yet.
    #[must_use]
    pub fn similarity(&self, seq: i64) -> f64 {
        let Some((index, question)) = self.vectors else { return 0.0 };
        let Some(row) = index.get(seq) else { return 0.0 };
        row.iter().zip(question.values()).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum()
    }

    fn by_words(
        &self,
        question: &str,
        known_at: Option<Instant>,
        k: usize,
    ) -> Result<Vec<Candidate>, RetrieveError> {
        let hits = self.ledger.search_words(self.space, question, known_at, k)?;
        let best = hits.first().map_or(1.0, |hit| hit.score.max(1e-9));
        Ok(hits
            .iter()
            .map(|hit| Candidate {
                seq: hit.seq,
                similarity: if self.vectors.is_some() { self.similarity(hit.seq) } else { hit.score / best },
                fused: hit.score,
            })
            .collect())
    }
}

fn by_meaning(hit: Hit) -> Candidate {
    Candidate { seq: hit.id, similarity: f64::from(hit.score), fused: f64::from(hit.score) }
}
