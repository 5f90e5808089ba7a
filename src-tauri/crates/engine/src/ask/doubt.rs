//! Values that depend on others: where what a value depends on has changed since the value was
//! last said, it is uncertain until it is said again. How a dependency is told and stored is
//! [`crate::depend`]'s.

use std::collections::BTreeSet;

use memstrata_ledger::Moment;
use memstrata_model::{Fact, FactState, Instant, Key, normalize_name, normalize_text};
use memstrata_when::Intent;

use super::timing::Timed;
use super::{Answer, key_of};
use crate::absence::stopped;
use crate::depend::{Dependency, End, Meanings};
use crate::spoken::{sentence_case, spoken, spoken_of};
use crate::{Engine, Error};

/// How far dependencies are followed.
const DEEPEST: usize = 6;

/// What is told at the time asked about, what its words mean, and the keys that were come by.
struct Walk<'w> {
    told: &'w [Dependency],
    meanings: &'w mut Meanings,
    seen: BTreeSet<Key>,
    /// What was come by that has no key: nothing that was said of it has a value.
    named: BTreeSet<String>,
}

impl Engine {
    /// Why some facts are uncertain at the time asked about; empty where they are not.
    pub(super) fn doubts_of<'f>(
        &self,
        question: &str,
        facts: impl Iterator<Item = &'f Fact>,
        moment: Moment,
    ) -> Result<Vec<String>, Error> {
        let mut doubts: Vec<String> = Vec::new();
        for doubt in self.doubts_of_each(question, facts, moment)?.into_iter().flatten() {
            if !doubts.contains(&doubt) {
                doubts.push(doubt);
            }
        }
        Ok(doubts)
    }

    /// Why each of some facts is uncertain; nothing at all where nothing depends on anything.
    pub(crate) fn doubts_of_each<'f>(
        &self,
        question: &str,
        facts: impl Iterator<Item = &'f Fact>,
        moment: Moment,
    ) -> Result<Vec<Vec<String>>, Error> {
        let told = self.dependencies(moment)?;
        let mut each = Vec::new();
        if told.is_empty() {
            return Ok(each);
        }
        let mut meanings = Meanings::at(moment);
        for fact in facts {
            let mut doubts: Vec<String> = Vec::new();
            let key = key_of(fact);
            let said = last_said(fact);
            let (seen, named) = (BTreeSet::from([key.clone()]), BTreeSet::new());
            let mut walk = Walk { told: &told, meanings: &mut meanings, seen, named };
            let mut found = self.doubts(&key, said, &mut walk)?;
            for own in told.iter().filter(|own| own.is_asked_for(question)) {
                found.extend(self.doubts_by(own, Some(&key), said, &mut walk)?);
            }
            for doubt in found {
                let doubt = format!("{} {doubt}", sentence_case(&spoken_of(fact)));
                if !doubts.contains(&doubt) {
                    doubts.push(doubt);
                }
            }
            each.push(doubts);
        }
        Ok(each)
    }

    /// Why each of some facts that hold at a moment is uncertain, in sentences: what it depends on has
    /// changed since it was last said.
    ///
    /// # Errors
    /// The ledger cannot be read.
    pub fn doubts_about(
        &self,
        facts: &[Fact],
        as_of: Option<Instant>,
        known_at: Option<Instant>,
    ) -> Result<Vec<Vec<String>>, Error> {
        let moment = Moment { as_of: as_of.map_or_else(|| self.now(), Ok)?, known_at };
        let doubts = self.doubts_of_each("", facts.iter(), moment)?;
        let doubts = doubts.into_iter().chain(std::iter::repeat(Vec::new()));
        let holds = |fact: &Fact| matches!(fact.state, FactState::Current | FactState::Disputed);
        let sentences = |doubts: Vec<String>| doubts.into_iter().map(|doubt| format!("{doubt}.")).collect();
        let each = facts.iter().zip(doubts);
        Ok(each.map(|(fact, doubts)| if holds(fact) { sentences(doubts) } else { Vec::new() }).collect())
    }

    /// An answer in the words of a text: uncertain, where something that the text speaks of depends
    /// on what has changed since it was said.
    pub(super) fn quoted(
        &self,
        question: &str,
        text: &str,
        said: Instant,
        explanation: String,
        timed: &Timed,
    ) -> Result<Answer, Error> {
        let text = text.trim();
        let doubts = match timed.intent {
            Intent::Change | Intent::History | Intent::Previous => Vec::new(),
            _ => self.doubts_of_text(question, text, said, timed)?,
        };
        if doubts.is_empty() {
            return Ok(Answer { answer: Some(text.to_owned()), explanation, ..Answer::default() });
        }
        Ok(uncertain(doubts, &format!("\"{text}\""), &explanation))
    }

    fn doubts_of_text(
        &self,
        question: &str,
        text: &str,
        said: Instant,
        timed: &Timed,
    ) -> Result<Vec<String>, Error> {
        let moment = timed.gate.moment();
        let told = self.dependencies(moment)?;
        let mut meanings = Meanings::at(moment);
        let mut out: Vec<String> = Vec::new();
        for own in &told {
            if !(own.is_asked_for(question) || own.is_spoken_of(text)) {
                continue;
            }
            let (seen, named) = (BTreeSet::new(), BTreeSet::new());
            let mut walk = Walk { told: &told, meanings: &mut meanings, seen, named };
            for doubt in self.doubts_by(own, None, Some(said), &mut walk)? {
                let doubt = format!("{} {doubt}", sentence_case(&own.in_words()));
                if !out.contains(&doubt) {
                    out.push(doubt);
                }
            }
        }
        Ok(out)
    }

    /// Why a value of a key that was said last at a time is uncertain.
    fn doubts(&self, key: &Key, said: Option<Instant>, walk: &mut Walk<'_>) -> Result<Vec<String>, Error> {
        let mut out = Vec::new();
        if walk.seen.len() > DEEPEST {
            return Ok(out);
        }
        for own in walk.told {
            if self.depends_so(own, key, walk.told.len(), walk.meanings)? {
                out.extend(self.doubts_by(own, Some(key), said, walk)?);
            }
        }
        Ok(out)
    }

    /// Why a value is uncertain by one thing that it depends on.
    fn doubts_by(
        &self,
        own: &Dependency,
        of: Option<&Key>,
        said: Option<Instant>,
        walk: &mut Walk<'_>,
    ) -> Result<Vec<String>, Error> {
        let mut out = Vec::new();
        let moment = walk.meanings.moment;
        let keys = self.grounds_of(own, of, walk.meanings)?;
        for key in &keys {
            if !walk.seen.insert(key.clone()) {
                continue;
            }
            let mut facts = self.versions_of(key, moment)?;
            facts.retain(|f| f.state != FactState::Withdrawn);
            let now = facts.iter().find(|f| matches!(f.state, FactState::Current | FactState::Disputed));
            let of = now.or(facts.first()).map_or_else(|| spoken(key), spoken_of);
            let changed = match &own.ground.value {
                Some(_) if said_since(said, own.told, now) => None,
                Some(value) => self.no_longer(value, now, &facts, &of),
                None => self.change_after(said, now, &facts, moment.as_of, &of),
            };
            if let Some(changed) = changed {
                out.push(format!("depends on {of}, {changed}"));
                continue;
            }
            // What it depends on may be uncertain itself, by a change since this value was said.
            if let Some(now) = now {
                let since = said.max(last_said(now));
                for doubt in self.doubts(key, since, walk)? {
                    out.push(format!("depends on {of}, which is uncertain, since it {doubt}"));
                }
            }
        }
        // What was said of it without a value that could be read changes it all the same.
        if out.is_empty()
            && let Some(changed) = self.change_told_of(own, &keys, said, moment)?
        {
            out.push(format!("depends on {}, {changed}", own.ground.end.in_words()));
        }
        if out.is_empty() && keys.is_empty() {
            out = self.doubts_through(own, said, walk)?;
        }
        Ok(out)
    }

    /// Why a value is uncertain by what the thing that it depends on depends on in turn, where that has
    /// no value of its own that could be read.
    fn doubts_through(
        &self,
        own: &Dependency,
        said: Option<Instant>,
        walk: &mut Walk<'_>,
    ) -> Result<Vec<String>, Error> {
        let mut out = Vec::new();
        let End::Phrase(ground) = &own.ground.end else { return Ok(out) };
        if !walk.named.insert(normalize_name(ground)) {
            return Ok(out);
        }
        let told = walk.told;
        let next = told.iter().filter(
            |next| matches!(&next.dependent, End::Phrase(own) if normalize_name(own) == normalize_name(ground)),
        );
        for next in next {
            for doubt in self.doubts_by(next, None, said, walk)? {
                let ground = own.ground.end.in_words();
                out.push(format!("depends on {ground}, which is uncertain, since it {doubt}"));
            }
        }
        Ok(out)
    }

    /// Something said to hold while another thing has a value, which it has no longer.
    fn no_longer(&self, value: &str, now: Option<&Fact>, facts: &[Fact], of: &str) -> Option<String> {
        let differs = |other: &str| {
            let (own, other) = (normalize_text(value), normalize_text(other));
            // "The region eu-west-1" is eu-west-1.
            let part = |whole: &str, part: &str| whole.split(' ').any(|word| word == part);
            own != other && !part(&own, &other) && !part(&other, &own)
        };
        match now {
            Some(now) if differs(&now.object) => Some(format!(
                "and was said for the time that this is {value}; it is {}{}",
                now.object,
                now.valid_from.map(|from| format!(" since {}", self.day(from))).unwrap_or_default()
            )),
            Some(_) => None,
            None => {
                let past = facts.iter().filter(|f| f.state == FactState::Past && f.valid_to.is_some());
                let last = past.max_by_key(|f| f.valid_to)?;
                Some(format!(
                    "and was said for the time that {of} is {value}; that {} {}",
                    stopped(last.closing_rule),
                    self.day(last.valid_to?)
                ))
            }
        }
    }

    fn change_after(
        &self,
        said: Option<Instant>,
        now: Option<&Fact>,
        facts: &[Fact],
        as_of: Instant,
        of: &str,
    ) -> Option<String> {
        let after = |at: Instant| said.is_none_or(|said| at > said) && at <= as_of;
        let before = facts.iter().filter(|f| f.valid_to.is_some_and(after)).max_by_key(|f| f.valid_to)?;
        let at = before.valid_to?;
        let told = said
            .map(|said| format!("; it was last told before that, on {}", self.day(said)))
            .unwrap_or_default();
        Some(match now {
            Some(now) if normalize_text(&now.object) == normalize_text(&before.object) => return None,
            Some(now) => format!(
                "which changed on {} ({} to {}){told}",
                self.day(now.valid_from.unwrap_or(at)),
                before.object,
                now.object
            ),
            None => format!(
                "whose value {} {} {}{told}; {of} is not known since",
                before.object,
                stopped(before.closing_rule),
                self.day(at)
            ),
        })
    }
}

/// When a value was last vouched for, on the clock of the world.
fn last_said(fact: &Fact) -> Option<Instant> {
    fact.valid_from.max(fact.last_verified)
}

/// Whether a value was said after the condition was, and no earlier than what the condition speaks of
/// came to be as it is: it was then said as things are.
fn said_since(said: Option<Instant>, condition: Option<Instant>, now: Option<&Fact>) -> bool {
    let Some(said) = said else { return false };
    let begun = now.is_some_and(|now| now.valid_from.is_none_or(|from| from <= said));
    begun && condition.is_some_and(|told| told < said)
}

/// The answer where a value is uncertain: none, with what was last said and why it is in doubt.
pub(super) fn uncertain(doubts: Vec<String>, last: &str, source: &str) -> Answer {
    Answer {
        explanation: format!("What was last said: {}. {source}", last.trim_end_matches('.'))
            .trim()
            .to_owned(),
        uncertain: doubts,
        ..Answer::default()
    }
}
