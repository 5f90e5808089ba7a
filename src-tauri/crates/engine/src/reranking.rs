//! The optional reranker of plain retrieval: a language model orders the nearest passages. It is
//! given their texts as data, quoted in JSON; whatever it answers that is no order of them leaves
//! the first order as it was, and that is said.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use memstrata_answer::ChatEndpoint;
use memstrata_model::view::Retrieval;
use memstrata_retrieve::NearestTexts;
use serde_json::{Value, json};

use crate::Error;

const INSTRUCTION: &str = include_str!("../../../../assets/prompts/rerank.txt");
/// How long a model may take over one question.
const PATIENCE: Duration = Duration::from_secs(30);
/// Passages that it is shown at most.
pub(crate) const SHOWN: usize = 20;
/// Longest passage that it is shown, in characters.
const LONGEST: usize = 1_000;

/// Said where a space wants an order and nobody has named what could give one.
pub(crate) const NO_RERANKER: &str = "no language model is named (MEMSTRATA_ENDPOINT and MEMSTRATA_MODEL)";

/// A model that orders passages by how well they answer.
pub trait Reranker: fmt::Debug + Send + Sync {
    fn name(&self) -> String;

    /// The places of passages in the order it gives them, from 0; each at most once.
    ///
    /// # Errors
    /// Why there is no order, in words.
    fn order(&self, question: &str, passages: &[&str]) -> Result<Vec<usize>, String>;
}

#[derive(Debug)]
struct ModelReranker {
    endpoint: ChatEndpoint,
}

/// A reranker from an endpoint as written (`ollama:URL` or `openai:URL`), a model's name and, where
/// the endpoint wants one, a key.
///
/// # Errors
/// The endpoint is not written as one, quoted.
pub fn model_reranker(endpoint: &str, model: &str, key: Option<String>) -> Result<Arc<dyn Reranker>, Error> {
    model_reranker_within(endpoint, model, key, PATIENCE)
}

/// As [`model_reranker`], with the time that the model may take over one question.
///
/// # Errors
/// As [`model_reranker`].
pub fn model_reranker_within(
    endpoint: &str,
    model: &str,
    key: Option<String>,
    patience: Duration,
) -> Result<Arc<dyn Reranker>, Error> {
    let endpoint = ChatEndpoint::new(endpoint, model, key, patience)
        .map_err(|error| Error::usage("bad_endpoint", error.to_string(), None))?;
    Ok(Arc::new(ModelReranker { endpoint }))
}

impl Reranker for ModelReranker {
    fn name(&self) -> String {
        format!("model {}", self.endpoint.model())
    }

    fn order(&self, question: &str, passages: &[&str]) -> Result<Vec<usize>, String> {
        let passages: Vec<Value> = passages
            .iter()
            .enumerate()
            .map(|(place, text)| {
                json!({ "number": place + 1, "text": text.chars().take(LONGEST).collect::<String>() })
            })
            .collect();
        let count = passages.len();
        let sent = json!({ "question": question, "passages": passages }).to_string();
        let reply = self.endpoint.ask(INSTRUCTION, &sent).map_err(|error| error.to_string())?;
        read_order(&reply, count).ok_or_else(|| {
            let quoted: String = reply.split_whitespace().collect::<Vec<_>>().join(" ");
            format!("no order of {count} passages: {}", quoted.chars().take(160).collect::<String>())
        })
    }
}

/// The first array of a reply, where it is numbers of passages, none of them twice.
fn read_order(reply: &str, count: usize) -> Option<Vec<usize>> {
    let from = reply.find('[')?;
    let to = from + reply[from..].find(']')?;
    let numbers: Vec<usize> = serde_json::from_str(&reply[from..=to]).ok()?;
    let mut order = Vec::new();
    for number in numbers {
        let place = number.checked_sub(1).filter(|place| *place < count && !order.contains(place))?;
        order.push(place);
    }
    (!order.is_empty()).then_some(order)
}

/// Texts in the order that a model gives the first of them; what came of it goes into `note`.
pub(crate) fn reordered(
    reranker: &dyn Reranker,
    question: &str,
    found: NearestTexts,
    note: &mut Retrieval,
) -> NearestTexts {
    let texts = found.texts(SHOWN);
    if texts.is_empty() {
        return found;
    }
    note.reranker = Some(reranker.name());
    match reranker.order(question, &texts) {
        Ok(order) => found.reordered(&order),
        Err(error) => {
            note.rerank_error = Some(error);
            found
        }
    }
}

#[cfg(test)]
mod tests {
    use super::read_order;

    #[test]
    fn an_order_is_numbers_of_passages_each_once() {
        assert_eq!(read_order("[2, 1, 3]", 3), Some(vec![1, 0, 2]));
        assert_eq!(read_order("Here:\n```json\n[3]\n```", 3), Some(vec![2]));
        for bad in ["", "2, 1", "[]", "[0, 1]", "[4]", "[1, 1]", "[\"1\"]", "[1.5]", "[-1]", "[1", "[[1]]"] {
            assert_eq!(read_order(bad, 3), None, "{bad}");
        }
    }
}
