//! The same rows put there by SQLite alone.

use rusqlite::Connection;

use crate::clock::{Took, Watch};
use crate::{DAY, START, subject};

/// The bare rows of the same size in a file of the same settings.
pub fn plain_sqlite(folder: &std::path::Path) -> Connection {
    let connection = Connection::open(folder.join("plain.db")).expect("a file");
    connection
        .execute_batch(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
             CREATE TABLE fact (id INTEGER PRIMARY KEY, subject TEXT, relation TEXT, object TEXT, valid_from INTEGER,
                 valid_to INTEGER, recorded_at INTEGER);
             CREATE INDEX fact_by_key ON fact (subject, relation, valid_from);",
        )
        .expect("the schema");
    connection
}

pub fn insert_plain(connection: &Connection, key: usize, value: usize) {
    connection
        .prepare_cached("INSERT INTO fact (subject, relation, object, valid_from, recorded_at) VALUES (?1, 'port', ?2, ?3, ?4)")
        .and_then(|mut statement| {
            statement.execute(rusqlite::params![
                subject(key),
                format!("{}", 1000 + value),
                START + value as i64 * 30 * DAY + key as i64,
                START
            ])
        })
        .expect("an insert");
}

/// The rows of keyed events in the ledger's own tables and indexes, put there by SQLite alone, in
/// batches: what the layout of the file costs, with nothing worked out, sealed or compared.
pub fn same_rows(folder: &std::path::Path, ledger: &std::path::Path, batch: usize) -> (usize, Took) {
    const TABLES: [(&str, &str); 4] =
        [("key", "key_id"), ("object", "object_id"), ("entry", "seq"), ("version", "version_id")];
    let source = Connection::open(ledger).expect("the ledger");
    let bare = Connection::open(folder.join("bare.db")).expect("a file");
    bare.execute_batch(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = OFF;
         PRAGMA cache_size = -262144; PRAGMA wal_autocheckpoint = 16000;",
    )
    .expect("the settings");
    let mut schema = source
        .prepare(
            "SELECT sql FROM sqlite_schema WHERE type IN ('table', 'index') AND sql IS NOT NULL
                 AND tbl_name IN ('space', 'key', 'object', 'entry', 'version') ORDER BY type DESC, rowid",
        )
        .expect("the schema");
    let schema: Vec<String> =
        schema.query_map([], |row| row.get(0)).expect("rows").collect::<Result<_, _>>().expect("rows");
    bare.execute_batch(&schema.join(";")).expect("the schema");
    let rows = |sql: &str, from: i64, to: i64| -> Vec<Vec<rusqlite::types::Value>> {
        let mut statement = source.prepare_cached(sql).expect("a statement");
        let columns = statement.column_count();
        let rows = statement.query_map([from, to], |row| (0..columns).map(|at| row.get(at)).collect());
        rows.expect("rows").collect::<Result<_, _>>().expect("rows")
    };
    let head: i64 = source.query_row("SELECT max(seq) FROM entry", [], |row| row.get(0)).expect("a head");
    let mut closings: Vec<(i64, i64)> = source
        .prepare("SELECT sys_to, version_id FROM version WHERE sys_to IS NOT NULL")
        .and_then(|mut s| s.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect())
        .expect("versions");
    closings.sort_unstable();
    let (mut time, mut closed, mut last) = (Took::default(), 0, [0; 4]);
    let batch = batch as i64;
    for from in (1..=head).step_by(batch as usize) {
        let to = head.min(from + batch - 1);
        let until: i64 = source
            .query_row("SELECT recorded_at FROM entry WHERE seq = ?1", [to], |row| row.get(0))
            .expect("an entry");
        // The rows that this batch brought: their numbers rise with the entries.
        let mut parts = Vec::new();
        for (place, (table, id)) in TABLES.iter().enumerate() {
            let bound: i64 = match *table {
                "entry" => to,
                "version" => source
                    .query_row(
                        "SELECT ifnull(max(version_id), 0) FROM version WHERE version_id > ?1 AND version_id <= ?1 + 4 * ?2
                             AND sys_from <= ?3",
                        [last[place], batch, until],
                        |row| row.get(0),
                    )
                    .expect("a bound"),
                _ => source
                    .query_row(
                        &format!("SELECT ifnull(max({id}), 0) FROM entry WHERE seq BETWEEN ?1 AND ?2"),
                        [from, to],
                        |row| row.get(0),
                    )
                    .expect("a bound"),
            };
            let columns = if *table == "version" {
                "version_id, key_id, lane, valid_from, valid_to, sys_from, NULL AS sys_to, asserted_by, superseded_by,
                 closing_rule"
            } else {
                "*"
            };
            let found = rows(
                &format!("SELECT {columns} FROM {table} WHERE {id} > ?1 AND {id} <= ?2"),
                last[place],
                bound,
            );
            last[place] = bound.max(last[place]);
            parts.push(found);
        }
        let first = closed;
        closed = closings.partition_point(|(at, _)| *at <= until);
        let watch = Watch::start();
        bare.execute_batch("BEGIN").expect("begin");
        for ((table, _), rows) in TABLES.iter().zip(&parts) {
            let Some(one) = rows.first() else { continue };
            let columns = if *table == "version" {
                "(version_id, key_id, lane, valid_from, valid_to, sys_from, sys_to, asserted_by, superseded_by,
                  closing_rule)"
            } else {
                ""
            };
            let places = vec!["?"; one.len()].join(", ");
            let mut insert = bare
                .prepare_cached(&format!("INSERT INTO {table} {columns} VALUES ({places})"))
                .expect("a statement");
            for row in rows {
                insert.execute(rusqlite::params_from_iter(row)).expect("an insert");
            }
        }
        let mut close =
            bare.prepare_cached("UPDATE version SET sys_to = ?1 WHERE version_id = ?2").expect("a statement");
        for (at, version) in &closings[first..closed] {
            close.execute([at, version]).expect("an update");
        }
        drop(close);
        bare.execute_batch("COMMIT").expect("commit");
        time += watch.read();
    }
    (head as usize, time)
}
