//! Changes that were not made: forbidden, weighed, judged, undone, only possible, or somebody else's
//! ("instead of raising …", "replacing X makes no sense", "the PR that sets …", "it hasn't been
//! moved"). Sayings and doubts of others are [`super::governor`]'s.

use crate::gazetteer;
use crate::matching::skippable;
use crate::sentence;
use crate::token::{Shape, Token};
use crate::words;

/// Whether a verb tells that something became another.
fn changes(token: &Token<'_>) -> bool {
    token.shape == Shape::Word && token.verb.is_some_and(|v| words::is_change(v.lemma))
}

/// Words that leave the infinitive or gerund after them undone, with the word that joins them.
const BEFORE: [(&[&str], &str); 10] = [
    (&["refrain", "refrained", "refraining", "away", "abstain"], "from"),
    (&["short", "instead", "thought", "afraid", "dream", "dreamt", "wary", "tired"], "of"),
    (&["about", "tempting", "easy", "hard", "risky", "possible", "impossible", "tempted", "reluctant"], "to"),
    (&["supposed", "pointless", "silly", "wrong", "dangerous", "unwise", "better", "cheaper"], "to"),
    (&["free", "unwilling", "unable", "too", "early", "late", "option", "temptation"], "to"),
    (&["is", "was", "be"], "to"),
    (&["close", "opposed", "objected", "object"], "to"),
    (&["rather"], "than"),
    (&["decided", "voted", "argued", "advised", "warned", "pushed", "spoke"], "against"),
    (&["would", "will", "could"], "mean"),
];

/// What of a sentence tells of changes that were not made, as token ranges.
pub(crate) fn unmade(tokens: &[Token<'_>]) -> Vec<(usize, usize)> {
    let mut out = Vec::new();
    if !tokens.iter().any(changes) {
        return out;
    }
    for segment in sentence::segments(tokens) {
        let (lo, hi) = (segment.lo, segment.hi);
        for at in (lo..hi).filter(|&i| changes(&tokens[i])) {
            if let Some(from) = undone(tokens, lo, hi, at) {
                out.push((from, ends(tokens, at, hi)));
            } else if taken_back(tokens, at + 1) {
                out.push((at, ends(tokens, at, hi)));
            }
        }
        if judged(tokens, lo, hi) || threatened(tokens, lo, hi) {
            out.push((lo, hi));
        }
    }
    out
}

/// "… but rolled back", "…, then reverted", "we moved it back to 80": what came before is undone.
fn taken_back(tokens: &[Token<'_>], from: usize) -> bool {
    let closes = |i: usize| {
        tokens.get(i).is_none_or(|t| {
            t.is_punct()
                || t.any(&[
                    "again", "later", "since", "after", "because", "to", "within", "soon", "it", "that",
                ])
        })
    };
    (from..tokens.len()).any(|i| {
        let t = &tokens[i];
        let it = |n: usize| tokens.get(n).is_some_and(|t| t.any(&["it", "that", "them", "this"]));
        let back = |n: usize| tokens.get(n).is_some_and(|t| t.is("back"));
        let new = tokens[from..i]
            .iter()
            .any(|t| t.any(&["but", "then", "and", "before", "we", "i"]) || t.is_punct());
        new && (t.any(&["reverted", "undid"]) && closes(i + 1)
            || t.is("rolled") && (back(i + 1) && closes(i + 2) || it(i + 1) && back(i + 2))
            || t.any(&["moved", "switched", "changed", "put", "set", "turned"]) && it(i + 1) && back(i + 2))
    })
}

/// Where what a verb changes is told to the end: the next that somebody does is another thing.
fn ends(tokens: &[Token<'_>], at: usize, hi: usize) -> usize {
    (at + 1..hi)
        .find(|&i| {
            tokens[i].any(&["we", "i", "but", "they", "so"])
                && tokens.get(i + 1).is_some_and(|t| !t.is("far"))
        })
        .unwrap_or(hi)
}

/// Why a verb of change at `at` was not carried out, if so: the first token of what is not told.
fn undone(tokens: &[Token<'_>], lo: usize, hi: usize, at: usize) -> Option<usize> {
    let verb = tokens[at].verb?;
    let word = |i: usize, words: &[&str]| (lo..hi).contains(&i) && tokens[i].any(words);
    let back = |n: usize| at.checked_sub(n).filter(|&i| i >= lo);
    // "avoid lowering", "never set", "without raising"
    if let Some(before) = back(1) {
        let gerund =
            verb.gerund && word(before, &["avoid", "avoiding", "without", "against", "despite", "than"]);
        let never = verb.base && !verb.past && word(before, &["never"]) && before == first(tokens, lo, hi);
        let never =
            never || word(before, &["never"]) && back(2).is_some_and(|i| word(i, &["please", "must"]));
        let barely = verb.base && word(before, &["than"]) && back(2).is_some_and(|i| word(i, &["rather"]));
        if gerund || never || barely {
            return Some(at);
        }
    }
    // "about to raise", "instead of raising", "one option is to set"
    if let (Some(join), Some(before)) = (back(1), back(2)) {
        let open = verb.gerund || verb.base;
        // "the plan is to …" leaves it open; "he is to …" hardly occurs.
        let thought = || {
            (lo..before).any(|i| {
                tokens[i].any(&[
                    "option",
                    "idea",
                    "plan",
                    "alternative",
                    "suggestion",
                    "proposal",
                    "way",
                    "choice",
                    "mistake",
                    "aim",
                    "goal",
                    "temptation",
                ])
            })
        };
        let listed = BEFORE.iter().any(|(words, by)| tokens[join].is(by) && tokens[before].any(words));
        if open && listed && (!tokens[before].any(&["is", "was", "be"]) || thought()) {
            return Some(at);
        }
    }
    // "We moved to MySQL and back again."
    let returned = (at + 1..hi.saturating_sub(1)).any(|i| {
        tokens[i].is("and")
            && tokens[i + 1].is("back")
            && tokens[i + 2..hi].iter().all(|t| t.is_punct() || t.any(&["again", "already", "later"]))
    });
    if returned {
        return Some(at);
    }
    // "can be set to": what is possible.
    let mut i = at;
    while i > lo && (skippable(&tokens[i - 1]) || tokens[i - 1].lemma_is("be")) {
        i -= 1;
    }
    let group = &tokens[i..at];
    let passive = group.iter().any(|t| t.lemma_is("be"));
    if passive && i > lo && word(i - 1, &["can", "could", "may"]) {
        return Some(at);
    }
    // "hasn't been moved", "didn't go": not done.
    let auxiliary =
        group.iter().any(|t| t.any(&["has", "have", "had", "did", "does", "do", "was", "were", "is"]));
    let negated = group.iter().any(|t| t.any(&["not", "n't"]));
    if auxiliary && negated && !group.iter().any(|t| t.any(&["longer", "only", "just"])) {
        return Some(at);
    }
    // "the PR that sets …"
    let that = i.checked_sub(1).filter(|&t| t > lo && word(t, &["that", "which"]));
    let noun = that.and_then(|t| t.checked_sub(1)).map(|n| &tokens[n]);
    let told = noun.is_some_and(|n| {
        n.shape == Shape::Word
            && n.any(&[
                "pr",
                "mr",
                "patch",
                "commit",
                "change",
                "branch",
                "proposal",
                "draft",
                "ticket",
                "issue",
                "idea",
                "request",
                "plan",
                "script",
                "migration",
                "test",
                "fix",
                "config",
                "flag",
                "option",
                "setting",
                "rule",
                "person",
                "one",
                "motion",
                "amendment",
            ])
    });
    told.then_some(that.unwrap_or(at))
}

fn first(tokens: &[Token<'_>], lo: usize, hi: usize) -> usize {
    (lo..hi).find(|&i| tokens[i].is_content() && !words::is_filler(&tokens[i].lower)).unwrap_or(lo)
}

/// "Replacing X with Y makes no sense": a change as the subject of what is said of it.
fn judged(tokens: &[Token<'_>], lo: usize, hi: usize) -> bool {
    let at = first(tokens, lo, hi);
    at < hi
        && changes(&tokens[at])
        && tokens[at].verb.is_some_and(|v| v.gerund)
        && tokens[at + 1..hi].iter().any(|t| {
            t.any(&[
                "makes", "made", "is", "was", "would", "will", "has", "had", "takes", "took", "needs",
                "seems", "could", "might", "helps", "sounds", "requires", "should", "isn't", "does", "did",
                "feels", "looks",
            ])
        })
}

/// "Set the limit to 5 and you will be fired."
fn threatened(tokens: &[Token<'_>], lo: usize, hi: usize) -> bool {
    let at = first(tokens, lo, hi);
    at < hi
        && changes(&tokens[at])
        && tokens[at].verb.is_some_and(|v| v.base)
        && (at + 1..hi.saturating_sub(2)).any(|i| {
            tokens[i].is("and")
                && tokens[i + 1].any(&["you", "it", "they", "everything"])
                && tokens[i + 2].any(&["will", "'ll", "would", "breaks", "can"])
        })
}

/// Whether the clause says that somebody else than its teller changed something of their own: "our
/// competitor switched from A to B", "Hexa replaced A with B".
#[must_use]
pub(crate) fn others(tokens: &[Token<'_>], lo: usize, hi: usize) -> bool {
    let Some(verb) = (lo + 1..hi)
        .find(|&i| changes(&tokens[i]) && tokens[i].verb.is_some_and(|v| (v.past || v.third) && !v.gerund))
    else {
        return false;
    };
    let mut end = verb;
    while end > lo && skippable(&tokens[end - 1]) {
        end -= 1;
    }
    // "The doctor switched me": it is the speaker who changed.
    if tokens[..hi].get(verb + 1).is_some_and(|t| t.any(&["me", "us"])) {
        return false;
    }
    // Passives and what changes by itself have no agent.
    let over = tokens[verb]
        .verb
        .is_some_and(|v| matches!(v.lemma, "replace" | "switch" | "swap" | "move" | "migrate"));
    if !over || end == lo || tokens[end - 1].lemma_is("be") || tokens[verb - 1].lemma_is("be") {
        return false;
    }
    let from = first(tokens, lo, end);
    let agent = &tokens[from..end];
    let outside = agent.iter().any(|t| {
        t.any(&[
            "other",
            "friend",
            "they",
            "competitor",
            "competitors",
            "rival",
            "rivals",
            "customer",
            "client",
            "vendor",
            "supplier",
            "neighbour",
            "neighbor",
            "university",
            "door",
            "upstairs",
            "bank",
            "subsidiary",
            "affiliate",
        ])
    });
    let firm = agent.len() == 1
        && agent[0].capital()
        && agent[0].shape == Shape::Word
        && !gazetteer::is("person", &agent[0].lower)
        // "Redis replaced Memcached for caching" tells of the two; "AWS replaced Redis with Valkey" of AWS.
        && (gazetteer::kinds(&agent[0].lower).is_empty()
            || tokens[verb].lemma_is("replace") && tokens[verb..hi].iter().any(|t| t.is("with")))
        && agent[0].verb.is_none()
        && !words::is_pronoun(&agent[0].lower)
        && tokens[verb].verb.is_some_and(|v| matches!(v.lemma, "replace" | "swap" | "switch"))
        && tokens[verb..hi].iter().any(|t| t.any(&["with", "for", "from"]));
    // "The interns replaced A with B"
    let strangers = tokens[verb].lemma_is("replace")
        && !agent.iter().any(|t| t.any(&["we", "i"]))
        && agent.last().is_some_and(|t| {
            t.lower.ends_with('s') && !t.capital() && t.shape == Shape::Word && t.verb.is_none_or(|v| !v.past)
        });
    outside || firm || strangers
}
