//! Readings of "label: value", and of values whose type alone tells the relation of what the
//! label names.

use crate::attribute::{self, Form};
use crate::attribute_value::{ends_well, vacuous, value_for};
use crate::candidate::{Candidate, Relation};
use crate::habit::verb_inside;
use crate::lexicon::Lexicon;
use crate::measure;
use crate::nominal::{Clause, push};
use crate::phrase;
use crate::scene::Scene;
use crate::sentence::{Segment, has_verb};
use crate::shape;
use crate::subject::{self, Class, Subject};
use crate::token::{Shape, Token};
use crate::value::{self, Read, ValueType};
use crate::words;

/// "L: O", where `label` is what stands before the colon.
pub(crate) fn labelled(
    c: &Clause<'_, '_>,
    label: (usize, usize),
    scene: &Scene<'_>,
    out: &mut Vec<Candidate>,
) {
    // "CFO: just so you know", "Legal: no exceptions": somebody speaks.
    let first = &c.tokens[c.lo];
    let order = first.verb.is_some_and(|v| v.base && !v.participle)
        && c.hi - c.lo > 1
        && !has_clause(c, c.lo)
        && first.shape == Shape::Word;
    if first.any(&["no", "not", "just", "fyi", "btw", "yes", "please", "hi", "hello", "ok", "okay", "sure"])
        && c.hi - c.lo > 1
        || first.any(&["fyi", "btw"])
        || order
    {
        return;
    }
    // "named as captain of the club: …" names the role after "as".
    let from = (label.0..label.1).find(|&i| {
        c.tokens[i].is("as") && i > label.0 && c.tokens[label.0].verb.is_some_and(|v| v.participle)
    });
    let label = (from.map_or(label.0, |i| i + 1), label.1);
    // "Options: a, b, c": what may be, not what is.
    let offers = (label.0..label.1).any(|i| {
        c.tokens[i].any(&[
            "options",
            "pros",
            "cons",
            "alternatives",
            "choices",
            "candidates",
            "ideas",
            "agenda",
            "possible",
            "potential",
            "suggested",
            "suggestions",
            "questions",
            "topics",
        ])
    });
    // "Full diff: https://…/compare/…": where one change is shown, no address of a thing.
    if offers || crate::link::is_event(c.tokens[c.lo].text) {
        return;
    }
    // "on-call this week: …"
    let day = (label.0 + 1..label.1).find(|&i| measure::date_end(c.tokens, i, label.1) == Some(label.1));
    let label = (label.0, day.unwrap_or(label.1));
    // "dentist since January: …"
    let leads = |i: usize| c.tokens[i].any(&["from", "since", "starting", "as", "of", "until"]);
    let from = day.map_or(label.1, |_| {
        (label.0 + 1..label.1).rev().take_while(|&i| leads(i)).last().unwrap_or(label.1)
    });
    let label = (label.0, from);
    // "A: …" answers a question; a letter is no attribute.
    if label.1 == label.0 + 1 && c.tokens[label.0].text.chars().count() < 2 {
        return;
    }
    let mut lo = c.lo;
    while lo < c.hi && (words::is_filler(&c.tokens[lo].lower) || c.tokens[lo].any(&["now"])) && lo + 1 < c.hi
    {
        lo += 1;
    }
    if measured(c, label, lo, scene, out) {
        return;
    }
    if let Some(a) = attribute::named(c.lexicon, c.tokens, label.0, label.1, scene)
        .or_else(|| attribute::read(c.lexicon, c.tokens, label.0, label.1, scene))
        && let Some((relation, read, mut score)) = value_for(&a, c.tokens, lo, c.hi, scene)
    {
        if relation.spec().is_none() && vacuous(c.tokens, read) {
            return;
        }
        let mut read = read;
        if extends(c, &relation, read, lo) {
            read = Read { end: c.hi, ..read };
        }
        // "Restart order: db, cache, api": one value, to give way as a whole.
        if relation.spec().is_none_or(|s| !s.set_valued())
            && let Some(end) = crate::enumeration::list_end(c.tokens, label.1, read.end)
        {
            read = Read { end, ..read };
            push(c, a.subject, relation, a.scope, read, score + 1, "label", out);
            return;
        }
        let open = relation.spec().is_none();
        // "platform group: tech lead Wanjiru": the label is the thing, an attribute follows.
        let follows = |end: usize| !crate::juxtaposed::attribute_words(c, lo, end).is_empty() && end < c.hi;
        if open && (lo + 1..c.hi.min(lo + 4)).any(|end| follows(end) && c.tokens[end].capital()) {
            return;
        }
        // "sync: fixed a leak": a part of the program and what was done to it.
        let figure = c.tokens[read.start].has_digit() && c.tokens[read.start].shape != Shape::Code;
        let word = c.hi == read.start + 1 + usize::from(c.tokens[c.hi - 1].is("too"))
            && c.tokens[read.start].shape == Shape::Word
            && c.tokens[read.start].verb.is_none();
        let noted = matches!(scene.kind, "release_notes" | "commit" | "changelog");
        if open && a.form == Form::Bare && noted && !figure && !word {
            return;
        }
        // "offsite: 3-5 June": figures of a date are no value.
        if open && c.tokens[..c.hi].get(read.end).is_some_and(|t| words::is_month(&t.lower)) {
            return;
        }
        let whole = read.end == c.hi || ends_well(c.tokens, read.end, c.hi);
        if open && a.form == Form::Bare {
            let ends =
                c.tokens.get(read.end..c.hi).unwrap_or_default().iter().all(|t| words::is_adverb(&t.lower));
            score = if ends || whole && read.strong { score.max(6) } else { 0 };
        }
        if let Some((subject, relation, read, score)) =
            typed(c, label, lo, scene).filter(|_| open && a.form != Form::Clear && !is_due(c.tokens, label))
        {
            push(c, subject, relation, None, read, score, "label-typed", out);
        } else if !has_clause(c, lo) || relation.spec().is_some() && read.strong && read.end == c.hi {
            push(c, a.subject, relation, a.scope, read, score + 1, "label", out);
            crate::enumeration::members(c, out);
        }
        return;
    }
    if let Some((subject, relation, read, score)) = typed(c, label, lo, scene) {
        push(c, subject, relation, None, read, score, "label-typed", out);
    }
}

/// A segment that is nothing but an attribute phrase, whose value may follow.
pub(crate) fn attribute_before(
    lexicon: &'static Lexicon,
    tokens: &[Token<'_>],
    before: &Segment,
    scene: &Scene<'_>,
) -> Option<(usize, usize)> {
    let (lo, hi) = (before.lo, before.hi);
    if has_verb(tokens, lo, hi) || hi - lo > 8 {
        return None;
    }
    let a = attribute::read(lexicon, tokens, lo, hi, scene)?;
    (a.form == Form::Clear && !a.known.is_empty()).then_some((lo, hi))
}

/// "sourdough notes: 72% hydration": a figure with its unit, then what it measures of the thing.
fn measured(
    c: &Clause<'_, '_>,
    label: (usize, usize),
    lo: usize,
    scene: &Scene<'_>,
    out: &mut Vec<Candidate>,
) -> bool {
    use measure::Unit;
    let Some(m) = measure::measure(c.tokens, lo, c.hi) else { return false };
    let noun = &c.tokens[m.end.min(c.hi)..c.hi];
    let physical = matches!(
        m.unit,
        Unit::Percent | Unit::Bytes | Unit::Temperature | Unit::Mass | Unit::Length | Unit::Money
    );
    let plain = (1..=2).contains(&noun.len())
        && noun.iter().all(|t| {
            t.shape == Shape::Word && !phrase::is_boundary(t) && t.verb.is_none_or(|v| v.base && !v.past)
        })
        && !words::is_determiner(&noun[0].lower)
        && !noun[0]
            .any(&["full", "off", "each", "more", "less", "faster", "slower", "smaller", "bigger", "done"]);
    if !physical || !plain {
        return false;
    }
    let notes = c.tokens[label.1 - 1].any(&["notes", "log", "specs", "facts", "data", "settings", "figures"]);
    let end = label.1 - usize::from(notes && label.1 - label.0 > 1);
    let cleaned = subject::clean(c.tokens, label.0, end);
    if cleaned.lo >= cleaned.hi || verb_inside(c.tokens, cleaned.lo, cleaned.hi) {
        return false;
    }
    let Some(subject) = subject::resolve(c.tokens, cleaned.lo, cleaned.hi, scene) else { return false };
    let name = noun.iter().map(|t| t.lower.as_str()).collect::<Vec<_>>().join(" ");
    let read = Read { start: lo, end: m.end, strong: true };
    let known =
        c.lexicon.alias(&name).into_iter().find(|s| {
            value::read(s.value_type, c.tokens, lo, m.end).is_some_and(|r| r.strong && r.end == m.end)
        });
    let relation = known.map_or(Relation::Open(name), Relation::Known);
    push(c, subject, relation, None, read, 9, "label-measured", out);
    true
}

/// A label's free text runs to the end of its segment.
pub(crate) fn extends(c: &Clause<'_, '_>, relation: &Relation, read: Read, lo: usize) -> bool {
    let free = relation.spec().is_none_or(|s| {
        matches!(s.value_type, ValueType::Text | ValueType::Identifier) && s.name != "location"
    });
    let rest = c.tokens.get(read.end..c.hi).unwrap_or_default();
    let titled = rest.iter().all(|t| t.capital() || t.any(&["and", "of", "the", "&"]));
    let qualified = rest.first().is_some_and(|t| t.any(&["in", "on", "of", "for", "with", "under"]))
        && measure::date_end(c.tokens, read.end + 1, c.hi).is_none();
    let tail = rest.iter().any(|t| t.any(&["since", "until", "from", "now", "too"]));
    free && !rest.is_empty()
        && rest.len() <= 6
        && !has_clause(c, lo)
        && !tail
        && (titled && c.tokens[read.start].capital() || qualified && !read.strong)
}

pub(crate) fn is_due(tokens: &[Token<'_>], label: (usize, usize)) -> bool {
    tokens[label.0..label.1].iter().any(|t| t.any(&["next", "last", "due", "first", "date", "day"]))
}

pub(crate) fn has_clause(c: &Clause<'_, '_>, lo: usize) -> bool {
    (lo..c.hi).any(|i| {
        let t = &c.tokens[i];
        let before = i.checked_sub(1).filter(|b| *b >= lo).map(|b| &c.tokens[b]);
        let counted = before.is_some_and(|b| {
            b.has_digit() || words::is_determiner(&b.lower) || words::number_word(&b.lower).is_some()
        });
        t.verb.is_some_and(|v| v.lemma == "be" || v.third && !counted)
            || t.any(&["i", "we", "he", "she", "it", "they"])
    })
}

/// A value whose type alone tells the relation of the thing before it.
pub(crate) fn typed(
    c: &Clause<'_, '_>,
    label: (usize, usize),
    lo: usize,
    scene: &Scene<'_>,
) -> Option<(Subject, Relation, Read, i32)> {
    let cleaned = subject::clean(c.tokens, label.0, label.1);
    if cleaned.lo >= cleaned.hi
        || verb_inside(c.tokens, cleaned.lo, cleaned.hi)
        || cleaned.hi - cleaned.lo > 5
    {
        return None;
    }
    let subject = subject::resolve(c.tokens, cleaned.lo, cleaned.hi, scene)?;
    // "PAY-4: in review"
    if cleaned.hi == cleaned.lo + 1 && crate::roles::is_ticket(&c.tokens[cleaned.lo]) {
        let read = value::read(ValueType::Enum, c.tokens, lo, c.hi)?;
        let word =
            c.tokens[read.start..read.end].iter().map(|t| t.lower.as_str()).collect::<Vec<_>>().join(" ");
        let spec =
            c.lexicon.get("status").filter(|_| crate::predicate::is_status(&word) && read.end == c.hi)?;
        return Some((subject, Relation::Known(spec), Read { strong: true, ..read }, 9));
    }
    let drug = value::read(ValueType::Product, c.tokens, lo, c.hi);
    if let (Some(read), Some(spec)) = (drug, c.lexicon.get("medication")) {
        let text = phrase::written(scene.text, c.tokens, read.start, read.end).0;
        if matches!(subject.class, Class::Person | Class::Name) && crate::candidate::name_fit(spec, text) > 0
        {
            return Some((subject, Relation::Known(spec), Read { strong: true, ..read }, 8));
        }
    }
    if subject.class == Class::Person {
        return None;
    }
    let event = subject.class == Class::Event;
    let tests: &[(&str, ValueType)] = &[
        ("email", ValueType::Email),
        ("ip_address", ValueType::Ip),
        ("url", ValueType::Url),
        ("path", ValueType::Path),
        ("region", ValueType::Region),
        ("price", ValueType::Money),
        ("event_date", ValueType::Date),
        ("schedule", ValueType::Schedule),
        ("rate_limit", ValueType::Rate),
    ];
    let graded = c.tokens[cleaned.lo..cleaned.hi].iter().any(|t| {
        t.any(&["tier", "level", "plan", "medal", "rank", "class", "grade", "card", "status", "team"])
    });
    let of_kind = |kind: &'static str, name: &str| -> Option<(Subject, Relation, Read, i32)> {
        let from = lo + usize::from(c.tokens[..c.hi].get(lo).is_some_and(|t| words::is_determiner(&t.lower)));
        let token = c.tokens[..c.hi].get(from)?;
        let ends = ends_well(c.tokens, from + 1, c.hi)
            || c.tokens[..c.hi].get(from + 1).is_some_and(|t| t.is("one"));
        let spec =
            c.lexicon.get(name).filter(|_| !graded && crate::gazetteer::is(kind, &token.lower) && ends)?;
        Some((subject.clone(), Relation::Known(spec), Read { start: from, end: from + 1, strong: true }, 8))
    };
    // "the build is red"
    let run = c.tokens[cleaned.hi - 1].any(&[
        "build", "builds", "suite", "test", "tests", "pipeline", "ci", "main", "master", "branch", "job",
        "check", "checks", "status",
    ]);
    if run {
        return None;
    }
    if let Some(found) = of_kind("color", "color").or_else(|| of_kind("material", "made_of")) {
        return Some(found);
    }
    let lo = lo + usize::from(c.tokens[..c.hi].get(lo).is_some_and(|t| t.any(&["on", "at", "in"])));
    // `serde = "1.0.228"`: a package and its version.
    let package = cleaned.hi == cleaned.lo + 1
        && c.tokens[..c.hi].get(lo).is_some_and(|t| {
            let parts = t.text.matches('.').count();
            // "Node: 22.4", where the name is known for a product's.
            let product = || !crate::gazetteer::kinds(&phrase::plain(&subject.text)).is_empty();
            crate::shape::is_clear_version(t.text)
                && !shape::is_ip(t.text)
                && (parts > 1 || parts == 1 && product())
        })
        && ends_well(c.tokens, lo + 1, c.hi);
    if let Some(spec) = c.lexicon.get("version").filter(|_| package) {
        return Some((subject, Relation::Known(spec), Read { start: lo, end: lo + 1, strong: true }, 9));
    }
    for (name, kind) in tests {
        let Some(read) = value::read(*kind, c.tokens, lo, c.hi)
            .filter(|r| r.strong || *kind == ValueType::Money && is_price(c, r.end))
        else {
            continue;
        };
        // "ledger.kt: Ledger.postAll renamed": a name in code, and no address.
        let written = c.tokens[read.start].text;
        if *kind == ValueType::Url && !written.contains('/') && written.chars().any(char::is_uppercase) {
            continue;
        }
        let weekday = words::is_weekday(&c.tokens[read.start].lower);
        let days = shape::weekday_end(c.tokens, read.start, c.hi).unwrap_or(0);
        let read = Read { end: read.end.max(days), ..read };
        let rhythm = value::read(ValueType::Schedule, c.tokens, lo, c.hi).filter(|r| r.strong && weekday);
        let read = rhythm.filter(|r| r.end > read.end).unwrap_or(read);
        let name = match *name {
            "event_date" if weekday && !c.tokens[read.start..read.end].iter().any(Token::has_digit) => {
                "schedule"
            }
            "event_date" if !event => continue,
            "schedule" if event && c.tokens[read.start..read.end].iter().all(|t| t.text.contains(':')) => {
                "event_time"
            }
            name => name,
        };
        let spec = c.lexicon.get(name)?;
        return Some((subject, Relation::Known(spec), read, 8));
    }
    None
}

/// "95 a night", "54 per quarter".
pub(crate) fn is_price(c: &Clause<'_, '_>, end: usize) -> bool {
    c.tokens[..c.hi].get(end).is_some_and(|t| t.any(&["a", "per", "each"]))
        && c.tokens[..c.hi].get(end + 1).is_some_and(|t| {
            t.any(&[
                "night", "month", "year", "week", "quarter", "day", "hour", "person", "seat", "user", "kilo",
                "head", "term", "go", "class", "lesson", "session", "visit", "pop", "ticket", "ride",
                "round", "trip", "litre", "liter", "page", "copy", "bag", "piece",
            ])
        })
}
