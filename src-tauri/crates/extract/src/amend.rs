//! Readings whose verb is right and whose value tells another relation: a machine is no cloud
//! ("runs on cache-07"), a number of rows no rate ("capped at 10k rows"), a safe for passwords no
//! database ("the passphrase is kept in KeePass").

use crate::candidate::{Candidate, Relation, SURE};
use crate::gazetteer;
use crate::lexicon::RelationSpec;
use crate::nominal::Clause;
use crate::phrase::{self, is_code_like, noun_phrase_end};
use crate::scene::Scene;
use crate::subject::{Class, Subject};
use crate::token::Shape;
use crate::value::ValueType;
use crate::words;

/// Gives readings the relation that their value tells, and takes away those that no value bears out.
pub(crate) fn read(c: &Clause<'_, '_>, scene: &Scene<'_>, found: &mut Vec<Candidate>) {
    found.retain_mut(|candidate| match candidate.relation.name() {
        "cloud_provider" if candidate.rule.starts_with("verb") => cloud(c, scene, candidate),
        "rate_limit" if candidate.rule.starts_with("verb") || candidate.rule == "attribute-placed" => {
            counted(c, candidate);
            true
        }
        "host" if candidate.rule.starts_with("verb") => {
            // What "I" run on a machine is the project's.
            if candidate.subject.text == "user" {
                candidate.subject = Subject::project();
            }
            candidate.score = candidate.score.max(SURE);
            true
        }
        "object_storage" => {
            let object = &c.tokens[candidate.object.0];
            if let Some(spec) = c.lexicon.get("url").filter(|_| object.text.starts_with("http")) {
                candidate.relation = Relation::Known(spec);
            }
            true
        }
        "price" => {
            bill(candidate);
            true
        }
        "uses" if candidate.rule.starts_with("verb") => {
            purpose(c, candidate);
            true
        }
        "lives_in" | "location" if candidate.rule.starts_with("verb") => is_place(c, candidate),
        "database" | "path" | "location" if candidate.rule.starts_with("verb") => {
            secret(c, candidate);
            true
        }
        _ => true,
    });
}

fn cloud(c: &Clause<'_, '_>, scene: &Scene<'_>, candidate: &mut Candidate) -> bool {
    let object = &c.tokens[candidate.object.0..candidate.object.1];
    if object.len() == 1 && crate::shape::is_machine(object[0].text) {
        return false;
    }
    // "the stove runs on pellets"
    let name = phrase::written(scene.text, c.tokens, candidate.object.0, candidate.object.1).0;
    object.iter().any(|t| t.capital() || t.shape != Shape::Word || is_code_like(t))
        || !gazetteer::kinds(name).is_empty()
}

/// "capped at 10k rows": how many, not how often.
fn counted(c: &Clause<'_, '_>, candidate: &mut Candidate) {
    let (lo, hi) = candidate.object;
    let plain = hi == lo + 1 && c.tokens[lo].has_digit();
    let noun = c.tokens[..c.hi].get(hi).is_some_and(|t| {
        t.shape == Shape::Word
            && t.lower.ends_with('s')
            && !phrase::is_boundary(t)
            && !words::is_time_word(&t.lower)
    });
    let end = noun_phrase_end(c.tokens, hi, c.hi);
    let per = c.tokens[..c.hi].get(end).is_some_and(|t| t.any(&["per", "a", "an", "every", "each"]));
    if !plain || !noun || per || end > hi + 2 {
        return;
    }
    let what = words::singular(&c.tokens[end - 1].lower);
    candidate.relation = Relation::Open(format!("{what} limit"));
    candidate.object = (lo, end);
    candidate.set_valued = false;
    candidate.score = candidate.score.max(SURE + 1);
}

/// "use Slack for chat": what it is used as, where that has a relation of its own.
fn purpose(c: &Clause<'_, '_>, candidate: &mut Candidate) {
    let at = candidate.object.1;
    if candidate.subject.class == Class::Person || !c.tokens[..c.hi].get(at).is_some_and(|t| t.is("for")) {
        return;
    }
    let end = noun_phrase_end(c.tokens, at + 1, c.hi);
    let phrase =
        c.tokens[at + 1..end.max(at + 1)].iter().map(|t| t.lower.as_str()).collect::<Vec<_>>().join(" ");
    let kinds = gazetteer::kinds(&c.tokens[candidate.object.0].lower);
    let product = |s: &&&'static RelationSpec| {
        s.value_type == ValueType::Product && s.name != "uses" && !s.set_valued()
    };
    let known = c.lexicon.alias(&phrase);
    if let Some(&spec) = known.iter().find(product)
        && (kinds.is_empty() || kinds.contains(&spec.name))
    {
        candidate.relation = Relation::Known(spec);
        candidate.scope = None;
        candidate.set_valued = false;
        candidate.score = candidate.score.max(SURE + 2);
    }
}

/// "move to FoundationDB": a name with capitals inside is no place to live.
fn is_place(c: &Clause<'_, '_>, candidate: &Candidate) -> bool {
    let object = &c.tokens[candidate.object.0..candidate.object.1];
    let moves = c.tokens[c.lo..candidate.object.0.max(c.lo)]
        .iter()
        .any(|t| t.verb.is_some_and(|v| matches!(v.lemma, "move" | "migrate" | "switch")));
    let product = object.len() == 1
        && object[0].text.chars().skip(1).any(char::is_uppercase)
        && object[0].text.chars().any(char::is_lowercase)
        && !object[0].text.contains(['-', '\'', '’'])
        && !has_prefix(object[0].text);
    !(moves && product)
}

/// "McAllen", "DeKalb", "LaGrange": a short prefix before a name.
fn has_prefix(text: &str) -> bool {
    let inner: Vec<usize> =
        text.char_indices().skip(1).filter(|(_, c)| c.is_uppercase()).map(|(i, _)| i).collect();
    let [at] = inner[..] else { return false };
    at <= 3 && text[at..].chars().skip(1).filter(|c| c.is_lowercase()).count() >= 3
}

/// "the hosting bill": what is paid for is the hosting.
fn bill(candidate: &mut Candidate) {
    let Some((thing, noun)) = candidate.subject.text.rsplit_once(' ') else { return };
    if matches!(noun, "bill" | "fee" | "fees" | "cost" | "costs" | "price" | "charge") && !thing.is_empty() {
        candidate.subject.text = thing.to_owned();
    }
}

fn secret(c: &Clause<'_, '_>, candidate: &mut Candidate) {
    let Some((owner, noun)) = candidate.subject.text.rsplit_once(' ') else { return };
    let secret = matches!(
        noun.to_lowercase().as_str(),
        "password"
            | "passwords"
            | "passphrase"
            | "credentials"
            | "creds"
            | "secret"
            | "secrets"
            | "token"
            | "pin"
    );
    if let Some(spec) = c.lexicon.get("secret_location").filter(|_| secret) {
        candidate.subject.text = owner.to_owned();
        candidate.relation = Relation::Known(spec);
        candidate.score = candidate.score.max(SURE);
    }
}
