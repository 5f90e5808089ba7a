//! Further values beside the first one that a verb told: members of a list, the second of a pair, the
//! one that makes way ("pnpm instead of npm").

use crate::candidate::{Candidate, Relation};
use crate::fact::FoundOp;
use crate::lexicon::RelationSpec;
use crate::phrase;
use crate::scene::Scene;
use crate::subject;
use crate::token::{Shape, Token};
use crate::value::{self, Read, ValueType};
use crate::words;

/// "set A to 256 and B to 4", "is off X and on Y": the same verb, understood again.
pub(crate) fn extend_pairs(
    first: &Candidate,
    spec: &'static RelationSpec,
    tokens: &[Token<'_>],
    hi: usize,
    scene: &Scene<'_>,
    out: &mut Vec<Candidate>,
) {
    let at = first.object.1;
    if !tokens[..hi].get(at).is_some_and(|t| t.any(&["and"])) {
        return;
    }
    if first.op == FoundOp::End
        && spec.name == "medication"
        && tokens[..hi].get(at + 1).is_some_and(|t| t.is("on"))
    {
        if let Some(read) = value::read(spec.value_type, tokens, at + 2, hi) {
            out.push(Candidate {
                object: (read.start, read.end),
                op: FoundOp::Assert,
                score: first.score + 2,
                rule: "verb-pair",
                ..first.clone()
            });
        }
        return;
    }
    if spec.name != "setting" {
        return;
    }
    let Some(to) = (at + 2..hi.min(at + 5)).find(|&i| tokens[i].is("to")) else { return };
    let Some(subject) = subject::resolve(tokens, at + 1, to, scene) else { return };
    if let Some(read) = value::read(spec.value_type, tokens, to + 1, hi) {
        out.push(Candidate { subject, object: (read.start, read.end), rule: "verb-pair", ..first.clone() });
    }
}

/// "use pnpm instead of npm": the member that makes way.
pub(crate) fn instead_of(
    first: &Candidate,
    spec: &'static RelationSpec,
    tokens: &[Token<'_>],
    hi: usize,
    out: &mut Vec<Candidate>,
) {
    let at = first.object.1;
    let instead = tokens[..hi].get(at).is_some_and(|t| t.is("instead"))
        && tokens[..hi].get(at + 1).is_some_and(|t| t.is("of"));
    if !spec.set_valued() || !instead || first.op != FoundOp::Assert || spec.domain == "person" {
        return;
    }
    if let Some(read) = value::read(spec.value_type, tokens, at + 2, hi) {
        out.push(Candidate {
            object: (read.start, read.end),
            object_text: None,
            op: FoundOp::End,
            rule: "verb-instead",
            ..first.clone()
        });
    }
}

/// "tslint and gulp are out": earlier members of a list that ends where the object stands.
pub(crate) fn extend_left(
    first: &Candidate,
    spec: &'static RelationSpec,
    tokens: &[Token<'_>],
    lo: usize,
    out: &mut Vec<Candidate>,
) {
    let (start, _) = first.object;
    if !spec.set_valued() || start < lo + 2 || !tokens[start - 1].any(&["and", "&"]) {
        return;
    }
    if let Some(read) = value::read(spec.value_type, tokens, lo, start - 1).filter(|r| r.end == start - 1) {
        out.push(Candidate {
            object: (read.start, read.end),
            object_text: None,
            rule: "verb-list",
            ..first.clone()
        });
    }
}

/// The further members of the last reading's list, where its relation has many values.
pub(crate) fn members(c: &crate::nominal::Clause<'_, '_>, out: &mut Vec<Candidate>) {
    let Some(last) = out.last().cloned() else { return };
    if let Relation::Known(spec) = last.relation {
        extend_list(&last, spec, c.tokens, c.hi, out);
    }
}

/// Further members of a list after a set-valued object: "Python 3.13 and PyPy 3.10".
pub(crate) fn extend_list(
    first: &Candidate,
    spec: &'static RelationSpec,
    tokens: &[Token<'_>],
    hi: usize,
    out: &mut Vec<Candidate>,
) {
    if !spec.set_valued() || first.object.1 <= first.object.0 {
        return;
    }
    for read in listed(spec, tokens, first.object.1, hi) {
        out.push(Candidate {
            object: (read.start, read.end),
            object_text: None,
            score: first.score - 1,
            rule: "verb-list",
            ..first.clone()
        });
    }
}

/// "was founded by Ann Lee and Bob Ray": those who are told of together are one value of a relation
/// that has one at a time, to give way together.
pub(crate) fn together(first: &mut Candidate, tokens: &[Token<'_>], hi: usize) {
    let Some(spec) = first.relation.spec().filter(|s| !s.set_valued()) else { return };
    let names = matches!(
        spec.value_type,
        ValueType::Person | ValueType::Organisation | ValueType::Place | ValueType::Product
    );
    if !names
        || first.op != FoundOp::Assert
        || first.object_text.is_some()
        || !tokens[first.object.0..first.object.1].iter().any(Token::capital)
    {
        return;
    }
    let members = listed(spec, tokens, first.object.1, hi);
    let closed = members.last().is_some_and(|last| tokens[last.start - 1].any(&["and", "&"]));
    let names = members.iter().all(|read| read.strong && tokens[read.start].capital());
    if closed && names {
        first.object.1 = members.last().map_or(first.object.1, |last| last.end);
    }
}

/// Where a list of bare items ends that a label has for its value, the first of them up to a place: of
/// two where the label's noun is in the plural, of three otherwise. Nothing else stands in the sentence.
pub(crate) fn list_end(tokens: &[Token<'_>], label: usize, first: usize) -> Option<usize> {
    let noun = &tokens[label.checked_sub(1)?].lower;
    let least = if words::singular(noun) == *noun { 3 } else { 2 };
    let end = (first..tokens.len()).find(|&i| tokens[i].any(&[".", ";"])).unwrap_or(tokens.len());
    let rest = tokens.get(first..end)?;
    let joins = |t: &Token<'_>| t.is(",") || t.any(&["and", "&"]);
    let mut items = rest.split(joins).skip_while(|item| item.is_empty());
    let bare = |item: &[Token<'_>]| {
        item.len() <= 3
            && item.iter().all(|t| t.is_content() && !t.any(&["not", "no"]))
            && item.iter().all(|t| !words::is_preposition(&t.lower) && !words::is_determiner(&t.lower))
            && item
                .iter()
                .all(|t| t.verb.is_none_or(|v| v.base || !(v.third || v.past)) || t.shape != Shape::Word)
    };
    // "choir: Wednesday, 20:00, bring water": the day, the hour and a word to it.
    let kind = |item: &[Token<'_>]| (item.iter().any(Token::has_digit), words::is_weekday(&item[0].lower));
    let own = kind(tokens.get(label + 1..first).filter(|own| !own.is_empty())?);
    let bare = |item: &[Token<'_>]| bare(item) && kind(item) == own;
    let count = 1 + rest.split(joins).filter(|item| !item.is_empty()).count();
    (rest.first()?.is(",") && count >= least && items.all(|item| item.is_empty() || bare(item)))
        .then_some(end)
}

/// "off amlodipine and take losartan": another thing that is done, and no member.
fn does(member: &[Token<'_>]) -> bool {
    member.len() > 1
        && member[0].any(&[
            "take", "use", "have", "get", "do", "eat", "drink", "play", "run", "go", "keep", "start", "need",
            "want", "like", "love", "hate", "see", "make",
        ])
}

/// The members of a list that stand after its first one, which ends at `end`.
fn listed(spec: &RelationSpec, tokens: &[Token<'_>], mut end: usize, hi: usize) -> Vec<Read> {
    let mut out = Vec::new();
    while let Some(joint) = tokens.get(end).filter(|t| t.any(&["and", ",", "&", "or"])) {
        let from = end + 1 + usize::from(joint.is(",") && tokens.get(end + 1).is_some_and(|t| t.is("and")));
        let mut from = from;
        while tokens.get(from).is_some_and(|t| words::is_determiner(&t.lower)) {
            from += 1;
        }
        // "a rusty Czech": lower-case modifiers before a known name.
        let limit = tokens.len().min(from + 6);
        let Some(read) = value::read(spec.value_type, tokens, from, limit) else { break };
        let clear = read.strong && (tokens[read.start].capital() || tokens[read.start].has_digit());
        let rest_ok =
            tokens.get(read.end).is_none_or(|t| !t.is_content() || t.any(&["and"]) || phrase::is_boundary(t))
                && tokens.get(read.end).is_none_or(|t| !words::is_auxiliary(&t.lower));
        let clear = clear || (joint.is("and") && tokens.get(read.end).is_none_or(|t| !t.is_content()));
        if !clear
            || !rest_ok
            || (from > hi + 1 && !read.strong)
            || tokens[read.start].verb.is_some_and(|v| v.third || v.past)
            || does(&tokens[read.start..read.end])
        {
            break;
        }
        out.push(read);
        end = read.end;
    }
    out
}
