//! The settings of a space as they cross to the window: what is set, what holds where nothing is,
//! and what a change would do. What can be set is the ledger's; the words are the engine's.

use serde::{Deserialize, Serialize};

/// The settings of a space.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Settings {
    pub name: String,
    /// IANA name.
    pub timezone: String,
    /// BCP 47.
    pub locale: String,
    /// `monday`, `sunday` or `saturday`.
    pub week_start: String,
    pub scoring: ScoringSettings,
}

/// How passages are found and scored; what is null is as published.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct ScoringSettings {
    pub recency: Option<f64>,
    pub importance: Option<f64>,
    pub similarity: Option<f64>,
    pub recency_half_life_days: Option<f64>,
    pub verified_days: Option<f64>,
    pub verified_factor: Option<f64>,
    pub grace_days: Option<f64>,
    pub grace_factor: Option<f64>,
    pub recall: Option<u32>,
    pub passages: Option<u32>,
    pub hybrid: Option<bool>,
    pub rerank: Option<bool>,
    /// Whether the ledger is looked over while nobody writes to it.
    pub idle: Option<bool>,
}

/// All that the window's settings show of a space.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct SettingsPage {
    pub settings: Settings,
    /// What holds where nothing is set; none of it is null.
    pub published: ScoringSettings,
    /// The language model that may order passages; null where the person has named none.
    pub reranker: Option<String>,
    /// How the present settings read 03/04/2026: "2026-04-03".
    pub example: String,
}

/// What settings would change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct SettingsEffect {
    /// Whether anything would be recorded.
    pub changed: bool,
    /// How they would read 03/04/2026.
    pub example: String,
    /// How many keys would have other values.
    pub keys: u32,
}

/// The history of a key in a sentence, kept or to be kept as a claim.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct HistoryClaim {
    pub text: String,
    /// How many entries it rests on.
    pub entries: u32,
    /// The claim that says so; null where none does yet.
    pub claim: Option<String>,
    /// Whether it takes the place of a claim of before.
    pub replaces: bool,
    /// Whether anything was, or would be, stored.
    pub changed: bool,
}
