//! The last word on what is asked for: where no key answers, the newest text about it up to the time
//! asked about, and the value in it where one stands out. Nothing is stored of this and nothing retired:
//! the answer is the text's, and says so.

use std::collections::BTreeSet;

use memstrata_answer::sentences;
use memstrata_extract::query::{plain_relative, stems};
use memstrata_extract::{Skipped, ValueType, apart_by_size};
use memstrata_ledger::EpisodeView;
use memstrata_model::{Cardinality, Fact, Instant, Key, normalize_text};
use memstrata_retrieve::Candidate;
use memstrata_when::Intent;

use super::anew::said_anew;
use super::claim::plain_words;
use super::later::Told;
use super::picked::{is_a_day, is_among, is_placed, measured_like, unit_of, values};
use super::timing::Timed;
use super::topic::{LEAST, Topic};
use super::unfit::is_no_answer;
use super::{Answer, key_of};
use crate::lead::spec_of;
use crate::query::query_of;
use crate::rollup::is_roll_up;
use crate::{Engine, Error};

/// The nearest texts of which the newest that is about it is looked for.
pub(super) const LOOKED_AT: usize = 12;

/// The newest text about what is asked for.
pub(super) struct Word {
    pub view: EpisodeView,
    /// What it asserts, without what it only asks, supposes or reports.
    pub told: String,
    /// The one value of the kind asked for that older texts do not have, where there is one.
    pub value: Option<String>,
    /// What it says without the clauses of the former value, where there are any.
    anew: Option<String>,
    /// It says every word of the question's.
    says_all: bool,
}

/// What the last word does to a value that was read before it.
pub(super) enum Newer {
    /// It tells of another value: it answers.
    Answers(Box<(Answer, Word)>),
    /// It names the same value, at that time.
    Again(Instant),
    /// There is none, or it is about something else.
    Nothing,
}

impl Newer {
    /// Whether it answers with what was said after that.
    pub fn is_after(&self, said: Instant) -> bool {
        matches!(self, Newer::Answers(newer) if newer.1.said() > said)
    }

    /// Whether it answers with what was said then or after.
    pub fn is_since(&self, said: Instant) -> bool {
        matches!(self, Newer::Answers(newer) if newer.1.said() >= said)
    }
}

impl Word {
    pub fn said(&self) -> Instant {
        self.view.record.occurred_at
    }
}

impl Engine {
    /// Where no key answers: the last word on what is asked for.
    pub(super) fn word_on_it(
        &self,
        question: &str,
        keys: &[Key],
        timed: &Timed,
        near: (&[Candidate], &[i64]),
    ) -> Result<Option<(Answer, Word)>, Error> {
        if matches!(timed.intent, Intent::Change | Intent::History | Intent::Previous) {
            return Ok(None);
        }
        let Some(word) = self.last_word(question, timed, None, near)? else { return Ok(None) };
        if self.is_settled_since(keys, &word, timed)? {
            return Ok(None);
        }
        let day = self.day(word.said());
        let explanation = match &word.value {
            Some(_) => format!("Taken from the newest text on it then, said on {day}: \"{}\"", word.told),
            None => format!("Said on {day}: the newest text on it then; no value could be read out of it."),
        };
        Ok(Some((self.answered_by(question, &word, explanation, timed)?, word)))
    }

    /// As [`Engine::word_on_it`], where the text says every word of the question's.
    pub(super) fn very_word_on_it(
        &self,
        question: &str,
        keys: &[Key],
        timed: &Timed,
        near: (&[Candidate], &[i64]),
    ) -> Result<Option<(Answer, Word)>, Error> {
        Ok(self.word_on_it(question, keys, timed, near)?.filter(|(_, word)| word.says_all))
    }

    /// Whether a key that is asked for has begun or ended since a text was said, or was read out of it:
    /// then it is known why the key holds nothing.
    fn is_settled_since(&self, keys: &[Key], word: &Word, timed: &Timed) -> Result<bool, Error> {
        if word.view.facts.iter().any(|told| keys.contains(&key_of(&told.fact))) {
            return Ok(true);
        }
        let Some(key) = keys.first() else { return Ok(false) };
        let held = self.versions_of(key, timed.gate.moment())?;
        let as_of = timed.gate.as_of();
        let mut turns = held.iter().flat_map(|fact| [fact.valid_from, fact.valid_to]).flatten();
        Ok(turns.any(|turn| turn <= as_of && turn >= word.said()))
    }

    /// An answer in a text's words or by the value in it.
    pub(super) fn answered_by(
        &self,
        question: &str,
        word: &Word,
        explanation: String,
        timed: &Timed,
    ) -> Result<Answer, Error> {
        let words = word.anew.as_ref().unwrap_or(&word.told);
        let mut answer = self.quoted(question, words, word.said(), explanation, timed)?;
        if let Some(value) = word.value.as_ref().filter(|_| answer.answer.is_some()) {
            answer.answer = Some(value.clone());
        }
        Ok(answer)
    }

    /// The last word on what is asked for, where it is newer than a value that was read and tells of
    /// another: it answers. What it is read to tell of another thing is no word on this one.
    pub(super) fn newer_word(
        &self,
        question: &str,
        timed: &Timed,
        fact: &Fact,
        near: (&[Candidate], &[i64]),
    ) -> Result<Newer, Error> {
        let of_a_value = matches!(timed.intent, Intent::None | Intent::Current | Intent::At | Intent::During);
        let Some(said) = fact.valid_from.max(fact.last_verified).filter(|_| of_a_value) else {
            return Ok(Newer::Nothing);
        };
        let Some(mut word) = self.last_word(question, timed, Some(said), near)? else {
            return Ok(Newer::Nothing);
        };
        // What was read of the very key has its place in the key's own timeline.
        let key = key_of(fact);
        let own = fact.sources.iter().any(|source| source.episode == word.view.record.id)
            || word.view.facts.iter().any(|told| key_of(&told.fact) == key);
        let relation = self.ledger.relation(self.space(), &fact.relation)?;
        let one = relation.is_none_or(|relation| relation.cardinality == Cardinality::One);
        if own || !one || word.said() <= said {
            return Ok(Newer::Nothing);
        }
        // "Every 15 s" and "60 s": a value by its unit, whatever the question's words leave open.
        word.value = word.value.or_else(|| measured_like(question, &fact.object, &word.told));
        // "Aiko has twins, so it's Kenta" names the old value and tells another.
        let replaced = word.value.as_ref().is_some_and(|value| !is_among(value, &fact.object));
        if is_among(&fact.object, &word.told) && !replaced {
            return Ok(Newer::Again(word.said()));
        }
        let former = self.versions_of(&key, timed.gate.moment())?;
        let back = former.iter().any(|held| is_among(&held.object, &word.told));
        let another = back || tells_another(&word, fact, question);
        if !(another && may_be_of(&word, fact)) {
            return Ok(Newer::Nothing);
        }
        let explanation = format!(
            "Said on {}, later than the last value that could be read: {}, on {}.",
            self.day(word.said()),
            fact.object,
            self.day(said)
        );
        Ok(Newer::Answers(Box::new((self.answered_by(question, &word, explanation, timed)?, word))))
    }

    /// The newest text, up to the time asked about, that is about what is asked for and asserts
    /// something of that time; nothing where none was said `since`.
    pub(super) fn last_word(
        &self,
        question: &str,
        timed: &Timed,
        since: Option<Instant>,
        near: (&[Candidate], &[i64]),
    ) -> Result<Option<Word>, Error> {
        let best = near.0.iter().map(|candidate| candidate.similarity).fold(0.0, f64::max);
        let Some(mut topic) = Topic::of(question, timed.reading.expression.as_deref(), best) else {
            return Ok(None);
        };
        let views = self.looked_at(&mut topic, timed, since, near)?;
        let mut words: Vec<Word> = Vec::new();
        // Texts about it in all they say, for the values that were told before.
        let mut about: Vec<(Instant, String)> = Vec::new();
        for (view, similarity) in views {
            if view.record.occurred_at > timed.gate.as_of() || !is_believed(&view, timed) {
                continue;
            }
            let Some(text) = view.record.text.as_deref() else { continue };
            if is_of_another(told_by(&view), text, question, &topic)
                || apart_by_size(text, question)
                || is_no_answer(&view, question)
            {
                continue;
            }
            let otherwise = is_read_otherwise(told_by(&view), question);
            if topic.is_met_by(text, similarity, otherwise) {
                about.push((view.record.occurred_at, text.to_owned()));
            }
            let Some(told) = self.asserted_of_then(&view, &topic, timed) else { continue };
            if topic.is_met_by(&told, similarity, otherwise) && topic.learns_from(&told) {
                let says_all = topic.is_said_by(&told);
                words.push(Word { view, told, value: None, anew: None, says_all });
            }
        }
        words.sort_by_key(Word::said);
        let Some(newest) = words.pop() else { return Ok(None) };
        let said = newest.said();
        let older: Vec<&str> =
            about.iter().filter(|(at, _)| *at < said).map(|(_, text)| text.as_str()).collect();
        let (value, anew) = picked(question, topic.kind(), &newest.told, &older);
        Ok(Some(Word { value, anew, ..newest }))
    }

    /// Of the nearest texts, and of those that share words with the question, the ones that may be about
    /// what is asked for, each with how near it is; none where none of them was said `since`. The words
    /// of the topic are weighed by all of them.
    fn looked_at(
        &self,
        topic: &mut Topic,
        timed: &Timed,
        since: Option<Instant>,
        (near, worded): (&[Candidate], &[i64]),
    ) -> Result<Vec<(EpisodeView, f64)>, Error> {
        let near = near.iter().filter(|c| c.similarity >= LEAST).map(|c| (c.seq, c.similarity));
        let known: BTreeSet<i64> = near.clone().map(|(seq, _)| seq).collect();
        let by_words =
            worded.iter().filter(|seq| !known.contains(seq)).take(LOOKED_AT).map(|seq| (*seq, 0.0));
        let places: Vec<(i64, f64)> = near.chain(by_words).collect();
        let seqs: Vec<i64> = places.iter().map(|(seq, _)| *seq).collect();
        // What was read of a text takes longer to gather than its words.
        let texts = self.ledger.episode_records(self.space(), &seqs)?;
        topic.weigh(texts.iter().filter_map(|record| record.text.as_deref()));
        let mut may_be = texts.iter().zip(&places).filter(|(record, (_, similarity))| {
            let text = record.text.as_deref().unwrap_or_default();
            record.occurred_at <= timed.gate.as_of() && topic.is_near(text, *similarity, false)
        });
        if since.is_some_and(|since| !may_be.clone().any(|(record, _)| record.occurred_at > since)) {
            return Ok(Vec::new());
        }
        may_be.try_fold(Vec::new(), |mut views, (_, (seq, similarity))| {
            let mut view = self.ledger.episode(self.space(), *seq, timed.gate.moment())?;
            if self.ablation.unread {
                (view.facts, view.ends) = (Vec::new(), false);
            }
            views.push((view, *similarity));
            Ok(views)
        })
    }

    /// What a text asserts of the time asked about, in its words; `None` where that is nothing, or where
    /// all that was read of it is over.
    fn asserted_of_then(&self, view: &EpisodeView, topic: &Topic, timed: &Timed) -> Option<String> {
        let text = view.record.text.as_deref()?;
        let holds = view.facts.iter().any(|told| timed.gate.passes(&told.fact));
        let over = !holds && (view.ends || !view.facts.is_empty());
        let read = self.read_alone(text, &view.record.kind, view.record.occurred_at);
        // What can be read and stands in no fact was put off, or waits for a decision.
        let put_off = !self.ablation.unread && view.facts.is_empty() && !read.facts.is_empty();
        if over || put_off {
            return None;
        }
        // A time in it may be the value that is asked for, and says nothing then of when it holds.
        let then = |part: &str| {
            topic.finds_a_time_in(part) || self.speaks_of_then(view.record.occurred_at, part, timed)
        };
        let held: Vec<&str> = view.facts.iter().map(|told| told.fact.object.as_str()).collect();
        let parts: Vec<String> = asserted(text, &read.skipped, &held)
            .into_iter()
            .filter_map(|part| {
                if then(&part) {
                    return Some(part);
                }
                // "The move ended on Sunday, the store is Snowflake": one of them is over.
                let clauses: Vec<&str> = part
                    .split([',', ';'])
                    .map(str::trim)
                    .filter(|clause| !clause.is_empty() && then(clause))
                    .collect();
                (!clauses.is_empty()).then(|| clauses.join(", "))
            })
            .collect();
        let told = parts.join(" ");
        (!told.is_empty()).then_some(told)
    }
}

/// The one value of the kind asked for that older texts do not have, and what a text says anew.
pub(super) fn picked(
    question: &str,
    kind: Option<ValueType>,
    told: &str,
    older: &[&str],
) -> (Option<String>, Option<String>) {
    let found = values(question, kind, told);
    let is_new = |value: &&String| !older.iter().any(|text| is_among(value, text));
    let mut new: Vec<&String> = found.iter().filter(is_new).collect();
    if new.len() > 1 && kind == Some(ValueType::Person) {
        new.retain(|value| !is_placed(value, told));
    }
    let value = match (new.as_slice(), found.as_slice()) {
        ([only], _) => Some((*only).clone()),
        (_, [only]) => Some(only.clone()),
        _ => None,
    };
    (value, said_anew(question, told, older))
}

/// What was read of a text, by subject and relation.
fn told_by(view: &EpisodeView) -> impl Iterator<Item = (&str, &str)> {
    view.facts.iter().map(|told| (told.fact.subject.as_str(), told.fact.relation.as_str()))
}

/// Whether a relation that the lexicon knows is asked for, and all that was read of a text is of others
/// that it knows: it is no word on this one.
pub(super) fn is_read_otherwise<'t>(told: impl Iterator<Item = (&'t str, &'t str)>, question: &str) -> bool {
    let query = query_of(question);
    let other = |relation: &str| {
        spec_of(relation).is_some() && !query.relations.iter().any(|asked| asked == relation)
    };
    let mut told = told.peekable();
    query.asks_a_known_relation() && told.peek().is_some() && told.all(|(_, relation)| other(relation))
}

/// Whether a text was read to tell just what is asked for of something else, and does not say all of the
/// question ("the cache listens on 6379" is no word on the gateway).
pub(super) fn is_of_another<'t>(
    told: impl Iterator<Item = (&'t str, &'t str)>,
    text: &str,
    question: &str,
    topic: &Topic,
) -> bool {
    let query = query_of(question);
    let asked = |relation: &str| query.relations.iter().any(|asked| asked == relation);
    let mut told = told.filter(|(_, relation)| asked(relation)).peekable();
    told.peek().is_some()
        && !topic.is_said_by(text)
        && told.all(|(subject, _)| !matches!(subject, "user" | "project") && topic.is_apart_from(subject))
}

/// Whether a text was known then, is nobody's roll-up and rests on nothing that fell.
fn is_believed(view: &EpisodeView, timed: &Timed) -> bool {
    let known = timed.gate.known_at.is_none_or(|known| view.record.recorded_at <= known);
    known
        && view.fallen.is_none()
        && !is_roll_up(view.record.author.as_deref(), view.record.locator.as_deref())
}

/// The sentences of a text without what was left unread for a reason; what a value was read out of all
/// the same stays.
pub(super) fn asserted(text: &str, skipped: &[Skipped], held: &[&str]) -> Vec<String> {
    let start = text.as_ptr() as usize;
    let mut out = Vec::new();
    for sentence in sentences(text) {
        let from = sentence.as_ptr() as usize - start;
        let mut rest = String::new();
        let mut at = from;
        let to = from + sentence.len();
        for skip in skipped {
            let (a, b) = (skip.span.0.max(at), skip.span.1.min(to));
            let read = a < b && held.iter().any(|value| is_among(value, &text[a..b]));
            if a >= b || read || is_told_all_the_same(&text[a..to], skip.reason) {
                continue;
            }
            rest.push_str(&text[at..a]);
            at = a + passed_over(&text[a..b], skip.reason);
        }
        rest.push_str(&text[at..to]);
        let bare = rest.trim_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '-' | '–' | '—'));
        if bare.chars().any(char::is_alphanumeric) && !bare.ends_with('?') {
            out.push(bare.to_owned());
        }
    }
    out
}

/// "Did the count" is no question without its mark, and "it must be in by Friday" no mere request.
fn is_told_all_the_same(span: &str, reason: &str) -> bool {
    match reason {
        "question" => !span.contains('?'),
        "request" => {
            span.split_whitespace().skip(1).any(|word| matches!(word, "must" | "should" | "has" | "have"))
        }
        _ => false,
    }
}

/// How much of a span is passed over: what somebody thinks or wants ends where another clause begins.
fn passed_over(span: &str, reason: &str) -> usize {
    let end = match reason {
        "hearsay" => span.find(", "),
        "wish" | "plan" | "request" => span.find('→'),
        _ => None,
    };
    end.unwrap_or(span.len())
}

/// Whether a text may tell of another value than a fact's.
fn tells_another(word: &Word, fact: &Fact, question: &str) -> bool {
    let same = |a: &str, b: &str| normalize_text(a) == normalize_text(b);
    match &word.value {
        Some(value) => !same(value, &fact.object) && is_measured_alike(value, &fact.object),
        None => Told::of(fact, question).tells_another_value(&word.told),
    }
}

/// Whether what was read of a text leaves it open that it tells of what a fact does: what was read stands
/// under a key of its own, unless only its words were kept, or the value was not read of it.
fn may_be_of(word: &Word, fact: &Fact) -> bool {
    let kind = |relation: &str| spec_of(relation).map(|spec| spec.value_type);
    // By its words as they stand: the head of state of the States is not the head of the States.
    let words = |subject: &str| -> Vec<String> {
        let words = plain_words(subject).into_iter().filter(|word| !stems(word).is_empty());
        words.map(|word| plain_relative(&word).to_owned()).collect()
    };
    let subject = words(&fact.subject);
    let within = |a: &[String], b: &[String]| a.iter().all(|word| b.contains(word));
    word.view.facts.iter().all(|told| {
        let told = &told.fact;
        let own = words(&told.subject);
        if told.relation == fact.relation {
            // "The relay" may be the mail relay; Ana Paula is not Ana, nor the annual report the report.
            return within(&own, &subject) && told.scope == fact.scope;
        }
        let alike = within(&own, &subject) || within(&subject, &own);
        let of_its_kind = kind(&told.relation) == kind(&fact.relation);
        let measured = is_a_measure(&fact.object) && is_measured_alike(&told.object, &fact.object);
        match &word.value {
            Some(value) if !is_among(value, &told.object) => true,
            _ => {
                let open = kind(&told.relation).is_none() || alike && (of_its_kind || measured);
                told.scope == fact.scope && open
            }
        }
    })
}

/// Whether a figure stands there with its unit.
fn is_a_measure(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_digit()) && unit_of(text).is_some_and(|unit| !unit.is_empty())
}

/// Whether two figures measure one thing, so that one may take the place of the other.
fn is_measured_alike(a: &str, b: &str) -> bool {
    let figure = |text: &str| text.bytes().any(|byte| byte.is_ascii_digit());
    let dated = |text: &str| text.split_whitespace().any(is_a_day);
    !(figure(a) && figure(b)) || unit_of(a) == unit_of(b) || dated(a) && dated(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_or_supposed_is_no_part_of_what_is_told() {
        let text = "Who has the audit? Priya, about half way. If she can, she starts today.";
        let at = |words: &str| {
            let from = text.find(words).expect("in the text");
            (from, from + words.len())
        };
        let skipped = [
            Skipped { span: at("Who has the audit?"), reason: "question" },
            Skipped { span: at("If she can, she starts today."), reason: "hypothetical" },
        ];
        assert_eq!(asserted(text, &skipped, &[]), ["Priya, about half way."]);
        let thinks = "vet thinks fish is bad, Biscuit's on lamb";
        assert_eq!(
            asserted(thinks, &[Skipped { span: (0, thinks.len()), reason: "hearsay" }], &[]),
            ["Biscuit's on lamb"]
        );
        assert_eq!(asserted("Where is it?", &[], &[]), Vec::<String>::new());
        let count = "did the count, Ghent's at 41 heads";
        assert_eq!(asserted(count, &[Skipped { span: (0, count.len()), reason: "question" }], &[]), [count]);
        // What a value was read out of is told, whatever else stands with it.
        let paid = "the account pays 5.1% if I put 200 in";
        let supposed = [Skipped { span: (0, 21), reason: "hypothetical" }];
        assert_eq!(asserted(paid, &supposed, &["5.1%"]), [paid]);
        assert_eq!(asserted(paid, &supposed, &[]), ["if I put 200 in"]);
    }
}
