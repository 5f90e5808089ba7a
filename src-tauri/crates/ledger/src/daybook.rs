//! What one transaction has told so far and not yet posted into the file, and what it has read.
//! Entries of ordinary keys are folded here, in memory (`strand`), and posted many at a time;
//! whoever asks SQLite itself posts first (`Chain::tx`).

mod names;
mod timelines;

use std::collections::{HashMap, HashSet};

use memstrata_model::Instant;
use rusqlite::{Connection, params};

use crate::chain::ObjectRow;
use crate::error::LedgerError;
use crate::hash::Hash;
use crate::registry::RelationNow;
use crate::rows::{
    EntryRow, EpisodeRow, EvidenceRow, KeyRow, OpenedRow, TextRow, ValueRow, Waiting, Words, insert,
};
use crate::strand::Strand;

/// So many entries are posted at once: the first time, so that whoever reads ahead is not waited for
/// long, and then twice as many each time, up to a bound. The more are posted at once, the more of them
/// change the same pages. These and the next are small in debug builds, so that tests cross these
/// borders too.
const PENDING_AT_FIRST: usize = if cfg!(debug_assertions) { 8 } else { 256 };
const PENDING_AT_MOST: usize = if cfg!(debug_assertions) { 16 } else { 16_384 };
/// So many bytes of texts are posted, however few they are.
const TEXTS_AT_MOST: usize = if cfg!(debug_assertions) { 4096 } else { 8 << 20 };
/// So many timelines and values are kept in memory.
const REMEMBERED: usize = if cfg!(debug_assertions) { 40 } else { 100_000 };
/// Rows that a transaction may read to have a timeline in memory, at first and more for each
/// entry: what is told of a long key far from its end is replayed inside SQLite instead.
const READ_AT_FIRST: usize = if cfg!(debug_assertions) { 6 } else { 64 };
const READ_PER_ENTRY: usize = if cfg!(debug_assertions) { 4 } else { 32 };

/// A value of a key.
#[derive(Clone, Debug)]
pub(crate) struct KnownValue {
    pub row: ObjectRow,
    pub shown: Option<String>,
}

/// What a key is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeyState {
    pub set_valued: bool,
    /// It counts for itself, and no other key counts for it.
    pub alone: bool,
    /// Nothing of it is in the file.
    unread: bool,
}

#[derive(Debug, Default)]
struct Pending {
    keys: Vec<KeyRow>,
    values: Vec<ValueRow>,
    entries: Vec<EntryRow>,
    episodes: Vec<EpisodeRow>,
    texts: Vec<TextRow>,
    text_bytes: usize,
    evidence: Vec<EvidenceRow>,
    opened: Vec<OpenedRow>,
    closed: Vec<(i64, Instant)>,
    /// Ids that were given, rather than made.
    ids: HashMap<String, usize>,
}

impl Pending {
    /// Whatever waits waits with an entry, but for keys and values on their way to one.
    fn is_empty(&self) -> bool {
        self.entries.is_empty()
            && self.keys.is_empty()
            && self.values.is_empty()
            && self.opened.is_empty()
            && self.closed.is_empty()
    }

    /// What was posted goes, the room for as many rows stays.
    fn clear(&mut self) {
        self.keys.clear();
        self.values.clear();
        self.entries.clear();
        self.episodes.clear();
        self.texts.clear();
        self.text_bytes = 0;
        self.evidence.clear();
        self.opened.clear();
        self.closed.clear();
        self.ids.clear();
    }
}

/// The next row ids.
#[derive(Clone, Copy, Debug)]
struct Next {
    key: i64,
    value: i64,
    version: i64,
}

/// What holds of the whole file, and so from one transaction to the next while nobody else writes.
#[derive(Debug, Default)]
pub(crate) struct Standing {
    relations: HashMap<(i64, String), RelationNow>,
    spaces: Vec<(String, i64)>,
    next: Option<Next>,
    /// Whether any key counts for another, any claim rests on something, any entry does not count.
    merged: Option<bool>,
    claims: Option<bool>,
    discounted: Option<bool>,
    /// A space, and whether it has aliases.
    aliases: Option<(i64, bool)>,
}

#[derive(Debug)]
pub(crate) struct Daybook {
    pending: Pending,
    /// So many entries wait before they are posted.
    may_wait: usize,
    strands: HashMap<(i64, Option<i64>), Strand>,
    states: HashMap<i64, KeyState>,
    values: HashMap<(i64, String), Vec<KnownValue>>,
    standing: Standing,
    /// A batch, and whether it was withdrawn.
    batch: Option<(i64, bool)>,
    may_read: usize,
    /// Where nothing is derived yet: the keys that something was derived for since.
    derived: Option<HashSet<i64>>,
    /// Digests of the normalised texts, of those that wait, or of all while this listens.
    digests: HashSet<Hash>,
    /// Ids and values of entries, read ahead.
    openers: HashMap<i64, IdAndValue>,
    /// Whether what was read ahead can be taken: everything that this transaction told is here.
    listens: bool,
}

impl Default for Daybook {
    fn default() -> Self {
        Daybook {
            pending: Pending::default(),
            may_wait: PENDING_AT_FIRST,
            strands: HashMap::new(),
            states: HashMap::new(),
            values: HashMap::new(),
            standing: Standing::default(),
            batch: None,
            may_read: READ_AT_FIRST,
            derived: None,
            digests: HashSet::new(),
            openers: HashMap::new(),
            listens: false,
        }
    }
}

impl Daybook {
    /// For deriving everything anew: no version is stored.
    pub fn blank() -> Self {
        Daybook { derived: Some(HashSet::new()), ..Daybook::default() }
    }

    /// Goes on from the transaction before, since which nothing changed.
    pub fn resume(standing: Standing) -> Self {
        Daybook { standing, ..Daybook::default() }
    }

    /// What the next transaction may go on from, once all is posted.
    pub fn close(self) -> Standing {
        self.standing
    }

    /// Writes everything pending.
    pub fn post(&mut self, tx: &Connection) -> Result<(), LedgerError> {
        let pending = &mut self.pending;
        if pending.is_empty() {
            return Ok(());
        }
        insert(tx, &pending.keys)?;
        insert(tx, &pending.values)?;
        insert(tx, &pending.entries)?;
        insert(tx, &pending.episodes)?;
        insert(tx, &pending.texts)?;
        let words: Vec<Words<'_>> = pending.texts.iter().map(Words).collect();
        insert(tx, &words)?;
        let waiting: Vec<Waiting> = pending.texts.iter().map(|text| Waiting(text.seq)).collect();
        insert(tx, &waiting)?;
        insert(tx, &pending.evidence)?;
        if !pending.closed.is_empty() {
            // In the order of the rows, which are near each other then.
            pending.closed.sort_unstable();
            let mut close = tx.prepare_cached("UPDATE version SET sys_to = ?2 WHERE version_id = ?1")?;
            for (version, at) in &pending.closed {
                close.execute(params![version, at.micros()])?;
            }
        }
        insert(tx, &pending.opened)?;
        pending.clear();
        if !self.listens {
            self.digests.clear();
        }
        if self.strands.len().max(self.values.len()) > REMEMBERED {
            self.listens = false;
            self.strands.clear();
            self.states.clear();
            self.values.clear();
        }
        Ok(())
    }

    /// Writes everything pending and forgets all that was read: somebody else is about to write.
    pub fn settle(&mut self, tx: &Connection) -> Result<(), LedgerError> {
        self.post(tx)?;
        let (may_read, may_wait) = (self.may_read, self.may_wait);
        *self = Daybook { may_read, may_wait, ..Daybook::default() };
        Ok(())
    }

    /// As [`Daybook::settle`], where only the versions of one key will change.
    pub fn settle_key(&mut self, tx: &Connection, key: i64) -> Result<(), LedgerError> {
        self.post(tx)?;
        self.listens = false;
        match self.states.get(&key) {
            Some(state) if !state.set_valued => drop(self.strands.remove(&(key, None))),
            _ => {
                self.strands.clear();
                self.states.clear();
            }
        }
        self.states.remove(&key);
        self.standing.discounted = None;
        if let Some(derived) = &mut self.derived {
            derived.insert(key);
        }
        self.standing.next = None;
        Ok(())
    }

    // what was read ahead ------------------------------------------------------------------------

    /// At the beginning of a transaction: what the file holds can be told by another.
    pub fn listen(&mut self) {
        self.listens = self.derived.is_none();
    }

    pub fn listens(&self) -> bool {
        self.listens
    }

    /// Takes a timeline as the file held it, unless more is known of it.
    pub fn hear_timeline(
        &mut self,
        read: Option<((i64, Option<i64>), Strand)>,
        openers: Vec<(i64, IdAndValue)>,
    ) {
        if !self.listens {
            return;
        }
        if let Some((timeline, strand)) = read {
            self.strands.entry(timeline).or_insert(strand);
        }
        self.openers.extend(openers);
    }

    /// Takes the values of a key with a normal form as the file held them, unless more is known.
    pub fn hear_values(&mut self, key: i64, norm: &str, known: Option<Vec<KnownValue>>) {
        if let Some(known) = known.filter(|_| self.listens) {
            self.values.entry((key, norm.to_owned())).or_insert(known);
        }
    }

    fn next(&mut self, tx: &Connection) -> Result<&mut Next, LedgerError> {
        let next = match self.standing.next {
            Some(next) => next,
            None => {
                self.post(tx)?;
                let after = |sql: &str| -> Result<i64, LedgerError> {
                    let last: Option<i64> = tx.prepare_cached(sql)?.query_row([], |row| row.get(0))?;
                    Ok(last.unwrap_or(0) + 1)
                };
                Next {
                    key: after("SELECT max(key_id) FROM key")?,
                    value: after("SELECT max(object_id) FROM object")?,
                    version: after("SELECT max(version_id) FROM version")?,
                }
            }
        };
        Ok(self.standing.next.insert(next))
    }

    pub fn add_entry(
        &mut self,
        tx: &Connection,
        entry: EntryRow,
        given: bool,
        evidence: impl Iterator<Item = EvidenceRow>,
    ) -> Result<(), LedgerError> {
        if self.pending.entries.len() >= self.may_wait {
            self.post(tx)?;
            self.may_wait = PENDING_AT_MOST.min(2 * self.may_wait);
        } else if self.pending.text_bytes >= TEXTS_AT_MOST {
            self.post(tx)?;
        }
        if given {
            self.pending.ids.insert(entry.id.clone(), self.pending.entries.len());
        }
        self.pending.evidence.extend(evidence);
        self.pending.entries.push(entry);
        Ok(())
    }

    pub fn add_episode(&mut self, episode: EpisodeRow, text: Option<TextRow>) {
        self.digests.insert(episode.norm_sha256);
        self.pending.episodes.push(episode);
        if let Some(text) = text {
            self.pending.text_bytes += text.text.len();
            self.pending.texts.push(text);
        }
    }

    /// An entry that waits to be posted, by its id.
    pub fn named(&self, id: &str) -> Option<&EntryRow> {
        let pending = &self.pending;
        if let Some(place) = pending.ids.get(id) {
            return Some(&pending.entries[*place]);
        }
        // One that was made here tells its entry's system time, and these rise.
        let at = crate::ids::time_of(id)?;
        let place = pending.entries.binary_search_by_key(&at, |entry| entry.recorded_at).ok()?;
        Some(&pending.entries[place]).filter(|entry| entry.id == id)
    }

    /// Whether an episode with this digest of its normalised text may wait to be posted.
    pub fn has_text(&self, norm_sha256: &Hash) -> bool {
        self.digests.contains(norm_sha256)
    }

    /// The id and the value of an entry.
    pub fn id_and_value(&mut self, tx: &Connection, seq: i64) -> Result<IdAndValue, LedgerError> {
        if let Some(read) = self.openers.remove(&seq) {
            return Ok(read);
        }
        let first = self.pending.entries.first().map_or(i64::MAX, |entry| entry.seq);
        if seq < first {
            return read_id_and_value(tx, seq);
        }
        let entry = usize::try_from(seq - first).ok().and_then(|place| self.pending.entries.get(place));
        let entry = entry.ok_or_else(|| LedgerError::NotFound { what: "entry", id: seq.to_string() })?;
        let Some(object) = entry.object else { return Ok((entry.id.clone(), None)) };
        let first = self.pending.values.first().map_or(i64::MAX, |value| value.id);
        let shown = match usize::try_from(object - first).ok().filter(|_| object >= first) {
            Some(place) => self.pending.values.get(place).and_then(|value| value.shown.clone()),
            None => tx
                .prepare_cached("SELECT shown FROM object WHERE object_id = ?1")?
                .query_row([object], |row| row.get(0))?,
        };
        Ok((entry.id.clone(), shown))
    }
}

/// The id of an entry, and its value where it has one that was not forgotten.
pub(crate) type IdAndValue = (String, Option<String>);

pub(crate) fn read_id_and_value(tx: &Connection, seq: i64) -> Result<IdAndValue, LedgerError> {
    Ok(tx
        .prepare_cached(
            "SELECT entry.id, shown FROM entry LEFT JOIN object USING (object_id) WHERE seq = ?1",
        )?
        .query_row([seq], |row| Ok((row.get(0)?, row.get(1)?)))?)
}
