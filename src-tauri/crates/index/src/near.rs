//! What one pass over the codes came to, told in order. Whole vectors are read from the source only
//! as far as the order that is asked for depends on them.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use crate::error::IndexError;
use crate::kernel;
use crate::scan::{Bounded, Passing, Query, by_codes, by_signs, narrow};
use crate::search::{EXACT_ROWS, Hit, Method, VectorIndex};
use crate::vector::Vector;

/// Which rows are looked for, and how.
pub(crate) struct Sought<'i> {
    pub method: Option<Method>,
    /// So many rows at least are left over by the signs.
    pub first: usize,
    /// What passes; everything without.
    pub filter: Option<&'i Filter<'i>>,
}

/// Which ids may be found.
pub(crate) type Filter<'f> = dyn Fn(i64) -> bool + Sync + 'f;

/// What one pass over the codes left over: whole vectors are read only as far as the order of those
/// asked for depends on them.
pub struct Near<'i> {
    index: &'i VectorIndex,
    sought: Sought<'i>,
    query: &'i Vector,
    k: usize,
    /// Rows that may be among the `k` nearest, best upper bound first.
    left: Vec<Bounded>,
    /// How many of these were read whole.
    read: usize,
    /// Those, in order.
    best: Vec<Candidate>,
}

impl std::fmt::Debug for Near<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Near").field("k", &self.k).field("read", &self.read).finish_non_exhaustive()
    }
}

impl<'i> Near<'i> {
    pub(crate) fn new(index: &'i VectorIndex, sought: Sought<'i>, query: &'i Vector, k: usize) -> Self {
        let mut near = Near { index, sought, query, k, left: Vec::new(), read: 0, best: Vec::new() };
        near.look(&BTreeSet::new());
        near
    }

    /// How many can be told at most, where there are so many vectors.
    #[must_use]
    pub fn reach(&self) -> usize {
        self.k
    }

    /// The first `count` of them, nearest first; never more than were looked for.
    ///
    /// # Errors
    /// Those of the source.
    pub fn first(&mut self, count: usize) -> Result<Vec<Hit>, IndexError> {
        let count = count.min(self.k);
        let mut gone: BTreeSet<i64> = BTreeSet::new();
        while !self.read_for(count, &mut gone)? {
            // Forgotten since the index was loaded. Their bounds may have shut others out.
            self.look(&gone);
        }
        Ok(self.best.iter().take(count).map(|candidate| candidate.0).collect())
    }

    /// The hits that were read whole so far, in order.
    pub fn known(&self) -> impl Iterator<Item = Hit> + '_ {
        self.best.iter().map(|candidate| candidate.0)
    }

    /// One pass over the codes, without some ids.
    fn look(&mut self, gone: &BTreeSet<i64>) {
        (self.left, self.read, self.best) = (Vec::new(), 0, Vec::new());
        let rows = &self.index.rows;
        let Sought { method, first, filter } = self.sought;
        let passes = |id: i64| filter.is_none_or(|filter| filter(id)) && !gone.contains(&id);
        let all = filter.is_none() && gone.is_empty();
        let passing = (!all).then(|| Passing::of(rows, &passes));
        let count = passing.as_ref().map_or(rows.len(), |passing| passing.count);
        if self.k == 0 || count == 0 {
            return;
        }
        let query = Query::new(self.query.values());
        let by_count = if count <= EXACT_ROWS { Method::Exact } else { Method::Signs };
        let kept = match method.unwrap_or(by_count) {
            Method::Exact => by_codes(rows, &query, self.k, passing.as_ref()),
            Method::Signs => by_signs(rows, &query, self.k, passing.as_ref(), first),
        };
        self.left = narrow(rows, &query, self.k, &kept);
    }

    /// Reads whole vectors until no row that is left can reach the `count`-th best; false where the
    /// source no longer has some of them, which are added to `gone`.
    fn read_for(&mut self, count: usize, gone: &mut BTreeSet<i64>) -> Result<bool, IndexError> {
        let mut at_once = count.saturating_sub(self.best.len()).saturating_add(8);
        let mut whole = true;
        while let Some(next) = self.left.get(self.read) {
            let reached = |worst: &Candidate| next.upper < worst.0.score;
            if count == 0 || self.best.get(count - 1).is_some_and(reached) {
                break;
            }
            let now = &self.left[self.read..(self.read + at_once).min(self.left.len())];
            let ids: Vec<i64> = now.iter().map(|row| self.index.rows.row(row.place).0).collect();
            (self.read, at_once) = (self.read + ids.len(), (at_once / 2).max(16));
            for (&id, vector) in ids.iter().zip(self.index.fetch(&ids)?) {
                match vector {
                    Some(vector) => {
                        let score = kernel::dot(self.query.values(), vector.values());
                        self.best.push(Candidate(Hit { id, score }));
                    }
                    None => {
                        gone.insert(id);
                        whole = false;
                    }
                }
            }
            self.best.sort();
        }
        Ok(whole)
    }
}

/// A hit, ordered from best to worst.
struct Candidate(Hit);

impl Ord for Candidate {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_score = other.0.score.total_cmp(&self.0.score);
        by_score.then_with(|| scramble(self.0.id).cmp(&scramble(other.0.id)))
    }
}

impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Candidate {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Candidate {}

/// A one-to-one mixing of an id's bits (the finaliser of SplitMix64, Steele et al. 2014).
pub(crate) fn scramble(id: i64) -> u64 {
    let mut x = id.cast_unsigned().wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
