//! Meaning as vectors: an embedding model that runs on this machine ([`FastEmbedder`]), the files
//! it needs and where they live ([`ModelStore`]), and search over their codes in memory
//! ([`VectorIndex`]).
//!
//! Storing vectors, the queue of texts that still need one, full text and every rule of time are
//! left to others: this crate opens no database and reads no clock. It is the only one that may
//! depend on `ort` and `fastembed`, so that the rest builds and tests without them.

mod embedder;
mod error;
mod fast;
mod hash;
mod kernel;
mod near;
mod pins;
mod quantize;
mod rows;
mod runtime;
mod scan;
mod search;
mod source;
mod store;
mod vector;

pub use embedder::Embedder;
pub use error::IndexError;
pub use fast::{FastEmbedder, ModelPaths, RuntimeLibrary};
pub use hash::HashEmbedder;
pub use near::Near;
pub use pins::{ModelPin, PinnedFile, Pins, RuntimePin, Source};
pub use search::{EXACT_ROWS, Hit, Method, VectorIndex};
pub use source::{HeldVectors, VectorSource};
pub use store::{FileState, FileStatus, ModelStore, StoreStatus};
pub use vector::{ModelId, Vector};
