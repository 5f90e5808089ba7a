//! Whether a term that was read is meant as time: what stands around it, and whether it is a count. What
//! touches it is [`crate::edges`]'s, names are [`crate::name`]'s, the terms the grammar's.

use crate::grammar::{Need, Parser};
use crate::lexicon::{Preposition, Sense, Unit, Words};
use crate::tense::ends_sentence;
use crate::token::Kind;

/// Where a candidate stands.
pub struct Place {
    pub i: usize,
    pub start: usize,
    pub next: usize,
    pub preposition: Option<Preposition>,
    pub worded: bool,
}

/// Whether an expression that needs support has it.
pub fn supported(parser: &Parser<'_, '_>, need: Need, place: &Place, rule: &str) -> bool {
    let &Place { i, start, next, preposition, worded } = place;
    use Preposition as P;
    if need == Need::Nothing {
        return true;
    }
    let around = parser.has(i, Sense::Approximately);
    let whole = covers_all(parser, i, next);
    let tied = worded || preposition.is_some();
    let follows_noun = noun_follows(parser, next);
    let article = parser.word(start, "the") || start > 0 && parser.word(start - 1, "the");
    match need {
        Need::Nothing => true,
        Need::Weekday => {
            if article && follows_noun {
                return false;
            }
            // "Monday's host"
            let owns = rule == "weekday"
                && parser
                    .token(next)
                    .is_some_and(|t| t.text.ends_with("'s") || t.text.ends_with("\u{2019}s"))
                && parser
                    .token(next + 1)
                    .is_some_and(|t| t.is_word() && t.text.starts_with(char::is_lowercase));
            owns || whole
                || tied && !(preposition == Some(P::For) && follows_noun)
                || free_place(parser, start, next)
        }
        Need::Name => {
            if whole {
                return true;
            }
            // "about Q1's budget"
            // "November's gate code"; April's may be a person's.
            let person = Words::MonthPerson;
            let month = rule == "month"
                && parser.token(start).is_some_and(|t| t.capitalised())
                && !parser.is(start, person);
            let owns =
                parser.token(next).is_some_and(|t| t.text.ends_with("'s") || t.text.ends_with("\u{2019}s"));
            if owns && (rule == "quarter" || month) {
                return true;
            }
            // "the mayors of the eighties"
            if rule == "decade" && article && start > 0 && parser.has(start - 1, Sense::Of) {
                return true;
            }
            if article && follows_noun || !tied {
                return false;
            }
            let word = parser.token(if parser.word(start, "the") { start + 1 } else { start });
            let capital = word.is_some_and(|t| t.capitalised());
            match preposition {
                None => worded,
                Some(P::In | P::During) => {
                    let attribute = follows_noun && !capital && matches!(rule, "month" | "season");
                    !attribute && rule != "weekday" && rule != "clock"
                }
                Some(P::Since | P::Until | P::Before | P::After | P::By | P::Through | P::AsOf) => true,
                Some(P::On) => matches!(rule, "weekday" | "holiday" | "day-and-month" | "weekend"),
                Some(P::At) => {
                    around
                        || matches!(
                            rule,
                            "clock" | "holiday" | "end-of-unit" | "end-of-day" | "weekend" | "unix-time"
                        )
                }
                Some(P::For) => {
                    !follows_noun
                        && (capital && matches!(rule, "month" | "quarter" | "season" | "holiday")
                            || rule == "iso-week"
                            || rule == "weekend" && article)
                }
            }
        }
        Need::Year => {
            let compared = start > 1
                && parser.mark(start - 1, '=')
                && (parser.mark(start - 2, '<') || parser.mark(start - 2, '>'));
            let years = parser.plain_figures(start, 4..=4).is_none_or(|y| (1900..=2199).contains(&y));
            if whole && !compared && (years || preposition == Some(P::In)) {
                return true;
            }
            let owns =
                parser.token(next).is_some_and(|t| t.text.ends_with("'s") || t.text.ends_with("\u{2019}s"));
            if owns && digits_of(parser, start).is_some_and(|y| (1900..=2199).contains(&y)) {
                return true;
            }
            if compared || counts_something(parser, next) || currency_before(parser, start) {
                return false;
            }
            // "went from 2019 to 2024 euros", "from 1900 to …": amounts; "her thesis on the year 1848".
            let to_figures = parser.sense(next, |s| (s == Sense::To).then_some(())).is_some()
                && parser.token(next + 1).is_some_and(|t| t.digits() > 0);
            // "ports 2000 to 2020", "which ids are from 1000 to 2000", "how many from 2000 to 3000"
            if rule == "range" && numbered(parser, i) {
                return false;
            }
            let from = parser.word(i, "from") || i > 0 && parser.word(i - 1, "from");
            // "how did the rent change from 2019 to 2023?"
            let developed = rule == "range" && developed(parser, i);
            if from
                && !developed
                && (parser.amounts_change(i) || parser.word(i, "from") && rule != "range" && to_figures)
            {
                return false;
            }
            let digits = parser.plain_figures(start, 4..=4);
            let modern = digits.is_none_or(|y| (1900..=2199).contains(&y));
            let recorded = digits.is_none_or(|y| (1500..=2999).contains(&y));
            if rule == "range" {
                return modern
                    && (worded
                        || tied
                        || parser.dash(start + 1) && !parser.glued(start)
                        || parser.ends_phrase_after(next))
                    && range_of_years(parser, start, next);
            }
            match preposition {
                Some(P::In | P::During | P::Since | P::AsOf) => {
                    recorded || preposition == Some(P::In) && digits.is_some_and(|y| y >= 1000)
                }
                // "who was king before 1066?": where a person is asked for, figures are years.
                Some(P::Before | P::After | P::Until) => {
                    let person = parser.word(0, "who") && digits.is_some_and(|y| y >= 1000);
                    modern || (recorded || person) && parser.ends_phrase_after(next)
                }
                Some(P::By | P::Through) => modern && parser.ends_phrase_after(next),
                Some(P::For) => modern && parser.ends_phrase_after(next),
                Some(P::At) => around && modern && parser.ends_phrase_after(next),
                Some(P::On) => false,
                None if worded => modern && parser.ends_phrase_after(next),
                None => {
                    start > 0
                        && parser.has(start - 1, Sense::Of)
                        && modern
                        && parser.ends_phrase_after(next)
                        && start > 1
                        && dated_noun(parser, start - 2)
                }
            }
        }
        Need::Figures => {
            if whole {
                return true;
            }
            // "since 2.15" and "from 1.26.18 to 2.2.1" are versions.
            let dotted = (start..next).any(|at| parser.mark(at, '.') && parser.glued(at));
            if matches!(rule, "numeric-month" | "iso-month")
                && (matches!(preposition, Some(P::In | P::During | P::For)) || around)
            {
                return true;
            }
            let triple = start + 4 <= next;
            let dated = if dotted {
                triple && preposition == Some(P::On)
            } else {
                matches!(
                    preposition,
                    Some(P::On | P::Since | P::Before | P::After | P::Until | P::By | P::AsOf | P::Through)
                ) || worded
            };
            // "12.05.26 - Office in Braga"
            let line = i == 0 || parser.token(i).is_some_and(|t| t.new_line);
            let heads = line
                && (parser.mark(next, ':') && !parser.glued(next + 1)
                    || parser.dash(next) && !parser.glued(next) && !parser.glued(next + 1));
            // "who was on call 3/1 to 3/7?": no fractions, where a person is asked for.
            let person =
                rule == "range" && !dotted && parser.word(0, "who") && parser.ends_phrase_after(next);
            let heads = heads || crate::lead::heads_note(parser, start, next);
            // "since 7/2 Mei runs the desk": a subject, where the date opens the sentence.
            let opens = (i == 0 || ends_sentence(parser, i - 1) || parser.tokens[i].new_line)
                && parser.sense(next + 1, |s| matches!(s, Sense::Tense(_)).then_some(())).is_some();
            // "my number changed 2/26", "closed 3/5-3/9"
            let deed = !dotted
                && start > 0
                && parser.is(start - 1, Words::DatedDeed)
                && parser.ends_phrase_after(next)
                && parser.mark(start + 1, '/');
            heads && (!dotted || triple)
                || person
                || deed
                || dated && (opens || !follows_noun) && !counts_something(parser, next)
        }
        Need::DayOfMonth => {
            if whole {
                return true;
            }
            let dated = matches!(
                preposition,
                Some(P::On | P::Since | P::Before | P::After | P::Until | P::By | P::AsOf | P::Through)
            ) || worded;
            // "is the 20th ok?"
            let fits = start > 0
                && parser.is(next, Words::FitsDay)
                && parser.ends_phrase_after(next + 1)
                && parser.is(start - 1, Words::FiniteBe)
                && (start..next).any(|at| parser.tokens[at].digits() > 0);
            fits || dated && !follows_noun && !parser.has(next, Sense::Of) && !next_is_capital(parser, next)
        }
        Need::Hour => whole && (tied || parser.token(start).is_some_and(|t| t.is_word())),
    }
}

/// Whether it is asked how something developed that is counted in no years: "how did the rent change".
fn developed(parser: &Parser<'_, '_>, i: usize) -> bool {
    parser.word(0, "how")
        && i > 0
        && parser.has(i - 1, Sense::Cue(crate::cue::Cue::Evolve))
        && !(0..i).any(|at| parser.is(at, Words::ValueNoun))
}

fn digits_of(parser: &Parser<'_, '_>, i: usize) -> Option<i64> {
    parser.plain_figures(i, 4..=4)
}

/// Whether a noun that is numbered stands right before, "are" and "from" left out.
fn numbered(parser: &Parser<'_, '_>, i: usize) -> bool {
    let mut at = i;
    while at > 0 && parser.is(at - 1, Words::BesideNumber) {
        at -= 1;
    }
    // "port range 2000-2020"
    at -= usize::from(at > 1 && parser.word(at - 1, "range"));
    let counted = at > 0 && parser.has(at - 1, Sense::Cue(crate::cue::Cue::Counted));
    let many = at > 1 && parser.word(at - 1, "many") && parser.word(at - 2, "how");
    // "SQL Server 2016 until 2024": a version of the name before it.
    let version = at == i
        && i > 1
        && parser.tokens[i].digits() > 0
        && parser.tokens[i - 1].capitalised()
        && parser.matches.at(i - 1).is_empty()
        && !ends_sentence(parser, i - 2)
        && !parser.mark(i + 1, '-')
        && !parser.dash(i + 1);
    counted || many || version
}

/// Years in a range are not followed by a thing that is counted.
fn range_of_years(parser: &Parser<'_, '_>, start: usize, next: usize) -> bool {
    let first = parser.plain_figures(start, 4..=4);
    first.is_some_and(|y| (1900..=2199).contains(&y)) && !counts_something(parser, next)
        || first.is_none()
            && parser.token(start).is_some_and(|t| t.is_word() || t.is_mark('\''))
            && parser.ends_phrase_after(next)
}

/// "the summer of 2019", "the budget of 2024": nouns that a year may hang on.
fn dated_noun(parser: &Parser<'_, '_>, i: usize) -> bool {
    let Some(token) = parser.token(i) else { return false };
    token.is_word() && !parser.is(i, Words::ValueNoun)
}

/// Whether the text has nothing but the expression and marks.
pub fn covers_all(parser: &Parser<'_, '_>, first: usize, next: usize) -> bool {
    let bare = |range: &[crate::token::Token<'_>]| {
        range.iter().all(|t| matches!(t.kind, Kind::Mark(_)) || t.text.eq_ignore_ascii_case("and"))
    };
    // A long text is not scanned again for each of its words.
    first <= 3
        && parser.tokens.len() - next.min(parser.tokens.len()) <= 3
        && bare(&parser.tokens[..first])
        && bare(&parser.tokens[next.min(parser.tokens.len())..])
}

/// A noun directly after makes the expression its attribute.
pub fn noun_follows(parser: &Parser<'_, '_>, i: usize) -> bool {
    let Some(token) = parser.token(i) else { return false };
    if token.glued && parser.dash(i) {
        return true;
    }
    token.is_word()
        && !token.new_line
        && !parser.has(i, Sense::Function)
        && parser
            .sense(i, |s| {
                matches!(
                    s,
                    Sense::Preposition(_)
                        | Sense::Onwards
                        | Sense::To
                        | Sense::And
                        | Sense::Or
                        | Sense::Tense(_)
                        | Sense::Between
                        | Sense::From
                        | Sense::Now
                        | Sense::Of
                        | Sense::Every
                )
                .then_some(())
            })
            .is_none()
        && !token.text.ends_with("ly")
        && !crate::tense::is_participle(parser, i)
        && !token.text.starts_with(['\'', '\u{2019}'])
}

pub fn next_is_capital(parser: &Parser<'_, '_>, i: usize) -> bool {
    parser.token(i).is_some_and(|t| t.capitalised() && !parser.has(i, Sense::Function) && !t.new_line)
}

/// "2000 rows", "2019 ms": a number of things.
fn counts_something(parser: &Parser<'_, '_>, i: usize) -> bool {
    let Some(token) = parser.token(i) else { return false };
    if matches!(token.kind, Kind::Mark(c) if "%\u{20ac}\u{a3}$\u{b0}*+=<>".contains(c)) {
        return true;
    }
    if !token.is_word() || token.new_line || parser.has(i, Sense::Function) {
        return false;
    }
    let unit = parser
        .sense(i, |s| {
            matches!(
                s,
                Sense::Unit(
                    Unit::Second
                        | Unit::Minute
                        | Unit::Hour
                        | Unit::Day
                        | Unit::Week
                        | Unit::Month
                        | Unit::Year
                ) | Sense::ShortUnit(_)
            )
            .then_some(())
        })
        .is_some();
    let text = token.text;
    let measure = Words::Measure;
    unit || parser.lexicon.lists(measure, text)
        || text.len() > 3
            && text.ends_with('s')
            && !text.ends_with("ss")
            && !text.ends_with("'s")
            && text.starts_with(char::is_lowercase)
            && (parser.sense(i, |s| matches!(s, Sense::Tense(_)).then_some(())).is_none()
                || parser.is(i + 1, Words::PluralFinite))
}

fn currency_before(parser: &Parser<'_, '_>, i: usize) -> bool {
    i > 0
        && matches!(parser.tokens[i - 1].kind, Kind::Mark(c) if "$\u{20ac}\u{a3}#<>=\u{a9}".contains(c))
        && !matches!(parser.tokens[i - 1].kind, Kind::Mark('='))
}

/// A weekday without a preposition counts where nothing else can be meant.
fn free_place(parser: &Parser<'_, '_>, first: usize, next: usize) -> bool {
    let last = parser.token(next).is_none_or(|t| {
        t.new_line
            || matches!(t.kind, Kind::Mark(c) if ",.;!?".contains(c))
            || parser
                .sense(next, |s| matches!(s, Sense::Preposition(_) | Sense::And | Sense::Or).then_some(()))
                .is_some()
    });
    if !last {
        return false;
    }
    let begins =
        first == 0 || ends_sentence(parser, first - 1) || parser.token(first).is_some_and(|t| t.new_line);
    if begins {
        return parser.token(next).is_none_or(|t| t.is_mark(',') || t.is_mark(':'));
    }
    let before = &parser.tokens[first - 1];
    // "Anna's last day is Friday"
    let edge = (first.saturating_sub(4)..first).any(|at| {
        [crate::cue::Cue::Ends, crate::cue::Cue::Begins].iter().any(|&cue| {
            parser
                .eat(at, Sense::Cue(cue))
                .is_some_and(|end| (end..first).all(|k| parser.is(k, Words::NounToDate)))
        })
    });
    if edge {
        return true;
    }
    // "the cat is called Sunday", "we use Monday for planning"
    let named = parser.is(first - 1, Words::NamingVerb);
    let used = parser.is(first - 1, Words::UsingVerb);
    if named || used && parser.word(next, "for") {
        return false;
    }
    if before.is_mark(',') || before.is_mark('(') {
        return true;
    }
    before.is_word()
        && parser
            .sense(first - 1, |s| {
                // "Anna leaves Friday", but "is Friday" and "may Friday".
                let deed = before.text.len() > 3 && before.text.ends_with('s');
                let verb =
                    matches!(s, Sense::Tense(crate::lexicon::VerbTense::Present)) && !deed || s == Sense::Be;
                (matches!(s, Sense::Article | Sense::Possessive | Sense::Of) || verb).then_some(())
            })
            .is_none()
        && !(parser.has(first - 1, Sense::Function)
            && !parser.has(first - 1, Sense::And)
            && !parser.has(first - 1, Sense::Or)
            && !parser.is(first - 1, Words::VerbParticle))
}
