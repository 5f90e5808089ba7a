//! Versions told with what they are versions of: "we're on version 2.0.1 of the SDK". The part is the
//! subject, in the thing that uses it; a version behind its product's name is
//! [`crate::product_version`]'s.

use crate::candidate::{Candidate, Relation};
use crate::habit::verb_inside;
use crate::matching::skippable;
use crate::nominal::Clause;
use crate::phrase::noun_phrase_end;
use crate::product_version::{contain, leads_to, main_verb};
use crate::scene::Scene;
use crate::shape;
use crate::subject::{self, Class, Subject};
use crate::token::Shape;
use crate::words;

/// Better than any reading that takes the version for its user's own.
const SCORE: i32 = 26;

/// Adds "version V of S" after a verb that tells what is in use.
pub(crate) fn read(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    for at in c.lo + 1..c.hi {
        let token = &c.tokens[at];
        let named = c.tokens[at - 1].any(&["version", "release", "v"]);
        let version = shape::is_clear_version(token.text)
            || named && (shape::is_version(token.text) || token.shape == Shape::Hole);
        if !version || !c.tokens[..c.hi].get(at + 1).is_some_and(|t| t.is("of")) {
            continue;
        }
        let first = at - usize::from(named);
        let Some(verb) = main_verb(c, first).filter(|&v| leads_to(c, v, first)) else { continue };
        let end = noun_phrase_end(c.tokens, at + 2, c.hi);
        if end == at + 2 || c.tokens[at + 2].any(&["this", "that", "it"]) {
            continue;
        }
        let (Some(part), Some(spec)) =
            (subject::resolve(c.tokens, at + 2, end, scene), c.lexicon.get("version"))
        else {
            continue;
        };
        let (holder, environment) = holder(c, verb, scene);
        out.push(Candidate {
            subject: contain(&part.text, holder.as_ref()),
            relation: Relation::Known(spec),
            scope: environment.or_else(|| crate::verbal::trailing_environment(c.tokens, end, c.hi)),
            object: (at, at + 1),
            object_text: None,
            op: c.cues.op(false),
            set_valued: false,
            score: SCORE,
            rule: "part-version",
            clause: (c.lo, c.hi),
        });
    }
}

/// What the part is in, and the environment where that is no more than one ("production runs …").
fn holder(c: &Clause<'_, '_>, verb: usize, scene: &Scene<'_>) -> (Option<Subject>, Option<String>) {
    let mut start = verb;
    while start > c.lo && (skippable(&c.tokens[start - 1]) || c.tokens[start - 1].lemma_is("be")) {
        start -= 1;
    }
    let cleaned = subject::clean(c.tokens, c.lo, start);
    if cleaned.lo >= cleaned.hi || verb_inside(c.tokens, cleaned.lo, cleaned.hi) {
        return (scene.topic.clone(), cleaned.environment);
    }
    if cleaned.hi == cleaned.lo + 1 && words::is_environment(&c.tokens[cleaned.lo].lower) {
        return (None, Some(c.tokens[cleaned.lo].lower.clone()));
    }
    let holder = subject::resolve(c.tokens, cleaned.lo, cleaned.hi, scene);
    (holder.filter(|h| h.class == Class::Thing || h.class == Class::Name), cleaned.environment)
}
