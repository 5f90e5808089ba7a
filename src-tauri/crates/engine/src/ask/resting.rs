//! The texts that an answer rests on, before all others of its evidence.

use memstrata_answer::sentences;
use memstrata_model::view::Column;
use memstrata_model::{Fact, FactState, Key};
use memstrata_retrieve::{Evidence, Request, RestsOn, Searcher, resting_on};
use memstrata_when::Intent;

use super::column::texts_of;
use super::key_of;
use super::timing::Timed;
use crate::{Engine, Error};

/// Texts of one answer that are packed beyond the passages that are served otherwise.
const MOST: usize = 32;

impl Engine {
    /// A column with the texts that its answer rests on before all others; how many found no room is
    /// said. `asked_for` is how many passages the question wants at most, where it says so.
    pub(super) fn with_what_it_rests_on(
        &self,
        mut column: Column,
        searcher: &Searcher<'_>,
        request: &Request<'_>,
        asked_for: Option<usize>,
    ) -> Result<Column, Error> {
        let count = column.rests_on.len();
        let most = asked_for.unwrap_or_else(|| request.k.max(count.min(MOST)));
        let request = Request { k: most, ..request.clone() };
        let texts = column.rests_on.iter().map(|episode| self.rests_on(episode, column.answer.as_deref()));
        let texts: Vec<RestsOn> = texts.collect::<Result<_, _>>()?;
        let evidence = Evidence {
            passages: std::mem::take(&mut column.passages),
            left_out: std::mem::take(&mut column.left_out),
            facts: std::mem::take(&mut column.facts),
            context: std::mem::take(&mut column.context),
            tokens: column.context_tokens as usize,
        };
        let answering = evidence.facts.clone();
        let (evidence, unpacked) = resting_on(searcher, &request, evidence, &texts, &column.overtaken)?;
        column.facts = evidence.facts;
        for scored in answering {
            if !column.facts.iter().any(|known| known.fact.id == scored.fact.id) {
                column.facts.push(scored);
            }
        }
        if unpacked > 0 {
            let room = if most < count {
                format!("at most {most} passages are served")
            } else {
                format!("the token budget of {} holds no more", request.budget)
            };
            column.explanation.push_str(&format!(
                " Of the {count} texts that tell this {unpacked} {} left out: {room}.",
                if unpacked == 1 { "is" } else { "are" }
            ));
        }
        column.passages = evidence.passages;
        for (passage, rank) in column.passages.iter_mut().zip(1..) {
            passage.rank = rank;
        }
        column.left_out = evidence.left_out;
        column.context = evidence.context;
        column.context_tokens = u32::try_from(evidence.tokens).unwrap_or(u32::MAX);
        Ok(column)
    }

    /// A text with the sentence of it that has the answer in it.
    fn rests_on(&self, episode: &str, answer: Option<&str>) -> Result<RestsOn, Error> {
        let seq = self.ledger.episode_seq(self.space(), episode)?;
        let record = self.ledger.episode_records(self.space(), &[seq])?.pop();
        let text = record.and_then(|record| record.text).unwrap_or_default();
        let answer = answer.unwrap_or_default();
        let with_it = |sentence: &&&str| sentence.contains(answer) || answer.contains(sentence.trim());
        let quote = sentences(&text).iter().find(with_it).map(|sentence| sentence.trim().to_owned());
        Ok(RestsOn { episode: episode.to_owned(), quote: quote.filter(|_| !answer.is_empty()) })
    }

    /// The texts of each value that an answer tells of a fact's key, the newest value first; none where
    /// it tells this fact alone.
    pub(super) fn texts_told(
        &self,
        timed: &Timed,
        fact: &Fact,
        words: Option<&str>,
    ) -> Result<Vec<Vec<String>>, Error> {
        let Some(words) = words.filter(|words| *words != fact.object) else { return Ok(Vec::new()) };
        let key: Key = key_of(fact);
        let mut facts = self.versions_of(&key, timed.gate.moment())?;
        facts.retain(|fact| fact.state != FactState::Withdrawn && words.contains(&fact.object));
        facts.sort_by_key(|fact| std::cmp::Reverse((fact.valid_from, fact.sys_from)));
        let of_all = matches!(timed.intent, Intent::Change | Intent::History | Intent::Previous);
        if !(of_all || timed.first) {
            facts.retain(|fact| timed.gate.passes(fact));
        }
        if timed.intent == Intent::Previous {
            // The newest spell of it that is over.
            facts.retain(|fact| fact.valid_to.is_some_and(|to| to <= timed.gate.as_of()));
            facts.truncate(1);
        }
        Ok(facts.iter().map(texts_of).collect())
    }
}
