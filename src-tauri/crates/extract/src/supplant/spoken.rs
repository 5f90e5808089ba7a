//! Which held keys a sentence speaks of: those whose present value it names, whose subject it
//! names, or whose relation. Exact words throughout; what no name, figure or code is, is named only
//! together with its key.

use crate::known::Held;
use crate::lexicon::{Lexicon, RelationSpec};
use crate::measure;
use crate::namelike;
use crate::normalize::normalize_value;
use crate::phrase;
use crate::scene::Scene;
use crate::subject;
use crate::token::{self, Shape, Token};
use crate::words;

pub(super) type Span = (usize, usize);

/// A held key and where the sentence names its parts.
#[derive(Clone, Debug)]
pub(super) struct Spoken {
    pub held: Held,
    pub spec: Option<&'static RelationSpec>,
    /// The present value.
    pub old: Option<Span>,
    /// Whether the value is nothing but a plain word or a bare number.
    pub plain: bool,
    /// The subject, where it is somebody or something of a name.
    pub subject: Option<Span>,
    /// A noun phrase that calls the relation by its name.
    pub relation: Option<Span>,
    /// A word of the relation's stem.
    pub stem: Option<usize>,
}

impl Spoken {
    /// A held key whose value a sentence names at a place.
    pub fn of(tokens: &[Token<'_>], held: Held, old: Span) -> Self {
        let spec = Lexicon::built_in().get(&held.relation);
        let relation = called(tokens, &held, spec, None);
        let stem = stem(tokens, &held, spec, Some(old), None);
        Spoken { held, spec, old: Some(old), plain: false, subject: None, relation, stem }
    }

    /// Whether a word is one of the key's own in the sentence, or of one of its values.
    pub fn covers(&self, old: Option<Span>, new: Option<Span>, at: usize) -> bool {
        let spans = [old, new, self.subject, self.relation];
        spans.iter().flatten().any(|(a, b)| (*a..*b).contains(&at)) || self.stem == Some(at)
    }

    /// Whether the key is the speaker's or the project's.
    pub fn own(&self) -> bool {
        matches!(self.held.subject.as_str(), "user" | "project")
    }
}

/// The keys that a sentence may speak of.
pub(super) fn keys(tokens: &[Token<'_>], scene: &Scene<'_>, gone: &[Span]) -> Vec<Spoken> {
    let mut out: Vec<Spoken> = Vec::new();
    let add = |held: Held, subject: Option<Span>, out: &mut Vec<Spoken>| {
        let same = |s: &Spoken| {
            s.held.subject == held.subject
                && words_of(&s.held.relation) == words_of(&held.relation)
                && s.held.scope == held.scope
                && s.held.object == held.object
        };
        if out.iter().any(same) {
            return;
        }
        let spec = Lexicon::built_in().get(&held.relation);
        let (old, plain) = value(tokens, &held, spec);
        let relation = called(tokens, &held, spec, subject);
        let stem = stem(tokens, &held, spec, old, subject);
        if old.is_some() || relation.is_some() || subject.is_some() {
            out.push(Spoken { held, spec, old, plain, subject, relation, stem });
        }
    };
    for (name, span) in named(tokens, scene) {
        for held in scene.known.held(&name) {
            add(held, Some(span), &mut out);
        }
    }
    for name in ["user", "project"] {
        for held in scene.known.held(name) {
            add(held, None, &mut out);
        }
    }
    for &(lo, hi) in gone {
        let text = phrase::written(scene.text, tokens, lo, hi).0;
        for held in scene.known.holding(text) {
            add(held, None, &mut out);
        }
    }
    out
}

/// The known subjects that noun phrases of the sentence name.
fn named(tokens: &[Token<'_>], scene: &Scene<'_>) -> Vec<(String, Span)> {
    each_named(tokens.len(), |at| {
        let token = &tokens[at];
        let opens = token.is_content()
            && !phrase::is_boundary(token)
            && !words::is_possessive(&token.lower)
            && !words::is_determiner(&token.lower);
        if !opens {
            return None;
        }
        // "the docs build" is no "build".
        let whole = at.checked_sub(1).is_none_or(|b| {
            let t = &tokens[b];
            t.shape != Shape::Word && !matches!(t.shape, Shape::Solid | Shape::Code)
                || t.shape == Shape::Word
                    && (phrase::is_boundary(t)
                        || words::is_determiner(&t.lower)
                        || words::is_possessive(&t.lower)
                        || acts(tokens, b)
                        || t.any(&["new", "old", "current", "whole", "entire", "'s", "'"]))
        });
        let others = at > 0
            && (words::is_possessive(&tokens[at - 1].lower) && !tokens[at - 1].any(&["my", "our"])
                || tokens[at - 1].is("'s"));
        let verb = at > 0 && acts(tokens, at) && tokens[at].verb.is_some_and(|v| v.base);
        if !whole || others || verb {
            return None;
        }
        let end = phrase::noun_phrase_end(tokens, at, tokens.len()).max(at + 1);
        (at + 1..=end.min(at + 6)).rev().find_map(|hi| {
            // "the prod database" is no prod, "Lena's supervisor" no Lena.
            let more = tokens.get(hi).is_some_and(|t| {
                let noun = t.shape == Shape::Word
                    && !phrase::is_boundary(t)
                    && !acts(tokens, hi)
                    && !words::is_determiner(&t.lower)
                    && !words::is_possessive(&t.lower)
                    && !words::is_time_word(&t.lower)
                    && !t.capital();
                noun && !t.is("'s") || matches!(t.shape, Shape::Solid | Shape::Code) && !t.has_digit()
            });
            if hi < end && tokens[hi - 1].is("of") || more {
                return None;
            }
            let text = subject::resolve(tokens, at, hi, scene).map(|s| s.text)?;
            if matches!(text.as_str(), "user" | "project") {
                return None;
            }
            let known = scene.known.canonical(&text).or_else(|| {
                // "my son" for "user's son"
                scene.known.canonical(&format!("user's {}", text.to_lowercase()))
            });
            let known =
                known.or_else(|| namelike::taken_up(scene.known, &text).filter(|name| name.contains(' ')));
            known.map(|name| (name, (at, hi)))
        })
    })
}

/// The names that `named` finds from the places of a run on, each once: where one is found, the search
/// goes on behind it.
pub(super) fn each_named(
    places: usize,
    named: impl Fn(usize) -> Option<(String, Span)>,
) -> Vec<(String, Span)> {
    let mut out: Vec<(String, Span)> = Vec::new();
    let mut at = 0;
    while at < places {
        match named(at) {
            Some((name, span)) => {
                at = span.1;
                if !out.iter().any(|(known, _)| *known == name) {
                    out.push((name, span));
                }
            }
            None => at += 1,
        }
    }
    out
}

pub(super) fn words_of(relation: &str) -> String {
    relation.to_lowercase().replace('_', " ")
}

/// Where the present value is named, and whether it is nothing but a plain word.
fn value(tokens: &[Token<'_>], held: &Held, spec: Option<&RelationSpec>) -> (Option<Span>, bool) {
    let mut object = token::tokens(&held.object, 0);
    object.retain(|t| t.is_content() || t.is("&") || t.is("%"));
    while object.len() > 1
        && (words::is_determiner(&object[0].lower)
            || words::is_possessive(&object[0].lower)
            || phrase::is_title(&object[0].lower)
            || words::is_preposition(&object[0].lower))
    {
        object.remove(0);
    }
    let Some(first) = object.first() else { return (None, false) };
    let plain = object.len() == 1
        && (first.shape == Shape::Word && !first.capital() || first.text.bytes().all(|b| b.is_ascii_digit()));
    let run = |words: &[Token<'_>]| {
        (0..tokens.len().saturating_sub(words.len() - 1)).find(|&at| {
            tokens[at..]
                .iter()
                .zip(words)
                .all(|(t, w)| t.shape != Shape::Speech && (t.lower == w.lower || t.lower == plural_of(w)))
        })
    };
    if let Some(at) = run(&object) {
        let title = usize::from(at > 0 && phrase::is_title(&tokens[at - 1].lower));
        return (Some((at - title, at + object.len())), plain);
    }
    // "80%" for "80 %", "1 h" for "60 minutes".
    if first.has_digit() {
        let wanted = normalize_value(spec, &held.object);
        let at = (0..tokens.len()).find_map(|at| {
            let end = measure::measure(tokens, at, tokens.len())?.end;
            let text: Vec<&str> = tokens[at..end].iter().map(|t| t.text).collect();
            (normalize_value(spec, &text.join(" ")) == wanted).then_some((at, end))
        });
        return (at, plain);
    }
    // "the Panda" for a "Fiat Panda", "Achterberg" for "Ines Achterberg".
    let name = |t: &Token<'_>| {
        t.capital() && t.shape == Shape::Word && t.text.chars().count() > 2 && !phrase::is_title(&t.lower)
    };
    if object.len() > 1 && object.iter().take(2).all(name) {
        // What a thing's name begins with is often its maker's.
        let person = spec.is_some_and(|s| s.value_type == crate::value::ValueType::Person)
            || crate::gazetteer::is("person", &object[0].lower)
            || phrase::is_title(&held.object.split(' ').next().unwrap_or_default().to_lowercase());
        let part = [object.len() - 1, 0].into_iter().take(1 + usize::from(person)).find_map(|i| {
            let word = &object[i];
            let at = tokens.iter().position(|t| name(word) && t.capital() && t.lower == word.lower)?;
            let title = usize::from(at > 0 && phrase::is_title(&tokens[at - 1].lower));
            Some((at - title, at + 1))
        });
        // "Hugo Boss" is no Hugo.
        let lone = part.filter(|(a, b)| {
            let other = |i: usize| {
                tokens
                    .get(i)
                    .is_some_and(|t| t.capital() && t.shape == Shape::Word && !phrase::is_title(&t.lower))
            };
            !(other(*b) || *a > 1 && other(a - 1))
        });
        return (lone, false);
    }
    (None, plain)
}

/// Whether a word is surely a verb where it stands.
fn acts(tokens: &[Token<'_>], at: usize) -> bool {
    let token = &tokens[at];
    let told = token.verb.is_some_and(|v| v.past || v.participle || v.third)
        || token.verb.is_some_and(|v| v.gerund)
            && at.checked_sub(1).is_none_or(|b| {
                tokens[b].lemma_is("be") || !tokens[b].is_content() || tokens[b].any(&["been", "of"])
            });
    let bare = token.verb.is_some_and(|v| v.base)
        && at.checked_sub(1).is_none_or(|b| {
            tokens[b].is("to") || words::is_pronoun(&tokens[b].lower) || !tokens[b].is_content()
        });
    !(token.capital() && at > 0) && (told || bare)
}

fn plural_of(word: &Token<'_>) -> String {
    if word.capital() { format!("{}s", word.lower) } else { String::new() }
}

/// The nouns that name a key's relation: the scope of those that say nothing themselves.
pub(super) fn names(held: &Held, spec: Option<&RelationSpec>) -> Vec<String> {
    let mut out = Vec::new();
    match (spec, &held.scope) {
        (Some(s), Some(scope))
            if matches!(
                s.name,
                "vendor" | "role_holder" | "favorite" | "quantity_of" | "uses" | "setting" | "metric"
            ) =>
        {
            out.push(scope.to_lowercase());
        }
        (Some(s), _) if matches!(s.name, "vendor" | "role_holder" | "uses") => {}
        (Some(s), _) => {
            out.push(words_of(s.name));
            out.extend(s.aliases.iter().map(|a| a.to_lowercase()));
        }
        (None, _) => out.push(words_of(&held.relation)),
    }
    out
}

/// A noun phrase that calls the relation by its name, whole or by its head, and nobody else's.
fn called(
    tokens: &[Token<'_>],
    held: &Held,
    spec: Option<&RelationSpec>,
    subject: Option<Span>,
) -> Option<Span> {
    let list = names(held, spec);
    for at in 0..tokens.len() {
        // The "room" of a "server room" is none of its own.
        let within = subject.is_some_and(|(a, b)| (a..b).contains(&at));
        if tokens[at].shape != Shape::Word || within {
            continue;
        }
        for name in &list {
            let words: Vec<&str> = name.split(' ').collect();
            let whole = tokens.len() >= at + words.len()
                && tokens[at..]
                    .iter()
                    .zip(&words)
                    .all(|(t, w)| t.lower == *w || words::singular(&t.lower) == *w);
            let span = if whole {
                (at, at + words.len())
            } else if words.len() > 1 && (spec.is_none() || held.scope.as_deref() == Some(name)) {
                let head = words.last().copied().unwrap_or_default();
                // "my manager" is no release manager; a word that names a relation of its own names that.
                let owner = at.checked_sub(1).map(|b| tokens[b].lower.as_str());
                let mine = matches!(owner, Some("my")) && held.subject == "project"
                    || matches!(owner, Some("our")) && held.subject == "user"
                    || matches!(owner, Some("new"));
                let other = Lexicon::built_in().alias(head).iter().any(|s| s.name != held.relation);
                if head.len() < 4 || words::singular(&tokens[at].lower) != head || mine || other {
                    continue;
                }
                (at, at + 1)
            } else {
                continue;
            };
            if unqualified(tokens, span, held, subject) {
                return Some(span);
            }
        }
    }
    None
}

/// Whether nothing around a relation's name makes another's of it: "the admin port", "Mia's teacher",
/// "the goalkeeper of the B team".
fn unqualified(tokens: &[Token<'_>], (lo, hi): Span, held: &Held, subject: Option<Span>) -> bool {
    let near = |i: usize| subject.is_some_and(|(a, b)| (a..b).contains(&i));
    let scope = held.scope.as_deref().unwrap_or_default().to_lowercase();
    let of_key = |i: usize| {
        let word = &tokens[i].lower;
        near(i)
            || scope.split(' ').any(|w| w == word)
            || held.subject.to_lowercase().split(' ').any(|w| w == word)
    };
    if let Some(before) = lo.checked_sub(1) {
        let token = &tokens[before];
        let free = !token.is_content()
            || of_key(before)
            || words::is_determiner(&token.lower)
                && !token.any(&["a", "an", "another", "every", "each", "any", "no", "some"])
            || words::is_possessive(&token.lower) && (token.any(&["my", "our"]) || subject.is_some())
            || token.is("'s") && before > 0 && of_key(before - 1)
            || token.any(&["new", "current", "present", "usual"])
            || token.shape == Shape::Word && phrase::is_boundary(token) && !words::is_pronoun(&token.lower)
            || acts(tokens, before);
        if !free {
            return false;
        }
        // "the limit for disk usage" is no disk usage.
        let within = token.any(&["of", "for", "in", "on", "at", "with", "about"])
            && before.checked_sub(1).is_some_and(|i| {
                let noun = &tokens[i];
                noun.shape == Shape::Word
                    && !phrase::is_boundary(noun)
                    && !acts(tokens, i)
                    && !of_key(i)
                    && !noun.capital()
            });
        if within {
            return false;
        }
        // "the new admin port"
        if token.any(&["new", "current", "present", "usual"])
            && before > 0
            && tokens[before - 1].is("'s")
            && !(before > 1 && of_key(before - 2))
        {
            return false;
        }
    }
    let Some(after) = tokens.get(hi) else { return true };
    if after.any(&["of", "for", "in", "at", "on"]) {
        let at = hi
            + 1
            + usize::from(
                tokens
                    .get(hi + 1)
                    .is_some_and(|t| words::is_determiner(&t.lower) || words::is_possessive(&t.lower)),
            );
        return at >= tokens.len()
            || of_key(at)
            || !after.is("of") && measure::date_end(tokens, hi + 1, tokens.len()).is_some()
            || tokens[at].any(&["us", "me", "ours", "mine", "choice", "record"]);
    }
    !(after.is_content()
        && !phrase::is_boundary(after)
        && after.verb.is_none()
        && after.shape == Shape::Word
        && !after.capital())
}

/// A word of the relation's stem ("mentors" for "mentor", "translate" for "translator").
fn stem(
    tokens: &[Token<'_>],
    held: &Held,
    spec: Option<&RelationSpec>,
    old: Option<Span>,
    subject: Option<Span>,
) -> Option<usize> {
    let mut stems: Vec<String> = Vec::new();
    let open = words_of(&held.relation);
    let mut parts: Vec<&str> = held.scope.as_deref().unwrap_or_default().split(' ').collect();
    if spec.is_none_or(|s| !matches!(s.name, "vendor" | "role_holder" | "uses" | "setting")) {
        parts.extend(open.split(' '));
    }
    for part in parts {
        let part = part.to_lowercase();
        if part.len() < 4
            || words::is_preposition(&part)
            || matches!(
                part.as_str(),
                "name" | "time" | "main" | "best" | "date" | "value" | "type" | "number" | "current"
            )
        {
            continue;
        }
        let cut = ["ers", "ors", "ing", "er", "or", "es", "ed", "s", "e"]
            .iter()
            .find_map(|end| part.strip_suffix(end))
            .unwrap_or(&part);
        let cut = if cut.len() >= 4 { cut.to_owned() } else { part.clone() };
        if !stems.contains(&cut) {
            stems.push(cut);
        }
    }
    let inside = |span: Option<Span>, i: usize| span.is_some_and(|(a, b)| (a..b).contains(&i));
    (0..tokens.len()).find(|&i| {
        tokens[i].shape == Shape::Word
            && !inside(old, i)
            && !inside(subject, i)
            && stems.iter().any(|s| {
                tokens[i].lower.strip_prefix(s.as_str()).is_some_and(|rest| {
                    matches!(
                        rest,
                        "" | "e" | "es" | "s" | "ed" | "ing" | "er" | "ers" | "or" | "ors" | "ation" | "t"
                    )
                })
            })
    })
}
