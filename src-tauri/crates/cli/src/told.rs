//! What came of what was told, in words for a terminal.

use memstrata_engine::{Engine, RememberedFact, Superseded};
use memstrata_model::{Outcome, Precision, normalize_text};

use crate::show;

/// A fact of a text, how it met its key, and what became of the values before.
pub fn fact_told(engine: &Engine, place: usize, all: &[RememberedFact]) -> String {
    let fact = &all[place];
    let scope = fact.scope.as_ref().map(|scope| format!(" [{scope}]")).unwrap_or_default();
    let other = other_half(place, all);
    let (outcome, lines) = match (fact.op.as_str(), other) {
        ("void", Some(now)) if same(&now.object, &fact.object) => ("withdrawn as it was told", Vec::new()),
        ("assert", Some(_)) if stands(fact.outcome) => ("holds instead", Vec::new()),
        _ => met(engine, fact.outcome, &fact.superseded),
    };
    let mut told = format!("{} · {}{scope}: {}  {outcome}", fact.subject, fact.relation, fact.object);
    // What is told in the place of what was wrong holds from then on, not from now.
    if fact.op == "assert" && fact.outcome != Outcome::Held && other.is_some() {
        let from = show::bound(engine, fact.valid_from, Precision::Day, "");
        if !from.is_empty() {
            told.push_str(&format!(", since {from}"));
        }
    }
    for line in lines {
        told.push_str(&format!("\n  {line}"));
    }
    told
}

/// The other half of a correction: what is told in the place of what is withdrawn comes after it.
fn other_half(place: usize, all: &[RememberedFact]) -> Option<&RememberedFact> {
    let key = |fact: &RememberedFact| (fact.subject.clone(), fact.relation.clone(), fact.scope.clone());
    let of_key = |other: &&RememberedFact| key(other) == key(&all[place]);
    let withdrawn = |fact: &RememberedFact| fact.op == "void" && fact.outcome == Outcome::Voided;
    match all[place].op.as_str() {
        "assert" => all[..place].iter().filter(of_key).find(|other| withdrawn(other)),
        "void" if withdrawn(&all[place]) => {
            all[place + 1..].iter().filter(of_key).find(|other| other.op == "assert")
        }
        _ => None,
    }
}

fn same(one: &str, other: &str) -> bool {
    normalize_text(one) == normalize_text(other)
}

/// Whether what was told counts and nobody has to decide.
fn stands(outcome: Outcome) -> bool {
    matches!(
        outcome,
        Outcome::Novel | Outcome::Reinforced | Outcome::Superseded | Outcome::Backfilled | Outcome::Duplicate
    )
}

/// How what was told met its key, and a line for each value that gave way.
pub fn met(engine: &Engine, outcome: Outcome, superseded: &[Superseded]) -> (&'static str, Vec<String>) {
    // What is left of a forgotten value has no name to be replaced by: it may be the same.
    if outcome == Outcome::Superseded
        && !superseded.is_empty()
        && superseded.iter().all(|old| old.object.is_empty())
    {
        return ("takes the place of what was forgotten", Vec::new());
    }
    (words(outcome), superseded.iter().map(|old| gave_way(engine, old, outcome)).collect())
}

/// What became of the value before.
fn gave_way(engine: &Engine, old: &Superseded, outcome: Outcome) -> String {
    let object = if old.object.is_empty() { "a forgotten value" } else { &old.object };
    if outcome == Outcome::Disputed {
        return format!("{object} was said before; the later one stands until `memstrata resolve`");
    }
    // It lost its place and got no end: it holds at no time any more.
    if old.valid_to.is_none() {
        return format!("{object} does not count any more");
    }
    let until = show::bound(engine, old.valid_to, Precision::Day, "now");
    format!("{object} was true until {until}")
}

/// An outcome in words.
pub fn words(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Novel => "new",
        Outcome::Duplicate => "known already, vouched for again",
        Outcome::Reinforced => "holds already, one more source",
        Outcome::Superseded => "replaces an older value",
        Outcome::Backfilled => "fills the past, the present value stays",
        Outcome::Unsettled => "ended; what holds now is unknown until said again",
        Outcome::Ended => "ended",
        Outcome::NothingToEnd => "nothing to end",
        Outcome::Voided => "withdrawn",
        Outcome::Disputed => "disputed: something else was told before, see `memstrata review`",
        Outcome::Pending => "from a later date",
        Outcome::Held => "held for review, not counted",
        Outcome::Refused => "refused",
    }
}

/// Of many facts that met their keys so.
pub fn words_of_many(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Novel => "new",
        Outcome::Duplicate => "known already",
        Outcome::Reinforced => "hold already, one more source each",
        Outcome::Superseded => "replace an older value",
        Outcome::Backfilled => "fill the past",
        Outcome::Unsettled => "ended, and what holds now is unknown",
        Outcome::Disputed => "disputed, see `memstrata review`",
        Outcome::NothingToEnd => "ends with nothing to end",
        Outcome::Ended | Outcome::Voided | Outcome::Pending | Outcome::Held | Outcome::Refused => {
            words(outcome)
        }
    }
}
