//! The noun phrases beside a value that can be what it is of.

use super::typed::Typed;
use crate::linking::{self, Span};
use crate::phrase;
use crate::token::{Shape, Token};
use crate::words;

/// Words that stand for a thing without naming it.
fn is_vague(token: &Token<'_>) -> bool {
    token.any(&[
        "thing",
        "things",
        "stuff",
        "one",
        "ones",
        "lot",
        "bit",
        "way",
        "time",
        "times",
        "day",
        "days",
        "week",
        "part",
        "half",
        "rest",
        "kind",
        "sort",
        "number",
        "total",
        "price",
        "cost",
        "case",
        "point",
        "idea",
        "fact",
        "reason",
        "email",
        "letter",
        "message",
        "note",
        "update",
        "news",
        "morning",
        "evening",
        "night",
        "year",
        "month",
        "today",
        "people",
        "everyone",
        "everybody",
        "someone",
        "folks",
        "guys",
        "everything",
    ])
}

/// Verbs that before a noun are as often one.
fn is_qualifier(word: &str) -> bool {
    matches!(
        word,
        "search"
            | "order"
            | "report"
            | "test"
            | "build"
            | "deploy"
            | "cache"
            | "queue"
            | "load"
            | "import"
            | "export"
            | "sync"
            | "request"
            | "review"
            | "support"
            | "print"
            | "mail"
            | "post"
            | "scan"
            | "upload"
            | "download"
            | "stream"
            | "play"
            | "work"
            | "study"
            | "water"
            | "walk"
            | "dance"
            | "swim"
            | "guest"
            | "back"
            | "release"
            | "record"
            | "document"
            | "email"
    )
}

/// "strata meeting": a noun, whatever verb it is a form of.
fn is_meeting(tokens: &[Token<'_>], at: usize) -> bool {
    let token = &tokens[at];
    crate::person::is_event_noun(&token.lower)
        && at > 0
        && tokens[at - 1].shape == Shape::Word
        && !phrase::is_boundary(&tokens[at - 1])
        && !tokens[at - 1].is("'s")
}

fn noun(tokens: &[Token<'_>], at: usize, first: bool) -> bool {
    let token = &tokens[at];
    match token.shape {
        Shape::Code | Shape::Quoted | Shape::Solid => true,
        Shape::Word if is_meeting(tokens, at) => true,
        Shape::Word => {
            // Nothing before it that could do anything: "orders index".
            let does = |third: bool| third && !first;
            // "booking site", "search api"
            let next = tokens.get(at + 1);
            let opens = first || words::is_determiner(&tokens[at - 1].lower);
            let compound = opens
                && next.is_some_and(|t| {
                    t.shape != Shape::Punct && !phrase::is_boundary(t) && !words::is_determiner(&t.lower)
                })
                && (token.verb.is_some_and(|v| v.gerund) || is_qualifier(&token.lower));
            if compound || at > 0 && token.capital() && tokens[at - 1].capital() {
                return true;
            }
            let verb =
                token.verb.is_some_and(|v| (v.past || v.participle || does(v.third) || v.gerund) && !v.base)
                    && !token.capital();
            // What opens the clause may be a verb as well as a noun.
            let bare = first
                || words::is_auxiliary(&tokens[at - 1].lower)
                || words::is_adverb(&tokens[at - 1].lower)
                || words::is_pronoun(&tokens[at - 1].lower);
            let order = bare && token.verb.is_some_and(|v| v.base || v.past) && !token.capital();
            let acts = verb || order || linking::acts(token) && !first;
            !(acts || phrase::is_boundary(token) || words::is_weekday(&token.lower))
        }
        Shape::Punct => token.is("&"),
        _ => false,
    }
}

/// The start of the noun phrase that ends before `end`.
fn start(tokens: &[Token<'_>], lo: usize, end: usize) -> Option<usize> {
    let mut at = end;
    while at > lo {
        let token = &tokens[at - 1];
        if words::is_determiner(&token.lower) && token.text != "A" || words::is_possessive(&token.lower) {
            return (at < end
                && !token.any(&[
                    "a", "an", "another", "some", "any", "no", "his", "her", "their", "your", "its",
                ]))
            .then_some(at - 1);
        }
        let clitic = token.is("'s") && at < end;
        let joined =
            token.is("and") && at < end && tokens[at].capital() && at >= lo + 2 && tokens[at - 2].capital();
        if !(clitic || joined || noun(tokens, at - 1, at - 1 == lo)) {
            break;
        }
        at -= 1;
    }
    (at < end).then_some(at)
}

/// Whether a noun phrase can name a thing that has values.
fn names(tokens: &[Token<'_>], (lo, hi): Span) -> bool {
    let content: Vec<&Token<'_>> = tokens[lo..hi]
        .iter()
        .filter(|t| t.is_content() && !words::is_determiner(&t.lower) && !words::is_possessive(&t.lower))
        .collect();
    let Some(last) = content.last() else { return false };
    // "timeout 30 s": a relation, and no thing.
    let relation = content.len() == 1 && last.shape == Shape::Word && !last.capital() && {
        let noun = words::singular(&last.lower);
        matches!(noun.as_str(), "size" | "limit" | "rate" | "score" | "dose")
            || crate::lexicon::Lexicon::built_in()
                .alias(&noun)
                .iter()
                .any(|s| crate::candidate::is_figure(s.value_type))
    };
    content.len() <= 5
        && !relation
        && content.iter().all(|t| !words::is_weekday(&t.lower))
        && !crate::complement::is_adjective(&last.lower)
        && (content.len() > 1 && last.any(&["night", "day"])
            || !is_vague(last) && !words::is_time_word(&last.lower))
        && !words::is_adverb(&last.lower)
        && content.iter().any(|t| t.text.chars().any(char::is_alphabetic) && t.text.chars().count() > 1)
}

/// Whether nothing before a thing makes it part of another phrase.
fn free(tokens: &[Token<'_>], lo: usize, at: usize) -> bool {
    at == lo || {
        let token = &tokens[at - 1];
        words::is_filler(&token.lower)
            || words::is_conjunction(&token.lower)
            || words::is_adverb(&token.lower) && !token.any(&["so", "very", "quite", "too"])
            || !token.is_content()
            || token.any(&["says", "say", "shows", "reads"])
            || token.verb.is_some_and(|v| !v.gerund) && !token.capital()
    }
}

/// The thing before a value, with a link between.
pub(super) fn before(tokens: &[Token<'_>], (lo, hi): Span, value: Span) -> Option<Span> {
    let _ = hi;
    let mut end = value.0;
    // Back over what links.
    while end > lo && !is_meeting(tokens, end - 1) {
        let token = &tokens[end - 1];
        let links = words::is_preposition(&token.lower)
            || words::is_determiner(&token.lower)
            || words::is_possessive(&token.lower)
            || words::is_adverb(&token.lower)
            || token.is_punct() && token.any(&["=", "→", "->", "=>"])
            || token.is("'s")
            || words::is_auxiliary(&token.lower)
            || token.verb.is_some_and(|v| v.third || v.past || v.participle) && !token.capital()
            || (linking::acts(token) && !token.any(&["open", "shut"]))
            || token.any(&["least", "most", "back"]);
        if !links {
            break;
        }
        end -= 1;
    }
    let from = start(tokens, lo, end)?;
    // "the terminal on the counter": the noun before says what it is.
    let outer = from.checked_sub(1).filter(|i| *i > lo && tokens[*i].any(&["on", "in", "for", "at", "of"]));
    // "Pickle the cat"
    let named = from.checked_sub(1).filter(|i| tokens[from].is("the") && tokens[*i].capital() && *i >= lo);
    if let Some(name) = named.filter(|i| names(tokens, (*i, from)) && free(tokens, lo, *i)) {
        return Some((name, end));
    }
    let from = match outer.and_then(|i| start(tokens, lo, i)) {
        Some(head) => head,
        None => from,
    };
    let governed = from > lo && (tokens[from - 1].verb.is_some() || linking::acts(&tokens[from - 1]));
    let definite = tokens[from].any(&["the", "our", "my"]) || tokens[from..end].iter().any(Token::capital);
    let manned = from > lo + 1 && tokens[from - 1].is("on") && tokens[from - 2].any(&["'s", "is", "are"]);
    let pronoun = from > lo + 1 && definite && words::is_pronoun(&tokens[from - 2].lower);
    let stands = free(tokens, lo, from) && (!governed || definite) || manned || pronoun;
    (names(tokens, (from, end)) && stands).then_some((from, end))
}

/// The thing behind a value: "V for T", "V carries T".
pub(super) fn after(tokens: &[Token<'_>], (lo, hi): Span, value: Typed) -> Option<Span> {
    let opens = (lo..value.span.0).all(|i| {
        words::is_filler(&tokens[i].lower)
            || words::is_adverb(&tokens[i].lower)
            || words::is_conjunction(&tokens[i].lower)
            || words::is_determiner(&tokens[i].lower)
    });
    // "the seating chart says 34 of us …"
    let opens = opens || value.span.0 > lo && tokens[value.span.0 - 1].any(&["says", "shows", "reads"]);
    if !opens {
        return None;
    }
    let mut at = value.noun.map_or(value.span.1, |noun| noun + 1);
    let from = at;
    while at < hi {
        let token = &tokens[at];
        let links = words::is_preposition(&token.lower)
            || words::is_adverb(&token.lower)
            || token.is("'s")
            || token.any(&["has", "have", "got", "us"])
            || token.verb.is_some_and(|v| v.third && !v.base) && !token.capital();
        if !links {
            break;
        }
        at += 1;
    }
    if at == from {
        return None;
    }
    let end = phrase::noun_phrase_end(tokens, at, hi);
    let opens = tokens.get(at)?;
    let definite =
        !opens.any(&["a", "an", "another", "some", "any", "no", "his", "her", "their", "your", "its"]);
    let ends = tokens[..hi].get(end).is_none_or(|t| !t.is_content() || phrase::is_boundary(t));
    (end > at && definite && ends && names(tokens, (at, end))).then_some((at, end))
}

/// A segment that is nothing but a thing, or something done to one: "pottery", "restrung the Strat".
pub(super) fn whole(tokens: &[Token<'_>], (lo, hi): Span) -> Option<Span> {
    let mut from = lo;
    while from < hi && (words::is_filler(&tokens[from].lower) || tokens[from].is_punct()) {
        from += 1;
    }
    let begin = start(tokens, from, hi)?;
    if begin == from {
        return names(tokens, (begin, hi)).then_some((begin, hi));
    }
    let verb = (tokens[from].verb.is_some_and(|v| v.past && !v.third)
        || linking::done(&tokens[from]).is_some())
        && !tokens[from].capital();
    let particle = begin == from + 1 || begin == from + 2 && words::is_preposition(&tokens[from + 1].lower);
    let definite = tokens[begin].any(&["the", "our", "my"]) || tokens[begin].capital();
    (verb && particle && definite && names(tokens, (begin, hi))).then_some((begin, hi))
}
