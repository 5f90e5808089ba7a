//! Words of a text with their byte ranges. Identifiers, paths, versions, URLs, e-mails, code
//! spans and short quotations stay whole; clitics ('s, 'm, n't) are words of their own. What a
//! word means is decided elsewhere.

use crate::words::{self, Verb};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Letters only, perhaps hyphenated.
    Word,
    /// Holds a digit or an inner separator: number, version, path, identifier.
    Solid,
    /// `…` in backticks; the span is that of the inside.
    Code,
    /// A short quoted name; the span is that of the inside.
    Quoted,
    /// Quoted speech.
    Speech,
    Punct,
    /// The gap that a question asks for.
    Hole,
}

#[derive(Clone, Debug)]
pub struct Token<'a> {
    pub text: &'a str,
    pub lower: String,
    /// Bytes of `text` in the telling.
    pub span: (usize, usize),
    pub shape: Shape,
    pub verb: Option<Verb>,
}

impl Token<'_> {
    #[must_use]
    pub fn is(&self, word: &str) -> bool {
        self.lower == word && !matches!(self.shape, Shape::Quoted | Shape::Speech)
    }

    #[must_use]
    pub fn any(&self, words: &[&str]) -> bool {
        words.contains(&self.lower.as_str())
    }

    #[must_use]
    pub fn is_punct(&self) -> bool {
        self.shape == Shape::Punct
    }

    /// Whether it is a form of this verb.
    #[must_use]
    pub fn lemma_is(&self, lemma: &str) -> bool {
        self.verb.is_some_and(|v| v.lemma == lemma)
    }

    /// Begins with a capital letter.
    #[must_use]
    pub fn capital(&self) -> bool {
        self.text.chars().next().is_some_and(char::is_uppercase)
    }

    #[must_use]
    pub fn has_digit(&self) -> bool {
        self.text.bytes().any(|b| b.is_ascii_digit())
    }

    /// A word, number or name: anything but punctuation and speech.
    #[must_use]
    pub fn is_content(&self) -> bool {
        !matches!(self.shape, Shape::Punct | Shape::Speech)
    }
}

/// Parts one sentence; `base` is where it begins in the telling.
#[must_use]
pub fn tokens(sentence: &str, base: usize) -> Vec<Token<'_>> {
    let mut out = Vec::with_capacity(sentence.len() / 5 + 2);
    let links = crate::link::marks(sentence);
    let mut link = links.iter().peekable();
    let mut at = 0;
    while at < sentence.len() {
        if let Some((_, end)) = link.next_if(|(from, _)| *from <= at) {
            at = at.max(*end);
            continue;
        }
        let rest = &sentence[at..];
        let Some(c) = rest.chars().next() else { break };
        if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        }
        crate::work::steps(1);
        if let Some(end) = quoted_end(sentence, at, c) {
            let inner = (at + c.len_utf8(), end.0);
            let inside = &sentence[inner.0..inner.1];
            push(&mut out, sentence, base, inner, quoted_shape(c, inside));
            at = end.1;
            continue;
        }
        let mut end = at + rest.find(char::is_whitespace).unwrap_or(rest.len());
        if matches!(&sentence[at..end], "->" | "=>" | "-->") {
            push(&mut out, sentence, base, (at, end), Shape::Punct);
            if let Some(arrow) = out.last_mut() {
                "→".clone_into(&mut arrow.lower);
            }
            at = end;
            continue;
        }
        if let Some(tick) = sentence[at + c.len_utf8()..end].find(['`', '“', '"']) {
            // A quotation that opens inside the chunk begins a token of its own.
            let opens = at + c.len_utf8() + tick;
            if sentence[..opens].ends_with(['(', '[', '=', ':', '—', '–']) {
                end = opens;
            }
        }
        end = call_end(sentence, at, end);
        if let Some((from, _)) = link.peek() {
            end = end.min(*from);
        }
        chunk(&mut out, sentence, base, at, end);
        at = end;
    }
    crate::title::join(out, sentence, base)
}

/// A call or a generic type keeps the spaces between its brackets: `Result<Range, Error>`.
fn call_end(text: &str, at: usize, end: usize) -> usize {
    const LONGEST: usize = 80;
    let chunk = &text[at..end];
    let Some(open) = chunk.find(['<', '(', '[']) else { return end };
    if open == 0 || !chunk[..open].ends_with(|c: char| c.is_alphanumeric() || c == '_') {
        return end;
    }
    let (mut depth, mut close) = (0_i32, None);
    for (i, c) in text[at..].char_indices().take(LONGEST) {
        match c {
            '<' | '(' | '[' => depth += 1,
            '>' | ')' | ']' => {
                depth -= 1;
                if depth == 0 {
                    close = Some(at + i + 1);
                    break;
                }
            }
            '\n' | '.' | ';' if depth == 0 => break,
            _ => {}
        }
    }
    match close {
        Some(close) if close > end => {
            text[close..].find(char::is_whitespace).map_or(text.len(), |n| close + n)
        }
        _ => end,
    }
}

/// The longest quotation, in bytes.
const QUOTED: usize = 600;

/// The inner and outer end of a quotation opening at `at`.
fn quoted_end(text: &str, at: usize, open: char) -> Option<(usize, usize)> {
    let close = match open {
        '`' => '`',
        '"' => '"',
        '“' => '”',
        '‘' => '’',
        '«' => '»',
        '\'' => '\'',
        _ => return None,
    };
    let start = at + open.len_utf8();
    let mut from = start;
    loop {
        let found = from + text[from..].find(close)?;
        crate::work::steps(found - from);
        if found - start > QUOTED {
            return None;
        }
        let after = found + close.len_utf8();
        // An apostrophe inside a word closes nothing.
        let inside_word =
            matches!(close, '\'' | '’') && text[after..].chars().next().is_some_and(char::is_alphanumeric);
        if !inside_word {
            return (found > start).then_some((found, after));
        }
        from = after;
    }
}

fn quoted_shape(open: char, inside: &str) -> Shape {
    if open == '`' {
        return Shape::Code;
    }
    let words = inside.split_whitespace().count();
    if words > 4 || inside.trim_end().ends_with(['.', '!', '?']) { Shape::Speech } else { Shape::Quoted }
}

fn push<'a>(out: &mut Vec<Token<'a>>, text: &'a str, base: usize, span: (usize, usize), shape: Shape) {
    let word = &text[span.0..span.1];
    let lower =
        if word.is_ascii() { word.to_ascii_lowercase() } else { word.to_lowercase().replace('’', "'") };
    let verb = if shape == Shape::Word { words::verb(&lower) } else { None };
    out.push(Token { text: word, lower, span: (base + span.0, base + span.1), shape, verb });
}

/// A run without white space: punctuation peeled off both ends, the rest parted at clitics.
fn chunk<'a>(out: &mut Vec<Token<'a>>, text: &'a str, base: usize, start: usize, end: usize) {
    let mut from = start;
    while from < end {
        let Some(c) = text[from..end].chars().next() else { break };
        let next = text[from + c.len_utf8()..end].chars().next();
        let keeps = match c {
            '-' | '+' => next.is_some_and(|n| n.is_alphanumeric() || n == '-' || n == '€' || n == '$'),
            '.' => next.is_some_and(|n| n.is_alphanumeric() || n == '/'),
            '/' | '~' => next.is_some_and(|n| !n.is_whitespace()),
            '{' | '$' | '€' | '£' | '@' | '#' | '<' | '_' | '%' => next.is_some(),
            c => c.is_alphanumeric() || is_symbol(c) || c == '\u{E000}',
        };
        if keeps {
            break;
        }
        // Emphasis marks say nothing.
        if c != '*' {
            push(out, text, base, (from, from + c.len_utf8()), Shape::Punct);
        }
        from += c.len_utf8();
    }
    let mut to = end;
    let mut trailing = Vec::new();
    while to > from {
        let Some(c) = text[from..to].chars().next_back() else { break };
        let body = &text[from..to];
        let keeps = match c {
            '.' => is_abbreviation(body),
            ')' => body.contains('(') && body.matches('(').count() >= body.matches(')').count(),
            ']' => body.contains('['),
            '}' => body.contains('{'),
            '>' => body.contains('<'),
            '%' | '€' | '$' | '£' | '/' | '_' | '+' | '#' | 'º' | 'ª' => true,
            c => c.is_alphanumeric() || is_symbol(c) || c == '\u{E000}',
        };
        if keeps {
            break;
        }
        to -= c.len_utf8();
        if c != '*' {
            trailing.push((to, to + c.len_utf8()));
        }
    }
    if from < to {
        word(out, text, base, from, to);
    }
    for span in trailing.into_iter().rev() {
        push(out, text, base, span, Shape::Punct);
    }
}

/// Signs that stand in a word's place (°, emoji) rather than beside it.
fn is_symbol(c: char) -> bool {
    matches!(c, '°' | '=' | '≥' | '≤' | '→' | '^' | '&')
}

fn is_abbreviation(word: &str) -> bool {
    const KNOWN: [&str; 26] = [
        "mr.", "mrs.", "ms.", "dr.", "sr.", "sra.", "jr.", "st.", "prof.", "ext.", "no.", "vs.", "etc.",
        "e.g.", "i.e.", "rev.", "approx.", "obs.", "exh.", "inc.", "ltd.", "co.", "dept.", "fig.", "esq.",
        "av.",
    ];
    let lower = word.to_lowercase();
    // "180 ms." ends a sentence.
    if word == "ms." {
        return false;
    }
    KNOWN.contains(&lower.as_str())
        || (lower.chars().count() == 2 && word.chars().next().is_some_and(char::is_uppercase))
        // "F.C.", "D.C."
        || word.len() > 2 && word.split_terminator('.').all(|part| part.len() == 1 && part.bytes().all(|b| b.is_ascii_uppercase()))
}

/// Parts clitics off a word.
fn word<'a>(out: &mut Vec<Token<'a>>, text: &'a str, base: usize, from: usize, to: usize) {
    let body = &text[from..to];
    crate::work::steps(to - from);
    // Most words are letters alone.
    if body.bytes().all(|b| b.is_ascii_alphabetic()) {
        push(out, text, base, (from, to), Shape::Word);
        return;
    }
    let solid = body.chars().any(|c| c.is_ascii_digit())
        || body.chars().any(|c| matches!(c, '_' | '/' | '@' | ':' | '=' | '{' | '<' | '(' | '&'))
        || body.trim_end_matches('.').contains('.')
        || body.starts_with(['-', '.', '~', '#', '$', '+']);
    if let Some(quote) = body.rfind(['\'', '’']) {
        let clitic = &body[quote..];
        let tail: String = clitic.chars().skip(1).collect::<String>().to_lowercase();
        if quote > 0 && matches!(tail.as_str(), "s" | "m" | "re" | "ve" | "ll" | "d") {
            word(out, text, base, from, from + quote);
            push(out, text, base, (from + quote, to), Shape::Word);
            return;
        }
        if tail == "t" && body[..quote].to_lowercase().ends_with('n') && quote > 1 {
            let stem = quote - 1;
            push(out, text, base, (from, from + stem), Shape::Word);
            push(out, text, base, (from + stem, to), Shape::Word);
            return;
        }
        if tail.is_empty() && quote > 0 && body[..quote].ends_with('s') {
            push(out, text, base, (from, from + quote), Shape::Word);
            push(out, text, base, (from + quote, to), Shape::Word);
            return;
        }
    }
    // `name=value` of configuration files: three words, unless it is a URL or a comparison.
    if let Some(equals) = body.find('=')
        && equals > 0
        && equals + 1 < body.len()
        && !body.contains("://")
        && !body[equals + 1..].starts_with('=')
        && !body[..equals].ends_with(['<', '>', '!', '='])
        && !body.contains('?')
    {
        word(out, text, base, from, from + equals);
        push(out, text, base, (from + equals, from + equals + 1), Shape::Punct);
        word(out, text, base, from + equals + 1, to);
        return;
    }
    let shape = if body == crate::rephrase::GAP {
        Shape::Hole
    } else if body == "=" || body == "→" || body == "&" {
        Shape::Punct
    } else if solid {
        Shape::Solid
    } else {
        Shape::Word
    };
    push(out, text, base, (from, to), shape);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<&str> {
        tokens(text, 0).iter().map(|t| t.text).collect()
    }

    #[test]
    fn identifiers_paths_and_addresses_stay_whole() {
        assert_eq!(
            words("Set MAX_CONN in src/db/pool.rs (see https://a.b/c?x=1), mail a@b.io."),
            [
                "Set",
                "MAX_CONN",
                "in",
                "src/db/pool.rs",
                "(",
                "see",
                "https://a.b/c?x=1",
                ")",
                ",",
                "mail",
                "a@b.io",
                "."
            ]
        );
        assert_eq!(words("PUT /items/{id} → Result<A, B>"), ["PUT", "/items/{id}", "→", "Result<A, B>"]);
    }

    #[test]
    fn clitics_are_words() {
        assert_eq!(
            words("Lena's here, I'm not, don't"),
            ["Lena", "'s", "here", ",", "I", "'m", "not", ",", "do", "n't"]
        );
        assert_eq!(words("the drivers' room"), ["the", "drivers", "'", "room"]);
    }

    #[test]
    fn quotations_and_code_are_one_token() {
        let found = tokens("the `a b` flag is called \"toast\", he said \"we all live in the past now\"", 0);
        assert_eq!(found[1].shape, Shape::Code);
        assert_eq!(found[5].text, "toast");
        assert_eq!(found.last().map(|t| t.shape), Some(Shape::Speech));
    }

    #[test]
    fn settings_part_at_the_sign() {
        assert_eq!(words("ttl=90s x"), ["ttl", "=", "90s", "x"]);
    }

    #[test]
    fn no_text_panics() {
        for text in ["'", "''", "`", "“", "(", "...", "=", "a='", "’s", "n't", "\u{301}", "🙏🙏", "=a", "a="]
        {
            let _ = tokens(text, 0);
        }
    }
}
