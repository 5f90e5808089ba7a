//! The value that follows an attribute phrase: read by the type of each relation the phrase may
//! name, the best kept; vacuous and cut-off values refused.

use crate::attribute::{Attribute, Form};
use crate::candidate::{ENOUGH, Relation, fit, is_figure};
use crate::guard::UNSURE;
use crate::lexicon::RelationSpec;
use crate::measure;
use crate::phrase::{self, is_boundary, is_code_like};
use crate::scene::Scene;
use crate::shape;
use crate::token::{Shape, Token};
use crate::value::{self, Read, ValueType};
use crate::words;

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
        t.any(&[
            "in", "on", "at", "with", "from", "of", "to", "by", "under", "for", "inside", "behind", "near",
            "above", "below", "beside", "outside",
        ])
    });
    let starts = [at, at + usize::from(leads)];
    let mut best: Option<(Relation, Read, i32)> = None;
    for &spec in &a.known {
        for &start in &starts[..1 + usize::from(starts[1] != at)] {
            if start != at && is_whereabouts(&tokens[at], spec) {
                continue;
            }
            let Some(read) = value::read(spec.value_type, tokens, start, hi) else { continue };
            let text = phrase::written(scene.text, tokens, read.start, read.end).0;
            if spec.name == "secret_location" && !a.phrase.contains("location") && start == at {
                continue;
            }
            // "our vendor is Texas-based": how it is, and not which.
            let how = ["-based", "-owned", "-backed", "-led", "-born"];
            if how.iter().any(|end| text.to_lowercase().ends_with(end)) && read.end == read.start + 1 {
                continue;
            }
            if spec.name == "secret_location" && opens_a_door(a) {
                continue;
            }
            let mut read = read;
            if matches!(spec.name, "secret_location" | "location") && !tokens[read.start].capital() {
                read.end = place_end(tokens, read.end, hi);
            }
            let code = spec.value_type == ValueType::Text && is_code_like(&tokens[read.start]);
            // An extension has few figures.
            read.strong |= code || spec.name == "phone" && a.phrase.contains("ext");
            if !plausible(spec, tokens, read) || vacuous(tokens, read) {
                continue;
            }
            let mut score = base + fit(spec, &a.subject, read, text, 0) + outright(spec, a.form, text);
            // "a sticker", "the whiteboard": a thing named outright.
            if spec.value_type == ValueType::Text && !read.strong && tokens[start].any(&["a", "an", "the"]) {
                score += 2;
            }
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
    // A known noun with a value of another kind is mostly something else said of the thing ("the
    // owner is on holiday"); a figure or a name is worth keeping, under a name that no key has.
    let open = open_value(tokens, starts[1], hi)?;
    let taken = a.known.iter().any(|s| s.name.replace('_', " ") == a.phrase);
    let first = &tokens[open.start];
    let address = first.text.contains('.') && shape::is_url(first.text);
    let telling = open.strong && (first.has_digit() || first.shape == Shape::Code || address);
    // A password is no place to find one, but its own value.
    let secret = a.known.iter().all(|s| s.name == "secret_location")
        && a.form != Form::Bare
        && !leads
        && ends_well(tokens, open.end, hi)
        && (telling || is_code_like(&tokens[open.start]) || tokens[open.start].text.contains('-'));
    if !a.known.is_empty() && !secret && (taken || !telling || leads) {
        return None;
    }
    let score = if open.strong || secret { base + 2 } else { base - 2 };
    let score = if a.known.is_empty() || secret { score } else { score.min(UNSURE) };
    // "Kim is a Virgo" tells no attribute of the name Kim.
    let article = tokens[..hi].get(at).is_some_and(|t| t.any(&["a", "an", "the"]));
    if a.form == Form::Bare && a.known.is_empty() && article && !tokens[open.start].has_digit() {
        return None;
    }
    Some((a.open(), open, score))
}

/// "the spare key", "the shed key": it opens a door, and is somewhere as other things are.
fn opens_a_door(a: &Attribute) -> bool {
    let lower = a.subject.text.to_lowercase();
    let of = lower.rsplit([' ', '-']).next().unwrap_or("");
    matches!(a.phrase.as_str(), "key" | "keys")
        && matches!(
            of,
            "spare"
                | "house"
                | "shed"
                | "door"
                | "car"
                | "bike"
                | "locker"
                | "garage"
                | "office"
                | "cabin"
                | "mailbox"
                | "gate"
                | "front"
                | "back"
                | "cellar"
                | "basement"
                | "attic"
                | "padlock"
                | "boat"
                | "van"
                | "truck"
                | "flat"
                | "apartment"
                | "studio"
                | "shop"
                | "cupboard"
                | "cabinet"
                | "drawer"
                | "meter"
                | "bleed"
        )
}

/// "our lender is near Bonn": where whoever it is may be found, and not who.
fn is_whereabouts(lead: &Token<'_>, spec: &RelationSpec) -> bool {
    let around = lead.any(&[
        "in", "on", "from", "of", "near", "above", "below", "beside", "outside", "behind", "inside", "under",
    ]);
    match spec.value_type {
        ValueType::Organisation => around,
        ValueType::Person => around || lead.any(&["at", "with"]),
        // "our hosting provider is in Falkenstein"
        _ if spec.name == "cloud_provider" => lead.any(&["in", "near", "from"]),
        _ => spec.name == "job_title" && lead.is("at"),
    }
}

/// "our message broker is Redis": who says outright what a thing is for is right about it, whatever the
/// product is known as.
pub(crate) fn outright(spec: &RelationSpec, form: Form, value: &str) -> i32 {
    let kinds = crate::gazetteer::kinds(value);
    let product = |k: &&str| {
        crate::lexicon::Lexicon::built_in().get(k).is_some_and(|s| s.value_type == ValueType::Product)
    };
    let other = !kinds.is_empty() && !kinds.contains(&spec.name) && kinds.iter().all(product);
    match spec.value_type {
        ValueType::Product if form == Form::Clear && other => 8,
        // "the meeting room is Aurora": rooms and people are called as products are.
        ValueType::Place | ValueType::Person | ValueType::Organisation if other && form != Form::Compound => {
            7
        }
        _ => 0,
    }
}

/// "a sticker under the router": a place runs on over its own qualifier.
pub(crate) fn place_end(tokens: &[Token<'_>], end: usize, hi: usize) -> usize {
    if !tokens[..hi].get(end).is_some_and(|t| {
        t.any(&["under", "behind", "in", "on", "inside", "near", "beside", "above", "next", "below"])
    }) || measure::date_end(tokens, end + 1, hi).is_some()
    {
        return end;
    }
    let to = phrase::noun_phrase_end(tokens, end + 1, hi);
    if to > end + 1 { to } else { end }
}

/// Whether a value that ends at `end` is not cut out of a longer phrase.
pub(crate) fn ends_well(tokens: &[Token<'_>], end: usize, hi: usize) -> bool {
    tokens[..hi].get(end).is_none_or(|t| {
        !t.is_content()
            || is_boundary(t)
            || words::is_determiner(&t.lower)
            || words::is_possessive(&t.lower)
            || measure::date_end(tokens, end, hi).is_some()
            || t.any(&["each", "max", "min"])
    })
}

/// "a different one", "no longer", "the same": says nothing that can be kept.
pub(crate) fn vacuous(tokens: &[Token<'_>], read: Read) -> bool {
    let words = &tokens[read.start..read.end];
    // "owner = ____": a gap to be filled in.
    words[0].text.chars().all(|c| matches!(c, '_' | '.' | '?' | '-' | '*'))
        || words[0].any(&[
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
            "due",
            "quiet",
            "awful",
            "nice",
            "important",
            "possible",
            "easy",
            "hard",
            "enough",
            "late",
            "early",
            "next",
            "near",
            "close",
            "about",
            "full",
            "empty",
        ]) && !words[0].capital()
        || words.iter().any(|t| t.any(&["one", "ones"]) && words.len() > 1)
}

pub(crate) fn plausible(spec: &RelationSpec, tokens: &[Token<'_>], read: Read) -> bool {
    let first = &tokens[read.start];
    // "the queue is run by X": a passive, not a value.
    if first.verb.is_some_and(|v| v.participle)
        && tokens.get(read.end).is_some_and(|t| t.any(&["by", "with", "to"]))
        && first.shape == Shape::Word
    {
        return false;
    }
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
pub(crate) fn open_value(tokens: &[Token<'_>], at: usize, hi: usize) -> Option<Read> {
    // "8 to 18", "9-17": from when to when.
    let hour = |i: usize| tokens[..hi].get(i).is_some_and(|t| t.text.parse::<u32>().is_ok_and(|h| h <= 24));
    if hour(at)
        && tokens[..hi].get(at + 1).is_some_and(|t| t.any(&["to", "until", "till", "–"]))
        && hour(at + 2)
    {
        let zone =
            tokens[..hi].get(at + 3).is_some_and(|t| t.any(&["cet", "utc", "gmt", "cest", "est", "pst"]));
        return Some(Read { start: at, end: at + 3 + usize::from(zone), strong: true });
    }
    // "Monday to Wednesday"
    if let Some(end) = shape::weekday_end(tokens, at, hi).filter(|end| end - at > 1) {
        return Some(Read { start: at, end, strong: true });
    }
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
    if tokens[read.start].verb.is_some_and(|v| v.participle)
        && tokens.get(read.end).is_some_and(|t| t.is("by"))
    {
        return None;
    }
    let article = tokens[..hi].get(at).is_some_and(|t| words::is_determiner(&t.lower));
    let first = &tokens[read.start];
    let nominal = first.verb.is_none_or(|v| v.base && !v.past) && !words::is_adverb(&first.lower);
    (read.end - read.start <= 4 && nominal && ends_well(tokens, read.end, hi))
        .then_some(Read { strong: article, ..read })
}
