//! The nearest episodes of a space: by meaning where there is a model, by words, or by both.

use std::cell::RefCell;
use std::collections::HashMap;

use memstrata_index::{Hit, Near, Vector, VectorIndex};
use memstrata_ledger::{Ledger, Standings, WordHit};
use memstrata_model::Instant;

use crate::RetrieveError;
use crate::laps::{Lap, Laps};

/// What is searched.
#[derive(Clone, Copy, Debug)]
pub struct Searcher<'a> {
    pub ledger: &'a Ledger,
    pub space: &'a str,
    /// What is nearest by meaning; absent without a model.
    pub meaning: Option<&'a Meaning<'a>>,
    /// Where texts stand in time, in memory; without it the file tells.
    pub standings: Option<&'a Standings>,
    pub laps: &'a Laps,
}

/// The vectors of a space, and the question's own. One pass over all vectors is much of the cost of
/// a question, so that what it left over is there for whoever asks next.
#[derive(Debug)]
pub struct Meaning<'a> {
    index: &'a VectorIndex,
    question: &'a Vector,
    near: RefCell<Option<Near<'a>>>,
    /// Of episodes that were found otherwise.
    cosines: RefCell<HashMap<i64, Option<f32>>>,
}

/// What the first pass looks for at least: enough for all ways of retrieval as they are set, and for
/// looking further once where the gate closes on most.
const AT_LEAST: usize = 128;

impl<'a> Meaning<'a> {
    #[must_use]
    pub fn new(index: &'a VectorIndex, question: &'a Vector) -> Self {
        Meaning { index, question, near: RefCell::default(), cosines: RefCell::default() }
    }

    /// As [`Meaning::new`], where the first pass was made beforehand.
    #[must_use]
    pub fn found(index: &'a VectorIndex, question: &'a Vector, near: Near<'a>) -> Self {
        Meaning { near: RefCell::new(Some(near)), ..Meaning::new(index, question) }
    }

    /// The first pass: what is nearest, read whole as far as `whole` of them are to be told in order.
    ///
    /// # Errors
    /// The vectors are of another model, or cannot be read.
    pub fn first_pass(
        index: &'a VectorIndex,
        question: &'a Vector,
        whole: usize,
    ) -> Result<Near<'a>, RetrieveError> {
        let mut near = index.near(question, AT_LEAST.max(whole))?;
        near.first(whole)?;
        Ok(near)
    }

    /// The cosine of each episode, 0 where it has no vector: as found before, or of the whole vector.
    fn similarities(&self, episodes: &[i64]) -> Result<Vec<f64>, RetrieveError> {
        let mut known: HashMap<i64, Option<f32>> = self.cosines.borrow().clone();
        if let Some(near) = self.near.borrow().as_ref() {
            known.extend(near.known().map(|hit| (hit.id, Some(hit.score))));
        }
        let unknown: Vec<i64> = episodes.iter().copied().filter(|seq| !known.contains_key(seq)).collect();
        if !unknown.is_empty() {
            let cosines = self.index.similarities(self.question, &unknown)?;
            known.extend(unknown.iter().copied().zip(cosines));
            self.cosines.replace(known.clone());
        }
        let cosine = |seq: &i64| known.get(seq).copied().flatten().map_or(0.0, f64::from);
        Ok(episodes.iter().map(cosine).collect())
    }

    /// The `k` nearest.
    fn nearest(&self, k: usize) -> Result<Vec<Hit>, RetrieveError> {
        let mut kept = self.near.borrow_mut();
        let near = match kept.take() {
            Some(near) if near.reach() >= k.min(self.index.len()) => kept.insert(near),
            _ => kept.insert(self.index.near(self.question, k.max(AT_LEAST))?),
        };
        Ok(near.first(k)?)
    }
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
        match self.meaning {
            Some(meaning) => {
                let near = self.laps.during(Lap::Vectors, || meaning.nearest(k))?;
                Ok(near.into_iter().map(by_meaning).collect())
            }
            None => self.worded(&self.hits(question, None, k)?),
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
        self.merged_with(self.hits(question, known_at, recall)?, recall)
    }

    /// As [`Searcher::merged`], with what full text found.
    pub(crate) fn merged_with(
        &self,
        hits: Vec<WordHit>,
        recall: usize,
    ) -> Result<Vec<Candidate>, RetrieveError> {
        let words = self.worded(&hits)?;
        let Some(meaning) = self.meaning else { return Ok(words) };
        let near = self.laps.during(Lap::Vectors, || meaning.nearest(recall))?;
        let mut fused: HashMap<i64, f64> = HashMap::new();
        for (rank, hit) in near.iter().enumerate() {
            *fused.entry(hit.id).or_default() += 1.0 / (RRF + rank as f64 + 1.0);
        }
        for (rank, candidate) in words.iter().enumerate() {
            *fused.entry(candidate.seq).or_default() += 1.0 / (RRF + rank as f64 + 1.0);
        }
        let by_words: HashMap<i64, f64> = words.iter().map(|word| (word.seq, word.similarity)).collect();
        let by_meaning: HashMap<i64, f64> = near.iter().map(|hit| (hit.id, f64::from(hit.score))).collect();
        let similarity = |seq| by_meaning.get(&seq).or(by_words.get(&seq)).copied().unwrap_or_default();
        let mut merged: Vec<Candidate> = fused
            .into_iter()
            .map(|(seq, fused)| Candidate { seq, similarity: similarity(seq), fused })
            .collect();
        merged.sort_by(|a, b| {
            b.fused.total_cmp(&a.fused).then(b.similarity.total_cmp(&a.similarity)).then(a.seq.cmp(&b.seq))
        });
        Ok(merged)
    }

    /// Cosines of episodes with the question; 0 where one has no vector yet.
    pub(crate) fn similarities(&self, episodes: &[i64]) -> Result<Vec<f64>, RetrieveError> {
        let Some(meaning) = self.meaning else { return Ok(vec![0.0; episodes.len()]) };
        self.laps.during(Lap::Vectors, || meaning.similarities(episodes))
    }

    fn hits(
        &self,
        question: &str,
        known_at: Option<Instant>,
        k: usize,
    ) -> Result<Vec<WordHit>, RetrieveError> {
        Ok(self.laps.during(Lap::Words, || self.ledger.search_words(self.space, question, known_at, k))?)
    }

    fn worded(&self, hits: &[WordHit]) -> Result<Vec<Candidate>, RetrieveError> {
        let best = hits.first().map_or(1.0, |hit| hit.score.max(1e-9));
        let similarities = if self.meaning.is_some() {
            self.similarities(&hits.iter().map(|hit| hit.seq).collect::<Vec<_>>())?
        } else {
            hits.iter().map(|hit| hit.score / best).collect()
        };
        let candidate =
            |(hit, similarity): (&WordHit, f64)| Candidate { seq: hit.seq, similarity, fused: hit.score };
        Ok(hits.iter().zip(similarities).map(candidate).collect())
    }
}

fn by_meaning(hit: Hit) -> Candidate {
    Candidate { seq: hit.id, similarity: f64::from(hit.score), fused: f64::from(hit.score) }
}
