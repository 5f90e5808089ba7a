//! An answer in words: the value in the form that the question asks for, with its dates and its
//! source; or why there is none, and what is nearest.

use memstrata_model::fact::TimelineInterval;
use memstrata_model::view::{DisputedValue, Passage};
use memstrata_model::{Cardinality, Fact, FactState, Instant, Interval, Key, Precision, date::show_date};
use memstrata_retrieve::{BESIDE, Evidence, REPEATED};
use memstrata_when::Intent;

use super::route::Route;
use super::timing::Timed;
use super::unchanged::falls_into;
use crate::spoken::{sentence_case, spoken, spoken_key};
use crate::{Engine, Error};

/// A passage that was left out is worth naming where it is at least this near the question.
const BEARS_ON: f64 = 0.6;

/// Keys of other things that are offered where nothing answers.
const OFFERED: usize = 3;

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
    ) -> Result<(Option<String>, String), Error> {
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
        let asks_change = matches!(timed.intent, Intent::Change | Intent::History) && !timed.first;
        if asks_change
            && !timeline.set_valued
            && let Some(unchanged) = self.unchanged(&timed.gate, &timeline.intervals)
        {
            return Ok(unchanged);
        }
        if let Some(at) = timed.next_after.filter(|_| !timeline.set_valued) {
            return Ok(self.what_comes_after(at, &values, &timeline.intervals));
        }
        match timed.intent {
            _ if timed.first && !values.is_empty() => {
                let first = &values[0];
                let held = match (first.from, first.to) {
                    (from, Some(to)) => {
                        format!("From {} until {}.", day(from, "an unknown time"), self.day(to))
                    }
                    (from, None) => {
                        format!("Since {}; no other value is known.", day(from, "an unknown time"))
                    }
                };
                Ok((Some(first.value.clone()), format!("The first value known. {held}")))
            }
            Intent::History if !values.is_empty() => Ok((
                Some(listed(&values.iter().collect::<Vec<_>>())),
                format!("{} values in all. {}", values.len(), last_said(&timeline.intervals, self.zone())),
            )),
            Intent::Change if values.len() > 1 => {
                let within = |pair: &&[AnswerValue]| falls_into(&timed.gate, pair[1].from);
                // Where one only ended in the period, what came after is told all the same.
                let some = values.windows(2).any(|pair| within(&pair));
                let changes: Vec<String> = values
                    .windows(2)
                    .filter(|pair| !some || within(pair))
                    .map(|pair| {
                        format!(
                            "{} ({} to {})",
                            day(pair[1].from, "at an unknown time"),
                            pair[0].value,
                            pair[1].value
                        )
                    })
                    .collect();
                Ok((Some(changes.join(", then ")), last_said(&timeline.intervals, self.zone())))
            }
            Intent::Change => Ok((
                Some(format!("{} since {}", fact.object, day(fact.valid_from, "an unknown time"))),
                format!("It has not changed since. {source}"),
            )),
            Intent::Previous => {
                let present = timeline
                    .intervals
                    .iter()
                    .rposition(|i| Interval::new(i.valid_from, i.valid_to).contains(timed.gate.as_of()));
                let before = match present {
                    Some(place) => place.checked_sub(1),
                    None => values.len().checked_sub(1),
                };
                Ok(match before {
                    Some(place) => (
                        Some(values[place].value.clone()),
                        format!(
                            "It held until {}. {}",
                            day(values[place].to, "an unknown time"),
                            last_said(&timeline.intervals[place..=place], self.zone())
                        ),
                    ),
                    // What holds is no answer to what held before it.
                    None => (
                        None,
                        format!(
                            "No earlier value is known; {} {}. {source}",
                            fact.object,
                            self.dates_of(fact)
                        ),
                    ),
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
                    let told = last_said(&timeline.intervals, self.zone());
                    return Ok((Some(listed(&within)), format!("{words} in the period. {told}")));
                }
                if timeline.set_valued && within.len() > 1 {
                    let all: Vec<&str> = within.iter().map(|v| v.value.as_str()).collect();
                    let told = last_said(&timeline.intervals, self.zone());
                    return Ok((Some(all.join(", ")), format!("{} values hold at once. {told}", all.len())));
                }
                let believed = match known_at.filter(|at| *at < timed.gate.now) {
                    Some(at) => format!(", as known on {}", self.day(at)),
                    None => String::new(),
                };
                let mut sentence = match (fact.valid_from, fact.valid_to) {
                    (Some(from), None) => format!("Since {}{believed}. ", self.day(from)),
                    (Some(from), Some(to)) => {
                        format!("From {} until {}{believed}. ", self.day(from), self.day(to))
                    }
                    (None, Some(to)) => format!("Until {}{believed}. ", self.day(to)),
                    (None, None) => String::new(),
                };
                if let Some(disagreement) = self.disagreement(timed, fact)? {
                    sentence.push_str(&disagreement);
                }
                Ok((Some(fact.object.clone()), format!("{sentence}{source}")))
            }
        }
    }

    /// The value that is to come after a moment, with its start; or that none is known.
    fn what_comes_after(
        &self,
        at: Instant,
        values: &[AnswerValue],
        intervals: &[TimelineInterval],
    ) -> (Option<String>, String) {
        let held = values.iter().rev().find(|value| Interval::new(value.from, value.to).contains(at));
        let next = values.iter().position(|value| value.from.is_some_and(|from| from > at));
        let dates = |value: &AnswerValue| match (value.from, value.to) {
            (_, Some(to)) => format!("until {}", self.day(to)),
            (Some(from), None) => format!("since {}", self.day(from)),
            (None, None) => "as far as is known".to_owned(),
        };
        let until = held.map(|value| format!("{} holds {}.", value.value, dates(value)));
        let until = until.unwrap_or_default();
        match next {
            Some(place) => {
                let from = values[place].from.map(|from| self.day(from)).unwrap_or_default();
                let told = last_said(&intervals[place..=place], self.zone());
                (Some(values[place].value.clone()), format!("From {from} on. {until} {told}"))
            }
            None => (None, format!("No later value is known. {until}").trim().to_owned()),
        }
    }

    /// What a careful person would add to a value: what is known today, where an earlier belief was
    /// asked for, and what waits for a decision on the same key.
    pub(super) fn remarks(&self, timed: &Timed, fact: &Fact) -> Result<String, Error> {
        let pattern = memstrata_ledger::FactPattern {
            subject: Some(fact.subject.clone()),
            relation: Some(fact.relation.clone()),
            scope: Some(fact.scope.clone().unwrap_or_default()),
            all: false,
        };
        let mut remarks = String::new();
        let asks_value = !matches!(timed.intent, Intent::Change | Intent::History | Intent::Previous);
        if asks_value && timed.gate.known_at.is_some_and(|at| at < timed.gate.now) {
            let today = memstrata_ledger::Moment { as_of: timed.gate.as_of(), known_at: None };
            let known: Vec<String> = self
                .ledger
                .facts(self.space(), &pattern, today)?
                .into_iter()
                .filter(|known| matches!(known.state, FactState::Current | FactState::Disputed))
                .map(|known| known.object)
                .collect();
            if known.is_empty() {
                remarks.push_str(" As known today it did not hold then.");
            } else if !known.contains(&fact.object) {
                remarks.push_str(&format!(" As known today it was {}.", known.join(", ")));
            }
        }
        for item in self.ledger.waiting_on(self.space(), &pattern)?.into_iter().rev().take(2) {
            let Some(option) = item.options.first() else { continue };
            let Some(object) = option.object.as_ref().filter(|object| **object != fact.object) else {
                continue;
            };
            let from = option.valid_from.map(|from| format!(", from {}", self.day(from))).unwrap_or_default();
            let what = if option.act == "end" { format!("the end of {object}") } else { object.clone() };
            remarks.push_str(&format!(" Waiting for a decision: {what}{from} ({}).", item.reason));
        }
        Ok(remarks)
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
    pub(super) fn disagreement(&self, timed: &Timed, fact: &Fact) -> Result<Option<String>, Error> {
        let values = self.disputed(timed, fact)?;
        let others: Vec<String> =
            values.iter().filter(|v| !v.stands).map(|v| format!("{} ({})", v.value, v.said)).collect();
        if others.is_empty() {
            return Ok(None);
        }
        let others = others.join(", ");
        let relation = self.relation(&fact.relation).ok();
        Ok(Some(if relation.is_some_and(|relation| relation.cardinality == Cardinality::Fixed) {
            format!(
                "This never changes, and something else was told too: {others}. The one that begins later stands until somebody decides. "
            )
        } else {
            format!(
                "Sources disagree for the same time: another value is {others}. The later recorded stands until somebody decides. "
            )
        }))
    }

    /// Why nothing inside the gate answers, and what is nearest.
    pub(super) fn why_nothing(&self, route: &Route, evidence: &Evidence) -> Result<String, Error> {
        for key in &route.keys {
            if let Some(why) = self.absence_of(key, &route.timed)? {
                return Ok(why);
            }
        }
        let beside: Vec<String> = route.beside.iter().take(OFFERED).map(spoken).collect();
        if !beside.is_empty() {
            return Ok(format!(
                "Nothing that is known answers this. Known, and of something else by its name: {}.",
                beside.join("; ")
            ));
        }
        let nearest = evidence.left_out.iter().filter(|p| p.score >= BEARS_ON).find_map(|passage| {
            // One that another stands for is not the nearest that is left out.
            let reason = passage.reason.as_deref().filter(|reason| ![BESIDE, REPEATED].contains(reason))?;
            Some(format!(" The nearest passage is left out: \"{}\" ({reason}).", passage.text.trim()))
        });
        Ok(format!("Nothing that is known answers this.{}", nearest.unwrap_or_default()))
    }

    /// Why a key has no value at the time asked about, if the ledger knows why.
    pub(super) fn absence_of(&self, key: &Key, timed: &Timed) -> Result<Option<String>, Error> {
        let pattern = memstrata_ledger::FactPattern {
            subject: Some(key.subject.clone()),
            relation: Some(key.relation.clone()),
            scope: Some(key.scope.clone()),
            all: true,
        };
        let as_of = Some(timed.gate.as_of());
        let found = self.absences(&pattern, as_of, timed.gate.known_at, 1)?;
        Ok(found.first().filter(|absent| absent.why != memstrata_ledger::Absence::NeverTold).map(|absent| {
            let own = &absent.key;
            let of = spoken_key(&own.subject, &own.relation, own.scope.as_deref());
            let why = crate::absence::reason(absent, self.zone());
            format!("{}: {why}.", sentence_case(&of))
        }))
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

/// When and where the newest of some values was told.
fn last_said(intervals: &[TimelineInterval], zone: chrono_tz::Tz) -> String {
    let told = intervals.iter().rev().find_map(|interval| {
        interval.sources.iter().filter(|source| source.role != "end").max_by_key(|source| source.occurred_at)
    });
    told.map_or_else(String::new, |source| {
        let place = source.locator.as_ref().or(source.author.as_ref()).unwrap_or(&source.kind);
        let day = show_date(source.occurred_at, Precision::Day, zone);
        format!("Said on {day} ({place}).")
    })
}
