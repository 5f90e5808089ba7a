//! The background pass that the window starts, one at a time, and it can be stopped; and the slices of
//! one that go by themselves while nobody writes, and give way to it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use memstrata_engine::{ConsolidationProgress, Engine, Error, Idle, Looked};
use memstrata_model::inbox::PassReport;

use crate::open::OpenLedger;

/// Whether a pass runs, and whether it is to stop.
#[derive(Debug, Default)]
pub struct Pass {
    running: AtomicBool,
    cancelled: AtomicBool,
    /// Held by whoever looks the ledger over, so that nothing is proposed twice.
    looking: Mutex<()>,
    /// Somebody waits for a slice to end.
    wanted: AtomicBool,
}

/// How often it is asked whether the ledger has been quiet for a while.
const EVERY: Duration = Duration::from_secs(60);

/// Starts to look over what is open while nobody writes to it, for as long as the program runs.
///
/// # Errors
/// No thread can be started.
pub fn start(pass: Arc<Pass>, ledger: Arc<OpenLedger>) -> std::io::Result<()> {
    std::thread::Builder::new().name("look over".to_owned()).spawn(move || {
        let mut of: Option<(Arc<Engine>, Idle)> = None;
        loop {
            std::thread::sleep(EVERY);
            let Some(opened) = ledger.present() else { continue };
            if !of.as_ref().is_some_and(|(engine, _)| Arc::ptr_eq(engine, &opened.engine)) {
                of = Some((opened.engine, Idle::default()));
            }
            let Some((engine, idle)) = &mut of else { continue };
            // Slices follow each other while there is more to look at.
            loop {
                match pass.idle(engine, idle) {
                    Ok(Looked::InPart)
                        if ledger.present().is_some_and(|o| Arc::ptr_eq(&o.engine, engine)) => {}
                    Ok(_) => break,
                    Err(error) if error.code == "cancelled" => break,
                    Err(error) => {
                        eprintln!("memstrata: looking over failed: {error}");
                        break;
                    }
                }
            }
        }
    })?;
    Ok(())
}

impl Pass {
    /// A slice of a pass, where it is the time for one and nobody runs one.
    ///
    /// # Errors
    /// It gave way to a pass that was asked for; the ledger cannot be read or written.
    pub fn idle(&self, engine: &Engine, idle: &mut Idle) -> Result<Looked, Error> {
        let Ok(_looking) = self.looking.try_lock() else { return Ok(Looked::NotNow) };
        engine.consolidate_when_idle(idle, &mut |_| !self.wanted.load(Ordering::Acquire))
    }

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
        self.wanted.store(true, Ordering::Release);
        let _looking = self.looking.lock().unwrap_or_else(PoisonError::into_inner);
        self.wanted.store(false, Ordering::Release);
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
    fn a_slice_goes_by_itself_and_never_beside_a_pass() {
        let folder = tempfile::tempdir().expect("a folder");
        let engine = engine(&folder);
        let (pass, mut idle) = (Pass::default(), Idle::default());
        let beside = pass.run(&engine, &mut |_| {
            assert_eq!(pass.idle(&engine, &mut Idle::default()).expect("no failure"), Looked::NotNow);
            pass.cancel();
        });
        assert!(beside.expect("a report").cancelled);
        let Looked::Whole(done) = pass.idle(&engine, &mut idle).expect("a slice") else {
            panic!("it is quiet since ten years");
        };
        assert_eq!(done.proposed.len(), 1);
        assert_eq!(pass.idle(&engine, &mut idle).expect("no failure"), Looked::NotNow, "nothing is new");
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
