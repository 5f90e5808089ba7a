//! Texts that no fact was read out of, as answers: whether one asserts anything of the time asked
//! about, and which of several near ones is the newest word then.

use memstrata_extract::{Extraction, Extractor, Lexicon, NoKnownSubjects, Telling, query::stems};
use memstrata_ledger::EpisodeView;
use memstrata_model::{Instant, Key};
use memstrata_retrieve::Candidate;
use memstrata_when::{Intent, read_statement};

use super::Answer;
use super::later::Told;
use super::nearest::{is_idle, names_in};
use super::timing::Timed;
use crate::query::query_of;
use crate::rollup::is_roll_up;
use crate::{Engine, Error};

/// Set by hand, as those of [`super::nearest`] were.
///
/// How near a text must be to the question, by cosine, and beside the nearest of them: nearer than a
/// text that has a value of the same key behind it.
const NEAR: f64 = 0.4;
const BESIDE: f64 = 0.7;

impl Engine {
    /// Where no key answers: the newest word, up to the time asked about, of the texts that are near
    /// the question, name what it names and were read for no fact.
    pub(super) fn unread_text(
        &self,
        question: &str,
        keys: &[Key],
        timed: &Timed,
        near: &[Candidate],
    ) -> Result<Option<Answer>, Error> {
        if matches!(timed.intent, Intent::Change | Intent::History | Intent::Previous) {
            return Ok(None);
        }
        let asked: Vec<String> = stems(question).into_iter().filter(|stem| !is_idle(stem)).collect();
        let names = names_in(question);
        // Of a relation that the lexicon knows, a text answers only where it tells of the very key.
        let known = query_of(question).asks_a_known_relation();
        let of_key = match keys.first() {
            Some(key) => {
                self.versions_of(key, timed.gate.moment())?.last().map(|fact| Told::of(fact, question))
            }
            None => None,
        };
        if known && of_key.is_none() {
            return Ok(None);
        }
        let best = near.iter().map(|candidate| candidate.similarity).fold(0.0, f64::max);
        let mut newest: Option<EpisodeView> = None;
        for candidate in near.iter().filter(|c| c.similarity >= NEAR.max(BESIDE * best)) {
            let view = self.ledger.episode(self.space(), candidate.seq, timed.gate.moment())?;
            let Some(text) = view.record.text.as_deref() else { continue };
            let said = stems(text);
            let about =
                names.iter().all(|name| said.contains(name)) && asked.iter().any(|stem| said.contains(stem));
            let then = view.record.occurred_at <= timed.gate.as_of()
                && self.speaks_of_then(view.record.occurred_at, text, timed);
            if !(about && then && self.tells_nothing_read(&view, timed)) {
                continue;
            }
            if newest.as_ref().is_none_or(|other| other.record.occurred_at < view.record.occurred_at) {
                newest = Some(view);
            }
        }
        let Some(view) = newest else { return Ok(None) };
        let Some(text) = view.record.text.as_deref() else { return Ok(None) };
        let explanation = format!(
            "Said on {}: the newest text on it then; no value could be read out of it.",
            self.day(view.record.occurred_at)
        );
        Ok(Some(self.quoted(question, text, view.record.occurred_at, explanation, timed)?))
    }

    /// Whether a sentence that answers by itself asserts something of the time asked about: no wish,
    /// no rumour, no case that may not come, and nothing that is over by then or has not begun.
    pub(super) fn asserts(&self, sentence: &str, said_at: Instant, timed: &Timed) -> bool {
        self.speaks_of_then(said_at, sentence, timed)
            && self.read_alone(sentence, "note", said_at).skipped.is_empty()
    }

    /// Whether what a text tells may hold at the time asked about: no text of what is over by then
    /// ("in 2024 it was") or has not begun ("from March it will be").
    pub(super) fn speaks_of_then(&self, said_at: Instant, text: &str, timed: &Timed) -> bool {
        let as_of = timed.gate.as_of();
        let read = read_statement(text, &self.when_context(said_at));
        let begun = read.valid_from.as_ref().is_none_or(|part| Instant::from(part.at) <= as_of);
        let lasts = read.valid_to.as_ref().is_none_or(|part| Instant::from(part.at) > as_of);
        begun && lasts
    }

    /// Whether a text is believed and tells something that no fact was read out of: no question,
    /// and nothing that was left unread for a reason.
    pub(super) fn tells_nothing_read(&self, view: &EpisodeView, timed: &Timed) -> bool {
        let Some(text) = view.record.text.as_deref() else { return false };
        let known = timed.gate.known_at.is_none_or(|known| view.record.recorded_at <= known);
        let roll_up = is_roll_up(view.record.author.as_deref(), view.record.locator.as_deref());
        if roll_up
            || !known
            || !view.facts.is_empty()
            || view.ends
            || view.fallen.is_some()
            || text.contains('?')
        {
            return false;
        }
        let read = self.read_alone(text, &view.record.kind, view.record.occurred_at);
        // What can be read and stands in no fact was put off, or waits for a decision.
        read.skipped.is_empty() && read.facts.is_empty()
    }

    /// Whether nothing of a text was put off for a reason: it is no question, no wish and no rumour.
    pub(super) fn is_told_plainly(&self, text: &str, kind: &str, said_at: Instant) -> bool {
        !text.contains('?') && self.read_alone(text, kind, said_at).skipped.is_empty()
    }

    /// What can be read out of a text by itself.
    fn read_alone(&self, text: &str, kind: &str, said_at: Instant) -> Extraction {
        let telling = Telling {
            text,
            said_at,
            zone: self.zone(),
            locale: "en-GB",
            kind,
            known_subjects: &NoKnownSubjects,
        };
        Extractor::new(Lexicon::built_in()).extract(&telling)
    }
}
