//! "My phone is a Pixel 6": a phone that is a thing with a make, and no number.

use super::ends;
use crate::attribute;
use crate::candidate::{Candidate, Relation};
use crate::nominal::{Clause, push};
use crate::phrase;
use crate::scene::Scene;
use crate::value::{Read, ValueType};

/// Adds the reading of a device that a make is told of.
pub(super) fn read(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    for at in c.lo + 2..c.hi.saturating_sub(2) {
        let token = &c.tokens[at];
        let is = token.any(&["is", "'s"]) && token.lemma_is("be");
        let device = c.tokens[at - 1].any(&["phone", "mobile", "smartphone"]);
        let a = at + 1 + usize::from(c.tokens[at + 1].any(&["now", "still", "currently"]));
        if !is || !device || !c.tokens[..c.hi].get(a).is_some_and(|t| t.any(&["a", "an", "the"])) {
            continue;
        }
        let end = phrase::proper_name_end(c.tokens, a + 1, c.hi);
        let Some(found) = attribute::read(c.lexicon, c.tokens, c.lo, at, scene) else { continue };
        let number = found.known.first().is_none_or(|s| s.value_type == ValueType::Phone);
        if end <= a + 1 || !ends(c, end) || !number {
            continue;
        }
        // "my work phone": another one.
        let kind = found.phrase.rsplit_once(' ').map(|(kind, _)| kind);
        let scope =
            kind.filter(|k| !matches!(*k, "new" | "old" | "current" | "mobile" | "cell")).map(str::to_owned);
        let read = Read { start: a + 1, end, strong: true };
        push(c, found.subject, Relation::Open("phone model".to_owned()), scope, read, 10, "model", out);
    }
}
