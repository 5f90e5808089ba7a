//! Under which conditions a run tells and asks.

use memstrata_engine::{Ablation, Embedding, Engine, EngineOptions};
use serde::Serialize;

/// What every ledger of a run is opened with.
#[derive(Clone, Debug, Default)]
pub struct Conditions {
    pub embedding: Embedding,
    pub ablation: Ablation,
}

/// The conditions in words, as a report has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ConditionsNamed {
    /// What temporal retrieval packs.
    pub packed: &'static str,
    /// What plain retrieval searches by, where there is a model.
    pub plain: &'static str,
}

impl Conditions {
    /// Without a model: words alone are searched.
    #[must_use]
    pub fn words() -> Self {
        Conditions { embedding: Embedding::Off, ..Conditions::default() }
    }

    #[must_use]
    pub fn words_only(&self) -> bool {
        matches!(self.embedding, Embedding::Off)
    }

    #[must_use]
    pub fn named(&self) -> ConditionsNamed {
        ConditionsNamed {
            packed: if self.ablation.triples { "triples" } else { "sentences" },
            plain: if self.ablation.hybrid { "meaning and words" } else { "meaning" },
        }
    }

    /// Embeds what was told; answers which model did, none where words alone are searched.
    pub(crate) fn index(&self, engine: &Engine) -> anyhow::Result<Option<String>> {
        if self.words_only() {
            return Ok(None);
        }
        engine.index_all(&mut |_| true)?;
        Ok(Some(engine.embedder()?.model().as_str().to_owned()))
    }

    pub(crate) fn apply(&self, options: &mut EngineOptions) {
        options.embedding = self.embedding.clone();
        options.ablation = self.ablation;
    }
}
