//! Where no key fits the words of a question: the value that the nearest text was told of, if the
//! question asks for such a value and names what the text tells. The answer is what holds of that key
//! at the time asked about, never what the text itself says, and it says which key was taken.

use std::collections::BTreeSet;

use memstrata_extract::{QueryKey, ValueType, query::stems};
use memstrata_ledger::KeyNamesSought;
use memstrata_model::{Fact, FactState, Key};
use memstrata_retrieve::Candidate;
use memstrata_when::Intent;

use super::key_of;
use super::timing::Timed;
use crate::asking::is_question_word;
use crate::cover::longer_name;
use crate::depend::{asks_what_it_depends_on, says_what_it_depends_on};
use crate::kinds::is_of_another_kind;
use crate::lead::spec_of;
use crate::query::query_of;
use crate::{Engine, Error};

// The three below were set by hand while working on the development sets, with the model that ships;
// they were not fitted, and nothing says that they suit another model.

/// How near the best text must be, by cosine.
const NEAR: f64 = 0.45;
/// How much nearer than a text of another key that could answer as well.
const NEARER: f64 = 0.08;
/// The share of the question's words that the key or its texts must say.
const SAID: f64 = 0.66;

/// Texts whose subjects are held against the question.
const TEXTS: usize = 30;

/// A key that may be meant.
struct Nearby {
    key: Key,
    similarity: f64,
    said: f64,
    /// What holds of it at the time asked about.
    fact: Fact,
}

impl Engine {
    /// The fact of the one near key that may be meant, where meanings are searched.
    pub(super) fn nearest_key(
        &self,
        question: &str,
        timed: &Timed,
        near: &[Candidate],
    ) -> Result<Option<Fact>, Error> {
        if matches!(timed.intent, Intent::Change | Intent::History | Intent::Previous) {
            return Ok(None);
        }
        let query = query_of(question);
        let content: Vec<&String> = query.terms.iter().filter(|term| !is_idle(term)).collect();
        let words = super::claim::plain_words(question);
        if content.len() < 2 || !words.first().is_some_and(|word| asks_for_a_value(word)) {
            return Ok(None);
        }
        let others = self.words_of_subjects(question, timed)?;
        let mut found: Vec<Nearby> = Vec::new();
        for candidate in near {
            let view = self.ledger.episode(self.space(), candidate.seq, timed.gate.moment())?;
            let keys: BTreeSet<Key> = view.facts.iter().map(|told| key_of(&told.fact)).collect();
            for key in keys {
                if says_what_it_depends_on(&key.relation) && !asks_what_it_depends_on(&query.terms) {
                    continue;
                }
                if found.iter().any(|known| known.key == key) || !may_answer(&query, &words, &key) {
                    continue;
                }
                let facts = self.versions_of(&key, timed.gate.moment())?;
                let said = said_of(&content, &key, &facts);
                let held: Vec<&Fact> = facts.iter().filter(|fact| timed.gate.passes(fact)).collect();
                let names_said = names_in(question).iter().all(|name| named_by(name, &key));
                let [fact] = held.as_slice() else { continue };
                let unsaid: Vec<&String> =
                    content.iter().copied().filter(|term| !said_by(term, &key, &facts)).collect();
                let scope = (!key.scope.is_empty()).then_some(key.scope.as_str());
                // "Where does she work" asks for no home of hers.
                let elsewhere = query.asks_besides(&key.subject, &key.relation, scope);
                // "The checkout service" is not the billing service.
                let another = elsewhere
                    || unsaid.iter().any(|term| others.contains(*term) || modifies(term, &words, &key));
                let another = another
                    || facts.last().is_some_and(|fact| is_of_another_kind(question, fact))
                    || longer_name(&query, question, &key, &facts).is_some();
                let repeats = stems(&fact.object).iter().all(|stem| query.terms.contains(stem));
                if said < SAID || !names_said || another || repeats || !looks_asked_for(&words, &fact.object)
                {
                    continue;
                }
                found.push(Nearby { key, similarity: candidate.similarity, said, fact: (*fact).clone() });
            }
        }
        found.sort_by(|a, b| {
            (b.similarity + 0.2 * b.said).total_cmp(&(a.similarity + 0.2 * a.said)).then(a.key.cmp(&b.key))
        });
        let Some(first) = found.first().filter(|first| first.similarity >= NEAR) else { return Ok(None) };
        let worth = |nearby: &Nearby| nearby.similarity + 0.2 * nearby.said;
        let alone = found.get(1).is_none_or(|second| worth(first) - worth(second) >= NEARER);
        Ok(alone.then(|| first.fact.clone()))
    }
}

impl Engine {
    /// The stems of every subject that texts with words of the question tell of.
    fn words_of_subjects(&self, question: &str, timed: &Timed) -> Result<BTreeSet<String>, Error> {
        let hits = self.ledger.search_words(self.space(), question, timed.gate.known_at, TEXTS)?;
        let episodes: Vec<i64> = hits.iter().map(|hit| hit.seq).collect();
        let sought = KeyNamesSought { episodes: &episodes, ..KeyNamesSought::default() };
        let keys = self.ledger.keys_named(self.space(), &sought, 0)?;
        Ok(keys.into_iter().flat_map(|(told, _)| stems(&told.subject)).collect())
    }
}

/// Whether a word makes another thing of the one beside it: before a noun for the class of a thing
/// ("checkout" of "checkout service") or for the relation ("deputy CEO", "her fax number"), or after
/// a word of the subject ("the mail gateway"), where it is no verb.
fn modifies(term: &str, words: &[String], key: &Key) -> bool {
    let bare = |word: &str| word.trim_end_matches("'s").to_owned();
    let is_term = |word: &str| stems(word).iter().any(|stem| stem == term);
    let of = |text: &str, word: &str| {
        let own = stems(text);
        stems(word).iter().any(|stem| own.contains(stem))
    };
    let helped = words.iter().any(|word| matches!(word.as_str(), "do" | "does" | "did"));
    words.windows(2).any(|pair| {
        is_term(&pair[0]) && (is_class(&bare(&pair[1])) || of(&key.relation, &pair[1]))
            || is_term(&pair[1]) && !helped && of(&key.subject, &pair[0])
    }) || words.windows(2).any(|pair| is_term(&pair[1]) && pair[0].ends_with("'s"))
}

/// Nouns for the class of a thing, that people put after its name and leave off.
fn is_class(word: &str) -> bool {
    matches!(
        word,
        "service"
            | "server"
            | "app"
            | "team"
            | "job"
            | "project"
            | "database"
            | "cluster"
            | "repo"
            | "site"
            | "module"
            | "system"
            | "tool"
            | "api"
            | "page"
            | "queue"
            | "worker"
    )
}

fn asks_for_a_value(word: &str) -> bool {
    is_question_word(word) || matches!(word, "at" | "on" | "in")
}

/// Whether the relation's values are of the kind that the question word asks for.
fn may_answer(query: &QueryKey, words: &[String], key: &Key) -> bool {
    use ValueType as T;
    let Some(spec) = spec_of(&key.relation) else { return true };
    let somebody = matches!(spec.value_type, T::Person | T::Team);
    let asked = words.first().map_or("", String::as_str);
    match (query.value_type, asked) {
        (Some(T::Person), _) => {
            matches!(spec.value_type, T::Person | T::Team | T::Organisation | T::Text | T::Product)
        }
        (Some(T::Money), _) => matches!(spec.value_type, T::Money | T::Rate | T::Scalar | T::Text),
        (Some(T::Date | T::Time), _) => {
            matches!(spec.value_type, T::Date | T::Time | T::TimeRange | T::Weekday | T::Schedule)
        }
        (Some(T::Place), _) => {
            matches!(spec.value_type, T::Place | T::Address | T::Host | T::Url | T::Path | T::Region)
        }
        (Some(kind), _) => kind == spec.value_type,
        (None, _) => !somebody,
    }
}

/// "Who" asks for a name, "how much" and "when" for figures or days.
fn looks_asked_for(words: &[String], value: &str) -> bool {
    let capital = value.chars().next().is_some_and(char::is_uppercase);
    let figure = value.bytes().any(|b| b.is_ascii_digit());
    match words.first().map(String::as_str) {
        Some("who" | "who's" | "whom") => capital && !figure,
        Some("when") => figure || capital,
        Some("how") => figure,
        // "On which date", "at what time".
        _ if words
            .iter()
            .take(3)
            .any(|w| matches!(w.as_str(), "date" | "day" | "year" | "time" | "number")) =>
        {
            figure || words.iter().take(3).any(|w| w == "day") && capital
        }
        _ => true,
    }
}

fn said_of(content: &[&String], key: &Key, facts: &[Fact]) -> f64 {
    let said = content.iter().filter(|term| said_by(term, key, facts)).count();
    said as f64 / content.len().max(1) as f64
}

fn said_by(term: &str, key: &Key, facts: &[Fact]) -> bool {
    let told = |text: &str| stems(text).iter().any(|word| akin(word, term));
    told(&key.subject)
        || told(&key.relation)
        || told(&key.scope)
        || spec_of(&key.relation).is_some_and(|spec| spec.aliases.iter().any(|alias| told(alias)))
        || facts
            .iter()
            .filter(|fact| fact.state != FactState::Withdrawn)
            .any(|fact| fact.sources.iter().filter_map(|source| source.text.as_deref()).any(told))
}

/// A name is the subject's as it is, or another's.
fn named_by(name: &String, key: &Key) -> bool {
    [&key.subject, &key.scope, &key.relation].into_iter().any(|text| stems(text).contains(name))
}

/// One stem, or one that goes on from the other ("tune", "tuner").
fn akin(a: &str, b: &str) -> bool {
    goes_on(a, b, 3)
}

/// Whether two words are one, or the longer is the other with at most so many letters more.
pub(super) fn goes_on(a: &str, b: &str, more: usize) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    short == long || short.chars().count() >= 4 && long.len() <= short.len() + more && long.starts_with(short)
}

/// What a question does not mention by chance.
pub(super) fn names_in(question: &str) -> Vec<String> {
    let name = |word: &&str| {
        word.chars().next().is_some_and(char::is_uppercase) || word.bytes().any(|b| b.is_ascii_digit())
    };
    question.split_whitespace().skip(1).filter(name).flat_map(stems).collect()
}

pub(super) fn is_idle(term: &str) -> bool {
    matches!(
        term,
        "do" | "be"
            | "have"
            | "use"
            | "go"
            | "get"
            | "current"
            | "currently"
            | "now"
            | "still"
            | "time"
            | "call"
    )
}
