//! The clock that is passed in: no code reads the wall clock by itself.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

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
        moment_of(SystemTime::now())
    }
}

/// A clock that was never set may stand before the epoch.
fn moment_of(time: SystemTime) -> Instant {
    let micros = |time: Duration| i64::try_from(time.as_micros()).unwrap_or(i64::MAX);
    match time.duration_since(UNIX_EPOCH) {
        Ok(since) => Instant::from_micros(micros(since)),
        Err(before) => Instant::from_micros(-micros(before.duration())),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_before_the_epoch_is_read_all_the_same() {
        let hour = Duration::from_secs(3600);
        assert_eq!(moment_of(UNIX_EPOCH - hour).to_string(), "1969-12-31T23:00:00Z");
        assert_eq!(moment_of(UNIX_EPOCH + hour).to_string(), "1970-01-01T01:00:00Z");
        assert!(SystemClock.now() > moment_of(UNIX_EPOCH));
    }
}
