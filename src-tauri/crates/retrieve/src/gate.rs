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
        fact.state != FactState::Withdrawn
            && self.believed(fact)
            && Interval::new(fact.valid_from, fact.valid_to).meets(&self.period)
    }

    /// Whether a fact is over and its end no longer ago than the grace period allows.
    #[must_use]
    pub fn graces(&self, fact: &Fact) -> bool {
        let ended = |to: Instant| {
            let begins = self.period.from.unwrap_or_else(|| self.as_of());
            to <= begins && begins.micros().saturating_sub(to.micros()) <= self.grace
        };
        self.grace > 0
            && fact.state != FactState::Withdrawn
            && self.believed(fact)
            && !self.passes(fact)
            && fact.valid_to.is_some_and(ended)
    }

    /// Whether it was believed at the moment of belief.
    fn believed(&self, fact: &Fact) -> bool {
        let known_at = self.known_at.unwrap_or(Instant::MAX);
        fact.sys_from <= known_at && fact.sys_to.is_none_or(|to| known_at < to)
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
        let lies_ahead = |fact: &Fact| {
            fact.state != FactState::Withdrawn
                && self.believed(fact)
                && fact.valid_from.is_some_and(|from| self.period.to.is_none_or(|to| from >= to))
        };
        if self.ahead && view.facts.iter().any(|f| lies_ahead(&f.fact)) {
            return Ok(());
        }
        let inside = |fact: &Fact| self.passes(fact) || self.graces(fact);
        if view.ends || view.facts.is_empty() || view.facts.iter().any(|f| inside(&f.fact)) {
            return Ok(());
        }
        let reason = |fact: &Fact| {
            if fact.state == FactState::Withdrawn || !self.believed(fact) {
                LeftOut::Withdrawn
            } else if self.period.to.is_some_and(|to| {
                fact.valid_from
                    .is_some_and(|from| from > to || from >= to && self.period.from != self.period.to)
            }) {
                LeftOut::Future { from: fact.valid_from }
            } else {
                LeftOut::Past { until: fact.valid_to }
            }
        };
        let rank = |left: &LeftOut| match left {
            LeftOut::Past { .. } => 0,
            LeftOut::Future { .. } => 1,
            _ => 2,
        };
        Err(view.facts.iter().map(|f| reason(&f.fact)).min_by_key(rank).unwrap_or(LeftOut::Withdrawn))
    }
}
