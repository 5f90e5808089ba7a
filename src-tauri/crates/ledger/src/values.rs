//! Looking from values to the keys that hold them.

use memstrata_model::Key;
use rusqlite::params;

use crate::error::LedgerError;
use crate::store::{Ledger, space_id};

impl Ledger {
    /// Which of some folded texts are values that were ever told.
    ///
    /// # Errors
    /// The space does not exist.
    pub fn values_named(&self, space: &str, values: &[String]) -> Result<Vec<String>, LedgerError> {
        self.reading(|tx| {
            let space = space_id(tx, space)?;
            let values = serde_json::to_string(values).expect("strings are JSON");
            let mut statement = tx.prepare_cached(
                "SELECT DISTINCT norm FROM object JOIN key USING (key_id)
                 WHERE norm IN (SELECT value FROM json_each(?2)) AND space_id = ?1 ORDER BY norm",
            )?;
            let rows = statement.query_map(params![space, values], |row| row.get(0))?;
            Ok(rows.collect::<Result<_, _>>()?)
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
            let values = serde_json::to_string(values).expect("strings are JSON");
            let mut statement = tx.prepare_cached(
                "SELECT DISTINCT key.subject, key.relation, key.scope, home.subject, home.relation, home.scope
                 FROM object JOIN key USING (key_id) LEFT JOIN key_into USING (key_id)
                     JOIN key AS home ON home.key_id = ifnull(into_key, key.key_id)
                 WHERE norm IN (SELECT value FROM json_each(?2)) AND key.space_id = ?1
                 ORDER BY key.subject, key.relation, key.scope",
            )?;
            let rows = statement.query_map(params![space, values], |row| {
                let key = |at: usize| -> rusqlite::Result<Key> {
                    Ok(Key { subject: row.get(at)?, relation: row.get(at + 1)?, scope: row.get(at + 2)? })
                };
                Ok((key(0)?, key(3)?))
            })?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }
}
