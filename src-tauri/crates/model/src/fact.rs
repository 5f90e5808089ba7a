//! Facts as they are read: values with their intervals, states and sources.

use serde::{Deserialize, Serialize};

use crate::event::{ClosingRule, ValidFromSource};
use crate::time::{Instant, Precision};

/// What stands in place of a value that was forgotten.
pub const FORGOTTEN: &str = "(forgotten)";

/// Where a fact stands, seen from a moment on both clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum FactState {
    /// Holds at the time asked about.
    Current,
    /// Its interval was over by then.
    Past,
    /// Its interval had not begun.
    Future,
    /// Holds, and another source says otherwise for the same time.
    Disputed,
    /// Believed once, voided since.
    Withdrawn,
}

/// The piece of evidence behind a fact.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct Source {
    /// The episode's id.
    pub episode: String,
    pub kind: String,
    /// Null where the text was forgotten.
    pub text: Option<String>,
    /// Byte range of the words that carry the fact, where known.
    pub span: Option<(u32, u32)>,
    #[specta(type = String)]
    pub occurred_at: Instant,
    #[specta(type = String)]
    pub recorded_at: Instant,
    pub author: Option<String>,
    /// Path and line, commit, message id: where it can be found again.
    pub locator: Option<String>,
    /// What it said: `assert`, `confirm` or `end`.
    pub role: String,
}

/// One believed value with its interval.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Fact {
    /// The id of the version, `f` and a number; stable within a ledger.
    pub id: String,
    pub subject: String,
    pub relation: String,
    pub scope: Option<String>,
    pub object: String,
    #[specta(type = Option<String>)]
    pub valid_from: Option<Instant>,
    #[specta(type = Option<String>)]
    pub valid_to: Option<Instant>,
    pub valid_from_source: ValidFromSource,
    pub precision: Precision,
    #[specta(type = String)]
    pub sys_from: Instant,
    #[specta(type = Option<String>)]
    pub sys_to: Option<Instant>,
    pub state: FactState,
    pub closing_rule: Option<ClosingRule>,
    /// The event that took its place.
    pub superseded_by: Option<String>,
    /// The event that opened it.
    pub asserted_by: String,
    #[specta(type = Option<String>)]
    pub last_verified: Option<Instant>,
    /// 0 to 1, from the extractor; 1 for what was asserted by hand.
    pub confidence: f64,
    /// The sentence of the first source.
    pub text: Option<String>,
    pub sources: Vec<Source>,
}

/// One interval of a key's timeline, as a document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct TimelineInterval {
    pub id: String,
    pub object: String,
    #[specta(type = Option<String>)]
    pub valid_from: Option<Instant>,
    #[specta(type = Option<String>)]
    pub valid_to: Option<Instant>,
    pub closing_rule: Option<ClosingRule>,
    pub superseded_by: Option<String>,
    #[specta(type = Option<String>)]
    pub last_verified: Option<Instant>,
    /// Whether two sources gave different objects for the same change point, unresolved.
    pub disputed: bool,
    pub sources: Vec<Source>,
}

/// The timeline of a key at one system time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Timeline {
    pub key: TimelineKey,
    pub set_valued: bool,
    #[specta(type = String)]
    pub known_at: Instant,
    pub intervals: Vec<TimelineInterval>,
}

/// A key as it is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct TimelineKey {
    pub space: String,
    pub subject: String,
    pub relation: String,
    pub scope: Option<String>,
}
