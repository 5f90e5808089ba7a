//! A ledger for asking: facts told or texts remembered at given times, words alone searched.

use std::sync::Arc;

use memstrata_engine::{Embedding, Engine, EngineOptions, NewAssert, Remember, Remembered, Told};
use memstrata_model::view::{AskAnswer, AskMode, AskRequest, Column, Viewpoint};
use memstrata_model::{FixedClock, Instant};

pub struct Story {
    pub engine: Engine,
    pub clock: Arc<FixedClock>,
    _folder: tempfile::TempDir,
}

#[allow(dead_code, reason = "each test file uses its part")]
impl Story {
    pub fn new() -> Self {
        Self::searched(Embedding::Off)
    }

    /// As [`Story::new`], where meanings are searched too: those of a model of the words alone.
    pub fn by_meaning() -> Self {
        Self::searched(Embedding::Given(Arc::new(memstrata_index::HashEmbedder::for_tests(512))))
    }

    fn searched(embedding: Embedding) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let clock = Arc::new(FixedClock::at(at("2026-01-01T09:00:00Z")));
        let mut options = EngineOptions::new(clock.clone());
        options.timezone = Some("UTC".into());
        options.embedding = embedding;
        let engine = Engine::open(&folder.path().join("l.memstrata"), options).expect("a ledger");
        Story { engine, clock, _folder: folder }
    }

    /// Tells facts at a day: subject, relation, object.
    pub fn facts(&self, day: &str, facts: &[(&str, &str, &str)]) -> &Self {
        let moment = at(&format!("{day}T09:00:00Z"));
        self.clock.set(moment);
        for (subject, relation, object) in facts {
            let assert = NewAssert {
                subject: (*subject).to_owned(),
                relation: (*relation).to_owned(),
                object: (*object).to_owned(),
                valid_from: Some(moment),
                ..NewAssert::default()
            };
            self.engine.tell(vec![Told::Assert(assert)], None, None).expect("a fact");
        }
        self
    }

    /// Remembers texts on a day.
    pub fn texts(&self, day: &str, texts: &[&str]) -> &Self {
        for text in texts {
            self.told(day, text);
        }
        self
    }

    /// Remembers a text on a day; what came of it.
    pub fn told(&self, day: &str, text: &str) -> Remembered {
        let moment = at(&format!("{day}T09:00:00Z"));
        self.clock.set(moment);
        self.engine.remember(&Remember { at: Some(moment), ..Remember::text(text) }).expect("a text")
    }

    pub fn ask(&self, day: &str, question: &str) -> AskAnswer {
        self.asked(day, &request(question))
    }

    /// As [`Story::ask`], of a request with more than a question.
    pub fn asked(&self, day: &str, request: &AskRequest) -> AskAnswer {
        self.clock.set(at(&format!("{day}T12:00:00Z")));
        self.engine.ask(request).expect("an answer")
    }

    /// At the same moment, a question that goes on from an answer.
    pub fn go_on(&self, before: &AskAnswer, words: &str) -> AskAnswer {
        let follow = Some(before.reading.clone());
        self.engine.ask(&AskRequest { follow, ..request(words) }).expect("an answer")
    }

    pub fn temporal(&self, day: &str, question: &str) -> Column {
        self.ask(day, question).temporal.expect("the temporal column")
    }
}

/// A ledger in a folder, at a fixed moment, words alone searched.
#[allow(dead_code, reason = "each test file uses its part")]
pub fn engine(folder: &std::path::Path, now: &str) -> Engine {
    let clock = Arc::new(FixedClock::at(at(now)));
    let mut options = EngineOptions::new(clock);
    options.timezone = Some("UTC".into());
    options.embedding = Embedding::Off;
    Engine::open(&folder.join("l.memstrata"), options).expect("a ledger")
}

#[allow(dead_code, reason = "each test file uses its part")]
pub fn request(question: &str) -> AskRequest {
    AskRequest {
        question: question.to_owned(),
        view: Viewpoint::default(),
        mode: AskMode::Compare,
        k: 5,
        budget: 1024,
        follow: None,
    }
}

pub fn at(text: &str) -> Instant {
    text.parse().expect("a moment")
}
