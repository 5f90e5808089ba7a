//! Looking from values to the keys that hold them.

use std::collections::BTreeSet;

use memstrata_model::Key;
use rusqlite::{Connection, OptionalExtension as _, params};

use crate::error::LedgerError;
use crate::keys::both_keys;
use crate::store::{Ledger, space_id};

/// A value whose capitals count, asked for without them.
const AS_ASKED: &str = "instr(norm, '↑') > 0 AND replace(norm, '↑', '') = ?2";

/// Values with the keys that may have been told them.
type Told<'v> = Vec<(&'v String, BTreeSet<i64>)>;

impl Ledger {
    /// Which of some folded texts are values that were ever told.
    ///
    /// # Errors
    /// The space does not exist.
    pub fn values_named(&self, space: &str, values: &[String]) -> Result<Vec<String>, LedgerError> {
        self.reading(|tx| {
            let space = space_id(tx, space)?;
            let Some(keys) = self.keys_told(tx, values)? else { return values_by_key(tx, space, values) };
            let in_space = "FROM object JOIN key USING (key_id) WHERE object.key_id = ?1 AND space_id = ?3";
            let mut exactly = tx.prepare_cached(&format!("SELECT 1 {in_space} AND norm = ?2"))?;
            let mut capitals_aside = tx.prepare_cached(&format!("SELECT 1 {in_space} AND {AS_ASKED}"))?;
            let mut named = BTreeSet::new();
            for (value, keys) in keys {
                for key in keys {
                    if exactly.exists(params![key, value, space])?
                        || capitals_aside.exists(params![key, value, space])?
                    {
                        named.insert(value.clone());
                        break;
                    }
                }
            }
            Ok(named.into_iter().collect())
        })
    }

    /// The keys that were ever told one of some folded values, each with the key that it counts
    /// for now, in the order of names.
    ///
    /// # Errors
    /// The space does not exist.
    pub fn keys_holding(&self, space: &str, values: &[String]) -> Result<Vec<(Key, Key)>, LedgerError> {
        self.reading(|tx| {
            let space = space_id(tx, space)?;
            let Some(keys) = self.keys_told(tx, values)? else { return holders_by_key(tx, space, values) };
            let of = |which: &str| {
                format!(
                    "SELECT key.subject, key.relation, key.scope, home.subject, home.relation, home.scope
                     FROM object JOIN key USING (key_id) LEFT JOIN key_into USING (key_id)
                         JOIN key AS home ON home.key_id = ifnull(into_key, key.key_id)
                     WHERE object.key_id = ?1 AND {which} AND key.space_id = ?3 LIMIT 1"
                )
            };
            let mut exactly = tx.prepare_cached(&of("norm = ?2"))?;
            let mut capitals_aside = tx.prepare_cached(&of(AS_ASKED))?;
            let mut held = BTreeSet::new();
            for (value, keys) in keys {
                for key in keys {
                    let found = exactly.query_row(params![key, value, space], both_keys).optional()?;
                    held.extend(match found {
                        Some(found) => Some(found),
                        None => capitals_aside.query_row(params![key, value, space], both_keys).optional()?,
                    });
                }
            }
            Ok(held.into_iter().collect())
        })
    }

    /// Each value with the keys that may have been told it; nothing where that is not known yet.
    fn keys_told<'v>(&self, tx: &Connection, values: &'v [String]) -> Result<Option<Told<'v>>, LedgerError> {
        let mut told = Vec::with_capacity(values.len());
        for value in values {
            let Some(keys) = self.told_values.keys_told(tx, self.path(), value)? else { return Ok(None) };
            told.push((value, keys));
        }
        Ok(Some(told))
    }
}

/// As [`Ledger::values_named`], asking every key of the space.
fn values_by_key(tx: &Connection, space: i64, values: &[String]) -> Result<Vec<String>, LedgerError> {
    let values = serde_json::to_string(values).expect("strings are JSON");
    let mut statement = tx.prepare_cached(
        "SELECT DISTINCT replace(norm, '↑', '') AS asked FROM object JOIN key USING (key_id)
         WHERE replace(norm, '↑', '') IN (SELECT value FROM json_each(?2)) AND space_id = ?1 ORDER BY asked",
    )?;
    let rows = statement.query_map(params![space, values], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// As [`Ledger::keys_holding`], asking every key of the space.
fn holders_by_key(tx: &Connection, space: i64, values: &[String]) -> Result<Vec<(Key, Key)>, LedgerError> {
    let values = serde_json::to_string(values).expect("strings are JSON");
    let mut statement = tx.prepare_cached(
        "SELECT DISTINCT key.subject, key.relation, key.scope, home.subject, home.relation, home.scope
         FROM object JOIN key USING (key_id) LEFT JOIN key_into USING (key_id)
             JOIN key AS home ON home.key_id = ifnull(into_key, key.key_id)
         WHERE norm IN (SELECT value FROM json_each(?2)) AND key.space_id = ?1
         ORDER BY key.subject, key.relation, key.scope",
    )?;
    let rows = statement.query_map(params![space, values], both_keys)?;
    Ok(rows.collect::<Result<_, _>>()?)
}
