//! The choice among readings of one clause: each stretch of object words belongs to the best
//! reading alone; a tie between relations is an ambiguity and keeps the reading from closing.

use crate::candidate::{Candidate, ENOUGH, SURE};
use crate::token::{Shape, Token};

/// The readings that stand, best first.
#[must_use]
pub fn best(mut found: Vec<Candidate>, tokens: &[Token<'_>]) -> Vec<Candidate> {
    found.retain(|c| {
        c.score >= ENOUGH
            && c.object.0 < c.object.1
            && !c.relation.name().trim().is_empty()
            && is_name(&c.subject.text)
    });
    let telling = found.iter().any(|c| !is_loose(c) && c.score >= ENOUGH);
    if telling {
        found.retain(|c| !is_loose(c) || c.score >= 12);
    }
    found.sort_by(|a, b| {
        b.score
            .cmp(&a.score)
            .then_with(|| (b.object.1 - b.object.0).cmp(&(a.object.1 - a.object.0)))
            .then(a.object.cmp(&b.object))
    });
    let mut kept: Vec<Candidate> = Vec::new();
    for candidate in found {
        // What a question asks for may be the value of several relations.
        let asked = tokens[candidate.object.0..candidate.object.1].iter().any(|t| t.shape == Shape::Hole);
        let rival = kept.iter_mut().find(|k| overlap(k.object, candidate.object) && !asked);
        match rival {
            None => {
                // One clause tells one value of a functional key.
                let same_key = kept.iter().any(|k| {
                    !candidate.set_valued
                        && k.subject == candidate.subject
                        && k.relation.name() == candidate.relation.name()
                        && k.scope == candidate.scope
                        && k.op == candidate.op
                });
                if !same_key {
                    kept.push(candidate);
                }
            }
            Some(rival) => {
                let tie =
                    rival.score == candidate.score && rival.relation.name() != candidate.relation.name();
                if tie {
                    rival.score = rival.score.min(SURE - 1);
                }
            }
        }
    }
    kept
}

/// Whether a subject reads as a name or a noun phrase rather than as a piece of a clause.
fn is_name(subject: &str) -> bool {
    let lower = subject.to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    let Some(first) = words.first() else { return false };
    // "+1"
    if !lower.chars().any(char::is_alphabetic) && lower.starts_with(['+', '-', '~', '<', '>']) {
        return false;
    }
    // In names such words carry capitals ("We Will Rock You").
    let written = subject.split_whitespace().enumerate().map(|(i, w)| {
        if w.starts_with("I'") || w == "I" && i == 0 { w.to_lowercase() } else { w.to_owned() }
    });
    let written: Vec<String> = written.collect();
    // "Gaspar i Vila"
    let joined = |i: usize| {
        let capital =
            |j: usize| subject.split_whitespace().nth(j).is_some_and(|w| w.starts_with(char::is_uppercase));
        written[i] == "i" && i > 0 && capital(i - 1) && capital(i + 1)
    };
    let clause = written.iter().map(String::as_str).enumerate().any(|(i, w)| {
        !joined(i) && matches!(w, "i" | "we" | "he" | "she" | "they" | "you" | "it" | "my" | "your" | "them")
            || ["i've", "i'm", "we've", "we're", "it's", "that's", "i'd", "i'll", "don't"].contains(&w)
    });
    let vague = words.len() == 1
        && (crate::words::is_adverb(first)
            || crate::words::is_preposition(first)
            || crate::words::number_word(first).is_some()
            || crate::words::is_determiner(first)
            || matches!(*first, "which" | "that" | "who" | "what" | "where" | "whose" | "its")
            || matches!(
                *first,
                "way"
                    | "lot"
                    | "time"
                    | "times"
                    | "thing"
                    | "things"
                    | "bit"
                    | "kind"
                    | "sort"
                    | "ones"
                    | "one"
                    | "regularly"
                    | "people"
                    | "stuff"
            ));
    let cut = words.last().is_some_and(|w| {
        // "Cluster A"
        let letter = subject.ends_with(char::is_uppercase) && w.len() == 1 && words.len() > 1;
        crate::words::is_determiner(w) && !letter
            || crate::words::is_preposition(w)
                && words.len() > 1
                && !matches!(*w, "in" | "on" | "up" | "off" | "out" | "down")
    });
    let verb = words.len() == 1
        && (crate::words::verb(first).is_some_and(|v| v.past && !v.base)
            || matches!(
                *first,
                "requires"
                    | "uses"
                    | "runs"
                    | "needs"
                    | "gets"
                    | "goes"
                    | "go"
                    | "says"
                    | "means"
                    | "makes"
                    | "supports"
                    | "returns"
                    | "allows"
                    | "use"
            ))
        && crate::gazetteer::kinds(first).is_empty();
    // "Met Lena", "Unlike Redis", "Their CEO", "Requires Zig": pieces of a clause.
    let second_small = subject.split_whitespace().nth(1).is_some_and(|w| w.starts_with(char::is_lowercase));
    let piece = words.len() > 1
        && (matches!(
            *first,
            "met"
                | "looked"
                | "checked"
                | "talked"
                | "spoke"
                | "saw"
                | "unlike"
                | "requires"
                | "please"
                | "pls"
        ) || crate::words::is_possessive(first) && !subject.starts_with(char::is_uppercase)
            || crate::words::is_preposition(first) && second_small);
    // "Fixed an issue with publishing", "Document that atomics", "Add initial": what was done.
    let done = words.len() > 1
        && (is_order(first)
            || crate::words::verb(first).is_some_and(|v| !v.gerund)
                && (crate::words::is_determiner(words[1]) && words[1] != "no" && second_small
                    || matches!(words[1], "that" | "whether" | "how" | "if" | "when")));
    let led = matches!(
        *first,
        "especially" | "even" | "e.g" | "e.g." | "i.e" | "i.e." | "when" | "while" | "whether"
    );
    // "Other teams run their", "The old docs say our database"
    let owned = words.iter().enumerate().skip(1).any(|(i, w)| {
        crate::words::is_possessive(w)
            && !crate::words::is_preposition(words[i - 1])
            && !subject.split_whitespace().nth(i).is_some_and(|w| w.starts_with(char::is_uppercase))
    });
    let ends = words.last().is_some_and(|w| {
        matches!(
            *w,
            "when"
                | "while"
                | "if"
                | "because"
                | "where"
                | "that"
                | "which"
                | "whether"
                | "getting"
                | "being"
        )
    }) && words.len() > 1;
    let piece = piece || done || led || ends || owned;
    let verb = verb || piece || crate::words::is_possessive(first) && words.len() == 1;
    !clause
        && !vague
        && !cut
        && !verb
        && words.len() <= 16
        && !lower.starts_with("lot of")
        && !lower.starts_with("lots of")
}

/// Verbs that open a note of what is to be done or was, and qualify no noun.
pub(crate) fn is_order(word: &str) -> bool {
    matches!(
        word,
        "fix"
            | "add"
            | "improve"
            | "ensure"
            | "make"
            | "implement"
            | "avoid"
            | "allow"
            | "refactor"
            | "introduce"
            | "expose"
            | "provide"
            | "prevent"
            | "clarify"
            | "mention"
            | "evaluate"
            | "remove"
            | "replace"
            | "bump"
            | "adjust"
            | "reduce"
            | "rename"
            | "optimize"
            | "optimise"
            | "simplify"
            | "resolve"
            | "restore"
            | "see"
            | "visit"
            | "identify"
            | "use"
            | "keep"
            | "re-export"
            | "handle"
            | "enable"
            | "disable"
    )
}

/// "use", "add", "drop": said of anything, so any other reading of the clause tells more.
fn is_loose(c: &Candidate) -> bool {
    matches!(c.relation.name(), "uses" | "depends_on") && c.rule.starts_with("verb")
}

fn overlap(a: (usize, usize), b: (usize, usize)) -> bool {
    a.0 < b.1 && b.0 < a.1
}
