//! Appositions: "the ledger service, maintained by Ines, runs on port 7100" is two sentences of one
//! subject. What stands between the commas would else be taken for all there is of the subject.

use super::Edit;
use crate::lexicon::Lexicon;
use crate::measure;
use crate::sentence::{self, Lead, Segment};
use crate::token::Token;
use crate::value::ValueType;
use crate::words;

/// A part, and the byte where a sentence goes on behind its apposition.
pub(super) type Part<'a> = (Vec<Token<'a>>, Option<usize>);

/// The most words of a subject and of what stands beside it.
const LONGEST: (usize, usize) = (6, 9);

/// The sentence of an apposition, where it makes one, and that around it.
pub(super) fn parts<'a>(tokens: &[Token<'a>]) -> Option<Vec<Part<'a>>> {
    let first = tokens.iter().take(LONGEST.0 + 1).position(|t| t.any(&[",", "("]))?;
    if first == 0
        || first + 2 >= tokens.len()
        || !(may_open(&tokens[first + 1]) || holds_a_post(&tokens[first + 1..]))
    {
        return None;
    }
    let segments = sentence::segments(tokens);
    let [named, beside, told, ..] = segments.as_slice() else { return None };
    if !matches!(beside.lead, Lead::Comma | Lead::Aside)
        || told.lead != Lead::Comma
        || !names(tokens, named)
        || beside.hi - beside.lo > LONGEST.1
        || !goes_on(tokens, told)
    {
        return None;
    }
    let mut out = Vec::new();
    match beside_of(tokens, beside)? {
        Beside::Named | Beside::Done => {
            let mut own = tokens[..beside.hi].to_vec();
            Edit::default().put(named.hi, "is").apply(&mut own);
            out.push((own, None));
        }
        Beside::Relative => {
            let mut own = tokens[..beside.hi].to_vec();
            Edit::drop(named.hi, beside.lo + 1).apply(&mut own);
            out.push((own, None));
        }
        Beside::Other => {}
    }
    let mut around = tokens.to_vec();
    Edit::drop(named.hi, told.lo).apply(&mut around);
    out.push((around, Some(tokens[told.lo].span.0)));
    Some(out)
}

enum Beside {
    /// "the owner of the relay", "a nurse", "head of design".
    Named,
    /// "written in Go".
    Done,
    /// "which runs on port 80".
    Relative,
    /// "which Jo owns": told in no order that is read.
    Other,
}

fn may_open(token: &Token<'_>) -> bool {
    token.any(&["which", "who", "a", "an", "the", "our", "my", "head", "captain", "chair"])
        || token.verb.is_some_and(|v| v.participle)
}

/// "CEO of Acme", "head of design", "mayor of Ghent": a post without its article, and nothing but it.
fn holds_a_post(tokens: &[Token<'_>]) -> bool {
    let [post, of, rest @ ..] = tokens else { return false };
    let known = || {
        Lexicon::built_in()
            .resolve(&post.lower)
            .is_some_and(|spec| matches!(spec.value_type, ValueType::Person | ValueType::Team))
    };
    of.is("of") && rest.first().is_some_and(Token::is_content) && (post.any(&["head", "lead"]) || known())
}

fn beside_of(tokens: &[Token<'_>], beside: &Segment) -> Option<Beside> {
    let first = &tokens[beside.lo];
    let next = tokens[..beside.hi].get(beside.lo + 1);
    if first.any(&["which", "who"]) {
        let verb = next.is_some_and(|t| t.verb.is_some_and(|v| v.third || v.lemma == "be" || v.past));
        return Some(if verb { Beside::Relative } else { Beside::Other });
    }
    let led = (beside.lo + 1..beside.hi.min(beside.lo + 3)).any(|i| {
        words::is_preposition(&tokens[i].lower) || measure::date_end(tokens, i, beside.hi).is_some()
    });
    if first.verb.is_some_and(|v| v.participle) && led && !first.capital() {
        return Some(Beside::Done);
    }
    if holds_a_post(&tokens[beside.lo..beside.hi]) {
        return Some(Beside::Named);
    }
    let noun = next.is_some_and(Token::is_content) && !sentence::has_verb(tokens, beside.lo, beside.hi);
    (noun && may_open(first)).then_some(Beside::Named)
}

/// A noun phrase: no verb, no preposition, no day, no greeting.
fn names(tokens: &[Token<'_>], named: &Segment) -> bool {
    let words = &tokens[named.lo..named.hi];
    let first = &words[0];
    named.lo == 0
        && (first.capital() || words::is_determiner(&first.lower) || words::is_possessive(&first.lower))
        && words.iter().all(|t| t.is_content() && !words::is_preposition(&t.lower))
        && !words::is_filler(&first.lower)
        && !words::is_adverb(&first.lower)
        && !words::is_conjunction(&first.lower)
        && measure::date_end(tokens, named.lo, named.hi).is_none()
        && !sentence::has_verb(tokens, named.lo, named.hi)
}

/// The verb of what is named opens what follows.
fn goes_on(tokens: &[Token<'_>], told: &Segment) -> bool {
    let verb = (told.lo..told.hi).find(|&i| !words::is_adverb(&tokens[i].lower)).filter(|i| *i < told.lo + 2);
    verb.is_some_and(|i| {
        let t = &tokens[i];
        !t.capital() && t.verb.is_some_and(|v| v.third || v.past && !v.base || v.lemma == "be")
    })
}
