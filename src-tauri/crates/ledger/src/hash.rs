//! The hash chain. An entry's hash is SHA-256 over the previous hash and a canonical encoding of
//! the entry: fields in a fixed order, each with its tag and length, so that no two entries
//! encode alike. Texts and objects enter as salted digests, so that they can be forgotten while
//! the chain still verifies.

use sha2::{Digest as _, Sha256};

pub type Hash = [u8; 32];

/// A canonical encoding, to be hashed.
#[derive(Debug)]
pub struct Encoding(Vec<u8>);

impl Encoding {
    #[must_use]
    pub fn after(previous: &[u8]) -> Self {
        let mut encoding = Encoding(Vec::with_capacity(512));
        encoding.bytes(0, previous);
        encoding
    }

    pub fn bytes(&mut self, tag: u8, bytes: &[u8]) {
        self.0.push(tag);
        self.0.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
        self.0.extend_from_slice(bytes);
    }

    pub fn text(&mut self, tag: u8, text: &str) {
        self.bytes(tag, text.as_bytes());
    }

    /// An absent field leaves no trace; a present one, even if empty, does.
    pub fn maybe_text(&mut self, tag: u8, text: Option<&str>) {
        if let Some(text) = text {
            self.text(tag, text);
        }
    }

    pub fn maybe_int(&mut self, tag: u8, value: Option<i64>) {
        if let Some(value) = value {
            self.bytes(tag, &value.to_le_bytes());
        }
    }

    #[must_use]
    pub fn finish(self) -> Hash {
        Sha256::digest(&self.0).into()
    }
}

/// The digest of a text that the log holds in its place.
#[must_use]
pub fn salted(salt: &[u8], text: &str) -> Hash {
    let mut sha = Sha256::new();
    sha.update((salt.len() as u64).to_le_bytes());
    sha.update(salt);
    sha.update(text.as_bytes());
    sha.finalize().into()
}

#[must_use]
pub fn sha256(text: &str) -> Hash {
    Sha256::digest(text.as_bytes()).into()
}

#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut out, byte| {
        let _ = write!(out, "{byte:02x}");
        out
    })
}

/// SHA-256 of a text, in hexadecimal.
#[must_use]
pub fn text_digest(text: &str) -> String {
    hex(&sha256(text))
}

/// Bytes of an even number of hexadecimal digits.
#[must_use]
pub fn from_hex(text: &str) -> Option<Vec<u8>> {
    if !text.len().is_multiple_of(2) || !text.is_ascii() {
        return None;
    }
    (0..text.len()).step_by(2).map(|i| u8::from_str_radix(&text[i..i + 2], 16).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbouring_fields_cannot_run_together() {
        let hash = |a: &str, b: &str| {
            let mut encoding = Encoding::after(&[]);
            encoding.text(1, a);
            encoding.text(2, b);
            encoding.finish()
        };
        assert_ne!(hash("ab", "c"), hash("a", "bc"));
        assert_ne!(hash("", "x"), {
            let mut encoding = Encoding::after(&[]);
            encoding.text(2, "x");
            encoding.finish()
        });
    }

    #[test]
    fn hexadecimal_round_trips_and_refuses_rubbish() {
        assert_eq!(from_hex(&hex(&[0, 15, 255])), Some(vec![0, 15, 255]));
        assert_eq!(from_hex("abc"), None);
        assert_eq!(from_hex("zz"), None);
        assert_eq!(from_hex("é1"), None);
    }
}
