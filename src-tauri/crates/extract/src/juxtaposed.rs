//! Readings of a noun right beside its value: "timeout 2500 ms", "OS Ubuntu 24.04", "with 200 GB of
//! disk", "shoe size 43".

use crate::attribute_value::ends_well;
use crate::candidate::{Candidate, Relation, fit, is_figure};
use crate::compound;
use crate::habit::verb_inside;
use crate::lexicon::RelationSpec;
use crate::measure;
use crate::nominal::{Clause, push};
use crate::phrase::{self, is_boundary, is_code_like};
use crate::scene::Scene;
use crate::subject::{self, Subject};
use crate::token::{Shape, Token};
use crate::value::{self, Read, ValueType};
use crate::words;

/// "timeout 2500 ms", "OS Ubuntu 24.04", "heap size 4g for the indexer": a noun right before its
/// value.
pub(crate) fn juxtaposed(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    if (c.lo..c.hi).any(|i| {
        c.tokens[i].verb.is_some_and(|v| v.lemma == "be" && (v.third || v.past)) && !c.tokens[i].is("'s")
    }) {
        return;
    }
    let mut covered = c.lo;
    for start in c.lo..c.hi {
        // "kickoff date 21 September": the day is of the whole name.
        if start < covered {
            continue;
        }
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
                // "the return type of `f`" says whose it is, not what.
                if c.tokens[..c.hi].get(end).is_some_and(|t| t.is("of"))
                    && (!is_figure(spec.value_type) || spec.value_type == ValueType::Type)
                {
                    continue;
                }
                let Some(read) = value::read(spec.value_type, c.tokens, from, c.hi) else { continue };
                // "cache TTL": the next word is a noun of its own.
                if read.end == read.start + 1
                    && spec.value_type == ValueType::Product
                    && !c.lexicon.alias(&c.tokens[read.start].lower).is_empty()
                {
                    continue;
                }
                let whole = ends_well(c.tokens, read.end, c.hi);
                let weak_ok = !read.strong
                    && read.end == c.hi
                    && read.end - read.start <= 2
                    && start == c.lo
                    && (scene.topic.is_some() || scene.running.is_some());
                // "Version 2 of the API times out": which one does so, and not which there is.
                let which = spec.name == "version"
                    && start == c.lo
                    && c.tokens[..c.hi].get(read.end).is_some_and(|t| t.is("of"))
                    && (phrase::noun_phrase_end(c.tokens, read.end + 1, c.hi) + 1 < c.hi
                        || c.tokens[read.end + 2..c.hi.max(read.end + 2)]
                            .iter()
                            .any(|t| t.verb.is_some_and(|v| v.third && !v.base) && !t.capital()));
                if which {
                    continue;
                }
                let told = is_figure(spec.value_type)
                    || c.tokens[read.start].capital()
                    || is_code_like(&c.tokens[read.start])
                    || matches!(c.tokens[read.start].shape, Shape::Quoted | Shape::Solid | Shape::Hole);
                // "colour sea green"
                let color =
                    c.tokens[read.start..read.end].iter().any(|t| crate::gazetteer::is("color", &t.lower));
                if !told && !weak_ok && !color {
                    continue;
                }
                if read.start != from && !c.tokens[from].any(&["a", "an", "the", "about", "up"])
                    || !whole
                    || !(read.strong || weak_ok)
                {
                    continue;
                }
                let Some((subject, scope)) = owner(c, (start, end), read.end, Some(spec), scene) else {
                    continue;
                };
                let role =
                    || c.tokens[start..end].iter().map(|t| t.lower.as_str()).collect::<Vec<_>>().join(" ");
                let scope = scope.or_else(|| spec.scoped_by("role").then(role));
                let text = phrase::written(scene.text, c.tokens, read.start, read.end).0;
                let figure = is_figure(spec.value_type);
                // A whole piece of a card says it outright.
                let label = c.tokens.get(c.hi).is_some_and(|t| t.is(":"));
                let piece = start == c.lo && read.end == c.hi && scene.topic.is_some() && !label;
                let score =
                    3 + fit(spec, &subject, read, text, 0) + i32::from(figure) * 2 + i32::from(piece) * 3;
                push(c, subject, Relation::Known(spec), scope, read, score, "juxtaposed", out);
                covered = end;
            }
            break;
        }
    }
    open_juxtaposed(c, scene, out);
}

pub(crate) fn attribute_words(c: &Clause<'_, '_>, start: usize, end: usize) -> Vec<&'static RelationSpec> {
    let mut phrase = String::new();
    for t in &c.tokens[start..end] {
        if t.shape != Shape::Word && !t.has_digit() || t.is_punct() {
            return Vec::new();
        }
        if !phrase.is_empty() {
            phrase.push(' ');
        }
        phrase.push_str(t.lower.trim_end_matches('.'));
    }
    let found = c.lexicon.alias(&phrase);
    if found.is_empty() && phrase.ends_with('s') { c.lexicon.alias(&words::singular(&phrase)) } else { found }
}

/// The phrase after a value that says whose it is: "for the kiln", "of the relay". Places to run in
/// and dates are none.
pub(crate) fn behind(c: &Clause<'_, '_>, after: usize) -> Option<(usize, usize)> {
    let lead = c.tokens[..c.hi].get(after)?;
    let mut end = phrase::noun_phrase_end(c.tokens, after + 1, c.hi);
    // "version 2 of the gateway listens on …": the verb is none of the name.
    let goes_on = c.tokens[..c.hi].get(end).is_some_and(|t| words::is_preposition(&t.lower));
    if goes_on && end > after + 2 && c.tokens[end - 1].verb.is_some_and(|v| v.third && !v.base) {
        end -= 1;
    }
    let determined = c.tokens[..c.hi].get(after + 1).is_some_and(|t| words::is_determiner(&t.lower));
    let noun = after + 1 + usize::from(determined);
    let file = c.tokens[..c.hi].get(noun).is_some_and(|t| {
        t.text.starts_with('.')
            || [".json", ".toml", ".yml", ".yaml", ".lock", ".txt", ".cfg", ".ini", ".xml", ".gradle"]
                .iter()
                .any(|end| t.text.ends_with(end))
    });
    (lead.any(&["for", "on", "of", "in"])
        && !file
        && end > after + 1
        && !words::is_environment(&c.tokens[noun].lower)
        && measure::date_end(c.tokens, after + 1, c.hi).is_none())
    .then_some((after + 1, end))
}

/// Whose attribute it is: the words before it, or a phrase after the value.
pub(crate) fn owner(
    c: &Clause<'_, '_>,
    (start, end): (usize, usize),
    after: usize,
    spec: Option<&'static RelationSpec>,
    scene: &Scene<'_>,
) -> Option<(Subject, Option<String>)> {
    let phrase = c.tokens[start..end].iter().map(|t| t.lower.as_str()).collect::<Vec<_>>().join(" ");
    let missing = || compound::unowned(spec, false, &phrase, scene).0;
    let mut before = subject::clean(c.tokens, c.lo, start);
    while before.hi > before.lo
        && c.tokens[before.hi - 1].any(&["with", "of", "has", "have", "a", "an", "the", "'s", "for", "on"])
    {
        before.hi -= 1;
    }
    // "max temp 1280 °C": which temperature, and of the card's thing.
    let which = |t: &Token<'_>| {
        t.any(&["max", "min", "maximum", "minimum", "peak", "average", "target", "next", "last"])
    };
    // "first day 5 October": which day it is, and nobody's name.
    let ordinal = |t: &Token<'_>| t.any(&["first", "second", "third", "final", "other", "same"]);
    if before.lo < before.hi && c.tokens[before.lo..before.hi].iter().all(|t| which(t) || ordinal(t)) {
        return None;
    }
    if before.lo < before.hi {
        if c.tokens[before.lo..before.hi].iter().all(|t| words::is_possessive(&t.lower)) {
            return Some((missing(), before.environment));
        }
        return subject::resolve(c.tokens, before.lo, before.hi, scene)
            .map(|s| (s, before.environment.clone()));
    }
    if let Some(range) = behind(c, after) {
        return subject::resolve(c.tokens, range.0, range.1, scene).map(|s| (s, None));
    }
    Some((missing(), before.environment))
}

/// "Shoe size 43", "policy number AG-7719-K": a whole segment of nouns and one figure.
pub(crate) fn open_juxtaposed(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    let Some(last) = (c.lo + 1..c.hi).find(|&i| c.tokens[i].has_digit()) else { return };
    let nouns = &c.tokens[c.lo..last];
    let plain = nouns.iter().all(|t| {
        t.shape == Shape::Word
            && !is_boundary(t)
            && !words::is_determiner(&t.lower)
            && !words::is_filler(&t.lower)
            && !t.verb.is_some_and(|v| v.past || v.third || v.participle || v.gerund && !t.is("booking"))
            && !words::is_month(&t.lower)
            && !words::is_weekday(&t.lower)
    });
    let pays =
        nouns.last().is_some_and(|t| t.any(&["pay", "cost", "get", "have", "run", "use", "take", "need"]));
    if !plain || pays || nouns.len() > 3 || nouns.iter().skip(1).any(Token::capital) {
        return;
    }
    // "See issue #7" sends the reader elsewhere.
    // "Use port 9000": an order of a commit names no attribute.
    let noted = matches!(scene.kind, "commit" | "release_notes" | "changelog");
    let changes = |t: &Token<'_>| t.verb.is_some_and(|v| v.base && words::is_change(v.lemma));
    let imperative = nouns[0].verb.is_some_and(|v| v.base) && nouns.len() < 2
        || noted && changes(&nouns[0])
        || nouns[0].any(&[
            "use", "try", "see", "cf", "fixes", "closes", "resolves", "fix", "close", "refs", "read",
            "visit", "via",
        ]);
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
    if !c.lexicon.alias(&phrase).is_empty() || phrase.ends_with('.') || is_release(c.tokens[last].text) {
        return;
    }
    let read = Read { end: c.hi, ..read };
    let subject = scene.carded().unwrap_or_else(|| scene.missing());
    push(c, subject, Relation::Open(phrase), None, read, 6, "juxtaposed-open", out);
}

/// `v0.4`, `1.2.3`: a version, whatever stands before it.
fn is_release(text: &str) -> bool {
    crate::shape::is_clear_version(text) && (text.starts_with('v') || text.matches('.').count() > 1)
}

/// "with 200 GB of disk": a figure, then what it measures.
pub(crate) fn measured(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    for at in c.lo..c.hi {
        let Some(m) = measure::measure(c.tokens, at, c.hi).filter(|m| m.unit != measure::Unit::None) else {
            continue;
        };
        if !c.tokens[..c.hi].get(m.end).is_some_and(|t| t.is("of")) {
            continue;
        }
        let end = (m.end + 1..c.hi.min(m.end + 4))
            .rev()
            .find(|&e| !attribute_words(c, m.end + 1, e + 1).is_empty());
        let Some(end) = end.map(|e| e + 1) else { continue };
        let with = at > c.lo && c.tokens[at - 1].any(&["with", "has", "have", "get", "gets"]);
        let head =
            (c.lo..at).find(|&i| c.tokens[i].lemma_is("be") || c.tokens[i].verb.is_some_and(|v| v.third));
        let Some(verb) = head.filter(|_| with) else { continue };
        let cleaned = subject::clean(c.tokens, c.lo, verb);
        if cleaned.lo >= cleaned.hi || verb_inside(c.tokens, cleaned.lo, cleaned.hi) {
            continue;
        }
        let Some(owner) = subject::resolve(c.tokens, cleaned.lo, cleaned.hi, scene) else { continue };
        for spec in attribute_words(c, m.end + 1, end) {
            let Some(read) =
                value::read(spec.value_type, c.tokens, at, c.hi).filter(|r| r.strong && r.end == m.end)
            else {
                continue;
            };
            push(
                c,
                owner.clone(),
                Relation::Known(spec),
                cleaned.environment.clone(),
                read,
                10,
                "measured",
                out,
            );
        }
    }
}
