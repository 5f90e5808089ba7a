//! Forms that tell a value's type by themselves: hosts, URLs, versions, paths, regions, schedules,
//! phone numbers. Which type a relation takes is [`crate::value`]'s.

use crate::daytime;
use crate::measure::{self, Unit};
use crate::token::{Shape, Token};
use crate::words;

pub(crate) fn priority_end(tokens: &[Token<'_>], at: usize, limit: usize) -> Option<usize> {
    let lower = tokens[at].lower.as_str();
    let level = lower
        .strip_prefix("sev")
        .or_else(|| lower.strip_prefix('p'))
        .is_some_and(|n| n.len() <= 2 && n.trim_start_matches('-').parse::<u8>().is_ok());
    if level {
        return Some(at + 1);
    }
    let next = tokens[..limit].get(at + 1).is_some_and(|t| t.any(&["priority", "prio"]));
    (matches!(lower, "high" | "low" | "medium" | "top" | "critical" | "highest" | "lowest") && next)
        .then_some(at + 2)
}

pub(crate) fn is_host(text: &str) -> bool {
    let name = text.split(':').next().unwrap_or(text);
    let labels: Vec<&str> = name.split('.').collect();
    labels.len() >= 2
        && !text.contains('/')
        && !text.contains('@')
        && labels
            .iter()
            .all(|l| !l.is_empty() && l.chars().all(|c| c.is_alphanumeric() || c == '-' || c == '_'))
        && (is_ip(text) || labels.last().is_some_and(|l| l.chars().all(char::is_alphabetic) && l.len() >= 2))
}

/// `cache-07`, `db-2`: a machine by its name.
pub(crate) fn is_machine(text: &str) -> bool {
    text.rsplit_once('-').is_some_and(|(name, number)| {
        name.len() > 1
            && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
            && name.starts_with(|c: char| c.is_ascii_lowercase())
            && (1..=3).contains(&number.len())
            && number.bytes().all(|b| b.is_ascii_digit())
            && !matches!(
                name,
                "gpt" | "claude" | "llama" | "covid" | "level" | "version" | "phase" | "python" | "java"
            )
            && crate::gazetteer::kinds(name).is_empty()
    }) && !is_region(text)
}

pub(crate) fn is_url(text: &str) -> bool {
    text.contains("://")
        || text.starts_with("www.")
        || text.split_once('/').map_or(is_host(text), |(host, _)| is_host(host) && host.contains('.'))
}

pub(crate) fn is_ip(text: &str) -> bool {
    if !text.bytes().any(|b| matches!(b, b'.' | b':')) {
        return false;
    }
    text.parse::<std::net::IpAddr>().is_ok()
        || text
            .split_once('/')
            .is_some_and(|(ip, bits)| ip.parse::<std::net::IpAddr>().is_ok() && bits.parse::<u8>().is_ok())
}

pub(crate) fn is_email(text: &str) -> bool {
    text.split_once('@').is_some_and(|(user, host)| !user.is_empty() && is_host(host))
}

/// `1.26.18`, `v2`, `2.0-rc.1`, `^1.4`, `18.17`.
#[must_use]
pub(crate) fn is_version(text: &str) -> bool {
    let bare = text.trim_start_matches(['^', '~', '=', '>', '<', '≥']);
    let body =
        bare.strip_prefix(['v', 'V']).filter(|r| r.starts_with(|c: char| c.is_ascii_digit())).unwrap_or(bare);
    if !body.starts_with(|c: char| c.is_ascii_digit()) {
        return false;
    }
    let numeric = body.split(['-', '+']).next().unwrap_or(body);
    numeric.split('.').enumerate().all(|(i, p)| {
        let figures = !p.is_empty() && p.bytes().all(|b| b.is_ascii_digit());
        let marked = || {
            p == "x"
                || p == "*"
                || !p.trim_end_matches(|c: char| c.is_ascii_lowercase()).is_empty()
                || ["rc", "beta", "post"].iter().any(|mark| p.starts_with(mark))
        };
        figures && (i > 0 || p.len() <= 8) || i > 0 && p.len() <= 8 && !p.is_empty() && marked()
    })
}

/// Has a part beside the first number, or a `v`: a version beyond doubt.
#[must_use]
pub(crate) fn is_clear_version(text: &str) -> bool {
    (text.starts_with(['v', 'V', '^']) || text.contains('.')) && is_version(text)
}

#[must_use]
pub(crate) fn is_path(text: &str) -> bool {
    if text.contains("://") {
        return true;
    }
    // "500/day" is a rate.
    if measure::split_number(text).is_some_and(|(_, unit)| measure::unit_class(unit) == Unit::Rate) {
        return false;
    }
    let extension = text.rsplit_once('.').is_some_and(|(stem, ext)| {
        !stem.is_empty()
            && (1..=6).contains(&ext.len())
            && ext.chars().all(|c| c.is_ascii_alphanumeric())
            && ext.chars().any(char::is_alphabetic)
            && !is_version(text)
    });
    (text.contains('/') && text.len() > 1 && !text.chars().all(|c| c.is_ascii_digit() || c == '/'))
        || extension
}

/// `GET`, `POST`, …
#[must_use]
pub(crate) fn is_http_method(text: &str) -> bool {
    matches!(text, "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD" | "OPTIONS")
}

pub(crate) fn is_region(text: &str) -> bool {
    if !text.contains('-') {
        return false;
    }
    let parts: Vec<&str> = text.split('-').collect();
    matches!(parts.as_slice(), [a, b, c]
        if a.len() <= 4 && a.chars().all(|c| c.is_ascii_lowercase())
            && b.chars().all(char::is_alphanumeric)
            && c.starts_with(|c: char| c.is_ascii_digit()) && c.len() <= 2)
        || matches!(parts.as_slice(), [a, b] if a.len() >= 4 && a.chars().all(|c| c.is_ascii_lowercase())
            && b.len() >= 5 && b.ends_with(|c: char| c.is_ascii_digit()) && b.chars().all(|c| c.is_ascii_alphanumeric()))
}

pub(crate) fn is_instance_type(text: &str) -> bool {
    if !text.bytes().any(|b| matches!(b, b'.' | b'-' | b'_')) {
        return false;
    }
    const SIZES: [&str; 7] = ["nano", "micro", "small", "medium", "large", "xlarge", "metal"];
    text.rsplit_once('.').is_some_and(|(family, size)| {
        family.bytes().any(|b| b.is_ascii_digit()) && SIZES.iter().any(|s| size.ends_with(s))
    }) || text.split('-').collect::<Vec<_>>().windows(2).any(|w| {
        w[0].bytes().any(|b| b.is_ascii_digit())
            && matches!(w[1], "standard" | "highmem" | "highcpu" | "micro" | "small" | "medium")
    }) || text.starts_with("Standard_")
}

pub(crate) fn weekday_end(tokens: &[Token<'_>], at: usize, limit: usize) -> Option<usize> {
    let mut i = at;
    let mut end = None;
    while let Some(token) = tokens[..limit].get(i) {
        // "Monday to Wednesday", but "from Monday to Wednesday" may be a move.
        let through = token.any(&["to", "through", "till", "until", "-", "–"])
            && end == Some(i)
            && !at.checked_sub(1).is_some_and(|before| tokens[before].is("from"))
            && tokens[..limit].get(i + 1).is_some_and(|t| words::is_weekday(&t.lower));
        if words::is_weekday(&token.lower) {
            end = Some(i + 1);
        } else if !(through || end.is_some() && token.any(&["and", "or", "&"])) {
            break;
        }
        i += 1;
    }
    end
}

pub(crate) fn schedule_end(tokens: &[Token<'_>], at: usize, limit: usize) -> Option<usize> {
    let get = |i: usize| tokens[..limit].get(i);
    let token = get(at)?;
    if let Some(end) = cron_end(tokens, at, limit) {
        return Some(end);
    }
    let at_time = |end: usize| {
        if get(end).is_some_and(|t| t.is("at") || t.is(",")) {
            daytime::time_end(tokens, end + 1, limit).unwrap_or(end)
        } else {
            daytime::time_end(tokens, end, limit).unwrap_or(end)
        }
    };
    match token.lower.as_str() {
        "every" | "each" => {
            let end = measure::measure(tokens, at + 1, limit)
                .map(|m| m.end)
                .or_else(|| weekday_end(tokens, at + 1, limit))
                .or_else(|| {
                    get(at + 1).map(|t| {
                        let ordinal = t
                            .any(&["other", "first", "second", "third", "fourth", "last", "single"])
                            || t.has_digit();
                        at + 2 + usize::from(ordinal && get(at + 2).is_some())
                    })
                })?;
            Some(at_time(end))
        }
        "daily" | "weekly" | "monthly" | "fortnightly" | "hourly" | "nightly" | "quarterly" | "yearly"
        | "annually" | "biweekly" | "bi-weekly" | "twice" | "once" => {
            let per = get(at + 1).is_some_and(|t| t.any(&["a", "per", "every"]));
            Some(at_time(if per && at + 3 <= limit { at + 3 } else { at + 1 }))
        }
        "the" => ordinal_weekday_end(tokens, at, limit).map(at_time),
        "weekdays" | "weekends" => Some(at_time(at + 1)),
        lower if words::is_weekday(lower) => weekday_end(tokens, at, limit).map(at_time),
        lower if lower.split(' ').count() == 5 && token.shape == Shape::Code => Some(at + 1),
        _ => daytime::time_end(tokens, at, limit).or_else(|| {
            measure::measure(tokens, at, limit)
                .filter(|m| m.unit == Unit::Duration && at > 0 && tokens[at - 1].any(&["every", "each"]))
                .map(|m| m.end)
        }),
    }
}

/// "the first Monday of the month", "the last Friday of every quarter".
pub(crate) fn ordinal_weekday_end(tokens: &[Token<'_>], at: usize, limit: usize) -> Option<usize> {
    let get = |i: usize| tokens[..limit].get(i);
    let ordinal = get(at + 1)
        .is_some_and(|t| t.any(&["first", "second", "third", "fourth", "last", "1st", "2nd", "3rd", "4th"]));
    let day = get(at + 2).is_some_and(|t| words::is_weekday(&t.lower) || t.is("day"));
    let of = get(at + 3).is_some_and(|t| t.any(&["of", "in"]))
        && get(at + 4).is_some_and(|t| t.any(&["the", "each", "every"]))
        && get(at + 5).is_some_and(|t| t.any(&["month", "quarter", "year", "week"]));
    (get(at).is_some_and(|t| t.is("the")) && ordinal && day && of).then_some(at + 6)
}

/// `30 6 * * 1`: the five fields of a cron table.
fn cron_end(tokens: &[Token<'_>], at: usize, limit: usize) -> Option<usize> {
    let text =
        |t: &Token<'_>| t.text.chars().all(|c| c.is_ascii_digit() || matches!(c, '*' | '/' | ',' | '-'));
    let fields = tokens.get(at..limit.min(at + 5)).filter(|f| f.len() == 5)?;
    (fields.iter().all(text) && fields.iter().any(|t| t.text.contains('*'))).then_some(at + 5)
}

pub(crate) fn phone_end(tokens: &[Token<'_>], at: usize, limit: usize) -> Option<usize> {
    let mut digits = 0;
    let mut i = at;
    while let Some(token) = tokens[..limit].get(i) {
        let figures = token.text.chars().filter(char::is_ascii_digit).count();
        let plain =
            token.text.chars().all(|c| c.is_ascii_digit() || matches!(c, '+' | '-' | '(' | ')' | '.' | '/'));
        if figures == 0 || !plain {
            break;
        }
        digits += figures;
        i += 1;
    }
    (3..=15).contains(&digits).then_some(i)
}

/// A street address runs to the end of the sentence: it holds commas and a number.
pub(crate) fn address_end(tokens: &[Token<'_>], start: usize, _limit: usize) -> Option<usize> {
    let mut end = start;
    let mut digit = false;
    while let Some(token) = tokens.get(end) {
        if token.is_punct() && !token.is(",")
            || token.lower == "."
            || token.verb.is_some_and(|v| v.lemma == "be")
            || end > start && crate::subject::is_time_lead(tokens, end, tokens.len())
            || end > start
                && token.shape == crate::token::Shape::Word
                && !token.capital()
                && (words::is_conjunction(&token.lower)
                    || token.any(&["from", "since", "until", "now", "these"]))
            || token.is(",") && tokens.get(end + 1).is_some_and(|t| !t.capital() && !t.has_digit())
        {
            break;
        }
        digit |= token.has_digit();
        end += 1;
    }
    // "10, Perth people can dial in": what follows the comma is told of others.
    if let Some(comma) = (start..end).find(|&i| {
        tokens[i].is(",")
            && tokens[i + 1..end]
                .iter()
                .take_while(|t| !t.is(","))
                .any(|t| words::is_auxiliary(&t.lower) || words::is_pronoun(&t.lower) && !t.capital())
    }) {
        end = comma;
    }
    while end > start && tokens[end - 1].is_punct() {
        end -= 1;
    }
    (digit && end > start && tokens[start..end].iter().any(Token::capital)).then_some(end)
}
