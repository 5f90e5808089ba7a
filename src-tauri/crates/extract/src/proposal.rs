//! Facts proposed by a language model, and the check that lets them in: quote and object must
//! stand in the text, the date is read by our own grammar, and a proposal never closes another
//! value. Sending the text anywhere is the caller's; nothing here opens a connection.

use memstrata_model::ValidFromSource;
use serde::{Deserialize, Serialize};

use crate::dates::{Around, Dated, Stated};
use crate::fact::{FoundFact, FoundOp, Telling};
use crate::gate;
use crate::lexicon::Lexicon;
use crate::token;

/// What a model says that a text states.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proposal {
    pub subject: String,
    pub relation: String,
    pub object: String,
    pub op: FoundOp,
    /// Words of the text that date it; read by our grammar, never taken as a date.
    #[serde(default)]
    pub time_phrase: Option<String>,
    /// The words of the text that state it, verbatim.
    pub quote: String,
}

/// Why a model gave nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProposalError {
    #[error("the model did not answer within {0} ms")]
    TimedOut(u64),
    #[error("the model refused: '{0}'")]
    Refused(String),
    #[error("the model's reply is no list of facts: '{0}'")]
    Malformed(String),
    #[error("the model cannot be reached at '{0}'")]
    Unreachable(String),
}

/// Something that proposes facts for a text: an endpoint, or a stand-in. It sees the text alone,
/// never what the ledger holds.
pub trait Proposer: Send + Sync + std::fmt::Debug {
    /// Who proposes, as the facts name it.
    fn name(&self) -> String;

    /// # Errors
    /// [`ProposalError`]; the episode is kept whatever it is.
    fn propose(&self, text: &str) -> Result<Vec<Proposal>, ProposalError>;
}

/// Reads a model's reply: a JSON list of proposals, perhaps inside prose or a code fence.
///
/// # Errors
/// [`ProposalError::Malformed`] quotes the start of the reply.
pub fn read_reply(reply: &str) -> Result<Vec<Proposal>, ProposalError> {
    let malformed = || ProposalError::Malformed(reply.chars().take(80).collect());
    let (start, end) = (reply.find('[').ok_or_else(malformed)?, reply.rfind(']').ok_or_else(malformed)?);
    let list = reply.get(start..=end).ok_or_else(malformed)?;
    serde_json::from_str(list).map_err(|_| malformed())
}

/// Highest confidence of a fact that a model proposed.
const BELIEF: f64 = 0.55;

/// The proposals that the text bears out, as facts that close nothing.
#[must_use]
pub fn accept(proposals: &[Proposal], telling: &Telling<'_>, lexicon: &'static Lexicon) -> Vec<FoundFact> {
    let stated = Stated::read(telling);
    proposals.iter().filter_map(|p| accept_one(p, telling, lexicon, &stated)).collect()
}

fn accept_one(
    p: &Proposal,
    telling: &Telling<'_>,
    lexicon: &'static Lexicon,
    stated: &Stated,
) -> Option<FoundFact> {
    let quote = p.quote.trim();
    let object = p.object.trim();
    if quote.is_empty() || object.is_empty() || p.subject.trim().is_empty() || p.relation.trim().is_empty() {
        return None;
    }
    let start = telling.text.find(quote)?;
    let inside = quote.find(object)?;
    let span = (start, start + quote.len());
    let object_span = (start + inside, start + inside + object.len());
    // A question quoted as a statement is still a question.
    if gate::sentence_act(&token::tokens(quote, start), quote).is_some() {
        return None;
    }
    let spec = lexicon.resolve(&p.relation);
    let dated = match &p.time_phrase {
        Some(phrase) if telling.text.contains(phrase.trim()) => {
            stated.of(span, (object_span, object_span.0), Around::default())
        }
        _ => Dated::default(),
    };
    let ends = p.op == FoundOp::End;
    let (valid_from, valid_to) = if ends { (None, dated.to.or(dated.from)) } else { (dated.from, dated.to) };
    let source = if valid_from.is_some() { ValidFromSource::Stated } else { ValidFromSource::SaidAt };
    Some(FoundFact {
        subject: p.subject.trim().to_owned(),
        relation: spec.map_or_else(|| p.relation.trim().to_lowercase(), |s| s.name.to_owned()),
        scope: None,
        object: object.to_owned(),
        op: p.op,
        set_valued: spec.is_some_and(|s| s.set_valued()),
        valid_from,
        valid_to,
        valid_from_source: source,
        window: dated.window,
        confidence: BELIEF,
        closes: false,
        span,
        object_span,
        rule: "model",
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::known::NoKnownSubjects;

    fn telling(text: &str) -> Telling<'_> {
        Telling {
            text,
            said_at: "2026-05-20T09:00:00Z".parse().expect("an instant"),
            zone: chrono_tz::Tz::UTC,
            locale: "en-GB",
            kind: "chat",
            known_subjects: &NoKnownSubjects,
        }
    }

    fn proposal(object: &str, quote: &str) -> Proposal {
        Proposal {
            subject: "band".to_owned(),
            relation: "name".to_owned(),
            object: object.to_owned(),
            op: FoundOp::Assert,
            time_phrase: None,
            quote: quote.to_owned(),
        }
    }

    #[test]
    fn only_what_stands_in_the_text_is_accepted() {
        let text = "turns out we play as Low Tide now. Are we any good?";
        let lexicon = Lexicon::built_in();
        let good = proposal("Low Tide", "we play as Low Tide now");
        let facts = accept(&[good], &telling(text), lexicon);
        assert_eq!(facts.len(), 1);
        assert!(!facts[0].closes && &text[facts[0].object_span.0..facts[0].object_span.1] == "Low Tide");
        for bad in [
            proposal("High Tide", "we play as Low Tide now"),
            proposal("Low Tide", "we are called Low Tide"),
            proposal("good", "Are we any good?"),
            proposal("", ""),
        ] {
            assert!(accept(std::slice::from_ref(&bad), &telling(text), lexicon).is_empty(), "{bad:?}");
        }
    }

    #[test]
    fn a_bad_reply_is_an_error_that_quotes_it() {
        let reply = "Sure! ```json\n[{\"subject\":\"a\",\"relation\":\"b\",\"object\":\"c\",\"op\":\"assert\",\"quote\":\"c\"}]\n```";
        assert_eq!(read_reply(reply).map(|p| p.len()), Ok(1));
        assert!(
            matches!(read_reply("I cannot help with that"), Err(ProposalError::Malformed(q)) if q.contains("cannot"))
        );
        assert!(read_reply("] [").is_err());
    }
}
