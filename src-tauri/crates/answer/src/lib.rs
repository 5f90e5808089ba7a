//! Evidence to words. The built-in reader is deterministic and extractive: it picks the passage
//! that answers, names the value, the sentence and its dates, or abstains. It sees passages and
//! the facts that were read out of them, never which of them still hold: what is stale is the
//! retriever's to know, and the reader is the same for every way of retrieving. Beside it, the
//! endpoints of language models, for those who name one.

mod chat;
mod reader;
mod sentences;
mod words;

pub use chat::{ChatEndpoint, ChatError};
pub use reader::{Asked, ReadAnswer, read_answer};
pub use sentences::sentences;
pub use words::content_words;
