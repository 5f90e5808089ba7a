//! Events that begin or end what holds without naming it: "Ben and Ana got married", "she died in
//! 2021", "I was laid off", "we sold the car". What ends is taken from what is known, where it is.
//! Verbs that name the relation themselves are the lexicon's patterns.

use crate::candidate::{Candidate, Relation};
use crate::fact::FoundOp;
use crate::matching::skippable;
use crate::nominal::Clause;
use crate::person::{is_kin, is_person_noun};
use crate::phrase;
use crate::scene::Scene;
use crate::subject::{self, Class, Subject};
use crate::token::Token;
use crate::words;

/// Adds the readings of a clause.
pub(crate) fn read(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    if c.cues.negated || c.cues.future || c.cues.ends {
        return;
    }
    for at in c.lo + 1..c.hi {
        pair(c, at, scene, out);
        leaves_work(c, at, scene, out);
        sold(c, at, scene, out);
        died(c, at, scene, out);
        dwells(c, at, scene, out);
    }
}

/// What becomes of two people, and whether it is the end of it.
fn bond(c: &Clause<'_, '_>, at: usize) -> Option<(&'static str, FoundOp)> {
    let token = &c.tokens[at];
    let after = |words: &[&str]| c.tokens[..c.hi].get(at + 1).is_some_and(|t| t.any(words));
    match token.lower.as_str() {
        "married" | "wed" | "wedded" if !after(&["to"]) => Some(("spouse", FoundOp::Assert)),
        "engaged" if !after(&["to", "in", "with"]) => Some(("partner", FoundOp::Assert)),
        "divorced" => Some(("spouse", FoundOp::End)),
        "separated" | "split" => Some(("spouse", FoundOp::End)),
        "broke" | "broken" if after(&["up"]) => Some(("partner", FoundOp::End)),
        _ => None,
    }
}

/// "Ana and Ben got married", "Ben and I broke up": two people joined before the verb.
fn pair(c: &Clause<'_, '_>, at: usize, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    let Some((relation, op)) = bond(c, at) else { return };
    let mut verb = at;
    while verb > c.lo
        && (skippable(&c.tokens[verb - 1])
            || c.tokens[verb - 1].any(&["got", "get", "getting"])
            || c.tokens[verb - 1].lemma_is("be"))
    {
        verb -= 1;
    }
    let Some(and) = (c.lo + 1..verb).find(|&i| c.tokens[i].is("and")) else { return };
    let left = subject::clean(c.tokens, c.lo, and);
    let (left, right) = ((left.lo, left.hi), (and + 1, verb));
    let one = |(lo, hi): (usize, usize)| {
        hi > lo
            && hi - lo <= 3
            && !c.tokens[lo..hi].iter().any(Token::is_punct)
            && (is_name(c, (lo, hi)) || is_person(c, (lo, hi)))
    };
    let Some(spec) = c.lexicon.get(relation).filter(|_| one(left) && one(right)) else { return };
    // The one with a name of its own is the other's.
    let (holder, named) = if is_name(c, right) { (left, right) } else { (right, left) };
    if !is_name(c, named) {
        return;
    }
    let Some(subject) = subject::resolve(c.tokens, holder.0, holder.1, scene) else { return };
    out.push(Candidate {
        subject: Subject { class: Class::Person, ..subject },
        relation: Relation::Known(spec),
        scope: None,
        object: named,
        object_text: None,
        op,
        set_valued: spec.set_valued(),
        score: 10,
        rule: "life",
        clause: (c.lo, c.hi),
    });
}

fn is_name(c: &Clause<'_, '_>, (lo, hi): (usize, usize)) -> bool {
    !c.tokens[lo].any(&["i", "we"])
        && c.tokens[lo].capital()
        && phrase::proper_name_end(c.tokens, lo, hi) == hi
        && !is_kin(&c.tokens[lo].lower)
}

fn is_person(c: &Clause<'_, '_>, (lo, hi): (usize, usize)) -> bool {
    let head = &c.tokens[hi - 1];
    hi == lo + 1 && head.any(&["i", "me", "he", "she"]) || is_kin(&head.lower) || is_person_noun(&head.lower)
}

/// "I was laid off", "she quit her job", "Dad retired": the job that is known ends; where none is, and
/// somebody retired or was dismissed, that is how it stands with them.
fn leaves_work(c: &Clause<'_, '_>, at: usize, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    let Some((end, stands)) = departure(c, at) else { return };
    let Some(subject) = person_before(c, at, scene) else { return };
    let held = scene.known.held(&subject.text);
    let mut jobs = held.iter().filter(|h| h.relation == "works_at");
    let reading = |relation, op, text: Option<String>, score| Candidate {
        subject: subject.clone(),
        relation: Relation::Known(relation),
        scope: None,
        object: (at, end),
        object_text: text,
        op,
        set_valued: false,
        score,
        rule: "life",
        clause: (c.lo, c.hi),
    };
    if let (Some(job), None, Some(spec)) = (jobs.next(), jobs.next(), c.lexicon.get("works_at")) {
        out.push(reading(spec, FoundOp::End, Some(job.object.clone()), 10));
    } else if let (Some(word), Some(spec)) = (stands, c.lexicon.get("status")) {
        out.push(reading(spec, FoundOp::Assert, Some(word.to_owned()), 9));
    }
}

/// The person whom a verb is said of.
fn person_before(c: &Clause<'_, '_>, at: usize, scene: &Scene<'_>) -> Option<Subject> {
    let mut verb = at;
    while verb > c.lo
        && (skippable(&c.tokens[verb - 1])
            || c.tokens[verb - 1].any(&["got", "get"])
            || c.tokens[verb - 1].lemma_is("be"))
    {
        verb -= 1;
    }
    let cleaned = subject::clean(c.tokens, c.lo, verb);
    if cleaned.lo >= cleaned.hi || crate::habit::verb_inside(c.tokens, cleaned.lo, cleaned.hi) {
        return None;
    }
    let subject = subject::resolve(c.tokens, cleaned.lo, cleaned.hi, scene)?;
    let named = subject.class == Class::Name
        && c.tokens[cleaned.lo].capital()
        && phrase::proper_name_end(c.tokens, cleaned.lo, cleaned.hi) == cleaned.hi;
    (named || subject.class == Class::Person).then_some(Subject { class: Class::Person, ..subject })
}

/// Whether nothing but a time follows.
fn rests(c: &Clause<'_, '_>, end: usize) -> bool {
    !c.tokens[..c.hi].get(end).is_some_and(|t| {
        let time = words::is_time_word(&t.lower)
            || t.any(&["last", "this", "early", "today", "yesterday", "again", "two", "three", "years"]);
        (t.is_content() && !phrase::is_boundary(t) || words::is_determiner(&t.lower)) && !time
            || t.any(&["from", "as"])
    })
}

/// Where the words of a departure end, and what it leaves one as.
fn departure(c: &Clause<'_, '_>, at: usize) -> Option<(usize, Option<&'static str>)> {
    let word = |i: usize, words: &[&str]| c.tokens[..c.hi].get(i).is_some_and(|t| t.any(words));
    let be = at > c.lo && (c.tokens[at - 1].lemma_is("be") || c.tokens[at - 1].any(&["got", "been"]));
    let (end, stands) = match c.tokens[at].lower.as_str() {
        "laid" if be && word(at + 1, &["off"]) => (at + 2, Some("laid off")),
        "let" if be && word(at + 1, &["go"]) => (at + 2, Some("let go")),
        "made" if be && word(at + 1, &["redundant"]) => (at + 2, Some("redundant")),
        "fired" | "sacked" if be => (at + 1, None),
        "retired" if !be || word(at - 1, &["have", "has", "'ve"]) => (at + 1, Some("retired")),
        "quit" | "resigned" => {
            let job = word(at + 1, &["my", "his", "her", "their"])
                && word(at + 2, &["job", "post", "position", "role"]);
            (if job { at + 3 } else { at + 1 }, None)
        }
        _ => return None,
    };
    // "retired from Acme", "laid off from Acme" name the job themselves; "retired the old box" is
    // done to something.
    rests(c, end).then_some((end, stands))
}

/// "we sold the van", "I got rid of my motorbike": a vehicle is had no longer; the one that is known.
fn sold(c: &Clause<'_, '_>, at: usize, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    let from = match c.tokens[at].lower.as_str() {
        "sold" | "scrapped" | "totalled" | "totaled" => at + 1,
        "rid" if c.tokens[..c.hi].get(at + 1).is_some_and(|t| t.is("of")) => at + 2,
        _ => return,
    };
    let own = c.tokens[..c.hi].get(from).is_some_and(|t| t.any(&["the", "my", "our"]));
    let mut noun = from + 1;
    if c.tokens[..c.hi].get(noun).is_some_and(|t| t.is("old")) {
        noun += 1;
    }
    let Some(thing) = c.tokens[..c.hi].get(noun).filter(|_| own) else { return };
    let Some(spec) = c.lexicon.alias(&thing.lower).into_iter().find(|s| s.name == "vehicle") else { return };
    let first = subject::clean(c.tokens, c.lo, at).lo;
    // Nobody sells what is the project's in such words: the speaker's "we" is a household.
    if !c.tokens[first].any(&["i", "we"]) || noun + 1 < c.hi && c.tokens[noun + 1].capital() {
        return;
    }
    let held = scene.known.held("user");
    let known: Vec<_> = held
        .iter()
        .filter(|h| h.relation == "vehicle")
        .filter(|h| match &h.scope {
            Some(scope) => *scope == thing.lower,
            // What is driven is no bicycle.
            None => !thing.any(&["bike", "bicycle", "motorbike", "scooter"]),
        })
        .collect();
    let (text, scope) = match known.as_slice() {
        [one] => (Some(one.object.clone()), one.scope.clone()),
        _ if thing.any(&["bike", "bicycle", "motorbike", "scooter"]) => (None, Some(thing.lower.clone())),
        _ => (None, None),
    };
    out.push(Candidate {
        subject: Subject::user(),
        relation: Relation::Known(spec),
        scope,
        object: (noun, noun + 1),
        object_text: text,
        op: FoundOp::End,
        set_valued: false,
        score: 10,
        rule: "life",
        clause: (c.lo, c.hi),
    });
}

/// "my uncle died", "her aunt passed away last week": how it stands, where no day is told.
fn died(c: &Clause<'_, '_>, at: usize, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    let away = c.tokens[at].is("passed") && c.tokens[..c.hi].get(at + 1).is_some_and(|t| t.is("away"));
    if !c.tokens[at].is("died") && !away {
        return;
    }
    let end = at + 1 + usize::from(away);
    let dated = c.tokens[..c.hi].get(end).is_some_and(|t| t.any(&["in", "on"]) || t.has_digit());
    let Some(subject) = person_before(c, at, scene).filter(|_| !dated && rests(c, end)) else { return };
    if let Some(spec) = c.lexicon.get("status") {
        out.push(Candidate {
            subject,
            relation: Relation::Known(spec),
            scope: None,
            object: (at, end),
            object_text: Some("died".to_owned()),
            op: FoundOp::Assert,
            set_valued: false,
            score: 9,
            rule: "life",
            clause: (c.lo, c.hi),
        });
    }
}

/// "I live in a flat in Braga", "Dad moved into a care home in Leeds": the town is where one lives, and
/// the dwelling no place of its own.
fn dwells(c: &Clause<'_, '_>, at: usize, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    if !c.tokens[at].verb.is_some_and(|v| matches!(v.lemma, "live" | "move")) {
        return;
    }
    let next = |i: usize, words: &[&str]| c.tokens[..c.hi].get(i).is_some_and(|t| t.any(words));
    if !next(at + 1, &["in", "into", "to"])
        || !next(at + 2, &["a", "an", "the", "our", "my", "his", "her", "their"])
    {
        return;
    }
    let noun = (at + 3..c.hi.min(at + 7)).find(|&i| is_dwelling(&c.tokens[i].lower));
    let Some(place) = noun.filter(|&i| next(i + 1, &["in"])).map(|i| i + 2) else { return };
    let end = phrase::proper_name_end(c.tokens, place.min(c.hi), c.hi);
    let Some(spec) = c.lexicon.get("lives_in").filter(|_| end > place) else { return };
    let Some(subject) = person_before(c, at, scene) else { return };
    out.retain(|f| noun.is_none_or(|n| !(f.object.0..f.object.1).contains(&n)));
    out.push(Candidate {
        subject,
        relation: Relation::Known(spec),
        scope: None,
        object: (place, end),
        object_text: None,
        op: FoundOp::Assert,
        set_valued: false,
        score: 11,
        rule: "life",
        clause: (c.lo, c.hi),
    });
}

fn is_dwelling(noun: &str) -> bool {
    matches!(
        noun,
        "flat"
            | "apartment"
            | "house"
            | "home"
            | "studio"
            | "cottage"
            | "bungalow"
            | "condo"
            | "loft"
            | "villa"
            | "townhouse"
            | "dorm"
            | "hostel"
            | "farmhouse"
            | "maisonette"
    )
}
