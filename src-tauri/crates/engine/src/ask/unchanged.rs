//! Whether a value changed in the period that a question asks about: a change before or after it is
//! none in it, and is said beside what held then.

use memstrata_model::fact::TimelineInterval;
use memstrata_model::{Instant, Interval};
use memstrata_retrieve::Gate;

use crate::Engine;

/// The period asked about, where it is more than a moment and less than all time.
fn period_of(gate: &Gate) -> Option<Interval> {
    let period = gate.period;
    let bounded = period.from.is_some() || period.to.is_some();
    (bounded && period.from != period.to).then_some(period)
}

/// Whether a change falls into the period asked about; every change where none is.
pub(super) fn falls_into(gate: &Gate, at: Option<Instant>) -> bool {
    let Some(period) = period_of(gate) else { return true };
    // A change at an unknown time may be in it; one of this moment is in what ends now.
    at.is_none_or(|at| period.contains(at) || (at == gate.now && period.to == Some(at)))
}

impl Engine {
    /// The answer for a value with several spells of which none began or ended in the period.
    pub(super) fn unchanged(
        &self,
        gate: &Gate,
        spells: &[TimelineInterval],
    ) -> Option<(Option<String>, String)> {
        let period = period_of(gate)?;
        let turned = |pair: &[TimelineInterval]| {
            falls_into(gate, pair[1].valid_from) || falls_into(gate, pair[0].valid_to)
        };
        let ended = spells.last()?.valid_to.is_some_and(|to| falls_into(gate, Some(to)));
        if spells.len() < 2 || ended || spells.windows(2).any(turned) {
            return None;
        }
        let change = |pair: &[TimelineInterval], at: Instant| {
            format!("{} ({} to {})", self.day(at), pair[0].object, pair[1].object)
        };
        let before = spells.windows(2).rev().find_map(|pair| {
            let at = pair[1].valid_from.filter(|at| period.from.is_some_and(|from| *at < from))?;
            Some(format!(" It last changed before that on {}.", change(pair, at)))
        });
        let after = || {
            spells.windows(2).find_map(|pair| {
                let at = pair[1].valid_from.filter(|at| period.to.is_some_and(|to| *at >= to))?;
                Some(format!(" It first changed after that on {}.", change(pair, at)))
            })
        };
        let beside = before.or_else(after).unwrap_or_default();
        let held = spells.iter().find(|spell| Interval::new(spell.valid_from, spell.valid_to).meets(&period));
        Some(match held {
            Some(held) => (
                Some(format!("no change: {}", held.object)),
                format!("It did not change in that time; {} held.{beside}", held.object),
            ),
            None => (None, format!("Nothing is known to have held in that time.{beside}")),
        })
    }
}
