//! What the timeline draws: lanes (one key, or one value of a set-valued key), their marks in a
//! window of valid time, the commits of the ledger strip, the density of changes.

use std::collections::{BTreeMap, HashMap, HashSet};

use chrono_tz::Tz;
use memstrata_model::view::{Commit, Density, LaneIndex, LaneMarks, LaneQuery, LaneRow, Strip};
use memstrata_model::{Instant, Precision, normalize_name, normalize_text};
use rusqlite::{Connection, params};

use crate::dispute::{is_disputed, may_be_disputed, rivals};
use crate::error::LedgerError;
use crate::project::is_set_valued;
use crate::read::{Moment, ReadVersion, counts_at, object_of, read_version};
use crate::store::{Ledger, space_id};

/// Which key, value and kind of row a lane is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LanePlace {
    key: i64,
    lane: Option<i64>,
    withdrawn: bool,
}

/// The lanes of a query with what is needed to draw them.
#[derive(Clone, Debug)]
pub struct LaneList {
    pub index: LaneIndex,
    places: Vec<LanePlace>,
}

/// A window of valid time on a number of pixels.
#[derive(Clone, Copy, Debug)]
pub struct LaneWindow {
    pub from_ms: f64,
    pub to_ms: f64,
    pub width_px: u32,
}

/// A bar learned this much after it began carries a sign.
const LATE: i64 = 14 * 86_400 * 1_000_000;
/// Entries of one transaction are recorded this close to each other, microseconds; the next one
/// waits for the disk in between.
const ONE_COMMIT: i64 = 100;
/// Narrower marks are merged.
const NARROW_PX: f64 = 2.0;

const VERSIONS_OF_SPACE: &str =
    "SELECT version_id, version.lane, valid_from, version.valid_to, asserted_by, superseded_by, closing_rule,
        version.key_id, sys_from, sys_to, shown_subject, shown_relation, shown_scope
     FROM version JOIN key ON key.key_id = version.key_id
     WHERE space_id = ?1 AND sys_from <= ?2 AND (sys_to > ?2 OR sys_to IS NULL)
     ORDER BY key.subject, key.relation, key.scope, valid_from, version_id";

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

    /// The marks of some lanes in a window.
    ///
    /// # Errors
    /// Those of SQLite.
    pub fn lane_marks(
        &self,
        list: &LaneList,
        first: usize,
        count: usize,
        window: LaneWindow,
        moment: Moment,
        zone: Tz,
    ) -> Result<LaneMarks, LedgerError> {
        self.reading(|tx| {
            let mut marks = Marks::default();
            for (place, row) in list.places.iter().zip(&list.index.rows).skip(first).take(count) {
                let lane = lane_marks(tx, *place, moment, zone)?;
                marks.add_lane(row.lane, &lane, window);
            }
            Ok(marks.out)
        })
    }

    /// One tick a commit: what one transaction recorded, whose system times follow each other by
    /// the microsecond.
    ///
    /// # Errors
    /// The space does not exist.
    pub fn strip(&self, space: &str) -> Result<Strip, LedgerError> {
        self.reading(|tx| {
            let id = space_id(tx, space)?;
            let mut statement = tx.prepare_cached(
                "SELECT entry.recorded_at, entry.kind, episode.kind, author, locator FROM entry LEFT JOIN episode USING (seq)
                 WHERE space_id = ?1 ORDER BY entry.seq",
            )?;
            let mut rows = statement.query([id])?;
            let mut commits: Vec<Commit> = Vec::new();
            while let Some(row) = rows.next()? {
                let at = Instant::from_micros(row.get(0)?);
                let told = matches!(row.get_ref(1)?.as_str(), Ok("assert" | "end" | "confirm" | "void"));
                let label = [row.get::<_, Option<String>>(4)?, row.get(3)?, row.get(2)?].into_iter().flatten().next();
                match commits.last_mut() {
                    Some(last) if at.micros() - last.at.micros() <= ONE_COMMIT => {
                        last.at = at;
                        last.facts += u32::from(told);
                        if last.label.is_empty() {
                            last.label = label.unwrap_or_default();
                        }
                    }
                    _ => commits.push(Commit { at, facts: u32::from(told), label: label.unwrap_or_default() }),
                }
            }
            Ok(Strip { commits })
        })
    }

    /// How many values begin, over valid time, in buckets of equal width.
    ///
    /// # Errors
    /// The space does not exist.
    pub fn density(
        &self,
        space: &str,
        known_at: Option<Instant>,
        buckets: usize,
    ) -> Result<Density, LedgerError> {
        self.reading(|tx| {
            let id = space_id(tx, space)?;
            let mut statement = tx.prepare_cached(
                "SELECT valid_from FROM version JOIN key USING (key_id)
                 WHERE space_id = ?1 AND valid_from IS NOT NULL AND sys_from <= ?2 AND (sys_to > ?2 OR sys_to IS NULL)",
            )?;
            let starts: Vec<f64> = statement
                .query_map(params![id, known_at.unwrap_or(Instant::MAX).micros()], |row| {
                    Ok(Instant::from_micros(row.get(0)?).millis_f64())
                })?
                .collect::<Result<_, _>>()?;
            let from = starts.iter().copied().fold(f64::INFINITY, f64::min);
            let to = starts.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            if starts.is_empty() || buckets == 0 {
                return Ok(Density { from_ms: 0.0, to_ms: 0.0, buckets: Vec::new() });
            }
            let mut counts = vec![0u32; buckets];
            let width = ((to - from) / buckets as f64).max(1.0);
            for start in starts {
                let bucket = (((start - from) / width) as usize).min(buckets - 1);
                counts[bucket] += 1;
            }
            Ok(Density { from_ms: from, to_ms: from + width * buckets as f64, buckets: counts })
        })
    }

    /// First start and last known bound on the valid axis, as believed now.
    ///
    /// # Errors
    /// The space does not exist.
    pub fn extent(&self, space: &str) -> Result<(Option<Instant>, Option<Instant>), LedgerError> {
        self.reading(|tx| {
            let id = space_id(tx, space)?;
            let (from, to): (Option<i64>, Option<i64>) = tx
                .prepare_cached(
                    "SELECT min(valid_from), max(max(ifnull(valid_from, valid_to), ifnull(valid_to, valid_from)))
                     FROM version JOIN key USING (key_id) WHERE space_id = ?1 AND sys_to IS NULL",
                )?
                .query_row([id], |row| Ok((row.get(0)?, row.get(1)?)))?;
            Ok((from.map(Instant::from_micros), to.map(Instant::from_micros)))
        })
    }
}

fn list_lanes(
    tx: &Connection,
    space: i64,
    query: &LaneQuery,
    moment: Moment,
) -> Result<LaneList, LedgerError> {
    let believed = moment.known_at.unwrap_or(Instant::MAX);
    let mut statement = tx.prepare_cached(VERSIONS_OF_SPACE)?;
    let versions: Vec<ReadVersion> =
        statement.query_map(params![space, believed.micros()], read_version)?.collect::<Result<_, _>>()?;
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
    let mut seen_today: HashSet<i64> = HashSet::new();
    for group in versions.chunk_by(|a, b| a.key == b.key) {
        let key = group[0].key;
        seen_today.insert(key);
        let set_valued = is_set_valued(tx, key)?;
        let mut members: Vec<Vec<&ReadVersion>> = Vec::new();
        if set_valued {
            for version in group {
                match members.iter_mut().find(|m| m[0].row.lane == version.row.lane) {
                    Some(member) => member.push(version),
                    None => members.push(vec![version]),
                }
            }
        } else {
            members.push(group.iter().collect());
        }
        for member in members {
            let holder = member.iter().find(|v| v.holds_at(moment.as_of));
            let value = holder.map(|v| object_of(tx, v.row.asserted_by)).transpose()?;
            let mut conflict = false;
            if contested.contains(&key) {
                for version in &member {
                    conflict |= is_disputed(tx, version, believed)?;
                }
            }
            let lane_of = set_valued.then(|| member[0].row.lane);
            let otherwise = moment.known_at.is_some()
                && today.get(&(key, lane_of.unwrap_or_default())).map(|v| normalize_text(v))
                    != value.as_deref().map(normalize_text);
            let row = LaneRow {
                lane: 0,
                subject: member[0].subject.clone(),
                relation: member[0].relation.clone(),
                scope: member[0].scope.clone(),
                set_valued,
                member: if set_valued { Some(object_of(tx, member[0].row.asserted_by)?) } else { None },
                withdrawn: false,
                value,
                conflict,
                corrected: corrected.contains(&key),
                believed_otherwise: otherwise,
            };
            list.index.total += 1;
            list.index.believed_otherwise += u32::from(otherwise);
            let named = wanted.is_empty() || {
                let texts = [
                    Some(row.subject.as_str()),
                    Some(row.relation.as_str()),
                    Some(&normalize_name(&row.relation)),
                    row.scope.as_deref(),
                    row.value.as_deref(),
                    row.member.as_deref(),
                ]
                .map(|text| text.unwrap_or_default().to_lowercase());
                wanted.iter().all(|word| texts.iter().any(|text| text.contains(word)))
            };
            let has_withdrawn = withdrawn.contains_key(&key);
            let kept = named
                && (!query.conflicts || conflict)
                && (!query.withdrawn || has_withdrawn)
                && (!query.believed_otherwise || otherwise);
            if kept {
                push_row(&mut list, row, LanePlace { key, lane: lane_of, withdrawn: false });
            }
        }
        if let Some(gone) = withdrawn.get(&key)
            && list.places.last().is_some_and(|place| place.key == key)
        {
            let mut lanes: Vec<i64> = gone.iter().map(|v| v.row.lane).collect();
            lanes.dedup();
            for lane in lanes {
                let version = gone.iter().find(|v| v.row.lane == lane).expect("the lane is of one of them");
                let value = object_of(tx, version.row.asserted_by)?;
                let row = LaneRow {
                    lane: 0,
                    subject: version.subject.clone(),
                    relation: version.relation.clone(),
                    scope: version.scope.clone(),
                    set_valued,
                    member: Some(value.clone()),
                    withdrawn: true,
                    value: Some(value),
                    conflict: false,
                    corrected: true,
                    believed_otherwise: false,
                };
                push_row(&mut list, row, LanePlace { key, lane: Some(lane), withdrawn: true });
            }
        }
    }
    Ok(list)
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
    let mut statement = tx.prepare_cached(VERSIONS_OF_SPACE)?;
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
        "SELECT key_id FROM entry WHERE space_id = ?1 AND kind = 'assert' GROUP BY key_id, change_point
             HAVING min(lane) <> max(lane)
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
        let mut statement = tx.prepare_cached(
            "SELECT version_id, version.lane, valid_from, version.valid_to, asserted_by, superseded_by, closing_rule,
                version.key_id, sys_from, sys_to, shown_subject, shown_relation, shown_scope
             FROM version JOIN key ON key.key_id = version.key_id
             WHERE version.key_id = ?1 AND sys_to <= ?2 ORDER BY version.lane, version_id DESC",
        )?;
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

/// A mark before it is fitted to pixels.
#[derive(Clone, Debug)]
struct Mark {
    from: f64,
    to: f64,
    coarse_to: f64,
    learned: f64,
    label: String,
    fact: u32,
    state: u8,
    flags: u8,
}

fn lane_marks(tx: &Connection, place: LanePlace, moment: Moment, zone: Tz) -> Result<Vec<Mark>, LedgerError> {
    let believed = moment.known_at.unwrap_or(Instant::MAX);
    let versions = if place.withdrawn {
        let mut statement = tx.prepare_cached(
            "SELECT version_id, version.lane, valid_from, version.valid_to, asserted_by, superseded_by, closing_rule,
                version.key_id, sys_from, sys_to, shown_subject, shown_relation, shown_scope
             FROM version JOIN key ON key.key_id = version.key_id
             WHERE version.key_id = ?1 AND version.lane = ?3 AND sys_to <= ?2 ORDER BY version_id DESC",
        )?;
        let rows: Vec<ReadVersion> = statement
            .query_map(params![place.key, believed.micros(), place.lane], read_version)?
            .collect::<Result<_, _>>()?;
        let mut kept: Vec<ReadVersion> = Vec::new();
        for version in rows {
            let known = kept.iter().any(|k| k.row.asserted_by == version.row.asserted_by);
            if !known && !counts_at(tx, version.row.asserted_by, believed)? {
                kept.push(version);
            }
        }
        kept
    } else {
        let mut versions = crate::read::versions_of(tx, place.key, believed)?;
        versions.retain(|v| place.lane.is_none_or(|lane| v.row.lane == lane));
        versions
    };
    let contested = !place.withdrawn && place.lane.is_none() && may_be_disputed(tx, place.key, believed)?;
    let mut marks = Vec::with_capacity(versions.len());
    for version in &versions {
        let (recorded_at, precision): (i64, Option<String>) = tx
            .prepare_cached("SELECT recorded_at, precision FROM entry WHERE seq = ?1")?
            .query_row([version.row.asserted_by], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let late = version.row.from.is_some_and(|from| recorded_at - from.micros() > LATE);
        let from = version.row.from.map_or(f64::NEG_INFINITY, Instant::millis_f64);
        let against = if contested { disputing(tx, version, believed)? } else { Vec::new() };
        let state = if place.withdrawn {
            5
        } else if version.row.to.is_some_and(|to| to <= moment.as_of) {
            1
        } else if version.row.from.is_some_and(|from| from > moment.as_of) {
            2
        } else if against.is_empty() {
            0
        } else {
            3
        };
        let mark = Mark {
            from,
            to: version.row.to.map_or(f64::INFINITY, Instant::millis_f64),
            coarse_to: coarse_end(version.row.from, precision.as_deref(), zone).unwrap_or(from),
            learned: Instant::from_micros(recorded_at).millis_f64(),
            label: object_of(tx, version.row.asserted_by)?,
            fact: u32::try_from(version.row.id).unwrap_or_default(),
            state,
            flags: u8::from(late),
        };
        for rival in against {
            marks.push(Mark { label: object_of(tx, rival)?, state: 4, ..mark.clone() });
        }
        marks.push(mark);
    }
    Ok(marks)
}

/// The rivals of a version, one for each value.
fn disputing(tx: &Connection, version: &ReadVersion, believed: Instant) -> Result<Vec<i64>, LedgerError> {
    if !is_disputed(tx, version, believed)? {
        return Ok(Vec::new());
    }
    let mut found = rivals(tx, version, believed, false)?;
    found.truncate(1);
    Ok(found)
}

/// Where the uncertain span of a coarse start ends, milliseconds.
fn coarse_end(from: Option<Instant>, precision: Option<&str>, zone: Tz) -> Option<f64> {
    let precision = Precision::from_name(precision?)?;
    if matches!(precision, Precision::Instant | Precision::Day) {
        return None;
    }
    let shown = memstrata_model::date::show_date(from?, precision, zone);
    let end = match precision {
        Precision::Week => from?.plus_micros(7 * 86_400 * 1_000_000),
        _ => memstrata_model::read_date(&shown, zone).ok()?.to,
    };
    Some(end.millis_f64())
}

#[derive(Default)]
struct Marks {
    out: LaneMarks,
    labels: HashMap<String, u32>,
}

impl Marks {
    /// Adds the marks of a lane that meet the window; runs of narrow ones become one with a count.
    fn add_lane(&mut self, lane: u32, marks: &[Mark], window: LaneWindow) {
        let scale = f64::from(window.width_px.max(1)) / (window.to_ms - window.from_ms).max(1.0);
        let pixels = |m: &Mark| (m.to.min(window.to_ms) - m.from.max(window.from_ms)) * scale;
        let mut run: Vec<&Mark> = Vec::new();
        let inside = marks.iter().filter(|m| m.to >= window.from_ms && m.from <= window.to_ms);
        for mark in inside {
            let narrow = pixels(mark) < NARROW_PX && mark.state != 4;
            let near = run.last().is_none_or(|last| (mark.from - last.to) * scale < NARROW_PX);
            if !(narrow && near) {
                self.flush(lane, &mut run);
            }
            if narrow { run.push(mark) } else { self.push(lane, mark, 1) }
        }
        self.flush(lane, &mut run);
    }

    fn flush(&mut self, lane: u32, run: &mut Vec<&Mark>) {
        match run.as_slice() {
            [] => {}
            [one] => self.push(lane, one, 1),
            [first, .., last] => {
                let count = u32::try_from(run.len()).unwrap_or(u32::MAX);
                let merged = Mark {
                    to: last.to,
                    fact: 0,
                    label: format!("{count} changes"),
                    flags: 0,
                    ..(*first).clone()
                };
                self.push(lane, &merged, count);
            }
        }
        run.clear();
    }

    fn push(&mut self, lane: u32, mark: &Mark, count: u32) {
        let next = u32::try_from(self.labels.len()).unwrap_or(u32::MAX);
        let label = *self.labels.entry(mark.label.clone()).or_insert_with(|| {
            self.out.labels.push(mark.label.clone());
            next
        });
        self.out.from.push(mark.from);
        self.out.to.push(mark.to);
        self.out.coarse_to.push(mark.coarse_to);
        self.out.sys_from.push(mark.learned);
        self.out.lane.push(lane);
        self.out.label.push(label);
        self.out.fact.push(mark.fact);
        self.out.count.push(count);
        self.out.state.push(mark.state);
        self.out.flags.push(mark.flags);
    }
}
