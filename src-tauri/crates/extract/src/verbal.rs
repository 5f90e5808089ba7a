//! Readings from the lexicon's verb patterns: resolves the slots of each match and weighs it.

mod refusals;

use crate::backing;
use crate::candidate::{Candidate, Relation, fit, name_fit};
use crate::cue::Cues;
use crate::enumeration::{extend_left, extend_list, extend_pairs, instead_of};
use crate::habit::{is_school, names_relation, version_off};
use crate::holder::{Holder, holder, inner_subject};
use crate::lexicon::{Lexicon, RelationSpec};
use crate::matching::{Match, literal_object};
use crate::pattern::Patterns;
use crate::phrase;
use crate::scene::Scene;
use crate::subject::{Class, Subject};
use crate::token::Token;
use crate::value::{self, Read, ValueType};
use crate::words;

use self::refusals::{Owner, Told, Value};

/// Adds the readings of every pattern in the clause.
pub(crate) fn read(
    patterns: &Patterns,
    specs: &[&'static RelationSpec],
    tokens: &[Token<'_>],
    (lo, hi): (usize, usize),
    cues: Cues,
    scene: &Scene<'_>,
    out: &mut Vec<Candidate>,
) {
    let mut matches = Vec::new();
    patterns.find(tokens, lo, hi, |r| specs[r].value_type, &mut matches);
    for found in &matches {
        if let Some(candidate) = candidate(found, specs[found.relation], tokens, (lo, hi), cues, scene) {
            extend_list(&candidate, specs[found.relation], tokens, hi, out);
            instead_of(&candidate, specs[found.relation], tokens, hi, out);
            extend_left(&candidate, specs[found.relation], tokens, lo, out);
            extend_pairs(&candidate, specs[found.relation], tokens, hi, scene, out);
            out.push(candidate);
        }
    }
}

/// The reading of a match, unless something of it refuses it.
fn candidate(
    found: &Match,
    spec: &'static RelationSpec,
    tokens: &[Token<'_>],
    (lo, hi): (usize, usize),
    cues: Cues,
    scene: &Scene<'_>,
) -> Option<Candidate> {
    let told = Told { found, spec, tokens, lo, hi, scene };
    told.is_said(cues)?;
    let object = match found.object {
        Some(read) => read,
        None => literal_object(tokens, found)?,
    };
    // An address runs on behind its commas.
    if object.start >= object.end || object.end > hi && spec.value_type != ValueType::Address {
        return None;
    }
    let kinds = written(scene.text, tokens, object).trim_matches('`').to_owned();
    let value = Value { object, words: &kinds };
    told.takes(value)?;
    let Holder { subject, scope, inherits } = holder(found, spec, tokens, lo, scene)?;
    told.has_a_subject()?;
    let object = by_its_name(told, object);
    let value = Value { object, words: &kinds };
    let mut text = written(scene.text, tokens, object).to_owned();
    let speaker = tokens[object.start..object.end].iter().all(|t| t.any(&["i", "me", "myself"]));
    if speaker {
        "user".clone_into(&mut text);
    }
    if spec.value_type == ValueType::Person && !speaker && !is_name(tokens, object) {
        return None;
    }
    let subject = owner(told, subject, inherits, object);
    told.is_owned(value, Owner { subject: &subject, inherits })?;
    // A topic that only names the relation ("CI: build on X") is no subject.
    let subject = if inherits && names_relation(&subject.text, spec) {
        scene.heading.clone().unwrap_or_else(|| scene.default())
    } else {
        subject
    };
    let whose = Owner { subject: &subject, inherits };
    told.is_backed(value, whose)?;
    match called(told, object, cues) {
        Called::Vendor(candidate) => return Some(*candidate),
        Called::Somebody => return None,
        Called::Other => {}
    }
    told.makes_sense(value, whose, (&text, speaker))?;
    if overlaps_subject(found, object) {
        return None;
    }
    let score = score(told, value, whose, &text);
    // "I bank with O": O is my bank.
    let bank = spec.name == "vendor" && tokens[found.verb.0].any(&["bank", "banks", "banked", "banking"]);
    let scope = scope.or_else(|| bank.then(|| "bank".to_owned()));
    let scope = scope.or_else(|| trailing_environment(tokens, object.end, hi));
    Some(Candidate {
        subject: inner_subject(subject, spec),
        relation: Relation::Known(spec),
        scope,
        object: (object.start, object.end),
        object_text: speaker.then(|| text.clone()),
        op: cues.op(found.ends),
        set_valued: spec.set_valued(),
        score,
        rule: if found.ends { "verb-end" } else { "verb" },
        clause: (lo, hi),
    })
}

/// The value with all of its name: "a climbing gym called Boulderwelt", "feature flag beta_search",
/// "goes to Northgate School".
fn by_its_name(told: Told<'_, '_>, mut object: Read) -> Read {
    let Told { found, spec, tokens, hi, .. } = told;
    let called = object.end.max(found.verb.1);
    if tokens[..hi].get(called).is_some_and(|t| t.any(&["called", "named"]))
        && let Some(name) = value::read(ValueType::Person, tokens, called + 1, hi)
    {
        object = name;
    }
    // "feature flag beta_search": the kind is none of the name.
    if spec.name == "feature_flag" {
        while object.start + 1 < object.end && tokens[object.start].any(&["feature", "flag", "toggle"]) {
            object.start += 1;
        }
    }
    // "is off today": when is none of it.
    if spec.name == "availability" {
        while object.end > object.start + 1
            && tokens[object.end - 1].any(&["today", "tomorrow", "tonight", "now", "again"])
        {
            object.end -= 1;
        }
    }
    // "remove unused lodash dependency": neither what it is nor how it is.
    if matches!(spec.name, "depends_on" | "uses") {
        while object.start + 1 < object.end
            && tokens[object.start].any(&["unused", "old", "obsolete", "stale", "legacy", "dead"])
        {
            object.start += 1;
        }
        while object.end > object.start + 1
            && tokens[object.end - 1].any(&["dependency", "dep", "package", "crate", "library"])
        {
            object.end -= 1;
        }
    }
    // "goes to Northgate School": the kind of school is in its name.
    if spec.name == "studies_at"
        && tokens[..hi].get(object.end).is_some_and(|t| t.capital() && is_school(&t.lower))
        && tokens[object.start].capital()
    {
        object.end += 1;
    }
    object
}

/// Whose a value is, where the clause leaves it to the relation or to what its words name.
fn owner(told: Told<'_, '_>, subject: Subject, inherits: bool, object: Read) -> Subject {
    let Told { found, spec, tokens, lo, scene, .. } = told;
    let head = found.verb.0;
    let subject = if inherits && subject == scene.default() { scene.default_for(spec) } else { subject };
    // "Uncle Bas turned 80. Diagnosed with gout": who was just spoken of.
    let dropped = inherits
        && scene.is_talk()
        && spec.domain == "person"
        && head == lo
        && tokens[head].verb.is_some_and(|v| v.participle && !v.base);
    let subject = scene.antecedent(true).filter(|_| dropped).unwrap_or(subject);
    let subject = backing::of_anyone(subject, spec, scene);
    let mut subject = version_off(subject, spec);
    // "at least Node.js 20.9": the least version is the product's.
    if spec.name == "min_version" && object.start > 0 {
        let from = object.start - 1;
        // "iOS"
        let named = |t: &Token<'_>| t.is_content() && (t.capital() || t.text.chars().any(char::is_uppercase));
        if named(&tokens[from]) && !words::is_preposition(&tokens[from].lower) && from > head {
            let start = (head + 1..=from).rev().take_while(|&i| named(&tokens[i])).last().unwrap_or(from);
            subject = Subject {
                text: phrase::written(scene.text, tokens, start, from + 1).0.to_owned(),
                class: Class::Thing,
            };
        }
    }
    // The speaker's "we" moves house, keeps animals and pays for channels as a household.
    let household = subject.class == Class::Project
        && scene.is_talk()
        && tokens[lo..head].iter().any(|t| t.is("we"))
        && (matches!(spec.name, "membership" | "pet")
            || spec.name == "lives_in"
                && tokens[head]
                    .verb
                    .is_some_and(|v| matches!(v.lemma, "live" | "move" | "relocate" | "settle")));
    if household { Subject::user() } else { subject }
}

/// What a pattern of naming names.
enum Called {
    /// "our landlord is called Mr Pires": who supplies it.
    Vendor(Box<Candidate>),
    /// "my new boss is called Ingrid" names the boss, not a name of the boss.
    Somebody,
    Other,
}

fn called(told: Told<'_, '_>, object: Read, cues: Cues) -> Called {
    let Told { found, spec, tokens, lo, hi, scene } = told;
    if !matches!(spec.name, "name" | "full_name" | "nickname") {
        return Called::Other;
    }
    let (a, b) = found.subject.unwrap_or((lo, lo));
    let Some(named) = crate::attribute::read(Lexicon::built_in(), tokens, a, b, scene) else {
        return Called::Other;
    };
    let Some(first) = named.known.first().copied() else { return Called::Other };
    if first.name == "vendor" && tokens[object.start].capital() {
        return Called::Vendor(Box::new(Candidate {
            subject: named.subject,
            relation: Relation::Known(first),
            scope: named.scope,
            object: (object.start, object.end),
            object_text: None,
            op: cues.op(found.ends),
            set_valued: false,
            score: 10,
            rule: "verb",
            clause: (lo, hi),
        }));
    }
    if first.value_type == ValueType::Person { Called::Somebody } else { Called::Other }
}

/// How likely a reading is that nothing refuses.
fn score(told: Told<'_, '_>, value: Value<'_>, owner: Owner<'_>, text: &str) -> i32 {
    let Told { found, spec, tokens, hi, .. } = told;
    let Value { object, words: kinds } = value;
    let Owner { subject, inherits } = owner;
    let head = found.verb.0;
    let mut score = fit(spec, subject, object, text, found.weight);
    if inherits && found.wants_subject {
        score -= 2;
    }
    // "I use Obsidian": a tool of one's own, by its name.
    let own_tool = spec.name == "uses"
        && !found.ends
        && !inherits
        && subject.text == "user"
        && object.strong
        && tokens[head].verb.is_some_and(|v| v.base && !v.past)
        && name_fit(spec, kinds) >= 0;
    if own_tool {
        score += 11;
    }
    // Who lives somewhere is somebody; what is based there may be a firm.
    let lives = spec.name == "lives_in"
        && subject.class == Class::Name
        && tokens[head].verb.is_some_and(|v| matches!(v.lemma, "live" | "reside"));
    if lives {
        score += 2;
    }
    // Nothing of weight may stand between the object and the end of the clause as part of it.
    if tokens[..hi].get(object.end.max(found.verb.1)).is_some_and(|t| {
        t.is_content()
            && !phrase::is_boundary(t)
            && !words::is_determiner(&t.lower)
            && !is_time(tokens, object.end, hi)
            && t.verb.is_none()
    }) && object.end > head
    {
        score -= 3;
    }
    score
}

pub(crate) fn written<'a>(text: &'a str, tokens: &[Token<'_>], object: Read) -> &'a str {
    phrase::written(text, tokens, object.start, object.end).0
}

fn overlaps_subject(found: &Match, object: Read) -> bool {
    found.subject.is_some_and(|(a, b)| a < object.end && object.start < b && a < b && !found.subject_leads)
}

fn is_time(tokens: &[Token<'_>], at: usize, hi: usize) -> bool {
    crate::measure::date_end(tokens, at, hi).is_some()
}

/// A proper name, or a pronoun for the speaker.
fn is_name(tokens: &[Token<'_>], object: Read) -> bool {
    tokens[object.start..object.end].iter().any(|t| t.capital() || t.shape == crate::token::Shape::Hole)
}

/// "in production", "for beta" after the object.
pub(crate) fn trailing_environment(tokens: &[Token<'_>], from: usize, hi: usize) -> Option<String> {
    (from..hi.saturating_sub(1)).find_map(|i| {
        let noun = i + 1 + usize::from(tokens.get(i + 1).is_some_and(|t| words::is_determiner(&t.lower)));
        let environment = tokens[..hi].get(noun).filter(|t| words::is_environment(&t.lower))?;
        tokens[i].any(&["in", "on", "for"]).then(|| environment.lower.clone())
    })
}
