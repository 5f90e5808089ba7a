//! A later text about the same thing that could not be read: the value that was read before it
//! may hold no longer. A stale value is worse than the text itself, so the text answers.

use std::collections::BTreeSet;

use memstrata_extract::{ValueType, query::stems};
use memstrata_ledger::EpisodeView;
use memstrata_model::{Fact, Instant};
use memstrata_retrieve::Candidate;
use memstrata_when::Intent;

use super::Answer;
use super::nearest::is_idle;
use super::retold::tells_of_change;
use super::timing::Timed;
use crate::lead::spec_of;
use crate::query::query_of;
use crate::{Engine, Error};

/// The nearest texts that are looked at.
pub(super) const LOOKED_AT: usize = 5;
/// How near a text must be to the question, beside the nearest that tells of it, and at all.
const BESIDE: f64 = 0.6;
const AT_ALL: f64 = 0.35;

/// Newer texts that share words with the question and are looked at beside these.
const WORDED: usize = 5;

/// What a later text does to a value.
pub(super) enum Later {
    /// It tells of another value, or of the end of this one: it answers.
    Answers(Answer, Instant),
    /// It is about the same thing and says nothing of the value: a remark beside it.
    Beside(String),
}

impl Engine {
    /// The latest text after a value was said and up to the time asked about, if there is one that was
    /// not read. Only for questions of a value, and only where meanings are searched.
    pub(super) fn later_text(
        &self,
        question: &str,
        timed: &Timed,
        fact: &Fact,
        (near, worded): (&[Candidate], &[i64]),
    ) -> Result<Option<Later>, Error> {
        let of_a_value = matches!(timed.intent, Intent::None | Intent::Current | Intent::At | Intent::During);
        let as_of = timed.gate.as_of();
        let Some(said) = fact.valid_from.max(fact.last_verified).filter(|_| of_a_value) else {
            return Ok(None);
        };
        let mut views = Vec::new();
        for candidate in near {
            views.push((
                self.ledger.episode(self.space(), candidate.seq, timed.gate.moment())?,
                candidate.similarity,
            ));
        }
        // Beside the nearest, those that say every word of the question.
        let asked = words_asked(question, timed.reading.expression.as_deref());
        let mut newer: Vec<i64> = Vec::new();
        if let Some(source) = fact.sources.iter().max_by_key(|source| source.recorded_at) {
            let since = self.ledger.episode_seq(self.space(), &source.episode)?;
            newer.extend(
                worded.iter().copied().filter(|seq| *seq > since && near.iter().all(|c| c.seq != *seq)),
            );
            newer.sort_unstable_by(|a, b| b.cmp(a));
            newer.truncate(WORDED);
        }
        for seq in newer {
            let view = self.ledger.episode(self.space(), seq, timed.gate.moment())?;
            views.push((view, 0.0));
        }
        let says_all = |view: &EpisodeView| {
            let words = stems(view.record.text.as_deref().unwrap_or_default());
            !asked.is_empty() && asked.iter().all(|stem| words.contains(stem))
        };
        let tells = |view: &EpisodeView| fact.sources.iter().any(|source| source.episode == view.record.id);
        let own = views.iter().filter(|(view, _)| tells(view)).map(|(_, near)| *near).fold(0.0, f64::max);
        let told = Told::of(fact, question);
        // Of the frontend, where that is another thing than the admin frontend.
        let others: BTreeSet<&str> = views
            .iter()
            .flat_map(|(view, _)| &view.facts)
            .filter(|other| other.fact.relation == fact.relation && other.fact.subject != fact.subject)
            .map(|other| other.fact.subject.as_str())
            .collect();
        let own_subject = stems(&fact.subject);
        let of_another = |text: &str| {
            let words = stems(text);
            let says = |subject: &[String]| subject.iter().all(|stem| words.contains(stem));
            !says(&own_subject)
                && others.iter().any(|other| {
                    let other = stems(other);
                    !other.is_empty() && says(&other)
                })
        };
        let about = |view: &EpisodeView| {
            let text = view.record.text.as_deref().unwrap_or_default();
            told.meets(text) && !of_another(text) && self.speaks_of_then(view.record.occurred_at, text, timed)
        };
        let unread = |view: &EpisodeView| {
            self.tells_nothing_read(view, timed) || told.is_told_under_another_key(view, fact)
        };
        // Only the newest word on it: one that was read, of whatever it was read, leaves it open.
        let later = views
            .iter()
            .filter(|(view, near)| {
                let then = view.record.occurred_at <= as_of;
                then && !tells(view) && (*near >= (BESIDE * own).max(AT_ALL) || says_all(view)) && about(view)
            })
            .max_by_key(|(view, _)| view.record.occurred_at)
            .filter(|(view, _)| view.record.occurred_at > said && unread(view));
        let Some((view, _)) = later else { return Ok(None) };
        let Some(text) = view.record.text.as_deref() else { return Ok(None) };
        let day = self.day(view.record.occurred_at);
        if !told.tells_another_value(text) {
            return Ok(Some(Later::Beside(format!(" A newer text says, on {day}: \"{}\"", text.trim()))));
        }
        let explanation = format!(
            "Said on {day}, later than the last value that could be read: {}, on {}.",
            fact.object,
            self.day(said)
        );
        let said = view.record.occurred_at;
        let answer = self.quoted(question, text, said, explanation, timed)?;
        Ok(Some(Later::Answers(answer.of_text(&view.record.id), said)))
    }
}

/// Words before the name of a place.
const PLACING: &[&str] = &["at", "in", "into", "to", "off", "near", "from", "outside", "on"];

/// By what a text tells of the same thing as a fact: it names its subject, and its relation (by its
/// own words or the question's), its value, or another value of that kind. A text about the subject alone says nothing of the value.
pub(super) struct Told {
    subject: Vec<String>,
    relation: Vec<String>,
    value: Vec<String>,
    kind: Kind,
}

/// What a value that is a figure or a place is told by, without a word of the relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Figure,
    Place,
    Other,
}

impl Told {
    pub fn of(fact: &Fact, question: &str) -> Self {
        let spec = spec_of(&fact.relation);
        let aliases = spec.iter().flat_map(|spec| spec.aliases.iter().copied());
        let patterns = spec.iter().flat_map(|spec| spec.patterns.iter().copied());
        let asked = query_of(question).terms.clone();
        let own = stems(&fact.subject);
        let relation = aliases
            .chain(patterns)
            .chain([fact.relation.as_str()])
            .flat_map(stems)
            // The letters that stand for subject and object in a pattern are no words of it.
            .filter(|stem| stem.chars().count() > 2)
            .chain(asked)
            .filter(|stem| !own.contains(stem))
            .collect();
        // The teller and what is told of without a name are not named in a text.
        let unnamed = ["user", "project", "team", "we"].contains(&fact.subject.as_str());
        let kind = match spec.map(|spec| spec.value_type) {
            Some(ValueType::Place | ValueType::Address) => Kind::Place,
            _ if fact.object.bytes().any(|byte| byte.is_ascii_digit()) => Kind::Figure,
            _ => Kind::Other,
        };
        let subject = if unnamed { Vec::new() } else { own };
        Told { subject, relation, value: stems(&fact.object), kind }
    }

    pub fn meets(&self, text: &str) -> bool {
        let words = stems(text);
        let names = |stems: &[String]| stems.iter().any(|stem| words.contains(stem));
        let value = !self.value.is_empty() && self.value.iter().all(|stem| words.contains(stem));
        (self.subject.is_empty() || names(&self.subject))
            && (names(&self.relation)
                || value
                || (!self.subject.is_empty() && self.has_one_of_its_kind(text)))
    }

    /// Whether a text that is about the same thing may tell of another value of it, or of the end of this
    /// one. "The region is cheap" tells of neither; that somebody stopped to take one thing is no end of
    /// his taking another.
    pub fn tells_another_value(&self, text: &str) -> bool {
        let words = stems(text);
        let names_value = !self.value.is_empty() && self.value.iter().any(|stem| words.contains(stem));
        if tells_an_end(text) {
            return names_value || self.value.is_empty();
        }
        let known = |word: &str| {
            let own = stems(word);
            own.iter().all(|stem| {
                self.subject.contains(stem) || self.relation.contains(stem) || self.value.contains(stem)
            })
        };
        // A name or a figure that is none of the subject's, the relation's or the value's.
        let like_a_value = |(at, word): (usize, &str)| {
            let word = word.trim_matches(|c: char| !c.is_alphanumeric());
            let figure =
                word.bytes().any(|byte| byte.is_ascii_digit()) || word.contains(['/', '_', '@', '-']);
            let name = at > 0 && word.starts_with(char::is_uppercase) && word != "I";
            (figure || name) && !known(word)
        };
        names_value
            || tells_of_change(text, &self.relation)
            || text.split_whitespace().enumerate().any(like_a_value)
    }

    /// Whether all that was read of a text stands under keys of the same thing, written otherwise ("the
    /// endpoint of the shop · url" for the endpoint of the shop).
    fn is_told_under_another_key(&self, view: &EpisodeView, fact: &Fact) -> bool {
        let own = [stems(&fact.subject), stems(&fact.relation)].concat();
        !view.facts.is_empty()
            && view.facts.iter().all(|told| {
                let other = stems(&told.fact.subject);
                let another = told.fact.relation != fact.relation || told.fact.subject != fact.subject;
                another && own.iter().all(|stem| other.contains(stem))
            })
    }

    /// Whether a text has a figure, or the name of a place, that is no part of the subject.
    fn has_one_of_its_kind(&self, text: &str) -> bool {
        let own = |word: &str| stems(word).iter().all(|stem| self.subject.contains(stem));
        let words: Vec<&str> = text.split_whitespace().collect();
        match self.kind {
            Kind::Figure => {
                words.iter().any(|word| word.bytes().any(|byte| byte.is_ascii_digit()) && !own(word))
            }
            Kind::Place => words.windows(2).any(|pair| {
                let placed = PLACING.contains(&pair[0].to_lowercase().as_str());
                placed && pair[1].starts_with(char::is_uppercase) && !own(pair[1])
            }),
            Kind::Other => false,
        }
    }
}

/// What a question is about, by its stems: without its time, its frame and its verbs of frame.
fn words_asked(question: &str, expression: Option<&str>) -> Vec<String> {
    let timeless = match expression {
        Some(words) if !words.is_empty() => question.replacen(words, " ", 1),
        _ => question.to_owned(),
    };
    stems(&timeless).into_iter().filter(|stem| !is_idle(stem)).collect()
}

/// Whether a text says that something is over.
fn tells_an_end(text: &str) -> bool {
    let lower = text.to_lowercase();
    let ends = ["no longer", "not any more", "any longer", "anymore", "gave up", "given up"];
    let stops = |stem: &String| matches!(stem.as_str(), "stop" | "quit" | "cease" | "cancel" | "end");
    ends.iter().any(|end| lower.contains(end)) || stems(text).iter().any(stops)
}

#[cfg(test)]
mod tests {
    use super::Told;
    use crate::ask::later::Kind;

    fn told(subject: &str, relation: &str, value: &[&str], kind: Kind) -> Told {
        let own = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        Told { subject: own(&[subject]), relation: own(&[relation]), value: own(value), kind }
    }

    #[test]
    fn a_text_about_the_subject_alone_is_not_about_the_value() {
        let home = told("priya", "live", &["york"], Kind::Place);
        assert!(!home.meets("Priya isn't joining us any longer."));
        assert!(home.meets("Priya has left York."));
        assert!(home.meets("Priya found rooms in Leeds."));
        assert!(!home.meets("Everybody else found rooms in Leeds."));
        assert!(!home.meets("A letter came from Priya"));
        let price = told("plan", "price", &["59"], Kind::Figure);
        assert!(price.meets("The plan went up, 65 a month."));
        assert!(!price.meets("The plan is popular."));
        let boss = told("yuki", "supervisor", &["ellen"], Kind::Other);
        assert!(!boss.meets("Yuki went to Osaka for half a year."));
        assert!(boss.meets("Yuki's supervisor changes again."));
    }

    #[test]
    fn a_remark_tells_no_other_value() {
        let region = told("region", "region", &["eu-west-1"], Kind::Figure);
        assert!(!region.tells_another_value("The region is cheap."));
        assert!(region.tells_another_value("The region is fsn1."));
        assert!(region.tells_another_value("They swapped the region on us."));
        let medicine = told("user", "take", &["ibuprofen"], Kind::Other);
        assert!(!medicine.tells_another_value("I stopped taking aspirin."));
        assert!(medicine.tells_another_value("I stopped taking ibuprofen."));
        assert!(medicine.tells_another_value("I take Naproxen."));
    }
}
