//! One known value given up for another: "left A for B", "swapped A for B", "B instead of A", "A is
//! gone". The verb tells nothing of what kind they are; the key that holds A does. Where none or
//! more than one does, nothing is said here.

use crate::candidate::{Candidate, Relation, SURE};
use crate::cue;
use crate::fact::FoundOp;
use crate::guard;
use crate::known::Held;
use crate::lexicon::{Lexicon, RelationSpec};
use crate::normalize::normalize_value;
use crate::phrase;
use crate::scene::Scene;
use crate::sentence::{self, Segment};
use crate::subject::{Class, Subject};
use crate::token::{Shape, Token};
use crate::value::{self, Read, ValueType};
use crate::words;

type Span = (usize, usize);

/// What was given up, and what for.
#[derive(Clone, Copy, Debug)]
struct Swap {
    old: Span,
    new: Option<Span>,
    /// Whether the first person singular did it.
    own: bool,
    /// The words of whoever uses the new one, where the sentence names the user of it.
    who: Option<Span>,
}

/// Adds what exchanges and ends of known values leave true.
pub(crate) fn read(
    tokens: &[Token<'_>],
    segments: &[Segment],
    scene: &Scene<'_>,
    chosen: &mut Vec<Candidate>,
) {
    if scene.known.is_empty() {
        return;
    }
    for segment in segments {
        for (lo, hi) in sentence::clauses(tokens, segment.lo, segment.hi) {
            let guarded = tokens.get(hi).is_some_and(|t| t.any(&["if", "unless"]));
            let Ok(cues) = cue::clause_cues(tokens, lo, hi) else { continue };
            let plain = !(guarded || cues.never || cues.future || cues.negated && !cues.ends);
            if let Some(swap) = swap(tokens, (lo, hi), segment.hi).filter(|_| plain) {
                tell(tokens, (lo, hi), swap, scene, chosen);
            }
        }
    }
    rekey(tokens, scene, chosen);
    reown(scene, chosen);
}

/// "The garage's code" where "the garage code" was told of nobody, and the other way round: the one
/// key that is known.
fn reown(scene: &Scene<'_>, chosen: &mut [Candidate]) {
    let holds = |subject: &str, relation: &str| {
        let mut held = scene.known.held(subject).into_iter();
        held.any(|h| h.scope.is_none() && words_of(&h) == relation)
    };
    for c in chosen.iter_mut().filter(|c| c.scope.is_none() && c.relation.spec().is_none()) {
        let relation = c.relation.name().to_lowercase();
        if holds(&c.subject.text, &relation) {
            continue;
        }
        if c.subject.class == Class::Thing && !matches!(c.subject.text.as_str(), "user" | "project") {
            let whole = format!("{} {relation}", c.subject.text.to_lowercase());
            let owner = match (holds("user", &whole), holds("project", &whole)) {
                (true, false) => Subject::user(),
                (false, true) => Subject::project(),
                _ => continue,
            };
            c.subject = owner;
            c.relation = Relation::Open(whole);
        } else if let Some((thing, part)) = relation.rsplit_once(' ')
            && matches!(c.subject.text.as_str(), "user" | "project")
            && holds(thing, part)
        {
            c.subject = Subject { text: thing.to_owned(), class: Class::Thing };
            c.relation = Relation::Open(part.to_owned());
        }
    }
}

/// The old and the new value of a clause, if it tells of such.
fn swap(tokens: &[Token<'_>], (lo, hi): Span, segment: usize) -> Option<Swap> {
    let own = tokens[lo..hi].iter().any(|t| t.any(&["i", "my", "me"]));
    let is = |i: usize, words: &[&str]| i < hi && tokens[i].any(words);
    let find = |from: usize, words: &[&str]| (from..hi).find(|&i| tokens[i].any(words));
    let opens = |at: usize| speaks(tokens, lo, at);
    for at in lo..hi {
        if tokens[at].shape != Shape::Word {
            continue;
        }
        let word = tokens[at].lower.as_str();
        // "use B instead of A", "B rather than A"
        if matches!(word, "instead" | "rather") && is(at + 1, &["of", "than"]) && at > lo {
            let verb = (lo..at).rev().find(|&i| {
                tokens[i].verb.is_some_and(|v| {
                    matches!(
                        v.lemma,
                        "use" | "run" | "drive" | "drink" | "have" | "be" | "adopt" | "see" | "go"
                    )
                }) || tokens[i].any(&["on", "with"])
            })?;
            // "in Saturn instead of Neptune for the meeting"
            let b = verb + 1 + usize::from(is(verb + 1, &["in", "at", "on", "with"]) && verb + 2 < at);
            // "using N for tickets since April instead of O"
            let n = (b + 1..at).find(|&i| tokens[i].any(&["for", "in", "on", "since", "as"])).unwrap_or(at);
            let a = (at + 3..hi)
                .find(|&i| tokens[i].any(&["for", "in", "on", "at", "from", "since"]))
                .unwrap_or(hi);
            return Some(Swap { old: (at + 2, a), new: Some((b, n)), own, who: Some((lo, verb)) });
        }
        let gives_up = matches!(
            word,
            "left"
                | "quit"
                | "dropped"
                | "ditched"
                | "dumped"
                | "abandoned"
                | "swapped"
                | "traded"
                | "replaced"
                | "exchanged"
                | "sold"
                | "retired"
                | "cancelled"
                | "canceled"
                | "removed"
                | "uninstalled"
                | "scrapped"
                | "axed"
                | "killed"
                | "decommissioned"
                | "discontinued"
                | "ended"
        );
        if gives_up && opens(at) {
            // "in favour of B", "for B", "with B"
            if let Some(link) = find(at + 2, &["for", "with", "favour", "favor"]) {
                let b = link + 1 + usize::from(is(link + 1, &["of"]));
                let a = if tokens[link - 1].is("in") { link - 1 } else { link };
                let a = if tokens[a - 1].is("out") { a - 1 } else { a };
                let good = is(link, &["for"]) && is(b, &["good", "now", "ever"]);
                if !good && b < hi {
                    return Some(Swap { old: (at + 1, a), new: Some((b, hi)), own, who: None });
                }
                return Some(Swap { old: (at + 1, a), new: None, own, who: None });
            }
            let given = phrase::noun_phrase_end(tokens, at + 1, hi);
            // "Sold the A and bought a B"
            let next =
                (hi..segment.max(hi).min(tokens.len())).chain(segment..tokens.len()).take(4).find(|&i| {
                    tokens[i].any(&[
                        "got", "bought", "joined", "started", "went", "moved", "switched", "adopted",
                        "chose", "picked", "took", "returned",
                    ])
                });
            let new = next.and_then(|i| {
                let from = (i + 1..tokens.len()).find(|&n| {
                    !tokens[n].any(&["to", "with", "back", "over", "on", "onto", "for", "up", "using"])
                })?;
                let end = phrase::noun_phrase_end(tokens, from, tokens.len());
                (end > from).then_some((from, end))
            });
            let whole = given > at + 1 && (given == hi || tokens[given..hi].iter().all(closes));
            if whole && !(word == "left" && new.is_none()) && !(word == "ended" && new.is_none()) {
                return Some(Swap { old: (at + 1, given), new, own, who: None });
            }
            return None;
        }
        if matches!(
            word,
            "switched" | "moved" | "migrated" | "went" | "changed" | "ported" | "converted" | "transferred"
        ) && let Some(from) = find(at + 1, &["from", "off"])
            && let Some(to) = (from + 2..hi).find(|&i| tokens[i].any(&["to", "onto", "over"]))
        {
            let b = to + 1 + usize::from(is(to + 1, &["to"]));
            return Some(Swap { old: (from + 1, to), new: Some((b, hi)), own, who: None });
        }
        // "B replaces A", "B has replaced A"
        if matches!(word, "replaces" | "replaced" | "supersedes" | "superseded")
            && at > lo
            && !opens(at)
            && !tokens[lo..at].iter().any(|t| t.lemma_is("be"))
            && !tokens[at..hi].iter().any(|t| t.any(&["as", "with", "by"]))
        {
            let end =
                (lo..at).rev().take_while(|&i| crate::matching::skippable(&tokens[i])).last().unwrap_or(at);
            return Some(Swap { old: (at + 1, hi), new: Some((lo, end)), own, who: None });
        }
        if let Some(end) = gone(tokens, (lo, hi), at) {
            return Some(Swap { old: (lo, end), new: None, own, who: None });
        }
    }
    None
}

/// Whether nobody but the speakers or a note's writer stands before a verb.
fn speaks(tokens: &[Token<'_>], lo: usize, at: usize) -> bool {
    tokens[lo..at].iter().all(|t| {
        t.any(&["i", "we"])
            || t.is_punct()
            || words::is_filler(&t.lower)
            || crate::matching::skippable(t)
            || words::is_conjunction(&t.lower)
    })
}

/// Words that may follow what was given up without narrowing it.
fn closes(token: &Token<'_>) -> bool {
    token.is_punct()
        || words::is_adverb(&token.lower)
        || token.any(&[
            "for", "good", "from", "the", "stack", "project", "codebase", "entirely", "last", "week",
            "month", "year",
        ])
        || words::is_time_word(&token.lower)
}

/// "A is gone", "A was phased out", "A is no longer in use": where A ends.
fn gone(tokens: &[Token<'_>], (lo, hi): Span, at: usize) -> Option<usize> {
    let token = &tokens[at];
    let told = token.any(&[
        "gone",
        "retired",
        "dead",
        "removed",
        "dropped",
        "cancelled",
        "canceled",
        "discontinued",
        "decommissioned",
        "scrapped",
        "axed",
        "uninstalled",
        "abandoned",
        "history",
    ]) || token.any(&["phased", "ripped", "thrown", "switched", "turned", "shut"])
        && tokens[..hi].get(at + 1).is_some_and(|t| t.any(&["out", "off", "down"]))
        || token.any(&["used", "use", "needed", "dependency", "part"])
            && at > lo + 2
            && tokens[lo..at].windows(2).any(|w| w[0].is("no") && w[1].is("longer"))
        || token.is("out") && at + 1 == hi;
    if !told {
        return None;
    }
    let be = (lo + 1..at).find(|&i| {
        tokens[i].lemma_is("be") && !tokens[i].is("been") || tokens[i].any(&["has", "have", "got"])
    })?;
    let between = tokens[be + 1..at].iter().all(|t| {
        crate::matching::skippable(t) || t.lemma_is("be") || t.any(&["a", "in", "no", "longer", "all", "now"])
    });
    let follows =
        tokens[at + 1..hi].iter().skip_while(|t| t.any(&["out", "off", "down", "in", "of"])).all(closes);
    (between && follows).then_some(be)
}

/// The one key that holds a value, among those that the speaker can mean.
fn key(tokens: &[Token<'_>], (lo, hi): Span, own: bool, scene: &Scene<'_>) -> Option<(Held, Span)> {
    let mut lo = lo;
    while lo < hi
        && (words::is_determiner(&tokens[lo].lower)
            || words::is_possessive(&tokens[lo].lower)
            || tokens[lo].is_punct())
    {
        lo += 1;
    }
    let mut hi = hi;
    while hi > lo
        && (tokens[hi - 1].is_punct()
            || words::is_adverb(&tokens[hi - 1].lower)
            || tokens[hi - 1].any(&["out", "in"]))
    {
        hi -= 1;
    }
    if lo >= hi || hi - lo > 6 {
        return None;
    }
    let text = phrase::written(scene.text, tokens, lo, hi).0;
    let mut found = scene.known.holding(text);
    for name in ["user", "project"] {
        for held in scene.known.held(name) {
            let spec = Lexicon::built_in().get(&held.relation);
            if normalize_value(spec, &held.object) == normalize_value(spec, text)
                && !found.iter().any(|f| f.subject == held.subject && words_of(f) == words_of(&held))
            {
                found.push(held);
            }
        }
    }
    let others = |h: &Held| if own { h.subject == "project" } else { false };
    found.retain(|h| is_choice(h) && !others(h));
    match found.as_slice() {
        [one] => Some((one.clone(), (lo, hi))),
        many => {
            let mine: Vec<&Held> =
                many.iter().filter(|h| h.subject == if own { "user" } else { "project" }).collect();
            match mine.as_slice() {
                [one] => Some(((*one).clone(), (lo, hi))),
                _ => None,
            }
        }
    }
}

/// "The mailer uses B instead of A" gives up no A of ours: whose the key is must speak or be named.
fn is_whose(who: &[Token<'_>], held: &Held) -> bool {
    if who.iter().all(|t| !t.is_content() || words::is_adverb(&t.lower) || words::is_filler(&t.lower)) {
        return true;
    }
    if matches!(held.subject.as_str(), "user" | "project") {
        return who.iter().any(|t| t.any(&["i", "we", "my", "our", "us", "me"]));
    }
    let subject = held.subject.to_lowercase();
    let head = words::singular(subject.rsplit(' ').next().unwrap_or_default());
    who.iter().any(|t| words::singular(&t.lower) == head || t.any(&["it", "they", "he", "she"]))
}

fn words_of(held: &Held) -> String {
    held.relation.to_lowercase().replace('_', " ")
}

/// Whether a value of a relation is one that somebody chose and can give up.
fn is_choice(held: &Held) -> bool {
    Lexicon::built_in().get(&held.relation).is_none_or(|spec| {
        matches!(
            spec.value_type,
            ValueType::Product
                | ValueType::Organisation
                | ValueType::Identifier
                | ValueType::Text
                | ValueType::Scalar
        ) && !matches!(
            spec.name,
            "likes" | "likes_food" | "dislikes" | "owns" | "name" | "status" | "allergic_to"
        )
    })
}

/// The new value: of the relation's kind, or a name.
fn taken(tokens: &[Token<'_>], (lo, hi): Span, spec: Option<&RelationSpec>) -> Option<Read> {
    let mut lo = lo;
    while lo < hi
        && (words::is_determiner(&tokens[lo].lower)
            || words::is_possessive(&tokens[lo].lower)
            || tokens[lo].is_punct()
            || words::is_adverb(&tokens[lo].lower))
    {
        lo += 1;
    }
    if lo >= hi {
        return None;
    }
    let named = phrase::proper_name_end(tokens, lo, hi);
    if named > lo {
        return Some(Read { start: lo, end: named, strong: true });
    }
    let kind = spec.map_or(ValueType::Product, |s| s.value_type);
    let read = value::read(kind, tokens, lo, hi).filter(|r| r.start == lo)?;
    let rest =
        tokens[read.end..hi].iter().all(|t| closes(t) || t.any(&["as", "in", "on", "since", "after", "and"]));
    (read.end - read.start <= 3 && (rest || read.strong)).then_some(read)
}

fn tell(tokens: &[Token<'_>], clause: Span, swap: Swap, scene: &Scene<'_>, chosen: &mut Vec<Candidate>) {
    let Some((held, old)) = key(tokens, swap.old, swap.own, scene) else { return };
    if swap.who.is_some_and(|who| !is_whose(&tokens[who.0..who.1], &held)) {
        return;
    }
    let spec = Lexicon::built_in().get(&held.relation);
    let new = swap.new.and_then(|span| taken(tokens, span, spec));
    if swap.new.is_some() && new.is_none() {
        return;
    }
    let overlap = |a: Span, b: Span| a.0 < b.1 && b.0 < a.1;
    let relation = spec.map_or_else(|| Relation::Open(words_of(&held)), Relation::Known);
    let set_valued = spec.is_some_and(RelationSpec::set_valued);
    let place = new.map_or(old, |r| (r.start, r.end));
    // "The blog moved from A to B", "Uber switched": others may do as they like.
    if crate::supplant::by_another(tokens, &held, old, new.map(|r| (r.start, r.end))) {
        chosen.retain(|c| !(overlap(c.object, place) || overlap(c.object, old)));
        return;
    }
    let class = if held.subject == "user" { Class::Person } else { Class::Thing };
    let base = Candidate {
        subject: Subject { text: held.subject.clone(), class },
        relation,
        scope: held.scope.clone(),
        object: place,
        object_text: None,
        op: if new.is_some() { FoundOp::Assert } else { FoundOp::End },
        set_valued,
        score: SURE + 4,
        rule: if new.is_some() { "exchange" } else { "exchange-end" },
        clause: (clause.0.min(place.0), clause.1.max(place.1)),
    };
    // "Half the build moved from A to B", "replaced A on the panel": of what, is not told for certain.
    let clauses = [clause, (place.0, place.1)];
    let lasting = !crate::cue::for_now(tokens);
    let taken = new.map(|r| (r.start, r.end));
    if taken.is_some() && (!lasting || !crate::supplant::alone(tokens, &clauses, &held, old, taken)) {
        if !set_valued && !chosen.iter().any(|c| overlap(c.object, place)) {
            chosen.push(Candidate { score: guard::UNSURE, rule: "exchange-unsure", ..base });
        }
        return;
    }
    let name = phrase::written(scene.text, tokens, old.0, old.1).0;
    chosen.retain(|c| {
        let of_old = new.is_none() && c.subject.text.eq_ignore_ascii_case(name);
        !(of_old || overlap(c.object, place) || overlap(c.object, old))
    });
    if set_valued && new.is_some() {
        chosen.push(Candidate { object: old, op: FoundOp::End, rule: "exchange-end", ..base.clone() });
    }
    chosen.push(base);
}

/// An end that no key has, of a value that one key holds, is that key's.
fn rekey(tokens: &[Token<'_>], scene: &Scene<'_>, chosen: &mut [Candidate]) {
    for c in chosen
        .iter_mut()
        .filter(|c| c.op == FoundOp::End && matches!(c.relation.name(), "uses" | "depends_on"))
    {
        let text = phrase::written(scene.text, tokens, c.object.0, c.object.1).0.to_owned();
        let same = |h: &Held| {
            words_of(h) == c.relation.name().replace('_', " ")
                && normalize_value(c.relation.spec(), &h.object) == normalize_value(c.relation.spec(), &text)
        };
        // "We no longer use Jenkins": also where it was told for what.
        let held = scene.known.held(&c.subject.text);
        let mut own = held.iter().filter(|h| same(h));
        if let (Some(one), None) = (own.next(), own.next())
            && c.scope.is_none()
            && one.scope.is_some()
        {
            c.scope.clone_from(&one.scope);
            continue;
        }
        if held.iter().any(same) || !matches!(c.subject.text.as_str(), "user" | "project" | "stack") {
            continue;
        }
        let Some((held, _)) = key(tokens, c.object, c.subject.text == "user", scene) else { continue };
        let spec = Lexicon::built_in().get(&held.relation);
        c.subject.text.clone_from(&held.subject);
        c.set_valued = spec.is_some_and(RelationSpec::set_valued);
        c.relation = spec.map_or_else(|| Relation::Open(words_of(&held)), Relation::Known);
        c.scope = held.scope;
        c.score = c.score.max(SURE);
    }
}
