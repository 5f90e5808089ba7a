//! The real embedding model: all-MiniLM-L6-v2 through `fastembed` on ONNX Runtime. Which files,
//! and where they are, is said by [`crate::ModelStore`].

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use fastembed::{
    InitOptionsUserDefined, Pooling, QuantizationMode, TextEmbedding, TokenizerFiles,
    UserDefinedEmbeddingModel,
};
use ort::session::builder::AutoDevicePolicy;

use crate::embedder::Embedder;
use crate::error::IndexError;
use crate::pins::{Pins, platform};
use crate::runtime;
use crate::vector::{ModelId, Vector};

/// The files of a model, to be checked and loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelPaths {
    pub runtime: RuntimeLibrary,
    /// Folder with `model.onnx` and `tokenizer.json`.
    pub model_dir: PathBuf,
}

/// The ONNX Runtime library to load.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RuntimeLibrary {
    /// Must be the pinned file of this platform, byte for byte.
    Pinned(PathBuf),
    /// Chosen by the person, who vouches for it; its version is checked and nothing else.
    Given(PathBuf),
}

/// The three small files beside a BERT tokenizer, as far as they are read: upstream's settings,
/// of which only these matter here.
const CONFIG: &[u8] = br#"{"model_type":"bert","pad_token_id":0}"#;
const SPECIAL_TOKENS: &[u8] = br#"{"unk_token":"[UNK]","sep_token":"[SEP]","pad_token":"[PAD]","cls_token":"[CLS]","mask_token":"[MASK]"}"#;
const TOKENIZER_CONFIG: &[u8] =
    br#"{"tokenizer_class":"BertTokenizer","do_lower_case":true,"model_max_length":512,"pad_token":"[PAD]"}"#;

/// An embedding model in memory (200 to 300 MB). Texts beyond 256 tokens are cut there.
///
/// Calls from several threads take turns; one call uses both of its threads.
pub struct FastEmbedder {
    model: ModelId,
    dimensions: usize,
    embedding: Mutex<TextEmbedding>,
    count_tokens: Box<dyn Fn(&str) -> usize + Send + Sync>,
}

impl std::fmt::Debug for FastEmbedder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FastEmbedder").field("model", &self.model).finish_non_exhaustive()
    }
}

impl FastEmbedder {
    /// Checks every file against its pin and loads the model.
    ///
    /// # Errors
    /// One that names the file at fault and the remedy; nothing panics on a missing, damaged or
    /// old file. See [`IndexError`].
    pub fn load(paths: &ModelPaths) -> Result<Self, IndexError> {
        FastEmbedder::load_with_threads(paths, 2)
    }

    /// As [`FastEmbedder::load`], with so many threads for one text. The vectors are the same.
    ///
    /// # Errors
    /// As [`FastEmbedder::load`].
    pub fn load_with_threads(paths: &ModelPaths, threads: usize) -> Result<Self, IndexError> {
        let pins = Pins::built_in();
        let library = match &paths.runtime {
            RuntimeLibrary::Given(path) => path,
            RuntimeLibrary::Pinned(path) => {
                let unsupported = || IndexError::UnsupportedPlatform {
                    platform: platform(),
                    needed_minor: runtime::NEEDED_MINOR,
                };
                pins.runtime.this_platform().ok_or_else(unsupported)?.verify(path)?;
                path
            }
        };
        let mut files = Vec::new();
        for file in &pins.model.files {
            files.push(file.read(&paths.model_dir.join(&file.name))?);
        }
        let unusable = |reason: String| IndexError::UnusableModel { dir: paths.model_dir.clone(), reason };
        let (Some(tokenizer), Some(onnx)) = (files.pop(), files.pop()) else {
            return Err(unusable("the table of files names no model and tokenizer".to_owned()));
        };
        let environment = runtime::load(library)?;
        let tokenizer = TokenizerFiles {
            tokenizer_file: tokenizer,
            config_file: CONFIG.to_vec(),
            special_tokens_map_file: SPECIAL_TOKENS.to_vec(),
            tokenizer_config_file: TOKENIZER_CONFIG.to_vec(),
        };
        let model = UserDefinedEmbeddingModel::new(onnx, tokenizer)
            .with_pooling(Pooling::Mean)
            .with_quantization(QuantizationMode::None);
        let options = InitOptionsUserDefined::new()
            .with_environment(environment)
            .with_max_length(pins.model.max_tokens)
            .with_intra_threads(threads.max(1))
            // A waiting thread that spins takes the processor from the rest of the machine.
            .with_session_config("session.intra_op.allow_spinning", "0")
            // Other devices round differently: the same ledger would rank differently elsewhere.
            .with_auto_device(AutoDevicePolicy::PreferCPU);
        let embedding = TextEmbedding::try_new_from_user_defined(model, options)
            .map_err(|error| unusable(error.to_string()))?;
        let mut counter = embedding.tokenizer.clone();
        counter.with_padding(None).with_truncation(None).map_err(|error| unusable(error.to_string()))?;
        let count_tokens = move |text: &str| counter.encode(text, false).map_or(0, |encoding| encoding.len());
        Ok(FastEmbedder {
            model: pins.model.id(),
            dimensions: pins.model.dimensions,
            embedding: Mutex::new(embedding),
            count_tokens: Box::new(count_tokens),
        })
    }
}

impl Embedder for FastEmbedder {
    fn model(&self) -> &ModelId {
        &self.model
    }

    fn dimensions(&self) -> usize {
        self.dimensions
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vector>, IndexError> {
        // A panic inside the model leaves no state behind that a later call could read.
        let mut embedding = self.embedding.lock().unwrap_or_else(PoisonError::into_inner);
        let embed_one = |text: &&str| {
            let failed = |reason: String| IndexError::EmbeddingFailed {
                bytes: text.len(),
                beginning: text.chars().take(40).collect(),
                reason,
            };
            // One text a run: sums are then taken in the same order whatever else is embedded, and
            // no short text pays for a long one's padding.
            let values = embedding.embed([text], Some(1)).map_err(|error| failed(error.to_string()))?;
            let values = values.into_iter().next().ok_or_else(|| failed("no vector came back".to_owned()))?;
            let vector = Vector::normalize(&self.model, values)?;
            if vector.values().len() == self.dimensions {
                Ok(vector)
            } else {
                Err(failed(format!("{} dimensions came back", vector.values().len())))
            }
        };
        texts.iter().map(embed_one).collect()
    }

    fn count_tokens(&self, text: &str) -> usize {
        (self.count_tokens)(text)
    }
}
