//! "Who owned billing before Tom", "what did we use after Redis": where the event that a question
//! names is a value of the very key that it asks for, the spell of that value is the event.

use memstrata_extract::query::stems;
use memstrata_ledger::Moment;
use memstrata_model::view::AnchorCandidate;
use memstrata_model::{Fact, Instant};
use memstrata_when::Intent;

use super::anchor::Tie;
use crate::{Engine, Error};

/// The longest value after "before", in words.
const LONGEST: usize = 4;

/// What the value beside the one asked for comes to.
pub(super) enum Beside {
    /// Its spell, as an event.
    Spell(AnchorCandidate),
    /// Nothing is known on the side asked about, and why.
    Nothing(String),
}

/// The words after the last "before" or "after" of a question, where they end it.
pub(super) fn after_the_tie(question: &str) -> Option<(Intent, String)> {
    let words: Vec<&str> = question.trim_end_matches(['?', ' ', '.']).split_whitespace().collect();
    let place = words.iter().rposition(|word| matches!(word.to_lowercase().as_str(), "before" | "after"))?;
    let rest = &words[place + 1..];
    let side = if words[place].eq_ignore_ascii_case("before") { Intent::Before } else { Intent::After };
    (place > 0 && (1..=LONGEST).contains(&rest.len())).then(|| (side, rest.join(" ")))
}

/// Whether an event is only pointed at ("before that one").
pub(super) fn is_pronoun(words: &str) -> bool {
    let words = words.to_lowercase();
    matches!(
        words.trim(),
        "that" | "this" | "it" | "that one" | "this one" | "those" | "these" | "him" | "her" | "them"
    )
}

impl Engine {
    /// The spell of the value that `words` name, where the question asks for its key.
    pub(super) fn value_beside(
        &self,
        question: &str,
        words: &str,
        tie: Tie,
        moment: Moment,
    ) -> Result<Option<Beside>, Error> {
        let Some(claim) = self.claim(question, moment)? else { return Ok(None) };
        let sought = stems(words);
        let of_value = stems(&claim.value);
        if sought.is_empty() || !sought.iter().all(|stem| of_value.contains(stem)) {
            return Ok(None);
        }
        let spells: Vec<&Fact> = claim.spells().collect();
        // Before it ever held, after it last held.
        let spell = match tie {
            Tie::After | Tie::RightAfter => spells.last(),
            _ => spells.first(),
        };
        let Some(spell) = spell else { return Ok(None) };
        let (from, to) = match (tie, spell.valid_from, spell.valid_to) {
            (Tie::Before | Tie::Since | Tie::Within, None, _) => {
                return Ok(Some(Beside::Nothing(format!("When {} began is not known.", spell.object))));
            }
            (Tie::After | Tie::RightAfter, _, None) => {
                return Ok(Some(Beside::Nothing(format!(
                    "{} holds {}; nothing came after it.",
                    spell.object,
                    self.dates_of(spell)
                ))));
            }
            (_, from, to) => (from.unwrap_or(Instant::MIN), to.unwrap_or(Instant::MAX)),
        };
        let text = format!("{} {} {}", spell.subject, spell.relation, spell.object);
        let episode = spell.sources.first().map(|source| source.episode.clone());
        Ok(Some(Beside::Spell(AnchorCandidate { from, to, text, episode })))
    }
}
