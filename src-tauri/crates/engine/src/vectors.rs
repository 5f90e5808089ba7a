//! Codes of the vectors in memory, one index a space, brought up to date with the file. Many are
//! loaded beside the answering: until they are there, keys and words answer. Whole vectors stay in
//! the file.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use memstrata_index::{Embedder, IndexError, ModelId, Vector, VectorIndex, VectorSource};
use memstrata_ledger::{IndexStamp, Ledger};

use crate::{Engine, Error};

/// What a question may wait for; more is loaded in the background.
#[derive(Clone, Copy, Debug)]
struct Patience {
    /// So many vectors are loaded before the question goes on.
    vectors: usize,
    /// More are waited for so long, once.
    time: Duration,
}

const PATIENCE: Patience = Patience { vectors: 20_000, time: Duration::from_secs(1) };

/// Vectors read in one go: no reader holds the file's old state for long.
const AT_ONCE: usize = 4096;

/// Vectors in memory, as of a state of the file.
#[derive(Debug, Default)]
pub(crate) struct Vectors {
    spaces: HashMap<String, VectorIndex>,
    stamp: IndexStamp,
    newest: i64,
    loading: Option<Loading>,
}

/// A load in a thread of its own.
#[derive(Debug)]
struct Loading {
    progress: Arc<Progress>,
    thread: Option<JoinHandle<Result<Vectors, Error>>>,
}

#[derive(Debug, Default)]
struct Progress {
    done: AtomicUsize,
    through: AtomicBool,
    stop: AtomicBool,
}

/// Whole vectors of one model, in the file.
#[derive(Debug)]
struct FileVectors {
    ledger: Arc<Ledger>,
    model: ModelId,
}

impl VectorSource for FileVectors {
    fn fetch(&self, ids: &[i64]) -> Result<Vec<Option<Vector>>, IndexError> {
        let kept = self
            .ledger
            .vectors_of(self.model.as_str(), ids)
            .map_err(|error| IndexError::SourceFailed { reason: error.to_string() })?;
        kept.into_iter()
            .map(|bytes| bytes.map(|bytes| Vector::from_blob(&self.model, &bytes)).transpose())
            .collect()
    }
}

impl Engine {
    /// The vectors in memory, brought up to date with the file. There are none while many are
    /// loaded for the first time, and none of an embedder whose model does not serve.
    pub(crate) fn vectors(&self, embedder: &dyn Embedder) -> Result<MutexGuard<'_, Vectors>, Error> {
        let mut vectors = self.vectors.lock().unwrap_or_else(PoisonError::into_inner);
        vectors.follow(&self.ledger, embedder, PATIENCE)?;
        Ok(vectors)
    }

    /// How many vectors of how many are in memory while they are loaded; none where nothing is
    /// loading. Until then keys and words answer.
    #[must_use]
    pub fn index_loading(&self) -> Option<(usize, usize)> {
        let vectors = self.vectors.try_lock().ok()?;
        let loading = vectors.loading.as_ref().filter(|loading| !loading.is_through())?;
        Some((loading.progress.done.load(Ordering::Relaxed), vectors.stamp.kept))
    }
}

impl Vectors {
    pub fn of_space(&self, space: &str) -> Option<&VectorIndex> {
        self.spaces.get(space)
    }

    /// How many vectors the file has, whether they are in memory yet or not.
    pub fn kept(&self) -> usize {
        self.stamp.kept
    }

    fn count(&self) -> usize {
        self.spaces.values().map(VectorIndex::len).sum()
    }

    /// Brings what is in memory up to date, as far as patience goes.
    fn follow(
        &mut self,
        ledger: &Arc<Ledger>,
        embedder: &dyn Embedder,
        patience: Patience,
    ) -> Result<(), Error> {
        self.take_over()?;
        let stamp = ledger.index_stamp()?;
        if stamp.model.as_deref() != Some(embedder.model().as_str()) {
            *self = Vectors::default();
            return Ok(());
        }
        if self.stamp.model != stamp.model {
            *self = Vectors::default();
        }
        if self.loading.is_some() || (self.count() == stamp.kept && self.stamp.gone == stamp.gone) {
            return Ok(());
        }
        if self.stamp.gone == stamp.gone && stamp.kept.saturating_sub(self.count()) <= patience.vectors {
            self.stamp = stamp.clone();
            self.load(ledger, embedder.model(), embedder.dimensions(), None)?;
            self.stamp = ledger.index_stamp()?;
            if self.count() == self.stamp.kept {
                return Ok(());
            }
        }
        // Vectors went, or came out of order: what is in memory is not what is in the file.
        let mut anew = Vectors { stamp: stamp.clone(), ..Vectors::default() };
        if stamp.kept <= patience.vectors {
            anew.load(ledger, embedder.model(), embedder.dimensions(), None)?;
            *self = anew;
            return Ok(());
        }
        self.stamp = stamp;
        let (loading, done) = Loading::start(anew, ledger, embedder)?;
        self.loading = Some(loading);
        if done.recv_timeout(patience.time).is_ok() {
            self.take_over()?;
        }
        Ok(())
    }

    /// Takes over what was loaded, where the load is through.
    fn take_over(&mut self) -> Result<(), Error> {
        match self.loading.take() {
            Some(loading) if !loading.is_through() => self.loading = Some(loading),
            Some(loading) => {
                if let Some(loaded) = loading.finish() {
                    *self = loaded?;
                }
            }
            None => {}
        }
        Ok(())
    }

    /// Reads what comes after the newest, as far as `progress` goes on.
    fn load(
        &mut self,
        ledger: &Arc<Ledger>,
        model: &ModelId,
        dimensions: usize,
        progress: Option<&Progress>,
    ) -> Result<(), Error> {
        loop {
            let mut failed = None;
            let read = ledger.each_vector(model.as_str(), self.newest, AT_ONCE, |seq, space, bytes| {
                if !self.spaces.contains_key(space) {
                    let source = FileVectors { ledger: Arc::clone(ledger), model: model.clone() };
                    self.spaces
                        .insert(space.to_owned(), VectorIndex::new(model, dimensions, Arc::new(source)));
                }
                let Some(index) = self.spaces.get_mut(space) else { return };
                match Vector::from_blob(model, bytes).and_then(|vector| index.insert(seq, &vector)) {
                    Ok(()) => self.newest = self.newest.max(seq),
                    Err(error) => failed = Some(error),
                }
            })?;
            if let Some(error) = failed {
                return Err(error.into());
            }
            if let Some(progress) = progress {
                progress.done.fetch_add(read, Ordering::Relaxed);
                if progress.stop.load(Ordering::Relaxed) {
                    return Ok(());
                }
            }
            if read < AT_ONCE {
                return Ok(());
            }
        }
    }
}

impl Loading {
    /// Begins to load; the receiver hears when it is through.
    fn start(
        mut into: Vectors,
        ledger: &Arc<Ledger>,
        embedder: &dyn Embedder,
    ) -> Result<(Loading, Receiver<()>), Error> {
        let (through, done) = sync_channel(1);
        let progress = Arc::new(Progress::default());
        let (ledger, told) = (Arc::clone(ledger), Arc::clone(&progress));
        let (model, dimensions) = (embedder.model().clone(), embedder.dimensions());
        let thread = std::thread::Builder::new()
            .name("load vectors".to_owned())
            .spawn(move || {
                let loaded = into.load(&ledger, &model, dimensions, Some(&told)).map(|()| into);
                told.through.store(true, Ordering::Release);
                // Nobody may be waiting any more.
                let _ = through.send(());
                loaded
            })
            .map_err(|error| Error::failed("io", format!("no thread can be started: {error}"), None))?;
        Ok((Loading { progress, thread: Some(thread) }, done))
    }

    fn is_through(&self) -> bool {
        // A thread that panicked says nothing any more.
        self.progress.through.load(Ordering::Acquire)
            || self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// What was loaded; none where the thread panicked.
    fn finish(mut self) -> Option<Result<Vectors, Error>> {
        self.thread.take()?.join().ok()
    }
}

impl Drop for Loading {
    fn drop(&mut self) {
        self.progress.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use memstrata_index::HashEmbedder;
    use memstrata_model::FixedClock;

    use super::*;
    use crate::{Embedding, EngineOptions, Remember};

    fn engine(folder: &tempfile::TempDir, texts: usize) -> Engine {
        let clock = Arc::new(FixedClock::at("2026-06-01T09:00:00Z".parse().unwrap()));
        let options = EngineOptions {
            embedding: Embedding::Given(Arc::new(HashEmbedder::for_tests(64))),
            ..EngineOptions::new(clock)
        };
        let engine = Engine::open(&folder.path().join("l.memstrata"), options).unwrap();
        tell(&engine, 0..texts);
        engine
    }

    fn tell(engine: &Engine, numbers: std::ops::Range<usize>) {
        for number in numbers {
            engine.remember(&Remember::text(&format!("Meeting {number} was long."))).unwrap();
        }
        engine.index_all(&mut |_| true).unwrap();
    }

    fn waiting_for(vectors: usize) -> Patience {
        Patience { vectors, time: Duration::ZERO }
    }

    /// Follows until nothing is loading; answers whether anything was.
    fn settle(vectors: &mut Vectors, engine: &Engine, at_once: usize) -> bool {
        let embedder = engine.embedder().unwrap();
        let mut loaded = false;
        loop {
            vectors.follow(&engine.ledger, embedder.as_ref(), waiting_for(at_once)).unwrap();
            if vectors.loading.is_none() {
                return loaded;
            }
            loaded = true;
            std::thread::yield_now();
        }
    }

    #[test]
    fn many_vectors_are_loaded_beside_and_few_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let engine = engine(&folder, 30);
        let mut vectors = Vectors::default();
        let embedder = engine.embedder().unwrap();
        vectors.follow(&engine.ledger, embedder.as_ref(), waiting_for(10)).unwrap();
        settle(&mut vectors, &engine, 10);
        assert_eq!(vectors.of_space("default").map(VectorIndex::len), Some(30));
        tell(&engine, 30..35);
        assert!(!settle(&mut vectors, &engine, 10), "five are not worth a thread");
        assert_eq!(vectors.count(), 35);
        let mut waited = Vectors::default();
        let patience = Patience { vectors: 10, time: Duration::from_secs(60) };
        waited.follow(&engine.ledger, embedder.as_ref(), patience).unwrap();
        assert_eq!((waited.count(), waited.loading.is_none()), (35, true), "a short load is waited for");
        // A load that nobody waits for ends with what holds it.
        let mut dropped = Vectors::default();
        dropped.follow(&engine.ledger, embedder.as_ref(), waiting_for(0)).unwrap();
        drop(dropped);
    }

    #[test]
    fn what_was_forgotten_leaves_memory_and_the_rest_answers_meanwhile() {
        let folder = tempfile::tempdir().unwrap();
        let engine = engine(&folder, 30);
        let told = engine.remember(&Remember::text("Quetzal is the word.")).unwrap();
        engine.index_all(&mut |_| true).unwrap();
        let mut vectors = Vectors::default();
        settle(&mut vectors, &engine, 10);
        let episode = told.episode.expect("a text was told");
        let seq = engine.ledger.episode_seq("default", &episode).unwrap();
        engine.forget(&episode).unwrap();
        let embedder = engine.embedder().unwrap();
        vectors.follow(&engine.ledger, embedder.as_ref(), waiting_for(10)).unwrap();
        let index = vectors.of_space("default").expect("the old codes answer until the new are there");
        let query = embedder.embed(&["Quetzal is the word."]).unwrap().remove(0);
        let hits = index.search(&query, 40, &|_| true).unwrap();
        assert_eq!(hits.len(), 30);
        assert!(hits.iter().all(|hit| hit.id != seq));
        settle(&mut vectors, &engine, 10);
        assert!(!vectors.of_space("default").is_some_and(|index| index.contains(seq)));
        assert_eq!(vectors.count(), 30);
    }
}
