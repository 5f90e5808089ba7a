//! A hash for short words: tables of closed word classes, verb forms and aliases are asked for every
//! word of every sentence, and nobody picks those words to make them collide.

use std::hash::{BuildHasher, Hasher};

/// Hashes by folding eight bytes at a time; the same in every run.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Quick;

impl BuildHasher for Quick {
    type Hasher = Fold;

    fn build_hasher(&self) -> Fold {
        Fold(0)
    }
}

/// The state of a [`Quick`] hash.
#[derive(Debug)]
pub(crate) struct Fold(u64);

/// An odd number without pattern: 2^64 divided by the golden ratio.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

impl Fold {
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(SPREAD);
    }
}

impl Hasher for Fold {
    fn write(&mut self, bytes: &[u8]) {
        let mut chunks = bytes.chunks_exact(8);
        for chunk in &mut chunks {
            self.add(u64::from_le_bytes(chunk.try_into().unwrap_or_default()));
        }
        let mut last = 0_u64;
        for byte in chunks.remainder() {
            last = last << 8 | u64::from(*byte);
        }
        self.add(last ^ (bytes.len() as u64) << 56);
    }

    fn write_u8(&mut self, _: u8) {
        // The end mark of a string: its length is hashed already.
    }

    fn finish(&self) -> u64 {
        // The table takes the top bits as a tag and the low bits as the place.
        self.0 ^ (self.0 >> 32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_told_apart() {
        let words = ["", "a", "the", "these", "those", "transfer", "transferred", "abcdefgh", "abcdefgi"];
        let mut hashes: Vec<u64> = words.iter().map(|w| Quick.hash_one(w)).collect();
        hashes.sort_unstable();
        hashes.dedup();
        assert_eq!(hashes.len(), words.len());
    }
}
