//! Whether a clause that gives a value up or comes to one speaks of nothing but the key: "Raj replaced
//! Helen" does, "Raj replaced Helen on the panel" may be about the panel, "half the build moved from A
//! to B" about half of it. A word that neither the key nor the change explains leaves it open what
//! changed.

use super::alien::{self, IDIOMS};
use super::spoken::{Span, Spoken};
use super::turns;
use crate::measure::{self, Unit};
use crate::phrase;
use crate::token::{Shape, Token};
use crate::words;

/// Whether every word of the clauses of the two values belongs to the key, to the change or to its time.
pub(super) fn wholly(
    tokens: &[Token<'_>],
    clauses: &[Span],
    key: &Spoken,
    old: Span,
    new: Option<Span>,
) -> bool {
    // "not A any more": no doubt of A.
    let denied = tokens.iter().any(|t| t.is("anymore"))
        || tokens.windows(2).any(|w| w[0].any(&["any", "no"]) && w[1].any(&["more", "longer"]));
    if denied {
        return true;
    }
    let words = alien::key_words(key);
    let told = |&(lo, hi): &Span, (a, b): Span| lo < b && a < hi;
    clauses.iter().filter(|c| told(c, old) || new.is_some_and(|new| told(c, new))).all(|&(lo, hi)| {
        let inside = |i: usize| key.covers(Some(old), new, i);
        let mut at = lo;
        while at < hi {
            let token = &tokens[at];
            if inside(at) || !token.is_content() {
                at += 1;
                continue;
            }
            // A reason explains itself; so much time after is none.
            if token.any(&["because", "since", "due", "after", "following", "thanks", "so"]) {
                let spell = measure::measure(tokens, at + 1, hi).is_some_and(|m| m.unit == Unit::Duration);
                let date = measure::date_end(tokens, at + 1, hi);
                match date {
                    Some(end) => at = end,
                    None if spell => return false,
                    None if at > lo => break,
                    None => at = phrase::noun_phrase_end(tokens, at + 1, hi).max(at + 1),
                }
                continue;
            }
            if let Some(end) = measure::date_end(tokens, at, hi) {
                at = end.max(at + 1);
                continue;
            }
            if !idle(tokens, at, lo, &inside) && !alien::is_of(&words, &token.lower) {
                return false;
            }
            at += 1;
        }
        true
    })
}

/// Words that name nothing, or the change itself.
fn idle(tokens: &[Token<'_>], at: usize, lo: usize, inside: &impl Fn(usize) -> bool) -> bool {
    let token = &tokens[at];
    let lower = token.lower.as_str();
    if token.shape != Shape::Word {
        return false;
    }
    let closed = words::is_determiner(lower) && !matches!(lower, "some" | "another" | "one")
        || matches!(lower, "my" | "our" | "its" | "new" | "all" | "whole" | "more" | "longer")
        || words::is_pronoun(lower)
        || words::is_preposition(lower)
        || words::is_conjunction(lower)
        || words::is_auxiliary(lower)
        || words::is_adverb(lower)
        || words::is_filler(lower)
        || words::is_time_word(lower)
        || words::is_month(lower)
        || words::is_weekday(lower)
        || phrase::is_title(lower)
        || phrase::is_boundary(token)
        || IDIOMS.contains(&lower);
    let plain = matches!(
        lower,
        "instead"
            | "favour"
            | "favor"
            | "good"
            | "bye"
            | "goodbye"
            | "hello"
            | "rid"
            | "end"
            | "days"
            | "up"
            | "down"
            | "out"
            | "off"
            | "over"
            | "away"
            | "back"
            | "us"
            | "me"
            | "price"
            | "stead"
            | "'s"
            | "way"
            | "ours"
            | "mine"
            | "one"
            | "thing"
            | "last"
            | "first"
            | "name"
            | "version"
            | "completely"
            | "no"
    );
    // "Locally we use B": only there.
    if matches!(lower, "locally" | "internally" | "externally" | "privately" | "partly") {
        return false;
    }
    // "our old provider A": what goes is old by then.
    let former = matches!(lower, "old" | "former" | "previous") && (inside(at + 1) || inside(at + 2));
    if closed || plain || former {
        return true;
    }
    let turn = turns::turn(token);
    // "too noisy", "all servers", "bowed out"
    let before = |words: &[&str]| at > lo && tokens[at - 1].any(words);
    if before(&["too", "all"]) || token.verb.is_none() && lower.ends_with("ed") && inside(at.wrapping_sub(1))
    {
        return true;
    }
    let Some(verb) = token.verb else { return turn != turns::Turn::default() };
    let led = at == lo
        || inside(at - 1)
        || words::is_pronoun(&tokens[at - 1].lower)
        || words::is_adverb(&tokens[at - 1].lower)
        || words::is_conjunction(&tokens[at - 1].lower)
        || tokens[at - 1].any(&["to", "'ve", "have", "has", "had", "did", "do"]);
    // "the training", "the read timeout": nouns that look like verbs.
    // "Lea's swimming teacher is …": a verb comes later.
    let owned = |i: usize| {
        tokens[i].is("'s")
            && (!crate::sentence::clitic_is_verb(tokens, i)
                || tokens[i + 1..].iter().any(|t| t.lemma_is("be") && !t.is("'s")))
    };
    let noun = at > lo
        && (words::is_determiner(&tokens[at - 1].lower)
            || words::is_possessive(&tokens[at - 1].lower)
            || owned(at - 1));
    !noun && !token.capital() && (verb.past || verb.participle || verb.gerund || led) || led && at == lo
}
