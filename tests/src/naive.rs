//! The timeline of one key, written from the text of the ledger's specification (sections 2 and 3)
//! and from nothing else, as literally as it can be and without a thought for speed. Each function
//! is one of its sentences. It knows no database, no versions and no increments: the whole log is
//! read again for every question.

use std::collections::BTreeSet;

use memstrata_model::ClosingRule;

/// A place on either time axis, in microseconds.
pub type Time = i64;

/// An entry of one key's log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    pub id: String,
    pub recorded_at: Time,
    pub act: Act,
}

/// What an entry says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    Assert {
        object: String,
        /// `None` is an unknown start.
        from: Option<Time>,
        to: Option<Time>,
        window: bool,
        /// Whether the source states the start.
        stated: bool,
    },
    End {
        object: Option<String>,
        at: Time,
    },
    Confirm {
        object: String,
        at: Time,
    },
    Void {
        target: String,
    },
    /// The relation of the key has one value from now on, or many.
    Cardinality {
        set: bool,
    },
}

/// An interval of the timeline.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Interval {
    pub from: Option<Time>,
    pub object: String,
    pub to: Option<Time>,
    pub closing_rule: Option<ClosingRule>,
    pub superseded_by: Option<String>,
    /// The entry that opened it.
    pub opened_by: String,
}

/// The timeline of a key as believed at `known_at`, by start, then object. `set` says whether the
/// relation has many values before the log says anything of it.
#[must_use]
pub fn timeline(log: &[Event], set: bool, known_at: Time) -> Vec<Interval> {
    let counting: Vec<&Event> =
        log.iter().filter(|event| event.recorded_at <= known_at && counts(event, log, known_at)).collect();
    let set = counting
        .iter()
        .rev()
        .find_map(|event| match event.act {
            Act::Cardinality { set } => Some(set),
            _ => None,
        })
        .unwrap_or(set);
    let mut intervals = if set {
        // "For a set-valued key the same holds for each object alone, where `end` without an object
        // ends them all."
        let objects: BTreeSet<&str> = counting.iter().filter_map(|event| object_of(event)).collect();
        objects
            .into_iter()
            .flat_map(|object| {
                let alone: Vec<&Event> = counting
                    .iter()
                    .filter(|event| object_of(event).is_none_or(|named| named == object))
                    .copied()
                    .collect();
                of_one_value(&alone)
            })
            .collect()
    } else {
        of_one_value(&counting)
    };
    intervals.sort();
    intervals
}

/// "An event counts unless a void that itself counts names it."
#[must_use]
pub fn counts(event: &Event, log: &[Event], known_at: Time) -> bool {
    !log.iter().any(|other| {
        other.recorded_at <= known_at
            && matches!(&other.act, Act::Void { target } if *target == event.id)
            && counts(other, log, known_at)
    })
}

fn object_of(event: &Event) -> Option<&str> {
    match &event.act {
        Act::Assert { object, .. } | Act::Confirm { object, .. } => Some(object),
        Act::End { object, .. } => object.as_deref(),
        Act::Void { .. } | Act::Cardinality { .. } => None,
    }
}

/// "Each has a change point: `valid_from` for an assert, `at` for an `end` or a `confirm`."
fn change_point(event: &Event) -> Option<Option<Time>> {
    match event.act {
        Act::Assert { from, .. } => Some(from),
        Act::End { at, .. } | Act::Confirm { at, .. } => Some(Some(at)),
        Act::Void { .. } | Act::Cardinality { .. } => None,
    }
}

/// An assert, or "a `confirm` counts as an assert without an end, its start not stated".
#[derive(Clone, Copy, Debug)]
struct Assert<'e> {
    id: &'e str,
    recorded_at: Time,
    object: &'e str,
    to: Option<Time>,
    window: bool,
    stated: bool,
}

fn as_assert(event: &Event) -> Option<Assert<'_>> {
    let (object, to, window, stated) = match &event.act {
        Act::Assert { object, to, window, stated, from } => (object, *to, *window, *stated && from.is_some()),
        Act::Confirm { object, .. } => (object, None, false, false),
        _ => return None,
    };
    Some(Assert { id: &event.id, recorded_at: event.recorded_at, object, to, window, stated })
}

/// A stretch that one winner holds.
#[derive(Clone, Debug)]
struct Piece {
    object: String,
    from: Option<Time>,
    to: Option<Time>,
    closing_rule: Option<ClosingRule>,
    superseded_by: Option<String>,
    opened_by: String,
    /// Whether its winner states its start.
    stated: bool,
    /// Whether it began inside what its own object held already, no `end` there.
    inside: bool,
    /// Change points of observations that changed no bounds.
    observed_at: Vec<Time>,
}

/// All that was told of one change point, by the time of recording.
struct Point<'e> {
    at: Option<Time>,
    asserts: Vec<Assert<'e>>,
    /// Id, time of recording, object.
    ends: Vec<(&'e str, Time, Option<&'e str>)>,
}

impl<'e> Point<'e> {
    /// The `end` "recorded after it there" that "takes it away (an `end` without an object, or naming
    /// the same object)". What is gone cannot be taken away again: it is the first of them.
    fn taken_by(&self, assert: &Assert<'_>) -> Option<&'e str> {
        self.ends
            .iter()
            .find(|end| end.1 > assert.recorded_at && names(end.2, assert.object))
            .map(|end| end.0)
    }

    /// "A reinforcement inside it states its own start": any assert here that stands.
    fn states_the_start_of(&self, object: &str) -> bool {
        self.asserts.iter().any(|assert| {
            assert.object == object && assert.stated && !assert.window && self.taken_by(assert).is_none()
        })
    }

    /// "The last assert wins (a `window` assert of the object that already stands there is passed
    /// over), unless an `end` recorded after it there takes it away."
    fn winner(&self) -> Option<Assert<'e>> {
        let mut last: Option<Assert<'e>> = None;
        for assert in &self.asserts {
            let stands = last.is_some_and(|last| {
                last.object == assert.object
                    && !self.ends.iter().any(|end| {
                        end.1 > last.recorded_at && end.1 < assert.recorded_at && names(end.2, last.object)
                    })
            });
            if !(assert.window && stands) {
                last = Some(*assert);
            }
        }
        last.filter(|assert| self.taken_by(assert).is_none())
    }

    /// Whether an `end` here names no object or that one.
    fn closes(&self, object: &str) -> bool {
        self.ends.iter().any(|end| names(end.2, object))
    }

    fn takes_something_away(&self) -> bool {
        self.asserts.iter().any(|assert| self.taken_by(assert).is_some())
    }

    /// "The last `end` there that closed it or took an assert away."
    fn last_end_that_mattered(&self, held: &str) -> Option<&'e str> {
        let took = |id: &str| self.asserts.iter().any(|assert| self.taken_by(assert) == Some(id));
        self.ends.iter().rev().find(|end| names(end.2, held) || took(end.0)).map(|end| end.0)
    }
}

fn names(end: Option<&str>, object: &str) -> bool {
    end.is_none_or(|named| named == object)
}

fn of_one_value(events: &[&Event]) -> Vec<Interval> {
    let at: BTreeSet<Option<Time>> = events.iter().filter_map(|event| change_point(event)).collect();
    let mut pieces: Vec<Piece> = Vec::new();
    for at in at {
        let mut here: Vec<&&Event> = events.iter().filter(|event| change_point(event) == Some(at)).collect();
        here.sort_by_key(|event| event.recorded_at);
        let point = Point {
            at,
            asserts: here.iter().filter_map(|event| as_assert(event)).collect(),
            ends: here
                .iter()
                .filter_map(|event| match &event.act {
                    Act::End { object, .. } => {
                        Some((event.id.as_str(), event.recorded_at, object.as_deref()))
                    }
                    _ => None,
                })
                .collect(),
        };
        pass(&mut pieces, &point);
    }
    join(pieces)
}

/// What happens to the timeline at one change point.
fn pass(pieces: &mut Vec<Piece>, point: &Point<'_>) {
    let winner = point.winner();
    // What held just before: it may stop exactly here by itself.
    let held = pieces.last().filter(|piece| piece.to.is_none() || piece.to >= point.at).cloned();
    if let (Some(winner), Some(held)) = (winner, &held)
        && winner.window
        && held.object == winner.object
        && lies_inside(&winner, held)
        && held.to.is_none_or(|to| Some(to) > point.at)
        && !point.closes(&held.object)
        && point.asserts.iter().all(|assert| assert.object == winner.object)
    {
        // "Only an observation of it and changes no bounds."
        if let (Some(piece), Some(at)) = (pieces.last_mut(), point.at) {
            piece.observed_at.push(at);
        }
        return;
    }
    let mut inside = None;
    if let Some(held) = &held {
        let closed = point.closes(&held.object);
        if held.to != point.at && !closed {
            inside = Some(held.clone());
        }
        if winner.is_some() || closed || point.takes_something_away() {
            let piece = pieces.last_mut().expect("something held");
            if piece.to != point.at {
                piece.to = point.at;
                piece.closing_rule = Some(if closed || winner.is_none() {
                    ClosingRule::Ended
                } else {
                    ClosingRule::LaterValidTime
                });
            }
            piece.superseded_by = match winner {
                Some(winner) => Some(winner.id.to_owned()),
                None => point.last_end_that_mattered(&held.object).map(str::to_owned),
            };
        }
    }
    let Some(winner) = winner else { return };
    let inside = inside.filter(|held| held.object == winner.object);
    let (to, closing_rule) = end_of(&winner, point, inside.as_ref());
    pieces.push(Piece {
        object: winner.object.to_owned(),
        from: point.at,
        to,
        closing_rule,
        superseded_by: None,
        opened_by: winner.id.to_owned(),
        stated: point.states_the_start_of(winner.object),
        inside: inside.is_some(),
        observed_at: Vec::new(),
    });
}

fn lies_inside(window: &Assert<'_>, held: &Piece) -> bool {
    held.to.is_none() || window.to.is_some_and(|to| held.to >= Some(to))
}

/// "The winner holds from the change point to its end: its own `valid_to`; else …"
fn end_of(
    winner: &Assert<'_>,
    point: &Point<'_>,
    inside: Option<&Piece>,
) -> (Option<Time>, Option<ClosingRule>) {
    if let Some(to) = winner.to {
        let rule = if winner.window { ClosingRule::Observed } else { ClosingRule::StatedEnd };
        return (Some(to), Some(rule));
    }
    let given = point
        .asserts
        .iter()
        .filter(|other| {
            other.recorded_at < winner.recorded_at
                && other.object == winner.object
                && !other.window
                && point.taken_by(other).is_none()
        })
        .filter_map(|other| other.to)
        .next_back();
    if let Some(to) = given {
        return (Some(to), Some(ClosingRule::StatedEnd));
    }
    match inside {
        Some(held) if held.closing_rule != Some(ClosingRule::Observed) => (held.to, held.closing_rule),
        _ => (None, None),
    }
}

/// "Neighbours with the same object and no gap are one interval."
fn join(pieces: Vec<Piece>) -> Vec<Interval> {
    let mut runs: Vec<Vec<Piece>> = Vec::new();
    for piece in pieces {
        match runs.last_mut() {
            Some(run)
                if run.last().is_some_and(|last| last.object == piece.object && last.to == piece.from) =>
            {
                run.push(piece);
            }
            _ => runs.push(vec![piece]),
        }
    }
    runs.into_iter()
        .map(|run| {
            let (first, last) = (&run[0], &run[run.len() - 1]);
            Interval {
                from: if first.from.is_none() { first_known(&run) } else { first.from },
                object: first.object.clone(),
                to: last.to,
                closing_rule: last.closing_rule,
                superseded_by: last.superseded_by.clone(),
                opened_by: first.opened_by.clone(),
            }
        })
        .collect()
}

/// "Where the first has an unknown start and a reinforcement inside it (before any piece that
/// merely follows at its end or after an `end`) states its own start, the interval begins at the
/// first known change point inside it."
fn first_known(run: &[Piece]) -> Option<Time> {
    let inside: Vec<&Piece> =
        run[..1].iter().chain(run[1..].iter().take_while(|piece| piece.inside)).collect();
    if !inside[1..].iter().any(|piece| piece.stated) {
        return None;
    }
    let observed = inside.iter().flat_map(|piece| piece.observed_at.iter().copied());
    inside[1..].iter().filter_map(|piece| piece.from).chain(observed).min()
}
