//! What can go wrong with model files, the runtime that executes them, and vectors. Every
//! message about a file names the file and ends in the remedy.

use std::io;
use std::path::PathBuf;

use crate::vector::ModelId;

/// The command that puts missing or damaged model files right.
const REMEDY: &str = "run `npm run setup` in the project folder";

/// An error of this crate. Facts and word search work without the model, so none of the file
/// errors need stop a program.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    #[error("the model file {} is missing: {REMEDY} to fetch it", path.display())]
    MissingFile { path: PathBuf },
    #[error("the model file {} cannot be read ({source}): make it readable, or {REMEDY}", path.display())]
    UnreadableFile { path: PathBuf, source: io::Error },
    #[error(
        "the model file {} is damaged or another version ({found_bytes} bytes, sha256 {found_sha256}; expected {expected_bytes} bytes, sha256 {expected_sha256}): {REMEDY} to fetch it again",
        path.display()
    )]
    WrongDigest {
        path: PathBuf,
        expected_bytes: u64,
        found_bytes: u64,
        expected_sha256: String,
        found_sha256: String,
    },
    #[error(
        "no ONNX Runtime is known for {platform}: set MEMSTRATA_ONNXRUNTIME to the path of an ONNX Runtime library, version 1.{needed_minor} or newer"
    )]
    UnsupportedPlatform { platform: String, needed_minor: u32 },
    #[error(
        "ONNX Runtime at {} is version {found}, and 1.{needed_minor} or newer is needed: {REMEDY}, or set MEMSTRATA_ONNXRUNTIME to a newer library",
        path.display()
    )]
    OldRuntime { path: PathBuf, found: String, needed_minor: u32 },
    #[error("{} cannot be used as ONNX Runtime ({reason}): {REMEDY}", path.display())]
    UnusableRuntime { path: PathBuf, reason: String },
    #[error(
        "this program already runs the ONNX Runtime at {} and cannot load {} as well: restart it",
        loaded.display(),
        asked.display()
    )]
    OtherRuntimeLoaded { loaded: PathBuf, asked: PathBuf },
    #[error("the model in {} cannot be loaded ({reason}): {REMEDY}", dir.display())]
    UnusableModel { dir: PathBuf, reason: String },
    #[error("the model failed on a text of {bytes} bytes beginning '{beginning}': {reason}")]
    EmbeddingFailed { bytes: usize, beginning: String, reason: String },
    #[error("a vector of model {found} cannot be used where vectors are of model {expected}: reindex")]
    OtherModel { expected: ModelId, found: ModelId },
    #[error("a vector has {found} dimensions where model {model} has {expected}")]
    OtherDimensions { model: ModelId, expected: usize, found: usize },
    #[error("a vector has length {length} where 1 is expected, or a part that is not a number")]
    NotNormalized { length: f32 },
    #[error("{bytes} bytes are no whole number of 4-byte floats")]
    MalformedBlob { bytes: usize },
    #[error("the kept vectors cannot be read: {reason}")]
    SourceFailed { reason: String },
}
