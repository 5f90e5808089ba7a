//! Counts that people keep telling: "I've read 12 of the 20 books", "managed to spot 27 species so
//! far", "that brings my total to 32". A bare increment ("one more") is none. The key is the kind of
//! thing with the verb; a verb that only says "done" joins the key that is known of that kind.

use super::{completes, doer, done, kind_of, meant, summed};
use crate::candidate::{Candidate, Relation};
use crate::measure::{self, Unit};
use crate::nominal::{Clause, push};
use crate::phrase;
use crate::possession::is_vague;
use crate::scene::Scene;
use crate::subject::Subject;
use crate::token::Shape;
use crate::value::{self, Read, ValueType};
use crate::words;

pub(super) fn read(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    for at in c.lo + 1..c.hi {
        if c.tokens[at].verb.is_some() {
            doing(c, at, scene, out);
        }
        totals(c, at, scene, out);
        needed(c, at, scene, out);
    }
    for at in c.lo..c.hi {
        listed(c, at, scene, out);
    }
    sum(c, scene, out);
}

/// "I've tried out 3 of Emma's recipes", "I just completed 50 episodes".
fn doing(c: &Clause<'_, '_>, at: usize, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    let Some(form) = c.tokens[at].verb.filter(|v| v.lemma != "be") else { return };
    if !done(c, at) {
        return;
    }
    let mut from = at + 1;
    let mut lemma = form.lemma;
    // "finished reading 4 books": what was done is the reading.
    if let Some(inner) = c.tokens[..c.hi].get(from).and_then(|t| t.verb).filter(|v| v.gerund) {
        lemma = inner.lemma;
        from += 1;
    }
    while c.tokens[..c.hi].get(from).is_some_and(|t| {
        t.any(&[
            "out", "up", "off", "through", "down", "already", "now", "about", "around", "over", "a", "total",
            "of",
        ]) && from < at + 5
    }) {
        from += 1;
    }
    let Some(m) = measure::measure(c.tokens, from, c.hi).filter(|m| m.whole || m.unit != Unit::None) else {
        return;
    };
    let Some(subject) = doer(c, at, scene) else { return };
    if m.unit != Unit::None {
        gained(c, (from, m), (lemma, at), subject, scene, out);
        return;
    }
    let Some(kind) = counted(c, m.end, at, lemma, scene) else { return };
    let scope = agreed(scene, &subject, &kind, lemma);
    tell(c, subject, scope, (from, m.end), 9, out);
}

/// "I've lost 10 pounds so far": an amount that adds up.
fn gained(
    c: &Clause<'_, '_>,
    (from, m): (usize, measure::Measure),
    (lemma, at): (&str, usize),
    subject: Subject,
    _scene: &Scene<'_>,
    out: &mut Vec<Candidate>,
) {
    let what = match m.unit {
        Unit::Mass => "weight",
        // "pounds" are a weight where they are lost or gained.
        Unit::Money
            if matches!(lemma, "lose" | "gain" | "shed") && c.tokens[m.end - 1].any(&["pounds", "pound"]) =>
        {
            "weight"
        }
        Unit::Money => "money",
        Unit::Length => "distance",
        _ => return,
    };
    let adds = matches!(
        lemma,
        "lose"
            | "gain"
            | "shed"
            | "save"
            | "raise"
            | "earn"
            | "run"
            | "walk"
            | "cycle"
            | "hike"
            | "swim"
            | "row"
            | "ride"
            | "donate"
            | "collect"
            | "cover"
            | "drop"
            | "invest"
    );
    let more = c.tokens[..c.hi].get(m.end).is_some_and(|t| t.is("more"));
    if !adds || more || !summed(c, at) && !matches!(lemma, "lose" | "gain" | "save" | "raise") {
        return;
    }
    // "lost £20 on the way" is no sum.
    if what == "money" && lemma == "lose" {
        return;
    }
    tell(c, subject, format!("{what} {lemma}"), (from, m.end), 8, out);
}

/// What is counted after the number that ends at `end`.
fn counted(c: &Clause<'_, '_>, end: usize, at: usize, lemma: &str, scene: &Scene<'_>) -> Option<String> {
    let mut noun = end;
    let of = c.tokens[..c.hi].get(end).is_some_and(|t| t.is("of"));
    if of {
        noun += 1;
        if c.tokens[..c.hi].get(noun).is_some_and(|t| t.any(&["them", "those", "these"])) {
            return meant(c, at, lemma, scene);
        }
        while noun < c.hi
            && (words::is_determiner(&c.tokens[noun].lower)
                || words::is_possessive(&c.tokens[noun].lower)
                || c.tokens[noun].has_digit())
        {
            noun += 1;
        }
    }
    let stop = phrase::noun_phrase_end(c.tokens, noun, c.hi);
    let last = stop.checked_sub(1).filter(|l| *l >= noun).map(|l| &c.tokens[l]);
    let Some(last) = last else {
        // "I've written four so far"
        return summed(c, at).then(|| meant(c, at, lemma, scene)).flatten();
    };
    if c.tokens[noun].is("more") || c.tokens[noun].is("times") || c.tokens[noun].is("-") {
        return None;
    }
    if last.is("ones") {
        return meant(c, at, lemma, scene);
    }
    let kind = kind_of(c.tokens, noun, stop);
    let head = c.tokens[noun..stop].iter().position(|t| t.is("of")).map_or(last, |n| &c.tokens[noun + n - 1]);
    if kind.is_empty()
        || is_vague(&head.lower)
        || is_vague(&kind)
        || measure::unit_class(&head.lower) != Unit::Other
        || head.verb.is_some_and(|v| v.gerund && !v.base)
        || last.shape == Shape::Word && words::is_pronoun(&last.lower)
    {
        return None;
    }
    // "on Coursera" and "on edX" are counted apart.
    let place = c.tokens[..c.hi]
        .get(stop)
        .filter(|t| t.any(&["on", "at", "in", "from"]))
        .and_then(|_| value::read(ValueType::Organisation, c.tokens, stop + 1, c.hi))
        .filter(|r| r.strong && measure::date_end(c.tokens, r.start, c.hi).is_none());
    Some(match place {
        Some(r) => format!(
            "{kind} {} {}",
            c.tokens[stop].lower,
            phrase::written(scene.text, c.tokens, r.start, r.end).0
        ),
        None => kind,
    })
}

/// "that brings my total species count to 32", "my tally is up to 14".
fn totals(c: &Clause<'_, '_>, at: usize, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    let verb = c.tokens[at].verb.is_some_and(|v| matches!(v.lemma, "bring" | "take" | "push" | "raise"));
    if !verb || !c.tokens[..c.hi].get(at + 1).is_some_and(|t| t.any(&["my", "our", "the"])) {
        return;
    }
    let end = phrase::noun_phrase_end(c.tokens, at + 1, c.hi);
    let sum = |i: usize| c.tokens[i].any(&["total", "count", "tally", "collection", "record", "number"]);
    let told = (at + 2..end).any(sum);
    let to = c.tokens[..c.hi].get(end).is_some_and(|t| t.is("to"));
    let Some(m) =
        measure::measure(c.tokens, end + 1, c.hi).filter(|m| told && to && m.whole && m.unit == Unit::None)
    else {
        return;
    };
    let kind: Vec<String> = (at + 2..end)
        .filter(|&i| !sum(i) && !c.tokens[i].is("of"))
        .map(|i| c.tokens[i].lower.clone())
        .collect();
    let mut kind = words::singular(&kind.join(" "));
    if kind.is_empty() {
        // "brings my total to 32 species"
        let stop = phrase::noun_phrase_end(c.tokens, m.end, c.hi);
        kind = kind_of(c.tokens, m.end, stop);
    }
    if kind.is_empty() {
        return;
    }
    let subject = if c.tokens[at + 1].is("our") { scene.plural() } else { Subject::user() };
    let scope = agreed(scene, &subject, &kind, "complete");
    let scope = scope.strip_suffix(" complete").map_or(scope.clone(), str::to_owned);
    tell(c, subject, scope, (end + 1, m.end), 9, out);
}

/// "I need 120 stars to reach the gold level".
fn needed(c: &Clause<'_, '_>, at: usize, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    if !c.tokens[at].lemma_is("need") {
        return;
    }
    let Some(m) = measure::measure(c.tokens, at + 1, c.hi).filter(|m| m.whole && m.unit == Unit::None) else {
        return;
    };
    let end = phrase::noun_phrase_end(c.tokens, m.end, c.hi);
    let goal = c.tokens[..c.hi].get(end).is_some_and(|t| t.is("to"))
        && c.tokens[..c.hi].get(end + 1).is_some_and(|t| {
            t.any(&[
                "reach", "get", "earn", "unlock", "hit", "qualify", "level", "graduate", "redeem", "keep",
                "pass",
            ])
        });
    if end == m.end || !goal || c.tokens[m.end].is("more") {
        return;
    }
    if let Some(subject) = doer(c, at, scene) {
        tell(c, subject, format!("{} need", kind_of(c.tokens, m.end, end)), (at + 1, m.end), 8, out);
    }
}

/// "a lot of titles on my to-watch list, currently 25", "my wish list is up to 14 books"
fn listed(c: &Clause<'_, '_>, at: usize, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    if !c.tokens[at].any(&["my", "our"]) {
        return;
    }
    let end = phrase::noun_phrase_end(c.tokens, at + 1, c.hi);
    let list = end > at + 1
        && c.tokens[end - 1].any(&[
            "list",
            "wishlist",
            "backlog",
            "watchlist",
            "playlist",
            "library",
            "pile",
            "queue",
        ]);
    if !list {
        return;
    }
    let subject = if c.tokens[at].is("our") { scene.plural() } else { Subject::user() };
    let name = kind_of(c.tokens, at + 1, end);
    // "titles on my list, currently 25"
    let before = at >= 2 && c.tokens[at - 1].any(&["on", "in"]) && c.tokens[at - 2].lower.ends_with('s');
    let mut from = end;
    while c.tokens.get(from).is_some_and(|t| {
        t.any(&[
            ",",
            "currently",
            "now",
            "with",
            "has",
            "is",
            "at",
            "up",
            "to",
            "about",
            "have",
            "(",
            "of",
            "right",
        ]) && from < end + 6
    }) {
        from += 1;
    }
    let Some(m) = measure::measure(c.tokens, from, c.tokens.len())
        .filter(|m| from > end && m.whole && m.unit == Unit::None)
    else {
        return;
    };
    let stop = phrase::noun_phrase_end(c.tokens, m.end, c.tokens.len());
    let kind = if before {
        words::singular(&c.tokens[at - 2].lower)
    } else if stop > m.end && c.tokens[stop - 1].lower.ends_with('s') {
        kind_of(c.tokens, m.end, stop)
    } else {
        return;
    };
    if measure::unit_class(&kind) == Unit::Other && !is_vague(&kind) {
        tell(c, subject, format!("{kind} on {name}"), (from, m.end), 9, out);
    }
}

/// "that's 15 autographed baseballs since I started".
fn sum(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    let Some(at) = (c.lo..c.hi).take(4).find(|&i| c.tokens[i].any(&["that", "which"])) else { return };
    let verb = c.tokens[..c.hi].get(at + 1).is_some_and(|t| t.any(&["'s", "is", "makes", "s"]));
    let from = at + 2 + usize::from(c.tokens[..c.hi].get(at + 2).is_some_and(|t| t.any(&["now", "already"])));
    let Some(m) = measure::measure(c.tokens, from, c.hi).filter(|m| verb && m.whole && m.unit == Unit::None)
    else {
        return;
    };
    let end = phrase::noun_phrase_end(c.tokens, m.end, c.hi);
    let last = end.saturating_sub(1);
    let own = c.tokens.iter().any(|t| t.any(&["i", "i've", "my", "we", "our"]));
    if end <= m.end
        || !own
        || !summed(c, last.saturating_sub(1))
        || !c.tokens[last].lower.ends_with('s')
        || is_vague(&c.tokens[last].lower)
        || c.tokens[m.end].is("more")
        || measure::unit_class(&c.tokens[last].lower) != Unit::Other
    {
        return;
    }
    let kind = kind_of(c.tokens, m.end, end);
    let subject = Subject::user();
    let scope = agreed(scene, &subject, &kind, "complete");
    let scope = scope.strip_suffix(" complete").map_or(scope.clone(), str::to_owned);
    tell(c, subject, scope, (from, m.end), 8, out);
}

/// The scope of a count: the known one of this kind, where the verb only says that it was done or
/// the known one's did; otherwise the kind with its verb.
fn agreed(scene: &Scene<'_>, subject: &Subject, kind: &str, lemma: &str) -> String {
    let own = if kind == lemma || kind.is_empty() { lemma.to_owned() } else { format!("{kind} {lemma}") };
    let held = scene.known.held(&subject.text);
    let mut fitting = held.iter().filter(|h| h.relation == "quantity_of").filter_map(|h| {
        let scope = h.scope.as_deref()?;
        let (known, verb) = scope.rsplit_once(' ').unwrap_or((scope, ""));
        let same_kind =
            known == kind && (completes(lemma) || completes(verb)) || scope == kind && completes(lemma);
        (same_kind || scope == own).then(|| scope.to_owned())
    });
    match (fitting.next(), fitting.next()) {
        (Some(scope), None) => scope,
        _ => own,
    }
}

pub(super) fn tell(
    c: &Clause<'_, '_>,
    subject: Subject,
    scope: String,
    (start, end): (usize, usize),
    score: i32,
    out: &mut Vec<Candidate>,
) {
    if let Some(spec) = c.lexicon.get("quantity_of") {
        let read = Read { start, end, strong: true };
        push(c, subject, Relation::Known(spec), Some(scope), read, score, "tally", out);
    }
}
