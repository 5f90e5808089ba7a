//! What `verify` checks beside the hash chain: rows that entries point at and that no hash covers by
//! itself (names as shown, settings of spaces), and whether what is gone was forgotten.

use memstrata_model::normalize_name;
use rusqlite::{Connection, params};

use crate::error::LedgerError;
use crate::verify::VerifyReport;

pub(crate) fn check_rows(tx: &Connection, report: &mut VerifyReport) -> Result<(), LedgerError> {
    if check_genesis(tx, report)? {
        check_spaces(tx, report)?;
    }
    check_names(tx, report)?;
    check_gone(tx, report)
}

/// Runs a query whose rows are an entry's id each.
fn each_id(
    tx: &Connection,
    sql: &str,
    mut each: impl FnMut(String) -> Result<(), LedgerError>,
) -> Result<(), LedgerError> {
    let mut statement = tx.prepare(sql)?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        each(row.get(0)?)?;
    }
    Ok(())
}

/// Whether the lines that hold from the beginning are there in their order.
fn check_genesis(tx: &Connection, report: &mut VerifyReport) -> Result<bool, LedgerError> {
    let (lines, first, last): (i64, Option<i64>, Option<i64>) =
        tx.query_row("SELECT count(*), min(place), max(place) FROM genesis", [], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?))
        })?;
    let sound = first == Some(0) && last == Some(lines - 1);
    if !sound {
        report.found("chain", "genesis", "its lines are not numbered from 0 on");
    }
    Ok(sound)
}

/// The settings of each space against what the log says of it.
fn check_spaces(tx: &Connection, report: &mut VerifyReport) -> Result<(), LedgerError> {
    let mut statement = tx.prepare("SELECT space_id, name FROM space ORDER BY space_id")?;
    let spaces: Vec<(i64, String)> =
        statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<Result<_, _>>()?;
    for (id, name) in spaces {
        if crate::space::said(tx, id, &name, i64::MAX)? != crate::space::settings(tx, &name)? {
            report.found("space", &name, "its settings are not those that the log gives");
        }
    }
    Ok(())
}

/// A key's names as shown must be names of that key; its entries are of its space, and their values
/// its values.
fn check_names(tx: &Connection, report: &mut VerifyReport) -> Result<(), LedgerError> {
    let mut statement = tx.prepare(
        "SELECT key_id, subject, relation, scope, shown_subject, shown_relation, shown_scope,
             ifnull((SELECT id FROM entry WHERE entry.key_id = key.key_id ORDER BY seq LIMIT 1), 'key ' || key_id)
         FROM key",
    )?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let place: String = row.get(7)?;
        for column in 1..=3 {
            let (name, shown): (String, String) = (row.get(column)?, row.get(column + 3)?);
            // Older versions folded fewer marks: a name that was told to them stays as it was folded.
            if ![name.as_str(), normalize_name(&name).as_str()].contains(&normalize_name(&shown).as_str()) {
                report.found("key", &place, format!("its key is '{name}', shown as '{shown}'"));
            }
        }
    }
    for (problem, condition) in [
        (
            "its key belongs to another space",
            "EXISTS (SELECT 1 FROM key WHERE key.key_id = entry.key_id AND key.space_id <> entry.space_id)",
        ),
        (
            "its value belongs to another key",
            "EXISTS (SELECT 1 FROM object WHERE object.object_id = entry.object_id AND object.key_id <> entry.key_id)",
        ),
    ] {
        each_id(
            tx,
            &format!("SELECT id FROM entry WHERE key_id IS NOT NULL AND {condition} LIMIT 20"),
            |id| {
                report.found("object", id, problem);
                Ok(())
            },
        )?;
    }
    Ok(())
}

/// Texts and values that are not there must have been forgotten: an entry says so, of the text itself
/// or of all that it was derived from; a value went with the texts of every entry that told it.
fn check_gone(tx: &Connection, report: &mut VerifyReport) -> Result<(), LedgerError> {
    let mut gone: Vec<(i64, String)> = Vec::new();
    {
        let mut statement = tx.prepare(
            "SELECT episode.seq, entry.id FROM episode JOIN entry USING (seq)
             WHERE NOT EXISTS (SELECT 1 FROM episode_text WHERE episode_text.seq = episode.seq)
                 AND NOT EXISTS (SELECT 1 FROM entry AS f WHERE f.kind = 'forget' AND f.target = episode.seq)",
        )?;
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        for row in rows {
            gone.push(row?);
        }
    }
    for (episode, id) in gone {
        if !crate::forget::went_with_its_sources(tx, episode)? {
            report.found("episode", id, "its text is not there, and nobody forgot it");
        }
    }
    each_id(
        tx,
        "SELECT entry.id FROM entry JOIN object USING (object_id)
         WHERE (norm IS NULL OR shown IS NULL OR salt IS NULL) AND (
             coalesce(norm, shown, salt) IS NOT NULL
             OR NOT EXISTS (SELECT 1 FROM evidence WHERE evidence.seq = entry.seq)
             OR EXISTS (SELECT 1 FROM evidence JOIN episode_text ON episode_text.seq = evidence.episode
                        WHERE evidence.seq = entry.seq))",
        |id| {
            report.found("object", id, "its value is not there, though a text that tells it is");
            Ok(())
        },
    )?;
    let strays: i64 = tx.query_row(
        "SELECT count(*) FROM episode_text WHERE NOT EXISTS (SELECT 1 FROM episode WHERE episode.seq = episode_text.seq)",
        params![],
        |row| row.get(0),
    )?;
    if strays > 0 {
        report.found("episode", "episode_text", format!("{strays} texts belong to no episode"));
    }
    Ok(())
}
