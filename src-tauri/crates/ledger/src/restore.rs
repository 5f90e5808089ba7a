//! A ledger from its log. The file is read line by line in one transaction: what it does not
//! understand, or what does not fit the hash chain, is refused with its line named, and nothing
//! is written.

use std::io::BufRead;

use memstrata_model::{EventKind, Instant, ValidFromSource, normalize_name};
use rusqlite::params;

use crate::chain::{Chain, Draft, EpisodeDraft, Evidence, KeyNames, ObjectRow, Sealed, genesis_hash};
use crate::decide::{Decision, resolve_target};
use crate::error::LedgerError;
use crate::hash::from_hex;
use crate::line::{EpisodeRef, FORMAT, FORMAT_VERSION, Header, Line, RelationLine, SpaceSettings, payload};
use crate::registry;
use crate::store::{Ledger, space_id, write_header};
use crate::tell::enter;

/// What was read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RestoreReport {
    pub lines: usize,
    pub episodes: usize,
    pub events: usize,
    /// How many lines carried a hash, which then was checked.
    pub hashes_checked: usize,
    /// Whether the header told how many lines there are; where not, that none are missing at the
    /// end cannot be known.
    pub counted: bool,
}

/// Reads a log into a ledger that has no entries yet. `progress` is told the number of lines
/// read from time to time; where it answers false, the restore is cancelled.
///
/// # Errors
/// [`LedgerError::BadLine`] names the line; [`LedgerError::NotNew`]; nothing is written then.
pub fn restore_from(
    ledger: &Ledger,
    log: &mut dyn BufRead,
    now: Instant,
    progress: &mut dyn FnMut(usize) -> bool,
) -> Result<RestoreReport, LedgerError> {
    ledger.transact_many(
        |chain| {
            let entries: i64 = chain.tx()?.query_row("SELECT count(*) FROM entry", [], |row| row.get(0))?;
            if entries > 0 {
                return Err(LedgerError::NotNew { path: ledger.path().to_owned(), entries });
            }
            read_log(chain, log, progress)
        },
        Some(now),
        usize::MAX,
    )
}

fn read_log(
    chain: &mut Chain<'_>,
    log: &mut dyn BufRead,
    progress: &mut dyn FnMut(usize) -> bool,
) -> Result<RestoreReport, LedgerError> {
    let mut report = RestoreReport::default();
    let mut text = String::new();
    let mut number = 0;
    let mut expected = None;
    loop {
        text.clear();
        number += 1;
        let bad = |reason: String| LedgerError::BadLine { line: number, reason };
        if log.read_line(&mut text).map_err(|error| bad(format!("cannot be read: {error}")))? == 0 {
            break;
        }
        if text.trim().is_empty() {
            continue;
        }
        let line: Line = serde_json::from_str(&text).map_err(|error| bad(error.to_string()))?;
        match line {
            Line::Header(header) if report.lines == 0 => {
                begin(chain, &header).map_err(|e| bad(e.to_string()))?;
                expected = header.lines;
            }
            Line::Header(_) => return Err(bad("a second header".to_owned())),
            _ if report.lines == 0 => return Err(bad("the first line is not a header".to_owned())),
            _ if expected == Some(report.lines) => {
                return Err(bad(format!("the header tells of {} lines only", report.lines)));
            }
            line => {
                let wrap = |error| match error {
                    error @ (LedgerError::Sqlite(_) | LedgerError::DiskFull | LedgerError::Busy { .. }) => {
                        error
                    }
                    error => bad(error.to_string()),
                };
                enter_line(chain, &line, &mut report).map_err(wrap)?;
            }
        }
        report.lines += 1;
        if report.lines.is_multiple_of(1024) && !progress(report.lines) {
            return Err(LedgerError::Cancelled);
        }
    }
    if report.lines == 0 {
        return Err(LedgerError::BadLine { line: 1, reason: "the file is empty".to_owned() });
    }
    if let Some(expected) = expected.filter(|expected| *expected != report.lines) {
        let reason = format!("the file ends before it: {} of its {expected} lines are there", report.lines);
        return Err(LedgerError::BadLine { line: number, reason });
    }
    report.counted = expected.is_some();
    Ok(report)
}

/// Takes the place of the header that the new ledger was made with.
fn begin(chain: &mut Chain<'_>, header: &Header) -> Result<(), LedgerError> {
    if header.format != FORMAT {
        return Err(LedgerError::BadValue { what: "format known here", value: header.format.clone() });
    }
    if header.version > FORMAT_VERSION {
        return Err(LedgerError::BadValue {
            what: "version of the format known here",
            value: header.version.to_string(),
        });
    }
    if let Some(seal) = header.seal.as_ref().filter(|seal| **seal != header.own_seal()) {
        return Err(LedgerError::BadValue { what: "seal of this header", value: seal.clone() });
    }
    for space in &header.spaces {
        memstrata_model::date::read_zone(&space.timezone)
            .map_err(|_| LedgerError::BadValue { what: "time zone", value: space.timezone.clone() })?;
    }
    let tx = chain.open_tx()?;
    tx.execute_batch(
        "DROP TRIGGER genesis_stays; DELETE FROM genesis; DELETE FROM space;
         CREATE TRIGGER genesis_stays BEFORE DELETE ON genesis
         BEGIN SELECT RAISE(ABORT, 'the log is append-only: its beginning is never deleted'); END;",
    )?;
    write_header(tx, &header.spaces)?;
    chain.head.hash = genesis_hash(tx)?;
    Ok(())
}

/// The fields that every line shares.
struct Common<'l> {
    id: Option<&'l str>,
    space: &'l str,
    recorded_at: Option<Instant>,
    authority: Option<memstrata_model::Authority>,
    batch: Option<&'l str>,
    hash: Option<&'l str>,
}

/// The draft of a line that names episodes.
macro_rules! told {
    ($line:expr, $chain:expr, $kind:expr) => {{
        let mut draft = common!($line).draft($chain, $kind)?;
        draft.seal = $line.seal.as_deref();
        draft
    }};
}

macro_rules! common {
    ($line:expr) => {
        Common {
            id: $line.id.as_deref(),
            space: &$line.space,
            recorded_at: $line.recorded_at,
            authority: $line.authority,
            batch: $line.batch.as_deref(),
            hash: $line.hash.as_deref(),
        }
    };
}

impl<'l> Common<'l> {
    fn draft(&self, chain: &mut Chain<'_>, kind: EventKind) -> Result<Draft<'l>, LedgerError> {
        let space = chain.space(self.space)?;
        let mut draft = Draft::new(space, self.space, kind);
        draft.id = self.id;
        draft.recorded_at = self.recorded_at;
        draft.authority = self.authority;
        draft.batch = match self.batch {
            Some(id) => Some((chain.find(space, id, "batch")?, id)),
            None => None,
        };
        draft.expect_hash = self.hash;
        Ok(draft)
    }
}

fn evidence(
    chain: &mut Chain<'_>,
    space: i64,
    episodes: &[EpisodeRef],
) -> Result<Vec<Evidence>, LedgerError> {
    let mut found = episodes
        .iter()
        .map(|episode| {
            let seq = chain.find_episode(space, episode.id())?;
            Ok((seq, episode.id().to_owned(), episode.span()))
        })
        .collect::<Result<Vec<Evidence>, LedgerError>>()?;
    // The order in which the hash takes them.
    found.sort_by_key(|(seq, ..)| *seq);
    found.dedup_by_key(|(seq, ..)| *seq);
    Ok(found)
}

fn sealed<'t>(
    text: Option<&'t str>,
    salt: Option<&str>,
    digest: Option<&str>,
) -> Result<Sealed<'t>, LedgerError> {
    let bytes = |what: &'static str, text: &str| {
        from_hex(text).ok_or_else(|| LedgerError::BadValue { what, value: text.to_owned() })
    };
    match (text, digest) {
        (Some(text), _) => Ok(Sealed::Open { text, salt: salt.map(|salt| bytes("salt", salt)).transpose()? }),
        (None, Some(digest)) => Ok(Sealed::Gone { digest: bytes("digest", digest)? }),
        (None, None) => Err(LedgerError::Empty { field: "text" }),
    }
}

/// The key and value of a line that tells a fact.
struct FactFields<'l> {
    names: KeyNames<'l>,
    object: Option<&'l str>,
    value: Option<&'l str>,
    salt: Option<&'l str>,
    digest: Option<&'l str>,
    same_as: Option<u32>,
    alike: &'l [i64],
    episodes: &'l [EpisodeRef],
}

macro_rules! fact_fields {
    ($line:expr) => {
        FactFields {
            names: KeyNames {
                subject: &$line.subject,
                relation: &$line.relation,
                scope: $line.scope.as_deref(),
            },
            object: $line.object.as_deref(),
            value: $line.value.as_deref(),
            salt: $line.salt.as_deref(),
            digest: $line.digest.as_deref(),
            same_as: $line.same_as,
            alike: &$line.alike,
            episodes: &$line.episodes,
        }
    };
}

fn enter_fact(
    chain: &mut Chain<'_>,
    mut draft: Draft<'_>,
    fields: &FactFields<'_>,
    needs_object: bool,
) -> Result<(), LedgerError> {
    let evidence = evidence(chain, draft.space, fields.episodes)?;
    let (key, normal) = chain.key(draft.space, &fields.names)?;
    let object: Option<ObjectRow> = if fields.object.is_none() && fields.digest.is_none() && !needs_object {
        None
    } else {
        let sealed = sealed(fields.object, fields.salt, fields.digest)?;
        let object = chain.object(key, &sealed, fields.value, fields.same_as)?;
        if !fields.alike.is_empty() {
            crate::alike::put(chain.open_tx()?, object.lane, fields.alike)?;
        }
        Some(object)
    };
    if let (Some(from), Some(to)) = (draft.change_point, draft.valid_to)
        && to <= from
    {
        return Err(LedgerError::EmptyInterval { from: from.to_string(), to: to.to_string() });
    }
    if draft.window && draft.valid_to.is_none() {
        return Err(LedgerError::WindowWithoutEnd);
    }
    draft.key = Some((key, normal));
    draft.object = object;
    draft.evidence = evidence;
    enter(chain, &draft, None)?;
    Ok(())
}

pub(crate) fn enter_line(
    chain: &mut Chain<'_>,
    line: &Line,
    report: &mut RestoreReport,
) -> Result<(), LedgerError> {
    let hashed = match line {
        Line::Header(_) => false,
        Line::Space(l) => l.hash.is_some(),
        Line::Episode(l) => l.hash.is_some(),
        Line::Assert(l) => l.hash.is_some(),
        Line::End(l) => l.hash.is_some(),
        Line::Void(l) => l.hash.is_some(),
        Line::Confirm(l) => l.hash.is_some(),
        Line::Relation(l) => l.hash.is_some(),
        Line::Alias(l) => l.hash.is_some(),
        Line::Resolve(l) => l.hash.is_some(),
        Line::Proposal(l) => l.hash.is_some(),
        Line::Claim(l) => l.hash.is_some(),
        Line::Forget(l) => l.hash.is_some(),
        Line::Batch(l) => l.hash.is_some(),
    };
    report.hashes_checked += usize::from(hashed);
    if matches!(line, Line::Episode(_)) {
        report.episodes += 1;
    } else {
        report.events += 1;
    }
    match line {
        Line::Header(_) => unreachable!("taken by the caller"),
        Line::Episode(l) => {
            let draft = common!(l).draft(chain, EventKind::Episode)?;
            let digests = match (&l.sha256, &l.norm_sha256) {
                (Some(full), Some(norm)) => {
                    Some((from_hex(full).unwrap_or_default(), from_hex(norm).unwrap_or_default()))
                }
                _ => None,
            };
            let episode = EpisodeDraft {
                kind: l.kind,
                author: l.author.as_deref(),
                locator: l.locator.as_deref(),
                occurred_at: l.occurred_at,
                importance: l.importance,
                text: sealed(l.text.as_deref(), l.salt.as_deref(), l.digest.as_deref())?,
                digests,
            };
            chain.episode(&draft, &episode)?;
            Ok(())
        }
        Line::Assert(l) => {
            let mut draft = told!(l, chain, EventKind::Assert);
            draft.change_point = l.valid_from;
            draft.valid_to = l.valid_to;
            draft.window = l.window;
            draft.source = Some(l.valid_from_source.unwrap_or(if l.valid_from.is_some() {
                ValidFromSource::Stated
            } else {
                ValidFromSource::Unknown
            }));
            draft.precision = l.precision;
            draft.confidence = l.confidence;
            draft.held = l.held;
            draft.payload.clone_from(&l.read_by);
            enter_fact(chain, draft, &fact_fields!(l), true)
        }
        Line::End(l) => {
            let mut draft = told!(l, chain, EventKind::End);
            draft.change_point = Some(l.at);
            draft.precision = l.precision;
            draft.payload.clone_from(&l.read_by);
            draft.held = l.held;
            enter_fact(chain, draft, &fact_fields!(l), false)
        }
        Line::Confirm(l) => {
            let mut draft = told!(l, chain, EventKind::Confirm);
            draft.change_point = Some(l.at);
            draft.held = l.held;
            enter_fact(chain, draft, &fact_fields!(l), true)
        }
        Line::Void(l) => {
            let mut draft = told!(l, chain, EventKind::Void);
            let target = chain.find(draft.space, &l.target, "entry")?;
            draft.target = Some((target, &l.target));
            draft.held = l.held;
            let evidence = evidence(chain, draft.space, &l.episodes)?;
            draft.evidence = evidence;
            enter(chain, &draft, None)?;
            Ok(())
        }
        Line::Relation(l) if l.recorded_at.is_none() && l.hash.is_none() && chain.head.seq == 0 => {
            from_the_beginning(chain, l)
        }
        Line::Relation(l) => {
            let mut draft = common!(l).draft(chain, EventKind::Relation)?;
            draft.payload = Some(payload(line));
            draft.held = l.held;
            // A ledger of before may have names in circles, of which each stands for itself.
            if l.hash.is_none() {
                crate::alias::check_relation(chain.tx()?, draft.space, &l.relation, &l.aliases)?;
            }
            enter(chain, &draft, Some(normalize_name(&l.relation)))?;
            chain.caches.keys.clear();
            Ok(())
        }
        Line::Resolve(l) => {
            let mut draft = common!(l).draft(chain, EventKind::Resolve)?;
            let disputed = chain.find(draft.space, &l.dispute, "dispute")?;
            draft.payload = Some(payload(line));
            match resolve_target(chain.tx()?, draft.space, disputed, &l.choice)? {
                Decision::Keep => {}
                Decision::Accept => draft.target = Some((disputed, &l.dispute)),
                Decision::Choose { seq, key, at } => {
                    draft.target = Some((seq, &l.choice));
                    draft.key = Some(key);
                    draft.change_point = at;
                }
            }
            enter(chain, &draft, None)?;
            Ok(())
        }
        Line::Proposal(l) => {
            let draft = common!(l).draft(chain, EventKind::Proposal)?;
            enter_payload(chain, draft, line)
        }
        Line::Batch(l) => {
            let draft = common!(l).draft(chain, EventKind::Batch)?;
            enter_payload(chain, draft, line)
        }
        Line::Space(l) => {
            crate::space::check(&SpaceSettings {
                name: l.space.clone(),
                timezone: l.timezone.clone(),
                locale: l.locale.clone(),
                week_start: l.week_start.clone(),
                scoring: l.scoring,
            })?;
            chain.open_tx()?.execute(
                "INSERT INTO space (name, timezone, locale, week_start) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT (name) DO UPDATE SET timezone = excluded.timezone, locale = excluded.locale,
                     week_start = excluded.week_start",
                params![l.space, l.timezone, l.locale, l.week_start],
            )?;
            let draft = common!(l).draft(chain, EventKind::Space)?;
            enter_payload(chain, draft, line)
        }
        Line::Alias(l) => {
            let mut draft = common!(l).draft(chain, EventKind::Alias)?;
            draft.held = l.held;
            if l.hash.is_none() {
                crate::alias::check(chain.tx()?, draft.space, l, i64::MAX)?;
            }
            enter_payload(chain, draft, line)?;
            chain.caches.keys.clear();
            Ok(())
        }
        Line::Claim(l) => {
            let draft = told!(l, chain, EventKind::Claim);
            let evidence = evidence(chain, draft.space, &l.episodes)?;
            crate::tell::enter_claim(chain, draft, l.clone(), evidence)?;
            Ok(())
        }
        Line::Forget(l) => {
            let mut draft = common!(l).draft(chain, EventKind::Forget)?;
            let target = chain.find_episode(draft.space, &l.target)?;
            draft.target = Some((target, &l.target));
            crate::forget::erase(chain.open_tx()?, target)?;
            enter(chain, &draft, None)?;
            Ok(())
        }
    }
}

fn enter_payload(chain: &mut Chain<'_>, mut draft: Draft<'_>, line: &Line) -> Result<(), LedgerError> {
    draft.payload = Some(payload(line));
    enter(chain, &draft, None)?;
    Ok(())
}

/// A relation that holds before anything was recorded: part of the root of the hash chain.
fn from_the_beginning(chain: &mut Chain<'_>, line: &RelationLine) -> Result<(), LedgerError> {
    let tx = chain.open_tx()?;
    let space = space_id(tx, &line.space)?;
    let text = serde_json::to_string(&Line::Relation(line.clone())).expect("a relation is JSON");
    tx.execute(
        "INSERT INTO genesis (place, line) VALUES ((SELECT max(place) + 1 FROM genesis), ?1)",
        [text],
    )?;
    registry::put_from_the_beginning(tx, space, line)?;
    chain.head.hash = genesis_hash(tx)?;
    Ok(())
}
