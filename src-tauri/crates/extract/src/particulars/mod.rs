//! What plain words say of a thing without a word for the attribute: the number of the class that a
//! child is in, the size that a lamp takes, whom a contract is with, what somebody is paid, by when
//! something has to be done, where people always meet. The words themselves name the relation.

mod due;
mod haunt;
mod model;
mod numbered;
mod paid;
mod sized;
mod with_whom;

use crate::candidate::Candidate;
use crate::habit::verb_inside;
use crate::nominal::Clause;
use crate::scene::Scene;
use crate::subject::{self, Subject};

/// Adds the readings of a clause.
pub(crate) fn read(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    if c.cues.negated || c.cues.ends || c.cues.future || c.cues.never {
        return;
    }
    due::read(c, scene, out);
    haunt::read(c, scene, out);
    model::read(c, scene, out);
    numbered::read(c, scene, out);
    paid::read(c, scene, out);
    sized::read(c, scene, out);
    with_whom::read(c, out);
}

/// Who or what stands before a verb.
fn subject_before(c: &Clause<'_, '_>, verb: usize, scene: &Scene<'_>) -> Option<Subject> {
    let cleaned = subject::clean(c.tokens, c.lo, verb);
    if cleaned.lo >= cleaned.hi || verb_inside(c.tokens, cleaned.lo, cleaned.hi) {
        return None;
    }
    subject::resolve(c.tokens, cleaned.lo, cleaned.hi, scene)
}

/// Whether a clause is over behind a value, but for when it holds.
fn ends(c: &Clause<'_, '_>, at: usize) -> bool {
    crate::attribute_value::ends_well(c.tokens, at, c.hi)
}
