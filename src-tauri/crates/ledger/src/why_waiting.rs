//! Why an entry waits in the inbox, in words, and which entries stand for a key's disputes.

use memstrata_model::{Cardinality, Instant, OnConflict};
use rusqlite::{Connection, OptionalExtension as _};

use crate::dispute::is_disputed;
use crate::error::LedgerError;
use crate::read::versions_of;
use crate::registry::{cardinality_at, relation_now};

/// Why there is a dispute.
pub(crate) fn why_disputed(tx: &Connection, key: i64) -> Result<String, LedgerError> {
    let why = match cardinality_at(tx, key, Instant::MAX)? {
        Cardinality::Fixed => "this never changes, and more than one value was told",
        _ => "two sources give different values for the same time",
    };
    Ok(why.to_owned())
}

/// The entries whose versions of a key are disputed. Where a value never changes all versions are
/// one dispute, whatever their times: the newest entry stands for it.
pub(crate) fn disputed_in(tx: &Connection, key: i64) -> Result<Vec<i64>, LedgerError> {
    let mut found = Vec::new();
    for version in versions_of(tx, key, Instant::MAX)? {
        if is_disputed(tx, &version, Instant::MAX)? {
            found.push(version.row.asserted_by);
        }
    }
    if cardinality_at(tx, key, Instant::MAX)? == Cardinality::Fixed {
        found = found.into_iter().max().into_iter().collect();
    }
    Ok(found)
}

/// Why an entry waits: where the relation lets every source change it, it was read with too little
/// certainty to.
pub(crate) fn why_held(tx: &Connection, space: i64, seq: i64) -> Result<&'static str, LedgerError> {
    let told: Option<(String, Option<f64>)> = tx
        .prepare_cached("SELECT relation, confidence FROM entry JOIN key USING (key_id) WHERE seq = ?1")?
        .query_row([seq], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let unsure = match told {
        Some((relation, Some(_))) => relation_now(tx, space, &relation)?.on_conflict == OnConflict::Supersede,
        _ => false,
    };
    Ok(if unsure {
        "read with too little certainty to change what holds"
    } else {
        "told by a source that may not change it alone"
    })
}
