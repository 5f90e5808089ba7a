//! What keeps a reading from closing a key, or from standing at all: a value that is none of the
//! relation's kind ("our database is a mess"), a bound instead of a value ("at least 10 s"), a
//! qualifier that makes a key of its own ("for free users"), what holds only for a while or besides.

use crate::candidate::Candidate;
use crate::fact::FoundOp;
use crate::gazetteer;
use crate::lexicon::RelationSpec;
use crate::measure;
use crate::nominal::Clause;
use crate::phrase::{self, noun_phrase_end};
use crate::subject::{self, Class, Scene};
use crate::token::{Shape, Token};
use crate::value::ValueType;
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
        if asserts && !stands(c, candidate) {
            return false;
        }
        qualify(c, scene, candidate);
        if asserts && loose(c, scene, candidate) {
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
    if candidate.rule == "clause" && !settles(candidate, object) {
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

/// A name, a figure or code.
fn telling(token: &Token<'_>) -> bool {
    token.capital()
        || token.has_digit()
        || matches!(token.shape, Shape::Code | Shape::Quoted | Shape::Solid)
        || phrase::is_code_like(token)
}

/// Whether a plain clause says what a thing has one of: its last word is a figure or code, or what
/// it is called. What is implemented, allowed or used is so for many.
fn settles(candidate: &Candidate, object: &[Token<'_>]) -> bool {
    let relation = candidate.relation.name();
    let many = relation.split(' ').next().is_some_and(|verb| {
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
    });
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

/// Whether the value can be one of the relation's.
fn stands(c: &Clause<'_, '_>, candidate: &mut Candidate) -> bool {
    let (lo, hi) = candidate.object;
    let object = &c.tokens[lo..hi];
    let Some(first) = object.first() else { return false };
    if nothing(object) {
        return false;
    }
    // "50 % higher than the other's", "twice as long"
    if c.tokens
        .get(hi)
        .is_some_and(|t| t.any(&["higher", "lower", "more", "less", "faster", "slower", "longer", "shorter"]))
        && first.has_digit()
    {
        return false;
    }
    let Some(spec) = candidate.relation.spec() else { return true };
    if candidate.set_valued || !names_its_values(spec) {
        return fitting(c, spec, candidate);
    }
    if is_named(c, lo, hi) {
        return fitting(c, spec, candidate);
    }
    let before = lo.checked_sub(1).map(|i| &c.tokens[i]);
    let article = first.any(&["a", "an"]) || before.is_some_and(|t| t.any(&["a", "an"]));
    let told = candidate.rule.starts_with("attribute") || candidate.rule == "has";
    if spec.value_type == ValueType::Team && !told {
        return true;
    }
    let bare = object.len() == 1 && !words::is_determiner(&first.lower);
    let led = before.is_some_and(|t| words::is_preposition(&t.lower));
    // "our database is a mess", "my car is in the shop"; "I live in fear", "I work at night".
    if told && (article || led || bare && is_quality(first)) || !told && bare && led && idiom(spec) {
        return false;
    }
    candidate.score = candidate.score.min(UNSURE);
    true
}

/// Relations whose values have proper names.
fn names_its_values(spec: &RelationSpec) -> bool {
    match spec.value_type {
        ValueType::Product | ValueType::Organisation | ValueType::Team => spec.name != "medication",
        ValueType::Place => !matches!(spec.name, "location"),
        _ => false,
    }
}

/// Prepositional idioms stand where a name would: "in fear", "at night", "in a hurry".
fn idiom(spec: &RelationSpec) -> bool {
    matches!(
        spec.name,
        "lives_in"
            | "works_at"
            | "studies_at"
            | "headquarters"
            | "programming_language"
            | "editor"
            | "framework"
            | "work_location"
            | "hometown"
    )
}

/// Whether the value is a name, code, a figure, or known.
fn is_named(c: &Clause<'_, '_>, lo: usize, hi: usize) -> bool {
    let name = |t: &Token<'_>| {
        t.capital()
            || t.has_digit()
            || matches!(t.shape, Shape::Code | Shape::Quoted | Shape::Hole)
            || phrase::is_code_like(t)
    };
    if c.tokens[lo..hi].iter().any(name) {
        return true;
    }
    let written: Vec<&str> = c.tokens[lo..hi].iter().map(|t| t.lower.as_str()).collect();
    (0..written.len()).any(|i| !gazetteer::kinds(&written[i..].join(" ")).is_empty())
}

/// A word that describes rather than names.
fn is_quality(token: &Token<'_>) -> bool {
    let lower = token.lower.as_str();
    token.verb.is_some_and(|v| v.participle || v.gerund)
        || [
            "ous", "ful", "less", "ish", "able", "ible", "ive", "ic", "al", "y", "er", "est", "ed", "ent",
            "ant",
        ]
        .iter()
        .any(|end| lower.len() > end.len() + 2 && lower.ends_with(end))
        || matches!(
            lower,
            "slow"
                | "fast"
                | "old"
                | "new"
                | "sick"
                | "dead"
                | "big"
                | "small"
                | "huge"
                | "best"
                | "worst"
                | "fun"
                | "sad"
                | "mad"
                | "late"
                | "long"
                | "short"
                | "cheap"
                | "tight"
                | "weak"
                | "strong"
                | "hot"
                | "cold"
                | "low"
                | "high"
                | "flat"
                | "home"
                | "free"
                | "off"
                | "out"
                | "down"
                | "mine"
                | "yours"
                | "theirs"
                | "more"
                | "less"
        )
}

/// "unknown", "TBD", "n/a", "none": no value at all.
fn nothing(object: &[Token<'_>]) -> bool {
    object[0].any(&[
        "tbd",
        "tba",
        "tbc",
        "n/a",
        "na",
        "none",
        "unknown",
        "unclear",
        "undecided",
        "whoever",
        "whatever",
        "wherever",
        "anything",
        "nothing",
        "usual",
        "up-to-date",
    ])
}

/// What single relations ask of their values beside the type.
fn fitting(c: &Clause<'_, '_>, spec: &RelationSpec, candidate: &Candidate) -> bool {
    let (lo, hi) = candidate.object;
    let object = &c.tokens[lo..hi];
    let before = lo.checked_sub(1).map(|i| &c.tokens[i]);
    let after = c.tokens[..c.hi].get(hi);
    match spec.name {
        // "the one who broke it", "turned 2 pages"
        "age" => {
            !object[0].is("one")
                && after.is_none_or(|t| {
                    !t.is_content()
                        || phrase::is_boundary(t) && !t.any(&["of", "who", "that"])
                        || t.any(&["year", "years", "yrs"])
                        || words::is_time_word(&t.lower)
                        || measure::date_end(c.tokens, hi, c.hi).is_some()
                })
        }
        // "the launch date is a Sunday" describes the date.
        "deadline" | "event_date" | "start_date" | "end_date" => {
            !(object.len() == 1
                && words::is_weekday(&object[0].lower)
                && before.is_some_and(|t| t.any(&["a", "an"])))
        }
        // "the name is available"
        "name" if candidate.rule.starts_with("attribute") => {
            object.len() > 1
                || object[0].shape != Shape::Word
                || object[0].capital()
                || !is_quality(&object[0])
        }
        // "I go by bus"
        // "moved to the Platform team", "moved to Linux"
        "lives_in" => {
            let text: Vec<&str> = object.iter().map(|t| t.lower.as_str()).collect();
            let kinds = gazetteer::kinds(&text.join(" "));
            let noun = after.is_some_and(|t| {
                t.any(&[
                    "team",
                    "squad",
                    "group",
                    "project",
                    "plan",
                    "branch",
                    "channel",
                    "department",
                    "tier",
                ])
            });
            !noun && (kinds.is_empty() || kinds.iter().any(|k| matches!(*k, "place" | "country")))
        }
        // "on call with a customer"
        "on_call" => {
            !c.tokens[..c.hi].iter().any(|t| t.any(&["with", "a"]) && t.span.0 > c.tokens[c.lo].span.0)
        }
        "nickname" if candidate.rule.starts_with("verb") => {
            object.iter().any(|t| t.capital() || t.shape != Shape::Word)
        }
        "job_title" => {
            let last = &object[object.len() - 1];
            crate::vocation::is_job(&last.lower)
                || object.iter().any(Token::capital)
                || object.len() > 1 && crate::vocation::is_job(&object[0].lower)
                || !candidate.rule.starts_with("verb") && !candidate.rule.starts_with("attribute")
                || crate::vocation::is_job(&words::singular(&last.lower))
        }
        "owner" | "manager" | "assignee" | "ceo" | "role_holder" | "contact" | "coach" => {
            // "Dana and Theo own billing": neither alone.
            let joined = before.is_some_and(|t| t.is("and")) && lo >= 2 && c.tokens[lo - 2].capital();
            let joins = after.is_some_and(|t| t.is("and"))
                && c.tokens[..c.hi].get(hi + 1).is_some_and(Token::capital);
            !joined && !joins
        }
        _ => true,
    }
}

/// A bound or a comparison before a figure.
fn bound(c: &Clause<'_, '_>, candidate: &Candidate) -> bool {
    let (lo, _) = candidate.object;
    let limit = candidate.relation.name().contains("limit")
        || candidate
            .relation
            .spec()
            .is_some_and(|s| matches!(s.name, "max_size" | "min_version" | "pool_size" | "retry_limit"));
    c.tokens[lo].has_digit()
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
        || c.tokens[c.lo..c.hi]
            .iter()
            .any(|t| t.any(&["temporarily", "provisionally", "momentarily", "during"]))
        || has(&["for", "now"]) && !has(&["for", "now", "on"])
        || has(&["this", "time"])
        || has(&["for", "the", "moment"])
        || has(&["for", "the", "time"])
        || sentence(&["in", "an", "emergency"])
        || recurs
            && (has(&["this", "week"])
                || has(&["today"])
                || has(&["tonight"])
                || has(&["tomorrow"])
                || has(&["this", "month"]))
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
    let subject = candidate.subject.text.to_lowercase();
    let scope = trailing(c, candidate.object.1, scene).or_else(|| leading(c, candidate.object.0, scene));
    if let Some(scope) = scope.filter(|s| !subject.contains(s.as_str())) {
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
