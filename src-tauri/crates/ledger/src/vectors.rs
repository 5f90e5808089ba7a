//! Vectors as stored: which model's serve, how many there are, and the change from one model to
//! another. Which model makes them and how they are searched is the `index` crate's.
//!
//! One model *serves*: its vectors are searched, and an episode leaves the outbox when it has one
//! of them. Another model's vectors are kept beside until every text has one; then that model
//! serves from one transaction to the next, and the former's are deleted. What must be known at
//! every question (how many vectors, did any go) is kept in `meta`, since counting a table of a
//! million vectors reads it whole.

use rusqlite::{Connection, OptionalExtension as _, TransactionBehavior, params};

use crate::error::LedgerError;
use crate::store::{Ledger, Writing};

/// The model that serves.
const SERVING: &str = "index model";
/// How often vectors went: whoever holds them in memory must look again.
const GONE: &str = "vectors gone";

/// A vector's place is its model's number times this, and its text's row.
const TEXTS: i64 = 1 << 40;

/// The vectors of one model: the places of their first and of the next model's first.
#[derive(Clone, Copy, Debug)]
struct Places {
    from: i64,
    to: i64,
}

impl Places {
    /// Of a model that has vectors, or had some.
    fn of(tx: &Connection, model: &str) -> Result<Option<Self>, LedgerError> {
        let id: Option<i64> = tx
            .prepare_cached("SELECT model_id FROM vector_model WHERE model = ?1")?
            .query_row([model], |row| row.get(0))
            .optional()?;
        Ok(id.map(|id| Places { from: id * TEXTS, to: (id + 1) * TEXTS }))
    }

    /// Of a model that vectors are about to be kept of.
    fn made(tx: &Connection, model: &str) -> Result<Self, LedgerError> {
        if let Some(places) = Places::of(tx, model)? {
            return Ok(places);
        }
        tx.prepare_cached("INSERT INTO vector_model (model) VALUES (?1)")?.execute([model])?;
        let id = tx.last_insert_rowid();
        Ok(Places { from: id * TEXTS, to: (id + 1) * TEXTS })
    }

    /// Of a model that is not known: none.
    const NONE: Places = Places { from: 0, to: 0 };

    fn any(self, tx: &Connection) -> Result<bool, LedgerError> {
        let sql = "SELECT 1 FROM vector WHERE place >= ?1 AND place < ?2 LIMIT 1";
        Ok(tx.prepare_cached(sql)?.exists([self.from, self.to])?)
    }

    fn count(self, tx: &Connection) -> Result<i64, LedgerError> {
        let sql = "SELECT count(*) FROM vector WHERE place >= ?1 AND place < ?2";
        Ok(tx.prepare_cached(sql)?.query_row([self.from, self.to], |row| row.get(0))?)
    }
}

/// What tells whether vectors in memory are those of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IndexStamp {
    /// The model that serves; none before there is a vector.
    pub model: Option<String>,
    /// How many vectors of it there are.
    pub kept: usize,
    /// Moves whenever vectors went.
    pub gone: i64,
}

impl Ledger {
    /// The vectors that serve, in three numbers; quick at any size.
    ///
    /// # Errors
    /// Those of SQLite.
    pub fn index_stamp(&self) -> Result<IndexStamp, LedgerError> {
        self.reading(|tx| {
            let model = serving(tx)?;
            let kept = model.as_deref().map_or(Ok(0), |model| kept(tx, model))?;
            Ok(IndexStamp { model, kept: usize::try_from(kept).unwrap_or_default(), gone: number(tx, GONE)? })
        })
    }

    /// How many vectors of a model are kept, whether it serves or not.
    ///
    /// # Errors
    /// Those of SQLite.
    pub fn vector_count(&self, model: &str) -> Result<usize, LedgerError> {
        self.reading(|tx| Ok(usize::try_from(kept(tx, model)?).unwrap_or_default()))
    }

    /// Keeps vectors, in one transaction; where their model serves, or none does yet, their
    /// episodes leave the outbox. An episode that was forgotten meanwhile gets none.
    ///
    /// # Errors
    /// Those of SQLite.
    pub fn keep_vectors(&self, model: &str, vectors: &[(i64, Vec<u8>)]) -> Result<(), LedgerError> {
        let mut writing = self.writing();
        let Writing { connection, .. } = &mut *writing;
        let tx = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let serves = match serving(&tx)? {
            Some(serving) => serving == model,
            None => {
                set(&tx, SERVING, model)?;
                true
            }
        };
        let before = kept(&tx, model)?;
        let places = Places::made(&tx, model)?;
        let mut added = 0;
        for (seq, bytes) in vectors {
            let place = places.from + seq;
            let known = tx.prepare_cached("SELECT 1 FROM vector WHERE place = ?1")?.exists([place])?;
            let written = tx
                .prepare_cached(
                    "INSERT OR REPLACE INTO vector (place, bytes, digest)
                     SELECT ?1, ?2, ?4 WHERE EXISTS (SELECT 1 FROM episode_text WHERE seq = ?3)",
                )?
                .execute(params![place, bytes, seq, crate::own_digests::of_vector(place, bytes)])?;
            added += i64::from(written > 0 && !known);
            if serves {
                tx.prepare_cached("DELETE FROM outbox WHERE seq = ?1")?.execute([seq])?;
            }
        }
        set(&tx, &kept_name(model), before + added)?;
        tx.commit()?;
        Ok(())
    }

    /// Hands out at most `limit` vectors of a model after an episode, in order of episode, with
    /// their space; answers how many.
    ///
    /// # Errors
    /// Those of SQLite.
    pub fn each_vector(
        &self,
        model: &str,
        after: i64,
        limit: usize,
        mut each: impl FnMut(i64, &str, &[u8]),
    ) -> Result<usize, LedgerError> {
        self.reading_through(|tx| {
            let mut statement = tx.prepare_cached(
                "SELECT vector.seq, space.name, bytes FROM vector JOIN entry ON entry.seq = vector.seq JOIN space USING (space_id)
                 WHERE place > ?1 AND place < ?2 ORDER BY place LIMIT ?3",
            )?;
            let at_most = i64::try_from(limit).unwrap_or(i64::MAX);
            let Some(places) = Places::of(tx, model)? else { return Ok(0) };
            let after = places.from.saturating_add(after.max(0)).min(places.to);
            let mut rows = statement.query([after, places.to, at_most])?;
            let mut count = 0;
            while let Some(row) = rows.next()? {
                let space = row.get_ref(1)?.as_str().map_err(rusqlite::Error::from)?;
                let bytes = row.get_ref(2)?.as_blob().map_err(rusqlite::Error::from)?;
                each(row.get(0)?, space, bytes);
                count += 1;
            }
            Ok(count)
        })
    }

    /// The vector of each episode, in their order; none where it has none of this model. They are as
    /// they stand now, also where this thread holds a state of before.
    ///
    /// # Errors
    /// Those of SQLite.
    pub fn vectors_of(&self, model: &str, episodes: &[i64]) -> Result<Vec<Option<Vec<u8>>>, LedgerError> {
        self.reading_vectors(|tx| {
            let Some(places) = Places::of(tx, model)? else { return Ok(vec![None; episodes.len()]) };
            let mut statement = tx.prepare_cached("SELECT bytes FROM vector WHERE place = ?1")?;
            let mut bytes = |seq: &i64| statement.query_row([places.from + seq], |row| row.get(0)).optional();
            episodes.iter().map(|seq| Ok(bytes(seq)?)).collect()
        })
    }

    /// Texts after an episode that have no vector of a model, oldest first.
    ///
    /// # Errors
    /// Those of SQLite.
    pub fn lacking(&self, model: &str, after: i64, limit: usize) -> Result<Vec<(i64, String)>, LedgerError> {
        self.reading(|tx| {
            let mut statement = tx.prepare_cached(
                "SELECT seq, text FROM episode_text WHERE seq > ?2 AND NOT EXISTS
                     (SELECT 1 FROM vector WHERE place = ?1 + episode_text.seq)
                 ORDER BY seq LIMIT ?3",
            )?;
            let limit = i64::try_from(limit).unwrap_or(i64::MAX);
            let places = Places::of(tx, model)?.unwrap_or(Places::NONE);
            let rows =
                statement.query_map([places.from, after, limit], |row| Ok((row.get(0)?, row.get(1)?)))?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }

    /// Lets another model serve, at once, if every text has a vector of it; false where one lacks.
    /// The former model's vectors are left to [`Ledger::drop_former_vectors`].
    ///
    /// # Errors
    /// Those of SQLite.
    pub fn switch_index(&self, model: &str) -> Result<bool, LedgerError> {
        let mut writing = self.writing();
        let Writing { connection, .. } = &mut *writing;
        let tx = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let former = serving(&tx)?;
        let places = Places::of(&tx, model)?.unwrap_or(Places::NONE);
        let lacks: bool = tx.query_row(
            "SELECT EXISTS (SELECT 1 FROM episode_text WHERE NOT EXISTS
                 (SELECT 1 FROM vector WHERE place = ?1 + episode_text.seq))",
            [places.from],
            |row| row.get(0),
        )?;
        if lacks {
            return Ok(false);
        }
        if let Some(former) = former.filter(|former| former != model) {
            set(&tx, &former_name(&former), 1)?;
        }
        tx.execute("DELETE FROM meta WHERE name = ?1", [former_name(model)])?;
        set(&tx, SERVING, model)?;
        tx.execute("DELETE FROM outbox", [])?;
        tx.commit()?;
        Ok(true)
    }

    /// Deletes at most `limit` vectors of models that served before; answers how many.
    ///
    /// # Errors
    /// Those of SQLite.
    pub fn drop_former_vectors(&self, limit: usize) -> Result<usize, LedgerError> {
        let former = self.reading(former)?;
        let Some(model) = former else { return Ok(0) };
        let mut writing = self.writing();
        let Writing { connection, .. } = &mut *writing;
        let tx = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        // It may serve again, if another program switched back meanwhile.
        if serving(&tx)?.as_deref() == Some(model.as_str()) {
            tx.execute("DELETE FROM meta WHERE name = ?1", [former_name(&model)])?;
            tx.commit()?;
            return Ok(0);
        }
        let before = kept(&tx, &model)?;
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let places = Places::of(&tx, &model)?.unwrap_or(Places::NONE);
        let dropped = tx.execute(
            "DELETE FROM vector WHERE place IN
                 (SELECT place FROM vector WHERE place >= ?1 AND place < ?2 LIMIT ?3)",
            [places.from, places.to, limit],
        )?;
        set(&tx, &kept_name(&model), before.saturating_sub(dropped as i64))?;
        if !places.any(&tx)? {
            let names = [former_name(&model), kept_name(&model)];
            tx.execute("DELETE FROM meta WHERE name IN (?1, ?2)", names)?;
            tx.execute("DELETE FROM vector_model WHERE model = ?1", [&model])?;
        }
        tx.commit()?;
        Ok(dropped)
    }

    /// Puts every episode without a vector of this model into the outbox again, where the model
    /// serves; with `all`, every episode, dropping the vectors of all models.
    ///
    /// # Errors
    /// Those of SQLite.
    pub fn requeue(&self, model: &str, all: bool) -> Result<usize, LedgerError> {
        let mut writing = self.writing();
        let Writing { connection, .. } = &mut *writing;
        let tx = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        if all {
            for model in models(&tx)? {
                let names = [former_name(&model), kept_name(&model)];
                tx.execute("DELETE FROM meta WHERE name IN (?1, ?2)", names)?;
            }
            tx.execute("DELETE FROM vector", [])?;
            tx.execute("DELETE FROM vector_model", [])?;
            tx.execute("DELETE FROM meta WHERE name = ?1", [SERVING])?;
            count_gone(&tx)?;
        } else if serving(&tx)?.is_some_and(|serving| serving != model) {
            return Ok(0);
        }
        let places = Places::of(&tx, model)?.unwrap_or(Places::NONE);
        let queued = tx.execute(
            "INSERT OR IGNORE INTO outbox (seq)
             SELECT seq FROM episode_text WHERE NOT EXISTS
                 (SELECT 1 FROM vector WHERE place = ?1 + episode_text.seq)",
            [places.from],
        )?;
        tx.commit()?;
        Ok(queued)
    }
}

/// What the notes say against what is kept: a count that is no count, a model that serves without a
/// vector, a note of nothing known. `others` are the names of notes that are not about vectors.
pub(crate) fn wrong_notes(tx: &Connection, others: &[&str]) -> Result<Vec<String>, LedgerError> {
    let models = models(tx)?;
    let mut wrong = Vec::new();
    let mut statement = tx.prepare("SELECT name, value FROM meta ORDER BY name")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let name: String = row.get(0)?;
        if name == GONE || name.starts_with("migration ") || others.contains(&name.as_str()) {
            continue;
        }
        if name == crate::scrub::UNSCRUBBED {
            if !crate::scrub::is_sound(tx, row.get(1).ok())? {
                wrong.push(format!("'{name}' is noted otherwise than it is"));
            }
            continue;
        }
        if name == SERVING {
            let serves: Option<String> = row.get(1).ok();
            if !models.is_empty() && serves.is_none_or(|model| !models.contains(&model)) {
                wrong.push("the model noted to serve has no vectors".to_owned());
            }
            continue;
        }
        if let Some(model) = models.iter().find(|model| name == kept_name(model)) {
            let noted: Option<i64> = row.get(1).ok();
            let counted = Places::of(tx, model)?.map_or(Ok(0), |places| places.count(tx))?;
            if noted != Some(counted) {
                wrong.push(format!("there are {counted} vectors of '{model}', not as many as noted"));
            }
            continue;
        }
        // A count of none may outlive the last vector.
        let emptied = models.is_empty() && row.get::<_, i64>(1).is_ok_and(|count| count == 0);
        if !emptied && !models.iter().any(|model| name == former_name(model)) {
            wrong.push(format!("'{name}' is noted, and is about nothing kept"));
        }
    }
    Ok(wrong)
}

/// Deletes an episode's vectors of every model.
pub(crate) fn erase_vectors(tx: &Connection, episode: i64) -> Result<(), LedgerError> {
    for model in models(tx)? {
        let before = kept(tx, &model)?;
        let Some(places) = Places::of(tx, &model)? else { continue };
        let gone =
            tx.prepare_cached("DELETE FROM vector WHERE place = ?1")?.execute([places.from + episode])?;
        if gone > 0 {
            set(tx, &kept_name(&model), before - 1)?;
            count_gone(tx)?;
        }
    }
    Ok(())
}

/// The model that serves. In a file written before this was noted it is the one with the most
/// vectors.
fn serving(tx: &Connection) -> Result<Option<String>, LedgerError> {
    let noted = tx
        .prepare_cached("SELECT value FROM meta WHERE name = ?1")?
        .query_row([SERVING], |row| row.get(0))
        .optional()?;
    if noted.is_some() {
        return Ok(noted);
    }
    let mut most: Option<(i64, String)> = None;
    for model in models(tx)? {
        let count = kept(tx, &model)?;
        if most.as_ref().is_none_or(|(greatest, _)| count > *greatest) {
            most = Some((count, model));
        }
    }
    Ok(most.map(|(_, model)| model))
}

/// All models with a vector.
fn models(tx: &Connection) -> Result<Vec<String>, LedgerError> {
    let mut statement = tx.prepare_cached(
        "SELECT model FROM vector_model WHERE EXISTS
             (SELECT 1 FROM vector WHERE place >= model_id << 40 AND place < (model_id + 1) << 40)
         ORDER BY model",
    )?;
    let models = statement.query_map([], |row| row.get(0))?;
    Ok(models.collect::<Result<_, _>>()?)
}

fn former(tx: &Connection) -> Result<Option<String>, LedgerError> {
    for model in models(tx)? {
        if number(tx, &former_name(&model))? > 0 {
            return Ok(Some(model));
        }
    }
    Ok(None)
}

/// How many vectors of a model there are: as noted, or counted in a file that has no note.
fn kept(tx: &Connection, model: &str) -> Result<i64, LedgerError> {
    let noted = tx
        .prepare_cached("SELECT value FROM meta WHERE name = ?1")?
        .query_row([kept_name(model)], |row| row.get(0))
        .optional()?;
    match noted {
        Some(count) => Ok(count),
        None => Places::of(tx, model)?.map_or(Ok(0), |places| places.count(tx)),
    }
}

fn count_gone(tx: &Connection) -> Result<(), LedgerError> {
    let before = number(tx, GONE)?;
    set(tx, GONE, before + 1)
}

fn number(tx: &Connection, name: &str) -> Result<i64, LedgerError> {
    let noted = tx
        .prepare_cached("SELECT value FROM meta WHERE name = ?1")?
        .query_row([name], |row| row.get(0))
        .optional()?;
    Ok(noted.unwrap_or_default())
}

fn set(tx: &Connection, name: &str, value: impl rusqlite::ToSql) -> Result<(), LedgerError> {
    tx.prepare_cached(
        "INSERT INTO meta (name, value) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET value = ?2",
    )?
    .execute(params![name, value])?;
    Ok(())
}

fn kept_name(model: &str) -> String {
    format!("vectors of {model}")
}

fn former_name(model: &str) -> String {
    format!("former index model {model}")
}
