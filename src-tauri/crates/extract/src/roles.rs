//! Roles and tasks that change hands: "X takes over as R of S", "X stepped down as R", "finished
//! T", "picking up T", "started … as a J".

use crate::candidate::{Candidate, Relation};
use crate::fact::FoundOp;
use crate::habit::verb_inside;
use crate::nominal::Clause;
use crate::phrase::{self, noun_phrase_end};
use crate::scene::Scene;
use crate::subject::{self, Class, Subject};
use crate::token::Token;
use crate::value::{self, ValueType};
use crate::vocation::is_job;
use crate::words;

/// Adds the readings of a clause.
pub(crate) fn read(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    for at in c.lo..c.hi {
        let token = &c.tokens[at];
        if token.is("as") {
            role(c, at, scene, out);
        }
        if token.any(&["elected", "appointed", "named", "chosen", "made", "voted", "promoted", "crowned"])
            && at > c.lo
            && c.tokens[at - 1].lemma_is("be")
            && !c.tokens[..c.hi].get(at + 1).is_some_and(|t| t.is("as"))
        {
            role(c, at, scene, out);
        }
        if let Some(verb) = token.verb {
            if verb.past || verb.participle {
                finished(c, at, verb.lemma, scene, out);
            }
            if verb.gerund || verb.past || verb.base {
                picked_up(c, at, verb.lemma, scene, out);
            }
        }
    }
}

fn leaves(lemma: &str) -> bool {
    matches!(lemma, "step" | "resign" | "retire" | "quit" | "stop" | "leave" | "stand")
}

fn enters(lemma: &str) -> bool {
    matches!(
        lemma,
        "take"
            | "start"
            | "join"
            | "appoint"
            | "elect"
            | "name"
            | "become"
            | "succeed"
            | "return"
            | "serve"
            | "hire"
            | "promote"
            | "work"
            | "act"
            | "begin"
            | "sign"
            | "do"
            | "continue"
            | "employ"
            | "confirm"
    )
}

/// "… as R (of S)".
fn role(c: &Clause<'_, '_>, at: usize, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    let moves = |i: &usize| {
        c.tokens[*i].verb.is_some_and(|v| leaves(v.lemma) || enters(v.lemma))
            && !words::is_auxiliary(&c.tokens[*i].lower)
    };
    let direct = !c.tokens[at].is("as");
    let Some(verb) = (c.lo..at + usize::from(direct)).rev().find(|i| direct || moves(i)) else { return };
    let lemma = c.tokens[verb].verb.map_or("", |v| v.lemma);
    let article = c.tokens[..c.hi].get(at + 1).is_some_and(|t| words::is_determiner(&t.lower));
    let start = at + 1 + usize::from(article);
    let whole = noun_phrase_end(c.tokens, start, c.hi);
    let end = (start..whole).find(|&i| c.tokens[i].is("of")).unwrap_or(whole);
    if end <= start || end - start > 4 {
        return;
    }
    let phrase = c.tokens[start..end].iter().map(|t| t.lower.as_str()).collect::<Vec<_>>().join(" ");
    let known = c.lexicon.alias(&phrase).into_iter().find(|s| s.value_type == ValueType::Person);
    let op = if leaves(lemma) || c.cues.ends { FoundOp::End } else { FoundOp::Assert };
    let base = Candidate {
        subject: scene.plural(),
        relation: Relation::Open(phrase.clone()),
        scope: None,
        object: (start, end),
        object_text: None,
        op,
        set_valued: false,
        score: 11,
        rule: "role-job",
        clause: (c.lo, c.hi),
    };
    if let Some(spec) = known {
        let mut holder = subject::clean(c.tokens, c.lo, verb);
        while holder.hi > holder.lo && c.tokens[holder.hi - 1].any(&["'s", "was", "is", "has", "been"]) {
            holder.hi -= 1;
        }
        let owner = if c.tokens[..c.hi].get(end).is_some_and(|t| t.any(&["of", "at", "for", "in"])) {
            let to = noun_phrase_end(c.tokens, end + 1, c.hi);
            if crate::measure::date_end(c.tokens, end + 1, c.hi).is_some() {
                Some(scene.plural())
            } else if to > end + 1 {
                subject::resolve(c.tokens, end + 1, to, scene)
            } else {
                None
            }
        } else {
            scene.topic.clone().or_else(|| scene.heading.clone()).or_else(|| Some(scene.plural()))
        };
        let read =
            value::read(ValueType::Person, c.tokens, holder.lo, holder.hi).filter(|r| r.end == holder.hi);
        if let (Some(owner), Some(read)) = (owner, read) {
            out.push(Candidate {
                subject: owner,
                relation: Relation::Known(spec),
                scope: spec.scoped_by("role").then_some(phrase),
                object: (read.start, read.end),
                score: 14,
                rule: "role",
                ..base
            });
        }
        return;
    }
    // "I started at Nordwind as a data engineer"
    if !article || !is_job(&c.tokens[end - 1].lower) {
        return;
    }
    let cleaned = subject::clean(c.tokens, c.lo, verb);
    if verb_inside(c.tokens, cleaned.lo, cleaned.hi) {
        return;
    }
    let subject = subject::resolve(c.tokens, cleaned.lo, cleaned.hi, scene);
    if let (Some(subject), Some(spec)) =
        (subject.filter(|s| matches!(s.class, Class::Person | Class::Name)), c.lexicon.get("job_title"))
    {
        out.push(Candidate { subject, relation: Relation::Known(spec), ..base });
    }
}

/// A ticket, pull request or piece of work by its id.
pub(crate) fn is_ticket(token: &Token<'_>) -> bool {
    token.text.starts_with('#') && token.has_digit()
        || token.text.split_once('-').is_some_and(|(project, number)| {
            project.len() >= 2
                && project.chars().all(|c| c.is_ascii_uppercase())
                && !number.is_empty()
                && number.bytes().all(|b| b.is_ascii_digit())
        })
}

fn task(
    c: &Clause<'_, '_>,
    name: &str,
    subject: Subject,
    at: usize,
    rule: &'static str,
) -> Option<Candidate> {
    Some(Candidate {
        subject,
        relation: Relation::Known(c.lexicon.get(name)?),
        scope: None,
        object: (at, at + 1),
        object_text: None,
        op: FoundOp::Assert,
        set_valued: false,
        score: 9,
        rule,
        clause: (c.lo, c.hi),
    })
}

/// "I finished the importer", "closed PAY-12": the thing's status.
fn finished(c: &Clause<'_, '_>, at: usize, lemma: &str, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    if !matches!(lemma, "finish" | "close" | "merge" | "complete" | "resolve" | "ship" | "reopen" | "release")
        || c.cues.negated
    {
        return;
    }
    let before = subject::clean(c.tokens, c.lo, at);
    let agent = before.lo >= before.hi
        || c.tokens[before.lo..before.hi].iter().any(|t| t.capital() || t.any(&["i", "we"]));
    let passive = at > c.lo && c.tokens[at - 1].lemma_is("be");
    let end = noun_phrase_end(c.tokens, at + 1, c.hi);
    let definite = c.tokens[..c.hi].get(at + 1).is_some_and(|t| t.is("the") || is_ticket(t));
    let trails = c.tokens[..c.hi]
        .get(end)
        .is_some_and(|t| t.is_content() && !phrase::is_boundary(t) && !words::is_time_word(&t.lower));
    if !agent || passive || end <= at + 1 || !definite || trails {
        return;
    }
    if let Some(subject) = subject::resolve(c.tokens, at + 1, end, scene) {
        out.extend(task(c, "status", subject, at, "finished"));
    }
}

/// "picking up OPS-19", "taking PAY-3": the speaker's from now on.
fn picked_up(c: &Clause<'_, '_>, at: usize, lemma: &str, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    if !matches!(lemma, "pick" | "take" | "grab" | "start") || c.cues.negated {
        return;
    }
    let before = subject::clean(c.tokens, c.lo, at);
    let mine =
        before.lo >= before.hi || c.tokens[before.lo..before.hi].iter().all(|t| t.any(&["i", "am", "'m"]));
    let particle = c.tokens[..c.hi].get(at + 1).is_some_and(|t| t.any(&["up", "on", "over"]));
    let object = at + 1 + usize::from(particle);
    if !mine || !c.tokens[..c.hi].get(object).is_some_and(is_ticket) {
        return;
    }
    if let Some(subject) = subject::resolve(c.tokens, object, object + 1, scene)
        && let Some(mut found) = task(c, "assignee", subject, at, "picked-up")
    {
        found.object_text = Some(Subject::user().text);
        out.push(found);
    }
}
