//! Opening a file: is it a ledger, of a version that this program knows, and which migrations
//! does it lack? Migrations are embedded, forward only, each in one transaction; their digests
//! are kept in the file, so that an edited one is noticed.

use std::io::Read as _;
use std::path::Path;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, OptionalExtension as _, TransactionBehavior, params};

use crate::error::LedgerError;
use crate::hash::sha256;

/// "MStr": tells `file` and other programs what this database is.
pub const APPLICATION_ID: i64 = 0x4d53_7472;

const MIGRATIONS: &[&str] = &[
    include_str!("schema/0001.sql"),
    include_str!("schema/0002.sql"),
    include_str!("schema/0003.sql"),
    include_str!("schema/0004.sql"),
    include_str!("schema/0005.sql"),
    include_str!("schema/0006.sql"),
    include_str!("schema/0007.sql"),
    include_str!("schema/0008.sql"),
];

/// The last migration that changed what is derived from the log: it is derived anew after it.
const REDERIVES: i64 = 2;

/// The migration from which on a claim falls with any fact of a text that it cites: where there are
/// claims, what is derived from the log is derived anew.
const FALLS_WITH_TEXTS: i64 = 6;

/// The migration from which on forgotten values are known as those that they equalled: where one may
/// have been, what is derived from the log is derived anew.
/// So it is where a start is unknown: one stated later stays, whoever vouches for it at that moment.
const KNOWS_ALIKE: i64 = 7;

/// The migration from which on an entry says whether its id was given.
const NAMES_IDS: i64 = 3;

/// The migration from which on the place of words goes with a forgotten text.
const SEALS: i64 = 5;

/// The migration from which on rows that no hash of the log covers have digests of their own.
const OWN_DIGESTS: i64 = 8;

/// SHA-256 over all migrations known here, in hexadecimal: files made by programs that agree in
/// it are laid out alike.
#[must_use]
pub fn schema_digest() -> String {
    crate::hash::text_digest(&MIGRATIONS.concat())
}

/// An empty file of the present format, in memory.
pub(crate) fn laid_out_anew() -> Result<Connection, LedgerError> {
    let file = Connection::open_in_memory()?;
    file.execute_batch(&MIGRATIONS.concat())?;
    Ok(file)
}

/// What a file is, before anything in it is touched.
#[derive(Clone, Copy, Debug)]
pub struct Identity {
    found: i64,
}

/// Whether all of the file is there that its header promises. A file that is being written may
/// lie partly in a journal beside it: that is SQLite's to judge.
///
/// # Errors
/// [`LedgerError::Truncated`].
pub fn check_length(path: &Path) -> Result<(), LedgerError> {
    let io = |source| LedgerError::Io { action: "read", path: path.to_owned(), source };
    let mut file = std::fs::File::open(path).map_err(io)?;
    let data = file.metadata().map_err(io)?;
    if !data.is_file() {
        return Err(LedgerError::CannotOpen { path: path.to_owned(), reason: "it is no file".to_owned() });
    }
    let mut header = Vec::with_capacity(100);
    file.by_ref().take(100).read_to_end(&mut header).map_err(io)?;
    let found = data.len();
    let truncated = |expected| Err(LedgerError::Truncated { path: path.to_owned(), found, expected });
    // SQLite takes any file that is shorter than a page for an empty database, and would write over it.
    if !header.starts_with(&MAGIC[..header.len().min(MAGIC.len())]) {
        return Err(LedgerError::NotALedger { path: path.to_owned() });
    }
    let unfinished = ["-wal", "-journal"].iter().any(|ending| {
        let mut log = path.as_os_str().to_owned();
        log.push(ending);
        std::fs::metadata(log).is_ok_and(|data| data.len() > 0)
    });
    if unfinished {
        return Ok(());
    }
    let Some(header) = header.first_chunk::<100>() else { return truncated(100) };
    let number = |at: usize| {
        u64::from(u32::from_be_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]))
    };
    let page = match u16::from_be_bytes([header[16], header[17]]) {
        1 => 65_536,
        size => u64::from(size),
    };
    // The count of pages is good where the file was last written by a program that keeps it.
    let counted = number(24) == number(92);
    let expected = number(28) * page;
    if counted && expected > found { truncated(expected) } else { Ok(()) }
}

const MAGIC: &[u8; 16] = b"SQLite format 3\0";

/// Reads what the file is.
///
/// # Errors
/// It is no ledger, one of a newer version, or a migration in it is not the one known here.
pub fn identify(connection: &Connection, path: &Path) -> Result<Identity, LedgerError> {
    // In one snapshot: another process may be making the ledger at this moment.
    let snapshot = connection.unchecked_transaction()?;
    let application: i64 = snapshot.pragma_query_value(None, "application_id", |row| row.get(0))?;
    let found: i64 = snapshot.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let tables: i64 = snapshot.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    let empty = found == 0 && application == 0 && tables == 0;
    if !empty && application != APPLICATION_ID {
        return Err(LedgerError::NotALedger { path: path.to_owned() });
    }
    let known = MIGRATIONS.len() as i64;
    if found > known {
        return Err(LedgerError::Newer { path: path.to_owned(), found, known });
    }
    check_applied(&snapshot, path, found, MIGRATIONS)?;
    Ok(Identity { found })
}

/// Brings the file to the present format.
///
/// # Errors
/// Those of SQLite.
pub fn migrate(connection: &mut Connection, path: &Path, identity: Identity) -> Result<(), LedgerError> {
    migrate_through(connection, path, identity, MIGRATIONS)
}

/// As [`migrate`], through a list of migrations.
fn migrate_through(
    connection: &mut Connection,
    path: &Path,
    identity: Identity,
    migrations: &[&str],
) -> Result<(), LedgerError> {
    let known = migrations.len() as i64;
    if identity.found == known {
        return Ok(());
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Another process may have migrated while this one waited; now nobody else can write.
    let found: i64 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if found > 0 && found < known {
        back_up_before(path, found)?;
    }
    for (number, sql) in (1i64..).zip(migrations).filter(|(number, _)| *number > found) {
        transaction.execute_batch(sql)?;
        transaction.execute(
            "INSERT INTO meta (name, value) VALUES (?1, ?2)",
            params![format!("migration {number}"), sha256(sql).as_slice()],
        )?;
    }
    if found > 0 && found < NAMES_IDS {
        tell_made_ids(&transaction)?;
    }
    if found > 0 && found < SEALS && known >= SEALS {
        crate::unspan::forget_all_places(&transaction)?;
    }
    let reads_claims_anew = found < FALLS_WITH_TEXTS && known >= FALLS_WITH_TEXTS;
    let compares_anew = found < KNOWS_ALIKE && known >= KNOWS_ALIKE;
    if found > 0
        && (found < REDERIVES
            || reads_claims_anew && crate::claims::any(&transaction)?
            || compares_anew && (crate::alike::any(&transaction)? || has_unknown_start(&transaction)?))
    {
        crate::rebuild::rebuild(&transaction)?;
    }
    if found > 0 && found < OWN_DIGESTS && known >= OWN_DIGESTS {
        crate::own_digests::give_own_digests(&transaction)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    transaction.pragma_update(None, "user_version", known)?;
    transaction.commit()?;
    Ok(())
}

/// Whether anything is told to be so since some unknown time.
fn has_unknown_start(tx: &Connection) -> Result<bool, LedgerError> {
    Ok(tx
        .prepare(
            "SELECT 1 FROM entry WHERE key_id IS NOT NULL AND kind = 'assert' AND change_point IS NULL LIMIT 1",
        )?
        .exists([])?)
}

/// Tells of the entries of before which ids were made for them.
fn tell_made_ids(tx: &Connection) -> Result<(), LedgerError> {
    let made: Vec<i64> = {
        let mut statement = tx.prepare("SELECT seq, id, recorded_at FROM entry")?;
        let mut rows = statement.query([])?;
        let mut made = Vec::new();
        while let Some(row) = rows.next()? {
            let id = row.get_ref(1)?.as_str().map_err(rusqlite::Error::from)?;
            if crate::ids::is_made_for(id, memstrata_model::Instant::from_micros(row.get(2)?)) {
                made.push(row.get(0)?);
            }
        }
        made
    };
    // The guard of the log rests: no hash covers this column, and `verify` checks it.
    tx.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false)?;
    let told = made.iter().try_for_each(|seq| {
        tx.prepare_cached("UPDATE entry SET named = 0 WHERE seq = ?1")?.execute([seq]).map(|_| ())
    });
    tx.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, true)?;
    Ok(told?)
}

fn check_applied(
    connection: &Connection,
    path: &Path,
    applied: i64,
    migrations: &[&str],
) -> Result<(), LedgerError> {
    for (number, sql) in (1..=applied).zip(migrations) {
        let digest: Vec<u8> = connection
            .query_row("SELECT value FROM meta WHERE name = ?1", [format!("migration {number}")], |row| {
                row.get(0)
            })
            .optional()?
            .unwrap_or_default();
        if digest != sha256(sql) {
            return Err(LedgerError::MigrationChanged { path: path.to_owned(), number });
        }
    }
    Ok(())
}

/// The file as it was, beside it. What is copied is what was last committed: the caller holds the
/// write lock, so that nobody's half-done or later migration gets into the copy.
fn back_up_before(path: &Path, version: i64) -> Result<(), LedgerError> {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".before-migration-{version}"));
    let source = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    crate::backup::copy_to(&source, Path::new(&name))
}

#[cfg(test)]
#[path = "migrate_tests.rs"]
mod tests;
