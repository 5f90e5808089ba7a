//! A change told in other words: whatever verb a sentence uses, the ledger knows which key its value
//! is of and which value is the old one. Read where the ordinary readings of a sentence met no held
//! key. What holds is closed only where two kinds of evidence agree: the old value named and given
//! up, and a new one of its kind come to; or the key named and a value of its kind said to be so
//! now. Where one of them is missing, the reading closes nothing.

use memstrata_model::Key;

mod alien;
mod arriving;
mod evidence;
mod explained;
mod kind;
mod leaving;
mod likewise;
mod rekeyed;
mod role;
mod spoken;
mod turns;
mod vouched;
mod weighing;
mod zone;

use crate::candidate::{Candidate, SURE};
use crate::dates::{Around, Stated};
use crate::fact::{Extraction, FoundFact, FoundOp, Telling};
use crate::finding::{clause_span, fact};
use crate::known::Held;
use crate::phrase;
use crate::scene::Scene;
use crate::sentence;
use crate::token::Token;
use role::{Leave, Part};
use spoken::{Span, Spoken, words_of};
use weighing::View;

/// Sentences of more words than this tell of more than one thing.
const LONGEST: usize = 32;

/// What was found.
#[derive(Debug, Default)]
struct Found {
    candidates: Vec<Candidate>,
    /// Where the old values stand, of which nothing is so any more.
    old: Vec<Span>,
    /// The fact, by its number, that was read without certainty and is sure by what is held.
    sure: Option<usize>,
}

/// What a sentence leaves true of held keys that none of its facts met.
fn read(tokens: &[Token<'_>], scene: &Scene<'_>, told: &[FoundFact]) -> Found {
    let nothing = Found::default;
    // Release notes tell of many things by the same words, and each by rules of its own.
    let noted = matches!(scene.kind, "release_notes" | "changelog" | "release");
    if scene.known.is_empty() || noted || tokens.len() < 2 || tokens.len() > LONGEST || !tells(tokens) {
        return nothing();
    }
    if !vouched::for_good(tokens) {
        return nothing();
    }
    let segments = sentence::segments(tokens);
    let Some(parts) = role::parts(tokens, &segments) else { return nothing() };
    let met = meets(scene, told);
    if met.value {
        return nothing();
    }
    let gone = names_given_up(tokens, &parts);
    let mut keys = spoken::keys(tokens, scene, &gone);
    keys.retain(|k| {
        !never(k)
            && !met.again.contains(&Key::new(&k.held.subject, &k.held.relation, k.held.scope.as_deref()))
    });
    if keys.is_empty() {
        return nothing();
    }
    let view = View { tokens, parts: &parts, keys: &keys };
    // A value read without certainty of the very key whose old value is named.
    if let Some(n) = met.unsure {
        return Found { sure: view.confirms(&told[n]).then_some(n), ..Found::default() };
    }
    let found = view.supplanted(met.end).or_else(|| if met.end.is_none() { view.restated() } else { None });
    let old = keys.iter().filter_map(|k| k.old).collect();
    Found { candidates: found.unwrap_or_default(), old, sure: None }
}

/// Whether a word tells that something was given up, or is over.
pub(crate) fn is_end(token: &Token<'_>) -> bool {
    let turn = turns::turn(token);
    turn.drops || turn.fades || turns::is_over(token)
}

/// The one held thing that a sentence names.
pub(crate) fn mentioned(tokens: &[Token<'_>], scene: &Scene<'_>) -> Option<String> {
    if scene.known.is_empty() || tokens.len() > LONGEST { None } else { likewise::alone(tokens, scene) }
}

/// Gives facts read of other names of held things the keys of those.
pub(crate) fn settle(facts: &mut [FoundFact], scene: &Scene<'_>) {
    if !scene.known.is_empty() {
        rekeyed::settle(facts, scene);
    }
}

/// What the clauses of a sentence give keys that none of its facts met for certain.
fn likewise(tokens: &[Token<'_>], scene: &Scene<'_>, told: &[FoundFact]) -> Vec<Candidate> {
    let noted = matches!(scene.kind, "release_notes" | "changelog" | "release");
    if scene.known.is_empty() || noted || tokens.len() < 2 || tokens.len() > LONGEST {
        return Vec::new();
    }
    let met = meets(scene, told);
    if met.value { Vec::new() } else { likewise::read(tokens, scene, told) }
}

/// Relations whose values nothing supplants: each stands for itself.
fn never(key: &Spoken) -> bool {
    key.spec.is_some_and(|s| {
        matches!(
            s.name,
            "deprecates"
                | "supports"
                | "likes"
                | "likes_food"
                | "dislikes"
                | "knows"
                | "met"
                | "visited"
                | "allergic_to"
                | "speaks"
                | "name"
                | "child"
                | "parent"
                | "sibling"
                | "relative"
                | "friend"
                | "attendee"
                | "hometown"
                | "author"
                | "founder"
        ) || s.half_life_days == -1
    })
}

/// Whether some word can tell of a change or of the present at all.
fn tells(tokens: &[Token<'_>]) -> bool {
    tokens.iter().enumerate().any(|(i, t)| {
        t.verb.is_some_and(|v| v.past || v.participle || v.third)
            || turns::turn(t) != turns::Turn::default()
            || t.any(&["longer", "instead", "rather", "goodbye", "hello", "not", "→"])
            || turns::present_end(tokens, i, tokens.len()).is_some()
    })
}

/// What the facts of a sentence met in the ledger.
#[derive(Default)]
struct Met<'f> {
    /// The end of a value.
    end: Option<&'f FoundFact>,
    /// Whether a key took a value for certain.
    value: bool,
    /// A key took a value that closes nothing.
    unsure: Option<usize>,
    /// Keys of which a value was told again.
    again: Vec<Key>,
}

fn meets<'f>(scene: &Scene<'_>, told: &'f [FoundFact]) -> Met<'f> {
    let mut met = Met::default();
    for (n, fact) in told.iter().enumerate() {
        let held = scene.known.held(&fact.subject);
        let same = |h: &&Held| {
            words_of(&h.relation) == words_of(&fact.relation)
                && (h.scope == fact.scope || fact.scope.is_none())
        };
        let is_value = |h: &Held| h.object.eq_ignore_ascii_case(&fact.object);
        if fact.op == FoundOp::End {
            if held.iter().filter(same).any(is_value) {
                met.end = Some(fact);
            }
        } else if held.iter().filter(same).any(is_value) {
            met.again.push(Key::new(&fact.subject, &fact.relation, fact.scope.as_deref()));
        } else if !fact.set_valued && held.iter().any(|h| same(&h)) {
            if fact.closes {
                met.value = true;
            } else {
                met.unsure = Some(n);
            }
        }
    }
    met
}

/// Names and codes that a sentence gives up, to be sought in the ledger.
fn names_given_up(tokens: &[Token<'_>], parts: &[Part]) -> Vec<Span> {
    let mut out = Vec::new();
    let mut at = 0;
    while at < tokens.len() && out.len() < 3 {
        let end = phrase::proper_name_end(tokens, at, tokens.len());
        let end = if end == at && (tokens[at].has_digit() || phrase::is_code_like(&tokens[at])) {
            at + 1
        } else {
            end
        };
        if end == at {
            at += 1;
            continue;
        }
        if leaving::leaving(tokens, parts, (at, end)) == Leave::Gone {
            out.push((at, end));
        }
        at = end;
    }
    out
}

/// Whether what gives a held value up, or changes from it, is neither the speakers nor anything of the
/// key.
pub(crate) fn by_another(tokens: &[Token<'_>], held: &Held, old: Span, new: Option<Span>) -> bool {
    let key = Spoken::of(tokens, held.clone(), old);
    alien::done_by_another(tokens, &key, old, new)
}

/// Whether some clauses speak of nothing but a key where they name its old and its new value.
pub(crate) fn alone(
    tokens: &[Token<'_>],
    clauses: &[Span],
    held: &Held,
    old: Span,
    new: Option<Span>,
) -> bool {
    explained::wholly(tokens, clauses, &Spoken::of(tokens, held.clone(), old), old, new)
}

/// Puts what a sentence leaves true of held keys in the place of what was read of the same words.
pub(crate) fn take(
    tokens: &[Token<'_>],
    before: usize,
    telling: &Telling<'_>,
    stated: &mut Option<Stated>,
    scene: &Scene<'_>,
    out: &mut Extraction,
) {
    if let Some(facts) = out.facts.get_mut(before..) {
        settle(facts, scene);
    }
    let told = out.facts.get(before..).unwrap_or_default();
    let Found { candidates: mut found, old, sure } = read(tokens, scene, told);
    if sure.is_none() && !found.iter().any(|c| c.score >= SURE) {
        let likewise = likewise(tokens, scene, told);
        if !likewise.is_empty() {
            found = likewise;
        }
    }
    if let Some(fact) = sure.and_then(|n| out.facts.get_mut(before + n)) {
        fact.closes = true;
        fact.rule = "supplant";
    }
    if found.is_empty() {
        return;
    }
    let dates = stated.get_or_insert_with(|| Stated::read(telling));
    let clauses: Vec<(usize, usize)> = found.iter().map(|c| clause_span(c, tokens)).collect();
    for candidate in found {
        // "dropped Pickle at the cattery" drops nobody.
        let subject = candidate.subject.text.clone();
        let mut n = 0;
        out.facts.retain(|f| {
            n += 1;
            n <= before || f.op != FoundOp::End || !f.object.eq_ignore_ascii_case(&subject)
        });
        let sure = candidate.score >= SURE;
        let ends = candidate.op == FoundOp::End;
        let fact =
            fact(candidate, tokens, telling, Some(dates), Around { clauses: &clauses, apart: &scene.apart });
        if sure {
            let (a, b) = fact.object_span;
            let mut n = 0;
            out.facts.retain(|f| {
                n += 1;
                let (c, d) = f.object_span;
                let misread = f.op == FoundOp::Assert
                    && old.iter().any(|s| c < tokens[s.1 - 1].span.1 && tokens[s.0].span.0 < d);
                let same = a < d && c < b && (ends || f.op != FoundOp::End);
                n <= before || !(misread || same) || f.rule.starts_with("supplant")
            });
        }
        out.facts.push(fact);
    }
}
