//! What a transaction knows of names and values: keys and what they are, relations, the values of
//! keys; read once, or made here.

use memstrata_model::Cardinality;
use rusqlite::Connection;

use super::{Daybook, KeyState, KnownValue};
use crate::chain::ObjectRow;
use crate::error::LedgerError;
use crate::registry::RelationNow;
use crate::rows::{KeyRow, ValueRow};

impl Daybook {
    pub fn space(&mut self, tx: &Connection, name: &str) -> Result<i64, LedgerError> {
        if let Some((_, id)) = self.standing.spaces.iter().find(|(known, _)| known == name) {
            return Ok(*id);
        }
        let id = crate::store::space_id(tx, name)?;
        self.standing.spaces.push((name.to_owned(), id));
        Ok(id)
    }

    /// Makes a key that no alias leads from or to.
    pub fn new_key(
        &mut self,
        tx: &Connection,
        space: i64,
        key: &memstrata_model::Key,
        shown: [String; 3],
    ) -> Result<i64, LedgerError> {
        let next = self.next(tx)?;
        let id = next.key;
        next.key += 1;
        self.pending.keys.push(KeyRow { id, space, key: key.clone(), shown });
        let set_valued = self.relation(tx, space, &key.relation)?.cardinality == Cardinality::Set;
        self.states.insert(id, KeyState { set_valued, alone: true, unread: true });
        Ok(id)
    }

    pub fn relation(
        &mut self,
        tx: &Connection,
        space: i64,
        relation: &str,
    ) -> Result<RelationNow, LedgerError> {
        let name = (space, relation.to_owned());
        if let Some(known) = self.standing.relations.get(&name) {
            return Ok(*known);
        }
        let canonical = crate::registry::canonical(tx, space, relation)?;
        let now = crate::registry::relation_now(tx, space, &canonical)?;
        self.standing.relations.insert(name, now);
        Ok(now)
    }

    pub fn state(&mut self, tx: &Connection, key: i64) -> Result<KeyState, LedgerError> {
        if let Some(state) = self.states.get(&key) {
            return Ok(*state);
        }
        let merged = self.is_merged(tx)?;
        let state = KeyState {
            set_valued: crate::replay::is_set_valued(tx, key)?,
            alone: !merged || (crate::alias::home(tx, key)? == key && !crate::alias::has_guests(tx, key)?),
            unread: self.derived.as_ref().is_some_and(|derived| !derived.contains(&key)),
        };
        self.states.insert(key, state);
        Ok(state)
    }

    /// As [`Daybook::state`], of a key whose relation is known.
    pub fn state_of(
        &mut self,
        tx: &Connection,
        space: i64,
        key: i64,
        relation: &str,
    ) -> Result<KeyState, LedgerError> {
        if let Some(state) = self.states.get(&key) {
            return Ok(*state);
        }
        // A name that leads in a circle stands for itself, and not for what it leads to.
        if self.derived.is_none() && !self.is_merged(tx)? && !self.has_aliases(tx, space)? {
            let set_valued = self.relation(tx, space, relation)?.cardinality == Cardinality::Set;
            let state = KeyState { set_valued, alone: true, unread: false };
            self.states.insert(key, state);
            return Ok(state);
        }
        self.state(tx, key)
    }

    fn is_merged(&mut self, tx: &Connection) -> Result<bool, LedgerError> {
        match self.standing.merged {
            Some(merged) => Ok(merged),
            None => Ok(*self
                .standing
                .merged
                .insert(tx.prepare_cached("SELECT 1 FROM key_into LIMIT 1")?.exists([])?)),
        }
    }

    /// Whether a batch was withdrawn before an entry.
    pub fn is_withdrawn(&mut self, tx: &Connection, batch: i64, seq: i64) -> Result<bool, LedgerError> {
        if let Some((known, withdrawn)) = self.batch
            && known == batch
        {
            return Ok(withdrawn);
        }
        let withdrawn = crate::recount::is_voided(tx, batch, seq)?;
        self.batch = Some((batch, withdrawn));
        Ok(withdrawn)
    }

    pub fn has_aliases(&mut self, tx: &Connection, space: i64) -> Result<bool, LedgerError> {
        if let Some((known, any)) = self.standing.aliases
            && known == space
        {
            return Ok(any);
        }
        let any = crate::alias::any(tx, space)?;
        self.standing.aliases = Some((space, any));
        Ok(any)
    }

    pub fn has_claims(&mut self, tx: &Connection) -> Result<bool, LedgerError> {
        if let Some(known) = self.standing.claims {
            return Ok(known);
        }
        let any = tx.prepare_cached("SELECT 1 FROM claim_source LIMIT 1")?.exists([])?;
        Ok(*self.standing.claims.insert(any))
    }

    pub(super) fn has_discounted(&mut self, tx: &Connection) -> Result<bool, LedgerError> {
        if let Some(known) = self.standing.discounted {
            return Ok(known);
        }
        let any = tx.prepare_cached("SELECT 1 FROM discounted LIMIT 1")?.exists([])?;
        Ok(*self.standing.discounted.insert(any))
    }

    /// The values of a key with a normalised form, the first one first.
    pub fn values(
        &mut self,
        tx: &Connection,
        key: i64,
        norm: &str,
    ) -> Result<&mut Vec<KnownValue>, LedgerError> {
        use std::collections::hash_map::Entry;
        match self.values.entry((key, norm.to_owned())) {
            Entry::Occupied(known) => Ok(known.into_mut()),
            Entry::Vacant(place) => {
                let new = self.derived.is_none() && self.states.get(&key).is_some_and(|state| state.unread);
                let found = if new { Vec::new() } else { crate::chain::find_values(tx, key, norm)? };
                Ok(place.insert(found))
            }
        }
    }

    /// Adds a value; its lane is its own row where none is given.
    pub fn new_value(&mut self, tx: &Connection, mut value: ValueRow) -> Result<ObjectRow, LedgerError> {
        let next = self.next(tx)?;
        value.id = next.value;
        next.value += 1;
        if value.lane == 0 {
            value.lane = value.id;
        }
        let row = ObjectRow { id: value.id, lane: value.lane, digest: value.digest };
        if let Some(norm) = &value.norm
            && let Some(known) = self.values.get_mut(&(value.key, norm.clone()))
        {
            known.push(KnownValue { row, shown: value.shown.clone() });
        }
        self.pending.values.push(value);
        Ok(row)
    }
}
