//! Looking for keys: by names, by what tells of them, one after another.

use memstrata_model::Key;
use rusqlite::params;

use crate::error::LedgerError;
use crate::store::{Ledger, space_id};

/// By what keys are looked for.
#[derive(Clone, Copy, Debug, Default)]
pub struct KeyNamesSought<'a> {
    /// Normalised.
    pub subjects: &'a [String],
    /// Normalised.
    pub relations: &'a [String],
    /// Places of episodes in the log.
    pub episodes: &'a [i64],
}

impl Ledger {
    /// Whether anything was ever told of a key.
    ///
    /// # Errors
    /// The space does not exist.
    pub fn has_key(
        &self,
        space: &str,
        subject: &str,
        relation: &str,
        scope: Option<&str>,
    ) -> Result<bool, LedgerError> {
        self.reading(|tx| {
            let key = Key::new(subject, relation, scope);
            Ok(crate::chain::find_key(tx, space_id(tx, space)?, &key)?.is_some())
        })
    }

    /// The newest entry on a key, for a conditional write; empty where there is none.
    ///
    /// # Errors
    /// The space does not exist.
    pub fn key_head(
        &self,
        space: &str,
        subject: &str,
        relation: &str,
        scope: Option<&str>,
    ) -> Result<String, LedgerError> {
        self.reading(|tx| {
            let key = Key::new(subject, relation, scope);
            match crate::chain::find_key(tx, space_id(tx, space)?, &key)? {
                Some(key) => Ok(crate::append::key_head(tx, key)?.unwrap_or_default()),
                None => Ok(String::new()),
            }
        })
    }

    /// The keys whose subject or whose relation is among some normalised names, at most so many
    /// by relation, each with the key that it counts for now; then the keys that some episodes
    /// tell of. Each part is in the order of names.
    ///
    /// # Errors
    /// The space does not exist.
    pub fn keys_named(
        &self,
        space: &str,
        names: &KeyNamesSought<'_>,
        at_most: usize,
    ) -> Result<Vec<(Key, Key)>, LedgerError> {
        self.reading(|tx| {
            let space = space_id(tx, space)?;
            let json = |list: &[String]| serde_json::to_string(list).expect("strings are JSON");
            let at_most = i64::try_from(at_most).unwrap_or(i64::MAX);
            let episodes = serde_json::to_string(names.episodes).expect("numbers are JSON");
            let mut found: Vec<(Key, Key)> = Vec::new();
            for (condition, sought, limit) in [
                ("key.subject IN (SELECT value FROM json_each(?2))", json(names.subjects), -1),
                ("key.relation IN (SELECT value FROM json_each(?2))", json(names.relations), at_most),
                (
                    "key.key_id IN (SELECT entry.key_id FROM evidence JOIN entry USING (seq)
                         WHERE evidence.episode IN (SELECT value FROM json_each(?2)) AND entry.key_id IS NOT NULL)",
                    episodes,
                    -1,
                ),
            ] {
                let mut statement = tx.prepare_cached(&format!(
                    "SELECT key.subject, key.relation, key.scope, home.subject, home.relation, home.scope
                     FROM key LEFT JOIN key_into USING (key_id)
                         JOIN key AS home ON home.key_id = ifnull(into_key, key.key_id)
                     WHERE key.space_id = ?1 AND {condition}
                     ORDER BY key.subject, key.relation, key.scope LIMIT ?3"
                ))?;
                let rows = statement.query_map(params![space, sought, limit], |row| {
                    let key = |at: usize| -> rusqlite::Result<Key> {
                        Ok(Key { subject: row.get(at)?, relation: row.get(at + 1)?, scope: row.get(at + 2)? })
                    };
                    Ok((key(0)?, key(3)?))
                })?;
                found.extend(rows.collect::<Result<Vec<_>, _>>()?);
            }
            Ok(found)
        })
    }

    /// The subject of a normalised name, as first told.
    ///
    /// # Errors
    /// The space does not exist.
    pub fn subject_named(&self, space: &str, name: &str) -> Result<Option<String>, LedgerError> {
        self.reading(|tx| {
            let id = space_id(tx, space)?;
            Ok(tx
                .prepare_cached("SELECT min(shown_subject) FROM key WHERE space_id = ?1 AND subject = ?2")?
                .query_row(params![id, name], |row| row.get(0))?)
        })
    }

    /// The subjects of the keys added after one, at most so many, each with its key's number.
    ///
    /// # Errors
    /// The space does not exist.
    pub fn keys_after(
        &self,
        space: &str,
        key: i64,
        at_most: usize,
    ) -> Result<Vec<(i64, String)>, LedgerError> {
        self.reading(|tx| {
            let id = space_id(tx, space)?;
            let mut statement = tx.prepare_cached(
                "SELECT key_id, shown_subject FROM key NOT INDEXED WHERE space_id = ?1 AND key_id > ?2 ORDER BY key_id LIMIT ?3",
            )?;
            let at_most = i64::try_from(at_most).unwrap_or(i64::MAX);
            let rows = statement.query_map(params![id, key, at_most], |row| Ok((row.get(0)?, row.get(1)?)))?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }
}
