//! Zones and offsets beside a time: "UTC", "CET", "+02:00", "GMT+1", "Europe/Lisbon", "Lisbon time".

use chrono::NaiveDateTime;
use chrono_tz::Tz;

use crate::civil::{Moment, local_instant};
use crate::grammar::Parser;
use crate::lexicon::{Sense, Words};
use crate::pattern::ClockTime;

/// A zone that follows a time.
#[derive(Clone, Copy, Debug)]
enum Zone {
    Offset(i32),
    Named(Tz),
}

/// The zone whose name ends with a city.
fn zone_named(city: &str) -> Option<Tz> {
    let names =
        |zone: &&Tz| zone.name().rsplit('/').next().is_some_and(|last| last.eq_ignore_ascii_case(city));
    chrono_tz::TZ_VARIANTS.iter().find(names).copied()
}

impl Parser<'_, '_> {
    /// The zone after a time: "UTC", "CET", "+02:00", "GMT+1", "(BST)", "Europe/Lisbon", "Z".
    pub(super) fn with_zone(&self, mut time: ClockTime, i: usize) -> (ClockTime, usize) {
        match self.zone_at(i) {
            Some((Zone::Offset(minutes), next)) => {
                time.offset = Some(minutes);
                (time, next)
            }
            Some((Zone::Named(zone), next)) => {
                time.zone = Some(zone);
                (time, next)
            }
            None => (time, i),
        }
    }

    /// A local time with the zone that follows it.
    pub(super) fn zoned(&self, local: NaiveDateTime, i: usize) -> Option<(Moment, usize)> {
        let (zone, next) = self.zone_at(i)?;
        let utc = match zone {
            Zone::Offset(minutes) => {
                local.checked_sub_signed(chrono::Duration::minutes(i64::from(minutes)))?.and_utc()
            }
            Zone::Named(zone) => local_instant(local, zone).0,
        };
        Some((Moment::exact(utc, self.context.zone), next))
    }

    fn signed_offset(&self, i: usize) -> Option<(i32, usize)> {
        let sign = if self.mark(i, '+') {
            1
        } else if self.mark(i, '-') || self.mark(i, '\u{2212}') {
            -1
        } else {
            return None;
        };
        if !self.glued(i + 1) {
            return None;
        }
        let value = self.plain_figures(i + 1, 1..=4)? as i32;
        let digits = self.token(i + 1)?.digits();
        if digits >= 3 {
            return (value / 100 <= 18 && value % 100 < 60)
                .then_some((sign * (value / 100 * 60 + value % 100), i + 2));
        }
        if value > 18 {
            return None;
        }
        if self.mark(i + 2, ':')
            && self.glued(i + 2)
            && let Some(minutes @ 0..=59) = self.plain_figures(i + 3, 2..=2)
        {
            return Some((sign * (value * 60 + minutes as i32), i + 4));
        }
        Some((sign * value * 60, i + 2))
    }

    /// "Lisbon time", "New York time": the zone that is named for the city.
    fn city_time(&self, i: usize) -> Option<(Zone, usize)> {
        let words = (1..=3).find(|&n| self.word(i + n, "time"))?;
        if !self.token(i)?.capitalised() {
            return None;
        }
        let city: Vec<&str> = self.tokens[i..i + words].iter().map(|t| t.text).collect();
        zone_named(&city.join("_")).map(|zone| (Zone::Named(zone), i + words + 1))
    }

    /// "in Rome", "in New York" after a time: the zone that is named for the city.
    fn in_city(&self, i: usize) -> Option<(Zone, usize)> {
        if !self.word(i, "in") || !self.token(i + 1)?.capitalised() {
            return None;
        }
        let capitals =
            (i + 1..i + 4).take_while(|&at| self.token(at).is_some_and(|t| t.capitalised() && !t.new_line));
        (1..=capitals.count()).rev().find_map(|n| {
            let words: Vec<&str> = self.tokens[i + 1..=i + n].iter().map(|t| t.text).collect();
            zone_named(&words.join("_")).map(|zone| (Zone::Named(zone), i + n + 1))
        })
    }

    /// The end of a place that no zone is named for ("in Porto") after a time: what the clocks said
    /// there is not known. A room or a numbered thing is no such place.
    pub(super) fn unknown_place(&self, i: usize) -> Option<usize> {
        if !self.word(i, "in") || self.in_city(i).is_some() || !self.matches.at(i + 1).is_empty() {
            return None;
        }
        let mut at = i + 1;
        while at < i + 4 && self.token(at).is_some_and(|t| t.capitalised() && !t.new_line) {
            at += 1;
        }
        let numbered = self.token(at).is_some_and(|t| t.digits() > 0 || t.glued && t.is_mark('-'));
        (at > i + 1 && !numbered && (self.ends_phrase_after(at) || self.matches.temporal(at))).then_some(at)
    }

    fn zone_at(&self, i: usize) -> Option<(Zone, usize)> {
        if self.mark(i, '(') {
            let (zone, next) = self.zone_at(i + 1)?;
            return self.mark(next, ')').then_some((zone, next + 1));
        }
        let token = self.token(i)?;
        if token.text == "Z" && token.glued {
            return Some((Zone::Offset(0), i + 1));
        }
        if token.is_mark('+') || (token.is_mark('-') && token.glued) {
            let (minutes, next) = self.signed_offset(i)?;
            let range = token.is_mark('-') && (self.token(i + 1)?.digits() < 3 || self.mark(next, ':'));
            let full = self.token(i + 1)?.digits() >= 2;
            return (full && !range).then_some((Zone::Offset(minutes), next));
        }
        if !token.is_word() {
            return None;
        }
        if let Some(found) = self.in_city(i) {
            return Some(found);
        }
        // "America/New_York", "Europe/Lisbon"
        if self.mark(i + 1, '/') && self.glued(i + 1) {
            let mut end = i + 3;
            while end < i + 9
                && self.glued(end)
                && self
                    .token(end)
                    .is_some_and(|t| t.is_word() || t.is_mark('_') || t.is_mark('/') || t.is_mark('-'))
            {
                end += 1;
            }
            while end > i + 2 {
                let name = &self.text[token.start..self.token(end - 1)?.end()];
                if let Ok(zone) = name.parse::<Tz>() {
                    return Some((Zone::Named(zone), end));
                }
                end -= 1;
            }
            return None;
        }
        if let Some((zone, next)) =
            self.sense(i, |s| if let Sense::ZoneName(zone) = s { Some(zone) } else { None })
        {
            let short = next == i + 1 && token.text.len() <= 2;
            return (!short || token.text.chars().all(|c| c.is_ascii_uppercase()))
                .then_some((Zone::Named(zone), next));
        }
        if let Some(found) = self.city_time(i) {
            return Some(found);
        }
        let (minutes, next) =
            self.sense(i, |s| if let Sense::Zone(minutes) = s { Some(minutes) } else { None })?;
        let shouted = token.text.chars().all(|c| c.is_ascii_uppercase());
        let known = self.lexicon.lists(Words::ZoneCode, token.text.to_ascii_lowercase().as_str());
        if !(shouted || known && token.text.chars().all(|c| c.is_ascii_lowercase())) {
            return None;
        }
        if minutes == 0
            && self.glued(next)
            && let Some((offset, end)) = self.signed_offset(next)
        {
            return Some((Zone::Offset(offset), end));
        }
        Some((Zone::Offset(minutes), next))
    }
}
