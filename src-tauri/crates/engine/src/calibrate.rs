//! Half-lives from what the ledger has seen: the maximum likelihood estimate of an exponential
//! lifetime, with intervals that are still open counted as censored, so that a relation whose
//! values have not ended yet is not thought short-lived. It proposes; the inbox decides.

use std::collections::BTreeMap;

use memstrata_ledger::{FactPattern, NewProposal, ReviewItem, ReviewKind, Told, Write};
use memstrata_model::{Authority, Cardinality, ClosingRule, Fact, FactState, Instant, normalize_name};
use puruspe::invgammp;
use serde::Serialize;

use crate::names::RelationChange;
use crate::{Engine, Error};

/// Changes seen of a relation before a half-life of it is proposed.
const ENOUGH: u32 = 5;
/// What the interval leaves out on each side.
const TAIL: f64 = 0.025;
const MICROS_A_DAY: f64 = 86_400e6;
/// What a proposal's reason begins with.
const REASON: &str = "half-life fitted to the ledger's own intervals";

/// What the intervals of a relation say of its half-life.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Calibration {
    pub relation: String,
    /// Intervals that ended.
    pub changes: u32,
    /// Intervals that go on, of which only their length so far is known.
    pub open: u32,
    /// Days that values were seen to hold, all together.
    pub days: f64,
    /// The fitted half-life, days; null where nothing has ended yet.
    pub half_life_days: Option<f64>,
    /// The half-life is at least this with a certainty of 97.5 %.
    pub at_least: f64,
    /// The half-life is at most this with a certainty of 97.5 %; null where nothing has ended yet.
    pub at_most: Option<f64>,
    /// As it is set now: −1 never, 0 its own date; null where nothing is known of it.
    pub set: Option<i64>,
    /// What it should be, where what is set lies outside the interval and enough has been seen.
    pub proposed: Option<i64>,
    /// The item of the inbox that proposes it.
    pub item: Option<String>,
}

/// Lifetimes of one relation.
#[derive(Clone, Copy, Debug, Default)]
struct Lifetimes {
    changes: u32,
    open: u32,
    days: f64,
}

impl Engine {
    /// Fits the half-lives of all relations, or of one, to the lengths of what was believed now.
    /// With `propose` what should change is put into the inbox, once.
    ///
    /// # Errors
    /// The relation does not exist; the ledger cannot be read or written.
    pub fn calibrate(&self, relation: Option<&str>, propose: bool) -> Result<Vec<Calibration>, Error> {
        let only = relation.map(|name| self.relation(name)).transpose()?.map(|found| found.name);
        let now = self.now()?;
        let pattern = FactPattern { relation: only, all: true, ..FactPattern::default() };
        let mut seen: BTreeMap<String, Lifetimes> = BTreeMap::new();
        for fact in self.facts(&pattern, None, None)? {
            if let Some((days, ended)) = lifetime(&fact, now) {
                let of = seen.entry(normalize_name(&fact.relation)).or_default();
                of.days += days;
                of.changes += u32::from(ended);
                of.open += u32::from(!ended);
            }
        }
        let proposed_before = if propose { self.review(true)? } else { Vec::new() };
        let mut fitted = Vec::new();
        for (name, of) in seen {
            let known = match self.relation(&name) {
                Ok(known) => Some(known),
                Err(error) if error.code == "not_found" => None,
                Err(error) => return Err(error),
            };
            // A value that never changes has no half-life, and one with a date of its own needs none.
            if known
                .as_ref()
                .is_some_and(|k| k.cardinality == Cardinality::Fixed || k.half_life_days == Some(0))
            {
                continue;
            }
            let shown = known.as_ref().map_or(name, |known| known.name.clone());
            let mut calibration = fit(shown, of, known.and_then(|known| known.half_life_days));
            if let (true, Some(days)) = (propose, calibration.proposed) {
                calibration.item = self.propose_half_life(&calibration.relation, days, &proposed_before)?;
            }
            fitted.push(calibration);
        }
        Ok(fitted)
    }

    /// Puts a half-life into the inbox; answers the item, also where it waits there already.
    /// Nothing where it was turned down before.
    fn propose_half_life(
        &self,
        relation: &str,
        days: i64,
        before: &[ReviewItem],
    ) -> Result<Option<String>, Error> {
        let reason = format!("{REASON}: {relation}, {days} days");
        let same = before.iter().find(|item| item.kind == ReviewKind::Proposal && item.reason == reason);
        if let Some(item) = same {
            return Ok(item.decision.is_none().then(|| item.id.clone()));
        }
        let change = RelationChange { half_life_days: Some(days), ..RelationChange::default() };
        let act = self.relation_change(relation, &change)?;
        let mut write = Write::new(self.space(), self.clock.now());
        write.authority = Authority::Agent;
        write.told.push(Told::Propose(NewProposal { reason, about: Vec::new(), acts: vec![act] }));
        let receipt = self.ledger.append(&write)?;
        Ok(receipt.applied.first().map(|applied| applied.event.clone()))
    }
}

/// How many days a value was seen to hold, and whether it ended; nothing where neither is known:
/// a window says that something held within it, not how long.
fn lifetime(fact: &Fact, now: Instant) -> Option<(f64, bool)> {
    if fact.state == FactState::Withdrawn || fact.closing_rule == Some(ClosingRule::Observed) {
        return None;
    }
    let from = fact.valid_from?;
    let ended = fact.valid_to.filter(|to| *to <= now);
    let days = (ended.unwrap_or(now).micros().saturating_sub(from.micros())) as f64 / MICROS_A_DAY;
    (days > 0.0).then_some((days, ended.is_some()))
}

/// The estimate `ln 2 · days / changes`; its interval by the chi-squared distribution of
/// `2 · days / mean`, on the careful side since observation stops at a time and not at a count.
fn fit(relation: String, of: Lifetimes, set: Option<i64>) -> Calibration {
    let changes = f64::from(of.changes);
    let scale = std::f64::consts::LN_2 * of.days;
    let quantile = |freedom: f64, p: f64| 2.0 * invgammp(p, freedom / 2.0);
    let at_least = 2.0 * scale / quantile(2.0 * changes + 2.0, 1.0 - TAIL);
    let half_life_days = (of.changes > 0).then(|| scale / changes);
    let at_most = (of.changes > 0).then(|| 2.0 * scale / quantile(2.0 * changes, TAIL));
    let outside = |days: f64| match set {
        Some(set) if set > 0 => (set as f64) < at_least || at_most.is_some_and(|most| set as f64 > most),
        // Nothing is set, or it is said never to change.
        _ => days > 0.0,
    };
    let proposed = half_life_days
        .filter(|days| of.changes >= ENOUGH && outside(*days))
        .map(|days| (days.round() as i64).max(1));
    Calibration {
        relation,
        changes: of.changes,
        open: of.open,
        days: of.days,
        half_life_days,
        at_least,
        at_most,
        set,
        proposed,
        item: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(changes: u32, open: u32, days: f64) -> Calibration {
        fit("port".to_owned(), Lifetimes { changes, open, days }, Some(180))
    }

    #[test]
    fn open_intervals_make_a_half_life_longer() {
        // Ten values of ten days each, nothing open; then ten more that still go on after 30 days.
        let closed = of(10, 0, 100.0);
        let censored = of(10, 10, 400.0);
        assert!((closed.half_life_days.unwrap() - 10.0 * std::f64::consts::LN_2).abs() < 1e-9);
        assert!((censored.half_life_days.unwrap() - 40.0 * std::f64::consts::LN_2).abs() < 1e-9);
    }

    #[test]
    fn the_interval_is_that_of_the_tables() {
        // Chi-squared of 20 degrees at 0.025 is 9.591, of 22 at 0.975 is 36.781.
        let fitted = of(10, 0, 100.0);
        let scale = 200.0 * std::f64::consts::LN_2;
        assert!((fitted.at_most.unwrap() - scale / 9.591).abs() < 0.01);
        assert!((fitted.at_least - scale / 36.781).abs() < 0.01);
        // Nothing ended: of 2 degrees at 0.975 it is 7.378, and there is no upper bound.
        let open = of(0, 3, 100.0);
        assert!((open.at_least - scale / 7.378).abs() < 0.01);
        assert_eq!((open.half_life_days, open.at_most, open.proposed), (None, None, None));
    }

    #[test]
    fn what_fits_or_is_seldom_seen_is_not_proposed() {
        assert_eq!(of(10, 0, 100.0).proposed, Some(7));
        assert_eq!(of(ENOUGH - 1, 0, 40.0).proposed, None, "too few");
        assert_eq!(of(10, 0, 2_600.0).proposed, None, "180 days lie within the interval");
    }
}
