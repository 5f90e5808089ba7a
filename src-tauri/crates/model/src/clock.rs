//! The clock that is passed in: no code reads the wall clock by itself.

use std::sync::atomic::{AtomicI64, Ordering};

use crate::time::Instant;

/// A source of "now".
pub trait Clock: Send + Sync + std::fmt::Debug {
    fn now(&self) -> Instant;
}

/// The machine's clock.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[allow(clippy::disallowed_methods, reason = "the one place that reads the wall clock")]
    fn now(&self) -> Instant {
        Instant::from(chrono::Utc::now())
    }
}

/// A clock that stands where it was put; for tests, samples and replays.
#[derive(Debug)]
pub struct FixedClock(AtomicI64);

impl FixedClock {
    #[must_use]
    pub fn at(now: Instant) -> Self {
        FixedClock(AtomicI64::new(now.micros()))
    }

    pub fn set(&self, now: Instant) {
        self.0.store(now.micros(), Ordering::SeqCst);
    }
}

impl Clock for FixedClock {
    fn now(&self) -> Instant {
        Instant::from_micros(self.0.load(Ordering::SeqCst))
    }
}
