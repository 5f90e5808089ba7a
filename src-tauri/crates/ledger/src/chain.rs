//! Adding entries to the log inside one transaction: ids, system time, texts with their salts,
//! and the hash chain. What an entry means for the versions is `project`'s.

use std::collections::HashMap;

use memstrata_model::{
    Authority, EpisodeKind, EventKind, Instant, Key, Precision, ValidFromSource, normalize_text,
};
use rusqlite::{Connection, OptionalExtension as _, params};

use crate::error::LedgerError;
use crate::hash::{Encoding, Hash, salted, sha256};

/// Row ids that never change once made; dropped when a transaction rolls back.
#[derive(Debug, Default)]
pub(crate) struct Caches {
    pub keys: HashMap<(i64, Key), i64>,
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
    pub tx: &'a Connection,
    pub caches: &'a mut Caches,
    pub head: Head,
    /// What the wall clock said when the write began.
    pub wall: Instant,
}

/// A key as told.
#[derive(Clone, Debug)]
pub(crate) struct KeyNames<'a> {
    pub subject: &'a str,
    pub relation: &'a str,
    pub scope: Option<&'a str>,
}

/// A value in the ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ObjectRow {
    pub id: i64,
    pub lane: i64,
    pub digest: Hash,
}

/// A text for which the log holds a salted digest.
#[derive(Clone, Debug)]
pub(crate) enum Sealed<'a> {
    Open {
        text: &'a str,
        salt: Option<Vec<u8>>,
    },
    /// Forgotten: the digest alone.
    Gone {
        digest: Vec<u8>,
    },
}

/// An episode's row, its id, and where its words stand in it (bytes).
pub(crate) type Evidence = (i64, String, Option<(u32, u32)>);

/// An entry to be added.
#[derive(Clone, Debug)]
pub(crate) struct Draft<'a> {
    pub space: i64,
    pub space_name: &'a str,
    pub id: Option<&'a str>,
    pub kind: EventKind,
    pub recorded_at: Option<Instant>,
    pub key: Option<(i64, Key)>,
    pub object: Option<ObjectRow>,
    pub change_point: Option<Instant>,
    pub valid_to: Option<Instant>,
    pub window: bool,
    pub source: Option<ValidFromSource>,
    pub precision: Option<Precision>,
    pub confidence: Option<f64>,
    pub authority: Option<Authority>,
    pub target: Option<(i64, &'a str)>,
    pub batch: Option<(i64, &'a str)>,
    pub held: bool,
    pub payload: Option<String>,
    /// Episodes by row and id, with the span of the words that carry the fact.
    pub evidence: Vec<Evidence>,
    /// Checked against the hash that comes out, where given.
    pub expect_hash: Option<&'a str>,
}

impl<'a> Draft<'a> {
    pub fn new(space: i64, space_name: &'a str, kind: EventKind) -> Self {
        Draft {
            space,
            space_name,
            id: None,
            kind,
            recorded_at: None,
            key: None,
            object: None,
            change_point: None,
            valid_to: None,
            window: false,
            source: None,
            precision: None,
            confidence: None,
            authority: None,
            target: None,
            batch: None,
            held: false,
            payload: None,
            evidence: Vec::new(),
            expect_hash: None,
        }
    }
}

/// An episode to be added, beside the draft of its entry.
#[derive(Clone, Debug)]
pub(crate) struct EpisodeDraft<'a> {
    pub kind: EpisodeKind,
    pub author: Option<&'a str>,
    pub locator: Option<&'a str>,
    pub occurred_at: Option<Instant>,
    pub importance: Option<f64>,
    pub text: Sealed<'a>,
    /// Of a forgotten text: its digests.
    pub digests: Option<(Vec<u8>, Vec<u8>)>,
}

/// An entry that was added.
#[derive(Clone, Debug)]
pub(crate) struct Added {
    pub seq: i64,
    pub id: String,
    pub recorded_at: Instant,
}

const GENESIS_SEQ: i64 = 0;

impl<'a> Chain<'a> {
    pub fn begin(tx: &'a Connection, caches: &'a mut Caches, wall: Instant) -> Result<Self, LedgerError> {
        let head = head(tx)?;
        Ok(Chain { tx, caches, head, wall })
    }

    /// The system time that the next entry would get: later than any before, whatever the wall
    /// clock says.
    pub fn next_time(&self) -> Instant {
        self.wall.max(self.head.recorded_at.plus_micros(1))
    }

    pub fn key(&mut self, space: i64, names: &KeyNames<'_>) -> Result<(i64, Key), LedgerError> {
        let key = Key::new(names.subject, names.relation, names.scope);
        if key.subject.is_empty() {
            return Err(LedgerError::Empty { field: "subject" });
        }
        if key.relation.is_empty() {
            return Err(LedgerError::Empty { field: "relation" });
        }
        if let Some(id) = self.caches.keys.get(&(space, key.clone())) {
            return Ok((*id, key));
        }
        let id = match find_key(self.tx, space, &key)? {
            Some(id) => id,
            None => {
                self.tx
                    .prepare_cached(
                        "INSERT INTO key (space_id, subject, relation, scope, shown_subject, shown_relation, shown_scope)
                         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                    )?
                    .execute(params![
                        space,
                        key.subject,
                        key.relation,
                        key.scope,
                        names.subject.trim(),
                        names.relation.trim(),
                        names.scope.unwrap_or("").trim()
                    ])?;
                let made = self.tx.last_insert_rowid();
                crate::alias::map_new_key(self.tx, space, made, i64::MAX)?;
                made
            }
        };
        self.caches.keys.insert((space, key.clone()), id);
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
        let (norm, shown, salt, digest) = match sealed {
            Sealed::Open { text, salt } => {
                if text.trim().is_empty() {
                    return Err(LedgerError::Empty { field: "object" });
                }
                let norm = normalize_text(compared.unwrap_or(text));
                if salt.is_none()
                    && let Some(known) = find_object(self.tx, key, &norm, text)?
                {
                    return Ok(known);
                }
                let salt = match salt {
                    Some(salt) => salt.clone(),
                    None => fresh_salt()?,
                };
                let digest = salted(&salt, &sealed_object(text, compared));
                if let Some(known) = find_object(self.tx, key, &norm, text)?
                    && known.digest == digest
                {
                    return Ok(known);
                }
                (Some(norm), Some((*text).to_owned()), Some(salt), digest)
            }
            Sealed::Gone { digest } => (None, None, None, to_hash(digest)?),
        };
        let lane = match &norm {
            Some(norm) => find_lane(self.tx, key, norm)?,
            None => nth_lane(self.tx, key, same_as)?,
        };
        self.tx
            .prepare_cached(
                "INSERT INTO object (key_id, lane, digest, norm, shown, salt) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            )?
            .execute(params![key, lane.unwrap_or(0), digest.as_slice(), norm, shown, salt])?;
        let id = self.tx.last_insert_rowid();
        if lane.is_none() {
            self.tx.prepare_cached("UPDATE object SET lane = ?1 WHERE object_id = ?1")?.execute([id])?;
        }
        Ok(ObjectRow { id, lane: lane.unwrap_or(id), digest })
    }

    /// Adds an episode with its text, its words and its place in the outbox.
    pub fn episode(&mut self, draft: &Draft<'_>, episode: &EpisodeDraft<'_>) -> Result<Added, LedgerError> {
        let recorded_at = self.time_of(draft)?;
        let occurred_at = episode.occurred_at.unwrap_or(recorded_at);
        let (text, salt, digest, full, norm) = match &episode.text {
            Sealed::Open { text, salt } => {
                let salt = match salt {
                    Some(salt) => salt.clone(),
                    None => fresh_salt()?,
                };
                let digest = salted(&salt, text);
                (Some(*text), Some(salt), digest, sha256(text), sha256(&normalize_text(text)))
            }
            Sealed::Gone { digest } => {
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
        self.tx
            .prepare_cached(
                "INSERT INTO episode (seq, kind, author, locator, occurred_at, importance, sha256, norm_sha256, digest)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
            )?
            .execute(params![
                added.seq,
                episode.kind.as_str(),
                episode.author,
                episode.locator,
                occurred_at.micros(),
                episode.importance,
                full.as_slice(),
                norm.as_slice(),
                digest.as_slice()
            ])?;
        if let (Some(text), Some(salt)) = (text, salt) {
            self.tx
                .prepare_cached("INSERT INTO episode_text (seq, text, salt) VALUES (?1, ?2, ?3)")?
                .execute(params![added.seq, text, salt])?;
            self.tx
                .prepare_cached("INSERT INTO episode_words (rowid, text) VALUES (?1, ?2)")?
                .execute(params![added.seq, text])?;
            self.tx.prepare_cached("INSERT INTO outbox (seq) VALUES (?1)")?.execute([added.seq])?;
        }
        Ok(added)
    }

    /// Adds an entry and moves the head. `more` encodes what belongs to the kind alone.
    pub fn add(&mut self, draft: &Draft<'_>, more: impl FnOnce(&mut Encoding)) -> Result<Added, LedgerError> {
        let recorded_at = self.time_of(draft)?;
        let seq = self.head.seq + 1;
        let id = match draft.id {
            Some(id) => id.to_owned(),
            None => fresh_id(draft.kind, recorded_at)?,
        };
        let hash = entry_hash(&self.head.hash, draft, &id, recorded_at, more);
        if let Some(expected) = draft.expect_hash
            && expected != crate::hash::hex(&hash)
        {
            return Err(LedgerError::BadValue { what: "hash of this entry", value: expected.to_owned() });
        }
        let inserted = self
            .tx
            .prepare_cached(
                "INSERT INTO entry (seq, space_id, id, kind, recorded_at, key_id, object_id, lane, change_point,
                     valid_to, is_window, source, precision, confidence, authority, target, batch, held, payload, hash)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20)",
            )?
            .execute(params![
                seq,
                draft.space,
                id,
                draft.kind.as_str(),
                recorded_at.micros(),
                draft.key.as_ref().map(|(id, _)| *id),
                draft.object.map(|o| o.id),
                draft.object.map(|o| o.lane),
                draft.change_point.map(Instant::micros),
                draft.valid_to.map(Instant::micros),
                draft.window,
                draft.source.map(ValidFromSource::as_str),
                draft.precision.map(Precision::as_str),
                draft.confidence,
                draft.authority.map(Authority::as_str),
                draft.target.map(|(seq, _)| seq),
                draft.batch.map(|(seq, _)| seq),
                draft.held,
                draft.payload,
                hash.as_slice()
            ]);
        if let Err(error) = inserted {
            let taken = self.tx.prepare_cached("SELECT 1 FROM entry WHERE id = ?1")?.exists([&id])?;
            return Err(if taken { LedgerError::IdTaken { id } } else { error.into() });
        }
        for (episode, _, span) in &draft.evidence {
            self.tx
                .prepare_cached(
                    "INSERT OR IGNORE INTO evidence (seq, episode, span_from, span_to) VALUES (?1, ?2, ?3, ?4)",
                )?
                .execute(params![seq, episode, span.map(|s| s.0), span.map(|s| s.1)])?;
        }
        self.head = Head { seq, recorded_at, hash };
        Ok(Added { seq, id, recorded_at })
    }

    fn time_of(&self, draft: &Draft<'_>) -> Result<Instant, LedgerError> {
        match draft.recorded_at {
            None => Ok(self.next_time()),
            Some(at) if self.head.seq == GENESIS_SEQ || at > self.head.recorded_at => Ok(at),
            Some(at) => Err(LedgerError::BadValue {
                what: "system time later than the entry before it",
                value: at.to_string(),
            }),
        }
    }
}

/// The newest entry, or the root of the chain.
pub(crate) fn head(tx: &Connection) -> Result<Head, LedgerError> {
    let newest = tx
        .prepare_cached("SELECT seq, recorded_at, hash FROM entry ORDER BY seq DESC LIMIT 1")?
        .query_row([], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?, row.get::<_, Vec<u8>>(2)?)))
        .optional()?;
    match newest {
        Some((seq, recorded_at, hash)) => {
            Ok(Head { seq, recorded_at: Instant::from_micros(recorded_at), hash: to_hash(&hash)? })
        }
        None => Ok(Head { seq: GENESIS_SEQ, recorded_at: Instant::MIN, hash: genesis_hash(tx)? }),
    }
}

/// The hash that the first entry follows: over the lines that hold from the beginning.
pub(crate) fn genesis_hash(tx: &Connection) -> Result<Hash, LedgerError> {
    let mut encoding = Encoding::after(&[]);
    let mut statement = tx.prepare_cached("SELECT line FROM genesis ORDER BY place")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        encoding.text(1, row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?);
    }
    Ok(encoding.finish())
}

/// The hash of an entry: what it is, in a fixed order.
pub(crate) fn entry_hash(
    previous: &Hash,
    draft: &Draft<'_>,
    id: &str,
    recorded_at: Instant,
    more: impl FnOnce(&mut Encoding),
) -> Hash {
    let mut encoding = Encoding::after(previous);
    encoding.text(1, draft.space_name);
    encoding.text(2, id);
    encoding.text(3, draft.kind.as_str());
    encoding.maybe_int(4, Some(recorded_at.micros()));
    if let Some((_, key)) = &draft.key {
        encoding.text(5, &key.subject);
        encoding.text(6, &key.relation);
        encoding.text(7, &key.scope);
    }
    if let Some(object) = &draft.object {
        encoding.bytes(8, &object.digest);
    }
    encoding.maybe_int(9, draft.change_point.map(Instant::micros));
    encoding.maybe_int(10, draft.valid_to.map(Instant::micros));
    encoding.maybe_int(11, draft.window.then_some(1));
    encoding.maybe_text(12, draft.source.map(ValidFromSource::as_str));
    encoding.maybe_text(13, draft.precision.map(Precision::as_str));
    encoding.maybe_int(14, draft.confidence.map(|c| c.to_bits().cast_signed()));
    encoding.maybe_text(15, draft.authority.map(Authority::as_str));
    encoding.maybe_text(16, draft.target.map(|(_, id)| id));
    encoding.maybe_text(17, draft.batch.map(|(_, id)| id));
    encoding.maybe_int(18, draft.held.then_some(1));
    encoding.maybe_text(19, draft.payload.as_deref());
    for (_, episode, span) in &draft.evidence {
        encoding.text(20, episode);
        if let Some((from, to)) = span {
            encoding.maybe_int(21, Some(i64::from(*from)));
            encoding.maybe_int(22, Some(i64::from(*to)));
        }
    }
    more(&mut encoding);
    encoding.finish()
}

/// What the digest of a value covers: the text, and the form it is compared in where that differs.
pub(crate) fn sealed_object(text: &str, compared: Option<&str>) -> String {
    match compared {
        Some(compared) if normalize_text(compared) != normalize_text(text) => {
            format!("{text}\u{0}{}", normalize_text(compared))
        }
        _ => text.to_owned(),
    }
}

pub(crate) fn find_key(tx: &Connection, space: i64, key: &Key) -> Result<Option<i64>, LedgerError> {
    Ok(tx
        .prepare_cached(
            "SELECT key_id FROM key WHERE space_id = ?1 AND subject = ?2 AND relation = ?3 AND scope = ?4",
        )?
        .query_row(params![space, key.subject, key.relation, key.scope], |row| row.get(0))
        .optional()?)
}

fn find_object(tx: &Connection, key: i64, norm: &str, shown: &str) -> Result<Option<ObjectRow>, LedgerError> {
    let found = tx
        .prepare_cached(
            "SELECT object_id, lane, digest FROM object WHERE key_id = ?1 AND norm = ?2 AND shown = ?3",
        )?
        .query_row(params![key, norm, shown], |row| {
            Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?, row.get::<_, Vec<u8>>(2)?))
        })
        .optional()?;
    found.map(|(id, lane, digest)| Ok(ObjectRow { id, lane, digest: to_hash(&digest)? })).transpose()
}

pub(crate) fn find_lane(tx: &Connection, key: i64, norm: &str) -> Result<Option<i64>, LedgerError> {
    Ok(tx
        .prepare_cached("SELECT lane FROM object WHERE key_id = ?1 AND norm = ?2 LIMIT 1")?
        .query_row(params![key, norm], |row| row.get(0))
        .optional()?)
}

/// The lane of the `place`-th value first told to the key.
fn nth_lane(tx: &Connection, key: i64, place: Option<u32>) -> Result<Option<i64>, LedgerError> {
    let Some(place) = place else { return Ok(None) };
    Ok(tx
        .prepare_cached(
            "SELECT lane FROM object WHERE key_id = ?1 AND object_id = lane ORDER BY lane LIMIT 1 OFFSET ?2",
        )?
        .query_row(params![key, place], |row| row.get(0))
        .optional()?)
}

pub(crate) fn to_hash(bytes: &[u8]) -> Result<Hash, LedgerError> {
    bytes
        .try_into()
        .map_err(|_| LedgerError::BadValue { what: "SHA-256 digest", value: crate::hash::hex(bytes) })
}

fn fresh_salt() -> Result<Vec<u8>, LedgerError> {
    let mut salt = [0u8; 16];
    getrandom::fill(&mut salt).map_err(|error| LedgerError::Random(error.to_string()))?;
    Ok(salt.to_vec())
}

/// A letter for the kind, and what makes an id unique.
fn fresh_id(kind: EventKind, at: Instant) -> Result<String, LedgerError> {
    let letter = match kind {
        EventKind::Episode => "e",
        EventKind::Batch => "b",
        EventKind::Claim => "c",
        _ => "v",
    };
    Ok(format!("{letter}{}", fresh_suffix(at)?))
}

/// The rest of an id: sorts by time and collides with none of another run. The system time and
/// 40 random bits, in Crockford's base 32.
///
/// # Errors
/// The system has no random bits to give.
pub fn fresh_suffix(at: Instant) -> Result<String, LedgerError> {
    const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
    let mut random = [0u8; 8];
    getrandom::fill(&mut random[..5]).map_err(|error| LedgerError::Random(error.to_string()))?;
    let mut suffix = String::with_capacity(21);
    let time = at.micros().wrapping_sub(Instant::MIN.micros()).cast_unsigned();
    let mut digit = |value: u64| suffix.push(DIGITS[(value & 31) as usize] as char);
    (0..13).rev().for_each(|place| digit(time >> (place * 5)));
    let random = u64::from_le_bytes(random);
    (0..8).for_each(|place| digit(random >> (place * 5)));
    Ok(suffix)
}
