//! What a write would change, before it is made: it is carried out in a transaction, what came of
//! it is read there, and the transaction is dropped. So a preview of any act is the act itself.

use std::collections::{BTreeMap, BTreeSet};

use memstrata_model::{EventKind, Instant};
use rusqlite::{Connection, params};
use serde::Serialize;

use crate::append::append_one;
use crate::chain::Chain;
use crate::diff::{KeyDifference, between_beliefs, entry_id};
use crate::error::LedgerError;
use crate::forget::{Erasure, erasure};
use crate::grounds::fallen;
use crate::store::{Ledger, space_id};
use crate::told::{Receipt, Told, Write};

/// What writes would come to. Ids of entries in it are of entries that were never made.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Preview {
    pub receipts: Vec<Receipt>,
    /// What would be believed otherwise: intervals that would go, and those in their place.
    pub changes: Vec<KeyDifference>,
    /// Claims that would fall, or stand again.
    pub claims: Vec<ClaimChange>,
    /// Texts and values that would be erased.
    pub erased: Vec<Erasure>,
    /// Whether it could be withdrawn again.
    pub reversible: bool,
}

/// A claim that would fall or stand again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClaimChange {
    pub id: String,
    pub text: Option<String>,
    /// Why it would fall; null where it would stand again.
    pub falls: Option<String>,
}

impl Ledger {
    /// What several writes would change, one after another; nothing is stored.
    ///
    /// # Errors
    /// As [`Ledger::append`].
    pub fn rehearse(&self, writes: &[Write]) -> Result<Preview, LedgerError> {
        self.tried(
            |chain| {
                let (seq, at) = (chain.head.seq, chain.head.recorded_at);
                let before = standing(chain.tx()?)?;
                let mut done = Preview { reversible: true, ..Preview::default() };
                let mut texts = BTreeMap::new();
                for write in writes {
                    for told in &write.told {
                        if let Told::Forget(episode) = told {
                            let space = space_id(chain.tx()?, &write.space)?;
                            done.erased.push(erasure(chain.tx()?, space, episode)?);
                            done.reversible = false;
                            keep_texts(chain.tx()?, space, episode, &mut texts)?;
                        }
                    }
                    done.receipts.push(append_one(chain, write)?);
                }
                let spaces: BTreeSet<&str> = writes.iter().map(|write| write.space.as_str()).collect();
                for space in spaces {
                    let keys = touched(chain.tx()?, space_id(chain.tx()?, space)?, seq)?;
                    done.changes.extend(between_beliefs(
                        chain.tx()?,
                        space,
                        at,
                        Instant::MAX,
                        keys.as_deref(),
                    )?);
                }
                done.claims = changed_claims(chain.tx()?, &before, &texts)?;
                Ok(done)
            },
            writes.first().map(|write| write.now),
        )
    }

    /// Carries work out in a transaction that is dropped: only its answer stays.
    pub(crate) fn tried<T>(
        &self,
        mut work: impl FnMut(&mut Chain<'_>) -> Result<T, LedgerError>,
        now: Option<Instant>,
    ) -> Result<T, LedgerError> {
        let mut done = None;
        let result: Result<(), LedgerError> = self.transact(
            |chain| {
                done = Some(work(chain)?);
                Err(LedgerError::Cancelled)
            },
            now,
        );
        match (done, result) {
            (Some(done), _) => Ok(done),
            (None, result) => Err(result.err().unwrap_or(LedgerError::Cancelled)),
        }
    }
}

/// The keys that new entries can have changed; none where it may be any.
fn touched(tx: &Connection, space: i64, since: i64) -> Result<Option<Vec<i64>>, LedgerError> {
    let mut statement = tx.prepare_cached(
        "SELECT DISTINCT kind, ifnull(into_key, key_id) FROM entry LEFT JOIN key_into USING (key_id)
         WHERE seq > ?1 AND space_id = ?2",
    )?;
    let rows = statement
        .query_map(params![since, space], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<Result<Vec<(String, Option<i64>)>, _>>()?;
    let mut keys = BTreeSet::new();
    for (kind, key) in rows {
        match (EventKind::from_name(&kind), key) {
            (_, Some(key)) => {
                keys.insert(key);
            }
            (Some(EventKind::Episode | EventKind::Batch | EventKind::Proposal | EventKind::Claim), None) => {}
            _ => return Ok(None),
        }
    }
    Ok(Some(keys.into_iter().collect()))
}

/// Claims that something took a source from, with the reason where they do not stand.
fn standing(tx: &Connection) -> Result<BTreeMap<i64, Option<String>>, LedgerError> {
    let claims: Vec<i64> = tx
        .prepare_cached("SELECT DISTINCT claim FROM claim_mark ORDER BY claim")?
        .query_map([], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    claims.into_iter().map(|claim| Ok((claim, fallen(tx, claim, Instant::MAX, None)?))).collect()
}

fn changed_claims(
    tx: &Connection,
    before: &BTreeMap<i64, Option<String>>,
    texts: &BTreeMap<i64, String>,
) -> Result<Vec<ClaimChange>, LedgerError> {
    let mut changed = Vec::new();
    for (claim, falls) in standing(tx)? {
        let fell = before.get(&claim).is_some_and(Option::is_some);
        if fell == falls.is_some() {
            continue;
        }
        let text = claim_text(tx, claim)?.or_else(|| texts.get(&claim).cloned());
        changed.push(ClaimChange { id: entry_id(tx, claim)?, text, falls });
    }
    Ok(changed)
}

fn claim_text(tx: &Connection, claim: i64) -> Result<Option<String>, LedgerError> {
    Ok(tx
        .prepare_cached(
            "SELECT text FROM evidence JOIN episode_text ON episode_text.seq = evidence.episode
             WHERE evidence.seq = ?1 LIMIT 1",
        )?
        .query_map([claim], |row| row.get(0))?
        .next()
        .transpose()?)
}

/// The texts of claims that may go with a text to be forgotten, while they are there.
fn keep_texts(
    tx: &Connection,
    space: i64,
    episode: &str,
    texts: &mut BTreeMap<i64, String>,
) -> Result<(), LedgerError> {
    let seq = crate::append::find_entry(tx, space, episode, "episode")?;
    let told: Vec<i64> = tx
        .prepare_cached("SELECT seq FROM evidence WHERE episode = ?1")?
        .query_map([seq], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    for source in std::iter::once(seq).chain(told) {
        for claim in crate::claims::dependents(tx, source)? {
            if let Some(text) = claim_text(tx, claim)? {
                texts.insert(claim, text);
            }
        }
    }
    Ok(())
}
