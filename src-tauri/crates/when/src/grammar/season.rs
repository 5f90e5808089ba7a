//! Parts of a year and runs of years by name: quarters, halves, seasons, decades and centuries.

use chrono::Datelike as _;

use crate::civil::{Grain, Period};
use crate::grammar::{Need, Parser, Term};
use crate::lexicon::{Sense, Unit};
use crate::pattern::Pattern;

impl Parser<'_, '_> {
    /// "Q1", "Q1 2026", "2026-Q1", "third quarter of 2025", "H2 2025", "first half of 2025".
    pub(super) fn quarter_or_half(&self, i: usize, depth: u32) -> Option<Term> {
        let short = |at: usize| -> Option<(Pattern, usize)> {
            // "1H25", "3Q 2025"
            if let Some(n) = self.plain_figures(at, 1..=1)
                && self.glued(at + 1)
                && let Some(letter) = self.token(at + 1).map(|t| t.text)
            {
                return match (letter, n) {
                    ("Q", 1..=4) => Some((Pattern::Quarter(n as u32), at + 2)),
                    ("H", 1..=2) => Some((Pattern::Half(n as u32), at + 2)),
                    _ => None,
                };
            }
            let quarter = self.word(at, "q");
            if !(quarter || self.word(at, "h")) || !self.glued(at + 1) {
                return None;
            }
            let n = self.plain_figures(at + 1, 1..=1)? as u32;
            match (quarter, n) {
                (true, 1..=4) => Some((Pattern::Quarter(n), at + 2)),
                (false, 1..=2) => Some((Pattern::Half(n), at + 2)),
                // Q5 is no quarter; with a year it is an error that is quoted.
                (true, 5..=9) => Some((Pattern::Quarter(n), at + 2)),
                _ => None,
            }
        };
        // "2019 Q1", "2019-H2"
        if let Some(year @ 1000..=2999) = self.plain_figures(i, 4..=4) {
            let at = if self.dash(i + 1) && self.glued(i + 1) { i + 2 } else { i + 1 };
            let (pattern, next) = short(at)?;
            return Some(match pattern.in_year(year as i32) {
                Some(period) => Term::period(period, next, "quarter"),
                None => Term::impossible("impossible_date", next),
            });
        }
        let named = |at: usize| -> Option<(Pattern, usize)> {
            let at = self.past_article(at);
            let (n, next) = match self.ordinal(at) {
                Some((n, next, _)) => (i64::from(n), next),
                None if self.has(at, Sense::Direction(-1)) => (0, at + 1),
                None => return None,
            };
            let (unit, end) = self.sense(next, |s| match s {
                Sense::Unit(unit @ (Unit::Quarter | Unit::Half)) => Some(unit),
                Sense::Half => Some(Unit::Half),
                _ => None,
            })?;
            match (unit, n) {
                (Unit::Quarter, 1..=4) => Some((Pattern::Quarter(n as u32), end)),
                (Unit::Quarter, 0) if self.has(end, Sense::Of) => Some((Pattern::Quarter(4), end)),
                (Unit::Half, 1..=2) if self.has(end, Sense::Of) => Some((Pattern::Half(n as u32), end)),
                _ => None,
            }
        };
        let (pattern, next, spelt) = match short(i) {
            Some((pattern, next)) => (pattern, next, false),
            None => {
                let (pattern, next) = named(i)?;
                (pattern, next, true)
            }
        };
        let mut at = if self.has(next, Sense::Of) { self.past_article(next + 1) } else { next };
        at = self.past_comma(at);
        if (self.dash(at) || self.mark(at, '/')) && self.glued(at) && self.glued(at + 1) {
            at += 1;
        }
        if self.word(at, "year") {
            at += 1;
        }
        if let Some((year, end)) = self.year(at) {
            return Some(match pattern.in_year(year) {
                Some(period) => Term::period(period, end, "quarter"),
                None => Term::impossible("impossible_date", end),
            });
        }
        // "1Q84" is a book.
        let near = |two: &i64| {
            let this = chrono::Datelike::year(&self.context.today());
            (self.full_year(*two) - this).abs() <= 25
        };
        if !spelt && let Some(two) = self.plain_figures(next, 2..=2).filter(|_| self.glued(next)) {
            if !near(&two) {
                return None;
            }
            return Some(Term::period(pattern.in_year(self.full_year(two))?, next + 1, "quarter"));
        }
        if matches!(pattern, Pattern::Quarter(5..)) {
            return None;
        }
        if let Some(year) = self.lent_year(next) {
            return Some(Term::period(pattern.in_year(year)?, next, "quarter"));
        }
        if spelt && at > next && self.has(next, Sense::Of) {
            // "the first half of March", "the third quarter of last year", "… of the year"
            if let Some(period) = self.running(at, next + 1)
                && period.0.grain == Grain::Year
            {
                return Some(Term::period(
                    pattern.in_year(period.0.first_day().year())?,
                    period.1,
                    "quarter",
                ));
            }
            let inner = self.term(self.past_article(next + 1), depth + 1)?;
            let period = self.resolve(&inner.value)?;
            return match (pattern, period.grain) {
                (_, Grain::Year) => {
                    Some(Term::period(pattern.in_year(period.first_day().year())?, inner.next, "quarter"))
                }
                (Pattern::Half(n), _) => {
                    let half = if n == 1 {
                        crate::lexicon::Part::FirstHalf
                    } else {
                        crate::lexicon::Part::SecondHalf
                    };
                    Some(Term::period(crate::civil::part_of(&period, half)?, inner.next, "half"))
                }
                _ => None,
            };
        }
        Some(Term::pattern(pattern, next, "quarter", Need::Name))
    }

    /// "the year", "the month" after "of": the running one.
    pub(super) fn running(&self, at: usize, with_article: usize) -> Option<(Period, usize)> {
        let (unit, next) = self.sense(at, |s| if let Sense::Unit(unit) = s { Some(unit) } else { None })?;
        let bare = at > with_article || self.word(at.checked_sub(1)?, "of") || self.word(at - 1, "the");
        let names_year = self.year(next).is_some();
        (bare && !names_year && unit >= Unit::Day)
            .then(|| crate::civil::unit_at(self.context.today(), unit, 0, self.context).map(|p| (p, next)))
            .flatten()
    }

    /// "summer", "the summer of 2025", "winter 2025", "summer '24".
    pub(super) fn season(&self, i: usize) -> Option<Term> {
        let at = self.past_article(i);
        let (season, next) =
            self.sense(at, |s| if let Sense::Season(season) = s { Some(season) } else { None })?;
        // "did prices fall in 2024": the verb, where nothing ties it and no capital marks it.
        let tied = at > i
            || i == 0
            || self
                .sense(i - 1, |s| {
                    matches!(
                        s,
                        Sense::Preposition(_)
                            | Sense::From
                            | Sense::Of
                            | Sense::Direction(_)
                            | Sense::Part(_)
                            | Sense::Every
                            | Sense::To
                            | Sense::And
                            | Sense::Or
                            | Sense::Between
                            | Sense::Article
                            | Sense::Cardinal(_)
                    )
                    .then_some(())
                })
                .is_some()
            || self.dash(i - 1)
            || !self.tokens[i - 1].is_word();
        let to = i > 0 && self.word(i - 1, "to") && !self.has(i, Sense::Article);
        if self.word(at, "fall") && (!tied || to) && !self.token(at)?.capitalised() {
            return None;
        }
        if let Some((year, end)) = self.year_after(next, false) {
            // "winter 2024/25"
            let second = self
                .plain_figures(end + 1, 2..=2)
                .is_some_and(|two| two == i64::from(year + 1).rem_euclid(100));
            let joined = (self.mark(end, '/') || self.dash(end)) && self.glued(end) && self.glued(end + 1);
            let end = if joined && second { end + 2 } else { end };
            return Some(Term::period(Period::season(year, season)?, end, "season"));
        }
        Some(Term::pattern(Pattern::Season(season), next, "season", Need::Name))
    }

    /// "the 1990s", "the '90s", "the nineties", "the 2010s", "the 19th century".
    pub(super) fn decade(&self, i: usize) -> Option<Term> {
        let at = self.past_article(i);
        if let Some((decade, next)) =
            self.sense(at, |s| if let Sense::Decade(year) = s { Some(year) } else { None })
        {
            return Some(
                Term::period(Period::years(decade, 10, Grain::Decade)?, next, "decade").needing(Need::Name),
            );
        }
        if let Some((n @ 1..=30, next, _)) = self.ordinal(at)
            && let Some((Unit::Century, end)) =
                self.sense(next, |s| if let Sense::Unit(unit) = s { Some(unit) } else { None })
        {
            return Some(Term::period(
                Period::years((n as i32 - 1) * 100, 100, Grain::Century)?,
                end,
                "century",
            ));
        }
        let quoted = self.mark(at, '\'');
        let number = if quoted { at + 1 } else { at };
        let digits = self.token(number)?.digits();
        let value = self.plain_figures(number, 2..=4)?;
        let s = self.token(number + 1)?;
        let plural = s.text.eq_ignore_ascii_case("s") || s.text.eq_ignore_ascii_case("'s");
        if !plural || value % 10 != 0 || !(s.glued || digits == 4) {
            return None;
        }
        let (year, need) = match digits {
            4 if (1000..=2990).contains(&value) => (value as i32, Need::Nothing),
            2 => (self.full_year(value) / 10 * 10, if quoted || at > i { Need::Nothing } else { Need::Name }),
            _ => return None,
        };
        if digits == 4 && value % 100 == 0 && value < 2000 {
            return Some(Term::period(Period::years(year, 100, Grain::Century)?, number + 2, "century"));
        }
        Some(Term::period(Period::years(year, 10, Grain::Decade)?, number + 2, "decade").needing(need))
    }
}
