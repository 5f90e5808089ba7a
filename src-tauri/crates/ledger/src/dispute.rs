//! Disputes: two sources that give different values for one change point, undecided.

use std::collections::BTreeSet;

use memstrata_model::Instant;
use rusqlite::{Connection, OptionalExtension as _, params};

use crate::error::LedgerError;
use crate::read::{ReadVersion, counts_at};

/// Where two sources gave different values for the change point that a version begins at, and
/// nobody decided between them; or a value that never changes has a second one.
pub(crate) fn is_disputed(
    tx: &Connection,
    version: &ReadVersion,
    believed: Instant,
) -> Result<bool, LedgerError> {
    let cardinality: Option<String> = tx
        .prepare_cached(
            "SELECT cardinality FROM key JOIN relation ON relation.space_id = key.space_id AND name = key.relation
             WHERE key_id = ?1",
        )?
        .query_row([version.key], |row| row.get(0))
        .optional()?;
    if cardinality.as_deref() == Some("set") {
        return Ok(false);
    }
    let fixed = cardinality.as_deref() == Some("fixed");
    Ok(!rivals(tx, version, believed, fixed)?.is_empty())
}

/// The asserts that dispute a version.
pub(crate) fn rivals(
    tx: &Connection,
    version: &ReadVersion,
    believed: Instant,
    anywhere: bool,
) -> Result<Vec<i64>, LedgerError> {
    let (at, authority): (Option<i64>, Option<String>) = tx
        .prepare_cached("SELECT change_point, authority FROM entry WHERE seq = ?1")?
        .query_row([version.row.asserted_by], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let mut statement = tx.prepare_cached(
        "SELECT seq, authority FROM entry WHERE key_id = ?1 AND (change_point IS ?2 OR ?5) AND kind = 'assert'
             AND lane <> ?3 AND recorded_at <= ?4 ORDER BY seq",
    )?;
    let rows = statement
        .query_map(params![version.key, at, version.row.lane, believed.micros(), anywhere], |row| {
            Ok((row.get::<_, i64>(0)?, row.get::<_, Option<String>>(1)?))
        })?
        .collect::<Result<Vec<_>, _>>()?;
    let mut found = Vec::new();
    let own = authors(tx, version.row.asserted_by)?;
    for (seq, theirs) in rows {
        let other_source = anywhere || theirs != authority || authors(tx, seq)? != own;
        if other_source && counts_at(tx, seq, believed)? {
            found.push(seq);
        }
    }
    if found.is_empty() {
        return Ok(found);
    }
    let newest = found.iter().copied().max().unwrap_or_default().max(version.row.asserted_by);
    let mut decisions = tx.prepare_cached(
        "SELECT seq FROM entry WHERE key_id = ?1 AND (change_point IS ?2 OR ?5) AND kind = 'resolve' AND seq > ?3
             AND recorded_at <= ?4",
    )?;
    let decided: Vec<i64> = decisions
        .query_map(params![version.key, at, newest, believed.micros(), anywhere], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    for decision in decided {
        if counts_at(tx, decision, believed)? {
            return Ok(Vec::new());
        }
    }
    Ok(found)
}

fn authors(tx: &Connection, seq: i64) -> Result<BTreeSet<Option<String>>, LedgerError> {
    let mut statement = tx.prepare_cached(
        "SELECT author FROM evidence JOIN episode ON episode.seq = evidence.episode WHERE evidence.seq = ?1",
    )?;
    let rows = statement.query_map([seq], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
