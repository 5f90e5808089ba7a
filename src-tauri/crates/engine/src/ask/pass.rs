//! The pass over the vectors of a large ledger, beside the way to the keys: the one goes through
//! memory, the other reads the file, and neither waits for the other.

use std::time::{Duration, Instant as Stopwatch};

use memstrata_index::{Near, Vector, VectorIndex};
use memstrata_retrieve::{Lap, Laps, Meaning, RetrieveError};

use super::RECALL;
use crate::Error;

/// Vectors from which on a thread is worth its start.
const LARGE: usize = 20_000;

/// What a pass left over, and how long it took.
pub(super) struct Pass<'a> {
    pub near: Near<'a>,
    pub took: Duration,
}

/// Runs `other`, and beside it the pass over what is searched, where that is large.
pub(super) fn beside<'a, T>(
    searched: Option<(&'a VectorIndex, &'a Vector)>,
    laps: &Laps,
    other: impl FnOnce() -> Result<T, Error>,
) -> Result<(T, Option<Pass<'a>>), Error> {
    let Some((index, question)) = searched.filter(|(index, _)| index.len() >= LARGE) else {
        return Ok((other()?, None));
    };
    let pass = || {
        let watch = Stopwatch::now();
        let near = Meaning::first_pass(index, question, RECALL as usize)?;
        Ok::<_, RetrieveError>(Pass { near, took: watch.elapsed() })
    };
    std::thread::scope(|scope| {
        let pass = scope.spawn(pass);
        let other = other();
        match laps.during(Lap::Vectors, || pass.join()) {
            Ok(pass) => Ok((other?, Some(pass?))),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use memstrata_index::{HeldVectors, ModelId, VectorSource};

    use super::*;

    #[test]
    fn a_large_pass_goes_beside_and_finds_the_same() {
        let model = ModelId::from_stored("test@1");
        let vector = |n: usize| {
            let values = (0..8).map(|place| ((n * 31 + place * 977) as f32).sin()).collect();
            Vector::normalize(&model, values).unwrap()
        };
        let held = Arc::new(HeldVectors::default());
        let mut index = VectorIndex::new(&model, 8, Arc::clone(&held) as Arc<dyn VectorSource>);
        let question = vector(1_000_003);
        let laps = Laps::default();
        for n in 0..LARGE {
            let (said, pass) = beside(Some((&index, &question)), &laps, || Ok(n)).unwrap();
            assert!(said == n && pass.is_none());
            let stored = vector(n);
            index.insert(n as i64, &stored).unwrap();
            held.insert(n as i64, stored);
        }
        let (said, pass) = beside(Some((&index, &question)), &laps, || Ok("route")).unwrap();
        let mut near = pass.expect("it is large").near;
        assert_eq!(said, "route");
        assert!(near.known().count() >= RECALL as usize);
        assert_eq!(near.first(100).unwrap(), index.search(&question, 100, &|_| true).unwrap());
        let failed = beside(Some((&index, &question)), &laps, || {
            Err::<(), _>(Error::usage("empty_question", "there is no question", None))
        });
        assert_eq!(failed.err().map(|error| error.code), Some("empty_question"));
        assert!(beside(None, &laps, || Ok(())).unwrap().1.is_none());
    }
}
