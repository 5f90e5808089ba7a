//! The inbox as it crosses to the window: what waits for a decision, in a person's words. What
//! waits and what deciding does is the ledger's; the words are the engine's.

use serde::{Deserialize, Serialize};

use crate::fact::{Source, TimelineKey};
use crate::time::Instant;

/// What waits for a decision, and what was decided on lately.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Inbox {
    /// Oldest first, as many as a person would look through.
    pub waiting: Vec<InboxItem>,
    /// How many wait in all.
    pub total: u32,
    /// Newest first.
    pub decided: Vec<InboxItem>,
}

/// Something to be decided on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct InboxItem {
    pub id: String,
    pub kind: InboxKind,
    /// "Last we heard 8080; now 9443. Did it change?"
    pub question: String,
    /// Why it waits.
    pub reason: String,
    /// When it came up.
    #[specta(type = String)]
    pub since: Instant,
    /// Whose act it is.
    pub authority: Option<String>,
    /// The key that it is about, where it is about one.
    pub key: Option<TimelineKey>,
    /// The values at issue: what holds first, then what was told or proposed.
    pub sides: Vec<InboxSide>,
    pub choices: Vec<InboxChoice>,
    /// Whether another value can be given in place of what was told.
    pub editable: bool,
    pub decision: Option<InboxDecision>,
}

/// What an item asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum InboxKind {
    /// Which of several values holds?
    Dispute,
    /// Told by a lesser or uncertain source: does it count?
    Held,
    /// Does the old value hold again?
    Unsettled,
    /// Nobody has vouched for it in long: still so?
    Still,
    /// A kept text says that it ended: did it?
    Ended,
    /// Do two names mean one thing?
    Same,
    /// Should a relation be otherwise?
    Relation,
    /// A claim lost a source: does it stand?
    Claim,
    /// Should an entry be taken back?
    Unsupported,
}

/// A value at issue, with the text that tells it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct InboxSide {
    pub role: InboxRole,
    /// The value, or what an act without one does; null where it was forgotten.
    pub object: Option<String>,
    #[specta(type = Option<String>)]
    pub valid_from: Option<Instant>,
    #[specta(type = Option<String>)]
    pub valid_to: Option<Instant>,
    pub source: Option<Source>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum InboxRole {
    /// It holds at present.
    Holds,
    /// It was told or proposed, and waits.
    Waits,
    /// One of several that were told for the same time.
    Rival,
}

/// An answer that is offered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct InboxChoice {
    /// "Yes, it changed"
    pub words: String,
    pub answer: InboxAnswer,
}

/// What somebody decides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum InboxAnswer {
    Accept,
    Reject,
    /// Of a dispute: the entry that holds.
    Choose {
        entry: String,
    },
    /// Another value in place of what was told. Dates are as typed; empty is as told.
    Edit {
        object: String,
        from: String,
        to: String,
    },
}

/// What was decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct InboxDecision {
    /// The entry; voiding it takes the decision back.
    pub event: String,
    /// "accepted"
    pub words: String,
    #[specta(type = String)]
    pub at: Instant,
}

/// What an answer would change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct InboxEffect {
    /// "8080 until 2026-11-20; 9443 from 2026-11-20"
    pub words: String,
    /// How many keys would have other values.
    pub keys: u32,
}

/// What a background pass came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct PassReport {
    /// Items that are new in the inbox.
    pub proposed: u32,
    /// Values past their half-life beyond those proposed at once.
    pub left: u32,
    /// Whether it was stopped before its end; what it had proposed stays.
    pub cancelled: bool,
}
