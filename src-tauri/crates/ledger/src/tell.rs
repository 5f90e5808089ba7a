//! One thing told: its entry, and how it met its key. The frame of a write is `append`'s.

use memstrata_model::{EventKind, Instant, Key, Outcome, ValidFromSource, normalize_text};
use rusqlite::{OptionalExtension as _, params};

use crate::append::Context;
use crate::chain::{Added, Chain, Draft, Evidence, KeyNames, Sealed};
use crate::decide::{check_undo, enter_about, tell_proposal, tell_resolve};
use crate::error::LedgerError;
use crate::line::{AliasLine, BatchLine, ClaimLine, Line, RelationLine, payload};
use crate::outcome::holder_at;
use crate::project::{Changes, Entered, is_set_valued};
use crate::retract::is_withdrawn;
use crate::tell_value::{tell_assert, tell_confirm};
use crate::told::{Applied, NewEnd, NewRelation, Superseded, Told};

pub(crate) fn tell(
    chain: &mut Chain<'_>,
    context: &Context<'_>,
    told: &Told,
) -> Result<Applied, LedgerError> {
    chain.turn_to(told);
    match told {
        Told::Assert(assert) => tell_assert(chain, context, assert),
        Told::Confirm(confirm) => tell_confirm(chain, context, confirm),
        Told::End(end) => tell_end(chain, context, end),
        Told::Void(target) => {
            let target_seq = chain.find(context.space, target, "entry")?;
            check_undo(chain.tx()?, context.space, target_seq, target)?;
            if context.write.unless_so && !context.hold && is_withdrawn(chain.tx()?, target_seq)? {
                return Ok(Applied::so_already());
            }
            let mut draft = context.draft(EventKind::Void);
            draft.target = Some((target_seq, target));
            let (added, changes) = enter_about(chain, &draft, target_seq, target)?;
            context.applied(chain, added, context.outcome(Outcome::Voided), &changes)
        }
        Told::Retract(new) => crate::retract::tell_retract(chain, context, new, None),
        Told::Relation(new) => {
            let (added, changes) = tell_relation(chain, context, new)?;
            context.applied(chain, added, context.outcome(Outcome::Novel), &changes)
        }
        Told::Resolve { dispute, choice } => tell_resolve(chain, context, dispute, choice, &[]),
        Told::Decide { item, choice, acts } => tell_resolve(chain, context, item, choice, acts),
        Told::Propose(new) => tell_proposal(chain, context, new),
        Told::Space(settings) => {
            crate::space::check(settings)?;
            if settings.name != context.write.space {
                return Err(LedgerError::BadValue {
                    what: "name of this space",
                    value: settings.name.clone(),
                });
            }
            let mut draft = context.draft(EventKind::Space);
            draft.payload = Some(crate::space::payload(settings));
            let (added, changes) = enter(chain, &draft, None)?;
            context.applied(chain, added, Outcome::Novel, &changes)
        }
        Told::Claim(sources) => {
            if context.episode.is_none() {
                return Err(LedgerError::Empty { field: "text of a claim" });
            }
            let (derived_from, together) = crate::company::cited(chain.tx()?, context.space, sources)?;
            let line = ClaimLine {
                id: None,
                space: context.write.space.clone(),
                recorded_at: None,
                derived_from,
                together,
                episodes: Vec::new(),
                seal: None,
                authority: None,
                batch: None,
                hash: None,
            };
            let added = enter_claim(chain, context.draft(EventKind::Claim), line, context.evidence(None))?;
            Ok(Applied { event: added.id, outcome: Outcome::Novel, superseded: Vec::new() })
        }
        Told::Forget(episode) => {
            let target = chain.find_episode(context.space, episode)?;
            crate::forget::erase(chain.open_tx()?, target)?;
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
                held: false,
                authority: None,
                batch: None,
                hash: None,
            };
            crate::alias::check(chain.tx()?, context.space, &line, i64::MAX)?;
            if context.write.unless_so
                && !context.hold
                && crate::alias::is_so(chain.tx()?, context.space, &line)?
            {
                return Ok(Applied::so_already());
            }
            let mut draft = context.draft(EventKind::Alias);
            draft.payload = Some(payload(&Line::Alias(line)));
            let (added, changes) = enter(chain, &draft, None)?;
            chain.caches.keys.clear();
            context.applied(chain, added, context.outcome(Outcome::Novel), &changes)
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
    pub(crate) fn draft<'a>(&'a self, kind: EventKind) -> Draft<'a> {
        let mut draft = Draft::new(self.space, &self.write.space, kind);
        draft.authority = Some(self.write.authority);
        draft.held = self.hold;
        draft.batch = self.batch.as_ref().map(|(seq, id)| (*seq, id.as_str()));
        draft
    }

    /// The frame of what is told within a proposal or a decision.
    pub(crate) fn within(&self, seq: i64, id: &str, hold: bool) -> Context<'w> {
        Context {
            space: self.space,
            write: self.write,
            batch: Some((seq, id.to_owned())),
            episode: self.episode.clone(),
            author: self.author.clone(),
            hold,
            retracted: self.retracted.clone(),
        }
    }

    /// Whether the write takes back what an entry told.
    pub(crate) fn takes_back(&self, entry: i64) -> bool {
        self.retracted.iter().any(|(_, found)| found.was_told_by(entry))
    }

    /// What was told, or that it waits.
    pub(crate) fn outcome(&self, told: Outcome) -> Outcome {
        if self.hold { Outcome::Held } else { told }
    }

    pub(crate) fn evidence(&self, span: Option<(u32, u32)>) -> Vec<Evidence> {
        self.episode.iter().map(|(seq, id, _)| (*seq, id.clone(), span)).collect()
    }

    /// The moment it was said: of the episode, else of the write.
    pub(crate) fn said(&self, chain: &Chain<'_>) -> Instant {
        self.episode.as_ref().map_or_else(|| chain.next_time(), |(_, _, said)| *said)
    }

    /// Whether the key of an end has no value just before it.
    pub(crate) fn nothing_held(&self, chain: &mut Chain<'_>, end: &NewEnd) -> Result<bool, LedgerError> {
        let tx = chain.tx()?;
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
        chain: &mut Chain<'_>,
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
        if new.is_empty() {
            return Ok(None);
        }
        let tx = chain.tx()?;
        if is_set_valued(tx, row)? {
            return Ok(None);
        }
        let closed: Option<String> = tx
            .prepare_cached(
                "SELECT shown FROM version JOIN entry ON entry.seq = asserted_by JOIN object USING (object_id)
                 WHERE version.key_id = ?1 AND version.valid_to = ?2 AND stands = 1 LIMIT 1",
            )?
            .query_row(params![crate::alias::home(tx, row)?, at.micros()], |row| row.get(0))
            .optional()?
            .flatten();
        Ok(closed.filter(|object| !new.contains(&normalize_text(object))))
    }

    pub(crate) fn applied(
        &self,
        chain: &mut Chain<'_>,
        added: Added,
        outcome: Outcome,
        changes: &Changes,
    ) -> Result<Applied, LedgerError> {
        let mut superseded = Vec::new();
        for row in &changes.closed {
            // A version that merely got another start or opener of its own value is no loss of a value.
            let kept = changes.opened.iter().any(|o| o.lane == row.lane && o.to == row.to);
            let now = changes.opened.iter().find(|o| o.lane == row.lane && o.from == row.from);
            if !kept && now.is_none_or(|now| now.to.is_some() && (row.to.is_none() || now.to < row.to)) {
                let (asserted_by, object) = chain.id_and_value(row.asserted_by)?;
                superseded.push(Superseded {
                    object: object.unwrap_or_default(),
                    valid_from: row.from,
                    valid_to: now.and_then(|now| now.to),
                    asserted_by,
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
        stated: draft.source == Some(ValidFromSource::Stated),
        target: draft.target.map(|(seq, _)| seq),
        batch: draft.batch.map(|(seq, _)| seq),
        held: draft.held,
        sources: Vec::new(),
        relation,
    };
    let changes = chain.project(&entered)?;
    Ok((added, changes))
}

/// Adds a claim and what it rests on.
pub(crate) fn enter_claim(
    chain: &mut Chain<'_>,
    mut draft: Draft<'_>,
    line: ClaimLine,
    evidence: Vec<Evidence>,
) -> Result<Added, LedgerError> {
    let sources = crate::claims::named_sources(chain.tx()?, draft.space, &line)?;
    let line = ClaimLine { episodes: Vec::new(), ..line };
    draft.payload = Some(payload(&Line::Claim(line)));
    draft.evidence = evidence;
    let added = chain.add(&draft, |_| {})?;
    crate::claims::keep_sources(chain.open_tx()?, added.seq, &sources)?;
    Ok(added)
}

fn tell_end(chain: &mut Chain<'_>, context: &Context<'_>, new: &NewEnd) -> Result<Applied, LedgerError> {
    let at = new.at.unwrap_or_else(|| context.said(chain));
    let names = KeyNames { subject: &new.subject, relation: &new.relation, scope: new.scope.as_deref() };
    let (key, normal) = chain.key(context.space, &names)?;
    if new.object.is_none()
        && let Some(ended) = context.ends_before_the_new(chain, &normal, key, at)?
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
    draft.payload.clone_from(&new.read_by);
    draft.evidence = evidence;
    let (added, changes) = enter(chain, &draft, None)?;
    let outcome =
        context.outcome(if changes.closed.is_empty() { Outcome::NothingToEnd } else { Outcome::Ended });
    context.applied(chain, added, outcome, &changes)
}

pub(crate) fn tell_relation(
    chain: &mut Chain<'_>,
    context: &Context<'_>,
    new: &NewRelation,
) -> Result<(Added, Changes), LedgerError> {
    if let Some(importance) = new.importance.filter(|importance| !(0.0..=1.0).contains(importance)) {
        return Err(LedgerError::BadValue { what: "importance from 0 to 1", value: importance.to_string() });
    }
    if let Some(days) = new.half_life_days.filter(|days| *days < -1) {
        return Err(LedgerError::BadValue {
            what: "half-life in days (-1 is never, 0 its own date)",
            value: days.to_string(),
        });
    }
    crate::alias::check_relation(chain.tx()?, context.space, &new.relation, &new.aliases)?;
    let line = RelationLine {
        id: None,
        space: context.write.space.clone(),
        recorded_at: None,
        relation: new.relation.trim().to_owned(),
        cardinality: new.cardinality,
        half_life_days: new.half_life_days,
        on_conflict: new.on_conflict,
        importance: new.importance,
        aliases: new.aliases.iter().map(|alias| alias.trim().to_owned()).collect(),
        held: false,
        authority: None,
        batch: None,
        hash: None,
    };
    let name = memstrata_model::normalize_name(&new.relation);
    let mut draft = context.draft(EventKind::Relation);
    draft.payload = Some(payload(&Line::Relation(line)));
    let entered = enter(chain, &draft, Some(name))?;
    chain.caches.keys.clear();
    Ok(entered)
}
