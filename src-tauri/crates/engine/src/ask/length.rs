//! "How long have we used Postgres?", "how long did I live in Lisbon?": how long a value held.

use std::collections::BTreeSet;

use memstrata_extract::{ValueType, query::stems};
use memstrata_model::{Fact, FactState, Instant, Key, normalize_text};

use super::Answer;
use super::timing::Timed;
use crate::chain::{Path, Walked};
use crate::lead::spec_of;
use crate::{Engine, Error};

/// The longest value that a question is looked through for, in words.
const LONGEST: usize = 6;

/// The question without "how long", where it asks for a length of time.
pub(super) fn without_how_long(question: &str) -> Option<String> {
    let lower = question.to_ascii_lowercase();
    let opening =
        ["for how long ", "since how long ", "how long "].into_iter().find(|o| lower.starts_with(o))?;
    Some(question[opening.len()..].to_owned())
}

/// A key whose value is a length itself ("how long are the logs kept") answers with its value.
pub(super) fn is_a_length(key: &Key) -> bool {
    spec_of(&key.relation).is_none_or(|spec| {
        matches!(spec.value_type, ValueType::Duration | ValueType::TimeRange | ValueType::Schedule)
    })
}

impl Engine {
    /// How long something held, where that is asked.
    pub(super) fn length_asked(
        &self,
        question: &str,
        best: Option<&Key>,
        timed: &Timed,
    ) -> Result<Option<(Key, Answer)>, Error> {
        let Some(rest) = without_how_long(question) else { return Ok(None) };
        if best.is_some_and(is_a_length) {
            return Ok(None);
        }
        let bare = self.without_values(&rest)?;
        if let Some(found) = self.length_through(&rest, timed)? {
            return Ok(Some(found));
        }
        let led = self.lead_to_keys(&bare, None)?.keys.into_iter().next();
        let Some(key) = led.or(best.cloned()) else { return Ok(None) };
        if is_a_length(&key) || self.ends_with_anothers(&rest, &key, timed)? {
            return Ok(None);
        }
        Ok(self.length_of(question, &key, timed)?.map(|answer| (key, answer)))
    }

    /// "Has the owner of Atlas been living in Rome": how long the last step of a chain held, and not the
    /// steps that lead to it.
    pub(super) fn length_through(&self, rest: &str, timed: &Timed) -> Result<Option<(Key, Answer)>, Error> {
        let Some((path, fact)) = self.last_step(rest, timed)? else { return Ok(None) };
        let Some(answer) = self.length_of_spells(&[&fact], timed) else { return Ok(None) };
        let steps = self.steps_in_words(&path.hops);
        let explanation = format!("{} {steps}", answer.explanation);
        Ok(Some((super::key_of(&fact), Answer { explanation, hops: path.hops, ..answer })))
    }

    /// Whether a clause ends with a name that is a value of other keys and never was one of this: "has
    /// Atlas's owner been at Kestrel" does not ask how long the owner has been that.
    fn ends_with_anothers(&self, rest: &str, key: &Key, timed: &Timed) -> Result<bool, Error> {
        let Some(last) = rest.trim_end_matches(['?', ' ']).split_whitespace().last() else {
            return Ok(false);
        };
        if !last.starts_with(char::is_uppercase) {
            return Ok(false);
        }
        let known = self.ledger.values_named(self.space(), &[normalize_text(last)])?;
        let own = [stems(&key.subject), stems(&key.scope)].concat();
        let said = stems(last);
        if known.is_empty() || said.iter().all(|stem| own.contains(stem)) {
            return Ok(false);
        }
        let facts = self.versions_of(key, timed.gate.moment())?;
        Ok(!facts.iter().any(|fact| said.iter().all(|stem| stems(&fact.object).contains(stem))))
    }

    /// The chain that a clause without its question word goes along, and the one fact that it ends at:
    /// that of the value at the end of the clause, where there is one.
    fn last_step(&self, rest: &str, timed: &Timed) -> Result<Option<(Path, Fact)>, Error> {
        let rest = rest.trim_end_matches(['?', ' ']);
        let words: Vec<&str> = rest.split_whitespace().collect();
        let ends: Vec<String> = (1..=LONGEST.min(words.len()))
            .map(|n| normalize_text(&words[words.len() - n..].join(" ")))
            .collect();
        let known = self.ledger.values_named(self.space(), &ends)?;
        let named = (1..=ends.len()).rev().find(|n| known.contains(&ends[n - 1]));
        let bare = words[..words.len() - named.unwrap_or_default()].join(" ");
        for opening in ["Where", "What", "Who"] {
            let walked = self.follow_chain(&format!("{opening} {bare}?"), timed.gate_of_steps())?;
            let Walked::Reached(path) = walked else { continue };
            let [.., _, last] = path.hops.as_slice() else { continue };
            let [fact] = last.facts.as_slice() else { continue };
            let is_named = named.is_none_or(|n| normalize_text(&fact.object) == ends[n - 1]);
            if is_named && !path.inverse {
                let fact = fact.clone();
                return Ok(Some((path, fact)));
            }
        }
        Ok(None)
    }

    /// A question without the values that it names: "have I lived in Porto" asks for the key of
    /// "have I lived in".
    pub(super) fn without_values(&self, question: &str) -> Result<String, Error> {
        let words: Vec<&str> = question.split_whitespace().collect();
        let bare = |run: &[&str]| {
            normalize_text(run.join(" ").trim_matches(|c: char| matches!(c, '?' | '"' | ',' | '!')))
        };
        let runs: BTreeSet<String> =
            (1..=LONGEST.min(words.len())).flat_map(|n| words.windows(n).map(bare)).collect();
        let known = self.ledger.values_named(self.space(), &runs.into_iter().collect::<Vec<_>>())?;
        let mut kept: Vec<&str> = Vec::new();
        let mut at = 0;
        while at < words.len() {
            let longest = (1..=LONGEST.min(words.len() - at))
                .rev()
                .find(|n| known.contains(&bare(&words[at..at + n])) && !stems(words[at]).is_empty());
            match longest {
                Some(n) => at += n,
                None => {
                    kept.push(words[at]);
                    at += 1;
                }
            }
        }
        Ok(kept.join(" "))
    }

    /// How long the value that a question names held, or else the present one.
    pub(super) fn length_of(
        &self,
        question: &str,
        key: &Key,
        timed: &Timed,
    ) -> Result<Option<Answer>, Error> {
        let facts = self.versions_of(key, timed.gate.moment())?;
        let words = stems(question);
        let of_key = [stems(&key.subject), stems(&key.relation)].concat();
        let named = |fact: &&Fact| {
            let own: Vec<String> = stems(&fact.object).into_iter().filter(|w| !of_key.contains(w)).collect();
            !own.is_empty() && own.iter().all(|word| words.contains(word))
        };
        let believed: Vec<&Fact> = facts
            .iter()
            .filter(|f| f.state != FactState::Withdrawn && f.state != FactState::Future)
            .collect();
        let mut held: Vec<&Fact> = believed.iter().copied().filter(|f| named(f)).collect();
        if held.is_empty() {
            held = believed.iter().copied().filter(|f| f.state != FactState::Past).collect();
        }
        Ok(self.length_of_spells(&held, timed))
    }

    /// How long each of some spells lasted.
    pub(super) fn length_of_spells(&self, held: &[&Fact], timed: &Timed) -> Option<Answer> {
        let last = held.last().copied()?;
        let facts = || held.iter().map(|fact| (*fact).clone()).collect();
        let spells: Vec<String> =
            held.iter().filter_map(|fact| self.spell(fact, timed.gate.as_of())).collect();
        if spells.is_empty() {
            return Some(Answer {
                explanation: format!("When {} began is not known.", last.object),
                facts: facts(),
                ..Answer::default()
            });
        }
        Some(Answer {
            answer: Some(spells.join(", then ")),
            explanation: format!("{}: {}.", last.object, self.dates_of(last)),
            state: Some(last.state),
            dates: Some((last.valid_from, last.valid_to)),
            facts: facts(),
            ..Answer::default()
        })
    }

    pub(super) fn dates_of(&self, fact: &Fact) -> String {
        match (fact.valid_from, fact.valid_to) {
            (Some(from), Some(to)) => format!("from {} until {}", self.day(from), self.day(to)),
            (Some(from), None) => format!("since {}", self.day(from)),
            (None, Some(to)) => format!("until {}", self.day(to)),
            (None, None) => "always, as far as is known".to_owned(),
        }
    }

    /// One spell in calendar units; nothing where its start is not known.
    fn spell(&self, fact: &Fact, as_of: Instant) -> Option<String> {
        let from = fact.valid_from?;
        let to = fact.valid_to.map_or(as_of, |to| to.min(as_of));
        let zone = self.zone();
        let local = |at: Instant| at.to_utc().with_timezone(&zone).naive_local();
        let (from, to) = (local(from), local(to));
        if to < from {
            return None;
        }
        let months = {
            use chrono::Datelike as _;
            let whole = (to.year() - from.year()) * 12 + to.month() as i32 - from.month() as i32;
            let back = chrono::Months::new(u32::try_from(whole).unwrap_or_default());
            if from.checked_add_months(back).is_some_and(|then| then > to) { whole - 1 } else { whole }
        };
        let count = |n: i64, unit: &str| if n == 1 { format!("1 {unit}") } else { format!("{n} {unit}s") };
        let months = i64::from(months);
        let days = (to - from).num_days();
        Some(match (months / 12, months % 12) {
            (0, 0) => match days {
                0 => count((to - from).num_hours(), "hour"),
                days => count(days, "day"),
            },
            (0, months) => count(months, "month"),
            (years, 0) => count(years, "year"),
            (years, months) => format!("{} and {}", count(years, "year"), count(months, "month")),
        })
    }
}
