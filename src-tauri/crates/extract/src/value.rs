//! Typed values: what kinds of value a relation takes, and how each is read at a place in a
//! sentence. Figures with units are [`crate::measure`]'s, names [`crate::phrase`]'s.

use crate::daytime;
use crate::measure::{self, Unit};
use crate::naming::{
    counted, enum_end, is_last, name_inside, name_or_word, names_class, product_end, with_group, zone_end,
};
use crate::phrase::{is_code_like, noun_phrase_end, proper_name_end};
use crate::shape::{
    address_end, is_clear_version, is_email, is_host, is_http_method, is_instance_type, is_ip, is_machine,
    is_path, is_region, is_url, is_version, phone_end, priority_end, schedule_end, weekday_end,
};
use crate::token::{Shape, Token};
use crate::words;
/// The type of a relation's values, as named in the lexicon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ValueType {
    Port,
    Host,
    Url,
    Ip,
    Version,
    Duration,
    Integer,
    Rate,
    Bytes,
    Quantity,
    Percent,
    Money,
    Mass,
    Length,
    Date,
    Time,
    TimeRange,
    Weekday,
    Schedule,
    Path,
    UrlPath,
    Email,
    Phone,
    Region,
    InstanceType,
    Identifier,
    /// A type of a programming language, or a call.
    Type,
    HttpMethod,
    /// P1, sev2, "high priority".
    Priority,
    Temperature,
    /// A known word of a small list (on/off, green/red, INFO/DEBUG).
    Enum,
    /// A product, service, package, language, licence: something with a proper name.
    Product,
    Person,
    Organisation,
    Team,
    Place,
    Address,
    TimeZone,
    /// Any scalar: number, identifier, word.
    Scalar,
    /// A free noun phrase.
    Text,
}

impl ValueType {
    /// The type of a name in the lexicon's table.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "port_number" => Self::Port,
            "hostname" => Self::Host,
            "url" => Self::Url,
            "ip" => Self::Ip,
            "version" => Self::Version,
            "duration" => Self::Duration,
            "integer" => Self::Integer,
            "rate" => Self::Rate,
            "bytes" => Self::Bytes,
            "quantity" => Self::Quantity,
            "percent" => Self::Percent,
            "money" => Self::Money,
            "mass" => Self::Mass,
            "length" => Self::Length,
            "date" => Self::Date,
            "time" => Self::Time,
            "time_range" => Self::TimeRange,
            "weekday" => Self::Weekday,
            "schedule" => Self::Schedule,
            "path" | "repo" | "location" => Self::Path,
            "url_path" => Self::UrlPath,
            "email" => Self::Email,
            "phone" => Self::Phone,
            "cloud_region" => Self::Region,
            "instance_type" => Self::InstanceType,
            "identifier" | "flag_name" | "branch_name" => Self::Identifier,
            "type" => Self::Type,
            "http_method" => Self::HttpMethod,
            "priority" => Self::Priority,
            "enum" => Self::Enum,
            "product" | "product_version" | "product_or_bucket" | "package_or_service" | "language"
            | "licence" | "drug" => Self::Product,
            "person" | "person_name" | "person_or_team" | "animal_name" => Self::Person,
            "organisation" => Self::Organisation,
            "team" => Self::Team,
            "place" | "country" => Self::Place,
            "street_address" => Self::Address,
            "timezone" => Self::TimeZone,
            "scalar" => Self::Scalar,
            "temperature" => Self::Temperature,
            "string" | "entity" | "task" | "role" | "condition" | "substance" | "thing" | "food"
            | "topic" | "activity" | "colour" | "material" | "class" => Self::Text,
            _ => return None,
        })
    }
}

/// A value read in a sentence: tokens `start..end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Read {
    pub start: usize,
    pub end: usize,
    /// Whether its form alone tells its type.
    pub strong: bool,
}

/// Reads a value of a type at token `at`; words such as "about", "the" may come before it.
#[must_use]
pub fn read(kind: ValueType, tokens: &[Token<'_>], at: usize, limit: usize) -> Option<Read> {
    let mut start = at;
    while start < limit && is_lead(tokens, start, limit) {
        start += 1;
    }
    let token = tokens[..limit].get(start)?;
    if token.shape == Shape::Hole {
        return Some(Read { start, end: start + 1, strong: true });
    }
    if !token.is_content() {
        return None;
    }
    let figure = measure::measure(tokens, start, limit);
    let strong = |end: usize| Some(Read { start, end, strong: true });
    let one = |fits: bool| fits.then_some(Read { start, end: start + 1, strong: true });
    let unit = |wanted: Unit| figure.filter(|m| m.unit == wanted).and_then(|m| strong(m.end));
    let text = token.text;
    let weak = |end: usize| (end > start).then_some(Read { start, end, strong: false });
    match kind {
        ValueType::Port => one(figure.is_some_and(|m| m.unit == Unit::None)
            && text.parse::<u32>().is_ok_and(|n| (1..=65_535).contains(&n))),
        ValueType::Host => one((is_host(text) || is_machine(text)) && !is_instance_type(text)),
        ValueType::Url => one(is_url(text)),
        ValueType::Ip => one(is_ip(text)),
        ValueType::Email => one(is_email(text)),
        // "12 June" is a day.
        ValueType::Version if measure::date_end(tokens, start, limit).is_some_and(|e| e > start + 1) => None,
        ValueType::Version if figure.is_some_and(|m| matches!(m.unit, Unit::Percent | Unit::Money)) => None,
        ValueType::Version => one(is_version(text) && !measure::is_iso_day(text)).or_else(|| {
            // "Node.js 20.9": the number is the value, its product the reader's business.
            let mixed = token.text.chars().any(char::is_uppercase);
            let name = proper_name_end(tokens, start, limit).min(start + 3).max(start + usize::from(mixed));
            let at = (start + 1..=name).find(|&i| {
                tokens[..limit].get(i).is_some_and(|t| {
                    let least = tokens.get(i + 1).is_some_and(|n| n.is("or"))
                        && tokens.get(i + 2).is_some_and(|n| n.any(&["newer", "later", "higher", "above"]));
                    let behind = start > 0 && tokens[start - 1].is("least");
                    is_clear_version(t.text) || (least || behind) && is_version(t.text)
                })
            })?;
            // "iOS 15"
            (token.capital() || mixed).then_some(Read { start: at, end: at + 1, strong: false })
        }),
        ValueType::HttpMethod => one(is_http_method(text)),
        ValueType::Temperature => unit(Unit::Temperature)
            .or_else(|| figure.filter(|m| m.unit == Unit::None).and_then(|m| weak(m.end))),
        ValueType::Priority => priority_end(tokens, start, limit).and_then(strong),
        ValueType::Type => {
            let article = start > at;
            if is_code_like(token) || article && is_last(tokens, start + 1, limit) {
                strong(start + 1)
            } else {
                weak(name_or_word(tokens, start, limit))
            }
        }
        ValueType::Duration => unit(Unit::Duration),
        ValueType::Bytes => unit(Unit::Bytes).or_else(|| {
            figure
                .filter(|m| m.unit == Unit::None && m.whole)
                .and_then(|m| counted(tokens, m.end, limit))
                .map(|end| Read { start, end, strong: false })
        }),
        ValueType::Percent => unit(Unit::Percent),
        ValueType::Money => unit(Unit::Money).or_else(|| {
            figure.filter(|m| m.unit == Unit::None || m.unit == Unit::Rate).map(|m| Read {
                start,
                end: if m.unit == Unit::Rate { start + 1 } else { m.end },
                strong: false,
            })
        }),
        // "I weigh 68.2": kilos or pounds, which nobody says.
        ValueType::Mass => unit(Unit::Mass).or_else(|| {
            let weighs = at > 0 && tokens[at - 1].lemma_is("weigh");
            figure.filter(|m| weighs && m.unit == Unit::None).and_then(|m| strong(m.end))
        }),
        ValueType::Length => unit(Unit::Length),
        ValueType::Rate => {
            unit(Unit::Rate).or_else(|| figure.filter(|m| m.unit == Unit::None).and_then(|m| weak(m.end)))
        }
        ValueType::Integer => figure.filter(|m| m.unit == Unit::None && m.whole).and_then(|m| strong(m.end)),
        ValueType::Quantity => figure.filter(|m| m.unit != Unit::Temperature).and_then(|m| strong(m.end)),
        ValueType::Date => measure::date_end(tokens, start, limit).and_then(strong),
        ValueType::Time => daytime::time_end(tokens, start, limit).and_then(strong).or_else(|| {
            figure
                .filter(|m| m.unit == Unit::None && text.parse::<u32>().is_ok_and(|h| h <= 24))
                .and_then(|m| weak(m.end))
        }),
        ValueType::TimeRange => daytime::time_range_end(tokens, start, limit).and_then(strong),
        ValueType::Weekday => weekday_end(tokens, start, limit).and_then(strong),
        ValueType::Schedule => schedule_end(tokens, start, limit).and_then(strong),
        ValueType::Path => one(is_path(text)),
        ValueType::UrlPath => {
            let method = is_http_method(text)
                && tokens[..limit].get(start + 1).is_some_and(|t| t.text.starts_with('/'));
            if method { strong(start + 2) } else { one(text.starts_with('/') && text.len() > 1) }
        }
        ValueType::Phone => phone_end(tokens, start, limit).map(|end| {
            let digits: usize =
                tokens[start..end].iter().map(|t| t.text.bytes().filter(u8::is_ascii_digit).count()).sum();
            Read { start, end, strong: digits >= 7 }
        }),
        ValueType::Region => one(is_region(text)),
        ValueType::InstanceType => one(is_instance_type(text)),
        ValueType::Identifier => {
            let request = is_http_method(text)
                && tokens[..limit].get(start + 1).is_some_and(|t| t.text.starts_with('/'));
            if request {
                return strong(start + 2);
            }
            if is_code_like(token) || token.shape == Shape::Quoted {
                return strong(start + 1);
            }
            let end = name_or_word(tokens, start, limit);
            let single = end == start + 1 && token.verb.is_none_or(|v| !v.participle || v.base);
            (end > start).then_some(Read { start, end, strong: single })
        }
        ValueType::Enum => {
            let end = enum_end(tokens, start, limit);
            let shouted = text.len() > 2 && text.chars().all(char::is_uppercase);
            let known = token.any(&[
                "debug", "info", "warn", "warning", "error", "trace", "green", "red", "on", "off", "enabled",
                "disabled",
            ]);
            (end > start).then_some(Read { start, end, strong: shouted || known })
        }
        ValueType::Product => product_end(tokens, start, limit),
        ValueType::Person => {
            if token.any(&["i", "me", "myself"]) {
                return strong(start + 1);
            }
            // "@jkessler"
            if text.starts_with('@') && text.len() > 2 && !text.contains(['.', '/']) {
                return strong(start + 1);
            }
            let end = proper_name_end(tokens, start, limit);
            let calendar = end == start + 1
                && (words::is_weekday(&token.lower)
                    || words::is_month(&token.lower)
                        && token.lower != "may"
                        && token.lower != "april"
                        && token.lower != "june");
            if end > start && !calendar { strong(with_group(tokens, start, end, limit)) } else { None }
        }
        ValueType::Organisation | ValueType::Place => {
            let end = proper_name_end(tokens, start, limit);
            if words::is_weekday(&token.lower)
                || words::is_month(&token.lower) && measure::date_end(tokens, start, limit).is_some()
            {
                return None;
            }
            if end > start && !is_path(text) {
                // "St Brigid's", "Lloyd's": the mark is part of the name where nothing is owned.
                let ends = |t: &Token<'_>| {
                    !t.is_content()
                        || words::is_preposition(&t.lower)
                        || words::is_conjunction(&t.lower)
                        || t.any(&["now", "again", "today", "since", "anymore", "too", "instead", "these"])
                };
                let own = kind == ValueType::Organisation
                    && tokens[..limit].get(end).is_some_and(|t| t.is("'s"))
                    && tokens[..limit].get(end + 1).is_none_or(ends);
                strong(end + usize::from(own))
            } else if figure.is_some() {
                None
            } else if let Some(name) = name_inside(tokens, at, limit) {
                Some(name)
            } else {
                weak(noun_phrase_end(tokens, at, limit))
            }
        }
        ValueType::Team => weak(noun_phrase_end(tokens, start, limit)),
        ValueType::Address => address_end(tokens, start, limit).and_then(strong),
        ValueType::TimeZone => zone_end(tokens, start, limit),
        ValueType::Scalar => {
            if let Some(m) = figure {
                return strong(m.end);
            }
            if token.shape == Shape::Solid || is_code_like(token) || token.shape == Shape::Quoted {
                return strong(start + 1);
            }
            weak(name_or_word(tokens, start, limit))
        }
        ValueType::Text => {
            if let Some(m) = figure {
                let end = noun_phrase_end(tokens, start, limit).max(m.end);
                return weak(end);
            }
            weak(noun_phrase_end(tokens, start, limit))
        }
    }
}

/// Words before a value that are not part of it.
fn is_lead(tokens: &[Token<'_>], at: usize, limit: usize) -> bool {
    let token = &tokens[at];
    let next_figure = || measure::measure(tokens, at + 1, limit).is_some();
    token.shape == Shape::Word
        && match token.lower.as_str() {
            "about" | "around" => next_figure(),
            "the" | "a" | "an" | "roughly" | "exactly" | "approximately" | "only" | "just" | "currently"
            | "now" | "still" | "already" | "nearly" | "almost" | "some" | "really" | "actually" | "also"
            | "called" | "named" => true,
            "at" => tokens.get(at + 1).is_some_and(|t| t.any(&["least", "most"])),
            "least" | "most" | "over" | "under" => next_figure(),
            word if names_class(word) => tokens[..limit].get(at + 1).is_some_and(|t| t.is("of")),
            "of" => at > 0 && names_class(&tokens[at - 1].lower),
            "up" => tokens.get(at + 1).is_some_and(|t| t.is("to")),
            "to" => at > 0 && tokens[at - 1].is("up"),
            _ => false,
        }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::tokens;

    fn first(kind: ValueType, text: &str) -> Option<String> {
        let found = tokens(text, 0);
        read(kind, &found, 0, found.len())
            .map(|r| text[found[r.start].span.0..found[r.end - 1].span.1].to_owned())
    }

    #[test]
    fn each_type_takes_its_own() {
        for (kind, text, value) in [
            (ValueType::Port, "8080, fine", "8080"),
            (ValueType::Version, "v2.1.0 now", "v2.1.0"),
            (ValueType::Duration, "about 90 s", "90 s"),
            (ValueType::Place, "Braga now", "Braga"),
            (ValueType::Product, "MySQL 8. Then", "MySQL 8"),
            (ValueType::Phone, "912 445 018 (x)", "912 445 018"),
            (ValueType::Schedule, "every Thursday, too", "every Thursday"),
            (ValueType::Enum, "in review, Gil", "in review"),
            (ValueType::Region, "eu-west-1, if", "eu-west-1"),
            (ValueType::InstanceType, "m6i.2xlarge with", "m6i.2xlarge"),
            (ValueType::TimeZone, "Lisbon time again", "Lisbon time"),
            (ValueType::Path, "values.yaml.", "values.yaml"),
            (ValueType::UrlPath, "DELETE /items.", "DELETE /items"),
            (ValueType::Person, "Mr. Nunes; rent", "Mr. Nunes"),
            (ValueType::Time, "7 pm weekdays", "7 pm"),
        ] {
            assert_eq!(first(kind, text).as_deref(), Some(value), "{text}");
        }
    }

    #[test]
    fn each_type_refuses_others() {
        for (kind, text) in [
            (ValueType::Port, "99999"),
            (ValueType::Version, "Redis"),
            (ValueType::Duration, "8080"),
            (ValueType::Ip, "10.4"),
            (ValueType::Email, "a@b"),
            (ValueType::Person, "the house"),
            (ValueType::Percent, "12"),
            (ValueType::Region, "two-way"),
            (ValueType::Date, "Redis"),
        ] {
            assert_eq!(first(kind, text), None, "{text}");
        }
    }
}
