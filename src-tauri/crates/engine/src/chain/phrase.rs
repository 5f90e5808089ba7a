//! The phrases of a question that stand for something else ("the owner of X", "X's manager", "the
//! service that Anna owns"). Which of these mean a fact of the ledger is [`super::walk`]'s.

use memstrata_extract::query::stems;

use super::grammar::{is_article, is_be, is_bound, is_doing, is_helper, is_preposition, is_relative};
use super::pieces::Piece;

/// The most words of a noun between its article and its preposition.
const NOUN: usize = 6;
/// The most words of a clause after the thing it is about.
const CLAUSE: usize = 6;

/// A phrase that may stand for something else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reference {
    /// The pieces that it covers.
    pub first: usize,
    pub last: usize,
    pub thing: usize,
    pub kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// "the owner of X", "X's owner"; what follows the thing ("the head of the X government").
    Noun { noun: String, preposition: String, after: String },
    /// "the company that makes X": the thing is the object of a clause about the head.
    Object { head: String, clause: String },
    /// "the service that Anna owns", "the city X was born in": the thing is its subject.
    Subject { head: String, clause: Vec<String> },
    /// "the service whose owner is Anna".
    Whose { head: String, noun: String },
    /// "the person who is X".
    Same,
    /// "the book written by X", "the sport associated with X".
    Participle { head: String, clause: String },
}

/// The phrases around single things, tightest first.
pub(super) fn references(pieces: &[Piece], is_speaker: &dyn Fn(usize) -> bool) -> Vec<Reference> {
    let mut out = Vec::new();
    for (at, piece) in pieces.iter().enumerate() {
        let Piece::Thing(thing) = piece else { continue };
        genitives(pieces, at, *thing, &mut out);
        nouns(pieces, at, *thing, &mut out);
        clauses(pieces, at, *thing, is_speaker, &mut out);
    }
    out
}

fn word(piece: Option<&Piece>) -> Option<&str> {
    match piece {
        Some(Piece::Word(word)) => Some(word),
        _ => None,
    }
}

fn lower(piece: Option<&Piece>) -> String {
    word(piece).map(str::to_lowercase).unwrap_or_default()
}

fn joined(pieces: &[Piece]) -> String {
    pieces.iter().filter_map(|piece| word(Some(piece))).collect::<Vec<_>>().join(" ")
}

/// "X's manager": one to four words after the genitive.
fn genitives(pieces: &[Piece], at: usize, thing: usize, out: &mut Vec<Reference>) {
    if pieces.get(at + 1) != Some(&Piece::Genitive) {
        return;
    }
    for last in at + 2..(at + 7).min(pieces.len()) {
        let next = lower(pieces.get(last));
        // "Place of death", "head of state".
        let inner = next == "of" && last > at + 2 && !is_bound(&lower(pieces.get(last + 1)));
        if next.is_empty() || (is_bound(&next) && !inner) {
            break;
        }
        if inner {
            continue;
        }
        let kind = Kind::Noun {
            noun: joined(&pieces[at + 2..=last]),
            preposition: "of".to_owned(),
            after: String::new(),
        };
        out.push(Reference { first: at, last, thing, kind });
    }
}

/// "the owner of X", "the head of state in X", "the head of the X government".
fn nouns(pieces: &[Piece], at: usize, thing: usize, out: &mut Vec<Reference>) {
    if pieces.get(at + 1) == Some(&Piece::Genitive) {
        return;
    }
    let mut end = at;
    if is_article(&lower(at.checked_sub(1).and_then(|i| pieces.get(i)))) {
        end -= 1;
    }
    let Some(place) = end.checked_sub(1) else { return };
    let preposition = lower(pieces.get(place));
    if !is_preposition(&preposition) {
        return;
    }
    let mut first = None;
    for start in (place.saturating_sub(NOUN)..place).rev() {
        let here = lower(pieces.get(start));
        if here == "the" {
            first = Some((start, start + 1));
            break;
        }
        if here.is_empty() || (is_bound(&here) && here != "of" && here != "in") {
            // "citizenship of X" at the start of a question needs no article.
            if preposition == "of" && start + 1 < place && !is_article(&here) {
                first = Some((start + 1, start + 1));
            }
            break;
        }
        if start == 0 && preposition == "of" {
            first = Some((0, 0));
        }
    }
    let Some((first, noun)) = first.filter(|(_, noun)| *noun < place) else { return };
    let noun = joined(&pieces[noun..place]);
    for last in at..=(at + 1).min(pieces.len() - 1) {
        let after = if last == at { String::new() } else { joined(&pieces[last..=last]) };
        // "The CEO of X married to …" goes on with a verb.
        if last > at && (after.is_empty() || is_bound(&after.to_lowercase()) || after.ends_with("ed")) {
            break;
        }
        let kind = Kind::Noun { noun: noun.clone(), preposition: preposition.clone(), after };
        out.push(Reference { first, last, thing, kind });
    }
}

/// Relative clauses, with and without their pronoun, and participles.
fn clauses(
    pieces: &[Piece],
    at: usize,
    thing: usize,
    is_speaker: &dyn Fn(usize) -> bool,
    out: &mut Vec<Reference>,
) {
    // The article before the thing is its own ("that runs the gateway").
    let before = if is_article(&lower(at.checked_sub(1).and_then(|i| pieces.get(i)))) { at - 1 } else { at };
    let pronoun = (before.saturating_sub(CLAUSE + 1)..before)
        .rev()
        .take_while(|i| matches!(pieces[*i], Piece::Word(_)))
        .find(|i| *i > 0 && is_relative(&lower(pieces.get(*i))))
        // "Who runs the company X works for": the inner phrase first.
        .filter(|i| !pieces[*i + 1..before].iter().any(|p| is_article(&lower(Some(p)))));
    let Some(pronoun) = pronoun else {
        bare_clauses(pieces, (at, before), thing, is_speaker, out);
        return;
    };
    // "the city in which X was born".
    let fronted = lower(pieces.get(pronoun - 1));
    let fronted = is_preposition(&fronted).then_some(fronted);
    let noun_end = if fronted.is_some() { pronoun - 1 } else { pronoun };
    let Some((first, head)) = head_before(pieces, noun_end) else { return };
    if lower(pieces.get(pronoun)) == "whose" {
        let end = (pronoun + 1..before).find(|i| is_be(&lower(pieces.get(*i))));
        if let Some(end) = end.filter(|end| *end > pronoun + 1) {
            let noun = joined(&pieces[pronoun + 1..end]);
            out.push(Reference { first, last: at, thing, kind: Kind::Whose { head, noun } });
        }
        return;
    }
    if before > pronoun + 1 {
        let clause = joined(&pieces[pronoun + 1..before]);
        // "The person who is X" is X.
        let kind = if is_be(&clause.to_lowercase()) { Kind::Same } else { Kind::Object { head, clause } };
        out.push(Reference { first, last: at, thing, kind });
        return;
    }
    subject_clauses(pieces, (first, at, thing), &head, fronted.as_deref(), out);
}

/// "the city X was born in", "the book written by X".
fn bare_clauses(
    pieces: &[Piece],
    (at, before): (usize, usize),
    thing: usize,
    is_speaker: &dyn Fn(usize) -> bool,
    out: &mut Vec<Reference>,
) {
    let Some(previous) = before.checked_sub(1) else { return };
    let here = lower(pieces.get(previous));
    // "Does the town library close", "where is the office wifi password written": after a helper,
    // what follows a name is its own verb only where it looks like one.
    let helped = pieces[..at].iter().any(|p| is_helper(&lower(Some(p))));
    let next = lower(pieces.get(at + 1));
    let finite = is_helper(&next)
        || next.ends_with('s') && !next.ends_with("ss")
        || next.ends_with("ed")
        || stems(&next).first().is_some_and(|stem| *stem != next);
    let own_verb = helped && !finite && !is_speaker(thing);
    if !is_preposition(&here)
        && !is_bound(&here)
        && !own_verb
        && let Some((first, head)) = head_before(pieces, before)
    {
        subject_clauses(pieces, (first, at, thing), &head, None, out);
    }
    // Article, head, participle, preposition.
    let start = (before.saturating_sub(NOUN)..before).rev().find(|i| lower(pieces.get(*i)) == "the");
    let Some(start) = start else { return };
    let words: Vec<String> = pieces[start + 1..before].iter().map(|p| lower(Some(p))).collect();
    if words.len() < 2 || words.iter().any(|w| w.is_empty() || is_relative(w) || w == "of") {
        return;
    }
    for cut in 1..words.len() {
        let clause = words[cut..].join(" ");
        if is_preposition(&words[cut]) && cut + 1 == words.len() {
            continue;
        }
        let kind = Kind::Participle { head: words[..cut].join(" "), clause };
        out.push(Reference { first: start, last: at, thing, kind });
    }
}

fn subject_clauses(
    pieces: &[Piece],
    (first, at, thing): (usize, usize, usize),
    head: &str,
    fronted: Option<&str>,
    out: &mut Vec<Reference>,
) {
    for last in at + 1..(at + 1 + CLAUSE).min(pieces.len()) {
        let Some(_) = word(pieces.get(last)) else { break };
        let mut clause: Vec<String> =
            pieces[at + 1..=last].iter().filter_map(|p| word(Some(p))).map(str::to_owned).collect();
        clause.extend(fronted.map(str::to_owned));
        let kind = Kind::Subject { head: head.to_owned(), clause };
        out.push(Reference { first, last, thing, kind });
    }
}

/// The article and the noun that end right before a piece.
fn head_before(pieces: &[Piece], end: usize) -> Option<(usize, String)> {
    for start in (end.saturating_sub(NOUN)..end).rev() {
        let here = lower(pieces.get(start));
        if matches!(here.as_str(), "the" | "a" | "an" | "which" | "what") {
            // The noun of a question phrase stays: "which city" is asked for, not named.
            let first = if is_article(&here) { start } else { return None };
            return (start + 1 < end).then(|| (first, joined(&pieces[start + 1..end])));
        }
        if here.is_empty() || is_bound(&here) {
            return None;
        }
    }
    None
}

/// Whether a question stands as one: "which port does X" lacks its verb.
pub(super) fn is_sound(pieces: &[Piece]) -> bool {
    let helped = pieces.iter().position(|p| is_doing(&lower(Some(p))));
    let thing = pieces.iter().rposition(|p| matches!(p, Piece::Thing(_)));
    let Some((helped, thing)) = helped.zip(thing) else { return true };
    helped > thing
        || pieces[thing + 1..].iter().any(|p| {
            let word = lower(Some(p));
            !word.is_empty() && !is_preposition(&word)
        })
}

#[cfg(test)]
mod tests {
    use super::super::pieces::{Candidate, Named, Words};
    use super::*;

    fn read(question: &str, names: &[&str]) -> (Vec<Piece>, Vec<Named>) {
        let words = Words::of(question);
        let known: Vec<Candidate> =
            words.candidates().into_iter().filter(|c| names.contains(&c.name.as_str())).collect();
        words.pieces(&known)
    }

    #[test]
    fn names_are_taken_whole() {
        let (pieces, named) = read(
            "Who is the spouse of the author of Lady Windermere's Fan?",
            &["lady windermere's fan", "fan"],
        );
        assert_eq!(named.len(), 1);
        assert_eq!(named[0].shown, "Lady Windermere's Fan");
        assert_eq!(pieces.last(), Some(&Piece::Thing(0)));
        let (pieces, named) = read("my sister's employer", &["user's sister"]);
        assert_eq!(named[0].name, "user's sister");
        assert_eq!(pieces, [Piece::Thing(0), Piece::Genitive, Piece::Word("employer".into())]);
        let (_, named) = read("Where is the capital of Chad?", &["capital", "chad"]);
        assert_eq!(named.iter().map(|n| n.name.as_str()).collect::<Vec<_>>(), ["chad"]);
    }

    #[test]
    fn phrases_are_found_in_their_forms() {
        let kinds = |question: &str, names: &[&str]| -> Vec<Kind> {
            references(&read(question, names).0, &|_| false).into_iter().map(|r| r.kind).collect()
        };
        let noun =
            |noun: &str| Kind::Noun { noun: noun.into(), preposition: "of".into(), after: String::new() };
        assert!(kinds("the citizenship of the author of X1", &["x1"]).contains(&noun("author")));
        assert!(kinds("What is X1's manager's city?", &["x1"]).contains(&noun("manager")));
        assert!(kinds("Where is my manager's city?", &[]).contains(&noun("manager")));
        let found = kinds("Which port does the service that Anna owns run on?", &["anna"]);
        assert!(found.contains(&Kind::Subject { head: "service".into(), clause: vec!["owns".into()] }));
        let found = kinds("Where does the CEO of the company that makes X1 live?", &["x1"]);
        assert!(found.contains(&Kind::Object { head: "company".into(), clause: "makes".into() }));
        let found = kinds("Who wrote the book in which X1 appears?", &["x1"]);
        assert!(
            found.contains(&Kind::Subject {
                head: "book".into(),
                clause: vec!["appears".into(), "in".into()]
            })
        );
        let found = kinds("Which team runs the service whose owner is Anna?", &["anna"]);
        assert!(found.contains(&Kind::Whose { head: "service".into(), noun: "owner".into() }));
        let found = kinds("What is the genre of the record performed by X1?", &["x1"]);
        assert!(found.contains(&Kind::Participle { head: "record".into(), clause: "performed by".into() }));
    }

    #[test]
    fn no_question_panics() {
        for question in
            ["", "?", "'s", "the of", "that", "the that X", "my", "of X of X's", "whose is X", "…’s"]
        {
            let (pieces, _) = read(question, &["x"]);
            let _ = references(&pieces, &|_| false);
        }
    }
}
