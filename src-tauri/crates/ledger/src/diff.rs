//! What changed between two moments: between two beliefs, or between two times as believed at one.

use memstrata_model::{ClosingRule, Instant, fact::TimelineKey};
use rusqlite::{Connection, params};
use serde::Serialize;

use crate::absence::shown_key;
use crate::error::LedgerError;
use crate::project::is_set_valued;
use crate::read::{ReadVersion, VERSION, object_of, read_version};
use crate::store::{Ledger, space_id};

/// The clock that two moments are compared on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Axis {
    /// What was believed at each.
    KnownAt,
    /// What held at each.
    AsOf,
}

/// What changed from one moment to another.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    pub axis: Axis,
    pub from: Instant,
    pub to: Instant,
    /// The belief that two valid times are compared in; null is the present one.
    pub known_at: Option<Instant>,
    /// By subject, relation, scope.
    pub keys: Vec<KeyDifference>,
}

/// What changed of a key.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct KeyDifference {
    pub key: TimelineKey,
    pub set_valued: bool,
    /// At the first moment and no more at the second.
    pub before: Vec<DifferenceValue>,
    /// At the second moment and not at the first.
    pub after: Vec<DifferenceValue>,
}

/// A value with its interval.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DifferenceValue {
    pub id: String,
    pub object: String,
    pub valid_from: Option<Instant>,
    pub valid_to: Option<Instant>,
    pub closing_rule: Option<ClosingRule>,
    /// The entry that asserted it.
    pub asserted_by: String,
}

impl Ledger {
    /// What is believed at the second system time and was not at the first, and the other way
    /// round, key by key.
    ///
    /// # Errors
    /// The space does not exist, or the moments are the wrong way round.
    pub fn difference_of_beliefs(
        &self,
        space: &str,
        from: Instant,
        to: Instant,
    ) -> Result<Difference, LedgerError> {
        in_order(from, to)?;
        self.reading(|tx| {
            let keys = between_beliefs(tx, space, from, to, None)?;
            Ok(Difference { axis: Axis::KnownAt, from, to, known_at: None, keys })
        })
    }

    /// What holds at the second valid time and did not at the first, and the other way round, as
    /// believed at one system time.
    ///
    /// # Errors
    /// As [`Ledger::difference_of_beliefs`].
    pub fn difference_of_times(
        &self,
        space: &str,
        from: Instant,
        to: Instant,
        known_at: Option<Instant>,
    ) -> Result<Difference, LedgerError> {
        in_order(from, to)?;
        self.reading(|tx| {
            let id = space_id(tx, space)?;
            let mut statement = tx.prepare_cached(&format!(
                "{VERSION} WHERE space_id = ?1 AND sys_from <= ?4 AND (sys_to > ?4 OR sys_to IS NULL)
                     AND {} <> {} {ORDER}",
                holds("?2"),
                holds("?3")
            ))?;
            let believed = known_at.unwrap_or(Instant::MAX);
            let versions = statement
                .query_map(params![id, from.micros(), to.micros(), believed.micros()], read_version)?
                .collect::<Result<Vec<_>, _>>()?;
            let keys = by_key(tx, space, &versions, |version| version.holds_at(from))?;
            Ok(Difference { axis: Axis::AsOf, from, to, known_at, keys })
        })
    }
}

impl Ledger {
    /// Keys with a value that begins or ends after one valid time and not after another, as known then,
    /// also where the same holds at both: what came and went between them.
    ///
    /// # Errors
    /// As [`Ledger::difference_of_beliefs`].
    pub fn keys_changed(
        &self,
        space: &str,
        from: Instant,
        to: Instant,
        known_at: Option<Instant>,
    ) -> Result<Vec<TimelineKey>, LedgerError> {
        in_order(from, to)?;
        self.reading(|tx| {
            let believed = known_at.unwrap_or(Instant::MAX);
            let mut statement = tx.prepare_cached(
                "SELECT DISTINCT key_id FROM version JOIN key USING (key_id)
                 WHERE space_id = ?1 AND sys_from <= ?4 AND (sys_to > ?4 OR sys_to IS NULL)
                     AND (valid_from > ?2 AND valid_from <= ?3 OR valid_to > ?2 AND valid_to <= ?3)
                 ORDER BY key.subject, key.relation, key.scope",
            )?;
            let ids = statement
                .query_map(
                    params![space_id(tx, space)?, from.micros(), to.micros(), believed.micros()],
                    |row| row.get::<_, i64>(0),
                )?
                .collect::<Result<Vec<_>, _>>()?;
            ids.into_iter().map(|key| shown_key(tx, space, key)).collect()
        })
    }
}

const ORDER: &str = "ORDER BY key.subject, key.relation, key.scope, version.key_id, valid_from, version_id";

fn holds(at: &str) -> String {
    format!(
        "((valid_from <= {at} OR valid_from IS NULL) AND (version.valid_to > {at} OR version.valid_to IS NULL))"
    )
}

fn in_order(from: Instant, to: Instant) -> Result<(), LedgerError> {
    if from <= to {
        return Ok(());
    }
    Err(LedgerError::BadValue { what: "period: it ends before it begins", value: format!("{from} to {to}") })
}

/// The difference of two beliefs, of all keys or of some.
pub(crate) fn between_beliefs(
    tx: &Connection,
    space: &str,
    from: Instant,
    to: Instant,
    keys: Option<&[i64]>,
) -> Result<Vec<KeyDifference>, LedgerError> {
    let id = space_id(tx, space)?;
    let some =
        if keys.is_some() { "version.key_id IN (SELECT value FROM json_each(?4))" } else { "?4 IS NULL" };
    let believed = |at: &str| format!("(sys_from <= {at} AND (sys_to > {at} OR sys_to IS NULL))");
    let mut statement = tx.prepare_cached(&format!(
        "{VERSION} WHERE space_id = ?1 AND {} <> {} AND {some} {ORDER}",
        believed("?2"),
        believed("?3")
    ))?;
    let listed = keys.map(|keys| serde_json::to_string(keys).expect("numbers are JSON"));
    let versions = statement
        .query_map(params![id, from.micros(), to.micros(), listed], read_version)?
        .collect::<Result<Vec<_>, _>>()?;
    by_key(tx, space, &versions, |version| version.sys_from <= from)
}

fn by_key(
    tx: &Connection,
    space: &str,
    versions: &[ReadVersion],
    is_before: impl Fn(&ReadVersion) -> bool,
) -> Result<Vec<KeyDifference>, LedgerError> {
    let mut found = Vec::new();
    for group in versions.chunk_by(|a, b| a.key == b.key) {
        let (mut before, mut after) = (Vec::new(), Vec::new());
        for version in group {
            let value = DifferenceValue {
                id: format!("f{}", version.row.id),
                object: object_of(tx, version.row.asserted_by)?,
                valid_from: version.row.from,
                valid_to: version.row.to,
                closing_rule: version.row.closing,
                asserted_by: entry_id(tx, version.row.asserted_by)?,
            };
            if is_before(version) { before.push(value) } else { after.push(value) }
        }
        // The same value over the same time, told by another or closed by another: no change.
        let same = |a: &DifferenceValue, b: &DifferenceValue| {
            (&a.object, a.valid_from, a.valid_to) == (&b.object, b.valid_from, b.valid_to)
        };
        let kept: Vec<DifferenceValue> =
            after.iter().filter(|a| !before.iter().any(|b| same(a, b))).cloned().collect();
        before.retain(|b| !after.iter().any(|a| same(a, b)));
        if before.is_empty() && kept.is_empty() {
            continue;
        }
        let first = &group[0];
        found.push(KeyDifference {
            key: TimelineKey {
                space: space.to_owned(),
                subject: first.subject.clone(),
                relation: first.relation.clone(),
                scope: first.scope.clone(),
            },
            set_valued: is_set_valued(tx, first.key)?,
            before,
            after: kept,
        });
    }
    Ok(found)
}

pub(crate) fn entry_id(tx: &Connection, seq: i64) -> Result<String, LedgerError> {
    Ok(tx.prepare_cached("SELECT id FROM entry WHERE seq = ?1")?.query_row([seq], |row| row.get(0))?)
}
