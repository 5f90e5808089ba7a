//! Another embedding model for a ledger that has vectors already: every text gets a vector of the
//! new model beside the old one, which serves until the last is there; then the new one serves
//! from one question to the next, and the old vectors are deleted. What is done is in the file,
//! so interrupted work goes on where it stopped, whoever does it.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use memstrata_index::Embedder;

use crate::indexing::{AT_ONCE, IndexProgress};
use crate::{Engine, Error};

/// Old vectors deleted in one transaction: other writers wait for it.
const DROPPED_AT_ONCE: usize = 2000;

impl Engine {
    /// Embeds every text with the model that the ledger is to have (the one it was opened to
    /// re-embed with, or else its own), lets it serve, and deletes the vectors of the one before.
    /// Answers how many texts were embedded. `progress` is told how far it is; where it answers
    /// false, it stops, and a later run goes on from there.
    ///
    /// # Errors
    /// There is no model, the ledger cannot be written, or it was cancelled.
    pub fn reembed(&self, progress: &mut dyn FnMut(IndexProgress) -> bool) -> Result<usize, Error> {
        let target = self.target()?;
        let mut embedded = 0;
        loop {
            let (total, _) = self.ledger.indexed()?;
            let done = self.ledger.vector_count(target.model().as_str())?;
            if !progress(IndexProgress { done, total: (total as usize).max(done) }) {
                return Err(memstrata_ledger::LedgerError::Cancelled.into());
            }
            let waiting = self.embed_waiting(AT_ONCE)?;
            if waiting > 0 {
                embedded += waiting;
                continue;
            }
            match self.reembed_some(target.as_ref(), AT_ONCE)? {
                Step::Embedded(some) => embedded += some,
                Step::Tidied => {}
                Step::Done => return Ok(embedded),
            }
        }
    }

    /// The model that the ledger is to have.
    fn target(&self) -> Result<Arc<dyn Embedder>, Error> {
        self.reembed_with.as_ref().map_or_else(|| self.own_embedder(), |next| Ok(Arc::clone(next)))
    }

    /// One step towards another model.
    pub(crate) fn reembed_some(&self, target: &dyn Embedder, at_most: usize) -> Result<Step, Error> {
        let model = target.model().as_str();
        match self.ledger.index_stamp()?.model {
            Some(serving) if serving != model => {}
            _ => {
                let dropped = self.ledger.drop_former_vectors(DROPPED_AT_ONCE)?;
                return Ok(if dropped > 0 { Step::Tidied } else { Step::Done });
            }
        }
        // From where the last step stopped: a search from the beginning would read what is done
        // again and again. What was missed is found by the next search, from the beginning.
        let after = self.reembedded.load(Ordering::Relaxed);
        let mut lacking = self.ledger.lacking(model, after, at_most)?;
        if lacking.is_empty() && after > 0 {
            self.reembedded.store(0, Ordering::Relaxed);
            lacking = self.ledger.lacking(model, 0, at_most)?;
        }
        let Some((last, _)) = lacking.last() else {
            self.ledger.switch_index(model)?;
            return Ok(Step::Tidied);
        };
        let last = *last;
        self.embed_and_keep(target, &lacking)?;
        self.reembedded.store(last, Ordering::Relaxed);
        Ok(Step::Embedded(lacking.len()))
    }

    /// How far another model is, where one is on its way: its id, vectors, texts.
    pub(crate) fn reembedding(&self) -> Result<Option<(String, usize)>, Error> {
        let Some(next) = &self.reembed_with else { return Ok(None) };
        let model = next.model().as_str();
        match self.ledger.index_stamp()?.model {
            Some(serving) if serving != model => {
                Ok(Some((model.to_owned(), self.ledger.vector_count(model)?)))
            }
            _ => Ok(None),
        }
    }
}

/// What a step towards another model came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Embedded(usize),
    /// The models were switched, or old vectors deleted.
    Tidied,
    /// Nothing is left to do.
    Done,
}
