//! What a later segment does to a value just read: corrections ("6, no wait, 7"), continuations
//! ("till June, then Oslo time"), and contacts in parentheses after a name.

use crate::candidate::{Candidate, Relation};
use crate::fact::FoundOp;
use crate::lexicon::Lexicon;
use crate::phrase;
use crate::scene::Scene;
use crate::sentence::{Lead, Segment};
use crate::subject::{Class, Subject};
use crate::token::Token;
use crate::value::{self, ValueType};

/// Words by which a speaker takes back what was just said.
fn takes_back(words: &[Token<'_>]) -> bool {
    let words: Vec<&str> = words.iter().map(|t| t.lower.as_str()).collect();
    matches!(
        words.as_slice(),
        ["no" | "sorry" | "wait" | "correction" | "er" | "oops" | "rather"]
            | ["no", "wait" | "sorry"]
            | ["i", "mean"]
            | ["make" | "scratch", "that"]
            | ["or", "rather"]
            | ["wait" | "sorry", "no"]
            | ["actually", "no"]
            | ["hang", "on"]
    )
}

/// Whether segment `n` only replaces or continues the last value; if so, does it.
pub(crate) fn continues(
    chosen: &mut Vec<Candidate>,
    tokens: &[Token<'_>],
    segments: &[Segment],
    n: usize,
) -> bool {
    let segment = &segments[n];
    if takes_back(&tokens[segment.lo..segment.hi]) {
        return !chosen.is_empty();
    }
    let Some(last) = chosen.iter().rev().find(|c| !matches!(c.rule, "apposition" | "clause")).cloned() else {
        return false;
    };
    let kind = last.relation.spec().map_or(ValueType::Scalar, |s| s.value_type);
    let back = n > 0 && takes_back(&tokens[segments[n - 1].lo..segments[n - 1].hi]);
    let make = tokens[segment.lo].is("make") && tokens.get(segment.lo + 1).is_some_and(|t| t.is("that"));
    let then = tokens[segment.lo].is("then");
    // "8080, no wait 8081": the words and the value in one breath.
    let led = (1..=2).rev().find(|&n| {
        segment.lo + n < segment.hi
            && tokens[segment.lo + n].has_digit()
            && takes_back(&tokens[segment.lo..segment.lo + n])
    });
    if !(back || make || then || led.is_some()) {
        return false;
    }
    let from = segment.lo + if make { 2 } else { led.unwrap_or(usize::from(then)) };
    let Some(read) = value::read(kind, tokens, from, segment.hi)
        .filter(|r| r.start == from || tokens[from].any(&["the", "a"]))
    else {
        return false;
    };
    let named = tokens[read.start].capital() || tokens[read.start].has_digit();
    if then && !(read.strong && named) {
        return false;
    }
    let next = Candidate {
        object: (read.start, read.end),
        object_text: None,
        rule: if then { "continued" } else { "corrected" },
        clause: (segment.lo, segment.hi),
        ..last.clone()
    };
    if !then {
        chosen.retain(|c| !(c.object == last.object && c.relation.name() == last.relation.name()));
    }
    chosen.push(next);
    true
}

/// "Ada Byron (ada@engine.example)": a contact right after a name.
pub(crate) fn contact_aside(
    lexicon: &'static Lexicon,
    tokens: &[Token<'_>],
    segments: &[Segment],
    n: usize,
    scene: &Scene<'_>,
) -> Option<Candidate> {
    let segment = segments.get(n).filter(|s| s.lead == Lead::Aside && n > 0)?;
    let before = &segments[n - 1];
    // "in PR [142]": a reference.
    if tokens[segment.lo - 1].is("[") {
        return None;
    }
    let start = (before.lo..before.hi)
        .find(|&i| tokens[i].capital() && phrase::proper_name_end(tokens, i, before.hi) == before.hi)?;
    let whole = |kind| value::read(kind, tokens, segment.lo, segment.hi).filter(|r| r.end == segment.hi);
    let (name, read) = [("email", ValueType::Email), ("phone", ValueType::Phone)]
        .into_iter()
        .find_map(|(name, kind)| whole(kind).map(|read| (name, read)))?;
    // "Blade Runner (1982)": a year.
    let figures = tokens[read.start].text.bytes().filter(u8::is_ascii_digit).count();
    if name == "phone" && read.end == read.start + 1 && figures < 5 {
        return None;
    }
    let (text, _) = phrase::written(scene.text, tokens, start, before.hi);
    Some(Candidate {
        subject: Subject { text: text.to_owned(), class: Class::Person },
        relation: Relation::Known(lexicon.get(name)?),
        scope: None,
        object: (read.start, read.end),
        object_text: None,
        op: FoundOp::Assert,
        set_valued: false,
        score: 12,
        rule: "contact-aside",
        clause: (segment.lo, segment.hi),
    })
}

/// "dropped the magazine (Wired)": the name in parentheses is what the noun meant.
pub(crate) fn name_aside(candidate: &mut Candidate, tokens: &[Token<'_>], segments: &[Segment], n: usize) {
    let Some(aside) = segments.get(n + 1).filter(|s| s.lead == Lead::Aside && s.lo == segments[n].hi + 1)
    else {
        return;
    };
    let (lo, hi) = candidate.object;
    let common = hi == segments[n].hi && tokens[lo..hi].iter().all(|t| !t.capital() && !t.has_digit());
    let name = aside.hi - aside.lo <= 3 && phrase::proper_name_end(tokens, aside.lo, aside.hi) == aside.hi;
    let named = candidate.relation.spec().is_some_and(|s| {
        matches!(s.value_type, ValueType::Organisation | ValueType::Product | ValueType::Person)
    });
    if common && name && named {
        candidate.object = (aside.lo, aside.hi);
    }
}

/// "a letter from the cheese club, 20 € per month": a price alone belongs to the noun before it.
pub(crate) fn price_after(
    lexicon: &'static Lexicon,
    tokens: &[Token<'_>],
    segments: &[Segment],
    n: usize,
    scene: &Scene<'_>,
) -> Option<Candidate> {
    let segment = segments.get(n).filter(|s| s.lead == Lead::Comma && n > 0)?;
    let before = &segments[n - 1];
    let read = value::read(ValueType::Money, tokens, segment.lo, segment.hi)?;
    let rest = tokens.get(read.end..segment.hi).unwrap_or_default();
    let priced = rest.first().is_some_and(|t| t.any(&["per", "a", "each", "every"])) && rest.len() <= 3;
    // "our internet is with Mediacom, 65 a month": what is had there is paid for.
    let with = (before.lo + 1..before.hi).find(|&i| tokens[i].is("with") && tokens[i - 1].lemma_is("be"));
    let (at, end) = match with {
        Some(with) => {
            let had = crate::subject::clean(tokens, before.lo, with - 1);
            (had.lo, had.hi)
        }
        None => {
            let at = (before.lo..before.hi).rev().find(|&i| tokens[i].is("the"))?;
            if phrase::noun_phrase_end(tokens, at, before.hi) != before.hi || before.hi <= at + 1 {
                return None;
            }
            (at, before.hi)
        }
    };
    if !priced || at >= end {
        return None;
    }
    Some(Candidate {
        subject: crate::subject::resolve(tokens, at, end, scene)?,
        relation: Relation::Known(lexicon.get("price")?),
        scope: None,
        object: (read.start, read.end),
        object_text: None,
        op: FoundOp::Assert,
        set_valued: false,
        score: 9,
        rule: "price-after",
        clause: (segment.lo, segment.hi),
    })
}
