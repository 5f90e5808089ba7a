//! Full text over the episodes, and the outbox of those that wait for a vector. The vectors
//! themselves are in `vectors`.

use std::collections::HashSet;
use std::sync::PoisonError;

use memstrata_model::Instant;
use rusqlite::{Connection, params, params_from_iter};

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

/// A word that more texts have than this is searched only where no other word is rarer.
const TOO_MANY: i64 = 2_000;

/// Common words that are kept in memory; more begin anew.
const MOST_KNOWN: usize = 10_000;

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
        let words = telling_words(text);
        if words.is_empty() {
            return Ok(Vec::new());
        }
        self.reading(|tx| {
            let id = space_id(tx, space)?;
            let (rare, common) = self.by_frequency(tx, &words)?;
            let mut statement = tx.prepare_cached(
                "SELECT episode_words.rowid, -rank FROM episode_words JOIN entry ON entry.seq = episode_words.rowid
                 WHERE episode_words MATCH ?1 AND space_id = ?2 AND recorded_at <= ?3
                 ORDER BY rank, episode_words.rowid LIMIT ?4",
            )?;
            let believed = known_at.unwrap_or(Instant::MAX).micros();
            let mut hits: Vec<WordHit> = Vec::new();
            if !rare.is_empty() {
                let rows = statement.query_map(params![rare, id, believed, limit as i64], |row| {
                    Ok(WordHit { seq: row.get(0)?, score: row.get(1)? })
                })?;
                hits = rows.collect::<Result<_, _>>()?;
            }
            if hits.is_empty() && !common.is_empty() {
                hits = newest_with_all(tx, id, &common, known_at, limit)?;
            }
            Ok(hits)
        })
    }

    /// Two queries: any of the words that tell texts apart, and all of those that too many have.
    /// Weighing each text of a common word costs more than the word tells.
    fn by_frequency(&self, tx: &Connection, words: &[String]) -> Result<(String, String), LedgerError> {
        let mut known = self.common_words.lock().unwrap_or_else(PoisonError::into_inner);
        let follows = known.follow(tx)?;
        let mut beyond = tx.prepare_cached(
            "SELECT rowid FROM episode_words WHERE episode_words MATCH ?1 LIMIT 1 OFFSET ?2",
        )?;
        let (mut rare, mut common) = (Vec::new(), Vec::new());
        for word in words {
            let is_common = if follows && known.words.contains(word) {
                true
            } else {
                let found = beyond.exists(params![word, TOO_MANY])?;
                if found && follows {
                    known.words.insert(word.clone());
                }
                found
            };
            if is_common { &mut common } else { &mut rare }.push(word.as_str());
        }
        Ok((rare.join(" OR "), common.join(" AND ")))
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

/// Words that too many texts have. A word stays one as long as no text is forgotten, and to find out
/// means to go through thousands of texts.
#[derive(Debug, Default)]
pub(crate) struct CommonWords {
    /// The entry up to which the log was looked at.
    head: i64,
    words: HashSet<String>,
}

impl CommonWords {
    /// Goes along with the log; false where the state that is read is one of before.
    fn follow(&mut self, tx: &Connection) -> Result<bool, LedgerError> {
        let head: i64 =
            tx.prepare_cached("SELECT ifnull(max(seq), 0) FROM entry")?.query_row([], |row| row.get(0))?;
        if head < self.head {
            return Ok(false);
        }
        // Many new entries cost more to look at than the words do.
        let forgotten = head - self.head > TOO_MANY
            || tx
                .prepare_cached(
                    "SELECT 1 FROM entry WHERE seq > ?1 AND seq <= ?2 AND kind = 'forget' LIMIT 1",
                )?
                .exists(params![self.head, head])?;
        if forgotten || self.words.len() > MOST_KNOWN {
            self.words.clear();
        }
        self.head = head;
        Ok(true)
    }
}

/// The words of a text that are searched, each quoted, so that nothing in them is syntax.
fn telling_words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .filter(|word| !COMMON.contains(&word.as_str()))
        .collect();
    words.sort();
    words.dedup();
    words.truncate(64);
    words.iter().map(|word| format!("\"{word}\"")).collect()
}

/// The newest episodes that have all of the words; none is better than another.
fn newest_with_all(
    tx: &Connection,
    space: i64,
    words: &str,
    known_at: Option<Instant>,
    limit: usize,
) -> Result<Vec<WordHit>, LedgerError> {
    let mut statement = tx.prepare_cached(
        "SELECT episode_words.rowid FROM episode_words JOIN entry ON entry.seq = episode_words.rowid
         WHERE episode_words MATCH ?1 AND space_id = ?2 AND recorded_at <= ?3
         ORDER BY episode_words.rowid DESC LIMIT ?4",
    )?;
    let believed = known_at.unwrap_or(Instant::MAX).micros();
    let rows = statement.query_map(params![words, space, believed, limit as i64], |row| {
        Ok(WordHit { seq: row.get(0)?, score: 1e-6 })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NewEpisode, OpenOptions, Write};
    use memstrata_model::EpisodeKind;

    #[test]
    fn words_are_never_syntax() {
        assert_eq!(
            telling_words("NEAR(\"x\" OR y) port-8080*"),
            ["\"8080\"", "\"near\"", "\"port\"", "\"x\"", "\"y\""]
        );
        assert!(telling_words("what is the ?!").is_empty());
    }

    #[test]
    fn words_that_too_many_texts_have_are_left_out_where_others_tell_more() {
        let folder = tempfile::tempdir().unwrap();
        let ledger = Ledger::open(&folder.path().join("l.memstrata"), &OpenOptions::default()).unwrap();
        let say = |text: String| {
            let mut write = Write::new("default", Instant::from_micros(1));
            write.episode = Some(NewEpisode {
                id: None,
                kind: EpisodeKind::Note,
                text,
                occurred_at: None,
                author: None,
                locator: None,
                importance: None,
            });
            write
        };
        let texts = TOO_MANY as usize + 10;
        let writes: Vec<Write> = (0..texts).map(|n| say(format!("The relay {n} listens."))).collect();
        ledger.append_all(&writes).unwrap();
        let found = |text: &str| ledger.search_words("default", text, None, 3).unwrap();
        let rare = found("Does the relay 7 listens?");
        assert_eq!(rare.len(), 1, "only the text with the number: {rare:?}");
        let words: Vec<i64> = found("relay listens").iter().map(|hit| hit.seq).collect();
        assert_eq!(words.len(), 3);
        assert!(words.windows(2).all(|pair| pair[0] > pair[1]), "the newest of all: {words:?}");
        let last = ledger.search_words("default", "relay", None, texts).unwrap();
        assert_eq!(last[0].seq, words[0]);
        assert_eq!(found("relay windmill").len(), 3, "no text has the rare one");
        // Known to be common by now, until so many are forgotten that it is not.
        assert!(!ledger.common_words.lock().unwrap().words.is_empty());
        let episodes = ledger.episodes("default", None).unwrap();
        for seq in &episodes[..11] {
            let moment = crate::Moment { as_of: Instant::from_micros(1), known_at: None };
            let id = ledger.episode("default", *seq, moment).unwrap().record.id;
            let mut write = Write::new("default", Instant::from_micros(2));
            write.told = vec![crate::Told::Forget(id)];
            ledger.append(&write).unwrap();
        }
        let scored = found("relay");
        assert!(
            scored.iter().all(|hit| hit.seq <= episodes[13]),
            "by score, no longer the newest: {scored:?}"
        );
    }
}
