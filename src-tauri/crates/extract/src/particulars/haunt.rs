//! "We rehearse in the chapel", "Ola trains at Studio Nord": where somebody always does what they do.
//! In or at, it is the same key.

use super::{ends, subject_before};
use crate::candidate::{Candidate, Relation};
use crate::nominal::{Clause, push};
use crate::phrase::{self, noun_phrase_end};
use crate::scene::Scene;
use crate::subject::Class;
use crate::token::Shape;
use crate::value::Read;
use crate::words;

/// Adds the readings of a clause whose verb is done in one place.
pub(super) fn read(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    for at in c.lo + 1..c.hi {
        let Some(verb) = c.tokens[at].verb.filter(|v| (v.base || v.third) && !v.past && !v.gerund) else {
            continue;
        };
        if !matches!(verb.lemma, "rehearse" | "train" | "practise" | "practice" | "teach") {
            continue;
        }
        let place = at + 2;
        if !c.tokens[..c.hi].get(at + 1).is_some_and(|t| t.any(&["in", "at"])) || place >= c.hi {
            continue;
        }
        let first = &c.tokens[place];
        let named = first.capital() || words::is_determiner(&first.lower) && !first.any(&["a", "an", "this"]);
        if !named
            || first.shape != Shape::Word
            || words::is_month(&first.lower)
            || words::is_weekday(&first.lower)
        {
            continue;
        }
        let end = phrase::proper_name_end(c.tokens, place, c.hi).max(noun_phrase_end(c.tokens, place, c.hi));
        if end <= place || !ends(c, end) || crate::measure::date_end(c.tokens, place, c.hi).is_some() {
            continue;
        }
        let Some(subject) = subject_before(c, at, scene) else { continue };
        // "The model trains at night": people do.
        if !matches!(subject.class, Class::Person | Class::Project | Class::Name)
            && !c.tokens[c.lo].any(&["the", "our"])
        {
            continue;
        }
        let relation = Relation::Open(format!("{} at", verb.lemma));
        let start = place + usize::from(words::is_determiner(&first.lower));
        push(c, subject, relation, None, Read { start, end, strong: true }, 9, "haunt", out);
    }
}
