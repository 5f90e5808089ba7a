//! Readings of change: "raise the A of S from X to O", "the A went from X to O". The verbs are
//! generic; the attribute phrase names the relation.

use crate::attribute::{self, Form};
use crate::candidate::Candidate;
use crate::fact::FoundOp;
use crate::lexicon::RelationSpec;
use crate::nominal::{Clause, value_for};
use crate::pattern::skippable;
use crate::subject::Scene;
use crate::words;

fn changes(lemma: &str) -> bool {
    matches!(
        lemma,
        "set"
            | "raise"
            | "bump"
            | "lower"
            | "increase"
            | "decrease"
            | "reduce"
            | "change"
            | "cut"
            | "turn"
            | "drop"
            | "move"
            | "switch"
            | "put"
            | "bring"
            | "push"
            | "adjust"
            | "update"
            | "revert"
            | "double"
            | "halve"
            | "go"
            | "rise"
            | "fall"
            | "climb"
            | "slip"
            | "grow"
            | "shrink"
            | "tune"
            | "tighten"
            | "loosen"
            | "extend"
            | "shorten"
            | "reset"
            | "become"
            | "upgrade"
            | "downgrade"
            | "scale"
            | "dial"
            | "crank"
    )
}

/// Adds the readings of change verbs in a clause.
pub(crate) fn read(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    for at in c.lo..c.hi {
        let token = &c.tokens[at];
        let Some(verb) = token.verb.filter(|v| changes(v.lemma)) else { continue };
        let Some(to) = target(c, at) else { continue };
        // "from X" stands between the attribute and "to".
        let from = (at + 1..to).find(|&i| c.tokens[i].is("from")).unwrap_or(to);
        let mut after = at + 1;
        while after < from
            && (skippable(&c.tokens[after]) || c.tokens[after].any(&["up", "down", "back", "over"]))
        {
            after += 1;
        }
        let passive_or_intransitive = after >= from;
        let (lo, hi) = if passive_or_intransitive { (c.lo, at) } else { (after, from) };
        let Some(mut a) = attribute::read(c.lexicon, c.tokens, lo, hi, scene) else { continue };
        if a.known.is_empty()
            && !(a.form == Form::Clear
                && c.tokens[lo..hi].iter().any(|t| t.any(&["of", "my", "our"]) || t.is("'s")))
        {
            continue;
        }
        let value = to + 1;
        let Some((relation, read, score)) = value_for(&a, c.tokens, value, c.hi, scene) else { continue };
        if !read.strong && relation.spec().is_none() {
            continue;
        }
        // "… for webhooks", "… on staging" may follow the value.
        if !a.owned && c.tokens[..c.hi].get(read.end).is_some_and(|t| t.any(&["for", "on", "of", "in"])) {
            let end = crate::phrase::noun_phrase_end(c.tokens, read.end + 1, c.hi);
            let noun = read.end
                + 1
                + usize::from(
                    c.tokens[..c.hi].get(read.end + 1).is_some_and(|t| words::is_determiner(&t.lower)),
                );
            if end > read.end + 1
                && !words::is_environment(&c.tokens[noun].lower)
                && crate::measure::date_end(c.tokens, read.end + 1, c.hi).is_none()
                && let Some(owner) = crate::subject::resolve(c.tokens, read.end + 1, end, scene)
            {
                a.subject = owner;
            }
        }
        let set_valued = relation.spec().is_some_and(RelationSpec::set_valued);
        let scope = a.scope.or_else(|| crate::verbal::trailing_environment(c.tokens, read.end, c.hi));
        out.push(Candidate {
            subject: a.subject,
            relation,
            scope,
            object: (read.start, read.end),
            object_text: None,
            op: FoundOp::Assert,
            set_valued,
            score: score + 3,
            rule: if verb.past || verb.participle { "change" } else { "change-order" },
            clause: (c.lo, c.hi),
        });
    }
}

/// The "to" that leads to the new value.
fn target(c: &Clause<'_, '_>, verb: usize) -> Option<usize> {
    (verb + 1..c.hi).find(|&i| {
        c.tokens[i].is("to")
            && c.tokens[..c.hi].get(i + 1).is_some_and(|t| {
                t.is_content()
                    && (t.has_digit()
                        || !t.verb.is_some_and(|v| v.base)
                        || t.verb.is_some_and(|v| v.participle))
            })
    })
}
