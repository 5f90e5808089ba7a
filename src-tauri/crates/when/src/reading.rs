//! The words of a reading: what is handed out, and how it looks as JSON. How a text becomes one
//! is left to [`crate::question`], [`crate::statement`] and [`crate::expression`].

use std::ops::Range;

use chrono::{DateTime, SecondsFormat, Utc};
use serde::ser::{SerializeMap as _, SerializeSeq as _};
use serde::{Serialize, Serializer};

/// What a question asks of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Intent {
    /// What holds now, said so ("currently").
    Current,
    /// What held at an instant, on a day or in a part of one.
    At,
    /// What held in a longer period, or since one.
    During,
    /// What held last before a period.
    Before,
    /// What held first after a period, and since.
    After,
    /// What held from one period to another, both included.
    Between,
    /// When something changed.
    Change,
    /// Everything that ever held.
    History,
    /// What held before the present value.
    Previous,
    /// No temporal words.
    None,
}

impl Intent {
    /// The word of the JSON document.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Intent::Current => "current",
            Intent::At => "at",
            Intent::During => "during",
            Intent::Before => "before",
            Intent::After => "after",
            Intent::Between => "between",
            Intent::Change => "change",
            Intent::History => "history",
            Intent::Previous => "previous",
            Intent::None => "none",
        }
    }
}

/// Which of the two clocks a question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Clock {
    /// When it was true.
    Valid,
    /// When it was believed.
    System,
}

impl Clock {
    /// The word of the JSON document.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Clock::Valid => "valid",
            Clock::System => "system",
        }
    }
}

/// The unit an expression names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Precision {
    Instant,
    Day,
    Week,
    Month,
    Quarter,
    Year,
}

impl Precision {
    /// The word of the JSON document.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Precision::Instant => "instant",
            Precision::Day => "day",
            Precision::Week => "week",
            Precision::Month => "month",
            Precision::Quarter => "quarter",
            Precision::Year => "year",
        }
    }
}

/// How an expression is tied to its sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Relation {
    /// "in March", "on Friday", "March": the period itself.
    Within,
    /// "before X", "until X", "prior to X": up to the start of X.
    Before,
    /// "after X": from the end of X.
    After,
    /// "since X", "from X onwards": from the start of X.
    Since,
    /// "through X", "until the end of X": up to the end of X.
    Through,
    /// "by X": at the latest in X.
    By,
    /// "between A and B", "from A to B", "A – B": both included.
    Between,
}

/// `[from, to)` in UTC; `None` is unbounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds {
    pub from: Option<DateTime<Utc>>,
    pub to: Option<DateTime<Utc>>,
}

impl Bounds {
    /// Neither end is known.
    pub const OPEN: Bounds = Bounds { from: None, to: None };
}

impl Serialize for Bounds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("from", &self.from.map(rfc3339))?;
        map.serialize_entry("to", &self.to.map(rfc3339))?;
        map.end()
    }
}

/// An instant as RFC 3339 UTC with a `Z`, with a fraction only where it has one.
#[must_use]
pub fn rfc3339(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::AutoSi, true)
}

/// One time expression of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression {
    /// Bytes of the text, its preposition included.
    pub span: Range<usize>,
    /// Bytes of the text without the preposition that ties it to the sentence.
    pub core: Range<usize>,
    /// The period meant, the preposition taken into account: "before March" has no `from`.
    pub bounds: Bounds,
    /// The period that the bare expression names, without the preposition.
    pub named: Bounds,
    pub precision: Precision,
    pub relation: Relation,
    /// In words that a person can check, with the zone.
    pub reading: String,
    /// The name of the rule that read it.
    pub rule: &'static str,
    /// What had to be decided: a gap, a repeated hour, a flipped order, a contradicted weekday.
    pub notes: Vec<String>,
}

impl Serialize for Expression {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("span", &[self.span.start, self.span.end])?;
        map.serialize_entry("from", &self.bounds.from.map(rfc3339))?;
        map.serialize_entry("to", &self.bounds.to.map(rfc3339))?;
        map.serialize_entry("precision", &self.precision)?;
        map.serialize_entry("relation", &self.relation)?;
        map.serialize_entry("reading", &self.reading)?;
        map.serialize_entry("rule", self.rule)?;
        map.end()
    }
}

/// The events that a question names instead of dates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Anchor {
    One(String),
    /// "between the kickoff and the launch".
    Two(String, String),
}

impl Serialize for Anchor {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Anchor::One(words) => serializer.serialize_str(words),
            Anchor::Two(first, second) => {
                let mut list = serializer.serialize_seq(Some(2))?;
                list.serialize_element(first)?;
                list.serialize_element(second)?;
                list.end()
            }
        }
    }
}

/// How the events of an anchor are tied to the question; [`crate::place_events`] reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnchorPlace {
    pub relation: Relation,
    /// Bytes of the question that name each event.
    pub events: Vec<Range<usize>>,
    /// Bytes of "three days before the launch": the period meant lies beside the event.
    pub phrase: Option<Range<usize>>,
}

/// A date that cannot exist.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReadingError {
    /// Stable: `impossible_date`, `impossible_time`.
    pub code: &'static str,
    /// The words of the text.
    pub expression: String,
    pub message: String,
}

/// How a question is read. As JSON it is the document of the specification: the error alone
/// where there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuestionReading {
    pub intent: Intent,
    pub clock: Clock,
    /// On the clock named by `clock`; both open where no time is read.
    pub bounds: Bounds,
    pub precision: Option<Precision>,
    /// The words that carry the time, with their preposition.
    pub expression: Option<String>,
    /// Bytes of the question that `expression` covers.
    pub span: Option<Range<usize>>,
    pub anchor: Option<Anchor>,
    /// How the anchor is tied, for [`crate::place_events`]; not part of the document.
    pub place: Option<AnchorPlace>,
    /// The period of belief, where a question asks for both clocks; `bounds` is then valid time.
    pub expect_system: Option<Bounds>,
    pub timezone: String,
    /// In words; `None` where no time is read.
    pub reading: Option<String>,
    /// The rule that read the expression, or the one that found the intent.
    pub rule: Option<&'static str>,
    pub notes: Vec<String>,
    pub error: Option<ReadingError>,
    /// What it was read against, for the explanation.
    pub now: DateTime<Utc>,
}

impl Serialize for QuestionReading {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if let Some(error) = &self.error {
            map.serialize_entry("error", error)?;
            return map.end();
        }
        map.serialize_entry("intent", &self.intent)?;
        map.serialize_entry("clock", &self.clock)?;
        map.serialize_entry("from", &self.bounds.from.map(rfc3339))?;
        map.serialize_entry("to", &self.bounds.to.map(rfc3339))?;
        map.serialize_entry("precision", &self.precision)?;
        map.serialize_entry("expression", &self.expression)?;
        map.serialize_entry("anchor", &self.anchor)?;
        map.serialize_entry("expect_system", &self.expect_system)?;
        map.serialize_entry("timezone", &self.timezone)?;
        map.serialize_entry("reading", &self.reading)?;
        map.end()
    }
}

/// One end of a validity, as far as it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatePart {
    /// As known in the zone of the text: `2026`, `2026-03`, `2026-03-10`, or an instant.
    pub text: String,
    /// Where it begins.
    pub at: DateTime<Utc>,
}

/// What a statement says about when it holds. As JSON it is the line of `when --texts`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StatementReading {
    pub valid_from: Option<DatePart>,
    /// Exclusive: "through March" ends where April begins.
    pub valid_to: Option<DatePart>,
    pub precision: Option<Precision>,
    /// `true` for "in March it was": it held in that time, and what held outside is not said.
    /// `false` for an extent ("from 3 to 17 May", "until March") or an open start.
    pub window: bool,
    /// The words that carry the validity.
    pub expression: Option<String>,
    /// Bytes of every expression that was used.
    pub spans: Vec<Range<usize>>,
    pub reading: Option<String>,
    pub rule: Option<&'static str>,
    /// Bytes of dates that are the value or recur, and so say nothing of validity.
    pub values: Vec<Range<usize>>,
}

impl Serialize for StatementReading {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = |part: &Option<DatePart>| part.as_ref().map(|p| p.text.clone());
        let at = |part: &Option<DatePart>| part.as_ref().map(|p| rfc3339(p.at));
        let mut map = serializer.serialize_map(Some(6))?;
        map.serialize_entry("valid_from", &text(&self.valid_from))?;
        map.serialize_entry("valid_to", &text(&self.valid_to))?;
        map.serialize_entry("valid_from_utc", &at(&self.valid_from))?;
        map.serialize_entry("valid_to_utc", &at(&self.valid_to))?;
        map.serialize_entry("precision", &self.precision)?;
        map.serialize_entry("expression", &self.expression)?;
        map.end()
    }
}
