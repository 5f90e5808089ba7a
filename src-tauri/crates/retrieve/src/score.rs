//! The score of a passage: `(α·recency + β·importance + γ·similarity) · gate · freshness`, with recency,
//! importance and similarity brought to 0..1 over the candidates. What is outside the gate is
//! not scored at all.

use memstrata_ledger::line::Scoring;
use memstrata_model::view::{ScoreParts, ScoreWeights};
use memstrata_model::{Fact, FactState, Instant};

/// How the parts weigh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    pub recency: f64,
    pub importance: f64,
    pub similarity: f64,
    /// Half-life of recency, microseconds.
    pub recency_half_life: f64,
    /// How far from the time asked about a confirmation counts, microseconds.
    pub verified_within: f64,
    /// What such a confirmation multiplies freshness by; never above 1 in all.
    pub verified_factor: f64,
    /// What the freshness of a value in its grace period is multiplied by.
    pub grace_factor: f64,
}

const DAY: f64 = 86_400.0 * 1_000_000.0;

impl Weights {
    /// As published: equal weights, a fortnight's half-life; recency counts for nothing where
    /// the question names a time.
    #[must_use]
    pub fn standard(names_a_time: bool) -> Self {
        Self::of(&Scoring::default(), names_a_time)
    }

    /// As a space has them set; what it does not say is as published.
    #[must_use]
    pub fn of(set: &Scoring, names_a_time: bool) -> Self {
        Weights {
            recency: if names_a_time { 0.0 } else { set.recency.unwrap_or(1.0) },
            importance: set.importance.unwrap_or(1.0),
            similarity: set.similarity.unwrap_or(1.0),
            recency_half_life: set.recency_half_life_days.unwrap_or(14.0) * DAY,
            verified_within: set.verified_days.unwrap_or(30.0) * DAY,
            verified_factor: set.verified_factor.unwrap_or(1.3),
            grace_factor: set.grace_factor.unwrap_or(0.3),
        }
    }
}

impl Weights {
    /// As an answer tells them.
    #[must_use]
    pub fn shown(&self) -> ScoreWeights {
        ScoreWeights { recency: self.recency, importance: self.importance, similarity: self.similarity }
    }
}

/// How long after its end a value is still shown, in microseconds; 0 is not at all.
#[must_use]
pub fn grace_of(set: &Scoring) -> i64 {
    (set.grace_days.unwrap_or(0.0) * DAY) as i64
}

/// The raw signals of one candidate.
#[derive(Clone, Copy, Debug)]
pub struct Signals {
    pub similarity: f64,
    pub importance: f64,
    pub recorded_at: Instant,
    /// 1 inside the gate, the factor of the grace period within that.
    pub gate: f64,
    pub freshness: f64,
}

/// Half of it is gone after this time.
#[must_use]
pub fn decay(age: f64, half_life: f64) -> f64 {
    if half_life <= 0.0 { 1.0 } else { 0.5f64.powf((age / half_life).max(0.0)) }
}

/// How likely a fact still stands at a time, by when it was last vouched for. Without a half-life
/// it does not age; what was withdrawn has none.
#[must_use]
pub fn freshness(fact: &Fact, half_life_days: Option<f64>, as_of: Instant, weights: &Weights) -> f64 {
    if fact.state == FactState::Withdrawn {
        return 0.0;
    }
    let age = |since: Instant| (as_of.micros() - since.micros()) as f64;
    let since = fact.valid_from.unwrap_or(fact.sys_from);
    let fresh = half_life_days.map_or(1.0, |days| decay(age(since), days * DAY));
    let vouched = fact.last_verified.is_some_and(|at| age(at).abs() <= weights.verified_within);
    if vouched { (fresh * weights.verified_factor).min(1.0) } else { fresh }
}

/// Scores of the candidates, in their order.
#[must_use]
pub fn scores(signals: &[Signals], weights: Weights, now: Instant) -> Vec<(f64, ScoreParts)> {
    let recency: Vec<f64> = signals
        .iter()
        .map(|s| decay((now.micros() - s.recorded_at.micros()) as f64, weights.recency_half_life))
        .collect();
    let recency = spread(&recency);
    let importance = spread(&signals.iter().map(|s| s.importance).collect::<Vec<_>>());
    let similarity = spread(&signals.iter().map(|s| s.similarity).collect::<Vec<_>>());
    signals
        .iter()
        .enumerate()
        .map(|(i, s)| {
            let parts = ScoreParts {
                similarity: similarity[i],
                recency: recency[i],
                importance: importance[i],
                gate: s.gate,
                freshness: s.freshness,
            };
            let sum = weights.recency * parts.recency
                + weights.importance * parts.importance
                + weights.similarity * parts.similarity;
            (sum * parts.gate * parts.freshness, parts)
        })
        .collect()
}

/// Min-max over the candidates; all alike is the middle.
fn spread(values: &[f64]) -> Vec<f64> {
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    values.iter().map(|v| if high - low < 1e-9 { 0.5 } else { (v - low) / (high - low) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signals(similarity: f64, recorded: i64, freshness: f64) -> Signals {
        Signals {
            similarity,
            importance: 0.5,
            recorded_at: Instant::from_micros(recorded),
            gate: 1.0,
            freshness,
        }
    }

    #[test]
    fn a_named_time_silences_recency() {
        let day = DAY as i64;
        let now = Instant::from_micros(100 * day);
        let candidates = [signals(0.9, 0, 1.0), signals(0.8, 100 * day, 1.0)];
        let timed = scores(&candidates, Weights::standard(true), now);
        assert!(timed[0].0 > timed[1].0);
        let untimed = scores(&candidates, Weights { similarity: 0.5, ..Weights::standard(false) }, now);
        assert!(untimed[1].0 > untimed[0].0);
    }

    #[test]
    fn freshness_multiplies() {
        let out = scores(
            &[signals(0.9, 0, 0.5), signals(0.9, 0, 1.0)],
            Weights::standard(true),
            Instant::from_micros(0),
        );
        assert!((out[0].0 * 2.0 - out[1].0).abs() < 1e-12);
    }

    #[test]
    fn half_a_life_is_half() {
        assert!((decay(14.0 * DAY, 14.0 * DAY) - 0.5).abs() < 1e-12);
        assert!((decay(-5.0, DAY) - 1.0).abs() < 1e-12);
        assert!((decay(5.0, 0.0) - 1.0).abs() < 1e-12);
    }
}
