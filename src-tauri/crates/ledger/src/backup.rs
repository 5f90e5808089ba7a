//! Copies of the ledger: on request, on a schedule that is kept in the file, and before a
//! migration. A copy is made beside its name and takes it when it is whole and on the disk, so that
//! what bears the name of a backup is one.

use std::fs::File;
use std::path::{Path, PathBuf};

use memstrata_model::Instant;
use rusqlite::{Connection, OptionalExtension as _};
use serde::{Deserialize, Serialize};

use crate::error::LedgerError;
use crate::store::{Ledger, connect};

/// How often a ledger is copied, and how many copies are kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BackupPlan {
    /// Hours between two backups.
    pub every_hours: u32,
    /// Older ones are removed.
    pub keep: u32,
    /// Where they go; beside the ledger where none is named.
    pub folder: Option<PathBuf>,
}

/// A backup made on schedule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KeptBackup {
    pub path: PathBuf,
    pub made_at: Instant,
    pub bytes: u64,
}

pub(crate) const PLAN: &str = "backup plan";
const MAKING: &str = "making";
/// A copy that is still being made after this long was cut short.
const ABANDONED_MICROS: i64 = 3600 * 1_000_000;
const HOUR_MICROS: i64 = 3600 * 1_000_000;

impl Ledger {
    /// Copies the ledger to a file while reads and writes go on.
    ///
    /// # Errors
    /// The target exists already or cannot be written.
    pub fn back_up(&self, target: &Path) -> Result<(), LedgerError> {
        if target.exists() {
            return Err(io("back up to", target)(std::io::ErrorKind::AlreadyExists.into()));
        }
        let (connection, _) = connect(self.path(), false)?;
        copy_to(&connection, target)
    }

    /// The schedule of the backups, where there is one.
    ///
    /// # Errors
    /// Those of SQLite.
    pub fn backup_plan(&self) -> Result<Option<BackupPlan>, LedgerError> {
        self.reading(|tx| {
            let plan: Option<String> = tx
                .query_row("SELECT value FROM meta WHERE name = ?1", [PLAN], |row| row.get(0))
                .optional()?;
            Ok(plan.and_then(|plan| serde_json::from_str(&plan).ok()))
        })
    }

    /// Sets the schedule of the backups, or ends it. It is a setting of the file, no entry of the
    /// log.
    ///
    /// # Errors
    /// A plan that keeps nothing or never comes due.
    pub fn plan_backups(&self, plan: Option<&BackupPlan>) -> Result<(), LedgerError> {
        let writing = self.writing();
        match plan {
            None => writing.connection.execute("DELETE FROM meta WHERE name = ?1", [PLAN])?,
            Some(plan) => {
                if plan.every_hours == 0 || plan.keep == 0 {
                    return Err(LedgerError::BadValue {
                        what: "schedule: at least one hour apart and one kept",
                        value: format!("every {} hours, {} kept", plan.every_hours, plan.keep),
                    });
                }
                let text = serde_json::to_string(plan).expect("a plan is JSON");
                writing.connection.execute(
                    "INSERT INTO meta (name, value) VALUES (?1, ?2)
                     ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                    [PLAN, &text],
                )?
            }
        };
        Ok(())
    }

    /// The backups made on schedule, newest first.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn kept_backups(&self) -> Result<Vec<KeptBackup>, LedgerError> {
        let folder = match self.backup_plan()? {
            Some(BackupPlan { folder: Some(folder), .. }) => folder,
            _ => self.backup_folder(),
        };
        self.backups_in(&folder)
    }

    /// Makes the backup that is due, if one is, and removes those that are too many; answers the
    /// new one. Two programs that open the ledger at once make one.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn back_up_if_due(&self, now: Instant) -> Result<Option<PathBuf>, LedgerError> {
        // A backup that is opened keeps no backups of its own.
        if self.is_a_kept_backup() {
            return Ok(None);
        }
        let Some(plan) = self.backup_plan()? else { return Ok(None) };
        let folder = plan.folder.clone().unwrap_or_else(|| self.backup_folder());
        let kept = self.backups_in(&folder)?;
        let due = i64::from(plan.every_hours).saturating_mul(HOUR_MICROS);
        let newest = kept.iter().find(|backup| backup.made_at <= now);
        if newest.is_some_and(|newest| now.micros().saturating_sub(newest.made_at.micros()) < due) {
            return Ok(None);
        }
        std::fs::create_dir_all(&folder).map_err(io("make the folder", &folder))?;
        let target = folder.join(format!("{}{}.memstrata", self.backup_prefix(), stamp(now)));
        let Some(_claim) = Claim::take(&folder, now)? else { return Ok(None) };
        let (connection, _) = connect(self.path(), false)?;
        copy_to(&connection, &target)?;
        for old in self.backups_in(&folder)?.into_iter().skip(plan.keep as usize) {
            std::fs::remove_file(&old.path).map_err(io("remove the old backup", &old.path))?;
        }
        Ok(Some(target))
    }

    /// Where backups go that no folder was named for.
    fn backup_folder(&self) -> PathBuf {
        let mut name = self.path().as_os_str().to_owned();
        name.push(".backups");
        PathBuf::from(name)
    }

    fn is_a_kept_backup(&self) -> bool {
        let folder = self.path().parent().and_then(Path::file_name).unwrap_or_default();
        folder.to_string_lossy().ends_with(".backups")
    }

    /// Several ledgers may share a folder of backups.
    fn backup_prefix(&self) -> String {
        let stem = self.path().file_stem().unwrap_or_default().to_string_lossy().into_owned();
        format!("{stem}-")
    }

    fn backups_in(&self, folder: &Path) -> Result<Vec<KeptBackup>, LedgerError> {
        let entries = match std::fs::read_dir(folder) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries.map_err(io("read the folder", folder))?,
        };
        let prefix = self.backup_prefix();
        let mut found = Vec::new();
        for entry in entries {
            let entry = entry.map_err(io("read the folder", folder))?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let made_at = name
                .strip_prefix(&prefix)
                .and_then(|rest| rest.strip_suffix(".memstrata"))
                .and_then(read_stamp);
            if let Some(made_at) = made_at {
                let bytes = entry.metadata().map_or(0, |data| data.len());
                found.push(KeptBackup { path: entry.path(), made_at, bytes });
            }
        }
        found.sort_by_key(|backup| std::cmp::Reverse(backup.made_at));
        Ok(found)
    }
}

fn io<'p>(action: &'static str, path: &'p Path) -> impl Fn(std::io::Error) -> LedgerError + 'p {
    move |source| LedgerError::Io { action, path: path.to_owned(), source }
}

fn making(target: &Path) -> PathBuf {
    let mut name = target.as_os_str().to_owned();
    name.push(".");
    name.push(MAKING);
    PathBuf::from(name)
}

/// The right to make a scheduled backup in a folder: whoever makes the marker first has it.
struct Claim(PathBuf);

impl Claim {
    fn take(folder: &Path, now: Instant) -> Result<Option<Claim>, LedgerError> {
        let marker = folder.join(format!(".{MAKING}"));
        match std::fs::OpenOptions::new().write(true).create_new(true).open(&marker) {
            Ok(_) => Ok(Some(Claim(marker))),
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
                let since = std::fs::metadata(&marker).and_then(|data| data.modified()).ok();
                let since = since.and_then(|at| at.duration_since(std::time::UNIX_EPOCH).ok());
                let since = since.and_then(|at| i64::try_from(at.as_micros()).ok()).unwrap_or_default();
                let abandoned = now.micros().saturating_sub(since) >= ABANDONED_MICROS;
                Ok(abandoned.then_some(Claim(marker)))
            }
            Err(error) => Err(io("write in", folder)(error)),
        }
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Copies a database to a file that takes its name when it is whole.
pub(crate) fn copy_to(connection: &Connection, target: &Path) -> Result<(), LedgerError> {
    let unfinished = making(target);
    let copied = (|| {
        if unfinished.exists() {
            std::fs::remove_file(&unfinished).map_err(io("remove", &unfinished))?;
        }
        // One step in one snapshot: a copy in many steps begins again with each commit of another.
        let mut copy = Connection::open(&unfinished)
            .map_err(|error| io("back up to", target)(std::io::Error::other(error.to_string())))?;
        rusqlite::backup::Backup::new(connection, &mut copy)?.step(-1)?;
        copy.close().map_err(|(_, error)| error)?;
        File::open(&unfinished).and_then(|file| file.sync_all()).map_err(io("write", &unfinished))?;
        std::fs::rename(&unfinished, target).map_err(io("name the backup", target))
    })();
    if copied.is_err() {
        let _ = std::fs::remove_file(&unfinished);
    }
    copied
}

/// An instant as part of a file's name, to the second.
fn stamp(at: Instant) -> String {
    at.to_utc().format("%Y%m%dT%H%M%SZ").to_string()
}

fn read_stamp(text: &str) -> Option<Instant> {
    let part = |from: usize, to: usize| text.get(from..to);
    let (year, month, day) = (part(0, 4)?, part(4, 6)?, part(6, 8)?);
    let (hour, minute, second) = (part(9, 11)?, part(11, 13)?, part(13, 15)?);
    let at = format!("{year}-{month}-{day}T{hour}:{minute}:{second}Z").parse().ok()?;
    (stamp(at) == text).then_some(at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::OpenOptions;

    fn at(text: &str) -> Instant {
        text.parse().unwrap()
    }

    fn ledger(folder: &Path) -> Ledger {
        Ledger::open(&folder.join("l.memstrata"), &OpenOptions::default()).unwrap()
    }

    #[test]
    fn a_backup_is_made_when_it_is_due_and_the_oldest_goes() {
        let folder = tempfile::tempdir().unwrap();
        let ledger = ledger(folder.path());
        assert_eq!(ledger.back_up_if_due(at("2026-01-01T00:00:00Z")).unwrap(), None, "nothing is planned");
        let plan = BackupPlan { every_hours: 24, keep: 2, folder: None };
        ledger.plan_backups(Some(&plan)).unwrap();
        let first = ledger.back_up_if_due(at("2026-01-01T00:00:00Z")).unwrap().unwrap();
        assert_eq!(ledger.back_up_if_due(at("2026-01-01T23:59:59Z")).unwrap(), None);
        ledger.back_up_if_due(at("2026-01-02T00:00:00Z")).unwrap().unwrap();
        ledger.back_up_if_due(at("2026-01-09T07:00:00Z")).unwrap().unwrap();
        let days: Vec<String> =
            ledger.kept_backups().unwrap().iter().map(|b| b.made_at.to_string()).collect();
        assert_eq!(days, ["2026-01-09T07:00:00Z", "2026-01-02T00:00:00Z"]);
        assert!(!first.exists());
        let kept = ledger.kept_backups().unwrap().remove(0).path;
        let copy = Ledger::open(&kept, &OpenOptions { create: false, ..OpenOptions::default() }).unwrap();
        assert_eq!(copy.verify(&mut |_| true).unwrap().findings, []);
        assert_eq!(copy.backup_plan().unwrap(), Some(plan), "the schedule is in the file");
        assert_eq!(copy.back_up_if_due(at("2027-01-01T00:00:00Z")).unwrap(), None, "a backup makes none");
        ledger.plan_backups(None).unwrap();
        assert_eq!(ledger.back_up_if_due(at("2028-01-01T00:00:00Z")).unwrap(), None);
    }

    #[test]
    fn two_programs_make_one_backup_and_an_abandoned_one_is_taken_over() {
        let folder = tempfile::tempdir().unwrap();
        let ledger = ledger(folder.path());
        let place = folder.path().join("kept");
        let plan = BackupPlan { every_hours: 1, keep: 3, folder: Some(place.clone()) };
        ledger.plan_backups(Some(&plan)).unwrap();
        std::fs::create_dir(&place).unwrap();
        std::fs::write(place.join(".making"), "").unwrap();
        let modified = std::fs::metadata(place.join(".making")).unwrap().modified().unwrap();
        let made = modified.duration_since(std::time::UNIX_EPOCH).unwrap().as_micros();
        let made = Instant::from_micros(i64::try_from(made).unwrap());
        assert_eq!(ledger.back_up_if_due(made).unwrap(), None, "another program is at it");
        assert!(ledger.back_up_if_due(made.plus_micros(ABANDONED_MICROS)).unwrap().is_some());
        assert!(!place.join(".making").exists());
    }

    #[test]
    fn a_plan_that_keeps_nothing_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let ledger = ledger(folder.path());
        let plan = BackupPlan { every_hours: 24, keep: 0, folder: None };
        assert_eq!(ledger.plan_backups(Some(&plan)).unwrap_err().code(), "bad_value");
        assert_eq!(ledger.backup_plan().unwrap(), None);
    }

    #[test]
    fn names_of_other_files_are_no_backups() {
        assert_eq!(
            read_stamp("20260101T000000Z").map(|at| at.to_string()).as_deref(),
            Some("2026-01-01T00:00:00Z")
        );
        for name in ["20260101", "20261301T000000Z", "20260101T000000Z-old", "", "äöü"] {
            assert_eq!(read_stamp(name), None, "{name}");
        }
    }
}
