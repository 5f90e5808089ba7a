//! What keeps a reading from closing a key: a bound instead of a value ("at least 10 s"), a qualifier
//! that makes a key of its own ("for free users"), what holds only for a while or besides. Whether the
//! value can be the relation's at all is [`crate::standing`]'s.

use crate::candidate::Candidate;
use crate::circumstance;
use crate::cue;
use crate::fact::FoundOp;
use crate::measure;
use crate::nominal::Clause;
use crate::phrase::{self, noun_phrase_end};
use crate::scene::Scene;
use crate::standing::{self, is_quality};
use crate::subject::{self, Class};
use crate::token::{Shape, Token};
use crate::words;

/// Readings at most this sure close nothing, whatever their relation.
pub(crate) const UNSURE: i32 = 5;

/// Drops the readings of a clause that cannot stand, and weakens those that may not close.
pub(crate) fn weigh(c: &Clause<'_, '_>, scene: &Scene<'_>, found: &mut Vec<Candidate>) {
    found.retain_mut(|candidate| {
        let asserts = candidate.op == FoundOp::Assert;
        arrow(c, candidate);
        let hole = c.tokens[candidate.object.0..candidate.object.1].iter().any(|t| t.shape == Shape::Hole);
        if hole {
            qualify(c, scene, candidate);
            return true;
        }
        if asserts && !standing::stands(c, candidate) {
            return false;
        }
        // "I left a comment": nobody's employer.
        if candidate.op == FoundOp::End && !standing::ends(c, candidate) {
            return false;
        }
        if !circumstance::leaves(c, scene, candidate) {
            return false;
        }
        qualify(c, scene, candidate);
        if asserts && (loose(c, scene, candidate) || is_share(c, candidate)) {
            candidate.score = candidate.score.min(UNSURE);
        }
        if asserts && !candidate.set_valued && generic(c, candidate) {
            candidate.score = candidate.score.min(UNSURE);
        }
        if asserts
            && !candidate.set_valued
            && (c.cues.also || passing(c, scene, candidate) || bound(c, candidate))
        {
            candidate.score = candidate.score.min(UNSURE);
        }
        true
    });
}

/// "A gateway listens on …", "every worker gets …": any of its kind, and not the one spoken of.
fn generic(c: &Clause<'_, '_>, candidate: &Candidate) -> bool {
    candidate.relation.spec().is_some()
        && !candidate.subject.text.contains(' ')
        && c.tokens[c.lo].any(&["a", "an", "another", "any", "some", "most", "many", "certain"])
        && c.tokens[..c.hi].get(c.lo + 1).is_some_and(|t| {
            candidate.subject.class != Class::Person
                && candidate.subject.text.to_lowercase().starts_with(t.lower.as_str())
        })
}

/// "512Mi → 1Gi": what stands after the arrow holds now.
fn arrow(c: &Clause<'_, '_>, candidate: &mut Candidate) {
    let at = candidate.object.1;
    if !c.tokens[..c.hi].get(at).is_some_and(|t| t.is("→")) {
        return;
    }
    if let Some(spec) = candidate.relation.spec()
        && let Some(read) = crate::value::read(spec.value_type, c.tokens, at + 1, c.hi).filter(|r| r.strong)
    {
        candidate.object = (read.start, read.end);
    }
}

/// Readings that tell too little of their key to close it: half-known relations, nobody's values,
/// plans without a date.
fn loose(c: &Clause<'_, '_>, scene: &Scene<'_>, candidate: &Candidate) -> bool {
    let object = &c.tokens[candidate.object.0..candidate.object.1];
    let value = object.iter().any(telling);
    // "provides a simple core": what a thing does beside what else it does.
    let now =
        || c.tokens[c.lo..c.hi].iter().any(|t| t.any(&["now", "nowadays", "since"])) && is_passive(candidate);
    if candidate.rule == "clause" && !settles(candidate, object) && !now() {
        return true;
    }
    // "I moved in with Tom": under one roof.
    let roof = candidate.relation.name() == "partner"
        && c.tokens[c.lo..candidate.object.0].windows(2).any(|w| w[0].is("in") && w[1].is("with"));
    if roof {
        return true;
    }
    // "Contributors: @ada, @bo": who had a part in one release, and others in the next.
    let crew = candidate.relation.spec().is_none()
        && candidate.relation.name().ends_with('s')
        && object.iter().any(|t| t.text.starts_with('@'));
    if crew {
        return true;
    }
    let nobody = matches!(candidate.subject.class, Class::Project) && scene.topic.is_none();
    if nobody && matches!(candidate.relation.name(), "signature" | "default_value") {
        return true;
    }
    if matches!(candidate.relation.name(), "setting" | "signature")
        && object.len() == 1
        && is_quality(&object[0])
        && !value
    {
        return true;
    }
    // "will be closed", without a day.
    c.cues.future && !(c.lo..c.hi).any(|i| measure::date_end(c.tokens, i, c.hi).is_some())
}

/// "Ann wrote the parser", "Bob founded Acme": who else had a part in it is not told, as it is by "the
/// parser was written by Ann".
fn is_share(c: &Clause<'_, '_>, candidate: &Candidate) -> bool {
    let Some(spec) = candidate.relation.spec() else { return false };
    let of_makers = spec.half_life_days == -1 && matches!(spec.domain, "work" | "org" | "misc");
    let active = c.tokens[..c.hi]
        .iter()
        .skip(candidate.object.1)
        .find(|t| t.verb.is_some() && !words::is_auxiliary(&t.lower))
        .is_some_and(|t| t.verb.is_some_and(|v| v.past || v.base || v.third));
    let told_of = candidate.object.0 > c.lo && c.tokens[candidate.object.0 - 1].is("by");
    of_makers && candidate.rule == "verb" && !candidate.set_valued && active && !told_of
}

/// "versioned by", "written with": how or by whom one thing is done, and not what it can do.
fn is_passive(candidate: &Candidate) -> bool {
    let relation = candidate.relation.name();
    !candidate.set_valued
        && !is_one_of_many(relation)
        && relation
            .split_once(' ')
            .is_some_and(|(_, prep)| matches!(prep, "by" | "with" | "in" | "at" | "from" | "on"))
}

/// A name, a figure or code.
fn telling(token: &Token<'_>) -> bool {
    token.capital()
        || token.has_digit()
        || matches!(token.shape, Shape::Code | Shape::Quoted | Shape::Solid)
        || phrase::is_code_like(token)
}

/// What is implemented, allowed or used is so for many.
fn is_one_of_many(relation: &str) -> bool {
    relation.split(' ').next().is_some_and(|verb| {
        matches!(
            verb,
            "implemented"
                | "implement"
                | "supported"
                | "provided"
                | "provide"
                | "available"
                | "used"
                | "added"
                | "exposed"
                | "expose"
                | "allowed"
                | "allow"
                | "accepted"
                | "accept"
                | "exported"
                | "emitted"
                | "enabled"
                | "enable"
                | "introduce"
                | "fixed"
                | "based"
                | "ignored"
                | "ignore"
                | "handled"
                | "handle"
                | "match"
        )
    })
}

/// Whether a plain clause says what a thing has one of: its last word is a figure or code, or what
/// it is called.
fn settles(candidate: &Candidate, object: &[Token<'_>]) -> bool {
    let relation = candidate.relation.name();
    // One leads a team or a project at a time.
    if matches!(relation, "led by" | "headed by" | "chaired by") {
        return object.first().is_some_and(Token::capital);
    }
    let many = is_one_of_many(relation);
    let named = relation.split(' ').any(|w| matches!(w, "name" | "field" | "called"));
    let figure = object.len() <= 2 && object[0].has_digit();
    let last = figure
        || object.last().is_some_and(|t| {
            t.has_digit()
                || phrase::is_code_like(t)
                || matches!(t.shape, Shape::Code | Shape::Quoted)
                || t.any(&["null", "nil", "true", "false"])
        });
    !many && (last || named)
}

/// A bound or a comparison before a figure.
fn bound(c: &Clause<'_, '_>, candidate: &Candidate) -> bool {
    let (lo, _) = candidate.object;
    let limit = candidate.relation.name().contains("limit")
        || candidate
            .relation
            .spec()
            .is_some_and(|s| matches!(s.name, "max_size" | "min_version" | "pool_size" | "retry_limit"));
    measure::split_number(c.tokens[lo].text).is_some()
        && c.tokens[c.lo.min(lo)..lo].iter().rev().take(2).any(|t| {
            t.any(&["below", "above", "beyond", "exceeding", "nearly", "almost", "than"])
                || !limit && t.any(&["least", "most", "under", "over"])
        })
}

/// Whether what the clause tells holds only for a while, or in some case.
fn passing(c: &Clause<'_, '_>, scene: &Scene<'_>, candidate: &Candidate) -> bool {
    let has = |phrase: &[&str]| {
        c.tokens[c.lo..c.hi].windows(phrase.len()).any(|w| w.iter().zip(phrase).all(|(t, p)| t.is(p)))
    };
    let sentence =
        |phrase: &[&str]| c.tokens.windows(phrase.len()).any(|w| w.iter().zip(phrase).all(|(t, p)| t.is(p)));
    let recurs = candidate.relation.spec().is_some_and(|s| {
        matches!(
            s.name,
            "schedule"
                | "event_time"
                | "deploy_day"
                | "opening_hours"
                | "closing_time"
                | "opening_time"
                | "lives_in"
        )
    });
    let _ = scene;
    // "unless overridden", "once the migration is done"
    let conditional = c.tokens.get(c.hi).is_some_and(|t| t.any(&["unless", "once", "whenever", "while"]));
    let doubted = c.tokens.iter().any(|t| {
        t.any(&[
            "apparently",
            "allegedly",
            "supposedly",
            "presumably",
            "probably",
            "reportedly",
            "officially",
        ])
    }) || sentence(&["i", "think"])
        || sentence(&["i", "believe"])
        || sentence(&["by", "mistake"])
        || c.tokens.last().is_some_and(|t| t.is("not"));
    let marked = c.tokens.windows(3).any(|w| {
        w[0].is("(")
            && w[2].is(")")
            && w[1].any(&[
                "wrong",
                "outdated",
                "old",
                "obsolete",
                "draft",
                "proposal",
                "tbc",
                "example",
                "deprecated",
            ])
    });
    conditional
        || doubted
        || marked
        || for_a_while(c, candidate)
        || c.tokens[c.lo..c.hi]
            .iter()
            .any(|t| t.any(&["temporarily", "provisionally", "momentarily", "during"]))
        || has(&["for", "now"]) && !has(&["for", "now", "on"])
        || has(&["this", "time"])
        || has(&["for", "the", "moment"])
        || has(&["for", "the", "time"])
        || sentence(&["in", "an", "emergency"])
        || recurs && (cue::for_now(c.tokens) || has(&["this", "month"]))
}

/// "… for six weeks", "… for the summer", "… until the van is repaired", "… while Ada is away".
fn for_a_while(c: &Clause<'_, '_>, candidate: &Candidate) -> bool {
    let lo = candidate.object.1.min(c.tokens.len());
    // An aside tells of something else.
    let hi = (lo..c.tokens.len()).find(|&i| c.tokens[i].any(&["(", ";", "—"])).unwrap_or(c.tokens.len());
    // "We've used it for two years"
    let since = c.tokens[c.lo..lo.max(c.lo)].iter().any(|t| t.any(&["have", "has", "'ve", "been"]));
    (lo..hi).any(|i| {
        let token = &c.tokens[i];
        let rest = i + 1..hi;
        let clause = || c.tokens[rest.clone()].iter().any(|t| t.verb.is_some_and(|v| v.third || v.past));
        if token.any(&["while", "whilst"]) {
            return clause();
        }
        if token.any(&["until", "till"]) {
            return clause() && measure::date_end(c.tokens, i + 1, hi).is_none();
        }
        let season = |at: usize| {
            c.tokens.get(at).is_some_and(|t| {
                t.any(&[
                    "summer",
                    "winter",
                    "spring",
                    "autumn",
                    "weekend",
                    "week",
                    "month",
                    "night",
                    "day",
                    "season",
                    "holidays",
                    "afternoon",
                ])
            })
        };
        let the = c.tokens.get(i + 1).is_some_and(|t| t.any(&["the", "a", "this"]));
        let spell = measure::measure(c.tokens, i + 1, hi).is_some_and(|m| m.unit == measure::Unit::Duration);
        token.is("for") && i < c.hi && !since && (spell || the && season(i + 2))
    })
}

/// A phrase around the reading that parts its key from the general one becomes its scope.
fn qualify(c: &Clause<'_, '_>, scene: &Scene<'_>, candidate: &mut Candidate) {
    if candidate.scope.is_some()
        || candidate.set_valued
        || candidate.subject.class == Class::Person
        || candidate.relation.spec().is_none_or(|s| {
            !matches!(s.domain, "ops" | "api" | "dev" | "dep" | "money")
                || matches!(s.name, "name" | "path" | "version")
        })
    {
        return;
    }
    // "we log at WARN by default", as "the default log level is WARN"
    let after = candidate.object.1;
    let default = candidate.relation.name() != "default_value"
        && c.tokens[..c.hi].get(after).is_some_and(|t| t.is("by"))
        && c.tokens[..c.hi].get(after + 1).is_some_and(|t| t.is("default"));
    if default {
        candidate.scope = Some("default".to_owned());
        return;
    }
    let subject = candidate.subject.text.to_lowercase();
    let scope = trailing(c, candidate.object.1, scene).or_else(|| leading(c, candidate.object.0, scene));
    let own = |s: &str| candidate.relation.name().split('_').any(|w| w == words::singular(s));
    if let Some(scope) = scope.filter(|s| !subject.contains(s.as_str()) && !own(s)) {
        candidate.scope = Some(scope);
    }
}

/// "… for uploads", "… on my laptop", "… in tests" after the value.
fn trailing(c: &Clause<'_, '_>, at: usize, scene: &Scene<'_>) -> Option<String> {
    let token = c.tokens[..c.hi].get(at)?;
    if token.is("locally") {
        return Some("local".to_owned());
    }
    if !token.any(&["for", "on", "in"]) || measure::date_end(c.tokens, at + 1, c.hi).is_some() {
        return None;
    }
    let end = noun_phrase_end(c.tokens, at + 1, c.hi);
    let rest = c.tokens[..c.hi].get(end);
    if end == at + 1 || rest.is_some_and(|t| t.is_content() && !phrase::is_boundary(t)) {
        return None;
    }
    part(c, at + 1, end, scene)
}

/// "On my laptop the API …", "In tests we …", "Locally the API …" before the subject.
fn leading(c: &Clause<'_, '_>, before: usize, scene: &Scene<'_>) -> Option<String> {
    if c.tokens[c.lo..before.max(c.lo)].iter().any(|t| t.is("locally")) {
        return Some("local".to_owned());
    }
    if !c.tokens[c.lo].any(&["for", "on", "in"]) || measure::date_end(c.tokens, c.lo + 1, c.hi).is_some() {
        return None;
    }
    let cleaned = subject::clean(c.tokens, c.lo, before.max(c.lo));
    let (a, b) = cleaned.container?;
    if cleaned.environment.is_some() {
        return None;
    }
    part(c, a, b, scene)
}

/// The words of a qualifying phrase, where it says which of several and not why or how.
fn part(c: &Clause<'_, '_>, lo: usize, hi: usize, scene: &Scene<'_>) -> Option<String> {
    let mut from = lo;
    while from + 1 < hi
        && (words::is_determiner(&c.tokens[from].lower) || words::is_possessive(&c.tokens[from].lower))
    {
        from += 1;
    }
    let words = &c.tokens[from..hi];
    let idle = words.len() > 3
        || words.iter().any(|t| {
            t.any(&crate::condition::IDLE)
                || t.any(&["now", "free", "repo"])
                || t.verb.is_some_and(|v| v.gerund)
                || t.has_digit() && words.len() == 1
        });
    (!idle && !words.is_empty()).then(|| phrase::written(scene.text, c.tokens, from, hi).0.to_lowercase())
}
