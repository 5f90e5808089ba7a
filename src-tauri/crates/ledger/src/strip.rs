//! The ledger strip and the axes under it: commits, the density of changes, the extent of valid time.

use memstrata_model::Instant;
use memstrata_model::view::{Commit, Density, Strip};
use rusqlite::params;

use crate::error::LedgerError;
use crate::store::{Ledger, space_id};

/// Entries of one transaction are recorded this close to each other, microseconds; the next one
/// waits for the disk in between.
const ONE_COMMIT: i64 = 100;

impl Ledger {
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
