//! Keys as a sentence to the ledger's keeper names them: "your commute", "where Ana lives", "the port
//! (staging) of relay". How a key is listed, by its parts, is [`crate::absence::key_in_words`]'s.

use memstrata_model::{Fact, Key};

use crate::lead::spec_of;
use crate::wording::bare_verb;

/// What can end a relation's name so that nothing goes after it but a value ("works at").
const PREPOSITIONS: [&str; 13] =
    ["as", "at", "about", "by", "for", "from", "in", "into", "near", "of", "on", "to", "with"];

/// A key in the words of a sentence.
pub(crate) fn spoken_key(subject: &str, relation: &str, scope: Option<&str>) -> String {
    let scope = scope.filter(|scope| !scope.is_empty());
    let scope = scope.map(|scope| format!(" ({scope})")).unwrap_or_default();
    let name = relation.replace('_', " ");
    if let Some(clause) = clause(subject, &name) {
        return format!("{clause}{scope}");
    }
    let noun = noun_of(relation);
    match subject {
        "user" => format!("your {noun}{scope}"),
        // What has a name that ends in "of" goes on with what it is of.
        _ if noun.ends_with(" of") => format!("the {noun} {}{scope}", owner(subject)),
        _ => format!("the {noun}{scope} of {}", owner(subject)),
    }
}

pub(crate) fn spoken(key: &Key) -> String {
    spoken_key(&key.subject, &key.relation, Some(&key.scope))
}

/// The key of a fact, its subject as it is written.
pub(crate) fn spoken_of(fact: &Fact) -> String {
    spoken_key(&fact.subject, &fact.relation, fact.scope.as_deref())
}

/// The noun for the values of a relation: "residence" of `lives_in`, "pool size" of `pool_size`.
pub(crate) fn noun_of(relation: &str) -> String {
    spec_of(relation).map_or_else(|| relation.replace('_', " "), |spec| spec.noun())
}

/// The words of the ledger's keeper as they are said back: "your commute" of "my commute".
pub(crate) fn said_back(phrase: &str) -> String {
    let words: Vec<&str> = phrase
        .split(' ')
        .map(|word| match word {
            "I" | "me" => "you",
            "my" | "My" => "your",
            "mine" => "yours",
            "am" => "are",
            "I'm" | "I\u{2019}m" => "you're",
            word => word,
        })
        .collect();
    words.join(" ")
}

/// With a capital at its start, as a sentence has it.
pub(crate) fn sentence_case(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

fn owner(subject: &str) -> String {
    match subject {
        "user" => "you".to_owned(),
        "project" | "team" => format!("the {subject}"),
        _ => match subject.strip_prefix("user's ") {
            Some(own) => format!("your {own}"),
            None => subject.to_owned(),
        },
    }
}

/// "Where Ana lives", "what you are allergic to": what a name that ends in a preposition asks for.
fn clause(subject: &str, name: &str) -> Option<String> {
    let words: Vec<&str> = name.split(' ').collect();
    let [first, .., last] = words.as_slice() else { return None };
    if !PREPOSITIONS.contains(last) || *last == "of" {
        return None;
    }
    let who = owner(subject);
    let is_you = subject == "user";
    let verb = first.ends_with('s') && !first.ends_with("ss") && words.len() == 2;
    if !verb {
        return Some(format!("what {who} {} {name}", if is_you { "are" } else { "is" }));
    }
    let verb = if is_you { bare_verb(first) } else { (*first).to_owned() };
    Some(match *last {
        "in" | "at" => format!("where {who} {verb}"),
        last => format!("what {who} {verb} {last}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_named_as_a_sentence_does() {
        for (subject, relation, scope, words) in [
            ("user", "commute", None, "your commute"),
            ("user", "lives_in", None, "where you live"),
            ("Ana", "lives in", None, "where Ana lives"),
            ("user", "studies_at", None, "where you study"),
            ("user's sister", "works_at", None, "where your sister works"),
            ("relay", "depends_on", None, "what relay depends on"),
            ("user", "allergic_to", None, "what you are allergic to"),
            ("relay", "blocked_by", None, "what relay is blocked by"),
            ("relay", "port", Some("staging"), "the port (staging) of relay"),
            ("crane", "log_level", None, "the log level of crane"),
            ("project", "owner", None, "the owner of the project"),
            ("user's sister", "employer", None, "the employer of your sister"),
            // A relation called by a verb has a noun; what a noun calls keeps its own.
            ("Ana", "likes", None, "the interest of Ana"),
            ("Ana", "sibling", None, "the sibling of Ana"),
            ("valve", "type_of", None, "the kind of valve"),
            // What ends in a preposition and is one word, or in a look-alike, is a noun.
            ("door", "in", None, "the in of door"),
            ("house", "fireplace", None, "the fireplace of house"),
        ] {
            assert_eq!(spoken_key(subject, relation, scope), words);
        }
    }

    #[test]
    fn what_the_keeper_said_is_said_back() {
        for (said, back) in [
            ("my commute", "your commute"),
            ("where I live", "where you live"),
            ("what I am paid", "what you are paid"),
            ("the rent of Ivo", "the rent of Ivo"),
            ("the size of the myriad", "the size of the myriad"),
        ] {
            assert_eq!(said_back(said), back);
        }
    }
}
