//! Short words for what nearly every test says: an instant, a fact, a sentence with its facts, and
//! what holds at a moment.

use memstrata_ledger::{FactPattern, Ledger, Moment, NewAssert, NewEnd, NewEpisode, Receipt, Told, Write};
use memstrata_model::{EpisodeKind, Instant};

use crate::log::SPACE;

/// An instant out of its text.
///
/// # Panics
/// The text is none.
#[must_use]
pub fn at(text: &str) -> Instant {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// A value of a key, its start not given.
#[must_use]
pub fn fact(subject: &str, relation: &str, object: &str) -> NewAssert {
    NewAssert {
        subject: subject.to_owned(),
        relation: relation.to_owned(),
        object: object.to_owned(),
        ..NewAssert::default()
    }
}

/// A value of a key from a stated instant on.
#[must_use]
pub fn fact_from(subject: &str, relation: &str, object: &str, from: &str) -> NewAssert {
    NewAssert { valid_from: Some(at(from)), ..fact(subject, relation, object) }
}

/// "No longer": this value, or any, from an instant on.
#[must_use]
pub fn end(subject: &str, relation: &str, object: Option<&str>, when: &str) -> Told {
    Told::End(NewEnd {
        subject: subject.to_owned(),
        relation: relation.to_owned(),
        object: object.map(str::to_owned),
        at: Some(at(when)),
        ..NewEnd::default()
    })
}

/// A note, said at an instant where one is given.
#[must_use]
pub fn note(text: &str, said: Option<&str>) -> NewEpisode {
    NewEpisode {
        id: None,
        kind: EpisodeKind::Note,
        text: text.to_owned(),
        occurred_at: said.map(at),
        author: None,
        locator: None,
        importance: None,
    }
}

/// A write at an instant of the wall clock.
#[must_use]
pub fn write(now: &str, told: Vec<Told>) -> Write {
    Write { told, ..Write::new(SPACE, at(now)) }
}

/// Tells facts without a sentence.
///
/// # Panics
/// The ledger refuses them.
pub fn tell(ledger: &Ledger, now: &str, told: Vec<Told>) -> Receipt {
    ledger.append(&write(now, told)).unwrap_or_else(|error| panic!("{error}"))
}

/// Tells a sentence with its facts, said when it is told.
///
/// # Panics
/// The ledger refuses them.
pub fn say(ledger: &Ledger, now: &str, text: &str, facts: Vec<NewAssert>) -> Receipt {
    let told = facts.into_iter().map(Told::Assert).collect();
    let write = Write { episode: Some(note(text, Some(now))), ..write(now, told) };
    ledger.append(&write).unwrap_or_else(|error| panic!("{error}"))
}

/// The values of a key at a moment on both clocks, in order of their names.
///
/// # Panics
/// The ledger cannot be read.
#[must_use]
pub fn values(
    ledger: &Ledger,
    subject: &str,
    relation: &str,
    as_of: &str,
    known_at: Option<&str>,
) -> Vec<String> {
    let pattern = FactPattern {
        subject: Some(subject.to_owned()),
        relation: Some(relation.to_owned()),
        ..FactPattern::default()
    };
    let moment = Moment { as_of: at(as_of), known_at: known_at.map(at) };
    let facts = ledger.facts(SPACE, &pattern, moment).unwrap_or_else(|error| panic!("{error}"));
    let mut values: Vec<String> = facts.into_iter().map(|fact| fact.object).collect();
    values.sort();
    values
}

/// An interval with its bounds as text; null bounds are `None`.
pub type Shown = (String, Option<String>, Option<String>);

/// The timeline of a key as believed now.
///
/// # Panics
/// There is no such key.
#[must_use]
pub fn timeline(ledger: &Ledger, subject: &str, relation: &str) -> Vec<Shown> {
    let told = ledger
        .timeline(SPACE, subject, relation, None, None, Instant::MAX)
        .unwrap_or_else(|error| panic!("{error}"));
    let text = |at: Option<Instant>| at.map(|at| at.to_string());
    told.intervals.into_iter().map(|i| (i.object, text(i.valid_from), text(i.valid_to))).collect()
}

/// What `verify` finds.
///
/// # Panics
/// The file cannot be read at all.
#[must_use]
pub fn findings(ledger: &Ledger) -> Vec<String> {
    let report = ledger.verify(&mut |_| true).unwrap_or_else(|error| panic!("{error}"));
    report.findings.iter().map(|f| format!("{} {}: {}", f.check, f.place, f.problem)).collect()
}
