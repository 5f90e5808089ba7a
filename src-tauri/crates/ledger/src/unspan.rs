//! Where the words of a forgotten text stood: forgotten with it. The hash of an entry covers that
//! place, so the chain could not be computed again without it. The entry keeps its hash, and gets a
//! seal over it and over all that is left of the entry: one changed byte of either is still found.

use rusqlite::{Connection, OptionalExtension as _};

use crate::error::LedgerError;
use crate::hash::{Encoding, Hash};
use crate::sealing::to_hash;

/// The seal of an entry: over the hash that it would have without the places that are gone, and the
/// one that it has.
pub(crate) fn seal_of(left: &Hash, own: &Hash) -> Hash {
    let mut encoding = Encoding::after(left);
    encoding.bytes(1, own);
    encoding.finish()
}

/// The seal of an entry that lost such a place; none of any other.
pub(crate) fn kept_seal(tx: &Connection, seq: i64) -> Result<Option<Hash>, LedgerError> {
    let seal: Option<Vec<u8>> = tx
        .prepare_cached("SELECT seal FROM sealed_entry WHERE seq = ?1")?
        .query_row([seq], |row| row.get(0))
        .optional()?;
    seal.map(|seal| to_hash(&seal)).transpose()
}

pub(crate) fn keep_seal(tx: &Connection, seq: i64, seal: &Hash) -> Result<(), LedgerError> {
    tx.prepare_cached("INSERT OR REPLACE INTO sealed_entry (seq, seal) VALUES (?1, ?2)")?
        .execute(rusqlite::params![seq, seal.as_slice()])?;
    Ok(())
}

/// Forgets where words stood in an episode whose text is gone.
pub(crate) fn forget_places(tx: &Connection, episode: i64) -> Result<(), LedgerError> {
    let told: Vec<i64> = tx
        .prepare_cached("SELECT seq FROM evidence WHERE episode = ?1 AND span_from IS NOT NULL ORDER BY seq")?
        .query_map([episode], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    for seq in told {
        // Only what is as it was told is sealed: what was changed before is found after it, too.
        let sound = crate::verify::is_sound(tx, seq)?;
        tx.prepare_cached(
            "UPDATE evidence SET span_from = NULL, span_to = NULL WHERE seq = ?1 AND episode = ?2",
        )?
        .execute([seq, episode])?;
        if sound {
            let (left, own) = crate::verify::hashes_of(tx, seq)?;
            keep_seal(tx, seq, &seal_of(&left, &own))?;
        }
    }
    Ok(())
}

/// The same for all texts that are gone: those of before there were seals.
pub(crate) fn forget_all_places(tx: &Connection) -> Result<(), LedgerError> {
    let gone: Vec<i64> = tx
        .prepare(
            "SELECT seq FROM episode WHERE NOT EXISTS (
                 SELECT 1 FROM episode_text WHERE episode_text.seq = episode.seq) ORDER BY seq",
        )?
        .query_map([], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    if gone.is_empty() {
        return Ok(());
    }
    gone.into_iter().try_for_each(|episode| forget_places(tx, episode))?;
    crate::scrub::note(tx)
}
