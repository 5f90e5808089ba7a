//! Whether a claim still has grounds: whether what it rests on is there, at a moment of belief. What took
//! a source away is marked in the log's own order (`claims`); here it is read whether that still stands,
//! and whether the value holds all the same.

use memstrata_model::Instant;
use rusqlite::{Connection, OptionalExtension as _, params};

use crate::append::find_id;
use crate::claims::dependents;
use crate::company::is_told_by_another;
use crate::decide::decision_on;
use crate::error::LedgerError;
use crate::read::counts_at;

/// Why a claim was not to be relied on at a moment of belief: something took a source of it away, which
/// itself counts and after which nobody stood by the claim; or the source was no more when the claim was
/// derived from it; or the claim was withdrawn. What begins later than `as_of` has taken nothing yet.
pub(crate) fn fallen(
    tx: &Connection,
    claim: i64,
    believed: Instant,
    as_of: Option<Instant>,
) -> Result<Option<String>, LedgerError> {
    if !counts_at(tx, claim, believed)? {
        return Ok(Some("it was withdrawn".to_owned()));
    }
    let stands_since = accepted(tx, claim, believed)?;
    let mut superseded = None;
    for (cause, reason) in marks(tx, claim, believed)? {
        if stands_since.is_some_and(|since| cause <= since) || !counts_at(tx, cause, believed)? {
            continue;
        }
        let reason = as_it_was(tx, reason, believed)?;
        if value_goes_on(tx, claim, cause, &reason, believed, as_of)? {
            continue;
        }
        // A value that was taken back was not replaced, whatever came first.
        if !reason.ends_with(SUPERSEDED) {
            return in_words(tx, reason, Some(cause)).map(Some);
        }
        superseded.get_or_insert((cause, reason));
    }
    if let Some((cause, reason)) = superseded {
        return in_words(tx, reason, Some(cause)).map(Some);
    }
    if stands_since.is_none()
        && let Some(reason) = groundless(tx, claim, believed)?
    {
        return Ok(Some(reason));
    }
    without_text(tx, claim)
}

const SUPERSEDED: &str = " was superseded";
const VOIDED: &str = " was voided";
const FORGOTTEN: &str = " was forgotten";

/// What a void took away without naming it was not voided: another value has its place again.
fn as_it_was(tx: &Connection, reason: String, believed: Instant) -> Result<String, LedgerError> {
    let Some(id) = reason.strip_suffix(VOIDED) else { return Ok(reason) };
    let Some(source) = find_id(tx, id)? else { return Ok(reason) };
    let told = tx
        .prepare_cached("SELECT 1 FROM entry WHERE seq = ?1 AND kind IN ('assert', 'confirm')")?
        .exists([source])?;
    Ok(if told && counts_at(tx, source, believed)? { format!("{id}{SUPERSEDED}") } else { reason })
}

/// What took sources from a claim, and the words of it, in the order of the log.
fn marks(tx: &Connection, claim: i64, believed: Instant) -> Result<Vec<(i64, String)>, LedgerError> {
    Ok(tx
        .prepare_cached(
            "SELECT cause, reason FROM claim_mark JOIN entry ON seq = cause
             WHERE claim = ?1 AND recorded_at <= ?2 ORDER BY cause",
        )?
        .query_map(params![claim, believed.micros()], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<Result<_, _>>()?)
}

/// The decision that somebody stood by a claim with, the last that counts.
fn accepted(tx: &Connection, claim: i64, believed: Instant) -> Result<Option<i64>, LedgerError> {
    let decisions: Vec<i64> = tx
        .prepare_cached(
            "SELECT seq FROM entry WHERE target = ?1 AND kind = 'resolve' AND recorded_at <= ?2 ORDER BY seq DESC",
        )?
        .query_map(params![claim, believed.micros()], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    for decision in decisions {
        if counts_at(tx, decision, believed)? {
            return Ok(Some(decision));
        }
    }
    Ok(None)
}

/// An interval of a value, as it was believed at some time.
#[derive(Clone, Copy)]
struct Stretch {
    from: Option<i64>,
    to: Option<i64>,
}

impl Stretch {
    fn covers(self, at: Option<i64>) -> bool {
        self.from.is_none_or(|from| at.is_some_and(|at| from <= at))
            && self.to.is_none_or(|to| at.is_none_or(|at| at < to))
    }
}

/// Whether the value that a mark names as lost holds all the same, for as long as it did when the claim
/// was made: another entry tells it, or what takes its place lies ahead.
fn value_goes_on(
    tx: &Connection,
    claim: i64,
    cause: i64,
    reason: &str,
    believed: Instant,
    as_of: Option<Instant>,
) -> Result<bool, LedgerError> {
    let id = reason.strip_suffix(SUPERSEDED).or_else(|| reason.strip_suffix(VOIDED));
    let Some(source) = id.map(|id| find_id(tx, id)).transpose()?.flatten() else { return Ok(false) };
    let place: Option<(i64, i64, Option<i64>)> = tx
        .prepare_cached(
            "SELECT key_id, lane, change_point FROM entry
             WHERE seq = ?1 AND kind IN ('assert', 'confirm') AND key_id IS NOT NULL AND lane IS NOT NULL",
        )?
        .query_row([source], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
        .optional()?;
    let Some((key, lane, at)) = place else { return Ok(false) };
    let superseded = reason.ends_with(SUPERSEDED);
    if superseded && counts_at(tx, source, believed)? && is_ahead(tx, cause, believed, as_of)? {
        return Ok(true);
    }
    let (key, lane) = (crate::alias::home(tx, key)?, crate::alias::home_lane(tx, lane)?);
    let made: i64 = tx
        .prepare_cached("SELECT recorded_at FROM entry WHERE seq = ?1")?
        .query_row([claim], |row| row.get(0))?;
    // What cites a text rests on what the text itself tells.
    if !superseded && !dependents(tx, source)?.contains(&claim) {
        return Ok(false);
    }
    let before = stretches(tx, lane, made)?.into_iter().find(|before| before.covers(at));
    let until = before.and_then(|before| before.to);
    for now in stretches(tx, lane, believed.micros())? {
        let lasts = now.to.is_none_or(|to| until.is_some_and(|until| until <= to));
        let goes_on = now.covers(at)
            || !superseded && now.from > at && !is_parted(tx, key, lane, at, now.from, believed)?;
        if lasts && goes_on {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether what an entry says begins later than anything that is known of the present.
fn is_ahead(
    tx: &Connection,
    cause: i64,
    believed: Instant,
    as_of: Option<Instant>,
) -> Result<bool, LedgerError> {
    let begins: Option<i64> = tx
        .prepare_cached("SELECT change_point FROM entry WHERE seq = ?1")?
        .query_row([cause], |row| row.get(0))?;
    let head: Option<i64> = tx
        .prepare_cached("SELECT recorded_at FROM entry WHERE recorded_at <= ?1 ORDER BY seq DESC LIMIT 1")?
        .query_row([believed.micros()], |row| row.get(0))
        .optional()?;
    Ok(begins > head.max(as_of.map(Instant::micros)))
}

/// The intervals of a value as believed at a time.
fn stretches(tx: &Connection, lane: i64, believed: i64) -> Result<Vec<Stretch>, LedgerError> {
    Ok(tx
        .prepare_cached(
            "SELECT valid_from, valid_to FROM version WHERE lane = ?1 AND sys_from <= ?2
                 AND (sys_to IS NULL OR sys_to > ?2) ORDER BY valid_from",
        )?
        .query_map([lane, believed], |row| Ok(Stretch { from: row.get(0)?, to: row.get(1)? }))?
        .collect::<Result<_, _>>()?)
}

/// Whether another value of the key began between two moments.
fn is_parted(
    tx: &Connection,
    key: i64,
    lane: i64,
    from: Option<i64>,
    to: Option<i64>,
    believed: Instant,
) -> Result<bool, LedgerError> {
    Ok(tx
        .prepare_cached(
            "SELECT 1 FROM version WHERE key_id = ?1 AND lane <> ?2 AND valid_from >= ifnull(?3, valid_from)
                 AND valid_from < ?4 AND sys_from <= ?5 AND (sys_to IS NULL OR sys_to > ?5)",
        )?
        .exists(params![key, lane, from, to, believed.micros()])?)
}

/// Why a claim never had grounds: a source that was no more when the claim was made, and is not now.
fn groundless(tx: &Connection, claim: i64, believed: Instant) -> Result<Option<String>, LedgerError> {
    let made: i64 = tx
        .prepare_cached("SELECT recorded_at FROM entry WHERE seq = ?1")?
        .query_row([claim], |row| row.get(0))?;
    let sources: Vec<i64> = tx
        .prepare_cached("SELECT source FROM claim_source WHERE claim = ?1 ORDER BY source")?
        .query_map([claim], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    for source in sources {
        if lost(tx, source, Instant::from_micros(made))?.is_some()
            && let Some(reason) = lost(tx, source, believed)?
            && !is_told_by_another(tx, claim, source, claim)?
        {
            return Ok(Some(reason));
        }
    }
    Ok(None)
}

/// Why a source is not to be built on, as believed at a time: it was withdrawn, forgotten or rejected, or
/// it waits; a claim, or the text of one, fell; a text told facts and none of them counts.
fn lost(tx: &Connection, source: i64, believed: Instant) -> Result<Option<String>, LedgerError> {
    let (kind, id): (String, String) = tx
        .prepare_cached("SELECT kind, id FROM entry WHERE seq = ?1")?
        .query_row([source], |row| Ok((row.get(0)?, row.get(1)?)))?;
    if !counts_at(tx, source, believed)? {
        return uncounted(tx, source, id, believed).map(Some);
    }
    match kind.as_str() {
        "episode" if is_forgotten(tx, source, believed)? => Ok(Some(format!("{id}{FORGOTTEN}"))),
        "episode" => {
            if let Some(claim) = claim_of_episode(tx, source, believed, None)? {
                return Ok(claim);
            }
            told_in_vain(tx, source, believed)
        }
        "claim" => fallen(tx, source, believed, None),
        _ if texts_are_forgotten(tx, source, believed)? => {
            in_words(tx, format!("{id}{FORGOTTEN}"), None).map(Some)
        }
        _ => Ok(None),
    }
}

/// Why an entry did not count.
fn uncounted(tx: &Connection, entry: i64, id: String, believed: Instant) -> Result<String, LedgerError> {
    let held: bool =
        tx.prepare_cached("SELECT held FROM entry WHERE seq = ?1")?.query_row([entry], |row| row.get(0))?;
    let space: i64 = tx
        .prepare_cached("SELECT space_id FROM entry WHERE seq = ?1")?
        .query_row([entry], |row| row.get(0))?;
    let how = match held.then(|| decision_on(tx, space, &id, entry)).transpose()?.flatten() {
        Some(decided) if decided.choice == "reject" && decided.at <= believed => "rejected",
        None if held => "held back",
        _ => "voided",
    };
    in_words(tx, format!("{id} was {how}"), None)
}

fn is_forgotten(tx: &Connection, episode: i64, believed: Instant) -> Result<bool, LedgerError> {
    Ok(tx
        .prepare_cached("SELECT 1 FROM entry WHERE target = ?1 AND kind = 'forget' AND recorded_at <= ?2")?
        .exists([episode, believed.micros()])?)
}

/// Whether an entry was told in texts, and all of them are forgotten.
fn texts_are_forgotten(tx: &Connection, entry: i64, believed: Instant) -> Result<bool, LedgerError> {
    let texts: Vec<i64> = tx
        .prepare_cached("SELECT episode FROM evidence WHERE seq = ?1 ORDER BY episode")?
        .query_map([entry], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    for text in &texts {
        if !is_forgotten(tx, *text, believed)? {
            return Ok(false);
        }
    }
    Ok(!texts.is_empty())
}

/// Where a text told facts and none of them counts: why the first does not.
fn told_in_vain(tx: &Connection, episode: i64, believed: Instant) -> Result<Option<String>, LedgerError> {
    let told: Vec<(i64, String)> = tx
        .prepare_cached(
            "SELECT entry.seq, id FROM evidence JOIN entry USING (seq)
             WHERE episode = ?1 AND kind IN ('assert', 'confirm', 'end') AND recorded_at <= ?2 ORDER BY entry.seq",
        )?
        .query_map([episode, believed.micros()], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<Result<_, _>>()?;
    for (seq, _) in &told {
        if counts_at(tx, *seq, believed)? {
            return Ok(None);
        }
    }
    told.into_iter().next().map(|(seq, id)| uncounted(tx, seq, id, believed)).transpose()
}

/// A claim of which nothing is left to read does not stand, whoever accepted it.
fn without_text(tx: &Connection, claim: i64) -> Result<Option<String>, LedgerError> {
    Ok(is_bare(tx, claim)?.then(|| "its text was forgotten".to_owned()))
}

/// Whether an entry is a claim whose text is gone.
pub(crate) fn is_bare(tx: &Connection, entry: i64) -> Result<bool, LedgerError> {
    Ok(tx
        .prepare_cached(
            "SELECT 1 FROM entry WHERE seq = ?1 AND kind = 'claim' AND NOT EXISTS (
                 SELECT 1 FROM evidence JOIN episode_text ON episode_text.seq = evidence.episode
                 WHERE evidence.seq = entry.seq)",
        )?
        .exists([entry])?)
}

/// The claim that an episode is the text of, with the reason why it fell.
pub(crate) fn claim_of_episode(
    tx: &Connection,
    episode: i64,
    believed: Instant,
    as_of: Option<Instant>,
) -> Result<Option<Option<String>>, LedgerError> {
    let claims: Vec<i64> = tx
        .prepare_cached(
            "SELECT entry.seq FROM evidence JOIN entry ON entry.seq = evidence.seq
             WHERE evidence.episode = ?1 AND kind = 'claim' ORDER BY entry.seq",
        )?
        .query_map([episode], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    let mut found = None;
    for claim in claims {
        match fallen(tx, claim, believed, as_of)? {
            None => return Ok(Some(None)),
            reason => found = found.or(Some(reason)),
        }
    }
    Ok(found)
}

/// Why a claim fell, with the fact in words where it was one and is not forgotten; how it ended, where
/// an end closed it.
fn in_words(tx: &Connection, reason: String, cause: Option<i64>) -> Result<String, LedgerError> {
    let Some((id, fell)) = reason.split_once(' ') else { return Ok(reason) };
    let Some(seq) = find_id(tx, id)? else { return Ok(reason) };
    let told: Option<(String, String, String, Option<String>)> = tx
        .prepare_cached(
            "SELECT shown_subject, shown_relation, shown_scope, object.shown
             FROM entry JOIN key USING (key_id) LEFT JOIN object USING (object_id) WHERE seq = ?1",
        )?
        .query_row([seq], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))
        .optional()?;
    let Some((subject, relation, scope, object)) = told else { return Ok(reason) };
    let ended = match cause {
        Some(cause) => {
            tx.prepare_cached("SELECT 1 FROM entry WHERE seq = ?1 AND kind = 'end'")?.exists([cause])?
        }
        None => false,
    };
    let fell = if ended { "ended" } else { fell.trim_start_matches("was ") };
    let scope = if scope.is_empty() { scope } else { format!(" [{scope}]") };
    let object = object.map(|object| format!(": {object}")).unwrap_or_default();
    Ok(format!("{subject} · {relation}{scope}{object} ({id}) was {fell}").replace("was ended", "ended"))
}
