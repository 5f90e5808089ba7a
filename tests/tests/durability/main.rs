//! What was acknowledged stays, and nothing is seen half-done: writers, importers and indexers killed
//! at any moment, a disk that is full, files that are damaged or not ours, copies made while writes
//! go on.

mod backup;
mod damaged;
mod full;
mod killed;
mod read_only;
