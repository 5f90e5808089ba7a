//! Numbers with units, dates, times and other figures at a place in a sentence. Their comparison
//! form is [`crate::normalize`]'s; what a date means is the `when` crate's.

mod joined;

use crate::token::{Shape, Token};
use crate::words;
use joined::{coded, grouped, rate_end, smaller_end};

/// What a unit measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    None,
    Duration,
    Bytes,
    Percent,
    Money,
    Mass,
    Length,
    Rate,
    Temperature,
    /// Some other unit or counted noun.
    Other,
}

/// A number with its unit: tokens `start..end`.
#[derive(Clone, Copy, Debug)]
pub struct Measure {
    pub unit: Unit,
    pub end: usize,
    /// Whether it is a whole number.
    pub whole: bool,
}

/// Splits `90s`, `€12`, `-40`, `1,240` into sign and figures, and the unit glued to them.
#[must_use]
pub fn split_number(text: &str) -> Option<(&str, &str)> {
    let dollars = |letters: &str| text.strip_prefix(letters).filter(|rest| rest.starts_with('$'));
    let signed = ["US", "us", "A", "C", "AU", "CA", "NZ"].into_iter().find_map(dollars).unwrap_or(text);
    let body = signed.strip_prefix(['€', '$', '£']).unwrap_or(signed);
    let prefix = &text[..text.len() - body.len()];
    let unsigned = body.strip_prefix(['-', '+', '~', '<', '>', '±']).unwrap_or(body);
    let digits = unsigned
        .find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ',' | '\u{202f}' | '\'')))
        .unwrap_or(unsigned.len());
    let figures = unsigned[..digits].trim_end_matches(['.', ',', '\'']);
    if figures.is_empty()
        || !figures.starts_with(|c: char| c.is_ascii_digit())
        || figures.matches('.').count() > 1
    {
        return None;
    }
    let number_end = body.len() - unsigned.len() + figures.len();
    let unit = if prefix.is_empty() { &body[number_end..] } else { prefix };
    Some((&body[..number_end], unit))
}

/// The class of a unit as written.
#[must_use]
pub fn unit_class(unit: &str) -> Unit {
    let lower = unit.to_lowercase();
    match unit {
        "M" | "Mi" | "G" | "Gi" | "K" | "Ki" | "T" | "Ti" => return Unit::Bytes,
        _ => {}
    }
    match lower.as_str() {
        "" | "k" => Unit::None,
        "ms" | "s" | "sec" | "secs" | "second" | "seconds" | "min" | "mins" | "minute" | "minutes" | "h"
        | "hr" | "hrs" | "hour" | "hours" | "d" | "day" | "days" | "week" | "weeks" | "month" | "months"
        | "year" | "years" | "yr" | "yrs" | "wk" | "wks" | "millisecond" | "milliseconds" | "fortnight"
        | "us" | "µs" | "quarter" | "quarters" | "night" | "nights" => Unit::Duration,
        "b" | "kb" | "mb" | "gb" | "tb" | "pb" | "kib" | "mib" | "gib" | "tib" | "byte" | "bytes"
        | "megabytes" | "gigabytes" | "terabytes" | "kilobytes" | "gig" | "gigs" | "meg" | "megs" | "g"
        | "gigabyte" => Unit::Bytes,
        "%" | "percent" | "pct" | "per cent" => Unit::Percent,
        "€" | "$" | "us$" | "£" | "eur" | "euro" | "euros" | "usd" | "dollar" | "dollars" | "gbp"
        | "pound" | "pounds" | "chf" | "yen" | "quid" | "bucks" | "k€" | "cents" | "pence" | "sek"
        | "nok" | "dkk" | "pln" | "brl" | "kes" | "inr" | "jpy" | "cny" | "aud" | "cad" | "nzd" | "czk"
        | "huf" | "ron" | "mxn" | "zar" | "ngn" | "ghs" | "ugx" | "tzs" | "aed" | "sar" | "ils" | "krw"
        | "sgd" | "hkd" | "thb" | "idr" | "uah" | "rupees" | "rupee" | "rand" | "naira" | "shillings"
        | "zloty" | "złoty" | "zł" | "kr" | "kronor" | "kroner" | "crowns" | "francs" | "francos"
        | "reais" | "pesos" | "yuan" | "lira" | "dirhams" | "₹" | "¥" | "₦" | "₩" | "r$" => {
            Unit::Money
        }
        "kg" | "kgs" | "kilo" | "kilos" | "lb" | "lbs" | "stone" | "grams" | "mg" | "mcg" | "µg" => {
            Unit::Mass
        }
        "m" | "cm" | "mm" | "km" | "ft" | "feet" | "inch" | "inches" | "metres" | "meters" | "miles"
        | "mi" | "kilometres" | "kilometers" => Unit::Length,
        "rpm" | "rps" | "qps" | "req/s" | "req/min" | "/min" | "/s" | "/sec" | "/h" | "/hour" | "/minute"
        | "/second" | "/day" | "r/s" | "tps" => Unit::Rate,
        "°c" | "°f" | "°" | "degrees" | "c" => Unit::Temperature,
        other if other.contains('/') => {
            let head = other.split('/').next().unwrap_or_default();
            match unit_class(head) {
                Unit::Money => Unit::Money,
                _ => Unit::Rate,
            }
        }
        _ => Unit::Other,
    }
}

/// The number with its unit that begins at token `at`.
#[must_use]
pub fn measure(tokens: &[Token<'_>], at: usize, limit: usize) -> Option<Measure> {
    let token = tokens[..limit].get(at)?;
    if let Some(money) = coded(tokens, at, limit).or_else(|| grouped(tokens, at, limit)) {
        return Some(money);
    }
    let (whole, glued) = if let Some((figures, unit)) = split_number(token.text) {
        if token.shape == Shape::Quoted || unit.starts_with(['.', '-', ':', '_']) || looks_like_id(unit) {
            return None;
        }
        (!figures.contains('.'), unit)
    } else if token.shape == Shape::Word && words::number_word(&token.lower).is_some() {
        (true, "")
    } else {
        return None;
    };
    if !glued.is_empty() {
        let unit = unit_class(glued);
        let mut end = at + 1;
        if unit == Unit::Duration {
            end = smaller_end(tokens, glued, end, limit);
        }
        if unit == Unit::Money && matches!(glued, "€" | "$" | "£") {
            end = money_end(tokens, end, limit);
        }
        // "40k EUR"
        let thousands = matches!(glued, "k" | "K" | "m" | "M" | "bn");
        if thousands
            && tokens[..limit]
                .get(end)
                .is_some_and(|t| unit_class(&t.lower) == Unit::Money && !t.is("pounds"))
        {
            return Some(Measure { unit: Unit::Money, end: end + 1, whole });
        }
        return Some(Measure { unit, end, whole });
    }
    let Some(next) = tokens[..limit].get(at + 1) else {
        return Some(Measure { unit: Unit::None, end: at + 1, whole });
    };
    // "1.2 million rows", "3 thousand euros"
    let counts = tokens[..limit]
        .get(at + 2)
        .is_some_and(|t| t.shape == Shape::Word && !crate::phrase::is_boundary(t) && t.verb.is_none());
    if token.has_digit()
        && (counts || !whole)
        && next.shape == Shape::Word
        && next.any(&["thousand", "million", "billion"])
    {
        let unit = tokens[..limit].get(at + 2).map_or(Unit::None, |t| unit_class(t.text));
        let money = unit == Unit::Money;
        return Some(Measure {
            unit: if money { unit } else { Unit::None },
            end: at + 2 + usize::from(money),
            whole: true,
        });
    }
    // "1,200 square metres"
    if next.shape == Shape::Word
        && next.is("square")
        && tokens[..limit].get(at + 2).is_some_and(|t| unit_class(t.text) == Unit::Length)
    {
        return Some(Measure { unit: Unit::Other, end: at + 3, whole });
    }
    // "600 requests per minute", "5 per second"
    if let Some(end) = rate_end(tokens, at + 1, limit) {
        return Some(Measure { unit: Unit::Rate, end, whole });
    }
    let unit = if next.shape == Shape::Word || next.shape == Shape::Solid || next.any(&["%", "€", "$", "£"])
    {
        unit_class(next.text)
    } else {
        Unit::None
    };
    match unit {
        Unit::None => Some(Measure { unit, end: at + 1, whole }),
        Unit::Other if is_unit(next.text) => Some(Measure { unit, end: at + 2, whole }),
        Unit::Other => Some(Measure { unit: Unit::None, end: at + 1, whole }),
        Unit::Duration => Some(Measure { unit, end: smaller_end(tokens, &next.lower, at + 2, limit), whole }),
        Unit::Money | Unit::Bytes | Unit::Percent | Unit::Mass | Unit::Length | Unit::Rate => {
            // "12 m" is a length, "4 g" a size; a lone letter after a name is no unit.
            Some(Measure { unit, end: at + 2, whole })
        }
        Unit::Temperature => Some(Measure { unit, end: at + 2, whole }),
    }
}

/// Units of no class of their own ([`Unit::Other`]), as written.
fn is_unit(text: &str) -> bool {
    matches!(
        text,
        "ml" | "cl"
            | "dl"
            | "bar"
            | "psi"
            | "hPa"
            | "kPa"
            | "mAh"
            | "Ah"
            | "kW"
            | "kWh"
            | "MW"
            | "Hz"
            | "kHz"
            | "MHz"
            | "GHz"
            | "dB"
            | "lux"
            | "px"
            | "pt"
            | "fps"
            | "kbps"
            | "Mbps"
            | "Gbps"
            | "mph"
            | "knots"
            | "litres"
            | "liters"
            | "litre"
            | "liter"
            | "volts"
            | "watts"
            | "amps"
            | "ohms"
            | "acres"
            | "hectares"
            | "m²"
            | "km²"
            | "bpm"
            | "ppm"
            | "calories"
            | "kcal"
            | "Nm"
            | "km/h"
            | "IU"
    )
}

fn looks_like_id(unit: &str) -> bool {
    unit.len() > 1 && unit.bytes().any(|b| b.is_ascii_digit())
}

fn money_end(tokens: &[Token<'_>], end: usize, limit: usize) -> usize {
    match tokens[..limit].get(end) {
        Some(t) if matches!(unit_class(t.text), Unit::Money) && t.shape == Shape::Word => end + 1,
        _ => end,
    }
}

/// The end of the date that begins at `at`: `2 March`, `March 2026`, `2026-03-12`, `the 18th`,
/// `Friday`, `next Monday`, `Q3 2026`, `tomorrow`.
#[must_use]
pub fn date_end(tokens: &[Token<'_>], at: usize, limit: usize) -> Option<usize> {
    let get = |i: usize| tokens[..limit].get(i);
    let token = get(at)?;
    let lower = token.lower.as_str();
    if is_iso_date(lower) {
        return Some(at + 1);
    }
    // "the end of October", "mid-May" is a word of its own
    let part = at + usize::from(lower == "the");
    if get(part).is_some_and(|t| t.any(&["end", "beginning", "start", "middle", "close"]))
        && get(part + 1).is_some_and(|t| t.is("of"))
        && part + 2 < limit
    {
        return date_end(tokens, part + 2, limit);
    }
    let day = |t: &Token<'_>| {
        let digits = t.lower.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '.');
        let suffix = &t.lower[digits.len()..];
        digits.parse::<u32>().is_ok_and(|n| (1..=31).contains(&n))
            && matches!(suffix, "" | "st" | "nd" | "rd" | "th")
    };
    let year =
        |t: &Token<'_>| t.lower.len() == 4 && t.lower.parse::<u32>().is_ok_and(|n| (1900..2100).contains(&n));
    let ordinal = |t: &Token<'_>| day(t) && t.lower.ends_with(|c: char| c.is_ascii_alphabetic());
    let month = |t: &Token<'_>| {
        words::is_month(t.lower.trim_end_matches('.'))
            && (t.capital() || t.lower != "may" && t.lower != "mar")
    };
    let with_year = |end: usize| {
        let comma = usize::from(get(end).is_some_and(|t| t.is(",")) && get(end + 1).is_some_and(year));
        if get(end + comma).is_some_and(year) { end + comma + 1 } else { end }
    };
    if day(token) && get(at + 1).is_some_and(month) {
        return Some(with_year(at + 2));
    }
    if ordinal(token) && get(at + 1).is_some_and(|t| t.is("of")) && get(at + 2).is_some_and(month) {
        return Some(with_year(at + 3));
    }
    if month(token) {
        if get(at + 1).is_some_and(|t| day(t) && !year(t)) {
            return Some(with_year(at + 2));
        }
        return Some(with_year(at + 1));
    }
    if words::is_weekday(lower) && (token.capital() || lower.len() > 3) {
        let mut end = at + 1;
        if get(end).is_some_and(|t| t.any(&["morning", "afternoon", "evening", "night"])) {
            end += 1;
        }
        if let Some(more) = get(end).filter(|t| day(t) || month(t)).and_then(|_| date_end(tokens, end, limit))
        {
            end = more;
        }
        return Some(end);
    }
    if matches!(lower, "today" | "tomorrow" | "yesterday" | "tonight" | "yday") {
        return Some(at + 1);
    }
    if matches!(lower, "next" | "last" | "this" | "early" | "mid" | "late" | "mid-")
        && let Some(next) = get(at + 1)
        && (words::is_weekday(&next.lower)
            || month(next)
            || next.any(&[
                "week",
                "month",
                "year",
                "quarter",
                "spring",
                "summer",
                "autumn",
                "winter",
                "weekend",
                "night",
                "morning",
                "evening",
                "afternoon",
                "fall",
            ]))
    {
        return Some(with_year(at + 2));
    }
    if ordinal(token) {
        return Some(at + 1);
    }
    if lower == "the" && get(at + 1).is_some_and(ordinal) {
        return date_end(tokens, at + 1, limit);
    }
    let bytes = lower.as_bytes();
    if bytes.len() == 2 && matches!(bytes[0], b'q' | b'h') && bytes[1].is_ascii_digit() {
        return Some(with_year(at + 1));
    }
    year(token).then_some(at + 1)
}

/// `2026-03-01`: a day and no version, as `2026.3.1` may be.
pub(crate) fn is_iso_day(text: &str) -> bool {
    text.len() == 10 && is_iso_date(text) && text.split('-').count() == 3
}

/// `2026-03`, `2026-03-12`, `12/03/2026`, `12.03.2026`, an RFC 3339 instant.
fn is_iso_date(text: &str) -> bool {
    let day = text.split('t').next().unwrap_or(text);
    if !day.starts_with(|c: char| c.is_ascii_digit()) {
        return false;
    }
    let numeric = |p: &str| !p.is_empty() && p.len() <= 4 && p.bytes().all(|b| b.is_ascii_digit());
    let mut parts = day.split(['-', '/', '.']);
    match (parts.next(), parts.next(), parts.next(), parts.next()) {
        (Some(a), Some(b), Some(c), None) => {
            [a, b, c].into_iter().all(numeric) && [a, b, c].iter().any(|p| p.len() == 4)
        }
        (Some(a), Some(b), None, None) => {
            day.contains('-') && numeric(a) && numeric(b) && a.len() == 4 && b.len() == 2
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::tokens;

    fn read(text: &str) -> (Unit, usize) {
        let found = tokens(text, 0);
        measure(&found, 0, found.len()).map_or((Unit::Other, 0), |m| (m.unit, m.end))
    }

    #[test]
    fn units_are_read_glued_and_apart() {
        for (text, unit, end) in [
            ("90s", Unit::Duration, 1),
            ("14 days", Unit::Duration, 2),
            ("25 MB", Unit::Bytes, 2),
            ("4g", Unit::Bytes, 1),
            ("3.15 %", Unit::Percent, 2),
            ("€12", Unit::Money, 1),
            ("6,420 eur", Unit::Money, 2),
            ("84.6 kg", Unit::Mass, 2),
            ("60 requests per minute", Unit::Rate, 4),
            ("600 rpm", Unit::Rate, 2),
            ("1,240 pallets", Unit::None, 1),
            ("-40 °C", Unit::Temperature, 2),
            ("three retries", Unit::None, 1),
            ("400 EUR/month", Unit::Money, 2),
            ("EUR 1200.50 now", Unit::Money, 2),
            ("120 000 km on it", Unit::Length, 3),
            ("120 000 users", Unit::None, 1),
            ("US$12", Unit::Money, 1),
            ("1 h 30 min", Unit::Duration, 4),
            ("10 s and 20 s", Unit::Duration, 2),
            ("2h 15m later", Unit::Duration, 2),
            ("3 months and 5 days", Unit::Duration, 2),
        ] {
            assert_eq!(read(text), (unit, end), "{text}");
        }
    }

    #[test]
    fn names_with_digits_are_no_numbers() {
        for text in ["m6i.2xlarge", "B2-17", "v2", "620-98-11", "1.26.18", "2x4y6"] {
            assert_eq!(read(text).1, 0, "{text}");
        }
    }

    #[test]
    fn dates_end_where_they_end() {
        for (text, words) in [
            ("2 March not", 2),
            ("March 2026", 2),
            ("14 Nov 2027,", 3),
            ("2026-03-12", 1),
            ("the 18th", 2),
            ("Friday", 1),
            ("Monday 18 May", 3),
            ("next Monday", 2),
            ("Q3 2026", 2),
            ("May 3, 2026", 4),
        ] {
            let found = tokens(text, 0);
            assert_eq!(date_end(&found, 0, found.len()), Some(words), "{text}");
        }
    }
}
