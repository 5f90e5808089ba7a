//! Reads a question: its intent, its clock or clocks, the period or the event it names. The parts
//! are found by [`crate::expression`], [`crate::intent`], [`crate::belief`] and
//! [`crate::anchor`]; here they are put together.

use crate::belief::Belief;
use crate::civil::{Grain, Period};
use crate::context::Context;
use crate::expression::{Found, What, scan};
use crate::grammar::Parser;
use crate::lexicon::{Preposition, Sense, Words, english};
use crate::pattern::Direction;
use crate::reading::{
    AnchorPlace, Bounds, Clock, Intent, Precision, QuestionReading, ReadingError, Relation,
};
use crate::relation::Time;
use crate::tense::{Tenses, ends_sentence};
use crate::{anchor, belief, intent, wording};

/// What a question asks of time.
#[must_use]
pub fn read_question(text: &str, context: &Context) -> QuestionReading {
    let context = &context.within_the_calendar();
    let parser = Parser::new(text, english(), context);
    let tenses = Tenses::of(&parser);
    let mut found = scan(&parser, &tenses, Direction::Past);
    // "March" alone is the coming one; in a question without a verb it is the last one.
    let within = || {
        parser.tokens.len() < 12 && parser.tokens.iter().any(|t| parser.lexicon.lists(Words::Inside, t.text))
    };
    let none = found.iter().all(|f| matches!(f.what, What::Unread));
    if none && within() || matches!(found.as_slice(), [only] if is_whole(&parser, only)) {
        let ahead = scan(&parser, &tenses, Direction::Coming);
        if matches!(ahead.as_slice(), [only] if is_whole(&parser, only)) {
            found = ahead;
        }
    }
    Question { parser: &parser, context, tenses: &tenses, found }.read()
}

fn is_whole(parser: &Parser<'_, '_>, found: &Found) -> bool {
    let outside = parser.tokens[..found.first].iter().chain(&parser.tokens[found.next..]);
    outside.filter(|t| t.is_alphanumeric()).count() == 0
}

struct Question<'a, 't, 'c> {
    parser: &'a Parser<'t, 'c>,
    context: &'a Context,
    tenses: &'a Tenses,
    found: Vec<Found>,
}

impl Question<'_, '_, '_> {
    fn blank(&self) -> QuestionReading {
        QuestionReading {
            intent: Intent::None,
            clock: Clock::Valid,
            bounds: Bounds::OPEN,
            precision: None,
            expression: None,
            span: None,
            anchor: None,
            place: None,
            expect_system: None,
            timezone: self.context.zone.name().to_owned(),
            reading: None,
            rule: None,
            notes: Vec::new(),
            error: None,
            now: self.context.now,
        }
    }

    fn slice(&self, first: usize, next: usize) -> (String, std::ops::Range<usize>) {
        let tokens = &self.parser.tokens;
        let next = next.clamp(first + 1, tokens.len());
        let span = tokens[first].start..tokens[next - 1].end();
        (self.parser.text[span.clone()].to_owned(), span)
    }

    fn read(&self) -> QuestionReading {
        let mut reading = self.blank();
        if let Some(error) = self.error() {
            reading.expression = Some(error.expression.clone());
            reading.error = Some(error);
            return reading;
        }
        let times: Vec<(&Found, &Time)> = self
            .found
            .iter()
            .filter_map(|f| if let What::Time(time) = &f.what { Some((f, time)) } else { None })
            .collect();
        let dated: Vec<_> = times
            .iter()
            .copied()
            .filter(|(f, t)| !Self::is_now(t) && !self.loose_figures(f, t) && !self.measures(f))
            .collect();
        // "as of today, where did she live in March?": today is when it is asked.
        let asked_today = |f: &Found, t: &Time| {
            f.first == 0
                && t.preposition == Some(Preposition::AsOf)
                && t.rule == "day-word"
                && t.named.0 <= self.context.now
                && self.context.now < t.named.1
        };
        let dated: Vec<_> = match dated.as_slice() {
            [(found, time), rest @ ..] if !rest.is_empty() && asked_today(found, time) => rest.to_vec(),
            _ => dated,
        };
        let belief = belief::find(self.parser).filter(|belief| !self.names_a_source(belief, &dated));
        let asked = intent::find(self.parser, &self.found);
        // Of several sentences the last one asks.
        let words = self.parser.tokens.iter().rposition(|t| t.is_alphanumeric()).unwrap_or(0);
        let asking = (1..words.max(1))
            .rev()
            .find(|&i| ends_sentence(self.parser, i) || self.parser.mark(i, ';'))
            .map_or(0, |i| i + 1);
        let last: Vec<_> = dated.iter().copied().filter(|(f, _)| f.first >= asking).collect();
        let dated = if last.is_empty() { dated } else { last };
        let (main, system) = self.clocks(&dated, belief.as_ref());
        reading.clock = if belief.is_some() && system.is_none() { Clock::System } else { Clock::Valid };
        let anchored = if main.is_none() || asked.is_some() || dated.len() < 2 {
            anchor::find(self.parser, &self.found, self.tenses)
        } else {
            None
        };
        let foreseen =
            main.zip(system).and_then(|((found, _), (_, believed))| self.foreseen(found, believed));
        let main = foreseen
            .as_ref()
            .and_then(|f| if let What::Time(time) = &f.what { Some((f, time)) } else { None })
            .or(main);
        if let Some((found, time)) = main {
            self.take_time(&mut reading, found, time);
            if belief.is_none() {
                self.take_neighbours(&mut reading, found, time, &dated);
            }
            if let Some((_, time)) = system {
                reading.expect_system = Some(self.bounds_on(time, Clock::System));
                let said = wording::reading(time, self.context);
                reading.reading = reading.reading.map(|r| format!("{r}; as believed: {said}"));
            }
            if let Some(anchored) = anchored {
                // A date that only dates the event belongs to the event's words.
                let inside = anchored.first < found.first && found.next <= anchored.next;
                let given = anchored.known != Bounds::OPEN;
                if given || inside && !(found.core > found.first && anchored.first + 1 >= found.first) {
                    let system = reading.expect_system;
                    let clock = reading.clock;
                    reading = self.blank();
                    (reading.clock, reading.expect_system) = (clock, system);
                    if given {
                        reading.precision = Some(time.precision());
                    }
                    self.take_anchor(&mut reading, anchored);
                } else {
                    let (words, _) = self.slice(anchored.first, anchored.next);
                    reading.notes.push(format!("'{words}' is not taken into account beside a date"));
                }
            }
        } else if let Some(anchored) = anchored {
            self.take_anchor(&mut reading, anchored);
        } else if let Some((found, time)) = times.iter().copied().find(|(_, t)| t.rule == "now") {
            if asked.is_none() && time.relation == Relation::Within {
                let at = |i: usize| self.parser.is(i, Words::InOn);
                let first = if at(found.first) { found.core } else { found.first };
                self.take_current(&mut reading, first, found.next, time.rule);
            } else if asked.is_none() {
                self.take_time(&mut reading, found, time);
            }
        } else if asked.is_none()
            && let Some(current) = intent::current(self.parser, &self.found)
        {
            self.take_current(&mut reading, current.first, current.next, current.rule);
        }
        if let Some(asked) = asked {
            reading.intent = asked.intent;
            reading.rule = reading.rule.or(Some(asked.rule));
        }
        if let Some(belief) = belief
            && belief.learns
            && reading.intent == Intent::None
            && self.parser.is(0, Words::WhenSince)
        {
            reading.intent = Intent::Change;
        }
        reading
    }

    /// "in Q1 and Q2 2025", "on Monday or Tuesday": neighbours are one period; others are noted.
    fn take_neighbours(
        &self,
        reading: &mut QuestionReading,
        found: &Found,
        time: &Time,
        dated: &[(&Found, &Time)],
    ) {
        let (mut next, mut end) = (found.next, time.named.1);
        let mut last = None;
        for (other, later) in dated {
            let joined = self.joins(next, other.first)
                && later.relation == Relation::Within
                && time.relation == Relation::Within;
            if joined && later.named.0 == end && later.period.grain == time.period.grain {
                (next, end, last) = (other.next, later.named.1, Some(later));
            } else if other.first != found.first {
                let (words, _) = self.slice(other.first, other.next);
                reading.notes.push(format!("'{words}' is not taken into account beside another time"));
            }
        }
        let Some(last) = last else { return };
        let period = Period { from: time.period.from, to: last.period.to, grain: time.period.grain };
        let (expression, span) = self.slice(found.first, next);
        reading.bounds.to = Some(end);
        reading.expression = Some(expression);
        reading.span = Some(span);
        reading.intent = Intent::During;
        reading.reading = Some(format!("{} ({})", wording::period(&period, self.context), self.context.zone));
    }

    /// Whether only "and", "or" or a comma stands between two tokens.
    fn joins(&self, at: usize, next: usize) -> bool {
        next == at + 1
            && (self.parser.mark(at, ',')
                || self.parser.sense(at, |s| matches!(s, Sense::And | Sense::Or).then_some(())).is_some())
    }

    /// "in January, what did we think it would be in June": June is counted from January.
    fn foreseen(&self, found: &Found, believed: &Time) -> Option<Found> {
        let would = (found.first.saturating_sub(8)..found.first).any(|i| self.parser.word(i, "would"));
        // "next month" counts from the asking, whoever foresaw it.
        let relative = matches!(&found.what, What::Time(time)
            if ["directed-unit", "day-word", "ahead", "ago", "rolling", "before-last"].contains(&time.rule));
        if !would || relative {
            return None;
        }
        let context = Context { now: believed.named.0, ..*self.context };
        let parser = Parser::new(self.parser.text, english(), &context);
        scan(&parser, &Tenses::of(&parser), Direction::Coming)
            .into_iter()
            .find(|f| f.first == found.first && f.next == found.next)
    }

    /// "what's the ratio of 10:12?": in a question figures alone are no time of day, without "at", a day
    /// or am and pm beside them.
    fn loose_figures(&self, found: &Found, time: &Time) -> bool {
        let bare = time.rule == "clock" && time.preposition.is_none() && found.next == found.first + 3;
        bare && !is_whole(self.parser, found) && self.parser.mark(found.first + 1, ':')
    }

    /// "how many days in February?" asks how long the month is.
    fn measures(&self, found: &Found) -> bool {
        let parser = self.parser;
        let many = parser.word(0, "how")
            && parser.word(1, "many")
            && parser.sense(2, |s| matches!(s, Sense::Unit(_)).then_some(())).is_some();
        let told = (3..found.first.min(12)).any(|at| !parser.is(at, Words::ThereIs));
        many && !told
            && found.first < 8
            && !parser.tokens[found.next.min(parser.tokens.len())..].iter().any(|t| t.is_word())
    }

    /// "according to the ledger, where did she live in March?": the source has no date of its own, so
    /// that the time behind the comma is when it was true.
    fn names_a_source(&self, belief: &Belief, dated: &[(&Found, &Time)]) -> bool {
        let [(only, _)] = dated else { return false };
        belief.leads
            && only.first > belief.next
            && (belief.next..only.first).any(|i| self.parser.mark(i, ','))
            && (belief.next..only.first).all(|i| !self.parser.word(i, "as"))
    }

    fn is_now(time: &Time) -> bool {
        time.rule == "now"
    }

    fn error(&self) -> Option<ReadingError> {
        self.found.iter().find_map(|f| {
            let What::Impossible { code, first, next } = f.what else { return None };
            let (expression, _) = self.slice(first, next);
            let message = if code == "impossible_time" {
                format!("'{expression}' is not a time of day")
            } else {
                format!("'{expression}' does not exist in the calendar of {}", self.context.zone)
            };
            Some(ReadingError { code, expression, message })
        })
    }

    /// The time of the question's own clock, and the belief's where both are asked.
    #[allow(clippy::type_complexity)]
    fn clocks<'f>(
        &self,
        dated: &[(&'f Found, &'f Time)],
        belief: Option<&Belief>,
    ) -> (Option<(&'f Found, &'f Time)>, Option<(&'f Found, &'f Time)>) {
        let Some(belief) = belief else { return (self.principal(dated), None) };
        if dated.len() < 2 {
            return (dated.first().copied(), None);
        }
        let after = dated.iter().position(|(f, _)| f.next > belief.first);
        // "has our view of the rent in March changed since May?": the view changed since then.
        let since = dated.iter().position(|(_, t)| t.relation == Relation::Since && !t.bare_from);
        // "did we think she lived in March back in May": what was thought has its own time first.
        let told = |f: &Found| self.tenses.any_in(&(belief.next..f.first.max(belief.next)));
        let behind = dated.first().is_some_and(|(f, _)| f.first >= belief.next && told(f));
        let system = if belief.leads {
            after.unwrap_or(0)
        } else {
            // "on 5 April, what did we think …" stands before; "what did we know yesterday …" after.
            dated
                .iter()
                .position(|(f, _)| f.next <= belief.first)
                .or(since)
                .or(behind.then_some(1))
                .unwrap_or_else(|| {
                    // "what did we believe about Q4's fee in March": what it was about is no time of belief.
                    let topic = |f: &Found| {
                        (f.first.saturating_sub(1)..=f.first).any(|i| self.parser.word(i, "about"))
                    };
                    dated.iter().position(|(f, _)| !topic(f)).unwrap_or(0)
                })
        };
        let valid = dated.iter().enumerate().find(|(n, _)| *n != system).map(|(_, pair)| *pair);
        (valid, dated.get(system).copied())
    }

    /// Of several times the one that is tied by a preposition, else the first.
    fn principal<'f>(&self, dated: &[(&'f Found, &'f Time)]) -> Option<(&'f Found, &'f Time)> {
        let loose = |t: &Time| matches!(t.relation, Relation::Within) || t.bare_from;
        let mut at = dated
            .iter()
            .position(|(_, t)| !loose(t))
            .or_else(|| dated.iter().position(|(_, t)| t.preposition.is_some() || t.bare_from))
            .unwrap_or(0);
        // "Mon, Tue & Wed": of a list the first.
        while at > 0 && loose(dated[at].1) && self.joins(dated[at - 1].0.next, dated[at].0.first) {
            at -= 1;
        }
        dated.get(at).copied()
    }

    /// "our notes from last month" names the month; "from May, …" begins with it.
    fn bounds_on(&self, time: &Time, clock: Clock) -> Bounds {
        // "give me the password from last Tuesday"
        let asked = time.bare_from && crate::lead::requests(self.parser, 3);
        if time.bare_from && clock == Clock::System || asked {
            return Bounds { from: Some(time.named.0), to: Some(time.named.1) };
        }
        Bounds { from: time.from, to: time.to }
    }

    fn take_time(&self, reading: &mut QuestionReading, found: &Found, time: &Time) {
        reading.bounds = self.bounds_on(time, reading.clock);
        reading.precision = Some(time.precision());
        let (expression, span) = self.slice(found.first, found.next);
        reading.expression = Some(expression);
        reading.span = Some(span);
        reading.reading = Some(wording::reading(time, self.context));
        reading.rule = Some(time.rule);
        reading.notes = time.notes.clone();
        let named = reading.clock == Clock::System || crate::lead::requests(self.parser, 3);
        let within = time.relation == Relation::Within || time.bare_from && named;
        reading.intent = match time.relation {
            _ if within => Self::at_or_during(time),
            Relation::Before | Relation::By | Relation::Through => Intent::Before,
            Relation::After => Intent::After,
            Relation::Between => Intent::Between,
            _ => Intent::During,
        };
    }

    fn at_or_during(time: &Time) -> Intent {
        let rolling = matches!(time.rule, "rolling" | "clock-range" | "for-duration");
        let short = matches!(time.period.grain, Grain::Instant | Grain::DayPart)
            || time.period.grain == Grain::Day && time.period.first_day() == time.period.last_day();
        if short && !rolling { Intent::At } else { Intent::During }
    }

    fn take_anchor(&self, reading: &mut QuestionReading, anchored: anchor::Anchored) {
        let (expression, span) = self.slice(anchored.first, anchored.next);
        reading.expression = Some(expression);
        reading.span = Some(span);
        reading.intent = anchored.intent;
        reading.anchor = Some(anchored.anchor);
        reading.bounds = anchored.known;
        let bytes = |first: usize, next: usize| self.slice(first, next).1;
        reading.place = Some(AnchorPlace {
            relation: anchored.relation,
            events: anchored.events.iter().map(|&(first, next)| bytes(first, next)).collect(),
            phrase: anchored.offset.map(|first| bytes(first, anchored.next)),
        });
        reading.rule = Some("anchor");
    }

    fn take_current(&self, reading: &mut QuestionReading, first: usize, next: usize, rule: &'static str) {
        let (expression, span) = self.slice(first, next);
        reading.intent = Intent::Current;
        reading.bounds = Bounds { from: Some(self.context.now), to: Some(self.context.now) };
        reading.precision = Some(Precision::Instant);
        reading.expression = Some(expression);
        reading.span = Some(span);
        reading.rule = Some(rule);
        let local = self.context.local_now().format("%-d %B %Y, %H:%M");
        reading.reading = Some(format!("now, {local} ({})", self.context.zone));
    }
}
