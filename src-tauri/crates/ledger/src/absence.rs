//! Why nothing is found: an empty answer says when something was first known, when it ended, since
//! when it is unsettled, or under which name it stands.

use memstrata_model::{ClosingRule, Instant, fact::TimelineKey, normalize_name};
use rusqlite::{Connection, OptionalExtension as _, params};
use serde::Serialize;

use crate::alias;
use crate::error::LedgerError;
use crate::read::{FactPattern, Moment, ReadVersion, object_of, versions_of};
use crate::store::{Ledger, space_id};

/// Why a key has no value at a moment.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "reason", rename_all = "snake_case")]
pub enum Absence {
    /// Nothing was ever told of it.
    NeverTold,
    /// It stands under other names: another scope, or a name that it had then.
    ExistsAs { names: Vec<TimelineKey> },
    /// Nothing of it was known by then.
    RecordedLater { on: Instant, object: String, valid_from: Option<Instant> },
    /// Nothing held then.
    NotYet { from: Instant, object: String },
    /// What held had ended.
    Ended {
        on: Instant,
        object: String,
        rule: Option<ClosingRule>,
        /// When the next value began, where one did.
        next_from: Option<Instant>,
    },
    /// A bounded fact interrupted one without an end, and nothing was said since.
    Unsettled {
        since: Instant,
        /// What held until then.
        object: String,
        /// What held before that, which may hold again.
        before: String,
        /// What `review` takes to decide on it.
        item: String,
    },
    /// What was believed of it had been taken back by then.
    Withdrawn { on: Instant, object: String },
    /// It was told, and waits for a decision.
    Waiting { object: String, item: String },
}

/// A key without a value, and why.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AbsentKey {
    pub key: TimelineKey,
    #[serde(flatten)]
    pub why: Absence,
}

/// A bounded value that came in the way of one without an end, after which nothing was said.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Interruption {
    /// The entry that interrupted.
    pub asserted_by: i64,
    pub until: Instant,
    /// The entry that asserted what held before.
    pub before: i64,
}

impl Ledger {
    /// Why the keys of a pattern have no value at a moment, at most so many of them by name. Keys
    /// that have one are left out; a pattern that names a key nobody spoke of is answered too.
    ///
    /// # Errors
    /// The space does not exist.
    pub fn absences(
        &self,
        space: &str,
        pattern: &FactPattern,
        moment: Moment,
        at_most: usize,
    ) -> Result<Vec<AbsentKey>, LedgerError> {
        self.reading(|tx| {
            let id = space_id(tx, space)?;
            let mut found = Vec::new();
            let keys = keys_of(tx, id, pattern)?;
            for key in &keys {
                if found.len() >= at_most {
                    break;
                }
                if let Some(why) = absence(tx, space, id, *key, moment)? {
                    found.push(AbsentKey { key: shown_key(tx, space, *key)?, why });
                }
            }
            if let (true, Some(subject)) = (keys.is_empty(), &pattern.subject) {
                let key = TimelineKey {
                    space: space.to_owned(),
                    subject: subject.clone(),
                    relation: pattern.relation.clone().unwrap_or_default(),
                    scope: pattern.scope.clone(),
                };
                let names = other_scopes(tx, space, id, pattern)?;
                let why = if names.is_empty() { Absence::NeverTold } else { Absence::ExistsAs { names } };
                found.push(AbsentKey { key, why });
            }
            Ok(found)
        })
    }
}

/// The keys that a pattern names, as they count now.
pub(crate) fn keys_of(tx: &Connection, space: i64, pattern: &FactPattern) -> Result<Vec<i64>, LedgerError> {
    let subjects = match &pattern.subject {
        Some(subject) => alias::subject_names(tx, space, &crate::spelling::subject(tx, space, subject)?)?,
        None => Vec::new(),
    };
    let relations = match &pattern.relation {
        Some(relation) => alias::relation_names(tx, space, &crate::spelling::relation(tx, space, relation)?)?,
        None => Vec::new(),
    };
    let list = |names: &[String]| {
        (!names.is_empty()).then(|| serde_json::to_string(names).expect("strings are JSON"))
    };
    // A name that is given is one range of the index; left open, all keys are gone through.
    let named = |given: bool, column: &str, bound: &str| {
        if given {
            format!("key.{column} IN (SELECT value FROM json_each({bound}))")
        } else {
            format!("{bound} IS NULL")
        }
    };
    let mut statement = tx.prepare_cached(&format!(
        "SELECT DISTINCT home.key_id FROM key LEFT JOIN key_into USING (key_id)
             JOIN key AS home ON home.key_id = ifnull(into_key, key.key_id)
         WHERE key.space_id = ?1 AND {} AND {} AND (key.scope = ?4 OR ?4 IS NULL)
         ORDER BY home.subject, home.relation, home.scope",
        named(!subjects.is_empty(), "subject", "?2"),
        named(!relations.is_empty(), "relation", "?3"),
    ))?;
    let scope = pattern.scope.as_deref().map(normalize_name);
    let rows =
        statement.query_map(params![space, list(&subjects), list(&relations), scope], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// The keys of the same subject and relation in other scopes.
fn other_scopes(
    tx: &Connection,
    space: &str,
    id: i64,
    pattern: &FactPattern,
) -> Result<Vec<TimelineKey>, LedgerError> {
    if pattern.scope.is_none() {
        return Ok(Vec::new());
    }
    let others = FactPattern { scope: None, ..pattern.clone() };
    keys_of(tx, id, &others)?.into_iter().map(|key| shown_key(tx, space, key)).collect()
}

pub(crate) fn shown_key(tx: &Connection, space: &str, key: i64) -> Result<TimelineKey, LedgerError> {
    Ok(tx
        .prepare_cached("SELECT shown_subject, shown_relation, shown_scope FROM key WHERE key_id = ?1")?
        .query_row([key], |row| {
            let scope: String = row.get(2)?;
            Ok(TimelineKey {
                space: space.to_owned(),
                subject: row.get(0)?,
                relation: row.get(1)?,
                scope: (!scope.is_empty()).then_some(scope),
            })
        })?)
}

/// Why a key has no value at a moment; none where it has one.
fn absence(
    tx: &Connection,
    space: &str,
    id: i64,
    key: i64,
    moment: Moment,
) -> Result<Option<Absence>, LedgerError> {
    let believed = versions_of(tx, key, moment.believed())?;
    if believed.iter().any(|version| version.holds_at(moment.as_of)) {
        return Ok(None);
    }
    if believed.is_empty() {
        return unknown(tx, space, id, key, moment).map(Some);
    }
    let before = believed
        .iter()
        .filter(|version| version.row.to.is_some_and(|to| to <= moment.as_of))
        .max_by_key(|version| version.row.to);
    let after = believed
        .iter()
        .filter(|version| version.row.from.is_some_and(|from| from > moment.as_of))
        .min_by_key(|version| version.row.from);
    let next_from = after.and_then(|version| version.row.from);
    if let Some(version) = before
        && let Some(on) = version.row.to
    {
        let object = object_of(tx, version.row.asserted_by)?;
        if next_from.is_none()
            && let Some(cut) = interruption(tx, version)?
        {
            return Ok(Some(Absence::Unsettled {
                since: on,
                object,
                before: object_of(tx, cut.before)?,
                item: crate::diff::entry_id(tx, cut.asserted_by)?,
            }));
        }
        return Ok(Some(Absence::Ended { on, object, rule: version.row.closing, next_from }));
    }
    match after.zip(next_from) {
        Some((version, from)) => {
            Ok(Some(Absence::NotYet { from, object: object_of(tx, version.row.asserted_by)? }))
        }
        None => Ok(None),
    }
}

/// Why nothing is believed of a key at all.
fn unknown(tx: &Connection, space: &str, id: i64, key: i64, moment: Moment) -> Result<Absence, LedgerError> {
    let believed = moment.believed();
    // Under the names it had then: those that count for it now, and held something of their own.
    let mut names = Vec::new();
    for guest in alias::counting_for(tx, id, key, Instant::MAX)?.into_iter().filter(|guest| *guest != key) {
        if versions_of(tx, guest, believed)?.iter().any(|version| version.holds_at(moment.as_of)) {
            names.push(shown_key(tx, space, guest)?);
        }
    }
    if !names.is_empty() {
        return Ok(Absence::ExistsAs { names });
    }
    let edge = |condition: &str, order: &str| -> Result<Option<(i64, i64, Option<i64>)>, LedgerError> {
        Ok(tx
            .prepare_cached(&format!(
                "SELECT asserted_by, {order}, valid_from FROM version WHERE key_id = ?1 AND {condition} ?2
                 ORDER BY {order}, valid_from LIMIT 1"
            ))?
            .query_row(params![key, believed.micros()], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
            .optional()?)
    };
    if let Some((entry, at, from)) = edge("sys_from >", "sys_from")? {
        let earlier = edge("sys_to <=", "-sys_to")?;
        if earlier.is_none() {
            return Ok(Absence::RecordedLater {
                on: Instant::from_micros(at),
                object: object_of(tx, entry)?,
                valid_from: from.map(Instant::from_micros),
            });
        }
    }
    if let Some((entry, at, _)) = edge("sys_to <=", "-sys_to")? {
        return Ok(Absence::Withdrawn { on: Instant::from_micros(-at), object: object_of(tx, entry)? });
    }
    let waiting: Option<(i64, String)> = tx
        .prepare_cached(
            "SELECT seq, id FROM entry JOIN discounted USING (seq)
             WHERE key_id = ?1 AND held = 1 AND recorded_at <= ?2 AND kind IN ('assert', 'confirm')
             ORDER BY seq DESC LIMIT 1",
        )?
        .query_row(params![key, believed.micros()], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    match waiting {
        Some((entry, item)) => Ok(Absence::Waiting { object: object_of(tx, entry)?, item }),
        None => Ok(Absence::NeverTold),
    }
}

/// Whether a version came in the way of one that had no end in sight, so that nobody knows what
/// holds after it.
pub(crate) fn interruption(
    tx: &Connection,
    version: &ReadVersion,
) -> Result<Option<Interruption>, LedgerError> {
    let Some(until) = version.row.to else { return Ok(None) };
    let bounded = matches!(version.row.closing, Some(ClosingRule::StatedEnd | ClosingRule::Observed));
    if !bounded || crate::project::is_set_valued(tx, version.key)? {
        return Ok(None);
    }
    let before: Option<i64> = tx
        .prepare_cached(
            "SELECT held.asserted_by FROM version AS held JOIN version AS open
                 ON open.key_id = held.key_id AND open.lane = held.lane AND open.valid_from IS held.valid_from
             WHERE held.key_id = ?1 AND held.superseded_by = ?2 AND held.valid_to IS ?3 AND held.lane <> ?4
                 AND open.valid_to IS NULL AND open.sys_to IS NOT NULL AND open.sys_from <= ?5
             ORDER BY held.version_id DESC LIMIT 1",
        )?
        .query_row(
            params![
                version.key,
                version.row.asserted_by,
                version.row.from.map(Instant::micros),
                version.row.lane,
                version.sys_from.micros()
            ],
            |row| row.get(0),
        )
        .optional()?;
    Ok(before.map(|before| Interruption { asserted_by: version.row.asserted_by, until, before }))
}
