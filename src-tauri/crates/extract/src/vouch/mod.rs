//! Whether whoever writes a sentence stands by it. Labels ("False:"), openings ("According to …"),
//! governors ("It is unlikely that …", "Tom believes …") and tails (", says Tom", "(outdated)") leave
//! what they frame unsaid; other frames ("I can confirm that …") say it, and are taken off. What
//! single clauses do is [`crate::gate`]'s, conditions are [`crate::condition`]'s.

mod governor;
mod phrases;
mod unmade;

pub(crate) use governor::governed;
use governor::governors;
use phrases::{ASIDES, FRAMES, LABELS, OPENINGS, Phrase, TAILS, THOUGHTS};
pub(crate) use unmade::{others, unmade};

use crate::measure;
use crate::sentence::{self, Lead, Segment};
use crate::token::{Shape, Token};
use crate::words;

/// The number of tokens at the head of a sentence that only frame what is told.
#[must_use]
pub(crate) fn frame(tokens: &[Token<'_>]) -> usize {
    let from = opening(tokens);
    // "Reminder that …": the first word is idle of itself.
    let reminds = from > 0 && tokens[from - 1].any(&["reminder", "update"]) && tokens[from].is("that");
    let from = from + usize::from(reminds);
    let passed = passed_on(&tokens[from..]);
    if passed > 0 {
        return from + passed;
    }
    let taken = |words: usize| if words == 0 && !reminds { 0 } else { from + words };
    taken(longest(&tokens[from..]))
}

/// "tell the kitchen (that) I'm allergic to nuts", "let Ana know we moved": whoever asks for words to be
/// passed on of themselves stands by them.
fn passed_on(tokens: &[Token<'_>]) -> usize {
    let asked = usize::from(tokens.first().is_some_and(|t| t.any(&["please", "pls", "plz"])));
    let tells = match tokens.get(asked) {
        Some(t) if t.any(&["tell", "remind", "inform"]) => false,
        Some(t) if t.is("let") => true,
        _ => return 0,
    };
    // Whom, in at most three words.
    let own = |t: &Token<'_>| t.any(&["i", "i'm", "my", "we", "our"]);
    let Some(at) = (asked + 2..tokens.len().min(asked + 7)).find(|&i| own(&tokens[i])) else { return 0 };
    let that = usize::from(tokens[at - 1].is("that"));
    let known = usize::from(tells && tokens[at - 1 - that].is("know"));
    let whom = &tokens[asked + 1..at - that - known];
    let named = (1..=3).contains(&whom.len())
        && known == usize::from(tells)
        && whom.iter().all(|t| t.is_content() && !t.is_punct() && t.verb.is_none_or(|v| !v.third && !v.past));
    if named { at } else { 0 }
}

/// The words of the longest frame at the head of what is told.
fn longest(tokens: &[Token<'_>]) -> usize {
    FRAMES.iter().filter(|f| begins(tokens, f)).map(|f| f.len()).max().unwrap_or(0)
}

/// "that, when asked, returns": a condition between a word and its verb, whose subject is lost.
#[must_use]
pub(crate) fn interjects(tokens: &[Token<'_>], segment: &Segment) -> bool {
    let words = &tokens[segment.lo..segment.hi];
    words.len() <= 5
        && words[0].any(&["when", "if", "while", "once", "unless", "whenever", "where"])
        && words[1..].iter().any(|t| t.verb.is_some_and(|v| v.participle) || t.any(&["possible", "needed"]))
        && !words.iter().any(|t| t.verb.is_some_and(|v| v.lemma == "be" && !v.gerund))
}

/// "The kiln, a big one, is in Porto": a noun phrase, another beside it, and the verb of the first.
#[must_use]
pub(crate) fn apposed(tokens: &[Token<'_>], segments: &[Segment]) -> bool {
    let [named, beside, told] = segments else { return false };
    let plain = |s: &Segment| s.hi - s.lo <= 5 && !sentence::has_verb(tokens, s.lo, s.hi);
    matches!((beside.lead, told.lead), (Lead::Comma, Lead::Comma))
        && plain(named)
        && plain(beside)
        && tokens[named.lo..named.hi].iter().all(|t| t.is_content() && !words::is_preposition(&t.lower))
        && tokens[told.lo].verb.is_some_and(|v| v.third && (v.lemma == "be" || !tokens[told.lo].capital()))
}

/// The number of tokens of a bold mark before a sentence: "**Breaking change** The kiln …". A bold
/// name that the sentence goes on from is its subject, and stays.
#[must_use]
pub(crate) fn marked(tokens: &[Token<'_>], text: &str) -> usize {
    let Some(rest) = text.strip_prefix("**") else { return 0 };
    let Some((mark, after)) = rest.split_once("**") else { return 0 };
    let plain = mark.split_whitespace().count() <= 4 && !mark.ends_with([':', '.', '!']);
    let begins = after.trim_start().starts_with(|c: char| c.is_uppercase() || c == '`');
    let words = after.split_whitespace().count();
    if !plain || !begins || words < 3 || !after.starts_with(' ') {
        return 0;
    }
    let Some(end) = tokens.first().map(|t| t.span.0 + mark.len()) else { return 0 };
    tokens.iter().take_while(|t| t.span.1 <= end).count()
}

/// Why nothing of a sentence is vouched for, if so.
#[must_use]
pub(crate) fn unvouched(tokens: &[Token<'_>]) -> Option<&'static str> {
    let segments = sentence::segments(tokens);
    elsewhere(tokens)
        .or_else(|| made_up(tokens).then_some("example"))
        .or_else(|| opened(tokens))
        .or_else(|| labelled(tokens, &segments))
        .or_else(|| trailed(tokens, &segments))
}

/// "The sample output (version 9.9.9) is made up": what a sentence says of its own figures.
fn made_up(tokens: &[Token<'_>]) -> bool {
    let words = tokens.iter().rev().filter(|t| !t.is_punct()).take(4).map(|t| t.lower.as_str());
    let words: Vec<&str> = words.collect();
    let be = |word: &str| matches!(word, "is" | "are" | "'s" | "'re");
    match words[..] {
        ["example" | "placeholder", "a" | "an", "just", verb]
        | ["up", "made", verb, ..]
        | ["fictional" | "fictitious" | "invented" | "imaginary" | "placeholders", verb, ..]
        | ["example" | "placeholder", "a" | "an", verb, ..]
        | ["examples", "just", verb, ..] => be(verb),
        _ => false,
    }
}

/// Whether the sentence holds for a while only, as it says at its head.
#[must_use]
pub(crate) fn passing(tokens: &[Token<'_>]) -> bool {
    let lo = opening(tokens);
    [&["for", "now"] as Phrase, &["for", "the", "time", "being"], &["for", "the", "moment"], &["temporarily"]]
        .iter()
        .any(|p| begins(&tokens[lo..], p) && !tokens.get(lo + p.len()).is_some_and(|t| t.is("on")))
        || tokens[lo..].first().is_some_and(|t| t.any(&["during", "while", "whilst"]))
        || tokens
            .windows(2)
            .any(|w| w[0].is("today") && w[1].is("only") || w[0].is("only") && w[1].is("today"))
}

fn begins(tokens: &[Token<'_>], phrase: &[&str]) -> bool {
    tokens.len() > phrase.len()
        && tokens.iter().zip(phrase).all(|(t, p)| t.lower == *p && !matches!(t.shape, Shape::Quoted))
}

/// The first word that is no filler.
fn opening(tokens: &[Token<'_>]) -> usize {
    let idle = |t: &Token<'_>| {
        t.is_punct()
            || words::is_filler(&t.lower)
                && !t.any(&["apparently", "note", "turns", "right", "then", "letter", "came"])
    };
    tokens.iter().position(|t| !idle(t)).unwrap_or(0)
}

/// What a commit says of another branch, or of what only documents, tests and examples show:
/// "Merge branch 'port-9000'", "Use port 9000 in the docs", "docs: use port 9000".
fn elsewhere(tokens: &[Token<'_>]) -> Option<&'static str> {
    let first = tokens.first()?;
    let second = tokens.get(1)?;
    let merges = first.is("merge")
        && second.any(&["branch", "branches", "pull", "remote-tracking", "tag", "request"])
        || first.is("revert") && second.shape == Shape::Quoted && tokens.len() <= 3;
    if merges {
        return Some("quotation");
    }
    let colon = tokens.iter().take(5).position(|t| t.is(":"));
    let shown = |t: &Token<'_>| t.lower.split(['(', ')', '/']).any(|word| SHOWN_IN.contains(&word));
    let from = colon.map_or(0, |at| at + 1);
    let orders = tokens.get(from).is_some_and(|t| t.verb.is_some_and(|v| v.base && v.lemma != "be"));
    if !orders {
        return None;
    }
    let label = colon.is_some_and(|at| tokens[..at].iter().any(shown));
    let figures = tokens[from..].iter().any(Token::has_digit);
    // "Use pytest in tests" is told of the tests.
    let there = tokens.iter().rev().take_while(|t| !t.any(&["in", "for", "to", "within", "inside"])).count();
    let at = tokens.len().checked_sub(there + 1);
    let ends = at.is_some_and(|at| tokens[at].any(&["in", "within", "inside"]) && there <= 4)
        && tokens[tokens.len() - there..].iter().any(shown);
    ((label || ends) && figures).then_some("quotation")
}

/// Where nothing stands that is so: what documents, tests and examples show.
const SHOWN_IN: [&str; 22] = [
    "docs",
    "doc",
    "documentation",
    "readme",
    "changelog",
    "tests",
    "test",
    "testing",
    "examples",
    "example",
    "samples",
    "sample",
    "fixture",
    "fixtures",
    "snippets",
    "snippet",
    "comments",
    "comment",
    "docstring",
    "docstrings",
    "tutorial",
    "demo",
];

fn opened(tokens: &[Token<'_>]) -> Option<&'static str> {
    let lo = opening(tokens);
    let rest = &tokens[lo..];
    if let Some((_, reason)) = OPENINGS.iter().find(|(p, _)| begins(rest, p)) {
        return Some(reason);
    }
    let first = rest.first()?;
    let finite = |tokens: &[Token<'_>]| {
        tokens.iter().skip(1).any(|t| t.verb.is_some_and(|v| v.third || v.past || v.lemma == "be"))
    };
    // "Until it moves, …", "Once the queue is empty, …"; "until Friday" is a date.
    if first.any(&["until", "till", "once", "whenever", "unless"]) {
        let dated = measure::date_end(rest, 1, rest.len()).is_some();
        return (!dated && finite(rest)).then_some("hypothetical");
    }
    // "When it runs on port 80, call me"; "when I moved to Rome" has been.
    if first.is("when") {
        let end = rest.iter().position(|t| t.is(",")).unwrap_or(rest.len());
        let present = rest[..end].iter().any(|t| t.any(&["is", "are", "'s", "'re"]));
        let past = !present && rest[..end].iter().any(|t| t.verb.is_some_and(|v| v.past && !v.base));
        return (!past && end > 1).then_some("hypothetical");
    }
    // "Rui to set the timeout": somebody's task.
    let task = first.capital()
        && rest.get(1).is_some_and(|t| t.is("to"))
        && rest.get(2).is_some_and(|t| t.verb.is_some_and(|v| v.base))
        && !rest.iter().any(|t| t.is(":"));
    if task && !finite(&rest[2..]) {
        return Some("request");
    }
    // "Had we used Kafka, this would not have happened."
    if first.any(&["had", "were", "should"])
        && rest.get(1).is_some_and(|t| words::is_pronoun(&t.lower) || words::is_determiner(&t.lower))
        && rest.iter().any(|t| t.any(&["would", "could", "might", "'d", "please", "let"]))
    {
        return Some("hypothetical");
    }
    // "Say the port is 80"
    if first.is("say") && !rest.get(1).is_some_and(Token::is_punct) && finite(rest) {
        return Some("hypothetical");
    }
    // "The claim that …", "The idea that …"
    let noun = 1 + usize::from(rest.get(1).is_some_and(|t| t.any(&["old", "whole", "very", "common"])));
    let thought = rest.get(noun).is_some_and(|t| {
        t.any(&[
            "claim",
            "claims",
            "idea",
            "notion",
            "belief",
            "rumour",
            "rumor",
            "assumption",
            "theory",
            "suggestion",
            "proposal",
            "statement",
            "sentence",
            "story",
            "myth",
            "thought",
            "allegation",
            "hypothesis",
            "line",
            "slide",
        ])
    });
    let stated = rest.get(noun + 1).is_some_and(|t| t.is("that"))
        || rest.get(noun).is_some_and(|t| t.any(&["sentence", "statement", "claim", "line"]))
            && rest.iter().any(|t| t.any(&["false", "wrong", "untrue", "outdated", "incorrect"]));
    if first.any(&["the", "this", "that", "a", "any", "every"]) && thought && stated {
        return Some("hearsay");
    }
    // "no" is a filler elsewhere.
    let nobody = first.any(&["nobody", "noone"])
        || first.is("one") && lo.checked_sub(1).is_some_and(|b| tokens[b].is("no"));
    (nobody && governors(tokens, 0, tokens.len()).next().is_some()).then_some("hearsay")
}

/// What a label says of the words after its colon.
fn labelled(tokens: &[Token<'_>], segments: &[Segment]) -> Option<&'static str> {
    let (first, second) = (segments.first()?, segments.get(1)?);
    if second.lead != Lead::Colon {
        return None;
    }
    let label = &tokens[first.lo..first.hi];
    let words: Vec<&str> = label.iter().map(|t| t.lower.as_str()).collect();
    let told = sentence::has_verb(tokens, second.lo, tokens.len());
    // "translate: "The port is 80""
    let set = matches!(
        words[..],
        ["translate" | "paraphrase" | "proofread" | "rewrite" | "summarize" | "summarise"]
    );
    if set {
        return Some("label");
    }
    // "Target: 10 km" is a value; "Target: the port is 80" is none.
    if told && words.len() <= 4 {
        let bare = words.iter().skip_while(|w| words::is_determiner(w)).copied().collect::<Vec<_>>();
        if LABELS.iter().any(|l| bare == *l) {
            return Some("label");
        }
        if bare.iter().any(|w| THOUGHTS.contains(w)) {
            return Some("label");
        }
    }
    // "From the nginx docs: …"
    let source = words.first().is_some_and(|w| matches!(*w, "from" | "per" | "via" | "in"))
        && words.last().is_some_and(|w| {
            matches!(
                *w,
                "docs"
                    | "documentation"
                    | "manual"
                    | "readme"
                    | "wiki"
                    | "article"
                    | "page"
                    | "book"
                    | "website"
                    | "blog"
                    | "spec"
                    | "handbook"
                    | "guide"
                    | "faq"
                    | "paper"
                    | "tutorial"
            )
        });
    if source && words.len() > 1 && words.len() <= 5 {
        return Some("quotation");
    }
    // "Bob wrote: …", "the message reads: …", "We decided against it: …"
    let said = label.iter().rev().take(3).any(|t| {
        t.shape == Shape::Word
            && t.any(&[
                "wrote",
                "writes",
                "said",
                "says",
                "asked",
                "replied",
                "answered",
                "reads",
                "read",
                "claims",
                "claimed",
                "told",
                "suggested",
                "suggests",
                "proposed",
                "proposes",
                "thinks",
                "quoted",
                "against",
                "posted",
                "posts",
            ])
    });
    let own = words.iter().any(|w| matches!(*w, "i" | "we")) && !words.contains(&"against");
    (said && !own && label.len() > 1).then_some("quotation")
}

/// What brackets and the words after the last comma say of what is before them.
fn trailed(tokens: &[Token<'_>], segments: &[Segment]) -> Option<&'static str> {
    if segments.len() < 2 {
        return None;
    }
    for (n, segment) in segments.iter().enumerate().skip(1) {
        let words: Vec<&str> =
            tokens[segment.lo..segment.hi].iter().map(|t| t.lower.as_str()).take(8).collect();
        let is = |list: &[Phrase]| list.iter().any(|p| words == *p);
        if segment.lead == Lead::Aside && is(&ASIDES) {
            return Some("taken back");
        }
        let last = n + 1 == segments.len();
        if segment.lead == Lead::Aside && last && is(&TAILS) {
            return Some("guess");
        }
        if !matches!(segment.lead, Lead::Comma | Lead::Dash | Lead::Semicolon) {
            continue;
        }
        if last && is(&TAILS) {
            return Some("guess");
        }
        // ", says Tom", ", Tom says", ", according to Tom", ", or so they say"
        let says = |w: &&str| {
            matches!(*w, "says" | "said" | "say" | "claims" | "claimed" | "reckons" | "thinks" | "believes")
        };
        let end = words
            .last()
            .is_some_and(|w| says(w) && words.len() <= 4 && !words.iter().any(|w| matches!(*w, "i" | "we")));
        // A board or an office may speak for itself; a page or a person is hearsay.
        let name = tokens.get(segment.lo + 1).is_some_and(|t| t.capital() || words::is_pronoun(&t.lower))
            || words.iter().any(|w| matches!(*w, "wiki" | "readme" | "docs" | "page" | "blog" | "everyone"));
        let start = words.first().is_some_and(says) && words.len() <= 4 && name;
        if n > 0
            && (end || start && last || words.starts_with(&["or", "so"]) && words.last().is_some_and(says))
            || words.starts_with(&["according", "to"])
            || last && words.starts_with(&["as", "far", "as", "i"])
        {
            return Some("hearsay");
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::tokens;

    #[test]
    fn frames_that_tell_are_taken_off() {
        for (text, taken) in [
            ("Please remember that the kiln is hot", 3),
            ("OK, note that it moved", 4),
            ("I can confirm that Ines left", 4),
            ("I can carry that", 0),
            ("Remember", 0),
        ] {
            assert_eq!(frame(&tokens(text, 0)), taken, "{text}");
        }
    }

    #[test]
    fn marks_before_a_sentence_are_taken_off() {
        for (text, taken) in [
            ("**Breaking change** The kiln is hot now", 2),
            ("**Kiln** is hot now", 0),
            ("**Fuel:** The gas of the town", 0),
            ("plain words", 0),
            ("**", 0),
        ] {
            assert_eq!(marked(&tokens(text, 0), text), taken, "{text}");
        }
    }

    #[test]
    fn what_nobody_stands_by_is_named() {
        for text in [
            "According to Ines the kiln is at 1200 degrees",
            "As per the handbook, the kiln is shut",
            "Myth: the kiln runs on gas",
            "Our first guess: the kiln runs on gas",
            "Ines wrote: the kiln runs on gas",
            "The kiln runs on gas (outdated)",
            "The kiln runs on gas, apparently",
            "The kiln runs on gas, Ines says",
            "The kiln runs on gas, or so they say",
            "The idea that the kiln runs on gas is silly",
            "Until the kiln runs on gas, nothing works",
            "When the kiln runs on gas, open a window",
            "No one knows that the kiln runs on gas",
        ] {
            assert!(unvouched(&tokens(text, 0)).is_some(), "{text}");
        }
        for text in [
            "The kiln runs on gas, says the water board",
            "Until Friday the kiln is shut",
            "When I moved to Porto I sold the kiln",
            "Old kiln: gas",
            "Target: 10 km",
            "I said: the kiln is shut",
            "The idea is good",
            "Ines owns the kiln (old friend of ours)",
            "Probable cause found",
        ] {
            assert_eq!(unvouched(&tokens(text, 0)), None, "{text}");
        }
    }

    #[test]
    fn governors_hold_the_clause_after_them() {
        let inside = |text: &str| {
            let found = tokens(text, 0);
            governed(&found)
                .iter()
                .map(|(a, b)| text[found[*a].span.0..found[b - 1].span.1].to_owned())
                .collect::<Vec<_>>()
        };
        for text in [
            "it is unlikely that Ines owns the kiln",
            "Ines believes the kiln is ours",
            "make sure the kiln is shut",
            "the manual says that the kiln needs gas",
            "we rejected the claim that Ines owns the kiln",
        ] {
            assert_eq!(inside(text), [text], "{text}");
        }
        assert_eq!(inside("we moved to Rome and Ines thinks it is mad"), ["Ines thinks it is mad"]);
        for text in ["I told Ines that we moved", "Ines read the book", "we are sure of it", "I hope so"] {
            assert!(inside(text).is_empty(), "{text}");
        }
    }
}
