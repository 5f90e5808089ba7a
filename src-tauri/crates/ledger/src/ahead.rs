//! Reading ahead of a batch: while one thread tells things, another looks at those to come. It
//! brings their names and values into normal form, seals what will be sealed, and reads what the
//! file held of their keys when the transaction began, on a reading connection of its own. Nothing
//! follows from it but that the transaction need not ask itself: where something was told in the
//! meantime that reaches beyond ordinary keys, it no longer listens (`Daybook::listens`).

use std::collections::{HashMap, HashSet};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use memstrata_model::{Cardinality, Instant, Key, normalize_text};
use rusqlite::Connection;

use crate::append::append_one;
use crate::chain::{Chain, find_key, find_values};
use crate::daybook::{IdAndValue, KnownValue, read_id_and_value};
use crate::error::LedgerError;
use crate::hash::{Hash, salted, sha256};
use crate::ids::Randomness;
use crate::sealing::sealed_object;
use crate::store::{CACHE_OF_MANY, Ledger};
use crate::strand::{Reading, Strand};
use crate::told::{NewEpisode, Receipt, Told, Write};

/// From so many writes on another thread is worth its start. This and the next are small in debug
/// builds, so that tests see it happen.
const WORTH_IT: usize = if cfg!(debug_assertions) { 2 } else { 256 };
/// Writes that are read ahead at once, and how many such parts may wait: about as many as are told
/// while others are posted (`daybook`).
const PART: usize = if cfg!(debug_assertions) { 3 } else { 128 };
const WAITING: usize = 64;
/// Rows that may be read for one timeline: what is told of a long key far from its end is left to
/// the transaction.
const AT_MOST: usize = if cfg!(debug_assertions) { 6 } else { 64 };
/// Of pages that a connection keeps which has read ahead, in kibibytes, negative as SQLite takes them.
const CACHE_AFTERWARDS: &str = "-32768";

/// What was read ahead of one write.
#[derive(Debug, Default)]
pub(crate) struct Ready {
    pub text: Option<ReadyText>,
    pub facts: Vec<ReadyFact>,
}

/// The digests of an episode's text.
#[derive(Debug)]
pub(crate) struct ReadyText {
    pub salt: Vec<u8>,
    pub digest: Hash,
    pub full: Hash,
    pub norm: Hash,
    /// Whether the file held a text with this normal form.
    pub known: bool,
}

/// What was read ahead of one thing told.
#[derive(Debug)]
pub(crate) struct ReadyFact {
    /// Where it stands among the things told, to tell it from others.
    pub place: usize,
    pub key: Option<Key>,
    /// The key's row, where the file had one.
    pub row: Option<i64>,
    pub value: Option<ReadyValue>,
    pub strand: Option<((i64, Option<i64>), Strand)>,
    /// The id and the value of the entries that opened the strand's versions.
    pub openers: Vec<(i64, IdAndValue)>,
}

#[derive(Debug)]
pub(crate) struct ReadyValue {
    pub norm: String,
    pub salt: Vec<u8>,
    pub digest: Hash,
    /// The values of the key with this normal form, where the file had the key.
    pub known: Option<Vec<KnownValue>>,
}

/// Where a thing told stands in memory, as a number.
pub(crate) fn place_of(told: &Told) -> usize {
    std::ptr::from_ref(told).addr()
}

impl Ledger {
    /// Carries out writes with what another thread reads ahead of them.
    pub(crate) fn append_each(
        &self,
        chain: &mut Chain<'_>,
        writes: &[Write],
    ) -> Result<Vec<Receipt>, LedgerError> {
        if writes.len() < WORTH_IT {
            return writes.iter().map(|write| append_one(chain, write)).collect();
        }
        std::thread::scope(|scope| {
            let (send, receive) = sync_channel(WAITING);
            // The transaction holds the write lock already: what the other thread sees is what
            // the transaction began with. Where it cannot read, nothing is read ahead.
            scope.spawn(move || {
                self.reading(|tx| {
                    tx.pragma_update(None, "cache_size", CACHE_OF_MANY)?;
                    let read = read_ahead(tx, writes, &send);
                    tx.pragma_update(None, "cache_size", CACHE_AFTERWARDS)?;
                    read
                })
            });
            chain.day.listen();
            let mut receipts = Vec::with_capacity(writes.len());
            for part in writes.chunks(PART) {
                append_part(chain, part, &receive, &mut receipts)?;
            }
            Ok(receipts)
        })
    }
}

fn append_part(
    chain: &mut Chain<'_>,
    part: &[Write],
    receive: &Receiver<Vec<Ready>>,
    receipts: &mut Vec<Receipt>,
) -> Result<(), LedgerError> {
    let mut ready = receive.recv().unwrap_or_default().into_iter();
    for write in part {
        chain.ready = ready.next().unwrap_or_default();
        receipts.push(append_one(chain, write)?);
    }
    chain.ready = Ready::default();
    Ok(())
}

fn read_ahead(tx: &Connection, writes: &[Write], send: &SyncSender<Vec<Ready>>) -> Result<(), LedgerError> {
    let mut ahead = Ahead {
        tx,
        // Merged keys have no timelines of their own.
        merged: tx.prepare_cached("SELECT 1 FROM key_into LIMIT 1")?.exists([])?,
        discounted: tx.prepare_cached("SELECT 1 FROM discounted LIMIT 1")?.exists([])?,
        head: crate::chain::head(tx)?.seq,
        randomness: Randomness::default(),
        spaces: HashMap::new(),
        set_valued: HashMap::new(),
        read: HashSet::new(),
    };
    for part in writes.chunks(PART) {
        let ready = part.iter().map(|write| ahead.write(write)).collect::<Result<Vec<_>, _>>()?;
        // Nobody listens any more where the writing failed.
        if send.send(ready).is_err() {
            break;
        }
    }
    Ok(())
}

struct Ahead<'t> {
    tx: &'t Connection,
    merged: bool,
    discounted: bool,
    /// The last entry in the file.
    head: i64,
    randomness: Randomness,
    spaces: HashMap<String, i64>,
    set_valued: HashMap<(i64, String), bool>,
    /// Timelines that were read already: the transaction knows them better by now.
    read: HashSet<(i64, Option<i64>)>,
}

impl Ahead<'_> {
    fn write(&mut self, write: &Write) -> Result<Ready, LedgerError> {
        let space = match self.spaces.get(&write.space) {
            Some(space) => *space,
            None => {
                let space = crate::store::space_id(self.tx, &write.space)?;
                self.spaces.insert(write.space.clone(), space);
                space
            }
        };
        let text = write.episode.as_ref().map(|episode| self.text(episode)).transpose()?;
        let said = write.episode.as_ref().and_then(|episode| episode.occurred_at).unwrap_or(write.now);
        let mut facts = Vec::with_capacity(write.told.len());
        for told in &write.told {
            facts.extend(self.fact(space, told, said)?);
        }
        Ok(Ready { text, facts })
    }

    fn text(&mut self, episode: &NewEpisode) -> Result<ReadyText, LedgerError> {
        let salt = self.randomness.salt()?;
        let digest = salted(&salt, &episode.text);
        let norm = sha256(&normalize_text(&episode.text));
        let known = self
            .tx
            .prepare_cached(
                "SELECT 1 FROM episode WHERE substr(norm_sha256, 1, 4) = substr(?1, 1, 4) AND norm_sha256 = ?1 LIMIT 1",
            )?
            .exists([norm.as_slice()])?;
        Ok(ReadyText { salt, digest, full: sha256(&episode.text), norm, known })
    }

    fn fact(&mut self, space: i64, told: &Told, said: Instant) -> Result<Option<ReadyFact>, LedgerError> {
        let (subject, relation, scope, object, value, at) = match told {
            Told::Assert(a) => {
                let at = a.valid_from.unwrap_or(said);
                (&a.subject, &a.relation, &a.scope, Some(&a.object), &a.value, at)
            }
            Told::Confirm(c) => {
                (&c.subject, &c.relation, &c.scope, Some(&c.object), &c.value, c.at.unwrap_or(said))
            }
            Told::End(e) => {
                (&e.subject, &e.relation, &e.scope, e.object.as_ref(), &e.value, e.at.unwrap_or(said))
            }
            _ => return Ok(None),
        };
        let key = Key::new(subject, relation, scope.as_deref());
        let row = find_key(self.tx, space, &key)?;
        let value = object.map(|text| self.value(row, text, value.as_deref())).transpose()?;
        let place = place_of(told);
        let mut fact = ReadyFact { place, key: None, row, value, strand: None, openers: Vec::new() };
        if let Some(row) = row.filter(|_| !self.merged) {
            let set_valued = self.is_set_valued(space, &key.relation)?;
            self.timeline(row, set_valued, at, &mut fact)?;
        }
        fact.key = Some(key);
        Ok(Some(fact))
    }

    fn value(
        &mut self,
        key: Option<i64>,
        text: &str,
        compared: Option<&str>,
    ) -> Result<ReadyValue, LedgerError> {
        let norm = normalize_text(compared.unwrap_or(text));
        let known = key.map(|key| find_values(self.tx, key, &norm)).transpose()?;
        let salt = self.randomness.salt()?;
        let digest = salted(&salt, &sealed_object(text, compared));
        Ok(ReadyValue { norm, salt, digest, known })
    }

    /// Reads what the file holds of a timeline around a change point.
    fn timeline(
        &mut self,
        key: i64,
        set_valued: bool,
        at: Instant,
        fact: &mut ReadyFact,
    ) -> Result<(), LedgerError> {
        let lane = if set_valued {
            // The timeline of a value that is new is empty, but for ends of all values.
            let known = fact.value.as_ref().and_then(|value| value.known.as_ref()?.first());
            let Some(known) = known else { return Ok(()) };
            Some(known.row.lane)
        } else {
            None
        };
        if !self.read.insert((key, lane)) {
            return Ok(());
        }
        let mut reading = Reading { up_to: self.head, at_most: AT_MOST, discounted: self.discounted };
        let Some(strand) = Strand::read(self.tx, key, lane, Some(at), &mut reading)? else { return Ok(()) };
        // What is told next most often closes the last version.
        if let Some(opener) = strand.last_opener() {
            fact.openers.push((opener, read_id_and_value(self.tx, opener)?));
        }
        fact.strand = Some(((key, lane), strand));
        Ok(())
    }

    fn is_set_valued(&mut self, space: i64, relation: &str) -> Result<bool, LedgerError> {
        let name = (space, relation.to_owned());
        if let Some(known) = self.set_valued.get(&name) {
            return Ok(*known);
        }
        let canonical = crate::registry::canonical(self.tx, space, relation)?;
        let now = crate::registry::relation_now(self.tx, space, &canonical)?;
        let set_valued = now.cardinality == Cardinality::Set;
        self.set_valued.insert(name, set_valued);
        Ok(set_valued)
    }
}
