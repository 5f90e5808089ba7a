//! Readings of known things in new hands: "Halima's got the under-12s", "Leonor tunes our piano",
//! "Ilídio does the council's books as treasurer", "Bel replaced Ada". Which key changes hands is
//! what the ledger knows of the thing; without one such key nothing is read.

use crate::candidate::{Candidate, Relation};
use crate::guard;
use crate::known::Held;
use crate::matching::skippable;
use crate::nominal::Clause;
use crate::phrase::{self, noun_phrase_end};
use crate::recall::{fits, known_subject, of_key, only_key};
use crate::scene::Scene;
use crate::subject::{self, Class, Subject};
use crate::value::Read;
use crate::vocation::is_job;
use crate::words;

/// Adds the readings of a clause.
pub(crate) fn read(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    takes(c, scene, out);
    works(c, scene, out);
    serves_as(c, scene, out);
    replaces(c, scene, out);
}

/// Relations whose value is who, or what, a thing is in the hands of.
fn in_charge(held: &Held) -> bool {
    matches!(
        held.relation.as_str(),
        "owner"
            | "coach"
            | "teacher"
            | "assignee"
            | "on_call"
            | "host_person"
            | "contact"
            | "manager"
            | "scheduler"
            | "vendor"
            | "role_holder"
    )
}

/// The end of a verb group that says that somebody has a thing in hand, if one begins at `at`.
fn hands_on(c: &Clause<'_, '_>, at: usize) -> Option<usize> {
    let mut i = at;
    let mut said = false;
    let has = c.tokens[..c.hi].get(i).is_some_and(|t| t.is("'s") || t.any(&["has", "have", "'ve"]));
    let is = c.tokens[..c.hi].get(i).is_some_and(|t| t.is("'s") || t.any(&["is", "are"]));
    if has || is {
        i += 1;
    }
    while i < c.hi && skippable(&c.tokens[i]) && !c.tokens[i].any(&["got", "had", "been", "did"]) {
        i += 1;
    }
    let token = c.tokens[..c.hi].get(i)?;
    if has && token.is("got") {
        i += 1;
        said = true;
    } else if let Some(verb) = token.verb {
        let progressive = verb.gerund && (is || i == at);
        let present = verb.third && !has && !is;
        let took = verb.lemma == "take" && (verb.past || verb.participle);
        let hand = matches!(
            verb.lemma,
            "do" | "run" | "handle" | "cover" | "manage" | "look" | "take" | "keep" | "mind"
        );
        let after = c.tokens[..c.hi].get(i + 1);
        let over = after.is_some_and(|t| t.any(&["over", "on"]));
        if hand && (progressive || present) && verb.lemma != "take" && verb.lemma != "look"
            || took && over && !is
        {
            i += 1 + usize::from(took);
            said = true;
        } else if (progressive || present)
            && (verb.lemma == "take" && over || verb.lemma == "look" && after.is_some_and(|t| t.is("after")))
        {
            i += 2;
            said = true;
        }
    }
    said.then_some(i)
}

/// "P's got S", "with P doing S", "P has taken over S".
fn takes(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    for at in c.lo..c.hi {
        let opens = at == c.lo || c.tokens[at - 1].any(&["with", "and", "so", "now", "but"]);
        if !opens || !c.tokens[at].capital() {
            continue;
        }
        let name = phrase::proper_name_end(c.tokens, at, c.hi);
        let Some(from) = (name > at).then(|| hands_on(c, name)).flatten() else { continue };
        let end = noun_phrase_end(c.tokens, from, c.hi);
        let trails = c.tokens[..c.hi].get(end).is_some_and(|t| {
            t.is_content()
                && !words::is_preposition(&t.lower)
                && !words::is_adverb(&t.lower)
                && !words::is_conjunction(&t.lower)
        });
        if end == from || trails {
            continue;
        }
        let Some(subject) = known_subject(c, from, end, scene) else { continue };
        if let Some(key) = only_key(c, &subject, at, name, scene, in_charge) {
            out.push(of_key(c, subject, key, 18, "takes"));
            return;
        }
    }
}

/// "Leonor tunes our piano": the verb of an agent noun that a known key has ("piano tuner").
fn works(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    let name = phrase::proper_name_end(c.tokens, c.lo, c.hi);
    if name == c.lo {
        return;
    }
    let mut at = name;
    while at < c.hi && skippable(&c.tokens[at]) {
        at += 1;
    }
    let Some(verb) = c.tokens[..c.hi].get(at).and_then(|t| t.verb).filter(|v| v.third && v.lemma != "be")
    else {
        return;
    };
    let end = noun_phrase_end(c.tokens, at + 1, c.hi);
    if end == at + 1 {
        return;
    }
    let owned = c.tokens[at + 1].any(&["my", "our"]);
    let from = at + 1 + usize::from(owned || words::is_determiner(&c.tokens[at + 1].lower));
    if from >= end {
        return;
    }
    let thing = phrase::written(scene.text, c.tokens, from, end).0.to_lowercase();
    let read = Read { start: c.lo, end: name, strong: true };
    for agent in agents(verb.lemma) {
        let phrase = format!("{thing} {agent}");
        for owner in [&*thing, "user", "project"] {
            let key = scene.known.held(owner).into_iter().find(|h| {
                let relation = h.relation.replace('_', " ").to_lowercase();
                let named = relation == phrase
                    || h.scope.as_deref() == Some(phrase.as_str())
                    || owner == thing && (relation == agent || h.scope.as_deref() == Some(agent.as_str()));
                named && fits(h, c.lexicon, c.tokens, c.lo, name).is_some()
            });
            if let Some(key) = key {
                let relation = c
                    .lexicon
                    .get(&key.relation)
                    .map_or_else(|| Relation::Open(key.relation.clone()), Relation::Known);
                let subject = Subject { text: key.subject.clone(), class: Class::Thing };
                out.push(of_key(c, subject, (key, relation, read), 12, "works"));
                return;
            }
        }
    }
}

/// The agent nouns of a verb.
pub(crate) fn agents(lemma: &str) -> Vec<String> {
    let stem = lemma.strip_suffix('e').unwrap_or(lemma);
    let last = stem.chars().last().unwrap_or('e');
    let mut out = vec![format!("{stem}er"), format!("{stem}or")];
    if stem == lemma {
        out.push(format!("{stem}{last}er"));
    }
    out.push(lemma.to_owned());
    out.retain(|noun| is_job(noun) || noun.len() > 4 || matches!(noun.as_str(), "lead" | "coach"));
    out
}

/// "P … the S's books as R": a role that the ledger knows of S.
fn serves_as(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    let name = phrase::proper_name_end(c.tokens, c.lo, c.hi);
    let Some(at) = (name + 1..c.hi).rev().find(|&i| c.tokens[i].is("as")).filter(|_| name > c.lo) else {
        return;
    };
    let present =
        c.tokens[name..at].iter().any(|t| t.verb.is_some_and(|v| v.third || v.gerund) && !t.is("'s"));
    let start =
        at + 1 + usize::from(c.tokens[..c.hi].get(at + 1).is_some_and(|t| words::is_determiner(&t.lower)));
    let end = noun_phrase_end(c.tokens, start, c.hi);
    if !present || end <= start {
        return;
    }
    let role = phrase::written(scene.text, c.tokens, start, end).0.to_lowercase();
    for from in name..at {
        if !(words::is_determiner(&c.tokens[from].lower) || words::is_possessive(&c.tokens[from].lower)) {
            continue;
        }
        let whole = noun_phrase_end(c.tokens, from, at);
        let to = (from + 1..whole).find(|&i| c.tokens[i].is("'s")).unwrap_or(whole);
        let Some(subject) = known_subject(c, from, to, scene) else { continue };
        let of_role = |h: &Held| h.relation == "role_holder" && h.scope.as_deref() == Some(role.as_str());
        if let Some(key) = only_key(c, &subject, c.lo, name, scene, of_role) {
            out.push(of_key(c, subject, key, 18, "serves-as"));
            return;
        }
    }
}

/// "B replaced A", "A has been replaced by B", "B takes over from A": what A was is B's now.
fn replaces(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    for at in c.lo..c.hi {
        let Some(verb) = c.tokens[at].verb else { continue };
        let passive = c.tokens[c.lo..at].iter().rev().take(3).any(|t| t.lemma_is("be"));
        let next = |word: &str| c.tokens[..c.hi].get(at + 1).is_some_and(|t| t.is(word));
        let (old, new) = match verb.lemma {
            "replace" | "succeed" | "supersede" if passive && verb.participle => {
                let Some(by) = (at + 1..c.hi.min(at + 3)).find(|&i| c.tokens[i].any(&["by", "with"])) else {
                    continue;
                };
                (Side::Left, by + 1)
            }
            // "replace A with B": an order names both.
            "replace" if !passive && at == c.lo => {
                let Some(with) = (at + 1..c.hi).find(|&i| c.tokens[i].any(&["with", "by"])) else { continue };
                (Side::Right(at + 1), with + 1)
            }
            "replace" | "succeed" | "supersede" if !passive && at > c.lo => (Side::Right(at + 1), c.lo),
            // "moved from Nokia to Miro": whatever Nokia was.
            "move" | "switch" | "change" | "go" | "leave" | "upgrade" | "downgrade" | "migrate"
                if !passive =>
            {
                let from = if verb.lemma == "leave" {
                    Some(at)
                } else {
                    (at + 1..c.hi.min(at + 3)).find(|&i| c.tokens[i].is("from"))
                };
                let Some(from) = from else { continue };
                let end = phrase::proper_name_end(c.tokens, from + 1, c.hi);
                let to = if verb.lemma == "leave" { "for" } else { "to" };
                if end == from + 1 || !c.tokens[..c.hi].get(end).is_some_and(|t| t.is(to)) {
                    continue;
                }
                (Side::Right(from + 1), end + 1)
            }
            "take" if next("over") && c.tokens[..c.hi].get(at + 2).is_some_and(|t| t.is("from")) => {
                (Side::Right(at + 3), c.lo)
            }
            _ => continue,
        };
        let (old_lo, old_hi) = match old {
            Side::Left => (c.lo, phrase::proper_name_end(c.tokens, c.lo, at)),
            Side::Right(from) => {
                let from = from
                    + usize::from(c.tokens[..c.hi].get(from).is_some_and(|t| words::is_determiner(&t.lower)));
                (from, phrase::proper_name_end(c.tokens, from, c.hi))
            }
        };
        let new_hi = phrase::proper_name_end(c.tokens, new, c.hi);
        if old_lo >= old_hi || new >= new_hi {
            continue;
        }
        let old = phrase::written(scene.text, c.tokens, old_lo, old_hi).0;
        // Who moves, moves what is theirs.
        let whose = matches!(verb.lemma, "move" | "switch" | "change" | "go" | "leave")
            .then(|| subject::clean(c.tokens, c.lo, at))
            .map(|range| subject::resolve(c.tokens, range.lo, range.hi, scene).map(|s| s.text));
        let theirs = |h: &Held| whose.as_ref().is_none_or(|w| w.as_deref() == Some(h.subject.as_str()));
        let mut keys = scene.known.holding(old).into_iter().filter(theirs).filter_map(|h| {
            fits(&h, c.lexicon, c.tokens, new, new_hi).map(|(relation, read)| (h, relation, read))
        });
        if let (Some(key), None) = (keys.next(), keys.next()) {
            let subject = Subject { text: key.0.subject.clone(), class: Class::Thing };
            // "B replaced A on the panel": only there.
            let (old, to) = ((old_lo, old_hi), (new, new_hi));
            let alone = crate::supplant::alone(c.tokens, &[(c.lo, c.hi)], &key.0, old, Some(to));
            out.push(of_key(c, subject, key, if alone { 18 } else { guard::UNSURE }, "replaces"));
            return;
        }
    }
}

/// Where the old value stands.
enum Side {
    Left,
    Right(usize),
}
