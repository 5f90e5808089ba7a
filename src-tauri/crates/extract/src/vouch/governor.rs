//! Verbs and adjectives that hold the clause after them without vouching for it: "It is unlikely
//! that …", "Tom believes …". What stands at a sentence's edges is [`super`]'s.

use crate::sentence;
use crate::token::{Shape, Token};
use crate::words;

/// Clauses that somebody else's saying, a doubt or a wish governs, as token ranges.
pub(crate) fn governed(tokens: &[Token<'_>]) -> Vec<(usize, usize)> {
    let mut out = Vec::new();
    for segment in sentence::segments(tokens) {
        let (lo, hi) = (segment.lo, segment.hi);
        if let Some(at) = governors(tokens, lo, hi).next() {
            // A new main clause is its own ("… and we moved to Rome").
            let from = (lo..at)
                .rev()
                .find(|&i| tokens[i].any(&["but", "and", "because", "so"]))
                .map_or(lo, |i| i + 1);
            let to = (at + 1..hi).find(|&i| tokens[i].any(&["but", "so"])).unwrap_or(hi);
            out.push((from, to));
            continue;
        }
        // "We reverted the change that set the limit to 9": what is undone is not so.
        let undone = (lo..hi).find(|&i| {
            tokens[i].any(&[
                "reverted",
                "revert",
                "undid",
                "undo",
                "rejected",
                "withdrew",
                "discarded",
                "reverts",
            ]) || tokens[i].is("rolled") && tokens.get(i + 1).is_some_and(|t| t.is("back"))
        });
        let by = undone.and_then(|u| {
            (u + 1..hi.min(u + 7))
                .find(|&i| tokens[i].any(&["that", "which"]) || tokens[i].verb.is_some_and(|v| v.gerund))
        });
        if let Some(by) = by {
            let to = (by + 1..hi).find(|&i| tokens[i].any(&["but", "so", "and"])).unwrap_or(hi);
            out.push((by, to));
        }
    }
    out
}

/// Words in a segment that put the clause after them into doubt.
pub(super) fn governors<'t>(
    tokens: &'t [Token<'_>],
    lo: usize,
    hi: usize,
) -> impl Iterator<Item = usize> + 't {
    (lo..hi).filter(move |&i| {
        let token = &tokens[i];
        if token.shape != Shape::Word || token.capital() && i > 0 {
            return false;
        }
        let own = i > lo && tokens[i - 1].any(&["i", "we"])
            || i > lo + 1 && tokens[i - 2].any(&["i", "we"]) && !tokens[i - 1].is("n't");
        let mut next = i + 1;
        while next < hi
            && tokens[next].any(&[
                "me",
                "us",
                "him",
                "them",
                "you",
                "everyone",
                "people",
                "somewhere",
                "once",
                "only",
            ])
        {
            next += 1;
        }
        let that = tokens[..hi].get(next).is_some_and(|t| t.is("that")) && next + 2 < hi;
        let word = token.lower.as_str();
        match word {
            // Whatever is said of a clause with "that" governs it.
            "false" | "untrue" | "myth" | "lie" | "unlikely" | "likely" | "possible" | "impossible"
            | "probable" | "improbable" | "conceivable" | "doubtful" | "unclear" | "questionable"
            | "debatable" | "convinced" | "claim" | "claims" | "idea" | "notion" | "belief" | "rumour"
            | "rumor" | "assumption" | "theory" | "hypothesis" | "suggestion" | "proposal" | "impression"
            | "chance" | "risk" | "allegation" | "complaint" | "danger" | "case" | "forgot" | "forget"
            | "forgets" | "provided" | "given" | "wrote" | "read" | "check" | "checks" | "checked"
            | "tested" | "requires" | "demands" | "deny" | "denies" | "denied" | "conceivably" | "long"
            | "from"
                if that =>
            {
                word != "long" || i > lo && tokens[i - 1].is("as")
            }
            "sure" if i > lo && tokens[i - 1].any(&["make", "making", "makes", "n't", "not"]) => {
                that || opens(tokens, next, hi)
            }
            "ensure" | "ensures" | "verify" | "verifies" | "assert" | "asserts" | "confirm" if !own => {
                that || opens(tokens, next, hi)
            }
            "says" | "said" | "saying" | "told" | "tells" | "announced" if !own => {
                that || opens(tokens, next, hi)
            }
            "thinks" | "think" | "thought" | "believes" | "believe" | "believed" | "insists" | "insisted"
            | "claimed" | "mentions" | "mentioned" | "assume" | "assumes" | "assumed" | "suspects"
            | "suspect" | "suspected" | "guess" | "guessed" | "reckon" | "reckons" | "suggests"
            | "suggested" | "implies" | "implied" | "heard" | "hears" | "doubt" | "doubts" | "hope"
            | "hopes" | "hoped" | "wish" | "wishes" | "wonder" | "wonders" | "bet" | "bets" | "pretend"
            | "pretends" | "imagine" | "imagines" | "suppose" | "supposes" | "dreamt" | "dreamed"
            | "swear" | "swears" | "swore" | "fear" | "fears" | "feared" | "expect" | "expects"
            | "expected" | "predict" | "predicts" | "predicted" | "argues" | "argued" | "speculates"
            | "seems" | "appears" | "joked" | "jokes" | "knows" | "complained" | "alleges" | "alleged" => {
                (that || opens(tokens, next, hi)) && (word != "knows" || nobody(tokens, lo, i))
            }
            "claims" => i > lo && !words::is_determiner(&tokens[i - 1].lower) && opens(tokens, next, hi),
            "like" if i > lo && tokens[i - 1].any(&["looks", "sounds", "feels"]) => opens(tokens, next, hi),
            _ => false,
        }
    })
}

fn nobody(tokens: &[Token<'_>], lo: usize, at: usize) -> bool {
    tokens[lo..at].iter().any(|t| t.any(&["nobody", "noone"]))
        || tokens[..at].windows(2).any(|w| w[0].is("no") && w[1].is("one"))
}

/// Whether a clause with a subject and a verb of its own begins here.
fn opens(tokens: &[Token<'_>], at: usize, hi: usize) -> bool {
    let Some(first) = tokens[..hi].get(at) else { return false };
    if words::is_preposition(&first.lower) || first.verb.is_some_and(|v| v.gerund) {
        return false;
    }
    (at + 1..hi).any(|i| {
        let t = &tokens[i];
        t.verb.is_some_and(|v| v.lemma == "be" || v.third && !t.capital() || v.past && !v.base)
            || words::is_auxiliary(&t.lower)
            || i == at + 1 && words::is_pronoun(&first.lower) && t.verb.is_some_and(|v| v.base)
    })
}
