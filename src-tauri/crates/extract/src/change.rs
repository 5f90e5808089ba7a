//! Readings of change: "raise the A of S from X to O", "the A went from X to O". The verbs are
//! generic; the attribute phrase names the relation.

use crate::attribute::{self, Form};
use crate::attribute_value::value_for;
use crate::candidate::{Candidate, Relation};
use crate::fact::FoundOp;
use crate::gazetteer;
use crate::lexicon::RelationSpec;
use crate::matching::skippable;
use crate::nominal::Clause;
use crate::phrase;
use crate::scene::Scene;
use crate::shape;
use crate::subject::{self, Class, Subject};
use crate::token::{Shape, Token};
use crate::value::{self, Read, ValueType};
use crate::valued::calls_somebody;
use crate::words;

/// "switched from X to Y", "replaced X with Y", "moved off X onto Y": what one is replaced by is of
/// its kind; where neither name is known, one is used no longer and the other is.
pub(crate) fn transitions(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    for at in c.lo..c.hi {
        let Some(verb) = c.tokens[at].verb.filter(|v| {
            matches!(
                v.lemma,
                "switch"
                    | "move"
                    | "migrate"
                    | "change"
                    | "replace"
                    | "swap"
                    | "convert"
                    | "go"
                    | "port"
                    | "rewrite"
                    | "transition"
            ) || gives_up(v.lemma)
        }) else {
            continue;
        };
        let passive = at > c.lo && c.tokens[at - 1].lemma_is("be");
        let Some((old, new)) = exchanged(c, at, verb.lemma, passive) else { continue };
        let name = |r: Read| phrase::written(scene.text, c.tokens, r.start, r.end).0;
        let kinds = gazetteer::kinds(name(new)).iter().chain(gazetteer::kinds(name(old)));
        let kind =
            kinds.copied().find_map(|k| c.lexicon.get(k).filter(|s| s.value_type == ValueType::Product));
        let figure = |r: Read| {
            crate::measure::measure(c.tokens, r.start, c.hi).is_some() || shape::is_clear_version(name(r))
        };
        // "the scheduler moved from AWS to Hetzner": a thing that shares its name with an attribute.
        let attribute = attribute::read(c.lexicon, c.tokens, c.lo, at, scene).is_some_and(|a| {
            !a.known.is_empty() && kind.is_none_or(|k| a.known.iter().any(|s| s.name == k.name))
        });
        if figure(old) || figure(new) || attribute && kind.is_none_or(|_| verb.lemma != "replace") {
            continue;
        }
        if kind.is_none() && matches!(verb.lemma, "move" | "go" | "change") {
            continue;
        }
        // "dropped support for Windows 7": what was given up is of that kind too.
        let left = gives_up(verb.lemma);
        let known = |r: Read| !gazetteer::kinds(name(r)).is_empty() || c.tokens[r.start].capital();
        if left && (kind.is_none() || !known(old) || !known(new)) {
            continue;
        }
        let place = |r: Read| shape::is_path(name(r)) || name(r).starts_with('/');
        if kind.is_none() && (place(old) || place(new)) {
            continue;
        }
        // "replace the loop with a map": things of the moment, no names.
        let thing = |r: Read| {
            r.start.checked_sub(1).is_some_and(|b| words::is_determiner(&c.tokens[b].lower))
                && !c.tokens[r.start].capital()
        };
        if kind.is_none() && (thing(old) || thing(new)) {
            continue;
        }
        let named = |r: Read| c.tokens[r.start].capital() || c.tokens[r.start].shape != Shape::Word;
        // "Ada has been replaced by Bel": two people, or what the ledger knows better.
        let plain = |r: Read| {
            r.end == r.start + 1
                && c.tokens[r.start].shape == Shape::Word
                && c.tokens[r.start].text.chars().skip(1).all(char::is_lowercase)
        };
        let people = passive
            && scene.is_talk()
            && plain(old)
            && plain(new)
            && matches!(verb.lemma, "replace" | "swap");
        if kind.is_none() && (people || !scene.known.holding(name(old)).is_empty()) {
            continue;
        }
        let works = !scene.is_talk() && old.end - old.start == 1 && new.end - new.start == 1;
        if kind.is_none() && !(works || named(old) && named(new)) {
            continue;
        }
        // "migrated the orders service from MySQL to X": what is moved has the kind.
        let moved = (at + 1..old.start)
            .find(|&i| c.tokens[i].any(&["from", "off"]))
            .filter(|&i| i > at + 1 && !passive && !matches!(verb.lemma, "replace" | "swap" | "go"));
        let named = moved.map(|to| subject::clean(c.tokens, at + 1, to)).filter(|m| m.lo < m.hi);
        let cleaned = match named {
            Some(named) => named,
            None => subject::clean(c.tokens, c.lo, at),
        };
        let (lo, hi) = (cleaned.lo, cleaned.hi);
        let subject = if lo >= hi || passive || verb.lemma == "replace" {
            scene.topic.clone().or_else(|| scene.heading.clone()).unwrap_or_else(Subject::project)
        } else {
            match subject::resolve(c.tokens, lo, hi, scene) {
                Some(subject) => subject,
                None => continue,
            }
        };
        // "kiosk: port the UI from Ember to Svelte": a part that every program has is the program's.
        let part = matches!(
            subject.text.to_lowercase().as_str(),
            "ui" | "frontend" | "front end" | "front-end" | "app" | "code" | "codebase" | "it" | "everything"
        );
        let subject = scene.topic.clone().filter(|_| part && !passive).unwrap_or(subject);
        // "I switched from Spotify to Deezer": what one uses, where nothing tells more.
        let own = subject.text == "user" && kind.is_none() && verb.lemma == "switch";
        if subject.class == Class::Person && !own && kind.is_none_or(|k| k.domain != "person") {
            continue;
        }
        // "switched our CI from X to Y": the noun only names the relation.
        let lower = subject.text.to_lowercase();
        let subject = match kind {
            Some(spec) if spec.aliases.contains(&lower.as_str()) => {
                scene.topic.clone().unwrap_or_else(|| scene.default_for(spec))
            }
            _ => subject,
        };
        let Some(spec) = kind.or_else(|| c.lexicon.get("uses")) else { continue };
        let base = Candidate {
            subject,
            relation: Relation::Known(spec),
            scope: cleaned
                .environment
                .or_else(|| crate::verbal::trailing_environment(c.tokens, new.end, c.hi)),
            object: (new.start, new.end),
            object_text: None,
            op: FoundOp::Assert,
            set_valued: spec.set_valued(),
            score: 12,
            rule: "transition",
            clause: (c.lo, c.hi),
        };
        if !left {
            out.push(Candidate {
                object: (old.start, old.end),
                op: FoundOp::End,
                score: 11,
                rule: "transition-end",
                ..base.clone()
            });
        }
        out.push(base);
    }
}

/// "had the van resprayed, orange", "got the hall repainted in white": what was done to a thing, and
/// what it is since, by the kind of the word.
pub(crate) fn causatives(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    for at in c.lo..c.hi {
        if !c.tokens[at].verb.is_some_and(|v| matches!(v.lemma, "have" | "get")) {
            continue;
        }
        let end = phrase::noun_phrase_end(c.tokens, at + 1, c.hi);
        // The participle may have been taken for the noun's.
        let Some(done) = (at + 2..c.hi.min(end + 1))
            .find(|&i| c.tokens[i].verb.is_some_and(|v| v.participle && !v.base && v.lemma != "be"))
        else {
            continue;
        };
        let mut from = done + 1;
        while c.tokens.get(from).is_some_and(|t| t.is(",") || t.any(&["in", "to", "now"]) || skippable(t)) {
            from += 1;
        }
        let hi = (from..c.tokens.len()).find(|&i| c.tokens[i].is_punct()).unwrap_or(c.tokens.len());
        if from >= hi || !c.tokens[at + 1..done].iter().any(|t| t.any(&["the", "my", "our"])) {
            continue;
        }
        let after = Clause { lo: from, hi, ..*c };
        if let Some((subject, relation, read, score)) =
            crate::label::typed(&after, (at + 1, done), from, scene)
                .filter(|(_, r, ..)| matches!(r.name(), "color" | "made_of"))
        {
            crate::nominal::push(&after, subject, relation, None, read, score + 1, "causative", out);
            return;
        }
    }
}

/// "migrated the queue to NATS": a well-known product tells of what kind it is.
pub(crate) fn moves(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    for at in c.lo..c.hi {
        let verb = c.tokens[at]
            .verb
            .filter(|v| matches!(v.lemma, "switch" | "move" | "migrate" | "port" | "convert"));
        // "we're on Postgres" says as much.
        let on = c.tokens[at].lemma_is("be") && !c.tokens[at].any(&["was", "were"]) && !c.cues.negated;
        let on = (on
            && c.tokens[..c.hi].get(at + 1).is_some_and(|t| {
                t.is("on") || skippable(t) && c.tokens.get(at + 2).is_some_and(|n| n.is("on"))
            }))
        .then(|| at + 1 + usize::from(!c.tokens[at + 1].is("on")));
        let chosen = chosen(c, at);
        if verb.is_none() && on.is_none() && chosen.is_none() || at > c.lo && c.tokens[at - 1].lemma_is("be")
        {
            continue;
        }
        let on = on.or(chosen);
        let Some(to) = on.or_else(|| (at + 1..c.hi).find(|&i| c.tokens[i].any(&["to", "onto"]))) else {
            continue;
        };
        let Some(new) = value::read(ValueType::Product, c.tokens, to + 1, c.hi).filter(|r| r.strong) else {
            continue;
        };
        let name = phrase::written(scene.text, c.tokens, new.start, new.end).0;
        let kind = gazetteer::kinds(name)
            .iter()
            .find_map(|k| c.lexicon.get(k).filter(|s| s.value_type == ValueType::Product));
        let Some(spec) = kind else { continue };
        let (lo, hi) = if on.is_none() && to > at + 1 { (at + 1, to) } else { (c.lo, at) };
        if c.tokens[lo..hi].iter().any(|t| t.any(&["from", "off", "back"])) {
            continue;
        }
        let cleaned = subject::clean(c.tokens, lo, hi);
        let Some(subject) = subject::resolve(c.tokens, cleaned.lo, cleaned.hi, scene)
            .filter(|s| s.class != Class::Person || spec.domain == "person")
        else {
            continue;
        };
        // "switch CI to X": the noun only names the relation.
        let lower = subject.text.to_lowercase();
        let subject = if spec.aliases.contains(&lower.as_str()) {
            scene.topic.clone().unwrap_or_else(|| scene.default_for(spec))
        } else {
            subject
        };
        out.push(Candidate {
            subject,
            relation: Relation::Known(spec),
            scope: crate::verbal::trailing_environment(c.tokens, new.end, c.hi),
            object: (new.start, new.end),
            object_text: None,
            op: FoundOp::Assert,
            set_valued: spec.set_valued(),
            score: 12,
            rule: "move",
            clause: (c.lo, c.hi),
        });
    }
}

/// "went with X", "settled on X", "ended up on X", "opted for X": the word before what was chosen.
fn chosen(c: &Clause<'_, '_>, at: usize) -> Option<usize> {
    let words: &[&str] = match c.tokens[at].verb.filter(|v| v.past || v.participle)?.lemma {
        "go" => &["with", "for"],
        "settle" | "land" | "standardise" | "standardize" => &["on"],
        "opt" | "plump" => &["for"],
        "end" => &["on", "with"],
        "stick" => &["with"],
        _ => return None,
    };
    let mut next = at + 1;
    while next < c.hi && (skippable(&c.tokens[next]) || next == at + 1 && c.tokens[next].is("up")) {
        next += 1;
    }
    (next < c.hi && c.tokens[next].any(words)).then_some(next)
}

/// The old and the new value around a verb of exchange.
fn exchanged(c: &Clause<'_, '_>, at: usize, lemma: &str, passive: bool) -> Option<(Read, Read)> {
    let product = |i: usize| value::read(ValueType::Product, c.tokens, i, c.hi);
    let find = |from: usize, words: &[&str]| (from..c.hi).find(|&i| c.tokens[i].any(words));
    if matches!(lemma, "replace" | "swap") {
        if passive {
            let by = find(at + 1, &["by", "with"])?;
            let cleaned = subject::clean(c.tokens, c.lo, at);
            let old = value::read(ValueType::Product, c.tokens, cleaned.lo, cleaned.hi)
                .filter(|r| r.end == cleaned.hi)?;
            return Some((old, product(by + 1)?));
        }
        let with = find(at + 1, &["with", "by", "for"])?;
        let old = product(at + 1).filter(|r| r.end <= with)?;
        return Some((old, product(with + 1)?));
    }
    if gives_up(lemma) {
        let instead = find(at + 1, &["for", "favour", "favor"])?;
        let new = instead + 1 + usize::from(c.tokens[..c.hi].get(instead + 1).is_some_and(|t| t.is("of")));
        let old = product(at + 1).filter(|r| r.end <= instead)?;
        return Some((old, product(new)?));
    }
    let from = find(at + 1, &["from", "off"])?;
    let old = product(from + 1)?;
    let to = find(old.end, &["to", "onto"]).filter(|&to| to <= old.end + 1)?;
    Some((old, product(to + 1)?))
}

/// "ditched A for B", "dropped A in favour of B": verbs of letting go, after which the new one is named.
fn gives_up(lemma: &str) -> bool {
    matches!(
        lemma,
        "trade" | "ditch" | "drop" | "leave" | "abandon" | "scrap" | "retire" | "exchange" | "quit"
    )
}

fn changes(lemma: &str) -> bool {
    matches!(
        lemma,
        "set"
            | "raise"
            | "bump"
            | "lower"
            | "increase"
            | "decrease"
            | "reduce"
            | "change"
            | "cut"
            | "turn"
            | "drop"
            | "move"
            | "switch"
            | "put"
            | "bring"
            | "push"
            | "adjust"
            | "update"
            | "revert"
            | "double"
            | "halve"
            | "go"
            | "rise"
            | "fall"
            | "climb"
            | "slip"
            | "grow"
            | "shrink"
            | "tune"
            | "tighten"
            | "loosen"
            | "extend"
            | "shorten"
            | "reset"
            | "become"
            | "upgrade"
            | "downgrade"
            | "scale"
            | "dial"
            | "crank"
    )
}

/// "My barber moved to Hill Street", "my gym moved to the old cinema": who or what moves to a place
/// is the same one still.
pub(crate) fn moves_itself(a: &attribute::Attribute, tokens: &[Token<'_>], value: usize) -> bool {
    let known = |kind: ValueType| a.known.iter().any(|spec| spec.value_type == kind);
    let somebody = known(ValueType::Person) || a.known.is_empty() && calls_somebody(&a.phrase);
    let described = tokens.get(value).is_some_and(|t| words::is_determiner(&t.lower));
    somebody || described && known(ValueType::Organisation)
}

/// Adds the readings of change verbs in a clause.
pub(crate) fn read(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    for at in c.lo..c.hi {
        let token = &c.tokens[at];
        let Some(verb) = token.verb.filter(|v| changes(v.lemma)) else { continue };
        let Some(to) = target(c, at) else { continue };
        // "from X" stands between the attribute and "to".
        let from = (at + 1..to).find(|&i| c.tokens[i].is("from")).unwrap_or(to);
        let mut after = at + 1;
        while after < from
            && (skippable(&c.tokens[after]) || c.tokens[after].any(&["up", "down", "back", "over"]))
        {
            after += 1;
        }
        let passive_or_intransitive = after >= from;
        let (lo, hi) = if passive_or_intransitive { (c.lo, at) } else { (after, from) };
        // "my sister dreams of moving to Paris"
        if hi > lo && c.tokens[hi - 1].any(&["of", "about", "for"]) {
            continue;
        }
        let Some(mut a) = attribute::read(c.lexicon, c.tokens, lo, hi, scene) else { continue };
        // "the alarm code changed to 9920", as "the alarm code is 4471" has it.
        let turned = passive_or_intransitive && verb.lemma == "change" && c.tokens[lo].is("the");
        if a.known.is_empty()
            && !turned
            && !(a.form == Form::Clear
                && c.tokens[lo..hi].iter().any(|t| t.any(&["of", "my", "our"]) || t.is("'s")))
        {
            continue;
        }
        // "my GP moved to the practice in town": people have no values.
        let last = c.tokens[..hi].get(hi.saturating_sub(1)).filter(|_| hi > lo);
        let many = a.known.first().is_none_or(|s| s.set_valued() && s.value_type == ValueType::Person);
        if many
            && last
                .is_some_and(|t| crate::person::is_person_noun(&t.lower) || crate::person::is_kin(&t.lower))
            && matches!(verb.lemma, "move" | "go" | "switch" | "change")
        {
            continue;
        }
        // "Our eldest goes to St Mary's": where somebody goes is no new value.
        if verb.lemma == "go" && verb.third && a.known.is_empty() {
            continue;
        }
        let value = to + 1;
        if verb.lemma == "move" && moves_itself(&a, c.tokens, value) {
            continue;
        }
        let Some((relation, read, score)) = value_for(&a, c.tokens, value, c.hi, scene) else { continue };
        if !read.strong && relation.spec().is_none() {
            continue;
        }
        // "… for webhooks", "… on staging" may follow the value.
        if !a.owned && c.tokens[..c.hi].get(read.end).is_some_and(|t| t.any(&["for", "on", "of", "in"])) {
            let end = crate::phrase::noun_phrase_end(c.tokens, read.end + 1, c.hi);
            let noun = read.end
                + 1
                + usize::from(
                    c.tokens[..c.hi].get(read.end + 1).is_some_and(|t| words::is_determiner(&t.lower)),
                );
            if end > read.end + 1
                && !words::is_environment(&c.tokens[noun].lower)
                && crate::measure::date_end(c.tokens, read.end + 1, c.hi).is_none()
                && let Some(owner) = crate::subject::resolve(c.tokens, read.end + 1, end, scene)
            {
                a.subject = owner;
            }
        }
        let set_valued = relation.spec().is_some_and(RelationSpec::set_valued);
        let scope = a.scope.or_else(|| crate::verbal::trailing_environment(c.tokens, read.end, c.hi));
        out.push(Candidate {
            subject: a.subject,
            relation,
            scope,
            object: (read.start, read.end),
            object_text: None,
            op: FoundOp::Assert,
            set_valued,
            score: score + if turned { 9 } else { 3 },
            rule: if verb.past || verb.participle { "change" } else { "change-order" },
            clause: (c.lo, c.hi),
        });
    }
}

/// The "to" that leads to the new value.
fn target(c: &Clause<'_, '_>, verb: usize) -> Option<usize> {
    (verb + 1..c.hi).find(|&i| {
        c.tokens[i].is("to")
            && c.tokens[..c.hi].get(i + 1).is_some_and(|t| {
                t.is_content()
                    && (t.has_digit()
                        || t.capital()
                        || c.tokens[..c.hi]
                            .get(i + 2)
                            .is_none_or(|n| !n.is_content() || n.any(&["in", "on", "for"]))
                        || !t.verb.is_some_and(|v| v.base)
                        || t.verb.is_some_and(|v| v.participle))
            })
    })
}
