//! The documents that cross to the window and to `--json`. Instants are RFC 3339 strings, open
//! bounds are null. Lane marks travel as columns of bytes; [`LaneMarks`] fixes their layout.

mod stale;

use serde::{Deserialize, Serialize};

use crate::fact::{Fact, FactState, TimelineInterval};
use crate::time::Instant;

/// What is open, and how it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct LedgerInfo {
    pub path: String,
    /// Shown in the top bar: the file's stem, or "Sample ledger".
    pub name: String,
    pub space: String,
    /// The spaces of the ledger, by name, this one too.
    pub spaces: Vec<String>,
    pub timezone: String,
    pub sample: bool,
    pub keys: u32,
    pub facts: u32,
    pub episodes: u32,
    pub commits: u32,
    /// System time of the newest entry; null while empty.
    #[specta(type = Option<String>)]
    pub head: Option<Instant>,
    /// What the newest commit was, in words (its first source's kind or author).
    pub last_commit: Option<String>,
    /// The wall clock of the core, which "now" on screen means.
    #[specta(type = String)]
    pub now: Instant,
    /// First and last known bound on the valid axis.
    #[specta(type = Option<String>)]
    pub valid_from: Option<Instant>,
    #[specta(type = Option<String>)]
    pub valid_to: Option<Instant>,
    pub index: IndexState,
}

/// How far the embeddings are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct IndexState {
    pub state: IndexPhase,
    pub done: u32,
    pub total: u32,
    pub model: Option<String>,
    /// What is missing and how to get it.
    pub message: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum IndexPhase {
    Ready,
    Indexing,
    /// No model: words are searched, vectors are not.
    Unavailable,
}

/// Which moment on which clock. Null is now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct Viewpoint {
    #[specta(type = Option<String>)]
    pub as_of: Option<Instant>,
    #[specta(type = Option<String>)]
    pub known_at: Option<Instant>,
}

/// Which lanes to list.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct LaneQuery {
    pub view: Viewpoint,
    /// Words that must stand in subject, relation or a value.
    pub filter: String,
    /// Only lanes with a conflict.
    pub conflicts: bool,
    /// Only lanes with a withdrawn value; withdrawn values get rows of their own.
    pub withdrawn: bool,
    /// Only lanes that are believed otherwise today (where `known_at` is in the past).
    pub believed_otherwise: bool,
}

/// A lane of the gutter: one key, or one value of a set-valued key.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct LaneRow {
    /// Index of the lane; the `lane` column of the marks refers to it.
    pub lane: u32,
    pub subject: String,
    pub relation: String,
    pub scope: Option<String>,
    pub set_valued: bool,
    /// For a set-valued key: the value that has this row; a withdrawn row: the withdrawn value.
    pub member: Option<String>,
    pub withdrawn: bool,
    /// The value at AS OF, or null where none holds.
    pub value: Option<String>,
    pub conflict: bool,
    pub corrected: bool,
    pub believed_otherwise: bool,
}

/// The lanes of a query, in the order they are drawn: by subject, then relation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct LaneIndex {
    pub rows: Vec<LaneRow>,
    /// How many lanes there are without the filter.
    pub total: u32,
    /// How many lanes are believed otherwise today.
    pub believed_otherwise: u32,
}

/// Marks of some lanes in a window of valid time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct MarkQuery {
    pub lanes: LaneQuery,
    /// First lane and how many.
    pub first: u32,
    pub count: u32,
    /// The window, milliseconds since the epoch.
    pub from_ms: f64,
    pub to_ms: f64,
    /// Its width in pixels; marks under 2 px are merged with a count.
    pub width_px: u32,
}

/// The byte layout of lane marks, little endian, `n` marks and `m` labels:
///
/// | bytes | what |
/// | --- | --- |
/// | 4 + 4 | `n: u32`, `m: u32` |
/// | 8·n | `from: f64` milliseconds; −∞ = unknown start |
/// | 8·n | `to: f64` milliseconds; +∞ = open |
/// | 8·n | `coarse_to: f64` end of the uncertain span of a coarse start; `from` where exact |
/// | 8·n | `sys_from: f64` milliseconds: when it was learned |
/// | 4·n | `lane: u32` |
/// | 4·n | `label: u32` index into the labels |
/// | 4·n | `fact: u32` number of the version (`f12` is 12); 0 for a merged mark |
/// | 4·n | `count: u32` how many marks were merged into this one, 1 for a plain mark |
/// | 1·n | `state: u8` 0 current, 1 past, 2 future, 3 disputed (holds), 4 disputed (the other), 5 withdrawn |
/// | 1·n | `flags: u8` bit 0 learned more than 14 days late, bit 1 corrected, bit 2 uncertain |
/// | rest | JSON array of `m` label strings, UTF-8 |
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LaneMarks {
    pub from: Vec<f64>,
    pub to: Vec<f64>,
    pub coarse_to: Vec<f64>,
    pub sys_from: Vec<f64>,
    pub lane: Vec<u32>,
    pub label: Vec<u32>,
    pub fact: Vec<u32>,
    pub count: Vec<u32>,
    pub state: Vec<u8>,
    pub flags: Vec<u8>,
    pub labels: Vec<String>,
}

impl LaneMarks {
    #[must_use]
    pub fn len(&self) -> usize {
        self.from.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.from.is_empty()
    }

    /// The columns as bytes, in the layout of the type's table.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let labels = serde_json::to_vec(&self.labels).expect("strings are JSON");
        let mut bytes = Vec::with_capacity(8 + self.len() * 50 + labels.len());
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX).to_le_bytes();
        bytes.extend(count(self.len()));
        bytes.extend(count(self.labels.len()));
        for column in [&self.from, &self.to, &self.coarse_to, &self.sys_from] {
            column.iter().for_each(|v| bytes.extend(v.to_le_bytes()));
        }
        for column in [&self.lane, &self.label, &self.fact, &self.count] {
            column.iter().for_each(|v| bytes.extend(v.to_le_bytes()));
        }
        bytes.extend(&self.state);
        bytes.extend(&self.flags);
        bytes.extend(labels);
        bytes
    }
}

/// The ledger strip: one tick a commit (a group of entries recorded together).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Strip {
    pub commits: Vec<Commit>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Commit {
    /// Its last entry's system time: AS KNOWN set to it includes the whole commit.
    #[specta(type = String)]
    pub at: Instant,
    /// How many facts it told.
    pub facts: u32,
    /// Kind, author or locator of its source, in a few words.
    pub label: String,
}

/// How many values changed, over time; for the minimap.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Density {
    pub from_ms: f64,
    pub to_ms: f64,
    pub buckets: Vec<u32>,
}

/// All that Details shows of one fact.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct FactDetails {
    pub fact: Fact,
    pub set_valued: bool,
    /// One sentence on how it stands and where it was learned.
    pub sentence: String,
    /// Why it is uncertain, each a sentence: what it depends on has changed since it was last said.
    pub doubts: Vec<String>,
    /// All values of the key at the same system time, newest first.
    pub values: Vec<KeyValue>,
    /// What the key is believed to be today, where the viewpoint's `known_at` is in the past
    /// and that differs.
    pub believed_today: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct KeyValue {
    pub interval: TimelineInterval,
    pub state: FactState,
}

/// How to ask.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct AskRequest {
    pub question: String,
    pub view: Viewpoint,
    pub mode: AskMode,
    /// How many passages to retrieve; 0 is as many as the space has set.
    pub k: u32,
    /// Token budget of the context.
    pub budget: u32,
    /// The reading of the question before: where this one leaves out its time or what it is about,
    /// they are kept.
    pub follow: Option<Reading>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum AskMode {
    Temporal,
    Plain,
    Compare,
}

/// The answer to a question, by one way of retrieval or by both.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct AskAnswer {
    pub question: String,
    pub reading: Reading,
    pub temporal: Option<Column>,
    pub plain: Option<Column>,
    pub verdict: Option<Verdict>,
}

/// How the question was read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Reading {
    pub intent: String,
    pub clock: String,
    #[specta(type = Option<String>)]
    pub from: Option<Instant>,
    #[specta(type = Option<String>)]
    pub to: Option<Instant>,
    pub precision: Option<String>,
    pub expression: Option<String>,
    pub timezone: String,
    /// In words a person can check.
    pub reading: String,
    /// The moment on each clock that the gate stands at.
    #[specta(type = String)]
    pub as_of: Instant,
    #[specta(type = String)]
    pub known_at: Instant,
    /// When the question was put.
    #[specta(type = Option<String>)]
    pub asked_at: Option<Instant>,
    /// Which clock was left to its default, said aloud where the other is in the past.
    pub note: Option<String>,
    /// The events that the question names instead of dates, and what they were taken for.
    pub anchors: Vec<AnchorReading>,
    /// Whether something was taken over from the question before: its time, or what it was about.
    pub follows: bool,
    /// What a question that follows this one may leave out.
    pub thread: Option<Thread>,
}

/// What a question was about, for the next one that goes on from it ("and before that?").
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Thread {
    /// The question in full, without its words of time.
    pub question: String,
    /// How it names what it is about.
    pub named: String,
    /// The key that answered it; empty where none did.
    pub subject: String,
    pub relation: String,
    pub scope: String,
    /// The answer, and while it held.
    pub value: Option<String>,
    #[specta(type = Option<String>)]
    pub since: Option<Instant>,
    #[specta(type = Option<String>)]
    pub until: Option<Instant>,
}

/// An event named in a question ("before the migration"), looked up in the ledger.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct AnchorReading {
    /// Its words, without their preposition.
    pub words: String,
    /// What it may be, by date. One is taken; several are offered; none is said.
    pub candidates: Vec<AnchorCandidate>,
}

/// What an event named in a question may be.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct AnchorCandidate {
    #[specta(type = String)]
    pub from: Instant,
    /// Exclusive; equal to `from` for an instant.
    #[specta(type = String)]
    pub to: Instant,
    /// The sentence that tells of it, or the value that began then.
    pub text: String,
    /// The episode that tells of it.
    pub episode: Option<String>,
}

/// One column of the Ask pane.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Column {
    /// The value, or the sentence where no value could be read out of it; null when abstained.
    pub answer: Option<String>,
    /// A sentence under the answer: dates and source, or why there is none.
    pub explanation: String,
    pub abstained: bool,
    /// State of the answer's fact at the time asked about, where it has one.
    pub state: Option<FactState>,
    #[specta(type = Option<String>)]
    pub since: Option<Instant>,
    #[specta(type = Option<String>)]
    pub until: Option<Instant>,
    /// The facts inside the gate that the passages carry (temporal), or carried (plain).
    pub facts: Vec<ScoredFact>,
    pub passages: Vec<Passage>,
    /// The texts that the answer was taken from, by episode, one for each value: the first passages of
    /// temporal retrieval.
    pub rests_on: Vec<String>,
    /// Facts that were read before, by id, and whose place a newer text takes in the answer.
    pub overtaken: Vec<String>,
    /// What the parts of the scores weigh (temporal only): the score of a passage is the sum of them, times
    /// gate, times freshness.
    pub weights: Option<ScoreWeights>,
    /// Passages found but left out, with the reason (temporal only).
    pub left_out: Vec<Passage>,
    pub context: String,
    pub context_tokens: u32,
    pub ms: f64,
    /// The steps of a chain of facts, innermost first; empty where one key answers.
    pub hops: Vec<Hop>,
    /// Why the value is uncertain: what it depends on has changed since it was last said.
    pub uncertain: Vec<String>,
    /// Where sources disagree: each value, the one that stands first.
    pub disputed: Vec<DisputedValue>,
    /// How the passages were found (plain only).
    pub retrieval: Option<Retrieval>,
}

/// How plain retrieval found its passages.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Retrieval {
    /// Words were merged with meaning.
    pub hybrid: bool,
    /// The model that was asked for their order.
    pub reranker: Option<String>,
    /// Why it gave none; they stand in the first order then.
    pub rerank_error: Option<String>,
}

/// One step of a chain: "the author of X".
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Hop {
    /// What was asked of the thing before, in words.
    pub asked: String,
    /// The step goes from a value to what has it.
    pub inverse: bool,
    /// What was found inside the gate, by start.
    pub facts: Vec<Fact>,
}

/// One of the values that sources give for the same time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct DisputedValue {
    pub value: String,
    /// Whether it is the one that stands until somebody decides.
    pub stands: bool,
    /// Who said so and when, in words.
    pub said: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct ScoredFact {
    #[serde(flatten)]
    pub fact: Fact,
    pub score: f64,
    pub score_parts: ScoreParts,
}

/// The parts of a score, each 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct ScoreParts {
    pub similarity: f64,
    pub recency: f64,
    pub importance: f64,
    /// 1 for what holds at the time asked about; less for what ended within the grace period before it.
    pub gate: f64,
    pub freshness: f64,
}

/// How much the parts of a score that are added up weigh.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct ScoreWeights {
    pub recency: f64,
    pub importance: f64,
    pub similarity: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Passage {
    pub episode: String,
    pub text: String,
    pub kind: String,
    pub author: Option<String>,
    pub locator: Option<String>,
    #[specta(type = String)]
    pub occurred_at: Instant,
    /// Place among the candidates, from 1.
    pub rank: u32,
    pub score: f64,
    /// What the score is made of; null where it is the similarity alone (plain retrieval, and what was
    /// left out unscored).
    pub score_parts: Option<ScoreParts>,
    pub tokens: u32,
    /// The facts that it carries, with where each stands at the time asked about.
    pub facts: Vec<PassageFact>,
    /// Why it was left out.
    pub reason: Option<String>,
    /// How many texts say this: itself, and those that repeat it.
    pub support: u32,
    /// What it tells beside what holds: values that are over or not yet there.
    pub marks: Vec<String>,
    /// Its words in the context, with its day and place; empty where it is not packed.
    #[serde(skip)]
    pub line: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct PassageFact {
    pub fact: String,
    pub subject: String,
    pub relation: String,
    pub scope: Option<String>,
    pub object: String,
    /// Byte range of the object's words in the passage, where they stand there.
    pub span: Option<(u32, u32)>,
    pub state: FactState,
    #[specta(type = Option<String>)]
    pub valid_from: Option<Instant>,
    #[specta(type = Option<String>)]
    pub valid_to: Option<Instant>,
}

/// What the two ways of retrieval come to, side by side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Verdict {
    pub kind: VerdictKind,
    /// "They disagree: 8000, stale since 2026-04-02 / 8080, current".
    pub sentence: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum VerdictKind {
    Agree,
    /// They differ, and plain retrieval's answer does not hold at the time asked about.
    PlainStale,
    Differ,
    /// At least one abstains.
    Abstained,
}

/// An error as it crosses: a stable code, what was wrong (quoted), what to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct Failure {
    pub code: String,
    pub message: String,
    pub hint: Option<String>,
}
