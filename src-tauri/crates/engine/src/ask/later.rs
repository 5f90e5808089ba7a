//! A later text about the same thing that could not be read: the value that was read before it
//! may hold no longer. A stale value is worse than the text itself, so the text answers.

use memstrata_extract::{Extractor, Lexicon, NoKnownSubjects, Telling, query::stems, read_query};
use memstrata_ledger::EpisodeView;
use memstrata_model::{Fact, Instant};
use memstrata_retrieve::Candidate;
use memstrata_when::Intent;

use super::Answer;
use super::timing::Timed;
use crate::{Engine, Error};

/// The nearest texts that are looked at.
pub(super) const LOOKED_AT: usize = 5;
/// How near a text must be to the question, beside the text that tells the value, and at all.
const BESIDE: f64 = 0.6;
const AT_ALL: f64 = 0.35;

impl Engine {
    /// The later text, as an answer, if there is one. Only for questions of now, and only where
    /// meanings are searched.
    pub(super) fn later_text(
        &self,
        question: &str,
        timed: &Timed,
        fact: &Fact,
        near: &[Candidate],
    ) -> Result<Option<Answer>, Error> {
        let now =
            matches!(timed.intent, Intent::None | Intent::Current) && timed.gate.as_of() == timed.gate.now;
        let Some(said) = fact.valid_from.max(fact.last_verified).filter(|_| now) else { return Ok(None) };
        let mut views = Vec::new();
        for candidate in near {
            views.push((
                self.ledger.episode(self.space(), candidate.seq, timed.gate.moment())?,
                candidate.similarity,
            ));
        }
        let tells = |view: &EpisodeView| fact.sources.iter().any(|source| source.episode == view.record.id);
        let own = views.iter().filter(|(view, _)| tells(view)).map(|(_, near)| *near).fold(0.0, f64::max);
        let of_subject = stems(&fact.subject);
        let query = read_query(question, Lexicon::built_in());
        // What is asked of the subject, in the question's words, the relation's or the old value's.
        let of_relation: Vec<String> = [query.terms.clone(), stems(&fact.relation), stems(&fact.object)]
            .concat()
            .into_iter()
            .filter(|word| !of_subject.contains(word))
            .collect();
        let about = |view: &EpisodeView| {
            let text = view.record.text.as_deref().unwrap_or_default();
            let words = stems(text);
            let shares = |list: &[String]| words.iter().any(|word| list.contains(word));
            (of_subject.is_empty() || shares(&of_subject))
                && shares(&of_relation)
                && self.is_of_now(text, view)
        };
        // Only the newest word on it: one that was read, of whatever it was read, leaves it open.
        let later = views
            .iter()
            .filter(|(view, near)| !tells(view) && *near >= (BESIDE * own).max(AT_ALL) && about(view))
            .max_by_key(|(view, _)| view.record.occurred_at)
            .filter(|(view, _)| view.record.occurred_at > said && self.tells_nothing_read(view, timed));
        Ok(later.map(|(view, _)| Answer {
            answer: view.record.text.as_deref().map(|text| text.trim().to_owned()),
            explanation: format!(
                "Said on {}, later than the last value that could be read: {}, on {}.",
                self.day(view.record.occurred_at),
                fact.object,
                self.day(said)
            ),
            ..Answer::default()
        }))
    }

    /// Whether a text says of no other time that it holds then ("in 2024 it was …", "from March it
    /// will be …").
    fn is_of_now(&self, text: &str, view: &EpisodeView) -> bool {
        let read = memstrata_when::read_statement(text, &self.when_context(view.record.occurred_at));
        let said = view.record.occurred_at;
        let over = read.valid_to.is_some_and(|to| Instant::from(to.at) <= said);
        let ahead = read.valid_from.is_some_and(|from| Instant::from(from.at) > said);
        !over && !ahead
    }

    /// Whether a text is believed and tells something that no fact was read out of: no question,
    /// and nothing that was left unread for a reason.
    fn tells_nothing_read(&self, view: &EpisodeView, timed: &Timed) -> bool {
        let Some(text) = view.record.text.as_deref() else { return false };
        let known = timed.gate.known_at.is_none_or(|known| view.record.recorded_at <= known);
        if !known || !view.facts.is_empty() || view.ends || view.fallen.is_some() || text.contains('?') {
            return false;
        }
        let telling = Telling {
            text,
            said_at: view.record.occurred_at,
            zone: self.zone(),
            locale: "en-GB",
            kind: &view.record.kind,
            known_subjects: &NoKnownSubjects,
        };
        let read = Extractor::new(Lexicon::built_in()).extract(&telling);
        // What can be read and stands in no fact was put off, or waits for a decision.
        read.skipped.is_empty() && read.facts.is_empty()
    }
}
