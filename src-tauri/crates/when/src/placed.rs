//! A question whose events are known by now: "three days before the launch" once the launch is a
//! date. Which episode or change an event is, the caller has looked up.

use crate::civil::{Grain, Moment, Period};
use crate::context::Context;
use crate::grammar::{Event, Parser};
use crate::lexicon::english;
use crate::pattern::Direction;
use crate::reading::{AnchorPlace, Bounds, QuestionReading, Relation};
use crate::relation::{Time, time_of};
use crate::wording;

/// The reading of a question with the period that its anchor gives, where each of its events lies in
/// the `Bounds` of the same place in `events` (an event without an end is a moment). The reading is
/// returned as it is where it has no anchor, or another number of events.
#[must_use]
pub fn place_events(
    reading: &QuestionReading,
    question: &str,
    context: &Context,
    events: &[Bounds],
) -> QuestionReading {
    let context = &context.within_the_calendar();
    let mut placed = reading.clone();
    let Some(place) = &reading.place else { return placed };
    let periods: Vec<Period> = events.iter().filter_map(|event| period_of(event, context)).collect();
    if periods.len() != place.events.len() {
        return placed;
    }
    let Some(time) = time_of_place(reading, place, question, context, &periods) else { return placed };
    placed.bounds = Bounds { from: time.from, to: time.to };
    placed.precision = Some(time.precision());
    placed.reading = Some(wording::reading(&time, context));
    placed
}

fn period_of(event: &Bounds, context: &Context) -> Option<Period> {
    let from = Moment::exact(event.from?, context.zone);
    let to = event.to.filter(|to| Some(*to) > event.from).map(|to| Moment::exact(to, context.zone));
    Some(match to {
        Some(to) => Period { from, to, grain: Grain::Day },
        None => Period::moment(from),
    })
}

fn time_of_place(
    reading: &QuestionReading,
    place: &AnchorPlace,
    question: &str,
    context: &Context,
    periods: &[Period],
) -> Option<Time> {
    let period = match (&place.phrase, place.relation, periods) {
        (Some(phrase), _, [event]) => {
            let mut parser = Parser::new(question, english(), context);
            let token = |byte: usize| parser.tokens.partition_point(|t| t.start < byte);
            let span = place.events.first()?;
            let (first, next) = (token(span.start), token(span.end));
            let start = token(phrase.start);
            parser.place_event(Event { first, next, period: *event });
            parser.begin(Direction::Past);
            let term = parser.term(start, 0).filter(|term| term.next == next)?;
            parser.resolve(&term.value)?
        }
        (None, Relation::Between, [first, second]) => {
            Period { from: first.from, to: second.to, grain: first.grain.min(second.grain) }
        }
        // One end is a date.
        (None, Relation::Between, [event]) => {
            let known =
                |at: Option<chrono::DateTime<chrono::Utc>>| at.map(|at| Moment::exact(at, context.zone));
            let from = known(reading.bounds.from).unwrap_or(event.from);
            let to = known(reading.bounds.to).unwrap_or(event.to);
            Period { from, to, grain: event.grain }
        }
        (None, _, [event]) => *event,
        _ => return None,
    };
    // An end before its start is no period: the events were looked up in the wrong order.
    if period.to.local < period.from.local {
        return None;
    }
    Some(time_of(context, period, place.relation, None, false, "anchor", &[]))
}
