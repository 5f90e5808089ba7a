//! Readings without a word of the lexicon: a product with its version in something, and plain
//! present-tense clauses whose verb is the relation. Such relations are keys of their own.

use crate::candidate::{Candidate, Relation};
use crate::fact::FoundOp;
use crate::habit::verb_inside;
use crate::matching::skippable;
use crate::measure;
use crate::nominal::Clause;
use crate::phrase::{self, is_code_like, noun_phrase_end};
use crate::scene::Scene;
use crate::subject::{self, Class};
use crate::token::{Shape, Token};
use crate::value::{self, Read, ValueType};
use crate::words;

/// The plain clause "S V O", its verb the relation.
pub(crate) fn verbs(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    if c.cues.negated || c.cues.future || c.cues.ends {
        return;
    }
    // A plain sentence, not a piece of talk: it fills its segment and speaks of nobody.
    let short = c.hi - c.lo <= 18
        && !c.tokens[c.lo..c.hi]
            .iter()
            .any(|t| t.any(&["i", "we", "you", "me", "my", "'ve", "'m", "he", "she", "they", "it"]));
    if !short || c.tokens[c.lo..].iter().filter(|t| t.is_content()).count() > 20 {
        return;
    }
    let Some((verb, passive)) = finite(c) else { return };
    let cleaned = subject::clean(c.tokens, c.lo, verb);
    // "Our vendor Acme, based in Oslo, raised …": more than a name.
    let broken = c.tokens[cleaned.lo..cleaned.hi].iter().any(|t| t.is(","));
    if cleaned.lo >= cleaned.hi || broken || verb_inside(c.tokens, cleaned.lo, cleaned.hi) {
        return;
    }
    let Some(mut subject) = subject::resolve(c.tokens, cleaned.lo, cleaned.hi, scene) else { return };
    // Of people only what they pay or get is told so.
    let pays = c.tokens[verb].any(&["pays", "earns", "gets", "owes", "charges", "pay", "earn"])
        && c.tokens[verb + 1..c.hi].iter().any(Token::has_digit);
    if matches!(subject.class, Class::Person) && !pays || subject.class == Class::Project {
        return;
    }
    if let Some((a, b)) = cleaned.container {
        let (holder, _) = phrase::written(scene.text, c.tokens, a, b);
        subject.text = format!("{} in {holder}", subject.text);
    }
    let Some(mut found) = complement(c, verb, passive) else { return };
    // "opens the kiln room for people": for nobody in particular.
    let object = &c.tokens[found.read.start..found.read.end];
    if object
        .last()
        .is_some_and(|t| t.any(&["people", "folks", "everyone", "everybody", "anyone", "somebody"]))
    {
        return;
    }
    // "A stitch in time saves nine": any of its kind, and said of it only what code would say.
    let code = |t: &Token<'_>| {
        t.has_digit() || is_code_like(t) || t.shape != Shape::Word || t.any(&["null", "nil", "true", "false"])
    };
    if c.tokens[cleaned.lo].any(&["a", "an"]) && !c.tokens[found.read.start..found.read.end].iter().any(code)
    {
        return;
    }
    // "uses 200 g of sugar": what it uses, and how much.
    let of = found.read.end;
    if c.tokens[..c.hi].get(of).is_some_and(|t| t.is("of"))
        && measure::measure(c.tokens, found.read.start, of).is_some_and(|m| m.end == of)
    {
        let end = noun_phrase_end(c.tokens, of + 1, c.hi);
        add_noun(&mut found.relation, c.tokens, of + 1, end);
        found.read.strong = true;
        if end < c.hi && !c.tokens[end..c.hi].iter().all(|t| t.any(&["now", "today", "again", "already"])) {
            return;
        }
        found.consumed = Some(end);
    }
    // A relation is a verb with its particles, not half a sentence.
    if found.relation.contains("'s") || found.relation.split(' ').count() > 5 {
        return;
    }
    // "stays read-only till December": until when, and not what.
    if found.relation.ends_with(" till") || found.relation.ends_with(" until") {
        return;
    }
    // "… on Invoice", "… on /me/avatar" after the value belong to the subject.
    if found.consumed.is_some() {
        // All of the clause is told.
    } else if let Some(q) = Some(found.read.end)
        .filter(|&e| c.tokens[..c.hi].get(e).is_some_and(|t| t.any(&["in", "on", "of", "for"])))
    {
        let end = noun_phrase_end(c.tokens, q + 1, c.hi);
        if end != c.hi || measure::date_end(c.tokens, q + 1, c.hi).is_some() {
            return;
        }
        let (holder, _) = phrase::written(scene.text, c.tokens, q + 1, end);
        subject.text = format!("{} {} {holder}", subject.text, c.tokens[q].lower);
    } else if found.read.end < c.hi
        && c.tokens[found.read.end].is_content()
        && !c.tokens[found.read.end..c.hi].iter().all(|t| t.any(&["now", "today", "again", "already"]))
        && measure::date_end(c.tokens, found.read.end, c.hi) != Some(c.hi)
    {
        return;
    }
    let definite = words::is_determiner(&c.tokens[cleaned.lo].lower)
        || cleaned.hi - cleaned.lo > 1
        || c.tokens[cleaned.lo].shape != Shape::Word
        || c.tokens[cleaned.lo].lower.ends_with('s')
        || subject.class == Class::Name;
    // Notes of a release drop their verbs' subjects: what is left there is rarely a clause.
    let noted = matches!(scene.kind, "commit" | "release_notes" | "changelog");
    if !definite
        || noted
            && !words::is_determiner(&c.tokens[cleaned.lo].lower)
            && c.tokens[cleaned.lo].shape == Shape::Word
    {
        return;
    }
    let score = 3 + i32::from(found.read.strong) * 2 + i32::from(found.functional) * 3;
    out.push(Candidate {
        subject,
        relation: Relation::Open(found.relation),
        scope: cleaned
            .environment
            .or_else(|| crate::verbal::trailing_environment(c.tokens, found.read.end, c.hi)),
        object: (found.read.start, found.read.end),
        object_text: None,
        op: FoundOp::Assert,
        set_valued: !found.functional,
        score,
        rule: "clause",
        clause: (c.lo, c.hi),
    });
}

/// The finite verb of a present-tense clause, and whether it is a passive.
fn finite(c: &Clause<'_, '_>) -> Option<(usize, bool)> {
    let mut relative = false;
    for at in c.lo + 1..c.hi {
        let token = &c.tokens[at];
        if token.any(&["that", "which", "who"]) && token.shape == Shape::Word {
            relative = true;
            continue;
        }
        if token.shape != Shape::Word {
            continue;
        }
        let Some(form) = token.verb else { continue };
        let previous = &c.tokens[at - 1];
        let after_noun = previous.is_content()
            && !words::is_determiner(&previous.lower)
            && !words::is_possessive(&previous.lower)
            && !words::is_preposition(&previous.lower);
        if form.lemma == "be" && form.third && !token.is("'s") {
            let participle = c.tokens[at + 1..c.hi].iter().position(|t| !skippable(t)).map(|n| at + 1 + n)?;
            return c.tokens[participle]
                .verb
                .is_some_and(|v| v.participle && !v.gerund)
                .then_some((at, true));
        }
        if form.third && after_noun {
            if relative {
                relative = false;
                continue;
            }
            return Some((at, false));
        }
        let plural = previous.lower.ends_with('s')
            || previous.any(&["children", "people", "men", "women", "kids", "staff"])
            || c.tokens[c.lo..at].iter().any(|t| t.is("of")) && c.tokens[c.lo].lower.ends_with('s')
            || c.tokens[c.lo].lower.ends_with('s') && c.tokens[c.lo + 1].any(&["in", "of", "on", "for"]);
        if form.base && !form.past && after_noun && plural && !words::is_auxiliary(&token.lower) && !relative
        {
            let next = c.tokens[..c.hi].get(at + 1);
            if next.is_some_and(|t| {
                words::is_preposition(&t.lower)
                    || words::is_determiner(&t.lower)
                    || t.has_digit()
                    || t.capital()
                    || is_code_like(t)
            }) {
                return Some((at, false));
            }
        }
    }
    None
}

struct Complement {
    relation: String,
    read: Read,
    /// Whether a subject has one such value at a time, as far as the form tells.
    functional: bool,
    /// The end of what the relation takes from behind the value.
    consumed: Option<usize>,
}

fn complement(c: &Clause<'_, '_>, verb: usize, passive: bool) -> Option<Complement> {
    let mut at = verb + 1;
    let mut relation;
    if passive {
        while at < c.hi && skippable(&c.tokens[at]) {
            at += 1;
        }
        relation = c.tokens[at].lower.clone();
        at += 1;
    } else {
        relation = c.tokens[verb].verb.map_or_else(|| c.tokens[verb].lower.clone(), |v| v.lemma.to_owned());
        if matches!(
            relation.as_str(),
            "have"
                | "do"
                | "say"
                | "mean"
                | "seem"
                | "look"
                | "think"
                | "know"
                | "want"
                | "need"
                | "try"
                | "love"
                | "like"
                | "hate"
                | "see"
                | "feel"
                | "find"
                | "break"
                | "fix"
                | "fail"
                | "crash"
                | "die"
                | "stay"
                | "happen"
                | "help"
                | "make"
                | "work"
                | "sound"
                | "matter"
                | "include"
                | "contain"
                | "support"
                | "add"
                | "be"
        ) {
            return None;
        }
    }
    let naming = matches!(relation.as_str(), "name" | "call" | "label") && !passive;
    let mut functional = passive;
    // Particles and prepositions belong to the relation.
    let mut objects = 0;
    loop {
        while at < c.hi && words::is_preposition(&c.tokens[at].lower) && c.tokens[at].shape == Shape::Word {
            relation.push(' ');
            relation.push_str(&c.tokens[at].lower);
            functional = true;
            at += 1;
            if c.tokens[..c.hi].get(at).is_some_and(|t| skippable(t) && !t.any(&["no"])) {
                at += 1;
            }
        }
        if at >= c.hi {
            return None;
        }
        let end = value_end(c, at)?;
        let end = (at + 1..end).find(|&i| c.tokens[i].any(&["called", "named"])).unwrap_or(end);
        // "a field called count": the name is the value.
        if let Some(called) =
            c.tokens[..c.hi].get(end).filter(|t| t.any(&["called", "named"])).map(|_| end + 1)
        {
            add_noun(&mut relation, c.tokens, at, end);
            return called_value(c, called, relation);
        }
        let noun = common_before_value(c, at, end);
        if noun > at {
            add_noun(&mut relation, c.tokens, at, noun);
            let functional = functional || naming || is_value(&c.tokens[noun]);
            return Some(Complement {
                relation,
                read: Read { start: noun, end, strong: true },
                functional,
                consumed: None,
            });
        }
        let value = is_value(&c.tokens[skip_article(c, at)]);
        let more = c.tokens[..c.hi]
            .get(end)
            .is_some_and(|t| words::is_preposition(&t.lower) && !t.is("of") && t.shape == Shape::Word);
        if !passive && !value && more && objects == 0 && !functional {
            add_noun(&mut relation, c.tokens, at, end);
            at = end;
            objects += 1;
            continue;
        }
        let start = skip_article(c, at);
        // "takes two AA batteries"
        let value = value || words::number_word(&c.tokens[start].lower).is_some();
        let literal = value || c.tokens[start].any(&["null", "none", "true", "false", "nothing", "nil"]);
        // A bare object of a plain verb is one of many ("the app logs errors").
        if !functional && !literal && start == at {
            return None;
        }
        if c.tokens[start..end].iter().any(|t| words::is_pronoun(&t.lower) && t.shape == Shape::Word) {
            return None;
        }
        let strong = literal || functional;
        let one =
            functional || literal && !c.tokens[start].capital() || start > at && !c.tokens[at].is("the");
        return Some(Complement {
            relation,
            read: Read { start, end, strong },
            functional: one,
            consumed: None,
        });
    }
}

fn skip_article(c: &Clause<'_, '_>, at: usize) -> usize {
    at + usize::from(words::is_determiner(&c.tokens[at].lower) && at + 1 < c.hi)
}

fn value_end(c: &Clause<'_, '_>, at: usize) -> Option<usize> {
    if let Some(read) = value::read(ValueType::UrlPath, c.tokens, at, c.hi).filter(|r| r.strong) {
        return Some(read.end);
    }
    if let Some(read) = value::read(ValueType::Time, c.tokens, at, c.hi).filter(|r| r.strong) {
        return Some(read.end);
    }
    if let Some(m) = measure::measure(c.tokens, at, c.hi).filter(|m| m.unit != measure::Unit::None) {
        return Some(m.end);
    }
    let end = noun_phrase_end(c.tokens, at, c.hi);
    (end > at && end - at <= 6).then_some(end)
}

/// A figure, a name or code rather than a common noun.
fn is_value(token: &Token<'_>) -> bool {
    token.has_digit()
        || token.capital()
        || is_code_like(token)
        || matches!(token.shape, Shape::Quoted | Shape::Code | Shape::Hole | Shape::Solid)
}

/// "status 201", "the header X-Pay-Sig", "the e-mail field mail": where common nouns end and the
/// value begins; `at` where there are none.
fn common_before_value(c: &Clause<'_, '_>, at: usize, end: usize) -> usize {
    let start = skip_article(c, at);
    let naming = c.tokens[..at].iter().rev().take(1).any(|t| t.lemma_is("name") || t.lemma_is("call"));
    let last = end - 1;
    if last <= start {
        return at;
    }
    let nouns = c.tokens[start..last].iter().all(|t| t.shape == Shape::Word && !t.capital() && !t.is("of"));
    let value = &c.tokens[last];
    let figure = is_value(value) && !c.tokens[last].lower.ends_with("ing");
    if nouns && (figure || naming && start > at) { last } else { at }
}

fn add_noun(relation: &mut String, tokens: &[Token<'_>], lo: usize, hi: usize) {
    for token in
        tokens[lo..hi].iter().filter(|t| !words::is_determiner(&t.lower) && !words::is_possessive(&t.lower))
    {
        relation.push(' ');
        relation.push_str(&token.lower);
    }
}

fn called_value(c: &Clause<'_, '_>, at: usize, mut relation: String) -> Option<Complement> {
    let token = c.tokens[..c.hi].get(at).filter(|t| t.is_content())?;
    let _ = token;
    let read = Read { start: at, end: at + 1, strong: true };
    relation.push_str(" name");
    Some(Complement { relation, read, functional: true, consumed: None })
}
