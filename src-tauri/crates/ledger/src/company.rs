//! A fact is told by all the entries that stand behind it. A claim that cites a fact rests on them
//! together: it goes on while one of them is left, and goes with the last.

use std::collections::BTreeSet;

use memstrata_model::Instant;
use rusqlite::{Connection, OptionalExtension as _, params};

use crate::append::{find_entry, find_id};
use crate::claims::{claims_on, dependents, on_text_of};
use crate::diff::entry_id;
use crate::error::LedgerError;
use crate::fact::{counts_at, standing_behind};
use crate::line::ClaimLine;
use crate::read::{VERSION, read_version, version_by_id};

/// So many entries of one fact are named in a claim at most: one that a program confirms every hour
/// must not make long lines.
const NAMED: usize = 32;

/// What a claim cites: the entries, and of each fact those that tell it.
pub(crate) fn cited(
    tx: &Connection,
    space: i64,
    ids: &[String],
) -> Result<(Vec<String>, Vec<Vec<String>>), LedgerError> {
    let (mut entries, mut together): (Vec<String>, Vec<Vec<String>>) = (Vec::new(), Vec::new());
    for id in ids {
        let Ok(version) = version_by_id(tx, space, id) else {
            find_entry(tx, space, id, "source of a claim")?;
            entries.push(id.clone());
            continue;
        };
        let opener = version.row.asserted_by;
        let others = standing_behind(tx, &version)?.into_iter().filter(|seq| *seq != opener);
        let told = std::iter::once(opener).chain(others).take(NAMED);
        let told = told.map(|seq| entry_id(tx, seq)).collect::<Result<Vec<_>, _>>()?;
        entries.extend(told.iter().cloned());
        if told.len() > 1 && !together.contains(&told) {
            together.push(told);
        }
    }
    let mut seen = BTreeSet::new();
    entries.retain(|id| seen.insert(id.clone()));
    Ok((entries, together))
}

/// The claims, near and far, that fall with an entry: not those that cite its fact, where another
/// entry that tells it was there when they were made and is left.
pub(crate) fn falling_with(tx: &Connection, source: i64, cause: i64) -> Result<BTreeSet<i64>, LedgerError> {
    let mut falling = BTreeSet::new();
    for claim in claims_on(tx, source)? {
        if !is_told_by_another(tx, claim, source, cause)? {
            falling.insert(claim);
            falling.extend(dependents(tx, claim)?);
        }
    }
    for claim in on_text_of(tx, source)? {
        falling.insert(claim);
        falling.extend(dependents(tx, claim)?);
    }
    Ok(falling)
}

/// Whether the fact that a claim cites by this entry is told by another that is left.
pub(crate) fn is_told_by_another(
    tx: &Connection,
    claim: i64,
    source: i64,
    cause: i64,
) -> Result<bool, LedgerError> {
    let payload: Option<String> = tx
        .prepare_cached("SELECT payload FROM entry WHERE seq = ?1")?
        .query_row([claim], |row| row.get(0))?;
    let line: Option<ClaimLine> = payload.and_then(|payload| serde_json::from_str(&payload).ok());
    let facts = line.map(|line| line.together).unwrap_or_default();
    if facts.is_empty() {
        return Ok(false);
    }
    let id = entry_id(tx, source)?;
    for other in facts.iter().filter(|fact| fact.contains(&id)).flatten().filter(|other| **other != id) {
        if let Some(other) = find_id(tx, other)?
            && is_left(tx, other, cause)?
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether an entry counts after another one, and some text that it was told in is not forgotten by then;
/// read from the log alone, so that a replay finds the same.
fn is_left(tx: &Connection, entry: i64, cause: i64) -> Result<bool, LedgerError> {
    let at: i64 = tx
        .prepare_cached("SELECT recorded_at FROM entry WHERE seq = ?1")?
        .query_row([cause], |row| row.get(0))?;
    if !counts_at(tx, entry, Instant::from_micros(at))? {
        return Ok(false);
    }
    Ok(tx
        .prepare_cached(
            "SELECT NOT EXISTS (SELECT 1 FROM evidence WHERE seq = ?1) OR EXISTS (
                 SELECT 1 FROM evidence WHERE seq = ?1 AND NOT EXISTS (
                     SELECT 1 FROM entry WHERE target = evidence.episode AND target IS NOT NULL
                         AND kind = 'forget' AND entry.seq <= ?2))",
        )?
        .query_row([entry, cause], |row| row.get(0))?)
}

/// The entries that tell the same fact as this one, as it is believed now; none where it tells none.
pub(crate) fn telling_with(tx: &Connection, entry: i64) -> Result<BTreeSet<i64>, LedgerError> {
    let mut telling = BTreeSet::new();
    let place: Option<(i64, i64)> = tx
        .prepare_cached(
            "SELECT key_id, lane FROM entry WHERE seq = ?1 AND kind IN ('assert', 'confirm')
                 AND key_id IS NOT NULL AND lane IS NOT NULL",
        )?
        .query_row([entry], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let Some((key, lane)) = place else { return Ok(telling) };
    let (key, lane) = (crate::alias::home(tx, key)?, crate::alias::home_lane(tx, lane)?);
    let mut statement = tx.prepare_cached(&format!(
        "{VERSION} WHERE version.key_id = ?1 AND version.lane = ?2 AND sys_to IS NULL"
    ))?;
    let versions = statement.query_map(params![key, lane], read_version)?.collect::<Result<Vec<_>, _>>()?;
    for version in versions {
        let behind = standing_behind(tx, &version)?;
        if behind.contains(&entry) {
            telling.extend(behind.into_iter().filter(|other| *other != entry));
        }
    }
    Ok(telling)
}
