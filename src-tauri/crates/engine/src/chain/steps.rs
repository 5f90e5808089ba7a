//! What one step of a chain asks, as plain questions about a name that no lexicon has: the reader
//! of single questions then tells which relation is meant, whatever the thing itself is called.
//! *Forward* questions ask for a value of the thing; *inverse* ones for what has the thing as its
//! value.

use memstrata_extract::query::stems;

use super::grammar::{is_be, is_helper, is_preposition};
use super::phrase::Kind;
use super::pieces::{Form, Piece};

/// The questions of a step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Asked {
    pub forward: Vec<String>,
    pub inverse: Vec<String>,
}

const NAME: &str = Form::NAME;

/// The questions of a phrase about a thing.
pub(super) fn of_phrase(kind: &Kind, form: Form) -> Asked {
    let (subject, object) = (form.as_subject(), form.as_object());
    match kind {
        Kind::Noun { noun, preposition, after } => {
            let phrase = if after.is_empty() {
                form.with_noun(noun, preposition)
            } else {
                format!("the {noun} {preposition} the {NAME} {after}")
            };
            let mut forward = vec![format!("What is {phrase}?"), format!("Who is {phrase}?")];
            if is_place(noun) {
                forward.push(format!("Where does {subject} live?"));
                forward.push(format!("Where is {subject} located?"));
            }
            Asked { forward, inverse: Vec::new() }
        }
        Kind::Object { head, clause } => Asked {
            forward: vec![
                format!("Who {clause} {object}?"),
                format!("Which {head} {clause} {object}?"),
                format!("What {clause} {object}?"),
            ],
            inverse: with_gap(&split(clause)),
        },
        Kind::Subject { head, clause } => about_subject(head, clause, subject),
        Kind::Same => Asked::default(),
        Kind::Whose { noun, .. } => Asked {
            forward: Vec::new(),
            inverse: vec![format!("What is the {noun} of {NAME}?"), format!("Who is the {noun} of {NAME}?")],
        },
        Kind::Participle { head, clause } => {
            let words = split(clause);
            let mut inverse = with_gap(&[vec!["is".to_owned()], words.clone()].concat());
            if let Some((last, verb)) = words.split_last()
                && last == "by"
            {
                inverse.push(format!("Who {} {NAME}?", verb.join(" ")));
            }
            let be = if form == Form::Named { "is" } else { "are" };
            Asked {
                forward: vec![
                    format!("Which {head} {be} {subject} {clause}?"),
                    format!("What {be} {subject} {clause}?"),
                ],
                inverse,
            }
        }
    }
}

/// "Anna owns", "X was born in".
fn about_subject(head: &str, clause: &[String], subject: &str) -> Asked {
    let Some((first, rest)) = clause.split_first() else { return Asked::default() };
    let rest = rest.join(" ");
    let lower = first.to_lowercase();
    // "That she is" says nothing of her by itself.
    if is_helper(&lower) && rest.is_empty() {
        return Asked::default();
    }
    if is_helper(&lower) {
        let forward = ["What", "Who", "Where"]
            .into_iter()
            .map(|word| format!("{word} {first} {subject} {rest}?"))
            .chain(std::iter::once(format!("Which {head} {first} {subject} {rest}?")))
            .collect();
        let inverse = if is_be(&lower) { vec![format!("Who {first} {rest} {NAME}?")] } else { Vec::new() };
        return Asked { forward, inverse };
    }
    let base = base_form(first);
    let helper = if subject == NAME { "does" } else { "do" };
    Asked {
        forward: vec![
            format!("Which {head} {helper} {subject} {base} {rest}?"),
            format!("What {helper} {subject} {base} {rest}?"),
            format!("Where {helper} {subject} {base}?"),
        ],
        inverse: vec![format!("Who {first} {rest} {NAME}?"), format!("What {first} {rest} {NAME}?")],
    }
}

/// The questions of what is left of a question about one thing.
pub(super) fn of_rest(pieces: &[Piece], form: Form) -> Asked {
    let mut text = String::new();
    let mut after: Vec<String> = Vec::new();
    let mut seen = false;
    for (place, piece) in pieces.iter().enumerate() {
        let next_is_genitive = pieces.get(place + 1) == Some(&Piece::Genitive);
        match piece {
            Piece::Word(word) => {
                text.push(' ');
                text.push_str(word);
                if seen {
                    after.push(word.clone());
                }
            }
            Piece::Genitive if form == Form::Named => text.push_str("'s"),
            Piece::Genitive => {}
            Piece::Break => text.push(','),
            Piece::Thing(_) => {
                seen = true;
                text.push(' ');
                text.push_str(match (form, next_is_genitive, place) {
                    (Form::Asker, true, _) => "my",
                    (Form::Askers, true, _) => "our",
                    _ => form.as_subject(),
                });
            }
        }
    }
    let words: Vec<String> = pieces.iter().map(lower).collect();
    let helped = words.iter().any(|w| matches!(w.as_str(), "do" | "does" | "did"));
    // "Whom does she report to" has no such inverse: "who reports to her" asks for others.
    let hangs = after.last().is_some_and(|word| is_preposition(&word.to_lowercase()));
    let inverse = if helped && !after.is_empty() && !hangs {
        vec![format!("Who {} {NAME}?", after.join(" "))]
    } else {
        Vec::new()
    };
    Asked { forward: vec![format!("{}?", text.trim())], inverse }
}

/// Questions for what a clause without its object says: "is written by", "runs on".
fn with_gap(words: &[String]) -> Vec<String> {
    let Some((first, rest)) = words.split_first() else { return Vec::new() };
    let bare = match rest.split_last() {
        Some((last, bare)) if is_preposition(last) => bare.join(" "),
        _ => rest.join(" "),
    };
    let rest = rest.join(" ");
    if is_be(&first.to_lowercase()) {
        return vec![
            format!("What {first} {NAME} {rest}?"),
            format!("Who {first} {NAME} {rest}?"),
            format!("Where {first} {NAME} {bare}?"),
        ];
    }
    let base = base_form(first);
    vec![
        format!("What does {NAME} {base} {rest}?"),
        format!("Who does {NAME} {base} {rest}?"),
        format!("Where does {NAME} {base} {bare}?"),
    ]
}

/// Whether nothing is left to ask of the thing: what it was found to be is the answer.
pub(super) fn is_answered(pieces: &[Piece], last_is_place: bool) -> bool {
    let words: Vec<String> = pieces.iter().map(lower).filter(|w| !w.is_empty()).collect();
    let frame = |word: &str| {
        is_helper(word)
            || matches!(
                word,
                "what"
                    | "who"
                    | "which"
                    | "the"
                    | "a"
                    | "name"
                    | "names"
                    | "of"
                    | "tell"
                    | "me"
                    | "give"
                    | "show"
                    | "please"
                    | "now"
                    | "currently"
                    | "today"
                    | "current"
                    | "value"
                    | "called"
                    | "when"
                    | "since"
                    | "change"
                    | "changed"
                    | "how"
                    | "evolved"
                    | "evolve"
                    | "history"
                    | "previous"
                    | "before"
                    | "then"
                    | "and"
                    | "so"
                    | "again"
                    | "at"
                    | "moment"
                    | "present"
                    | "list"
                    | "all"
                    | "find"
                    | "know"
                    | "do"
                    | "you"
                    | "whom"
                    | "mr"
                    | "mrs"
                    | "ms"
                    | "dr"
            )
    };
    let place = |word: &str| {
        last_is_place
            && matches!(
                word,
                "where"
                    | "located"
                    | "based"
                    | "situated"
                    | "found"
                    | "in"
                    | "city"
                    | "town"
                    | "place"
                    | "at"
                    | "to"
            )
    };
    let kind = |at: usize, word: &str| {
        at > 0
            && matches!(words[at - 1].as_str(), "which" | "what")
            && matches!(
                word,
                "person"
                    | "man"
                    | "woman"
                    | "company"
                    | "organisation"
                    | "organization"
                    | "city"
                    | "town"
                    | "country"
                    | "place"
                    | "language"
                    | "university"
                    | "team"
                    | "product"
                    | "service"
                    | "people"
            )
            && words.get(at + 1).is_some_and(|next| is_be(next))
    };
    words.iter().enumerate().all(|(at, word)| frame(word) || place(word) || kind(at, word))
}

pub(super) fn is_place(noun: &str) -> bool {
    let noun = noun.to_lowercase();
    let last = noun.split(' ').next_back().unwrap_or_default();
    matches!(last, "city" | "town" | "home" | "location" | "place" | "whereabouts" | "residence")
}

fn base_form(word: &str) -> String {
    stems(word).into_iter().next().unwrap_or_else(|| word.to_lowercase())
}

fn split(words: &str) -> Vec<String> {
    words.split(' ').map(str::to_owned).collect()
}

/// The word of a piece in small letters; nothing for a name.
pub(super) fn lower(piece: &Piece) -> String {
    match piece {
        Piece::Word(word) => word.to_lowercase(),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_asks_plainly() {
        let noun = Kind::Noun { noun: "owner".into(), preposition: "of".into(), after: String::new() };
        assert_eq!(of_phrase(&noun, Form::Named).forward[0], "What is the owner of Qorvex?");
        assert_eq!(of_phrase(&noun, Form::Asker).forward[1], "Who is my owner?");
        let clause = Kind::Subject { head: "service".into(), clause: vec!["owns".into()] };
        let asked = of_phrase(&clause, Form::Named);
        assert_eq!(asked.forward[0], "Which service does Qorvex own ?");
        assert_eq!(asked.inverse[0], "Who owns  Qorvex?");
        let born =
            Kind::Subject { head: "city".into(), clause: vec!["was".into(), "born".into(), "in".into()] };
        assert!(of_phrase(&born, Form::Named).forward.contains(&"Which city was Qorvex born in?".to_owned()));
    }

    #[test]
    fn a_thing_that_is_all_that_is_asked_is_the_answer() {
        let pieces = |words: &str| -> Vec<Piece> {
            words
                .split(' ')
                .map(|w| if w == "X" { Piece::Thing(0) } else { Piece::Word(w.to_owned()) })
                .collect()
        };
        assert!(is_answered(&pieces("Who is X"), false));
        assert!(is_answered(&pieces("Which city is X"), false));
        assert!(is_answered(&pieces("Tell me the name of X"), false));
        assert!(is_answered(&pieces("Where is X located"), true));
        assert!(!is_answered(&pieces("Where is X"), false));
        assert!(!is_answered(&pieces("Which nationality is X"), false));
        assert!(!is_answered(&pieces("Where does X live"), true));
    }
}
