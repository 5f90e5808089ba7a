//! Digests of rows that no hash of the log covers: how the names of a key are written, and vectors. The
//! log's hashes hold names as they are compared, and a vector is made from its text. Eight bytes of
//! SHA-256 a row: a change that nobody meant is found.

use memstrata_model::Key;
use rusqlite::{Connection, Row, params};

use crate::error::LedgerError;
use crate::hash::Encoding;
use crate::verify::VerifyReport;

/// Of a key: its names as they are compared and as they are shown.
pub(crate) fn of_key(space: i64, key: &Key, shown: [&str; 3]) -> i64 {
    let mut encoding = Encoding::after(&space.to_le_bytes());
    for (tag, name) in (1..).zip([key.subject.as_str(), &key.relation, &key.scope].iter().chain(&shown)) {
        encoding.text(tag, name);
    }
    first_bytes(encoding)
}

/// Of a vector at its place, which tells its text and its model.
pub(crate) fn of_vector(place: i64, bytes: &[u8]) -> i64 {
    let mut encoding = Encoding::after(&place.to_le_bytes());
    encoding.bytes(1, bytes);
    first_bytes(encoding)
}

fn first_bytes(encoding: Encoding) -> i64 {
    let hash = encoding.finish();
    i64::from_le_bytes(*hash.first_chunk().expect("a hash has more than eight bytes"))
}

/// Where a table's rows and their digests are, and what of a row its digest is made of.
struct Kind {
    table: &'static str,
    /// The row's number, what `digest` reads, and the digest kept.
    columns: &'static str,
    digest: fn(&Row<'_>) -> rusqlite::Result<i64>,
    /// The id of an entry that the row belongs to, for its number `?1`.
    entry: &'static str,
    check: &'static str,
    problem: &'static str,
}

const KINDS: [Kind; 2] = [
    Kind {
        table: "key",
        columns: "key_id, space_id, subject, relation, scope, shown_subject, shown_relation, shown_scope, digest",
        digest: digest_of_key,
        entry: "SELECT id FROM entry WHERE key_id = ?1 ORDER BY seq LIMIT 1",
        check: "key",
        problem: "its names are not written as they were told",
    },
    Kind {
        table: "vector",
        columns: "place, bytes, digest",
        digest: digest_of_vector,
        entry: "SELECT id FROM entry WHERE seq = ?1 & 1099511627775",
        check: "vectors",
        problem: "its vector is not the one that was kept",
    },
];

fn digest_of_key(row: &Row<'_>) -> rusqlite::Result<i64> {
    let key = Key { subject: row.get(2)?, relation: row.get(3)?, scope: row.get(4)? };
    let shown: [String; 3] = [row.get(5)?, row.get(6)?, row.get(7)?];
    Ok(of_key(row.get(1)?, &key, [&shown[0], &shown[1], &shown[2]]))
}

fn digest_of_vector(row: &Row<'_>) -> rusqlite::Result<i64> {
    Ok(of_vector(row.get(0)?, row.get_ref(1)?.as_blob()?))
}

/// Every row against its digest.
pub(crate) fn check_own_digests(tx: &Connection, report: &mut VerifyReport) -> Result<(), LedgerError> {
    for kind in &KINDS {
        let mut statement = tx.prepare(&format!("SELECT {} FROM {}", kind.columns, kind.table))?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let number: i64 = row.get(0)?;
            if (kind.digest)(row)? != row.get::<_, i64>("digest")? {
                let entry = tx.prepare_cached(kind.entry)?.query_row([number], |row| row.get(0));
                let place = entry.unwrap_or_else(|_| format!("{} {number}", kind.table));
                report.found(kind.check, place, kind.problem);
            }
        }
    }
    Ok(())
}

/// Gives the rows of a file of before their digests.
pub(crate) fn give_own_digests(tx: &Connection) -> Result<(), LedgerError> {
    for kind in &KINDS {
        let number = kind.columns.split(',').next().unwrap_or_default();
        let mut next = tx.prepare(&format!(
            "SELECT {} FROM {} WHERE {number} > ?1 ORDER BY {number} LIMIT 1",
            kind.columns, kind.table
        ))?;
        let mut give = tx.prepare(&format!("UPDATE {} SET digest = ?2 WHERE {number} = ?1", kind.table))?;
        let mut after = i64::MIN;
        // One row after another: a statement that reads a table sees what is changed in it meanwhile.
        loop {
            let found = next.query_row([after], |row| Ok((row.get::<_, i64>(0)?, (kind.digest)(row)?)));
            match found {
                Ok((number, digest)) => {
                    give.execute(params![number, digest])?;
                    after = number;
                }
                Err(rusqlite::Error::QueryReturnedNoRows) => break,
                Err(error) => return Err(error.into()),
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_in_other_capitals_or_another_place_has_another_digest() {
        let key = Key::new("ana", "works at", None);
        let told = of_key(1, &key, ["Ana", "Works At", ""]);
        assert_eq!(told, of_key(1, &key, ["Ana", "Works At", ""]));
        for shown in [["ana", "Works At", ""], ["Ana", "works At", ""], ["Ana", "", "Works At"]] {
            assert_ne!(told, of_key(1, &key, shown), "{shown:?}");
        }
        assert_ne!(told, of_key(2, &key, ["Ana", "Works At", ""]));
        assert_ne!(of_vector(1, &[1, 2]), of_vector(1, &[1, 3]));
        assert_ne!(of_vector(1, &[1, 2]), of_vector(2, &[1, 2]));
    }
}
