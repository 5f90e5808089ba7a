//! Gives the reading a version of its own: a digest of everything that decides how a text is read,
//! so that facts read by one build and those of another that reads differently never bear the same
//! name. The same sources give the same digest on every machine, whatever their line endings.

use std::path::{Path, PathBuf};

/// The rules and tables of this crate, the relations, and the dates that facts are given.
const PARTS: [&str; 3] = ["src", "../../../assets/relations.tsv", "../when/src"];

fn main() {
    let mut files = Vec::new();
    for part in PARTS {
        println!("cargo:rerun-if-changed={part}");
        gather(Path::new(part), &mut files);
    }
    files.sort();
    let mut digest: u64 = 0xcbf2_9ce4_8422_2325;
    let mut take = |bytes: &[u8]| {
        for byte in bytes.iter().filter(|b| **b != b'\r') {
            digest = (digest ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    for file in &files {
        take(file.to_string_lossy().replace('\\', "/").as_bytes());
        take(&std::fs::read(file).unwrap_or_default());
    }
    println!("cargo:rustc-env=EXTRACT_RULES={:08x}", digest >> 32);
}

fn gather(path: &Path, out: &mut Vec<PathBuf>) {
    if path.is_dir() {
        for entry in std::fs::read_dir(path).into_iter().flatten().flatten() {
            gather(&entry.path(), out);
        }
    } else if path.extension().is_some_and(|e| e == "rs" || e == "txt" || e == "tsv") {
        out.push(path.to_owned());
    }
}
