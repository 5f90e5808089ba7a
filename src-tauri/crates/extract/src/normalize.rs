//! The comparison form of a value: units, number words, case and spacing folded, so that 3600 s
//! equals 1 h and 8 GB equals 8192 MB. The object stays as written for display.

use memstrata_model::{keep_capitals, normalize_text};

use crate::lexicon::{Lexicon, RelationSpec};
use crate::measure::split_number;
use crate::units;
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

/// A number with its unit in base units: seconds, bytes, metres, grams, or the unit itself.
fn quantity(text: &str, kind: Option<ValueType>) -> Option<String> {
    let text = units::whole(text);
    if let Some(seconds) = units::spell(&text) {
        return Some(format!("{} s", show(seconds)));
    }
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
    let memory = matches!(kind, Some(ValueType::Bytes));
    let (number, unit) = if memory { (number, unit.as_str()) } else { units::multiple(number, &unit) };
    if let Some((number, unit)) = units::based(number, unit, memory) {
        return Some(format!("{} {unit}", show(number)));
    }
    let unit = match unit {
        "times" | "attempts" | "tries" | "retries" if matches!(kind, Some(ValueType::Integer)) => "",
        other => units::name(other),
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

/// Reads figures with thousands separators: a comma before three digits parts thousands, and so does
/// a point before a comma.
pub(crate) fn decimal(figures: &str) -> Option<f64> {
    if let (Some(point), Some(comma)) = (figures.find('.'), figures.rfind(','))
        && point < comma
    {
        return figures.replace('.', "").replace(',', ".").parse().ok();
    }
    let thousands =
        figures.split(',').skip(1).all(|group| group.split('.').next().is_some_and(|g| g.len() == 3));
    let plain =
        if thousands { figures.replace([',', '\'', '\u{202f}'], "") } else { figures.replace(',', ".") };
    plain.parse().ok()
}

/// Without what reckoning in base units leaves behind the ninth decimal.
fn show(number: f64) -> String {
    if number.fract() == 0.0 && number.abs() < 1e15 {
        return format!("{number:.0}");
    }
    let rounded = (number * 1e9).round() / 1e9;
    format!("{}", if rounded == 0.0 { number } else { rounded })
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
            ("rate_limit", "100/min", "6000/h"),
            ("rate_limit", "10 rps", "600 requests per minute"),
            ("price", "1.200,50 €", "1200.50 EUR"),
            ("price", "EUR 1200.50", "€1,200.50"),
            ("price", "1 200 €", "1200 euros"),
            ("price", "1.2k euros", "1200 euros"),
            ("price", "250k", "250000"),
            ("price", "3 million euros", "3000000 eur"),
            ("price", "US$12", "12 dollars"),
            ("height", "1.80 m", "180 cm"),
            ("its length", "5 km", "5000 m"),
            ("its mileage", "120 000 km", "120000 km"),
            ("weight", "72 kg", "72000 g"),
            ("timeout", "1 h 30 min", "90 min"),
            ("its trial", "1 year", "12 months"),
            ("its area", "60 m²", "60 square metres"),
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
            ("price", "1.200 €", "1,200 €"),
            ("rate_limit", "100/min", "100/h"),
            ("rate_limit", "100 emails per minute", "6000 requests per hour"),
            ("its length", "5 km", "5 miles"),
            ("its trial", "1 month", "30 days"),
            ("its network", "5G", "4G"),
            ("memory_limit", "5m", "5 min"),
            ("its rooms", "12 300", "12300"),
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
