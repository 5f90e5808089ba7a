//! Values whose form alone tells the relation, whatever the verb: "invoices go to billing@fen.example",
//! "you'll find the logs in /var/log/fen". Read only where no pattern of the lexicon did.

use crate::candidate::{Candidate, Relation};
use crate::habit::verb_inside;
use crate::nominal::Clause;
use crate::phrase::noun_phrase_end;
use crate::scene::Scene;
use crate::subject::{self, Class, Subject};
use crate::token::Shape;
use crate::value::{self, ValueType};
use crate::words;

/// Adds the reading of a clause.
pub(crate) fn read(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    if c.cues.negated || c.cues.ends || c.cues.never || c.cues.future && !finds(c) {
        return;
    }
    if c.tokens[c.lo..c.hi].iter().any(|t| crate::shape::is_http_method(t.text)) {
        return;
    }
    for at in c.lo + 2..c.hi {
        let led = c.tokens[at - 1].any(&["at", "to", "in", "on", "under", "through", "via", "from"]);
        if !led {
            continue;
        }
        let Some((name, end)) = told_by_form(c, at) else { continue };
        if out.iter().any(|f| f.object.0 <= at && at < f.object.1 && f.score >= crate::candidate::SURE) {
            continue;
        }
        let tail = c.tokens[end..c.hi].iter().all(|t| !t.is_content() || words::is_adverb(&t.lower));
        let Some(subject) = whose(c, at - 1, scene).filter(|_| tail) else { continue };
        let Some(spec) = c.lexicon.get(name) else { continue };
        let person = subject.class == Class::Person;
        if person && !matches!(name, "email" | "phone" | "url") || subject.class == Class::Project {
            continue;
        }
        out.push(Candidate {
            subject,
            relation: Relation::Known(spec),
            scope: crate::verbal::trailing_environment(c.tokens, end, c.hi),
            object: (at, end),
            object_text: None,
            op: c.cues.op(false),
            set_valued: spec.set_valued(),
            score: 9,
            rule: "bearing",
            clause: (c.lo, c.hi),
        });
        return;
    }
}

fn told_by_form(c: &Clause<'_, '_>, at: usize) -> Option<(&'static str, usize)> {
    let kinds = [
        ("email", ValueType::Email),
        ("url", ValueType::Url),
        ("ip_address", ValueType::Ip),
        ("region", ValueType::Region),
        ("path", ValueType::Path),
    ];
    kinds.into_iter().find_map(|(name, kind)| {
        let read = value::read(kind, c.tokens, at, c.hi).filter(|r| r.strong && r.start == at)?;
        let text = c.tokens[at].text;
        let clear = match name {
            "url" => text.contains("://"),
            "path" => text.starts_with(['/', '~']) && text.len() > 2 && !text.contains("://"),
            _ => true,
        };
        clear.then_some((name, read.end))
    })
}

/// "You'll find S in O", "you can see S at O".
fn finds(c: &Clause<'_, '_>) -> bool {
    c.tokens[c.lo].is("you") && c.tokens[c.lo..c.hi].iter().any(|t| t.any(&["find", "see", "reach", "get"]))
}

/// What the clause tells of: what stands before its verb, or what "you" find.
fn whose(c: &Clause<'_, '_>, before: usize, scene: &Scene<'_>) -> Option<Subject> {
    if finds(c) {
        let verb = (c.lo..before).find(|&i| c.tokens[i].any(&["find", "see", "reach", "get"]))?;
        let end = noun_phrase_end(c.tokens, verb + 1, before);
        return (end == before).then(|| subject::resolve(c.tokens, verb + 1, end, scene)).flatten();
    }
    let verb = (c.lo + 1..before).find(|&i| {
        let t = &c.tokens[i];
        let plural = c.tokens[i - 1].lower.ends_with('s');
        t.shape == Shape::Word && t.verb.is_some_and(|v| v.third || v.base && !v.past && plural)
    })?;
    let close = c.tokens[verb + 1..before]
        .iter()
        .all(|t| words::is_adverb(&t.lower) || t.verb.is_some() || words::is_preposition(&t.lower));
    let cleaned = subject::clean(c.tokens, c.lo, verb);
    (close && cleaned.lo < cleaned.hi && !verb_inside(c.tokens, cleaned.lo, cleaned.hi))
        .then(|| subject::resolve(c.tokens, cleaned.lo, cleaned.hi, scene))
        .flatten()
}
