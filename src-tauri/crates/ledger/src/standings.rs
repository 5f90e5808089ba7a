//! Where the facts of texts stand in time, in memory: of a large ledger hundreds of texts are held
//! against the time asked about at every question, of which a few pass, and to read what each tells
//! from the file takes a hundred times as long as to judge it.
//!
//! What is kept is derived, of the present belief, and of the plain case alone: a text with one entry,
//! whose one version stands. Everything else, and whatever anybody wrote since, is left to
//! [`Ledger::episode_outlines`].

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};

use memstrata_model::{Instant, Interval};
use rusqlite::{Connection, params};

use crate::error::LedgerError;
use crate::store::Ledger;

/// Entries after which it is better to read everything anew.
const TOO_MANY: i64 = 20_000;

/// Rows after which is looked whether anybody still wants them.
const LOOK_UP: usize = 4096;

/// When what each text tells holds, by present belief: 28 bytes a text.
#[derive(Debug, Default)]
pub struct Standings {
    /// The entry up to which the log was read.
    head: i64,
    /// Places of the texts in the log, ascending; the rest is in their order.
    episodes: Vec<i64>,
    /// Microseconds; the least and the greatest number where there is no bound.
    from: Vec<i64>,
    to: Vec<i64>,
    keys: Vec<u32>,
    /// Of which more was told since.
    touched_keys: HashSet<i64>,
    touched_episodes: HashSet<i64>,
}

/// A version that stands, by the entry that asserted it.
type Opened = (i64, u32, i64, i64);

impl Standings {
    /// When the one fact of a text holds; nothing where that is not known here.
    #[must_use]
    pub fn of(&self, episode: i64) -> Option<Interval> {
        let place = self.episodes.binary_search(&episode).ok()?;
        let touched = self.touched_keys.contains(&i64::from(self.keys[place]))
            || self.touched_episodes.contains(&episode);
        let bound = |micros: i64, none: i64| (micros != none).then(|| Instant::from_micros(micros));
        (!touched).then(|| Interval::new(bound(self.from[place], i64::MIN), bound(self.to[place], i64::MAX)))
    }

    #[must_use]
    pub fn len(&self) -> usize {
        self.episodes.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.episodes.is_empty()
    }

    /// Gives back what grew beyond need.
    fn shrink(&mut self) {
        self.episodes.shrink_to_fit();
        self.keys.shrink_to_fit();
        self.from.shrink_to_fit();
        self.to.shrink_to_fit();
    }

    fn push(&mut self, episode: i64, (_, key, from, to): Opened) {
        self.episodes.push(episode);
        self.keys.push(key);
        self.from.push(from);
        self.to.push(to);
    }
}

/// What bringing standings up to date came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Followed {
    /// They are of the state that is read.
    UpToDate,
    /// They are of a later state than the one that is read, and tell nothing of it.
    Ahead,
    /// They must be read anew.
    Stale,
}

impl Ledger {
    /// Where all texts of the ledger stand, read in one go: a second or two for a million. Nothing
    /// where `stop` is set meanwhile.
    ///
    /// # Errors
    /// Those of SQLite.
    pub fn standings(&self, stop: &AtomicBool) -> Result<Option<Standings>, LedgerError> {
        self.reading_through(|tx| {
            let mut standings = Standings { head: newest(tx)?, ..Standings::default() };
            let opened = opened(tx, stop)?;
            // The entries of a text follow it in the log, nearly always at once; what is read here in the
            // order of entries is sorted by text.
            let mut told: Vec<(i64, i64)> = Vec::new();
            let mut statement = tx.prepare("SELECT episode, seq FROM evidence")?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                told.push((row.get(0)?, row.get(1)?));
                if told.len().is_multiple_of(LOOK_UP) && stop.load(Ordering::Relaxed) {
                    return Ok(None);
                }
            }
            told.sort_unstable();
            for of_episode in told.chunk_by(|a, b| a.0 == b.0) {
                let [(episode, entry)] = of_episode else { continue };
                let first = opened.partition_point(|version| version.0 < *entry);
                let mut versions = opened[first..].iter().take_while(|version| version.0 == *entry);
                if let (Some(version), None) = (versions.next(), versions.next()) {
                    standings.push(*episode, *version);
                }
            }
            standings.shrink();
            Ok((!stop.load(Ordering::Relaxed)).then_some(standings))
        })
    }

    /// Brings standings up to date with the log, whoever wrote to it.
    ///
    /// # Errors
    /// Those of SQLite.
    pub fn follow_standings(&self, standings: &mut Standings) -> Result<Followed, LedgerError> {
        self.reading(|tx| {
            let head = newest(tx)?;
            if head <= standings.head {
                return Ok(if head == standings.head { Followed::UpToDate } else { Followed::Ahead });
            }
            if head - standings.head > TOO_MANY {
                return Ok(Followed::Stale);
            }
            let mut statement = tx.prepare_cached(
                "SELECT kind, entry.key_id, into_key, episode FROM entry
                     LEFT JOIN key_into ON key_into.key_id = entry.key_id LEFT JOIN evidence USING (seq)
                 WHERE entry.seq > ?1 AND entry.seq <= ?2",
            )?;
            let mut rows = statement.query(params![standings.head, head])?;
            while let Some(row) = rows.next()? {
                let kind = row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?;
                let key: Option<i64> = row.get(1)?;
                match (kind, key) {
                    ("episode" | "claim" | "proposal" | "space" | "batch", None) => {}
                    ("assert" | "confirm" | "end" | "resolve", Some(key)) => {
                        standings.touched_keys.insert(key);
                        standings.touched_keys.extend(row.get::<_, Option<i64>>(2)?);
                    }
                    // Withdrawn, forgotten, renamed, accepted: what that moves is found by reading all.
                    _ => return Ok(Followed::Stale),
                }
                standings.touched_episodes.extend(row.get::<_, Option<i64>>(3)?);
            }
            standings.head = head;
            let many = standings.touched_keys.len().max(standings.touched_episodes.len()) > TOO_MANY as usize;
            Ok(if many { Followed::Stale } else { Followed::UpToDate })
        })
    }
}

fn newest(tx: &Connection) -> Result<i64, LedgerError> {
    Ok(tx.prepare_cached("SELECT ifnull(max(seq), 0) FROM entry")?.query_row([], |row| row.get(0))?)
}

/// The versions that stand, in the order of the entries that asserted them.
fn opened(tx: &Connection, stop: &AtomicBool) -> Result<Vec<Opened>, LedgerError> {
    let mut opened = Vec::new();
    let mut statement =
        tx.prepare("SELECT asserted_by, key_id, valid_from, valid_to FROM version WHERE sys_to IS NULL")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        if opened.len().is_multiple_of(LOOK_UP) && stop.load(Ordering::Relaxed) {
            break;
        }
        // Beyond four thousand million keys they are read from the file.
        let Ok(key) = u32::try_from(row.get::<_, i64>(1)?) else { continue };
        let (from, to): (Option<i64>, Option<i64>) = (row.get(2)?, row.get(3)?);
        opened.push((row.get(0)?, key, from.unwrap_or(i64::MIN), to.unwrap_or(i64::MAX)));
    }
    opened.sort_unstable();
    Ok(opened)
}
