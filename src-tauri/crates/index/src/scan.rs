//! One pass over codes: which rows may be among the `k` nearest? Every row has a lower and an
//! upper bound on its product with the query; a row stays while its upper bound reaches the k-th
//! best lower bound, so none of the `k` nearest is ever lost. Which of those that stay are the
//! nearest is decided with whole vectors, by [`crate::VectorIndex`].

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::kernel;
use crate::quantize::{append_codes, append_signs, sign_bytes};
use crate::rows::{BLOCK, Block, Rows};

/// Above the length of any vector that [`crate::Vector`] lets through.
const LONGEST: f32 = 1.002;

/// Rows below which a second thread costs more than it saves.
const ONE_THREAD: usize = 30_000;
/// The same of rows here and there, of which each is met in another place of the memory.
const ROWS_ONE_THREAD: usize = 3_000;

/// Blocks that a thread takes at once, and rows here and there: so few that neither waits long for the
/// other, so many that taking them costs nothing.
const TURN_OF_BLOCKS: usize = 4;
const TURN_OF_ROWS: usize = 256;

/// Rows of which the least difference is looked at before each one's.
const PASSED_OVER: usize = 64;

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

/// Those of the passing rows that may be among the `k` nearest, by their codes; all rows pass where
/// no filter says otherwise.
pub(crate) fn by_codes(rows: &Rows, query: &Query<'_>, k: usize, passing: Option<&Passing>) -> Vec<Bounded> {
    let dimensions = rows.dimensions().max(1);
    let parts = in_turns(rows.blocks(), TURN_OF_BLOCKS, rows.len() >= ONE_THREAD, |turns| {
        let mut nearest = Nearest::new(k);
        for (number, block) in turns {
            let mut offer = |place: usize| {
                let codes = &block.codes[place * dimensions..(place + 1) * dimensions];
                nearest.offer_codes(query, number * BLOCK + place, codes, block.meta[place]);
            };
            match passing {
                Some(passing) => passing.within(number).for_each(offer),
                None => (0..block.ids.len()).for_each(&mut offer),
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
    passing: Option<&Passing>,
    first: usize,
) -> Vec<Bounded> {
    let bytes = sign_bytes(rows.dimensions());
    let parts = in_turns(rows.blocks(), TURN_OF_BLOCKS, rows.len() >= ONE_THREAD, |turns| {
        let mut alike = Alike::new(first, bytes * 8);
        let mut differing = vec![0u16; BLOCK];
        for (number, block) in turns {
            kernel::differing(&query.signs, &block.signs, &mut differing);
            match passing {
                Some(passing) => {
                    for place in passing.within(number) {
                        alike.offer(number * BLOCK + place, differing[place]);
                    }
                }
                None => alike.offer_all(number * BLOCK, &differing[..block.ids.len()]),
            }
        }
        alike
    });
    let alike: Vec<u32> = Alike::together(first, bytes * 8, parts).collect();
    let parts = in_turns(&alike, TURN_OF_ROWS, alike.len() >= ROWS_ONE_THREAD, |turns| {
        let mut nearest = Nearest::new(k);
        for (_, place) in turns {
            let (_, codes, meta) = rows.row(*place as usize);
            nearest.offer_codes(query, *place as usize, codes, meta);
        }
        nearest
    });
    Nearest::together(k, parts)
}

/// The rows of one thread whose signs differ least from the query's: the `first` best and all
/// that are as good as the last of them, so that the result depends on no order.
struct Alike {
    first: usize,
    /// Rows kept at each number of differing bits, up to the limit.
    counts: Vec<usize>,
    within: usize,
    limit: u16,
    kept: Vec<(u32, u16)>,
    tidy_at: usize,
}

impl Alike {
    fn new(first: usize, bits: usize) -> Self {
        let (first, tidy_at) = (first.max(1), first.saturating_mul(2).max(1024));
        let limit = u16::try_from(bits).unwrap_or(u16::MAX);
        Alike { first, counts: vec![0; bits + 1], within: 0, limit, kept: Vec::new(), tidy_at }
    }

    #[inline]
    fn offer(&mut self, place: usize, differing: u16) {
        if differing <= self.limit {
            self.keep(place, differing);
        }
    }

    /// Offers rows that lie one after another. Most are too different, and are passed over many at
    /// a time.
    fn offer_all(&mut self, first: usize, differing: &[u16]) {
        let mut least = [0u16; BLOCK / PASSED_OVER];
        kernel::least_of_each(differing, PASSED_OVER, &mut least);
        for (part, (differing, least)) in differing.chunks(PASSED_OVER).zip(least).enumerate() {
            if least <= self.limit {
                for (place, differing) in differing.iter().enumerate() {
                    self.offer(first + part * PASSED_OVER + place, *differing);
                }
            }
        }
    }

    fn keep(&mut self, place: usize, differing: u16) {
        // Places are numbers of 32 bits, by how rows are kept.
        self.kept.push((place as u32, differing));
        self.counts[usize::from(differing)] += 1;
        self.within += 1;
        self.lower_limit();
        if self.kept.len() >= self.tidy_at {
            self.kept.retain(|(_, differing)| *differing <= self.limit);
            self.tidy_at = self.kept.len().saturating_mul(2).max(self.tidy_at);
        }
    }

    /// The least limit within which there are still enough.
    fn lower_limit(&mut self) {
        while self.limit > 0 && self.within - self.counts[usize::from(self.limit)] >= self.first {
            self.within -= self.counts[usize::from(self.limit)];
            self.limit -= 1;
        }
    }

    fn together(first: usize, bits: usize, parts: Vec<Alike>) -> impl Iterator<Item = u32> {
        let mut all = Alike::new(first, bits);
        all.limit = parts.iter().map(|part| part.limit).min().unwrap_or(all.limit);
        for part in &parts {
            for (count, more) in all.counts.iter_mut().zip(&part.counts).take(usize::from(all.limit) + 1) {
                *count += more;
                all.within += more;
            }
        }
        all.lower_limit();
        let limit = all.limit;
        let kept = parts.into_iter().flat_map(|part| part.kept);
        kept.filter(move |(_, differing)| *differing <= limit).map(|(place, _)| place)
    }
}

/// Narrows rows down with the query whole and only the row in codes, best first.
pub(crate) fn narrow(rows: &Rows, query: &Query<'_>, k: usize, kept: &[Bounded]) -> Vec<Bounded> {
    let mut nearest = Nearest::new(k);
    for Bounded { place, .. } in kept {
        let (_, codes, meta) = rows.row(*place);
        let near = kernel::dot_with_codes(query.values, codes) * meta.scale;
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
    let half = blocks.len() / 2;
    in_two(rows.len() >= ONE_THREAD, |second| match second {
        None => part(blocks, 0),
        Some(false) => part(&blocks[..half], 0),
        Some(true) => part(&blocks[half..], half),
    })
}

/// Runs over some items with their places, in two threads where they are many. Each takes a turn of them
/// whenever it is through with the last one: a thread that something else holds up has fewer. Which items
/// come to which is not told.
fn in_turns<I: Sync, T: Send>(
    items: &[I],
    turn: usize,
    many: bool,
    part: impl Fn(&mut dyn Iterator<Item = (usize, &I)>) -> T + Sync,
) -> Vec<T> {
    let taken = AtomicUsize::new(0);
    let turns = || {
        let first = taken.fetch_add(turn, Ordering::Relaxed);
        let last = first.saturating_add(turn).min(items.len());
        items.get(first..last).filter(|items| !items.is_empty()).map(|items| (first..).zip(items))
    };
    in_two(many, |_| part(&mut std::iter::from_fn(turns).flatten()))
}

/// Runs twice at once where there is much to do, and is told which of the two it is, the second or not;
/// once otherwise.
fn in_two<T: Send>(many: bool, part: impl Fn(Option<bool>) -> T + Sync) -> Vec<T> {
    // To ask takes longer than a small search does.
    static PROCESSORS: OnceLock<usize> = OnceLock::new();
    let processors =
        PROCESSORS.get_or_init(|| std::thread::available_parallelism().map_or(1, std::num::NonZero::get));
    if !many || *processors < 2 {
        return vec![part(None)];
    }
    std::thread::scope(|scope| {
        let second = scope.spawn(|| part(Some(true)));
        let first = part(Some(false));
        match second.join() {
            Ok(second) => vec![first, second],
            // A filter that panics does so for its caller, whichever thread it ran in.
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}
