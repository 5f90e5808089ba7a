//! What of temporal retrieval needs no meanings: the texts behind the keys that a question leads to, from
//! the ledger exactly, and what full text finds. It may be looked up while the vectors are gone through.

use memstrata_ledger::{FactPattern, Ledger, WordHit};
use memstrata_model::{Fact, Key};

use crate::RetrieveError;
use crate::gate::Gate;
use crate::laps::{Lap, Laps};

/// Where a question leads before anything is searched.
#[derive(Clone, Copy, Debug)]
pub struct Led<'a> {
    pub question: &'a str,
    pub gate: Gate,
    /// Keys that the question may be about, best first; normalised.
    pub keys: &'a [Key],
    /// How many of these have to be told of before anything else: one that answers, or each step
    /// of a chain.
    pub needed: usize,
    /// Facts that are evidence whatever the gate says: the steps of a chain, each of its own time.
    pub steps: &'a [Fact],
    /// How many candidates the gate is shown at first.
    pub recall: usize,
}

/// What was looked up.
#[derive(Clone, Debug, Default)]
pub struct Ahead {
    /// Episodes that come before anything else; so many of them are those of a chain's steps.
    pub(crate) needed: Vec<i64>,
    pub(crate) steps: usize,
    /// All that stand behind what the asked keys hold in the period.
    pub(crate) by_key: Vec<i64>,
    pub(crate) words: Vec<WordHit>,
}

impl Ahead {
    /// Looks up; the texts are read too, so that whoever holds a state of the ledger has them.
    ///
    /// # Errors
    /// The space does not exist, or the ledger cannot be read.
    pub fn of(ledger: &Ledger, space: &str, led: &Led<'_>, laps: &Laps) -> Result<Self, RetrieveError> {
        let mut ahead = laps.during(Lap::Candidates, || Self::by_key(ledger, space, led))?;
        ahead.words = laps
            .during(Lap::Words, || ledger.search_words(space, led.question, led.gate.known_at, led.recall))?;
        laps.during(Lap::Candidates, || {
            ahead.by_key.iter().try_for_each(|seq| ledger.episode(space, *seq, led.gate.moment()).map(drop))
        })?;
        Ok(ahead)
    }

    fn by_key(ledger: &Ledger, space: &str, led: &Led<'_>) -> Result<Self, RetrieveError> {
        let mut out = Ahead::default();
        for fact in led.steps {
            if let Some(seq) = newest_texts(ledger, space, fact)?.first()
                && !out.by_key.contains(seq)
            {
                out.needed.push(*seq);
                out.by_key.push(*seq);
                out.steps += 1;
            }
        }
        let mut answering = 0;
        for key in led.keys {
            let pattern = FactPattern {
                subject: Some(key.subject.clone()),
                relation: (!key.relation.is_empty()).then(|| key.relation.clone()),
                scope: (!key.scope.is_empty()).then(|| key.scope.clone()),
                all: true,
            };
            let facts = ledger.facts(space, &pattern, led.gate.moment())?;
            let mut answers = false;
            for fact in facts.iter().filter(|fact| led.gate.passes(fact)) {
                let exact = fact.scope.as_deref().map(memstrata_model::normalize_name).unwrap_or_default()
                    == key.scope;
                for (place, seq) in newest_texts(ledger, space, fact)?.into_iter().enumerate() {
                    if place == 0 && exact && answering < led.needed {
                        answers = true;
                        if !out.needed.contains(&seq) {
                            out.needed.push(seq);
                        }
                    }
                    if !out.by_key.contains(&seq) {
                        out.by_key.push(seq);
                    }
                }
            }
            answering += usize::from(answers);
            if out.by_key.len() >= led.recall {
                break;
            }
        }
        Ok(out)
    }
}

/// The newest two texts of a value, the newest first: it is the one that vouches for it.
fn newest_texts(ledger: &Ledger, space: &str, fact: &Fact) -> Result<Vec<i64>, RetrieveError> {
    let mut sources: Vec<_> = fact.sources.iter().filter(|source| source.text.is_some()).collect();
    sources.sort_by_key(|source| std::cmp::Reverse((source.occurred_at, source.recorded_at)));
    let newest = sources.into_iter().take(2);
    Ok(newest.map(|source| ledger.episode_seq(space, &source.episode)).collect::<Result<_, _>>()?)
}
