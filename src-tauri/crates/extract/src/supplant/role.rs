//! What a clause can make of a value, and the clauses of a sentence with what their words do. How the
//! old value fares is [`super::leaving`]'s, the new one [`super::arriving`]'s.

use super::turns;
use crate::cue::{self, Cues};
use crate::sentence::{self, Segment};
use crate::token::Token;
use crate::words;

/// What becomes of a value that was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leave {
    /// Given up, or gone.
    Gone,
    /// Named with nothing said of its end.
    Named,
    /// Kept, compared, joined, or come to: it holds for all that is said.
    Holds,
}

/// What is said of a value that may be the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arrive {
    /// Come to, by a verb of change.
    Taken,
    /// So at present, by the words.
    Now,
    /// So, in the present tense.
    So,
    Nothing,
    /// Compared, joined, denied or past.
    Barred,
}

/// A clause and what its words do.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub lo: usize,
    pub hi: usize,
    pub cues: Cues,
    /// Whether it says that it tells of the present.
    pub now: bool,
}

/// The clauses of a sentence; nothing where one of them tells nothing for certain.
pub(super) fn parts(tokens: &[Token<'_>], segments: &[Segment]) -> Option<Vec<Part>> {
    let mut out = Vec::new();
    for segment in segments {
        for (lo, hi) in sentence::clauses(tokens, segment.lo, segment.hi) {
            // "Altibox couldn't deliver": a reason, and no guess.
            let unable = (lo..hi).any(|i| {
                tokens[i].is("could") && tokens[..hi].get(i + 1).is_some_and(|t| t.any(&["n't", "not"]))
            });
            let cues = match cue::clause_cues(tokens, lo, hi) {
                Ok(cues) => cues,
                Err("plan") if unable => Cues { negated: true, ..Cues::default() },
                Err(_) => return None,
            };
            // "Replacing A with B makes no sense": talked of, not done.
            let talked = tokens[lo].verb.is_some_and(|v| v.gerund)
                && (lo + 1..hi).any(|i| {
                    tokens[i].verb.is_some_and(|v| v.third || v.past && !v.participle) && !tokens[i].capital()
                });
            if talked {
                return None;
            }
            if cues.future || cues.never {
                return None;
            }
            let now = (lo..hi).any(|i| turns::present_end(tokens, i, hi).is_some());
            out.push(Part { lo, hi, cues, now });
        }
    }
    // "From today the pool opens at 6:30", "As of Monday, …": a time of its own is the next clause's.
    for i in 0..out.len().saturating_sub(1) {
        let lone =
            out[i].now && !sentence::has_verb(tokens, out[i].lo, out[i].hi) && out[i].hi - out[i].lo <= 5;
        if lone {
            out[i + 1].now = true;
        }
    }
    Some(out)
}

pub(super) fn part_of(parts: &[Part], at: usize) -> Option<&Part> {
    parts.iter().find(|p| (p.lo..p.hi).contains(&at))
}

pub(super) fn idle(token: &Token<'_>) -> bool {
    words::is_determiner(&token.lower)
        || words::is_possessive(&token.lower)
        || token.any(&[
            "old", "good", "new", "dear", "trusty", "beloved", "poor", "just", "finally", "now", "our",
            "simply", "only",
        ])
}

/// The last word before a value that is no article or the like.
pub(super) fn before(tokens: &[Token<'_>], part: &Part, at: usize) -> Option<usize> {
    (part.lo..at).rev().find(|&i| !idle(&tokens[i]))
}

/// Whether some verb before a place is of a kind.
pub(super) fn some_before(
    tokens: &[Token<'_>],
    part: &Part,
    at: usize,
    is: impl Fn(&turns::Turn, &Token<'_>) -> bool,
) -> bool {
    (part.lo..at).any(|i| is(&turns::done(tokens, i), &tokens[i]))
}
