//! Looking for keys: by names, by what tells of them, one after another.

use memstrata_model::{Key, fact::TimelineKey};
use rusqlite::{Connection, params};

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
            let space = space_id(tx, space)?;
            let key = crate::spelling::key(tx, space, (subject, relation, scope))?;
            Ok(crate::chain::find_key(tx, space, &key)?.is_some())
        })
    }

    /// The newest entry that changed a key or was told to it, for a conditional write; empty where
    /// there is none.
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
            let space = space_id(tx, space)?;
            let key = crate::spelling::key(tx, space, (subject, relation, scope))?;
            crate::head::head_of(tx, space, &key)
        })
    }

    /// The known subject, as it is shown, that a name is another spelling of by its capitals; none where
    /// the name is known as it is, or is of nothing known.
    ///
    /// # Errors
    /// The space does not exist.
    pub fn known_subject(&self, space: &str, name: &str) -> Result<Option<String>, LedgerError> {
        self.reading(|tx| crate::spelling::known_subject(tx, space_id(tx, space)?, name))
    }

    /// Other names of subjects, normalised, each with the subject that it counts for now, as that was
    /// first told; longest first.
    ///
    /// # Errors
    /// The space does not exist.
    pub fn subject_aliases(&self, space: &str) -> Result<Vec<(String, String)>, LedgerError> {
        self.reading(|tx| crate::alias::of_subjects(tx, space_id(tx, space)?))
    }

    /// The keys that were moved one by one, normalised, each with the key that it counts for now.
    ///
    /// # Errors
    /// The space does not exist.
    pub fn moved_keys(&self, space: &str) -> Result<Vec<(Key, TimelineKey)>, LedgerError> {
        self.reading(|tx| crate::alias::of_keys(tx, space, space_id(tx, space)?))
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
            let mut found = Vec::new();
            if !names.subjects.is_empty() {
                found = keys_where(
                    tx,
                    "FROM key INDEXED BY key_by_name",
                    "key.space_id = ?1 AND key.subject IN (SELECT value FROM json_each(?2))",
                    params![space, json(names.subjects), -1],
                )?;
            }
            if !names.relations.is_empty() {
                let relations = json(names.relations);
                let at_most = i64::try_from(at_most).unwrap_or(i64::MAX);
                // Few are sorted; of many the first by name are met by going through the names.
                let many = tx
                    .prepare_cached(
                        "SELECT 1 FROM key INDEXED BY key_by_relation
                         WHERE space_id = ?1 AND relation IN (SELECT value FROM json_each(?2)) LIMIT 1 OFFSET ?3",
                    )?
                    .exists(params![space, relations, at_most])?;
                let by = if many { "key_by_name" } else { "key_by_relation" };
                found.extend(keys_where(
                    tx,
                    &format!("FROM key INDEXED BY {by}"),
                    "key.space_id = ?1 AND key.relation IN (SELECT value FROM json_each(?2))",
                    params![space, relations, at_most],
                )?);
            }
            if !names.episodes.is_empty() {
                let episodes = serde_json::to_string(names.episodes).expect("numbers are JSON");
                found.extend(keys_where(
                    tx,
                    "FROM (SELECT DISTINCT entry.key_id FROM json_each(?2) AS sought
                         CROSS JOIN evidence ON evidence.episode = sought.value
                         CROSS JOIN entry ON entry.seq = evidence.seq WHERE entry.key_id IS NOT NULL) AS told
                         CROSS JOIN key ON key.key_id = told.key_id",
                    "key.space_id = ?1",
                    params![space, episodes, -1],
                )?);
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

/// Keys of some rows, each with the key that it counts for now, in the order of names, at most `?3`.
fn keys_where(
    tx: &Connection,
    from: &str,
    condition: &str,
    bound: &[&dyn rusqlite::ToSql],
) -> Result<Vec<(Key, Key)>, LedgerError> {
    let mut statement = tx.prepare_cached(&format!(
        "SELECT key.subject, key.relation, key.scope, home.subject, home.relation, home.scope
         {from} LEFT JOIN key_into ON key_into.key_id = key.key_id
             JOIN key AS home ON home.key_id = ifnull(into_key, key.key_id)
         WHERE {condition} ORDER BY key.subject, key.relation, key.scope LIMIT ?3"
    ))?;
    let rows = statement.query_map(bound, both_keys)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// A key, and the one that it counts for.
pub(crate) fn both_keys(row: &rusqlite::Row<'_>) -> rusqlite::Result<(Key, Key)> {
    let key = |at: usize| -> rusqlite::Result<Key> {
        Ok(Key { subject: row.get(at)?, relation: row.get(at + 1)?, scope: row.get(at + 2)? })
    };
    Ok((key(0)?, key(3)?))
}
