//! The background pass that the window starts: one at a time, and it can be stopped.

use std::sync::atomic::{AtomicBool, Ordering};

use memstrata_engine::{ConsolidationProgress, Engine, Error};
use memstrata_model::inbox::PassReport;

/// Whether a pass runs, and whether it is to stop.
#[derive(Debug, Default)]
pub struct Pass {
    running: AtomicBool,
    cancelled: AtomicBool,
}

impl Pass {
    /// Looks the whole space over. What was proposed before it was stopped stays.
    ///
    /// # Errors
    /// One runs already; the ledger cannot be read or written.
    pub fn run(
        &self,
        engine: &Engine,
        moved: &mut dyn FnMut(ConsolidationProgress),
    ) -> Result<PassReport, Error> {
        if self.running.swap(true, Ordering::AcqRel) {
            return Err(Error::failed("busy", "the ledger is being looked over already", None));
        }
        let _ends = Ends(&self.running);
        self.cancelled.store(false, Ordering::Release);
        let waiting = |engine: &Engine| engine.review(false).map(|items| items.len());
        let before = waiting(engine)?;
        let done = engine.consolidate(false, &mut |at| {
            moved(at);
            !self.cancelled.load(Ordering::Acquire)
        });
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        match done {
            Ok(done) => Ok(PassReport {
                proposed: count(done.proposed.len()),
                left: count(done.left),
                cancelled: false,
            }),
            Err(error) if error.code == "cancelled" => {
                let proposed = count(waiting(engine)?.saturating_sub(before));
                Ok(PassReport { proposed, left: 0, cancelled: true })
            }
            Err(error) => Err(error),
        }
    }

    /// Stops the pass that runs, at its next look.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Release);
    }
}

/// Lets the next pass run, however this one ended.
struct Ends<'a>(&'a AtomicBool);

impl Drop for Ends<'_> {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use memstrata_engine::{Embedding, EngineOptions, NewAssert, Told};
    use memstrata_model::FixedClock;

    fn open(folder: &tempfile::TempDir, now: &str) -> Engine {
        let clock = Arc::new(FixedClock::at(now.parse().expect("an instant")));
        let options = EngineOptions { embedding: Embedding::Off, ..EngineOptions::new(clock) };
        Engine::open(&folder.path().join("l.memstrata"), options).expect("a ledger")
    }

    /// A ledger with a value that nobody has vouched for in ten years.
    fn engine(folder: &tempfile::TempDir) -> Engine {
        let assert = NewAssert {
            subject: "harbour".to_owned(),
            relation: "port".to_owned(),
            object: "8080".to_owned(),
            ..NewAssert::default()
        };
        let engine = open(folder, "2026-01-01T00:00:00Z");
        engine.tell(vec![Told::Assert(assert)], None, None).expect("told");
        open(folder, "2036-01-01T00:00:00Z")
    }

    #[test]
    fn a_pass_reports_what_it_proposed_and_one_that_is_stopped_says_so() {
        let folder = tempfile::tempdir().expect("a folder");
        let engine = engine(&folder);
        let pass = Pass::default();
        let stopped = pass.run(&engine, &mut |_| pass.cancel()).expect("a report");
        assert_eq!(stopped, PassReport { proposed: 0, left: 0, cancelled: true });
        let mut stages = Vec::new();
        let done = pass.run(&engine, &mut |at| stages.push(at.stage)).expect("a report");
        assert_eq!(done, PassReport { proposed: 1, left: 0, cancelled: false });
        assert!(!stages.is_empty());
    }

    #[test]
    fn two_passes_never_run_at_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let engine = engine(&folder);
        let pass = Pass::default();
        let mut second = None;
        pass.run(&engine, &mut |_| {
            second.get_or_insert_with(|| pass.run(&engine, &mut |_| {}).expect_err("one runs").code);
        })
        .expect("a report");
        assert_eq!(second, Some("busy"));
    }
}
