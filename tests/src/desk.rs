//! An engine as a shell has it, for tests: a clock that stands where it is put, and either no
//! embeddings or those of a hash of words, which need no files.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use memstrata_engine::{
    Embedding, Engine, EngineOptions, FactPattern, NewAssert, Receipt, Remember, Remembered, Told,
};
use memstrata_index::HashEmbedder;
use memstrata_model::view::{AskAnswer, AskMode, AskRequest, Viewpoint};
use memstrata_model::{FixedClock, Instant};

use crate::tell::at;

/// An engine, its clock and the folder that holds its ledger.
#[derive(Debug)]
pub struct Desk {
    pub engine: Engine,
    pub clock: Arc<FixedClock>,
    folder: Arc<tempfile::TempDir>,
}

/// How the engine of a test is opened: in UTC, with the hash of words in place of a model.
#[must_use]
pub fn options(clock: Arc<FixedClock>) -> EngineOptions {
    let mut options = EngineOptions::new(clock);
    options.timezone = Some("UTC".to_owned());
    options.embedding = Embedding::Given(Arc::new(HashEmbedder::for_tests(64)));
    options
}

impl Desk {
    /// A new ledger at an instant of the wall clock.
    #[must_use]
    pub fn new(now: &str) -> Desk {
        Desk::in_zone(now, "UTC")
    }

    /// As [`Desk::new`], its space in a time zone.
    ///
    /// # Panics
    /// There is no such zone.
    #[must_use]
    pub fn in_zone(now: &str, zone: &str) -> Desk {
        let folder = Arc::new(crate::log::folder());
        let clock = Arc::new(FixedClock::at(at(now)));
        let mut options = options(Arc::clone(&clock));
        options.timezone = Some(zone.to_owned());
        let engine = Engine::open(&folder.path().join("desk.memstrata"), options).expect("an engine");
        Desk { engine, clock, folder }
    }

    /// Another process's view of the same ledger, with a clock of its own.
    ///
    /// # Panics
    /// The file cannot be opened.
    #[must_use]
    pub fn beside(&self, now: &str) -> Desk {
        let clock = Arc::new(FixedClock::at(at(now)));
        let engine = Engine::open(self.engine.path(), options(Arc::clone(&clock))).expect("an engine");
        Desk { engine, clock, folder: Arc::clone(&self.folder) }
    }

    #[must_use]
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// A file of the ledger: itself, or with `-wal` its write-ahead log.
    #[must_use]
    pub fn file(&self, ending: &str) -> PathBuf {
        let mut name = self.engine.path().as_os_str().to_owned();
        name.push(ending);
        PathBuf::from(name)
    }

    /// Puts the wall clock somewhere.
    pub fn at(&self, now: &str) -> &Desk {
        self.clock.set(at(now));
        self
    }

    /// Tells a text, said now.
    ///
    /// # Panics
    /// It is refused.
    pub fn remember(&self, text: &str) -> Remembered {
        self.engine.remember(&Remember::text(text)).unwrap_or_else(|error| panic!("'{text}': {error}"))
    }

    /// Tells a text at an instant.
    pub fn remember_at(&self, now: &str, text: &str) -> Remembered {
        self.at(now).remember(text)
    }

    /// Tells a fact in so many words, as the command does; it holds from now on.
    ///
    /// # Panics
    /// It is refused.
    pub fn assert(&self, subject: &str, relation: &str, object: &str) -> Receipt {
        let name = self.engine.relation_name(subject, relation, None).unwrap_or_else(|e| panic!("{e}"));
        let told = NewAssert {
            subject: subject.to_owned(),
            relation: name,
            object: object.to_owned(),
            ..NewAssert::default()
        };
        let told = self.engine.tell(vec![Told::Assert(told)], None, None);
        told.unwrap_or_else(|error| panic!("{subject} {relation} {object}: {error}"))
    }

    /// What holds of a subject now, as `relation: object`, in order.
    ///
    /// # Panics
    /// The ledger cannot be read.
    #[must_use]
    pub fn facts_of(&self, subject: &str) -> Vec<String> {
        self.facts_at(subject, None, None)
    }

    /// What holds of a subject at a moment on both clocks.
    ///
    /// # Panics
    /// The ledger cannot be read.
    #[must_use]
    pub fn facts_at(&self, subject: &str, as_of: Option<&str>, known_at: Option<&str>) -> Vec<String> {
        let pattern = FactPattern { subject: Some(subject.to_owned()), ..FactPattern::default() };
        let facts =
            self.engine.facts(&pattern, as_of.map(at), known_at.map(at)).unwrap_or_else(|e| panic!("{e}"));
        let mut shown: Vec<String> =
            facts.into_iter().map(|fact| format!("{}: {}", fact.relation, fact.object)).collect();
        shown.sort();
        shown
    }

    /// Asks both ways of retrieval, everything embedded before.
    ///
    /// # Panics
    /// It cannot be asked.
    #[must_use]
    pub fn ask(&self, question: &str) -> AskAnswer {
        self.engine.index_all(&mut |_| true).unwrap_or_else(|error| panic!("{error}"));
        let request = AskRequest {
            question: question.to_owned(),
            view: Viewpoint::default(),
            mode: AskMode::Compare,
            k: 5,
            budget: 1024,
            follow: None,
        };
        self.engine.ask(&request).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Now as the engine tells it.
    ///
    /// # Panics
    /// The ledger cannot be read.
    #[must_use]
    pub fn now(&self) -> Instant {
        self.engine.now().unwrap_or_else(|error| panic!("{error}"))
    }

    /// What `verify` finds.
    ///
    /// # Panics
    /// The file cannot be read at all.
    #[must_use]
    pub fn findings(&self) -> Vec<String> {
        let report = self.engine.verify(&mut |_| true).unwrap_or_else(|error| panic!("{error}"));
        report.findings.iter().map(|f| format!("{} {}: {}", f.check, f.place, f.problem)).collect()
    }
}
