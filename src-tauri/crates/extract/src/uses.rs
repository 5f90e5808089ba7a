//! What a thing takes, is or was done to it last: "the printer needs toner TN-247", "the espresso
//! machine is a La Pavoni", "the boiler was serviced on 3 February".

use crate::attribute;
use crate::attribute_value::ends_well;
use crate::candidate::{Candidate, Relation};
use crate::complement;
use crate::fact::FoundOp;
use crate::gazetteer;
use crate::habit::verb_inside;
use crate::lexicon::RelationSpec;
use crate::matching::skippable;
use crate::measure;
use crate::nominal::{Clause, push};
use crate::phrase::{self, is_code_like, noun_phrase_end};
use crate::scene::Scene;
use crate::subject::{self, Class, Subject};
use crate::token::{Shape, Token};
use crate::value::{self, Read, ValueType};
use crate::valued::noun_of_value;
use crate::words;

/// Adds the readings of a clause.
pub(crate) fn read(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    if c.cues.negated || c.cues.ends || c.cues.future || c.cues.never {
        return;
    }
    for at in c.lo + 1..c.hi {
        let token = &c.tokens[at];
        if token.shape != Shape::Word || token.capital() {
            continue;
        }
        let Some(verb) = token.verb else { continue };
        match verb.lemma {
            "need" | "take" | "accept" | "use" if verb.third || verb.base => {
                supplies(c, at, verb.lemma, scene, out);
            }
            "ship" | "pay" | "host" | "print" | "advertise" | "invoice" | "heat" | "cook" | "bake"
            | "post" | "publish" | "record" | "authenticate" | "encrypt" | "render" | "mail" | "recruit"
            | "recycle"
                if verb.base && !verb.past =>
            {
                by_means_of(c, at, verb.lemma, scene, out);
            }
            "have" if verb.third => property(c, at, scene, out),
            "be" if verb.third => {
                customer_of(c, at, scene, out);
                model(c, at, scene, out);
                trait_of(c, at, scene, out);
                closed_on(c, at, scene, out);
            }
            "be" if verb.past => done_on(c, at, scene, out),
            _ => {}
        }
    }
}

/// The thing before a verb; people and projects are none.
fn thing(c: &Clause<'_, '_>, at: usize, scene: &Scene<'_>) -> Option<(Subject, (usize, usize))> {
    let left = subject::clean(c.tokens, c.lo, at);
    if left.lo >= left.hi || verb_inside(c.tokens, left.lo, left.hi) {
        return None;
    }
    let subject = subject::resolve(c.tokens, left.lo, left.hi, scene)?;
    let named = !(left.hi == left.lo + 1 && words::is_pronoun(&c.tokens[left.lo].lower));
    (named && !matches!(subject.class, Class::Person | Class::Project) && subject.text != "user")
        .then_some((subject, (left.lo, left.hi)))
}

fn definite(c: &Clause<'_, '_>, (lo, hi): (usize, usize)) -> bool {
    words::is_determiner(&c.tokens[lo].lower)
        || words::is_possessive(&c.tokens[lo].lower)
        || c.tokens[lo..hi].iter().any(|t| t.is("'s"))
        || c.tokens[lo].shape != Shape::Word
}

/// "needs toner TN-247", "takes two AA batteries", "takes cash and vouchers".
fn supplies(c: &Clause<'_, '_>, at: usize, lemma: &str, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    let Some((subject, _)) = thing(c, at, scene).filter(|(_, range)| definite(c, *range)) else { return };
    let from = at + 1 + usize::from(c.tokens[..c.hi].get(at + 1).is_some_and(|t| t.any(&["a", "an", "the"])));
    let end = noun_phrase_end(c.tokens, from, c.hi);
    if end <= from
        || !ends_well(c.tokens, end, c.hi)
            && !c.tokens[..c.hi].get(end).is_some_and(|t| t.any(&["and", "only"]))
    {
        return;
    }
    // "toner TN-247": what it needs, and which.
    let kind = c.tokens[from..end - 1].iter().all(|t| {
        t.shape == Shape::Word && !t.capital() && words::number_word(&t.lower).is_none() && !t.has_digit()
    });
    let which = &c.tokens[end - 1];
    let named =
        which.has_digit() && (which.shape == Shape::Solid || is_code_like(which) || which.text.contains('-'));
    if lemma != "accept" && end - from >= 2 && kind && named {
        let nouns = c.tokens[from..end - 1].iter().map(|t| t.lower.as_str()).collect::<Vec<_>>().join(" ");
        let read = Read { start: end - 1, end, strong: true };
        push(c, subject, Relation::Open(format!("{lemma} {nouns}")), None, read, 9, "supply", out);
        return;
    }
    // "takes cash and Bancontact": one of several.
    let pays = |t: &Token<'_>| {
        t.any(&[
            "cash",
            "card",
            "cards",
            "cheque",
            "cheques",
            "voucher",
            "vouchers",
            "coins",
            "notes",
            "bitcoin",
            "crypto",
            "contactless",
            "invoices",
            "transfers",
            "payments",
            "paypal",
            "visa",
            "mastercard",
            "euros",
            "dollars",
            "pounds",
        ])
    };
    if matches!(lemma, "take" | "accept") && c.tokens[from..end].last().is_some_and(pays) {
        let first = Candidate {
            subject,
            relation: Relation::Open("accepts".to_owned()),
            scope: None,
            object: (from, end),
            object_text: None,
            op: FoundOp::Assert,
            set_valued: true,
            score: 8,
            rule: "supply",
            clause: (c.lo, c.hi),
        };
        let mut next = end;
        while c.tokens[..c.hi].get(next).is_some_and(|t| t.any(&["and", ","])) {
            let to = noun_phrase_end(c.tokens, next + 1, c.hi);
            if to == next + 1 {
                break;
            }
            out.push(Candidate { object: (next + 1, to), ..first.clone() });
            next = to;
        }
        out.push(first);
    }
}

/// "We ship with DHL", "I heat with wood": by whom or by what one does a thing.
fn by_means_of(c: &Clause<'_, '_>, at: usize, lemma: &str, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    let mut who = at - 1;
    while who > c.lo && skippable(&c.tokens[who]) {
        who -= 1;
    }
    let subject = match c.tokens[who].lower.as_str() {
        "we" => scene.plural(),
        "i" => Subject::user(),
        _ => return,
    };
    let link = c.tokens[..c.hi].get(at + 1).filter(|t| t.any(&["with", "through", "via"]));
    let Some(link) = link.filter(|_| {
        who == c.lo || c.tokens[who - 1].is_punct() || words::is_adverb(&c.tokens[who - 1].lower)
    }) else {
        return;
    };
    let from =
        at + 2 + usize::from(c.tokens[..c.hi].get(at + 2).is_some_and(|t| words::is_determiner(&t.lower)));
    let end = noun_phrase_end(c.tokens, from, c.hi);
    let whole = c.tokens[end.max(from)..c.hi].iter().all(|t| skippable(t) || t.is_punct() || t.is("now"));
    let vague = c.tokens[..c.hi].get(from).is_none_or(|t| {
        words::is_pronoun(&t.lower)
            || words::is_possessive(&t.lower)
            || t.any(&["care", "love", "pleasure", "confidence"])
    });
    if end > from && whole && !vague && end - from <= 3 {
        let relation = format!("{lemma} {}", link.lower);
        push(
            c,
            subject,
            Relation::Open(relation),
            None,
            Read { start: from, end, strong: true },
            9,
            "means",
            out,
        );
    }
}

/// "has 4K resolution", "has low priority": the last noun names what the words before it are.
fn property(c: &Clause<'_, '_>, at: usize, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    let from = at + 1 + usize::from(c.tokens[..c.hi].get(at + 1).is_some_and(|t| t.any(&["a", "an"])));
    let end = noun_phrase_end(c.tokens, from, c.hi);
    if end < from + 2 || end - from > 4 || !ends_well(c.tokens, end, c.hi) {
        return;
    }
    let Some((subject, _)) = thing(c, at, scene) else { return };
    let head = end - 1;
    let known = attribute::lookup(c.lexicon, c.tokens, head, end);
    let covers = |spec: &&&'static RelationSpec| {
        value::read(spec.value_type, c.tokens, from, end)
            .is_some_and(|r| r.strong && r.start == from && r.end >= head)
    };
    let read = Read { start: from, end: head, strong: true };
    if let Some(&spec) = known.iter().find(covers) {
        push(c, subject, Relation::Known(spec), None, read, 10, "property", out);
        return;
    }
    let noun = c.tokens[head].lower.as_str();
    let has = noun_of_value(noun)
        || matches!(noun, "resolution" | "capacity" | "clearance" | "torque" | "bandwidth" | "range");
    let figure = c.tokens[from].has_digit()
        && (head == from + 1
            || measure::measure(c.tokens, from, head).is_some_and(|m| m.end == head)
            || head == from + 2);
    if has && figure && c.tokens[head].shape == Shape::Word {
        push(c, subject, Relation::Open(noun.to_owned()), None, read, 9, "property", out);
    }
}

/// "The kettle is a Bodum": whose make a thing is.
fn model(c: &Clause<'_, '_>, at: usize, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    let mut article = at + 1;
    while article < c.hi && skippable(&c.tokens[article]) && !c.tokens[article].any(&["a", "an"]) {
        article += 1;
    }
    if !c.tokens[..c.hi].get(article).is_some_and(|t| t.any(&["a", "an"])) {
        return;
    }
    let from = article + 1;
    let end = phrase::proper_name_end(c.tokens, from, c.hi);
    let Some((subject, range)) =
        thing(c, at, scene).filter(|(s, r)| s.class == Class::Thing && definite(c, *r))
    else {
        return;
    };
    let head = &c.tokens[range.1 - 1];
    let thing = head.shape == Shape::Word
        && !head.capital()
        && !complement::is_organisation(&head.lower)
        && !complement::is_thought(&head.lower)
        && !noun_of_value(&head.lower);
    let closes = c.tokens[end.min(c.hi)..c.hi].iter().all(|t| skippable(t) || t.is_punct() || t.is("now"));
    let name = phrase::written(scene.text, c.tokens, from, end.max(from + 1).min(c.hi)).0;
    let acronym = name.len() <= 4 && name.chars().all(|ch| ch.is_uppercase() || ch.is_ascii_digit());
    let kind = gazetteer::kinds(name)
        .iter()
        .any(|k| c.lexicon.get(k).is_some() || matches!(*k, "color" | "material" | "food"));
    if end > from && thing && closes && !acronym && !kind && c.lexicon.alias(&head.lower).is_empty() {
        let read = Read { start: from, end, strong: true };
        push(c, subject, Relation::Open("model".to_owned()), None, read, 9, "model", out);
    }
}

/// "The scheduler is single-threaded": of what kind a thing is, besides what else it is.
fn trait_of(c: &Clause<'_, '_>, at: usize, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    let mut word = at + 1;
    while word < c.hi
        && (skippable(&c.tokens[word]) || c.tokens[word].any(&["fully", "entirely", "strictly"]))
    {
        word += 1;
    }
    let Some(token) = c.tokens[..c.hi].get(word) else { return };
    let compound = token.shape == Shape::Word
        && token.text.split('-').count() == 2
        && token.text.split('-').all(|part| part.len() > 2 && part.chars().all(|ch| ch.is_ascii_lowercase()))
        && !token.any(&[
            "up-to-date",
            "well-known",
            "half-baked",
            "good-looking",
            "over-engineered",
            "long-winded",
        ])
        && !token.lower.starts_with("so-")
        && !token.lower.starts_with("well-");
    let ends = c.tokens[word + 1..c.hi].iter().all(|t| t.is_punct() || skippable(t));
    let diet =
        token.any(&["vegan", "vegetarian", "kosher", "halal", "organic", "gluten-free"]) && word > at + 1;
    let Some(spec) = c.lexicon.get("type_of").filter(|_| (compound || diet) && ends) else { return };
    let left = subject::clean(c.tokens, c.lo, at);
    let weekdays = left.hi == left.lo + 1 && words::is_weekday(&c.tokens[left.lo].lower);
    let found = if weekdays {
        Some((subject::resolve(c.tokens, left.lo, left.hi, scene), (left.lo, left.hi)))
    } else {
        thing(c, at, scene).filter(|(_, range)| definite(c, *range)).map(|(s, range)| (Some(s), range))
    };
    if let Some((Some(subject), _)) = found {
        let read = Read { start: word, end: word + 1, strong: true };
        push(c, subject, Relation::Known(spec), None, read, 9, "trait", out);
    }
}

/// "We're a customer of Hexa."
fn customer_of(c: &Clause<'_, '_>, at: usize, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    let noun = at + 1 + usize::from(c.tokens[..c.hi].get(at + 1).is_some_and(|t| t.any(&["a", "an"])));
    let told = c.tokens[at - 1].any(&["we", "i"])
        && c.tokens[..c.hi]
            .get(noun)
            .is_some_and(|t| t.any(&["customer", "client", "tenant", "supplier", "member", "sponsor"]))
        && c.tokens[..c.hi].get(noun + 1).is_some_and(|t| t.is("of"));
    let end = phrase::proper_name_end(c.tokens, noun + 2, c.hi);
    let is_club = c.tokens[..c.hi].get(noun).is_some_and(|t| t.is("member"));
    if !told || is_club || end <= noun + 2 || !ends_well(c.tokens, end, c.hi) {
        return;
    }
    let subject = if c.tokens[at - 1].is("i") { Subject::user() } else { scene.plural() };
    out.push(Candidate {
        subject,
        relation: Relation::Open(format!("{} of", c.tokens[noun].lower)),
        scope: None,
        object: (noun + 2, end),
        object_text: None,
        op: FoundOp::Assert,
        set_valued: true,
        score: 9,
        rule: "customer-of",
        clause: (c.lo, c.hi),
    });
}

/// "The museum is closed on Mondays."
fn closed_on(c: &Clause<'_, '_>, at: usize, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    let mut word = at + 1;
    while word < c.hi && skippable(&c.tokens[word]) {
        word += 1;
    }
    let closed = c.tokens[..c.hi].get(word).is_some_and(|t| t.any(&["closed", "shut"]))
        && c.tokens[..c.hi].get(word + 1).is_some_and(|t| t.is("on"));
    let Some(read) = value::read(ValueType::Weekday, c.tokens, word + 2, c.hi).filter(|_| closed) else {
        return;
    };
    if c.tokens[read.end - 1].lower.ends_with('s')
        && let Some((subject, _)) = thing(c, at, scene)
    {
        push(c, subject, Relation::Open("closed on".to_owned()), None, read, 12, "closed-on", out);
    }
}

/// "The boiler was serviced on 3 February": when it was done last.
fn done_on(c: &Clause<'_, '_>, at: usize, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    let mut done = at + 1;
    while done < c.hi && skippable(&c.tokens[done])
        || c.tokens[..c.hi].get(done).is_some_and(|t| t.is("last"))
    {
        done += 1;
    }
    let upkeep = c.tokens[..c.hi].get(done).is_some_and(|t| {
        t.any(&[
            "serviced",
            "swept",
            "inspected",
            "cleaned",
            "painted",
            "repainted",
            "repaired",
            "replaced",
            "installed",
            "built",
            "tested",
            "vaccinated",
            "checked",
            "audited",
            "calibrated",
            "renovated",
            "planted",
            "tuned",
            "pruned",
            "drained",
            "rewired",
            "insulated",
            "sharpened",
            "restrung",
        ])
    });
    let Some(on) = c.tokens[..c.hi].get(done + 1).filter(|t| upkeep && t.any(&["on", "in"])) else { return };
    let Some(end) = measure::date_end(c.tokens, done + 2, c.hi).filter(|e| ends_well(c.tokens, *e, c.hi))
    else {
        return;
    };
    let Some((subject, _)) = thing(c, at, scene).filter(|(_, range)| definite(c, *range)) else { return };
    let relation = format!("{} {}", c.tokens[done].lower, on.lower).replace(" in", " on");
    let read = Read { start: done + 2, end, strong: true };
    push(c, subject, Relation::Open(relation), None, read, 9, "done-on", out);
}
