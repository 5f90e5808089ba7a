//! What a ledger promises beside durability: clocks that misbehave, readers beside writers, forgetting,
//! evidence of every changed bit, and who is behind each entry.

mod authority;
mod clock;
mod forgetting;
mod readers;
mod spellings;
mod tamper;
