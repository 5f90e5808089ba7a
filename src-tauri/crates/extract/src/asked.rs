//! A statement that runs on into a question or a request: "I've lost 10 pounds so far, do you have
//! any tips?". What stands before the asking is told as if it stood alone; whether it asserts is the
//! gate's to say.

use crate::sentence::{self, Lead};
use crate::token::Token;
use crate::words;

/// Where the asking begins, if somebody's own statement stands before it.
pub(crate) fn begins(tokens: &[Token<'_>]) -> Option<usize> {
    let asking = || tokens.last().is_some_and(|t| t.is("?"));
    if !tokens.iter().any(|t| t.any(&["you", "what", "how", "any"])) && !asking() {
        return None;
    }
    let segments = sentence::segments(tokens);
    let own = |lo: usize, hi: usize| {
        let first = (lo..hi).find(|&i| {
            tokens[i].is_content()
                && !words::is_filler(&tokens[i].lower)
                && !tokens[i].any(&["by", "the", "way"])
        });
        first.is_some_and(|i| {
            tokens[i].any(&["i", "i've", "i'm", "ive", "im", "my", "we", "our"])
                && sentence::has_verb(tokens, i, hi)
        })
    };
    let mut told = false;
    for (n, segment) in segments.iter().enumerate() {
        let (lo, hi) = (segment.lo, segment.hi);
        if told
            && n > 0
            && !matches!(segment.lead, Lead::Colon | Lead::Aside | Lead::Start)
            && asks(tokens, lo, hi)
        {
            // "… - speaking of which, do you …"
            let lead = segments[n - 1];
            let idle = tokens[lead.lo].any(&["speaking", "on", "anyway", "so"]) && n > 1;
            return Some(if idle { lead.lo - 1 } else { lo - 1 });
        }
        told |= own(lo, hi);
    }
    None
}

/// "do you know", "can you suggest", "any tips", "what would you".
fn asks(tokens: &[Token<'_>], lo: usize, hi: usize) -> bool {
    let first = (lo..hi).find(|&i| {
        tokens[i].is_content() && !words::is_filler(&tokens[i].lower) && !tokens[i].any(&["and", "so", "but"])
    });
    let Some(at) = first else { return false };
    let second = tokens[..hi].get(at + 1);
    tokens[at].any(&["do", "can", "could", "would", "have", "are", "will", "did"])
        && second.is_some_and(|t| t.is("you"))
        || tokens[at].any(&["what", "how", "which"])
            && second.is_some_and(|t| {
                t.any(&["do", "can", "would", "should", "are", "is", "'s", "about", "many", "much"])
            })
        || tokens[at].any(&["should", "can"]) && second.is_some_and(|t| t.is("i"))
        // "…, could the kickoff be on zoom?"
        || tokens[at].any(&["could", "can", "should", "shall", "would", "may", "will", "does", "is", "are"])
            && tokens.last().is_some_and(|t| t.is("?"))
            && second.is_some_and(|t| {
                words::is_determiner(&t.lower)
                    || words::is_possessive(&t.lower)
                    || words::is_pronoun(&t.lower)
            })
        || tokens[at].is("any") && tokens.last().is_some_and(|t| t.is("?"))
        || tokens[at].any(&["is", "are"]) && second.is_some_and(|t| t.is("there"))
        || tokens[at].is("please")
}
