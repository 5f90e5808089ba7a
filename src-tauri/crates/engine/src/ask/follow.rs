//! A question that goes on from the one before it: what it leaves out is taken from that one, and the
//! question in full is asked; or the value beside the one that was answered is given, its start, its
//! length. Which of these it is, [`super::elliptic`] tells.

use std::time::Instant as Stopwatch;

use memstrata_extract::{ValueType, query::stems};
use memstrata_ledger::{KeyNamesSought, Moment};
use memstrata_model::view::{AskAnswer, AskMode, AskRequest, Column, Reading, Thread, Viewpoint};
use memstrata_model::{Fact, FactState, Instant, Key, Precision, date::show_date, normalize_name};
use memstrata_retrieve::Evidence;
use memstrata_when::QuestionReading;

use super::claim::{Claim, plain_words};
use super::elliptic::{
    Elliptic, bare_phrase, is_now, of_person, replaced, span_of, with_article, with_names,
};
use super::proof::proof;
use super::route::Route;
use super::timing::Timed;
use super::{Answer, key_of};
use crate::absence::stopped;
use crate::chain::Walked;
use crate::lead::spec_of;
use crate::spoken::spoken_key;
use crate::{Engine, Error};

impl Engine {
    /// The answer to a question that goes on from the one before; nothing where it stands by itself.
    pub(super) fn followed(&self, request: &AskRequest, now: Instant) -> Result<Option<AskAnswer>, Error> {
        let Some(before) = &request.follow else { return Ok(None) };
        let Some(thread) = &before.thread else { return Ok(None) };
        let Some(elliptic) = Elliptic::of(&request.question) else { return Ok(None) };
        let answer = match elliptic {
            Elliptic::Phrase(phrase) => self.with_phrase(request, before, thread, &phrase, now)?,
            Elliptic::Pronoun => self.with_pronouns(request, before, thread)?,
            of_time => self.beside_answered(request, before, thread, &of_time, now)?,
        };
        Ok(answer.map(|answer| AskAnswer {
            question: request.question.clone(),
            reading: Reading { follows: true, ..answer.reading },
            ..answer
        }))
    }

    /// The question in full, asked; the time of the one before is kept where it says none.
    fn in_full(&self, request: &AskRequest, before: &Reading, question: &str) -> Result<AskAnswer, Error> {
        let follow = Some(Reading { thread: None, ..before.clone() });
        let mut answer =
            self.ask(&AskRequest { question: question.to_owned(), follow, ..request.clone() })?;
        let taken = format!("taken as \"{question}\"");
        answer.reading.note = Some(match answer.reading.note {
            Some(note) => format!("{taken}; {note}"),
            None => taken,
        });
        Ok(answer)
    }

    /// The first of some questions that is answered, or else the first.
    fn first_answered(
        &self,
        request: &AskRequest,
        before: &Reading,
        questions: &[String],
    ) -> Result<Option<AskAnswer>, Error> {
        let mut first = None;
        for question in questions {
            let answer = self.in_full(request, before, question)?;
            let column = answer.temporal.as_ref().or(answer.plain.as_ref());
            if column.is_some_and(|column| !column.abstained) {
                return Ok(Some(answer));
            }
            first.get_or_insert(answer);
        }
        Ok(first)
    }

    fn with_phrase(
        &self,
        request: &AskRequest,
        before: &Reading,
        thread: &Thread,
        phrase: &str,
        now: Instant,
    ) -> Result<Option<AskAnswer>, Error> {
        let words = phrase.trim_end_matches(['?', ' ', '.', '!']);
        let asked = thread.question.trim_end_matches(['?', ' ', '.']);
        let appended = format!("{asked} {words}?");
        if is_now(words) {
            return Ok(Some(self.in_full(request, before, &format!("{asked} now?"))?));
        }
        let read = memstrata_when::read_question(&format!("what was it {words}?"), &self.when_context(now));
        if let Some(time) = &read.expression {
            let rest = words.replacen(time.as_str(), " ", 1);
            if stems(&rest).is_empty() {
                let known = self.in_the_known_year(&appended, words, &read, now);
                let appended = known.map_or(appended, |words| format!("{asked} {words}?"));
                return Ok(Some(self.in_full(request, before, &appended)?));
            }
        }
        // "And Ben's?" names Ben, whose it is stands in the question before.
        let words = words.trim_end_matches("'s").trim_end_matches("\u{2019}s");
        let name = bare_phrase(words);
        if name.is_empty() {
            return Ok(None);
        }
        let mut questions = Vec::new();
        // "His manager": of whom the one before was about, or who answered it.
        if let Some(of_somebody) = self.possessed(thread, name) {
            questions.extend(of_somebody);
            return self.first_answered(request, before, &questions);
        }
        let in_place = span_of(asked, &thread.named)
            .map(|span| format!("{}?", replaced(asked, span, &with_article(words, name))));
        let of_subject = of_the_subject(thread, name);
        questions.extend(self.of_a_scope(thread, asked, name)?);
        let first_word = plain_words(words).into_iter().next().unwrap_or_default();
        let hangs = matches!(first_word.as_str(), "in" | "on" | "at" | "with");
        if hangs {
            questions.push(appended.clone());
        }
        let mut either = [in_place, of_subject];
        if self.is_a_relation(thread, asked, name)? {
            either.reverse();
        }
        questions.extend(either.into_iter().flatten());
        if !hangs {
            questions.push(appended);
        }
        let mut answer = self.first_answered(request, before, &questions)?;
        if let Some(next) = answer.as_mut().and_then(|answer| answer.reading.thread.as_mut())
            && next.named.is_empty()
        {
            // Nothing answered: the next question may name another thing in its place.
            let kept = next.question.to_lowercase().contains(&thread.named.to_lowercase());
            next.named = if kept { thread.named.clone() } else { name.to_owned() };
        }
        Ok(answer)
    }

    /// "And in March?" after a question about the present: a value was asked for that is known, and
    /// none is known of a March to come. The words of the last such time; nothing where those that
    /// were said mean no other, or say their year.
    fn in_the_known_year(
        &self,
        appended: &str,
        words: &str,
        past: &QuestionReading,
        now: Instant,
    ) -> Option<String> {
        let put = memstrata_when::read_question(appended, &self.when_context(now));
        let ahead = put.bounds.from.map(Instant::from).is_some_and(|from| from > now);
        let last = past.bounds.from.map(Instant::from).filter(|from| *from <= now)?;
        if !ahead || says_ahead(appended) {
            return None;
        }
        let day = show_date(last, Precision::Day, self.zone());
        match past.precision?.as_str() {
            "day" => Some(format!("on {day}")),
            "month" | "quarter" | "year" => Some(format!("{words} {}", day.get(..4)?)),
            _ => None,
        }
    }

    /// Whether a phrase names another relation of the same thing rather than another thing.
    fn is_a_relation(&self, thread: &Thread, asked: &str, name: &str) -> Result<bool, Error> {
        let folded = [normalize_name(name)];
        let sought = KeyNamesSought { subjects: &folded, ..KeyNamesSought::default() };
        if !self.ledger.keys_named(self.space(), &sought, 0)?.is_empty() {
            return Ok(false);
        }
        let bare = name.strip_prefix("my ").or_else(|| name.strip_prefix("our ")).unwrap_or(name);
        let spec = spec_of(bare);
        if spec.is_none() && !self.has_relation(&thread.subject, bare)? {
            return Ok(false);
        }
        // "And my brother?" asks of him what was asked of me, unless it was asked who somebody is.
        let asks_who = plain_words(asked).first().is_some_and(|word| word.starts_with("who"));
        let person = spec.is_some_and(|spec| spec.value_type == ValueType::Person);
        let own = bare.len() < name.len();
        Ok(!thread.subject.is_empty() && (!(own && person) || asks_who))
    }

    /// Whether something is told of a subject in such words.
    fn has_relation(&self, subject: &str, words: &str) -> Result<bool, Error> {
        let (folded, sought) = ([normalize_name(subject)], stems(words));
        let names = KeyNamesSought { subjects: &folded, ..KeyNamesSought::default() };
        let keys = self.ledger.keys_named(self.space(), &names, 0)?;
        Ok(!sought.is_empty()
            && keys.iter().any(|(told, _)| {
                let own = stems(&told.relation);
                sought.iter().all(|stem| own.contains(stem))
            }))
    }

    /// "His manager", "its owner" in full.
    fn possessed(&self, thread: &Thread, name: &str) -> Option<Vec<String>> {
        let (head, tail) = name.split_once(' ')?;
        let head = head.to_lowercase();
        let person = of_person(&head);
        if !person && head != "its" {
            return None;
        }
        let whose = if person { people(thread) } else { things(thread) };
        Some(
            whose
                .iter()
                .map(|name| match name.as_str() {
                    "user" => format!("What is my {tail}?"),
                    "project" => format!("What is our {tail}?"),
                    name => format!("What is {name}'s {tail}?"),
                })
                .collect(),
        )
    }

    fn with_pronouns(
        &self,
        request: &AskRequest,
        before: &Reading,
        thread: &Thread,
    ) -> Result<Option<AskAnswer>, Error> {
        let (people, things) = (people(thread), things(thread));
        let mut questions: Vec<String> = Vec::new();
        for place in 0..people.len().max(things.len()) {
            let person = people.get(place).or(people.first()).map(String::as_str);
            let thing = things.get(place).or(things.first()).map(String::as_str);
            if let Some(question) = with_names(&request.question, person, thing)
                && !questions.contains(&question)
            {
                questions.push(question);
            }
        }
        self.first_answered(request, before, &questions)
    }

    /// The value before or after the one that was answered, or its start, end and length.
    fn beside_answered(
        &self,
        request: &AskRequest,
        before: &Reading,
        thread: &Thread,
        asked: &Elliptic,
        now: Instant,
    ) -> Result<Option<AskAnswer>, Error> {
        let Some(value) = thread.value.as_ref().filter(|_| !thread.relation.is_empty()) else {
            return Ok(None);
        };
        let key = Key::new(
            &thread.subject,
            &thread.relation,
            Some(thread.scope.as_str()).filter(|s| !s.is_empty()),
        );
        let known_at = Some(before.known_at).filter(|at| before.asked_at.is_some_and(|asked| *at != asked));
        let known_at = request.view.known_at.or(known_at);
        let mut facts = self.versions_of(&key, Moment { as_of: now, known_at })?;
        facts.retain(|fact| fact.state != FactState::Withdrawn);
        facts.sort_by_key(|fact| fact.valid_from);
        let view =
            Viewpoint { as_of: Some(thread.since.unwrap_or(before.as_of)), known_at: request.view.known_at };
        let timed = self.read_time(
            &AskRequest { question: thread.question.clone(), view, follow: None, ..request.clone() },
            now,
        )?;
        let claim = Claim { key: key.clone(), value: value.clone(), facts: facts.clone() };
        let settled = match asked {
            Elliptic::Before => Some(self.beside_value(&facts, thread, true)),
            Elliptic::After => Some(self.beside_value(&facts, thread, false)),
            Elliptic::Start | Elliptic::Change => self.started(&claim, &timed),
            Elliptic::End => self.ended(&claim),
            Elliptic::Length => self.lasted(
                &claim,
                &Timed {
                    gate: memstrata_retrieve::Gate {
                        period: memstrata_model::Interval::new(Some(now), Some(now)),
                        ..timed.gate
                    },
                    ..timed.clone()
                },
            ),
            Elliptic::Phrase(_) | Elliptic::Pronoun => None,
        };
        let Some(settled) = settled else { return Ok(None) };
        let before = AskRequest {
            question: thread.question.clone(),
            mode: AskMode::Temporal,
            follow: None,
            ..request.clone()
        };
        let mut answer = self.ask(&before)?;
        let other = matches!(asked, Elliptic::Before | Elliptic::After);
        let held = settled.facts.first().filter(|_| other);
        let spoken = held.or(settled.facts.last()).cloned();
        // What holds is read beside the question as it is asked; what is over, at its own time.
        let over = |fact: &&Fact| other || fact.valid_to.is_some_and(|to| to <= now);
        if let Some(fact) = spoken.as_ref().filter(over).filter(|_| request.mode != AskMode::Plain) {
            let at = fact.valid_from.or_else(|| fact.valid_to.map(|to| to.plus_micros(-1)));
            let view = Viewpoint { as_of: at, ..request.view };
            answer.temporal = self.ask(&AskRequest { view, ..before })?.temporal.map(|c| seen_from(c, now));
        }
        // Plain retrieval knows no earlier question: it is asked the words as they stand.
        if request.mode != AskMode::Temporal {
            let put = AskRequest { mode: AskMode::Plain, follow: None, ..request.clone() };
            answer.plain = self.ask(&put)?.plain;
        }
        let of = spoken_key(&thread.subject, &thread.relation, Some(&thread.scope));
        let taken = format!("of {of}, {value}");
        answer.reading.reading = format!("{}, {taken}", plain_words(&request.question).join(" "));
        answer.reading.thread = Some(match held {
            Some(fact) => Thread {
                value: Some(fact.object.clone()),
                since: fact.valid_from,
                until: fact.valid_to,
                ..thread.clone()
            },
            None => thread.clone(),
        });
        let temporal = answer.temporal.filter(|_| request.mode != AskMode::Plain);
        let proof = spoken.as_ref().and_then(|fact| proof(asked, fact, &facts));
        answer.temporal = temporal.map(|column| {
            let led = |column, told| self.led_by_source(column, told, request.budget);
            let column = proof.into_iter().fold(column, led);
            answered_by(column, settled)
        });
        let both = answer.plain.as_ref().zip(answer.temporal.as_ref());
        answer.verdict = both.map(|(plain, temporal)| self.verdict(plain, temporal));
        Ok(Some(answer))
    }

    /// What held before or after the value that was answered.
    fn beside_value(&self, facts: &[Fact], thread: &Thread, earlier: bool) -> Answer {
        let value = thread.value.as_deref().unwrap_or_default();
        let found = if earlier {
            thread.since.and_then(|since| {
                facts.iter().filter(|f| f.valid_to.is_some_and(|to| to <= since)).max_by_key(|f| f.valid_to)
            })
        } else {
            thread.until.and_then(|until| {
                facts
                    .iter()
                    .filter(|f| f.valid_from.is_some_and(|from| from >= until))
                    .min_by_key(|f| f.valid_from)
            })
        };
        match found {
            Some(fact) => Answer {
                answer: Some(fact.object.clone()),
                explanation: format!(
                    "It held {}; {} {value}.",
                    self.dates_of(fact),
                    if earlier { "then it was" } else { "before that it was" }
                ),
                state: Some(fact.state),
                dates: Some((fact.valid_from, fact.valid_to)),
                facts: vec![fact.clone()],
                ..Answer::default()
            },
            None => Answer {
                explanation: match (earlier, thread.until) {
                    (true, _) => format!("No value before {value} is known."),
                    (false, None) => format!("{value} still holds; no later value is known."),
                    (false, Some(until)) => {
                        let rule = facts.iter().find(|f| f.object == value && f.valid_to == Some(until));
                        let how = stopped(rule.and_then(|fact| fact.closing_rule));
                        format!("{value} {how} {}; no later value is known.", self.day(until))
                    }
                },
                ..Answer::default()
            },
        }
    }

    /// What the next question may leave out.
    pub(super) fn thread_of(
        &self,
        question: &str,
        route: &Route,
        column: Option<&memstrata_model::view::Column>,
    ) -> Thread {
        let question = match &route.timed.reading.expression {
            Some(words) if !words.is_empty() => question.replacen(words.as_str(), " ", 1),
            _ => question.to_owned(),
        };
        let question = question.split_whitespace().collect::<Vec<_>>().join(" ");
        let answered = column.filter(|column| !column.abstained);
        let facts = || answered.iter().flat_map(|column| &column.facts).map(|scored| &scored.fact);
        let value = answered.and_then(|column| column.answer.clone());
        let held = route.keys.first().and_then(|key| {
            facts()
                .find(|fact| key_of(fact) == *key && value.as_ref() == Some(&fact.object))
                .or_else(|| facts().find(|fact| key_of(fact) == *key))
        });
        // What was taken from what is nearest has no key of its own.
        let held = held.or_else(|| facts().find(|fact| value.as_ref() == Some(&fact.object)));
        // "My brother" names Emil, of whom the answer tells.
        let led_by = match &route.walked {
            Walked::Reached(path) | Walked::Broken { path, .. } => {
                path.hops.first().map(|hop| hop.asked.clone())
            }
            Walked::NoChain => None,
        };
        let named = |subject: &str| led_by.clone().unwrap_or_else(|| subject.to_owned());
        match (held, route.keys.first()) {
            (Some(fact), _) => Thread {
                question,
                named: named(&fact.subject),
                subject: fact.subject.clone(),
                relation: fact.relation.clone(),
                scope: fact.scope.clone().unwrap_or_default(),
                value: if value.as_ref() == Some(&fact.subject) { value } else { Some(fact.object.clone()) },
                since: fact.valid_from,
                until: fact.valid_to,
            },
            (None, Some(key)) => Thread {
                question,
                named: named(&key.subject),
                subject: key.subject.clone(),
                relation: key.relation.clone(),
                scope: key.scope.clone(),
                ..Thread::default()
            },
            (None, None) => Thread { question, named: named(""), ..Thread::default() },
        }
    }
}

/// Whom a pronoun for a person may stand for, likeliest first.
fn people(thread: &Thread) -> Vec<String> {
    let asks_who = plain_words(&thread.question).first().is_some_and(|word| word.starts_with("who"));
    let value = thread.value.clone().filter(|_| asks_who);
    let subject = Some(thread.subject.clone()).filter(|subject| !subject.is_empty());
    value.into_iter().chain(subject).collect()
}

/// What a pronoun for a thing may stand for, likeliest first.
fn things(thread: &Thread) -> Vec<String> {
    let people = matches!(thread.subject.as_str(), "user" | "project");
    let subject = Some(thread.subject.clone()).filter(|subject| !subject.is_empty() && !people);
    subject.into_iter().chain(thread.value.clone()).collect()
}

/// A phrase of the question before with another noun: "what is the port of the relay".
fn of_the_subject(thread: &Thread, name: &str) -> Option<String> {
    let lower = name.to_lowercase();
    if lower.starts_with("my ") || lower.starts_with("our ") {
        return Some(format!("What is {name}?"));
    }
    match thread.subject.as_str() {
        "" => None,
        "user" => Some(format!("What is my {name}?")),
        "project" => Some(format!("What is our {name}?")),
        subject => match subject.strip_prefix("user's ") {
            Some(of_mine) => Some(format!("What is my {of_mine}'s {name}?")),
            None => Some(format!("What is the {name} of {subject}?")),
        },
    }
}

/// A column with another answer in it, over the same evidence.
fn answered_by(column: Column, answer: Answer) -> Column {
    let evidence = Evidence {
        facts: column.facts,
        passages: column.passages,
        left_out: column.left_out,
        context: column.context,
        tokens: column.context_tokens as usize,
    };
    let ms = column.ms;
    Column { ms, ..super::column(answer, evidence, Stopwatch::now()) }
}

/// Whether a question is about what is to come.
fn says_ahead(question: &str) -> bool {
    plain_words(question)
        .iter()
        .any(|word| matches!(word.as_str(), "will" | "shall" | "going" | "next" | "coming"))
}

/// Evidence of another time as it is seen now: what was current then and is over is past.
fn seen_from(mut column: Column, now: Instant) -> Column {
    let over = |state: &mut FactState, to: Option<Instant>| {
        if *state == FactState::Current && to.is_some_and(|to| to <= now) {
            *state = FactState::Past;
        }
    };
    for scored in &mut column.facts {
        over(&mut scored.fact.state, scored.fact.valid_to);
    }
    for told in column.passages.iter_mut().flat_map(|passage| &mut passage.facts) {
        over(&mut told.state, told.valid_to);
    }
    column
}
