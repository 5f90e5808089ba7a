//! The log as a file: one JSON document a line, in system-time order, the header first
//! (`assets/docs/log-format.md`). These types are the format; an unknown field is an error.

use std::collections::BTreeMap;

use memstrata_model::{Authority, Cardinality, EpisodeKind, Instant, OnConflict, Precision, ValidFromSource};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

mod header;

pub use header::{Header, Scoring, SpaceSettings};

pub const FORMAT: &str = "memstrata-log";
pub const FORMAT_VERSION: u32 = 1;

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export_to = "log.ts")]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Line {
    Header(Header),
    Space(SpaceLine),
    Episode(EpisodeLine),
    Assert(AssertLine),
    End(EndLine),
    Void(VoidLine),
    Confirm(ConfirmLine),
    Relation(RelationLine),
    Alias(AliasLine),
    Resolve(ResolveLine),
    Proposal(ProposalLine),
    Claim(ClaimLine),
    Forget(ForgetLine),
    Batch(BatchLine),
}

fn default_space() -> String {
    "default".to_owned()
}
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
fn is_false(value: &bool) -> bool {
    !value
}

/// Evidence: an episode, and where its words stand in it (bytes).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export_to = "log.ts")]
#[serde(untagged)]
pub enum EpisodeRef {
    Id(String),
    Span(EpisodeSpan),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export_to = "log.ts")]
#[serde(deny_unknown_fields)]
pub struct EpisodeSpan {
    pub id: String,
    pub span: (u32, u32),
}

impl EpisodeRef {
    #[must_use]
    pub fn id(&self) -> &str {
        match self {
            EpisodeRef::Id(id) | EpisodeRef::Span(EpisodeSpan { id, .. }) => id,
        }
    }

    #[must_use]
    pub fn span(&self) -> Option<(u32, u32)> {
        match self {
            EpisodeRef::Id(_) => None,
            EpisodeRef::Span(s) => Some(s.span),
        }
    }
}

macro_rules! line {
    ($(#[$doc:meta])* $name:ident { $($(#[$fdoc:meta])* $field:ident : $type:ty),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
        #[ts(export_to = "log.ts")]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub id: Option<String>,
            #[serde(default = "default_space")]
            pub space: String,
            /// System time; without it the line is recorded when it is read.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[ts(type = "string | null")]
            pub recorded_at: Option<Instant>,
            $($(#[$fdoc])* pub $field: $type,)*
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[ts(type = "\"user\" | \"document\" | \"agent\" | \"model\" | null")]
            pub authority: Option<Authority>,
            /// The batch that brought it.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub batch: Option<String>,
            /// The entry's place in the hash chain; checked where it is there.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub hash: Option<String>,
        }
    };
}

line! {
    /// A space made or changed after the beginning.
    SpaceLine {
        timezone: String,
        locale: String,
        week_start: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        scoring: Option<Scoring>,
    }
}

line! {
    /// A piece of raw evidence. Its text is null once forgotten; the digests stay.
    EpisodeLine {
        #[ts(type = "\"chat\" | \"note\" | \"commit\" | \"file\" | \"import\" | \"agent\"")]
        kind: EpisodeKind,
        text: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(type = "string | null")]
        occurred_at: Option<Instant>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        author: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        locator: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        importance: Option<f64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        salt: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sha256: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        norm_sha256: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        digest: Option<String>,
    }
}

line! {
    /// A value from a time on.
    AssertLine {
        subject: String,
        relation: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        scope: Option<String>,
        object: Option<String>,
        /// The form in which values are compared, where it is not the object's own text
        /// ("3600 s" for "1 h").
        #[serde(default, skip_serializing_if = "Option::is_none")]
        value: Option<String>,
        #[ts(type = "string | null")]
        valid_from: Option<Instant>,
        #[serde(default)]
        #[ts(type = "string | null")]
        valid_to: Option<Instant>,
        #[serde(default, skip_serializing_if = "is_false")]
        window: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(type = "\"stated\" | \"said_at\" | \"recorded\" | \"unknown\" | null")]
        valid_from_source: Option<ValidFromSource>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(type = "\"instant\" | \"day\" | \"week\" | \"month\" | \"quarter\" | \"year\" | null")]
        precision: Option<Precision>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        confidence: Option<f64>,
        /// Stored, but not counted until a `resolve` accepts it.
        #[serde(default, skip_serializing_if = "is_false")]
        held: bool,
        #[serde(default)]
        episodes: Vec<EpisodeRef>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        salt: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        digest: Option<String>,
        /// For a forgotten object: which other objects of its key it equals.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        same_as: Option<u32>,
        /// Where a value that it equalled was forgotten: the numbers that the equal ones share.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        alike: Vec<i64>,
        /// What read it from the text: the extractor's version and rule, or the model's name;
        /// absent where it was told as such.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        read_by: Option<String>,
        /// Of an entry that lost the place of forgotten words: over its hash and what is left of it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seal: Option<String>,
    }
}

line! {
    /// From `at` on no such value; without an object, no value.
    EndLine {
        subject: String,
        relation: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        scope: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        object: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        value: Option<String>,
        #[ts(type = "string")]
        at: Instant,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(type = "\"instant\" | \"day\" | \"week\" | \"month\" | \"quarter\" | \"year\" | null")]
        precision: Option<Precision>,
        /// Stored, but not counted until a decision lets it in.
        #[serde(default, skip_serializing_if = "is_false")]
        held: bool,
        #[serde(default)]
        episodes: Vec<EpisodeRef>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        salt: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        digest: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        same_as: Option<u32>,
        /// Where a value that it equalled was forgotten: the numbers that the equal ones share.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        alike: Vec<i64>,
        /// What read it from the text: the extractor's version and rule, or the model's name;
        /// absent where it was told as such.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        read_by: Option<String>,
        /// Of an entry that lost the place of forgotten words: over its hash and what is left of it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seal: Option<String>,
    }
}

line! {
    /// The target, any earlier entry, stops counting.
    VoidLine {
        target: String,
        /// Stored, but not counted until a decision lets it in.
        #[serde(default, skip_serializing_if = "is_false")]
        held: bool,
        #[serde(default)]
        episodes: Vec<EpisodeRef>,
        /// Of an entry that lost the place of forgotten words: over its hash and what is left of it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seal: Option<String>,
    }
}

line! {
    /// Someone vouched for a value at a time.
    ConfirmLine {
        subject: String,
        relation: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        scope: Option<String>,
        object: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        value: Option<String>,
        #[ts(type = "string")]
        at: Instant,
        /// Stored, but not counted until a decision lets it in.
        #[serde(default, skip_serializing_if = "is_false")]
        held: bool,
        #[serde(default)]
        episodes: Vec<EpisodeRef>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        salt: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        digest: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        same_as: Option<u32>,
        /// Where a value that it equalled was forgotten: the numbers that the equal ones share.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        alike: Vec<i64>,
        /// Of an entry that lost the place of forgotten words: over its hash and what is left of it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seal: Option<String>,
    }
}

line! {
    /// What a relation is; without a system time it holds from the beginning.
    RelationLine {
        relation: String,
        #[ts(type = "\"one\" | \"set\" | \"fixed\"")]
        cardinality: Cardinality,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        half_life_days: Option<i64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(type = "\"supersede\" | \"confirm\" | null")]
        on_conflict: Option<OnConflict>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        importance: Option<f64>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        aliases: Vec<String>,
        /// Stored, but not counted until a decision lets it in.
        #[serde(default, skip_serializing_if = "is_false")]
        held: bool,
    }
}

line! {
    /// One name for two: a subject, or a key moved into another.
    AliasLine {
        subject: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        relation: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        scope: Option<String>,
        into_subject: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        into_relation: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        into_scope: Option<String>,
        /// Stored, but not counted until a decision lets it in.
        #[serde(default, skip_serializing_if = "is_false")]
        held: bool,
    }
}

line! {
    /// A decision: which of two disputed asserts holds (its id), or whether a held one or what was
    /// proposed counts (`accept`, `reject`, or `edit` where something else counts instead). What a
    /// decision tells of its own names it as its batch.
    ResolveLine {
        dispute: String,
        choice: String,
    }
}

line! {
    /// What somebody or some program proposes: the held entries that name it as their batch. The
    /// reason says why in words; it should quote no value, since it cannot be forgotten.
    ProposalLine {
        reason: String,
        /// Entries that it is about.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        about: Vec<String>,
    }
}

line! {
    /// A higher-order statement and what it rests on (entries, episodes, other claims).
    ClaimLine {
        derived_from: Vec<String>,
        /// Of each fact among it that several entries tell, those: the claim falls with the last of them.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        together: Vec<Vec<String>>,
        #[serde(default)]
        episodes: Vec<EpisodeRef>,
        /// Of an entry that lost the place of forgotten words: over its hash and what is left of it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seal: Option<String>,
    }
}

line! {
    /// An episode's text was erased.
    ForgetLine {
        target: String,
    }
}

line! {
    /// The bracket of an import: what names it as its batch is withdrawn with it.
    BatchLine {
        label: String,
    }
}

/// What an entry without a key keeps of its line: the fields that no column holds, as JSON with
/// sorted names, so that the hash of a restored entry is that of the original.
pub(crate) fn payload(line: &Line) -> String {
    let fields: BTreeMap<String, serde_json::Value> = match serde_json::to_value(line) {
        Ok(serde_json::Value::Object(fields)) => fields.into_iter().collect(),
        _ => BTreeMap::new(),
    };
    let columns = ["type", "id", "recorded_at", "authority", "batch", "held", "hash", "seal"];
    let kept: BTreeMap<&String, &serde_json::Value> =
        fields.iter().filter(|(name, _)| !columns.contains(&name.as_str())).collect();
    serde_json::to_string(&kept).expect("JSON values are JSON")
}

/// The space that a line belongs to; the header belongs to none.
#[must_use]
pub fn space_of(line: &Line) -> Option<&str> {
    Some(match line {
        Line::Header(_) => return None,
        Line::Space(l) => &l.space,
        Line::Episode(l) => &l.space,
        Line::Assert(l) => &l.space,
        Line::End(l) => &l.space,
        Line::Void(l) => &l.space,
        Line::Confirm(l) => &l.space,
        Line::Relation(l) => &l.space,
        Line::Alias(l) => &l.space,
        Line::Resolve(l) => &l.space,
        Line::Proposal(l) => &l.space,
        Line::Claim(l) => &l.space,
        Line::Forget(l) => &l.space,
        Line::Batch(l) => &l.space,
    })
}
