//! An answer in words: the value in the form that the question asks for, with its dates and its
//! source; or why there is none, and what is nearest.

use memstrata_model::view::{DisputedValue, Passage};
use memstrata_model::{Fact, FactState, Instant, Interval, Key, Precision, date::show_date};
use memstrata_retrieve::Evidence;
use memstrata_when::Intent;

use super::timing::Timed;
use crate::{Engine, Error};

/// A passage that was left out is worth naming where it is at least this near the question.
const BEARS_ON: f64 = 0.6;

/// A value with the dates it is told with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerValue {
    pub value: String,
    pub from: Option<Instant>,
    pub to: Option<Instant>,
}

impl Engine {
    /// The answer in the form that the question asks for: a value, each value of a period, the
    /// points of change, the whole history, the value before.
    pub(super) fn answer_with_dates(
        &self,
        timed: &Timed,
        fact: &Fact,
        source: &str,
    ) -> Result<(String, String), Error> {
        let known_at = timed.gate.known_at;
        let timeline = self.ledger.timeline_of_fact(self.space(), &fact.id, known_at, timed.gate.as_of())?;
        let day = |at: Option<Instant>, none: &str| at.map_or_else(|| none.to_owned(), |at| self.day(at));
        let values: Vec<AnswerValue> = timeline
            .intervals
            .iter()
            .map(|i| AnswerValue { value: i.object.clone(), from: i.valid_from, to: i.valid_to })
            .collect();
        let listed = |values: &[&AnswerValue]| {
            let parts: Vec<String> = values
                .iter()
                .map(|v| match (v.from, v.to) {
                    (_, Some(to)) => format!("{} until {}", v.value, self.day(to)),
                    (Some(from), None) => format!("{} since {}", v.value, self.day(from)),
                    (None, None) => v.value.clone(),
                })
                .collect();
            parts.join(", then ")
        };
        match timed.intent {
            Intent::History if !values.is_empty() => Ok((
                listed(&values.iter().collect::<Vec<_>>()),
                format!("{} values in all. {source}", values.len()),
            )),
            Intent::Change if values.len() > 1 => {
                let changes: Vec<String> = values
                    .windows(2)
                    .map(|pair| {
                        format!(
                            "{} ({} to {})",
                            day(pair[1].from, "at an unknown time"),
                            pair[0].value,
                            pair[1].value
                        )
                    })
                    .collect();
                Ok((changes.join(", then "), source.to_owned()))
            }
            Intent::Change => Ok((
                format!("{} since {}", fact.object, day(fact.valid_from, "an unknown time")),
                format!("It has not changed since. {source}"),
            )),
            Intent::Previous => {
                let present = timeline
                    .intervals
                    .iter()
                    .rposition(|i| Interval::new(i.valid_from, i.valid_to).contains(timed.gate.as_of()));
                let before = match present {
                    Some(place) => place.checked_sub(1).map(|place| &values[place]),
                    None => values.last(),
                };
                Ok(match before {
                    Some(before) => (
                        before.value.clone(),
                        format!("It held until {}. {source}", day(before.to, "an unknown time")),
                    ),
                    None => (fact.object.clone(), format!("No earlier value is known. {source}")),
                })
            }
            _ => {
                let period = timed.gate.period;
                let within: Vec<&AnswerValue> =
                    values.iter().filter(|v| Interval::new(v.from, v.to).meets(&period)).collect();
                let spans_change = period.from != period.to && within.len() > 1 && !timeline.set_valued;
                if spans_change {
                    let changes = within.len() - 1;
                    let words =
                        if changes == 1 { "One change".to_owned() } else { format!("{changes} changes") };
                    return Ok((listed(&within), format!("{words} in the period. {source}")));
                }
                if timeline.set_valued && within.len() > 1 {
                    let all: Vec<&str> = within.iter().map(|v| v.value.as_str()).collect();
                    return Ok((all.join(", "), format!("{} values hold at once. {source}", all.len())));
                }
                let mut sentence = match (fact.valid_from, fact.valid_to) {
                    (Some(from), None) => format!("Since {}. ", self.day(from)),
                    (Some(from), Some(to)) => format!("From {} until {}. ", self.day(from), self.day(to)),
                    (None, Some(to)) => format!("Until {}. ", self.day(to)),
                    (None, None) => String::new(),
                };
                if let Some(disagreement) = self.disagreement(timed, fact)? {
                    sentence.push_str(&disagreement);
                }
                Ok((fact.object.clone(), format!("{sentence}{source}")))
            }
        }
    }

    /// The values that sources give for the start of a disputed fact, the one that stands first.
    pub(super) fn disputed(&self, timed: &Timed, fact: &Fact) -> Result<Vec<DisputedValue>, Error> {
        if fact.state != FactState::Disputed {
            return Ok(Vec::new());
        }
        let said = |at: Instant, who: Option<&str>| match who {
            Some(who) => format!("said by {who} on {}", self.day(at)),
            None => format!("said on {}", self.day(at)),
        };
        let own = fact.sources.last();
        let mut values = vec![DisputedValue {
            value: fact.object.clone(),
            stands: true,
            said: said(
                own.map_or(fact.sys_from, |s| s.occurred_at),
                own.and_then(|s| s.author.as_deref().or(s.locator.as_deref())),
            ),
        }];
        for rival in self.ledger.rivals_of(self.space(), &fact.id, timed.gate.known_at)? {
            values.push(DisputedValue {
                value: rival.object,
                stands: false,
                said: said(rival.said_at, rival.author.as_deref().or(rival.locator.as_deref())),
            });
        }
        Ok(values)
    }

    /// A disagreement in words, with the rule that chooses.
    fn disagreement(&self, timed: &Timed, fact: &Fact) -> Result<Option<String>, Error> {
        let values = self.disputed(timed, fact)?;
        let others: Vec<String> =
            values.iter().filter(|v| !v.stands).map(|v| format!("{} ({})", v.value, v.said)).collect();
        if others.is_empty() {
            return Ok(None);
        }
        Ok(Some(format!(
            "Sources disagree for the same time: another value is {}. The later recorded stands until somebody decides. ",
            others.join(", ")
        )))
    }

    /// Why nothing inside the gate answers, and what is nearest.
    pub(super) fn why_nothing(
        &self,
        timed: &Timed,
        keys: &[Key],
        evidence: &Evidence,
    ) -> Result<String, Error> {
        for key in keys {
            let pattern = memstrata_ledger::FactPattern {
                subject: Some(key.subject.clone()),
                relation: Some(key.relation.clone()),
                scope: None,
                all: true,
            };
            let facts = self.ledger.facts(self.space(), &pattern, timed.gate.moment())?;
            if let Some(sentence) = self.nearest(&facts, timed.gate.as_of()) {
                return Ok(format!("Nothing held at the time asked about. {sentence}"));
            }
            let today = self.ledger.facts(
                self.space(),
                &pattern,
                memstrata_ledger::Moment { as_of: timed.gate.as_of(), known_at: None },
            )?;
            if let Some(first) = today.iter().map(|f| f.sys_from).min() {
                return Ok(format!(
                    "Nothing was known of it then: {} {} was first recorded on {}.",
                    key.subject,
                    key.relation,
                    self.day(first)
                ));
            }
        }
        let nearest = evidence.left_out.iter().filter(|p| p.score >= BEARS_ON).find_map(|passage| {
            let reason = passage.reason.as_ref()?;
            Some(format!(" The nearest passage is left out: \"{}\" ({reason}).", passage.text.trim()))
        });
        Ok(format!("Nothing that is known answers this.{}", nearest.unwrap_or_default()))
    }

    pub(super) fn nearest(&self, facts: &[Fact], as_of: Instant) -> Option<String> {
        let before =
            facts.iter().filter(|f| f.valid_to.is_some_and(|to| to <= as_of)).max_by_key(|f| f.valid_to);
        let after = facts
            .iter()
            .filter(|f| f.valid_from.is_some_and(|from| from > as_of))
            .min_by_key(|f| f.valid_from);
        match (before, after) {
            (Some(before), _) => Some(format!(
                "The last value was {}, until {}.",
                before.object,
                before.valid_to.map(|to| self.day(to)).unwrap_or_default()
            )),
            (None, Some(after)) => Some(format!(
                "The first known value is {}, from {}.",
                after.object,
                after.valid_from.map(|from| self.day(from)).unwrap_or_default()
            )),
            (None, None) => None,
        }
    }

    pub(super) fn said(&self, passage: &Passage) -> String {
        let place = passage
            .locator
            .clone()
            .or_else(|| passage.author.clone())
            .unwrap_or_else(|| passage.kind.clone());
        format!("Said on {} ({place}).", self.day(passage.occurred_at))
    }

    /// A day as written on screen.
    pub(crate) fn day(&self, at: Instant) -> String {
        show_date(at, Precision::Day, self.zone())
    }
}
