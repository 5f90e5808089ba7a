//! Ranked evidence: which passages are served, and in which order. How they are packed is
//! [`crate::packing`]'s.

use std::collections::HashMap;

use memstrata_ledger::EpisodeView;
use memstrata_model::Fact;
use memstrata_model::view::{Passage, ScoredFact};

use crate::RetrieveError;
use crate::ahead::Ahead;
use crate::candidates::{Candidate, Searcher};
use crate::gate::{Gate, LeftOut};
use crate::laps::{Lap, Laps};
use crate::packing::Packing;
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
    /// Facts that are evidence whatever the gate says: the steps of a chain, each of its own time.
    pub steps: &'a [Fact],
    pub weights: Weights,
    /// How many candidates the gate is shown at first.
    pub recall: usize,
    /// What of the passages is packed.
    pub packed: Packed,
    /// Plain retrieval merges words with meaning, as hybrid RAG does.
    pub hybrid: bool,
    pub count_tokens: &'a dyn Fn(&str) -> usize,
    /// Half-life of a relation in days; none where it does not age.
    pub half_life: &'a dyn Fn(&str) -> Option<f64>,
    /// Importance of what is told of a relation, where the registry says one.
    pub importance: &'a dyn Fn(&str) -> Option<f64>,
    /// The zone that dates are shown in.
    pub zone: chrono_tz::Tz,
}

/// What is packed into the context.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Packed {
    /// The original sentences, each with its date and source.
    #[default]
    Sentences,
    /// Bare triples of the facts inside the gate; an ablation.
    Triples,
}

impl Request<'_> {
    fn is_step(&self, fact: &Fact) -> bool {
        self.steps.iter().any(|step| step.id == fact.id)
    }
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
    Ok(nearest_texts(searcher, request, request.k)?.packed(request, searcher.laps))
}

/// What plain retrieval finds, before it is packed: `wanted` texts at most.
///
/// # Errors
/// As [`plain`].
pub fn nearest_texts(
    searcher: &Searcher<'_>,
    request: &Request<'_>,
    wanted: usize,
) -> Result<NearestTexts, RetrieveError> {
    let candidates = if request.hybrid {
        let mut merged = searcher.merged(request.question, None, request.recall.max(wanted))?;
        merged.truncate(wanted);
        merged
    } else {
        searcher.nearest(request.question, wanted)?
    };
    let mut found = Vec::new();
    for candidate in candidates {
        // Seen from today's belief, so that each passage shows what has become of its facts.
        found.push((viewed(searcher, request, candidate.seq)?, candidate));
    }
    Ok(NearestTexts(found))
}

/// Texts that plain retrieval found, nearest first. They hold nothing of the ledger: what orders them
/// may take its time.
#[derive(Debug)]
pub struct NearestTexts(Vec<(EpisodeView, Candidate)>);

impl NearestTexts {
    /// The first of them, as written.
    #[must_use]
    pub fn texts(&self, count: usize) -> Vec<&str> {
        let first = self.0.iter().take(count);
        first.map(|(view, _)| view.record.text.as_deref().unwrap_or_default()).collect()
    }

    /// In another order: the places that are named, the best first; the others after these, as they
    /// were.
    #[must_use]
    pub fn reordered(self, order: &[usize]) -> Self {
        let mut found: Vec<_> = self.0.into_iter().map(Some).collect();
        let named: Vec<_> = order.iter().filter_map(|place| found.get_mut(*place)?.take()).collect();
        NearestTexts(named.into_iter().chain(found.into_iter().flatten()).collect())
    }

    /// The first `k` of them, packed.
    #[must_use]
    pub fn packed(self, request: &Request<'_>, laps: &Laps) -> Evidence {
        let mut packing = Packing::new(request);
        for (place, (view, candidate)) in self.0.into_iter().take(request.k).enumerate() {
            let facts = scored(&view, |_| true, candidate.similarity, Default::default());
            laps.during(Lap::Packing, || {
                packing.offer(&view, place, (candidate.similarity, None), facts, false)
            });
        }
        packing.finish()
    }
}

/// What holds at the time asked about. First come the texts behind the keys that are needed; then
/// what plain retrieval would have found nearest, as far as the gate lets it through: what is
/// newer but farther takes no place from it. The places that are left go by score, and so does
/// the order of all but the first.
///
/// # Errors
/// As [`plain`].
pub fn temporal(
    searcher: &Searcher<'_>,
    request: &Request<'_>,
    ahead: Ahead,
) -> Result<Evidence, RetrieveError> {
    let Ahead { steps, needed, by_key, words } = ahead;
    let mut words = Some(words);
    let routed: Vec<Candidate> = by_key
        .iter()
        .zip(searcher.similarities(&by_key)?)
        .map(|(seq, similarity)| Candidate { seq: *seq, similarity, fused: 0.0 })
        .collect();
    let mut recall = request.recall.max(request.k);
    let of_steps = needed.iter().take(steps).map(|seq| (*seq, Judged::Admitted));
    let mut sieve = Sieve { searcher, request, judged: of_steps.collect() };
    let (admitted, refused) = loop {
        let candidates = match words.take().filter(|_| recall == request.recall) {
            Some(words) => searcher.merged_with(words, recall)?,
            None => searcher.merged(request.question, request.gate.known_at, recall)?,
        };
        // The gate may have closed on nearly all of them: look further before giving up.
        let exhausted = candidates.len() < recall || recall >= 16 * request.recall;
        let found = candidates.into_iter().filter(|c| !by_key.contains(&c.seq));
        let sifted = sieve.sift(routed.iter().copied().chain(found))?;
        if sifted.admitted.len() >= request.k || exhausted {
            break sieve.view(sifted)?;
        }
        recall *= 4;
    };

    let scored_all = searcher.laps.during(Lap::Score, || {
        let signals: Vec<Signals> =
            admitted.iter().map(|(view, candidate)| signals_of(request, view, candidate)).collect();
        scores(&signals, request.weights, request.gate.now)
    });
    let nearest: Vec<i64> =
        searcher.nearest(request.question, request.k)?.iter().map(|candidate| candidate.seq).collect();
    let places = request.k.saturating_sub(needed.len());
    let near = |seq: i64| nearest.iter().filter(|s| !needed.contains(s)).take(places).any(|s| *s == seq);
    let better = |a: &usize, b: &usize| {
        scored_all[*b]
            .0
            .total_cmp(&scored_all[*a].0)
            .then(admitted[*b].1.fused.total_cmp(&admitted[*a].1.fused))
            .then(admitted[*a].1.seq.cmp(&admitted[*b].1.seq))
    };
    let seq = |i: usize| admitted[i].1.seq;
    let mut order: Vec<usize> = (0..admitted.len()).collect();
    let route = |i: usize| needed.iter().position(|s| *s == seq(i)).unwrap_or(usize::MAX);
    let group = |i: usize| match () {
        () if near(seq(i)) => 0,
        () if by_key.contains(&seq(i)) => 1,
        () => 2,
    };
    order.sort_by(|a, b| route(*a).cmp(&route(*b)).then(group(*a).cmp(&group(*b))).then(better(a, b)));
    let mut packing = Packing::new(request);
    for (place, i) in order.into_iter().enumerate() {
        let (view, _) = &admitted[i];
        let (score, parts) = scored_all[i];
        searcher.laps.during(Lap::Packing, || {
            packing.mark(searcher, view)?;
            let told = |fact: &Fact| request.gate.passes(fact) || request.is_step(fact);
            let facts = scored(view, told, score, parts);
            packing.offer(view, place, (score, Some(parts)), facts, needed.contains(&seq(i)));
            Ok::<_, RetrieveError>(())
        })?;
    }
    for (view, candidate, reason) in &refused {
        searcher.laps.during(Lap::Packing, || packing.leave_out(view, candidate.similarity, reason));
    }
    Ok(packing.finish())
}

type Admitted = Vec<(EpisodeView, Candidate)>;
type Refused = Vec<(EpisodeView, Candidate, LeftOut)>;

/// Candidates by what the gate says of them.
#[derive(Default)]
struct Sifted {
    admitted: Vec<Candidate>,
    refused: Vec<(Candidate, LeftOut)>,
}

/// The gate over candidates. Most are refused, and to refuse one takes less than to read it whole;
/// each is judged once, however often it is found.
struct Sieve<'a, 's> {
    searcher: &'a Searcher<'s>,
    request: &'a Request<'a>,
    judged: HashMap<i64, Judged>,
}

/// What the gate says of an episode.
enum Judged {
    Admitted,
    Refused(LeftOut),
    /// It was not there yet at the moment of belief.
    Unknown,
}

impl Judged {
    fn of(admitted: Result<(), LeftOut>) -> Self {
        admitted.map_or_else(Judged::Refused, |()| Judged::Admitted)
    }
}

impl Sieve<'_, '_> {
    fn sift(&mut self, candidates: impl Iterator<Item = Candidate>) -> Result<Sifted, RetrieveError> {
        let candidates: Vec<Candidate> = candidates.collect();
        self.judge(&candidates)?;
        let mut sifted = Sifted::default();
        for candidate in candidates {
            match self.judged.get(&candidate.seq) {
                Some(Judged::Admitted) => sifted.admitted.push(candidate),
                Some(Judged::Refused(reason)) => sifted.refused.push((candidate, reason.clone())),
                Some(Judged::Unknown) | None => {}
            }
        }
        Ok(sifted)
    }

    /// Judges those that are not judged yet.
    fn judge(&mut self, candidates: &[Candidate]) -> Result<(), RetrieveError> {
        let Sieve { searcher, request, .. } = *self;
        let gate = &request.gate;
        // What is in memory is of the present belief.
        let held = searcher.standings.filter(|_| gate.known_at.is_none());
        let mut new = Vec::new();
        searcher.laps.during(Lap::Gate, || {
            for Candidate { seq, .. } in candidates {
                if self.judged.contains_key(seq) {
                    continue;
                }
                match held.and_then(|standings| standings.of(*seq)) {
                    Some(valid) => {
                        self.judged.insert(*seq, Judged::of(gate.admit_held(valid)));
                    }
                    None => new.push(*seq),
                }
            }
        });
        let outlines = searcher.laps.during(Lap::Outlines, || {
            searcher.ledger.episode_outlines(searcher.space, &new, gate.moment())
        })?;
        searcher.laps.during(Lap::Gate, || {
            self.judged.extend(outlines.iter().map(|outline| {
                let unknown = gate.known_at.is_some_and(|known_at| outline.record.recorded_at > known_at);
                let judged = if unknown { Judged::Unknown } else { Judged::of(gate.admit(outline)) };
                (outline.record.seq, judged)
            }));
        });
        Ok(())
    }

    /// What was let through, whole, and of what was not as much as is shown.
    fn view(&self, sifted: Sifted) -> Result<(Admitted, Refused), RetrieveError> {
        let (mut admitted, mut refused) = (Vec::new(), Vec::new());
        for candidate in sifted.admitted {
            admitted.push((viewed(self.searcher, self.request, candidate.seq)?, candidate));
        }
        for (candidate, reason) in sifted.refused.into_iter().take(self.request.k) {
            refused.push((viewed(self.searcher, self.request, candidate.seq)?, candidate, reason));
        }
        Ok((admitted, refused))
    }
}

/// An episode with what it tells, seen from where the gate stands.
pub(crate) fn viewed(
    searcher: &Searcher<'_>,
    request: &Request<'_>,
    seq: i64,
) -> Result<EpisodeView, RetrieveError> {
    let moment = request.gate.moment();
    Ok(searcher.laps.during(Lap::Candidates, || searcher.ledger.episode(searcher.space, seq, moment))?)
}

fn signals_of(request: &Request<'_>, view: &EpisodeView, candidate: &Candidate) -> Signals {
    let fresh_at = |fact: &Fact| {
        freshness(fact, (request.half_life)(&fact.relation), request.gate.as_of(), &request.weights)
    };
    // Of its facts the one that counts for most.
    let counts = view.facts.iter().filter_map(|f| {
        let inside = request.gate.passes(&f.fact) || request.is_step(&f.fact);
        let graced = request.gate.graces(&f.fact).then_some(request.weights.grace_factor);
        let gate = if inside { Some(1.0) } else { graced };
        gate.map(|gate| (gate, fresh_at(&f.fact)))
    });
    let most = counts.max_by(|a, b| (a.0 * a.1).total_cmp(&(b.0 * b.1)));
    let (gate, freshness) = most.unwrap_or((1.0, 1.0));
    // What nobody rated is as important as the most important relation that it tells of.
    let by_relation =
        || view.facts.iter().filter_map(|f| (request.importance)(&f.fact.relation)).reduce(f64::max);
    Signals {
        similarity: candidate.similarity,
        importance: view.record.importance.or_else(by_relation).unwrap_or(0.5),
        recorded_at: view.record.recorded_at,
        gate,
        freshness,
    }
}

/// Scores facts that no passage carries, among themselves: they have no words to be near by.
pub fn rate(facts: &mut [&mut ScoredFact], request: &Request<'_>) {
    let signals: Vec<Signals> = facts
        .iter()
        .map(|ScoredFact { fact, .. }| Signals {
            similarity: 0.5,
            importance: (request.importance)(&fact.relation).unwrap_or(0.5),
            recorded_at: fact.sys_from,
            gate: 1.0,
            freshness: freshness(
                fact,
                (request.half_life)(&fact.relation),
                request.gate.as_of(),
                &request.weights,
            ),
        })
        .collect();
    let rated = scores(&signals, request.weights, request.gate.now);
    for (fact, (score, parts)) in facts.iter_mut().zip(rated) {
        (fact.score, fact.score_parts) = (score, parts);
    }
}

pub(crate) fn scored(
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
