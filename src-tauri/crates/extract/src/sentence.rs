//! Sentences of a block and the segments between their punctuation marks. Clauses inside a
//! segment are parted by [`clauses`]; what a segment says is decided elsewhere.

use crate::token::{Shape, Token};
use crate::words;

/// Byte ranges of the sentences in `text[start..end]`.
#[must_use]
pub fn sentences(text: &str, start: usize, end: usize) -> Vec<(usize, usize)> {
    let mut out = Vec::new();
    let mut from = start;
    let mut tick = false;
    let body = &text[start..end];
    let mut quoted = 0;
    for (i, c) in body.char_indices() {
        let at = start + i;
        crate::work::steps(1);
        // Stops that the sentence before took with it, and those inside quotation marks.
        if at < from || at < quoted {
            continue;
        }
        if !tick && let Some(close) = speech_end(text, start, at, end, c) {
            quoted = close;
            continue;
        }
        if c == '`' {
            tick = !tick;
        }
        let after = at + c.len_utf8();
        let rest = &text[after..end];
        let gap = rest.is_empty()
            || rest.starts_with(char::is_whitespace)
            || rest.starts_with(['"', '”', '’', ')', '*']);
        let ends = match c {
            '\n' => !wraps(&text[start..at], rest),
            '…' => gap && !tick && !rest.trim_start().starts_with(char::is_lowercase),
            // "spare key? on the hook": a topic and what is said of it.
            '?' if gap && !tick && is_topic(&text[from..at], rest) => false,
            '!' | '?' => gap && !tick,
            '.' if text[from..at].ends_with('.') && rest.trim_start().starts_with(char::is_lowercase) => {
                false
            }
            '.' => gap && !tick && !rest.starts_with(')') && !is_abbreviated(&text[from..at], rest),
            _ => false,
        };
        if ends {
            let stop = after
                + rest
                    .chars()
                    .take_while(|c| matches!(c, '!' | '?' | '.' | '"' | '”'))
                    .map(char::len_utf8)
                    .sum::<usize>();
            if stop >= from {
                add(text, from, stop.max(after), &mut out);
                from = stop.max(after);
            }
        }
    }
    add(text, from, end, &mut out);
    out
}

/// Lines at least this long may have been broken for their length alone, in bytes.
const WRAPPED: usize = 45;
/// No line is wrapped before this much of it is full.
const FULL: usize = 66;

/// Whether a line break stands inside a sentence: prose that was wrapped at a width.
pub(crate) fn wraps(before: &str, rest: &str) -> bool {
    let line = before.rsplit('\n').next().unwrap_or(before).trim();
    let next = rest.split('\n').next().unwrap_or("").trim();
    if line.ends_with(['.', '!', '?', ':', ';', '|', '\\']) || line.ends_with("  ") || next.is_empty() {
        return false;
    }
    let Some(first) = next.chars().next() else { return false };
    // A list item, a table, a quotation, a setting begins anew.
    if crate::markup::list_marker(next).is_some() || matches!(first, '|' | '>' | '#' | '=' | '~') {
        return false;
    }
    let word = next.split_whitespace().next().unwrap_or("");
    if word.ends_with([':', '=']) || next.contains(" = ") {
        return false;
    }
    let last = line.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or("").to_lowercase();
    let open = line.ends_with(',')
        || words::is_determiner(&last)
        || words::is_preposition(&last)
        || matches!(
            last.as_str(),
            "and" | "or" | "is" | "are" | "was" | "were" | "be" | "has" | "have" | "to"
        );
    let full = line.len() + 1 + word.len() > FULL;
    line.len() >= WRAPPED && (first.is_lowercase() || open || matches!(first, '`' | '(' | '[' | '*') && full)
        || full && line.len() >= FULL - 12
}

/// The longest that quoted speech is looked for, in bytes.
const SPEECH: usize = 500;

/// Where the closing mark of quoted sentences stands that open at `at`; a quoted name is none.
fn speech_end(text: &str, start: usize, at: usize, end: usize, open: char) -> Option<usize> {
    let close = match open {
        '"' => '"',
        '“' | '„' => '”',
        '«' => '»',
        '‘' => '’',
        '\'' => '\'',
        _ => return None,
    };
    let before = text[start..at].chars().next_back();
    let inner = at + open.len_utf8();
    let opens = before.is_none_or(|c| c.is_whitespace() || matches!(c, '(' | '[' | ':' | '—' | '–'))
        && text[inner..end].chars().next().is_some_and(|c| !c.is_whitespace());
    if !opens {
        return None;
    }
    let mut last = '\0';
    for (i, c) in text[inner..end].char_indices() {
        if i > SPEECH || c == '\n' {
            break;
        }
        crate::work::steps(1);
        let after = text[inner + i + c.len_utf8()..end].chars().next();
        // A single mark may be an apostrophe.
        let single = matches!(close, '\'' | '’');
        let ends = c == close
            && after.is_none_or(|c| !c.is_alphanumeric())
            && (!single || matches!(last, '.' | '!' | '?' | ','));
        if ends {
            return text[inner..inner + i].contains(['.', '!', '?']).then_some(inner + i);
        }
        last = c;
    }
    // Speech that nothing closes runs to the end of its line.
    let told = text[start..at].trim_end().ends_with([':', ',']) && !matches!(open, '\'' | '‘');
    told.then(|| text[inner..end].find('\n').map_or(end, |n| inner + n))
}

/// A short noun phrase with a question mark, answered in the same breath.
fn is_topic(before: &str, rest: &str) -> bool {
    let words: Vec<String> = before.split_whitespace().map(str::to_lowercase).collect();
    let next = rest.trim_start();
    let answer = next.split_whitespace().next().unwrap_or("").to_lowercase();
    (1..=4).contains(&words.len())
        && words.iter().all(|w| {
            w.chars().all(|c| c.is_alphanumeric() || c == '-')
                && !words::is_auxiliary(w)
                && !words::is_pronoun(w)
                && !words::is_conjunction(w)
                && !words::is_filler(w)
        })
        && !matches!(words[0].as_str(), "what" | "how" | "why" | "really")
        && matches!(answer.as_str(), "on" | "in" | "at" | "under" | "inside" | "behind" | "by")
}

fn add(text: &str, from: usize, to: usize, out: &mut Vec<(usize, usize)>) {
    if from >= to {
        return;
    }
    let body = &text[from..to];
    let lead = body.len() - body.trim_start().len();
    let trimmed = body.trim();
    if trimmed.chars().any(char::is_alphanumeric) {
        out.push((from + lead, from + lead + trimmed.len()));
    } else if trimmed.contains('?')
        && let Some(last) = out.last_mut()
    {
        last.1 = from + lead + trimmed.len();
    }
}

/// Whether a full stop belongs to the word before it.
fn is_abbreviated(before: &str, after: &str) -> bool {
    const SHORT: [&str; 30] = [
        "mr", "mrs", "ms", "dr", "sr", "sra", "jr", "st", "prof", "ext", "no", "vs", "e.g", "i.e", "approx",
        "obs", "exh", "rev", "inc", "ltd", "dept", "fig", "esq", "av", "ca", "cf", "max", "min", "tel",
        "vol",
    ];
    let word =
        before.rsplit(|c: char| c.is_whitespace() || matches!(c, '(' | '[' | ',')).next().unwrap_or("");
    let lower = word.to_lowercase();
    let next = after.trim_start().chars().next();
    if word.is_empty() {
        return true;
    }
    // "180 ms."
    if word == "ms" {
        return false;
    }
    // "at St. Anne's", but "on Main St. We moved"
    let saint = lower == "st"
        && word.starts_with('S')
        && next.is_some_and(char::is_uppercase)
        && before[..before.len() - word.len()]
            .split_whitespace()
            .next_back()
            .is_some_and(|w| w.starts_with(char::is_lowercase));
    if saint {
        return true;
    }
    if lower == "no" || lower == "max" || lower == "min" || lower == "st" || lower == "vol" {
        // "no. 5" but "I said no."
        return next.is_some_and(|c| c.is_ascii_digit());
    }
    if SHORT.contains(&lower.as_str()) {
        return next.is_some();
    }
    // An initial ("W. is on leave") or a list number ("2. Do this").
    // "in rack B. Maintenance window": which of several, and no name cut short.
    let lettered = before[..before.len() - word.len()].split_whitespace().next_back().is_some_and(|w| {
        let w = w.to_lowercase();
        [
            "rack",
            "room",
            "building",
            "block",
            "hall",
            "freezer",
            "plan",
            "gate",
            "floor",
            "wing",
            "bay",
            "section",
            "zone",
            "group",
            "team",
            "cluster",
            "option",
            "unit",
            "shed",
            "platform",
            "ward",
            "terminal",
            "class",
            "vitamin",
            "hepatitis",
            "type",
            "level",
            "appendix",
            "variant",
            "server",
            "line",
            "studio",
            "lab",
            "site",
        ]
        .contains(&w.as_str())
    });
    let initial = word.chars().count() == 1 && word.chars().all(char::is_uppercase) && !lettered;
    let enumerated = before.trim().len() == word.len() && word.bytes().all(|b| b.is_ascii_digit());
    initial
        || enumerated
        || (next.is_some_and(char::is_lowercase)
            && lower.len() <= 3
            && !words::is_adverb(&lower)
            && lower.contains('.'))
}

/// What stands before a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lead {
    Start,
    Comma,
    Colon,
    Semicolon,
    Dash,
    /// Inside parentheses.
    Aside,
}

/// A stretch of tokens without separating punctuation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    pub lo: usize,
    pub hi: usize,
    pub lead: Lead,
}

/// Parts a sentence's tokens at punctuation.
#[must_use]
pub fn segments(tokens: &[Token<'_>]) -> Vec<Segment> {
    let mut out = Vec::new();
    let mut lo = 0;
    let mut lead = Lead::Start;
    let mut depth = 0_u32;
    let close = |lo: usize, hi: usize, lead: Lead, out: &mut Vec<Segment>| {
        if lo < hi {
            out.push(Segment { lo, hi, lead });
        }
    };
    for (i, token) in tokens.iter().enumerate() {
        if token.shape != Shape::Punct {
            continue;
        }
        let next = match token.text {
            "," => Lead::Comma,
            ":" => Lead::Colon,
            "?" if i + 1 < tokens.len() && tokens[i + 1..].iter().any(Token::is_content) => Lead::Colon,
            ";" | "." | "!" | "?" | "…" => Lead::Semicolon,
            "—" | "–" | "-" | "--" | "|" => Lead::Dash,
            "(" | "[" => {
                depth += 1;
                Lead::Aside
            }
            ")" | "]" => {
                depth = depth.saturating_sub(1);
                if depth > 0 { Lead::Aside } else { Lead::Comma }
            }
            "&" | "=" | "→" | "->" | "=>" | "-->" | "'" | "*" | "%" | "€" | "<" | ">" | "/" | "+" | "°" =>
            {
                continue;
            }
            _ => Lead::Comma,
        };
        close(lo, i, lead, &mut out);
        lo = i + 1;
        lead = if depth > 0 && !matches!(next, Lead::Aside | Lead::Colon) { Lead::Aside } else { next };
    }
    close(lo, tokens.len(), lead, &mut out);
    out
}

/// Parts a segment into clauses: at "but", "so", "because", … and at "and" where a verb follows.
#[must_use]
pub fn clauses(tokens: &[Token<'_>], lo: usize, hi: usize) -> Vec<(usize, usize)> {
    let mut cuts = vec![lo];
    for i in lo + 1..hi {
        let token = &tokens[i];
        if token.shape != Shape::Word && !token.is("&") {
            continue;
        }
        // "… and turns out I love it"
        if token.is("out") && tokens[i - 1].is("turns") && i + 1 < hi {
            cuts.push(i + 1);
            continue;
        }
        let hard = token.any(&[
            "but", "because", "while", "whereas", "although", "though", "cause", "cos", "bc", "unless",
        ]) || (token.is("so")
            && tokens.get(i + 1).is_some_and(|t| !t.any(&["far", "much", "many", "that"])));
        let start = *cuts.last().unwrap_or(&lo);
        let joins =
            token.any(&["and", "then", "&"]) && has_verb(tokens, start, i) && opens_clause(tokens, i + 1, hi);
        let when = token.any(&["when", "if", "where", "since", "as"])
            && tokens.get(i + 1).is_some_and(|t| words::is_pronoun(&t.lower) && !t.any(&["then"]))
            && has_verb(tokens, i + 1, hi);
        let waits = token.any(&["until", "till", "til", "once", "when", "whenever", "after", "before"])
            && tokens[i + 1..hi].iter().any(|t| t.lemma_is("be") && !t.is("'s") || t.any(&["has", "have"]))
            && (i == lo || tokens[lo..i].iter().any(|t| t.verb.is_some_and(|v| v.base || v.third)));
        let now_that = token.is("now") && tokens.get(i + 1).is_some_and(|t| t.is("that"));
        if hard || joins || when || now_that || waits {
            cuts.push(i + usize::from(!when && !now_that && !waits));
        }
    }
    cuts.push(hi);
    let subordinate = |a: usize| {
        a > lo
            && a < hi
            && tokens[a]
                .any(&["until", "till", "til", "once", "when", "whenever", "after", "before", "unless", "if"])
    };
    cuts.windows(2)
        .filter(|w| !subordinate(w[0]))
        .map(|w| {
            // The joining word itself belongs to neither side.
            let end = if w[1] > w[0]
                && w[1] < hi
                && (words::is_conjunction(&tokens[w[1] - 1].lower) || tokens[w[1] - 1].is("&"))
            {
                w[1] - 1
            } else {
                w[1]
            };
            (w[0], end)
        })
        .filter(|(a, b)| a < b)
        .collect()
}

/// Whether some word in the range is surely a verb.
#[must_use]
pub fn has_verb(tokens: &[Token<'_>], lo: usize, hi: usize) -> bool {
    tokens[lo..hi].iter().enumerate().any(|(i, t)| {
        t.verb.is_some_and(|v| {
            v.lemma == "be" && (!t.is("'s") || clitic_is_verb(tokens, lo + i))
                || v.third && v.lemma != "be" && !noun_like(tokens, lo + i)
                || v.past
                || v.participle
                || v.base
                    && (i == 0
                        || tokens[lo + i - 1]
                            .any(&["to", "i", "we", "they", "you", "n't", "not", "will", "'ll", "do"]))
                || words::is_auxiliary(&t.lower)
        })
    })
}

/// Whether an 's is "is" or "has" rather than a genitive.
#[must_use]
pub fn clitic_is_verb(tokens: &[Token<'_>], i: usize) -> bool {
    let before = i.checked_sub(1).is_some_and(|b| {
        words::is_pronoun(&tokens[b].lower) || tokens[b].any(&["what", "where", "who", "how", "that", "let"])
    });
    before
        || tokens.get(i + 1).is_none_or(|t| {
            !t.is_content()
                || words::is_determiner(&t.lower)
                || words::is_preposition(&t.lower)
                || words::is_adverb(&t.lower)
                || words::is_possessive(&t.lower)
                || t.is("not")
                || t.verb.is_some_and(|v| (v.gerund || v.participle) && !v.base)
        })
}

/// "the runs", "nightly logs": a determiner or adjective before makes a noun of it.
fn noun_like(tokens: &[Token<'_>], i: usize) -> bool {
    i > 0
        && (words::is_determiner(&tokens[i - 1].lower)
            || words::is_possessive(&tokens[i - 1].lower)
            || tokens[i - 1].is("of"))
}

/// Whether what follows "and" is a clause of its own rather than another member of a list.
fn opens_clause(tokens: &[Token<'_>], at: usize, hi: usize) -> bool {
    let Some(first) = tokens[..hi].get(at) else { return false };
    if words::is_pronoun(&first.lower) && !first.any(&["one", "this", "that", "those", "these"]) {
        return true;
    }
    if let Some(verb) = first.verb
        && (verb.past || verb.third || verb.participle || (verb.base && tokens[..hi].get(at + 1).is_some()))
        && first.shape == Shape::Word
    {
        return true;
    }
    has_verb(tokens, at, hi)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::tokens;

    fn split(text: &str) -> Vec<&str> {
        sentences(text, 0, text.len()).into_iter().map(|(a, b)| &text[a..b]).collect()
    }

    #[test]
    fn sentences_end_at_their_marks_only() {
        assert_eq!(
            split("Ask Mr. Nunes. He knows v1.2.3 well! ok"),
            ["Ask Mr. Nunes.", "He knows v1.2.3 well!", "ok"]
        );
        assert_eq!(split("ext. 2214\nnext line"), ["ext. 2214", "next line"]);
        assert_eq!(
            split(
                "For the winter we keep the kiln shut, and if the yard is\ndry it burns wood.\nThe fuel is gas"
            ),
            [
                "For the winter we keep the kiln shut, and if the yard is\ndry it burns wood.",
                "The fuel is gas"
            ]
        );
        assert_eq!(split("The kiln burns gas now\nthe shed is locked").len(), 2);
        assert_eq!(split("long day. good soup."), ["long day.", "good soup."]);
        assert_eq!(split("really?? yes"), ["really??", "yes"]);
        assert_eq!(
            split("He said: \"We moved. I like it.\" Then he left. The 5\" disk is full. So is the 7\" one."),
            [
                "He said: \"We moved. I like it.\" Then he left.",
                "The 5\" disk is full.",
                "So is the 7\" one."
            ]
        );
    }

    #[test]
    fn segments_know_what_stood_before_them() {
        let found = tokens("Billing: port 8081, host a.b.c (since May)", 0);
        let leads: Vec<Lead> = segments(&found).iter().map(|s| s.lead).collect();
        assert_eq!(leads, [Lead::Start, Lead::Colon, Lead::Comma, Lead::Aside]);
    }

    #[test]
    fn clauses_part_where_a_verb_follows() {
        let text = "I play the cello and I train hard but the API and the worker use Kafka";
        let found = tokens(text, 0);
        let parts: Vec<&str> = clauses(&found, 0, found.len())
            .iter()
            .map(|(a, b)| &text[found[*a].span.0..found[b - 1].span.1])
            .collect();
        assert_eq!(parts, ["I play the cello", "I train hard", "the API and the worker use Kafka"]);
    }
}
