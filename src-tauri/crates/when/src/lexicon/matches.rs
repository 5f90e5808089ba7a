//! Every sense that begins at each token of a text, looked up once.

use super::{Lexicon, Sense, Words};
use crate::token::{Kind, Token};

/// A sense and the number of tokens that it covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Match {
    pub sense: Sense,
    pub length: usize,
}

/// Every sense that begins at each token of a text.
#[derive(Debug)]
pub struct Matches {
    flat: Vec<Match>,
    starts: Vec<u32>,
    /// Whether a word of a time begins at the token.
    temporal: Vec<bool>,
    /// Whether any word tells an intent or a clock.
    pub asks: bool,
}

impl Sense {
    /// Whether a time can begin with it, a preposition left out.
    fn is_temporal(self) -> bool {
        matches!(
            self,
            Sense::Month(_)
                | Sense::Weekday(_)
                | Sense::Unit(_)
                | Sense::Season(_)
                | Sense::SeasonUnit
                | Sense::DayPart(_)
                | Sense::NamedHour(_)
                | Sense::Day(_)
                | Sense::Tonight
                | Sense::Now
                | Sense::Direction(_)
                | Sense::Cardinal(_)
                | Sense::Vague(_)
                | Sense::Scale(_)
                | Sense::Ordinal(_)
                | Sense::Decade(_)
                | Sense::Part(_)
                | Sense::Abbreviation(..)
                | Sense::ToDate(_)
                | Sense::Half
                | Sense::Unix
                | Sense::Holiday(_)
                | Sense::Eve
                | Sense::Era(_)
        )
    }
}

impl Matches {
    /// Looks every token up. Linear: a phrase has a bounded number of words.
    pub fn of(tokens: &[Token<'_>], lexicon: &Lexicon) -> Self {
        let mut flat = Vec::with_capacity(tokens.len() * 2);
        let mut starts = Vec::with_capacity(tokens.len() + 1);
        let mut temporal = Vec::with_capacity(tokens.len());
        let mut asks = false;
        for (i, token) in tokens.iter().enumerate() {
            starts.push(flat.len() as u32);
            let letter = token.text.len() <= 2 && lexicon.lists(Words::LetterUnit, token.text);
            temporal.push(
                token.digits() > 0
                    || letter
                    // "the same day in March", "the whole of April"
                    || lexicon.lists(Words::WholeLike, token.text)
                    || matches!(token.kind, Kind::Mark('@' | '\'' | '½' | '¼' | '¾')),
            );
            let mut buffer = [0_u8; LONGEST];
            let Some(key) = lowered(token, &mut buffer) else { continue };
            let Some(entries) = lexicon.forms.get(key) else { continue };
            for entry in entries {
                if follows(&tokens[i + 1..], &entry.rest) {
                    flat.push(Match { sense: entry.sense, length: 1 + entry.rest.len() });
                    temporal[i] |= entry.sense.is_temporal();
                    asks |= matches!(entry.sense, Sense::Cue(_));
                }
            }
        }
        starts.push(flat.len() as u32);
        Matches { flat, starts, temporal, asks }
    }

    /// Makes a token one that a time begins with.
    pub fn mark_temporal(&mut self, i: usize) {
        if let Some(flag) = self.temporal.get_mut(i) {
            *flag = true;
        }
    }

    /// Whether a word, figure or sign of a time stands at token `i`.
    pub fn temporal(&self, i: usize) -> bool {
        self.temporal.get(i).copied().unwrap_or(false)
    }

    /// Whether anything stands in the text that an expression can begin with or consist of.
    pub fn any_temporal(&self) -> bool {
        self.temporal.contains(&true)
            || self.flat.iter().any(|m| matches!(m.sense, Sense::Every | Sense::Between))
    }

    /// The senses that begin at token `i`; none past the end.
    pub fn at(&self, i: usize) -> &[Match] {
        match (self.starts.get(i), self.starts.get(i + 1)) {
            (Some(&from), Some(&to)) => &self.flat[from as usize..to as usize],
            _ => &[],
        }
    }
}

/// Longer than any word of the table.
const LONGEST: usize = 24;

/// The token in lower case, in ASCII; `None` if it cannot be a word of the table.
fn lowered<'b>(token: &Token<'_>, buffer: &'b mut [u8; LONGEST]) -> Option<&'b str> {
    let text = token.text;
    if text.len() > LONGEST {
        return None;
    }
    let mut length = 0;
    for c in text.chars() {
        let c = if c == '\u{2019}' { '\'' } else { c };
        if !c.is_ascii() {
            return None;
        }
        buffer[length] = c.to_ascii_lowercase() as u8;
        length += 1;
    }
    std::str::from_utf8(&buffer[..length]).ok()
}

fn follows(tokens: &[Token<'_>], words: &[String]) -> bool {
    tokens.len() >= words.len()
        && tokens.iter().zip(words).all(|(token, word)| {
            token.text.eq_ignore_ascii_case(word)
                || (token.kind == Kind::Mark('\'') && word == "'")
                || (token.text.starts_with('\u{2019}')
                    && token.text.replace('\u{2019}', "'").eq_ignore_ascii_case(word))
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexicon::english;
    use crate::token::tokens;

    #[test]
    fn no_word_is_longer_than_the_buffer() {
        assert!(english().forms.keys().all(|word| word.len() <= LONGEST));
    }

    #[test]
    fn phrases_and_typographic_apostrophes_are_found() {
        let text = tokens("the day before yesterday and New Year\u{2019}s Eve");
        let matches = Matches::of(&text, english());
        assert!(matches.at(1).contains(&Match { sense: Sense::Day(-2), length: 3 }));
        assert!(matches.at(5).iter().any(|m| m.length == 4 && matches!(m.sense, Sense::Holiday(_))));
    }
}
