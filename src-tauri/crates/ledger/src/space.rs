//! Spaces: making them and changing their settings, as entries of the log. What a space holds is
//! everybody else's.

use memstrata_model::{Instant, date::read_zone};
use rusqlite::{Connection, OptionalExtension as _, params};

use crate::chain::{Chain, Draft};
use crate::error::LedgerError;
use crate::line::{Header, Line, Scoring, SpaceLine, SpaceSettings};
use crate::store::{Ledger, space_settings};

/// The days that a week may begin on.
const WEEK_STARTS: [&str; 3] = ["monday", "sunday", "saturday"];

impl Ledger {
    /// The settings of a space.
    ///
    /// # Errors
    /// The space does not exist.
    pub fn space(&self, name: &str) -> Result<SpaceSettings, LedgerError> {
        self.reading(|tx| {
            settings(tx, name)?.ok_or_else(|| LedgerError::NotFound { what: "space", id: name.to_owned() })
        })
    }

    /// All spaces, by name.
    ///
    /// # Errors
    /// Those of SQLite.
    pub fn spaces(&self) -> Result<Vec<SpaceSettings>, LedgerError> {
        self.reading(|tx| {
            let mut statement = tx.prepare_cached("SELECT name FROM space ORDER BY name")?;
            let names: Vec<String> = statement.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
            names.iter().filter_map(|name| settings(tx, name).transpose()).collect()
        })
    }

    /// Makes a space.
    ///
    /// # Errors
    /// There is one of this name; a setting that cannot be.
    pub fn make_space(&self, new: &SpaceSettings, now: Instant) -> Result<String, LedgerError> {
        check(new)?;
        self.transact(|chain| make(chain, new), Some(now))
    }

    /// Whether a space can be made so; nothing is stored.
    ///
    /// # Errors
    /// As [`Ledger::make_space`].
    pub fn rehearse_space(&self, new: &SpaceSettings, now: Instant) -> Result<(), LedgerError> {
        check(new)?;
        self.tried(|chain| make(chain, new), Some(now)).map(drop)
    }
}

fn make(chain: &mut Chain<'_>, new: &SpaceSettings) -> Result<String, LedgerError> {
    if settings(chain.tx()?, &new.name)?.is_some() {
        return Err(LedgerError::IdTaken { id: new.name.clone() });
    }
    keep(chain.open_tx()?, new)?;
    enter(chain, new)
}

/// The settings of a space, where it exists.
pub(crate) fn settings(tx: &Connection, name: &str) -> Result<Option<SpaceSettings>, LedgerError> {
    let row = tx
        .prepare_cached("SELECT name, timezone, locale, week_start, space_id FROM space WHERE name = ?1")?
        .query_row([name], |row| Ok((space_settings(row)?, row.get(4)?)))
        .optional()?;
    let Some((mut settings, id)) = row else { return Ok(None) };
    settings.scoring = said(tx, id, name, i64::MAX)?.and_then(|said| said.scoring);
    Ok(Some(settings))
}

/// Refuses settings that cannot be.
pub(crate) fn check(space: &SpaceSettings) -> Result<(), LedgerError> {
    let bad = |what, value: &str| Err(LedgerError::BadValue { what, value: value.to_owned() });
    if space.name.trim().is_empty() {
        return Err(LedgerError::Empty { field: "name of a space" });
    }
    if space.name != space.name.trim() || space.name.chars().any(char::is_control) {
        return bad("name of a space", &space.name);
    }
    if read_zone(&space.timezone).is_err() {
        return bad("time zone", &space.timezone);
    }
    let tag = !space.locale.is_empty()
        && space
            .locale
            .split('-')
            .all(|part| (1..=8).contains(&part.len()) && part.chars().all(|c| c.is_ascii_alphanumeric()));
    if !tag {
        return bad("locale such as en-GB", &space.locale);
    }
    if !WEEK_STARTS.contains(&space.week_start.as_str()) {
        return bad("start of a week (monday, sunday, saturday)", &space.week_start);
    }
    space.scoring.as_ref().map_or(Ok(()), check_scoring)
}

/// Refuses numbers that a score cannot be made of.
fn check_scoring(scoring: &Scoring) -> Result<(), LedgerError> {
    let within = |what: &'static str, value: Option<f64>, low: f64, high: f64| match value {
        Some(value) if !(low..=high).contains(&value) => {
            Err(LedgerError::BadValue { what, value: value.to_string() })
        }
        _ => Ok(()),
    };
    within("weight of recency, 0 to 100", scoring.recency, 0.0, 100.0)?;
    within("weight of importance, 0 to 100", scoring.importance, 0.0, 100.0)?;
    within("weight of similarity, 0 to 100", scoring.similarity, 0.0, 100.0)?;
    let half_life = scoring.recency_half_life_days;
    within("half-life of recency, 0.01 to 36500 days", half_life, 0.01, 36_500.0)?;
    within("days of verification, 0 to 36500", scoring.verified_days, 0.0, 36_500.0)?;
    within("factor of verification, 1 to 10", scoring.verified_factor, 1.0, 10.0)?;
    within("grace period, 0 to 36500 days", scoring.grace_days, 0.0, 36_500.0)?;
    within("factor of grace, 0 to 1", scoring.grace_factor, 0.0, 1.0)?;
    within("recall, 1 to 1000 candidates", scoring.recall.map(f64::from), 1.0, 1_000.0)?;
    within("number of passages, 1 to 100", scoring.passages.map(f64::from), 1.0, 100.0)
}

/// Writes the row of a space. How it scores is not in the row: it is read from the log.
pub(crate) fn keep(tx: &Connection, space: &SpaceSettings) -> Result<(), LedgerError> {
    tx.prepare_cached(
        "INSERT INTO space (name, timezone, locale, week_start) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (name) DO UPDATE SET timezone = excluded.timezone, locale = excluded.locale,
             week_start = excluded.week_start",
    )?
    .execute(params![space.name, space.timezone, space.locale, space.week_start])?;
    Ok(())
}

/// Adds the entry that says what a space is from now on.
fn enter(chain: &mut Chain<'_>, space: &SpaceSettings) -> Result<String, LedgerError> {
    let id = crate::store::space_id(chain.tx()?, &space.name)?;
    let mut draft = Draft::new(id, &space.name, memstrata_model::EventKind::Space);
    draft.authority = Some(memstrata_model::Authority::User);
    draft.payload = Some(payload(space));
    let (added, _) = crate::tell::enter(chain, &draft, None)?;
    Ok(added.id)
}

/// What the entry of a space keeps.
pub(crate) fn payload(space: &SpaceSettings) -> String {
    crate::line::payload(&Line::Space(SpaceLine {
        id: None,
        space: space.name.clone(),
        recorded_at: None,
        timezone: space.timezone.clone(),
        locale: space.locale.clone(),
        week_start: space.week_start.clone(),
        scoring: space.scoring,
        authority: None,
        batch: None,
        hash: None,
    }))
}

/// Takes the settings back to what the log says of the space up to an entry. A space that nothing
/// speaks of any more keeps the settings it has: it cannot be unmade.
pub(crate) fn put_back(tx: &Connection, space: i64, up_to: i64) -> Result<(), LedgerError> {
    let name: String =
        tx.query_row("SELECT name FROM space WHERE space_id = ?1", [space], |row| row.get(0))?;
    if let Some(settings) = said(tx, space, &name, up_to)? {
        keep(tx, &settings)?;
    }
    Ok(())
}

/// Whether the settings would still be said by something without one entry.
pub(crate) fn is_said_without(tx: &Connection, space: i64, without: i64) -> Result<bool, LedgerError> {
    let name: String =
        tx.query_row("SELECT name FROM space WHERE space_id = ?1", [space], |row| row.get(0))?;
    Ok(said(tx, space, &name, without - 1)?.is_some())
}

/// What the log says of a space up to an entry.
pub(crate) fn said(
    tx: &Connection,
    space: i64,
    name: &str,
    up_to: i64,
) -> Result<Option<SpaceSettings>, LedgerError> {
    let payload: Option<String> = tx
        .prepare_cached(
            "SELECT payload FROM entry LEFT JOIN discounted USING (seq)
             WHERE space_id = ?1 AND kind = 'space' AND entry.seq <= ?2 AND discounted.seq IS NULL
             ORDER BY entry.seq DESC LIMIT 1",
        )?
        .query_row(params![space, up_to], |row| row.get(0))
        .optional()?;
    if let Some(line) = payload.and_then(|payload| serde_json::from_str::<SpaceLine>(&payload).ok()) {
        return Ok(Some(SpaceSettings {
            name: name.to_owned(),
            timezone: line.timezone,
            locale: line.locale,
            week_start: line.week_start,
            scoring: line.scoring,
        }));
    }
    let header: String = tx.query_row("SELECT line FROM genesis WHERE place = 0", [], |row| row.get(0))?;
    let spaces = match serde_json::from_str(&header) {
        Ok(Line::Header(Header { spaces, .. })) => spaces,
        _ => Vec::new(),
    };
    Ok(spaces.into_iter().find(|space| space.name == name))
}
