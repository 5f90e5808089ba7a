//! Replays the facts of real texts and prints every value that a later text closes, for judging
//! supersessions by reading:
//! `cargo run -p memstrata-extract --example closings -- [--list] [--sample=N] PATH…`.
//! A folder is searched for change logs and other Markdown; a change log is told release by
//! release, the oldest first, other Markdown as one text, the versions of a package one after the
//! other; `.jsonl` files hold chats
//! (`{"texts": […], "kind"}` or the shared public sets). Each file is a ledger of its own.

#[path = "../tests/common/mod.rs"]
mod common;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use memstrata_extract::{FoundOp, Recollection};
use memstrata_model::{Instant, Key};
use serde_json::Value;

/// Texts of one source in the order told.
struct Document {
    name: String,
    kind: &'static str,
    texts: Vec<String>,
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let list = args.iter().any(|a| a == "--list");
    let sample: Option<usize> = args.iter().find_map(|a| a.strip_prefix("--sample=")?.parse().ok());
    let mut files = Vec::new();
    for path in args.iter().filter(|a| !a.starts_with("--")) {
        walk(Path::new(path), 0, &mut files);
    }
    files.sort();
    let (mut sentences, mut facts) = (0_usize, 0_usize);
    let mut closings: Vec<String> = Vec::new();
    for document in chained(files.iter().flat_map(|path| documents(path)).collect()) {
        let mut held: BTreeMap<Key, (String, String, String)> = BTreeMap::new();
        let mut known = Recollection::default();
        for (n, text) in document.texts.iter().enumerate() {
            sentences +=
                text.split(['.', '!', '?', '\n']).filter(|s| s.split_whitespace().count() > 2).count();
            let day = i64::try_from(n).unwrap_or(0) * 86_400_000_000;
            let at = Instant::from_micros(1_700_000_000_000_000 + day);
            let found = common::extract_knowing(text, at, document.kind, &known).facts;
            for f in &found {
                facts += 1;
                let key = common::key_of(f);
                let value = common::value_of(f);
                let clause = sentence(text, f.span);
                if list {
                    println!("{}: {:?} {key:?} = {} ({}) <- {clause}", document.name, f.op, f.object, f.rule);
                }
                if f.op != FoundOp::Assert || f.set_valued || f.window || f.valid_to.is_some() {
                    continue;
                }
                if let Some((old, shown, before)) = held.get(&key)
                    && *old != value
                    && f.closes
                {
                    closings.push(format!(
                        "{}\n- old: {before}\n- new: {clause}\n- key: {} / {}{} ({})\n- {shown} → {}",
                        document.name,
                        key.subject,
                        key.relation,
                        if key.scope.is_empty() { String::new() } else { format!(" / {}", key.scope) },
                        f.rule,
                        f.object
                    ));
                }
                held.insert(key, (value, f.object.clone(), clause));
            }
            found.iter().for_each(|f| known.tell(f));
        }
    }
    let step = sample.map_or(1, |n| closings.len().div_ceil(n.max(1)).max(1));
    for (n, closing) in closings.iter().enumerate().step_by(step) {
        println!("## {}: {closing}\n", n + 1);
    }
    println!("{} files, {sentences} sentences, {facts} facts, {} closings", files.len(), closings.len());
}

/// The sentence around a clause.
fn sentence(text: &str, span: (usize, usize)) -> String {
    let from = text[..span.0].rfind(['\n', '.', '!', '?']).map_or(0, |i| i + 1);
    let to = text[span.1..].find(['\n', '!', '?']).map_or(text.len(), |i| span.1 + i);
    text[from..to].split_whitespace().collect::<Vec<_>>().join(" ").chars().take(300).collect()
}

fn walk(path: &Path, depth: usize, out: &mut Vec<PathBuf>) {
    if path.is_dir() {
        for entry in std::fs::read_dir(path).into_iter().flatten().flatten() {
            if depth < 3 {
                walk(&entry.path(), depth + 1, out);
            }
        }
        return;
    }
    let named = path.extension().is_some_and(|e| e == "md" || e == "jsonl");
    let licence = path.file_name().is_some_and(|n| n.to_string_lossy().to_lowercase().contains("licen"));
    if named && !licence {
        out.push(path.to_owned());
    }
}

fn documents(path: &Path) -> Vec<Document> {
    let name = |more: &str| {
        let parts: Vec<String> =
            path.iter().rev().take(2).map(|p| p.to_string_lossy().into_owned()).collect();
        format!("{}{more}", parts.into_iter().rev().collect::<Vec<_>>().join("/"))
    };
    if path.extension().is_some_and(|e| e == "jsonl") {
        return common::lines(path)
            .iter()
            .filter_map(chat)
            .map(|d| Document { name: name(&format!(" {}", d.name)), ..d })
            .collect();
    }
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let lower = path.file_name().map_or(String::new(), |n| n.to_string_lossy().to_lowercase());
    let log = ["change", "release", "history", "news"].iter().any(|w| lower.contains(w));
    // A change log tells release by release; other Markdown is one telling. Code stays whole.
    let mut texts: Vec<String> = vec![String::new()];
    let mut fenced = false;
    for line in text.lines() {
        fenced ^= line.trim_start().starts_with("```");
        let cut = log && !fenced && (line.starts_with("## ") || line.starts_with("# "));
        if cut && texts.last().is_some_and(|t| !t.trim().is_empty()) {
            texts.push(String::new());
        }
        if let Some(last) = texts.last_mut() {
            last.push_str(line);
            last.push('\n');
        }
    }
    if log {
        texts.reverse();
    }
    vec![Document { name: name(""), kind: if log { "release_notes" } else { "note" }, texts }]
}

/// The same file of several versions of a package, told one after the other.
fn chained(documents: Vec<Document>) -> Vec<Document> {
    let mut out: Vec<Document> = Vec::new();
    for document in documents {
        let package = |name: &str| {
            name.rsplit_once('-')
                .map(|(p, rest)| (p.to_owned(), rest.rsplit('/').next().unwrap_or("").to_owned()))
        };
        match out.last_mut() {
            Some(last)
                if document.kind == "note"
                    && last.kind == "note"
                    && package(&last.name) == package(&document.name) =>
            {
                last.texts.extend(document.texts);
            }
            _ => out.push(document),
        }
    }
    out
}

/// A line of chats.
fn chat(line: &Value) -> Option<Document> {
    let strings = |list: &Value, field: &str| -> Vec<String> {
        list.as_array().into_iter().flatten().filter_map(|t| t[field].as_str().map(str::to_owned)).collect()
    };
    let id = line["id"].as_str().or(line["question_id"].as_str()).unwrap_or_default().to_owned();
    let texts: Vec<String> = if let Some(texts) = line["texts"].as_array() {
        texts.iter().filter_map(|t| t.as_str().map(str::to_owned)).collect()
    } else if line["events"].is_array() {
        strings(&line["events"], "text")
    } else {
        let sessions = line["evidence_sessions"].as_array()?;
        sessions
            .iter()
            .flat_map(|s| s["turns"].as_array().into_iter().flatten())
            .filter(|t| t["role"] == "user")
            .filter_map(|t| t["content"].as_str().map(str::to_owned))
            .collect()
    };
    (!texts.is_empty()).then_some(Document { name: id, kind: "chat", texts })
}
