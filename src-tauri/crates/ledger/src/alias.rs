//! One name for two: which key an entry's key belongs to now. Entries keep the names they were
//! told under; `key_into` and `lane_into` say where they count. Derived from `alias` entries and
//! from the aliases of relations, so that a merge can be voided like anything else.

use std::collections::{BTreeMap, BTreeSet};

use memstrata_model::{Instant, Key, fact::TimelineKey, normalize_name};
use rusqlite::{Connection, OptionalExtension as _, params};

use crate::error::LedgerError;
use crate::line::AliasLine;

/// The key that a key's entries count for.
pub(crate) fn home(tx: &Connection, key: i64) -> Result<i64, LedgerError> {
    Ok(tx
        .prepare_cached("SELECT into_key FROM key_into WHERE key_id = ?1")?
        .query_row([key], |row| row.get(0))
        .optional()?
        .unwrap_or(key))
}

/// The lane that a lane's values count for.
pub(crate) fn home_lane(tx: &Connection, lane: i64) -> Result<i64, LedgerError> {
    Ok(tx
        .prepare_cached("SELECT into_lane FROM lane_into WHERE lane = ?1")?
        .query_row([lane], |row| row.get(0))
        .optional()?
        .unwrap_or(lane))
}

/// Whether other keys count for this one.
pub(crate) fn has_guests(tx: &Connection, key: i64) -> Result<bool, LedgerError> {
    Ok(tx.prepare_cached("SELECT 1 FROM key_into WHERE into_key = ?1 LIMIT 1")?.exists([key])?)
}

/// What the counting alias entries up to one of them say: from a subject, or a whole key, into
/// another; and the other names of relations.
#[derive(Debug, Default)]
struct Aliases {
    subjects: BTreeMap<String, String>,
    keys: BTreeMap<Key, Key>,
    relations: BTreeMap<String, String>,
}

impl Aliases {
    fn read(tx: &Connection, space: i64, up_to: i64) -> Result<Aliases, LedgerError> {
        let mut statement = tx.prepare_cached(
            "SELECT payload FROM entry LEFT JOIN discounted USING (seq)
             WHERE kind = 'alias' AND kind IN ('alias', 'relation') AND space_id = ?1 AND entry.seq <= ?2 AND discounted.seq IS NULL ORDER BY entry.seq",
        )?;
        let payloads: Vec<String> =
            statement.query_map([space, up_to], |row| row.get(0))?.collect::<Result<_, _>>()?;
        let mut aliases = Aliases { relations: crate::registry::aliases(tx, space)?, ..Aliases::default() };
        for payload in payloads {
            let Ok(line) = serde_json::from_str::<AliasLine>(&payload) else { continue };
            aliases.take(&line);
        }
        Ok(aliases)
    }

    /// As [`Aliases::read`], as believed at a system time.
    fn read_at(tx: &Connection, space: i64, believed: Instant) -> Result<Aliases, LedgerError> {
        let mut statement = tx.prepare_cached(
            "SELECT seq, kind, payload, recorded_at FROM entry
             WHERE kind IN ('alias', 'relation') AND space_id = ?1 AND recorded_at <= ?2 ORDER BY seq",
        )?;
        let rows = statement
            .query_map(params![space, believed.micros()], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
            })?
            .collect::<Result<Vec<(i64, String, String, i64)>, _>>()?;
        let mut aliases = Aliases::default();
        let mut said = Vec::new();
        for (seq, kind, payload, recorded_at) in rows {
            let counts = crate::read::counts_at(tx, seq, believed)?;
            if kind == "relation" {
                said.extend(crate::registry::read_said(
                    (seq, Instant::from_micros(recorded_at)),
                    counts,
                    &payload,
                ));
            } else if let (true, Ok(line)) = (counts, serde_json::from_str::<AliasLine>(&payload)) {
                aliases.take(&line);
            }
        }
        aliases.relations = crate::registry::claimed(&crate::registry::counting(tx, space, said)?);
        Ok(aliases)
    }

    fn take(&mut self, line: &AliasLine) {
        match &line.relation {
            None => {
                self.subjects.insert(normalize_name(&line.subject), normalize_name(&line.into_subject));
            }
            Some(relation) => {
                let (from, into) = moved_key(line, relation);
                self.keys.insert(from, into);
            }
        }
    }

    /// The names that lead to a key, without its own.
    fn leading_to(&self, home: &Key) -> BTreeSet<Key> {
        let mut found = BTreeSet::new();
        let mut open = vec![home.clone()];
        while let Some(at) = open.pop() {
            let subjects = self.subjects.iter().filter(|(_, into)| **into == at.subject);
            let relations = self.relations.iter().filter(|(_, into)| **into == at.relation);
            let before = subjects
                .map(|(from, _)| Key { subject: from.clone(), ..at.clone() })
                .chain(relations.map(|(from, _)| Key { relation: from.clone(), ..at.clone() }))
                .chain(self.keys.iter().filter(|(_, into)| **into == at).map(|(from, _)| from.clone()));
            for key in before {
                if key != *home && self.resolve(&key).as_ref() == Some(home) && found.insert(key.clone()) {
                    open.push(key);
                }
            }
        }
        found
    }

    /// The names that lead in a circle, each as a key of that name. Every circle goes through a name that
    /// an alias begins at.
    fn circles(&self) -> BTreeSet<Key> {
        let of_relation = |relation: &String| Key {
            subject: "a subject of no key".into(),
            relation: relation.clone(),
            scope: String::new(),
        };
        let names = self.subjects.keys().map(|subject| any_key_of(subject));
        names
            .chain(self.relations.keys().map(of_relation))
            .chain(self.keys.keys().cloned())
            .filter(|key| self.resolve(key).is_none())
            .collect()
    }

    /// Where a key leads, following one alias after another; `None` where it goes in a circle.
    fn resolve(&self, key: &Key) -> Option<Key> {
        let mut at = key.clone();
        let mut seen = BTreeSet::from([at.clone()]);
        loop {
            let next = if let Some(key) = self.keys.get(&at) {
                key.clone()
            } else if let Some(subject) = self.subjects.get(&at.subject) {
                Key { subject: subject.clone(), ..at.clone() }
            } else if let Some(relation) = self.relations.get(&at.relation) {
                Key { relation: relation.clone(), ..at.clone() }
            } else {
                return Some(at);
            };
            if !seen.insert(next.clone()) {
                return None;
            }
            at = next;
        }
    }
}

/// A key of a subject that no alias of a key or a relation moves.
fn any_key_of(subject: &str) -> Key {
    Key { subject: subject.to_owned(), relation: "a relation of no key".into(), scope: String::new() }
}

/// The keys that an alias of one relation moves between.
pub(crate) fn moved_key(line: &AliasLine, relation: &str) -> (Key, Key) {
    let from = Key::new(&line.subject, relation, line.scope.as_deref());
    let into = Key::new(
        &line.into_subject,
        line.into_relation.as_deref().unwrap_or(relation),
        line.into_scope.as_deref().or(line.scope.as_deref()),
    );
    (from, into)
}

/// The keys that were moved by themselves, each with the one that it counts for now, as it is shown.
pub(crate) fn of_keys(
    tx: &Connection,
    name: &str,
    space: i64,
) -> Result<Vec<(Key, TimelineKey)>, LedgerError> {
    if !any(tx, space)? {
        return Ok(Vec::new());
    }
    let aliases = Aliases::read(tx, space, i64::MAX)?;
    let mut moved = Vec::new();
    for from in aliases.keys.keys() {
        let Some(into) = aliases.resolve(from) else { continue };
        let into = match crate::chain::find_key(tx, space, &into)? {
            Some(row) => crate::absence::shown_key(tx, name, row)?,
            None => continue,
        };
        moved.push((from.clone(), into));
    }
    Ok(moved)
}

/// Refuses an alias that would lead in a circle or nowhere.
///
/// # Errors
/// The names are empty, the same, or names would lead back to where they come from.
pub(crate) fn check(tx: &Connection, space: i64, line: &AliasLine, up_to: i64) -> Result<(), LedgerError> {
    if normalize_name(&line.subject).is_empty() || normalize_name(&line.into_subject).is_empty() {
        return Err(LedgerError::Empty { field: "subject" });
    }
    let told = || format!("{} into {}", line.subject, line.into_subject);
    let itself = match &line.relation {
        None => normalize_name(&line.subject) == normalize_name(&line.into_subject),
        Some(relation) => {
            let (from, into) = moved_key(line, relation);
            from == into
        }
    };
    if itself {
        return Err(LedgerError::BadValue { what: CIRCLE, value: told() });
    }
    let mut aliases = Aliases::read(tx, space, up_to)?;
    let before = aliases.circles();
    aliases.take(line);
    refuse_new(&before, &aliases, told)
}

const CIRCLE: &str = "alias: it leads back to where it comes from";

/// Refuses names that go in circles where none did before: a subject, a relation and a moved key may
/// lead back to each other by turns.
fn refuse_new(
    before: &BTreeSet<Key>,
    after: &Aliases,
    told: impl FnOnce() -> String,
) -> Result<(), LedgerError> {
    if after.circles().is_subset(before) {
        return Ok(());
    }
    Err(LedgerError::BadValue { what: CIRCLE, value: told() })
}

/// The names of a space that go in circles; what is written is refused where it adds one.
pub(crate) fn circles(tx: &Connection, space: i64) -> Result<BTreeSet<Key>, LedgerError> {
    if !any(tx, space)? {
        return Ok(BTreeSet::new());
    }
    Ok(Aliases::read(tx, space, i64::MAX)?.circles())
}

/// As [`check`], of what was withdrawn or let in: aliases that come back by it.
///
/// # Errors
/// Names go in a circle that did not before.
pub(crate) fn check_again(
    tx: &Connection,
    space: i64,
    before: &BTreeSet<Key>,
    id: &str,
) -> Result<(), LedgerError> {
    if circles(tx, space)?.is_subset(before) {
        return Ok(());
    }
    Err(LedgerError::BadValue {
        what: "act: an alias that comes back by it leads back to where it comes from",
        value: id.to_owned(),
    })
}

/// Whether an alias says what the last one of its names said already.
pub(crate) fn is_so(tx: &Connection, space: i64, line: &AliasLine) -> Result<bool, LedgerError> {
    let aliases = Aliases::read(tx, space, i64::MAX)?;
    Ok(match &line.relation {
        None => {
            aliases.subjects.get(&normalize_name(&line.subject)) == Some(&normalize_name(&line.into_subject))
        }
        Some(relation) => {
            let (from, into) = moved_key(line, relation);
            aliases.keys.get(&from) == Some(&into)
        }
    })
}

/// Refuses aliases of a relation that would lead in a circle.
///
/// # Errors
/// A name is empty, or leads back to where it comes from.
pub(crate) fn check_relation(
    tx: &Connection,
    space: i64,
    relation: &str,
    names: &[String],
) -> Result<(), LedgerError> {
    let relation = normalize_name(relation);
    if relation.is_empty() {
        return Err(LedgerError::Empty { field: "relation" });
    }
    if names.iter().any(|name| normalize_name(name).is_empty()) {
        return Err(LedgerError::Empty { field: "alias" });
    }
    let mut aliases = Aliases::read(tx, space, i64::MAX)?;
    let before = aliases.circles();
    aliases.relations.retain(|_, into| *into != relation);
    aliases.relations.extend(names.iter().map(|name| (normalize_name(name), relation.clone())));
    refuse_new(&before, &aliases, || format!("{} into {relation}", names.join(", ")))
}

/// Brings `key_into` and `lane_into` up to date with the aliases that count; answers the keys
/// whose timeline may have changed by it.
pub(crate) fn remap(tx: &Connection, space: i64, up_to: i64) -> Result<BTreeSet<i64>, LedgerError> {
    let aliases = Aliases::read(tx, space, up_to)?;
    let keys: Vec<(i64, Key)> = tx
        .prepare_cached(
            "SELECT key_id, subject, relation, scope FROM key WHERE space_id = ?1 ORDER BY key_id",
        )?
        .query_map([space], |row| {
            Ok((row.get(0)?, Key { subject: row.get(1)?, relation: row.get(2)?, scope: row.get(3)? }))
        })?
        .collect::<Result<_, _>>()?;
    let mut changed = BTreeSet::new();
    for (key, names) in keys {
        changed.extend(remap_key(tx, space, &aliases, key, &names)?);
    }
    Ok(changed)
}

/// As [`remap`], for a key that was just made.
pub(crate) fn map_new_key(tx: &Connection, space: i64, key: i64, up_to: i64) -> Result<(), LedgerError> {
    let aliases = Aliases::read(tx, space, up_to)?;
    let names = tx
        .prepare_cached("SELECT subject, relation, scope FROM key WHERE key_id = ?1")?
        .query_row([key], |row| {
            Ok(Key { subject: row.get(0)?, relation: row.get(1)?, scope: row.get(2)? })
        })?;
    remap_key(tx, space, &aliases, key, &names)?;
    Ok(())
}

/// Whether any name of a space was ever made to count for another.
pub(crate) fn any(tx: &Connection, space: i64) -> Result<bool, LedgerError> {
    let named = tx
        .prepare_cached("SELECT 1 FROM entry WHERE kind = 'alias' AND kind IN ('alias', 'relation') AND space_id = ?1 LIMIT 1")?
        .exists([space])?;
    Ok(named
        || tx.prepare_cached("SELECT 1 FROM relation_alias WHERE space_id = ?1 LIMIT 1")?.exists([space])?)
}

/// The key that some names lead to now.
pub(crate) fn leads_to(tx: &Connection, space: i64, key: &Key) -> Result<Key, LedgerError> {
    if !any(tx, space)? {
        return Ok(key.clone());
    }
    Ok(Aliases::read(tx, space, i64::MAX)?.resolve(key).unwrap_or_else(|| key.clone()))
}

/// The row of a key, also where it was only told under a name that this one leads to.
pub(crate) fn look_up(tx: &Connection, space: i64, key: &Key) -> Result<Option<i64>, LedgerError> {
    if let Some(found) = crate::chain::find_key(tx, space, key)? {
        return Ok(Some(found));
    }
    let led = leads_to(tx, space, key)?;
    if led == *key { Ok(None) } else { crate::chain::find_key(tx, space, &led) }
}

/// The keys whose entries counted for one at a moment of belief, itself first.
pub(crate) fn counting_for(
    tx: &Connection,
    space: i64,
    key: i64,
    believed: Instant,
) -> Result<Vec<i64>, LedgerError> {
    let mut keys = vec![key];
    if believed == Instant::MAX {
        let mut statement =
            tx.prepare_cached("SELECT key_id FROM key_into WHERE into_key = ?1 ORDER BY key_id")?;
        let guests = statement.query_map([key], |row| row.get::<_, i64>(0))?;
        keys.extend(guests.collect::<Result<Vec<_>, _>>()?);
        return Ok(keys);
    }
    if !any(tx, space)? {
        return Ok(keys);
    }
    let home = tx
        .prepare_cached("SELECT subject, relation, scope FROM key WHERE key_id = ?1")?
        .query_row([key], |row| {
            Ok(Key { subject: row.get(0)?, relation: row.get(1)?, scope: row.get(2)? })
        })?;
    for guest in Aliases::read_at(tx, space, believed)?.leading_to(&home) {
        keys.extend(crate::chain::find_key(tx, space, &guest)?);
    }
    Ok(keys)
}

fn remap_key(
    tx: &Connection,
    space: i64,
    aliases: &Aliases,
    key: i64,
    names: &Key,
) -> Result<BTreeSet<i64>, LedgerError> {
    let mut changed = BTreeSet::new();
    let before = home(tx, key)?;
    let target = aliases.resolve(names).filter(|target| target != names);
    let after = match &target {
        None => key,
        Some(target) => find_or_make(tx, space, target)?,
    };
    if before != after {
        changed.extend([key, before, after]);
        if after == key {
            tx.execute("DELETE FROM key_into WHERE key_id = ?1", [key])?;
        } else {
            tx.execute("INSERT OR REPLACE INTO key_into (key_id, into_key) VALUES (?1, ?2)", [key, after])?;
        }
    }
    for changed in &changed {
        if home(tx, *changed)? == *changed {
            remap_lanes(tx, *changed)?;
        }
    }
    Ok(changed)
}

/// Equal values of a key and of those that count for it share the lane that was first. Lanes are
/// numbered as they are told, so the first stays the first whatever is told later.
pub(crate) fn remap_lanes(tx: &Connection, home: i64) -> Result<(), LedgerError> {
    for (lane, into) in crate::alike::firsts(tx, home)? {
        if into == lane {
            tx.prepare_cached("DELETE FROM lane_into WHERE lane = ?1")?.execute([lane])?;
        } else {
            tx.prepare_cached("INSERT OR REPLACE INTO lane_into (lane, into_lane) VALUES (?1, ?2)")?
                .execute([lane, into])?;
        }
    }
    Ok(())
}

fn find_or_make(tx: &Connection, space: i64, key: &Key) -> Result<i64, LedgerError> {
    if let Some(found) = crate::chain::find_key(tx, space, key)? {
        return Ok(found);
    }
    tx.execute(
        "INSERT INTO key (space_id, subject, relation, scope, shown_subject, shown_relation, shown_scope, digest)
         VALUES (?1, ?2, ?3, ?4, ?2, ?3, ?4, ?5)",
        params![
            space,
            key.subject,
            key.relation,
            key.scope,
            crate::own_digests::of_key(space, key, [&key.subject, &key.relation, &key.scope])
        ],
    )?;
    Ok(tx.last_insert_rowid())
}

/// The subject that a name leads to, and the name itself.
pub(crate) fn subject_names(tx: &Connection, space: i64, subject: &str) -> Result<Vec<String>, LedgerError> {
    let aliases = Aliases::read(tx, space, i64::MAX)?;
    let mut names = vec![subject.to_owned()];
    let mut at = subject.to_owned();
    while let Some(next) = aliases.subjects.get(&at) {
        if names.contains(next) {
            break;
        }
        names.push(next.clone());
        at.clone_from(next);
    }
    Ok(names)
}

/// The relation that a name leads to, and the name itself.
pub(crate) fn relation_names(
    tx: &Connection,
    space: i64,
    relation: &str,
) -> Result<Vec<String>, LedgerError> {
    let mut names = vec![relation.to_owned()];
    let led = crate::registry::canonical(tx, space, relation)?;
    if led != relation {
        names.push(led);
    }
    Ok(names)
}

/// Other names of subjects, each with the subject that it counts for, as first told; longest first.
pub(crate) fn of_subjects(tx: &Connection, space: i64) -> Result<Vec<(String, String)>, LedgerError> {
    if !any(tx, space)? {
        return Ok(Vec::new());
    }
    let aliases = Aliases::read(tx, space, i64::MAX)?;
    let mut named = Vec::new();
    for name in aliases.subjects.keys() {
        // Where undone aliases were brought back, they may lead in a circle.
        let Some(Key { subject: home, .. }) = aliases.resolve(&any_key_of(name)) else { continue };
        let shown: Option<String> = tx
            .prepare_cached("SELECT min(shown_subject) FROM key WHERE space_id = ?1 AND subject = ?2")?
            .query_row(params![space, home], |row| row.get(0))?;
        named.push((name.clone(), shown.unwrap_or(home)));
    }
    named.sort_by(|a, b| b.0.len().cmp(&a.0.len()).then_with(|| a.cmp(b)));
    Ok(named)
}
