//! Readings from the lexicon's verb patterns: resolves the slots of each match and weighs it.

use crate::backing;
use crate::candidate::{Candidate, Relation, class_fit, fit, is_figure, name_fit};
use crate::cue::Cues;
use crate::enumeration::{extend_left, extend_list, extend_pairs, instead_of};
use crate::habit::{
    fits_habit, happened_once, is_file, is_history, is_package, is_school, is_stative, is_task, is_ticket_id,
    names_relation, version_off,
};
use crate::holder::{Holder, holder, inner_subject};
use crate::lexicon::RelationSpec;
use crate::matching::{Match, literal_object};
use crate::mood::{negation_governs, participial, proposes, tells_on};
use crate::pattern::Patterns;
use crate::phrase;
use crate::scene::Scene;
use crate::shape;
use crate::storage::{is_store, is_stored};
use crate::subject::{Class, Subject};
use crate::token::Token;
use crate::value::{self, Read, ValueType};
use crate::words;
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

fn candidate(
    found: &Match,
    spec: &'static RelationSpec,
    tokens: &[Token<'_>],
    (lo, hi): (usize, usize),
    cues: Cues,
    scene: &Scene<'_>,
) -> Option<Candidate> {
    let head = found.verb.0;
    if cues.negated
        && !cues.never
        && !cues.ends
        && !found.ends
        && negation_governs(tokens, lo, found.verb.1)
        && !found.negates
    {
        return None;
    }
    // "I don't like coffee any more" ends the liking: no dislike was, which it could end.
    if cues.ends && found.negates && !found.ends {
        return None;
    }
    // "we never stopped using Jenkins" ends nothing.
    if found.ends && !found.negates && negation_governs(tokens, lo, found.verb.0) {
        return None;
    }
    // "the PR bumps serde to 2.0", "upgrading serde broke the build": no change was made.
    if found.subject.is_some_and(|(a, _)| a > head) && proposes(tokens, lo, head) {
        return None;
    }
    if tokens[head].verb.is_some_and(|v| v.gerund) && head == lo && tells_on(tokens, found, hi) {
        return None;
    }
    if is_history(tokens, lo, found) && !cues.ends && !cues.never {
        return None;
    }
    if happened_once(spec, tokens, lo, found) {
        return None;
    }
    if matches!(spec.name, "uses" | "depends_on" | "supports") && participial(tokens, lo, head) {
        return None;
    }
    let object = match found.object {
        Some(read) => read,
        None => literal_object(tokens, found)?,
    };
    // An address runs on behind its commas.
    if object.start >= object.end || object.end > hi && spec.value_type != ValueType::Address {
        return None;
    }
    let kinds = written(scene.text, tokens, object).trim_matches('`').to_owned();

    // "No more excuses": what nobody used.
    let no_more = tokens[head].is("no") && tokens.get(head + 1).is_some_and(|t| t.is("more"));
    if no_more && spec.name == "uses" && !object.strong {
        return None;
    }
    // "practise the violin", "waiting for two hours"
    let practised = tokens[head].verb.is_some_and(|v| matches!(v.lemma, "practise" | "practice"));
    if spec.name == "religion" && practised && !tokens[object.start].capital()
        || spec.name == "blocked_by" && crate::measure::measure(tokens, object.start, hi).is_some()
    {
        return None;
    }
    if matches!(spec.name, "customer" | "founder") && !object.strong {
        return None;
    }
    // "Priya starts on 1 July": when, and not on what.
    if matches!(spec.name, "working_on" | "plays") && is_time(tokens, object.start, hi) {
        return None;
    }
    // "I've been writing poems": what one does for fun is no task.
    let makes = tokens[head..found.verb.1].iter().any(|t| {
        t.any(&[
            "writing",
            "preparing",
            "building",
            "fixing",
            "reviewing",
            "testing",
            "polishing",
            "finishing",
        ])
    });
    if spec.name == "working_on" && makes && scene.is_talk() {
        return None;
    }
    // "switched to Bogani for the summer": only a drug by its name.
    let changed = tokens[head].verb.is_some_and(|v| matches!(v.lemma, "switch" | "move" | "get" | "have"));
    if spec.name == "medication" && changed && name_fit(spec, &kinds) <= 0 {
        return None;
    }
    // "Joining fee 500": no firm has a figure for a name.
    let figure = tokens[object.start..object.end].iter().any(Token::has_digit);
    if spec.name == "works_at" && figure && !tokens[object.start].capital() {
        return None;
    }
    // "Our support address is …": a noun, whose owner "our" names.
    let bare = |(a, b): (usize, usize)| b == a + 1 && words::is_possessive(&tokens[a].lower);
    if found.subject.is_some_and(|range| bare(range) && range.1 == head) && found.verb.1 == head + 1 {
        return None;
    }
    let Holder { subject, scope, inherits } = holder(found, spec, tokens, lo, scene)?;
    // "Fix build on NetBSD": an order is no subject.
    let noted = matches!(scene.kind, "commit" | "release_notes" | "changelog");
    if noted
        && found.subject_leads
        && found.subject.is_some_and(|(a, b)| {
            b == a + 1
                && a == lo
                && tokens[a].verb.is_some_and(|v| v.base || v.past)
                && tokens[a].shape == crate::token::Shape::Word
        })
    {
        return None;
    }
    // A subject that the clause does not name must not be a mere default for a loose pattern.
    // "a climbing gym called Boulderwelt": the name is the value.
    let mut object = object;
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
    // "goes to Northgate School": the kind of school is in its name.
    if spec.name == "studies_at"
        && tokens[..hi].get(object.end).is_some_and(|t| t.capital() && is_school(&t.lower))
        && tokens[object.start].capital()
    {
        object.end += 1;
    }
    let mut text = written(scene.text, tokens, object).to_owned();
    let speaker = tokens[object.start..object.end].iter().all(|t| t.any(&["i", "me", "myself"]));
    if speaker {
        "user".clone_into(&mut text);
    }
    if spec.value_type == ValueType::Person && !speaker && !is_name(tokens, object) {
        return None;
    }
    let subject = if inherits && subject == scene.default() { scene.default_for(spec) } else { subject };
    let subject = backing::of_anyone(subject, spec, scene);
    let mut subject = version_off(subject, spec);
    // "at least Node.js 20.9": the least version is the product's.
    if spec.name == "min_version" && object.start > 0 {
        let from = object.start - 1;
        if tokens[from].capital()
            && tokens[from].is_content()
            && !words::is_preposition(&tokens[from].lower)
            && from > head
        {
            let start = (head + 1..=from)
                .rev()
                .take_while(|&i| tokens[i].capital() && tokens[i].is_content())
                .last()
                .unwrap_or(from);
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
    if household {
        subject = Subject::user();
    }
    // "run more" orders; only one's own habits are told without "I".
    let order = inherits
        && scene.topic.is_none()
        && tokens[head].verb.is_some_and(|v| v.base && !v.past && (is_stative(v.lemma) || v.lemma == "go"));
    if order && spec.domain != "person" && found.wants_subject {
        return None;
    }
    // "is up in the attic": nobody says "is" of oneself.
    let third =
        tokens[head].verb.is_some_and(|v| v.third && !v.base && !v.past) && !tokens[head].any(&["'m", "am"]);
    if inherits && found.wants_subject && subject.text == "user" && third {
        return None;
    }
    if spec.name == "version"
        && found.weight <= 1
        && !shape::is_clear_version(&kinds)
        && !kinds.contains(crate::rephrase::GAP)
    {
        return None;
    }
    // "went to 8.20 a day": what is paid so often is no version.
    let each = tokens[..hi].get(object.end).is_some_and(|t| t.any(&["a", "an", "per", "each", "every"]));
    if spec.name == "version" && each {
        return None;
    }
    // A topic that only names the relation ("CI: build on X") is no subject.
    let subject = if inherits && names_relation(&subject.text, spec) {
        scene.heading.clone().unwrap_or_else(|| scene.default())
    } else {
        subject
    };
    // Loose words ("is on", "has") need a value whose form or name backs them.
    let backed = object.strong && is_figure(spec.value_type) || name_fit(spec, &kinds) > 0;
    let event = spec.domain == "event"
        && (subject.class == Class::Event || object.strong && subject.class != Class::Person);
    let joined = spec.name == "works_at"
        && subject.class == Class::Person
        && object.strong
        && tokens[object.start].capital()
        && crate::gazetteer::kinds(&kinds).is_empty();
    let out = spec.name == "uses"
        && found.ends
        && !kinds.starts_with('@')
        && !scene.is_talk()
        && !tokens[object.start].capital();
    let served = backing::served(spec, &subject, tokens, object, &kinds);
    let fond = spec.name == "likes" && subject.text == "user" && !tokens[object.start].has_digit();
    let native = backing::native(spec, tokens, (lo, hi), object);
    if found.weight <= 1 && !(backed || event || joined || out || fond || served || native) {
        return None;
    }
    // "planning poker is at 10": when, and no figure of it.
    let figure =
        object.end == object.start + 1 && tokens[object.start].text.bytes().all(|b| b.is_ascii_digit());
    if spec.name == "metric" && figure && !crate::valued::noun_of_value(&subject.text.to_lowercase()) {
        return None;
    }
    if found.weight == 0
        && class_fit(spec, subject.class) < 5
        && !matches!(spec.value_type, ValueType::InstanceType | ValueType::Priority)
    {
        return None;
    }
    // "my new boss is called Ingrid" names the boss, not a name of the boss.
    if matches!(spec.name, "name" | "full_name" | "nickname") {
        let (a, b) = found.subject.unwrap_or((lo, lo));
        let named = crate::attribute::read(crate::lexicon::Lexicon::built_in(), tokens, a, b, scene);
        // "our landlord is called Mr Pires"
        let vendor = named.as_ref().and_then(|a| a.known.first().copied()).filter(|s| s.name == "vendor");
        if let (Some(kind), Some(vendor)) = (&named, vendor.filter(|_| tokens[object.start].capital())) {
            return Some(Candidate {
                subject: kind.subject.clone(),
                relation: Relation::Known(vendor),
                scope: kind.scope.clone(),
                object: (object.start, object.end),
                object_text: None,
                op: cues.op(found.ends),
                set_valued: false,
                score: 10,
                rule: "verb",
                clause: (lo, hi),
            });
        }
        if named.is_some_and(|a| a.known.first().is_some_and(|s| s.value_type == ValueType::Person)) {
            return None;
        }
    }
    // "set the log level of auth to DEBUG" is no setting called "log level of auth".
    if spec.name == "setting" {
        let (a, b) = found.subject.unwrap_or((lo, lo));
        if crate::attribute::read(crate::lexicon::Lexicon::built_in(), tokens, a, b, scene)
            .is_some_and(|a| !a.known.is_empty())
        {
            return None;
        }
    }
    if !fits_habit(spec, tokens, object, (found.verb.1, hi)) {
        return None;
    }
    let vague =
        !object.strong && !is_figure(spec.value_type) && tokens[object.start].verb.is_some_and(|v| v.gerund);
    if vague
        && matches!(
            spec.value_type,
            ValueType::Organisation | ValueType::Place | ValueType::Product | ValueType::Person
        )
    {
        return None;
    }
    // "was released on 4 May" is past, no date to come; "renamed to x" says not what was.
    let reduced = inherits && tokens[head].verb.is_some_and(|v| v.participle && !v.base);
    if spec.name == "deadline" && (reduced || tokens[lo..head + 1].iter().any(|t| t.any(&["was", "were"])))
        || spec.name == "name" && reduced && scene.topic.is_none()
    {
        return None;
    }
    if matches!(
        spec.name,
        "author" | "performer" | "producer" | "attendee" | "host_person" | "director" | "manufacturer"
    ) && !(subject.class == Class::Event && spec.domain == "event"
        || subject.text.chars().next().is_some_and(char::is_uppercase)
        || !speaker && spec.name != "attendee")
    {
        return None;
    }
    if spec.value_type == ValueType::Organisation
        && !object.strong
        && matches!(spec.name, "manufacturer" | "publisher" | "broadcaster" | "sports_team" | "membership")
        && !words::is_determiner(&tokens[object.start.saturating_sub(1)].lower)
    {
        return None;
    }
    let takes = tokens[head].lemma_is("take")
        && spec.name == "assignee"
        && !tokens[head + 1..found.verb.1].iter().any(|t| t.is("over"));
    if takes && !is_ticket_id(&subject.text) {
        return None;
    }
    let moved = tokens[head].verb.is_some_and(|v| matches!(v.lemma, "move" | "migrate"));
    let stored = words::singular(subject.text.to_lowercase().rsplit(' ').next().unwrap_or(""));
    let data = backing::is_data(&stored);
    let named = tokens[object.start].capital()
        && data
        && !(stored == "warehouse" && crate::gazetteer::kinds(&kinds).is_empty());
    if spec.name == "database" && moved && name_fit(spec, &kinds) <= 0 && !named {
        return None;
    }
    // "The column that stores the names in the ledger is …": the doing of what the clause is about.
    let after = found.subject.is_none_or(|(from, _)| from > head);
    if after && head > 0 && tokens[head - 1].any(&["that", "which", "who"]) {
        return None;
    }
    // "Release 5.0 requires Node": a noun, not an order.
    if !found.wants_subject
        && object.start >= head
        && tokens[object.end.min(hi)..hi].iter().any(|t| t.verb.is_some_and(|v| v.third && !t.is("'s")))
        && tokens[head].verb.is_some_and(|v| v.base)
    {
        return None;
    }
    if spec.name == "min_version"
        && !shape::is_clear_version(&kinds)
        && object.start > head
        && tokens[object.start.saturating_sub(1)].lower != "least"
        && !tokens[object.start.saturating_sub(1)].capital()
    {
        return None;
    }
    if matches!(spec.name, "customer" | "dislikes" | "likes" | "likes_food") && subject.class == Class::Thing
    {
        return None;
    }
    if spec.name == "object_storage" && !is_store(tokens, object, &kinds) && !is_stored(&subject.text) {
        return None;
    }
    // "ABC-88 moved to Ilse": tickets lie nowhere.
    if spec.name == "location"
        && is_ticket_id(&subject.text)
        && tokens[head].lemma_is("move")
        && name_fit(spec, &kinds) <= 0
    {
        return None;
    }
    let task = is_task(&subject.text);
    if spec.name == "assignee" && !task || spec.name == "owner" && is_ticket_id(&subject.text) {
        return None;
    }
    let weekly = tokens[object.start].lower.ends_with("days") || tokens[object.start].any(&["every", "each"]);
    if spec.name == "event_date" && weekly {
        return None;
    }
    if matches!(spec.name, "depends_on" | "uses")
        && found.ends
        && inherits
        && (is_file(&text) || !is_package(tokens, object, scene))
    {
        return None;
    }
    let mut score = fit(spec, &subject, object, &text, found.weight);
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
        && name_fit(spec, &kinds) >= 0;
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
    if overlaps_subject(found, object) {
        return None;
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
    // "I bank with O": O is my bank.
    let bank = spec.name == "vendor" && tokens[head].any(&["bank", "banks", "banked", "banking"]);
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
