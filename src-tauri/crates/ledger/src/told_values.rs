//! Which keys were ever told a value, in memory: hashes of the values with the numbers of their
//! keys, eight bytes a value. The file finds a value by its key alone; the way back would cost every
//! write another tree, and only questions take it. What is found here is always looked up in the
//! file, in the reader's own snapshot: a hash that meets another value, a value that was forgotten
//! and a key of another space are told apart there.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use memstrata_model::without_capitals;
use rusqlite::{Connection, params};

use crate::error::LedgerError;

/// So many values are taken while a reader waits; more are in a thread of their own.
const WHILE_WAITING: i64 = 20_000;
/// Values read in one go: no reader holds the file's old state for long.
const AT_ONCE: i64 = 50_000;
/// Values that are looked through one by one before they are put in order with the others.
const UNSORTED: usize = 4_096;

/// The values of one file that were taken so far.
#[derive(Debug)]
pub(crate) struct ToldValues {
    while_waiting: i64,
    taken: Arc<Mutex<Taken>>,
    loading: Mutex<Option<JoinHandle<()>>>,
    stop: Arc<AtomicBool>,
}

impl Default for ToldValues {
    fn default() -> Self {
        ToldValues {
            while_waiting: WHILE_WAITING,
            taken: Arc::default(),
            loading: Mutex::default(),
            stop: Arc::default(),
        }
    }
}

#[derive(Debug, Default)]
struct Taken {
    /// The newest row of a value. Rows are only ever added, with rising numbers.
    last: i64,
    /// Hash and key, in order.
    sorted: Vec<u64>,
    recent: Vec<u64>,
    /// A key has a number beyond what fits here.
    beyond: bool,
}

impl ToldValues {
    /// The keys that may have been told a value, as the reader sees the file; nothing while too many
    /// values wait to be taken.
    pub fn keys_told(
        &self,
        tx: &Connection,
        path: &Path,
        value: &str,
    ) -> Result<Option<BTreeSet<i64>>, LedgerError> {
        let newest: i64 = tx
            .prepare_cached("SELECT ifnull(max(object_id), 0) FROM object")?
            .query_row([], |row| row.get(0))?;
        let mut taken = lock(&self.taken);
        if newest - taken.last > self.while_waiting {
            drop(taken);
            self.load_beside(path);
            return Ok(None);
        }
        while taken.last < newest {
            if taken.take(tx, AT_ONCE)? == 0 {
                break;
            }
        }
        Ok((!taken.beyond).then(|| taken.keys_of(value)))
    }

    /// Takes what the file has in a thread, unless that is done already.
    fn load_beside(&self, path: &Path) {
        let mut loading = lock(&self.loading);
        if loading.as_ref().is_some_and(|thread| !thread.is_finished()) {
            return;
        }
        let (path, taken, stop) = (path.to_owned(), Arc::clone(&self.taken), Arc::clone(&self.stop));
        let thread = std::thread::Builder::new().name("load values".to_owned()).spawn(move || {
            let mut own = std::mem::take(&mut *lock(&taken));
            // Where it fails the file is searched, as it is while this runs.
            if own.take_all(&path, &stop).is_ok() {
                *lock(&taken) = own;
            }
        });
        *loading = thread.ok();
    }
}

impl Drop for ToldValues {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        let _ = lock(&self.loading).take().map(JoinHandle::join);
    }
}

impl Taken {
    fn take_all(&mut self, path: &Path, stop: &AtomicBool) -> Result<(), LedgerError> {
        let (connection, _) = crate::store::connect(path, false)?;
        connection.pragma_update(None, "query_only", true)?;
        while self.take(&connection, AT_ONCE)? > 0 && !stop.load(Ordering::Relaxed) {}
        Ok(())
    }

    /// Takes at most so many values; answers how many rows there were.
    fn take(&mut self, tx: &Connection, at_most: i64) -> Result<usize, LedgerError> {
        let mut statement = tx.prepare_cached(
            "SELECT object_id, key_id, norm FROM object WHERE object_id > ?1 ORDER BY object_id LIMIT ?2",
        )?;
        let mut rows = statement.query(params![self.last, at_most])?;
        let mut count = 0;
        while let Some(row) = rows.next()? {
            count += 1;
            self.last = row.get(0)?;
            // A value that was forgotten has no words.
            let Some(value) = row.get_ref(2)?.as_str_or_null().map_err(rusqlite::Error::from)? else {
                continue;
            };
            match u32::try_from(row.get::<_, i64>(1)?) {
                Ok(key) => self.recent.push(u64::from(hash(value)) << 32 | u64::from(key)),
                Err(_) => self.beyond = true,
            }
        }
        if self.recent.len() > UNSORTED {
            self.recent.sort_unstable();
            self.sorted.append(&mut self.recent);
            // Two runs in order are merged.
            self.sorted.sort();
            self.recent = Vec::new();
        }
        Ok(count)
    }

    fn keys_of(&self, value: &str) -> BTreeSet<i64> {
        let sought = hash(value);
        let hashed = |entry: u64| (entry >> 32) as u32;
        let from = self.sorted.partition_point(|entry| hashed(*entry) < sought);
        let sorted = self.sorted[from..].iter().take_while(|entry| hashed(**entry) == sought);
        let recent = self.recent.iter().filter(|entry| hashed(**entry) == sought);
        sorted.chain(recent).map(|entry| i64::from(*entry as u32)).collect()
    }
}

/// FNV-1a (Fowler, Noll, Vo), folded to half its width. Who asks for a value need not know whether its
/// capitals count.
fn hash(value: &str) -> u32 {
    let asked = without_capitals(value);
    let mixed =
        asked.as_deref().unwrap_or(value).bytes().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
    (mixed ^ (mixed >> 32)) as u32
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use memstrata_model::Instant;

    use super::*;
    use crate::line::SpaceSettings;
    use crate::{Ledger, NewAssert, NewEpisode, OpenOptions, Told, Write};

    fn assert(subject: &str, object: &str) -> Told {
        Told::Assert(NewAssert {
            subject: subject.into(),
            relation: "port".into(),
            object: object.into(),
            ..NewAssert::default()
        })
    }

    fn tell(ledger: &Ledger, space: &str, told: Vec<Told>) {
        let write = Write { told, ..Write::new(space, Instant::from_micros(1)) };
        ledger.append(&write).unwrap();
    }

    fn named(ledger: &Ledger, space: &str, value: &str) -> bool {
        let values = [value.to_owned()];
        let named = !ledger.values_named(space, &values).unwrap().is_empty();
        assert_eq!(named, !ledger.keys_holding(space, &values).unwrap().is_empty(), "{value}");
        named
    }

    #[test]
    fn what_anyone_told_is_found_at_once_and_in_its_own_space() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("l.memstrata");
        let ledger = Ledger::open(&path, &OpenOptions::default()).unwrap();
        let other = SpaceSettings { name: "other".into(), ..OpenOptions::default().space };
        ledger.make_space(&other, Instant::from_micros(1)).unwrap();
        tell(&ledger, "default", vec![assert("relay", "8080")]);
        assert!(named(&ledger, "default", "8080") && !named(&ledger, "other", "8080"));
        assert!(!named(&ledger, "default", "9443"));
        // Another program's write.
        let second = Ledger::open(&path, &OpenOptions::default()).unwrap();
        tell(&second, "default", vec![assert("relay", "9443")]);
        tell(&second, "other", vec![assert("crane", "7001")]);
        assert!(named(&ledger, "default", "9443"));
        assert!(named(&ledger, "other", "7001") && !named(&ledger, "default", "7001"));
        let held = ledger.keys_holding("default", &["9443".to_owned()]).unwrap();
        assert_eq!(held.iter().map(|(told, _)| told.subject.as_str()).collect::<Vec<_>>(), ["relay"]);
    }

    #[test]
    fn what_was_forgotten_is_not_found() {
        let folder = tempfile::tempdir().unwrap();
        let ledger = Ledger::open(&folder.path().join("l.memstrata"), &OpenOptions::default()).unwrap();
        let mut write = Write::new("default", Instant::from_micros(1));
        write.told = vec![assert("relay", "8080")];
        write.episode = Some(NewEpisode {
            id: None,
            kind: memstrata_model::EpisodeKind::Note,
            text: "The relay listens on 8080.".into(),
            occurred_at: None,
            author: None,
            locator: None,
            importance: None,
        });
        let episode = ledger.append(&write).unwrap().episode.unwrap();
        assert!(named(&ledger, "default", "8080"));
        let forget =
            Write { told: vec![Told::Forget(episode)], ..Write::new("default", Instant::from_micros(2)) };
        ledger.append(&forget).unwrap();
        assert!(!named(&ledger, "default", "8080"));
    }

    #[test]
    fn many_values_are_taken_beside_and_found_meanwhile() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("l.memstrata");
        let mut ledger = Ledger::open(&path, &OpenOptions::default()).unwrap();
        ledger.told_values.while_waiting = 10;
        let told = |from: usize, to: usize| {
            (from..to).map(|n| assert(&format!("relay {}", n % 7), &format!("v{n}"))).collect::<Vec<_>>()
        };
        tell(&ledger, "default", told(0, 300));
        let newest = || lock(&ledger.told_values.taken).last;
        assert!(named(&ledger, "default", "v299") && !named(&ledger, "default", "v300"));
        while newest() < 300 {
            assert!(named(&ledger, "default", "v150") && !named(&ledger, "default", "v301"));
            std::thread::yield_now();
        }
        for n in 0..300 {
            let held = ledger.keys_holding("default", &[format!("v{n}")]).unwrap();
            assert_eq!(held.len(), 1, "v{n}");
            assert_eq!(held[0].0.subject, format!("relay {}", n % 7));
        }
        tell(&ledger, "default", told(300, 305));
        assert!(named(&ledger, "default", "v304"));
        assert_eq!(newest(), 305, "five are taken by whoever asks");
    }

    #[test]
    fn values_in_order_and_not_yet_are_found_alike() {
        let mut taken = Taken::default();
        let connection = Connection::open_in_memory().unwrap();
        connection
            .execute_batch("CREATE TABLE object (object_id INTEGER PRIMARY KEY, key_id INTEGER, norm TEXT)")
            .unwrap();
        let count = UNSORTED as i64 * 2 + 10;
        for n in 1..=count {
            connection
                .prepare_cached("INSERT INTO object VALUES (?1, ?2, ?3)")
                .unwrap()
                .execute(params![n, n % 1000, (n % 3 > 0).then(|| format!("v{}", n / 2))])
                .unwrap();
        }
        while taken.take(&connection, UNSORTED as i64 + 1).unwrap() > 0 {}
        assert!(!taken.sorted.is_empty() && !taken.recent.is_empty());
        for n in 1..count {
            let own = [n / 2 * 2, n / 2 * 2 + 1].into_iter().filter(|n| *n > 0 && n % 3 > 0 && *n <= count);
            let own: BTreeSet<i64> = own.map(|n| n % 1000).collect();
            assert!(taken.keys_of(&format!("v{}", n / 2)).is_superset(&own), "v{}", n / 2);
        }
    }
}
