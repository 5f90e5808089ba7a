//! Times of day: figures with a colon, "5pm", "15h30", "half past three", "noon", and the zones
//! and offsets beside them.

use crate::grammar::{Need, Parser, Term};
use crate::lexicon::{DayPart, Preposition, Sense, Unit, Words};
use crate::pattern::{ClockTime, Pattern};

impl Parser<'_, '_> {
    /// am or pm, with dots and spaces as people write them; also "a" and "p" glued to a figure.
    fn meridiem(&self, i: usize) -> Option<(bool, usize)> {
        if let Some((pm, next)) = self.sense(i, |s| if let Sense::Meridiem(pm) = s { Some(pm) } else { None })
        {
            let dotted = next - i > 1;
            let next = if dotted && self.mark(next, '.') { next + 1 } else { next };
            if !dotted && self.word(next, "pm") && self.glued(next) {
                return None;
            }
            return Some((pm, next));
        }
        for (letter, pm) in [("a", false), ("p", true)] {
            if self.word(i, letter) {
                if self.word(i + 1, "m") {
                    return Some((
                        pm,
                        if self.mark(i + 2, '.') && self.glued(i + 2) { i + 3 } else { i + 2 },
                    ));
                }
                if self.glued(i) && !self.token(i + 1).is_some_and(|t| t.glued && t.is_alphanumeric()) {
                    return Some((pm, i + 1));
                }
            }
        }
        // "9.am"
        if self.mark(i, '.') && self.glued(i) && self.glued(i + 1) {
            return self.sense(i + 1, |s| if let Sense::Meridiem(pm) = s { Some(pm) } else { None });
        }
        // "3 in the AM"
        if self.word(i, "in") && self.word(i + 1, "the") {
            return self.sense(i + 2, |s| if let Sense::Meridiem(pm) = s { Some(pm) } else { None });
        }
        None
    }

    /// "in the morning", "at night" after a time: which half of the day.
    fn day_half(&self, i: usize) -> Option<(bool, usize)> {
        let at = if self.is(i, Words::DayPartTie) { self.past_article(i + 1) } else { i };
        let at = if self.has(at, Sense::Part(crate::lexicon::Part::Early)) { at + 1 } else { at };
        let (part, next) =
            self.sense(at, |s| if let Sense::DayPart(part) = s { Some(part) } else { None })?;
        Some((!matches!(part, DayPart::Morning | DayPart::EarlyMorning), next))
    }

    fn apply_half(hour: u32, pm: bool) -> Option<u32> {
        match (hour, pm) {
            (12, false) => Some(0),
            (1..=11, true) => Some(hour + 12),
            (0..=12, _) => Some(hour),
            (13..=23, true) => Some(hour),
            _ => None,
        }
    }

    /// A time of day in figures or certain words; the token after it and its zone.
    pub(super) fn clock_time(&self, i: usize) -> Option<(ClockTime, usize)> {
        let (time, next) = self.bare_time(i)?;
        // "5pm-ish"
        let dash = usize::from(self.dash(next) && self.glued(next) && self.glued(next + 1));
        let next =
            if self.word(next + dash, "ish") && self.glued(next + dash) { next + dash + 1 } else { next };
        Some(self.with_zone(time, next))
    }

    fn bare_time(&self, i: usize) -> Option<(ClockTime, usize)> {
        if let Some((hour, next)) =
            self.sense(i, |s| if let Sense::NamedHour(hour) = s { Some(hour) } else { None })
        {
            return Some((ClockTime::new(hour, 0, 0, true)?, next));
        }
        if self.word(i, "noonish") {
            return Some((ClockTime::new(12, 0, 0, true)?, i + 1));
        }
        if let Some(found) = self.past_the_hour(i) {
            return Some(found);
        }
        let token = self.token(i)?;
        match token.digits() {
            1 | 2 => self.figure_time(i),
            3 | 4 => {
                // "330 p.m.", "1030am", "0900 hours"
                let value = self.plain_figures(i, 3..=4)? as u32;
                if token.digits() == 4 && self.is(i + 1, Words::HourUnit) {
                    return Some((ClockTime::new(value / 100, value % 100, 0, true)?, i + 2));
                }
                let (pm, next) = self.meridiem(i + 1).or_else(|| self.day_half(i + 1))?;
                let hour = Self::apply_half(value / 100, pm).filter(|_| value / 100 <= 12)?;
                Some((ClockTime::new(hour, value % 100, 0, true)?, next))
            }
            _ => self.spelt_time(i),
        }
    }

    fn figure_time(&self, i: usize) -> Option<(ClockTime, usize)> {
        let hour = self.plain_figures(i, 1..=2)? as u32;
        let pair = |at: usize| {
            (self.glued(at) && self.glued(at + 1)).then(|| self.plain_figures(at + 1, 2..=2)).flatten()
        };
        let minutes = if self.mark(i + 1, ':') { pair(i + 1) } else { None };
        if let Some(minute) = minutes {
            let mut next = i + 3;
            let mut second = 0;
            if self.mark(next, ':')
                && let Some(value) = pair(next)
            {
                second = value as u32;
                next += 2;
                if self.mark(next, '.')
                    && self.glued(next)
                    && self.glued(next + 1)
                    && self.plain_figures(next + 1, 1..=9).is_some()
                {
                    next += 2;
                }
            }
            let half = || self.day_half(next).filter(|_| self.is(next, Words::InAt));
            if let Some((pm, end)) = self.meridiem(next).or_else(half) {
                return Some((
                    ClockTime::new(Self::apply_half(hour, pm)?, minute as u32, second, true)?,
                    end,
                ));
            }
            let certain = hour == 0 || hour > 12 || self.token(i)?.digits() == 2 && hour < 10;
            return Some((ClockTime::new(hour, minute as u32, second, certain)?, next));
        }
        if self.word(i + 1, "ish") && self.glued(i + 1) && (1..=12).contains(&hour) {
            return Some((ClockTime::new(hour, 0, 0, false)?, i + 2));
        }
        // "5pm", "8.30 pm"
        if let Some((pm, next)) = self.meridiem(i + 1)
            && hour <= 12
            && hour > 0
        {
            return Some((ClockTime::new(Self::apply_half(hour, pm)?, 0, 0, true)?, next));
        }
        if self.mark(i + 1, '.')
            && let Some(minute) = pair(i + 1)
            && let Some((pm, next)) = self.meridiem(i + 3)
            && hour <= 12
        {
            return Some((ClockTime::new(Self::apply_half(hour, pm)?, minute as u32, 0, true)?, next));
        }
        // "15h", "15h30"
        if self.token(i + 1).is_some_and(|t| t.text == "h") && self.glued(i + 1) && hour < 24 {
            if let Some(minute) = self.plain_figures(i + 2, 2..=2).filter(|_| self.glued(i + 2)) {
                return Some((ClockTime::new(hour, minute as u32, 0, true)?, i + 3));
            }
            return Some((ClockTime::new(hour, 0, 0, true)?, i + 2));
        }
        // "5 o'clock", "5 o'clock in the afternoon", "5 in the afternoon"
        let clock = self.eat(i + 1, Sense::OClock);
        let after = clock.unwrap_or(i + 1);
        if let Some((pm, next)) =
            self.meridiem(after).filter(|_| clock.is_some()).or_else(|| self.day_half(after))
            && (1..=12).contains(&hour)
            && (clock.is_some() || self.is(after, Words::InAt))
        {
            return Some((ClockTime::new(Self::apply_half(hour, pm)?, 0, 0, true)?, next));
        }
        clock.and_then(|next| Some((ClockTime::new(hour, 0, 0, hour > 12)?, next)))
    }

    /// "six pm", "seven thirty p.m.", "four o'clock", "three in the morning".
    fn spelt_time(&self, i: usize) -> Option<(ClockTime, usize)> {
        let (hour @ 1..=12, next) =
            self.sense(i, |s| if let Sense::Cardinal(n) = s { Some(n) } else { None })?
        else {
            return None;
        };
        let hour = hour as u32;
        let (minute, next) = self.spelt_minutes(next).unwrap_or((0, next));
        if let Some((pm, end)) = self.meridiem(next) {
            return Some((ClockTime::new(Self::apply_half(hour, pm)?, minute, 0, true)?, end));
        }
        let clock = self.eat(next, Sense::OClock);
        let after = clock.unwrap_or(next);
        if let Some((pm, end)) =
            self.day_half(after).filter(|_| self.is(after, Words::InAt) || clock.is_some())
        {
            return Some((ClockTime::new(Self::apply_half(hour, pm)?, minute, 0, true)?, end));
        }
        clock.and_then(|end| Some((ClockTime::new(hour, minute, 0, false)?, end)))
    }

    /// "thirty", "forty-five", "oh three" after an hour in words.
    fn spelt_minutes(&self, i: usize) -> Option<(u32, usize)> {
        let at = if self.dash(i) && self.glued(i) { i + 1 } else { i };
        if self.is(at, Words::ZeroWord) {
            let at = if self.dash(at + 1) && self.glued(at + 1) { at + 2 } else { at + 1 };
            let (n @ 1..=9, next) =
                self.sense(at, |s| if let Sense::Cardinal(n) = s { Some(n) } else { None })?
            else {
                return None;
            };
            return Some((n as u32, next));
        }
        if self.token(at)?.digits() > 0 {
            return None;
        }
        let (n @ 10..=59, next) = self.cardinal(at)? else { return None };
        Some((n as u32, next))
    }

    /// "half past three", "a quarter to five pm", "20 minutes past 3", "ten to nine".
    pub(super) fn past_the_hour(&self, i: usize) -> Option<(ClockTime, usize)> {
        let at = if self.word(i, "a") { i + 1 } else { i };
        let (minutes, next) = if self.word(at, "quarter") {
            (15, at + 1)
        } else if self.has(at, Sense::Half) {
            // "half three" is half past it.
            if let Some((time, end)) = self.hour_of_day(at + 1)
                && !self.word(at + 1, "past")
            {
                return self.shifted(time, 30, end);
            }
            (30, at + 1)
        } else {
            let (n @ 1..=59, next) = self.cardinal(at)? else { return None };
            let next = self
                .sense(next, |s| (s == Sense::Unit(Unit::Minute)).then_some(()))
                .map_or(next, |(_, end)| end);
            (n, next)
        };
        let before = self.is(next, Words::BeforeHour);
        let past = self.is(next, Words::AfterTheHour) || (self.word(next, "from") && minutes < 60);
        if !(before || past) {
            return None;
        }
        let (time, end) = self.hour_of_day(next + 1)?;
        // "3 to 5" is a range unless the hour is said to be one; "at ten to five" is a time.
        let spelt_unit = next > at + 1;
        let said_at = i > 0
            && self.is(i - 1, Words::ClockTie)
            && (self.token(at)?.digits() == 0 || minutes > 12)
            && minutes % 5 == 0;
        if before && said_at {
            return self.shifted(time, -minutes, end);
        }
        if before && !spelt_unit && minutes != 15 && !time.certain && !self.has(end, Sense::OClock) {
            return None;
        }
        if before && !spelt_unit && minutes <= 12 && self.token(at)?.digits() > 0 {
            return None;
        }
        if self.word(next, "from") && !(time.certain && spelt_unit) {
            return None;
        }
        self.shifted(time, if before { -minutes } else { minutes }, end)
    }

    fn shifted(&self, time: ClockTime, minutes: i64, next: usize) -> Option<(ClockTime, usize)> {
        let (later, _) = time.time.overflowing_add_signed(chrono::Duration::minutes(minutes));
        Some((ClockTime { time: later, end_of_day: false, ..time }, next))
    }

    /// A whole hour: "3", "3pm", "three", "noon", "15h", "seven o'clock".
    fn hour_of_day(&self, i: usize) -> Option<(ClockTime, usize)> {
        if let Some((hour, next)) =
            self.sense(i, |s| if let Sense::NamedHour(hour) = s { Some(hour) } else { None })
        {
            return Some((ClockTime::new(hour % 24, 0, 0, true)?, next));
        }
        let spelt = self.token(i)?.digits() == 0;
        if let Some(found) = if spelt { self.spelt_time(i) } else { self.figure_time(i) } {
            return Some(found);
        }
        let (hour, next) = self.cardinal(i)?;
        let more =
            self.glued(next) && self.token(next).is_some_and(|t| t.is_mark(':') || t.is_alphanumeric());
        ((0..24).contains(&hour) && !more)
            .then(|| ClockTime::new(hour as u32, 0, 0, hour > 12).map(|time| (time, next)))
            .flatten()
    }

    /// A bare hour after "at": "at 5", "at 1030", "at three", "at 3 15", "at 150ish".
    pub(super) fn loose_time(&self, i: usize) -> Option<(ClockTime, usize)> {
        if let Some(found) = self.clock_time(i) {
            return Some(found);
        }
        let token = self.token(i)?;
        let (time, next) = match token.digits() {
            3 | 4 => {
                // "2026-05-12" is a date.
                if self.glued(i + 1) && self.token(i + 2).is_some_and(|t| t.glued && t.digits() > 0) {
                    return None;
                }
                let value = self.plain_figures(i, 3..=4)? as u32;
                let certain = token.digits() == 4;
                (ClockTime::new(value / 100, value % 100, 0, certain)?, i + 1)
            }
            1 | 2 => {
                let hour = self.plain_figures(i, 1..=2)? as u32;
                let dotted = self.mark(i + 1, '.') && self.glued(i + 1) && self.glued(i + 2);
                let minute = if dotted { self.plain_figures(i + 2, 2..=2) } else { None };
                match minute {
                    Some(minute) => (ClockTime::new(hour, minute as u32, 0, hour > 12)?, i + 3),
                    None if dotted && self.token(i + 2).is_some_and(|t| t.digits() > 0) => return None,
                    None => match self.plain_figures(i + 1, 2..=2).filter(|_| !self.glued(i + 1)) {
                        Some(minute) => (ClockTime::new(hour, minute as u32, 0, hour > 12)?, i + 2),
                        None => (ClockTime::new(hour, 0, 0, hour > 12)?, i + 1),
                    },
                }
            }
            _ => {
                let (hour @ 1..=12, next) =
                    self.sense(i, |s| if let Sense::Cardinal(n) = s { Some(n) } else { None })?
                else {
                    return None;
                };
                let (minute, next) = self.spelt_minutes(next).unwrap_or((0, next));
                (ClockTime::new(hour as u32, minute, 0, false)?, next)
            }
        };
        let next = if self.word(next, "ish") { next + 1 } else { next };
        if self.mark(next, ':')
            && self.glued(next)
            && self.token(next + 1).is_some_and(|t| t.glued && t.digits() > 0)
        {
            return None;
        }
        if self.glued(next)
            && self.token(next).is_some_and(|t| t.is_alphanumeric() || t.is_mark('%') || t.is_mark('/'))
        {
            return None;
        }
        Some(self.with_zone(time, next))
    }

    /// "tonight", "tomorrow morning", "this evening".
    fn beside_part(&self, i: usize) -> bool {
        let part = |at: usize| self.sense(at, |s| matches!(s, Sense::DayPart(_)).then_some(())).is_some();
        self.sense(i, |s| (s == Sense::Tonight).then_some(())).is_some()
            || self.sense(i, |s| matches!(s, Sense::Day(_)).then_some(())).is_some_and(|(_, next)| part(next))
            || self.word(i, "this") && part(i + 1)
    }

    /// Whether an hour in words has its minutes ("three thirty").
    pub(super) fn spelt_to_the_minute(&self, i: usize) -> bool {
        self.token(i).is_some_and(|t| t.is_word())
            && self
                .sense(i, |s| matches!(s, Sense::Cardinal(1..=12)).then_some(()))
                .is_some_and(|(_, next)| self.spelt_minutes(next).is_some())
    }

    /// "9am in Porto on 3 April": a time on clocks that are not known is out of scope, with its day.
    fn clock_elsewhere(&self, i: usize) -> Option<Term> {
        let at = if self.word(i, "at") { i + 1 } else { i };
        let (_, next) = self.clock_time(at)?;
        let end = self.unknown_place(next)?;
        let day = if self.word(end, "on") { end + 1 } else { end };
        let dated = self
            .textual_date(day)
            .or_else(|| self.stamp(day))
            .or_else(|| self.numeric_date(day))
            .or_else(|| self.day_word(day))
            .or_else(|| self.directed(day, 3))
            .or_else(|| self.calendar(day, 3).filter(|t| t.need != Need::Year));
        Some(Term::unread(dated.map_or(end, |term| term.next)))
    }

    /// A bare hour after "after", "until" and the like, where its day stands beside it: "after 5 on
    /// Friday", "by 6 tomorrow". After a verb of amounts it is one.
    fn edge_hour(&self, i: usize) -> Option<Term> {
        let before = i.checked_sub(1)?;
        let (_, next) = self.sense(before, |s| {
            use Preposition::{After, Before, By, Since, Until};
            matches!(s, Sense::Preposition(After | Before | By | Since | Until)).then_some(())
        })?;
        let figures = self.token(i).is_some_and(|t| t.digits() == 1 || t.digits() == 2);
        if next != i || !figures || self.amounts_change(i) {
            return None;
        }
        let (time, end) = self.loose_time(i)?;
        let day = match self.word(end, "on") {
            true => self.weekday(end + 1).is_some() || self.textual_date(end + 1).is_some(),
            false => self.sense(end, |s| matches!(s, Sense::Day(_)).then_some(())).is_some(),
        };
        day.then(|| Term::pattern(Pattern::Clock(time), end, "clock", Need::Hour))
    }

    /// A time of day as a term.
    pub(super) fn clock(&self, i: usize) -> Option<Term> {
        // "at 5" is one with its preposition only.
        if let Some((Preposition::At, next)) =
            self.sense(i, |s| if let Sense::Preposition(p) = s { Some(p) } else { None })
            && let Some((time, end)) = self.loose_time(next)
        {
            let strong = self.clock_time(next).is_some();
            return Some(Term::pattern(
                Pattern::Clock(time),
                end,
                "clock",
                if strong { Need::Nothing } else { Need::Hour },
            ));
        }
        if let Some(term) = self.edge_hour(i) {
            return Some(term);
        }
        // "at 25:00"; "at 80:20" is a ratio
        if self.word(i, "at")
            && self.plain_figures(i + 1, 1..=2).is_some_and(|hour| hour < 60)
            && self.mark(i + 2, ':')
            && self.glued(i + 2)
            && self.glued(i + 3)
            && self.plain_figures(i + 3, 2..=2).is_some()
            && !(self.mark(i + 4, ':') && self.glued(i + 4))
        {
            return Some(Term::impossible("impossible_time", i + 4));
        }
        if let Some(term) = self.clock_elsewhere(i) {
            return Some(term);
        }
        if let Some((time, next)) = self.clock_time(i) {
            let named = self.sense(i, |s| matches!(s, Sense::NamedHour(_)).then_some(())).is_some()
                && !self.word(i, "noonish");
            let french = self.word(i + 1, "h") && next == i + 2;
            let half = self.has(i, Sense::Half) && !self.word(i + 1, "past");
            // "5p" may be a price, "12A" a seat.
            let letter = next >= 1
                && self.token(next - 1).is_some_and(|t| t.glued && t.text.len() == 1 && t.is_word());
            let need = if named || french || half || letter { Need::Name } else { Need::Nothing };
            return Some(Term::pattern(Pattern::Clock(time), next, "clock", need));
        }
        let at = self.past_article(i);
        if at > i
            && let Some((hour, next)) =
                self.sense(at, |s| if let Sense::NamedHour(hour) = s { Some(hour) } else { None })
        {
            let time = ClockTime::new(hour, 0, 0, true)?;
            return Some(Term::pattern(Pattern::Clock(time), next, "clock", Need::Name));
        }
        // "eight tonight", "9 tomorrow morning": the day says which half is meant.
        let begins = i == 0 || !self.tokens[i - 1].is_word() || self.has(i - 1, Sense::Function);
        if let Some((hour @ 1..=12, next)) = self.cardinal(i)
            && begins
            && self.beside_part(next)
        {
            return Some(Term::pattern(
                Pattern::Clock(ClockTime::new(hour as u32, 0, 0, false)?),
                next,
                "clock",
                Need::Hour,
            ));
        }
        // "ten thirty" alone, a whole text
        let (hour, next) = self.sense(i, |s| match s {
            Sense::Cardinal(n @ 1..=12) => Some(n as u32),
            _ => None,
        })?;
        if self.token(i)?.digits() > 0 {
            return None;
        }
        let (minute, end) = self.spelt_minutes(next)?;
        // "three twenty" is a number as well.
        if minute >= 10 && ![15, 30, 45].contains(&minute) {
            return None;
        }
        Some(Term::pattern(Pattern::Clock(ClockTime::new(hour, minute, 0, false)?), end, "clock", Need::Hour))
    }
}
