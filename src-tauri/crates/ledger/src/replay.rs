//! Replaying a key inside SQLite: from the last version that began before a change point until the
//! timeline is again what is stored; only the difference is written. It takes keys of any length,
//! merged ones too. What one transaction tells of ordinary keys goes through `strand`, in memory.

use std::collections::HashSet;

use memstrata_model::{Cardinality, ClosingRule, EventKind, Instant};
use rusqlite::{Connection, OptionalExtension as _, params};

use crate::alias;
use crate::calculus::{Act, ActKind, Fold, Span};
use crate::error::LedgerError;
use crate::project::{Changes, Entered, VersionRow};

/// Replays a key from the beginning. One that counts for another has no versions of its own.
pub(crate) fn replay_key(
    tx: &Connection,
    key: i64,
    entry: &Entered,
    changes: &mut Changes,
) -> Result<(), LedgerError> {
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

/// The whole timeline of a key, or of one lane of it, as its counting entries tell it; nothing is written.
pub(crate) fn spans_now(
    tx: &Connection,
    key: i64,
    lane: Option<i64>,
    up_to: i64,
) -> Result<Vec<Span>, LedgerError> {
    let mut spans = Vec::new();
    fold_from(tx, key, lane, None, up_to, |_, _| Ok(false), &mut spans)?;
    Ok(spans)
}

/// Replays a key, or one lane of it, around the change points `first..=last`.
pub(crate) fn replay(
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
                    "SELECT 1 FROM version WHERE key_id = ?1 AND stands = 1 AND valid_from = ?2
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
        "SELECT valid_from, asserted_by FROM version WHERE key_id = ?1 AND stands = 1 AND valid_from < ?2 AND lane = ?3
         ORDER BY valid_from DESC LIMIT 1"
    } else {
        "SELECT valid_from, asserted_by FROM version WHERE key_id = ?1 AND stands = 1 AND valid_from < ?2
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
    const COUNTING: &str = "seq <= ?3 AND discounted.seq IS NULL
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
            "{COLUMNS} WHERE key_id = ?1 AND (lane = ?4 OR lane IS NULL) AND (lane IS NOT NULL OR kind = 'end')
                 AND {COUNTING} ORDER BY change_point, entry.seq"
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

pub(crate) fn read_act(row: &rusqlite::Row<'_>) -> Result<Act, LedgerError> {
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
    let which = if lane.is_some() { "key_id = ?1 AND lane = ?2" } else { "key_id = ?1 AND ?2 IS NULL" };
    let mut statement = tx.prepare_cached(&format!(
        "SELECT version_id, lane, valid_from, valid_to, asserted_by, superseded_by, closing_rule FROM version
         WHERE {which} AND stands = 1 AND {bound}
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
pub(crate) fn merely_reinforces(tx: &Connection, key: i64, entry: &Entered) -> Result<bool, LedgerError> {
    let (Some(at), Some(lane)) = (entry.change_point, entry.lane) else { return Ok(false) };
    if entry.kind == EventKind::End || entry.valid_to.is_some() || entry.window {
        return Ok(false);
    }
    let covering: Option<(i64, i64, Option<i64>)> = tx
        .prepare_cached(
            "SELECT lane, valid_from, valid_to FROM version
             WHERE key_id = ?1 AND stands = 1 AND valid_from < ?2 ORDER BY valid_from DESC LIMIT 1",
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
pub(crate) fn lanes_of(tx: &Connection, key: i64) -> Result<Vec<i64>, LedgerError> {
    let mut statement = tx.prepare_cached(
        "SELECT DISTINCT ifnull(into_lane, lane) AS home FROM object LEFT JOIN lane_into USING (lane)
         WHERE key_id = ?1 OR key_id IN (SELECT key_id FROM key_into WHERE into_key = ?1) ORDER BY home",
    )?;
    let rows = statement.query_map([key], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
