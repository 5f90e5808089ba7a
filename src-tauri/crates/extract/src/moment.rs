//! A time that stands alone at the head of a sentence, right after one about an event: "dinner is at
//! Hanoi House! 7pm, I booked for six".

use crate::candidate::{Candidate, Relation};
use crate::nominal::Clause;
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
    let Some(read) = value::read(ValueType::Time, c.tokens, from, c.hi).filter(|r| r.strong) else { return };
    if c.tokens[read.end..c.hi].iter().any(|t| t.is_content() && !t.any(&["sharp", "prompt", "exactly"])) {
        return;
    }
    let event = scene.antecedent(false).filter(|s| s.class == Class::Event);
    if let (Some(subject), Some(spec)) = (event, c.lexicon.get("event_time")) {
        out.push(Candidate {
            subject,
            relation: Relation::Known(spec),
            scope: None,
            object: (read.start, read.end),
            object_text: None,
            op: c.cues.op(false),
            set_valued: false,
            score: 9,
            rule: "moment",
            clause: (c.lo, c.hi),
        });
    }
}
