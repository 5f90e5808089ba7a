//! People whom somebody knows by their calling: "Dr. Okafor is my new cardiologist", "I see an
//! osteopath called Rune", "my therapist's name is Carla". The calling is the relation, the lexicon's
//! where it has one, and the name its value.

use crate::attribute;
use crate::candidate::{Candidate, Relation};
use crate::lexicon::RelationSpec;
use crate::nominal::{Clause, push};
use crate::person::{is_kin, is_person_noun};
use crate::phrase::{self, noun_phrase_end};
use crate::scene::Scene;
use crate::subject::Subject;
use crate::token::Token;
use crate::value::{Read, ValueType};
use crate::words;

/// Adds the readings of a clause.
pub(crate) fn read(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    if c.cues.negated || c.cues.ends {
        return;
    }
    for at in c.lo..c.hi {
        is_mine(c, at, scene, out);
        name_of(c, at, scene, out);
        seen(c, at, scene, out);
    }
}

/// The relation of a calling, and the tokens that name it.
fn calling(c: &Clause<'_, '_>, lo: usize, hi: usize) -> Option<Relation> {
    let mut from = lo;
    while from + 1 < hi
        && (c.tokens[from].any(&["new", "current", "regular", "own"])
            || words::is_determiner(&c.tokens[from].lower))
    {
        from += 1;
    }
    let head = c.tokens[..hi].get(hi.checked_sub(1)?).filter(|_| hi > from && hi - from <= 2)?;
    if c.tokens[from..hi].iter().any(|t| t.any(&["old", "former", "ex", "previous", "last"]) || t.is_punct())
    {
        return None;
    }
    let words = c.tokens[from..hi].iter().map(|t| t.lower.as_str()).collect::<Vec<_>>().join(" ");
    let named = |s: &&'static RelationSpec| {
        matches!(s.value_type, ValueType::Person) || s.name == "pet" || s.name == "vendor"
    };
    if let Some(spec) = c.lexicon.alias(&words).into_iter().find(named) {
        return Some(Relation::Known(spec));
    }
    // Friends and colleagues are many, and none of them is the one.
    let one = is_person_noun(&head.lower)
        && !head.lower.ends_with('s')
        && !head.any(&[
            "friend",
            "colleague",
            "kid",
            "child",
            "boy",
            "girl",
            "guy",
            "ex",
            "coworker",
            "intern",
            "lead",
            "engineer",
            "children",
        ]);
    (one && !is_kin(&head.lower)).then_some(Relation::Open(words))
}

fn owner(token: &Token<'_>, scene: &Scene<'_>) -> Option<Subject> {
    match token.lower.as_str() {
        "my" => Some(Subject::user()),
        "our" => Some(scene.plural()),
        _ => None,
    }
}

/// "Dr. Okafor is my new cardiologist"
fn is_mine(c: &Clause<'_, '_>, at: usize, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    if !c.tokens[at].any(&["is", "'s"]) || at == c.lo {
        return;
    }
    let mine = at + 1 + c.tokens[at + 1..c.hi].iter().take_while(|t| words::is_adverb(&t.lower)).count();
    let Some(subject) = c.tokens[..c.hi].get(mine).and_then(|t| owner(t, scene)) else { return };
    let start = c.lo
        + c.tokens[c.lo..at]
            .iter()
            .take_while(|t| t.is_punct() || words::is_filler(&t.lower) && !t.capital())
            .count();
    let end = phrase::proper_name_end(c.tokens, start, at);
    let stop = noun_phrase_end(c.tokens, mine + 1, c.hi);
    if end != at || start >= at || !c.tokens[start].capital() {
        return;
    }
    if let Some(relation @ Relation::Open(_)) = calling(c, mine + 1, stop) {
        push(c, subject, relation, None, Read { start, end, strong: true }, 10, "calling", out);
    }
}

/// "my therapist's name is Carla", "the name of our vet is Dr. Silva"
fn name_of(c: &Clause<'_, '_>, at: usize, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    let Some(subject) = owner(&c.tokens[at], scene) else { return };
    // "my physio is called Jenna"
    if let Some(called) = (at + 3..c.hi.min(at + 6))
        .find(|&i| c.tokens[i].any(&["called", "named"]) && c.tokens[i - 1].lemma_is("be"))
    {
        let end = phrase::proper_name_end(c.tokens, called + 1, c.hi);
        if let Some(relation @ Relation::Open(_)) =
            calling(c, at + 1, called - 1).filter(|_| end > called + 1)
        {
            push(
                c,
                subject,
                relation,
                None,
                Read { start: called + 1, end, strong: true },
                30,
                "calling",
                out,
            );
        }
        return;
    }
    let Some(s) = (at + 2..c.hi.min(at + 5)).find(|&i| c.tokens[i].is("'s")) else { return };
    let name = c.tokens[..c.hi].get(s + 1).is_some_and(|t| t.is("name"));
    let is = c.tokens[..c.hi].get(s + 2).is_some_and(|t| t.any(&["is", "'s"]));
    if !name || !is {
        return;
    }
    let end = phrase::proper_name_end(c.tokens, s + 3, c.hi);
    let Some(relation) = calling(c, at + 1, s).filter(|_| end > s + 3) else { return };
    let scope = attribute::read(c.lexicon, c.tokens, at, s, scene).and_then(|a| a.scope);
    let scope = scope.filter(|_| relation.spec().is_some());
    push(c, subject, relation, scope, Read { start: s + 3, end, strong: true }, 30, "calling", out);
}

/// "I see an osteopath called Rune", "I switched to a new GP, Dr Mensah"
fn seen(c: &Clause<'_, '_>, at: usize, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    let meets = c.tokens[at].verb.is_some_and(|v| {
        matches!(v.lemma, "see" | "have" | "find" | "get" | "switch" | "change" | "hire" | "go")
    });
    let own = c.tokens[c.lo..at].iter().any(|t| t.any(&["i", "we", "'ve"]));
    if !meets || !own || c.cues.future {
        return;
    }
    let to = c.tokens[..c.hi].get(at + 1).is_some_and(|t| t.is("to"));
    let from = at + 1 + usize::from(to);
    if !c.tokens[..c.hi].get(from).is_some_and(|t| t.any(&["a", "an", "my", "our"])) {
        return;
    }
    // The name may stand behind a comma.
    let stop = noun_phrase_end(c.tokens, from + 1, c.hi);
    let stop = (from + 1..stop).find(|&i| c.tokens[i].any(&["called", "named"])).unwrap_or(stop);
    let mut name = stop;
    while c.tokens.get(name).is_some_and(|t| t.any(&[",", "called", "named", "—", ":"])) {
        name += 1;
    }
    if name == stop {
        return;
    }
    let end = phrase::proper_name_end(c.tokens, name, c.tokens.len());
    let noun = &c.tokens[stop - 1];
    if end == name || !is_person_noun(&noun.lower) {
        return;
    }
    let subject =
        if c.tokens[c.lo..at].iter().any(|t| t.is("we")) { scene.plural() } else { Subject::user() };
    if let Some(relation) = calling(c, from + 1, stop) {
        push(c, subject, relation, None, Read { start: name, end, strong: true }, 10, "calling", out);
    }
}
