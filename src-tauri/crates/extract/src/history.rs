//! What was so at first or back then: "was originally written in Go", "At first, …", "in the old days
//! we used Jenkins". It says nothing of today, and closes no value. What is so for good is told by it
//! all the same ("I was originally born in Leeds").

use crate::candidate::Candidate;
use crate::fact::FoundOp;
use crate::token::{Shape, Token};
use crate::words;

/// Words that put a past verb in the past for good.
const BEGINNINGS: [&[&str]; 20] = [
    &["originally"],
    &["initially"],
    &["formerly"],
    &["previously"],
    &["at", "first"],
    &["at", "the", "start"],
    &["at", "the", "beginning"],
    &["in", "the", "beginning"],
    &["in", "the", "old", "days"],
    &["in", "the", "early", "days"],
    &["in", "the", "good", "old", "days"],
    &["in", "those", "days"],
    &["in", "the", "past"],
    &["back", "then"],
    &["back", "in", "the", "day"],
    &["to", "begin", "with"],
    &["to", "start", "with"],
    &["once", "upon", "a", "time"],
    &["at", "the", "time"],
    &["at", "that", "time"],
];

/// Drops what a sentence tells of its beginnings.
pub(crate) fn settle(tokens: &[Token<'_>], found: &mut Vec<Candidate>) {
    found.retain(|c| {
        let (lo, hi) = (c.clause.0, c.clause.1.min(tokens.len()));
        c.op != FoundOp::Assert || is_for_good(c) || lo >= hi || !is_over(tokens, (lo, hi), c.object)
    });
}

/// Whether a relation's value never becomes another, as a name may.
fn is_for_good(c: &Candidate) -> bool {
    c.relation.spec().is_some_and(|s| {
        s.half_life_days == -1 && (s.set_valued() || !matches!(s.name, "full_name" | "nickname" | "name"))
    })
}

fn is_over(tokens: &[Token<'_>], (lo, hi): (usize, usize), object: (usize, usize)) -> bool {
    let told = led(tokens, lo) || (lo..hi).any(|i| beginning(tokens, i).is_some() || is_first(tokens, i));
    let past = |t: &Token<'_>| t.shape == Shape::Word && t.verb.is_some_and(|v| v.past);
    let now = |t: &Token<'_>| t.any(&["is", "are", "am", "'m", "'re", "now", "today"]);
    told && tokens[lo..object.0.clamp(lo, hi)].iter().any(past) && !tokens[lo..hi].iter().any(now)
}

/// The words of a beginning at a place.
fn beginning(tokens: &[Token<'_>], at: usize) -> Option<usize> {
    let begins = |p: &&&[&str]| {
        tokens.len() >= at + p.len() && tokens[at..].iter().zip(p.iter()).all(|(t, w)| t.is(w))
    };
    BEGINNINGS.iter().find(begins).map(|p| p.len())
}

/// "At first, Prism was written in Go": before the clause.
fn led(tokens: &[Token<'_>], lo: usize) -> bool {
    let Some(first) = tokens.iter().position(|t| t.is_content() && !words::is_filler(&t.lower)) else {
        return false;
    };
    let end = beginning(tokens, first).map(|n| first + n);
    end.is_some_and(|end| end < lo && tokens[end..lo].iter().all(Token::is_punct))
}

/// "was first hosted on X", "first ran on X", and no "first release".
fn is_first(tokens: &[Token<'_>], at: usize) -> bool {
    tokens[at].is("first")
        && at > 0
        && (tokens[at - 1].any(&["was", "were"]) || words::is_pronoun(&tokens[at - 1].lower))
        && tokens.get(at + 1).is_some_and(|t| t.verb.is_some_and(|v| v.past))
}
