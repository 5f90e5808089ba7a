//! The log as a file: one JSON document a line, in system-time order, the header first
//! (`assets/docs/log-format.md`). These types are the format; an unknown field is an error.

use std::collections::BTreeMap;

use memstrata_model::{Authority, Cardinality, EpisodeKind, Instant, OnConflict, Precision, ValidFromSource};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

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
