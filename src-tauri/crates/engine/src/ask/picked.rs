//! The values of a kind that a text holds, as they are written: names for "who", figures and days for
//! "how many" and "when". Only to tell the one that answers from the words around it.

use memstrata_extract::{ValueType, number_word, query::is_verb, query::stems};
use memstrata_model::normalize_text;

use crate::wording;

/// The values of the kind asked for in a text, without those the question names.
pub(super) fn values(question: &str, kind: Option<ValueType>, text: &str) -> Vec<String> {
    use ValueType as T;
    let of_kind: fn(&str, bool) -> bool = match kind {
        Some(T::Person) => is_a_name,
        Some(T::Integer | T::Money | T::Duration | T::Version | T::Port) => |word, _| is_an_amount(word),
        Some(T::Date | T::Time | T::Weekday) => |word, _| is_a_figure(word) || is_a_day(word),
        _ => return Vec::new(),
    };
    let asked = stems(question);
    let mut out: Vec<String> = Vec::new();
    let mut run: Vec<&str> = Vec::new();
    let mut begins = true;
    let mut before = "";
    for word in text.split_whitespace() {
        let bare = trimmed(word);
        let own = stems(bare);
        let means = !own.is_empty() || is_a_figure(bare) || is_a_day(bare) && !run.is_empty();
        let unit = !run.is_empty() && run.iter().all(|word| has_a_digit(word)) && is_a_unit(bare);
        if unit || of_kind(bare, begins) && means && !own.iter().any(|stem| asked.contains(stem)) {
            if run.is_empty() && is_a_day(bare) && is_an_order(before) {
                run.push(before);
            }
            run.push(bare);
        } else {
            keep(&mut out, &mut run);
        }
        let parts = word.ends_with([',', ';', ':', '.', '!', '?', ')']) || word.ends_with("'s");
        if parts {
            keep(&mut out, &mut run);
        }
        begins = word.ends_with(['.', '!', '?']);
        before = bare;
    }
    keep(&mut out, &mut run);
    if kind.is_some_and(|kind| !matches!(kind, T::Date | T::Time | T::Weekday | T::Person)) {
        out.retain(|value| !is_dated(value, text));
    }
    out
}

/// Whether a figure stands beside a month or a day ("July 1", "since 2 March"), and so is no amount.
fn is_dated(value: &str, text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().map(trimmed).collect();
    let day = |at: Option<usize>| at.and_then(|at| words.get(at)).is_some_and(|word| is_a_day(word));
    words.iter().enumerate().any(|(at, word)| *word == value && (day(at.checked_sub(1)) || day(Some(at + 1))))
}

fn keep(out: &mut Vec<String>, run: &mut Vec<&str>) {
    let value = run.join(" ");
    run.clear();
    if !value.is_empty() && !out.iter().any(|known| normalize_text(known) == normalize_text(&value)) {
        out.push(value);
    }
}

fn trimmed(word: &str) -> &str {
    let word = word.trim_matches(|c: char| !(c.is_alphanumeric() || matches!(c, '$' | '€' | '£' | '%')));
    word.strip_suffix("'s").or_else(|| word.strip_suffix("’s")).unwrap_or(word)
}

/// Whether a value stands in a text, word for word.
pub(super) fn is_among(value: &str, text: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        text.split_whitespace().map(|word| trimmed(word).to_lowercase()).filter(|w| !w.is_empty()).collect()
    };
    let (value, text) = (words(value), words(text));
    text.windows(value.len().max(1)).any(|run| run == value)
}

/// "Second Thursdays", "every Friday".
fn is_an_order(word: &str) -> bool {
    matches!(
        word.to_lowercase().as_str(),
        "first" | "second" | "third" | "fourth" | "last" | "every" | "other" | "alternate"
    )
}

/// Whether a value stands where a place does ("off to Perth"), each time it is named.
pub(super) fn is_placed(value: &str, text: &str) -> bool {
    let first = value.split_whitespace().next().unwrap_or(value);
    let words: Vec<&str> = text.split_whitespace().map(trimmed).collect();
    let mut named = words.iter().enumerate().filter(|(_, word)| **word == first).peekable();
    named.peek().is_some()
        && named.all(|(at, _)| {
            at > 0 && matches!(words[at - 1].to_lowercase().as_str(), "to" | "in" | "at" | "near" | "into")
        })
}

/// What may follow a figure as part of the value.
fn is_a_unit(word: &str) -> bool {
    const UNITS: [&str; 32] = [
        "ms", "s", "sec", "secs", "second", "seconds", "min", "mins", "minute", "minutes", "h", "hr", "hrs",
        "hour", "hours", "day", "days", "week", "weeks", "month", "months", "year", "years", "am", "pm",
        "eur", "euro", "euros", "usd", "gbp", "percent", "%",
    ];
    UNITS.contains(&word.to_lowercase().as_str())
}

/// "11", "three".
fn is_a_figure(word: &str) -> bool {
    has_a_digit(word) || number_word(&word.to_lowercase()).is_some()
}

/// A figure that is no rank and no number to dial.
fn is_an_amount(word: &str) -> bool {
    let dialled = word.len() > 2 && word.starts_with('0') && word.bytes().all(|byte| byte.is_ascii_digit());
    is_a_figure(word) && !is_a_rank(word) && !dialled
}

/// "2nd", "3rd floor".
pub(super) fn is_a_rank(word: &str) -> bool {
    let ending = word.trim_start_matches(|c: char| c.is_ascii_digit());
    ending.len() < word.len() && matches!(ending, "st" | "nd" | "rd" | "th")
}

fn has_a_digit(word: &str) -> bool {
    word.bytes().any(|byte| byte.is_ascii_digit())
}

/// A word with a capital that is no abbreviation, no day, and at the start of a sentence no verb.
fn is_a_name(word: &str, begins: bool) -> bool {
    let capital = word.chars().next().is_some_and(char::is_uppercase);
    let short = word.chars().count() <= 3 && word.chars().all(char::is_uppercase);
    let acts = begins && is_verb(word);
    capital && !(short || acts || is_a_day(word))
}

/// A day of the week, a month, or a time of the day.
pub(super) fn is_a_day(word: &str) -> bool {
    const SHORT: [&str; 20] = [
        "mon", "tue", "tues", "wed", "thu", "thur", "thurs", "fri", "sat", "sun", "jan", "feb", "mar", "apr",
        "jun", "jul", "aug", "sep", "sept", "oct",
    ];
    let word = word.to_lowercase();
    let single = word.strip_suffix('s').unwrap_or(&word);
    wording::is_a_day(single)
        || matches!(single, "noon" | "midnight" | "midweek")
        || SHORT.contains(&word.as_str())
        || matches!(single, "nov" | "dec")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_told_from_the_words_around_them() {
        for (question, kind, text, found) in [
            (
                "Who runs the retro?",
                ValueType::Person,
                "Bex is off, so Tunde will run it, says HR",
                vec!["Bex", "Tunde"],
            ),
            (
                "Who minds the kids?",
                ValueType::Person,
                "Stopped by, it's Mrs Papadakis minding them",
                vec!["Mrs Papadakis"],
            ),
            (
                "How many pods does checkout run?",
                ValueType::Integer,
                "scaled checkout to 11, all fine",
                vec!["11"],
            ),
            ("What does the hall cost?", ValueType::Money, "we go there from July 1, it's 30", vec!["30"]),
            ("What do they pay?", ValueType::Money, "flat's on the 3rd floor, hotline 0800 402", vec!["402"]),
            ("When does 4.2 ship?", ValueType::Date, "6 May for 4.2, that's that", vec!["6 May"]),
            ("When is the call?", ValueType::Date, "we call on Sundays, same link", vec!["Sundays"]),
            (
                "When is the cutter serviced?",
                ValueType::Date,
                "he can make second Thursdays, so plan",
                vec!["second Thursdays"],
            ),
            ("When is the fair?", ValueType::Date, "stuck that week; fair: 29 May", vec!["29 May"]),
            ("How long is the run?", ValueType::Duration, "says 52 min is the aim", vec!["52 min"]),
            ("Where is it?", ValueType::Place, "in Oslo", vec![]),
        ] {
            assert_eq!(values(question, Some(kind), text), found, "{text}");
        }
        assert!(is_among("Mrs Papadakis", "it was mrs Papadakis's turn"));
        assert!(!is_among("11", "it was 111"));
        assert!(is_placed("Perth", "Moz is off to Perth, so Shanelle runs it"));
        assert!(!is_placed("Shanelle", "Moz is off to Perth, so Shanelle runs it"));
    }
}
