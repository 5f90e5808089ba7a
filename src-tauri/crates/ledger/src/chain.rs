//! Adding entries to the log inside one transaction: ids, system time, texts with their salts,
//! and the hash chain. Rows wait in the `daybook`; what an entry means for the versions is
//! `project`'s.

use std::collections::HashMap;

use memstrata_model::{Authority, EventKind, Instant, Key, Precision, ValidFromSource, normalize_text};
use rusqlite::{Connection, OptionalExtension as _, params};

use crate::ahead::{Ready, ReadyFact, place_of};
use crate::append::{find_entry, find_id};
use crate::daybook::{Daybook, KeyState, Standing};
pub(crate) use crate::draft::{Added, Draft, EpisodeDraft, Evidence, KeyNames, ObjectRow, Sealed};
use crate::error::LedgerError;
use crate::find::{find_forgotten, nth_lane};
pub(crate) use crate::find::{find_key, find_lane, find_values, head};
use crate::hash::{Encoding, Hash, from_hex, salted, sha256};
use crate::ids::Randomness;
use crate::outcome::Meeting;
use crate::project::{Changes, Entered};
use crate::registry::RelationNow;
use crate::rows::{EntryRow, EpisodeRow, EvidenceRow, TextRow, ValueRow};
pub(crate) use crate::sealing::{entry_hash, genesis_hash, sealed_object, to_hash};
use crate::spelling::Settled;
use crate::told::Told;
use crate::unspan::{keep_seal, seal_of};

/// What the writing connection remembers from one transaction to the next; dropped when one rolls
/// back.
#[derive(Debug, Default)]
pub(crate) struct Caches {
    /// Row ids that never change once made, by space.
    pub keys: HashMap<Key, Vec<(i64, i64)>>,
    /// Names that are no other spelling of one that is known.
    pub settled: Settled,
    /// How the last transaction left the file.
    pub left: Option<Left>,
}

impl Caches {
    pub fn clear(&mut self) {
        *self = Caches::default();
    }
}

/// How a transaction left the file.
#[derive(Debug)]
pub(crate) struct Left {
    stamp: Stamp,
    head: Head,
    standing: Standing,
}

/// Tells a file in which something was written since from one in which nothing was: the first
/// number changes with what other connections write, the second counts the rows that this one wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stamp {
    others: i64,
    own: u64,
}

impl Stamp {
    fn read(tx: &Connection) -> Result<Self, LedgerError> {
        let others = tx.prepare_cached("PRAGMA data_version")?.query_row([], |row| row.get(0))?;
        Ok(Stamp { others, own: tx.total_changes() })
    }
}

/// The newest entry.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Head {
    pub seq: i64,
    pub recorded_at: Instant,
    pub hash: Hash,
}

/// The transaction that a write happens in.
#[derive(Debug)]
pub(crate) struct Chain<'a> {
    /// Behind what waits in the daybook.
    raw: &'a Connection,
    pub day: Daybook,
    randomness: Randomness,
    pub caches: &'a mut Caches,
    pub head: Head,
    /// What the wall clock said when the write began.
    pub wall: Instant,
    /// What was read ahead of this write, and of what is being told.
    pub ready: Ready,
    at_hand: Option<ReadyFact>,
}

pub(crate) const GENESIS_SEQ: i64 = 0;
/// So many keys' rows are kept in memory between writes.
const KEYS_REMEMBERED: usize = 500_000;

impl<'a> Chain<'a> {
    pub fn begin(raw: &'a Connection, caches: &'a mut Caches, wall: Instant) -> Result<Self, LedgerError> {
        if caches.keys.len() > KEYS_REMEMBERED {
            caches.keys.clear();
        }
        let left = match caches.left.take() {
            Some(left) if left.stamp == Stamp::read(raw)? => Some(left),
            _ => None,
        };
        let (day, head) = match left {
            Some(left) => (Daybook::resume(left.standing), left.head),
            None => (Daybook::default(), head(raw)?),
        };
        let randomness = Randomness::default();
        Ok(Chain { raw, day, randomness, caches, head, wall, ready: Ready::default(), at_hand: None })
    }

    /// Posts all that was told: how the file is left, if the transaction is kept.
    pub fn close(mut self) -> Result<Left, LedgerError> {
        self.day.post(self.raw)?;
        Ok(Left { stamp: Stamp::read(self.raw)?, head: self.head, standing: self.day.close() })
    }

    /// Takes up what was read ahead of something that is about to be told, if anything was.
    pub fn turn_to(&mut self, told: &Told) {
        let place = place_of(told);
        let found = self.ready.facts.iter().position(|fact| fact.place == place);
        self.at_hand = found.map(|place| self.ready.facts.swap_remove(place));
        if let Some(fact) = &mut self.at_hand {
            self.day.hear_timeline(fact.strand.take(), std::mem::take(&mut fact.openers));
        }
    }

    /// The transaction, for reading: all that was told so far is in it.
    pub fn tx(&mut self) -> Result<&'a Connection, LedgerError> {
        self.day.post(self.raw)?;
        Ok(self.raw)
    }

    /// The transaction, for reading what the file holds: not all that was told so far is in it.
    pub fn file(&self) -> &'a Connection {
        self.raw
    }

    /// The transaction, for writing past the daybook.
    pub fn open_tx(&mut self) -> Result<&'a Connection, LedgerError> {
        self.day.settle(self.raw)?;
        Ok(self.raw)
    }

    pub fn space(&mut self, name: &str) -> Result<i64, LedgerError> {
        self.day.space(self.raw, name)
    }

    pub fn relation(&mut self, space: i64, relation: &str) -> Result<RelationNow, LedgerError> {
        self.day.relation(self.raw, space, relation)
    }

    pub fn key_state(&mut self, key: i64) -> Result<KeyState, LedgerError> {
        self.day.state(self.raw, key)
    }

    /// What a timeline says around a change point.
    pub fn meeting(
        &mut self,
        (key, lane): (i64, Option<i64>),
        at: Option<Instant>,
        now: Instant,
    ) -> Result<Meeting, LedgerError> {
        if self.key_state(key)?.alone
            && let Some(meeting) = self.day.meeting(self.raw, (key, lane), at, now, self.head.seq)?
        {
            return Ok(meeting);
        }
        Meeting::find(self.tx()?, key, lane, at, now)
    }

    /// Brings the versions up to date with an entry that was just added.
    pub fn project(&mut self, entry: &Entered) -> Result<Changes, LedgerError> {
        crate::project::apply(self.raw, &mut self.day, entry)
    }

    pub fn id_and_value(&mut self, seq: i64) -> Result<(String, Option<String>), LedgerError> {
        self.day.id_and_value(self.raw, seq)
    }

    /// The place of an entry of a space.
    pub fn find(&mut self, space: i64, id: &str, what: &'static str) -> Result<i64, LedgerError> {
        match self.day.named(id) {
            Some(entry) if entry.space == space => return Ok(entry.seq),
            Some(_) => return Err(LedgerError::NotFound { what, id: id.to_owned() }),
            None => {}
        }
        find_entry(self.raw, space, id, what)
    }

    /// The place of an episode of a space.
    pub fn find_episode(&mut self, space: i64, id: &str) -> Result<i64, LedgerError> {
        let seq = self.find(space, id, "episode")?;
        let is_one = match self.day.named(id) {
            Some(entry) => entry.kind == EventKind::Episode.as_str(),
            None => self.raw.prepare_cached("SELECT 1 FROM episode WHERE seq = ?1")?.exists([seq])?,
        };
        if is_one { Ok(seq) } else { Err(LedgerError::NotFound { what: "episode", id: id.to_owned() }) }
    }

    /// An episode of the space with the same normalised text: the one told at the same moment, else the
    /// newest. One that was undone is none, unless it was forgotten too: that is never undone.
    pub fn same_text(
        &mut self,
        space: i64,
        norm_sha256: &Hash,
        occurred_at: Option<Instant>,
    ) -> Result<Option<(i64, String, Instant)>, LedgerError> {
        let told = self.day.has_text(norm_sha256);
        let unheard = self.ready.text.as_ref().is_some_and(|ready| !ready.known);
        if unheard && !told && self.day.listens() {
            return Ok(None);
        }
        let tx = if told { self.tx()? } else { self.raw };
        Ok(tx
            .prepare_cached(
                "SELECT seq, id, occurred_at FROM episode JOIN entry USING (seq) LEFT JOIN discounted USING (seq)
                 WHERE substr(norm_sha256, 1, 4) = substr(?1, 1, 4) AND norm_sha256 = ?1 AND space_id = ?2
                     AND (discounted.seq IS NULL
                         OR NOT EXISTS (SELECT 1 FROM episode_text WHERE episode_text.seq = episode.seq))
                 ORDER BY occurred_at IS ?3 DESC, seq DESC LIMIT 1",
            )?
            .query_row(params![norm_sha256.as_slice(), space, occurred_at.map(Instant::micros)], |row| {
                Ok((row.get(0)?, row.get(1)?, Instant::from_micros(row.get(2)?)))
            })
            .optional()?)
    }

    /// The system time that the next entry would get: later than any before, whatever the wall
    /// clock says.
    pub fn next_time(&self) -> Instant {
        self.wall.max(self.head.recorded_at.plus_micros(1))
    }

    pub fn key(&mut self, space: i64, names: &KeyNames<'_>) -> Result<(i64, Key), LedgerError> {
        let ready = self.at_hand.as_mut().and_then(|fact| Some((fact.key.take()?, fact.row)));
        let (key, read) = match ready {
            Some((key, row)) => (key, Some(row)),
            None => (Key::new(names.subject, names.relation, names.scope), None),
        };
        if key.subject.is_empty() {
            return Err(LedgerError::Empty { field: "subject" });
        }
        if key.relation.is_empty() {
            return Err(LedgerError::Empty { field: "relation" });
        }
        if let Some(Some(id)) = read {
            self.day.state_of(self.raw, space, id, &key.relation)?;
            return Ok((id, key));
        }
        let mut known = self.caches.keys.get(&key).into_iter().flatten();
        if let Some((_, id)) = known.find(|(of, _)| *of == space) {
            self.day.state_of(self.raw, space, *id, &key.relation)?;
            return Ok((*id, key));
        }
        // What the file did not have when the transaction began has been made since, or never.
        let new = read.is_some() && self.day.listens();
        let found = if new { None } else { find_key(self.raw, space, &key)? };
        let id = match found {
            Some(id) => id,
            None => {
                let shown = [names.subject, names.relation, names.scope.unwrap_or_default()];
                let shown = shown.map(|name| name.trim().to_owned());
                let made = self.day.new_key(self.raw, space, &key, shown)?;
                if self.day.has_aliases(self.raw, space)? {
                    crate::alias::map_new_key(self.open_tx()?, space, made, i64::MAX)?;
                }
                made
            }
        };
        self.caches.keys.entry(key.clone()).or_default().push((space, id));
        Ok((id, key))
    }

    /// The row of a value of a key. `compared` is the form in which values are compared, where
    /// it is not the text itself.
    pub fn object(
        &mut self,
        key: i64,
        sealed: &Sealed<'_>,
        compared: Option<&str>,
        same_as: Option<u32>,
    ) -> Result<ObjectRow, LedgerError> {
        let row = |lane, digest, norm, shown, salt| ValueRow { id: 0, key, lane, digest, norm, shown, salt };
        match sealed {
            Sealed::Open { text, salt } => {
                if text.trim().is_empty() {
                    return Err(LedgerError::Empty { field: "object" });
                }
                let ready =
                    self.at_hand.as_mut().filter(|_| salt.is_none()).and_then(|fact| fact.value.take());
                let (norm, sealed) = match ready {
                    Some(ready) => {
                        self.day.hear_values(key, &ready.norm, ready.known);
                        (ready.norm, Some((ready.salt, ready.digest)))
                    }
                    None => (normalize_text(compared.unwrap_or(text)), None),
                };
                // Told before such values had this form: it is the same value in the same spelling.
                if salt.is_none() && memstrata_model::without_capitals(&norm).is_some() {
                    let plain = self.day.values(self.raw, key, &normalize_text(text))?;
                    if let Some(same) = plain.iter().find(|value| value.shown.as_deref() == Some(*text)) {
                        return Ok(same.row);
                    }
                }
                let given = salt.as_ref().map(|salt| salted(salt, &sealed_object(text, compared)));
                let known = self.day.values(self.raw, key, &norm)?;
                let same = known.iter().find(|value| {
                    value.shown.as_deref() == Some(*text)
                        && given.is_none_or(|digest| digest == value.row.digest)
                });
                if let Some(same) = same {
                    return Ok(same.row);
                }
                let known = known.first().map(|value| value.row.lane);
                let lane = self.told_lane(key, same_as)?.or(known).unwrap_or(0);
                let (salt, digest) = match (sealed, salt) {
                    (Some(sealed), _) => sealed,
                    (None, salt) => {
                        let salt = salt.clone().map_or_else(|| self.randomness.salt(), Ok)?;
                        let digest = given.unwrap_or_else(|| salted(&salt, &sealed_object(text, compared)));
                        (salt, digest)
                    }
                };
                let value = row(lane, digest, Some(norm), Some((*text).to_owned()), Some(salt));
                self.day.new_value(self.raw, value)
            }
            Sealed::Gone { digest } => {
                let (tx, digest) = (self.tx()?, to_hash(digest)?);
                if let Some(told) = find_forgotten(tx, key, &digest)? {
                    return Ok(told);
                }
                let lane = self.told_lane(key, same_as)?.unwrap_or(0);
                let value = row(lane, digest, None, None, None);
                self.day.new_value(self.raw, value)
            }
        }
    }

    fn told_lane(&mut self, key: i64, place: Option<u32>) -> Result<Option<i64>, LedgerError> {
        place.map_or(Ok(None), |place| nth_lane(self.tx()?, key, place))
    }

    /// Adds an episode with its text, its words and its place in the outbox.
    pub fn episode(&mut self, draft: &Draft<'_>, episode: &EpisodeDraft<'_>) -> Result<Added, LedgerError> {
        let recorded_at = self.time_of(draft)?;
        let occurred_at = episode.occurred_at.unwrap_or(recorded_at);
        let (text, salt, digest, full, norm) = match (&episode.text, self.ready.text.take()) {
            (Sealed::Open { text, salt: None }, Some(ready)) => {
                (Some(*text), Some(ready.salt), ready.digest, ready.full, ready.norm)
            }
            (Sealed::Open { text, salt }, _) => {
                let salt = match salt {
                    Some(salt) => salt.clone(),
                    None => self.randomness.salt()?,
                };
                let digest = salted(&salt, text);
                (Some(*text), Some(salt), digest, sha256(text), sha256(&normalize_text(text)))
            }
            (Sealed::Gone { digest }, _) => {
                let (full, norm) = episode.digests.as_ref().ok_or(LedgerError::Empty { field: "sha256" })?;
                (None, None, to_hash(digest)?, to_hash(full)?, to_hash(norm)?)
            }
        };
        let added = self.add(draft, |encoding| {
            encoding.text(40, episode.kind.as_str());
            encoding.maybe_text(41, episode.author);
            encoding.maybe_text(42, episode.locator);
            encoding.maybe_int(43, Some(occurred_at.micros()));
            encoding.maybe_int(44, episode.importance.map(|i| i.to_bits().cast_signed()));
            encoding.bytes(45, &digest);
            encoding.bytes(46, &full);
            encoding.bytes(47, &norm);
        })?;
        let row = EpisodeRow {
            seq: added.seq,
            kind: episode.kind.as_str(),
            author: episode.author.map(str::to_owned),
            locator: episode.locator.map(str::to_owned),
            occurred_at: occurred_at.micros(),
            importance: episode.importance,
            sha256: full,
            norm_sha256: norm,
            digest,
        };
        let text = text.zip(salt).map(|(text, salt)| TextRow { seq: added.seq, text: text.to_owned(), salt });
        self.day.add_episode(row, text);
        Ok(added)
    }

    /// Adds an entry and moves the head. `more` encodes what belongs to the kind alone.
    pub fn add(&mut self, draft: &Draft<'_>, more: impl FnOnce(&mut Encoding)) -> Result<Added, LedgerError> {
        let recorded_at = self.time_of(draft)?;
        let seq = self.head.seq + 1;
        let id = match draft.id {
            Some(id) => id.to_owned(),
            None => self.randomness.id(draft.kind, recorded_at)?,
        };
        let mut hash = entry_hash(&self.head.hash, draft, &id, recorded_at, more);
        let mut sealed = None;
        if let Some(seal) = draft.seal {
            let own = to_hash(&draft.expect_hash.and_then(from_hex).unwrap_or_default())?;
            let found = seal_of(&hash, &own);
            if crate::hash::hex(&found) != seal || !self.lost_a_place(draft)? {
                return Err(LedgerError::BadValue { what: "seal of this entry", value: seal.to_owned() });
            }
            (hash, sealed) = (own, Some(found));
        }
        if let Some(expected) = draft.expect_hash
            && expected != crate::hash::hex(&hash)
        {
            return Err(LedgerError::BadValue { what: "hash of this entry", value: expected.to_owned() });
        }
        // A system time has one entry: an id that was made for it can be no other's.
        let named = draft.id.is_some() && !crate::ids::is_made_for(&id, recorded_at);
        if draft.id.is_some() && self.is_taken(&id, named)? {
            return Err(LedgerError::IdTaken { id });
        }
        let row = EntryRow {
            seq,
            space: draft.space,
            id: id.clone(),
            named,
            kind: draft.kind.as_str(),
            recorded_at,
            key: draft.key.as_ref().map(|(id, _)| *id),
            object: draft.object.map(|o| o.id),
            lane: draft.object.map(|o| o.lane),
            change_point: draft.change_point.map(Instant::micros),
            valid_to: draft.valid_to.map(Instant::micros),
            window: draft.window,
            source: draft.source.map(ValidFromSource::as_str),
            precision: draft.precision.map(Precision::as_str),
            confidence: draft.confidence,
            authority: draft.authority.map(Authority::as_str),
            target: draft.target.map(|(seq, _)| seq),
            batch: draft.batch.map(|(seq, _)| seq),
            held: draft.held,
            payload: draft.payload.clone(),
            hash,
        };
        let evidence = draft.evidence.iter().map(|(episode, _, span)| EvidenceRow {
            seq,
            episode: *episode,
            span: *span,
        });
        self.day.add_entry(self.raw, row, draft.id.is_some(), evidence)?;
        if let Some(seal) = sealed {
            keep_seal(self.tx()?, seq, &seal)?;
        }
        self.head = Head { seq, recorded_at, hash };
        Ok(Added { seq, id, recorded_at })
    }

    /// Whether one of the episodes that an entry names is without its text.
    fn lost_a_place(&mut self, draft: &Draft<'_>) -> Result<bool, LedgerError> {
        let mut text = self.tx()?.prepare_cached("SELECT 1 FROM episode_text WHERE seq = ?1")?;
        for (episode, _, span) in &draft.evidence {
            if span.is_none() && !text.exists([episode])? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn is_taken(&self, id: &str, named: bool) -> Result<bool, LedgerError> {
        if self.day.named(id).is_some() {
            return Ok(true);
        }
        if named {
            return Ok(find_id(self.raw, id)?.is_some());
        }
        Ok(self.raw.prepare_cached("SELECT 1 FROM entry WHERE id = ?1 AND named = 1")?.exists([id])?)
    }

    fn time_of(&self, draft: &Draft<'_>) -> Result<Instant, LedgerError> {
        match draft.recorded_at {
            // A clock that stands at the end of time leaves no later one.
            None if self.head.recorded_at == Instant::MAX => Err(LedgerError::BadValue {
                what: "system time that another could follow",
                value: self.head.recorded_at.to_string(),
            }),
            None => Ok(self.next_time()),
            Some(at) if self.head.seq == GENESIS_SEQ || at > self.head.recorded_at => Ok(at),
            Some(at) => Err(LedgerError::BadValue {
                what: "system time later than the entry before it",
                value: at.to_string(),
            }),
        }
    }
}
