//! Units in their base units, for comparison: seconds, bytes, metres, grams, counts a day. What is not
//! exact between two units stays in its own (miles, pounds, a month in days).

use crate::measure::split_number;
use crate::normalize::decimal;

/// A text with its figures in one word: "1 200 eur", "eur 1200".
pub(crate) fn whole(text: &str) -> String {
    let mut words: Vec<&str> = text.split_whitespace().collect();
    if words.len() > 1 && is_currency(words[0]) && words[1].starts_with(|c: char| c.is_ascii_digit()) {
        words.swap(0, 1);
    }
    let digits = |w: &str| !w.is_empty() && w.bytes().all(|b| b.is_ascii_digit());
    let mut out = String::with_capacity(text.len());
    for (i, word) in words.iter().enumerate() {
        let rest = word.get(..3).filter(|w| digits(w)).map(|_| &word[3..]);
        let group = rest.is_some_and(|r| !r.starts_with(|c: char| c.is_ascii_digit()));
        let joins = i > 0 && words.len() > 2 && group && digits(words[i - 1]) && words[i - 1].len() < 4;
        if i > 0 && !joins {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

/// "1 h 30 min" in seconds.
pub(crate) fn spell(text: &str) -> Option<f64> {
    let mut sum = 0.0;
    let mut parts = 0;
    let mut words = text.split_whitespace().filter(|w| *w != "and").peekable();
    while let Some(word) = words.next() {
        let (figures, glued) = split_number(word)?;
        let unit = if glued.is_empty() { words.next()? } else { glued };
        // "2h 15m"
        let unit = if unit == "m" && parts > 0 { "min" } else { unit };
        sum += decimal(figures)? * seconds(unit)?;
        parts += 1;
    }
    (parts > 1).then_some(sum)
}

/// "12k", "1.2 million", "5m eur" as the number and what it counts.
pub(crate) fn multiple(number: f64, unit: &str) -> (f64, &str) {
    let (first, rest) = unit.split_once(' ').unwrap_or((unit, ""));
    let thousands = match first {
        "k" | "thousand" => 1e3,
        "million" => 1e6,
        "billion" | "bn" => 1e9,
        "m" if is_currency(rest) => 1e6,
        "k€" => return (number * 1e3, "€"),
        _ => return (number, unit),
    };
    (number * thousands, rest)
}

/// A measure in its base unit.
pub(crate) fn based(number: f64, unit: &str, memory: bool) -> Option<(f64, &'static str)> {
    if let Some(factor) = seconds(unit) {
        return Some((number * factor, "s"));
    }
    if let Some(factor) = bytes(unit, memory) {
        return Some((number * factor, "bytes"));
    }
    let (factor, base) = match unit {
        "km" | "kilometre" | "kilometres" | "kilometer" | "kilometers" => (1e3, "m"),
        "m" | "metre" | "metres" | "meter" | "meters" => (1.0, "m"),
        "cm" | "centimetre" | "centimetres" | "centimeters" => (1e-2, "m"),
        "mm" | "millimetre" | "millimetres" | "millimeters" => (1e-3, "m"),
        "kg" | "kgs" | "kilo" | "kilos" | "kilogram" | "kilograms" => (1e3, "g"),
        "g" | "gram" | "grams" => (1.0, "g"),
        "mg" | "milligrams" => (1e-3, "g"),
        "year" | "years" | "yr" | "yrs" => (12.0, "months"),
        "month" | "months" => (1.0, "months"),
        "l" | "litre" | "litres" | "liter" | "liters" => (1.0, "l"),
        "ml" => (1e-3, "l"),
        _ => return rate(unit).map(|times| (number * times, "a day")),
    };
    Some((number * factor, base))
}

/// How often a day what is counted by a span of time comes: "requests per minute", "/h", "rps".
fn rate(unit: &str) -> Option<f64> {
    let span = match unit {
        "rpm" => "minute",
        "rps" | "qps" | "tps" => "second",
        _ => {
            let (counted, span) = unit
                .split_once(" per ")
                .or_else(|| unit.split_once('/'))
                .or_else(|| unit.strip_prefix("per ").map(|span| ("", span)))?;
            let plain = ["", "r", "req", "reqs", "request", "requests", "call", "calls", "query", "queries"];
            if !plain.contains(&counted.trim()) {
                return None;
            }
            span.trim()
        }
    };
    Some(match span {
        "second" | "sec" | "s" => 86_400.0,
        "minute" | "min" => 1440.0,
        "hour" | "h" | "hr" => 24.0,
        "day" | "d" => 1.0,
        _ => return None,
    })
}

/// A unit under its one name.
pub(crate) fn name(unit: &str) -> &str {
    match unit {
        "€" | "eur" | "euro" | "euros" => "eur",
        "$" | "usd" | "us$" | "dollars" | "dollar" | "bucks" => "usd",
        "£" | "gbp" | "pounds" | "pound" | "quid" => "gbp",
        "%" | "percent" | "per cent" | "pct" => "%",
        "m²" | "m2" | "sqm" | "square metres" | "square meters" | "square metre" | "sq m" => "m²",
        "°c" | "degrees celsius" | "degrees c" | "celsius" | "c" => "°c",
        "°f" | "degrees fahrenheit" | "degrees f" | "fahrenheit" | "f" => "°f",
        "°" | "degrees" | "degree" => "°",
        other => other,
    }
}

/// Whether a word is a currency's sign, code or name, however many.
pub(crate) fn is_currency(word: &str) -> bool {
    matches!(name(word), "eur" | "usd" | "gbp") || is_code(word)
}

/// The code of a currency, as it may stand before its sum ("EUR 20").
pub(crate) fn is_code(word: &str) -> bool {
    ["eur", "usd", "gbp", "chf", "sek", "nok", "dkk", "pln", "brl", "jpy", "cad", "aud"]
        .iter()
        .any(|code| word.eq_ignore_ascii_case(code))
}

fn seconds(unit: &str) -> Option<f64> {
    Some(match unit {
        "ms" | "millisecond" | "milliseconds" => 0.001,
        "s" | "sec" | "secs" | "second" | "seconds" => 1.0,
        "min" | "mins" | "minute" | "minutes" => 60.0,
        "h" | "hr" | "hrs" | "hour" | "hours" => 3600.0,
        "d" | "day" | "days" => 86_400.0,
        "week" | "weeks" | "wk" | "wks" => 604_800.0,
        "fortnight" | "fortnights" => 1_209_600.0,
        _ => return None,
    })
}

/// Binary multiples throughout: 8 GB of memory is 8192 MB.
fn bytes(unit: &str, memory: bool) -> Option<f64> {
    let power = match unit {
        "b" | "byte" | "bytes" => 0,
        "kb" | "kib" | "ki" => 1,
        "mb" | "mib" | "mi" | "megabytes" | "megs" => 2,
        "gb" | "gib" | "gi" | "gigabytes" | "gigs" => 3,
        "tb" | "tib" | "ti" | "terabytes" => 4,
        "k" if memory => 1,
        "m" if memory => 2,
        "g" if memory => 3,
        "t" if memory => 4,
        _ => return None,
    };
    Some(1024_f64.powi(power))
}
