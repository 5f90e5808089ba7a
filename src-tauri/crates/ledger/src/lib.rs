//! The ledger: an append-only, hash-chained log of episodes and events in one SQLite file, and
//! what is derived from it (fact versions, full text, the outbox of the embeddings).
//!
//! The meaning of stored time is `assets/docs/spec/ledger.md`; [`calculus`] is its section 3.
//! This crate reads no language and knows no embedding model: callers bring facts and vectors.

pub mod calculus;
pub mod line;
mod why_waiting;

mod absence;
mod again;
mod ahead;
mod alias;
mod alike;
mod append;
mod backup;
mod chain;
mod claims;
mod company;
mod daybook;
mod decide;
mod diff;
mod dispute;
mod draft;
mod episode;
mod error;
mod export;
mod fact;
mod find;
mod forget;
#[cfg(test)]
mod full_tests;
mod grounds;
mod hash;
mod head;
mod held;
mod ids;
mod keys;
mod lane_marks;
mod lanes;
mod migrate;
mod outcome;
mod own_digests;
mod place;
mod preview;
mod project;
mod read;
mod readers;
mod reading_only;
mod readings;
mod rebuild;
mod recount;
mod registry;
mod replay;
mod restore;
mod retract;
mod review;
mod rows;
mod scrub;
mod sealing;
mod search;
mod space;
mod spelling;
mod standings;
mod store;
mod strand;
mod strip;
mod tell;
mod tell_value;
mod tidying;
mod told;
mod told_values;
mod unspan;
mod usage;
mod values;
mod vectors;
mod verify;
mod verify_index;
mod verify_rows;

pub use error::LedgerError;
pub use hash::text_digest;
pub use ids::fresh_suffix;
pub use told::{
    Applied, NewAlias, NewAssert, NewConfirm, NewEnd, NewEpisode, NewProposal, NewRelation, NewRetract,
    Receipt, Superseded, Told, Write,
};

pub use store::{Ledger, OpenOptions, Stats};

pub use absence::{Absence, AbsentKey};
pub use backup::{BackupPlan, KeptBackup};
pub use claims::{Link, Summary, Walk};
pub use diff::{Axis, Difference, DifferenceValue, KeyDifference};
pub use dispute::Rival;
pub use episode::{EpisodeFact, EpisodeRecord, EpisodeView};
pub use export::{export_to, line_to_text};
pub use forget::Erasure;
pub use held::HeldState;
pub use lane_marks::LaneWindow;
pub use lanes::{LaneList, LanePlace};
pub use migrate::schema_digest;
pub use place::{PlaceWarning, warnings_about};
pub use preview::{ClaimChange, Preview};
pub use registry::RegisteredRelation;

pub use keys::KeyNamesSought;
pub use read::{FactPattern, LogEntry, Moment};
pub use readings::{CitedSource, ClaimReading, EpisodeReading, READ_AGAIN, ReadEntry};
pub use restore::{RestoreReport, restore_from};
pub use review::{ReviewChoice, ReviewDecision, ReviewItem, ReviewKind, ReviewOption};
pub use search::WordHit;
pub use standings::{Followed, Standings};
pub use usage::{Usage, UsageGroup, UsagePart, Vacuumed};
pub use vectors::IndexStamp;
pub use verify::{Finding, VerifyReport};
