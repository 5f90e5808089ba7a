//! How a fact told met its key: what held there before and after, compared.

use memstrata_model::{Authority, Instant, Outcome};
use rusqlite::{Connection, OptionalExtension as _, params};

use crate::error::LedgerError;

/// What a key says around a change point, at one moment of belief.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meeting {
    /// What holds at the change point.
    pub holder: Option<Holder>,
    /// What holds now.
    pub now: Option<Holder>,
    /// Whether anything begins after the change point.
    pub later: bool,
    pub any: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Holder {
    pub lane: i64,
    pub from: Option<Instant>,
    pub to: Option<Instant>,
    pub asserted_by: i64,
}

impl Meeting {
    pub fn find(
        tx: &Connection,
        key: i64,
        lane: Option<i64>,
        at: Option<Instant>,
        now: Instant,
    ) -> Result<Meeting, LedgerError> {
        let filter = "key_id = ?1 AND stands = 1 AND (lane = ?2 OR ?2 IS NULL)";
        let exists = |more: &str, bound: i64| -> Result<bool, LedgerError> {
            let mut statement =
                tx.prepare_cached(&format!("SELECT 1 FROM version WHERE {filter} AND {more} LIMIT 1"))?;
            Ok(statement.exists(params![key, lane, bound])?)
        };
        let at_bound = at.unwrap_or(Instant::MIN);
        Ok(Meeting {
            holder: holder_at(tx, key, lane, at_bound)?,
            now: holder_at(tx, key, lane, now)?,
            later: exists("valid_from > ?3", at_bound.micros())?,
            any: exists("?3 IS NOT NULL", 0)?,
        })
    }
}

/// The version that holds at a moment, as believed now.
pub(crate) fn holder_at(
    tx: &Connection,
    key: i64,
    lane: Option<i64>,
    at: Instant,
) -> Result<Option<Holder>, LedgerError> {
    let read = |row: &rusqlite::Row<'_>| {
        Ok(Holder {
            lane: row.get(0)?,
            from: row.get::<_, Option<i64>>(1)?.map(Instant::from_micros),
            to: row.get::<_, Option<i64>>(2)?.map(Instant::from_micros),
            asserted_by: row.get(3)?,
        })
    };
    // One seek: versions of a lane never overlap, so the last to begin is the only one that can
    // hold; then the one without a known start.
    let which = if lane.is_some() { "key_id = ?1 AND lane = ?2" } else { "key_id = ?1 AND ?2 IS NULL" };
    for start in ["valid_from <= ?3", "valid_from IS NULL AND ?3 IS NOT NULL"] {
        let mut statement = tx.prepare_cached(&format!(
            "SELECT lane, valid_from, valid_to, asserted_by FROM version
             WHERE {which} AND stands = 1 AND {start} ORDER BY valid_from DESC LIMIT 1"
        ))?;
        let last: Option<Holder> = statement.query_row(params![key, lane, at.micros()], read).optional()?;
        if let Some(holder) = last {
            return Ok(Some(holder).filter(|holder| holder.to.is_none_or(|to| at < to)));
        }
    }
    Ok(None)
}

pub(crate) fn told_outcome(
    before: &Meeting,
    after: &Meeting,
    lane: i64,
    from: Option<Instant>,
    to: Option<Instant>,
    now: Instant,
    disputed: bool,
) -> Outcome {
    if from.is_some_and(|from| from > now) {
        return Outcome::Pending;
    }
    if disputed {
        return Outcome::Disputed;
    }
    if !before.any {
        return Outcome::Novel;
    }
    // What held with no end in sight does so no more, and nothing took its place.
    let open_before = before.now.is_some_and(|held| held.to.is_none());
    let open_after = after.now.is_some_and(|held| held.to.is_none()) || after.later;
    if to.is_some() && open_before && !open_after {
        return Outcome::Unsettled;
    }
    match before.holder {
        Some(holder) if holder.lane == lane => Outcome::Reinforced,
        Some(_) if after.now.is_some_and(|held| held.lane == lane) => Outcome::Superseded,
        Some(holder)
            if before.now.map(|n| n.lane) == Some(holder.lane)
                && after.now.map(|n| n.lane) != Some(holder.lane) =>
        {
            Outcome::Superseded
        }
        Some(_) => Outcome::Backfilled,
        None if before.now.is_none() && !before.later => Outcome::Novel,
        None => Outcome::Backfilled,
    }
}

pub(crate) fn authority_of(tx: &Connection, seq: i64) -> Result<Authority, LedgerError> {
    let name: Option<String> = tx
        .prepare_cached("SELECT authority FROM entry WHERE seq = ?1")?
        .query_row([seq], |row| row.get(0))?;
    Ok(name.and_then(|name| Authority::from_name(&name)).unwrap_or(Authority::User))
}

/// Whether an earlier assert came from someone else: another author, or, where neither names
/// one, another kind of authority.
pub(crate) fn is_other_source(
    tx: &Connection,
    seq: i64,
    author: Option<&str>,
    authority: Authority,
) -> Result<bool, LedgerError> {
    let theirs: Option<String> = tx
        .prepare_cached(
            "SELECT author FROM evidence JOIN episode ON episode.seq = evidence.episode WHERE evidence.seq = ?1 LIMIT 1",
        )?
        .query_row([seq], |row| row.get(0))
        .optional()?
        .flatten();
    Ok(theirs.as_deref() != author || authority_of(tx, seq)? != authority)
}
