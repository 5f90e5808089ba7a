//! What a ledger promises beside durability: clocks that misbehave, readers beside writers, forgetting,
//! and evidence of every changed bit.

mod clock;
mod forgetting;
mod readers;
mod spellings;
mod tamper;
