//! Judging an answer against a label: by its words, never by likeness.

use memstrata_model::normalize_text;
use serde::Serialize;

/// How an answer stands to its label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Judgement {
    Correct,
    /// It names a value that was right once.
    Stale,
    Abstained,
    /// It names neither.
    Other,
}

/// Judges an answer: correct if it is the right value or holds it as whole words and holds no
/// stale one; without a right value, abstaining is correct.
#[must_use]
pub fn judge(answer: Option<&str>, gold: Option<&str>, stale: &[String]) -> Judgement {
    let Some(answer) = answer else {
        return if gold.is_none() { Judgement::Correct } else { Judgement::Abstained };
    };
    let words = folded(answer);
    let gold = gold.map(folded);
    // The right value may hold a stale one's words ("flags/b" in "app/flags/b"): it is taken out.
    let (right, rest) = match &gold {
        Some(gold) => without(&words, gold),
        None => (false, words.clone()),
    };
    if stale.iter().any(|value| holds(&rest, &folded(value))) {
        Judgement::Stale
    } else if right {
        Judgement::Correct
    } else {
        Judgement::Other
    }
}

/// Whether a text names a value, as whole words.
#[must_use]
pub fn names_value(text: &str, value: &str) -> bool {
    holds(&folded(text), &folded(value))
}

/// Whether a text is a value and nothing beside it: case, spacing, punctuation at the end and an
/// article in front do not count.
#[must_use]
pub fn same_value(text: &str, value: &str) -> bool {
    folded(text) == folded(value)
}

/// Lower case, without the article in front.
fn folded(text: &str) -> String {
    let text = normalize_text(text);
    let bare = ["the ", "a ", "an "].iter().find_map(|article| text.strip_prefix(article));
    bare.unwrap_or(&text).to_owned()
}

fn holds(text: &str, value: &str) -> bool {
    find(text, value).is_some()
}

fn without(text: &str, value: &str) -> (bool, String) {
    match find(text, value) {
        Some((from, to)) => (true, format!("{} {}", &text[..from], &text[to..])),
        None => (false, text.to_owned()),
    }
}

/// Where a value stands in a text with no letter, figure or joint glued to it.
fn find(text: &str, value: &str) -> Option<(usize, usize)> {
    if value.is_empty() {
        return None;
    }
    let glued = |c: char, next: Option<char>| {
        c.is_alphanumeric()
            || c == '_'
            || matches!(c, '.' | '-' | '/' | ':') && next.is_some_and(char::is_alphanumeric)
    };
    let mut from = 0;
    while let Some(found) = text[from..].find(value) {
        let at = from + found;
        let end = at + value.len();
        let mut before = text[..at].chars().rev();
        let mut after = text[end..].chars();
        let begins = before.next().is_none_or(|c| !glued(c, before.next()));
        let ends = match after.next() {
            // A plural ("Tuesday" for "Tuesdays") is the same word.
            Some('s') => after.next().is_none_or(|c| !c.is_alphanumeric()),
            Some(c) => !glued(c, after.next()),
            None => true,
        };
        if begins && ends {
            return Some((at, end));
        }
        from = at + value.chars().next().map_or(1, char::len_utf8);
    }
    // The label's own plural.
    let single = value.strip_suffix('s').filter(|single| single.len() > 3 && !single.ends_with('s'))?;
    (text == single).then_some((0, text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_judged_by_whole_words() {
        let stale = |values: &[&str]| values.iter().map(|v| (*v).to_owned()).collect::<Vec<_>>();
        for (answer, gold, old, judgement) in [
            (Some("8080"), Some("8080"), "8000", Judgement::Correct),
            (Some("port 8080."), Some("8080"), "8000", Judgement::Correct),
            (Some("18080"), Some("8080"), "8000", Judgement::Other),
            (Some("8000"), Some("8080"), "8000", Judgement::Stale),
            (Some("8000, then 8080"), Some("8080"), "8000", Judgement::Stale),
            (Some("1.5.30"), Some("1.5.3"), "1.5", Judgement::Other),
            (Some("the post office"), Some("post office"), "fountain", Judgement::Correct),
            (Some("packages/mail/x.mjml"), Some("packages/mail/x.mjml"), "mail/x.mjml", Judgement::Correct),
            (Some("mail/x.mjml"), Some("packages/mail/x.mjml"), "mail/x.mjml", Judgement::Stale),
            (Some("Tuesday"), Some("Tuesdays"), "Fridays", Judgement::Correct),
            (Some("on"), Some("off"), "on", Judgement::Stale),
            (None, Some("off"), "on", Judgement::Abstained),
            (None, None, "on", Judgement::Correct),
            (Some("on"), None, "on", Judgement::Stale),
        ] {
            assert_eq!(judge(answer, gold, &stale(&[old])), judgement, "{answer:?} {gold:?}");
        }
    }
}
