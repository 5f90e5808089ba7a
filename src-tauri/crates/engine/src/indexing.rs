//! Embeddings in the background: from the outbox to the file to memory. Interrupted work goes on
//! where it stopped, since what is done is in the file.

use std::collections::HashMap;
use std::sync::{Arc, MutexGuard, PoisonError};

use memstrata_index::{Embedder, FastEmbedder, Vector, VectorIndex};
use memstrata_model::view::{IndexPhase, IndexState};

use crate::{Embedding, Engine, Error};

/// Vectors in memory, one index a space.
#[derive(Debug, Default)]
pub(crate) struct Vectors {
    spaces: HashMap<String, VectorIndex>,
    newest: i64,
    count: usize,
}

/// How far an indexing run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IndexProgress {
    pub done: usize,
    pub total: usize,
}

/// Texts embedded at once: small enough to cancel soon, large enough to be quick.
const AT_ONCE: usize = 32;

impl Engine {
    /// The embedding model, loaded when first asked for.
    ///
    /// # Errors
    /// Why there is none, with the remedy.
    pub fn embedder(&self) -> Result<Arc<dyn Embedder>, Error> {
        let loaded = self.loaded.get_or_init(|| match &self.embedding {
            Embedding::Given(embedder) => Ok(Arc::clone(embedder)),
            Embedding::Off => Err("embeddings are switched off".to_owned()),
            Embedding::Installed => self
                .models
                .paths()
                .and_then(|paths| FastEmbedder::load(&paths))
                .map(|embedder| Arc::new(embedder) as Arc<dyn Embedder>)
                .map_err(|error| error.to_string()),
        });
        loaded.clone().map_err(|message| {
            Error::failed(
                "no_model",
                message,
                Some("run `npm run setup` in the project folder; until then facts and word search work"),
            )
        })
    }

    /// Embeds some of the texts that wait; answers how many.
    ///
    /// # Errors
    /// There is no model, or the ledger cannot be written.
    pub fn index_some(&self, at_most: usize) -> Result<usize, Error> {
        let waiting = self.ledger.waiting(at_most)?;
        if waiting.is_empty() {
            return Ok(0);
        }
        let embedder = self.embedder()?;
        for chunk in waiting.chunks(AT_ONCE) {
            let texts: Vec<&str> = chunk.iter().map(|(_, text)| text.as_str()).collect();
            let vectors = embedder.embed(&texts)?;
            let kept: Vec<(i64, Vec<u8>)> =
                chunk.iter().zip(&vectors).map(|((seq, _), vector)| (*seq, vector.to_blob())).collect();
            self.ledger.keep_vectors(embedder.model().as_str(), &kept)?;
        }
        Ok(waiting.len())
    }

    /// Embeds all that waits. `progress` is told how far it is; where it answers false, it stops,
    /// and a later run goes on from there.
    ///
    /// # Errors
    /// As [`Engine::index_some`]; or it was cancelled.
    pub fn index_all(&self, progress: &mut dyn FnMut(IndexProgress) -> bool) -> Result<usize, Error> {
        let (_, total) = self.ledger.indexed()?;
        let total = total as usize;
        let mut done = 0;
        loop {
            if !progress(IndexProgress { done, total: total.max(done) }) {
                return Err(memstrata_ledger::LedgerError::Cancelled.into());
            }
            let some = self.index_some(AT_ONCE)?;
            if some == 0 {
                return Ok(done);
            }
            done += some;
        }
    }

    /// Queues every text that lacks a vector of the present model; with `all`, every text.
    ///
    /// # Errors
    /// There is no model, or the ledger cannot be written.
    pub fn requeue(&self, all: bool) -> Result<usize, Error> {
        let embedder = self.embedder()?;
        Ok(self.ledger.requeue(embedder.model().as_str(), all)?)
    }

    /// How far the embeddings are; does not load the model.
    ///
    /// # Errors
    /// The ledger cannot be read.
    pub fn index_state(&self) -> Result<IndexState, Error> {
        let (total, waiting) = self.ledger.indexed()?;
        let model = match self.loaded.get() {
            Some(Ok(embedder)) => Some(embedder.model().as_str().to_owned()),
            _ => None,
        };
        let missing = match (&self.embedding, self.loaded.get()) {
            (_, Some(Err(message))) => Some(message.clone()),
            (Embedding::Off, _) => Some("embeddings are switched off".to_owned()),
            (Embedding::Installed, None) => self.models.paths().err().map(|error| error.to_string()),
            _ => None,
        };
        let state = match (&missing, waiting) {
            (Some(_), _) => IndexPhase::Unavailable,
            (None, 0) => IndexPhase::Ready,
            (None, _) => IndexPhase::Indexing,
        };
        Ok(IndexState { state, done: total - waiting.min(total), total, model, message: missing })
    }

    /// The vectors in memory, brought up to date with the file.
    pub(crate) fn vectors(&self, embedder: &dyn Embedder) -> Result<MutexGuard<'_, Vectors>, Error> {
        let mut vectors = self.vectors.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = self.ledger.vector_count(embedder.model().as_str())?;
        if kept != vectors.count {
            let after = vectors.newest;
            vectors.load(self, embedder, after)?;
            // Vectors went, or came out of order: what is in memory is not what is in the file.
            if vectors.count != kept {
                *vectors = Vectors::default();
                vectors.load(self, embedder, 0)?;
            }
        }
        Ok(vectors)
    }
}

impl Vectors {
    pub fn of_space(&self, space: &str) -> Option<&VectorIndex> {
        self.spaces.get(space)
    }

    fn load(&mut self, engine: &Engine, embedder: &dyn Embedder, after: i64) -> Result<(), Error> {
        let mut failed = None;
        engine.ledger.each_vector(embedder.model().as_str(), after, |seq, space, bytes| {
            let index = self
                .spaces
                .entry(space.to_owned())
                .or_insert_with(|| VectorIndex::new(embedder.model(), embedder.dimensions()));
            match Vector::from_blob(embedder.model(), bytes).and_then(|vector| index.insert(seq, &vector)) {
                Ok(()) => {
                    self.newest = self.newest.max(seq);
                    self.count += 1;
                }
                Err(error) => failed = Some(error),
            }
        })?;
        failed.map_or(Ok(()), |error| Err(error.into()))
    }
}
