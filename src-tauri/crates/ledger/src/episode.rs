//! Episodes as they are read: what each says, seen from a moment on both clocks.

use std::collections::BTreeSet;

use memstrata_model::{Fact, Instant};
use rusqlite::{Connection, OptionalExtension as _, params};

use crate::error::LedgerError;
use crate::read::{Moment, ReadVersion, VERSION, counts_at, read_version};

/// An episode as stored.
#[derive(Clone, Debug, PartialEq)]
pub struct EpisodeRecord {
    pub seq: i64,
    pub id: String,
    pub kind: String,
    pub text: Option<String>,
    pub author: Option<String>,
    pub locator: Option<String>,
    pub occurred_at: Instant,
    pub recorded_at: Instant,
    pub importance: Option<f64>,
}

/// An episode and what it says, seen from a moment.
#[derive(Clone, Debug, PartialEq)]
pub struct EpisodeView {
    pub record: EpisodeRecord,
    pub facts: Vec<EpisodeFact>,
    /// Whether it told an end that holds at the moment.
    pub ends: bool,
    /// It is a claim, and this is why it is not to be relied on.
    pub fallen: Option<String>,
}

/// A fact that an episode carries.
#[derive(Clone, Debug, PartialEq)]
pub struct EpisodeFact {
    /// Absent where what it told was displaced at its own change point.
    pub fact: Fact,
    pub span: Option<(u32, u32)>,
}

pub(crate) fn episode_record(tx: &Connection, space: i64, seq: i64) -> Result<EpisodeRecord, LedgerError> {
    tx.prepare_cached(
        "SELECT episode.seq, entry.id, episode.kind, text, author, locator, occurred_at, recorded_at, importance
         FROM episode JOIN entry USING (seq) LEFT JOIN episode_text USING (seq) WHERE episode.seq = ?1 AND space_id = ?2",
    )?
    .query_row([seq, space], |row| {
        Ok(EpisodeRecord {
            seq: row.get(0)?,
            id: row.get(1)?,
            kind: row.get(2)?,
            text: row.get(3)?,
            author: row.get(4)?,
            locator: row.get(5)?,
            occurred_at: Instant::from_micros(row.get(6)?),
            recorded_at: Instant::from_micros(row.get(7)?),
            importance: row.get(8)?,
        })
    })
    .optional()?
    .ok_or_else(|| LedgerError::NotFound { what: "episode", id: seq.to_string() })
}

/// Of an episode no more than its id and system time.
pub(crate) fn episode_stub(tx: &Connection, space: i64, seq: i64) -> Result<EpisodeRecord, LedgerError> {
    tx.prepare_cached(
        "SELECT id, recorded_at FROM entry WHERE seq = ?1 AND space_id = ?2 AND kind = 'episode'",
    )?
    .query_row([seq, space], |row| {
        let recorded_at = Instant::from_micros(row.get(1)?);
        Ok(EpisodeRecord {
            seq,
            id: row.get(0)?,
            kind: String::new(),
            text: None,
            author: None,
            locator: None,
            occurred_at: recorded_at,
            recorded_at,
            importance: None,
        })
    })
    .optional()?
    .ok_or_else(|| LedgerError::NotFound { what: "episode", id: seq.to_string() })
}

/// What an episode carries: for each assert the version that it stands behind, or, where it lost
/// its place, the version that it once opened; `as_fact` puts it into words.
pub(crate) fn view_episode(
    tx: &Connection,
    record: EpisodeRecord,
    moment: Moment,
    as_fact: impl Fn(&Connection, &ReadVersion, Moment) -> Result<Fact, LedgerError>,
) -> Result<EpisodeView, LedgerError> {
    let believed = moment.believed();
    let mut statement = tx.prepare_cached(
        "SELECT entry.seq, kind, key_id, lane, change_point, span_from, span_to FROM evidence JOIN entry ON entry.seq = evidence.seq
         WHERE evidence.episode = ?1 AND recorded_at <= ?2 AND kind IN ('assert', 'confirm', 'end') ORDER BY entry.seq",
    )?;
    type Told = (i64, String, i64, Option<i64>, Option<i64>, Option<(u32, u32)>);
    let told: Vec<Told> = statement
        .query_map(params![record.seq, believed.micros()], |row| {
            let span: (Option<u32>, Option<u32>) = (row.get(5)?, row.get(6)?);
            Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?, span.0.zip(span.1)))
        })?
        .collect::<Result<_, _>>()?;
    let mut view = EpisodeView { record, facts: Vec::new(), ends: false, fallen: None };
    view.fallen =
        crate::grounds::claim_of_episode(tx, view.record.seq, believed, Some(moment.as_of))?.flatten();
    let mut seen = BTreeSet::new();
    for (seq, kind, key, lane, at, span) in told {
        let counts = counts_at(tx, seq, believed)?;
        if kind == "end" {
            view.ends |= counts && at.is_none_or(|at| at <= moment.as_of.micros());
            continue;
        }
        let version = standing_behind(tx, key, lane, at, seq, believed, counts)?;
        if let Some(version) = version
            && seen.insert(version.row.id)
        {
            view.facts.push(EpisodeFact { fact: as_fact(tx, &version, moment)?, span });
        }
    }
    Ok(view)
}

fn standing_behind(
    tx: &Connection,
    key: i64,
    lane: Option<i64>,
    at: Option<i64>,
    seq: i64,
    believed: Instant,
    counts: bool,
) -> Result<Option<ReadVersion>, LedgerError> {
    let told = key;
    let key = crate::alias::home(tx, told)?;
    let lane = lane.map(|lane| crate::alias::home_lane(tx, lane)).transpose()?;
    if counts {
        let held = tx
            .prepare_cached(&format!(
                "{VERSION} WHERE version.key_id = ?1 AND version.lane = ?2 AND sys_from <= ?4 AND (sys_to > ?4 OR sys_to IS NULL)
                     AND (asserted_by = ?5 OR ((valid_from <= ?3 OR valid_from IS NULL) AND (version.valid_to > ?3 OR version.valid_to IS NULL)))
                 ORDER BY asserted_by = ?5 DESC LIMIT 1"
            ))?
            .query_row(params![key, lane, at, believed.micros(), seq], read_version)
            .optional()?;
        if held.is_some() {
            return Ok(held);
        }
    }
    Ok(tx
        .prepare_cached(&format!("{VERSION} WHERE version.key_id IN (?1, ?2) AND asserted_by = ?3 AND sys_from <= ?4 ORDER BY version_id DESC LIMIT 1"))?
        .query_row(params![told, key, seq, believed.micros()], read_version)
        .optional()?)
}
