//! What an answer says and the evidence under it, put together into a column.

use std::time::Instant as Stopwatch;

use memstrata_model::view::{Column, DisputedValue, Hop, Passage, PassageFact, ScoredFact};
use memstrata_model::{Fact, FactState, Instant, Key, Source};
use memstrata_retrieve::Evidence;

use super::key_told;
use super::word::Word;

/// What a column says, before its evidence.
#[derive(Clone, Debug, Default)]
pub(super) struct Answer {
    pub answer: Option<String>,
    pub explanation: String,
    pub state: Option<FactState>,
    pub dates: Option<(Option<Instant>, Option<Instant>)>,
    pub uncertain: Vec<String>,
    pub disputed: Vec<DisputedValue>,
    pub hops: Vec<Hop>,
    /// Facts that answer and that no passage may carry.
    pub facts: Vec<Fact>,
    /// The texts that it was taken from, one list for each value, of which any tells it, the newest first;
    /// empty where those of its facts are meant.
    pub texts: Vec<Vec<String>>,
}

impl Answer {
    /// Taken from one text.
    pub fn of_text(self, episode: &str) -> Self {
        Answer { texts: vec![vec![episode.to_owned()]], ..self }
    }

    /// The texts that it rests on, as they are served where they are.
    fn rests_on(&self, passages: &[Passage]) -> Vec<String> {
        if self.answer.is_none() && self.uncertain.is_empty() {
            return Vec::new();
        }
        let of_facts = || {
            let last = self.hops.last().map(|hop| &hop.facts);
            last.unwrap_or(&self.facts).iter().map(texts_of).collect()
        };
        let texts = if self.texts.is_empty() { of_facts() } else { self.texts.clone() };
        let mut out: Vec<String> = Vec::new();
        for texts in texts {
            let served = passages.iter().map(|p| &p.episode).find(|episode| texts.contains(episode));
            if let Some(text) = served.or(texts.first()).filter(|text| !out.contains(text)) {
                out.push(text.clone());
            }
        }
        out
    }
}

/// The texts that tell a fact, the newest first.
pub(super) fn texts_of(fact: &Fact) -> Vec<String> {
    let mut told: Vec<&Source> =
        fact.sources.iter().filter(|source| source.role != "end" && source.text.is_some()).collect();
    told.sort_by_key(|source| std::cmp::Reverse((source.occurred_at, source.recorded_at)));
    told.into_iter().map(|source| source.episode.clone()).collect()
}

/// The evidence of an answer that is taken from some facts alone: their sentences, where one of them
/// is packed.
pub(super) fn answering(evidence: Evidence, answers: impl Fn(&PassageFact) -> bool) -> Evidence {
    let inside: Vec<String> = evidence.facts.iter().map(|scored| scored.fact.id.clone()).collect();
    evidence.only(|passage| {
        // A value in its grace period is marked as over.
        let marked = |told: &PassageFact| {
            let over = format!("{} held until", told.object);
            passage.marks.iter().any(|mark| mark.starts_with(&over))
        };
        passage.facts.iter().any(|told| answers(told) && (inside.contains(&told.fact) || marked(told)))
    })
}

/// Evidence that begins with the sentence of the value an answer speaks of: of its fact, or of the last
/// value of its key. When something changed is told by what it became.
pub(super) fn led_by_the_new(evidence: Evidence, key: Option<&Key>, fact: Option<&Fact>) -> Evidence {
    let last = || {
        let told = evidence.passages.iter().flat_map(|passage| &passage.facts);
        let own = told.filter(|told| key.is_some_and(|key| key_told(told) == *key));
        let held = own.filter(|told| !matches!(told.state, FactState::Withdrawn | FactState::Future));
        held.max_by_key(|told| told.valid_from).map(|told| told.fact.clone())
    };
    match fact.map(|fact| fact.id.clone()).or_else(last) {
        Some(fact) => evidence.led_by(|passage| passage.facts.iter().any(|told| told.fact == fact)),
        None => evidence,
    }
}

/// The column of an answer in the words of a text, beside a fact that was told before it.
pub(super) fn worded(
    (answer, word): (Answer, Word),
    before: Option<Fact>,
    evidence: Evidence,
    watch: Stopwatch,
) -> Column {
    let answer = answer.of_text(&word.view.record.id);
    column(Answer { facts: before.into_iter().collect(), ..answer }, evidence, watch)
}

pub(super) fn column(answer: Answer, evidence: Evidence, watch: Stopwatch) -> Column {
    let rests_on = answer.rests_on(&evidence.passages);
    // What a text answers beside a fact that was read before it.
    let by_a_text = !answer.texts.is_empty() && answer.state.is_none() && answer.dates.is_none();
    let overtaken = answer
        .facts
        .iter()
        .filter(|fact| by_a_text && !fact.sources.iter().any(|s| rests_on.contains(&s.episode)));
    let overtaken = overtaken.map(|fact| fact.id.clone()).collect();
    let mut facts: Vec<ScoredFact> = evidence.facts;
    for fact in answer.facts {
        if !facts.iter().any(|known| known.fact.id == fact.id) {
            facts.push(ScoredFact { fact, score: 0.0, score_parts: Default::default() });
        }
    }
    // Passages are counted as they are served, whatever led them and whatever was not needed.
    let mut passages = evidence.passages;
    for (passage, rank) in passages.iter_mut().zip(1..) {
        passage.rank = rank;
    }
    Column {
        abstained: answer.answer.is_none(),
        answer: answer.answer,
        explanation: answer.explanation.trim().to_owned(),
        state: answer.state,
        since: answer.dates.and_then(|d| d.0),
        until: answer.dates.and_then(|d| d.1),
        facts,
        passages,
        rests_on,
        overtaken,
        weights: None,
        left_out: evidence.left_out,
        context: evidence.context,
        context_tokens: u32::try_from(evidence.tokens).unwrap_or(u32::MAX),
        ms: watch.elapsed().as_secs_f64() * 1000.0,
        hops: answer.hops,
        uncertain: answer.uncertain,
        disputed: answer.disputed,
        retrieval: None,
    }
}
