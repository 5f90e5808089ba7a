//! A ledger that may be read and not written: a file without the permission, or in a folder without
//! it, where SQLite can make no write-ahead log and no index of one. Opening is all that is here;
//! the connections are `store`'s.

use std::path::Path;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use crate::error::{BUSY_SECONDS, LedgerError};
use crate::migrate::{Identity, identify};

/// Opens a connection that only reads. Where no other process has the file open there are no locks
/// to be had either; then it is read as it lies there, unless part of it is in a log beside it.
pub(crate) fn connect(path: &Path) -> Result<(Connection, Identity), LedgerError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let shared = Connection::open_with_flags(path, flags).map_err(LedgerError::from);
    match shared.and_then(|connection| ready(connection, path)) {
        Err(LedgerError::ReadOnly { .. } | LedgerError::CannotOpen { .. })
            if may_not_be_written(path) && whole(path) =>
        {
            let alone = flags | OpenFlags::SQLITE_OPEN_URI;
            ready(Connection::open_with_flags(uri_as_it_lies(path), alone)?, path)
        }
        connected => connected,
    }
}

fn ready(connection: Connection, path: &Path) -> Result<(Connection, Identity), LedgerError> {
    connection.busy_timeout(Duration::from_secs(BUSY_SECONDS))?;
    connection.set_prepared_statement_cache_capacity(128);
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    let identity = identify(&connection, path)?;
    connection.pragma_update(None, "trusted_schema", "OFF")?;
    Ok((connection, identity))
}

/// Whether nothing can be made beside the file. Otherwise it cannot be opened for a reason of its own,
/// and somebody may be writing it.
fn may_not_be_written(path: &Path) -> bool {
    use std::io::ErrorKind;
    let mut probe = path.as_os_str().to_owned();
    probe.push(format!("-probe-{}", std::process::id()));
    match std::fs::OpenOptions::new().write(true).create_new(true).open(&probe) {
        Ok(_) => {
            // Nothing was written to it, and nobody else knows of it.
            let _ = std::fs::remove_file(&probe);
            false
        }
        Err(error) => {
            matches!(error.kind(), ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem)
        }
    }
}

/// Whether everything is in the one file.
fn whole(path: &Path) -> bool {
    ["-wal", "-journal"].iter().all(|ending| {
        let mut log = path.as_os_str().to_owned();
        log.push(ending);
        // A log that cannot be looked at may hold anything.
        match std::fs::metadata(log) {
            Ok(data) => data.len() == 0,
            Err(error) => error.kind() == std::io::ErrorKind::NotFound,
        }
    })
}

/// The file's address for SQLite, with the promise that nobody changes it.
fn uri_as_it_lies(path: &Path) -> String {
    let mut uri = String::from("file:");
    let text = path.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/");
    if path.is_absolute() && !text.starts_with('/') {
        uri.push_str("///");
    }
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"/._-~:".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            uri.push_str(&format!("%{byte:02X}"));
        }
    }
    uri.push_str("?immutable=1");
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    /// That a folder may be written is a sign that a file is not merely protected.
    #[cfg(unix)]
    #[test]
    fn a_file_that_cannot_be_opened_for_another_reason_is_not_read_without_locks() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.db");
        drop(crate::Ledger::open(&path, &crate::OpenOptions::default()).unwrap());
        assert!(connect(&path).is_ok() && !may_not_be_written(&path));
        // The index of its log cannot be made, since its name leads nowhere.
        for ending in ["a.db-shm", "a.db-wal"] {
            let _ = std::fs::remove_file(folder.path().join(ending));
        }
        std::os::unix::fs::symlink(folder.path().join("no/where"), folder.path().join("a.db-shm")).unwrap();
        let refused = connect(&path).expect_err("refused");
        assert!(matches!(refused, LedgerError::CannotOpen { .. }), "{refused:?}");
        let mut names = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
        assert!(names.all(|name| !name.to_string_lossy().contains("-probe-")));
    }

    #[test]
    fn an_address_keeps_what_addresses_give_a_meaning_to() {
        let uri = uri_as_it_lies(Path::new("/a b/50%?#é.memstrata"));
        assert_eq!(uri, "file:/a%20b/50%25%3F%23%C3%A9.memstrata?immutable=1");
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a b %3F?#.db");
        Connection::open(&path).unwrap().execute_batch("CREATE TABLE there (at)").unwrap();
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
        let read = Connection::open_with_flags(uri_as_it_lies(&path), flags).unwrap();
        assert_eq!(read.query_row("SELECT count(*) FROM there", [], |row| row.get::<_, i64>(0)), Ok(0));
    }
}
