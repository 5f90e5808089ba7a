//! What a thing is or runs on, where the product itself tells in what capacity: "invoices-db is Postgres
//! 15", "the ledger now sits on Postgres", "builds go through Buildkite".

use crate::candidate::{Candidate, Relation};
use crate::gazetteer;
use crate::lexicon::RelationSpec;
use crate::matching::skippable;
use crate::nominal::Clause;
use crate::phrase;
use crate::scene::Scene;
use crate::subject::{self, Class};
use crate::token::Token;
use crate::value::{self, Read, ValueType};

/// Adds the reading of a clause.
pub(crate) fn read(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    if c.cues.negated || c.cues.ends || c.cues.never {
        return;
    }
    for at in c.lo + 1..c.hi {
        let Some(form) = c.tokens[at].verb.filter(|v| v.third || v.base && v.lemma != "be") else { continue };
        let mut from = at + 1;
        while from < c.hi && skippable(&c.tokens[from]) {
            from += 1;
        }
        let on = c.tokens[..c.hi].get(from).is_some_and(|t| t.any(&["on", "in", "through", "via", "over"]));
        let loose = on && matches!(form.lemma, "sit" | "run" | "live" | "go" | "build");
        let is = form.lemma == "be" && !on && at == c.lo + 1 && is_named(&c.tokens[c.lo]);
        if !(loose || is) {
            continue;
        }
        let Some((spec, read)) = capacity(c, from + usize::from(loose), scene, is) else { continue };
        let cleaned = subject::clean(c.tokens, c.lo, at);
        if cleaned.lo >= cleaned.hi {
            continue;
        }
        let Some(subject) = subject::resolve(c.tokens, cleaned.lo, cleaned.hi, scene) else { continue };
        if matches!(subject.class, Class::Person | Class::Project)
            || out.iter().any(|f| f.score > 13 && f.object.0 == read.start)
        {
            continue;
        }
        out.push(Candidate {
            subject,
            relation: Relation::Known(spec),
            scope: cleaned.environment,
            object: (read.start, read.end),
            object_text: None,
            op: c.cues.op(false),
            set_valued: spec.set_valued(),
            score: 15,
            rule: "built-on",
            clause: (c.lo, c.hi),
        });
        return;
    }
}

/// `invoices-db`: a thing by its own name in code.
fn is_named(t: &Token<'_>) -> bool {
    t.text.contains(['-', '_']) && t.text.len() > 3 && !t.has_digit() && !t.capital()
}

/// The one capacity that a product is known for.
fn capacity(
    c: &Clause<'_, '_>,
    at: usize,
    scene: &Scene<'_>,
    versioned: bool,
) -> Option<(&'static RelationSpec, Read)> {
    let read =
        value::read(ValueType::Product, c.tokens, at, c.hi).filter(|r| r.strong && r.start <= at + 1)?;
    let name = phrase::written(scene.text, c.tokens, read.start, read.end).0;
    let mut kinds = gazetteer::kinds(name).iter().filter_map(|k| {
        c.lexicon.get(k).filter(|s| {
            matches!(s.name, "database" | "cache_backend" | "message_broker" | "ci_system" | "framework")
                || !versioned
                    && matches!(s.name, "cloud_provider" | "object_storage" | "monitoring" | "scheduler")
        })
    });
    let first = kinds.next()?;
    let ends = crate::attribute_value::ends_well(c.tokens, read.end, c.hi);
    ends.then_some((first, read))
}
