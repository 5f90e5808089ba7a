//! What a copula says beside attributes: states, names of described things, jobs, settings and
//! figures. Attributes themselves are [`crate::nominal`]'s.

use crate::attribute;
use crate::attribute_value::{ends_well, vacuous};
use crate::candidate::{Candidate, Relation};
use crate::habit::verb_inside;
use crate::measure;
use crate::nominal::{Clause, push};
use crate::phrase::{self, is_boundary, is_code_like};
use crate::scene::Scene;
use crate::subject::{self, Class, Subject};
use crate::token::Shape;
use crate::value::{self, Read, ValueType};
use crate::vocation::{is_code_noun, is_job};
use crate::words;
pub(crate) fn is_status(word: &str) -> bool {
    matches!(
        word,
        "done"
            | "blocked"
            | "merged"
            | "closed"
            | "open"
            | "paused"
            | "live"
            | "down"
            | "up"
            | "retired"
            | "frozen"
            | "shipped"
            | "off"
            | "on"
            | "enabled"
            | "disabled"
            | "finished"
            | "cancelled"
            | "canceled"
            | "fixed"
            | "archived"
            | "decommissioned"
            | "complete"
            | "completed"
            | "ready"
            | "released"
            | "deployed"
            | "suspended"
            | "offline"
            | "online"
            | "active"
            | "inactive"
            | "obsolete"
            | "stalled"
            | "resolved"
            | "unblocked"
            | "postponed"
            | "approved"
            | "rejected"
            | "in progress"
            | "in review"
            | "on hold"
            | "switched off"
            | "switched on"
            | "turned off"
            | "turned on"
            | "shut down"
            | "in beta"
            | "in production"
            | "under review"
            | "in testing"
            | "in qa"
            | "fully booked"
            | "booked out"
            | "sold out"
            | "out of stock"
            | "out of order"
            | "out of service"
            | "out of use"
            | "out of print"
            | "under construction"
            | "under repair"
            | "under maintenance"
            | "in use"
            | "booked"
    )
}

/// "S is done", "S done": a status word.
pub(crate) fn states(
    c: &Clause<'_, '_>,
    left: (usize, usize),
    right: usize,
    scene: &Scene<'_>,
    out: &mut Vec<Candidate>,
) {
    let right = right + usize::from(c.tokens[right].any(&["fully", "completely", "entirely"]));
    let Some(read) = value::read(ValueType::Enum, c.tokens, right, c.hi) else { return };
    // "is back up"
    let again = c.tokens[read.start].is("back")
        && c.tokens[..c.hi].get(read.start + 1).is_some_and(|t| t.any(&["up", "online", "down"]));
    let read = if again { Read { start: read.start + 1, end: read.start + 2, strong: true } } else { read };
    let words: Vec<&str> = c.tokens[read.start..read.end].iter().map(|t| t.lower.as_str()).collect();
    let word = words.join(" ");
    let cleaned = subject::clean(c.tokens, left.0, left.1);
    if cleaned.lo >= cleaned.hi || verb_inside(c.tokens, cleaned.lo, cleaned.hi) {
        return;
    }
    let Some(subject) = subject::resolve(c.tokens, cleaned.lo, cleaned.hi, scene) else { return };
    let person = matches!(subject.class, Class::Person)
        || subject.class == Class::Name && c.tokens[cleaned.lo].capital();
    let single = words.first().copied().unwrap_or("");
    let presence = matches!(single, "in" | "out" | "away" | "back" | "off");
    let followed = c.tokens[..c.hi]
        .get(read.start + 1)
        .is_some_and(|t| t.is_content() && !is_boundary(t) && !words::is_determiner(&t.lower));
    let place =
        c.tokens[..c.hi].get(read.start + 1).is_some_and(|t| words::is_determiner(&t.lower) || t.capital());
    if person
        && presence
        && !followed
        && !(single == "in" && place)
        && !c.tokens[..c.hi].get(read.start + 1).is_some_and(|t| t.any(&["of", "to", "on"]))
    {
        if let Some(spec) = c.lexicon.get("availability") {
            let one = Read { start: read.start, end: read.start + 1, strong: true };
            push(c, subject, Relation::Known(spec), cleaned.environment, one, 10, "presence", out);
        }
        return;
    }
    let next = |words: &[&str]| c.tokens[..c.hi].get(read.end).is_some_and(|t| t.any(words));
    let weekly = c.tokens[..c.hi]
        .get(read.end + 1)
        .is_some_and(|t| words::is_weekday(&t.lower) && t.lower.ends_with('s'));
    // "caching is done in memcached", "closed on Mondays"
    if word == "done" && next(&["in", "with", "on", "via", "using", "at", "through"])
        || matches!(single, "closed" | "open" | "shut") && next(&["on"]) && weekly
    {
        return;
    }
    // "Imke isn't on it": somebody is on something.
    let busy = person && word == "on";
    if !is_status(&word) || busy || subject.class == Class::Person || !ends_well(c.tokens, read.end, c.hi) {
        return;
    }
    if c.tokens[..c.hi].get(read.end).is_some_and(|t| {
        t.is("with")
            || single == "up" && words::is_preposition(&t.lower)
            || matches!(single, "on" | "off" | "up" | "down" | "live")
                && (t.has_digit()
                    || t.capital()
                    || words::is_determiner(&t.lower)
                    || words::is_weekday(&t.lower))
    }) {
        return;
    }
    // "grafana is on :3000"
    if matches!(single, "on" | "off" | "up" | "down") && c.tokens.get(read.end).is_some_and(|t| t.is(":")) {
        return;
    }
    // "is blocked by X", "is open until 7" say something else.
    if c.tokens[..c.hi].get(read.end).is_some_and(|t| t.any(&["by", "to", "until", "til", "till", "from"]))
        || single == "up" && followed
        || single == "down" && c.tokens[..c.hi].get(read.end).is_some_and(|t| t.is("to"))
    {
        return;
    }
    if let Some(spec) = c.lexicon.get("status") {
        push(
            c,
            subject,
            Relation::Known(spec),
            cleaned.environment,
            Read { strong: true, ..read },
            9,
            "status",
            out,
        );
    }
}

/// "the function that validates tokens is check_token": a description and its name.
pub(crate) fn names(
    c: &Clause<'_, '_>,
    left: (usize, usize),
    right: usize,
    scene: &Scene<'_>,
    out: &mut Vec<Candidate>,
) {
    let mut lo = left.0;
    while lo < left.1 && (c.tokens[lo].is_punct() || words::is_filler(&c.tokens[lo].lower)) {
        lo += 1;
    }
    let cleaned = subject::clean(c.tokens, lo, left.1);
    let (lo, hi) = (cleaned.lo, cleaned.hi);
    if hi < lo + 2
        || !(words::is_determiner(&c.tokens[lo].lower) || words::is_possessive(&c.tokens[lo].lower))
        || verb_inside(c.tokens, lo, hi)
    {
        return;
    }
    let head_end = (lo + 1..hi)
        .find(|&i| {
            is_boundary(&c.tokens[i])
                || c.tokens[i].verb.is_some_and(|v| (v.participle || v.gerund) && !v.base) && i > lo + 1
        })
        .unwrap_or(hi);
    let code = c.tokens[lo + 1..head_end]
        .iter()
        .rev()
        .find(|t| t.shape == Shape::Word)
        .is_some_and(|t| is_code_noun(&t.lower) || is_code_noun(&words::singular(&t.lower)));
    let mut value = right;
    while value < c.hi && words::is_determiner(&c.tokens[value].lower) {
        value += 1;
    }
    let Some(token) = c.tokens[..c.hi].get(value) else { return };
    let hole = token.shape == Shape::Hole;
    let described = hi > head_end;
    let known_head = attribute::read(c.lexicon, c.tokens, lo, hi, scene).is_some_and(|a| !a.known.is_empty());
    let single = value + 1 == c.hi || ends_well(c.tokens, value + 1, c.hi);
    let figure = measure::measure(c.tokens, value, c.hi).is_some();
    let named = is_code_like(token)
        || matches!(token.shape, Shape::Quoted | Shape::Code)
        || token.capital() && value + 1 == c.hi
        || (code && value + 1 == c.hi);
    if !(single && (named || hole) && !figure && (!known_head && (code || described) || hole))
        || (is_boundary(token) && !hole)
    {
        return;
    }
    let Some(mut subject) = subject::resolve(c.tokens, lo, hi, scene) else { return };
    if let Some((a, b)) = cleaned.container {
        let (container, _) = phrase::written(scene.text, c.tokens, a, b);
        subject.text = format!("{} in {container}", subject.text);
    }
    if token.verb.is_some_and(|v| v.participle && !v.base) && !described {
        return;
    }
    let score = 6 + i32::from(described) * 3 + i32::from(code) * 2;
    if let Some(spec) = c.lexicon.get("name") {
        push(
            c,
            subject,
            Relation::Known(spec),
            None,
            Read { start: value, end: value + 1, strong: true },
            score,
            "definition",
            out,
        );
    }
}

/// "default_theme is dark-blue": an identifier and its value.
pub(crate) fn settings(
    c: &Clause<'_, '_>,
    left: (usize, usize),
    right: usize,
    scene: &Scene<'_>,
    out: &mut Vec<Candidate>,
) {
    let cleaned = subject::clean(c.tokens, left.0, left.1);
    // "postgres max_connections = 300"
    let of_product = cleaned.hi == cleaned.lo + 2 && !words::is_determiner(&c.tokens[cleaned.lo].lower);
    if cleaned.hi != cleaned.lo + 1 && !of_product {
        return;
    }
    let token = &c.tokens[cleaned.hi - 1];
    let setting = token.text.contains('_') && token.text.len() > 2 && !token.text.contains('/');
    let Some(read) =
        value::read(ValueType::Scalar, c.tokens, right, c.hi).filter(|r| ends_well(c.tokens, r.end, c.hi))
    else {
        return;
    };
    let value = &c.tokens[read.start];
    let plain =
        value.verb.is_none_or(|v| v.base && !v.participle) && !value.any(&["a", "the", "gone", "not"]);
    if !setting || !plain || read.end - read.start > 2 {
        return;
    }
    if let Some(spec) = c.lexicon.get("setting")
        && let Some(subject) = subject::resolve(c.tokens, cleaned.lo, cleaned.hi, scene)
    {
        push(c, subject, Relation::Known(spec), cleaned.environment, read, 10, "setting", out);
    }
}

/// "the longest name allowed by /tags is 64": a described thing and its figure.
pub(crate) fn described(
    c: &Clause<'_, '_>,
    left: (usize, usize),
    right: usize,
    scene: &Scene<'_>,
    out: &mut Vec<Candidate>,
) {
    let cleaned = subject::clean(c.tokens, left.0, left.1);
    let (lo, hi) = (cleaned.lo, cleaned.hi);
    if hi < lo + 4 || !c.tokens[lo].is("the") || verb_inside(c.tokens, lo, hi) {
        return;
    }
    let modified = c.tokens[lo + 2..hi]
        .iter()
        .any(|t| t.verb.is_some_and(|v| v.participle && !v.base) || t.any(&["that", "which"]));
    // A figure, or after a relative clause a name or a noun phrase.
    let relative = (lo + 2..hi).any(|i| c.tokens[i].any(&["that", "which", "where", "who"]));
    let figure = value::read(ValueType::Quantity, c.tokens, right, c.hi);
    let (name, read) = match (figure, relative) {
        (Some(read), _) if modified => ("value", Some(read)),
        (None, true) => (
            "name",
            value::read(ValueType::Text, c.tokens, right, c.hi).filter(|r| {
                r.end - r.start <= 8
                    && c.tokens[r.start].verb.is_none_or(|v| v.base || c.tokens[r.start].capital())
                    && !vacuous(c.tokens, *r)
            }),
        ),
        _ => return,
    };
    let Some(read) = read else { return };
    let tail = c.hi - read.end <= 1 || ends_well(c.tokens, read.end, c.hi);
    if !tail {
        return;
    }
    if let Some(subject) = subject::resolve(c.tokens, lo, hi, scene) {
        let relation = c.lexicon.get(name).map_or_else(|| Relation::Open(name.to_owned()), Relation::Known);
        push(c, subject, relation, None, read, 8, "described", out);
    }
}

/// "I'm a product analyst at Vireo".
pub(crate) fn jobs(
    c: &Clause<'_, '_>,
    left: (usize, usize),
    right: usize,
    scene: &Scene<'_>,
    out: &mut Vec<Candidate>,
) {
    let article = c.tokens[right].any(&["a", "an", "the"]);
    if !article {
        return;
    }
    let end = phrase::noun_phrase_end(c.tokens, right, c.hi);
    let vague = c.tokens[..c.hi].get(right + 1).is_some_and(|t| t.any(&["bit", "kind", "sort", "lot"]));
    if vague || end <= right + 1 || end - right > 5 || !is_job(&c.tokens[end - 1].lower) {
        return;
    }
    let cleaned = subject::clean(c.tokens, left.0, left.1);
    if cleaned.lo >= cleaned.hi {
        return;
    }
    let Some(subject) = subject::resolve(c.tokens, cleaned.lo, cleaned.hi, scene) else { return };
    if !matches!(subject.class, Class::Person | Class::Name) {
        return;
    }
    // "Karim is the goalkeeper": who holds the one post there is.
    let head = c.tokens[end - 1].lower.as_str();
    if c.tokens[right].is("the")
        && subject.text != "user"
        && c.tokens[cleaned.lo].capital()
        && crate::belonging::is_post(head)
        && ends_well(c.tokens, end, c.hi)
        && !c.tokens[..c.hi].get(end).is_some_and(|t| t.any(&["at", "for", "who", "that", "of", "on", "in"]))
    {
        let phrase = attribute::phrase_of(c.tokens, right, end);
        let (owner, _) = crate::compound::unowned(None, false, &phrase, scene);
        let held = Read { start: cleaned.lo, end: cleaned.hi, strong: true };
        push(c, owner, Relation::Open(phrase), None, held, 10, "post", out);
        return;
    }
    let Some(spec) = c.lexicon.get("job_title") else { return };
    let read = Read { start: right + 1, end, strong: true };
    push(c, subject.clone(), Relation::Known(spec), None, read, 10, "job", out);
    employer_after(c, subject, end, scene, out);
}

/// "… at Vireo", "… as a data engineer" after a job.
pub(crate) fn employer_after(
    c: &Clause<'_, '_>,
    subject: Subject,
    at: usize,
    _scene: &Scene<'_>,
    out: &mut Vec<Candidate>,
) {
    if !c.tokens[..c.hi].get(at).is_some_and(|t| t.any(&["at", "for", "with"])) {
        return;
    }
    let Some(read) = value::read(ValueType::Organisation, c.tokens, at + 1, c.hi).filter(|r| r.strong) else {
        return;
    };
    if let Some(spec) = c.lexicon.get("works_at") {
        push(c, subject, Relation::Known(spec), None, read, 10, "job-employer", out);
    }
}
