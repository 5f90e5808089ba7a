//! Conditions on what the hearer wants, and not on what is told: "Farah's desk is 4.71 if you need
//! her", "my extension is 4410 if anyone asks". What stands before them is so in any case.

use crate::token::Token;
use crate::words;

/// Whether the condition that begins at `at` only says for whom the telling is.
pub(crate) fn is_offer(tokens: &[Token<'_>], at: usize) -> bool {
    let get = |i: usize| tokens.get(i);
    if !get(at).is_some_and(|t| t.is("if")) {
        return false;
    }
    let hearer = get(at + 1).is_some_and(|t| {
        t.any(&["you", "u", "anyone", "anybody", "someone", "somebody", "they", "people", "he", "she"])
    });
    // "if that helps", "if it matters"
    let helps = get(at + 1).is_some_and(|t| t.any(&["that", "it", "this"]))
        && get(at + 2).is_some_and(|t| t.any(&["helps", "matters", "counts", "interests"]));
    if !hearer {
        return helps;
    }
    let mut verb = at + 2;
    while get(verb).is_some_and(|t| {
        words::is_adverb(&t.lower) || t.any(&["'re", "are", "is", "'s", "do", "does", "must", "ever"])
    }) {
        verb += 1;
    }
    get(verb).is_some_and(|t| {
        t.any(&[
            "need",
            "needs",
            "want",
            "wants",
            "ask",
            "asks",
            "wonder",
            "wonders",
            "wondering",
            "know",
            "fancy",
            "forget",
            "care",
            "interested",
            "curious",
            "lost",
            "looking",
            "dropping",
            "passing",
            "visiting",
            "coming",
            "popping",
            "swinging",
            "stopping",
            "sending",
            "posting",
            "writing",
            "calling",
            "around",
            "nearby",
            "bored",
            "stuck",
            "asking",
        ])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::tokens;

    #[test]
    fn what_the_hearer_wants_is_no_condition() {
        for (text, offer) in [
            ("if you need her", true),
            ("if anyone asks", true),
            ("if you're dropping the laptop back", true),
            ("if that helps", true),
            ("if u want to write", true),
            ("if you use TLS", false),
            ("if you pay cash", false),
            ("if it rains", false),
            ("if TLS is on", false),
            ("unless you need it", false),
        ] {
            assert_eq!(is_offer(&tokens(text, 0), 0), offer, "{text}");
        }
    }
}
