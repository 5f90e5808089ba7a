//! Vectors for measuring, the same on every run and in every program that measures: around centres
//! that lie around centres, as texts do on topics within fields. Depends on nothing, so that the
//! peer's program can use it too.

/// Values in a vector.
pub const DIMENSIONS: usize = 384;

const FIELDS: u64 = 40;
const TOPICS: u64 = 2_000;

/// The bits of a counter, mixed (SplitMix64).
fn mix(state: u64) -> u64 {
    let mut x = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// Nearly normal values: four uniform ones of 16 bits added.
fn value(seed: u64, place: usize) -> f32 {
    let bits = mix(seed.wrapping_mul(0x0000_0100_0000_01b3) ^ place as u64);
    let sum: u64 = (0..4).map(|part| (bits >> (16 * part)) & 0xffff).sum();
    sum as f32 / 65_536.0 - 2.0
}

/// Values of length 1. Vectors of one topic have cosines near 0.6, of one field near 0.3, as
/// sentences of the sample have with the real model.
pub fn vector(seed: u64) -> Vec<f32> {
    let topic = mix(seed ^ 0x5555) % TOPICS;
    let field = mix(topic ^ 0xaaaa) % FIELDS;
    let mut values: Vec<f32> = (0..DIMENSIONS)
        .map(|place| {
            0.55 * value(u64::MAX / 2 + field, place)
                + 0.55 * value(u64::MAX / 4 + topic, place)
                + 0.63 * value(seed, place)
        })
        .collect();
    let length = values.iter().map(|v| f64::from(*v) * f64::from(*v)).sum::<f64>().sqrt();
    for value in &mut values {
        *value = (f64::from(*value) / length) as f32;
    }
    values
}

/// The seed of a question, which is no stored vector's.
pub fn question(number: u64) -> u64 {
    (1 << 40) + number
}

/// Reads bytes once, from end to end, in so many threads; the sum only keeps the reading.
pub fn read_once(bytes: &[u64], threads: usize) -> u64 {
    let part = |words: &[u64]| {
        words.chunks(8).fold([0u64; 8], |mut sums, eight| {
            for (sum, word) in sums.iter_mut().zip(eight) {
                *sum = sum.wrapping_add(*word);
            }
            sums
        })
    };
    let length = bytes.len().div_ceil(threads.max(1)).max(1);
    std::thread::scope(|scope| {
        let running: Vec<_> = bytes.chunks(length).map(|words| scope.spawn(move || part(words))).collect();
        running.into_iter().filter_map(|one| one.join().ok()).flatten().fold(0, u64::wrapping_add)
    })
}
