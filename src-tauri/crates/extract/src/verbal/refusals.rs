//! What a verb pattern's match is refused for, in the order in which its parts are known: by the verb,
//! by the value, by whose it is. Each check answers `None` where the match tells nothing.

use crate::attribute;
use crate::backing;
use crate::candidate::{class_fit, is_figure, name_fit};
use crate::cue::Cues;
use crate::gazetteer;
use crate::habit::{
    fits_habit, happened_once, is_file, is_history, is_package, is_stative, is_task, is_ticket_id,
};
use crate::lexicon::{Lexicon, RelationSpec};
use crate::matching::Match;
use crate::measure;
use crate::mood::{negation_governs, participial, proposes, tells_on};
use crate::rephrase::GAP;
use crate::scene::Scene;
use crate::shape;
use crate::storage::{is_store, is_stored};
use crate::subject::{Class, Subject};
use crate::token::{Shape, Token};
use crate::value::{Read, ValueType};
use crate::valued;
use crate::words;

use super::is_time;

/// A match with the clause it stands in.
#[derive(Clone, Copy)]
pub(super) struct Told<'a, 't> {
    pub found: &'a Match,
    pub spec: &'static RelationSpec,
    pub tokens: &'a [Token<'t>],
    pub lo: usize,
    pub hi: usize,
    pub scene: &'a Scene<'a>,
}

/// The value of a match.
#[derive(Clone, Copy)]
pub(super) struct Value<'a> {
    pub object: Read,
    /// Its words, by which its kinds are looked up.
    pub words: &'a str,
}

/// Whose a value is.
#[derive(Clone, Copy)]
pub(super) struct Owner<'a> {
    pub subject: &'a Subject,
    /// The clause does not name it.
    pub inherits: bool,
}

impl<'a> Told<'a, '_> {
    /// By the verb: what it denies, ends no value of, orders, or tells of once.
    pub fn is_said(self, cues: Cues) -> Option<()> {
        let Told { found, spec, tokens, lo, hi, .. } = self;
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
        // "has had 4 replicas": at some time, unless since when is said.
        let had = tokens[head].is("had")
            && head > lo
            && tokens[head - 1].any(&["has", "have", "'ve", "'s"])
            && !tokens[head..hi].iter().any(|t| t.any(&["since", "for"]));
        if had {
            return None;
        }
        // "Rate limit went up to 500", "release train leaves": the verb is a noun, what follows is the verb.
        let follows = found.subject.filter(|(a, b)| *a == head + 1 && a < b).map(|(a, _)| &tokens[a]);
        let noun = head > lo
            && tokens[head - 1].is_content()
            && !words::is_pronoun(&tokens[head - 1].lower)
            && !words::is_filler(&tokens[head - 1].lower)
            && !words::is_auxiliary(&tokens[head - 1].lower);
        if noun
            && follows.is_some_and(|t| {
                !t.capital() && t.verb.is_some_and(|v| v.third || v.past && !v.participle && !v.base)
            })
        {
            return None;
        }
        // "the PR bumps serde to 2.0", "upgrading serde broke the build": no change was made.
        if found.subject.is_some_and(|(a, _)| a > head) && proposes(tokens, lo, head) {
            return None;
        }
        if tokens[head].verb.is_some_and(|v| v.gerund) && head == lo && tells_on(tokens, found, hi) {
            return None;
        }
        // "gave up learning Spanish" ends the lessons, and none of what one speaks.
        let learnt = tokens[head..hi.min(found.verb.1 + 1)].iter().any(|t| t.lemma_is("learn"));
        let given_up = tokens[lo..head].iter().any(|t| t.any(&["gave", "give", "giving", "stopped", "quit"]));
        if learnt && (found.ends || cues.ends || given_up) {
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
        Some(())
    }

    /// By the value: what cannot be one of the relation's.
    pub fn takes(self, value: Value<'_>) -> Option<()> {
        let Told { found, spec, tokens, hi, scene, .. } = self;
        let head = found.verb.0;
        let Value { object, words: kinds } = value;
        // "No more excuses": what nobody used.
        let no_more = tokens[head].is("no") && tokens.get(head + 1).is_some_and(|t| t.is("more"));
        if no_more && spec.name == "uses" && !object.strong {
            return None;
        }
        // "practise the violin", "waiting for two hours"
        let practised = tokens[head].verb.is_some_and(|v| matches!(v.lemma, "practise" | "practice"));
        if spec.name == "religion" && practised && !tokens[object.start].capital()
            || spec.name == "blocked_by" && measure::measure(tokens, object.start, hi).is_some()
        {
            return None;
        }
        // "I work at Bosch's biggest customer": another than the one that is named.
        let owns = tokens[..hi].get(object.end).is_some_and(|t| t.is("'s"))
            && tokens[..hi]
                .get(object.end + 1)
                .is_some_and(|t| t.is_content() && !words::is_preposition(&t.lower))
            && matches!(spec.name, "works_at" | "studies_at" | "vendor" | "customer" | "lives_in");
        // "I live in Milan half the year"
        let partly = tokens[object.end.min(hi)..hi]
            .windows(2)
            .any(|w| w[0].any(&["half", "part", "most"]) && w[1].any(&["the", "of", "a"]));
        if owns || partly && spec.name == "lives_in" {
            return None;
        }
        // "CSV export has been removed": what was done to a thing is no value of it.
        let done = object.end == object.start + 1
            && object.start > 0
            && tokens[object.start - 1].any(&["been", "be", "is", "are", "was", "were"])
            && tokens[object.start].verb.is_some_and(|v| v.participle && !v.base)
            && !tokens[object.start].capital();
        if done && spec.value_type != ValueType::Enum {
            return None;
        }
        // "support for SMS codes has been removed"
        let support =
            object.start >= 2 && tokens[object.start - 1].is("for") && tokens[object.start - 2].is("support");
        if spec.name == "uses" && found.ends && support {
            return None;
        }
        // "the cat is gone": only what is known to be a tool.
        let gone =
            spec.name == "uses" && found.ends && tokens[head..found.verb.1].iter().any(|t| t.is("gone"));
        if gone && gazetteer::kinds(kinds).is_empty() {
            return None;
        }
        // "I can't have visitors": what one must not eat is food.
        if spec.name == "allergic_to"
            && tokens[head..found.verb.1].iter().any(|t| t.lemma_is("have"))
            && found.negates
            && name_fit(spec, kinds) <= 0
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
        // "bought a house", "got a message": only a car by its make.
        let got = tokens[head].verb.is_some_and(|v| matches!(v.lemma, "buy" | "get" | "lease"));
        let make = || kinds.split(' ').any(|w| gazetteer::is("vehicle", w));
        if spec.name == "vehicle" && got && found.weight <= 2 && !make() {
            return None;
        }
        // "switched to Bogani for the summer": only a drug by its name.
        let changed =
            tokens[head].verb.is_some_and(|v| matches!(v.lemma, "switch" | "move" | "get" | "have"));
        if spec.name == "medication" && changed && name_fit(spec, kinds) <= 0 {
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
        Some(())
    }

    /// By the words before the verb: an order is no subject ("Fix build on NetBSD").
    pub fn has_a_subject(self) -> Option<()> {
        let Told { found, tokens, lo, scene, .. } = self;
        let noted = matches!(scene.kind, "commit" | "release_notes" | "changelog");
        if noted
            && found.subject_leads
            && found.subject.is_some_and(|(a, b)| {
                b == a + 1
                    && a == lo
                    && tokens[a].verb.is_some_and(|v| v.base || v.past)
                    && tokens[a].shape == Shape::Word
            })
        {
            return None;
        }
        Some(())
    }

    /// By whose it would be, before a heading stands in for a mere topic.
    pub fn is_owned(self, value: Value<'_>, owner: Owner<'_>) -> Option<()> {
        let Told { found, spec, tokens, hi, scene, .. } = self;
        let head = found.verb.0;
        let Value { object, words: kinds } = value;
        let Owner { subject, inherits } = owner;
        // "run more" orders; only one's own habits are told without "I".
        let order = inherits
            && scene.topic.is_none()
            && tokens[head]
                .verb
                .is_some_and(|v| v.base && !v.past && (is_stative(v.lemma) || v.lemma == "go"));
        if order && spec.domain != "person" && found.wants_subject {
            return None;
        }
        // "is up in the attic": nobody says "is" of oneself.
        let third = tokens[head].verb.is_some_and(|v| v.third && !v.base && !v.past)
            && !tokens[head].any(&["'m", "am"]);
        if inherits && found.wants_subject && subject.text == "user" && third {
            return None;
        }
        if spec.name == "version"
            && found.weight <= 1
            && !shape::is_clear_version(kinds)
            && !kinds.contains(GAP)
        {
            return None;
        }
        // "went to 8.20 a day": what is paid so often is no version.
        let each = tokens[..hi].get(object.end).is_some_and(|t| t.any(&["a", "an", "per", "each", "every"]));
        if spec.name == "version" && each {
            return None;
        }
        Some(())
    }

    /// By what backs a loose pattern, whose words tell little.
    pub fn is_backed(self, value: Value<'_>, owner: Owner<'_>) -> Option<()> {
        let Told { found, spec, tokens, lo, hi, scene } = self;
        let Value { object, words: kinds } = value;
        let subject = owner.subject;
        // Loose words ("is on", "has") need a value whose form or name backs them.
        let backed = object.strong && is_figure(spec.value_type) || name_fit(spec, kinds) > 0;
        let event = spec.domain == "event"
            && (subject.class == Class::Event || object.strong && subject.class != Class::Person);
        let joined = spec.name == "works_at"
            && subject.class == Class::Person
            && object.strong
            && tokens[object.start].capital()
            && gazetteer::kinds(kinds).is_empty();
        let out = spec.name == "uses"
            && found.ends
            && !kinds.starts_with('@')
            && !scene.is_talk()
            && !tokens[object.start].capital();
        let served = backing::served(spec, subject, tokens, object, kinds);
        let fond = spec.name == "likes" && subject.text == "user" && !tokens[object.start].has_digit();
        let native = backing::native(spec, tokens, (lo, hi), object);
        if found.weight <= 1 && !(backed || event || joined || out || fond || served || native) {
            return None;
        }
        // "planning poker is at 10": when, and no figure of it.
        let figure =
            object.end == object.start + 1 && tokens[object.start].text.bytes().all(|b| b.is_ascii_digit());
        if spec.name == "metric" && figure && !valued::noun_of_value(&subject.text.to_lowercase()) {
            return None;
        }
        if found.weight == 0
            && class_fit(spec, subject.class) < 5
            && !matches!(spec.value_type, ValueType::InstanceType | ValueType::Priority)
        {
            return None;
        }
        Some(())
    }

    /// By the sense of the whole.
    pub fn makes_sense(
        self,
        value: Value<'_>,
        owner: Owner<'_>,
        (text, speaker): (&str, bool),
    ) -> Option<()> {
        let senses = self.is_of_the_right_kind(value)
            && self.tells_no_other_time(owner)
            && self.is_done_by_its_subject(owner.subject, speaker)
            && self.is_moved_to_its_kind(value, owner.subject)
            && self.is_no_part_of_speech(value)
            && self.has_a_bearer(value, owner.subject)
            && self.has_a_place(value, owner.subject);
        let dropped = matches!(self.spec.name, "depends_on" | "uses")
            && self.found.ends
            && owner.inherits
            && (is_file(text) || !is_package(self.tokens, value.object, self.scene));
        (senses && !dropped).then_some(())
    }

    /// By what the value's own words can be.
    fn is_of_the_right_kind(self, value: Value<'_>) -> bool {
        let Told { found, spec, tokens, lo, hi, scene } = self;
        let Value { object, words: kinds } = value;
        // "set the log level of auth to DEBUG" is no setting called "log level of auth".
        if spec.name == "setting" {
            let (a, b) = found.subject.unwrap_or((lo, lo));
            if attribute::read(Lexicon::built_in(), tokens, a, b, scene).is_some_and(|a| !a.known.is_empty())
            {
                return false;
            }
        }
        if !fits_habit(spec, tokens, object, (found.verb.1, hi)) {
            return false;
        }
        let named = matches!(
            spec.value_type,
            ValueType::Organisation | ValueType::Place | ValueType::Product | ValueType::Person
        );
        let vague = !object.strong
            && !is_figure(spec.value_type)
            && tokens[object.start].verb.is_some_and(|v| v.gerund);
        if vague && named {
            return false;
        }
        let undetermined = spec.value_type == ValueType::Organisation
            && !object.strong
            && matches!(
                spec.name,
                "manufacturer" | "publisher" | "broadcaster" | "sports_team" | "membership"
            )
            && !words::is_determiner(&tokens[object.start.saturating_sub(1)].lower);
        // "we adopted a third cat": an animal is no tool.
        let animal = spec.name == "uses" && is_animal(&tokens[object.end - 1]);
        let weekly =
            tokens[object.start].lower.ends_with("days") || tokens[object.start].any(&["every", "each"]);
        let least = spec.name == "min_version"
            && !shape::is_clear_version(kinds)
            && object.start > found.verb.0
            && tokens[object.start.saturating_sub(1)].lower != "least"
            && !tokens[object.start.saturating_sub(1)].text.chars().any(char::is_uppercase);
        !(undetermined || animal || least || spec.name == "event_date" && weekly)
    }

    /// By when: "was released on 4 May" is past, no date to come; "renamed to x" says not what was.
    fn tells_no_other_time(self, owner: Owner<'_>) -> bool {
        let Told { found, spec, tokens, lo, scene, .. } = self;
        let head = found.verb.0;
        let reduced = owner.inherits && tokens[head].verb.is_some_and(|v| v.participle && !v.base);
        let past = reduced || tokens[lo..head + 1].iter().any(|t| t.any(&["was", "were"]));
        !(spec.name == "deadline" && past || spec.name == "name" && reduced && scene.topic.is_none())
    }

    /// By who does what the verb tells.
    fn is_done_by_its_subject(self, subject: &Subject, speaker: bool) -> bool {
        let Told { found, spec, tokens, .. } = self;
        let head = found.verb.0;
        let made = matches!(
            spec.name,
            "author" | "performer" | "producer" | "attendee" | "host_person" | "director" | "manufacturer"
        );
        let bears = subject.class == Class::Event && spec.domain == "event"
            || subject.text.chars().next().is_some_and(char::is_uppercase)
            || !speaker && spec.name != "attendee";
        let takes = tokens[head].lemma_is("take")
            && spec.name == "assignee"
            && !tokens[head + 1..found.verb.1].iter().any(|t| t.is("over"));
        (bears || !made) && (!takes || is_ticket_id(&subject.text))
    }

    /// By what was moved to the value.
    fn is_moved_to_its_kind(self, value: Value<'_>, subject: &Subject) -> bool {
        let Told { found, spec, tokens, .. } = self;
        let Value { object, words: kinds } = value;
        let moved = tokens[found.verb.0].verb.is_some_and(|v| matches!(v.lemma, "move" | "migrate"));
        let stored = words::singular(subject.text.to_lowercase().rsplit(' ').next().unwrap_or(""));
        let data = backing::is_data(&stored);
        let named = tokens[object.start].capital()
            && data
            && !(stored == "warehouse" && gazetteer::kinds(kinds).is_empty());
        // "Paris moved to London": of a city's name it is not known whose it is.
        let city = spec.name == "lives_in" && moved && is_city(&subject.text);
        !(spec.name == "database" && moved && name_fit(spec, kinds) <= 0 && !named || city)
    }

    /// By what else the verb's word may be in its clause.
    fn is_no_part_of_speech(self, value: Value<'_>) -> bool {
        let Told { found, tokens, hi, .. } = self;
        let (head, object) = (found.verb.0, value.object);
        // "The column that stores the names in the ledger is …": the doing of what the clause is about.
        let after = found.subject.is_none_or(|(from, _)| from > head);
        let relative = after && head > 0 && tokens[head - 1].any(&["that", "which", "who"]);
        // "Release 5.0 requires Node": a noun, not an order.
        let noun = !found.wants_subject
            && object.start >= head
            && tokens[object.end.max(found.verb.1).min(hi)..hi]
                .iter()
                .any(|t| t.verb.is_some_and(|v| v.third && !t.is("'s")))
            && tokens[head].verb.is_some_and(|v| v.base);
        !(relative || noun)
    }

    /// By what can have a value of the relation.
    fn has_a_bearer(self, value: Value<'_>, subject: &Subject) -> bool {
        let Told { spec, tokens, .. } = self;
        let thing = matches!(spec.name, "customer" | "dislikes" | "likes" | "likes_food")
            && subject.class == Class::Thing;
        let unstored = spec.name == "object_storage"
            && !is_store(tokens, value.object, value.words)
            && !is_stored(&subject.text);
        let task = is_task(&subject.text);
        let owned = spec.name == "assignee" && !task || spec.name == "owner" && is_ticket_id(&subject.text);
        !(thing || unstored || owned)
    }

    /// By what lies anywhere: "ABC-88 moved to Ilse", "a bug in Prism 2.3" do not.
    fn has_a_place(self, value: Value<'_>, subject: &Subject) -> bool {
        let Told { found, spec, tokens, .. } = self;
        let ticket = is_ticket_id(&subject.text)
            && tokens[found.verb.0].lemma_is("move")
            && name_fit(spec, value.words) <= 0;
        let city = tokens[found.verb.0].lemma_is("move") && is_city(&subject.text);
        !(spec.name == "location" && (ticket || city || is_trouble(&subject.text)))
    }
}

fn is_city(name: &str) -> bool {
    gazetteer::kinds(name).contains(&"place")
}

/// What goes wrong in something.
fn is_trouble(subject: &str) -> bool {
    let last = words::singular(subject.to_lowercase().rsplit(' ').next().unwrap_or_default());
    matches!(
        last.as_str(),
        "bug"
            | "issue"
            | "problem"
            | "error"
            | "crash"
            | "leak"
            | "regression"
            | "vulnerability"
            | "typo"
            | "mistake"
            | "flaw"
            | "fault"
            | "race"
            | "deadlock"
    )
}

/// What lives in a house, by the nouns for pets.
fn is_animal(token: &Token<'_>) -> bool {
    Lexicon::built_in().alias(&words::singular(&token.lower)).iter().any(|s| s.name == "pet")
}
