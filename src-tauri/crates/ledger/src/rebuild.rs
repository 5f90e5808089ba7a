//! What is derived from the log, derived again: versions, registry, merges, claims.

use memstrata_model::{EventKind, Instant, normalize_name};
use rusqlite::{Connection, Row};

use crate::daybook::Daybook;
use crate::error::LedgerError;
use crate::line::{ClaimLine, Line, RelationLine};
use crate::project::{Entered, apply};
use crate::registry;

/// Entries of a rebuild whose versions are written at once.
const POSTED: usize = 4096;

/// Derives versions and registry from the log, entry by entry.
pub(crate) fn rebuild(tx: &Connection) -> Result<usize, LedgerError> {
    tx.execute_batch(
        "DELETE FROM version; DELETE FROM discounted; DELETE FROM relation;
         DELETE FROM key_into; DELETE FROM lane_into; DELETE FROM claim_source; DELETE FROM claim_mark;
         DELETE FROM relation_alias;",
    )?;
    let genesis: Vec<String> = tx
        .prepare("SELECT line FROM genesis WHERE place > 0 ORDER BY place")?
        .query_map([], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    for line in genesis {
        if let Ok(Line::Relation(line)) = serde_json::from_str(&line) {
            let space = crate::store::space_id(tx, &line.space)?;
            registry::put_from_the_beginning(tx, space, &line)?;
        }
    }
    let mut statement = tx.prepare(
        "SELECT seq, space_id, kind, recorded_at, key_id, lane, change_point, valid_to, is_window, target, batch, held, payload, source
         FROM entry ORDER BY seq",
    )?;
    let mut rows = statement.query([])?;
    let mut entries = 0;
    let mut day = Daybook::blank();
    while let Some(row) = rows.next()? {
        let mut entry = entered(row)?;
        if entry.kind == EventKind::Claim {
            let line: Option<ClaimLine> =
                row.get::<_, Option<String>>(12)?.and_then(|payload| serde_json::from_str(&payload).ok());
            if let Some(line) = line {
                entry.sources = crate::claims::named_sources(tx, entry.space, &line)?;
            }
        }
        apply(tx, &mut day, &entry)?;
        entries += 1;
        if entries % POSTED == 0 {
            day.post(tx)?;
        }
    }
    day.post(tx)?;
    Ok(entries)
}

fn entered(row: &Row<'_>) -> Result<Entered, LedgerError> {
    let kind: String = row.get(2)?;
    let kind = EventKind::from_name(&kind)
        .ok_or_else(|| LedgerError::BadValue { what: "kind of entry", value: kind })?;
    let relation = match kind {
        EventKind::Relation => row
            .get::<_, Option<String>>(12)?
            .and_then(|payload| serde_json::from_str::<RelationLine>(&payload).ok())
            .map(|line| normalize_name(&line.relation)),
        _ => None,
    };
    Ok(Entered {
        seq: row.get(0)?,
        space: row.get(1)?,
        kind,
        recorded_at: Instant::from_micros(row.get(3)?),
        key: row.get(4)?,
        lane: row.get(5)?,
        change_point: row.get::<_, Option<i64>>(6)?.map(Instant::from_micros),
        valid_to: row.get::<_, Option<i64>>(7)?.map(Instant::from_micros),
        window: row.get(8)?,
        stated: row.get_ref(13)?.as_str().is_ok_and(|source| source == "stated"),
        target: row.get(9)?,
        batch: row.get(10)?,
        held: row.get(11)?,
        sources: Vec::new(),
        relation,
    })
}
