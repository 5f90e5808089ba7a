//! Whether an expression is a name ("Tomorrow Ltd", "April Jensen", "12 March Road"), a title ("The Day
//! After Tomorrow") or a citation ("John 3:16"), and so no time.

use crate::grammar::{Need, Parser};
use crate::lexicon::{Preposition, Sense, Words};
use crate::support::{covers_all, next_is_capital, noun_follows};
use crate::tense::ends_sentence;

/// A capitalised word before another one is a name ("Tomorrow Ltd", "April Jensen").
pub fn is_name(parser: &Parser<'_, '_>, start: usize, next: usize, need: Need, rule: &str) -> bool {
    let Some(last) = parser.token(next.wrapping_sub(1)) else { return false };
    // A single word in quotes is quoted, not said.
    if start > 0 && parser.glued(start) && parser.mark(start - 1, '"') && parser.mark(next, '"') {
        return true;
    }
    let company = parser.has(next, Sense::Company) && next_is_capital(parser, next);
    if company {
        return true;
    }
    // "she sings Summer of '69": a season with a capital and nothing that ties it.
    let tied_season = start == 0
        || ends_sentence(parser, start - 1)
        || parser
            .sense(start - 1, |s| {
                matches!(s, Sense::Preposition(_) | Sense::From | Sense::To | Sense::And | Sense::Between)
                    .then_some(())
            })
            .is_some();
    if rule == "season"
        && !tied_season
        && parser.tokens[start].capitalised()
        && in_small_letters(parser, start, next)
        && !covers_all(parser, start, next)
    {
        return true;
    }
    let object = rule == "holiday" && start > 0 && follows_deed(parser, start - 1);
    let title = rule == "day-word" && next == start + 1 && quoted_by_capital(parser, start)
        || (rule == "now" || rule == "tonight") && next == start + 1 && capital_amid(parser, start);
    if object
        || title
        || place_follows(parser, next)
        || rule == "clock" && cited(parser, start, next)
        || rule != "holiday" && is_title(parser, start, next)
    {
        return true;
    }
    let first_word = parser.word(start, "the");
    let begins = start == 0 || ends_sentence(parser, start - 1);
    // "the Friday morning standup", "the 90s playlist": an attribute of the noun.
    let article = first_word || start > 0 && parser.word(start - 1, "the");
    let attribute = parser.token(next).is_some_and(|t| t.is_word())
        && (noun_follows(parser, next) || next_is_capital(parser, next));
    // "In the 1990s Bo moved"
    let subject = next_is_capital(parser, next)
        && (crate::tense::is_participle(parser, next + 1)
            || parser.sense(next + 1, |s| matches!(s, Sense::Tense(_)).then_some(())).is_some());
    let attribute = attribute && !subject;
    if article && attribute && ["part-of-day", "decade", "century"].contains(&rule) && need != Need::Name {
        return true;
    }
    // "That '70s Show"
    if rule == "decade"
        && next_is_capital(parser, next)
        && start > 1
        && parser.tokens[start - 1].capitalised()
    {
        return true;
    }
    // "who stars in 1917?", "who wrote 11/22/63?"
    if is_work(parser, start, next) && !covers_all(parser, start, next) {
        return true;
    }
    let single = next - start == 1 || first_word && next - start == 2;
    // "the Tomorrow project", "the now playing list": no day takes an article alone.
    if single && article && attribute && ["day-word", "now"].contains(&rule) {
        return true;
    }
    if !single || !last.is_word() || !last.capitalised() || begins && need == Need::Nothing {
        return false;
    }
    let tied = start > 0
        && parser
            .sense(start - 1, |s| {
                matches!(s, Sense::Preposition(_) | Sense::From | Sense::Between | Sense::To).then_some(())
            })
            .is_some();
    // "As of Monday Ana leads": a preposition of several words ends there too.
    let tied = tied
        || (2..=4).any(|by| {
            start >= by
                && parser
                    .sense(start - by, |s| matches!(s, Sense::Preposition(_)).then_some(()))
                    .is_some_and(|(_, end)| end == start)
        });
    let follows = next_is_capital(parser, next) && parser.matches.at(next).is_empty();
    // "who voiced the hero of August Rush?": nothing is told of what follows.
    let alone = parser
        .token(next + 1)
        .is_none_or(|t| matches!(t.kind, crate::token::Kind::Mark('?' | '.' | '!' | ')')));
    follows && (!tied || alone || parser.is(start.wrapping_sub(1), Words::ForBy))
}

/// "who directed Groundhog Day": the feast is what the deed was done to.
fn follows_deed(parser: &Parser<'_, '_>, i: usize) -> bool {
    let happens = Words::HappeningVerb;
    (crate::tense::is_participle(parser, i) || parser.is(i, Words::AuthorVerb)) && !parser.is(i, happens)
}

/// "what is Yesterday by the Beatles about": a day word with a capital in mid-sentence, where other
/// words are written small and it stands as a noun.
fn quoted_by_capital(parser: &Parser<'_, '_>, start: usize) -> bool {
    // "USA Today"
    let named = start > 1 && parser.tokens[start - 1].capitalised() && !ends_sentence(parser, start - 2);
    let noun = parser.word(start + 1, "by") || start > 0 && parser.is(start - 1, Words::BeforeTitle) || named;
    noun && capital_amid(parser, start)
}

/// A capital in mid-sentence, where other words are written small.
fn capital_amid(parser: &Parser<'_, '_>, start: usize) -> bool {
    let initial = start == 0 || ends_sentence(parser, start - 1) || parser.tokens[start].new_line;
    !initial && parser.tokens[start].capitalised() && in_small_letters(parser, start, start + 1)
}

/// Figures that name a film or a book: what somebody stars in, or who wrote them.
fn is_work(parser: &Parser<'_, '_>, start: usize, next: usize) -> bool {
    let figures = parser.tokens[start].digits() > 0;
    let feast = parser.sense(start, |s| matches!(s, Sense::Holiday(_)).then_some(())).is_some();
    let day = parser.tokens[start].capitalised()
        && parser
            .sense(start, |s| matches!(s, Sense::Day(_) | Sense::Tonight | Sense::Weekday(_)).then_some(()))
            .is_some();
    let acted = (figures && next == start + 1 || feast || day)
        && start > 1
        && parser.word(start - 1, "in")
        && parser.is(start - 2, Words::PerformingVerb);
    let written = start > 1 && parser.is(start - 1, Words::AuthorVerb) && parser.word(start - 2, "who");
    acted || figures && written
}

/// "12 March Road", "Christmas Island": the name of a place.
fn place_follows(parser: &Parser<'_, '_>, next: usize) -> bool {
    parser.has(next, Sense::Place) && parser.token(next).is_some_and(|t| t.capitalised() && !t.new_line)
}

/// "John 3:16", "aspect ratio 16:9": figures after a book or a name are a place in it or a ratio.
fn cited(parser: &Parser<'_, '_>, start: usize, next: usize) -> bool {
    let figures = next >= start + 3
        && parser.mark(start + 1, ':')
        && parser.token(start).is_some_and(|t| t.digits() > 0);
    if !figures || start == 0 {
        return false;
    }
    let before = &parser.tokens[start - 1];
    let named = before.capitalised()
        && parser.matches.at(start - 1).is_empty()
        && start > 1
        && !ends_sentence(parser, start - 2)
        && !before.new_line;
    parser.has(start - 1, Sense::Book) || named
}

/// "The Day After Tomorrow", "Last Christmas" within a sentence: words that are written small
/// elsewhere have capitals in a title.
fn is_title(parser: &Parser<'_, '_>, start: usize, next: usize) -> bool {
    let common = |i: usize| {
        parser
            .sense(i, |s| {
                matches!(
                    s,
                    Sense::Unit(_)
                        | Sense::Day(_)
                        | Sense::Direction(_)
                        | Sense::Part(_)
                        | Sense::DayPart(_)
                        | Sense::Cardinal(_)
                        | Sense::Ordinal(_)
                        | Sense::Ago
                        | Sense::Hence
                        | Sense::Article
                        | Sense::Preposition(Preposition::Before | Preposition::After)
                )
                .then_some(())
            })
            .is_some()
            || parser.is(i, Words::DayWordInTitle)
    };
    let titled = |i: usize| {
        let text = parser.tokens[i].text;
        text.chars().next().is_some_and(char::is_uppercase) && text.chars().skip(1).all(char::is_lowercase)
    };
    let words = || (start..next.min(parser.tokens.len())).filter(|&i| parser.tokens[i].is_word());
    let initial = |i: usize| i == 0 || ends_sentence(parser, i - 1) || parser.tokens[i].new_line;
    let small = |i: usize| parser.is(i, Words::SmallTitleWord);
    let mut telling = 0;
    let mut feast = 0;
    for i in words() {
        // "New Year" is written so everywhere.
        if let Some((_, end)) = parser.sense(i, |s| matches!(s, Sense::Holiday(_)).then_some(())) {
            feast = feast.max(end);
        }
        if i < feast || !common(i) || initial(i) {
            continue;
        }
        // "on the Fourth of July", "July Fourth": written so everywhere.
        let day = parser.ordinal(i).is_some_and(|(_, after, _)| {
            let at = if parser.has(after, Sense::Of) { after + 1 } else { after };
            let month =
                |at: usize| parser.sense(at, |s| matches!(s, Sense::Month(_)).then_some(())).is_some();
            month(at) || i > start && month(i - 1)
        });
        if day
            && !next_is_capital(parser, next)
            && !(start > 1 && parser.tokens[start.saturating_sub(3)].capitalised() && start > 3)
        {
            continue;
        }
        if titled(i) {
            telling += 1;
        } else if !small(i) {
            return false;
        }
    }
    telling > 0
        && words().count() > 1
        && !covers_all(parser, start, next)
        && in_small_letters(parser, start, next)
}

/// Whether a word near an expression is written small, so that capitals mean something.
pub fn in_small_letters(parser: &Parser<'_, '_>, start: usize, next: usize) -> bool {
    let near = start.saturating_sub(4)..(next + 4).min(parser.tokens.len());
    near.filter(|i| !(start..next).contains(i)).any(|i| {
        let token = &parser.tokens[i];
        token.is_word() && token.text.len() > 2 && token.text.chars().all(char::is_lowercase)
    })
}
