//! A change told in any form is read as the plain statement that it leaves true: "the A was raised
//! from O to N" as "the A is N", so that both fall on one key. What is put together is read by the
//! same rules as what was written so; nothing is said where A is no attribute or N no value of it.

use crate::attribute::{self, Form};
use crate::candidate::{Candidate, Relation, SURE};
use crate::change::moves_itself;
use crate::change_frame::{Frame, Parts, Span, Told, frames, tells};
use crate::cue::{self, Cues};
use crate::extractor::Extractor;
use crate::fact::FoundOp;
use crate::lexicon::Lexicon;
use crate::phrase;
use crate::scene::Scene;
use crate::sentence::{Lead, Segment};
use crate::subject::{self, Subject};
use crate::token::{Shape, Token};
use crate::valued::{calls_somebody, noun_of_value, suits};
use crate::words;

/// The words of a plain statement and where each stands in the sentence.
struct Statement<'a> {
    tokens: Vec<Token<'a>>,
    places: Vec<usize>,
    /// Where the value begins.
    value: usize,
}

/// Adds what the changes of a sentence leave true.
pub(crate) fn read(
    extractor: &Extractor,
    tokens: &[Token<'_>],
    segments: &[Segment],
    (named, running, topic): &(usize, Option<Subject>, Option<Subject>),
    scene: &mut Scene<'_>,
    chosen: &mut Vec<Candidate>,
) {
    if !tokens.iter().any(tells) {
        return;
    }
    let noted = matches!(scene.kind, "commit" | "release_notes" | "changelog" | "release" | "standup");
    let parts = Parts::new(tokens, segments, noted);
    for frame in frames(&parts) {
        if !asserts(&parts, &frame) {
            continue;
        }
        let Some(statement) = put(tokens, &frame, scene) else { continue };
        // What the sentence has spoken of since it began are its own words; a label is none of them.
        let start = frame.attribute.0.min(frame.new.0);
        let labelled = segments.iter().any(|s| s.lo <= start && s.lead == Lead::Colon);
        let mut before = Scene { running: running.clone(), ..scene.clone() };
        before.named.truncate(*named);
        if !labelled {
            before.topic.clone_from(topic);
        }
        if let Some(owner) = owner_before(&parts, &frame, scene) {
            before.topic = Some(owner);
        }
        let Some(found) = state(extractor, &statement, &frame, tokens, &before) else { continue };
        let clause = parts.clause(frame.new.0).unwrap_or(frame.new);
        merge(found, clause, &frame, tokens, scene, chosen);
    }
}

/// "The dashboard has a new URL: …": whose the new thing is.
fn owner_before(parts: &Parts<'_, '_>, frame: &Frame, scene: &Scene<'_>) -> Option<Subject> {
    let at = frame.attribute.0;
    let fresh = parts.is(at, &["new", "different", "another"]);
    let article = at.checked_sub(1).filter(|&i| fresh && parts.is(i, &["a", "an"]))?;
    let has = article.checked_sub(1).filter(|&i| parts.is(i, &["has", "have", "got", "gets", "had"]))?;
    let lo = parts.segments.iter().find(|s| (s.lo..s.hi).contains(&has))?.lo;
    let cleaned = subject::clean(parts.tokens, lo, has);
    if cleaned.lo >= cleaned.hi || parts.is(cleaned.lo, &["i", "we", "you", "there", "it", "they"]) {
        return None;
    }
    subject::resolve(parts.tokens, cleaned.lo, cleaned.hi, scene)
}

/// Whether the clauses of a form tell what is so.
fn asserts(parts: &Parts<'_, '_>, frame: &Frame) -> bool {
    let negates = frame.told == Told::Value && frame.old.is_some();
    [frame.attribute.0, frame.new.0].into_iter().all(|at| {
        let Some((lo, hi)) = parts.clause(at) else { return true };
        // "I'd set it to 5", "with the address of your server": nobody has done so.
        let guarded = parts.tokens.get(hi).is_some_and(|t| t.any(&["if", "unless"]))
            || parts.tokens[lo..hi].iter().any(|t| t.any(&["'d", "your", "yours"]));
        cue::clause_cues(parts.tokens, lo, hi).is_ok_and(|cues| {
            !guarded && !cues.never && !cues.future && (negates || !cues.negated && !cues.ends)
        })
    })
}

fn spare<'a>(text: &'static str, before: &Token<'_>) -> Token<'a> {
    Token {
        text,
        lower: text.to_owned(),
        span: (before.span.0, before.span.0),
        shape: Shape::Word,
        verb: words::verb(text),
    }
}

/// "the A is N" of the words of a form.
fn put<'a>(tokens: &[Token<'a>], frame: &Frame, scene: &Scene<'_>) -> Option<Statement<'a>> {
    let (mut lo, mut hi) = frame.attribute;
    while lo < hi && (tokens[lo].is_punct() || words::is_filler(&tokens[lo].lower)) {
        lo += 1;
    }
    while hi > lo
        && (tokens[hi - 1].is_punct() || tokens[hi - 1].any(&["now", "instead", "role", "position"]))
    {
        hi -= 1;
    }
    // "as release manager on 1 June": the day is no part of what changed.
    if let Some(day) = (lo + 1..hi).find(|&i| {
        tokens[i].any(&["on", "in", "from", "since", "as", "until", "by"])
            && subject::range_end(tokens, i + 1 + usize::from(tokens[i].is("as")), hi) == Some(hi)
    }) {
        hi = day;
    }
    let (mut from, mut to) = frame.new;
    while from < to
        && (tokens[from].is_punct()
            || tokens[from].any(&["just", "only", "now", "about", "port"]) && to > from + 1)
    {
        from += 1;
    }
    while to > from && tokens[to - 1].is_punct() {
        to -= 1;
    }
    if lo >= hi || from >= to || hi - lo > 9 {
        return None;
    }
    let mut out =
        Statement { tokens: Vec::with_capacity(hi - lo + to - from + 2), places: Vec::new(), value: 0 };
    let fresh = |i: usize| tokens[i].any(&["new", "different", "updated", "another", "latest"]);
    let determined = words::is_determiner(&tokens[lo].lower) || words::is_possessive(&tokens[lo].lower);
    if fresh(lo) {
        let own = scene.is_talk() && tokens[..lo].iter().any(|t| t.is("i"));
        out.tokens.push(spare(if own { "my" } else { "the" }, &tokens[lo]));
        out.places.push(lo);
    }
    // "I've changed dentists", "We switched ISPs": the one that one has.
    let swapped = lo.checked_sub(1).is_some_and(|b| tokens[b].any(&["changed", "switched", "swapped"]))
        && !determined
        && hi - lo <= 2
        && tokens[hi - 1].lower.ends_with('s')
        && words::singular(&tokens[hi - 1].lower) != tokens[hi - 1].lower;
    if swapped {
        let own = tokens[..lo].iter().any(|t| t.any(&["i", "i've"]));
        out.tokens.push(spare(if own { "my" } else { "our" }, &tokens[lo]));
        out.places.push(lo);
    }
    for (i, token) in tokens.iter().enumerate().take(hi).skip(lo) {
        if swapped && i + 1 == hi {
            let one = words::singular(&token.lower);
            out.tokens.push(Token { lower: one, ..token.clone() });
            out.places.push(i);
            continue;
        }
        if fresh(i) && (i == lo || i == lo + 1 && determined) {
            continue;
        }
        out.tokens.push(token.clone());
        out.places.push(i);
    }
    if out.tokens.iter().all(|t| words::is_determiner(&t.lower) || words::is_pronoun(&t.lower)) {
        return None;
    }
    out.tokens.push(spare("is", &tokens[from]));
    out.places.push(hi);
    out.value = out.tokens.len();
    out.tokens.extend_from_slice(&tokens[from..to]);
    out.places.extend(from..to);
    Some(out)
}

/// The reading of a plain statement whose subject is an attribute.
fn state(
    extractor: &Extractor,
    statement: &Statement<'_>,
    frame: &Frame,
    tokens: &[Token<'_>],
    scene: &Scene<'_>,
) -> Option<Candidate> {
    let end = statement.tokens.len();
    let lexicon = Lexicon::built_in();
    let named = attribute::read(lexicon, &statement.tokens, 0, statement.value - 1, scene)?;
    let between = tokens.get(frame.attribute.1..frame.new.0).unwrap_or_default();
    if between.iter().any(|t| t.lemma_is("move")) && moves_itself(&named, tokens, frame.new.0) {
        return None;
    }
    let open = named.known.is_empty();
    let found = extractor.clause(&statement.tokens, 0, end, Cues::default(), None, scene);
    let held = |c: &Candidate| {
        scene.known.held(&c.subject.text).iter().any(|h| {
            words_of(&h.relation) == words_of(c.relation.name()) && (h.scope == c.scope || c.scope.is_none())
        })
    };
    let mut best = found
        .into_iter()
        .filter(|c| c.op == FoundOp::Assert && c.object.0 >= statement.value)
        .filter(|c| {
            let name = c.relation.name();
            named.known.iter().any(|s| s.name == name)
                || words_of(name) == words_of(&named.phrase)
                || matches!(c.rule, "attribute" | "calling" | "stand-in" | "copula-typed")
        })
        .max_by_key(|c| c.score);
    if best.is_none() && open {
        best = again(&named, statement, scene);
    }
    let mut best = best?;
    let is_held = held(&best);
    let fits = match best.relation.spec() {
        Some(spec) => {
            let text = phrase::written(scene.text, &statement.tokens, best.object.0, best.object.1).0;
            is_held || !open && suits(spec, frame, text, &statement.tokens[best.object.0])
        }
        None => {
            let value = &statement.tokens[best.object.0];
            // "my dentist changed to Dr Sá"
            let name = named.form == Form::Clear
                && value.capital()
                && (frame.told != Told::Loose || calls_somebody(&named.phrase));
            is_held
                || frame.told != Told::Moved
                    && (best.rule == "calling"
                        || name
                        || noun_of_value(&named.phrase) && best.rule == "attribute")
        }
    };
    // A holder is a name, and no role another of his ("my manager became CEO").
    if !fits || best.rule == "copula-typed" && !is_held {
        return None;
    }
    if is_held {
        best.score = best.score.max(SURE) + 1;
    }
    let (a, b) = best.object;
    best.object = (*statement.places.get(a)?, statement.places.get(b - 1)? + 1);
    (best.object.1 <= tokens.len()).then_some(best)
}

/// A known key of the speaker or the project that is called so: any short value is its next one.
fn again(named: &attribute::Attribute, statement: &Statement<'_>, scene: &Scene<'_>) -> Option<Candidate> {
    let held = ["user", "project", named.subject.text.as_str()].into_iter().find_map(|subject| {
        let held = scene.known.held(subject);
        held.into_iter().find(|h| words_of(&h.relation) == words_of(&named.phrase))
    })?;
    let end = statement.tokens.len();
    let read = crate::attribute_value::open_value(&statement.tokens, statement.value, end)?;
    let mut subject = named.subject.clone();
    subject.text.clone_from(&held.subject);
    Some(Candidate {
        subject,
        relation: Relation::Open(named.phrase.clone()),
        scope: held.scope,
        object: (read.start, read.end),
        object_text: None,
        op: FoundOp::Assert,
        set_valued: false,
        score: SURE,
        rule: "attribute",
        clause: (0, end),
    })
}

fn words_of(relation: &str) -> String {
    relation.to_lowercase().replace('_', " ")
}

/// Takes a reading in the place of those of the same words that know less of them.
fn merge(
    mut found: Candidate,
    clause: Span,
    frame: &Frame,
    tokens: &[Token<'_>],
    scene: &mut Scene<'_>,
    chosen: &mut Vec<Candidate>,
) {
    let overlap = |a: Span, b: Span| a.0 < b.1 && b.0 < a.1;
    let same_key = |c: &Candidate| {
        c.relation.name() == found.relation.name() && c.subject.text.eq_ignore_ascii_case(&found.subject.text)
    };
    if chosen.iter().any(|c| c.op == FoundOp::Assert && same_key(c) && overlap(c.object, found.object)) {
        return;
    }
    // The words after the value may say more of whose it is.
    let nobody = |c: &Candidate| matches!(c.subject.text.as_str(), "user" | "project");
    if nobody(&found)
        && chosen.iter().any(|c| {
            c.op == FoundOp::Assert
                && c.relation.name() == found.relation.name()
                && overlap(c.object, found.object)
                && !nobody(c)
        })
    {
        return;
    }
    // "Change default port back to 8080": the order is none of the name.
    let opening = scene.text.split_whitespace().next() == Some(found.subject.text.as_str());
    if opening && !scene.is_talk() && words::verb(&found.subject.text.to_lowercase()).is_some_and(|v| v.base)
    {
        return;
    }
    found.clause = (clause.0.min(found.object.0), clause.1.max(found.object.1));
    if !tokens[found.clause.0..found.clause.1].iter().any(Token::is_content) {
        return;
    }
    found.rule = "restated";
    let old = frame.old.unwrap_or((0, 0));
    chosen.retain(|c| {
        let at_old = overlap(c.object, old) && (c.op == FoundOp::Assert || !same_key(c));
        !(overlap(c.object, found.object) || overlap(c.object, frame.attribute) || at_old)
    });
    if found.set_valued
        && let Some(old) = frame.old
        && !chosen.iter().any(|c| c.op == FoundOp::End && overlap(c.object, old))
        && let Some(spec) = found.relation.spec()
        && let Some(read) = crate::value::read(spec.value_type, tokens, old.0, old.1)
    {
        chosen.push(Candidate {
            object: (read.start, read.end),
            object_text: None,
            op: FoundOp::End,
            rule: "restated-end",
            ..found.clone()
        });
    }
    // "We've revised the target: N": the one value that held makes way.
    if found.set_valued && frame.old.is_none() && frame.told == Told::Value {
        let held: Vec<_> = scene
            .known
            .held(&found.subject.text)
            .into_iter()
            .filter(|h| words_of(&h.relation) == words_of(found.relation.name()) && h.scope == found.scope)
            .collect();
        if let [one] = held.as_slice() {
            chosen.push(Candidate {
                object: frame.attribute,
                object_text: Some(one.object.clone()),
                op: FoundOp::End,
                rule: "restated-end",
                ..found.clone()
            });
        }
    }
    scene.spoken = Some((found.subject.clone(), found.relation.clone(), found.scope.clone()));
    scene.spoken_at = scene.clause;
    chosen.push(found);
}
