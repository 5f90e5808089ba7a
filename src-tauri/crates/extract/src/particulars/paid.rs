//! "We pay Hetzner 140 euros a month": what a named supplier costs.

use super::subject_before;
use crate::candidate::{Candidate, Relation};
use crate::nominal::{Clause, push};
use crate::phrase;
use crate::scene::Scene;
use crate::subject::{self, Class};
use crate::value::{self, Read, ValueType};

/// Adds the reading of a payment to somebody named.
pub(super) fn read(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    let Some(spec) = c.lexicon.get("price") else { return };
    for at in c.lo + 1..c.hi {
        let pays = c.tokens[at].verb.is_some_and(|v| v.lemma == "pay" && !v.past && !v.gerund);
        let payer = c.tokens[at - 1].any(&["i", "we", "now"]);
        if !pays || !payer {
            continue;
        }
        // The sum is no part of the name.
        let named = phrase::proper_name_end(c.tokens, at + 1, c.hi);
        let end = (at + 1..named).find(|&i| c.tokens[i].has_digit()).unwrap_or(named);
        if end <= at + 1 || subject_before(c, at, scene).is_none() {
            continue;
        }
        let Some(read) = value::read(ValueType::Money, c.tokens, end, c.hi).filter(|r| r.strong) else {
            continue;
        };
        // A sum once, or each month.
        let rate =
            c.tokens[..c.hi].get(read.end).is_some_and(|t| t.any(&["a", "an", "per", "each", "every", "/"]));
        if read.start != end || !rate {
            continue;
        }
        let Some(payee) = subject::resolve(c.tokens, at + 1, end, scene) else { continue };
        if payee.class == Class::Person {
            continue;
        }
        push(c, payee, Relation::Known(spec), None, Read { strong: true, ..read }, 10, "paid", out);
    }
}
