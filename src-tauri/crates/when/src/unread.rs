//! Terms that are out of scope where they stand, so that neither they nor their parts are read: numbers
//! of things, quotations and titles, options and plates, fractions, orders of days, greetings.

use crate::grammar::{Parser, Term};
use crate::lexicon::{Preposition, Sense, Words};
use crate::name::in_small_letters;
use crate::support::noun_follows;
use crate::tense::ends_sentence;

/// Whether a term from token `start` with its preposition at `i` is read as nothing, and its parts with
/// it.
pub fn is_unread(
    parser: &Parser<'_, '_>,
    i: usize,
    start: usize,
    preposition: Option<Preposition>,
    term: &Term,
) -> bool {
    let begins = i == 0 || parser.tokens[i].new_line || ends_sentence(parser, i - 1);
    // "At the end of the day it works" sums up.
    let sums_up =
        term.rule == "end-of" && begins && parser.word(i, "at") && parser.word(term.next - 1, "day");
    // "has led since before 2024" tells no end.
    let since_before = preposition == Some(Preposition::Before) && i > 0 && parser.word(i - 1, "since");
    // "bis 30.6.2026": a preposition that is not understood may turn the meaning round.
    let foreign = start > 0 && parser.has(start - 1, Sense::Foreign);
    // "Happy Friday!", "the folder is named 2027-12 taxes"
    let greeted = i > 0 && parser.is(i - 1, Words::Greeting);
    let named = i > 0 && start == i && parser.is(i - 1, Words::NamingVerb);
    // "reads The Economist's May 2020 cover story"
    let owned = start == i
        && i > 0
        && parser.is(i - 1, Words::ShortIs)
        && term.rule == "month"
        && noun_follows(parser, term.next);
    sums_up
        || owned
        || since_before
        || foreign
        || greeted
        || named
        || numbers_a_thing(parser, start, term)
        || is_figure_of_a_thing(parser, i, start, preposition, term)
        || is_quoted(parser, i, start, term, begins)
        || asks_an_order(parser, i, preposition, term)
}

/// "SKU 12-05-2019", "§ 3.5.2026", "see p. 12 of May's report": a number of a thing.
fn numbers_a_thing(parser: &Parser<'_, '_>, start: usize, term: &Term) -> bool {
    let figures = ["numeric-date", "numeric-day", "numeric-month", "iso-date", "iso-month", "ordinal-date"]
        .contains(&term.rule);
    let numbered = start > 0 && (parser.has(start - 1, Sense::Code) || parser.mark(start - 1, '\u{a7}'));
    let dotted = start > 1 && parser.mark(start - 1, '.') && parser.is(start - 2, Words::PageLetter);
    let paged = term.rule == "day-and-month"
        && parser.tokens[start].digits() > 0
        && (dotted || start > 0 && parser.is(start - 1, Words::PageLetter));
    figures && numbered || paged
}

/// "the plate is KA 05 MAY 2019", "lives at 3-5-12 Ueno", "10-10-10 fertilizer", "3/4 of last year".
fn is_figure_of_a_thing(
    parser: &Parser<'_, '_>,
    i: usize,
    start: usize,
    preposition: Option<Preposition>,
    term: &Term,
) -> bool {
    let shouted =
        |at: usize| parser.tokens[at].is_word() && parser.tokens[at].text.chars().all(char::is_uppercase);
    let plate = term.rule == "date"
        && start > 0
        && parser.tokens[start].digits() > 0
        && shouted(start - 1)
        && parser.tokens[start - 1].text.len() <= 3
        && parser.matches.at(start - 1).is_empty()
        && (start..term.next).any(shouted);
    let dashed = term.rule == "numeric-date" && parser.mark(start + 1, '-');
    let address = dashed && preposition == Some(Preposition::At) && parser.word(i, "at");
    let mixture =
        dashed && start == i && parser.tokens[term.next - 1].digits() == 2 && noun_follows(parser, term.next);
    let fraction = start >= 4
        && parser.has(start - 1, Sense::Of)
        && parser.mark(start - 3, '/')
        && parser.tokens[start - 2].digits() > 0
        && parser.tokens[start - 4].digits() > 0;
    plate || address || mixture || fraction
}

/// "“On Friday” is a song", "the plot of Before Midnight", "--since 2024-01-01".
fn is_quoted(parser: &Parser<'_, '_>, i: usize, start: usize, term: &Term, begins: bool) -> bool {
    let quoted = i > 0 && parser.mark(i - 1, '"') && parser.glued(i) && parser.mark(term.next, '"');
    let titled = start > i
        && !begins
        && parser.tokens[i].capitalised()
        && parser.tokens[start].capitalised()
        && in_small_letters(parser, i, term.next);
    let option = i > 1 && parser.glued(i) && parser.mark(i - 1, '-') && parser.mark(i - 2, '-');
    quoted || titled || option
}

/// "which day comes after Monday?", "what is the third month of the year?"
fn asks_an_order(parser: &Parser<'_, '_>, i: usize, preposition: Option<Preposition>, term: &Term) -> bool {
    if !parser.is(0, Words::WhichWord) {
        return false;
    }
    let order = matches!(preposition, Some(Preposition::After | Preposition::Before))
        && (1..8).contains(&i)
        && parser.is(i - 1, Words::OrderWord);
    let ranked = term.rule == "nth"
        && i == 2
        && parser.is(1, Words::FiniteBe)
        && !parser.tokens[term.next.min(parser.tokens.len())..].iter().take(4).any(|t| t.is_word());
    order || ranked
}
