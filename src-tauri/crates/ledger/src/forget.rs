//! Forgetting: an episode's text, its words, its vector, and every value that rests on it alone
//! are gone from the file. Rows, times and digests stay, so that the chain still verifies and the
//! log still says that something was forgotten (`assets/docs/spec/ledger.md`, section 6).

use std::collections::BTreeSet;

use memstrata_model::Instant;
use rusqlite::{Connection, OptionalExtension as _, params};
use serde::Serialize;

use crate::append::find_entry;
use crate::company::telling_with;
use crate::error::LedgerError;
use crate::store::{Ledger, space_id};

/// What forgetting an episode erases.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Erasure {
    pub episode: String,
    /// Its text, until it is gone.
    pub text: Option<String>,
    /// Values that rest on it alone.
    pub objects: Vec<String>,
    /// Sentences that were derived from it alone.
    pub sentences: Vec<String>,
    /// Claims that were derived from it.
    pub claims: Vec<String>,
    /// It is forgotten, and bytes of it lie in the file until somebody who reads a state of before is
    /// done; the first write or opening after that takes them out.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub lingers: bool,
}

impl Ledger {
    /// What forgetting an episode would erase.
    ///
    /// # Errors
    /// The space has no such episode.
    pub fn preview_forget(&self, space: &str, episode: &str) -> Result<Erasure, LedgerError> {
        self.reading(|tx| erasure(tx, space_id(tx, space)?, episode))
    }

    /// When the text of an episode was forgotten, by its id; none where it is there still.
    ///
    /// # Errors
    /// The space has no such episode.
    pub fn forgotten_on(&self, space: &str, episode: &str) -> Result<Option<Instant>, LedgerError> {
        self.reading(|tx| forgotten_at(tx, episode_seq(tx, space_id(tx, space)?, episode)?))
    }
}

/// What forgetting an episode would erase.
pub(crate) fn erasure(tx: &Connection, space: i64, episode: &str) -> Result<Erasure, LedgerError> {
    let seq = episode_seq(tx, space, episode)?;
    let text = tx
        .prepare_cached("SELECT text FROM episode_text WHERE seq = ?1")?
        .query_map([seq], |row| row.get(0))?
        .next()
        .transpose()?;
    let (mut objects, mut sentences) = (Vec::new(), Vec::new());
    for episode in going_with(tx, seq)? {
        for (_, shown) in resting_alone(tx, episode)? {
            objects.extend(shown);
        }
        if episode != seq {
            let mut statement = tx.prepare_cached("SELECT text FROM episode_text WHERE seq = ?1")?;
            sentences.extend(statement.query_row([episode], |row| row.get::<_, String>(0)).optional()?);
        }
    }
    let claims = crate::claims::dependents(tx, seq)?
        .into_iter()
        .map(|claim| crate::diff::entry_id(tx, claim))
        .collect::<Result<_, _>>()?;
    Ok(Erasure { episode: episode.to_owned(), text, objects, sentences, claims, lingers: false })
}

/// The row of an episode of this space.
pub(crate) fn episode_seq(tx: &Connection, space: i64, id: &str) -> Result<i64, LedgerError> {
    let seq = find_entry(tx, space, id, "episode")?;
    let exists = tx.prepare_cached("SELECT 1 FROM episode WHERE seq = ?1")?.exists([seq])?;
    if exists { Ok(seq) } else { Err(LedgerError::NotFound { what: "episode", id: id.to_owned() }) }
}

/// When the text of an episode was forgotten; none where it is there. One that went with the texts
/// that it was derived from went when the last of them did.
pub(crate) fn forgotten_at(tx: &Connection, episode: i64) -> Result<Option<Instant>, LedgerError> {
    if tx.prepare_cached("SELECT 1 FROM episode_text WHERE seq = ?1")?.exists([episode])? {
        return Ok(None);
    }
    let own: Option<i64> = tx
        .prepare_cached(
            "SELECT max(recorded_at) FROM entry WHERE target = ?1 AND target IS NOT NULL AND kind = 'forget'",
        )?
        .query_row([episode], |row| row.get(0))?;
    if own.is_some() {
        return Ok(own.map(Instant::from_micros));
    }
    let at: i64 = tx
        .prepare_cached(
            "WITH RECURSIVE below (seq) AS (
                 SELECT ?1
                 UNION SELECT source FROM below CROSS JOIN evidence ON episode = below.seq
                     CROSS JOIN claim_source ON claim = evidence.seq
                 UNION SELECT episode FROM below CROSS JOIN evidence ON evidence.seq = below.seq)
             SELECT ifnull(
                 (SELECT max(recorded_at) FROM below CROSS JOIN entry ON target = below.seq
                  WHERE target IS NOT NULL AND kind = 'forget'),
                 (SELECT recorded_at FROM entry WHERE seq = ?1))",
        )?
        .query_row([episode], |row| row.get(0))?;
    Ok(Some(Instant::from_micros(at)))
}

/// Values for which every entry that tells them has evidence, and all of it is this episode or
/// forgotten already.
fn resting_alone(tx: &Connection, episode: i64) -> Result<Vec<(i64, Option<String>)>, LedgerError> {
    let mut statement = tx.prepare_cached(
        "SELECT DISTINCT object.object_id, shown FROM evidence AS own JOIN entry ON entry.seq = own.seq
             JOIN object USING (object_id)
         WHERE own.episode = ?1 AND shown IS NOT NULL AND NOT EXISTS (
             SELECT 1 FROM entry AS told WHERE told.object_id = object.object_id AND (
                 NOT EXISTS (SELECT 1 FROM evidence WHERE evidence.seq = told.seq)
                 OR EXISTS (SELECT 1 FROM evidence JOIN episode_text ON episode_text.seq = evidence.episode
                            WHERE evidence.seq = told.seq AND evidence.episode <> ?1)))
         ORDER BY object.object_id",
    )?;
    let rows = statement.query_map([episode], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// An episode and the texts of the claims that rest on it alone, near and far: each of their sources
/// is one of these, was told by these alone, or was forgotten before. A fact that others tell too is kept
/// by them, and so is what was derived from it.
fn going_with(tx: &Connection, episode: i64) -> Result<Vec<i64>, LedgerError> {
    let mut going = vec![episode];
    let any = tx.prepare_cached("SELECT 1 FROM claim_source LIMIT 1")?.exists([])?;
    if !any {
        return Ok(going);
    }
    let mut candidates: BTreeSet<i64> = crate::claims::dependents(tx, episode)?;
    let mut told = tx.prepare_cached("SELECT seq FROM evidence WHERE episode = ?1")?;
    for seq in told.query_map([episode], |row| row.get(0))?.collect::<Result<Vec<i64>, _>>()? {
        for entry in telling_with(tx, seq)?.into_iter().chain([seq]) {
            candidates.extend(crate::claims::dependents(tx, entry)?);
        }
    }
    // What an entry rests on: itself where it is an episode, else its evidence.
    let mut texts_of = tx.prepare_cached(
        "SELECT seq FROM episode WHERE seq = ?1 UNION SELECT episode FROM evidence WHERE seq = ?1",
    )?;
    let mut sources_of = tx.prepare_cached("SELECT source FROM claim_source WHERE claim = ?1")?;
    let mut texts = |seq: i64| -> Result<Vec<i64>, LedgerError> {
        Ok(texts_of.query_map([seq], |row| row.get(0))?.collect::<Result<_, _>>()?)
    };
    let kept = |text: i64| -> Result<bool, LedgerError> {
        Ok(tx.prepare_cached("SELECT 1 FROM episode_text WHERE seq = ?1")?.exists([text])?)
    };
    // Claims rest on what was there before them: in the order of the log, once is enough.
    for claim in candidates {
        let sources: Vec<i64> = sources_of.query_map([claim], |row| row.get(0))?.collect::<Result<_, _>>()?;
        let mut below =
            sources.iter().map(|source| telling_with(tx, *source)).collect::<Result<Vec<_>, _>>()?;
        below.push(sources.into_iter().collect());
        let mut alone = true;
        for entry in below.into_iter().flatten() {
            let below = texts(entry)?;
            alone &= !below.is_empty();
            for text in below {
                alone &= going.contains(&text) || !kept(text)?;
            }
        }
        if alone {
            for text in texts(claim)? {
                if !going.contains(&text) {
                    going.push(text);
                }
            }
        }
    }
    Ok(going)
}

/// Whether a text that is gone is a claim's whose sources are gone too, all of them.
pub(crate) fn went_with_its_sources(tx: &Connection, episode: i64) -> Result<bool, LedgerError> {
    let claims: Vec<i64> = tx
        .prepare_cached(
            "SELECT seq FROM evidence JOIN entry USING (seq) WHERE episode = ?1 AND kind = 'claim'",
        )?
        .query_map([episode], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    // Some text below is still there, or a source has none at all.
    let mut rests = tx.prepare_cached(
        "SELECT 1 FROM claim_source WHERE claim = ?1 AND (
             NOT EXISTS (SELECT 1 FROM episode WHERE seq = source)
                 AND NOT EXISTS (SELECT 1 FROM evidence WHERE evidence.seq = source)
             OR EXISTS (SELECT 1 FROM episode_text WHERE episode_text.seq = source)
             OR EXISTS (SELECT 1 FROM evidence JOIN episode_text ON episode_text.seq = evidence.episode
                        WHERE evidence.seq = source))",
    )?;
    for claim in &claims {
        if rests.exists([claim])? {
            return Ok(false);
        }
    }
    Ok(!claims.is_empty())
}

/// Erases; the entry that says so is added by the caller.
pub(crate) fn erase(tx: &Connection, episode: i64) -> Result<(), LedgerError> {
    for episode in going_with(tx, episode)? {
        for (object, _) in resting_alone(tx, episode)? {
            crate::alike::keep(tx, object)?;
            tx.execute(
                "UPDATE object SET norm = NULL, shown = NULL, salt = NULL WHERE object_id = ?1",
                [object],
            )?;
        }
        tx.execute("DELETE FROM episode_text WHERE seq = ?1", [episode])?;
        crate::unspan::forget_places(tx, episode)?;
        tx.execute("DELETE FROM episode_words WHERE rowid = ?1", params![episode])?;
        crate::vectors::erase_vectors(tx, episode)?;
        tx.execute("DELETE FROM outbox WHERE seq = ?1", [episode])?;
    }
    crate::scrub::note(tx)
}
