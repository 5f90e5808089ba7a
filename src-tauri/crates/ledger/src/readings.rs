//! What was read from texts, as it stands in the log: for reading a text again and comparing.
//! How texts are read is the caller's.

use memstrata_model::{Authority, EventKind, Instant, Precision, ValidFromSource};
use rusqlite::{Connection, OptionalExtension as _, params};

use crate::episode::{EpisodeRecord, episode_record};
use crate::error::LedgerError;
use crate::store::{Ledger, space_id};

/// An entry that counts and was read from an episode.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadEntry {
    pub id: String,
    /// An assert or an end.
    pub kind: EventKind,
    /// Names and value as told.
    pub subject: String,
    pub relation: String,
    pub scope: Option<String>,
    /// Absent of an end that names none.
    pub object: Option<String>,
    /// The normalised form in which values are compared.
    pub value: Option<String>,
    /// The start of an assert, the moment of an end.
    pub at: Option<Instant>,
    pub valid_to: Option<Instant>,
    pub window: bool,
    pub source: Option<ValidFromSource>,
    pub precision: Option<Precision>,
    /// The extractor's version and rule, or the model.
    pub read_by: String,
    /// Somebody withdrew it, rather than a later reading of the text.
    pub withdrawn: bool,
}

/// A claim that counts, and what it says it rests on.
#[derive(Clone, Debug, PartialEq)]
pub struct ClaimReading {
    /// The entry.
    pub id: String,
    /// The episode that holds its text.
    pub episode: String,
    pub text: String,
    pub author: Option<String>,
    pub locator: Option<String>,
    /// Why it is not to be relied on, where something took a source of it away.
    pub fallen: Option<String>,
    pub sources: Vec<CitedSource>,
}

/// What a claim cites.
#[derive(Clone, Debug, PartialEq)]
pub struct CitedSource {
    /// Of the entry.
    pub id: String,
    /// An episode's or claim's text, else the texts behind a fact; empty where nothing is left.
    pub text: String,
}

/// An episode that is no claim, and the entries that were read from it.
#[derive(Clone, Debug, PartialEq)]
pub struct EpisodeReading {
    pub record: EpisodeRecord,
    /// Of who told it.
    pub authority: Authority,
    pub entries: Vec<ReadEntry>,
}

impl Ledger {
    /// The episodes of a space whose text is there, after a place in the log and in its order, at
    /// most `limit`; each with what was read from it and still counts, or was withdrawn by somebody.
    ///
    /// # Errors
    /// The space does not exist.
    pub fn episode_readings(
        &self,
        space: &str,
        after: i64,
        limit: usize,
    ) -> Result<Vec<EpisodeReading>, LedgerError> {
        self.reading(|tx| {
            let space = space_id(tx, space)?;
            let mut statement = tx.prepare_cached(
                "SELECT entry.seq FROM entry JOIN episode_text USING (seq) LEFT JOIN discounted USING (seq)
                 WHERE entry.seq > ?1 AND space_id = ?2 AND discounted.seq IS NULL AND NOT EXISTS
                     (SELECT 1 FROM evidence JOIN entry AS claim USING (seq)
                      WHERE evidence.episode = entry.seq AND claim.kind = 'claim')
                 ORDER BY entry.seq LIMIT ?3",
            )?;
            let limit = i64::try_from(limit).unwrap_or(i64::MAX);
            let places: Vec<i64> = statement
                .query_map(params![after, space, limit], |row| row.get(0))?
                .collect::<Result<_, _>>()?;
            places
                .into_iter()
                .map(|seq| {
                    Ok(EpisodeReading {
                        record: episode_record(tx, space, seq)?,
                        authority: crate::outcome::authority_of(tx, seq)?,
                        entries: entries_of(tx, seq)?,
                    })
                })
                .collect()
        })
    }

    /// The claims of a space that count, in the order of the log, with the texts that they cite.
    ///
    /// # Errors
    /// The space does not exist.
    pub fn claim_readings(&self, space: &str) -> Result<Vec<ClaimReading>, LedgerError> {
        self.reading(|tx| {
            let space = space_id(tx, space)?;
            let mut statement = tx.prepare_cached(
                "SELECT claim.seq, claim.id, told.id, text, episode.author, locator FROM entry AS claim
                     JOIN evidence USING (seq) JOIN episode_text ON episode_text.seq = evidence.episode
                     JOIN entry AS told ON told.seq = evidence.episode
                     JOIN episode ON episode.seq = evidence.episode
                     LEFT JOIN discounted ON discounted.seq = claim.seq
                 WHERE claim.kind = 'claim' AND claim.space_id = ?1 AND discounted.seq IS NULL
                 ORDER BY claim.seq",
            )?;
            let rows: Vec<(i64, ClaimReading)> = statement
                .query_map([space], |row| {
                    let claim = ClaimReading {
                        id: row.get(1)?,
                        episode: row.get(2)?,
                        text: row.get(3)?,
                        author: row.get(4)?,
                        locator: row.get(5)?,
                        fallen: None,
                        sources: Vec::new(),
                    };
                    Ok((row.get(0)?, claim))
                })?
                .collect::<Result<_, _>>()?;
            rows.into_iter()
                .map(|(seq, claim)| {
                    let fallen = crate::grounds::fallen(tx, seq, Instant::MAX, None)?;
                    Ok(ClaimReading { fallen, sources: cited(tx, seq)?, ..claim })
                })
                .collect()
        })
    }

    /// What read each of some entries from its text, the extractor's version and rule or a model's name;
    /// `None` of what somebody told by hand, and of what is no entry of the space.
    ///
    /// # Errors
    /// The space does not exist.
    pub fn read_by(&self, space: &str, entries: &[&str]) -> Result<Vec<Option<String>>, LedgerError> {
        self.reading(|tx| {
            let space = space_id(tx, space)?;
            let mut statement = tx.prepare_cached(
                "SELECT payload FROM entry
                 WHERE id = ?1 AND space_id = ?2 AND kind IN ('assert', 'end')",
            )?;
            let read = |entry: &&str| {
                let found = statement.query_row(params![entry, space], |row| row.get(0)).optional()?;
                Ok(found.flatten())
            };
            entries.iter().map(read).collect()
        })
    }

    /// The subjects of a space with the place in the log at which each was first told.
    ///
    /// # Errors
    /// The space does not exist.
    pub fn subjects_since(&self, space: &str) -> Result<Vec<(String, i64)>, LedgerError> {
        self.reading(|tx| {
            let space = space_id(tx, space)?;
            let mut statement = tx.prepare_cached(
                "SELECT shown_subject, min(entry.seq) FROM key JOIN entry USING (key_id)
                 WHERE key.space_id = ?1 GROUP BY subject ORDER BY 2",
            )?;
            let rows = statement.query_map([space], |row| Ok((row.get(0)?, row.get(1)?)))?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }
}

/// What the label of a batch begins with that reads texts again.
pub const READ_AGAIN: &str = "read again by";

fn entries_of(tx: &Connection, episode: i64) -> Result<Vec<ReadEntry>, LedgerError> {
    let mut statement = tx.prepare_cached(
        "SELECT entry.id, kind, shown_subject, shown_relation, shown_scope, object.shown, object.norm,
             change_point, valid_to, is_window, source, precision, payload, EXISTS (
                 SELECT 1 FROM entry AS void LEFT JOIN discounted AS undone ON undone.seq = void.seq
                     LEFT JOIN entry AS batch ON batch.seq = void.batch AND batch.kind = 'batch'
                 WHERE void.target = entry.seq AND void.kind = 'void' AND undone.seq IS NULL
                     AND ifnull(json_extract(batch.payload, '$.label'), '') NOT LIKE ?2 || '%') AS withdrawn
         FROM evidence JOIN entry USING (seq) JOIN key USING (key_id)
             LEFT JOIN object USING (object_id) LEFT JOIN discounted USING (seq)
         WHERE evidence.episode = ?1 AND kind IN ('assert', 'end') AND payload IS NOT NULL
             AND (discounted.seq IS NULL OR withdrawn OR (held AND NOT EXISTS
                 (SELECT 1 FROM entry AS void WHERE void.target = entry.seq AND void.kind = 'void')))
         ORDER BY entry.seq",
    )?;
    let rows = statement.query_map(params![episode, READ_AGAIN], |row| {
        let scope: String = row.get(4)?;
        let instant = |micros: Option<i64>| micros.map(Instant::from_micros);
        Ok(ReadEntry {
            id: row.get(0)?,
            kind: if row.get::<_, String>(1)? == "end" { EventKind::End } else { EventKind::Assert },
            subject: row.get(2)?,
            relation: row.get(3)?,
            scope: (!scope.is_empty()).then_some(scope),
            object: row.get(5)?,
            value: row.get(6)?,
            at: instant(row.get(7)?),
            valid_to: instant(row.get(8)?),
            window: row.get(9)?,
            source: row.get::<_, Option<String>>(10)?.and_then(|name| ValidFromSource::from_name(&name)),
            precision: row.get::<_, Option<String>>(11)?.and_then(|name| Precision::from_name(&name)),
            read_by: row.get(12)?,
            withdrawn: row.get(13)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn cited(tx: &Connection, claim: i64) -> Result<Vec<CitedSource>, LedgerError> {
    let mut statement = tx.prepare_cached(
        "SELECT entry.id, coalesce(
             (SELECT text FROM episode_text WHERE episode_text.seq = cited.source),
             (SELECT group_concat(text, ' ') FROM evidence JOIN episode_text ON episode_text.seq = evidence.episode
              WHERE evidence.seq = cited.source), '')
         FROM claim_source AS cited JOIN entry ON entry.seq = cited.source WHERE claim = ?1 ORDER BY cited.source",
    )?;
    let rows = statement.query_map([claim], |row| Ok(CitedSource { id: row.get(0)?, text: row.get(1)? }))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
