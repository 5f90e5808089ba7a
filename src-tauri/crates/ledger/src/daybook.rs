//! What one transaction has told so far and not yet posted into the file, and what it has read.
//! Entries of ordinary keys are folded here, in memory (`strand`), and posted many at a time;
//! whoever asks SQLite itself posts first (`Chain::tx`).

use std::collections::{HashMap, HashSet};

use memstrata_model::{Cardinality, Instant};
use rusqlite::{Connection, params};

use crate::calculus::Act;
use crate::chain::ObjectRow;
use crate::error::LedgerError;
use crate::hash::Hash;
use crate::outcome::Meeting;
use crate::project::{Changes, VersionRow};
use crate::registry::RelationNow;
use crate::rows::{
    EntryRow, EpisodeRow, EvidenceRow, KeyRow, OpenedRow, TextRow, ValueRow, Waiting, Words, insert,
};
use crate::strand::{Reading, Strand};

/// So many entries are posted at once. This and the next are small in debug builds, so that tests
/// cross these borders too.
const PENDING: usize = if cfg!(debug_assertions) { 16 } else { 4096 };
/// So many portions that were posted are kept until the end.
const SPENT: usize = 8;
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
}

/// The next row ids.
#[derive(Clone, Copy, Debug)]
struct Next {
    key: i64,
    value: i64,
    version: i64,
}

#[derive(Debug)]
pub(crate) struct Daybook {
    pending: Pending,
    strands: HashMap<(i64, Option<i64>), Strand>,
    states: HashMap<i64, KeyState>,
    relations: HashMap<(i64, String), RelationNow>,
    values: HashMap<(i64, String), Vec<KnownValue>>,
    spaces: Vec<(String, i64)>,
    next: Option<Next>,
    /// Whether any key counts for another, any claim rests on something, any entry does not count.
    merged: Option<bool>,
    claims: Option<bool>,
    discounted: Option<bool>,
    /// A space, and whether it has aliases.
    aliases: Option<(i64, bool)>,
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
    /// Rows that were posted: giving their memory back can wait until the transaction is over.
    spent: Vec<Pending>,
}

impl Default for Daybook {
    fn default() -> Self {
        Daybook {
            pending: Pending::default(),
            strands: HashMap::new(),
            states: HashMap::new(),
            relations: HashMap::new(),
            values: HashMap::new(),
            spaces: Vec::new(),
            next: None,
            merged: None,
            claims: None,
            discounted: None,
            aliases: None,
            batch: None,
            may_read: READ_AT_FIRST,
            derived: None,
            digests: HashSet::new(),
            openers: HashMap::new(),
            listens: false,
            spent: Vec::new(),
        }
    }
}

impl Daybook {
    /// For deriving everything anew: no version is stored.
    pub fn blank() -> Self {
        Daybook { derived: Some(HashSet::new()), ..Daybook::default() }
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
            let mut close = tx.prepare_cached("UPDATE version SET sys_to = ?2 WHERE version_id = ?1")?;
            for (version, at) in &pending.closed {
                close.execute(params![version, at.micros()])?;
            }
        }
        insert(tx, &pending.opened)?;
        let spent = std::mem::take(pending);
        if self.spent.len() < SPENT {
            self.spent.push(spent);
        }
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
        let may_read = self.may_read;
        *self = Daybook { may_read, ..Daybook::default() };
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
        self.discounted = None;
        if let Some(derived) = &mut self.derived {
            derived.insert(key);
        }
        self.next = None;
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
        let next = match self.next {
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
        Ok(self.next.insert(next))
    }

    // names ------------------------------------------------------------------------------------

    pub fn space(&mut self, tx: &Connection, name: &str) -> Result<i64, LedgerError> {
        if let Some((_, id)) = self.spaces.iter().find(|(known, _)| known == name) {
            return Ok(*id);
        }
        let id = crate::store::space_id(tx, name)?;
        self.spaces.push((name.to_owned(), id));
        Ok(id)
    }

    /// Makes a key that no alias leads from or to.
    pub fn new_key(
        &mut self,
        tx: &Connection,
        space: i64,
        key: &memstrata_model::Key,
        shown: [String; 3],
    ) -> Result<i64, LedgerError> {
        let next = self.next(tx)?;
        let id = next.key;
        next.key += 1;
        self.pending.keys.push(KeyRow { id, space, key: key.clone(), shown });
        let set_valued = self.relation(tx, space, &key.relation)?.cardinality == Cardinality::Set;
        self.states.insert(id, KeyState { set_valued, alone: true, unread: true });
        Ok(id)
    }

    pub fn relation(
        &mut self,
        tx: &Connection,
        space: i64,
        relation: &str,
    ) -> Result<RelationNow, LedgerError> {
        let name = (space, relation.to_owned());
        if let Some(known) = self.relations.get(&name) {
            return Ok(*known);
        }
        let canonical = crate::registry::canonical(tx, space, relation)?;
        let now = crate::registry::relation_now(tx, space, &canonical)?;
        self.relations.insert(name, now);
        Ok(now)
    }

    pub fn state(&mut self, tx: &Connection, key: i64) -> Result<KeyState, LedgerError> {
        if let Some(state) = self.states.get(&key) {
            return Ok(*state);
        }
        let merged = self.is_merged(tx)?;
        let state = KeyState {
            set_valued: crate::replay::is_set_valued(tx, key)?,
            alone: !merged || (crate::alias::home(tx, key)? == key && !crate::alias::has_guests(tx, key)?),
            unread: self.derived.as_ref().is_some_and(|derived| !derived.contains(&key)),
        };
        self.states.insert(key, state);
        Ok(state)
    }

    /// As [`Daybook::state`], of a key whose relation is known.
    pub fn state_of(
        &mut self,
        tx: &Connection,
        space: i64,
        key: i64,
        relation: &str,
    ) -> Result<KeyState, LedgerError> {
        if let Some(state) = self.states.get(&key) {
            return Ok(*state);
        }
        if self.derived.is_none() && !self.is_merged(tx)? {
            let set_valued = self.relation(tx, space, relation)?.cardinality == Cardinality::Set;
            let state = KeyState { set_valued, alone: true, unread: false };
            self.states.insert(key, state);
            return Ok(state);
        }
        self.state(tx, key)
    }

    fn is_merged(&mut self, tx: &Connection) -> Result<bool, LedgerError> {
        match self.merged {
            Some(merged) => Ok(merged),
            None => Ok(*self.merged.insert(tx.prepare_cached("SELECT 1 FROM key_into LIMIT 1")?.exists([])?)),
        }
    }

    /// Whether a batch was withdrawn before an entry.
    pub fn is_withdrawn(&mut self, tx: &Connection, batch: i64, seq: i64) -> Result<bool, LedgerError> {
        if let Some((known, withdrawn)) = self.batch
            && known == batch
        {
            return Ok(withdrawn);
        }
        let withdrawn = crate::recount::is_voided(tx, batch, seq)?;
        self.batch = Some((batch, withdrawn));
        Ok(withdrawn)
    }

    pub fn has_aliases(&mut self, tx: &Connection, space: i64) -> Result<bool, LedgerError> {
        if let Some((known, any)) = self.aliases
            && known == space
        {
            return Ok(any);
        }
        let any = crate::alias::any(tx, space)?;
        self.aliases = Some((space, any));
        Ok(any)
    }

    pub fn has_claims(&mut self, tx: &Connection) -> Result<bool, LedgerError> {
        if let Some(known) = self.claims {
            return Ok(known);
        }
        let any = tx.prepare_cached("SELECT 1 FROM claim_source LIMIT 1")?.exists([])?;
        Ok(*self.claims.insert(any))
    }

    fn has_discounted(&mut self, tx: &Connection) -> Result<bool, LedgerError> {
        if let Some(known) = self.discounted {
            return Ok(known);
        }
        let any = tx.prepare_cached("SELECT 1 FROM discounted LIMIT 1")?.exists([])?;
        Ok(*self.discounted.insert(any))
    }

    // values -----------------------------------------------------------------------------------

    /// The values of a key with a normalised form, the first one first.
    pub fn values(
        &mut self,
        tx: &Connection,
        key: i64,
        norm: &str,
    ) -> Result<&mut Vec<KnownValue>, LedgerError> {
        use std::collections::hash_map::Entry;
        match self.values.entry((key, norm.to_owned())) {
            Entry::Occupied(known) => Ok(known.into_mut()),
            Entry::Vacant(place) => {
                let new = self.derived.is_none() && self.states.get(&key).is_some_and(|state| state.unread);
                let found = if new { Vec::new() } else { crate::chain::find_values(tx, key, norm)? };
                Ok(place.insert(found))
            }
        }
    }

    /// Adds a value; its lane is its own row where none is given.
    pub fn new_value(&mut self, tx: &Connection, mut value: ValueRow) -> Result<ObjectRow, LedgerError> {
        let next = self.next(tx)?;
        value.id = next.value;
        next.value += 1;
        if value.lane == 0 {
            value.lane = value.id;
        }
        let row = ObjectRow { id: value.id, lane: value.lane, digest: value.digest };
        if let Some(norm) = &value.norm
            && let Some(known) = self.values.get_mut(&(value.key, norm.clone()))
        {
            known.push(KnownValue { row, shown: value.shown.clone() });
        }
        self.pending.values.push(value);
        Ok(row)
    }

    // the log ----------------------------------------------------------------------------------

    pub fn add_entry(
        &mut self,
        tx: &Connection,
        entry: EntryRow,
        given: bool,
        evidence: impl Iterator<Item = EvidenceRow>,
    ) -> Result<(), LedgerError> {
        if self.pending.entries.len() >= PENDING {
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
        self.pending.texts.extend(text);
    }

    /// An entry that waits to be posted, by its id.
    pub fn named(&self, id: &str) -> Option<&EntryRow> {
        let pending = &self.pending;
        if let Some(place) = pending.ids.get(id) {
            return Some(&pending.entries[*place]);
        }
        // Ids that were made here are asked for rarely, and are told by their length.
        let made = pending.ids.len() < pending.entries.len() && id.len() == crate::ids::LENGTH;
        pending.entries.iter().find(|entry| made && entry.id == id)
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

    // timelines --------------------------------------------------------------------------------

    /// Has in memory what is needed of a timeline for a change point, as far as entry `up_to`;
    /// false where that is too much.
    fn reach(
        &mut self,
        tx: &Connection,
        (key, lane): (i64, Option<i64>),
        at: Option<Instant>,
        up_to: i64,
    ) -> Result<bool, LedgerError> {
        match self.strands.get(&(key, lane)) {
            Some(strand) if strand.reaches(at) => return Ok(true),
            Some(_) => {
                self.post(tx)?;
                self.strands.remove(&(key, lane));
                if let Some(state) = self.states.get_mut(&key) {
                    state.unread = false;
                }
            }
            None => {
                if let Some(state) = self.states.get(&key)
                    && state.unread
                {
                    self.strands.insert((key, lane), Strand::default());
                    return Ok(true);
                }
            }
        }
        self.may_read += READ_PER_ENTRY;
        let mut reading = Reading { up_to, at_most: self.may_read, discounted: self.has_discounted(tx)? };
        let read = Strand::read(tx, key, lane, at, &mut reading)?;
        self.may_read = reading.at_most;
        match read {
            Some(strand) if strand.reaches(at) => {
                self.strands.insert((key, lane), strand);
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// What a timeline says around a change point; `None` where it must be asked in SQLite.
    pub fn meeting(
        &mut self,
        tx: &Connection,
        timeline: (i64, Option<i64>),
        at: Option<Instant>,
        now: Instant,
        up_to: i64,
    ) -> Result<Option<Meeting>, LedgerError> {
        if !self.reach(tx, timeline, at, up_to)? {
            return Ok(None);
        }
        Ok(self.strands.get(&timeline).map(|strand| strand.meeting(at, now)))
    }

    /// Folds an entry that was recorded after all others into its timeline; `None` where that
    /// must be done in SQLite.
    pub fn fold(
        &mut self,
        tx: &Connection,
        timeline: (i64, Option<i64>),
        act: Act,
        recorded_at: Instant,
    ) -> Result<Option<Changes>, LedgerError> {
        if !self.reach(tx, timeline, act.at, act.seq - 1)? {
            return Ok(None);
        }
        if let Some(derived) = &mut self.derived {
            derived.insert(timeline.0);
        }
        let mut changes = Changes::default();
        let Some(strand) = self.strands.get_mut(&timeline) else { return Ok(None) };
        let Some(difference) = strand.take(act) else { return Ok(Some(changes)) };
        let mut id = self.next(tx)?.version;
        let first = self.pending.opened.first().map_or(i64::MAX, |row| row.version.id);
        for row in &difference.closed {
            match usize::try_from(row.id - first).ok().filter(|_| row.id >= first) {
                Some(place) => self.pending.opened[place].sys_to = Some(recorded_at),
                None => self.pending.closed.push((row.id, recorded_at)),
            }
        }
        for span in &difference.opened {
            let version = VersionRow {
                id,
                lane: span.value,
                from: span.from,
                to: span.to,
                asserted_by: span.opened_by,
                superseded_by: span.superseded_by,
                closing: span.closing,
            };
            id += 1;
            let row = OpenedRow { key: timeline.0, sys_from: recorded_at, sys_to: None, version };
            self.pending.opened.push(row);
            changes.opened.push(version);
        }
        changes.closed.clone_from(&difference.closed);
        self.next(tx)?.version = id;
        if let Some(strand) = self.strands.get_mut(&timeline) {
            strand.keep(difference, &changes.opened);
        }
        Ok(Some(changes))
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
