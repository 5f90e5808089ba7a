//! Cards: a name, a colon, and what is told of it in pieces without a verb: "Projector: model Epson
//! EB-L200, room 4.12", "Ada's piano lessons: €32 a go, Thursdays after swimming". Nouns of the lexicon
//! beside their values are [`crate::juxtaposed`]'s; here are values whose type tells what they are, and
//! nouns that no row names.

use crate::candidate::{Candidate, Relation};
use crate::label::is_price;
use crate::nominal::Clause;
use crate::phrase::{self, is_boundary, is_code_like};
use crate::scene::Scene;
use crate::subject::{Class, Subject};
use crate::token::{Shape, Token};
use crate::value::{self, Read, ValueType};
use crate::words;

/// Adds the readings of a piece.
pub(crate) fn read(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    called(c, scene, out);
    let Some(thing) = scene.topic.clone().filter(|_| is_piece(c) && !beside(c)) else { return };
    if thing.class == Class::Project || c.cues.negated || c.cues.ends {
        return;
    }
    let typed = price(c).or_else(|| times(c, &thing)).or_else(|| place(c, c.lo));
    if let Some((name, read)) = typed {
        if let Some(spec) = c.lexicon.get(name) {
            push(c, thing, Relation::Known(spec), read, 9, out);
        }
    } else if !matches!(scene.kind, "commit" | "release_notes" | "changelog")
        && let Some((noun, read)) = noun_and_value(c)
    {
        push(c, thing, Relation::Open(noun), read, 8, out);
    }
}

/// Whether a piece stands in brackets or is a label itself.
fn beside(c: &Clause<'_, '_>) -> bool {
    let opened = c.tokens[..c.lo].iter().rev().find(|t| t.any(&["(", ")", "[", "]"]));
    opened.is_some_and(|t| t.any(&["(", "["])) || c.tokens.get(c.hi).is_some_and(|t| t.is(":"))
}

/// Whether a clause says nothing with a verb of its own.
fn is_piece(c: &Clause<'_, '_>) -> bool {
    c.hi - c.lo <= 8
        && (c.lo..c.hi).all(|i| {
            let t = &c.tokens[i];
            let noun = i > c.lo && t.verb.is_some_and(|v| v.base || v.third) && t.capital();
            !words::is_pronoun(&t.lower) | t.any(&["one"])
                && (t.verb.is_none_or(|v| v.base && !v.past || v.gerund) || noun)
        })
}

/// "12 € a class", "380 a month".
fn price(c: &Clause<'_, '_>) -> Option<(&'static str, Read)> {
    let read = value::read(ValueType::Money, c.tokens, c.lo, c.hi)?;
    let whole = read.start == c.lo && (read.strong && read.end == c.hi || is_price(c, read.end));
    whole.then_some(("price", Read { strong: true, ..read }))
}

/// "Thursdays after swimming", "every first Saturday", "Mondays 18:30".
fn times(c: &Clause<'_, '_>, thing: &Subject) -> Option<(&'static str, Read)> {
    let from = c.lo + usize::from(c.tokens[c.lo].is("on") && c.lo + 1 < c.hi);
    let first = &c.tokens[from];
    let recurs = words::is_weekday(&first.lower) && first.lower.ends_with("days")
        || first.any(&["every", "each", "daily", "weekly", "monthly", "hourly", "nightly", "weekdays"]);
    let kind = if recurs { ValueType::Schedule } else { ValueType::Time };
    let read = value::read(kind, c.tokens, from, c.hi).filter(|r| r.strong)?;
    let rest = c.tokens[..c.hi].get(read.end);
    let whole = rest.is_none_or(|t| {
        words::is_preposition(&t.lower) || t.any(&["sharp", "only"]) || words::is_adverb(&t.lower)
    });
    let name = match (recurs, thing.class) {
        (false, Class::Event) => "event_time",
        (false, _) => return None,
        (true, _) => "schedule",
    };
    whole.then_some((name, read))
}

/// "hall B", "room 4.12", "rack C": a kind of place and which of them.
pub(crate) fn place(c: &Clause<'_, '_>, from: usize) -> Option<(&'static str, Read)> {
    let from = from + usize::from(c.tokens[from].any(&["in", "at"]) && from + 1 < c.hi);
    let [noun, which, rest @ ..] = &c.tokens[from..c.hi] else { return None };
    let told = noun.any(&[
        "room",
        "hall",
        "rack",
        "bay",
        "floor",
        "building",
        "block",
        "gate",
        "aisle",
        "shelf",
        "level",
        "wing",
        "corridor",
        "lab",
        "pitch",
        "court",
        "studio",
        "warehouse",
        "shed",
        "barn",
        "cabinet",
    ]);
    let letter = which.text.len() <= 5
        && (which.has_digit() || which.text.len() == 1 && which.text.chars().all(char::is_uppercase));
    (told && letter && rest.is_empty())
        .then_some(("location", Read { start: from, end: from + 2, strong: true }))
}

/// "model Epson EB-L200", "line N12", "SSID fen-guest": a noun, and a name or code to the end.
fn noun_and_value(c: &Clause<'_, '_>) -> Option<(String, Read)> {
    let at = (c.lo + 1..c.hi.min(c.lo + 3)).find(|&i| is_telling(&c.tokens[i]))?;
    let nouns = &c.tokens[c.lo..at];
    let plain = nouns.iter().all(|t| {
        t.shape == Shape::Word
            && !is_boundary(t)
            && !words::is_determiner(&t.lower)
            && !words::is_month(&t.lower)
            && !words::is_weekday(&t.lower)
            && crate::measure::unit_class(&t.lower) != crate::measure::Unit::Money
            && !t.any(&["first", "second", "third", "last", "every", "each", "next"])
            && t.verb.is_none_or(|v| v.base && !v.past)
            && words::number_word(&t.lower).is_none()
    });
    let small = !nouns[0].capital() || nouns[0].text.chars().all(char::is_uppercase);
    let name = phrase::noun_phrase_end(c.tokens, at, c.hi) == c.hi || at + 1 == c.hi;
    let noun = nouns.iter().map(|t| t.lower.trim_end_matches('.')).collect::<Vec<_>>().join(" ");
    let open = c.lexicon.alias(&noun).is_empty() && crate::gazetteer::kinds(&noun).is_empty();
    (plain && small && name && open && c.hi - at <= 4)
        .then_some((noun, Read { start: at, end: c.hi, strong: true }))
}

fn is_telling(t: &Token<'_>) -> bool {
    let day = words::is_weekday(&t.lower) || words::is_month(&t.lower);
    t.capital() && !day
        || t.has_digit()
        || is_code_like(t)
        || matches!(t.shape, Shape::Quoted | Shape::Code | Shape::Solid)
}

/// "Mr Kamau 0722 555 019", "Dr Moss m.moss@vet.example": how somebody is reached, beside the name.
fn called(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    let name = phrase::proper_name_end(c.tokens, c.lo, c.hi);
    if name == c.lo || name >= c.hi || name - c.lo > 4 {
        return;
    }
    for (relation, kind) in [("phone", ValueType::Phone), ("email", ValueType::Email)] {
        let read = value::read(kind, c.tokens, name, c.hi).filter(|r| r.strong && r.end == c.hi);
        let number = read.filter(|r| r.start == name && (kind == ValueType::Email || r.end - r.start > 1));
        if let (Some(read), Some(spec)) = (number, c.lexicon.get(relation)) {
            let text = phrase::written(scene.text, c.tokens, c.lo, name).0.to_owned();
            push(c, Subject { text, class: Class::Person }, Relation::Known(spec), read, 10, out);
        }
    }
}

fn push(
    c: &Clause<'_, '_>,
    subject: Subject,
    relation: Relation,
    read: Read,
    score: i32,
    out: &mut Vec<Candidate>,
) {
    let set_valued = relation.spec().is_some_and(crate::lexicon::RelationSpec::set_valued);
    out.push(Candidate {
        subject,
        relation,
        scope: None,
        object: (read.start, read.end),
        object_text: None,
        op: c.cues.op(false),
        set_valued,
        score,
        rule: "card",
        clause: (c.lo, c.hi),
    });
}
