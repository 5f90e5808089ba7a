//! The inbox: what waits for somebody's decision. Held entries, proposals, disputes, keys whose
//! present is unsettled, claims whose sources fell. Derived from the log each time it is read;
//! deciding is `decide`'s.

use memstrata_model::{EventKind, Instant, Source, fact::TimelineKey};
use rusqlite::Connection;
use serde::Serialize;

use crate::absence::{interruption, keys_of, shown_key};
use crate::append::find_entry;
use crate::decide::decision_on;
use crate::diff::entry_id;
use crate::dispute::{is_disputed, rivals};
use crate::error::LedgerError;
use crate::fact::episodes_of;
use crate::grounds::fallen;
use crate::lanes::contested_keys;
use crate::line::{AliasLine, ProposalLine, RelationLine};
use crate::read::{FactPattern, VERSION, counts_at, object_of, read_version};
use crate::store::{Ledger, space_id};
use crate::told::{NewAssert, NewConfirm, NewRetract, Told};
use crate::why_waiting::{disputed_in, why_disputed, why_held};

/// What kind of decision is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ReviewKind {
    /// Told by a lesser or uncertain source: does it count?
    Held,
    /// Proposed, with a reason: does it count?
    Proposal,
    /// Two sources differ: which holds?
    Dispute,
    /// A bounded fact interrupted an open one: does the old value hold again?
    Unsettled,
    /// A claim lost a source: does it stand?
    Claim,
}

/// Something to be decided on.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReviewItem {
    pub id: String,
    pub kind: ReviewKind,
    /// When it came up.
    pub since: Instant,
    /// Whose act it is.
    pub authority: Option<String>,
    pub reason: String,
    /// The entries that a proposal is about.
    pub about: Vec<String>,
    /// What would count if it is accepted; of a dispute, the values to choose from.
    pub options: Vec<ReviewOption>,
    pub decision: Option<ReviewDecision>,
}

/// What could count.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReviewOption {
    /// The entry; of an offered value, the one that asserted it.
    pub id: String,
    /// `assert`, `end`, `void`, …
    pub act: String,
    pub key: Option<TimelineKey>,
    /// The value, or, of acts without one, what they do.
    pub object: Option<String>,
    pub valid_from: Option<Instant>,
    pub valid_to: Option<Instant>,
    /// The text it comes from.
    pub text: Option<String>,
    pub author: Option<String>,
    /// That text with its date and place.
    pub source: Option<Source>,
}

/// What was decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReviewDecision {
    /// The entry; voiding it takes the decision back.
    pub id: String,
    pub choice: String,
    pub at: Instant,
    pub authority: Option<String>,
}

/// What somebody decides.
#[derive(Clone, Debug)]
pub enum ReviewChoice {
    Accept,
    Reject,
    /// Of a dispute: the entry that holds.
    Choose(String),
    /// Another value, and where it is given another time, in place of what was told.
    Edit {
        object: String,
        valid_from: Option<Instant>,
        valid_to: Option<Instant>,
    },
}

impl Ledger {
    /// What waits for a decision, oldest first; with `decided` also what was decided on.
    ///
    /// # Errors
    /// The space does not exist.
    pub fn review(&self, space: &str, decided: bool) -> Result<Vec<ReviewItem>, LedgerError> {
        self.reading(|tx| {
            let id = space_id(tx, space)?;
            let mut items: Vec<(i64, ReviewItem)> = Vec::new();
            for seq in candidates(tx, id)? {
                if let Some(item) = read_item(tx, space, id, seq)?
                    && (decided || item.decision.is_none())
                {
                    items.push((seq, item));
                }
            }
            items.sort_by_key(|(seq, _)| *seq);
            items.dedup_by_key(|(seq, _)| *seq);
            Ok(items.into_iter().map(|(_, item)| item).collect())
        })
    }

    /// What waits for a decision and would change the keys of a pattern, oldest first.
    ///
    /// # Errors
    /// The space does not exist.
    pub fn waiting_on(&self, space: &str, pattern: &FactPattern) -> Result<Vec<ReviewItem>, LedgerError> {
        self.reading(|tx| {
            let id = space_id(tx, space)?;
            let mut items = Vec::new();
            for key in keys_of(tx, id, pattern)? {
                let held: Vec<i64> = tx
                    .prepare_cached(
                        "SELECT seq FROM entry WHERE held = 1 AND space_id = ?1 AND key_id = ?2 ORDER BY seq",
                    )?
                    .query_map([id, key], |row| row.get(0))?
                    .collect::<Result<_, _>>()?;
                for seq in held {
                    items.extend(read_item(tx, space, id, seq)?.filter(|item| item.decision.is_none()));
                }
            }
            Ok(items)
        })
    }

    /// One item of the inbox, decided or not.
    ///
    /// # Errors
    /// The space has no such entry, or there is nothing to decide on it.
    pub fn review_item(&self, space: &str, item: &str) -> Result<ReviewItem, LedgerError> {
        self.reading(|tx| {
            let id = space_id(tx, space)?;
            let seq = find_entry(tx, id, item, "item to decide on")?;
            read_item(tx, space, id, seq)?
                .ok_or_else(|| LedgerError::NotFound { what: "item to decide on", id: item.to_owned() })
        })
    }

    /// What a decision on an item tells the ledger.
    ///
    /// # Errors
    /// As [`Ledger::review_item`]; the choice does not fit the item.
    pub fn decision(&self, space: &str, item: &str, choice: &ReviewChoice) -> Result<Told, LedgerError> {
        let item = self.review_item(space, item)?;
        let misfit = |value: &str| LedgerError::BadValue {
            what: match item.kind {
                ReviewKind::Dispute => "choice here: name one of the two values by its entry",
                _ => "choice here: accept, reject or edit",
            },
            value: value.to_owned(),
        };
        let resolve = |choice: &str| Told::Resolve { dispute: item.id.clone(), choice: choice.to_owned() };
        Ok(match (choice, item.kind) {
            (ReviewChoice::Choose(entry), ReviewKind::Dispute) => {
                let acts = not_chosen(&item, entry);
                if acts.is_empty() {
                    resolve(entry)
                } else {
                    Told::Decide { item: item.id.clone(), choice: entry.clone(), acts }
                }
            }
            (ReviewChoice::Choose(entry), _) => return Err(misfit(entry)),
            (ReviewChoice::Accept, ReviewKind::Dispute) => return Err(misfit("accept")),
            (ReviewChoice::Reject, ReviewKind::Dispute) => return Err(misfit("reject")),
            (ReviewChoice::Edit { .. }, ReviewKind::Claim | ReviewKind::Dispute) => {
                return Err(misfit("edit"));
            }
            (ReviewChoice::Reject, _) => resolve("reject"),
            (ReviewChoice::Accept, ReviewKind::Unsettled) => Told::Decide {
                choice: "accept".to_owned(),
                acts: vec![offered(&item)?],
                item: item.id.clone(),
            },
            (ReviewChoice::Accept, _) => resolve("accept"),
            (ReviewChoice::Edit { object, valid_from, valid_to }, _) => Told::Decide {
                choice: "edit".to_owned(),
                acts: vec![edited(&item, object, *valid_from, *valid_to)?],
                item: item.id.clone(),
            },
        })
    }
}

/// What a choice between values of different times takes back: of what never changes the others were
/// never so. Values of one time need none, since one of them has it.
fn not_chosen(item: &ReviewItem, entry: &str) -> Vec<Told> {
    let Some(chosen) = item.options.iter().find(|option| option.id == entry) else { return Vec::new() };
    let others = item.options.iter().filter(|option| option.object != chosen.object);
    if others.clone().all(|option| option.valid_from == chosen.valid_from) {
        return Vec::new();
    }
    others
        .filter_map(|option| {
            let (key, object) = (option.key.as_ref()?, option.object.as_ref()?);
            Some(Told::Retract(NewRetract {
                subject: key.subject.clone(),
                relation: key.relation.clone(),
                scope: key.scope.clone(),
                object: object.clone(),
                everywhere: true,
                ..NewRetract::default()
            }))
        })
        .collect()
}

/// The old value of an unsettled key, vouched for again from where the other stopped.
fn offered(item: &ReviewItem) -> Result<Told, LedgerError> {
    let option = one_option(item)?;
    let (Some(key), Some(object)) = (&option.key, &option.object) else { return Err(nothing_in(item)) };
    Ok(Told::Confirm(NewConfirm {
        subject: key.subject.clone(),
        relation: key.relation.clone(),
        scope: key.scope.clone(),
        object: object.clone(),
        at: option.valid_from,
        ..NewConfirm::default()
    }))
}

fn edited(
    item: &ReviewItem,
    object: &str,
    from: Option<Instant>,
    to: Option<Instant>,
) -> Result<Told, LedgerError> {
    let option = one_option(item)?;
    let Some(key) = &option.key else { return Err(nothing_in(item)) };
    Ok(Told::Assert(NewAssert {
        subject: key.subject.clone(),
        relation: key.relation.clone(),
        scope: key.scope.clone(),
        object: object.to_owned(),
        valid_from: from.or(option.valid_from),
        valid_to: to.or(option.valid_to),
        ..NewAssert::default()
    }))
}

/// The only thing that would count: an edit of several would have to say which.
fn one_option(item: &ReviewItem) -> Result<&ReviewOption, LedgerError> {
    match item.options.as_slice() {
        [one] => Ok(one),
        _ => Err(nothing_in(item)),
    }
}

fn nothing_in(item: &ReviewItem) -> LedgerError {
    LedgerError::BadValue { what: "item with one value to edit", value: item.id.clone() }
}

/// Entries that there may be something to decide on.
fn candidates(tx: &Connection, space: i64) -> Result<Vec<i64>, LedgerError> {
    let mut found: Vec<i64> = Vec::new();
    for sql in [
        "SELECT entry.seq FROM entry WHERE held = 1 AND space_id = ?1 AND NOT EXISTS (
             SELECT 1 FROM entry AS proposal WHERE proposal.seq = entry.batch AND proposal.kind = 'proposal')",
        "SELECT seq FROM entry WHERE space_id = ?1 AND kind = 'proposal'",
        "SELECT DISTINCT claim FROM claim_source JOIN entry ON seq = claim WHERE space_id = ?1",
        // The last known version of a key that is bounded.
        "SELECT last.asserted_by FROM version AS last JOIN key USING (key_id)
         WHERE space_id = ?1 AND last.sys_to IS NULL AND closing_rule IN ('stated_end', 'observed')
             AND NOT EXISTS (SELECT 1 FROM version AS later WHERE later.key_id = last.key_id
                                 AND later.stands = 1 AND later.valid_from >= last.valid_to)",
    ] {
        let mut statement = tx.prepare_cached(sql)?;
        let rows = statement.query_map([space], |row| row.get::<_, i64>(0))?;
        found.extend(rows.collect::<Result<Vec<_>, _>>()?);
    }
    let mut statement = tx.prepare_cached(
        "SELECT DISTINCT json_extract(payload, '$.dispute') FROM entry
         WHERE space_id = ?1 AND kind = 'resolve'",
    )?;
    let decided = statement.query_map([space], |row| row.get::<_, Option<String>>(0))?;
    for item in decided.collect::<Result<Vec<_>, _>>()?.into_iter().flatten() {
        found.extend(crate::append::find_id(tx, &item)?);
    }
    let mut contested: Vec<i64> = contested_keys(tx, space)?.into_iter().collect();
    contested.sort_unstable();
    for key in contested {
        found.extend(disputed_in(tx, key)?);
    }
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

/// What there is to decide on an entry, if anything.
fn read_item(tx: &Connection, space: &str, id: i64, seq: i64) -> Result<Option<ReviewItem>, LedgerError> {
    type Row = (String, String, Instant, Option<String>, bool, Option<String>);
    let (entry, kind, since, authority, held, payload): Row = tx
        .prepare_cached("SELECT id, kind, recorded_at, authority, held, payload FROM entry WHERE seq = ?1")?
        .query_row([seq], |row| {
            Ok((
                row.get(0)?,
                row.get(1)?,
                Instant::from_micros(row.get(2)?),
                row.get(3)?,
                row.get(4)?,
                row.get(5)?,
            ))
        })?;
    let decision = decision_on(tx, id, &entry, seq)?.map(|decided| ReviewDecision {
        id: decided.id,
        choice: decided.choice,
        at: decided.at,
        authority: decided.authority,
    });
    let item = |kind, reason: String, options| {
        Some(ReviewItem {
            id: entry.clone(),
            kind,
            since,
            authority: authority.clone(),
            reason,
            about: Vec::new(),
            options,
            decision: decision.clone(),
        })
    };
    if is_withdrawn(tx, seq)? {
        return Ok(None);
    }
    match EventKind::from_name(&kind) {
        Some(EventKind::Proposal) => {
            let line: Option<ProposalLine> = payload.and_then(|payload| serde_json::from_str(&payload).ok());
            let acts: Vec<i64> = tx
                .prepare_cached("SELECT seq FROM entry WHERE batch = ?1 ORDER BY seq")?
                .query_map([seq], |row| row.get(0))?
                .collect::<Result<_, _>>()?;
            let options =
                acts.into_iter().map(|act| read_option(tx, space, act)).collect::<Result<_, _>>()?;
            let (reason, about) = line.map(|line| (line.reason, line.about)).unwrap_or_default();
            Ok(item(ReviewKind::Proposal, reason, options).map(|item| ReviewItem { about, ..item }))
        }
        Some(EventKind::Claim) => {
            let Some(reason) = fallen(tx, seq, Instant::MAX, None)? else {
                return Ok(item(ReviewKind::Claim, String::new(), vec![read_option(tx, space, seq)?])
                    .filter(|item| item.decision.is_some()));
            };
            Ok(item(ReviewKind::Claim, reason, vec![read_option(tx, space, seq)?]))
        }
        _ if held => {
            Ok(item(ReviewKind::Held, why_held(tx, id, seq)?.to_owned(), vec![read_option(tx, space, seq)?]))
        }
        Some(EventKind::Assert | EventKind::Confirm) => {
            let opened = tx
                .prepare_cached(&format!("{VERSION} WHERE asserted_by = ?1 AND sys_to IS NULL LIMIT 1"))?
                .query_map([seq], read_version)?
                .next()
                .transpose()?;
            let chosen = decision.as_ref().map(|decision| decision.choice.as_str());
            if let Some(chosen) = chosen.filter(|choice| !["accept", "reject", "edit"].contains(choice)) {
                let chosen = find_entry(tx, id, chosen, "choice")?;
                let both = if chosen == seq { vec![seq] } else { vec![seq, chosen] };
                let key: Option<i64> = tx
                    .prepare_cached("SELECT key_id FROM entry WHERE seq = ?1")?
                    .query_row([seq], |row| row.get(0))?;
                let why = why_disputed(tx, key.unwrap_or_default())?;
                let options = both
                    .into_iter()
                    .map(|assert| read_option(tx, space, assert))
                    .collect::<Result<_, _>>()?;
                return Ok(item(ReviewKind::Dispute, why, options));
            }
            let Some(version) = opened else { return Ok(None) };
            if is_disputed(tx, &version, Instant::MAX)? {
                let mut asserts = rivals(tx, &version, Instant::MAX, false)?;
                if asserts.is_empty() {
                    asserts = rivals(tx, &version, Instant::MAX, true)?;
                }
                asserts.insert(0, seq);
                let options = asserts
                    .into_iter()
                    .map(|assert| read_option(tx, space, assert))
                    .collect::<Result<_, _>>()?;
                return Ok(item(ReviewKind::Dispute, why_disputed(tx, version.key)?, options));
            }
            let Some(cut) = interruption(tx, &version)? else { return Ok(None) };
            let mut option = read_option(tx, space, cut.before)?;
            option.act = EventKind::Confirm.as_str().to_owned();
            option.object = Some(object_of(tx, cut.before)?);
            option.valid_from = Some(cut.until);
            option.valid_to = None;
            let reason =
                "it interrupted a value without an end; nothing was said of what came after".to_owned();
            Ok(item(ReviewKind::Unsettled, reason, vec![option]))
        }
        _ => Ok(None),
    }
}

/// Whether a void names the entry or its batch.
fn is_withdrawn(tx: &Connection, seq: i64) -> Result<bool, LedgerError> {
    let voids: Vec<i64> = tx
        .prepare_cached(
            "SELECT void.seq FROM entry JOIN entry AS void ON void.target IN (entry.seq, entry.batch)
             WHERE entry.seq = ?1 AND void.kind = 'void' AND void.target IS NOT NULL",
        )?
        .query_map([seq], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    for void in voids {
        if counts_at(tx, void, Instant::MAX)? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn read_option(tx: &Connection, space: &str, seq: i64) -> Result<ReviewOption, LedgerError> {
    type Row =
        (String, String, Option<i64>, Option<String>, Option<i64>, Option<i64>, Option<String>, Option<i64>);
    let (id, act, key, shown, at, to, payload, target): Row = tx
        .prepare_cached(
            "SELECT id, kind, entry.key_id, shown, change_point, valid_to, payload, target
             FROM entry LEFT JOIN object USING (object_id) WHERE seq = ?1",
        )?
        .query_row([seq], |row| {
            Ok((
                row.get(0)?,
                row.get(1)?,
                row.get(2)?,
                row.get(3)?,
                row.get(4)?,
                row.get(5)?,
                row.get(6)?,
                row.get(7)?,
            ))
        })?;
    let source = episodes_of(tx, seq, &act)?.into_iter().next();
    let text = source.as_ref().and_then(|source| source.text.clone());
    let kind = EventKind::from_name(&act);
    let at = at.map(Instant::from_micros);
    let object = match kind {
        Some(EventKind::Void) => target.map(|target| entry_id(tx, target)).transpose()?,
        Some(EventKind::Alias) => payload.as_deref().and_then(says_alias),
        Some(EventKind::Relation) => payload.as_deref().and_then(says_relation),
        Some(EventKind::Claim) => text.clone(),
        _ => shown,
    };
    let ends = kind == Some(EventKind::End);
    Ok(ReviewOption {
        id,
        act,
        key: key.map(|key| shown_key(tx, space, key)).transpose()?,
        object,
        valid_from: at.filter(|_| !ends),
        valid_to: if ends { at } else { to.map(Instant::from_micros) },
        text,
        author: source.as_ref().and_then(|source| source.author.clone()),
        source,
    })
}

fn says_alias(payload: &str) -> Option<String> {
    let line: AliasLine = serde_json::from_str(payload).ok()?;
    let name = |subject: &str, relation: Option<&str>, scope: Option<&str>| {
        let relation = relation.map(|relation| format!(" · {relation}")).unwrap_or_default();
        let scope = scope.map(|scope| format!(" [{scope}]")).unwrap_or_default();
        format!("{subject}{relation}{scope}")
    };
    let from = name(&line.subject, line.relation.as_deref(), line.scope.as_deref());
    let into_relation = line.into_relation.as_deref().or(line.relation.as_deref());
    let into_scope = line.into_scope.as_deref().or(line.scope.as_deref());
    Some(format!("{from} counts for {}", name(&line.into_subject, into_relation, into_scope)))
}

fn says_relation(payload: &str) -> Option<String> {
    let line: RelationLine = serde_json::from_str(payload).ok()?;
    let aliases =
        if line.aliases.is_empty() { String::new() } else { format!(", also {}", line.aliases.join(", ")) };
    Some(format!("{}: {}{aliases}", line.relation, line.cardinality))
}
