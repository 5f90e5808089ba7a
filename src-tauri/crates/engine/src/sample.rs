//! The sample ledger: two invented stories, shipped inside the program, that show what the
//! product is for.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use memstrata_model::{Clock, Instant};
use serde::{Deserialize, Serialize};

use crate::{Engine, EngineOptions, Error};

const LOG: &str = include_str!("../../../../assets/sample/sample.jsonl");
const QUESTIONS: &str = include_str!("../../../../assets/sample/questions.json");

/// The moment at which the sample stands; its questions are asked then.
pub const SAMPLE_NOW: &str = "2026-11-29T12:00:00Z";

/// A question of the sample.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SampleQuestion {
    pub question: String,
    #[serde(default)]
    pub as_of: Option<String>,
    #[serde(default)]
    pub known_at: Option<String>,
    /// The right answer; null where the sample has none.
    #[serde(default)]
    pub gold: Option<String>,
    /// Values that were right once.
    #[serde(default)]
    pub stale: Vec<String>,
    #[serde(default)]
    pub why: Option<String>,
}

/// The questions that `demo` asks.
///
/// # Panics
/// Never on a build whose tests pass: the file is compiled in.
#[must_use]
pub fn sample_questions() -> Vec<SampleQuestion> {
    serde_json::from_str(QUESTIONS).expect("the sample's questions are JSON")
}

/// A clock that never stands before the sample's now, so that its story is over by then.
#[derive(Debug)]
struct NotBefore {
    earliest: Instant,
    clock: Arc<dyn Clock>,
}

impl Clock for NotBefore {
    fn now(&self) -> Instant {
        self.clock.now().max(self.earliest)
    }
}

impl Engine {
    /// Opens the sample in a folder, writing it there first if it is not there yet.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn open_sample(folder: &Path, mut options: EngineOptions) -> Result<Engine, Error> {
        let path = Engine::sample_path(folder);
        let earliest = SAMPLE_NOW.parse().expect("the sample's now is an instant");
        options.clock = Arc::new(NotBefore { earliest, clock: options.clock });
        options.create = true;
        options.space = "default".to_owned();
        if !path.exists() {
            write_sample(folder, &path, &options)?;
        }
        let mut engine = Engine::open(&path, options)?;
        engine.sample = true;
        Ok(engine)
    }

    /// Where the sample of this version lies in a folder: named by what is in it and how it is laid
    /// out, so that one made by another version is left alone.
    #[must_use]
    pub fn sample_path(folder: &Path) -> PathBuf {
        let digest = memstrata_ledger::text_digest(&format!("{LOG}{}", memstrata_ledger::schema_digest()));
        folder.join(format!("sample-{}.memstrata", &digest[..12]))
    }
}

/// Restores the log beside the place and moves it there when it is whole, so that a sample cut
/// short is never opened.
fn write_sample(folder: &Path, path: &Path, options: &EngineOptions) -> Result<(), Error> {
    let io = |error: std::io::Error| {
        Error::failed("io", format!("cannot write {}: {error}", folder.display()), None)
    };
    std::fs::create_dir_all(folder).map_err(io)?;
    let making = tempfile_in(folder);
    let restored = Engine::open(&making, options.clone())
        .and_then(|engine| engine.restore(&mut LOG.as_bytes(), &mut |_| true).map(|_| engine))
        .and_then(|engine| engine.ledger.settle().map_err(Error::from));
    let moved = restored.and_then(|()| std::fs::rename(&making, path).map_err(io));
    if moved.is_err() {
        let _ = std::fs::remove_file(&making);
    }
    moved
}

fn tempfile_in(folder: &Path) -> PathBuf {
    folder.join(format!("sample-{}.making", std::process::id()))
}
