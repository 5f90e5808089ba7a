//! The gate on two clocks.

use memstrata_ledger::{EpisodeView, Moment};
use memstrata_model::{Fact, FactState, Instant, Interval};

/// The time asked about, on both clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gate {
    /// The period of valid time; both bounds equal for a moment, open where none is given.
    pub period: Interval,
    /// The moment of belief; now where none is given.
    pub known_at: Option<Instant>,
    /// The wall clock of the question.
    pub now: Instant,
    /// The question asks what lay ahead ("planned for"): texts of what begins later are evidence.
    pub ahead: bool,
    /// Microseconds after its end in which a value's text is still shown, marked; 0 is off. It is
    /// evidence and no answer.
    pub grace: i64,
}

/// Why a passage that is near the question is not served.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LeftOut {
    /// Its value had ended before the time asked about.
    Past { until: Option<Instant> },
    /// Its value began after the time asked about.
    Future { from: Option<Instant> },
    /// It was withdrawn: never so.
    Withdrawn,
    /// A claim, one of whose sources fell.
    SourceFell { reason: String },
    /// It says the same as a passage above it.
    Repeated,
    /// It did not fit into the budget.
    Budget,
    /// What is told elsewhere answers whole.
    Beside,
}

impl Gate {
    /// What holds at one moment.
    #[must_use]
    pub fn at(as_of: Instant, known_at: Option<Instant>, now: Instant) -> Self {
        Gate { period: Interval::new(Some(as_of), Some(as_of)), known_at, now, ahead: false, grace: 0 }
    }

    /// The moment from which states (past, current, future) are told: the end of the period, or
    /// now where that is sooner.
    #[must_use]
    pub fn as_of(&self) -> Instant {
        match (self.period.from, self.period.to) {
            (Some(from), Some(to)) if from == to => to,
            (from, Some(to)) => {
                let last = to.plus_micros(-1).min(self.now);
                from.map_or(last, |from| last.max(from))
            }
            (Some(from), None) => self.now.max(from),
            (None, None) => self.now,
        }
    }

    #[must_use]
    pub fn moment(&self) -> Moment {
        Moment { as_of: self.as_of(), known_at: self.known_at }
    }

    /// Whether a fact's validity meets the period, and it was not withdrawn.
    #[must_use]
    pub fn passes(&self, fact: &Fact) -> bool {
        self.meets(&self.standing(fact))
    }

    /// Whether a fact is over and its end no longer ago than the grace period allows.
    #[must_use]
    pub fn graces(&self, fact: &Fact) -> bool {
        self.is_graced(&self.standing(fact))
    }

    fn standing(&self, fact: &Fact) -> Standing {
        let known_at = self.known_at.unwrap_or(Instant::MAX);
        let believed = fact.sys_from <= known_at && fact.sys_to.is_none_or(|to| known_at < to);
        Standing {
            valid: Interval::new(fact.valid_from, fact.valid_to),
            stands: believed && fact.state != FactState::Withdrawn,
        }
    }

    fn meets(&self, fact: &Standing) -> bool {
        fact.stands && fact.valid.meets(&self.period)
    }

    fn is_graced(&self, fact: &Standing) -> bool {
        let ended = |to: Instant| {
            let begins = self.period.from.unwrap_or_else(|| self.as_of());
            to <= begins && begins.micros().saturating_sub(to.micros()) <= self.grace
        };
        self.grace > 0 && fact.stands && !self.meets(fact) && fact.valid.to.is_some_and(ended)
    }

    /// Whether an episode may be served: prose always, otherwise if one of its facts passes, or
    /// if it tells an end that holds.
    ///
    /// # Errors
    /// The reason why not, of the fact that comes nearest.
    pub fn admit(&self, view: &EpisodeView) -> Result<(), LeftOut> {
        if let Some(reason) = &view.fallen {
            return Err(LeftOut::SourceFell { reason: reason.clone() });
        }
        if view.ends {
            return Ok(());
        }
        self.admit_facts(&view.facts.iter().map(|told| self.standing(&told.fact)).collect::<Vec<_>>())
    }

    /// As [`Gate::admit`] of an episode that tells one fact, which stands and holds for a time.
    ///
    /// # Errors
    /// As [`Gate::admit`].
    pub fn admit_held(&self, valid: Interval) -> Result<(), LeftOut> {
        self.admit_facts(&[Standing { valid, stands: true }])
    }

    fn admit_facts(&self, facts: &[Standing]) -> Result<(), LeftOut> {
        let lies_ahead = |fact: &Standing| {
            fact.stands && fact.valid.from.is_some_and(|from| self.period.to.is_none_or(|to| from >= to))
        };
        if self.ahead && facts.iter().any(lies_ahead) {
            return Ok(());
        }
        if facts.is_empty() || facts.iter().any(|fact| self.meets(fact) || self.is_graced(fact)) {
            return Ok(());
        }
        let reason = |fact: &Standing| {
            if !fact.stands {
                LeftOut::Withdrawn
            } else if self.period.to.is_some_and(|to| {
                fact.valid
                    .from
                    .is_some_and(|from| from > to || from >= to && self.period.from != self.period.to)
            }) {
                LeftOut::Future { from: fact.valid.from }
            } else {
                LeftOut::Past { until: fact.valid.to }
            }
        };
        let rank = |left: &LeftOut| match left {
            LeftOut::Past { .. } => 0,
            LeftOut::Future { .. } => 1,
            _ => 2,
        };
        Err(facts.iter().map(reason).min_by_key(rank).unwrap_or(LeftOut::Withdrawn))
    }
}

/// A fact as the gate sees it.
#[derive(Clone, Copy, Debug)]
struct Standing {
    valid: Interval,
    /// It is believed at the moment of belief, and was not withdrawn.
    stands: bool,
}
