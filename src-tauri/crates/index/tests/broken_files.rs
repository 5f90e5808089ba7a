//! Files that are missing, damaged, old or no library at all are errors with a remedy, never a
//! panic. In a process of its own: no sound runtime is loaded here.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use memstrata_index::{FastEmbedder, IndexError, ModelPaths, ModelStore, Pins, RuntimeLibrary};

fn load(runtime: RuntimeLibrary, model_dir: &Path) -> IndexError {
    let error = FastEmbedder::load(&ModelPaths { runtime, model_dir: model_dir.to_owned() })
        .expect_err("broken files do not load");
    let message = error.to_string();
    assert!(message.contains("npm run setup"), "no remedy in: {message}");
    error
}

/// A folder with the whole model, if the set-up has put one in the cache: only then is the runtime
/// reached.
fn whole_model() -> Option<PathBuf> {
    let store = ModelStore::from_environment(&[]);
    let pins = Pins::built_in();
    let found = store
        .roots()
        .iter()
        .map(|root| root.join(&pins.model.dir))
        .find(|dir| pins.model.files.iter().all(|file| file.verify(&dir.join(&file.name)).is_ok()));
    if found.is_none() {
        let _ = writeln!(
            std::io::stderr(),
            "skipped: the model is not in the cache; `npm run setup` puts it there"
        );
    }
    found
}

#[test]
fn a_missing_runtime_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let absent = dir.path().join("absent.so");
    if Pins::built_in().runtime.this_platform().is_some() {
        let error = load(RuntimeLibrary::Pinned(absent.clone()), dir.path());
        assert!(matches!(error, IndexError::MissingFile { path } if path == absent));
    }
    if let Some(model) = whole_model() {
        let error = load(RuntimeLibrary::Given(absent.clone()), &model);
        assert!(matches!(error, IndexError::MissingFile { path } if path == absent));
    }
}

#[test]
fn a_runtime_with_another_digest_is_not_loaded() {
    let Some(pin) = Pins::built_in().runtime.this_platform() else { return };
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join(&pin.name);
    fs::write(&path, "garbage").unwrap();
    let error = load(RuntimeLibrary::Pinned(path.clone()), dir.path());
    assert!(matches!(error, IndexError::WrongDigest { found_bytes: 7, .. }));
    // The right size and wrong bytes: a download that went wrong in the middle.
    fs::File::create(&path).unwrap().set_len(pin.bytes).unwrap();
    let error = load(RuntimeLibrary::Pinned(path), dir.path());
    assert!(matches!(error, IndexError::WrongDigest { found_sha256, .. } if found_sha256.len() == 64));
}

#[test]
fn missing_and_damaged_model_files_are_named() {
    let dir = tempfile::tempdir().unwrap();
    let runtime = dir.path().join("runtime");
    fs::write(&runtime, "not reached").unwrap();
    let error = load(RuntimeLibrary::Given(runtime.clone()), dir.path());
    assert!(matches!(error, IndexError::MissingFile { path } if path.ends_with("model.onnx")));
    fs::write(dir.path().join("model.onnx"), "garbage").unwrap();
    let error = load(RuntimeLibrary::Given(runtime.clone()), dir.path());
    assert!(matches!(error, IndexError::WrongDigest { path, .. } if path.ends_with("model.onnx")));
    if let Some(model) = whole_model() {
        fs::copy(model.join("model.onnx"), dir.path().join("model.onnx")).unwrap();
        fs::write(dir.path().join("tokenizer.json"), "{").unwrap();
        let error = load(RuntimeLibrary::Given(runtime), dir.path());
        assert!(matches!(error, IndexError::WrongDigest { path, .. } if path.ends_with("tokenizer.json")));
    }
}

#[test]
fn what_is_no_library_is_an_error() {
    let Some(model) = whole_model() else { return };
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("libonnxruntime.so");
    for content in [&b"garbage"[..], b"", b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0"] {
        fs::write(&path, content).unwrap();
        let error = load(RuntimeLibrary::Given(path.clone()), &model);
        assert!(matches!(error, IndexError::UnusableRuntime { .. }), "{error}");
    }
    assert!(matches!(
        load(RuntimeLibrary::Given(dir.path().to_owned()), &model),
        IndexError::UnusableRuntime { .. }
    ));
}

/// Builds a small shared library; the compiler is the one that SQLite is built with.
#[cfg(target_os = "linux")]
fn library(dir: &Path, name: &str, source: &str) -> PathBuf {
    let (code, path) = (dir.join(format!("{name}.c")), dir.join(format!("{name}.so")));
    fs::write(&code, source).unwrap();
    let built = std::process::Command::new("cc")
        .args(["-shared", "-fPIC", "-o"])
        .arg(&path)
        .arg(&code)
        .status()
        .expect("a C compiler");
    assert!(built.success());
    path
}

#[test]
#[cfg(target_os = "linux")]
fn an_old_runtime_and_another_library_are_told_apart() {
    let Some(model) = whole_model() else { return };
    let dir = tempfile::tempdir().unwrap();
    let old = library(
        dir.path(),
        "old",
        "static const char *version(void) { return \"1.17.3\"; }
         static const void *api(unsigned v) { (void)v; return 0; }
         static const struct { const void *(*api)(unsigned); const char *(*version)(void); } base = { api, version };
         const void *OrtGetApiBase(void) { return &base; }",
    );
    let error = load(RuntimeLibrary::Given(old), &model);
    assert!(
        matches!(&error, IndexError::OldRuntime { found, needed_minor: 24, .. } if found == "1.17.3"),
        "{error}"
    );
    let other = library(dir.path(), "other", "int answer(void) { return 42; }");
    let error = load(RuntimeLibrary::Given(other), &model);
    assert!(matches!(error, IndexError::UnusableRuntime { .. }), "{error}");
}
