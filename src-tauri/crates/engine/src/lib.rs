//! The one API that every shell calls: a ledger with its embeddings, a clock and a space.
//!
//! Shells read arguments and show documents; what telling, asking, importing and checking mean is
//! put together here from the crates below.

mod absence;
mod acts;
mod ask;
mod asking;
mod calibrate;
mod chain;
mod consolidate;
mod cover;
mod depend;
mod doctor;
mod error;
mod evidence;
pub mod filter;
mod found;
mod idle;
mod import;
mod inbox;
mod indexing;
mod keeping;
mod kept_secrets;
mod kinds;
mod known;
mod lead;
mod names;
mod proposing;
mod query;
mod reembed;
mod refusal;
mod relation_keys;
mod remember;
mod reranking;
mod reread;
mod rollup;
mod sample;
mod secret;
mod settings;
mod spoken;
mod standings;
mod time;
mod vectors;
mod window;
mod wording;

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicI64;
use std::sync::{Arc, Mutex, OnceLock};

use chrono_tz::Tz;
use memstrata_index::{Embedder, ModelStore};
use memstrata_ledger::{Ledger, LedgerError, OpenOptions};
use memstrata_model::{Clock, Instant};

pub use absence::{absence_in_words, key_in_words};
pub use ask::{AnswerValue, resolve_moments};
pub use calibrate::Calibration;
pub use consolidate::{Consolidation, ConsolidationProgress, Found, FoundKind};
pub use doctor::{DoctorReport, ModelFile};
pub use error::{Error, Exit};
pub use evidence::{EvidenceCheck, SourceCheck};
pub use idle::{Idle, Looked};
pub use import::{ImportReport, ImportSource};
pub use indexing::IndexProgress;
pub use kept_secrets::KeptSecret;
pub use memstrata_extract::{EXTRACTOR_VERSION, Proposal, ProposalError, Proposer};
pub use memstrata_ledger::line::{Scoring, SpaceSettings};
pub use memstrata_ledger::{
    Absence, AbsentKey, Applied, BackupPlan, ClaimChange, Difference, DifferenceValue, Erasure, FactPattern,
    KeptBackup, KeyDifference, Link, LogEntry, Moment, NewAlias, NewAssert, NewConfirm, NewEnd, NewProposal,
    NewRelation, NewRetract, PlaceWarning, Preview, Receipt, RestoreReport, ReviewChoice, ReviewDecision,
    ReviewItem, ReviewKind, ReviewOption, Stats, Superseded, Told, Usage, Vacuumed, VerifyReport, Walk,
    line_to_text, warnings_about,
};
pub use memstrata_retrieve::{Lap, Laps};
pub use names::{RelationChange, RelationListed, Turnover, built_in_relations};
pub use proposing::{ModelRead, model_proposer, model_proposer_within};
pub use refusal::RefusedPassage;
pub use remember::{Remember, Remembered, RememberedFact};
pub use reranking::{Reranker, model_reranker, model_reranker_within};
pub use reread::{ReadFact, RereadChange, RereadReport};
pub use rollup::RollUp;
pub use sample::{SAMPLE_NOW, SampleQuestion, sample_questions};
pub use time::read_when;

/// Where embeddings come from.
#[derive(Clone, Debug, Default)]
pub enum Embedding {
    /// The model in the cache, loaded when first needed; words alone where it is missing.
    #[default]
    Installed,
    /// This one.
    Given(Arc<dyn Embedder>),
    /// None: words alone.
    Off,
}

/// How an engine is opened.
#[derive(Clone, Debug)]
pub struct EngineOptions {
    pub clock: Arc<dyn Clock>,
    pub space: String,
    /// Time zone of the first space of a new ledger; the machine's where not given.
    pub timezone: Option<String>,
    pub create: bool,
    pub embedding: Embedding,
    /// Another model that the ledger is to have, embedded in the background; `embedding` serves
    /// until every text has a vector of it.
    pub reembed_with: Option<Arc<dyn Embedder>>,
    /// Folders beside the program that may hold the model.
    pub bundled: Vec<PathBuf>,
    /// A language model that proposes facts for what is remembered; none unless the user names one.
    pub proposer: Option<Arc<dyn Proposer>>,
    /// A language model that may order what plain retrieval finds, where the space or the ablation
    /// has it so; none unless the user names one.
    pub reranker: Option<Arc<dyn Reranker>>,
    /// What is asked otherwise than usual, to measure what it brings.
    pub ablation: Ablation,
}

/// Asking otherwise than usual, to measure what a part of it brings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ablation {
    /// Bare triples are packed in place of sentences, by temporal retrieval; plain retrieval has none.
    pub triples: bool,
    /// Plain retrieval merges words with meaning, as hybrid RAG does, whatever the space has set.
    pub hybrid: bool,
    /// The language model that was given orders what plain retrieval finds, whatever the space has set.
    pub rerank: bool,
    /// The last word alone answers, and nothing that was read out of a text counts: what an answer is
    /// worth where nothing can be read.
    pub unread: bool,
}

impl EngineOptions {
    #[must_use]
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        EngineOptions {
            clock,
            space: "default".to_owned(),
            timezone: None,
            create: true,
            embedding: Embedding::Installed,
            reembed_with: None,
            bundled: Vec::new(),
            proposer: None,
            reranker: None,
            ablation: Ablation::default(),
        }
    }
}

/// The app's own ledger: `MEMSTRATA_LEDGER`, or else in the platform's data folder.
///
/// # Errors
/// The platform names no data folder.
pub fn default_ledger() -> Result<PathBuf, Error> {
    if let Some(path) = std::env::var_os("MEMSTRATA_LEDGER").filter(|path| !path.is_empty()) {
        return Ok(PathBuf::from(path));
    }
    Ok(data_folder()?.join("ledger.memstrata"))
}

/// Where the app keeps its own ledger and the sample.
///
/// # Errors
/// The platform names no data folder.
pub fn data_folder() -> Result<PathBuf, Error> {
    dirs::data_dir().map(|folder| folder.join("memstrata")).ok_or_else(|| {
        Error::failed(
            "no_data_folder",
            "this machine names no data folder",
            Some("give a file with --ledger"),
        )
    })
}

/// A space by its name; where there is none, the failure names those that there are.
fn space_of(ledger: &Ledger, name: &str) -> Result<SpaceSettings, Error> {
    const NAMED: usize = 12;
    ledger.space(name).map_err(|error| {
        let is_missing = matches!(error, LedgerError::NotFound { .. });
        let error = Error::from(error);
        let spaces = if is_missing { ledger.spaces().unwrap_or_default() } else { Vec::new() };
        if spaces.is_empty() {
            return error;
        }
        let mut names: Vec<String> = spaces.iter().take(NAMED).map(|space| space.name.clone()).collect();
        if spaces.len() > NAMED {
            names.push(format!("{} more", spaces.len() - NAMED));
        }
        let noun = if spaces.len() == 1 { "its only space is" } else { "its spaces are" };
        Error { hint: Some(format!("{noun} {}", names.join(", "))), ..error }
    })
}

/// A ledger, open for telling and asking in one space.
#[derive(Debug)]
pub struct Engine {
    ledger: Arc<Ledger>,
    clock: Arc<dyn Clock>,
    space: SpaceSettings,
    zone: Tz,
    embedding: Embedding,
    models: ModelStore,
    loaded: OnceLock<Result<Arc<dyn Embedder>, String>>,
    vectors: Mutex<vectors::Vectors>,
    standings: Mutex<standings::HeldStandings>,
    reembed_with: Option<Arc<dyn Embedder>>,
    /// The episode up to which texts were re-embedded by this engine.
    reembedded: AtomicI64,
    lanes: Mutex<Option<window::ListedLanes>>,
    short_forms: Mutex<known::ShortForms>,
    relation_keys: Mutex<relation_keys::RelationKeys>,
    sample: bool,
    proposer: Option<Arc<dyn Proposer>>,
    reranker: Option<Arc<dyn Reranker>>,
    ablation: Ablation,
}

impl Engine {
    /// Opens a ledger file, making it where allowed.
    ///
    /// # Errors
    /// The file is missing, not a ledger, of a newer version, damaged, read-only or busy; the
    /// space or the time zone does not exist.
    pub fn open(path: &Path, options: EngineOptions) -> Result<Engine, Error> {
        let timezone = match &options.timezone {
            Some(name) => name.clone(),
            None => iana_time_zone::get_timezone()
                .ok()
                .filter(|name| memstrata_model::date::read_zone(name).is_ok())
                .unwrap_or_else(|| "UTC".to_owned()),
        };
        memstrata_model::date::read_zone(&timezone)?;
        let first = SpaceSettings {
            name: "default".to_owned(),
            timezone,
            locale: "en-GB".to_owned(),
            week_start: "monday".to_owned(),
            scoring: None,
        };
        let ledger = Ledger::open(path, &OpenOptions { create: options.create, space: first })?;
        let space = space_of(&ledger, &options.space)?;
        // A time zone given for a ledger that has one already overrides it for this session.
        let zone = memstrata_model::date::read_zone(options.timezone.as_deref().unwrap_or(&space.timezone))?;
        Ok(Engine {
            ledger: Arc::new(ledger),
            clock: options.clock,
            space,
            zone,
            embedding: options.embedding,
            models: ModelStore::from_environment(&options.bundled),
            loaded: OnceLock::new(),
            vectors: Mutex::new(vectors::Vectors::default()),
            standings: Mutex::default(),
            reembed_with: options.reembed_with,
            reembedded: AtomicI64::new(0),
            lanes: Mutex::new(None),
            short_forms: Mutex::default(),
            relation_keys: Mutex::default(),
            sample: false,
            proposer: options.proposer,
            reranker: options.reranker,
            ablation: options.ablation,
        })
    }

    #[must_use]
    pub fn path(&self) -> &Path {
        self.ledger.path()
    }

    #[must_use]
    pub fn zone(&self) -> Tz {
        self.zone
    }

    #[must_use]
    pub fn space(&self) -> &str {
        &self.space.name
    }

    /// Now: the wall clock, or the ledger's head where that is later.
    ///
    /// # Errors
    /// The ledger cannot be read.
    pub fn now(&self) -> Result<Instant, Error> {
        let head = self.ledger.head_time()?;
        Ok(head.map_or(self.clock.now(), |head| head.max(self.clock.now())))
    }

    /// A number that moves when anyone writes to the ledger.
    ///
    /// # Errors
    /// The ledger cannot be read.
    pub fn change_mark(&self) -> Result<i64, Error> {
        // The status tells of a load too.
        let loading = i64::from(self.index_loading().is_some());
        Ok(self.ledger.change_mark()? ^ (loading << 62))
    }

    /// The facts of a pattern at a moment on both clocks.
    ///
    /// # Errors
    /// The ledger cannot be read.
    pub fn facts(
        &self,
        pattern: &FactPattern,
        as_of: Option<Instant>,
        known_at: Option<Instant>,
    ) -> Result<Vec<memstrata_model::Fact>, Error> {
        let moment = Moment { as_of: as_of.map_or_else(|| self.now(), Ok)?, known_at };
        let mut facts = self.ledger.facts(&self.space.name, pattern, moment)?;
        if known_at.is_none() {
            for home in self.moved_to(pattern)? {
                for fact in self.ledger.facts(&self.space.name, &home, moment)? {
                    if !facts.iter().any(|known| known.id == fact.id) {
                        facts.push(fact);
                    }
                }
            }
        }
        Ok(facts)
    }

    /// One fact by its id.
    ///
    /// # Errors
    /// The space has no such fact.
    pub fn fact(&self, id: &str, known_at: Option<Instant>) -> Result<memstrata_model::Fact, Error> {
        let moment = Moment { as_of: self.now()?, known_at };
        Ok(self.ledger.fact(&self.space.name, id, moment)?)
    }

    /// The timeline of a key as believed at a system time.
    ///
    /// # Errors
    /// The space has no such key.
    pub fn timeline(
        &self,
        subject: &str,
        relation: &str,
        scope: Option<&str>,
        known_at: Option<Instant>,
    ) -> Result<memstrata_model::Timeline, Error> {
        let now = self.now()?;
        let relation = self.relation_name(subject, relation, scope)?;
        Ok(self.ledger.timeline(&self.space.name, subject, &relation, scope, known_at, now)?)
    }

    /// The entries after a place in the log.
    ///
    /// # Errors
    /// The ledger cannot be read.
    pub fn log(&self, since: i64) -> Result<Vec<LogEntry>, Error> {
        Ok(self.ledger.log(&self.space.name, since)?)
    }

    /// What forgetting an episode would erase.
    ///
    /// # Errors
    /// The space has no such episode.
    pub fn preview_forget(&self, episode: &str) -> Result<Erasure, Error> {
        let mut erasure = self.ledger.preview_forget(self.space(), episode)?;
        for (_, text) in self.roll_ups_on(episode)? {
            if !erasure.sentences.contains(&text) {
                erasure.sentences.push(text);
            }
        }
        Ok(erasure)
    }

    /// Erases an episode's text and what rests on it alone, from the file and from memory.
    ///
    /// # Errors
    /// The space has no such episode.
    pub fn forget(&self, episode: &str) -> Result<Erasure, Error> {
        let erased = self.ledger.preview_forget(self.space(), episode)?;
        self.tell(vec![Told::Forget(episode.to_owned())], None, None)?;
        let lingers = !self.ledger.scrub()?;
        Ok(Erasure { text: None, objects: Vec::new(), sentences: Vec::new(), lingers, ..erased })
    }

    /// What rests on an entry, up to a number of steps.
    ///
    /// # Errors
    /// The space has no such entry.
    pub fn dependents(&self, id: &str, depth: u32) -> Result<Walk, Error> {
        Ok(self.ledger.dependents_of(self.space(), id, depth)?)
    }

    /// What an entry rests on, down to a number of steps.
    ///
    /// # Errors
    /// The space has no such entry.
    pub fn sources(&self, id: &str, depth: u32) -> Result<Walk, Error> {
        Ok(self.ledger.sources_of(self.space(), id, depth)?)
    }
}
