//! An embedder without a model, for tests alone: words hashed onto dimensions. It sees shared
//! words and nothing of meaning, so no program may fall back to it.

use crate::embedder::Embedder;
use crate::error::IndexError;
use crate::vector::{ModelId, Vector};

/// Feature hashing of words and of letter triples: texts that share words are near, others are
/// not. Needs no files; the same on every machine.
#[derive(Clone, Debug)]
pub struct HashEmbedder {
    model: ModelId,
    dimensions: usize,
}

impl HashEmbedder {
    /// An embedder with so many dimensions; 0 is taken as 1.
    #[must_use]
    pub fn for_tests(dimensions: usize) -> Self {
        let dimensions = dimensions.max(1);
        HashEmbedder { model: ModelId::from_stored(&format!("word-hash-for-tests@{dimensions}")), dimensions }
    }

    fn add(&self, values: &mut [f32], feature: &str, weight: f32) {
        let hash = fnv1a(feature);
        let place = usize::try_from(hash >> 1).unwrap_or(0) % self.dimensions;
        values[place] += if hash & 1 == 0 { weight } else { -weight };
    }
}

impl Embedder for HashEmbedder {
    fn model(&self) -> &ModelId {
        &self.model
    }

    fn dimensions(&self) -> usize {
        self.dimensions
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vector>, IndexError> {
        let embed_one = |text: &&str| {
            let mut values = vec![0.0; self.dimensions];
            for word in words(text) {
                self.add(&mut values, &word, 1.0);
                let letters: Vec<char> = word.chars().collect();
                for triple in letters.windows(3) {
                    self.add(&mut values, &format!("#{}", triple.iter().collect::<String>()), 0.25);
                }
            }
            if values.iter().all(|value| *value == 0.0) {
                // A text without words, or one whose words cancel, still needs a direction.
                values[0] = 1.0;
            }
            Vector::normalize(&self.model, values)
        };
        texts.iter().map(embed_one).collect()
    }

    fn count_tokens(&self, text: &str) -> usize {
        words(text).count()
    }
}

fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase)
}

/// FNV-1a, 64 bits: unlike the standard library's hasher it is fixed for all time.
fn fnv1a(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shared_words_are_nearer_than_none() {
        let embedder = HashEmbedder::for_tests(256);
        let texts = ["the port is 8080", "The port is 8000.", "Ana moved to Lisbon"];
        let vectors = embedder.embed(&texts).unwrap();
        let near = vectors[0].cosine(&vectors[1]).unwrap();
        let far = vectors[0].cosine(&vectors[2]).unwrap();
        assert!(near > far + 0.2, "{near} {far}");
        assert_eq!(embedder.embed(&texts[1..2]).unwrap()[0], vectors[1]);
    }

    #[test]
    fn any_text_has_a_vector() {
        let embedder = HashEmbedder::for_tests(0);
        for text in ["", "…", "\0", "ab ab", "日本語のテキスト"] {
            assert_eq!(embedder.embed(&[text]).unwrap()[0].values().len(), 1, "{text}");
        }
        assert_eq!(embedder.count_tokens("Ana's port: 8080"), 4);
    }
}
