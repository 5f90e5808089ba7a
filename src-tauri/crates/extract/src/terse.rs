//! Readings of clauses without a verb: "OPS-3 done", "tank at 12 %", "board dinner at Casa
//! Serra", "last tram at 23:40", "it's GitHub for bugs".

use crate::candidate::{Candidate, Relation};
use crate::gazetteer;
use crate::measure::{self, Unit};
use crate::nominal::Clause;
use crate::phrase::{self, is_boundary};
use crate::predicate::is_status;
use crate::scene::Scene;
use crate::subject::{self, Class, Subject};
use crate::value::{self, Read, ValueType};
use crate::verbal::trailing_environment;
use crate::words;

/// Adds the readings of a clause.
pub(crate) fn read(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    stands_for(c, scene, out);
    let verbless = !(c.lo..c.hi).any(|i| {
        let t = &c.tokens[i];
        t.verb.is_some_and(|v| v.lemma == "be" && !t.is("'s") || v.third && !t.is("'s") && !t.capital())
            || words::is_pronoun(&t.lower) && t.any(&["i", "we", "he", "she", "they", "it", "you"])
    });
    if !verbless {
        return;
    }
    status(c, scene, out);
    placed(c, scene, out);
    tally(c, scene, out);
}

/// "apiary log – 9 hives": how many of something the topic has; a log is its writers'.
fn tally(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    let Some(topic) = scene.topic.clone() else { return };
    let Some(m) = measure::measure(c.tokens, c.lo, c.hi)
        .filter(|m| m.whole && matches!(m.unit, Unit::None | Unit::Other))
    else {
        return;
    };
    let from = c.lo + 1;
    let nouns = &c.tokens[from..c.hi];
    let plain = (1..=2).contains(&nouns.len())
        && m.end <= c.hi
        && nouns.iter().all(|t| {
            t.shape == crate::token::Shape::Word
                && !is_boundary(t)
                && t.verb.is_none_or(|v| !v.past && !v.gerund)
        });
    let Some(last) = nouns.last().filter(|t| plain && t.lower.ends_with('s')) else { return };
    let unit = nouns.iter().map(|t| t.lower.as_str()).collect::<Vec<_>>().join(" ");
    if crate::possession::is_vague(&unit) || measure::unit_class(&last.lower) != Unit::Other {
        return;
    }
    let lower = topic.text.to_lowercase();
    let log = ["log", "diary", "logbook", "journal", "count", "inventory"]
        .iter()
        .any(|w| lower.split(' ').next_back() == Some(w));
    let subject = if log { scene.plural() } else { topic };
    let Some(spec) = c.lexicon.get("quantity_of").filter(|_| !matches!(subject.class, Class::Event)) else {
        return;
    };
    out.push(Candidate {
        subject,
        relation: Relation::Known(spec),
        scope: Some(words::singular(&unit)),
        object: (c.lo, from),
        object_text: None,
        op: c.cues.op(false),
        set_valued: false,
        score: 8,
        rule: "tally",
        clause: (c.lo, c.hi),
    });
}

fn push(c: &Clause<'_, '_>, subject: Subject, name: &str, read: Read, score: i32, out: &mut Vec<Candidate>) {
    let Some(spec) = c.lexicon.get(name) else { return };
    out.push(Candidate {
        subject,
        relation: Relation::Known(spec),
        scope: trailing_environment(c.tokens, read.end, c.hi),
        object: (read.start, read.end),
        object_text: None,
        op: c.cues.op(false),
        set_valued: spec.set_valued(),
        score,
        rule: "terse",
        clause: (c.lo, c.hi),
    });
}

/// A short noun phrase that can be the subject of a clause without a verb.
fn topic(c: &Clause<'_, '_>, lo: usize, hi: usize, scene: &Scene<'_>) -> Option<Subject> {
    let cleaned = subject::clean(c.tokens, lo, hi);
    let plain = cleaned.hi > cleaned.lo
        && cleaned.hi - cleaned.lo <= 5
        && !(cleaned.hi - cleaned.lo == 1 && crate::complement::is_manner(&c.tokens[cleaned.lo]))
        && c.tokens[cleaned.lo..cleaned.hi].iter().all(|t| {
            t.is("to")
                || t.is("of")
                || words::is_determiner(&t.lower)
                || words::is_possessive(&t.lower)
                || !is_boundary(t) && t.is_content()
        })
        && !(cleaned.hi - cleaned.lo == 1
            && c.tokens[cleaned.lo].verb.is_some_and(|v| v.base)
            && !scene.is_talk())
        && !c.tokens[cleaned.lo + 1..cleaned.hi]
            .iter()
            .any(|t| t.verb.is_some_and(|v| v.past && !v.base) && !t.capital())
        && !c.tokens[cleaned.lo].verb.is_some_and(|v| v.past || v.gerund && !c.tokens[cleaned.lo].capital())
        && !c.tokens[cleaned.lo]
            .any(&["much", "so", "better", "worse", "more", "less", "good", "bad", "too", "very"]);
    let dated = || measure::date_end(c.tokens, cleaned.lo, cleaned.hi) == Some(cleaned.hi);
    if !plain || dated() {
        return None;
    }
    subject::resolve(c.tokens, cleaned.lo, cleaned.hi, scene)
}

/// "OPS-3 done", "night mode off in staging".
fn status(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    for at in c.lo + 1..c.hi {
        let Some(read) = value::read(ValueType::Enum, c.tokens, at, c.hi).filter(|r| r.start == at) else {
            continue;
        };
        let word = c.tokens[at..read.end].iter().map(|t| t.lower.as_str()).collect::<Vec<_>>().join(" ");
        let rest_is_environment =
            trailing_environment(c.tokens, read.end, c.hi).is_some() && c.hi - read.end <= 3;
        let ends = read.end == c.hi || rest_is_environment;
        if !is_status(&word)
            || !ends
            || matches!(word.as_str(), "open" | "up" | "complete" | "live" | "ready")
        {
            continue;
        }
        let ticket = crate::roles::is_ticket(&c.tokens[at - 1]);
        // "PAY-3 moved to in review"
        let moved = (c.lo + 1..at).find(|&i| {
            c.tokens[i].verb.is_some_and(|v| matches!(v.lemma, "move" | "go"))
                && c.tokens[i + 1..at].iter().all(|t| t.any(&["to", "back", "now"]))
        });
        let Some(subject) = topic(c, c.lo, moved.unwrap_or(at), scene) else { continue };
        let ticket = ticket || moved.is_some();
        let thing = matches!(subject.class, Class::Thing | Class::Event) && subject.text != "user";
        let switch = matches!(word.as_str(), "on" | "off");
        if thing
            && (ticket
                || switch && rest_is_environment
                || word.contains(' ')
                || c.tokens[at].verb.is_some_and(|v| v.participle) && c.tokens[c.lo].has_digit())
        {
            push(c, subject, "status", Read { strong: true, ..read }, 8, out);
        }
        return;
    }
}

/// "NP at VALUE": where, when or how much, by the kind of value.
fn placed(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    for at in c.lo + 1..c.hi {
        let token = &c.tokens[at];
        let preposition = token.any(&["at", "in", "on"]);
        let percent = measure::measure(c.tokens, at, c.hi).is_some_and(|m| m.unit == Unit::Percent);
        if !(preposition || percent) {
            continue;
        }
        let from = if preposition { at + 1 } else { at };
        let Some(subject) =
            topic(c, c.lo, at, scene).filter(|s| s.class != Class::Person && s.text != "project")
        else {
            continue;
        };
        let event = subject.class == Class::Event;
        let ends = |end: usize| {
            c.tokens[..c.hi].get(end).is_none_or(|t| {
                !t.is_content()
                    || is_boundary(t)
                    || t.any(&["full", "now"])
                    || measure::date_end(c.tokens, end, c.hi).is_some()
            })
        };
        let tests: [(&str, ValueType); 5] = [
            (if event { "event_time" } else { "schedule" }, ValueType::Time),
            ("event_date", ValueType::Date),
            ("temperature", ValueType::Temperature),
            ("metric", ValueType::Percent),
            ("location", ValueType::Place),
        ];
        for (name, kind) in tests {
            if kind == ValueType::Date && !event || kind == ValueType::Place && !(event && preposition) {
                continue;
            }
            let Some(read) = value::read(kind, c.tokens, from, c.hi).filter(|r| r.strong && ends(r.end))
            else {
                continue;
            };
            if kind == ValueType::Place && !c.tokens[read.start].capital() {
                continue;
            }
            let percent_alone = !preposition && c.hi - read.end > 1;
            if !percent_alone {
                push(c, subject.clone(), name, read, 8, out);
            }
            return;
        }
    }
}

/// "it's GitHub for bugs": a well-known product stands in for its kind.
fn stands_for(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    // "Debian it is": decided, for what was just spoken of.
    if c.hi >= c.lo + 3 && c.tokens[c.hi - 1].lemma_is("be") && c.tokens[c.hi - 2].is("it") {
        let read = value::read(ValueType::Product, c.tokens, c.lo, c.hi - 2).filter(|r| r.end == c.hi - 2);
        let text = read.map_or("", |r| phrase::written(scene.text, c.tokens, r.start, r.end).0);
        let kind = gazetteer::kinds(text)
            .iter()
            .find(|k| c.lexicon.get(k).is_some_and(|s| s.value_type == ValueType::Product));
        if let (Some(read), Some(kind), Some(subject)) = (read, kind, scene.antecedent(false)) {
            push(c, subject, kind, Read { strong: true, ..read }, 9, out);
        }
        return;
    }
    let Some(at) = (c.lo..c.hi)
        .find(|&i| c.tokens[i].is("it") && c.tokens[..c.hi].get(i + 1).is_some_and(|t| t.lemma_is("be")))
    else {
        return;
    };
    let Some(read) = value::read(ValueType::Product, c.tokens, at + 2, c.hi).filter(|r| r.strong) else {
        return;
    };
    let text = phrase::written(scene.text, c.tokens, read.start, read.end).0;
    if !c.tokens[..c.hi].get(read.end).is_some_and(|t| t.any(&["for", "in"])) {
        return;
    }
    let end = phrase::noun_phrase_end(c.tokens, read.end + 1, c.hi);
    let Some(kind) = gazetteer::kinds(text)
        .iter()
        .find(|k| c.lexicon.get(k).is_some_and(|s| s.value_type == ValueType::Product))
    else {
        return;
    };
    if end > read.end + 1
        && let Some(subject) = subject::resolve(c.tokens, read.end + 1, end, scene)
    {
        push(c, subject, kind, read, 9, out);
    }
}
