//! Dates of facts: what the `when` crate reads in a sentence, placed on its clauses. Until a date
//! is read the moment of saying counts.

use crate::fact::{FoundDate, Telling};

/// The dates that a clause states.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dated {
    pub from: Option<FoundDate>,
    pub to: Option<FoundDate>,
    pub window: bool,
}

/// What a sentence states of time.
#[derive(Clone, Debug, Default)]
pub struct Sentence;

impl Sentence {
    #[must_use]
    pub fn read(_telling: &Telling<'_>, _span: (usize, usize)) -> Self {
        Sentence
    }

    /// The dates of the clause at `span`; a date that is the object itself states none.
    #[must_use]
    pub fn clause(&self, _span: (usize, usize), _object: (usize, usize)) -> Dated {
        Dated::default()
    }
}
