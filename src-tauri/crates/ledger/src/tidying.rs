//! From the write-ahead log into the file: what was written is brought to its place beside whatever
//! comes next, so that no write waits for it. SQLite itself does so within a write only where the log
//! has grown very long.

use std::path::Path;
use std::sync::PoisonError;
use std::thread::JoinHandle;

use rusqlite::Connection;

use crate::store::{Ledger, connect};

/// From so many pages on SQLite brings the log into the file within a write.
pub(crate) const WAL_PAGES: i64 = 16_000;
/// The same while many things are told.
pub(crate) const WAL_PAGES_OF_MANY: i64 = 4 * WAL_PAGES;
/// So many pages are left to lie in the log. These and the next are few in debug builds, so that tests
/// cross these borders too.
const PAGES_TO_LIE: usize = if cfg!(debug_assertions) { 2_048 } else { 8_192 };
/// So many are brought into the file within a write, where the others are there already: then the log
/// begins anew.
const PAGES_AT_LAST: usize = PAGES_TO_LIE / 4;
/// What is written while the first is brought into the file is brought there too, and so on.
const ROUNDS: usize = 2;

/// What brings the log into the file.
#[derive(Debug, Default)]
pub(crate) struct Tidying {
    thread: Option<JoinHandle<()>>,
    /// Pages, about, that were written here since it last began.
    since: usize,
}

impl Ledger {
    /// After a write that changed about so many pages, on the connection that wrote.
    pub(crate) fn tidy(&self, connection: &Connection, pages: usize) {
        let mut tidying = self.tidying.lock().unwrap_or_else(PoisonError::into_inner);
        tidying.since = tidying.since.saturating_add(pages);
        if tidying.since > PAGES_TO_LIE {
            if tidying.thread.as_ref().is_none_or(JoinHandle::is_finished) {
                tidying.since = 0;
                let path = self.path().to_owned();
                let thread = std::thread::Builder::new().name("tidying".to_owned());
                tidying.thread = thread.spawn(move || bring_all(&path)).ok();
            }
        } else if tidying.since <= PAGES_AT_LAST
            && tidying.thread.as_ref().is_some_and(JoinHandle::is_finished)
        {
            tidying.thread = None;
            bring(connection);
        }
    }

    /// Waits until all is tidy.
    pub(crate) fn be_tidy(&self) {
        let thread = self.tidying.lock().unwrap_or_else(PoisonError::into_inner).thread.take();
        // It only ever saves work: that it failed is of no account.
        let _ = thread.map(JoinHandle::join);
    }
}

fn bring_all(path: &Path) {
    if let Ok((connection, _)) = connect(path, false) {
        (0..ROUNDS).for_each(|_| bring(&connection));
    }
}

/// Brings the log into the file as far as nobody reads an older state. Where that cannot be done, it is
/// done later.
fn bring(connection: &Connection) {
    let _ = connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NewAssert, OpenOptions, Told, Write};
    use memstrata_model::Instant;

    #[test]
    fn what_single_writes_left_in_the_log_is_brought_into_the_file_beside_them() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("l.memstrata");
        let ledger = Ledger::open(&path, &OpenOptions::default()).unwrap();
        let tell = |n: usize| {
            let mut write = Write::new("default", Instant::from_micros(1));
            write.told = vec![Told::Assert(NewAssert {
                subject: format!("service {n}"),
                relation: "port".into(),
                object: "8080".into(),
                ..NewAssert::default()
            })];
            ledger.append(&write).unwrap();
        };
        let begun = || ledger.tidying.lock().unwrap().thread.is_some();
        let mut told = 0;
        while !begun() {
            tell(told);
            told += 1;
        }
        ledger.be_tidy();
        let copy = folder.path().join("copy.memstrata");
        std::fs::copy(&path, &copy).unwrap();
        let facts = |path: &Path| {
            Ledger::open(path, &OpenOptions::default()).unwrap().stats("default").unwrap().facts
        };
        assert_eq!(facts(&copy), told as i64, "all of them, without the log");

        // Where it was done while others wrote on, the log begins anew with one of the next writes.
        let length = || std::fs::metadata(folder.path().join("l.memstrata-wal")).unwrap().len();
        let before = length();
        while !begun() {
            tell(told);
            told += 1;
        }
        while !ledger.tidying.lock().unwrap().thread.as_ref().unwrap().is_finished() {
            std::thread::yield_now();
        }
        while begun() {
            tell(told);
            told += 1;
        }
        assert!(length() < before * 3 / 2, "{} bytes after {before}", length());
        assert_eq!(ledger.verify(&mut |_| true).unwrap().findings, []);
    }
}
