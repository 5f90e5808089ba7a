//! What lanes show in a window of valid time: bars with their signs, narrow ones merged.

use std::collections::HashMap;

use chrono_tz::Tz;
use memstrata_model::view::LaneMarks;
use memstrata_model::{Instant, Precision};
use rusqlite::{Connection, params};

use crate::dispute::{is_disputed, may_be_disputed, rivals};
use crate::error::LedgerError;
use crate::lanes::{LaneList, LanePlace};
use crate::read::{Moment, ReadVersion, VERSION, counts_at, object_of, read_version};
use crate::store::Ledger;

/// A window of valid time on a number of pixels.
#[derive(Clone, Copy, Debug)]
pub struct LaneWindow {
    pub from_ms: f64,
    pub to_ms: f64,
    pub width_px: u32,
}

/// A bar learned this much after it began carries a sign.
const LATE: i64 = 14 * 86_400 * 1_000_000;
/// Narrower marks are merged.
const NARROW_PX: f64 = 2.0;

impl Ledger {
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
        let mut statement = tx.prepare_cached(&format!(
            "{VERSION} WHERE version.key_id = ?1 AND version.lane = ?3 AND sys_to <= ?2 ORDER BY version_id DESC"
        ))?;
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
