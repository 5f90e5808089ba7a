//! From entries to fact versions, incrementally: an entry replays its key from the last version
//! that began before it until the timeline is again what is stored, and only the difference is
//! written. Rebuilding does the same for every entry of the log, in order.

use std::collections::{BTreeSet, HashSet};

use memstrata_model::{Cardinality, ClosingRule, EventKind, Instant};
use rusqlite::{Connection, OptionalExtension as _, params};

use crate::alias;
use crate::calculus::{Act, ActKind, Fold, Span};
use crate::claims::{self, Fall};
use crate::error::LedgerError;
use crate::registry;

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
    pub target: Option<i64>,
    pub batch: Option<i64>,
    pub held: bool,
    /// What a `claim` rests on.
    pub sources: Vec<i64>,
    /// The relation of a `relation` entry, normalised.
    pub relation: Option<String>,
}

/// Which change points of a key must be replayed; `lane` where every object has its own timeline.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Touched {
    key: i64,
    lane: Option<i64>,
    at: Option<Instant>,
}

/// Brings the versions up to date with an entry that was just added.
pub(crate) fn apply(tx: &Connection, entry: &Entered) -> Result<Changes, LedgerError> {
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
                put_back_relation(tx, relation, entry, &mut changes)?;
            }
        }
        EventKind::Alias => remap(tx, entry, &mut changes)?,
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

/// Marks the claims that rest on what this entry took away.
fn mark_fallen(tx: &Connection, entry: &Entered, changes: &Changes) -> Result<(), LedgerError> {
    for row in &changes.closed {
        let kept = changes
            .opened
            .iter()
            .any(|o| o.asserted_by == row.asserted_by && (o.to.is_none() || o.to == row.to));
        if !kept {
            let fall = if entry.kind == EventKind::Void { Fall::Voided } else { Fall::Superseded };
            claims::mark(tx, row.asserted_by, fall, entry.seq)?;
        }
    }
    if entry.kind == EventKind::Void
        && let Some(target) = entry.target
    {
        claims::mark(tx, target, Fall::Voided, entry.seq)?;
    }
    Ok(())
}

fn discount(tx: &Connection, seq: i64) -> Result<(), LedgerError> {
    tx.prepare_cached("INSERT OR IGNORE INTO discounted (seq) VALUES (?1)")?.execute([seq])?;
    Ok(())
}

/// What must be brought up to date after entries began or ceased to count.
#[derive(Default)]
struct Hanging {
    touched: BTreeSet<Touched>,
    relations: BTreeSet<String>,
    aliased: bool,
    space: bool,
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
    if hanging.aliased {
        remap(tx, entry, changes)?;
    }
    for relation in &hanging.relations {
        put_back_relation(tx, relation, entry, changes)?;
    }
    replay_touched(tx, &hanging.touched, entry, changes)
}

fn put_back_relation(
    tx: &Connection,
    relation: &str,
    entry: &Entered,
    changes: &mut Changes,
) -> Result<(), LedgerError> {
    let turned = registry::put_back(tx, entry.space, relation, entry.seq)?;
    if turned.names {
        remap(tx, entry, changes)?;
    }
    if turned.cardinality {
        replay_relation(tx, relation, entry, changes)?;
    }
    Ok(())
}

/// Settles anew whether an entry counts after a void of it came or went, and follows what hangs
/// on it: the entries of a batch, the target of a void, the entry a decision let in.
fn recount(tx: &Connection, seq: i64, up_to: i64, hanging: &mut Hanging) -> Result<(), LedgerError> {
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
fn recount_led(tx: &Connection, target: i64, up_to: i64, hanging: &mut Hanging) -> Result<(), LedgerError> {
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
fn is_voided(tx: &Connection, seq: i64, up_to: i64) -> Result<bool, LedgerError> {
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

fn touch(tx: &Connection, seq: i64, touched: &mut BTreeSet<Touched>) -> Result<(), LedgerError> {
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

fn replay_touched(
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

/// Replays every key of a relation whose cardinality changed.
fn replay_relation(
    tx: &Connection,
    relation: &str,
    entry: &Entered,
    changes: &mut Changes,
) -> Result<(), LedgerError> {
    let keys: Vec<i64> = tx
        .prepare_cached("SELECT key_id FROM key WHERE space_id = ?1 AND relation = ?2 ORDER BY key_id")?
        .query_map(params![entry.space, relation], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    for key in keys {
        replay_key(tx, key, entry, changes)?;
    }
    Ok(())
}

/// Brings the keys up to date with the aliases that count.
fn remap(tx: &Connection, entry: &Entered, changes: &mut Changes) -> Result<(), LedgerError> {
    for key in alias::remap(tx, entry.space, entry.seq)? {
        replay_key(tx, key, entry, changes)?;
    }
    Ok(())
}

/// Replays a key from the beginning. One that counts for another has no versions of its own.
fn replay_key(tx: &Connection, key: i64, entry: &Entered, changes: &mut Changes) -> Result<(), LedgerError> {
    let mut spans = Vec::new();
    if alias::home(tx, key)? == key {
        let lanes: Vec<Option<i64>> = if is_set_valued(tx, key)? {
            lanes_of(tx, key)?.into_iter().map(Some).collect()
        } else {
            vec![None]
        };
        for lane in lanes {
            fold_from(tx, key, lane, None, entry.seq, |_, _| Ok(false), &mut spans)?;
        }
    }
    let stored = stored_from(tx, key, None, None, None)?;
    write_difference(tx, key, &stored, &spans, entry.recorded_at, changes)
}

/// Replays a key, or one lane of it, around the change points `first..=last`.
fn replay(
    tx: &Connection,
    key: i64,
    lane: Option<i64>,
    first: Option<Instant>,
    last: Option<Instant>,
    entry: &Entered,
    changes: &mut Changes,
) -> Result<(), LedgerError> {
    let start = checkpoint(tx, key, lane, first)?;
    let mut spans = Vec::new();
    let horizon = fold_from(
        tx,
        key,
        lane,
        start,
        entry.seq,
        |at, standing| {
            // Past what changed, a span that begins as a stored one does goes on as it does.
            if at <= last || standing.opened_at != at {
                return Ok(false);
            }
            Ok(tx
                .prepare_cached(
                    "SELECT 1 FROM version WHERE key_id = ?1 AND sys_to IS NULL AND valid_from = ?2
                         AND asserted_by = ?3 AND lane = ?4",
                )?
                .exists(params![key, at.map(Instant::micros), standing.opened_by, standing.value])?)
        },
        &mut spans,
    )?;
    let stored = stored_from(tx, key, lane, start, horizon)?;
    write_difference(tx, key, &stored, &spans, entry.recorded_at, changes)
}

/// Where a replay may begin: the start of the last version that began before the change point,
/// if its span began right there; else the beginning of time.
fn checkpoint(
    tx: &Connection,
    key: i64,
    lane: Option<i64>,
    before: Option<Instant>,
) -> Result<Option<Instant>, LedgerError> {
    let Some(before) = before else { return Ok(None) };
    let sql = if lane.is_some() {
        "SELECT valid_from, asserted_by FROM version WHERE +key_id = ?1 AND sys_to IS NULL AND valid_from < ?2 AND lane = ?3
         ORDER BY valid_from DESC LIMIT 1"
    } else {
        "SELECT valid_from, asserted_by FROM version WHERE key_id = ?1 AND sys_to IS NULL AND valid_from < ?2
         AND ?3 IS NULL ORDER BY valid_from DESC LIMIT 1"
    };
    let found: Option<(i64, i64)> = tx
        .prepare_cached(sql)?
        .query_row(params![key, before.micros(), lane], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let Some((from, opener)) = found else { return Ok(None) };
    let opened_at: Option<i64> = tx
        .prepare_cached("SELECT change_point FROM entry WHERE seq = ?1")?
        .query_row([opener], |row| row.get(0))?;
    Ok((opened_at == Some(from)).then(|| Instant::from_micros(from)))
}

/// Folds the counting entries from a change point on. `settled` is asked after each change point
/// whether the rest is as stored; the change point at which it is ends the fold and is returned.
fn fold_from(
    tx: &Connection,
    key: i64,
    lane: Option<i64>,
    start: Option<Instant>,
    up_to: i64,
    settled: impl Fn(Option<Instant>, Span) -> Result<bool, LedgerError>,
    spans: &mut Vec<Span>,
) -> Result<Option<Instant>, LedgerError> {
    const COLUMNS: &str = "SELECT entry.seq, change_point, kind, lane, valid_to, is_window, source, target
         FROM entry LEFT JOIN discounted USING (seq)";
    const COUNTING: &str =
        "seq <= ?3 AND discounted.seq IS NULL AND kind IN ('assert', 'end', 'confirm', 'resolve')
         AND (change_point >= ?2 OR ?2 IS NULL)";
    let merged = alias::has_guests(tx, key)?;
    let sql = match lane {
        _ if merged => format!(
            "SELECT * FROM ({COLUMNS} WHERE key_id IN (SELECT ?1 UNION SELECT key_id FROM key_into WHERE into_key = ?1)
                 AND {COUNTING}) WHERE ?4 IS NULL OR kind = 'end' AND lane IS NULL
                 OR lane = ?4 OR lane IN (SELECT lane FROM lane_into WHERE into_lane = ?4)
             ORDER BY change_point, seq"
        ),
        None => format!("{COLUMNS} WHERE key_id = ?1 AND ?4 IS NULL AND {COUNTING} ORDER BY change_point, entry.seq"),
        // An object's own entries, and the ends of the key that name no object.
        Some(_) => format!(
            "SELECT * FROM ({COLUMNS} WHERE lane = ?4 AND +key_id = ?1 AND {COUNTING}
             UNION ALL {COLUMNS} WHERE key_id = ?1 AND lane IS NULL AND kind = 'end' AND {COUNTING})
             ORDER BY change_point, seq"
        ),
    };
    // A cut of the index from the checkpoint on: `>=` with a null bound would scan it all.
    let sql = if start.is_some() {
        sql.replace("(change_point >= ?2 OR ?2 IS NULL)", "change_point >= ?2")
    } else {
        sql
    };
    let mut statement = tx.prepare_cached(&sql)?;
    let mut rows = statement.query(params![key, start.map(Instant::micros), up_to, lane])?;
    let mut fold = Fold::default();
    let mut point: Vec<Act> = Vec::new();
    loop {
        let mut act = match rows.next()? {
            Some(row) => Some(read_act(row)?),
            None => None,
        };
        if let (true, Some(act)) = (merged, &mut act) {
            match &mut act.kind {
                ActKind::Assert { value, .. } | ActKind::End { value: Some(value) } => {
                    *value = alias::home_lane(tx, *value)?;
                }
                ActKind::End { value: None } | ActKind::Resolve { .. } => {}
            }
        }
        if let Some(first) = point.first()
            && act.is_none_or(|act| act.at != first.at)
        {
            let at = first.at;
            fold.change_point(&point, &mut |span| spans.push(span));
            point.clear();
            if let Some(standing) = fold.standing()
                && settled(at, standing)?
            {
                return Ok(at);
            }
        }
        match act {
            Some(act) => point.push(act),
            None => break,
        }
    }
    fold.finish(&mut |span| spans.push(span));
    Ok(None)
}

fn read_act(row: &rusqlite::Row<'_>) -> Result<Act, LedgerError> {
    let seq = row.get(0)?;
    let at = row.get::<_, Option<i64>>(1)?.map(Instant::from_micros);
    let lane: Option<i64> = row.get(3)?;
    let value = lane.unwrap_or_default();
    let kind = match row.get_ref(2)?.as_str().map_err(rusqlite::Error::from)? {
        "assert" => ActKind::Assert {
            value,
            to: row.get::<_, Option<i64>>(4)?.map(Instant::from_micros),
            window: row.get(5)?,
            stated: at.is_some() && row.get_ref(6)?.as_str().is_ok_and(|source| source == "stated"),
        },
        "confirm" => ActKind::Assert { value, to: None, window: false, stated: false },
        "resolve" => ActKind::Resolve { chosen: row.get::<_, Option<i64>>(7)?.unwrap_or_default() },
        _ => ActKind::End { value: lane },
    };
    Ok(Act { seq, at, kind })
}

/// The versions believed now that begin in `[from, before)`.
fn stored_from(
    tx: &Connection,
    key: i64,
    lane: Option<i64>,
    from: Option<Instant>,
    before: Option<Instant>,
) -> Result<Vec<VersionRow>, LedgerError> {
    let bound = if from.is_some() { "valid_from >= ?3" } else { "?3 IS NULL" };
    let which = if lane.is_some() { "+key_id = ?1 AND lane = ?2" } else { "key_id = ?1 AND ?2 IS NULL" };
    let mut statement = tx.prepare_cached(&format!(
        "SELECT version_id, lane, valid_from, valid_to, asserted_by, superseded_by, closing_rule FROM version
         WHERE {which} AND sys_to IS NULL AND {bound}
             AND (?4 IS NULL OR valid_from IS NULL OR valid_from < ?4)"
    ))?;
    let rows = statement
        .query_map(params![key, lane, from.map(Instant::micros), before.map(Instant::micros)], version_row)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

pub(crate) fn version_row(row: &rusqlite::Row<'_>) -> rusqlite::Result<VersionRow> {
    let closing: Option<String> = row.get(6)?;
    Ok(VersionRow {
        id: row.get(0)?,
        lane: row.get(1)?,
        from: row.get::<_, Option<i64>>(2)?.map(Instant::from_micros),
        to: row.get::<_, Option<i64>>(3)?.map(Instant::from_micros),
        asserted_by: row.get(4)?,
        superseded_by: row.get(5)?,
        closing: closing.and_then(|name| ClosingRule::from_name(&name)),
    })
}

fn write_difference(
    tx: &Connection,
    key: i64,
    stored: &[VersionRow],
    spans: &[Span],
    at: Instant,
    changes: &mut Changes,
) -> Result<(), LedgerError> {
    type Shape = (i64, Option<Instant>, Option<Instant>, i64, Option<i64>, Option<ClosingRule>);
    let of_row =
        |r: &VersionRow| -> Shape { (r.lane, r.from, r.to, r.asserted_by, r.superseded_by, r.closing) };
    let of_span = |s: &Span| -> Shape { (s.value, s.from, s.to, s.opened_by, s.superseded_by, s.closing) };
    let kept: HashSet<Shape> = stored.iter().map(of_row).collect();
    let wanted: HashSet<Shape> = spans.iter().map(of_span).collect();
    for row in stored.iter().filter(|row| !wanted.contains(&of_row(row))) {
        tx.prepare_cached("UPDATE version SET sys_to = ?2 WHERE version_id = ?1")?
            .execute(params![row.id, at.micros()])?;
        changes.closed.push(*row);
    }
    for span in spans.iter().filter(|span| !kept.contains(&of_span(span))) {
        tx.prepare_cached(
            "INSERT INTO version (key_id, lane, valid_from, valid_to, sys_from, asserted_by, superseded_by, closing_rule)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        )?
        .execute(params![
            key,
            span.value,
            span.from.map(Instant::micros),
            span.to.map(Instant::micros),
            at.micros(),
            span.opened_by,
            span.superseded_by,
            span.closing.map(ClosingRule::as_str)
        ])?;
        changes.opened.push(VersionRow {
            id: tx.last_insert_rowid(),
            lane: span.value,
            from: span.from,
            to: span.to,
            asserted_by: span.opened_by,
            superseded_by: span.superseded_by,
            closing: span.closing,
        });
    }
    Ok(())
}

/// A repeat without an end, alone at its change point, strictly inside an open interval of the
/// same value whose start is known: no bound can move, so that repeats on one key stay cheap.
fn merely_reinforces(tx: &Connection, key: i64, entry: &Entered) -> Result<bool, LedgerError> {
    let (Some(at), Some(lane)) = (entry.change_point, entry.lane) else { return Ok(false) };
    if entry.kind == EventKind::End || entry.valid_to.is_some() || entry.window {
        return Ok(false);
    }
    let covering: Option<(i64, i64, Option<i64>)> = tx
        .prepare_cached(
            "SELECT lane, valid_from, valid_to FROM version
             WHERE key_id = ?1 AND sys_to IS NULL AND valid_from < ?2 ORDER BY valid_from DESC LIMIT 1",
        )?
        .query_row(params![key, at.micros()], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
        .optional()?;
    let Some((covering_lane, from, None)) = covering else { return Ok(false) };
    if covering_lane != lane || checkpoint(tx, key, None, Some(at))? != Some(Instant::from_micros(from)) {
        return Ok(false);
    }
    let alone = !tx
        .prepare_cached(
            "SELECT 1 FROM entry WHERE key_id = ?1 AND change_point = ?2 AND seq <> ?3 AND seq <= ?3",
        )?
        .exists(params![key, at.micros(), entry.seq])?;
    Ok(alone)
}

pub(crate) fn is_set_valued(tx: &Connection, key: i64) -> Result<bool, LedgerError> {
    let cardinality: Option<String> = tx
        .prepare_cached(
            "SELECT cardinality FROM key JOIN relation ON relation.space_id = key.space_id AND name = key.relation
             WHERE key_id = ?1",
        )?
        .query_row([key], |row| row.get(0))
        .optional()?;
    Ok(cardinality.as_deref() == Some(Cardinality::Set.as_str()))
}

/// The lanes of a key and of those that count for it, equal values once.
fn lanes_of(tx: &Connection, key: i64) -> Result<Vec<i64>, LedgerError> {
    let mut statement = tx.prepare_cached(
        "SELECT DISTINCT ifnull(into_lane, lane) AS home FROM object LEFT JOIN lane_into USING (lane)
         WHERE key_id = ?1 OR key_id IN (SELECT key_id FROM key_into WHERE into_key = ?1) ORDER BY home",
    )?;
    let rows = statement.query_map([key], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
