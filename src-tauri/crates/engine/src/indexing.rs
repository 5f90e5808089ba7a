//! Embeddings in the background: from the outbox to the file. Interrupted work goes on where it
//! stopped, since what is done is in the file. From the file to memory is `vectors`; the change to
//! another model is `reembed`.

use std::sync::Arc;

use memstrata_index::{Embedder, FastEmbedder};
use memstrata_model::view::{IndexPhase, IndexState};

use crate::reembed::Step;
use crate::{Embedding, Engine, Error};

/// How far an indexing run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IndexProgress {
    pub done: usize,
    pub total: usize,
}

/// Texts embedded at once: small enough to cancel soon, large enough to be quick.
pub(crate) const AT_ONCE: usize = 32;

impl Engine {
    /// The embedding model that questions are embedded with: of those that the ledger was opened
    /// with, the one whose vectors serve. Loaded when first asked for.
    ///
    /// # Errors
    /// Why there is none, with the remedy.
    pub fn embedder(&self) -> Result<Arc<dyn Embedder>, Error> {
        if let Some(next) = &self.reembed_with {
            let serving = self.ledger.index_stamp()?.model;
            if serving.is_none_or(|serving| serving == next.model().as_str()) {
                return Ok(Arc::clone(next));
            }
        }
        self.own_embedder()
    }

    /// The model of the ledger's options, whichever serves.
    pub(crate) fn own_embedder(&self) -> Result<Arc<dyn Embedder>, Error> {
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

    /// Embeds some of the texts that wait, or, where none does and the ledger was opened to be
    /// re-embedded, some of those that lack the other model's vector; answers how many.
    ///
    /// # Errors
    /// There is no model, or the ledger cannot be written.
    pub fn index_some(&self, at_most: usize) -> Result<usize, Error> {
        let embedded = self.embed_waiting(at_most)?;
        match &self.reembed_with {
            Some(next) if embedded == 0 => match self.reembed_some(next.as_ref(), at_most)? {
                Step::Embedded(some) => Ok(some),
                Step::Tidied => Ok(1),
                Step::Done => Ok(0),
            },
            _ => Ok(embedded),
        }
    }

    /// Embeds some of the texts that wait, if the model that serves is here; answers how many.
    pub(crate) fn embed_waiting(&self, at_most: usize) -> Result<usize, Error> {
        let waiting = self.ledger.waiting(at_most)?;
        if waiting.is_empty() {
            return Ok(0);
        }
        let embedder = self.embedder()?;
        let serving = self.ledger.index_stamp()?.model;
        if serving.is_some_and(|serving| serving != embedder.model().as_str()) {
            // They wait until the ledger is re-embedded: two models' vectors are never mixed.
            return Ok(0);
        }
        for chunk in waiting.chunks(AT_ONCE) {
            self.embed_and_keep(embedder.as_ref(), chunk)?;
        }
        Ok(waiting.len())
    }

    pub(crate) fn embed_and_keep(
        &self,
        embedder: &dyn Embedder,
        episodes: &[(i64, String)],
    ) -> Result<(), Error> {
        let texts: Vec<&str> = episodes.iter().map(|(_, text)| text.as_str()).collect();
        let vectors = embedder.embed(&texts)?;
        let kept: Vec<(i64, Vec<u8>)> =
            episodes.iter().zip(&vectors).map(|((seq, _), vector)| (*seq, vector.to_blob())).collect();
        self.ledger.keep_vectors(embedder.model().as_str(), &kept)?;
        Ok(())
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
            let some = self.embed_waiting(AT_ONCE)?;
            if some == 0 {
                return Ok(done);
            }
            done += some;
        }
    }

    /// Queues every text that lacks a vector of the model that serves; with `all`, every text,
    /// after dropping all vectors.
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
        let own = match (&self.embedding, self.loaded.get()) {
            (Embedding::Given(embedder), _) | (_, Some(Ok(embedder))) => Some(embedder.model().as_str()),
            _ => None,
        };
        let serving = self.ledger.index_stamp()?.model;
        let next = self.reembed_with.as_ref().map(|next| next.model().as_str());
        let serves = |model: &&str| serving.as_deref().is_none_or(|serving| serving == *model);
        let model = next.filter(serves).or(own.filter(serves)).map(str::to_owned);
        let missing = match (&self.embedding, self.loaded.get()) {
            _ if model.is_some() => None,
            (_, Some(Err(message))) => Some(message.clone()),
            (Embedding::Off, _) => Some("embeddings are switched off".to_owned()),
            (Embedding::Installed, None) => self.models.paths().err().map(|error| error.to_string()),
            _ => serving.map(|serving| {
                format!("the vectors are of the model {serving}, which is not here: run `memstrata reindex`")
            }),
        };
        let done = total - waiting.min(total);
        let state = |state, done, message| IndexState { state, done, total, model: model.clone(), message };
        if missing.is_some() {
            return Ok(state(IndexPhase::Unavailable, done, missing));
        }
        if waiting > 0 {
            return Ok(state(IndexPhase::Indexing, done, None));
        }
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        if let Some((read, of)) = self.index_loading() {
            let message = format!("index loading {read} of {of}");
            let loading = state(IndexPhase::Indexing, count(read), Some(message));
            return Ok(IndexState { total: count(of), ..loading });
        }
        if let Some((model, done)) = self.reembedding()? {
            let message = format!("re-embedding with {model}: {done} of {total}");
            return Ok(state(IndexPhase::Indexing, count(done).min(total), Some(message)));
        }
        Ok(state(IndexPhase::Ready, done, None))
    }
}
