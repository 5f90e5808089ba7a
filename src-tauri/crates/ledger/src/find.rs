//! Finding the rows of keys and values, and the newest entry, in the file.

use memstrata_model::{Instant, Key};
use rusqlite::{Connection, OptionalExtension as _, params};

use crate::chain::{GENESIS_SEQ, Head, ObjectRow, genesis_hash, to_hash};
use crate::daybook::KnownValue;
use crate::error::LedgerError;
use crate::hash::Hash;

pub(crate) fn find_key(tx: &Connection, space: i64, key: &Key) -> Result<Option<i64>, LedgerError> {
    Ok(tx
        .prepare_cached(
            "SELECT key_id FROM key WHERE space_id = ?1 AND subject = ?2 AND relation = ?3 AND scope = ?4",
        )?
        .query_row(params![space, key.subject, key.relation, key.scope], |row| row.get(0))
        .optional()?)
}

/// The values of a key with a normalised form, the first one first.
pub(crate) fn find_values(tx: &Connection, key: i64, norm: &str) -> Result<Vec<KnownValue>, LedgerError> {
    let mut statement = tx.prepare_cached(
        "SELECT object_id, lane, digest, shown FROM object WHERE key_id = ?1 AND norm = ?2 ORDER BY object_id",
    )?;
    let mut rows = statement.query(params![key, norm])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let digest = to_hash(row.get_ref(2)?.as_blob().map_err(rusqlite::Error::from)?)?;
        let value = ObjectRow { id: row.get(0)?, lane: row.get(1)?, digest };
        found.push(KnownValue { row: value, shown: row.get(3)? });
    }
    Ok(found)
}

pub(crate) fn find_lane(tx: &Connection, key: i64, norm: &str) -> Result<Option<i64>, LedgerError> {
    Ok(tx
        .prepare_cached("SELECT lane FROM object WHERE key_id = ?1 AND norm = ?2 LIMIT 1")?
        .query_row(params![key, norm], |row| row.get(0))
        .optional()?)
}

/// The lane of the `place`-th value first told to the key.
pub(crate) fn nth_lane(tx: &Connection, key: i64, place: u32) -> Result<Option<i64>, LedgerError> {
    Ok(tx
        .prepare_cached(
            "SELECT lane FROM object WHERE key_id = ?1 AND object_id = lane ORDER BY lane LIMIT 1 OFFSET ?2",
        )?
        .query_row(params![key, place], |row| row.get(0))
        .optional()?)
}

/// The row of a forgotten value of a key: several entries may have told it.
pub(crate) fn find_forgotten(
    tx: &Connection,
    key: i64,
    digest: &Hash,
) -> Result<Option<ObjectRow>, LedgerError> {
    Ok(tx
        .prepare_cached(
            "SELECT object_id, lane FROM object WHERE key_id = ?1 AND norm IS NULL AND digest = ?2",
        )?
        .query_row(params![key, digest.as_slice()], |row| {
            Ok(ObjectRow { id: row.get(0)?, lane: row.get(1)?, digest: *digest })
        })
        .optional()?)
}

/// The newest entry, or the root of the chain.
pub(crate) fn head(tx: &Connection) -> Result<Head, LedgerError> {
    let newest = tx
        .prepare_cached("SELECT seq, recorded_at, hash FROM entry ORDER BY seq DESC LIMIT 1")?
        .query_row([], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?, row.get::<_, Vec<u8>>(2)?)))
        .optional()?;
    match newest {
        Some((seq, recorded_at, hash)) => {
            Ok(Head { seq, recorded_at: Instant::from_micros(recorded_at), hash: to_hash(&hash)? })
        }
        None => Ok(Head { seq: GENESIS_SEQ, recorded_at: Instant::MIN, hash: genesis_hash(tx)? }),
    }
}
