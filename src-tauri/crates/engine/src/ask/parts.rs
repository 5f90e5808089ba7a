//! Two questions in one ("where does she live and who employs her"): each is asked by itself, at its
//! own time, and the answer has both. A pronoun in the second stands for what the first is about.

use memstrata_extract::{Lexicon, query::is_verb};
use memstrata_model::view::{AskMode, AskRequest, Column};

use super::claim::plain_words;
use crate::asking::is_question_word;
use crate::{Engine, Error};

/// A question of fewer words has no subject of its own.
const FEWEST: usize = 3;

impl Engine {
    /// The columns of two questions as one; nothing where the question is one, or where both of
    /// them lead nowhere.
    pub(super) fn two_in_one(&self, request: &AskRequest) -> Result<Option<Column>, Error> {
        if request.mode == AskMode::Plain {
            return Ok(None);
        }
        let Some((first, second)) = parted(&request.question) else { return Ok(None) };
        let ask = |question: String| {
            // Both contexts stand in the one that was asked for.
            let budget = request.budget / 2;
            let request = AskRequest { question, mode: AskMode::Temporal, budget, ..request.clone() };
            Ok::<_, Error>(self.ask(&request)?.temporal)
        };
        let Some(one) = ask(format!("{first}?"))? else { return Ok(None) };
        let subject = one.facts.first().map(|scored| scored.fact.subject.clone());
        let second = match subject.filter(|_| !one.abstained) {
            Some(subject) => named(&second, &subject),
            None => second,
        };
        let Some(two) = ask(format!("{second}?"))? else { return Ok(None) };
        if one.abstained && two.abstained {
            return Ok(None);
        }
        Ok(Some(together((&first, one), (&second, two))))
    }
}

/// The two questions, where a conjunction stands before a second question word.
fn parted(question: &str) -> Option<(String, String)> {
    let bare = question.trim().trim_end_matches(['?', ' ', '.']);
    let asks = |text: &str| {
        let words = plain_words(text);
        words.len() >= FEWEST && words.first().is_some_and(|word| is_question_word(word))
    };
    bare.match_indices(" and ")
        .find_map(|(at, and)| {
            let first = bare[..at].trim_end_matches([',', ' ']);
            let second = &bare[at + and.len()..];
            (asks(first) && asks(second)).then(|| (first.to_owned(), second.to_owned()))
        })
        .or_else(|| of_two_verbs(bare))
        .or_else(|| of_two_nouns(bare))
}

/// "Where does she live and work": one question for each verb.
fn of_two_verbs(question: &str) -> Option<(String, String)> {
    let words: Vec<&str> = question.split_whitespace().collect();
    let lower = plain_words(question);
    let opens = lower.first().is_some_and(|word| matches!(word.as_str(), "where" | "when" | "what"));
    let helped = lower.get(1).is_some_and(|word| matches!(word.as_str(), "do" | "does" | "did"));
    if !(opens && helped) || lower.len() != words.len() {
        return None;
    }
    let at = (3..words.len().saturating_sub(1)).find(|&at| lower[at] == "and")?;
    let verb = |word: &str| word.chars().all(|c| c.is_ascii_lowercase()) && is_verb(word);
    let of = |verb: usize| [&words[..at - 1], &words[verb..=verb], &words[at + 2..]].concat().join(" ");
    (verb(words[at - 1]) && verb(words[at + 1])).then(|| (of(at - 1), of(at + 1)))
}

/// "What is her phone number and address", "the port and the owner of the relay": one question for each
/// of two relations.
fn of_two_nouns(question: &str) -> Option<(String, String)> {
    let lower = question.to_ascii_lowercase();
    let opening =
        ["what are ", "what is ", "what's ", "who is "].into_iter().find(|o| lower.starts_with(o))?;
    let asked = &question[opening.len()..];
    let (first, second) = asked.split_once(" and ")?;
    let known = |noun: &str| Lexicon::built_in().resolve(&noun.to_lowercase()).is_some();
    if let Some((second, owner)) = second.split_once(" of ") {
        let noun = |text: &str| text.strip_prefix("the ").unwrap_or(text).to_owned();
        let (first, second) = (noun(first), noun(second));
        return (known(&first) && known(&second)).then(|| {
            (format!("What is the {first} of {owner}"), format!("What is the {second} of {owner}"))
        });
    }
    let cut = first.rfind("'s ").map(|at| at + 2).or_else(|| {
        let whose = ["my ", "our ", "his ", "her ", "its ", "their "];
        whose.into_iter().find(|whose| first.to_ascii_lowercase().starts_with(whose)).map(|w| w.len() - 1)
    })?;
    let (owner, noun) = (&first[..cut], first[cut..].trim());
    (known(noun) && known(second))
        .then(|| (format!("What is {owner} {noun}"), format!("What is {owner} {second}")))
}

/// A question with the name in place of its first pronoun.
fn named(question: &str, subject: &str) -> String {
    let mut done = false;
    let words: Vec<String> = question
        .split(' ')
        .map(|word| {
            let name = match word.to_lowercase().as_str() {
                "it" | "he" | "she" | "they" | "him" | "them" => subject.to_owned(),
                "its" | "his" | "their" | "her" => format!("{subject}'s"),
                _ => return word.to_owned(),
            };
            if std::mem::replace(&mut done, true) { word.to_owned() } else { name }
        })
        .collect();
    let text = words.join(" ");
    // "Who employs her" has no noun after it.
    text.strip_suffix("'s").map_or(text.clone(), str::to_owned)
}

fn together((first, one): (&str, Column), (second, two): (&str, Column)) -> Column {
    let said =
        |asked: &str, column: &Column| column.answer.clone().unwrap_or_else(|| format!("not known: {asked}"));
    let mut both = Column {
        answer: Some(format!("{}; {}", said(first, &one), said(second, &two))),
        explanation: format!("{first}: {} {second}: {}", one.explanation, two.explanation),
        abstained: false,
        state: None,
        since: None,
        until: None,
        context: format!("{}\n{}", one.context, two.context),
        context_tokens: one.context_tokens.saturating_add(two.context_tokens),
        ms: one.ms + two.ms,
        ..one
    };
    for fact in two.facts {
        if !both.facts.iter().any(|known| known.fact.id == fact.fact.id) {
            both.facts.push(fact);
        }
    }
    for passage in two.passages {
        if !both.passages.iter().any(|known| known.episode == passage.episode && known.text == passage.text) {
            both.passages.push(passage);
        }
    }
    both.hops.extend(two.hops);
    both.uncertain.extend(two.uncertain);
    both.disputed.extend(two.disputed);
    both
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_questions_are_parted_where_the_second_asks_anew() {
        assert_eq!(
            parted("Where does Vera live, and who employs her?"),
            Some(("Where does Vera live".to_owned(), "who employs her".to_owned()))
        );
        assert_eq!(parted("Who leads and who funds the choir?"), None);
        assert_eq!(parted("Where do Vera and Otto live?"), None);
        let two = |a: &str, b: &str| Some((a.to_owned(), b.to_owned()));
        assert_eq!(
            parted("Where did Vera live and work in May?"),
            two("Where did Vera live in May", "Where did Vera work in May")
        );
        assert_eq!(
            parted("What is Vera's phone number and address?"),
            two("What is Vera's phone number", "What is Vera's address")
        );
        assert_eq!(
            parted("What are the port and the owner of the relay?"),
            two("What is the port of the relay", "What is the owner of the relay")
        );
        for one in
            ["What is the research and development budget?", "What are the terms and conditions of Acme?"]
        {
            assert_eq!(parted(one), None, "{one}");
        }
    }

    #[test]
    fn a_pronoun_is_what_the_first_is_about() {
        assert_eq!(named("who employs her", "Vera Holm"), "who employs Vera Holm");
        assert_eq!(named("what is its port", "relay"), "what is relay's port");
        assert_eq!(named("who owns the relay", "Vera"), "who owns the relay");
    }
}
