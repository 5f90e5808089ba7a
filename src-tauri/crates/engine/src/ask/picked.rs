//! The values of a kind that a text holds, as they are written: names for "who", figures and days for
//! "how many" and "when". Only to tell the one that answers from the words around it.

use memstrata_extract::{ValueType, number_word, query::is_verb, query::stems};
use memstrata_model::normalize_text;

use crate::wording;

/// The values of the kind asked for in a text, without those the question names.
pub(super) fn values(question: &str, kind: Option<ValueType>, text: &str) -> Vec<String> {
    use ValueType as T;
    let of_kind: fn(&str, bool) -> bool = match kind {
        Some(T::Person) => {
            let named = words_of(question, text, kind, is_a_name);
            // "NTI insures it": where nobody is named in full.
            return if named.is_empty() { words_of(question, text, kind, is_short_name) } else { named };
        }
        Some(T::Integer | T::Money | T::Duration | T::Version | T::Port) => |word, _| is_an_amount(word),
        Some(T::Date | T::Time | T::Weekday) => |word, _| is_a_figure(word) || is_a_day(word),
        _ => return Vec::new(),
    };
    words_of(question, text, kind, of_kind)
}

/// The runs of words of a kind, as [`values`] finds them.
fn words_of(
    question: &str,
    text: &str,
    kind: Option<ValueType>,
    of_kind: fn(&str, bool) -> bool,
) -> Vec<String> {
    use ValueType as T;
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
    const UNITS: [&str; 55] = [
        "ms", "s", "sec", "secs", "second", "seconds", "min", "mins", "minute", "minutes", "h", "hr", "hrs",
        "hour", "hours", "day", "days", "week", "weeks", "month", "months", "year", "years", "am", "pm",
        "eur", "euro", "euros", "usd", "gbp", "percent", "%", "kg", "g", "mg", "mcg", "lb", "lbs", "cm",
        "mm", "m", "km", "miles", "l", "ml", "litres", "kb", "mb", "gb", "tb", "mib", "gib", "°c", "°f",
        "degrees",
    ];
    UNITS.contains(&word.to_lowercase().as_str())
}

/// "11", "three".
pub(super) fn is_a_figure(word: &str) -> bool {
    has_a_digit(word) || number_word(&word.to_lowercase()).is_some()
}

/// What a figure measures, by the unit at its end: time, memory, money, or the unit itself; nothing where
/// there is no figure.
pub(super) fn unit_of(text: &str) -> Option<String> {
    let at = text.rfind(|c: char| c.is_ascii_digit())?;
    let unit: String = text[at + 1..].chars().filter(|c| c.is_alphabetic() || *c == '%').collect();
    let unit = unit.to_lowercase();
    let single = unit.strip_suffix('s').filter(|single| !single.is_empty()).unwrap_or(&unit);
    let class = match single {
        "s" | "m" | "ms" | "h" | "sec" | "second" | "min" | "minute" | "hr" | "hour" | "day" | "week"
        | "month" | "year" => "time",
        "kb" | "mb" | "gb" | "tb" | "ki" | "mi" | "gi" | "kib" | "mib" | "gib" => "memory",
        _ if text.contains(['$', '€', '£']) || matches!(single, "eur" | "euro" | "usd" | "gbp") => "money",
        other => other,
    };
    Some(class.to_owned())
}

/// The one figure of a text that measures what a value does, with its unit.
pub(super) fn measured_like(question: &str, value: &str, text: &str) -> Option<String> {
    let unit = unit_of(value).filter(|unit| !unit.is_empty())?;
    let figures = values(question, Some(ValueType::Integer), text);
    let mut alike = figures.into_iter().filter(|figure| unit_of(figure).as_ref() == Some(&unit));
    let only = alike.next()?;
    alike.next().is_none().then_some(only)
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

/// An abbreviation of capitals ("NTI").
fn is_short_name(word: &str, _begins: bool) -> bool {
    matches!(word.chars().count(), 2 | 3) && word.chars().all(char::is_uppercase)
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
            ("Who insures the van?", ValueType::Person, "the van is with AXB since May", vec!["AXB"]),
            ("Who insures the van?", ValueType::Person, "HR says the van is with Corla", vec!["Corla"]),
            ("How tall is Bo?", ValueType::Integer, "Bo is 134 cm in socks", vec!["134 cm"]),
        ] {
            assert_eq!(values(question, Some(kind), text), found, "{text}");
        }
        for (value, text, alike) in [
            ("every 15s", "scrapes each 60s, on 2 hosts", Some("60s")),
            ("512Mi", "the gateway has 2Gi now", Some("2Gi")),
            ("30s", "payroll waits 2 minutes", Some("2 minutes")),
            ("30s", "payroll has 2 workers", None),
            ("30s", "from 2 minutes to 5 minutes", None),
            ("blue", "2 minutes", None),
        ] {
            assert_eq!(measured_like("How often?", value, text).as_deref(), alike, "{text}");
        }
        assert!(is_among("Mrs Papadakis", "it was mrs Papadakis's turn"));
        assert!(!is_among("11", "it was 111"));
        assert!(is_placed("Perth", "Moz is off to Perth, so Shanelle runs it"));
        assert!(!is_placed("Shanelle", "Moz is off to Perth, so Shanelle runs it"));
    }
}
