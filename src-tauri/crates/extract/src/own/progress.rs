//! How far somebody has got and how long they have been at it: "I'm now on page 220", "I've been
//! using my Fitbit for 9 months now", "we're 5-2 so far", "pre-approved for $400,000".

use super::{doer, kind_of};
use crate::candidate::{Candidate, Relation};
use crate::gazetteer;
use crate::matching::skippable;
use crate::measure::{self, Unit};
use crate::nominal::{Clause, push};
use crate::phrase::{self, noun_phrase_end};
use crate::scene::Scene;
use crate::subject::Subject;
use crate::token::{Shape, Token};
use crate::value::Read;

pub(super) fn read(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    for at in c.lo..c.hi {
        place_in(c, at, scene, out);
        lasting(c, at, scene, out);
        approved(c, at, scene, out);
        standing(c, at, scene, out);
        bettered(c, at, scene, out);
    }
}

/// "I'm on episode 10 of the Science series"
fn place_in(c: &Clause<'_, '_>, at: usize, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    if !c.tokens[at].any(&["on", "at", "in", "up", "to", "reached"]) {
        return;
    }
    let Some(noun) = c.tokens[..c.hi].get(at + 1).filter(|t| {
        t.any(&[
            "page", "chapter", "episode", "season", "level", "lesson", "unit", "module", "volume", "stage",
            "week", "day", "book",
        ])
    }) else {
        return;
    };
    if noun.any(&["week", "day"]) && !c.tokens[..c.hi].get(at + 3).is_some_and(|t| t.is("of")) {
        return;
    }
    let Some(m) = measure::measure(c.tokens, at + 2, c.hi).filter(|m| m.whole && m.unit == Unit::None) else {
        return;
    };
    // Back over "up to" to the verb.
    let mut verb = at;
    while verb > c.lo && (c.tokens[verb - 1].any(&["up", "to", "now"]) || skippable(&c.tokens[verb - 1])) {
        verb -= 1;
    }
    let stands = verb > c.lo
        && c.tokens[verb - 1]
            .verb
            .is_some_and(|v| v.lemma == "be" && !v.past || matches!(v.lemma, "reach" | "get" | "make"));
    let own = verb > c.lo && doer(c, verb - 1, scene).is_some()
        || c.tokens[at].is("reached") && doer(c, at, scene).is_some();
    if !(stands || c.tokens[at].is("reached")) || !own {
        return;
    }
    let work = work(c, m.end, at, scene);
    let score = if work.is_some() { 10 } else { 5 };
    let relation = Relation::Open(format!("current {}", noun.lower));
    push(
        c,
        Subject::user(),
        relation,
        work,
        Read { start: at + 2, end: m.end, strong: true },
        score,
        "progress",
        out,
    );
}

/// The work that somebody is in: after "of", or the title spoken of before.
fn work(c: &Clause<'_, '_>, end: usize, before: usize, scene: &Scene<'_>) -> Option<String> {
    if c.tokens[..c.hi].get(end).is_some_and(|t| t.is("of")) {
        let stop = noun_phrase_end(c.tokens, end + 1, c.hi);
        if stop > end + 1 {
            return Some(title(phrase::written(scene.text, c.tokens, end + 1, stop).0));
        }
    }
    let quoted = (0..before).rev().find(|&i| matches!(c.tokens[i].shape, Shape::Quoted | Shape::Speech));
    if let Some(i) = quoted {
        return Some(title(&c.tokens[i].lower));
    }
    // "I've been reading Middlemarch and I'm on page 90"
    let verb = (0..before).rev().find(|&i| {
        c.tokens[i].verb.is_some_and(|v| matches!(v.lemma, "read" | "watch" | "play" | "listen"))
    })?;
    let stop = phrase::proper_name_end(c.tokens, verb + 1, before);
    (stop > verb + 1).then(|| title(phrase::written(scene.text, c.tokens, verb + 1, stop).0))
}

/// A title as part of a key.
fn title(written: &str) -> String {
    let lower = phrase::plain(written).to_lowercase();
    let bare = lower.trim_matches(['\'', '.', ',', ' ']);
    bare.strip_prefix("the ").unwrap_or(bare).to_owned()
}

/// "I've been using my Fitbit Charge 3 for 9 months now"
fn lasting(c: &Clause<'_, '_>, at: usize, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    let Some(form) =
        c.tokens[at].verb.filter(|v| v.gerund || v.participle && matches!(v.lemma, "have" | "own" | "know"))
    else {
        return;
    };
    let been = c.tokens[c.lo..at].iter().rev().take(3).any(|t| t.is("been"));
    let have = c.tokens[c.lo..at].iter().rev().take(4).any(|t| t.any(&["have", "'ve", "ive"]));
    if !have || form.gerund && !been {
        return;
    }
    let Some(r#for) = (at + 1..c.hi).find(|&i| c.tokens[i].is("for")) else { return };
    let from = r#for
        + 1
        + usize::from(
            c.tokens[..c.hi].get(r#for + 1).is_some_and(|t| t.any(&["about", "almost", "over", "the"])),
        );
    let Some(m) = measure::measure(c.tokens, from, c.hi).filter(|m| m.unit == Unit::Duration && m.whole)
    else {
        return;
    };
    let Some(subject) = doer(c, at, scene) else { return };
    let mut first = at + 1;
    let mut lemma = form.lemma.to_owned();
    while first < r#for && c.tokens[first].any(&["in", "at", "on", "with", "to", "as", "for", "regularly"]) {
        if !c.tokens[first].is("regularly") {
            lemma = format!("{lemma} {}", c.tokens[first].lower);
        }
        first += 1;
    }
    let stop = noun_phrase_end(c.tokens, first, r#for);
    let object = kind_of(c.tokens, first, stop);
    // "I've had it for three years": nobody knows what.
    if object.is_empty() && first < r#for && !crate::words::is_adverb(&c.tokens[first].lower) {
        return;
    }
    let scope = if object.is_empty() { lemma } else { format!("{lemma} {object}") };
    push(
        c,
        subject,
        Relation::Open("duration".to_owned()),
        Some(scope),
        Read { start: from, end: m.end, strong: true },
        9,
        "lasting",
        out,
    );
}

/// "I got pre-approved for $400,000"
fn approved(c: &Clause<'_, '_>, at: usize, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    if !c.tokens[at].any(&["pre-approved", "preapproved", "approved", "prequalified", "pre-qualified"]) {
        return;
    }
    let Some(r#for) = (at + 1..c.hi.min(at + 4)).find(|&i| c.tokens[i].any(&["for", "up"])) else { return };
    let Some(start) = (r#for + 1..c.hi.min(r#for + 7))
        .find(|&i| measure::measure(c.tokens, i, c.hi).is_some_and(|m| m.unit == Unit::Money))
    else {
        return;
    };
    let end = measure::measure(c.tokens, start, c.hi).map_or(start + 1, |m| m.end);
    if doer(c, at, scene).is_some() {
        let relation = Relation::Open("pre-approval amount".to_owned());
        push(c, Subject::user(), relation, None, Read { start, end, strong: true }, 10, "approved", out);
    }
}

/// "I set a personal best in the 10k with a time of 48:12", "a new record of 25 pull-ups"
fn bettered(c: &Clause<'_, '_>, at: usize, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    let set = c.tokens[at]
        .verb
        .is_some_and(|v| matches!(v.lemma, "set" | "get" | "hit" | "run" | "achieve" | "break"));
    let Some(best) = (at + 1..c.hi.min(at + 6)).find(|&i| {
        c.tokens[i].any(&["pb", "record"]) || c.tokens[i].is("best") && c.tokens[i - 1].is("personal")
    }) else {
        return;
    };
    let own = c.tokens[at + 1..best].iter().all(|t| t.any(&["a", "my", "new", "own", "another", "personal"]));
    let Some(spec) = c.lexicon.get("record").filter(|_| set && own && doer(c, at, scene).is_some()) else {
        return;
    };
    let mut of = (best + 1..c.hi).find(|&i| c.tokens[i].any(&["of", "at", "with", ":"]) && i + 1 < c.hi);
    while let Some(i) = of.filter(|&i| !c.tokens[i + 1].has_digit()) {
        of = (i + 1..c.hi).find(|&j| c.tokens[j].any(&["of", "at", "with"]) && j + 1 < c.hi);
    }
    let Some(of) = of else { return };
    let Some(read) = crate::value::read(crate::value::ValueType::Scalar, c.tokens, of + 1, c.hi) else {
        return;
    };
    let what = (best + 1..of).find(|&i| c.tokens[i].any(&["in", "for", "on", "at"]));
    let scope = what
        .map(|i| kind_of(c.tokens, i + 1, noun_phrase_end(c.tokens, i + 1, of)))
        .filter(|s| !s.is_empty());
    push(
        c,
        Subject::user(),
        Relation::Known(spec),
        scope,
        Read { strong: true, ..read },
        10,
        "standing",
        out,
    );
}

/// "our volleyball team is doing well with a 5-2 record", "we're 3-2 so far"
fn standing(c: &Clause<'_, '_>, at: usize, _scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    let score = c.tokens[at].text.split_once(['-', '–']).is_some_and(|(a, b)| {
        let few = |s: &str| !s.is_empty() && s.len() < 3 && s.bytes().all(|b| b.is_ascii_digit());
        few(a) && few(b)
    });
    if !score {
        return;
    }
    let next = c.tokens.get(at + 1);
    let record = next.is_some_and(|t| t.is("record"))
        || next.is_some_and(|t| t.is("so")) && at > c.lo && c.tokens[at - 1].lemma_is("be")
        || at >= c.lo + 2 && c.tokens[at - 1].lemma_is("be") && c.tokens[at - 2].is("record");
    let own = c.tokens.iter().any(|t: &Token<'_>| t.any(&["i", "i've", "my", "we", "our"]));
    let sport = c.tokens.iter().find(|t| gazetteer::is("sport", &t.lower)).map(|t| t.lower.clone());
    let Some(spec) = c.lexicon.get("record").filter(|_| record && own) else { return };
    push(
        c,
        Subject::user(),
        Relation::Known(spec),
        sport,
        Read { start: at, end: at + 1, strong: true },
        9,
        "standing",
        out,
    );
}
