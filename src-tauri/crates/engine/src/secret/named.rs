//! A value under a name that says it is secret: `DB_PASSWORD=…`, "the API key of the gateway is …".
//! Only one that is long and random counts; shorter ones that are called a password are `plain`'s.

use std::ops::Range;

use super::Secret;

/// Shortest value that counts, in characters.
const LEAST: usize = 16;
/// Bits a character; sixteen random hex digits lie about 3.4, a repeated word below 3.
const LEAST_ENTROPY: f64 = 2.9;
/// Characters of it that belong to no word and to no number of their own.
const LEAST_UNWORDED: usize = 10;
/// Words that may stand between the name and its value: "the key of the billing gateway is".
const GAP: usize = 8;

/// What names a secret, as the words of its name.
const NAMES: &[&[&str]] = &[
    &["password"],
    &["passwd"],
    &["pwd"],
    &["passphrase"],
    &["passcode"],
    &["secret"],
    &["token"],
    &["apikey"],
    &["api", "key"],
    &["access", "key"],
    &["secret", "key"],
    &["private", "key"],
    &["signing", "key"],
    &["encryption", "key"],
    &["account", "key"],
    &["credential"],
    &["credentials"],
];

/// What a digest is called: beside such a name a random value is no secret.
const DIGESTS: &[&str] = &[
    "commit",
    "hash",
    "digest",
    "checksum",
    "fingerprint",
    "sha",
    "sha1",
    "sha256",
    "md5",
    "revision",
    "id",
];

pub(super) fn find(text: &str) -> Option<Secret> {
    values(text).find_map(|at| {
        if !is_random(&text[at.clone()]) {
            return None;
        }
        let name = name_before(&text[..at.start])?;
        Some(Secret { kind: name, at })
    })
}

/// The stretches of a text that could be a value.
fn values(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let part = |c: char| c.is_ascii_alphanumeric() || "+/_-.~!@#$%^*".contains(c);
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text[at..].find(part)?;
        let end = start + text[start..].find(|c| !part(c)).unwrap_or(text.len() - start);
        at = end;
        let ends = text[start..end].trim_end_matches(['.', '!']).len();
        Some(start..start + ends)
    })
    .filter(|at| at.len() >= LEAST)
}

/// Whether a value is drawn at random rather than made of words, names and dates.
#[allow(clippy::cast_precision_loss, reason = "counts of characters")]
fn is_random(value: &str) -> bool {
    let has = |test: fn(char) -> bool| value.contains(test);
    if !has(|c| c.is_ascii_digit()) || !has(|c| c.is_ascii_alphabetic()) {
        return false;
    }
    let mut counts = [0_u32; 128];
    for byte in value.bytes() {
        counts[usize::from(byte & 127)] += 1;
    }
    let all = value.len() as f64;
    let entropy: f64 =
        counts.iter().filter(|n| **n > 0).map(|n| f64::from(*n) / all).map(|p| -p * p.log2()).sum();
    let unworded: usize = value.split(['-', '_', '.', '/', '@', '+', '~']).map(unworded).sum();
    entropy >= LEAST_ENTROPY && unworded >= LEAST_UNWORDED
}

/// How many characters of a part of a value belong to no word: a number of its own is a date or a
/// port, and so is a short part of letters alone; four letters in a row that can be spoken are a word.
fn unworded(part: &str) -> usize {
    let all = |test: fn(&char) -> bool| part.chars().all(|c| test(&c));
    if (part.len() <= 8 && all(char::is_ascii_digit)) || (part.len() <= 3 && all(char::is_ascii_alphabetic)) {
        return 0;
    }
    let letters: Vec<char> = part.chars().collect();
    let (mut left, mut from) = (letters.len(), 0);
    while from < letters.len() {
        // A word is lower case, may have a capital before it, or is in capitals throughout.
        let first = letters[from];
        let same = |c: &&char| {
            if first.is_ascii_lowercase() || letters.get(from + 1).is_some_and(char::is_ascii_lowercase) {
                c.is_ascii_lowercase()
            } else {
                c.is_ascii_uppercase()
            }
        };
        let length = 1 + letters[from + 1..].iter().take_while(same).count();
        if first.is_ascii_alphabetic() && length >= 4 && can_be_spoken(&letters[from..from + length]) {
            left -= length;
        }
        from += length;
    }
    left
}

fn can_be_spoken(word: &[char]) -> bool {
    let vowel = |c: &char| "aeiouy".contains(c.to_ascii_lowercase());
    word.iter().any(vowel) && word.split(vowel).all(|consonants| consonants.len() <= 3)
}

/// The name of a secret that what stands before a value gives it.
pub(super) fn name_before(before: &str) -> Option<&'static str> {
    let line = clause(before);
    let quote = |c: char| c.is_whitespace() || "\"'`“‘(".contains(c);
    let bare = line.trim_end_matches(quote);
    let words: Vec<String> = words(bare);
    let last = words.last().map(String::as_str);
    // `--token VALUE`, `Authorization: Bearer VALUE`.
    let option = bare.rsplit(char::is_whitespace).next().is_some_and(|word| word.starts_with("--"));
    if option && ends_with_name(&words) || last == Some("bearer") {
        return Some(kind(&words));
    }
    let assigned = bare.ends_with(['=', ':', '>']);
    let beside = bare.ends_with(char::is_alphanumeric) && ends_with_name(&words);
    let words = match last {
        _ if assigned || beside => &words[..],
        Some("is" | "was" | "are" | "to" | "now" | "becomes") => &words[..words.len() - 1],
        _ => return None,
    };
    if ends_with_name(words) {
        return Some(kind(words)).filter(|_| !is_of_digest(words));
    }
    // "the key of the billing gateway is": whatever stands between says of what.
    let from = words.len().saturating_sub(GAP);
    (from..words.len()).rev().find_map(|at| {
        let of = ["of", "for", "to", "on", "in", "at", "from", "has"].contains(&words[at].as_str());
        let digest = words[at..].iter().any(|word| DIGESTS.contains(&word.as_str()));
        (of && !digest && ends_with_name(&words[..at]) && !is_of_digest(&words[..at]))
            .then(|| kind(&words[..at]))
    })
}

/// The end of a text, from where its last line or sentence begins.
pub(super) fn clause(before: &str) -> &str {
    let line = before.rsplit(['\n', ';']).next().unwrap_or(before);
    line.rsplit_once(". ").map_or(line, |(_, rest)| rest)
}

/// "the hash of the token": what is of a digest is told in the open.
fn is_of_digest(words: &[String]) -> bool {
    let from = words.len().saturating_sub(GAP);
    words[from..].windows(2).any(|pair| DIGESTS.contains(&pair[0].as_str()) && pair[1] == "of")
}

fn ends_with_name(words: &[String]) -> bool {
    NAMES
        .iter()
        .any(|name| words.len() >= name.len() && words[words.len() - name.len()..].iter().eq(name.iter()))
}

/// In words; the name alone is shown, and it is no secret.
fn kind(words: &[String]) -> &'static str {
    match words.last().map(String::as_str) {
        Some("password" | "passwd" | "pwd" | "passphrase" | "passcode") => "a password",
        Some("token" | "bearer") => "a token",
        Some("key" | "apikey") => "a key",
        _ => "a secret",
    }
}

/// The words of a text, lower case; names in code are cut where their parts begin.
pub(super) fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut lower_before = false;
    for c in text.chars() {
        if !c.is_alphanumeric() || (c.is_uppercase() && lower_before) {
            words.push(String::new());
        }
        if c.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.extend(c.to_lowercase());
        }
        lower_before = c.is_lowercase();
    }
    words.retain(|word| !word.is_empty());
    words
}
