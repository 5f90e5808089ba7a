//! Connections that read, kept for whoever reads next: of a file that is read over and over, opening
//! one anew is most of the cost of a small read.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use rusqlite::{Connection, TransactionBehavior};

use crate::error::LedgerError;
use crate::store::connect;

/// Of pages that are read, in kibibytes, negative as SQLite takes them: there are several readers.
const CACHE_OF_READING: &str = "-20480";
/// Of pages that lead to vectors.
const CACHE_OF_VECTORS: &str = "-6144";
/// Of pages that are read once and not again.
const CACHE_OF_PASSING: &str = "-2048";

/// Reading connections of one use.
#[derive(Debug)]
pub(crate) struct Readers {
    idle: Mutex<Vec<Connection>>,
    kept: usize,
    cache: &'static str,
}

/// The reading connections of a ledger, apart by what they read, so that no pages drive out others
/// that are wanted again.
#[derive(Debug)]
pub(crate) struct AllReaders {
    pub ordinary: Readers,
    /// Vectors lie all over the file.
    pub of_vectors: Readers,
    /// Of a great part of the file, from end to end.
    pub passing: Readers,
}

impl Default for AllReaders {
    fn default() -> Self {
        let readers = |kept, cache| Readers { idle: Mutex::default(), kept, cache };
        AllReaders {
            ordinary: readers(8, CACHE_OF_READING),
            of_vectors: readers(8, CACHE_OF_VECTORS),
            passing: readers(1, CACHE_OF_PASSING),
        }
    }
}

impl AllReaders {
    /// Closes those that nobody uses.
    pub fn clear(&self) {
        for readers in [&self.ordinary, &self.of_vectors, &self.passing] {
            readers.idle.lock().unwrap_or_else(PoisonError::into_inner).clear();
        }
    }
}

impl Readers {
    /// A connection to the file at a path.
    pub fn take(&self, path: &Path) -> Result<Connection, LedgerError> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        if let Some(connection) = idle {
            return Ok(connection);
        }
        let (connection, _) = connect(path, false)?;
        connection.pragma_update(None, "query_only", true)?;
        connection.pragma_update(None, "cache_size", self.cache)?;
        Ok(connection)
    }

    /// Keeps a connection for whoever reads next.
    pub fn keep(&self, connection: Connection) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < self.kept && sees_changes(&connection) {
            idle.push(connection);
        }
    }

    /// Runs `read` in a snapshot of its own.
    pub fn read<T>(
        &self,
        path: &Path,
        read: impl FnOnce(&Connection) -> Result<T, LedgerError>,
    ) -> Result<T, LedgerError> {
        let mut connection = self.take(path)?;
        let result = {
            let snapshot = connection.transaction_with_behavior(TransactionBehavior::Deferred)?;
            crate::held::apart(|| read(&snapshot))
        };
        self.keep(connection);
        result
    }
}

/// Whether a connection sees what others write. One that reads a file without locks does not: the
/// next reader opens it afresh.
fn sees_changes(connection: &Connection) -> bool {
    !connection.is_readonly("main").unwrap_or(true)
}
