//! What callers say to a ledger and hear back: writes, the things told in them, receipts.

use std::collections::BTreeMap;

use memstrata_model::{
    Authority, Cardinality, EpisodeKind, Instant, OnConflict, Outcome, Precision, ValidFromSource,
};
use serde::Serialize;

use crate::line::SpaceSettings;

/// A write: at most one episode and what it tells. It lands whole or not at all.
#[derive(Clone, Debug)]
pub struct Write {
    pub space: String,
    /// The wall clock.
    pub now: Instant,
    pub episode: Option<NewEpisode>,
    /// The id of an episode kept already that the things told were read from; not beside
    /// `episode`.
    pub about: Option<String>,
    pub told: Vec<Told>,
    pub authority: Authority,
    /// The newest entry that the caller saw on the key of the first thing told ("" for none);
    /// the write is refused where another stands there now.
    pub if_head: Option<String>,
    /// The batch that the write belongs to.
    pub batch: Option<String>,
    /// Store the episode even where the same text was forgotten.
    pub bring_back: bool,
    /// The file that the episode was read from, where the text does not tell when it was said: read
    /// again, it is nothing new until the file tells something else.
    pub of_file: Option<String>,
    /// Record no void of what is withdrawn already, and no alias that is so already.
    pub unless_so: bool,
}

impl Write {
    #[must_use]
    pub fn new(space: &str, now: Instant) -> Self {
        Write {
            space: space.to_owned(),
            now,
            episode: None,
            about: None,
            told: Vec::new(),
            authority: Authority::User,
            if_head: None,
            batch: None,
            bring_back: false,
            of_file: None,
            unless_so: false,
        }
    }
}

/// A piece of evidence to keep.
#[derive(Clone, Debug)]
pub struct NewEpisode {
    pub id: Option<String>,
    pub kind: EpisodeKind,
    pub text: String,
    /// When it was said; the moment of recording where it is not known.
    pub occurred_at: Option<Instant>,
    pub author: Option<String>,
    pub locator: Option<String>,
    pub importance: Option<f64>,
}

/// One thing told.
#[derive(Clone, Debug)]
pub enum Told {
    Assert(NewAssert),
    End(NewEnd),
    Confirm(NewConfirm),
    /// The id of the entry that was never so.
    Void(String),
    /// A value that was never so.
    Retract(NewRetract),
    Relation(NewRelation),
    /// A dispute's or held entry's id, and the choice: an entry's id, `accept` or `reject`.
    Resolve {
        dispute: String,
        choice: String,
    },
    /// A decision that tells something of its own: what counts instead of the item ("edit"), or
    /// what accepting it comes to. Withdrawing the decision withdraws that too.
    Decide {
        item: String,
        choice: String,
        acts: Vec<Told>,
    },
    /// What should be told, and why: it waits until a decision lets it in.
    Propose(NewProposal),
    /// New settings of the write's space.
    Space(SpaceSettings),
    /// One name for two: a subject, or a key moved into another.
    Alias(NewAlias),
    /// The episode of this write is a statement derived from these entries.
    Claim(Vec<String>),
    /// Erases an episode's text and what rests on it alone; [`Ledger::scrub`] follows.
    Forget(String),
    /// Opens a batch with this id and label.
    Batch {
        id: String,
        label: String,
    },
}

#[derive(Clone, Debug, Default)]
pub struct NewAssert {
    pub subject: String,
    pub relation: String,
    pub scope: Option<String>,
    pub object: String,
    /// The form that values are compared in, where it is not the object's own text.
    pub value: Option<String>,
    /// With no source given: stated where there is a date, else the moment it was said.
    pub valid_from: Option<Instant>,
    pub valid_from_source: Option<ValidFromSource>,
    pub valid_to: Option<Instant>,
    pub window: bool,
    pub precision: Option<Precision>,
    pub confidence: Option<f64>,
    /// Where its words stand in the episode (bytes).
    pub span: Option<(u32, u32)>,
    /// Make the relation many-valued if nothing is known of it yet.
    pub set_valued: bool,
    /// Too uncertain to close another value: where one holds, it waits for a decision.
    pub uncertain: bool,
    /// What read it from the text: the extractor's version and rule, or a model's name.
    pub read_by: Option<String>,
}

#[derive(Clone, Debug, Default)]
pub struct NewEnd {
    pub subject: String,
    pub relation: String,
    pub scope: Option<String>,
    pub object: Option<String>,
    pub value: Option<String>,
    /// The moment it was said, where not given.
    pub at: Option<Instant>,
    pub precision: Option<Precision>,
    pub span: Option<(u32, u32)>,
    /// As of an assert.
    pub read_by: Option<String>,
}

#[derive(Clone, Debug, Default)]
pub struct NewConfirm {
    pub subject: String,
    pub relation: String,
    pub scope: Option<String>,
    pub object: String,
    pub value: Option<String>,
    pub at: Option<Instant>,
    pub span: Option<(u32, u32)>,
}

/// A value that was never so, whoever vouched for it. What is told of its key in the same write
/// without a start of its own gets the start that the value had.
#[derive(Clone, Debug, Default)]
pub struct NewRetract {
    pub subject: String,
    pub relation: String,
    pub scope: Option<String>,
    pub object: String,
    /// As of an assert.
    pub value: Option<String>,
    /// At no time, rather than in the interval that holds when it is said.
    pub everywhere: bool,
    pub span: Option<(u32, u32)>,
}

#[derive(Clone, Debug)]
pub struct NewRelation {
    pub relation: String,
    pub cardinality: Cardinality,
    pub half_life_days: Option<i64>,
    pub on_conflict: Option<OnConflict>,
    pub importance: Option<f64>,
    /// All other names of it: keys told under them count for this relation.
    pub aliases: Vec<String>,
}

impl NewRelation {
    /// A relation of which nothing else is said.
    #[must_use]
    pub fn new(relation: &str, cardinality: Cardinality) -> Self {
        NewRelation {
            relation: relation.to_owned(),
            cardinality,
            half_life_days: None,
            on_conflict: None,
            importance: None,
            aliases: Vec::new(),
        }
    }
}

/// Something to be decided on.
#[derive(Clone, Debug, Default)]
pub struct NewProposal {
    /// Why, in words that quote no value: a reason cannot be forgotten.
    pub reason: String,
    /// The entries that it is about.
    pub about: Vec<String>,
    /// What would count: asserts, ends, confirms, voids, aliases, relations.
    pub acts: Vec<Told>,
}

/// A subject, or with a relation one key, that counts for another from now on.
#[derive(Clone, Debug, Default)]
pub struct NewAlias {
    pub subject: String,
    pub relation: Option<String>,
    pub scope: Option<String>,
    pub into_subject: String,
    /// The same relation where not given.
    pub into_relation: Option<String>,
    pub into_scope: Option<String>,
}

/// What a write came to.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Receipt {
    /// The episode stored, or the one that had the same text already.
    pub episode: Option<String>,
    pub duplicate: bool,
    pub applied: Vec<Applied>,
    /// The starts that asserts took over from what the write takes back, by their place among the
    /// things told; null for since some unknown time.
    #[serde(skip)]
    pub taken_starts: BTreeMap<usize, Option<Instant>>,
    /// When the text was forgotten, where it is known for that and was therefore refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forgotten: Option<Instant>,
}

/// How one thing told met its key.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Applied {
    /// The id of the entry that records it; empty where nothing was recorded.
    pub event: String,
    pub outcome: Outcome,
    /// The values that it closed.
    pub superseded: Vec<Superseded>,
}

impl Applied {
    /// What is told is so already, and nothing is recorded.
    pub(crate) fn so_already() -> Applied {
        Applied { event: String::new(), outcome: Outcome::Duplicate, superseded: Vec::new() }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Superseded {
    pub object: String,
    pub valid_from: Option<Instant>,
    pub valid_to: Option<Instant>,
    /// The entry that had asserted it.
    pub asserted_by: String,
}
