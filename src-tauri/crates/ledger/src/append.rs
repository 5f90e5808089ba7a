//! Writing: what was told, in one transaction, and how each thing told met its key
//! (`assets/docs/spec/ledger.md`, section 5).

use std::collections::BTreeMap;

use memstrata_model::{EventKind, Instant, Key, Outcome};
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OptionalExtension as _, Transaction, TransactionBehavior, params};

use crate::chain::{Added, Chain, Draft, EpisodeDraft, Sealed};
use crate::error::LedgerError;
use crate::retract::{self, Corrected, Retracted};
use crate::store::{CACHE, CACHE_OF_MANY, Ledger, Writing};
use crate::tell::tell;
use crate::tidying::{WAL_PAGES, WAL_PAGES_OF_MANY};
use crate::told::{Applied, NewEpisode, NewRetract, Receipt, Told, Write};

impl Ledger {
    /// Stores what was told.
    ///
    /// # Errors
    /// An empty interval, a moved head, an unknown target, a taken id, a full disk; nothing is
    /// stored then.
    pub fn append(&self, write: &Write) -> Result<Receipt, LedgerError> {
        self.transact(|chain| append_one(chain, write), Some(write.now))
    }

    /// Stores several writes in one transaction, for imports; all or none.
    ///
    /// # Errors
    /// As [`Ledger::append`].
    pub fn append_all(&self, writes: &[Write]) -> Result<Vec<Receipt>, LedgerError> {
        self.transact_many(
            |chain| self.append_each(chain, writes),
            writes.first().map(|w| w.now),
            writes.len(),
        )
    }

    /// As [`Ledger::append_all`], but where every episode was there already, told at the same
    /// moment, nothing at all is stored, not even the batch.
    ///
    /// # Errors
    /// As [`Ledger::append`].
    pub fn append_news(&self, writes: &[Write]) -> Result<Vec<Receipt>, LedgerError> {
        self.append_if(writes, |receipts| {
            let told = writes.iter().zip(receipts).filter(|(write, _)| write.episode.is_some());
            let mut any = false;
            for (_, receipt) in told {
                any |= !receipt.duplicate || receipt.applied.iter().any(|applied| !applied.event.is_empty());
            }
            any
        })
    }

    /// What a write would come to; nothing is stored.
    ///
    /// # Errors
    /// As [`Ledger::append`].
    pub fn preview(&self, write: &Write) -> Result<Receipt, LedgerError> {
        let mut receipts = self.preview_all(std::slice::from_ref(write))?;
        Ok(receipts.pop().expect("one receipt a write"))
    }

    /// What several writes would come to; nothing is stored.
    ///
    /// # Errors
    /// As [`Ledger::append`].
    pub fn preview_all(&self, writes: &[Write]) -> Result<Vec<Receipt>, LedgerError> {
        self.append_if(writes, |_| false)
    }

    /// Carries out the writes and keeps them where `keep` says so.
    fn append_if(
        &self,
        writes: &[Write],
        keep: impl FnOnce(&[Receipt]) -> bool,
    ) -> Result<Vec<Receipt>, LedgerError> {
        let mut dropped = None;
        let result = self.transact_many(
            |chain| {
                let receipts = self.append_each(chain, writes)?;
                if keep(&receipts) {
                    Ok(receipts)
                } else {
                    dropped = Some(receipts);
                    Err(LedgerError::Cancelled)
                }
            },
            writes.first().map(|w| w.now),
            writes.len(),
        );
        dropped.map_or(result, Ok)
    }

    pub(crate) fn transact<T>(
        &self,
        work: impl FnOnce(&mut Chain<'_>) -> Result<T, LedgerError>,
        wall: Option<Instant>,
    ) -> Result<T, LedgerError> {
        self.transact_many(work, wall, 1)
    }

    /// As [`Ledger::transact`], for about so many entries.
    pub(crate) fn transact_many<T>(
        &self,
        work: impl FnOnce(&mut Chain<'_>) -> Result<T, LedgerError>,
        wall: Option<Instant>,
        entries: usize,
    ) -> Result<T, LedgerError> {
        let mut writing = self.writing();
        let Writing { connection, caches } = &mut *writing;
        let result = (|| {
            let _unguarded = (entries >= MANY).then(|| Unguarded::new(connection)).transpose()?;
            let tx = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
            let mut chain = Chain::begin(&tx, caches, wall.unwrap_or(Instant::MIN))?;
            let done = work(&mut chain)?;
            let left = chain.close()?;
            tx.commit()?;
            caches.left = Some(left);
            self.scrub_after(connection);
            self.tidy(connection, pages_of(entries));
            Ok(done)
        })();
        if result.is_err() {
            caches.clear();
        }
        result.map_err(|error| crate::error::at_path(error, self.path()))
    }
}

/// From so many entries on a transaction is worth its own settings.
const MANY: usize = 256;

/// Pages, about, that a transaction of so many entries changes: one by itself finds each of its rows on
/// a page of its own.
fn pages_of(entries: usize) -> usize {
    if entries < MANY { 8 * entries.max(1) } else { entries / 2 }
}

/// A connection whose triggers and foreign keys rest. They guard the file against other programs
/// and later mistakes; the rows of one batch come from `daybook` alone, which only adds to the
/// log and made the ids that it points at. `verify` checks them all the same.
struct Unguarded<'c>(&'c Connection);

impl<'c> Unguarded<'c> {
    fn new(connection: &'c Connection) -> Result<Self, LedgerError> {
        let unguarded = Unguarded(connection);
        unguarded.guard(false)?;
        Ok(unguarded)
    }

    fn guard(&self, on: bool) -> rusqlite::Result<()> {
        // Pages that the next batch changes again need not be moved to their places in between.
        let pages = if on { WAL_PAGES } else { WAL_PAGES_OF_MANY };
        self.0.pragma_update(None, "wal_autocheckpoint", pages)?;
        self.0.pragma_update(None, "cache_size", if on { CACHE } else { CACHE_OF_MANY })?;
        // Statements of many rows keep the pages that they change as they were, in a file otherwise.
        self.0.pragma_update(None, "temp_store", if on { "DEFAULT" } else { "MEMORY" })?;
        self.0.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, on)?;
        self.0.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_FKEY, on)?;
        Ok(())
    }
}

impl Drop for Unguarded<'_> {
    fn drop(&mut self) {
        // None of these settings can fail on an open connection.
        let _ = self.guard(true);
    }
}

/// The frame that the things told in one write share.
pub(crate) struct Context<'w> {
    pub space: i64,
    pub write: &'w Write,
    pub batch: Option<(i64, String)>,
    /// The episode's row, id and the moment it was said.
    pub episode: Option<(i64, String, Instant)>,
    pub author: Option<String>,
    /// What is told waits for a decision.
    pub hold: bool,
    /// The values that the write takes back, as they stood before it.
    pub retracted: Vec<(usize, Retracted)>,
}

pub(crate) fn append_one(chain: &mut Chain<'_>, write: &Write) -> Result<Receipt, LedgerError> {
    let space = chain.space(&write.space)?;
    let respelt = crate::spelling::as_known(chain, space, write)?;
    let write = respelt.as_ref().unwrap_or(write);
    crate::head::check(chain, space, write)?;
    let batch = match &write.batch {
        Some(id) => Some((chain.find(space, id, "batch")?, id.clone())),
        None => None,
    };
    let author = write.episode.as_ref().and_then(|e| e.author.clone());
    let corrected;
    let mut context =
        Context { space, write, batch, episode: None, author, hold: false, retracted: Vec::new() };

    if let Some(new) = &write.episode {
        let claimed = write.told.iter().any(|told| matches!(told, Told::Claim(_)));
        if let Some(receipt) = crate::again::heard(chain, &mut context, new, claimed)? {
            return Ok(receipt);
        }
        let added = add_episode(chain, &context, new)?;
        let said = new.occurred_at.unwrap_or(added.recorded_at);
        context.episode = Some((added.seq, added.id, said));
    }

    if let Some(id) = &write.about {
        if write.episode.is_some() {
            return Err(LedgerError::BadValue {
                what: "write about an episode beside a new one",
                value: id.clone(),
            });
        }
        let (episode, author) = kept_episode(chain.tx()?, space, id)?;
        context.episode = Some(episode);
        context.author = author;
    }

    let said = context.episode.as_ref().map_or(write.now, |(_, _, said)| *said);
    let mut taken_starts = BTreeMap::new();
    if let Some(Corrected { write, retracted, starts }) = retract::look_up(chain, space, write, said)? {
        corrected = write;
        context.write = &corrected;
        context.retracted = retracted;
        taken_starts = starts;
    }
    let write = context.write;
    // Asserts first, so that a key covered before and after is uncovered at no moment between;
    // but an end of whatever held, where nothing did, must not reach what is told beside it.
    let order = |told: &Told| match told {
        Told::Batch { .. } | Told::Space(_) | Told::Relation(_) | Told::Alias(_) => 0,
        Told::End(end) if end.object.is_none() && context.nothing_held(chain, end).unwrap_or(false) => 0,
        Told::Assert(_) | Told::Confirm(_) => 1,
        Told::End(_) => 2,
        Told::Resolve { .. } | Told::Decide { .. } => 3,
        Told::Void(_) | Told::Retract(_) => 4,
        Told::Claim(_) | Told::Forget(_) | Told::Propose(_) => 5,
    };
    let mut places: Vec<usize> = (0..write.told.len()).collect();
    let orders: Vec<u8> = write.told.iter().map(order).collect();
    places.sort_by_key(|place| orders[*place]);
    let mut applied: Vec<Option<Applied>> = vec![None; write.told.len()];
    for place in places {
        applied[place] = Some(match &write.told[place] {
            Told::Retract(new) if waits_for(&write.told, &applied, new) => {
                Applied { event: String::new(), outcome: Outcome::Held, superseded: Vec::new() }
            }
            Told::Retract(new) => {
                let found = context.retracted.iter().find(|(of, _)| *of == place).map(|(_, found)| found);
                retract::tell_retract(chain, &context, new, found)?
            }
            told => tell(chain, &context, told)?,
        });
    }
    Ok(Receipt {
        episode: context.episode.map(|(_, id, _)| id),
        duplicate: false,
        applied: applied.into_iter().flatten().collect(),
        taken_starts,
        forgotten: None,
    })
}

/// Whether what should stand in the place of a value taken back waits for a decision: then the
/// value stays meanwhile.
fn waits_for(told: &[Told], applied: &[Option<Applied>], new: &NewRetract) -> bool {
    let key = Key::new(&new.subject, &new.relation, new.scope.as_deref());
    told.iter().zip(applied).any(|(told, applied)| {
        let Told::Assert(a) = told else { return false };
        applied.as_ref().is_some_and(|applied| applied.outcome == Outcome::Held)
            && Key::new(&a.subject, &a.relation, a.scope.as_deref()) == key
    })
}

/// The row of an entry of this space.
pub(crate) fn find_entry(
    tx: &Connection,
    space: i64,
    id: &str,
    what: &'static str,
) -> Result<i64, LedgerError> {
    let missing = || LedgerError::NotFound { what, id: id.to_owned() };
    let seq = find_id(tx, id)?.ok_or_else(missing)?;
    let here =
        tx.prepare_cached("SELECT 1 FROM entry WHERE seq = ?1 AND space_id = ?2")?.exists([seq, space])?;
    if here { Ok(seq) } else { Err(missing()) }
}

/// The row of the entry of this id, of whatever space.
pub(crate) fn find_id(tx: &Connection, id: &str) -> Result<Option<i64>, LedgerError> {
    let given = tx
        .prepare_cached("SELECT seq FROM entry WHERE id = ?1 AND named = 1")?
        .query_row([id], |row| row.get(0))
        .optional()?;
    if given.is_some() {
        return Ok(given);
    }
    let Some(at) = crate::ids::time_of(id) else { return Ok(None) };
    let Some(seq) = entry_recorded_at(tx, at)? else { return Ok(None) };
    let found =
        tx.prepare_cached("SELECT 1 FROM entry WHERE seq = ?1 AND id = ?2")?.exists(params![seq, id])?;
    Ok(found.then_some(seq))
}

/// The entry of a system time. System times rise with the rows, so that they are halved between
/// like the pages of a dictionary.
pub(crate) fn entry_recorded_at(tx: &Connection, at: Instant) -> Result<Option<i64>, LedgerError> {
    let last: Option<i64> =
        tx.prepare_cached("SELECT max(seq) FROM entry")?.query_row([], |row| row.get(0))?;
    let (mut from, mut to) = (1, last.unwrap_or(0));
    let mut next =
        tx.prepare_cached("SELECT seq, recorded_at FROM entry WHERE seq >= ?1 ORDER BY seq LIMIT 1")?;
    while from <= to {
        let middle = from + (to - from) / 2;
        let found: Option<(i64, i64)> =
            next.query_row([middle], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
        match found {
            Some((seq, time)) if time == at.micros() => return Ok(Some(seq)),
            Some((seq, time)) if time < at.micros() => from = seq + 1,
            _ => to = middle - 1,
        }
    }
    Ok(None)
}

/// An episode's row, id and the moment it was said, and its author.
type KeptEpisode = ((i64, String, Instant), Option<String>);

/// An episode of the space by its id, where its text is there still.
fn kept_episode(tx: &Connection, space: i64, id: &str) -> Result<KeptEpisode, LedgerError> {
    let seq = find_entry(tx, space, id, "episode")?;
    tx.prepare_cached("SELECT occurred_at, author FROM episode JOIN episode_text USING (seq) WHERE seq = ?1")?
        .query_row([seq], |row| Ok(((seq, id.to_owned(), Instant::from_micros(row.get(0)?)), row.get(1)?)))
        .optional()?
        .ok_or_else(|| LedgerError::NotFound { what: "episode", id: id.to_owned() })
}

fn add_episode(chain: &mut Chain<'_>, context: &Context<'_>, new: &NewEpisode) -> Result<Added, LedgerError> {
    let mut draft = Draft::new(context.space, &context.write.space, EventKind::Episode);
    draft.id = new.id.as_deref();
    draft.authority = Some(context.write.authority);
    draft.batch = context.batch.as_ref().map(|(seq, id)| (*seq, id.as_str()));
    let episode = EpisodeDraft {
        kind: new.kind,
        author: new.author.as_deref(),
        locator: new.locator.as_deref(),
        occurred_at: new.occurred_at,
        importance: new.importance,
        text: Sealed::Open { text: &new.text, salt: None },
        digests: None,
    };
    chain.episode(&draft, &episode)
}
