//! Evidence: values that change are told as raw text, asked about by both ways of retrieval, and
//! judged against labels. The data is compiled in; what telling and asking do is the engine's.

mod chains;
mod conditions;
mod consolidation;
mod data;
mod evolving;
mod judge;
mod phrasing;
mod report;
mod run;
mod sample;
mod standing;

pub use chains::{ChainResult, run_sample_chains};
pub use conditions::{Conditions, ConditionsNamed};
pub use consolidation::{ConsolidationItem, ConsolidationResult, run_sentences};
pub use data::{Asking, EvolvingItem, EvolvingSet, State, built_in_sets, read_set};
pub use evolving::{ItemResult, SetResult, run_set};
pub use judge::{Judgement, judge, names_value};
pub use report::{Report, Tally};
pub use run::Run;
pub use sample::{SampleResult, run_sample};
pub use standing::{StandingResult, run_standing, standing_sets};
