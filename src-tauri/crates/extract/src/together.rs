//! Values and holders told of together: "Kim and Lee own search" is no fact of Lee alone, "Kim or Lee"
//! none of either, "ports 80 and 443" none of the first, and what is told "respectively" is of each
//! its own. Those told together are one value, as written.

use crate::fact::{FoundFact, FoundOp};
use crate::measure;
use crate::phrase;
use crate::scene::Scene;
use crate::token::{Shape, Token};
use crate::words;

/// Puts right a sentence's facts, which are those from number `from` on.
pub(crate) fn settle(tokens: &[Token<'_>], from: usize, scene: &Scene<'_>, facts: &mut Vec<FoundFact>) {
    let each = tokens.iter().any(|t| t.is("respectively"));
    let mut n = 0;
    facts.retain_mut(|fact| {
        n += 1;
        n <= from || fact.op != FoundOp::Assert || !each && stands(tokens, scene, fact)
    });
}

/// Whether a fact stands, widened to those told together.
fn stands(tokens: &[Token<'_>], scene: &Scene<'_>, fact: &mut FoundFact) -> bool {
    let Some((lo, hi)) = phrase::place(tokens, fact.object_span) else { return true };
    if has_clause(tokens, (lo, hi)) {
        return false;
    }
    if let Some(end) = shared_place(tokens, (lo, hi)) {
        set(fact, tokens, (lo, end), scene.text);
        return true;
    }
    if fact.set_valued {
        return true;
    }
    match agents(tokens, (lo, hi)) {
        Some(List::Any) => return false,
        Some(List::All(from)) => {
            set(fact, tokens, (from, hi), scene.text);
            return true;
        }
        None => {}
    }
    if or_another(tokens, hi, &tokens[lo]) {
        return false;
    }
    if let Some(end) = figures(tokens, (lo, hi)) {
        set(fact, tokens, (lo, end), scene.text);
    }
    true
}

fn set(fact: &mut FoundFact, tokens: &[Token<'_>], (lo, hi): (usize, usize), text: &str) {
    let (words, span) = phrase::written(text, tokens, lo, hi);
    words.clone_into(&mut fact.object);
    fact.object_span = span;
}

/// Names before a verb.
enum List {
    /// One of them, which is not told.
    Any,
    /// All, from this token on.
    All(usize),
}

/// Those who do together what the last of them was read to do alone.
fn agents(tokens: &[Token<'_>], (lo, hi): (usize, usize)) -> Option<List> {
    let joint = tokens.get(lo.checked_sub(1)?).filter(|t| t.any(&["and", "or", "nor", "&"]))?;
    let name = |i: usize| tokens[i].capital() && tokens[i].shape == Shape::Word;
    let verb = (hi..tokens.len()).find(|&i| !words::is_adverb(&tokens[i].lower)).map(|i| &tokens[i])?;
    let v = verb.verb.filter(|_| !verb.capital())?;
    let mut from = lo - 1;
    while from > 0 && (name(from - 1) || tokens[from - 1].is(",") && from > 1 && name(from - 2)) {
        from -= 1;
    }
    let opens = from == 0
        || tokens[from - 1].any(&["both", "either", "neither", "now", "today", "since", ",", ":", ";"])
        || from == 1 && tokens[0].shape == Shape::Word && !name(0);
    if from == lo - 1 || !opens || !name(lo) || tokens[from].any(&["either", "both"]) && from + 1 == lo - 1 {
        return None;
    }
    let led = usize::from(tokens[from].any(&["either", "both", "neither"]));
    if joint.any(&["or", "nor"]) {
        return Some(List::Any);
    }
    let several = v.base && !v.third || verb.any(&["are", "were", "have"]) || v.past && !verb.is("was");
    several.then_some(List::All(from + led))
}

/// "Dr. Silva or Dr. Costa": neither alone.
fn or_another(tokens: &[Token<'_>], hi: usize, first: &Token<'_>) -> bool {
    let named = |t: &Token<'_>| t.capital() && t.shape == Shape::Word;
    tokens.get(hi).is_some_and(|t| t.is("or"))
        && named(first)
        && tokens.get(hi + 1).is_some_and(named)
        && (phrase::proper_name_end(tokens, hi + 1, tokens.len())..tokens.len())
            .all(|i| !tokens[i].is_content())
}

/// "80 and 443", "9:30, 12:00 and 17:00" at the end of a clause.
fn figures(tokens: &[Token<'_>], (lo, hi): (usize, usize)) -> Option<usize> {
    let figure = |i: usize| {
        let m = measure::measure(tokens, i, tokens.len());
        m.map(|m| (m.end, m.unit)).or_else(|| {
            let time = crate::daytime::time_end(tokens, i, tokens.len())?;
            Some((time, measure::Unit::Other))
        })
    };
    let (end, _) = figure(lo).filter(|(end, _)| *end >= hi)?;
    let mut at = end;
    let mut joined = false;
    while tokens.get(at).is_some_and(|t| t.any(&["and", ",", "&"])) {
        let comma = usize::from(tokens[at].is(",") && tokens.get(at + 1).is_some_and(|t| t.is("and")));
        let (to, _) = tokens.get(at + 1 + comma).and_then(|_| figure(at + 1 + comma))?;
        joined |= !tokens[at].is(",") || comma > 0;
        at = to;
    }
    let ends = tokens.get(at).is_none_or(|t| !t.is_content());
    (joined && ends).then_some(at)
}

/// "Prod uses Postgres and staging uses MySQL": the second clause is no value.
fn has_clause(tokens: &[Token<'_>], (lo, hi): (usize, usize)) -> bool {
    hi > lo + 2
        && tokens[lo + 1..hi - 1].iter().any(|t| {
            t.shape == Shape::Word && t.any(&["uses", "runs", "listens", "lives", "costs", "owns", "works"])
        })
        && !tokens[lo..hi].iter().any(|t| t.any(&["that", "which", "who"]))
}

/// "in Rome and Bea in Milan": the first place alone.
fn shared_place(tokens: &[Token<'_>], (lo, hi): (usize, usize)) -> Option<usize> {
    let before = &tokens[lo.checked_sub(1)?];
    let again = tokens.get(hi)?;
    let same = before.lower == again.lower && words::is_preposition(&again.lower);
    let and = (lo + 1..hi - 1).find(|&i| tokens[i].is("and"))?;
    same.then_some(and)
}
