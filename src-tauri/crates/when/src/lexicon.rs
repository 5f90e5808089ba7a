//! The vocabulary: the table `lexicon/en.tsv` as senses of words and phrases, and the lookup of
//! every sense that begins at a token. What the senses mean together is the grammar's.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::OnceLock;

use chrono::Weekday;

use crate::holiday::HolidayRule;
use crate::token::{Kind, Token, tokens};

/// A length of time that a word names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Unit {
    Second,
    Minute,
    Hour,
    Night,
    Day,
    BusinessDay,
    Weekend,
    WorkWeek,
    Week,
    Fortnight,
    Month,
    Quarter,
    Half,
    Year,
    Decade,
    Century,
}

/// A meteorological season of the northern half of the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Season {
    Spring,
    Summer,
    Autumn,
    Winter,
}

/// A part of a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DayPart {
    EarlyMorning,
    Morning,
    Afternoon,
    Evening,
    Night,
}

/// A part of a longer period.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    Early,
    Mid,
    Late,
    FirstHalf,
    SecondHalf,
}

/// A preposition that ties a period to its sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Preposition {
    In,
    On,
    At,
    During,
    For,
    AsOf,
    Before,
    Until,
    After,
    Since,
    By,
    Through,
}

/// What the tense of a verb says about dates without a year.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VerbTense {
    Past,
    Perfect,
    Present,
    Future,
}

/// One meaning of a word or phrase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sense {
    Month(u32),
    Weekday(Weekday),
    Unit(Unit),
    ShortUnit(Unit),
    Season(Season),
    SeasonUnit,
    DayPart(DayPart),
    /// An hour that has a name; 24 is the end of the day.
    NamedHour(u32),
    /// Days from today.
    Day(i64),
    Tonight,
    Now,
    /// -1 last, 0 this, 1 next; ±10 for "past" and "coming".
    Direction(i64),
    Cardinal(i64),
    Vague(i64),
    Scale(i64),
    Ordinal(i64),
    OrdinalSuffix,
    Decade(i32),
    Part(Part),
    /// A part of a running unit ("EOM").
    Abbreviation(Part, Unit),
    /// Afternoon or not.
    Meridiem(bool),
    OClock,
    Article,
    Possessive,
    Of,
    And,
    Or,
    Approximately,
    Every,
    Ago,
    Hence,
    /// Before the common era or not.
    Era(bool),
    Half,
    Preposition(Preposition),
    Onwards,
    Between,
    From,
    To,
    /// Minutes east of UTC.
    Zone(i32),
    ZoneName(chrono_tz::Tz),
    Unix,
    Holiday(HolidayRule),
    /// A feast of a calendar that is not computed here.
    OtherFeast,
    Tense(VerbTense),
    /// A participle that does not end in -ed.
    Participle,
    Be,
    Have,
    /// A word that is no noun, so that a name may stand before it.
    Function,
    Company,
    /// A phrase that only looks temporal.
    LookAlike,
    /// A word of a question that tells its intent or clock.
    Cue(crate::cue::Cue),
}

/// FNV-1a: the table is fixed and its words are short, so nothing is gained by a keyed hash.
#[derive(Debug)]
struct WordHasher(u64);

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
struct Entry {
    /// The words after the first.
    rest: Vec<String>,
    sense: Sense,
}

/// The table, by the first word of each form.
#[derive(Debug, Default)]
pub struct Lexicon {
    forms: HashMap<String, Vec<Entry>, BuildHasherDefault<WordHasher>>,
}

const ENGLISH: &str = include_str!("../lexicon/en.tsv");
const CUES: &str = include_str!("../lexicon/en-cues.tsv");

/// The English vocabulary.
pub fn english() -> &'static Lexicon {
    static LEXICON: OnceLock<Lexicon> = OnceLock::new();
    LEXICON.get_or_init(|| {
        let mut lexicon = Lexicon::default();
        for line in ENGLISH.lines().chain(CUES.lines()) {
            lexicon.add_line(line);
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
        "lookalike" => Sense::LookAlike,
        "other_feast" => Sense::OtherFeast,
        "cue" => Sense::Cue(crate::cue::Cue::parse(value)?),
        _ => return None,
    })
}

impl Lexicon {
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

/// A sense and the number of tokens that it covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Match {
    pub sense: Sense,
    pub length: usize,
}

/// Every sense that begins at each token of a text.
#[derive(Debug)]
pub struct Matches {
    flat: Vec<Match>,
    starts: Vec<u32>,
    /// Whether a word of a time begins at the token.
    temporal: Vec<bool>,
    /// Whether any word tells an intent or a clock.
    pub asks: bool,
}

impl Sense {
    /// Whether a time can begin with it, a preposition left out.
    fn is_temporal(self) -> bool {
        matches!(
            self,
            Sense::Month(_)
                | Sense::Weekday(_)
                | Sense::Unit(_)
                | Sense::Season(_)
                | Sense::SeasonUnit
                | Sense::DayPart(_)
                | Sense::NamedHour(_)
                | Sense::Day(_)
                | Sense::Tonight
                | Sense::Now
                | Sense::Direction(_)
                | Sense::Cardinal(_)
                | Sense::Vague(_)
                | Sense::Scale(_)
                | Sense::Ordinal(_)
                | Sense::Decade(_)
                | Sense::Part(_)
                | Sense::Abbreviation(..)
                | Sense::Half
                | Sense::Unix
                | Sense::Holiday(_)
        )
    }
}

impl Matches {
    /// Looks every token up. Linear: a phrase has a bounded number of words.
    pub fn of(tokens: &[Token<'_>], lexicon: &Lexicon) -> Self {
        let mut flat = Vec::with_capacity(tokens.len() * 2);
        let mut starts = Vec::with_capacity(tokens.len() + 1);
        let mut temporal = Vec::with_capacity(tokens.len());
        let mut asks = false;
        for (i, token) in tokens.iter().enumerate() {
            starts.push(flat.len() as u32);
            let letter = token.text.len() <= 2
                && ["q", "h", "w", "cw"].iter().any(|w| token.text.eq_ignore_ascii_case(w));
            temporal.push(
                token.digits() > 0
                    || letter
                    || matches!(token.kind, Kind::Mark('@' | '\'' | '½' | '¼' | '¾')),
            );
            let mut buffer = [0_u8; LONGEST];
            let Some(key) = lowered(token, &mut buffer) else { continue };
            let Some(entries) = lexicon.forms.get(key) else { continue };
            for entry in entries {
                if follows(&tokens[i + 1..], &entry.rest) {
                    flat.push(Match { sense: entry.sense, length: 1 + entry.rest.len() });
                    temporal[i] |= entry.sense.is_temporal();
                    asks |= matches!(entry.sense, Sense::Cue(_));
                }
            }
        }
        starts.push(flat.len() as u32);
        Matches { flat, starts, temporal, asks }
    }

    /// Whether a word, figure or sign of a time stands at token `i`.
    pub fn temporal(&self, i: usize) -> bool {
        self.temporal.get(i).copied().unwrap_or(false)
    }

    /// The senses that begin at token `i`; none past the end.
    pub fn at(&self, i: usize) -> &[Match] {
        match (self.starts.get(i), self.starts.get(i + 1)) {
            (Some(&from), Some(&to)) => &self.flat[from as usize..to as usize],
            _ => &[],
        }
    }
}

/// Longer than any word of the table.
const LONGEST: usize = 24;

/// The token in lower case, in ASCII; `None` if it cannot be a word of the table.
fn lowered<'b>(token: &Token<'_>, buffer: &'b mut [u8; LONGEST]) -> Option<&'b str> {
    let text = token.text;
    if text.len() > LONGEST {
        return None;
    }
    let mut length = 0;
    for c in text.chars() {
        let c = if c == '\u{2019}' { '\'' } else { c };
        if !c.is_ascii() {
            return None;
        }
        buffer[length] = c.to_ascii_lowercase() as u8;
        length += 1;
    }
    std::str::from_utf8(&buffer[..length]).ok()
}

fn follows(tokens: &[Token<'_>], words: &[String]) -> bool {
    tokens.len() >= words.len()
        && tokens.iter().zip(words).all(|(token, word)| {
            token.text.eq_ignore_ascii_case(word)
                || (token.kind == Kind::Mark('\'') && word == "'")
                || (token.text.starts_with('\u{2019}')
                    && token.text.replace('\u{2019}', "'").eq_ignore_ascii_case(word))
        })
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
    }

    #[test]
    fn no_word_is_longer_than_the_buffer() {
        assert!(english().forms.keys().all(|word| word.len() <= LONGEST));
    }

    #[test]
    fn phrases_and_typographic_apostrophes_are_found() {
        let text = tokens("the day before yesterday and New Year\u{2019}s Eve");
        let matches = Matches::of(&text, english());
        assert!(matches.at(1).contains(&Match { sense: Sense::Day(-2), length: 3 }));
        assert!(matches.at(5).iter().any(|m| m.length == 4 && matches!(m.sense, Sense::Holiday(_))));
    }
}
