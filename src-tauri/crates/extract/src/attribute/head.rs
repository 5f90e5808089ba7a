//! The words of an attribute whose owner is known: which relation they name, and the qualifier that
//! makes a key of its own of it ("the staging port", "car insurance", "5k personal best").

use super::{Attribute, Form, is_idle, lookup, parts_key, phrase_of};
use crate::lexicon::Lexicon;
use crate::subject::Subject;
use crate::token::Token;
use crate::words;

/// Nouns of a relation that name no kind of it.
fn is_plain_name(relation: &str, phrase: &str) -> bool {
    match relation {
        "phone" => !phrase.contains("ext") && phrase != "landline",
        "address" => {
            matches!(phrase, "street address" | "home address" | "mailing address" | "postal address")
        }
        "email" => true,
        "full_name" => matches!(phrase, "full name" | "legal name" | "name"),
        "port" => matches!(phrase, "port number" | "listening port" | "tcp port"),
        "vendor" => matches!(phrase, "supplier" | "provider"),
        "vehicle" => matches!(phrase, "vehicle" | "car"),
        _ => false,
    }
}

/// The relation of a head phrase whose owner is known, with the qualifier that scopes it.
pub(crate) fn head_phrase(
    lexicon: &'static Lexicon,
    tokens: &[Token<'_>],
    lo: usize,
    hi: usize,
    owner: Subject,
) -> Attribute {
    let mut lo = lo;
    while lo + 1 < hi && words::is_determiner(&tokens[lo].lower) {
        lo += 1;
    }
    let mut known = lookup(lexicon, tokens, lo, hi);
    // "the staging port": the port, of one environment.
    let mut place = None;
    if known.is_empty() && hi - lo >= 2 && words::is_environment(&tokens[lo].lower) {
        let rest = lookup(lexicon, tokens, lo + 1, hi);
        if rest.first().is_some_and(|spec| spec.scoped_by("env")) {
            place = Some(tokens[lo].lower.clone());
            known = rest;
            lo += 1;
        }
    }
    let mut phrase = phrase_of(tokens, lo, hi);
    let mut scope = None;
    let mut from = lo;
    while known.is_empty() && from + 1 < hi && is_idle(&tokens[from].lower) {
        from += 1;
        known = lookup(lexicon, tokens, from, hi);
        phrase = phrase_of(tokens, from, hi);
    }
    // "the default port" is none that anything listens on.
    if !known.is_empty() {
        scope = tokens[lo..from].iter().find(|t| parts_key(&t.lower)).map(|t| t.lower.clone());
    }
    // "car insurance": a kind of what the last noun names.
    if known.is_empty() && hi - lo >= 2 && !tokens[hi - 1].is("number") {
        let last = lookup(lexicon, tokens, hi - 1, hi);
        if last.first().is_some_and(|s| s.scoped_by("kind") && !s.set_valued() && s.name != "favorite") {
            known = last;
            scope = Some(phrase.clone());
        }
    }
    // "5k personal best": what the record is of.
    if known.is_empty() {
        let tail = (lo + 1..hi).find(|&i| lookup(lexicon, tokens, i, hi).iter().any(|s| s.name == "record"));
        if let Some(tail) = tail {
            known = lookup(lexicon, tokens, tail, hi);
            scope = Some(phrase_of(tokens, lo, tail));
        }
    }
    if known.is_empty()
        && hi - lo >= 2
        && matches!(tokens[lo].lower.as_str(), "favourite" | "favorite" | "go-to" | "preferred")
    {
        known = lexicon.get("favorite").into_iter().collect();
        scope = Some(phrase_of(tokens, lo + 1, hi).replace("colour", "color"));
    }
    if let Some(spec) = known.first()
        && spec.scoped_by("role")
        && scope.is_none()
    {
        scope = Some(phrase.clone());
    }
    // "his wife": a relative is kept apart by kind; "landlord" is a kind of vendor.
    if let Some(spec) = known.first()
        && (spec.scoped_by("kind") || spec.scoped_by("metric"))
        && scope.is_none()
        && !spec.set_valued()
        && !is_plain_name(spec.name, &phrase)
        && spec.name.replace('_', " ") != phrase
        && spec.name != "favorite"
    {
        scope = Some(phrase.clone());
    }
    // "switched internet providers": one of them.
    if let (Some(kind), Some(spec)) = (&scope, known.first()) {
        let one = words::singular(kind);
        if one != *kind && !spec.aliases.contains(&kind.as_str()) && spec.aliases.contains(&one.as_str()) {
            scope = Some(one);
        }
    }
    // The environment parts more than a kind of port does.
    let scope = place.or(scope);
    Attribute { known, phrase, subject: owner, scope, owned: true, form: Form::Clear }
}
