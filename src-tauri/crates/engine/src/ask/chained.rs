//! The answer of a chain of facts: its last step in words, with every step before it, or the step
//! at which it breaks.

use std::time::Instant as Stopwatch;

use memstrata_model::view::{Column, DisputedValue, Hop, PassageFact, ScoredFact};
use memstrata_model::{Fact, FactState};
use memstrata_retrieve::Evidence;

use super::doubt::uncertain;
use super::timing::Timed;
use super::{Answer, answering, column, key_of};
use crate::chain::Path;
use crate::spoken::sentence_case;
use crate::{Engine, Error};

impl Engine {
    /// The column of a chain that led somewhere.
    pub(super) fn reached_column(
        &self,
        question: &str,
        timed: &Timed,
        path: &Path,
        evidence: Evidence,
        watch: Stopwatch,
    ) -> Result<Column, Error> {
        let mut steps = self.steps_in_words(&path.hops);
        let doubts =
            self.doubts_of(question, path.hops.iter().flat_map(|hop| &hop.facts), timed.gate.moment())?;
        let last: Vec<&Fact> = path.hops.last().map(|hop| hop.facts.iter().collect()).unwrap_or_default();
        let mut answer = Answer { hops: path.hops.clone(), ..Answer::default() };
        if !doubts.is_empty() {
            let answer = Answer { hops: answer.hops, ..uncertain(doubts, &path.values.join(", "), &steps) };
            return Ok(with_facts(column(answer, evidence, watch), &path.hops));
        }
        // A step's value may be over: what waits for a decision on it is said in its place.
        for fact in path.hops.iter().flat_map(|hop| &hop.facts) {
            let Some((waiting, _)) = self.waiting_text(timed, fact)? else { continue };
            let is_last = path.hops.last().is_some_and(|hop| hop.facts.iter().any(|f| f.id == fact.id));
            answer.explanation = format!("{} {steps}", waiting.explanation);
            answer.answer = waiting.answer.filter(|_| is_last && !path.inverse);
            return Ok(with_facts(column(answer, evidence, watch), &path.hops));
        }
        let step =
            |told: &PassageFact| path.hops.iter().flat_map(|hop| &hop.facts).any(|fact| fact.id == told.fact);
        let evidence = answering(evidence, step);
        if path.more {
            steps.push_str(" More than these were found; the rest is left out.");
        }
        let one_key = last.windows(2).all(|pair| key_of(pair[0]) == key_of(pair[1]));
        let (disputed, disagreed) = self.disputed_on_the_way(timed, path)?;
        match last.last() {
            Some(fact) if one_key && !path.inverse => {
                let (words, dates) = self.answer_with_dates(timed, fact, "")?;
                answer.answer = words;
                answer.explanation = format!("{} {steps}", dates.trim()).trim().to_owned();
                answer.state = Some(fact.state);
                answer.dates = Some((fact.valid_from, fact.valid_to));
                answer.disputed = self.disputed(timed, fact)?;
            }
            _ => {
                answer.answer = Some(path.values.join(", "));
                answer.explanation = steps;
                if let [only] = last.as_slice() {
                    answer.state = Some(only.state);
                    answer.dates = Some((only.valid_from, only.valid_to));
                }
            }
        }
        answer.disputed.extend(disputed);
        answer.explanation = format!("{} {disagreed}", answer.explanation).trim().to_owned();
        Ok(with_facts(column(answer, evidence, watch), &path.hops))
    }

    /// What sources disagree on among the steps before the last: each value, and where the other one
    /// would have led.
    fn disputed_on_the_way(&self, timed: &Timed, path: &Path) -> Result<(Vec<DisputedValue>, String), Error> {
        let (mut values, mut said) = (Vec::new(), String::new());
        for (place, hop) in path.hops.iter().enumerate().take(path.hops.len().saturating_sub(1)) {
            let next = &path.hops[place + 1];
            for fact in hop.facts.iter().filter(|_| !hop.inverse) {
                let disputed = self.disputed(timed, fact)?;
                let Some(disagreement) = self.disagreement(timed, fact)? else { continue };
                said.push_str(&format!(" {}: {}", sentence_case(&hop.asked), disagreement.trim()));
                for rival in disputed.iter().filter(|value| !value.stands) {
                    let question = next.asked.replace(&fact.object, &rival.value);
                    let led = self.value_at(&question, timed)?;
                    let led = led.unwrap_or_else(|| "not known".to_owned());
                    let colon = if question.ends_with('?') { "" } else { ":" };
                    said.push_str(&format!(" By that, {}{colon} {led}.", sentence_case(&question)));
                }
                values.extend(disputed);
            }
        }
        Ok((values, said.trim().to_owned()))
    }

    /// What the best key of a question holds at the time asked about.
    fn value_at(&self, question: &str, timed: &Timed) -> Result<Option<String>, Error> {
        let Some(key) = self.lead_to_keys(question, None)?.keys.into_iter().next() else { return Ok(None) };
        let gate = timed.gate_of_steps();
        let mut facts = self.versions_of(&key, gate.moment())?;
        facts.retain(|fact| gate.passes(fact) && fact.state != FactState::Withdrawn);
        Ok(facts.pop().map(|fact| fact.object))
    }

    /// The column of a chain that leads nowhere at one of its steps.
    pub(super) fn broken_column(
        &self,
        timed: &Timed,
        path: &Path,
        missing: &str,
        evidence: Evidence,
        watch: Stopwatch,
    ) -> Result<Column, Error> {
        let mut said = format!(
            "Step {} leads nowhere: nothing that held at the time asked about answers \"{missing}\".",
            path.hops.len() + 1
        );
        if let Some(key) = path.keys.last() {
            let facts = self.versions_of(key, timed.gate.moment())?;
            let taken = path.hops.iter().flat_map(|hop| &hop.facts);
            let is_new = !taken.into_iter().any(|fact| key_of(fact) == *key);
            if let Some(nearest) = self.nearest(&facts, timed.gate.as_of()).filter(|_| is_new) {
                said.push(' ');
                said.push_str(&nearest);
            }
        }
        let steps = self.steps_in_words(&path.hops);
        let answer = Answer {
            explanation: format!("{said} {steps}").trim().to_owned(),
            hops: path.hops.clone(),
            ..Answer::default()
        };
        Ok(with_facts(column(answer, evidence, watch), &path.hops))
    }

    /// "Author of X: Y (since 3 March 2026, said on 4 March 2026). Where does Y live? Z (…)."
    pub(super) fn steps_in_words(&self, hops: &[Hop]) -> String {
        let steps: Vec<String> = hops
            .iter()
            .map(|hop| {
                let found: Vec<String> =
                    hop.facts.iter().map(|fact| self.step_in_words(fact, hop.inverse)).collect();
                let colon = if hop.asked.ends_with('?') { "" } else { ":" };
                format!("{}{colon} {}.", sentence_case(&hop.asked), found.join(", "))
            })
            .collect();
        steps.join(" ")
    }

    fn step_in_words(&self, fact: &Fact, inverse: bool) -> String {
        let value = if inverse { &fact.subject } else { &fact.object };
        let mut notes = Vec::new();
        match (fact.valid_from, fact.valid_to) {
            (Some(from), Some(to)) => notes.push(format!("{} until {}", self.day(from), self.day(to))),
            (Some(from), None) => notes.push(format!("since {}", self.day(from))),
            (None, Some(to)) => notes.push(format!("until {}", self.day(to))),
            (None, None) => {}
        }
        if let Some(source) = fact.sources.last() {
            let place = source.locator.as_deref().or(source.author.as_deref()).unwrap_or(&source.kind);
            notes.push(format!("said on {}, {place}", self.day(source.occurred_at)));
        }
        if notes.is_empty() { value.clone() } else { format!("{value} ({})", notes.join("; ")) }
    }
}

/// Facts of a step that no passage carries stand in the column all the same, without a score.
fn with_facts(mut column: Column, hops: &[Hop]) -> Column {
    for fact in hops.iter().flat_map(|hop| &hop.facts) {
        if !column.facts.iter().any(|known| known.fact.id == fact.id) {
            column.facts.push(ScoredFact { fact: fact.clone(), score: 0.0, score_parts: Default::default() });
        }
    }
    column
}
