//! Dates of facts: what the `when` crate reads in each clause of a telling, given to the facts of
//! that clause. Until a date is read the moment of saying counts.

use std::ops::Range;

use memstrata_model::Instant;
use memstrata_model::time::Precision;
use memstrata_when::{Context, DatePart, StatementReading, read_statements};

use crate::fact::{FoundDate, Telling};

/// A stretch of the telling.
pub(crate) type Span = (usize, usize);

/// What stands around a fact in its sentence.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Around<'a> {
    /// The clauses that facts were read of.
    pub clauses: &'a [Span],
    /// What is told apart from the rest.
    pub apart: &'a [Span],
}

/// The dates that a clause states.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Dated {
    pub from: Option<FoundDate>,
    pub to: Option<FoundDate>,
    pub window: bool,
}

/// What a telling states of time, clause by clause.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stated(Vec<(Range<usize>, StatementReading)>);

impl Stated {
    #[must_use]
    pub fn read(telling: &Telling<'_>) -> Self {
        let context = Context::new(telling.said_at.to_utc(), telling.zone).with_locale(telling.locale);
        Stated(read_statements(telling.text, &context))
    }

    /// Whether all dates around a clause stand after a place in the text.
    #[must_use]
    pub fn only_after(&self, place: usize, span: (usize, usize)) -> bool {
        let mut spans = self
            .0
            .iter()
            .filter(|(range, _)| range.start < span.1 && span.0 < range.end)
            .flat_map(|(_, reading)| &reading.spans)
            .peekable();
        spans.peek().is_some() && spans.all(|date| date.start > place)
    }

    /// The dates of a fact in the clause at `span`; a date that is the object states none, nor does one
    /// that stands apart from where the fact is told.
    #[must_use]
    pub fn of(&self, span: Span, (object, told): (Span, usize), beside: Around<'_>) -> Dated {
        let empty = |r: &StatementReading| r.valid_from.is_none() && r.valid_to.is_none();
        let meets = |r: &Range<usize>, s: (usize, usize)| r.start < s.1 && s.0 < r.end;
        // Statements stand in the order of the text.
        let from = self.0.partition_point(|(range, _)| range.end <= span.0.min(object.0));
        let around = || {
            self.0[from..]
                .iter()
                .take_while(|(range, _)| range.start < span.1.max(object.1))
                .inspect(|_| crate::work::steps(1))
        };
        let own = around().find(|(range, _)| range.contains(&object.0));
        let near = around().find(|(range, reading)| meets(range, span) && !empty(reading));
        let within = |at: usize| beside.apart.iter().position(|(a, b)| (*a..*b).contains(&at));
        let together = |(_, r): &&(Range<usize>, StatementReading)| {
            r.spans.iter().all(|date| within(date.start) == within(told))
        };
        let (own, near) = (own.filter(together), near.filter(together));
        let Some((_, reading)) = own.filter(|(_, r)| !empty(r)).or(near) else { return Dated::default() };
        // What stands in the clause of another fact is that fact's date.
        let elsewhere =
            |s: &Range<usize>| !meets(s, span) && beside.clauses.iter().any(|o| *o != span && meets(s, *o));
        if reading.spans.iter().any(|s| meets(s, object))
            || !reading.spans.is_empty() && reading.spans.iter().all(elsewhere)
        {
            return Dated::default();
        }
        let precision = reading.precision.and_then(|p| Precision::from_name(p.as_str()));
        let date = |part: &Option<DatePart>| {
            part.as_ref().map(|p| FoundDate {
                text: p.text.clone(),
                at: Instant::from(p.at),
                precision: precision.unwrap_or_else(|| precision_of(&p.text)),
            })
        };
        Dated { from: date(&reading.valid_from), to: date(&reading.valid_to), window: reading.window }
    }
}

/// How finely a date is written.
fn precision_of(text: &str) -> Precision {
    match text.len() {
        0..=4 => Precision::Year,
        5..=7 => Precision::Month,
        8..=10 => Precision::Day,
        _ => Precision::Instant,
    }
}
