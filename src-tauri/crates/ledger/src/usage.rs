//! What takes the space in the file, and giving back what is free.

use rusqlite::Connection;
use serde::Serialize;

use crate::error::{LedgerError, at_path};
use crate::store::Ledger;

/// What the bytes of a ledger are used for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Usage {
    /// Of the file itself.
    pub file_bytes: u64,
    /// Of the write-ahead log beside it.
    pub wal_bytes: u64,
    /// In pages that nothing uses: `vacuum` gives them back.
    pub free_bytes: u64,
    /// By meaning, largest first.
    pub groups: Vec<UsageGroup>,
    /// By table and index, largest first.
    pub parts: Vec<UsagePart>,
}

/// What things of one meaning take.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UsageGroup {
    /// `texts`, `words`, `log`, `names and values`, `timelines`, `vectors`, `other`.
    pub name: String,
    pub bytes: u64,
}

/// A table or an index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UsagePart {
    pub name: String,
    pub group: String,
    pub bytes: u64,
    /// Of those, bytes in pages that are not full.
    pub unused_bytes: u64,
}

/// What a vacuum came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Vacuumed {
    pub before_bytes: u64,
    pub after_bytes: u64,
}

impl Ledger {
    /// What takes the space. Reads every page once.
    ///
    /// # Errors
    /// Those of SQLite.
    pub fn usage(&self) -> Result<Usage, LedgerError> {
        self.reading(|tx| {
            let page: u64 = pragma(tx, "page_size")?;
            let mut statement = tx.prepare(
                "SELECT dbstat.name, ifnull(tbl_name, dbstat.name), sum(pgsize), sum(unused)
                 FROM dbstat LEFT JOIN sqlite_schema ON sqlite_schema.name = dbstat.name
                 GROUP BY dbstat.name ORDER BY sum(pgsize) DESC, dbstat.name",
            )?;
            let mut parts = statement
                .query_map([], |row| {
                    let table: String = row.get(1)?;
                    Ok(UsagePart {
                        name: row.get(0)?,
                        group: group_of(&table).to_owned(),
                        bytes: unsigned(row.get(2)?),
                        unused_bytes: unsigned(row.get(3)?),
                    })
                })?
                .collect::<Result<Vec<_>, _>>()?;
            parts.retain(|part| part.bytes > 0);
            let mut groups: Vec<UsageGroup> = Vec::new();
            for part in &parts {
                match groups.iter_mut().find(|group| group.name == part.group) {
                    Some(group) => group.bytes += part.bytes,
                    None => groups.push(UsageGroup { name: part.group.clone(), bytes: part.bytes }),
                }
            }
            groups.sort_by(|a, b| b.bytes.cmp(&a.bytes).then_with(|| a.name.cmp(&b.name)));
            let (pages, free): (u64, u64) = (pragma(tx, "page_count")?, pragma(tx, "freelist_count")?);
            Ok(Usage {
                file_bytes: pages * page,
                wal_bytes: self.wal_bytes(),
                free_bytes: free * page,
                groups,
                parts,
            })
        })
    }

    /// Packs the file: pages that nothing uses are given back to the system. It needs about the
    /// file's size again for a while.
    ///
    /// # Errors
    /// The disk is full or another program is writing; nothing is changed then.
    pub fn vacuum(&self) -> Result<Vacuumed, LedgerError> {
        let size = |connection: &Connection| -> Result<u64, LedgerError> {
            Ok(pragma(connection, "page_count")? * pragma(connection, "page_size")?)
        };
        self.be_tidy();
        let vacuumed = {
            let writing = self.writing();
            let connection = &writing.connection;
            let before_bytes = size(connection)?;
            connection.execute_batch("VACUUM").map_err(|error| at_path(error.into(), self.path()))?;
            Vacuumed { before_bytes, after_bytes: size(connection)? }
        };
        self.checkpoint()?;
        Ok(vacuumed)
    }

    fn wal_bytes(&self) -> u64 {
        let mut name = self.path().as_os_str().to_owned();
        name.push("-wal");
        std::fs::metadata(name).map_or(0, |data| data.len())
    }
}

fn pragma(connection: &Connection, name: &str) -> Result<u64, LedgerError> {
    Ok(unsigned(connection.pragma_query_value(None, name, |row| row.get(0))?))
}

fn unsigned(value: i64) -> u64 {
    u64::try_from(value).unwrap_or_default()
}

/// What a table is for.
fn group_of(table: &str) -> &'static str {
    match table {
        "episode" | "episode_text" => "texts",
        "entry" | "evidence" | "genesis" | "sealed_entry" => "log",
        "key" | "object" | "alike" | "key_into" | "lane_into" | "relation" | "relation_alias" => {
            "names and values"
        }
        "version" | "discounted" | "claim_source" | "claim_mark" => "timelines",
        "vector" | "vector_model" | "outbox" => "vectors",
        _ if table.starts_with("episode_words") => "words",
        _ => "other",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::OpenOptions;
    use crate::told::{NewEpisode, Told, Write};
    use memstrata_model::{EpisodeKind, Instant};

    fn episode(text: String) -> NewEpisode {
        NewEpisode {
            id: None,
            kind: EpisodeKind::Note,
            text,
            occurred_at: None,
            author: None,
            locator: None,
            importance: None,
        }
    }

    #[test]
    fn every_byte_of_the_file_is_accounted_for_and_what_is_free_is_given_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("l.memstrata");
        let ledger = Ledger::open(&path, &OpenOptions::default()).unwrap();
        let now = Instant::from_micros(1_000_000);
        let mut ids = Vec::new();
        for number in 0..40 {
            let mut write = Write::new("default", now);
            write.episode =
                Some(episode(format!("note {number}: {}", "seaweed and driftwood. ".repeat(600))));
            ids.extend(ledger.append(&write).unwrap().episode);
        }
        let full = ledger.usage().unwrap();
        let used: u64 = full.parts.iter().map(|part| part.bytes).sum();
        assert_eq!(used + full.free_bytes, full.file_bytes);
        assert_eq!(full.groups.iter().map(|group| group.bytes).sum::<u64>(), used);
        assert_eq!(full.groups[0].name, "texts", "{:?}", full.groups);
        assert!(
            full.parts.iter().all(|part| part.group != "other"
                || ["meta", "space", "sqlite_schema"].iter().any(|name| part.name.contains(name))),
            "{:?}",
            full.parts
        );

        for id in ids {
            let mut write = Write::new("default", now);
            write.told = vec![Told::Forget(id)];
            ledger.append(&write).unwrap();
        }
        ledger.scrub().unwrap();
        let emptied = ledger.usage().unwrap();
        assert!(emptied.free_bytes > full.file_bytes / 2, "{emptied:?}");
        let done = ledger.vacuum().unwrap();
        assert_eq!(done.before_bytes, emptied.file_bytes);
        assert!(done.after_bytes <= done.before_bytes - emptied.free_bytes, "{done:?}");
        assert_eq!(std::fs::metadata(&path).unwrap().len(), done.after_bytes);
        assert_eq!(ledger.usage().unwrap().free_bytes, 0);
        assert_eq!(ledger.verify(&mut |_| true).unwrap().findings, []);
    }
}
