//! Other spellings of a name that is known. Names that fold alike are one (`memstrata_model::key`);
//! beyond that, capitals within a name tell where its words begin, so that `BillingService` and
//! "billing service" are one name, whichever was told first, and `GitHub` and "git hub". What is told
//! under another spelling is told of the name that is known; so are names that case alone tells apart
//! where folding letter by letter does not (`straße`, STRASSE). Without somebody's capitals nothing is
//! taken apart or put together: "car pet" and "carpet" stay two
//! (`assets/docs/adr/0013-spellings-that-somebody-wrote.md`).

use std::collections::{HashMap, HashSet};

use memstrata_model::{close_gaps, fold_fully, normalize_name, spelt_with_other_case, split_capitals};
use rusqlite::{Connection, OptionalExtension as _, params};

use crate::chain::Chain;
use crate::error::LedgerError;
use crate::told::{NewAlias, NewProposal, Told, Write};

/// A part of a key, and the parts before it, normalised.
#[derive(Clone, Copy, Debug)]
enum Part<'a> {
    Subject,
    Relation,
    Scope(&'a str, &'a str),
}

/// How a name is shown that is known in a space; none where it is not.
fn known(tx: &Connection, space: i64, part: Part<'_>, normal: &str) -> Result<Option<String>, LedgerError> {
    let shown = |sql: &str, bound: &[&dyn rusqlite::ToSql]| {
        tx.prepare_cached(sql)?.query_row(bound, |row| row.get::<_, String>(0)).optional()
    };
    let found = match part {
        Part::Subject => shown(
            "SELECT shown_subject FROM key INDEXED BY key_by_name WHERE space_id = ?1 AND subject = ?2 LIMIT 1",
            params![space, normal],
        )?,
        Part::Relation => shown(
            "SELECT shown_relation FROM key INDEXED BY key_by_relation WHERE space_id = ?1 AND relation = ?2
             UNION ALL SELECT name FROM relation WHERE space_id = ?1 AND name = ?2
             UNION ALL SELECT alias FROM relation_alias WHERE space_id = ?1 AND alias = ?2 LIMIT 1",
            params![space, normal],
        )?,
        Part::Scope(subject, relation) => shown(
            "SELECT shown_scope FROM key WHERE space_id = ?1 AND subject = ?2 AND relation = ?3 AND scope = ?4",
            params![space, subject, relation, normal],
        )?,
    };
    Ok(found)
}

/// The known name that a name is another spelling of, as it is shown; none where it is known as it is,
/// or not at all.
fn other(tx: &Connection, space: i64, part: Part<'_>, name: &str) -> Result<Option<String>, LedgerError> {
    if !has_another(name) {
        return Ok(None);
    }
    let (split, normal) = (split_capitals(name), normalize_name(name));
    let mut found = match split {
        Some(split) => known(tx, space, part, &split)?,
        None => None,
    };
    // "billing service", where somebody wrote `BillingService`.
    if let (None, Some(closed)) = (&found, close_gaps(&normal)) {
        found = known(tx, space, part, &closed)?
            .filter(|shown| split_capitals(shown).as_deref() == Some(&*normal));
    }
    if found.is_none() {
        for spelt in spelt_with_other_case(&normal) {
            found = known(tx, space, part, &spelt)?;
            if found.is_some() {
                break;
            }
        }
    }
    match found {
        Some(found) if known(tx, space, part, &normal)?.is_none() => Ok(Some(found)),
        _ => Ok(None),
    }
}

/// The known subject that a name is another spelling of.
pub(crate) fn known_subject(tx: &Connection, space: i64, name: &str) -> Result<Option<String>, LedgerError> {
    other(tx, space, Part::Subject, name)
}

/// A subject as it is known, normalised.
pub(crate) fn subject(tx: &Connection, space: i64, name: &str) -> Result<String, LedgerError> {
    Ok(normalize_name(other(tx, space, Part::Subject, name)?.as_deref().unwrap_or(name)))
}

/// A relation as it is known, normalised.
pub(crate) fn relation(tx: &Connection, space: i64, name: &str) -> Result<String, LedgerError> {
    Ok(normalize_name(other(tx, space, Part::Relation, name)?.as_deref().unwrap_or(name)))
}

/// A key as it is known.
pub(crate) fn key(
    tx: &Connection,
    space: i64,
    names: (&str, &str, Option<&str>),
) -> Result<memstrata_model::Key, LedgerError> {
    let (subject, relation) = (subject(tx, space, names.0)?, relation(tx, space, names.1)?);
    let scope = match names.2 {
        Some(scope) => {
            let known = other(tx, space, Part::Scope(&subject, &relation), scope)?;
            normalize_name(known.as_deref().unwrap_or(scope))
        }
        None => String::new(),
    };
    Ok(memstrata_model::Key { subject, relation, scope })
}

/// Whether a name may have another spelling: a capital within it, a gap between letters, or a letter
/// that another case tells otherwise (`spelt_with_other_case`).
fn has_another(name: &str) -> bool {
    let cased = name.as_bytes().windows(2).any(|pair| pair.eq_ignore_ascii_case(b"ss"))
        || name.split(|c: char| !c.is_alphanumeric()).any(|word| word.starts_with(['i', 'I']));
    if cased {
        return true;
    }
    let letter = |byte: u8| byte.is_ascii_alphabetic() || !byte.is_ascii();
    let bytes = name.as_bytes();
    bytes.windows(2).any(|pair| letter(pair[0]) && pair[1].is_ascii_uppercase() || !pair[0].is_ascii())
        || bytes
            .windows(3)
            .any(|three| letter(three[0]) && matches!(three[1], b' ' | b'_' | b'-') && letter(three[2]))
}

/// Names that were told before as they are known, in this process.
#[derive(Debug, Default)]
pub(crate) struct Settled {
    names: HashMap<(i64, bool), HashSet<String>>,
    /// Those with capitals within, normalised: they may not be in the file yet.
    capitals: HashSet<(i64, String)>,
}

/// So many names are remembered.
const REMEMBERED: usize = 200_000;

/// A write with every name as it is known, where one is told in another spelling.
pub(crate) fn as_known(
    chain: &mut Chain<'_>,
    space: i64,
    write: &Write,
) -> Result<Option<Write>, LedgerError> {
    let told = all_as_known(chain, space, &write.told)?;
    Ok(told.map(|told| Write { told, ..write.clone() }))
}

fn all_as_known(chain: &mut Chain<'_>, space: i64, all: &[Told]) -> Result<Option<Vec<Told>>, LedgerError> {
    let mut respelt: Option<Vec<Told>> = None;
    let mut beside = (all.len() > 1).then(Vec::new);
    for (place, told) in all.iter().enumerate() {
        if let Some(told) = told_as_known(chain, space, told, &mut beside)? {
            respelt.get_or_insert_with(|| all.to_vec())[place] = told;
        }
    }
    Ok(respelt)
}

/// Names told beside each other, each a subject or not; none where one thing is told alone.
type Beside = Option<Vec<(bool, String)>>;

fn told_as_known(
    chain: &mut Chain<'_>,
    space: i64,
    told: &Told,
    beside: &mut Beside,
) -> Result<Option<Told>, LedgerError> {
    let (subject, relation, scope) = match told {
        Told::Assert(new) => (&new.subject, &new.relation, &new.scope),
        Told::End(new) => (&new.subject, &new.relation, &new.scope),
        Told::Confirm(new) => (&new.subject, &new.relation, &new.scope),
        Told::Retract(new) => (&new.subject, &new.relation, &new.scope),
        Told::Decide { item, choice, acts } => {
            let decided = |acts| Told::Decide { item: item.clone(), choice: choice.clone(), acts };
            return Ok(all_as_known(chain, space, acts)?.map(decided));
        }
        Told::Propose(new) => {
            let proposed = |acts| Told::Propose(NewProposal { acts, ..new.clone() });
            return Ok(all_as_known(chain, space, &new.acts)?.map(proposed));
        }
        Told::Alias(new) => return Ok(alias_as_known(chain.tx()?, space, new)?.map(Told::Alias)),
        _ => return Ok(None),
    };
    let own = (subject.as_str(), relation.as_str());
    let subject = told_name(chain, space, (true, own.0), beside)?;
    let relation = told_name(chain, space, (false, own.1), beside)?;
    let scope = match scope {
        Some(scope) if has_another(scope) => {
            let subject = normalize_name(subject.as_deref().unwrap_or(own.0));
            let relation = normalize_name(relation.as_deref().unwrap_or(own.1));
            other(chain.tx()?, space, Part::Scope(&subject, &relation), scope)?
        }
        _ => None,
    };
    if subject.is_none() && relation.is_none() && scope.is_none() {
        return Ok(None);
    }
    let mut told = told.clone();
    let (own_subject, own_relation, own_scope) = match &mut told {
        Told::Assert(new) => (&mut new.subject, &mut new.relation, &mut new.scope),
        Told::End(new) => (&mut new.subject, &mut new.relation, &mut new.scope),
        Told::Confirm(new) => (&mut new.subject, &mut new.relation, &mut new.scope),
        Told::Retract(new) => (&mut new.subject, &mut new.relation, &mut new.scope),
        _ => return Ok(None),
    };
    if let Some(subject) = subject {
        *own_subject = subject;
    }
    if let Some(relation) = relation {
        *own_relation = relation;
    }
    if scope.is_some() {
        *own_scope = scope;
    }
    Ok(Some(told))
}

/// A subject or a relation that is told: the known name that it is another spelling of.
fn told_name(
    chain: &mut Chain<'_>,
    space: i64,
    (is_subject, name): (bool, &str),
    beside: &mut Beside,
) -> Result<Option<String>, LedgerError> {
    if !has_another(name) {
        remember(beside, is_subject, name);
        return Ok(None);
    }
    let settled = &mut chain.caches.settled;
    if settled.names.get(&(space, is_subject)).is_some_and(|names| names.contains(name)) {
        remember(beside, is_subject, name);
        return Ok(None);
    }
    let (part, normal) = (if is_subject { Part::Subject } else { Part::Relation }, normalize_name(name));
    let has_capitals = split_capitals(name).is_some();
    let folded = fold_fully(&normal);
    let waits = close_gaps(&normal).is_some_and(|closed| settled.capitals.contains(&(space, closed)))
        || settled.capitals.contains(&(space, folded.clone().unwrap_or_else(|| normal.clone())));
    // Of what was told in this transaction the file need not hold anything yet.
    let tx = if has_capitals || waits || folded.is_some() { chain.tx()? } else { chain.file() };
    let mut found = other(tx, space, part, name)?;
    if found.is_none() && known(tx, space, part, &normal)?.is_none() {
        let earlier = beside.iter().flatten().filter(|(of_subject, _)| *of_subject == is_subject);
        found = earlier.map(|(_, earlier)| earlier).find(|earlier| are_one(earlier, name)).cloned();
    }
    if found.is_none() {
        remember(beside, is_subject, name);
        let settled = &mut chain.caches.settled;
        if let Some(folded) = folded {
            settled.capitals.insert((space, folded));
        }
        if has_capitals {
            settled.capitals.insert((space, normal));
        }
        let names = settled.names.entry((space, is_subject)).or_default();
        if names.len() >= REMEMBERED {
            names.clear();
        }
        names.insert(name.to_owned());
    }
    Ok(found)
}

fn remember(beside: &mut Beside, is_subject: bool, name: &str) {
    if let Some(names) = beside {
        names.push((is_subject, name.to_owned()));
    }
}

/// Whether the capitals of one of two names tell the other, or their case alone tells them apart.
fn are_one(one: &str, other: &str) -> bool {
    let fully = |name: &str| {
        let normal = normalize_name(name);
        fold_fully(&normal).unwrap_or(normal)
    };
    if !(one.is_ascii() && other.is_ascii()) && fully(one) == fully(other) {
        return true;
    }
    split_capitals(one).is_some_and(|split| split == normalize_name(other))
        || split_capitals(other).is_some_and(|split| split == normalize_name(one))
}

fn alias_as_known(tx: &Connection, space: i64, new: &NewAlias) -> Result<Option<NewAlias>, LedgerError> {
    let from = other(tx, space, Part::Subject, &new.subject)?;
    let into = other(tx, space, Part::Subject, &new.into_subject)?;
    if from.is_none() && into.is_none() {
        return Ok(None);
    }
    let mut new = new.clone();
    if let Some(from) = from {
        new.subject = from;
    }
    if let Some(into) = into {
        new.into_subject = into;
    }
    Ok(Some(new))
}
