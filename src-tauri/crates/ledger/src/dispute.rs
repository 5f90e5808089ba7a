//! Disputes: two sources that give different values for one change point, undecided.

use std::collections::BTreeSet;

use memstrata_model::{Cardinality, FORGOTTEN, Instant};
use rusqlite::{Connection, OptionalExtension as _, params};

use crate::error::LedgerError;
use crate::read::{ReadVersion, counts_at, version_by_id};
use crate::store::{Ledger, space_id};

/// Where two sources gave different values for the change point that a version begins at, and
/// nobody decided between them; or a value that never changes has a second one.
pub(crate) fn is_disputed(
    tx: &Connection,
    version: &ReadVersion,
    believed: Instant,
) -> Result<bool, LedgerError> {
    match crate::registry::cardinality_at(tx, version.key, believed)? {
        Cardinality::Set => Ok(false),
        cardinality => Ok(!rivals(tx, version, believed, cardinality == Cardinality::Fixed)?.is_empty()),
    }
}

/// Whether any version of a key can be disputed; where not, none need be looked at.
pub(crate) fn may_be_disputed(tx: &Connection, key: i64, believed: Instant) -> Result<bool, LedgerError> {
    match crate::registry::cardinality_at(tx, key, believed)? {
        Cardinality::Set => return Ok(false),
        Cardinality::Fixed => return Ok(true),
        Cardinality::One => {}
    }
    let space: i64 = tx
        .prepare_cached("SELECT space_id FROM key WHERE key_id = ?1")?
        .query_row([key], |row| row.get(0))?;
    Ok(crate::alias::any(tx, space)?
        || tx
            .prepare_cached(
                "SELECT 1 FROM entry WHERE key_id = ?1 AND kind IN ('assert', 'confirm')
                 GROUP BY change_point HAVING min(lane) <> max(lane) LIMIT 1",
            )?
            .exists([key])?)
}

/// The asserts and confirms that dispute a version: of its key and of those that counted for it then. Values are
/// told apart by what they say, since merged keys keep lanes of their own.
pub(crate) fn rivals(
    tx: &Connection,
    version: &ReadVersion,
    believed: Instant,
    anywhere: bool,
) -> Result<Vec<i64>, LedgerError> {
    let (at, authority): (Option<i64>, Option<String>) = tx
        .prepare_cached("SELECT change_point, authority FROM entry WHERE seq = ?1")?
        .query_row([version.row.asserted_by], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let space: i64 = tx
        .prepare_cached("SELECT space_id FROM key WHERE key_id = ?1")?
        .query_row([version.key], |row| row.get(0))?;
    let keys = crate::alias::counting_for(tx, space, version.key, believed)?;
    let own_value = value_of(tx, version.row.lane)?;
    let mut statement = tx.prepare_cached(
        "SELECT seq, authority, lane FROM entry WHERE key_id = ?1 AND (change_point IS ?2 OR ?5) AND kind IN ('assert', 'confirm')
             AND lane <> ?3 AND recorded_at <= ?4 ORDER BY seq",
    )?;
    let mut rows: Vec<(i64, Option<String>)> = Vec::new();
    for key in &keys {
        let told = statement
            .query_map(params![key, at, version.row.lane, believed.micros(), anywhere], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?))
            })?
            .collect::<Result<Vec<(i64, Option<String>, i64)>, _>>()?;
        for (seq, authority, lane) in told {
            if own_value.is_none() || value_of(tx, lane)? != own_value {
                rows.push((seq, authority));
            }
        }
    }
    rows.sort();
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
    let mut decided: Vec<i64> = Vec::new();
    for key in &keys {
        let rows = decisions
            .query_map(params![key, at, newest, believed.micros(), anywhere], |row| row.get(0))?
            .collect::<Result<Vec<i64>, _>>()?;
        decided.extend(rows);
    }
    for decision in decided {
        if counts_at(tx, decision, believed)? {
            return Ok(Vec::new());
        }
    }
    Ok(found)
}

/// Whether another value was told for the start of one, or ever, where a key never changes. Values of merged
/// keys are other ones here, also where they are equal.
pub(crate) fn is_contested(
    tx: &Connection,
    space: i64,
    (key, lane): (i64, i64),
    at: Instant,
) -> Result<bool, LedgerError> {
    let cardinality = crate::registry::cardinality_at(tx, key, Instant::MAX)?;
    if cardinality == Cardinality::Set {
        return Ok(false);
    }
    let mut other = tx.prepare_cached(
        "SELECT 1 FROM entry LEFT JOIN discounted USING (seq)
         WHERE key_id = ?1 AND (change_point = ?2 OR ?4) AND kind IN ('assert', 'confirm') AND lane <> ?3
             AND discounted.seq IS NULL",
    )?;
    for key in crate::alias::counting_for(tx, space, key, Instant::MAX)? {
        if other.exists(params![key, at.micros(), lane, cardinality == Cardinality::Fixed])? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The value of a lane as values are compared; none once it is forgotten.
fn value_of(tx: &Connection, lane: i64) -> Result<Option<String>, LedgerError> {
    Ok(tx
        .prepare_cached("SELECT norm FROM object WHERE object_id = ?1")?
        .query_row([lane], |row| row.get(0))
        .optional()?
        .flatten())
}

fn authors(tx: &Connection, seq: i64) -> Result<BTreeSet<Option<String>>, LedgerError> {
    let mut statement = tx.prepare_cached(
        "SELECT author FROM evidence JOIN episode ON episode.seq = evidence.episode WHERE evidence.seq = ?1",
    )?;
    let rows = statement.query_map([seq], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// A value that a source gives against the one that stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rival {
    /// The entry that asserts it, as `resolve` takes it.
    pub event: String,
    pub object: String,
    pub said_at: Instant,
    pub author: Option<String>,
    pub locator: Option<String>,
}

impl Ledger {
    /// The values that are given for the start of a disputed fact, beside its own.
    ///
    /// # Errors
    /// The space has no such fact.
    pub fn rivals_of(
        &self,
        space: &str,
        fact: &str,
        known_at: Option<Instant>,
    ) -> Result<Vec<Rival>, LedgerError> {
        self.reading(|tx| {
            let version = version_by_id(tx, space_id(tx, space)?, fact)?;
            let believed = known_at.unwrap_or(Instant::MAX);
            let fixed = crate::registry::cardinality_at(tx, version.key, believed)? == Cardinality::Fixed;
            let mut found = Vec::new();
            for seq in rivals(tx, &version, believed, fixed)? {
                found.push(
                    tx.prepare_cached(
                        "SELECT entry.id, shown, ifnull(occurred_at, entry.recorded_at), author, locator
                         FROM entry JOIN object USING (object_id)
                             LEFT JOIN evidence ON evidence.seq = entry.seq
                             LEFT JOIN episode ON episode.seq = evidence.episode
                         WHERE entry.seq = ?1 ORDER BY evidence.episode LIMIT 1",
                    )?
                    .query_row([seq], |row| {
                        Ok(Rival {
                            event: row.get(0)?,
                            object: row.get::<_, Option<String>>(1)?.unwrap_or_else(|| FORGOTTEN.to_owned()),
                            said_at: Instant::from_micros(row.get(2)?),
                            author: row.get(3)?,
                            locator: row.get(4)?,
                        })
                    })?,
                );
            }
            Ok(found)
        })
    }
}
