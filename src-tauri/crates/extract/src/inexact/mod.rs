//! Figures that are told as something else than the value: a bound ("at least 2"), a range ("20 to
//! 30 s"), an approximation ("about 25"), what a value grew by ("100 euros more") or was before
//! ("originally 20"). What is held and agrees with them stays: they say nothing against it. What
//! does not agree with it is told, but closes nothing; and where nothing is held, a bound is told as
//! what it is. A relation that is a limit itself has its bounds for values.

mod amount;
mod manner;
mod marks;

use memstrata_model::Key;

use crate::candidate::is_figure;
use crate::fact::{FoundFact, FoundOp};
use crate::known::Held;
use crate::lexicon::{Lexicon, RelationSpec};
use crate::phrase;
use crate::scene::Scene;
use crate::token::Token;
use crate::value::ValueType;
use amount::Amount;
use manner::{Bounds, Manner};

/// What becomes of a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Stays,
    /// It closes nothing.
    Waits,
    Falls,
}

/// Weighs the figures of a sentence's facts, which are those from number `from` on.
pub(crate) fn settle(tokens: &[Token<'_>], from: usize, scene: &Scene<'_>, facts: &mut Vec<FoundFact>) {
    let mut n = from;
    while n < facts.len() {
        let (earlier, rest) = facts.split_at_mut(n);
        match weigh(tokens, scene, earlier, &mut rest[0]) {
            Fate::Stays => {}
            Fate::Waits => rest[0].closes = false,
            Fate::Falls => {
                facts.remove(n);
                continue;
            }
        }
        n += 1;
    }
}

fn weigh(tokens: &[Token<'_>], scene: &Scene<'_>, earlier: &[FoundFact], fact: &mut FoundFact) -> Fate {
    if fact.op != FoundOp::Assert || fact.set_valued {
        return Fate::Stays;
    }
    let spec = Lexicon::built_in().get(&fact.relation);
    // "prices start at 12 euros", where the bound is what is told: a key of its own.
    let bound = |w: &str| matches!(w, "at" | "than" | "from");
    if spec.map_or_else(|| fact.relation.rsplit(' ').next().is_some_and(bound), |s| !is_measured(s)) {
        return Fate::Stays;
    }
    let Some((lo, hi)) = phrase::place(tokens, fact.object_span) else { return Fate::Stays };
    let told = manner::read(tokens, (lo, hi), fact, spec);
    let known = held(fact, scene, earlier);
    let Some(told) = told else {
        let amounts =
            Amount::of(&fact.relation, &fact.object).zip(known.and_then(|k| Amount::of(&fact.relation, &k)));
        return amounts.map_or(Fate::Stays, |(own, known)| measured_otherwise(tokens, hi, &own, &known));
    };
    let by_change = matches!(fact.rule, "change" | "change-order" | "transition" | "move");
    match told {
        Manner::Part => Fate::Falls,
        Manner::About => {
            let Some(known) = known else { return Fate::Stays };
            let own = Amount::of(&fact.relation, &fact.object);
            match (own, Amount::of(&fact.relation, &known)) {
                (Some(own), Some(known)) if own == known => Fate::Stays,
                (Some(own), Some(known)) if own.near(&known) => Fate::Falls,
                _ if by_change => Fate::Stays,
                _ => Fate::Waits,
            }
        }
        Manner::Bounds(bounds) => {
            if !bounds.range && is_own(fact, spec, &bounds) {
                return Fate::Stays;
            }
            let (text, span) = phrase::written(scene.text, tokens, bounds.span.0, bounds.span.1);
            text.clone_into(&mut fact.object);
            fact.object_span = span;
            let agrees = known.and_then(|k| Amount::of(&fact.relation, &k)).is_some_and(|k| bounds.hold(&k));
            if agrees { Fate::Falls } else { Fate::Waits }
        }
    }
}

/// The same in another measure: 5 % and 0.05, 20 degrees and 20 °C, 10 a month and 120 a year. What a
/// price is a period, where the held one may be of another, closes nothing that is far from it.
fn measured_otherwise(tokens: &[Token<'_>], hi: usize, own: &Amount, known: &Amount) -> Fate {
    if own.is_as(known) {
        return Fate::Falls;
    }
    if !is_of_period(tokens, hi) || !own.is_of_kind(known) {
        return Fate::Stays;
    }
    let ratio = own.number / known.number;
    let periods = [12.0, 52.0, 365.0].into_iter().flat_map(|n| [n, 1.0 / n]);
    if periods.into_iter().any(|n| (ratio / n - 1.0).abs() < 0.001) {
        return Fate::Falls;
    }
    if (0.34..3.0).contains(&ratio) { Fate::Stays } else { Fate::Waits }
}

/// "… a year", "… per month", "… weekly" behind a figure.
fn is_of_period(tokens: &[Token<'_>], hi: usize) -> bool {
    let at = |i: usize| tokens.get(i);
    let period = |t: &Token<'_>| {
        t.any(&[
            "year", "month", "week", "day", "hour", "night", "quarter", "annum", "yr", "yearly", "annually",
        ]) || t.any(&["monthly", "weekly", "daily", "hourly", "nightly", "quarterly"])
    };
    let led = at(hi).is_some_and(|t| t.any(&["a", "an", "per", "each", "every", "/"]));
    at(hi + usize::from(led)).is_some_and(period)
}

/// Whether a relation's values are amounts that one may know roughly.
fn is_measured(spec: &RelationSpec) -> bool {
    is_figure(spec.value_type)
        && !matches!(
            spec.value_type,
            ValueType::Version
                | ValueType::Date
                | ValueType::TimeRange
                | ValueType::Weekday
                | ValueType::Schedule
                | ValueType::Phone
                | ValueType::Address
                | ValueType::Ip
                | ValueType::Path
                | ValueType::UrlPath
        )
        || spec.value_type == ValueType::Scalar
}

/// Whether a bound is what the relation itself is.
fn is_own(fact: &FoundFact, spec: Option<&RelationSpec>, bounds: &Bounds) -> bool {
    let name = fact.relation.to_lowercase();
    let scope = fact.scope.as_deref().unwrap_or_default();
    let is = |words: &[&str]| name.split(['_', ' ']).chain(scope.split(' ')).any(|w| words.contains(&w));
    let upper = is(&[
        "limit",
        "limits",
        "max",
        "maximum",
        "maximal",
        "cap",
        "quota",
        "ceiling",
        "capacity",
        "timeout",
        "ttl",
        "budget",
        "allowance",
        "hold",
        "holds",
        "seat",
        "seats",
        "validity",
    ]);
    let lower =
        is(&["min", "minimum", "minimal", "threshold", "floor", "required", "requirement", "requirements"]);
    let kept = is(&["retention"]) || spec.is_some_and(|s| s.name == "sla");
    kept || if bounds.low.is_some() { lower } else { upper }
}

/// What is held under the key of a fact, or was told of it before in the same text.
fn held(fact: &FoundFact, scene: &Scene<'_>, earlier: &[FoundFact]) -> Option<String> {
    let mine = Key::new(&fact.subject, &fact.relation, fact.scope.as_deref());
    let told = |f: &&FoundFact| {
        f.op == FoundOp::Assert && Key::new(&f.subject, &f.relation, f.scope.as_deref()) == mine
    };
    let known = |h: &Held| {
        let key = Key::new(&fact.subject, &h.relation, h.scope.as_deref());
        key.relation == mine.relation && key.scope == mine.scope
    };
    let before = earlier.iter().rev().find(told).map(|f| f.object.clone());
    before.or_else(|| scene.known.held(&fact.subject).into_iter().find(known).map(|h| h.object))
}
