//! Who does what for good: "Ragnhild chairs the works council", "payroll is handled by Sven". A verb
//! of duty with somebody's name lands on the key of its passive, or of the post that it names.

use crate::candidate::{Candidate, Relation};
use crate::gazetteer;
use crate::matching::skippable;
use crate::measure;
use crate::nominal::{Clause, push};
use crate::phrase::{self, noun_phrase_end};
use crate::scene::Scene;
use crate::subject::{self, Class};
use crate::token::Shape;
use crate::value::Read;
use crate::words;

/// Where a duty's holder is kept: a row of the table, a post, or the verb's passive.
enum Kept {
    Row(&'static str),
    Post(&'static str),
    Passive,
}

fn kept(lemma: &str) -> Option<Kept> {
    Some(match lemma {
        "run" | "handle" => Kept::Row("owner"),
        "head" => Kept::Row("manager"),
        "chair" => Kept::Post("chair"),
        "captain" => Kept::Post("captain"),
        "conduct" => Kept::Post("conductor"),
        "approve" | "coordinate" | "supervise" | "moderate" | "review" | "sign" | "audit" | "edit"
        | "curate" | "cater" | "staff" | "clean" | "prepare" | "compile" | "translate" | "illustrate"
        | "narrate" | "administer" | "oversee" | "print" | "deliver" | "water" | "take" | "produce"
        | "organise" | "organize" => Kept::Passive,
        _ => return None,
    })
}

/// Adds the readings of a clause.
pub(crate) fn read(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    if c.cues.negated || c.cues.ends || c.cues.future || c.cues.never {
        return;
    }
    for at in c.lo + 1..c.hi {
        let Some(verb) =
            c.tokens[at].verb.filter(|_| c.tokens[at].shape == Shape::Word && !c.tokens[at].capital())
        else {
            continue;
        };
        let Some(kept) = kept(verb.lemma) else { continue };
        if verb.third && !verb.base {
            active(c, at, verb.lemma, &kept, scene, out);
        } else if verb.participle {
            passive(c, at, &kept, scene, out);
        }
    }
}

/// "P runs the bookshop".
fn active(
    c: &Clause<'_, '_>,
    at: usize,
    lemma: &str,
    kept: &Kept,
    scene: &Scene<'_>,
    out: &mut Vec<Candidate>,
) {
    let left = subject::clean(c.tokens, c.lo, at);
    let named = left.lo < left.hi
        && c.tokens[left.lo].capital()
        && phrase::proper_name_end(c.tokens, left.lo, left.hi) == left.hi
        && left.hi - left.lo <= 3;
    let name = phrase::written(scene.text, c.tokens, left.lo, left.hi).0;
    // "Jenkins runs the tests"
    let known = gazetteer::kinds(name);
    if !named || !known.is_empty() && !known.contains(&"person") || !is_somebody(c, left.lo) {
        return;
    }
    let end = noun_phrase_end(c.tokens, at + 1, c.hi);
    let rest_ok =
        c.tokens[end..c.hi].iter().all(|t| skippable(t) || t.is_punct() || words::is_adverb(&t.lower))
            || c.tokens[..c.hi].get(end).is_some_and(|t| t.any(&["since", "from", "as", "until"]))
            || measure::date_end(c.tokens, end, c.hi).is_some();
    let definite = c.tokens[..c.hi]
        .get(at + 1)
        .is_some_and(|t| t.any(&["the", "our", "my"]) || t.capital() && !t.is("the"));
    let uncounted = lemma == "handle"
        && end == at + 2
        && c.tokens[at + 1].shape == Shape::Word
        && !c.tokens[at + 1].lower.ends_with("ing");
    // A marathon, a bath, a test: what somebody does once or for himself.
    let once =
        c.tokens[at + 1..end].iter().any(|t| t.any(&["marathon", "race", "risk", "script", "tests", "bath"]));
    let takes =
        lemma == "take" && !c.tokens[at + 1..end].iter().any(|t| t.any(&["minutes", "register", "notes"]));
    if end <= at + 1 || !rest_ok || !(definite || uncounted) || once || takes {
        return;
    }
    tell(c, lemma, kept, (at + 1, end), (left.lo, left.hi), scene, out);
}

/// "S is handled by P".
fn passive(c: &Clause<'_, '_>, at: usize, kept: &Kept, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    let mut be = at;
    while be > c.lo && skippable(&c.tokens[be - 1]) && !c.tokens[be - 1].lemma_is("be") {
        be -= 1;
    }
    let present = be > c.lo && c.tokens[be - 1].any(&["is", "are"]);
    let by = at + 1;
    if !present || !c.tokens[..c.hi].get(by).is_some_and(|t| t.is("by")) {
        return;
    }
    let end = phrase::proper_name_end(c.tokens, by + 1, c.hi);
    let left = subject::clean(c.tokens, c.lo, be - 1);
    if end <= by + 1 || left.lo >= left.hi || !crate::attribute_value::ends_well(c.tokens, end, c.hi) {
        return;
    }
    let known = gazetteer::kinds(phrase::written(scene.text, c.tokens, by + 1, end).0);
    if !known.is_empty() && !known.contains(&"person") {
        return;
    }
    let lemma = c.tokens[at].verb.map_or("", |v| v.lemma);
    tell(c, lemma, kept, (left.lo, left.hi), (by + 1, end), scene, out);
}

fn tell(
    c: &Clause<'_, '_>,
    lemma: &str,
    kept: &Kept,
    thing: (usize, usize),
    who: (usize, usize),
    scene: &Scene<'_>,
    out: &mut Vec<Candidate>,
) {
    let Some(subject) = subject::resolve(c.tokens, thing.0, thing.1, scene) else { return };
    if matches!(subject.class, Class::Person | Class::Project) {
        return;
    }
    let read = Read { start: who.0, end: who.1, strong: true };
    let (relation, scope) = match kept {
        Kept::Row(name) => match c.lexicon.get(name) {
            Some(spec) => (Relation::Known(spec), None),
            None => return,
        },
        Kept::Post(post) => match c.lexicon.get("role_holder") {
            Some(spec) => (Relation::Known(spec), Some((*post).to_owned())),
            None => return,
        },
        Kept::Passive => (Relation::Open(format!("{} by", participle(lemma))), None),
    };
    push(c, subject, relation, scope, read, 11, "duty", out);
}

/// "approved", "taken", "overseen".
fn participle(lemma: &str) -> String {
    match lemma {
        "take" => "taken".to_owned(),
        "oversee" => "overseen".to_owned(),
        "edit" | "audit" => format!("{lemma}ed"),
        _ if lemma.ends_with('e') => format!("{lemma}d"),
        _ => format!("{lemma}ed"),
    }
}

/// A name that opens the clause can be an ordinary noun with the sentence's capital.
fn is_somebody(c: &Clause<'_, '_>, at: usize) -> bool {
    let token = &c.tokens[at];
    token.text.chars().skip(1).any(char::is_lowercase)
        && token.shape == Shape::Word
        && token.verb.is_none()
        && !token.lower.ends_with('s')
        && !crate::belonging::is_works(&token.lower)
        && c.lexicon.alias(&token.lower).is_empty()
        && !words::is_determiner(&token.lower)
}
