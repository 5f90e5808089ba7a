//! "The phone of the previous owner": which of the values of a step inside a chain is meant, where
//! the step itself says so. What a question asks for last is ordered where the answer is told.

use memstrata_extract::query::stems;
use memstrata_model::{Fact, FactState, Instant, Interval, Key, normalize_name};

use super::ground::{Ground, Step, Thing};
use super::phrase::Kind;
use super::pieces::Form;
use crate::Error;

/// Which of the values of a key is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    First,
    Previous,
    Next,
    /// One that is not counted here ("the third owner").
    Other,
}

fn order_of(word: &str) -> Option<Order> {
    Some(match word.to_lowercase().as_str() {
        "first" | "original" | "initial" | "earliest" => Order::First,
        "previous" | "former" | "prior" | "earlier" | "preceding" | "old" => Order::Previous,
        "next" | "future" | "upcoming" => Order::Next,
        "second" | "third" | "fourth" | "fifth" | "penultimate" => Order::Other,
        _ => return None,
    })
}

/// How many words of a question say which of several values is meant.
pub(crate) fn words_of_order(question: &str) -> usize {
    question.split(|c: char| !c.is_alphanumeric()).filter(|word| order_of(word).is_some()).count()
}

/// The word of a phrase that says which of the values it means.
fn ordering(kind: &Kind) -> Option<(&str, Order)> {
    let (Kind::Noun { noun: words, .. }
    | Kind::Object { head: words, .. }
    | Kind::Subject { head: words, .. }
    | Kind::Participle { head: words, .. }
    | Kind::Whose { head: words, .. }) = kind
    else {
        return None;
    };
    let (word, _) = words.split_once(' ')?;
    Some((word, order_of(word)?))
}

impl Ground<'_> {
    /// Puts the value that a phrase means in the place of the one that holds; nothing is found
    /// where there is no such value. Whether the phrase says which one.
    pub(super) fn order(&self, kind: &Kind, step: &mut Step) -> Result<bool, Error> {
        let Some((word, order)) = ordering(kind) else { return Ok(false) };
        let own = |key: &Key| {
            let words = [stems(&key.relation.replace('_', " ")), stems(&key.scope)].concat();
            stems(word).iter().any(|stem| words.contains(stem))
        };
        // "The first name of X" is a relation of its own.
        if step.keys.is_empty() || step.keys.iter().any(own) {
            return Ok(false);
        }
        step.found.clear();
        if step.inverse {
            return Ok(true);
        }
        let as_of = self.gate.as_of();
        for key in &step.keys {
            let facts = self.engine.versions_of(key, self.gate.moment())?;
            let Some(fact) = chosen(facts, order, as_of) else { continue };
            let next = Thing {
                name: normalize_name(&fact.object),
                shown: fact.object.clone(),
                form: Form::Named,
                // What is asked of it need not have held while it did.
                holds: Interval::new(None, None),
            };
            step.found.push((fact, next));
        }
        Ok(true)
    }
}

/// The value meant; none where several hold at once.
fn chosen(mut facts: Vec<Fact>, order: Order, as_of: Instant) -> Option<Fact> {
    facts.retain(|fact| fact.state != FactState::Withdrawn);
    facts.sort_by(|a, b| (a.valid_from, &a.id).cmp(&(b.valid_from, &b.id)));
    let holds = |fact: &Fact| Interval::new(fact.valid_from, fact.valid_to).contains(as_of);
    if facts.iter().filter(|fact| holds(fact)).count() > 1 {
        return None;
    }
    let place = match order {
        Order::First => 0,
        Order::Previous => {
            let ended = |fact: &Fact| fact.valid_to.is_some_and(|to| to <= as_of);
            match facts.iter().position(holds) {
                Some(present) => (0..present).rev().find(|at| facts[*at].object != facts[present].object)?,
                None => facts.iter().rposition(ended)?,
            }
        }
        Order::Next => facts.iter().position(|fact| fact.valid_from.is_some_and(|from| from > as_of))?,
        Order::Other => return None,
    };
    (place < facts.len()).then(|| facts.swap_remove(place))
}
