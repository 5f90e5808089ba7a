//! What the rest of the program asks of an embedding model, whichever it is.

use crate::error::IndexError;
use crate::vector::{ModelId, Vector};

/// Turns texts into vectors and counts tokens as its model does. Equal texts give equal vectors,
/// whatever else is embedded with them.
pub trait Embedder: Send + Sync + std::fmt::Debug {
    /// The model and its weights; every vector of this embedder carries it.
    fn model(&self) -> &ModelId;

    /// Values in every vector.
    fn dimensions(&self) -> usize;

    /// One vector of length 1 for each text, in order.
    ///
    /// # Errors
    /// [`IndexError::EmbeddingFailed`] quotes the beginning of the text that failed.
    fn embed(&self, texts: &[&str]) -> Result<Vec<Vector>, IndexError>;

    /// Tokens in a text, without the marks a model puts around it; not cut at the model's limit.
    fn count_tokens(&self, text: &str) -> usize;
}
