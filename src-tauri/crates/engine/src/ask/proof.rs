//! The text that tells when a value began or ended: beside an answer that is a date or a length it
//! stands first, since what only says the value again shows no such thing.

use memstrata_model::view::{Column, Passage, PassageFact};
use memstrata_model::{Fact, Source};
use memstrata_retrieve::{OVER_BUDGET, joined};

use super::elliptic::Elliptic;
use crate::Engine;

/// A fact and the source of it that is meant.
pub(super) type Told<'f> = (&'f Fact, &'f Source);

/// What tells the bound of a value that is asked for; `facts` are the values of its key.
pub(super) fn proof<'f>(asked: &Elliptic, fact: &'f Fact, facts: &'f [Fact]) -> Option<Told<'f>> {
    match asked {
        Elliptic::Start | Elliptic::Change | Elliptic::Length => opening(fact),
        Elliptic::End => {
            let ending = fact.sources.iter().find(|source| source.role == "end" && source.text.is_some());
            let next =
                || facts.iter().find(|next| next.valid_from.is_some() && next.valid_from == fact.valid_to);
            ending.map(|source| (fact, source)).or_else(|| opening(next()?))
        }
        Elliptic::Before | Elliptic::After | Elliptic::Phrase(_) | Elliptic::Pronoun => None,
    }
}

/// The text that told a value first.
fn opening(fact: &Fact) -> Option<Told<'_>> {
    let told = fact.sources.iter().filter(|source| source.role == "assert" && source.text.is_some());
    told.min_by_key(|source| (source.recorded_at, source.occurred_at)).map(|source| (fact, source))
}

impl Engine {
    /// A column with a text before all others that it serves, as many of these as the budget holds.
    pub(super) fn led_by_source(&self, mut column: Column, told: Told<'_>, budget: u32) -> Column {
        let (fact, source) = told;
        let own = |passage: &Passage| passage.episode == source.episode;
        let served = column.passages.iter().position(own);
        column.left_out.retain(|passage| !own(passage));
        let passage = match served {
            Some(place) => column.passages.remove(place),
            None => {
                // It stands there for its fact, whatever it would have scored itself.
                let score = column.facts.iter().find(|scored| scored.fact.id == fact.id).map(|s| s.score);
                self.passage_of(fact, source, score.unwrap_or_default())
            }
        };
        column.passages.insert(0, passage);
        column.context_tokens = column.passages.iter().map(|passage| passage.tokens).sum();
        while column.context_tokens > budget && column.passages.len() > 1 {
            let Some(last) = column.passages.pop() else { break };
            column.context_tokens -= last.tokens;
            column.left_out.insert(0, Passage { reason: Some(OVER_BUDGET.to_owned()), ..last });
        }
        column.context = joined(&column.passages);
        for (passage, rank) in column.passages.iter_mut().zip(1..) {
            passage.rank = rank;
        }
        column
    }

    fn passage_of(&self, fact: &Fact, source: &Source, score: f64) -> Passage {
        let text = source.text.clone().unwrap_or_default();
        let place = source.locator.as_deref().or(source.author.as_deref()).unwrap_or(&source.kind);
        let line = format!("[{}, {place}] {}", self.day(source.occurred_at), text.trim());
        let tokens = match self.embedder() {
            Ok(embedder) => embedder.count_tokens(&line),
            Err(_) => line.split_whitespace().count() * 4 / 3 + 1,
        };
        let told = PassageFact {
            fact: fact.id.clone(),
            subject: fact.subject.clone(),
            relation: fact.relation.clone(),
            scope: fact.scope.clone(),
            object: fact.object.clone(),
            span: memstrata_retrieve::words_of(&text, source.span, &fact.object),
            state: fact.state,
            valid_from: fact.valid_from,
            valid_to: fact.valid_to,
        };
        Passage {
            episode: source.episode.clone(),
            kind: source.kind.clone(),
            author: source.author.clone(),
            locator: source.locator.clone(),
            occurred_at: source.occurred_at,
            rank: 1,
            score,
            score_parts: None,
            tokens: u32::try_from(tokens).unwrap_or(u32::MAX),
            facts: vec![told],
            reason: None,
            support: 1,
            marks: Vec::new(),
            line,
            text,
        }
    }
}
