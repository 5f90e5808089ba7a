//! Where the texts of a large ledger stand in time, held in memory: read beside the answering, and
//! kept up to date with what anybody writes. Until they are there the file tells.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use memstrata_ledger::{Followed, Ledger, LedgerError, Standings};

use crate::{Engine, Error};

/// Texts from which on it is worth the memory; what fewer tell is read from the file soon enough.
const LARGE: usize = 20_000;

/// Standings as far as they are there.
#[derive(Debug, Default)]
pub(crate) struct HeldStandings {
    read: Option<Standings>,
    /// Whether they are of the state that is read now.
    of_now: bool,
    reading: Option<Reading>,
    /// They could not be read: this ledger is asked without them.
    failed: bool,
}

/// Standings on their way, in a thread of their own.
#[derive(Debug)]
struct Reading {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<Result<Option<Standings>, LedgerError>>>,
}

impl Engine {
    /// Standings, brought up to date, where the ledger has so many texts that they are held.
    pub(crate) fn standings(&self, texts: usize) -> Result<MutexGuard<'_, HeldStandings>, Error> {
        let mut held = self.standings.lock().unwrap_or_else(PoisonError::into_inner);
        held.follow(&self.ledger, texts >= LARGE)?;
        Ok(held)
    }
}

impl HeldStandings {
    /// What can be told of the state that is read now.
    pub fn now(&self) -> Option<&Standings> {
        self.read.as_ref().filter(|_| self.of_now)
    }

    fn follow(&mut self, ledger: &Arc<Ledger>, large: bool) -> Result<(), Error> {
        if let Some(reading) = self.reading.take_if(|reading| reading.is_through()) {
            // They only spare reading: where they cannot be had, the file tells.
            self.read = reading.finish().unwrap_or_else(|_| {
                self.failed = true;
                None
            });
        }
        self.of_now = false;
        match self.read.as_mut().map(|read| ledger.follow_standings(read)).transpose()? {
            Some(Followed::UpToDate) => self.of_now = true,
            Some(Followed::Stale) => self.read = None,
            Some(Followed::Ahead) | None => {}
        }
        if large && self.read.is_none() && self.reading.is_none() && !self.failed {
            self.reading = Reading::start(ledger).ok();
            self.failed = self.reading.is_none();
        }
        Ok(())
    }
}

impl Reading {
    fn start(ledger: &Arc<Ledger>) -> Result<Reading, Error> {
        let stop = Arc::new(AtomicBool::new(false));
        let (ledger, stopped) = (Arc::clone(ledger), Arc::clone(&stop));
        let thread = std::thread::Builder::new()
            .name("read standings".to_owned())
            .spawn(move || ledger.standings(&stopped))
            .map_err(|error| Error::failed("io", format!("no thread can be started: {error}"), None))?;
        Ok(Reading { stop, thread: Some(thread) })
    }

    fn is_through(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// What was read; none where the thread panicked.
    fn finish(mut self) -> Result<Option<Standings>, Error> {
        match self.thread.take().map(JoinHandle::join) {
            Some(Ok(read)) => Ok(read?),
            Some(Err(_)) | None => Ok(None),
        }
    }
}

impl Drop for Reading {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use memstrata_index::HashEmbedder;
    use memstrata_ledger::{NewAssert, Told};
    use memstrata_model::FixedClock;
    use memstrata_model::view::{AskAnswer, AskMode, AskRequest, Viewpoint};

    use super::*;
    use crate::{Embedding, EngineOptions, Remember};

    fn engine(path: &std::path::Path) -> Engine {
        let clock = Arc::new(FixedClock::at("2026-06-01T09:00:00Z".parse().unwrap()));
        let options = EngineOptions {
            embedding: Embedding::Given(Arc::new(HashEmbedder::for_tests(64))),
            timezone: Some("UTC".into()),
            ..EngineOptions::new(clock)
        };
        Engine::open(path, options).unwrap()
    }

    fn ask(engine: &Engine, question: &str) -> AskAnswer {
        let mut answer = engine
            .ask(&AskRequest {
                question: question.into(),
                view: Viewpoint::default(),
                mode: AskMode::Compare,
                k: 5,
                budget: 1024,
                follow: None,
            })
            .unwrap();
        for column in [&mut answer.temporal, &mut answer.plain].into_iter().flatten() {
            column.ms = 0.0;
        }
        answer
    }

    /// Reads standings as a large ledger does.
    fn hold(engine: &Engine) {
        loop {
            let mut held = engine.standings.lock().unwrap();
            held.follow(&engine.ledger, true).unwrap();
            if held.now().is_some() {
                return;
            }
            drop(held);
            std::thread::yield_now();
        }
    }

    #[test]
    fn what_is_held_in_memory_changes_no_answer() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("l.memstrata");
        let (with, without) = (engine(&path), engine(&path));
        for (day, port) in [("1 March", 8000), ("1 April", 8080), ("1 May", 9443)] {
            for name in ["relay", "crane", "buoy"] {
                with.remember(&Remember::text(&format!(
                    "Since {day} 2026 the {name} listens on port {port}, says the runbook."
                )))
                .unwrap();
            }
            with.remember(&Remember::text(&format!("On {day} everybody had cake."))).unwrap();
        }
        with.index_all(&mut |_| true).unwrap();
        hold(&with);
        let questions = [
            "Which port does the relay listen on?",
            "Which port did the crane listen on on 3 April 2026?",
            "How has the port of the buoy changed?",
            "Who had cake?",
        ];
        let compare = |held: bool| {
            for question in questions {
                assert_eq!(ask(&with, question), ask(&without, question), "{question}");
                assert_eq!(with.standings.lock().unwrap().now().is_some(), held);
                assert!(without.standings.lock().unwrap().now().is_none());
            }
        };
        compare(true);
        assert!(with.standings.lock().unwrap().now().is_some_and(|standings| standings.len() >= 9));
        // Another program tells more.
        let assert = NewAssert {
            subject: "relay".into(),
            relation: "port".into(),
            object: "1".into(),
            valid_from: Some("2026-05-20T00:00:00Z".parse().unwrap()),
            ..NewAssert::default()
        };
        let told = without.tell(vec![Told::Assert(assert)], None, None).unwrap();
        compare(true);
        // What is withdrawn is found by reading all anew.
        without.tell(vec![Told::Void(told.applied[0].event.clone())], None, None).unwrap();
        compare(false);
        hold(&with);
        compare(true);
    }
}
