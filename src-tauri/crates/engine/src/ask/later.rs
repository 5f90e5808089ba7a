//! A later text about the same thing that could not be read: the value that was read before it
//! may hold no longer. A stale value is worse than the text itself, so the text answers.

use std::collections::BTreeSet;

use memstrata_extract::{ValueType, query::stems};
use memstrata_ledger::EpisodeView;
use memstrata_model::Fact;
use memstrata_retrieve::Candidate;
use memstrata_when::Intent;

use super::Answer;
use super::timing::Timed;
use crate::lead::spec_of;
use crate::query::query_of;
use crate::{Engine, Error};

/// The nearest texts that are looked at.
pub(super) const LOOKED_AT: usize = 5;
/// How near a text must be to the question, beside the nearest that tells of it, and at all.
const BESIDE: f64 = 0.6;
const AT_ALL: f64 = 0.35;

impl Engine {
    /// The later text, as an answer, if there is one. Only for questions of now, and only where
    /// meanings are searched.
    pub(super) fn later_text(
        &self,
        question: &str,
        timed: &Timed,
        fact: &Fact,
        near: &[Candidate],
    ) -> Result<Option<Answer>, Error> {
        let now =
            matches!(timed.intent, Intent::None | Intent::Current) && timed.gate.as_of() == timed.gate.now;
        let Some(said) = fact.valid_from.max(fact.last_verified).filter(|_| now) else { return Ok(None) };
        let mut views = Vec::new();
        for candidate in near {
            views.push((
                self.ledger.episode(self.space(), candidate.seq, timed.gate.moment())?,
                candidate.similarity,
            ));
        }
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
        // Only the newest word on it: one that was read, of whatever it was read, leaves it open.
        let later = views
            .iter()
            .filter(|(view, near)| !tells(view) && *near >= (BESIDE * own).max(AT_ALL) && about(view))
            .max_by_key(|(view, _)| view.record.occurred_at)
            .filter(|(view, _)| view.record.occurred_at > said && self.tells_nothing_read(view, timed));
        let Some((view, _)) = later else { return Ok(None) };
        let Some(text) = view.record.text.as_deref() else { return Ok(None) };
        let explanation = format!(
            "Said on {}, later than the last value that could be read: {}, on {}.",
            self.day(view.record.occurred_at),
            fact.object,
            self.day(said)
        );
        Ok(Some(self.quoted(question, text, view.record.occurred_at, explanation, timed)?))
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
}
