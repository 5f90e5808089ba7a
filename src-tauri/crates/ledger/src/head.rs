//! The head of a key: what a conditional write must have seen.

use memstrata_model::{Instant, Key};
use rusqlite::Connection;

use crate::chain::Chain;
use crate::diff::entry_id;
use crate::error::LedgerError;
use crate::told::{Told, Write};

/// A write on a head that moved is refused, with the present head.
pub(crate) fn check(chain: &mut Chain<'_>, space: i64, write: &Write) -> Result<(), LedgerError> {
    let Some(seen) = &write.if_head else { return Ok(()) };
    let (subject, relation, scope) = match write.told.first() {
        Some(Told::Assert(a)) => (&a.subject, &a.relation, &a.scope),
        Some(Told::End(e)) => (&e.subject, &e.relation, &e.scope),
        Some(Told::Confirm(c)) => (&c.subject, &c.relation, &c.scope),
        Some(Told::Retract(r)) => (&r.subject, &r.relation, &r.scope),
        _ => {
            return Err(LedgerError::BadValue {
                what: "conditional write: it must tell a fact",
                value: seen.clone(),
            });
        }
    };
    let key = Key::new(subject, relation, scope.as_deref());
    let tx = chain.tx()?;
    let present = head_of(tx, space, &key)?;
    if present == *seen { Ok(()) } else { Err(LedgerError::HeadMoved { seen: seen.clone(), present }) }
}

/// The newest entry of those told to a key, or to one that counts for it, and of those that changed what
/// it says: a void, a decision, an alias or a relation are told to no key. Empty where there is none.
pub(crate) fn head_of(tx: &Connection, space: i64, key: &Key) -> Result<String, LedgerError> {
    let Some(key) = crate::alias::look_up(tx, space, key)? else { return Ok(String::new()) };
    let home = crate::alias::home(tx, key)?;
    let told: Option<i64> = tx
        .prepare_cached(
            "SELECT max(seq) FROM entry
             WHERE key_id = ?1 OR key_id IN (SELECT key_id FROM key_into WHERE into_key = ?1)",
        )?
        .query_row([home], |row| row.get(0))?;
    // Versions begin and end to be believed with the entry that changed them.
    let changed: Option<i64> = tx
        .prepare_cached("SELECT max(max(sys_from), ifnull(max(sys_to), 0)) FROM version WHERE key_id = ?1")?
        .query_row([home], |row| row.get(0))?;
    let told_at: Option<i64> = told.map(|seq| recorded_at(tx, seq)).transpose()?;
    let head = match changed.filter(|changed| told_at.is_none_or(|told| told < *changed)) {
        Some(changed) => crate::append::entry_recorded_at(tx, Instant::from_micros(changed))?,
        None => told,
    };
    head.map_or(Ok(String::new()), |seq| entry_id(tx, seq))
}

fn recorded_at(tx: &Connection, seq: i64) -> Result<i64, LedgerError> {
    Ok(tx
        .prepare_cached("SELECT recorded_at FROM entry WHERE seq = ?1")?
        .query_row([seq], |row| row.get(0))?)
}
