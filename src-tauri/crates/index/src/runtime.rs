//! Loading ONNX Runtime: explicitly and once, since `ort` left to itself looks for a library on
//! first use and panics where there is none or an old one.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use ort::LoadDynamicError;
use ort::environment::Environment;

use crate::error::IndexError;

/// The oldest ONNX Runtime 1.x whose interface this program is built for.
pub(crate) const NEEDED_MINOR: u32 = ort::MINOR_VERSION;

/// A process holds one library and one environment for as long as it runs.
static LOADED: Mutex<Option<(PathBuf, Environment)>> = Mutex::new(None);

/// Loads the library at `path`, or returns what was loaded from there before.
pub(crate) fn load(path: &Path) -> Result<Environment, IndexError> {
    // Links are followed, so that two names of one library are one.
    let path = path.canonicalize().map_err(|_| IndexError::MissingFile { path: path.to_owned() })?;
    let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((loaded, environment)) = loaded.as_ref() {
        return if *loaded == path {
            Ok(environment.clone())
        } else {
            Err(IndexError::OtherRuntimeLoaded { loaded: loaded.clone(), asked: path })
        };
    }
    let unusable = |reason: String| IndexError::UnusableRuntime { path: path.clone(), reason };
    let builder = ort::init_from(&path).map_err(|error| match error {
        LoadDynamicError::BadVersion { version_str, path } => {
            IndexError::OldRuntime { path, found: version_str, needed_minor: NEEDED_MINOR }
        }
        LoadDynamicError::Dlopen { error, .. } => unusable(error.to_string()),
        LoadDynamicError::MissingApi { .. } => unusable("it does not export OrtGetApiBase".to_owned()),
        LoadDynamicError::InvalidVersionString => unusable("it does not say its version".to_owned()),
    })?;
    let environment = builder
        .with_name("memstrata")
        .with_telemetry(false)
        .build()
        .map_err(|error| unusable(error.to_string()))?;
    *loaded = Some((path, environment.clone()));
    Ok(environment)
}
