//! What can go wrong with a ledger. Fields, not strings: `code()` is stable, the message quotes
//! the input, `hint()` says what to do.

use std::path::PathBuf;

/// An operation on a ledger failed; nothing of it was stored.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    #[error("no {what} '{id}' here")]
    NotFound { what: &'static str, id: String },
    #[error("{field} is empty")]
    Empty { field: &'static str },
    #[error("valid_to {to} is not after valid_from {from}")]
    EmptyInterval { from: String, to: String },
    #[error("an observation (window) needs a valid_to")]
    WindowWithoutEnd,
    #[error("{}", head_in_words(seen, present))]
    HeadMoved { seen: String, present: String },
    #[error("the id '{id}' exists already")]
    IdTaken { id: String },
    #[error("{what} cannot be undone: '{id}'")]
    NoUndo { what: &'static str, id: String },
    #[error("'{item}' was decided already, by '{decision}'")]
    Decided { item: String, decision: String },
    #[error("the text of '{claim}' was forgotten: nothing is left that could stand")]
    Forgotten { claim: String },
    #[error("'{value}' is no {what}")]
    BadValue { what: &'static str, value: String },
    #[error("line {line}: {reason}")]
    BadLine { line: usize, reason: String },
    #[error("{path} holds a ledger with {entries} entries; restoring needs a new one")]
    NotNew { path: PathBuf, entries: i64 },
    #[error("{path} was written by a newer MemStrata (format {found}, this program knows {known})")]
    Newer { path: PathBuf, found: i64, known: i64 },
    #[error("{path} is not a MemStrata ledger")]
    NotALedger { path: PathBuf },
    #[error("the migration {number} of {path} is not the one that this program knows")]
    MigrationChanged { path: PathBuf, number: i64 },
    #[error("the ledger is busy: another program has been writing for {seconds} s")]
    Busy { seconds: u64 },
    #[error("the disk is full: nothing was written")]
    DiskFull,
    #[error("{path} cannot be written: {reason}")]
    ReadOnly { path: PathBuf, reason: String },
    #[error("{path} is damaged: {reason}")]
    Corrupt { path: PathBuf, reason: String },
    #[error("{path} is cut short: {found} of {expected} bytes are there")]
    Truncated { path: PathBuf, found: u64, expected: u64 },
    #[error("{path} cannot be opened: {reason}")]
    CannotOpen { path: PathBuf, reason: String },
    #[error("the disk failed under {path}: {reason}")]
    DiskFault { path: PathBuf, reason: String },
    #[error("cannot {action} {path}: {source}")]
    Io { action: &'static str, path: PathBuf, source: std::io::Error },
    #[error("the system's random source failed: {0}")]
    Random(String),
    #[error("cancelled")]
    Cancelled,
    #[error("SQLite: {0}")]
    Sqlite(rusqlite::Error),
}

impl LedgerError {
    /// A stable name for scripts.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            LedgerError::NotFound { .. } => "not_found",
            LedgerError::Empty { .. } | LedgerError::BadValue { .. } => "bad_value",
            LedgerError::EmptyInterval { .. } => "empty_interval",
            LedgerError::WindowWithoutEnd => "window_without_end",
            LedgerError::HeadMoved { .. } => "head_moved",
            LedgerError::IdTaken { .. } => "id_taken",
            LedgerError::NoUndo { .. } => "no_undo",
            LedgerError::Decided { .. } => "decided",
            LedgerError::Forgotten { .. } => "forgotten",
            LedgerError::BadLine { .. } => "bad_line",
            LedgerError::NotNew { .. } => "ledger_not_new",
            LedgerError::Newer { .. } => "ledger_newer",
            LedgerError::NotALedger { .. } => "not_a_ledger",
            LedgerError::MigrationChanged { .. } => "migration_changed",
            LedgerError::Busy { .. } => "busy",
            LedgerError::DiskFull => "disk_full",
            LedgerError::ReadOnly { .. } => "read_only",
            LedgerError::Corrupt { .. } => "corrupt",
            LedgerError::Truncated { .. } => "truncated",
            LedgerError::CannotOpen { .. } => "cannot_open",
            LedgerError::DiskFault { .. } => "disk_fault",
            LedgerError::Io { .. } => "io",
            LedgerError::Random(_) => "random",
            LedgerError::Cancelled => "cancelled",
            LedgerError::Sqlite(_) => "sqlite",
        }
    }

    /// What to do about it, where there is something to do.
    #[must_use]
    pub fn hint(&self) -> Option<&'static str> {
        Some(match self {
            LedgerError::EmptyInterval { .. } => "give an end that is later than the start",
            LedgerError::WindowWithoutEnd => "say when the observation ended",
            LedgerError::HeadMoved { .. } => "read the key again, then write against its present head",
            LedgerError::IdTaken { .. } => "leave the id out, and one is made",
            LedgerError::Decided { .. } => "take that decision back first, with `memstrata void` and its id",
            LedgerError::Forgotten { .. } => "reject it (`memstrata review reject`), or tell it again",
            LedgerError::NotNew { .. } => "name a file that does not exist yet",
            LedgerError::Newer { .. } => "update MemStrata, or open a backup made by this version",
            LedgerError::NotALedger { .. } => "check the path; the file was not touched",
            LedgerError::Busy { .. } => "try again when the other program is done",
            LedgerError::DiskFull => "free some space, then try again",
            LedgerError::ReadOnly { .. } => "check the permissions of the file and of its folder",
            LedgerError::Truncated { .. } => "restore a backup; the file was not touched",
            LedgerError::CannotOpen { .. } => "check that it is a file, and the permissions of its folder",
            LedgerError::DiskFault { .. } => "check the disk, then run `memstrata verify`",
            LedgerError::Corrupt { .. } => {
                "put a backup in its place; `memstrata export` may still read what is whole of it"
            }
            _ => return None,
        })
    }
}

pub(crate) const BUSY_SECONDS: u64 = 30;

fn head_in_words(seen: &str, present: &str) -> String {
    if present.is_empty() {
        format!("this key has no head yet, '{seen}' is none of it")
    } else {
        format!("the head of this key is '{present}', not '{seen}'")
    }
}

impl From<rusqlite::Error> for LedgerError {
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::ErrorCode;
        // SQLite names no file; `at_path` adds it.
        let (path, reason) = (PathBuf::from("the ledger"), error.to_string());
        let extended = error.sqlite_error().map_or(0, |error| error.extended_code);
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                LedgerError::Busy { seconds: BUSY_SECONDS }
            }
            Some(ErrorCode::DiskFull) => LedgerError::DiskFull,
            Some(ErrorCode::ReadOnly) => LedgerError::ReadOnly { path, reason },
            Some(ErrorCode::DatabaseCorrupt) => LedgerError::Corrupt { path, reason },
            Some(ErrorCode::NotADatabase) => LedgerError::NotALedger { path },
            Some(ErrorCode::CannotOpen) => LedgerError::CannotOpen { path, reason },
            // The file that processes share beside the ledger could not grow.
            Some(ErrorCode::SystemIoFailure) if extended == rusqlite::ffi::SQLITE_IOERR_SHMSIZE => {
                LedgerError::DiskFull
            }
            Some(ErrorCode::SystemIoFailure) if extended == rusqlite::ffi::SQLITE_IOERR_SHORT_READ => {
                LedgerError::Corrupt { path, reason }
            }
            Some(ErrorCode::SystemIoFailure) => LedgerError::DiskFault { path, reason },
            _ => LedgerError::Sqlite(error),
        }
    }
}

/// Adds the file to errors that SQLite reports without one.
pub(crate) fn at_path(error: LedgerError, at: &std::path::Path) -> LedgerError {
    match error {
        LedgerError::ReadOnly { reason, .. } => LedgerError::ReadOnly { path: at.to_owned(), reason },
        LedgerError::Corrupt { reason, .. } => LedgerError::Corrupt { path: at.to_owned(), reason },
        LedgerError::NotALedger { .. } => LedgerError::NotALedger { path: at.to_owned() },
        LedgerError::CannotOpen { reason, .. } => LedgerError::CannotOpen { path: at.to_owned(), reason },
        LedgerError::DiskFault { reason, .. } => LedgerError::DiskFault { path: at.to_owned(), reason },
        other => other,
    }
}
