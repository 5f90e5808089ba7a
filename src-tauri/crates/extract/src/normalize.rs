//! The comparison form of a value: units, number words, case and spacing folded, so that 3600 s
//! equals 1 h and 8 GB equals 8192 MB. The object stays as written for display.

use memstrata_model::{keep_capitals, normalize_text};

use crate::lexicon::{Lexicon, RelationSpec};
use crate::measure::split_number;
use crate::value::ValueType;
use crate::words;
use crate::written;

/// Comparison form of a value of a relation by its name, whether the lexicon knows it or not.
#[must_use]
pub fn normalize_value_of(relation: &str, object: &str) -> String {
    let spec = Lexicon::built_in().resolve(relation);
    if written::is_of_codes(relation) {
        let plain = bare(object);
        return normalize_text(&keep_capitals(
            plain,
            written::capitals_from(Some(relation), spec, plain).unwrap_or(plain.len()),
        ));
    }
    normalize_value(spec, object)
}

/// Without the marks that a value may stand between.
fn bare(object: &str) -> &str {
    object.trim().trim_matches(['`', '"', '\'', '“', '”', '‘', '’'])
}

/// Comparison form of a value. Two objects of one key are the same value iff their forms are equal.
#[must_use]
pub fn normalize_value(relation: Option<&RelationSpec>, object: &str) -> String {
    let plain = bare(object);
    if let Some(from) = written::capitals_from(None, relation, plain) {
        return normalize_text(&keep_capitals(plain, from));
    }
    let folded = normalize_text(plain);
    let folded =
        ["the ", "a ", "an "].iter().find_map(|d| folded.strip_prefix(d)).unwrap_or(&folded).to_owned();
    // "amlodipine 5 mg" is the drug, in whatever dose.
    let folded = match folded.find(|c: char| c.is_ascii_digit()) {
        Some(at) if at > 1 && relation.is_some_and(|r| r.name == "medication") => {
            folded[..at].trim().to_owned()
        }
        _ => folded,
    };
    let folded =
        if relation.is_some_and(|r| r.name == "license") { folded.replace('-', " ") } else { folded };
    let kind = relation.map(|r| r.value_type);
    if matches!(
        kind,
        Some(
            ValueType::Identifier
                | ValueType::Path
                | ValueType::UrlPath
                | ValueType::Version
                | ValueType::Phone
        )
    ) {
        return match kind {
            Some(ValueType::Phone) => folded.chars().filter(|c| c.is_ascii_digit() || *c == '+').collect(),
            Some(ValueType::Version) => folded
                .strip_prefix('v')
                .filter(|r| r.starts_with(|c: char| c.is_ascii_digit()))
                .unwrap_or(&folded)
                .to_owned(),
            _ => folded,
        };
    }
    if matches!(kind, Some(ValueType::Time))
        && let Some(time) = clock(&folded)
    {
        return time;
    }
    if matches!(kind, Some(ValueType::Weekday | ValueType::Schedule | ValueType::TimeRange)) {
        return weekdays(&folded);
    }
    quantity(&folded, kind).unwrap_or(folded)
}

/// "8pm", "20:00", "8 pm" as minutes of the day.
fn clock(text: &str) -> Option<String> {
    let compact: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let (body, shift) = match (compact.strip_suffix("pm"), compact.strip_suffix("am")) {
        (Some(body), _) => (body, Some(12)),
        (_, Some(body)) => (body, Some(0)),
        _ => (compact.as_str(), None),
    };
    let (hours, minutes) = body.split_once(':').unwrap_or((body, "0"));
    let (hours, minutes): (u32, u32) = (hours.parse().ok()?, minutes.parse().ok()?);
    if hours > 24 || minutes > 59 {
        return None;
    }
    let hours = match shift {
        Some(12) if hours < 12 => hours + 12,
        Some(0) if hours == 12 => 0,
        _ => hours,
    };
    Some(format!("{hours:02}:{minutes:02}"))
}

/// "every Thursday", "on Thursdays", "Thursday" are one.
fn weekdays(text: &str) -> String {
    text.split_whitespace()
        .filter(|w| !matches!(*w, "every" | "each" | "on" | "at" | "the"))
        .map(|w| {
            let word = w.trim_end_matches(',');
            if words::is_weekday(word) { word.trim_end_matches('s').to_owned() } else { word.to_owned() }
        })
        .collect::<Vec<_>>()
        .join(" ")
}

/// A number with its unit in base units: seconds, bytes, or the unit itself.
fn quantity(text: &str, kind: Option<ValueType>) -> Option<String> {
    let mut parts = text.split_whitespace();
    let first = parts.next()?;
    let word = words::number_word(first).map(|n| n.to_string());
    let (figures, glued) = match &word {
        Some(number) => (number.as_str(), ""),
        None => split_number(first)?,
    };
    let rest: Vec<&str> = parts.collect();
    let figures = figures.trim_start_matches(['~', '+']);
    let number: f64 = decimal(figures)?;
    let unit = if glued.is_empty() {
        rest.join(" ")
    } else if rest.is_empty() {
        glued.to_owned()
    } else {
        format!("{glued} {}", rest.join(" "))
    };
    if unit.is_empty() && word.is_none() && is_written_name(figures, kind) {
        return None;
    }
    if let Some(seconds) = seconds(&unit) {
        return Some(format!("{} s", show(number * seconds)));
    }
    let memory = matches!(kind, Some(ValueType::Bytes));
    if let Some(bytes) = bytes(&unit, memory) {
        return Some(format!("{} bytes", show(number * bytes)));
    }
    let unit = match unit.as_str() {
        "€" | "eur" | "euro" | "euros" => "eur",
        "$" | "usd" | "dollars" | "dollar" => "usd",
        "£" | "gbp" | "pounds" | "pound" | "quid" => "gbp",
        "%" | "percent" | "per cent" => "%",
        "requests per minute" | "rpm" | "req/min" | "/min" | "requests/min" | "per minute" => "per minute",
        "requests per second" | "rps" | "req/s" | "/s" | "requests/s" | "per second" | "qps" => "per second",
        "times" | "attempts" | "tries" | "retries" if matches!(kind, Some(ValueType::Integer)) => "",
        "kilos" | "kilo" | "kgs" => "kg",
        other => other,
    };
    Some(format!("{} {unit}", show(number)).trim_end().to_owned())
}

/// Whether bare figures are compared as they are written: a code keeps its first zeros ("0042"), and
/// what is not known to be a measure its last ones (build 4.20 is not build 4.2).
fn is_written_name(figures: &str, kind: Option<ValueType>) -> bool {
    let digit = |at: usize| figures.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
    let measured = matches!(
        kind,
        Some(
            ValueType::Duration
                | ValueType::Integer
                | ValueType::Rate
                | ValueType::Bytes
                | ValueType::Quantity
                | ValueType::Percent
                | ValueType::Money
                | ValueType::Mass
                | ValueType::Length
                | ValueType::Temperature
        )
    );
    figures.starts_with('0') && digit(1) || !measured && figures.contains('.') && figures.ends_with('0')
}

/// Reads figures with thousands separators: a comma before three digits parts thousands.
fn decimal(figures: &str) -> Option<f64> {
    let thousands =
        figures.split(',').skip(1).all(|group| group.split('.').next().is_some_and(|g| g.len() == 3));
    let plain =
        if thousands { figures.replace([',', '\'', '\u{202f}'], "") } else { figures.replace(',', ".") };
    plain.parse().ok()
}

fn show(number: f64) -> String {
    if number.fract() == 0.0 && number.abs() < 1e15 { format!("{number:.0}") } else { format!("{number}") }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexicon::Lexicon;

    fn same(relation: &str, a: &str, b: &str) -> bool {
        let spec = Lexicon::built_in().get(relation);
        normalize_value(spec, a) == normalize_value(spec, b)
    }

    #[test]
    fn equal_values_have_equal_forms() {
        for (relation, a, b) in [
            ("timeout", "3600 s", "1 h"),
            ("timeout", "2500 ms", "2.5 seconds"),
            ("memory_limit", "8 GB", "8192 MB"),
            ("memory_limit", "4g", "4 GB"),
            ("database", "PostgreSQL", "postgresql"),
            ("version", "v1.2.0", "1.2.0"),
            ("schedule", "every Thursday", "Thursdays"),
            ("event_time", "8pm", "20:00"),
            ("price", "780 eur", "780 €"),
            ("rate_limit", "60 requests per minute", "60 rpm"),
            ("replicas", "three", "3"),
            ("quantity_of", "1,240", "1240"),
            ("retry_limit", "3 times", "3"),
            ("headcount", "twenty-three", "23"),
            ("license", "MPL-2.0", "MPL 2.0"),
            ("medication", "losartan 50 mg", "losartan"),
            ("sla", "99.9 %", "99.9%"),
            ("phone", "912 445 018", "912-445-018"),
            ("price", "12.50", "12.5"),
            ("discount", "5.0 %", "5 %"),
            ("its humidity", "40.0 %", "40 percent"),
            ("its weight", "2.50 kg", "2.5 kg"),
            ("its turnout", "1,500", "1500"),
            ("name", "`foo`", "foo"),
        ] {
            assert!(
                same(relation, a, b),
                "{relation}: {a} / {b}: {} / {}",
                normalize_value(Lexicon::built_in().get(relation), a),
                normalize_value(Lexicon::built_in().get(relation), b)
            );
        }
    }

    #[test]
    fn different_values_stay_apart() {
        for (relation, a, b) in [
            ("timeout", "5 s", "5 min"),
            ("name", "db-1", "db_1"),
            ("price", "5 eur", "5 usd"),
            ("version", "1.10", "1.1"),
            ("event_time", "8", "8:30"),
            ("build", "7.30", "7.3"),
            ("ruby version", "3.20", "3.2"),
            ("locker code", "0093", "93"),
            ("zip", "01067", "1067"),
            ("account number", "00815", "815"),
            ("chapter", "2.10", "2.1"),
            ("root path", "/Data/A", "/data/a"),
            ("route", "/v1/Users", "/v1/users"),
            ("its url", "https://x.example/Abc", "https://x.example/abc"),
            ("its entry point", "src/Main.rs", "src/main.rs"),
            ("deprecates", "getUser", "getuser"),
        ] {
            assert!(!same(relation, a, b), "{relation}: {a} / {b}");
            assert_ne!(
                normalize_value_of(relation, a),
                normalize_value_of(relation, b),
                "{relation}: {a} / {b}"
            );
        }
        for (relation, a, b) in [
            ("deploy branch", "Release", "release"),
            ("booking code", "qX7b", "QX7B"),
            ("safe code", "1.10", "1.1"),
        ] {
            assert_ne!(
                normalize_value_of(relation, a),
                normalize_value_of(relation, b),
                "{relation}: {a} / {b}"
            );
        }
        for (relation, a, b) in [
            ("owner", "ANA", "Ana"),
            ("database", "PostgreSQL", "postgresql"),
            ("protocol", "TCP/IP", "tcp/ip"),
            ("name", "GitHub", "Github"),
            ("its url", "HTTPS://X.example/abc", "https://x.example/abc"),
            ("status", "Done", "done"),
            ("door code", "4821.", "4821"),
        ] {
            assert_eq!(
                normalize_value_of(relation, a),
                normalize_value_of(relation, b),
                "{relation}: {a} / {b}"
            );
        }
    }

    #[test]
    fn folding_twice_changes_nothing() {
        for object in [
            "1 h",
            "8 GB",
            "€12",
            "every Thursday",
            "v1.2",
            "the Blue Room",
            "-40 °C",
            "",
            "%",
            "1,2,3",
            "1.2.3 s",
            "0042",
            "4.20",
            "/Data/A",
            "https://X.example/Abc",
            "∞",
        ] {
            let once = normalize_value(None, object);
            assert_eq!(normalize_value(None, &once), once, "{object}");
        }
    }
}
