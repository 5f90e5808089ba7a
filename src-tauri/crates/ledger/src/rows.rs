//! The rows that a transaction has yet to write, and how they are written: many to a statement.
//! Rows of the log are only ever added.

use std::sync::OnceLock;

use memstrata_model::{ClosingRule, Instant};
use rusqlite::config::DbConfig;
use rusqlite::{Connection, Statement, ToSql};

use crate::error::LedgerError;
use crate::hash::Hash;

/// Rows to a statement in most tables.
const MANY: usize = 32;

/// A row of a table.
pub(crate) trait Row {
    const TABLE: &'static str;
    const COLUMNS: &'static [&'static str];
    /// Rows to a statement, where there are that many.
    const AT_ONCE: usize = MANY;
    /// The statements of the table.
    fn statements() -> &'static OnceLock<Statements>;
    /// The number of the row, in tables where each is the one after the last.
    fn number(&self) -> Option<i64> {
        None
    }
    fn bind(&self, to: &mut Binding<'_, '_>) -> rusqlite::Result<()>;
}

/// The statements that add rows to a table.
#[derive(Debug)]
pub(crate) struct Statements {
    one: String,
    many: String,
    /// Many that SQLite numbers.
    unnumbered: String,
}

/// Binds one value after another.
pub(crate) struct Binding<'s, 'c> {
    statement: &'s mut Statement<'c>,
    place: usize,
    /// The next value, a row's number, is SQLite's to find.
    leave_out: bool,
}

impl Binding<'_, '_> {
    pub fn put(&mut self, value: impl ToSql) -> rusqlite::Result<()> {
        if std::mem::take(&mut self.leave_out) {
            return Ok(());
        }
        self.place += 1;
        self.statement.raw_bind_parameter(self.place, value)
    }
}

/// Adds the rows, in their order.
pub(crate) fn insert<R: Row>(tx: &Connection, rows: &[R]) -> Result<(), LedgerError> {
    if rows.is_empty() {
        return Ok(());
    }
    let Statements { one, many, unnumbered } = R::statements().get_or_init(|| Statements {
        one: statement::<R>(1, 0),
        many: statement::<R>(R::AT_ONCE, 0),
        unnumbered: statement::<R>(R::AT_ONCE, 1),
    });
    let leave_out = rows.len() >= R::AT_ONCE && are_numbered_alike(tx, rows)?;
    let chunks = rows.chunks_exact(R::AT_ONCE);
    let rest = chunks.remainder();
    run(tx, if leave_out { unnumbered } else { many }, leave_out, chunks)?;
    run(tx, one, false, rest.chunks(1))
}

fn run<'r, R: Row + 'r>(
    tx: &Connection,
    sql: &str,
    leave_out: bool,
    chunks: impl ExactSizeIterator<Item = &'r [R]>,
) -> Result<(), LedgerError> {
    if chunks.len() == 0 {
        return Ok(());
    }
    let mut statement = tx.prepare_cached(sql)?;
    for chunk in chunks {
        let mut binding = Binding { statement: &mut statement, place: 0, leave_out };
        for row in chunk {
            binding.leave_out = leave_out;
            row.bind(&mut binding)?;
        }
        statement.raw_execute()?;
    }
    Ok(())
}

/// Whether SQLite would number the rows as they are. Where it does, a statement of many rows need not be
/// taken back by itself, for which SQLite would keep every page that it changes as it was. The guards of
/// the log must be told the numbers.
fn are_numbered_alike<R: Row>(tx: &Connection, rows: &[R]) -> Result<bool, LedgerError> {
    let Some(first) = rows.first().and_then(Row::number) else { return Ok(false) };
    if tx.db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER)?
        || !(first..).zip(rows).all(|(number, row)| row.number() == Some(number))
    {
        return Ok(false);
    }
    let last: i64 = tx
        .prepare_cached(&format!("SELECT ifnull(max({}), 0) FROM {}", R::COLUMNS[0], R::TABLE))?
        .query_row([], |row| row.get(0))?;
    Ok(last + 1 == first)
}

/// A statement that adds so many rows, without the first so many columns.
fn statement<R: Row>(rows: usize, without: usize) -> String {
    let columns = &R::COLUMNS[without..];
    let row = format!("({})", vec!["?"; columns.len()].join(", "));
    let rows = vec![row; rows].join(", ");
    // A failure undoes the whole transaction, which saves SQLite from keeping the pages as they were
    // before each statement.
    format!("INSERT OR ROLLBACK INTO {} ({}) VALUES {rows}", R::TABLE, columns.join(", "))
}

macro_rules! row {
    ($name:ident: $table:literal [$($column:literal),+ $(,)?], |$row:ident| [$($value:expr),+ $(,)?]
     $(, number $number:expr)?) => {
        impl Row for $name {
            const TABLE: &'static str = $table;
            const COLUMNS: &'static [&'static str] = &[$($column),+];
            fn statements() -> &'static OnceLock<Statements> {
                static STATEMENTS: OnceLock<Statements> = OnceLock::new();
                &STATEMENTS
            }
            $(fn number(&self) -> Option<i64> {
                let $row = self;
                Some($number)
            })?
            fn bind(&self, to: &mut Binding<'_, '_>) -> rusqlite::Result<()> {
                let $row = self;
                $(to.put($value)?;)+
                Ok(())
            }
        }
    };
}

#[derive(Debug)]
pub(crate) struct KeyRow {
    pub id: i64,
    pub space: i64,
    pub key: memstrata_model::Key,
    /// Subject, relation and scope as first told.
    pub shown: [String; 3],
}

row!(KeyRow: "key" [
    "key_id", "space_id", "subject", "relation", "scope", "shown_subject", "shown_relation", "shown_scope",
    "digest",
], |row| [
    row.id, row.space, &row.key.subject, &row.key.relation, &row.key.scope, &row.shown[0], &row.shown[1], &row.shown[2],
    crate::own_digests::of_key(row.space, &row.key, row.shown.each_ref().map(String::as_str)),
], number row.id);

#[derive(Debug)]
pub(crate) struct ValueRow {
    pub id: i64,
    pub key: i64,
    pub lane: i64,
    pub digest: Hash,
    pub norm: Option<String>,
    pub shown: Option<String>,
    pub salt: Option<Vec<u8>>,
}

row!(ValueRow: "object" ["object_id", "key_id", "lane", "digest", "norm", "shown", "salt"], |row| [
    row.id, row.key, row.lane, row.digest.as_slice(), &row.norm, &row.shown, &row.salt,
], number row.id);

#[derive(Debug)]
pub(crate) struct EntryRow {
    pub seq: i64,
    pub space: i64,
    pub id: String,
    /// Whether the id was given, rather than made for this system time.
    pub named: bool,
    pub kind: &'static str,
    pub recorded_at: Instant,
    pub key: Option<i64>,
    pub object: Option<i64>,
    pub lane: Option<i64>,
    pub change_point: Option<i64>,
    pub valid_to: Option<i64>,
    pub window: bool,
    pub source: Option<&'static str>,
    pub precision: Option<&'static str>,
    pub confidence: Option<f64>,
    pub authority: Option<&'static str>,
    pub target: Option<i64>,
    pub batch: Option<i64>,
    pub held: bool,
    pub payload: Option<String>,
    pub hash: Hash,
}

row!(EntryRow: "entry" [
    "seq", "space_id", "id", "kind", "recorded_at", "key_id", "object_id", "lane", "change_point", "valid_to",
    "is_window", "source", "precision", "confidence", "authority", "target", "batch", "held", "payload", "hash", "named",
], |row| [
    row.seq, row.space, &row.id, row.kind, row.recorded_at.micros(), row.key, row.object, row.lane, row.change_point,
    row.valid_to, row.window, row.source, row.precision, row.confidence, row.authority, row.target, row.batch,
    row.held, &row.payload, row.hash.as_slice(), row.named,
], number row.seq);

#[derive(Debug)]
pub(crate) struct EpisodeRow {
    pub seq: i64,
    pub kind: &'static str,
    pub author: Option<String>,
    pub locator: Option<String>,
    pub occurred_at: i64,
    pub importance: Option<f64>,
    pub sha256: Hash,
    pub norm_sha256: Hash,
    pub digest: Hash,
}

row!(EpisodeRow: "episode" [
    "seq", "kind", "author", "locator", "occurred_at", "importance", "sha256", "norm_sha256", "digest",
], |row| [
    row.seq, row.kind, &row.author, &row.locator, row.occurred_at, row.importance, row.sha256.as_slice(),
    row.norm_sha256.as_slice(), row.digest.as_slice(),
]);

#[derive(Debug)]
pub(crate) struct TextRow {
    pub seq: i64,
    pub text: String,
    pub salt: Vec<u8>,
}

row!(TextRow: "episode_text" ["seq", "text", "salt"], |row| [row.seq, &row.text, &row.salt]);

/// The words of a text.
#[derive(Debug)]
pub(crate) struct Words<'t>(pub &'t TextRow);

impl Row for Words<'_> {
    const TABLE: &'static str = "episode_words";
    const COLUMNS: &'static [&'static str] = &["rowid", "text"];
    /// A statement of many rows can be taken back by itself, for which FTS5 writes all words that wait
    /// in memory into a segment of their own, one that must be merged with others afterwards.
    const AT_ONCE: usize = 1;
    fn statements() -> &'static OnceLock<Statements> {
        static STATEMENTS: OnceLock<Statements> = OnceLock::new();
        &STATEMENTS
    }
    fn bind(&self, to: &mut Binding<'_, '_>) -> rusqlite::Result<()> {
        to.put(self.0.seq)?;
        to.put(&self.0.text)
    }
}

/// A text's place among those that wait for their vector.
#[derive(Debug)]
pub(crate) struct Waiting(pub i64);

row!(Waiting: "outbox" ["seq"], |row| [row.0]);

#[derive(Debug)]
pub(crate) struct EvidenceRow {
    pub seq: i64,
    pub episode: i64,
    pub span: Option<(u32, u32)>,
}

row!(EvidenceRow: "evidence" ["seq", "episode", "span_from", "span_to"], |row| [
    row.seq, row.episode, row.span.map(|span| span.0), row.span.map(|span| span.1),
]);

/// A version opened in this transaction, and closed in it where `sys_to` says so.
#[derive(Debug)]
pub(crate) struct OpenedRow {
    pub key: i64,
    pub sys_from: Instant,
    pub sys_to: Option<Instant>,
    pub version: crate::project::VersionRow,
}

row!(OpenedRow: "version" [
    "version_id", "key_id", "lane", "valid_from", "valid_to", "sys_from", "sys_to", "asserted_by", "superseded_by",
    "closing_rule",
], |row| [
    row.version.id, row.key, row.version.lane, row.version.from.map(Instant::micros), row.version.to.map(Instant::micros),
    row.sys_from.micros(), row.sys_to.map(Instant::micros), row.version.asserted_by, row.version.superseded_by,
    row.version.closing.map(ClosingRule::as_str),
], number row.version.id);

#[cfg(test)]
mod tests {
    use super::*;

    fn values(ids: impl Iterator<Item = i64>) -> Vec<ValueRow> {
        let row = |id| ValueRow {
            id,
            key: 1,
            lane: id,
            digest: [7; 32],
            norm: Some(id.to_string()),
            shown: None,
            salt: None,
        };
        ids.map(row).collect()
    }

    #[test]
    fn rows_have_their_numbers_whoever_gives_them() {
        let file = Connection::open_in_memory().unwrap();
        file.execute_batch(include_str!("schema/0001.sql")).unwrap();
        file.pragma_update(None, "foreign_keys", false).unwrap();
        let guarded = |on| file.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, on).unwrap();
        let alike = |rows: &[ValueRow]| are_numbered_alike(&file, rows).unwrap();

        let first = values(1..101);
        assert!(!alike(&first), "the guards are told the numbers");
        guarded(false);
        assert!(alike(&first));
        insert(&file, &first).unwrap();
        assert!(!alike(&first), "they are there");
        assert!(!alike(&values(102..140)), "one is left out before them");
        assert!(!alike(&values((101..120).chain(121..150))), "one is left out between them");
        assert!(alike(&values(101..102)));
        assert!(!are_numbered_alike(&file, &[Waiting(1)]).unwrap(), "of texts alone");
        insert(&file, &values(101..102)).unwrap();
        insert(&file, &values((103..140).chain(141..180))).unwrap();
        guarded(true);
        insert(&file, &values(180..260)).unwrap();

        let mut rows = file.prepare("SELECT object_id, lane, norm FROM object ORDER BY object_id").unwrap();
        let found: Vec<(i64, i64, String)> = rows
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
            .unwrap()
            .collect::<Result<_, _>>()
            .unwrap();
        let expected = (1..102).chain(103..140).chain(141..260).map(|id| (id, id, id.to_string()));
        assert_eq!(found, expected.collect::<Vec<_>>());
        assert!(insert(&file, &values(100..140)).is_err(), "a number has one row");
    }
}
