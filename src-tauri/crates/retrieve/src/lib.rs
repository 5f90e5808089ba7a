//! Question to ranked evidence. *Plain* retrieval takes the nearest of everything ever said, as
//! RAG does. *Temporal* retrieval takes the same candidates, lets through what holds at the time
//! asked about as believed at the time asked about, and packs the original sentences. The gate is
//! a filter, not a weight. How a question is read is the caller's; what is answered is `answer`'s.

mod ahead;
mod candidates;
mod evidence;
mod gate;
mod laps;
mod packing;
mod resting;
mod score;

pub use ahead::{Ahead, Led};
pub use candidates::{Candidate, Meaning, Searcher};
pub use evidence::{Evidence, NearestTexts, Packed, Request, nearest_texts, plain, rate, temporal};
pub use gate::{Gate, LeftOut};
pub use laps::{Lap, Laps};
pub use packing::{BESIDE, OVER_BUDGET, REPEATED, joined, words_of};
pub use resting::{RestsOn, resting_on};
pub use score::{Weights, grace_of};

/// Retrieval failed.
#[derive(Debug, thiserror::Error)]
pub enum RetrieveError {
    #[error(transparent)]
    Ledger(#[from] memstrata_ledger::LedgerError),
    #[error(transparent)]
    Index(#[from] memstrata_index::IndexError),
}
