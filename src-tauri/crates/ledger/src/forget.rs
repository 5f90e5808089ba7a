//! Forgetting: an episode's text, its words, its vector, and every value that rests on it alone
//! are gone from the file. Rows, times and digests stay, so that the chain still verifies and the
//! log still says that something was forgotten (`assets/docs/spec/ledger.md`, section 6).

use rusqlite::{Connection, params};
use serde::Serialize;

use crate::append::find_entry;
use crate::error::LedgerError;
use crate::store::{Ledger, space_id};

/// What forgetting an episode erases.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Erasure {
    pub episode: String,
    /// Its text, until it is gone.
    pub text: Option<String>,
    /// Values that rest on it alone.
    pub objects: Vec<String>,
    /// Claims that were derived from it.
    pub claims: Vec<String>,
}

impl Ledger {
    /// What forgetting an episode would erase.
    ///
    /// # Errors
    /// The space has no such episode.
    pub fn preview_forget(&self, space: &str, episode: &str) -> Result<Erasure, LedgerError> {
        self.reading(|tx| erasure(tx, space_id(tx, space)?, episode))
    }

    /// Takes what was forgotten out of the write-ahead log and the free pages too, as far as no
    /// other process is reading an older state; call it after a forget was stored.
    ///
    /// # Errors
    /// Those of SQLite.
    pub fn scrub(&self) -> Result<(), LedgerError> {
        {
            let writing = self.writing();
            // Merging all segments drops the words of deleted texts from the index.
            writing
                .connection
                .execute("INSERT INTO episode_words (episode_words) VALUES ('optimize')", [])?;
        }
        self.checkpoint()
    }

    /// Brings the write-ahead log into the file and empties it, as far as no other process is
    /// reading an older state.
    pub(crate) fn checkpoint(&self) -> Result<(), LedgerError> {
        let writing = self.writing();
        self.drop_readers();
        let (_busy, _log, _moved): (i64, i64, i64) =
            writing.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?))
            })?;
        Ok(())
    }
}

/// What forgetting an episode would erase.
pub(crate) fn erasure(tx: &Connection, space: i64, episode: &str) -> Result<Erasure, LedgerError> {
    let seq = episode_seq(tx, space, episode)?;
    let text = tx
        .prepare_cached("SELECT text FROM episode_text WHERE seq = ?1")?
        .query_map([seq], |row| row.get(0))?
        .next()
        .transpose()?;
    let mut objects = Vec::new();
    for (_, shown) in resting_alone(tx, seq)? {
        objects.extend(shown);
    }
    let claims = crate::claims::dependents(tx, seq)?
        .into_iter()
        .map(|claim| crate::diff::entry_id(tx, claim))
        .collect::<Result<_, _>>()?;
    Ok(Erasure { episode: episode.to_owned(), text, objects, claims })
}

/// The row of an episode of this space.
pub(crate) fn episode_seq(tx: &Connection, space: i64, id: &str) -> Result<i64, LedgerError> {
    let seq = find_entry(tx, space, id, "episode")?;
    let exists = tx.prepare_cached("SELECT 1 FROM episode WHERE seq = ?1")?.exists([seq])?;
    if exists { Ok(seq) } else { Err(LedgerError::NotFound { what: "episode", id: id.to_owned() }) }
}

/// Values for which every entry that tells them has evidence, and all of it is this episode or
/// forgotten already.
fn resting_alone(tx: &Connection, episode: i64) -> Result<Vec<(i64, Option<String>)>, LedgerError> {
    let mut statement = tx.prepare_cached(
        "SELECT DISTINCT object.object_id, shown FROM evidence AS own JOIN entry ON entry.seq = own.seq
             JOIN object USING (object_id)
         WHERE own.episode = ?1 AND shown IS NOT NULL AND NOT EXISTS (
             SELECT 1 FROM entry AS told WHERE told.object_id = object.object_id AND (
                 NOT EXISTS (SELECT 1 FROM evidence WHERE evidence.seq = told.seq)
                 OR EXISTS (SELECT 1 FROM evidence JOIN episode_text ON episode_text.seq = evidence.episode
                            WHERE evidence.seq = told.seq AND evidence.episode <> ?1)))
         ORDER BY object.object_id",
    )?;
    let rows = statement.query_map([episode], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Erases; the entry that says so is added by the caller.
pub(crate) fn erase(tx: &Connection, episode: i64) -> Result<(), LedgerError> {
    for (object, _) in resting_alone(tx, episode)? {
        tx.execute(
            "UPDATE object SET norm = NULL, shown = NULL, salt = NULL WHERE object_id = ?1",
            [object],
        )?;
    }
    tx.execute("DELETE FROM episode_text WHERE seq = ?1", [episode])?;
    tx.execute("DELETE FROM episode_words WHERE rowid = ?1", params![episode])?;
    tx.execute("DELETE FROM vector WHERE seq = ?1", [episode])?;
    tx.execute("DELETE FROM outbox WHERE seq = ?1", [episode])?;
    Ok(())
}
