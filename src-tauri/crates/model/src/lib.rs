//! The words of the domain, shared by every other crate: instants and intervals ([`time`]),
//! civil dates as people write them ([`date`]), normalised keys ([`key`]), events and their
//! outcomes ([`event`]), facts as they are read ([`fact`]), the documents that cross to the
//! window ([`view`]) and the clock that is passed in ([`clock`]).
//!
//! Nothing here stores, searches or reads language; those are crates of their own.

pub mod clock;
pub mod date;
pub mod event;
pub mod fact;
pub mod inbox;
pub mod key;
pub mod settings;
pub mod time;
pub mod view;

pub use clock::{Clock, FixedClock, SystemClock};
pub use date::{DateError, KnownDate, read_date};
pub use event::{
    Authority, Cardinality, ClosingRule, EpisodeKind, EventKind, OnConflict, Outcome, ValidFromSource,
};
pub use fact::{FORGOTTEN, Fact, FactState, Source, Timeline, TimelineInterval};
pub use key::{
    Key, close_gaps, fold_fully, keep_capitals, normalize_name, normalize_text, spelt_with_other_case,
    split_capitals, without_capitals,
};
pub use time::{Instant, Interval, ParseInstantError, Precision};
