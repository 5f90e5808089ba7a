//! The table of files that the model needs, pinned by size and SHA-256: one JSON document that
//! the set-up scripts read too.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;
use std::sync::LazyLock;

use serde::Deserialize;
use sha2::{Digest as _, Sha256};

use crate::error::IndexError;
use crate::vector::ModelId;

static PINS: LazyLock<Pins> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../../assets/setup/model-files.json"))
        .expect("the pinned table is part of the program and read by a test")
});

/// Everything that is pinned.
#[derive(Clone, Debug, Deserialize)]
pub struct Pins {
    pub model: ModelPin,
    pub runtime: RuntimePin,
}

/// The embedding model.
#[derive(Clone, Debug, Deserialize)]
pub struct ModelPin {
    pub name: String,
    pub licence: String,
    pub dimensions: usize,
    /// Tokens after which a text is cut.
    pub max_tokens: usize,
    /// Folder inside the cache.
    pub dir: String,
    pub files: Vec<PinnedFile>,
}

/// The library that executes the model, by platform (`linux-x86_64`).
#[derive(Clone, Debug, Deserialize)]
pub struct RuntimePin {
    pub name: String,
    pub version: String,
    pub licence: String,
    /// Folder inside the cache.
    pub dir: String,
    pub platforms: BTreeMap<String, PinnedFile>,
}

/// One file, known by its digest whichever source it came from.
#[derive(Clone, Debug, Deserialize)]
pub struct PinnedFile {
    pub name: String,
    pub bytes: u64,
    /// Lower-case hexadecimal.
    pub sha256: String,
    pub sources: Vec<Source>,
}

/// A published package that contains a file.
#[derive(Clone, Debug, Deserialize)]
pub struct Source {
    pub package: String,
    pub version: String,
    /// Path inside the package; what follows a `!` is a path inside an archive in it.
    pub path: String,
    pub download_bytes: u64,
}

impl Pins {
    /// The table this program was built with.
    #[must_use]
    pub fn built_in() -> &'static Pins {
        &PINS
    }
}

impl ModelPin {
    /// The id of the pinned model: its name and the beginning of its weights' digest.
    #[must_use]
    pub fn id(&self) -> ModelId {
        let digest = self.files.first().map_or("", |weights| weights.sha256.get(..12).unwrap_or(""));
        ModelId::from_stored(&format!("{}@{digest}", self.name))
    }
}

impl RuntimePin {
    /// The pinned library of the platform this program was built for.
    #[must_use]
    pub fn this_platform(&self) -> Option<&PinnedFile> {
        self.platforms.get(&platform())
    }
}

/// The name of this platform in the table.
pub(crate) fn platform() -> String {
    format!("{}-{}", std::env::consts::OS, std::env::consts::ARCH)
}

impl PinnedFile {
    /// Reads a file whole and checks it against the pin.
    ///
    /// # Errors
    /// [`IndexError::MissingFile`], [`IndexError::UnreadableFile`], [`IndexError::WrongDigest`].
    pub fn read(&self, path: &Path) -> Result<Vec<u8>, IndexError> {
        let mut bytes = Vec::new();
        self.check(path, |part| bytes.extend_from_slice(part))?;
        Ok(bytes)
    }

    /// Checks a file against the pin without keeping it.
    ///
    /// # Errors
    /// As [`PinnedFile::read`].
    pub fn verify(&self, path: &Path) -> Result<(), IndexError> {
        self.check(path, |_| {})
    }

    fn check(&self, path: &Path, mut part: impl FnMut(&[u8])) -> Result<(), IndexError> {
        let unreadable = |source: io::Error| match source.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
                IndexError::MissingFile { path: path.to_owned() }
            }
            _ => IndexError::UnreadableFile { path: path.to_owned(), source },
        };
        let mut file = File::open(path).map_err(unreadable)?;
        let found_bytes = file.metadata().map_err(unreadable)?.len();
        let wrong = |found_sha256: String| IndexError::WrongDigest {
            path: path.to_owned(),
            expected_bytes: self.bytes,
            found_bytes,
            expected_sha256: self.sha256.clone(),
            found_sha256,
        };
        // A file of another size need not be read, however large it is.
        if found_bytes != self.bytes {
            return Err(wrong("not computed".to_owned()));
        }
        let mut digest = Sha256::new();
        let mut buffer = vec![0; 1 << 16];
        loop {
            let count = file.read(&mut buffer).map_err(unreadable)?;
            if count == 0 {
                break;
            }
            digest.update(&buffer[..count]);
            part(&buffer[..count]);
        }
        let found = format!("{:x}", digest.finalize());
        if found == self.sha256 { Ok(()) } else { Err(wrong(found)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_well_formed() {
        let pins = Pins::built_in();
        let files: Vec<&PinnedFile> =
            pins.model.files.iter().chain(pins.runtime.platforms.values()).collect();
        assert_eq!(
            pins.model.files.iter().map(|f| f.name.as_str()).collect::<Vec<_>>(),
            ["model.onnx", "tokenizer.json"]
        );
        for file in files {
            assert!(file.bytes > 0 && !file.sources.is_empty(), "{file:?}");
            assert!(
                file.sha256.len() == 64
                    && file.sha256.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
            );
        }
        assert_eq!(pins.model.id().as_str(), "all-MiniLM-L6-v2@8199be6f699a");
    }

    #[test]
    fn a_file_is_judged_by_size_then_digest() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("file");
        let pin = PinnedFile {
            name: "file".to_owned(),
            bytes: 3,
            sha256: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad".to_owned(),
            sources: vec![],
        };
        assert!(matches!(pin.verify(&path), Err(IndexError::MissingFile { .. })));
        std::fs::write(&path, "abc").unwrap();
        assert_eq!(pin.read(&path).unwrap(), b"abc");
        std::fs::write(&path, "abd").unwrap();
        assert!(
            matches!(pin.verify(&path), Err(IndexError::WrongDigest { found_sha256, .. }) if found_sha256.len() == 64)
        );
        std::fs::write(&path, "abcd").unwrap();
        assert!(matches!(pin.verify(&path), Err(IndexError::WrongDigest { found_bytes: 4, .. })));
        assert!(pin.verify(dir.path()).is_err());
    }
}
