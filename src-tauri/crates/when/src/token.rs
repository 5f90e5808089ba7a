//! Splits a text into words, numbers and marks, each with its place and whether it touches the
//! one before. Knows letters and figures, and nothing of time.

/// What a token is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Letters, with an apostrophe part split off (`year` + `'s`).
    Word,
    /// Figures, ASCII or of full width; the value where it fits.
    Number(Option<i64>),
    /// Any other sign.
    Mark(char),
}

/// A piece of a text.
#[derive(Clone, Debug)]
pub struct Token<'t> {
    pub text: &'t str,
    pub start: usize,
    pub kind: Kind,
    /// No white space stands between this token and the one before.
    pub glued: bool,
    /// A line break stands between this token and the one before.
    pub new_line: bool,
}

impl Token<'_> {
    pub fn end(&self) -> usize {
        self.start + self.text.len()
    }

    pub fn is_word(&self) -> bool {
        self.kind == Kind::Word
    }

    pub fn is_alphanumeric(&self) -> bool {
        !matches!(self.kind, Kind::Mark(_))
    }

    pub fn is_mark(&self, mark: char) -> bool {
        self.kind == Kind::Mark(mark)
    }

    pub fn capitalised(&self) -> bool {
        self.is_word() && self.text.chars().next().is_some_and(char::is_uppercase)
    }

    /// The number of figures of a number.
    pub fn digits(&self) -> usize {
        if !matches!(self.kind, Kind::Number(_)) {
            return 0;
        }
        if self.text.starts_with(is_wide_digit) { self.text.len() / 3 } else { self.text.len() }
    }
}

/// A figure of full width, as east Asian keyboards write it; three bytes each.
fn is_wide_digit(c: char) -> bool {
    ('\u{ff10}'..='\u{ff19}').contains(&c)
}

/// The value of full-width figures.
fn wide_value(figures: &str) -> Option<i64> {
    figures
        .chars()
        .try_fold(0_i64, |value, c| value.checked_mul(10)?.checked_add(i64::from(u32::from(c) - 0xff10)))
}

fn is_apostrophe(c: char) -> bool {
    c == '\'' || c == '\u{2019}'
}

/// All tokens of a text, in order. Linear in its length.
pub fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut out: Vec<Token<'_>> = Vec::with_capacity(text.len() / 4 + 4);
    let mut rest = text.char_indices().peekable();
    let (mut last_end, mut new_line) = (0, false);
    while let Some((start, c)) = rest.next() {
        if c.is_whitespace() {
            new_line |= c == '\n';
            continue;
        }
        let mut end = start + c.len_utf8();
        let kind = if c.is_ascii_digit() {
            while let Some(&(at, d)) = rest.peek()
                && d.is_ascii_digit()
            {
                end = at + 1;
                rest.next();
            }
            let figures = &text[start..end];
            Kind::Number(if figures.len() <= 18 { figures.parse().ok() } else { None })
        } else if is_wide_digit(c) {
            while let Some(&(at, d)) = rest.peek()
                && is_wide_digit(d)
            {
                end = at + d.len_utf8();
                rest.next();
            }
            Kind::Number(wide_value(&text[start..end]))
        } else if c.is_alphabetic() || is_apostrophe(c) {
            let mut letters = usize::from(!is_apostrophe(c));
            while let Some(&(at, d)) = rest.peek() {
                // "o'clock" stays whole; any other apostrophe begins a token of its own.
                let clock = is_apostrophe(d)
                    && text[start..at].eq_ignore_ascii_case("o")
                    && text[at + d.len_utf8()..].get(..5).is_some_and(|w| w.eq_ignore_ascii_case("clock"));
                if !(d.is_alphabetic() || clock) {
                    break;
                }
                letters += 1;
                end = at + d.len_utf8();
                rest.next();
            }
            if letters == 0 { Kind::Mark('\'') } else { Kind::Word }
        } else {
            Kind::Mark(c)
        };
        out.push(Token {
            text: &text[start..end],
            start,
            kind,
            glued: !out.is_empty() && start == last_end,
            new_line,
        });
        last_end = end;
        new_line = false;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<&str> {
        tokens(text).iter().map(|t| t.text).collect()
    }

    #[test]
    fn figures_letters_and_marks_part() {
        assert_eq!(texts("5pm, Q3-2025"), ["5", "pm", ",", "Q", "3", "-", "2025"]);
        assert_eq!(texts("the year's end, 4 o'clock"), ["the", "year", "'s", "end", ",", "4", "o'clock"]);
        assert_eq!(texts("o’clock ’24 '24"), ["o’clock", "’", "24", "'", "24"]);
    }

    #[test]
    fn touching_is_remembered() {
        let glued: Vec<bool> = tokens("in mid-May .x").iter().map(|t| t.glued).collect();
        assert_eq!(glued, [false, false, true, true, false, true]);
    }

    #[test]
    fn a_number_too_long_has_no_value() {
        let long = "9".repeat(1000);
        let tokens = tokens(&long);
        assert_eq!(tokens.len(), 1);
        assert_eq!(tokens[0].kind, Kind::Number(None));
    }
}
