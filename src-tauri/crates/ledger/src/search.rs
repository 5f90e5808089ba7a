//! Full text over the episodes, the outbox of those that wait for a vector, and the vectors as
//! stored. Which model makes them and how they are searched is the `index` crate's.

use memstrata_model::Instant;
use rusqlite::{TransactionBehavior, params, params_from_iter};

use crate::error::LedgerError;
use crate::store::{Ledger, Writing, space_id};

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

    /// Keeps vectors and takes their episodes from the outbox, in one transaction. An episode
    /// that was forgotten meanwhile gets none.
    ///
    /// # Errors
    /// Those of SQLite.
    pub fn keep_vectors(&self, model: &str, vectors: &[(i64, Vec<u8>)]) -> Result<(), LedgerError> {
        let mut writing = self.writing();
        let Writing { connection, .. } = &mut *writing;
        let tx = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        for (seq, bytes) in vectors {
            tx.prepare_cached(
                "INSERT OR REPLACE INTO vector (seq, model, bytes)
                 SELECT ?1, ?2, ?3 WHERE EXISTS (SELECT 1 FROM episode_text WHERE seq = ?1)",
            )?
            .execute(params![seq, model, bytes])?;
            tx.prepare_cached("DELETE FROM outbox WHERE seq = ?1")?.execute([seq])?;
        }
        tx.commit()?;
        Ok(())
    }

    /// Hands out the vectors of a model after an episode, in order of episode, with their space.
    ///
    /// # Errors
    /// Those of SQLite.
    pub fn each_vector(
        &self,
        model: &str,
        after: i64,
        mut each: impl FnMut(i64, &str, &[u8]),
    ) -> Result<(), LedgerError> {
        self.reading(|tx| {
            let mut statement = tx.prepare_cached(
                "SELECT vector.seq, space.name, bytes FROM vector JOIN entry ON entry.seq = vector.seq JOIN space USING (space_id)
                 WHERE model = ?1 AND vector.seq > ?2 ORDER BY vector.seq",
            )?;
            let mut rows = statement.query(params![model, after])?;
            while let Some(row) = rows.next()? {
                let space = row.get_ref(1)?.as_str().map_err(rusqlite::Error::from)?;
                let bytes = row.get_ref(2)?.as_blob().map_err(rusqlite::Error::from)?;
                each(row.get(0)?, space, bytes);
            }
            Ok(())
        })
    }

    /// How many vectors of a model are kept.
    ///
    /// # Errors
    /// Those of SQLite.
    pub fn vector_count(&self, model: &str) -> Result<usize, LedgerError> {
        self.reading(|tx| {
            let count: i64 = tx
                .prepare_cached("SELECT count(*) FROM vector WHERE model = ?1")?
                .query_row([model], |row| row.get(0))?;
            Ok(usize::try_from(count).unwrap_or_default())
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

    /// Puts every episode without a vector of this model into the outbox again; with `all`,
    /// every episode, dropping the vectors of all models.
    ///
    /// # Errors
    /// Those of SQLite.
    pub fn requeue(&self, model: &str, all: bool) -> Result<usize, LedgerError> {
        let mut writing = self.writing();
        let Writing { connection, .. } = &mut *writing;
        let tx = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        if all {
            tx.execute("DELETE FROM vector", [])?;
        }
        let queued = tx.execute(
            "INSERT OR IGNORE INTO outbox (seq)
             SELECT seq FROM episode_text WHERE NOT EXISTS
                 (SELECT 1 FROM vector WHERE vector.seq = episode_text.seq AND model = ?1)",
            [model],
        )?;
        tx.commit()?;
        Ok(queued)
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
