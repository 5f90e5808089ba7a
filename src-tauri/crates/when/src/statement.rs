//! Reads when a statement holds, from its cues: "since", "until", "effective", "from … to …", a
//! happening on a day, a state in a month. Tells dates of validity from dates that are the value
//! ("born on", "the deadline is"), from what recurs and from times of any day.

mod state;
mod validity;
mod value;

use std::ops::Range;

use chrono::{DateTime, Datelike as _, Timelike as _, Utc};

use crate::civil::Grain;
use crate::clause::{clauses, dates_text, is_heading};
use crate::context::Context;
use crate::cue::Cue;
use crate::expression::{Found, What, scan};
use crate::grammar::Parser;
use crate::lexicon::{Preposition, Sense, Words, english};
use crate::pattern::Direction;
use crate::reading::{DatePart, Relation, StatementReading, rfc3339};
use crate::tense::Tenses;
use crate::wording;

/// When the statement of a text holds, told at `context.now`: the first of its clauses that says
/// so.
#[must_use]
pub fn read_statement(text: &str, context: &Context) -> StatementReading {
    let mut values = Vec::new();
    let clauses = read_clauses(text, context);
    // "We signed on 10 May; the rent is 835 from 1 July": the date of the telling stands back.
    let stated = |(_, reading, telling): &(Range<usize>, StatementReading, bool)| {
        !telling && (reading.valid_from.is_some() || reading.valid_to.is_some())
    };
    let skip = clauses.iter().any(stated);
    let mut readings = clauses.into_iter().peekable();
    while let Some((_, mut reading, telling)) = readings.next() {
        if skip && telling {
            values.extend(reading.spans);
            continue;
        }
        if reading.valid_from.is_some() || reading.valid_to.is_some() {
            // "Valid from: 1 November. Valid to: 30 November."
            if let Some((span, next, _)) = readings.peek()
                && reading.valid_to.is_none()
                && next.valid_from.is_none()
                && let Some(to) = &next.valid_to
                && reading.valid_from.as_ref().is_some_and(|from| from.at < to.at)
                && starts_with_end(&text[span.clone()])
            {
                reading.valid_to = Some(to.clone());
                reading.spans.extend(next.spans.iter().cloned());
            }
            return reading;
        }
        values.extend(reading.values);
    }
    StatementReading { values, ..StatementReading::default() }
}

/// Whether a clause only goes on to say the end of the one before.
fn starts_with_end(clause: &str) -> bool {
    let lower = clause.trim_start().to_lowercase();
    english().of(Words::EndClause).iter().any(|start| lower.starts_with(start))
}

/// Every clause of a text with its own reading, in order; spans are bytes of the text.
#[must_use]
pub fn read_statements(text: &str, context: &Context) -> Vec<(Range<usize>, StatementReading)> {
    read_clauses(text, context).into_iter().map(|(span, reading, _)| (span, reading)).collect()
}

/// Every clause with its reading, and whether its date is only when it was told.
fn read_clauses(text: &str, context: &Context) -> Vec<(Range<usize>, StatementReading, bool)> {
    let context = &context.within_the_calendar();
    let parser = Parser::new(text, english(), context);
    let tenses = Tenses::of(&parser);
    let found = scan(&parser, &tenses, Direction::Nearest);
    let statement = Statement { parser: &parser, context, tenses: &tenses };
    let mut out: Vec<(Range<usize>, StatementReading, bool)> = Vec::new();
    let mut heading: Option<StatementReading> = None;
    let mut rest = found.as_slice();
    for clause in clauses(&parser) {
        let own = rest.partition_point(|f| f.first < clause.end);
        let (mine, others) = rest.split_at(own);
        rest = others;
        let (mut reading, telling) = statement.read(&clause, mine);
        let empty = reading.valid_from.is_none() && reading.valid_to.is_none();
        if (is_heading(&parser, &clause) || dates_text(&parser, &clause)) && !mine.is_empty() {
            let dated = statement.heading(mine);
            heading = dated.or(heading);
            if heading.is_some() && empty {
                out.push((span(&parser, &clause), reading, telling));
                continue;
            }
        }
        if empty {
            if let Some(before) = out.last().and_then(|(_, r, _)| r.valid_to.clone())
                && parser.is(clause.start, Words::ThenAdverb)
            {
                // "…till the end of June, then Lisbon time again"
                reading.valid_from = Some(before);
                reading.precision = out.last().and_then(|(_, r, _)| r.precision);
                reading.rule = Some("then");
            } else if let Some(heading) = heading.as_ref().filter(|_| reading.values.is_empty()) {
                reading = heading.clone();
            }
        }
        // Nothing holds from an end to its start.
        if let (Some(from), Some(to)) = (&reading.valid_from, &reading.valid_to)
            && from.at >= to.at
        {
            reading.valid_to = None;
            reading.window = false;
        }
        out.push((span(&parser, &clause), reading, telling));
    }
    out
}

fn span(parser: &Parser<'_, '_>, clause: &Range<usize>) -> Range<usize> {
    let start = if clause.start == 0 { 0 } else { parser.tokens[clause.start].start };
    let end = parser.token(clause.end).map_or(parser.text.len(), |t| t.start);
    start..end
}

/// Tokens on each side of a date that can tell what it is: more than any sentence has.
const NEAR: usize = 80;

fn near_clause(clause: &Range<usize>, found: &Found) -> Range<usize> {
    clause.start.max(found.first.saturating_sub(NEAR))..clause.end.min(found.next + NEAR)
}

struct Statement<'a, 't, 'c> {
    parser: &'a Parser<'t, 'c>,
    context: &'a Context,
    tenses: &'a Tenses,
}

impl Statement<'_, '_, '_> {
    fn bytes(&self, found: &Found) -> Range<usize> {
        let tokens = &self.parser.tokens;
        tokens[found.first].start..tokens[found.next.clamp(found.first + 1, tokens.len()) - 1].end()
    }

    /// A date as known at a grain.
    fn part(&self, at: DateTime<Utc>, grain: Grain) -> DatePart {
        let local = at.with_timezone(&self.context.zone).naive_local();
        if grain == Grain::Instant {
            return DatePart { text: rfc3339(at), at };
        }
        let date = local.date();
        let at = if local.num_seconds_from_midnight() == 0 {
            at
        } else {
            crate::civil::local_instant(crate::civil::midnight(date), self.context.zone).0
        };
        let first_of_month = date.day() == 1;
        let text = match grain {
            Grain::Half | Grain::Year | Grain::Decade | Grain::Century
                if first_of_month && date.month() == 1 =>
            {
                date.format("%Y").to_string()
            }
            Grain::Month
            | Grain::Quarter
            | Grain::Season
            | Grain::Half
            | Grain::Year
            | Grain::Decade
            | Grain::Century
                if first_of_month =>
            {
                date.format("%Y-%m").to_string()
            }
            _ => date.format("%Y-%m-%d").to_string(),
        };
        DatePart { text, at }
    }

    fn heading(&self, found: &[Found]) -> Option<StatementReading> {
        let (one, time) = found.iter().find_map(|f| match &f.what {
            What::Time(time) if time.period.grain >= Grain::Day && time.relation == Relation::Within => {
                Some((f, time))
            }
            _ => None,
        })?;
        Some(StatementReading {
            valid_from: Some(self.part(time.named.0, time.period.grain)),
            precision: Some(time.precision()),
            expression: Some(self.parser.text[self.bytes(one)].to_owned()),
            spans: vec![self.bytes(one)],
            reading: Some(wording::reading(time, self.context)),
            rule: Some("heading"),
            ..StatementReading::default()
        })
    }

    /// Reads a clause without the dates of its telling ("Yesterday she told me that …"), and with them
    /// only where nothing else says when it holds; whether it came to that.
    fn read(&self, clause: &Range<usize>, found: &[Found]) -> (StatementReading, bool) {
        let telling: Vec<bool> = found.iter().map(|one| self.dates_telling(clause, one)).collect();
        if telling.contains(&true) {
            let told: Vec<Found> = found
                .iter()
                .zip(&telling)
                .filter(|(_, telling)| !**telling)
                .map(|(one, _)| one.clone())
                .collect();
            let mut reading = self.read_all(clause, &told);
            if reading.valid_from.is_some() || reading.valid_to.is_some() {
                let dates = found.iter().zip(&telling).filter(|(_, telling)| **telling);
                reading.values.extend(dates.map(|(one, _)| self.bytes(one)));
                return (reading, false);
            }
            // "She told me in April that Bo leads": what was told holds from then on.
            let mut reading = self.read_all(clause, found);
            let told_then = reading.window && found.first().is_some_and(|f| self.that_follows(clause, f));
            if told_then {
                (reading.valid_to, reading.window) = (None, false);
            }
            return (reading, true);
        }
        (self.read_all(clause, found), false)
    }

    /// Whether "that" opens what was told right after a date.
    fn that_follows(&self, clause: &Range<usize>, found: &Found) -> bool {
        (found.next..(found.next + 3).min(clause.end)).any(|i| self.parser.word(i, "that"))
    }

    /// Whether a date is when something was told, agreed or written: a word of telling beside it, and
    /// no preposition that begins or ends a validity.
    fn dates_telling(&self, clause: &Range<usize>, found: &Found) -> bool {
        let What::Time(time) = &found.what else { return false };
        if time.relation != Relation::Within || time.preposition == Some(Preposition::AsOf) {
            return false;
        }
        let clause = near_clause(clause, found);
        let part = self.segment(&clause, found);
        // "Voted 20 October: Bo is master from 1 January": the date of the note.
        if found.first > clause.start
            && found.first < clause.start + 4
            && crate::tense::is_participle(self.parser, clause.start)
            && self.parser.mark(found.next, ':')
        {
            return true;
        }
        let near = found.first.saturating_sub(4).max(part.start)..(found.next + 4).min(part.end);
        near.filter(|i| !(found.first..found.next).contains(i))
            .take_while(|&i| {
                i < found.first
                    || !(self.parser.word(i, "that") || self.parser.mark(i, ':') || self.parser.mark(i, ','))
            })
            .any(|i| {
                // "on call", "the agreement commences on 1 August"
                let duty = i > 0 && (self.parser.dash(i - 1) || self.parser.word(i - 1, "on"));
                let that = || (i + 1..found.first).any(|at| self.parser.word(at, "that"));
                let own = i < found.first && (self.tenses.any_in(&(i + 1..found.first)) || that());
                self.cue(i, Cue::Telling).is_some() && !duty && !own
            })
    }

    fn read_all(&self, clause: &Range<usize>, found: &[Found]) -> StatementReading {
        let mut reading = StatementReading::default();
        let mut last = None;
        for one in found {
            // A clause that never ends is looked at near each of its dates only.
            let clause = &near_clause(clause, one);
            let time = match &one.what {
                What::Time(time) => time,
                What::Recurring => {
                    reading.values.push(self.bytes(one));
                    continue;
                }
                What::Impossible { .. } | What::Unread => continue,
            };
            let bounds = (reading.valid_from.clone(), reading.valid_to.clone());
            let (words, spans) = (reading.expression.clone(), reading.spans.len());
            let taken = self.take(&mut reading, clause, one, time, &mut last);
            // "at Nordwind until 2024, with us since March" speaks of two things: the first stands.
            let backwards =
                matches!((&reading.valid_from, &reading.valid_to), (Some(f), Some(t)) if f.at >= t.at);
            if backwards {
                (reading.valid_from, reading.valid_to) = bounds;
                reading.expression = words;
                reading.spans.truncate(spans);
            }
            if !taken || backwards {
                reading.values.push(self.bytes(one));
            }
        }
        reading
    }

    fn cue(&self, i: usize, wanted: Cue) -> Option<usize> {
        self.parser.eat(i, Sense::Cue(wanted))
    }

    fn any(&self, i: usize, words: Words) -> bool {
        self.parser.is(i, words)
    }
}
