//! A question inside a question, where its own words say when: "the phone of the person who owned the
//! mailer before Tom", "which friend of Kim lives in Oslo". The inner one is asked first, at its own
//! time, and what it comes to stands in its place; of several values, those are kept of which the rest
//! of the question is true.

use memstrata_model::view::{AskAnswer, AskMode, AskRequest, Hop};
use memstrata_model::{Fact, FactState};

use super::claim::plain_words;
use crate::chain::named_together;
use crate::wording::bare_verb;
use crate::{Engine, Error};

/// Values of which the rest of a question is asked.
const FAN_OUT: usize = 8;

impl Engine {
    /// The answer to a question with another in it; nothing where there is none, or where that one
    /// leads nowhere.
    pub(super) fn inner_asked(&self, request: &AskRequest) -> Result<Option<AskAnswer>, Error> {
        if request.mode == AskMode::Plain {
            return Ok(None);
        }
        if let Some(inner) = Inner::of(&request.question) {
            return self.with_inner(request, &inner);
        }
        match Filter::of(&request.question) {
            Some(filter) => self.filtered(request, &filter),
            None => Ok(None),
        }
    }

    fn with_inner(&self, request: &AskRequest, inner: &Inner) -> Result<Option<AskAnswer>, Error> {
        let put = |question: String| AskRequest { question, mode: AskMode::Temporal, ..request.clone() };
        let Some(first) = self.ask(&put(inner.question.clone()))?.temporal else { return Ok(None) };
        let Some(name) = first.answer.as_deref().filter(|_| !first.abstained) else { return Ok(None) };
        let own = |fact: &&Fact| fact.object == *name;
        let facts: Vec<Fact> = first.facts.iter().map(|scored| &scored.fact).filter(own).cloned().collect();
        if facts.is_empty() {
            return Ok(None);
        }
        let question = format!("{} {name}?", inner.outer);
        let mut answer = self.ask(&AskRequest { question: question.clone(), ..request.clone() })?;
        let taken = format!("taken as \"{question}\"");
        answer.reading.note = Some(match answer.reading.note {
            Some(note) => format!("{taken}; {note}"),
            None => taken,
        });
        if let Some(column) = &mut answer.temporal {
            let step = format!("{} (by \"{}\")", name, inner.question.trim_end_matches('?'));
            column.explanation = format!("{} {step}.", column.explanation.trim_end());
            column.hops.insert(0, Hop { asked: inner.question.clone(), inverse: false, facts });
            for passage in first.passages.into_iter().take(1) {
                if column.passages.iter().all(|known| known.text != passage.text) {
                    column.passages.push(passage);
                }
            }
        }
        Ok(Some(answer))
    }

    /// Of the values of a step, those of which the rest of the question is true.
    fn filtered(&self, request: &AskRequest, filter: &Filter) -> Result<Option<AskAnswer>, Error> {
        let now = self.now()?;
        let (subject, noun) = (&filter.subject, &filter.noun);
        let led = self.lead_to_keys(&format!("Who is the {noun} of {subject}?"), None)?;
        let Some(key) = led.keys.first().filter(|_| led.says_all) else { return Ok(None) };
        let timed = self.read_time(&AskRequest { follow: None, ..request.clone() }, now)?;
        let gate = timed.gate_of_steps();
        let mut facts = self.versions_of(key, gate.moment())?;
        facts.retain(|fact| gate.passes(fact) && fact.state != FactState::Withdrawn);
        let names: Vec<String> = facts.iter().flat_map(|fact| each_of(&fact.object)).collect();
        if names.len() < 2 {
            return Ok(None);
        }
        let (mut kept, mut hops) =
            (Vec::new(), vec![Hop { asked: format!("{noun} of {subject}"), inverse: false, facts }]);
        let mut first: Option<AskAnswer> = None;
        let mut said = Vec::new();
        for name in names.into_iter().take(FAN_OUT) {
            let question = format!("Does {name} {}?", filter.rest);
            let answer = self.ask(&AskRequest { question, follow: None, ..request.clone() })?;
            let Some(column) = &answer.temporal else { return Ok(None) };
            let yes = column.answer.as_deref().is_some_and(|words| words.starts_with("Yes"));
            if let Some(scored) = column.facts.first().filter(|_| yes) {
                said.push(format!("{name}: {}", scored.fact.object));
                hops.push(Hop {
                    asked: format!("{name} {}", filter.rest),
                    inverse: false,
                    facts: vec![scored.fact.clone()],
                });
                kept.push(name);
                first.get_or_insert(answer);
            }
        }
        let Some(mut answer) = first else { return Ok(None) };
        if let Some(column) = &mut answer.temporal {
            column.answer = Some(kept.join(", "));
            column.explanation = format!("Of the {noun}s of {subject}: {}.", said.join("; "));
            column.hops = hops;
        }
        Ok(Some(answer))
    }
}

/// A clause at the end of a question that asks for somebody at a time of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Inner {
    /// What stands before it: "what was the phone of".
    outer: String,
    question: String,
}

impl Inner {
    fn of(question: &str) -> Option<Inner> {
        let bare = question.trim().trim_end_matches(['?', ' ', '.']);
        let lower = bare.to_ascii_lowercase();
        let heads = [
            " the person who ",
            " the one who ",
            " whoever ",
            " the man who ",
            " the woman who ",
            " the person that ",
        ];
        let (at, head) = heads.iter().filter_map(|head| lower.find(head).map(|at| (at, *head))).min()?;
        let clause = &bare[at + head.len()..];
        // The words "before Tom" or "after Tom" end it, with a name.
        let words: Vec<&str> = clause.split_whitespace().collect();
        let side = words.iter().rposition(|word| matches!(*word, "before" | "after"))?;
        let named = words.get(side + 1).is_some_and(|word| word.starts_with(char::is_uppercase));
        let outer = bare[..at].trim().to_owned();
        (named && side >= 2 && words.len() <= side + 3 && plain_words(&outer).len() >= 3)
            .then(|| Inner { outer, question: format!("Who {clause}?") })
    }
}

/// A question for those values of a thing of which something is true.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Filter {
    noun: String,
    subject: String,
    /// What has to be true of them: "live in Oslo".
    rest: String,
}

impl Filter {
    /// "Which friend of Kim lives in Oslo?", "which of Kim's friends work at Feedzai?"
    fn of(question: &str) -> Option<Filter> {
        let bare = question.trim().trim_end_matches(['?', ' ', '.']);
        let words: Vec<&str> = bare.split_whitespace().collect();
        if !words.first()?.eq_ignore_ascii_case("which") {
            return None;
        }
        let (noun, subject, from) = match words.get(1..)? {
            ["of", owner, noun, ..] => (noun.trim_end_matches('s'), without_sign(owner)?, 4),
            [noun, "of", owner, ..] if owner.starts_with(char::is_uppercase) => (*noun, *owner, 4),
            [owner, noun, ..] if without_sign(owner).is_some() => (*noun, without_sign(owner)?, 3),
            _ => return None,
        };
        let (verb, rest) = words.get(from..)?.split_first()?;
        if verb.ends_with("ss") {
            return None;
        }
        let is_verb = memstrata_extract::query::is_verb(verb);
        let named = rest
            .iter()
            .any(|word| word.starts_with(char::is_uppercase) || word.bytes().any(|b| b.is_ascii_digit()));
        (is_verb && named).then(|| Filter {
            noun: noun.to_owned(),
            subject: subject.to_owned(),
            rest: format!("{} {}", bare_verb(&verb.to_lowercase()), rest.join(" ")),
        })
    }
}

fn without_sign(word: &str) -> Option<&str> {
    let name = word.strip_suffix("'s").or_else(|| word.strip_suffix("\u{2019}s"))?;
    name.starts_with(char::is_uppercase).then_some(name)
}

/// Those that one value names together, or the one that it names.
fn each_of(value: &str) -> Vec<String> {
    let together = named_together(value);
    let names = if together.is_empty() { vec![value] } else { together };
    names.into_iter().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clause_that_says_its_own_time_is_a_question() {
        assert_eq!(
            Inner::of("What was the phone of the person who owned the mailer before Tom?"),
            Some(Inner {
                outer: "What was the phone of".into(),
                question: "Who owned the mailer before Tom?".into()
            })
        );
        for none in [
            "What is the phone of the person who owns the mailer?",
            "Who owned the mailer before Tom?",
            "What was the phone of the person who owned the mailer before March of that year?",
        ] {
            assert!(Inner::of(none).is_none(), "{none}");
        }
    }

    #[test]
    fn what_has_to_be_true_of_the_values_is_read() {
        let filter = |noun: &str, subject: &str, rest: &str| {
            Some(Filter { noun: noun.into(), subject: subject.into(), rest: rest.into() })
        };
        assert_eq!(Filter::of("Which friend of Kim lives in Oslo?"), filter("friend", "Kim", "live in Oslo"));
        assert_eq!(
            Filter::of("Which of Kim's friends live in Oslo?"),
            filter("friend", "Kim", "live in Oslo")
        );
        assert_eq!(Filter::of("Which friend of Kim goes to Oslo?"), filter("friend", "Kim", "go to Oslo"));
        assert_eq!(Filter::of("Which friend of Kim is oldest?"), None);
        assert_eq!(Filter::of("Which port does the crane run on?"), None);
    }
}
