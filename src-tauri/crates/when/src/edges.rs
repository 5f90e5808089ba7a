//! Whether an expression stands free: what touches it, and whether it is a part of a code, an option or a
//! label.

use crate::grammar::Parser;
use crate::lexicon::{Sense, Words};
use crate::token::Kind;

/// Whether an expression stands free: no letter, figure or sign of a code touches it.
pub fn edges_hold(parser: &Parser<'_, '_>, first: usize, next: usize) -> bool {
    let Some(begin) = parser.token(first) else { return false };
    if begin.glued && first > 0 {
        let before = &parser.tokens[first - 1];
        let code = match before.kind {
            Kind::Word | Kind::Number(_) => true,
            Kind::Mark(c) => {
                let beyond = first >= 2 && before.glued && parser.tokens[first - 2].is_alphanumeric();
                match c {
                    '_' | '/' | '\\' | '#' | '$' | '&' | '+' | '%' | '\u{20ac}' | '\u{a3}' => true,
                    ',' => beyond && begin.digits() > 0 && parser.tokens[first - 2].digits() > 0,
                    // "until:2026-05-03", but no "app:2026-05-03"
                    ':' => beyond && !labels_date(parser, first - 2),
                    '.' | '-' | '@' => beyond,
                    '=' => false,
                    _ => false,
                }
            }
        };
        // "/" before a date is a path; "(" and quotes are not.
        if code {
            return false;
        }
    }
    if first > 0 && parser.tokens[first - 1].is_mark('#')
        || in_option(parser, first)
        || in_code(parser, first, next)
    {
        return false;
    }
    let Some(after) = parser.token(next) else { return true };
    if !after.glued {
        return true;
    }
    match after.kind {
        Kind::Word => after.text.starts_with(['\'', '\u{2019}']),
        Kind::Number(_) => false,
        Kind::Mark(c) => {
            let beyond = parser.token(next + 1).is_some_and(|t| t.glued && t.is_alphanumeric());
            match c {
                '_' | '\\' | '@' | '$' | '%' | '\u{20ac}' | '\u{a3}' => false,
                '/' | '-' | '=' | '+' => !beyond,
                '.' => {
                    !beyond
                        || parser.token(next + 1).is_some_and(|t| {
                            t.capitalised()
                                && begin.digits() == 0
                                && t.text.chars().any(char::is_lowercase)
                                && ends_like_sentence(parser, next + 1)
                        })
                }
                ':' => !(beyond && parser.token(next + 1).is_some_and(|t| t.digits() > 0)),
                // "NOW()"
                '(' => !(parser.mark(next + 1, ')') && parser.glued(next + 1)),
                _ => true,
            }
        }
    }
}

/// "due:2026-05-03", "since:2026-05-03": a word that ties a date to what it is for.
fn labels_date(parser: &Parser<'_, '_>, i: usize) -> bool {
    parser.is(i, Words::DateNoun)
        || parser.has(i, Sense::Function)
        || parser
            .sense(i, |s| matches!(s, Sense::Preposition(_) | Sense::From | Sense::Cue(_)).then_some(()))
            .is_some()
        || crate::tense::is_participle(parser, i)
}

/// "`date -d yesterday`": what stands between two backticks is code.
fn in_code(parser: &Parser<'_, '_>, first: usize, next: usize) -> bool {
    const SPAN: usize = 16;
    let tick = |at: &usize| parser.mark(*at, '`');
    let before = (first.saturating_sub(SPAN)..first).filter(tick).count();
    before % 2 == 1 && (next..next + SPAN).any(|at| parser.mark(at, '`'))
}

/// "--since='2 weeks ago'": an option of a command.
fn in_option(parser: &Parser<'_, '_>, first: usize) -> bool {
    let quote = first > 0 && (parser.mark(first - 1, '\'') || parser.mark(first - 1, '"'));
    let mut at = first - usize::from(quote);
    // "WHERE d > '2024-01-01'"
    let compared = at > 1
        && (parser.mark(at - 1, '<') || parser.mark(at - 1, '>'))
        && !(parser.mark(at - 2, '-') && parser.glued(at - 1));
    if compared && quote {
        return true;
    }
    if at == 0 || !parser.mark(at - 1, '=') {
        return false;
    }
    at -= 1;
    while at > 0 && parser.glued(at) {
        at -= 1;
    }
    parser.mark(at, '-') && parser.mark(at + 1, '-')
}

/// "something new.I would": a missing space, not a file name.
fn ends_like_sentence(parser: &Parser<'_, '_>, i: usize) -> bool {
    parser.token(i + 1).is_some_and(|t| !t.glued)
}
