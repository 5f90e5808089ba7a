//! Attributes announced in one sentence and told in the next: "We have a band name!! Paper Otters",
//! "I've got a new dentist. Dr Weber".

use crate::attribute;
use crate::candidate::{Candidate, Relation};
use crate::fact::FoundOp;
use crate::lexicon::{Lexicon, RelationSpec};
use crate::phrase;
use crate::scene::Scene;
use crate::subject::Subject;
use crate::token::Token;
use crate::value::{self, ValueType};
use crate::words;

/// What a sentence announces.
#[derive(Clone, Debug)]
pub(crate) struct Announced {
    subject: Subject,
    spec: &'static RelationSpec,
    scope: Option<String>,
}

/// Whether a sentence says no more than that there is an attribute of the speakers.
pub(crate) fn read(lexicon: &'static Lexicon, tokens: &[Token<'_>], scene: &Scene<'_>) -> Option<Announced> {
    let lo = tokens
        .iter()
        .position(|t| t.is_content() && !words::is_filler(&t.lower) && !words::is_adverb(&t.lower))?;
    let subject = match tokens[lo].lower.as_str() {
        "i" => Subject::user(),
        "we" => scene.plural(),
        _ => return None,
    };
    let mut at = lo + 1;
    while tokens.get(at).is_some_and(|t| {
        t.any(&["have", "'ve", "got", "finally", "now", "found", "picked", "chose", "chosen"])
    }) {
        at += 1;
    }
    let article = tokens.get(at).is_some_and(|t| t.any(&["a", "an", "our", "my"]));
    let end = tokens.iter().rposition(Token::is_content)? + 1;
    if at == lo + 1 || !article || end <= at + 1 || end - at > 6 {
        return None;
    }
    let from = at + 1 + usize::from(tokens[at + 1].is("new"));
    let a = attribute::read(lexicon, tokens, from, end, scene)?;
    let spec = *a.known.first()?;
    let named = matches!(
        spec.value_type,
        ValueType::Identifier
            | ValueType::Person
            | ValueType::Organisation
            | ValueType::Product
            | ValueType::Text
    );
    (named && !spec.set_valued()).then_some(Announced { subject, spec, scope: a.scope })
}

/// The value of what was announced, where a sentence is nothing but a name.
pub(crate) fn told(announced: Announced, tokens: &[Token<'_>]) -> Option<Candidate> {
    let end = tokens.iter().rposition(Token::is_content)? + 1;
    let whole = phrase::proper_name_end(tokens, 0, end) == end;
    let read = value::read(announced.spec.value_type, tokens, 0, end).filter(|_| whole)?;
    Some(Candidate {
        subject: announced.subject,
        relation: Relation::Known(announced.spec),
        scope: announced.scope,
        object: (read.start, end),
        object_text: None,
        op: FoundOp::Assert,
        set_valued: false,
        score: 9,
        rule: "announced",
        clause: (0, tokens.len()),
    })
}
