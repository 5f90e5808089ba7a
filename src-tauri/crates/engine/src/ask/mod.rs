//! Asking: the question's time is read, the question is led to keys, both ways of retrieval are
//! run on the same store with the same reader, and what they come to is compared.

mod ahead;
mod anchor;
mod anew;
mod beside;
mod by_rank;
mod chained;
mod changes;
mod claim;
mod claimed;
mod column;
mod doubt;
mod elliptic;
mod follow;
mod forgotten;
mod inner;
mod later;
mod length;
mod named;
mod nearest;
mod offset;
mod parts;
mod pass;
mod picked;
mod proof;
mod resting;
mod retold;
mod route;
mod scoped;
mod scopes;
mod short;
mod timing;
mod topic;
mod turned;
mod unchanged;
mod unfit;
mod unread;
mod verdict;
mod waiting;
mod word;
mod words;

use std::time::Instant as Stopwatch;

use memstrata_answer::{ReadAnswer, read_answer};
use memstrata_model::view::{
    AskAnswer, AskMode, AskRequest, Column, Passage, PassageFact, Reading, Retrieval, ScoreParts, ScoredFact,
};
use memstrata_model::{Fact, FactState, Interval, Key};
use memstrata_retrieve::{
    Candidate, Evidence, Gate, Lap, Laps, Meaning, Packed, Request, Searcher, Weights, grace_of,
    nearest_texts, rate, temporal,
};
use memstrata_when::Intent;

use self::column::{Answer, answering, column, led_by_the_new, worded};
use self::doubt::uncertain;
use self::later::Later;
use self::route::Route;
use self::timing::Timed;
use self::word::Newer;
use crate::chain::Walked;
use crate::reranking::{NO_RERANKER, SHOWN, reordered};
use crate::rollup::is_roll_up;
use crate::spoken::spoken_of;
use crate::{Engine, Error};

pub use self::timing::resolve_moments;
pub use self::words::AnswerValue;

/// Candidates that the gate is shown at first, where the space does not say.
pub(crate) const RECALL: u32 = 30;
/// Passages that are served, where neither the question nor the space says.
pub(crate) const PASSAGES: u32 = 5;

impl Engine {
    /// Answers a question by one way of retrieval or by both.
    ///
    /// # Errors
    /// The question is empty or names a date that cannot exist; the ledger cannot be read.
    pub fn ask(&self, request: &AskRequest) -> Result<AskAnswer, Error> {
        self.ask_timed(request, &Laps::default())
    }

    /// As [`Engine::ask`], telling where the time went.
    ///
    /// # Errors
    /// As [`Engine::ask`].
    pub fn ask_timed(&self, request: &AskRequest, laps: &Laps) -> Result<AskAnswer, Error> {
        let spelt = self.as_known(request)?;
        let asked = spelt.as_ref().unwrap_or(request);
        let plain = crate::wording::times_plainly(&asked.question);
        let plain = plain.map(|question| AskRequest { question, ..asked.clone() });
        let asked = plain.as_ref().unwrap_or(asked);
        let mut answer = laps.during(Lap::Answer, || self.answered(asked, laps))?;
        answer.question.clone_from(&request.question);
        Ok(answer)
    }

    fn answered(&self, request: &AskRequest, laps: &Laps) -> Result<AskAnswer, Error> {
        if request.question.trim().is_empty() {
            return Err(Error::usage("empty_question", "there is no question", Some("ask in a sentence")));
        }
        let now = self.now()?;
        if let Some(answer) = self.followed(request, now)? {
            return Ok(answer);
        }
        // Before anything is held for this question: each part is a question of its own.
        if let Some(answer) = self.inner_asked(request)? {
            return Ok(answer);
        }
        let both = self.two_in_one(request)?;
        let timed = laps.during(Lap::Reading, || self.read_time(request, now))?;
        // An event that was not looked up is no time: its words may name the subject.
        let dated = timed.reading.from.is_some() || timed.reading.to.is_some();
        let expression = timed.reading.expression.clone().filter(|_| dated);
        // Without a model both columns search by words; the status says so.
        let embedder = self.embedder().ok();
        let question_vector = match &embedder {
            Some(embedder) => {
                laps.during(Lap::Embedding, || embedder.embed(&[request.question.as_str()]))?.pop()
            }
            None => None,
        };
        let vectors = laps.during(Lap::Following, || {
            embedder.as_deref().map(|embedder| self.vectors(embedder)).transpose()
        })?;
        // After the vectors were brought up to date: they follow the newest state, and what is read from
        // here on is no older.
        let mut state = Some(self.ledger.hold()?);
        let index = vectors.as_ref().and_then(|vectors| vectors.of_space(self.space()));
        let searched = index.zip(question_vector.as_ref());
        let scoring = laps.during(Lap::Following, || self.scoring())?;
        let ((route, ahead), pass) = pass::beside(searched, laps, || {
            let route = |timed| self.route(&request.question, expression.as_deref(), timed, now);
            let route = laps.during(Lap::Route, || route(timed))?;
            let ahead = self.ahead(request, &route, &scoring, laps)?;
            Ok((route, ahead))
        })?;
        let Route { timed, asked, keys, walked, settled, .. } = &route;
        let took = pass.as_ref().map(|pass| pass.took).unwrap_or_default();
        let meaning = searched.map(|(index, question)| match pass {
            Some(pass) => Meaning::found(index, question, pass.near),
            None => Meaning::new(index, question),
        });
        let texts = vectors.as_ref().map_or(0, |vectors| vectors.kept());
        let standings = laps.during(Lap::Following, || self.standings(texts))?;
        let searcher = Searcher {
            ledger: &self.ledger,
            space: self.space(),
            meaning: meaning.as_ref(),
            standings: standings.now(),
            laps,
        };
        let count_tokens = |text: &str| match &embedder {
            Some(embedder) => embedder.count_tokens(text),
            None => text.split_whitespace().count() * 4 / 3 + 1,
        };
        let turnover = laps.during(Lap::Following, || self.turnover())?;
        let half_life = |relation: &str| turnover.half_life(relation);
        let importance = |relation: &str| turnover.importance(relation);
        let k = if request.k == 0 { scoring.passages.unwrap_or(PASSAGES) } else { request.k };
        let hybrid = self.ablation.hybrid || scoring.hybrid == Some(true);
        let steps = walked.steps();
        let retrieval = Request {
            question: &request.question,
            gate: Gate { grace: grace_of(&scoring), ..timed.gate },
            k: k as usize,
            budget: request.budget as usize,
            steps: &steps,
            weights: Weights::of(&scoring, timed.names_a_time),
            recall: scoring.recall.unwrap_or(RECALL) as usize,
            packed: Packed::Sentences,
            hybrid,
            count_tokens: &count_tokens,
            half_life: &half_life,
            importance: &importance,
            zone: self.zone(),
        };
        // The one pass over the vectors serves both ways, and counts for both.
        let watch = Stopwatch::now();
        let near = match searcher.meaning {
            Some(_) => searcher.nearest(&request.question, word::LOOKED_AT)?,
            None => Vec::new(),
        };
        let pass = took + watch.elapsed();
        let begin = || {
            let now = Stopwatch::now();
            now.checked_sub(pass).unwrap_or(now)
        };
        let temporal = match request.mode {
            AskMode::Plain => None,
            AskMode::Temporal | AskMode::Compare => {
                let watch = begin();
                let packed = if self.ablation.triples { Packed::Triples } else { Packed::Sentences };
                let evidence = temporal(&searcher, &Request { packed, ..retrieval.clone() }, ahead)?;
                Some(match (&timed.unclear, settled, walked) {
                    _ if self.ablation.unread => {
                        let near = (&near[..], &route.texts[..]);
                        match self.word_on_it(&asked.question, &[], timed, near)? {
                            Some(word) => worded(word, None, evidence, watch),
                            None => column(Answer::default(), evidence, watch),
                        }
                    }
                    (Some(unclear), ..) => {
                        let answer = Answer { explanation: unclear.clone(), ..Answer::default() };
                        column(answer, evidence, watch)
                    }
                    (None, Some((key, answer)), _) => {
                        let of_key = |told: &PassageFact| Some(key_told(told)) == *key;
                        let sure = key.is_some() && answer.answer.is_some();
                        let evidence = if sure { answering(evidence, of_key) } else { evidence };
                        let evidence = led_by_the_new(evidence, key.as_ref(), answer.facts.last());
                        column(answer.clone(), evidence, watch)
                    }
                    (None, None, Walked::Reached(path)) => {
                        self.reached_column(&asked.question, timed, path, evidence, watch)?
                    }
                    (None, None, Walked::Broken { path, missing }) => {
                        let near = (&near[..], &route.texts[..]);
                        match self.very_word_on_it(&asked.question, keys, timed, near)? {
                            Some(word) => worded(word, None, evidence, watch),
                            None => self.broken_column(timed, path, missing, evidence, watch)?,
                        }
                    }
                    (None, None, Walked::NoChain) => self.temporal_column(&route, evidence, &near, watch)?,
                })
            }
        };
        let mut temporal =
            temporal.map(|column| self.without_the_forgotten(both.unwrap_or(column))).transpose()?;
        let asked_for = (request.k > 0).then_some(retrieval.k);
        let rest = |column| self.with_what_it_rests_on(column, &searcher, &retrieval, asked_for);
        temporal = temporal.map(rest).transpose()?;
        if let Some(column) = &mut temporal {
            column.weights = Some(retrieval.weights.shown());
            let told = |scored: &ScoredFact| scored.score_parts != ScoreParts::default();
            let mut untold: Vec<_> = column.facts.iter_mut().filter(|scored| !told(scored)).collect();
            rate(&mut untold, &retrieval);
        }
        let plain = match request.mode {
            AskMode::Temporal => None,
            AskMode::Plain | AskMode::Compare => {
                let watch = begin();
                let rerank = self.ablation.rerank || scoring.rerank == Some(true);
                let reranker = self.reranker.as_ref().filter(|_| rerank);
                let shown = reranker.map_or(0, |_| SHOWN);
                let mut found = nearest_texts(&searcher, &retrieval, retrieval.k.max(shown))?;
                let mut note = Retrieval { hybrid, ..Retrieval::default() };
                if let Some(reranker) = reranker {
                    // Nothing is held while a model is asked: it may take its time.
                    drop((standings, vectors, state.take()));
                    found = reordered(reranker.as_ref(), &request.question, found, &mut note);
                } else if rerank {
                    note.rerank_error = Some(NO_RERANKER.to_owned());
                }
                let evidence = found.packed(&retrieval, laps);
                let read = self.read_by_rank(asked, timed, &evidence.passages, &near)?;
                let column = self.plain_column(read, timed, evidence, watch);
                Some(Column { retrieval: Some(note), ..column })
            }
        };
        let verdict =
            plain.as_ref().zip(temporal.as_ref()).map(|(plain, temporal)| self.verdict(plain, temporal));
        let thread = self.thread_of(&request.question, &route, temporal.as_ref().or(plain.as_ref()));
        let reading = Reading { thread: Some(thread), ..route.timed.reading };
        Ok(AskAnswer { question: request.question.clone(), reading, temporal, plain, verdict })
    }

    fn plain_column(
        &self,
        read: Option<ReadAnswer>,
        timed: &Timed,
        evidence: Evidence,
        watch: Stopwatch,
    ) -> Column {
        let fact = read.as_ref().and_then(|r| r.fact.clone());
        let explanation = match (&read, &fact) {
            (None, _) => "Nothing in the nearest passages answers.".to_owned(),
            (Some(read), _) => self.said(&evidence.passages[read.passage]),
        };
        let holds = fact.as_ref().map(|f| {
            if f.state == FactState::Withdrawn
                || Interval::new(f.valid_from, f.valid_to).meets(&timed.gate.period)
            {
                f.state
            } else if f.valid_from.is_some_and(|from| from > timed.gate.as_of()) {
                FactState::Future
            } else {
                FactState::Past
            }
        });
        let answer = Answer {
            answer: read.as_ref().map(|r| r.answer.clone()),
            explanation,
            state: holds,
            dates: fact.as_ref().map(|f| (f.valid_from, f.valid_to)),
            texts: read.iter().map(|read| vec![evidence.passages[read.passage].episode.clone()]).collect(),
            ..Answer::default()
        };
        column(answer, evidence, watch)
    }

    fn temporal_column(
        &self,
        route: &Route,
        evidence: Evidence,
        near: &[Candidate],
        watch: Stopwatch,
    ) -> Result<Column, Error> {
        let Route { timed, asked, keys, texts, .. } = route;
        // The reader sees of each passage the facts that pass the gate.
        let inside: Vec<&str> = evidence.facts.iter().map(|f| f.fact.id.as_str()).collect();
        let gated: Vec<Passage> = evidence
            .passages
            .iter()
            .cloned()
            .map(|mut passage| {
                let told = !passage.facts.is_empty();
                passage.facts.retain(|f| inside.contains(&f.fact.as_str()));
                // A passage whose facts are all over tells nothing by its mere words either, and a
                // roll-up nothing that is not told elsewhere.
                let roll_up = is_roll_up(passage.author.as_deref(), passage.locator.as_deref());
                if (told && passage.facts.is_empty()) || roll_up {
                    passage.text.clear();
                }
                passage
            })
            .collect();
        let Some(read) = read_answer(asked, &gated) else {
            if let Some(fact) = self.told_without_words(keys, timed, &evidence)? {
                return self.answered_column(route, fact, "Recorded without a text.", evidence, watch);
            }
            if let Some(fact) =
                self.nearest_key(&asked.question, timed, &near[..near.len().min(later::LOOKED_AT)])?
            {
                let newer = self.newer_word(&asked.question, timed, &fact, (near, texts))?;
                if let Some(waiting) = self.waiting_before(&newer, timed, &fact)? {
                    return Ok(column(waiting, evidence, watch));
                }
                if let Newer::Answers(newer) = newer {
                    return Ok(worded(*newer, Some(fact), evidence, watch));
                }
                let taken = format!("Taken from what is nearest: {}.", spoken_of(&fact));
                return self.answered_column(route, fact, &taken, evidence, watch);
            }
            if let Some(word) = self.word_on_it(&asked.question, keys, timed, (near, texts))? {
                return Ok(worded(word, None, evidence, watch));
            }
            let explanation = self.why_nothing(route, &evidence)?;
            return Ok(column(Answer { explanation, ..Answer::default() }, evidence, watch));
        };
        let source = self.said(&evidence.passages[read.passage]);
        let carried = read.fact.as_ref().map(|f| f.fact.as_str());
        let fact =
            evidence.facts.iter().find(|f| Some(f.fact.id.as_str()) == carried).map(|f| f.fact.clone());
        let Some(fact) = fact else {
            let passage = &evidence.passages[read.passage];
            if let Some(word) = self.word_on_it(&asked.question, keys, timed, (near, texts))?
                && word.1.said() > passage.occurred_at
            {
                return Ok(worded(word, None, evidence, watch));
            }
            if !self.asserts(&read.answer, passage.occurred_at, timed) {
                let explanation = self.why_nothing(route, &evidence)?;
                return Ok(column(Answer { explanation, ..Answer::default() }, evidence, watch));
            }
            let answer = self.quoted(&asked.question, &read.answer, passage.occurred_at, source, timed)?;
            let answer = answer.of_text(&passage.episode);
            return Ok(column(answer, evidence, watch));
        };
        if let Some(each) = self.of_each_scope(&asked.question, &fact, keys, timed)? {
            let ids: Vec<&str> = each.facts.iter().map(|fact| fact.id.as_str()).collect();
            let evidence = answering(evidence, |told| ids.contains(&told.fact.as_str()));
            return Ok(column(each, evidence, watch));
        }
        let newer = self.newer_word(&asked.question, timed, &fact, (near, texts))?;
        if let Some(waiting) = self.waiting_before(&newer, timed, &fact)? {
            return Ok(column(waiting, evidence, watch));
        }
        let close = &near[..near.len().min(later::LOOKED_AT)];
        let later = self.later_text(&asked.question, timed, &fact, (close, texts))?;
        let source = match (later, newer) {
            // What was told between is over: the same value was named since.
            (Some(Later::Answers(_, said)), Newer::Again(again)) if again > said => source,
            (Some(Later::Answers(later, said)), newer) if !newer.is_since(said) => {
                return Ok(column(Answer { facts: vec![fact], ..later }, evidence, watch));
            }
            (_, Newer::Answers(newer)) => return Ok(worded(*newer, Some(fact), evidence, watch)),
            (Some(Later::Beside(remark)), _) => format!("{source}{remark}"),
            _ => source,
        };
        self.answered_column(route, fact, &source, evidence, watch)
    }

    /// The column of a fact that answers, unless what it depends on has changed.
    fn answered_column(
        &self,
        route: &Route,
        fact: Fact,
        source: &str,
        evidence: Evidence,
        watch: Stopwatch,
    ) -> Result<Column, Error> {
        let timed = &route.timed;
        let doubts = match timed.intent {
            Intent::Change | Intent::History | Intent::Previous => Vec::new(),
            _ => self.doubts_of(&route.asked.question, std::iter::once(&fact), timed.gate.moment())?,
        };
        let key = key_of(&fact);
        let sure = route.says_all && route.keys.first() == Some(&key) && doubts.is_empty();
        let evidence = if sure { answering(evidence, |told| key_told(told) == key) } else { evidence };
        let evidence = match timed.intent {
            Intent::Change => led_by_the_new(evidence, Some(&key), None),
            _ => evidence,
        };
        let disputed = self.disputed(timed, &fact)?;
        let dates = Some((fact.valid_from, fact.valid_to));
        let answer = if doubts.is_empty() {
            let (words, explanation) = self.answer_with_dates(timed, &fact, source)?;
            let remarks = self.remarks(timed, &fact)?;
            let texts = self.texts_told(timed, &fact, words.as_deref())?;
            Answer {
                answer: words,
                explanation: format!("{}{remarks}", explanation.trim_end()),
                state: Some(fact.state),
                dates,
                disputed,
                texts,
                ..Answer::default()
            }
        } else {
            Answer { disputed, dates, ..uncertain(doubts, &fact.object, source) }
        };
        Ok(column(Answer { facts: vec![fact], ..answer }, evidence, watch))
    }

    /// What the asked keys hold inside the gate, where no passage tells it: facts that were
    /// recorded without a text.
    fn told_without_words(
        &self,
        keys: &[Key],
        timed: &Timed,
        evidence: &Evidence,
    ) -> Result<Option<Fact>, Error> {
        for key in keys {
            let facts = self.versions_of(key, timed.gate.moment())?;
            let mut held = facts.into_iter().filter(|f| {
                let told = evidence.facts.iter().any(|known| known.fact.id == f.id);
                timed.gate.passes(f) && !told && f.sources.iter().all(|s| s.text.is_none())
            });
            if let Some(fact) = held.next_back() {
                return Ok(Some(fact));
            }
        }
        Ok(None)
    }
}

fn key_of(fact: &Fact) -> Key {
    Key::new(&fact.subject, &fact.relation, fact.scope.as_deref())
}

fn key_told(told: &PassageFact) -> Key {
    Key::new(&told.subject, &told.relation, told.scope.as_deref())
}
