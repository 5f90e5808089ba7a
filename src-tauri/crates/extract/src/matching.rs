//! One pattern against the tokens of a clause: its words forwards and backwards from the anchor,
//! and what fills its slots. Which patterns are tried where is [`crate::pattern`]'s.

use crate::notation::Item;
use crate::pattern::Pattern;
use crate::phrase::{is_boundary, noun_phrase_end};
use crate::token::{Shape, Token};
use crate::value::{self, Read, ValueType};
use crate::words;

/// One way to read a clause.
#[derive(Clone, Debug)]
pub struct Match {
    /// Index of the relation in the lexicon's order.
    pub relation: usize,
    /// Raw range before or between the words; empty where the clause has no subject.
    pub subject: Option<(usize, usize)>,
    /// Whether the pattern names a subject at all.
    pub wants_subject: bool,
    /// Whether the subject's range runs to the left edge of the clause and wants cleaning.
    pub subject_leads: bool,
    pub object: Option<Read>,
    pub former: Option<(usize, usize)>,
    pub ends: bool,
    /// Whether the pattern holds a negation of its own ("cannot stand").
    pub negates: bool,
    pub weight: u32,
    /// Tokens that the pattern's own words cover.
    pub verb: (usize, usize),
}

pub(crate) fn match_at(
    pattern: &Pattern,
    tokens: &[Token<'_>],
    lo: usize,
    hi: usize,
    at: usize,
    value_type: ValueType,
) -> Option<Match> {
    let mut found = Match {
        relation: pattern.relation,
        subject: None,
        wants_subject: pattern.wants_subject,
        subject_leads: false,
        object: None,
        former: None,
        ends: pattern.ends,
        negates: pattern.negates,
        weight: pattern.weight,
        verb: (at, at + 1),
    };
    // The anchor itself may begin with a gap that the token pattern "be" fills.
    let before = backward(pattern, tokens, lo, at, value_type, &mut found)?;
    found.verb.0 = before;
    forward(pattern, tokens, lo, hi, at, value_type, &mut found)?;
    Some(found)
}

fn backward(
    pattern: &Pattern,
    tokens: &[Token<'_>],
    lo: usize,
    at: usize,
    value_type: ValueType,
    found: &mut Match,
) -> Option<usize> {
    let mut i = at;
    let mut k = pattern.anchor;
    let mut verb_start = at;
    while k > 0 {
        k -= 1;
        let mut j = i;
        match pattern.items[k] {
            Item::Word(word) => {
                while j > lo
                    && (skippable(&tokens[j - 1]) || words::is_determiner(&tokens[j - 1].lower))
                    && !stands_for(&tokens[j - 1], word)
                {
                    j -= 1;
                }
                if j > lo && stands_for(&tokens[j - 1], word) {
                    i = j - 1;
                    verb_start = i;
                } else if word == "be"
                    && tokens[lo..at].iter().any(|t| t.any(&["not", "no"]))
                    && tokens[lo..at].iter().all(skippable)
                {
                    // "not vegan any more"
                } else if word == "be"
                    && tokens[at].verb.is_some_and(|v| {
                        (v.participle || v.gerund) && !matches!(v.lemma, "call" | "name" | "title")
                    })
                {
                    // A reduced passive: "handed over to Ines".
                } else {
                    return None;
                }
            }
            slot => {
                // Skip auxiliaries and adverbs of the verb group.
                while j > lo
                    && (skippable(&tokens[j - 1])
                        || tokens[j - 1].lemma_is("be") && k == 0 && is_progressive(tokens, j))
                {
                    j -= 1;
                }
                if j > lo + 1 && tokens[j - 1].is("to") && tokens[j - 2].is("used") {
                    j -= 2;
                }
                // "is dropped" is no "drops": the pattern's voice must be the clause's.
                let passive = j > lo
                    && tokens[j - 1].lemma_is("be")
                    && tokens[at].verb.is_some_and(|v| v.participle && !v.gerund && !v.base);
                let asks_be = pattern.items[..pattern.anchor].contains(&Item::Word("be"));
                if passive && !asks_be && pattern.items[pattern.anchor] != Item::Word("be") {
                    if tokens[j - 1].is("'s") && k == 0 { j -= 1 } else { return None }
                }
                let start = if k == 0 {
                    lo
                } else if let Item::Word(word) = pattern.items[k - 1] {
                    (lo..j).rev().find(|&p| stands_for(&tokens[p], word)).map(|p| p + 1)?
                } else {
                    lo
                };
                if start > j || (start == j && k > 0) {
                    return None;
                }
                fill_left(slot, tokens, (start, j), k == 0, value_type, found)?;
                i = start;
            }
        }
    }
    Some(verb_start)
}

/// "am working": a form of be before a gerund.
fn is_progressive(tokens: &[Token<'_>], j: usize) -> bool {
    tokens.get(j).is_some_and(|t| t.verb.is_some_and(|v| v.gerund))
}

fn fill_left(
    slot: Item,
    tokens: &[Token<'_>],
    range: (usize, usize),
    leads: bool,
    value_type: ValueType,
    found: &mut Match,
) -> Option<()> {
    match slot {
        Item::Subject => {
            found.subject = Some(range);
            found.subject_leads = leads;
        }
        Item::Former => found.former = Some(range),
        _ => {
            // The object stands right before the words: the rightmost value that ends there.
            let (lo, hi) = range;
            // "as of this week Farid": what says when is none of the name.
            let after_time = if tokens[lo].is_punct() || is_boundary(&tokens[lo]) {
                crate::subject::clean(tokens, lo, hi).lo
            } else {
                lo
            };
            let begins = (lo..hi).find(|&p| {
                let free = p == lo
                    || p == after_time
                    || is_boundary(&tokens[p - 1])
                    || tokens[p - 1].is_punct()
                    || words::is_determiner(&tokens[p - 1].lower)
                    || words::is_possessive(&tokens[p - 1].lower);
                let whole = |r: Read| {
                    r.start == p
                        && (r.end == hi
                            || is_named(value_type, tokens, r, hi)
                            || r.strong && r.end + 1 == hi && tokens[r.end].any(&PARTS))
                };
                free && value::read(value_type, tokens, p, hi).is_some_and(whole)
            })?;
            let read = value::read(value_type, tokens, begins, hi);
            found.object =
                read.map(|r| Read { end: if is_named(value_type, tokens, r, hi) { hi } else { r.end }, ..r });
        }
    }
    Some(())
}

fn forward(
    pattern: &Pattern,
    tokens: &[Token<'_>],
    lo: usize,
    hi: usize,
    at: usize,
    value_type: ValueType,
    found: &mut Match,
) -> Option<()> {
    let mut i = at + 1;
    let mut k = pattern.anchor + 1;
    while k < pattern.items.len() {
        match pattern.items[k] {
            Item::Word(word) => {
                let mut j = i;
                let progressive = |j: usize| {
                    tokens[j].lemma_is("be")
                        && tokens[..hi]
                            .get(j + 1)
                            .is_some_and(|t| t.verb.is_some_and(|v| v.gerund) || skippable(t))
                };
                while j < hi
                    && !stands_for(&tokens[j], word)
                    && (skippable(&tokens[j])
                        || word == "to" && tokens[j].any(&["over", "across"])
                        || matches!(word, "in" | "at")
                            && is_direction(&tokens[j])
                            && tokens.get(j + 1).is_some_and(|t| t.is(word))
                        || progressive(j)
                        || words::is_determiner(&tokens[j].lower)
                        || words::is_possessive(&tokens[j].lower))
                {
                    j += 1;
                }
                if j < hi && stands_for(&tokens[j], word) {
                    i = j + 1;
                    found.verb.1 = i;
                } else {
                    return None;
                }
            }
            slot => {
                let next = pattern.items[k + 1..].iter().find_map(|item| match item {
                    Item::Word(word) => Some(*word),
                    _ => None,
                });
                let end = match next {
                    Some(word) => (i + 1..hi).find(|&p| stands_for(&tokens[p], word))?,
                    None => hi,
                };
                // Two slots side by side part where the value begins.
                let beside = matches!(pattern.items.get(k + 1), Some(Item::Object));
                let end = if beside {
                    (i + 1..end).find(|&p| {
                        value::read(value_type, tokens, p, end).is_some_and(|r| r.start == p && r.strong)
                    })?
                } else {
                    end
                };
                i = fill_right(slot, tokens, (i, end), next.is_some() || beside, value_type, found)?;
            }
        }
        k += 1;
    }
    let _ = lo;
    Some(())
}

/// Nouns of a program's parts, which stand behind their names.
const PARTS: [&str; 7] = ["flag", "endpoint", "option", "parameter", "method", "field", "command"];

/// "SOAP export", "SMS codes": a product's name and the noun of its kind, up to `end`.
fn is_named(kind: ValueType, tokens: &[Token<'_>], name: Read, end: usize) -> bool {
    let noun = |t: &Token<'_>| {
        t.shape == Shape::Word
            && t.is_content()
            && !t.capital()
            && !t.any(&PARTS)
            && !skippable(t)
            && !words::is_preposition(&t.lower)
            && !words::is_conjunction(&t.lower)
            && !words::is_determiner(&t.lower)
            && t.verb.is_none_or(|v| v.base && !v.past || v.third && t.lower.ends_with('s'))
    };
    kind == ValueType::Product
        && name.strong
        && tokens[name.start].capital()
        && (1..=3).contains(&end.saturating_sub(name.end))
        && tokens[name.end..end].iter().all(noun)
}

fn fill_right(
    slot: Item,
    tokens: &[Token<'_>],
    (start, end): (usize, usize),
    bounded: bool,
    value_type: ValueType,
    found: &mut Match,
) -> Option<usize> {
    match slot {
        Item::Object => {
            let mut from = start;
            while from < end
                && skippable(&tokens[from])
                && !tokens[from].any(&["no", "not"])
                && value::read(value_type, tokens, from, end).is_none()
            {
                from += 1;
            }
            let mut read = value::read(value_type, tokens, from, end)?;
            let noun_end = (read.end..=end).rev().find(|&e| e == read.end || !skippable(&tokens[e - 1]));
            let noun_end = noun_end.unwrap_or(read.end);
            if bounded && is_named(value_type, tokens, read, noun_end) {
                read.end = noun_end;
            }
            // Between words the object must fill its place.
            if bounded
                && read.end < end
                && !tokens[read.end..end].iter().all(|t| {
                    skippable(t)
                        || t.is_punct()
                        || t.any(&[
                            "a",
                            "per",
                            "month",
                            "year",
                            "week",
                            "night",
                            "day",
                            "each",
                            "every",
                            "hour",
                            "rows",
                            "records",
                            "items",
                            "messages",
                            "documents",
                            "files",
                            "events",
                            "images",
                            "jobs",
                            "lines",
                            "users",
                            "entries",
                            "pages",
                        ])
                })
            {
                return None;
            }
            found.object = Some(read);
            Some(if bounded { end } else { read.end })
        }
        Item::Subject | Item::Former => {
            let mut from = start;
            while from < end && skippable(&tokens[from]) {
                from += 1;
            }
            let pronoun = tokens[..end]
                .get(from)
                .is_some_and(|t| t.any(&["it", "them", "him", "her", "me", "us", "everything"]));
            let to = if bounded {
                end
            } else if pronoun {
                from + 1
            } else {
                noun_phrase_end(tokens, from, end)
            };
            if to <= from {
                return None;
            }
            if bounded && tokens[from..to].iter().any(|t| t.is_punct() && !t.is("'")) {
                return None;
            }
            if slot == Item::Subject {
                found.subject = Some((from, to));
            } else {
                found.former = Some((from, to));
            }
            Some(to)
        }
        Item::Word(_) => None,
    }
}

/// "live out in", "is up at": which way, before the preposition that counts.
fn is_direction(token: &Token<'_>) -> bool {
    token.any(&["out", "up", "down", "over", "back", "round", "right", "off"]) && token.shape == Shape::Word
}

/// Whether a token can stand for a pattern's word.
fn stands_for(token: &Token<'_>, word: &str) -> bool {
    if !matches!(token.shape, Shape::Word | Shape::Solid | Shape::Punct) {
        return false;
    }
    token.lower == word
        || token.lemma_is(word)
        || in_full(&token.lower) == Some(word)
        || (token.lower.len() == word.len() + 1
            && token.lower.ends_with('s')
            && token.lower.starts_with(word)
            && word.len() > 3)
}

/// What a word is short for.
pub(crate) fn in_full(lower: &str) -> Option<&'static str> {
    match lower {
        "n't" => Some("not"),
        "ca" => Some("can"),
        _ => None,
    }
}

/// Every word of a pattern that a token can stand for.
pub(crate) fn stood_for<'t>(token: &'t Token<'_>) -> impl Iterator<Item = &'t str> {
    let lower = token.lower.as_str();
    let contracted = in_full(lower);
    let singular = lower.strip_suffix('s').filter(|one| one.len() > 3);
    [Some(lower), token.verb.map(|v| v.lemma), contracted, singular].into_iter().flatten()
}

/// Words that may stand between the words of a pattern.
pub(crate) fn skippable(token: &Token<'_>) -> bool {
    let lower = token.lower.as_str();
    token.shape == Shape::Word
        && (words::is_adverb(lower)
            && !matches!(lower, "about" | "around" | "back" | "together" | "out" | "well")
            || matches!(
                lower,
                "have"
                    | "has"
                    | "had"
                    | "'ve"
                    | "been"
                    | "will"
                    | "'ll"
                    | "did"
                    | "does"
                    | "do"
                    | "not"
                    | "n't"
                    | "longer"
                    | "no"
                    | "just"
                    | "being"
                    | "got"
                    | "get"
                    | "gets"
                    | "'d"
                    | "all"
                    | "both"
            ))
}

/// The words of a pattern without object slot that carry the value ("is green", "goes vegan").
pub(crate) fn literal_object(tokens: &[Token<'_>], found: &Match) -> Option<Read> {
    if found.ends {
        return None;
    }
    let (a, b) = found.verb;
    let mut start = a + 1;
    while start < b
        && (skippable(&tokens[start])
            || words::is_determiner(&tokens[start].lower)
            || tokens[start].lemma_is("be"))
    {
        start += 1;
    }
    if tokens[a].verb.is_none() || tokens[a].shape != Shape::Word {
        start = a;
    }
    // "is on by default"
    let end = (start..b).find(|&i| tokens[i].is("by")).unwrap_or(b);
    (start < end).then_some(Read { start, end, strong: true })
}
