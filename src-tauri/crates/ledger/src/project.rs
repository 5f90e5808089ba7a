//! From entries to fact versions, incrementally: an entry replays its key from the last version
//! that began before it until the timeline is again what is stored, and only the difference is
//! written. Rebuilding does the same for every entry of the log, in order. An ordinary key is
//! folded in memory (`daybook`, `strand`); merged and very long ones, and what is not told of one
//! key, inside SQLite (`replay`, `recount`).

use std::collections::{BTreeMap, BTreeSet};

use memstrata_model::{ClosingRule, EventKind, Instant};
use rusqlite::{Connection, params};

use crate::alias;
use crate::calculus::{Act, ActKind};
use crate::claims::{self, Fall};
use crate::daybook::Daybook;
use crate::error::LedgerError;
use crate::recount::{Hanging, Touched, discount, is_voided, recount, recount_led, replay_touched, touch};
use crate::registry;
pub(crate) use crate::replay::{is_set_valued, version_row};
use crate::replay::{lanes_of, merely_reinforces, replay, replay_key};

/// A stored version, as the projection compares it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct VersionRow {
    pub id: i64,
    pub lane: i64,
    pub from: Option<Instant>,
    pub to: Option<Instant>,
    pub asserted_by: i64,
    pub superseded_by: Option<i64>,
    pub closing: Option<ClosingRule>,
}

/// What an entry changed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Changes {
    pub closed: Vec<VersionRow>,
    pub opened: Vec<VersionRow>,
}

/// The parts of an entry that the projection needs.
#[derive(Clone, Debug)]
pub(crate) struct Entered {
    pub seq: i64,
    pub space: i64,
    pub kind: EventKind,
    pub recorded_at: Instant,
    pub key: Option<i64>,
    pub lane: Option<i64>,
    pub change_point: Option<Instant>,
    pub valid_to: Option<Instant>,
    pub window: bool,
    /// Whether its source states the start.
    pub stated: bool,
    pub target: Option<i64>,
    pub batch: Option<i64>,
    pub held: bool,
    /// What a `claim` rests on.
    pub sources: Vec<i64>,
    /// The relation of a `relation` entry, normalised.
    pub relation: Option<String>,
}

/// Brings the versions up to date with an entry that was just added.
pub(crate) fn apply(tx: &Connection, day: &mut Daybook, entry: &Entered) -> Result<Changes, LedgerError> {
    match entry.kind {
        EventKind::Episode | EventKind::Batch | EventKind::Proposal => return Ok(Changes::default()),
        EventKind::Assert | EventKind::Confirm | EventKind::End => {
            if let Some(changes) = fold(tx, day, entry)? {
                if !changes.closed.is_empty() && day.has_claims(tx)? {
                    day.post(tx)?;
                    mark_fallen(tx, entry, &changes)?;
                }
                return Ok(changes);
            }
            match entry.key {
                Some(key) if day.state(tx, key)?.alone => day.settle_key(tx, key)?,
                _ => day.settle(tx)?,
            }
        }
        _ => day.settle(tx)?,
    }
    apply_in_file(tx, entry)
}

/// Folds an entry of an ordinary key in memory; `None` where that cannot be done.
fn fold(tx: &Connection, day: &mut Daybook, entry: &Entered) -> Result<Option<Changes>, LedgerError> {
    let Some(key) = entry.key.filter(|_| !entry.held) else { return Ok(None) };
    if let Some(batch) = entry.batch
        && day.is_withdrawn(tx, batch, entry.seq)?
    {
        return Ok(None);
    }
    let state = day.state(tx, key)?;
    let lane = if state.set_valued { entry.lane } else { None };
    // An end of all values of a set-valued key is told of many timelines.
    if !state.alone || state.set_valued && lane.is_none() {
        return Ok(None);
    }
    let value = entry.lane.unwrap_or_default();
    let kind = match entry.kind {
        EventKind::Assert => {
            ActKind::Assert { value, to: entry.valid_to, window: entry.window, stated: entry.stated }
        }
        EventKind::Confirm => ActKind::Assert { value, to: None, window: false, stated: false },
        _ => ActKind::End { value: entry.lane },
    };
    let act = Act { seq: entry.seq, at: entry.change_point, kind };
    day.fold(tx, (key, lane), act, entry.recorded_at)
}

fn apply_in_file(tx: &Connection, entry: &Entered) -> Result<Changes, LedgerError> {
    let mut changes = Changes::default();
    // A held entry waits; one that joins a batch withdrawn already never counts.
    let acts =
        !matches!(entry.kind, EventKind::Episode | EventKind::Batch | EventKind::Proposal | EventKind::Claim);
    if acts && (entry.held || entry.batch.map_or(Ok(false), |batch| is_voided(tx, batch, entry.seq))?) {
        discount(tx, entry.seq)?;
        return Ok(changes);
    }
    match entry.kind {
        EventKind::Assert | EventKind::Confirm | EventKind::End => {
            let told = entry.key.expect("the kind has a key");
            let key = alias::home(tx, told)?;
            if key != told || alias::has_guests(tx, key)? {
                // Merged keys are few: their lanes are mapped and replayed whole.
                alias::remap_lanes(tx, key)?;
                replay_key(tx, key, entry, &mut changes)?;
            } else if is_set_valued(tx, key)? {
                match entry.lane {
                    Some(lane) => {
                        replay(
                            tx,
                            key,
                            Some(lane),
                            entry.change_point,
                            entry.change_point,
                            entry,
                            &mut changes,
                        )?;
                    }
                    None => {
                        for lane in lanes_of(tx, key)? {
                            replay(
                                tx,
                                key,
                                Some(lane),
                                entry.change_point,
                                entry.change_point,
                                entry,
                                &mut changes,
                            )?;
                        }
                    }
                }
            } else if !merely_reinforces(tx, key, entry)? {
                replay(tx, key, None, entry.change_point, entry.change_point, entry, &mut changes)?;
            }
        }
        EventKind::Resolve => {
            let Some(target) = entry.target else { return Ok(changes) };
            if entry.key.is_some() {
                let mut touched = BTreeSet::new();
                touch(tx, target, &mut touched)?;
                replay_touched(tx, &touched, entry, &mut changes)?;
            } else {
                // The decision on a held entry, a proposal or a fallen claim: it counts from now on.
                let mut hanging = Hanging::default();
                recount_led(tx, target, entry.seq, &mut hanging)?;
                settle(tx, entry, hanging, &mut changes)?;
            }
        }
        EventKind::Void => {
            let target = entry.target.expect("a void has a target");
            let mut hanging = Hanging::default();
            recount(tx, target, entry.seq, &mut hanging)?;
            settle(tx, entry, hanging, &mut changes)?;
        }
        EventKind::Relation => {
            if let Some(relation) = &entry.relation {
                let keys = put_back_relation(tx, relation, entry)?;
                replay_keys(tx, &keys, &BTreeSet::new(), entry, &mut changes)?;
            }
        }
        EventKind::Alias => {
            let keys = alias::remap(tx, entry.space, entry.seq)?;
            replay_keys(tx, &keys, &BTreeSet::new(), entry, &mut changes)?;
        }
        EventKind::Claim => claims::keep_sources(tx, entry.seq, &entry.sources)?,
        EventKind::Forget => {
            let target = entry.target.expect("a forget has a target");
            claims::mark(tx, target, Fall::Forgotten, entry.seq)?;
        }
        EventKind::Space => crate::space::put_back(tx, entry.space, entry.seq)?,
        EventKind::Episode | EventKind::Batch | EventKind::Proposal => {}
    }
    mark_fallen(tx, entry, &changes)?;
    Ok(changes)
}

/// Marks the claims that rest on what this entry took away: on whoever opened a version that is no
/// more, and, where its value did not go on to the same end, on all who stood behind it.
fn mark_fallen(tx: &Connection, entry: &Entered, changes: &Changes) -> Result<(), LedgerError> {
    if changes.closed.is_empty() && entry.kind != EventKind::Void || !claims::any(tx)? {
        return Ok(());
    }
    let fall = if entry.kind == EventKind::Void { Fall::Voided } else { Fall::Superseded };
    for row in &changes.closed {
        let reaches = |o: &VersionRow| o.to.is_none() || o.to == row.to;
        if !changes.opened.iter().any(|o| o.asserted_by == row.asserted_by && reaches(o)) {
            claims::mark(tx, row.asserted_by, fall, entry.seq)?;
        }
        if !changes.opened.iter().any(|o| o.lane == row.lane && reaches(o)) {
            for behind in crate::read::stood_behind(tx, row.id)? {
                claims::mark_all(tx, behind, fall, entry.seq)?;
            }
        }
    }
    if entry.kind == EventKind::Void
        && let Some(target) = entry.target
    {
        claims::mark(tx, target, Fall::Voided, entry.seq)?;
    }
    Ok(())
}

fn settle(
    tx: &Connection,
    entry: &Entered,
    hanging: Hanging,
    changes: &mut Changes,
) -> Result<(), LedgerError> {
    if hanging.space {
        crate::space::put_back(tx, entry.space, entry.seq)?;
    }
    let mut whole = BTreeSet::new();
    if hanging.aliased {
        whole.extend(alias::remap(tx, entry.space, entry.seq)?);
    }
    for relation in &hanging.relations {
        whole.extend(put_back_relation(tx, relation, entry)?);
    }
    replay_keys(tx, &whole, &hanging.touched, entry, changes)
}

/// Puts a relation back to what its entries say; answers with the keys that this turns.
fn put_back_relation(tx: &Connection, relation: &str, entry: &Entered) -> Result<BTreeSet<i64>, LedgerError> {
    let turned = registry::put_back(tx, entry.space, relation, entry.seq)?;
    let mut keys = BTreeSet::new();
    if turned.names {
        keys.extend(alias::remap(tx, entry.space, entry.seq)?);
    }
    if turned.cardinality {
        let mut statement =
            tx.prepare_cached("SELECT key_id FROM key WHERE space_id = ?1 AND relation = ?2")?;
        let rows = statement.query_map(params![entry.space, relation], |row| row.get(0))?;
        keys.extend(rows.collect::<Result<Vec<i64>, _>>()?);
    }
    Ok(keys)
}

/// Replays keys whole, and others around what was touched of them, in the order of the keys: a
/// rebuild knows keys that were told later, and must number the versions as the writes did.
fn replay_keys(
    tx: &Connection,
    whole: &BTreeSet<i64>,
    touched: &BTreeSet<Touched>,
    entry: &Entered,
    changes: &mut Changes,
) -> Result<(), LedgerError> {
    let mut parts: BTreeMap<i64, BTreeSet<Touched>> = BTreeMap::new();
    for part in touched {
        parts.entry(part.key).or_default().insert(part.clone());
    }
    for key in whole {
        parts.insert(*key, BTreeSet::new());
    }
    for (key, part) in parts {
        if part.is_empty() {
            replay_key(tx, key, entry, changes)?;
        } else {
            replay_touched(tx, &part, entry, changes)?;
        }
    }
    Ok(())
}
