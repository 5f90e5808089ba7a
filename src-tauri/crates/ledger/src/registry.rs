//! What each relation is in a space: its other names, how many values at a time, how fast it turns
//! over, who may contradict it. Derived from `relation` entries; a relation nobody spoke of has
//! one value.

use std::collections::BTreeMap;

use memstrata_model::{Cardinality, Instant, OnConflict, normalize_name};
use rusqlite::{Connection, OptionalExtension as _, params};
use serde::Serialize;

use crate::error::LedgerError;
use crate::line::RelationLine;
use crate::store::{Ledger, space_id};

/// A relation as it stands now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RelationNow {
    pub cardinality: Cardinality,
    pub on_conflict: OnConflict,
}

const DEFAULT: RelationNow =
    RelationNow { cardinality: Cardinality::One, on_conflict: OnConflict::Supersede };

/// A relation of a space's own registry.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RegisteredRelation {
    /// Normalised.
    pub name: String,
    pub cardinality: Cardinality,
    /// −1 never, 0 its own date; null: nothing was said.
    pub half_life_days: Option<i64>,
    pub on_conflict: OnConflict,
    /// 0 to 1, for what is told without an importance of its own.
    pub importance: Option<f64>,
    /// Normalised.
    pub aliases: Vec<String>,
}

/// What a change of the registry touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Turned {
    /// Between one value at a time and many.
    pub cardinality: bool,
    pub names: bool,
}

impl Ledger {
    /// What the registry of a space says of a relation, by its name or one of its aliases.
    ///
    /// # Errors
    /// The space does not exist.
    pub fn relation(&self, space: &str, relation: &str) -> Result<Option<RegisteredRelation>, LedgerError> {
        self.reading(|tx| {
            let space = space_id(tx, space)?;
            let name = canonical(tx, space, &normalize_name(relation))?;
            Ok(listed(tx, space, Some(&name))?.pop())
        })
    }

    /// The registry of a space, by name.
    ///
    /// # Errors
    /// The space does not exist.
    pub fn relations(&self, space: &str) -> Result<Vec<RegisteredRelation>, LedgerError> {
        self.reading(|tx| listed(tx, space_id(tx, space)?, None))
    }
}

/// Relations without those that are but another name of one.
fn listed(tx: &Connection, space: i64, name: Option<&str>) -> Result<Vec<RegisteredRelation>, LedgerError> {
    let mut statement = tx.prepare_cached(
        "SELECT name, cardinality, half_life_days, on_conflict, importance FROM relation
         WHERE space_id = ?1 AND (name = ?2 OR ?2 IS NULL)
             AND NOT EXISTS (SELECT 1 FROM relation_alias WHERE relation_alias.space_id = ?1 AND alias = name)
         ORDER BY name",
    )?;
    let rows = statement.query_map(params![space, name], |row| {
        Ok(RegisteredRelation {
            name: row.get(0)?,
            cardinality: Cardinality::from_name(&row.get::<_, String>(1)?).unwrap_or(Cardinality::One),
            half_life_days: row.get(2)?,
            on_conflict: OnConflict::from_name(&row.get::<_, String>(3)?).unwrap_or(OnConflict::Supersede),
            importance: row.get(4)?,
            aliases: Vec::new(),
        })
    })?;
    let mut found = rows.collect::<Result<Vec<_>, _>>()?;
    let mut aliases = tx.prepare_cached(
        "SELECT alias FROM relation_alias WHERE space_id = ?1 AND relation = ?2 ORDER BY alias",
    )?;
    for relation in &mut found {
        relation.aliases =
            aliases.query_map(params![space, relation.name], |row| row.get(0))?.collect::<Result<_, _>>()?;
    }
    Ok(found)
}

/// The name that a relation's alias leads to; other names stay as they are.
pub(crate) fn canonical(tx: &Connection, space: i64, relation: &str) -> Result<String, LedgerError> {
    let mut name = relation.to_owned();
    // No longer than any honest chain: the aliases of a file may have been tampered with.
    for _ in 0..64 {
        let next: Option<String> = tx
            .prepare_cached("SELECT relation FROM relation_alias WHERE space_id = ?1 AND alias = ?2")?
            .query_row(params![space, name], |row| row.get(0))
            .optional()?;
        match next {
            Some(next) => name = next,
            None => break,
        }
    }
    Ok(name)
}

/// All aliases of a space, with the relation that each stands for.
pub(crate) fn aliases(tx: &Connection, space: i64) -> Result<BTreeMap<String, String>, LedgerError> {
    let mut statement =
        tx.prepare_cached("SELECT alias, relation FROM relation_alias WHERE space_id = ?1")?;
    let rows = statement.query_map([space], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

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

/// How many values a key had at a time, as the registry stood at a moment of belief.
pub(crate) fn cardinality_at(
    tx: &Connection,
    key: i64,
    believed: Instant,
) -> Result<Cardinality, LedgerError> {
    let (space, relation): (i64, String) = tx
        .prepare_cached("SELECT space_id, relation FROM key WHERE key_id = ?1")?
        .query_row([key], |row| Ok((row.get(0)?, row.get(1)?)))?;
    // Nearly always nobody has spoken of relations since, and the present is good for then too.
    let changed = believed < Instant::MAX
        && tx
            .prepare_cached(
                "SELECT 1 FROM entry AS said WHERE kind = 'relation' AND kind IN ('alias', 'relation') AND space_id = ?1
                     AND (recorded_at > ?2 OR EXISTS (SELECT 1 FROM entry AS later
                         WHERE later.target IN (said.seq, said.batch) AND later.recorded_at > ?2))",
            )?
            .exists(params![space, believed.micros()])?;
    if !changed {
        return Ok(relation_now(tx, space, &relation)?.cardinality);
    }
    let mut said = from_the_beginning(tx, space)?;
    let mut statement = tx.prepare_cached(
        "SELECT seq, payload FROM entry WHERE kind = 'relation' AND kind IN ('alias', 'relation') AND space_id = ?1
             AND recorded_at <= ?2 ORDER BY seq",
    )?;
    let rows = statement
        .query_map(params![space, believed.micros()], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<Result<Vec<(i64, String)>, _>>()?;
    for (seq, payload) in rows {
        if let Ok(line) = serde_json::from_str::<RelationLine>(&payload)
            && normalize_name(&line.relation) == relation
            && crate::read::counts_at(tx, seq, believed)?
        {
            said.push(line);
        }
    }
    let last = said.iter().rev().find(|line| normalize_name(&line.relation) == relation);
    Ok(last.map_or(Cardinality::One, |line| line.cardinality))
}

/// Whether the registry says anything of a relation.
pub(crate) fn is_registered(tx: &Connection, space: i64, relation: &str) -> Result<bool, LedgerError> {
    Ok(tx
        .prepare_cached("SELECT 1 FROM relation WHERE space_id = ?1 AND name = ?2")?
        .exists(params![space, relation])?)
}

/// Takes a relation that holds from the beginning, before anything was recorded.
pub(crate) fn put_from_the_beginning(
    tx: &Connection,
    space: i64,
    line: &RelationLine,
) -> Result<(), LedgerError> {
    put(tx, space, line)?;
    let name = normalize_name(&line.relation);
    for alias in &line.aliases {
        put_alias(tx, space, &normalize_name(alias), &name)?;
    }
    Ok(())
}

fn put(tx: &Connection, space: i64, line: &RelationLine) -> Result<(), LedgerError> {
    tx.prepare_cached(
        "INSERT INTO relation (space_id, name, cardinality, half_life_days, on_conflict, importance)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)
         ON CONFLICT (space_id, name) DO UPDATE SET cardinality = excluded.cardinality,
             half_life_days = excluded.half_life_days, on_conflict = excluded.on_conflict,
             importance = excluded.importance",
    )?
    .execute(params![
        space,
        normalize_name(&line.relation),
        line.cardinality.as_str(),
        line.half_life_days,
        line.on_conflict.unwrap_or(OnConflict::Supersede).as_str(),
        line.importance
    ])?;
    Ok(())
}

fn put_alias(tx: &Connection, space: i64, alias: &str, relation: &str) -> Result<(), LedgerError> {
    tx.prepare_cached(
        "INSERT OR REPLACE INTO relation_alias (space_id, alias, relation) VALUES (?1, ?2, ?3)",
    )?
    .execute(params![space, alias, relation])?;
    Ok(())
}

/// Takes the relation back to what the log says of it up to an entry, without the entries that do
/// not count.
pub(crate) fn put_back(
    tx: &Connection,
    space: i64,
    relation: &str,
    up_to: i64,
) -> Result<Turned, LedgerError> {
    let many = |now: RelationNow| now.cardinality == Cardinality::Set;
    let before = many(relation_now(tx, space, relation)?);
    let lines = lines(tx, space, up_to)?;
    match lines.iter().rev().find(|line| normalize_name(&line.relation) == relation) {
        Some(line) => put(tx, space, line)?,
        None => {
            tx.execute("DELETE FROM relation WHERE space_id = ?1 AND name = ?2", params![space, relation])?;
        }
    }
    let after = many(relation_now(tx, space, relation)?);
    Ok(Turned { cardinality: before != after, names: settle_aliases(tx, space, &lines)? })
}

/// Brings the aliases to what the lines say; answers whether any changed.
fn settle_aliases(tx: &Connection, space: i64, lines: &[RelationLine]) -> Result<bool, LedgerError> {
    let wanted = claimed(lines);
    if aliases(tx, space)? == wanted {
        return Ok(false);
    }
    tx.execute("DELETE FROM relation_alias WHERE space_id = ?1", [space])?;
    for (alias, relation) in wanted {
        put_alias(tx, space, &alias, &relation)?;
    }
    Ok(true)
}

/// The aliases that lines claim. The last line of a relation says all of its aliases; of two
/// relations that claim one name, the later has it.
pub(crate) fn claimed(lines: &[RelationLine]) -> BTreeMap<String, String> {
    let mut of_relation: BTreeMap<String, (usize, Vec<String>)> = BTreeMap::new();
    for (place, line) in lines.iter().enumerate() {
        let names = line.aliases.iter().map(|alias| normalize_name(alias)).collect();
        of_relation.insert(normalize_name(&line.relation), (place, names));
    }
    let mut claims: Vec<(usize, String, String)> = Vec::new();
    for (relation, (place, names)) in of_relation {
        claims.extend(names.into_iter().map(|alias| (place, alias, relation.clone())));
    }
    claims.sort();
    claims.into_iter().map(|(_, alias, relation)| (alias, relation)).collect()
}

/// A line of the registry.
#[derive(Debug)]
pub(crate) struct Said {
    /// The place and the system time of the entry that says it; none of what holds from the beginning.
    entry: Option<(i64, Instant)>,
    counts: bool,
    line: RelationLine,
}

/// What the log says of relations up to an entry, as far as it counts, in order.
fn lines(tx: &Connection, space: i64, up_to: i64) -> Result<Vec<RelationLine>, LedgerError> {
    let mut entries = tx.prepare_cached(
        "SELECT entry.seq, recorded_at, payload, discounted.seq IS NULL FROM entry LEFT JOIN discounted USING (seq)
         WHERE kind = 'relation' AND kind IN ('alias', 'relation') AND space_id = ?1 AND entry.seq <= ?2
         ORDER BY entry.seq",
    )?;
    let mut rows = entries.query([space, up_to])?;
    let mut said = Vec::new();
    while let Some(row) = rows.next()? {
        let entry = (row.get(0)?, Instant::from_micros(row.get(1)?));
        said.extend(read_said(entry, row.get(3)?, row.get_ref(2)?.as_str().unwrap_or_default()));
    }
    counting(tx, space, said)
}

pub(crate) fn read_said(entry: (i64, Instant), counts: bool, payload: &str) -> Option<Said> {
    let line = serde_json::from_str(payload).ok()?;
    Some(Said { entry: Some(entry), counts, line })
}

/// The lines that count, those from the beginning before what was said since, each without the aliases
/// that it only goes on with and that were withdrawn where they were first told: a change of a relation
/// says again all that it is called.
pub(crate) fn counting(
    tx: &Connection,
    space: i64,
    said: Vec<Said>,
) -> Result<Vec<RelationLine>, LedgerError> {
    let begun = from_the_beginning(tx, space)?.into_iter();
    let mut all: Vec<Said> = begun.map(|line| Said { entry: None, counts: true, line }).collect();
    all.extend(said);
    let mut lines = Vec::new();
    let withdrawn = all.iter().any(|said| !said.counts);
    for (place, said) in all.iter().enumerate().filter(|(_, said)| said.counts) {
        let mut line = said.line.clone();
        if withdrawn && !line.aliases.is_empty() {
            line.aliases.clear();
            for alias in &said.line.aliases {
                if all[first_told(tx, &all, place, alias)?].counts {
                    line.aliases.push(alias.clone());
                }
            }
        }
        lines.push(line);
    }
    Ok(lines)
}

/// The line that told an alias that a line has: itself, or the one whose alias it goes on with, where
/// the relation was called so when the line was said.
fn first_told(tx: &Connection, all: &[Said], place: usize, alias: &str) -> Result<usize, LedgerError> {
    let Said { entry: Some((_, then)), line, .. } = &all[place] else { return Ok(place) };
    let counted = |said: &Said| match said.entry {
        Some((seq, _)) => crate::read::counts_at(tx, seq, *then),
        None => Ok(true),
    };
    let relation = normalize_name(&line.relation);
    for before in (0..place).rev() {
        let earlier = &all[before];
        if normalize_name(&earlier.line.relation) != relation || !counted(earlier)? {
            continue;
        }
        let called = |other: &String| normalize_name(other) == normalize_name(alias);
        if earlier.line.aliases.iter().any(called) {
            let first = first_told(tx, all, before, alias)?;
            if counted(&all[first])? {
                return Ok(first);
            }
        }
        break;
    }
    Ok(place)
}

/// The relations that hold in a space before anything was recorded.
pub(crate) fn from_the_beginning(tx: &Connection, space: i64) -> Result<Vec<RelationLine>, LedgerError> {
    let space_name: String =
        tx.query_row("SELECT name FROM space WHERE space_id = ?1", [space], |row| row.get(0))?;
    let mut statement = tx.prepare_cached("SELECT line FROM genesis WHERE place > 0 ORDER BY place")?;
    let mut rows = statement.query([])?;
    let mut lines = Vec::new();
    while let Some(row) = rows.next()? {
        if let Ok(line) =
            serde_json::from_str::<RelationLine>(&strip_type(row.get_ref(0)?.as_str().unwrap_or_default()))
            && line.space == space_name
        {
            lines.push(line);
        }
    }
    Ok(lines)
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
