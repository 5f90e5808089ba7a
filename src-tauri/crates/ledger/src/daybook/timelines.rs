//! The timelines that a transaction tells of, in memory: reading what is needed of them, and folding
//! what is told.

use memstrata_model::Instant;
use rusqlite::Connection;

use super::{Daybook, READ_PER_ENTRY};
use crate::calculus::Act;
use crate::error::LedgerError;
use crate::outcome::Meeting;
use crate::project::{Changes, VersionRow};
use crate::rows::OpenedRow;
use crate::strand::{Reading, Strand};

impl Daybook {
    /// Has in memory what is needed of a timeline for a change point, as far as entry `up_to`;
    /// false where that is too much.
    fn reach(
        &mut self,
        tx: &Connection,
        (key, lane): (i64, Option<i64>),
        at: Option<Instant>,
        up_to: i64,
    ) -> Result<bool, LedgerError> {
        match self.strands.get(&(key, lane)) {
            Some(strand) if strand.reaches(at) => return Ok(true),
            Some(_) => {
                self.post(tx)?;
                self.strands.remove(&(key, lane));
                if let Some(state) = self.states.get_mut(&key) {
                    state.unread = false;
                }
            }
            None => {
                if let Some(state) = self.states.get(&key)
                    && state.unread
                {
                    self.strands.insert((key, lane), Strand::default());
                    return Ok(true);
                }
            }
        }
        self.may_read += READ_PER_ENTRY;
        let mut reading = Reading { up_to, at_most: self.may_read, discounted: self.has_discounted(tx)? };
        let read = Strand::read(tx, key, lane, at, &mut reading)?;
        self.may_read = reading.at_most;
        match read {
            Some(strand) if strand.reaches(at) => {
                self.strands.insert((key, lane), strand);
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// What a timeline says around a change point; `None` where it must be asked in SQLite.
    pub fn meeting(
        &mut self,
        tx: &Connection,
        timeline: (i64, Option<i64>),
        at: Option<Instant>,
        now: Instant,
        up_to: i64,
    ) -> Result<Option<Meeting>, LedgerError> {
        if !self.reach(tx, timeline, at, up_to)? {
            return Ok(None);
        }
        Ok(self.strands.get(&timeline).map(|strand| strand.meeting(at, now)))
    }

    /// Folds an entry that was recorded after all others into its timeline; `None` where that
    /// must be done in SQLite.
    pub fn fold(
        &mut self,
        tx: &Connection,
        timeline: (i64, Option<i64>),
        act: Act,
        recorded_at: Instant,
    ) -> Result<Option<Changes>, LedgerError> {
        if !self.reach(tx, timeline, act.at, act.seq - 1)? {
            return Ok(None);
        }
        if let Some(derived) = &mut self.derived {
            derived.insert(timeline.0);
        }
        let mut changes = Changes::default();
        let Some(strand) = self.strands.get_mut(&timeline) else { return Ok(None) };
        let Some(difference) = strand.take(act) else { return Ok(Some(changes)) };
        let mut id = self.next(tx)?.version;
        let first = self.pending.opened.first().map_or(i64::MAX, |row| row.version.id);
        for row in &difference.closed {
            match usize::try_from(row.id - first).ok().filter(|_| row.id >= first) {
                Some(place) => self.pending.opened[place].sys_to = Some(recorded_at),
                None => self.pending.closed.push((row.id, recorded_at)),
            }
        }
        for span in &difference.opened {
            let version = VersionRow {
                id,
                lane: span.value,
                from: span.from,
                to: span.to,
                asserted_by: span.opened_by,
                superseded_by: span.superseded_by,
                closing: span.closing,
            };
            id += 1;
            let row = OpenedRow { key: timeline.0, sys_from: recorded_at, sys_to: None, version };
            self.pending.opened.push(row);
            changes.opened.push(version);
        }
        changes.closed.clone_from(&difference.closed);
        self.next(tx)?.version = id;
        if let Some(strand) = self.strands.get_mut(&timeline) {
            strand.keep(difference, &changes.opened);
        }
        Ok(Some(changes))
    }
}
