//! From a chosen reading to a found fact: object as written, dates of its clause, confidence.

use crate::candidate::{Candidate, SURE};
use crate::dates::{self, Around};
use crate::fact::{FoundFact, FoundOp, Telling};
use crate::guard;
use crate::habit;
use crate::link;
use crate::phrase;
use crate::token::Token;
use crate::words;
use memstrata_model::ValidFromSource;

/// The longest that a period named with this precision lasts, in microseconds.
pub(crate) fn unit_of(precision: memstrata_model::time::Precision) -> i64 {
    use memstrata_model::time::Precision;
    const DAY: i64 = 86_400_000_000;
    match precision {
        Precision::Instant => 0,
        Precision::Day => DAY + DAY / 12,
        Precision::Week => 8 * DAY,
        Precision::Month => 32 * DAY,
        Precision::Quarter => 93 * DAY,
        Precision::Year => 367 * DAY,
    }
}

/// Whether the clause tells of a change rather than of a state.
pub(crate) fn happens(clause: &[Token<'_>]) -> bool {
    clause.iter().any(|t| {
        t.verb.is_some_and(|v| {
            (v.past || v.participle || v.gerund)
                && !v.base
                && v.lemma != "be"
                && v.lemma != "have"
                && !habit::is_stative(v.lemma)
        }) && !t.capital()
    })
}

pub(crate) fn clause_span(c: &Candidate, tokens: &[Token<'_>]) -> (usize, usize) {
    (tokens[c.clause.0].span.0, tokens[c.clause.1 - 1].span.1)
}

/// Where, after a comma, a clause in the present begins that has a subject of its own.
fn clause_of_another(tokens: &[Token<'_>], from: usize) -> Option<usize> {
    let comma = (from..tokens.len()).find(|at| tokens[*at].is(","))?;
    let verb = (comma + 1..tokens.len()).find(|at| tokens[*at].verb.is_some_and(|verb| verb.third))?;
    let subject = &tokens[comma + 1..verb];
    let own = !subject.is_empty()
        && subject
            .iter()
            .all(|t| !t.is_punct() && !words::is_pronoun(&t.lower) && !words::is_conjunction(&t.lower));
    own.then_some(comma)
}

/// Where a fact is told: at its value, but of what stands before something told apart it is told in
/// there ("Marta, our lead, …", "Priya, who runs the team, …").
fn told_at(c: &Candidate, tokens: &[Token<'_>], apart: &[dates::Span]) -> usize {
    let last = tokens[c.clause.1 - 1].span.0;
    let after = tokens.get(c.object.1).filter(|t| c.rule == "attribute-reversed" && t.is(","));
    match after {
        Some(comma) => comma.span.0,
        None if apart.iter().any(|(a, b)| (*a..*b).contains(&last)) => last,
        None => tokens[c.object.0].span.0,
    }
}

/// The words of a value: without the article before it, but where that is part of a name ("by The Who").
fn shown<'a>(text: &'a str, tokens: &[Token<'_>], (from, to): (usize, usize)) -> (&'a str, (usize, usize)) {
    let (words, span) = phrase::written(text, tokens, from, to);
    let first = tokens.iter().position(|t| t.span.0 == span.0).unwrap_or(from);
    let named = first > 1
        && tokens[first].capital()
        && tokens[first - 1].text == "The"
        && tokens[first - 2].is_content()
        && tokens[first - 1].span.1 + 1 == span.0;
    if !named {
        return (words, span);
    }
    let span = (tokens[first - 1].span.0, span.1);
    (&text[span.0..span.1], span)
}

/// The fact of a chosen reading, with its dates.
pub(crate) fn fact(
    c: Candidate,
    tokens: &[Token<'_>],
    telling: &Telling<'_>,
    stated: Option<&dates::Stated>,
    around: Around<'_>,
) -> FoundFact {
    let (object, object_span) = shown(telling.text, tokens, c.object);
    let span = clause_span(&c, tokens);
    let dated = stated
        .map(|s| s.of(span, (object_span, told_at(&c, tokens, around.apart)), around))
        .unwrap_or_default();
    // "It logs at DEBUG, the disk fills in two days": what lies ahead for another thing.
    let ahead = dated.from.as_ref().is_some_and(|date| date.at > telling.said_at);
    let others = clause_of_another(tokens, c.object.1).filter(|_| ahead);
    let dated = match others.zip(stated) {
        Some((from, stated)) if stated.only_after(tokens[from].span.0, span) => dates::Dated::default(),
        _ => dated,
    };
    let confidence = c.confidence();
    // "moved in January": what happened then has held since.
    let mut dated = dated;
    let moment = dated
        .from
        .as_ref()
        .zip(dated.to.as_ref())
        .is_some_and(|(from, to)| to.at.micros() - from.at.micros() <= unit_of(from.precision));
    if (dated.window || moment) && happens(&tokens[c.clause.0..c.clause.1]) {
        dated.window = false;
        dated.to = None;
    }
    // "used to … until December": history with an end, which closes nothing of today.
    let words = &tokens[c.clause.0..c.clause.1];
    let former = c.op == FoundOp::End
        && dated.to.is_some()
        && dated.from.is_none()
        && words.windows(2).any(|w| w[0].is("used") && w[1].is("to"));
    let mut c = c;
    if former {
        c.op = FoundOp::Assert;
    }
    let ends = c.op == FoundOp::End;
    let (valid_from, valid_to) = if ends { (None, dated.to.or(dated.from)) } else { (dated.from, dated.to) };
    let source = match (&valid_from, former) {
        (Some(_), _) => ValidFromSource::Stated,
        (None, true) => ValidFromSource::Unknown,
        (None, false) => ValidFromSource::SaidAt,
    };
    FoundFact {
        subject: c.subject.text,
        relation: c.relation.name().to_owned(),
        scope: c.scope,
        object: c.object_text.unwrap_or_else(|| link::shown(object).trim_matches('`').to_owned()),
        op: c.op,
        set_valued: c.set_valued,
        valid_from,
        valid_to,
        valid_from_source: source,
        window: dated.window,
        confidence,
        closes: !former && (c.score >= SURE || c.relation.spec().is_none() && c.score > guard::UNSURE),
        span,
        object_span,
        rule: c.rule,
    }
}
