//! Where the time of a question goes: one stopwatch whose laps are the parts of asking. Time spent
//! in a part that another one calls counts for the inner one alone, so that the laps add up.

use std::cell::Cell;
use std::time::{Duration, Instant};

/// A part of asking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lap {
    /// The question's time, and the events that it names.
    Reading,
    /// The keys that it leads to, chains, values that it names.
    Route,
    /// The embedding model's own time.
    Embedding,
    /// What is held in memory brought up to date; settings read.
    Following,
    /// The pass over the vectors, and whole vectors for the order.
    Vectors,
    /// Full text.
    Words,
    /// Where the facts of candidates stand in time, read from the ledger.
    Outlines,
    /// Which of them the gate lets through.
    Gate,
    /// Candidates that are served, read from the ledger whole.
    Candidates,
    /// Scores and order.
    Score,
    /// Marks, repeats and the budget.
    Packing,
    /// What the passages come to, in words.
    Answer,
}

impl Lap {
    /// All of them, in the order in which a question passes through.
    pub const ALL: [Lap; 12] = [
        Lap::Reading,
        Lap::Route,
        Lap::Embedding,
        Lap::Following,
        Lap::Vectors,
        Lap::Words,
        Lap::Outlines,
        Lap::Gate,
        Lap::Candidates,
        Lap::Score,
        Lap::Packing,
        Lap::Answer,
    ];

    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Lap::Reading => "reading",
            Lap::Route => "route",
            Lap::Embedding => "embedding",
            Lap::Following => "following",
            Lap::Vectors => "vectors",
            Lap::Words => "words",
            Lap::Outlines => "outlines",
            Lap::Candidates => "candidates",
            Lap::Gate => "gate",
            Lap::Score => "score",
            Lap::Packing => "packing",
            Lap::Answer => "answer",
        }
    }
}

/// The laps of one question.
#[derive(Debug, Default)]
pub struct Laps {
    taken: [Cell<Duration>; Lap::ALL.len()],
    /// The part that runs, since when.
    running: Cell<Option<(Lap, Instant)>>,
}

impl Laps {
    /// Counts what `work` takes for a part.
    pub fn during<T>(&self, lap: Lap, work: impl FnOnce() -> T) -> T {
        let outer = self.switch(Some(lap));
        let done = work();
        self.switch(outer);
        done
    }

    /// How long a part took so far.
    #[must_use]
    pub fn of(&self, lap: Lap) -> Duration {
        self.taken[lap as usize].get()
    }

    fn switch(&self, to: Option<Lap>) -> Option<Lap> {
        let now = Instant::now();
        let before = self.running.replace(to.map(|lap| (lap, now)));
        before.map(|(lap, since)| {
            let taken = &self.taken[lap as usize];
            taken.set(taken.get() + now.duration_since(since));
            lap
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_inner_part_is_not_counted_twice() {
        let laps = Laps::default();
        let pause = Duration::from_millis(4);
        let watch = Instant::now();
        laps.during(Lap::Route, || {
            std::thread::sleep(pause);
            laps.during(Lap::Words, || std::thread::sleep(pause));
            std::thread::sleep(pause);
        });
        let whole = watch.elapsed();
        assert!(laps.of(Lap::Route) >= 2 * pause && laps.of(Lap::Words) >= pause);
        assert!(laps.of(Lap::Route) + laps.of(Lap::Words) <= whole);
        assert_eq!(laps.of(Lap::Gate), Duration::ZERO);
    }

    #[test]
    fn every_part_has_a_place_and_a_name_of_its_own() {
        for (place, lap) in Lap::ALL.into_iter().enumerate() {
            assert_eq!(lap as usize, place);
            assert!(Lap::ALL[..place].iter().all(|other| other.name() != lap.name()));
        }
    }
}
