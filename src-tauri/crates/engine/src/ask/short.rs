//! Names cut short in a question: "Anna" for Anna Keller, "Hermes" for the Hermes project. Where
//! exactly one name of the space begins so, it is meant; where several do, they are offered.

use std::collections::BTreeSet;

use memstrata_extract::query::stems;
use memstrata_ledger::{KeyNamesSought, Moment};
use memstrata_model::normalize_name;

use super::claim::plain_words;
use crate::{Engine, Error};

/// Texts that are looked at for a name.
const TEXTS: usize = 60;
/// Verbs that follow a name in a question.
const FOLLOWS: [&str; 22] = [
    "run", "runs", "use", "uses", "live", "cost", "costs", "listen", "depend", "take", "have", "need",
    "start", "open", "close", "leave", "work", "go", "get", "stand", "lie", "owned",
];
/// Names that are looked for in one question.
const NAMES: usize = 6;

/// A question with its short names written out.
#[derive(Clone, Debug, Default)]
pub(super) struct WrittenOut {
    /// Nothing where no name was cut short.
    pub question: Option<String>,
    /// Names that may be several: as written, and what they may be.
    pub unclear: Vec<(String, Vec<String>)>,
}

impl Engine {
    /// Writes the short names of a question out.
    pub(super) fn write_names_out(&self, question: &str, moment: Moment) -> Result<WrittenOut, Error> {
        let words: Vec<&str> = question.split_whitespace().collect();
        let mut out: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        let mut written = WrittenOut::default();
        let mut changed = false;
        let mut tried = 0;
        for (at, word) in words.iter().enumerate() {
            let name = name_of(word);
            let beside = |other: Option<&&str>| other.is_some_and(|w| is_capital(name_of(w)));
            if at > 0
                && !is_capital(name)
                && tried < NAMES
                && let Some(full) = self.thing_beginning(name, words.get(at + 1).copied(), moment)?
            {
                tried += 1;
                out[at] = word.replacen(name, &full, 1);
                changed = true;
                continue;
            }
            // The first word opens the sentence; beside another capital it is a whole name already.
            if at == 0 || !is_capital(name) || tried == NAMES {
                continue;
            }
            if beside(at.checked_sub(1).filter(|i| *i > 0).and_then(|i| words.get(i)))
                || beside(words.get(at + 1))
            {
                continue;
            }
            tried += 1;
            let full = self.names_beginning(name, moment)?;
            match full.as_slice() {
                [] => {}
                [only] => {
                    out[at] = word.replacen(name, only, 1);
                    changed = true;
                }
                _ => written.unclear.push((name.to_owned(), full)),
            }
        }
        written.question = changed.then(|| out.join(" "));
        Ok(written)
    }

    /// The one subject that a plain word begins ("the gym" for the gym membership, "the cabin" for
    /// the cabin in the hills), where the word is no part of a longer name.
    fn thing_beginning(
        &self,
        word: &str,
        next: Option<&str>,
        moment: Moment,
    ) -> Result<Option<String>, Error> {
        let own = stems(word);
        // "Checkout-ui" begins no checkout service.
        let [stem] = own.as_slice() else { return Ok(None) };
        let ends = next.is_none_or(|next| {
            let verb = plain_words(next).first().is_some_and(|word| FOLLOWS.contains(&word.as_str()));
            verb || stems(next).is_empty()
        });
        if !ends || word.chars().count() < 3 || crate::lead::spec_of(word).is_some() {
            return Ok(None);
        }
        let folded = normalize_name(word);
        let subjects = [folded.clone()];
        let sought = KeyNamesSought { subjects: &subjects, ..KeyNamesSought::default() };
        if !self.ledger.keys_named(self.space(), &sought, 0)?.is_empty() {
            return Ok(None);
        }
        let hits = self.ledger.search_words(self.space(), word, moment.known_at, TEXTS)?;
        let episodes: Vec<i64> = hits.iter().map(|hit| hit.seq).collect();
        let sought = KeyNamesSought { episodes: &episodes, ..KeyNamesSought::default() };
        let begun: BTreeSet<String> = self
            .ledger
            .keys_named(self.space(), &sought, 0)?
            .into_iter()
            .map(|(told, _)| told.subject)
            .filter(|subject| {
                let own = stems(subject);
                own.first() == Some(stem) && (2..=4).contains(&own.len())
            })
            .collect();
        Ok(if begun.len() == 1 { begun.into_iter().next() } else { None })
    }

    /// The names of subjects and values that hold a word as their first or last, each once.
    pub(crate) fn names_beginning(&self, name: &str, moment: Moment) -> Result<Vec<String>, Error> {
        let folded = normalize_name(name);
        let hits = self.ledger.search_words(self.space(), name, moment.known_at, TEXTS)?;
        let episodes: Vec<i64> = hits.iter().map(|hit| hit.seq).collect();
        let mut found: Vec<String> = Vec::new();
        let mut seen: BTreeSet<String> = BTreeSet::new();
        let mut take = |full: &str| {
            let parts = plain_words(full);
            let fits = (2..=4).contains(&parts.len())
                && (parts.first() == Some(&folded) || parts.last() == Some(&folded))
                && full.split_whitespace().all(|part| {
                    is_capital(name_of(part)) || matches!(part, "de" | "da" | "do" | "van" | "von" | "of")
                });
            if fits && seen.insert(normalize_name(full)) {
                found.push(full.to_owned());
            }
        };
        for seq in episodes {
            let view = self.ledger.episode(self.space(), seq, moment)?;
            for told in &view.facts {
                take(&told.fact.subject);
                take(&told.fact.object);
            }
        }
        found.sort();
        // "Hermes" for what is called the "Hermes project".
        if found.is_empty() {
            let subjects = [folded.clone()];
            let sought = KeyNamesSought { subjects: &subjects, ..KeyNamesSought::default() };
            let stands = !self.ledger.keys_named(self.space(), &sought, 0)?.is_empty();
            if !stands {
                found = self.short_for(&folded);
            }
        }
        Ok(found)
    }
}

/// A word without its genitive and the marks around it.
fn name_of(word: &str) -> &str {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    word.strip_suffix("'s").or_else(|| word.strip_suffix("’s")).unwrap_or(word)
}

fn is_capital(word: &str) -> bool {
    let mut chars = word.chars();
    chars.next().is_some_and(char::is_uppercase) && chars.next().is_some_and(char::is_lowercase)
}
