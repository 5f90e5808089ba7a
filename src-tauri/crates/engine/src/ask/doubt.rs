//! Values that depend on others: where what a value depends on has changed since the value was
//! last said, it is uncertain until it is said again. How a dependency is told and stored is
//! [`crate::depend`]'s.

use std::collections::BTreeSet;

use memstrata_extract::query::stems;
use memstrata_ledger::{FactPattern, Moment};
use memstrata_model::{Fact, FactState, Instant, Key, normalize_text};
use memstrata_when::Intent;

use super::Answer;
use super::timing::Timed;
use crate::depend::{DEPENDS, Ground};
use crate::lead::spec_of;
use crate::{Engine, Error};

/// How far dependencies are followed.
const DEEPEST: usize = 6;

impl Engine {
    /// Why some facts are uncertain at the time asked about; empty where they are not.
    pub(super) fn doubts_of<'f>(
        &self,
        facts: impl Iterator<Item = &'f Fact>,
        timed: &Timed,
    ) -> Result<Vec<String>, Error> {
        let mut doubts = Vec::new();
        for fact in facts {
            let key = Key::new(&fact.subject, &fact.relation, fact.scope.as_deref());
            let said = last_said(fact);
            let mut seen = BTreeSet::from([key.clone()]);
            for doubt in self.doubts(&key, said, timed.gate.moment(), &mut seen)? {
                let doubt = format!("{} {doubt}", words_of(&key));
                if !doubts.contains(&doubt) {
                    doubts.push(doubt);
                }
            }
        }
        Ok(doubts)
    }

    /// An answer in the words of a text: uncertain, where something that the text speaks of depends
    /// on what has changed since it was said.
    pub(super) fn quoted(
        &self,
        text: &str,
        said: Instant,
        explanation: String,
        timed: &Timed,
    ) -> Result<Answer, Error> {
        let text = text.trim();
        let doubts = match timed.intent {
            Intent::Change | Intent::History | Intent::Previous => Vec::new(),
            _ => self.doubts_of_text(text, said, timed)?,
        };
        if doubts.is_empty() {
            return Ok(Answer { answer: Some(text.to_owned()), explanation, ..Answer::default() });
        }
        let explanation =
            format!("Uncertain: {}. What was last said: \"{text}\" {explanation}", doubts.join("; "));
        Ok(Answer { explanation, uncertain: doubts, ..Answer::default() })
    }

    fn doubts_of_text(&self, text: &str, said: Instant, timed: &Timed) -> Result<Vec<String>, Error> {
        let moment = timed.gate.moment();
        let pattern =
            FactPattern { subject: None, relation: Some(DEPENDS.to_owned()), scope: None, all: false };
        let words = stems(text);
        let says = |phrase: &str| {
            let own = stems(phrase);
            !own.is_empty() && own.iter().all(|stem| words.contains(stem))
        };
        let mut out: Vec<String> = Vec::new();
        let mut seen = BTreeSet::new();
        for told in self.ledger.facts(self.space(), &pattern, moment)? {
            // Under the scope of a dependency stands its relation: see [`scope_of`].
            let Some(relation) = told.scope.as_deref() else { continue };
            let key = Key::new(&told.subject, relation, None);
            // The teller and what is told of without a name are not named in a text.
            let unnamed = ["user", "project", "team", "we"].contains(&told.subject.as_str());
            let aliased =
                || spec_of(relation).is_some_and(|spec| spec.aliases.iter().any(|alias| says(alias)));
            let meant = (unnamed || says(&told.subject)) && (says(relation) || aliased());
            if !meant || !seen.insert(key.clone()) {
                continue;
            }
            for doubt in self.doubts(&key, Some(said), moment, &mut BTreeSet::from([key.clone()]))? {
                let doubt = format!("{} {doubt}", words_of(&key));
                if !out.contains(&doubt) {
                    out.push(doubt);
                }
            }
        }
        Ok(out)
    }

    fn doubts(
        &self,
        key: &Key,
        said: Option<Instant>,
        moment: Moment,
        seen: &mut BTreeSet<Key>,
    ) -> Result<Vec<String>, Error> {
        if seen.len() > DEEPEST {
            return Ok(Vec::new());
        }
        let pattern = FactPattern {
            subject: Some(key.subject.clone()),
            relation: Some(DEPENDS.to_owned()),
            scope: Some(scope_of(key)),
            all: false,
        };
        let mut out = Vec::new();
        for told in self.ledger.facts(self.space(), &pattern, moment)? {
            let Some(ground) = Ground::read(&told.object) else { continue };
            if !seen.insert(ground.key.clone()) {
                continue;
            }
            let mut facts = self.versions_of(&ground.key, moment)?;
            facts.retain(|f| f.state != FactState::Withdrawn);
            let now = facts.iter().find(|f| matches!(f.state, FactState::Current | FactState::Disputed));
            let of = words_of(&ground.key);
            let changed = match &ground.value {
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
                for doubt in self.doubts(&ground.key, since, moment, seen)? {
                    out.push(format!("depends on {of}, which is uncertain, since it {doubt}"));
                }
            }
        }
        Ok(out)
    }

    /// Something said to hold while another thing has a value, which it has no longer.
    fn no_longer(&self, value: &str, now: Option<&Fact>, facts: &[Fact], of: &str) -> Option<String> {
        let differs = |other: &str| normalize_text(other) != normalize_text(value);
        match now {
            Some(now) if differs(&now.object) => Some(format!(
                "and was said for the time that this is {value}; it is {}{}",
                now.object,
                now.valid_from.map(|from| format!(" since {}", self.day(from))).unwrap_or_default()
            )),
            Some(_) => None,
            None => {
                let ended =
                    facts.iter().filter(|f| f.state == FactState::Past).filter_map(|f| f.valid_to).max()?;
                Some(format!(
                    "and was said for the time that {of} is {value}; that ended on {}",
                    self.day(ended)
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
        let told = said.map(|said| format!("; it was last said on {}", self.day(said))).unwrap_or_default();
        Some(match now {
            Some(now) if normalize_text(&now.object) == normalize_text(&before.object) => return None,
            Some(now) => format!(
                "which changed on {} ({} to {}){told}",
                self.day(now.valid_from.unwrap_or(at)),
                before.object,
                now.object
            ),
            None => format!(
                "whose value {} ended on {}{told}; {of} is not known since",
                before.object,
                self.day(at)
            ),
        })
    }
}

/// When a value was last vouched for, on the clock of the world.
fn last_said(fact: &Fact) -> Option<Instant> {
    fact.valid_from.max(fact.last_verified)
}

/// Under which scope the dependencies of a key are kept.
pub(crate) fn scope_of(key: &Key) -> String {
    if key.scope.is_empty() { key.relation.clone() } else { format!("{} {}", key.relation, key.scope) }
}

/// A key in words.
fn words_of(key: &Key) -> String {
    let scope = if key.scope.is_empty() { String::new() } else { format!(" ({})", key.scope) };
    format!("the {}{scope} of {}", key.relation, key.subject)
}
