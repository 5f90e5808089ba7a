//! Corrections: words that take back what was told ("scratch that", "I was mistaken", "that was
//! never so"). What they take back is an earlier fact of the text, or the value that the ledger
//! holds of the key that is told anew; that the world changed is an end, and no business of theirs.

use crate::fact::{FoundFact, FoundOp};
use crate::known::KnownSubjects;
use crate::normalize::normalize_value_of;
use crate::token::Token;
use crate::words;

/// The rule by which what holds is taken back for what is told in its place.
pub const CORRECTION: &str = "correction";

/// Phrases that say that what was told is wrong.
const PHRASES: [&[&str]; 27] = [
    &["scratch", "that"],
    &["strike", "that"],
    &["i", "was", "mistaken"],
    &["i", "was", "wrong"],
    &["we", "were", "wrong"],
    &["we", "were", "mistaken"],
    &["i", "misspoke"],
    &["i", "mistyped"],
    &["i", "misremembered"],
    &["i", "misread"],
    &["my", "mistake"],
    &["my", "bad"],
    &["that", "was", "wrong"],
    &["this", "was", "wrong"],
    &["that", "is", "wrong"],
    &["that", "'s", "wrong"],
    &["that", "was", "a", "mistake"],
    &["that", "was", "a", "typo"],
    &["that", "was", "incorrect"],
    &["that", "'s", "incorrect"],
    &["i", "got", "that", "wrong"],
    &["i", "got", "it", "wrong"],
    &["i", "told", "you", "wrong"],
    &["that", "was", "never", "so"],
    &["that", "was", "never", "true"],
    &["correction"],
    &["erratum"],
];

/// Words by which a whole sentence takes back the one before.
const TAKES_BACK: [&[&str]; 10] = [
    &["not"],
    &["scratch", "that"],
    &["strike", "that"],
    &["forget", "that"],
    &["forget", "i", "said", "that"],
    &["ignore", "that"],
    &["disregard", "that"],
    &["never", "mind"],
    &["nevermind"],
    &["just", "kidding"],
];

fn content<'t>(tokens: &'t [Token<'_>]) -> Vec<&'t str> {
    tokens.iter().filter(|t| t.is_content()).map(|t| t.lower.as_str()).collect()
}

fn holds(words: &[&str], phrase: &[&str]) -> bool {
    words.windows(phrase.len()).any(|w| w == phrase)
}

/// As [`all_along`] finds it: the first word of the verb, the first of the value, and the words that
/// say so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AllAlong {
    pub verb: usize,
    pub value: usize,
    pub said: Option<(usize, usize)>,
}

/// Where a sentence says of how something is that it was so before too, whatever was told: "was 81 all
/// along", "has been 81 all along", "has always been 81".
#[must_use]
pub(crate) fn all_along(tokens: &[Token<'_>]) -> Option<AllAlong> {
    if let Some(at) = tokens.windows(3).position(|w| is_have(&w[0]) && w[1].is("always") && w[2].is("been")) {
        return Some(AllAlong { verb: at, value: at + 3, said: None });
    }
    let at = tokens.windows(2).position(|w| w[0].is("all") && w[1].is("along"))?;
    // A clause of its own before the words would have a verb nearer to them.
    let verb = (0..at).rev().find(|&i| tokens[i].verb.is_some() || tokens[i].is_punct())?;
    let (verb, value) = match tokens[verb].lower.as_str() {
        "was" | "were" => (verb, verb + 1),
        "been" if verb > 0 && is_have(&tokens[verb - 1]) => (verb - 1, verb + 1),
        _ => return None,
    };
    (value < at).then_some(AllAlong { verb, value, said: Some((at, at + 2)) })
}

fn is_have(token: &Token<'_>) -> bool {
    token.any(&["has", "have", "had", "'s", "\u{2019}s", "'ve", "\u{2019}ve"])
}

/// Whether a sentence says that something told before was wrong.
#[must_use]
pub(crate) fn corrects(tokens: &[Token<'_>]) -> bool {
    announces(tokens) || all_along(tokens).is_some()
}

fn announces(tokens: &[Token<'_>]) -> bool {
    if !tokens.iter().any(|t| {
        t.any(&[
            "scratch",
            "strike",
            "mistaken",
            "wrong",
            "misspoke",
            "mistyped",
            "misremembered",
            "misread",
            "mistake",
            "bad",
            "typo",
            "incorrect",
            "never",
            "correction",
            "erratum",
        ])
    }) {
        return false;
    }
    let words = content(tokens);
    // "the correction fluid": a correction is announced, not spoken of.
    PHRASES
        .iter()
        .any(|p| if p.len() == 1 { words.iter().take(2).any(|w| *w == p[0]) } else { holds(&words, p) })
}

/// Whether a sentence does nothing but take back what was just said.
#[must_use]
pub(crate) fn takes_back(tokens: &[Token<'_>]) -> bool {
    if tokens.len() > 10 {
        return false;
    }
    let words: Vec<&str> = content(tokens)
        .into_iter()
        .filter(|w| !words::is_filler(w) || matches!(*w, "scratch" | "that" | "just"))
        .collect();
    TAKES_BACK.iter().any(|p| words == *p) || PHRASES.iter().any(|p| p.len() > 1 && words == *p)
}

/// The old values that told facts of a correcting sentence take back.
#[must_use]
pub(crate) fn voids(told: &[FoundFact], known: &dyn KnownSubjects) -> Vec<FoundFact> {
    let mut out = Vec::new();
    for fact in told.iter().filter(|f| f.op == FoundOp::Assert && !f.set_valued && f.closes && !f.window) {
        let value = |object: &str| normalize_value_of(&fact.relation, object);
        for held in known.held(&fact.subject) {
            if held.relation == fact.relation
                && held.scope == fact.scope
                && value(&held.object) != value(&fact.object)
            {
                out.push(FoundFact {
                    object: held.object,
                    op: FoundOp::Void,
                    valid_from: None,
                    valid_to: None,
                    rule: CORRECTION,
                    ..fact.clone()
                });
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::tokens;

    #[test]
    fn corrections_are_announced() {
        for text in [
            "Correction: the port is 80",
            "I was mistaken, it is 80",
            "sorry, that was wrong: 80",
            "scratch that, make it 80",
            "The port was 80? That was never so",
        ] {
            assert!(corrects(&tokens(text, 0)), "{text}");
        }
        for text in ["the port is 80", "nothing is wrong", "the bad port is 80", "we sell correction fluid"] {
            assert!(!corrects(&tokens(text, 0)), "{text}");
        }
    }

    #[test]
    fn what_was_so_all_along_corrects_what_was_told() {
        for text in ["the port was 81 all along", "it has always been 81", "the port has been 81 all along"] {
            assert!(corrects(&tokens(text, 0)), "{text}");
        }
        for text in ["it ran all along the wall", "I knew all along", "the port was 81", "it was always 81"] {
            assert!(!corrects(&tokens(text, 0)), "{text}");
        }
    }

    #[test]
    fn some_take_back_alone() {
        for (text, alone) in
            [("Scratch that.", true), ("no wait, never mind", true), ("scratch that, make it 80", false)]
        {
            assert_eq!(takes_back(&tokens(text, 0)), alone, "{text}");
        }
    }
}
