//! Reading every kept text again, after the extractor has learned: what it reads now beside what
//! was read then, shown first, and applied as one batch that can be withdrawn.

use std::collections::{BTreeMap, BTreeSet};

use memstrata_extract::{EXTRACTOR_VERSION, NameIndex};
use memstrata_ledger::{EpisodeReading, LedgerError, NewAssert, NewEnd, READ_AGAIN, ReadEntry, Told, Write};
use memstrata_model::{EventKind, Instant, Key, Outcome, ValidFromSource, normalize_text};
use serde::Serialize;

use crate::known::LedgerSubjects;
use crate::refusal::Refusal;
use crate::remember::ReadText;
use crate::{Engine, Error};

/// What reading again did, or, as a preview, would do.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RereadReport {
    /// The version that reads now.
    pub extractor: String,
    /// The batch, to undo it; null where nothing was stored.
    pub batch: Option<String>,
    /// Texts read.
    pub episodes: usize,
    /// Facts that are read as before.
    pub same: usize,
    /// Texts that hold a secret: what was read from them stays, and nothing more is.
    pub secret: usize,
    pub changes: Vec<RereadChange>,
}

/// A fact that is read otherwise now.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RereadChange {
    pub episode: String,
    pub said_at: Instant,
    /// The text, or its beginning.
    pub text: String,
    /// What was read then; null where nothing was.
    pub was: Option<ReadFact>,
    /// What is read now; null where nothing is.
    pub becomes: Option<ReadFact>,
    /// How the new fact meets its key.
    pub outcome: Option<Outcome>,
}

/// A fact as read from a text.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReadFact {
    /// `assert` or `end`.
    pub op: &'static str,
    pub subject: String,
    pub relation: String,
    pub scope: Option<String>,
    pub object: Option<String>,
    /// The start of an assert, the moment of an end; null for since some unknown time.
    pub at: Option<Instant>,
    pub valid_to: Option<Instant>,
    /// The extractor's version and rule.
    pub read_by: String,
}

/// What makes two readings the same: kind, key, value, times, observation.
type Sameness = (&'static str, Key, Option<String>, Option<Instant>, Option<Instant>, bool);

/// Texts read between two looks at whether to go on.
const STRIDE: usize = 256;
/// Longest quotation of a text, in characters.
const QUOTED: usize = 160;

impl Engine {
    /// What read each of some entries from its text; `None` of what was told by hand.
    ///
    /// # Errors
    /// The ledger cannot be read.
    pub fn read_by(&self, entries: &[&str]) -> Result<Vec<Option<String>>, Error> {
        Ok(self.ledger.read_by(self.space(), entries)?)
    }

    /// Reads every kept text of the space again. What was told by hand or by a model stays; so do
    /// claims. `progress` is told how many of how many texts are read; where it answers false, the
    /// work is cancelled and nothing is stored.
    ///
    /// # Errors
    /// The ledger cannot be read or written, or it was cancelled.
    pub fn reread(
        &self,
        dry_run: bool,
        progress: &mut dyn FnMut(usize, usize) -> bool,
    ) -> Result<RereadReport, Error> {
        let now = self.now()?;
        let total = usize::try_from(self.ledger.stats(self.space())?.episodes).unwrap_or(0);
        let batch = format!("b{}", memstrata_ledger::fresh_suffix(now)?);
        let mut report = RereadReport { extractor: EXTRACTOR_VERSION.to_owned(), ..RereadReport::default() };
        let mut opening = Write::new(self.space(), now);
        opening
            .told
            .push(Told::Batch { id: batch.clone(), label: format!("{READ_AGAIN} {EXTRACTOR_VERSION}") });
        let mut writes = vec![opening];
        // For each change its write and the place in it of what is told, for the outcome.
        let mut told_at: Vec<Option<(usize, usize)>> = Vec::new();
        let mut subjects = self.ledger.subjects_since(self.space())?.into_iter().peekable();
        let mut known = NameIndex::default();
        let mut after = 0;
        loop {
            let readings = self.ledger.episode_readings(self.space(), after, STRIDE)?;
            let Some(last) = readings.last() else { break };
            after = last.record.seq;
            for reading in &readings {
                // The names that were known when the text was told, not those that came after it.
                while let Some((subject, _)) = subjects.next_if(|(_, seq)| *seq < reading.record.seq) {
                    known.add(&subject);
                }
                let again = self.read_again(reading, &known)?;
                report.episodes += 1;
                report.same += again.same;
                report.secret += usize::from(again.secret);
                if again.changes.is_empty() {
                    continue;
                }
                for (change, place) in again.changes {
                    report.changes.push(change);
                    told_at.push(place.map(|place| (writes.len(), place)));
                }
                let mut write = Write::new(self.space(), now);
                write.about = Some(reading.record.id.clone());
                write.authority = reading.authority;
                write.batch = Some(batch.clone());
                write.told = again.told;
                writes.push(write);
            }
            if !progress(report.episodes, total) {
                return Err(LedgerError::Cancelled.into());
            }
        }
        if report.changes.is_empty() {
            return Ok(report);
        }
        let receipts =
            if dry_run { self.ledger.preview_all(&writes)? } else { self.ledger.append_all(&writes)? };
        for (change, place) in report.changes.iter_mut().zip(told_at) {
            change.outcome = place
                .and_then(|(write, told)| receipts.get(write).and_then(|r| r.applied.get(told)))
                .map(|applied| applied.outcome);
        }
        report.batch = (!dry_run).then_some(batch);
        Ok(report)
    }

    /// The ends that a text tells now and that were not read from it.
    pub(crate) fn unread_of(&self, reading: &EpisodeReading, known: &NameIndex) -> Result<Vec<Told>, Error> {
        let again = self.read_again(reading, known)?;
        let unread = again.changes.iter().filter(|(change, _)| change.was.is_none());
        Ok(unread
            .filter_map(|(_, place)| match again.told.get((*place)?) {
                Some(Told::End(end)) => {
                    let at = end.at.or(Some(reading.record.occurred_at));
                    Some(Told::End(NewEnd { at, ..end.clone() }))
                }
                Some(Told::Assert(told)) => {
                    let valid_from = told.valid_from.or(Some(reading.record.occurred_at));
                    Some(Told::Assert(NewAssert { valid_from, ..told.clone() }))
                }
                _ => None,
            })
            .collect())
    }

    fn read_again(&self, reading: &EpisodeReading, known: &NameIndex) -> Result<ReadAgain, Error> {
        let record = &reading.record;
        let Some(text) = &record.text else { return Ok(ReadAgain::default()) };
        // Told before such texts were refused, or restored: `remember` would read nothing from it.
        if Refusal::in_part("text", text).is_some() {
            return Ok(ReadAgain { secret: true, ..ReadAgain::default() });
        }
        let then: Vec<&ReadEntry> = reading
            .entries
            .iter()
            .filter(|entry| entry.read_by.starts_with(memstrata_extract::EXTRACTOR_NAME))
            .collect();
        // The kind of text that it was read as, where that was no kind of episode.
        let kind = then
            .iter()
            .find_map(|entry| entry.read_by.split_once(" as ").map(|(_, kind)| kind.to_owned()))
            .unwrap_or_else(|| record.kind.clone());
        let read =
            ReadText { text, said_at: record.occurred_at, kind: &kind, author: record.author.as_deref() };
        let known = LedgerSubjects::before(self, &read, known, record.recorded_at);
        let (told, _) = self.read_facts(&read, &known)?;
        if Refusal::of_read(&told).is_some() {
            return Ok(ReadAgain { secret: true, ..ReadAgain::default() });
        }
        let mut before: BTreeMap<Sameness, Vec<&ReadEntry>> = BTreeMap::new();
        let (withdrawn, then): (Vec<&ReadEntry>, Vec<&ReadEntry>) =
            then.into_iter().partition(|entry| entry.withdrawn);
        let withdrawn: Vec<Sameness> = withdrawn
            .into_iter()
            .map(|entry| sameness(&fact_then(entry), entry.value.clone(), entry.window))
            .collect();
        for entry in then {
            before
                .entry(sameness(&fact_then(entry), entry.value.clone(), entry.window))
                .or_default()
                .push(entry);
        }
        let mut again = ReadAgain::default();
        let mut news = Vec::new();
        let corrected = corrected(&told);
        for told in told {
            match fact_now(&told, record.occurred_at) {
                Some((fact, value, window)) => {
                    let same = sameness(&fact, value, window);
                    // A correction without a date of its own was given that of the mistake.
                    let dated_alike = |then: &Sameness| {
                        *then == same || takes_a_start(&told, &corrected) && undated(then) == undated(&same)
                    };
                    let alike =
                        before.iter_mut().find(|(then, entries)| dated_alike(then) && !entries.is_empty());
                    // What somebody withdrew does not come back for being read again.
                    if alike.is_some_and(|(_, entries)| entries.pop().is_some())
                        || withdrawn.iter().any(dated_alike)
                    {
                        again.same += 1;
                    } else {
                        news.push((fact, told));
                    }
                }
                // A relation comes with a fact, and so does what it takes back.
                None if matches!(told, Told::Relation(_) | Told::Retract(_)) => again.told.push(told),
                None => {}
            }
        }
        let mut gone: Vec<&ReadEntry> = before.into_values().flatten().collect();
        let mut change = |was: Option<ReadFact>, becomes: Option<ReadFact>, place: Option<usize>| {
            again.changes.push((
                RereadChange {
                    episode: record.id.clone(),
                    said_at: record.occurred_at,
                    text: text.chars().take(QUOTED).collect(),
                    was,
                    becomes,
                    outcome: None,
                },
                place,
            ));
        };
        // What a text took back when it was told stays so, where it tells nothing else in its place.
        again.told.retain(|told| match told {
            Told::Retract(new) => {
                let key = Key::new(&new.subject, &new.relation, new.scope.as_deref());
                news.iter().any(|(fact, _)| key_of(fact) == key)
            }
            _ => true,
        });
        for (fact, told) in news {
            // Shown as one change where the same key, else the same value, was read otherwise.
            let alike = |entry: &&ReadEntry| {
                let was = fact_then(entry);
                key_of(&was) == key_of(&fact) || (was.object.is_some() && was.object == fact.object)
            };
            let was = gone.iter().position(alike).map(|place| gone.remove(place));
            if let Some(was) = was {
                again.told.push(Told::Void(was.id.clone()));
            }
            change(was.map(fact_then), Some(fact), Some(again.told.len()));
            again.told.push(told);
        }
        for entry in gone {
            change(Some(fact_then(entry)), None, None);
            again.told.push(Told::Void(entry.id.clone()));
        }
        if again.changes.is_empty() {
            again.told.clear();
        }
        Ok(again)
    }
}

/// One text read again.
#[derive(Debug, Default)]
struct ReadAgain {
    same: usize,
    secret: bool,
    /// Each with the place in `told` of what it tells anew.
    changes: Vec<(RereadChange, Option<usize>)>,
    told: Vec<Told>,
}

/// The keys of which a text takes a value back.
fn corrected(told: &[Told]) -> BTreeSet<Key> {
    told.iter()
        .filter_map(|told| match told {
            Told::Retract(new) => Some(Key::new(&new.subject, &new.relation, new.scope.as_deref())),
            _ => None,
        })
        .collect()
}

/// Whether a fact gets the start of the value that it is told in the place of.
fn takes_a_start(told: &Told, corrected: &BTreeSet<Key>) -> bool {
    matches!(told, Told::Assert(new) if new.valid_from.is_none()
        && new.valid_from_source.is_none()
        && corrected.contains(&Key::new(&new.subject, &new.relation, new.scope.as_deref())))
}

fn undated(same: &Sameness) -> (&'static str, &Key, &Option<String>, bool) {
    (same.0, &same.1, &same.2, same.5)
}

fn key_of(fact: &ReadFact) -> Key {
    Key::new(&fact.subject, &fact.relation, fact.scope.as_deref())
}

fn sameness(fact: &ReadFact, value: Option<String>, window: bool) -> Sameness {
    (fact.op, key_of(fact), value, fact.at, fact.valid_to, window)
}

fn fact_then(entry: &ReadEntry) -> ReadFact {
    ReadFact {
        op: if entry.kind == EventKind::End { "end" } else { "assert" },
        subject: entry.subject.clone(),
        relation: entry.relation.clone(),
        scope: entry.scope.clone(),
        object: entry.object.clone(),
        at: entry.at,
        valid_to: entry.valid_to,
        read_by: entry.read_by.clone(),
    }
}

/// What a told fact will stand as in the log, the value it is compared by, and whether it is an
/// observation; nothing for what is neither an assert nor an end.
fn fact_now(told: &Told, said_at: Instant) -> Option<(ReadFact, Option<String>, bool)> {
    let norm = |value: &Option<String>, object: &str| normalize_text(value.as_deref().unwrap_or(object));
    match told {
        Told::Assert(new) => {
            let unknown = new.valid_from_source == Some(ValidFromSource::Unknown);
            let fact = ReadFact {
                op: "assert",
                subject: new.subject.clone(),
                relation: new.relation.clone(),
                scope: new.scope.clone(),
                object: Some(new.object.clone()),
                at: (!unknown).then(|| new.valid_from.unwrap_or(said_at)),
                valid_to: new.valid_to,
                read_by: new.read_by.clone().unwrap_or_default(),
            };
            Some((fact, Some(norm(&new.value, &new.object)), new.window))
        }
        Told::End(new) => {
            let fact = ReadFact {
                op: "end",
                subject: new.subject.clone(),
                relation: new.relation.clone(),
                scope: new.scope.clone(),
                object: new.object.clone(),
                at: Some(new.at.unwrap_or(said_at)),
                valid_to: None,
                read_by: new.read_by.clone().unwrap_or_default(),
            };
            let value = new.object.as_deref().map(|object| norm(&new.value, object));
            Some((fact, value, false))
        }
        _ => None,
    }
}
