//! The whole ledger as its log: what `restore` reads back into the same hashes and answers.
//! Byte-stable: fields in the order of their types, lines in the order of recording.

use std::collections::HashMap;
use std::io::Write;

use memstrata_model::{
    Authority, EpisodeKind, EventKind, Instant, Precision, ValidFromSource, normalize_text,
};
use rusqlite::{Connection, Row, params};

use crate::error::LedgerError;
use crate::hash::hex;
use crate::line::{
    AliasLine, AssertLine, BatchLine, ClaimLine, ConfirmLine, EndLine, EpisodeLine, EpisodeRef, EpisodeSpan,
    ForgetLine, Line, ProposalLine, RelationLine, ResolveLine, SpaceLine, VoidLine,
};
use crate::store::Ledger;

/// Writes the log. `progress` is told the number of lines written from time to time; where it
/// answers false, the export is cancelled.
///
/// # Errors
/// The target cannot be written; the ledger cannot be read.
pub fn export_to(
    ledger: &Ledger,
    out: &mut dyn Write,
    progress: &mut dyn FnMut(usize) -> bool,
) -> Result<usize, LedgerError> {
    let io =
        |source| LedgerError::Io { action: "write the export of", path: ledger.path().to_owned(), source };
    ledger.reading(|tx| {
        let mut written = 0;
        let lines: i64 = tx.query_row(
            "SELECT (SELECT count(*) FROM genesis) + (SELECT count(*) FROM entry)",
            [],
            |row| row.get(0),
        )?;
        let mut genesis = tx.prepare("SELECT line FROM genesis ORDER BY place")?;
        let mut rows = genesis.query([])?;
        while let Some(row) = rows.next()? {
            let line: String = row.get(0)?;
            // The line is the root of the hash chain; how many follow it is the file's alone.
            match serde_json::from_str(&line) {
                Ok(Line::Header(header)) => {
                    writeln!(
                        out,
                        "{}",
                        line_to_text(&Line::Header(
                            header.sealed(usize::try_from(lines).unwrap_or_default())
                        ))
                    )
                    .map_err(io)?;
                }
                _ => writeln!(out, "{line}").map_err(io)?,
            }
            written += 1;
        }
        for_each_line(tx, 0, |_, line| {
            writeln!(out, "{}", line_to_text(line)).map_err(io)?;
            written += 1;
            if written % 1024 == 0 && !progress(written) {
                return Err(LedgerError::Cancelled);
            }
            Ok(())
        })?;
        out.flush().map_err(io)?;
        Ok(written)
    })
}

/// A line as it stands in the file.
#[must_use]
pub fn line_to_text(line: &Line) -> String {
    serde_json::to_string(line).expect("a line is JSON")
}

/// Hands out the entries after `since` as lines, in order.
pub(crate) fn for_each_line(
    tx: &Connection,
    since: i64,
    mut each: impl FnMut(i64, &Line) -> Result<(), LedgerError>,
) -> Result<(), LedgerError> {
    let spaces: HashMap<i64, String> = tx
        .prepare("SELECT space_id, name FROM space")?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<Result<_, _>>()?;
    let mut statement = tx.prepare(
        "SELECT entry.seq, space_id, id, kind, recorded_at, key_id, object_id, change_point, valid_to, is_window,
             source, precision, confidence, authority, target, batch, held, payload, hash
         FROM entry WHERE seq > ?1 ORDER BY seq",
    )?;
    let mut rows = statement.query([since])?;
    while let Some(row) = rows.next()? {
        let seq: i64 = row.get(0)?;
        let line = read_line(tx, row, &spaces)?;
        each(seq, &line)?;
    }
    Ok(())
}

struct Common {
    id: Option<String>,
    space: String,
    recorded_at: Option<Instant>,
    authority: Option<Authority>,
    batch: Option<String>,
    hash: Option<String>,
}

/// The names and the value of a fact's entry.
struct FactFields {
    subject: String,
    relation: String,
    scope: Option<String>,
    object: Option<String>,
    value: Option<String>,
    salt: Option<String>,
    digest: Option<String>,
    same_as: Option<u32>,
    alike: Vec<i64>,
    episodes: Vec<EpisodeRef>,
}

/// Fills a line type with the fields that all share.
macro_rules! build {
    ($type:ident, $common:expr, { $($field:ident : $value:expr),* $(,)? }) => {{
        let common = $common;
        $type {
            id: common.id,
            space: common.space,
            recorded_at: common.recorded_at,
            $($field: $value,)*
            authority: common.authority,
            batch: common.batch,
            hash: common.hash,
        }
    }};
}

fn id_of(tx: &Connection, seq: Option<i64>) -> Result<Option<String>, LedgerError> {
    match seq {
        None => Ok(None),
        Some(seq) => Ok(Some(
            tx.prepare_cached("SELECT id FROM entry WHERE seq = ?1")?.query_row([seq], |row| row.get(0))?,
        )),
    }
}

fn read_line(tx: &Connection, row: &Row<'_>, spaces: &HashMap<i64, String>) -> Result<Line, LedgerError> {
    let seq: i64 = row.get(0)?;
    let kind: String = row.get(3)?;
    let common = Common {
        id: row.get(2)?,
        space: spaces.get(&row.get(1)?).cloned().unwrap_or_default(),
        recorded_at: Some(Instant::from_micros(row.get(4)?)),
        authority: row.get::<_, Option<String>>(13)?.and_then(|name| Authority::from_name(&name)),
        batch: id_of(tx, row.get(15)?)?,
        hash: Some(hex(&row.get::<_, Vec<u8>>(18)?)),
    };
    let change_point = row.get::<_, Option<i64>>(7)?.map(Instant::from_micros);
    let precision = row.get::<_, Option<String>>(11)?.and_then(|name| Precision::from_name(&name));
    let fields = |tx| fact_fields(tx, seq, row.get::<_, Option<i64>>(5)?, row.get::<_, Option<i64>>(6)?);
    let damaged = |what: &'static str| LedgerError::BadValue { what, value: format!("entry {seq}") };
    let payload: Option<String> = row.get(17)?;
    Ok(match EventKind::from_name(&kind) {
        Some(EventKind::Episode) => Line::Episode(episode_line(tx, seq, common)?),
        Some(EventKind::Assert) => {
            let f = fields(tx)?;
            Line::Assert(build!(AssertLine, common, {
                subject: f.subject, relation: f.relation, scope: f.scope, object: f.object, value: f.value,
                valid_from: change_point,
                valid_to: row.get::<_, Option<i64>>(8)?.map(Instant::from_micros),
                window: row.get(9)?,
                valid_from_source: row.get::<_, Option<String>>(10)?.and_then(|name| ValidFromSource::from_name(&name)),
                precision: precision,
                confidence: row.get(12)?,
                held: row.get(16)?,
                episodes: f.episodes, salt: f.salt, digest: f.digest, same_as: f.same_as, alike: f.alike,
                read_by: payload, seal: seal(tx, seq)?,
            }))
        }
        Some(EventKind::End) => {
            let f = fields(tx)?;
            Line::End(build!(EndLine, common, {
                subject: f.subject, relation: f.relation, scope: f.scope, object: f.object, value: f.value,
                at: change_point.ok_or_else(|| damaged("end with a time"))?,
                precision: precision,
                held: row.get(16)?,
                episodes: f.episodes, salt: f.salt, digest: f.digest, same_as: f.same_as, alike: f.alike,
                read_by: payload, seal: seal(tx, seq)?,
            }))
        }
        Some(EventKind::Confirm) => {
            let f = fields(tx)?;
            Line::Confirm(build!(ConfirmLine, common, {
                subject: f.subject, relation: f.relation, scope: f.scope, object: f.object, value: f.value,
                at: change_point.ok_or_else(|| damaged("confirm with a time"))?,
                held: row.get(16)?,
                episodes: f.episodes, salt: f.salt, digest: f.digest, same_as: f.same_as, alike: f.alike,
                seal: seal(tx, seq)?,
            }))
        }
        Some(EventKind::Void) => Line::Void(build!(VoidLine, common, {
            target: id_of(tx, row.get(14)?)?.ok_or_else(|| damaged("void with a target"))?,
            held: row.get(16)?,
            episodes: evidence(tx, seq)?,
            seal: seal(tx, seq)?,
        })),
        Some(EventKind::Relation) => {
            let said: RelationLine = read_payload(payload.as_deref(), seq)?;
            Line::Relation(build!(RelationLine, common, {
                relation: said.relation, cardinality: said.cardinality, half_life_days: said.half_life_days,
                on_conflict: said.on_conflict, importance: said.importance, aliases: said.aliases,
                held: row.get(16)?,
            }))
        }
        Some(EventKind::Resolve) => {
            let said: ResolveLine = read_payload(payload.as_deref(), seq)?;
            Line::Resolve(build!(ResolveLine, common, { dispute: said.dispute, choice: said.choice }))
        }
        Some(EventKind::Proposal) => {
            let said: ProposalLine = read_payload(payload.as_deref(), seq)?;
            Line::Proposal(build!(ProposalLine, common, { reason: said.reason, about: said.about }))
        }
        Some(EventKind::Batch) => {
            let said: BatchLine = read_payload(payload.as_deref(), seq)?;
            Line::Batch(build!(BatchLine, common, { label: said.label }))
        }
        Some(EventKind::Space) => {
            let said: SpaceLine = read_payload(payload.as_deref(), seq)?;
            Line::Space(build!(SpaceLine, common, {
                timezone: said.timezone, locale: said.locale, week_start: said.week_start,
                scoring: said.scoring,
            }))
        }
        Some(EventKind::Alias) => {
            let said: AliasLine = read_payload(payload.as_deref(), seq)?;
            Line::Alias(build!(AliasLine, common, {
                subject: said.subject, relation: said.relation, scope: said.scope,
                into_subject: said.into_subject, into_relation: said.into_relation, into_scope: said.into_scope,
                held: row.get(16)?,
            }))
        }
        Some(EventKind::Claim) => {
            let said: ClaimLine = read_payload(payload.as_deref(), seq)?;
            Line::Claim(build!(ClaimLine, common, {
                derived_from: said.derived_from, together: said.together, episodes: evidence(tx, seq)?, seal: seal(tx, seq)?,
            }))
        }
        Some(EventKind::Forget) => Line::Forget(build!(ForgetLine, common, {
            target: id_of(tx, row.get(14)?)?.ok_or_else(|| damaged("forget with a target"))?,
        })),
        None => {
            return Err(LedgerError::BadValue { what: "kind of entry", value: kind });
        }
    })
}

fn read_payload<T: serde::de::DeserializeOwned>(payload: Option<&str>, seq: i64) -> Result<T, LedgerError> {
    payload
        .and_then(|payload| serde_json::from_str(payload).ok())
        .ok_or_else(|| LedgerError::BadValue { what: "payload of an entry", value: format!("entry {seq}") })
}

fn episode_line(tx: &Connection, seq: i64, common: Common) -> Result<EpisodeLine, LedgerError> {
    let line = tx
        .prepare_cached(
            "SELECT kind, author, locator, occurred_at, importance, sha256, norm_sha256, digest, text, salt
             FROM episode LEFT JOIN episode_text USING (seq) WHERE seq = ?1",
        )?
        .query_row([seq], |row| {
            let text: Option<String> = row.get(8)?;
            let gone = text.is_none();
            let digest = |column| row.get::<_, Vec<u8>>(column).map(|bytes| gone.then(|| hex(&bytes)));
            Ok(build!(EpisodeLine, common, {
                kind: EpisodeKind::from_name(&row.get::<_, String>(0)?).unwrap_or(EpisodeKind::Note),
                text: text,
                occurred_at: Some(Instant::from_micros(row.get(3)?)),
                author: row.get(1)?,
                locator: row.get(2)?,
                importance: row.get(4)?,
                salt: row.get::<_, Option<Vec<u8>>>(9)?.map(|salt| hex(&salt)),
                sha256: digest(5)?,
                norm_sha256: digest(6)?,
                digest: digest(7)?,
            }))
        })?;
    Ok(line)
}

fn seal(tx: &Connection, seq: i64) -> Result<Option<String>, LedgerError> {
    Ok(crate::unspan::kept_seal(tx, seq)?.map(|seal| hex(&seal)))
}

fn evidence(tx: &Connection, seq: i64) -> Result<Vec<EpisodeRef>, LedgerError> {
    let mut statement = tx.prepare_cached(
        "SELECT entry.id, span_from, span_to FROM evidence JOIN entry ON entry.seq = episode
         WHERE evidence.seq = ?1 ORDER BY episode",
    )?;
    let rows = statement.query_map([seq], |row| {
        let (id, from, to): (String, Option<u32>, Option<u32>) = (row.get(0)?, row.get(1)?, row.get(2)?);
        Ok(match (from, to) {
            (Some(from), Some(to)) => EpisodeRef::Span(EpisodeSpan { id, span: (from, to) }),
            _ => EpisodeRef::Id(id),
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn fact_fields(
    tx: &Connection,
    seq: i64,
    key: Option<i64>,
    object: Option<i64>,
) -> Result<FactFields, LedgerError> {
    let (subject, relation, scope): (String, String, String) = tx
        .prepare_cached("SELECT shown_subject, shown_relation, shown_scope FROM key WHERE key_id = ?1")?
        .query_row([key], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    let mut fields = FactFields {
        subject,
        relation,
        scope: (!scope.is_empty()).then_some(scope),
        object: None,
        value: None,
        salt: None,
        digest: None,
        same_as: None,
        alike: Vec::new(),
        episodes: evidence(tx, seq)?,
    };
    let Some(object) = object else { return Ok(fields) };
    type Stored = (Option<String>, Option<String>, Option<Vec<u8>>, Vec<u8>, i64);
    let (norm, shown, salt, digest, lane): Stored = tx
        .prepare_cached("SELECT norm, shown, salt, digest, lane FROM object WHERE object_id = ?1")?
        .query_row([object], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?)))?;
    fields.value = match (&norm, &shown) {
        (Some(norm), Some(shown)) if *norm != normalize_text(shown) => Some(norm.clone()),
        _ => None,
    };
    fields.salt = salt.map(|salt| hex(&salt));
    if shown.is_none() {
        fields.digest = Some(hex(&digest));
    }
    // Which value of the key it is, without saying what it was: also of another spelling of what is gone.
    if lane != object && (shown.is_none() || lost_a_spelling(tx, lane, object)?) {
        fields.same_as = Some(
            tx.prepare_cached(
                "SELECT count(*) FROM object WHERE key_id = ?1 AND object_id = lane AND lane < ?2",
            )?
            .query_row(params![key, lane], |row| row.get(0))?,
        );
    }
    fields.alike = crate::alike::kin_of(tx, lane)?;
    fields.object = shown;
    Ok(fields)
}

/// Whether a spelling of a value that was told before this one was forgotten.
fn lost_a_spelling(tx: &Connection, lane: i64, object: i64) -> Result<bool, LedgerError> {
    Ok(tx
        .prepare_cached(
            "SELECT 1 FROM object WHERE key_id = (SELECT key_id FROM object WHERE object_id = ?1)
                 AND norm IS NULL AND lane = ?1 AND object_id < ?2",
        )?
        .exists([lane, object])?)
}
