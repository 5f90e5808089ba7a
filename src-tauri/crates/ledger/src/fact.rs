//! A version put into words: its value, its state at a moment, and the entries and episodes that
//! stand behind it; and whether an entry counted at a moment of belief.

use memstrata_model::{FORGOTTEN, Fact, FactState, Instant, Precision, Source, ValidFromSource};
use rusqlite::{Connection, params};

use crate::dispute::is_disputed;
use crate::error::LedgerError;
use crate::read::{Moment, ReadVersion};

/// The text of a version's value.
pub(crate) fn object_of(tx: &Connection, entry: i64) -> Result<String, LedgerError> {
    let shown: Option<String> = tx
        .prepare_cached("SELECT shown FROM entry LEFT JOIN object USING (object_id) WHERE seq = ?1")?
        .query_row([entry], |row| row.get(0))?;
    Ok(shown.unwrap_or_else(|| FORGOTTEN.to_owned()))
}

/// An entry that stands behind a version.
struct Support {
    seq: i64,
    kind: String,
    at: Option<Instant>,
    recorded_at: Instant,
    confidence: Option<f64>,
    source: Option<String>,
    precision: Option<String>,
    object: Option<String>,
}

fn read_support(row: &rusqlite::Row<'_>) -> rusqlite::Result<Support> {
    Ok(Support {
        seq: row.get(0)?,
        kind: row.get(1)?,
        at: row.get::<_, Option<i64>>(2)?.map(Instant::from_micros),
        recorded_at: Instant::from_micros(row.get(3)?),
        confidence: row.get(4)?,
        source: row.get(5)?,
        precision: row.get(6)?,
        object: row.get(7)?,
    })
}

fn supports(tx: &Connection, version: &ReadVersion, believed: Instant) -> Result<Vec<Support>, LedgerError> {
    const COLUMNS: &str =
        "SELECT entry.seq, kind, change_point, recorded_at, confidence, source, precision, object.shown
         FROM entry LEFT JOIN object USING (object_id)";
    let shared = tx
        .prepare_cached("SELECT 1 FROM lane_into WHERE into_lane = ?1 LIMIT 1")?
        .exists([version.row.lane])?;
    let lanes =
        if shared { "IN (SELECT ?1 UNION SELECT lane FROM lane_into WHERE into_lane = ?1)" } else { "= ?1" };
    // A lane is a row of a key's values; the index of the key's entries is cut to the interval.
    let from = if version.row.from.is_some() { "change_point >= ?2" } else { "?2 IS NULL" };
    let to = if version.row.to.is_some() { "change_point < ?3" } else { "?3 IS NULL" };
    let mut statement = tx.prepare_cached(&format!(
        "{COLUMNS} WHERE entry.key_id IN (SELECT own.key_id FROM object AS own WHERE own.object_id {lanes})
             AND entry.lane {lanes} AND {from} AND {to}
             AND kind IN ('assert', 'confirm') AND recorded_at <= ?4"
    ))?;
    let mut rows = statement
        .query_map(
            params![
                version.row.lane,
                version.row.from.map(Instant::micros),
                version.row.to.map(Instant::micros),
                believed.micros()
            ],
            read_support,
        )?
        .collect::<Result<Vec<_>, _>>()?;
    let opener = version.row.asserted_by;
    if rows.iter().all(|support| support.seq != opener) {
        let mut statement =
            tx.prepare_cached(&format!("{COLUMNS} WHERE entry.seq = ?1 AND recorded_at <= ?2"))?;
        let opener = statement.query_map(params![opener, believed.micros()], read_support)?;
        rows.extend(opener.collect::<Result<Vec<_>, _>>()?);
    }
    rows.sort_by_key(|support| support.seq);
    let mut found = Vec::new();
    for support in rows {
        // Whoever opened a version stands behind it, also where it was voided since.
        if support.seq == opener || counts_at(tx, support.seq, believed)? {
            found.push(support);
        }
    }
    Ok(found)
}

/// The entries that stand behind a version as it is believed now, or as it last was.
pub(crate) fn standing_behind(tx: &Connection, version: &ReadVersion) -> Result<Vec<i64>, LedgerError> {
    let believed = version.sys_to.map_or(Instant::MAX, |to| to.plus_micros(-1));
    Ok(supports(tx, version, believed)?.into_iter().map(|support| support.seq).collect())
}

/// As [`standing_behind`], of a version by its number.
pub(crate) fn stood_behind(tx: &Connection, version: i64) -> Result<Vec<i64>, LedgerError> {
    let version = tx
        .prepare_cached(&format!("{} WHERE version_id = ?1", crate::read::VERSION))?
        .query_row([version], crate::read::read_version)?;
    standing_behind(tx, &version)
}

/// Whether an entry counted at a system time: no void that itself counted then named it or its
/// batch, and if it was held, a decision had let it in.
pub(crate) fn counts_at(tx: &Connection, seq: i64, believed: Instant) -> Result<bool, LedgerError> {
    let (batch, held): (Option<i64>, bool) = tx
        .prepare_cached("SELECT batch, held FROM entry WHERE seq = ?1")?
        .query_row([seq], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let named_by = |target: i64, condition: &str| -> Result<bool, LedgerError> {
        let mut statement = tx.prepare_cached(&format!(
            "SELECT seq FROM entry WHERE target = ?1 AND {condition} AND recorded_at <= ?2"
        ))?;
        let namers: Vec<i64> = statement
            .query_map(params![target, believed.micros()], |row| row.get(0))?
            .collect::<Result<_, _>>()?;
        for namer in namers {
            if counts_at(tx, namer, believed)? {
                return Ok(true);
            }
        }
        Ok(false)
    };
    if named_by(seq, "kind = 'void'")? {
        return Ok(false);
    }
    if let Some(batch) = batch
        && named_by(batch, "kind = 'void'")?
    {
        return Ok(false);
    }
    let accepted = |target| named_by(target, "kind = 'resolve' AND key_id IS NULL");
    Ok(!held || accepted(seq)? || batch.map_or(Ok(false), accepted)?)
}

/// Where a version stands in time, without its value and its sources; whether it is disputed is not
/// looked at.
pub(crate) fn outline_fact(
    tx: &Connection,
    version: &ReadVersion,
    moment: Moment,
) -> Result<Fact, LedgerError> {
    let believed = moment.believed();
    Ok(Fact {
        id: format!("f{}", version.row.id),
        subject: version.subject.clone(),
        relation: version.relation.clone(),
        scope: version.scope.clone(),
        object: String::new(),
        valid_from: version.row.from,
        valid_to: version.row.to,
        valid_from_source: ValidFromSource::Stated,
        precision: Precision::Instant,
        sys_from: version.sys_from,
        sys_to: version.sys_to.filter(|to| *to <= believed),
        state: state_in_time(tx, version, moment)?.unwrap_or(FactState::Current),
        closing_rule: version.row.closing,
        superseded_by: None,
        asserted_by: String::new(),
        last_verified: None,
        confidence: 1.0,
        text: None,
        sources: Vec::new(),
    })
}

/// The state of a version that does not hold at a moment; nothing where it does.
fn state_in_time(
    tx: &Connection,
    version: &ReadVersion,
    moment: Moment,
) -> Result<Option<FactState>, LedgerError> {
    let believed = moment.believed();
    let voided =
        version.sys_to.is_some_and(|to| to <= believed) && !counts_at(tx, version.row.asserted_by, believed)?;
    Ok(if voided {
        Some(FactState::Withdrawn)
    } else if version.row.to.is_some_and(|to| to <= moment.as_of) {
        Some(FactState::Past)
    } else if version.row.from.is_some_and(|from| from > moment.as_of) {
        Some(FactState::Future)
    } else {
        None
    })
}

/// Puts a version into words, with its sources.
pub(crate) fn build_fact(
    tx: &Connection,
    version: &ReadVersion,
    moment: Moment,
) -> Result<Fact, LedgerError> {
    crate::held::once(version.row.id, moment, || in_words(tx, version, moment))
}

fn in_words(tx: &Connection, version: &ReadVersion, moment: Moment) -> Result<Fact, LedgerError> {
    let believed = moment.believed();
    let supports = supports(tx, version, believed)?;
    let mut sources: Vec<Source> = Vec::new();
    let mut verified: Option<Instant> = None;
    for support in &supports {
        let said = sources_of(tx, support, &mut sources)?;
        let vouched = match (support.kind.as_str(), support.at) {
            // Nobody has vouched for anything yet at a time to come.
            ("confirm", Some(at)) if at <= support.recorded_at.max(moment.as_of) => at,
            ("confirm", Some(_)) => support.recorded_at,
            _ => said.unwrap_or(support.recorded_at),
        };
        verified = verified.max(Some(vouched));
    }
    let opener = supports.iter().find(|s| s.seq == version.row.asserted_by);
    let state = match state_in_time(tx, version, moment)? {
        Some(state) => state,
        None if is_disputed(tx, version, believed)? => FactState::Disputed,
        None => FactState::Current,
    };
    let entry_id = |seq: i64| -> Result<String, LedgerError> {
        Ok(tx.prepare_cached("SELECT id FROM entry WHERE seq = ?1")?.query_row([seq], |row| row.get(0))?)
    };
    Ok(Fact {
        id: format!("f{}", version.row.id),
        subject: version.subject.clone(),
        relation: version.relation.clone(),
        scope: version.scope.clone(),
        // Where the words of whoever opened it are forgotten, others may have told the same value.
        object: opener
            .into_iter()
            .chain(&supports)
            .find_map(|s| s.object.clone())
            .unwrap_or_else(|| FORGOTTEN.to_owned()),
        valid_from: version.row.from,
        valid_to: version.row.to,
        valid_from_source: opener
            .and_then(|s| s.source.as_deref())
            .and_then(ValidFromSource::from_name)
            .unwrap_or(ValidFromSource::Stated),
        precision: opener
            .and_then(|s| s.precision.as_deref())
            .and_then(Precision::from_name)
            .unwrap_or(Precision::Instant),
        sys_from: version.sys_from,
        sys_to: version.sys_to.filter(|to| *to <= believed),
        state,
        closing_rule: version.row.closing,
        superseded_by: version.row.superseded_by.map(entry_id).transpose()?,
        asserted_by: entry_id(version.row.asserted_by)?,
        last_verified: verified,
        confidence: opener.and_then(|s| s.confidence).unwrap_or(1.0),
        text: sources.first().and_then(|s| s.text.clone()),
        sources,
    })
}

/// Adds the episodes of an entry; answers when the newest of them was said.
fn sources_of(
    tx: &Connection,
    support: &Support,
    sources: &mut Vec<Source>,
) -> Result<Option<Instant>, LedgerError> {
    let mut said = None;
    for source in episodes_of(tx, support.seq, &support.kind)? {
        said = said.max(Some(source.occurred_at));
        if !sources.iter().any(|known| known.episode == source.episode) {
            sources.push(source);
        }
    }
    Ok(said)
}

/// The episodes that an entry rests on, the first first.
pub(crate) fn episodes_of(tx: &Connection, seq: i64, role: &str) -> Result<Vec<Source>, LedgerError> {
    let mut statement = tx.prepare_cached(
        "SELECT entry.id, episode.kind, text, span_from, span_to, occurred_at, entry.recorded_at, author, locator
         FROM evidence JOIN entry ON entry.seq = evidence.episode JOIN episode ON episode.seq = evidence.episode
             LEFT JOIN episode_text ON episode_text.seq = evidence.episode
         WHERE evidence.seq = ?1 ORDER BY evidence.episode",
    )?;
    let rows = statement.query_map([seq], |row| {
        let span: (Option<u32>, Option<u32>) = (row.get(3)?, row.get(4)?);
        Ok(Source {
            episode: row.get(0)?,
            kind: row.get(1)?,
            text: row.get(2)?,
            span: span.0.zip(span.1),
            occurred_at: Instant::from_micros(row.get(5)?),
            recorded_at: Instant::from_micros(row.get(6)?),
            author: row.get(7)?,
            locator: row.get(8)?,
            role: role.to_owned(),
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}
