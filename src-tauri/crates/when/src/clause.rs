//! Splits a text into the clauses that each carry one statement, and knows the lines that head
//! others with a date. What a clause says of its validity is [`crate::statement`]'s.

use std::ops::Range;

use crate::grammar::Parser;
use crate::lexicon::{Sense, Words};
use crate::tense::ends_sentence;
use crate::token::Kind;

/// Token ranges of the clauses, in order; together they cover the text.
pub fn clauses(parser: &Parser<'_, '_>) -> Vec<Range<usize>> {
    let mut parts: Vec<Range<usize>> = Vec::new();
    let mut begin = 0;
    // Whether the clause has a verb so far: no clause is searched again for each of its commas.
    let mut verb = false;
    for i in 0..parser.tokens.len() {
        let next = i + 1;
        verb |= is_verb(parser, i);
        let hard = parser.token(next).is_some_and(|t| t.new_line)
            || ends_sentence(parser, i) && next < parser.tokens.len() && !abbreviates(parser, i)
            || parser.mark(i, ';');
        let soft = parser.mark(i, ',') && !parser.glued(next) && verb && begins_clause(parser, begin, next)
            || parser.is(next, Words::Joining)
                && (verb || is_verb(parser, next))
                && begins_clause(parser, begin, next + 1)
            || parser.mark(i, '\u{2014}') && verb && begins_clause(parser, begin, next);
        if hard || soft {
            parts.push(begin..next);
            begin = next;
            verb = false;
        }
    }
    if begin < parser.tokens.len() || parts.is_empty() {
        parts.push(begin..parser.tokens.len());
    }
    parts
}

/// "Mr.", "no.": a full stop that ends no sentence.
fn abbreviates(parser: &Parser<'_, '_>, i: usize) -> bool {
    // An ellipsis trails off, and what follows corrects it.
    if i > 0 && parser.mark(i, '.') && parser.mark(i - 1, '.') {
        return true;
    }
    i > 0 && parser.is(i - 1, Words::ShortForm)
}

fn is_verb(parser: &Parser<'_, '_>, i: usize) -> bool {
    parser.sense(i, |s| matches!(s, Sense::Tense(_) | Sense::Be | Sense::Have).then_some(())).is_some()
        || crate::tense::is_participle(parser, i)
}

/// Whether a subject and its verb follow; the part before has a verb of its own.
fn begins_clause(parser: &Parser<'_, '_>, before: usize, start: usize) -> bool {
    let Some(first) = parser.token(start) else { return false };
    if parser.is(start, Words::ThenAdverb) {
        return true;
    }
    // "I quit, last day is 30 April"
    if !first.is_word() || is_verb(parser, start) || parser.has(start, Sense::Cue(crate::cue::Cue::Ends)) {
        return false;
    }
    let end = (start + 6).min(parser.tokens.len());
    let verb = (start + 1..end)
        .take_while(|&i| !matches!(parser.tokens[i].kind, Kind::Mark(',' | ';' | '.' | ':')))
        .find(|&i| is_verb(parser, i));
    // A preposition begins no subject.
    let tied = parser
        .sense(start, |s| {
            matches!(
                s,
                Sense::Preposition(_) | Sense::From | Sense::Between | Sense::Month(_) | Sense::Weekday(_)
            )
            .then_some(())
        })
        .is_some();
    let relative = parser.is(start, Words::ClauseOpener);
    // "isn't on the team any more, he left on Friday": one statement said twice.
    let pronoun = parser.is(start, Words::Pronoun);
    let denied = pronoun
        && (before.max(start.saturating_sub(40))..start).any(|i| {
            parser.is(i, Words::NoLonger)
                || parser.token(i).is_some_and(|t| t.text.eq_ignore_ascii_case("'t") || t.text == "\u{2019}t")
        });
    verb.is_some() && !tied && !relative && !denied
}

/// Whether a clause is a line that heads the ones after it: a version or a title, with a date and
/// no verb.
pub fn is_heading(parser: &Parser<'_, '_>, clause: &Range<usize>) -> bool {
    let Some(first) = parser.token(clause.start) else { return false };
    let alone = clause.start == 0 || first.new_line;
    let ends_line = parser.token(clause.end).is_some_and(|t| t.new_line);
    alone
        && ends_line
        && clause.len() <= 24
        && !clause.clone().any(|i| is_verb(parser, i))
        && !first.is_mark('-')
        && !first.is_mark('*')
}

/// "Released 10 July 2026.": a participle and a date before everything else.
pub fn dates_text(parser: &Parser<'_, '_>, clause: &Range<usize>) -> bool {
    let dated = |i: usize| {
        parser.matches.temporal(i) || !parser.tokens[i].is_word() || parser.has(i, Sense::Function)
    };
    clause.start == 0
        && (3..=9).contains(&clause.len())
        && crate::tense::is_participle(parser, 0)
        && (1..clause.end).all(dated)
        && ends_sentence(parser, clause.end - 1)
}
