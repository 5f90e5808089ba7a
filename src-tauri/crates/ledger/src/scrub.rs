//! After forgetting: the write-ahead log, the free pages and the word index hold what was forgotten
//! until they are scrubbed. That it is to be done is noted in the file by the same transaction that
//! forgets, so that whoever comes next finishes what was cut short, or what a reader of an older
//! state kept from being done.

use std::sync::atomic::Ordering;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode};

use crate::error::{BUSY_SECONDS, LedgerError, at_path};
use crate::store::Ledger;

/// The note.
pub(crate) const UNSCRUBBED: &str = "forgotten and not scrubbed";
/// So long readers of an older state are waited for; writers wait meanwhile.
const PATIENCE: Duration = Duration::from_secs(2);

/// Notes that something was forgotten.
pub(crate) fn note(tx: &Connection) -> Result<(), LedgerError> {
    tx.prepare_cached("INSERT OR REPLACE INTO meta (name, value) VALUES (?1, 1)")?.execute([UNSCRUBBED])?;
    Ok(())
}

/// Whether it is noted.
fn is_noted(connection: &Connection) -> rusqlite::Result<bool> {
    connection.prepare_cached("SELECT 1 FROM meta WHERE name = ?1")?.exists([UNSCRUBBED])
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
        if writable && is_noted(&writing.connection).unwrap_or(false) {
            let _ = self.scrub_on(&writing.connection, Duration::ZERO);
        }
    }

    /// The same after a write, where this process knows that something is left.
    pub(crate) fn scrub_after(&self, connection: &Connection) {
        if self.unscrubbed.load(Ordering::Relaxed) {
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
    match connection.execute("DELETE FROM meta WHERE name = ?1", [UNSCRUBBED]) {
        Err(error) if busy(&error) => Ok(false),
        deleted => Ok(deleted.map(|_| true)?),
    }
}

/// False where a reader of an older state, or a writer, was in the way.
fn empty_log(connection: &Connection) -> rusqlite::Result<bool> {
    connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| Ok(row.get::<_, i64>(0)? == 0))
}
