//! Facts proposed by a language model, and the check that lets them in: quote, object and subject
//! must stand in the text, the date is read by our own grammar, whether something ended is judged by
//! it, and a proposal never closes another value. Sending the text anywhere is the caller's; nothing here opens a connection.

mod reply;

use memstrata_model::ValidFromSource;
use serde::{Deserialize, Serialize};

use crate::cue;
use crate::dates::{Around, Dated, Stated};
use crate::ending;
use crate::fact::{FoundFact, FoundOp, Telling};
use crate::gate;
use crate::lexicon::Lexicon;
use crate::lexicon::RelationSpec;
use crate::scene::Scene;
use crate::sentence;
use crate::speaker;
use crate::supplant;
use crate::token::{self, Token};
use crate::words;

pub use reply::read_reply;

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
    let words = token::tokens(quote, start);
    // A question quoted as a statement is still a question.
    if gate::sentence_act(&words, quote).is_some() {
        return None;
    }
    let subject = subject_of(p.subject.trim(), telling)?;
    let spec = lexicon.resolve(&p.relation);
    if !agrees(&words, p.op, (&subject, object_span), spec) {
        return None;
    }
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
        subject,
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

/// The subject of a proposal: the first person of the text, or what stands in it by all its words.
fn subject_of(proposed: &str, telling: &Telling<'_>) -> Option<String> {
    let text = token::tokens(telling.text, 0);
    let own = || speaker::first_person(&text);
    let lower = proposed.to_lowercase();
    match lower.as_str() {
        "user" | "i" | "me" | "writer" | "the writer" | "the user" => {
            return own().then(|| "user".to_owned());
        }
        "we" | "us" => {
            return own()
                .then(|| Scene::new(telling.text, telling.kind, telling.known_subjects).plural().text);
        }
        "project" | "the project" => return own().then(|| "project".to_owned()),
        _ => {}
    }
    let named = token::tokens(proposed, 0);
    let stands = |t: &Token<'_>| {
        t.is_punct()
            || words::is_determiner(&t.lower)
            || t.is("'s")
            || t.is("user") && own()
            || text.iter().any(|w| w.lower == t.lower || words::singular(&w.lower) == t.lower)
    };
    let nobody = named.iter().all(|t| words::is_pronoun(&t.lower) || t.is_punct());
    (!nobody && named.iter().all(stands)).then(|| proposed.to_owned())
}

/// Whether the words that state a value say what the proposal says of it: that it is so, or is so no
/// longer. An end of a part ("no longer uses it for sessions") is none.
fn agrees(
    quote: &[Token<'_>],
    op: FoundOp,
    (subject, span): (&str, (usize, usize)),
    spec: Option<&RelationSpec>,
) -> bool {
    let Some(at) = quote.iter().position(|t| t.span.1 > span.0) else { return false };
    let end = at + quote[at..].iter().take_while(|t| t.span.0 < span.1).count();
    let mut over = false;
    let mut told = false;
    for segment in sentence::segments(quote) {
        for (lo, hi) in sentence::clauses(quote, segment.lo, segment.hi) {
            let cues = cue::clause_cues(quote, lo, hi).unwrap_or_default();
            let ends = cues.ends || quote[lo..hi].iter().any(supplant::is_end);
            over |= ends || cues.never;
            if (lo..hi).contains(&at) {
                told = cues.ends || cues.never;
            }
        }
    }
    match op {
        FoundOp::Assert => !told,
        FoundOp::Void => over,
        FoundOp::End => {
            over && spec.is_none_or(|s| ending::restriction(quote, s, (subject, (at, end))).is_none())
        }
    }
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
            subject: "we".to_owned(),
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

    /// Whether a proposal of a text that is its own quote is let in.
    fn is_let_in(text: &str, subject: &str, object: &str, op: FoundOp) -> bool {
        let proposal = Proposal {
            subject: subject.to_owned(),
            relation: "uses".to_owned(),
            op,
            ..proposal(object, text)
        };
        !accept(&[proposal], &telling(text), Lexicon::built_in()).is_empty()
    }

    #[test]
    fn an_end_needs_words_that_end_something() {
        for text in [
            "Otter no longer uses Redis",
            "Otter does not use Redis any more",
            "Otter dropped Redis",
            "Redis is gone from Otter",
            "Otter used to use Redis",
        ] {
            assert!(is_let_in(text, "Otter", "Redis", FoundOp::End), "{text}");
        }
        for text in ["Otter uses Redis", "Otter no longer uses Redis for sessions", "Otter may use Redis"] {
            assert!(!is_let_in(text, "Otter", "Redis", FoundOp::End), "{text}");
        }
        assert!(is_let_in("Otter uses Redis", "Otter", "Redis", FoundOp::Assert));
        assert!(!is_let_in("Otter no longer uses Redis", "Otter", "Redis", FoundOp::Assert));
    }

    #[test]
    fn a_subject_stands_in_the_text() {
        for (text, subject) in [
            ("I use Redis", "user"),
            ("we use Redis", "project"),
            ("my sister uses Redis", "user's sister"),
            ("the billing gateway uses Redis", "billing gateway"),
            ("all gateways use Redis", "the gateway"),
        ] {
            assert!(is_let_in(text, subject, "Redis", FoundOp::Assert), "{text}: {subject}");
        }
        for (text, subject) in [
            ("Otter uses Redis", "user"),
            ("Otter uses Redis", "Beaver"),
            ("she uses Redis", "she"),
            ("she uses Redis", "Kim"),
            ("Otter uses Redis", "Otter gateway"),
        ] {
            assert!(!is_let_in(text, subject, "Redis", FoundOp::Assert), "{text}: {subject}");
        }
    }
}
