//! What a thing holds, handles or uses up, by its figure: "the van seats nine", "the parser handles
//! 2,000 lines per second", "the dog eats 300 g of kibble a day", "I run 30 km a week", "the epic is
//! 60 % done". The verb is the relation.

use crate::attribute_value::ends_well;
use crate::candidate::{Candidate, Relation};
use crate::habit::verb_inside;
use crate::matching::skippable;
use crate::measure::{self, Unit};
use crate::nominal::{Clause, equation, push};
use crate::phrase::noun_phrase_end;
use crate::scene::Scene;
use crate::subject::{self, Class, Subject};
use crate::token::{Shape, Token};
use crate::value::Read;
use crate::words;

/// Adds the readings of a clause.
pub(crate) fn read(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    if c.cues.negated || c.cues.ends || c.cues.future || c.cues.never {
        return;
    }
    let counted = |i: &usize| {
        let t = &c.tokens[*i];
        (t.has_digit() || words::number_word(&t.lower).is_some())
            && measure::measure(c.tokens, *i, c.hi).is_some()
    };
    let Some(figure) = (c.lo + 2..c.hi).find(counted) else {
        return;
    };
    let mut verb = figure - 1;
    while verb > c.lo
        && (skippable(&c.tokens[verb]) && c.tokens[verb].verb.is_none()
            || c.tokens[verb].any(&["about", "around", "roughly", "up", "to"]))
    {
        verb -= 1;
    }
    let token = &c.tokens[verb];
    let Some(form) = token.verb.filter(|_| verb > c.lo && token.shape == Shape::Word && !token.capital())
    else {
        return;
    };
    let present = form.third || form.base && !form.past;
    if !present {
        return;
    }
    if form.lemma == "be" {
        done(c, verb, figure, scene, out);
        return;
    }
    spans(c, verb, figure, form.lemma, scene, out);
    if let Some(subject) = agent(c, verb, form.third, scene) {
        holds(c, &subject, verb, figure, form.lemma, out);
        rates(c, &subject, figure, form.lemma, out);
        needs(c, &subject, verb, figure, form.lemma, out);
    }
}

/// Whom the verb is said of.
fn agent(c: &Clause<'_, '_>, verb: usize, third: bool, scene: &Scene<'_>) -> Option<Subject> {
    let left = subject::clean(c.tokens, c.lo, verb);
    if left.lo >= left.hi
        || verb_inside(c.tokens, left.lo, left.hi)
        || c.tokens[left.lo..left.hi].iter().any(|t| t.any(&["that", "which", "who", "you", "they", "to"]))
    {
        return None;
    }
    let first = left.hi == left.lo + 1 && c.tokens[left.lo].is("i");
    let many = c.tokens[left.hi - 1].lower.ends_with('s');
    let any =
        c.tokens[left.lo].any(&["a", "an", "any", "some", "most", "many", "few", "every", "each", "no"]);
    let said = third || first || many;
    let named = first
        || words::is_determiner(&c.tokens[left.lo].lower)
        || words::is_possessive(&c.tokens[left.lo].lower)
        || c.tokens[left.lo].capital()
        || left.hi > left.lo + 1;
    subject::resolve(c.tokens, left.lo, left.hi, scene)
        .filter(|s| said && named && !any && s.class != Class::Project && (first || s.text != "user"))
}

/// "My commute takes 20 minutes", as "my commute is 20 minutes" has it.
fn spans(
    c: &Clause<'_, '_>,
    verb: usize,
    figure: usize,
    lemma: &str,
    scene: &Scene<'_>,
    out: &mut Vec<Candidate>,
) {
    let span = measure::measure(c.tokens, figure, c.hi).filter(|m| m.unit == Unit::Duration);
    let left = subject::clean(c.tokens, c.lo, verb);
    let mine = left.lo < left.hi && c.tokens[left.lo].is("my");
    let event = crate::person::class_of(c.tokens, left.lo, left.hi) == Class::Event;
    if matches!(lemma, "take" | "last")
        && mine
        && !event
        && span.is_some_and(|m| ends_well(c.tokens, m.end, c.hi))
    {
        let before = out.len();
        equation(c, (c.lo, verb), figure, scene, out);
        for found in out.iter_mut().skip(before) {
            found.score += 2;
        }
    }
}

/// "The van seats nine", "the recipe serves six".
fn holds(
    c: &Clause<'_, '_>,
    subject: &Subject,
    verb: usize,
    figure: usize,
    lemma: &str,
    out: &mut Vec<Candidate>,
) {
    let capacity =
        matches!(lemma, "seat" | "sleep" | "serve" | "fit" | "hold" | "carry" | "accommodate" | "feed");
    let thing = matches!(subject.class, Class::Thing | Class::Event) && figure == verb + 1;
    let Some(m) = measure::measure(c.tokens, figure, c.hi).filter(|m| capacity && thing && m.whole) else {
        return;
    };
    let people =
        c.tokens[..c.hi].get(m.end).is_some_and(|t| t.any(&["people", "persons", "guests", "adults"]));
    let end = m.end;
    if m.unit == Unit::None && ends_well(c.tokens, end + usize::from(people), c.hi) {
        let read = Read { start: figure, end, strong: true };
        push(c, subject.clone(), Relation::Open(lemma.to_owned()), None, read, 9, "capacity", out);
    }
}

/// "… 2,000 lines per second", "… 300 g of kibble a day", "… 5 litres per 100 km".
fn rates(c: &Clause<'_, '_>, subject: &Subject, figure: usize, lemma: &str, out: &mut Vec<Candidate>) {
    let idle = matches!(
        lemma,
        "have"
            | "see"
            | "want"
            | "think"
            | "know"
            | "say"
            | "mean"
            | "feel"
            | "seem"
            | "try"
            | "cost"
            | "pay"
            | "charge"
            | "weigh"
            | "earn"
            | "owe"
            | "allow"
            | "limit"
            | "retry"
            | "take"
            | "last"
            | "recommend"
            | "suggest"
            | "advise"
            | "expect"
            | "claim"
    );
    if idle {
        return;
    }
    let Some(m) = measure::measure(c.tokens, figure, c.hi) else { return };
    let counted = if m.unit == Unit::None { noun_phrase_end(c.tokens, m.end, c.hi) } else { m.end };
    let mut end = counted;
    let mut of = None;
    if c.tokens[..c.hi].get(end).is_some_and(|t| t.is("of")) {
        let to = noun_phrase_end(c.tokens, end + 1, c.hi);
        of = (to > end + 1).then_some((end + 1, to));
        end = to;
    }
    let rated = m.unit == Unit::Rate || per(c.tokens, end, c.hi) > end;
    end = per(c.tokens, end, c.hi);
    if !rated || end - figure > 9 || !ends_well(c.tokens, end, c.hi) {
        return;
    }
    let mut relation = lemma.to_owned();
    if let Some((lo, hi)) = of {
        for token in c.tokens[lo..hi].iter().filter(|t| !words::is_determiner(&t.lower)) {
            relation.push(' ');
            relation.push_str(&token.lower);
        }
    }
    push(
        c,
        subject.clone(),
        Relation::Open(relation),
        None,
        Read { start: figure, end, strong: true },
        9,
        "rate",
        out,
    );
}

/// "Deploys need two approvals", "the dough needs two hours".
fn needs(
    c: &Clause<'_, '_>,
    subject: &Subject,
    verb: usize,
    figure: usize,
    lemma: &str,
    out: &mut Vec<Candidate>,
) {
    let needs = matches!(lemma, "need" | "require") && figure == verb + 1;
    let Some(m) = measure::measure(c.tokens, figure, c.hi).filter(|_| needs) else { return };
    let end = if m.unit == Unit::None { noun_phrase_end(c.tokens, m.end, c.hi) } else { m.end };
    let noun = &c.tokens[m.end..end.max(m.end)];
    let plain = noun.len() <= 2 && noun.iter().all(|t| t.shape == Shape::Word && !t.capital());
    let vague =
        noun.last().is_some_and(|t| t.any(&["more", "things", "thing", "changes", "fixes", "tweaks"]));
    if subject.class == Class::Person
        || subject.text == "user"
        || !plain
        || vague
        || noun.first().is_some_and(|t| t.any(&["more", "further", "extra", "additional"]))
        || m.unit == Unit::None && noun.is_empty()
        || !ends_well(c.tokens, end, c.hi)
        || c.tokens[..c.hi].get(end).is_some_and(|t| t.is("to"))
    {
        return;
    }
    let mut relation = lemma.to_owned();
    for token in noun {
        relation.push(' ');
        relation.push_str(&token.lower);
    }
    push(
        c,
        subject.clone(),
        Relation::Open(relation),
        None,
        Read { start: figure, end: m.end, strong: true },
        9,
        "need",
        out,
    );
}

/// The end of "a day", "per second", "per 100 km", "each week" where it begins at `at`.
fn per(tokens: &[Token<'_>], at: usize, hi: usize) -> usize {
    let Some(lead) = tokens[..hi].get(at) else { return at };
    let span = |i: usize| {
        tokens[..hi].get(i).is_some_and(|t| {
            t.any(&[
                "second", "minute", "hour", "day", "night", "week", "month", "year", "km", "user", "person",
                "head", "request", "batch", "run", "core", "node",
            ])
        })
    };
    if lead.is("per") {
        return measure::measure(tokens, at + 1, hi)
            .map_or_else(|| if span(at + 1) { at + 2 } else { at }, |m| m.end);
    }
    if lead.any(&["a", "an", "each", "every"]) && span(at + 1) {
        return at + 2;
    }
    if lead.any(&["daily", "weekly"]) { at + 1 } else { at }
}

/// "The epic is 60 % done": how far it has come.
fn done(c: &Clause<'_, '_>, verb: usize, figure: usize, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    let Some(m) = measure::measure(c.tokens, figure, c.hi).filter(|m| m.unit == Unit::Percent) else {
        return;
    };
    let state = c.tokens[..c.hi].get(m.end).filter(|t| {
        t.any(&[
            "done", "complete", "finished", "full", "charged", "empty", "ready", "rolled", "migrated",
            "funded", "booked",
        ])
    });
    if state.is_none() || !ends_well(c.tokens, m.end + 1, c.hi) {
        return;
    }
    if let Some(subject) = agent(c, verb, true, scene)
        && subject.class != Class::Person
    {
        let relation = state.map_or(String::new(), |t| t.lower.clone());
        let read = Read { start: figure, end: m.end, strong: true };
        push(c, subject, Relation::Open(relation), None, read, 9, "progress-of", out);
    }
}
