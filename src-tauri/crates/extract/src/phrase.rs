//! Noun phrases and names at a place in a sentence: where they begin and end. Which slot they
//! fill is decided by the templates.

use crate::measure;
use crate::token::{Shape, Token};
use crate::words;

/// The end of the noun phrase that begins at `at`; `at` itself where there is none.
#[must_use]
pub fn noun_phrase_end(tokens: &[Token<'_>], at: usize, limit: usize) -> usize {
    let mut i = at;
    while i < limit && (words::is_determiner(&tokens[i].lower) || words::is_possessive(&tokens[i].lower)) {
        i += 1;
    }
    let first = i;
    while i < limit {
        let token = &tokens[i];
        let lower = token.lower.as_str();
        let opening = i == first;
        match token.shape {
            Shape::Code | Shape::Quoted | Shape::Solid | Shape::Hole => {}
            Shape::Punct if lower == "&" && !opening => {}
            // "the parents' council"
            Shape::Punct
                if lower == "'"
                    && !opening
                    && tokens[i - 1].lower.ends_with('s')
                    && i + 1 < limit
                    && tokens[i + 1].shape == Shape::Word
                    && !is_boundary(&tokens[i + 1]) => {}
            Shape::Punct | Shape::Speech => break,
            Shape::Word => {
                if lower == "'s" || lower == "'" {
                    if opening || tokens.get(i + 1).is_none_or(|t| !t.is_content()) {
                        break;
                    }
                } else if lower == "of" || joins_name(tokens, i, limit) {
                    let follows = tokens.get(i + 1).is_some_and(|t| t.is_content() && !is_boundary(t));
                    if opening || !follows || i + 1 >= limit {
                        break;
                    }
                    i += 1;
                    while i < limit
                        && (words::is_determiner(&tokens[i].lower) || words::is_possessive(&tokens[i].lower))
                    {
                        i += 1;
                    }
                    continue;
                } else if is_boundary(token) && !is_numeral(tokens, i, limit)
                    || !opening
                        && (starts_time(tokens, i, limit)
                            || words::is_determiner(lower) && !is_letter(token)
                            || words::is_possessive(lower) && !token.capital())
                {
                    break;
                }
            }
        }
        i += 1;
    }
    if i == first { at } else { i }
}

/// "From Monday on …", "from this week onwards …": where the words for a beginning end.
pub(crate) fn onwards(tokens: &[Token<'_>], lead: &str, end: usize, hi: usize) -> usize {
    let on = tokens[..hi].get(end).is_some_and(|t| t.any(&["on", "onward", "onwards", "forward"]));
    end + usize::from(on && matches!(lead, "from" | "as" | "starting"))
}

/// Words that names of people and places hold in small letters.
pub(crate) fn is_particle(lower: &str) -> bool {
    matches!(
        lower,
        "de" | "da"
            | "do"
            | "dos"
            | "das"
            | "du"
            | "des"
            | "del"
            | "della"
            | "di"
            | "la"
            | "le"
            | "el"
            | "al"
            | "van"
            | "von"
            | "der"
            | "den"
            | "ter"
            | "ten"
            | "zu"
            | "af"
            | "av"
            | "bin"
            | "ibn"
            | "y"
            | "i"
            | "e"
    )
}

/// The A of "Cluster A".
fn is_letter(token: &Token<'_>) -> bool {
    token.text == "A"
}

/// `de`, `da`, `van` between capitalised names.
fn joins_name(tokens: &[Token<'_>], i: usize, limit: usize) -> bool {
    is_particle(&tokens[i].lower)
        && i > 0
        && tokens[i - 1].capital()
        && i + 1 < limit
        && (tokens[i + 1].capital() || tokens[i + 1].any(&["la", "der", "den"]))
}

/// A closed-class word that ends a noun phrase.
#[must_use]
pub fn is_boundary(token: &Token<'_>) -> bool {
    let lower = token.lower.as_str();
    if token.shape != Shape::Word {
        return false;
    }
    // "IT", "US", "Will" and "May" may be names.
    let name = token.capital()
        && token.text.len() > 1
        && (token.text.chars().all(char::is_uppercase) || token.is("will"));
    !name
        && (words::is_conjunction(lower)
            || words::is_preposition(lower)
            || words::is_pronoun(lower)
            || words::is_auxiliary(lower)
            || (words::is_adverb(lower) && lower != "well" && lower != "back" && lower != "right"))
}

/// The I of "Mk I sensor", "Phase I": a figure, and nobody who speaks.
fn is_numeral(tokens: &[Token<'_>], i: usize, limit: usize) -> bool {
    let numbered = i > 0
        && tokens[i].text == "I"
        && (tokens[i - 1].any(&["mk", "mark", "phase", "part", "type", "stage", "level", "class", "volume"]))
        && tokens[i - 1].shape == Shape::Word;
    numbered
        && tokens[..limit].get(i + 1).is_none_or(|t| {
            !t.is_content() || t.verb.is_none_or(|v| v.base && !v.past) && !words::is_auxiliary(&t.lower)
        })
}

/// Whether a time expression begins here ("last Monday", "yesterday", "2 March").
fn starts_time(tokens: &[Token<'_>], i: usize, limit: usize) -> bool {
    let token = &tokens[i];
    (words::is_time_word(&token.lower) || words::is_weekday(&token.lower) && token.capital())
        && measure::date_end(tokens, i, limit).is_some()
}

/// The end of a proper name: capitalised words, titles, joined by `de`, `of the`, `&`.
#[must_use]
pub fn proper_name_end(tokens: &[Token<'_>], at: usize, limit: usize) -> usize {
    let mut i = at;
    while i < limit {
        let token = &tokens[i];
        let name = match token.shape {
            Shape::Word => {
                token.capital()
                    && (!is_sentence_word(token) || is_numeral(tokens, i, limit))
                    && !(i > at && measure::date_end(tokens, i, limit).is_some())
            }
            Shape::Solid => {
                token.capital()
                    || is_title(&token.lower)
                    || (i > at && token.has_digit() && token.text.len() < 8)
            }
            Shape::Quoted | Shape::Code => i == at,
            Shape::Punct => token.is("&") && i > at,
            _ => false,
        };
        if !name {
            // "Mr Okoro & I work …": what joins clauses is none of the name.
            if i > at + 1 && tokens[i - 1].is("&") {
                return i - 1;
            }
            if i > at && joins_name(tokens, i, limit) {
                i += 1;
                continue;
            }
            let clitic = i > at
                && token.is("'s")
                && i + 1 < limit
                && tokens[i + 1].capital()
                && tokens[i + 1].shape == Shape::Word;
            if clitic {
                i += 1;
                continue;
            }
            // "Charles the Bold"
            let epithet = i > at
                && token.is("the")
                && i + 1 < limit
                && tokens[i - 1].shape == Shape::Word
                && tokens[i + 1].capital()
                && tokens[i + 1].shape == Shape::Word
                && !words::is_weekday(&tokens[i + 1].lower)
                && !words::is_month(&tokens[i + 1].lower)
                && tokens[..limit].get(i + 2).is_none_or(|t| {
                    !t.is_content() || is_boundary(t) || t.verb.is_some_and(|v| v.third || v.past)
                });
            if epithet {
                i += 1;
                continue;
            }
            let of =
                i > at && token.is("of") && tokens.get(i + 1).is_some_and(|t| t.capital()) && i + 1 < limit;
            if of {
                i += 1;
                continue;
            }
            break;
        }
        i += 1;
    }
    i
}

/// Closed-class words that carry a capital only because they open the sentence (or "I").
fn is_sentence_word(token: &Token<'_>) -> bool {
    token.text.len() == 1 && token.is("i")
        || words::is_determiner(&token.lower)
        || words::is_possessive(&token.lower)
        || (is_boundary(token) && !token.text.chars().all(char::is_uppercase))
        || words::is_filler(&token.lower) && token.shape == Shape::Word && token.text.len() < 4
}

#[must_use]
pub fn is_title(word: &str) -> bool {
    matches!(
        word.trim_end_matches('.'),
        "mr" | "mrs" | "ms" | "dr" | "sr" | "sra" | "prof" | "dona" | "dom" | "sir" | "madam"
    )
}

/// Looks like code: an identifier, path, flag or call.
#[must_use]
pub fn is_code_like(token: &Token<'_>) -> bool {
    if matches!(token.shape, Shape::Code) {
        return true;
    }
    if !matches!(token.shape, Shape::Word | Shape::Solid) {
        return false;
    }
    let text = token.text;
    let mixed = text.chars().any(char::is_alphabetic)
        && text.chars().any(|c| c.is_ascii_digit())
        && text.chars().next().is_some_and(char::is_alphabetic)
        && !text.contains('-');
    if mixed && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit()) && text.len() > 2 {
        return true;
    }
    let inner_upper = text.chars().skip(1).any(char::is_uppercase) && text.chars().any(char::is_lowercase);
    text.contains(['_', '/', '(', '{', '<', '@', '#'])
        || text.contains("::")
        || text.starts_with("--")
        || text.trim_end_matches('.').chars().skip(1).any(|c| c == '.')
        || (inner_upper && text.chars().next().is_some_and(char::is_lowercase))
        || (inner_upper && text.chars().filter(|c| c.is_uppercase()).count() >= 2 && !text.contains('-'))
        || (text.len() > 2 && text.chars().all(|c| c.is_uppercase() || c.is_ascii_digit() || c == '_'))
}

/// The words of a name: code and quotation marks inside it left out.
#[must_use]
pub fn plain(written: &str) -> String {
    crate::link::shown(written).replace(['`', '"', '“', '”'], "")
}

/// Tokens `start..end` as written, without a leading article.
#[must_use]
pub fn written<'a>(
    text: &'a str,
    tokens: &[Token<'_>],
    start: usize,
    end: usize,
) -> (&'a str, (usize, usize)) {
    let end = end.min(tokens.len());
    let mut from = start.min(tokens.len().saturating_sub(1));
    if tokens.is_empty() {
        return ("", (0, 0));
    }
    while from + 1 < end && tokens[from].any(&["the", "a", "an"]) {
        from += 1;
    }
    let span = (tokens[from].span.0, tokens[end.max(from + 1) - 1].span.1);
    // Tokens of words that were put in another order end where the first of them does.
    let span = if span.0 > span.1 { tokens[from].span } else { span };
    (&text[span.0..span.1], span)
}

/// The tokens of a range of bytes.
pub(crate) fn place(tokens: &[Token<'_>], (from, to): (usize, usize)) -> Option<(usize, usize)> {
    let lo = tokens.iter().position(|t| t.span.0 >= from)?;
    let hi = lo + tokens[lo..].iter().take_while(|t| t.span.1 <= to).count();
    (hi > lo).then_some((lo, hi))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::tokens;

    #[test]
    fn noun_phrases_end_before_other_phrases() {
        for (text, words) in [
            ("the billing service on staging", 3),
            ("weekly dumps of users-db are kept", 4),
            ("the table's owner is", 4),
            ("Rua das Flores in Porto", 3),
            ("squash last Monday", 1),
            ("it is", 0),
        ] {
            let found = tokens(text, 0);
            assert_eq!(noun_phrase_end(&found, 0, found.len()), words, "{text}");
        }
    }

    #[test]
    fn names_keep_their_particles() {
        for (text, words) in [
            ("Marta Nunes, she", 2),
            ("Mr. Nunes said", 2),
            ("Casa da Serra on", 3),
            ("Bank of Portugal now", 3),
            ("Dr Weber, nice", 2),
            ("the house", 0),
            ("PyPy 3.10.", 2),
        ] {
            let found = tokens(text, 0);
            assert_eq!(proper_name_end(&found, 0, found.len()), words, "{text}");
        }
    }
}
