//! Changes of known things that name no attribute: "moved the API over to 8443", "turned dark_mode
//! on", "the batch size back down to 250". Which key changes is the one whose value is of the new
//! one's kind; where none or two are, nothing is said.

use crate::candidate::{Candidate, Relation};
use crate::fact::FoundOp;
use crate::known::Held;
use crate::matching::skippable;
use crate::nominal::Clause;
use crate::phrase::noun_phrase_end;
use crate::recall::{known_subject, of_key, only_key};
use crate::scene::Scene;
use crate::subject::{Class, Subject};
use crate::token::{Shape, Token};
use crate::words;

/// Adds the readings of a clause.
pub(crate) fn read(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    if scene.known.is_empty() || c.cues.future || c.cues.never {
        return;
    }
    for at in c.lo..c.hi {
        let token = &c.tokens[at];
        let Some(verb) = token.verb.filter(|_| token.shape == Shape::Word) else { continue };
        let order = verb.base && !verb.past && !verb.participle;
        if order && !noted(scene) || !told_by_us(c, at) {
            continue;
        }
        match verb.lemma {
            "move" | "switch" | "shift" | "change" | "bump" | "put" | "set" | "raise" | "lower" | "cut"
            | "push" => {
                to_value(c, at, scene, out);
            }
            _ => {}
        }
        toggled(c, at, scene, out);
    }
    passive(c, scene, out);
}

fn noted(scene: &Scene<'_>) -> bool {
    matches!(scene.kind, "commit" | "release_notes" | "changelog" | "release" | "standup")
}

/// Whether the speakers, or nobody named, do what the verb at `at` tells.
fn told_by_us(c: &Clause<'_, '_>, at: usize) -> bool {
    c.tokens[c.lo..at].iter().all(|t| {
        t.any(&["i", "we", "have", "'ve", "had", "just"])
            || t.is_punct()
            || words::is_filler(&t.lower)
            || skippable(t) && !t.any(&["not", "n't", "never"])
    })
}

/// "moved the API over to 8443"
fn to_value(c: &Clause<'_, '_>, at: usize, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    let Some(to) = (at + 2..c.hi).find(|&i| c.tokens[i].any(&["to", "onto"])) else { return };
    let end = (at + 1..to)
        .rev()
        .find(|&i| !c.tokens[i].any(&["over", "back", "up", "down", "across"]))
        .map_or(at, |i| i + 1);
    let from = (at + 1..end).find(|&i| c.tokens[i].any(&["from", "off"])).unwrap_or(end);
    let value = to + 1 + usize::from(c.tokens[..c.hi].get(to + 1).is_some_and(|t| t.is("port")));
    if !c.tokens[..c.hi].get(value).is_some_and(|t| t.has_digit()) {
        return;
    }
    let Some(subject) = known_subject(c, at + 1, from, scene) else { return };
    if let Some(key) =
        only_key(c, &subject, value, c.hi, scene, |h| h.object.bytes().any(|b| b.is_ascii_digit()))
    {
        out.push(of_key(c, subject, key, 10, "shifted"));
    }
}

/// "turned dark_mode on", "disabled new_nav".
fn toggled(c: &Clause<'_, '_>, at: usize, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    let verb = &c.tokens[at];
    if verb.any(&["turned", "switched", "flipped", "turn", "switch", "flip"]) {
        let Some(which) = (at + 1..c.hi).find(|&i| c.tokens[i].any(&["on", "off"])) else { return };
        let (lo, hi) =
            if which == at + 1 { (at + 2, noun_phrase_end(c.tokens, at + 2, c.hi)) } else { (at + 1, which) };
        let closes = which == at + 1 || which + 1 == c.hi || c.tokens[which + 1..c.hi].iter().all(closing);
        if closes {
            state(c, (lo, hi), c.tokens[which].is("on"), which, scene, out);
        }
    } else if verb.any(&["enabled", "activated", "disabled", "deactivated"]) {
        let hi = noun_phrase_end(c.tokens, at + 1, c.hi);
        state(c, (at + 1, hi), verb.any(&["enabled", "activated"]), at, scene, out);
    }
}

/// "dark launch has been enabled", "night mode was switched off".
fn passive(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    let Some(at) = (c.lo + 2..c.hi).find(|&i| {
        c.tokens[i].any(&["enabled", "activated", "disabled", "deactivated", "turned", "switched"])
            && c.tokens[i - 1].any(&["been", "was", "got"])
    }) else {
        return;
    };
    let particle = c.tokens[..c.hi].get(at + 1).filter(|t| t.any(&["on", "off"]));
    let on = match particle {
        Some(t) => t.is("on"),
        None if c.tokens[at].any(&["turned", "switched"]) => return,
        None => c.tokens[at].any(&["enabled", "activated"]),
    };
    let mut end = at;
    while end > c.lo
        && (skippable(&c.tokens[end - 1]) || c.tokens[end - 1].any(&["been", "was", "has", "have", "got"]))
    {
        end -= 1;
    }
    state(c, (c.lo, end), on, at + usize::from(particle.is_some()), scene, out);
}

fn closing(token: &Token<'_>) -> bool {
    token.is_punct() || words::is_adverb(&token.lower) || words::is_time_word(&token.lower)
}

/// The state of a known switch: in the words in which it was told.
fn state(
    c: &Clause<'_, '_>,
    (lo, hi): (usize, usize),
    on: bool,
    at: usize,
    scene: &Scene<'_>,
    out: &mut Vec<Candidate>,
) {
    if lo >= hi {
        return;
    }
    let subject = known_subject(c, lo, hi, scene).or_else(|| flag(c, (lo, hi), scene));
    let Some(subject) = subject else { return };
    let opposite = |h: &Held| match h.object.to_lowercase().as_str() {
        "on" | "off" | "switched on" | "switched off" | "turned on" | "turned off" => {
            Some(if on { "on" } else { "off" })
        }
        "enabled" | "disabled" => Some(if on { "enabled" } else { "disabled" }),
        "active" | "inactive" => Some(if on { "active" } else { "inactive" }),
        _ => None,
    };
    let held = scene.known.held(&subject.text);
    let mut states = held.iter().filter_map(|h| opposite(h).map(|word| (h, word)));
    let (Some((held, word)), None) = (states.next(), states.next()) else { return };
    let relation =
        c.lexicon.get(&held.relation).map_or_else(|| Relation::Open(held.relation.clone()), Relation::Known);
    out.push(Candidate {
        subject,
        relation,
        scope: held.scope.clone(),
        object: (at, at + 1),
        object_text: Some(word.to_owned()),
        op: FoundOp::Assert,
        set_valued: false,
        score: 14,
        rule: "toggled",
        clause: (c.lo, c.hi),
    });
}

/// "dark_mode" of what was told as "feature flag dark_mode".
fn flag(c: &Clause<'_, '_>, (lo, hi): (usize, usize), scene: &Scene<'_>) -> Option<Subject> {
    let token = c.tokens[lo..hi].iter().rev().find(|t| t.is_content())?;
    let name = |kind: &str| scene.known.canonical(&format!("{kind} {}", token.text));
    let text =
        ["feature flag", "flag", "feature", "toggle", "switch", "setting"].into_iter().find_map(name)?;
    Some(Subject { text, class: Class::Thing })
}
