//! The vocabulary stays data: no list of words, no choice among words and no chain of questions for
//! words stands in the code. A word by itself is grammar and may.

use std::fs;
use std::path::{Path, PathBuf};

/// Where lists of words are no vocabulary of the language, and why.
const ALLOWED: [(&str, &str); 5] = [
    ("lexicon/table.rs", "names the classes and values of the tables"),
    ("lexicon/words.rs", "names the classes of the table of words"),
    ("cue.rs", "names the cues of the table"),
    ("holiday.rs", "names the rules that the table gives to feasts"),
    ("linear.rs", "is built for tests only"),
];

/// The names that the grammar gives to its own rules, which are compared beside the word "rule".
const RULES: [&str; 42] = [
    "ago",
    "ahead",
    "before-last",
    "century",
    "clock",
    "clock-range",
    "count-from",
    "date",
    "date-time",
    "day-and-month",
    "day-of-month",
    "day-word",
    "decade",
    "directed-unit",
    "end-of",
    "end-of-day",
    "end-of-unit",
    "for-duration",
    "holiday",
    "iso-date",
    "iso-month",
    "iso-week",
    "month",
    "nth",
    "nth-weekday",
    "now",
    "numeric-date",
    "numeric-day",
    "numeric-month",
    "ordinal-date",
    "part",
    "part-of-day",
    "quarter",
    "rolling",
    "season",
    "stamp",
    "start-of",
    "unix-time",
    "week-of",
    "weekday",
    "weekend",
    "year",
];

/// A string of the code: where it begins and ends, its quotes left out.
struct Literal<'t> {
    start: usize,
    end: usize,
    text: &'t str,
}

/// The code without its tests and comments, of the same lines.
fn code_of(source: &str) -> String {
    let source = source.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let mut out = String::new();
    for line in source.lines() {
        let comment = line.match_indices("//").find(|(at, _)| line[..*at].matches('"').count() % 2 == 0);
        out.push_str(comment.map_or(line, |(at, _)| &line[..at]));
        out.push('\n');
    }
    out
}

fn literals(code: &str) -> Vec<Literal<'_>> {
    let bytes = code.as_bytes();
    let (mut out, mut i) = (Vec::new(), 0);
    while i < bytes.len() {
        match bytes[i] {
            // The sign '"' begins no string.
            b'\'' if bytes.get(i + 1) == Some(&b'"') => i += 2,
            b'\'' if bytes.get(i + 1..i + 3) == Some(b"\\\"") => i += 3,
            b'"' => {
                let start = i + 1;
                i = start;
                while i < bytes.len() && bytes[i] != b'"' {
                    i += 1 + usize::from(bytes[i] == b'\\');
                }
                let end = i.min(bytes.len());
                out.push(Literal { start, end, text: code.get(start..end).unwrap_or_default() });
            }
            _ => {}
        }
        i += 1;
    }
    out
}

fn is_word(text: &str) -> bool {
    text.trim_start_matches('\'').starts_with(|c: char| c.is_ascii_lowercase())
        && text.chars().all(|c| c.is_ascii_lowercase() || " '-_".contains(c))
}

/// The token that a string is compared with, in `parser.word(i + 1, "to")`.
fn compared<'t>(code: &'t str, literal: &Literal<'_>) -> Option<&'t str> {
    let call = code[..literal.start - 1].trim_end().strip_suffix(',')?;
    let at = call.rfind(".word(")?;
    let argument = &call[at + ".word(".len()..];
    (!argument.contains(['"', ';', '{'])).then(|| argument.trim())
}

/// Whether two strings that follow each other are alternatives.
fn alternatives(code: &str, a: &Literal<'_>, b: &Literal<'_>) -> bool {
    let between = code[a.end + 1..b.start - 1].trim();
    let joined = between == "," || between == "|";
    let chained = || {
        let rest = between.strip_prefix(')')?.trim_start();
        let rest = rest.strip_prefix("||").or_else(|| rest.strip_prefix("&&"))?;
        let (receiver, _) = rest.split_once(".word(")?;
        let plain = receiver.chars().all(|c| c.is_alphanumeric() || c.is_whitespace() || "_.!".contains(c));
        (plain && compared(code, b) == Some(compared(code, a)?)).then_some(())
    };
    joined || chained().is_some()
}

/// Every list of words in the code, with its line.
fn word_lists(code: &str) -> Vec<(usize, Vec<&str>)> {
    let all = literals(code);
    let mut out = Vec::new();
    let mut i = 0;
    while i < all.len() {
        let mut end = i + 1;
        while end < all.len() && alternatives(code, &all[end - 1], &all[end]) {
            end += 1;
        }
        let words: Vec<&str> = all[i..end].iter().map(|l| l.text).filter(|t| is_word(t)).collect();
        let (first, last) = (&all[i], &all[end - 1]);
        let arm = code[last.end + 1..].trim_start().starts_with("=>");
        let near = |from: usize, to: usize| code.get(from..to).is_some_and(|text| text.contains("rule"));
        let start = first.start.saturating_sub(500);
        let start = (start..first.start).find(|&at| code.is_char_boundary(at)).unwrap_or(first.start);
        let stop = (last.end + 40).min(code.len());
        let stop = (stop..code.len()).find(|&at| code.is_char_boundary(at)).unwrap_or(code.len());
        let rules = words.iter().all(|word| RULES.contains(word)) && near(start, stop);
        if !rules && (words.len() > 1 || arm && !words.is_empty()) {
            out.push((code[..first.start].matches('\n').count() + 1, words));
        }
        i = end;
    }
    out
}

fn sources(folder: &Path, out: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            sources(&path, out)?;
        } else if path.extension().is_some_and(|e| e == "rs") {
            out.push(path);
        }
    }
    Ok(())
}

#[test]
fn no_list_of_words_stands_in_the_code() -> anyhow::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files)?;
    files.sort();
    let mut found = Vec::new();
    for path in &files {
        let name = path.strip_prefix(&root)?.to_string_lossy().replace('\\', "/");
        if ALLOWED.iter().any(|(file, _)| *file == name) {
            continue;
        }
        for (line, words) in word_lists(&code_of(&fs::read_to_string(path)?)) {
            found.push(format!("{name}:{line}: {}", words.join(" ")));
        }
    }
    assert!(files.len() > 30, "the sources are read");
    assert!(
        found.is_empty(),
        "words belong into lexicon/en-words.tsv, as a class that the code asks for:\n{}",
        found.join("\n")
    );
    Ok(())
}

#[test]
fn lists_choices_and_chains_are_seen_and_single_words_are_not() {
    let seen =
        |code: &str| word_lists(&code_of(code)).into_iter().flat_map(|(_, w)| w).collect::<Vec<_>>().len();
    assert_eq!(seen("let x = [\"since\", \"until\"];"), 2);
    assert_eq!(seen("let x = [\n    \"since\", // a word\n    \"until\",\n];"), 2);
    assert_eq!(seen("matches!(text, \"since\" | \"until\")"), 2);
    assert_eq!(seen("match text { \"since\" => 1, _ => 2 }"), 1);
    assert_eq!(seen("p.word(i + 1, \"since\") || p.word(i + 1, \"until\")"), 2);
    assert_eq!(seen("p.word(i, \"all\") || p.word(i + 1, \"until\")"), 0);
    assert_eq!(seen("p.word(i, \"all\") || b && p.word(i, \"until\")"), 0);
    assert_eq!(seen("p.word(i, \"of\")"), 0);
    assert_eq!(seen("matches!(term.rule, \"ago\" | \"ahead\")"), 0);
    assert_eq!(seen("matches!(noun, \"month\" | \"season\")"), 2);
    assert_eq!(seen("x == '\"' && p.word(i, \"of\")"), 0);
    assert_eq!(seen("// [\"since\", \"until\"]"), 0);
}
