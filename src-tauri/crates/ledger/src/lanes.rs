//! The lanes that the timeline draws: one for a key, or for each value of a set-valued key. What
//! they show in a window is `lane_marks`'.

use std::collections::{BTreeMap, HashMap, HashSet};

use memstrata_model::view::{LaneIndex, LaneQuery, LaneRow};
use memstrata_model::{Cardinality, Instant, normalize_name, normalize_text};
use rusqlite::{Connection, OptionalExtension as _, params};

use crate::dispute::is_disputed;
use crate::error::LedgerError;
use crate::project::is_set_valued;
use crate::read::{Moment, ReadVersion, VERSION, counts_at, object_of, read_version, versions_of};
use crate::store::{Ledger, space_id};

/// Which key, value and kind of row a lane is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LanePlace {
    pub(crate) key: i64,
    pub(crate) lane: Option<i64>,
    pub(crate) withdrawn: bool,
}

/// The lanes of a query with what is needed to draw them.
#[derive(Clone, Debug)]
pub struct LaneList {
    pub index: LaneIndex,
    pub(crate) places: Vec<LanePlace>,
}

impl Ledger {
    /// The lanes of a query, by subject, relation, scope and value.
    ///
    /// # Errors
    /// The space does not exist.
    pub fn lanes(&self, space: &str, query: &LaneQuery, now: Instant) -> Result<LaneList, LedgerError> {
        self.reading(|tx| {
            let id = space_id(tx, space)?;
            let moment = Moment { as_of: query.view.as_of.unwrap_or(now), known_at: query.view.known_at };
            list_lanes(tx, id, query, moment)
        })
    }
}

/// A key of the space.
struct Listed {
    key: i64,
    /// Normalised.
    relation: String,
    subject: String,
    shown_relation: String,
    scope: Option<String>,
}

/// What a lane holds at a moment.
struct Held {
    lane: Option<i64>,
    member: Option<String>,
    value: Option<String>,
    conflict: bool,
}

fn list_lanes(
    tx: &Connection,
    space: i64,
    query: &LaneQuery,
    moment: Moment,
) -> Result<LaneList, LedgerError> {
    let believed = moment.believed();
    let today: HashMap<(i64, i64), String> = match moment.known_at {
        Some(_) => values_at(tx, space, Instant::MAX, moment.as_of)?,
        None => HashMap::new(),
    };
    let contested = contested_keys(tx, space)?;
    let corrected = corrected_keys(tx, space, believed)?;
    let withdrawn = if query.withdrawn { withdrawn_versions(tx, space, believed)? } else { BTreeMap::new() };
    // Each word may stand in another place: "anna lisbon" is Anna's lane with Lisbon in it.
    let wanted: Vec<String> = query.filter.split_whitespace().map(str::to_lowercase).collect();

    let mut list = LaneList {
        index: LaneIndex { rows: Vec::new(), total: 0, believed_otherwise: 0 },
        places: Vec::new(),
    };
    let mut set_valued_relations: HashMap<String, bool> = HashMap::new();
    let mut statement = tx.prepare_cached(
        "SELECT key_id, relation, shown_subject, shown_relation, shown_scope FROM key
         WHERE space_id = ?1 ORDER BY subject, relation, scope",
    )?;
    let mut rows = statement.query([space])?;
    while let Some(row) = rows.next()? {
        let scope: String = row.get(4)?;
        let listed = Listed {
            key: row.get(0)?,
            relation: row.get(1)?,
            subject: row.get(2)?,
            shown_relation: row.get(3)?,
            scope: (!scope.is_empty()).then_some(scope),
        };
        let key = listed.key;
        let set_valued = match set_valued_relations.get(&listed.relation) {
            Some(known) => *known,
            None => {
                let now = crate::registry::relation_now(tx, space, &listed.relation)?;
                let set_valued = now.cardinality == Cardinality::Set;
                set_valued_relations.insert(listed.relation.clone(), set_valued);
                set_valued
            }
        };
        // Most keys have one lane that nobody contests, which needs no more than what holds.
        let simple = !set_valued && moment.known_at.is_none() && !contested.contains(&key);
        let members = if simple {
            present_value(tx, key, moment.as_of)?.into_iter().collect()
        } else {
            members_of(tx, key, set_valued, contested.contains(&key), moment)?
        };
        for held in members {
            let otherwise = moment.known_at.is_some()
                && today.get(&(key, held.lane.unwrap_or_default())).map(|v| normalize_text(v))
                    != held.value.as_deref().map(normalize_text);
            list.index.total += 1;
            list.index.believed_otherwise += u32::from(otherwise);
            let kept = is_named(&listed, &held, &wanted)
                && (!query.conflicts || held.conflict)
                && (!query.withdrawn || withdrawn.contains_key(&key))
                && (!query.believed_otherwise || otherwise);
            if kept {
                let place = LanePlace { key, lane: held.lane, withdrawn: false };
                let row = LaneRow {
                    member: held.member,
                    value: held.value,
                    conflict: held.conflict,
                    corrected: corrected.contains(&key),
                    believed_otherwise: otherwise,
                    ..bare_row(&listed, set_valued)
                };
                push_row(&mut list, row, place);
            }
        }
        if let Some(gone) = withdrawn.get(&key)
            && list.places.last().is_some_and(|place| place.key == key)
        {
            push_withdrawn(tx, &mut list, gone, &bare_row(&listed, set_valued))?;
        }
    }
    Ok(list)
}

/// The one lane of a key with one value at a time, as believed now; none where it has none.
fn present_value(tx: &Connection, key: i64, as_of: Instant) -> Result<Option<Held>, LedgerError> {
    // Versions never overlap: only the last to begin can hold; else the one without a known start.
    for start in ["valid_from <= ?2", "valid_from IS NULL AND ?2 IS NOT NULL"] {
        let last: Option<(i64, Option<i64>)> = tx
            .prepare_cached(&format!(
                "SELECT asserted_by, valid_to FROM version WHERE key_id = ?1 AND stands = 1 AND {start}
                 ORDER BY valid_from DESC LIMIT 1"
            ))?
            .query_row(params![key, as_of.micros()], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        if let Some((opener, to)) = last {
            let holds = to.is_none_or(|to| as_of.micros() < to);
            let value = holds.then(|| object_of(tx, opener)).transpose()?;
            return Ok(Some(Held { lane: None, member: None, value, conflict: false }));
        }
    }
    let any =
        tx.prepare_cached("SELECT 1 FROM version WHERE key_id = ?1 AND stands = 1 LIMIT 1")?.exists([key])?;
    Ok(any.then_some(Held { lane: None, member: None, value: None, conflict: false }))
}

/// The lanes of a key, out of all its versions of a belief.
fn members_of(
    tx: &Connection,
    key: i64,
    set_valued: bool,
    contested: bool,
    moment: Moment,
) -> Result<Vec<Held>, LedgerError> {
    let versions = versions_of(tx, key, moment.believed())?;
    let mut members: Vec<Vec<&ReadVersion>> = Vec::new();
    for version in &versions {
        let same = |member: &&mut Vec<&ReadVersion>| !set_valued || member[0].row.lane == version.row.lane;
        match members.iter_mut().find(same) {
            Some(member) => member.push(version),
            None => members.push(vec![version]),
        }
    }
    let mut held = Vec::with_capacity(members.len());
    for member in members {
        let holder = member.iter().find(|version| version.holds_at(moment.as_of));
        let mut conflict = false;
        if contested {
            for version in &member {
                conflict |= is_disputed(tx, version, moment.believed())?;
            }
        }
        held.push(Held {
            lane: set_valued.then(|| member[0].row.lane),
            member: set_valued.then(|| object_of(tx, member[0].row.asserted_by)).transpose()?,
            value: holder.map(|version| object_of(tx, version.row.asserted_by)).transpose()?,
            conflict,
        });
    }
    Ok(held)
}

/// Whether each word that is sought stands in a name or a value of the lane.
fn is_named(listed: &Listed, held: &Held, wanted: &[String]) -> bool {
    if wanted.is_empty() {
        return true;
    }
    let texts = [
        Some(listed.subject.as_str()),
        Some(listed.shown_relation.as_str()),
        Some(&normalize_name(&listed.shown_relation)),
        listed.scope.as_deref(),
        held.value.as_deref(),
        held.member.as_deref(),
    ]
    .map(|text| text.unwrap_or_default().to_lowercase());
    wanted.iter().all(|word| texts.iter().any(|text| text.contains(word)))
}

fn bare_row(listed: &Listed, set_valued: bool) -> LaneRow {
    LaneRow {
        lane: 0,
        subject: listed.subject.clone(),
        relation: listed.shown_relation.clone(),
        scope: listed.scope.clone(),
        set_valued,
        member: None,
        withdrawn: false,
        value: None,
        conflict: false,
        corrected: false,
        believed_otherwise: false,
    }
}

/// A row for each value that was withdrawn.
fn push_withdrawn(
    tx: &Connection,
    list: &mut LaneList,
    gone: &[ReadVersion],
    bare: &LaneRow,
) -> Result<(), LedgerError> {
    let mut lanes: Vec<(i64, &ReadVersion)> =
        gone.iter().map(|version| (version.row.lane, version)).collect();
    lanes.dedup_by_key(|(lane, _)| *lane);
    for (lane, version) in lanes {
        let value = object_of(tx, version.row.asserted_by)?;
        let row = LaneRow {
            member: Some(value.clone()),
            withdrawn: true,
            value: Some(value),
            corrected: true,
            ..bare.clone()
        };
        push_row(list, row, LanePlace { key: version.key, lane: Some(lane), withdrawn: true });
    }
    Ok(())
}

fn push_row(list: &mut LaneList, mut row: LaneRow, place: LanePlace) {
    row.lane = u32::try_from(list.places.len()).unwrap_or(u32::MAX);
    list.index.rows.push(row);
    list.places.push(place);
}

/// The value at a moment of each key (lane 0), or of each lane of a set-valued one.
fn values_at(
    tx: &Connection,
    space: i64,
    believed: Instant,
    as_of: Instant,
) -> Result<HashMap<(i64, i64), String>, LedgerError> {
    let mut statement = tx.prepare_cached(&format!(
        "{VERSION} WHERE space_id = ?1 AND sys_from <= ?2 AND (sys_to > ?2 OR sys_to IS NULL)
         ORDER BY key.subject, key.relation, key.scope, valid_from, version_id"
    ))?;
    let versions: Vec<ReadVersion> =
        statement.query_map(params![space, believed.micros()], read_version)?.collect::<Result<_, _>>()?;
    let mut values = HashMap::new();
    for version in versions.iter().filter(|v| v.holds_at(as_of)) {
        let lane = if is_set_valued(tx, version.key)? { version.row.lane } else { 0 };
        values.insert((version.key, lane), object_of(tx, version.row.asserted_by)?);
    }
    Ok(values)
}

/// Keys with two values for one change point, with others that count for them, or with a second
/// value where none may be: only they need the closer look whether it is a dispute.
pub(crate) fn contested_keys(tx: &Connection, space: i64) -> Result<HashSet<i64>, LedgerError> {
    let mut statement = tx.prepare_cached(
        "SELECT key_id FROM key WHERE space_id = ?1 AND key_id IN (
             SELECT key_id FROM entry WHERE key_id IS NOT NULL
             GROUP BY key_id, change_point HAVING min(lane) <> max(lane))
         UNION SELECT into_key FROM key_into JOIN key ON key.key_id = into_key WHERE key.space_id = ?1
         UNION SELECT key_id FROM key JOIN relation ON relation.space_id = key.space_id AND name = key.relation
             WHERE key.space_id = ?1 AND cardinality = 'fixed'",
    )?;
    let rows = statement.query_map([space], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn corrected_keys(tx: &Connection, space: i64, believed: Instant) -> Result<HashSet<i64>, LedgerError> {
    let mut statement = tx.prepare_cached(
        "SELECT told.key_id FROM entry AS void JOIN entry AS told ON told.seq = void.target
         WHERE void.target IS NOT NULL AND void.kind = 'void' AND void.space_id = ?1 AND void.recorded_at <= ?2
             AND told.key_id IS NOT NULL",
    )?;
    let rows = statement.query_map(params![space, believed.micros()], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Versions once believed whose opener was voided since; the last of each lane.
fn withdrawn_versions(
    tx: &Connection,
    space: i64,
    believed: Instant,
) -> Result<BTreeMap<i64, Vec<ReadVersion>>, LedgerError> {
    let mut found: BTreeMap<i64, Vec<ReadVersion>> = BTreeMap::new();
    let keys: Vec<i64> = {
        let mut keys: Vec<i64> = corrected_keys(tx, space, believed)?.into_iter().collect();
        keys.sort_unstable();
        keys
    };
    for key in keys {
        let mut statement = tx.prepare_cached(&format!(
            "{VERSION} WHERE version.key_id = ?1 AND sys_to <= ?2 ORDER BY version.lane, version_id DESC"
        ))?;
        let gone: Vec<ReadVersion> =
            statement.query_map(params![key, believed.micros()], read_version)?.collect::<Result<_, _>>()?;
        let mut openers = HashSet::new();
        for version in gone {
            if !counts_at(tx, version.row.asserted_by, believed)? && openers.insert(version.row.asserted_by) {
                found.entry(key).or_default().push(version);
            }
        }
    }
    Ok(found)
}
