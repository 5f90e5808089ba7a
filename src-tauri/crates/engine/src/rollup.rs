//! Roll-ups: the history of a key in a sentence, kept as a claim that rests on the entries it tells
//! of. It falls as any claim does; made again, it replaces the one before, or changes nothing where
//! the history is the same. It is no evidence: answers are read from what it rests on.

use memstrata_ledger::{NewEpisode, Preview, Told, Write};
use memstrata_model::fact::TimelineInterval;
use memstrata_model::{
    Authority, ClosingRule, EpisodeKind, Instant, Key, Precision, Timeline, date::read_zone, date::show_date,
};
use serde::Serialize;

use crate::{Engine, Error};

/// Who is named as the author of roll-ups.
const AUTHOR: &str = "memstrata";
/// What their locators begin with; the key follows.
const LOCATOR: &str = "roll-up of ";

/// The history of a key, kept as a claim; as a preview, what would be kept.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RollUp {
    pub text: String,
    /// The entries that it rests on.
    pub derived_from: Vec<String>,
    /// The claim that says so: a new one, or the one that said it already. Null in a preview.
    pub claim: Option<String>,
    /// The claim of before that the new one takes the place of.
    pub replaces: Option<String>,
    /// Whether anything was, or would be, stored.
    pub changed: bool,
}

/// Whether a text is a roll-up, by who wrote it and where it says it stands.
pub(crate) fn is_roll_up(author: Option<&str>, locator: Option<&str>) -> bool {
    author == Some(AUTHOR) && locator.is_some_and(|locator| locator.starts_with(LOCATOR))
}

impl Engine {
    /// Keeps the history of a key, as believed now, as a claim.
    ///
    /// # Errors
    /// The space has no such key; nothing stands in its history.
    pub fn roll_up(&self, subject: &str, relation: &str, scope: Option<&str>) -> Result<RollUp, Error> {
        let (mut done, write) = self.rolled_up(subject, relation, scope)?;
        if let Some(write) = write {
            let receipt = self.ledger.append(&write)?;
            done.claim = receipt.applied.into_iter().next().map(|applied| applied.event);
        }
        Ok(done)
    }

    /// What [`Engine::roll_up`] would keep, and what that would change.
    ///
    /// # Errors
    /// As [`Engine::roll_up`].
    pub fn rehearse_roll_up(
        &self,
        subject: &str,
        relation: &str,
        scope: Option<&str>,
    ) -> Result<(RollUp, Preview), Error> {
        let (done, write) = self.rolled_up(subject, relation, scope)?;
        Ok((done, self.ledger.rehearse(&Vec::from_iter(write))?))
    }

    fn rolled_up(
        &self,
        subject: &str,
        relation: &str,
        scope: Option<&str>,
    ) -> Result<(RollUp, Option<Write>), Error> {
        let timeline = self.timeline(subject, relation, scope, None)?;
        if timeline.intervals.is_empty() {
            return Err(Error::not_found(
                format!("nothing stands in the history of {}", crate::key_in_words(&timeline.key)),
                Some("`memstrata timeline` says why"),
            ));
        }
        // The space's own zone, so that the same history is the same sentence from anywhere.
        let text = in_words(&timeline, read_zone(&self.space.timezone)?);
        let mut entries = Vec::new();
        for interval in &timeline.intervals {
            // A version stands for the entry that opened it.
            let opened = self.fact(&interval.id, None)?.asserted_by;
            let ended =
                interval.superseded_by.clone().filter(|_| interval.closing_rule == Some(ClosingRule::Ended));
            for entry in std::iter::once(opened).chain(ended) {
                if !entries.contains(&entry) {
                    entries.push(entry);
                }
            }
        }
        let key = &timeline.key;
        let locator =
            format!("{LOCATOR}{}", own_name(&Key::new(&key.subject, &key.relation, key.scope.as_deref())));
        let before = self.ledger.claim_readings(self.space())?.into_iter().rev().find(|claim| {
            claim.author.as_deref() == Some(AUTHOR) && claim.locator.as_deref() == Some(&locator)
        });
        let mut done = RollUp { text, derived_from: entries, claim: None, replaces: None, changed: true };
        if let Some(before) = before {
            let cited: Vec<&str> = before.sources.iter().map(|source| source.id.as_str()).collect();
            let same_sources = cited.len() == done.derived_from.len()
                && done.derived_from.iter().all(|id| cited.contains(&id.as_str()));
            if before.text == done.text && same_sources && before.fallen.is_none() {
                return Ok((RollUp { claim: Some(before.id), changed: false, ..done }, None));
            }
            done.replaces = Some(before.id);
        }
        let mut write = Write::new(self.space(), self.clock.now());
        write.authority = Authority::Agent;
        write.episode = Some(NewEpisode {
            id: None,
            kind: EpisodeKind::Agent,
            text: done.text.clone(),
            occurred_at: None,
            author: Some(AUTHOR.to_owned()),
            locator: Some(locator),
            importance: None,
        });
        write.told.push(Told::Claim(done.derived_from.clone()));
        write.told.extend(done.replaces.clone().map(Told::Void));
        Ok((done, Some(write)))
    }

    /// The roll-ups, withdrawn ones too, that tell of what an episode told: they quote it, and are
    /// forgotten with it.
    pub(crate) fn roll_ups_on(&self, episode: &str) -> Result<Vec<(String, String)>, Error> {
        let mut found: Vec<(String, String)> = Vec::new();
        for link in self.ledger.dependents_of(self.space(), episode, u32::MAX)?.links {
            if link.kind != "claim" {
                continue;
            }
            for below in self.ledger.sources_of(self.space(), &link.id, 1)?.links {
                if below.kind != "episode" || found.iter().any(|(known, _)| *known == below.id) {
                    continue;
                }
                let seq = self.ledger.episode_seq(self.space(), &below.id)?;
                let moment = memstrata_ledger::Moment { as_of: self.now()?, known_at: None };
                let record = self.ledger.episode(self.space(), seq, moment)?.record;
                if let Some(text) =
                    record.text.filter(|_| is_roll_up(record.author.as_deref(), record.locator.as_deref()))
                {
                    found.push((record.id, text));
                }
            }
        }
        Ok(found)
    }
}

fn own_name(key: &Key) -> String {
    let scope = if key.scope.is_empty() { String::new() } else { format!(" · {}", key.scope) };
    format!("{} · {}{scope}", key.subject, key.relation)
}

/// The history in one sentence. It says nothing of now, so that it stays the same while the history
/// does.
fn in_words(timeline: &Timeline, zone: chrono_tz::Tz) -> String {
    let key = &timeline.key;
    let scope = key.scope.as_ref().map(|scope| format!(" ({scope})")).unwrap_or_default();
    let noun = crate::spoken::noun_of(&key.relation);
    let owner = match key.subject.as_str() {
        "user" => "the user".to_owned(),
        subject => match subject.strip_prefix("user's ") {
            Some(rest) => format!("the user's {rest}"),
            None => subject.to_owned(),
        },
    };
    // To the minute where a day would not tell one bound from the next.
    let day = |at: Option<Instant>| at.map(|at| show_date(at, Precision::Day, zone));
    let within_a_day = timeline
        .intervals
        .iter()
        .any(|interval| interval.valid_from.is_some() && day(interval.valid_from) == day(interval.valid_to));
    let precision = if within_a_day { Precision::Instant } else { Precision::Day };
    let date = |at: Instant| show_date(at, precision, zone);
    if !timeline.set_valued {
        return format!("The {noun} of {owner}{scope} was {}.", strand(&timeline.intervals, &date));
    }
    let mut members: Vec<&str> = Vec::new();
    for interval in &timeline.intervals {
        if !members.contains(&interval.object.as_str()) {
            members.push(&interval.object);
        }
    }
    let strands = members.into_iter().map(|member| {
        let own: Vec<_> = timeline.intervals.iter().filter(|i| i.object == member).cloned().collect();
        strand(&own, &date)
    });
    format!("The {noun} of {owner}{scope}: {}.", strands.collect::<Vec<_>>().join("; "))
}

/// Values one after the other, each with its dates.
fn strand(intervals: &[TimelineInterval], date: &dyn Fn(Instant) -> String) -> String {
    let mut said = String::new();
    let mut before: Option<&TimelineInterval> = None;
    for interval in intervals {
        if let Some(before) = before {
            let gap = before.valid_to != interval.valid_from;
            said.push_str(if gap { ", then, after a gap, " } else { ", then " });
        }
        // What was forgotten stays in the history as a gap in the words.
        let object = if interval.object.is_empty() { memstrata_model::FORGOTTEN } else { &interval.object };
        said.push_str(object);
        said.push_str(&match (interval.valid_from, interval.valid_to) {
            (Some(from), Some(to)) => format!(" from {} to {}", date(from), date(to)),
            (Some(from), None) => format!(" from {} on", date(from)),
            (None, Some(to)) => format!(" until {}", date(to)),
            (None, None) => " since an unknown time".to_owned(),
        });
        if interval.disputed {
            said.push_str(" (disputed)");
        }
        before = Some(interval);
    }
    said
}
