//! What each relation is in a space: how many values at a time, how fast it turns over, who may
//! contradict it. Derived from `relation` entries; a relation nobody spoke of has one value.

use memstrata_model::{Cardinality, OnConflict, normalize_name};
use rusqlite::{Connection, OptionalExtension as _, params};

use crate::error::LedgerError;
use crate::line::RelationLine;

/// A relation as it stands now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RelationNow {
    pub cardinality: Cardinality,
    pub on_conflict: OnConflict,
}

const DEFAULT: RelationNow =
    RelationNow { cardinality: Cardinality::One, on_conflict: OnConflict::Supersede };

pub(crate) fn relation_now(tx: &Connection, space: i64, relation: &str) -> Result<RelationNow, LedgerError> {
    let found = tx
        .prepare_cached("SELECT cardinality, on_conflict FROM relation WHERE space_id = ?1 AND name = ?2")?
        .query_row(params![space, relation], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?)))
        .optional()?;
    Ok(found.map_or(DEFAULT, |(cardinality, on_conflict)| RelationNow {
        cardinality: Cardinality::from_name(&cardinality).unwrap_or(Cardinality::One),
        on_conflict: OnConflict::from_name(&on_conflict).unwrap_or(OnConflict::Supersede),
    }))
}

/// Whether the registry says anything of a relation.
pub(crate) fn is_registered(tx: &Connection, space: i64, relation: &str) -> Result<bool, LedgerError> {
    Ok(tx
        .prepare_cached("SELECT 1 FROM relation WHERE space_id = ?1 AND name = ?2")?
        .exists(params![space, relation])?)
}

/// Sets the relation's row; answers whether it changed between one value and many.
pub(crate) fn put(tx: &Connection, space: i64, line: &RelationLine) -> Result<bool, LedgerError> {
    let name = normalize_name(&line.relation);
    let before = relation_now(tx, space, &name)?.cardinality == Cardinality::Set;
    tx.prepare_cached(
        "INSERT INTO relation (space_id, name, cardinality, half_life_days, on_conflict, importance)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)
         ON CONFLICT (space_id, name) DO UPDATE SET cardinality = excluded.cardinality,
             half_life_days = excluded.half_life_days, on_conflict = excluded.on_conflict,
             importance = excluded.importance",
    )?
    .execute(params![
        space,
        name,
        line.cardinality.as_str(),
        line.half_life_days,
        line.on_conflict.unwrap_or(OnConflict::Supersede).as_str(),
        line.importance
    ])?;
    Ok(before != (line.cardinality == Cardinality::Set))
}

/// Takes the relation back to what the log says of it up to an entry, without those that do not count;
/// answers whether it changed between one value and many.
pub(crate) fn put_back(tx: &Connection, space: i64, relation: &str, up_to: i64) -> Result<bool, LedgerError> {
    let before = relation_now(tx, space, relation)?.cardinality == Cardinality::Set;
    let mut said: Option<RelationLine> = None;
    let mut genesis = tx.prepare_cached("SELECT line FROM genesis WHERE place > 0 ORDER BY place")?;
    let mut entries = tx.prepare_cached(
        "SELECT payload FROM entry LEFT JOIN discounted USING (seq)
         WHERE kind = 'relation' AND kind IN ('alias', 'relation') AND space_id = ?1 AND discounted.seq IS NULL AND entry.seq <= ?2
         ORDER BY entry.seq",
    )?;
    let space_name: String =
        tx.query_row("SELECT name FROM space WHERE space_id = ?1", [space], |row| row.get(0))?;
    let mut take = |text: &str| {
        if let Ok(line) = serde_json::from_str::<RelationLine>(text)
            && line.space == space_name
            && normalize_name(&line.relation) == relation
        {
            said = Some(line);
        }
    };
    let mut rows = genesis.query([])?;
    while let Some(row) = rows.next()? {
        take(&strip_type(row.get_ref(0)?.as_str().unwrap_or_default()));
    }
    let mut rows = entries.query([space, up_to])?;
    while let Some(row) = rows.next()? {
        take(row.get_ref(0)?.as_str().unwrap_or_default());
    }
    match said {
        Some(line) => {
            put(tx, space, &line)?;
        }
        None => {
            tx.execute("DELETE FROM relation WHERE space_id = ?1 AND name = ?2", params![space, relation])?;
        }
    }
    let after = relation_now(tx, space, relation)?.cardinality == Cardinality::Set;
    Ok(before != after)
}

/// A genesis line as the payload of an entry would be.
fn strip_type(line: &str) -> String {
    match serde_json::from_str::<serde_json::Value>(line) {
        Ok(serde_json::Value::Object(mut fields)) => {
            fields.remove("type");
            serde_json::Value::Object(fields).to_string()
        }
        _ => String::new(),
    }
}
