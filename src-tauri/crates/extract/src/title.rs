//! Names that look like pieces of sentences: titles with function words in them ("We Will Rock
//! You"), regnal numbers ("Victoria I") and names with a comma ("Washington, D.C.", "Albert, Prince
//! Consort"). Works on the tokens of a sentence, before anything is read in them.

use crate::token::{Shape, Token};
use crate::words;

/// Joins titles to one word and takes the commas out of names.
#[must_use]
pub(crate) fn join<'a>(tokens: Vec<Token<'a>>, text: &'a str, base: usize) -> Vec<Token<'a>> {
    let mut tokens = tokens;
    if !tokens.iter().skip(1).any(|t| t.is(",") || is_function(t) || t.text == "I") {
        return tokens;
    }
    for i in 1..tokens.len() {
        if is_regnal(&tokens, i) {
            // No pronoun any more; written as it was.
            "ⅰ".clone_into(&mut tokens[i].lower);
        }
    }
    let mut out: Vec<Token<'a>> = Vec::with_capacity(tokens.len());
    let mut i = 0;
    while i < tokens.len() {
        if let Some(end) = title_end(&tokens, i) {
            let span = (tokens[i].span.0, tokens[end - 1].span.1);
            let word = &text[span.0 - base..span.1 - base];
            out.push(Token {
                text: word,
                lower: word.to_lowercase(),
                span,
                shape: Shape::Quoted,
                verb: None,
            });
            i = end;
            continue;
        }
        if !in_name(&tokens, i) {
            out.push(tokens[i].clone());
        }
        i += 1;
    }
    out
}

/// A capitalised word that opens no name: "You", "To", "Will".
fn is_function(token: &Token<'_>) -> bool {
    token.shape == Shape::Word
        && token.capital()
        && token.text.len() > 1
        && token.text.chars().skip(1).any(char::is_lowercase)
        && token.text.chars().skip(1).all(|c| !c.is_uppercase())
        && (words::is_pronoun(&token.lower)
            || words::is_auxiliary(&token.lower)
            || token.any(&["to", "me", "with", "from"]))
        && !token.any(&["may", "will"])
}

/// The end of a title that begins at `at`: capitals with small words between them, one of them a
/// function word that a sentence would not capitalise there.
fn title_end(tokens: &[Token<'_>], at: usize) -> Option<usize> {
    let capital = |i: usize| {
        tokens.get(i).is_some_and(|t: &Token<'_>| {
            t.shape == Shape::Word
                && t.capital()
                && (t.text.len() == 1 || t.text.chars().any(char::is_lowercase))
        })
    };
    if !capital(at) || tokens[at].text == "I" || at > 0 && capital(at - 1) {
        return None;
    }
    let mut end = at + 1;
    loop {
        if capital(end) {
            end += 1;
            continue;
        }
        let mut next = end;
        while tokens.get(next).is_some_and(|t| {
            t.any(&["of", "to", "the", "in", "a", "an", "and", "on", "for", "n't", "'s"]) && !t.capital()
        }) && next < end + 2
        {
            next += 1;
        }
        if next == end || !capital(next) {
            break;
        }
        end = next + 1;
    }
    let inner = tokens[at + 1..end].iter().filter(|t| is_function(t)).count();
    // "She Stoops to Conquer": a pronoun with a capitalised verb.
    let clause = words::is_pronoun(&tokens[at].lower) && capital(at + 1) && tokens[at + 1].text.len() > 2;
    let opened = words::is_pronoun(&tokens[at].lower) && inner > 0;
    let whole = end - at >= 3 && (inner > 0 || clause) || opened;
    (whole && end > at + 1).then_some(end)
}

/// "Victoria I": the first of that name.
fn is_regnal(tokens: &[Token<'_>], i: usize) -> bool {
    let before = &tokens[i - 1];
    let name = before.capital()
        && before.shape == Shape::Word
        && before.verb.is_none()
        && !words::is_filler(&before.lower)
        && !words::is_adverb(&before.lower)
        && !words::is_conjunction(&before.lower)
        && !words::is_time_word(&before.lower)
        && !words::is_weekday(&before.lower)
        && !words::is_preposition(&before.lower)
        && !words::is_month(&before.lower);
    let after = tokens.get(i + 1);
    tokens[i].text == "I"
        && name
        && after.is_none_or(|t| {
            t.is_punct() || t.any(&["is", "'s", "of"]) || t.any(&["was"]) && i > 1 && tokens[i - 2].capital()
        })
}

/// A comma inside a name.
fn in_name(tokens: &[Token<'_>], i: usize) -> bool {
    if !tokens[i].is(",") || i == 0 || !tokens[i - 1].capital() {
        return false;
    }
    let Some(next) = tokens.get(i + 1).filter(|t| t.capital()) else { return false };
    let ends = |at: usize| tokens.get(at).is_none_or(|t| t.is("."));
    let suffix = matches!(
        next.lower.trim_end_matches('.'),
        "inc" | "ltd" | "llc" | "jr" | "sr" | "d.c" | "plc" | "gmbh" | "s.a" | "corp"
    );
    let rank = next.any(&[
        "duke",
        "duchess",
        "earl",
        "count",
        "countess",
        "prince",
        "princess",
        "king",
        "queen",
        "baron",
        "baroness",
        "marquess",
        "marquis",
        "viscount",
        "lord",
        "emperor",
        "empress",
        "archduke",
        "landgrave",
        "margrave",
        "elector",
    ]) && tokens
        .get(i + 2)
        .is_some_and(|t| t.any(&["of", "consort", "regent", "royal", "palatine"]) || t.is("."));
    // "University of California, Berkeley": one of several of a name, at the end of what is said.
    let campus = next.shape == Shape::Word
        && ends(i + 2)
        && tokens[..i].iter().rev().take(4).any(|t| t.is("of"))
        && tokens[..i]
            .iter()
            .rev()
            .take(5)
            .any(|t| t.any(&["university", "college", "institute"]) && t.capital());
    suffix || rank || campus
}

#[cfg(test)]
mod tests {
    use crate::token::tokens;

    fn words(text: &str) -> Vec<String> {
        tokens(text, 0).iter().map(|t| t.text.to_owned()).collect()
    }

    #[test]
    fn titles_are_one_word() {
        for (text, title) in [
            ("Come Fly With Me was sung by Sinatra", "Come Fly With Me"),
            ("the author of He Knew He Was Right is Trollope", "He Knew He Was Right"),
            ("Where Did You Sleep is old", "Where Did You Sleep"),
        ] {
            assert!(words(text).iter().any(|w| w == title), "{text}: {:?}", words(text));
        }
    }

    #[test]
    fn sentences_are_no_titles() {
        for text in [
            "Yesterday I went to Rome",
            "We use Kafka",
            "You can call Will Smith",
            "The Rolling Stones play on Friday",
            "In May I moved to Bank of Portugal",
            "Anna and I live in Porto",
        ] {
            assert_eq!(words(text).join(" "), text);
        }
    }

    #[test]
    fn names_keep_their_commas_inside() {
        assert_eq!(words("She lives in Springfield, D.C."), ["She", "lives", "in", "Springfield", "D.C."]);
        assert_eq!(words("I saw Rui, Ana"), ["I", "saw", "Rui", ",", "Ana"]);
        assert_eq!(words("University of Kent, Medway."), ["University", "of", "Kent", "Medway", "."]);
    }
}
