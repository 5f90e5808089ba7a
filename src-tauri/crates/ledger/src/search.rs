//! Full text over the episodes, and the outbox of those that wait for a vector. The vectors
//! themselves are in `vectors`.

use memstrata_model::Instant;
use rusqlite::{params, params_from_iter};

use crate::error::LedgerError;
use crate::store::{Ledger, space_id};

/// An episode found by its words; a larger score is a better match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WordHit {
    pub seq: i64,
    pub score: f64,
}

/// Words that nearly every sentence has: searching them costs much and tells nothing.
const COMMON: &[&str] = &[
    "a", "an", "and", "are", "as", "at", "be", "been", "by", "did", "do", "does", "for", "from", "had",
    "has", "have", "in", "is", "it", "its", "of", "on", "or", "our", "that", "the", "their", "there", "this",
    "to", "was", "we", "were", "what", "when", "where", "which", "who", "why", "will", "with", "you",
];

impl Ledger {
    /// The episodes of a space that share words with a text, best first by BM25. Words joined by
    /// punctuation are searched as FTS5 cuts them.
    ///
    /// # Errors
    /// The space does not exist.
    pub fn search_words(
        &self,
        space: &str,
        text: &str,
        known_at: Option<Instant>,
        limit: usize,
    ) -> Result<Vec<WordHit>, LedgerError> {
        let Some(query) = words_query(text) else { return Ok(Vec::new()) };
        self.reading(|tx| {
            let id = space_id(tx, space)?;
            let mut statement = tx.prepare_cached(
                "SELECT episode_words.rowid, -rank FROM episode_words JOIN entry ON entry.seq = episode_words.rowid
                 WHERE episode_words MATCH ?1 AND space_id = ?2 AND recorded_at <= ?3
                 ORDER BY rank, episode_words.rowid LIMIT ?4",
            )?;
            let believed = known_at.unwrap_or(Instant::MAX).micros();
            let rows = statement.query_map(params![query, id, believed, limit as i64], |row| {
                Ok(WordHit { seq: row.get(0)?, score: row.get(1)? })
            })?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }

    /// Episodes that wait for a vector, oldest first.
    ///
    /// # Errors
    /// Those of SQLite.
    pub fn waiting(&self, limit: usize) -> Result<Vec<(i64, String)>, LedgerError> {
        self.reading(|tx| {
            let mut statement = tx.prepare_cached(
                "SELECT seq, text FROM outbox JOIN episode_text USING (seq) ORDER BY seq LIMIT ?1",
            )?;
            let rows = statement.query_map([limit as i64], |row| Ok((row.get(0)?, row.get(1)?)))?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }

    /// How many episodes have a text, and how many of them still wait for a vector.
    ///
    /// # Errors
    /// Those of SQLite.
    pub fn indexed(&self) -> Result<(u32, u32), LedgerError> {
        self.reading(|tx| {
            let all = tx.query_row("SELECT count(*) FROM episode_text", [], |row| row.get(0))?;
            let waiting = tx.query_row("SELECT count(*) FROM outbox", [], |row| row.get(0))?;
            Ok((all, waiting))
        })
    }

    /// Places in the log of all episodes of a space that have a text, known at a system time.
    ///
    /// # Errors
    /// The space does not exist.
    pub fn episodes(&self, space: &str, known_at: Option<Instant>) -> Result<Vec<i64>, LedgerError> {
        self.reading(|tx| {
            let id = space_id(tx, space)?;
            let mut statement = tx.prepare_cached(
                "SELECT seq FROM episode_text JOIN entry USING (seq) WHERE space_id = ?1 AND recorded_at <= ?2 ORDER BY seq",
            )?;
            let bounds = [id, known_at.unwrap_or(Instant::MAX).micros()];
            let rows = statement.query_map(params_from_iter(bounds), |row| row.get(0))?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }
}

/// Any of the words, each quoted, so that nothing in them is syntax.
fn words_query(text: &str) -> Option<String> {
    let mut words: Vec<String> = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .filter(|word| !COMMON.contains(&word.as_str()))
        .collect();
    words.sort();
    words.dedup();
    words.truncate(64);
    (!words.is_empty())
        .then(|| words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(" OR "))
}

#[cfg(test)]
mod tests {
    use super::words_query;

    #[test]
    fn words_are_never_syntax() {
        assert_eq!(
            words_query("NEAR(\"x\" OR y) port-8080*").as_deref(),
            Some("\"8080\" OR \"near\" OR \"port\" OR \"x\" OR \"y\"")
        );
        assert_eq!(words_query("what is the ?!"), None);
    }
}
