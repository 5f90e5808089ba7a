//! A value of the very key that answers, told later and read with too little certainty to take its
//! place: it waits for a decision. The value that holds on paper may be over, so the text that waits
//! is answered with, as a text that could not be read at all is.

use memstrata_answer::sentences;
use memstrata_ledger::{FactPattern, ReviewOption};
use memstrata_model::{Fact, Instant, OnConflict, normalize_text};
use memstrata_when::Intent;

use super::Answer;
use super::timing::Timed;
use super::word::Newer;
use crate::{Engine, Error};

impl Engine {
    /// The text that waits, unless a newer one tells of another value.
    pub(super) fn waiting_before(
        &self,
        newer: &Newer,
        timed: &Timed,
        fact: &Fact,
    ) -> Result<Option<Answer>, Error> {
        let waiting = self.waiting_text(timed, fact)?;
        Ok(waiting
            .filter(|(_, told)| told.is_none_or(|told| !newer.is_after(told)))
            .map(|(answer, _)| answer))
    }

    /// The text that waits, as an answer, if one bears on the time asked about, and when it was said.
    pub(super) fn waiting_text(
        &self,
        timed: &Timed,
        fact: &Fact,
    ) -> Result<Option<(Answer, Option<Instant>)>, Error> {
        if matches!(timed.intent, Intent::Change | Intent::History | Intent::Previous) {
            return Ok(None);
        }
        // Who may change a relation is another question than how surely a text was read.
        let guarded = self.ledger.relation(self.space(), &fact.relation)?;
        if guarded.is_some_and(|relation| relation.on_conflict != OnConflict::Supersede) {
            return Ok(None);
        }
        let pattern = FactPattern {
            subject: Some(fact.subject.clone()),
            relation: Some(fact.relation.clone()),
            scope: Some(fact.scope.clone().unwrap_or_default()),
            all: false,
        };
        let as_of = timed.gate.as_of();
        let said = fact.valid_from.max(fact.last_verified);
        let bears = |option: &ReviewOption| {
            let told = option.source.as_ref().map(|source| source.occurred_at);
            let from = option.valid_from.or(told);
            let same = option
                .object
                .as_ref()
                .is_some_and(|object| normalize_text(object) == normalize_text(&fact.object));
            option.act == "assert"
                && !same
                && option.text.is_some()
                && from.is_some_and(|from| from <= as_of && said.is_none_or(|said| from > said))
                && option.valid_to.is_none_or(|to| to > as_of)
        };
        let newest = self
            .ledger
            .waiting_on(self.space(), &pattern)?
            .into_iter()
            .filter(|item| timed.gate.known_at.is_none_or(|known| item.since <= known))
            .filter_map(|item| item.options.into_iter().find(bears))
            .max_by_key(|option| {
                option.valid_from.or(option.source.as_ref().map(|source| source.occurred_at))
            });
        let Some((option, text)) = newest.and_then(|option| option.text.clone().map(|text| (option, text)))
        else {
            return Ok(None);
        };
        let value = option.object.unwrap_or_default();
        let sentence = sentences(&text).into_iter().find(|sentence| sentence.contains(&value));
        // A plan without a day has not begun.
        let plans = |word: &str| word.eq_ignore_ascii_case("will") || word.eq_ignore_ascii_case("shall");
        if option.valid_from.is_none() && sentence.unwrap_or(&text).split_whitespace().any(plans) {
            return Ok(None);
        }
        let told = option.source.as_ref().map(|source| source.occurred_at);
        let day = told.map(|told| format!(" on {}", self.day(told)));
        let answer = Answer {
            answer: Some(sentence.unwrap_or(&text).trim().to_owned()),
            explanation: format!(
                "Said{} and not read surely: {value} waits for a decision. The last value that is sure is {}, {}.",
                day.unwrap_or_default(),
                fact.object,
                self.dates_of(fact)
            ),
            facts: vec![fact.clone()],
            texts: option.source.iter().map(|source| vec![source.episode.clone()]).collect(),
            ..Answer::default()
        };
        Ok(Some((answer, told)))
    }
}
