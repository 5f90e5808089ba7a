//! Is everything there that is needed? For `doctor` and for the first screen.

use memstrata_index::FileState;
use memstrata_model::view::{IndexPhase, IndexState};
use serde::Serialize;

use crate::{Engine, Error, Stats};

/// The state of the set-up and of the ledger.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DoctorReport {
    pub version: String,
    pub extractor: String,
    pub ledger: String,
    pub space: String,
    pub timezone: String,
    pub keys: i64,
    pub facts: i64,
    pub versions: i64,
    pub episodes: i64,
    pub entries: i64,
    pub index: IndexState,
    pub model_files: Vec<ModelFile>,
    /// What is wrong, each with its remedy; empty where all is well.
    pub problems: Vec<String>,
}

/// A file of the embedding model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ModelFile {
    pub name: String,
    pub path: String,
    pub bytes: u64,
    /// `present`, `missing` or `damaged`.
    pub state: String,
}

impl Engine {
    /// Looks at the set-up and the ledger; `digests` reads every byte of the model.
    ///
    /// # Errors
    /// The ledger cannot be read.
    pub fn doctor(&self, digests: bool) -> Result<DoctorReport, Error> {
        let Stats { keys, facts, versions, episodes, entries, .. } = self.ledger.stats(self.space())?;
        let status = self.models.status(digests);
        let index = self.index_state()?;
        let mut problems: Vec<String> = status.remedy.clone().into_iter().collect();
        if index.state == IndexPhase::Indexing && index.message.is_none() {
            problems.push(format!(
                "texts that wait for their vector: {} of {}; run `memstrata reindex`",
                index.total - index.done,
                index.total
            ));
        }
        problems.extend(
            self.place_warnings().into_iter().map(|warning| format!("{}: {}", warning.message, warning.hint)),
        );
        let model_files = status
            .files
            .iter()
            .map(|file| ModelFile {
                name: file.name.clone(),
                path: file.path.display().to_string(),
                bytes: file.bytes,
                state: match file.state {
                    FileState::Present => "present",
                    FileState::Missing => "missing",
                    FileState::Damaged => "damaged",
                }
                .to_owned(),
            })
            .collect();
        Ok(DoctorReport {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            extractor: crate::EXTRACTOR_VERSION.to_owned(),
            ledger: self.path().display().to_string(),
            space: self.space().to_owned(),
            timezone: self.zone().name().to_owned(),
            keys,
            facts,
            versions,
            episodes,
            entries,
            index,
            model_files,
            problems,
        })
    }
}
