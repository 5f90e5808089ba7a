//! Claims: statements derived from others. When something a claim rests on is superseded, voided
//! or forgotten, the claim and all that rests on it are marked, with the reason, and are left out
//! of answers until someone accepts them again.

use std::collections::{BTreeMap, BTreeSet};

use memstrata_model::Instant;
use rusqlite::{Connection, params};
use serde::Serialize;

use crate::append::find_entry;
use crate::company::falling_with;
use crate::diff::entry_id;
use crate::error::LedgerError;
use crate::grounds::fallen;
use crate::line::ClaimLine;
use crate::read::version_by_id;
use crate::store::{Ledger, space_id};

/// Something that stands above or below a claim.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Link {
    pub id: String,
    /// `episode`, `assert`, `claim`, …
    pub kind: String,
    /// Its text or value, where it has one that was not forgotten.
    pub text: Option<String>,
    /// How many steps away.
    pub depth: u32,
    /// The id of what it stands next to, one step nearer.
    pub via: String,
    /// Of an episode below an entry: where the words stand in it (bytes).
    pub span: Option<(u32, u32)>,
    /// Why it is not to be relied on, if it is a claim whose sources fell.
    pub fallen: Option<String>,
}

/// A walk up or down the links, cut at a depth.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Walk {
    pub links: Vec<Link>,
    /// How many more stand beyond the depth.
    pub beyond: usize,
    /// What they are, in one.
    pub summary: Option<Summary>,
}

/// All that stands beyond the depth of a walk, as one node.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// The depth at which it begins.
    pub depth: u32,
    /// How far the walk would have gone.
    pub deepest: u32,
    /// How many of each kind.
    pub kinds: BTreeMap<String, usize>,
    /// Claims among them that are not to be relied on.
    pub fallen: usize,
}

/// Why a claim fell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fall {
    Superseded,
    Voided,
    Forgotten,
}

impl Fall {
    fn words(self) -> &'static str {
        match self {
            Fall::Superseded => "superseded",
            Fall::Voided => "voided",
            Fall::Forgotten => "forgotten",
        }
    }
}

impl Ledger {
    /// What rests on an entry or a fact: claims, also those that cite the text of a claim, and for an
    /// episode what it tells.
    ///
    /// # Errors
    /// The space has no such entry.
    pub fn dependents_of(&self, space: &str, id: &str, depth: u32) -> Result<Walk, LedgerError> {
        self.walk(space, id, depth, Direction::Up, |tx, seq| {
            let mut above: Vec<i64> = tx
                .prepare_cached("SELECT seq FROM evidence WHERE episode = ?1 ORDER BY seq")?
                .query_map([seq], |row| row.get(0))?
                .collect::<Result<_, _>>()?;
            above.extend(claims_above(tx, seq)?);
            Ok(above)
        })
    }

    /// What an entry or a fact rests on: of a fact, the entries that stand behind it, then their
    /// episodes; of an episode that is a claim's text, that claim.
    ///
    /// # Errors
    /// The space has no such entry.
    pub fn sources_of(&self, space: &str, id: &str, depth: u32) -> Result<Walk, LedgerError> {
        self.walk(space, id, depth, Direction::Down, |tx, seq| {
            let mut below: Vec<i64> = tx
                .prepare_cached("SELECT source FROM claim_source WHERE claim = ?1 ORDER BY source")?
                .query_map([seq], |row| row.get(0))?
                .collect::<Result<_, _>>()?;
            let episodes: Vec<i64> = tx
                .prepare_cached("SELECT episode FROM evidence WHERE seq = ?1 ORDER BY episode")?
                .query_map([seq], |row| row.get(0))?
                .collect::<Result<_, _>>()?;
            below.extend(episodes);
            let claims: Vec<i64> = tx
                .prepare_cached(
                    "SELECT seq FROM evidence JOIN entry USING (seq) WHERE episode = ?1 AND kind = 'claim'
                     ORDER BY seq",
                )?
                .query_map([seq], |row| row.get(0))?
                .collect::<Result<_, _>>()?;
            below.extend(claims);
            Ok(below)
        })
    }

    fn walk(
        &self,
        space: &str,
        id: &str,
        depth: u32,
        direction: Direction,
        next: impl Fn(&Connection, i64) -> Result<Vec<i64>, LedgerError>,
    ) -> Result<Walk, LedgerError> {
        self.reading(|tx| {
            let space = space_id(tx, space)?;
            let mut walk = Walk::default();
            let mut seen = BTreeSet::new();
            let mut far = 0;
            // A fact is no entry: below it are the entries that stand behind it, above it is what
            // rests on them.
            let mut level: Vec<i64> = match find_entry(tx, space, id, "entry") {
                Ok(start) => vec![start],
                Err(missing) => {
                    let version = version_by_id(tx, space, id).map_err(|_| missing)?;
                    let behind = crate::read::standing_behind(tx, &version)?;
                    if direction == Direction::Down {
                        far = 1;
                        for seq in &behind {
                            walk.put(tx, *seq, far, depth, id, None)?;
                        }
                    }
                    behind
                }
            };
            seen.extend(level.iter().copied());
            while !level.is_empty() {
                far += 1;
                let mut following = Vec::new();
                for seq in level {
                    let via = entry_id(tx, seq)?;
                    for found in next(tx, seq)? {
                        if seen.insert(found) {
                            walk.put(tx, found, far, depth, &via, Some(seq))?;
                            following.push(found);
                        }
                    }
                }
                level = following;
            }
            Ok(walk)
        })
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Up,
    Down,
}

/// A walk shows so many links at most; the rest is in its summary.
const SHOWN: usize = 1000;

impl Walk {
    fn put(
        &mut self,
        tx: &Connection,
        seq: i64,
        far: u32,
        depth: u32,
        via: &str,
        from: Option<i64>,
    ) -> Result<(), LedgerError> {
        let mut link = link(tx, seq, far, via)?;
        if far <= depth && self.links.len() < SHOWN {
            if link.kind == "episode"
                && let Some(from) = from
            {
                link.span = span_in(tx, from, seq)?;
            }
            self.links.push(link);
            return Ok(());
        }
        self.beyond += 1;
        let summary = self.summary.get_or_insert_with(|| Summary { depth: far, ..Summary::default() });
        summary.deepest = far;
        summary.fallen += usize::from(link.fallen.is_some());
        *summary.kinds.entry(link.kind).or_default() += 1;
        Ok(())
    }
}

/// Where the words of an entry stand in an episode.
fn span_in(tx: &Connection, entry: i64, episode: i64) -> Result<Option<(u32, u32)>, LedgerError> {
    let span: Option<(Option<u32>, Option<u32>)> = tx
        .prepare_cached("SELECT span_from, span_to FROM evidence WHERE seq = ?1 AND episode = ?2")?
        .query_map([entry, episode], |row| Ok((row.get(0)?, row.get(1)?)))?
        .next()
        .transpose()?;
    Ok(span.and_then(|(from, to)| from.zip(to)))
}

fn link(tx: &Connection, seq: i64, depth: u32, via: &str) -> Result<Link, LedgerError> {
    let (id, kind, text): (String, String, Option<String>) = tx
        .prepare_cached(
            "SELECT entry.id, kind, CASE WHEN kind = 'episode'
                     THEN (SELECT text FROM episode_text WHERE episode_text.seq = entry.seq)
                 WHEN kind = 'claim'
                     THEN (SELECT text FROM evidence JOIN episode_text ON episode_text.seq = evidence.episode
                           WHERE evidence.seq = entry.seq LIMIT 1)
                 ELSE shown END
             FROM entry LEFT JOIN object USING (object_id) WHERE entry.seq = ?1",
        )?
        .query_row([seq], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    let fallen = if kind == "claim" { fallen(tx, seq, Instant::MAX, None)? } else { None };
    Ok(Link { id, kind, text, depth, via: via.to_owned(), span: None, fallen })
}

pub(crate) fn claims_on(tx: &Connection, source: i64) -> Result<Vec<i64>, LedgerError> {
    let mut statement =
        tx.prepare_cached("SELECT claim FROM claim_source WHERE source = ?1 ORDER BY claim")?;
    let rows = statement.query_map([source], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// All claims that rest on an entry, near and far.
pub(crate) fn dependents(tx: &Connection, source: i64) -> Result<BTreeSet<i64>, LedgerError> {
    let mut found = BTreeSet::new();
    let mut open = vec![source];
    while let Some(at) = open.pop() {
        for claim in claims_above(tx, at)? {
            if found.insert(claim) {
                open.push(claim);
            }
        }
    }
    found.remove(&source);
    Ok(found)
}

/// The claims right on an entry: those that cite it, or the text of it where it is a claim.
fn claims_above(tx: &Connection, entry: i64) -> Result<Vec<i64>, LedgerError> {
    let mut above = claims_on(tx, entry)?;
    above.extend(on_text_of(tx, entry)?);
    Ok(above)
}

/// The claims that cite the text of a claim: it carries whatever was derived from it.
pub(crate) fn on_text_of(tx: &Connection, claim: i64) -> Result<Vec<i64>, LedgerError> {
    let mut statement = tx.prepare_cached(
        "SELECT above.claim FROM evidence JOIN entry USING (seq)
             JOIN claim_source AS above ON above.source = evidence.episode
         WHERE evidence.seq = ?1 AND kind = 'claim' ORDER BY above.claim",
    )?;
    let rows = statement.query_map([claim], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Keeps what a claim rests on.
pub(crate) fn keep_sources(tx: &Connection, claim: i64, sources: &[i64]) -> Result<(), LedgerError> {
    for source in sources {
        tx.prepare_cached("INSERT OR IGNORE INTO claim_source (claim, source) VALUES (?1, ?2)")?
            .execute([claim, *source])?;
    }
    Ok(())
}

/// The entries that a claim's line names. A claim can only rest on what was there before it, so
/// that no circle can arise.
pub(crate) fn named_sources(tx: &Connection, space: i64, line: &ClaimLine) -> Result<Vec<i64>, LedgerError> {
    if line.derived_from.is_empty() {
        return Err(LedgerError::Empty { field: "derived_from" });
    }
    line.derived_from.iter().map(|id| find_entry(tx, space, id, "source of a claim")).collect()
}

/// Whether there are claims at all.
pub(crate) fn any(tx: &Connection) -> Result<bool, LedgerError> {
    Ok(tx.prepare_cached("SELECT 1 FROM claim_source LIMIT 1")?.exists([])?)
}

/// Marks the claims that rest on an entry that fell; where its fact is told by others too, they stand on
/// those. They stand again when the cause is withdrawn.
pub(crate) fn mark(tx: &Connection, source: i64, fall: Fall, cause: i64) -> Result<(), LedgerError> {
    if !any(tx)? {
        return Ok(());
    }
    let falling = falling_with(tx, source, cause)?;
    mark_these(tx, falling, source, fall, cause)
}

/// As [`mark`], of one of the entries that told a fact which is no more, whoever else told it.
pub(crate) fn mark_all(tx: &Connection, source: i64, fall: Fall, cause: i64) -> Result<(), LedgerError> {
    let falling = dependents(tx, source)?;
    mark_these(tx, falling, source, fall, cause)
}

fn mark_these(
    tx: &Connection,
    mut fallen: BTreeSet<i64>,
    source: i64,
    fall: Fall,
    cause: i64,
) -> Result<(), LedgerError> {
    if fall == Fall::Forgotten {
        // What a forgotten episode alone told rests on it too, as far as it was forgotten by then.
        let told: Vec<i64> = tx
            .prepare_cached(
                "SELECT seq FROM evidence AS own WHERE episode = ?1 AND NOT EXISTS (
                     SELECT 1 FROM evidence AS other WHERE other.seq = own.seq AND other.episode <> ?1
                         AND NOT EXISTS (SELECT 1 FROM entry WHERE target = other.episode AND kind = 'forget'
                                             AND entry.seq <= ?2))",
            )?
            .query_map([source, cause], |row| row.get(0))?
            .collect::<Result<_, _>>()?;
        for seq in told {
            fallen.extend(falling_with(tx, seq, cause)?);
        }
    } else {
        for claim in on_its_texts(tx, source)? {
            fallen.extend(dependents(tx, claim)?);
            fallen.insert(claim);
        }
    }
    let id: String =
        tx.prepare_cached("SELECT id FROM entry WHERE seq = ?1")?.query_row([source], |row| row.get(0))?;
    for claim in fallen {
        tx.prepare_cached("INSERT OR IGNORE INTO claim_mark (claim, cause, reason) VALUES (?1, ?2, ?3)")?
            .execute(params![claim, cause, format!("{id} was {}", fall.words())])?;
    }
    Ok(())
}

/// The claims that cite a text in which a fact was told, and none of the text's facts by name: such a
/// claim may rest on any of them.
fn on_its_texts(tx: &Connection, source: i64) -> Result<Vec<i64>, LedgerError> {
    let mut statement = tx.prepare_cached(
        "SELECT DISTINCT cited.claim FROM evidence JOIN entry USING (seq)
             JOIN claim_source AS cited ON cited.source = evidence.episode
         WHERE evidence.seq = ?1 AND kind IN ('assert', 'confirm', 'end') AND NOT EXISTS (
             SELECT 1 FROM claim_source AS exact JOIN evidence AS told ON told.seq = exact.source
             WHERE exact.claim = cited.claim AND told.episode = evidence.episode)
         ORDER BY cited.claim",
    )?;
    let rows = statement.query_map([source], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
