//! What recurs and so names no period ("every Monday at nine", "Tuesdays", "6am daily"), and the
//! feasts that are passed over whole.

use crate::civil::Grain;
use crate::expression::{Found, What};
use crate::grammar::{Need, Parser, Value};
use crate::lead::lead;
use crate::lexicon::{Sense, Words};
use crate::pattern::{Direction, Pattern};
use crate::token::Kind;

/// "every Monday at nine", "each week", "Tuesdays", "every other Friday".
pub fn recurring(parser: &Parser<'_, '_>, i: usize) -> Option<Found> {
    let lead = lead(parser, i);
    for start in [lead.core, i] {
        let every = parser.sense(start, |s| (s == Sense::Every).then_some(()));
        let at = match every {
            Some((_, next)) => {
                let next = parser.cardinal(next).map_or(next, |(_, end)| end);
                parser.ordinal(next).map_or(next, |(_, end, _)| end)
            }
            None => start,
        };
        let plural = parser.plural_weekday(at) && parser.plain_count_before(start).is_none();
        let unit = parser
            .sense(at, |s| match s {
                Sense::Unit(_)
                | Sense::Weekday(_)
                | Sense::DayPart(_)
                | Sense::Month(_)
                | Sense::Season(_) => Some(()),
                Sense::Holiday(_) => Some(()),
                _ => None,
            })
            .filter(|_| every.is_some() && !parser.is(start, Words::AllAny) || plural);
        // "Friday nights"
        let evenings = parser.weekday_at(start)
            && parser.sense(start + 1, |s| matches!(s, Sense::DayPart(_)).then_some(())).is_some()
            && parser.token(start + 1).is_some_and(|t| t.text.ends_with('s'))
            && !parser.token(start + 1).is_some_and(|t| t.capitalised());
        if evenings {
            return Some(Found { first: i, next: start + 2, core: start, what: What::Recurring });
        }
        if let Some((_, next)) = unit {
            let next = past_recurrence(parser, next);
            return Some(Found { first: i, next, core: start, what: What::Recurring });
        }
    }
    None
}

/// Skips the times that belong to something recurring.
pub fn past_recurrence(parser: &Parser<'_, '_>, i: usize) -> usize {
    let mut next = i;
    for _ in 0..4 {
        let joined = parser.sense(next, |s| matches!(s, Sense::And | Sense::Or).then_some(())).is_some()
            || parser.mark(next, ',')
            || parser.mark(next, '/');
        let after = if joined { next + 1 } else { next };
        if parser.plural_weekday(after) || joined && parser.weekday_at(after) {
            next = after + 1;
            continue;
        }
        if let Some((_, end)) =
            parser.sense(next, |s| matches!(s, Sense::DayPart(_) | Sense::Every).then_some(()))
        {
            next = end;
            continue;
        }
        if let Some((_, end)) = parser.sense(next, |s| matches!(s, Sense::Unit(_)).then_some(()))
            && next > i
        {
            next = end;
            continue;
        }
        // "every year in June", "each month on the 3rd"
        let unit =
            next > 0 && parser.sense(next - 1, |s| matches!(s, Sense::Unit(_)).then_some(())).is_some();
        if unit && let Some(end) = parser.day_in_each(next) {
            next = end;
            continue;
        }
        let at = if parser.is(next, Words::HourTie) { next + 1 } else { next };
        if let Some(end) = parser.times_at(at, at > next) {
            next = end;
            continue;
        }
        break;
    }
    next
}

/// Whether what stands after an expression makes it recur ("3pm each day", "6am daily").
pub fn recurs_after(parser: &Parser<'_, '_>, i: usize) -> bool {
    let every =
        parser.sense(i, |s| (s == Sense::Every).then_some(())).is_some() && !parser.is(i, Words::AllAny);
    every
        && parser
            .sense(i + 1, |s| {
                matches!(s, Sense::Unit(_) | Sense::Weekday(_) | Sense::DayPart(_)).then_some(())
            })
            .is_some()
        || parser.is(i, Words::RecurringAdverb)
        || parser.plural_weekday(i)
        || parser.word(i, "on") && parser.plural_weekday(i + 1)
}

impl Parser<'_, '_> {
    /// Whether no counted noun follows.
    pub fn ends_phrase_after(&self, i: usize) -> bool {
        self.token(i).is_none_or(|t| {
            t.new_line
                || matches!(t.kind, Kind::Mark(c) if ".,;:!?)\"\u{2013}\u{2014}-".contains(c))
                || t.text.starts_with(['\'', '\u{2019}'])
                || self
                    .sense(i, |s| {
                        matches!(
                            s,
                            Sense::Function
                                | Sense::Preposition(_)
                                | Sense::And
                                | Sense::Or
                                | Sense::To
                                | Sense::From
                                | Sense::Onwards
                                | Sense::Tense(_)
                        )
                        .then_some(())
                    })
                    .is_some()
        })
    }

    /// A number right before a token ("two Mondays ago").
    fn plain_count_before(&self, i: usize) -> Option<()> {
        let before = i.checked_sub(1)?;
        self.count(before).filter(|&(_, next)| next == i).map(|_| ())
    }

    /// Skips the year or the direction that belongs to a feast.
    pub fn past_feast(&self, i: usize) -> usize {
        let day = self.is(i, Words::FeastDay);
        let i = if day { i + 1 } else { i };
        let tied = self.is(i, Words::FeastTie);
        let at = if tied { i + 1 } else { i };
        self.begin(Direction::Coming);
        let year = self.year(at).map(|(_, next)| next);
        let moved = self
            .term(at, 0)
            .or_else(|| self.term(i, 0))
            .filter(|t| ["directed-unit", "ago", "ahead"].contains(&t.rule));
        year.or(moved.map(|t| t.next)).unwrap_or(i)
    }

    /// A month or a day without its year after what recurs.
    fn day_in_each(&self, i: usize) -> Option<usize> {
        if !self.is(i, Words::InOn) {
            return None;
        }
        self.begin(Direction::Coming);
        let term = self.term(i + 1, 0)?;
        let open = matches!(
            term.value,
            Value::Pattern(
                Pattern::Month(_)
                    | Pattern::MonthDay { .. }
                    | Pattern::DayOfMonth { .. }
                    | Pattern::Weekday(_)
                    | Pattern::Season(_)
                    | Pattern::Quarter(_)
            )
        );
        open.then_some(term.next)
    }

    pub fn weekday_at(&self, i: usize) -> bool {
        self.sense(i, |s| matches!(s, Sense::Weekday(_)).then_some(())).is_some()
    }

    /// The token after a time or a range of times.
    fn times_at(&self, i: usize, tied: bool) -> Option<usize> {
        self.begin(Direction::Coming);
        let range = self.range(i).filter(|r| r.grain == Grain::Instant).map(|r| r.next);
        let term = self.term(i, 0).filter(|t| {
            matches!(t.value, Value::Pattern(Pattern::Clock(_) | Pattern::ClockRange(..)))
                && (tied || t.need == Need::Nothing)
        });
        range.or(term.map(|t| t.next))
    }
}
