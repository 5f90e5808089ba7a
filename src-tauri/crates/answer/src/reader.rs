//! The extractive reader. Where the question leads to keys, only a fact of one of these keys
//! answers: a value of another subject or of another relation is no answer, however alike the
//! words. Where it leads to none, a sentence of a text that tells no fact may answer as it stands,
//! if nearly all of the question's words are in it.
//!
//! Ties: the key that fits the question better comes first; of one key, the passage that the
//! retriever ranked higher. The reader looks at no date, so neither the older nor the newer is
//! favoured. Two sentences that answer equally well and differ only in a value contradict each
//! other: then neither is taken.

use memstrata_model::view::{Passage, PassageFact};
use memstrata_model::{Key, normalize_text};

use crate::sentences::sentences;
use crate::words::content_words;

/// The question as the reader takes it.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// The question, without its words of time.
    pub question: String,
    /// The keys that it asks for, best first; normalised.
    pub keys: Vec<Key>,
}

/// What the reader found.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadAnswer {
    /// The value, or the sentence where no value stands out.
    pub answer: String,
    /// Index of the passage it was taken from.
    pub passage: usize,
    /// The fact that carries the value, if one does.
    pub fact: Option<PassageFact>,
}

/// The share of the question's words that a sentence must hold to answer by itself.
const PROSE: f64 = 0.85;
/// With fewer words than this a question says too little for a sentence to answer it.
const FEWEST: usize = 3;
/// Sentences that share this much differ only in a value.
const ALIKE: f64 = 0.6;

/// Reads the answer out of ranked passages; `None` is an abstention.
#[must_use]
pub fn read_answer(asked: &Asked, passages: &[Passage]) -> Option<ReadAnswer> {
    if asked.keys.is_empty() { by_sentence(&asked.question, passages) } else { by_key(asked, passages) }
}

fn by_key(asked: &Asked, passages: &[Passage]) -> Option<ReadAnswer> {
    let tells =
        |fact: &PassageFact| offers_values(&asked.question) || !repeats(&fact.object, &asked.question);
    asked.keys.iter().find_map(|key| {
        passages.iter().enumerate().find_map(|(place, passage)| {
            let fact = passage.facts.iter().find(|fact| key_of(fact) == *key && tells(fact))?;
            Some(ReadAnswer { answer: fact.object.clone(), passage: place, fact: Some(fact.clone()) })
        })
    })
}

/// Whether a value stands in the question already, as it is written: then it is not what is
/// asked for.
fn repeats(value: &str, question: &str) -> bool {
    let (value, question) = (normalize_text(value), normalize_text(question));
    let edge =
        |c: Option<char>| c.is_none_or(|c| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '/' | '.')));
    !value.is_empty()
        && question.match_indices(&value).any(|(at, _)| {
            edge(question[..at].chars().next_back()) && edge(question[at + value.len()..].chars().next())
        })
}

/// "Is it on port 8080?", "green or red?": questions that name the values themselves.
fn offers_values(question: &str) -> bool {
    let mut words = question.split_whitespace().map(str::to_lowercase);
    let first = words.next().unwrap_or_default();
    matches!(
        first.as_str(),
        "is" | "are" | "was" | "were" | "do" | "does" | "did" | "has" | "have" | "can" | "will"
    ) || words.any(|word| word == "or")
}

fn key_of(fact: &PassageFact) -> Key {
    Key::new(&fact.subject, &fact.relation, fact.scope.as_deref())
}

/// A sentence of a passage, with the share of the question that it holds.
struct Said<'p> {
    share: f64,
    place: usize,
    text: &'p str,
    words: Vec<String>,
}

fn by_sentence(question: &str, passages: &[Passage]) -> Option<ReadAnswer> {
    let words = content_words(question);
    if words.len() < FEWEST {
        return None;
    }
    // What was read out of a passage was held against the question and is something else; only
    // a reason stands in no fact.
    let asks_why = question.trim_start().get(..3).is_some_and(|word| word.eq_ignore_ascii_case("why"));
    let mut said: Vec<Said<'_>> = Vec::new();
    for (place, passage) in passages.iter().enumerate().filter(|(_, p)| asks_why || p.facts.is_empty()) {
        for text in sentences(&passage.text) {
            let own = content_words(text);
            let share = words.iter().filter(|w| own.contains(w)).count() as f64 / words.len() as f64;
            // A sentence with nothing beyond the question's words only repeats it.
            let tells = own.iter().any(|w| !words.contains(w));
            if share >= PROSE && tells && !text.trim_end().ends_with('?') {
                said.push(Said { share, place, text, words: own });
            }
        }
    }
    let best = said.iter().map(|s| s.share).fold(0.0, f64::max);
    said.retain(|s| s.share > best - 1e-9);
    let first = said.first()?;
    let contradicted = said[1..].iter().any(|other| differ_in_a_value(&first.words, &other.words));
    if contradicted {
        return None;
    }
    Some(ReadAnswer { answer: first.text.trim().to_owned(), passage: first.place, fact: None })
}

fn differ_in_a_value(a: &[String], b: &[String]) -> bool {
    let shared = a.iter().filter(|w| b.contains(w)).count() as f64;
    let most = a.len().max(b.len()) as f64;
    a != b && shared / most >= ALIKE
}

#[cfg(test)]
mod tests {
    use memstrata_model::{FactState, Instant};

    use super::*;

    fn passage(text: &str, facts: &[(&str, &str, Option<&str>, &str)]) -> Passage {
        Passage {
            episode: text.to_owned(),
            text: text.to_owned(),
            kind: "note".into(),
            author: None,
            locator: None,
            occurred_at: Instant::from_micros(0),
            rank: 1,
            score: 0.5,
            score_parts: None,
            tokens: 5,
            facts: facts
                .iter()
                .map(|(subject, relation, scope, object)| PassageFact {
                    fact: "f1".into(),
                    subject: (*subject).into(),
                    relation: (*relation).into(),
                    scope: scope.map(str::to_owned),
                    object: (*object).into(),
                    span: None,
                    state: FactState::Current,
                    valid_from: None,
                    valid_to: None,
                })
                .collect(),
            reason: None,
            support: 1,
            marks: Vec::new(),
            line: String::new(),
        }
    }

    fn ask(question: &str, keys: &[(&str, &str, Option<&str>)], passages: &[Passage]) -> Option<String> {
        let keys = keys.iter().map(|(s, r, c)| Key::new(s, r, *c)).collect();
        read_answer(&Asked { question: question.into(), keys }, passages).map(|a| a.answer)
    }

    const PORT: &str = "Which port does the gateway listen on?";

    #[test]
    fn the_fact_of_the_key_is_named_wherever_it_stands() {
        let passages = [
            passage("The gateway is written in Go.", &[("gateway", "language", None, "Go")]),
            passage("The gateway listens on port 8080.", &[("gateway", "port", None, "8080")]),
        ];
        assert_eq!(ask(PORT, &[("gateway", "port", None)], &passages).as_deref(), Some("8080"));
        assert_eq!(
            ask(PORT, &[("gateway", "owner", None), ("gateway", "port", None)], &passages).as_deref(),
            Some("8080")
        );
    }

    #[test]
    fn another_subject_relation_or_scope_is_no_answer() {
        for fact in [
            ("importer", "port", None, "9000"),
            ("gateway", "language", None, "Go"),
            ("gateway", "port", Some("staging"), "9001"),
        ] {
            let passages = [passage("The gateway listens on port 9001.", &[fact])];
            assert_eq!(ask(PORT, &[("gateway", "port", None)], &passages), None, "{fact:?}");
        }
    }

    #[test]
    fn a_value_that_the_question_names_is_not_what_it_asks_for() {
        let passages =
            [passage("The tax table sits in crm-core.", &[("tax table", "location", None, "crm-core")])];
        let keys = [("tax table", "location", None)];
        assert_eq!(ask("Which column is in the tax table of crm-core?", &keys, &passages), None);
        assert!(ask("Is the tax table in crm-core?", &keys, &passages).is_some());
    }

    #[test]
    fn of_one_key_the_retrievers_order_decides() {
        let old = passage("The gateway listens on port 8080.", &[("gateway", "port", None, "8080")]);
        let new = passage("The gateway listens on port 9443.", &[("gateway", "port", None, "9443")]);
        let keys = [("gateway", "port", None)];
        assert_eq!(ask(PORT, &keys, &[old.clone(), new.clone()]).as_deref(), Some("8080"));
        assert_eq!(ask(PORT, &keys, &[new, old]).as_deref(), Some("9443"));
    }

    #[test]
    fn prose_answers_with_its_sentence_or_not_at_all() {
        let passages = [passage("We had rain. The harbour festival was moved because of the storm.", &[])];
        assert_eq!(
            ask("Why was the harbour festival moved?", &[], &passages).as_deref(),
            Some("The harbour festival was moved because of the storm.")
        );
        assert_eq!(ask("Who won the regatta at the harbour festival?", &[], &passages), None);
        assert_eq!(ask("Who is my harbour pilot?", &[], &passages), None);
        assert_eq!(ask("", &[], &passages), None);
    }

    #[test]
    fn a_sentence_that_tells_another_fact_answers_nothing_but_why() {
        let passages = [passage(
            "The ferry to pier 3 leaves at nine because of the tide.",
            &[("ferry to pier 3", "schedule", None, "nine")],
        )];
        assert_eq!(ask("When does the ferry leave pier 3 on the tide?", &[], &passages), None);
        assert!(ask("Why does the ferry to pier 3 leave at nine?", &[], &passages).is_some());
    }

    #[test]
    fn a_question_that_was_put_before_answers_nothing() {
        let passages = [passage("Why was the harbour festival moved this year?", &[])];
        assert_eq!(ask("Why was the harbour festival moved?", &[], &passages), None);
    }

    #[test]
    fn sentences_that_contradict_each_other_answer_nothing() {
        let first = passage("The harbour festival opens with the brass band Boreas.", &[]);
        let second = passage("The harbour festival opens with the brass band Maestral.", &[]);
        let question = "Which brass band opens the harbour festival?";
        assert!(ask(question, &[], std::slice::from_ref(&first)).is_some());
        assert_eq!(ask(question, &[], &[first.clone(), second.clone()]), None);
        assert_eq!(ask(question, &[], &[second, first]), None);
    }
}
