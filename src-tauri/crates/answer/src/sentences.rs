//! Sentences of a passage, roughly: enough to quote one.

/// The sentences and lines of a text, untrimmed but never empty.
#[must_use]
pub fn sentences(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let ends = match c {
            '\n' => true,
            // "2.19" and "e.g." end nothing: a blank and a capital or figure must follow.
            '.' | '!' | '?' => {
                let rest = &text[at + c.len_utf8()..];
                let next = rest.trim_start().chars().next();
                rest.starts_with(char::is_whitespace) && next.is_none_or(|n| !n.is_lowercase())
            }
            _ => false,
        };
        if ends || chars.peek().is_none() {
            let end = at + c.len_utf8();
            found.push(&text[start..end]);
            start = end;
        }
    }
    found.retain(|s| !s.trim().is_empty());
    found
}

#[cfg(test)]
mod tests {
    use super::sentences;

    #[test]
    fn figures_and_abbreviations_stay_whole() {
        assert_eq!(
            sentences("It is 2.19 now. Next one!\n- a line"),
            ["It is 2.19 now.", " Next one!", "- a line"]
        );
        assert_eq!(sentences("e.g. this one"), ["e.g. this one"]);
        assert!(sentences("\n \n").is_empty());
    }
}
