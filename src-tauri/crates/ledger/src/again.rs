//! A text told again: whether it says anything that is not known. What it told and what does not hold
//! any more is told anew; a file that is read again tells nothing by having been touched.

use memstrata_model::{Instant, Key, Outcome, ValidFromSource, normalize_text};
use rusqlite::{Connection, OptionalExtension as _, params};

use crate::append::Context;
use crate::chain::Chain;
use crate::decide::decision_on;
use crate::diff::entry_id;
use crate::error::LedgerError;
use crate::hash::{Hash, sha256};
use crate::line::BatchLine;
use crate::outcome::{authority_of, holder_at};
use crate::read::counts_at;
use crate::told::{Applied, NewAssert, NewConfirm, NewEpisode, Receipt, Told};

/// What comes of a text that was told before; nothing where it is to be told now. The context then has
/// the moment at which it is said.
pub(crate) fn heard(
    chain: &mut Chain<'_>,
    context: &mut Context<'_>,
    new: &NewEpisode,
    claimed: bool,
) -> Result<Option<Receipt>, LedgerError> {
    let space = context.space;
    let norm = match &chain.ready.text {
        Some(ready) => ready.norm,
        None => sha256(&normalize_text(&new.text)),
    };
    let Some((seq, id, told_at)) = chain.same_text(space, &norm, new.occurred_at)? else { return Ok(None) };
    let forgotten = crate::forget::forgotten_at(chain.tx()?, seq)?;
    if forgotten.is_some() && !context.write.bring_back {
        // What was forgotten does not come back by being imported again, or cited from.
        return Ok(Some(Receipt { forgotten, ..unstored(context, id, Outcome::Refused) }));
    }
    if claimed {
        return Ok(None);
    }
    if let Some(file) = &context.write.of_file
        && let Some(id) = read_before(chain.tx()?, space, &norm, file)?
    {
        return Ok(Some(unstored(context, id, Outcome::Duplicate)));
    }
    let said = new.occurred_at.unwrap_or_else(|| chain.next_time());
    context.episode = Some((seq, id.clone(), said));
    if forgotten.is_some() {
        return Ok(None);
    }
    if new.occurred_at == Some(told_at) {
        // The very same telling, read twice.
        match standing(chain.tx()?, context, seq, said)? {
            Standing::Stands if tells_from_elsewhere(chain.tx()?, context, seq, said)? => {
                let applied = tell_from_elsewhere(chain, context)?;
                return Ok(Some(Receipt {
                    episode: Some(id),
                    duplicate: true,
                    applied,
                    ..Receipt::default()
                }));
            }
            Standing::Stands => return Ok(Some(unstored(context, id, Outcome::Duplicate))),
            Standing::Waits => return Ok(Some(unstored(context, id, Outcome::Held))),
            Standing::Lost => {}
        }
    }
    if still_holds(chain.tx()?, context, said)? {
        let applied = vouch_again(chain, context)?;
        return Ok(Some(Receipt { episode: Some(id), duplicate: true, applied, ..Receipt::default() }));
    }
    Ok(None)
}

fn unstored(context: &Context<'_>, episode: String, outcome: Outcome) -> Receipt {
    let known = |_: &Told| Applied { event: String::new(), outcome, superseded: Vec::new() };
    let applied = context.write.told.iter().map(known).collect();
    Receipt { episode: Some(episode), duplicate: true, applied, ..Receipt::default() }
}

/// What became of what a text told.
enum Standing {
    Stands,
    /// Some of it waits for a decision, and whoever tells it now has no more say.
    Waits,
    /// Some of it does not count, or was displaced at its own change point.
    Lost,
}

fn standing(
    tx: &Connection,
    context: &Context<'_>,
    episode: i64,
    said: Instant,
) -> Result<Standing, LedgerError> {
    let told: Vec<(i64, bool)> = tx
        .prepare_cached(
            "SELECT seq, held FROM evidence JOIN entry USING (seq) WHERE episode = ?1 ORDER BY seq",
        )?
        .query_map([episode], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<Result<_, _>>()?;
    let (mut waits, mut corrected) = (false, false);
    for (seq, held) in told {
        if counts_at(tx, seq, Instant::MAX)? {
            continue;
        }
        if held && context.write.authority < authority_of(tx, seq)? {
            return Ok(Standing::Lost);
        }
        if held && decision_on(tx, context.space, &entry_id(tx, seq)?, seq)?.is_none() {
            waits = true;
        } else if context.write.batch.is_none() && (held || is_withdrawn_by_hand(tx, seq)?) {
            return Ok(Standing::Lost);
        } else {
            corrected = true;
        }
    }
    if waits {
        return Ok(Standing::Waits);
    }
    // An import run again revives nothing, whatever became of it since; nor does the old text bring back
    // what a correction took away.
    if context.write.batch.is_none() && !corrected {
        for told in &context.write.told {
            if let Told::Assert(assert) = told
                && !holds(tx, context, assert, stated(assert).unwrap_or(said))?
            {
                return Ok(Standing::Lost);
            }
        }
    }
    Ok(Standing::Stands)
}

/// Whether a void that counts names an entry, and nothing that was said told it: no correction.
fn is_withdrawn_by_hand(tx: &Connection, entry: i64) -> Result<bool, LedgerError> {
    Ok(tx
        .prepare_cached(
            "SELECT 1 FROM entry AS void LEFT JOIN discounted ON discounted.seq = void.seq
             WHERE void.target = ?1 AND void.kind = 'void' AND discounted.seq IS NULL
                 AND NOT EXISTS (SELECT 1 FROM evidence AS own WHERE own.seq = void.seq)",
        )?
        .exists([entry])?)
}

/// The episode in which a text was read from a file of this name before, where that file has told
/// nothing else of the same keys since: then it is the old text still, whenever the file was touched.
fn read_before(tx: &Connection, space: i64, norm: &Hash, file: &str) -> Result<Option<String>, LedgerError> {
    let from_file = |locator: Option<&str>| locator.is_some_and(|locator| file_of(locator) == file_of(file));
    let known: Vec<(i64, String, Option<String>)> = tx
        .prepare_cached(
            "SELECT seq, id, locator FROM episode JOIN entry USING (seq) LEFT JOIN discounted USING (seq)
             WHERE substr(norm_sha256, 1, 4) = substr(?1, 1, 4) AND norm_sha256 = ?1 AND space_id = ?2
                 AND discounted.seq IS NULL AND seq IN (SELECT seq FROM episode_text)
             ORDER BY seq DESC",
        )?
        .query_map(params![norm.as_slice(), space], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
        .collect::<Result<_, _>>()?;
    let Some((seq, id, _)) = known.into_iter().find(|(_, _, locator)| from_file(locator.as_deref())) else {
        return Ok(None);
    };
    let mut statement = tx.prepare_cached(
        "SELECT later.locator FROM evidence AS own JOIN entry AS told ON told.seq = own.seq
             JOIN entry AS other ON other.key_id = told.key_id AND other.seq > told.seq
             JOIN evidence AS of ON of.seq = other.seq JOIN episode AS later ON later.seq = of.episode
             LEFT JOIN discounted ON discounted.seq = other.seq
         WHERE own.episode = ?1 AND later.seq > ?1 AND discounted.seq IS NULL
             AND other.batch IS NOT told.batch AND (other.kind = 'end' OR other.lane IS NOT told.lane)",
    )?;
    let mut rows = statement.query([seq])?;
    while let Some(row) = rows.next()? {
        if from_file(row.get::<_, Option<String>>(0)?.as_deref()) {
            return Ok(None);
        }
    }
    Ok(Some(id))
}

/// A file's own name: without its folders, and the line where a text begins.
fn file_of(locator: &str) -> &str {
    let path = match locator.rsplit_once(':') {
        Some((path, line)) if !line.is_empty() && line.bytes().all(|b| b.is_ascii_digit()) => path,
        _ => locator,
    };
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// Whether an import reads this telling from another source than those that it was read from so far, and
/// all of it still holds: then it is a second source of it, which is to stand when the first is undone.
/// Imports are told apart by what they were made from, whatever folder it lay in.
fn tells_from_elsewhere(
    tx: &Connection,
    context: &Context<'_>,
    episode: i64,
    said: Instant,
) -> Result<bool, LedgerError> {
    let Some((batch, _)) = &context.batch else { return Ok(false) };
    let Some(own) = label_of(tx, *batch)? else { return Ok(false) };
    let before: Vec<i64> = tx
        .prepare_cached(
            "SELECT batch FROM entry LEFT JOIN discounted USING (seq)
             WHERE batch IS NOT NULL AND discounted.seq IS NULL
                 AND (entry.seq = ?1 OR entry.seq IN (SELECT seq FROM evidence WHERE episode = ?1))",
        )?
        .query_map([episode], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    for other in before {
        if other == *batch || label_of(tx, other)?.as_ref() == Some(&own) {
            return Ok(false);
        }
    }
    each_assert(context, |assert| stands_alone(tx, context, assert, stated(assert).unwrap_or(said)))
}

/// Whether nothing but asserts is told, and something is so of each.
fn each_assert(
    context: &Context<'_>,
    is_so: impl Fn(&NewAssert) -> Result<bool, LedgerError>,
) -> Result<bool, LedgerError> {
    for told in &context.write.told {
        let Told::Assert(assert) = told else { return Ok(false) };
        if !is_so(assert)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether what is asserted holds at its own start, nobody told another value for it, and nobody decided on
/// it: to tell it once more changes nothing then, and asks nothing anew.
fn stands_alone(
    tx: &Connection,
    context: &Context<'_>,
    assert: &NewAssert,
    from: Instant,
) -> Result<bool, LedgerError> {
    let Some((key, lane)) = value_of(tx, context, assert)? else { return Ok(false) };
    let home = crate::alias::home(tx, key)?;
    if !holds(tx, context, assert, from)?
        || crate::dispute::is_contested(tx, context.space, (home, lane), from)?
    {
        return Ok(false);
    }
    let Some(holder) = holder_at(tx, home, Some(crate::alias::home_lane(tx, lane)?), from)? else {
        return Ok(false);
    };
    let opener = holder.asserted_by;
    Ok(decision_on(tx, context.space, &entry_id(tx, opener)?, opener)?.is_none())
}

/// What a batch was made from, without the folders; nothing where the entry is no batch.
fn label_of(tx: &Connection, batch: i64) -> Result<Option<String>, LedgerError> {
    let payload: Option<String> = tx
        .prepare_cached("SELECT payload FROM entry WHERE seq = ?1 AND kind = 'batch'")?
        .query_row([batch], |row| row.get(0))
        .optional()?
        .flatten();
    let line = payload.and_then(|payload| serde_json::from_str::<BatchLine>(&payload).ok());
    Ok(line.map(|line| line.label.split(", ").map(file_of).collect::<Vec<_>>().join(", ")))
}

/// What another source tells of the same moment, in the words of the episode that is there.
fn tell_from_elsewhere(chain: &mut Chain<'_>, context: &Context<'_>) -> Result<Vec<Applied>, LedgerError> {
    let mut applied = Vec::new();
    for told in &context.write.told {
        let mut done = crate::tell::tell(chain, context, told)?;
        done.outcome = Outcome::Duplicate;
        applied.push(done);
    }
    Ok(applied)
}

/// The start that an assert states itself.
fn stated(assert: &NewAssert) -> Option<Instant> {
    assert
        .valid_from
        .filter(|_| assert.valid_from_source.is_none_or(|source| source == ValidFromSource::Stated))
}

/// Whether all that is told again holds at the moment it is said: every assert meets its own
/// value there, and nothing else is told. Prose always "holds".
fn still_holds(tx: &Connection, context: &Context<'_>, said: Instant) -> Result<bool, LedgerError> {
    each_assert(context, |assert| holds(tx, context, assert, said.max(stated(assert).unwrap_or(said))))
}

/// Whether what is asserted holds at a moment, and its end is no news.
fn holds(
    tx: &Connection,
    context: &Context<'_>,
    assert: &NewAssert,
    at: Instant,
) -> Result<bool, LedgerError> {
    let Some((key, lane)) = value_of(tx, context, assert)? else { return Ok(false) };
    let (key, lane) = (crate::alias::home(tx, key)?, crate::alias::home_lane(tx, lane)?);
    let holder = holder_at(tx, key, Some(lane), at)?;
    Ok(holder.is_some_and(|holder| assert.valid_to.is_none() || assert.valid_to == holder.to))
}

/// The key and the value that an assert is of; nothing where one of them was never told.
fn value_of(
    tx: &Connection,
    context: &Context<'_>,
    assert: &NewAssert,
) -> Result<Option<(i64, i64)>, LedgerError> {
    let key = Key::new(&assert.subject, &assert.relation, assert.scope.as_deref());
    let Some(key) = crate::chain::find_key(tx, context.space, &key)? else { return Ok(None) };
    let norm = normalize_text(assert.value.as_deref().unwrap_or(&assert.object));
    Ok(crate::chain::find_lane(tx, key, &norm)?.map(|lane| (key, lane)))
}

/// The same text told again: no new episode, each of its facts is vouched for. One that states bounds of its
/// own is told with them: to vouch for what was only observed would leave it open, and so would the first
/// telling, should it be withdrawn.
fn vouch_again(chain: &mut Chain<'_>, context: &Context<'_>) -> Result<Vec<Applied>, LedgerError> {
    let mut applied = Vec::new();
    for told in &context.write.told {
        let Told::Assert(assert) = told else { continue };
        let start = stated(assert);
        let from = start.unwrap_or_else(|| context.said(chain));
        if (start.is_some() || assert.valid_to.is_some()) && stands_alone(chain.tx()?, context, assert, from)?
        {
            let mut done = crate::tell::tell(chain, context, told)?;
            done.outcome = Outcome::Duplicate;
            applied.push(done);
            continue;
        }
        let confirm = NewConfirm {
            subject: assert.subject.clone(),
            relation: assert.relation.clone(),
            scope: assert.scope.clone(),
            object: assert.object.clone(),
            value: assert.value.clone(),
            at: None,
            span: assert.span,
        };
        let mut done = crate::tell::tell(chain, context, &Told::Confirm(confirm))?;
        done.outcome = Outcome::Duplicate;
        applied.push(done);
    }
    Ok(applied)
}
