//! Measures whose figures or units are several words: a currency before its sum, thousands apart,
//! hours with their minutes, what is counted in a span of time.

use super::{Measure, Unit, split_number, unit_class};
use crate::token::{Shape, Token};
use crate::units;

/// "EUR 1200.50".
pub(super) fn coded(tokens: &[Token<'_>], at: usize, limit: usize) -> Option<Measure> {
    let code = &tokens[at];
    if code.shape != Shape::Word || code.text.len() != 3 || !code.text.bytes().all(|b| b.is_ascii_uppercase())
    {
        return None;
    }
    let (figures, unit) = split_number(tokens[..limit].get(at + 1)?.text)?;
    let plain = unit.is_empty() || matches!(unit, "k" | "m");
    (plain && units::is_code(code.text)).then(|| Measure {
        unit: Unit::Money,
        end: at + 2,
        whole: !figures.contains('.'),
    })
}

/// "120 000 km": thousands apart, where a unit follows.
pub(super) fn grouped(tokens: &[Token<'_>], at: usize, limit: usize) -> Option<Measure> {
    let digits = |t: &Token<'_>| t.text.bytes().all(|b| b.is_ascii_digit());
    if tokens[at].text.len() > 3 || !digits(&tokens[at]) {
        return None;
    }
    let mut end = at + 1;
    while let Some(next) = tokens[..limit].get(end) {
        if next.text.len() != 3 || !digits(next) || next.span.0 > tokens[end - 1].span.1 + 2 {
            break;
        }
        end += 1;
    }
    let unit = tokens[..limit].get(end).map_or(Unit::None, |t| unit_class(t.text));
    let measured = matches!(unit, Unit::Money | Unit::Length | Unit::Mass);
    (end > at + 1 && measured).then_some(Measure { unit, end: end + 1, whole: true })
}

/// "1 h 30 min": past what a smaller unit adds to a span of time.
pub(super) fn smaller_end(tokens: &[Token<'_>], unit: &str, end: usize, limit: usize) -> usize {
    const FALLING: [char; 5] = ['w', 'd', 'h', 'm', 's'];
    let rank = |u: &str| FALLING.iter().position(|c| u.starts_with(*c) && u != "ms" && !u.starts_with("mo"));
    let from = end + usize::from(tokens[..limit].get(end).is_some_and(|t| t.is("and")));
    let Some((figures, glued)) = tokens[..limit].get(from).and_then(|t| split_number(t.text)) else {
        return end;
    };
    let (next, to) = match tokens[..limit].get(from + 1) {
        _ if !glued.is_empty() => (glued, from + 1),
        Some(t) => (t.lower.as_str(), from + 2),
        None => return end,
    };
    let adds = !figures.is_empty()
        && (unit_class(next) == Unit::Duration || next == "m" && unit.starts_with('h'))
        && rank(unit) < rank(next);
    if adds && rank(unit).is_some() { to } else { end }
}

/// "600 requests per minute" past its figure.
pub(super) fn rate_end(tokens: &[Token<'_>], at: usize, limit: usize) -> Option<usize> {
    let get = |i: usize| tokens[..limit].get(i);
    let per = |i: usize| {
        get(i).is_some_and(|t| t.is("per") || t.is("a") || t.is("an") || t.is("each") || t.is("every"))
    };
    let span = |i: usize| {
        get(i).is_some_and(|t| {
            matches!(
                t.lower.as_str(),
                "second"
                    | "sec"
                    | "s"
                    | "minute"
                    | "min"
                    | "hour"
                    | "h"
                    | "day"
                    | "week"
                    | "month"
                    | "ip"
                    | "user"
            )
        })
    };
    let counted = |i: usize| {
        get(i).is_some_and(|t| {
            matches!(
                t.lower.as_str(),
                "requests"
                    | "reqs"
                    | "req"
                    | "calls"
                    | "queries"
                    | "messages"
                    | "hits"
                    | "events"
                    | "emails"
                    | "jobs"
                    | "writes"
                    | "reads"
                    | "records"
                    | "rows"
                    | "uploads"
                    | "downloads"
            )
        })
    };
    if get(at).is_some_and(|t| matches!(unit_class(t.text), Unit::Rate)) {
        return Some(at + 1);
    }
    if counted(at) && get(at + 1).is_some_and(|t| t.lower.starts_with('/')) {
        return Some(at + 2);
    }
    if get(at).is_some_and(|t| t.lower.contains('/') && t.lower.len() > 2 && t.lower.starts_with("req")) {
        return Some(at + 1);
    }
    if counted(at) && per(at + 1) && span(at + 2) {
        return Some(at + 3);
    }
    if get(at).is_some_and(|t| t.is("per")) && span(at + 1) {
        return Some(at + 2);
    }
    None
}
