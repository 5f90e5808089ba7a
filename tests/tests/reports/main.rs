//! What went wrong in other memories, by their public bug reports, each as a test of its own: those
//! about sentences through the engine, those about writes on the ledger.

mod text;
mod writes;
