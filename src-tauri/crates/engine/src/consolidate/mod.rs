//! The background pass: what nobody asked about but should be looked at. It proposes and never
//! changes a value: names that may mean one thing, ends that a later text told, values past their
//! half-life, claims that nothing supports. Each proposal is a write of its own, so that a pass
//! that was cut off keeps what it found, and the next one finds no more of it.

mod names;

use std::collections::BTreeMap;

use memstrata_ledger::{FactPattern, LedgerError, NewConfirm, NewProposal, ReviewKind, Told, Write};
use memstrata_model::{Authority, Fact, Instant, Outcome};
use serde::Serialize;

use crate::{Engine, Error, EvidenceCheck};

/// What a pass found.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Consolidation {
    pub proposed: Vec<Found>,
    /// Found before, and waiting or decided on.
    pub known: usize,
    /// Values past their half-life beyond those proposed at once.
    pub left: usize,
    /// Claims with a source that does not support them.
    pub weak: Vec<EvidenceCheck>,
}

/// Something for the inbox.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Found {
    pub kind: FoundKind,
    /// The item of the inbox; null in a preview.
    pub item: Option<String>,
    pub reason: String,
    /// What it is about, in words.
    pub what: String,
}

/// Why something was proposed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FoundKind {
    /// Past its half-life: does it still hold?
    Stale,
    /// A kept text says that a value ended, and no end is recorded.
    UnreadEnd,
    /// A kept text tells a value that takes the place of the one that holds, and is not recorded.
    UnreadValue,
    /// Two names of things, or of relations of one thing, that may mean the same.
    NearNames,
    /// A claim that nothing it cites supports.
    Unsupported,
}

/// A stage of the pass and how far it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConsolidationProgress {
    pub stage: &'static str,
    pub done: usize,
    pub total: usize,
}

/// Values offered for verification in one pass; an inbox of hundreds is not read.
const AT_ONCE: usize = 20;
/// Texts read between two looks at whether to go on.
const STRIDE: usize = 256;
const MICROS_A_DAY: f64 = 86_400e6;

type Progress<'a> = &'a mut dyn FnMut(ConsolidationProgress) -> bool;

/// A proposal by what it would do: the act, and what it is about or does.
type Sameness = (String, String);

impl Engine {
    /// Looks the whole space over. `progress` hears of every stage; where it answers false, the
    /// pass stops with what it has proposed so far kept.
    ///
    /// # Errors
    /// The ledger cannot be read or written, or it was cancelled.
    pub fn consolidate(&self, dry_run: bool, progress: Progress<'_>) -> Result<Consolidation, Error> {
        self.look_over(dry_run, &mut Place::default(), None, progress)
    }

    /// As [`Engine::consolidate`], from a place on and no longer than a slice.
    pub(crate) fn consolidate_slice(
        &self,
        place: &mut Place,
        slice: &mut Slice,
        progress: Progress<'_>,
    ) -> Result<Consolidation, Error> {
        self.look_over(false, place, Some(slice), progress)
    }

    fn look_over(
        &self,
        dry_run: bool,
        place: &mut Place,
        slice: Option<&mut Slice>,
        progress: Progress<'_>,
    ) -> Result<Consolidation, Error> {
        let facts = self.facts(&FactPattern::default(), None, None)?;
        let mut pass = Pass {
            engine: self,
            dry_run,
            known: self.proposed_before()?,
            done: Consolidation::default(),
            place,
            slice,
            began: self.clock.now(),
            worked: false,
        };
        pass.stale(&facts, progress)?;
        pass.unread_ends(progress)?;
        pass.near_names(&facts, progress)?;
        pass.near_relations(&facts, progress)?;
        pass.unsupported(progress)?;
        Ok(pass.done)
    }

    /// What was proposed already, with the moment it was decided on.
    fn proposed_before(&self) -> Result<BTreeMap<Sameness, Option<Instant>>, Error> {
        let items = self.review(true)?;
        Ok(items
            .into_iter()
            .filter(|item| item.kind == ReviewKind::Proposal)
            .filter_map(|item| {
                let option = item.options.first()?;
                let about = if option.act == "alias" { option.object.clone()? } else { item.about.join(" ") };
                Some(((option.act.clone(), about), item.decision.map(|decision| decision.at)))
            })
            .collect())
    }
}

/// Where a pass is, so that one that was cut off goes on from there.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Place {
    /// The last text that was read for ends, by its number in the file.
    text: i64,
    /// Pairs of names that were held against each other.
    pairs: usize,
    /// Claims whose evidence was looked at.
    claims: usize,
}

/// What cuts a pass off beside whoever listens to its progress: the clock, and somebody who writes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slice {
    /// Microseconds from the first look on.
    pub longest: i64,
    /// The head of the log as the pass knows it, its own proposals in it.
    pub head: Option<Instant>,
    pub cut: bool,
}

struct Pass<'a> {
    engine: &'a Engine,
    dry_run: bool,
    known: BTreeMap<Sameness, Option<Instant>>,
    done: Consolidation,
    place: &'a mut Place,
    slice: Option<&'a mut Slice>,
    began: Instant,
    /// Something was read or held against something since.
    worked: bool,
}

impl Pass<'_> {
    fn propose(
        &mut self,
        kind: FoundKind,
        what: String,
        reason: &str,
        about: Vec<String>,
        act: Told,
    ) -> Result<(), Error> {
        let item = if self.dry_run {
            None
        } else {
            // What somebody else wrote meanwhile is not taken for its own.
            self.still_alone()?;
            let mut write = Write::new(self.engine.space(), self.engine.clock.now());
            write.authority = Authority::Agent;
            write.told.push(Told::Propose(NewProposal { reason: reason.to_owned(), about, acts: vec![act] }));
            let receipt = self.engine.ledger.append(&write)?;
            if let Some(slice) = &mut self.slice {
                slice.head = self.engine.ledger.head_time()?;
            }
            receipt.applied.first().map(|applied| applied.event.clone())
        };
        self.done.proposed.push(Found { kind, item, reason: reason.to_owned(), what });
        Ok(())
    }

    /// Cuts a slice off where somebody else has written.
    fn still_alone(&mut self) -> Result<(), Error> {
        if let Some(slice) = &mut self.slice {
            slice.cut = self.engine.ledger.head_time()? != slice.head;
            if slice.cut {
                return Err(LedgerError::Cancelled.into());
            }
        }
        Ok(())
    }

    fn goes_on(
        &mut self,
        progress: Progress<'_>,
        stage: &'static str,
        done: usize,
        total: usize,
    ) -> Result<(), Error> {
        self.still_alone()?;
        if let Some(slice) = &mut self.slice {
            // Something is done in each slice, however slow.
            let taken = self.engine.clock.now().micros().saturating_sub(self.began.micros());
            slice.cut = self.worked && taken > slice.longest;
            if slice.cut {
                return Err(LedgerError::Cancelled.into());
            }
        }
        if progress(ConsolidationProgress { stage, done, total }) {
            Ok(())
        } else {
            Err(LedgerError::Cancelled.into())
        }
    }

    /// Values whose last voucher is more than a half-life ago, the most overdue first.
    fn stale(&mut self, facts: &[Fact], progress: Progress<'_>) -> Result<(), Error> {
        const STAGE: &str = "values past their half-life";
        self.goes_on(progress, STAGE, 0, facts.len())?;
        let (now, turnover) = (self.engine.now()?, self.engine.turnover()?);
        let days_between =
            |from: Instant, to: Instant| (to.micros().saturating_sub(from.micros())) as f64 / MICROS_A_DAY;
        let mut overdue: Vec<(f64, f64, &Fact)> = Vec::new();
        for fact in facts {
            let Some(half_life) = turnover.half_life(&fact.relation) else { continue };
            let vouched = fact.last_verified.or(fact.valid_from).unwrap_or(fact.sys_from);
            let age = days_between(vouched, now);
            if age <= half_life {
                continue;
            }
            let same = ("confirm".to_owned(), fact.asserted_by.clone());
            match self.known.get(&same) {
                // Decided on, and a half-life has passed since: it is asked again.
                Some(Some(decided)) if days_between(*decided, now) > half_life => {}
                Some(_) => {
                    self.done.known += 1;
                    continue;
                }
                None => {}
            }
            overdue.push((age / half_life, age, fact));
        }
        overdue.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.2.asserted_by.cmp(&b.2.asserted_by)));
        self.done.left = overdue.len().saturating_sub(AT_ONCE);
        for (_, age, fact) in overdue.into_iter().take(AT_ONCE) {
            let reason = format!(
                "nobody has vouched for it in {age:.0} days; what is told of this relation has usually changed by then"
            );
            let act = Told::Confirm(NewConfirm {
                subject: fact.subject.clone(),
                relation: fact.relation.clone(),
                scope: fact.scope.clone(),
                object: fact.object.clone(),
                at: Some(now),
                ..NewConfirm::default()
            });
            let what = format!("{} · {}: {}", fact.subject, fact.relation, fact.object);
            self.propose(FoundKind::Stale, what, &reason, vec![fact.asserted_by.clone()], act)?;
        }
        Ok(())
    }

    /// Ends that a kept text tells and the log lacks, said outright or by another value: of a store that
    /// had no ends, or of a version that did not read them.
    fn unread_ends(&mut self, progress: Progress<'_>) -> Result<(), Error> {
        const STAGE: &str = "ends in kept texts";
        let engine = self.engine;
        let total = usize::try_from(engine.ledger.stats(engine.space())?.episodes).unwrap_or(0);
        let mut subjects = engine.ledger.subjects_since(engine.space())?.into_iter().peekable();
        let mut known = memstrata_extract::NameIndex::default();
        let (mut after, mut done) = (self.place.text, 0);
        loop {
            let readings = engine.ledger.episode_readings(engine.space(), after, STRIDE)?;
            let Some(last) = readings.last() else { return Ok(()) };
            after = last.record.seq;
            for reading in &readings {
                while let Some((subject, _)) = subjects.next_if(|(_, seq)| *seq < reading.record.seq) {
                    known.add(&subject);
                }
                for told in engine.unread_of(reading, &known)? {
                    self.unread(&reading.record.id, told)?;
                }
            }
            done += readings.len();
            self.place.text = after;
            self.worked = true;
            self.goes_on(progress, STAGE, done, total)?;
        }
    }

    /// Proposes an end that a kept text tells, or a value that takes the place of the one that holds: no
    /// other that the log lacks ends anything.
    fn unread(&mut self, text: &str, told: Told) -> Result<(), Error> {
        let (kind, act) = match &told {
            Told::End(_) => (FoundKind::UnreadEnd, "end"),
            _ => (FoundKind::UnreadValue, "assert"),
        };
        if self.known.contains_key(&(act.to_owned(), text.to_owned())) {
            self.done.known += 1;
            return Ok(());
        }
        let mut write = Write::new(self.engine.space(), self.engine.clock.now());
        write.about = Some(text.to_owned());
        write.told.push(told.clone());
        let would = self.engine.ledger.preview(&write)?;
        let outcome = would.applied.first().map(|applied| applied.outcome);
        let (what, reason) = match &told {
            Told::End(end) if outcome == Some(Outcome::Ended) => {
                let value = end.object.as_deref().unwrap_or("the value");
                let what = format!("{} · {}: {value} ended", end.subject, end.relation);
                (what, "a kept text says that it ended; no end is recorded")
            }
            Told::Assert(new) if outcome == Some(Outcome::Superseded) => {
                let what = format!("{} · {}: {}", new.subject, new.relation, new.object);
                (what, "a kept text tells a later value; it is not recorded")
            }
            _ => return Ok(()),
        };
        self.propose(kind, what, reason, vec![text.to_owned()], told)
    }

    fn unsupported(&mut self, progress: Progress<'_>) -> Result<(), Error> {
        let checks = self.engine.check_evidence(None)?;
        let total = checks.len();
        let begin = self.place.claims;
        for (done, check) in checks.into_iter().enumerate().skip(begin) {
            self.goes_on(progress, "evidence of claims", done, total)?;
            self.place.claims = done + 1;
            self.worked = true;
            if check.unsupported() {
                if self.known.contains_key(&("void".to_owned(), check.claim.clone())) {
                    self.done.known += 1;
                } else {
                    let reason = "nothing that it cites is about the same";
                    let (about, act) = (vec![check.claim.clone()], Told::Void(check.claim.clone()));
                    self.propose(FoundKind::Unsupported, check.text.clone(), reason, about, act)?;
                }
            }
            if check.sources.iter().any(|source| source.weak) {
                self.done.weak.push(check);
            }
        }
        Ok(())
    }
}
