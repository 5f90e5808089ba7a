//! What is answered to a question that names a value: yes or no with what holds, the day on which
//! it began or ended, how long it held.

use memstrata_model::{Fact, FactState, Interval, normalize_text};
use memstrata_when::Intent;

use super::Answer;
use super::claim::{Claim, Form};
use super::doubt::uncertain;
use super::timing::Timed;
use crate::{Engine, Error};

impl Engine {
    /// The answer to a question that names a value; nothing where it names none.
    pub(super) fn claim_asked(
        &self,
        question: &str,
        timed: &Timed,
    ) -> Result<Option<(memstrata_model::Key, Answer)>, Error> {
        let Some(form) = Form::of(question) else { return Ok(None) };
        if timed.intent == Intent::Previous {
            return Ok(None);
        }
        let Some(claim) = self.claim(question, timed.gate.moment())? else { return Ok(None) };
        let answer = match form {
            Form::Whether => self.whether(&claim, timed.gate.period, timed)?,
            Form::WhetherEver => self.whether(&claim, Interval::new(None, None), timed)?,
            Form::Start => self.started(&claim, timed),
            Form::End => self.ended(&claim),
            Form::Length => self.lasted(&claim, timed),
        };
        Ok(answer.map(|answer| (claim.key.clone(), answer)))
    }

    fn whether(&self, claim: &Claim, period: Interval, timed: &Timed) -> Result<Option<Answer>, Error> {
        let holds = |fact: &&Fact| Interval::new(fact.valid_from, fact.valid_to).meets(&period);
        let named: Vec<&Fact> = claim.spells().collect();
        let held: Vec<&Fact> = claim.facts.iter().filter(|fact| holds(fact)).collect();
        let shown = named.iter().copied().rev().find(|fact| holds(fact));
        if let Some(fact) = shown.or(held.last().copied()) {
            let doubts = self.doubts_of("", std::iter::once(fact), timed.gate.moment())?;
            if !doubts.is_empty() {
                let facts = vec![fact.clone()];
                return Ok(Some(Answer { facts, ..uncertain(doubts, &fact.object, "") }));
            }
        }
        if let Some((waiting, _)) =
            held.last().map(|fact| self.waiting_text(timed, fact)).transpose()?.flatten()
        {
            return Ok(Some(waiting));
        }
        let past = || named.last().map(|fact| format!("{} held {}.", fact.object, self.dates_of(fact)));
        let answer = match (shown, held.last()) {
            (Some(fact), _) => Answer {
                answer: Some(format!("Yes: {}", fact.object)),
                explanation: format!("It holds {}.", self.dates_of(fact)),
                state: Some(fact.state),
                dates: Some((fact.valid_from, fact.valid_to)),
                disputed: self.disputed(timed, fact)?,
                facts: vec![fact.clone()],
                ..Answer::default()
            },
            (None, Some(_)) => {
                let values: Vec<String> = distinct_values(&held);
                let last = held[held.len() - 1];
                Answer {
                    answer: Some(format!("No: {}", values.join(", "))),
                    explanation: format!(
                        "{} holds {}. {}",
                        last.object,
                        self.dates_of(last),
                        past().unwrap_or_default()
                    ),
                    state: Some(last.state),
                    dates: Some((last.valid_from, last.valid_to)),
                    facts: vec![last.clone()],
                    ..Answer::default()
                }
            }
            // It ended, and nothing took its place.
            (None, None) => {
                let Some(fact) = named.last() else { return Ok(None) };
                Answer {
                    answer: Some("No".to_owned()),
                    explanation: past().unwrap_or_default(),
                    dates: Some((fact.valid_from, fact.valid_to)),
                    facts: vec![(*fact).clone()],
                    ..Answer::default()
                }
            }
        };
        Ok(Some(answer))
    }

    pub(super) fn started(&self, claim: &Claim, timed: &Timed) -> Option<Answer> {
        let begun: Vec<&Fact> = claim.spells().filter(|fact| fact.valid_from.is_some()).collect();
        let last = begun.last().copied().or_else(|| claim.spells().last())?;
        if begun.is_empty() {
            return Some(Answer {
                explanation: format!("When {} began is not known.", last.object),
                facts: vec![last.clone()],
                ..Answer::default()
            });
        }
        let days: Vec<String> =
            begun.iter().filter_map(|fact| fact.valid_from).map(|at| self.day(at)).collect();
        let before = claim
            .facts
            .iter()
            .rev()
            .find(|fact| fact.valid_to.is_some() && fact.valid_to == last.valid_from)
            .map(|fact| format!(" Before that it was {}.", fact.object));
        let ahead = last.valid_from.is_some_and(|from| from > timed.gate.as_of());
        Some(Answer {
            answer: Some(days.join(", then ")),
            explanation: format!(
                "{} {} {}.{}",
                last.object,
                if ahead { "will hold" } else { "holds" },
                self.dates_of(last),
                before.unwrap_or_default()
            ),
            state: Some(last.state),
            dates: Some((last.valid_from, last.valid_to)),
            facts: begun.into_iter().cloned().collect(),
            ..Answer::default()
        })
    }

    pub(super) fn ended(&self, claim: &Claim) -> Option<Answer> {
        let over: Vec<&Fact> = claim.spells().filter(|fact| fact.valid_to.is_some()).collect();
        let Some(last) = over.last().copied() else {
            let fact = claim.spells().last()?;
            return Some(Answer {
                explanation: format!("{} holds {}; no end is known.", fact.object, self.dates_of(fact)),
                facts: vec![fact.clone()],
                ..Answer::default()
            });
        };
        let days: Vec<String> = over.iter().filter_map(|fact| fact.valid_to).map(|at| self.day(at)).collect();
        let after = claim
            .facts
            .iter()
            .find(|fact| fact.valid_from.is_some() && fact.valid_from == last.valid_to)
            .map(|fact| format!(" Then it was {}.", fact.object));
        Some(Answer {
            answer: Some(days.join(", then ")),
            explanation: format!(
                "{} held {}.{}",
                last.object,
                self.dates_of(last),
                after.unwrap_or_default()
            ),
            dates: Some((last.valid_from, last.valid_to)),
            facts: over.into_iter().cloned().collect(),
            ..Answer::default()
        })
    }

    pub(super) fn lasted(&self, claim: &Claim, timed: &Timed) -> Option<Answer> {
        let begun: Vec<&Fact> = claim.spells().filter(|fact| fact.state != FactState::Future).collect();
        self.length_of_spells(&begun, timed)
    }
}

/// Values that hold at once, each once, in their order.
fn distinct_values(held: &[&Fact]) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for fact in held {
        if !out.iter().any(|value| normalize_text(value) == normalize_text(&fact.object)) {
            out.push(fact.object.clone());
        }
    }
    out
}
