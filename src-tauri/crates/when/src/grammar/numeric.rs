//! Dates in figures: ISO 8601 and RFC 3339 stamps, week and ordinal dates, day and month in the
//! order of the place, and seconds since 1970.

use chrono::{DateTime, Duration, NaiveDate, NaiveTime, Weekday};

use crate::civil::{Moment, Period};
use crate::context::DateOrder;
use crate::grammar::{Need, Note, Parser, Term};
use crate::lexicon::{Sense, Words};
use crate::pattern::{Pattern, iso_week};

/// Reads figures from the front of a text.
struct Scanner<'t> {
    rest: &'t str,
    used: usize,
}

impl<'t> Scanner<'t> {
    fn digits(&mut self, count: usize) -> Option<u32> {
        let head = self.rest.get(..count)?;
        if !head.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        self.skip(count);
        head.parse().ok()
    }

    fn skip(&mut self, bytes: usize) {
        self.rest = &self.rest[bytes..];
        self.used += bytes;
    }

    fn sign(&mut self, signs: &[char]) -> Option<char> {
        let c = self.rest.chars().next().filter(|c| signs.contains(c))?;
        self.skip(c.len_utf8());
        Some(c)
    }

    /// All figures at the front, at most `most`.
    fn run(&mut self, most: usize) -> Option<&'t str> {
        let length = self.rest.bytes().take(most + 1).take_while(u8::is_ascii_digit).count();
        if length == 0 || length > most {
            return None;
        }
        let head = &self.rest[..length];
        self.skip(length);
        Some(head)
    }
}

/// A time of day of a stamp and its offset in seconds, if any.
fn stamp_time(scan: &mut Scanner<'_>, basic: bool) -> Option<(NaiveTime, Duration, Option<i32>)> {
    let hour = scan.digits(2)?;
    let minute = if basic {
        scan.digits(2)?
    } else {
        scan.sign(&[':'])?;
        scan.digits(2)?
    };
    let mut second = 0;
    let mut nanos = 0;
    if basic {
        if scan.rest.bytes().take(2).filter(u8::is_ascii_digit).count() == 2 {
            second = scan.digits(2)?;
        }
    } else if scan.rest.starts_with(':') && scan.rest.as_bytes().get(1).is_some_and(u8::is_ascii_digit) {
        scan.skip(1);
        second = scan.digits(2)?;
    }
    if scan.rest.starts_with(['.', ',']) && scan.rest.as_bytes().get(1).is_some_and(u8::is_ascii_digit) {
        scan.skip(1);
        let fraction = scan.run(18)?;
        let padded: String = fraction.chars().chain("000000000".chars()).take(9).collect();
        nanos = padded.parse().ok()?;
    }
    // A leap second is the last second of its minute; 24:00 is the next day's start.
    let extra = if hour == 24 && minute == 0 && second == 0 { Duration::days(1) } else { Duration::zero() };
    let hour = if extra.is_zero() { hour } else { 0 };
    let time = NaiveTime::from_hms_nano_opt(hour, minute, second.min(59), nanos)?;
    if second > 60 {
        return None;
    }
    let before_space = (scan.rest, scan.used);
    let offset = stamp_offset(scan);
    if offset.is_none() {
        (scan.rest, scan.used) = before_space;
    }
    Some((time, extra, offset))
}

fn stamp_offset(scan: &mut Scanner<'_>) -> Option<i32> {
    if scan.rest.starts_with(['Z', 'z']) && !scan.rest[1..].starts_with(char::is_alphanumeric) {
        scan.skip(1);
        return Some(0);
    }
    if scan.rest.starts_with(' ') && scan.rest[1..].starts_with(['+', '-']) {
        scan.skip(1);
    }
    let sign = if scan.sign(&['+', '-', '\u{2212}'])? == '+' { 1 } else { -1 };
    let hours = scan.digits(2)?;
    let colon = scan.sign(&[':']).is_some();
    let minutes = match scan.digits(2) {
        Some(minutes) => minutes,
        None if colon => return None,
        None => 0,
    };
    (hours <= 18 && minutes < 60).then_some(sign * (hours as i32 * 3600 + minutes as i32 * 60))
}

impl Parser<'_, '_> {
    /// The token that begins at or after a byte.
    fn token_at(&self, from: usize, byte: usize) -> usize {
        let ahead = self.tokens[from..].iter().take(40).position(|t| t.start >= byte);
        ahead.map_or_else(|| (from + 40).min(self.tokens.len()), |n| from + n)
    }

    /// `2026-03-01`, `2026-03-01T09:15:00Z`, `2026-03-01 09:15`, `20260301T091500Z`,
    /// `2026-W09`, `2026-W09-3`, `2026-060`, `2026-03`.
    pub(super) fn stamp(&self, i: usize) -> Option<Term> {
        let token = self.token(i)?;
        let mut scan = Scanner { rest: &self.text[token.start..], used: 0 };
        let (date, need, basic) = match token.digits() {
            4 => {
                let year = scan.digits(4)? as i32;
                // "2025W12"
                if scan.rest.starts_with('W') {
                    return self.week_date(i, year, scan);
                }
                let mark = scan.sign(&['-', '/', '.', '\u{2010}', '\u{2011}', '\u{2212}'])?;
                let separator = if matches!(mark, '/' | '.') { mark } else { '-' };
                if separator == '-' && scan.rest.starts_with(['W', 'w']) {
                    return self.week_date(i, year, scan);
                }
                if separator == '-' && scan.rest.starts_with(['Q', 'q']) {
                    return None;
                }
                let figures = scan.rest.bytes().take_while(u8::is_ascii_digit).count();
                if separator == '-' && figures == 3 {
                    let ordinal = scan.digits(3)?;
                    let day = NaiveDate::from_yo_opt(year, ordinal)?;
                    let next = self.token_at(i, token.start + scan.used);
                    return Some(
                        Term::period(Period::day(day)?, next, "ordinal-date").needing(Need::Figures),
                    );
                }
                if !(1..=2).contains(&figures) {
                    return None;
                }
                let month = scan.digits(figures)?;
                let end_of_month = (scan.rest, scan.used);
                let day = scan.sign(&[mark]).and_then(|_| {
                    let figures = scan.rest.bytes().take_while(u8::is_ascii_digit).count();
                    if (1..=2).contains(&figures) { scan.digits(figures) } else { None }
                });
                let Some(day) = day else {
                    (scan.rest, scan.used) = end_of_month;
                    if separator == '.' || !(1000..=2999).contains(&year) {
                        return None;
                    }
                    let next = self.token_at(i, token.start + scan.used);
                    let need = if figures == 2 && separator == '-' { Need::Nothing } else { Need::Figures };
                    return Period::month(year, month)
                        .map(|period| Term::period(period, next, "iso-month").needing(need));
                };
                let next = self.token_at(i, token.start + scan.used);
                let Some(date) = NaiveDate::from_ymd_opt(year, month, day) else {
                    // A code such as 2015-1-32 is no attempt at a date; 2026-13-05 is.
                    let full =
                        separator == '-' && self.text[token.start..][..scan.used].chars().count() == 10;
                    let near = month <= 12 || day <= 31;
                    // "2026-04-31T10:00" is quoted whole.
                    let mut next = next;
                    while next < i + 16
                        && self.glued(next)
                        && self
                            .token(next)
                            .is_some_and(|t| t.is_alphanumeric() || t.is_mark(':') || t.is_mark('+'))
                    {
                        next += 1;
                    }
                    return (full && near).then(|| Term::impossible("impossible_date", next));
                };
                (date, Need::Nothing, false)
            }
            8 => {
                let (year, month, day) = (scan.digits(4)? as i32, scan.digits(2)?, scan.digits(2)?);
                if !(1900..=2199).contains(&year) {
                    return None;
                }
                let stamped = scan.rest.starts_with(['T', 't']);
                let need = if stamped { Need::Nothing } else { Need::Figures };
                (NaiveDate::from_ymd_opt(year, month, day)?, need, true)
            }
            _ => return None,
        };
        let day_end = scan.used;
        let joined = scan.rest.starts_with(['T', 't'])
            || (!basic
                && scan.rest.starts_with(' ')
                && scan.rest.as_bytes().get(1).is_some_and(u8::is_ascii_digit));
        if joined {
            scan.skip(1);
            if let Some((time, extra, offset)) = stamp_time(&mut scan, basic)
                && !scan.rest.starts_with(|c: char| c.is_ascii_digit() || c == ':')
            {
                let next = self.token_at(i, token.start + scan.used);
                let meridiem = (next < self.tokens.len() && offset.is_none())
                    .then(|| self.sense(next, |s| if let Sense::Meridiem(pm) = s { Some(pm) } else { None }))
                    .flatten();
                if meridiem.is_none() {
                    let local = date.and_time(time).checked_add_signed(extra)?;
                    let moment = match offset {
                        Some(seconds) => {
                            let utc = local.checked_sub_signed(Duration::seconds(i64::from(seconds)))?;
                            Moment::exact(utc.and_utc(), self.context.zone)
                        }
                        None => Moment::local(local),
                    };
                    // A zone by name may follow ("2026-05-12 17:00 CET").
                    if offset.is_none()
                        && let Some((zoned, end)) = self.zoned(local, next)
                    {
                        return Some(Term::period(Period::moment(zoned), end, "stamp"));
                    }
                    return Some(Term::period(Period::moment(moment), next, "stamp"));
                }
            }
        }
        // A stamp with an hour that no day has.
        let rest = &self.text.as_bytes()[token.start + day_end..];
        let timed = rest.len() >= 6 && matches!(rest[0], b'T' | b't') && rest[3] == b':';
        if !basic && timed && [1, 2, 4, 5].iter().all(|&at| rest[at].is_ascii_digit()) {
            let stamp =
                self.text[token.start..].find(char::is_whitespace).unwrap_or(self.text.len() - token.start);
            let mut end = self.token_at(i, token.start + stamp.min(40));
            while end > i + 1
                && self.tokens[end - 1].is_mark('?')
                    | self.tokens[end - 1].is_mark(',')
                    | self.tokens[end - 1].is_mark('.')
            {
                end -= 1;
            }
            return Some(Term::impossible("impossible_time", end));
        }
        let next = self.token_at(i, token.start + day_end);
        Some(Term::period(Period::day(date)?, next, "iso-date").needing(need))
    }

    fn week_date(&self, i: usize, year: i32, mut scan: Scanner<'_>) -> Option<Term> {
        scan.skip(1);
        let week = scan.digits(2)?;
        let start = self.token(i)?.start;
        let week_end = scan.used;
        let day = scan.sign(&['-']).and_then(|_| scan.digits(1));
        if let Some(day @ 1..=7) = day {
            let next = self.token_at(i, start + scan.used);
            let weekday = Weekday::try_from(day as u8 - 1).ok()?;
            return match NaiveDate::from_isoywd_opt(year, week, weekday) {
                Some(date) => Some(Term::period(Period::day(date)?, next, "week-date")),
                None => Some(Term::impossible("impossible_date", next)),
            };
        }
        let next = self.token_at(i, start + week_end);
        match iso_week(year, week) {
            Some(period) => Some(Term::period(period, next, "iso-week")),
            None => Some(Term::impossible("impossible_date", next)),
        }
    }

    /// `3/4/2026`, `31.10.1974`, `10-31-74`, `2/15`: in the order of the place, flipped where
    /// that is impossible.
    pub(super) fn numeric_date(&self, i: usize) -> Option<Term> {
        let first = self.plain_figures(i, 1..=2)?;
        let written = self.token(i + 1)?.text;
        let separator = if ["\u{2010}", "\u{2011}", "\u{2212}"].contains(&written) { "-" } else { written };
        if !["/", "-", "."].contains(&separator) {
            return None;
        }
        let spaced = !self.glued(i + 1);
        if spaced && (separator != "-" || self.glued(i + 2)) {
            return None;
        }
        if !spaced && !self.glued(i + 2) {
            return None;
        }
        // "04/2026"; "12.2026" only after "in"
        let inside = i > 0 && self.word(i - 1, "in") && self.token(i)?.digits() == 2;
        if !spaced
            && (separator != "." || inside)
            && let Some(year @ 1900..=2199) = self.plain_figures(i + 2, 4..=4)
            && (1..=12).contains(&first)
            && (self.token(i)?.digits() == 2 || i > 0 && self.word(i - 1, "in"))
        {
            return Some(
                Term::period(Period::month(year as i32, first as u32)?, i + 3, "numeric-month")
                    .needing(Need::Figures),
            );
        }
        // "won 6-4, 7-5"
        if separator == "-" && self.amounts_change(i) {
            return None;
        }
        let second = self.plain_figures(i + 2, 1..=2)?;
        // "24.12.", where the point does not end the sentence.
        let pointed = separator == "."
            && self.mark(i + 3, '.')
            && self.glued(i + 3)
            && self.token(i + 4).is_some_and(|t| {
                !t.glued && !t.new_line && t.text.starts_with(char::is_lowercase)
                    || self.dash(i + 4)
                    || t.is_mark('?')
            });
        let third = (self.token(i + 3).is_some_and(|t| t.text == written)
            && self.glued(i + 3) != spaced
            && (spaced || self.glued(i + 4)))
        .then(|| {
            self.plain_figures(i + 4, 4..=4)
                .map(|y| y as i32)
                .or_else(|| self.plain_figures(i + 4, 2..=2).map(|y| self.full_year(y)))
        })
        .flatten();
        let by_place = match self.context.date_order {
            DateOrder::DayFirst => (first, second),
            DateOrder::MonthFirst => (second, first),
        };
        let flipped = (by_place.1, by_place.0);
        let fits = |(day, month): (i64, i64)| (1..=31).contains(&day) && (1..=12).contains(&month);
        let ((day, month), note) = if fits(by_place) {
            (by_place, None)
        } else if fits(flipped) {
            (flipped, Some(Note::OrderFlipped))
        } else if let Some(year) = third
            && (1..=39).contains(&first)
            && (1..=39).contains(&second)
            && self.token(i + 4)?.digits() == 4
            && (1900..=2199).contains(&year)
        {
            return Some(Term::impossible("impossible_date", i + 5));
        } else {
            return None;
        };
        let (day, month) = (day as u32, month as u32);
        let glued_on = |next: usize| {
            self.glued(next) && self.token(next).is_some_and(|t| t.text == separator || t.is_alphanumeric())
        };
        match third {
            Some(year) => {
                if glued_on(i + 5)
                    && self.token(i + 6).is_some_and(|t| t.glued && t.digits() > 0)
                    && separator != "-"
                {
                    return None;
                }
                match NaiveDate::from_ymd_opt(year, month, day) {
                    Some(date) => {
                        let need = if separator == "." && self.token(i + 4)?.digits() == 2 {
                            Need::Figures
                        } else {
                            Need::Nothing
                        };
                        Some(
                            Term::period(Period::day(date)?, i + 5, "numeric-date")
                                .noting(note)
                                .needing(need),
                        )
                    }
                    None => Some(Term::impossible("impossible_date", i + 5)),
                }
            }
            None => {
                // "2/3 of 2026" is a fraction.
                if separator == "/" && self.has(i + 3, Sense::Of) {
                    return None;
                }
                // "24-1-2" is no day with something after it.
                if glued_on(i + 3) && self.token(i + 4).is_some_and(|t| t.glued && t.digits() > 0) {
                    return None;
                }
                NaiveDate::from_ymd_opt(2000, month, day)?;
                let pattern = Pattern::MonthDay { month, day, weekday: None };
                let next = if pointed { i + 4 } else { i + 3 };
                Some(Term::pattern(pattern, next, "numeric-day", Need::Figures).noting(note))
            }
        }
    }

    /// `@1772323200`, `unix time 1767225600`, `epoch 1775001600000`.
    pub(super) fn epoch(&self, i: usize) -> Option<Term> {
        let at_sign = self.mark(i, '@') && self.glued(i + 1);
        let digits = self.token(i)?.digits();
        let bare = (digits == 10 || digits == 13) && self.text[self.token(i)?.start..].starts_with('1');
        let number = if at_sign {
            i + 1
        } else if bare {
            i
        } else {
            let next = self.eat(i, Sense::Unix)?;
            if self.mark(next, ':') || self.mark(next, '=') || self.word(next, "of") {
                next + 1
            } else {
                next
            }
        };
        let digits = self.token(number)?.digits();
        if !(9..=13).contains(&digits) || digits == 11 || digits == 12 {
            return None;
        }
        let value = self.plain_figures(number, 9..=13)?;
        let at = if digits == 13 {
            DateTime::from_timestamp_millis(value)?
        } else {
            DateTime::from_timestamp(value, 0)?
        };
        // "1838851200.5"
        let point = self.mark(number + 1, '.') && self.glued(number + 1) && self.glued(number + 2);
        let parts = self.plain_figures(number + 2, 1..=9).filter(|_| point && digits == 10);
        let at = match parts {
            Some(parts) => {
                let scale = 10_i64.pow(9 - u32::try_from(self.token(number + 2)?.digits()).ok()?);
                at.checked_add_signed(Duration::nanoseconds(parts.checked_mul(scale)?))?
            }
            None => at,
        };
        let unit = if parts.is_some() { number + 3 } else { number + 1 };
        let next = if self.mark(unit, '(') && self.is(unit + 1, Words::EpochUnit) && self.mark(unit + 2, ')')
        {
            unit + 3
        } else {
            unit
        };
        let term = Term::period(Period::moment(Moment::exact(at, self.context.zone)), next, "unix-time");
        // Ten figures alone may be a telephone number; "at" makes them a time.
        Some(if bare { term.needing(Need::Name) } else { term })
    }
}
