//! What is about to be added to the log: drafts of entries and episodes, and what they point at.

use memstrata_model::{Authority, EpisodeKind, EventKind, Instant, Key, Precision, ValidFromSource};

use crate::hash::Hash;

/// A key as told.
#[derive(Clone, Debug)]
pub(crate) struct KeyNames<'a> {
    pub subject: &'a str,
    pub relation: &'a str,
    pub scope: Option<&'a str>,
}

/// A value in the ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ObjectRow {
    pub id: i64,
    pub lane: i64,
    pub digest: Hash,
}

/// A text for which the log holds a salted digest.
#[derive(Clone, Debug)]
pub(crate) enum Sealed<'a> {
    Open {
        text: &'a str,
        salt: Option<Vec<u8>>,
    },
    /// Forgotten: the digest alone.
    Gone {
        digest: Vec<u8>,
    },
}

/// An episode's row, its id, and where its words stand in it (bytes).
pub(crate) type Evidence = (i64, String, Option<(u32, u32)>);

/// An entry to be added.
#[derive(Clone, Debug)]
pub(crate) struct Draft<'a> {
    pub space: i64,
    pub space_name: &'a str,
    pub id: Option<&'a str>,
    pub kind: EventKind,
    pub recorded_at: Option<Instant>,
    pub key: Option<(i64, Key)>,
    pub object: Option<ObjectRow>,
    pub change_point: Option<Instant>,
    pub valid_to: Option<Instant>,
    pub window: bool,
    pub source: Option<ValidFromSource>,
    pub precision: Option<Precision>,
    pub confidence: Option<f64>,
    pub authority: Option<Authority>,
    pub target: Option<(i64, &'a str)>,
    pub batch: Option<(i64, &'a str)>,
    pub held: bool,
    pub payload: Option<String>,
    /// Episodes by row and id, with the span of the words that carry the fact.
    pub evidence: Vec<Evidence>,
    /// Checked against the hash that comes out, where given.
    pub expect_hash: Option<&'a str>,
    /// Of an entry that lost the place of forgotten words: it keeps the hash expected, which with
    /// what is left of it gives this.
    pub seal: Option<&'a str>,
}

impl<'a> Draft<'a> {
    pub fn new(space: i64, space_name: &'a str, kind: EventKind) -> Self {
        Draft {
            space,
            space_name,
            id: None,
            kind,
            recorded_at: None,
            key: None,
            object: None,
            change_point: None,
            valid_to: None,
            window: false,
            source: None,
            precision: None,
            confidence: None,
            authority: None,
            target: None,
            batch: None,
            held: false,
            payload: None,
            evidence: Vec::new(),
            expect_hash: None,
            seal: None,
        }
    }
}

/// An episode to be added, beside the draft of its entry.
#[derive(Clone, Debug)]
pub(crate) struct EpisodeDraft<'a> {
    pub kind: EpisodeKind,
    pub author: Option<&'a str>,
    pub locator: Option<&'a str>,
    pub occurred_at: Option<Instant>,
    pub importance: Option<f64>,
    pub text: Sealed<'a>,
    /// Of a forgotten text: its digests.
    pub digests: Option<(Vec<u8>, Vec<u8>)>,
}

/// An entry that was added.
#[derive(Clone, Debug)]
pub(crate) struct Added {
    pub seq: i64,
    pub id: String,
    pub recorded_at: Instant,
}
