//! "Not A but B": what is so is B. Both are of one kind, and no clause of its own follows "but".

use super::Edit;
use crate::scene::Scene;
use crate::sentence;
use crate::token::{Shape, Token};
use crate::words;

/// The most words that A has.
const LONGEST: usize = 6;

pub(super) fn find(tokens: &[Token<'_>], _: &Scene<'_>) -> Option<Edit> {
    let but = tokens.iter().position(|t| t.is("but"))?;
    let not = (0..but).rev().take(LONGEST + 3).find(|&i| tokens[i].any(&["not", "n't"]))?;
    let comma = usize::from(tokens[but - 1].is(","));
    let end = (but + 1..tokens.len()).find(|&i| tokens[i].is_punct()).unwrap_or(tokens.len());
    let other = tokens.get(not + 1..but - comma).filter(|a| !a.is_empty())?;
    let told = tokens.get(but + 1..end).filter(|b| !b.is_empty())?;
    if other.iter().any(|t| t.is_punct()) || other[0].any(&["only", "just", "merely", "yet", "always"]) {
        return None;
    }
    // "Not Ana but Rui owns the relay"
    if not == 0 {
        return alike(other, told).then(|| Edit::drop(0, but + 1));
    }
    if sentence::has_verb(tokens, but + 1, end)
        && !told[0].verb.is_some_and(|v| v.base)
        && told.iter().any(|t| t.lemma_is("be") || t.verb.is_some_and(|v| v.third || v.past))
        || words::is_pronoun(&told[0].lower)
    {
        return None;
    }
    // "We don't use MySQL but Postgres": the verb stands behind its denial.
    let helped = tokens[not - 1].lemma_is("do");
    let from = if helped { other.iter().position(|t| t.verb.is_some_and(|v| v.base))? + 1 } else { 0 };
    // "isn't owned by Ana but by Rui"
    let led = words::is_preposition(&told[0].lower) && other[0].verb.is_some_and(|v| v.participle);
    if let Some(at) = other.iter().position(|t| t.lower == told[0].lower).filter(|_| led && !helped) {
        let mut edit = Edit::drop(not, not + 1);
        edit.drop.push((not + 1 + at, but + 1));
        return Some(edit);
    }
    if !alike(other.get(from..).unwrap_or_default(), told) {
        return None;
    }
    if !helped {
        return Some(Edit::drop(not, but + 1));
    }
    let mut edit = Edit::drop(not - 1, not + 1);
    edit.drop.push((not + 1 + from, but + 1));
    Some(edit)
}

/// Two figures, two names, two phrases of one preposition, two words.
fn alike(a: &[Token<'_>], b: &[Token<'_>]) -> bool {
    let (Some(first), Some(second)) = (a.first(), b.first()) else { return false };
    if words::is_preposition(&first.lower) {
        return first.lower == second.lower;
    }
    let figure = |t: &Token<'_>| t.has_digit();
    let name = |t: &Token<'_>| t.capital() || t.shape != Shape::Word;
    figure(first) && figure(second)
        || !figure(first) && !figure(second) && name(first) && name(second)
        || a.len() == 1 && b.len() == 1 && !name(first) && !name(second) && !words::is_adverb(&second.lower)
}
