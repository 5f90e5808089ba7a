//! Writing: what was told, in one transaction, and how each thing told met its key
//! (`assets/docs/spec/ledger.md`, section 5).

use memstrata_model::{
    Authority, Cardinality, EpisodeKind, EventKind, Instant, Key, OnConflict, Outcome, Precision,
    ValidFromSource, normalize_text,
};
use rusqlite::{Connection, OptionalExtension as _, TransactionBehavior, params};
use serde::Serialize;

use crate::chain::{Evidence, Added, Chain, Draft, EpisodeDraft, KeyNames, Sealed};
use crate::error::LedgerError;
use crate::hash::sha256;
use crate::line::{AliasLine, BatchLine, ClaimLine, Line, RelationLine, ResolveLine, payload};
use crate::project::{Changes, Entered, apply, is_set_valued};
use crate::outcome::{Meeting, authority_of, holder_at, is_other_source, told_outcome};
use crate::registry;
use crate::store::{Ledger, Writing, space_id};

/// A write: at most one episode and what it tells. It lands whole or not at all.
#[derive(Clone, Debug)]
pub struct Write {
    pub space: String,
    /// The wall clock.
    pub now: Instant,
    pub episode: Option<NewEpisode>,
    pub told: Vec<Told>,
    pub authority: Authority,
    /// The newest entry that the caller saw on the key of the first thing told ("" for none);
    /// the write is refused where another stands there now.
    pub if_head: Option<String>,
    /// The batch that the write belongs to.
    pub batch: Option<String>,
    /// Store the episode even where the same text is known or was forgotten.
    pub bring_back: bool,
}

impl Write {
    #[must_use]
    pub fn new(space: &str, now: Instant) -> Self {
        Write {
            space: space.to_owned(),
            now,
            episode: None,
            told: Vec::new(),
            authority: Authority::User,
            if_head: None,
            batch: None,
            bring_back: false,
        }
    }
}

/// A piece of evidence to keep.
#[derive(Clone, Debug)]
pub struct NewEpisode {
    pub id: Option<String>,
    pub kind: EpisodeKind,
    pub text: String,
    /// When it was said; the moment of recording where it is not known.
    pub occurred_at: Option<Instant>,
    pub author: Option<String>,
    pub locator: Option<String>,
    pub importance: Option<f64>,
}

/// One thing told.
#[derive(Clone, Debug)]
pub enum Told {
    Assert(NewAssert),
    End(NewEnd),
    Confirm(NewConfirm),
    /// The id of the entry that was never so.
    Void(String),
    Relation(NewRelation),
    /// A dispute's or held entry's id, and the choice: an entry's id, `accept` or `reject`.
    Resolve { dispute: String, choice: String },
    /// One name for two: a subject, or a key moved into another.
    Alias(NewAlias),
    /// The episode of this write is a statement derived from these entries.
    Claim(Vec<String>),
    /// Erases an episode's text and what rests on it alone; [`Ledger::scrub`] follows.
    Forget(String),
    /// Opens a batch with this id and label.
    Batch { id: String, label: String },
}

#[derive(Clone, Debug, Default)]
pub struct NewAssert {
    pub subject: String,
    pub relation: String,
    pub scope: Option<String>,
    pub object: String,
    /// The form that values are compared in, where it is not the object's own text.
    pub value: Option<String>,
    /// With no source given: stated where there is a date, else the moment it was said.
    pub valid_from: Option<Instant>,
    pub valid_from_source: Option<ValidFromSource>,
    pub valid_to: Option<Instant>,
    pub window: bool,
    pub precision: Option<Precision>,
    pub confidence: Option<f64>,
    /// Where its words stand in the episode (bytes).
    pub span: Option<(u32, u32)>,
    /// Make the relation many-valued if nothing is known of it yet.
    pub set_valued: bool,
    /// Too uncertain to close another value: where one holds, it waits for a decision.
    pub uncertain: bool,
}

#[derive(Clone, Debug, Default)]
pub struct NewEnd {
    pub subject: String,
    pub relation: String,
    pub scope: Option<String>,
    pub object: Option<String>,
    pub value: Option<String>,
    /// The moment it was said, where not given.
    pub at: Option<Instant>,
    pub precision: Option<Precision>,
    pub span: Option<(u32, u32)>,
}

#[derive(Clone, Debug, Default)]
pub struct NewConfirm {
    pub subject: String,
    pub relation: String,
    pub scope: Option<String>,
    pub object: String,
    pub value: Option<String>,
    pub at: Option<Instant>,
    pub span: Option<(u32, u32)>,
}

#[derive(Clone, Debug)]
pub struct NewRelation {
    pub relation: String,
    pub cardinality: Cardinality,
    pub half_life_days: Option<i64>,
    pub on_conflict: Option<OnConflict>,
    pub importance: Option<f64>,
}

/// A subject, or with a relation one key, that counts for another from now on.
#[derive(Clone, Debug, Default)]
pub struct NewAlias {
    pub subject: String,
    pub relation: Option<String>,
    pub scope: Option<String>,
    pub into_subject: String,
    /// The same relation where not given.
    pub into_relation: Option<String>,
    pub into_scope: Option<String>,
}

/// What a write came to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Receipt {
    /// The episode stored, or the one that had the same text already.
    pub episode: Option<String>,
    pub duplicate: bool,
    pub applied: Vec<Applied>,
}

/// How one thing told met its key.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Applied {
    /// The id of the entry that records it; empty where nothing was recorded.
    pub event: String,
    pub outcome: Outcome,
    /// The values that it closed.
    pub superseded: Vec<Superseded>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Superseded {
    pub object: String,
    pub valid_from: Option<Instant>,
    pub valid_to: Option<Instant>,
    /// The entry that had asserted it.
    pub asserted_by: String,
}

impl Ledger {
    /// Stores what was told.
    ///
    /// # Errors
    /// An empty interval, a moved head, an unknown target, a taken id, a full disk; nothing is
    /// stored then.
    pub fn append(&self, write: &Write) -> Result<Receipt, LedgerError> {
        let mut writes = self.append_all(std::slice::from_ref(write))?;
        Ok(writes.pop().expect("one receipt a write"))
    }

    /// Stores several writes in one transaction, for imports; all or none.
    ///
    /// # Errors
    /// As [`Ledger::append`].
    pub fn append_all(&self, writes: &[Write]) -> Result<Vec<Receipt>, LedgerError> {
        self.transact(|chain| writes.iter().map(|write| append_one(chain, write)).collect(), writes.first().map(|w| w.now))
    }

    /// As [`Ledger::append_all`], but where every episode was there already, told at the same
    /// moment, nothing at all is stored, not even the batch.
    ///
    /// # Errors
    /// As [`Ledger::append`].
    pub fn append_news(&self, writes: &[Write]) -> Result<Vec<Receipt>, LedgerError> {
        self.append_if(writes, |receipts| {
            let told = writes.iter().zip(receipts).filter(|(write, _)| write.episode.is_some());
            let mut any = false;
            for (_, receipt) in told {
                any |= !receipt.duplicate || receipt.applied.iter().any(|applied| !applied.event.is_empty());
            }
            any
        })
    }

    /// What a write would come to; nothing is stored.
    ///
    /// # Errors
    /// As [`Ledger::append`].
    pub fn preview(&self, write: &Write) -> Result<Receipt, LedgerError> {
        let mut receipts = self.preview_all(std::slice::from_ref(write))?;
        Ok(receipts.pop().expect("one receipt a write"))
    }

    /// What several writes would come to; nothing is stored.
    ///
    /// # Errors
    /// As [`Ledger::append`].
    pub fn preview_all(&self, writes: &[Write]) -> Result<Vec<Receipt>, LedgerError> {
        self.append_if(writes, |_| false)
    }

    /// Carries out the writes and keeps them where `keep` says so.
    fn append_if(
        &self,
        writes: &[Write],
        keep: impl FnOnce(&[Receipt]) -> bool,
    ) -> Result<Vec<Receipt>, LedgerError> {
        let mut dropped = None;
        let result = self.transact(
            |chain| {
                let receipts: Vec<Receipt> =
                    writes.iter().map(|write| append_one(chain, write)).collect::<Result<_, _>>()?;
                if keep(&receipts) {
                    Ok(receipts)
                } else {
                    dropped = Some(receipts);
                    Err(LedgerError::Cancelled)
                }
            },
            writes.first().map(|w| w.now),
        );
        dropped.map_or(result, Ok)
    }

    pub(crate) fn transact<T>(
        &self,
        work: impl FnOnce(&mut Chain<'_>) -> Result<T, LedgerError>,
        wall: Option<Instant>,
    ) -> Result<T, LedgerError> {
        let mut writing = self.writing();
        let Writing { connection, caches } = &mut *writing;
        let result = (|| {
            let tx = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let mut chain = Chain::begin(&tx, caches, wall.unwrap_or(Instant::MIN))?;
            let done = work(&mut chain)?;
            tx.commit()?;
            Ok(done)
        })();
        if result.is_err() {
            caches.keys.clear();
        }
        result.map_err(|error| crate::error::at_path(error, self.path()))
    }
}

/// The frame that the things told in one write share.
struct Context<'w> {
    space: i64,
    write: &'w Write,
    batch: Option<(i64, String)>,
    /// The episode's row, id and the moment it was said.
    episode: Option<(i64, String, Instant)>,
    author: Option<String>,
}

fn append_one(chain: &mut Chain<'_>, write: &Write) -> Result<Receipt, LedgerError> {
    let space = space_id(chain.tx, &write.space)?;
    check_head(chain, space, write)?;
    let batch = match &write.batch {
        Some(id) => Some((find_entry(chain.tx, space, id, "batch")?, id.clone())),
        None => None,
    };
    let author = write.episode.as_ref().and_then(|e| e.author.clone());
    let mut context = Context { space, write, batch, episode: None, author };

    if let Some(new) = &write.episode {
        let claimed = write.told.iter().any(|told| matches!(told, Told::Claim(_)));
        if let (Some((seq, id, told_at)), false) = (same_text(chain.tx, space, new)?, claimed || write.bring_back) {
            if new.occurred_at == Some(told_at) && !is_forgotten(chain.tx, seq)? {
                // The very same telling, read twice: an import run again changes nothing.
                let known = |_: &Told| Applied { event: String::new(), outcome: Outcome::Duplicate, superseded: Vec::new() };
                let applied = write.told.iter().map(known).collect();
                return Ok(Receipt { episode: Some(id), duplicate: true, applied });
            }
            if is_forgotten(chain.tx, seq)? {
                // What was forgotten does not come back by being imported again.
                let refused = |_: &Told| Applied { event: String::new(), outcome: Outcome::Refused, superseded: Vec::new() };
                let applied = write.told.iter().map(refused).collect();
                return Ok(Receipt { episode: Some(id), duplicate: true, applied });
            }
            let said = new.occurred_at.unwrap_or_else(|| chain.next_time());
            context.episode = Some((seq, id.clone(), said));
            if still_holds(chain.tx, space, &context, said)? {
                let applied = vouch_again(chain, &context)?;
                return Ok(Receipt { episode: Some(id), duplicate: true, applied });
            }
        }
        let added = add_episode(chain, &context, new)?;
        let said = new.occurred_at.unwrap_or(added.recorded_at);
        context.episode = Some((added.seq, added.id, said));
    }

    // Asserts first, so that a key covered before and after is uncovered at no moment between;
    // but an end of whatever held, where nothing did, must not reach what is told beside it.
    let order = |told: &Told| match told {
        Told::Batch { .. } | Told::Relation(_) | Told::Alias(_) => 0,
        Told::End(end) if end.object.is_none() && context.nothing_held(chain.tx, end).unwrap_or(false) => 0,
        Told::Assert(_) | Told::Confirm(_) => 1,
        Told::End(_) => 2,
        Told::Resolve { .. } => 3,
        Told::Void(_) => 4,
        Told::Claim(_) | Told::Forget(_) => 5,
    };
    let mut places: Vec<usize> = (0..write.told.len()).collect();
    let orders: Vec<u8> = write.told.iter().map(order).collect();
    places.sort_by_key(|place| orders[*place]);
    let mut applied: Vec<Option<Applied>> = vec![None; write.told.len()];
    for place in places {
        applied[place] = Some(tell(chain, &context, &write.told[place])?);
    }
    Ok(Receipt {
        episode: context.episode.map(|(_, id, _)| id),
        duplicate: false,
        applied: applied.into_iter().flatten().collect(),
    })
}

fn check_head(chain: &Chain<'_>, space: i64, write: &Write) -> Result<(), LedgerError> {
    let Some(seen) = &write.if_head else { return Ok(()) };
    let (subject, relation, scope) = match write.told.first() {
        Some(Told::Assert(a)) => (&a.subject, &a.relation, &a.scope),
        Some(Told::End(e)) => (&e.subject, &e.relation, &e.scope),
        Some(Told::Confirm(c)) => (&c.subject, &c.relation, &c.scope),
        _ => return Err(LedgerError::BadValue { what: "conditional write: it must tell a fact", value: seen.clone() }),
    };
    let key = memstrata_model::Key::new(subject, relation, scope.as_deref());
    let present = match crate::chain::find_key(chain.tx, space, &key)? {
        Some(key) => key_head(chain.tx, key)?.unwrap_or_default(),
        None => String::new(),
    };
    if present == *seen { Ok(()) } else { Err(LedgerError::HeadMoved { seen: seen.clone(), present }) }
}

/// The newest entry on a key.
pub(crate) fn key_head(tx: &Connection, key: i64) -> Result<Option<String>, LedgerError> {
    Ok(tx
        .prepare_cached("SELECT id FROM entry WHERE key_id = ?1 ORDER BY seq DESC LIMIT 1")?
        .query_row([key], |row| row.get(0))
        .optional()?)
}

/// The row of an entry of this space.
pub(crate) fn find_entry(tx: &Connection, space: i64, id: &str, what: &'static str) -> Result<i64, LedgerError> {
    tx.prepare_cached("SELECT seq FROM entry WHERE id = ?1 AND space_id = ?2")?
        .query_row(params![id, space], |row| row.get(0))
        .optional()?
        .ok_or_else(|| LedgerError::NotFound { what, id: id.to_owned() })
}

/// An episode of the space with the same normalised text: the one told at the same moment, else
/// the newest.
fn same_text(tx: &Connection, space: i64, new: &NewEpisode) -> Result<Option<(i64, String, Instant)>, LedgerError> {
    Ok(tx
        .prepare_cached(
            "SELECT seq, id, occurred_at FROM episode JOIN entry USING (seq) LEFT JOIN discounted USING (seq)
             WHERE norm_sha256 = ?1 AND space_id = ?2 AND discounted.seq IS NULL
             ORDER BY occurred_at IS ?3 DESC, seq DESC LIMIT 1",
        )?
        .query_row(
            params![sha256(&normalize_text(&new.text)).as_slice(), space, new.occurred_at.map(Instant::micros)],
            |row| Ok((row.get(0)?, row.get(1)?, Instant::from_micros(row.get(2)?))),
        )
        .optional()?)
}

fn is_forgotten(tx: &Connection, episode: i64) -> Result<bool, LedgerError> {
    Ok(!tx.prepare_cached("SELECT 1 FROM episode_text WHERE seq = ?1")?.exists([episode])?)
}

/// Whether all that is told again holds at the moment it is said: every assert meets its own
/// value there, and nothing else is told. Prose always "holds".
fn still_holds(tx: &Connection, space: i64, context: &Context<'_>, said: Instant) -> Result<bool, LedgerError> {
    for told in &context.write.told {
        let Told::Assert(assert) = told else { return Ok(false) };
        let key = memstrata_model::Key::new(&assert.subject, &assert.relation, assert.scope.as_deref());
        let Some(key) = crate::chain::find_key(tx, space, &key)? else { return Ok(false) };
        let norm = normalize_text(assert.value.as_deref().unwrap_or(&assert.object));
        let Some(lane) = crate::chain::find_lane(tx, key, &norm)? else { return Ok(false) };
        let (key, lane) = (crate::alias::home(tx, key)?, crate::alias::home_lane(tx, lane)?);
        let stated = assert.valid_from.filter(|_| {
            assert.valid_from_source.is_none_or(|source| source == ValidFromSource::Stated)
        });
        // The end of the text told now must not be news either.
        let holder = holder_at(tx, key, Some(lane), said.max(stated.unwrap_or(said)))?;
        if holder.is_none_or(|holder| assert.valid_to.is_some() && assert.valid_to != holder.to) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The same text told again: no new episode, each of its facts is vouched for.
fn vouch_again(chain: &mut Chain<'_>, context: &Context<'_>) -> Result<Vec<Applied>, LedgerError> {
    let mut applied = Vec::new();
    for told in &context.write.told {
        let Told::Assert(assert) = told else { continue };
        let confirm = NewConfirm {
            subject: assert.subject.clone(),
            relation: assert.relation.clone(),
            scope: assert.scope.clone(),
            object: assert.object.clone(),
            value: assert.value.clone(),
            at: None,
            span: assert.span,
        };
        let mut done = tell(chain, context, &Told::Confirm(confirm))?;
        done.outcome = Outcome::Duplicate;
        applied.push(done);
    }
    Ok(applied)
}

fn add_episode(chain: &mut Chain<'_>, context: &Context<'_>, new: &NewEpisode) -> Result<Added, LedgerError> {
    let mut draft = Draft::new(context.space, &context.write.space, EventKind::Episode);
    draft.id = new.id.as_deref();
    draft.authority = Some(context.write.authority);
    draft.batch = context.batch.as_ref().map(|(seq, id)| (*seq, id.as_str()));
    let episode = EpisodeDraft {
        kind: new.kind,
        author: new.author.as_deref(),
        locator: new.locator.as_deref(),
        occurred_at: new.occurred_at,
        importance: new.importance,
        text: Sealed::Open { text: &new.text, salt: None },
        digests: None,
    };
    chain.episode(&draft, &episode)
}

fn tell(chain: &mut Chain<'_>, context: &Context<'_>, told: &Told) -> Result<Applied, LedgerError> {
    match told {
        Told::Assert(assert) => tell_assert(chain, context, assert),
        Told::Confirm(confirm) => tell_confirm(chain, context, confirm),
        Told::End(end) => tell_end(chain, context, end),
        Told::Void(target) => {
            let target_seq = find_entry(chain.tx, context.space, target, "entry")?;
            let mut draft = context.draft(EventKind::Void);
            draft.target = Some((target_seq, target));
            let (added, changes) = enter(chain, &draft, None)?;
            context.applied(chain, added, Outcome::Voided, &changes)
        }
        Told::Relation(new) => {
            let added = tell_relation(chain, context, new)?;
            Ok(Applied { event: added.id, outcome: Outcome::Novel, superseded: Vec::new() })
        }
        Told::Resolve { dispute, choice } => tell_resolve(chain, context, dispute, choice),
        Told::Claim(sources) => {
            if context.episode.is_none() {
                return Err(LedgerError::Empty { field: "text of a claim" });
            }
            let line = ClaimLine {
                id: None,
                space: context.write.space.clone(),
                recorded_at: None,
                derived_from: sources.iter().map(|id| claim_source(chain.tx, context.space, id)).collect::<Result<_, _>>()?,
                episodes: Vec::new(),
                authority: None,
                batch: None,
                hash: None,
            };
            let added = enter_claim(chain, context.draft(EventKind::Claim), line, context.evidence(None))?;
            Ok(Applied { event: added.id, outcome: Outcome::Novel, superseded: Vec::new() })
        }
        Told::Forget(episode) => {
            let target = crate::forget::episode_seq(chain.tx, context.space, episode)?;
            crate::forget::erase(chain.tx, target)?;
            let mut draft = context.draft(EventKind::Forget);
            draft.target = Some((target, episode));
            let (added, changes) = enter(chain, &draft, None)?;
            context.applied(chain, added, Outcome::Voided, &changes)
        }
        Told::Alias(new) => {
            let line = AliasLine {
                id: None,
                space: context.write.space.clone(),
                recorded_at: None,
                subject: new.subject.clone(),
                relation: new.relation.clone(),
                scope: new.scope.clone(),
                into_subject: new.into_subject.clone(),
                into_relation: new.into_relation.clone(),
                into_scope: new.into_scope.clone(),
                authority: None,
                batch: None,
                hash: None,
            };
            crate::alias::check(chain.tx, context.space, &line, i64::MAX)?;
            let mut draft = context.draft(EventKind::Alias);
            draft.payload = Some(payload(&Line::Alias(line)));
            let (added, changes) = enter(chain, &draft, None)?;
            chain.caches.keys.clear();
            context.applied(chain, added, Outcome::Novel, &changes)
        }
        Told::Batch { id, label } => {
            let line = BatchLine {
                id: None,
                space: context.write.space.clone(),
                recorded_at: None,
                label: label.clone(),
                authority: None,
                batch: None,
                hash: None,
            };
            let mut draft = context.draft(EventKind::Batch);
            draft.id = Some(id);
            draft.payload = Some(payload(&Line::Batch(line)));
            let (added, _) = enter(chain, &draft, None)?;
            Ok(Applied { event: added.id, outcome: Outcome::Novel, superseded: Vec::new() })
        }
    }
}

impl<'w> Context<'w> {
    fn draft<'a>(&'a self, kind: EventKind) -> Draft<'a> {
        let mut draft = Draft::new(self.space, &self.write.space, kind);
        draft.authority = Some(self.write.authority);
        draft.batch = self.batch.as_ref().map(|(seq, id)| (*seq, id.as_str()));
        draft
    }

    fn evidence(&self, span: Option<(u32, u32)>) -> Vec<Evidence> {
        self.episode.iter().map(|(seq, id, _)| (*seq, id.clone(), span)).collect()
    }

    /// The moment it was said: of the episode, else of the write.
    fn said(&self, chain: &Chain<'_>) -> Instant {
        self.episode.as_ref().map_or_else(|| chain.next_time(), |(_, _, said)| *said)
    }

    /// Whether the key of an end has no value just before it.
    fn nothing_held(&self, tx: &Connection, end: &NewEnd) -> Result<bool, LedgerError> {
        let key = Key::new(&end.subject, &end.relation, end.scope.as_deref());
        let Some(row) = crate::chain::find_key(tx, self.space, &key)? else { return Ok(true) };
        let row = crate::alias::home(tx, row)?;
        let at = end.at.or(self.episode.as_ref().map(|(_, _, said)| *said)).unwrap_or(self.write.now);
        Ok(holder_at(tx, row, None, at.plus_micros(-1))?.is_none())
    }

    /// "No longer, and now B" in one breath: an end without an object, beside an assert on the
    /// same key, means the value that held before. The asserts are entered first, and an end of
    /// everything would take the new value away too.
    fn ends_before_the_new(
        &self,
        tx: &Connection,
        key: &Key,
        row: i64,
        at: Instant,
    ) -> Result<Option<String>, LedgerError> {
        let asserts = self.write.told.iter().filter_map(|told| match told {
            Told::Assert(a) => Some((Key::new(&a.subject, &a.relation, a.scope.as_deref()), &a.object)),
            _ => None,
        });
        let new: Vec<String> =
            asserts.filter(|(k, _)| k == key).map(|(_, object)| normalize_text(object)).collect();
        if new.is_empty() || is_set_valued(tx, row)? {
            return Ok(None);
        }
        let closed: Option<String> = tx
            .prepare_cached(
                "SELECT shown FROM version JOIN entry ON entry.seq = asserted_by JOIN object USING (object_id)
                 WHERE version.key_id = ?1 AND version.valid_to = ?2 AND sys_to IS NULL LIMIT 1",
            )?
            .query_row(params![crate::alias::home(tx, row)?, at.micros()], |row| row.get(0))
            .optional()?
            .flatten();
        Ok(closed.filter(|object| !new.contains(&normalize_text(object))))
    }

    fn applied(
        &self,
        chain: &Chain<'_>,
        added: Added,
        outcome: Outcome,
        changes: &Changes,
    ) -> Result<Applied, LedgerError> {
        let mut superseded = Vec::new();
        for row in &changes.closed {
            // A version that merely got another end of its own value is no loss of a value.
            let kept = changes.opened.iter().any(|o| o.lane == row.lane && o.from == row.from && o.to == row.to);
            let event: (String, Option<String>) = chain
                .tx
                .prepare_cached("SELECT entry.id, shown FROM entry LEFT JOIN object USING (object_id) WHERE seq = ?1")?
                .query_row([row.asserted_by], |r| Ok((r.get(0)?, r.get(1)?)))?;
            let now = changes.opened.iter().find(|o| o.lane == row.lane && o.from == row.from);
            if !kept && now.is_none_or(|now| now.to.is_some() && (row.to.is_none() || now.to < row.to)) {
                superseded.push(Superseded {
                    object: event.1.unwrap_or_default(),
                    valid_from: row.from,
                    valid_to: now.and_then(|now| now.to),
                    asserted_by: event.0,
                });
            }
        }
        Ok(Applied { event: added.id, outcome, superseded })
    }
}

/// Adds an entry and projects it.
pub(crate) fn enter(
    chain: &mut Chain<'_>,
    draft: &Draft<'_>,
    relation: Option<String>,
) -> Result<(Added, Changes), LedgerError> {
    let added = chain.add(draft, |_| {})?;
    let entered = Entered {
        seq: added.seq,
        space: draft.space,
        kind: draft.kind,
        recorded_at: added.recorded_at,
        key: draft.key.as_ref().map(|(id, _)| *id),
        lane: draft.object.map(|o| o.lane),
        change_point: draft.change_point,
        valid_to: draft.valid_to,
        window: draft.window,
        target: draft.target.map(|(seq, _)| seq),
        batch: draft.batch.map(|(seq, _)| seq),
        held: draft.held,
        sources: Vec::new(),
        relation,
    };
    let changes = apply(chain.tx, &entered)?;
    Ok((added, changes))
}

/// The entry that a claim names: an entry's id, or a fact's, which stands for its assert.
fn claim_source(tx: &Connection, space: i64, id: &str) -> Result<String, LedgerError> {
    match crate::read::version_by_id(tx, space, id) {
        Ok(version) => Ok(tx
            .prepare_cached("SELECT id FROM entry WHERE seq = ?1")?
            .query_row([version.row.asserted_by], |row| row.get(0))?),
        Err(_) => find_entry(tx, space, id, "source of a claim").map(|_| id.to_owned()),
    }
}

/// Adds a claim and what it rests on.
pub(crate) fn enter_claim(
    chain: &mut Chain<'_>,
    mut draft: Draft<'_>,
    line: ClaimLine,
    evidence: Vec<Evidence>,
) -> Result<Added, LedgerError> {
    let sources = crate::claims::named_sources(chain.tx, draft.space, &line)?;
    let line = ClaimLine { episodes: Vec::new(), ..line };
    draft.payload = Some(payload(&Line::Claim(line)));
    draft.evidence = evidence;
    let added = chain.add(&draft, |_| {})?;
    crate::claims::keep_sources(chain.tx, added.seq, &sources)?;
    Ok(added)
}

fn tell_assert(chain: &mut Chain<'_>, context: &Context<'_>, new: &NewAssert) -> Result<Applied, LedgerError> {
    let said = context.said(chain);
    let source = new.valid_from_source.unwrap_or(if new.valid_from.is_some() {
        ValidFromSource::Stated
    } else if context.episode.is_some() {
        ValidFromSource::SaidAt
    } else {
        ValidFromSource::Recorded
    });
    let from = match source {
        ValidFromSource::Unknown => None,
        _ => Some(new.valid_from.unwrap_or(said)),
    };
    if let (Some(from), Some(to)) = (from, new.valid_to)
        && to <= from
    {
        return Err(LedgerError::EmptyInterval { from: from.to_string(), to: to.to_string() });
    }
    if new.window && new.valid_to.is_none() {
        return Err(LedgerError::WindowWithoutEnd);
    }
    let names = KeyNames { subject: &new.subject, relation: &new.relation, scope: new.scope.as_deref() };
    let (key, normal) = chain.key(context.space, &names)?;
    if new.set_valued && !registry::is_registered(chain.tx, context.space, &normal.relation)? {
        let relation = NewRelation {
            relation: new.relation.clone(),
            cardinality: Cardinality::Set,
            half_life_days: None,
            on_conflict: None,
            importance: None,
        };
        tell_relation(chain, context, &relation)?;
    }
    let object =
        chain.object(key, &Sealed::Open { text: &new.object, salt: None }, new.value.as_deref(), None)?;
    let home = crate::alias::home(chain.tx, key)?;
    crate::alias::remap_lanes(chain.tx, home)?;
    let own = crate::alias::home_lane(chain.tx, object.lane)?;
    let relation = registry::relation_now(chain.tx, context.space, &normal.relation)?;
    let lane = is_set_valued(chain.tx, home)?.then_some(own);
    let now = chain.next_time();
    let before = Meeting::find(chain.tx, home, lane, from, now)?;
    let contradicts = before.holder.is_some_and(|holder| holder.lane != own);
    let guarded = relation.on_conflict == OnConflict::Confirm
        && contradicts
        && before.holder.is_some_and(|holder| {
            authority_of(chain.tx, holder.asserted_by).is_ok_and(|stands| context.write.authority > stands)
        });
    let held = guarded || (new.uncertain && lane.is_none() && before.any && (contradicts || before.later));
    let evidence = context.evidence(new.span);
    let mut draft = context.draft(EventKind::Assert);
    draft.key = Some((key, normal));
    draft.object = Some(object);
    draft.change_point = from;
    draft.valid_to = new.valid_to;
    draft.window = new.window;
    draft.source = Some(source);
    draft.precision = new.precision;
    draft.confidence = new.confidence;
    draft.held = held;
    draft.evidence = evidence;
    let (added, changes) = enter(chain, &draft, None)?;
    let outcome = if held {
        Outcome::Held
    } else {
        let after = Meeting::find(chain.tx, home, lane, from, now)?;
        let fixed = relation.cardinality == Cardinality::Fixed && contradicts;
        let disputed = fixed
            || before.holder.is_some_and(|holder| {
                contradicts
                    && holder.from == from
                    && is_other_source(chain.tx, holder.asserted_by, context.author.as_deref(), context.write.authority)
                        .unwrap_or(false)
            });
        told_outcome(&before, &after, own, from, new.valid_to, now, disputed)
    };
    context.applied(chain, added, outcome, &changes)
}

fn tell_confirm(chain: &mut Chain<'_>, context: &Context<'_>, new: &NewConfirm) -> Result<Applied, LedgerError> {
    let at = new.at.unwrap_or_else(|| context.said(chain));
    let names = KeyNames { subject: &new.subject, relation: &new.relation, scope: new.scope.as_deref() };
    let (key, normal) = chain.key(context.space, &names)?;
    let object =
        chain.object(key, &Sealed::Open { text: &new.object, salt: None }, new.value.as_deref(), None)?;
    let home = crate::alias::home(chain.tx, key)?;
    crate::alias::remap_lanes(chain.tx, home)?;
    let own = crate::alias::home_lane(chain.tx, object.lane)?;
    let lane = is_set_valued(chain.tx, home)?.then_some(own);
    let now = chain.next_time();
    let before = Meeting::find(chain.tx, home, lane, Some(at), now)?;
    let evidence = context.evidence(new.span);
    let mut draft = context.draft(EventKind::Confirm);
    draft.key = Some((key, normal));
    draft.object = Some(object);
    draft.change_point = Some(at);
    draft.evidence = evidence;
    let (added, changes) = enter(chain, &draft, None)?;
    let after = Meeting::find(chain.tx, home, lane, Some(at), now)?;
    let outcome = told_outcome(&before, &after, own, Some(at), None, now, false);
    context.applied(chain, added, outcome, &changes)
}

fn tell_end(chain: &mut Chain<'_>, context: &Context<'_>, new: &NewEnd) -> Result<Applied, LedgerError> {
    let at = new.at.unwrap_or_else(|| context.said(chain));
    let names = KeyNames { subject: &new.subject, relation: &new.relation, scope: new.scope.as_deref() };
    let (key, normal) = chain.key(context.space, &names)?;
    if new.object.is_none()
        && let Some(ended) = context.ends_before_the_new(chain.tx, &normal, key, at)?
    {
        return tell_end(chain, context, &NewEnd { object: Some(ended), ..new.clone() });
    }
    let object = match &new.object {
        Some(object) => {
            Some(chain.object(key, &Sealed::Open { text: object, salt: None }, new.value.as_deref(), None)?)
        }
        None => None,
    };
    let evidence = context.evidence(new.span);
    let mut draft = context.draft(EventKind::End);
    draft.key = Some((key, normal));
    draft.object = object;
    draft.change_point = Some(at);
    draft.precision = new.precision;
    draft.evidence = evidence;
    let (added, changes) = enter(chain, &draft, None)?;
    let outcome = if changes.closed.is_empty() { Outcome::NothingToEnd } else { Outcome::Ended };
    context.applied(chain, added, outcome, &changes)
}

fn tell_relation(chain: &mut Chain<'_>, context: &Context<'_>, new: &NewRelation) -> Result<Added, LedgerError> {
    let line = RelationLine {
        id: None,
        space: context.write.space.clone(),
        recorded_at: None,
        relation: new.relation.trim().to_owned(),
        cardinality: new.cardinality,
        half_life_days: new.half_life_days,
        on_conflict: new.on_conflict,
        importance: new.importance,
        aliases: Vec::new(),
        authority: None,
        batch: None,
        hash: None,
    };
    let name = memstrata_model::normalize_name(&new.relation);
    if name.is_empty() {
        return Err(LedgerError::Empty { field: "relation" });
    }
    let mut draft = context.draft(EventKind::Relation);
    draft.payload = Some(payload(&Line::Relation(line)));
    let (added, _) = enter(chain, &draft, Some(name))?;
    Ok(added)
}

fn tell_resolve(
    chain: &mut Chain<'_>,
    context: &Context<'_>,
    dispute: &str,
    choice: &str,
) -> Result<Applied, LedgerError> {
    let disputed = find_entry(chain.tx, context.space, dispute, "dispute")?;
    let line = ResolveLine {
        id: None,
        space: context.write.space.clone(),
        recorded_at: None,
        dispute: dispute.to_owned(),
        choice: choice.to_owned(),
        authority: None,
        batch: None,
        hash: None,
    };
    let mut draft = context.draft(EventKind::Resolve);
    draft.payload = Some(payload(&Line::Resolve(line)));
    match resolve_target(chain.tx, context.space, disputed, choice)? {
        Decision::Reject => {}
        Decision::Accept => draft.target = Some((disputed, dispute)),
        Decision::Choose { seq, key, at } => {
            draft.target = Some((seq, choice));
            draft.key = Some(key);
            draft.change_point = at;
        }
    }
    let (added, changes) = enter(chain, &draft, None)?;
    let outcome = if changes.opened.is_empty() { Outcome::Reinforced } else { Outcome::Superseded };
    context.applied(chain, added, outcome, &changes)
}

/// What a decision does.
pub(crate) enum Decision {
    Accept,
    Reject,
    Choose { seq: i64, key: (i64, memstrata_model::Key), at: Option<Instant> },
}

/// Reads a choice: `accept` or `reject` of a held entry, or one of two asserts of a change point.
pub(crate) fn resolve_target(
    tx: &Connection,
    space: i64,
    disputed: i64,
    choice: &str,
) -> Result<Decision, LedgerError> {
    match choice {
        "accept" => return Ok(Decision::Accept),
        "reject" => return Ok(Decision::Reject),
        _ => {}
    }
    let chosen = find_entry(tx, space, choice, "choice")?;
    let place = |seq: i64| -> Result<(Option<i64>, Option<i64>), LedgerError> {
        Ok(tx
            .prepare_cached("SELECT key_id, change_point FROM entry WHERE seq = ?1")?
            .query_row([seq], |row| Ok((row.get(0)?, row.get(1)?)))?)
    };
    let (key, at) = place(chosen)?;
    let Some(key) = key.filter(|key| place(disputed).is_ok_and(|(other, _)| other == Some(*key))) else {
        return Err(LedgerError::BadValue { what: "choice on the disputed key", value: choice.to_owned() });
    };
    let normal = tx
        .prepare_cached("SELECT subject, relation, scope FROM key WHERE key_id = ?1")?
        .query_row([key], |row| {
            Ok(memstrata_model::Key { subject: row.get(0)?, relation: row.get(1)?, scope: row.get(2)? })
        })?;
    Ok(Decision::Choose { seq: chosen, key: (key, normal), at: at.map(Instant::from_micros) })
}
