//! A value told, with a start or as vouched for: how it meets what its key says.

use memstrata_model::{Cardinality, EventKind, Instant, OnConflict, Outcome, ValidFromSource};

use crate::append::Context;
use crate::chain::{Chain, KeyNames, Sealed};
use crate::error::LedgerError;
use crate::outcome::{Holder, Meeting, authority_of, is_other_source, told_outcome};
use crate::registry::{self, RelationNow};
use crate::tell::{enter, tell_relation};
use crate::told::{Applied, NewAssert, NewConfirm, NewRelation};

pub(crate) fn tell_assert(
    chain: &mut Chain<'_>,
    context: &Context<'_>,
    new: &NewAssert,
) -> Result<Applied, LedgerError> {
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
    if new.set_valued {
        let tx = chain.tx()?;
        let name = registry::canonical(tx, context.space, &normal.relation)?;
        if !registry::is_registered(tx, context.space, &name)? {
            tell_relation(chain, context, &NewRelation::new(&new.relation, Cardinality::Set))?;
        }
    }
    let object =
        chain.object(key, &Sealed::Open { text: &new.object, salt: None }, new.value.as_deref(), None)?;
    let (home, own) = home_of(chain, key, object.lane)?;
    let relation = chain.relation(context.space, &normal.relation)?;
    let lane = chain.key_state(home)?.set_valued.then_some(own);
    let now = chain.next_time();
    let before = chain.meeting((home, lane), from, now)?;
    let without = crate::retract::meeting_without(chain, context, (home, lane), from, now)?;
    let contradicted = contradicted(chain, &before, own)?;
    let held = context.hold
        || guards(chain, context, &relation, contradicted)?
        || (new.uncertain && lane.is_none() && before.any && (contradicted.is_some() || before.later));
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
    draft.payload.clone_from(&new.read_by);
    draft.evidence = evidence;
    let (added, mut changes) = enter(chain, &draft, None)?;
    changes.closed.retain(|row| !context.takes_back(row.asserted_by));
    let outcome = if held {
        Outcome::Held
    } else {
        // A value taken back in the same write is none that anything replaces.
        let before = match &without {
            Some(without) => *without,
            None => before,
        };
        let after = match &without {
            Some(_) => crate::retract::meeting_without(chain, context, (home, lane), from, now)?,
            None => None,
        };
        let after = match after {
            Some(after) => after,
            None => chain.meeting((home, lane), from, now)?,
        };
        let rival = contradicted.and(before.holder).filter(|holder| holder.lane != own);
        let disputed = disputes(chain, context, &relation, rival, from)?;
        told_outcome(&before, &after, own, from, new.valid_to, now, disputed)
    };
    context.applied(chain, added, outcome, &changes)
}

/// The key and the lane that a value told to a key counts for.
fn home_of(chain: &mut Chain<'_>, key: i64, lane: i64) -> Result<(i64, i64), LedgerError> {
    if chain.key_state(key)?.alone {
        return Ok((key, lane));
    }
    let tx = chain.open_tx()?;
    let home = crate::alias::home(tx, key)?;
    crate::alias::remap_lanes(tx, home)?;
    Ok((home, crate::alias::home_lane(tx, lane)?))
}

pub(crate) fn tell_confirm(
    chain: &mut Chain<'_>,
    context: &Context<'_>,
    new: &NewConfirm,
) -> Result<Applied, LedgerError> {
    let at = new.at.unwrap_or_else(|| context.said(chain));
    let names = KeyNames { subject: &new.subject, relation: &new.relation, scope: new.scope.as_deref() };
    let (key, normal) = chain.key(context.space, &names)?;
    let object =
        chain.object(key, &Sealed::Open { text: &new.object, salt: None }, new.value.as_deref(), None)?;
    let (home, own) = home_of(chain, key, object.lane)?;
    let lane = chain.key_state(home)?.set_valued.then_some(own);
    let now = chain.next_time();
    let before = chain.meeting((home, lane), Some(at), now)?;
    let relation = chain.relation(context.space, &normal.relation)?;
    let contradicted = contradicted(chain, &before, own)?;
    let held = context.hold || guards(chain, context, &relation, contradicted)?;
    let evidence = context.evidence(new.span);
    let mut draft = context.draft(EventKind::Confirm);
    draft.held = held;
    draft.key = Some((key, normal));
    draft.object = Some(object);
    draft.change_point = Some(at);
    draft.evidence = evidence;
    let (added, changes) = enter(chain, &draft, None)?;
    let after = chain.meeting((home, lane), Some(at), now)?;
    let outcome = if held {
        Outcome::Held
    } else {
        let disputed = disputes(chain, context, &relation, contradicted, Some(at))?;
        told_outcome(&before, &after, own, Some(at), None, now, disputed)
    };
    context.applied(chain, added, outcome, &changes)
}

/// The holder of another value where one is told; none where nobody knows any more what it said: a
/// forgotten value guards nothing.
fn contradicted(chain: &mut Chain<'_>, before: &Meeting, own: i64) -> Result<Option<Holder>, LedgerError> {
    let Some(holder) = before.holder.filter(|holder| holder.lane != own) else { return Ok(None) };
    let known = chain.id_and_value(holder.asserted_by)?.1.is_some();
    Ok(Some(holder).filter(|_| known))
}

/// Whether a value must not be contradicted by who tells another: it waits for a decision then.
fn guards(
    chain: &mut Chain<'_>,
    context: &Context<'_>,
    relation: &RelationNow,
    holder: Option<Holder>,
) -> Result<bool, LedgerError> {
    match holder.filter(|_| relation.on_conflict == OnConflict::Confirm) {
        Some(holder) => Ok(context.write.authority > authority_of(chain.tx()?, holder.asserted_by)?),
        None => Ok(false),
    }
}

/// Whether the holder of another value and who tells this one dispute: of one change point, or of what
/// never changes.
fn disputes(
    chain: &mut Chain<'_>,
    context: &Context<'_>,
    relation: &RelationNow,
    rival: Option<Holder>,
    at: Option<Instant>,
) -> Result<bool, LedgerError> {
    let Some(rival) = rival else { return Ok(false) };
    if relation.cardinality == Cardinality::Fixed {
        return Ok(true);
    }
    let (author, authority) = (context.author.as_deref(), context.write.authority);
    Ok(rival.from == at && is_other_source(chain.tx()?, rival.asserted_by, author, authority)?)
}
