//! "The thesis has to be handed in by 30 September", "the tax return must be filed by 1 July": by when.

use super::{ends, subject_before};
use crate::candidate::{Candidate, Relation};
use crate::matching::skippable;
use crate::measure;
use crate::nominal::{Clause, push};
use crate::scene::Scene;
use crate::value::Read;

/// Adds the reading of an obligation with its last day.
pub(super) fn read(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    let Some(spec) = c.lexicon.get("deadline") else { return };
    for by in c.lo + 4..c.hi {
        if !c.tokens[by].any(&["by", "before"]) {
            continue;
        }
        // "handed in", "paid off"
        let particle = usize::from(c.tokens[by - 1].any(&["in", "off", "out", "up", "back", "over"]));
        let done = by - 1 - particle;
        let participle =
            c.tokens[done].verb.is_some_and(|v| v.participle && !v.gerund) && done > c.lo && obliged(c, done);
        if !participle {
            continue;
        }
        let Some(end) = measure::date_end(c.tokens, by + 1, c.hi).filter(|&end| ends(c, end)) else {
            continue;
        };
        let Some(modal) = (c.lo + 1..done).find(|&i| obliges(c, i)) else { continue };
        let Some(subject) = subject_before(c, modal, scene) else { continue };
        let read = Read { start: by + 1, end, strong: true };
        push(c, subject, Relation::Known(spec), None, read, 10, "due", out);
    }
}

/// "must be", "has to be", "needs to be" right before what is to be done.
fn obliged(c: &Clause<'_, '_>, done: usize) -> bool {
    let be = (c.lo..done).rev().find(|&i| !skippable(&c.tokens[i]) || c.tokens[i].is("be"));
    be.is_some_and(|be| c.tokens[be].is("be") && be > c.lo && (c.lo + 1..be).any(|i| obliges(c, i)))
}

fn obliges(c: &Clause<'_, '_>, at: usize) -> bool {
    let to = c.tokens[..c.hi].get(at + 1).is_some_and(|t| t.is("to"));
    c.tokens[at].is("must") || to && c.tokens[at].any(&["has", "have", "needs", "need", "is", "are"])
}
