//! What a sentence tells apart from the rest: a relative clause or an apposition amid it ("Ana, who
//! leads the team, was in Rome in May"). A date in there is of what is told in there alone, and one
//! outside is not of it.

use crate::token::{Shape, Token};
use crate::words;

/// The stretches of the telling that are told apart, each from the comma or the word that opens it to
/// where the sentence goes on.
#[must_use]
pub(crate) fn spans(tokens: &[Token<'_>]) -> Vec<(usize, usize)> {
    let mut out = Vec::new();
    let mut at = 1;
    while at < tokens.len() {
        let end = between_commas(tokens, at).or_else(|| restricting(tokens, at));
        out.extend(end.map(|end| (tokens[at].span.0, tokens[end - 1].span.1)));
        at = end.unwrap_or(at + 1);
    }
    out
}

/// ", who leads the team," and ", our lead," up to the comma after which the sentence goes on.
fn between_commas(tokens: &[Token<'_>], at: usize) -> Option<usize> {
    if !tokens[at].is(",") || !tokens[at - 1].is_content() {
        return None;
    }
    let first = tokens.get(at + 1)?;
    let relative = first.any(&["who", "whom", "whose", "which", "where"]);
    let reduced = first.verb.is_some_and(|verb| verb.participle && !verb.base && !verb.third)
        && tokens.get(at + 2).is_some_and(|t| words::is_preposition(&t.lower));
    let noun = words::is_determiner(&first.lower) || words::is_possessive(&first.lower);
    if !(relative || reduced || noun) {
        return None;
    }
    let end = (at + 2..tokens.len()).find(|&i| tokens[i].is_punct() && !tokens[i].any(&["\"", "'"]))?;
    let verb = tokens.get(end + 1)?.verb;
    let within = &tokens[at + 1..end];
    let finite = |t: &Token<'_>| t.verb.is_some_and(|v| v.third || v.past) && t.shape == Shape::Word;
    let goes_on = tokens[end].is(",") && verb.is_some_and(|verb| !verb.gerund);
    // "the gate, the lift, and the ramp are new" lists.
    (goes_on && (relative || !within.iter().skip(1).any(finite) || reduced)).then_some(end)
}

/// "that Sam set up in March" between a thing and what is said of it.
fn restricting(tokens: &[Token<'_>], at: usize) -> Option<usize> {
    if !tokens[at].any(&["that", "which", "who"])
        || tokens[at - 1].verb.is_some()
        || !tokens[at - 1].is_content()
    {
        return None;
    }
    let finite = |i: usize| {
        tokens[i].shape == Shape::Word
            && tokens[i].verb.is_some_and(|v| (v.third || v.past || v.base) && !v.gerund)
            && !tokens[i - 1].is("to")
            && !words::is_determiner(&tokens[i - 1].lower)
            && !words::is_preposition(&tokens[i - 1].lower)
    };
    let verb = (at + 1..tokens.len().min(at + 5)).find(|&i| finite(i))?;
    let auxiliary = tokens[verb].any(&["is", "are", "was", "were", "has", "have", "had"]);
    let from = verb + 1 + usize::from(auxiliary);
    let main = (from..tokens.len()).take_while(|&i| !tokens[i].is_punct()).find(|&i| {
        finite(i)
            && tokens[i].verb.is_some_and(|v| v.third || v.past)
            && !tokens[i - 1].any(&["and", "or", "but", "then"])
            && !words::is_pronoun(&tokens[i - 1].lower)
    })?;
    Some(main)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::tokens;

    fn found(text: &str) -> Vec<String> {
        let tokens = tokens(text, 0);
        spans(&tokens).into_iter().map(|(a, b)| text[a..b].trim_matches([',', ' ']).to_owned()).collect()
    }

    #[test]
    fn what_is_told_apart_is_found() {
        for (text, within) in [
            ("Priya, who runs the data team, was in London in May", "who runs the data team"),
            ("The gateway, which listens on 8443, was down yesterday", "which listens on 8443"),
            ("Our vendor Acme, based in Oslo, raised prices on 1 June", "based in Oslo"),
            ("Marta, our tech lead, is on holiday until 20 June", "our tech lead"),
            ("The printer that Sam set up in March uses A4", "that Sam set up in March"),
            ("the lab which Ana opened in 2024 has ten desks", "which Ana opened in 2024"),
        ] {
            assert_eq!(found(text), [within], "{text}");
        }
    }

    #[test]
    fn the_rest_of_a_sentence_is_not_apart() {
        for text in [
            "In May we moved the wiki to a new host",
            "the gate, the lift and the ramp are new",
            "The new owner is Kim, who took over on 1 June",
            "Ana said that the port is 8080 since May",
            "Since March, our rent is 980 euros",
            "the gym moved, my class is on Monday",
        ] {
            assert_eq!(found(text), Vec::<String>::new(), "{text}");
        }
    }
}
