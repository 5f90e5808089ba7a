//! Work that somebody has taken: "Odile's got the lighting bake", "BIL-207: Tevita's taken it", "OPS-4
//! is Mira's now". What is taken is a ticket, or is called by what is done ("the invoice export").

use crate::candidate::{Candidate, Relation};
use crate::habit::is_task;
use crate::matching::skippable;
use crate::nominal::Clause;
use crate::phrase::{self, noun_phrase_end};
use crate::roles::is_ticket;
use crate::scene::Scene;
use crate::subject::{self, Class, Subject};
use crate::token::{Shape, Token};
use crate::words;

/// Adds the readings of a clause.
pub(crate) fn read(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    if c.cues.negated || c.cues.ends || c.cues.future || c.cues.never {
        return;
    }
    takes(c, scene, out);
    belongs(c, scene, out);
}

/// "P's got T", "P has picked T up", "I've taken it".
fn takes(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    let Some(who) = somebody(c) else { return };
    let mut at = who.1;
    if !c.tokens[..c.hi].get(at).is_some_and(|t| t.is("'s") || t.any(&["has", "have", "'ve"])) {
        return;
    }
    at += 1;
    while at < c.hi && skippable(&c.tokens[at]) && !c.tokens[at].any(&["got"]) {
        at += 1;
    }
    let had = c.tokens[at - 1].any(&["has", "have"]);
    if c.tokens[..c.hi].get(at).is_some_and(|t| t.any(&["got", "taken", "grabbed", "claimed", "picked"])) {
        at += 1;
        at += usize::from(c.tokens[..c.hi].get(at).is_some_and(|t| t.any(&["up", "over", "on"])));
    } else if !had {
        return;
    }
    if let Some((task, end)) = task(c, at, scene) {
        let rest = &c.tokens[end..c.hi];
        let more =
            rest.iter().any(|t| t.is_content() && !skippable(t) && !t.any(&["up", "over", "on", "now"]));
        if !more || crate::attribute_value::ends_well(c.tokens, end, c.hi) {
            tell(c, task, who, out);
        }
    }
}

/// "it's P's now", "T is P's".
fn belongs(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    let Some(be) = (c.lo + 1..c.hi).find(|&i| c.tokens[i].lemma_is("be") && c.tokens[i].verb.is_some())
    else {
        return;
    };
    let mut at = be + 1;
    while at < c.hi && skippable(&c.tokens[at]) {
        at += 1;
    }
    let end = phrase::proper_name_end(c.tokens, at, c.hi);
    let mine = c.tokens[..c.hi].get(at).is_some_and(|t| t.is("mine"));
    let genitive = end > at && c.tokens[..c.hi].get(end).is_some_and(|t| t.is("'s"));
    if !(genitive || mine) {
        return;
    }
    let after = if mine { at + 1 } else { end + 1 };
    if c.tokens[after..c.hi].iter().any(|t| t.is_content() && !skippable(t)) {
        return;
    }
    if let Some((task, to)) = task(c, c.lo, scene).filter(|(_, to)| *to == be) {
        let _ = to;
        tell(c, task, if mine { (at, at + 1) } else { (at, end) }, out);
    }
}

/// Who stands at the head of a clause.
fn somebody(c: &Clause<'_, '_>) -> Option<(usize, usize)> {
    let lo = (c.lo..c.hi).find(|&i| c.tokens[i].is_content() && !words::is_filler(&c.tokens[i].lower))?;
    if c.tokens[lo].is("i") {
        return Some((lo, lo + 1));
    }
    let end = phrase::proper_name_end(c.tokens, lo, c.hi);
    (end > lo && end - lo <= 2 && c.tokens[lo].shape == Shape::Word).then_some((lo, end))
}

/// A piece of work at a place: "it" for the one spoken of, a ticket, or a noun for doing.
fn task(c: &Clause<'_, '_>, at: usize, scene: &Scene<'_>) -> Option<(Subject, usize)> {
    let first = c.tokens[..c.hi].get(at)?;
    if first.any(&["it", "that", "this"]) {
        let spoken = scene.topic.clone().or_else(|| scene.antecedent(false))?;
        return (is_task(&spoken.text) && spoken.class != Class::Person).then_some((spoken, at + 1));
    }
    if is_ticket(first) {
        return Some((subject::resolve(c.tokens, at, at + 1, scene)?, at + 1));
    }
    if !first.any(&["the", "our"]) {
        return None;
    }
    let end = noun_phrase_end(c.tokens, at, c.hi);
    let head = (at + 1..end).find(|&i| c.tokens[i].is("of")).unwrap_or(end);
    let end = match c.tokens[..c.hi].get(end) {
        Some(t) if t.any(&["for", "on"]) && end == head => noun_phrase_end(c.tokens, end + 1, c.hi).max(end),
        _ => end,
    };
    let nouns = &c.tokens[at + 1..head];
    let doing = nouns.len() > 1 && nouns.last().is_some_and(is_doing) && nouns.iter().all(is_plain);
    doing.then(|| subject::resolve(c.tokens, at, end, scene)).flatten().map(|s| (s, end))
}

/// Nouns before a noun for doing, and no judgements ("the last call", "the best run").
fn is_plain(t: &Token<'_>) -> bool {
    matches!(t.shape, Shape::Word | Shape::Solid)
        && !t.any(&[
            "last", "first", "next", "best", "worst", "right", "wrong", "final", "only", "same", "big",
        ])
        && !t.lower.ends_with("est")
        && !words::is_possessive(&t.lower)
}

/// "export", "rewrite", "migration": what is done, as a noun.
pub(crate) fn is_doing(t: &Token<'_>) -> bool {
    let word = crate::words::singular(&t.lower);
    let deed = matches!(
        word.as_str(),
        "export"
            | "import"
            | "rewrite"
            | "review"
            | "fix"
            | "refactor"
            | "release"
            | "launch"
            | "test"
            | "redesign"
            | "bake"
            | "patch"
            | "demo"
            | "build"
            | "port"
            | "audit"
            | "upgrade"
            | "update"
            | "rollout"
            | "cleanup"
            | "clean-up"
            | "spike"
            | "setup"
            | "backfill"
            | "handover"
            | "report"
            | "draft"
            | "prototype"
            | "design"
            | "ticket"
            | "task"
            | "bug"
            | "story"
            | "feature"
            | "epic"
            | "pr"
            | "shader"
            | "mockup"
            | "deck"
            | "bump"
            | "rename"
            | "revamp"
            | "rework"
            | "tuning"
            | "onboarding"
            | "pass"
            | "sweep"
            | "research"
            | "survey"
            | "budget"
            | "proposal"
            | "copy"
            | "slides"
            | "docs"
            | "doc"
            | "ui"
            | "api"
            | "page"
            | "form"
            | "flow"
            | "parser"
            | "pipeline"
    );
    deed || ["tion", "sion"].iter().any(|e| word.len() > 5 && word.ends_with(e))
        && !matches!(word.as_str(), "question" | "permission" | "attention" | "impression" | "option")
}

fn tell(c: &Clause<'_, '_>, task: Subject, who: (usize, usize), out: &mut Vec<Candidate>) {
    let Some(spec) = c.lexicon.get("assignee") else { return };
    let own = c.tokens[who.0].any(&["i", "mine"]);
    out.push(Candidate {
        subject: task,
        relation: Relation::Known(spec),
        scope: None,
        object: who,
        object_text: own.then(|| "user".to_owned()),
        op: c.cues.op(false),
        set_valued: false,
        score: 12,
        rule: "taken",
        clause: (c.lo, c.hi),
    });
}
