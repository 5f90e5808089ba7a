//! The first line of a log: its format, its end, and the spaces with their settings.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{FORMAT, FORMAT_VERSION, Line};

/// The first line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export_to = "log.ts")]
#[serde(deny_unknown_fields)]
pub struct Header {
    pub format: String,
    pub version: u32,
    pub spaces: Vec<SpaceSettings>,
    /// How many lines the file has, this one too, so that one that lost its end is known for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(type = "number | null")]
    pub lines: Option<usize>,
    /// SHA-256 of this line without this field, in hexadecimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seal: Option<String>,
}

impl Header {
    /// A header of some spaces that tells nothing of what follows it.
    #[must_use]
    pub fn of(spaces: &[SpaceSettings]) -> Self {
        Header {
            format: FORMAT.to_owned(),
            version: FORMAT_VERSION,
            spaces: spaces.to_vec(),
            lines: None,
            seal: None,
        }
    }

    /// The same for a file of so many lines.
    #[must_use]
    pub fn sealed(mut self, lines: usize) -> Self {
        self.lines = Some(lines);
        self.seal = Some(self.own_seal());
        self
    }

    /// What its seal should be.
    #[must_use]
    pub fn own_seal(&self) -> String {
        let bare = Line::Header(Header { seal: None, ..self.clone() });
        crate::hash::text_digest(&serde_json::to_string(&bare).expect("a header is JSON"))
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export_to = "log.ts")]
#[serde(deny_unknown_fields)]
pub struct SpaceSettings {
    pub name: String,
    /// IANA name.
    #[serde(default = "utc")]
    pub timezone: String,
    /// BCP 47.
    #[serde(default = "british")]
    pub locale: String,
    /// `monday`, `sunday` or `saturday`.
    #[serde(default = "monday")]
    pub week_start: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scoring: Option<Scoring>,
}

/// How passages are scored where a question is asked; what is not said is as published.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[ts(export_to = "log.ts")]
#[serde(default, deny_unknown_fields)]
pub struct Scoring {
    /// Weight of how lately a passage was recorded, 0 to 100.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recency: Option<f64>,
    /// Weight of importance, 0 to 100.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub importance: Option<f64>,
    /// Weight of similarity to the question, 0 to 100.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub similarity: Option<f64>,
    /// Days after which recency is half.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recency_half_life_days: Option<f64>,
    /// Days around the time asked about in which a confirmation counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verified_days: Option<f64>,
    /// What freshness is multiplied by for such a confirmation, 1 to 10; never above 1 in all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verified_factor: Option<f64>,
    /// Days for which a value that has ended is still shown; 0 is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grace_days: Option<f64>,
    /// What the freshness of such a value is multiplied by, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grace_factor: Option<f64>,
    /// Candidates that the gate is shown at first, 1 to 1,000.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recall: Option<u32>,
    /// Passages that are served where the question does not say how many, 1 to 100.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub passages: Option<u32>,
    /// Whether plain retrieval merges words with meaning, as hybrid RAG does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hybrid: Option<bool>,
    /// Whether a language model orders what plain retrieval finds, where the person asking names one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rerank: Option<bool>,
    /// Whether the ledger is looked over while nobody writes to it; it is where nothing is said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub idle: Option<bool>,
}

fn utc() -> String {
    "UTC".to_owned()
}
fn british() -> String {
    "en-GB".to_owned()
}
fn monday() -> String {
    "monday".to_owned()
}
