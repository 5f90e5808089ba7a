//! Is the file what it claims to be? The hash chain, the texts against their digests, the
//! versions against a rebuild, the text index against the texts, and SQLite's own checks.

use std::collections::{BTreeMap, BTreeSet};

use memstrata_model::{Authority, EventKind, Instant, Key, Precision, ValidFromSource, normalize_text};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension as _, Row, params};
use serde::Serialize;

use crate::chain::{Draft, Evidence, ObjectRow, entry_hash, genesis_hash, to_hash};
use crate::error::LedgerError;
use crate::hash::{Encoding, hex, salted, sha256};
use crate::own_digests::check_own_digests;
use crate::rebuild::rebuild;
use crate::sealing::sealed_with;
use crate::store::Ledger;
use crate::verify_index::{check_queues, check_words};
use crate::verify_rows::check_rows;

/// What is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// `chain`, `episode`, `object`, `version`, `words`, `sqlite`.
    pub check: String,
    /// The entry, version or table.
    pub place: String,
    pub problem: String,
}

/// What was checked, and what was found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct VerifyReport {
    pub entries: usize,
    pub episodes: usize,
    pub versions: usize,
    pub findings: Vec<Finding>,
}

impl VerifyReport {
    pub(crate) fn found(&mut self, check: &str, place: impl ToString, problem: impl ToString) {
        self.findings.push(Finding {
            check: check.to_owned(),
            place: place.to_string(),
            problem: problem.to_string(),
        });
    }

    /// Goes on with a part of the checks; what keeps it from being made is a finding too, unless it is
    /// none of the file's.
    fn part(
        &mut self,
        check: &str,
        place: &str,
        run: impl FnOnce(&mut VerifyReport) -> Result<(), LedgerError>,
    ) -> Result<(), LedgerError> {
        match run(self) {
            Err(
                error @ (LedgerError::Cancelled | LedgerError::Busy { .. } | LedgerError::DiskFault { .. }),
            ) => Err(error),
            Err(error) => {
                self.found(check, place, format!("it cannot be checked further: {error}"));
                Ok(())
            }
            Ok(()) => Ok(()),
        }
    }
}

impl Ledger {
    /// Checks the whole file; reads only. `progress` is told the number of entries checked.
    ///
    /// # Errors
    /// The file cannot be read at all; what is merely wrong is a finding.
    pub fn verify(&self, progress: &mut dyn FnMut(usize) -> bool) -> Result<VerifyReport, LedgerError> {
        let mut report = VerifyReport::default();
        // SQLite's check of the word index goes by what its connection remembers of the index, also
        // where another has merged parts of it since: only a new one sees what is there.
        self.readers.clear();
        self.reading(|tx| {
            report.part("sqlite", "integrity_check", |report| check_sqlite(tx, report))?;
            report.part("sqlite", "layout", |report| check_layout(tx, report))?;
            report.part("chain", "entry", |report| check_chain(tx, report, progress))?;
            report.part("rows", "rows", |report| check_rows(tx, report))?;
            report.part("vectors", "vector", |report| check_queues(tx, report))?;
            report.part("rows", "digests", |report| check_own_digests(tx, report))
        })?;
        // Rebuilding writes: it happens in a copy in memory.
        let mut copy = Connection::open_in_memory()?;
        let mut whole = true;
        report.part("sqlite", "copy", |_| self.copy_into(&mut copy).inspect_err(|_| whole = false))?;
        if whole {
            report.part("version", "rebuild", |report| check_versions(&copy, report))?;
            report.part("words", "episode_words", |report| check_words(&copy, report))?;
        }
        Ok(report)
    }

    /// Drops the versions and everything else derived from the log, and derives it again.
    ///
    /// # Errors
    /// Those of SQLite; nothing is changed then.
    pub fn rebuild(&self) -> Result<usize, LedgerError> {
        self.transact_many(|chain| rebuild(chain.open_tx()?), None, usize::MAX)
    }

    fn copy_into(&self, copy: &mut Connection) -> Result<(), LedgerError> {
        self.reading(|tx| {
            let backup = rusqlite::backup::Backup::new(tx, copy)?;
            backup.run_to_completion(
                4096,
                std::time::Duration::ZERO,
                None::<fn(rusqlite::backup::Progress)>,
            )?;
            Ok(())
        })
    }
}

fn check_sqlite(tx: &Connection, report: &mut VerifyReport) -> Result<(), LedgerError> {
    let mut statement = tx.prepare("PRAGMA integrity_check(20)")?;
    let rows = statement.query_map([], |row| row.get::<_, String>(0))?;
    for problem in rows {
        let problem = problem?;
        if problem != "ok" {
            report.found("sqlite", "integrity_check", problem);
        }
    }
    let mut statement = tx.prepare("PRAGMA foreign_key_check")?;
    let rows = statement.query_map([], |row| {
        Ok((row.get::<_, String>(0)?, row.get::<_, Option<i64>>(1)?, row.get::<_, String>(2)?))
    })?;
    for row in rows {
        let (table, rowid, parent) = row?;
        report.found(
            "sqlite",
            format!("{table} row {rowid:?}"),
            format!("points at a row that {parent} lacks"),
        );
    }
    Ok(())
}

/// The tables, indexes and guards are those that the migrations make, word for word; a restore puts a guard
/// back in lines of its own.
fn check_layout(tx: &Connection, report: &mut VerifyReport) -> Result<(), LedgerError> {
    let words = |sql: String| sql.split_whitespace().collect::<Vec<_>>().join(" ");
    let layout = |file: &Connection| -> Result<BTreeMap<String, Option<String>>, LedgerError> {
        let mut statement = file.prepare("SELECT type || ' ' || name, sql FROM sqlite_schema")?;
        let rows =
            statement.query_map([], |row| Ok((row.get(0)?, row.get::<_, Option<String>>(1)?.map(words))))?;
        Ok(rows.collect::<Result<_, _>>()?)
    };
    let (found, made) = (layout(tx)?, layout(&crate::migrate::laid_out_anew()?)?);
    let names: BTreeSet<&String> = found.keys().chain(made.keys()).collect();
    for name in names {
        // SQLite keeps tables of its own for what it knows of the values.
        if found.get(name) != made.get(name) && !name.starts_with("table sqlite_") {
            report.found("sqlite", name, "it is not laid out as this program lays it out");
        }
    }
    Ok(())
}

/// An entry as its hash is computed from it.
const ENTRY: &str =
    "SELECT entry.seq, space_id, entry.id, kind, recorded_at, key_id, object_id, change_point, valid_to, is_window,
         source, precision, confidence, authority, target, batch, held, payload, hash, space.name, lane, named
     FROM entry LEFT JOIN space USING (space_id)";

/// Walks the log and computes every hash again from what is stored.
fn check_chain(
    tx: &Connection,
    report: &mut VerifyReport,
    progress: &mut dyn FnMut(usize) -> bool,
) -> Result<(), LedgerError> {
    let mut previous = genesis_hash(tx)?;
    let mut before: Option<i64> = None;
    let mut expected_seq = 1;
    let mut sealed: i64 = 0;
    let mut statement = tx.prepare(&format!("{ENTRY} ORDER BY seq"))?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let seq: i64 = row.get(0)?;
        let id = id_of(row, seq)?;
        if seq != expected_seq {
            report.found("chain", &id, format!("entry {expected_seq} is missing before entry {seq}"));
        }
        match check_entry(tx, row, (&previous, before), report) {
            Ok((recorded_at, is_sealed)) => {
                before = Some(recorded_at);
                sealed += i64::from(is_sealed);
            }
            Err(error) => report.found("chain", &id, format!("the entry cannot be read: {error}")),
        }
        previous = row.get_ref(18)?.as_blob().ok().and_then(|hash| to_hash(hash).ok()).unwrap_or_default();
        expected_seq = seq + 1;
        report.entries += 1;
        if report.entries.is_multiple_of(1024) && !progress(report.entries) {
            return Err(LedgerError::Cancelled);
        }
    }
    let seals: i64 = tx.query_row("SELECT count(*) FROM sealed_entry", [], |row| row.get(0))?;
    if seals != sealed {
        report.found("chain", "sealed_entry", format!("{seals} seals for {sealed} entries that need one"));
    }
    Ok(())
}

/// The id of an entry, as far as it can be read.
fn id_of(row: &Row<'_>, seq: i64) -> Result<String, LedgerError> {
    Ok(match row.get_ref(2)? {
        ValueRef::Text(id) => String::from_utf8_lossy(id).into_owned(),
        _ => format!("entry {seq}"),
    })
}

/// One entry after the one before it: its system time, and whether it has a seal instead of its hash.
fn check_entry(
    tx: &Connection,
    row: &Row<'_>,
    (previous, before): (&crate::hash::Hash, Option<i64>),
    report: &mut VerifyReport,
) -> Result<(i64, bool), LedgerError> {
    let (seq, id): (i64, String) = (row.get(0)?, row.get(2)?);
    let recorded_at: i64 = row.get(4)?;
    if before.is_some_and(|before| recorded_at <= before) {
        report.found("chain", &id, "its system time is not later than the entry before it");
    }
    if row.get::<_, bool>(21)? == crate::ids::is_made_for(&id, Instant::from_micros(recorded_at)) {
        report.found("chain", &id, "its id is listed as what it is not: made for the entry, or given");
    }
    let stored: Vec<u8> = row.get(18)?;
    let hash = hash_again(tx, row, previous, report)?;
    if hash.as_slice() == stored {
        return Ok((recorded_at, false));
    }
    let sealed = is_sealed(tx, seq, &hash, &stored)?;
    if !sealed {
        report.found("chain", &id, "the entry does not match its hash");
    }
    Ok((recorded_at, sealed))
}

/// Whether an entry without its hash is one that lost the place of forgotten words, and is otherwise
/// as it was.
fn is_sealed(
    tx: &Connection,
    seq: i64,
    left: &crate::hash::Hash,
    stored: &[u8],
) -> Result<bool, LedgerError> {
    let (Ok(own), Ok(Some(seal))) = (to_hash(stored), crate::unspan::kept_seal(tx, seq)) else {
        return Ok(false);
    };
    let forgotten = tx
        .prepare_cached(
            "SELECT 1 FROM evidence WHERE evidence.seq = ?1 AND span_from IS NULL AND NOT EXISTS (
                 SELECT 1 FROM episode_text WHERE episode_text.seq = evidence.episode)",
        )?
        .exists([seq])?;
    Ok(forgotten && crate::unspan::seal_of(left, &own) == seal)
}

/// Whether an entry is as it was told, or as forgetting left it.
pub(crate) fn is_sound(tx: &Connection, seq: i64) -> Result<bool, LedgerError> {
    let (found, own) = hashes_of(tx, seq)?;
    Ok(found == own || is_sealed(tx, seq, &found, &own)?)
}

/// The hash of an entry as what is stored gives it, and as it is stored.
pub(crate) fn hashes_of(
    tx: &Connection,
    seq: i64,
) -> Result<(crate::hash::Hash, crate::hash::Hash), LedgerError> {
    let before: Option<Vec<u8>> = tx
        .prepare_cached("SELECT hash FROM entry WHERE seq = ?1 - 1")?
        .query_row([seq], |row| row.get(0))
        .optional()?;
    let previous = before.map_or_else(|| genesis_hash(tx), |hash| to_hash(&hash))?;
    let mut statement = tx.prepare_cached(&format!("{ENTRY} WHERE entry.seq = ?1"))?;
    let mut rows = statement.query([seq])?;
    let row = rows.next()?.ok_or(rusqlite::Error::QueryReturnedNoRows)?;
    let computed = hash_again(tx, row, &previous, &mut VerifyReport::default())?;
    Ok((computed, to_hash(&row.get::<_, Vec<u8>>(18)?)?))
}

fn hash_again(
    tx: &Connection,
    row: &Row<'_>,
    previous: &crate::hash::Hash,
    report: &mut VerifyReport,
) -> Result<crate::hash::Hash, LedgerError> {
    let seq: i64 = row.get(0)?;
    let id: String = row.get(2)?;
    let kind: String = row.get(3)?;
    let kind = EventKind::from_name(&kind)
        .ok_or_else(|| LedgerError::BadValue { what: "kind of entry", value: kind })?;
    let space: Option<String> = row.get(19)?;
    let space = space.unwrap_or_default();
    let named = |seq: Option<i64>| -> Result<Option<(i64, String)>, LedgerError> {
        let Some(seq) = seq else { return Ok(None) };
        let id =
            tx.prepare_cached("SELECT id FROM entry WHERE seq = ?1")?.query_row([seq], |row| row.get(0))?;
        Ok(Some((seq, id)))
    };
    let (target, batch) = (named(row.get(14)?)?, named(row.get(15)?)?);
    let mut draft = Draft::new(row.get(1)?, &space, kind);
    if let Some(key) = row.get::<_, Option<i64>>(5)? {
        let normal = tx
            .prepare_cached("SELECT subject, relation, scope FROM key WHERE key_id = ?1")?
            .query_row([key], |row| {
                Ok(Key { subject: row.get(0)?, relation: row.get(1)?, scope: row.get(2)? })
            })?;
        draft.key = Some((key, normal));
    }
    if let Some(object) = row.get::<_, Option<i64>>(6)? {
        draft.object = Some(check_object(tx, object, row.get(20)?, &id, report)?);
    } else if row.get::<_, Option<i64>>(20)?.is_some() {
        report.found("object", &id, "it has a lane and no object");
    }
    draft.change_point = row.get::<_, Option<i64>>(7)?.map(Instant::from_micros);
    draft.valid_to = row.get::<_, Option<i64>>(8)?.map(Instant::from_micros);
    draft.window = row.get(9)?;
    draft.source = one_of(row, 10, "source of a start", ValidFromSource::from_name)?;
    draft.precision = one_of(row, 11, "precision", Precision::from_name)?;
    draft.confidence = row.get(12)?;
    draft.authority = one_of(row, 13, "authority", Authority::from_name)?;
    draft.target = target.as_ref().map(|(seq, id)| (*seq, id.as_str()));
    draft.batch = batch.as_ref().map(|(seq, id)| (*seq, id.as_str()));
    draft.held = row.get(16)?;
    draft.payload = row.get(17)?;
    draft.evidence = evidence(tx, seq)?;
    let recorded_at = Instant::from_micros(row.get(4)?);
    let mut episode_error = None;
    let hash = entry_hash(previous, &draft, &id, recorded_at, |encoding| {
        if kind == EventKind::Episode {
            episode_error = encode_episode(tx, seq, &id, encoding, report).err();
        }
    });
    episode_error.map_or(Ok(hash), Err)
}

/// A column that holds one of a few names, or nothing.
fn one_of<T>(
    row: &Row<'_>,
    column: usize,
    what: &'static str,
    from_name: impl Fn(&str) -> Option<T>,
) -> Result<Option<T>, LedgerError> {
    let Some(name) = row.get::<_, Option<String>>(column)? else { return Ok(None) };
    from_name(&name).map(Some).ok_or(LedgerError::BadValue { what, value: name })
}

fn evidence(tx: &Connection, seq: i64) -> Result<Vec<Evidence>, LedgerError> {
    let mut statement = tx.prepare_cached(
        "SELECT episode, id, span_from, span_to FROM evidence JOIN entry ON entry.seq = episode
         WHERE evidence.seq = ?1 ORDER BY episode",
    )?;
    let mut rows = statement.query([seq])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let span: (Option<u32>, Option<u32>) = (row.get(2)?, row.get(3)?);
        if span.0.is_some() != span.1.is_some() {
            return Err(LedgerError::BadValue { what: "place of words", value: format!("{span:?}") });
        }
        found.push((row.get(0)?, row.get(1)?, span.0.zip(span.1)));
    }
    Ok(found)
}

/// An object against its digest, and its lane against what the entry says.
fn check_object(
    tx: &Connection,
    object: i64,
    entry_lane: Option<i64>,
    entry: &str,
    report: &mut VerifyReport,
) -> Result<ObjectRow, LedgerError> {
    type Stored = (i64, Vec<u8>, Option<String>, Option<String>, Option<Vec<u8>>);
    let (lane, digest, norm, shown, salt): Stored = tx
        .prepare_cached("SELECT lane, digest, norm, shown, salt FROM object WHERE object_id = ?1")?
        .query_row([object], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?)))?;
    let digest = to_hash(&digest)?;
    if let (Some(norm), Some(shown), Some(salt)) = (norm, shown, salt) {
        // As it is stored, not folded once more: no letter of the form that is compared may differ.
        let sealed = if norm == normalize_text(&shown) { shown.clone() } else { sealed_with(&shown, &norm) };
        if salted(&salt, &sealed) != digest {
            report.found("object", entry, format!("its object '{shown}' does not match its digest"));
        }
    }
    if entry_lane != Some(lane) {
        report.found("object", entry, "its object belongs to another lane");
    }
    Ok(ObjectRow { id: object, lane, digest })
}

/// An episode's fields as its entry's hash covers them, its text against its digests.
fn encode_episode(
    tx: &Connection,
    seq: i64,
    id: &str,
    encoding: &mut Encoding,
    report: &mut VerifyReport,
) -> Result<(), LedgerError> {
    type Text = Option<(String, Vec<u8>)>;
    let text: Text = {
        let mut statement = tx.prepare_cached("SELECT text, salt FROM episode_text WHERE seq = ?1")?;
        let mut rows = statement.query([seq])?;
        match rows.next()? {
            Some(row) => Some((row.get(0)?, row.get(1)?)),
            None => None,
        }
    };
    let mut statement = tx.prepare_cached(
        "SELECT kind, author, locator, occurred_at, importance, digest, sha256, norm_sha256 FROM episode WHERE seq = ?1",
    )?;
    let mut rows = statement.query([seq])?;
    let row = rows.next()?.ok_or_else(|| LedgerError::NotFound { what: "episode", id: id.to_owned() })?;
    let (digest, full, norm): (Vec<u8>, Vec<u8>, Vec<u8>) = (row.get(5)?, row.get(6)?, row.get(7)?);
    encoding.text(40, &row.get::<_, String>(0)?);
    encoding.maybe_text(41, row.get::<_, Option<String>>(1)?.as_deref());
    encoding.maybe_text(42, row.get::<_, Option<String>>(2)?.as_deref());
    encoding.maybe_int(43, Some(row.get(3)?));
    encoding.maybe_int(44, row.get::<_, Option<f64>>(4)?.map(|i| i.to_bits().cast_signed()));
    encoding.bytes(45, &digest);
    encoding.bytes(46, &full);
    encoding.bytes(47, &norm);
    if let Some((text, salt)) = text {
        let matches = salted(&salt, &text).as_slice() == digest
            && sha256(&text).as_slice() == full
            && sha256(&normalize_text(&text)).as_slice() == norm;
        if !matches {
            report.found("episode", id, format!("its text does not match its digest {}", hex(&full)));
        }
    }
    report.episodes += 1;
    Ok(())
}

/// Rebuilds in the copy and compares with what was stored.
fn check_versions(copy: &Connection, report: &mut VerifyReport) -> Result<(), LedgerError> {
    copy.execute_batch(
        "CREATE TEMP TABLE stored AS SELECT * FROM version;
         CREATE TEMP TABLE stored_discounted AS SELECT * FROM discounted;
         CREATE TEMP TABLE stored_key_into AS SELECT * FROM key_into;
         CREATE TEMP TABLE keys_before AS SELECT key_id FROM key;
         CREATE TEMP TABLE stored_lane_into AS SELECT * FROM lane_into;
         CREATE TEMP TABLE stored_claim_source AS SELECT * FROM claim_source;
         CREATE TEMP TABLE stored_claim_mark AS SELECT * FROM claim_mark;
         CREATE TEMP TABLE stored_relation_alias AS SELECT * FROM relation_alias;
         CREATE TEMP TABLE stored_relation AS SELECT * FROM relation;",
    )?;
    report.versions =
        usize::try_from(copy.query_row("SELECT count(*) FROM stored", [], |row| row.get::<_, i64>(0))?)
            .unwrap_or_default();
    if let Err(error) = rebuild(copy) {
        report.found("version", "rebuild", format!("the log cannot be replayed: {error}"));
        return Ok(());
    }
    // On the way through several aliases a replay that knows all keys makes some that nothing was
    // told of: where they lead is of no account.
    copy.execute("DELETE FROM key_into WHERE key_id NOT IN (SELECT key_id FROM keys_before)", [])?;
    for (table, stored, name) in [
        ("version", "stored", "version_id"),
        ("discounted", "stored_discounted", "seq"),
        ("key_into", "stored_key_into", "key_id"),
        ("lane_into", "stored_lane_into", "lane"),
        ("claim_source", "stored_claim_source", "claim"),
        ("claim_mark", "stored_claim_mark", "claim"),
        ("relation", "stored_relation", "name"),
        ("relation_alias", "stored_relation_alias", "alias"),
    ] {
        for (left, right, problem) in [
            (stored, table, "is stored, but does not follow from the log"),
            (table, stored, "follows from the log, but is not stored so"),
        ] {
            let mut statement = copy.prepare(&format!(
                "SELECT {name} FROM (SELECT * FROM {left} EXCEPT SELECT * FROM {right}) LIMIT 20"
            ))?;
            let rows = statement.query_map(params![], |row| row.get::<_, rusqlite::types::Value>(0))?;
            for row in rows {
                let place = match row? {
                    rusqlite::types::Value::Integer(id) if table == "version" => format!("f{id}"),
                    rusqlite::types::Value::Integer(id) => format!("entry {id}"),
                    rusqlite::types::Value::Text(text) => text,
                    other => format!("{other:?}"),
                };
                report.found("version", place, problem);
            }
        }
    }
    Ok(())
}
