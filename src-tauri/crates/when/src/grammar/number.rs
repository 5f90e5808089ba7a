//! Counts, ordinals and years as figures and as words.

use crate::grammar::Parser;
use crate::lexicon::{Sense, Words};

/// How many; a half or a quarter may be part of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Count {
    pub value: f64,
}

impl Count {
    pub fn whole(self) -> Option<i64> {
        (self.value.fract() == 0.0 && self.value.abs() < 1e15).then_some(self.value as i64)
    }
}

impl Parser<'_, '_> {
    fn figures(&self, i: usize) -> Option<i64> {
        match self.token(i)?.kind {
            crate::token::Kind::Number(value) => value,
            _ => None,
        }
    }

    /// Figures that stand for themselves: no fraction, no code around them.
    pub fn plain_figures(&self, i: usize, digits: std::ops::RangeInclusive<usize>) -> Option<i64> {
        let token = self.token(i)?;
        digits.contains(&token.digits()).then(|| self.figures(i)).flatten()
    }

    /// A number in words below a hundred.
    fn tens(&self, i: usize) -> Option<(i64, usize)> {
        let (value, next) = self.sense(i, |s| if let Sense::Cardinal(n) = s { Some(n) } else { None })?;
        if value >= 20 {
            let after = if self.dash(next) && self.glued(next) { next + 1 } else { next };
            let after = if self.has(after, Sense::And) { after + 1 } else { after };
            if let Some((ones, end)) = self.sense(after, |s| match s {
                Sense::Cardinal(n) if (1..10).contains(&n) => Some(n),
                _ => None,
            }) {
                return Some((value + ones, end));
            }
        }
        Some((value, next))
    }

    /// A whole number in figures or words.
    pub fn cardinal(&self, i: usize) -> Option<(i64, usize)> {
        if let Some(mut value) = self.plain_figures(i, 1..=9) {
            let mut next = i + 1;
            // "1,000"
            while self.token(i)?.digits() <= 3
                && value < 1_000_000_000
                && self.mark(next, ',')
                && self.glued(next)
                && self.glued(next + 1)
                && let Some(group) = self.plain_figures(next + 1, 3..=3)
            {
                value = value * 1000 + group;
                next += 2;
            }
            return Some((value, next));
        }
        let (value, next) = self.tens(i)?;
        let scale = |i| self.sense(i, |s| if let Sense::Scale(n) = s { Some(n) } else { None });
        let Some((factor, mut next)) = scale(next) else { return Some((value, next)) };
        let mut total = value * factor;
        if factor > 12 {
            if self.has(next, Sense::And) && self.tens(next + 1).is_some() {
                next += 1;
            }
            if let Some((rest, end)) = self.tens(next) {
                (total, next) = (total + rest, end);
            }
        }
        Some((total, next))
    }

    /// How many of a unit: "3", "a", "a couple of", "two and a half", "2.5", "1/2", "half an".
    pub fn count(&self, i: usize) -> Option<(Count, usize)> {
        let count = |value: f64, next| Some((Count { value }, next));
        let token = self.token(i)?;
        for (sign, value) in [('½', 0.5), ('¼', 0.25), ('¾', 0.75)] {
            if token.is_mark(sign) {
                return count(value, i + 1);
            }
        }
        let vague = |i| self.sense(i, |s| if let Sense::Vague(n) = s { Some(n) } else { None });
        let half = |i: usize| -> Option<(f64, usize)> {
            if self.has(i, Sense::Half) {
                return Some((0.5, i + 1));
            }
            (self.word(i, "quarter")).then_some((0.25, i + 1))
        };
        if self.has(i, Sense::Half) && self.has(i + 1, Sense::Article) && !self.word(i + 1, "the") {
            return count(0.5, i + 2);
        }
        if self.is(i, Words::IndefiniteArticle) {
            if let Some((n, next)) = vague(i + 1) {
                return count(n as f64, next);
            }
            if let Some((fraction, next)) = half(i + 1) {
                let next = if self.has(next, Sense::Of) { next + 1 } else { next };
                let next = if self.is(next, Words::IndefiniteArticle) { next + 1 } else { next };
                return count(fraction, next);
            }
            if self.is(i + 1, Words::OneAdjective) {
                return count(1.0, i + 2);
            }
            if let Some((scale, next)) =
                self.sense(i + 1, |s| if let Sense::Scale(n) = s { Some(n) } else { None })
            {
                return count(scale as f64, next);
            }
            return count(1.0, i + 1);
        }
        if let Some((n, next)) = vague(i) {
            return count(n as f64, next);
        }
        let (whole, next) = self.cardinal(i)?;
        // "2.5", "1/2", "2 and a half", "three-quarters of an".
        if token.digits() > 0 && self.glued(next) && self.glued(next + 1) {
            if self.mark(next, '.')
                && let Some(decimals) = self.plain_figures(next + 1, 1..=6)
            {
                let scale = 10_f64.powi(self.token(next + 1)?.digits() as i32);
                return count(whole as f64 + decimals as f64 / scale, next + 2);
            }
            // "1,5 years": a comma before one or two figures is a decimal one.
            if self.mark(next, ',')
                && let Some(decimals) = self.plain_figures(next + 1, 1..=2)
            {
                let scale = 10_f64.powi(self.token(next + 1)?.digits() as i32);
                return count(whole as f64 + decimals as f64 / scale, next + 2);
            }
            if self.mark(next, '/')
                && let Some(lower @ 2..=60) = self.plain_figures(next + 1, 1..=2)
            {
                return count(whole as f64 / lower as f64, next + 2);
            }
        }
        let after_dash = if self.dash(next) { next + 1 } else { next };
        if self.word(after_dash, "quarters") && self.has(after_dash + 1, Sense::Of) {
            let end = after_dash + 2;
            let end = if self.has(end, Sense::Article) { end + 1 } else { end };
            return count(whole as f64 / 4.0, end);
        }
        if self.has(next, Sense::And) {
            let mut at = next + 1;
            if self.has(at, Sense::Article) {
                at += 1;
            }
            if let Some((fraction, end)) = half(at) {
                return count(whole as f64 + fraction, end);
            }
        }
        count(whole as f64, next)
    }

    /// "3rd", "third", "twenty-first"; whether it was spelt in words.
    pub fn ordinal(&self, i: usize) -> Option<(u32, usize, bool)> {
        if let Some(value @ 1..=999) = self.plain_figures(i, 1..=3)
            && self.glued(i + 1)
            && (self.has(i + 1, Sense::OrdinalSuffix) || self.is(i + 1, Words::RaisedSuffix))
        {
            return Some((value as u32, i + 2, false));
        }
        let word = |i| self.sense(i, |s| if let Sense::Ordinal(n) = s { Some(n) } else { None });
        if let Some((value, next)) = word(i) {
            return Some((value as u32, next, true));
        }
        let (tens @ (20 | 30), next) =
            self.sense(i, |s| if let Sense::Cardinal(n) = s { Some(n) } else { None })?
        else {
            return None;
        };
        let next = if self.dash(next) && self.glued(next) { next + 1 } else { next };
        let (ones @ 1..=9, end) = word(next)? else { return None };
        Some(((tens + ones) as u32, end, true))
    }

    /// A year: four figures, `'24`, or words ("nineteen ninety-six", "two thousand and five").
    pub fn year(&self, i: usize) -> Option<(i32, usize)> {
        if let Some(value @ 1000..=2999) = self.plain_figures(i, 4..=4) {
            return Some((value as i32, i + 1));
        }
        if self.mark(i, '\'')
            && self.glued(i + 1)
            && let Some(value) = self.plain_figures(i + 1, 2..=2)
        {
            return Some((self.full_year(value), i + 2));
        }
        self.year_in_words(i)
    }

    fn year_in_words(&self, i: usize) -> Option<(i32, usize)> {
        if !self.token(i)?.is_word() {
            return None;
        }
        let (first, next) = self.tens(i)?;
        if let Some((scale, after)) =
            self.sense(next, |s| if let Sense::Scale(n) = s { Some(n) } else { None })
        {
            let base = first * scale;
            let at = if self.has(after, Sense::And) { after + 1 } else { after };
            let (rest, end) = self.tens(at).filter(|&(n, _)| n > 0).unwrap_or((0, after));
            let year = base + rest;
            let plausible = (scale == 1000 && first == 2) || (scale == 100 && (11..=21).contains(&first));
            return plausible.then_some((i32::try_from(year).ok()?, end));
        }
        if !(11..=21).contains(&first) {
            return None;
        }
        let at = if self.dash(next) && self.glued(next) { next + 1 } else { next };
        let (rest, end) = self.tens(at)?;
        (10..100).contains(&rest).then_some((i32::try_from(first * 100 + rest).ok()?, end))
    }

    /// The century of a year of two figures: at most twenty years ahead.
    pub fn full_year(&self, two: i64) -> i32 {
        let this = i64::from(chrono::Datelike::year(&self.context.today()));
        let year = this - this.rem_euclid(100) + two;
        let year = if year > this + 20 {
            year - 100
        } else if year <= this - 80 {
            year + 100
        } else {
            year
        };
        i32::try_from(year).unwrap_or(i32::MAX)
    }
}
