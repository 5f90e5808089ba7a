//! Proposals and decisions: what waits to be decided on, and what deciding does. A proposal is an
//! entry with a reason, and held entries that name it as their batch; a decision lets them in,
//! leaves them out, or tells something else in their place.

use memstrata_model::{EventKind, Instant, Outcome};
use rusqlite::{Connection, OptionalExtension as _, params};

use crate::append::{Context, find_entry};
use crate::chain::{Added, Chain, Draft};
use crate::error::LedgerError;
use crate::line::{Line, ProposalLine, ResolveLine, payload};
use crate::project::Changes;
use crate::read::counts_at;
use crate::tell::{enter, tell};
use crate::told::{Applied, NewProposal, Told};

/// What the ledger can never take back is not voided.
///
/// # Errors
/// The target is a forgetting, or the making of a space.
pub(crate) fn check_undo(tx: &Connection, space: i64, target: i64, id: &str) -> Result<(), LedgerError> {
    let kind: String =
        tx.prepare_cached("SELECT kind FROM entry WHERE seq = ?1")?.query_row([target], |row| row.get(0))?;
    let what = match EventKind::from_name(&kind) {
        Some(EventKind::Forget) => "forgetting",
        Some(EventKind::Space) if !crate::space::is_said_without(tx, space, target)? => {
            "the making of a space"
        }
        _ => return Ok(()),
    };
    Err(LedgerError::NoUndo { what, id: id.to_owned() })
}

/// Adds an act on an entry: one by which aliases may come back, which must not close a circle.
pub(crate) fn enter_about(
    chain: &mut Chain<'_>,
    draft: &Draft<'_>,
    target: i64,
    id: &str,
) -> Result<(Added, Changes), LedgerError> {
    let tx = chain.tx()?;
    let of_facts = tx
        .prepare_cached(
            "SELECT 1 FROM entry WHERE seq = ?1 AND (key_id IS NOT NULL OR kind IN ('episode', 'claim'))",
        )?
        .exists([target])?;
    if of_facts {
        return enter(chain, draft, None);
    }
    let before = crate::alias::circles(tx, draft.space)?;
    let entered = enter(chain, draft, None)?;
    crate::alias::check_again(chain.tx()?, draft.space, &before, id)?;
    Ok(entered)
}

pub(crate) fn tell_proposal(
    chain: &mut Chain<'_>,
    context: &Context<'_>,
    new: &NewProposal,
) -> Result<Applied, LedgerError> {
    if new.reason.trim().is_empty() {
        return Err(LedgerError::Empty { field: "reason of a proposal" });
    }
    if new.acts.is_empty() {
        return Err(LedgerError::Empty { field: "what is proposed" });
    }
    for about in &new.about {
        chain.find(context.space, about, "entry")?;
    }
    let line = ProposalLine {
        id: None,
        space: context.write.space.clone(),
        recorded_at: None,
        reason: new.reason.trim().to_owned(),
        about: new.about.clone(),
        authority: None,
        batch: None,
        hash: None,
    };
    let mut draft = context.draft(EventKind::Proposal);
    draft.held = false;
    draft.payload = Some(payload(&Line::Proposal(line)));
    let (added, changes) = enter(chain, &draft, None)?;
    let inner = context.within(added.seq, &added.id, true);
    for act in &new.acts {
        let fits = matches!(
            act,
            Told::Assert(_)
                | Told::End(_)
                | Told::Confirm(_)
                | Told::Void(_)
                | Told::Retract(_)
                | Told::Alias(_)
                | Told::Relation(_)
        );
        if !fits {
            return Err(LedgerError::BadValue {
                what: "act that can be proposed (assert, end, confirm, void, alias, relation)",
                value: kind_of(act).to_owned(),
            });
        }
        tell(chain, &inner, act)?;
    }
    context.applied(chain, added, Outcome::Held, &changes)
}

fn kind_of(act: &Told) -> &'static str {
    match act {
        Told::Assert(_) => "assert",
        Told::End(_) => "end",
        Told::Confirm(_) => "confirm",
        Told::Void(_) | Told::Retract(_) => "void",
        Told::Relation(_) => "relation",
        Told::Resolve { .. } | Told::Decide { .. } => "resolve",
        Told::Propose(_) => "proposal",
        Told::Space(_) => "space",
        Told::Alias(_) => "alias",
        Told::Claim(_) => "claim",
        Told::Forget(_) => "forget",
        Told::Batch { .. } => "batch",
    }
}

/// Records a decision and what it tells of its own.
pub(crate) fn tell_resolve(
    chain: &mut Chain<'_>,
    context: &Context<'_>,
    item: &str,
    choice: &str,
    acts: &[Told],
) -> Result<Applied, LedgerError> {
    let disputed = chain.find(context.space, item, "item to decide on")?;
    let target = resolve_target(chain.tx()?, context.space, disputed, choice)?;
    if !matches!(target, Decision::Choose { .. })
        && let Some(earlier) = decision_on(chain.tx()?, context.space, item, disputed)?
    {
        return Err(LedgerError::Decided { item: item.to_owned(), decision: earlier.id });
    }
    if matches!(target, Decision::Accept) && crate::grounds::is_bare(chain.tx()?, disputed)? {
        return Err(LedgerError::Forgotten { claim: item.to_owned() });
    }
    if context.write.unless_so
        && let Some(earlier) = decision_on(chain.tx()?, context.space, item, disputed)?
        && earlier.choice == choice
    {
        return Ok(Applied::so_already());
    }
    let line = ResolveLine {
        id: None,
        space: context.write.space.clone(),
        recorded_at: None,
        dispute: item.to_owned(),
        choice: choice.to_owned(),
        authority: None,
        batch: None,
        hash: None,
    };
    let mut draft = context.draft(EventKind::Resolve);
    draft.payload = Some(payload(&Line::Resolve(line)));
    match target {
        Decision::Keep => {}
        Decision::Accept => draft.target = Some((disputed, item)),
        Decision::Choose { seq, key, at } => {
            draft.target = Some((seq, choice));
            draft.key = Some(key);
            draft.change_point = at;
        }
    }
    let (added, mut changes) = enter_about(chain, &draft, disputed, item)?;
    chain.caches.keys.clear();
    let inner = context.within(added.seq, &added.id, false);
    let mut superseded = Vec::new();
    for act in acts {
        let applied = tell(chain, &inner, act)?;
        superseded.extend(applied.superseded);
    }
    let outcome = match choice {
        "reject" => Outcome::Refused,
        _ if changes.opened.is_empty() && acts.is_empty() => Outcome::Reinforced,
        _ => Outcome::Superseded,
    };
    let mut applied = context.applied(chain, added, outcome, &std::mem::take::<Changes>(&mut changes))?;
    applied.superseded.extend(superseded);
    Ok(applied)
}

/// A decision that counts.
#[derive(Clone, Debug)]
pub(crate) struct Decided {
    pub seq: i64,
    pub id: String,
    pub choice: String,
    pub at: Instant,
    pub authority: Option<String>,
}

/// The last decision on an item that counts, other than between the two of a dispute. On a claim,
/// only one made since it fell last: it can fall again.
pub(crate) fn decision_on(
    tx: &Connection,
    space: i64,
    item: &str,
    seq: i64,
) -> Result<Option<Decided>, LedgerError> {
    let since: Option<i64> = tx
        .prepare_cached("SELECT max(cause) FROM claim_mark WHERE claim = ?1")?
        .query_row([seq], |row| row.get(0))
        .optional()?
        .flatten();
    let mut statement = tx.prepare_cached(
        "SELECT seq, id, json_extract(payload, '$.choice'), recorded_at, authority FROM entry
         WHERE space_id = ?1 AND kind = 'resolve' AND json_extract(payload, '$.dispute') = ?2
             AND seq > ?3 ORDER BY seq DESC",
    )?;
    let found = statement
        .query_map(params![space, item, since.unwrap_or(seq)], |row| {
            Ok(Decided {
                seq: row.get(0)?,
                id: row.get(1)?,
                choice: row.get::<_, Option<String>>(2)?.unwrap_or_default(),
                at: Instant::from_micros(row.get(3)?),
                authority: row.get(4)?,
            })
        })?
        .collect::<Result<Vec<_>, _>>()?;
    for decision in found {
        if counts_at(tx, decision.seq, Instant::MAX)? {
            return Ok(Some(decision));
        }
    }
    Ok(None)
}

/// What a decision does.
pub(crate) enum Decision {
    Accept,
    /// Rejected, or something else counts instead: the item goes on not to count.
    Keep,
    Choose {
        seq: i64,
        key: (i64, memstrata_model::Key),
        at: Option<Instant>,
    },
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
        "reject" | "edit" => return Ok(Decision::Keep),
        _ => {}
    }
    let chosen = find_entry(tx, space, choice, "choice")?;
    let place = |seq: i64| -> Result<(Option<i64>, Option<i64>), LedgerError> {
        Ok(tx
            .prepare_cached("SELECT key_id, change_point FROM entry WHERE seq = ?1")?
            .query_row([seq], |row| Ok((row.get(0)?, row.get(1)?)))?)
    };
    let (key, at) = place(chosen)?;
    // Of two that count for one key, either may be told under a name of its own.
    let home = |key: i64| crate::alias::home(tx, key).ok();
    let same = |key: i64| {
        place(disputed).is_ok_and(|(other, _)| other == Some(key) || other.and_then(home) == home(key))
    };
    let Some(key) = key.filter(|key| same(*key)) else {
        return Err(LedgerError::BadValue { what: "choice on the disputed key", value: choice.to_owned() });
    };
    let normal = tx
        .prepare_cached("SELECT subject, relation, scope FROM key WHERE key_id = ?1")?
        .query_row([key], |row| {
            Ok(memstrata_model::Key { subject: row.get(0)?, relation: row.get(1)?, scope: row.get(2)? })
        })?;
    Ok(Decision::Choose { seq: chosen, key: (key, normal), at: at.map(Instant::from_micros) })
}
