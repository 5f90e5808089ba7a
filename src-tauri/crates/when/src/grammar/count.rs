//! Counts of units with a direction: "three months ago", "in two weeks", "a week from Tuesday",
//! "two Fridays ago", "three days before Easter".

use crate::civil::{Grain, Moment, Period, shift_day, unit_at};
use crate::grammar::number::Count;
use crate::grammar::{Need, Parser, Term, Value};
use crate::lexicon::{Preposition, Sense, Unit, Words};
use crate::pattern::Pattern;

/// Where a count is measured from, and which way.
enum Origin {
    Back,
    Ahead,
    /// Before or after another term.
    Of(Term, bool),
}

impl Parser<'_, '_> {
    /// "3h", "10 d": the letter of a unit, glued to its figure.
    pub(super) fn short_unit(&self, i: usize) -> Option<(Unit, usize)> {
        if !self.glued(i) || self.token(i + 1).is_some_and(|t| t.glued && t.is_alphanumeric()) {
            return None;
        }
        self.sense(i, |s| if let Sense::ShortUnit(unit) = s { Some(unit) } else { None })
    }

    /// "2 years, 3 months and 4 days"
    pub(crate) fn amounts(&self, i: usize) -> Option<(Vec<(Count, Unit)>, usize)> {
        let mut list = Vec::new();
        let mut at = i;
        while let Some((count, next)) = self.one_quarter(at).or_else(|| self.count(at)) {
            let next = if self.is(next, Words::CountAdjective) { next + 1 } else { next };
            let next = if self.dash(next) && self.glued(next) { next + 1 } else { next };
            let Some((unit, end)) = self.unit(next).or_else(|| self.short_unit(next)) else { break };
            // "an hour and a half"
            let (count, end) = self.and_a_half(count, end);
            list.push((count, unit));
            at = end;
            if list.len() == 4 {
                break;
            }
            let after = self.past_comma(at);
            let after = if self.has(after, Sense::And) { after + 1 } else { after };
            if self.count(after).is_none() || self.word(after, "a") && after == at {
                break;
            }
            // A chain goes on only with another unit.
            let Some((_, unit_at)) = self.count(after) else { break };
            if self.unit(unit_at).or_else(|| self.short_unit(unit_at)).is_none() {
                break;
            }
            at = after;
        }
        (!list.is_empty()).then_some((list, at))
    }

    /// "a quarter ago": the unit, where elsewhere a quarter is a fraction or of an hour.
    fn one_quarter(&self, i: usize) -> Option<(Count, usize)> {
        let (unit, next) = self.unit(i + 1)?;
        let away = self.sense(next, |s| matches!(s, Sense::Ago | Sense::Hence).then_some(())).is_some();
        (unit == Unit::Quarter && self.is(i, Words::IndefiniteArticle) && away)
            .then_some((Count { value: 1.0 }, i + 1))
    }

    fn and_a_half(&self, count: Count, i: usize) -> (Count, usize) {
        if self.has(i, Sense::And) {
            let at = if self.word(i + 1, "a") { i + 2 } else { i + 1 };
            if self.has(at, Sense::Half) {
                return (Count { value: count.value + 0.5 }, at + 1);
            }
        }
        (count, i)
    }

    pub(super) fn counted(&self, i: usize, depth: u32) -> Option<Term> {
        if let Some(term) = self.in_amount(i) {
            return Some(term);
        }
        if let Some(term) = self.named_ago(i) {
            return Some(term);
        }
        if let Some(term) = self.duration_from(i, depth) {
            return Some(term);
        }
        let (amounts, next) = self.amounts(i)?;
        if let Some(term) = self.counted_into(&amounts, next, depth) {
            return Some(term);
        }
        let weeks = matches!(amounts.as_slice(), [(_, Unit::Week | Unit::Fortnight)]);
        // "3 days after 2020" counts from no day, "six years before 2026" does.
        let years = amounts.iter().all(|(_, unit)| *unit >= Unit::Year);
        let (origin, end) = self.origin(next, depth, weeks, years)?;
        let rule = match &origin {
            Origin::Back => "ago",
            Origin::Ahead => "ahead",
            Origin::Of(..) => "count-from",
        };
        let term = match origin {
            Origin::Back => match self.ago_from(end) {
                // "a year ago yesterday", "a week ago Friday"
                Some((day, next)) => Term::period(self.away_from(&day, &amounts, true)?, next, rule),
                None => Term::period(self.away(&amounts, true)?, end, rule),
            },
            Origin::Ahead => Term::period(self.away(&amounts, false)?, end, rule),
            Origin::Of(base, back) => {
                let short = amounts.iter().any(|(_, unit)| *unit <= Unit::Hour);
                let period = if short { self.resolve(&base.value)? } else { self.day_like(&base)? };
                Term::period(self.away_from(&period, &amounts, back)?, end, rule)
            }
        };
        Some(term)
    }

    /// "100 days into 2026", "two weeks into March".
    fn counted_into(&self, amounts: &[(Count, Unit)], i: usize, depth: u32) -> Option<Term> {
        if !self.word(i, "into") {
            return None;
        }
        let base = self.term(i + 1, depth + 1)?;
        let period = self.resolve(&base.value).filter(|p| p.grain > Grain::Day)?;
        if base.rule == "year" && !self.ends_phrase_after(base.next) {
            return None;
        }
        let at = self.moved(period.from, amounts, false)?;
        let short = amounts.iter().any(|(_, unit)| *unit <= Unit::Hour);
        let found = if short { Period::moment(at) } else { Period::day(at.local.date())? };
        Some(Term::period(found, base.next, "count-from"))
    }

    /// The day that stands right after "ago".
    fn ago_from(&self, i: usize) -> Option<(Period, usize)> {
        if !self.word(i.checked_sub(1)?, "ago") {
            return None;
        }
        // "a year ago last March"
        // "three years ago next month"
        if self.sense(i, |s| matches!(s, Sense::Direction(-1 | 1)).then_some(())).is_some()
            && let Some(term) = self.directed(i, 3).filter(|t| t.rule.starts_with("directed-"))
        {
            return Some((self.resolve(&term.value)?, term.next));
        }
        if let Some(term) = self.day_word(i).filter(|t| t.rule == "day-word") {
            return Some((self.resolve(&term.value)?, term.next));
        }
        let (weekday, next) = self.weekday(i).filter(|_| !self.plural_weekday(i))?;
        Some((Pattern::Weekday(weekday).resolve(crate::pattern::Direction::Coming, self.context)?, next))
    }

    /// "in two weeks", "in half an hour", "in a fortnight's time".
    fn in_amount(&self, i: usize) -> Option<Term> {
        if !self.word(i, "in") {
            return None;
        }
        let at = if self.has(i + 1, Sense::Approximately) { i + 2 } else { i + 1 };
        if self.word(at, "the") {
            return None;
        }
        // "in 1/2 h": after "in" the letter may stand apart.
        let apart = || {
            let (count, next) = self.count(at)?;
            let hours = self.token(next).is_some_and(|t| t.text == "h");
            hours.then(|| (vec![(count, Unit::Hour)], next + 1))
        };
        let (amounts, mut next) = self.amounts(at).or_else(apart)?;
        // "in 1'": minutes as a prime are not read; "in two weeks' time" is.
        if self.mark(next, '\'')
            || self.token(next).is_some_and(|t| t.text.ends_with("'s") || t.text.ends_with("\u{2019}s"))
        {
            next += 1;
            if self.word(next, "time") {
                next += 1;
            }
        }
        // "in a second place"
        let place = matches!(amounts.as_slice(), [(_, Unit::Second)])
            && self.is(at, Words::IndefiniteArticle)
            && !self.ends_phrase_after(next);
        if place {
            return None;
        }
        // "in 3 months of work", "in two days from today"
        if self.has(next, Sense::Of) {
            return None;
        }
        if let Some((_, end)) = self.sense(next, |s| (s == Sense::Hence).then_some(()))
            && self.word(next, "from")
        {
            next = end;
        }
        Some(Term::period(self.away(&amounts, false)?, next, "ahead"))
    }

    /// "for 3 days from today", "a week starting tomorrow", "for 2 hours from 2pm", "within 9
    /// months": a span of a length.
    fn duration_from(&self, i: usize, depth: u32) -> Option<Term> {
        let led = self.word(i, "for");
        let within = self.is(i, Words::WithinTie);
        let at = if led || within { i + 1 } else { i };
        if within && self.has(at, Sense::Article) && self.word(at, "the") {
            return None;
        }
        let (amounts, next) = self.amounts(at)?;
        let now = Moment::exact(self.context.now, self.context.zone);
        if within && let Some(term) = self.window_around(&amounts, next, depth) {
            return Some(term);
        }
        if within {
            // "within the last week" is read elsewhere; of the past nothing is said.
            let after = self
                .sense(next, |s| {
                    matches!(
                        s,
                        Sense::Of
                            | Sense::From
                            | Sense::Ago
                            | Sense::Preposition(Preposition::After | Preposition::Before)
                    )
                    .then_some(())
                })
                .is_some();
            let instant = amounts.iter().all(|(_, unit)| *unit == Unit::Second);
            if after || instant || self.direction() == crate::pattern::Direction::Past {
                return None;
            }
            let to = self.moved(now, &amounts, false)?;
            return Some(Term::period(
                Period { from: now, to, grain: Grain::of(amounts[0].1) },
                next,
                "rolling",
            ));
        }
        let comma = self.past_comma(next);
        let starting = self.is(comma, Words::Starting);
        let from = self.word(comma, "from");
        // "the term is two years from 1 January 2025"
        let lasts = i > 0
            && self.is(i - 1, Words::SpanVerb)
            && (i.saturating_sub(8)..i).any(|at| self.is(at, Words::TermNoun));
        if !(starting || from && (led || lasts)) {
            return None;
        }
        let mut base_at = comma + 1;
        if starting && self.is(base_at, Words::StartTie) {
            base_at += 1;
        }
        let base = self.term(base_at, depth + 1)?;
        let period = self.resolve(&base.value)?;
        if !(period.is_moment() || period.grain >= Grain::Day) {
            return None;
        }
        let begin = if period.is_moment() {
            period.from
        } else {
            Moment::local(crate::civil::midnight(period.first_day()))
        };
        let begin = if base.rule == "now" { now } else { begin };
        let to = self.moved(begin, &amounts, false)?;
        // "for six months from January" is as fine as the month.
        let coarse =
            amounts.iter().all(|(count, unit)| Grain::of(*unit) >= period.grain && count.whole().is_some());
        let grain = match period.grain {
            Grain::Instant if base.rule != "now" => Grain::Instant,
            grain if coarse && grain > Grain::Day => grain,
            _ => Grain::Day,
        };
        Some(Term::period(Period { from: begin, to, grain }, base.next, "for-duration"))
    }

    /// "within two days of 3 April": on both sides of it; "within a week after Easter", "within three
    /// days before 1 May": on one.
    fn window_around(&self, amounts: &[(Count, Unit)], i: usize, depth: u32) -> Option<Term> {
        let of = self.has(i, Sense::Of);
        let before = self.word(i, "before");
        if !(of || before || self.is(i, Words::AfterFrom)) {
            return None;
        }
        let base = self.term(i + 1, depth + 1)?;
        if base.need == Need::Year || base.rule == "now" {
            return None;
        }
        let period = self.day_like(&base)?;
        let from = if of || before { self.moved(period.from, amounts, true)? } else { period.to };
        let to = if before { period.from } else { self.moved(period.to, amounts, false)? };
        let grain = if period.is_moment() { Grain::Instant } else { Grain::Day };
        Some(Term::period(Period { from, to, grain }, base.next, "window"))
    }

    /// The period of a term to count from: an event is the whole days that it touches, and an end or
    /// a start is its outermost day.
    pub(super) fn day_like(&self, term: &Term) -> Option<Period> {
        let period = self.resolve(&term.value)?;
        match term.rule {
            "end-of" if period.grain > Grain::Day => return Period::day(period.last_day()),
            "start-of" if period.grain > Grain::Day => return Period::day(period.first_day()),
            _ => {}
        }
        if term.rule != "event" {
            return Some(period);
        }
        Some(Period::days(period.first_day(), period.last_day().succ_opt()?, Grain::Day))
    }

    fn origin(&self, i: usize, depth: u32, weeks: bool, years: bool) -> Option<(Origin, usize)> {
        // "two weeks to the day before Christmas"
        let exact = self.word(i, "to") && self.word(i + 1, "the") && self.word(i + 2, "day");
        let i = if exact { i + 3 } else { i };
        if let Some((_, next)) = self.sense(i, |s| (s == Sense::Hence).then_some(())) {
            // "find 30 minutes later this week"
            let part = self.word(i, "later") && self.part(i, depth + 1).is_some();
            return (!part).then_some((Origin::Ahead, next));
        }
        // "a week last Tuesday", "a week next Friday", "two weeks today"
        if weeks {
            let directed = self
                .sense(i, |s| if let Sense::Direction(n @ (-1 | 1)) = s { Some(n) } else { None })
                .filter(|&(_, next)| self.weekday(next).is_some() && !self.plural_weekday(next));
            if let Some((step, _)) = directed
                && let Some(base) = self.directed(i, depth + 1)
            {
                let end = base.next;
                return Some((Origin::Of(base, step < 0), end));
            }
            // "20 hours a week today" is a rate.
            let rate = i >= 3 && self.word(i - 2, "a") && self.is(i - 3, Words::CountedThing);
            if let Some((days, _)) = self
                .sense(i, |s| if let Sense::Day(n @ -1..=1) = s { Some(n) } else { None })
                .filter(|_| !rate)
                && let Some(base) = self.day_word(i)
            {
                let end = base.next;
                return Some((Origin::Of(base, days < 0), end));
            }
        }
        let preposition = self.sense(i, |s| match s {
            Sense::Preposition(p @ (Preposition::Before | Preposition::After)) => Some(p),
            _ => None,
        });
        let relative = match preposition {
            Some((Preposition::Before, next)) if !self.word(i, "preceding") => Some((true, next)),
            Some((Preposition::After, next)) if self.is(i, Words::AfterFollowing) => Some((false, next)),
            _ if self.word(i, "from") || weeks && self.word(i, "on") => Some((false, i + 1)),
            _ => None,
        };
        if let Some((back, next)) = relative
            && let Some(base) = self.term(next, depth + 1)
            && (base.rule != "year" || years || self.ends_phrase_after(base.next))
            && !matches!(base.value, Value::Impossible(_) | Value::Unread)
            && base.as_pattern().is_none_or(|p| !matches!(p, Pattern::Clock(_)))
        {
            let end = base.next;
            // "a week from Monday" counts from the coming one, whatever the tense.
            let base = match base.as_pattern() {
                Some(pattern @ Pattern::Weekday(_)) if !back && weeks && !self.word(i, "after") => {
                    let day = pattern.resolve(crate::pattern::Direction::Coming, self.context)?;
                    Term { value: Value::Period(day), ..base }
                }
                _ => base,
            };
            return Some((Origin::Of(base, back), end));
        }
        let (_, next) = self.sense(i, |s| (s == Sense::Ago).then_some(()))?;
        // "back" and "earlier" as adverbs of a count.
        Some((Origin::Back, next))
    }

    /// A count of units from now: a whole day, or an instant where hours are counted.
    pub(super) fn away(&self, amounts: &[(Count, Unit)], back: bool) -> Option<Period> {
        let now = Moment::exact(self.context.now, self.context.zone);
        if let [(count, Unit::Weekend)] = amounts {
            let n = count.whole()?;
            return unit_at(self.context.today(), Unit::Weekend, if back { -n } else { n }, self.context);
        }
        let moved = self.moved(now, amounts, back)?;
        let short = amounts
            .iter()
            .any(|(count, unit)| *unit <= Unit::Hour || *unit <= Unit::Day && count.value.fract() != 0.0);
        if short { Some(Period::moment(moved)) } else { Period::day(moved.local.date()) }
    }

    /// A count of units from another period.
    pub(super) fn away_from(&self, base: &Period, amounts: &[(Count, Unit)], back: bool) -> Option<Period> {
        if base.is_moment() {
            let moved = self.moved(base.from, amounts, back)?;
            let days = amounts.iter().all(|(_, unit)| *unit > Unit::Hour);
            let now = base.from.exact == Some(self.context.now);
            return if days && now { Period::day(moved.local.date()) } else { Some(Period::moment(moved)) };
        }
        let coarse = amounts.iter().all(|(_, unit)| Grain::of(*unit) >= base.grain);
        if coarse && base.grain > Grain::Day {
            let shift = |day| {
                amounts.iter().try_fold(day, |day, (count, unit)| {
                    shift_day(day, *unit, if back { -count.whole()? } else { count.whole()? })
                })
            };
            return Some(Period::days(shift(base.first_day())?, shift(base.to.local.date())?, base.grain));
        }
        let edge = if back { base.first_day() } else { base.last_day() };
        let short = amounts.iter().any(|(_, unit)| *unit <= Unit::Hour);
        let from = if short { base.from } else { Moment::local(crate::civil::midnight(edge)) };
        let moved = self.moved(from, amounts, back)?;
        if short { Some(Period::moment(moved)) } else { Period::day(moved.local.date()) }
    }

    /// "two Fridays ago", "3 sundays from now", "two summers ago".
    fn named_ago(&self, i: usize) -> Option<Term> {
        let (count, next) = self.count(i)?;
        let n = count.whole().filter(|n| (1..=1000).contains(n))?;
        let pattern = if let Some((day, _)) = self.weekday(next) {
            Pattern::Weekday(day)
        } else if let Some((season, _)) =
            self.sense(next, |s| if let Sense::Season(season) = s { Some(season) } else { None })
        {
            Pattern::Season(season)
        } else if let Some((rule, _)) =
            self.sense(next, |s| if let Sense::Holiday(rule) = s { Some(rule) } else { None })
        {
            Pattern::Holiday(rule)
        } else {
            let (month, _) = self.month(next)?;
            Pattern::Month(month)
        };
        let after = next + 1;
        let (back, end) = match self.sense(after, |s| (s == Sense::Hence).then_some(())) {
            Some((_, end)) => (false, end),
            None => {
                let (_, end) = self.sense(after, |s| (s == Sense::Ago).then_some(()))?;
                (true, end)
            }
        };
        let first = pattern.directed(if back { -1 } else { 10 }, self.direction(), self.context)?;
        let more = (n - 1) * if back { -1 } else { 1 };
        let period = match pattern {
            Pattern::Weekday(_) => Period::day(shift_day(first.first_day(), Unit::Week, more)?)?,
            _ => pattern
                .in_year(i32::try_from(i64::from(chrono::Datelike::year(&first.first_day())) + more).ok()?)?,
        };
        Some(Term::period(period, end, "named-ago"))
    }
}
