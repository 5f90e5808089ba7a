//! When what a thing does comes round: "the bins are collected on Tuesdays", "the gardener comes every
//! second week", "Finn has swimming on Mondays", "the parcel arrives on Thursday". Doings that have a
//! pattern of their own ("meets", "runs") are the lexicon's, the first person's are [`crate::own`]'s.

use crate::attribute_value::ends_well;
use crate::candidate::{Candidate, Relation};
use crate::daytime;
use crate::habit::verb_inside;
use crate::matching::skippable;
use crate::measure;
use crate::nominal::{Clause, push};
use crate::scene::Scene;
use crate::shape;
use crate::subject::{self, Class, Subject};
use crate::token::{Shape, Token};
use crate::value::Read;
use crate::words;

/// Adds the readings of a clause.
pub(crate) fn read(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    if c.cues.negated || c.cues.ends || c.cues.future || c.cues.never {
        return;
    }
    let recurring = round(c, c.lo + 1).is_some();
    if !recurring && !(c.lo + 1..c.hi).any(|i| comes_at(c, i)) {
        return;
    }
    let Some((verb, subject)) = predicate(c, scene) else { return };
    if let Some((from, read)) = round(c, verb + 1) {
        recurs(c, subject, verb, (from, read), out);
    } else {
        happens(c, subject, verb, out);
    }
}

/// The finite verb of a clause in the present, and whom it is said of.
fn predicate(c: &Clause<'_, '_>, scene: &Scene<'_>) -> Option<(usize, Subject)> {
    let verb = (c.lo + 1..c.hi).find(|&i| {
        let t = &c.tokens[i];
        let noun =
            words::is_determiner(&c.tokens[i - 1].lower) || words::is_possessive(&c.tokens[i - 1].lower);
        let genitive = t.is("'s") && !crate::sentence::clitic_is_verb(c.tokens, i);
        t.shape == Shape::Word
            && !genitive
            && !t.capital()
            && !noun
            && t.verb.is_some_and(|v| v.third || v.base && !v.past)
    })?;
    let form = c.tokens[verb].verb?;
    if words::is_auxiliary(&c.tokens[verb].lower) && !(form.third && matches!(form.lemma, "be" | "have")) {
        return None;
    }
    let left = subject::clean(c.tokens, c.lo, verb);
    if left.lo >= left.hi
        || left.environment.is_some()
        || left.container.is_some()
        || verb_inside(c.tokens, left.lo, left.hi)
        || (left.lo..left.hi).any(|i| c.tokens[i].any(&["that", "which", "who", "when", "if"]))
    {
        return None;
    }
    // A base form needs a plural before it: "the plants need", "plants need".
    let last = &c.tokens[left.hi - 1];
    let many = last.lower.ends_with('s') || last.any(&["kids", "children", "people"]);
    if !form.third && !many {
        return None;
    }
    let subject = subject::resolve(c.tokens, left.lo, left.hi, scene)?;
    let named = words::is_determiner(&c.tokens[left.lo].lower)
        || words::is_possessive(&c.tokens[left.lo].lower)
        || c.tokens[left.lo].capital()
        || left.hi > left.lo + 1
        || many;
    let any =
        c.tokens[left.lo].any(&["a", "an", "any", "some", "most", "many", "few", "every", "each", "no"]);
    let spoken = matches!(subject.text.as_str(), "user" | "project");
    (named && !any && !spoken && subject.class != Class::Project).then_some((verb, subject))
}

/// Where words of a recurring time begin from `from` on, with the preposition before them, and the time.
fn round(c: &Clause<'_, '_>, from: usize) -> Option<(usize, Read)> {
    let at = (from..c.hi).find(|&i| {
        let t = &c.tokens[i];
        let next = c.tokens[..c.hi].get(i + 1);
        let day = |t: &Token<'_>| {
            words::is_weekday(&t.lower) && t.lower.ends_with("days") || t.any(&["weekends", "weekdays"])
        };
        t.any(&["every", "each"]) && next.is_some_and(|n| is_span(n) || words::is_weekday(&n.lower))
            || t.any(&[
                "daily",
                "weekly",
                "monthly",
                "nightly",
                "hourly",
                "yearly",
                "fortnightly",
                "quarterly",
                "annually",
                "twice",
                "once",
            ]) && next.is_none_or(|n| n.any(&["a", "per", "every", "at", "on"]) || !n.is_content())
            || t.is("on") && next.is_some_and(day)
            || t.is("on")
                && next.is_some_and(|n| n.is("the"))
                && shape::ordinal_weekday_end(c.tokens, i + 1, c.hi).is_some()
    })?;
    let start = at + usize::from(c.tokens[at].is("on"));
    let end = shape::schedule_end(c.tokens, start, c.hi)?;
    // "at 9:15 every day": the hour is of it.
    let clock = (at >= from + 2 && c.tokens[at - 2].is("at"))
        .then(|| daytime::time_end(c.tokens, at - 1, c.hi))
        .flatten()
        .filter(|&e| e == at);
    let (lead, start) = if clock.is_some() { (at - 2, at - 1) } else { (at, start) };
    ends_well(c.tokens, end, c.hi).then_some((lead, Read { start, end, strong: true }))
}

/// What stands after "every" in words of a recurring time.
fn is_span(t: &Token<'_>) -> bool {
    t.has_digit()
        || words::number_word(&t.lower).is_some()
        || t.any(&[
            "other",
            "second",
            "third",
            "fourth",
            "first",
            "last",
            "few",
            "day",
            "week",
            "month",
            "year",
            "hour",
            "minute",
            "morning",
            "afternoon",
            "evening",
            "night",
            "weekend",
            "weekday",
            "quarter",
            "spring",
            "summer",
            "autumn",
            "winter",
            "season",
            "term",
            "fortnight",
            "sprint",
        ])
}

/// "… is collected on Tuesdays", "… needs water every three days".
fn recurs(
    c: &Clause<'_, '_>,
    subject: Subject,
    verb: usize,
    (lead, read): (usize, Read),
    out: &mut Vec<Candidate>,
) {
    let Some(spec) = c.lexicon.get("schedule") else { return };
    let lemma = c.tokens[verb].verb.map_or("", |v| v.lemma);
    let mut from = verb + 1;
    while from < lead && skippable(&c.tokens[from]) {
        from += 1;
    }
    let activity = match lemma {
        "be" | "get" => {
            let done =
                c.tokens[..lead].get(from).filter(|t| t.verb.is_some_and(|v| v.participle && !v.gerund));
            let Some(done) = done.filter(|t| !t.any(&["closed", "open", "shut", "off"])) else { return };
            words_of(c, &done.lower, from + 1, lead)
        }
        "have" => words_of(c, "", from, lead),
        // What goes wrong keeps no time.
        "see" | "want" | "think" | "know" | "like" | "love" | "feel" | "crash" | "fail" | "break"
        | "ring" | "leak" | "complain" | "cry" | "bark" | "hang" | "stop" => return,
        lemma => words_of(c, lemma, from, lead),
    };
    let Some(activity) = activity.filter(|a| !a.is_empty()) else { return };
    let plain = lead == verb + 1 && is_round(lemma);
    push(c, subject, Relation::Known(spec), (!plain).then_some(activity), read, 9, "timetable", out);
}

/// Verbs that say no more than that it is the time.
fn is_round(lemma: &str) -> bool {
    matches!(
        lemma,
        "happen"
            | "run"
            | "meet"
            | "start"
            | "begin"
            | "recur"
            | "rehearse"
            | "depart"
            | "leave"
            | "convene"
            | "gather"
    )
}

/// A doing as the words of a key; nothing where it is a clause of its own.
fn words_of(c: &Clause<'_, '_>, verb: &str, lo: usize, hi: usize) -> Option<String> {
    if hi - lo > 5 {
        return None;
    }
    let mut out = verb.to_owned();
    for token in c.tokens.get(lo..hi)? {
        let idle = words::is_determiner(&token.lower)
            || words::is_possessive(&token.lower)
            || words::is_adverb(&token.lower);
        if token.verb.is_some_and(|v| (v.third || v.past) && !v.base && !v.gerund)
            || token.shape == Shape::Punct
            || words::is_pronoun(&token.lower)
            || words::is_conjunction(&token.lower)
            || token.any(&["open", "closed", "shut"])
        {
            return None;
        }
        if !idle {
            if !out.is_empty() {
                out.push(' ');
            }
            out.push_str(&token.lower);
        }
    }
    Some(out)
}

/// A verb of coming or ending, "on" or "in" after it.
fn comes_at(c: &Clause<'_, '_>, verb: usize) -> bool {
    let comes = c.tokens[verb].verb.filter(|form| form.third).is_some_and(|form| {
        matches!(
            form.lemma,
            "arrive"
                | "come"
                | "land"
                | "open"
                | "close"
                | "begin"
                | "start"
                | "end"
                | "finish"
                | "return"
                | "depart"
                | "leave"
                | "resume"
                | "reopen"
                | "visit"
                | "launch"
        )
    });
    comes && c.tokens[..c.hi].get(verb + 1).is_some_and(|t| t.any(&["on", "in"]))
}

/// "The parcel arrives on Thursday": what is to come at a date, once.
fn happens(c: &Clause<'_, '_>, subject: Subject, verb: usize, out: &mut Vec<Candidate>) {
    let Some(form) = c.tokens[verb].verb else { return };
    let preposition = c.tokens[..c.hi].get(verb + 1).filter(|t| t.any(&["on", "in"]));
    let Some(preposition) = preposition.filter(|_| comes_at(c, verb)) else { return };
    let Some(mut end) = measure::date_end(c.tokens, verb + 2, c.hi) else { return };
    if c.tokens[..c.hi].get(end).is_some_and(|t| t.is("at"))
        && let Some(time) = daytime::time_end(c.tokens, end + 1, c.hi)
    {
        end = time;
    }
    let weekly = c.tokens[verb + 2].lower.ends_with("days");
    let rest = c.tokens[end..c.hi].iter().any(|t| t.is_content() && !skippable(t));
    if weekly || rest || c.tokens[verb + 2].any(&["the"]) && end == verb + 3 {
        return;
    }
    let relation = format!("{} {}", form.lemma, preposition.lower).replace(" in", " on");
    let read = Read { start: verb + 2, end, strong: true };
    push(c, subject, Relation::Open(relation), None, read, 8, "timetable", out);
}
