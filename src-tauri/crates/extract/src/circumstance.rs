//! In which case, when, or of whom a reading holds, as the words of its own clause tell: "under load
//! the timeout is …", "on Fridays standup is at …", "the port is 80 or 81", "most teams …", "I was
//! living in …". What holds in some case only closes no key; what is no statement of the present falls.

use crate::candidate::{Candidate, Relation, is_figure};
use crate::complement;
use crate::fact::FoundOp;
use crate::guard::UNSURE;
use crate::measure::{self, Unit};
use crate::nominal::Clause;
use crate::phrase::{self, noun_phrase_end};
use crate::scene::Scene;
use crate::token::{self, Shape, Token};
use crate::value;
use crate::words;

/// Weakens a reading by its circumstances; false where it falls.
pub(crate) fn leaves(c: &Clause<'_, '_>, scene: &Scene<'_>, candidate: &mut Candidate) -> bool {
    if candidate.op == FoundOp::End {
        return !ends_in_part(c, candidate);
    }
    if candidate.op != FoundOp::Assert {
        return true;
    }
    if was_then(c, candidate) || general(c) || is_topic(c, candidate) || hedged(c) {
        return false;
    }
    if candidate.set_valued {
        return true;
    }
    if one_of_two(c, candidate) || passes_by(c, candidate) || traded(c, scene, candidate) {
        return false;
    }
    measured_by(c, candidate);
    match of_another(c, candidate) {
        Agent::Test => return false,
        Agent::Other => candidate.score = candidate.score.min(UNSURE),
        Agent::Own => {}
    }
    if in_a_case(c, candidate) || moved_on(c, scene, candidate) || of_another_kind(c, scene, candidate) {
        candidate.score = candidate.score.min(UNSURE);
    }
    true
}

/// The words from one place to another; none where the value stands before the clause.
fn between<'t, 'a>(c: &Clause<'t, 'a>, lo: usize, hi: usize) -> &'t [Token<'a>] {
    c.tokens.get(lo..hi).unwrap_or_default()
}

/// Where the words of a clause begin after fillers.
fn opening(c: &Clause<'_, '_>) -> usize {
    (c.lo..c.hi).find(|&i| c.tokens[i].is_content() && !words::is_filler(&c.tokens[i].lower)).unwrap_or(c.lo)
}

/// "Under load …", "With retries …", "On Fridays …", "At night …" before what is told; "… when it is
/// cold" after it. Days and the like behind the value are [`crate::condition`]'s.
fn in_a_case(c: &Clause<'_, '_>, candidate: &Candidate) -> bool {
    let at = opening(c);
    let before = candidate.object.0;
    let words = between(c, at, before.max(at));
    let case = words.len() > 2
        && words[0].any(&[
            "under",
            "with",
            "without",
            "behind",
            "within",
            "during",
            "throughout",
            "amid",
            "except",
            "besides",
        ]);
    let when = c.tokens.get(c.hi).is_some_and(|t| t.is("when"))
        && measure::date_end(c.tokens, c.hi + 1, c.tokens.len()).is_none();
    case || when || at < before && recurs_at(c, at)
}

/// Whether a clause opens with when something is always so: "On Fridays …", "At night …".
pub(crate) fn recurs(c: &Clause<'_, '_>) -> bool {
    recurs_at(c, opening(c))
}

fn recurs_at(c: &Clause<'_, '_>, i: usize) -> bool {
    let noun = i + 1 + usize::from(c.tokens[..c.hi].get(i + 1).is_some_and(|t| t.is("the")));
    c.tokens[..c.hi].get(noun).is_some_and(|t| match c.tokens[i].lower.as_str() {
        "on" => {
            t.any(&["weekends", "weekdays", "holidays"])
                || t.lower.ends_with("days") && words::is_weekday(words::singular(&t.lower).as_str())
        }
        "at" => t.any(&["night", "weekends", "lunchtime", "christmas"]),
        "in" => t.any(&[
            "summer",
            "winter",
            "spring",
            "autumn",
            "mornings",
            "evenings",
            "afternoons",
            "emergencies",
        ]),
        _ => false,
    })
}

/// "I was living in Faro", "we were using Kafka": what was going on then.
fn was_then(c: &Clause<'_, '_>, candidate: &Candidate) -> bool {
    between(c, c.lo, candidate.object.0.clamp(c.lo, c.hi))
        .windows(2)
        .any(|w| w[0].any(&["was", "were"]) && w[1].verb.is_some_and(|v| v.gerund))
}

/// "Most teams deploy …", "A developer usually has …": nobody's fact.
fn general(c: &Clause<'_, '_>) -> bool {
    let words = between(c, opening(c), c.hi);
    let Some(first) = words.first() else { return false };
    let few = first.any(&["most", "many", "few", "several"])
        && words.get(1).is_some_and(|t| t.lower.ends_with('s'));
    let kind = first.any(&["a", "an"])
        && words.iter().take(5).any(|t| {
            t.any(&["usually", "often", "typically", "generally", "normally", "sometimes", "rarely"])
        });
    few || kind
}

/// "Moving the deadline to May needs approval": the doing is spoken of, not told.
fn is_topic(c: &Clause<'_, '_>, candidate: &Candidate) -> bool {
    let first = &c.tokens[opening(c)];
    if !first.verb.is_some_and(|v| v.gerund && !v.base) || candidate.rule == "clause" {
        return false;
    }
    let subject = candidate.subject.text.to_lowercase();
    let own = subject.starts_with(&first.lower) && subject.contains(' ');
    let after = candidate.object.1.clamp(c.lo, c.hi);
    !own && between(c, after, c.hi).iter().any(|t| {
        t.shape == Shape::Word
            && (t.verb.is_some_and(|v| (v.third || v.past && !v.base) && !t.is("'s") && !t.capital())
                || t.any(&["must", "can", "would", "will", "did", "does", "is", "was"]))
    })
}

/// "The port is probably 80".
fn hedged(c: &Clause<'_, '_>) -> bool {
    between(c, c.lo, c.hi).iter().any(|t| {
        t.shape == Shape::Word
            && t.any(&[
                "probably",
                "presumably",
                "allegedly",
                "supposedly",
                "apparently",
                "possibly",
                "hopefully",
            ])
    })
}

/// "80 or 81": neither alone.
fn one_of_two(c: &Clause<'_, '_>, candidate: &Candidate) -> bool {
    let (lo, hi) = candidate.object;
    if !c.tokens[..c.hi].get(hi).is_some_and(|t| t.is("or")) || c.tokens.get(hi + 1).is_none() {
        return false;
    }
    let figure = c.tokens[lo].has_digit();
    match candidate.relation.spec() {
        Some(spec) if spec.name == "min_version" => false,
        Some(spec) => value::read(spec.value_type, c.tokens, hi + 1, c.hi)
            .is_some_and(|r| r.start == hi + 1 && r.strong),
        None => figure && c.tokens[hi + 1].has_digit(),
    }
}

/// "I'm at Bosch today for a workshop", "on call every third week".
fn passes_by(c: &Clause<'_, '_>, candidate: &mut Candidate) -> bool {
    let words = between(c, c.lo, c.hi);
    match candidate.relation.name() {
        "works_at" => {
            let at = candidate.object.0;
            let present = at >= 2 && c.tokens[at - 1].is("at") && (c.tokens[at - 2].lemma_is("be"));
            let today =
                words.iter().any(|t| t.any(&["today", "tonight", "tomorrow", "yesterday", "currently"]))
                    || words.windows(2).any(|w| w[0].is("for") && w[1].any(&["a", "an", "the"]));
            if present {
                candidate.score = candidate.score.min(UNSURE);
            }
            present && today
        }
        "on_call" => words.iter().any(|t| {
            t.any(&[
                "every",
                "often",
                "sometimes",
                "rarely",
                "usually",
                "weekends",
                "weekdays",
                "nights",
                "holidays",
            ]) || t.lower.ends_with("days") && words::is_weekday(t.lower.trim_end_matches('s'))
        }),
        _ => false,
    }
}

/// "Swapped webpack for Vite": what is traded has an article where it is a car.
fn traded(c: &Clause<'_, '_>, scene: &Scene<'_>, candidate: &Candidate) -> bool {
    if candidate.relation.name() != "vehicle" || !candidate.rule.starts_with("verb") {
        return false;
    }
    let words = between(c, c.lo, c.hi);
    let trade = words.iter().any(|t| t.verb.is_some_and(|v| matches!(v.lemma, "swap" | "trade")));
    trade
        && !words.iter().any(|t| {
            words::is_determiner(&t.lower)
                || words::is_possessive(&t.lower)
                || complement::is_vehicle(&t.lower)
        })
        && !scene
            .known
            .held("user")
            .iter()
            .any(|h| h.relation == "vehicle" && words.iter().any(|t| h.object.contains(t.text)))
}

/// "I left LastPass for Bitwarden", "I joined Mastodon": perhaps a firm, perhaps not.
fn moved_on(c: &Clause<'_, '_>, scene: &Scene<'_>, candidate: &Candidate) -> bool {
    if candidate.relation.name() != "works_at" {
        return false;
    }
    let words = between(c, c.lo, candidate.object.0.clamp(c.lo, c.hi));
    let verb = |lemma: &str| words.iter().position(|t| t.lemma_is(lemma));
    if let Some(left) = verb("leave").filter(|_| words.last().is_some_and(|t| t.is("for"))) {
        let old =
            phrase::written(scene.text, c.tokens, c.lo + left + 1, c.lo + words.len() - 1).0.to_lowercase();
        let held = scene.known.held(&candidate.subject.text);
        let mut jobs = held.iter().filter(|h| h.relation == "works_at").peekable();
        return jobs.peek().is_some() && !jobs.any(|h| h.object.to_lowercase() == old);
    }
    // "Luca left Ferrum and joined Odin": from one firm to the next.
    let left = c.tokens.iter().any(|t| t.any(&["left", "quit"]))
        && scene.known.held(&candidate.subject.text).iter().any(|h| {
            h.relation == "works_at" && c.tokens.iter().any(|t| h.object.split(' ').any(|w| w == t.text))
        });
    if left {
        return false;
    }
    let name = phrase::written(scene.text, c.tokens, candidate.object.0, candidate.object.1).0;
    let bare =
        candidate.object.1 >= c.hi && !words.iter().any(|t| t.any(&["have", "'ve", "has", "just", "now"]));
    verb("join").is_some() && bare || verb("join").is_some() && !crate::gazetteer::kinds(name).is_empty()
}

/// "The minimum coverage is 80 %": a bound, a mean or a sum is no more than a part of the key.
fn measured_by(c: &Clause<'_, '_>, candidate: &mut Candidate) {
    let Some(spec) = candidate.relation.spec().filter(|s| is_figure(s.value_type)) else { return };
    let own = spec.name.contains("limit")
        || matches!(
            spec.name,
            "min_version"
                | "max_size"
                | "pool_size"
                | "budget"
                | "price"
                | "headcount"
                | "balance"
                | "version"
        );
    // "my driving licence expires in 2031": each document has its own end.
    if spec.name == "document_expiry" {
        candidate.scope = between(c, c.lo, c.hi)
            .iter()
            .find(|t| {
                t.any(&[
                    "passport",
                    "licence",
                    "license",
                    "visa",
                    "permit",
                    "card",
                    "id",
                    "insurance",
                    "certificate",
                    "membership",
                    "registration",
                    "contract",
                    "warranty",
                    "lease",
                    "subscription",
                    "ticket",
                ])
            })
            .map(|t| t.lower.replace("license", "licence"))
            .or(candidate.scope.take());
        return;
    }
    if own || candidate.scope.is_some() {
        return;
    }
    candidate.scope = between(c, c.lo, candidate.object.0.clamp(c.lo, c.hi))
        .iter()
        .find(|t| {
            t.shape == Shape::Word
                && t.any(&[
                    "minimum",
                    "maximum",
                    "minimal",
                    "maximal",
                    "target",
                    "average",
                    "median",
                    "total",
                    "combined",
                    "peak",
                    "recommended",
                    "desired",
                ])
        })
        .map(|t| t.lower.clone());
}

/// Whose doing a change is.
enum Agent {
    /// The project's own, as far as the clause tells.
    Own,
    /// Some other thing or firm.
    Other,
    /// A test or an example.
    Test,
}

/// "The docs repo moved CI to …", "The test sets the timeout to …".
fn of_another(c: &Clause<'_, '_>, candidate: &Candidate) -> Agent {
    let changed = matches!(candidate.rule, "change" | "change-order" | "transition" | "move")
        || candidate.rule == "verb" && candidate.subject.text == "project";
    if !changed {
        return Agent::Own;
    }
    let lo = opening(c);
    if !(words::is_determiner(&c.tokens[lo].lower) || words::is_possessive(&c.tokens[lo].lower)) {
        return Agent::Own;
    }
    let end = noun_phrase_end(c.tokens, lo, c.hi);
    let acts = |lemma: &str| {
        matches!(
            lemma,
            "move"
                | "switch"
                | "migrate"
                | "change"
                | "set"
                | "raise"
                | "lower"
                | "bump"
                | "increase"
                | "decrease"
                | "reduce"
                | "cut"
                | "update"
                | "upgrade"
                | "replace"
                | "port"
                | "convert"
                | "drop"
                | "push"
                | "put"
                | "adjust"
                | "reset"
        )
    };
    let Some(verb) = (lo + 1..=end.min(c.hi - 1)).find(|&i| {
        c.tokens[i].verb.is_some_and(|v| (v.third || v.past) && acts(v.lemma))
            && !c.tokens[i].capital()
            && !c.tokens[i - 1].lemma_is("be")
    }) else {
        return Agent::Own;
    };
    // Whatever is before an intransitive verb changes itself ("the timeout went to …").
    let object = c.tokens[..c.hi]
        .get(verb + 1)
        .is_some_and(|t| !t.any(&["to", "from", "up", "down", "back", "at", "by"]));
    let Some(head) = between(c, lo + 1, verb).last().filter(|_| object) else { return Agent::Own };
    let subject = candidate.subject.text.to_lowercase();
    if subject.contains(&head.lower) {
        return Agent::Own;
    }
    if between(c, lo, verb).iter().any(|t| {
        t.any(&["test", "tests", "mock", "fixture", "example", "tutorial", "sample", "benchmark", "demo"])
    }) {
        return Agent::Test;
    }
    let own = head.any(&[
        "team",
        "release",
        "version",
        "update",
        "patch",
        "commit",
        "change",
        "pr",
        "upgrade",
        "company",
        "project",
        "crew",
        "group",
        "management",
        "board",
        "migration",
        "deploy",
        "deployment",
        "rollout",
        "engineer",
        "engineers",
        "ops",
        "admin",
        "admins",
        "devs",
        "developers",
        "boss",
        "manager",
        "landlord",
        "hotfix",
        "fix",
        "bump",
    ]) || crate::vocation::is_job(&head.lower);
    if own { Agent::Own } else { Agent::Other }
}

/// Whether an open attribute's value is of another kind than the one that holds: a figure is no new
/// name, and a plain word is none either.
fn of_another_kind(c: &Clause<'_, '_>, scene: &Scene<'_>, candidate: &Candidate) -> bool {
    let Relation::Open(name) = &candidate.relation else { return false };
    if scene.known.is_empty() || candidate.rule == "clause" {
        return false;
    }
    let new = kind(between(c, candidate.object.0, candidate.object.1));
    scene.known.held(&candidate.subject.text).iter().any(|h| {
        h.relation == *name && h.scope == candidate.scope && kind(&token::tokens(&h.object, 0)) != new
    })
}

/// Figure with its unit, date, name, or plain words.
fn kind(words: &[Token<'_>]) -> (u8, Option<Unit>) {
    if words.is_empty() {
        return (9, None);
    }
    if measure::date_end(words, 0, words.len()) == Some(words.len()) {
        return (1, None);
    }
    if let Some(m) = measure::measure(words, 0, words.len()).filter(|m| m.end == words.len()) {
        return (2, Some(m.unit));
    }
    let named = words
        .iter()
        .any(|t| t.capital() || t.has_digit() || t.shape != Shape::Word || phrase::is_code_like(t));
    (if named { 3 } else { 4 }, None)
}

/// "We don't use Redis in the admin tool": what ends in one part goes on in the others.
fn ends_in_part(c: &Clause<'_, '_>, candidate: &Candidate) -> bool {
    let at = candidate.object.1;
    let uses = matches!(candidate.relation.name(), "uses" | "plays" | "likes");
    if !uses
        || !candidate.rule.starts_with("verb")
        || candidate.scope.is_some()
        || !c.tokens[..c.hi].get(at).is_some_and(|t| t.any(&["in", "with", "on"]))
    {
        return false;
    }
    let end = noun_phrase_end(c.tokens, at + 1, c.hi);
    let noun =
        at + 1 + usize::from(c.tokens[..c.hi].get(at + 1).is_some_and(|t| words::is_determiner(&t.lower)));
    end > at + 1
        && end >= c.hi
        && measure::date_end(c.tokens, at + 1, c.hi).is_none()
        && !c.tokens[..c.hi].get(noun).is_some_and(|t| words::is_environment(&t.lower))
        && (noun > at + 1 || c.tokens[at + 1].capital())
}
