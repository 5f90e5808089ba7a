//! Episode text to assertions: a speech-act gate, typed values, a relation lexicon, templates and
//! scoped cues, in microseconds and without a model. What a fact does to its key is the ledger's;
//! dates in words are the `when` crate's.

pub mod extractor;
pub mod fact;
pub mod lexicon;
pub mod query;
pub mod value;

pub use extractor::Extractor;
pub use fact::{
    Extraction, FoundDate, FoundFact, FoundOp, KnownSubjects, NoKnownSubjects, Skipped, Telling, to_json_line,
};
pub use lexicon::{Lexicon, RelationSpec};
pub use query::{QueryKey, normalize_value, read_query};
pub use value::ValueType;

/// Stored with every fact; an upgrade that reads differently changes it.
pub const EXTRACTOR_VERSION: &str = concat!("extract-", env!("CARGO_PKG_VERSION"));
