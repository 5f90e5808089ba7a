//! Later texts about what a value depends on, that tell of a change and out of which no new value of
//! its key was read: the value may hold no longer all the same. What a changed key does is
//! [`super::doubt`]'s.

use memstrata_extract::query::stems;
use memstrata_ledger::Moment;
use memstrata_model::{Fact, FactState, Instant, Key, normalize_text};

use super::key_of;
use crate::depend::{Dependency, is_of_a_dependency};
use crate::rollup::is_roll_up;
use crate::{Engine, Error};

/// Texts that share words with what a value depends on.
const TEXTS: usize = 20;

impl Engine {
    /// The newest text after a value was said that speaks of a change of what it depends on, in words.
    pub(super) fn change_told_of(
        &self,
        own: &Dependency,
        keys: &[Key],
        said: Option<Instant>,
        moment: Moment,
    ) -> Result<Option<String>, Error> {
        let Some(said) = said else { return Ok(None) };
        let words = own.ground.end.as_scope();
        let mut newest: Option<(Instant, String)> = None;
        for hit in self.ledger.search_words(self.space(), &words, moment.known_at, TEXTS)? {
            let view = self.ledger.episode(self.space(), hit.seq, moment)?;
            let (at, Some(text)) = (view.record.occurred_at, view.record.text.as_deref()) else { continue };
            let later = at > said && at <= moment.as_of && newest.as_ref().is_none_or(|(day, _)| at > *day);
            let roll_up = is_roll_up(view.record.author.as_deref(), view.record.locator.as_deref());
            if !later
                || roll_up
                || view.fallen.is_some()
                || !own.ground_is_spoken_of(text)
                || !tells_of_change(text, &stems(&words))
            {
                continue;
            }
            // A text of the dependency itself, and one that says again what held before.
            let mut again = view.facts.iter().any(|told| is_of_a_dependency(&told.fact.relation));
            for told in &view.facts {
                let key = key_of(&told.fact);
                let same = |held: &Fact| {
                    held.state != FactState::Withdrawn
                        && held.valid_from.is_some_and(|from| from <= said)
                        && held.valid_to.is_none_or(|to| to > at)
                        && normalize_text(&held.object) == normalize_text(&told.fact.object)
                };
                again |= keys.contains(&key) && self.versions_of(&key, moment)?.iter().any(same);
            }
            if !again && self.is_told_plainly(text, &view.record.kind, at) {
                newest = Some((at, text.trim().to_owned()));
            }
        }
        // It may say that the value holds for which the dependent one was said.
        let holds = |text: &str| own.ground.value.as_ref().is_some_and(|value| names(text, value));
        Ok(newest.filter(|(_, text)| !holds(text)).map(|(at, text)| {
            format!(
                "of which it was said on {}: \"{text}\"; what depends on it was last said on {}",
                self.day(at),
                self.day(said)
            )
        }))
    }
}

/// Whether the words of a text, but for those of what it is about, say that something is otherwise than
/// it was.
pub(super) fn tells_of_change(text: &str, of: &[String]) -> bool {
    const STEMS: [&str; 33] = [
        "change",
        "move",
        "switch",
        "replace",
        "swap",
        "trade",
        "become",
        "turn",
        "upgrade",
        "downgrade",
        "bump",
        "migrate",
        "relocate",
        "transfer",
        "shift",
        "convert",
        "rename",
        "raise",
        "lower",
        "increase",
        "reduce",
        "ditch",
        "drop",
        "leave",
        "quit",
        "adopt",
        "new",
        "instead",
        "anymore",
        "longer",
        "again",
        "back",
        "renew",
    ];
    const PHRASES: [&str; 8] = [
        " now",
        "from now on",
        "these days",
        "took over",
        "taken over",
        "gone with",
        "as of ",
        "not any more",
    ];
    let lower = text.to_lowercase();
    stems(text).iter().any(|stem| STEMS.contains(&stem.as_str()) && !of.contains(stem))
        || PHRASES.iter().any(|phrase| lower.contains(phrase))
}

/// Whether a text has every word of a value.
fn names(text: &str, value: &str) -> bool {
    let bare = |text: &str| -> Vec<String> {
        text.split_whitespace()
            .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase())
            .filter(|word| !word.is_empty())
            .collect()
    };
    let words = bare(text);
    bare(value).iter().all(|word| words.contains(word))
}

#[cfg(test)]
mod tests {
    use super::tells_of_change;

    #[test]
    fn words_of_change_are_told_from_words_of_a_state() {
        for text in
            ["We swapped the flour for spelt.", "The hall is the annex now.", "Gwen took over as lead."]
        {
            assert!(tells_of_change(text, &[]), "{text}");
        }
        for text in ["The flour is type 550.", "The region is cheap.", "I know the hall."] {
            assert!(!tells_of_change(text, &[]), "{text}");
        }
    }
}
