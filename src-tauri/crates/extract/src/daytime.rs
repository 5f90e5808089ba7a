//! Times of day and ranges of them: where one that begins at a word ends. Figures with their units and
//! dates are [`crate::measure`]'s.

use crate::token::Token;
use crate::words;

/// The end of the time of day that begins at `at`: `9:30`, `8pm`, `7 pm`, `02:30 UTC`, `noon`.
#[must_use]
pub fn time_end(tokens: &[Token<'_>], at: usize, limit: usize) -> Option<usize> {
    let get = |i: usize| tokens[..limit].get(i);
    let token = get(at)?;
    let lower = token.lower.as_str();
    let zone = |end: usize| {
        if get(end).is_some_and(|t| t.any(&["utc", "gmt", "cet", "cest", "est", "pst"])) {
            end + 1
        } else {
            end
        }
    };
    if is_clock(lower) {
        let end = if get(at + 1).is_some_and(|t| t.any(&["am", "pm"])) { at + 2 } else { at + 1 };
        return Some(zone(end));
    }
    if matches!(lower, "noon" | "midnight" | "lunchtime") {
        return Some(at + 1);
    }
    let spelled = words::number_word(lower).filter(|h| (1..=12).contains(h));
    // "at eight", "until half past six"
    let told =
        at > 0 && tokens[at - 1].any(&["at", "by", "until", "till", "from", "around", "about", "before"]);
    if told && lower == "half" && get(at + 1).is_some_and(|t| t.is("past")) {
        let hour = get(at + 2).is_some_and(|t| is_hour(&t.lower));
        return hour.then_some(at + 3);
    }
    if told && lower == "quarter" && get(at + 1).is_some_and(|t| t.any(&["past", "to"])) {
        let hour = get(at + 2).is_some_and(|t| is_hour(&t.lower));
        return hour.then_some(at + 3);
    }
    let closes = |i: usize| {
        get(i).is_none_or(|t| {
            !t.is_content()
                || words::is_preposition(&t.lower)
                || words::is_time_word(&t.lower)
                || words::is_adverb(&t.lower)
                || words::is_weekday(&t.lower)
                || t.any(&["and", "sharp", "every", "each", "daily"])
        })
    };
    if spelled.is_some() && at > 0 && tokens[at - 1].any(&["at", "until", "till"]) && closes(at + 1) {
        return Some(at + 1 + usize::from(get(at + 1).is_some_and(|t| t.is("sharp"))));
    }
    let hour = lower.parse::<u32>().is_ok_and(|h| h <= 24) || spelled.is_some();
    if hour && get(at + 1).is_some_and(|t| t.any(&["am", "pm", "o'clock", "a.m.", "p.m."])) {
        return Some(zone(at + 2));
    }
    None
}

/// An hour of the clock, in figures or spelled.
fn is_hour(lower: &str) -> bool {
    lower.parse::<u32>().is_ok_and(|h| (1..=12).contains(&h))
        || words::number_word(lower).is_some_and(|h| (1..=12).contains(&h))
}

fn is_clock(text: &str) -> bool {
    let bare = text.strip_suffix("am").or_else(|| text.strip_suffix("pm")).unwrap_or(text);
    if bare.len() != text.len() && !bare.is_empty() && bare.len() <= 2 {
        return bare.parse::<u32>().is_ok_and(|h| (1..=12).contains(&h));
    }
    let bare = bare.strip_suffix('h').unwrap_or(bare);
    bare.split_once(':').is_some_and(|(h, m)| {
        h.parse::<u32>().is_ok_and(|h| h <= 24)
            && m.len() >= 2
            && m.get(..2).and_then(|m| m.parse::<u32>().ok()).is_some_and(|m| m < 60)
            && m.bytes().all(|b| b.is_ascii_digit() || b == b':')
    }) && h_digits(bare)
}

fn h_digits(text: &str) -> bool {
    text.split(':').next().is_some_and(|h| !h.is_empty() && h.len() <= 2)
}

/// The end of a range of times, with weekdays before it: `Sundays 02:00–04:00 UTC`.
#[must_use]
pub fn time_range_end(tokens: &[Token<'_>], at: usize, limit: usize) -> Option<usize> {
    let get = |i: usize| tokens[..limit].get(i);
    let mut i = at;
    let mut days = false;
    while get(i).is_some_and(|t| words::is_weekday(&t.lower) || (days && t.any(&["and", "to", "at", "from"])))
    {
        days = true;
        i += 1;
    }
    let range = |t: &Token<'_>| {
        t.lower.split_once(['–', '-', '—']).is_some_and(|(a, b)| {
            let hour = |s: &str| {
                is_clock(s) || s.trim_end_matches(['h', 'a', 'p', 'm']).parse::<u32>().is_ok_and(|h| h <= 24)
            };
            hour(a) && hour(b)
        })
    };
    if get(i).is_some_and(range) {
        i += 1;
    } else if let Some(end) = get(i).and_then(|_| time_end(tokens, i, limit)) {
        i = end;
        if get(i).is_some_and(|t| t.any(&["–", "-", "to", "until"]))
            && time_end(tokens, i + 1, limit).is_some()
        {
            i = time_end(tokens, i + 1, limit)?;
        }
    } else if !days {
        return None;
    }
    if get(i).is_some_and(|t| t.any(&["utc", "gmt", "cet", "cest"])) {
        i += 1;
    }
    Some(i)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::tokens;

    #[test]
    fn ranges_of_times_end_where_they_end() {
        let found = tokens("Sundays 02:00–04:00 UTC", 0);
        assert_eq!(time_range_end(&found, 0, found.len()), Some(3));
    }
}
