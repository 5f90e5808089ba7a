//! The pipeline from a telling to facts.

use crate::fact::{Extraction, Telling};
use crate::lexicon::Lexicon;

/// Reads tellings with a lexicon.
#[derive(Clone, Copy, Debug)]
pub struct Extractor {
    lexicon: &'static Lexicon,
}

impl Extractor {
    #[must_use]
    pub fn new(lexicon: &'static Lexicon) -> Self {
        Extractor { lexicon }
    }

    /// The facts of a telling, in the order of its text.
    #[must_use]
    pub fn extract(&self, _telling: &Telling<'_>) -> Extraction {
        let _ = self.lexicon;
        Extraction::default()
    }
}
