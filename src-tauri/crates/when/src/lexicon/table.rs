//! The tables `lexicon/en.tsv` and `lexicon/en-cues.tsv` as senses, by the first word of each form,
//! with the word classes of `lexicon/en-words.tsv` beside them.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::OnceLock;

use chrono::Weekday;

use super::words::{WordLists, Words};
use super::{DayPart, Part, Preposition, Season, Sense, Unit, VerbTense};
use crate::holiday::HolidayRule;
use crate::token::tokens;

/// FNV-1a: the table is fixed and its words are short, so nothing is gained by a keyed hash.
#[derive(Debug)]
pub(super) struct WordHasher(u64);

impl Default for WordHasher {
    fn default() -> Self {
        WordHasher(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for WordHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

#[derive(Debug)]
pub(super) struct Entry {
    /// The words after the first.
    pub(super) rest: Vec<String>,
    pub(super) sense: Sense,
}

/// The vocabulary of a language.
#[derive(Debug, Default)]
pub struct Lexicon {
    /// Senses, by the first word of each form.
    pub(super) forms: HashMap<String, Vec<Entry>, BuildHasherDefault<WordHasher>>,
    /// Words that the grammar asks for by what they do.
    pub(super) words: WordLists,
}

const ENGLISH: &str = include_str!("../../lexicon/en.tsv");
const CUES: &str = include_str!("../../lexicon/en-cues.tsv");
const WORDS: &str = include_str!("../../lexicon/en-words.tsv");

/// The English vocabulary.
pub fn english() -> &'static Lexicon {
    static LEXICON: OnceLock<Lexicon> = OnceLock::new();
    LEXICON.get_or_init(|| {
        let mut lexicon = Lexicon::default();
        for line in ENGLISH.lines().chain(CUES.lines()) {
            lexicon.add_line(line);
        }
        for line in WORDS.lines() {
            lexicon.words.add_line(line);
        }
        lexicon
    })
}

fn weekday(name: &str) -> Option<Weekday> {
    name.parse().ok()
}

fn unit(name: &str) -> Option<Unit> {
    Some(match name {
        "second" => Unit::Second,
        "minute" => Unit::Minute,
        "hour" => Unit::Hour,
        "night" => Unit::Night,
        "day" => Unit::Day,
        "business_day" => Unit::BusinessDay,
        "weekend" => Unit::Weekend,
        "work_week" => Unit::WorkWeek,
        "week" => Unit::Week,
        "fortnight" => Unit::Fortnight,
        "month" => Unit::Month,
        "quarter" => Unit::Quarter,
        "half" => Unit::Half,
        "year" => Unit::Year,
        "decade" => Unit::Decade,
        "century" => Unit::Century,
        _ => return None,
    })
}

fn preposition(name: &str) -> Option<Preposition> {
    Some(match name {
        "in" => Preposition::In,
        "on" => Preposition::On,
        "at" => Preposition::At,
        "during" => Preposition::During,
        "for" => Preposition::For,
        "asof" => Preposition::AsOf,
        "before" => Preposition::Before,
        "until" => Preposition::Until,
        "after" => Preposition::After,
        "since" => Preposition::Since,
        "by" => Preposition::By,
        "through" => Preposition::Through,
        _ => return None,
    })
}

/// The sense of a row of the table; `None` for a class or value that does not exist.
fn sense(class: &str, value: &str) -> Option<Sense> {
    let number = || value.parse::<i64>().ok();
    let small = || value.parse::<u32>().ok();
    Some(match class {
        "month" => Sense::Month(small()?),
        "weekday" => Sense::Weekday(weekday(value)?),
        "unit" => Sense::Unit(unit(value)?),
        "short_unit" => Sense::ShortUnit(unit(value)?),
        "season" => Sense::Season(match value {
            "spring" => Season::Spring,
            "summer" => Season::Summer,
            "autumn" => Season::Autumn,
            "winter" => Season::Winter,
            _ => return None,
        }),
        "season_unit" => Sense::SeasonUnit,
        "daypart" => Sense::DayPart(match value {
            "early_morning" => DayPart::EarlyMorning,
            "morning" => DayPart::Morning,
            "afternoon" => DayPart::Afternoon,
            "evening" => DayPart::Evening,
            "night" => DayPart::Night,
            _ => return None,
        }),
        "clock" => Sense::NamedHour(small()?),
        "relday" => Sense::Day(number()?),
        "tonight" => Sense::Tonight,
        "now" => Sense::Now,
        "direction" => Sense::Direction(number()?),
        "cardinal" => Sense::Cardinal(number()?),
        "vague" => Sense::Vague(number()?),
        "scale" => Sense::Scale(number()?),
        "ordinal" => Sense::Ordinal(number()?),
        "ordinal_suffix" => Sense::OrdinalSuffix,
        "decade" => Sense::Decade(value.parse().ok()?),
        "part" => Sense::Part(match value {
            "early" => Part::Early,
            "mid" => Part::Mid,
            "late" => Part::Late,
            "half1" => Part::FirstHalf,
            "half2" => Part::SecondHalf,
            _ => return None,
        }),
        "abbreviation" => {
            let (part, name) = value.split_once('_')?;
            Sense::Abbreviation(if part == "end" { Part::Late } else { Part::Early }, unit(name)?)
        }
        "to_date" => Sense::ToDate(unit(value)?),
        "meridiem" => Sense::Meridiem(value == "pm"),
        "oclock" => Sense::OClock,
        "article" => Sense::Article,
        "possessive" => Sense::Possessive,
        "of" => Sense::Of,
        "and" => Sense::And,
        "or" => Sense::Or,
        "approx" => Sense::Approximately,
        "every" => Sense::Every,
        "ago" => Sense::Ago,
        "hence" => Sense::Hence,
        "era" => Sense::Era(value == "bc"),
        "half" => Sense::Half,
        "in" | "before" | "after" | "since" | "by" | "through" => Sense::Preposition(preposition(value)?),
        "onwards" => Sense::Onwards,
        "between" => Sense::Between,
        "from" => Sense::From,
        "to" => Sense::To,
        "zone" => Sense::Zone(value.parse().ok()?),
        "zone_name" => Sense::ZoneName(value.parse().ok()?),
        "unix" => Sense::Unix,
        "holiday" => Sense::Holiday(HolidayRule::parse(value)?),
        "tense" => Sense::Tense(match value {
            "past" => VerbTense::Past,
            "perfect" => VerbTense::Perfect,
            "present" => VerbTense::Present,
            "future" => VerbTense::Future,
            _ => return None,
        }),
        "participle" => Sense::Participle,
        "be" => Sense::Be,
        "have" => Sense::Have,
        "function" => Sense::Function,
        "company" => Sense::Company,
        "place" => Sense::Place,
        "book" => Sense::Book,
        "code" => Sense::Code,
        "eve" => Sense::Eve,
        "foreign" => Sense::Foreign,
        "sum" => Sense::Sum(number()?),
        "lookalike" => Sense::LookAlike,
        "other_feast" => Sense::OtherFeast,
        "cue" => Sense::Cue(crate::cue::Cue::parse(value)?),
        _ => return None,
    })
}

impl Lexicon {
    /// Whether a class has the word, in capitals or not.
    pub fn lists(&self, class: Words, word: &str) -> bool {
        self.words.has(class, word)
    }

    /// The words of a class.
    pub fn of(&self, class: Words) -> &[&'static str] {
        self.words.of(class)
    }

    /// Adds a row; comments, empty and malformed rows are left out (a test checks there is none).
    fn add_line(&mut self, line: &str) -> bool {
        if line.is_empty() || line.starts_with('#') {
            return true;
        }
        let mut columns = line.split('\t');
        let (Some(class), Some(value), Some(forms)) = (columns.next(), columns.next(), columns.next()) else {
            return false;
        };
        let Some(sense) = sense(class, value) else { return false };
        for form in forms.split('|') {
            let words: Vec<String> = tokens(form).iter().map(|t| t.text.to_lowercase()).collect();
            let Some((first, rest)) = words.split_first() else { return false };
            let entry = Entry { rest: rest.to_vec(), sense };
            self.forms.entry(first.clone()).or_default().push(entry);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_table_is_understood() {
        let mut lexicon = Lexicon::default();
        for line in ENGLISH.lines().chain(CUES.lines()) {
            assert!(lexicon.add_line(line), "{line}");
        }
        for line in WORDS.lines() {
            assert!(lexicon.words.add_line(line), "{line}");
        }
    }
}
