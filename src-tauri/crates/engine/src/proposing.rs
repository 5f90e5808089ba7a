//! The optional model path: a language model proposes facts for a text that is kept already. It
//! sees the text alone; what it proposes is checked against the text, dated by our own grammar,
//! and never closes a value unasked. Whatever it answers, no text is lost.

use std::sync::Arc;
use std::time::Duration;

use memstrata_answer::{ChatEndpoint, ChatError};
use memstrata_extract::{FoundFact, Lexicon, Proposal, ProposalError, Proposer, accept, read_reply};
use memstrata_ledger::{Receipt, Told, Write};
use memstrata_model::{Authority, Key, normalize_text};
use serde::Serialize;

use crate::known::LedgerSubjects;
use crate::refusal::Refusal;
use crate::remember::ReadText;
use crate::{Engine, Error};

const INSTRUCTION: &str = include_str!("../../../../assets/prompts/propose.txt");
/// How long a model may take over one piece of text.
const PATIENCE: Duration = Duration::from_secs(60);
/// Longest piece of text that is sent at once, in bytes; longer texts go in pieces, cut at lines.
const PIECE: usize = 6_000;

/// What a model made of a text.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ModelRead {
    pub model: String,
    /// How many facts it proposed.
    pub proposed: usize,
    /// How many of them the text bears out and the rules had not read.
    pub accepted: usize,
    /// Why it gave nothing, where it failed.
    pub error: Option<String>,
}

/// What is left of a model's proposals, and what it tells the ledger.
#[derive(Debug)]
pub(crate) struct Proposed {
    pub note: ModelRead,
    pub told: Vec<Told>,
    pub facts: Vec<FoundFact>,
}

/// A model behind an endpoint, as a proposer.
#[derive(Clone, Debug)]
struct ModelProposer {
    endpoint: ChatEndpoint,
}

/// A proposer from an endpoint as written (`ollama:URL` or `openai:URL`), a model's name and, where
/// the endpoint wants one, a key.
///
/// # Errors
/// The endpoint is not written as one, quoted.
pub fn model_proposer(endpoint: &str, model: &str, key: Option<String>) -> Result<Arc<dyn Proposer>, Error> {
    model_proposer_within(endpoint, model, key, PATIENCE)
}

/// As [`model_proposer`], with the time that the model may take over one piece of text.
///
/// # Errors
/// As [`model_proposer`].
pub fn model_proposer_within(
    endpoint: &str,
    model: &str,
    key: Option<String>,
    patience: Duration,
) -> Result<Arc<dyn Proposer>, Error> {
    let endpoint = ChatEndpoint::new(endpoint, model, key, patience)
        .map_err(|error| Error::usage("bad_endpoint", error.to_string(), None))?;
    Ok(Arc::new(ModelProposer { endpoint }))
}

impl Proposer for ModelProposer {
    fn name(&self) -> String {
        format!("model {}", self.endpoint.model())
    }

    fn propose(&self, text: &str) -> Result<Vec<Proposal>, ProposalError> {
        let mut proposals = Vec::new();
        let mut failed = None;
        for piece in pieces(text) {
            match self.read(piece) {
                Ok(found) => proposals.extend(found),
                Err(error) => {
                    // Another piece would wait as long.
                    let gone = matches!(error, ProposalError::TimedOut(_) | ProposalError::Unreachable(_));
                    failed.get_or_insert(error);
                    if gone {
                        break;
                    }
                }
            }
        }
        // What was proposed for some pieces is not lost by the others.
        failed.filter(|_| proposals.is_empty()).map_or(Ok(proposals), Err)
    }
}

impl ModelProposer {
    fn read(&self, piece: &str) -> Result<Vec<Proposal>, ProposalError> {
        let reply = self.endpoint.ask(INSTRUCTION, piece).map_err(|error| match error {
            ChatError::TimedOut { ms, .. } => ProposalError::TimedOut(ms),
            ChatError::Refused { reason } => ProposalError::Refused(reason),
            ChatError::Malformed { reply } => ProposalError::Malformed(reply),
            other => ProposalError::Unreachable(other.to_string()),
        })?;
        read_reply(&reply)
    }
}

/// A text in pieces that a small context holds, cut after lines where there are any.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while rest.len() > PIECE {
        let mut end = PIECE;
        while !rest.is_char_boundary(end) {
            end -= 1;
        }
        let cut = rest[..end].rfind('\n').or_else(|| rest[..end].rfind(' ')).map_or(end, |at| at + 1);
        let (piece, left) = rest.split_at(cut);
        pieces.push(piece);
        rest = left;
    }
    pieces.push(rest);
    pieces.retain(|piece| !piece.trim().is_empty());
    pieces
}

impl Engine {
    /// Asks the model, where one is set, what else a text tells beside what the rules read.
    pub(crate) fn ask_model(
        &self,
        read: &ReadText<'_>,
        known: &LedgerSubjects<'_>,
        found: &[FoundFact],
    ) -> Result<Option<Proposed>, Error> {
        let Some(proposer) = &self.proposer else { return Ok(None) };
        let mut note = ModelRead { model: proposer.name(), ..ModelRead::default() };
        let mut proposals = match proposer.propose(read.text) {
            Ok(proposals) => proposals,
            Err(error) => {
                note.error = Some(error.to_string());
                return Ok(Some(Proposed { note, told: Vec::new(), facts: Vec::new() }));
            }
        };
        note.proposed = proposals.len();
        // By the name that the model gives it: the lexicon has others, which say less.
        proposals.retain(|p| Refusal::of_fact((&p.subject, &p.relation, None, Some(&p.object))).is_none());
        let mut facts = accept(&proposals, &self.telling(read, known), Lexicon::built_in());
        let same = |a: &FoundFact, b: &FoundFact| {
            let key = |f: &FoundFact| Key::new(&f.subject, &f.relation, f.scope.as_deref());
            key(a) == key(b) && normalize_text(&a.object) == normalize_text(&b.object)
        };
        // What the rules read from the same words is theirs, and so is a fact proposed twice.
        let mut kept: Vec<FoundFact> = Vec::new();
        for fact in facts.drain(..) {
            let read_already = found
                .iter()
                .any(|f| f.object_span.0 < fact.object_span.1 && fact.object_span.0 < f.object_span.1);
            if !read_already && !kept.iter().any(|k| same(k, &fact)) {
                kept.push(fact);
            }
        }
        let name = proposer.name();
        let (told, facts) = self.told_of(read, kept, known, &|_| name.clone())?;
        note.accepted = facts.len();
        Ok(Some(Proposed { note, told, facts }))
    }

    /// Stores what a model proposed for an episode that is kept.
    pub(crate) fn tell_proposed(&self, episode: &str, told: Vec<Told>) -> Result<Receipt, Error> {
        let mut write = Write::new(self.space(), self.clock.now());
        write.about = Some(episode.to_owned());
        write.authority = Authority::Model;
        write.told = told;
        Ok(self.ledger.append(&write)?)
    }
}

#[cfg(test)]
mod tests {
    use super::{PIECE, pieces};

    #[test]
    fn a_long_text_goes_in_pieces_that_lose_nothing() {
        let text = "a line of words é\n".repeat(2_000);
        let cut = pieces(&text);
        assert_eq!(cut.concat(), text);
        assert!(cut.len() > 3 && cut.iter().all(|piece| piece.len() <= PIECE && piece.ends_with('\n')));
        let unbroken = "é".repeat(PIECE);
        assert_eq!(pieces(&unbroken).concat(), unbroken);
    }
}
