//! When an answer is stale: it is over, and nobody asked for what is over.

use super::Column;
use crate::FactState;
use crate::key::normalize_text;

impl Column {
    /// Whether its answer is over and was not asked for, beside what temporal retrieval answers: that
    /// keeps to the time asked about, so that a past value in it is what the question is after
    /// ("and before that?", "used to").
    #[must_use]
    pub fn is_stale_beside(&self, temporal: &Column) -> bool {
        let value = |column: &Column| column.answer.as_deref().map(normalize_text);
        let after_a_past_one = temporal.state == Some(FactState::Past) && value(self) == value(temporal);
        self.state == Some(FactState::Past) && !after_a_past_one
    }
}
