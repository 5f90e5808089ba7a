//! Passwords told in plain words: "my password is hunter22!", `password: hunter22`. However short or
//! word-like, one that is named as somebody's is refused. What opens a door or a network for guests
//! (PINs, door codes, the password of a Wi-Fi) is for the people of a house to keep, and stays.

use std::ops::Range;

use super::{Secret, is_placeholder};
use crate::secret::beside::{is_numbered, stands_beside};
use crate::secret::named::{clause, name_before, words};

/// Shortest password that counts, in characters.
const LEAST: usize = 4;
/// So many bytes before a value are looked at for its name.
const NEAR: usize = 240;
/// Where no sentence says that it is one.
const LEAST_ASSIGNED: usize = 6;

/// What a password is called.
const PASSWORDS: &[&str] = &["password", "passwd", "pwd", "passphrase"];

/// Whose password it is, where guests are meant to have it.
const SHARED: &[&str] = &["wifi", "wlan", "hotspot", "ssid"];

/// What is said of a password rather than what it is.
const STATES: &[&str] = &[
    "blank",
    "correct",
    "default",
    "different",
    "empty",
    "fine",
    "gone",
    "good",
    "here",
    "hidden",
    "incorrect",
    "invalid",
    "long",
    "mandatory",
    "missing",
    "mine",
    "new",
    "none",
    "null",
    "optional",
    "outdated",
    "private",
    "public",
    "ready",
    "safe",
    "same",
    "secure",
    "short",
    "simple",
    "string",
    "strong",
    "text",
    "there",
    "true",
    "false",
    "unknown",
    "unset",
    "unsafe",
    "valid",
    "weak",
    "wrong",
    "yours",
];

/// The first password of a text.
pub(super) fn find(text: &str) -> Option<Secret> {
    let lower = text.to_ascii_lowercase();
    if !["passw", "passphrase", "pwd"].iter().any(|name| lower.contains(name)) {
        return None;
    }
    values(text).find_map(|at| {
        let before = lately(&text[..at.start]);
        // "is now hunter22"
        let bare = before.trim_end_matches(quote);
        let named_by = bare.strip_suffix(" now").filter(|rest| rest.ends_with(" is")).unwrap_or(before);
        let kind = name_before(named_by).filter(|kind| *kind == "a password")?;
        let line = clause(before);
        let named = words(line);
        let wifi = named.windows(2).any(|pair| pair[0] == "wi" && pair[1] == "fi");
        if wifi
            || named.iter().any(|word| word == "passcode")
            || named.iter().any(|word| SHARED.contains(&word.as_str()))
        {
            return None;
        }
        let value = &text[at.clone()];
        let assigned = line.trim_end_matches(quote).ends_with(['=', ':', '>']);
        let default = named.iter().any(|word| matches!(word.as_str(), "default" | "example" | "sample"));
        let quoted = line.ends_with(['"', '\'', '`', '“', '‘']);
        let last = named.last().map(String::as_str);
        let told = !assigned && matches!(last, Some("is" | "was" | "now"));
        let least = if assigned { LEAST_ASSIGNED } else { LEAST };
        // Nothing between the name and the value says that it is one.
        let beside = !assigned && last.is_some_and(|word| PASSWORDS.contains(&word));
        let named_word = quoted && (told || assigned || beside && !is_numbered(value));
        let word = is_word(value) && !default && (named_word || told && ends(text, at.end));
        let drawn = if beside { stands_beside(value) } else { is_drawn(value) };
        let counts = value.chars().count() >= least && (drawn && !goes_on(text, at.end) || word);
        counts.then_some(Secret { kind, at })
    })
}

/// The end of a text: a name stands near its value, and a line may be long.
pub(super) fn lately(before: &str) -> &str {
    let from = before.len().saturating_sub(NEAR);
    &before[before.ceil_char_boundary(from)..]
}

/// Whether a word by itself, under the name of a password, is one: of a fact's value.
pub(crate) fn is_password(name: &str, value: &str) -> bool {
    let value = value.trim();
    !value.contains(char::is_whitespace)
        && value.chars().count() >= LEAST
        && (is_drawn(value) || is_word(value))
        && find(&format!("my {name} is \"{value}\"")).is_some()
}

pub(super) fn quote(c: char) -> bool {
    c.is_whitespace() || "\"'`“‘(".contains(c)
}

/// The stretches of a text without a space, bare of what surrounds them.
fn values(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        let apart = |c: char| quote(c) || c == '=' || c == ':';
        let start = at + text[at..].find(|c: char| !apart(c))?;
        let end = start + text[start..].find(apart).unwrap_or(text.len() - start);
        at = end;
        let value = text[start..end].trim_end_matches(['.', ',', ';', ':', '!', '?', ')', '”', '’']);
        Some(start..start + value.len())
    })
    .filter(|at| !at.is_empty())
}

/// Whether a value is no word: it has figures or signs in it, or is of several words in one.
pub(super) fn is_drawn(value: &str) -> bool {
    let code = value.contains(['(', ')', '[', ']', '{', '}', '<', '>', '/', '\\', '"', '|', '=', ':'])
        || value.split('.').skip(1).any(|part| part.starts_with(char::is_alphabetic));
    if code || is_placeholder(value) {
        return false;
    }
    let ending = value.rsplit('-').next().unwrap_or(value);
    let describes = value.contains('-')
        && (ending.ends_with("ed")
            || matches!(
                ending,
                "character" | "characters" | "digit" | "digits" | "bit" | "long" | "only" | "free"
            ));
    let figure = value.contains(|c: char| c.is_ascii_digit());
    let sign = value.contains(['!', '@', '#', '$', '%', '^', '&', '*', '+', '_', '~', '?']);
    let chained = value.matches('-').count() >= 3;
    !describes && (figure || sign || chained) && value.contains(char::is_alphanumeric)
}

pub(super) fn is_word(value: &str) -> bool {
    let lower = value.to_lowercase();
    value.chars().all(char::is_alphabetic)
        && value.chars().count() >= LEAST
        && !lower.ends_with("ed")
        && !STATES.contains(&lower.as_str())
        && !is_placeholder(value)
}

/// Whether a clause ends here.
fn ends(text: &str, at: usize) -> bool {
    let rest = text[at..].trim_start_matches(['"', '\'', '`', '”', '’']);
    rest.trim_start_matches([' ', '\t']).is_empty()
        || rest.starts_with(['.', ',', ';', '!', '?', ')', '\n', '\r'])
}

/// Whether words go on to say what a figure counts ("12 characters"), or it is called (`parse2(`).
fn goes_on(text: &str, at: usize) -> bool {
    if text[at..].starts_with(['(', '[']) {
        return true;
    }
    let next = words(text[at..].lines().next().unwrap_or("")).into_iter().next();
    let of = next.is_some_and(|word| {
        matches!(
            word.as_str(),
            "character"
                | "characters"
                | "digit"
                | "digits"
                | "day"
                | "days"
                | "bits"
                | "to"
                | "or"
                | "of"
                | "letters"
        )
    });
    of && !ends(text, at)
}
