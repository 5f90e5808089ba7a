//! Taking back a value that was never so. Everybody who vouched for it in the interval meant is
//! withdrawn, so that no repeat of the mistake goes on; and what is told in its place in the same
//! write, without a start of its own, gets the start that the value had.

use std::collections::{BTreeMap, BTreeSet};

use memstrata_model::{
    Authority, ClosingRule, EventKind, Instant, Key, OnConflict, Outcome, Precision, ValidFromSource,
    normalize_text,
};
use rusqlite::{Connection, params};

use crate::alias::{home, home_lane};
use crate::append::{Context, find_entry};
use crate::calculus::Span;
use crate::chain::{Chain, find_key, find_lane};
use crate::error::LedgerError;
use crate::outcome::{Holder, Meeting, authority_of};
use crate::project::Changes;
use crate::read::{ReadVersion, VERSION, counts_at, read_version, standing_behind};
use crate::store::{Ledger, space_id};
use crate::told::{Applied, NewAssert, NewRetract, Told, Write};

/// A value about to be taken back.
#[derive(Clone, Debug)]
pub(crate) struct Retracted {
    /// The key and the lane that it counts for.
    key: i64,
    lane: i64,
    /// Who stands behind it, in the order of the log.
    behind: Vec<i64>,
    start: Start,
}

impl Retracted {
    pub fn was_told_by(&self, entry: i64) -> bool {
        self.behind.contains(&entry)
    }
}

impl Ledger {
    /// What an episode told and that was not withdrawn, the newest first: withdrawn in this order, a correction
    /// gives its place back to what it took it from. The episode itself comes last: once it is withdrawn with
    /// all that it told, the same text is told anew by whoever tells it, an import too. Nothing where the id is
    /// of no episode.
    ///
    /// # Errors
    /// The space has no such entry.
    pub fn told_in(&self, space: &str, id: &str) -> Result<Option<Vec<String>>, LedgerError> {
        self.reading(|tx| {
            let seq = find_entry(tx, space_id(tx, space)?, id, "entry")?;
            if !tx.prepare_cached("SELECT 1 FROM episode WHERE seq = ?1")?.exists([seq])? {
                return Ok(None);
            }
            let mut statement = tx.prepare_cached(
                "SELECT entry.seq, id FROM evidence JOIN entry USING (seq) WHERE episode = ?1 ORDER BY entry.seq DESC",
            )?;
            let told: Vec<(i64, String)> = statement
                .query_map([seq], |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect::<Result<_, _>>()?;
            let mut counting = Vec::new();
            for (seq, id) in told {
                if counts_at(tx, seq, Instant::MAX)? || is_only_replaced(tx, seq)? {
                    counting.push(id);
                }
            }
            if !counting.is_empty() && counts_at(tx, seq, Instant::MAX)? {
                counting.push(id.to_owned());
            }
            Ok(Some(counting))
        })
    }
}

/// Whether a void that counts names an entry, other than one beside which another value was told in its
/// place: when that goes, the entry would be there again.
pub(crate) fn is_withdrawn(tx: &Connection, entry: i64) -> Result<bool, LedgerError> {
    Ok(tx
        .prepare_cached(
            "SELECT 1 FROM entry AS void LEFT JOIN discounted ON discounted.seq = void.seq
             WHERE void.target = ?1 AND void.kind = 'void' AND discounted.seq IS NULL AND NOT EXISTS (
                 SELECT 1 FROM evidence AS own JOIN evidence AS beside ON beside.episode = own.episode
                     JOIN entry AS told ON told.seq = beside.seq
                 WHERE own.seq = void.seq AND told.kind = 'assert'
                     AND told.key_id = (SELECT key_id FROM entry WHERE seq = ?1))",
        )?
        .exists([entry])?)
}

/// Whether an entry does not count for nothing else than that another value was told in its place.
fn is_only_replaced(tx: &Connection, entry: i64) -> Result<bool, LedgerError> {
    let batch: Option<i64> =
        tx.prepare_cached("SELECT batch FROM entry WHERE seq = ?1")?.query_row([entry], |row| row.get(0))?;
    let batch_stands = batch.map_or(Ok(true), |batch| counts_at(tx, batch, Instant::MAX))?;
    Ok(batch_stands && crate::recount::is_voided(tx, entry, i64::MAX)? && !is_withdrawn(tx, entry)?)
}

/// Since when it was held to be true, and until when where that was stated.
#[derive(Clone, Copy, Debug)]
struct Start {
    from: Option<Instant>,
    source: ValidFromSource,
    precision: Option<Precision>,
    until: Option<Instant>,
}

/// A write whose retractions are looked up, and its asserts on the same keys given their starts.
pub(crate) struct Corrected {
    pub write: Write,
    /// Each with its place among the things told.
    pub retracted: Vec<(usize, Retracted)>,
    /// Of the asserts that got a start, by their place.
    pub starts: BTreeMap<usize, Option<Instant>>,
}

/// Looks up what a write takes back, as it stands before the write; nothing where it takes nothing back.
pub(crate) fn look_up(
    chain: &mut Chain<'_>,
    space: i64,
    write: &Write,
    said: Instant,
) -> Result<Option<Corrected>, LedgerError> {
    if !write.told.iter().any(|told| matches!(told, Told::Retract(_))) {
        return Ok(None);
    }
    let tx = chain.tx()?;
    let mut corrected = Corrected { write: write.clone(), retracted: Vec::new(), starts: BTreeMap::new() };
    for (place, told) in write.told.iter().enumerate() {
        let Told::Retract(new) = told else { continue };
        let Some(found) = find(tx, space, new, said)? else { continue };
        let key = Key::new(&new.subject, &new.relation, new.scope.as_deref());
        for (place, told) in corrected.write.told.iter_mut().enumerate() {
            if let Told::Assert(assert) = told
                && Key::new(&assert.subject, &assert.relation, assert.scope.as_deref()) == key
                && inherit(assert, &found.start)
            {
                corrected.starts.insert(place, found.start.from);
            }
        }
        corrected.retracted.push((place, found));
    }
    Ok(Some(corrected))
}

/// What is told in the place of a mistake holds since the mistake was held to, unless it states a
/// start of its own; answers whether it got that start.
fn inherit(assert: &mut NewAssert, start: &Start) -> bool {
    if assert.valid_from.is_some() || assert.valid_from_source.is_some() || assert.window {
        return false;
    }
    assert.valid_from = start.from;
    assert.valid_from_source = Some(start.source);
    assert.precision = start.precision;
    if assert.valid_to.is_none() {
        assert.valid_to = start.until;
    }
    true
}

fn find(
    tx: &Connection,
    space: i64,
    new: &NewRetract,
    said: Instant,
) -> Result<Option<Retracted>, LedgerError> {
    let key = Key::new(&new.subject, &new.relation, new.scope.as_deref());
    let Some(row) = find_key(tx, space, &key)? else { return Ok(None) };
    let norm = normalize_text(new.value.as_deref().unwrap_or(&new.object));
    let key = home(tx, row)?;
    let lane = match find_lane(tx, row, &norm)? {
        Some(lane) => Some(home_lane(tx, lane)?),
        // Of a merged key the value may have been told under the other name.
        None => find_lane(tx, key, &norm)?,
    };
    let Some(lane) = lane else { return Ok(None) };
    let versions: Vec<ReadVersion> = tx
        .prepare_cached(&format!(
            "{VERSION} WHERE version.key_id = ?1 AND version.lane = ?2 AND version.stands = 1
             ORDER BY valid_from"
        ))?
        .query_map(params![key, lane], read_version)?
        .collect::<Result<_, _>>()?;
    // The interval meant: the one that holds when it is said, else the last.
    let Some(meant) = versions.iter().find(|v| v.holds_at(said)).or(versions.last()) else {
        return Ok(None);
    };
    let mut behind = BTreeSet::new();
    for version in versions.iter().filter(|v| new.everywhere || v.row.id == meant.row.id) {
        behind.extend(standing_behind(tx, version)?);
    }
    let start = start_of(tx, meant)?;
    Ok(Some(Retracted { key, lane, behind: behind.into_iter().collect(), start }))
}

fn start_of(tx: &Connection, version: &ReadVersion) -> Result<Start, LedgerError> {
    let (at, source, precision): (Option<i64>, Option<String>, Option<String>) = tx
        .prepare_cached("SELECT change_point, source, precision FROM entry WHERE seq = ?1")?
        .query_row([version.row.asserted_by], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    let from = version.row.from;
    let told = source.and_then(|source| ValidFromSource::from_name(&source));
    let source = match from {
        None => ValidFromSource::Unknown,
        // A start that was not known and was stated later.
        Some(from) if at != Some(from.micros()) => ValidFromSource::Stated,
        // A confirmation states nothing.
        Some(_) => told.unwrap_or(ValidFromSource::SaidAt),
    };
    Ok(Start {
        from,
        source,
        precision: precision.and_then(|precision| Precision::from_name(&precision)),
        until: version.row.to.filter(|_| version.row.closing == Some(ClosingRule::StatedEnd)),
    })
}

/// Withdraws a value: one entry for each that stands behind it.
pub(crate) fn tell_retract(
    chain: &mut Chain<'_>,
    context: &Context<'_>,
    new: &NewRetract,
    found: Option<&Retracted>,
) -> Result<Applied, LedgerError> {
    let nothing = |outcome| Applied { event: String::new(), outcome, superseded: Vec::new() };
    let looked_up;
    let found = match found {
        Some(found) => found,
        None => {
            let said = context.episode.as_ref().map_or(context.write.now, |(_, _, said)| *said);
            looked_up = find(chain.tx()?, context.space, new, said)?;
            match &looked_up {
                Some(found) => found,
                None => return Ok(nothing(Outcome::NothingToEnd)),
            }
        }
    };
    let hold = context.hold || guards(chain, context, new, found)?;
    let mut changes = Changes::default();
    let mut first = None;
    for seq in &found.behind {
        let target = crate::diff::entry_id(chain.tx()?, *seq)?;
        let mut draft = context.draft(EventKind::Void);
        draft.target = Some((*seq, &target));
        draft.held = hold;
        draft.evidence = context.evidence(new.span);
        let (added, changed) = crate::tell::enter(chain, &draft, None)?;
        changes.closed.extend(changed.closed);
        changes.opened.extend(changed.opened);
        first.get_or_insert(added);
    }
    let Some(first) = first else { return Ok(nothing(Outcome::NothingToEnd)) };
    // What is withdrawn was not true until some day.
    changes.closed.retain(|row| row.lane != found.lane);
    context.applied(chain, first, if hold { Outcome::Held } else { Outcome::Voided }, &changes)
}

/// Whether somebody of more authority told the value, of a relation that asks for a decision then.
fn guards(
    chain: &mut Chain<'_>,
    context: &Context<'_>,
    new: &NewRetract,
    found: &Retracted,
) -> Result<bool, LedgerError> {
    let relation = Key::new(&new.subject, &new.relation, None).relation;
    if chain.relation(context.space, &relation)?.on_conflict != OnConflict::Confirm {
        return Ok(false);
    }
    let tx = chain.tx()?;
    let mut most = Authority::Model;
    for seq in &found.behind {
        most = most.min(authority_of(tx, *seq)?);
    }
    Ok(context.write.authority > most)
}

/// What a key says around a change point without what the write takes back; nothing where it
/// takes nothing back there.
pub(crate) fn meeting_without(
    chain: &mut Chain<'_>,
    context: &Context<'_>,
    (key, lane): (i64, Option<i64>),
    at: Option<Instant>,
    now: Instant,
) -> Result<Option<Meeting>, LedgerError> {
    let behind: Vec<i64> = context
        .retracted
        .iter()
        .filter(|(_, found)| found.key == key)
        .flat_map(|(_, found)| found.behind.iter().copied())
        .collect();
    if behind.is_empty() {
        return Ok(None);
    }
    let up_to = chain.head.seq;
    let tx = chain.open_tx()?;
    // Those that count, put aside while the rest is read.
    let mut aside = Vec::new();
    for seq in behind {
        if tx.prepare_cached("INSERT OR IGNORE INTO discounted (seq) VALUES (?1)")?.execute([seq])? > 0 {
            aside.push(seq);
        }
    }
    let spans = crate::replay::spans_now(tx, key, lane, up_to);
    for seq in aside {
        tx.prepare_cached("DELETE FROM discounted WHERE seq = ?1")?.execute([seq])?;
    }
    let spans = spans?;
    let holds = |span: &&Span, at: Instant| {
        span.from.is_none_or(|from| from <= at) && span.to.is_none_or(|to| at < to)
    };
    let holder_at = |at: Instant| {
        spans.iter().find(|span| holds(span, at)).map(|span| Holder {
            lane: span.value,
            from: span.from,
            to: span.to,
            asserted_by: span.opened_by,
        })
    };
    Ok(Some(Meeting {
        holder: holder_at(at.unwrap_or(Instant::MIN)),
        now: holder_at(now),
        later: spans.iter().any(|span| span.from > at),
        any: !spans.is_empty(),
    }))
}
