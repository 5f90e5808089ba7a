//! Orders and tasks: what somebody is asked to do ("Write a story about …", "Change the port and run
//! the tests", "To see more, set …") is not done by being asked. In commits and release notes an
//! order tells what was done, and is read.

use crate::fact::Telling;
use crate::token::{Shape, Token};
use crate::words;

/// Whether a sentence hands out a task or tells how something is done.
#[must_use]
pub(crate) fn asks(tokens: &[Token<'_>], kind: &str) -> bool {
    if matches!(kind, "commit" | "release_notes" | "changelog") {
        return false;
    }
    let Some(at) = tokens.iter().position(|t| t.is_content() && !words::is_filler(&t.lower)) else {
        return false;
    };
    let rest = &tokens[at..];
    task(rest) || reworded(rest) || chained(rest) || purpose(rest) || guides(rest) || prepares(rest)
}

/// "Set the port to 90 before you start it": what a reader is told to do on the way.
fn guides(rest: &[Token<'_>]) -> bool {
    orders(rest)
        && rest.windows(2).any(|w| {
            w[0].any(&["before", "after", "when", "once", "until", "while", "unless", "so", "then", "and"])
                && w[1].any(&["you", "your", "starting", "running", "deploying", "testing", "continuing"])
        })
}

/// "Before choosing OVH as our provider, ask finance": what is still to be done.
fn prepares(rest: &[Token<'_>]) -> bool {
    let led = rest
        .first()
        .is_some_and(|t| t.any(&["before", "when", "while", "without", "after", "instead", "by"]))
        && rest.iter().take(3).any(|t| t.verb.is_some_and(|v| v.gerund));
    let then = rest.iter().position(|t| t.is(",")).map(|at| at + 1);
    led && then.is_some_and(|at| {
        let please = usize::from(rest.get(at).is_some_and(|t| t.any(&["please", "always", "first"])));
        rest.get(at + please).is_some_and(|t| {
            t.shape == Shape::Word && !t.capital() && t.verb.is_some_and(|v| v.base && !v.past)
        }) && !rest.get(at + please + 1).is_some_and(|t| t.verb.is_some_and(|v| v.third))
    })
}

/// Verbs by which a task is handed out, and that no noun phrase begins with before an article.
const TASKS: [&str; 44] = [
    "write",
    "generate",
    "create",
    "act",
    "give",
    "tell",
    "translate",
    "correct",
    "rewrite",
    "rephrase",
    "summarize",
    "summarise",
    "explain",
    "show",
    "draft",
    "compose",
    "describe",
    "proofread",
    "answer",
    "compare",
    "suggest",
    "pretend",
    "imagine",
    "roleplay",
    "list",
    "find",
    "help",
    "ask",
    "invent",
    "simulate",
    "output",
    "respond",
    "reply",
    "estimate",
    "guess",
    "check",
    "review",
    "analyse",
    "analyze",
    "implement",
    "design",
    "sketch",
    "outline",
    "pick",
];

/// "Write a story about …", "Act as a pilot who …", "Tell Marta that …".
fn task(rest: &[Token<'_>]) -> bool {
    let (Some(first), Some(second)) = (rest.first(), rest.get(1)) else { return false };
    if first.shape != Shape::Word || !first.any(&TASKS) {
        return false;
    }
    let named = second.capital() && first.any(&["tell", "ask", "show", "give", "help", "explain"]);
    // "I told …" and "Answer: 42" are none.
    named
        || words::is_determiner(&second.lower)
        || words::is_possessive(&second.lower)
        || second.any(&[
            "me", "us", "him", "them", "as", "like", "how", "why", "what", "whether", "some", "two", "three",
            "five", "ten",
        ])
}

/// "Translate this: …", "Fix the sentence: …".
fn reworded(rest: &[Token<'_>]) -> bool {
    rest.first().is_some_and(|t| {
        t.any(&[
            "translate",
            "correct",
            "fix",
            "rewrite",
            "rephrase",
            "proofread",
            "improve",
            "shorten",
            "paraphrase",
            "parse",
            "summarize",
            "summarise",
        ])
    }) && rest.get(1).is_some_and(|t| words::is_determiner(&t.lower) || t.any(&["this", "my", "these"]))
        && rest.iter().take(8).any(|t| t.is(":"))
}

/// "Change the port to 9090 and run the tests": an order that another follows, or that asks nicely.
fn chained(rest: &[Token<'_>]) -> bool {
    if !orders(rest) {
        return false;
    }
    let polite = rest.iter().any(|t| t.any(&["please", "pls"]))
        || rest.windows(2).any(|w| w[0].is("for") && w[1].is("me"));
    polite
        || rest.windows(2).enumerate().any(|(i, w)| {
            i > 1
                && w[0].any(&["and", "then", ","])
                && w[1].shape == Shape::Word
                && w[1].any(&[
                    "run", "restart", "show", "explain", "open", "write", "update", "commit", "push", "tell",
                    "test", "check", "deploy", "see", "let", "send", "create", "describe", "try", "rerun",
                    "build", "document", "ping", "wait", "report", "give", "add", "make", "verify", "retry",
                    "reload", "redeploy",
                ])
                && !rest.get(i + 2).is_some_and(|t| t.verb.is_some_and(|v| matches!(v.lemma, "be" | "have")))
        })
}

/// "To see more, set the level to DEBUG", "Set the level to DEBUG to see more": how it is done.
fn purpose(rest: &[Token<'_>]) -> bool {
    let base = |i: usize| {
        rest.get(i).is_some_and(|t| t.verb.is_some_and(|v| v.base) && !t.capital() && !t.has_digit())
    };
    let leads = rest.first().is_some_and(|t| t.is("to")) && base(1);
    if leads {
        let comma = rest.iter().position(|t| t.is(","));
        return comma.is_some_and(|at| base(at + 1) || rest.get(at + 1).is_some_and(|t| t.is("you")));
    }
    let ends =
        (3..rest.len()).rev().find(|&i| rest[i].is("to")).filter(|&i| base(i + 1) && rest.len() > i + 2);
    orders(rest) && ends.is_some_and(|last| rest[2..last].iter().any(|t| t.is("to")))
}

/// Whether the sentence begins as an order: a bare verb before its object.
fn orders(rest: &[Token<'_>]) -> bool {
    rest.first().is_some_and(|t| t.shape == Shape::Word && t.verb.is_some_and(|v| v.base))
        && rest.get(1).is_some_and(|t| {
            words::is_determiner(&t.lower)
                || words::is_possessive(&t.lower)
                || matches!(t.shape, Shape::Code | Shape::Solid)
                || t.shape == Shape::Word && !t.verb.is_some_and(|v| v.third) && !t.is("'s")
        })
        && !rest.iter().any(|t| t.any(&["i", "we"]))
        // "Crash rate is down": a noun, and what is said of it.
        && !rest.iter().skip(2).take(2).any(|t| t.any(&["is", "are", "has", "was"]))
}

/// Whether a sentence that begins at `start` is an order: a step of a numbered list ("2. Set the port
/// to 9090."), or somebody asked to do something.
pub(crate) fn is_step(tokens: &[Token<'_>], text: &str, telling: &Telling<'_>, start: usize) -> bool {
    let numbered = telling.text[..start].rsplit('\n').next().is_some_and(|line| {
        let mark = line.trim();
        mark.strip_suffix(['.', ')']).is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
    });
    let bold = tokens.first().is_some_and(|t| telling.text[..t.span.0].ends_with("**"));
    let step = numbered
        && !bold
        && !crate::markup::told_beside(text)
        && tokens.first().is_some_and(|t| t.verb.is_some_and(|v| v.base))
        && !matches!(telling.kind, "commit" | "release_notes" | "changelog");
    step || asks(tokens, telling.kind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::tokens;

    #[test]
    fn what_is_asked_is_not_done() {
        for text in [
            "Write a poem about a potter whose kiln burns wood",
            "Act as a potter who lives in Delft",
            "Tell Ines that the kiln is at 900 degrees",
            "Translate this: The kiln burns wood",
            "Set the fuel to gas and run the check again",
            "Set the fuel to gas for me",
            "To save money, set the fuel to wood",
            "Set the fuel to wood to save money",
        ] {
            assert!(asks(&tokens(text, 0), "chat"), "{text}");
        }
        for text in [
            "Set the fuel of the kiln to gas",
            "List price of the kiln is 900 euros",
            "Check engine light is on",
            "I told Ines that we moved",
            "Answer: 42",
            "To Ines, the kiln is too hot",
            "We set the fuel to gas and the port to 80",
            "Review day is Friday",
        ] {
            assert!(!asks(&tokens(text, 0), "chat"), "{text}");
        }
        assert!(!asks(&tokens("Set the fuel to gas and run the check", 0), "commit"));
    }
}
