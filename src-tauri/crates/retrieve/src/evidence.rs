//! Ranked evidence, packed within a token budget.

use std::collections::HashSet;

use memstrata_ledger::{EpisodeView, FactPattern};
use memstrata_model::view::{Passage, PassageFact, ScoredFact};
use memstrata_model::{Fact, Key, date::show_date, normalize_text};

use crate::RetrieveError;
use crate::candidates::{Candidate, Searcher};
use crate::gate::{Gate, LeftOut};
use crate::score::{Signals, Weights, freshness, scores};

/// What is asked of the retriever.
#[derive(Clone)]
pub struct Request<'a> {
    pub question: &'a str,
    pub gate: Gate,
    /// How many passages at most.
    pub k: usize,
    /// How many tokens at most.
    pub budget: usize,
    /// Keys that the question may be about, best first; normalised.
    pub keys: &'a [Key],
    pub weights: Weights,
    /// How many candidates the gate is shown at first.
    pub recall: usize,
    pub count_tokens: &'a dyn Fn(&str) -> usize,
    /// Half-life of a relation in days; none where it does not age.
    pub half_life: &'a dyn Fn(&str) -> Option<f64>,
    /// Importance of what is told of a relation, where the registry says one.
    pub importance: &'a dyn Fn(&str) -> Option<f64>,
    /// The zone that dates are shown in.
    pub zone: chrono_tz::Tz,
}

impl std::fmt::Debug for Request<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Request")
            .field("question", &self.question)
            .field("gate", &self.gate)
            .finish_non_exhaustive()
    }
}

/// What was found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evidence {
    pub passages: Vec<Passage>,
    /// Near the question, but not served.
    pub left_out: Vec<Passage>,
    /// The facts of the passages that pass the gate (plain retrieval: all of them), best first.
    pub facts: Vec<ScoredFact>,
    pub context: String,
    pub tokens: usize,
}

/// The nearest of everything ever said.
///
/// # Errors
/// The space does not exist, or the vectors are of another model.
pub fn plain(searcher: &Searcher<'_>, request: &Request<'_>) -> Result<Evidence, RetrieveError> {
    let candidates = searcher.nearest(request.question, request.k)?;
    let mut packing = Packing::new(request);
    for (place, candidate) in candidates.iter().enumerate() {
        // Seen from today's belief, so that each passage shows what has become of its facts.
        let view = searcher.ledger.episode(searcher.space, candidate.seq, request.gate.moment())?;
        let facts = scored(&view, |_| true, candidate.similarity, Default::default());
        packing.offer(&view, place, candidate.similarity, facts);
    }
    Ok(packing.finish())
}

/// What holds at the time asked about.
///
/// # Errors
/// As [`plain`].
pub fn temporal(searcher: &Searcher<'_>, request: &Request<'_>) -> Result<Evidence, RetrieveError> {
    let by_key = key_route(searcher, request)?;
    let mut recall = request.recall.max(request.k);
    let (admitted, refused) = loop {
        let candidates = searcher.merged(request.question, request.gate.known_at, recall)?;
        let (admitted, refused) = sift(searcher, request, &by_key, &candidates)?;
        // The gate may have closed on nearly all of them: look further before giving up.
        let exhausted = candidates.len() < recall || recall >= 16 * request.recall;
        if admitted.len() >= request.k || exhausted {
            break (admitted, refused);
        }
        recall *= 4;
    };

    let signals: Vec<Signals> =
        admitted.iter().map(|(view, candidate)| signals_of(request, view, candidate)).collect();
    let scored_all = scores(&signals, request.weights, request.gate.now);
    let mut order: Vec<usize> = (0..admitted.len()).collect();
    let route = |i: usize| by_key.iter().position(|seq| *seq == admitted[i].1.seq).unwrap_or(usize::MAX);
    order.sort_by(|&a, &b| {
        route(a)
            .cmp(&route(b))
            .then(scored_all[b].0.total_cmp(&scored_all[a].0))
            .then(admitted[b].1.fused.total_cmp(&admitted[a].1.fused))
            .then(admitted[a].1.seq.cmp(&admitted[b].1.seq))
    });
    let mut packing = Packing::new(request);
    for (place, i) in order.into_iter().enumerate() {
        let (view, _) = &admitted[i];
        let (score, parts) = scored_all[i];
        packing.offer(view, place, score, scored(view, |fact| request.gate.passes(fact), score, parts));
    }
    for (view, candidate, reason) in refused.iter().take(request.k) {
        packing.leave_out(view, candidate.similarity, reason);
    }
    Ok(packing.finish())
}

/// Episodes that stand behind what the asked keys hold in the period: from the ledger exactly,
/// without any search.
fn key_route(searcher: &Searcher<'_>, request: &Request<'_>) -> Result<Vec<i64>, RetrieveError> {
    let mut episodes = Vec::new();
    for key in request.keys {
        let pattern = FactPattern {
            subject: Some(key.subject.clone()),
            relation: (!key.relation.is_empty()).then(|| key.relation.clone()),
            scope: (!key.scope.is_empty()).then(|| key.scope.clone()),
            all: true,
        };
        let facts = searcher.ledger.facts(searcher.space, &pattern, request.gate.moment())?;
        for fact in facts.iter().filter(|fact| request.gate.passes(fact)) {
            // The newest source of the value first: it is the one that vouches for it.
            let mut sources: Vec<_> = fact.sources.iter().filter(|s| s.text.is_some()).collect();
            sources.sort_by_key(|s| std::cmp::Reverse((s.occurred_at, s.recorded_at)));
            for source in sources.into_iter().take(2) {
                let seq = searcher.ledger.episode_seq(searcher.space, &source.episode)?;
                if !episodes.contains(&seq) {
                    episodes.push(seq);
                }
            }
        }
        if episodes.len() >= request.recall {
            break;
        }
    }
    Ok(episodes)
}

type Admitted = Vec<(EpisodeView, Candidate)>;
type Refused = Vec<(EpisodeView, Candidate, LeftOut)>;

fn sift(
    searcher: &Searcher<'_>,
    request: &Request<'_>,
    by_key: &[i64],
    candidates: &[Candidate],
) -> Result<(Admitted, Refused), RetrieveError> {
    let (mut admitted, mut refused) = (Vec::new(), Vec::new());
    let routed =
        by_key.iter().map(|seq| Candidate { seq: *seq, similarity: searcher.similarity(*seq), fused: 0.0 });
    let known: HashSet<i64> = by_key.iter().copied().collect();
    for candidate in routed.chain(candidates.iter().copied().filter(|c| !known.contains(&c.seq))) {
        let view = searcher.ledger.episode(searcher.space, candidate.seq, request.gate.moment())?;
        if request.gate.known_at.is_some_and(|known_at| view.record.recorded_at > known_at) {
            continue;
        }
        match request.gate.admit(&view) {
            Ok(()) => admitted.push((view, candidate)),
            Err(reason) => refused.push((view, candidate, reason)),
        }
    }
    Ok((admitted, refused))
}

fn signals_of(request: &Request<'_>, view: &EpisodeView, candidate: &Candidate) -> Signals {
    let fresh = view
        .facts
        .iter()
        .filter(|f| request.gate.passes(&f.fact))
        .map(|f| freshness(&f.fact, (request.half_life)(&f.fact.relation), request.gate.as_of()))
        .reduce(f64::max);
    // What nobody rated is as important as the most important relation that it tells of.
    let by_relation =
        || view.facts.iter().filter_map(|f| (request.importance)(&f.fact.relation)).reduce(f64::max);
    Signals {
        similarity: candidate.similarity,
        importance: view.record.importance.or_else(by_relation).unwrap_or(0.5),
        recorded_at: view.record.recorded_at,
        freshness: fresh.unwrap_or(1.0),
    }
}

fn scored(
    view: &EpisodeView,
    keep: impl Fn(&Fact) -> bool,
    score: f64,
    parts: memstrata_model::view::ScoreParts,
) -> Vec<ScoredFact> {
    view.facts
        .iter()
        .filter(|f| keep(&f.fact))
        .map(|f| ScoredFact { fact: f.fact.clone(), score, score_parts: parts })
        .collect()
}

/// Passages on their way into the context.
struct Packing<'r> {
    request: &'r Request<'r>,
    out: Evidence,
    texts: HashSet<String>,
}

impl<'r> Packing<'r> {
    fn new(request: &'r Request<'r>) -> Self {
        Packing { request, out: Evidence::default(), texts: HashSet::new() }
    }

    fn offer(&mut self, view: &EpisodeView, place: usize, score: f64, facts: Vec<ScoredFact>) {
        if self.out.passages.len() >= self.request.k {
            return;
        }
        let mut passage = self.passage(view, place, score);
        if passage.text.is_empty() {
            return;
        }
        if !self.texts.insert(normalize_text(&passage.text)) {
            passage.reason = Some(self.words(&LeftOut::Repeated));
            self.out.left_out.push(passage);
            return;
        }
        let tokens = passage.tokens as usize;
        // The first passage is served whole in any case: an empty context answers nothing.
        if self.out.tokens + tokens > self.request.budget && !self.out.passages.is_empty() {
            passage.reason = Some(self.words(&LeftOut::Budget));
            self.out.left_out.push(passage);
            return;
        }
        let known: HashSet<String> = self.out.facts.iter().map(|f| f.fact.id.clone()).collect();
        self.out.facts.extend(facts.into_iter().filter(|f| !known.contains(&f.fact.id)));
        if !self.out.context.is_empty() {
            self.out.context.push('\n');
        }
        let day = show_date(passage.occurred_at, memstrata_model::Precision::Day, self.request.zone);
        self.out.context.push_str(&format!("[{day}] {}", passage.text));
        self.out.tokens += tokens;
        self.out.passages.push(passage);
    }

    fn leave_out(&mut self, view: &EpisodeView, similarity: f64, reason: &LeftOut) {
        let mut passage = self.passage(view, self.out.left_out.len(), similarity);
        passage.reason = Some(self.words(reason));
        self.out.left_out.push(passage);
    }

    fn words(&self, reason: &LeftOut) -> String {
        let day =
            |at: memstrata_model::Instant| show_date(at, memstrata_model::Precision::Day, self.request.zone);
        match reason {
            LeftOut::Past { until: Some(until) } => format!("was true until {}", day(*until)),
            LeftOut::Past { until: None } => "not true at the time asked about".to_owned(),
            LeftOut::Future { from: Some(from) } => format!("true only from {}", day(*from)),
            LeftOut::Future { from: None } => "not yet true at the time asked about".to_owned(),
            LeftOut::Withdrawn => "withdrawn: not believed at the time asked about".to_owned(),
            LeftOut::SourceFell { reason } => format!("a claim that no longer rests on anything: {reason}"),
            LeftOut::Repeated => "says the same as a passage above".to_owned(),
            LeftOut::Budget => "over the token budget".to_owned(),
        }
    }

    fn passage(&self, view: &EpisodeView, place: usize, score: f64) -> Passage {
        let text = view.record.text.clone().unwrap_or_default();
        let tokens = u32::try_from((self.request.count_tokens)(&text)).unwrap_or(u32::MAX);
        let facts = view
            .facts
            .iter()
            .map(|f| PassageFact {
                fact: f.fact.id.clone(),
                subject: f.fact.subject.clone(),
                relation: f.fact.relation.clone(),
                scope: f.fact.scope.clone(),
                object: f.fact.object.clone(),
                span: words_of(&text, f.span, &f.fact.object),
                state: f.fact.state,
                valid_from: f.fact.valid_from,
                valid_to: f.fact.valid_to,
            })
            .collect();
        Passage {
            episode: view.record.id.clone(),
            text,
            kind: view.record.kind.clone(),
            author: view.record.author.clone(),
            locator: view.record.locator.clone(),
            occurred_at: view.record.occurred_at,
            rank: u32::try_from(place + 1).unwrap_or(u32::MAX),
            score,
            tokens,
            facts,
            reason: None,
        }
    }

    fn finish(self) -> Evidence {
        self.out
    }
}

/// Where the object's own words stand in the passage: inside the fact's span first.
fn words_of(text: &str, span: Option<(u32, u32)>, object: &str) -> Option<(u32, u32)> {
    let whole = (0, text.len());
    let inside = span.map_or(whole, |(from, to)| (from as usize, to as usize));
    [inside, whole].into_iter().find_map(|(from, to)| {
        let start = from + text.get(from..to)?.find(object)?;
        Some((u32::try_from(start).ok()?, u32::try_from(start + object.len()).ok()?))
    })
}
