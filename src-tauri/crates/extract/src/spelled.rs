//! Lines that leave a word out where a mark stands for it: "Lives in: Porto", "Kim: designer",
//! "Ann Lee — CTO", and passives with a clitic: "the section's led by Ana". They are put into words, and
//! the sentence is read as any other.

use crate::person::class_of;
use crate::sentence::Lead;
use crate::subject::Class;
use crate::token::{Shape, Token};
use crate::vocation::is_job;
use crate::words;

/// The words of a sentence with its mark or its clitic in words; nothing where it has neither.
pub(crate) fn written_out<'a>(tokens: &[Token<'a>]) -> Option<Vec<Token<'a>>> {
    out(tokens).or_else(|| passives(tokens))
}

/// The words of a line with its first mark in words; nothing where it is no such line.
fn out<'a>(tokens: &[Token<'a>]) -> Option<Vec<Token<'a>>> {
    let at = tokens.iter().take(5).position(|t| mark(t).is_some())?;
    let (label, rest) = (&tokens[..at], tokens.get(at + 1..)?);
    if label.is_empty() || rest.is_empty() {
        return None;
    }
    let mut told = label.to_vec();
    if mark(&tokens[at]) == Some(Lead::Colon) && is_verb_phrase(label) {
        // "Works at: Nova Labs"
    } else if class_of(tokens, 0, at) == Class::Person && label.iter().all(Token::capital) && is_office(rest)
    {
        told.push(word("is", &tokens[at]));
        let article = rest[0].shape == Shape::Word && rest.len() <= 3 && !rest[0].capital();
        let headed = rest[0].any(&["head", "lead", "chief"]);
        if article && !headed && !words::is_determiner(&rest[0].lower) {
            told.push(word("a", &tokens[at]));
        }
    } else {
        return None;
    }
    told.extend_from_slice(rest);
    Some(told)
}

/// The words of a sentence with "'s" written out where it is a passive's: "the section's led by Ana".
fn passives<'a>(tokens: &[Token<'a>]) -> Option<Vec<Token<'a>>> {
    let passive = |i: usize| {
        tokens[i].is("'s")
            && !tokens[i - 1].any(&["who", "that", "which", "what", "it", "there"])
            && tokens.get(i + 1).is_some_and(|t| {
                t.shape == Shape::Word && t.verb.is_some_and(|v| v.participle && !v.gerund && !v.base)
            })
            && tokens.get(i + 2).is_some_and(|t| t.any(&["by", "in", "at", "on", "with", "from"]))
    };
    let at = (1..tokens.len()).find(|&i| passive(i))?;
    let mut told = tokens.to_vec();
    told[at] = word("is", &tokens[at]);
    Some(told)
}

fn mark(token: &Token<'_>) -> Option<Lead> {
    match token.text {
        ":" => Some(Lead::Colon),
        "—" | "–" | "-" | "--" => Some(Lead::Dash),
        _ => None,
    }
}

/// "works at", "lives in", "married to".
fn is_verb_phrase(label: &[Token<'_>]) -> bool {
    let [first, .., last] = label else { return false };
    let verb = first.verb.is_some_and(|v| v.third && v.lemma != "be");
    let noun = label.len() > 2 && words::is_determiner(&label[1].lower);
    verb && !noun && last.any(&["at", "in", "on", "for", "with", "to", "from", "as", "by"])
}

/// What somebody is: "designer", "head of sales", "CTO".
fn is_office(rest: &[Token<'_>]) -> bool {
    let end = rest.iter().position(Token::is_punct).unwrap_or(rest.len());
    let rest = &rest[..end];
    let chief = |t: &Token<'_>| {
        let letters = t.text.len();
        (3..=4).contains(&letters)
            && t.text.starts_with('C')
            && t.text.ends_with('O')
            && t.text.chars().all(char::is_uppercase)
    };
    match rest {
        [first, of, _, ..] if first.any(&["head", "lead", "chief", "director"]) && of.is("of") => {
            rest.len() <= 5
        }
        [.., last] => rest.len() <= 3 && (is_job(&last.lower) || chief(last)),
        [] => false,
    }
}

fn word<'a>(text: &'static str, at: &Token<'a>) -> Token<'a> {
    Token { text, lower: text.to_owned(), span: at.span, shape: Shape::Word, verb: words::verb(text) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::tokens;

    fn told(text: &str) -> Option<String> {
        let found = tokens(text, 0);
        out(&found).map(|told| told.iter().map(|t| t.text).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn passives_are_written_out() {
        let told = |text: &str| {
            let found = tokens(text, 0);
            passives(&found).map(|told| told.iter().map(|t| t.text).collect::<Vec<_>>().join(" "))
        };
        assert_eq!(
            told("The alto section's led by Ana.").as_deref(),
            Some("The alto section is led by Ana .")
        );
        assert_eq!(told("The relay's hosted on Fly.").as_deref(), Some("The relay is hosted on Fly ."));
        assert_eq!(told("Ana's used car is red."), None);
        assert_eq!(told("Ana's car is driven by Tom."), None);
    }

    #[test]
    fn marks_become_words_where_they_stand_for_some() {
        for (text, wanted) in [
            ("Works at: Nova Labs", "Works at Nova Labs"),
            ("Lives in: Porto", "Lives in Porto"),
            ("Anna: designer", "Anna is a designer"),
            ("Anna Lee — head of sales", "Anna Lee is head of sales"),
            ("Anna Lee - CTO", "Anna Lee is CTO"),
        ] {
            assert_eq!(told(text).as_deref(), Some(wanted), "{text}");
        }
        for text in [
            "port: 80",
            "Owner: Bob",
            "Kim: see you",
            "Kim: 5",
            "Runs: 5",
            "Anna: we moved to Porto",
            ": 5",
            "Kim:",
        ] {
            assert_eq!(told(text), None, "{text}");
        }
    }
}
