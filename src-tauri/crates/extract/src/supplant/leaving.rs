//! What its clause makes of the value that held: given up, gone, only named, or still so. By the word
//! before it, the verb that it is the object of, and the verb that it is the subject of.

use super::role::{self, Leave, Part, before, idle, some_before};
use super::spoken::Span;
use super::turns::{self, turn};
use crate::phrase;
use crate::sentence;
use crate::token::Token;
use crate::words;

/// What becomes of the value that held.
pub(super) fn leaving(tokens: &[Token<'_>], parts: &[Part], span: Span) -> Leave {
    let Some(part) = role::part_of(parts, span.0) else { return Leave::Holds };
    if let Some(told) = led_from(tokens, part, span) {
        return told;
    }
    goes(tokens, part, span)
}

/// By what stands before the value.
fn led_from(tokens: &[Token<'_>], part: &Part, (a, b): Span) -> Option<Leave> {
    // "Fastmail's place", and not "Fastmail's party"; the "Nordvik office" is no Nordvik.
    let next = |i: usize| tokens[..part.hi].get(i);
    if next(b).is_some_and(|t| t.is("'s")) && !sentence::clitic_is_verb(tokens, b) {
        let stead = next(b + 1).is_some_and(|t| {
            t.any(&["place", "shoes", "spot", "role", "job", "seat", "position", "post", "stead", "duties"])
        });
        return if stead { Some(Leave::Gone) } else { None };
    }
    let p = before(tokens, part, a)?;
    let whole = next(b).is_none_or(|t| {
        !t.is_content()
            || phrase::is_boundary(t)
            || words::is_determiner(&t.lower)
            || t.verb.is_some()
            || words::is_time_word(&t.lower)
            || t.has_digit()
            || t.any(&[
                "plan",
                "account",
                "subscription",
                "membership",
                "app",
                "entirely",
                "altogether",
                "completely",
                "as",
                "behind",
                "days",
            ])
    });
    if !whole {
        return Some(Leave::Named);
    }
    let token = &tokens[p];
    let prior = |words: &[&str]| p > part.lo && tokens[p - 1].any(words);
    // ", from A to B": by the verb of the clause before.
    let verbal = (part.lo..a).any(|i| tokens[i].verb.is_some());
    let moved = |at: usize| {
        let reach = Part { lo: if verbal { part.lo } else { 0 }, ..*part };
        some_before(tokens, &reach, at, |t, _| t.moves || t.drops || t.passes || t.takes)
    };
    Some(match token.lower.as_str() {
        "than" if prior(&["rather"]) => Leave::Gone,
        "than" => Leave::Holds,
        "of" if prior(&["instead", "place", "lieu", "out", "rid", "ahead"]) => Leave::Gone,
        "of" if prior(&["favour", "favor", "hands", "fan"]) => Leave::Holds,
        "of" => return None,
        "from" | "off" => {
            let source = token.is("from") && !moved(p) && !prior(&["away", "over"]);
            // "dropped the table from Postgres": what goes is the table.
            let part_of_it = token.is("from")
                && (part.lo..p).any(|i| {
                    let turn = turn(&tokens[i]);
                    turn.drops && i + 1 < p && !tokens[i + 1].any(&["off", "away", "over", "out", "back"])
                })
                && !tokens[b..part.hi].iter().any(|t| t.any(&["to", "onto", "into", "over"]));
            if source || part_of_it { return Some(Leave::Named) } else { Leave::Gone }
        }
        "to" if prior(&["goodbye", "bye", "farewell", "adieu", "adios", "end", "stop"]) => Leave::Gone,
        "to" if prior(&["on"]) => return None,
        "to" | "into" | "onto" => Leave::Holds,
        "with" => {
            let over = some_before(tokens, part, p, |_, t| {
                t.any(&[
                    "parted", "part", "done", "through", "broke", "broken", "finished", "cut", "ends",
                    "split",
                ])
            }) || part.cues.ends;
            if over {
                Leave::Gone
            } else if prior(&["stuck", "stick", "went", "go", "happy"]) {
                Leave::Holds
            } else {
                return None;
            }
        }
        "on" if prior(&["up", "quits"]) => Leave::Gone,
        "on" if prior(&["back", "backs"]) => Leave::Gone,
        "over" => {
            let chosen = some_before(tokens, part, p, |_, t| t.any(&["chose", "chosen", "picked"]));
            if chosen { Leave::Gone } else { Leave::Holds }
        }
        "by" => Leave::Holds,
        "like" | "unlike" | "versus" | "vs" | "vs." | "beside" | "besides" | "near" | "behind" | "before"
        | "until" | "till" | "between" | "among" | "and" | "or" | "nor" | "plus" | "both" | "&" | "hello"
        | "meet" | "enter" | "about" | "within" => Leave::Holds,
        "no" | "goodbye" | "bye" | "farewell" | "adieu" | "not" | "n't" | "was" | "were" | "formerly"
        | "previously" | "ex" | "bye-bye" => Leave::Gone,
        "longer" => Leave::Gone,
        "replacing" | "replaces" | "succeeding" | "succeeds" | "superseding" | "supersedes" => Leave::Gone,
        _ => {
            let now = turns::done(tokens, p);
            let particle = p > part.lo && turns::drops_with(&tokens[p - 1].lower, &token.lower)
                || p > part.lo + 1 && turns::drops_with(&tokens[p - 2].lower, &token.lower);
            if particle || token.is("using") && prior(&["stopped", "stop", "quit"]) {
                return Some(Leave::Gone);
            }
            if now.replaces && (now.past || now.participle || now.third) && !passive(tokens, part, p) {
                return Some(Leave::Gone);
            }
            // "dropped Ada off"
            let off = token.any(&["dropped", "drop"])
                && tokens[b..part.hi].iter().take(2).any(|t| t.any(&["off", "by", "in", "round"]));
            if off {
                return Some(Leave::Named);
            }
            if now.drops && !passive(tokens, part, p) && !token.capital_inside(p, part) {
                return Some(Leave::Gone);
            }
            // "let Spotify lapse", "threw Jira out", "called off"
            let after = tokens[..part.hi].get(a + 1..).unwrap_or_default();
            let phrasal = after.iter().take(3).any(|t| {
                turns::drops_with(&token.lower, &t.lower)
                    || token.any(&["let", "had"]) && (turn(t).fades || turn(t).drops)
            });
            if phrasal {
                return Some(Leave::Gone);
            }
            if token.lemma_is("be") {
                return if part.cues.negated || part.cues.ends {
                    Some(Leave::Gone)
                } else {
                    Some(Leave::Holds)
                };
            }
            if part.cues.ends && (token.verb.is_some()) {
                return Some(Leave::Gone);
            }
            return None;
        }
    })
}

/// Whether a verb stands in the passive.
fn passive(tokens: &[Token<'_>], part: &Part, at: usize) -> bool {
    (part.lo..at).rev().take(3).any(|i| tokens[i].lemma_is("be") || tokens[i].any(&["got", "gets", "get"]))
}

trait Inside {
    fn capital_inside(&self, at: usize, part: &Part) -> bool;
}

impl Inside for Token<'_> {
    /// A capital within a clause: part of a name, and no verb.
    fn capital_inside(&self, at: usize, part: &Part) -> bool {
        self.capital() && at > part.lo
    }
}

/// By what the value, as a subject, does or suffers.
fn goes(tokens: &[Token<'_>], part: &Part, (a, b): Span) -> Leave {
    // Only what opens the clause is its subject.
    let opens = tokens[part.lo..a].iter().all(|t| {
        idle(t)
            || t.is_punct()
            || phrase::is_title(&t.lower)
            || words::is_filler(&t.lower)
            || words::is_conjunction(&t.lower)
            || words::is_adverb(&t.lower)
            || t.any(&[
                "after", "since", "when", "with", "because", "line", "number", "code", "plan", "password",
                "address", "link", "port", "server",
            ])
    });
    if !opens {
        return Leave::Named;
    }
    let mut at = b;
    // "Dr. Ahn's practice shut": what is the value's own.
    let possessed = tokens[..part.hi].get(at).is_some_and(|t| t.is("'s"))
        && tokens[..part.hi].get(at + 1).is_some_and(|t| {
            t.any(&[
                "practice",
                "shop",
                "contract",
                "office",
                "licence",
                "license",
                "term",
                "subscription",
                "service",
                "account",
                "time",
                "tenure",
                "run",
                "membership",
            ])
        });
    if possessed {
        at += 2;
    } else if tokens[..part.hi].get(at).is_some_and(|t| {
        t.any(&[
            "plan",
            "app",
            "account",
            "subscription",
            "membership",
            "contract",
            "team",
            "server",
            "service",
            "instance",
            "cluster",
        ])
    }) {
        at += 1;
    }
    let rest = &tokens[at..part.hi];
    if part.cues.ends && rest.iter().any(|t| t.verb.is_some()) {
        return Leave::Gone;
    }
    let mut be = false;
    for (n, token) in rest.iter().enumerate() {
        let next = rest.get(n + 1);
        if token.lemma_is("be") || token.any(&["got", "gets", "has", "have", "had", "'ve"]) {
            be |= token.lemma_is("be") && !token.is("'s") || token.any(&["got", "gets", "'s"]);
            continue;
        }
        if token.any(&[
            "all",
            "finally",
            "now",
            "just",
            "well",
            "officially",
            "permanently",
            "really",
            "recently",
            "completely",
            "sadly",
        ]) || words::is_adverb(&token.lower) && !turns::is_over(token)
        {
            continue;
        }
        let verb = turn(token);
        if be && (token.is("no") && next.is_some_and(|t| t.any(&["more", "longer"]))) {
            return Leave::Gone;
        }
        if be && token.any(&["leaving", "retiring"]) {
            return Leave::Named;
        }
        if be && turns::is_over(token) {
            // "is out of sync", "is off to Spain", "is done with it", "is over 90"
            let more = next.is_some_and(|t| {
                t.any(&["of", "to", "with", "by", "at", "in", "on"])
                    || t.has_digit()
                    || t.any(&["there", "here", "for"])
            });
            let idiom = token.is("out") && next.is_some_and(|t| t.is("of"))
                || token.any(&[
                    "phased",
                    "ripped",
                    "thrown",
                    "torn",
                    "kicked",
                    "cut",
                    "voted",
                    "shut",
                    "closed",
                    "gone",
                    "worn",
                    "behind",
                    "replaced",
                    "superseded",
                    "dropped",
                    "swapped",
                    "retired",
                ]) && next.is_some_and(|t| !t.any(&["to"]));
            let idiom = idiom && !(token.is("out"));
            return if !more || idiom { Leave::Gone } else { Leave::Named };
        }
        let particle = next.is_some_and(|t| turns::fades_with(&token.lower, &t.lower))
            || token.any(&["handed", "hands"])
                && next.is_some_and(|t| t.is("in"))
                && rest[n..].iter().take(5).any(|t| t.any(&["notice", "resignation", "keys", "badge"]));
        if particle {
            return Leave::Gone;
        }
        if verb.fades && (verb.past || verb.participle || verb.third) && !be {
            // "left the room", "closed the window", "quit smoking": what was left is another thing.
            let alone = next.is_none_or(|t| {
                !t.is_content()
                    || words::is_adverb(&t.lower)
                    || words::is_conjunction(&t.lower)
                    || words::is_time_word(&t.lower)
                    || t.any(&[
                        "in", "at", "on", "after", "for", "us", "the", "its", "her", "his", "last", "over",
                        "from", "as",
                    ]) && !closes_another(rest, n + 1)
            });
            return if alone { Leave::Gone } else { Leave::Named };
        }
        return Leave::Named;
    }
    Leave::Named
}

/// "left the room", "closed the window": an object that is no place of work, no door of the firm's.
fn closes_another(rest: &[Token<'_>], at: usize) -> bool {
    let opens = rest.get(at).is_some_and(|t| t.any(&["the", "its", "her", "his"]));
    opens
        && !rest.get(at + 1).is_some_and(|t| {
            t.any(&[
                "company", "team", "firm", "doors", "practice", "business", "club", "shop", "job", "post",
                "band", "project", "office", "world", "industry",
            ])
        })
}
