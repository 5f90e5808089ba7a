//! Questions to keys: the subjects and relations that a question may be about. Time in the
//! question is the `when` crate's.

use crate::lexicon::{Lexicon, RelationSpec};
use crate::value::ValueType;

/// What a question asks for.
#[derive(Clone, Debug, Default)]
pub struct QueryKey {
    /// Candidate subject phrases, best first, as the extractor would write them.
    pub subjects: Vec<String>,
    /// Candidate relations, best first: canonical names or open phrases.
    pub relations: Vec<String>,
    /// The type of the value asked for, where a question word tells.
    pub value_type: Option<ValueType>,
}

/// Reads a question.
#[must_use]
pub fn read_query(_question: &str, _lexicon: &Lexicon) -> QueryKey {
    QueryKey::default()
}

/// Comparison form of a value: units, number words, case and spacing folded.
#[must_use]
pub fn normalize_value(_relation: Option<&RelationSpec>, object: &str) -> String {
    memstrata_model::normalize_text(object)
}
