//! Versions of products that nothing but their place names: "the staging database runs Postgres 16.2".
//! The product is the subject, in what holds it.

use crate::candidate::{Candidate, Relation};
use crate::habit::verb_inside;
use crate::juxtaposed::behind;
use crate::matching::skippable;
use crate::measure;
use crate::nominal::Clause;
use crate::outgoing;
use crate::phrase::{self, is_boundary};
use crate::scene::Scene;
use crate::shape;
use crate::subject::{self, Class, Subject};
use crate::token::Shape;
use crate::units;
use crate::words;

/// "S uses P 1.2.3", "P at 1.2.3 in S", "S: P 1.2.3": the version of P in S.
pub(crate) fn versions(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    for at in c.lo + 1..c.hi {
        let token = &c.tokens[at];
        let hole = token.shape == Shape::Hole;
        if shape::is_ip(token.text) || units::is_code(&c.tokens[at - 1].lower) {
            continue;
        }
        let clear = shape::is_clear_version(token.text);
        let plain = !clear
            && shape::is_version(token.text)
            && token.text.len() <= 3
            && c.tokens[at - 1].capital()
            && !words::is_month(&c.tokens[at - 1].lower)
            && !words::is_weekday(&c.tokens[at - 1].lower)
            && c.tokens[at + 1..c.hi].iter().all(|t| t.any(&["now", "today", "again", "already"]));
        if !(clear || plain || hole)
            || measure::measure(c.tokens, at, c.hi).is_some_and(|m| m.unit != measure::Unit::None)
        {
            continue;
        }
        // "matches Rust 1.50's `Entry`", "on Rust 1.74 and above": of which it is spoken, not which it is.
        if c.tokens.get(at + 1).is_some_and(|t| t.is("'s")) || bounds(c, at + 1) {
            continue;
        }
        // "EUR 1200.50": a sum.
        if measure::unit_class(&c.tokens[at - 1].lower) == measure::Unit::Money {
            continue;
        }
        let Some(product) = product_before(c, at) else { continue };
        let verb = main_verb(c, product);
        // "we released Prism 3.0 beta": nothing that anyone has to run.
        if verb.is_some_and(|v| outgoing::is_release(&c.tokens[v])) && !outgoing::is_newest(c, at) {
            continue;
        }
        // "my new phone is a Pixel 9": a make and its model.
        let model = plain && product > c.lo && c.tokens[product - 1].any(&["a", "an"]);
        if model && verb.is_some_and(|v| c.tokens[v].lemma_is("be")) {
            continue;
        }
        if verb.is_some_and(|v| !leads_to(c, v, product)) && !hole {
            continue;
        }
        if verb.is_none() && !(product == c.lo && scene.topic.is_some()) {
            continue;
        }
        // "Support for TLS 1.0 ends": the product is spoken of, not told.
        let predicated = c.tokens[at + 1..c.hi].iter().any(|t| {
            t.verb.is_some_and(|v| v.lemma == "be" && (v.third || v.past) || v.third && !t.capital())
                && !t.is("'s")
        });
        if predicated && !hole {
            continue;
        }
        if plain && verb.is_some_and(|v| !c.tokens[v].verb.is_some_and(|v| v.third)) {
            continue;
        }
        let holder = holder(c, verb.unwrap_or(c.lo), at + 1, scene);
        let (name, _) = phrase::written(scene.text, c.tokens, product, at);
        let Some(spec) = c.lexicon.get("version") else { continue };
        let parts = token.text.matches('.').count();
        let score = if hole { 8 } else { 9 + i32::from(parts >= 1) * 2 + i32::from(parts >= 2) * 3 };
        let subject = contain(name, holder.as_ref());
        out.push(Candidate {
            subject,
            relation: Relation::Known(spec),
            scope: crate::verbal::trailing_environment(c.tokens, at, c.hi),
            object: (at, at + 1),
            object_text: None,
            op: c.cues.op(false),
            set_valued: false,
            score,
            rule: "product-version",
            clause: (c.lo, c.hi),
        });
    }
}

/// "… and above", "… or newer", "+": what stands before is a bound.
fn bounds(c: &Clause<'_, '_>, at: usize) -> bool {
    c.tokens.get(at).is_some_and(|t| t.any(&["and", "or"]))
        && c.tokens.get(at + 1).is_some_and(|t| {
            t.any(&[
                "above", "up", "later", "newer", "higher", "greater", "better", "below", "older", "lower",
                "earlier",
            ])
        })
}

/// "P in S", or P alone.
#[must_use]
pub(crate) fn contain(name: &str, holder: Option<&Subject>) -> Subject {
    let text = match holder {
        Some(holder) if !matches!(holder.class, Class::Project | Class::Person) => {
            format!("{name} in {}", holder.text)
        }
        _ => name.to_owned(),
    };
    Subject { text, class: Class::Thing }
}

/// Where the product's name before a version begins.
fn product_before(c: &Clause<'_, '_>, version: usize) -> Option<usize> {
    let mut at = version;
    while at > c.lo {
        let token = &c.tokens[at - 1];
        let name = matches!(token.shape, Shape::Word | Shape::Solid | Shape::Code)
            && !is_boundary(token)
            && !words::is_determiner(&token.lower)
            // "is versioned v3"
            && (token.capital() || token.verb.is_none_or(|v| v.base || !v.participle))
            && !token.any(&[
                "version",
                "release",
                "port",
                "v",
                "to",
                "ip",
                "room",
                "page",
                "chapter",
                "number",
                "extension",
                "ext.",
                "now",
            ]);
        if !name
            || token.has_digit() && token.shape != Shape::Code
            || token.verb.is_some_and(|v| v.third || v.past) && !token.capital()
        {
            break;
        }
        if at < version && !token.capital() {
            break;
        }
        at -= 1;
        if !token.capital() {
            break;
        }
    }
    (at < version).then_some(at)
}

/// The last verb before a place.
pub(crate) fn main_verb(c: &Clause<'_, '_>, before: usize) -> Option<usize> {
    (c.lo..before).rev().find(|&i| {
        let t = &c.tokens[i];
        t.verb.is_some_and(|v| {
            v.third
                || v.past
                || v.participle
                || v.base
                    && (i == c.lo
                        || v.lemma == "have"
                        || v.lemma == "use"
                        || v.lemma == "run"
                        || plural_before(c, i))
        })
    })
}

/// Whether a verb leads straight to a product: "runs on P", "was upgraded to P"; not "is ready for P",
/// "in preparation for moving to P".
pub(crate) fn leads_to(c: &Clause<'_, '_>, verb: usize, product: usize) -> bool {
    let between = &c.tokens[verb + 1..product];
    let straight = between.iter().all(|t| {
        t.any(&[
            "on", "at", "to", "with", "in", "into", "onto", "from", "by", "back", "up", "version", "under",
            "is", "are", "be",
        ]) || words::is_determiner(&t.lower)
            || words::is_adverb(&t.lower)
            || skippable(t)
            || t.verb.is_some_and(|v| v.participle)
            || t.has_digit()
            || t.capital()
            || matches!(t.shape, Shape::Code | Shape::Solid)
            || t.any(&["and"])
    });
    // "split from kiln 0.4", "as in kiln 1.2": where something came from, what something is like.
    let origin = between.iter().any(|t| t.is("from"))
        && !c.tokens[verb].verb.is_some_and(|v| {
            matches!(
                v.lemma,
                "update"
                    | "upgrade"
                    | "bump"
                    | "move"
                    | "migrate"
                    | "go"
                    | "switch"
                    | "raise"
                    | "lower"
                    | "downgrade"
                    | "pin"
            )
        });
    let gerund = c.tokens[verb].verb.is_some_and(|v| v.gerund)
        && verb > c.lo
        && words::is_preposition(&c.tokens[verb - 1].lower);
    let needs = c.tokens[verb].verb.is_some_and(|v| {
        matches!(
            v.lemma,
            "need"
                | "require"
                | "test"
                | "try"
                | "support"
                | "fail"
                | "allow"
                | "deprecate"
                | "drop"
                | "remove"
                | "fix"
                | "affect"
                | "find"
                | "break"
                | "reproduce"
                | "introduce"
                | "add"
                | "appear"
                | "report"
                | "happen"
                | "crash"
                | "resolve"
                | "patch"
                | "compare"
                | "review"
        )
    });
    straight && !gerund && !needs && !origin
}

fn plural_before(c: &Clause<'_, '_>, i: usize) -> bool {
    i > c.lo && c.tokens[i - 1].lower.ends_with('s')
}

/// What holds the product: the clause's subject, the label, or a phrase after the version.
fn holder(c: &Clause<'_, '_>, verb: usize, after: usize, scene: &Scene<'_>) -> Option<Subject> {
    if let Some((lo, hi)) = behind(c, after) {
        return subject::resolve(c.tokens, lo, hi, scene);
    }
    // The verb group may begin before the last verb: "is built with".
    let mut start = verb;
    while start > c.lo && (skippable(&c.tokens[start - 1]) || c.tokens[start - 1].lemma_is("be")) {
        start -= 1;
    }
    let cleaned = subject::clean(c.tokens, c.lo, start);
    if cleaned.lo >= cleaned.hi || verb_inside(c.tokens, cleaned.lo, cleaned.hi) {
        return scene.topic.clone().or_else(|| scene.heading.clone());
    }
    subject::resolve(c.tokens, cleaned.lo, cleaned.hi, scene)
}

/// "upgrade sharp to 0.34.1 for avif", "… for CVE-2024-1": what for, and not in what.
fn is_purpose(c: &Clause<'_, '_>, at: usize, scene: &Scene<'_>) -> bool {
    let [lead, what, rest @ ..] = &c.tokens[at..c.hi] else { return false };
    let bare = rest.is_empty()
        && what.shape == Shape::Word
        && !what.capital()
        && !what.text.contains(['-', '_', '/']);
    let notice = what.lower.starts_with("cve-") || what.lower.starts_with("ghsa-");
    lead.is("for") && (bare || notice) && scene.known.canonical(what.text).is_none()
}

/// After a version change ("put lodash back at 4.17.20 in the intranet"): the phrase that holds it.
#[must_use]
pub(crate) fn holder_after(c: &Clause<'_, '_>, after: usize, scene: &Scene<'_>) -> Option<Subject> {
    if c.tokens[..c.hi].get(after).is_some_and(|t| t.any(&["in", "on", "for"]))
        && !is_purpose(c, after, scene)
    {
        return holder(c, c.lo, after, scene);
    }
    // "Version: 2.3.0" names no thing.
    scene.topic.clone().filter(|t| t.class != Class::Project && !t.text.eq_ignore_ascii_case("version"))
}
