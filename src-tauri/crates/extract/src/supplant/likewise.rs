//! A held thing named with another value of its kind: whatever the words between that say so, the key
//! that holds a value of that kind is meant ("payroll export kicks off at 03:40" where its schedule is
//! 02:15). A clause that names the thing, links it with one such value and speaks of nothing else.

use super::alien;
use super::kind;
use super::rekeyed;
use super::spoken::{Span, Spoken, each_named, words_of};
use super::vouched;
use super::zone;
use crate::candidate::{Candidate, Relation, SURE};
use crate::cue;
use crate::fact::{FoundFact, FoundOp};
use crate::known::Held;
use crate::lexicon::{Lexicon, RelationSpec};
use crate::linking::{self, How, Link};
use crate::namelike;
use crate::phrase;
use crate::scene::Scene;
use crate::sentence::{self, Lead, Segment};
use crate::stated::typed::{self, Kind};
use crate::subject::{Class, Subject};
use crate::token::{self, Shape, Token};
use crate::value::ValueType;
use crate::words;

/// Words that a form of a name may have.
const LONGEST: usize = 5;

/// A held key, where a clause names its thing, and the value of its kind there.
struct Meant {
    key: Spoken,
    value: Span,
    link: Link,
}

/// What the clauses of a sentence give held keys.
pub(super) fn read(tokens: &[Token<'_>], scene: &Scene<'_>, told: &[FoundFact]) -> Vec<Candidate> {
    let mut out: Vec<Candidate> = Vec::new();
    let segments = sentence::segments(tokens);
    for (n, segment) in segments.iter().enumerate() {
        for (i, (lo, hi)) in sentence::clauses(tokens, segment.lo, segment.hi).into_iter().enumerate() {
            let before = (i == 0 && n > 0).then(|| &segments[n - 1]).filter(|_| joined(segment));
            // A label stands for all that follows it.
            let label = segments.get(1).filter(|s| n > 1 && matches!(s.lead, Lead::Colon | Lead::Dash));
            let label = label.and_then(|_| segments.first());
            for part in parted(tokens, (lo, hi)) {
                let found = clause(tokens, part, scene)
                    .or_else(|| carried(tokens, part, scene))
                    .or_else(|| before.and_then(|b| behind(tokens, b, part, scene)))
                    .or_else(|| label.and_then(|b| behind(tokens, b, part, scene)));
                out.extend(found);
            }
        }
    }
    out.retain(|c| !contradicted(tokens, c, told));
    // Two values of one key in a sentence tell of more than a change.
    let again = |c: &Candidate| {
        out.iter()
            .filter(|o| o.subject.text == c.subject.text && o.relation.name() == c.relation.name())
            .count()
    };
    let single: Vec<bool> = out.iter().map(|c| again(c) == 1).collect();
    let mut single = single.into_iter();
    out.retain(|_| single.next().unwrap_or(false));
    out
}

/// The sides of an arrow, where what stands before it is a clause of its own.
fn parted(tokens: &[Token<'_>], (lo, hi): Span) -> Vec<Span> {
    let arrow = (lo + 1..hi).find(|&i| tokens[i].any(&["→", "->", "=>"]) && tokens[i].is_punct());
    match arrow.filter(|&i| tokens[lo..i].iter().any(|t| t.verb.is_some()) && i + 1 < hi) {
        Some(at) => vec![(lo, at), (at + 1, hi)],
        None => vec![(lo, hi)],
    }
}

/// Whether the words of the value were read as of another thing, or of another relation of the same:
/// "uploads take 20 s" tells nothing of their timeout.
fn contradicted(tokens: &[Token<'_>], candidate: &Candidate, told: &[FoundFact]) -> bool {
    let (a, b) = candidate.object;
    let span = (tokens[a].span.0, tokens[b - 1].span.1);
    let thing = candidate.subject.text.to_lowercase();
    told.iter().filter(|f| f.object_span.0 < span.1 && span.0 < f.object_span.1).any(|f| {
        // "The standup on Mondays is at 10": another than the standup.
        let subject = f.subject.to_lowercase();
        let more = subject.strip_prefix(&thing).and_then(|rest| rest.strip_prefix(' '));
        more.and_then(|rest| rest.split(' ').next()).is_some_and(words::is_preposition)
            || subject == thing
                && f.rule != "clause"
                && !rekeyed::of_one_family(&f.relation, candidate.relation.name())
    })
}

/// Whether a word is a noun for the relation of a key: "min", "CI", "timeout".
fn names_relation(key: &Spoken, token: &Token<'_>) -> bool {
    key.spec.is_some_and(|s| s.aliases.iter().any(|a| a.split(' ').any(|w| w == token.lower)))
}

fn joined(segment: &Segment) -> bool {
    matches!(segment.lead, Lead::Comma | Lead::Colon | Lead::Dash)
}

fn states(tokens: &[Token<'_>], (lo, hi): Span) -> bool {
    let said = cue::clause_cues(tokens, lo, hi)
        .is_ok_and(|c| !(c.negated || c.ends || c.past || c.future || c.never || c.also));
    said && tokens.get(hi).is_none_or(|t| !t.is("?")) && vouched::for_good(&tokens[lo..hi])
}

/// A clause that names the thing and the value.
fn clause(tokens: &[Token<'_>], (lo, hi): Span, scene: &Scene<'_>) -> Option<Candidate> {
    if !states(tokens, (lo, hi)) {
        return None;
    }
    let words = &tokens[lo..hi];
    let link = |key: &Spoken, value: Span| linking::link(words, (0, words.len()), key.subject?, value);
    let mut things = mentions(words, scene);
    if things.is_empty()
        && let Some((name, at)) = taken_up(words, scene)
    {
        things.push((name, (at, at + 1)));
    }
    of_words(words, lo, &things, &link, scene)
}

/// "The mailer was clashing, it goes at 07:35": the one thing that the clauses before named.
fn carried(tokens: &[Token<'_>], (lo, hi): Span, scene: &Scene<'_>) -> Option<Candidate> {
    if lo == 0 || !states(tokens, (lo, hi)) {
        return None;
    }
    let words = &tokens[lo..hi];
    let at = words.first().filter(|t| t.any(&["it", "he", "she"])).map(|_| 0)?;
    let name = alone(&tokens[..lo], scene)?;
    let somebody = name.starts_with(char::is_uppercase) || name.contains("'s ");
    if words[at].is("it") == somebody {
        return None;
    }
    let link = |key: &Spoken, value: Span| linking::link(words, (0, words.len()), key.subject?, value);
    of_words(words, lo, &[(name, (at, at + 1))], &link, scene)
}

/// The thing that the sentence before spoke of and a pronoun takes up: "dad traded it in! He's got …".
fn taken_up(words: &[Token<'_>], scene: &Scene<'_>) -> Option<(String, usize)> {
    let name = scene.mentioned.clone()?;
    let somebody = name.starts_with(char::is_uppercase) || name.contains("'s ");
    let at = words.iter().position(|t| t.any(&["he", "she", "her", "him", "it"]))?;
    (words[at].is("it") != somebody).then_some((name, at))
}

/// The one held thing that a sentence names, for the pronouns of the next.
pub(super) fn alone(tokens: &[Token<'_>], scene: &Scene<'_>) -> Option<String> {
    let mut named = mentions(tokens, scene).into_iter().map(|(name, _)| name);
    named.next().filter(|_| named.next().is_none())
}

/// A thing before a comma or a colon, and its value behind.
fn behind(tokens: &[Token<'_>], before: &Segment, (lo, hi): Span, scene: &Scene<'_>) -> Option<Candidate> {
    if !states(tokens, (lo, hi)) || !states(tokens, (before.lo, before.hi)) {
        return None;
    }
    // The thing right before the value, whatever stands between the label and its clause.
    let mut kept: Vec<Token<'_>> = tokens[before.lo..before.hi].to_vec();
    let from = kept.len();
    kept.extend_from_slice(&tokens[lo..hi]);
    let words: &[Token<'_>] = &kept;
    let own = |key: &Spoken, t: &Token<'_>| {
        alien::is_of(&alien::key_words(key), &t.lower) || names_relation(key, t)
    };
    let label: Vec<(String, Span)> = mentions(&words[..from], scene)
        .into_iter()
        .filter(|(_, (a, b))| *b <= from && about(words, (*a, *b), from))
        .collect();
    let link = |key: &Spoken, value: Span| {
        let (how, verb) = linking::opening(words, (from, words.len()), value, &|t| own(key, t))
            .filter(|_| value.0 >= from)?;
        let lead = value.0.checked_sub(1).filter(|i| *i >= from && words::is_preposition(&words[*i].lower));
        Some(Link { how: if how == How::Beside { How::Equal } else { how }, verb, lead, reversed: false })
    };
    let found = of_words(words, 0, &label, &link, scene)?;
    let place = |i: usize| if i < from { i + before.lo } else { i - from + lo };
    let object = (place(found.object.0), place(found.object.1 - 1) + 1);
    Some(Candidate { object, clause: (before.lo, hi), ..found })
}

/// Whether a segment speaks of nothing but a thing, or of what was done to it.
fn about(words: &[Token<'_>], (a, b): Span, end: usize) -> bool {
    let idle = |t: &Token<'_>| {
        !t.is_content()
            || words::is_determiner(&t.lower)
            || words::is_filler(&t.lower)
            || words::is_adverb(&t.lower)
            || t.any(&["whole", "entire", "my", "our"])
    };
    let tail = words[b..end].iter().all(idle);
    let mut head = words[..a].iter().filter(|t| !idle(t));
    tail && match (head.next(), head.next()) {
        (None, _) => true,
        (Some(one), None) => one.verb.is_some_and(|v| v.past) || one.lower.ends_with("ed"),
        _ => false,
    }
}

/// The one key of the things named that a value of its kind is linked with.
fn of_words(
    tokens: &[Token<'_>],
    offset: usize,
    things: &[(String, Span)],
    link: &dyn Fn(&Spoken, Span) -> Option<Link>,
    scene: &Scene<'_>,
) -> Option<Candidate> {
    let mut found: Vec<Meant> = Vec::new();
    for (name, thing) in things {
        for held in scene.known.held(name) {
            found.extend(meant(tokens, held, *thing, link));
        }
    }
    // Two keys of a kind, or two values, settle nothing.
    let [one] = found.as_slice() else { return None };
    let thing = one.key.subject?;
    let zone = zone::between(tokens, thing, one.value, one.link);
    let apart = !zone::opens(tokens, &one.key, zone, thing, one.link, exact(&one.key, tokens, one.value))
        || !zone::closes(tokens, &one.key, zone, one.link.how);
    if apart || others(tokens, one, zone) {
        return None;
    }
    Some(candidate(one, offset, tokens.len()))
}

/// Whether the words between a thing and its value speak of somebody or something else.
fn others(tokens: &[Token<'_>], one: &Meant, (lo, hi): Span) -> bool {
    let shift = |(a, b): Span| (a - lo, b - lo);
    let mut key = one.key.clone();
    key.subject = key.subject.map(shift);
    let thing = key.subject.unwrap_or((0, 0));
    alien::besides(&tokens[lo..hi], &key, thing, Some(shift(one.value)))
}

fn meant(
    tokens: &[Token<'_>],
    held: Held,
    thing: Span,
    link: &dyn Fn(&Spoken, Span) -> Option<Link>,
) -> Option<Meant> {
    let spec = Lexicon::built_in().get(&held.relation);
    if spec.is_some_and(RelationSpec::set_valued) {
        return None;
    }
    let key =
        Spoken { held, spec, old: None, plain: false, subject: Some(thing), relation: None, stem: None };
    // Who somebody's somebody is, other verbs tell than those of things.
    let somebody = key.held.subject.starts_with(char::is_uppercase)
        && spec.is_none_or(|s| s.value_type == ValueType::Person)
        && crate::gazetteer::kinds(&key.held.subject.to_lowercase()).iter().all(|k| *k == "person")
        && key.held.object.starts_with(char::is_uppercase)
        && key.held.object.chars().all(|c| c.is_alphabetic() || c == ' ' || c == '.');
    if somebody || super::never(&key) {
        return None;
    }
    let spans = values(tokens, &key, thing);
    let mut linked = spans.into_iter().filter_map(|value| {
        let link = link(&key, value)?;
        (fits(&key, tokens, value, link) && counts(&key, tokens, value) && !told_again(&key, tokens, value))
            .then_some((value, link))
    });
    let (value, link) = linked.next()?;
    linked.next().is_none().then_some(Meant { key, value, link })
}

/// The spans that can be the next value of a key: of the form of the present one, or, where words have
/// no form, of the kind of the one that holds.
fn values(tokens: &[Token<'_>], key: &Spoken, thing: Span) -> Vec<Span> {
    let was = typed_as(key);
    let spans = kind::successors(tokens, key, &[thing]);
    if !spans.is_empty() && !matches!(was, Some(Kind::Spot | Kind::Rhythm)) {
        return spans;
    }
    let Some(was) = was else { return Vec::new() };
    let mut out = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let found = typed::at(tokens, at, tokens.len())
            .filter(|v| v.kind == was && !(v.span.0 < thing.1 && thing.0 < v.span.1));
        at = found.map_or(at + 1, |v| v.span.1);
        out.extend(found.map(|v| v.span));
    }
    out
}

/// The kind of a value whose words alone tell it.
fn typed_as(key: &Spoken) -> Option<Kind> {
    let old = token::tokens(&key.held.object, 0);
    let place = matches!(key.held.relation.as_str(), "location" | "secret_location");
    let found = typed::at(&old, 0, old.len()).filter(|v| v.span.1 == old.len()).map(|v| v.kind);
    match found {
        Some(Kind::Spot) => Some(Kind::Spot),
        Some(Kind::Status) => Some(Kind::Status),
        Some(Kind::Diet) => Some(Kind::Diet),
        // "Android 9" of the least version.
        Some(Kind::Name) if key.spec.is_some_and(|s| s.value_type == ValueType::Version) => Some(Kind::Name),
        Some(Kind::Rhythm) => Some(Kind::Rhythm),
        None if place => Some(Kind::Place),
        None if key.held.object.chars().all(|c| c.is_ascii_digit()) => Some(Kind::Count),
        _ => None,
    }
}

fn told_again(key: &Spoken, tokens: &[Token<'_>], (a, b): Span) -> bool {
    let text = tokens[a..b].iter().map(|t| t.lower.as_str()).collect::<Vec<_>>().join(" ");
    key.held.object.to_lowercase() == text
}

/// Whether a value comes with the noun that the key counts or numbers by: "3 approvals", "site 42".
fn exact(key: &Spoken, tokens: &[Token<'_>], (lo, end): Span) -> bool {
    let counted = tokens.get(end).map(|t| words::singular(&t.lower));
    let scope = key.held.scope.as_deref().map(words::singular);
    let spot = end == lo + 2 && key.held.object.to_lowercase().starts_with(&format!("{} ", tokens[lo].lower));
    scope.is_some() && scope == counted || spot
}

/// Whether what a bare number counts is what the key counts: "has 9 open bugs" says nothing of pods.
fn counts(key: &Spoken, tokens: &[Token<'_>], (_, end): Span) -> bool {
    let bare = key.held.object.chars().all(|c| c.is_ascii_digit());
    let noun = tokens.get(end).filter(|t| {
        t.shape == Shape::Word
            && !phrase::is_boundary(t)
            && !words::is_time_word(&t.lower)
            && t.verb.is_none_or(|v| v.base)
    });
    let Some(noun) = noun.filter(|_| bare) else { return true };
    let one = words::singular(&noun.lower);
    let called = |name: &str| name.split(' ').any(|w| words::singular(w) == one);
    key.held.scope.as_deref().is_some_and(called)
        || called(&words_of(&key.held.relation))
        || key.spec.is_some_and(|s| s.aliases.iter().any(|a| called(a)))
        || key.held.relation == "headcount" && matches!(one.as_str(), "head" | "person" | "people" | "staff")
}

/// Whether a link of this make can lead to a value of the key.
fn fits(key: &Spoken, tokens: &[Token<'_>], value: Span, link: Link) -> bool {
    let figure = tokens[value.0..value.1].iter().any(Token::has_digit)
        && key.held.object.chars().any(|c| c.is_ascii_digit());
    if figure {
        return true;
    }
    let lead = |words: &[&str]| link.lead.is_some_and(|at| tokens[at].any(words));
    let kind = key.spec.map(|s| s.value_type);
    match (kind, link.how) {
        (Some(ValueType::Schedule | ValueType::Weekday | ValueType::Time), _) => true,
        // "Tom is CEO of Acme": who somebody is says nothing of where.
        (Some(ValueType::Place | ValueType::Organisation), How::Is)
            if key.spec.is_some_and(|s| s.domain == "person") =>
        {
            link.lead.is_some()
        }
        (_, How::Equal | How::Is) => true,
        (Some(ValueType::Person), How::State) => link.reversed || lead(&["with", "to", "by"]),
        (Some(ValueType::Place), How::State | How::Change | How::Placed) => {
            !link.reversed && lead(&["to", "in", "at", "into", "on", "over", "by", "near"])
        }
        (_, How::State) => !link.reversed || link.verb != Some("have"),
        (_, How::Change) => true,
        (_, How::Placed) => lead(&["for", "on", "with", "at", "by", "through"]),
        (Some(ValueType::Enum), How::Beside) => true,
        (_, How::Beside) => false,
    }
}

fn candidate(meant: &Meant, offset: usize, len: usize) -> Candidate {
    let held = &meant.key.held;
    let class = if held.subject == "user" { Class::Person } else { Class::Thing };
    let spec = meant.key.spec;
    Candidate {
        subject: Subject { text: held.subject.clone(), class },
        relation: spec.map_or_else(|| Relation::Open(words_of(&held.relation)), Relation::Known),
        scope: held.scope.clone(),
        object: (meant.value.0 + offset, meant.value.1 + offset),
        object_text: None,
        op: FoundOp::Assert,
        set_valued: false,
        score: SURE + 4,
        rule: "supplant",
        clause: (offset, offset + len),
    }
}

/// The held things that the noun phrases of a clause name, in full or by less of their names.
fn mentions(tokens: &[Token<'_>], scene: &Scene<'_>) -> Vec<(String, Span)> {
    each_named(tokens.len(), |at| {
        (at + 1..=tokens.len().min(at + LONGEST)).rev().find_map(|hi| {
            let name = named(tokens, (at, hi), scene)?;
            Some((name, (at, hi)))
        })
    })
}

/// The one held thing that a range names, whole as a noun phrase.
fn named(tokens: &[Token<'_>], (lo, hi): Span, scene: &Scene<'_>) -> Option<String> {
    let noun = |i: usize| {
        let t = &tokens[i];
        t.is_content() && (t.shape != Shape::Word || !phrase::is_boundary(t) || t.is("for") || t.is("of"))
            || t.is("'s")
    };
    let opens =
        noun(lo) && !words::is_determiner(&tokens[lo].lower) && !words::is_possessive(&tokens[lo].lower);
    let ends = !words::is_preposition(&tokens[hi - 1].lower) && !tokens[hi - 1].is("'s");
    if !opens || !ends || !(lo..hi).all(|i| noun(i) || tokens[i].is("the") || tokens[i].is("and")) {
        return None;
    }
    // "the docs build" is no build, "the checkout button" no checkout.
    let before = lo.checked_sub(1).map(|i| &tokens[i]);
    let whole = before.is_none_or(|t| {
        !t.is_content() && !t.is("'s")
            || words::is_determiner(&t.lower) && !t.any(&["a", "an", "another", "some", "any", "no"])
            || t.any(&["my", "our", "new", "whole", "entire"])
            || t.shape == Shape::Word && phrase::is_boundary(t) && !t.is("'s")
            || linking::acts(t)
            || t.verb.is_some() && !t.capital() && !t.is("'s")
    });
    let after = tokens.get(hi);
    let more = after.is_some_and(|t| {
        t.shape == Shape::Word
            && !phrase::is_boundary(t)
            && !linking::acts(t)
            && t.verb.is_none()
            && !words::is_weekday(&t.lower)
            && !t.capital()
            && !t.any(&["'s", "daily", "every", "each"])
    });
    if !whole || more {
        return None;
    }
    let (text, _) = phrase::written(scene.text, tokens, lo, hi);
    let exact = scene.known.canonical(text).or_else(|| kin(text, scene));
    let found = exact.map_or_else(|| namelike::alike(scene.known, text), |name| vec![name]);
    match found.as_slice() {
        [one] if !matches!(one.as_str(), "user" | "project") => Some(one.clone()),
        _ => None,
    }
}

/// "dad" for the speaker's father.
fn kin(text: &str, scene: &Scene<'_>) -> Option<String> {
    let lower = text.to_lowercase();
    crate::person::is_kin(&lower)
        .then(|| scene.known.canonical(&format!("user's {}", crate::person::kin(&lower))))
        .flatten()
}
