//! Where the model's files live and whether they are there. Fetching them is left to the set-up
//! scripts: nothing here touches a network.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::error::IndexError;
use crate::fast::{ModelPaths, RuntimeLibrary};
use crate::pins::{PinnedFile, Pins, platform};
use crate::runtime::NEEDED_MINOR;

/// The folders that may hold model files, in the order they are tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelStore {
    roots: Vec<PathBuf>,
    given_runtime: Option<PathBuf>,
}

/// What is there and what is missing.
#[derive(Clone, Debug)]
pub struct StoreStatus {
    pub files: Vec<FileStatus>,
    /// How to get what is missing; `None` where all is there.
    pub remedy: Option<String>,
}

/// One file of the model.
#[derive(Clone, Debug)]
pub struct FileStatus {
    pub name: String,
    /// Where it is, or where it belongs.
    pub path: PathBuf,
    /// Bytes it has when whole; 0 for a library chosen by the person.
    pub bytes: u64,
    pub state: FileState,
}

/// Whether a file can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileState {
    Present,
    Missing,
    /// There, with another size or (where asked for) another digest.
    Damaged,
}

impl ModelStore {
    /// A store over given folders; the first is the cache, later ones are tried after it (those
    /// that an installed program brings along, for one).
    #[must_use]
    pub fn new(roots: Vec<PathBuf>) -> Self {
        ModelStore { roots, given_runtime: None }
    }

    /// The store of this machine: `MEMSTRATA_CACHE`, or else `memstrata` in the platform's cache
    /// folder; then `bundled`. `MEMSTRATA_ONNXRUNTIME` names a library to use as it is.
    #[must_use]
    pub fn from_environment(bundled: &[PathBuf]) -> Self {
        let mut roots: Vec<PathBuf> = cache_dir(&|name| env::var_os(name)).into_iter().collect();
        roots.extend_from_slice(bundled);
        let given_runtime = set(&|name| env::var_os(name), "MEMSTRATA_ONNXRUNTIME");
        ModelStore { roots, given_runtime }
    }

    /// Uses a runtime library as it is, in place of the pinned one.
    #[must_use]
    pub fn with_runtime(mut self, library: PathBuf) -> Self {
        self.given_runtime = Some(library);
        self
    }

    /// The folders tried, in order.
    #[must_use]
    pub fn roots(&self) -> &[PathBuf] {
        &self.roots
    }

    /// The files to load, where all are there. Sizes are looked at; digests are checked on
    /// loading.
    ///
    /// # Errors
    /// The first file that is missing or has the wrong size, with the remedy.
    pub fn paths(&self) -> Result<ModelPaths, IndexError> {
        let pins = Pins::built_in();
        let runtime = if let Some(path) = &self.given_runtime {
            if !path.is_file() {
                return Err(IndexError::MissingFile { path: path.clone() });
            }
            RuntimeLibrary::Given(path.clone())
        } else {
            let Some(pin) = pins.runtime.this_platform() else {
                return Err(IndexError::UnsupportedPlatform {
                    platform: platform(),
                    needed_minor: NEEDED_MINOR,
                });
            };
            RuntimeLibrary::Pinned(self.found(&pins.runtime.dir, std::slice::from_ref(pin))?.join(&pin.name))
        };
        Ok(ModelPaths { runtime, model_dir: self.found(&pins.model.dir, &pins.model.files)? })
    }

    /// The first folder that has all of the files; where none has, the error is about the cache.
    fn found(&self, dir: &str, files: &[PinnedFile]) -> Result<PathBuf, IndexError> {
        let mut first = None;
        for root in &self.roots {
            let dir = root.join(dir);
            match files.iter().try_for_each(|file| looks_whole(file, &dir.join(&file.name))) {
                Ok(()) => return Ok(dir),
                Err(error) => {
                    first.get_or_insert(error);
                }
            }
        }
        Err(first.unwrap_or(IndexError::MissingFile { path: PathBuf::from(dir) }))
    }

    /// What is there and what is missing; with `digests`, every byte is read and checked too
    /// (58 MB).
    #[must_use]
    pub fn status(&self, digests: bool) -> StoreStatus {
        let pins = Pins::built_in();
        let mut files = Vec::new();
        if let Some(path) = &self.given_runtime {
            let state = if path.is_file() { FileState::Present } else { FileState::Missing };
            files.push(FileStatus { name: pins.runtime.name.clone(), path: path.clone(), bytes: 0, state });
        } else if let Some(pin) = pins.runtime.this_platform() {
            files.extend(self.status_of(&pins.runtime.dir, std::slice::from_ref(pin), digests));
        }
        files.extend(self.status_of(&pins.model.dir, &pins.model.files, digests));
        let remedy = match self.paths() {
            Err(IndexError::UnsupportedPlatform { platform, needed_minor }) => {
                Some(IndexError::UnsupportedPlatform { platform, needed_minor }.to_string())
            }
            _ if files.iter().any(|file| file.state != FileState::Present) => Some(
                "run `npm run setup` in the project folder; until then facts and word search work, \
                 search by meaning does not"
                    .to_owned(),
            ),
            _ => None,
        };
        StoreStatus { files, remedy }
    }

    fn status_of(&self, dir: &str, pins: &[PinnedFile], digests: bool) -> Vec<FileStatus> {
        let home = self
            .found(dir, pins)
            .unwrap_or_else(|_| self.roots.first().map_or_else(|| PathBuf::from(dir), |root| root.join(dir)));
        let status = |pin: &PinnedFile| {
            let path = home.join(&pin.name);
            let checked = if digests { pin.verify(&path) } else { looks_whole(pin, &path) };
            let state = match checked {
                Ok(()) => FileState::Present,
                Err(IndexError::MissingFile { .. }) => FileState::Missing,
                Err(_) => FileState::Damaged,
            };
            FileStatus { name: pin.name.clone(), path, bytes: pin.bytes, state }
        };
        pins.iter().map(status).collect()
    }
}

/// Whether a file is there with its size; its digest is not read.
fn looks_whole(pin: &PinnedFile, path: &Path) -> Result<(), IndexError> {
    match path.metadata() {
        Ok(meta) if meta.is_file() && meta.len() == pin.bytes => Ok(()),
        Ok(meta) => Err(IndexError::WrongDigest {
            path: path.to_owned(),
            expected_bytes: pin.bytes,
            found_bytes: meta.len(),
            expected_sha256: pin.sha256.clone(),
            found_sha256: "not computed".to_owned(),
        }),
        Err(_) => Err(IndexError::MissingFile { path: path.to_owned() }),
    }
}

type Variables<'a> = &'a dyn Fn(&str) -> Option<OsString>;

fn set(variables: Variables<'_>, name: &str) -> Option<PathBuf> {
    variables(name).filter(|value| !value.is_empty()).map(PathBuf::from)
}

/// The cache folder; the set-up script follows the same rule.
fn cache_dir(variables: Variables<'_>) -> Option<PathBuf> {
    if let Some(dir) = set(variables, "MEMSTRATA_CACHE") {
        return Some(dir);
    }
    let home = || set(variables, "HOME");
    let platform = if cfg!(target_os = "windows") {
        set(variables, "LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        home().map(|home| home.join("Library/Caches"))
    } else {
        // The XDG rule: a relative path is to be ignored.
        set(variables, "XDG_CACHE_HOME")
            .filter(|dir| dir.is_absolute())
            .or_else(|| home().map(|home| home.join(".cache")))
    };
    platform.map(|dir| dir.join("memstrata"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cache_with(pairs: &[(&str, &str)]) -> Option<PathBuf> {
        let pairs: Vec<(String, OsString)> =
            pairs.iter().map(|(name, value)| ((*name).to_owned(), OsString::from(value))).collect();
        cache_dir(&move |name| pairs.iter().find(|(n, _)| n == name).map(|(_, value)| value.clone()))
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_cache_is_where_the_platform_says() {
        let at = |path: &str| Some(PathBuf::from(path));
        assert_eq!(cache_with(&[("HOME", "/h")]), at("/h/.cache/memstrata"));
        assert_eq!(cache_with(&[("HOME", "/h"), ("XDG_CACHE_HOME", "/c")]), at("/c/memstrata"));
        assert_eq!(cache_with(&[("HOME", "/h"), ("XDG_CACHE_HOME", "c")]), at("/h/.cache/memstrata"));
        assert_eq!(cache_with(&[("HOME", "/h"), ("XDG_CACHE_HOME", "")]), at("/h/.cache/memstrata"));
        assert_eq!(cache_with(&[("HOME", "/h"), ("MEMSTRATA_CACHE", "/m")]), at("/m"));
        assert_eq!(cache_with(&[]), None);
    }

    #[test]
    fn an_empty_store_says_what_is_missing_and_how_to_get_it() {
        let dir = tempfile::tempdir().unwrap();
        for store in [ModelStore::new(vec![dir.path().to_owned()]), ModelStore::new(vec![])] {
            let status = store.status(true);
            assert!(status.files.iter().all(|file| file.state == FileState::Missing), "{status:?}");
            assert!(status.remedy.unwrap().contains("npm run setup"));
            assert!(matches!(
                store.paths(),
                Err(IndexError::MissingFile { .. } | IndexError::UnsupportedPlatform { .. })
            ));
        }
    }

    #[test]
    fn a_later_folder_serves_where_the_cache_is_empty() {
        let cache = tempfile::tempdir().unwrap();
        let bundle = tempfile::tempdir().unwrap();
        let pins = Pins::built_in();
        let dir = bundle.path().join(&pins.model.dir);
        std::fs::create_dir_all(&dir).unwrap();
        for file in &pins.model.files {
            std::fs::File::create(dir.join(&file.name)).unwrap().set_len(file.bytes).unwrap();
        }
        let store = ModelStore::new(vec![cache.path().to_owned(), bundle.path().to_owned()]);
        let runtime = bundle.path().join("library");
        std::fs::write(&runtime, "any").unwrap();
        let store = store.with_runtime(runtime.clone());
        let paths = store.paths().unwrap();
        assert_eq!(paths.model_dir, dir);
        assert_eq!(paths.runtime, RuntimeLibrary::Given(runtime));
        assert!(store.status(false).remedy.is_none());
        // Files of zeros have the right size and the wrong digest.
        let files = store.status(true).files;
        assert_eq!(files.iter().filter(|file| file.state == FileState::Damaged).count(), 2);
        // A file cut short is not taken for whole.
        std::fs::File::create(dir.join("model.onnx")).unwrap().set_len(7).unwrap();
        assert!(store.paths().is_err());
    }
}
