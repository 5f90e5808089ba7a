//! Readings of equations: "the A of S is O", "O is S's A", "A sits in O". Which words name an
//! attribute is [`crate::attribute`]'s, what its value is [`crate::attribute_value`]'s; other
//! predicates are [`crate::predicate`]'s.

use crate::attribute::{self, Form};
use crate::attribute_value::{outright, vacuous, value_for};
use crate::candidate::{Candidate, Relation, fit};
use crate::cue::Cues;
use crate::daytime;
use crate::dimension;
use crate::figured;
use crate::habit::verb_inside;
use crate::label::typed;
use crate::lexicon::{Lexicon, RelationSpec};
use crate::matching::skippable;
use crate::measure;
use crate::phrase;
use crate::predicate::{described, jobs, names, settings, states};
use crate::relative;
use crate::scene::Scene;
use crate::subject::{self, Class, Subject};
use crate::token::{Shape, Token};
use crate::value::{self, Read, ValueType};
use crate::verbal::trailing_environment;

/// A clause with what surrounds it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clause<'s, 'a> {
    pub lexicon: &'static Lexicon,
    pub tokens: &'s [Token<'a>],
    pub lo: usize,
    pub hi: usize,
    pub cues: Cues,
}

#[allow(clippy::too_many_arguments, reason = "a reading has that many parts")]
pub(crate) fn push(
    c: &Clause<'_, '_>,
    subject: Subject,
    relation: Relation,
    scope: Option<String>,
    read: Read,
    score: i32,
    rule: &'static str,
    out: &mut Vec<Candidate>,
) {
    let scope = scope.or_else(|| trailing_environment(c.tokens, read.end, c.hi));
    let set_valued = relation.spec().is_some_and(RelationSpec::set_valued);
    out.push(Candidate {
        subject,
        relation,
        scope,
        object: (read.start, read.end),
        object_text: c.tokens[read.start..read.end]
            .iter()
            .all(|t| t.any(&["i", "me", "myself"]))
            .then(|| "user".to_owned()),
        op: c.cues.op(false),
        set_valued,
        score,
        rule,
        clause: (c.lo.min(read.start), c.hi),
    });
}

/// Whether a relation names how something came out, which stays so: "the raffle winner was …".
fn is_outcome(found: &Candidate) -> bool {
    found.relation.spec().is_none()
        && found.relation.name().rsplit(' ').next().is_some_and(|noun| {
            matches!(
                noun,
                "winner"
                    | "runner-up"
                    | "prize"
                    | "score"
                    | "result"
                    | "turnout"
                    | "grant"
                    | "funding"
                    | "round"
                    | "award"
                    | "donation"
                    | "deposit"
                    | "bonus"
                    | "diagnosis"
                    | "verdict"
            )
        })
}

/// The rule of a past value: it stands only where a date bounds it.
pub(crate) const PAST: &str = "attribute-past";

/// Adds the readings of copulas and equals signs in a clause.
pub(crate) fn copulas(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    for at in c.lo..c.hi {
        let token = &c.tokens[at];
        let compared = at > c.lo && c.tokens[at - 1].any(&["<", ">", "!", "="]);
        let equals = token.is_punct() && token.any(&["=", "→"]) && !compared;
        let be = token.verb.is_some_and(|v| v.lemma == "be" && (v.third || v.past))
            || token.is("be") && at > c.lo && c.tokens[at - 1].any(&["will", "'ll"])
            // "since the break Luca has been the goalkeeper"
            || token.is("been")
                && at > c.lo
                && c.tokens[at - 1].any(&["has", "have"])
                && c.tokens[..c.hi].get(at + 1).is_some_and(|t| t.any(&["the", "our", "my"]))
                && c.tokens[c.lo..c.hi].iter().any(|t| t.is("since"));
        if !(equals || be) || at == c.lo && !scene.is_talk() && scene.topic.is_none() {
            continue;
        }
        // "Let's Encrypt" is a name.
        if token.is("'s") && c.tokens[at.saturating_sub(1)].is("let") {
            continue;
        }
        if token.is("'s") {
            let named = c.tokens[..c.hi].get(at + 1).is_some_and(|t| t.capital() || t.has_digit());
            // "Ana's got the keys" has no copula.
            let got = c.tokens[..c.hi].get(at + 1).is_some_and(|t| t.is("got"));
            if got || later_copula(c, at) || !(crate::sentence::clitic_is_verb(c.tokens, at) || named) {
                continue;
            }
        }
        if token.any(&["was", "were"]) {
            // "in March the port was 8080": an observation, if a date bounds it.
            let right = (at + 1..c.hi).find(|&i| !skippable(&c.tokens[i]));
            if let Some(right) = right.filter(|_| (!c.cues.negated || c.cues.never) && !c.cues.ends) {
                let before = out.len();
                equation(c, (c.lo, at), right, scene, out);
                let rule = if c.cues.never { "never" } else { PAST };
                for found in out.iter_mut().skip(before) {
                    found.rule = if rule == PAST && is_outcome(found) { "attribute-outcome" } else { rule };
                }
            }
            let event = (at + 1..c.hi).find(|&i| !skippable(&c.tokens[i]));
            if let Some(event) = event.filter(|&i| c.tokens[i].verb.is_some_and(|v| v.participle && !v.base))
            {
                states(c, (c.lo, at), event, scene, out);
            }
            continue;
        }
        let mut right = at + 1;
        let mut negated = false;
        while right < c.hi
            && (skippable(&c.tokens[right]) || c.tokens[right].is_punct())
            && (!c.tokens[right].any(&["no", "down", "back"]) || crate::cue::is_no_longer(c.tokens, right))
        {
            negated |= c.tokens[right].any(&["not", "n't"]);
            right += 1;
        }
        if negated && !c.cues.ends {
            match (right..c.hi).find(|&i| c.tokens[i].is("but")) {
                Some(but) => right = but + 1,
                None => continue,
            }
        }
        if right >= c.hi {
            continue;
        }
        let before = out.len();
        reversed(c, (c.lo, at), right, scene, out);
        if out.len() == before {
            figured::read(c, (c.lo, at), right, scene, out);
        }
        if out.len() == before && !dimension::read(c, (c.lo, at), right, scene, out) {
            equation(c, (c.lo, at), right, scene, out);
        }
        states(c, (c.lo, at), right, scene, out);
        names(c, (c.lo, at), right, scene, out);
        settings(c, (c.lo, at), right, scene, out);
        described(c, (c.lo, at), right, scene, out);
        relative::read(c, (c.lo, at), right, scene, out);
        jobs(c, (c.lo, at), right, scene, out);
    }
}

/// "the repo lives at X", "the key sits in X": a verb of place before a known attribute's value.
pub(crate) fn placed(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    for at in c.lo + 1..c.hi {
        let place = c.tokens[at].verb.is_some_and(|v| {
            v.third && matches!(v.lemma, "live" | "lie" | "sit" | "reside" | "point" | "go")
        }) || c.tokens[at].any(&[
            "located",
            "kept",
            "stored",
            "hosted",
            "set",
            "capped",
            "limited",
            "fixed",
            "configured",
        ]) && c.tokens[at - 1].lemma_is("be");
        if !place || !c.tokens[..c.hi].get(at + 1).is_some_and(|t| t.any(&["at", "in", "on", "under", "to"]))
        {
            continue;
        }
        let left = if c.tokens[at - 1].lemma_is("be") { at - 1 } else { at };
        let Some(a) = attribute::read(c.lexicon, c.tokens, c.lo, left, scene).filter(|a| !a.known.is_empty())
        else {
            continue;
        };
        // "my sister lives in Leuven": where a person lives is not who the person is.
        let lies = |r: &Relation| r.spec().is_some_and(|s| s.value_type != ValueType::Person);
        // "the linter is configured in .eslintrc": its file is not which it is.
        let file = |r: &Relation, read: &Read| {
            r.spec().is_some_and(|s| s.value_type == ValueType::Product)
                && (crate::shape::is_path(c.tokens[read.start].text)
                    || c.tokens[read.start].text.starts_with('.'))
        };
        if let Some((relation, read, score)) = value_for(&a, c.tokens, at + 1, c.hi, scene)
            .filter(|(r, read, _)| lies(r) && read.strong && !file(r, read))
        {
            push(c, a.subject, relation, a.scope, read, score + 2, "attribute-placed", out);
        }
    }
}

/// "wants O as the A", "picked Redis as our cache": what stands as the attribute is its value.
pub(crate) fn chosen_as(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    for at in c.lo + 1..c.hi {
        let told = c.tokens[at].is("as")
            && c.tokens[..c.hi].get(at + 1).is_some_and(|t| t.any(&["the", "our", "my"]));
        let picks = |i: usize| {
            c.tokens[i].verb.is_some_and(|v| {
                matches!(
                    v.lemma,
                    "prefer"
                        | "pick"
                        | "choose"
                        | "use"
                        | "keep"
                        | "take"
                        | "select"
                        | "adopt"
                        | "set"
                        | "have"
                )
            })
        };
        let Some(verb) = (c.lo..at).rev().find(|&i| picks(i)).filter(|_| told) else { continue };
        let Some(a) =
            attribute::read(c.lexicon, c.tokens, at + 1, c.hi, scene).filter(|a| !a.known.is_empty())
        else {
            continue;
        };
        if c.cues.negated {
            continue;
        }
        for spec in &a.known {
            let Some(read) = crate::value::read(spec.value_type, c.tokens, verb + 1, at) else { continue };
            if c.tokens[read.start].capital()
                && crate::phrase::proper_name_end(c.tokens, read.start, at) == at
                || read.end == at
            {
                let read = Read { start: read.start, end: at, strong: true };
                push(
                    c,
                    a.subject.clone(),
                    Relation::Known(spec),
                    a.scope.clone(),
                    read,
                    12,
                    "chosen-as",
                    out,
                );
                break;
            }
        }
    }
}

/// "As the image CDN we now use bunny.net": the attribute first.
pub(crate) fn used_as(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    let leads = c.tokens[c.lo].any(&["as", "for"])
        && c.tokens[..c.hi].get(c.lo + 1).is_some_and(|t| t.any(&["the", "our", "my", "a", "an"]));
    if !leads || c.cues.negated || c.cues.ends || c.cues.future {
        return;
    }
    let Some(who) = (c.lo + 2..c.hi.min(c.lo + 7)).find(|&i| c.tokens[i].any(&["we", "i"])) else { return };
    let verb = (who + 1..c.hi).find(|&i| !skippable(&c.tokens[i]));
    let Some(verb) = verb.filter(|&i| {
        c.tokens[i].verb.is_some_and(|v| {
            v.base
                && !v.past
                && matches!(v.lemma, "use" | "run" | "have" | "recommend")
                && v.lemma != "recommend"
        })
    }) else {
        return;
    };
    let Some(mut a) = attribute::read(c.lexicon, c.tokens, c.lo + 1, who, scene) else { return };
    if c.tokens[who].is("i") && !a.owned {
        a.subject = Subject::user();
    }
    a.form = Form::Clear;
    if let Some((relation, read, score)) =
        value_for(&a, c.tokens, verb + 1, c.hi, scene).filter(|(_, r, _)| r.strong)
    {
        push(c, a.subject, relation, a.scope, read, score + 4, "used-as", out);
    }
}

pub(crate) fn later_copula(c: &Clause<'_, '_>, at: usize) -> bool {
    c.tokens[at + 1..c.hi].iter().any(|t| t.any(&["is", "are", "was", "were"]) || t.is("'s") || t.is("="))
}

/// "the A of S is O".
pub(crate) fn equation(
    c: &Clause<'_, '_>,
    left: (usize, usize),
    right: usize,
    scene: &Scene<'_>,
    out: &mut Vec<Candidate>,
) {
    let Some(a) = attribute::read(c.lexicon, c.tokens, left.0, left.1, scene) else { return };
    if a.form == Form::Bare && a.known.is_empty() && a.subject.class == Class::Person && !scene.is_talk() {
        return;
    }
    // "my daughter is at Trinity College", "my knee surgery is on 19 March": where and when, not who
    // and what.
    let led = c.tokens[right].any(&["at", "in", "on", "with", "from"]);
    // "the school is in Elm Road": where it is, not which.
    let stands = c.tokens[right].any(&["at", "in", "on", "near", "behind"])
        && a.known.first().is_some_and(|s| s.value_type == ValueType::Organisation && s.domain == "person");
    if stands {
        return;
    }
    let person = a.known.first().is_some_and(|s| s.value_type == ValueType::Person && s.domain == "person");
    let event = a.known.is_empty()
        && crate::person::class_of(c.tokens, left.0, left.1) == Class::Event
        && (right + 1..c.hi.min(right + 2)).any(|i| {
            measure::date_end(c.tokens, i, c.hi).is_some() || daytime::time_end(c.tokens, i, c.hi).is_some()
        });
    if led && (person || event) {
        return;
    }
    // "the server room is in Antwerp": a room is somewhere, where it is not named.
    let room = led
        && a.form == Form::Compound
        && left.1 > left.0
        && c.tokens[left.1 - 1].is("room")
        && a.known.first().is_some_and(|s| s.name == "location");
    if room {
        return;
    }
    // "our Postgres is at 17.2": a product has a version.
    if a.known.is_empty()
        && led
        && c.tokens[right].is("at")
        && crate::gazetteer::kinds(&a.phrase)
            .iter()
            .any(|k| c.lexicon.get(k).is_some_and(|s| s.value_type == ValueType::Product))
    {
        return;
    }
    let bare_open = a.form == Form::Bare && a.known.is_empty();
    // "Netflix is 13.99", "Kim is late": a name alone is a thing, no attribute of the speaker's.
    let name =
        left.1 == left.0 + 1 && c.tokens[left.0].capital() && left.0 > 0 && !c.tokens[left.0 - 1].is_punct();
    let known_name = a.form == Form::Bare && a.known.is_empty() && scene.known.canonical(&a.phrase).is_some();
    if bare_open && name {
        return;
    }
    let dated = c.tokens[left.0..left.1].iter().any(|t| t.any(&["last", "next", "first"]));
    if dated && a.form == Form::Compound
        || a.phrase.starts_with("last ")
        || a.phrase.starts_with("next ") && a.known.is_empty()
    {
        return;
    }
    // "my bike is blue"
    let had = a.known.first().is_some_and(|s| matches!(s.name, "vehicle" | "pet"));
    if (a.form != Form::Clear || had)
        && let Some((subject, relation, read, score)) =
            typed(c, left, right, scene).filter(|(_, r, ..)| matches!(r.name(), "color" | "made_of"))
    {
        push(c, subject, relation, None, read, score + 2, "copula-typed", out);
        return;
    }
    if bare_open && let Some((subject, relation, read, score)) = typed(c, left, right, scene) {
        push(c, subject, relation, a.scope, read, score, "copula-typed", out);
        return;
    }
    if known_name {
        return;
    }
    if let Some((relation, read, score)) = value_for(&a, c.tokens, right, c.hi, scene) {
        if bare_open && !read.strong {
            return;
        }
        // "the certificate for the shop is valid"
        let apart =
            a.known.is_empty() && c.tokens[left.0..left.1].iter().any(|t| t.any(&["for", "on", "in", "at"]));
        if apart && !read.strong && !crate::valued::noun_of_value(&a.phrase) {
            return;
        }
        // "search is blocked by X": a verb phrase, not a value.
        let first = &c.tokens[read.start];
        if vacuous(c.tokens, read) {
            return;
        }
        // "the pier is 200 m from the hotel": how far it is.
        let away = relation.spec().is_none()
            && measure::measure(c.tokens, read.start, c.hi).is_some_and(|m| m.unit == measure::Unit::Length)
            && c.tokens[..c.hi].get(read.end).is_some_and(|t| t.any(&["from", "off", "behind", "ahead"]));
        if away {
            return;
        }
        if relation.spec().is_none() && first.verb.is_some_and(|v| v.gerund || v.participle && !v.base) {
            return;
        }
        push(c, a.subject, relation, a.scope, read, score, "attribute", out);
        crate::enumeration::members(c, out);
    } else if a.form == Form::Compound {
        whole_phrase(c, left, right, scene, out);
    }
}

/// "Max heap age is 90 s": where the last noun takes no such value, all of them together name it.
fn whole_phrase(
    c: &Clause<'_, '_>,
    left: (usize, usize),
    right: usize,
    scene: &Scene<'_>,
    out: &mut Vec<Candidate>,
) {
    let Some(a) = crate::compound::unknown(c.tokens, left.0, left.1, scene) else { return };
    // "The error tracker is Sentry", "the VPN endpoint is vpn.acme.example"
    let telling = |read: &Read| {
        let first = &c.tokens[read.start];
        let host = crate::shape::is_host(first.text) || crate::shape::is_url(first.text);
        let whole = c.tokens[read.end..c.hi].iter().all(|t| !t.is_content() || skippable(t));
        read.strong
            && (measure::measure(c.tokens, read.start, c.hi).is_some() || whole && (first.capital() || host))
    };
    if let Some((relation, read, score)) =
        value_for(&a, c.tokens, right, c.hi, scene).filter(|(_, r, _)| telling(r))
    {
        push(c, a.subject, relation, a.scope, read, score, "attribute", out);
    }
}

/// "O is S's A", "O is the A of S", "O is A of S".
pub(crate) fn reversed(
    c: &Clause<'_, '_>,
    left: (usize, usize),
    right: usize,
    scene: &Scene<'_>,
    out: &mut Vec<Candidate>,
) {
    let cleaned = subject::clean(c.tokens, left.0, left.1);
    if cleaned.lo >= cleaned.hi || verb_inside(c.tokens, cleaned.lo, cleaned.hi) {
        return;
    }
    let mut end = c.hi;
    if let Some(stop) = (right..c.hi).find(|&i| {
        measure::date_end(c.tokens, i, c.hi).is_some()
            || c.tokens[i].any(&["since", "from", "until", "while", "now", "as"])
    }) {
        end = stop;
    }
    // "Secrets are now stored in AWS Secrets Manager": what is done to them.
    let done = (right..end).find(|&i| !skippable(&c.tokens[i])).is_some_and(|i| {
        c.tokens[i].verb.is_some_and(|v| v.participle && !v.base)
            && c.tokens[..end].get(i + 1).is_some_and(|t| crate::words::is_preposition(&t.lower))
    });
    if done {
        return;
    }
    let Some(a) = attribute::read(c.lexicon, c.tokens, right, end, scene) else { return };
    let Some(&spec) = a.known.iter().find(|s| {
        matches!(
            s.value_type,
            ValueType::Person
                | ValueType::Organisation
                | ValueType::Place
                | ValueType::Product
                | ValueType::Text
        )
    }) else {
        return;
    };
    let article = c.tokens[right].any(&["the", "my", "our", "his", "her", "their", "its"])
        || c.tokens[right + 1..end].iter().any(|t| t.is("'s") || t.any(&["of", "for"]));
    let bare_role = a.form == Form::Bare && spec.scoped_by("role");
    if !(article || bare_role) {
        return;
    }
    let Some(read) =
        value::read(spec.value_type, c.tokens, cleaned.lo, cleaned.hi).filter(|r| r.end == cleaned.hi)
    else {
        return;
    };
    if !read.strong || !(c.tokens[read.start].capital() || c.tokens[read.start].shape == Shape::Hole) {
        return;
    }
    let text = phrase::written(scene.text, c.tokens, read.start, read.end).0;
    let score = 7 + fit(spec, &a.subject, read, text, 0) + outright(spec, a.form, text);
    push(c, a.subject, Relation::Known(spec), a.scope, read, score, "attribute-reversed", out);
}
