//! The time of a question: what its words say, what the caller gives instead, what the question
//! before it said, and the events it names, put together into the gate that retrieval stands at.

use memstrata_extract::query::stems;
use memstrata_ledger::Moment;
use memstrata_model::view::{AnchorReading, AskRequest, Reading};
use memstrata_model::{Instant, Interval, Precision, date::show_date};
use memstrata_retrieve::Gate;
use memstrata_when::{Anchor, Clock as AskedClock, Intent, QuestionReading};

use super::anchor::{Tie, tied};
use super::beside::{self, Beside};
use super::offset::Offset;
use super::turned::Turned;
use crate::{Engine, Error};

/// Said of a time that a question leaves to the one before it.
const AS_BEFORE: &str = ", as in the question before";

/// What the question and the caller say of time, put together.
#[derive(Clone, Debug)]
pub(super) struct Timed {
    pub reading: Reading,
    pub gate: Gate,
    pub intent: Intent,
    pub names_a_time: bool,
    /// Why no time can be read: an event that may be several.
    pub unclear: Option<String>,
    /// The first value of all is asked for ("her first manager").
    pub first: bool,
    /// What comes after what holds at this moment is asked for ("the next CTO").
    pub next_after: Option<Instant>,
}

impl Timed {
    /// "On which day do we deploy?" asks for a day that is the value, not for the day of a change.
    pub fn of_a_value(mut self, now: Instant) -> Self {
        if matches!(self.intent, Intent::Change | Intent::History) {
            self.intent = Intent::At;
            if self.gate.period == Interval::new(None, None) {
                self.gate.period = Interval::new(Some(now), Some(now));
            }
        }
        self
    }

    /// The first value there was, where no time is named.
    pub fn of_the_first(mut self) -> Self {
        if matches!(self.intent, Intent::None | Intent::Current | Intent::Previous) && !self.names_a_time {
            self.intent = Intent::History;
            self.first = true;
            self.gate.period = Interval::new(None, None);
        }
        self
    }

    /// What comes after the value that holds, where no time is named beside it.
    pub fn of_the_next(mut self) -> Self {
        let of_now = matches!(self.intent, Intent::None | Intent::Current | Intent::At | Intent::During);
        if of_now && self.reading.expression.is_none() {
            self.next_after = Some(self.gate.period.from.unwrap_or(self.gate.now));
            self.intent = Intent::History;
            self.gate.period = Interval::new(None, None);
        }
        self
    }

    /// The value that holds, where it is a step before the last that asks for another.
    pub fn of_the_present(mut self, now: Instant) -> Self {
        (self.first, self.next_after) = (false, None);
        if matches!(self.intent, Intent::Previous | Intent::History) {
            self.intent = Intent::None;
            if self.gate.period == Interval::new(None, None) {
                self.gate.period = Interval::new(Some(now), Some(now));
            }
            self.reading.intent = self.intent.as_str().to_owned();
        }
        self
    }

    /// At the last moment at which something held, for "before" a time at which nothing did.
    pub fn of_what_held_last(mut self, ended: Instant) -> Self {
        let last = Some(ended.plus_micros(-1));
        self.gate.period = Interval::new(last, last);
        self
    }

    /// Every value there was, where no time is named.
    pub fn of_all_values(mut self) -> Self {
        let timeless = matches!(self.intent, Intent::None | Intent::Current) && !self.names_a_time;
        if timeless {
            self.intent = Intent::History;
            self.gate.period = Interval::new(None, None);
            self.reading.intent = self.intent.as_str().to_owned();
        }
        self
    }

    /// A gate at one moment of the time asked about, for the steps of a chain.
    pub fn gate_of_steps(&self) -> Gate {
        if self.gate.period == Interval::new(None, None) {
            return Gate::at(self.gate.as_of(), self.gate.known_at, self.gate.now);
        }
        self.gate
    }
}

/// The moments on both clocks; what is not given is now.
#[must_use]
pub fn resolve_moments(
    as_of: Option<Instant>,
    known_at: Option<Instant>,
    now: Instant,
) -> (Instant, Instant) {
    (as_of.unwrap_or(now), known_at.unwrap_or(now))
}

/// What the words alone say.
struct Spoken {
    /// As read, for the document.
    bounds: Interval,
    /// Where the gate stands.
    period: Interval,
    known_at: Option<Instant>,
    intent: Intent,
    words: String,
    /// The words that carry the time.
    expression: Option<String>,
    anchors: Vec<AnchorReading>,
    note: Option<String>,
    unclear: Option<String>,
}

impl Engine {
    /// The reading of the question's time, overridden by what the caller gives.
    pub(super) fn read_time(&self, request: &AskRequest, now: Instant) -> Result<Timed, Error> {
        let read = memstrata_when::read_question(&request.question, &self.when_context(now));
        if let Some(error) = &read.error {
            return Err(Error::usage("impossible_date", error.message.clone(), None));
        }
        let overridden = request.view.as_of.is_some() || request.view.known_at.is_some();
        let timeless = read.expression.is_none() && read.intent == Intent::None;
        let kept = request.follow.as_ref().filter(|_| timeless && !overridden);
        let kept = kept.and_then(|before| kept_time(before, now));
        let follows = kept.is_some();
        let mut spoken = match kept {
            Some(kept) => kept,
            None => self.spoken(request, &read, now)?,
        };
        if let Some(as_of) = request.view.as_of {
            spoken.period = Interval::new(Some(as_of), Some(as_of));
            spoken.bounds = spoken.period;
            spoken.unclear = None;
            if !matches!(spoken.intent, Intent::Change | Intent::History | Intent::Previous) {
                spoken.intent = Intent::At;
            }
        }
        let known_at = request.view.known_at.or(spoken.known_at);
        let gate =
            Gate { period: spoken.period, known_at, now, ahead: looks_ahead(&request.question), grace: 0 };
        let as_of = gate.as_of();
        let names_a_time = as_of != now || spoken.expression.is_some();
        let said_aloud = note_on_clocks(as_of, known_at, now, request, &read);
        let words = if overridden {
            format!(
                "as of {}, as known {}",
                self.moment(as_of, now),
                known_at.map_or_else(|| "now".to_owned(), |at| self.moment(at, now))
            )
        } else {
            spoken.words
        };
        let reading = Reading {
            intent: spoken.intent.as_str().to_owned(),
            clock: read.clock.as_str().to_owned(),
            from: spoken.bounds.from,
            to: spoken.bounds.to,
            precision: read.precision.map(|p| p.as_str().to_owned()),
            expression: spoken.expression,
            timezone: self.zone().name().to_owned(),
            reading: words,
            as_of,
            known_at: known_at.unwrap_or(now),
            asked_at: Some(now),
            note: match (spoken.note, said_aloud) {
                (Some(a), Some(b)) => Some(format!("{a}; {b}")),
                (a, b) => a.or(b),
            },
            anchors: spoken.anchors,
            follows,
            thread: None,
        };
        Ok(Timed {
            reading,
            gate,
            intent: spoken.intent,
            names_a_time,
            unclear: spoken.unclear,
            first: false,
            next_after: None,
        })
    }

    fn spoken(&self, request: &AskRequest, read: &QuestionReading, now: Instant) -> Result<Spoken, Error> {
        let bounds =
            |b: &memstrata_when::Bounds| Interval::new(b.from.map(Instant::from), b.to.map(Instant::from));
        let mut said = bounds(&read.bounds);
        let mut known_at = match read.clock {
            AskedClock::Valid => read.expect_system.as_ref().and_then(|b| last_moment(bounds(b))),
            AskedClock::System => last_moment(said),
        };
        let mut words = read.reading.clone().unwrap_or_else(|| "now".to_owned());
        let mut intent = read.intent;
        let (mut anchors, mut note, mut unclear) = (Vec::new(), None, None);
        let mut expression = read.expression.clone();
        let mut anchor = read.anchor.clone();
        if anchor.is_none()
            && expression.is_none()
            && intent == Intent::None
            && let Some((side, words)) = beside::after_the_tie(&request.question)
        {
            // "Before 9443": a figure that is no time may be a value.
            let moment = Moment { as_of: now, known_at: request.view.known_at };
            let tie = Tie::of(&words, side);
            if self.value_beside(&request.question, &words, tie, moment)?.is_some() {
                (anchor, intent) = (Some(Anchor::One(words.clone())), side);
                expression = Some(format!("{} {words}", side.as_str()));
            }
        }
        if let Some(Anchor::One(words)) = &anchor
            && beside::is_pronoun(words)
        {
            // "Before that one": before what holds.
            expression = None;
            intent = if intent == Intent::Before { Intent::Previous } else { Intent::None };
        } else if let Some(anchor) = &anchor
            && self.names_the_subject(&request.question, anchor)?
        {
            // "Which signal is emitted after checkout": no event, but what is asked about.
            expression = None;
            intent = Intent::None;
        } else if let Some(anchor) = &anchor {
            let tie = Tie::of(expression.as_deref().unwrap_or_default(), intent);
            let moment = Moment { as_of: now, known_at: request.view.known_at };
            let beside = match anchor {
                Anchor::One(words) => self.value_beside(&request.question, words, tie, moment)?,
                Anchor::Two(..) => None,
            };
            match (beside, anchor) {
                (Some(Beside::Nothing(why)), _) => unclear = Some(why),
                (Some(Beside::Spell(spell)), Anchor::One(words)) => {
                    anchors = vec![AnchorReading { words: words.clone(), candidates: vec![spell] }];
                }
                _ => {
                    let (found, lasting) =
                        self.look_up(anchor, &request.question, expression.as_deref(), moment)?;
                    anchors = found;
                    if lasting && intent == Intent::At {
                        intent = Intent::During;
                    }
                }
            }
            // "Two weeks before the outage" is a day of its own, and not all that came before.
            let offset = Offset::of(expression.as_deref().unwrap_or_default());
            let found = match offset {
                Some(offset) => tied(&anchors, Tie::Within).and_then(|event| offset.from(event)),
                None => tied(&anchors, tie),
            };
            match found {
                Some(period) => {
                    said = period;
                    words = self.anchored(&anchors, expression.as_deref());
                    if let Some(day) = period.from.filter(|_| offset.is_some()) {
                        words = format!("{words}, that is {}", self.day(day));
                        intent = Intent::At;
                    }
                    if tie == Tie::RightAfter && intent == Intent::After && offset.is_none() {
                        intent = Intent::At;
                    }
                    // "What did we believe before the meeting": the event is on that clock.
                    if read.clock == AskedClock::System {
                        known_at = last_moment(said);
                    }
                }
                None => {
                    unclear = unclear.or_else(|| self.several(&anchors));
                    let unknown = anchors.iter().find(|a| a.candidates.is_empty());
                    if let Some(unknown) = unknown {
                        note = Some(format!(
                            "nothing tells when '{}' was, so no time is read into it",
                            unknown.words
                        ));
                        words = "now".to_owned();
                    }
                    if !matches!(intent, Intent::Change | Intent::History | Intent::Previous) {
                        intent = Intent::None;
                    }
                }
            }
        }
        let mut period = said;
        if read.clock == AskedClock::System {
            // "What did we think on 5 April": what was believed then of that time.
            let moment = last_moment(said);
            period = Interval::new(moment, moment);
        }
        if intent == Intent::Before {
            // What held last before it.
            let last = said.to.map(|to| to.plus_micros(-1));
            period = Interval::new(last, last);
        }
        if intent == Intent::None && expression.is_none() && speaks_of_the_future(&request.question) {
            // "What will the rent be": what holds, and what comes after it.
            intent = Intent::During;
            period = Interval::new(Some(now), None);
            said = period;
            words = "from now on".to_owned();
        }
        if period.from.is_none() && period.to.is_none() {
            let whole = matches!(intent, Intent::Change | Intent::History | Intent::Previous);
            period = if whole { Interval::new(None, None) } else { Interval::new(Some(now), Some(now)) };
        }
        Ok(Spoken { bounds: said, period, known_at, intent, words, expression, anchors, note, unclear })
    }

    /// Whether the words of an event ask themselves ("after how many attempts"), or are words of
    /// the subject that the question leads to.
    fn names_the_subject(&self, question: &str, anchor: &Anchor) -> Result<bool, Error> {
        let words = match anchor {
            Anchor::One(words) => words.clone(),
            Anchor::Two(first, second) => format!("{first} {second}"),
        };
        if crate::lead::asks(&words) {
            return Ok(true);
        }
        let sought = stems(&words);
        let keys = self.lead_to_keys(question, None)?.keys;
        Ok(keys.first().is_some_and(|key| {
            let own = [stems(&key.subject), stems(&key.scope)].concat();
            !sought.is_empty() && sought.iter().all(|stem| own.contains(stem))
        }))
    }

    /// The events taken, in words: "before the migration (2 April 2026: \"…\")".
    fn anchored(&self, anchors: &[AnchorReading], expression: Option<&str>) -> String {
        let taken: Vec<String> = anchors
            .iter()
            .filter_map(|anchor| anchor.candidates.first())
            .map(|candidate| format!("{}: \"{}\"", self.day(candidate.from), candidate.text.trim()))
            .collect();
        format!("{} ({})", expression.unwrap_or_default(), taken.join("; "))
    }

    /// What an event that may be several may be.
    fn several(&self, anchors: &[AnchorReading]) -> Option<String> {
        let anchor = anchors.iter().find(|anchor| anchor.candidates.len() > 1)?;
        let offered: Vec<String> = anchor
            .candidates
            .iter()
            .take(5)
            .map(|c| format!("{} (\"{}\")", self.day(c.from), c.text.trim()))
            .collect();
        Some(format!(
            "'{}' may be {}; ask again with the date that is meant.",
            anchor.words,
            offered.join(" or ")
        ))
    }

    pub(super) fn moment(&self, at: Instant, now: Instant) -> String {
        if at == now { "now".to_owned() } else { show_date(at, Precision::Instant, self.zone()) }
    }

    /// The events that a question names, looked up: among the values that came and went, then in the
    /// texts. Whether one of them is a spell in which something held.
    fn look_up(
        &self,
        anchor: &Anchor,
        question: &str,
        expression: Option<&str>,
        moment: Moment,
    ) -> Result<(Vec<AnchorReading>, bool), Error> {
        let words: Vec<&str> = match anchor {
            Anchor::One(words) => vec![words],
            Anchor::Two(first, second) => vec![first, second],
        };
        let (mut found, mut lasts) = (Vec::new(), false);
        for words in words {
            let candidates = match self.turned(question, expression, words, moment)? {
                Some(Turned { candidates, lasting }) => {
                    lasts |= lasting;
                    candidates
                }
                None => self.events_named(words, moment.known_at, moment.as_of)?,
            };
            found.push(AnchorReading { words: words.to_owned(), candidates });
        }
        Ok((found, lasts))
    }
}

/// The time of the question before, for one that names none; nothing where that named none.
fn kept_time(before: &Reading, now: Instant) -> Option<Spoken> {
    let intent = match before.intent.as_str() {
        "at" => Intent::At,
        "during" => Intent::During,
        "before" => Intent::Before,
        "after" => Intent::After,
        "between" => Intent::Between,
        _ => Intent::None,
    };
    let known_at = Some(before.known_at).filter(|at| before.asked_at.is_some_and(|asked| *at != asked));
    let timeless = before.from.is_none() && before.to.is_none();
    if timeless && known_at.is_none() {
        return None;
    }
    let bounds = Interval::new(before.from, before.to);
    let period = match (timeless, intent) {
        (true, _) => Interval::new(Some(now), Some(now)),
        (_, Intent::Before | Intent::None) => Interval::new(Some(before.as_of), Some(before.as_of)),
        // What was believed then is of one moment.
        _ if before.clock == "system" => Interval::new(Some(before.as_of), Some(before.as_of)),
        _ => bounds,
    };
    Some(Spoken {
        bounds,
        period,
        known_at,
        intent,
        words: match before.reading.strip_suffix(AS_BEFORE) {
            Some(_) => before.reading.clone(),
            None => format!("{}{AS_BEFORE}", before.reading),
        },
        expression: None,
        anchors: before.anchors.clone(),
        note: None,
        unclear: None,
    })
}

/// Whether a question that names no time asks in the future tense ("where will it be").
fn speaks_of_the_future(question: &str) -> bool {
    let mut words =
        question.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty());
    let opens = words.next().unwrap_or_default();
    // "Will it rain": whether something holds is asked of a moment.
    !opens.eq_ignore_ascii_case("will") && words.any(|word| word.eq_ignore_ascii_case("will"))
}

/// Whether a question asks for what lay ahead of the time it names.
fn looks_ahead(question: &str) -> bool {
    let ahead = ["planned", "scheduled", "booked", "upcoming", "expected", "due", "announced", "intended"];
    question
        .split(|c: char| !c.is_alphanumeric())
        .any(|word| ahead.iter().any(|known| word.eq_ignore_ascii_case(known)))
}

/// The last moment of a period, where it has one.
fn last_moment(period: Interval) -> Option<Instant> {
    match (period.from, period.to) {
        (Some(from), Some(to)) if from == to => Some(to),
        (_, Some(to)) => Some(to.plus_micros(-1)),
        (from, None) => from,
    }
}

/// One clock in the past and the other left at now is two different questions: it is said aloud.
fn note_on_clocks(
    as_of: Instant,
    known_at: Option<Instant>,
    now: Instant,
    request: &AskRequest,
    read: &QuestionReading,
) -> Option<String> {
    let past_as_of = as_of < now && (request.view.as_of.is_some() || read.clock == AskedClock::Valid);
    match known_at {
        None if past_as_of => Some("what was true then, as known now".to_owned()),
        Some(_) if as_of == now => Some("what was believed then of today".to_owned()),
        _ => None,
    }
}
