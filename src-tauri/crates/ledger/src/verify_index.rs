//! The second half of `verify`: what is searched, against the texts. The word index is made again and
//! compared place by place; every text has its vector or waits for one.

use std::collections::BTreeMap;

use rusqlite::{Connection, Row, Rows};

use crate::error::LedgerError;
use crate::verify::VerifyReport;

/// So many differences are enough to know that something is wrong.
const AT_MOST: usize = 20;

/// Vectors belong to texts, and every text has one or waits for it.
pub(crate) fn check_queues(tx: &Connection, report: &mut VerifyReport) -> Result<(), LedgerError> {
    let count = |sql: &str| -> Result<i64, LedgerError> { Ok(tx.query_row(sql, [], |row| row.get(0))?) };
    for (sql, place, problem) in [
        (
            "SELECT count(*) FROM vector WHERE NOT EXISTS (SELECT 1 FROM episode_text WHERE episode_text.seq = vector.seq)",
            "vector",
            "vectors belong to no text",
        ),
        (
            "SELECT count(*) FROM vector WHERE NOT EXISTS (SELECT 1 FROM vector_model WHERE model_id = place >> 40)",
            "vector",
            "vectors belong to no model",
        ),
        (
            "SELECT count(*) FROM episode_text WHERE seq NOT IN (SELECT seq FROM vector)
                 AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.seq = episode_text.seq)",
            "outbox",
            "texts have no vector and do not wait for one",
        ),
        (
            "SELECT count(*) FROM outbox WHERE NOT EXISTS (SELECT 1 FROM episode_text WHERE episode_text.seq = outbox.seq)",
            "outbox",
            "places in the queue belong to no text",
        ),
    ] {
        let wrong = count(sql)?;
        if wrong > 0 {
            report.found("vectors", place, format!("{wrong} {problem}"));
        }
    }
    for problem in crate::vectors::wrong_notes(tx, &[crate::backup::PLAN])? {
        report.found("vectors", "meta", problem);
    }
    Ok(())
}

/// Every text is indexed by its own words, each at its place, and nothing else is indexed. `copy` is a
/// copy of the ledger that may be written to.
pub(crate) fn check_words(copy: &Connection, report: &mut VerifyReport) -> Result<(), LedgerError> {
    let sql: String =
        copy.query_row("SELECT sql FROM sqlite_schema WHERE name = 'episode_words'", [], |row| row.get(0))?;
    let compared = copy
        .execute_batch(&format!(
            "{};
             INSERT INTO words_again (rowid, text) SELECT seq, text FROM episode_text;
             CREATE VIRTUAL TABLE temp.words_stored_at USING fts5vocab('main', 'episode_words', 'instance');
             CREATE VIRTUAL TABLE temp.words_again_at USING fts5vocab('main', 'words_again', 'instance');",
            sql.replacen("episode_words", "words_again", 1)
        ))
        .map_err(LedgerError::from)
        .and_then(|()| compare_words(copy, report));
    if let Err(error) = compared {
        report.found("words", "episode_words", format!("the index cannot be read: {error}"));
    }
    Ok(())
}

/// A word at a place in a text.
type Occurrence = (String, i64, i64);

fn occurrence(row: &Row<'_>) -> rusqlite::Result<Occurrence> {
    Ok((row.get(0)?, row.get(1)?, row.get(2)?))
}

/// Walks both indexes, which are in the same order, side by side.
fn compare_words(copy: &Connection, report: &mut VerifyReport) -> Result<(), LedgerError> {
    let walk = |table: &str| format!("SELECT term, doc, offset FROM temp.{table}");
    let (mut stored, mut again) =
        (copy.prepare(&walk("words_stored_at"))?, copy.prepare(&walk("words_again_at"))?);
    let (mut stored, mut again) = (stored.query([])?, again.query([])?);
    let step = |rows: &mut Rows<'_>| rows.next()?.map(occurrence).transpose();
    let (mut left, mut right): (Option<Occurrence>, Option<Occurrence>) =
        (step(&mut stored)?, step(&mut again)?);
    let mut differences: BTreeMap<i64, String> = BTreeMap::new();
    while differences.len() < AT_MOST {
        match (&left, &right) {
            (None, None) => break,
            (Some(one), Some(other)) if one == other => {
                left = step(&mut stored)?;
                right = step(&mut again)?;
            }
            (Some((word, doc, _)), other)
                if other.as_ref().is_none_or(|other| left.as_ref() < Some(other)) =>
            {
                differences
                    .entry(*doc)
                    .or_insert_with(|| format!("'{word}' is indexed, and not in the text"));
                left = step(&mut stored)?;
            }
            (_, Some((word, doc, _))) => {
                differences.entry(*doc).or_insert_with(|| format!("'{word}' of the text is not indexed"));
                right = step(&mut again)?;
            }
            (Some(_), None) => break,
        }
    }
    drop((stored, again));
    find_words(copy, &mut differences)?;
    let mut sizes = copy.prepare(
        "SELECT id FROM (SELECT id, sz FROM episode_words_docsize EXCEPT SELECT id, sz FROM words_again_docsize)
         UNION SELECT id FROM (SELECT id, sz FROM words_again_docsize EXCEPT SELECT id, sz FROM episode_words_docsize)
         LIMIT 20",
    )?;
    for doc in sizes.query_map([], |row| row.get(0))? {
        differences
            .entry(doc?)
            .or_insert_with(|| "its length in words is another than the text's".to_owned());
    }
    for (doc, problem) in differences {
        let id: Result<String, _> =
            copy.query_row("SELECT id FROM entry WHERE seq = ?1", [doc], |row| row.get(0));
        let place =
            id.map_or_else(|_| format!("episode_words, row {doc}"), |id| format!("episode_words, {id}"));
        report.found("words", place, problem);
    }
    Ok(())
}

/// A walk goes past the parts of an index that lead a search to a word: each word is searched too.
fn find_words(copy: &Connection, differences: &mut BTreeMap<i64, String>) -> Result<(), LedgerError> {
    copy.execute_batch(
        "CREATE VIRTUAL TABLE temp.words_again_all USING fts5vocab('main', 'words_again', 'row');",
    )?;
    let found_in = |table: &str| format!("SELECT rowid FROM {table} WHERE {table} MATCH ?1 ORDER BY rowid");
    let (mut stored, mut again) =
        (copy.prepare(&found_in("episode_words"))?, copy.prepare(&found_in("words_again"))?);
    let mut words = copy.prepare("SELECT term FROM temp.words_again_all")?;
    let mut words = words.query([])?;
    while let Some(row) = words.next()? {
        let word: String = row.get(0)?;
        let query = format!("\"{}\"", word.replace('"', "\"\""));
        let (mut left, mut right) = (stored.query([&query])?, again.query([&query])?);
        loop {
            let (one, other): (Option<i64>, Option<i64>) = (
                left.next()?.map(|row| row.get(0)).transpose()?,
                right.next()?.map(|row| row.get(0)).transpose()?,
            );
            if one != other {
                let doc = one.into_iter().chain(other).min().unwrap_or_default();
                differences.entry(doc).or_insert_with(|| format!("'{word}' is not found where it stands"));
            }
            if one != other || one.is_none() {
                break;
            }
        }
        if differences.len() >= AT_MOST {
            break;
        }
    }
    Ok(())
}
