//! "How long have we used Postgres?", "how long did I live in Lisbon?": how long a value held.

use std::collections::BTreeSet;

use memstrata_extract::{ValueType, query::stems};
use memstrata_model::{Fact, FactState, Instant, Key, normalize_text};

use super::Answer;
use super::timing::Timed;
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
        let led = self.lead_to_keys(&bare, None)?.keys.into_iter().next();
        let Some(key) = led.or(best.cloned()) else { return Ok(None) };
        if is_a_length(&key) {
            return Ok(None);
        }
        Ok(self.length_of(question, &key, timed)?.map(|answer| (key, answer)))
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
