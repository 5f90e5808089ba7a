//! Chains of facts: "the citizenship of the spouse of the author of X", "which port does the
//! service that Anna owns run on". The innermost phrase about something known is looked up, what
//! it means takes its place, and so on outwards, until the whole question is about one thing.
//! Each step is asked of the ledger at the same time; a step that leads nowhere is said.

mod grammar;
mod ground;
mod length;
mod ordered;
mod phrase;
mod pieces;
mod reversed;
mod steps;
mod telling;
mod times;
mod walk;

pub(crate) use length::{MOST_STEPS, steps_in};
pub(crate) use ordered::words_of_order;
pub(crate) use walk::{Path, Walked, named_together};
