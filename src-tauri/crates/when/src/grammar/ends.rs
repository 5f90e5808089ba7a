//! The two ends of a range as periods: what one leaves open the other gives, and which year, week or day
//! is meant where both do.

use chrono::{Datelike as _, NaiveDate};

use crate::civil::{Grain, Period, add_days};
use crate::grammar::{Parser, Term, Value};
use crate::pattern::{ClockTime, Direction, Pattern};

impl Parser<'_, '_> {
    /// Both ends as periods: what one leaves open the other gives.
    pub(super) fn ends(&self, first: &Term, second: &Term) -> Option<(Period, Period)> {
        let (a, b) = (&first.value, &second.value);
        match (a, b) {
            (Value::Period(a), Value::Period(b)) => Some((*a, *b)),
            // "26 June to 28 June 2020", "January to March 2026": the year of the second.
            (Value::Pattern(pattern), Value::Period(b)) => {
                if let Pattern::Clock(time) = pattern {
                    // "2pm till tomorrow 4:30pm", "between eight o'clock and now"
                    let day = if b.is_moment() && b.from.exact == Some(self.context.now) {
                        self.context.today()
                    } else {
                        self.context.today().min(b.first_day())
                    };
                    let mut from = time.on(day, self.context)?;
                    if from.local > b.from.local {
                        from = time.on(add_days(day, -1)?, self.context)?;
                    }
                    return Some((Period::moment(from), *b));
                }
                let a = if pattern.is_yearly()
                    && b.grain != Grain::DayPart
                    && second.rule != "now"
                    && second.rule != "day-word"
                {
                    let year = b.first_day().year();
                    let same = pattern.in_year(year)?;
                    if same.from.local <= b.from.local {
                        same
                    } else {
                        pattern.in_year(year.checked_sub(1)?)?
                    }
                } else {
                    pattern.last_until(b.first_day(), self.context)?
                };
                Some((a, *b))
            }
            (Value::Period(a), Value::Pattern(pattern)) => {
                let b = match pattern {
                    Pattern::Clock(time) => {
                        let pm = a.from.local.time() >= chrono::NaiveTime::from_hms_opt(12, 0, 0)?;
                        let time =
                            if pm || time.time <= a.from.local.time() { time.afternoon() } else { *time };
                        // "2026-07-20 22:00–23:00 UTC": the zone of the second is the first's too.
                        if (time.zone.is_some() || time.offset.is_some()) && a.from.exact.is_none() {
                            let begin = ClockTime { time: a.from.local.time(), end_of_day: false, ..time };
                            let day = a.from.local.date();
                            let from = begin.on(day, self.context)?;
                            let mut to = time.on(day, self.context)?;
                            if to.local <= from.local {
                                to = time.on(day.succ_opt()?, self.context)?;
                            }
                            return Some((Period::moment(from), Period::moment(to)));
                        }
                        let day = a.from.local.date();
                        let moment = time.on(day, self.context)?;
                        if moment.local > a.from.local {
                            Period::moment(moment)
                        } else {
                            Period::moment(time.on(day.succ_opt()?, self.context)?)
                        }
                    }
                    Pattern::DayOfMonth { day, .. } if a.grain == Grain::Day => {
                        let first = a.first_day();
                        match NaiveDate::from_ymd_opt(first.year(), first.month(), *day)
                            .filter(|d| *d >= first)
                        {
                            Some(date) => Period::day(date)?,
                            None => pattern.first_from(first, self.context)?,
                        }
                    }
                    // "since 2024 until March": the March that the tense means.
                    _ if pattern.is_yearly()
                        && a.grain >= Grain::Year
                        && pattern
                            .resolve(self.direction(), self.context)
                            .is_some_and(|p| p.from.local >= a.from.local) =>
                    {
                        pattern.resolve(self.direction(), self.context)?
                    }
                    _ if pattern.is_yearly() => {
                        let same = pattern.in_year(a.first_day().year());
                        match same.filter(|p| p.to.local >= a.to.local) {
                            Some(period) => period,
                            None => pattern.in_year(a.first_day().year().checked_add(1)?)?,
                        }
                    }
                    _ => pattern.first_from(a.first_day(), self.context)?,
                };
                Some((*a, b))
            }
            (Value::Pattern(a), Value::Pattern(b)) => self.both_open(*a, *b),
            _ => None,
        }
    }

    fn both_open(&self, a: Pattern, b: Pattern) -> Option<(Period, Period)> {
        let past = match self.direction() {
            Direction::Past => true,
            Direction::Coming => false,
            Direction::Nearest => {
                let near = b.resolve(Direction::Nearest, self.context)?;
                near.from.local <= self.context.local_now()
            }
        };
        // "April 9 through 17"
        if let (Pattern::MonthDay { month, day, .. }, Pattern::DayOfMonth { day: last, .. }) = (a, b)
            && last >= day
        {
            let begin = a.resolve(self.direction(), self.context)?;
            let end = NaiveDate::from_ymd_opt(begin.first_day().year(), month, last)?;
            return Some((begin, Period::day(end)?));
        }
        if past {
            let begin = a.resolve(Direction::Past, self.context)?;
            let end = self.next_from(&b, &begin)?;
            // "was closed from January to August", said in May: what is over did not end in August.
            // A few days that run are meant all the same ("between Christmas and New Year").
            let long = !matches!(a, Pattern::Holiday(_))
                || end.from.local - begin.from.local > chrono::Duration::days(14);
            if end.from.local > self.context.local_now()
                && long
                && let Some(before) = begin.first_day().pred_opt()
                && let Some(begin) = a.last_until(before, self.context)
            {
                let end = self.next_from(&b, &begin)?;
                return Some((begin, end));
            }
            Some((begin, end))
        } else {
            let end = b.resolve(Direction::Coming, self.context)?;
            let mut begin = a.last_until(end.first_day(), self.context)?;
            // "from Monday to Thursday" said on a Wednesday is next week's.
            if let (Pattern::Weekday(_), Pattern::Weekday(_)) = (a, b)
                && begin.first_day() < self.context.today()
            {
                begin = a.first_from(self.context.today(), self.context)?;
                let end = b.first_from(begin.first_day(), self.context)?;
                return Some((begin, end));
            }
            // "will be closed from January to June", said in May: the coming January, since most of the
            // running one is over.
            let now = self.context.local_now();
            let spent = now - begin.from.local > end.to.local - now;
            if self.future.get() && begin.from.local < now && spent {
                begin = a.first_from(self.context.today(), self.context)?;
                let end = self.next_from(&b, &begin)?;
                return Some((begin, end));
            }
            // A range that lies wholly ahead starts ahead: "Monday to Friday" said on a Saturday.
            Some((begin, end))
        }
    }

    fn next_from(&self, pattern: &Pattern, begin: &Period) -> Option<Period> {
        if let (Pattern::Clock(time), true) = (pattern, begin.is_moment()) {
            let day = begin.first_day();
            let moment = time.on(day, self.context)?;
            let later = if moment.local > begin.from.local {
                moment
            } else {
                time.on(day.succ_opt()?, self.context)?
            };
            return Some(Period::moment(later));
        }

        pattern.first_from(begin.first_day(), self.context)
    }
}
