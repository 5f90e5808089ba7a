//! After forgetting: the write-ahead log, the free pages and the word index hold what was forgotten
//! until they are scrubbed. That it is to be done is noted in the file by the same transaction that
//! forgets, so that whoever comes next finishes what was cut short, or what a reader of an older
//! state kept from being done.

use std::sync::atomic::Ordering;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OptionalExtension as _, params};

use crate::error::{BUSY_SECONDS, LedgerError, at_path};
use crate::store::Ledger;

/// The note.
pub(crate) const UNSCRUBBED: &str = "forgotten and not scrubbed";
/// So long readers of an older state are waited for; writers wait meanwhile.
const PATIENCE: Duration = Duration::from_secs(2);

/// Notes that something was forgotten, with the last entry that was there: each forget adds one, so
/// that whoever has scrubbed does not take away the note of a later one.
pub(crate) fn note(tx: &Connection) -> Result<(), LedgerError> {
    tx.prepare_cached("INSERT OR REPLACE INTO meta (name, value) SELECT ?1, ifnull(max(seq), 0) FROM entry")?
        .execute([UNSCRUBBED])?;
    Ok(())
}

/// What is noted, if anything is.
fn noted(connection: &Connection) -> rusqlite::Result<Option<i64>> {
    connection
        .prepare_cached("SELECT value FROM meta WHERE name = ?1")?
        .query_row([UNSCRUBBED], |row| row.get(0))
        .optional()
}

/// Whether a note is one that could have been made.
pub(crate) fn is_sound(tx: &Connection, value: Option<i64>) -> Result<bool, LedgerError> {
    let last: i64 = tx.query_row("SELECT ifnull(max(seq), 0) FROM entry", [], |row| row.get(0))?;
    Ok(value.is_some_and(|value| (0..=last).contains(&value)))
}

impl Ledger {
    /// Takes what was forgotten out of the write-ahead log, the free pages and the word index; call it
    /// after a forget was stored. False where somebody, here or in another process, still reads a state
    /// of before: then it is done by the first write here, or the first opening anywhere, after that.
    ///
    /// # Errors
    /// Those of SQLite.
    pub fn scrub(&self) -> Result<bool, LedgerError> {
        self.be_tidy();
        let writing = self.writing();
        self.readers.clear();
        // Whatever is noted: words of before there were notes go too.
        note(&writing.connection)?;
        self.scrub_on(&writing.connection, PATIENCE).map_err(|error| at_path(error, self.path()))
    }

    /// Does what is left to be scrubbed, where nobody is in the way; what fails is left for later.
    pub(crate) fn scrub_at_opening(&self) {
        let writing = self.writing();
        let writable = !writing.connection.is_readonly("main").unwrap_or(true);
        if writable && noted(&writing.connection).is_ok_and(|noted| noted.is_some()) {
            let _ = self.scrub_on(&writing.connection, Duration::ZERO);
        }
    }

    /// The same after a write, where this process knows that something is left.
    pub(crate) fn scrub_after(&self, connection: &Connection) {
        if self.unscrubbed.load(Ordering::Relaxed) {
            self.be_tidy();
            self.readers.clear();
            let _ = self.scrub_on(connection, Duration::ZERO);
        }
    }

    fn scrub_on(&self, connection: &Connection, patience: Duration) -> Result<bool, LedgerError> {
        connection.busy_timeout(patience)?;
        let done = scrub(connection);
        connection.busy_timeout(Duration::from_secs(BUSY_SECONDS))?;
        let done = done?;
        self.unscrubbed.store(!done, Ordering::Relaxed);
        Ok(done)
    }

    /// Brings the write-ahead log into the file and empties it, as far as nobody is still reading an
    /// older state.
    pub(crate) fn checkpoint(&self) -> Result<(), LedgerError> {
        self.be_tidy();
        let writing = self.writing();
        self.readers.clear();
        empty_log(&writing.connection)?;
        Ok(())
    }
}

fn scrub(connection: &Connection) -> Result<bool, LedgerError> {
    let noted = noted(connection)?;
    let busy = |error: &rusqlite::Error| error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy);
    // Merging all segments drops the words of deleted texts from the index.
    let merge = "INSERT INTO episode_words (episode_words) VALUES ('optimize')";
    match connection.execute(merge, []) {
        Err(error) if busy(&error) => return Ok(false),
        merged => merged?,
    };
    if !empty_log(connection)? {
        return Ok(false);
    }
    match connection.execute("DELETE FROM meta WHERE name = ?1 AND value = ?2", params![UNSCRUBBED, noted]) {
        Err(error) if busy(&error) => Ok(false),
        deleted => Ok(deleted.map(|_| true)?),
    }
}

/// False where a reader of an older state, or a writer, was in the way.
fn empty_log(connection: &Connection) -> rusqlite::Result<bool> {
    connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| Ok(row.get::<_, i64>(0)? == 0))
}
