//! Phrases for what depends and what it depends on ("my commute", "where she lives", "its
//! database"), led to keys. A pronoun stands for whose the dependent value is, or for the fact told
//! last before it.

use memstrata_extract::{FoundFact, FoundOp, Lexicon, query::stems, read_query};
use memstrata_model::Key;

use super::DEPENDS;
use super::form::{parts, points_back, speaks_of_a_value};
use crate::asking::is_question_word;
use crate::lead::spec_of;
use crate::{Engine, Error};

/// Keys that a phrase may mean fit nearly alike.
const NEARLY: f64 = 0.06;
/// And are no more than this.
const AT_MOST: usize = 3;

/// What a pronoun in a phrase may stand for.
pub(super) struct Before<'f> {
    /// Whose the dependent value is, as it was written: "the billing API", "my sister".
    pub owner: String,
    /// The fact told last before the phrase.
    pub told: Option<&'f FoundFact>,
}

impl Engine {
    /// The key of what depends; where it is a pronoun, that of the fact told last.
    pub(super) fn dependent_key(&self, phrase: &str, told: Option<&FoundFact>) -> Result<Option<Key>, Error> {
        if points_back(phrase) {
            return Ok(told.map(key_of));
        }
        Ok(self.keys_of_phrase(phrase)?.into_iter().next())
    }

    /// The keys that something depends on: of the whole phrase, or of each of its parts.
    pub(super) fn ground_keys(&self, phrase: &str, before: &Before<'_>) -> Result<Vec<Key>, Error> {
        let whole = self.keys_of_ground(phrase, before)?;
        let parts = parts(phrase);
        if parts.len() < 2 {
            return Ok(whole);
        }
        let mut keys = Vec::new();
        for part in parts {
            for key in self.keys_of_ground(part, before)? {
                if !keys.contains(&key) {
                    keys.push(key);
                }
            }
        }
        Ok(if keys.is_empty() { whole } else { keys })
    }

    fn keys_of_ground(&self, phrase: &str, before: &Before<'_>) -> Result<Vec<Key>, Error> {
        let phrase = phrase.trim().trim_end_matches([',', ';']);
        let phrase = ["the value of ", "on ", "upon "]
            .iter()
            .fold(phrase, |phrase, start| phrase.strip_prefix(start).unwrap_or(phrase));
        if points_back(phrase) {
            return Ok(before.told.map(key_of).into_iter().collect());
        }
        if let Some(written) = with_owner(phrase, &before.owner) {
            return self.keys_of_phrase(&written);
        }
        let keys = self.keys_of_phrase(phrase)?;
        // "The timeout of the relay depends on the database": its own, where it has one.
        match phrase.strip_prefix("the ").filter(|_| keys.is_empty() && !before.owner.is_empty()) {
            Some(noun) => {
                let question = format!("What is the {noun} of {}?", before.owner);
                Ok(self.lead_to_keys(&question, None)?.keys.into_iter().take(1).collect())
            }
            None => Ok(keys),
        }
    }

    /// The key that a phrase names ("my commute", "where I live", "the size of the pool"); where
    /// nothing of it was told yet, each key that its words may mean.
    fn keys_of_phrase(&self, phrase: &str) -> Result<Vec<Key>, Error> {
        let question = question_of(phrase);
        if let Some(key) = self.lead_to_keys(&question, None)?.keys.into_iter().next() {
            return Ok(vec![key]);
        }
        // Not told yet: what the words themselves say, where they speak of a value and not of a
        // thing.
        if !speaks_of_a_value(phrase) {
            return Ok(Vec::new());
        }
        let query = read_query(&question, Lexicon::built_in());
        let fit = |key: &Key| query.score(&key.subject, &key.relation, None);
        let mut keys: Vec<Key> = query.keys.iter().map(|(s, r, c)| Key::new(s, r, c.as_deref())).collect();
        // A relation that its words ask for outright leaves none to guess at.
        let says = |key: &Key| query.unsaid(&key.subject, &key.relation, None).is_empty();
        if keys.iter().any(|key| says(key) && spec_of(&key.relation).is_some()) {
            keys.retain(|key| says(key));
        }
        // "My employer" is no instance type of his, though "X is Y" could tell one; and "where I live"
        // is where one lives before it is anything else that has a place.
        let words = stems(phrase);
        let named = |key: &Key| {
            let says = |text: &str| stems(text).iter().any(|stem| words.contains(stem));
            says(&key.relation)
                || spec_of(&key.relation).is_some_and(|spec| spec.aliases.iter().any(|alias| says(alias)))
        };
        if keys.iter().any(named) {
            keys.retain(named);
        }
        let own = |key: &Key| stems(&key.relation).iter().any(|stem| words.contains(stem));
        if keys.iter().any(own) {
            keys.retain(own);
        }
        // Of the teller's, where it may be of him or of a thing that is called so.
        if keys.iter().any(|key| key.subject == "user") {
            keys.retain(|key| key.subject == "user");
        }
        let best = keys.iter().map(fit).fold(0.0, f64::max);
        keys.retain(|key| fit(key) >= best - NEARLY && key.relation != DEPENDS);
        keys.truncate(AT_MOST);
        Ok(keys)
    }
}

fn key_of(fact: &FoundFact) -> Key {
    Key::new(&fact.subject, &fact.relation, fact.scope.as_deref())
}

/// The fact told last before a place of a text.
pub(super) fn told_before(facts: &[FoundFact], place: usize) -> Option<&FoundFact> {
    facts
        .iter()
        .filter(|fact| fact.op == FoundOp::Assert && fact.relation != DEPENDS && fact.span.0 < place)
        .filter(|fact| fact.relation != "depends_on")
        .max_by_key(|fact| fact.span.0)
}

/// Whose a value is, as a phrase says it: "the timeout of the billing API", "Piet's rent". What
/// belongs to the teller ("my rent") is itself what "its" speaks of.
pub(super) fn owner_of(phrase: &str) -> String {
    let phrase = phrase.trim();
    // ASCII alone: what is folded so stands where it stood.
    if let Some(at) = phrase.to_ascii_lowercase().find(" of ") {
        return phrase[at + 4..].to_owned();
    }
    for sign in ["'s ", "\u{2019}s "] {
        if let Some(at) = phrase.rfind(sign) {
            return phrase[..at].to_owned();
        }
    }
    phrase.to_owned()
}

/// A phrase with its pronoun written out; nothing where it has none.
fn with_owner(phrase: &str, owner: &str) -> Option<String> {
    if owner.is_empty() || points_back(owner) {
        return None;
    }
    let words: Vec<&str> = phrase.split_whitespace().collect();
    let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let first = lower.first()?.as_str();
    if matches!(first, "its" | "his" | "her" | "their") && words.len() > 1 {
        return Some(format!("the {} of {owner}", words[1..].join(" ")));
    }
    // "the size of its pool", "the price of it".
    let inside = lower.iter().position(|word| matches!(word.as_str(), "its" | "his" | "their" | "her"));
    if let Some(at) = inside.filter(|at| at + 1 < words.len()) {
        let (before, after) = (words[..at].join(" "), words[at + 1..].join(" "));
        return Some(format!("{before} the {after} of {owner}"));
    }
    let subject = lower.iter().position(|word| matches!(word.as_str(), "it" | "he" | "she" | "they"))?;
    if subject + 1 == words.len() && subject > 1 && lower[subject - 1] == "of" {
        return Some(format!("{} {owner}", words[..subject].join(" ")));
    }
    (subject > 0 && subject + 1 < words.len())
        .then(|| format!("{} {owner} {}", words[..subject].join(" "), words[subject + 1..].join(" ")))
}

/// A phrase as the question that asks for it.
fn question_of(phrase: &str) -> String {
    let words: Vec<&str> = phrase.split_whitespace().collect();
    let lower: Vec<String> = words.iter().map(|w| w.to_lowercase()).collect();
    if !lower.first().is_some_and(|first| is_question_word(first)) {
        return format!("What is {phrase}?");
    }
    let Some((last, rest)) = words.split_last() else { return format!("{phrase}?") };
    // "what the region is": the verb comes forward.
    if matches!(lower[words.len() - 1].as_str(), "is" | "are") && rest.len() > 1 {
        return format!("{} {last} {}?", rest[0], rest[1..].join(" "));
    }
    let person = lower.iter().position(|w| matches!(w.as_str(), "i" | "we" | "they" | "you"));
    match person {
        Some(at) if lower.get(at + 1).is_some_and(|w| matches!(w.as_str(), "am" | "are" | "have")) => {
            let mut asked: Vec<&str> = words[..at].to_vec();
            asked.extend([words[at + 1], words[at]]);
            asked.extend(&words[at + 2..]);
            format!("{}?", asked.join(" "))
        }
        Some(at) => format!("{} do {}?", words[..at].join(" "), words[at..].join(" ")),
        None => of_third_person(&words, &lower).unwrap_or_else(|| format!("{phrase}?")),
    }
}

/// "where my sister lives", "which port the relay runs on": a helper comes forward, and the verb is
/// bare.
fn of_third_person(words: &[&str], lower: &[String]) -> Option<String> {
    let determined = |word: &str| matches!(word, "the" | "my" | "our" | "his" | "her" | "its" | "their");
    let subject =
        (1..words.len()).find(|&at| determined(&lower[at]) || words[at].starts_with(char::is_uppercase))?;
    let verb = (subject + 1..words.len())
        .rev()
        .find(|&at| lower[at].ends_with('s') && !lower[at].ends_with("ss") && !lower[at].ends_with("'s"))?;
    let opening = words[..subject].join(" ");
    let thing = words[subject..verb].join(" ");
    let rest = words[verb + 1..].join(" ");
    let asked = match lower[verb].as_str() {
        "is" => format!("{opening} is {thing} {rest}"),
        "has" => format!("{opening} does {thing} have {rest}"),
        word => {
            let bare = match word.strip_suffix("ies") {
                Some(start) => format!("{start}y"),
                None if word.ends_with("ches") || word.ends_with("shes") || word == "goes" => {
                    word[..word.len() - 2].to_owned()
                }
                None => word[..word.len() - 1].to_owned(),
            };
            format!("{opening} does {thing} {bare} {rest}")
        }
    };
    Some(format!("{}?", asked.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_asked_for() {
        for (phrase, question) in [
            ("where I live", "where do I live?"),
            ("what the region is", "what is the region?"),
            ("which plan we are on", "which plan are we on?"),
            ("my address", "What is my address?"),
            ("where my sister lives", "where does my sister live?"),
            ("which port the relay runs on", "which port does the relay run on?"),
            ("who Piet reports to", "who does Piet report to?"),
        ] {
            assert_eq!(question_of(phrase), question);
        }
    }

    #[test]
    fn pronouns_stand_for_whose_the_value_is() {
        assert_eq!(owner_of("The timeout of the billing API"), "the billing API");
        assert_eq!(owner_of("My sister's rent"), "My sister");
        assert_eq!(owner_of("My commute"), "My commute");
        for (phrase, written) in [
            ("its database", Some("the database of the relay")),
            ("the size of its pool", Some("the size of the pool of the relay")),
            ("where it runs", Some("where the relay runs")),
            ("the version of it", Some("the version of the relay")),
            ("the weather", None),
            ("its", None),
            ("", None),
        ] {
            assert_eq!(with_owner(phrase, "the relay").as_deref(), written, "{phrase}");
        }
    }
}
