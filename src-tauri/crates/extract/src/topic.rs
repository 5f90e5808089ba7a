//! Labels and tags at the head of a sentence: what "X:", "fix(scope):" or "in production," make the
//! topic of what follows.

use crate::habit;
use crate::phrase;
use crate::scene::Scene;
use crate::sentence::Segment;
use crate::subject::{self, Class, Subject};
use crate::token::{Shape, Token};
use crate::words;

/// Tags that introduce a sentence without being its subject.
pub(crate) fn is_tag(word: &str) -> bool {
    words::is_filler(word)
        || matches!(
            word,
            "new"
                | "improved"
                | "misc"
                | "internal"
                | "fix"
                | "feat"
                | "chore"
                | "docs"
                | "refactor"
                | "test"
                | "tests"
                | "ops"
                | "deps"
                | "build"
                | "perf"
                | "style"
                | "flags"
                | "api"
                | "release"
                | "config"
                | "correction"
                | "note"
                | "todo"
                | "done"
                | "today"
                | "yesterday"
                | "yday"
                | "swap"
                | "swapped"
                | "heads-up"
                | "blocked"
                | "blockers"
                | "tomorrow"
                | "changed"
                | "added"
                | "removed"
                | "fixed"
                | "security"
                | "deprecated"
                | "maintainer"
                | "change"
                | "sunset"
                | "unsubscribed"
                | "infra"
                | "tooling"
                | "stack"
                | "setup"
                | "housekeeping"
                | "to"
                | "the"
                | "above"
                | "table"
                | "notes"
                | "example"
                | "status"
                | "from"
                | "decision"
                | "action"
                | "summary"
                | "tldr"
                | "tl;dr"
                | "warning"
                | "important"
                | "breaking"
                | "hired"
                | "reminder"
        ) && word != "status"
}

/// What a label before a colon makes the topic; a mere tag leaves it as it was.
pub(crate) fn topic(tokens: &[Token<'_>], segment: &Segment, scene: &Scene<'_>) -> Option<Subject> {
    let (lo, hi) = (segment.lo, segment.hi);
    if let Some(text) = commit_scope(tokens, lo, hi) {
        if is_tag(&text.to_lowercase()) {
            return None;
        }
        return Some(Subject { text, class: Class::Thing });
    }
    let words: Vec<&str> = tokens[lo..hi].iter().map(|t| t.lower.as_str()).collect();
    let figures = tokens[lo..hi].iter().all(|t| t.text.starts_with(|c: char| c.is_ascii_digit()));
    // "Refinanced: …", "Renewed: …": what was done, and nobody it was done to.
    let done = hi - lo == 1
        && (tokens[lo].verb.is_some_and(|v| (v.past || v.participle) && !v.base && !v.gerund)
            || tokens[lo].lower.len() > 5 && tokens[lo].lower.ends_with("ed"))
        && tokens[lo].text.chars().skip(1).all(char::is_lowercase);
    if done || tags(tokens, segment) || words.len() > 6 || words::is_date_like(&words) || figures {
        return scene.topic.clone();
    }
    // "the web shop slipped: …": the topic is what slipped.
    let verb = (lo + 1..hi).find(|&i| {
        let token = &tokens[i];
        token.verb.is_some_and(|v| v.past || v.third) && !token.capital() && !(token.is("'s") && i + 1 < hi)
    });
    let cleaned = subject::clean(tokens, lo, verb.unwrap_or(hi));
    if cleaned.lo >= cleaned.hi || habit::verb_inside(tokens, cleaned.lo, cleaned.hi) {
        return scene.topic.clone();
    }
    subject::resolve(tokens, cleaned.lo, cleaned.hi, scene).filter(|s| s.text != "user")
}

/// Whether a segment is made of tags alone ("docs", "correction from yesterday").
pub(crate) fn tags(tokens: &[Token<'_>], segment: &Segment) -> bool {
    let words = &tokens[segment.lo..segment.hi];
    is_remark(words)
        || words.iter().all(|t| is_tag(&t.lower) || t.lower.contains('(') || !t.is_content())
        || words.len() > 1
            && words.iter().any(|t| {
                t.any(&[
                    "correction",
                    "corrections",
                    "erratum",
                    "errata",
                    "corrigendum",
                    "addendum",
                    "reminder",
                    "update",
                    "scratch",
                    "sorry",
                    "wait",
                    "plans",
                    "incompatible",
                    "breaking",
                    "changes",
                ])
            })
}

/// "Bad news: …", "one more thing: …", "less good: …": what the teller thinks of what follows.
fn is_remark(words: &[Token<'_>]) -> bool {
    let words: Vec<&Token<'_>> = words.iter().filter(|t| t.is_content()).collect();
    let (Some(first), Some(last)) = (words.first(), words.last()) else { return false };
    let judged = last
        .any(&["news", "thing", "side", "note", "fact", "good", "bad", "better", "worse", "best"])
        || last.any(&["still", "worst", "reminder", "question", "story", "heads-up"]);
    let opens = first.any(&[
        "good", "bad", "better", "worse", "best", "worst", "less", "more", "even", "in", "on", "one",
        "another", "other", "last", "final", "quick", "small", "fun", "sad", "happy", "great", "not", "side",
        "second",
    ]);
    (2..=5).contains(&words.len()) && judged && opens
}

/// A noun phrase without a verb.
pub(crate) fn bare_name(tokens: &[Token<'_>], segment: &Segment) -> bool {
    segment.hi - segment.lo <= 4
        // "Starting today, …" names a time.
        && !tokens[segment.lo].any(&["starting", "beginning", "effective"])
        && tokens[segment.lo..segment.hi].iter().all(|t| {
            !phrase::is_boundary(t)
                && !t
                    .verb
                    .is_some_and(|v| v.lemma == "be" || v.third && !t.capital() || v.past && !t.capital())
        })
        && (tokens[segment.lo].verb.is_none_or(|v| !v.base)
            || segment.hi - segment.lo == 1
            || tokens[segment.lo + 1].has_digit()
            || is_a_thing(&tokens[segment.hi - 1]))
}

/// "Bench rig", "Print server": a noun that things of a house and a network are called by.
fn is_a_thing(last: &Token<'_>) -> bool {
    last.any(&[
        "rig", "box", "host", "server", "queue", "balancer", "desk", "room", "station", "node", "cluster",
        "pool", "machine", "player", "board", "club", "group", "shop", "lab", "printer", "router", "switch",
        "light", "line", "office", "house", "car", "service", "worker", "runner", "agent",
    ])
}

/// The thing that an item is about, by its marks or its form: "**relay** (port 8443)", "relay-api (8443)".
pub(crate) fn is_listed(tokens: &[Token<'_>], segment: &Segment, text: &str) -> bool {
    let (first, last) = (&tokens[segment.lo], &tokens[segment.hi - 1]);
    let bold = ["**", "__"].iter().any(|mark| {
        text[..first.span.0].ends_with(mark)
            && text.get(last.span.1..).is_some_and(|rest| rest.starts_with(mark))
    });
    let code =
        segment.hi == segment.lo + 1 && (phrase::is_code_like(first) || matches!(first.shape, Shape::Code));
    bold || code
}

pub(crate) fn opens_with_verb(tokens: &[Token<'_>], segment: &Segment) -> bool {
    tokens[segment.lo].verb.is_some_and(|v| v.third || v.past)
}

/// `fix(gateway)`: the scope of a conventional commit.
pub(crate) fn commit_scope(tokens: &[Token<'_>], lo: usize, hi: usize) -> Option<String> {
    if hi - lo != 1 {
        return None;
    }
    let (kind, rest) = tokens[lo].text.split_once('(')?;
    let scope = rest.strip_suffix(')').or_else(|| rest.strip_suffix(")!"))?;
    is_tag(&kind.to_lowercase()).then(|| scope.to_owned())
}

/// "In payments-go, …": a segment that only names where the rest is.
pub(crate) fn lone_container<'a>(tokens: &[Token<'a>], segment: &Segment, text: &'a str) -> Option<&'a str> {
    let (lo, hi) = (segment.lo, segment.hi);
    let end = phrase::noun_phrase_end(tokens, lo + 1, hi);
    let idle = tokens[hi - 1].any(&[
        "short",
        "general",
        "fact",
        "practice",
        "theory",
        "addition",
        "particular",
        "total",
        "case",
        "summary",
        "parallel",
        "principle",
        "future",
        "past",
        "end",
        "meantime",
        "morning",
        "evening",
        "news",
        "contrast",
        "comparison",
        "other",
        "words",
    ]);
    let named = tokens[lo].is("in") && end == hi && hi > lo + 1 && !idle;
    let dated = crate::measure::date_end(tokens, lo + 1, hi).is_some();
    (named && !dated).then(|| phrase::written(text, tokens, lo + 1, hi).0)
}

/// "In production, …": a segment that only names an environment.
pub(crate) fn lone_environment(tokens: &[Token<'_>], segment: &Segment) -> Option<String> {
    let cleaned = subject::clean(tokens, segment.lo, segment.hi);
    let last = &tokens[segment.hi - 1];
    let phrase = tokens[segment.lo].any(&["in", "on", "for"])
        && segment.hi - segment.lo <= 3
        && words::is_environment(&last.lower);
    (phrase || cleaned.lo >= cleaned.hi && cleaned.environment.is_some()).then(|| last.lower.clone())
}
