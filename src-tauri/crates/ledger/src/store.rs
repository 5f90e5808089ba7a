//! The file and its connections: one writer at a time, many readers, any number of processes.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use memstrata_model::Instant;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension as _, TransactionBehavior};

use crate::chain::Caches;
use crate::error::{BUSY_SECONDS, LedgerError, at_path};
use crate::held::HeldStates;
use crate::line::{Header, Line, SpaceSettings};
use crate::migrate::{Identity, check_length, identify, migrate};
use crate::readers::{AllReaders, Readers};
use crate::search::CommonWords;
use crate::tidying::{Tidying, WAL_PAGES};
use crate::told_values::ToldValues;

/// How a ledger is opened.
#[derive(Clone, Debug)]
pub struct OpenOptions {
    /// Make the file where it does not exist.
    pub create: bool,
    /// The first space of a new ledger.
    pub space: SpaceSettings,
}

impl Default for OpenOptions {
    fn default() -> Self {
        OpenOptions {
            create: true,
            space: SpaceSettings {
                name: "default".into(),
                timezone: "UTC".into(),
                locale: "en-GB".into(),
                week_start: "monday".into(),
                scoring: None,
            },
        }
    }
}

/// A ledger file.
#[derive(Debug)]
pub struct Ledger {
    path: PathBuf,
    writer: Mutex<Writing>,
    pub(crate) readers: AllReaders,
    /// Whether this process knows of something forgotten that is still to be scrubbed.
    pub(crate) unscrubbed: AtomicBool,
    pub(crate) held: HeldStates,
    pub(crate) common_words: Mutex<CommonWords>,
    pub(crate) tidying: Mutex<Tidying>,
    pub(crate) told_values: ToldValues,
}

/// Kibibytes of pages that a connection keeps, negative as SQLite takes them; and while many things
/// are told. A write by itself that divides a page makes SQLite go through all that are kept.
pub(crate) const CACHE: &str = "-8192";
pub(crate) const CACHE_OF_MANY: &str = "-262144";

/// The writing connection and what it remembers between writes.
#[derive(Debug)]
pub(crate) struct Writing {
    pub connection: Connection,
    pub caches: Caches,
}

/// Counts for the status bar and `doctor`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stats {
    pub keys: i64,
    /// Versions believed now.
    pub facts: i64,
    pub versions: i64,
    pub episodes: i64,
    pub entries: i64,
    pub head: Option<Instant>,
}

impl Ledger {
    /// Opens a ledger, making and migrating it as needed.
    ///
    /// # Errors
    /// The file is missing (without `create`), not a ledger, of a newer version, damaged,
    /// read-only or busy. Nothing is changed then.
    pub fn open(path: &Path, options: &OpenOptions) -> Result<Ledger, LedgerError> {
        let fresh = !path.exists();
        if fresh && !options.create {
            return Err(LedgerError::NotFound { what: "ledger", id: path.display().to_string() });
        }
        if fresh && let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(|source| LedgerError::Io {
                action: "make the folder",
                path: folder.to_owned(),
                source,
            })?;
        }
        if !fresh && (std::fs::metadata(path).is_ok_and(|data| data.len() > 0) || !options.create) {
            check_length(path)?;
        }
        if !fresh && crate::place::was_a_ledger(path) {
            return Err(LedgerError::Truncated { path: path.to_owned(), found: 0, expected: 100 });
        }
        Self::open_file(path, options, fresh).map_err(|error| at_path(error, path))
    }

    fn open_file(path: &Path, options: &OpenOptions, fresh: bool) -> Result<Ledger, LedgerError> {
        let (mut connection, identity) = connect(path, fresh)?;
        migrate(&mut connection, path, identity)?;
        begin_empty(&mut connection, &options.space)?;
        let ledger = Ledger {
            path: path.to_owned(),
            writer: Mutex::new(Writing { connection, caches: Caches::default() }),
            readers: AllReaders::default(),
            unscrubbed: AtomicBool::new(false),
            held: HeldStates::default(),
            common_words: Mutex::default(),
            tidying: Mutex::default(),
            told_values: ToldValues::default(),
        };
        ledger.scrub_at_opening();
        Ok(ledger)
    }

    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The writing connection; a write holds it until it is committed.
    pub(crate) fn writing(&self) -> MutexGuard<'_, Writing> {
        // A panic elsewhere cannot leave a half-done write: transactions roll back on drop.
        self.writer.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Runs `read` on a reading connection, in one snapshot: the one that this thread holds, else of
    /// its own.
    pub(crate) fn reading<T>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, LedgerError>,
    ) -> Result<T, LedgerError> {
        self.reading_with(&self.readers.ordinary, read)
    }

    /// As [`Ledger::reading`], of a great part of the file, where this thread holds no state: the pages
    /// that pass through do not stay in memory.
    pub(crate) fn reading_through<T>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, LedgerError>,
    ) -> Result<T, LedgerError> {
        self.reading_with(&self.readers.passing, read)
    }

    fn reading_with<T>(
        &self,
        readers: &Readers,
        read: impl FnOnce(&Connection) -> Result<T, LedgerError>,
    ) -> Result<T, LedgerError> {
        let result = if let Some(mut held) = self.held.take() {
            let result = held.read(read);
            self.held.give_back(held);
            result
        } else {
            readers.read(&self.path, read)
        };
        result.map_err(|error| at_path(error, &self.path))
    }

    /// As [`Ledger::reading`], of the newest state also where this thread holds one, on connections
    /// that read nothing but vectors: these lie all over the file, and would drive out the pages that
    /// everything else reads again and again.
    pub(crate) fn reading_vectors<T>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, LedgerError>,
    ) -> Result<T, LedgerError> {
        self.readers.of_vectors.read(&self.path, read).map_err(|error| at_path(error, &self.path))
    }

    /// A reading connection.
    pub(crate) fn reader(&self) -> Result<Connection, LedgerError> {
        self.readers.ordinary.take(&self.path)
    }

    /// Keeps a reading connection for whoever reads next.
    pub(crate) fn keep_reader(&self, connection: Connection) {
        self.readers.ordinary.keep(connection);
    }

    /// The system time of the newest entry.
    ///
    /// # Errors
    /// Those of SQLite.
    pub fn head_time(&self) -> Result<Option<Instant>, LedgerError> {
        self.reading(|tx| {
            Ok(tx
                .prepare_cached("SELECT recorded_at FROM entry ORDER BY seq DESC LIMIT 1")?
                .query_row([], |row| row.get(0))
                .optional()?
                .map(Instant::from_micros))
        })
    }

    /// A number that moves when any process has written to the file since the last call.
    ///
    /// # Errors
    /// Those of SQLite.
    pub fn change_mark(&self) -> Result<i64, LedgerError> {
        self.reading(|tx| {
            let head =
                tx.query_row("SELECT ifnull(max(seq), 0) FROM entry", [], |row| row.get::<_, i64>(0))?;
            let vectors = tx.query_row("SELECT count(*) FROM outbox", [], |row| row.get::<_, i64>(0))?;
            Ok(head.wrapping_mul(1_000_003) ^ vectors)
        })
    }

    /// # Errors
    /// Those of SQLite.
    pub fn stats(&self, space: &str) -> Result<Stats, LedgerError> {
        self.reading(|tx| {
            let space = space_id(tx, space)?;
            let count = |sql: &str| -> Result<i64, LedgerError> {
                Ok(tx.query_row(sql, [space], |row| row.get(0))?)
            };
            Ok(Stats {
                keys: count("SELECT count(*) FROM key WHERE space_id = ?1")?,
                facts: count(
                    "SELECT count(*) FROM version JOIN key USING (key_id) WHERE sys_to IS NULL AND space_id = ?1",
                )?,
                versions: count("SELECT count(*) FROM version JOIN key USING (key_id) WHERE space_id = ?1")?,
                episodes: count("SELECT count(*) FROM entry WHERE kind = 'episode' AND space_id = ?1")?,
                entries: count("SELECT count(*) FROM entry WHERE space_id = ?1")?,
                head: tx
                    .query_row("SELECT recorded_at FROM entry ORDER BY seq DESC LIMIT 1", [], |row| row.get(0))
                    .optional()?
                    .map(Instant::from_micros),
            })
        })
    }

    /// Brings everything into the one file, without its write-ahead log, so that the file can be
    /// moved. The ledger is closed.
    ///
    /// # Errors
    /// Those of SQLite.
    pub fn settle(&self) -> Result<(), LedgerError> {
        self.be_tidy();
        self.readers.clear();
        let writing = self.writing();
        let _: String =
            writing.connection.pragma_update_and_check(None, "journal_mode", "DELETE", |row| row.get(0))?;
        Ok(())
    }
}

impl Drop for Ledger {
    fn drop(&mut self) {
        self.be_tidy();
    }
}

pub(crate) fn space_settings(row: &rusqlite::Row<'_>) -> rusqlite::Result<SpaceSettings> {
    Ok(SpaceSettings {
        name: row.get(0)?,
        timezone: row.get(1)?,
        locale: row.get(2)?,
        week_start: row.get(3)?,
        scoring: None,
    })
}

/// The row of a space, or "not found".
pub(crate) fn space_id(tx: &Connection, name: &str) -> Result<i64, LedgerError> {
    tx.prepare_cached("SELECT space_id FROM space WHERE name = ?1")?
        .query_row([name], |row| row.get(0))
        .optional()?
        .ok_or_else(|| LedgerError::NotFound { what: "space", id: name.to_owned() })
}

/// Opens a connection; nothing is written before the file is known to be a ledger. Where the file or
/// its folder may not be written, it is opened to be read: each write is refused then.
pub(crate) fn connect(path: &Path, create: bool) -> Result<(Connection, Identity), LedgerError> {
    match connect_writing(path, create) {
        Err(error @ (LedgerError::ReadOnly { .. } | LedgerError::CannotOpen { .. })) if !create => {
            crate::reading_only::connect(path).map_err(|_| error)
        }
        connected => connected,
    }
}

fn connect_writing(path: &Path, create: bool) -> Result<(Connection, Identity), LedgerError> {
    let mut flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    if create {
        flags |= OpenFlags::SQLITE_OPEN_CREATE;
    }
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(Duration::from_secs(BUSY_SECONDS))?;
    connection.set_prepared_statement_cache_capacity(128);
    // Plans that do not depend on bound values: otherwise SQLite prepares a statement anew for
    // each new bound of a range, which is most of the cost of a small write.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    let identity = identify(&connection, path)?;
    log_ahead(&connection)?;
    for (name, value) in [
        ("synchronous", "FULL"),
        ("foreign_keys", "ON"),
        ("recursive_triggers", "ON"),
        ("trusted_schema", "OFF"),
        ("secure_delete", "ON"),
        ("cache_size", CACHE),
    ] {
        connection.pragma_update(None, name, value)?;
    }
    connection.pragma_update(None, "wal_autocheckpoint", WAL_PAGES)?;
    Ok((connection, identity))
}

/// Switches the file to a write-ahead log. Where others do so at the same moment SQLite gives up at
/// once, whatever the timeout, so that the patience is here.
pub(crate) fn log_ahead(connection: &Connection) -> Result<(), LedgerError> {
    const PAUSE: Duration = Duration::from_millis(5);
    let mut left = Duration::from_secs(BUSY_SECONDS);
    loop {
        let set =
            connection.pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get::<_, String>(0));
        match set {
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) && !left.is_zero() => {
                std::thread::sleep(PAUSE);
                left = left.saturating_sub(PAUSE);
            }
            set => return Ok(set.map(|_| ())?),
        }
    }
}

/// Writes the header and the first space of a ledger that has none yet.
fn begin_empty(connection: &mut Connection, space: &SpaceSettings) -> Result<(), LedgerError> {
    let begun =
        |tx: &Connection| tx.query_row("SELECT count(*) FROM genesis", [], |row| row.get::<_, i64>(0));
    if begun(connection)? > 0 {
        return Ok(());
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    if begun(&transaction)? == 0 {
        write_header(&transaction, std::slice::from_ref(space))?;
        transaction.commit()?;
    }
    Ok(())
}

/// The header of a new ledger and its spaces.
pub(crate) fn write_header(tx: &Connection, spaces: &[SpaceSettings]) -> Result<(), LedgerError> {
    let line = serde_json::to_string(&Line::Header(Header::of(spaces))).expect("a header is JSON");
    tx.execute("INSERT INTO genesis (place, line) VALUES (0, ?1)", [line])?;
    for space in spaces {
        tx.execute(
            "INSERT INTO space (name, timezone, locale, week_start) VALUES (?1, ?2, ?3, ?4)",
            [&space.name, &space.timezone, &space.locale, &space.week_start],
        )?;
    }
    Ok(())
}
