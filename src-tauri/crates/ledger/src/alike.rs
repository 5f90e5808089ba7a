//! Values that were equal before one of them was forgotten. Timelines of merged keys are derived from
//! which values of theirs are one, and what is forgotten can be compared no more: so forgetting a value
//! keeps with which others it was one, by a number, and not what it was. Only keys that were ever made
//! to count for another are looked at: of no other two it ever mattered.

use std::collections::{BTreeMap, BTreeSet};

use memstrata_model::{Key, normalize_name};
use rusqlite::{Connection, OptionalExtension as _, params};

use crate::alias::moved_key;
use crate::error::LedgerError;
use crate::line::{AliasLine, RelationLine};

/// What two lanes have in common where they are one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Mark {
    Norm(String),
    Kin(i64),
}

/// The first lane of those that are one with it, for each lane of a key and of those that count for it.
pub(crate) fn firsts(tx: &Connection, home: i64) -> Result<BTreeMap<i64, i64>, LedgerError> {
    // Of a lane with several spellings some may be forgotten.
    let lanes: Vec<(i64, Option<String>)> = tx
        .prepare_cached(
            "SELECT lane, max(norm) FROM object
             WHERE key_id = ?1 OR key_id IN (SELECT key_id FROM key_into WHERE into_key = ?1)
             GROUP BY lane ORDER BY lane",
        )?
        .query_map([home], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<Result<_, _>>()?;
    let mut first: BTreeMap<i64, i64> = BTreeMap::new();
    let mut marked: BTreeMap<Mark, i64> = BTreeMap::new();
    for (lane, norm) in lanes {
        let mut marks: Vec<Mark> = kin_of(tx, lane)?.into_iter().map(Mark::Kin).collect();
        marks.extend(norm.map(Mark::Norm));
        let met: BTreeSet<i64> = marks.iter().filter_map(|mark| marked.get(mark).copied()).collect();
        let head = met.first().copied().unwrap_or(lane);
        first.insert(lane, head);
        if met.len() > 1 {
            // It is one with lanes that had nothing in common before.
            first
                .values_mut()
                .chain(marked.values_mut())
                .filter(|of| met.contains(of))
                .for_each(|of| *of = head);
        }
        marked.extend(marks.into_iter().map(|mark| (mark, head)));
    }
    Ok(first)
}

/// The numbers that a lane shares with those that it was one with.
pub(crate) fn kin_of(tx: &Connection, lane: i64) -> Result<Vec<i64>, LedgerError> {
    let mut statement = tx.prepare_cached("SELECT kin FROM alike WHERE lane = ?1 ORDER BY kin")?;
    let rows = statement.query_map([lane], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Whether any forgotten value is known to have been one with another.
pub(crate) fn any(tx: &Connection) -> Result<bool, LedgerError> {
    Ok(tx.prepare_cached("SELECT 1 FROM alike LIMIT 1")?.exists([])?)
}

/// Takes the numbers of a lane as a log tells them.
pub(crate) fn put(tx: &Connection, lane: i64, kin: &[i64]) -> Result<(), LedgerError> {
    for kin in kin {
        tx.prepare_cached("INSERT OR IGNORE INTO alike (lane, kin) VALUES (?1, ?2)")?
            .execute([lane, *kin])?;
    }
    Ok(())
}

/// Keeps which lanes a value is one with that is about to be forgotten.
pub(crate) fn keep(tx: &Connection, object: i64) -> Result<(), LedgerError> {
    let found: Option<(i64, i64, String)> = tx
        .prepare_cached("SELECT key_id, lane, norm FROM object WHERE object_id = ?1 AND norm IS NOT NULL")?
        .query_row([object], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
        .optional()?;
    let Some((key, lane, norm)) = found else { return Ok(()) };
    let mut lanes = BTreeSet::from([lane]);
    for other in ever_with(tx, key)? {
        lanes.extend(crate::chain::find_lane(tx, other, &norm)?);
    }
    if lanes.len() < 2 {
        return Ok(());
    }
    let kin: i64 = tx.query_row("SELECT ifnull(max(kin), 0) + 1 FROM alike", [], |row| row.get(0))?;
    lanes.into_iter().try_for_each(|lane| put(tx, lane, &[kin]))
}

/// Names that were ever made to stand for each other, both ways.
#[derive(Debug, Default)]
struct Named {
    subjects: BTreeSet<(String, String)>,
    relations: BTreeSet<(String, String)>,
    keys: BTreeSet<(Key, Key)>,
}

fn both_ways<T: Ord + Clone>(pairs: &mut BTreeSet<(T, T)>, one: T, other: T) {
    pairs.insert((one.clone(), other.clone()));
    pairs.insert((other, one));
}

impl Named {
    fn read(tx: &Connection, space: i64) -> Result<Named, LedgerError> {
        let mut named = Named::default();
        for line in crate::registry::from_the_beginning(tx, space)? {
            named.take_relation(&line);
        }
        let mut statement = tx.prepare_cached(
            "SELECT kind, payload FROM entry WHERE kind IN ('alias', 'relation') AND space_id = ?1",
        )?;
        let mut rows = statement.query([space])?;
        while let Some(row) = rows.next()? {
            let payload = row.get_ref(1)?.as_str().unwrap_or_default();
            if row.get_ref(0)?.as_str() == Ok("relation") {
                if let Ok(line) = serde_json::from_str(payload) {
                    named.take_relation(&line);
                }
            } else if let Ok(line) = serde_json::from_str::<AliasLine>(payload) {
                match &line.relation {
                    None => both_ways(
                        &mut named.subjects,
                        normalize_name(&line.subject),
                        normalize_name(&line.into_subject),
                    ),
                    Some(relation) => {
                        let (from, into) = moved_key(&line, relation);
                        both_ways(&mut named.keys, from, into);
                    }
                }
            }
        }
        Ok(named)
    }

    fn take_relation(&mut self, line: &RelationLine) {
        for alias in &line.aliases {
            both_ways(&mut self.relations, normalize_name(alias), normalize_name(&line.relation));
        }
    }

    fn beside(&self, key: &Key) -> Vec<Key> {
        let of = |pairs: &BTreeSet<(String, String)>, name: &str| -> Vec<String> {
            pairs.iter().filter(|(one, _)| one == name).map(|(_, other)| other.clone()).collect()
        };
        let subjects =
            of(&self.subjects, &key.subject).into_iter().map(|subject| Key { subject, ..key.clone() });
        let relations =
            of(&self.relations, &key.relation).into_iter().map(|relation| Key { relation, ..key.clone() });
        let moved = self.keys.iter().filter(|(one, _)| one == key).map(|(_, other)| other.clone());
        subjects.chain(relations).chain(moved).collect()
    }
}

/// The rows of the keys whose names were ever made to stand for those of a key, near and far.
fn ever_with(tx: &Connection, key: i64) -> Result<Vec<i64>, LedgerError> {
    let (space, own) = tx
        .prepare_cached("SELECT space_id, subject, relation, scope FROM key WHERE key_id = ?1")?
        .query_row(params![key], |row| {
            Ok((row.get(0)?, Key { subject: row.get(1)?, relation: row.get(2)?, scope: row.get(3)? }))
        })?;
    if !crate::alias::any(tx, space)? {
        return Ok(Vec::new());
    }
    let named = Named::read(tx, space)?;
    let mut seen = BTreeSet::from([own.clone()]);
    let mut open = vec![own];
    let mut rows = Vec::new();
    while let Some(at) = open.pop() {
        for beside in named.beside(&at) {
            if seen.insert(beside.clone()) {
                rows.extend(crate::chain::find_key(tx, space, &beside)?);
                open.push(beside);
            }
        }
    }
    Ok(rows)
}
