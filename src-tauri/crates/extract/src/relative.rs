//! Readings of things described by a clause: "the company that makes the pump is Varde", "the
//! school where Ana studies is Nova", "the port the relay listens on is 25". The clause is put back
//! into the order of a statement with a gap, which the templates read as they read questions.

use crate::attribute_value::{ends_well, vacuous};
use crate::candidate::{Candidate, Relation};
use crate::extractor::Extractor;
use crate::nominal::Clause;
use crate::phrase;
use crate::rephrase::GAP;
use crate::scene::Scene;
use crate::subject::{Class, Subject};
use crate::value;
use crate::words;

/// Adds the readings of "the N … is O", where a relative clause says what N is.
pub(crate) fn read(
    c: &Clause<'_, '_>,
    left: (usize, usize),
    right: usize,
    scene: &Scene<'_>,
    out: &mut Vec<Candidate>,
) {
    let (lo, hi) = left;
    if hi < lo + 4 || !c.tokens[lo].any(&["the", "our", "my"]) || right >= c.hi {
        return;
    }
    let Some(at) = (lo + 2..hi.min(lo + 5)).find(|&i| {
        c.tokens[i].any(&["that", "which", "who", "whom", "where"])
            && c.tokens[i].shape == crate::token::Shape::Word
    }) else {
        return;
    };
    let whole = |from: usize| phrase::written(scene.text, c.tokens, from, hi).0;
    let Some(first) = c.tokens[..hi].get(at + 1) else { return };
    let statements: Vec<String> = match c.tokens[at].lower.as_str() {
        "where" => ["at", "in"].iter().map(|p| format!("{} {p} {GAP}", whole(at + 1))).collect(),
        // The clause has no subject of its own: the gap is.
        _ if first.verb.is_some_and(|v| v.third || v.past) && !words::is_determiner(&first.lower) => {
            vec![format!("{GAP} {}", whole(at + 1))]
        }
        _ => vec![format!("{} {GAP}", whole(at + 1))],
    };
    // "Company" alone may be an employer or a maker: its clause says which.
    let noun = phrase::written(scene.text, c.tokens, lo, at).0.to_lowercase();
    let named = c.lexicon.resolve(&noun).filter(|_| noun.contains(' '));
    let extractor = Extractor::new(c.lexicon);
    let mut gaps: Vec<_> = statements.iter().flat_map(|s| extractor.gaps(s, scene.known)).collect();
    gaps.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    for (score, (subject, relation, scope)) in gaps {
        let Some(spec) = c
            .lexicon
            .get(&relation)
            .filter(|s| score >= 8 && !matches!(s.name, "uses" | "depends_on" | "name"))
        else {
            continue;
        };
        // "The type of music that Ana plays": what the thing is called says more than the verb.
        let spec = named.filter(|_| subject != GAP && !subject.is_empty()).unwrap_or(spec);
        let Some(read) = value::read(spec.value_type, c.tokens, right, c.hi).filter(|r| {
            (r.strong || r.end == c.hi) && ends_well(c.tokens, r.end, c.hi) && !vacuous(c.tokens, *r)
        }) else {
            continue;
        };
        out.push(Candidate {
            subject: Subject { text: subject, class: Class::Name },
            relation: Relation::Known(spec),
            scope,
            object: (read.start, read.end),
            object_text: None,
            op: c.cues.op(false),
            set_valued: spec.set_valued(),
            score: 13,
            rule: "relative",
            clause: (c.lo, c.hi),
        });
        return;
    }
}
