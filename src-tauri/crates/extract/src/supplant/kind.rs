//! The spans of a sentence that can be the next value of a key: of the same kind as the present one,
//! by its type where the lexicon knows it, and by the form of the value that holds.

use super::spoken::{Span, Spoken};
use crate::gazetteer;
use crate::measure::{self, Unit};
use crate::naming::product_end;
use crate::phrase::{self, is_code_like};
use crate::token::{self, Shape, Token};
use crate::value::{self, ValueType};
use crate::words;

/// The spans that can be the next value, none of them part of another.
pub(super) fn successors(tokens: &[Token<'_>], key: &Spoken, taken: &[Span]) -> Vec<Span> {
    let old = token::tokens(&key.held.object, 0);
    let mut out: Vec<Span> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let free = !taken.iter().any(|(a, b)| (*a..*b).contains(&at));
        let found = free
            .then(|| one(tokens, &old, key, at))
            .flatten()
            .filter(|(_, end)| *end > at && !taken.iter().any(|(a, b)| *a < *end && at < *b));
        match found {
            Some(span) => {
                let text = |(a, b): Span| {
                    tokens[a..b].iter().map(|t| t.lower.as_str()).collect::<Vec<_>>().join(" ")
                };
                // The same named twice is one.
                if !out.iter().any(|s| text(*s) == text(span)) {
                    out.push(span);
                }
                at = span.1;
            }
            None => at += 1,
        }
    }
    // "Traffic goes through …": a word that opens the sentence is no name beside one that surely is.
    if out.len() > 1 && opens_only(tokens, out[0]) {
        out.remove(0);
    }
    out
}

/// Whether nothing but the sentence's beginning makes a name of a word.
fn opens_only(tokens: &[Token<'_>], (a, b): Span) -> bool {
    b == a + 1
        && tokens[a].shape == Shape::Word
        && (a == 0 || !tokens[a - 1].is_content())
        && gazetteer::kinds(&tokens[a].lower).is_empty()
        && !tokens.get(b).is_some_and(|t| t.is("'s"))
}

/// The end of a value of the key's kind at a word.
fn one(tokens: &[Token<'_>], old: &[Token<'_>], key: &Spoken, at: usize) -> Option<Span> {
    let token = &tokens[at];
    let hi = tokens.len();
    if !token.is_content() || matches!(token.shape, Shape::Hole) {
        return None;
    }
    let read = |kind: ValueType| {
        value::read(kind, tokens, at, hi).filter(|r| r.strong && r.start == at).map(|r| (r.start, r.end))
    };
    let kind = key.spec.map(|s| s.value_type);
    // A day is no value but where days are.
    let day = measure::date_end(tokens, at, hi);
    let dated =
        matches!(kind, Some(ValueType::Date | ValueType::Time | ValueType::Weekday | ValueType::Schedule));
    if day.is_some() && !dated {
        return None;
    }
    match kind {
        Some(ValueType::Person) => name(tokens, at, old),
        Some(ValueType::Organisation | ValueType::Place | ValueType::Team) => name(tokens, at, old),
        Some(ValueType::Product) => product(tokens, at, old),
        Some(ValueType::Schedule | ValueType::Date | ValueType::Time | ValueType::Weekday) => {
            // What was an hour is an hour, what was a day a day.
            let was_hour = crate::daytime::time_end(old, 0, old.len()).is_some();
            let was_day = crate::shape::weekday_end(old, 0, old.len()) == Some(old.len());
            let found = if was_hour {
                read(ValueType::Time)
            } else if was_day {
                read(ValueType::Weekday)
            } else {
                read(kind?)
            };
            found.filter(|_| was_hour == crate::daytime::time_end(tokens, at, hi).is_some())
        }
        Some(
            ValueType::Quantity | ValueType::Scalar | ValueType::Integer | ValueType::Rate | ValueType::Money,
        ) => figure(tokens, at, old).or_else(|| alike(tokens, at, old)),
        Some(
            ValueType::Duration
            | ValueType::Percent
            | ValueType::Bytes
            | ValueType::Mass
            | ValueType::Length
            | ValueType::Temperature,
        ) => figure(tokens, at, old),
        Some(ValueType::Text | ValueType::Enum | ValueType::Type) | None => {
            figure(tokens, at, old).or_else(|| alike(tokens, at, old))
        }
        Some(ValueType::Identifier) => {
            alike(tokens, at, old).or_else(|| read(ValueType::Identifier).filter(|_| is_code_like(token)))
        }
        Some(kind) => read(kind),
    }
}

/// A figure of the unit of the old one; a bare number for a bare number, or after a word that leads
/// to it.
fn figure(tokens: &[Token<'_>], at: usize, old: &[Token<'_>]) -> Option<Span> {
    let lo = old
        .iter()
        .position(|t| measure::split_number(t.text).is_some() || words::number_word(&t.lower).is_some())?;
    let was = measure::measure(old, lo, old.len())?;
    let now = measure::measure(tokens, at, tokens.len())?;
    if crate::daytime::time_end(old, lo, old.len()).is_some() {
        return None;
    }
    // "the first of two", "one of them"
    let counted = !tokens[at].has_digit() && (tokens[at].is("one") || was.unit == Unit::None);
    if counted {
        return None;
    }
    let led = at > 0 && tokens[at - 1].any(&["to", "at", "is", "now", "→", "for"]);
    let ends = tokens.get(now.end).is_none_or(|t| !t.is_content() || phrase::is_boundary(t));
    let same = was.unit == now.unit
        && (was.unit != Unit::Other
            || ends
            || tail(old) == tokens.get(now.end - 1).map(|t| t.lower.as_str()));
    let shortened = now.unit == Unit::None && was.unit != Unit::None && led && ends;
    let counted_alike = was.unit != Unit::None
        || ends
        || tokens.get(now.end).map(|t| t.lower.as_str()) == old.get(was.end).map(|t| t.lower.as_str());
    (same && counted_alike || shortened).then_some((at, now.end))
}

fn tail<'a>(old: &'a [Token<'_>]) -> Option<&'a str> {
    old.last().map(|t| t.lower.as_str())
}

fn titled(tokens: &[Token<'_>]) -> bool {
    tokens.first().is_some_and(|t| phrase::is_title(&t.lower))
}

/// A proper name, of no other kind than the old one as far as names are known.
fn name(tokens: &[Token<'_>], at: usize, old: &[Token<'_>]) -> Option<Span> {
    if tokens[at].text.starts_with('@') {
        return old.first().is_some_and(|t| t.text.starts_with('@')).then_some((at, at + 1));
    }
    if old.first().is_some_and(|t| t.text.starts_with('@')) {
        return None;
    }
    let mut end = phrase::proper_name_end(tokens, at, tokens.len());
    if end == at && camel(&tokens[at]) {
        end = phrase::proper_name_end(tokens, at + 1, tokens.len()).max(at + 1);
    } else if end == at || !begins_name(tokens, at, end) {
        return None;
    }
    let text = |t: &[Token<'_>]| t.iter().map(|t| t.lower.as_str()).collect::<Vec<_>>().join(" ");
    let (was, now) = (gazetteer::kinds(&text(old)), gazetteer::kinds(&text(&tokens[at..end])));
    let clash = !was.is_empty() && !now.is_empty() && !was.iter().any(|k| now.contains(k));
    // "Dr. Moss" is followed by somebody, a firm by a firm.
    let person = |k: &[&str]| k.contains(&"person");
    let form = titled(old) && !titled(&tokens[at..end]) && !person(now) && end == at + 1 && !now.is_empty();
    (!clash && !form).then_some((at, end))
}

/// Whether a capital tells a name: not of what merely opens the sentence.
fn begins_name(tokens: &[Token<'_>], at: usize, end: usize) -> bool {
    let token = &tokens[at];
    if at > 0 && !tokens[at - 1].any(&[":", "."])
        || phrase::is_title(&token.lower)
        || end > at + 1 && tokens[at + 1].capital()
    {
        return !(token.verb.is_some_and(|v| v.base) && at == 0)
            || end > at + 1 && tokens[at + 1].capital() && token.verb.is_none();
    }
    if token.verb.is_some()
        || words::is_filler(&token.lower)
        || super::turns::turn(token) != super::turns::Turn::default()
    {
        return false;
    }
    // "Firefox is my browser", "Joy watches the kids", "Basic-Fit now": a lone first word is a name
    // where a verb of one follows.
    let next = tokens.get(end);
    token.shape == Shape::Solid
        || gazetteer::kinds(&token.lower).iter().any(|k| *k != "food" && *k != "color" && *k != "material")
        || next.is_some_and(|t| {
            t.verb.is_some_and(|v| v.third || v.past) || t.any(&["'s", "has", "now", "will"])
        })
}

/// A product: a name, code, or a name with its version.
fn product(tokens: &[Token<'_>], at: usize, old: &[Token<'_>]) -> Option<Span> {
    let read = product_end(tokens, at, tokens.len()).filter(|r| r.strong && r.start == at)?;
    let end = read.end;
    let cased = old.iter().any(Token::capital);
    let coded = old.first().is_some_and(|t| is_code_like(t) || t.shape == Shape::Solid);
    if tokens[at].capital() || tokens[at].shape == Shape::Word {
        return (cased || coded).then(|| name(tokens, at, old)).flatten().map(|(a, b)| (a, b.max(end)));
    }
    (coded && (is_code_like(&tokens[at]) || tokens[at].shape == Shape::Solid)).then_some((at, end))
}

/// A value of the form of the old one: a name for a name, code for code, "fifth floor" for "third
/// floor".
fn alike(tokens: &[Token<'_>], at: usize, old: &[Token<'_>]) -> Option<Span> {
    let first = old.first()?;
    if first.shape != Shape::Word && old.len() == 1 {
        let token = &tokens[at];
        return (token.shape == first.shape && class(token.text) == class(first.text))
            .then_some((at, at + 1));
    }
    if is_name(old) {
        return name(tokens, at, old);
    }
    // The same head noun with another word before it.
    let lo = usize::from(words::is_determiner(&first.lower));
    if let [qualifier, noun] = &old[lo..]
        && qualifier.shape == Shape::Word
        && noun.shape == Shape::Word
        && tokens.get(at + 1).is_some_and(|t| t.lower == noun.lower)
        && tokens[at].shape == Shape::Word
        && !phrase::is_boundary(&tokens[at])
        && !words::is_determiner(&tokens[at].lower)
        && !words::is_possessive(&tokens[at].lower)
        && tokens[at].verb.is_none()
    {
        return Some((at, at + 2));
    }
    None
}

/// "sevDesk", "iPad".
fn camel(token: &Token<'_>) -> bool {
    token.shape == Shape::Word
        && !token.capital()
        && token.text.chars().skip(1).any(char::is_uppercase)
        && token.text.chars().all(char::is_alphabetic)
}

/// Whether a value is a name and nothing else.
fn is_name(value: &[Token<'_>]) -> bool {
    let from = usize::from(value.first().is_some_and(camel));
    !value.is_empty() && phrase::proper_name_end(value, from, value.len()).max(from) == value.len()
}

/// A name in small letters, or a plain noun, that somebody turned to from another: "left ING for
/// bunq", "from oil to gas".
pub(super) fn uncapped(tokens: &[Token<'_>], key: &Spoken, taken: &[Span]) -> Option<Span> {
    let fits = key.spec.is_none_or(|s| {
        matches!(s.value_type, ValueType::Product | ValueType::Organisation | ValueType::Text)
    });
    let old = token::tokens(&key.held.object, 0);
    let person = key.spec.is_none()
        && old.first().is_some_and(|t| phrase::is_title(&t.lower) || gazetteer::is("person", &t.lower));
    if !fits || person || !(is_name(&old) || old.iter().all(|t| t.shape == Shape::Word)) {
        return None;
    }
    let mut found = (1..tokens.len()).filter(|&at| {
        let (token, before) = (&tokens[at], &tokens[at - 1]);
        let ends = tokens.get(at + 1).is_none_or(|t| {
            !t.is_content() || phrase::is_boundary(t) || words::is_time_word(&t.lower) || t.is("these")
        });
        let is_so = before.lemma_is("be")
            && !before.any(&["was", "were"])
            && key.relation.is_some_and(|(_, end)| end + 1 == at);
        (is_so || before.any(&["to", "with", "for", "hello", "using", "use"]))
            && ends
            && token.shape == Shape::Word
            && token.text.len() > 2
            && token.text.chars().all(char::is_lowercase)
            && token.verb.is_none()
            && !phrase::is_boundary(token)
            && !words::is_determiner(&token.lower)
            && !words::is_possessive(&token.lower)
            && !words::is_filler(&token.lower)
            && !words::is_time_word(&token.lower)
            && !words::is_weekday(&token.lower)
            && !token.any(&[
                "ever",
                "free",
                "fun",
                "money",
                "reasons",
                "lunch",
                "work",
                "school",
                "university",
                "college",
                "uni",
                "effect",
                "home",
                "sale",
                "good",
                "scrap",
                "parts",
                "everything",
                "less",
                "more",
                "peace",
                "bed",
                "health",
                "privacy",
                "speed",
                "cost",
                "simplicity",
                "security",
                "both",
                "all",
                "something",
                "nothing",
                "retirement",
                "maternity",
                "bigger",
                "newer",
                "better",
            ])
            && !taken.iter().any(|(a, b)| (*a..*b).contains(&at))
    });
    let at = found.next()?;
    found.next().is_none().then_some((at, at + 1))
}

/// The make of a piece of code: which signs it has, and whether figures and capitals.
fn class(text: &str) -> (Option<char>, bool, bool, usize, bool) {
    let first = text.chars().next().filter(|c| !c.is_alphanumeric());
    let digits = text.bytes().any(|b| b.is_ascii_digit());
    let letters = text.bytes().any(|b| b.is_ascii_alphabetic());
    let slashes = text.matches(['/', ':']).count().min(2);
    (first, digits, letters, slashes, text.contains('@'))
}
