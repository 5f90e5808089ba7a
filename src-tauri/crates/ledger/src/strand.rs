//! The end of a timeline in memory: of a key, or of one value of a set-valued key, everything
//! from some version on. What one transaction tells of it is folded here, by the same calculus
//! as `replay` uses inside SQLite, and without asking SQLite again.

use std::sync::OnceLock;

use memstrata_model::Instant;
use rusqlite::{Connection, params};

use crate::calculus::{Act, ActKind, Fold, Span};
use crate::error::LedgerError;
use crate::outcome::{Holder, Meeting};
use crate::project::VersionRow;
use crate::replay::{read_act, version_row};

/// A strand longer than this is cut to its last [`KEPT`] versions, so that a key of which much
/// is told costs no more than others; much sooner in debug builds, so that tests see it happen.
const LONG: usize = if cfg!(debug_assertions) { 6 } else { 4096 };
const KEPT: usize = if cfg!(debug_assertions) { 2 } else { 512 };

/// Everything of a timeline from a version on.
#[derive(Debug, Default)]
pub(crate) struct Strand {
    /// Where it begins; `None` is the beginning of time.
    from: Option<Instant>,
    /// The entries that count, by change point and arrival.
    acts: Vec<Act>,
    /// The versions believed now, by start.
    versions: Vec<VersionRow>,
}

/// How a strand is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reading {
    /// The last entry to take.
    pub up_to: i64,
    /// So many rows; lowered by those read.
    pub at_most: usize,
    /// Whether any entry of the ledger does not count.
    pub discounted: bool,
}

/// What a new entry comes to.
#[derive(Debug)]
pub(crate) struct Difference {
    pub closed: Vec<VersionRow>,
    /// Their ids are yet to be given.
    pub opened: Vec<Span>,
    /// The place of the versions that are replaced, and what stands there from now on; `None` is
    /// the next one opened.
    place: std::ops::Range<usize>,
    stands: Vec<Option<VersionRow>>,
}

impl Strand {
    /// Reads a strand from the last version that began before a change point. `None` where there
    /// are more rows than may be read.
    pub fn read(
        tx: &Connection,
        key: i64,
        lane: Option<i64>,
        at: Option<Instant>,
        reading: &mut Reading,
    ) -> Result<Option<Strand>, LedgerError> {
        let mut strand = Strand::default();
        let whole = if at.is_some() {
            if !strand.read_versions(tx, key, lane, at, reading)?
                || !strand.read_acts(tx, key, lane, reading)?
            {
                return Ok(None);
            }
            // A span whose start was sharpened began elsewhere: only the whole tells where.
            !strand.begins_at_its_opener()
        } else {
            true
        };
        if whole {
            strand = Strand::default();
            if !strand.read_versions(tx, key, lane, None, reading)?
                || !strand.read_acts(tx, key, lane, reading)?
            {
                return Ok(None);
            }
        }
        Ok(Some(strand))
    }

    fn begins_at_its_opener(&self) -> bool {
        self.from.is_none()
            || self.versions.first().is_some_and(|v| v.from == self.from && self.opened_here(v))
    }

    /// Newest first, up to the last one that began before `at`; all where that is `None`.
    fn read_versions(
        &mut self,
        tx: &Connection,
        key: i64,
        lane: Option<i64>,
        at: Option<Instant>,
        reading: &mut Reading,
    ) -> Result<bool, LedgerError> {
        let mut statement = tx.prepare_cached(if lane.is_some() {
            "SELECT version_id, lane, valid_from, valid_to, asserted_by, superseded_by, closing_rule FROM version
             WHERE key_id = ?1 AND lane = ?2 AND stands = 1 ORDER BY valid_from DESC"
        } else {
            "SELECT version_id, lane, valid_from, valid_to, asserted_by, superseded_by, closing_rule FROM version
             WHERE key_id = ?1 AND ?2 IS NULL AND stands = 1 ORDER BY valid_from DESC"
        })?;
        let mut rows = statement.query(params![key, lane])?;
        while let Some(row) = rows.next()? {
            if reading.at_most == 0 {
                return Ok(false);
            }
            reading.at_most -= 1;
            let version = version_row(row)?;
            self.versions.push(version);
            if version.from.is_some() && version.from < at {
                self.from = version.from;
                break;
            }
        }
        self.versions.reverse();
        Ok(true)
    }

    fn read_acts(
        &mut self,
        tx: &Connection,
        key: i64,
        lane: Option<i64>,
        reading: &mut Reading,
    ) -> Result<bool, LedgerError> {
        let sql = acts_sql(lane.is_some(), self.from.is_some(), reading.discounted);
        let mut statement = tx.prepare_cached(sql)?;
        let mut rows = statement.query(params![key, self.from.map(Instant::micros), reading.up_to, lane])?;
        while let Some(row) = rows.next()? {
            if reading.at_most == 0 {
                return Ok(false);
            }
            reading.at_most -= 1;
            self.acts.push(read_act(row)?);
        }
        self.acts.sort_by_key(|act| (act.at, act.seq));
        Ok(true)
    }

    /// Whether the entry that opened a version stands at the version's start.
    fn opened_here(&self, version: &VersionRow) -> bool {
        let first = self.acts.partition_point(|act| act.at < version.from);
        self.acts[first..]
            .iter()
            .take_while(|act| act.at == version.from)
            .any(|act| act.seq == version.asserted_by)
    }

    /// Where a replay of what is told at a change point begins: the start of the last version
    /// before it, if its span began right there; else the beginning of time. `None` where that
    /// is not in this strand.
    fn start(&self, at: Option<Instant>) -> Option<Option<Instant>> {
        let before = self.versions.partition_point(|version| version.from < at);
        let last = before.checked_sub(1).map(|place| &self.versions[place]);
        match last {
            Some(version) if version.from.is_some() && self.opened_here(version) => Some(version.from),
            _ => self.from.is_none().then_some(None),
        }
    }

    /// The entry that opened the last version.
    pub fn last_opener(&self) -> Option<i64> {
        self.versions.last().map(|version| version.asserted_by)
    }

    /// Whether all is here that is needed for what is told at a change point.
    pub fn reaches(&self, at: Option<Instant>) -> bool {
        self.start(at).is_some()
    }

    pub fn meeting(&self, at: Option<Instant>, now: Instant) -> Meeting {
        let bound = at.unwrap_or(Instant::MIN);
        Meeting {
            holder: self.holder_at(bound),
            now: self.holder_at(now),
            later: self.versions.last().is_some_and(|version| version.from > Some(bound)),
            any: self.from.is_some() || !self.versions.is_empty(),
        }
    }

    fn holder_at(&self, at: Instant) -> Option<Holder> {
        let begun = self.versions.partition_point(|version| version.from <= Some(at));
        let last = &self.versions[begun.checked_sub(1)?];
        last.to.is_none_or(|to| at < to).then_some(Holder {
            lane: last.lane,
            from: last.from,
            to: last.to,
            asserted_by: last.asserted_by,
        })
    }

    /// Takes an entry that was recorded after all others here, and answers what it changes;
    /// [`Strand::keep`] follows. The strand must reach its change point.
    pub fn take(&mut self, act: Act) -> Option<Difference> {
        let start = self.start(act.at)?;
        let place = self.acts.partition_point(|other| other.at <= act.at);
        let alone = place.checked_sub(1).is_none_or(|before| self.acts[before].at != act.at);
        self.acts.insert(place, act);
        if alone && self.merely_reinforces(&act, start) {
            return None;
        }
        let mut spans = Vec::with_capacity(4);
        let horizon = self.replay(start, act.at, &mut spans);
        let difference = self.difference(start, horizon, &spans);
        Some(difference).filter(|d| !d.closed.is_empty() || !d.opened.is_empty())
    }

    /// A repeat without an end, alone at its change point, strictly inside an open interval of
    /// the same value whose start is known: no bound can move.
    fn merely_reinforces(&self, act: &Act, start: Option<Instant>) -> bool {
        let ActKind::Assert { value, to: None, window: false, .. } = act.kind else { return false };
        let before = self.versions.partition_point(|version| version.from < act.at);
        let Some(place) = before.checked_sub(1) else { return false };
        let covering = &self.versions[place];
        covering.to.is_none() && covering.lane == value && covering.from.is_some() && covering.from == start
    }

    /// Folds from a change point on until, after the one that changed, a span begins as a stored
    /// one does and so goes on as it does; answers where.
    fn replay(
        &self,
        start: Option<Instant>,
        changed: Option<Instant>,
        spans: &mut Vec<Span>,
    ) -> Option<Instant> {
        let mut fold = Fold::default();
        let first = self.acts.partition_point(|act| start.is_some() && act.at < start);
        for point in self.acts[first..].chunk_by(|a, b| a.at == b.at) {
            fold.change_point(point, &mut |span| spans.push(span));
            let at = point[0].at;
            if at > changed
                && let Some(standing) = fold.standing()
                && standing.opened_at == at
                && self.begins(&standing)
            {
                return at;
            }
        }
        fold.finish(&mut |span| spans.push(span));
        None
    }

    fn begins(&self, span: &Span) -> bool {
        let place = self.versions.partition_point(|version| version.from < span.from);
        self.versions.get(place).is_some_and(|version| {
            version.from == span.from && version.asserted_by == span.opened_by && version.lane == span.value
        })
    }

    fn difference(&self, start: Option<Instant>, horizon: Option<Instant>, spans: &[Span]) -> Difference {
        let first = self.versions.partition_point(|version| start.is_some() && version.from < start);
        let end =
            self.versions.partition_point(|version| horizon.is_none() || version.from < horizon).max(first);
        let stored = &self.versions[first..end];
        let mut difference =
            Difference { closed: Vec::new(), opened: Vec::new(), place: first..end, stands: Vec::new() };
        // Both are in the order of their starts, which are all different.
        let mut rest = stored;
        for span in spans {
            while let [row, more @ ..] = rest
                && row.from < span.from
            {
                difference.closed.push(*row);
                rest = more;
            }
            match rest {
                [row, more @ ..] if is_same(row, span) => {
                    difference.stands.push(Some(*row));
                    rest = more;
                }
                _ => {
                    difference.stands.push(None);
                    difference.opened.push(*span);
                }
            }
        }
        difference.closed.extend_from_slice(rest);
        difference
    }

    /// Takes over what [`Strand::take`] answered, with the rows of the versions opened.
    pub fn keep(&mut self, difference: Difference, opened: &[VersionRow]) {
        let mut opened = opened.iter().copied();
        let stands = difference.stands.into_iter().filter_map(|row| row.or_else(|| opened.next()));
        self.versions.splice(difference.place, stands);
        if self.versions.len() > LONG {
            self.cut();
        }
    }

    /// Forgets all but the last versions and their entries, where that is possible.
    fn cut(&mut self) {
        let first = self.versions.len() - KEPT;
        let version = self.versions[first];
        if version.from.is_none() || !self.opened_here(&version) {
            return;
        }
        self.from = version.from;
        self.versions.drain(..first);
        let before = self.acts.partition_point(|act| act.at < version.from);
        self.acts.drain(..before);
    }
}

/// Reads the acts of a key or a lane, from a change point or from the beginning, where some
/// entries do not count or all do.
fn acts_sql(lane: bool, from: bool, discounted: bool) -> &'static str {
    static STATEMENTS: OnceLock<[String; 8]> = OnceLock::new();
    let statements = STATEMENTS.get_or_init(|| {
        std::array::from_fn(|which| {
            // Of a lane: its own entries, and the ends of the key that name no object. The index of
            // the key's entries tells which, before any entry is read.
            let lanes = if which & 1 == 0 {
                "?4 IS NULL"
            } else {
                "(lane = ?4 OR lane IS NULL) AND (lane IS NOT NULL OR kind = 'end')"
            };
            let bound = if which & 2 == 0 { "?2 IS NULL" } else { "change_point >= ?2" };
            let counts = if which & 4 == 0 {
                "TRUE"
            } else {
                "NOT EXISTS (SELECT 1 FROM discounted WHERE discounted.seq = entry.seq)"
            };
            // Entries that have a key are asserts, confirms, ends and decisions between asserts.
            format!(
                "SELECT seq, change_point, kind, lane, valid_to, is_window, source, target FROM entry
                 WHERE key_id = ?1 AND {lanes} AND {bound} AND {counts} AND seq <= ?3"
            )
        })
    });
    &statements[usize::from(lane) | usize::from(from) << 1 | usize::from(discounted) << 2]
}

fn is_same(row: &VersionRow, span: &Span) -> bool {
    row.lane == span.value
        && row.from == span.from
        && row.to == span.to
        && row.asserted_by == span.opened_by
        && row.superseded_by == span.superseded_by
        && row.closing == span.closing
}
