//! Two terms with "to", "through", "and" or a dash between them, and what each lends the other:
//! a month, a year, a half of the day.

use chrono::{Datelike as _, NaiveDate};

use crate::civil::{Grain, Moment, Period};
use crate::grammar::{Need, Note, Parser, Term, Value};
use crate::lexicon::{Preposition, Sense, Words};
use crate::pattern::Pattern;

/// A range of the text.
#[derive(Clone, Debug)]
pub struct Range {
    pub from: Moment,
    pub to: Moment,
    /// The finer of the two ends.
    pub grain: Grain,
    pub next: usize,
    pub need: Need,
    pub notes: Vec<Note>,
    /// "from", "between" or only a dash.
    pub worded: bool,
    pub impossible: Option<(usize, usize, &'static str)>,
}

impl Parser<'_, '_> {
    /// "between A and B", "from A to B", "A to B", "A – B".
    pub fn range(&self, i: usize) -> Option<Range> {
        let spelt = self.eat(i, Sense::Between);
        let between = spelt.is_some();
        let worded = between || self.word(i, "from");
        let at = spelt.unwrap_or(if worded { i + 1 } else { i });
        if let Some(range) = self.shared_unit(at, between, worded) {
            return Some(range);
        }
        if let Some(range) =
            self.days_of_month(at, between, worded).or_else(|| self.shared_month(at, between, worded))
        {
            return Some(range);
        }
        // "between the first and third Friday" of a month that is not said.
        if self.counts_weekdays(at, between) {
            return None;
        }
        if let Some(range) = self.short_years(at, worded) {
            return Some(range);
        }
        let first = self.term(at, 0).or_else(|| self.bare_clock(at, worded))?;
        let stroke = self.mark(first.next, '/');
        let named = ["month", "quarter", "weekday"].contains(&first.rule)
            && self.token(at).is_some_and(|t| t.capitalised());
        if stroke && !named && !["iso-date", "stamp", "iso-month"].contains(&first.rule) {
            return None;
        }
        // "went from 20 to 30 May 3rd": amounts
        if first.need == Need::Hour && self.amounts_change(i) {
            return None;
        }
        let until = self.is(first.next, Words::UntilWord);
        // "the PIN was 2019 until 2020", "the deposit is 1500 through March": the first is the value.
        let figures = matches!(first.need, Need::Year | Need::DayOfMonth);
        let edge = until
            || self
                .sense(first.next, |s| (s == Sense::Preposition(Preposition::Through)).then_some(()))
                .is_some();
        let spelt = self.ordinal(self.past_article(at)).is_some();
        if edge && figures && !spelt && !worded && self.is_value(at) {
            return None;
        }
        // "deposit 2000 → 2200"
        if first.need == Need::Year && self.mark(first.next, '\u{2192}') {
            return None;
        }
        let (second_at, dash) = self.connector(first.next, between)?;
        let second = self.second(second_at, &first)?;
        // "Fee: 1500 until March"
        let labelled = at > 0 && (self.mark(at - 1, ':') || self.mark(at - 1, '='));
        if edge && labelled && first.need == Need::Year && second.need != Need::Year {
            return None;
        }
        // "11:30 am to 12:30 December 27" is read as a time with its day.
        if matches!(first.value, Value::Unread) || matches!(second.value, Value::Unread) {
            return None;
        }
        // "ran at midnight until 1 May": the hour of any day, up to that one.
        let hour = matches!(first.value, Value::Pattern(Pattern::Clock(_)));
        if hour && until && !worded && !self.resolve(&second.value)?.is_moment() {
            return None;
        }
        let range = self.combine(at, second_at, &first, &second, worded, dash)?;
        // "January/February" are neighbours, "January/March" are not read.
        let neighbours = first.rule == second.rule && self.touch(&first, &second);
        (!(stroke && named) || neighbours).then_some(range)
    }

    /// Whether figures at a token are told as a value: a word that is no preposition stands before, or
    /// a range of amounts.
    fn is_value(&self, at: usize) -> bool {
        let Some(before) = at.checked_sub(1) else { return false };
        let tied = self
            .sense(before, |s| {
                matches!(s, Sense::Preposition(_) | Sense::From | Sense::Between).then_some(())
            })
            .is_some();
        let token = &self.tokens[before];
        let amounts = self.dash(before) || self.mark(before, '(') || self.word(before, "to");
        (token.is_word() && !token.new_line || amounts)
            && !tied
            && !self.tokens[at].new_line
            && !crate::tense::ends_sentence(self, before)
    }

    /// Whether the second of two terms begins where the first ends.
    fn touch(&self, first: &Term, second: &Term) -> bool {
        self.ends(first, second).is_some_and(|(a, b)| a.to.local == b.from.local)
    }

    /// "2020–21", "(2022-24)": a year and the last two figures of a later one. A hyphen needs a
    /// preposition or a bracket, and "2011-12" is a month.
    fn short_years(&self, at: usize, worded: bool) -> Option<Range> {
        let first @ 1900..=2199 = self.plain_figures(at, 4..=4)? else { return None };
        let two = self.plain_figures(at + 2, 2..=2)?;
        let hyphen = self.mark(at + 1, '-');
        if !(self.dash(at + 1) && self.glued(at + 1) && self.glued(at + 2)) || hyphen && two <= 12 {
            return None;
        }
        let last = first - first.rem_euclid(100) + two;
        let this = i64::from(self.context.today().year());
        let before = at.checked_sub(1);
        let tied = worded
            || before.is_some_and(|b| {
                self.mark(b, '(')
                    || self.sense(b, |s| matches!(s, Sense::Preposition(_)).then_some(())).is_some()
            });
        let numbered = before.is_some_and(|b| self.has(b, Sense::Code));
        let joined = self.token(at + 3).is_some_and(|t| {
            t.glued && (t.is_alphanumeric() || self.dash(at + 3) || t.is_mark('/') || t.is_mark('.'))
        }) && self.token(at + 4).is_some_and(|t| t.glued)
            || self.token(at + 3).is_some_and(|t| t.glued && t.is_alphanumeric());
        if last <= first || last > this + 10 || hyphen && !tied || numbered || joined {
            return None;
        }
        let period =
            Period::years(i32::try_from(first).ok()?, i32::try_from(last - first + 1).ok()?, Grain::Year)?;
        Some(Range {
            from: period.from,
            to: period.to,
            grain: Grain::Year,
            next: at + 3,
            need: Need::Nothing,
            notes: Vec::new(),
            worded,
            impossible: None,
        })
    }

    /// "between three and two weeks ago", "from two to three months ago", "5-6 weeks ago", "two or three
    /// weeks ago": the unit of the second count.
    fn shared_unit(&self, at: usize, between: bool, worded: bool) -> Option<Range> {
        let (first, next) = self.count(at)?;
        let or = || self.eat(next, Sense::Or).map(|next| (next, false));
        let (second_at, dash) = self.connector(next, between).or_else(or)?;
        let (amounts, next) = self.amounts(second_at)?;
        if dash && amounts.first().is_none_or(|(second, _)| second.value <= first.value) {
            return None;
        }
        let [(_, unit)] = amounts.as_slice() else { return None };
        let (back, next) = match self.eat(next, Sense::Ago) {
            Some(next) => (true, next),
            None => (false, self.eat(next, Sense::Hence)?),
        };
        let (a, b) = (self.away(&[(first, *unit)], back)?, self.away(&amounts, back)?);
        let (from, to) = if a.from.local <= b.from.local { (a.from, b.to) } else { (b.from, a.to) };
        Some(Range {
            from,
            to,
            grain: a.grain,
            next,
            need: Need::Nothing,
            notes: Vec::new(),
            worded,
            impossible: None,
        })
    }

    fn bare_clock(&self, i: usize, worded: bool) -> Option<Term> {
        let (time, next) = worded.then(|| self.loose_time(i)).flatten()?;
        Some(Term::pattern(Pattern::Clock(time), next, "clock", Need::Hour))
    }

    /// The token after a word or sign that joins two ends.
    pub(super) fn connector(&self, i: usize, between: bool) -> Option<(usize, bool)> {
        let i = self.past_comma(i);
        if self.dash(i) {
            // A dash that touches one side only is punctuation.
            let even = self.glued(i) == self.glued(i + 1);
            return even.then_some((i + 1, true));
        }
        if self.mark(i, '/') && self.glued(i) && self.glued(i + 1) {
            return Some((i + 1, true));
        }
        // "2026-04-01..2026-04-15"
        if self.mark(i, '.') && self.mark(i + 1, '.') && self.glued(i) && self.glued(i + 2) {
            return Some((i + 2, true));
        }
        let (_, next) = self.sense(i, |s| (s == Sense::To).then_some(()))?;
        if self.has(i, Sense::And) && !between {
            return None;
        }
        Some((next, false))
    }

    fn second(&self, i: usize, first: &Term) -> Option<Term> {
        if self.word(i, "date") {
            let now = Moment::exact(self.context.now, self.context.zone);
            return Some(Term::period(Period::moment(now), i + 1, "now"));
        }
        let term = self.term(i, 0);
        let clock = matches!(first.value, Value::Pattern(Pattern::Clock(_)))
            || matches!(&first.value, Value::Period(p) if p.is_moment() && first.rule != "now");
        match term {
            Some(term) if !(matches!(term.need, Need::Year) && clock) => Some(term),
            _ if clock => {
                let (time, next) = self.loose_time(i)?;
                Some(Term::pattern(Pattern::Clock(time), next, "clock", Need::Hour))
            }
            _ => {
                // "April the 9th till the 17th", "July 13 - 15"; "2024/25" is no such range.
                let daily = match &first.value {
                    Value::Period(period) => period.grain == Grain::Day,
                    Value::Pattern(pattern) => {
                        matches!(pattern, Pattern::MonthDay { .. } | Pattern::DayOfMonth { .. })
                    }
                    Value::Impossible(_) | Value::Unread => false,
                };
                if !daily {
                    return None;
                }
                let day = self.last_day_number(i)?;
                Some(Term::pattern(
                    Pattern::DayOfMonth { day: day.0, weekday: None },
                    day.1,
                    "day-of-month",
                    Need::DayOfMonth,
                ))
            }
        }
    }

    fn last_day_number(&self, i: usize) -> Option<(u32, usize)> {
        let at = self.past_article(i);
        if let Some((day @ 1..=31, next, _)) = self.ordinal(at) {
            return Some((day, next));
        }
        let day @ 1..=31 = self.plain_figures(at, 1..=2)? as u32 else { return None };
        let more = self.glued(at + 1)
            && self.token(at + 1).is_some_and(|t| {
                t.is_alphanumeric()
                    || t.is_mark(':')
                    || t.is_mark('%')
                    || t.is_mark('.') && self.token(at + 2).is_some_and(|n| n.glued && n.digits() > 0)
            });
        (!more).then_some((day, at + 1))
    }

    /// "3 to 17 April", "the 13th to the 15th of July 2026": both days of one month.
    fn days_of_month(&self, at: usize, between: bool, worded: bool) -> Option<Range> {
        let (day, mut next) = self.last_day_number(at)?;
        // "1, 2 and 3 April"
        let mut last = day;
        while self.mark(next, ',')
            && let Some((second, after)) = self.last_day_number(next + 1)
            && second == last + 1
            && self.month(after).is_none()
        {
            (last, next) = (second, after);
        }
        if self.month(next).is_some() || self.has(next, Sense::Of) {
            return None;
        }
        // "on 18 and 19 June": neighbours are one span.
        let neighbours = || {
            let joined = self.sense(next, |s| matches!(s, Sense::And | Sense::Or).then_some(())).is_some();
            let second = self.last_day_number(next + 1).map(|(second, _)| second);
            (joined && second == Some(last + 1)).then_some((next + 1, false))
        };
        let (second_at, _) = self.connector(next, between).or_else(neighbours)?;
        // "7 to 9 until 10 January"
        let spelt = self.ordinal(self.past_article(at)).is_some();
        if !worded && !spelt && self.is(next, Words::UntilWord) && self.is_value(at) {
            return None;
        }
        let stroke = self.mark(next, '/');
        // "3-Aug-26" is one date.
        if self.month(second_at).is_some() {
            return None;
        }
        let second = self.textual_date(second_at)?;
        // "went from 20 to 30 May 3rd": the day stands behind the month.
        let amounts = self.ordinal(second.next).is_some() && self.month(second.next - 1).is_some();
        if amounts {
            return None;
        }
        let begin = match second.value {
            Value::Period(period) => period.first_day(),
            Value::Pattern(Pattern::MonthDay { .. }) => self.resolve(&second.value)?.first_day(),
            Value::Impossible(code) => {
                return Some(Range {
                    from: Moment::local(Default::default()),
                    to: Moment::local(Default::default()),
                    grain: Grain::Day,
                    next: second.next,
                    need: Need::Nothing,
                    notes: Vec::new(),
                    worded,
                    impossible: Some((second_at, second.next, code)),
                });
            }
            Value::Pattern(_) | Value::Unread => return None,
        };
        let first = NaiveDate::from_ymd_opt(begin.year(), begin.month(), day).filter(|d| *d <= begin)?;
        // "7/8 November" are neighbours; "7/9 November" is not read.
        if stroke && first.succ_opt() != Some(begin) {
            return None;
        }
        let period = Period::days(first, begin.succ_opt()?, Grain::Day);
        Some(Range {
            from: period.from,
            to: period.to,
            grain: Grain::Day,
            next: second.next,
            need: Need::Nothing,
            notes: second.notes,
            worded,
            impossible: None,
        })
    }

    fn combine(
        &self,
        at: usize,
        second_at: usize,
        first: &Term,
        second: &Term,
        worded: bool,
        dash: bool,
    ) -> Option<Range> {
        for (term, start) in [(first, at), (second, second_at)] {
            if let Value::Impossible(code) = term.value {
                return Some(Range {
                    from: Moment::local(Default::default()),
                    to: Moment::local(Default::default()),
                    grain: Grain::Day,
                    next: second.next,
                    need: Need::Nothing,
                    notes: Vec::new(),
                    worded,
                    impossible: Some((start, term.next, code)),
                });
            }
        }
        let (a, mut b) = self.ends(first, second)?;
        // "Sat 10pm to Sun 4am": the second is within the week after the first.
        if a.is_moment()
            && b.is_moment()
            && b.from.local < a.from.local
            && second.rule == "date-time"
            && let Some(later) = b.from.local.checked_add_signed(chrono::Duration::days(7))
            && later > a.from.local
        {
            b = Period::moment(Moment::local(later));
        }
        // "Ubuntu 22.04 until April": figures with a point and nothing that ties them are a version.
        if !worded
            && first.need == Need::Figures
            && first.rule == "numeric-day"
            && self.mark(at + 1, '.')
            && (!dash || !self.glued(second_at))
        {
            return None;
        }
        // "the 9 to 5 policy": two figures without a sign of an ordinal.
        let plain = |i: usize| self.ordinal(self.past_article(i)).is_none();
        let days = first.need == Need::DayOfMonth && second.need == Need::DayOfMonth;
        if days && plain(at) && plain(second_at) {
            return None;
        }
        // "between the first and second deploy" are no days.
        if days && crate::support::noun_follows(self, second.next) {
            return None;
        }
        // A time and a week make no range.
        if a.is_moment() && b.grain > Grain::Day && second.rule != "now"
            || b.is_moment() && a.grain > Grain::Decade
        {
            return None;
        }
        // Years joined by a dash are an interval only if they ascend; so are all others.
        // "from mid-January to late March 2025": the year of the second.
        let part = |rule: &str| ["part", "end-of", "start-of"].contains(&rule);
        let years = b.first_day().year() - a.first_day().year();
        let a = if part(first.rule) && part(second.rule) && b.to.local <= a.from.local && years < 0 {
            let shift = |day: NaiveDate| crate::civil::add_months(day, i64::from(years) * 12);
            Period::days(shift(a.first_day())?, shift(a.to.local.date())?, a.grain)
        } else {
            a
        };
        let (from, to) = (a.from, b.to);
        let backwards =
            if a.is_moment() || b.is_moment() { to.local < from.local } else { to.local <= from.local };
        if backwards {
            return None;
        }
        let need = match (first.need, second.need) {
            (Need::Nothing, _) | (_, Need::Nothing)
                if !matches!((first.need, second.need), (Need::Year, _) | (_, Need::Year)) =>
            {
                Need::Nothing
            }
            (Need::Year, _) | (_, Need::Year) => {
                if second.rule == "now" || second.rule == "month" || first.rule == "month" {
                    Need::Nothing
                } else {
                    Need::Year
                }
            }
            (Need::Figures, Need::Figures)
                if dash && first.rule == "numeric-month" && second.rule == first.rule =>
            {
                Need::Nothing
            }
            // "18/5–22/5", "14/9 to 18/9": figures that can be no fraction; "from 1.12. to 5.12."
            (Need::Figures, Need::Figures)
                if self.beyond_twelve(at, second.next) || worded && self.mark(first.next - 1, '.') =>
            {
                Need::Nothing
            }
            (Need::Figures, Need::Figures) => Need::Figures,
            // "Mon–Wed"
            (Need::Name | Need::Weekday, Need::Name | Need::Weekday)
                if dash
                    && first.rule == "weekday"
                    && second.rule == first.rule
                    && self.titled_pair(at, second.next) =>
            {
                Need::Nothing
            }
            // "Jan–Mar"
            (Need::Name, Need::Name)
                if dash
                    && first.rule == "month"
                    && self.token(at).is_some_and(|t| t.capitalised())
                    && second.rule == first.rule =>
            {
                Need::Nothing
            }
            (Need::Hour, Need::Hour) => Need::Hour,
            _ => {
                if worded || !dash {
                    Need::Nothing
                } else {
                    first.need
                }
            }
        };
        let mut notes = first.notes.clone();
        notes.extend(second.notes.iter().cloned());
        // "until now" leaves the grain of the other end.
        let grain = match (first.rule, second.rule) {
            (_, "now") if first.rule != "clock" => a.grain,
            ("now", _) => b.grain,
            _ => a.grain.min(b.grain),
        };
        Some(Range { from, to, grain, next: second.next, need, notes, worded, impossible: None })
    }

    /// "Mon–Wed" and no "Mon-tue library" or "MON-FRI".
    fn titled_pair(&self, at: usize, next: usize) -> bool {
        let titled = |i: usize| {
            self.token(i).is_some_and(|t| t.capitalised() && t.text.chars().skip(1).all(char::is_lowercase))
        };
        titled(at) && titled(next - 1) && self.ends_phrase_after(next)
    }

    /// Whether a figure of the range is a day that no month has, with strokes on both sides.
    fn beyond_twelve(&self, at: usize, next: usize) -> bool {
        let strokes = (at..next).filter(|&i| self.mark(i, '/')).count();
        strokes == 2
            && (at..next).any(|i| self.plain_figures(i, 2..=2).is_some_and(|n| (13..=31).contains(&n)))
    }
}
