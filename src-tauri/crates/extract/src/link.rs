//! Links, pictures and struck words of Markdown inside a sentence: the marks and the destination of a
//! link are no words, a picture (a badge, a logo) says nothing, and what is struck out is not said.
//! What a link says is the words that it shows.

use std::borrow::Cow;

/// Byte ranges of a sentence that hold no words, in their order.
#[must_use]
pub(crate) fn marks(text: &str) -> Vec<(usize, usize)> {
    let mut out = Vec::new();
    if !may_mark(text) || !["](", "][", "[`", "~~"].iter().any(|mark| text.contains(mark)) {
        return out;
    }
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        crate::work::steps(1);
        match bytes[at] {
            // Code keeps its brackets.
            b'`' => at = text[at + 1..].find('`').map_or(bytes.len(), |n| at + n + 2),
            // "~~8080~~ 9090"
            b'~' if bytes.get(at + 1) == Some(&b'~') => match text[at + 2..].find("~~") {
                Some(struck) if struck > 0 => {
                    out.push((at, at + struck + 4));
                    at += struck + 4;
                }
                _ => at += 2,
            },
            b'!' if bytes.get(at + 1) == Some(&b'[') => match link(text, at + 1) {
                Some((_, end)) => {
                    out.push((at, end));
                    at = end;
                }
                None => at += 1,
            },
            b'[' if at == 0 || !word(bytes[at - 1]) => match link(text, at) {
                Some((close, end)) => {
                    out.push((at, at + 1));
                    let inner = marks(&text[at + 1..close]);
                    out.extend(inner.iter().map(|(a, b)| (at + 1 + a, at + 1 + b)));
                    out.push((close, end));
                    at = end;
                }
                None => at += 1,
            },
            _ => at += 1,
        }
    }
    out
}

/// Whether a text has a sign that any of these marks begins with; most have none.
fn may_mark(text: &str) -> bool {
    text.bytes().any(|b| matches!(b, b'[' | b']' | b'~' | b'\n'))
}

/// A value as its reader sees it: without the marks of links, on one line.
#[must_use]
pub(crate) fn shown(written: &str) -> Cow<'_, str> {
    if !may_mark(written) {
        return Cow::Borrowed(written);
    }
    let found = marks(written);
    // A value may begin or end inside a link.
    if found.is_empty() && !["](", "[`", "`]", "\n", "~~"].iter().any(|mark| written.contains(mark)) {
        return Cow::Borrowed(written);
    }
    let mut out = String::with_capacity(written.len());
    let mut at = 0;
    for (a, b) in found {
        out.push_str(written.get(at..a).unwrap_or_default());
        at = b;
    }
    out.push_str(&written[at..]);
    if let Some(open) = out.find("](") {
        let close = out[open..].find(')').map_or(out.len(), |n| open + n + 1);
        out.replace_range(open..close, "");
    }
    let out = out.replace("[`", "`").replace("`]", "`");
    Cow::Owned(out.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Whether an address leads to one change, one discussion or one run, and not to a thing.
#[must_use]
pub(crate) fn is_event(address: &str) -> bool {
    address.contains("://")
        && [
            "/compare/",
            "/commit/",
            "/commits/",
            "/pull/",
            "/pulls/",
            "/issues/",
            "/merge_requests/",
            "/discussions/",
            "/actions/",
            "/runs/",
            "/releases/tag/",
        ]
        .iter()
        .any(|part| address.contains(part))
}

fn word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b']' | b')')
}

/// The longest text and the longest destination of a link, in bytes.
const LONGEST: usize = 600;

/// Where the text of a link that opens at `at` closes, and where the link ends.
fn link(text: &str, at: usize) -> Option<(usize, usize)> {
    let close = closing(text, at, b'[', b']')?;
    let open = close + 1;
    // "[`Kiln::fire`]": a reference that is told elsewhere.
    let inner = &text[at + 1..close];
    let code = inner.len() > 2 && inner.starts_with('`') && inner[1..].find('`') == Some(inner.len() - 2);
    if code && !matches!(text.as_bytes().get(open), Some(b'(' | b'[')) {
        return Some((close, open));
    }
    let end = match text.as_bytes().get(open)? {
        b'(' => {
            let end = closing(text, open, b'(', b')')?;
            let to = &text[open + 1..end];
            // A destination is one word, perhaps with a title behind it.
            let one =
                !to.trim().contains(char::is_whitespace) || to.contains([' ', '\n']) && to.contains('"');
            one.then_some(end)?
        }
        b'[' => {
            let end = closing(text, open, b'[', b']')?;
            (!text[open + 1..end].contains(char::is_whitespace)).then_some(end)?
        }
        _ => return None,
    };
    Some((close, end + 1))
}

/// The bracket that closes the one at `at`.
fn closing(text: &str, at: usize, open: u8, close: u8) -> Option<usize> {
    let mut depth = 0_u32;
    for (i, byte) in text.as_bytes().iter().enumerate().skip(at).take(LONGEST) {
        crate::work::steps(1);
        if *byte == open {
            depth += 1;
        } else if *byte == close {
            depth = depth.saturating_sub(1);
            if depth == 0 {
                return Some(i);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(text: &str) -> String {
        let mut out = String::new();
        let mut at = 0;
        for (a, b) in marks(text) {
            out.push_str(&text[at..a]);
            at = b;
        }
        out.push_str(&text[at..]);
        out
    }

    #[test]
    fn a_link_is_what_it_shows() {
        for (text, shown) in [
            ("See [the guide](https://kiln.example/guide).", "See the guide."),
            ("[![Kiln 2.1](https://x.example/b.svg)](https://x.example) kiln", " kiln"),
            ("![A badge](b.svg) The kiln is hot", " The kiln is hot"),
            ("fixed ([#12](https://x.example/12))", "fixed (#12)"),
            ("[`Kiln`][kiln] burns", "`Kiln` burns"),
            ("`rows[0](x)` and rows[0](x)", "`rows[0](x)` and rows[0](x)"),
            ("in [`Kiln::fire`] is", "in `Kiln::fire` is"),
            ("[a] (b)", "[a] (b)"),
            ("[open](never", "[open](never"),
        ] {
            assert_eq!(kept(text), shown, "{text}");
        }
    }

    #[test]
    fn values_are_shown_on_one_line() {
        assert_eq!(shown("Kiln [2](https://x.example)"), "Kiln 2");
        assert_eq!(shown("1.2](https://x.example)"), "1.2");
        assert_eq!(shown("two\n  words"), "two words");
        assert_eq!(shown("rows[0]"), "rows[0]");
        assert_eq!(shown("fuel in [`Kiln`"), "fuel in `Kiln`");
    }

    #[test]
    fn links_to_changes_are_events() {
        assert!(is_event("https://git.example/kiln/compare/1.0...1.1"));
        assert!(is_event("https://git.example/kiln/pull/7"));
        assert!(!is_event("https://git.example/kiln"));
        assert!(!is_event("compare/this"));
    }

    #[test]
    fn no_text_panics() {
        for text in
            ["[](", "[]()", "![](", "[[]](é)", "`[", "[é](ü)", "](", "[a](b) é", "[![", "][", "[a][é]"]
        {
            let _ = (marks(text), shown(text));
        }
    }
}
