//! Keeping the file: exports, backups, checks, what takes its space.

use std::path::{Path, PathBuf};

use memstrata_ledger::{
    BackupPlan, KeptBackup, PlaceWarning, RestoreReport, Usage, Vacuumed, VerifyReport, warnings_about,
};

use crate::{Engine, Error};

impl Engine {
    /// Writes the whole ledger as its log; answers how many lines.
    ///
    /// # Errors
    /// The target cannot be written, the ledger cannot be read, or it was cancelled.
    pub fn export(
        &self,
        out: &mut dyn std::io::Write,
        progress: &mut dyn FnMut(usize) -> bool,
    ) -> Result<usize, Error> {
        Ok(memstrata_ledger::export_to(&self.ledger, out, progress)?)
    }

    /// Reads a log into this ledger, which must be new.
    ///
    /// # Errors
    /// The line that is not understood; nothing is written then.
    pub fn restore(
        &self,
        log: &mut dyn std::io::BufRead,
        progress: &mut dyn FnMut(usize) -> bool,
    ) -> Result<RestoreReport, Error> {
        Ok(memstrata_ledger::restore_from(&self.ledger, log, self.clock.now(), progress)?)
    }

    /// Checks the whole file.
    ///
    /// # Errors
    /// It cannot be read at all, or it was cancelled.
    pub fn verify(&self, progress: &mut dyn FnMut(usize) -> bool) -> Result<VerifyReport, Error> {
        Ok(self.ledger.verify(progress)?)
    }

    /// Copies the ledger while reads and writes go on.
    ///
    /// # Errors
    /// The target exists or cannot be written.
    pub fn back_up(&self, target: &Path) -> Result<(), Error> {
        Ok(self.ledger.back_up(target)?)
    }

    /// The schedule of the backups, where there is one.
    ///
    /// # Errors
    /// The ledger cannot be read.
    pub fn backup_plan(&self) -> Result<Option<BackupPlan>, Error> {
        Ok(self.ledger.backup_plan()?)
    }

    /// Sets the schedule of the backups, or ends it.
    ///
    /// # Errors
    /// A plan that keeps nothing.
    pub fn plan_backups(&self, plan: Option<&BackupPlan>) -> Result<(), Error> {
        Ok(self.ledger.plan_backups(plan)?)
    }

    /// The backups made on schedule, newest first.
    ///
    /// # Errors
    /// Their folder cannot be read.
    pub fn kept_backups(&self) -> Result<Vec<KeptBackup>, Error> {
        Ok(self.ledger.kept_backups()?)
    }

    /// Makes the backup that is due, if one is; shells call it when they have opened a ledger.
    ///
    /// # Errors
    /// Its folder cannot be written.
    pub fn back_up_if_due(&self) -> Result<Option<PathBuf>, Error> {
        // The wall clock: a sample's time stands still.
        Ok(self.ledger.back_up_if_due(self.clock.now())?)
    }

    /// What takes the space in the file.
    ///
    /// # Errors
    /// The ledger cannot be read.
    pub fn usage(&self) -> Result<Usage, Error> {
        Ok(self.ledger.usage()?)
    }

    /// Gives back the space that nothing uses.
    ///
    /// # Errors
    /// The disk is full, or another program is writing.
    pub fn vacuum(&self) -> Result<Vacuumed, Error> {
        Ok(self.ledger.vacuum()?)
    }

    /// What is said against the folder that the ledger lies in.
    #[must_use]
    pub fn place_warnings(&self) -> Vec<PlaceWarning> {
        warnings_about(self.path())
    }
}
