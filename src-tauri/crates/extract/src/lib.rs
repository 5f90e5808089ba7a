//! Episode text to assertions: a speech-act gate, typed values, a relation lexicon, templates and
//! scoped cues, in microseconds and without a model. What a fact does to its key is the ledger's;
//! dates in words are the `when` crate's.

mod amend;
mod announce;
mod apart;
mod asked;
mod asks;
mod attribute;
mod attribute_value;
mod backing;
mod bearing;
mod belonging;
mod block;
mod built_on;
mod callings;
mod candidate;
mod card;
mod cell;
mod change;
mod change_form;
mod change_frame;
mod charge;
mod choose;
mod circumstance;
mod clause;
mod complement;
mod compound;
mod condition;
mod correction;
mod cue;
mod dates;
mod daytime;
mod dimension;
mod document;
mod duties;
mod ending;
mod enumeration;
mod exchange;
pub mod extractor;
pub mod fact;
mod fence;
mod figured;
mod figures;
mod finding;
mod fronted;
mod gapped;
mod gate;
mod gazetteer;
mod groups;
mod guard;
mod habit;
mod history;
mod holder;
mod inexact;
mod juxtaposed;
mod knob;
mod known;
mod label;
mod leadin;
pub mod lexicon;
mod life;
mod link;
mod linking;
mod markup;
mod matching;
mod measure;
mod mention;
mod moment;
mod mood;
mod namelike;
mod naming;
mod nominal;
mod normalize;
mod notation;
mod offer;
mod open;
mod outgoing;
mod outline;
mod own;
mod part_version;
mod partial;
mod particulars;
mod pattern;
mod person;
mod phrase;
mod plainly;
mod possession;
mod predicate;
mod product_version;
pub mod proposal;
pub mod query;
mod recall;
mod relative;
mod repair;
mod rephrase;
mod request;
mod restate;
mod roles;
mod scene;
mod sentence;
mod shape;
mod shifted;
mod sift;
mod some_days;
mod speaker;
mod spelled;
mod standing;
mod stated;
mod storage;
mod subject;
mod supplant;
mod taken;
mod terse;
mod timetable;
mod title;
mod together;
mod token;
mod topic;
mod units;
mod uses;
pub mod value;
mod valued;
mod verbal;
mod vocation;
mod voices;
mod vouch;
mod words;
mod work;
mod written;

pub use correction::CORRECTION;
pub use extractor::Extractor;
pub use fact::{Extraction, FoundDate, FoundFact, FoundOp, Skipped, Telling, to_json_line};
pub use known::{Held, KnownSubjects, NameIndex, NoKnownSubjects, Recollection};
pub use lexicon::{Lexicon, RelationSpec};
pub use namelike::{apart_by_size, tells_apart};
pub use normalize::{normalize_value, normalize_value_of};
pub use proposal::{Proposal, ProposalError, Proposer, accept, read_reply};
pub use query::{CandidateKey, QueryKey, read_query};
pub use value::ValueType;
pub use words::number_word;

/// Stored with every fact: the version of the package and a digest of the rules, the tables and the
/// dates (`build.rs`). Builds of the same sources bear the same version; any change to how texts are
/// read makes another, so that facts of an older reading can be told from today's.
pub const EXTRACTOR_VERSION: &str =
    concat!("extract-", env!("CARGO_PKG_VERSION"), "+", env!("EXTRACT_RULES"));

/// What every version begins with.
pub const EXTRACTOR_NAME: &str = "extract-";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_names_package_and_rules() {
        let rest = EXTRACTOR_VERSION.strip_prefix(EXTRACTOR_NAME).unwrap_or_default();
        let (package, rules) = rest.split_once('+').unwrap_or_default();
        assert_eq!(package, env!("CARGO_PKG_VERSION"));
        assert!(rules.len() == 8 && rules.chars().all(|c| c.is_ascii_hexdigit()), "{rules}");
    }
}
