//! Readings of having and counting: "S has an A of O", "S has N things", "my A of O", "a class
//! on Fridays". Counts of doings are [`crate::own`]'s.

use crate::attribute::{self, Form};
use crate::attribute_value::value_for;
use crate::candidate::{Candidate, Relation};
use crate::habit::verb_inside;
use crate::juxtaposed::attribute_words;
use crate::lexicon::RelationSpec;
use crate::matching::skippable;
use crate::measure;
use crate::nominal::{Clause, push};
use crate::phrase::{self, is_boundary};
use crate::scene::Scene;
use crate::subject::{self, Class, Subject};
use crate::token::Shape;
use crate::value::{self, Read, ValueType};
use crate::words;

/// "S has an A of O", "S has N things", "there are N things in S".
pub(crate) fn possessions(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    for at in c.lo..c.hi {
        let token = &c.tokens[at];
        let has = token.lemma_is("have")
            && !token.is("had")
            && !c.tokens[..c.hi].get(at + 1).is_some_and(|t| t.verb.is_some_and(|v| v.participle && !v.base));
        // "the hall holds 220 people", "the plan includes 25 seats"
        let holds = token.verb.is_some_and(|v| {
            (v.third || v.base)
                && matches!(v.lemma, "include" | "contain" | "hold" | "fit" | "comprise" | "seat")
        }) && at > c.lo
            && !c.tokens[at - 1].any(&["i", "we", "you", "they", "to"]);
        let there =
            token.lemma_is("be") && at > c.lo && c.tokens[at - 1].is("there") && !token.any(&["was", "were"]);
        let gets = token.verb.is_some_and(|v| {
            matches!(v.lemma, "get" | "receive" | "earn" | "draw" | "pay") && (v.base || v.third) && !v.past
        });
        if !(has || there || holds || gets) {
            continue;
        }
        let mut from = at + 1;
        while from < c.hi && skippable(&c.tokens[from]) {
            from += 1;
        }
        // "I get an allowance of 20 a week"
        if gets {
            if c.tokens[..c.hi].get(from).is_some_and(|t| t.any(&["a", "an"])) {
                an_attribute_of(c, at, from, scene, out);
            }
            continue;
        }
        // "a total of 37 coins"
        let total = (from..c.hi.min(from + 3)).any(|i| c.tokens[i].is("total"));
        if has && !total {
            an_attribute_of(c, at, from, scene, out);
        }
        if total && let Some(of) = (from..c.hi.min(from + 4)).find(|&i| c.tokens[i].is("of")) {
            from = of + 1;
        }
        let Some(m) =
            measure::measure(c.tokens, from, c.hi).filter(|m| m.unit == measure::Unit::None && m.whole)
        else {
            continue;
        };
        let noun_end = phrase::noun_phrase_end(c.tokens, m.end, c.hi);
        // "two hens called Gerda and Bep"
        let noun_end = (m.end..noun_end).find(|&i| c.tokens[i].any(&["called", "named"])).unwrap_or(noun_end);
        if noun_end == m.end || noun_end - m.end > 3 || c.tokens[m.end].any(&["of"]) {
            continue;
        }
        let unit = c.tokens[m.end..noun_end].iter().map(|t| t.lower.as_str()).collect::<Vec<_>>().join(" ");
        let subject = if has || holds {
            let cleaned = subject::clean(c.tokens, c.lo, at);
            if verb_inside(c.tokens, cleaned.lo, cleaned.hi) {
                None
            } else {
                subject::resolve(c.tokens, cleaned.lo, cleaned.hi, scene)
            }
        } else if c.tokens[..c.hi].get(noun_end).is_some_and(|t| t.any(&["in", "on", "at"])) {
            let end = phrase::noun_phrase_end(c.tokens, noun_end + 1, c.hi);
            subject::resolve(c.tokens, noun_end + 1, end, scene).filter(|_| end > noun_end + 1)
        } else {
            None
        };
        let Some(subject) = subject else { continue };
        // People have sisters and ideas; counts are kept of things, and "one more" is none.
        if is_vague(&unit) || c.tokens[m.end].is("more") {
            continue;
        }
        let kin = attribute_words(c, m.end, noun_end)
            .into_iter()
            .find(|s| s.set_valued() && (s.value_type == ValueType::Person || s.name == "pet"));
        if let Some(spec) = kin.filter(|_| has && subject.class == Class::Person) {
            let before = out.len();
            named_members(c, subject.clone(), spec, noun_end, out);
            if out.len() > before
                || c.tokens[..c.hi].get(noun_end).is_some_and(|t| t.any(&["in", "who", "that"]))
            {
                continue;
            }
        }
        if holds && !matches!(subject.class, Class::Thing | Class::Name) {
            continue;
        }
        let name = if has && matches!(unit.as_str(), "employees" | "people" | "engineers" | "staff") {
            "headcount"
        } else {
            "quantity_of"
        };
        let Some(spec) = c.lexicon.get(name) else { continue };
        let scope = (name == "quantity_of").then(|| words::singular(&unit));
        let sure = matches!(subject.class, Class::Thing | Class::Name);
        push(
            c,
            subject,
            Relation::Known(spec),
            scope,
            Read { start: from, end: m.end, strong: true },
            7 + i32::from(sure),
            "count",
            out,
        );
    }
}

/// "my personal best time of 25:50": an attribute with its figure, in passing.
pub(crate) fn in_passing(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    for at in c.lo..c.hi {
        if !c.tokens[at].any(&["my", "our"]) {
            continue;
        }
        let Some(of) = (at + 2..c.hi.min(at + 6)).find(|&i| c.tokens[i].is("of")) else { continue };
        let plain = c.tokens[at + 1..of].iter().all(|t| t.shape == Shape::Word && !is_boundary(t));
        let Some(read) = value::read(ValueType::Scalar, c.tokens, of + 1, c.hi)
            .filter(|r| r.strong && c.tokens[r.start].has_digit())
        else {
            continue;
        };
        if !plain {
            continue;
        }
        let Some(a) = attribute::read(c.lexicon, c.tokens, at, of, scene) else { continue };
        let fits = a.known.iter().find_map(|s| {
            value::read(s.value_type, c.tokens, of + 1, c.hi)
                .filter(|r| r.strong || s.value_type == ValueType::Text)
                .map(|r| (*s, r))
        });
        match fits {
            Some((spec, r)) => push(
                c,
                a.subject,
                Relation::Known(spec),
                a.scope,
                Read { strong: true, ..r },
                9,
                "in-passing",
                out,
            ),
            None if a.known.is_empty() => {
                push(c, a.subject.clone(), a.open(), a.scope, read, 7, "in-passing", out)
            }
            None => {}
        }
    }
}

/// "I have a cooking class on Fridays": when a recurring event is.
pub(crate) fn appointments(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    for at in c.lo + 1..c.hi {
        if !c.tokens[at].lemma_is("have") || c.tokens[at].is("had") || !c.tokens[at - 1].any(&["i", "we"]) {
            continue;
        }
        let end = phrase::noun_phrase_end(c.tokens, at + 1, c.hi);
        let head = end.checked_sub(1).filter(|&h| h > at).map(|h| &c.tokens[h]);
        let event = head.is_some_and(|t| {
            t.any(&[
                "class",
                "lesson",
                "practice",
                "rehearsal",
                "course",
                "session",
                "therapy",
                "training",
                "meeting",
                "call",
                "lessons",
                "classes",
            ])
        });
        once(c, at, end, scene, out);
        if !event || !c.tokens[..c.hi].get(end).is_some_and(|t| t.any(&["on", "every", "each"])) {
            continue;
        }
        let from = end + usize::from(c.tokens[end].is("on"));
        let Some(read) = value::read(ValueType::Schedule, c.tokens, from, c.hi).filter(|r| {
            r.strong
                && (words::is_weekday(&c.tokens[r.start].lower) || c.tokens[r.start].any(&["every", "each"]))
        }) else {
            continue;
        };
        if let Some(subject) = subject::resolve(c.tokens, at + 1, end, scene)
            && let Some(spec) = c.lexicon.get("schedule")
        {
            push(c, subject, Relation::Known(spec), None, read, 9, "appointment", out);
        }
    }
}

/// "I have an appointment with Dr. Sato on Friday at 10": when an event of one's own is, once.
fn once(c: &Clause<'_, '_>, at: usize, noun: usize, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    let event = noun > at + 1
        && c.tokens[at + 1].any(&["a", "an", "my", "our"])
        && crate::person::is_event_noun(&c.tokens[noun - 1].lower);
    let mut end = noun;
    if c.tokens[..c.hi].get(end).is_some_and(|t| t.any(&["with", "at", "for"])) {
        end = phrase::noun_phrase_end(c.tokens, end + 1, c.hi);
    }
    if !event || c.cues.negated || !c.tokens[..c.hi].get(end).is_some_and(|t| t.is("on")) {
        return;
    }
    let weekly = c.tokens[..c.hi].get(end + 1).is_some_and(|t| t.lower.ends_with("days"));
    let Some(read) = value::read(ValueType::Date, c.tokens, end + 1, c.hi).filter(|r| r.strong && !weekly)
    else {
        return;
    };
    let Some(spec) = c.lexicon.get("event_date") else { return };
    let name = phrase::written(scene.text, c.tokens, at + 2, end).0;
    let text = if c.tokens[at - 1].is("we") { name.to_owned() } else { format!("user's {name}") };
    push(c, Subject { text, class: Class::Event }, Relation::Known(spec), None, read, 9, "appointment", out);
}

/// "two cats, Miso and Tofu": the members by name.
pub(crate) fn named_members(
    c: &Clause<'_, '_>,
    subject: Subject,
    spec: &'static RelationSpec,
    after: usize,
    out: &mut Vec<Candidate>,
) {
    let mut at = after;
    while c.tokens.get(at).is_some_and(|t| t.any(&[",", ":", "and", "called", "named", "(", "—", "–"])) {
        let mut from = at + 1;
        while c.tokens.get(from).is_some_and(|t| t.any(&["and", "called", "named"])) {
            from += 1;
        }
        let Some(read) = value::read(ValueType::Person, c.tokens, from, c.tokens.len())
            .filter(|r| r.strong && r.start == from)
        else {
            return;
        };
        push(c, subject.clone(), Relation::Known(spec), None, read, 10, "members", out);
        at = read.end;
    }
}

pub(crate) fn is_vague(unit: &str) -> bool {
    matches!(
        unit,
        "things"
            | "thing"
            | "questions"
            | "ideas"
            | "problems"
            | "issues"
            | "options"
            | "minutes"
            | "days"
            | "weeks"
            | "hours"
            | "meetings"
            | "reasons"
            | "points"
            | "times"
            | "more"
            | "years"
            | "months"
            | "choice"
            | "choices"
            | "way"
            | "ways"
    )
}

/// "postgres-main has a pool size of 40".
pub(crate) fn an_attribute_of(
    c: &Clause<'_, '_>,
    verb: usize,
    from: usize,
    scene: &Scene<'_>,
    out: &mut Vec<Candidate>,
) {
    let Some(of) = (from + 1..c.hi.min(from + 6)).find(|&i| c.tokens[i].is("of")) else { return };
    let cleaned = subject::clean(c.tokens, c.lo, verb);
    if verb_inside(c.tokens, cleaned.lo, cleaned.hi) {
        return;
    }
    let Some(owner) = subject::resolve(c.tokens, cleaned.lo, cleaned.hi, scene) else { return };
    let Some(mut a) = attribute::read(c.lexicon, c.tokens, from, of, scene) else { return };
    if a.known.is_empty() && !c.tokens[from].any(&["a", "an", "the"]) {
        return;
    }
    a.subject = owner;
    a.form = Form::Clear;
    let figure = measure::measure(c.tokens, of + 1, c.hi).is_some();
    if a.known.is_empty() && !figure {
        return;
    }
    if let Some((relation, read, score)) = value_for(&a, c.tokens, of + 1, c.hi, scene) {
        push(
            c,
            a.subject.clone(),
            relation,
            a.scope.clone().or(cleaned.environment),
            read,
            score,
            "has",
            out,
        );
    }
}
