//! How often and when somebody does a thing: "I go to the gym four times a week", "I see Dr. Smith
//! every week", "I've been waking up around 8:30 on Saturdays", "about two hours each day". The key
//! is the doing: its object where that names it ("gym", "yoga"), else its verb.

use super::{doer, kind_of};
use crate::candidate::{Candidate, Relation};
use crate::daytime;
use crate::measure::{self, Unit};
use crate::nominal::{Clause, push};
use crate::phrase::noun_phrase_end;
use crate::scene::Scene;
use crate::subject::Subject;
use crate::token::{Shape, Token};
use crate::value::Read;
use crate::words;

pub(super) fn read(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    for at in c.lo..c.hi {
        if let Some((start, end)) = rhythm(c, at) {
            habit(c, (start, end), scene, out);
        }
        rising(c, at, scene, out);
        spent(c, at, scene, out);
    }
}

/// A rhythm at `at`: "every other week", "twice a month", "on Tuesdays and Thursdays".
fn rhythm(c: &Clause<'_, '_>, at: usize) -> Option<(usize, usize)> {
    let get = |i: usize| c.tokens.get(i);
    let span = |i: usize| {
        get(i).is_some_and(|t| {
            t.any(&[
                "day",
                "week",
                "month",
                "year",
                "weekend",
                "morning",
                "evening",
                "night",
                "afternoon",
                "weekday",
                "fortnight",
                "quarter",
            ])
        })
    };
    let token = &c.tokens[at];
    let per = |i: usize| get(i).is_some_and(|t| t.any(&["a", "per", "each", "every"])) && span(i + 1);
    if token.any(&["once", "twice", "thrice"]) && per(at + 1) {
        return Some((at, at + 3));
    }
    if token.any(&["times", "days", "nights"]) && at > c.lo && per(at + 1) {
        return measure::measure(c.tokens, at - 1, at)
            .map(|_| (at - 1, at + 3))
            .or_else(|| c.tokens[at - 1].any(&["few", "several"]).then_some((at - 1, at + 3)));
    }
    if token.any(&["every", "each"]) && !c.tokens[at.saturating_sub(1)].is_content() | (at > c.lo) {
        let mut i = at + 1;
        if get(i)
            .is_some_and(|t| t.any(&["other", "second", "third", "single", "few", "fourth"]) || t.has_digit())
            || get(i).is_some_and(|t| words::number_word(&t.lower).is_some())
        {
            i += 1;
        }
        let day = get(i).is_some_and(|t| words::is_weekday(&t.lower) && t.lower.len() > 3)
            || get(i).is_some_and(|t| t.any(&["weeks", "days", "months", "years"]));
        if span(i) || day {
            let part = get(i + 1).is_some_and(|t| t.any(&["morning", "evening", "night", "afternoon"]));
            return Some((at, days_end(c, i + 1 + usize::from(part))));
        }
    }
    let plural = |i: usize| {
        get(i).is_some_and(|t| {
            words::is_weekday(&t.lower) && t.lower.ends_with("days") || t.any(&["weekends", "weekdays"])
        })
    };
    if token.is("on") && plural(at + 1) {
        return Some((at + 1, days_end(c, at + 2)));
    }
    (token.any(&["daily", "weekly", "monthly"]) && at + 1 == c.hi && at > c.lo + 1).then_some((at, at + 1))
}

/// The end of a list of weekdays.
fn days_end(c: &Clause<'_, '_>, end: usize) -> usize {
    let day = |i: usize| c.tokens.get(i).is_some_and(|t| words::is_weekday(&t.lower) && t.lower.len() > 3);
    let mut end = end;
    loop {
        let mut i = end;
        while i < end + 2 && c.tokens.get(i).is_some_and(|t| t.any(&[",", "and", "&"])) {
            i += 1;
        }
        if i == end || !day(i) {
            return end;
        }
        end = i + 1;
    }
}

/// Whose habit the words before a rhythm tell, and which.
fn habit(c: &Clause<'_, '_>, (start, end): (usize, usize), scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    let Some(spec) = c.lexicon.get("schedule") else { return };
    let left = if start > c.lo && c.tokens[start - 1].any(&["on", "for", "about", "around"]) {
        start - 1
    } else {
        start
    };
    // The habitual verb: a base form after "I", or a progressive.
    let verb = (c.lo..left).find(|&i| {
        let Some(v) = c.tokens[i].verb else { return false };
        let after = |words: &[&str]| i > c.lo && c.tokens[c.lo..i].iter().rev().take(3).any(|t| t.any(words));
        let present = v.base
            && !c.tokens[i].any(&["have", "had"])
            && v.lemma != "be"
            && (!words::is_auxiliary(&c.tokens[i].lower)
                || v.lemma == "do"
                    && c.tokens
                        .get(i + 1)
                        .is_some_and(|t| t.verb.is_none() && !words::is_auxiliary(&t.lower)))
            && !(v.past
                && v.lemma != "read"
                && v.lemma != "put"
                && v.lemma != "hit"
                && v.lemma != "cut"
                && v.lemma != "run");
        let going = v.gerund && after(&["been", "'m", "am"]);
        (present || going) && doer(c, i, scene).is_some() && !after(&["did", "to", "will"])
    });
    let Some(verb) = verb else { return };
    let Some(subject) = doer(c, verb, scene) else { return };
    let Some(activity) = activity(c, verb, left, scene) else { return };
    let read = Read { start, end, strong: true };
    let before = out.len();
    push(c, subject, Relation::Known(spec), Some(activity), read, 10, "habit", out);
    for found in out.iter_mut().skip(before) {
        found.clause.1 = found.clause.1.max(end);
    }
}

/// What is done, as a key: "go to the gym" is "gym", "do yoga" is "yoga", "swim" is itself.
fn activity(c: &Clause<'_, '_>, verb: usize, stop: usize, _scene: &Scene<'_>) -> Option<String> {
    let lemma = c.tokens[verb].verb?.lemma;
    if matches!(
        lemma,
        "want"
            | "need"
            | "think"
            | "know"
            | "feel"
            | "get"
            | "wake"
            | "hope"
            | "wish"
            | "like"
            | "love"
            | "guess"
            | "be"
            | "say"
            | "mean"
    ) {
        return None;
    }
    let light = matches!(
        lemma,
        "go" | "do"
            | "have"
            | "attend"
            | "take"
            | "play"
            | "practise"
            | "practice"
            | "see"
            | "visit"
            | "hit"
            | "meet"
            | "teach"
    );
    let mut from = verb + 1;
    while from < stop
        && (c.tokens[from]
            .any(&["to", "for", "with", "a", "an", "the", "my", "our", "on", "at", "out", "up"])
            || words::is_adverb(&c.tokens[from].lower))
    {
        from += 1;
    }
    let particle = c.tokens[verb + 1..from].iter().find(|t| t.any(&["out", "up"])).map(|t| t.lower.clone());
    if let Some(gerund) = c.tokens[..stop].get(from).and_then(|t| t.verb).filter(|v| v.gerund && light) {
        return Some(gerund.lemma.to_owned());
    }
    let end = noun_phrase_end(c.tokens, from, stop);
    let kind = kind_of(c.tokens, from, end);
    let kind = ["class", "session", "lesson", "classe"]
        .iter()
        .find_map(|w| kind.strip_suffix(w).map(|k| k.trim().to_owned()))
        .filter(|k| !k.is_empty())
        .unwrap_or(kind);
    // What is taken is a medicine, unless it is a lesson.
    if lemma == "take"
        && !c.tokens[from..end]
            .iter()
            .any(|t| t.any(&["class", "classes", "lesson", "lessons", "course", "courses"]))
    {
        return None;
    }
    // "I water them every Sunday": nobody knows what.
    let pronoun = c.tokens[..stop].get(from).is_some_and(|t| words::is_pronoun(&t.lower));
    let measured = c.tokens[..stop].get(from).is_some_and(Token::has_digit);
    if pronoun {
        return None;
    }
    Some(match (kind.is_empty() || measured, light) {
        (true, true) => return None,
        (true, false) => match particle {
            Some(p) => format!("{lemma} {p}"),
            None => lemma.to_owned(),
        },
        (false, true) => kind,
        (false, false) => format!("{lemma} {kind}"),
    })
}

/// "I wake up at 7:30 on Saturdays", "I go to bed around 11pm".
fn rising(c: &Clause<'_, '_>, at: usize, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    let Some(form) = c.tokens[at].verb else { return };
    let next = |n: usize, words: &[&str]| c.tokens[..c.hi].get(at + n).is_some_and(|t| t.any(words));
    let (relation, mut from) = match form.lemma {
        "wake" | "get" if next(1, &["up"]) => ("wake-up time", at + 2),
        "wake" => ("wake-up time", at + 1),
        "go" if next(1, &["to"]) && next(2, &["bed", "sleep"]) => ("bedtime", at + 3),
        "start" if next(1, &["work"]) => ("start of work", at + 2),
        "finish" if next(1, &["work"]) => ("end of work", at + 2),
        "leave" if next(1, &["work"]) => ("end of work", at + 2),
        "have" | "eat" if next(1, &["breakfast", "lunch", "dinner"]) => (
            match c.tokens[at + 1].lower.as_str() {
                "breakfast" => "breakfast time",
                "lunch" => "lunch time",
                _ => "dinner time",
            },
            at + 2,
        ),
        _ => return,
    };
    let past = form.past && !form.base && !c.tokens[at].is("gotten");
    if past {
        return;
    }
    let mut scope = None;
    // "on Saturdays" before or after the time
    let mut days = |i: usize| -> usize {
        let on = c.tokens[..c.hi].get(i).is_some_and(|t| t.is("on"));
        let day = c.tokens[..c.hi]
            .get(i + 1)
            .filter(|t| on && (words::is_weekday(&t.lower) || t.any(&["weekends", "weekdays"])));
        match day {
            Some(t) => {
                scope = Some(words::singular(&t.lower));
                i + 2
            }
            None => i,
        }
    };
    from = days(from);
    while c.tokens[..c.hi].get(from).is_some_and(|t| t.any(&["at", "around", "about", "by", "usually"])) {
        from += 1;
    }
    // "I wake up at 6"
    let hour = || {
        let figure = c.tokens[..c.hi].get(from)?.lower.parse::<u32>().is_ok_and(|h| (1..=23).contains(&h));
        let ends =
            c.tokens[..c.hi].get(from + 1).is_none_or(|t| t.any(&["on", "every", "and"]) || !t.is_content());
        (figure && ends && c.tokens[from - 1].any(&["at", "around", "about", "by"])).then_some(from + 1)
    };
    let Some(end) = daytime::time_end(c.tokens, from, c.hi).or_else(hour) else { return };
    days(end);
    if doer(c, at, scene).is_none()
        || c.tokens[..c.hi].get(end).is_some_and(|t| t.any(&["today", "tomorrow", "yesterday"]))
    {
        return;
    }
    let read = Read { start: from, end, strong: true };
    push(c, Subject::user(), Relation::Open(relation.to_owned()), scope, read, 10, "daily", out);
}

/// "I've been dedicating about two hours each day to coding", "I practise piano for 30 minutes a day".
fn spent(c: &Clause<'_, '_>, at: usize, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    let Some(form) = c.tokens[at].verb else { return };
    let gives = matches!(
        form.lemma,
        "dedicate"
            | "devote"
            | "spend"
            | "practise"
            | "practice"
            | "study"
            | "meditate"
            | "exercise"
            | "read"
            | "write"
            | "train"
            | "walk"
    );
    if !gives || form.past && !form.participle && !form.base || form.participle && !form.base && !form.gerund
    {
        return;
    }
    let Some(number) = (at + 1..c.hi.min(at + 7)).find(|&i| {
        measure::measure(c.tokens, i, c.hi).is_some_and(|m| m.unit == Unit::Duration)
            || c.tokens[i].any(&["a", "an", "half"])
                && c.tokens.get(i + 1).is_some_and(|t| t.any(&["hour", "an"]))
    }) else {
        return;
    };
    let m_end = measure::measure(c.tokens, number, c.hi).map_or(number + 2, |m| m.end);
    let each = c.tokens[..c.hi].get(m_end).is_some_and(|t| t.any(&["a", "each", "every", "per"]))
        && c.tokens[..c.hi]
            .get(m_end + 1)
            .is_some_and(|t| t.any(&["day", "week", "evening", "morning", "night", "month"]));
    let daily = c.tokens[..c.hi].get(m_end).is_some_and(|t| t.any(&["daily", "weekly"]));
    if !each && !daily {
        return;
    }
    let end = m_end + if each { 2 } else { 1 };
    let Some(subject) = doer(c, at, scene) else { return };
    let to = c.tokens[..c.hi].get(end).is_some_and(|t| t.any(&["to", "on", "for", "with"]));
    let activity = if to {
        let stop = noun_phrase_end(c.tokens, end + 1, c.hi);
        kind_of(c.tokens, end + 1, stop)
    } else if c.tokens[..c.hi].get(end).is_some_and(|t| t.verb.is_some_and(|v| v.gerund)) {
        kind_of(c.tokens, end, noun_phrase_end(c.tokens, end, c.hi))
    } else {
        let stop = noun_phrase_end(c.tokens, at + 1, number);
        let kind = kind_of(c.tokens, at + 1, stop);
        if kind.is_empty() { form.lemma.to_owned() } else { kind }
    };
    if activity.is_empty() || c.tokens[number].shape == Shape::Quoted {
        return;
    }
    let about = number > 0 && c.tokens[number - 1].any(&["about", "around", "roughly"]);
    let read = Read { start: number - usize::from(about), end, strong: true };
    push(c, subject, Relation::Open("time spent".to_owned()), Some(activity), read, 10, "spent", out);
}
