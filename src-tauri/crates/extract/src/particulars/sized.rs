//! "I wear size 42 shoes", "the lamp takes a size 3 fuse": the size of something that one wears or takes.

use super::{ends, subject_before};
use crate::candidate::{Candidate, Relation};
use crate::nominal::{Clause, push};
use crate::phrase::noun_phrase_end;
use crate::scene::Scene;
use crate::subject::Class;
use crate::token::Shape;
use crate::value::Read;
use crate::words;

/// Adds the reading of a size.
pub(super) fn read(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    for at in c.lo + 1..c.hi.saturating_sub(2) {
        let takes = c.tokens[at].verb.is_some_and(|v| {
            matches!(v.lemma, "wear" | "take" | "need" | "have") && (v.base || v.third) && !v.past
        });
        let size = at + 1 + usize::from(c.tokens[at + 1].any(&["a", "an", "now", "still"]));
        if !takes || !c.tokens[..c.hi].get(size).is_some_and(|t| t.is("size")) {
            continue;
        }
        let Some(value) = c.tokens[..c.hi]
            .get(size + 1)
            .filter(|t| t.has_digit() || matches!(t.text, "XS" | "S" | "M" | "L" | "XL" | "XXL" | "XXXL"))
        else {
            continue;
        };
        let end = noun_phrase_end(c.tokens, size + 2, c.hi);
        let noun = &c.tokens[size + 2..end.max(size + 2)];
        if !value.is_content() || !ends(c, end.max(size + 2)) || noun.len() > 2 {
            continue;
        }
        if noun.iter().any(|t| t.shape != Shape::Word || t.capital()) {
            continue;
        }
        let Some(subject) = subject_before(c, at, scene) else { continue };
        if noun.is_empty() && subject.class != Class::Person {
            continue;
        }
        let of = noun.iter().map(|t| t.lower.as_str()).collect::<Vec<_>>().join(" ");
        let relation =
            if of.is_empty() { "size".to_owned() } else { format!("{} size", words::singular(&of)) };
        let read = Read { start: size + 1, end: size + 2, strong: true };
        push(c, subject, Relation::Open(relation), None, read, 9, "sized", out);
    }
}
