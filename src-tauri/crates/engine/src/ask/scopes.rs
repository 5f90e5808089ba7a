//! Values that a key has one of for each of several scopes ("staging", "production"): where a question
//! names none of them, each is told; where it names another, it is said which there are.

use memstrata_extract::query::stems;
use memstrata_ledger::FactPattern;
use memstrata_model::{Fact, FactState, Key};
use memstrata_when::Intent;

use super::timing::Timed;
use super::{Answer, key_of};
use crate::{Engine, Error};

/// Words at the end of a question that may name a scope that is not there.
const LONGEST: usize = 4;

impl Engine {
    /// The values of each scope of a fact's key, where the question names none of them and the key has
    /// none without a scope; nothing where one value is all.
    pub(super) fn of_each_scope(
        &self,
        question: &str,
        fact: &Fact,
        keys: &[Key],
        timed: &Timed,
    ) -> Result<Option<Answer>, Error> {
        let one_value = matches!(timed.intent, Intent::Change | Intent::History | Intent::Previous);
        if fact.scope.is_none() || one_value {
            return Ok(None);
        }
        let own = Key::new(&fact.subject, &fact.relation, None);
        let fits = |key: &Key| key.subject == own.subject && key.relation == own.relation;
        let facts = self.of_any_scope(&own, timed)?;
        // Those that fit the question as well as this one does.
        let facts: Vec<Fact> = facts
            .into_iter()
            .filter(|fact| keys.iter().any(|other| fits(other) && *other == key_of(fact)))
            .collect();
        let asked = stems(question);
        let named = |scope: &str| stems(scope).iter().any(|stem| asked.contains(stem));
        let scopes: Vec<&str> = facts.iter().filter_map(|fact| fact.scope.as_deref()).collect();
        let several = scopes.iter().any(|scope| *scope != scopes[0]);
        let differ = facts.iter().any(|fact| fact.object != facts[0].object);
        if !several || !differ || scopes.len() < facts.len() || scopes.iter().any(|scope| named(scope)) {
            return Ok(None);
        }
        let told: Vec<String> = facts
            .iter()
            .map(|fact| format!("{} ({})", fact.object, fact.scope.as_deref().unwrap_or_default()))
            .collect();
        let since: Vec<String> = facts
            .iter()
            .map(|fact| format!("{}: {}", fact.scope.as_deref().unwrap_or_default(), self.dates_of(fact)))
            .collect();
        Ok(Some(Answer {
            answer: Some(told.join(", ")),
            explanation: format!(
                "There is a value for each of {} scopes; ask for the one that is meant. {}.",
                facts.len(),
                since.join("; ")
            ),
            state: Some(fact.state),
            facts,
            ..Answer::default()
        }))
    }

    /// What there is of a key, where the question ends in the name of a scope that it does not have.
    pub(super) fn other_scopes(&self, question: &str, timed: &Timed) -> Result<Option<Answer>, Error> {
        let Some((rest, scope)) = without_scope(question) else { return Ok(None) };
        let led = self.lead_to_keys(&rest, None)?;
        let Some(key) = led.keys.first().filter(|key| led.says_all && !key.scope.is_empty()) else {
            return Ok(None);
        };
        let facts = self.of_any_scope(key, timed)?;
        let own = stems(&scope);
        let known =
            |fact: &Fact| fact.scope.as_deref().is_none_or(|s| stems(s).iter().any(|s| own.contains(s)));
        if facts.is_empty() || facts.iter().any(known) {
            return Ok(None);
        }
        let told: Vec<String> = facts
            .iter()
            .map(|fact| format!("{} ({})", fact.scope.as_deref().unwrap_or_default(), fact.object))
            .collect();
        let explanation = format!(
            "The {} of {} is known for {}; nothing was told of it for '{scope}'.",
            key.relation,
            key.subject,
            told.join(" and ")
        );
        Ok(Some(Answer { explanation, facts, ..Answer::default() }))
    }

    fn of_any_scope(&self, key: &Key, timed: &Timed) -> Result<Vec<Fact>, Error> {
        let pattern = FactPattern {
            subject: Some(key.subject.clone()),
            relation: Some(key.relation.clone()),
            scope: None,
            all: true,
        };
        let mut facts = self.ledger.facts(self.space(), &pattern, timed.gate.moment())?;
        facts.retain(|fact| timed.gate.passes(fact) && fact.state != FactState::Withdrawn);
        facts.sort_by(|a, b| a.scope.cmp(&b.scope).then(a.valid_from.cmp(&b.valid_from)));
        Ok(facts)
    }
}

/// A question without the phrase of place at its end, and the name in that ("on preprod", "for the
/// northern site").
fn without_scope(question: &str) -> Option<(String, String)> {
    let words: Vec<&str> = question.trim_end_matches(['?', ' ', '.']).split_whitespace().collect();
    let at = words.iter().rposition(|word| matches!(*word, "in" | "on" | "for" | "at"))?;
    let name = words.get(at + 1..).filter(|name| (1..=LONGEST).contains(&name.len()))?;
    let name: Vec<&str> = name.iter().copied().filter(|word| !matches!(*word, "the" | "our" | "a")).collect();
    (at > 2 && !name.is_empty()).then(|| (format!("{}?", words[..at].join(" ")), name.join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_phrase_at_the_end_may_name_a_scope() {
        assert_eq!(
            without_scope("Which port does the crane use on preprod?"),
            Some(("Which port does the crane use?".into(), "preprod".into()))
        );
        assert_eq!(
            without_scope("What is the quota of the depot for the northern site"),
            Some(("What is the quota of the depot?".into(), "northern site".into()))
        );
        assert_eq!(without_scope("On which port is it?"), None);
        assert_eq!(without_scope("Which port does the crane run on?"), None);
    }
}
