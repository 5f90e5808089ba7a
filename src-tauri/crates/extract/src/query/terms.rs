//! The words of a question: stems, names, environments, and the phrases that may be subjects.

use memstrata_model::normalize_name;

use crate::value::ValueType;
use crate::words;

/// The longest phrase that is looked for as a subject, in words.
const LONGEST: usize = 9;

/// Words as written, without the punctuation around them.
pub(super) fn words(question: &str) -> Vec<&str> {
    question.split(gap).map(bare).filter(|w| !w.is_empty()).collect()
}

fn gap(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ';' | '?' | '!' | '"' | '`' | '(' | ')' | '“' | '”')
}

fn bare(word: &str) -> &str {
    word.trim_end_matches(['.', ':', '\'', '’'])
}

fn without_genitive(word: &str) -> &str {
    word.strip_suffix("'s").or_else(|| word.strip_suffix("’s")).unwrap_or(word)
}

/// Content words of a phrase, singular, verbs by lemma.
#[must_use]
pub fn stems(phrase: &str) -> Vec<String> {
    let mut out = Vec::new();
    for word in words(phrase) {
        // As names are folded, so that a question meets a folded subject.
        let folded = normalize_name(without_genitive(word));
        for part in folded.split([' ', '=']) {
            let lower = part.to_owned();
            if lower.is_empty() || is_stop(&lower) {
                continue;
            }
            // A path or a version has no plural.
            let stem = if lower.contains(['/', '.', '@']) { lower } else { stem(&lower) };
            if !out.contains(&stem) {
                out.push(stem);
            }
        }
    }
    out
}

pub(super) fn stem(lower: &str) -> String {
    match words::verb(lower) {
        Some(verb) if verb.lemma != "be" && !verb.lemma.is_empty() => verb.lemma.to_owned(),
        _ => words::singular(lower),
    }
}

/// Whether a word can be a form of a verb that the reader knows.
#[must_use]
pub fn is_verb(word: &str) -> bool {
    words::verb(&word.to_lowercase()).is_some()
}

pub(super) fn is_stop(word: &str) -> bool {
    words::is_determiner(word)
        || words::is_auxiliary(word)
        || words::is_pronoun(word)
        || words::is_possessive(word)
        || (words::is_preposition(word) && !matches!(word, "up" | "down" | "out"))
        || words::is_conjunction(word)
        || matches!(
            word,
            "what"
                | "which"
                | "how"
                | "why"
                | "when"
                | "where"
                | "who"
                | "whose"
                | "many"
                | "much"
                | "long"
                | "user"
        )
}

/// Words that say how a question is meant, not what it is about.
pub(super) fn is_frame(stem: &str) -> bool {
    words::is_adverb(stem)
        || matches!(
            stem,
            "know"
                | "think"
                | "believe"
                | "tell"
                | "remember"
                | "plan"
                | "say"
                | "record"
                | "call"
                | "name"
                | "use"
                | "value"
                | "do"
                | "have"
                | "be"
                | "current"
                | "present"
                | "old"
                | "new"
                | "previous"
                | "prior"
                | "former"
                | "upcoming"
                | "incoming"
                | "last"
                | "change"
                | "show"
                | "time"
                | "as"
                | "set"
                | "often"
                | "full"
                | "go"
                | "get"
                | "keep"
                | "happen"
                | "please"
        )
}

/// Stems that a question does not hold by chance: capitalised inside it, with digits, or code.
pub(super) fn names(question: &str) -> Vec<String> {
    let mut out = Vec::new();
    for (place, word) in words(question).into_iter().enumerate() {
        let word = without_genitive(word);
        let inner = word.chars().skip(1).any(char::is_uppercase);
        let capital = word.chars().next().is_some_and(char::is_uppercase) && (place > 0 || inner);
        let code = word.contains(['/', '_', '@', '.']) || word.bytes().any(|b| b.is_ascii_digit());
        if !(capital || code) {
            continue;
        }
        for stem in stems(word) {
            if !out.contains(&stem) {
                out.push(stem);
            }
        }
    }
    out
}

/// The types of value that a question's form asks for.
pub(super) fn asked_types(question: &str, by_word: Option<ValueType>) -> Vec<ValueType> {
    let lower: Vec<String> = words(question).iter().map(|w| w.to_lowercase()).collect();
    let word = |i: usize| lower.get(i).map_or("", String::as_str);
    let mut out: Vec<ValueType> = by_word.into_iter().collect();
    // "In which harbour is …": a place, whatever it is called.
    let which = lower.iter().position(|w| w == "which" || w == "what");
    if which.is_some_and(|i| i > 0 && matches!(word(i - 1), "in" | "at" | "from")) {
        out.push(ValueType::Place);
    }
    // "Is it on or off": a state.
    if words::verb(word(0)).is_some_and(|v| v.lemma == "be") {
        out.push(ValueType::Enum);
    }
    // "How full, how warm": a measure.
    if word(0) == "how" && by_word.is_none() && words::verb(word(2)).is_some_and(|v| v.lemma == "be") {
        out.extend([
            ValueType::Percent,
            ValueType::Quantity,
            ValueType::Temperature,
            ValueType::Length,
            ValueType::Mass,
        ]);
    }
    out
}

/// Stems of the deployment environments that a question names.
pub(super) fn environments(question: &str) -> Vec<String> {
    let lower: Vec<String> = words(question).iter().map(|w| w.to_lowercase()).collect();
    lower
        .iter()
        .enumerate()
        .filter(|(i, word)| {
            words::is_environment(word)
                // "Where do I live", "a demo": only what stands as one.
                && !matches!(word.as_str(), "live" | "test" | "testing" | "local" | "demo" | "stage" | "ci")
                && i.checked_sub(1).is_some_and(|before| {
                    matches!(lower[before].as_str(), "on" | "in" | "for" | "the" | "our" | "to" | "does" | "did")
                })
        })
        .map(|(_, word)| stem(word))
        .collect()
}

/// Stems of the words that follow "my" up to the end of their phrase.
pub(super) fn owned(question: &str) -> Vec<String> {
    let words = words(question);
    let mut out = Vec::new();
    for (place, _) in words.iter().enumerate().filter(|(_, w)| w.eq_ignore_ascii_case("my")) {
        let phrase = words[place + 1..].iter().take_while(|w| !is_stop(&w.to_lowercase()));
        out.extend(phrase.take(3).flat_map(|w| stems(w)));
    }
    out
}

/// Stems of the words right after "which" or "what", up to a verb's helper: at most two.
pub(super) fn asked_nouns(question: &str) -> Vec<String> {
    let words = words(question);
    let Some(which) = words.iter().position(|w| matches!(w.to_lowercase().as_str(), "which" | "what")) else {
        return Vec::new();
    };
    let phrase = words[which + 1..].iter().take_while(|w| !is_stop(&w.to_lowercase()));
    phrase.take(2).flat_map(|w| stems(w)).collect()
}

/// Whether a question speaks of the one whose notes these are as an agent does: "the user's
/// timezone", "does the user drive". "The user table" and "the user service's port" do not.
pub(super) fn asks_of_the_user(words: &[&str]) -> bool {
    words.iter().enumerate().any(|(at, word)| {
        let word = word.to_lowercase();
        let before = at.checked_sub(1).and_then(|i| words.get(i)).map(|w| w.to_lowercase());
        let article = before.as_deref() == Some("the");
        if word == "user's" || word == "user’s" {
            return article || at == 0 || before.as_deref().is_some_and(is_stop);
        }
        let next = |by: usize| words.get(at + by).map(|w| w.to_lowercase());
        let asked_by = at.checked_sub(2).and_then(|i| words.get(i)).map(|w| w.to_lowercase());
        let ends = |by: usize| next(by).is_none_or(|w| is_stop(&w));
        let told = match asked_by.as_deref() {
            Some("do" | "does" | "did" | "has" | "had" | "can" | "will" | "should") => true,
            // "Is the user vegan", "what is the user allergic to"; not "is the user table sharded".
            Some("is" | "was") => ends(2),
            _ => false,
        };
        word == "user" && article && (told || ends(1))
    })
}

/// Every run of words that may name a subject, normalised; the asker's own things as the
/// extractor writes them.
pub(super) fn phrases(question: &str, first_person: bool) -> Vec<String> {
    let words = words(question);
    let mut out: Vec<String> = Vec::new();
    let mut add = |phrase: String| {
        if !phrase.is_empty() && !out.contains(&phrase) {
            out.push(phrase);
        }
    };
    if first_person {
        add("user".to_owned());
    }
    add("project".to_owned());
    for length in (1..=LONGEST.min(words.len())).rev() {
        for run in words.windows(length) {
            let ends = |word: &str| is_stop(&word.to_lowercase());
            if run.last().is_some_and(|w| ends(w))
                || run.first().is_some_and(|w| ends(w) && !w.eq_ignore_ascii_case("my"))
            {
                continue;
            }
            let written = run.join(" ");
            let written = without_genitive(&written);
            match run[0].eq_ignore_ascii_case("my") {
                true if length > 1 => {
                    add(normalize_name(&format!("user's {}", without_genitive(&run[1..].join(" ")))))
                }
                true => {}
                false => add(normalize_name(written)),
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stems_meet_across_forms() {
        assert_eq!(stems("Which port does the relay listen on?"), ["port", "relay", "listen"]);
        assert_eq!(stems("How long are the logs kept?"), ["log", "keep"]);
        assert_eq!(stems("the parser's owner in a/b.rs"), ["parser", "owner", "a/b.rs"]);
    }

    #[test]
    fn subjects_are_phrases_of_the_question() {
        let found = phrases("Where does my older sister live?", true);
        assert!(found.contains(&"user's older sister".to_owned()), "{found:?}");
        assert!(found.contains(&"user".to_owned()));
        let found = phrases("Who owns the invoice parser's cache?", false);
        assert!(found.contains(&"invoice parser's cache".to_owned()), "{found:?}");
        assert!(found.contains(&"invoice parser".to_owned()), "{found:?}");
        assert!(!found.contains(&"user".to_owned()));
    }

    #[test]
    fn environments_are_told_from_verbs() {
        assert!(environments("Where do I live?").is_empty());
        assert_eq!(environments("What is the log level on staging?"), [stem("staging")]);
    }
}
