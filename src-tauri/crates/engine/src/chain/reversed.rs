//! Questions from a value to what has it: "which service listens on port 7443", "who lives in
//! Madrid", "whose number is 555-0199", "what does Ana own". One step, backwards.

use memstrata_extract::{QueryKey, ValueType};

use super::grammar::{is_article, is_be, is_doing};
use super::ground::{Ground, Step, Thing};
use super::phrase::Kind;
use super::pieces::Piece;
use super::steps::{lower, of_phrase};
use super::telling::written;
use super::walk::Path;
use crate::Error;

/// The most words of the noun of a question phrase ("which staging service").
const NOUN: usize = 3;

impl Ground<'_> {
    /// What has the one thing of the question as its value, where that is what is asked.
    pub(super) fn reversed(&mut self, pieces: &[Piece], thing: &Thing) -> Result<Option<Path>, Error> {
        self.gate = self.times.of_rest(pieces, true);
        let at = std::slice::from_ref(thing);
        let mut best: Option<Step> = None;
        for (head, kind) in kinds(pieces) {
            let asked = of_phrase(&kind, thing.form);
            let step = self.step(at, &asked, &head)?;
            let fits = step.inverse
                && step.score >= QueryKey::ENOUGH
                && !step.found.is_empty()
                && !self.asks_besides(&asked, thing.form, &step);
            if fits && best.as_ref().is_none_or(|other| step.score > other.score) {
                best = Some(step);
            }
        }
        if best.is_none() {
            let words: Vec<String> = pieces.iter().map(lower).collect();
            best = match bearing(&words, pieces) {
                Some(types) => Some(self.bearers(thing, types)?).filter(|step| !step.found.is_empty()),
                None => None,
            };
        }
        Ok(best.map(|step| {
            let mut path = Path::default();
            path.take(written(pieces, at), step);
            path
        }))
    }
}

/// Numbers and addresses by which somebody is reached; machines on which something runs.
const OF_SOMEBODY: &[ValueType] = &[ValueType::Phone, ValueType::Email, ValueType::Identifier];
const OF_SOMETHING: &[ValueType] = &[ValueType::Host, ValueType::Ip, ValueType::Url];

/// The types of value that a question asks for the bearer of in words that no relation has: "who
/// has 555-0199", "what runs on cache-07".
fn bearing(words: &[String], pieces: &[Piece]) -> Option<&'static [ValueType]> {
    let place = pieces.iter().position(|piece| matches!(piece, Piece::Thing(_)))?;
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let before = words.get(..place)?;
    let number = |noun: &[&str]| {
        noun.iter().all(|word| {
            matches!(
                *word,
                "the" | "phone" | "number" | "telephone" | "mobile" | "email" | "address" | "mail" | "e-mail"
            )
        })
    };
    match (before, words.get(place + 1..)?) {
        (["who", "has" | "had" | "owns" | "owned" | "uses" | "used" | "got", noun @ ..], _)
            if number(noun) =>
        {
            Some(OF_SOMEBODY)
        }
        (["whose", noun @ .., "is" | "was"], _) if number(noun) => Some(OF_SOMEBODY),
        (["who", "does" | "did"], ["belong", "to", ..]) => Some(OF_SOMEBODY),
        (["what" | "which", .., verb, "on" | "at" | "in"], _)
            if matches!(
                *verb,
                "runs" | "run" | "ran" | "running" | "is" | "was" | "hosted" | "sits" | "lives" | "deployed"
            ) =>
        {
            Some(OF_SOMETHING)
        }
        _ => None,
    }
}

/// The ways to read a question as one about what has its thing as a value, with the noun of each.
fn kinds(pieces: &[Piece]) -> Vec<(String, Kind)> {
    let words: Vec<String> = pieces.iter().map(lower).collect();
    let Some(place) = pieces.iter().position(|piece| matches!(piece, Piece::Thing(_))) else {
        return Vec::new();
    };
    let Some(first) = words.first().map(String::as_str) else { return Vec::new() };
    let (before, after) = (&words[1.min(place)..place], &words[place + 1..]);
    let joined = |words: &[String]| words.join(" ");
    if let Some(helper) = before.iter().position(|word| is_doing(word)) {
        // "What does Ana own", "which service does Ana own".
        let alone =
            helper + 1 == before.len() || is_article(&before[helper + 1]) && helper + 2 == before.len();
        if !alone || !matches!(first, "what" | "which" | "who" | "whom") || after.iter().any(String::is_empty)
        {
            return Vec::new();
        }
        let head = joined(&before[..helper]);
        let kind = Kind::Subject { head: head.clone(), clause: after.to_vec() };
        return if after.is_empty() { Vec::new() } else { vec![(head, kind)] };
    }
    let still = |word: &String| matches!(word.as_str(), "now" | "currently" | "today");
    if !after.iter().all(still) {
        return Vec::new();
    }
    let before = match before.split_last() {
        Some((last, rest)) if is_article(last) => rest,
        _ => before,
    };
    // "What about Ana": with no words between, nothing is said that Ana could be the value of.
    if before.is_empty() || before.iter().any(String::is_empty) {
        return Vec::new();
    }
    match first {
        "whose" => match before.split_last() {
            Some((be, noun)) if is_be(be) && !noun.is_empty() => {
                vec![(String::new(), Kind::Whose { head: String::new(), noun: joined(noun) })]
            }
            _ => Vec::new(),
        },
        "who" if before.len() > 1 || before.first().is_some_and(|word| !is_be(word)) => {
            vec![(String::new(), Kind::Object { head: "person".to_owned(), clause: joined(before) })]
        }
        "what" | "which" => {
            let least = usize::from(first == "which");
            (least..=NOUN.min(before.len() - 1))
                .filter(|cut| before.len() - cut > 1 || !is_be(&before[*cut]))
                .map(|cut| {
                    let head = joined(&before[..cut]);
                    let noun = if head.is_empty() { "thing".to_owned() } else { head.clone() };
                    (head, Kind::Object { head: noun, clause: joined(&before[cut..]) })
                })
                .collect()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(question: &str) -> Vec<Kind> {
        let pieces: Vec<Piece> = question
            .split(' ')
            .map(|w| if w == "X" { Piece::Thing(0) } else { Piece::Word(w.to_owned()) })
            .collect();
        kinds(&pieces).into_iter().map(|(_, kind)| kind).collect()
    }

    #[test]
    fn a_value_may_end_the_question_or_own_what_is_asked() {
        let object = |head: &str, clause: &str| Kind::Object { head: head.into(), clause: clause.into() };
        assert_eq!(read("Who lives in X"), [object("person", "lives in")]);
        assert!(read("Which service listens on port X").contains(&object("service", "listens on port")));
        assert!(read("What runs on the X now").contains(&object("thing", "runs on")));
        assert_eq!(
            read("Whose phone number is X"),
            [Kind::Whose { head: String::new(), noun: "phone number".into() }]
        );
        assert_eq!(
            read("Which service does X own"),
            [Kind::Subject { head: "service".into(), clause: vec!["own".into()] }]
        );
    }

    #[test]
    fn who_bears_a_number_and_what_runs_on_a_machine() {
        let types = |question: &str| {
            let pieces: Vec<Piece> = question
                .split(' ')
                .map(|w| if w == "X" { Piece::Thing(0) } else { Piece::Word(w.to_owned()) })
                .collect();
            bearing(&pieces.iter().map(lower).collect::<Vec<_>>(), &pieces)
        };
        for question in
            ["Who has X", "Who has the phone number X", "Whose number was X", "Who does X belong to"]
        {
            assert_eq!(types(question), Some(OF_SOMEBODY), "{question}");
        }
        for question in ["What runs on X", "Which service ran on X", "What is hosted at X"] {
            assert_eq!(types(question), Some(OF_SOMETHING), "{question}");
        }
        for question in ["Who is X", "Who has the keys of X", "What is X", "Where is X", "X"] {
            assert_eq!(types(question), None, "{question}");
        }
    }

    #[test]
    fn who_somebody_is_and_where_something_is_are_no_such_questions() {
        for question in [
            "Who is X",
            "What is X",
            "Where is X",
            "X",
            "Which port does X",
            "",
            "Who is the X",
            "What X",
            "What the X",
            "Which X",
            "What X now",
            "Whose X",
            "Who X",
            "Which the X",
        ] {
            assert_eq!(read(question), [], "{question}");
        }
    }
}
