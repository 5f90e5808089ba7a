//! One pass over codes: which rows may be among the `k` nearest? Every row has a lower and an
//! upper bound on its product with the query; a row stays while its upper bound reaches the k-th
//! best lower bound, so none of the `k` nearest is ever lost. Which of those that stay are the
//! nearest is decided with whole vectors, by [`crate::VectorIndex`].

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::kernel;
use crate::quantize::{append_codes, append_signs, dot_with_codes, sign_bytes};
use crate::rows::{BLOCK, Block, Rows};

/// Above the length of any vector that [`crate::Vector`] lets through.
const LONGEST: f32 = 1.002;

/// Rows below which a second thread costs more than it saves.
const ONE_THREAD: usize = 30_000;

/// A query in all the forms that a scan compares.
#[derive(Debug)]
pub(crate) struct Query<'a> {
    values: &'a [f32],
    codes: Vec<i8>,
    scale: f32,
    signs: Vec<u8>,
    length: f32,
    /// How far the product of two vectors' codes may be off, but for the row's own residual.
    off: f32,
    /// That for each unit of the row's residual.
    off_by_residual: f32,
    /// What rounding may add anywhere.
    slack: f32,
}

impl<'a> Query<'a> {
    pub fn new(values: &'a [f32]) -> Self {
        let (mut codes, mut signs) = (Vec::new(), Vec::new());
        let code = append_codes(values, &mut codes);
        append_signs(values, &mut signs);
        let length = values.iter().map(|v| f64::from(*v) * f64::from(*v)).sum::<f64>().sqrt();
        let length = (length as f32).next_up();
        // Sums of n products of floats are off by less than n times half a step, whatever their
        // order; a few steps more for the multiplications around them.
        let slack = (values.len() + 16) as f32 * f32::EPSILON * LONGEST * LONGEST;
        // q·v − (t d)·(s c) = (q − t d)·(s c) + q·(v − s c), and |s c| ≤ |v| + |v − s c|.
        let off = code.residual * LONGEST + slack;
        let off_by_residual = code.residual + length;
        Query { values, codes, scale: code.scale, signs, length, off, off_by_residual, slack }
    }
}

/// A row, and above what its product with the query cannot be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bounded {
    pub place: usize,
    pub upper: f32,
}

/// Which rows may be looked at: a bit for each.
#[derive(Debug)]
pub(crate) struct Passing {
    words: Vec<u64>,
    pub count: usize,
}

const WORDS: usize = BLOCK / 64;

impl Passing {
    /// Asks the filter of every row, once.
    pub fn of(rows: &Rows, filter: &(dyn Fn(i64) -> bool + Sync)) -> Self {
        let parts = over_blocks(rows, |blocks, _| {
            let mut words = vec![0u64; blocks.len() * WORDS];
            let mut count = 0;
            for (block, words) in blocks.iter().zip(words.chunks_mut(WORDS)) {
                for (place, id) in block.ids.iter().enumerate() {
                    if filter(*id) {
                        words[place / 64] |= 1 << (place % 64);
                        count += 1;
                    }
                }
            }
            (words, count)
        });
        let mut passing = Passing { words: Vec::new(), count: 0 };
        for (words, count) in parts {
            passing.count += count;
            passing.words.extend(words);
        }
        passing
    }

    /// The places within a block that pass, in order.
    fn within(&self, block: usize) -> impl Iterator<Item = usize> + '_ {
        let words = &self.words[block * WORDS..(block + 1) * WORDS];
        words.iter().enumerate().flat_map(|(word, bits)| {
            let mut left = *bits;
            std::iter::from_fn(move || {
                let place = left.trailing_zeros() as usize;
                (left != 0).then(|| {
                    left &= left - 1;
                    word * 64 + place
                })
            })
        })
    }
}

/// Those of the passing rows that may be among the `k` nearest, by their codes.
pub(crate) fn by_codes(rows: &Rows, query: &Query<'_>, k: usize, passing: &Passing) -> Vec<Bounded> {
    let dimensions = rows.dimensions().max(1);
    let parts = over_blocks(rows, |blocks, first| {
        let mut nearest = Nearest::new(k);
        for (number, block) in (first..).zip(blocks) {
            for place in passing.within(number) {
                let codes = &block.codes[place * dimensions..(place + 1) * dimensions];
                nearest.offer_codes(query, number * BLOCK + place, codes, block.meta[place]);
            }
        }
        nearest
    });
    Nearest::together(k, parts)
}

/// As [`by_codes`], looking only at the rows whose signs differ least from the query's: at least
/// `first` of them, where there are so many. A row that the signs misjudge is lost.
pub(crate) fn by_signs(
    rows: &Rows,
    query: &Query<'_>,
    k: usize,
    passing: &Passing,
    first: usize,
) -> Vec<Bounded> {
    let bytes = sign_bytes(rows.dimensions());
    let parts = over_blocks(rows, |blocks, first_block| {
        let mut alike = Alike::new(first, bytes * 8);
        for (number, block) in (first_block..).zip(blocks) {
            for place in passing.within(number) {
                let signs = &block.signs[place * bytes..(place + 1) * bytes];
                alike.offer(number * BLOCK + place, kernel::hamming(&query.signs, signs));
            }
        }
        alike
    });
    let mut nearest = Nearest::new(k);
    for place in Alike::together(first, bytes * 8, parts) {
        let (_, codes, meta) = rows.row(place);
        nearest.offer_codes(query, place, codes, meta);
    }
    Nearest::together(k, vec![nearest])
}

/// The rows of one thread whose signs differ least from the query's: the `first` best and all
/// that are as good as the last of them, so that the result depends on no order.
struct Alike {
    first: usize,
    /// Rows kept at each number of differing bits, up to the limit.
    counts: Vec<usize>,
    within: usize,
    limit: usize,
    kept: Vec<(u32, u16)>,
    tidy_at: usize,
}

impl Alike {
    fn new(first: usize, bits: usize) -> Self {
        let (first, tidy_at) = (first.max(1), first.saturating_mul(2).max(1024));
        Alike { first, counts: vec![0; bits + 1], within: 0, limit: bits, kept: Vec::new(), tidy_at }
    }

    fn offer(&mut self, place: usize, differing: usize) {
        if differing > self.limit {
            return;
        }
        // Places are numbers of 32 bits, and bits fewer than 16 bits count, by how rows are kept.
        self.kept.push((place as u32, differing as u16));
        self.counts[differing] += 1;
        self.within += 1;
        self.lower_limit();
        if self.kept.len() >= self.tidy_at {
            self.kept.retain(|(_, differing)| usize::from(*differing) <= self.limit);
            self.tidy_at = self.kept.len().saturating_mul(2).max(self.tidy_at);
        }
    }

    /// The least limit within which there are still enough.
    fn lower_limit(&mut self) {
        while self.limit > 0 && self.within - self.counts[self.limit] >= self.first {
            self.within -= self.counts[self.limit];
            self.limit -= 1;
        }
    }

    fn together(first: usize, bits: usize, parts: Vec<Alike>) -> impl Iterator<Item = usize> {
        let mut all = Alike::new(first, bits);
        all.limit = parts.iter().map(|part| part.limit).min().unwrap_or(bits);
        for part in &parts {
            for (count, more) in all.counts.iter_mut().zip(&part.counts).take(all.limit + 1) {
                *count += more;
                all.within += more;
            }
        }
        all.lower_limit();
        let limit = all.limit;
        let kept = parts.into_iter().flat_map(|part| part.kept);
        kept.filter(move |(_, differing)| usize::from(*differing) <= limit).map(|(place, _)| place as usize)
    }
}

/// Narrows rows down with the query whole and only the row in codes, best first.
pub(crate) fn narrow(rows: &Rows, query: &Query<'_>, k: usize, kept: &[Bounded]) -> Vec<Bounded> {
    let mut nearest = Nearest::new(k);
    for Bounded { place, .. } in kept {
        let (_, codes, meta) = rows.row(*place);
        let near = dot_with_codes(query.values, codes, meta.scale) as f32;
        nearest.offer(*place, near, query.length * meta.residual + query.slack);
    }
    let mut narrowed = Nearest::together(k, vec![nearest]);
    narrowed.sort_by(|a, b| b.upper.total_cmp(&a.upper).then(a.place.cmp(&b.place)));
    narrowed
}

/// The rows of one thread that may be among the `k` nearest.
struct Nearest {
    k: usize,
    /// The k greatest lower bounds, least on top.
    lowers: BinaryHeap<Reverse<Total>>,
    kept: Vec<Bounded>,
    tidy_at: usize,
}

impl Nearest {
    fn new(k: usize) -> Self {
        Nearest { k, lowers: BinaryHeap::with_capacity(k.min(BLOCK) + 1), kept: Vec::new(), tidy_at: 1024 }
    }

    /// What an upper bound must reach.
    fn floor(&self) -> f32 {
        if self.lowers.len() < self.k {
            return f32::NEG_INFINITY;
        }
        self.lowers.peek().map_or(f32::NEG_INFINITY, |least| least.0.0)
    }

    fn offer_codes(&mut self, query: &Query<'_>, place: usize, codes: &[i8], meta: crate::quantize::Code) {
        let near = kernel::dot_codes(&query.codes, codes) * (query.scale * meta.scale);
        self.offer(place, near, query.off + query.off_by_residual * meta.residual);
    }

    fn offer(&mut self, place: usize, near: f32, off: f32) {
        let (lower, upper) = (near - off, near + off);
        if upper < self.floor() {
            return;
        }
        self.kept.push(Bounded { place, upper });
        if self.lowers.len() < self.k {
            self.lowers.push(Reverse(Total(lower)));
        } else if let Some(mut least) = self.lowers.peek_mut()
            && lower > least.0.0
        {
            *least = Reverse(Total(lower));
        }
        if self.kept.len() >= self.tidy_at {
            let floor = self.floor();
            self.kept.retain(|row| row.upper >= floor);
            self.tidy_at = (self.kept.len() * 2).max(1024);
        }
    }

    fn together(k: usize, parts: Vec<Nearest>) -> Vec<Bounded> {
        let mut lowers: Vec<Total> =
            parts.iter().flat_map(|part| part.lowers.iter().map(|lower| lower.0)).collect();
        lowers.sort_by(|a, b| b.cmp(a));
        let floor = k.checked_sub(1).and_then(|last| lowers.get(last)).map_or(f32::NEG_INFINITY, |l| l.0);
        parts.into_iter().flat_map(|part| part.kept).filter(|row| row.upper >= floor).collect()
    }
}

/// A float in its total order.
#[derive(Clone, Copy, Debug)]
struct Total(f32);

impl Ord for Total {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl PartialOrd for Total {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Total {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Total {}

/// Runs over the blocks, in two threads where there are many rows; results in order of block.
/// `part` is told the number of its first block.
fn over_blocks<T: Send>(rows: &Rows, part: impl Fn(&[Block], usize) -> T + Sync) -> Vec<T> {
    let blocks = rows.blocks();
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    if rows.len() < ONE_THREAD || processors < 2 {
        return vec![part(blocks, 0)];
    }
    let half = blocks.len() / 2;
    let (front, back) = blocks.split_at(half);
    std::thread::scope(|scope| {
        let second = scope.spawn(|| part(back, half));
        let first = part(front, 0);
        match second.join() {
            Ok(second) => vec![first, second],
            // A filter that panics does so for its caller, whichever thread it ran in.
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}
