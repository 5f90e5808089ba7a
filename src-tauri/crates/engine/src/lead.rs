//! From a question to the keys of this ledger that it asks for. What the words of a question
//! allow is `extract`'s; here they meet the keys that exist.

use std::collections::BTreeSet;

use memstrata_answer::Asked;
use memstrata_extract::{Lexicon, QueryKey, RelationSpec, ValueType, apart_by_size, query::stems};
use memstrata_ledger::{FactPattern, KeyNamesSought, Moment};
use memstrata_model::{Fact, Key, normalize_name};

use crate::asking::is_question_word;
use crate::cover::left_out;
use crate::depend::{asks_what_it_depends_on, says_what_it_depends_on};
use crate::kinds::is_of_another_kind;
use crate::query::query_of;
use crate::relation_keys::Listed;
use crate::{Engine, Error};

/// Keys of the relations asked for that are looked at beside those of the subjects named.
pub(crate) const BY_RELATION: usize = 5000;
/// Texts that share words with the question, whose keys are looked at too.
const BY_WORDS: usize = 30;
/// Keys that fit this much worse than the best are other keys.
const NEAR: f64 = 0.03;
const AT_MOST: usize = 8;

/// Where a question leads.
#[derive(Debug)]
pub(crate) struct Led {
    pub asked: Asked,
    pub keys: Vec<Key>,
    /// Keys that fit but for a word of the question: of another thing, called much the same.
    pub beside: Vec<Key>,
    /// Texts that share words with the question, by their numbers.
    pub texts: Vec<i64>,
    /// The best of them says every word of the question.
    pub says_all: bool,
    /// The question asks for the value, though its words could ask for a change: the value is
    /// itself a day or a rhythm ("when do we deploy"), or a number ("how many times").
    pub asks_value: bool,
}

impl Engine {
    /// The keys that exist and that the question asks for, best first. `expression` are the words
    /// of the question that tell a time: they name no subject.
    pub(crate) fn lead_to_keys(&self, question: &str, expression: Option<&str>) -> Result<Led, Error> {
        let timeless = match expression {
            Some(words) if !words.is_empty() && !asks(words) => question.replacen(words, " ", 1),
            _ => question.to_owned(),
        };
        let led = self.lead_by(&timeless, &timeless)?;
        // "When did the port change" asks for no time that the port has as its value.
        match without_change(&timeless).filter(|_| led.keys.is_empty()) {
            Some(still) => Ok(Led { asks_value: false, ..self.lead_by(&still, &timeless)? }),
            None => Ok(led),
        }
    }

    /// Every version of a key, over and ahead included, as believed at a moment.
    pub(crate) fn versions_of(&self, key: &Key, moment: Moment) -> Result<Vec<Fact>, Error> {
        let pattern = FactPattern {
            subject: Some(key.subject.clone()),
            relation: Some(key.relation.clone()),
            scope: Some(key.scope.clone()),
            all: true,
        };
        Ok(self.ledger.facts(self.space(), &pattern, moment)?)
    }

    /// As [`Engine::lead_to_keys`], by words that may be fewer than those of the question.
    fn lead_by(&self, words: &str, question: &str) -> Result<Led, Error> {
        let query = query_of(words);
        let names = |list: &[String]| -> Vec<String> {
            let names: BTreeSet<String> = list.iter().map(|name| normalize_name(name)).collect();
            names.into_iter().collect()
        };
        let subjects = names(&query.subjects);
        // An open relation is a phrase of the question, like a subject.
        let relations = names(&[query.relations.clone(), query.subjects.clone()].concat());
        // A subject told in other words than the question's is found by the texts that tell of it.
        let hits = self.ledger.search_words(self.space(), words, None, BY_WORDS)?;
        let episodes: Vec<i64> = hits.iter().map(|hit| hit.seq).collect();
        let says_all = |key: &Key| {
            let scope = (!key.scope.is_empty()).then_some(key.scope.as_str());
            query.unsaid(&key.subject, &key.relation, scope).is_empty()
        };
        let sought = KeyNamesSought { subjects: &subjects, relations: &[], episodes: &episodes };
        let listed = self.ledger.keys_named(self.space(), &sought, BY_RELATION)?;
        let listed: Vec<Listed> = listed.into_iter().map(Listed::of).collect();
        let mut found = best(&query, listed.iter());
        // A key of the subject named that says every word is met by no other; a relation may have
        // thousands of keys.
        if !found.first().is_some_and(|key| subjects.contains(&key.subject) && says_all(key)) {
            let of_relations = self.keys_of_relations(&relations)?;
            found = best(&query, listed.iter().chain(of_relations.iter()));
        }
        let (mut keys, mut beside) = (Vec::new(), Vec::new());
        for key in found {
            let now = Moment { as_of: self.now()?, known_at: None };
            let facts = self.versions_of(&key, now)?;
            let another = apart_by_size(&key.subject, words)
                || facts.last().is_some_and(|fact| is_of_another_kind(question, fact));
            if !another && left_out(&query, words, &key, &facts).is_none() {
                keys.push(key);
            } else {
                beside.push(key);
            }
        }
        let says_all = keys.first().is_some_and(says_all);
        let counts = matches!(query.value_type, Some(ValueType::Integer | ValueType::Money));
        let asks_value = !query.asks_change() && keys.first().is_some_and(|key| counts || is_a_time(key));
        let asked = Asked { question: question.to_owned(), keys: keys.clone() };
        Ok(Led { asked, keys, beside, texts: episodes, says_all, asks_value })
    }
}

/// A question of when or how something changed, as the phrase of what changed ("the port of the
/// relay"); nothing where it is none.
fn without_change(question: &str) -> Option<String> {
    const ASKING: [&str; 12] =
        ["when", "since", "how", "what", "did", "was", "were", "has", "have", "is", "do", "does"];
    const CHANGING: [&str; 30] = [
        "change",
        "changed",
        "changes",
        "changing",
        "last",
        "latest",
        "most",
        "recently",
        "first",
        "up",
        "down",
        "go",
        "went",
        "gone",
        "rise",
        "rose",
        "raised",
        "increased",
        "lowered",
        "dropped",
        "fall",
        "fell",
        "updated",
        "upgraded",
        "moved",
        "evolve",
        "evolved",
        "develop",
        "about",
        "happened",
    ];
    let bare = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let words: Vec<&str> = question.split_whitespace().collect();
    let opens = words.first().map(|word| bare(word))?;
    if !matches!(opens.as_str(), "when" | "since" | "how" | "what" | "did") {
        return None;
    }
    let asked = words.iter().take_while(|word| ASKING.contains(&bare(word).as_str())).count();
    let changes = words[asked..].iter().any(|word| CHANGING.contains(&bare(word).as_str()));
    let rest: Vec<&str> =
        words[asked..].iter().copied().filter(|word| !CHANGING.contains(&bare(word).as_str())).collect();
    (changes && !rest.is_empty()).then(|| format!("What is {}?", rest.join(" ").trim_end_matches(['?', ' '])))
}

/// Words that ask are no words of time, whatever stands beside them ("after how many attempts").
pub(crate) fn asks(words: &str) -> bool {
    // "When" opens a clause of time as often.
    words.split_whitespace().map(str::to_lowercase).any(|word| word != "when" && is_question_word(&word))
}

/// What the lexicon knows of a relation, as keys write it.
pub(crate) fn spec_of(relation: &str) -> Option<&'static RelationSpec> {
    let lexicon = Lexicon::built_in();
    lexicon.get(&relation.replace(' ', "_")).or_else(|| lexicon.resolve(relation))
}

fn is_a_time(key: &Key) -> bool {
    use ValueType as T;
    // What the lexicon does not know may be one.
    spec_of(&key.relation).is_none_or(|spec| {
        matches!(spec.value_type, T::Date | T::Time | T::TimeRange | T::Weekday | T::Schedule | T::Duration)
    })
}

/// The keys that fit best, in an order that their ages have no part in.
fn best<'l>(query: &QueryKey, listed: impl Iterator<Item = &'l Listed>) -> Vec<Key> {
    let of_values = !asks_what_it_depends_on(&query.terms);
    let mut scored: Vec<(f64, Key)> = listed
        .filter(|listed| !(of_values && says_what_it_depends_on(&listed.told.relation)))
        .map(|Listed { told, home, words }| {
            let scope = (!told.scope.is_empty()).then_some(told.scope.as_str());
            // "The CFO" is none of the roles that were told; only the scope tells these apart.
            let another = scope.is_some_and(|scope| {
                let said = stems(scope).iter().any(|stem| query.terms.contains(stem));
                !said && !query.unsaid(&told.subject, &told.relation, Some(scope)).is_empty()
            });
            let score =
                if another { 0.0 } else { query.score_of_words(&told.subject, words, &told.relation, scope) };
            (score, home)
        })
        .filter(|(score, _)| *score >= QueryKey::ENOUGH)
        .map(|(score, home)| (score, home.clone()))
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    let top = scored.first().map_or(0.0, |(score, _)| *score);
    let mut keys: Vec<Key> = Vec::new();
    for (score, key) in scored {
        if score < top - NEAR || keys.len() >= AT_MOST {
            break;
        }
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    keys
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use memstrata_ledger::{NewAssert, Told};
    use memstrata_model::{FixedClock, Instant};

    use super::*;
    use crate::{Embedding, EngineOptions};

    fn engine(folder: &std::path::Path, facts: &[(&str, &str, Option<&str>, &str)]) -> Engine {
        let clock = Arc::new(FixedClock::at("2026-03-01T09:00:00Z".parse::<Instant>().unwrap()));
        let mut options = EngineOptions::new(clock);
        options.timezone = Some("UTC".into());
        options.embedding = Embedding::Off;
        let engine = Engine::open(&folder.join("l.memstrata"), options).unwrap();
        for (subject, relation, scope, object) in facts {
            let assert = NewAssert {
                subject: (*subject).to_owned(),
                relation: (*relation).to_owned(),
                scope: scope.map(str::to_owned),
                object: (*object).to_owned(),
                ..NewAssert::default()
            };
            engine.tell(vec![Told::Assert(assert)], None, None).unwrap();
        }
        engine
    }

    fn led(engine: &Engine, question: &str) -> Option<(String, String, String)> {
        let keys = engine.lead_to_keys(question, None).unwrap().keys;
        keys.into_iter().next().map(|k| (k.subject, k.relation, k.scope))
    }

    #[test]
    fn only_keys_that_exist_are_led_to() {
        let folder = tempfile::tempdir().unwrap();
        let engine = engine(
            folder.path(),
            &[
                ("quay scanner", "port", None, "7001"),
                ("quay scanner", "port", Some("staging"), "7002"),
                ("berth allocator", "port", None, "7003"),
                ("user's uncle", "lives_in", None, "Faro"),
                ("project", "deploy_day", None, "Monday"),
                ("routine that trims notes in text/trim.rs", "name", None, "trim_note"),
                ("pump", "runner label", None, "x"),
            ],
        );
        let key = |s: &str, r: &str, c: &str| Some((s.to_owned(), r.to_owned(), c.to_owned()));
        for (question, wanted) in [
            ("Which port does the quay scanner listen on?", key("quay scanner", "port", "")),
            (
                "Which port does the quay scanner listen on in staging?",
                key("quay scanner", "port", "staging"),
            ),
            ("Which port does the crane listen on?", None),
            ("Where does my uncle live?", key("user's uncle", "lives in", "")),
            ("Where do I live?", None),
            ("On which day do we deploy?", key("project", "deploy day", "")),
            (
                "What is the name of the routine that trims notes in text/trim.rs?",
                key("routine that trims notes in text/trim.rs", "name", ""),
            ),
            ("What is the runner label of the pump?", key("pump", "runner label", "")),
            ("Who owns the quay scanner?", None),
        ] {
            assert_eq!(led(&engine, question), wanted, "{question}");
        }
    }

    #[test]
    fn words_of_time_name_no_subject() {
        let folder = tempfile::tempdir().unwrap();
        let engine = engine(folder.path(), &[("march", "port", None, "1"), ("relay", "port", None, "2")]);
        let led = engine.lead_to_keys("Which port did the relay use in March?", Some("in March")).unwrap();
        assert_eq!(led.keys.first().map(|k| k.subject.as_str()), Some("relay"));
        assert_eq!(led.keys.len(), 1);
        assert_eq!(led.asked.question, "Which port did the relay use  ?");
    }

    #[test]
    fn a_day_that_is_the_value_is_told_from_the_day_of_a_change() {
        let folder = tempfile::tempdir().unwrap();
        let engine = engine(
            folder.path(),
            &[
                ("relay", "deploy_day", None, "Monday"),
                ("relay", "port", None, "2"),
                ("relay", "retry_limit", None, "4"),
            ],
        );
        let asks_value = |question: &str| engine.lead_to_keys(question, None).unwrap().asks_value;
        assert!(asks_value("On which day do we deploy the relay?"));
        assert!(!asks_value("When did the deploy day of the relay change?"));
        assert!(!asks_value("When did the port of the relay change?"));
        assert!(asks_value("How many times does the relay retry?"));
        assert!(!asks_value("How many values has the retry limit of the relay had?"));
    }
}
