//! Dates of a day and a month in words, with a weekday before or after and a year in any of the
//! ways it is written.

use chrono::{Datelike as _, NaiveDate, Weekday};

use crate::civil::Period;
use crate::grammar::{Need, Note, Parser, Term};
use crate::lexicon::{Sense, Words};
use crate::pattern::Pattern;

impl Parser<'_, '_> {
    /// A day of the month in figures or as an ordinal, with "the" before and "day" after it.
    pub(super) fn day_number(&self, i: usize) -> Option<(u32, usize, bool)> {
        let at = self.past_article(i);
        if let Some((n @ 1..=39, next, _)) = self.ordinal(at) {
            let next = if self.word(next, "day") && self.has(next + 1, Sense::Of) { next + 1 } else { next };
            return Some((n, next, true));
        }
        if let Some(n @ 1..=39) = self.plain_figures(at, 1..=2) {
            let clock = self.mark(at + 1, ':') && self.glued(at + 2);
            let glued_mark = self.glued(at + 1) && (clock || self.mark(at + 1, '%'));
            let fraction = self.mark(at + 1, '.')
                && self.glued(at + 1)
                && self.token(at + 2).is_some_and(|t| t.glued && t.digits() > 0);
            return (!glued_mark && !fraction).then_some((n as u32, at + 1, false));
        }
        // "fifteen August", "January twenty five nineteen eighty six"
        let (n @ 1..=31, next) = self.cardinal(at)? else { return None };
        let before = at > 0 && self.month(at - 1).is_some() && (n >= 10 || self.year(next).is_some());
        (before || self.month(next).is_some()).then_some((n as u32, next, false))
    }

    /// The year after a day and month: "2026", ", 2026", "of 2026", "in 2026", "'26", "26".
    pub(super) fn year_after(&self, i: usize, loose: bool) -> Option<(i32, usize)> {
        let mut at = self.past_comma(i);
        let named_year =
            |at: usize| self.year(at).is_some() || self.word(at, "the") && self.year(at + 2).is_some();
        if self.has(at, Sense::Of) || (self.word(at, "in") && named_year(at + 1)) {
            at += 1;
            if self.word(at, "the") && self.word(at + 1, "year") {
                at += 2;
            } else if self.word(at, "year") {
                at += 1;
            }
        }
        let mut separator = (self.dash(at) || self.mark(at, '/')) && self.glued(at) && self.glued(at + 1);
        // "31-Oct-74" is a date, "July 13-15" two days.
        let even = at >= 2 && (self.dash(at - 2) || self.mark(at - 2, '/')) && self.glued(at - 1);
        if separator && !even && self.plain_figures(at + 1, 4..=4).is_none() {
            separator = false;
        }
        let at = if separator { at + 1 } else { at };
        if let Some((year, next)) = self.year(at) {
            // "March 2026 10:00" is a year; "5 March 2026 rows" is too, but "1500 rows" is not.
            let clock = self.mark(next, ':') && self.glued(next) && self.glued(next + 1);
            // "01/Feb/2028:09:00" is a stamp of a log.
            return (!clock || separator).then_some((year, next));
        }
        if loose && let Some(found) = self.far_year(i, at) {
            return Some(found);
        }
        if (loose || separator)
            && let Some(two) = self.plain_figures(at, 2..=2)
            && !(self.mark(at + 1, ':') && self.glued(at + 1))
            && !self.token(at + 1).is_some_and(|t| t.glued && t.is_alphanumeric())
            && self.sense(at + 1, |s| matches!(s, Sense::Meridiem(_) | Sense::OClock).then_some(())).is_none()
            // "from 3 Jan, 40 mg"
            && !(at > i && self.mark(i, ',') && self.token(at + 1).is_some_and(|t| t.is_alphanumeric() && !t.new_line))
        {
            return Some((self.full_year(two), at + 1));
        }
        None
    }

    /// Four figures after a day and month that are a year though no common one: "1 January 0001",
    /// "3 May, 5024". Figures above 2999 need a comma, "of" or the sentence's end, since they may be
    /// anything.
    fn far_year(&self, i: usize, at: usize) -> Option<(i32, usize)> {
        let value = self.plain_figures(at, 4..=4)?;
        let next = at + 1;
        let joined = self.glued(next)
            && self.token(next).is_some_and(|t| t.is_alphanumeric() || t.is_mark(':') || t.is_mark('-'));
        let hours = self.is(next, Words::AfterHour);
        let told = at > i
            || self
                .token(next)
                .is_none_or(|t| t.new_line || t.is_mark('?') || t.is_mark('.') || t.is_mark(','));
        let year = if value < 1000 { value > 0 && !hours } else { value > 2999 && told };
        (year && !joined).then(|| i32::try_from(value).ok().map(|year| (year, next))).flatten()
    }

    /// The weekday before a date: "Mon 4 May", "Sunday, the 3rd of May", "Friday-Jun-15".
    fn leading_weekday(&self, i: usize) -> (Option<Weekday>, usize) {
        if self.plural_weekday(i) {
            return (None, i);
        }
        match self.weekday(i) {
            Some((day, next)) => {
                let next = self.past_dot(next);
                let next = self.past_comma(next);
                let next = if self.dash(next) && self.glued(next) { next + 1 } else { next };
                let open = self.mark(next, '(');
                (Some(day), if open { next + 1 } else { next })
            }
            None => (None, i),
        }
    }

    /// Day, month and perhaps year and weekday, in any customary order.
    pub(super) fn textual_date(&self, i: usize) -> Option<Term> {
        let (leading, start) = self.leading_weekday(i);
        // "this 25th day of March"
        let this = self.word(start, "this")
            && self.ordinal(start + 1).is_some_and(|(_, next, _)| self.word(next, "day"));
        let start = if this { start + 1 } else { start };
        let (month, day, marked, mut next) = self.day_and_month(start).or({
            // "Friday 7/6" and "Friday 31 ..." are read elsewhere.
            None
        })?;
        if self.year_or_day(start) {
            return Some(Term::unread(next));
        }
        if leading.is_some() && start > i && self.mark(start - 1, '(') {
            if !self.mark(next, ')') {
                return None;
            }
            next += 1;
        }
        let mut weekday = leading;
        if weekday.is_none() {
            let at = self.past_comma(next);
            let paren = self.mark(at, '(');
            if (at > next || paren)
                && let Some((day, end)) = self.weekday(if paren { at + 1 } else { at })
                && !self.plural_weekday(at)
                && (!paren || self.mark(end, ')'))
            {
                weekday = Some(day);
                next = if paren { end + 1 } else { end };
            }
        }
        // "Wed Oct 26 15:50:06 2016"
        if let Some((time, after)) = self.clock_time(next)
            && let Some((year, end)) = self.year(after)
            && self.plain_figures(after, 4..=4).is_some()
            && let Some(date) = NaiveDate::from_ymd_opt(year, month, day)
            && let Some(at) = time.on(date, self.context)
        {
            return Some(Term::period(Period::moment(at), end, "date-time"));
        }
        if let Some((year, end)) = self.year_after(next, true) {
            let impossible = NaiveDate::from_ymd_opt(year, month, day).is_none();
            if impossible {
                return Some(Term::impossible("impossible_date", end));
            }
            let date = NaiveDate::from_ymd_opt(year, month, day)?;
            let mut end = self.past_era(end);
            if weekday.is_none() {
                let at = self.past_comma(end);
                let paren = self.mark(at, '(');
                if let Some((day, after)) = self.weekday(if paren { at + 1 } else { at })
                    && (at > end || paren)
                    && (!paren || self.mark(after, ')'))
                    && !self.plural_weekday(at)
                {
                    (weekday, end) = (Some(day), if paren { after + 1 } else { after });
                }
            }
            let contradicts = weekday.filter(|w| date.weekday() != *w).map(Note::WeekdayContradicts);
            return Some(Term::period(Period::day(date)?, end, "date").noting(contradicts));
        }
        if NaiveDate::from_ymd_opt(2000, month, day).is_none() {
            let dated = day <= 31 || i > 0 && self.word(i - 1, "on");
            return dated.then(|| Term::impossible("impossible_date", next));
        }
        if weekday.is_none()
            && let Some(year) = self.lent_year(next)
            && let Some(date) = NaiveDate::from_ymd_opt(year, month, day)
        {
            return Some(Term::period(Period::day(date)?, next, "date"));
        }
        // "may 5" and "march 5" in small letters may be verbs before a count.
        let small = self.token(start).is_some_and(|t| t.is_word() && !t.capitalised());
        let verb =
            !marked && weekday.is_none() && small && matches!(month, 3 | 5) && self.month(start).is_some();
        // "the second march": an ordinal in words before a word that is written small.
        let spelt = self.token(self.past_article(start)).is_some_and(|t| t.is_word() && t.digits() == 0);
        let verb = verb
            || marked
                && spelt
                && weekday.is_none()
                && self.word(next - 1, "march")
                && !self.has(next - 2, Sense::Of)
                && self.token(next - 1).is_some_and(|t| !t.capitalised());
        // "model MAR-26"
        let coded = self.token(start).is_some_and(|t| t.is_word() && t.text.chars().all(char::is_uppercase))
            && self.month(start).is_some()
            && self.dash(start + 1)
            && self.glued(start + 1);
        let verb = verb || coded;
        let pattern = Pattern::MonthDay { month, day, weekday };
        Some(Term::pattern(pattern, next, "day-and-month", if verb { Need::Name } else { Need::Nothing }))
    }

    /// The year that the second of two gives the first: "Q1 and Q2 2025", "March or April 2026",
    /// "on 3 March and 9 April 2026".
    pub(super) fn lent_year(&self, i: usize) -> Option<i32> {
        let joined = self.sense(i, |s| matches!(s, Sense::And | Sense::Or).then_some(())).is_some();
        if !joined && !self.is(i, Words::LentJoiner) {
            return None;
        }
        let at = if self.is(i + 1, Words::InOn) { i + 2 } else { i + 1 };
        let short = self.is(at, Words::PartLetter) && self.plain_figures(at + 1, 1..=1).is_some();
        let next = if short {
            at + 2
        } else if let Some((_, _, _, next)) = self.day_and_month(at) {
            next
        } else {
            self.past_dot(self.month(at)?.1)
        };
        self.year_after(next, false).map(|(year, _)| year)
    }

    /// Month, day, whether an ordinal made it certain, and the token after.
    fn day_and_month(&self, i: usize) -> Option<(u32, u32, bool, usize)> {
        // "3 May", "the 3rd of May", "3-May", "14april", "third day of October"
        if let Some((day, next, ordinal)) = self.day_number(i) {
            // "3. May", "the 3. of May"
            let dotted = self.mark(next, '.')
                && self.glued(next)
                && !self.glued(next + 1)
                && (self.month(next + 1).is_some()
                    || self.has(next + 1, Sense::Of) && self.month(next + 2).is_some());
            let mut at = if dotted { next + 1 } else { next };
            if self.has(at, Sense::Of) {
                at += 1;
                at = self.past_article(at);
            } else if (self.dash(at) || self.mark(at, '/')) && self.glued(at) && self.glued(at + 1) {
                at += 1;
            } else {
                at = self.past_comma(at);
            }
            if let Some((month, end)) = self.month(at)
                && (!self.word(at, "may") || ordinal || !self.is_modal(at))
            {
                return Some((month, day, ordinal, self.past_dot(end)));
            }
        }
        // "May 3", "May 3rd", "May the 3rd", "May-3", "Dec31", "Oct/2"
        let (month, next) = self.month(i)?;
        if self.year_after_in(i, next).is_some() {
            return None;
        }
        let mut at = self.past_dot(next);
        if (self.dash(at) || self.mark(at, '/')) && self.glued(at) && self.glued(at + 1) {
            at += 1;
        } else {
            at = self.past_comma(at);
        }
        let (day, end, ordinal) = self.day_number(at)?;
        // "until May, 7 after"
        let comma = self.mark(at - 1, ',');
        if comma && !ordinal && self.year(self.past_comma(end)).is_none() && !self.ends_phrase(end) {
            return None;
        }
        let side = comma && !ordinal && self.is(end, Words::OrderSide);
        if side {
            return None;
        }
        // "May 10-12%" and "June 5pm" are no days of the month.
        if !ordinal {
            if self.sense(end, |s| matches!(s, Sense::Meridiem(_) | Sense::OClock).then_some(())).is_some() {
                return None;
            }
            if self.token(end).is_some_and(|t| t.glued && t.is_word() && t.text.len() <= 3) {
                return None;
            }
        }
        Some((month, day, ordinal, end))
    }

    /// "Mar25", where 25 may be the day or the year at hand; "on Mar25" is the day.
    fn year_or_day(&self, i: usize) -> bool {
        let Some((_, next)) = self.month(i) else { return false };
        let this = i64::from(self.context.today().year());
        let near = |two: i64| (i64::from(self.full_year(two)) - this).abs() <= 5;
        next == i + 1
            && self.glued(next)
            && self.plain_figures(next, 2..=2).is_some_and(near)
            && !(i > 0 && self.word(i - 1, "on"))
            && self.year(next + 1).is_none()
            && !self.mark(next + 1, ',')
    }

    /// Whether "may" after a figure is the verb ("the 5 may differ").
    fn is_modal(&self, i: usize) -> bool {
        let small = self.token(i).is_some_and(|t| !t.capitalised());
        small
            && self.token(i + 1).is_some_and(|t| {
                t.is_word()
                    && !t.capitalised()
                    && self.sense(i + 1, |s| (s == Sense::Function).then_some(())).is_none()
                    || self.is(i + 1, Words::BareVerb)
            })
    }
}
