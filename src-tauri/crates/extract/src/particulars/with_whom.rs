//! "My phone plan is with Lebara", "our pension is with Allwend": whom a contract is with.

use super::ends;
use crate::candidate::{Candidate, Relation};
use crate::nominal::{Clause, push};
use crate::person::class_of;
use crate::phrase;
use crate::subject::{Class, Subject};
use crate::token::Shape;
use crate::value::Read;
use crate::words;

/// Adds the reading of a contract's other side.
pub(super) fn read(c: &Clause<'_, '_>, out: &mut Vec<Candidate>) {
    let Some(spec) = c.lexicon.get("vendor") else { return };
    let first = &c.tokens[c.lo];
    if !first.any(&["my", "our"]) {
        return;
    }
    for at in c.lo + 2..c.hi.saturating_sub(2) {
        if !c.tokens[at].any(&["is", "'s"]) || !c.tokens[at].lemma_is("be") || at - c.lo > 4 {
            continue;
        }
        let with = at + 1 + usize::from(c.tokens[at + 1].any(&["now", "still", "currently"]));
        if !c.tokens[..c.hi].get(with).is_some_and(|t| t.is("with")) {
            continue;
        }
        let the = usize::from(c.tokens[..c.hi].get(with + 1).is_some_and(|t| t.is("the")));
        let from = with + 1 + the;
        let end = phrase::proper_name_end(c.tokens, from, c.hi);
        let what = &c.tokens[c.lo + 1..at];
        let contract = what.last().is_some_and(|t| is_contract(&t.lower))
            && what.iter().all(|t| t.shape == Shape::Word && !t.capital())
            && class_of(c.tokens, c.lo + 1, at) != Class::Person;
        if end <= from || !ends(c, end) || !contract {
            continue;
        }
        let subject = if first.is("my") { Subject::user() } else { Subject::project() };
        let kind = what.iter().filter(|t| !t.any(&["new", "current"])).map(|t| t.lower.as_str());
        let kind = words::singular(&kind.collect::<Vec<_>>().join(" "));
        let read = Read { start: from, end, strong: true };
        push(c, subject, Relation::Known(spec), Some(kind), read, 12, "with-whom", out);
    }
}

/// What one has with a company.
fn is_contract(noun: &str) -> bool {
    matches!(
        noun,
        "plan"
            | "subscription"
            | "contract"
            | "pension"
            | "mortgage"
            | "loan"
            | "account"
            | "policy"
            | "internet"
            | "broadband"
            | "electricity"
            | "gas"
            | "energy"
            | "lease"
            | "warranty"
            | "broker"
            | "domain"
            | "domains"
            | "hosting"
            | "payroll"
            | "catering"
    )
}
