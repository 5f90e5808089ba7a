//! Which entries count, settled anew when a void of one comes or goes, and which change points
//! have to be replayed for it.

use std::collections::BTreeSet;

use memstrata_model::{EventKind, Instant};
use rusqlite::Connection;

use crate::alias;
use crate::error::LedgerError;
use crate::project::{Changes, Entered};
use crate::replay::{is_set_valued, lanes_of, replay, replay_key};

/// Which change points of a key must be replayed; `lane` where every object has its own timeline.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Touched {
    pub key: i64,
    lane: Option<i64>,
    at: Option<Instant>,
}

pub(crate) fn discount(tx: &Connection, seq: i64) -> Result<(), LedgerError> {
    tx.prepare_cached("INSERT OR IGNORE INTO discounted (seq) VALUES (?1)")?.execute([seq])?;
    Ok(())
}

/// What must be brought up to date after entries began or ceased to count.
#[derive(Debug, Default)]
pub(crate) struct Hanging {
    pub touched: BTreeSet<Touched>,
    pub relations: BTreeSet<String>,
    pub aliased: bool,
    pub space: bool,
}

/// Settles anew whether an entry counts after a void of it came or went, and follows what hangs
/// on it: the entries of a batch, the target of a void, the entry a decision let in.
pub(crate) fn recount(
    tx: &Connection,
    seq: i64,
    up_to: i64,
    hanging: &mut Hanging,
) -> Result<(), LedgerError> {
    let (kind, target, batch, held, payload, has_key): (
        String,
        Option<i64>,
        Option<i64>,
        bool,
        Option<String>,
        bool,
    ) = tx
        .prepare_cached(
            "SELECT kind, target, batch, held, payload, key_id IS NOT NULL FROM entry WHERE seq = ?1",
        )?
        .query_row([seq], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?, row.get(5)?))
        })?;
    let voided =
        is_voided(tx, seq, up_to)? || batch.map_or(Ok(false), |batch| is_voided(tx, batch, up_to))?;
    let waiting = held
        && !is_accepted(tx, seq, up_to)?
        && !batch.map_or(Ok(false), |proposal| is_accepted(tx, proposal, up_to))?;
    let counts = !voided && !waiting;
    let counted = !tx.prepare_cached("SELECT 1 FROM discounted WHERE seq = ?1")?.exists([seq])?;
    if counts == counted {
        return Ok(());
    }
    if counts {
        tx.prepare_cached("DELETE FROM discounted WHERE seq = ?1")?.execute([seq])?;
    } else {
        discount(tx, seq)?;
    }
    match EventKind::from_name(&kind) {
        Some(EventKind::Assert | EventKind::Confirm | EventKind::End) => {
            touch(tx, seq, &mut hanging.touched)?;
        }
        Some(EventKind::Resolve) => {
            if let Some(target) = target {
                if has_key {
                    touch(tx, target, &mut hanging.touched)?;
                } else {
                    recount_led(tx, target, up_to, hanging)?;
                }
            }
            recount_members(tx, seq, up_to, hanging)?;
        }
        Some(EventKind::Void) => {
            if let Some(target) = target {
                recount(tx, target, up_to, hanging)?;
            }
        }
        Some(EventKind::Relation) => {
            let line: Option<crate::line::RelationLine> =
                payload.as_deref().and_then(|payload| serde_json::from_str(payload).ok());
            if let Some(line) = line {
                hanging.relations.insert(memstrata_model::normalize_name(&line.relation));
            }
        }
        Some(EventKind::Alias) => hanging.aliased = true,
        Some(EventKind::Space) => hanging.space = true,
        Some(EventKind::Batch | EventKind::Proposal) => recount_members(tx, seq, up_to, hanging)?,
        _ => {}
    }
    Ok(())
}

/// What a decision lets in: the entry itself, or all that a proposal holds.
pub(crate) fn recount_led(
    tx: &Connection,
    target: i64,
    up_to: i64,
    hanging: &mut Hanging,
) -> Result<(), LedgerError> {
    recount(tx, target, up_to, hanging)?;
    let proposal =
        tx.prepare_cached("SELECT 1 FROM entry WHERE seq = ?1 AND kind = 'proposal'")?.exists([target])?;
    if proposal { recount_members(tx, target, up_to, hanging) } else { Ok(()) }
}

fn recount_members(
    tx: &Connection,
    batch: i64,
    up_to: i64,
    hanging: &mut Hanging,
) -> Result<(), LedgerError> {
    let members: Vec<i64> = tx
        .prepare_cached("SELECT seq FROM entry WHERE batch = ?1 AND seq <= ?2 ORDER BY seq")?
        .query_map([batch, up_to], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    for member in members {
        recount(tx, member, up_to, hanging)?;
    }
    Ok(())
}

/// Whether a void that itself counts names the entry.
pub(crate) fn is_voided(tx: &Connection, seq: i64, up_to: i64) -> Result<bool, LedgerError> {
    Ok(tx
        .prepare_cached(
            "SELECT 1 FROM entry LEFT JOIN discounted USING (seq)
             WHERE target = ?1 AND kind = 'void' AND entry.seq <= ?2 AND discounted.seq IS NULL",
        )?
        .exists([seq, up_to])?)
}

fn is_accepted(tx: &Connection, seq: i64, up_to: i64) -> Result<bool, LedgerError> {
    Ok(tx
        .prepare_cached(
            "SELECT 1 FROM entry LEFT JOIN discounted USING (seq)
             WHERE target = ?1 AND kind = 'resolve' AND key_id IS NULL AND entry.seq <= ?2
                 AND discounted.seq IS NULL",
        )?
        .exists([seq, up_to])?)
}

pub(crate) fn touch(tx: &Connection, seq: i64, touched: &mut BTreeSet<Touched>) -> Result<(), LedgerError> {
    let (key, lane, at): (Option<i64>, Option<i64>, Option<i64>) = tx
        .prepare_cached("SELECT key_id, lane, change_point FROM entry WHERE seq = ?1")?
        .query_row([seq], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    let Some(told) = key else { return Ok(()) };
    let key = alias::home(tx, told)?;
    if key != told || alias::has_guests(tx, key)? {
        // Replayed from the beginning: the lanes of merged keys are not those of the entries.
        touched.insert(Touched { key, lane: None, at: None });
        return Ok(());
    }
    let at = at.map(Instant::from_micros);
    if is_set_valued(tx, key)? {
        let lanes = match lane {
            Some(lane) => vec![lane],
            None => lanes_of(tx, key)?,
        };
        touched.extend(lanes.into_iter().map(|lane| Touched { key, lane: Some(lane), at }));
    } else {
        touched.insert(Touched { key, lane: None, at });
    }
    Ok(())
}

pub(crate) fn replay_touched(
    tx: &Connection,
    touched: &BTreeSet<Touched>,
    entry: &Entered,
    changes: &mut Changes,
) -> Result<(), LedgerError> {
    let touched: Vec<&Touched> = touched.iter().collect();
    for group in touched.chunk_by(|a, b| (a.key, a.lane) == (b.key, b.lane)) {
        let (first, last) = (group[0], group[group.len() - 1]);
        if alias::has_guests(tx, first.key)? {
            replay_key(tx, first.key, entry, changes)?;
            continue;
        }
        replay(tx, first.key, first.lane, first.at, last.at, entry, changes)?;
    }
    Ok(())
}
