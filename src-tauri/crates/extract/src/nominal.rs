//! Readings from attribute templates: "the A of S is O", "S's A: O", "O is S's A", "S A O",
//! "S has an A of O". Which words name an attribute is [`crate::attribute`]'s.

use crate::attribute::{self, Attribute, Form};
use crate::candidate::{Candidate, ENOUGH, Relation, fit, is_figure};
use crate::fact::FoundOp;
use crate::gate::Cues;
use crate::lexicon::{Lexicon, RelationSpec};
use crate::measure;
use crate::pattern::skippable;
use crate::phrase::{self, is_boundary, is_code_like};
use crate::subject::{self, Class, Scene, Subject};
use crate::token::{Shape, Token};
use crate::value::{self, Read, ValueType};
use crate::verbal::{trailing_environment, verb_inside};
use crate::words;

/// A clause with what surrounds it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clause<'s, 'a> {
    pub lexicon: &'static Lexicon,
    pub tokens: &'s [Token<'a>],
    pub lo: usize,
    pub hi: usize,
    pub cues: Cues,
}

/// Adds the readings of copulas and equals signs in a clause.
pub(crate) fn copulas(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    for at in c.lo..c.hi {
        let token = &c.tokens[at];
        let compared = at > c.lo && c.tokens[at - 1].any(&["<", ">", "!", "="]);
        let equals = token.is_punct() && token.any(&["=", "→"]) && !compared;
        let be = token.verb.is_some_and(|v| v.lemma == "be" && (v.third || v.past))
            || token.is("be") && at > c.lo && c.tokens[at - 1].any(&["will", "'ll"]);
        if !(equals || be) || at == c.lo && !scene.is_talk() && scene.topic.is_none() {
            continue;
        }
        if token.is("'s") {
            let named = c.tokens[..c.hi].get(at + 1).is_some_and(|t| t.capital() || t.has_digit());
            if later_copula(c, at) || !(crate::sentence::clitic_is_verb(c.tokens, at) || named) {
                continue;
            }
        }
        if token.any(&["was", "were"]) {
            let event = (at + 1..c.hi).find(|&i| !skippable(&c.tokens[i]));
            if let Some(event) = event.filter(|&i| c.tokens[i].verb.is_some_and(|v| v.participle && !v.base)) {
                states(c, (c.lo, at), event, scene, out);
            }
            continue;
        }
        let mut right = at + 1;
        let mut negated = false;
        while right < c.hi
            && (skippable(&c.tokens[right]) || c.tokens[right].is_punct())
            && !c.tokens[right].any(&["no", "down", "back"])
        {
            negated |= c.tokens[right].any(&["not", "n't"]);
            right += 1;
        }
        if negated && !c.cues.ends {
            match (right..c.hi).find(|&i| c.tokens[i].is("but")) {
                Some(but) => right = but + 1,
                None => continue,
            }
        }
        if right >= c.hi {
            continue;
        }
        let before = out.len();
        reversed(c, (c.lo, at), right, scene, out);
        if out.len() == before {
            equation(c, (c.lo, at), right, scene, out);
        }
        states(c, (c.lo, at), right, scene, out);
        names(c, (c.lo, at), right, scene, out);
        settings(c, (c.lo, at), right, scene, out);
        described(c, (c.lo, at), right, scene, out);
        jobs(c, (c.lo, at), right, scene, out);
    }
}

/// "the repo lives at X", "the key sits in X": a verb of place before a known attribute's value.
pub(crate) fn placed(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    for at in c.lo + 1..c.hi {
        let place = c.tokens[at].verb.is_some_and(|v| v.third && matches!(v.lemma, "live" | "lie" | "sit" | "reside" | "point" | "go"))
            || c.tokens[at].any(&["located", "kept", "stored", "hosted"]) && c.tokens[at - 1].lemma_is("be");
        if !place || !c.tokens[..c.hi].get(at + 1).is_some_and(|t| t.any(&["at", "in", "on", "under", "to"])) {
            continue;
        }
        let left = if c.tokens[at - 1].lemma_is("be") { at - 1 } else { at };
        let Some(a) = attribute::read(c.lexicon, c.tokens, c.lo, left, scene).filter(|a| !a.known.is_empty()) else { continue };
        if let Some((relation, read, score)) = value_for(&a, c.tokens, at + 1, c.hi, scene).filter(|(r, read, _)| r.spec().is_some() && read.strong) {
            push(c, a.subject, relation, a.scope, read, score + 2, "attribute-placed", out);
        }
    }
}

fn later_copula(c: &Clause<'_, '_>, at: usize) -> bool {
    c.tokens[at + 1..c.hi].iter().any(|t| t.any(&["is", "are", "was", "were"]) || t.is("'s") || t.is("="))
}

#[allow(clippy::too_many_arguments, reason = "a reading has that many parts")]
fn push(c: &Clause<'_, '_>,
    subject: Subject,
    relation: Relation,
    scope: Option<String>,
    read: Read,
    score: i32,
    rule: &'static str,
    out: &mut Vec<Candidate>,
) {
    let scope = scope.or_else(|| trailing_environment(c.tokens, read.end, c.hi));
    let set_valued = relation.spec().is_some_and(RelationSpec::set_valued);
    out.push(Candidate {
        subject,
        relation,
        scope,
        object: (read.start, read.end),
        object_text: c.tokens[read.start..read.end]
            .iter()
            .all(|t| t.any(&["i", "me", "myself"]))
            .then(|| "user".to_owned()),
        op: if c.cues.ends { FoundOp::End } else { FoundOp::Assert },
        set_valued,
        score,
        rule,
        clause: (c.lo.min(read.start), c.hi),
    });
}

/// "a sticker under the router": a place runs on over its own qualifier.
fn place_end(tokens: &[Token<'_>], end: usize, hi: usize) -> usize {
    if !tokens[..hi].get(end).is_some_and(|t| t.any(&["under", "behind", "in", "on", "inside", "near", "beside", "above", "next", "below"])) || measure::date_end(tokens, end + 1, hi).is_some() {
        return end;
    }
    let to = phrase::noun_phrase_end(tokens, end + 1, hi);
    if to > end + 1 { to } else { end }
}

/// Whether a value that ends at `end` is not cut out of a longer phrase.
fn ends_well(tokens: &[Token<'_>], end: usize, hi: usize) -> bool {
    tokens[..hi].get(end).is_none_or(|t| {
        !t.is_content()
            || is_boundary(t)
            || words::is_determiner(&t.lower)
            || words::is_possessive(&t.lower)
            || measure::date_end(tokens, end, hi).is_some()
            || t.any(&["each", "max", "min"])
    })
}

/// The best relation and value for an attribute whose value begins at `at`.
pub(crate) fn value_for(
    a: &Attribute,
    tokens: &[Token<'_>],
    at: usize,
    hi: usize,
    scene: &Scene<'_>,
) -> Option<(Relation, Read, i32)> {
    let base = match (a.form, a.owned) {
        (Form::Clear, _) => 9,
        (Form::Compound, _) => 7,
        (Form::Bare, true) => 6,
        (Form::Bare, false) => 4,
    };
    let leads = tokens[..hi].get(at).is_some_and(|t| {
        t.any(&["in", "on", "at", "with", "from", "of", "to", "by", "under", "for", "inside", "behind", "near", "above", "below", "beside", "outside"])
    });
    let starts = [at, at + usize::from(leads)];
    let mut best: Option<(Relation, Read, i32)> = None;
    for &spec in &a.known {
        for &start in &starts[..1 + usize::from(starts[1] != at)] {
            let Some(read) = value::read(spec.value_type, tokens, start, hi) else { continue };
            let text = phrase::written(scene.text, tokens, read.start, read.end).0;
            if spec.name == "secret_location" && !a.phrase.contains("location") && start == at {
                continue;
            }
            let mut read = read;
            if matches!(spec.name, "secret_location" | "location") && !tokens[read.start].capital() {
                read.end = place_end(tokens, read.end, hi);
            }
            let code = spec.value_type == ValueType::Text && is_code_like(&tokens[read.start]);
            read.strong |= code;
            if !plausible(spec, tokens, read) || vacuous(tokens, read) {
                continue;
            }
            let mut score = base + fit(spec, &a.subject, read, text, 0);
            if !ends_well(tokens, read.end, hi) {
                score -= 5;
            }
            if spec.value_type == ValueType::Text
                && tokens[read.start].verb.is_some_and(|v| v.participle && !v.base)
                && start == at
            {
                score -= 6;
            }
            if best.as_ref().is_none_or(|(_, _, s)| score > *s) {
                best = Some((Relation::Known(spec), read, score));
            }
        }
    }
    if best.as_ref().is_some_and(|(_, _, score)| *score >= ENOUGH) {
        return best;
    }
    // "the dinner is at 8" tells no attribute "dinner".
    if a.form == Form::Bare && a.known.is_empty() && leads {
        return None;
    }
    let open = open_value(tokens, starts[1], hi)?;
    let score = if open.strong { base + 2 } else { base - 2 };
    // A known noun with a value of another kind is a relation of its own, and unsure.
    let score = if a.known.is_empty() { score } else { score.min(5) };
    Some((a.open(), open, score))
}

/// "a different one", "no longer", "the same": says nothing that can be kept.
fn vacuous(tokens: &[Token<'_>], read: Read) -> bool {
    let words = &tokens[read.start..read.end];
    words[0].any(&[
        "different",
        "same",
        "similar",
        "no",
        "not",
        "what",
        "unknown",
        "unclear",
        "tbd",
        "yes",
        "nothing",
        "another",
        "fine",
        "good",
        "bad",
        "great",
        "ok",
        "okay",
        "better",
        "worse",
        "wrong",
        "right",
        "true",
        "false",
        "gone",
        "here",
        "ready",
        "quiet",
        "awful",
        "nice",
        "important",
        "possible",
        "easy",
        "hard",
        "enough",
        "late",
        "early", "next", "near", "close", "about", "full", "empty"]) && !words[0].capital()
        || words.iter().any(|t| t.any(&["one", "ones"]) && words.len() > 1)
}

fn plausible(spec: &RelationSpec, tokens: &[Token<'_>], read: Read) -> bool {
    let first = &tokens[read.start];
    match spec.value_type {
        ValueType::Enum => {
            first.verb.is_none_or(|v| v.participle || v.gerund || v.base || v.third)
                && !words::is_possessive(&first.lower)
        }
        _ if !read.strong
            && !is_figure(spec.value_type)
            && first.verb.is_some_and(|v| (v.participle || v.gerund) && !v.base) =>
        {
            false
        }
        ValueType::Text
        | ValueType::Product
        | ValueType::Place
        | ValueType::Organisation
        | ValueType::Team => read.end - read.start <= 7,
        _ => true,
    }
}

/// The value of an open relation: a figure, a name, code, or a short noun phrase.
fn open_value(tokens: &[Token<'_>], at: usize, hi: usize) -> Option<Read> {
    let scalar =
        value::read(ValueType::Scalar, tokens, at, hi).filter(|r| r.strong && ends_well(tokens, r.end, hi));
    if let Some(date) = value::read(ValueType::Date, tokens, at, hi).filter(|r| r.end > r.start) {
        return Some(date);
    }
    if let Some(read) = scalar {
        return Some(read);
    }
    let name = value::read(ValueType::Organisation, tokens, at, hi).filter(|r| r.strong);
    if let Some(read) = name.filter(|r| ends_well(tokens, r.end, hi)) {
        return Some(read);
    }
    let read = value::read(ValueType::Text, tokens, at, hi)?;
    let article = tokens[..hi].get(at).is_some_and(|t| words::is_determiner(&t.lower));
    let first = &tokens[read.start];
    let nominal = first.verb.is_none_or(|v| v.base && !v.past) && !words::is_adverb(&first.lower);
    (read.end - read.start <= 4 && nominal && ends_well(tokens, read.end, hi))
        .then_some(Read { strong: article, ..read })
}

/// "the A of S is O".
fn equation(
    c: &Clause<'_, '_>,
    left: (usize, usize),
    right: usize,
    scene: &Scene<'_>,
    out: &mut Vec<Candidate>,
) {
    let Some(a) = attribute::read(c.lexicon, c.tokens, left.0, left.1, scene) else { return };
    if a.form == Form::Bare && a.known.is_empty() && a.subject.class == Class::Person && !scene.is_talk() {
        return;
    }
    let bare_open = a.form == Form::Bare && a.known.is_empty();
    let dated = c.tokens[left.0..left.1].iter().any(|t| t.any(&["last", "next", "first"]));
    if dated && a.form == Form::Compound || a.phrase.starts_with("last ") || a.phrase.starts_with("next ") && a.known.is_empty() {
        return;
    }
    if a.form != Form::Clear && let Some((subject, relation, read, score)) = typed(c, left, right, scene).filter(|(_, r, ..)| matches!(r.name(), "color" | "made_of")) {
        push(c, subject, relation, a.scope, read, score + 2, "copula-typed", out);
        return;
    }
    if bare_open && let Some((subject, relation, read, score)) = typed(c, left, right, scene) {
        push(c, subject, relation, a.scope, read, score, "copula-typed", out);
        return;
    }
    if let Some((relation, read, score)) = value_for(&a, c.tokens, right, c.hi, scene) {
        if bare_open && !read.strong {
            return;
        }
        // "search is blocked by X": a verb phrase, not a value.
        let first = &c.tokens[read.start];
        if vacuous(c.tokens, read) {
            return;
        }
        if relation.spec().is_none() && first.verb.is_some_and(|v| v.gerund || v.participle && !v.base) {
            return;
        }
        push(c, a.subject, relation, a.scope, read, score, "attribute", out);
    }
}

/// "O is S's A", "O is the A of S", "O is A of S".
fn reversed(
    c: &Clause<'_, '_>,
    left: (usize, usize),
    right: usize,
    scene: &Scene<'_>,
    out: &mut Vec<Candidate>,
) {
    let cleaned = subject::clean(c.tokens, left.0, left.1);
    if cleaned.lo >= cleaned.hi || verb_inside(c.tokens, cleaned.lo, cleaned.hi) {
        return;
    }
    let mut end = c.hi;
    if let Some(stop) = (right..c.hi).find(|&i| {
        measure::date_end(c.tokens, i, c.hi).is_some()
            || c.tokens[i].any(&["since", "from", "until", "while", "now", "as"])
    }) {
        end = stop;
    }
    let Some(a) = attribute::read(c.lexicon, c.tokens, right, end, scene) else { return };
    let Some(&spec) = a.known.iter().find(|s| {
        matches!(
            s.value_type,
            ValueType::Person
                | ValueType::Organisation
                | ValueType::Place
                | ValueType::Product
                | ValueType::Text
        )
    }) else {
        return;
    };
    let article = c.tokens[right].any(&["the", "my", "our", "his", "her", "their", "its"])
        || c.tokens[right + 1..end].iter().any(|t| t.is("'s") || t.any(&["of", "for"]));
    let bare_role = a.form == Form::Bare && spec.scoped_by("role");
    if !(article || bare_role) {
        return;
    }
    let Some(read) =
        value::read(spec.value_type, c.tokens, cleaned.lo, cleaned.hi).filter(|r| r.end == cleaned.hi)
    else {
        return;
    };
    if !read.strong || !(c.tokens[read.start].capital() || c.tokens[read.start].shape == Shape::Hole) {
        return;
    }
    let text = phrase::written(scene.text, c.tokens, read.start, read.end).0;
    let score = 7 + fit(spec, &a.subject, read, text, 0);
    push(c, a.subject, Relation::Known(spec), a.scope, read, score, "attribute-reversed", out);
}

pub(crate) fn is_status(word: &str) -> bool {
    matches!(
        word,
        "done"
            | "blocked"
            | "merged"
            | "closed"
            | "open"
            | "paused"
            | "live"
            | "down"
            | "up"
            | "retired"
            | "frozen"
            | "shipped"
            | "off"
            | "on"
            | "enabled"
            | "disabled"
            | "finished"
            | "cancelled"
            | "canceled"
            | "fixed"
            | "archived"
            | "decommissioned"
            | "complete"
            | "completed"
            | "ready"
            | "released"
            | "deployed"
            | "suspended"
            | "offline"
            | "online"
            | "active"
            | "inactive"
            | "obsolete"
            | "stalled"
            | "resolved"
            | "unblocked"
            | "postponed"
            | "approved"
            | "rejected"
            | "in progress"
            | "in review"
            | "on hold"
            | "switched off"
            | "switched on"
            | "turned off"
            | "turned on"
            | "shut down"
            | "in beta"
            | "in production"
            | "under review"
            | "in testing"
            | "in qa"
    )
}

/// "S is done", "S done": a status word.
fn states(
    c: &Clause<'_, '_>,
    left: (usize, usize),
    right: usize,
    scene: &Scene<'_>,
    out: &mut Vec<Candidate>,
) {
    let Some(read) = value::read(ValueType::Enum, c.tokens, right, c.hi) else { return };
    let words: Vec<&str> = c.tokens[read.start..read.end].iter().map(|t| t.lower.as_str()).collect();
    let word = words.join(" ");
    let cleaned = subject::clean(c.tokens, left.0, left.1);
    if cleaned.lo >= cleaned.hi || verb_inside(c.tokens, cleaned.lo, cleaned.hi) {
        return;
    }
    let Some(subject) = subject::resolve(c.tokens, cleaned.lo, cleaned.hi, scene) else { return };
    let person = matches!(subject.class, Class::Person)
        || subject.class == Class::Name && c.tokens[cleaned.lo].capital();
    let single = words.first().copied().unwrap_or("");
    let presence = matches!(single, "in" | "out" | "away" | "back" | "off");
    let followed = c.tokens[..c.hi]
        .get(read.start + 1)
        .is_some_and(|t| t.is_content() && !is_boundary(t) && !words::is_determiner(&t.lower));
    let place =
        c.tokens[..c.hi].get(read.start + 1).is_some_and(|t| words::is_determiner(&t.lower) || t.capital());
    if person
        && presence
        && !followed
        && !(single == "in" && place)
        && !c.tokens[..c.hi].get(read.start + 1).is_some_and(|t| t.is("of"))
    {
        if let Some(spec) = c.lexicon.get("availability") {
            let one = Read { start: read.start, end: read.start + 1, strong: true };
            push(c, subject, Relation::Known(spec), cleaned.environment, one, 10, "presence", out);
        }
        return;
    }
    if !is_status(&word) || subject.class == Class::Person || !ends_well(c.tokens, read.end, c.hi) {
        return;
    }
    if c.tokens[..c.hi].get(read.end).is_some_and(|t| t.is("with") || matches!(single, "on" | "off" | "up" | "down" | "live") && (t.has_digit() || t.capital() || words::is_determiner(&t.lower) || words::is_weekday(&t.lower))) {
        return;
    }
    // "is blocked by X", "is open until 7" say something else.
    if c.tokens[..c.hi].get(read.end).is_some_and(|t| t.any(&["by", "to", "until", "til", "till", "from"]))
        || single == "up" && followed
        || single == "down" && c.tokens[..c.hi].get(read.end).is_some_and(|t| t.is("to"))
    {
        return;
    }
    if let Some(spec) = c.lexicon.get("status") {
        push(
            c,
            subject,
            Relation::Known(spec),
            cleaned.environment,
            Read { strong: true, ..read },
            9,
            "status",
            out,
        );
    }
}

/// Nouns for things of code, whose name is a value.
pub(crate) fn is_code_noun(word: &str) -> bool {
    matches!(
        word,
        "function"
            | "method"
            | "class"
            | "struct"
            | "variable"
            | "constant"
            | "column"
            | "field"
            | "table"
            | "view"
            | "hook"
            | "helper"
            | "module"
            | "package"
            | "component"
            | "target"
            | "type"
            | "signal"
            | "object"
            | "subcommand"
            | "command"
            | "decorator"
            | "interface"
            | "protocol"
            | "enum"
            | "trait"
            | "macro"
            | "endpoint"
            | "flag"
            | "script"
            | "service"
            | "model"
            | "property"
            | "attribute"
            | "annotation"
            | "event"
            | "exception"
            | "job"
            | "task"
            | "test"
            | "fixture"
            | "namespace"
            | "branch"
            | "index"
            | "trigger"
            | "procedure"
            | "template"
            | "widget"
            | "parameter"
            | "header"
            | "key"
            | "option"
            | "crate"
            | "library"
            | "mixin"
            | "middleware"
            | "handler"
            | "queue"
            | "topic"
            | "stage"
            | "workflow"
            | "selector"
            | "store"
            | "route"
            | "schema"
            | "migration"
            | "delegate"
            | "callback"
            | "predicate"
            | "getter"
            | "setter"
            | "alias"
            | "label"
            | "role"
    )
}

/// "the function that validates tokens is check_token": a description and its name.
fn names(
    c: &Clause<'_, '_>,
    left: (usize, usize),
    right: usize,
    scene: &Scene<'_>,
    out: &mut Vec<Candidate>,
) {
    let mut lo = left.0;
    while lo < left.1 && (c.tokens[lo].is_punct() || words::is_filler(&c.tokens[lo].lower)) {
        lo += 1;
    }
    let cleaned = subject::clean(c.tokens, lo, left.1);
    let (lo, hi) = (cleaned.lo, cleaned.hi);
    if hi < lo + 2
        || !(words::is_determiner(&c.tokens[lo].lower) || words::is_possessive(&c.tokens[lo].lower))
        || verb_inside(c.tokens, lo, hi)
    {
        return;
    }
    let head_end = (lo + 1..hi)
        .find(|&i| {
            is_boundary(&c.tokens[i])
                || c.tokens[i].verb.is_some_and(|v| (v.participle || v.gerund) && !v.base) && i > lo + 1
        })
        .unwrap_or(hi);
    let code = c.tokens[lo + 1..head_end]
        .iter()
        .rev()
        .find(|t| t.shape == Shape::Word)
        .is_some_and(|t| is_code_noun(&t.lower) || is_code_noun(&words::singular(&t.lower)));
    let mut value = right;
    while value < c.hi && words::is_determiner(&c.tokens[value].lower) {
        value += 1;
    }
    let Some(token) = c.tokens[..c.hi].get(value) else { return };
    let hole = token.shape == Shape::Hole;
    let described = hi > head_end;
    let known_head = attribute::read(c.lexicon, c.tokens, lo, hi, scene).is_some_and(|a| !a.known.is_empty());
    let single = value + 1 == c.hi || ends_well(c.tokens, value + 1, c.hi);
    let figure = measure::measure(c.tokens, value, c.hi).is_some();
    let named = is_code_like(token)
        || matches!(token.shape, Shape::Quoted | Shape::Code)
        || token.capital() && value + 1 == c.hi
        || (code && value + 1 == c.hi);
    if !(single && (named || hole) && !figure && (!known_head && (code || described) || hole))
        || (is_boundary(token) && !hole)
    {
        return;
    }
    let Some(mut subject) = subject::resolve(c.tokens, lo, hi, scene) else { return };
    if let Some((a, b)) = cleaned.container {
        let (container, _) = phrase::written(scene.text, c.tokens, a, b);
        subject.text = format!("{} in {container}", subject.text);
    }
    if token.verb.is_some_and(|v| v.participle && !v.base) && !described {
        return;
    }
    let score = 6 + i32::from(described) * 3 + i32::from(code) * 2;
    if let Some(spec) = c.lexicon.get("name") {
        push(
            c,
            subject,
            Relation::Known(spec),
            None,
            Read { start: value, end: value + 1, strong: true },
            score,
            "definition",
            out,
        );
    }
}

pub(crate) fn is_job(word: &str) -> bool {
    matches!(
        word,
        "analyst"
            | "nurse"
            | "chef"
            | "cook"
            | "baker"
            | "pilot"
            | "dentist"
            | "vet"
            | "student"
            | "intern"
            | "architect"
            | "consultant"
            | "accountant"
            | "lawyer"
            | "judge"
            | "lead"
            | "cto"
            | "ceo"
            | "cfo"
            | "professor"
            | "scientist"
            | "freelancer"
            | "paramedic"
            | "mechanic"
            | "electrician"
            | "technician"
            | "librarian"
            | "musician"
            | "physician"
            | "assistant"
            | "apprentice"
            | "postdoc"
            | "researcher"
            | "specialist"
            | "founder"
            | "clerk"
            | "agent"
            | "dev"
            | "sre"
            | "pm"
            | "director"
            | "principal"
            | "officer"
            | "coach"
            | "tutor"
            | "trainee"
    ) || (word.len() > 5
        && ["er", "or", "ist", "ian", "eur"].iter().any(|end| word.ends_with(end))
        && !matches!(
            word,
            "number"
                | "member"
                | "winner"
                | "loser"
                | "morning"
                | "summer"
                | "winter"
                | "sister"
                | "brother"
                | "mother"
                | "father"
                | "daughter"
                | "lover"
                | "sufferer"
                | "stranger"
                | "vegetarian"
                | "father-in-law"
                | "smoker"
                | "beginner"
                | "newcomer"
                | "matter"
                | "bother"
                | "outsider"
                | "partner"
                | "color"
                | "error"
                | "monster"
                | "earlier"
                | "further"
                | "consumer"
                | "user"
                | "customer"
                | "order"
                | "paper"
                | "server"
                | "buffer"
                | "cluster"
                | "corner"
                | "letter"
                | "answer"
                | "offer"
                | "power"
                | "layer"
                | "another"
                | "eager"
                | "better"
                | "bigger"
                | "other"
        ))
}

/// "default_locale is pt-PT": an identifier and its value.
fn settings(c: &Clause<'_, '_>, left: (usize, usize), right: usize, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    let cleaned = subject::clean(c.tokens, left.0, left.1);
    if cleaned.hi != cleaned.lo + 1 {
        return;
    }
    let token = &c.tokens[cleaned.lo];
    let setting = token.text.contains('_') && token.text.len() > 2 && !token.text.contains('/');
    let Some(read) = value::read(ValueType::Scalar, c.tokens, right, c.hi).filter(|r| ends_well(c.tokens, r.end, c.hi)) else { return };
    let value = &c.tokens[read.start];
    let plain = value.verb.is_none_or(|v| v.base && !v.participle) && !value.any(&["a", "the", "gone", "not"]);
    if !setting || !plain || read.end - read.start > 2 {
        return;
    }
    if let Some(spec) = c.lexicon.get("setting")
        && let Some(subject) = subject::resolve(c.tokens, cleaned.lo, cleaned.hi, scene)
    {
        push(c, subject, Relation::Known(spec), cleaned.environment, read, 10, "setting", out);
    }
}

/// "the largest batch accepted by /ingest is 1000": a described thing and its figure.
fn described(c: &Clause<'_, '_>, left: (usize, usize), right: usize, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    let cleaned = subject::clean(c.tokens, left.0, left.1);
    let (lo, hi) = (cleaned.lo, cleaned.hi);
    if hi < lo + 4 || !c.tokens[lo].is("the") || verb_inside(c.tokens, lo, hi) {
        return;
    }
    let modified = c.tokens[lo + 2..hi].iter().any(|t| t.verb.is_some_and(|v| v.participle && !v.base) || t.any(&["that", "which"]));
    // A figure, or after a relative clause a name or a noun phrase.
    let relative = (lo + 2..hi).any(|i| c.tokens[i].any(&["that", "which", "where", "who"]));
    let figure = value::read(ValueType::Quantity, c.tokens, right, c.hi);
    let (name, read) = match (figure, relative) {
        (Some(read), _) if modified => ("value", Some(read)),
        (None, true) => ("name", value::read(ValueType::Text, c.tokens, right, c.hi).filter(|r| {
            r.end - r.start <= 8 && c.tokens[r.start].verb.is_none_or(|v| v.base || c.tokens[r.start].capital()) && !vacuous(c.tokens, *r)
        })),
        _ => return,
    };
    let Some(read) = read else { return };
    let tail = c.hi - read.end <= 1 || ends_well(c.tokens, read.end, c.hi);
    if !tail {
        return;
    }
    if let Some(subject) = subject::resolve(c.tokens, lo, hi, scene) {
        let relation = c.lexicon.get(name).map_or_else(|| Relation::Open(name.to_owned()), Relation::Known);
        push(c, subject, relation, None, read, 8, "described", out);
    }
}

/// "I'm a product analyst at Vireo".
fn jobs(c: &Clause<'_, '_>, left: (usize, usize), right: usize, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    let article = c.tokens[right].any(&["a", "an", "the"]);
    if !article {
        return;
    }
    let end = phrase::noun_phrase_end(c.tokens, right, c.hi);
    if end <= right + 1 || end - right > 5 || !is_job(&c.tokens[end - 1].lower) {
        return;
    }
    let cleaned = subject::clean(c.tokens, left.0, left.1);
    if cleaned.lo >= cleaned.hi {
        return;
    }
    let Some(subject) = subject::resolve(c.tokens, cleaned.lo, cleaned.hi, scene) else { return };
    if !matches!(subject.class, Class::Person | Class::Name) {
        return;
    }
    let Some(spec) = c.lexicon.get("job_title") else { return };
    let read = Read { start: right + 1, end, strong: true };
    push(c, subject.clone(), Relation::Known(spec), None, read, 10, "job", out);
    employer_after(c, subject, end, scene, out);
}

/// "… at Vireo", "… as a data engineer" after a job.
pub(crate) fn employer_after(
    c: &Clause<'_, '_>,
    subject: Subject,
    at: usize,
    _scene: &Scene<'_>,
    out: &mut Vec<Candidate>,
) {
    if !c.tokens[..c.hi].get(at).is_some_and(|t| t.any(&["at", "for", "with"])) {
        return;
    }
    let Some(read) = value::read(ValueType::Organisation, c.tokens, at + 1, c.hi).filter(|r| r.strong) else {
        return;
    };
    if let Some(spec) = c.lexicon.get("works_at") {
        push(c, subject, Relation::Known(spec), None, read, 10, "job-employer", out);
    }
}

/// "L: O", where `label` is what stands before the colon.
pub(crate) fn labelled(c: &Clause<'_, '_>, label: (usize, usize), scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    // "CFO: just so you know", "Legal: no exceptions": somebody speaks.
    let first = &c.tokens[c.lo];
    let order = first.verb.is_some_and(|v| v.base && !v.participle) && c.hi - c.lo > 1 && !has_clause(c, c.lo) && first.shape == Shape::Word;
    if first.any(&["no", "not", "just", "fyi", "btw", "yes", "please", "hi", "hello", "ok", "okay", "sure"]) && c.hi - c.lo > 1 || first.any(&["fyi", "btw"]) || order {
        return;
    }
    // "elected as treasurer of the council: …" names the role after "as".
    let from = (label.0..label.1).find(|&i| c.tokens[i].is("as") && i > label.0 && c.tokens[label.0].verb.is_some_and(|v| v.participle));
    let label = (from.map_or(label.0, |i| i + 1), label.1);
    let mut lo = c.lo;
    while lo < c.hi && (words::is_filler(&c.tokens[lo].lower) || c.tokens[lo].any(&["now"])) && lo + 1 < c.hi
    {
        lo += 1;
    }
    if let Some(a) = attribute::read(c.lexicon, c.tokens, label.0, label.1, scene)
        && let Some((relation, read, mut score)) = value_for(&a, c.tokens, lo, c.hi, scene)
    {
        let mut read = read;
        if extends(c, &relation, read, lo) {
            read = Read { end: c.hi, ..read };
        }
        let open = relation.spec().is_none();
        let whole = read.end == c.hi || ends_well(c.tokens, read.end, c.hi);
        if open && a.form == Form::Bare {
            score = if whole { score.max(6) } else { 0 };
        }
        if let Some((subject, relation, read, score)) =
            typed(c, label, lo, scene).filter(|_| open && a.form != Form::Clear && !is_due(c.tokens, label))
        {
            push(c, subject, relation, None, read, score, "label-typed", out);
        } else if !has_clause(c, lo) || relation.spec().is_some() && read.strong && read.end == c.hi {
            push(c, a.subject, relation, a.scope, read, score + 1, "label", out);
        }
        return;
    }
    if let Some((subject, relation, read, score)) = typed(c, label, lo, scene) {
        push(c, subject, relation, None, read, score, "label-typed", out);
    }
}

/// A label's free text runs to the end of its segment.
fn extends(c: &Clause<'_, '_>, relation: &Relation, read: Read, lo: usize) -> bool {
    let free = relation.spec().is_none_or(|s| matches!(s.value_type, ValueType::Text | ValueType::Identifier) && s.name != "location");
    let rest = c.tokens.get(read.end..c.hi).unwrap_or_default();
    let titled = rest.iter().all(|t| t.capital() || t.any(&["and", "of", "the", "&"]));
    let qualified = rest.first().is_some_and(|t| t.any(&["in", "on", "of", "for", "with", "under"])) && measure::date_end(c.tokens, read.end + 1, c.hi).is_none();
    let tail = rest.iter().any(|t| t.any(&["since", "until", "from", "now", "too"]));
    free && !rest.is_empty() && rest.len() <= 6 && !has_clause(c, lo) && !tail && (titled && c.tokens[read.start].capital() || qualified && !read.strong)
}

fn is_due(tokens: &[Token<'_>], label: (usize, usize)) -> bool {
    tokens[label.0..label.1].iter().any(|t| t.any(&["next", "last", "due", "first", "date", "day"]))
}

fn has_clause(c: &Clause<'_, '_>, lo: usize) -> bool {
    (lo..c.hi).any(|i| {
        let t = &c.tokens[i];
        let before = i.checked_sub(1).filter(|b| *b >= lo).map(|b| &c.tokens[b]);
        let counted = before.is_some_and(|b| b.has_digit() || words::is_determiner(&b.lower) || words::number_word(&b.lower).is_some());
        t.verb.is_some_and(|v| v.lemma == "be" || v.third && !counted) || t.any(&["i", "we", "he", "she", "it", "they"])
    })
}

/// A value whose type alone tells the relation of the thing before it.
pub(crate) fn typed(
    c: &Clause<'_, '_>,
    label: (usize, usize),
    lo: usize,
    scene: &Scene<'_>,
) -> Option<(Subject, Relation, Read, i32)> {
    let cleaned = subject::clean(c.tokens, label.0, label.1);
    if cleaned.lo >= cleaned.hi
        || verb_inside(c.tokens, cleaned.lo, cleaned.hi)
        || cleaned.hi - cleaned.lo > 5
    {
        return None;
    }
    let subject = subject::resolve(c.tokens, cleaned.lo, cleaned.hi, scene)?;
    if subject.class == Class::Person {
        return None;
    }
    let event = subject.class == Class::Event;
    let tests: &[(&str, ValueType)] = &[
        ("email", ValueType::Email),
        ("url", ValueType::Url),
        ("path", ValueType::Path),
        ("ip_address", ValueType::Ip),
        ("region", ValueType::Region),
        ("price", ValueType::Money),
        ("event_date", ValueType::Date),
        ("schedule", ValueType::Schedule),
        ("rate_limit", ValueType::Rate),
    ];
    let graded = c.tokens[cleaned.lo..cleaned.hi].iter().any(|t| t.any(&["tier", "level", "plan", "medal", "rank", "class", "grade", "card", "status", "team"]));
    let of_kind = |kind: &'static str, name: &str| -> Option<(Subject, Relation, Read, i32)> {
        let from = lo + usize::from(c.tokens[..c.hi].get(lo).is_some_and(|t| words::is_determiner(&t.lower)));
        let token = c.tokens[..c.hi].get(from)?;
        let ends = ends_well(c.tokens, from + 1, c.hi)
            || c.tokens[..c.hi].get(from + 1).is_some_and(|t| t.is("one"));
        let spec = c.lexicon.get(name).filter(|_| !graded && crate::gazetteer::is(kind, &token.lower) && ends)?;
        Some((subject.clone(), Relation::Known(spec), Read { start: from, end: from + 1, strong: true }, 8))
    };
    if let Some(found) = of_kind("color", "color").or_else(|| of_kind("material", "made_of")) {
        return Some(found);
    }
    let lo = lo + usize::from(c.tokens[..c.hi].get(lo).is_some_and(|t| t.any(&["on", "at", "in"])));
    for (name, kind) in tests {
        let Some(read) = value::read(*kind, c.tokens, lo, c.hi)
            .filter(|r| r.strong || *kind == ValueType::Money && is_price(c, r.end))
        else {
            continue;
        };
        let weekday = words::is_weekday(&c.tokens[read.start].lower);
        let name = match *name {
            "event_date" if weekday && !c.tokens[read.start..read.end].iter().any(Token::has_digit) => {
                "schedule"
            }
            "event_date" if !event => continue,
            "schedule" if event && c.tokens[read.start..read.end].iter().all(|t| t.text.contains(':')) => {
                "event_time"
            }
            name => name,
        };
        let spec = c.lexicon.get(name)?;
        return Some((subject, Relation::Known(spec), read, 8));
    }
    None
}

/// "95 a night", "54 per quarter".
fn is_price(c: &Clause<'_, '_>, end: usize) -> bool {
    c.tokens[..c.hi].get(end).is_some_and(|t| t.any(&["a", "per", "each"]))
        && c.tokens[..c.hi].get(end + 1).is_some_and(|t| {
            t.any(&[
                "night", "month", "year", "week", "quarter", "day", "hour", "person", "seat", "user", "kilo",
                "head", "term",
            ])
        })
}

/// "timeout 2500 ms", "OS Ubuntu 24.04", "heap size 4g for the indexer": a noun right before its
/// value.
pub(crate) fn juxtaposed(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    if (c.lo..c.hi).any(|i| {
        c.tokens[i].verb.is_some_and(|v| v.lemma == "be" && (v.third || v.past)) && !c.tokens[i].is("'s")
    }) {
        return;
    }
    for start in c.lo..c.hi {
        if start != c.lo && is_boundary(&c.tokens[start])
            || !matches!(c.tokens[start].shape, Shape::Word | Shape::Solid)
        {
            continue;
        }
        for end in (start + 1..c.hi.min(start + 4)).rev() {
            let known = attribute_words(c, start, end);
            if known.is_empty() {
                continue;
            }
            if start > c.lo
                && (verb_inside(c.tokens, c.lo, start)
                    || c.tokens[c.lo..start].iter().any(|t| {
                        t.verb.is_some_and(|v| v.third || v.past || v.base && v.lemma.len() > 3)
                            || is_boundary(t) && !t.any(&["of", "for", "and", "the", "now", "with"])
                    }))
            {
                continue;
            }
            let mut from = end;
            if c.tokens[..c.hi].get(from).is_some_and(|t| t.any(&["of", "at", "to", "now", "is"])) {
                from += 1;
            }
            for spec in known {
                let Some(read) = value::read(spec.value_type, c.tokens, from, c.hi) else { continue };
                let whole = ends_well(c.tokens, read.end, c.hi);
                let weak_ok = !read.strong
                    && read.end == c.hi
                    && read.end - read.start <= 2
                    && start == c.lo
                    && (scene.topic.is_some() || scene.running.is_some());
                let told = is_figure(spec.value_type) || c.tokens[read.start].capital() || is_code_like(&c.tokens[read.start]) || matches!(c.tokens[read.start].shape, Shape::Quoted | Shape::Solid | Shape::Hole);
                if !told && !weak_ok && !crate::gazetteer::is("color", &c.tokens[read.start].lower) {
                    continue;
                }
                if read.start != from && !c.tokens[from].any(&["a", "an", "the", "about", "up"])
                    || !whole
                    || !(read.strong || weak_ok)
                {
                    continue;
                }
                let Some((subject, scope)) = owner(c, (start, end), read.end, Some(spec), scene) else { continue };
                let text = phrase::written(scene.text, c.tokens, read.start, read.end).0;
                let figure = is_figure(spec.value_type);
                let score = 3 + fit(spec, &subject, read, text, 0) + i32::from(figure) * 2;
                push(c, subject, Relation::Known(spec), scope, read, score, "juxtaposed", out);
            }
            break;
        }
    }
    open_juxtaposed(c, scene, out);
}

fn attribute_words(c: &Clause<'_, '_>, start: usize, end: usize) -> Vec<&'static RelationSpec> {
    let mut phrase = String::new();
    for t in &c.tokens[start..end] {
        if t.shape != Shape::Word && !t.has_digit() || t.is_punct() {
            return Vec::new();
        }
        if !phrase.is_empty() {
            phrase.push(' ');
        }
        phrase.push_str(&t.lower);
    }
    let found = c.lexicon.alias(&phrase);
    if found.is_empty() && phrase.ends_with('s') { c.lexicon.alias(&words::singular(&phrase)) } else { found }
}

/// Whose attribute it is: the words before it, or a phrase after the value.
fn owner(c: &Clause<'_, '_>, (start, end): (usize, usize), after: usize, spec: Option<&'static RelationSpec>, scene: &Scene<'_>) -> Option<(Subject, Option<String>)> {
    let phrase = c.tokens[start..end].iter().map(|t| t.lower.as_str()).collect::<Vec<_>>().join(" ");
    let missing = || attribute::unowned(spec, false, &phrase, scene).0;
    let mut before = subject::clean(c.tokens, c.lo, start);
    while before.hi > before.lo
        && c.tokens[before.hi - 1].any(&["with", "of", "has", "have", "a", "an", "the", "'s", "for", "on"])
    {
        before.hi -= 1;
    }
    if before.lo < before.hi {
        if c.tokens[before.lo..before.hi].iter().all(|t| words::is_possessive(&t.lower)) {
            return Some((missing(), before.environment));
        }
        return subject::resolve(c.tokens, before.lo, before.hi, scene)
            .map(|s| (s, before.environment.clone()));
    }
    if c.tokens[..c.hi].get(after).is_some_and(|t| t.any(&["for", "on", "of", "in"])) {
        let end = phrase::noun_phrase_end(c.tokens, after + 1, c.hi);
        let noun = after
            + 1
            + usize::from(c.tokens[..c.hi].get(after + 1).is_some_and(|t| words::is_determiner(&t.lower)));
        if end > after + 1
            && !words::is_environment(&c.tokens[noun].lower)
            && measure::date_end(c.tokens, after + 1, c.hi).is_none()
        {
            return subject::resolve(c.tokens, after + 1, end, scene).map(|s| (s, None));
        }
    }
    Some((missing(), before.environment))
}

/// "Shoe size 43", "policy number AG-7719-K": a whole segment of nouns and one figure.
fn open_juxtaposed(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    let Some(last) = (c.lo + 1..c.hi).find(|&i| c.tokens[i].has_digit()) else { return };
    let nouns = &c.tokens[c.lo..last];
    let plain = nouns.iter().all(|t| {
        t.shape == Shape::Word
            && !is_boundary(t)
            && !words::is_determiner(&t.lower)
            && !words::is_filler(&t.lower)
            && !t.verb.is_some_and(|v| v.past || v.third || v.participle || v.gerund)
            && !words::is_month(&t.lower)
            && !words::is_weekday(&t.lower)
    });
    if !plain || nouns.len() > 3 || nouns.iter().skip(1).any(Token::capital) {
        return;
    }
    let imperative = nouns[0].verb.is_some_and(|v| v.base) && nouns.len() < 2;
    let Some(read) = value::read(ValueType::Scalar, c.tokens, last, c.hi).filter(|r| r.strong) else {
        return;
    };
    let tail_ok = c.hi - read.end <= 2
        && c.tokens[read.end..c.hi].iter().all(|t| t.shape == Shape::Word && t.verb.is_none());
    let listed = scene.topic.is_some() || scene.running.is_some() || nouns.len() >= 2;
    if imperative || !listed || !tail_ok || nouns[0].capital() && nouns.len() == 1 {
        return;
    }
    let mut phrase = String::new();
    for t in nouns {
        if !phrase.is_empty() {
            phrase.push(' ');
        }
        phrase.push_str(&t.lower);
    }
    if !c.lexicon.alias(&phrase).is_empty() {
        return;
    }
    let read = Read { end: c.hi, ..read };
    push(c, scene.missing(), Relation::Open(phrase), None, read, 6, "juxtaposed-open", out);
}

/// "with 200 GB of disk": a figure, then what it measures.
pub(crate) fn measured(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    for at in c.lo..c.hi {
        let Some(m) = measure::measure(c.tokens, at, c.hi).filter(|m| m.unit != measure::Unit::None) else { continue };
        if !c.tokens[..c.hi].get(m.end).is_some_and(|t| t.is("of")) {
            continue;
        }
        let end = (m.end + 1..c.hi.min(m.end + 4)).rev().find(|&e| !attribute_words(c, m.end + 1, e + 1).is_empty());
        let Some(end) = end.map(|e| e + 1) else { continue };
        let with = at > c.lo && c.tokens[at - 1].any(&["with", "has", "have", "get", "gets"]);
        let head = (c.lo..at).find(|&i| c.tokens[i].lemma_is("be") || c.tokens[i].verb.is_some_and(|v| v.third));
        let Some(verb) = head.filter(|_| with) else { continue };
        let cleaned = subject::clean(c.tokens, c.lo, verb);
        if cleaned.lo >= cleaned.hi || verb_inside(c.tokens, cleaned.lo, cleaned.hi) {
            continue;
        }
        let Some(owner) = subject::resolve(c.tokens, cleaned.lo, cleaned.hi, scene) else { continue };
        for spec in attribute_words(c, m.end + 1, end) {
            let Some(read) = value::read(spec.value_type, c.tokens, at, c.hi).filter(|r| r.strong && r.end == m.end) else { continue };
            push(c, owner.clone(), Relation::Known(spec), cleaned.environment.clone(), read, 10, "measured", out);
        }
    }
}

/// "S has an A of O", "S has N things", "there are N things in S".
pub(crate) fn possessions(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    for at in c.lo..c.hi {
        let token = &c.tokens[at];
                let has = token.lemma_is("have") && !token.is("had") && !c.tokens[..c.hi].get(at + 1).is_some_and(|t| t.verb.is_some_and(|v| v.participle && !v.base));
        let there =
            token.lemma_is("be") && at > c.lo && c.tokens[at - 1].is("there") && !token.any(&["was", "were"]);
        if !(has || there) {
            continue;
        }
        let mut from = at + 1;
        while from < c.hi && skippable(&c.tokens[from]) {
            from += 1;
        }
        if has {
            an_attribute_of(c, at, from, scene, out);
        }
        let Some(m) =
            measure::measure(c.tokens, from, c.hi).filter(|m| m.unit == measure::Unit::None && m.whole)
        else {
            continue;
        };
        let noun_end = phrase::noun_phrase_end(c.tokens, m.end, c.hi);
        if noun_end == m.end || noun_end - m.end > 3 || c.tokens[m.end].any(&["of"]) {
            continue;
        }
        let unit = c.tokens[m.end..noun_end].iter().map(|t| t.lower.as_str()).collect::<Vec<_>>().join(" ");
        let subject = if has {
            let cleaned = subject::clean(c.tokens, c.lo, at);
            if verb_inside(c.tokens, cleaned.lo, cleaned.hi) {
                None
            } else {
                subject::resolve(c.tokens, cleaned.lo, cleaned.hi, scene)
            }
        } else if c.tokens[..c.hi].get(noun_end).is_some_and(|t| t.any(&["in", "on", "at"])) {
            let end = phrase::noun_phrase_end(c.tokens, noun_end + 1, c.hi);
            subject::resolve(c.tokens, noun_end + 1, end, scene).filter(|_| end > noun_end + 1)
        } else {
            None
        };
        let Some(subject) = subject else { continue };
        // People have sisters and ideas; counts are kept of things.
        if is_vague(&unit) {
            continue;
        }
        let kin = attribute_words(c, m.end, noun_end).into_iter().find(|s| s.set_valued() && s.value_type == ValueType::Person);
        if let Some(spec) = kin.filter(|_| has && subject.class == Class::Person) {
            named_members(c, subject, spec, noun_end, out);
            continue;
        }
        let name = if matches!(unit.as_str(), "employees" | "people" | "engineers" | "staff") {
            "headcount"
        } else {
            "quantity_of"
        };
        let Some(spec) = c.lexicon.get(name) else { continue };
        let scope = (name == "quantity_of").then(|| words::singular(&unit));
        push(
            c,
            subject,
            Relation::Known(spec),
            scope,
            Read { start: from, end: m.end, strong: true },
            7,
            "count",
            out,
        );
    }
}

/// "my personal best time of 25:50": an attribute with its figure, in passing.
pub(crate) fn in_passing(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    for at in c.lo..c.hi {
        if !c.tokens[at].any(&["my", "our"]) {
            continue;
        }
        let Some(of) = (at + 2..c.hi.min(at + 6)).find(|&i| c.tokens[i].is("of")) else { continue };
        let plain = c.tokens[at + 1..of].iter().all(|t| t.shape == Shape::Word && !is_boundary(t));
        let Some(read) = value::read(ValueType::Scalar, c.tokens, of + 1, c.hi).filter(|r| r.strong && c.tokens[r.start].has_digit()) else { continue };
        if !plain {
            continue;
        }
        let Some(a) = attribute::read(c.lexicon, c.tokens, at, of, scene) else { continue };
        let fits = a.known.iter().find_map(|s| value::read(s.value_type, c.tokens, of + 1, c.hi).filter(|r| r.strong || s.value_type == ValueType::Text).map(|r| (*s, r)));
        match fits {
            Some((spec, r)) => push(c, a.subject, Relation::Known(spec), a.scope, Read { strong: true, ..r }, 9, "in-passing", out),
            None if a.known.is_empty() => push(c, a.subject.clone(), a.open(), a.scope, read, 7, "in-passing", out),
            None => {}
        }
    }
}

/// "I have a cooking class on Fridays": when a recurring event is.
pub(crate) fn appointments(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    for at in c.lo + 1..c.hi {
        if !c.tokens[at].lemma_is("have") || c.tokens[at].is("had") || !c.tokens[at - 1].any(&["i", "we"]) {
            continue;
        }
        let end = phrase::noun_phrase_end(c.tokens, at + 1, c.hi);
        let head = end.checked_sub(1).filter(|&h| h > at).map(|h| &c.tokens[h]);
        let event = head.is_some_and(|t| t.any(&["class", "lesson", "practice", "rehearsal", "course", "session", "therapy", "training", "meeting", "call", "lessons", "classes"]));
        if !event || !c.tokens[..c.hi].get(end).is_some_and(|t| t.any(&["on", "every", "each"])) {
            continue;
        }
        let from = end + usize::from(c.tokens[end].is("on"));
        let Some(read) = value::read(ValueType::Schedule, c.tokens, from, c.hi).filter(|r| r.strong && words::is_weekday(&c.tokens[r.start].lower) || r.strong && c.tokens[r.start].any(&["every", "each"])) else { continue };
        if let Some(subject) = subject::resolve(c.tokens, at + 1, end, scene)
            && let Some(spec) = c.lexicon.get("schedule")
        {
            push(c, subject, Relation::Known(spec), None, read, 9, "appointment", out);
        }
    }
}

/// "I've read 12 of the 20 books": a count that people keep telling. "One more" is none.
pub(crate) fn counters(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    for at in c.lo + 1..c.hi {
        let perfect = c.tokens[at].verb.is_some_and(|v| v.participle)
            && (c.lo..at).rev().take(3).any(|i| c.tokens[i].any(&["have", "has", "'ve"]) || c.tokens[i].is("'s"));
        if !perfect || c.cues.negated {
            continue;
        }
        let Some(m) = measure::measure(c.tokens, at + 1, c.hi).filter(|m| m.unit == measure::Unit::None && m.whole) else { continue };
        let of = c.tokens[..c.hi].get(m.end).is_some_and(|t| t.is("of"));
        let mut noun = m.end;
        if of {
            noun += 1;
            while noun < c.hi && (words::is_determiner(&c.tokens[noun].lower) || words::is_possessive(&c.tokens[noun].lower) || c.tokens[noun].has_digit()) {
                noun += 1;
            }
        }
        let end = phrase::noun_phrase_end(c.tokens, noun, c.hi);
        let unit = c.tokens[noun.min(end)..end].iter().map(|t| t.lower.as_str()).collect::<Vec<_>>().join(" ");
        if unit.split(' ').next().is_some_and(|w| w == "more") || is_vague(&unit) || measure::unit_class(&unit) != measure::Unit::Other && !unit.is_empty() {
            continue;
        }
        let cleaned = subject::clean(c.tokens, c.lo, at);
        if cleaned.lo < cleaned.hi && verb_inside(c.tokens, cleaned.lo, cleaned.hi) || unit.is_empty() && !of {
            continue;
        }
        let Some(subject) = subject::resolve(c.tokens, cleaned.lo, cleaned.hi, scene) else { continue };
        let lemma = c.tokens[at].verb.map_or("", |v| v.lemma);
        // "on Coursera" and "on edX" are counted apart.
        let place = c.tokens[..c.hi].get(end).filter(|t| t.any(&["on", "at", "in", "from"])).and_then(|_| value::read(ValueType::Organisation, c.tokens, end + 1, c.hi)).filter(|r| r.strong && measure::date_end(c.tokens, r.start, c.hi).is_none());
        let unit = match place {
            Some(r) => format!("{unit} {} {}", c.tokens[end].lower, phrase::written(scene.text, c.tokens, r.start, r.end).0),
            None => unit,
        };
        let scope = if unit.is_empty() || words::singular(&unit) == lemma { lemma.to_owned() } else { format!("{} {lemma}", words::singular(&unit)) };
        if let Some(spec) = c.lexicon.get("quantity_of") {
            push(c, subject, Relation::Known(spec), Some(scope), Read { start: at + 1, end: m.end, strong: true }, 8, "counter", out);
        }
    }
}

/// "two cats, Miso and Tofu": the members by name.
fn named_members(c: &Clause<'_, '_>, subject: Subject, spec: &'static RelationSpec, after: usize, out: &mut Vec<Candidate>) {
    let mut at = after;
    while c.tokens.get(at).is_some_and(|t| t.any(&[",", ":", "and", "called", "named", "(", "—", "–"])) {
        let mut from = at + 1;
        while c.tokens.get(from).is_some_and(|t| t.any(&["and", "called", "named"])) {
            from += 1;
        }
        let Some(read) = value::read(ValueType::Person, c.tokens, from, c.tokens.len()).filter(|r| r.strong && r.start == from) else { return };
        push(c, subject.clone(), Relation::Known(spec), None, read, 10, "members", out);
        at = read.end;
    }
}

fn is_vague(unit: &str) -> bool {
    matches!(
        unit,
        "things"
            | "thing"
            | "questions"
            | "ideas"
            | "problems"
            | "issues"
            | "options"
            | "minutes"
            | "days"
            | "weeks"
            | "hours"
            | "meetings"
            | "reasons"
            | "points"
            | "times"
            | "more"
            | "years"
            | "months"
            | "choice"
            | "choices"
            | "way"
            | "ways"
    )
}

/// "postgres-main has a pool size of 40".
fn an_attribute_of(
    c: &Clause<'_, '_>,
    verb: usize,
    from: usize,
    scene: &Scene<'_>,
    out: &mut Vec<Candidate>,
) {
    let Some(of) = (from + 1..c.hi.min(from + 6)).find(|&i| c.tokens[i].is("of")) else { return };
    let cleaned = subject::clean(c.tokens, c.lo, verb);
    if verb_inside(c.tokens, cleaned.lo, cleaned.hi) {
        return;
    }
    let Some(owner) = subject::resolve(c.tokens, cleaned.lo, cleaned.hi, scene) else { return };
    let Some(mut a) = attribute::read(c.lexicon, c.tokens, from, of, scene) else { return };
    if a.known.is_empty() && !c.tokens[from].any(&["a", "an", "the"]) {
        return;
    }
    a.subject = owner;
    a.form = Form::Clear;
        let figure = measure::measure(c.tokens, of + 1, c.hi).is_some();
    if a.known.is_empty() && !figure {
        return;
    }
    if let Some((relation, read, score)) = value_for(&a, c.tokens, of + 1, c.hi, scene) {
        push(c, a.subject.clone(),
            relation,
            a.scope.clone().or(cleaned.environment),
            read,
            score,
            "has",
            out,
        );
    }
}
