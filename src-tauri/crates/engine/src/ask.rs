//! Asking: the question's time is read, the question is led to keys, both ways of retrieval are
//! run on the same store with the same reader, and what they come to is compared.

use std::time::Instant as Stopwatch;

use memstrata_answer::{Asked, ReadAnswer, read_answer};
use memstrata_model::view::{
    AskAnswer, AskMode, AskRequest, Column, Passage, Reading, ScoredFact, Verdict, VerdictKind,
};
use memstrata_model::{Fact, FactState, Instant, Interval, Key, Precision, date::show_date, normalize_text};
use memstrata_retrieve::{Evidence, Gate, Request, Searcher, Weights, plain, temporal};
use memstrata_when::{Clock as AskedClock, Intent, QuestionReading};

use crate::{Engine, Error};

/// A passage that was left out is worth naming where it is at least this near the question.
const BEARS_ON: f64 = 0.6;

/// Candidates that the gate is shown at first.
const RECALL: usize = 30;

/// A value with the dates it is told with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerValue {
    pub value: String,
    pub from: Option<Instant>,
    pub to: Option<Instant>,
}

/// What the question and the caller say of time, put together.
#[derive(Clone, Debug)]
struct Timed {
    reading: Reading,
    gate: Gate,
    intent: Intent,
    names_a_time: bool,
}

impl Timed {
    /// "On which day do we deploy?" asks for a day that is the value, not for the day of a change.
    fn of_a_value(mut self, now: Instant) -> Self {
        if matches!(self.intent, Intent::Change | Intent::History) {
            self.intent = Intent::At;
            if self.gate.period == Interval::new(None, None) {
                self.gate.period = Interval::new(Some(now), Some(now));
            }
        }
        self
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

impl Engine {
    /// Answers a question by one way of retrieval or by both.
    ///
    /// # Errors
    /// The question is empty or names a date that cannot exist; the ledger cannot be read.
    pub fn ask(&self, request: &AskRequest) -> Result<AskAnswer, Error> {
        if request.question.trim().is_empty() {
            return Err(Error::usage("empty_question", "there is no question", Some("ask in a sentence")));
        }
        let now = self.now()?;
        let timed = self.read_time(request, now)?;
        // An event that was not looked up is no time: its words may name the subject.
        let dated = timed.reading.from.is_some() || timed.reading.to.is_some();
        let expression = timed.reading.expression.as_deref().filter(|_| dated);
        let led = self.lead_to_keys(&request.question, expression)?;
        let timed = if led.asks_value { timed.of_a_value(now) } else { timed };
        let (asked, keys) = (led.asked, led.keys);
        // Without a model both columns search by words; the status says so.
        let embedder = self.embedder().ok();
        let question_vector = match &embedder {
            Some(embedder) => embedder.embed(&[request.question.as_str()])?.pop(),
            None => None,
        };
        let vectors = embedder.as_deref().map(|embedder| self.vectors(embedder)).transpose()?;
        let index = vectors.as_ref().and_then(|vectors| vectors.of_space(self.space()));
        let searcher = Searcher {
            ledger: &self.ledger,
            space: self.space(),
            vectors: index.zip(question_vector.as_ref()),
        };
        let count_tokens = |text: &str| match &embedder {
            Some(embedder) => embedder.count_tokens(text),
            None => text.split_whitespace().count() * 4 / 3 + 1,
        };
        let turnover = self.turnover()?;
        let half_life = |relation: &str| turnover.half_life(relation);
        let importance = |relation: &str| turnover.importance(relation);
        let retrieval = Request {
            question: &request.question,
            gate: timed.gate,
            k: (request.k.max(1)) as usize,
            budget: request.budget as usize,
            keys: &keys,
            weights: Weights::standard(timed.names_a_time),
            recall: RECALL,
            count_tokens: &count_tokens,
            half_life: &half_life,
            importance: &importance,
            zone: self.zone(),
        };
        let temporal = match request.mode {
            AskMode::Plain => None,
            AskMode::Temporal | AskMode::Compare => {
                let watch = Stopwatch::now();
                let evidence = temporal(&searcher, &retrieval)?;
                Some(self.temporal_column(&asked, &timed, evidence, &keys, watch)?)
            }
        };
        let plain = match request.mode {
            AskMode::Temporal => None,
            AskMode::Plain | AskMode::Compare => {
                let watch = Stopwatch::now();
                let evidence = plain(&searcher, &retrieval)?;
                Some(self.plain_column(&asked, &timed, evidence, watch))
            }
        };
        let verdict =
            plain.as_ref().zip(temporal.as_ref()).map(|(plain, temporal)| self.verdict(plain, temporal));
        Ok(AskAnswer { question: request.question.clone(), reading: timed.reading, temporal, plain, verdict })
    }

    /// The reading of the question's time, overridden by what the caller gives.
    fn read_time(&self, request: &AskRequest, now: Instant) -> Result<Timed, Error> {
        let read = memstrata_when::read_question(&request.question, &self.when_context(now));
        if let Some(error) = &read.error {
            return Err(Error::usage("impossible_date", error.message.clone(), None));
        }
        let bounds =
            |b: &memstrata_when::Bounds| Interval::new(b.from.map(Instant::from), b.to.map(Instant::from));
        let spoken = bounds(&read.bounds);
        let (mut period, mut known_at) = match read.clock {
            AskedClock::Valid => (spoken, read.expect_system.as_ref().and_then(|b| last_moment(bounds(b)))),
            // "What did we think on 5 April": what was believed then of that time.
            AskedClock::System => {
                let moment = last_moment(spoken);
                (Interval::new(moment, moment), moment)
            }
        };
        let mut intent = read.intent;
        if intent == Intent::Before {
            // What held last before it.
            let last = spoken.to.map(|to| to.plus_micros(-1));
            period = Interval::new(last, last);
        }
        if period.from.is_none() && period.to.is_none() {
            let whole = matches!(intent, Intent::Change | Intent::History | Intent::Previous);
            period = if whole { Interval::new(None, None) } else { Interval::new(Some(now), Some(now)) };
        }
        if let Some(as_of) = request.view.as_of {
            period = Interval::new(Some(as_of), Some(as_of));
            if !matches!(intent, Intent::Change | Intent::History | Intent::Previous) {
                intent = Intent::At;
            }
        }
        known_at = request.view.known_at.or(known_at);
        let gate = Gate { period, known_at, now };
        let as_of = gate.as_of();
        let names_a_time = as_of != now || read.expression.is_some();
        let note = note_on_clocks(as_of, known_at, now, request, &read);
        let words = if request.view.as_of.is_some() || request.view.known_at.is_some() {
            format!(
                "as of {}, as known {}",
                self.moment(as_of, now),
                known_at.map_or_else(|| "now".to_owned(), |at| self.moment(at, now))
            )
        } else {
            read.reading.clone().unwrap_or_else(|| "now".to_owned())
        };
        let reading = Reading {
            intent: intent.as_str().to_owned(),
            clock: read.clock.as_str().to_owned(),
            from: if request.view.as_of.is_some() { Some(as_of) } else { spoken.from },
            to: if request.view.as_of.is_some() { Some(as_of) } else { spoken.to },
            precision: read.precision.map(|p| p.as_str().to_owned()),
            expression: read.expression.clone(),
            timezone: self.zone().name().to_owned(),
            reading: words,
            as_of,
            known_at: known_at.unwrap_or(now),
            note,
        };
        Ok(Timed { reading, gate, intent, names_a_time })
    }

    fn plain_column(&self, asked: &Asked, timed: &Timed, evidence: Evidence, watch: Stopwatch) -> Column {
        let read = read_answer(asked, &evidence.passages);
        let fact = read.as_ref().and_then(|r| r.fact.clone());
        let explanation = match (&read, &fact) {
            (None, _) => "Nothing in the nearest passages answers.".to_owned(),
            (Some(read), _) => self.said(&evidence.passages[read.passage]),
        };
        let holds = fact.as_ref().map(|f| {
            if f.state == FactState::Withdrawn
                || Interval::new(f.valid_from, f.valid_to).meets(&timed.gate.period)
            {
                f.state
            } else if f.valid_from.is_some_and(|from| from > timed.gate.as_of()) {
                FactState::Future
            } else {
                FactState::Past
            }
        });
        column(
            read.as_ref().map(|r| r.answer.clone()),
            explanation,
            holds,
            fact.as_ref().map(|f| (f.valid_from, f.valid_to)),
            evidence,
            watch,
        )
    }

    fn temporal_column(
        &self,
        asked: &Asked,
        timed: &Timed,
        evidence: Evidence,
        keys: &[Key],
        watch: Stopwatch,
    ) -> Result<Column, Error> {
        // The reader sees of each passage the facts that pass the gate.
        let inside: Vec<&str> = evidence.facts.iter().map(|f| f.fact.id.as_str()).collect();
        let gated: Vec<Passage> = evidence
            .passages
            .iter()
            .cloned()
            .map(|mut passage| {
                let told = !passage.facts.is_empty();
                passage.facts.retain(|f| inside.contains(&f.fact.as_str()));
                // A passage whose facts are all over tells nothing by its mere words either.
                if told && passage.facts.is_empty() {
                    passage.text.clear();
                }
                passage
            })
            .collect();
        let read = read_answer(asked, &gated);
        let Some(read) = read else {
            let explanation = self.why_nothing(timed, keys, &evidence)?;
            return Ok(column(None, explanation, None, None, evidence, watch));
        };
        let Some(carried) = &read.fact else {
            let explanation = self.said(&evidence.passages[read.passage]);
            return Ok(column(Some(read.answer), explanation, None, None, evidence, watch));
        };
        let fact = evidence.facts.iter().find(|f| f.fact.id == carried.fact).map(|f| f.fact.clone());
        let Some(fact) = fact else {
            return Ok(column(Some(read.answer), String::new(), None, None, evidence, watch));
        };
        let (answer, explanation) = self.answer_with_dates(timed, &fact, &read, &evidence)?;
        let dates = Some((fact.valid_from, fact.valid_to));
        Ok(column(Some(answer), explanation, Some(fact.state), dates, evidence, watch))
    }

    /// The answer in the form that the question asks for: a value, each value of a period, the
    /// points of change, the whole history, the value before.
    fn answer_with_dates(
        &self,
        timed: &Timed,
        fact: &Fact,
        read: &ReadAnswer,
        evidence: &Evidence,
    ) -> Result<(String, String), Error> {
        let known_at = timed.gate.known_at;
        let timeline = self.ledger.timeline_of_fact(self.space(), &fact.id, known_at, timed.gate.as_of())?;
        let source = self.said(&evidence.passages[read.passage]);
        let day = |at: Option<Instant>, none: &str| at.map_or_else(|| none.to_owned(), |at| self.day(at));
        let values: Vec<AnswerValue> = timeline
            .intervals
            .iter()
            .map(|i| AnswerValue { value: i.object.clone(), from: i.valid_from, to: i.valid_to })
            .collect();
        let listed = |values: &[&AnswerValue]| {
            let parts: Vec<String> = values
                .iter()
                .map(|v| match (v.from, v.to) {
                    (_, Some(to)) => format!("{} until {}", v.value, self.day(to)),
                    (Some(from), None) => format!("{} since {}", v.value, self.day(from)),
                    (None, None) => v.value.clone(),
                })
                .collect();
            parts.join(", then ")
        };
        match timed.intent {
            Intent::History if !values.is_empty() => Ok((
                listed(&values.iter().collect::<Vec<_>>()),
                format!("{} values in all. {source}", values.len()),
            )),
            Intent::Change if values.len() > 1 => {
                let changes: Vec<String> = values
                    .windows(2)
                    .map(|pair| {
                        format!(
                            "{} ({} to {})",
                            day(pair[1].from, "at an unknown time"),
                            pair[0].value,
                            pair[1].value
                        )
                    })
                    .collect();
                Ok((changes.join(", then "), source))
            }
            Intent::Change => Ok((
                format!("{} since {}", fact.object, day(fact.valid_from, "an unknown time")),
                format!("It has not changed since. {source}"),
            )),
            Intent::Previous => {
                let present = timeline
                    .intervals
                    .iter()
                    .rposition(|i| Interval::new(i.valid_from, i.valid_to).contains(timed.gate.as_of()));
                let before = match present {
                    Some(place) => place.checked_sub(1).map(|place| &values[place]),
                    None => values.last(),
                };
                Ok(match before {
                    Some(before) => (
                        before.value.clone(),
                        format!("It held until {}. {source}", day(before.to, "an unknown time")),
                    ),
                    None => (fact.object.clone(), format!("No earlier value is known. {source}")),
                })
            }
            _ => {
                let period = timed.gate.period;
                let within: Vec<&AnswerValue> =
                    values.iter().filter(|v| Interval::new(v.from, v.to).meets(&period)).collect();
                let spans_change = period.from != period.to && within.len() > 1 && !timeline.set_valued;
                if spans_change {
                    let changes = within.len() - 1;
                    let words =
                        if changes == 1 { "One change".to_owned() } else { format!("{changes} changes") };
                    return Ok((listed(&within), format!("{words} in the period. {source}")));
                }
                if timeline.set_valued && within.len() > 1 {
                    let all: Vec<&str> = within.iter().map(|v| v.value.as_str()).collect();
                    return Ok((all.join(", "), format!("{} values hold at once. {source}", all.len())));
                }
                let mut sentence = match (fact.valid_from, fact.valid_to) {
                    (Some(from), None) => format!("Since {}. ", self.day(from)),
                    (Some(from), Some(to)) => format!("From {} until {}. ", self.day(from), self.day(to)),
                    (None, Some(to)) => format!("Until {}. ", self.day(to)),
                    (None, None) => String::new(),
                };
                if fact.state == FactState::Disputed {
                    sentence.push_str(
                        "Another source says otherwise for the same time; the later recorded stands. ",
                    );
                }
                Ok((fact.object.clone(), format!("{sentence}{source}")))
            }
        }
    }

    /// Why nothing inside the gate answers, and what is nearest.
    fn why_nothing(&self, timed: &Timed, keys: &[Key], evidence: &Evidence) -> Result<String, Error> {
        for key in keys {
            let pattern = memstrata_ledger::FactPattern {
                subject: Some(key.subject.clone()),
                relation: Some(key.relation.clone()),
                scope: None,
                all: true,
            };
            let facts = self.ledger.facts(self.space(), &pattern, timed.gate.moment())?;
            if let Some(sentence) = self.nearest(&facts, timed.gate.as_of()) {
                return Ok(format!("Nothing held at the time asked about. {sentence}"));
            }
            let today = self.ledger.facts(
                self.space(),
                &pattern,
                memstrata_ledger::Moment { as_of: timed.gate.as_of(), known_at: None },
            )?;
            if let Some(first) = today.iter().map(|f| f.sys_from).min() {
                return Ok(format!(
                    "Nothing was known of it then: {} {} was first recorded on {}.",
                    key.subject,
                    key.relation,
                    self.day(first)
                ));
            }
        }
        let nearest = evidence.left_out.iter().filter(|p| p.score >= BEARS_ON).find_map(|passage| {
            let reason = passage.reason.as_ref()?;
            Some(format!(" The nearest passage is left out: \"{}\" ({reason}).", passage.text.trim()))
        });
        Ok(format!("Nothing that is known answers this.{}", nearest.unwrap_or_default()))
    }

    fn nearest(&self, facts: &[Fact], as_of: Instant) -> Option<String> {
        let before =
            facts.iter().filter(|f| f.valid_to.is_some_and(|to| to <= as_of)).max_by_key(|f| f.valid_to);
        let after = facts
            .iter()
            .filter(|f| f.valid_from.is_some_and(|from| from > as_of))
            .min_by_key(|f| f.valid_from);
        match (before, after) {
            (Some(before), _) => Some(format!(
                "The last value was {}, until {}.",
                before.object,
                before.valid_to.map(|to| self.day(to)).unwrap_or_default()
            )),
            (None, Some(after)) => Some(format!(
                "The first known value is {}, from {}.",
                after.object,
                after.valid_from.map(|from| self.day(from)).unwrap_or_default()
            )),
            (None, None) => None,
        }
    }

    fn verdict(&self, plain: &Column, temporal: &Column) -> Verdict {
        let told = |column: &Column, name: &str| match &column.answer {
            None => format!("{name} abstains"),
            Some(answer) => {
                let state = match (column.state, column.until, column.since) {
                    (Some(FactState::Past), Some(until), _) => format!(", stale since {}", self.day(until)),
                    (Some(FactState::Past), None, _) => ", stale".to_owned(),
                    (Some(FactState::Withdrawn), ..) => ", withdrawn".to_owned(),
                    (Some(FactState::Future), _, Some(since)) => {
                        format!(", true only from {}", self.day(since))
                    }
                    (Some(FactState::Disputed), ..) => ", disputed".to_owned(),
                    (Some(FactState::Current), ..) => ", current".to_owned(),
                    _ => String::new(),
                };
                format!("{answer}{state}")
            }
        };
        let sides = format!("{} / {}", told(plain, "plain"), told(temporal, "temporal"));
        let same = match (&plain.answer, &temporal.answer) {
            (Some(a), Some(b)) => normalize_text(a) == normalize_text(b),
            (None, None) => true,
            _ => false,
        };
        let stale = matches!(plain.state, Some(FactState::Past | FactState::Withdrawn | FactState::Future));
        let (kind, word) = match (&plain.answer, &temporal.answer) {
            (None, None) => (VerdictKind::Abstained, "Both abstain"),
            (Some(_), None) if stale => (VerdictKind::PlainStale, "They disagree"),
            (None, _) | (_, None) => (VerdictKind::Abstained, "One abstains"),
            _ if same => (VerdictKind::Agree, "They agree"),
            _ if stale => (VerdictKind::PlainStale, "They disagree"),
            _ => (VerdictKind::Differ, "They differ"),
        };
        Verdict { kind, sentence: format!("{word}: {sides}") }
    }

    fn said(&self, passage: &Passage) -> String {
        let place = passage
            .locator
            .clone()
            .or_else(|| passage.author.clone())
            .unwrap_or_else(|| passage.kind.clone());
        format!("Said on {} ({place}).", self.day(passage.occurred_at))
    }

    /// A day as written on screen.
    pub(crate) fn day(&self, at: Instant) -> String {
        show_date(at, Precision::Day, self.zone())
    }

    fn moment(&self, at: Instant, now: Instant) -> String {
        if at == now { "now".to_owned() } else { show_date(at, Precision::Instant, self.zone()) }
    }
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

fn column(
    answer: Option<String>,
    explanation: String,
    state: Option<FactState>,
    dates: Option<(Option<Instant>, Option<Instant>)>,
    evidence: Evidence,
    watch: Stopwatch,
) -> Column {
    let facts: Vec<ScoredFact> = evidence.facts;
    Column {
        abstained: answer.is_none(),
        answer,
        explanation,
        state,
        since: dates.and_then(|d| d.0),
        until: dates.and_then(|d| d.1),
        facts,
        passages: evidence.passages,
        left_out: evidence.left_out,
        context: evidence.context,
        context_tokens: u32::try_from(evidence.tokens).unwrap_or(u32::MAX),
        ms: watch.elapsed().as_secs_f64() * 1000.0,
    }
}
