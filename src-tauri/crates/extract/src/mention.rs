//! Remembers who and what a clause was about, for the pronouns after it.

use crate::candidate::Candidate;
use crate::fact::FoundOp;
use crate::person;
use crate::phrase;
use crate::scene::Scene;
use crate::subject::{self, Class, Subject};
use crate::token::{Shape, Token};
use crate::words;

/// Remembers who a clause was about.
pub(crate) fn note_subjects(
    found: &[Candidate],
    tokens: &[Token<'_>],
    lo: usize,
    hi: usize,
    scene: &mut Scene<'_>,
) {
    // What was spoken of long ago is out of mind.
    if scene.named.len() > 2 * IN_MIND {
        scene.named.drain(..IN_MIND);
    }
    // What was just said of a thing can be "it" in the next clause.
    for c in found.iter().filter(|c| c.relation.name() == "uses" || c.relation.name() == "depends_on") {
        let (text, _) = phrase::written(scene.text, tokens, c.object.0, c.object.1);
        scene.named.push((Subject { text: phrase::plain(text), class: Class::Thing }, scene.clause));
    }

    if let Some(last) = found.iter().find(|c| c.rule != "apposition").or(found.first()) {
        scene.running = Some(last.subject.clone());
        if last.op == FoundOp::Assert {
            scene.spoken = Some((last.subject.clone(), last.relation.clone(), last.scope.clone()));
            scene.spoken_at = scene.clause;
        }
        if !matches!(last.subject.text.as_str(), "user" | "project") {
            scene.named.push((last.subject.clone(), scene.clause));
        }
    }
    // A name in object position can be picked up by "she" as well.
    for c in found {
        let (a, b) = c.object;
        if c.relation.spec().is_some_and(|s| s.value_type == crate::value::ValueType::Person)
            && b <= tokens.len()
            && a < b
        {
            let (text, _) = phrase::written(scene.text, tokens, a, b);
            scene.named.push((Subject { text: text.to_owned(), class: Class::Person }, scene.clause));
        }
    }
    if found.is_empty()
        && let Some(at) = (lo..hi).rev().find(|&i| tokens[i].any(&["the", "our"]))
    {
        let end = phrase::noun_phrase_end(tokens, at, hi);
        if end > at + 1 {
            let class = person::class_of(tokens, at, end);
            if let Some(subject) = subject::resolve(tokens, at, end, scene).filter(|_| class != Class::Person)
            {
                scene.named.push((subject, scene.clause));
            }
        }
    }
    if found.is_empty() {
        // "Welcome Noortje!", "Congrats to Imke"
        let greets = tokens[lo].any(&["welcome", "meet", "congrats", "congratulations", "hello", "hi"]);
        let lo = match tokens[..hi].get(lo + 1) {
            Some(next) if greets && next.is("to") => lo + 2,
            Some(next) if greets && next.capital() => lo + 1,
            _ => lo,
        };
        if greets && lo < hi && phrase::proper_name_end(tokens, lo, hi) == hi {
            let (text, _) = phrase::written(scene.text, tokens, lo, hi);
            scene.named.push((Subject { text: text.to_owned(), class: Class::Person }, scene.clause));
            return;
        }
        let end = phrase::proper_name_end(tokens, lo, hi);
        if end > lo && end < hi {
            let class = person::class_of(tokens, lo, end);
            let (text, _) = phrase::written(scene.text, tokens, lo, end);
            // "Book club: …": half of a label is no name.
            if scene.topic.as_ref().is_some_and(|t| t.text.starts_with(text)) {
                return;
            }
            scene.named.push((Subject { text: text.to_owned(), class }, scene.clause));
        }
    }
}

/// Remembers who did what the clauses before told nothing of: "The neighbours left Leeds and live in
/// York now".
pub(crate) fn note_doer(tokens: &[Token<'_>], lo: usize, at: usize, scene: &mut Scene<'_>) {
    if at > lo && scene.running.is_none() {
        scene.running = doer(tokens, lo, at, scene);
    }
}

fn doer(tokens: &[Token<'_>], lo: usize, at: usize, scene: &Scene<'_>) -> Option<Subject> {
    let from = lo + usize::from(tokens[lo].any(&["and", "but", "so"]));
    if !tokens[from].any(&["the", "my", "our", "his", "her", "their", "some", "two", "three"]) {
        return None;
    }
    let verb = (from + 1..at).find(|&i| tokens[i].verb.is_some_and(|v| v.past || v.third || v.participle))?;
    let verb = if tokens[verb - 1].any(&["have", "has"]) { verb - 1 } else { verb };
    let end = phrase::noun_phrase_end(tokens, from, verb);
    (end + 1 >= verb && end > from + 1).then(|| subject::resolve(tokens, from, end, scene)).flatten()
}

/// "She joined the squad and reports to Imke": a verb without a subject behind a pronoun that nobody was
/// found for is told of that one, and not of whoever is spoken of where no subject is named.
pub(crate) fn of_a_stranger(tokens: &[Token<'_>], c: &Candidate) -> bool {
    if !matches!(c.subject.text.as_str(), "user" | "project") {
        return false;
    }
    let Some(from) = tokens.get(..c.clause.0) else { return false };
    let pronoun = from.iter().rposition(|t| t.shape == Shape::Word && t.any(&["he", "she", "they"]));
    // Whoever speaks may have come between, and what stands behind a semicolon is another sentence.
    let other = |t: &Token<'_>| t.any(&["i", "we", "my", "our", "me", "us", ";"]);
    if pronoun.is_none_or(|at| from[at..].iter().any(other)) {
        return false;
    }
    let first = tokens.get(c.clause.0..c.clause.1).and_then(|clause| {
        clause
            .iter()
            .find(|t| t.is_content() && !t.any(&["and", "but", "then"]) && !words::is_adverb(&t.lower))
    });
    first.is_some_and(|t| t.verb.is_some_and(|v| v.third || v.past || v.participle) && !t.capital())
}

/// Subjects spoken of that are kept in mind.
const IN_MIND: usize = 32;
