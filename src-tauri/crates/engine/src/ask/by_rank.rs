//! Plain retrieval's answer: read by the readers of the temporal way, out of the passages that it found and
//! in their order. It has no gate and no last word: of two texts about the same the nearer answers.

use memstrata_answer::{Asked, ReadAnswer, read_answer};
use memstrata_model::view::Passage;
use memstrata_retrieve::Candidate;
use memstrata_when::Intent;

use super::key_of;
use super::later::LOOKED_AT;
use super::timing::Timed;
use super::topic::Topic;
use super::word::{asserted, is_of_another, is_read_otherwise, picked};
use crate::rollup::is_roll_up;
use crate::{Engine, Error};

impl Engine {
    /// What the passages answer: by the keys that are asked for, by the key of what is nearest, or in the
    /// words of a text about it.
    pub(super) fn read_by_rank(
        &self,
        asked: &Asked,
        timed: &Timed,
        passages: &[Passage],
        near: &[Candidate],
    ) -> Result<Option<ReadAnswer>, Error> {
        if let Some(read) = read_answer(asked, passages) {
            return Ok(Some(read));
        }
        let near = &near[..near.len().min(LOOKED_AT)];
        if let Some(fact) = self.nearest_key(&asked.question, timed, near)? {
            let of_key = Asked { question: asked.question.clone(), keys: vec![key_of(&fact)] };
            if let Some(read) = read_answer(&of_key, passages) {
                return Ok(Some(read));
            }
        }
        Ok(self.text_by_rank(&asked.question, timed, passages))
    }

    /// The nearest passage that is about what is asked for, and the value in it where one stands out.
    fn text_by_rank(&self, question: &str, timed: &Timed, passages: &[Passage]) -> Option<ReadAnswer> {
        if matches!(timed.intent, Intent::Change | Intent::History | Intent::Previous) {
            return None;
        }
        let best = passages.iter().map(|passage| passage.score).fold(0.0, f64::max);
        let mut topic = Topic::of(question, timed.reading.expression.as_deref(), best)?;
        topic.weigh(passages.iter().map(|passage| passage.text.as_str()));
        let about = |passage: &Passage, words: &str| {
            let told = || passage.facts.iter().map(|told| (told.subject.as_str(), told.relation.as_str()));
            let roll_up = is_roll_up(passage.author.as_deref(), passage.locator.as_deref());
            !roll_up
                && !is_of_another(told(), &passage.text, question, &topic)
                && topic.is_met_by(words, passage.score, is_read_otherwise(told(), question))
        };
        let said = |passage: &Passage| {
            let read = self.read_alone(&passage.text, &passage.kind, passage.occurred_at);
            let held: Vec<&str> = passage.facts.iter().map(|told| told.object.as_str()).collect();
            asserted(&passage.text, &read.skipped, &held).join(" ")
        };
        let answers = |words: &String, passage: &Passage| {
            !words.is_empty() && about(passage, words) && topic.learns_from(words)
        };
        let (place, words) = passages
            .iter()
            .enumerate()
            .map(|(place, passage)| (place, said(passage)))
            .find(|(place, words)| answers(words, &passages[*place]))?;
        let at = passages[place].occurred_at;
        let older = passages.iter().filter(|other| other.occurred_at < at && about(other, &other.text));
        let older: Vec<&str> = older.map(|other| other.text.as_str()).collect();
        let (value, anew) = picked(question, topic.kind(), &words, &older);
        Some(ReadAnswer { answer: value.or(anew).unwrap_or(words), passage: place, fact: None })
    }
}
