//! Reading on both clocks: which versions hold at a moment, the timeline of a key. Reads change
//! nothing. How a version is put into words is `fact`'s.

use memstrata_model::{
    Cardinality, Fact, Instant, Interval, Key, Timeline, TimelineInterval, fact::TimelineKey, normalize_name,
};
use rusqlite::{Connection, OptionalExtension as _, params};

use crate::dispute::{is_disputed, may_be_disputed};
use crate::episode::{EpisodeRecord, EpisodeView, episode_record, episode_stub, view_episode};
use crate::error::LedgerError;
use crate::export::for_each_line;
pub(crate) use crate::fact::{build_fact, counts_at, object_of, outline_fact, standing_behind, stood_behind};
use crate::held::{record_once, view_once};
use crate::line::Line;
use crate::project::VersionRow;
use crate::store::{Ledger, space_id};

/// A moment on both clocks. Without `known_at` the newest belief.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Moment {
    pub as_of: Instant,
    pub known_at: Option<Instant>,
}

impl Moment {
    /// The moment of belief as a bound on system time.
    pub(crate) fn believed(&self) -> Instant {
        self.known_at.unwrap_or(Instant::MAX)
    }
}

/// Which facts to list. Names are normalised; empty fields match all.
#[derive(Clone, Debug, Default)]
pub struct FactPattern {
    pub subject: Option<String>,
    pub relation: Option<String>,
    pub scope: Option<String>,
    /// History too, not only what holds.
    pub all: bool,
}

/// An entry of the log, for listings.
#[derive(Clone, Debug, PartialEq)]
pub struct LogEntry {
    pub seq: i64,
    pub line: Line,
}

/// The columns of a version with its key, as `read_version` takes them.
pub(crate) const VERSION: &str =
    "SELECT version_id, version.lane, valid_from, version.valid_to, asserted_by, superseded_by, closing_rule,
        version.key_id, sys_from, sys_to, shown_subject, shown_relation, shown_scope
     FROM version JOIN key ON key.key_id = version.key_id";

#[derive(Clone, Debug)]
pub(crate) struct ReadVersion {
    pub row: VersionRow,
    pub key: i64,
    pub sys_from: Instant,
    pub sys_to: Option<Instant>,
    pub subject: String,
    pub relation: String,
    pub scope: Option<String>,
}

pub(crate) fn read_version(row: &rusqlite::Row<'_>) -> rusqlite::Result<ReadVersion> {
    let scope: String = row.get(12)?;
    Ok(ReadVersion {
        row: crate::project::version_row(row)?,
        key: row.get(7)?,
        sys_from: Instant::from_micros(row.get(8)?),
        sys_to: row.get::<_, Option<i64>>(9)?.map(Instant::from_micros),
        subject: row.get(10)?,
        relation: row.get(11)?,
        scope: (!scope.is_empty()).then_some(scope),
    })
}

impl ReadVersion {
    pub fn holds_at(&self, at: Instant) -> bool {
        self.row.from.is_none_or(|from| from <= at) && self.row.to.is_none_or(|to| at < to)
    }
}

impl Ledger {
    /// The facts of a pattern that hold at a moment (or, with `all`, all that were believed then),
    /// by subject, relation, scope and start.
    ///
    /// # Errors
    /// The space does not exist.
    pub fn facts(
        &self,
        space: &str,
        pattern: &FactPattern,
        moment: Moment,
    ) -> Result<Vec<Fact>, LedgerError> {
        self.reading(|tx| {
            let space = space_id(tx, space)?;
            let mut found = Vec::new();
            let fields = |name: &Option<String>| name.as_deref().map(normalize_name);
            let names = match &pattern.subject {
                Some(subject) => {
                    crate::alias::subject_names(tx, space, &crate::spelling::subject(tx, space, subject)?)?
                }
                None => Vec::new(),
            };
            let aliased = names.get(1).is_some();
            let subjects = match (names.first(), aliased) {
                (None, _) => "?2 IS NULL",
                (Some(_), false) => "key.subject = ?2",
                (Some(_), true) => "key.subject IN (SELECT value FROM json_each(?2))",
            };
            let relation = match &pattern.relation {
                Some(relation) => {
                    crate::alias::relation_names(tx, space, &crate::spelling::relation(tx, space, relation)?)?
                }
                None => Vec::new(),
            };
            let relations = match relation.len() {
                0 => "?3 IS NULL",
                1 => "key.relation = ?3",
                _ => "key.relation IN (SELECT value FROM json_each(?3))",
            };
            // One subject is one range of the index of names, and a relation of any subject a few of the
            // index of relations; their versions follow from there.
            let index = match (names.len(), relation.len()) {
                (1, _) => Some("key_by_name"),
                (0, 1..) => Some("key_by_relation"),
                _ => None,
            };
            let columns = match index {
                Some(index) => VERSION.replace(
                    "FROM version JOIN key",
                    &format!("FROM key INDEXED BY {index} CROSS JOIN version"),
                ),
                None => VERSION.to_owned(),
            };
            let bound = |names: &[String]| match names {
                [] | [_] => names.first().cloned(),
                _ => Some(serde_json::to_string(names).expect("strings are JSON")),
            };
            let mut statement = tx.prepare_cached(&format!(
                "{columns} WHERE space_id = ?1 AND {subjects} AND {relations}
                     AND (key.scope = ?4 OR ?4 IS NULL) AND sys_from <= ?5 AND (sys_to > ?5 OR sys_to IS NULL)
                     AND (?7 OR ((valid_from <= ?6 OR valid_from IS NULL) AND (version.valid_to > ?6 OR version.valid_to IS NULL)))
                 ORDER BY key.subject, key.relation, key.scope, valid_from, version_id"
            ))?;
            let rows = statement.query_map(
                params![
                    space,
                    bound(&names),
                    bound(&relation),
                    fields(&pattern.scope),
                    moment.believed().micros(),
                    moment.as_of.micros(),
                    pattern.all
                ],
                read_version,
            )?;
            for version in rows {
                found.push(build_fact(tx, &version?, moment)?);
            }
            Ok(found)
        })
    }

    /// The bare value of a key at a moment on both clocks: one index look-up, no sources. Of a
    /// set-valued key, the value that began last.
    ///
    /// # Errors
    /// The space does not exist.
    pub fn value(&self, space: &str, key: &Key, moment: Moment) -> Result<Option<String>, LedgerError> {
        self.reading(|tx| {
            let Some(row) = crate::alias::look_up(tx, space_id(tx, space)?, key)? else { return Ok(None) };
            let row = crate::alias::home(tx, row)?;
            let (as_of, believed) = (moment.as_of.micros(), moment.believed().micros());
            let now = tx
                .prepare_cached(
                    "SELECT shown, sys_from FROM version JOIN entry ON entry.seq = asserted_by JOIN object USING (object_id)
                     WHERE version.key_id = ?1 AND stands = 1 AND (valid_from <= ?2 OR valid_from IS NULL)
                         AND (version.valid_to > ?2 OR version.valid_to IS NULL) ORDER BY valid_from DESC LIMIT 1",
                )?
                .query_row(params![row, as_of], |r| Ok((r.get::<_, Option<String>>(0)?, r.get::<_, i64>(1)?)))
                .optional()?;
            // What is believed now was believed then too, if it was by then: versions never overlap.
            match now {
                Some((value, since)) if since <= believed => return Ok(value),
                _ if moment.known_at.is_none() => return Ok(None),
                _ => {}
            }
            Ok(tx
                .prepare_cached(
                    "SELECT shown FROM version JOIN entry ON entry.seq = asserted_by JOIN object USING (object_id)
                     WHERE version.key_id = ?1 AND stands = 0 AND sys_from <= ?3 AND sys_to > ?3
                         AND (valid_from <= ?2 OR valid_from IS NULL)
                         AND (version.valid_to > ?2 OR version.valid_to IS NULL) ORDER BY valid_from DESC LIMIT 1",
                )?
                .query_row(params![row, as_of, believed], |r| r.get(0))
                .optional()?
                .flatten())
        })
    }

    /// One fact by its id (`f` and a number).
    ///
    /// # Errors
    /// There is no such fact in the space.
    pub fn fact(&self, space: &str, id: &str, moment: Moment) -> Result<Fact, LedgerError> {
        self.reading(|tx| {
            let version = version_by_id(tx, space_id(tx, space)?, id)?;
            build_fact(tx, &version, moment)
        })
    }

    /// The timeline of a key as believed at a system time.
    ///
    /// # Errors
    /// The space has no such key.
    pub fn timeline(
        &self,
        space: &str,
        subject: &str,
        relation: &str,
        scope: Option<&str>,
        known_at: Option<Instant>,
        now: Instant,
    ) -> Result<Timeline, LedgerError> {
        self.reading(|tx| {
            let id = space_id(tx, space)?;
            let key = crate::spelling::key(tx, id, (subject, relation, scope))?;
            let row = crate::alias::look_up(tx, id, &key)?.ok_or_else(|| LedgerError::NotFound {
                what: "key",
                id: format!("{} / {}", key.subject, key.relation),
            })?;
            // Under the name it counts for now; what was believed of it before it was merged
            // stands under its own.
            let home = crate::alias::home(tx, row)?;
            let merged = home != row && versions_of(tx, row, known_at.unwrap_or(Instant::MAX))?.is_empty();
            timeline_of(tx, space, if merged { home } else { row }, known_at, now)
        })
    }

    /// The timeline of the key that a fact belongs to.
    ///
    /// # Errors
    /// There is no such fact in the space.
    pub fn timeline_of_fact(
        &self,
        space: &str,
        fact: &str,
        known_at: Option<Instant>,
        now: Instant,
    ) -> Result<Timeline, LedgerError> {
        self.reading(|tx| {
            let version = version_by_id(tx, space_id(tx, space)?, fact)?;
            timeline_of(tx, space, version.key, known_at, now)
        })
    }

    /// The values of the key that a fact belongs to, each while it holds, by when it begins; none
    /// where the key has several values at once. A timeline without its sources.
    ///
    /// # Errors
    /// There is no such fact in the space.
    pub fn values_of_fact(
        &self,
        space: &str,
        fact: &str,
        known_at: Option<Instant>,
    ) -> Result<Vec<(String, Interval)>, LedgerError> {
        self.reading(|tx| {
            let believed = known_at.unwrap_or(Instant::MAX);
            let key = version_by_id(tx, space_id(tx, space)?, fact)?.key;
            if crate::registry::cardinality_at(tx, key, believed)? == Cardinality::Set {
                return Ok(Vec::new());
            }
            let held = |version: ReadVersion| {
                let value = object_of(tx, version.row.asserted_by)?;
                Ok((value, Interval::new(version.row.from, version.row.to)))
            };
            versions_of(tx, key, believed)?.into_iter().map(held).collect()
        })
    }

    /// The entries of a space after `since`, oldest first.
    ///
    /// # Errors
    /// The space does not exist.
    pub fn log(&self, space: &str, since: i64) -> Result<Vec<LogEntry>, LedgerError> {
        self.reading(|tx| {
            space_id(tx, space)?;
            let mut entries = Vec::new();
            for_each_line(tx, since, |seq, line| {
                if crate::line::space_of(line) == Some(space) {
                    entries.push(LogEntry { seq, line: line.clone() });
                }
                Ok(())
            })?;
            Ok(entries)
        })
    }

    /// An episode and what it carries, seen from a moment.
    ///
    /// # Errors
    /// There is no such episode in the space.
    pub fn episode(&self, space: &str, seq: i64, moment: Moment) -> Result<EpisodeView, LedgerError> {
        self.reading(|tx| {
            let space = space_id(tx, space)?;
            view_once(space, seq, moment, || {
                let record = record_once(space, seq, || episode_record(tx, space, seq))?;
                view_episode(tx, record, moment, build_fact)
            })
        })
    }

    /// As [`Ledger::episode`] of each, with its id and system time alone, and facts that only tell
    /// where they stand in time (no value, no sources, nothing of disputes): enough for a gate, for a
    /// fraction of the reading.
    ///
    /// # Errors
    /// There is no such episode in the space.
    pub fn episode_outlines(
        &self,
        space: &str,
        episodes: &[i64],
        moment: Moment,
    ) -> Result<Vec<EpisodeView>, LedgerError> {
        self.reading(|tx| {
            let space = space_id(tx, space)?;
            let outline = |seq: &i64| view_episode(tx, episode_stub(tx, space, *seq)?, moment, outline_fact);
            episodes.iter().map(outline).collect()
        })
    }

    /// The episodes alone, in the order asked for, without what they tell.
    ///
    /// # Errors
    /// There is no such episode in the space.
    pub fn episode_records(&self, space: &str, episodes: &[i64]) -> Result<Vec<EpisodeRecord>, LedgerError> {
        self.reading(|tx| {
            let space = space_id(tx, space)?;
            episodes.iter().map(|seq| record_once(space, *seq, || episode_record(tx, space, *seq))).collect()
        })
    }

    /// The place of an episode in the log, by its id.
    ///
    /// # Errors
    /// There is no such episode in the space.
    pub fn episode_seq(&self, space: &str, id: &str) -> Result<i64, LedgerError> {
        self.reading(|tx| crate::append::find_entry(tx, space_id(tx, space)?, id, "episode"))
    }

    /// The entry that asserted the value of a key that holds at a moment of belief, if one does.
    ///
    /// # Errors
    /// The space does not exist.
    pub fn asserter(&self, space: &str, key: &Key, value: &str) -> Result<Option<String>, LedgerError> {
        self.reading(|tx| {
            let Some(row) = crate::chain::find_key(tx, space_id(tx, space)?, key)? else { return Ok(None) };
            let norm = memstrata_model::normalize_text(value);
            let Some(lane) = crate::chain::find_lane(tx, row, &norm)? else { return Ok(None) };
            let (row, lane) = (crate::alias::home(tx, row)?, crate::alias::home_lane(tx, lane)?);
            Ok(tx
                .prepare_cached(
                    "SELECT id FROM version JOIN entry ON entry.seq = asserted_by
                     WHERE version.key_id = ?1 AND version.lane = ?2 AND stands = 1
                     ORDER BY version.valid_to IS NULL DESC, valid_from DESC LIMIT 1",
                )?
                .query_row([row, lane], |row| row.get(0))
                .optional()?)
        })
    }
}

/// A version of this space by the fact id that is shown.
pub(crate) fn version_by_id(tx: &Connection, space: i64, id: &str) -> Result<ReadVersion, LedgerError> {
    let missing = || LedgerError::NotFound { what: "fact", id: id.to_owned() };
    let number: i64 = id.strip_prefix('f').and_then(|n| n.parse().ok()).ok_or_else(missing)?;
    tx.prepare_cached(&format!("{VERSION} WHERE version_id = ?1 AND space_id = ?2"))?
        .query_row([number, space], read_version)
        .optional()?
        .ok_or_else(missing)
}

pub(crate) fn timeline_of(
    tx: &Connection,
    space: &str,
    key: i64,
    known_at: Option<Instant>,
    now: Instant,
) -> Result<Timeline, LedgerError> {
    let moment = Moment { as_of: now, known_at };
    let shown = tx
        .prepare_cached("SELECT shown_subject, shown_relation, shown_scope FROM key WHERE key_id = ?1")?
        .query_row([key], |row| {
            let scope: String = row.get(2)?;
            Ok(TimelineKey {
                space: space.to_owned(),
                subject: row.get(0)?,
                relation: row.get(1)?,
                scope: (!scope.is_empty()).then_some(scope),
            })
        })?;
    let mut intervals = Vec::new();
    let contested = may_be_disputed(tx, key, moment.believed())?;
    for version in versions_of(tx, key, moment.believed())? {
        let fact = build_fact(tx, &version, moment)?;
        intervals.push(TimelineInterval {
            disputed: contested && is_disputed(tx, &version, moment.believed())?,
            id: fact.id,
            object: fact.object,
            valid_from: fact.valid_from,
            valid_to: fact.valid_to,
            closing_rule: fact.closing_rule,
            superseded_by: fact.superseded_by,
            last_verified: fact.last_verified,
            sources: fact.sources,
        });
    }
    Ok(Timeline {
        key: shown,
        set_valued: crate::registry::cardinality_at(tx, key, moment.believed())? == Cardinality::Set,
        known_at: known_at.unwrap_or(now),
        intervals,
    })
}

/// The versions of a key believed at a system time, by start.
pub(crate) fn versions_of(
    tx: &Connection,
    key: i64,
    believed: Instant,
) -> Result<Vec<ReadVersion>, LedgerError> {
    let mut statement = tx.prepare_cached(&format!(
        "{VERSION} WHERE version.key_id = ?1 AND sys_from <= ?2 AND (sys_to > ?2 OR sys_to IS NULL)
         ORDER BY valid_from, version_id"
    ))?;
    let rows = statement.query_map(params![key, believed.micros()], read_version)?;
    Ok(rows.collect::<Result<_, _>>()?)
}
