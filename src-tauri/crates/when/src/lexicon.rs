//! The vocabulary: what a word or phrase can mean. The rows of `lexicon/en.tsv` become senses in
//! [`table`], and the senses of a text are looked up in [`matches`]. What they mean together is
//! the grammar's.

mod matches;
mod table;
mod words;

use chrono::Weekday;

pub use matches::{Match, Matches};
pub use table::{Lexicon, english};
pub use words::Words;

use crate::holiday::HolidayRule;

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
    /// A running unit up to now ("YTD").
    ToDate(Unit),
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
    /// "Road", "Island": a date before it is the name of a place.
    Place,
    /// A book that is cited by chapter and verse, or a thing that is told as a ratio.
    Book,
    /// A noun before a number that is no date ("SKU", "section").
    Code,
    /// "the eve of".
    Eve,
    /// A preposition of another language.
    Foreign,
    /// "plus" (1) or "minus" (-1) before a count.
    Sum(i64),
    /// A phrase that only looks temporal.
    LookAlike,
    /// A word of a question that tells its intent or clock.
    Cue(crate::cue::Cue),
}
