//! The extractive reader. Of the facts that the passages carry it takes the one that matches the
//! question best: by relation, by the words of its subject, by the words of its sentence. Among
//! equals the passage that the retriever ranked higher is taken; the retriever's own ties follow
//! a scramble of ids, so that neither the older nor the newer is favoured.

use std::collections::BTreeSet;

use memstrata_model::normalize_name;
use memstrata_model::view::{Passage, PassageFact};

use crate::words::content_words;

/// The question as the reader takes it.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    pub question: String,
    /// Relations that the question may be about, normalised, best first.
    pub relations: Vec<String>,
    /// Subjects that it may be about, normalised, best first.
    pub subjects: Vec<String>,
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

/// Below this a passage does not speak of what was asked.
const ENOUGH: f64 = 0.5;

/// Reads the answer out of ranked passages; `None` is an abstention.
#[must_use]
pub fn read_answer(asked: &Asked, passages: &[Passage]) -> Option<ReadAnswer> {
    let words: BTreeSet<String> = content_words(&asked.question).into_iter().collect();
    if words.is_empty() {
        return None;
    }
    let mut best: Option<(f64, ReadAnswer)> = None;
    for (place, passage) in passages.iter().enumerate() {
        for fact in &passage.facts {
            let score = fact_match(asked, &words, fact, &passage.text);
            let beats = score >= ENOUGH && best.as_ref().is_none_or(|(so_far, _)| score > *so_far + 1e-9);
            if beats {
                let answer = fact.object.clone();
                best = Some((score, ReadAnswer { answer, passage: place, fact: Some(fact.clone()) }));
            }
        }
    }
    if let Some((_, answer)) = best {
        return Some(answer);
    }
    // No fact speaks of it: a sentence that shares most of the question's words still may.
    passages
        .iter()
        .enumerate()
        .filter(|(_, passage)| passage.facts.is_empty())
        .map(|(place, passage)| (covered(&words, &content_words(&passage.text)), place))
        .filter(|(share, _)| *share >= 0.6)
        .reduce(|best, next| if next.0 > best.0 + 1e-9 { next } else { best })
        .map(|(_, place)| ReadAnswer { answer: passages[place].text.clone(), passage: place, fact: None })
}

/// How well a fact matches the question, 0 to about 2.5.
fn fact_match(asked: &Asked, words: &BTreeSet<String>, fact: &PassageFact, text: &str) -> f64 {
    let relation = normalize_name(&fact.relation);
    let subject = normalize_name(&fact.subject);
    let named_relation = asked.relations.iter().position(|r| *r == relation);
    let relation_words = covered_by(&content_words(&relation), words);
    let relation_match = match named_relation {
        Some(place) => 1.0 - 0.05 * place.min(10) as f64,
        None if !asked.relations.is_empty() => 0.6 * relation_words,
        None => relation_words,
    };
    let named_subject = asked.subjects.iter().any(|s| *s == subject);
    let own_words = content_words(&format!("{} {}", fact.subject, fact.scope.as_deref().unwrap_or("")));
    let subject_match = if named_subject { 1.0 } else { covered_by(&own_words, words) };
    // A subject that the question does not name at all is another subject, however alike the rest.
    if subject_match == 0.0 && !is_implied(&subject) {
        return 0.0;
    }
    if relation_match == 0.0 && covered(words, &content_words(text)) < 0.6 {
        return 0.0;
    }
    // What the question asks of the sentence besides: a scope, a purpose, a place.
    let rest = covered(words, &content_words(text));
    0.5 * relation_match + 0.5 * subject_match + rest
}

/// Subjects that a question need not name: the speaker and the project itself.
fn is_implied(subject: &str) -> bool {
    matches!(subject, "user" | "project")
}

/// The share of `words` that stand among `text`.
fn covered(words: &BTreeSet<String>, text: &[String]) -> f64 {
    if words.is_empty() {
        return 0.0;
    }
    words.iter().filter(|word| text.contains(word)).count() as f64 / words.len() as f64
}

/// The share of `names` that stand among the question's words.
fn covered_by(names: &[String], words: &BTreeSet<String>) -> f64 {
    if names.is_empty() {
        return 0.0;
    }
    names.iter().filter(|name| words.contains(*name)).count() as f64 / names.len() as f64
}

#[cfg(test)]
mod tests {
    use memstrata_model::{FactState, Instant};

    use super::*;

    fn passage(text: &str, facts: &[(&str, &str, &str)]) -> Passage {
        Passage {
            episode: text.to_owned(),
            text: text.to_owned(),
            kind: "note".into(),
            author: None,
            locator: None,
            occurred_at: Instant::from_micros(0),
            rank: 1,
            score: 0.5,
            tokens: 5,
            facts: facts
                .iter()
                .map(|(subject, relation, object)| PassageFact {
                    fact: "f1".into(),
                    subject: (*subject).into(),
                    relation: (*relation).into(),
                    scope: None,
                    object: (*object).into(),
                    span: None,
                    state: FactState::Current,
                    valid_from: None,
                    valid_to: None,
                })
                .collect(),
            reason: None,
        }
    }

    fn ask(question: &str, passages: &[Passage]) -> Option<String> {
        let asked = Asked { question: question.into(), ..Asked::default() };
        read_answer(&asked, passages).map(|a| a.answer)
    }

    #[test]
    fn the_fact_that_matches_is_named_wherever_it_stands() {
        let passages = [
            passage("The gateway is written in Go.", &[("gateway", "language", "Go")]),
            passage("The gateway listens on port 8080.", &[("gateway", "port", "8080")]),
        ];
        assert_eq!(ask("Which port does the gateway listen on?", &passages).as_deref(), Some("8080"));
    }

    #[test]
    fn another_subject_is_no_answer() {
        let passages = [passage("The importer listens on port 9000.", &[("importer", "port", "9000")])];
        assert_eq!(ask("Which port does the gateway listen on?", &passages), None);
    }

    #[test]
    fn between_equals_the_retrievers_order_decides() {
        let old = passage("The gateway listens on port 8080.", &[("gateway", "port", "8080")]);
        let new = passage("The gateway listens on port 9443.", &[("gateway", "port", "9443")]);
        let question = "Which port does the gateway listen on?";
        assert_eq!(ask(question, &[old.clone(), new.clone()]).as_deref(), Some("8080"));
        assert_eq!(ask(question, &[new, old]).as_deref(), Some("9443"));
    }

    #[test]
    fn prose_answers_with_its_sentence_or_not_at_all() {
        let passages = [passage("The harbour festival was moved because of the storm.", &[])];
        assert!(ask("Why was the harbour festival moved?", &passages).is_some());
        assert_eq!(ask("Who won the regatta?", &passages), None);
        assert_eq!(ask("", &passages), None);
    }
}
