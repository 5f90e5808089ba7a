//! "8090 is the gateway's port": a value before the attribute that it is of. Names and places before
//! theirs are [`crate::nominal`]'s.

use crate::attribute::{self, Form};
use crate::candidate::{Candidate, Relation};
use crate::matching::skippable;
use crate::nominal::{Clause, push};
use crate::phrase::is_code_like;
use crate::scene::Scene;
use crate::token::{Shape, Token};
use crate::value::{self, Read, ValueType};
use crate::words;

/// Adds "O is S's A" where O is a figure or written as code.
pub(crate) fn read(
    c: &Clause<'_, '_>,
    left: (usize, usize),
    right: usize,
    scene: &Scene<'_>,
    out: &mut Vec<Candidate>,
) {
    let lo = (left.0..left.1).find(|&i| !words::is_filler(&c.tokens[i].lower)).unwrap_or(left.0);
    let mut hi = left.1;
    while hi > lo && skippable(&c.tokens[hi - 1]) {
        hi -= 1;
    }
    let value = &c.tokens[lo..hi];
    let told =
        |t: &Token<'_>| t.has_digit() || is_code_like(t) || matches!(t.shape, Shape::Code | Shape::Hole);
    let plain = value.len() == 1 && value[0].shape == Shape::Word && !value[0].capital();
    if value.is_empty() || value.len() > 4 || !(told(&value[0]) || value.last().is_some_and(told) || plain) {
        return;
    }
    let start = (right..c.hi).find(|&i| !skippable(&c.tokens[i])).unwrap_or(right);
    let owned = c.tokens[start..c.hi].iter().any(|t| t.is("'s"));
    let led = words::is_determiner(&c.tokens[start].lower) && !c.tokens[start].any(&["a", "an", "no"])
        || words::is_possessive(&c.tokens[start].lower);
    if !(owned || led) || c.tokens[start..c.hi].iter().any(|t| t.any(&["that", "which", "who"])) {
        return;
    }
    // "certs are issued by Let's Encrypt": what is done to a thing is no attribute.
    if c.tokens[start].verb.is_some_and(|v| v.participle && !v.base) {
        return;
    }
    // "8090 is waiting for the harbour master's word": what it does is no attribute.
    if c.tokens[start].verb.is_some_and(|v| v.gerund) {
        return;
    }
    let Some(a) = attribute::read(c.lexicon, c.tokens, start, c.hi, scene) else { return };
    for spec in &a.known {
        let whole = value::read(spec.value_type, c.tokens, lo, hi)
            .filter(|r| r.start == lo && r.end == hi && r.strong);
        let Some(read) = whole else { continue };
        // "debug is the log level": a plain word is a value only of what has such values.
        if plain && spec.value_type != ValueType::Enum {
            continue;
        }
        let relation = Relation::Known(spec);
        push(c, a.subject.clone(), relation, a.scope.clone(), read, 14, "figured", out);
        return;
    }
    if a.known.is_empty() && a.form == Form::Clear && !plain && a.owned {
        let read = Read { start: lo, end: hi, strong: true };
        push(c, a.subject.clone(), a.open(), a.scope.clone(), read, 9, "figured", out);
        return;
    }
    // "help@acme.example is our support address": an address of another kind than the noun's own.
    let reached =
        value.len() == 1 && (crate::shape::is_email(value[0].text) || crate::shape::is_url(value[0].text));
    if reached && a.form == Form::Clear && a.owned && a.phrase.contains(' ') {
        let read = Read { start: lo, end: hi, strong: true };
        push(c, a.subject.clone(), a.open(), None, read, 9, "figured", out);
    }
}
