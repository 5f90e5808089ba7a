//! A time or a place that stands alone at the head of a sentence, right after one about an event: "dinner is at
//! Hanoi House! 7pm, I booked for six".

use crate::candidate::{Candidate, Relation};
use crate::card;
use crate::nominal::{self, Clause};
use crate::scene::Scene;
use crate::subject::Class;
use crate::value::{self, ValueType};

/// Adds the reading of a clause.
pub(crate) fn read(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    let opens = c.tokens[..c.lo].iter().all(|t| !t.is_content());
    if !opens || c.hi - c.lo > 3 || c.cues.negated || scene.topic.is_some() {
        return;
    }
    let from = c.lo + usize::from(c.tokens[c.lo].is("at") && c.lo + 1 < c.hi);
    let sharp = |end: usize| {
        c.tokens[end..c.hi].iter().all(|t| !t.is_content() || t.any(&["sharp", "prompt", "exactly"]))
    };
    let time = value::read(ValueType::Time, c.tokens, from, c.hi).filter(|r| r.strong && sharp(r.end));
    let Some((name, read)) = time.map(|r| ("event_time", r)).or_else(|| card::place(c, c.lo)) else { return };
    let event = scene.antecedent(false).filter(|s| s.class == Class::Event);
    if let (Some(subject), Some(spec)) = (event, c.lexicon.get(name)) {
        nominal::push(c, subject, Relation::Known(spec), None, read, 9, "moment", out);
    }
}
