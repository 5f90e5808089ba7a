//! Whether a sentence tells of its values what is so for good: no visit, trial or stand-in, nothing
//! besides, compared, wanted, offered, heard or bygone. Questions, requests and conditions are the
//! gate's before this.

use std::sync::OnceLock;

use rustc_hash::FxHashSet;

use crate::token::{Shape, Token};

/// Words that take from a sentence that it tells of a change for good.
const IDLE: &str = "\
    overnight accidentally forecast simulation simulated april haha lol \
    fool fake myth hoax pretended untrue false nonsense rubbish fiction sarcasm invalid wrong lied lie explains explain \
    describes how why cancelled-out hold mistake mistaken typo accident \
    trial trialling trialing pilot piloting temporarily temporary meanwhile interim tonight tomorrow \
    visiting visited visit visits borrowed borrow borrowing loan rental rented testing evaluating \
    comparing experimenting dabbling vacation ill sick absent unavailable while whilst during until till \
    provisionally briefly once occasionally sometimes usually normally whenever covering covers \
    deputises filling fills outage downtime emergency demo sub substitute substituting guest subbing \
    also besides alongside additionally both additional spare backup fallback standby secondary \
    alternative extra either neither another mirror replica copy partially partly if unless whether \
    would should might wish hope hopes hoping maybe perhaps probably possibly seemingly apparently \
    allegedly supposedly reportedly rumour rumor rumours imagine pretend suppose almost nearly hardly \
    joke joking kidding dream dreamt never want wants wanted plan plans planned planning intend intends \
    propose proposed proposes proposal suggest suggested suggests recommend recommended recommends \
    consider considered considering think thinks thinking thought discuss discussed discussing debated \
    debating tempted wonder wondering will 'll offered offers offer pitched asked asks begged urged \
    requested voted vote refused declined rejected reject interviewed interview applied interviewing \
    shortlisted eyeing looking looked tried try tries trying against advised advises idea ought prefer \
    prefers preferred favourably instructions supposed failed attempted says said claims claimed told \
    heard according believes insists reckons mentioned originally initially earlier before ago decade \
    decades childhood predecessor back-then still stays stay stayed staying remain remains remained keep \
    keeps kept keeping reverted undid undone restored unlike like compared versus vs vs. nicer better \
    cheaper faster worse slower";

/// Phrases that do.
const PHRASES: &[&[&str]] = &[
    &["and", "back"],
    &["not", "true"],
    &["as", "well"],
    &["in", "addition"],
    &["next", "to"],
    &["on", "top"],
    &["for", "now"],
    &["for", "today"],
    &["today", "only"],
    &["only", "today"],
    &["for", "a"],
    &["for", "one"],
    &["for", "once"],
    &["this", "week"],
    &["this", "weekend"],
    &["this", "morning"],
    &["this", "evening"],
    &["this", "afternoon"],
    &["this", "time"],
    &["this", "month"],
    &["now", "and", "then"],
    &["time", "to", "time"],
    &["one", "day"],
    &["some", "day"],
    &["at", "times"],
    &["on", "leave"],
    &["on", "holiday"],
    &["off", "today"],
    &["off", "sick"],
    &["off", "this"],
    &["stands", "in"],
    &["standing", "in"],
    &["stood", "in"],
    &["stand", "in"],
    &["filled", "in"],
    &["fill", "in"],
    &["jumped", "in"],
    &["used", "to"],
    &["back", "then"],
    &["at", "the", "time"],
    &["those", "days"],
    &["going", "to"],
    &["about", "to"],
    &["in", "case"],
    &["talk", "about"],
    &["talked", "about"],
    &["talks", "with"],
    &["talking", "to"],
    &["need", "to"],
    &["needs", "to"],
    &["have", "to"],
    &["has", "to"],
    &["said", "no"],
    &["ruled", "out"],
    &["turned", "down"],
    &["no", "plans"],
    &["read", "about"],
    &["to", "be"],
    &["happy", "with"],
    &["for", "the", "week"],
    &["for", "the", "day"],
    &["for", "the", "weekend"],
    &["for", "the", "night"],
    &["for", "the", "time"],
    &["for", "the", "summer"],
    &["for", "the", "moment"],
    &["at", "the", "moment"],
    &["as", "an", "experiment"],
    &["let", "'s"],
    &["on", "fridays"],
    &["on", "mondays"],
    &["not", "only"],
    &["sort", "of"],
    &["kind", "of"],
    &["for", "two"],
    &["for", "three"],
    &["more", "than"],
    &["less", "than"],
    &["rather", "like"],
];

fn idle(word: &str) -> bool {
    static WORDS: OnceLock<FxHashSet<&'static str>> = OnceLock::new();
    WORDS.get_or_init(|| IDLE.split_whitespace().collect()).contains(word)
}

/// Whether a sentence tells what is so for good.
pub(super) fn for_good(tokens: &[Token<'_>]) -> bool {
    let mut at = 0;
    while at < tokens.len() {
        let token = &tokens[at];
        if token.shape == Shape::Speech {
            return false;
        }
        // "as of this week", "from this month on"
        let since = at > 0 && tokens[at - 1].any(&["of", "from", "since", "starting"]);
        if token.shape == Shape::Word {
            let next = tokens.get(at + 1);
            // "too pricey" is a reason, "…, too" one more; "couldn't deliver" is one, "could" a guess.
            // "said goodbye to"
            if token.any(&["said", "says"])
                && next.is_some_and(|t| t.any(&["goodbye", "farewell", "bye", "adieu"]))
            {
                at += 1;
                continue;
            }
            // "Will" and "May" are names.
            if idle(&token.lower) && !(token.capital() && at > 0) {
                return false;
            }
            // "for an hour", "for five minutes"
            let spell = token.is("for")
                && crate::measure::measure(
                    tokens,
                    at + 1 + usize::from(next.is_some_and(|t| t.any(&["about", "nearly"]))),
                    tokens.len(),
                )
                .is_some_and(|m| m.unit == crate::measure::Unit::Duration)
                || token.is("for")
                    && next.is_some_and(|t| t.any(&["a", "an"]))
                    && tokens.get(at + 2).is_some_and(|t| {
                        crate::measure::unit_class(&t.lower) == crate::measure::Unit::Duration
                    });
            if spell {
                return false;
            }
            let besides = token.is("too") && next.is_none_or(|t| !t.is_content());
            // "He lied that …": what another says.
            let framed = token.is("that")
                && at > 0
                && tokens[at - 1].shape == Shape::Word
                && !crate::phrase::is_boundary(&tokens[at - 1])
                && tokens.get(at + 1).is_some_and(|t| t.is_content() && t.verb.is_none())
                && !tokens[at - 1].any(&[
                    "decided",
                    "agreed",
                    "noticed",
                    "confirmed",
                    "announced",
                    "learned",
                    "found",
                ]);
            if framed {
                return false;
            }
            let able = token.any(&["can", "could", "may"])
                && !next.is_some_and(|t| t.any(&["n't", "not"]))
                && !(token.capital() && at > 0 || token.is("may") && next.is_none_or(|t| t.verb.is_none()));
            if besides || able {
                return false;
            }
            let follows = |phrase: &[&str]| {
                tokens.len() >= at + phrase.len() && tokens[at..].iter().zip(phrase).all(|(t, p)| t.is(p))
            };
            let found = PHRASES.iter().find(|p| follows(p));
            let good = |p: &[&str]| {
                since && p[0] == "this"
                    || p == ["for", "now"] && tokens.get(at + 2).is_some_and(|t| t.is("on"))
                    || p == ["for", "a"]
                        && tokens.get(at + 2).is_some_and(|t| {
                            !t.any(&[
                                "while", "week", "day", "month", "bit", "spin", "change", "year", "few",
                                "couple", "trial", "test", "try", "moment", "night", "season", "project",
                                "walk",
                            ])
                        })
                    || p == ["for", "one"]
                        && !tokens.get(at + 2).is_some_and(|t| {
                            t.any(&["week", "day", "month", "night", "match", "game", "year"])
                        })
            };
            if found.is_some_and(|p| !good(p)) {
                return false;
            }
        }
        at += 1;
    }
    true
}
