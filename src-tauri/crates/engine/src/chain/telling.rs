//! A step of a chain in words, for the reader of its answer.

use super::ground::Thing;
use super::phrase::Kind;
use super::pieces::{Form, Piece};

fn shown(things: &[Thing]) -> String {
    let names: Vec<&str> = things.iter().take(3).map(|thing| thing.shown.as_str()).collect();
    names.join(" or ")
}

/// A step in words: "author of The Witcher".
pub(super) fn describe(kind: &Kind, things: &[Thing]) -> String {
    let name = shown(things);
    match kind {
        Kind::Noun { noun, after, .. } if things.first().is_some_and(|t| t.form != Form::Named) => {
            format!("{name} {noun} {after}").trim().to_owned()
        }
        Kind::Noun { noun, preposition, after } => {
            format!("{noun} {preposition} {name} {after}").trim().to_owned()
        }
        Kind::Same => name,
        Kind::Object { head, clause } => format!("{head} that {clause} {name}"),
        Kind::Subject { head, clause } => format!("{head} that {name} {}", clause.join(" ")),
        Kind::Whose { head, noun } => format!("{head} whose {noun} is {name}"),
        Kind::Participle { head, clause } => format!("{head} {clause} {name}"),
    }
}

/// What is left of the question, with the thing's own name: a question by itself.
pub(super) fn written(pieces: &[Piece], things: &[Thing]) -> String {
    let mut text = String::new();
    for piece in pieces {
        match piece {
            Piece::Word(word) => {
                text.push(' ');
                text.push_str(word);
            }
            Piece::Genitive => text.push_str("'s"),
            Piece::Break => text.push(','),
            Piece::Thing(_) => {
                text.push(' ');
                text.push_str(&shown(things));
            }
        }
    }
    format!("{}?", text.trim())
}
