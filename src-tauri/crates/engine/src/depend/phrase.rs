//! Phrases for what depends and what it depends on ("my commute", "where she lives", "its
//! database"), written so that they stand by themselves, and as the questions that ask for them. A
//! pronoun stands for whose the dependent value is, or for whom the fact told last is of.

use memstrata_extract::query::relatives_plainly;
use memstrata_extract::{FoundFact, FoundOp};
use memstrata_model::Key;

use super::form::{opens_a_clause, points_back, speaks_of_a_value};
use super::{DEPENDS, End};
use crate::asking::is_question_word;
use crate::wording::bare_verb;

/// A longer phrase is a clause that says more than what it names.
const LONGEST: usize = 12;
/// A clause of so many words says no more of a thing than whose it is ("we live in", "I can use").
const SHORT: usize = 3;

/// What a pronoun in a phrase may stand for.
pub(super) struct Before<'f> {
    /// Whose the dependent value is, as it was written: "the billing API", "my sister".
    pub owner: String,
    /// The fact told last before the phrase.
    pub told: Option<&'f FoundFact>,
}

pub(super) fn key_of(fact: &FoundFact) -> Key {
    Key::new(&fact.subject, &fact.relation, fact.scope.as_deref())
}

/// The fact told last before a place of a text.
pub(super) fn told_before(facts: &[FoundFact], place: usize) -> Option<&FoundFact> {
    facts
        .iter()
        .filter(|fact| fact.op == FoundOp::Assert && fact.relation != DEPENDS && fact.span.0 < place)
        .filter(|fact| fact.relation != "depends_on")
        .max_by_key(|fact| fact.span.0)
}

/// A phrase as it says by itself what it names: "the rent of Ivo" of "his rent", "the endpoint" of
/// "endpoint". Nothing where nobody can be told to be "he".
pub(super) fn said(phrase: &str, before: &Before<'_>) -> Option<String> {
    let plain = relatives_plainly(phrase);
    let phrase = plain.as_deref().unwrap_or(phrase).trim().trim_end_matches([',', ';', ':']);
    let phrase = without_manner(phrase);
    let phrase = ["the value of ", "on ", "upon ", "by ", "both "]
        .iter()
        .fold(phrase, |phrase, start| phrase.strip_prefix(start).unwrap_or(phrase));
    let owner = match before.told {
        _ if !before.owner.is_empty() => before.owner.clone(),
        Some(told) => in_words(&told.subject),
        None => String::new(),
    };
    let phrase = match with_owner(phrase, &owner) {
        Some(written) => written,
        None if has_a_pronoun(phrase) => return None,
        None => phrase.to_owned(),
    };
    let words: Vec<&str> = phrase.split_whitespace().collect();
    let first = words.first()?.to_lowercase();
    let written = match first.as_str() {
        "my" | "our" | "the" => format!("{first} {}", words[1..].join(" ")),
        "a" | "an" | "any" | "each" | "every" | "all" | "this" | "these" => {
            format!("the {}", words[1..].join(" "))
        }
        first if opens_a_clause(first) => {
            return (words.len() > 1 && words.len() <= LONGEST)
                .then(|| format!("{first} {}", words[1..].join(" ")));
        }
        _ => format!("the {}", words.join(" ")),
    };
    let written = without_genitive(&without_clause(&written, &owner));
    let length = written.split_whitespace().count();
    ((2..=LONGEST).contains(&length) && !written.contains([',', '='])).then_some(written)
}

/// A phrase without the words at its end that say how ("really", "these days").
fn without_manner(phrase: &str) -> &str {
    let mut rest = phrase.trim();
    'again: loop {
        for end in
            ["really", "actually", "too", "as well", "anyway", "of course", "these days", "alone", "now"]
        {
            let bare = rest.strip_suffix(end).filter(|bare| bare.ends_with([' ', ',']));
            if let Some(bare) = bare {
                rest = bare.trim_end_matches([' ', ',']);
                continue 'again;
            }
        }
        return rest;
    }
}

/// "My ward" of "the ward I'm on", "the car of Nina" of "the car Nina has": whose a thing is, as a short
/// clause after it says.
fn without_clause(phrase: &str, owner: &str) -> String {
    let Some(rest) = phrase.strip_prefix("the ") else { return phrase.to_owned() };
    let words: Vec<&str> = rest.split_whitespace().filter(|word| *word != "that").collect();
    let teller = |word: &str| {
        let bare = word.split(['\'', '\u{2019}']).next().unwrap_or(word);
        match bare {
            "I" | "i" => Some("my"),
            "we" => Some("our"),
            _ => None,
        }
    };
    let Some(at) = (1..words.len()).find(|&at| {
        teller(words[at]).is_some()
            || !owner.is_empty() && words[at..].join(" ").starts_with(&format!("{owner} "))
    }) else {
        return phrase.to_owned();
    };
    let (noun, clause) = (words[..at].join(" "), words.len() - at);
    match teller(words[at]) {
        Some(whose) if clause <= SHORT => format!("{whose} {noun}"),
        None if clause < SHORT + owner.split(' ').count() => format!("the {noun} of {owner}"),
        _ => phrase.to_owned(),
    }
}

/// "The rent of Ivo" of "the Ivo's rent", "the rent of my sister" of "my sister's rent".
fn without_genitive(phrase: &str) -> String {
    let sign =
        ["'s ", "\u{2019}s "].iter().filter_map(|sign| phrase.rfind(sign).map(|at| (at, sign.len()))).max();
    let Some((at, length)) = sign else { return phrase.to_owned() };
    let (owner, noun) = (&phrase[..at], &phrase[at + length..]);
    // A name has no article, which was put before it.
    let named = owner.strip_prefix("the ").filter(|name| name.starts_with(char::is_uppercase));
    format!("the {noun} of {}", named.unwrap_or(owner))
}

/// A subject of a fact, as people write it.
pub(super) fn in_words(subject: &str) -> String {
    match subject.strip_prefix("user's ") {
        Some(own) => format!("my {own}"),
        None if matches!(subject, "user" | "project" | "team" | "we") => String::new(),
        None => subject.to_owned(),
    }
}

/// The noun at the end of a clause that speaks of what was told ("gets that discount").
pub(super) fn pointed_at(clause: &str) -> Option<&str> {
    let (rest, noun) = clause.trim().rsplit_once(' ')?;
    let word = rest.rsplit(' ').next()?;
    matches!(word, "that" | "this").then_some(noun)
}

pub(super) fn has_a_pronoun(phrase: &str) -> bool {
    phrase.split_whitespace().any(|word| {
        matches!(
            word.to_lowercase().as_str(),
            "its" | "his" | "her" | "their" | "it" | "he" | "she" | "they" | "him" | "them"
        )
    })
}

/// The parts of what something depends on: "its region and on the plan we are on".
pub(super) fn parted(ground: &str) -> Vec<&str> {
    let mut parts = vec![ground];
    for between in [", and on ", " and on ", " as well as ", ", and ", " and ", ", "] {
        parts = parts.into_iter().flat_map(|part| part.split(between)).collect();
    }
    parts.retain(|part| !part.trim().is_empty());
    let named = |part: &&str| {
        let first = part.split_whitespace().next().unwrap_or_default().to_lowercase();
        speaks_of_a_value(part)
            || matches!(first.as_str(), "the" | "its" | "his" | "her" | "their")
            || part.split_whitespace().count() <= 2 && !part.contains(char::is_uppercase)
            || points_back(part)
    };
    if parts.iter().all(named) { parts } else { vec![ground] }
}

/// Whose a value is, as an end says it: "the timeout of the billing API", "where my sister lives".
/// What belongs to the teller ("my rent") is itself what "its" speaks of.
pub(super) fn owner_of(end: &End) -> String {
    let phrase = match end {
        End::Key(key) => return key.subject.clone(),
        End::Phrase(phrase) => phrase.trim(),
    };
    // ASCII alone: what is folded so stands where it stood.
    if let Some(at) = phrase.to_ascii_lowercase().find(" of ") {
        return phrase[at + 4..].to_owned();
    }
    let words: Vec<&str> = phrase.split_whitespace().collect();
    if !opens_a_clause(words.first().copied().unwrap_or_default()) {
        return phrase.to_owned();
    }
    match words.get(1).map(|word| word.to_lowercase()).as_deref() {
        Some("my" | "our" | "the") if words.len() > 3 => without_sign(&words[1..3].join(" ")),
        Some("i" | "we") | None => String::new(),
        Some(_) => {
            let name: Vec<&str> =
                words[1..].iter().take_while(|word| word.starts_with(char::is_uppercase)).copied().collect();
            without_sign(&name.join(" "))
        }
    }
}

fn without_sign(name: &str) -> String {
    name.trim_end_matches("'s").trim_end_matches("\u{2019}s").to_owned()
}

/// Whose timeline a value stands in, as a phrase names it: the teller's, the project's, a thing's.
pub(super) fn subject_of(phrase: &str) -> String {
    let first = phrase.split_whitespace().next().unwrap_or_default();
    let owner = match phrase.to_ascii_lowercase().find(" of ") {
        Some(at) => phrase[at + 4..].to_owned(),
        None if opens_a_clause(first) => owner_of(&End::Phrase(phrase.to_owned())),
        None => String::new(),
    };
    let teller = phrase.split_whitespace().any(|word| matches!(word, "I" | "i"));
    match owner.strip_prefix("my ") {
        Some(own) => format!("user's {own}"),
        None if owner.is_empty() && (first == "my" || teller) => "user".to_owned(),
        None if owner.is_empty() => "project".to_owned(),
        None => ["the ", "our "]
            .iter()
            .fold(owner.as_str(), |o, article| o.strip_prefix(article).unwrap_or(o))
            .to_owned(),
    }
}

/// A phrase of the teller as it names him to others: "the rent of Nuala" of "my rent", "where Nuala
/// lives" of "where I live".
pub(super) fn spoken_of(phrase: &str, speaker: &str) -> String {
    let name = speaker.trim();
    if let Some(noun) = phrase.strip_prefix("my ") {
        return format!("the {noun} of {name}");
    }
    let mut words: Vec<String> = Vec::new();
    let mut after_teller = false;
    for word in phrase.split_whitespace() {
        let written = match word {
            "I" | "i" => name.to_owned(),
            "my" => format!("{name}'s"),
            "am" if after_teller => "is".to_owned(),
            "have" if after_teller => "has".to_owned(),
            verb if after_teller && (verb.ends_with("ch") || verb.ends_with("sh") || verb.ends_with('o')) => {
                format!("{verb}es")
            }
            verb if after_teller && verb.chars().all(|c| c.is_ascii_lowercase()) => format!("{verb}s"),
            _ => word.to_owned(),
        };
        after_teller = matches!(word, "I" | "i");
        words.push(written);
    }
    words.join(" ")
}

/// A phrase with its pronoun written out; nothing where it has none.
fn with_owner(phrase: &str, owner: &str) -> Option<String> {
    if owner.is_empty() || points_back(owner) {
        return None;
    }
    let owner = match owner.split_once(' ') {
        Some((first @ ("My" | "Our" | "The"), rest)) => format!("{} {rest}", first.to_lowercase()),
        _ => owner.to_owned(),
    };
    let words: Vec<&str> = phrase.split_whitespace().collect();
    let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let first = lower.first()?.as_str();
    if matches!(first, "its" | "his" | "her" | "their") && words.len() > 1 {
        return Some(format!("the {} of {owner}", words[1..].join(" ")));
    }
    // "where his office is".
    if opens_a_clause(first) {
        let own = lower.iter().position(|word| matches!(word.as_str(), "its" | "his" | "their" | "her"));
        if let Some(at) = own.filter(|at| at + 1 < words.len()) {
            let (before, after) = (words[..at].join(" "), words[at + 1..].join(" "));
            return Some(format!("{before} {owner}'s {after}"));
        }
    }
    // "the size of its pool", "the price of it".
    let inside = lower.iter().position(|word| matches!(word.as_str(), "its" | "his" | "their" | "her"));
    if let Some(at) = inside.filter(|at| at + 1 < words.len()) {
        let (before, after) = (words[..at].join(" "), words[at + 1..].join(" "));
        return Some(format!("{before} the {after} of {owner}"));
    }
    let subject = lower.iter().position(|word| matches!(word.as_str(), "it" | "he" | "she" | "they"))?;
    if subject + 1 == words.len() && subject > 1 && lower[subject - 1] == "of" {
        return Some(format!("{} {owner}", words[..subject].join(" ")));
    }
    (subject > 0 && subject + 1 < words.len())
        .then(|| format!("{} {owner} {}", words[..subject].join(" "), words[subject + 1..].join(" ")))
}

/// A phrase as the question that asks for it.
pub(super) fn question_of(phrase: &str) -> String {
    let words: Vec<&str> = phrase.split_whitespace().collect();
    let lower: Vec<String> = words.iter().map(|w| w.to_lowercase()).collect();
    if !lower.first().is_some_and(|first| is_question_word(first)) {
        return format!("What is {phrase}?");
    }
    let Some((last, rest)) = words.split_last() else { return format!("{phrase}?") };
    // "what the region is": the verb comes forward.
    if matches!(lower[words.len() - 1].as_str(), "is" | "are") && rest.len() > 1 {
        return format!("{} {last} {}?", rest[0], rest[1..].join(" "));
    }
    let person = lower.iter().position(|w| matches!(w.as_str(), "i" | "we" | "they" | "you"));
    match person {
        Some(at) if lower.get(at + 1).is_some_and(|w| matches!(w.as_str(), "am" | "are" | "have")) => {
            let mut asked: Vec<&str> = words[..at].to_vec();
            asked.extend([words[at + 1], words[at]]);
            asked.extend(&words[at + 2..]);
            format!("{}?", asked.join(" "))
        }
        Some(at) => format!("{} do {}?", words[..at].join(" "), words[at..].join(" ")),
        None => of_third_person(&words, &lower).unwrap_or_else(|| format!("{phrase}?")),
    }
}

/// "where my sister lives", "which port the relay runs on": a helper comes forward, and the verb is
/// bare.
fn of_third_person(words: &[&str], lower: &[String]) -> Option<String> {
    let determined = |word: &str| matches!(word, "the" | "my" | "our" | "his" | "her" | "its" | "their");
    let subject =
        (1..words.len()).find(|&at| determined(&lower[at]) || words[at].starts_with(char::is_uppercase))?;
    let verb = (subject + 1..words.len())
        .rev()
        .find(|&at| lower[at].ends_with('s') && !lower[at].ends_with("ss") && !lower[at].ends_with("'s"))?;
    let opening = words[..subject].join(" ");
    let thing = words[subject..verb].join(" ");
    let rest = words[verb + 1..].join(" ");
    let asked = match lower[verb].as_str() {
        "is" => format!("{opening} is {thing} {rest}"),
        word => format!("{opening} does {thing} {} {rest}", bare_verb(word)),
    };
    Some(format!("{}?", asked.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_asked_for() {
        for (phrase, question) in [
            ("where I live", "where do I live?"),
            ("what the region is", "what is the region?"),
            ("which plan we are on", "which plan are we on?"),
            ("my address", "What is my address?"),
            ("where my sister lives", "where does my sister live?"),
            ("which port the relay runs on", "which port does the relay run on?"),
            ("who Piet reports to", "who does Piet report to?"),
        ] {
            assert_eq!(question_of(phrase), question);
        }
    }

    #[test]
    fn pronouns_stand_for_whose_the_value_is() {
        let owner = |phrase: &str| owner_of(&End::Phrase(phrase.to_owned()));
        assert_eq!(owner("the timeout of the billing API"), "the billing API");
        assert_eq!(owner("the rent of my sister"), "my sister");
        assert_eq!(owner("my commute"), "my commute");
        assert_eq!(owner("where my sister lives"), "my sister");
        assert_eq!(owner("where Mia Holm lives"), "Mia Holm");
        assert_eq!(owner("where I live"), "");
        for (phrase, written) in [
            ("its database", Some("the database of the relay")),
            ("the size of its pool", Some("the size of the pool of the relay")),
            ("where it runs", Some("where the relay runs")),
            ("the version of it", Some("the version of the relay")),
            ("the weather", None),
            ("its", None),
            ("", None),
        ] {
            assert_eq!(with_owner(phrase, "the relay").as_deref(), written, "{phrase}");
        }
    }

    #[test]
    fn phrases_stand_by_themselves() {
        let before = Before { owner: "Ivo".into(), told: None };
        for (phrase, written) in [
            ("My rent", "my rent"),
            ("Ivo's commute", "the commute of Ivo"),
            ("my sister's rent", "the rent of my sister"),
            ("his address", "the address of Ivo"),
            ("where he lives", "where Ivo lives"),
            ("where his office is", "where Ivo's office is"),
            ("The size of the pool", "the size of the pool"),
            ("Rent", "the Rent"),
            ("where I live", "where I live"),
            ("the ward I'm on", "my ward"),
            ("the hall we get, really", "our hall"),
            ("the car he has", "the car of Ivo"),
            ("Grandma's diet", "the diet of my grandmother"),
            ("the key we sing the Ave Maria in", "the key we sing the Ave Maria in"),
        ] {
            assert_eq!(said(phrase, &before).as_deref(), Some(written), "{phrase}");
        }
        let nobody = Before { owner: String::new(), told: None };
        assert_eq!(said("his address", &nobody), None);
        assert_eq!(parted("its region and on the plan"), ["its region", "the plan"]);
        assert_eq!(parted("where I live"), ["where I live"]);
        assert_eq!(parted("zone and plan"), ["zone", "plan"]);
        assert_eq!(parted("Marks and Spencer"), ["Marks and Spencer"]);
    }

    #[test]
    fn phrases_have_an_owner_and_a_speaker() {
        for (phrase, subject) in [
            ("my rent", "user"),
            ("where I live", "user"),
            ("the rent of my sister", "user's sister"),
            ("the endpoint of the shop", "shop"),
            ("the endpoint", "project"),
            ("our budget", "project"),
            ("where Ivo lives", "Ivo"),
            ("who Ivo's nurse is", "Ivo"),
        ] {
            assert_eq!(subject_of(phrase), subject, "{phrase}");
        }
        assert_eq!(spoken_of("my rent", "Nuala"), "the rent of Nuala");
        assert_eq!(spoken_of("where I live", "Nuala"), "where Nuala lives");
        assert_eq!(spoken_of("the rent of my sister", "Nuala"), "the rent of Nuala's sister");
        assert_eq!(spoken_of("the region", "Nuala"), "the region");
    }
}
