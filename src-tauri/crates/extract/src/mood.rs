//! What the words around a verb say of its telling: an order or a note, a denial, a draft of a change,
//! a participle that only modifies.

use crate::matching::{Match, skippable};
use crate::token::Token;
use crate::words;

/// Whether the verb opens its clause, as in commits and notes.
pub(crate) fn imperative(tokens: &[Token<'_>], lo: usize, verb: usize) -> bool {
    // "it is at … and uses Google": told of what was spoken of, and no order.
    let third = |t: &Token<'_>| t.verb.is_some_and(|v| v.third && !v.base && !v.past && v.lemma != "be");
    if lo > 0 && third(&tokens[verb]) && tokens[lo - 1].any(&["and", "but"]) {
        return false;
    }
    tokens[lo..verb].iter().all(|t| {
        !t.is_content()
            || words::is_filler(&t.lower)
            || skippable(t)
            || t.any(&["to", "i", "we", "they", "and", "'ve", "let", "'s", "us"])
    })
}

/// Whether a negation stands before the pattern's words end.
pub(crate) fn negation_governs(tokens: &[Token<'_>], lo: usize, end: usize) -> bool {
    tokens[lo..end].iter().any(|t| t.any(&["not", "n't", "never", "nobody", "neither"]))
}

/// Whether the agent of a change is a draft of it.
pub(crate) fn proposes(tokens: &[Token<'_>], lo: usize, head: usize) -> bool {
    tokens[lo..head].iter().any(|t| {
        t.any(&[
            "pr",
            "mr",
            "patch",
            "branch",
            "proposal",
            "draft",
            "ticket",
            "rfc",
            "request",
            "dependabot",
            "renovate",
            "test",
            "tests",
            "example",
            "examples",
            "tutorial",
        ])
    })
}

/// "a panic when using X", "clients using X": a gerund that describes, and tells nothing itself.
pub(crate) fn participial(tokens: &[Token<'_>], lo: usize, head: usize) -> bool {
    tokens[head].verb.is_some_and(|v| v.gerund && !v.base)
        && tokens[lo..head].iter().any(|t| t.is_content() && !words::is_filler(&t.lower) && !skippable(t))
        && !tokens[lo..head].iter().rev().take(4).any(|t| {
            t.lemma_is("be")
                || t.any(&[
                    "been",
                    "'m",
                    "'re",
                    "'s",
                    "start",
                    "started",
                    "starting",
                    "stop",
                    "stopped",
                    "keep",
                    "began",
                    "begin",
                    "now",
                    "currently",
                    "still",
                    "enjoy",
                    "prefer",
                    "not",
                    "quit",
                    "avoid",
                ])
        })
}

/// Whether a gerund is the subject of a verb that follows.
pub(crate) fn tells_on(tokens: &[Token<'_>], found: &Match, hi: usize) -> bool {
    let from = found.object.map_or(found.verb.1, |o| o.end.max(found.verb.1));
    tokens[from.min(hi)..hi]
        .iter()
        .any(|t| t.verb.is_some_and(|v| (v.third || v.past) && !t.is("'s")) && !t.capital())
}
