//! Texts that no fact was read out of: whether one asserts anything of the time asked about.

use memstrata_extract::{Extraction, Extractor, Lexicon, NoKnownSubjects, Telling};
use memstrata_ledger::EpisodeView;
use memstrata_model::Instant;
use memstrata_when::read_statement;

use super::timing::Timed;
use crate::Engine;
use crate::rollup::is_roll_up;

impl Engine {
    /// Whether a sentence that answers by itself asserts something of the time asked about: no wish,
    /// no rumour, no case that may not come, and nothing that is over by then or has not begun.
    pub(super) fn asserts(&self, sentence: &str, said_at: Instant, timed: &Timed) -> bool {
        // What was said later is about that time only where it states one.
        let then = said_at <= timed.gate.as_of() || self.states_a_time(said_at, sentence);
        then && self.speaks_of_then(said_at, sentence, timed)
            && self.read_alone(sentence, "note", said_at).skipped.is_empty()
    }

    fn states_a_time(&self, said_at: Instant, text: &str) -> bool {
        let read = read_statement(text, &self.when_context(said_at));
        read.valid_from.is_some() || read.valid_to.is_some()
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
    pub(super) fn read_alone(&self, text: &str, kind: &str, said_at: Instant) -> Extraction {
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
